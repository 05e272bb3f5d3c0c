//! Shapes in which functions are called, and what is needed to compile them ([`crate::unpack`]).

use crate::premises::Premise;
use crate::promised::QuasiRead;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitmodel::hash::FxHashMap;
use jitmodel::*;
use optimizeopt::TargetToken;

/// A recorded trace that may be compiled for other shapes.
pub(crate) struct Recorded {
    pub(crate) trace: Trace,
    /// The code that was made of it: it counts as long as that is the cell's.
    pub(crate) entry: TokenId,
    /// The labels that it jumps to, if it does not end in `finish`.
    pub(crate) targets: Vec<TargetToken>,
    pub(crate) quasi: Vec<QuasiRead>,
    pub(crate) premises: Vec<Premise>,
    /// Cells that the trace calls.
    pub(crate) calls: Vec<usize>,
}

/// The cell of a shape.
pub(crate) struct Shaped {
    /// The cell that is meant.
    pub(crate) base: usize,
    pub(crate) shape: Rc<CallShape>,
}

/// All shapes, and what is needed to compile them.
#[derive(Default)]
pub struct Unpacked {
    pub(crate) shapes: FxHashMap<usize, Shaped>,
    pub(crate) by_base: FxHashMap<usize, Vec<usize>>,
    pub(crate) recorded: FxHashMap<usize, Rc<Recorded>>,
    /// Cells of shapes that have no code yet.
    pub(crate) wanted: Vec<usize>,
    /// The cell whose trace is being compiled.
    pub(crate) compiling: Option<usize>,
}

impl Unpacked {
    /// Cells that are named here are kept, and the cells of all shapes of a position with each other.
    pub(crate) fn keep(&self, keep: &mut [bool]) {
        let calls = self.recorded.values().flat_map(|recorded| &recorded.calls);
        calls.chain(&self.wanted).chain(&self.compiling).for_each(|&cell| keep[cell] = true);
        for (&base, shapes) in &self.by_base {
            let all = keep[base] || shapes.iter().any(|&cell| keep[cell]);
            shapes.iter().chain([&base]).for_each(|&cell| keep[cell] = all);
        }
    }

    /// The cells are removed that are not kept.
    pub(crate) fn forget(&mut self, keep: &[bool]) {
        self.shapes.retain(|&cell, _| keep[cell]);
        self.by_base.retain(|&base, _| keep[base]);
        self.recorded.retain(|&cell, _| keep[cell]);
    }

    /// The code of a cell is freed, and with it the constants of the trace that it was made of.
    pub(crate) fn forget_code(&mut self, cell: usize, entry: TokenId) {
        if self.recorded.get(&cell).is_some_and(|r| r.entry == entry) {
            self.recorded.remove(&cell);
        }
    }

    /// Says whether a cell's code was made of a trace that can be compiled for other shapes.
    pub(crate) fn is_recorded(&self, cell: usize, entry: Option<TokenId>) -> bool {
        let recorded = self.recorded.get(&cell);
        self.compiling == Some(cell) || recorded.is_some_and(|r| Some(r.entry) == entry)
    }
}
