//! Loop peeling. The trace is optimised twice: once as the preamble, from its inputargs on, and once
//! more as the body, starting from what the preamble's end knows (its *virtual state*) and from
//! values that need not be computed again (*short boxes*: results of pure operations and memory
//! reads). A short box that the body uses becomes a further argument of the body's label; how to
//! compute it at a jump from elsewhere is the label's *short preamble*.

use crate::carried;
use crate::carried::{Carried, Write};
use crate::heap;
use crate::optimizer::{Optimizer, PureKey, Res, WOp};
use crate::ranges::Plan;
use crate::rewrite;
use crate::values::V;
use crate::virtualstate::*;
use crate::{InvalidLoop, OptEnv, Options};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use jitmodel::ResOp as R;
use jitmodel::hash::{FxHashMap, FxHashSet, FxHasher};
use jitmodel::*;
use smallvec::SmallVec;

/// An argument of a short preamble's operation.
#[derive(Clone, Debug, PartialEq)]
pub enum ShortArg {
    /// The label's argument.
    Label(usize),
    /// The result of an earlier operation of the short preamble.
    Short(usize),
    /// A constant.
    Const(ConstValue),
}

/// One operation of a short preamble.
#[derive(Clone, Debug, PartialEq)]
pub struct ShortOp {
    /// Says what to compute.
    pub opnum: R,
    /// Its descr.
    pub descr: OpDescr,
    /// Values that it is computed from.
    pub args: Vec<ShortArg>,
    /// Says what the code behind the label expects of the result.
    pub node: Node,
    /// Describes the operation, for [`Generalise`].
    pub key: ShortKey,
}

impl ShortOp {
    /// Says whether the result is an argument of the label. A result that must be a constant is
    /// not.
    pub fn is_label_arg(&self) -> bool {
        !matches!(self.node, Node::Const(_))
    }

    /// The descr, if the operation reads an item at an index that is not constant.
    fn variable_item(&self) -> Option<DescrRef> {
        match self.descr {
            OpDescr::Descr(d) if is_variable_item(self.opnum, &self.args) => Some(d),
            _ => None,
        }
    }
}

fn is_variable_item(opnum: R, args: &[ShortArg]) -> bool {
    let item = matches!(opnum, R::GetarrayitemGcI | R::GetarrayitemGcR | R::GetarrayitemGcF)
        || matches!(
            opnum,
            R::GetarrayitemGcPureI | R::GetarrayitemGcPureR | R::GetarrayitemGcPureF
        );
    item && !matches!(args[1], ShortArg::Const(_))
}

/// A label that can be jumped to, with all it expects.
#[derive(Clone, Debug)]
pub struct TargetToken {
    /// Its token.
    pub token: TokenId,
    /// Says what it expects of the loop's variables, and of the values of `writes`.
    pub state: VirtualState,
    /// Writes that its code may find not made yet.
    pub writes: Vec<Write>,
    /// Operations that must be computed for its further arguments.
    pub short: Vec<ShortOp>,
    /// Operations that its code does beyond those of the best label.
    pub cost: usize,
    /// Cost of an iteration behind it, in operations.
    pub body: usize,
}

/// Cost of a loop's beginning, in operations: the guards of the first iteration fail on their own, and get bridges of
/// their own.
const FIRST_ITERATION: usize = 30;

/// Cost of an allocation, in operations.
pub const ALLOCATION: usize = 8;

impl TargetToken {
    /// The label at the beginning of a trace, which expects nothing.
    pub fn start(token: TokenId, inputargs: &[Kind]) -> Self {
        TargetToken {
            token,
            state: VirtualState::trivial(inputargs),
            writes: Vec::new(),
            short: Vec::new(),
            cost: 0,
            body: 0,
        }
    }

