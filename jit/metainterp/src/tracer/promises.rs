//! What the tracer does with promises of the program ([`crate::promised`]).

use crate::jitprof::AbortReason;
use crate::promised::QuasiRead;
use crate::tracer::state::Tracer;
use crate::tracer::values::{CONST, TBox};
use jitbackend::Memory;
use jitmodel::*;

impl<M: Memory> Tracer<'_, M> {
    /// A quasi-immutable field of `object` is about to be read.
    pub(crate) fn quasi_read(&mut self, object: TBox, field: DescrRef) {
        let descrs = &self.data.descrs;
        if object.op != CONST || self.promised.written.contains(&field) {
            return;
        }
        let Some(mutate) = QuasiRead::mutate(self.mem, descrs, object.word, field) else { return };
        self.decided_by(&[object]);
        if !is_valid(self) {
            self.guard_before(ResOp::GuardNotInvalidated, &[]);
            self.promised.valid = Some(self.trace.ops.len());
        }
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

/// Says whether the trace has found out that its code is valid, with nothing behind that which may have changed it. (The optimiser
/// would leave a second guard out; but each holds all frames.)
fn is_valid<M: Memory>(tracer: &mut Tracer<'_, M>) -> bool {
    let Some(valid) = tracer.promised.valid else { return false };
    let descrs = &tracer.data.descrs;
    let invalidates = |op: &Op| match op.descr {
        OpDescr::Descr(descr) if op.opnum.is_call() => {
            let effect = &descrs.call(descr).effect;
            effect.can_invalidate || effect.has_random_effects()
        }
        OpDescr::Descr(descr) if op.opnum == ResOp::SetfieldGc => {
            descrs.field(descr).quasi_immutable.is_some()
        }
        _ => op.opnum.is_call(),
    };
    let holds = !tracer.trace.ops[valid..].iter().any(invalidates);
    tracer.promised.valid = Some(tracer.trace.ops.len()).filter(|_| holds);
    holds
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
pub(crate) fn quasi_written<M: Memory>(tracer: &mut Tracer<'_, M>, object: TBox, field: DescrRef) {
    tracer.promised.written.insert(field);
    let (mem, roots) = (tracer.mem, tracer.roots);
    // The next attempt takes it for an ordinary field.
    if tracer.promised.quasi.iter().any(|q| q.is_written(mem, roots, object.word, field)) {
        tracer.fail(AbortReason::ForceQuasiImmut);
    }
}
