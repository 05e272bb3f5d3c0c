//! Promises of the program that the tracer relies on rather than on guards: lists that never change
//! (`_immutable_fields_ = ["x[*]"]`, and those that no code of the program changes) and quasi-immutable fields (`"x?"`).
//!
//! A list or array that was read from such a field is marked, whatever way it takes then. What is read of a
//! marked constant is constant. The marks of constants outlive the trace ([`RootTable::mark_unchanging`]): a bridge finds them
//! in the registers that it begins with.

use crate::jitprof::AbortReason;
use crate::tracer::{CONST, RootedConsts, TBox, Tracer};
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::{Memory, RootTable};
use jitmodel::hash::FxHashSet;
use jitmodel::*;

/// Number of invalidations after which a field of an object is not taken for a constant any more.
pub const MAX_INVALIDATIONS: i64 = 8;

/// A quasi-immutable field that a trace relies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuasiRead {
    /// The object.
    pub object: RefConst,
    /// The field.
    pub field: DescrRef,
    /// Its mutate field.
    pub mutate: DescrRef,
    /// Value that the field holds.
    pub value: ConstValue,
}

impl QuasiRead {
    /// The mutate field of a quasi-immutable field that may be relied on in the object at this address.
    pub fn mutate(
        mem: &impl Memory,
        descrs: &DescrTable,
        object: i64,
        field: DescrRef,
    ) -> Option<DescrRef> {
        let mutate = descrs.field(field).quasi_immutable?;
        (object != 0 && mem.getfield(object, mutate) > -MAX_INVALIDATIONS).then_some(mutate)
    }

    /// Says whether the field still holds the value.
    fn holds(&self, mem: &impl Memory, roots: &RootTable) -> bool {
        let word = mem.getfield(roots.ref_word(self.object), self.field);
        match self.value {
            ConstValue::Ref(c) => word == roots.ref_word(c),
            ConstValue::Float(bits) => word == bits as i64,
            ConstValue::Int(i) => word == i,
        }
    }

    /// Says whether it is the field of the object at this address; if so, code that relies on it is not made
    /// again.
    pub fn is_written(
        &self,
        mem: &impl Memory,
        roots: &RootTable,
        object: i64,
        field: DescrRef,
    ) -> bool {
        let is = self.field == field && roots.ref_word(self.object) == object;
        if is {
            mem.setfield(object, self.mutate, -MAX_INVALIDATIONS);
        }
        is
    }
}

/// Holds what a trace relies on.
#[derive(Default)]
pub struct Promised {
    lists: FxHashSet<OpRef>,
    const_lists: RootedConsts,
    /// Quasi-immutable fields.
    pub quasi: Vec<QuasiRead>,
    /// The next operation reads a field that was just promised.
    pub(crate) promised: bool,
    written: FxHashSet<DescrRef>,
}

impl Promised {
    /// Nothing yet.
    pub fn new(roots: &Rc<RootTable>) -> Self {
        Promised { const_lists: RootedConsts::new(roots), ..Default::default() }
    }

    /// A loop may begin here: variables can be other objects then.
    pub fn forget_variables(&mut self) {
        self.lists.clear();
    }

    pub(crate) fn has(&self, mem: &impl Memory, roots: &RootTable, list: TBox) -> bool {
        match list.op {
            CONST => self.has_const(mem, roots, list.word),
            op => self.lists.contains(&op),
        }
    }

    /// Says whether the object at this address, which is a constant, never changes.
    pub(crate) fn has_const(&self, mem: &impl Memory, roots: &RootTable, word: i64) -> bool {
        match mem.is_prebuilt(word) {
            true => roots.is_prebuilt_unchanging(word),
            false => self.was_marked(word),
        }
    }

    /// Says whether this trace marked the object at this address, which is a constant.
    pub fn was_marked(&self, word: i64) -> bool {
        self.const_lists.find(word).is_some()
    }
}

