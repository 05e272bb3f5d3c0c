//! The place that is annotated: what reports name, and what is annotated again.

use crate::model::*;
use flowmodel::diag::Span;
use flowmodel::{BlockId, VarId};
use indexmap::IndexSet;

/// Places in the order in which they were added.
pub(crate) type Positions = IndexSet<Position, rustc_hash::FxBuildHasher>;

/// A place that is annotated again when what it read is generalised.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Graph.
    pub graph: AnnGraphId,
    /// Block.
    pub block: BlockId,
    /// Operation, by index; behind the last one: the exits.
    pub op: usize,
}

impl Position {
    /// The first operation of a block.
    pub(crate) fn start(graph: AnnGraphId, block: BlockId) -> Position {
        Position { graph, block, op: 0 }
    }
    /// Says whether the other place is in the same block, here or further down.
    pub(crate) fn comes_to(self, other: Position) -> bool {
        (self.graph, self.block) == (other.graph, other.block) && self.op <= other.op
    }
}

/// Says where the annotator is: what reports name, what is annotated again when something that is read here changes,
/// and what definitions and calls made here belong to. It goes from function to function as an argument.
#[derive(Copy, Clone, Debug)]
pub struct Site {
    /// The operation, if one is being annotated.
    pub position: Option<Position>,
    /// Source position, for messages.
    pub span: Span,
    /// The operation's result; `None` where what is annotated leaves no trace in the graph.
    pub result: Option<VarId>,
}

impl Site {
    /// The site at no operation: before and after the fixpoint, and for what later stages ask.
    pub const NOWHERE: Site = Site { position: None, span: Span::NONE, result: None };

    /// Makes a site at no operation, with a place for messages.
    pub(crate) fn of(span: Span) -> Site {
        Site { span, ..Site::NOWHERE }
    }
}

/// Says how far a block is annotated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum BlockState {
    /// It was never reached.
    #[default]
    Unseen,
    /// It is annotated to the end.
    Done,
    /// Stopped before an operation (by index) whose operands have no value, or that has no result yet.
    Blocked(usize),
}
