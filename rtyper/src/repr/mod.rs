//! Representations: how the values of an annotation look at low level.
//!
//! A [`Repr`] is interned ([`ReprId`]); its low-level type follows from it ([`RTyper::lltype`]). Container reprs refer
//! to the annotator's definitions, so that recursive types need no special case.

mod bytearray;
pub(crate) mod class;
pub(crate) mod convert;
mod deque;
mod dict;
mod erased;
pub(crate) mod exc;
mod format;
mod iter;
pub(crate) mod layouts;
mod list;
pub(crate) mod numbers;
mod pair_eq;
mod string;
pub(crate) mod weakref;

pub use layouts::{DictInfo, ListInfo};

use crate::{RTyper, Res, error};
use annotator::{
    CallFamilyId, ClassDefId, DescId, DescKind, DictDefId, IntSize, Interior, IterVariant, Kind,
    ListDefId, Part, SomeValue,
};
use flowmodel::{Field, FuncTypeId, StructId, Type};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An interned [`Repr`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ReprId(pub u32);

/// How the values of an annotation are represented.
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

/// What an iterator walks over.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IterRepr {
    /// The container's repr.
    pub container: ReprId,
    /// Which items.
    pub variant: IterVariant,
    /// The container of the iterator object.
    pub object: StructId,
    /// `enumerate` of another iterator, `(index, item)`.
    pub inner: Option<ReprId>,
}

/// See [`Reprs::of_callees`].
type ReprsOfCallees = FxHashMap<(*const DescId, bool), (Rc<[DescId]>, Repr)>;

/// The reprs so far.
#[derive(Default)]
pub(crate) struct Reprs {
    pub interned: IndexSet<Repr>,
    /// Those of sets of callees that several places share, by the address of the set (which is kept, so that it stays).
    pub of_callees: ReprsOfCallees,
    pub lists: FxHashMap<ListDefId, ListInfo>,
    /// Lists whose layout is being found: one that is asked for meanwhile contains itself.
    pub lists_busy: IndexSet<ListDefId>,
    pub dicts: FxHashMap<DictDefId, DictInfo>,
    pub dicts_busy: IndexSet<DictDefId>,
}

