//! Removing what nobody needs: operations, block inputs and the link arguments for them.

use super::{drop_exception_exits, retain_by};
use crate::graph::{Block, BlockId, Dialect, ExitSwitch, Graph, SpaceOperation, VarId};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

/// Removes operations by index; where the protected last operation of a block goes, so do its handlers. Their results
/// must not be used any more when all is done.
pub fn remove_ops<D: Dialect>(blk: &mut Block<D>, gone: &FxHashSet<usize>) {
    if gone.is_empty() {
        return;
    }
    if gone.contains(&(blk.operations.len().wrapping_sub(1))) {
        drop_exception_exits(blk);
    }
    let mut i = 0;
    blk.operations.retain(|_| {
        i += 1;
        !gone.contains(&(i - 1))
    });
}

/// Removes operations whose results nobody needs, and block inputs likewise: a variable is needed if an operation that
/// stays, a switch, or a parameter or final block uses it, or if what is computed from it is needed. `removable` says of an
/// operation, and whether its exceptions are caught, if it may go; handlers then go with it. Returns whether anything
/// was removed.
pub fn remove_dead<D: Dialect>(
    g: &mut Graph<D>,
    removable: &dyn Fn(&SpaceOperation<D>, bool) -> bool,
) -> bool {
    let order = g.reachable();
    remove_dead_in(g, &order, removable)
}

/// [`remove_dead`] for who knows the reachable blocks.
pub fn remove_dead_in<D: Dialect>(
    g: &mut Graph<D>,
    order: &[BlockId],
    removable: &dyn Fn(&SpaceOperation<D>, bool) -> bool,
) -> bool {
    let removable = |blk: &Block<D>, i: usize| {
        let protected = blk.can_raise() && i + 1 == blk.operations.len();
        removable(&blk.operations[i], protected)
    };
    let mut live: SecondaryMap<VarId, bool> = SecondaryMap::with_capacity(g.vars.len());
    let mut needs = Needs::of(g.vars.len());
    let mut work: Vec<VarId> = vec![];
    for b in [g.startblock, g.returnblock, g.exceptblock] {
        work.extend(g.blocks[b].inputargs.iter().copied());
    }
    for b in order {
        let blk = &g.blocks[*b];
        for (i, op) in blk.operations.iter().enumerate() {
            let args = op.args.iter().filter_map(|a| a.as_var());
            if removable(blk, i) {
                args.for_each(|a| needs.add(op.result, a));
            } else {
                work.extend(args);
            }
        }
        if let ExitSwitch::Var(v) = blk.exitswitch {
            work.push(v);
        }
        for l in &blk.exits {
            for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                if let Some(v) = a.as_var() {
                    needs.add(*input, v);
                }
            }
        }
    }
    while let Some(v) = work.pop() {
        if !std::mem::replace(&mut live[v], true) {
            needs.push_onto(v, &mut work);
        }
    }
    let mut any = false;
    let mut keep: Vec<bool> = vec![];
    for b in order {
        let blk = &mut g.blocks[*b];
        let dead = |i: &usize| !live[blk.operations[*i].result] && removable(blk, *i);
        let gone: FxHashSet<usize> = (0..blk.operations.len()).filter(dead).collect();
        any |= !gone.is_empty();
        remove_ops(blk, &gone);
    }
    let mut shrink: Vec<BlockId> = vec![];
    for b in order {
        for i in 0..g.blocks[*b].exits.len() {
            let t = g.blocks[*b].exits[i].target;
            keep.clear();
            keep.extend(g.blocks[t].inputargs.iter().map(|v| live[*v]));
            if keep.contains(&false) {
                shrink.push(t);
                retain_by(&mut g.blocks[*b].exits[i].args, &keep);
            }
        }
    }
    any |= !shrink.is_empty();
    for b in shrink {
        g.blocks[b].inputargs.retain(|v| live[*v]);
    }
    any
}

/// Says what becomes live when a variable does: lists of variables, chained through one vector.
struct Needs {
    /// Index in `chain` at which the list of a variable begins.
    first: SecondaryMap<VarId, Option<u32>>,
    chain: Vec<(VarId, Option<u32>)>,
}

impl Needs {
    /// Makes empty lists for this many variables.
    fn of(variables: usize) -> Needs {
        let first = SecondaryMap::with_capacity(variables);
        Needs { first, chain: Vec::with_capacity(2 * variables) }
    }
    fn add(&mut self, v: VarId, needed: VarId) {
        let at = self.chain.len() as u32;
        self.chain.push((needed, self.first[v].replace(at)));
    }
    fn push_onto(&self, v: VarId, work: &mut Vec<VarId>) {
        let mut at = self.first[v];
        while let Some(i) = at {
            let (needed, next) = self.chain[i as usize];
            work.push(needed);
            at = next;
        }
    }
}

/// Removes block inputs that nobody needs, and the link arguments for them. All operations stay.
pub fn remove_dead_inputs<D: Dialect>(g: &mut Graph<D>) -> bool {
    remove_dead(g, &|_, _| false)
}
