//! Traces: straight-line code in SSA form, over dense numbers.

use crate::descr::{AddrRef, DescrRef};
use crate::operand::{ConstValue, OpRef, RefConst};
use crate::resume::{Fact, FrameRef, GuardPlace, LeftMarks, ResumeData, SnapshotFrame, VableState};
use crate::{Kind, ResOp};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use rustc_hash_lite::WordMap;
use smallvec::SmallVec;

/// Index of a guard in [`Trace::guards`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct GuardId(pub u32);

/// Number of a jump target, unique in the process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TokenId(pub u32);

/// Says what an operation refers to besides its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OpDescr {
    /// Nothing.
    #[default]
    None,
    /// A descr of the table.
    Descr(DescrRef),
    /// A guard's own data.
    Guard(GuardId),
    /// A jump target (label, jump), or the number of a cell (call_assembler).
    Token(TokenId),
}

/// Collects a few items. (`collect` asks for room for them, which takes longer than to put them there.)
#[inline]
pub fn few<A: smallvec::Array>(items: impl Iterator<Item = A::Item>) -> SmallVec<A> {
    let mut out = SmallVec::new();
    items.for_each(|item| out.push(item));
    out
}

/// Arguments of an operation.
pub type Args = SmallVec<[OpRef; 3]>;

/// One operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Op {
    /// Says what it does.
    pub opnum: ResOp,
    /// Its arguments.
    pub args: Args,
    /// Its descr.
    pub descr: OpDescr,
}

impl Op {
    /// An operation without descr.
    pub fn new(opnum: ResOp, args: &[OpRef]) -> Op {
        Op { opnum, args: SmallVec::from_slice(args), descr: OpDescr::None }
    }

    /// An operation with a descr of the table.
    pub fn with_descr(opnum: ResOp, args: &[OpRef], descr: DescrRef) -> Op {
        Op { opnum, args: SmallVec::from_slice(args), descr: OpDescr::Descr(descr) }
    }

    /// The descr of the table; panics if there is none (an internal error).
    #[track_caller]
    pub fn descr(&self) -> DescrRef {
        match self.descr {
            OpDescr::Descr(descr) => descr,
            other => panic!("{} has no descr but {other:?}", self.opnum),
        }
    }

    /// The guard's id.
    pub fn guard(&self) -> Option<GuardId> {
        match self.descr {
            OpDescr::Guard(guard) => Some(guard),
            _ => None,
        }
    }

    /// The jump target.
    pub fn token(&self) -> Option<TokenId> {
        match self.descr {
            OpDescr::Token(token) => Some(token),
            _ => None,
        }
    }
}

/// Data of one guard.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GuardInfo {
    /// Values that the backend saves when the guard fails: inputargs and results. `None` = hole.
    /// Empty before optimisation.
    pub fail_args: Vec<Option<OpRef>>,
    /// The interpreter's innermost frame at the guard, in [`Trace::snapshots`]; before optimisation.
    pub snapshot: Option<FrameRef>,
    /// The virtualizables' values, in [`Trace::vables`]; before optimisation.
    pub vables: Option<u32>,
    /// Virtual references whose frames are being traced, in [`Trace::vrefs`]; before optimisation.
    pub vrefs: Option<u32>,
    /// Marks that an exception that is being handled left for its traceback; before optimisation.
    pub marks: Option<Rc<LeftMarks>>,
    /// Number that whoever records the trace gives it, which resume data hands on; before
    /// optimisation.
    pub place: GuardPlace,
    /// Data for rebuilding the interpreter's frames from the fail args; after optimisation.
    pub resume: Option<Box<ResumeData>>,
    /// While the trace is optimised: what is known at the guard. Ends in the resume data.
    pub known: Vec<Fact<OpRef>>,
}