impl RTyper<'_> {
    /// Interns a repr.
    pub fn intern(&mut self, r: Repr) -> ReprId {
        ReprId(self.reprs.interned.insert_full(r).0 as u32)
    }
    /// The repr of an id.
    pub fn repr(&self, r: ReprId) -> &Repr {
        self.reprs.interned.get_index(r.0 as usize).expect("interned repr")
    }
    /// Shorthand for primitive types.
    pub fn prim(&mut self, t: Type) -> ReprId {
        match t {
            Type::Void => self.intern(Repr::Void),
            t => self.intern(Repr::Prim(t)),
        }
    }
    /// The void repr.
    pub fn void(&mut self) -> ReprId {
        self.intern(Repr::Void)
    }
    /// Repr of all values of an annotation.
    pub fn repr_of(&mut self, s: &SomeValue) -> Res<ReprId> {
        let r = match &s.kind {
            Kind::Impossible
            | Kind::None_
            | Kind::Builtin(_)
            | Kind::Property(_)
            | Kind::LlType(_) => Repr::Void,
            Kind::Object => {
                return Err(error("a value whose type is not known statically is used here"));
            }
            Kind::Bool | Kind::Truth => Repr::Prim(Type::Bool),
            Kind::Integer { unsigned, size, .. } => Repr::Prim(match (unsigned, size) {
                (false, IntSize::Word) => Type::Signed,
                (true, IntSize::Word) => Type::Unsigned,
                (false, IntSize::Half) => Type::Int32,
                (true, IntSize::Half) => Type::UInt32,
                (false, IntSize::Short) => Type::Int16,
                (true, IntSize::Short) => Type::UInt16,
                (false, IntSize::Byte) => Type::Int8,
                (true, IntSize::Byte) => Type::UInt8,
            }),
            Kind::Float | Kind::LongFloat => Repr::Prim(Type::Float),
            Kind::SingleFloat => Repr::Prim(Type::SingleFloat),
            Kind::Char => Repr::Prim(Type::Char),
            Kind::UniChar => Repr::Prim(Type::UniChar),
            Kind::Address => Repr::Prim(Type::Address),
            Kind::Ptr(t) => Repr::Prim(*t),
            Kind::String { .. } => Repr::Str,
            Kind::Unicode { .. } => Repr::Unicode,
            Kind::List(l) => self.list_repr(*l),
            Kind::Dict(d) => Repr::Dict(self.ann.find_dict(*d)),
            Kind::Set(d) => Repr::Set(self.ann.find_dict(*d)),
            Kind::Deque(l) => Repr::Deque(self.ann.find_list(*l)),
            Kind::Tuple(items) => {
                let mut rs = vec![];
                for s in items.iter() {
                    rs.push(self.repr_of(s)?);
                }
                Repr::Tuple(rs.into())
            }
            Kind::Iterator { container, variant } => {
                let c = self.repr_of(container)?;
                self.iter_repr(c, *variant)?
            }
            Kind::Slice(_) => Repr::Slice,
            Kind::InteriorPtr(p) => Repr::Interior(p.clone()),
            Kind::Instance { class, .. } => Repr::Instance(*class),
            Kind::Type(_) => {
                if s.konst.is_some() {
                    Repr::Void
                } else {
                    Repr::Class
                }
            }
            Kind::StringBuilder => Repr::Builder(false),
            Kind::UnicodeBuilder => Repr::Builder(true),
            Kind::BuiltinMethod { this, .. } => {
                let r = self.repr_of(this)?;
                Repr::BuiltinMethod(r)
            }
            Kind::Pbc { descs, can_be_none } => self.shared_pbc_repr(descs, *can_be_none)?,
            Kind::ByteArray => Repr::ByteArray,
            Kind::WeakRef(_) => self.weakref_repr(),
        };
        Ok(self.intern(r))
    }

    fn list_repr(&mut self, l: ListDefId) -> Repr {
        let l = self.ann.find_list(l);
        let d = self.ann.list_def(l);
        match d.range_step {
            Some(step) if !d.resized && !d.mutated => Repr::Range(step),
            _ => Repr::List(l),
        }
    }

    /// The repr of a set of callees. Places that have the same set share it: so it is looked through once.
    fn shared_pbc_repr(&mut self, descs: &Rc<[DescId]>, can_be_none: bool) -> Res<Repr> {
        /// Up to how many a look is as good as a table.
        const FEW: usize = 8;
        if descs.len() <= FEW {
            return self.pbc_repr(descs, can_be_none);
        }
        let key = (descs.as_ptr(), can_be_none);
        if let Some((_, repr)) = self.reprs.of_callees.get(&key) {
            return Ok(repr.clone());
        }
        let repr = self.pbc_repr(descs, can_be_none)?;
        // (functions of which only the identity counts so far may be called by a later helper)
        if repr != Repr::Identity {
            self.reprs.of_callees.insert(key, (descs.clone(), repr.clone()));
        }
        Ok(repr)
    }

    fn pbc_repr(&mut self, descs: &[DescId], can_be_none: bool) -> Res<Repr> {
        let first = descs[0];
        let single = descs.len() == 1 && !can_be_none;
        Ok(match self.ann.descs[first].kind {
            DescKind::Function(_) | DescKind::Class(_) | DescKind::Frozen { .. } if single => {
                Repr::Known(first)
            }
            DescKind::Function(_) => {
                let Some(fam) = self.callable_together(descs) else {
                    return Ok(Repr::Identity);
                };
                if self.ann.families[fam].rows.len() > 1 {
                    return Ok(Repr::FuncSet(fam));
                }
                let ft = self.family_type(fam, 0)?;
                Repr::Func(ft, fam)
            }
            DescKind::Class(_) => Repr::Class,
            DescKind::Frozen { .. } => {
                let root = self.ann.access_root(first);
                match descs.iter().all(|d| self.ann.access_root(*d) == root) {
                    true => Repr::Frozen(root),
                    false => Repr::Identity,
                }
            }
            DescKind::Method { this, .. } => {
                let mut common = this;
                for d in &descs[1..] {
                    if let DescKind::Method { this, .. } = self.ann.descs[*d].kind {
                        common = match (common, this) {
                            (Some(a), Some(b)) => Some(self.ann.common_base(a, b)),
                            _ => None,
                        };
                    }
                }
                match common {
                    Some(c) => {
                        let r = self.intern(Repr::Instance(c));
                        Repr::Method(r)
                    }
                    None => Repr::Void,
                }
            }
        })
    }

    /// Low-level type of a repr.
    pub fn lltype(&mut self, r: ReprId) -> Res<Type> {
        Ok(match self.repr(r).clone() {
            Repr::Void | Repr::Known(_) => Type::Void,
            Repr::Prim(t) => t,
            Repr::Str => Type::Ptr(self.layouts.string),
            Repr::Unicode => Type::Ptr(self.layouts.unicode),
            Repr::List(l) => {
                let info = self.list_info(l)?;
                Type::Ptr(info.list.unwrap_or(info.array))
            }
            Repr::Range(step) => Type::Ptr(self.range_struct(step)),
            Repr::Tuple(items) if items.is_empty() => Type::Void,
            Repr::Tuple(items) => Type::Ptr(self.tuple_struct(&items)?),
            Repr::Dict(d) | Repr::Set(d) => Type::Ptr(self.dict_info(d)?.dict),
            Repr::ByteArray => Type::Ptr(self.bytearray_struct()),
            Repr::Deque(l) => Type::Ptr(self.deque_struct(l)?),
            Repr::Iter(it) => Type::Ptr(it.object),
            Repr::Instance(c) => Type::Ptr(self.class_struct(c)),
            Repr::Class => Type::Ptr(self.layouts.vtable),
            Repr::Func(ft, _) => Type::FuncPtr(ft),
            Repr::FuncSet(fam) => Type::Ptr(self.funcset_struct(fam)?),
            Repr::Method(r) | Repr::BuiltinMethod(r) => self.lltype(r)?,
            Repr::Frozen(d) => Type::Ptr(self.frozen_struct(d)?),
            Repr::Identity => Type::Ptr(self.identity_struct()),
            Repr::Builder(u) => Type::Ptr(self.builder_struct(u)),
            Repr::Slice => Type::Void,
            Repr::Interior(p) if p.part == Part::Item => Type::Ptr(self.item_pointer_struct(&p)?),
            Repr::Interior(p) => Type::Ptr(p.object),
        })
    }
    /// Low-level type of an annotation.
    pub fn lltype_of(&mut self, s: &SomeValue) -> Res<Type> {
        let r = self.repr_of(s)?;
        self.lltype(r)
    }

    /// Repr of an iterator.
    pub(crate) fn iter_repr(&mut self, container: ReprId, variant: IterVariant) -> Res<Repr> {
        let signed = |n: &str| Field::new(n, Type::Signed);
        // A character is iterated over as the string it is.
        let container = match self.repr(container) {
            Repr::Prim(Type::Char) => self.intern(Repr::Str),
            Repr::Prim(Type::UniChar) => self.intern(Repr::Unicode),
            _ => container,
        };
        let ctype = self.lltype(container)?;
        if variant == IterVariant::Zip {
            let Type::Ptr(object) = ctype else {
                return Err(error("internal: zip() of nothing"));
            };
            return Ok(Repr::Iter(Rc::new(IterRepr { container, variant, object, inner: None })));
        }
        if variant == IterVariant::Enumerate {
            // An enumerate object holds an iterator over the container (or the iterator it was given).
            let inner = match self.repr(container).clone() {
                Repr::Iter(_) => container,
                Repr::Dict(_) | Repr::Set(_) => {
                    let r = self.iter_repr(container, IterVariant::Keys)?;
                    self.intern(r)
                }
                _ => {
                    let r = self.iter_repr(container, IterVariant::Items)?;
                    self.intern(r)
                }
            };
            let it = self.lltype(inner)?;
            let name = format!("enumerate_{}", self.type_tag(it));
            let object = self.iter_struct(&name, vec![Field::new("iter", it), signed("count")]);
            return Ok(Repr::Iter(Rc::new(IterRepr {
                container,
                variant,
                object,
                inner: Some(inner),
            })));
        }
        let object = match self.repr(container).clone() {
            Repr::Range(step) => {
                let (name, mut f) = match variant {
                    IterVariant::Reversed => ("rangeiter_rev", vec![signed("end"), signed("left")]),
                    _ => ("rangeiter", vec![signed("next"), signed("stop")]),
                };
                let mut name = name.to_string();
                if step == 0 {
                    f.push(signed("step"));
                    name.push_str("_st");
                }
                self.iter_struct(&name, f)
            }
            Repr::List(_) | Repr::Str | Repr::Unicode | Repr::ByteArray => {
                let name = format!("iter_{}", self.type_tag(ctype));
                self.iter_struct(&name, vec![Field::new("list", ctype), signed("index")])
            }
            Repr::Deque(_) => {
                let name = format!("iter_{}", self.type_tag(ctype));
                let f = vec![Field::new("deque", ctype), signed("index"), signed("size")];
                self.iter_struct(&name, f)
            }
            Repr::Dict(_) | Repr::Set(_) => {
                let name = format!("iter_{}", self.type_tag(ctype));
                let f = vec![Field::new("dict", ctype), signed("index"), signed("size")];
                self.iter_struct(&name, f)
            }
            Repr::Iter(_) => return Ok(self.repr(container).clone()),
            other => {
                return Err(error(format!("iteration over {} is not supported", other.describe())));
            }
        };
        Ok(Repr::Iter(Rc::new(IterRepr { container, variant, object, inner: None })))
    }

    /// Python's name of a type, for messages.
    pub(crate) fn type_name(&self, s: &SomeValue) -> String {
        match &s.kind {
            Kind::None_ => "NoneType",
            Kind::Bool => "bool",
            Kind::Integer { .. } => "int",
            Kind::Float | Kind::SingleFloat | Kind::LongFloat => "float",
            Kind::Char | Kind::String { .. } | Kind::UniChar | Kind::Unicode { .. } => "str",
            Kind::ByteArray => "bytearray",
            Kind::List(_) => "list",
            Kind::Dict(_) => "dict",
            Kind::Set(d) if self.ann.dict_def(*d).frozen => "frozenset",
            Kind::Set(_) => "set",
            Kind::Deque(_) => "collections.deque",
            Kind::Tuple(_) => "tuple",
            Kind::Instance { class, .. } => &self.ann.classdefs[*class].name,
            _ => "object",
        }
        .to_string()
    }
}

impl Repr {
    /// A string of either sort, or a character of one.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar))
    }
    /// For messages.
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
