//! Calls that are inlined within calls of the same function: which of them are recursion, and how deep they may go.

use crate::jitprof::AbortReason;
use crate::places;
use crate::tracer::state::{Tracer, length};
use alloc::vec::Vec;
use jitbackend::Memory;

/// Number of operations of a trace behind which it calls what it would inline in itself, without those on objects that only the trace
/// knows: the optimiser keeps few of them; and of one loop of the interpreter's main function, behind which what is left of such loops
/// is called. (Recursion was measured on 26 recursive programs in Lua, two published Smalltalks and our own guests: with 200
/// two of the long ones take 1.6 and 2 times as long; with 450 short ones take up to 1.4 times as long.)
const MAX_UNROLLED_OPS: usize = 300;

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
    if levels > 1 {
        let ends = tracer.calls_shapes
            || places::levels(tracer, cell) >= levels
            || has_unrolled_enough(tracer);
        return if ends { Nesting::Recursion } else { Nesting::None };
    }
    let inlined =
        tracer.stack.frames.iter().filter_map(|f| Some((f.extra.inlined?, f.extra.inlined_at)));
    let mut calls: Vec<(usize, usize)> =
        own.then_some((cell, 0)).into_iter().chain(inlined).collect();
    // A level of the code's own function is left to its recursion: what a level calls is no recursion of its own.
    let level = calls.iter().rposition(|c| Some(c.0) == tracer.start.or(tracer.bridge_of));
    if let Some(level) = level.filter(|_| !own) {
        calls.drain(..=level);
    }
    let times = calls.iter().filter(|c| c.0 == cell).count();
    if times == 0 {
        return Nesting::None;
    }
    if recurses(tracer, &calls, cell) {
        return Nesting::Recursion;
    }
    // (What the trace's own code was called from is not known.)
    if own && times == 1 || times >= most { Nesting::Deep } else { Nesting::None }
}

/// Says whether a trace is so long that it inlines its own function in itself no further. What becomes of it matters more than what was
/// recorded, as long as it is no half of a trace that is too long; nor a whole one, with what was known already.
fn has_unrolled_enough<M: Memory>(tracer: &Tracer<'_, M>) -> bool {
    let recorded = tracer.trace.ops.len() - tracer.begun;
    recorded.saturating_sub(tracer.heap_cache.virtuals) > MAX_UNROLLED_OPS
        || recorded > tracer.limit / 2
        || recorded + tracer.heap_cache.saved > tracer.limit
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

/// The operand of [`jitmodel::Insn::CallsRest`].
#[derive(Clone, Copy)]
pub(crate) struct Asked(pub i64);

impl Asked {
    /// Number of the loop.
    pub(crate) fn number(self) -> u32 {
        self.0 as u32 >> 1
    }
    /// Says whether the loop begins.
    fn begins(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Says whether what is left of a loop of the interpreter's main function is called. Where it is recorded and that gets long it will be
/// from now on, and the trace is begun anew.
pub(crate) fn calls_rest<M: Memory>(tracer: &mut Tracer<'_, M>, asked: Asked) -> bool {
    let number = asked.number();
    if tracer.host.calls_rest(number) {
        return true;
    }
    let now = tracer.trace.ops.len();
    let loops = &mut tracer.stack.top_mut().extra.loops;
    // (A bridge that begins in the midst of it has recorded nothing of it yet.)
    let known = loops.iter_mut().find(|l| l.0 == number);
    match known {
        None => loops.push((number, now)),
        Some((_, began)) if asked.begins() => *began = now,
        Some((_, began)) if now - *began <= MAX_UNROLLED_OPS => {}
        Some(_) => {
            tracer.host.call_rest(number);
            tracer.long_loop = true;
            tracer.fail(AbortReason::TraceTooLong);
        }
    }
    false
}
