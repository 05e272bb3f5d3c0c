//! Constants and prebuilt objects: host objects become objects of the program's heap.

mod identity;

use crate::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::{ClassDefId, DescId, DescKind, Kind};
use flowmodel::diag::Span;
use flowmodel::{Const, HeapObject, HlConst, HostRef, ObjId, StructId, Type};
use flowspace::host::{HostObj, lookups};
use indexmap::IndexMap;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// Prebuilt objects made so far.
#[derive(Default)]
pub(crate) struct Prebuilt {
    strings: IndexMap<Rc<[u8]>, ObjId>,
    unicodes: IndexMap<Rc<str>, ObjId>,
    /// The empty array of each array type.
    empty: IndexMap<StructId, ObjId>,
    pub(crate) objects: IndexMap<(HostRef, ReprId), ObjId>,
    pub(crate) instances: IndexMap<HostRef, ObjId>,
    /// Objects that stand for functions of which only the identity counts.
    pub(crate) identities: FxHashMap<DescId, ObjId>,
    /// What is to be filled in, and where in the program it was first wanted, once that is known.
    todo: VecDeque<(Todo, Span)>,
}

/// An object whose contents are still to be filled in.
enum Todo {
    Container(HostRef, ReprId, ObjId),
    Instance(HostRef, ClassDefId, ObjId),
    Frozen(HostRef, DescId, ObjId),
}

