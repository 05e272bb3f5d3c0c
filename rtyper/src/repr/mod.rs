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
mod list;
mod pair_eq;
mod string;
pub(crate) mod weakref;

use crate::{RTyper, Res, error};
use annotator::{
    CallFamilyId, ClassDefId, DescId, DescKind, DictDefId, IntSize, IterVariant, Kind, ListDefId,
    SomeValue,
};
use flowmodel::{Field, FuncTypeId, Items, Mutability, StructId, Type};
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
    /// An inline item in a helper; never a run-time value by itself.
    Interior(StructId),
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

/// An entry of a dict.
fn entry_fields(key: Type, value: Type) -> Vec<Field> {
    vec![
        Field::new("key", key),
        Field::new("value", value),
        Field::new("hash", Type::Signed),
        Field::new("valid", Type::Bool),
    ]
}

/// See [`RTyper::pbc_reprs`].
pub(crate) type PbcReprs = FxHashMap<(*const DescId, bool), (Rc<[DescId]>, Repr)>;

impl RTyper<'_> {
    /// Interns a repr.
    pub fn intern(&mut self, r: Repr) -> ReprId {
        ReprId(self.reprs.insert_full(r).0 as u32)
    }
    /// The repr of an id.
    pub fn repr(&self, r: ReprId) -> &Repr {
        self.reprs.get_index(r.0 as usize).expect("interned repr")
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
            Kind::Float => Repr::Prim(Type::Float),
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
            Kind::InteriorPtr(s) => Repr::Interior(*s),
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
        if let Some((_, repr)) = self.pbc_reprs.get(&key) {
            return Ok(repr.clone());
        }
        let repr = self.pbc_repr(descs, can_be_none)?;
        // (functions of which only the identity counts so far may be called by a later helper)
        if repr != Repr::Identity {
            self.pbc_reprs.insert(key, (descs.clone(), repr.clone()));
        }
        Ok(repr)
    }

    fn pbc_repr(&mut self, descs: &[DescId], can_be_none: bool) -> Res<Repr> {
        let first = descs[0];
        let single = descs.len() == 1 && !can_be_none;
        Ok(match self.ann.descs[first].kind.clone() {
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
            Repr::Str => Type::Ptr(self.string),
            Repr::Unicode => Type::Ptr(self.unicode),
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
            Repr::Class => Type::Ptr(self.vtable),
            Repr::Func(ft, _) => Type::FuncPtr(ft),
            Repr::FuncSet(fam) => Type::Ptr(self.funcset_struct(fam)?),
            Repr::Method(r) | Repr::BuiltinMethod(r) => self.lltype(r)?,
            Repr::Frozen(d) => Type::Ptr(self.frozen_struct(d)?),
            Repr::Identity => Type::Ptr(self.identity_struct()),
            Repr::Builder(u) => Type::Ptr(self.builder_struct(u)),
            Repr::Slice | Repr::Interior(_) => Type::Void,
        })
    }
    /// Low-level type of an annotation.
    pub fn lltype_of(&mut self, s: &SomeValue) -> Res<Type> {
        let r = self.repr_of(s)?;
        self.lltype(r)
    }

    /// A short name of a type, for the names of containers made of it.
    pub(crate) fn type_tag(&self, t: Type) -> String {
        match t {
            Type::Ptr(s) => self.ann.types.structs[s].name.to_string(),
            Type::FuncPtr(_) => "func".into(),
            other => format!("{other:?}"),
        }
    }

    /// GC array of a type of items.
    pub fn array_of(&mut self, item: Type) -> StructId {
        if let Some(a) = self.arrays.get(&item) {
            return *a;
        }
        let name = format!("array_{}", self.type_tag(item));
        let a = self.ann.types.add(&name, true, None, vec![], Some(Items::Plain(item)));
        self.arrays.insert(item, a);
        a
    }
    /// Resizable list over an array.
    pub fn list_struct(&mut self, array: StructId) -> StructId {
        if let Some(l) = self.list_structs.get(&array) {
            return *l;
        }
        let item = self.ann.types.structs[array].item_type().unwrap_or_default();
        let name = format!("list_{}", self.type_tag(item));
        let fields =
            vec![Field::new("length", Type::Signed), Field::new("items", Type::Ptr(array))];
        let l = self.ann.types.add(&name, true, None, fields, None);
        self.list_structs.insert(array, l);
        l
    }
    /// Layout of a list.
    pub fn list_info(&mut self, l: ListDefId) -> Res<ListInfo> {
        let l = self.ann.find_list(l);
        if let Some(i) = self.list_infos.get(&l) {
            return Ok(*i);
        }
        let def = self.ann.list_def(l);
        let (s_item, resized) = (def.item.clone(), def.resized);
        let frozen = !resized && !def.mutated;
        let recursive = matches!(&s_item.kind, Kind::List(i) if self.ann.find_list(*i) == l);
        if recursive || !self.list_busy.insert(l) {
            // A list that contains itself: declare before the item's type is known.
            self.list_busy.shift_remove(&l);
            let array = self.ann.types.declare("array_rec", true, None);
            let list = resized.then(|| {
                let s = self.ann.types.declare("list_rec", true, None);
                let fields =
                    vec![Field::new("length", Type::Signed), Field::new("items", Type::Ptr(array))];
                self.ann.types.define(s, fields, None);
                s
            });
            let item = self.intern(Repr::List(l));
            self.list_infos.insert(l, ListInfo { item, array, list, frozen });
            let item = self.repr_of(&s_item)?;
            let t = self.lltype(item)?;
            self.ann.types.define(array, vec![], Some(Items::Plain(t)));
            let info = ListInfo { item, array, list, frozen };
            self.list_infos.insert(l, info);
            return Ok(info);
        }
        let item = self.repr_of(&s_item)?;
        let t = self.lltype(item)?;
        self.list_busy.shift_remove(&l);
        if let Some(i) = self.list_infos.get(&l) {
            return Ok(*i);
        }
        let array = self.array_of(t);
        let list = resized.then(|| self.list_struct(array));
        let info = ListInfo { item, array, list, frozen };
        self.list_infos.insert(l, info);
        Ok(info)
    }
    /// Container of range objects with this constant step (0: a field).
    pub fn range_struct(&mut self, step: i64) -> StructId {
        let name = if step == 0 { "range_st" } else { "range" };
        if let Some(s) = self.ann.types.lookup(name) {
            return s;
        }
        let mut f = vec![Field::new("start", Type::Signed), Field::new("stop", Type::Signed)];
        if step == 0 {
            f.push(Field::new("step", Type::Signed));
        }
        f.iter_mut().for_each(|f| f.mutability = Mutability::Immutable);
        self.ann.types.add(name, true, None, f, None)
    }
    /// Container of a tuple.
    pub fn tuple_struct(&mut self, items: &[ReprId]) -> Res<StructId> {
        let mut types = vec![];
        for i in items {
            types.push(self.lltype(*i)?);
        }
        if let Some(s) = self.tuples.get(&types) {
            return Ok(*s);
        }
        let fields = types
            .iter()
            .enumerate()
            .map(|(i, t)| Field {
                name: format!("item{i}").into(),
                ty: *t,
                mutability: Mutability::Immutable,
            })
            .collect();
        let s = self.ann.types.add(&format!("tuple{}", items.len()), true, None, fields, None);
        self.tuples.insert(types, s);
        Ok(s)
    }
    /// Layout of a dict.
    pub fn dict_info(&mut self, d: DictDefId) -> Res<DictInfo> {
        let d = self.ann.find_dict(d);
        if let Some(i) = self.dict_infos.get(&d) {
            return Ok(*i);
        }
        let def = self.ann.dict_def(d);
        let (s_key, s_value) = (def.key.clone(), def.value.clone());
        let recursive = matches!(&s_value.kind, Kind::Dict(i) if self.ann.find_dict(*i) == d);
        if recursive || !self.dict_busy.insert(d) {
            // A dict that contains itself: declare before the type of the values is known.
            self.dict_busy.shift_remove(&d);
            let entries = self.ann.types.declare("entries_rec", true, None);
            let dict = self.ann.types.declare("dict_rec", true, None);
            let functions = self.functions_repr(d)?;
            let fields = self.dict_fields(entries, functions)?;
            self.ann.types.define(dict, fields, None);
            let key = self.repr_of(&s_key)?;
            let value = self.intern(Repr::Dict(d));
            self.dict_infos.insert(d, DictInfo { def: d, key, value, dict, entries, functions });
            let value = self.repr_of(&s_value)?;
            let (kt, vt) = (self.lltype(key)?, self.lltype(value)?);
            let items = Items::Inline(entry_fields(kt, vt));
            self.ann.types.define(entries, vec![], Some(items));
            let info = DictInfo { def: d, key, value, dict, entries, functions };
            self.dict_infos.insert(d, info);
            return Ok(info);
        }
        let key = self.repr_of(&s_key)?;
        let value = self.repr_of(&s_value)?;
        let (kt, vt) = (self.lltype(key)?, self.lltype(value)?);
        self.dict_busy.shift_remove(&d);
        if let Some(i) = self.dict_infos.get(&d) {
            return Ok(*i);
        }
        let functions = self.functions_repr(d)?;
        let ft = match functions {
            Some(r) => self.lltype(r)?,
            None => Type::Void,
        };
        let (dict, entries) = match self.dict_structs.get(&(kt, vt, ft)) {
            Some(x) => *x,
            None => {
                let tag = format!("{}_{}", self.type_tag(kt), self.type_tag(vt));
                let inline = entry_fields(kt, vt);
                let t = &mut self.ann.types;
                let entries = t.add(
                    &format!("entries_{tag}"),
                    true,
                    None,
                    vec![],
                    Some(Items::Inline(inline)),
                );
                let fields = self.dict_fields(entries, functions)?;
                let dict = self.ann.types.add(&format!("dict_{tag}"), true, None, fields, None);
                self.dict_structs.insert((kt, vt, ft), (dict, entries));
                (dict, entries)
            }
        };
        let info = DictInfo { def: d, key, value, dict, entries, functions };
        self.dict_infos.insert(d, info);
        Ok(info)
    }
    /// What an `r_dict` keeps its functions in, if those of the definition have different ones.
    fn functions_repr(&mut self, d: DictDefId) -> Res<Option<ReprId>> {
        match self.ann.several_functions(d) {
            Some([make, _]) => Ok(Some(self.sig(make)?.result)),
            None => Ok(None),
        }
    }
    fn dict_fields(&mut self, entries: StructId, functions: Option<ReprId>) -> Res<Vec<Field>> {
        let indexes = self.array_of(Type::Signed);
        let mut fields = vec![
            Field::new("num_live", Type::Signed),
            Field::new("num_ever_used", Type::Signed),
            Field::new("index_used", Type::Signed),
            Field::new("indexes", Type::Ptr(indexes)),
            Field::new("entries", Type::Ptr(entries)),
        ];
        if let Some(r) = functions {
            fields.push(Field::new("functions", self.lltype(r)?));
        }
        Ok(fields)
    }
    /// Container of string builders.
    pub fn builder_struct(&mut self, unicode: bool) -> StructId {
        let (name, buf) =
            if unicode { ("unicodebuilder", self.unicode) } else { ("stringbuilder", self.string) };
        if let Some(s) = self.ann.types.lookup(name) {
            return s;
        }
        let f = vec![Field::new("buf", Type::Ptr(buf)), Field::new("used", Type::Signed)];
        self.ann.types.add(name, true, None, f, None)
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
    fn iter_struct(&mut self, name: &str, fields: Vec<Field>) -> StructId {
        // Names contain the container's unique name, so the name identifies the struct.
        match self.iter_structs.get(name) {
            Some(s) => *s,
            None => {
                let s = self.ann.types.add(name, true, None, fields, None);
                self.iter_structs.insert(name.into(), s);
                s
            }
        }
    }
}

impl Repr {
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
            Repr::Interior(_) => "an inline item",
        }
    }
}
