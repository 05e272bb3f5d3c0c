//! Splitting, joining and inserting of blocks.

use super::exits::empty_block;
use super::{arrival, renamed, substitute};
use crate::diag::Span;
use crate::graph::{
    Block, BlockId, Dialect, ExitSwitch, Graph, Link, SpaceOperation, Value, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Moves the operations of `b` from index `at` on, the switch and the exits to a new block; `b` ends in a link to it.
/// The variables that the moved part needs go over as arguments, in the order of their first use: gives them with
/// their names in the new block.
pub fn split_block<D: Dialect>(
    g: &mut Graph<D>,
    b: BlockId,
    at: usize,
) -> (BlockId, Vec<(VarId, VarId)>) {
    let head = &mut g.blocks[b];
    let new = Block {
        inputargs: vec![],
        operations: head.operations.split_off(at),
        exitswitch: std::mem::replace(&mut head.exitswitch, ExitSwitch::None),
        exits: std::mem::take(&mut head.exits),
    };
    let new = g.blocks.push(new);
    let passed = import_free(g, new);
    let args = passed.iter().map(|(v, _)| Value::Var(*v)).collect();
    g.blocks[b].exits = vec![Link::new(new, args)];
    (new, passed)
}

/// Makes every variable that `b` uses but does not define a new input of it, in the order of their first use: gives
/// these variables with their names in `b`. Links to `b` then lack the arguments for them.
pub fn import_free<D: Dialect>(g: &mut Graph<D>, b: BlockId) -> Vec<(VarId, VarId)> {
    let mut blk = std::mem::take(&mut g.blocks[b]);
    let mut own = FxHashSet::default();
    blk.for_each_def(&mut |v| {
        own.insert(*v);
    });
    let mut names: FxHashMap<VarId, VarId> = FxHashMap::default();
    let mut imported = vec![];
    blk.for_each_use(&mut |v| {
        if !own.contains(v) {
            *v = *names.entry(*v).or_insert_with(|| {
                let n = g.copy_var(*v);
                imported.push((*v, n));
                n
            });
        }
    });
    blk.inputargs.extend(imported.iter().map(|(_, n)| *n));
    g.blocks[b] = blk;
    imported
}

/// Gives the function other parameters: a new start block has them as inputs, does these operations and goes on with
/// `args` where the function started before.
pub fn new_start<D: Dialect>(
    g: &mut Graph<D>,
    params: Vec<VarId>,
    operations: Vec<SpaceOperation<D>>,
    args: Vec<Value<D>>,
) {
    let exits = vec![Link::new(g.startblock, args)];
    let start = Block { inputargs: params, operations, exits, ..Block::default() };
    g.startblock = g.blocks.push(start);
}

/// A link into a new block without inputs that was written with the variables of the block where the link is to
/// stand: they become inputs ([`import_free`]) and arguments.
pub fn link_into<D: Dialect>(g: &mut Graph<D>, b: BlockId) -> Link<D> {
    let imported = import_free(g, b);
    Link::new(b, imported.into_iter().map(|(v, _)| Value::Var(v)).collect())
}

/// Appends each block to its predecessor where that has no other exit and the block no other entry. Returns whether
/// any was.
pub fn join_blocks<D: Dialect>(g: &mut Graph<D>) -> bool {
    let order = g.reachable();
    join_blocks_in(g, &order)
}

/// [`join_blocks`] for who knows the reachable blocks.
pub fn join_blocks_in<D: Dialect>(g: &mut Graph<D>, order: &[BlockId]) -> bool {
    let mut entries = g.entries_from(order);
    let mut gone: FxHashSet<BlockId> = FxHashSet::default();
    for b in order.iter().copied() {
        if gone.contains(&b) {
            continue;
        }
        loop {
            let blk = &g.blocks[b];
            if blk.exitswitch != ExitSwitch::None || blk.exits.len() != 1 {
                break;
            }
            let t = blk.exits[0].target;
            if t == b || g.is_final(t) || entries[t] != 1 {
                break;
            }
            let link = g.blocks[b].exits.remove(0);
            let mut tail = std::mem::take(&mut g.blocks[t]);
            let s = arrival(&tail, &link.args);
            tail.exits.iter().for_each(|l| entries[l.target] -= 1);
            substitute(&mut tail, &s);
            tail.exits.iter().for_each(|l| entries[l.target] += 1);
            let blk = &mut g.blocks[b];
            blk.operations.append(&mut tail.operations);
            blk.exitswitch = tail.exitswitch;
            blk.exits = tail.exits;
            gone.insert(t);
        }
    }
    !gone.is_empty()
}

/// Links to blocks that do nothing go to where these lead. `span` says the position of such a link from the block that
/// is skipped, the link to it and the link out of it. Endless loops of empty blocks stay. Returns whether any link has
/// changed.
pub fn skip_empty_blocks<D: Dialect>(
    g: &mut Graph<D>,
    span: impl Fn(BlockId, &Link<D>, &Link<D>) -> Span,
) -> bool {
    let order = g.reachable();
    skip_empty_blocks_in(g, &order, span)
}

/// [`skip_empty_blocks`] for who knows the reachable blocks.
pub fn skip_empty_blocks_in<D: Dialect>(
    g: &mut Graph<D>,
    order: &[BlockId],
    span: impl Fn(BlockId, &Link<D>, &Link<D>) -> Span,
) -> bool {
    let mut any = false;
    for b in order.iter().copied() {
        for i in 0..g.blocks[b].exits.len() {
            let mut new: Option<Link<D>> = None;
            let mut skipped = vec![];
            let mut t = g.blocks[b].exits[i].target;
            while let Some(on) = empty_block(g, t)
                && on.target != t
            {
                if skipped.contains(&t) {
                    new = None;
                    break;
                }
                skipped.push(t);
                let link = new.get_or_insert_with(|| g.blocks[b].exits[i].clone());
                link.span = span(t, link, on);
                link.args = renamed(&on.args, &arrival(&g.blocks[t], &link.args));
                link.target = on.target;
                t = on.target;
            }
            if let Some(link) = new {
                g.blocks[b].exits[i] = link;
                any = true;
            }
        }
    }
    any
}

/// Puts operations without operands that are variables on the exit `exit` of `b`: at the end of `b`, at the start of the target
/// if no other link goes there (`entries` counts them), or in a new block.
pub fn insert_on_link<D: Dialect>(
    g: &mut Graph<D>,
    b: BlockId,
    exit: usize,
    entries: usize,
    ops: Vec<SpaceOperation<D>>,
) {
    let target = g.blocks[b].exits[exit].target;
    if g.blocks[b].exits.len() == 1 {
        g.blocks[b].operations.extend(ops);
    } else if entries == 1 && !g.is_final(target) {
        g.blocks[target].operations.splice(0..0, ops);
    } else {
        let inputs: Vec<VarId> = g.blocks[target].inputargs.clone();
        let inputs: Vec<VarId> = inputs.into_iter().map(|v| g.copy_var(v)).collect();
        let mid = g.new_block_with(inputs.clone());
        g.blocks[mid].operations = ops;
        g.blocks[mid].exits = vec![Link::new(target, inputs.into_iter().map(Value::Var).collect())];
        g.blocks[b].exits[exit].target = mid;
    }
}
