//! Loops of a portal's own function with no merge point in them.
//!
//! What the portal does between two merge points is recorded, such loops as well. One with many rounds makes traces that are too long,
//! and the run time's own interpreter of jitcode takes long for it. So each has a function that does what is left of it, the *rest*, from
//! its header on. In jitcode each link to the header asks ([`LlOp::JitCallsRest`]) whether to go on there or to call the rest:
//!
//! ```text
//! switch jit_calls_rest(number of the loop): 0 -> header(values)
//!                                            1 -> way = rest(values), go on where the loop is left
//! ```
//! The rest gives back which way it has left the loop, if there is more than one, and what goes on there and is not the header's: one
//! value as it is, more in a new object.

use crate::descrs::kind_of;
use crate::markers::LEAVE_MARK;
use crate::parts::add_part;
use crate::portal::Portal;
use flowmodel::analysis::EffectFacts;
use flowmodel::analysis::loops::back_edges;
use flowmodel::diag::Span;
use flowmodel::lltype::Field;
use flowmodel::surgery::{new_start, only_passes_on};
use flowmodel::{
    BlockId, Body, Const, ExitCase, ExitSwitch, FuncId, Link, Ll, LlGraph, LlOp, LlValue, Program,
    StructId, Type, Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A natural loop.
struct Loop {
    header: BlockId,
    blocks: BTreeSet<BlockId>,
    /// Links that leave it, as (block, exit index).
    exits: Vec<(BlockId, usize)>,
    /// Exception links that leave it, for handlers around the loop. All its blocks that can raise have the same ones.
    handlers: Vec<(BlockId, usize)>,
}

/// What goes over a link that leaves a loop, value by value.
#[derive(Clone, Copy)]
enum Passed {
    /// A constant.
    Const(LlValue),
    /// What the header's input of this index is, in all rounds.
    Input(usize),
    /// A result of the rest, by its place among the way's results.
    Result(usize),
}

/// Says how the rest gives back a way's number and results.
enum Returned {
    /// Nothing: there is one way, without results; or none, as the loop ends by raising alone.
    Nothing,
    /// The number of the way; none has results.
    Way,
    /// The only result of the only way.
    Result(Type),
    /// An object whose first field is the number of the way; the fields for the results of each way.
    Object(StructId, Vec<Vec<u32>>),
}

impl Returned {
    /// The type of what the rest gives back.
    fn ty(&self) -> Type {
        match self {
            Returned::Nothing => Type::Void,
            Returned::Way => Type::Signed,
            Returned::Result(ty) => *ty,
            Returned::Object(s, _) => Type::Ptr(*s),
        }
    }
}

/// Lets the loops of the portal's graph ask, and adds the functions for their rests. `number` is that of the next loop.
pub(crate) fn call(
    p: &mut Program,
    effects: &mut Option<EffectFacts>,
    portal: &Portal,
    g: &mut LlGraph,
    number: &mut i64,
) {
    let own = g.clone();
    for mut l in find(p, &own) {
        let known = inputs(&own, &l);
        let Some(all) = passed(p, &own, &l, &known) else { continue };
        let Some(handlers) = handlers(p, effects, &own, &l, &known) else { continue };
        l.handlers = handlers;
        let types: Vec<Type> = own.blocks[l.header].inputargs.iter().map(|v| own.ty(*v)).collect();
        let returned = returned(p, &own, &l, &all);
        let rest = add_rest(p, portal, &own, &l, (&all, &returned));
        let call = call_block(g, &l, &known, (rest, &types), (&all, &returned));
        ask(g, &l, call, *number);
        *number += 1;
    }
}

/// The loops that have no marker in them; outer ones before inner ones.
fn find(p: &Program, g: &LlGraph) -> Vec<Loop> {
    let mut back: Vec<(BlockId, usize)> = back_edges(g).into_iter().collect();
    back.sort_unstable();
    let mut headers: Vec<BlockId> =
        back.iter().map(|(b, i)| g.blocks[*b].exits[*i].target).collect();
    headers.sort_unstable();
    headers.dedup();
    let before = g.predecessors();
    let all = headers.into_iter().filter_map(|header| {
        let ends = back.iter().filter(|(b, i)| g.blocks[*b].exits[*i].target == header);
        let mut work: Vec<BlockId> = ends.map(|(b, _)| *b).collect();
        let mut blocks = BTreeSet::from_iter([header]);
        while let Some(b) = work.pop() {
            if blocks.insert(b) {
                work.extend(before[b].iter().map(|(b, _)| *b));
            }
        }
        // With another way into it, it would hold what comes before, up to the function's start.
        if blocks.contains(&g.startblock) {
            return None;
        }
        let left = blocks.iter().flat_map(|b| (0..g.blocks[*b].exits.len()).map(|i| (*b, i)));
        let exits = left.filter(|(b, i)| {
            let target = g.blocks[*b].exits[*i].target;
            !blocks.contains(&target) && target != g.exceptblock && !catches(g, (*b, *i))
        });
        let exits: Vec<(BlockId, usize)> = exits.collect();
        let marked = blocks.iter().any(|b| g.blocks[*b].operations.iter().any(|op| is_mark(p, op)));
        (!marked).then_some(Loop { header, blocks, exits, handlers: vec![] })
    });
    let mut all: Vec<Loop> = all.collect();
    all.sort_by_key(|l| core::cmp::Reverse(l.blocks.len()));
    all
}

fn is_mark(p: &Program, op: &flowmodel::SpaceOperation<Ll>) -> bool {
    let leaves = |f: &FuncId| &*p.funcs[*f].name == LEAVE_MARK;
    op.op == LlOp::JitMarker
        || matches!(op.args.first(), Some(Value::Const(Const::Func(f))) if leaves(f))
}

/// Says whether the link is taken with an exception.
fn catches(g: &LlGraph, (b, i): (BlockId, usize)) -> bool {
    g.blocks[b].can_raise() && g.blocks[b].exits[i].case != ExitCase::None
}

/// The exception links for handlers around the loop. None: the loop raises something that some of them are not there for, or they
/// want a value that is another one in each round.
fn handlers(
    p: &Program,
    effects: &mut Option<EffectFacts>,
    g: &LlGraph,
    l: &Loop,
    known: &FxHashMap<VarId, usize>,
) -> Option<Vec<(BlockId, usize)>> {
    let mut found: Option<Vec<(BlockId, usize)>> = None;
    for &b in l.blocks.iter().filter(|b| g.blocks[**b].can_raise()) {
        let blk = &g.blocks[b];
        let mut caught: Vec<usize> = (0..blk.exits.len()).filter(|i| catches(g, (b, *i))).collect();
        while caught.last().is_some_and(|i| only_passes_on(g, &blk.exits[*i])) {
            caught.pop();
        }
        let outside = caught.iter().position(|i| !l.blocks.contains(&blk.exits[*i].target));
        let around = caught.split_off(outside.unwrap_or(caught.len()));
        let around: Vec<(BlockId, usize)> = around.into_iter().map(|i| (b, i)).collect();
        let good = |(b, i): &(BlockId, usize)| {
            let link = &g.blocks[*b].exits[*i];
            !l.blocks.contains(&link.target)
                && link.args.iter().all(|a| handed(link, a, known).is_some())
        };
        let same = |a: &(BlockId, usize), b: &(BlockId, usize)| {
            let (a, b) = (&g.blocks[a.0].exits[a.1], &g.blocks[b.0].exits[b.1]);
            a.target == b.target
                && a.case == b.case
                && a.args.len() == b.args.len()
                && a.args
                    .iter()
                    .zip(&b.args)
                    .all(|(x, y)| handed(a, x, known) == handed(b, y, known))
        };
        if !around.iter().all(good) {
            return None;
        }
        match &found {
            None => found = Some(around),
            Some(before) => {
                let alike = before.len() == around.len()
                    && before.iter().zip(&around).all(|(a, b)| same(a, b));
                if !alike {
                    return None;
                }
            }
        }
    }
    let found = found.unwrap_or_default();
    if found.is_empty() {
        return Some(found);
    }
    let effects = effects.get_or_insert_with(|| EffectFacts::new(p));
    let raises_else = l.blocks.iter().any(|&b| {
        let blk = &g.blocks[b];
        let protected = blk.operations.len() - usize::from(blk.can_raise());
        let mut raise = (0..blk.exits.len()).filter(|i| blk.exits[*i].target == g.exceptblock);
        blk.operations[..protected].iter().any(|op| effects.operation(p, g, op).raises)
            || raise.any(|i| !catches(g, (b, i)))
    });
    (!raises_else).then_some(found)
}

/// What an exception link hands to its handler.
#[derive(Clone, Copy, PartialEq)]
enum Handed {
    Const(LlValue),
    Input(usize),
    Class,
    Value,
}

fn handed(link: &Link<Ll>, a: &LlValue, known: &FxHashMap<VarId, usize>) -> Option<Handed> {
    match a {
        Value::Var(v) if link.last_exception == Some(*v) => Some(Handed::Class),
        Value::Var(v) if link.last_exc_value == Some(*v) => Some(Handed::Value),
        Value::Var(v) => known.get(v).map(|n| Handed::Input(*n)),
        constant => Some(Handed::Const(*constant)),
    }
}

/// What goes over the links that leave the loop. None: some value, there or at the header, is none that the JIT can hold.
fn passed(
    p: &Program,
    g: &LlGraph,
    l: &Loop,
    inputs: &FxHashMap<VarId, usize>,
) -> Option<Vec<Vec<Passed>>> {
    let held = |v: VarId| kind_of(p, g.ty(v)).is_some();
    if !g.blocks[l.header].inputargs.iter().all(|v| held(*v)) {
        return None;
    }
    let mut all = vec![];
    for (b, i) in &l.exits {
        let mut results = 0;
        let mut way = vec![];
        for a in &g.blocks[*b].exits[*i].args {
            way.push(match a {
                Value::Var(v) if g.ty(*v) == Type::Void => Passed::Const(Value::Const(Const::Void)),
                Value::Var(v) if !held(*v) => return None,
                Value::Var(v) => match inputs.get(v) {
                    Some(n) => Passed::Input(*n),
                    None => {
                        results += 1;
                        Passed::Result(results - 1)
                    }
                },
                constant => Passed::Const(*constant),
            });
        }
        all.push(way);
    }
    Some(all)
}

/// Variables of the loop that are, in all rounds, what an input of the header is.
fn inputs(g: &LlGraph, l: &Loop) -> FxHashMap<VarId, usize> {
    // All are taken for such that one link says so of, until another one says something else.
    let mut known: FxHashMap<VarId, Option<usize>> = FxHashMap::default();
    let header = g.blocks[l.header].inputargs.iter().enumerate();
    known.extend(header.map(|(n, v)| (*v, Some(n))));
    let variables: FxHashSet<VarId> =
        l.blocks.iter().flat_map(|b| &g.blocks[*b].inputargs).copied().collect();
    loop {
        let mut changed = false;
        for link in l.blocks.iter().flat_map(|b| &g.blocks[*b].exits) {
            if !l.blocks.contains(&link.target) {
                continue;
            }
            for (a, input) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
                let arrives = match a {
                    Value::Var(v) => known.get(v).copied(),
                    Value::Const(_) => Some(None),
                };
                // What another variable is may not be known yet; of those that operations make nothing ever is.
                let made = a.as_var().is_some_and(|v| !variables.contains(&v));
                let Some(arrives) = arrives.or(made.then_some(None)) else { continue };
                let is = known.get(input).copied();
                let joined = match is {
                    None => arrives,
                    Some(before) if before == arrives => continue,
                    Some(_) => None,
                };
                changed |= is != Some(joined);
                known.insert(*input, joined);
            }
        }
        if !changed {
            return known.into_iter().filter_map(|(v, n)| Some((v, n?))).collect();
        }
    }
}

