//! Representations: the values of an annotation at low level.
//!
//! A [`Repr`] is interned ([`ReprId`]); its low-level type follows from it (`RTyper::lltype`). Container reprs refer to the
//! annotator's definitions, so that recursive types need no special case.

use annotator::{CallFamilyId, ClassDefId, DescId, DictDefId, Interior, IterVariant, ListDefId};
use flowmodel::{FuncTypeId, StructId, Type};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An interned [`Repr`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ReprId(pub u32);

/// Says how the values of an annotation are represented.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Repr {
    /// No run-time value: `None`, a built-in function, a low-level type, …
    Void,
    /// A single function, class or frozen object: no run-time value either, but where it meets others it becomes one.
    Known(DescId),
    /// The low-level type says everything (numbers, characters, and pointers in helpers).
    Prim(Type),
    /// A byte string, or null for `None`.
    Str,
    /// A unicode string, or null.
    Unicode,
    /// A list: with `length` and `items`, or a bare array if its length never changes.
    List(ListDefId),
    /// A `range()` object `{start, stop}` (and `step` unless it is the given constant).
    Range(i64),
    /// A tuple of the given items; the empty one is void.
    Tuple(Rc<[ReprId]>),
    /// An insertion-ordered dict.
    Dict(DictDefId),
    /// A bytearray: a resizable list of chars.
    ByteArray,
    /// A deque: a ring of items.
    Deque(ListDefId),
    /// A set or frozenset: a dict without values.
    Set(DictDefId),
    /// An iterator.
    Iter(Rc<IterRepr>),
    /// An instance of a class, or null.
    Instance(ClassDefId),
    /// A class: pointer to its vtable.
    Class,
    /// One of several functions.
    Func(FuncTypeId, CallFamilyId),
    /// One of several functions that are called with several shapes of arguments: pointer to a struct of pointers.
    FuncSet(CallFamilyId),
    /// A method bound to an instance: represented by the instance.
    Method(ReprId),
    /// One of several frozen objects whose attributes are read: pointer to a struct of these.
    Frozen(DescId),
    /// One of several functions or frozen objects of which only the identity counts: pointer to the beginning of the
    /// struct that stands for it.
    Identity,
    /// Bound method of a built-in type: represented by the bound value.
    BuiltinMethod(ReprId),
    /// `StringBuilder` (or `UnicodeBuilder`).
    Builder(bool),
    /// An index `a:b:c`; never a run-time value by itself.
    Slice,
    /// A part of an object of the collector: the object; of an item, the object and the index.
    Interior(Rc<Interior>),
}

/// Says what an iterator walks over.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IterRepr {
    /// The container's repr.
    pub container: ReprId,
    /// Says which items it gives.
    pub variant: IterVariant,
    /// The container of the iterator object.
    pub object: StructId,
    /// `enumerate` of another iterator, `(index, item)`.
    pub inner: Option<ReprId>,
}

/// Maps sets of callees to representations; see [`Reprs::of_callees`].
pub(crate) type ReprsOfCallees = FxHashMap<(*const DescId, bool), (Rc<[DescId]>, Repr)>;

/// The reprs so far.
#[derive(Default)]
pub(crate) struct Reprs {
    pub interned: IndexSet<Repr>,
    /// Representations of sets of callees that several places share, by the address of the set (which is kept, so that
    /// it stays).
    pub of_callees: ReprsOfCallees,
    pub lists: FxHashMap<ListDefId, ListInfo>,
    /// Lists whose layout is being found: one that is asked for meanwhile contains itself.
    pub lists_busy: IndexSet<ListDefId>,
    pub dicts: FxHashMap<DictDefId, DictInfo>,
    pub dicts_busy: IndexSet<DictDefId>,
}

/// Layout of a list repr.
#[derive(Copy, Clone, Debug)]
pub struct ListInfo {
    /// Item repr.
    pub item: ReprId,
    /// Container of the items.
    pub array: StructId,
    /// `{length, items}`, if the list is resizable.
    pub list: Option<StructId>,
    /// Nothing in the program stores items after the list was made.
    pub frozen: bool,
}

/// Layout of a dict repr.
#[derive(Copy, Clone, Debug)]
pub struct DictInfo {
    /// The definition.
    pub def: DictDefId,
    /// Key repr.
    pub key: ReprId,
    /// Value repr.
    pub value: ReprId,
    /// The dict container.
    pub dict: StructId,
    /// Its entries.
    pub entries: StructId,
    /// Its field `functions`, for `r_dict`s with different functions.
    pub functions: Option<ReprId>,
}

impl Repr {
    /// A string of either sort, or a character of one.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar))
    }
    /// Gives its name for messages.
    pub fn describe(&self) -> &'static str {
        match self {
            Repr::Void | Repr::Known(_) => "a constant",
            Repr::Prim(Type::Bool) => "a bool",
            Repr::Prim(Type::Char) => "a character",
            Repr::Prim(Type::UniChar) => "a unicode character",
            Repr::Prim(Type::Float) => "a float",
            Repr::Prim(t) if t.is_signed() => "an int",
            Repr::Prim(t) if t.is_unsigned() => "an unsigned int",
            Repr::Prim(_) => "a low-level value",
            Repr::Str => "a str",
            Repr::Unicode => "a unicode string",
            Repr::List(_) => "a list",
            Repr::Range(_) => "a range",
            Repr::Tuple(_) => "a tuple",
            Repr::Dict(_) => "a dict",
            Repr::Set(_) => "a set",
            Repr::Deque(_) => "a deque",
            Repr::ByteArray => "a bytearray",
            Repr::Iter(_) => "an iterator",
            Repr::Instance(_) => "an instance",
            Repr::Class => "a class",
            Repr::Func(..) | Repr::FuncSet(_) => "a function",
            Repr::Identity => "a prebuilt object",
            Repr::Method(_) | Repr::BuiltinMethod(_) => "a method",
            Repr::Frozen(_) => "a frozen object",
            Repr::Builder(_) => "a string builder",
            Repr::Slice => "a slice",
            Repr::Interior(_) => "a pointer into an object",
        }
    }
}
