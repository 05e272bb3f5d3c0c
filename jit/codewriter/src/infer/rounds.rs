//! Loops that have few rounds while tracing, if what they are counted by is constant.

use crate::descrs::is_list;
use crate::infer::known::{Params, TraceConstants};
use flowmodel::{BlockId, Const, ExitSwitch, LlGraph, LlOp, LlValue, Program, Type, VarId};
use jitmodel::FEW;
use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of loops inside each other that are unrolled. (A bound: three with few rounds have thousands together.)
const NESTED_LOOPS: usize = 2;

/// Gives the parameters that the loops of a graph depend on; none if one of them does not depend on constants, or may have many
/// rounds even so.
pub fn counted_by(p: &Program, g: &LlGraph, known: &TraceConstants) -> Option<Params> {
    let blocks = g.reachable().into_iter().collect();
    let mut ends = vec![];
    let params = of_loops(p, g, known, &blocks, NESTED_LOOPS, &mut ends)?;
    ends_soon(p, g, &ends).then_some(params)
}

/// Says whether all numbers that a graph compares with are small.
pub fn counts_to_little(p: &Program, g: &LlGraph) -> bool {
    let ops = g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations);
    let mut tests = ops.filter(|op| g.ty(op.result) == Type::Bool).flat_map(|op| &op.args);
    tests.all(|a| is_small(p, a))
}

/// Says whether a value is no large number, and no list of the interpreter's text with many items.
fn is_small(p: &Program, v: &LlValue) -> bool {
    let few = |n: u64| n <= FEW as u64;
    match v.as_const() {
        Some(Const::Int(n)) => few(n.unsigned_abs()),
        Some(Const::Obj(o)) => match &p.heap[*o] {
            list if is_list(p, list.ty) => {
                !matches!(list.fields[0], Const::Int(n) if !few(n.unsigned_abs()))
            }
            array => few(array.items.len() as u64),
        },
        _ => true,
    }
}

/// Finds the tests that end the loops among these blocks, with at most `depth` of them inside each other, and the parameters that
/// these depend on.
fn of_loops(
    p: &Program,
    g: &LlGraph,
    known: &TraceConstants,
    blocks: &FxHashSet<BlockId>,
    depth: usize,
    found: &mut Vec<VarId>,
) -> Option<Params> {
    let mut graph = DiGraph::<BlockId, ()>::new();
    let mut nodes = FxHashMap::default();
    let mut order: Vec<BlockId> = blocks.iter().copied().collect();
    order.sort();
    for b in &order {
        nodes.insert(*b, graph.add_node(*b));
    }
    for b in &order {
        for l in g.blocks[*b].exits.iter().filter(|l| blocks.contains(&l.target)) {
            graph.add_edge(nodes[b], nodes[&l.target], ());
        }
    }
    let mut all = Params::NONE;
    for group in petgraph::algo::tarjan_scc(&graph) {
        let members: FxHashSet<BlockId> = group.iter().map(|n| graph[*n]).collect();
        let cyclic = members.len() > 1
            || members.iter().any(|b| g.blocks[*b].exits.iter().any(|l| l.target == *b));
        if !cyclic {
            continue;
        }
        let depth = depth.checked_sub(1)?;
        let changing = changing(p, g, known, &members);
        let mut ends: Vec<(Params, BlockId, VarId)> = members
            .iter()
            .filter(|b| g.blocks[**b].exits.iter().any(|l| !members.contains(&l.target)))
            .filter_map(|b| match g.blocks[*b].exitswitch {
                ExitSwitch::Var(v) if changing.contains(&v) => Some((known.of(v)?, *b, v)),
                _ => None,
            })
            .collect();
        ends.sort_by_key(|e| (e.0.count(), e.1));
        let (params, end, test) = *ends.first()?;
        found.push(test);
        let mut rest = members;
        rest.remove(&end);
        all = all.with(params).with(of_loops(p, g, known, &rest, depth, found)?);
    }
    Some(all)
}

/// The variables in a loop that may change from round to round. A test of another one does not end the loop, once it has gone on.
fn changing(
    p: &Program,
    g: &LlGraph,
    known: &TraceConstants,
    members: &FxHashSet<BlockId>,
) -> FxHashSet<VarId> {
    let mut order: Vec<BlockId> = members.iter().copied().collect();
    order.sort();
    let outside = g.reachable().into_iter().filter(|b| !members.contains(b));
    let into = outside.flat_map(|b| &g.blocks[b].exits).map(|l| l.target);
    let entries: FxHashSet<BlockId> = into.chain([g.startblock]).collect();
    // Each variable is another name for one that comes into the loop, or stands for itself.
    let mut root: FxHashMap<VarId, VarId> = FxHashMap::default();
    for b in &order {
        let inputs = g.blocks[*b].inputargs.iter().filter(|_| entries.contains(b));
        let results = g.blocks[*b].operations.iter().map(|op| &op.result);
        root.extend(inputs.chain(results).map(|v| (*v, *v)));
    }
    let mut found: FxHashSet<VarId> = FxHashSet::default();
    loop {
        let before = (root.clone(), found.len());
        for b in &order {
            for op in &g.blocks[*b].operations {
                let reads_length = op.op == LlOp::GetField && !is_pure_field(p, g, &op.args);
                let differs = |a: &LlValue| a.as_var().is_some_and(|v| found.contains(&v));
                let steady = known.of(op.result).is_some() && op.op != LlOp::Hint && !reads_length;
                if !steady || op.args.iter().any(differs) {
                    found.insert(op.result);
                }
            }
            for l in g.blocks[*b].exits.iter().filter(|l| members.contains(&l.target)) {
                for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    let Some(is) = a.as_var().map_or(Some(*input), |v| root.get(&v).copied())
                    else {
                        continue;
                    };
                    let old = *root.entry(*input).or_insert(is);
                    let is_const = a.as_var().is_none();
                    if old != is || is_const || a.as_var().is_some_and(|v| found.contains(&v)) {
                        root.insert(*input, *input);
                        found.insert(*input);
                    }
                }
            }
        }
        if before == (root.clone(), found.len()) {
            return found;
        }
    }
}

fn is_pure_field(p: &Program, g: &LlGraph, args: &[LlValue]) -> bool {
    match (p.value_type(g, &args[0]), args[1].as_const()) {
        (Type::Ptr(s), Some(Const::Field(i))) => {
            p.types.structs[s].fields[*i as usize].mutability.pure_in_traces()
        }
        _ => false,
    }
}

/// Says whether all numbers and lists of the interpreter's text that these tests are computed of are small.
fn ends_soon(p: &Program, g: &LlGraph, tests: &[VarId]) -> bool {
    let mut seen: FxHashSet<VarId> = tests.iter().copied().collect();
    let blocks = g.reachable();
    let follows = |op: LlOp| {
        op.is_foldable() || matches!(op, LlOp::Hint | LlOp::GetArraySize | LlOp::CastPointer)
    };
    loop {
        let before = seen.len();
        for blk in blocks.iter().map(|b| &g.blocks[*b]) {
            for op in blk.operations.iter().rev().filter(|op| follows(op.op)) {
                if seen.contains(&op.result) {
                    if !op.args.iter().all(|a| is_small(p, a)) {
                        return false;
                    }
                    seen.extend(op.args.iter().filter_map(|a| a.as_var()));
                }
            }
            for l in &blk.exits {
                for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    if seen.contains(input) {
                        if !is_small(p, a) {
                            return false;
                        }
                        seen.extend(a.as_var());
                    }
                }
            }
        }
        if seen.len() == before {
            return true;
        }
    }
}
