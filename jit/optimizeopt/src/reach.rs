//! Jumps to labels: which of the labels of a loop the values at the end of a trace reach, at what cost, and with which guards.

use crate::carried;
use crate::error::{InvalidLoop, Res};
use crate::gaps;
use crate::heap;
use crate::intbound::IntBound;
use crate::label::{Node, ShortArg, ShortOp, TargetToken, Write};
use crate::short;
use crate::state::{Optimizer, PureKey, WOp};
use crate::values::V;
use crate::virtualstate;
use crate::virtualstate::Match;
use crate::world::Access;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;
use smallvec::SmallVec;

/// Cost of an allocation, in operations. (Measured on 59 guests: with 0 a sort in Lua takes a third longer, and 12 have other code.)
pub const ALLOCATION: usize = 8;

/// The arguments of a short preamble's operation.
pub(crate) fn short_args(
    o: &mut Optimizer<'_>,
    op: &ShortOp,
    leaves: &[V],
    short: impl Fn(usize) -> Option<V>,
) -> Res<SmallVec<[V; 4]>> {
    op.args.iter().map(|arg| short::short_arg(o, arg, leaves, &short)).collect()
}

/// Sends a short preamble's operation through the optimiser.
pub(crate) fn run_short(o: &mut Optimizer<'_>, op: &ShortOp, args: SmallVec<[V; 4]>) -> Res<V> {
    let result = o.vals.fresh(op.opnum.result());
    o.propagate(WOp { opnum: op.opnum, args, descr: op.descr, result })?;
    Ok(o.vals.get(result))
}

/// Says how a trace reached a label.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// Index of the target.
    pub target: usize,
    /// Cost of that, in operations: those before the jump, and the label's own.
    pub cost: usize,
    /// Objects that are allocated for it.
    pub allocations: usize,
    /// A label but the last takes the values as they are.
    pub fits: bool,
}

/// Ends a bridge (or a loop that is not peeled) with a jump to one of `targets`: the cheapest, if need be after guards. The
/// last target takes everything, and is taken if no other fits: behind it the guards of a loop's first iteration fail on their own,
/// and get bridges of their own.
pub fn jump_to_target(o: &mut Optimizer<'_>, args: &[V], targets: &[TargetToken]) -> Res<Reached> {
    let wanted: Vec<Write> = targets.iter().flat_map(|t| t.writes.iter().cloned()).collect();
    carried::force_lazy_but(o, &wanted, args)?;
    o.make_calls(args)?;
    let mut fitting: Vec<(bool, usize, usize)> = Vec::new();
    let mut free = false;
    let then: Vec<Option<ConstValue>> = (0..args.len()).map(|n| o.env.runtime_value(n)).collect();
    for (index, target) in targets.iter().enumerate() {
        let Some((roots, then)) = roots(o, target, args, &then)? else { continue };
        let m = virtualstate::match_state(o, &target.state, &roots, &then);
        if fits(o, target, &m) {
            let (cost, guards) = cost(o, target, &m);
            let last = index + 1 == targets.len();
            if guards <= o.opts.max_retrace_guards || last {
                let new = (last, cost, index);
                fitting.insert(fitting.partition_point(|old| *old < new), new);
            }
            free |= m.allocations == 0 && !last;
        }
    }
    'targets: for (_, cost, index) in fitting {
        let target = &targets[index];
        // Again: what was emitted for another target is known now.
        carried::force_lazy_but(o, &target.writes, args)?;
        let Some((roots, then)) = roots(o, target, args, &then)? else { continue };
        let m = virtualstate::match_state(o, &target.state, &roots, &then);
        if !fits(o, target, &m) {
            continue;
        }
        let allocations = m.allocations;
        for guard in &m.guards {
            emit_needed_guard(o, guard.value, &guard.node)?;
        }
        let mut values: Vec<V> = Vec::new();
        for op in &target.short {
            let args = short_args(o, op, &m.leaves, |n| values.get(n).copied())?;
            if let Some(descr) = op.variable_item() {
                emit_range_guard(o, descr, args[0], args[1])?;
            }
            let value = run_short(o, op, args)?;
            if !virtualstate::leaf_fits(o, value, &op.node) {
                // What was emitted for this target is of no use then, and does no harm.
                if virtualstate::excluded(o, value, &op.node) {
                    continue 'targets;
                }
                emit_needed_guard(o, value, &op.node)?;
            }
            values.push(value);
        }
        for gap in &target.gaps {
            let (low, high) = gaps::values(o, gap, &m.leaves, |n| values.get(n).copied())?;
            if !gaps::is_known(o, gap, low, high) && !gaps::emit_guard(o, gap, low, high)? {
                continue 'targets;
            }
        }
        let mut jump_args = Args::new();
        let extra = target.short.iter().zip(&values).filter(|(op, _)| op.is_label_arg());
        for &v in m.leaves.iter().chain(extra.map(|(_, v)| v)) {
            jump_args.push(o.out_of(v)?);
        }
        o.out.record_token(R::Jump, &jump_args, target.token);
        return Ok(Reached { target: index, cost, allocations, fits: free });
    }
    Err(InvalidLoop::new("no label accepts the values at the jump"))
}