/// The types of the results of a way.
fn results(g: &LlGraph, (b, i): (BlockId, usize), way: &[Passed]) -> Vec<Type> {
    let given = g.blocks[b].exits[i].args.iter().zip(way);
    let results = given.filter(|(_, passed)| matches!(passed, Passed::Result(_)));
    results.filter_map(|(a, _)| a.as_var()).map(|v| g.ty(v)).collect()
}

fn returned(p: &mut Program, g: &LlGraph, l: &Loop, all: &[Vec<Passed>]) -> Returned {
    let ways: Vec<Vec<Type>> =
        l.exits.iter().zip(all).map(|(exit, way)| results(g, *exit, way)).collect();
    match &ways[..] {
        [] => return Returned::Nothing,
        [way] if way.is_empty() => return Returned::Nothing,
        [way] if way.len() == 1 => return Returned::Result(way[0]),
        all if all.iter().all(Vec::is_empty) => return Returned::Way,
        _ => {}
    }
    let mut fields = vec![Field::new("way", Type::Signed)];
    let mut places = vec![];
    for way in ways {
        let mut taken = vec![];
        for ty in way {
            let free = (1..fields.len()).find(|n| fields[*n].ty == ty && !taken.contains(n));
            let place = free.unwrap_or_else(|| {
                fields.push(Field::new(&format!("result{}", fields.len()), ty));
                fields.len() - 1
            });
            taken.push(place);
        }
        places.push(taken.into_iter().map(|n| n as u32).collect());
    }
    let object = p.types.declare("rest", true, None);
    p.types.define(object, fields, None);
    Returned::Object(object, places)
}