    /// Entries of the root table that jumping here may put into other traces.
    pub fn rooted_constants(&self) -> Vec<u32> {
        let mut out = Vec::new();
        let mut add = |c: &ConstValue| {
            if let ConstValue::Ref(RefConst::Rooted(n)) = c {
                // A sort is more code than all of this.
                if let Err(at) = out.binary_search(n) {
                    out.insert(at, *n);
                }
            }
        };
        for node in &self.state.nodes {
            if let Node::Const(c) = node {
                add(c);
            }
        }
        self.writes.iter().filter_map(Write::constant).for_each(|c| add(&c));
        for arg in self.short.iter().flat_map(|s| &s.args) {
            if let ShortArg::Const(c) = arg {
                add(c);
            }
        }
        out
    }
}

/// The short boxes that a body may use.
#[derive(Default)]
pub struct Imported {
    ops: Vec<ShortOp>,
    vals: Vec<V>,
    args: Vec<SmallVec<[V; 3]>>,
    places: Vec<OpRef>,
    used: Vec<bool>,
    order: Vec<usize>,
}

impl Optimizer<'_> {
    /// The constant that `v` turns out to be when it is used, for short boxes not used yet.
    pub fn short_const(&self, v: V) -> Option<ConstValue> {
        match self.imported.ops[self.vals[self.vals.get(v)].short? as usize].node {
            Node::Const(c) => Some(c),
            _ => None,
        }
    }
    /// Notes that `v` is needed from now on, if it is a short box.
    pub fn use_short(&mut self, v: V) -> Res {
        let v = self.vals.get(v);
        let Some(index) = self.vals[v].short else { return Ok(()) };
        let index = index as usize;
        if self.imported.used[index] {
            return Ok(());
        }
        self.imported.used[index] = true;
        for arg in self.imported.ops[index].args.clone() {
            if let ShortArg::Short(n) = arg {
                let needed = self.imported.vals[n];
                use_short_index(self, n, needed)?;
            }
        }
        self.imported.order.push(index);
        if self.imported.ops[index].variable_item().is_some() {
            // Whoever jumps to the label makes sure of it.
            let args = &self.imported.args[index];
            let (array, at) = (args[0], args[1]);
            self.note_in_range(array, at);
        }
        match self.imported.ops[index].node {
            Node::Const(c) => self.make_constant(v, c),
            _ => self.vals[v].out = Some(self.imported.places[index]),
        }
        Ok(())
    }
}

fn use_short_index(opt: &mut Optimizer<'_>, index: usize, v: V) -> Res {
    if opt.imported.used[index] {
        return Ok(());
    }
    debug_assert_eq!(opt.vals.get(v), v, "an unused short box is never replaced");
    opt.use_short(v)
}

/// Everything that the body needs to know from the preamble.
struct Exported {
    state: VirtualState,
    writes: Vec<Write>,
    label_args: Vec<OpRef>,
    short: Vec<ShortOp>,
    places: Vec<OpRef>,
    /// Virtual objects that were allocated.
    allocations: usize,
}

const MAX_SHORT: usize = 256;

struct ShortBuilder {
    producible: FxHashMap<V, ShortArg>,
    nodes: Vec<Node>,
    ops: Vec<ShortOp>,
    values: Vec<V>,
    keys: FxHashSet<ShortKey>,
}

impl ShortBuilder {
    fn arg(&self, o: &Optimizer<'_>, v: V) -> Option<ShortArg> {
        let v = o.vals.get(v);
        if let Some(c) = o.vals[v].konst {
            return Some(ShortArg::Const(c));
        }
        self.producible.get(&v).cloned()
    }

    /// Gives what is promised about an argument.
    fn node(&self, arg: &ShortArg) -> Option<&Node> {
        match arg {
            ShortArg::Label(n) => self.nodes.get(*n),
            ShortArg::Short(n) => self.ops.get(*n).map(|op| &op.node),
            ShortArg::Const(_) => None,
        }
    }

