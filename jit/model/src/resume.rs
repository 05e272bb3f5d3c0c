//! Data that a failing guard needs: snapshots (as the metainterp records them) and resume data (as
//! the optimiser leaves them).

use crate::descr::DescrRef;
use crate::operand::{ConstValue, OpRef};
use crate::{Kind, ResOp};
use alloc::rc::Rc;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Index of a frame in [`crate::Trace::snapshots`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FrameRef(pub u32);

/// One interpreter (meta-interpreter) frame at a guard. Outer frames are shared between snapshots.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SnapshotFrame {
    /// The caller's frame.
    pub parent: Option<FrameRef>,
    /// Index of the jitcode in the program's list.
    pub jitcode: u32,
    /// Bytecode position at which to continue (of a `-live-`).
    pub pc: u32,
    /// Values of the live registers, in the order of the liveness information: ints, refs, floats.
    pub slots: Vec<OpRef>,
}

/// A place of a virtualizable, by its number in [`crate::program::Virtualizable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum VablePlace {
    /// One of its fields.
    Field(u32),
    /// (array, item) of one of its arrays.
    Item(u32, u32),
}

/// A value of a virtualizable that is not read from memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VableValue<T> {
    /// The place of the virtualizable that it belongs to.
    pub place: VablePlace,
    /// Memory does not hold it.
    pub dirty: bool,
    /// The value.
    pub value: T,
}

/// A virtualizable of a trace at a guard: values that live in the trace instead of in memory. What is not listed is
/// in memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct VableState<T> {
    /// Its number in [`crate::program::JitDriverDesc::virtualizables`].
    pub which: u32,
    /// The object.
    pub object: T,
    /// The values.
    pub values: Vec<VableValue<T>>,
}

/// Says where a value of a rebuilt frame or object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResumeSlot {
    /// A constant.
    Const(ConstValue),
    /// The fail arg with this index.
    Box(u32),
    /// The object with this index in [`ResumeData::virtuals`], which must be allocated first.
    Virtual(u32),
    /// Zero / null: nothing was written there since the allocation, which clears.
    Zero,
}

/// A frame to rebuild.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ResumeFrame {
    /// Index of the jitcode.
    pub jitcode: u32,
    /// Position at which to continue.
    pub pc: u32,
    /// Values of the live registers: ints, refs, floats.
    pub slots: Vec<ResumeSlot>,
}

/// An object that the optimised code never allocated. Its slots may refer to other virtuals, also
/// in a circle: allocate all, then fill.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum VirtualInfo {
    /// A struct or instance (`SizeDescr`; its vtable, if any, is implied): fields in order.
    Struct {
        /// The `SizeDescr`.
        size: DescrRef,
        /// (`FieldDescr`, value); fields not listed are zero.
        fields: Vec<(DescrRef, ResumeSlot)>,
    },
    /// An array of primitive or reference items.
    Array {
        /// The `ArrayDescr`.
        descr: DescrRef,
        /// All items.
        items: Vec<ResumeSlot>,
    },
    /// An array of structs.
    ArrayStruct {
        /// The `ArrayDescr`.
        descr: DescrRef,
        /// Number of items.
        length: u32,
        /// (item index, `InteriorFieldDescr`, value); the rest is zero.
        fields: Vec<(u32, DescrRef, ResumeSlot)>,
    },
    /// A concatenation of two strings. Strings refer to strings only, never in a circle.
    Concat {
        /// The strings' `ArrayDescr`.
        descr: DescrRef,
        /// The strings.
        parts: [ResumeSlot; 2],
    },
    /// A slice of a string.
    Slice {
        /// The string's `ArrayDescr`.
        descr: DescrRef,
        /// The string, start and stop.
        parts: [ResumeSlot; 3],
    },
    /// The result of an elidable call that was not made.
    Call {
        /// The `CallDescr`.
        descr: DescrRef,
        /// The function and its arguments; objects among them are complete before.
        args: Vec<ResumeSlot>,
    },
    /// Raw memory; a word, not a reference.
    Raw {
        /// The `CallDescr` of what allocates it.
        descr: DescrRef,
        /// The function and its arguments, which are constants.
        args: Vec<ResumeSlot>,
        /// The writes that fill it: operation, its descr, index or offset, value.
        writes: Vec<(ResOp, DescrRef, Option<i64>, ResumeSlot)>,
    },
}

/// A write that the optimised code postponed past the guard: do it before continuing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PendingWrite {
    /// `FieldDescr` or `ArrayDescr`.
    pub descr: DescrRef,
    /// The object.
    pub object: ResumeSlot,
    /// The item's index, for arrays.
    pub index: Option<ResumeSlot>,
    /// The value.
    pub value: ResumeSlot,
}

