//! Classes of the program, as seen through their instances.

use crate::model::site::{Position, Positions};
use crate::model::*;
use flowmodel::HostRef;
use flowmodel::diag::Span;
use indexmap::IndexMap;
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A prebuilt source of an attribute's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttrSource {
    /// The dict of a class (with its mixins).
    Class(DescId),
    /// A prebuilt instance.
    Instance(HostRef),
}

/// An attribute of the instances of a class and of all its subclasses.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Name.
    pub name: Rc<str>,
    /// All values it may have. Methods are PBCs of unbound `Method` descs.
    pub s_value: SomeValue,
    /// Methods that instances of a class can have, for classes through which methods are read.
    pub(crate) bound: FxHashMap<ClassDefId, Bound>,
    /// Methods of each class, if all values are methods, and very many.
    pub(crate) methods: Option<FxHashMap<ClassDefId, Vec<DescId>>>,
    /// True if no instance ever writes it, and it does not differ in prebuilt instances: it lives
    /// in the vtable.
    pub readonly: bool,
    /// Functions other than `__init__` assign it: prebuilt objects may get their value when the program runs, even if it is
    /// declared immutable.
    pub late: bool,
    /// The places that read it (annotated again when it is generalised), and the class through which each reads:
    /// another method that instances of this class cannot have changes nothing there.
    pub(crate) readers: IndexMap<Position, ClassDefId, rustc_hash::FxBuildHasher>,
    /// The places that its value came from, for error messages.
    pub origins: Vec<(Span, SomeValue)>,
}

/// A class as seen through its instances.
#[derive(Clone, Debug)]
pub struct ClassDef {
    /// Its ClassDesc.
    pub desc: DescId,
    /// The class object.
    pub host: HostRef,
    /// Name (not unique).
    pub name: Rc<str>,
    /// Base; `None` only for the root, `object`.
    pub base: Option<ClassDefId>,
    /// Subclasses seen, in order of discovery.
    pub subdefs: Vec<ClassDefId>,
    /// Attributes *defined* at this level; an attribute stands at exactly one level of each inheritance path.
    pub attrs: IndexMap<Rc<str>, Attribute>,
    /// Class-level and prebuilt values of attributes nobody reads at this level yet.
    pub(crate) attr_sources: IndexMap<Rc<str>, Vec<AttrSource>>,
    /// Prebuilt instances seen.
    pub instances: IndexSet<HostRef>,
    /// There are instances whose class is exactly this one.
    pub(crate) instantiated: bool,
    /// Calls of the class of some instance of this class: they depend on which subclasses have instances.
    pub(crate) class_callers: Positions,
}

/// The methods that instances of a class can have under a name.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    /// Bound to the class.
    pub(crate) methods: SomeValue,
    /// Methods of subclasses, unbound, that came since then.
    pub(crate) more: Vec<DescId>,
}
