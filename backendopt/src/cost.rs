//! Cost of inlining a function: a static count of operations, plus the expected cost of one execution
//! ("median execution cost") from guessed branch frequencies.
//!
//! Frequencies: every exit of a block is taken equally often, except that an exit back to a loop's start is
//! taken more often than the others, and an exception exit hardly ever. This gives a system of linear equations,
//! which is solved exactly.

use flowmodel::analysis::loops::back_edges;
use flowmodel::{BlockId, LlGraph, LlValue, SecondaryMap, SpaceOperation};

/// Share of an exit that goes back to a loop's start, relative to another exit of the same block.
const LOOP_SHARE: f64 = 4.0;
/// Share of an exception exit.
const RAISE_SHARE: f64 = 0.01;
/// Larger graphs are not solved for: their static count alone is beyond any threshold.
const MAX_BLOCKS: usize = 200;

/// Weight of an operation in instructions; the arguments of calls cost, too.
pub fn weight(op: &SpaceOperation<flowmodel::Ll>) -> f64 {
    let own = op.op.info().weight;
    if !op.op.is_call() {
        return own;
    }
    let is_value = |a: &&LlValue| !matches!(a, LlValue::Const(c) if c.is_immediate());
    own + 0.5 * (op.args.iter().filter(is_value).count() as f64 - 1.0)
}

/// Gives the cost of one block.
pub(crate) fn block_weight(g: &LlGraph, b: BlockId) -> f64 {
    let blk = &g.blocks[b];
    let ops: f64 = blk.operations.iter().map(weight).sum();
    let exits = match blk.exits.len() {
        0 | 1 => 0.0,
        // A switch costs about two comparisons.
        n => (n as f64 - 1.0).min(2.0),
    };
    ops + if blk.can_raise() { 0.0 } else { exits }
}

/// Sum of the weights of all operations and branches.
pub fn static_count(g: &LlGraph) -> f64 {
    g.reachable().into_iter().map(|b| block_weight(g, b)).sum()
}

/// Expected weight of what one call executes; `None` if the graph is too large to say.
fn median_execution_cost(g: &LlGraph) -> Option<f64> {
    let order = g.reverse_postorder();
    let n = order.len();
    if n > MAX_BLOCKS {
        return None;
    }
    let mut index: SecondaryMap<BlockId, usize> = SecondaryMap::new();
    for (i, b) in order.iter().enumerate() {
        index[*b] = i;
    }
    let back = back_edges(g);
    // f[b] = start(b) + sum of share * f[pred]: rows of (I - P) f = e.
    let mut m = vec![vec![0.0; n + 1]; n];
    for (i, row) in m.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    m[index[g.startblock]][n] = 1.0;
    for (j, b) in order.iter().enumerate() {
        let blk = &g.blocks[*b];
        let share = |i: usize| {
            if blk.can_raise() && i > 0 {
                RAISE_SHARE
            } else if back.contains(&(*b, i)) {
                LOOP_SHARE
            } else {
                1.0
            }
        };
        let total: f64 = (0..blk.exits.len()).map(share).sum();
        // An endless loop would make the system singular.
        let total =
            if blk.exits.iter().all(|l| g.is_final(l.target)) { total } else { total * 1.001 };
        for (i, l) in blk.exits.iter().enumerate() {
            m[index[l.target]][j] -= share(i) / total;
        }
    }
    let freq = solve(m)?;
    Some(order.iter().zip(freq).map(|(b, f)| f * block_weight(g, *b)).sum())
}

/// Gauss elimination with row pivots.
fn solve(mut m: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let n = m.len();
    for c in 0..n {
        let pivot = (c..n).max_by(|a, b| m[*a][c].abs().total_cmp(&m[*b][c].abs()))?;
        if m[pivot][c].abs() < 1e-12 {
            return None;
        }
        m.swap(c, pivot);
        let row = m[c].clone();
        for r in (0..n).filter(|r| *r != c) {
            let k = m[r][c] / row[c];
            if k != 0.0 {
                for (x, y) in m[r][c..].iter_mut().zip(&row[c..]) {
                    *x -= k * y;
                }
            }
        }
    }
    Some((0..n).map(|i| m[i][n] / m[i][i]).collect())
}

/// The measure that is compared with the inlining threshold.
pub fn inlining_cost(g: &LlGraph) -> f64 {
    let s = static_count(g);
    match median_execution_cost(g) {
        Some(m) => s + m,
        None => s * 2.0,
    }
}