/// Something that holds where a guard fails. `T` is a value there: an operand while the trace is made, then a fail arg or a
/// constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fact<T> {
    /// (descr, object, value): memory holds it (postponed writes aside).
    Field(DescrRef, T, T),
    /// (descr, array, index, value): the same for an item.
    Item(DescrRef, T, T, T),
    /// (descr, array, its length).
    Length(DescrRef, T, T),
    /// (reference, class if known, least length of an array and its descr): it is not null.
    Object(T, Option<i64>, Option<(DescrRef, i64)>),
    /// (integer, least, greatest).
    Bound(T, i64, i64),
    /// `a - b <= d`, without overflow.
    Difference(T, T, i64),
    /// `a == b + k`, wrapping.
    Sum(T, T, i64),
    /// The comparison that the guard itself tests has this value.
    Test(ResOp, Vec<T>, bool),
}

impl<T: Copy> Fact<T> {
    /// The values that it is about.
    #[inline]
    pub fn values(&self) -> SmallVec<[T; 3]> {
        match *self {
            Fact::Field(_, a, b)
            | Fact::Length(_, a, b)
            | Fact::Difference(a, b, _)
            | Fact::Sum(a, b, _) => SmallVec::from_buf_and_len([a, b, b], 2),
            Fact::Item(_, a, b, c) => SmallVec::from_buf([a, b, c]),
            Fact::Object(a, ..) | Fact::Bound(a, ..) => SmallVec::from_buf_and_len([a; 3], 1),
            Fact::Test(_, ref args, _) => args.iter().copied().collect(),
        }
    }
    /// The values that it is about, to be changed.
    pub fn for_each_value(&mut self, f: &mut impl FnMut(&mut T)) {
        match self {
            Fact::Field(_, a, b)
            | Fact::Length(_, a, b)
            | Fact::Difference(a, b, _)
            | Fact::Sum(a, b, _) => {
                f(a);
                f(b);
            }
            Fact::Item(_, a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Fact::Object(a, ..) | Fact::Bound(a, ..) => f(a),
            Fact::Test(_, args, _) => args.iter_mut().for_each(f),
        }
    }
    /// Gives the same fact about other values; None if one of them has none.
    pub fn map<U>(&self, mut f: impl FnMut(T) -> Option<U>) -> Option<Fact<U>> {
        Some(match self {
            Fact::Field(d, a, b) => Fact::Field(*d, f(*a)?, f(*b)?),
            Fact::Item(d, a, b, c) => Fact::Item(*d, f(*a)?, f(*b)?, f(*c)?),
            Fact::Length(d, a, b) => Fact::Length(*d, f(*a)?, f(*b)?),
            Fact::Object(a, class, min) => Fact::Object(f(*a)?, *class, *min),
            Fact::Bound(a, lo, hi) => Fact::Bound(f(*a)?, *lo, *hi),
            Fact::Difference(a, b, d) => Fact::Difference(f(*a)?, f(*b)?, *d),
            Fact::Sum(a, b, k) => Fact::Sum(f(*a)?, f(*b)?, *k),
            Fact::Test(op, args, value) => {
                Fact::Test(*op, args.iter().map(|a| f(*a)).collect::<Option<_>>()?, *value)
            }
        })
    }
}

/// Holds what an exception that was caught left for its traceback, should it be raised again
/// ([`crate::JitCode::marks`]).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct LeftMarks {
    /// Its class.
    pub class: i64,
    /// Numbers of the marks, in order.
    pub marks: Vec<u32>,
}

/// All that is needed to continue in the blackhole interpreter (or to start a bridge) after a
/// guard failed, together with the values of its fail args.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ResumeData {
    /// Frames, outermost first.
    pub frames: Vec<ResumeFrame>,
    /// Objects to allocate. Guards of a trace share what is the same.
    pub virtuals: Vec<Rc<VirtualInfo>>,
    /// Writes to do, in order, after the virtuals exist.
    pub pending: Vec<PendingWrite>,
    /// The virtualizables. Their dirty values are to be written as well, or to be kept by the bridge.
    pub vables: Vec<VableState<ResumeSlot>>,
    /// Virtual references, each with the frame that memory does not tell: to be written.
    pub vrefs: Vec<(ResumeSlot, ResumeSlot)>,
    /// Facts that a bridge may rely on when it starts.
    pub known: Vec<Fact<ResumeSlot>>,
    /// Marks of an exception that is being handled.
    pub marks: Option<Rc<LeftMarks>>,
    /// The number of the guard that whoever recorded it gave it ([`crate::GuardInfo::place`]). Texts do not tell it.
    pub place: GuardPlace,
}

