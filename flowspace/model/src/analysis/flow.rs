//! Control flow: graphs as petgraph sees them (a borrowed view, no copy), dominators, what is reached from where.

use crate::graph::{BlockId, Dialect, Graph};
use cranelift_entity::EntityRef;
use petgraph::visit::{GraphBase, GraphRef, IntoNeighbors, VisitMap, Visitable};
use rustc_hash::FxHashSet;

/// The control flow of a graph: blocks as nodes, links as edges.
pub struct CfgView<'a, D: Dialect>(pub &'a Graph<D>);

impl<D: Dialect> Clone for CfgView<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Dialect> Copy for CfgView<'_, D> {}

impl<D: Dialect> GraphBase for CfgView<'_, D> {
    type NodeId = BlockId;
    type EdgeId = (BlockId, usize);
}

impl<D: Dialect> GraphRef for CfgView<'_, D> {}

impl<'a, D: Dialect> IntoNeighbors for CfgView<'a, D> {
    type Neighbors = std::vec::IntoIter<BlockId>;
    fn neighbors(self, b: BlockId) -> Self::Neighbors {
        self.0.blocks[b].exits.iter().map(|l| l.target).collect::<Vec<_>>().into_iter()
    }
}

/// Visited blocks.
#[derive(Default, Clone)]
pub struct BlockSet(Vec<bool>);

impl VisitMap<BlockId> for BlockSet {
    fn visit(&mut self, b: BlockId) -> bool {
        if self.0.len() <= b.index() {
            self.0.resize(b.index() + 1, false);
        }
        !std::mem::replace(&mut self.0[b.index()], true)
    }
    fn is_visited(&self, b: &BlockId) -> bool {
        self.0.get(b.index()).copied().unwrap_or(false)
    }
    fn unvisit(&mut self, b: BlockId) -> bool {
        self.0.get_mut(b.index()).is_some_and(|x| std::mem::replace(x, false))
    }
}

impl<D: Dialect> Visitable for CfgView<'_, D> {
    type Map = BlockSet;
    fn visit_map(&self) -> BlockSet {
        BlockSet(vec![false; self.0.blocks.len()])
    }
    fn reset_map(&self, map: &mut BlockSet) {
        map.0.iter_mut().for_each(|x| *x = false);
    }
}

/// Immediate dominators of the reachable blocks.
pub fn dominators<D: Dialect>(g: &Graph<D>) -> petgraph::algo::dominators::Dominators<BlockId> {
    petgraph::algo::dominators::simple_fast(CfgView(g), g.startblock)
}

/// All blocks that `next` leads to from `starts`, these included.
pub fn closure(
    starts: impl IntoIterator<Item = BlockId>,
    next: impl Fn(BlockId, &mut Vec<BlockId>),
) -> FxHashSet<BlockId> {
    let mut seen = FxHashSet::default();
    let mut work: Vec<BlockId> = starts.into_iter().collect();
    while let Some(b) = work.pop() {
        if seen.insert(b) {
            next(b, &mut work);
        }
    }
    seen
}

/// Blocks that are reached from any of `starts`, these included.
pub fn reached_from<D: Dialect>(
    g: &Graph<D>,
    starts: impl IntoIterator<Item = BlockId>,
) -> FxHashSet<BlockId> {
    closure(starts, |b, work| work.extend(g.blocks[b].exits.iter().map(|l| l.target)))
}

/// Blocks from which any of `ends` is reached, these included.
pub fn reaching<D: Dialect>(
    g: &Graph<D>,
    ends: impl IntoIterator<Item = BlockId>,
) -> FxHashSet<BlockId> {
    let preds = g.predecessors();
    closure(ends, |b, work| work.extend(preds[b].iter().map(|(p, _)| *p)))
}