/// A trace.
///
/// Invariants (see [`Trace::verify`]): every argument is defined before its use; kinds match the
/// table's; guards and only guards carry `OpDescr::Guard`; the last operation is final (unless the
/// trace is still being recorded). A `label`'s arguments are distinct values (no constants); behind it only they,
/// constants and later results are used. A jump to the label assigns new values to them, all at once.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Shown in logs.
    pub name: String,
    /// Kinds of the inputargs.
    pub inputargs: Vec<Kind>,
    /// The operations.
    pub ops: Vec<Op>,
    /// Guards' data, by `GuardId`.
    pub guards: Vec<GuardInfo>,
    /// Interpreter frames that guards' snapshots refer to.
    pub snapshots: Vec<SnapshotFrame>,
    /// Values of the virtualizables that guards refer to.
    pub vables: Vec<Vec<VableState<OpRef>>>,
    /// Virtual references that guards refer to, each with its frame.
    pub vrefs: Vec<Vec<(OpRef, OpRef)>>,
    /// Strings of `debug_merge_point`s.
    pub strings: Vec<String>,
    /// What elidable calls gave while the trace was recorded.
    pub computed: Vec<Computed>,
    ints: Vec<i64>,
    refs: Vec<RefConst>,
    floats: Vec<u64>,
    int_index: WordMap,
    float_index: WordMap,
}

/// A call of an elidable function that was made while a trace was recorded.
#[derive(Clone, Debug)]
pub struct Computed {
    /// The call.
    pub call: DescrRef,
    /// The function, and the arguments that it had.
    pub args: Vec<ConstValue>,
    /// What it gave.
    pub result: ConstValue,
}

impl Trace {
    /// An empty trace with these inputargs.
    pub fn new(name: impl Into<String>, inputargs: &[Kind]) -> Trace {
        Trace { name: name.into(), inputargs: inputargs.to_vec(), ..Default::default() }
    }

    /// A trace with the same inputargs, strings and constants (under the same names), and no operations.
    pub fn without_ops(&self) -> Trace {
        Trace {
            name: self.name.clone(),
            inputargs: self.inputargs.clone(),
            strings: self.strings.clone(),
            computed: self.computed.clone(),
            ints: self.ints.clone(),
            refs: self.refs.clone(),
            floats: self.floats.clone(),
            int_index: self.int_index.clone(),
            float_index: self.float_index.clone(),
            ops: Vec::with_capacity(self.ops.len()),
            guards: Vec::with_capacity(self.guards.len()),
            snapshots: Vec::new(),
            vables: Vec::new(),
            vrefs: Vec::new(),
        }
    }

    /// The n-th inputarg.
    pub fn inputarg(&self, n: usize) -> OpRef {
        debug_assert!(n < self.inputargs.len());
        OpRef::value(n)
    }

    /// All inputargs.
    pub fn inputarg_refs(&self) -> impl Iterator<Item = OpRef> + use<> {
        (0..self.inputargs.len()).map(OpRef::value)
    }

    /// Appends an operation; the result names its value (if it has one).
    #[inline]
    pub fn push(&mut self, op: Op) -> OpRef {
        let number = self.inputargs.len() + self.ops.len();
        self.ops.push(op);
        OpRef::value(number)
    }

    /// Appends an operation without descr.
    pub fn record(&mut self, opnum: ResOp, args: &[OpRef]) -> OpRef {
        self.push(Op::new(opnum, args))
    }

    /// Appends an operation with a descr.
    pub fn record_descr(&mut self, opnum: ResOp, args: &[OpRef], descr: DescrRef) -> OpRef {
        self.push(Op::with_descr(opnum, args, descr))
    }

    /// Appends a guard with the interpreter state `snapshot`.
    pub fn record_guard(
        &mut self,
        opnum: ResOp,
        args: &[OpRef],
        snapshot: Option<FrameRef>,
    ) -> OpRef {
        let id = GuardId(self.guards.len() as u32);
        self.guards.push(GuardInfo { snapshot, ..Default::default() });
        let mut op = Op::new(opnum, args);
        op.descr = OpDescr::Guard(id);
        self.push(op)
    }