/// Says where a guard is in the guest program, as numbers of whoever recorded it. Guards that differ in nothing else do
/// the same, and are equal.
#[derive(Clone, Debug, Default)]
pub struct GuardPlace {
    /// The merge point that was passed last, and those of the callers: one number stands for one way of calls.
    pub way: u32,
    /// The merge point that was passed last, whoever the callers are.
    pub point: u32,
    /// The cell of the guest function or loop in which it is, if that is known.
    pub cell: Option<u32>,
    /// Number of frames at that merge point.
    pub depth: usize,
    /// Place of the call that led there.
    pub outer: Option<Rc<GuardPlace>>,
}

impl PartialEq for GuardPlace {
    fn eq(&self, _: &GuardPlace) -> bool {
        true
    }
}

impl Eq for GuardPlace {}

impl core::hash::Hash for GuardPlace {
    fn hash<H: core::hash::Hasher>(&self, _: &mut H) {}
}

impl VirtualInfo {
    /// Says whether `f` holds for one of its slots.
    fn any_slot(&self, f: &impl Fn(ResumeSlot) -> bool) -> bool {
        match self {
            VirtualInfo::Struct { fields, .. } => fields.iter().any(|x| f(x.1)),
            VirtualInfo::Array { items, .. } => items.iter().any(|x| f(*x)),
            VirtualInfo::ArrayStruct { fields, .. } => fields.iter().any(|x| f(x.2)),
            VirtualInfo::Concat { parts, .. } => parts.iter().any(|x| f(*x)),
            VirtualInfo::Slice { parts, .. } => parts.iter().any(|x| f(*x)),
            VirtualInfo::Call { args, .. } => args.iter().any(|x| f(*x)),
            VirtualInfo::Raw { args, writes, .. } => {
                args.iter().any(|x| f(*x)) || writes.iter().any(|x| f(x.3))
            }
        }
    }
}

impl ResumeData {
    /// Says whether `f` holds for one of the slots; those of `known` are not asked about.
    pub fn any_slot(&self, f: impl Fn(ResumeSlot) -> bool) -> bool {
        let pending =
            |write: &PendingWrite| f(write.object) || write.index.is_some_and(&f) || f(write.value);
        let vable = |vable: &VableState<ResumeSlot>| {
            f(vable.object) || vable.values.iter().any(|x| f(x.value))
        };
        self.frames.iter().any(|frame| frame.slots.iter().any(|x| f(*x)))
            || self.virtuals.iter().any(|virt| virt.any_slot(&f))
            || self.pending.iter().any(pending)
            || self.vables.iter().any(vable)
            || self.vrefs.iter().any(|v| f(v.0) || f(v.1))
    }

    /// All slots, what is known aside.
    pub fn for_each_slot(&mut self, f: &mut impl FnMut(&mut ResumeSlot)) {
        self.frames.iter_mut().flat_map(|frame| &mut frame.slots).for_each(&mut *f);
        for virt in &mut self.virtuals {
            match Rc::make_mut(virt) {
                VirtualInfo::Struct { fields, .. } => fields.iter_mut().for_each(|x| f(&mut x.1)),
                VirtualInfo::Array { items, .. } => items.iter_mut().for_each(&mut *f),
                VirtualInfo::ArrayStruct { fields, .. } => {
                    fields.iter_mut().for_each(|x| f(&mut x.2));
                }
                VirtualInfo::Concat { parts, .. } => parts.iter_mut().for_each(&mut *f),
                VirtualInfo::Slice { parts, .. } => parts.iter_mut().for_each(&mut *f),
                VirtualInfo::Call { args, .. } => args.iter_mut().for_each(&mut *f),
                VirtualInfo::Raw { args, writes, .. } => {
                    args.iter_mut().for_each(&mut *f);
                    writes.iter_mut().for_each(|x| f(&mut x.3));
                }
            }
        }
        for write in &mut self.pending {
            f(&mut write.object);
            write.index.iter_mut().for_each(&mut *f);
            f(&mut write.value);
        }
        for vable in &mut self.vables {
            f(&mut vable.object);
            vable.values.iter_mut().for_each(|x| f(&mut x.value));
        }
        for (vref, frame) in &mut self.vrefs {
            f(vref);
            f(frame);
        }
    }
}

/// The reds of a `call_assembler` that takes its portal's virtualizables apart: the objects are not made, their parts are the call's
/// arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CallShape {
    /// The reds; `Box(n)` is the call's n-th argument.
    pub reds: Vec<ResumeSlot>,
    /// The virtualizables and their arrays.
    pub virtuals: Vec<VirtualInfo>,
    /// Kinds of the call's arguments.
    pub kinds: Vec<Kind>,
}