/// The values that a target's state is about: the arguments, and what its writes would write. They come with their
/// values of recording time. `None`: this cannot be had.
type Roots = (Vec<V>, Vec<Option<ConstValue>>);

fn roots(
    o: &mut Optimizer<'_>,
    target: &TargetToken,
    args: &[V],
    then: &[Option<ConstValue>],
) -> Res<Option<Roots>> {
    let (mut roots, mut all) = (args.to_vec(), then.to_vec());
    for write in &target.writes {
        let object = write.node(&target.state);
        let Some(value) = carried::value_to_write(o, write, args, object)? else { return Ok(None) };
        roots.push(value);
        all.push(write.object_then(then).and_then(|c| o.env.runtime_part(c, write.access())));
    }
    Ok(Some((roots, all)))
}

/// Says whether the target can be reached, with guards that would have held when the trace was
/// recorded.
fn fits(o: &mut Optimizer<'_>, target: &TargetToken, m: &Match) -> bool {
    let expects = |op: &ShortOp| !matches!(op.node, Node::Any(_)) || op.variable_item().is_some();
    let needs_guards =
        !m.guards.is_empty() || target.short.iter().any(expects) || !target.gaps.is_empty();
    m.mismatches.is_empty()
        && (!needs_guards || o.future_guard.is_some())
        && m.guards.iter().all(|g| g.runtime.is_some_and(|v| holds(o, v, &g.node)))
        && short_held(o, target, &m.runtime)
}

/// Estimate of the operations that reaching a label takes, and how many of them are guards.
fn cost(o: &mut Optimizer<'_>, target: &TargetToken, m: &Match) -> (usize, usize) {
    let mut guards = m.guards.len();
    let mut cost = target.cost + m.allocations * ALLOCATION + guards;
    let mut values: Vec<Option<V>> = Vec::new();
    let known = |o: &mut Optimizer<'_>, values: &[Option<V>], arg: &ShortArg| match arg {
        ShortArg::Label(n) => Some(m.leaves[*n]),
        ShortArg::Short(n) => values[*n],
        ShortArg::Const(c) => Some(o.const_value(*c)),
    };
    for op in &target.short {
        let args: Option<SmallVec<[V; 4]>> =
            op.args.iter().map(|arg| known(o, &values, arg)).collect();
        let value = args.and_then(|args| known_result(o, op, &args));
        let fits = match value {
            Some(value) => virtualstate::leaf_fits(o, value, &op.node),
            None => matches!(op.node, Node::Any(_)),
        };
        cost += value.is_none() as usize + !fits as usize;
        guards += !fits as usize;
        values.push(value);
    }
    for gap in &target.gaps {
        let both = (known(o, &values, &gap.low), known(o, &values, &gap.high));
        let (Some(low), Some(high)) = both else { continue };
        if !gaps::is_known(o, gap, low, high) {
            cost += 2;
            guards += 1;
        }
    }
    (cost, guards)
}

