//! Loop peeling. The trace is optimised twice: once as the preamble, from its inputargs on, and once
//! more as the body, starting from what the preamble's end knows (its *virtual state*) and from
//! values that need not be computed again (*short boxes*: results of pure operations and memory
//! reads). A short box that the body uses becomes a further argument of the body's label; how to
//! compute it at a jump from elsewhere is the label's *short preamble*.

use crate::carried;
use crate::carried::Carried;
use crate::error::{InvalidLoop, Res};
use crate::gaps;
use crate::heap;
use crate::label::{
    Gap, Node, Path, ShortArg, ShortKey, ShortOp, TargetToken, VirtualState, Write,
};
use crate::ranges::Plan;
use crate::reach;
use crate::rewrite;
use crate::short;
use crate::state::{Optimizer, PureKey, WOp};
use crate::values::V;
use crate::virtualstate::{
    Generalise, apply_leaf, export_state, import_state, leaf_fits, match_state,
};
use crate::world::{OptEnv, Options};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::hash::FxHashMap;
use jitmodel::*;
use smallvec::SmallVec;

/// Everything that the body needs to know from the preamble.
struct Exported {
    state: VirtualState,
    writes: Vec<Write>,
    label_args: Vec<OpRef>,
    short: Vec<ShortOp>,
    gaps: Vec<Gap>,
    places: Vec<OpRef>,
    /// Virtual objects that were allocated.
    allocations: usize,
}

fn export(
    o: &mut Optimizer<'_>,
    args: &[V],
    carried: Carried,
    generalise: &Generalise,
) -> Res<Exported> {
    let mut roots = args.to_vec();
    roots.extend(&carried.values);
    let (state, leaves, allocations) = export_state(o, &roots, generalise)?;
    // Of these places the label knows what is to be there.
    carried::forget_written(o, &carried, args);
    let short = short::find_short(o, generalise, &state, &leaves);
    let gaps = gaps::find(o, generalise, &short, &leaves);
    // Every label argument needs a name of its own.
    let mut label_args: Vec<OpRef> = Vec::new();
    let mut places = Vec::new();
    let mut taken = jitmodel::hash::FxHashSet::default();
    for (n, &v) in leaves.iter().chain(&short.values).enumerate() {
        let mut place = o.out_of(v)?;
        if n >= leaves.len() && !short.ops[n - leaves.len()].is_label_arg() {
            places.push(place);
            continue;
        }
        if place.is_const() || !taken.insert(place) {
            let kind = o.out.kind(place);
            place = o.out.record(R::same_as(kind), &[place]);
            taken.insert(place);
        }
        if label_args.len() < leaves.len() {
            label_args.push(place);
        } else {
            places.push(place);
        }
    }
    let writes = carried.writes;
    Ok(Exported { state, writes, label_args, short: short.ops, gaps, places, allocations })
}

fn import(o: &mut Optimizer<'_>, exported: &Exported) {
    let (mut roots, leaves) = import_state(o, &exported.state);
    let values = roots.split_off(roots.len() - exported.writes.len());
    carried::put_off(o, &exported.writes, &roots, &values);
    for (&v, &place) in leaves.iter().zip(&exported.label_args) {
        o.vals[v].out = Some(place);
    }
    o.map = roots;
    for (n, op) in exported.short.iter().enumerate() {
        let kind = op.opnum.result();
        let v = o.vals.fresh(kind);
        o.vals[v].short = Some(n as u32);
        apply_leaf(o, v, &op.node);
        let args: SmallVec<[V; 3]> =
            op.args.iter().map(|arg| short::imported_arg(o, arg, &leaves)).collect();
        o.imported.vals.push(v);
        o.imported.args.push(args.clone());
        let descr = match op.descr {
            OpDescr::Descr(d) => Some(d),
            _ => None,
        };
        match (op.opnum, descr) {
            (R::GetfieldGcI | R::GetfieldGcR | R::GetfieldGcF, Some(descr)) => {
                o.heap.note_field(descr, args[0], v);
            }
            (R::GetarrayitemGcI | R::GetarrayitemGcR | R::GetarrayitemGcF, Some(descr)) => {
                match o.vals.int(args[1]) {
                    Some(index) => o.heap.note_item(descr, args[0], index, v),
                    None => o.note_variable(descr, args[0], args[1], v),
                }
            }
            (opnum, descr) => {
                let wop =
                    WOp { opnum, args: SmallVec::from_slice(&args), descr: op.descr, result: v };
                rewrite::note_linear(o, &wop);
                o.note_def(wop);
                o.pure.insert(PureKey::new(opnum, descr, args), v);
            }
        }
    }
    gaps::import(o, &exported.gaps, &leaves);
    o.imported.used = vec![false; exported.short.len()];
    o.imported.ops = exported.short.clone();
    o.imported.places = exported.places.clone();
}

