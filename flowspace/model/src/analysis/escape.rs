//! Objects that nobody but the graph that makes them has seen.

use crate::analysis::values::{SsaValues, origins};
use crate::graph::VarId;
use crate::ll::{Ll, LlGraph, LlValue};
use cranelift_entity::EntitySet;
use lloperation::LlOp;
use std::cell::OnceCell;

/// Objects that a graph makes: its callers cannot have seen them before the call.
pub struct FreshObjects<'g> {
    g: &'g LlGraph,
    made: EntitySet<VarId>,
    /// Variables that other blocks pass on.
    inputs: EntitySet<VarId>,
    /// The values that these inputs stand for, once somebody has asked.
    origins: OnceCell<SsaValues<Ll>>,
}

impl FreshObjects<'_> {
    /// Finds the fresh objects of a graph; `None` if it makes no object or writes none.
    pub fn of(g: &LlGraph) -> Option<FreshObjects<'_>> {
        let (mut made, mut inputs) = (EntitySet::new(), EntitySet::new());
        let mut writes = false;
        for b in g.reachable() {
            inputs.extend(g.blocks[b].inputargs.iter().copied());
            for o in &g.blocks[b].operations {
                writes |= writes_object(o.op);
                if matches!(o.op, LlOp::Malloc | LlOp::MallocVarsize) {
                    made.insert(o.result);
                }
            }
        }
        let fresh = FreshObjects { g, made, inputs, origins: OnceCell::new() };
        (writes && !fresh.made.is_empty()).then_some(fresh)
    }
    /// Says whether the value is always one of these objects.
    pub fn contains(&self, v: &LlValue) -> bool {
        let LlValue::Var(v) = v else { return false };
        // What the block itself makes stands for itself.
        if !self.inputs.contains(*v) {
            return self.made.contains(*v);
        }
        let origins = self.origins.get_or_init(|| origins(self.g));
        origins.var(*v).is_some_and(|o| self.made.contains(o))
    }
}

/// Says whether the operation writes to the object that its first operand refers to, and to nothing
/// else.
pub fn writes_object(op: LlOp) -> bool {
    matches!(op, LlOp::SetField | LlOp::SetArrayItem | LlOp::SetInteriorField | LlOp::ZeroItems)
}
