//! Objects of the program's heap that were made so far.

use crate::state::repr::ReprId;
use annotator::{ClassDefId, DescId};
use flowmodel::diag::Span;
use flowmodel::{HostRef, ObjId, StructId};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// Prebuilt objects made so far.
#[derive(Default)]
pub(crate) struct Prebuilt {
    pub(crate) objects: IndexMap<(HostRef, ReprId), ObjId>,
    pub(crate) instances: IndexMap<HostRef, ObjId>,
    /// Objects that stand for functions of which only the identity counts.
    pub(crate) identities: FxHashMap<DescId, ObjId>,
    /// Objects that are to be filled in, and where in the program each was first wanted, once that
    /// is known.
    pub(crate) todo: VecDeque<(Todo, Span)>,
}

impl Prebuilt {
    /// The objects that were made since were wanted by this function (or object).
    pub(crate) fn wanted_in(&mut self, at: Span) {
        for (_, wanted) in self.todo.iter_mut().rev().take_while(|t| !t.1.is_known()) {
            *wanted = at;
        }
    }
}

/// An object whose contents are still to be filled in.
pub(crate) enum Todo {
    Container(HostRef, ReprId, ObjId),
    Instance(HostRef, ClassDefId, ObjId),
    Frozen(HostRef, DescId, ObjId),
}

/// Objects that all places which need them share.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) strings: IndexMap<Rc<[u8]>, ObjId>,
    pub(crate) unicodes: IndexMap<Rc<str>, ObjId>,
    /// The empty array of each array type.
    pub(crate) empty: IndexMap<StructId, ObjId>,
}
