//! Further errors: what stands behind an error is annotated as far as it does not need what the error should have given.
//!
//! Nothing is translated after that. So it does not matter that functions are annotated whose callers are wrong. An operation that
//! is an error, or that needs a value that is not there, is passed over, and its result has no value. What then has other
//! values than it would have without the error shows no errors ([`Annotator::present`]).

use crate::{AnnGraphId, Annotator, BlockState, Position};
use flowmodel::{HlOp, VarId};

/// How many blocks are looked at: an end that does not depend on anything.
const MAX_BLOCKS: usize = 100_000;

impl Annotator {
    /// Looks for further errors, once the others are known.
    pub(crate) fn survey(&mut self) {
        let first = self.errors.keys().filter_map(|(p, i)| Some(((*p)?, *i))).collect();
        self.first_errors = Some(first);
        let places: Vec<Position> =
            self.errors.keys().filter_map(|(p, i)| Some(Position { op: *i, ..(*p)? })).collect();
        for p in places {
            self.reflow(p);
        }
        for _ in 0..MAX_BLOCKS {
            let Some(p) = self.next_pending() else { break };
            self.process_block(p);
        }
        self.clear_pending();
        self.check_blocked();
    }

    /// Whether a function that is reached sets an attribute of this name, perhaps to a value that an error prevents.
    pub(crate) fn is_set_somewhere(&self, name: &str) -> bool {
        self.graphs.values().any(|g| {
            let mut ops = g.full.blocks.values().flat_map(|b| &b.operations);
            ops.any(|o| o.op == HlOp::SetAttr && crate::operands::attr_name(o) == name)
        })
    }

    /// Whether it goes on behind errors.
    pub(crate) fn surveys(&self) -> bool {
        self.first_errors.is_some()
    }

    /// Whether the result of an operation has no value because of an error before it: in an operand, or in all functions
    /// that it calls and that come to their end.
    pub(crate) fn lacks_value(&self, g: AnnGraphId, operands: &[VarId], result: VarId) -> bool {
        let lacking = |v: &VarId| self.without_value.contains(&(g, *v));
        operands.iter().any(lacking)
            || self.graphs[g].calls.get(&result).is_some_and(|site| {
                site.targets.iter().filter_map(|t| t.graph).any(|t| {
                    let end = self.graphs[t].full.returnblock;
                    self.graphs[t].block_state[end] == BlockState::Done
                })
            })
    }
}