    /// Appends a label, jump, finish or call_assembler with its token.
    pub fn record_token(&mut self, opnum: ResOp, args: &[OpRef], token: TokenId) -> OpRef {
        let mut op = Op::new(opnum, args);
        op.descr = OpDescr::Token(token);
        self.push(op)
    }

    /// Appends `debug_merge_point('text', depth)`.
    pub fn record_debug_merge_point(&mut self, text: impl Into<String>, depth: i64) -> OpRef {
        let index = self.strings.len() as i64;
        self.strings.push(text.into());
        let args = [self.const_int(index), self.const_int(depth)];
        self.record(ResOp::DebugMergePoint, &args)
    }

    /// Adds an interpreter frame for snapshots. `parent` is the caller's frame.
    pub fn add_snapshot(&mut self, frame: SnapshotFrame) -> FrameRef {
        self.snapshots.push(frame);
        FrameRef(self.snapshots.len() as u32 - 1)
    }

    /// Number of values: inputargs and operations.
    pub fn num_values(&self) -> usize {
        self.inputargs.len() + self.ops.len()
    }

    /// The operation that defines a value; `None` for inputargs and constants.
    pub fn op_of(&self, value: OpRef) -> Option<&Op> {
        if value.is_const() {
            return None;
        }
        self.ops.get(value.index().checked_sub(self.inputargs.len())?)
    }

    /// The value that the `n`-th operation defines.
    pub fn op_ref(&self, n: usize) -> OpRef {
        OpRef::value(self.inputargs.len() + n)
    }

    /// Kind of an operand.
    #[inline]
    pub fn kind(&self, value: OpRef) -> Kind {
        if let Some(kind) = value.const_kind() {
            return kind;
        }
        let index = value.index();
        match self.inputargs.get(index) {
            Some(&kind) => kind,
            None => self.ops[index - self.inputargs.len()].opnum.result(),
        }
    }

    /// The integer constant.
    pub fn const_int(&mut self, value: i64) -> OpRef {
        let pool = &mut self.ints;
        let index = self.int_index.get_or_insert(value as u64, || {
            pool.push(value);
            pool.len() as u32 - 1
        });
        OpRef::constant(Kind::Int, index as usize)
    }

    /// The float constant, given by its bits.
    pub fn const_float_bits(&mut self, bits: u64) -> OpRef {
        let pool = &mut self.floats;
        let index = self.float_index.get_or_insert(bits, || {
            pool.push(bits);
            pool.len() as u32 - 1
        });
        OpRef::constant(Kind::Float, index as usize)
    }

    /// The reference constant.
    pub fn const_ref(&mut self, value: RefConst) -> OpRef {
        // Few reference constants occur in one trace: a linear search is enough.
        let index = self.refs.iter().position(|&r| r == value).unwrap_or_else(|| {
            self.refs.push(value);
            self.refs.len() - 1
        });
        OpRef::constant(Kind::Ref, index)
    }

    /// A constant of any kind.
    pub fn constant(&mut self, value: ConstValue) -> OpRef {
        match value {
            ConstValue::Int(v) => self.const_int(v),
            ConstValue::Ref(v) => self.const_ref(v),
            ConstValue::Float(v) => self.const_float_bits(v),
        }
    }

    /// Value of a constant operand; `None` for inputargs and results.
    #[inline]
    pub fn const_value(&self, value: OpRef) -> Option<ConstValue> {
        Some(match value.const_kind()? {
            Kind::Int => ConstValue::Int(self.ints[value.const_index()]),
            Kind::Ref => ConstValue::Ref(self.refs[value.const_index()]),
            Kind::Float => ConstValue::Float(self.floats[value.const_index()]),
            Kind::Void => return None,
        })
    }