impl<M: Memory> Tracer<'_, M> {
    /// A quasi-immutable field of `object` is about to be read.
    pub(crate) fn quasi_read(&mut self, object: TBox, field: DescrRef) {
        let descrs = &self.data.descrs;
        if object.op != CONST || self.promised.written.contains(&field) {
            return;
        }
        let Some(mutate) = QuasiRead::mutate(self.mem, descrs, object.word, field) else { return };
        self.decided_by(&[object]);
        self.guard_before(ResOp::GuardNotInvalidated, &[]);
        let word = self.mem.getfield(object.word, field);
        let value = self.const_value(descrs.value_kind(field), word);
        let read = QuasiRead { object: self.ref_const(object.word), field, mutate, value };
        if !self.promised.quasi.contains(&read) {
            self.promised.quasi.push(read);
        }
        self.promised.promised = true;
    }
    /// Says whether the quasi-immutable fields still have the values that the trace took.
    pub(crate) fn promises_hold(&self) -> bool {
        self.promised.quasi.iter().all(|q| q.holds(self.mem, self.roots))
    }
}

/// The list never changes.
pub(crate) fn mark_list<M: Memory>(tracer: &mut Tracer<'_, M>, list: TBox) {
    if list.word == 0 || tracer.promised.has(tracer.mem, tracer.roots, list) {
        return;
    }
    if list.op != CONST {
        tracer.promised.lists.insert(list.op);
        return;
    }
    tracer.decided_by(&[list]);
    if tracer.mem.is_prebuilt(list.word) {
        tracer.roots.mark_prebuilt_unchanging(list.word);
    } else if let Some(slot) = tracer.roots.alloc(list.word) {
        tracer.promised.const_lists.add(slot);
        if let Some(slot) = tracer.consts.find(list.word) {
            tracer.roots.mark_unchanging(slot);
        }
    }
}

/// `v` becomes a constant: so does what is known of it.
pub(crate) fn mark_promoted<M: Memory>(tracer: &mut Tracer<'_, M>, v: TBox) {
    if v.kind == Kind::Ref && tracer.promised.lists.contains(&v.op) {
        mark_list(tracer, TBox { op: CONST, ..v });
    }
}

/// Says, before an operation on memory, how it is recorded, and whether its result is a constant if its
/// operands are.
pub(crate) fn promised_read<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    op: ResOp,
    args: &[TBox],
    descr: DescrRef,
) -> (ResOp, bool) {
    use ResOp::*;
    let promised = core::mem::take(&mut tracer.promised.promised);
    match op {
        GetfieldGcI | GetfieldGcR | GetfieldGcF => {
            (op, promised || tracer.promised.has(tracer.mem, tracer.roots, args[0]))
        }
        GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF
            if tracer.promised.has(tracer.mem, tracer.roots, args[0]) =>
        {
            let pure = match op {
                GetarrayitemGcI => GetarrayitemGcPureI,
                GetarrayitemGcR => GetarrayitemGcPureR,
                _ => GetarrayitemGcPureF,
            };
            (pure, true)
        }
        SetfieldGc if tracer.data.descrs.field(descr).quasi_immutable.is_some() => {
            quasi_written(tracer, args[0], descr);
            (op, false)
        }
        _ => (op, false),
    }
}

/// Notes, after a read, that what comes out of a field with `[*]`, or is the array of such a list, does
/// not change.
pub(crate) fn promised_result<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    op: ResOp,
    args: &[TBox],
    descr: DescrRef,
    v: TBox,
) -> TBox {
    if op == ResOp::GetfieldGcR
        && (tracer.data.descrs.field(descr).immutable_items
            || tracer.promised.has(tracer.mem, tracer.roots, args[0]))
    {
        mark_list(tracer, v);
    }
    v
}

/// A quasi-immutable field is written: it is not read as a constant any more, and must not have been.
fn quasi_written<M: Memory>(tracer: &mut Tracer<'_, M>, object: TBox, field: DescrRef) {
    tracer.promised.written.insert(field);
    let (mem, roots) = (tracer.mem, tracer.roots);
    // The next attempt takes it for an ordinary field.
    if tracer.promised.quasi.iter().any(|q| q.is_written(mem, roots, object.word, field)) {
        tracer.fail(AbortReason::ForceQuasiImmut);
    }
}
