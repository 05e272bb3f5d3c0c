//! Gaps: how much one value at a label is more than another, at least. A loop that counts down needs no test against a
//! limit that the first round is below; its counter does not know the limit, so the label keeps the difference. It is
//! expected of a jump only if the code behind the label needs it.

use crate::error::{InvalidLoop, Res};
use crate::intbound::IntBound;
use crate::label::{Gap, ShortKey, ShortOp};
use crate::short;
use crate::short::ShortBuilder;
use crate::state::{Offered, Optimizer};
use crate::values::V;
use crate::virtualstate::Generalise;
use alloc::vec::Vec;
use core::hash::Hasher;
use jitmodel::ResOp as R;
use jitmodel::hash::FxHasher;
use jitmodel::*;
use smallvec::SmallVec;

/// Finds what is known at the end of the preamble. `leaves`: the label's arguments.
pub(crate) fn find(
    o: &Optimizer<'_>,
    generalise: &Generalise,
    short: &ShortBuilder,
    leaves: &[V],
) -> Vec<Gap> {
    if generalise.all {
        return Vec::new();
    }
    // (Sums with constants are their bases' business.)
    let read = |op: &ShortOp| !matches!(op.opnum, R::IntAdd | R::IntSub);
    let short_values = short.ops.iter().zip(&short.values).filter(|(op, _)| read(op));
    let mut ints: SmallVec<[V; 16]> = SmallVec::new();
    for &v in leaves.iter().chain(short_values.map(|(_, v)| v)) {
        let v = o.vals.get(v);
        let val = &o.vals[v];
        if val.kind == Kind::Int && val.konst.is_none() && !ints.contains(&v) {
            ints.push(v);
        }
    }
    let mut known = o.vals.recorded_differences(ints.iter().copied());
    known.sort_unstable();
    known.dedup_by_key(|k| (k.0, k.1));
    let mut out = Vec::new();
    for (low, high, most) in known {
        let (Some(low), Some(high)) = (short.arg(o, low), short.arg(o, high)) else { continue };
        let Some(least) = most.checked_neg() else { continue };
        let mut key = FxHasher::default();
        [&low, &high].into_iter().for_each(|arg| short.hash_arg(arg, &mut key));
        let key = ShortKey(key.finish());
        if out.len() < FEW as usize && !generalise.gaps.contains(&key) {
            out.push(Gap { low, high, least, key });
        }
    }
    out
}

/// Offers the gaps to the body.
pub(crate) fn import(o: &mut Optimizer<'_>, gaps: &[Gap], leaves: &[V]) {
    for gap in gaps {
        let [low, high] = [&gap.low, &gap.high].map(|arg| short::imported_arg(o, arg, leaves));
        o.imported.gaps.push(Offered { low, high, least: gap.least, needed: None });
    }
}

/// Decides a comparison by a gap of the label, which becomes an expectation by that.
pub(crate) fn decide(o: &mut Optimizer<'_>, opnum: R, a: V, b: V) -> Res<Option<bool>> {
    for n in 0..o.imported.gaps.len() {
        let gap = o.imported.gaps[n];
        let decided =
            decided(o, &gap, opnum, a, b).or_else(|| decided(o, &gap, opnum.swapped()?, b, a));
        if let Some((truth, needed)) = decided {
            rely_on(o, n, needed)?;
            return Ok(Some(truth));
        }
    }
    Ok(None)
}

/// What the gap tells about a comparison of a sum of the lesser value with a sum of the greater one, and the difference
/// that this needs.
fn decided(o: &Optimizer<'_>, gap: &Offered, opnum: R, a: V, b: V) -> Option<(bool, i64)> {
    let ((low, k), (high, l)) = (o.vals.wrap_linear(a), o.vals.wrap_linear(b));
    if low != o.vals.get(gap.low) || high != o.vals.get(gap.high) {
        return None;
    }
    let (strict, truth) = match opnum {
        R::IntLt | R::UintLt | R::IntNe => (1, true),
        R::IntLe | R::UintLe => (0, true),
        R::IntGt | R::UintGt => (0, false),
        R::IntGe | R::UintGe | R::IntEq => (1, false),
        _ => return None,
    };
    let needed = k.checked_sub(l)?.checked_add(strict)?;
    if needed > gap.least {
        return None;
    }
    // Neither sum overflows.
    let (low, high) = limits(o, gap, needed)?;
    let sum = low.add_exact(&IntBound::constant(k))?;
    high.add_exact(&IntBound::constant(l))?;
    let unsigned = matches!(opnum, R::UintLt | R::UintLe | R::UintGt | R::UintGe);
    (!unsigned || sum.nonneg()).then_some((truth, needed))
}