/// Says what closing the loop found too optimistic.
#[derive(Default)]
struct TooSpecific {
    nodes: Vec<Path>,
    shorts: Vec<ShortKey>,
    /// Writes that the body makes.
    writes: Vec<Write>,
    /// Short boxes that cannot be computed at the end of the body.
    unsafe_shorts: Vec<ShortKey>,
    /// Differences that do not stay.
    gaps: Vec<ShortKey>,
}

/// The input's jump at its end.
fn final_jump(trace: &Trace) -> Result<&Op, InvalidLoop> {
    match trace.ops.last() {
        Some(op) if op.opnum == R::Jump => Ok(op),
        _ => Err(InvalidLoop::internal("the trace does not end in a jump")),
    }
}

/// Result of [`peel`].
pub struct Peeled {
    /// Labels, preamble and body.
    pub trace: Trace,
    /// Index of the body's label.
    pub body_label: usize,
    /// The body's label.
    pub body: TargetToken,
    /// Iterations between preamble and label.
    pub unrolled: usize,
    /// Objects that each iteration allocates for the label.
    pub allocations: usize,
    /// Objects that are allocated before the label is reached for the first time.
    pub entry_allocations: usize,
}

/// Says what a loop is made from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The trace that leads to the label: a first iteration, or a bridge.
    pub preamble: &'a Trace,
    /// One iteration.
    pub body: &'a Trace,
    /// A label at the beginning, for the inputargs.
    pub start: Option<TokenId>,
    /// The preamble begins behind a failed guard, maybe with an exception.
    pub bridge: bool,
    /// Iterations between preamble and label.
    pub unrolled: usize,
    /// Labels of the loop that the values do not fit.
    pub others: &'a [TargetToken],
    /// Take also what has a class that others do not have.
    pub general: bool,
}

/// Makes preamble and body.
pub fn peel(
    source: Source<'_>,
    descrs: &DescrTable,
    env: &mut dyn OptEnv,
    opts: Options,
    body_token: TokenId,
) -> Result<Peeled, InvalidLoop> {
    let mut generalise = Generalise::default();
    for round in 0.. {
        generalise.items |= round >= opts.max_generalisations / 2;
        generalise.all = round >= opts.max_generalisations;
        let result = match try_peel(source, descrs, env, opts, body_token, &mut generalise) {
            // The items that the first iteration leaves may let it be the only one; others may be more.
            Err(error) if !error.internal && !generalise.items => {
                generalise.items = true;
                continue;
            }
            result => result?,
        };
        match result {
            Ok(peeled) => return Ok(peeled),
            Err(too_specific) => {
                if generalise.all {
                    return Err(InvalidLoop::internal("the most general loop does not close"));
                }
                for path in too_specific.nodes {
                    *generalise.nodes.entry(path).or_insert(0) += 1;
                }
                for key in too_specific.shorts {
                    *generalise.shorts.entry(key).or_insert(0) += 1;
                }
                for key in too_specific.unsafe_shorts {
                    generalise.shorts.insert(key, 3);
                }
                generalise.gaps.extend(too_specific.gaps);
                generalise.made.extend(too_specific.writes);
            }
        }
    }
    Err(InvalidLoop::internal("unreachable"))
}

/// One more iteration of `trace`, with what is known now. Returns the arguments of its jump.
fn iterate(o: &mut Optimizer<'_>, trace: &Trace) -> Res<Vec<V>> {
    let jump = final_jump(trace)?;
    o.propagate_all(trace.ops.len() - 1)?;
    Ok(jump.args.iter().map(|&a| o.input_value(a)).collect())
}

