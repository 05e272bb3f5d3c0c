//! Graphs as petgraph sees them (a borrowed view, no copy).

use crate::graph::{BlockId, Dialect, Graph};
use cranelift_entity::EntityRef;
use petgraph::visit::{GraphBase, GraphRef, IntoNeighbors, VisitMap, Visitable};

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