/// The bounds of both values, if they are that far apart.
fn limits(o: &Optimizer<'_>, gap: &Offered, least: i64) -> Option<(IntBound, IntBound)> {
    let (low, high) = (o.vals.bound(gap.low), o.vals.bound(gap.high));
    let below = IntBound::range(i64::MIN, high.hi.saturating_sub(least));
    let above = IntBound::range(low.lo.saturating_add(least), i64::MAX);
    Some((low.intersect(&below).ok()?, high.intersect(&above).ok()?))
}

/// The body needs so much of the gap.
fn rely_on(o: &mut Optimizer<'_>, n: usize, needed: i64) -> Res {
    let gap = &mut o.imported.gaps[n];
    let needed = gap.needed.map_or(needed, |before| before.max(needed));
    gap.needed = Some(needed);
    let gap = *gap;
    o.use_short(gap.low)?;
    o.use_short(gap.high)?;
    let impossible = || InvalidLoop::new("a label's difference contradicts known bounds");
    let (low, high) = limits(o, &gap, needed).ok_or_else(impossible)?;
    o.narrow(gap.low, low)?;
    o.narrow(gap.high, high)?;
    let most = needed.checked_neg().ok_or_else(impossible)?;
    o.vals.record_difference(gap.low, gap.high, most);
    Ok(())
}

/// The gaps that the body needs, as far as it does. `gaps`: those that were offered.
pub(crate) fn needed(o: &Optimizer<'_>, gaps: &[Gap]) -> Vec<Gap> {
    let all = gaps.iter().zip(&o.imported.gaps);
    all.filter_map(|(gap, offered)| Some(Gap { least: offered.needed?, ..gap.clone() })).collect()
}

/// The values of a gap, of a jump with these leaves and short boxes.
pub(crate) fn values(
    o: &mut Optimizer<'_>,
    gap: &Gap,
    leaves: &[V],
    short: impl Fn(usize) -> Option<V>,
) -> Res<(V, V)> {
    let mut value = |arg| short::short_arg(o, arg, leaves, &short);
    Ok((value(&gap.low)?, value(&gap.high)?))
}

/// Says whether the gap is there, without a test.
pub(crate) fn is_known(o: &Optimizer<'_>, gap: &Gap, low: V, high: V) -> bool {
    gap.least.checked_neg().is_some_and(|most| o.vals.known_difference(low, high, most))
}

/// Says whether the gap was there when the trace was recorded.
pub(crate) fn held(gap: &Gap, low: ConstValue, high: ConstValue) -> bool {
    match (low.int(), high.int()) {
        (Some(low), Some(high)) => low as i128 + gap.least as i128 <= high as i128,
        _ => false,
    }
}

/// Tests for the gap. False: there is no simple test.
pub(crate) fn emit_guard(o: &mut Optimizer<'_>, gap: &Gap, low: V, high: V) -> Res<bool> {
    let (a, b) = (o.vals.bound(low), o.vals.bound(high));
    let by = IntBound::constant(gap.least);
    let opnum = match a.add_exact(&by) {
        Some(_) => R::IntLe,
        // A sum that overflows is a large number then.
        None if a.nonneg() && b.nonneg() && gap.least >= 0 => R::UintLe,
        None => return Ok(false),
    };
    let Some(future) = o.future_guard else {
        return Err(InvalidLoop::internal("no snapshot for a guard at the jump"));
    };
    let by = o.int_const(gap.least);
    let sum = o.new_op(R::IntAdd, &[low, by], OpDescr::None);
    let result = sum.result;
    o.propagate(sum)?;
    let test = o.new_op(opnum, &[result, high], OpDescr::None);
    let result = test.result;
    o.propagate(test)?;
    let guard = o.new_op(R::GuardTrue, &[result], OpDescr::Guard(future));
    o.propagate(guard)?;
    Ok(true)
}
