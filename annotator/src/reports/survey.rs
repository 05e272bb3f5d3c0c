//! Further errors: what stands behind an error is annotated as far as it does not need what the error should have given.
//!
//! Nothing is translated after that. So it does not matter that functions are annotated whose callers are wrong. An operation that
//! is an error, or that needs a value that is not there, is passed over, and its result has no value. What then has other
//! values than it would have without the error shows no errors ([`Annotator::present`]).

use crate::model::{Kind, SomeValue};
use crate::{AnnGraphId, Annotator, BlockState, Position};
use flowmodel::{HlOp, VarId};
use flowspace::bytecode::Op;

/// How many blocks are looked at: an end that does not depend on anything.
const MAX_BLOCKS: usize = 100_000;

impl Annotator {
    /// Looks for further errors, once the others are known.
    pub(crate) fn survey(&mut self) {
        let first = self.reports.errors.keys().filter_map(|(p, i)| Some(((*p)?, *i))).collect();
        self.reports.first_errors = Some(first);
        let places: Vec<Position> = self
            .reports
            .errors
            .keys()
            .filter_map(|(p, i)| Some(Position { op: *i, ..(*p)? }))
            .collect();
        for p in places {
            self.reflow(p);
        }
        for _ in 0..MAX_BLOCKS {
            let Some(p) = self.work.next() else { break };
            self.process_block(p);
        }
        self.work.clear();
        self.check_blocked();
    }

    /// Whether a function that is reached, or a method of the object's class that an error may keep from being reached, sets an
    /// attribute of this name.
    pub(crate) fn is_set_somewhere(&self, object: &SomeValue, name: &str) -> bool {
        let reached = self.graphs.values().any(|g| {
            let mut ops = g.full.blocks.values().flat_map(|b| &b.operations);
            ops.any(|o| o.op == HlOp::SetAttr && crate::ops::operands::attr_name(o) == name)
        });
        let Kind::Instance { class, .. } = object.kind else { return reached };
        reached
            || self.class_mro(class).into_iter().any(|c| {
                let members = self.host.class(self.classdefs[c].host).map(|c| c.dict);
                members.into_iter().flat_map(|dict| self.host.dict_items(dict)).any(|(_, f)| {
                    self.host.func(f).is_some_and(|f| {
                        let mut stores = f.code.instrs.iter();
                        stores.any(|i| matches!(i, Op::StoreAttr(n) if f.code.names[*n as usize].as_str() == name))
                    })
                })
            })
    }

    /// Whether it goes on behind errors.
    pub(crate) fn surveys(&self) -> bool {
        self.reports.first_errors.is_some()
    }

    /// Whether the result of an operation has no value because of an error before it: in an operand, or in all functions
    /// that it calls and that come to their end.
    pub(crate) fn lacks_value(&self, g: AnnGraphId, operands: &[VarId], result: VarId) -> bool {
        let lacking = |v: &VarId| self.reports.without_value.contains(&(g, *v));
        operands.iter().any(lacking)
            || self.graphs[g].calls.get(&result).is_some_and(|site| {
                site.targets.iter().filter_map(|t| t.graph).any(|t| {
                    let end = self.graphs[t].full.returnblock;
                    self.graphs[t].block_state[end] == BlockState::Done
                })
            })
    }
}