    /// Value of an integer constant operand.
    pub fn int_value(&self, value: OpRef) -> Option<i64> {
        self.const_value(value)?.int()
    }

    /// Objects that this trace's constants mention.
    pub fn reference_constants(&self) -> impl Iterator<Item = RefConst> + '_ {
        self.refs.iter().copied()
    }

    /// Rooted objects that this trace's constants mention (for the root table's bookkeeping).
    pub fn rooted_constants(&self) -> impl Iterator<Item = u32> + '_ {
        self.refs.iter().filter_map(|r| match r {
            RefConst::Rooted(index) => Some(*index),
            _ => None,
        })
    }

    /// Number of operations that are not for logs only.
    pub fn num_real_ops(&self) -> usize {
        self.ops.iter().filter(|op| !op.opnum.has(crate::effects::DEBUG)).count()
    }

    /// The caller chain of a snapshot, outermost frame first.
    pub fn snapshot_frames(&self, top: FrameRef) -> Vec<&SnapshotFrame> {
        let mut frames = Vec::new();
        let mut next = Some(top);
        while let Some(frame) = next {
            let frame = &self.snapshots[frame.0 as usize];
            frames.push(frame);
            next = frame.parent;
        }
        frames.reverse();
        frames
    }

    /// Checks the invariants; the first violation is described.
    pub fn verify(&self) -> Result<(), String> {
        use crate::ArgKind;
        // Behind a label only its arguments and later values are visible.
        let mut visible_from = 0;
        let mut label_args: &[OpRef] = &[];
        for (n, op) in self.ops.iter().enumerate() {
            let here = || format!("operation {n} ({}) of trace '{}'", op.opnum, self.name);
            let limit = self.inputargs.len() + n;
            let check = |arg: OpRef, what: &str, limit: usize| -> Result<(), String> {
                if arg.is_const() {
                    let len = match arg.const_kind() {
                        Some(Kind::Int) => self.ints.len(),
                        Some(Kind::Ref) => self.refs.len(),
                        Some(Kind::Float) => self.floats.len(),
                        _ => 0,
                    };
                    if arg.const_index() >= len {
                        return Err(format!("{}: {what} is an unknown constant", here()));
                    }
                } else if arg.index() >= limit {
                    return Err(format!("{}: {what} {arg:?} is not defined yet", here()));
                } else if self.kind(arg) == Kind::Void {
                    return Err(format!("{}: {what} {arg:?} has no value", here()));
                } else if arg.index() < visible_from && !label_args.contains(&arg) {
                    return Err(format!("{}: {what} {arg:?} is hidden by the label", here()));
                }
                Ok(())
            };
            let info = op.opnum.info();
            if op.args.len() < info.args.len() || op.args.len() > info.args.len() && !info.variadic
            {
                return Err(format!("{}: {} arguments", here(), op.args.len()));
            }
            for &arg in &op.args {
                check(arg, "argument", limit)?;
            }
            for (&arg, want) in op.args.iter().zip(info.args) {
                if let ArgKind::Is(kind) = want
                    && self.kind(arg) != *kind
                {
                    return Err(format!("{}: argument {arg:?} is not of kind {kind}", here()));
                }
            }
            match (op.opnum.is_guard(), op.descr) {
                (true, OpDescr::Guard(id)) => {
                    let info = self.guards.get(id.0 as usize);
                    let info = info.ok_or_else(|| format!("{}: no guard data", here()))?;
                    for &arg in info.fail_args.iter().flatten() {
                        check(arg, "fail arg", limit)?;
                        if arg.is_const() {
                            return Err(format!("{}: constant fail arg", here()));
                        }
                    }
                    if let Some(top) = info.snapshot {
                        for frame in self.snapshot_frames(top) {
                            for &arg in &frame.slots {
                                check(arg, "snapshot slot", limit)?;
                            }
                        }
                    }
                    let vables = info.vables.map(|n| &self.vables[n as usize]);
                    for vable in vables.into_iter().flatten() {
                        let values = vable.values.iter().map(|v| v.value);
                        for arg in values.chain([vable.object]) {
                            check(arg, "value of a virtualizable", limit)?;
                        }
                    }
                    for &(vref, frame) in info.vrefs.iter().flat_map(|n| &self.vrefs[*n as usize]) {
                        check(vref, "virtual reference", limit)?;
                        check(frame, "frame of a virtual reference", limit)?;
                    }
                }
                (false, OpDescr::Guard(_)) | (true, _) => {
                    return Err(format!("{}: guard data and guards go together", here()));
                }
                _ => {}
            }
            if op.opnum == ResOp::Label {
                let distinct = |n: usize, a: &OpRef| !a.is_const() && !op.args[..n].contains(a);
                if !op.args.iter().enumerate().all(|(n, a)| distinct(n, a)) {
                    return Err(format!("{}: arguments are not distinct values", here()));
                }
                visible_from = limit;
                label_args = &op.args;
            }
            if op.opnum.is_final() && n + 1 != self.ops.len() {
                return Err(format!("{}: not the last operation", here()));
            }
            if op.opnum.has(crate::effects::DESCR) != matches!(op.descr, OpDescr::Descr(_)) {
                return Err(format!("{}: wrong descr {:?}", here(), op.descr));
            }
        }
        Ok(())
    }
}

