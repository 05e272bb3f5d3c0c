//! What is known of the special methods of the program's classes.

use crate::prelude::*;
use flowmodel::HostRef;
use indexmap::IndexMap;
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;

/// Names what containers, and texts made of several values, ask of instances.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Hook {
    /// `==`
    Eq,
    /// `<`
    Lt,
    /// `hash()`
    Hash,
    /// `str()`
    Str,
    /// `repr()`
    Repr,
}

impl Hook {
    /// Name of the function in `objects.py`.
    pub(crate) fn function(self) -> &'static str {
        match self {
            Hook::Eq => "items_equal",
            Hook::Lt => "items_less",
            Hook::Hash => "item_hash",
            Hook::Str => "item_str",
            Hook::Repr => "item_repr",
        }
    }
    /// Methods that make the hook necessary.
    pub(crate) fn methods(self) -> &'static [&'static str] {
        match self {
            Hook::Eq => &["__eq__"],
            Hook::Lt => &["__lt__", "__gt__"],
            Hook::Hash => &["__hash__"],
            Hook::Str => &["__str__", "__repr__"],
            Hook::Repr => &["__repr__"],
        }
    }
}

#[derive(Default)]
pub(crate) struct SpecialMethods {
    /// Special names that a class or one of its subclasses defines; only classes for which there are any.
    pub(crate) below: FxHashMap<HostRef, FxHashSet<Rc<str>>>,
    /// Number of host objects looked at.
    pub(crate) scanned: usize,
    /// The classes among them, without the host's own.
    pub(crate) classes: Vec<HostRef>,
    /// Classes with a property of a name.
    pub(crate) properties: FxHashMap<Rc<str>, Vec<HostRef>>,
    /// Functions of classes from which others inherit otherwise than by their primary bases.
    pub(crate) copied: FxHashMap<HostRef, HostRef>,
    /// Classes that inherit from a class otherwise than by their primary bases.
    pub(crate) heirs: FxHashMap<HostRef, Vec<HostRef>>,
    /// The exception class that stands for `NotImplemented`, and its instance.
    pub(crate) signal: Option<HostRef>,
    pub(crate) not_implemented: Option<HostRef>,
    /// Questions that operations ask of the instances in their operands: a value of theirs and the
    /// question.
    pub(crate) wanted: IndexSet<(SomeValue, Hook)>,
    /// Graphs by root class.
    pub(crate) graphs: IndexMap<(ClassDefId, Hook), AnnGraphId>,
    /// Function objects that stand for these graphs in helpers.
    pub(crate) functions: FxHashMap<(ClassDefId, Hook), HostRef>,
    /// Descriptions of these function objects.
    pub(crate) aliases: FxHashMap<DescId, AnnGraphId>,
    /// The operand that is asked first, by the classes of both, methods and kind of operator.
    pub(crate) first: FxHashMap<Operands, First>,
    /// Functions made by `objects.py`, by what they are made of.
    pub(crate) made: FxHashMap<String, HostRef>,
}

/// Classes of left and right operand, method, reflected method, and whether it is arithmetic.
pub(crate) type Operands = (ClassDefId, ClassDefId, &'static str, &'static str, bool);

/// Says when the right operand is asked before the left one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// It never is: no class of a right operand is a subclass of a left operand's.
    Left,
    /// It is if its class is a proper subclass.
    Subclass,
    /// It is if it also has another reflected method. The classes at which that changes, subclasses first, each with a
    /// number for the method.
    OtherMethod(Vec<(HostRef, i64)>),
}
