//! Constants and prebuilt objects: host objects become objects of the program's heap.

pub(crate) mod fill;
pub(crate) mod vtables;

use crate::base::objects;
use crate::builtins::{inline, rffi};
use crate::calls::families;
use crate::repr::{bytearray, class, erased, identity, string, weakref};
use crate::state::objects::Todo;
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::{ClassDefId, DescId, DescKind, Kind};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{Const, HlConst, HostRef, ObjId, Type};
use flowspace::host::HostObj;
use num_traits::ToPrimitive;

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
                show_const(rt, c),
                repr.describe()
            ))
        };
        Ok(match (c, &repr) {
            (HlConst::None, _) if crate::repr::convert::is_pointer(ty) => Const::Null(ty),
            (HlConst::None, Repr::Prim(Type::Bool)) => Const::Bool(false),
            (HlConst::Bool(b), Repr::Prim(t)) => {
                return int_const(*b as i128, *t).ok_or_else(|| bad(self));
            }
            (HlConst::Int(i), Repr::Prim(t)) => {
                return int_const(*i as i128, *t).ok_or_else(|| bad(self));
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
                objects::unicode_const(self, &char::from(s[0]).to_string())
            }
            (HlConst::Str(s), Repr::Unicode) => {
                let t = String::from_utf8_lossy(s).to_string();
                objects::unicode_const(self, &t)
            }
            (HlConst::Unicode(s), Repr::Unicode) => objects::unicode_const(self, s),
            (HlConst::Unicode(s), Repr::Str) => self.string_const(s.as_bytes()),
            (HlConst::Host(h), _) => return const_of_host(self, *h, r, &repr, ty),
            _ => return Err(bad(self)),
        })
    }
}

fn int_const(i: i128, t: Type) -> Option<Const> {
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

fn show_const(rt: &RTyper<'_>, c: &HlConst) -> String {
    match c {
        HlConst::Host(h) => match rt.ann.host.qualified_name(*h) {
            Some(n) => n,
            None => format!("a {}", rt.ann.host.type_name(*h)),
        },
        HlConst::Str(s) | HlConst::Bytes(s) => format!("{:?}", String::from_utf8_lossy(s)),
        HlConst::Int(i) => i.to_string(),
        HlConst::None => "None".into(),
        other => format!("{other:?}"),
    }
}

impl RTyper<'_> {
    /// The constant for a described object (function, class, …) in a repr.
    pub(crate) fn const_of_desc(&mut self, d: DescId, r: ReprId) -> Res<Const> {
        let repr = self.repr(r).clone();
        match (&self.ann.descs[d].kind, &repr) {
            (DescKind::Function(_), Repr::Func(_, fam)) => {
                let f = families::family_func(self, *fam, 0, d)?;
                Ok(Const::Func(f))
            }
            (DescKind::Function(_), Repr::FuncSet(fam)) => {
                Ok(Const::Obj(families::funcset_obj(self, *fam, d)?))
            }
            (DescKind::Class(c), Repr::Class) => {
                let host = c.host;
                let cd = self.ann.need_class(host)?;
                Ok(Const::Obj(class::vtable_obj(self, cd)?))
            }
            (DescKind::Function(_), Repr::Identity) => Ok(Const::Obj(function_identity(self, d)?)),
            (DescKind::Frozen { host }, Repr::Frozen(_) | Repr::Identity) => {
                let host = *host;
                frozen_obj(self, host, d)
            }
            (
                DescKind::Function(_) | DescKind::Class(_) | DescKind::Frozen { .. },
                Repr::Instance(_),
            ) => closure_of_function(self, d),
            (_, Repr::Void | Repr::Known(_)) => Ok(Const::Void),
            _ => Err(error(format!("a prebuilt object cannot be used as {}", repr.describe()))),
        }
    }
}