    /// Says whether reading from the argument (an object, an array with more than `index` items) is
    /// safe.
    fn readable(&self, arg: &ShortArg, index: Option<i64>) -> bool {
        match arg {
            // An item of a constant array was accessed before, so it exists.
            ShortArg::Const(ConstValue::Ref(r)) => *r != RefConst::Null,
            ShortArg::Const(_) => true,
            _ => match self.node(arg) {
                Some(Node::Ptr { nonnull, min_len, .. }) => {
                    *nonnull && index.is_none_or(|i| i >= 0 && i < *min_len)
                }
                _ => false,
            },
        }
    }

    /// Says whether the argument is promised to have the class that `object` has: the field may be a
    /// subclass's.
    fn class_kept(&self, o: &Optimizer<'_>, arg: &ShortArg, object: V) -> bool {
        match self.node(arg) {
            Some(Node::Ptr { class, .. }) => *class == o.vals[o.vals.get(object)].ptr.class,
            _ => true,
        }
    }

    fn add(
        &mut self,
        o: &Optimizer<'_>,
        generalise: &Generalise,
        op: (R, OpDescr, Vec<ShortArg>),
        value: V,
        always: bool,
    ) -> bool {
        let (opnum, descr, args) = op;
        let value = o.vals.get(value);
        let konst = o.vals[value].konst;
        if self.ops.len() >= MAX_SHORT
            || o.vals.is_virtual(value)
            || konst.is_none() && o.vals[value].out.is_none()
            || !always && self.producible.contains_key(&value)
        {
            return false;
        }
        let mut key = FxHasher::default();
        (opnum, descr).hash(&mut key);
        for arg in &args {
            match arg {
                ShortArg::Label(n) => (0, n).hash(&mut key),
                ShortArg::Short(n) => (1, self.ops[*n].key).hash(&mut key),
                ShortArg::Const(c) => (2, c).hash(&mut key),
            }
        }
        let key = ShortKey(key.finish());
        let mut level = generalise.shorts.get(&key).copied().unwrap_or(0);
        let item = is_variable_item(opnum, &args);
        if generalise.items && item {
            level = level.max(2);
        }
        if level >= 3 || konst.is_some() && level > 0 && !item || self.keys.contains(&key) {
            return false;
        }
        let index = self.ops.len();
        self.keys.insert(key);
        let node = match konst {
            Some(c) if level == 0 => Node::Const(c),
            _ => leaf_node(o, value, level),
        };
        self.ops.push(ShortOp { opnum, descr, args, node, key });
        self.values.push(value);
        if konst.is_none() {
            self.producible.entry(value).or_insert(ShortArg::Short(index));
        }
        true
    }
}