fn field(n: u32) -> LlValue {
    Value::Const(Const::Field(n))
}

/// Adds the function that does the rest of a loop.
fn add_rest(
    p: &mut Program,
    portal: &Portal,
    g: &LlGraph,
    l: &Loop,
    (all, returned): (&[Vec<Passed>], &Returned),
) -> FuncId {
    let mut w = g.clone();
    let result = returned.ty();
    let returns = w.return_var();
    w.vars[returns].ty = result;
    // What the handlers around the loop are for is raised.
    for b in l.blocks.iter().filter(|_| !l.handlers.is_empty()) {
        let blk = &mut w.blocks[*b];
        if blk.can_raise() {
            let inside =
                |link: &Link<Ll>| link.case == ExitCase::None || l.blocks.contains(&link.target);
            blk.exits.retain(inside);
        }
    }
    for (n, ((b, i), way)) in l.exits.iter().zip(all).enumerate() {
        let args = w.blocks[*b].exits[*i].args.clone();
        let mut results = vec![];
        let mut passed_on = vec![];
        for (a, passed) in args.iter().zip(way) {
            if let (Value::Var(v), Passed::Result(_)) = (a, passed) {
                results.push(w.copy_var(*v));
                passed_on.push(*a);
            }
        }
        let end = w.new_block_with(results.clone());
        let value: LlValue = match returned {
            Returned::Nothing => Value::Const(Const::Void),
            Returned::Way => Value::Const(Const::Int(n as i64)),
            Returned::Result(_) => results[0].into(),
            Returned::Object(s, places) => {
                let ty = vec![Value::Const(Const::Type(*s))];
                let object = w.add_op(end, LlOp::Malloc, ty, "left", Type::Ptr(*s), Span::NONE);
                let way = (0, Value::Const(Const::Int(n as i64)));
                let values = places[n].iter().copied().zip(results.iter().map(|v| (*v).into()));
                for (place, value) in core::iter::once(way).chain(values) {
                    let args = vec![object.into(), field(place), value];
                    w.add_op(end, LlOp::SetField, args, "v", Type::Void, Span::NONE);
                }
                object.into()
            }
        };
        w.blocks[end].exits = vec![Link::new(w.returnblock, vec![value])];
        let link = &mut w.blocks[*b].exits[*i];
        (link.target, link.args) = (end, passed_on);
    }
    let inputs = w.blocks[l.header].inputargs.clone();
    let params: Vec<VarId> = inputs.iter().map(|v| w.copy_var(*v)).collect();
    let types = params.iter().map(|v| w.ty(*v)).collect();
    w.startblock = l.header;
    let args = params.iter().map(|v| Value::Var(*v)).collect();
    new_start(&mut w, params, vec![], args);
    w.name = format!("{}_rest", g.name).into();
    w.compact();
    let ty = p.types.func(types, result);
    let name = w.name.clone();
    let f = add_part(p, portal.caller, name, ty, Body::Graph(w));
    let attrs = &mut p.funcs[f].attrs;
    (attrs.dont_inline, attrs.always_inline) = (true, false);
    (attrs.unroll_safe, attrs.look_inside) = (false, Some(false));
    f
}

