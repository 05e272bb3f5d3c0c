//! Says how a trace ends, be it the tracer's or a piece of the timeshifter's, and the merge points that it passed.

use crate::jitprof::AbortReason;
use crate::step::MergePoint;
use crate::vable::Shape;
use alloc::vec::Vec;
use jitmodel::*;

/// Says why a trace ends.
#[derive(Clone, Debug)]
pub enum TraceEnd {
    /// A merge point of the traced jitdriver was reached after a loop header: the loop may be closed here.
    LoopHeader {
        /// Registers of greens and reds.
        point: MergePoint,
    },
    /// The portal returned: `finish` is recorded.
    Finish {
        /// Kind of the result.
        kind: Kind,
        /// The result.
        word: i64,
    },
    /// The portal was left by the stack's last exception: `finish` is recorded.
    Exception,
    /// The trace is long and ends in a guard that always fails: its bridge is to be the rest.
    Segment,
    /// A piece of the timeshifter has come where others have been ([`crate::timeshift::meetings`]).
    Meeting,
    /// Tracing has to be given up.
    Abort(AbortReason),
}

/// A merge point that the trace passed.
#[derive(Clone, Debug)]
pub struct PassedMergePoint {
    /// The cell of its greens.
    pub cell: usize,
    /// Number of operations recorded before it.
    pub position: usize,
    /// The operands of the reds, and of the virtualizables' values.
    pub reds: Vec<OpRef>,
    /// The virtualizables there.
    pub shape: Shape,
}