fn const_of_host(rt: &mut RTyper<'_>, h: HostRef, r: ReprId, repr: &Repr, ty: Type) -> Res<Const> {
    let h = annotator::runtime_object(rt.ann, annotator::Site::NOWHERE, h).unwrap_or(h);
    match repr {
        Repr::Prim(Type::GcRef) if rffi::is_null_pointer(rt, h) => Ok(Const::Null(Type::GcRef)),
        Repr::Prim(Type::GcRef) if rffi::is_raw_pointer(rt, h) => inline::gc_const(rt, h, None),
        Repr::Prim(Type::GcRef) => erased::prebuilt(rt, h),
        Repr::Prim(Type::FuncPtr(_)) if rt.ann.raw.callbacks.contains_key(&h) => {
            rffi::callback_const(rt, h)
        }
        Repr::Prim(t @ (Type::Ptr(_) | Type::FuncPtr(_))) if rffi::is_null_pointer(rt, h) => {
            Ok(Const::Null(*t))
        }
        Repr::Prim(Type::Ptr(s)) if rffi::is_raw_pointer(rt, h) => {
            match rt.ann.types.structs[*s].gc {
                true => inline::gc_const(rt, h, Some(*s)),
                false => rffi::raw_const(rt, h, *s),
            }
        }
        Repr::Prim(Type::SingleFloat) => single_float(rt, h),
        Repr::Prim(t) => number_or_weakref(rt, h, r, *t),
        Repr::List(_) | Repr::Dict(_) | Repr::Set(_) | Repr::Tuple(_) | Repr::Range(_) => {
            Ok(container_obj(rt, h, r, repr, ty))
        }
        Repr::Instance(_) if stands_for_callable(rt, h) => {
            let s = rt.ann.const_annotation(&HlConst::Host(h));
            match &s.kind {
                Kind::Pbc { descs, .. } if descs.len() == 1 => closure_of_function(rt, descs[0]),
                _ => Err(error("a built-in function is used as a closure")),
            }
        }
        Repr::ByteArray => {
            let base = rt.ann.host.base(h);
            let HostObj::ByteArray(bytes) = rt.ann.host.obj(base) else {
                return Err(error("a prebuilt object is not a bytearray"));
            };
            let bytes = bytes.clone();
            Ok(bytearray::prebuilt(rt, h, r, &bytes))
        }
        Repr::Builder(unicode) => string::prebuilt_builder(rt, h, r, *unicode),
        Repr::Instance(c) if let HostObj::BoundMethod { this, .. } = rt.ann.host.obj(h) => {
            let this = *this;
            closure_of_method(rt, h, this, *c).map(Const::Obj)
        }
        Repr::Instance(_) => instance_obj(rt, h).map(Const::Obj),
        Repr::BuiltinMethod(inner)
            if let HostObj::BoundMethod { this, .. } = rt.ann.host.obj(h) =>
        {
            let this = *this;
            rt.host_const(this, *inner)
        }
        Repr::Method(inner) if let HostObj::BoundMethod { this, .. } = rt.ann.host.obj(h) => {
            let this = *this;
            rt.host_const(this, *inner)
        }
        Repr::Str | Repr::Unicode => {
            // An instance of a subclass of str, or the like.
            let base = rt.ann.host.base(h);
            let c = rt.ann.host.to_const(base);
            if matches!(c, HlConst::Host(_)) {
                return Err(error("a prebuilt object is used as a string"));
            }
            rt.const_of(&c, r)
        }
        Repr::Func(..) | Repr::FuncSet(_) | Repr::Class | Repr::Frozen(_) | Repr::Identity => {
            let h = annotator::function_for_external(rt.ann, h).unwrap_or(h);
            let s = rt.ann.const_annotation(&HlConst::Host(h));
            match &s.kind {
                Kind::Pbc { descs, .. } if descs.len() == 1 => rt.const_of_desc(descs[0], r),
                _ if matches!(repr, Repr::Class) && rt.ann.host.class(h).is_some() => {
                    let cd = rt.ann.need_class(h)?;
                    Ok(Const::Obj(class::vtable_obj(rt, cd)?))
                }
                _ => Err(cannot_be(rt, h, repr.describe())),
            }
        }
        _ => Err(cannot_be(rt, h, repr.describe())),
    }
}

/// The error for a prebuilt object that has no constant in a repr.
fn cannot_be(rt: &RTyper<'_>, h: HostRef, repr: &str) -> Diagnostic {
    let shown = show_const(rt, &HlConst::Host(h));
    error(format!("the prebuilt object {shown} cannot be used as {repr}"))
}

/// An instance of `r_singlefloat`.
fn single_float(rt: &mut RTyper<'_>, h: HostRef) -> Res<Const> {
    let host = &mut rt.ann.host;
    let float = match host.getattr_opt(h, "__float__") {
        Ok(Some(f)) => host.call(f, &[], &[]).ok(),
        _ => None,
    };
    match float.map(|f| rt.ann.host.obj(f)) {
        Some(HostObj::Float(f)) => Ok(Const::Single((*f as f32).to_bits())),
        _ => Err(error("a prebuilt object is not a single-precision float")),
    }
}