/// Finds the values that need not be computed again.
fn find_short(
    o: &Optimizer<'_>,
    generalise: &Generalise,
    state: &VirtualState,
    leaves: &[V],
) -> ShortBuilder {
    let mut b = ShortBuilder {
        producible: FxHashMap::default(),
        nodes: state.leaves.iter().map(|&n| state.nodes[n].clone()).collect(),
        ops: Vec::new(),
        values: Vec::new(),
        keys: FxHashSet::default(),
    };
    for (slot, &v) in leaves.iter().enumerate() {
        if o.vals[v].konst.is_none() {
            b.producible.entry(v).or_insert(ShortArg::Label(slot));
        }
    }
    if generalise.all {
        return b;
    }
    // Later operations use the results of earlier ones, but the three tables are not ordered among each other.
    loop {
        let before = b.ops.len();
        for (&descr, slot) in &o.heap.fields {
            for &(object, value) in &slot.known {
                if let Some(arg) = b.arg(o, object)
                    && b.readable(&arg, None)
                    && b.class_kept(o, &arg, object)
                {
                    let opnum = R::getfield_gc(o.descrs.field(descr).kind);
                    let op = (opnum, OpDescr::Descr(descr), vec![arg]);
                    b.add(o, generalise, op, value, true);
                }
            }
        }
        for (&descr, cache) in &o.heap.arrays {
            for (&index, slot) in &cache.items {
                for &(array, value) in &slot.known {
                    if let Some(arg) = b.arg(o, array)
                        && b.readable(&arg, Some(index))
                    {
                        let opnum = R::getarrayitem_gc(o.descrs.array(descr).kind);
                        let args = vec![arg, ShortArg::Const(ConstValue::Int(index))];
                        b.add(o, generalise, (opnum, OpDescr::Descr(descr), args), value, true);
                    }
                }
            }
            for &(array, index, value) in &cache.variable {
                let (Some(array), Some(index)) = (b.arg(o, array), b.arg(o, index)) else {
                    continue;
                };
                let constant = match index {
                    ShortArg::Const(c) => c.int(),
                    _ => None,
                };
                if b.readable(&array, constant) {
                    let opnum = R::getarrayitem_gc(o.descrs.array(descr).kind);
                    let op = (opnum, OpDescr::Descr(descr), vec![array, index]);
                    b.add(o, generalise, op, value, true);
                }
            }
        }
        for (key, &value) in &o.pure {
            let args: Option<Vec<ShortArg>> = key.args.iter().map(|&a| b.arg(o, a)).collect();
            let Some(args) = args else { continue };
            let safe = match key.opnum {
                R::IntPyDiv | R::IntPyMod | R::UintFloorDiv | R::UintMod => {
                    matches!(args[1], ShortArg::Const(ConstValue::Int(d)) if d != 0)
                }
                R::ArraylenGc => b.readable(&args[0], None),
                R::GetarrayitemGcPureI | R::GetarrayitemGcPureR | R::GetarrayitemGcPureF => {
                    // Whoever jumps to the label makes sure that an item at a variable index exists.
                    match args[1] {
                        ShortArg::Const(ConstValue::Int(i)) => b.readable(&args[0], Some(i)),
                        _ => b.readable(&args[0], None),
                    }
                }
                R::GetfieldRawI | R::GetfieldRawR | R::GetfieldRawF => {
                    matches!(args[0], ShortArg::Const(_))
                }
                opnum if opnum.is_call_pure() => key.descr.is_some_and(|d| {
                    o.descrs.call(d).effect.extra == ExtraEffect::ElidableCannotRaise
                }),
                // (Who jumps to the label would make the call without a guard behind it.)
                opnum if opnum.is_call_loopinvariant() => key.descr.is_some_and(|d| {
                    let call = o.descrs.call(d);
                    call.args.is_empty() && !call.effect.can_raise(false)
                }),
                opnum => opnum.is_pure(),
            };
            if safe {
                let descr = key.descr.map_or(OpDescr::None, OpDescr::Descr);
                b.add(o, generalise, (key.opnum, descr, args), value, false);
            }
        }
        if b.ops.len() == before {
            break;
        }
    }
    b
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
    let short = find_short(o, generalise, &state, &leaves);
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
    Ok(Exported { state, writes, label_args, short: short.ops, places, allocations })
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
        let args: SmallVec<[V; 3]> = op
            .args
            .iter()
            .map(|arg| match arg {
                ShortArg::Label(slot) => leaves[*slot],
                ShortArg::Short(n) => o.imported.vals[*n],
                ShortArg::Const(c) => o.const_value(*c),
            })
            .collect();
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
    o.exc_possible = source.bridge;
    start_from_inputargs(&mut o);
    let mut args = iterate(&mut o, first)?;
    for _ in 0..source.unrolled {
        o.input = input;
        o.map = args;
        args = iterate(&mut o, input)?;
    }
    let carried = if generalise.all || !opts.carry_writes {
        Carried::default()
    } else {
        o.carried(&args, &generalise.made)
    };
    carried::force_lazy_but(&mut o, &carried.writes, &args)?;
    if !source.others.is_empty() {
        generalise.joins = joins(&mut o, &args, source.others, source.general);
    }
    let exported = export(&mut o, &args, carried, generalise)?;
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
    let mut short_values: FxHashMap<usize, V> = FxHashMap::default();
    let mut extra = Vec::new();
    let (mut next, mut seen) = (0, 0);
    while next < o.imported.order.len() {
        let index = o.imported.order[next];
        next += 1;
        let op = o.imported.ops[index].clone();
        let args = short_args(&mut o, &op, &closed.leaves, |n| short_values.get(&n).copied())?;
        if op.variable_item().is_some_and(|descr| !heap::item_exists(&o, descr, args[0], args[1])) {
            too_specific.unsafe_shorts.push(op.key);
        }
        let value = run_short(&mut o, &op, args)?;
        o.force(value)?;
        if !leaf_fits(&mut o, value, &op.node) {
            too_specific.shorts.push(op.key);
        }
        short_values.insert(index, value);
        seen += 1;
        if op.is_label_arg() {
            extra.push(value);
        }
    }
    if !too_specific.shorts.is_empty() || !too_specific.unsafe_shorts.is_empty() {
        return Ok(Err(too_specific));
    }
    let mut jump_args = Args::new();
    for &v in closed.leaves.iter().chain(&extra) {
        jump_args.push(o.out_of(v)?);
    }
    if o.imported.order.len() != seen {
        return Err(InvalidLoop::internal("a short box came into use while closing the loop"));
    }
    o.out.record_token(R::Jump, &jump_args, body_token);
    let order = o.imported.order.clone();
    for &index in &order {
        if o.imported.ops[index].is_label_arg() {
            let place = o.imported.places[index];
            o.out.ops[body_label].args.push(place);
        }
    }
    let short = renumber(&o.imported.ops, &order);
    let Exported { state, writes, .. } = exported;
    let body = TargetToken { token: body_token, state, writes, short, cost: 0, body: 0 };
    plan.add(&o.ranges, &o.moves);
    let mut labels = [body_label];
    let trace = plan.apply(core::mem::take(&mut o.out), &mut labels);
    let body_label = labels[0];
    let unrolled = source.unrolled;
    Ok(Ok(Peeled { trace, body_label, body, unrolled, allocations, entry_allocations }))
}