/// The result of a short preamble's operation, if nothing has to be computed for it.
fn known_result(o: &Optimizer<'_>, op: &ShortOp, args: &[V]) -> Option<V> {
    let object = o.vals.get(args[0]);
    match (op.opnum, op.descr) {
        (R::GetfieldGcI | R::GetfieldGcR | R::GetfieldGcF, OpDescr::Descr(descr)) => {
            o.heap.fields.get(&descr)?.lookup(&o.vals, object)
        }
        (R::GetarrayitemGcI | R::GetarrayitemGcR | R::GetarrayitemGcF, OpDescr::Descr(descr)) => {
            match o.vals.int(args[1]) {
                Some(n) => o.heap.arrays.get(&descr)?.items.get(&n)?.lookup(&o.vals, object),
                None => heap::lookup_variable(o, descr, object, o.vals.get(args[1])),
            }
        }
        (opnum, descr) => {
            let descr = match descr {
                OpDescr::Descr(d) => Some(d),
                _ => None,
            };
            let args = args.iter().map(|&a| o.vals.get(a)).collect();
            o.pure.get(&PureKey::new(opnum, descr, args)).map(|&v| o.vals.get(v))
        }
    }
}

/// Says whether a guard on this value would have held.
fn holds(o: &mut Optimizer<'_>, value: ConstValue, node: &Node) -> bool {
    match node {
        Node::Int(bound) => value.int().is_some_and(|v| bound.contains(v)),
        Node::Const(c) => match (value, *c) {
            (ConstValue::Ref(a), ConstValue::Ref(b)) => o.env.same_object(a, b) == Some(true),
            (a, b) => a == b,
        },
        Node::Ptr { class, .. } => match value {
            ConstValue::Ref(r) => {
                r != RefConst::Null && (class.is_none() || o.env.instance_class(r) == *class)
            }
            _ => false,
        },
        _ => true,
    }
}

/// Says whether the short preamble's guards would have held when the trace was recorded. A guard of
/// which that is not known is taken to hold: unlike the guards on variables these fail rarely.
fn short_held(o: &mut Optimizer<'_>, target: &TargetToken, leaves: &[Option<ConstValue>]) -> bool {
    let mut values: Vec<Option<ConstValue>> = Vec::new();
    let known = |values: &[Option<ConstValue>], arg: &ShortArg| match arg {
        ShortArg::Label(n) => leaves.get(*n).copied().flatten(),
        ShortArg::Short(n) => values.get(*n).copied().flatten(),
        ShortArg::Const(c) => Some(*c),
    };
    for op in &target.short {
        let args: Option<SmallVec<[ConstValue; 3]>> =
            op.args.iter().map(|arg| known(&values, arg)).collect();
        let value = args.and_then(|args| runtime_of_short(o, op, &args));
        if value.is_some_and(|v| !holds(o, v, &op.node)) {
            return false;
        }
        values.push(value);
    }
    target.gaps.iter().all(|gap| match (known(&values, &gap.low), known(&values, &gap.high)) {
        (Some(low), Some(high)) => gaps::held(gap, low, high),
        _ => true,
    })
}

fn runtime_of_short(
    o: &mut Optimizer<'_>,
    op: &ShortOp,
    args: &[ConstValue],
) -> Option<ConstValue> {
    if op.opnum.is_foldable() {
        let words: Option<SmallVec<[i64; 3]>> = args.iter().map(|a| a.int()).collect();
        let value = op.opnum.on_words(&words?).ok()?;
        return (op.opnum.result() == Kind::Int).then_some(ConstValue::Int(value));
    }
    let OpDescr::Descr(descr) = op.descr else { return None };
    match op.opnum {
        R::GetfieldGcI | R::GetfieldGcR | R::GetfieldGcF => {
            o.env.runtime_part(args[0], Access::Field(descr))
        }
        R::GetarrayitemGcI
        | R::GetarrayitemGcR
        | R::GetarrayitemGcF
        | R::GetarrayitemGcPureI
        | R::GetarrayitemGcPureR
        | R::GetarrayitemGcPureF => {
            let index = u32::try_from(args[1].int()?).ok()?;
            o.env.runtime_part(args[0], Access::Item(descr, index))
        }
        _ => None,
    }
}

