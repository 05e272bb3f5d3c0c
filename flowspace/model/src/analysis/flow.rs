//! Control flow: dominators, what is reached from where.

use crate::graph::{BlockId, Dialect, Graph};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

/// Immediate dominators of the reachable blocks.
pub struct Dominators(SecondaryMap<BlockId, Option<BlockId>>);

impl Dominators {
    /// The closest block, other than `b` itself, that all ways to `b` go through; `None` for the start block.
    pub fn immediate_dominator(&self, b: BlockId) -> Option<BlockId> {
        self.0[b]
    }
}

/// Immediate dominators of the reachable blocks, by semidominators: of a block, the first one (in depth-first order) from which a
/// path leads there through later blocks only. (Intersecting the ways of predecessors takes quadratic time where a chain of tests
/// leads to one block.)
pub fn dominators<D: Dialect>(g: &Graph<D>) -> Dominators {
    // Depth-first numbers, and parents in the tree.
    let mut number: SecondaryMap<BlockId, Option<usize>> = SecondaryMap::new();
    let mut order: Vec<BlockId> = vec![];
    let mut parent: Vec<usize> = vec![];
    let mut stack = vec![(g.startblock, 0)];
    while let Some((b, from)) = stack.pop() {
        if number[b].is_some() {
            continue;
        }
        number[b] = Some(order.len());
        stack.extend(g.blocks[b].exits.iter().rev().map(|l| (l.target, order.len())));
        order.push(b);
        parent.push(from);
    }
    let n = order.len();
    let mut preds: Vec<Vec<usize>> = vec![vec![]; n];
    for (i, b) in order.iter().enumerate() {
        for l in &g.blocks[*b].exits {
            preds[number[l.target].expect("reachable")].push(i);
        }
    }
    // The forest of blocks whose semidominators are known: the least one on the way up, with compressed ways.
    let mut semi: Vec<usize> = (0..n).collect();
    let mut least: Vec<usize> = (0..n).collect();
    let mut ancestor = parent.clone();
    let mut way = vec![];
    for w in (1..n).rev() {
        for p in preds[w].iter().copied() {
            // `w` and what comes after it is in the forest, but for `w` itself.
            let mut v = p;
            while v > w && ancestor[v] > w {
                way.push(v);
                v = ancestor[v];
            }
            while let Some(u) = way.pop() {
                if semi[least[v]] < semi[least[u]] {
                    least[u] = least[v];
                }
                ancestor[u] = ancestor[v];
                v = u;
            }
            let candidate = if p > w { semi[least[p]] } else { p };
            semi[w] = semi[w].min(candidate);
        }
    }
    // A block's dominator is the closest one of its parent's that is not behind its semidominator.
    let mut idom = parent;
    let mut found = Dominators(SecondaryMap::new());
    for w in 1..n {
        while idom[w] > semi[w] {
            idom[w] = idom[idom[w]];
        }
        found.0[order[w]] = Some(order[idom[w]]);
    }
    found
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
