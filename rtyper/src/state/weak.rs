//! What is remembered of weak references and finalizers.

use annotator::AnnGraphId;
use flowmodel::{FuncId, StructId, Type};

/// Holds what the RTyper remembers of weak references and finalizers.
#[derive(Default)]
pub(crate) struct WeakState {
    /// Container of weak references.
    pub(crate) weakref: Option<StructId>,
    /// Functions that write and read `target`, and the one that runs finalizers.
    pub(crate) init: Option<FuncId>,
    pub(crate) get: Option<FuncId>,
    pub(crate) run: Option<FuncId>,
    /// `__del__` methods with the classes of their `self`; the position plus one is the kind.
    pub(crate) finalizers: Vec<AnnGraphId>,
}

impl WeakState {
    /// Tells whether this is the type of weak references.
    pub(crate) fn is_type(&self, ty: Type) -> bool {
        self.weakref.is_some_and(|s| ty == Type::Ptr(s))
    }
}
