//! Loops of one graph.

use crate::graph::{BlockId, Dialect, Graph};
use cranelift_entity::SecondaryMap;
use petgraph::graph::DiGraph;
use rustc_hash::FxHashSet;

/// Links that go back to a block on the current path of a depth-first walk: they close loops.
pub fn back_edges<D: Dialect>(g: &Graph<D>) -> FxHashSet<(BlockId, usize)> {
    let mut back = FxHashSet::default();
    let mut state: SecondaryMap<BlockId, u8> = SecondaryMap::new();
    let mut stack = vec![(g.startblock, 0)];
    state[g.startblock] = 1;
    while let Some((b, i)) = stack.pop() {
        match g.blocks[b].exits.get(i) {
            None => state[b] = 2,
            Some(l) => {
                stack.push((b, i + 1));
                match state[l.target] {
                    0 => {
                        state[l.target] = 1;
                        stack.push((l.target, 0));
                    }
                    1 => {
                        back.insert((b, i));
                    }
                    _ => {}
                }
            }
        }
    }
    back
}

/// Says whether there is a loop.
pub fn has_loop<D: Dialect>(g: &Graph<D>) -> bool {
    !back_edges(g).is_empty()
}

/// The blocks that back edges go to.
pub fn headers<D: Dialect>(g: &Graph<D>) -> FxHashSet<BlockId> {
    back_edges(g).into_iter().map(|(b, i)| g.blocks[b].exits[i].target).collect()
}

/// The reachable blocks, and whether they are on a cycle.
pub fn in_loops<D: Dialect>(g: &Graph<D>) -> Vec<(BlockId, bool)> {
    let blocks = g.reachable();
    let mut graph = DiGraph::<BlockId, ()>::with_capacity(blocks.len(), blocks.len());
    let mut nodes = SecondaryMap::new();
    for b in &blocks {
        nodes[*b] = Some(graph.add_node(*b));
    }
    let mut cyclic: SecondaryMap<BlockId, bool> = SecondaryMap::new();
    for b in &blocks {
        for l in &g.blocks[*b].exits {
            if let (Some(from), Some(to)) = (nodes[*b], nodes[l.target]) {
                graph.add_edge(from, to, ());
            }
            cyclic[*b] |= l.target == *b;
        }
    }
    for scc in petgraph::algo::tarjan_scc(&graph) {
        if scc.len() > 1 {
            scc.iter().for_each(|n| cyclic[graph[*n]] = true);
        }
    }
    blocks.into_iter().map(|b| (b, cyclic[b])).collect()
}
