//! Calls through variables that hold the same functions, joined.

use crate::ArgSource;
use crate::model::descs::CallShape;
use crate::model::site::{Position, Positions};
use crate::model::targets::Targets;
use crate::model::*;
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Calls that are joined, by number.
pub(crate) type SharedId = usize;

/// Names what calls must have in common to be shared.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) descs: Rc<[DescId]>,
    pub(crate) shape: CallShape,
    /// Says where the arguments come from.
    pub(crate) sources: Vec<ArgSource>,
}

impl Key {
    /// Gives what calls have in common of which one may be wider than the other. (Functions are in the order of their
    /// numbers.)
    pub(crate) fn form(&self) -> (DescId, CallShape, Vec<ArgSource>) {
        (self.descs[0], self.shape.clone(), self.sources.clone())
    }
}

/// All calls of the same functions.
pub(crate) struct Shared {
    pub(crate) key: Key,
    /// The functions that narrower calls do not reach; their graphs follow.
    pub(crate) own: Vec<DescId>,
    pub(crate) own_graphs: IndexSet<AnnGraphId>,
    /// The arguments that these functions were given, joined.
    pub(crate) given: Option<Vec<SomeValue>>,
    /// The arguments that at least these functions and those of all narrower calls were given.
    pub(crate) passed: Option<Vec<SomeValue>>,
    pub(crate) targets: Targets,
    /// The results of these functions, joined; `None`: each call finds out for itself, and reports
    /// its errors.
    pub(crate) result: Option<SomeValue>,
    /// One of them may return `NotImplemented`.
    pub(crate) declines: bool,
    pub(crate) callers: Positions,
    /// Calls of these functions and of others: what these give goes on to them.
    pub(crate) wider: Vec<SharedId>,
    /// Calls of some of these functions, whom the others were added to.
    pub(crate) narrower: Option<SharedId>,
}

/// All calls of several functions that are joined.
#[derive(Default)]
pub(crate) struct SharedCalls {
    pub(crate) all: Vec<Shared>,
    pub(crate) by_key: FxHashMap<Key, SharedId>,
    /// The calls of each form that came last.
    pub(crate) last: FxHashMap<(DescId, CallShape, Vec<ArgSource>), SharedId>,
    /// The calls that a function is being called for.
    pub being_made: Option<SharedId>,
}

impl SharedCalls {
    /// Lists the places of these calls, and of wider ones.
    pub(crate) fn callers(&self, id: SharedId) -> impl Iterator<Item = &Position> {
        self.with_wider(id).into_iter().flat_map(|id| &self.all[id].callers)
    }
    /// One of the functions declines.
    pub(crate) fn set_declines(&mut self, id: SharedId) {
        for id in self.with_wider(id) {
            self.all[id].declines = true;
        }
    }
    /// These calls, wider ones, and so on.
    pub(crate) fn with_wider(&self, id: SharedId) -> IndexSet<SharedId> {
        let mut found = IndexSet::from([id]);
        let mut i = 0;
        while let Some(id) = found.get_index(i) {
            found.extend(self.all[*id].wider.iter().copied());
            i += 1;
        }
        found
    }
    pub(crate) fn add(
        &mut self,
        key: Key,
        own: Vec<DescId>,
        result: Option<SomeValue>,
    ) -> SharedId {
        let id = self.all.len();
        self.by_key.insert(key.clone(), id);
        self.last.insert(key.form(), id);
        self.all.push(Shared {
            key,
            own,
            own_graphs: IndexSet::new(),
            given: None,
            passed: None,
            targets: Targets::default(),
            result,
            declines: false,
            callers: Positions::default(),
            wider: vec![],
            narrower: None,
        });
        id
    }
}
