//! Copies and clearings of a few items, recorded item by item: so the arrays can be virtual, and what is read later is known.

use crate::step::Interp;
use crate::tracer::{TBox, Tracer};
use jitbackend::Memory;
use jitmodel::*;

/// Longer ones are calls.
const MAX_ITEMS: i64 = 16;

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

impl<M: Memory> Tracer<'_, M> {
    /// Makes and records the effects of a known function. `false`: it has to be called.
    pub(crate) fn unrolled(&mut self, effect: &EffectInfo, args: &[TBox]) -> bool {
        if self.takes_vable_array(args) {
            // Its items would need guards, and there is no place for them behind a call.
            return false;
        }
        let data = self.data;
        let array = |places: &[DescrRef]| match places {
            [d] => match data.descrs.get(*d) {
                Descr::Array(a) => Some((*d, read_op(a)?, a.kind)),
                _ => None,
            },
            _ => None,
        };
        let few = |n: &TBox| n.is_const() && (0..=MAX_ITEMS).contains(&n.word);
        match (effect.oopspec, args) {
            (OopSpec::ArrayCopy, &[_, src, dst, from, to, n]) if few(&n) => {
                let (Some((read, op, _)), Some((written, _, _))) =
                    (array(&effect.reads), array(&effect.writes))
                else {
                    return false;
                };
                // They may overlap.
                let mut items = Vec::new();
                for k in 0..n.word {
                    let at = self.offset(from, k);
                    items.push(self.memory(op, &[src, at], read));
                }
                for (k, item) in items.into_iter().enumerate() {
                    let at = self.offset(to, k as i64);
                    self.memory(ResOp::SetarrayitemGc, &[dst, at, item], written);
                }
                true
            }
            (OopSpec::ArrayClear, &[_, dst, start, n]) if few(&n) => {
                let Some((written, _, kind)) = array(&effect.writes) else { return false };
                let zero = self.constant(kind, 0);
                for k in 0..n.word {
                    let at = self.offset(start, k);
                    self.memory(ResOp::SetarrayitemGc, &[dst, at, zero], written);
                }
                true
            }
            _ => false,
        }
    }

    fn offset(&mut self, base: TBox, k: i64) -> TBox {
        let k = self.constant(Kind::Int, k);
        self.pure(ResOp::IntAdd, &[base, k])
    }
}
