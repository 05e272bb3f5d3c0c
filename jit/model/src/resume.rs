//! What a failing guard needs: snapshots (as the metainterp records them) and resume data (as
//! the optimiser leaves them).

use crate::Kind;
use crate::descr::DescrRef;
use crate::trace::{ConstValue, OpRef};

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
    /// Where to continue: the bytecode position (of a `-live-`).
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
    /// Where it belongs.
    pub place: VablePlace,
    /// Memory does not hold it.
    pub dirty: bool,
    /// The value.
    pub value: T,
}

/// The virtualizable of a trace at a guard: values that live in the trace instead of in memory. What is not listed is
/// in memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct VableState<T> {
    /// The object.
    pub object: T,
    /// The values.
    pub values: Vec<VableValue<T>>,
}

/// Where a value of a rebuilt frame or object comes from.
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
    /// Where to continue.
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

/// All that is needed to continue in the blackhole interpreter (or to start a bridge) after a
/// guard failed, together with the values of its fail args.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ResumeData {
    /// Frames, outermost first.
    pub frames: Vec<ResumeFrame>,
    /// Objects to allocate.
    pub virtuals: Vec<VirtualInfo>,
    /// Writes to do, in order, after the virtuals exist.
    pub pending: Vec<PendingWrite>,
    /// The virtualizable. Its dirty values are to be written as well, or to be kept by the bridge.
    pub vable: Option<VableState<ResumeSlot>>,
}

/// The reds of a `call_assembler` that takes its portal's virtualizable apart: the object is not made, its parts are the call's
/// arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CallShape {
    /// The reds; `Box(n)` is the call's n-th argument.
    pub reds: Vec<ResumeSlot>,
    /// The virtualizable and its arrays.
    pub virtuals: Vec<VirtualInfo>,
    /// Kinds of the call's arguments.
    pub kinds: Vec<Kind>,
}