/// A number of the host (of a built-in type or of one of rarithmetic's), or a weak reference.
fn number_or_weakref(rt: &mut RTyper<'_>, h: HostRef, r: ReprId, t: Type) -> Res<Const> {
    let mut base = rt.ann.host.base(h);
    if matches!(rt.ann.host.obj(base), HostObj::Instance(_))
        && let Ok(Some(n)) = rt.ann.host.getattr_opt(base, "_n")
    {
        base = n; // an instance of one of rarithmetic's integer types
    }
    match rt.ann.host.obj(base) {
        HostObj::Int(i) => {
            let i = *i as i128;
            if let Some(c) = int_const(i, t) {
                return Ok(c);
            }
        }
        HostObj::Bool(b) => {
            let b = *b as i128;
            if let Some(c) = int_const(b, t) {
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
    if rt.weak.is_type(t) {
        return weakref::prebuilt(rt, h, r);
    }
    let repr = rt.repr(r).describe();
    Err(cannot_be(rt, h, repr))
}

/// The heap object of a prebuilt container, whose contents are filled in later.
fn container_obj(rt: &mut RTyper<'_>, h: HostRef, r: ReprId, repr: &Repr, ty: Type) -> Const {
    if let Some(o) = rt.prebuilt.objects.get(&(h, r)) {
        return Const::Obj(*o);
    }
    let Type::Ptr(s) = ty else { return Const::Void };
    let o = rt.new_obj(repr_name(repr), s, vec![]);
    rt.prebuilt.objects.insert((h, r), o);
    rt.prebuilt.todo.push_back((Todo::Container(h, r, o), Span::NONE));
    Const::Obj(o)
}

/// The heap object of a prebuilt instance.
fn instance_obj(rt: &mut RTyper<'_>, h: HostRef) -> Res<ObjId> {
    if let Some(o) = rt.prebuilt.instances.get(&h) {
        return Ok(*o);
    }
    let cls = rt.ann.host.class_of(h);
    let cd = rt.ann.need_class(cls)?;
    class::setup(rt, cd)?;
    let s = class::container(rt, cd);
    let name = format!("{}_inst", rt.ann.classdefs[cd].name);
    let o = rt.new_obj(&name, s, vec![]);
    rt.prebuilt.instances.insert(h, o);
    rt.prebuilt.todo.push_back((Todo::Instance(h, cd, o), Span::NONE));
    Ok(o)
}

fn frozen_obj(rt: &mut RTyper<'_>, h: HostRef, d: DescId) -> Res<Const> {
    let set = annotator::access_root(rt.ann, d);
    let r = rt.intern(Repr::Frozen(set));
    if let Some(o) = rt.prebuilt.objects.get(&(h, r)) {
        return Ok(Const::Obj(*o));
    }
    let s = identity::frozen_struct(rt, set)?;
    let o = rt.new_obj("frozen", s, vec![]);
    identity::number_object(rt, o, d);
    rt.prebuilt.objects.insert((h, r), o);
    rt.prebuilt.todo.push_back((Todo::Frozen(h, d, o), Span::NONE));
    Ok(Const::Obj(o))
}

impl RTyper<'_> {
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

/// The object that stands for a function where only its identity counts.
fn function_identity(rt: &mut RTyper<'_>, d: DescId) -> Res<ObjId> {
    if let Some(fam) = identity::callable_together(rt, &[d])
        && rt.ann.families[fam].rows.len() > 1
    {
        return families::funcset_obj(rt, fam, d);
    }
    if let Some(o) = rt.prebuilt.identities.get(&d) {
        return Ok(*o);
    }
    let s = identity::container(rt);
    let o = rt.new_obj("function", s, vec![]);
    identity::number_object(rt, o, d);
    rt.prebuilt.identities.insert(d, o);
    Ok(o)
}

/// The prebuilt closure that stands for a function.
pub(crate) fn closure_of_function(rt: &mut RTyper<'_>, d: DescId) -> Res<Const> {
    match annotator::function_adaptor(rt.ann, d) {
        Some(h) => instance_obj(rt, h).map(Const::Obj),
        None => Err(error(format!(
            "{} is used where only instances can be",
            annotator::show_desc(rt.ann, d)
        ))),
    }
}

/// Tells whether a prebuilt object that is wanted as an instance is a function, class or frozen object: a closure
/// stands for it.
fn stands_for_callable(rt: &mut RTyper<'_>, h: HostRef) -> bool {
    match rt.ann.host.obj(h) {
        HostObj::Function(_) | HostObj::Class(_) => true,
        HostObj::Instance(_) => {
            let s = rt.ann.const_annotation(&HlConst::Host(h));
            matches!(&s.kind, Kind::Pbc { descs, .. }
                if descs.iter().all(|d| annotator::function_adaptor(rt.ann, *d).is_some()))
        }
        _ => false,
    }
}

/// The prebuilt closure that stands for a prebuilt bound method.
fn closure_of_method(
    rt: &mut RTyper<'_>,
    h: HostRef,
    this: HostRef,
    want: ClassDefId,
) -> Res<ObjId> {
    if let Some(o) = rt.prebuilt.instances.get(&h) {
        return Ok(*o);
    }
    let s = rt.ann.const_annotation(&HlConst::Host(h));
    let adaptor = match &s.kind {
        Kind::Pbc { descs, .. } => {
            descs.iter().find_map(|d| annotator::method_adaptor(rt.ann, *d, want))
        }
        _ => None,
    };
    let Some(adaptor) = adaptor else {
        return Err(error("a prebuilt bound method is used where only instances can be"));
    };
    let class = rt.ann.classdefs[adaptor].host;
    let host = &mut rt.ann.host;
    let made = host
        .call(class, &[], &[])
        .and_then(|r| host.setattr(r, annotator::BOUND_TO, this).map(|()| r));
    let Ok(made) = made else {
        return Err(error("internal: an adaptor cannot be made"));
    };
    let o = instance_obj(rt, made)?;
    rt.prebuilt.instances.insert(h, o);
    Ok(o)
}
