//! Known functions on a few items, recorded item by item: so the arrays can be virtual, and what is read later is known.

use crate::step::Interp;
use crate::tracer::state::Tracer;
use crate::tracer::values::TBox;
use alloc::vec::Vec;
use jitbackend::Memory;
use jitmodel::*;

fn read_op(d: &ArrayDescr) -> Option<ResOp> {
    Some(match (d.kind, d.pure) {
        (Kind::Int, false) => ResOp::GetarrayitemGcI,
        (Kind::Int, true) => ResOp::GetarrayitemGcPureI,
        (Kind::Ref, false) => ResOp::GetarrayitemGcR,
        (Kind::Ref, true) => ResOp::GetarrayitemGcPureR,
        (Kind::Float, false) => ResOp::GetarrayitemGcF,
        (Kind::Float, true) => ResOp::GetarrayitemGcPureF,
        (Kind::Void, _) => return None,
    })
}

/// Makes and records what a known function does, and gives its result. `None`: it has to be called.
pub(crate) fn unrolled<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    effect: &EffectInfo,
    args: &[TBox],
) -> Option<TBox> {
    if effect.oopspec == OopSpec::None {
        return None;
    }
    if tracer.takes_vable_array(args) {
        // Its items would need guards, and there is no place for them behind a call.
        return None;
    }
    let nothing = tracer.constant(Kind::Void, 0);
    let data = tracer.data;
    let array = |places: &[DescrRef]| match places {
        [d] => match data.descrs.get(*d) {
            Descr::Array(a) => Some((*d, read_op(a)?, a.kind)),
            _ => None,
        },
        _ => None,
    };
    let few = |n: &TBox| n.is_const() && (0..=FEW).contains(&n.word);
    match (effect.oopspec, args) {
        (OopSpec::ArrayCopy, &[_, src, dst, from, to, n]) if few(&n) => {
            let (read, op, _) = array(&effect.reads)?;
            let (written, _, _) = array(&effect.writes)?;
            // They may overlap.
            let mut items = Vec::new();
            for k in 0..n.word {
                let at = offset(tracer, from, k);
                items.push(tracer.memory(op, &[src, at], read));
            }
            for (k, item) in items.into_iter().enumerate() {
                let at = offset(tracer, to, k as i64);
                tracer.memory(ResOp::SetarrayitemGc, &[dst, at, item], written);
            }
            Some(nothing)
        }
        (OopSpec::ArrayClear, &[_, dst, start, n]) if few(&n) => {
            let (written, _, kind) = array(&effect.writes)?;
            let zero = tracer.constant(kind, 0);
            for k in 0..n.word {
                let at = offset(tracer, start, k);
                tracer.memory(ResOp::SetarrayitemGc, &[dst, at, zero], written);
            }
            Some(nothing)
        }
        (OopSpec::StrEqual, &[_, a, b]) => {
            let (d, op, _) = array(&effect.reads)?;
            equal_items(tracer, op, d, a, b)
        }
        _ => None,
    }
}

/// Compares two arrays, one of which the trace makes.
fn equal_items<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    op: ResOp,
    d: DescrRef,
    a: TBox,
    b: TBox,
) -> Option<TBox> {
    let made = |v: TBox| tracer.lengths.contains_key(&v.op);
    if a.word == 0 || b.word == 0 || !made(a) && !made(b) {
        return None;
    }
    let [n, m] = [a, b].map(|v| tracer.memory(ResOp::ArraylenGc, &[v], d));
    if !n.is_const() || !m.is_const() {
        return None;
    }
    if n.word != m.word {
        return Some(tracer.constant(Kind::Int, 0));
    }
    if n.word > FEW {
        return None;
    }
    let mut equal = tracer.constant(Kind::Int, 1);
    for k in 0..n.word {
        let k = tracer.constant(Kind::Int, k);
        let [x, y] = [a, b].map(|v| tracer.memory(op, &[v, k], d));
        let same = tracer.pure(ResOp::IntEq, &[x, y]);
        equal = tracer.pure(ResOp::IntAnd, &[equal, same]);
    }
    Some(equal)
}

fn offset<M: Memory>(tracer: &mut Tracer<'_, M>, base: TBox, k: i64) -> TBox {
    let k = tracer.constant(Kind::Int, k);
    tracer.pure(ResOp::IntAdd, &[base, k])
}
