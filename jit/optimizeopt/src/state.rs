//! The state of one pass over a trace: what the stages read and write, and short steps on values that all stages take.

use crate::label::ShortOp;
use crate::memory::HeapCache;
use crate::numbering::Numbering;
use crate::ranges::{Move, RangeGuard};
use crate::values::{V, Values, Virtual, zero};
use crate::world::{OptEnv, Options};
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::effects::COMMUTATIVE;
use jitmodel::hash::{FxHashSet, FxIndexMap};
use jitmodel::*;
use smallvec::SmallVec;

/// An operation on its way through the stages.
#[derive(Clone, Debug)]
pub struct WOp {
    /// Says what it does.
    pub opnum: R,
    /// Its arguments.
    pub args: SmallVec<[V; 4]>,
    /// Its descr; guards: the input's guard that gives the snapshot.
    pub descr: OpDescr,
    /// Its result; meaningless for void operations.
    pub result: V,
}

impl WOp {
    /// The descr of the table.
    #[track_caller]
    pub fn descr(&self) -> DescrRef {
        match self.descr {
            OpDescr::Descr(d) => d,
            other => panic!("{} has no descr but {other:?}", self.opnum),
        }
    }
}

/// Identifies a pure computation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PureKey {
    /// Says what is computed.
    pub opnum: R,
    /// Its descr.
    pub descr: Option<DescrRef>,
    /// Values that it is computed from.
    pub args: SmallVec<[V; 3]>,
}

impl PureKey {
    /// Equal keys give equal results.
    pub fn new(opnum: R, descr: Option<DescrRef>, mut args: SmallVec<[V; 3]>) -> PureKey {
        if opnum.has(COMMUTATIVE)
            && let [a, b] = &mut args[..]
            && a > b
        {
            core::mem::swap(a, b);
        }
        PureKey { opnum, descr, args }
    }
}

/// Says what became of the overflow-checking operation before a `guard_no_overflow`.
#[derive(Clone, Copy, Debug)]
pub enum LastOvf {
    /// It is known not to overflow (or is a repetition): the guard goes too.
    Removed,
    /// It was emitted.
    Kept(u32),
    /// It always overflows.
    Always,
}

/// A gap of the label ([`crate::label::Gap`]), in the body.
#[derive(Clone, Copy)]
pub struct Offered {
    /// The lesser value.
    pub(crate) low: V,
    /// The greater value.
    pub(crate) high: V,
    /// The difference that is known.
    pub(crate) least: i64,
    /// The difference that the body needs, if it does.
    pub(crate) needed: Option<i64>,
}

/// The short boxes that a body may use.
#[derive(Default)]
pub struct Imported {
    /// The operations that compute them.
    pub(crate) ops: Vec<ShortOp>,
    /// The values, one for each operation.
    pub(crate) vals: Vec<V>,
    /// Values that they are computed from.
    pub(crate) args: Vec<SmallVec<[V; 3]>>,
    /// The output's names of the values.
    pub(crate) places: Vec<OpRef>,
    /// True for those that the body uses.
    pub(crate) used: Vec<bool>,
    /// Indices of those that the body uses, in an order in which they can be computed.
    pub(crate) order: Vec<usize>,
    /// Differences that whoever jumps to the label makes sure of.
    pub(crate) gaps: Vec<Offered>,
}

/// State of one pass.
pub struct Optimizer<'a> {
    /// The trace that is read.
    pub input: &'a Trace,
    /// Its descrs.
    pub descrs: &'a DescrTable,
    /// The outside world.
    pub env: &'a mut dyn OptEnv,
    /// Settings.
    pub opts: Options,
    /// The values.
    pub vals: Values,
    /// Input value → value.
    pub map: Vec<V>,
    /// The trace that is written.
    pub out: Trace,
    /// Operations that define values (for looking through them).
    pub defs: Vec<WOp>,
    /// Pure operations that were made.
    pub pure: FxIndexMap<PureKey, V>,
    /// Holds what is known about memory.
    pub heap: HeapCache,
    /// Values that the short preamble offers.
    pub imported: Imported,
    /// A call that can raise was emitted since the last `guard_no_exception`.
    pub exc_possible: bool,
    /// The operation before made an array for which there may be no memory.
    pub made_array: bool,
    /// About the last overflow-checking operation.
    pub last_ovf: LastOvf,
    /// `guard_not_invalidated` was seen and nothing that invalidates since.
    pub validity_checked: bool,
    /// The last `guard_future_condition`'s snapshot, for guards that closing the loop needs.
    pub future_guard: Option<GuardId>,
    /// Range tests in the output.
    pub ranges: Vec<RangeGuard>,
    /// Writes that are to be made where they stood.
    pub moves: Vec<Move>,
    /// (descr, array, length) of arrays whose length was read.
    pub lengths: Vec<(DescrRef, V, V)>,
    /// Numbers for resume data.
    pub numbering: Numbering,
    /// Virtual references that are virtual objects, and whose frames they do not hold.
    pub live_vrefs: FxHashSet<V>,
    /// Descriptions of virtuals in guards, each once.
    pub(crate) infos: FxHashSet<Rc<VirtualInfo>>,
}

