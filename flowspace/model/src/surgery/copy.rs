//! Copies of blocks, with variables of their own.

use crate::graph::{Block, BlockId, Dialect, Graph, VarId};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

/// Gives every variable that the block defines the name that `fresh` says, in its uses too. Other variables that it
/// uses keep theirs.
pub fn renew<D: Dialect>(blk: &mut Block<D>, fresh: &mut dyn FnMut(VarId) -> VarId) {
    let mut names: FxHashMap<VarId, VarId> = FxHashMap::default();
    blk.for_each_def(&mut |v| {
        let n = fresh(*v);
        names.insert(*v, n);
        *v = n;
    });
    super::rename_uses(blk, &names);
}

/// Holds what [`copy_blocks`] made.
pub struct Copied {
    /// The copy of the start block.
    pub start: BlockId,
    /// All copies, in the order in which the originals are reached.
    pub blocks: Vec<BlockId>,
    /// The copies' variables.
    pub vars: SecondaryMap<VarId, Option<VarId>>,
}

/// Copies the blocks of `from` that can be reached into another graph, with new variables. The final blocks are not copied: links to them go to
/// `returns` (one argument) and `raises` (two) instead. Nothing leads to the copies yet; `from` must not start with
/// its return block.
pub fn copy_blocks<D: Dialect>(
    into: &mut Graph<D>,
    from: &Graph<D>,
    returns: BlockId,
    raises: BlockId,
) -> Copied {
    let mut place: SecondaryMap<BlockId, Option<BlockId>> = SecondaryMap::new();
    let mut vars: SecondaryMap<VarId, Option<VarId>> = SecondaryMap::new();
    let mut blocks = vec![];
    for b in from.reachable() {
        if from.is_final(b) {
            continue;
        }
        let mut blk = from.blocks[b].clone();
        renew(&mut blk, &mut |v| {
            let n = into.vars.push(from.vars[v].clone());
            vars[v] = Some(n);
            n
        });
        let n = into.blocks.push(blk);
        place[b] = Some(n);
        blocks.push(n);
    }
    place[from.returnblock] = Some(returns);
    place[from.exceptblock] = Some(raises);
    for n in &blocks {
        for l in &mut into.blocks[*n].exits {
            l.target = place[l.target].expect("what a link leads to is reached");
        }
    }
    Copied { start: place[from.startblock].expect("copied"), blocks, vars }
}
