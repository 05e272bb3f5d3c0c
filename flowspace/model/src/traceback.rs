//! Traceback marks (`exc_traceback`): they say how an exception comes to, through or out of a place. The first operand
//! is the text of a [`TracebackKind`]; it is written and read only here.

use crate::ll::{Const, Ll, LlValue};
use crate::{LlOp, SpaceOperation, Value};
use std::fmt;

/// Says how an exception leaves the place of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaves {
    /// It is raised there.
    Raised,
    /// A statement raises a caught exception again.
    Reraised,
    /// A caught exception goes on.
    Resumed,
}

/// Says what a mark means. Frames count from the innermost function that was inlined at its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TracebackKind {
    /// An exception leaves the place.
    Leaves(Leaves),
    /// An exception passes a call.
    Passes,
    /// A handler in this frame takes it.
    Caught {
        /// The frame with the handler.
        frame: usize,
    },
    /// It leaves the place and a handler of the same function takes it (most come from the inliner).
    Handled {
        /// Says how the exception leaves.
        leaves: Leaves,
        /// The frame with the handler.
        frame: usize,
        /// True if it may also be one further out.
        or_outer: bool,
    },
}

/// Added to the number of a handler's frame that may be one further out (`TW_TB_OR_OUTER` of the run time).
const OR_OUTER: usize = 1 << 16;

impl TracebackKind {
    /// The number of the frame as the run time takes it.
    pub fn frame_number(self) -> usize {
        match self {
            TracebackKind::Leaves(_) | TracebackKind::Passes => 0,
            TracebackKind::Caught { frame } => frame,
            TracebackKind::Handled { frame, or_outer, .. } => {
                frame + if or_outer { OR_OUTER } else { 0 }
            }
        }
    }

    /// Gives the kind as the first operand of a mark.
    pub fn operand(self) -> LlValue {
        Value::Const(Const::Text(self.to_string().into()))
    }

    /// The kind that an operand stands for.
    pub fn of_operand(operand: &LlValue) -> Option<TracebackKind> {
        let Value::Const(Const::Text(text)) = operand else { return None };
        TracebackKind::parse(text)
    }

    /// The kind of a mark; none for other operations.
    pub fn of(op: &SpaceOperation<Ll>) -> Option<TracebackKind> {
        let mark = op.op == LlOp::ExcTraceback;
        op.args.first().filter(|_| mark).and_then(TracebackKind::of_operand)
    }

    /// Reads what [`TracebackKind::operand`] wrote.
    pub fn parse(text: &str) -> Option<TracebackKind> {
        let (word, number) = match text.split_once(' ') {
            Some((word, number)) => (word, Some(number.parse::<usize>().ok()?)),
            None => (text, None),
        };
        let handled = |leaves, n: usize| TracebackKind::Handled {
            leaves,
            frame: n % OR_OUTER,
            or_outer: n >= OR_OUTER,
        };
        Some(match (word, number) {
            ("raise", None) => TracebackKind::Leaves(Leaves::Raised),
            ("reraise", None) => TracebackKind::Leaves(Leaves::Reraised),
            ("resume", None) => TracebackKind::Leaves(Leaves::Resumed),
            ("pass", None) => TracebackKind::Passes,
            ("catch", Some(frame)) => TracebackKind::Caught { frame },
            ("handled", Some(n)) => handled(Leaves::Raised, n),
            ("handled_reraise", Some(n)) => handled(Leaves::Reraised, n),
            ("handled_resume", Some(n)) => handled(Leaves::Resumed, n),
            _ => return None,
        })
    }
}

impl fmt::Display for TracebackKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            TracebackKind::Leaves(Leaves::Raised) => "raise",
            TracebackKind::Leaves(Leaves::Reraised) => "reraise",
            TracebackKind::Leaves(Leaves::Resumed) => "resume",
            TracebackKind::Passes => "pass",
            TracebackKind::Caught { .. } => "catch",
            TracebackKind::Handled { leaves: Leaves::Raised, .. } => "handled",
            TracebackKind::Handled { leaves: Leaves::Reraised, .. } => "handled_reraise",
            TracebackKind::Handled { leaves: Leaves::Resumed, .. } => "handled_resume",
        };
        match self {
            TracebackKind::Leaves(_) | TracebackKind::Passes => f.write_str(word),
            _ => write!(f, "{word} {}", self.frame_number()),
        }
    }
}