/// The arguments of a short preamble's operation.
fn short_args(
    o: &mut Optimizer<'_>,
    op: &ShortOp,
    leaves: &[V],
    short: impl Fn(usize) -> Option<V>,
) -> Res<SmallVec<[V; 4]>> {
    let mut args: SmallVec<[V; 4]> = SmallVec::new();
    for arg in &op.args {
        args.push(match arg {
            ShortArg::Label(n) => leaves[*n],
            ShortArg::Short(n) => {
                short(*n).ok_or_else(|| InvalidLoop::internal("short preamble out of order"))?
            }
            ShortArg::Const(c) => o.const_value(*c),
        });
    }
    Ok(args)
}

/// Sends a short preamble's operation through the optimiser.
fn run_short(o: &mut Optimizer<'_>, op: &ShortOp, args: SmallVec<[V; 4]>) -> Res<V> {
    let result = o.vals.fresh(op.opnum.result());
    o.propagate(WOp { opnum: op.opnum, args, descr: op.descr, result })?;
    Ok(o.vals.get(result))
}

fn renumber(ops: &[ShortOp], order: &[usize]) -> Vec<ShortOp> {
    let position: FxHashMap<usize, usize> =
        order.iter().enumerate().map(|(at, &n)| (n, at)).collect();
    let mut out = Vec::new();
    for &index in order {
        let mut op = ops[index].clone();
        for arg in &mut op.args {
            if let ShortArg::Short(n) = arg {
                *n = position[n];
            }
        }
        out.push(op);
    }
    out
}