/// Makes sure that an array has an item at `index`.
fn emit_range_guard(o: &mut Optimizer<'_>, descr: DescrRef, array: V, index: V) -> Res {
    if heap::item_exists(o, descr, array, index) {
        return Ok(());
    }
    let Some(future) = o.future_guard else {
        return Err(InvalidLoop::internal("no snapshot for a guard at the jump"));
    };
    if o.descrs.array(descr).lendescr.is_none() {
        return Err(InvalidLoop::new("an array's length cannot be tested at a jump"));
    }
    let length = o.new_op(R::ArraylenGc, &[array], OpDescr::Descr(descr));
    let test = o.new_op(R::UintLt, &[index, length.result], OpDescr::None);
    let guard = o.new_op(R::GuardTrue, &[test.result], OpDescr::Guard(future));
    o.propagate(length)?;
    o.propagate(test)?;
    o.propagate(guard)?;
    o.note_in_range(array, index);
    Ok(())
}

fn emit_needed_guard(o: &mut Optimizer<'_>, v: V, node: &Node) -> Res {
    let Some(future) = o.future_guard else {
        return Err(InvalidLoop::internal("no snapshot for a guard at the jump"));
    };
    let descr = OpDescr::Guard(future);
    let send = |o: &mut Optimizer<'_>, opnum: R, args: &[V]| {
        let op = o.new_op(opnum, args, descr);
        o.propagate(op)
    };
    match node {
        Node::Const(c) => {
            let c = o.const_value(*c);
            send(o, R::GuardValue, &[v, c])
        }
        Node::Int(bound) => {
            // Bits that the limits do not tell.
            let told = IntBound::range(bound.lo, bound.hi).bits().known();
            let mask = bound.bits().known() & !told & !o.vals.bound(v).bits().known();
            if mask != 0 {
                let (bits, wanted) = (o.int_const(mask as i64), bound.ones & mask);
                let wanted = o.int_const(wanted as i64);
                let part = o.new_op(R::IntAnd, &[v, bits], OpDescr::None);
                let test = o.new_op(R::IntEq, &[part.result, wanted], OpDescr::None);
                let result = test.result;
                o.propagate(part)?;
                o.propagate(test)?;
                send(o, R::GuardTrue, &[result])?;
            }
            let known = o.vals.bound(v);
            for (limit, opnum, needed) in [
                (bound.lo, R::IntGe, known.lo < bound.lo),
                (bound.hi, R::IntLe, known.hi > bound.hi),
            ] {
                if needed {
                    let limit = o.int_const(limit);
                    let test = o.new_op(opnum, &[v, limit], OpDescr::None);
                    let result = test.result;
                    o.propagate(test)?;
                    send(o, R::GuardTrue, &[result])?;
                }
            }
            if virtualstate::leaf_fits(o, v, node) {
                Ok(())
            } else {
                Err(InvalidLoop::new("known bits contradict what a label expects"))
            }
        }
        Node::Ptr { class, min_len, array, .. } => {
            match class {
                Some(class) => {
                    let class = o.int_const(*class);
                    send(o, R::GuardNonnullClass, &[v, class])?;
                }
                None => send(o, R::GuardNonnull, &[v])?,
            }
            let v = o.vals.get(v);
            if o.vals[v].ptr.min_len < *min_len {
                let Some(array) = array.filter(|&a| o.descrs.array(a).lendescr.is_some()) else {
                    return Err(InvalidLoop::new("an array's length cannot be tested at a jump"));
                };
                let length = o.new_op(R::ArraylenGc, &[v], OpDescr::Descr(array));
                let limit = o.int_const(*min_len);
                let test = o.new_op(R::IntGe, &[length.result, limit], OpDescr::None);
                let result = test.result;
                o.propagate(length)?;
                o.propagate(test)?;
                send(o, R::GuardTrue, &[result])?;
                o.vals[v].ptr.min_len = *min_len;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}
