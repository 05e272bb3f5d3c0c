//! Calls that are inlined within calls of the same function: which of them are recursion, and how deep they may go.

use crate::tracer::state::{Tracer, length};
use alloc::vec::Vec;
use jitbackend::Memory;

/// Number of operations since its first call after which a recursion is not unrolled further. What the heap cache saved
/// counts. (Measured on the 26 recursive programs of [`crate::warmstate`]'s bound: with 350 or 300 they take about a tenth longer in the
/// mean, the longest 1.9 times; with 200 Recurse in RPySOM takes 1.4 times as long; with 500 TreeSort in PySOM takes 4.5 times as long.)
const MAX_UNROLLED_OPS: usize = 250;

/// Maximum number of operations that a function records before it calls another one and still counts as one that does little but
/// call it. (Measured on two Smalltalks: with 50, Richards and a parser in RPySOM take 1.3 times as long; without a limit a parser in
/// PySOM takes 0.06 s longer to warm up.)
const MAX_PASSED_ON_OPS: usize = 100;

/// Says how a call stands in the inlined calls around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nesting {
    /// It may be inlined.
    None,
    /// It is too deep in calls of the same function to be inlined.
    Deep,
    /// The function calls itself, and that is not inlined (any further).
    Recursion,
}

/// Says how a call of a cell stands in the calls that are inlined. `own`: the trace is the cell's own code; `levels`:
/// recursion is inlined so often, plus one; `most`: on different ways a cell is inlined in itself so often.
pub(crate) fn nesting<M: Memory>(
    tracer: &Tracer<'_, M>,
    cell: usize,
    own: bool,
    levels: usize,
    most: usize,
) -> Nesting {
    let inlined =
        tracer.stack.frames.iter().filter_map(|f| Some((f.extra.inlined?, f.extra.inlined_at)));
    let calls: Vec<(usize, usize)> = own.then_some((cell, 0)).into_iter().chain(inlined).collect();
    let times = calls.iter().filter(|c| c.0 == cell).count();
    let Some(first) = calls.iter().find(|c| c.0 == cell) else { return Nesting::None };
    let long = length(tracer) - first.1 > MAX_UNROLLED_OPS;
    if levels > 1 {
        return if times >= levels || long { Nesting::Recursion } else { Nesting::None };
    }
    if recurses(tracer, &calls, cell) {
        return Nesting::Recursion;
    }
    // (What the trace's own code was called from is not known.)
    if own && times == 1 || times >= most { Nesting::Deep } else { Nesting::None }
}

/// Says whether a cell that is called within a call of itself calls itself. A function that does little but call what it is given
/// (`ifTrue:`, `map`) does not, as long as it is reached on another way each time. `calls`: those that are open, each with the
/// number of operations when it began.
fn recurses<M: Memory>(tracer: &Tracer<'_, M>, calls: &[(usize, usize)], cell: usize) -> bool {
    let Some(last) = calls.iter().rposition(|c| c.0 == cell) else { return false };
    let passed_on = calls.get(last + 1).map_or(length(tracer), |c| c.1);
    if passed_on - calls[last].1 > MAX_PASSED_ON_OPS {
        return true;
    }
    let cells: Vec<usize> = calls.iter().map(|c| c.0).collect();
    let way = &cells[last + 1..];
    (0..=last).any(|at| cells[at] == cell && cells[..at].ends_with(way))
}

/// The innermost frame returns: that may be too early.
pub(crate) fn note_return<M: Memory>(tracer: &mut Tracer<'_, M>) {
    if tracer.descends && tracer.recursive.is_empty() {
        let inlined = tracer.stack.top().extra.inlined;
        tracer.shallow |= inlined.is_some() && inlined == tracer.start;
    }
}