impl RTyper<'_> {
    /// A new heap object with zero fields.
    pub(crate) fn new_obj(&mut self, name: &str, ty: StructId, items: Vec<Const>) -> ObjId {
        let types: Vec<_> = self.ann.types.structs[ty].fields.iter().map(|f| f.ty).collect();
        let fields = types.into_iter().map(|t| self.prog.zero(t)).collect();
        self.prog.heap.push(HeapObject { name: name.into(), ty, fields, items })
    }
    pub(crate) fn set_obj_field(&mut self, o: ObjId, name: &str, c: Const) {
        let ty = self.prog.heap[o].ty;
        if let Some(i) = self.ann.types.structs[ty].field_index(name) {
            self.prog.heap[o].fields[i as usize] = c;
        }
    }
    /// The prebuilt array without items that all new lists or dicts of a type begin with: no other array is written where it is read.
    pub(crate) fn empty_array(&mut self, array: StructId) -> Const {
        if let Some(o) = self.prebuilt.empty.get(&array) {
            return Const::Obj(*o);
        }
        let o = self.new_obj("empty", array, vec![]);
        self.prebuilt.empty.insert(array, o);
        Const::Obj(o)
    }
    /// A prebuilt byte string.
    pub(crate) fn string_const(&mut self, s: &[u8]) -> Const {
        if let Some(o) = self.prebuilt.strings.get(s) {
            return Const::Obj(*o);
        }
        let items = s.iter().map(|b| Const::Char(*b)).collect();
        let o = self.new_obj("str", self.layouts.string, items);
        self.prebuilt.strings.insert(s.into(), o);
        Const::Obj(o)
    }
    /// A prebuilt unicode string.
    pub(crate) fn unicode_const(&mut self, s: &str) -> Const {
        if let Some(o) = self.prebuilt.unicodes.get(s) {
            return Const::Obj(*o);
        }
        let items = s.chars().map(|c| Const::UniChar(c as u32)).collect();
        let o = self.new_obj("unicode", self.layouts.unicode, items);
        self.prebuilt.unicodes.insert(s.into(), o);
        Const::Obj(o)
    }

    /// The constant for a host value in a repr.
    pub(crate) fn const_of(&mut self, c: &HlConst, r: ReprId) -> Res<Const> {
        let repr = self.repr(r).clone();
        let ty = self.lltype(r)?;
        if ty == Type::Void {
            return Ok(Const::Void);
        }
        let bad = |rt: &Self| {
            error(format!(
                "the constant {} cannot be used as {}",
                rt.show_const(c),
                repr.describe()
            ))
        };
        Ok(match (c, &repr) {
            (HlConst::None, _) if crate::repr::convert::is_pointer(ty) => Const::Null(ty),
            (HlConst::None, Repr::Prim(Type::Bool)) => Const::Bool(false),
            (HlConst::Bool(b), Repr::Prim(t)) => {
                return self.int_const(*b as i128, *t).ok_or_else(|| bad(self));
            }
            (HlConst::Int(i), Repr::Prim(t)) => {
                return self.int_const(*i as i128, *t).ok_or_else(|| bad(self));
            }
            (HlConst::Float(f), Repr::Prim(Type::Float)) => Const::Float(*f),
            (HlConst::Float(f), Repr::Prim(Type::SingleFloat)) => {
                Const::Single((f64::from_bits(*f) as f32).to_bits())
            }
            (HlConst::Float(_), Repr::Prim(Type::LongFloat)) => {
                return Err(error("a prebuilt long double"));
            }
            (HlConst::Str(s), Repr::Prim(Type::Char)) if s.len() == 1 => Const::Char(s[0]),
            (HlConst::Str(s), Repr::Prim(Type::UniChar)) if s.len() == 1 => {
                Const::UniChar(s[0] as u32)
            }
            (HlConst::Unicode(s), Repr::Prim(Type::UniChar)) if s.chars().count() == 1 => {
                Const::UniChar(s.chars().next().unwrap_or_default() as u32)
            }
            (HlConst::Str(s) | HlConst::Bytes(s), Repr::Str) => self.string_const(s),
            (HlConst::Str(s), Repr::Prim(Type::Ptr(p))) if *p == self.layouts.string => {
                self.string_const(s)
            }
            // A byte character is a code point.
            (HlConst::Str(s), Repr::Prim(Type::UniChar)) if s.len() == 1 => {
                Const::UniChar(s[0] as u32)
            }
            (HlConst::Str(s), Repr::Unicode) if s.len() == 1 => {
                self.unicode_const(&char::from(s[0]).to_string())
            }
            (HlConst::Str(s), Repr::Unicode) => {
                let t = String::from_utf8_lossy(s).to_string();
                self.unicode_const(&t)
            }
            (HlConst::Unicode(s), Repr::Unicode) => self.unicode_const(s),
            (HlConst::Unicode(s), Repr::Str) => self.string_const(s.as_bytes()),
            (HlConst::Host(h), _) => return self.const_of_host(*h, r, &repr, ty),
            _ => return Err(bad(self)),
        })
    }

    fn int_const(&self, i: i128, t: Type) -> Option<Const> {
        Some(match t {
            Type::Bool => Const::Bool(i != 0),
            Type::Signed => Const::Int(i as i64),
            Type::Unsigned => Const::Uint(i as u64),
            Type::Int32 => Const::Int32(i as i32),
            Type::UInt32 => Const::UInt32(i as u32),
            t if t.is_narrow() => Const::Narrow(t, t.narrow(i as i64)),
            Type::Float => Const::float(i as f64),
            Type::Address if i == 0 => Const::Null(Type::Address),
            _ => return None,
        })
    }
    fn show_const(&self, c: &HlConst) -> String {
        match c {
            HlConst::Host(h) => match self.ann.host.qualified_name(*h) {
                Some(n) => n,
                None => format!("a {}", self.ann.host.type_name(*h)),
            },
            HlConst::Str(s) | HlConst::Bytes(s) => format!("{:?}", String::from_utf8_lossy(s)),
            HlConst::Int(i) => i.to_string(),
            HlConst::None => "None".into(),
            other => format!("{other:?}"),
        }
    }

    /// The constant for a described object (function, class, …) in a repr.
    pub(crate) fn const_of_desc(&mut self, d: DescId, r: ReprId) -> Res<Const> {
        let repr = self.repr(r).clone();
        match (&self.ann.descs[d].kind, &repr) {
            (DescKind::Function(_), Repr::Func(_, fam)) => {
                let f = self.family_func(*fam, 0, d)?;
                Ok(Const::Func(f))
            }
            (DescKind::Function(_), Repr::FuncSet(fam)) => {
                Ok(Const::Obj(self.funcset_obj(*fam, d)?))
            }
            (DescKind::Class(c), Repr::Class) => {
                let host = c.host;
                let cd = self.ann.need_class(host)?;
                Ok(Const::Obj(self.vtable_obj(cd)?))
            }
            (DescKind::Function(_), Repr::Identity) => Ok(Const::Obj(self.function_identity(d)?)),
            (DescKind::Frozen { host }, Repr::Frozen(_) | Repr::Identity) => {
                let host = *host;
                self.frozen_obj(host, d)
            }
            (
                DescKind::Function(_) | DescKind::Class(_) | DescKind::Frozen { .. },
                Repr::Instance(_),
            ) => self.closure_of_function(d),
            (_, Repr::Void | Repr::Known(_)) => Ok(Const::Void),
            _ => Err(error(format!("a prebuilt object cannot be used as {}", repr.describe()))),
        }
    }

    fn const_of_host(&mut self, h: HostRef, r: ReprId, repr: &Repr, ty: Type) -> Res<Const> {
        let h = self.ann.runtime_object(annotator::Site::NOWHERE, h).unwrap_or(h);
        match repr {
            Repr::Prim(Type::GcRef) if self.is_null_pointer(h) => Ok(Const::Null(Type::GcRef)),
            Repr::Prim(Type::GcRef) if self.is_raw_pointer(h) => self.gc_const(h, None),
            Repr::Prim(Type::GcRef) => self.erased_const(h),
            Repr::Prim(Type::FuncPtr(_)) if self.ann.raw.callbacks.contains_key(&h) => {
                self.callback_const(h)
            }
            Repr::Prim(t @ (Type::Ptr(_) | Type::FuncPtr(_))) if self.is_null_pointer(h) => {
                Ok(Const::Null(*t))
            }
            Repr::Prim(Type::Ptr(s)) if self.is_raw_pointer(h) => {
                match self.ann.types.structs[*s].gc {
                    true => self.gc_const(h, Some(*s)),
                    false => self.raw_const(h, *s),
                }
            }
            Repr::Prim(Type::SingleFloat) => {
                // An instance of `r_singlefloat`.
                let host = &mut self.ann.host;
                let float = match host.getattr_opt(h, "__float__") {
                    Ok(Some(f)) => host.call(f, &[], &[]).ok(),
                    _ => None,
                };
                match float.map(|f| self.ann.host.obj(f)) {
                    Some(HostObj::Float(f)) => Ok(Const::Single((*f as f32).to_bits())),
                    _ => Err(error("a prebuilt object is not a single-precision float")),
                }
            }
            Repr::Prim(t) => {
                let mut base = self.ann.host.base(h);
                if matches!(self.ann.host.obj(base), HostObj::Instance(_))
                    && let Ok(Some(n)) = self.ann.host.getattr_opt(base, "_n")
                {
                    base = n; // an instance of one of rarithmetic's integer types
                }
                match self.ann.host.obj(base) {
                    HostObj::Int(i) => {
                        let i = *i as i128;
                        if let Some(c) = self.int_const(i, *t) {
                            return Ok(c);
                        }
                    }
                    HostObj::Bool(b) => {
                        let b = *b as i128;
                        if let Some(c) = self.int_const(b, *t) {
                            return Ok(c);
                        }
                    }
                    HostObj::BigInt(b) => {
                        if let Some(u) = b.to_u64() {
                            return Ok(Const::Uint(u));
                        }
                    }
                    HostObj::Float(f) => {
                        return Ok(match t {
                            Type::SingleFloat => Const::Single((*f as f32).to_bits()),
                            _ => Const::float(*f),
                        });
                    }
                    _ => {}
                }
                if self.is_weakref_type(ty) {
                    return self.prebuilt_weakref(h, r);
                }
                Err(error(format!(
                    "the prebuilt object {} cannot be used as {}",
                    self.show_const(&HlConst::Host(h)),
                    repr.describe()
                )))
            }
            Repr::List(_) | Repr::Dict(_) | Repr::Set(_) | Repr::Tuple(_) | Repr::Range(_) => {
                if let Some(o) = self.prebuilt.objects.get(&(h, r)) {
                    return Ok(Const::Obj(*o));
                }
                let Type::Ptr(s) = ty else { return Ok(Const::Void) };
                let o = self.new_obj(repr_name(repr), s, vec![]);
                self.prebuilt.objects.insert((h, r), o);
                self.prebuilt.todo.push_back((Todo::Container(h, r, o), Span::NONE));
                Ok(Const::Obj(o))
            }
            Repr::Instance(_) if self.stands_for_callable(h) => {
                let s = self.ann.const_annotation(&HlConst::Host(h));
                match &s.kind {
                    Kind::Pbc { descs, .. } if descs.len() == 1 => {
                        self.closure_of_function(descs[0])
                    }
                    _ => Err(error("a built-in function is used as a closure")),
                }
            }
            Repr::ByteArray => {
                let base = self.ann.host.base(h);
                let HostObj::ByteArray(bytes) = self.ann.host.obj(base) else {
                    return Err(error("a prebuilt object is not a bytearray"));
                };
                let bytes = bytes.clone();
                Ok(self.prebuilt_bytearray(h, r, &bytes))
            }
            Repr::Builder(unicode) => self.prebuilt_builder(h, r, *unicode),
            Repr::Instance(c) if let HostObj::BoundMethod { this, .. } = self.ann.host.obj(h) => {
                let this = *this;
                self.closure_of_method(h, this, *c).map(Const::Obj)
            }
            Repr::Instance(_) => self.instance_obj(h).map(Const::Obj),
            Repr::BuiltinMethod(inner)
                if let HostObj::BoundMethod { this, .. } = self.ann.host.obj(h) =>
            {
                let this = *this;
                self.host_const(this, *inner)
            }
            Repr::Method(inner) if let HostObj::BoundMethod { this, .. } = self.ann.host.obj(h) => {
                let this = *this;
                self.host_const(this, *inner)
            }
            Repr::Str | Repr::Unicode => {
                // An instance of a subclass of str, or the like.
                let base = self.ann.host.base(h);
                let c = self.ann.host.to_const(base);
                if matches!(c, HlConst::Host(_)) {
                    return Err(error("a prebuilt object is used as a string"));
                }
                self.const_of(&c, r)
            }
            Repr::Func(..) | Repr::FuncSet(_) | Repr::Class | Repr::Frozen(_) | Repr::Identity => {
                let h = self.ann.function_for_external(h).unwrap_or(h);
                let s = self.ann.const_annotation(&HlConst::Host(h));
                match &s.kind {
                    Kind::Pbc { descs, .. } if descs.len() == 1 => self.const_of_desc(descs[0], r),
                    _ if matches!(repr, Repr::Class) && self.ann.host.class(h).is_some() => {
                        let cd = self.ann.need_class(h)?;
                        Ok(Const::Obj(self.vtable_obj(cd)?))
                    }
                    _ => Err(error(format!(
                        "the prebuilt object {} cannot be used as {}",
                        self.show_const(&HlConst::Host(h)),
                        repr.describe()
                    ))),
                }
            }
            _ => Err(error(format!(
                "the prebuilt object {} cannot be used as {}",
                self.show_const(&HlConst::Host(h)),
                repr.describe()
            ))),
        }
    }

    /// The heap object of a prebuilt instance.
    pub(crate) fn instance_obj(&mut self, h: HostRef) -> Res<ObjId> {
        if let Some(o) = self.prebuilt.instances.get(&h) {
            return Ok(*o);
        }
        let cls = self.ann.host.class_of(h);
        let cd = self.ann.need_class(cls)?;
        self.setup_class(cd)?;
        let s = self.class_struct(cd);
        let name = format!("{}_inst", self.ann.classdefs[cd].name);
        let o = self.new_obj(&name, s, vec![]);
        self.prebuilt.instances.insert(h, o);
        self.prebuilt.todo.push_back((Todo::Instance(h, cd, o), Span::NONE));
        Ok(o)
    }

    fn frozen_obj(&mut self, h: HostRef, d: DescId) -> Res<Const> {
        let set = self.ann.access_root(d);
        let r = self.intern(Repr::Frozen(set));
        if let Some(o) = self.prebuilt.objects.get(&(h, r)) {
            return Ok(Const::Obj(*o));
        }
        let s = self.frozen_struct(set)?;
        let o = self.new_obj("frozen", s, vec![]);
        self.number_object(o, d);
        self.prebuilt.objects.insert((h, r), o);
        self.prebuilt.todo.push_back((Todo::Frozen(h, d, o), Span::NONE));
        Ok(Const::Obj(o))
    }

    /// Container with the attributes that are read from frozen objects that meet.
    pub(crate) fn frozen_struct(&mut self, d: DescId) -> Res<StructId> {
        let set = self.ann.access_set(d).cloned().unwrap_or_default();
        let key = self.ann.access_root(d);
        if let Some(s) = self.layouts.frozen.get(&key) {
            return Ok(*s);
        }
        let parent = self.identity_struct();
        let id = self.ann.types.declare("frozen", false, Some(parent));
        self.layouts.frozen.insert(key, id);
        let mut fields = vec![];
        for (name, s) in &set.attrs {
            let ty = self.lltype_of(&s.without_const())?;
            fields.push(flowmodel::Field {
                name: name.clone(),
                ty,
                mutability: flowmodel::Mutability::Immutable,
            });
            if set.descs.iter().any(|d| self.ann.class_desc_lacks(*d, name)) {
                fields.push(flowmodel::Field {
                    name: crate::repr::class::missing_field(name).into(),
                    ty: flowmodel::Type::Ptr(self.layouts.string),
                    mutability: flowmodel::Mutability::Immutable,
                });
            }
        }
        self.ann.types.define(id, fields, None);
        Ok(id)
    }

    /// The items of a constant tuple as an array.
    pub(crate) fn prebuilt_array(
        &mut self,
        h: HostRef,
        item: ReprId,
        array: flowmodel::StructId,
    ) -> Res<Const> {
        // A tuple is never an item of itself: no other prebuilt object has this key.
        if let Some(o) = self.prebuilt.objects.get(&(h, item)) {
            return Ok(Const::Obj(*o));
        }
        let base = self.ann.host.base(h);
        let HostObj::Tuple(items) = self.ann.host.obj(base) else {
            return Err(error("a prebuilt object is not a tuple"));
        };
        let mut consts = vec![];
        for x in items.clone().iter() {
            consts.push(self.host_const(*x, item)?);
        }
        let o = self.new_obj("items", array, consts);
        self.prebuilt.objects.insert((h, item), o);
        Ok(Const::Obj(o))
    }

    /// Fills objects that were made; true if there were any.
    pub(crate) fn fill_some_prebuilt(&mut self) -> Res<bool> {
        let mut any = false;
        while let Some((t, wanted)) = self.prebuilt.todo.pop_front() {
            any = true;
            let filled = match t {
                Todo::Container(h, r, o) => self.fill_container(h, r, o),
                Todo::Instance(h, cd, o) => self.fill_instance(h, cd, o),
                Todo::Frozen(h, d, o) => self.fill_frozen(h, d, o),
            };
            filled.map_err(|e| self.placed(e, wanted, || self.name_of_prebuilt(&t)))?;
            self.prebuilt_wanted_in(wanted);
        }
        Ok(any)
    }
    fn name_of_prebuilt(&self, t: &Todo) -> String {
        match t {
            Todo::Container(..) => "a prebuilt container".into(),
            Todo::Instance(_, cd, _) => self.prebuilt_instance_of(*cd),
            Todo::Frozen(..) => "a frozen object".into(),
        }
    }
    fn prebuilt_instance_of(&self, class: ClassDefId) -> String {
        format!("a prebuilt instance of {}", self.ann.classdefs[class].name)
    }
    /// The objects that were made since were wanted by this function (or object).
    pub(crate) fn prebuilt_wanted_in(&mut self, at: Span) {
        for (_, wanted) in self.prebuilt.todo.iter_mut().rev().take_while(|t| !t.1.is_known()) {
            *wanted = at;
        }
    }

    pub(crate) fn host_const(&mut self, h: HostRef, r: ReprId) -> Res<Const> {
        let c = self.ann.host.to_const(h);
        self.const_of(&c, r)
    }

    fn fill_container(&mut self, h: HostRef, r: ReprId, o: ObjId) -> Res {
        let h = self.ann.host.base(h);
        match self.repr(r).clone() {
            Repr::List(l) => {
                let info = self.list_info(l)?;
                let items: Vec<HostRef> = match self.ann.host.obj(h) {
                    HostObj::List(v) => v.clone(),
                    HostObj::Tuple(v) => v.to_vec(),
                    HostObj::Range(a, b, s) => {
                        let (a, b, s) = (*a, *b, *s);
                        let mut out = vec![];
                        let mut i = a;
                        while (s > 0 && i < b) || (s < 0 && i > b) {
                            out.push(self.ann.host.int(i));
                            i += s;
                        }
                        out
                    }
                    _ => return Err(error("a prebuilt object is not a list")),
                };
                let mut consts = vec![];
                for i in items {
                    consts.push(self.host_const(i, info.item)?);
                }
                if info.list.is_some() {
                    let n = consts.len() as i64;
                    let a = self.new_obj("items", info.array, consts);
                    self.set_obj_field(o, "length", Const::Int(n));
                    self.set_obj_field(o, "items", Const::Obj(a));
                } else {
                    self.prog.heap[o].items = consts;
                }
            }
            Repr::Range(step) => {
                if let HostObj::Range(a, b, s) = self.ann.host.obj(h) {
                    let (a, b, s) = (*a, *b, *s);
                    self.set_obj_field(o, "start", Const::Int(a));
                    self.set_obj_field(o, "stop", Const::Int(b));
                    if step == 0 {
                        self.set_obj_field(o, "step", Const::Int(s));
                    }
                }
            }
            Repr::Tuple(rs) => {
                let HostObj::Tuple(items) = self.ann.host.obj(h) else {
                    return Err(error("a prebuilt object is not a tuple"));
                };
                for (i, (x, r)) in items.clone().iter().zip(rs.iter()).enumerate() {
                    let c = self.host_const(*x, *r)?;
                    self.set_obj_field(o, &format!("item{i}"), c);
                }
            }
            Repr::Dict(d) | Repr::Set(d) => {
                let info = self.dict_info(d)?;
                let pairs = match self.ann.host.obj(h) {
                    HostObj::Set(s) | HostObj::FrozenSet(s) => {
                        s.items().map(|i| (i.0, flowspace::host::NONE)).collect()
                    }
                    // An r_dict wraps its keys.
                    HostObj::Instance(_) => {
                        let inner = match self.ann.host.getattr_opt(h, "_dict") {
                            Ok(Some(d)) => self.ann.host.dict_items(d),
                            _ => vec![],
                        };
                        let mut pairs = vec![];
                        for (k, v) in inner {
                            if let Ok(Some(k)) = self.ann.host.getattr_opt(k, "key") {
                                pairs.push((k, v));
                            }
                        }
                        pairs
                    }
                    _ => self.ann.host.dict_items(h),
                };
                let mut items = vec![];
                for (k, v) in &pairs {
                    items.push(self.host_const(*k, info.key)?);
                    items.push(self.host_const(*v, info.value)?);
                    items.push(Const::Int(0));
                    items.push(Const::Bool(true));
                }
                let n = pairs.len() as i64;
                let e = self.new_obj("entries", info.entries, items);
                self.set_obj_field(o, "num_live", Const::Int(n));
                self.set_obj_field(o, "num_ever_used", Const::Int(n));
                self.set_obj_field(o, "entries", Const::Obj(e));
                if let Some(r) = info.functions {
                    let functions = match self.ann.prebuilt_functions(d, h) {
                        Some(f) => self.host_const(f, r)?,
                        None => return Err(error("a prebuilt r_dict without functions")),
                    };
                    self.set_obj_field(o, "functions", functions);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Value of an attribute of a prebuilt instance: its own, or the default from its class.
    pub(crate) fn host_attr(&self, h: HostRef, name: &str) -> Option<HostRef> {
        if let Some(d) = lookups::own_dict(&self.ann.host, h)
            && let Some(v) = self.ann.host.ns_get(d, name)
        {
            return Some(v);
        }
        let cls = self.ann.host.class_of(h);
        self.class_default(cls, name)
    }

    fn fill_instance(&mut self, h: HostRef, cd: ClassDefId, o: ObjId) -> Res {
        let vt = self.vtable_obj(cd)?;
        self.set_obj_field(o, "typeptr", Const::Obj(vt));
        if self.is_exception(cd) {
            self.fill_host_exception(h, cd, o)?;
        }
        for c in self.ann.class_mro(cd) {
            let fields = self.instance_fields(c)?;
            for (name, field, r) in fields {
                if let Some(v) = self.host_attr(h, &name) {
                    let k = self.host_const(v, r).map_err(|e| {
                        let what =
                            || format!("attribute '{name}' of {}", self.prebuilt_instance_of(cd));
                        self.placed(e, Span::NONE, what)
                    })?;
                    self.set_obj_field(o, &field, k);
                }
            }
        }
        Ok(())
    }

    /// Whether an attribute of this value cannot have been read where `r` is the attribute's repr: the program reads it
    /// from other objects, or classes, of the family only.
    pub(crate) fn is_never_read(&mut self, v: HostRef, r: ReprId) -> Res<bool> {
        let v = self.ann.runtime_object(annotator::Site::NOWHERE, v).unwrap_or(v);
        let base = self.ann.host.base(v);
        Ok(match *self.repr(r) {
            Repr::List(_) | Repr::Dict(_) | Repr::Set(_) => match self.ann.host.obj(base) {
                HostObj::List(_) | HostObj::Dict(_) | HostObj::Set(_) => {
                    !self.ann.has_seen_container(v)
                }
                HostObj::Int(_) | HostObj::Bool(_) | HostObj::Float(_) => true,
                HostObj::Str(_) | HostObj::Unicode(_) => true,
                _ => false,
            },
            Repr::Prim(Type::Signed | Type::Unsigned | Type::Bool | Type::Float) => matches!(
                self.ann.host.obj(base),
                HostObj::Str(_) | HostObj::Unicode(_) | HostObj::List(_) | HostObj::Dict(_)
            ),
            Repr::Str | Repr::Unicode => matches!(
                self.ann.host.obj(base),
                HostObj::Int(_)
                    | HostObj::Bool(_)
                    | HostObj::Float(_)
                    | HostObj::List(_)
                    | HostObj::Dict(_)
            ),
            Repr::Func(_, fam) => {
                let s = self.ann.const_annotation(&HlConst::Host(v));
                match &s.kind {
                    Kind::Pbc { descs, .. } if descs.len() == 1 => {
                        self.row_func(fam, 0, descs[0])?.is_none()
                    }
                    _ => false,
                }
            }
            _ => false,
        })
    }

    fn fill_frozen(&mut self, h: HostRef, d: DescId, o: ObjId) -> Res {
        let set = self.ann.access_set(d).cloned().unwrap_or_default();
        for (name, s) in &set.attrs {
            if self.ann.class_desc_lacks(d, name) {
                let class = self.ann.host.class_of(h);
                let class = annotator::hostview::class_name(&self.ann.host, class);
                let text = format!("'{class}' object has no attribute '{name}'");
                let text = self.string_const(text.as_bytes());
                self.set_obj_field(o, &crate::repr::class::missing_field(name), text);
                continue;
            }
            let v = match self.ann.host.getattr_opt(h, name) {
                Ok(Some(v)) => v,
                _ => continue,
            };
            let r = self.repr_of(&s.without_const())?;
            if self.is_never_read(v, r)? {
                continue;
            }
            let k = self.host_const(v, r)?;
            self.set_obj_field(o, name, k);
        }
        Ok(())
    }
}

fn repr_name(r: &Repr) -> &'static str {
    match r {
        Repr::List(_) => "list",
        Repr::Dict(_) => "dict",
        Repr::Set(_) => "set",
        Repr::Tuple(_) => "tuple",
        _ => "range",
    }
}
