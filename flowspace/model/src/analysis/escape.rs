//! Objects that nobody but the graph that makes them has seen.

use crate::analysis::values::origins;
use crate::graph::VarId;
use crate::ll::{LlGraph, LlValue};
use cranelift_entity::SecondaryMap;
use lloperation::LlOp;
use rustc_hash::FxHashSet;

/// Objects that a graph makes: its callers cannot have seen them before the call.
pub struct FreshObjects {
    made: FxHashSet<VarId>,
    origins: SecondaryMap<VarId, Option<LlValue>>,
}

impl FreshObjects {
    /// Of a graph; `None` if it makes no object or writes none.
    pub fn of(g: &LlGraph) -> Option<FreshObjects> {
        let mut made = FxHashSet::default();
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
        matches!(&self.origins[*v], Some(LlValue::Var(o)) if self.made.contains(o))
    }
}

/// Whether the operation writes to the object that its first operand refers to, and to nothing else.
pub fn writes_object(op: LlOp) -> bool {
    matches!(op, LlOp::SetField | LlOp::SetArrayItem | LlOp::SetInteriorField | LlOp::ZeroItems)
}