/// Finds where the values differ from what other labels expect, so that no guard helps, and gives
/// what these expect.
fn joins(
    o: &mut Optimizer<'_>,
    args: &[V],
    others: &[TargetToken],
    general: bool,
) -> BTreeMap<Path, Vec<Node>> {
    let mut out: BTreeMap<Path, Vec<Node>> = BTreeMap::new();
    for target in others {
        let m = match_state(o, &target.state, args, &[]);
        for path in m.mismatches {
            let at = target.state.paths.iter().position(|p| *p == path);
            match at.map(|at| &target.state.nodes[at]) {
                Some(node @ (Node::Const(_) | Node::Int(_))) => {
                    out.entry(path).or_default().push(node.clone());
                }
                Some(node @ Node::Ptr { .. }) if general => {
                    out.entry(path).or_default().push(node.clone());
                }
                _ => {}
            }
        }
    }
    out
}

/// Makes the preamble, and the iterations that come before the label. Returns what the body may rely on.
fn make_preamble<'a>(
    o: &mut Optimizer<'a>,
    source: Source<'a>,
    generalise: &mut Generalise,
) -> Res<Exported> {
    let input = source.body;
    o.exc_possible = source.bridge;
    start_from_inputargs(o);
    let mut args = iterate(o, source.preamble)?;
    for _ in 0..source.unrolled {
        o.input = input;
        o.map = args;
        args = iterate(o, input)?;
    }
    let carried = if generalise.all || !o.opts.carry_writes {
        Carried::default()
    } else {
        o.carried(&args, &generalise.made)
    };
    carried::force_lazy_but(o, &carried.writes, &args)?;
    if !source.others.is_empty() {
        generalise.joins = joins(o, &args, source.others, source.general);
    }
    export(o, &args, carried, generalise)
}

/// Computes the short boxes that the body uses once more, for its next round, and tests what it needs to know of
/// differences. `leaves`: the label's arguments. Returns those short boxes that become arguments, too.
fn compute_short(
    o: &mut Optimizer<'_>,
    leaves: &[V],
    gaps: &[Gap],
    too_specific: &mut TooSpecific,
) -> Res<Vec<V>> {
    let mut values: FxHashMap<usize, V> = FxHashMap::default();
    let mut extra = Vec::new();
    let mut next = 0;
    // (Each may bring further ones into use.)
    while next < o.imported.order.len() {
        let index = o.imported.order[next];
        next += 1;
        let op = o.imported.ops[index].clone();
        let args = reach::short_args(o, &op, leaves, |n| values.get(&n).copied())?;
        if op.variable_item().is_some_and(|descr| !heap::item_exists(o, descr, args[0], args[1])) {
            too_specific.unsafe_shorts.push(op.key);
        }
        let value = reach::run_short(o, &op, args)?;
        o.force(value)?;
        if !leaf_fits(o, value, &op.node) {
            too_specific.shorts.push(op.key);
        }
        values.insert(index, value);
        if op.is_label_arg() {
            extra.push(value);
        }
    }
    for gap in gaps::needed(o, gaps) {
        let (low, high) = gaps::values(o, &gap, leaves, |n| values.get(&n).copied())?;
        if !gaps::is_known(o, &gap, low, high) {
            too_specific.gaps.push(gap.key);
        }
    }
    Ok(extra)
}

