//! Lengths that a loop asks for on every round are read once, before it. A length never changes, but C compilers do not know
//! that: after a store through any pointer they read it again.
//!
//! Only what stands at the start of a loop's first block is moved, in front of everything that has an effect: it would be
//! executed anyway. Portals stay as they are: only greens and reds may be alive at their merge point.

use crate::hints::is_merge_point;
use flowmodel::analysis::loops::back_edges;
use flowmodel::analysis::values::origins;
use flowmodel::surgery::{Available, Subst, remove_ops, substitute};
use flowmodel::{BlockId, FuncId, Link, Ll, LlGraph, LlOp, Program, SpaceOperation, Value, VarId};
use rustc_hash::FxHashSet;

/// Returns the number of lengths that were moved.
pub fn hoist_lengths(_p: &Program, _f: FuncId, g: &mut LlGraph) -> usize {
    let blocks = g.reachable();
    if blocks.iter().any(|b| g.blocks[*b].operations.iter().any(is_merge_point)) {
        return 0;
    }
    let back = back_edges(g);
    let headers: FxHashSet<BlockId> =
        back.iter().map(|(b, i)| g.blocks[*b].exits[*i].target).collect();
    let mut moved = 0;
    for header in blocks.into_iter().filter(|b| headers.contains(b)) {
        if first_lengths(g, header).is_empty() {
            continue;
        }
        let preds = g.predecessors();
        let links = preds[header].iter().map(|(p, exit)| (*p, *exit as usize));
        let entries: Vec<_> = links.filter(|e| !back.contains(e)).collect();
        let [(from, exit)] = entries[..] else { continue };
        let found = invariant_lengths(g, header);
        if found.is_empty() {
            continue;
        }
        moved += found.len();
        let before = block_before(g, from, exit);
        let mut results = Subst::default();
        let mut gone = FxHashSet::default();
        let mut lengths = vec![];
        for (at, k) in found {
            let op = &g.blocks[header].operations[at];
            let (result, span) = (op.result, op.span);
            let object = g.blocks[before].exits[0].args[k];
            let name = g.vars[result].name;
            let ty = g.ty(result);
            let length = g.add_op(before, op.op, vec![object], &name, ty, span);
            lengths.push((result, length));
            gone.insert(at);
        }
        let mut available = Available::new(g);
        for (result, length) in lengths {
            results.insert(result, available.make(g, length, before, header).into());
        }
        remove_ops(&mut g.blocks[header], &gone);
        substitute(&mut g.blocks[header], &results);
    }
    moved
}

/// The reads of lengths at the start of the block whose object comes into it: (operation, input).
fn first_lengths(g: &LlGraph, header: BlockId) -> Vec<(usize, usize)> {
    let blk = &g.blocks[header];
    let harmless = |op: &SpaceOperation<Ll>| op.op == LlOp::GetArraySize || op.op.is_pure();
    let mut found = vec![];
    for (at, op) in blk.operations.iter().enumerate().take_while(|(_, op)| harmless(op)) {
        let input = match op.args.first() {
            Some(Value::Var(v)) if op.op == LlOp::GetArraySize => {
                blk.inputargs.iter().position(|i| i == v)
            }
            _ => None,
        };
        found.extend(input.map(|k| (at, k)));
    }
    found
}

/// Finds the lengths whose object is the same in all rounds.
fn invariant_lengths(g: &LlGraph, header: BlockId) -> Vec<(usize, usize)> {
    let same = origins(g);
    let passes_through = |v: VarId| !same.is_root(v);
    let mut found = first_lengths(g, header);
    found.retain(|(_, k)| passes_through(g.blocks[header].inputargs[*k]));
    found
}

/// A block that does nothing but go on through this exit: `from` itself, or a new one.
fn block_before(g: &mut LlGraph, from: BlockId, exit: usize) -> BlockId {
    if g.blocks[from].exits.len() == 1 {
        return from;
    }
    let target = g.blocks[from].exits[exit].target;
    let inputs: Vec<VarId> = g.blocks[target].inputargs.clone();
    let inputs: Vec<VarId> = inputs.into_iter().map(|v| g.copy_var(v)).collect();
    let mid = g.new_block_with(inputs.clone());
    g.blocks[mid].exits = vec![Link::new(target, inputs.into_iter().map(Value::Var).collect())];
    g.blocks[from].exits[exit].target = mid;
    mid
}