/// The block that calls the rest and goes on where that has left the loop.
fn call_block(
    g: &mut LlGraph,
    l: &Loop,
    known: &FxHashMap<VarId, usize>,
    (rest, types): (FuncId, &[Type]),
    (all, returned): (&[Vec<Passed>], &Returned),
) -> BlockId {
    let inputs: Vec<VarId> = types.iter().map(|ty| g.new_var("v", *ty)).collect();
    let block = g.new_block_with(inputs.clone());
    let several = l.exits.len() > 1;
    let mut args = vec![Value::Const(Const::Func(rest))];
    args.extend(inputs.iter().map(|v| Value::Var(*v)));
    let left = g.add_op(block, LlOp::DirectCall, args, "left", returned.ty(), Span::NONE);
    let (called, behind) = (block, behind(g, l, known, (block, &inputs, left)));
    let (block, inputs, left) = behind.unwrap_or((block, inputs, left));
    let way = match returned {
        Returned::Object(..) if several => {
            let args = vec![left.into(), field(0)];
            g.add_op(block, LlOp::GetField, args, "way", Type::Signed, Span::NONE)
        }
        _ => left,
    };
    let mut exits = vec![];
    for (n, ((b, i), passed)) in l.exits.iter().zip(all).enumerate() {
        let target = g.blocks[*b].exits[*i].target;
        let behind: Vec<VarId> = inputs.iter().map(|v| g.copy_var(*v)).collect();
        let object = g.copy_var(left);
        let given = g.new_block_with(behind.iter().copied().chain([object]).collect());
        let mut values = vec![];
        for (at, passed) in passed.iter().enumerate() {
            values.push(match (passed, returned) {
                (Passed::Const(c), _) => *c,
                (Passed::Input(n), _) => behind[*n].into(),
                (Passed::Result(k), Returned::Object(_, places)) => {
                    let a =
                        g.blocks[*b].exits[*i].args[at].as_var().expect("a result is a variable");
                    let args = vec![object.into(), field(places[n][*k])];
                    let ty = g.ty(a);
                    g.add_op(given, LlOp::GetField, args, "result", ty, Span::NONE).into()
                }
                (Passed::Result(_), _) => object.into(),
            });
        }
        g.blocks[given].exits = vec![Link::new(target, values)];
        let mut link =
            Link::new(given, inputs.iter().copied().chain([left]).map(Value::Var).collect());
        if several {
            link.case = ExitCase::Value(Const::Int(n as i64));
        }
        exits.push(link);
    }
    if several {
        g.blocks[block].exitswitch = ExitSwitch::Var(way);
        if let Some(last) = exits.last_mut() {
            last.case = ExitCase::Default;
        }
    }
    if exits.is_empty() {
        g.add_op(block, LlOp::DebugUnreachable, vec![], "v", Type::Void, Span::NONE);
    }
    g.blocks[block].exits = exits;
    called
}