/// Makes preamble and body for what is given up so far. The inner error says what else must be.
fn try_peel(
    source: Source<'_>,
    descrs: &DescrTable,
    env: &mut dyn OptEnv,
    opts: Options,
    body_token: TokenId,
    generalise: &mut Generalise,
) -> Result<Result<Peeled, TooSpecific>, InvalidLoop> {
    let (first, input) = (source.preamble, source.body);
    let mut out = Trace::new(first.name.clone(), &first.inputargs);
    // The later trace has all the texts.
    out.strings = input.strings.clone();
    if let Some(start) = source.start {
        let inputargs: Vec<OpRef> = out.inputarg_refs().collect();
        out.record_token(R::Label, &inputargs, start);
    }
    let mut o = Optimizer::new(first, descrs, env, opts, out);
    let exported = make_preamble(&mut o, source, generalise)?;
    let entry_allocations = exported.allocations;
    let (validity_checked, out) = (o.validity_checked, core::mem::take(&mut o.out));
    let mut plan = Plan::default();
    plan.add(&o.ranges, &o.moves);

    let env = o.env;
    let mut o = Optimizer::new(input, descrs, env, opts, out);
    o.validity_checked = validity_checked && !opts.recheck_validity;
    import(&mut o, &exported);
    let body_label = o.out.ops.len();
    o.out.record_token(R::Label, &exported.label_args, body_token);
    let args = iterate(&mut o, input)?;
    carried::force_lazy_but(&mut o, &exported.writes, &args)?;
    o.make_calls(&args)?;
    let mut too_specific = TooSpecific::default();
    let mut roots = args.clone();
    for write in &exported.writes {
        match carried::value_put_off(&mut o, write, &args) {
            Some(value) => roots.push(value),
            None => too_specific.writes.push(write.clone()),
        }
    }
    if !too_specific.writes.is_empty() {
        return Ok(Err(too_specific));
    }
    let closed = match_state(&mut o, &exported.state, &roots, &[]);
    let allocations = closed.allocations;
    too_specific.nodes.extend(closed.mismatches);
    // Checking later, in the body itself, costs the same as a guard here and fails less often.
    too_specific.nodes.extend(closed.guards.into_iter().map(|guard| guard.path));
    if !too_specific.nodes.is_empty() {
        return Ok(Err(too_specific));
    }
    // What is made may bring short boxes into use.
    for &v in &closed.leaves {
        o.force(v)?;
    }
    let extra = compute_short(&mut o, &closed.leaves, &exported.gaps, &mut too_specific)?;
    let computed = o.imported.order.len();
    let TooSpecific { shorts, unsafe_shorts, gaps, .. } = &too_specific;
    if !shorts.is_empty() || !unsafe_shorts.is_empty() || !gaps.is_empty() {
        return Ok(Err(too_specific));
    }
    let mut jump_args = Args::new();
    for &v in closed.leaves.iter().chain(&extra) {
        jump_args.push(o.out_of(v)?);
    }
    if o.imported.order.len() != computed {
        return Err(InvalidLoop::internal("a short box came into use while closing the loop"));
    }
    o.out.record_token(R::Jump, &jump_args, body_token);
    for &index in &o.imported.order {
        if o.imported.ops[index].is_label_arg() {
            let place = o.imported.places[index];
            o.out.ops[body_label].args.push(place);
        }
    }
    let (short, gaps) = renumber(&o, &exported.gaps);
    let Exported { state, writes, .. } = exported;
    let body = TargetToken { token: body_token, state, writes, short, gaps, cost: 0, body: 0 };
    plan.add(&o.ranges, &o.moves);
    let mut labels = [body_label];
    let trace = plan.apply(core::mem::take(&mut o.out), &mut labels);
    let body_label = labels[0];
    let unrolled = source.unrolled;
    Ok(Ok(Peeled { trace, body_label, body, unrolled, allocations, entry_allocations }))
}

/// The short boxes and gaps that the body uses.
fn renumber(o: &Optimizer<'_>, gaps: &[Gap]) -> (Vec<ShortOp>, Vec<Gap>) {
    let order = &o.imported.order;
    let position: FxHashMap<usize, usize> =
        order.iter().enumerate().map(|(at, &n)| (n, at)).collect();
    let renumber = |arg: &mut ShortArg| {
        if let ShortArg::Short(n) = arg {
            *n = position[n];
        }
    };
    let mut short: Vec<ShortOp> = order.iter().map(|&n| o.imported.ops[n].clone()).collect();
    short.iter_mut().flat_map(|op| &mut op.args).for_each(renumber);
    let mut gaps = gaps::needed(o, gaps);
    gaps.iter_mut().flat_map(|gap| [&mut gap.low, &mut gap.high]).for_each(renumber);
    (short, gaps)
}

/// Makes the inputargs' values.
pub fn start_from_inputargs(o: &mut Optimizer<'_>) {
    for (n, &kind) in o.input.inputargs.iter().enumerate() {
        let v = o.vals.fresh(kind);
        o.vals[v].out = Some(OpRef::value(n));
        o.map.push(v);
    }
}