/// Symbol names for addresses, used by texts only.
#[derive(Clone, Debug, Default)]
pub struct SymbolNames {
    /// address → name
    pub names: crate::hash::FxIndexMap<i64, String>,
    /// address → name, of memory that only this run has; for logs.
    pub made: core::cell::RefCell<crate::hash::FxHashMap<i64, String>>,
    /// Descriptions of objects, for logs.
    pub objects: core::cell::RefCell<crate::hash::FxHashMap<RefConst, String>>,
}

impl SymbolNames {
    /// The address of a name.
    pub fn address(&self, name: &str) -> Option<i64> {
        self.names.iter().find(|(_, n)| *n == name).map(|(a, _)| *a)
    }
}

/// Looks an address up. (A type of its own so that signatures say what the slice is.)
#[derive(Clone, Copy, Debug)]
pub struct Addresses<'a>(pub &'a [u64]);

impl Addresses<'_> {
    /// The address.
    pub fn get(&self, addr: AddrRef) -> u64 {
        self.0[addr.0 as usize]
    }
}

mod rustc_hash_lite {
    //! Word → index map with a fixed hash: cheap, and deterministic.

    use alloc::vec::Vec;

    /// Open-addressing map from words to indices.
    #[derive(Clone, Debug, Default)]
    pub struct WordMap {
        slots: Vec<(u64, u32)>,
        len: usize,
    }

    const EMPTY: u32 = u32::MAX;

    impl WordMap {
        /// The index stored for `key`, or the one that `make` returns, stored.
        pub fn get_or_insert(&mut self, key: u64, make: impl FnOnce() -> u32) -> u32 {
            if self.len * 2 >= self.slots.len() {
                self.grow();
            }
            let at = self.find(key);
            if self.slots[at].1 == EMPTY {
                self.slots[at] = (key, make());
                self.len += 1;
            }
            self.slots[at].1
        }

        #[inline]
        fn find(&self, key: u64) -> usize {
            let mask = self.slots.len() - 1;
            let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
            while self.slots[at].1 != EMPTY && self.slots[at].0 != key {
                at = (at + 1) & mask;
            }
            at
        }

        fn grow(&mut self) {
            let size = (self.slots.len() * 2).max(8);
            let old = core::mem::replace(&mut self.slots, vec![(0, EMPTY); size]);
            for (key, index) in old {
                if index != EMPTY {
                    let at = self.find(key);
                    self.slots[at] = (key, index);
                }
            }
        }
    }
}
