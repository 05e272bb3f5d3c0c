//! Functions in parts, as data: the graphs of the parts, and how parts go on with each other.

use cranelift_codegen::ir::Signature;
use cranelift_module::DataId;
use cranelift_module::FuncId as Symbol;
use flowmodel::{BlockId, LlGraph};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function in parts.
pub(crate) struct Cut {
    /// The first one begins as the function does.
    pub parts: Vec<Part>,
    /// The part of each case, and the last one otherwise.
    pub table: Vec<Option<usize>>,
    /// The first value of the table.
    pub first: i64,
    /// The part of values that are not in the table; none if there are none.
    pub default: Option<usize>,
    /// Number of words of the function's frame on the shadow stack.
    pub frame: i64,
}

/// A part of a function.
pub(crate) struct Part {
    pub graph: LlGraph,
    /// Blocks of the graph that stand for the start of other parts.
    pub ends: FxHashMap<BlockId, End>,
    /// The blocks that run seldom.
    pub cold: FxHashSet<BlockId>,
    /// Places of its parameters.
    pub places: Vec<ParamPlace>,
    /// There is a way through it without calls: what it calls seldom is called so that no registers change.
    pub fast: bool,
}

/// Says where a part goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// It goes on at the start of this part.
    Part(usize),
    /// It goes on at the part of a case: the first argument decides.
    Switch,
}

/// Says where a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ParamPlace {
    /// The parameter is in a register.
    Register,
    /// The parameter is in memory, at this word.
    Memory(usize),
}

/// Holds what the code of a part knows of the others.
pub(crate) struct Tails<'c> {
    /// The part itself.
    pub part: &'c Part,
    /// The function that it belongs to.
    pub cut: &'c Cut,
    /// The parts as the others jump to them.
    pub callees: &'c [Callee],
    /// The table of the cases.
    pub table: DataId,
}

/// A part as the others jump to it.
pub(crate) struct Callee {
    pub symbol: Symbol,
    pub signature: Signature,
}