/// Gives the call in a block the handlers around the loop. Returns the block that goes on if nothing is raised, with its names of
/// the header's inputs and of the result.
fn behind(
    g: &mut LlGraph,
    l: &Loop,
    known: &FxHashMap<VarId, usize>,
    (block, inputs, left): (BlockId, &[VarId], VarId),
) -> Option<(BlockId, Vec<VarId>, VarId)> {
    if l.handlers.is_empty() {
        return None;
    }
    let all: Vec<VarId> = inputs.iter().copied().chain([left]).collect();
    let mut names: Vec<VarId> = all.iter().map(|v| g.copy_var(*v)).collect();
    let goes_on = g.new_block_with(names.clone());
    let mut exits = vec![Link::new(goes_on, all.into_iter().map(Value::Var).collect())];
    for (b, i) in &l.handlers {
        let old = g.blocks[*b].exits[*i].clone();
        let class = old.last_exception.map(|v| g.copy_var(v));
        let value = old.last_exc_value.map(|v| g.copy_var(v));
        let args = old.args.iter().map(|a| match handed(&old, a, known) {
            Some(Handed::Input(n)) => inputs[n].into(),
            Some(Handed::Class) => class.map_or(*a, Value::Var),
            Some(Handed::Value) => value.map_or(*a, Value::Var),
            _ => *a,
        });
        let args = args.collect();
        exits.push(Link { args, last_exception: class, last_exc_value: value, ..old });
    }
    g.blocks[block].exitswitch = ExitSwitch::LastException;
    g.blocks[block].exits = exits;
    let left = names.pop()?;
    Some((goes_on, names, left))
}

/// Lets all links to the loop's header ask.
fn ask(g: &mut LlGraph, l: &Loop, call: BlockId, number: i64) {
    let inputs = g.blocks[l.header].inputargs.clone();
    let mut asking = |begins: bool| {
        let own: Vec<VarId> = inputs.iter().map(|v| g.copy_var(*v)).collect();
        let block = g.new_block_with(own.clone());
        let which = vec![Value::Const(Const::Int(2 * number + i64::from(begins)))];
        let answer = g.add_op(block, LlOp::JitCallsRest, which, "calls", Type::Bool, Span::NONE);
        let args: Vec<LlValue> = own.into_iter().map(Value::Var).collect();
        let mut goes_on = Link::new(l.header, args.clone());
        let mut calls = Link::new(call, args);
        goes_on.case = ExitCase::Value(Const::Bool(false));
        calls.case = ExitCase::Value(Const::Bool(true));
        g.blocks[block].exitswitch = ExitSwitch::Var(answer);
        g.blocks[block].exits = vec![goes_on, calls];
        block
    };
    let (first, again) = (asking(true), asking(false));
    for b in g.reachable() {
        if b == first || b == again {
            continue;
        }
        let block = if l.blocks.contains(&b) { again } else { first };
        for link in g.blocks[b].exits.iter_mut().filter(|link| link.target == l.header) {
            link.target = block;
        }
    }
}
