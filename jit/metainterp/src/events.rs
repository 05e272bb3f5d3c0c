//! Counts of entries of code, and events for the hooks of programs ([`crate::seen`]).

use alloc::collections::VecDeque;
use alloc::string::String;
use core::cell::Cell;
use jitmodel::*;

/// Counts how often a piece of code was entered. Its address is in the code.
#[derive(Debug)]
pub struct Count {
    /// `e`: a loop from the interpreter, `b`: a bridge, `l`: a label.
    pub kind: u8,
    /// The number of loop, guard or label in logs.
    pub number: i64,
    pub(crate) value: Cell<i64>,
}

/// The words of an event: `kind`, then these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub(crate) enum Number {
    /// Counter of the abort's reason, as in `Counters`; -1: one that is not there.
    Reason,
    /// 0 loop, 1 bridge, 2 entry.
    Type,
    /// Number of the loop, or of the guard.
    Code,
    Address,
    Size,
    Last,
}

/// Holds what is told to the program's `JitHookInterface`.
#[derive(Clone, Debug, Default)]
pub struct Event {
    pub(crate) numbers: [i64; Number::Last as usize],
    pub(crate) compiled: bool,
    pub(crate) driver: usize,
    /// Reason of an abort, and location.
    pub(crate) texts: [String; 2],
    /// The code's operations. Few hooks ask for their text, which takes longer to write than they took to optimise.
    pub(crate) trace: Option<Trace>,
}

/// Events that the program has not heard of yet.
#[derive(Debug, Default)]
pub struct Events {
    pub(crate) waiting: VecDeque<Event>,
    pub(crate) told: Event,
    pub(crate) telling: bool,
    /// Text that the program is being given, piece by piece.
    pub(crate) text: String,
}
