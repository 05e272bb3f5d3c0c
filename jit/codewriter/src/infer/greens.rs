//! Green variables that are known in front of the merge point: promoted where they are made, instead of at the merge point.
//!
//! The function with the merge point often makes the frame first (`frame = Frame(function.size)`), or is called by one that does. The
//! merge point, which promotes `function`, comes behind that. Where a value goes to a green variable on all ways that do not
//! raise, the promotion costs nothing more in front of them, and the size is a constant.

use crate::follow::{Site, call_sites};
use crate::infer::facts::{Facts, MergePoint};
use crate::infer::prologue::before;
use crate::infer::promotions::{At, is_promotion, promote_all};
use flowmodel::{BlockId, FuncId, LlGraph, LlOp, Program, Type, VarId};
use rustc_hash::FxHashSet;

/// Promotes green variables early.
pub fn mark(p: &mut Program, facts: &Facts) {
    let mut found = early(p, facts);
    found.sort();
    found.dedup();
    promote_all(p, found);
}

/// An operation that promotes variables: a merge point, or a call of a function that promotes parameters where it begins.
struct Sink {
    func: FuncId,
    block: BlockId,
    vars: Vec<VarId>,
    is_merge_point: bool,
}

/// Finds the earliest places at which values of green variables can be promoted, in the functions with the merge points and in
/// those that call them.
fn early(p: &Program, facts: &Facts) -> Vec<At> {
    let mut work: Vec<Sink> = facts.merge_points.iter().filter_map(|m| merge_point(p, m)).collect();
    let sites = call_sites(p);
    let mut called: FxHashSet<(FuncId, usize)> = FxHashSet::default();
    let mut found = vec![];
    while let Some(sink) = work.pop() {
        let Some(g) = p.funcs[sink.func].graph() else { continue };
        for (b, i, v) in places(g, &sink) {
            found.push((sink.func, b, i, v));
            let param = g.params().iter().position(|param| *param == v);
            if let Some(n) = param.filter(|n| called.insert((sink.func, *n))) {
                let sites = sites.get(&sink.func).map_or(&[][..], |sites| sites);
                work.extend(calls(p, facts, sites, n));
            }
        }
    }
    found
}

fn merge_point(p: &Program, m: &MergePoint) -> Option<Sink> {
    let greens = p.jitdrivers[m.driver].greens.len();
    let greens = m.operation(p)?.args.iter().skip(2).take(greens);
    let vars = greens.filter_map(|a| a.as_var()).collect();
    Some(Sink { func: m.func, block: m.block, vars, is_merge_point: true })
}

/// The direct calls in traces among those of a function, with what they give to parameter `n`.
fn calls(p: &Program, facts: &Facts, sites: &[Site], n: usize) -> Vec<Sink> {
    let in_traces = sites.iter().filter(|(func, _, _)| facts.runs_in_traces(*func));
    let given = |&(func, block, i): &Site| {
        let op = p.funcs[func].graph()?.blocks[block].operations.get(i)?;
        let v = op.args[n + 1].as_var().filter(|_| op.op == LlOp::DirectCall)?;
        Some(Sink { func, block, vars: vec![v], is_merge_point: false })
    };
    in_traces.filter_map(given).collect()
}

/// Finds the earliest places of a graph in front of an operation at which its variables can be promoted: block, position, variable.
fn places(g: &LlGraph, sink: &Sink) -> Vec<(BlockId, usize, VarId)> {
    let before = before(g, sink.block);
    let sure = surely_there(g, sink.block, &before, true);
    // A loop in front of a call may be the guest program's: the call is one way of many for what is made in it.
    let at_once = surely_there(g, sink.block, &before, sink.is_merge_point);
    let mut work: Vec<(BlockId, VarId)> = sink.vars.iter().map(|v| (sink.block, *v)).collect();
    let mut seen: FxHashSet<(BlockId, VarId)> = work.iter().copied().collect();
    let mut found = vec![];
    while let Some((b, v)) = work.pop() {
        if g.ty(v) == Type::Void {
            continue;
        }
        // (The merge point promotes soon enough what stands in front of it.)
        let is_late = sink.is_merge_point && b == sink.block;
        let blk = &g.blocks[b];
        let Some(n) = blk.inputargs.iter().position(|i| *i == v) else {
            let Some(i) = blk.operations.iter().position(|op| op.result == v) else { continue };
            let op = &blk.operations[i];
            match (op.op, op.args.first().and_then(|a| a.as_var())) {
                (LlOp::SameAs | LlOp::CastPointer, Some(of)) => {
                    work.extend(Some((b, of)).filter(|w| seen.insert(*w)));
                }
                _ if is_promotion(op) || is_late || !at_once.contains(&b) => {}
                // Nothing may stand behind an operation whose exceptions are caught.
                _ if i + 1 == blk.operations.len() && blk.can_raise() => {
                    let l = &blk.exits[0];
                    let is_late = sink.is_merge_point && l.target == sink.block;
                    let inputs = l.args.iter().zip(&g.blocks[l.target].inputargs);
                    let inputs = inputs.filter(|(a, _)| a.as_var() == Some(v) && !is_late);
                    found.extend(inputs.map(|(_, input)| (l.target, 0, *input)));
                }
                _ => found.push((b, i + 1, v)),
            }
            continue;
        };
        let into: Vec<(BlockId, Option<VarId>)> = before
            .iter()
            .flat_map(|from| g.blocks[*from].exits.iter().map(move |l| (*from, l)))
            .filter(|(from, l)| l.target == b && (*from != sink.block || b == g.startblock))
            .map(|(from, l)| (from, l.args[n].as_var()))
            .collect();
        if b == g.startblock || into.iter().any(|(from, _)| !sure.contains(from)) {
            if !is_late {
                found.push((b, 0, v));
            }
            continue;
        }
        // (A constant needs no promotion.)
        let variables = into.into_iter().filter_map(|(from, v)| Some((from, v?)));
        work.extend(variables.filter(|w| seen.insert(*w)));
    }
    found
}

/// The blocks from which all ways that do not raise lead to the end of the block `end`; with `loops` also those of loops that end
/// there.
fn surely_there(g: &LlGraph, end: BlockId, before: &[BlockId], loops: bool) -> FxHashSet<BlockId> {
    let leads = |sure: &FxHashSet<BlockId>, b: BlockId| {
        let blk = &g.blocks[b];
        let leads =
            blk.normal_exits().all(|l| l.target == g.exceptblock || sure.contains(&l.target));
        b == end || !g.is_final(b) && leads
    };
    let mut sure: FxHashSet<BlockId> = match loops {
        true => before.iter().copied().collect(),
        false => FxHashSet::default(),
    };
    loop {
        let changes = |b: &BlockId| sure.contains(b) != leads(&sure, *b);
        match before.iter().copied().find(changes) {
            Some(b) if loops => _ = sure.remove(&b),
            Some(b) => _ = sure.insert(b),
            None => return sure,
        }
    }
}