impl<'a> Optimizer<'a> {
    /// A pass over `input` that appends to `out`.
    pub fn new(
        input: &'a Trace,
        descrs: &'a DescrTable,
        env: &'a mut dyn OptEnv,
        opts: Options,
        out: Trace,
    ) -> Self {
        Optimizer {
            input,
            descrs,
            env,
            opts,
            vals: Values::default(),
            map: Vec::new(),
            out,
            defs: Vec::new(),
            pure: FxIndexMap::default(),
            heap: HeapCache::default(),
            imported: Imported::default(),
            exc_possible: false,
            made_array: false,
            last_ovf: LastOvf::Removed,
            validity_checked: false,
            future_guard: None,
            ranges: Vec::new(),
            moves: Vec::new(),
            lengths: Vec::new(),
            numbering: Numbering::default(),
            live_vrefs: FxHashSet::default(),
            infos: FxHashSet::default(),
        }
    }
    /// The value of an input operand.
    pub fn input_value(&mut self, operand: OpRef) -> V {
        match self.input.const_value(operand) {
            Some(c) => self.const_value(c),
            None => self.vals.get(self.map[operand.index()]),
        }
    }
    /// The value of a constant, with what the world knows about it.
    pub fn const_value(&mut self, c: ConstValue) -> V {
        let v = self.vals.constant(c);
        if let ConstValue::Ref(r) = c
            && r != RefConst::Null
            && self.vals[v].ptr.class.is_none()
        {
            self.vals[v].ptr.class = self.env.class_of(r);
        }
        v
    }
    /// An integer constant.
    pub fn int_const(&mut self, value: i64) -> V {
        self.vals.constant(ConstValue::Int(value))
    }
    /// `v` is the same as `other` from now on.
    pub fn make_equal(&mut self, v: V, other: V) {
        let (v, other) = (self.vals.get(v), self.vals.get(other));
        if v != other {
            self.vals[v].fwd = Some(other);
        }
    }
    /// `v` is this constant from now on.
    pub fn make_constant(&mut self, v: V, c: ConstValue) {
        let c = self.const_value(c);
        self.make_equal(v, c);
    }
    /// `v` is this integer from now on.
    pub fn make_int(&mut self, v: V, value: i64) {
        self.make_constant(v, ConstValue::Int(value));
    }
    /// The operation that defines `v`, if its arguments are still meaningful.
    #[inline]
    pub fn def(&self, v: V) -> Option<&WOp> {
        let v = self.vals.get(v);
        self.vals[v].def.map(|n| &self.defs[n as usize])
    }
    /// `v` is known not to be null.
    #[inline]
    pub fn make_nonnull(&mut self, v: V) {
        let v = self.vals.get(v);
        if self.vals[v].konst.is_none() {
            self.vals[v].ptr.nonnull = true;
        }
    }
    /// Address of a struct's vtable.
    pub fn vtable(&mut self, size: DescrRef) -> Option<i64> {
        let vtable = self.descrs.size(size).vtable?;
        Some(self.env.address(vtable))
    }
    /// Says whether `v` is non-null: `None` = unknown.
    pub fn known_nonnull(&self, v: V) -> Option<bool> {
        let v = self.vals.get(v);
        match self.vals[v].konst {
            Some(ConstValue::Ref(r)) => Some(r != RefConst::Null),
            _ if self.vals[v].ptr.nonnull => Some(true),
            _ => None,
        }
    }
    /// The exact class of `v`, if known.
    pub fn known_class(&mut self, v: V) -> Option<i64> {
        let v = self.vals.get(v);
        if let Some(Virtual::Struct { size, .. }) = self.vals.virt(v) {
            let size = *size;
            return self.vtable(size);
        }
        self.vals[v].ptr.class
    }
    /// The exact class of what is an instance or null. Constants are looked at.
    pub fn class_of_instance(&mut self, v: V) -> Option<i64> {
        let v = self.vals.get(v);
        if let Some(ConstValue::Ref(object)) = self.vals[v].konst
            && object != RefConst::Null
            && self.vals[v].ptr.class.is_none()
        {
            self.vals[v].ptr.class = self.env.instance_class(object);
        }
        self.known_class(v)
    }
    /// Remembers an operation as its result's definition.
    #[inline]
    pub fn note_def(&mut self, op: WOp) -> u32 {
        let def = self.defs.len() as u32;
        self.vals[op.result].def = Some(def);
        self.defs.push(op);
        def
    }
    /// Makes an operation of the optimiser's own.
    pub fn new_op(&mut self, opnum: R, args: &[V], descr: OpDescr) -> WOp {
        let result = self.vals.fresh(opnum.result());
        WOp { opnum, args: SmallVec::from_slice(args), descr, result }
    }
    /// Says whether `v` is the constant 0, 0.0 or null.
    #[inline]
    pub fn is_zero(&self, v: V) -> bool {
        self.vals.konst(v).is_some_and(|c| c == zero(c.kind()))
    }
    /// The output's name of a value that is there already.
    pub(crate) fn place(&mut self, v: V) -> Option<OpRef> {
        let v = self.vals.get(v);
        match self.vals[v].konst {
            Some(c) => Some(self.out.constant(c)),
            None if self.vals.is_virtual(v) => None,
            None => self.vals[v].out,
        }
    }
}
