//! Objects that nobody but the graph that makes them has seen.

use crate::analysis::values::{SsaValues, origins};
use crate::graph::VarId;
use crate::ll::{Ll, LlGraph, LlValue};
use cranelift_entity::EntitySet;
use lloperation::LlOp;

/// Objects that a graph makes: its callers cannot have seen them before the call.
pub struct FreshObjects {
    made: EntitySet<VarId>,
    origins: SsaValues<Ll>,
}

impl FreshObjects {
    /// Of a graph; `None` if it makes no object or writes none.
    pub fn of(g: &LlGraph) -> Option<FreshObjects> {
        let mut made = EntitySet::new();
        let mut writes = false;
        for b in g.reachable() {
            for o in &g.blocks[b].operations {
                writes |= writes_object(o.op);
                if matches!(o.op, LlOp::Malloc | LlOp::MallocVarsize) {
                    made.insert(o.result);
                }
            }
        }
        (writes && !made.is_empty()).then(|| FreshObjects { made, origins: origins(g) })
    }
    /// Whether the value is always one of these objects.
    pub fn contains(&self, v: &LlValue) -> bool {
        let LlValue::Var(v) = v else { return false };
        self.origins.var(*v).is_some_and(|o| self.made.contains(o))
    }
}

/// Whether the operation writes to the object that its first operand refers to, and to nothing else.
pub fn writes_object(op: LlOp) -> bool {
    matches!(op, LlOp::SetField | LlOp::SetArrayItem | LlOp::SetInteriorField | LlOp::ZeroItems)
}
