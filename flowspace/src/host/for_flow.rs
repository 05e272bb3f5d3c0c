//! Memory of what the flow space makes of host objects and relies on: it outlives the flow space of a single function,
//! and later stages ask for it.

use super::HostRef;
use flowmodel::HlConst;
use flowmodel::diag::Span;
use flowmodel::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// Holds what the flow space has made and relied on.
#[derive(Default)]
pub struct ForFlow {
    /// Number of functions and classes that it has made for functions and generators of the program.
    pub made: usize,
    /// Cell objects for cells of this heap, and whether they are checked.
    pub(crate) cell_objects: FxHashMap<HostRef, (HostRef, bool)>,
    /// Cells of the global variables that are assigned to at run time, by module dict and name.
    pub(crate) assigned_globals: FxHashMap<(HostRef, Name), HostRef>,
    /// Properties that stand in classes for attributes that are assigned to at run time: the cells.
    pub(crate) class_cells: FxHashMap<HostRef, HostRef>,
    /// Copies of methods made for a class: the class whose order of bases `super` follows in them.
    pub(crate) homes: FxHashMap<HostRef, HostRef>,
    pub(super) home_copies: FxHashMap<(HostRef, HostRef), HostRef>,
    /// Objects that stand at run time for descriptors in classes.
    pub runtime_attrs: FxHashMap<HostRef, HostRef>,
    /// Prebuilt objects whose `_cleanup_` was called: that happens once, however many attempts there are.
    pub cleaned_up: FxHashSet<HostRef>,
    /// Containers that were looked through for whether they are tables of translation time: at which count of changes, and
    /// the answer.
    pub(crate) known_tables: RefCell<FxHashMap<HostRef, (u64, bool)>>,
    /// Dicts with the keys of such tables, for what is asked about keys at run time.
    pub(crate) table_keys: FxHashMap<HostRef, HostRef>,
    /// Dicts that stand after `**` in calls that run later, with their places: they must not change.
    pub keyword_dicts: Vec<(HostRef, Span)>,
    /// Reads from lists, dicts and sets that were done, which must not change when the program runs.
    pub assumed_reads: Vec<AssumedRead>,
    /// Places of such reads that are left for run time, because the program changes the container.
    pub changing_reads: FxHashSet<ReadPlace>,
    /// Results of `specialize.memo()` functions, by function and arguments: they are called once on a
    /// heap.
    pub memo_results: FxHashMap<(HostRef, Vec<HlConst>), HlConst>,
}

/// Says what is asked of a container.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    /// `container[key]`
    Item(HostRef),
    /// `key in container`
    Contains(HostRef),
    /// `len(container)`
    Len,
}

/// A read from a container made at import time that the flow space has done.
#[derive(Clone, Copy, Debug)]
pub struct AssumedRead {
    /// The list, dict or set.
    pub container: HostRef,
    /// The question.
    pub question: Question,
    /// The value that was read.
    pub value: HostRef,
    /// The place where it is read.
    pub span: Span,
}

/// A place that means the same in another attempt at the translation: path and offsets.
pub type ReadPlace = (Rc<str>, u32, u32);

impl ForFlow {
    /// Gives what stands at run time for a class attribute: a property for a descriptor.
    pub fn runtime_attr(&self, r: HostRef) -> HostRef {
        self.runtime_attrs.get(&r).copied().unwrap_or(r)
    }

    /// A property may stand for a class attribute that is assigned to at run time.
    pub fn is_class_cell(&self, property: HostRef) -> bool {
        self.class_cells.contains_key(&property)
    }

    /// Forgets what was taken for granted in an attempt at a translation, before another one on the same heap.
    pub fn forget_assumptions(&mut self) {
        self.assumed_reads.clear();
        self.keyword_dicts.clear();
    }
}
