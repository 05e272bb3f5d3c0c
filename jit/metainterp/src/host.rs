//! What the tracer and the timeshifter ask of the JIT that they work for.

use crate::meter::Meter;
use crate::timeshift::spots::{LiveConstants, Spot};
use alloc::string::String;

/// Holds what the JIT knows of calls of the portal with some greens.
#[derive(Clone, Copy, Debug)]
pub struct PortalCell {
    /// The greens' cell.
    pub cell: usize,
    /// True if they may be inlined.
    pub can_inline: bool,
    /// True if their code inlines them in themselves.
    pub nests: bool,
    /// Maximum number of times that their code may inline them in themselves, plus one.
    pub levels: usize,
    /// Maximum number of times that they may be inlined in themselves on different ways.
    pub most: usize,
    /// Bridges do not inline them ([`crate::policy`]).
    pub branchy: bool,
}

/// Answers what a tracer asks of the JIT that it works for. The answers about greens may run functions of the program,
/// which may collect.
pub trait Host {
    /// Text of the merge point with these greens, if a log wants it.
    fn location(&self, jd: usize, greens: &[i64]) -> Option<String>;
    /// Says how a call of the portal with these greens may be recorded. `None`: only as a call of the
    /// function.
    fn portal_cell(&self, jd: usize, greens: &[i64]) -> Option<PortalCell>;
    /// `should_unroll_one_iteration`, if the jitdriver has it.
    fn unroll_one(&self, jd: usize, greens: &[i64]) -> Option<bool>;
    /// Operations recorded at most.
    fn limit(&self, jd: usize) -> usize;
    /// Says whether the timeshifter uses generating extensions.
    fn extends(&self, jd: usize) -> bool;
    /// Says whether a piece of the timeshifter meets others where it is: there is code for it, or that may be made
    /// (`eager`).
    fn meets(&self, spot: &Spot, known: &LiveConstants, eager: bool) -> bool;
    /// Says whether calls of portals may be `call_assembler`s.
    fn calls_assembler(&self) -> bool;
    /// Says whether what is left of a loop is called.
    fn calls_rest(&self, number: u32) -> bool;
    /// From now on it is.
    fn call_rest(&self, number: u32);
    /// Gives what measures the time that the program's functions take.
    fn meter(&self) -> &Meter;
}