/// Makes the inputargs' values.
pub fn start_from_inputargs(o: &mut Optimizer<'_>) {
    for (n, &kind) in o.input.inputargs.iter().enumerate() {
        let v = o.vals.fresh(kind);
        o.vals[v].out = Some(OpRef::value(n));
        o.map.push(v);
    }
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
/// last target takes everything.
pub fn jump_to_target(o: &mut Optimizer<'_>, args: &[V], targets: &[TargetToken]) -> Res<Reached> {
    let wanted: Vec<Write> = targets.iter().flat_map(|t| t.writes.iter().cloned()).collect();
    carried::force_lazy_but(o, &wanted, args)?;
    o.make_calls(args)?;
    let mut fitting: Vec<(usize, usize, usize)> = Vec::new();
    let mut free = false;
    let then: Vec<Option<ConstValue>> = (0..args.len()).map(|n| o.env.runtime_value(n)).collect();
    for (index, target) in targets.iter().enumerate() {
        let Some((roots, then)) = roots(o, target, args, &then)? else { continue };
        let m = match_state(o, &target.state, &roots, &then);
        if fits(o, target, &m) {
            let (cost, guards) = cost(o, target, &m);
            let last = index + 1 == targets.len();
            if guards <= o.opts.max_retrace_guards || last {
                let new = (cost + last as usize * FIRST_ITERATION, cost, index);
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
        let m = match_state(o, &target.state, &roots, &then);
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
            if !leaf_fits(o, value, &op.node) {
                // What was emitted for this target is of no use then, and does no harm.
                if excluded(o, value, &op.node) {
                    continue 'targets;
                }
                emit_needed_guard(o, value, &op.node)?;
            }
            values.push(value);
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
    let needs_guards = !m.guards.is_empty() || target.short.iter().any(expects);
    m.mismatches.is_empty()
        && (!needs_guards || o.future_guard.is_some())
        && m.guards.iter().all(|g| g.runtime.is_some_and(|v| holds(o, v, &g.node)))
        && short_held(o, &target.short, &m.runtime)
}

/// Estimate of the operations that reaching a label takes, and how many of them are guards.
fn cost(o: &mut Optimizer<'_>, target: &TargetToken, m: &Match) -> (usize, usize) {
    let mut guards = m.guards.len();
    let mut cost = target.cost + m.allocations * ALLOCATION + guards;
    let mut values: Vec<Option<V>> = Vec::new();
    for op in &target.short {
        let args: Option<SmallVec<[V; 4]>> = op
            .args
            .iter()
            .map(|arg| match arg {
                ShortArg::Label(n) => Some(m.leaves[*n]),
                ShortArg::Short(n) => values[*n],
                ShortArg::Const(c) => Some(o.const_value(*c)),
            })
            .collect();
        let value = args.and_then(|args| known_result(o, op, &args));
        let fits = match value {
            Some(value) => leaf_fits(o, value, &op.node),
            None => matches!(op.node, Node::Any(_)),
        };
        cost += value.is_none() as usize + !fits as usize;
        guards += !fits as usize;
        values.push(value);
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
fn short_held(o: &mut Optimizer<'_>, ops: &[ShortOp], leaves: &[Option<ConstValue>]) -> bool {
    let mut values: Vec<Option<ConstValue>> = Vec::new();
    for op in ops {
        let args: Option<SmallVec<[ConstValue; 3]>> = op
            .args
            .iter()
            .map(|arg| match arg {
                ShortArg::Label(n) => leaves.get(*n).copied().flatten(),
                ShortArg::Short(n) => values.get(*n).copied().flatten(),
                ShortArg::Const(c) => Some(*c),
            })
            .collect();
        let value = args.and_then(|args| runtime_of_short(o, op, &args));
        if value.is_some_and(|v| !holds(o, v, &op.node)) {
            return false;
        }
        values.push(value);
    }
    true
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
            let told = crate::intbound::IntBound::range(bound.lo, bound.hi).bits().known();
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
            if leaf_fits(o, v, node) {
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
