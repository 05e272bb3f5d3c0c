//! Constants and prebuilt objects: host objects become objects of the program's heap.

pub(crate) mod fill;
pub(crate) mod vtables;

use crate::base::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::{ClassDefId, DescId, DescKind, Kind};
use flowmodel::diag::Span;
use flowmodel::{Const, HlConst, HostRef, ObjId, StructId, Type};
use flowspace::host::HostObj;
use indexmap::IndexMap;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// Prebuilt objects made so far.
#[derive(Default)]
pub(crate) struct Prebuilt {
    pub(crate) strings: IndexMap<Rc<[u8]>, ObjId>,
    pub(crate) unicodes: IndexMap<Rc<str>, ObjId>,
    /// The empty array of each array type.
    pub(crate) empty: IndexMap<StructId, ObjId>,
    pub(crate) objects: IndexMap<(HostRef, ReprId), ObjId>,
    pub(crate) instances: IndexMap<HostRef, ObjId>,
    /// Objects that stand for functions of which only the identity counts.
    pub(crate) identities: FxHashMap<DescId, ObjId>,
    /// What is to be filled in, and where in the program it was first wanted, once that is known.
    pub(crate) todo: VecDeque<(Todo, Span)>,
}

/// An object whose contents are still to be filled in.
pub(crate) enum Todo {
    Container(HostRef, ReprId, ObjId),
    Instance(HostRef, ClassDefId, ObjId),
    Frozen(HostRef, DescId, ObjId),
}

impl RTyper<'_> {
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

    pub(crate) fn int_const(&self, i: i128, t: Type) -> Option<Const> {
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
    pub(crate) fn show_const(&self, c: &HlConst) -> String {
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

    pub(crate) fn const_of_host(
        &mut self,
        h: HostRef,
        r: ReprId,
        repr: &Repr,
        ty: Type,
    ) -> Res<Const> {
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

    pub(crate) fn frozen_obj(&mut self, h: HostRef, d: DescId) -> Res<Const> {
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

impl RTyper<'_> {
    /// The object that stands for a function where only its identity counts.
    pub(crate) fn function_identity(&mut self, d: DescId) -> Res<ObjId> {
        if let Some(fam) = self.callable_together(&[d])
            && self.ann.families[fam].rows.len() > 1
        {
            return self.funcset_obj(fam, d);
        }
        if let Some(o) = self.prebuilt.identities.get(&d) {
            return Ok(*o);
        }
        let s = self.identity_struct();
        let o = self.new_obj("function", s, vec![]);
        self.number_object(o, d);
        self.prebuilt.identities.insert(d, o);
        Ok(o)
    }

    /// The prebuilt closure that stands for a function.
    pub(crate) fn closure_of_function(&mut self, d: DescId) -> Res<Const> {
        match self.ann.function_adaptor(d) {
            Some(h) => self.instance_obj(h).map(Const::Obj),
            None => {
                Err(error(format!("{} is used where only instances can be", self.ann.show_desc(d))))
            }
        }
    }

    /// Whether a prebuilt object that is wanted as an instance is a function, class or frozen object: a closure stands for it.
    pub(crate) fn stands_for_callable(&mut self, h: HostRef) -> bool {
        match self.ann.host.obj(h) {
            HostObj::Function(_) | HostObj::Class(_) => true,
            HostObj::Instance(_) => {
                let s = self.ann.const_annotation(&HlConst::Host(h));
                matches!(&s.kind, Kind::Pbc { descs, .. }
                    if descs.iter().all(|d| self.ann.function_adaptor(*d).is_some()))
            }
            _ => false,
        }
    }

    /// The prebuilt closure that stands for a prebuilt bound method.
    pub(crate) fn closure_of_method(
        &mut self,
        h: HostRef,
        this: HostRef,
        want: ClassDefId,
    ) -> Res<ObjId> {
        if let Some(o) = self.prebuilt.instances.get(&h) {
            return Ok(*o);
        }
        let s = self.ann.const_annotation(&HlConst::Host(h));
        let adaptor = match &s.kind {
            Kind::Pbc { descs, .. } => descs.iter().find_map(|d| self.ann.method_adaptor(*d, want)),
            _ => None,
        };
        let Some(adaptor) = adaptor else {
            return Err(error("a prebuilt bound method is used where only instances can be"));
        };
        let class = self.ann.classdefs[adaptor].host;
        let host = &mut self.ann.host;
        let made = host
            .call(class, &[], &[])
            .and_then(|r| host.setattr(r, annotator::BOUND_TO, this).map(|()| r));
        let Ok(made) = made else {
            return Err(error("internal: an adaptor cannot be made"));
        };
        let o = self.instance_obj(made)?;
        self.prebuilt.instances.insert(h, o);
        Ok(o)
    }
}
