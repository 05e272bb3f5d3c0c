//! Notes what the trace needs of the objects that it promotes ([`crate::foresight`]).

use crate::premises;
use crate::premises::{Operation, Premise, Promotion, Use};
use crate::tracer::state::Tracer;
use crate::tracer::values::TBox;
use alloc::vec;
use alloc::vec::Vec;
use jitbackend::Memory;
use jitmodel::*;

impl<M: Memory> Tracer<'_, M> {
    /// Notes that what is done next depends on these values in a way that is not written down.
    pub(crate) fn decided_by(&mut self, values: &[TBox]) {
        if self.promotions.all.is_empty() {
            return;
        }
        for v in values.iter().filter(|v| v.kind == Kind::Ref) {
            for n in self.promotions.of(v.word, self.roots) {
                self.promotions.all[n].plain = false;
            }
        }
    }
}

/// `v` has got a guard that promotes it.
pub(crate) fn promotes<M: Memory>(tracer: &mut Tracer<'_, M>, v: TBox) {
    if v.kind != Kind::Ref || v.word == 0 || tracer.mem.type_id(v.word).is_none() {
        return;
    }
    if tracer.promotions.all.len() >= FEW as usize {
        return tracer.decided_by(&[v]);
    }
    let value = tracer.ref_const(v.word);
    let frame = tracer.trace.guards.last().and_then(|guard| guard.snapshot);
    let promotion = Promotion { value, of: v.op, frame, uses: vec![], plain: true };
    tracer.promotions.all.push(promotion);
    tracer.promotions.words.push(v.word);
}

/// The result of an operation on constants is one.
pub(crate) fn folded<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    what: Operation,
    args: &[TBox],
    result: TBox,
) -> TBox {
    if tracer.promotions.all.is_empty() {
        return result;
    }
    for v in args.iter().filter(|v| v.kind == Kind::Ref) {
        let place = |a: &TBox| a.kind == Kind::Ref && a.word == v.word;
        for n in tracer.promotions.of(v.word, tracer.roots) {
            let Promotion { plain, uses, .. } = &tracer.promotions.all[n];
            let twice = args.iter().filter(|a| place(a)).count() > 1;
            if !*plain || uses.len() >= MAX_KNOWN || twice {
                tracer.promotions.all[n].plain = false;
                continue;
            }
            let constant = |a: &TBox| (!place(a)).then(|| tracer.const_value(a.kind, a.word));
            let args = args.iter().map(constant).collect();
            let result = tracer.const_value(result.kind, result.word);
            tracer.promotions.all[n].uses.push(Use { what, args, result });
        }
    }
    result
}

/// An operation was not recorded, since an earlier one had the result: that may have been about another variable with the same object.
pub(crate) fn known_of<M: Memory>(tracer: &mut Tracer<'_, M>, values: &[TBox]) {
    if tracer.promotions.all.len() < 2 {
        return;
    }
    for v in values.iter().filter(|v| v.kind == Kind::Ref && v.is_const()) {
        if tracer.promotions.of(v.word, tracer.roots).len() > 1 {
            tracer.decided_by(&[*v]);
        }
    }
}

/// Gives the promotions on which nothing but their uses depends, after the trace is recorded.
pub(crate) fn premises<M: Memory>(tracer: &mut Tracer<'_, M>) -> Vec<Premise> {
    let promotions = core::mem::take(&mut tracer.promotions.all);
    let (trace, roots) = (&tracer.trace, tracer.roots);
    let word = |p: &Promotion| roots.ref_word(p.value);
    let only_promoted = |p: &Promotion| {
        let is = |v: &OpRef| match trace.const_value(*v) {
            Some(ConstValue::Ref(c)) => roots.ref_word(c) == word(p),
            _ => false,
        };
        let mut promoted = false;
        trace.ops.iter().all(|op| {
            if op.opnum == ResOp::GuardValue && is(&op.args[1]) {
                promoted |= op.args[0] == p.of;
                let known = |q: &Promotion| q.of == op.args[0] && word(q) == word(p);
                return promotions.iter().any(known);
            }
            !op.args.iter().any(|v| is(v) || promoted && *v == p.of)
        })
    };
    let premise = |p: &Promotion| {
        let same: Vec<&Promotion> = promotions.iter().filter(|q| word(q) == word(p)).collect();
        let told_apart = same.iter().filter(|_| same.len() > 1);
        Premise {
            value: p.value,
            places: told_apart.map(|q| premises::place_of(trace, q.frame)).collect(),
            which: same.iter().position(|q| q.of == p.of).unwrap_or(0),
            uses: p.uses.iter().cloned().collect(),
        }
    };
    promotions.iter().filter(|p| p.plain && only_promoted(p)).map(premise).collect()
}
