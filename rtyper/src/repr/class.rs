//! Classes: the structs of their instances and vtables, class attributes, the built-in exceptions.

use crate::base::cx::Cx;
use crate::repr::callable;
use crate::state::classes::{ClassField, ClassInfo, InstanceField};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res};
use annotator::{CallFamilyId, ClassDefId, DescId, DescKind, Kind, SomeValue};
use flowmodel::diag::Span;
use flowmodel::{Field, HeapObject, HlValue, HostRef, LlValue, Mutability, ObjId, StructId, Type};
use indexmap::IndexMap;
use std::rc::Rc;

/// Built-in exceptions that always exist, since operations and helpers raise them.
const EXCEPTIONS: &[&str] = &[
    "BaseException",
    "Exception",
    "StopIteration",
    "IndexError",
    "KeyError",
    "ValueError",
    "TypeError",
    "AttributeError",
    "ZeroDivisionError",
    "OverflowError",
    "MemoryError",
    "RuntimeError",
    "RecursionError",
    "NotImplementedError",
    "AssertionError",
    "OSError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
];

/// An attribute that is read from the classes of an access set.
struct ClassAccess {
    /// The first class of the set.
    first: DescId,
    name: Rc<str>,
    value: SomeValue,
    /// Some of the classes lack it.
    lacked: bool,
}

/// Repr of the root class.
pub(crate) fn root_repr(rt: &mut RTyper<'_>) -> ReprId {
    let root = rt.ann.classdefs.keys().next().expect("object");
    rt.intern(Repr::Instance(root))
}

/// Gets what is known of a class, which is declared if it is new.
pub(crate) fn class_info<'r>(rt: &'r mut RTyper<'_>, c: ClassDefId) -> &'r mut ClassInfo {
    if !rt.classes.infos.contains_key(&c) {
        let (instance, vtable) = match rt.ann.classdefs[c].base {
            None => (rt.layouts.object, rt.layouts.vtable),
            Some(b) => {
                let base = class_info(rt, b).clone();
                let name = rt.ann.classdefs[c].name.clone();
                let t = &mut rt.ann.types;
                (
                    t.declare(&name, true, Some(base.instance)),
                    t.declare(&format!("{name}_vtable"), false, Some(base.vtable)),
                )
            }
        };
        rt.classes.infos.insert(
            c,
            ClassInfo {
                instance,
                vtable,
                vtable_obj: None,
                done: false,
                busy: false,
                fields: vec![],
                class_fields: IndexMap::new(),
            },
        );
        rt.classes.queue.push_back(c);
    }
    &mut rt.classes.infos[&c]
}

/// Container of the instances of a class (declared; its fields follow).
pub(crate) fn container(rt: &mut RTyper<'_>, c: ClassDefId) -> StructId {
    class_info(rt, c).instance
}

/// The vtable of a class.
pub(crate) fn vtable_obj(rt: &mut RTyper<'_>, c: ClassDefId) -> Res<ObjId> {
    if let Some(o) = class_info(rt, c).vtable_obj {
        return Ok(o);
    }
    let ty = class_info(rt, c).vtable;
    let name = format!("{}_vtable", rt.ann.classdefs[c].name);
    let o = rt.prog.heap.push(HeapObject { name: name.into(), ty, fields: vec![], items: vec![] });
    class_info(rt, c).vtable_obj = Some(o);
    Ok(o)
}

/// Gives what the classes declare of an attribute, and whether only `__init__` assigns it.
fn mutability(rt: &RTyper<'_>, c: ClassDefId, attr: &str) -> Mutability {
    let a = rt.ann.classdefs[c].attrs.get(attr);
    let late = a.is_some_and(|a| a.late);
    let declared = match declared_mutability(rt, c, attr) {
        Mutability::ImmutableArray if is_resized(rt, c, attr) => Mutability::Immutable,
        Mutability::QuasiImmutableArray if is_resized(rt, c, attr) => Mutability::QuasiImmutable,
        m => m,
    };
    match declared {
        Mutability::Immutable if late => Mutability::LateImmutable,
        Mutability::ImmutableArray if late => Mutability::LateImmutableArray,
        m => m,
    }
}

/// Tells whether an attribute is a list that `append` and the like change: nothing more is known of it than of other
/// objects.
fn is_resized(rt: &RTyper<'_>, c: ClassDefId, attr: &str) -> bool {
    let a = rt.ann.classdefs[c].attrs.get(attr);
    a.is_some_and(|a| match a.s_value.kind {
        annotator::Kind::List(l) => rt.ann.list_def(l).resized,
        _ => false,
    })
}

fn declared_mutability(rt: &RTyper<'_>, c: ClassDefId, attr: &str) -> Mutability {
    let all = rt.ann.class_mro(c).into_iter().chain(annotator::all_subdefs(rt.ann, c));
    // A field's own declaration says more than `_immutable_`.
    let mut whole = Mutability::Mutable;
    for cd in all {
        let Some(d) = rt.ann.descs[rt.ann.classdefs[cd].desc].as_class() else { continue };
        if d.immutable {
            whole = Mutability::Immutable;
        }
        for f in &d.immutable_fields {
            let (f, array) = match f.strip_suffix("[*]") {
                Some(f) => (f, true),
                None => (&**f, false),
            };
            let (f, quasi) = match f.strip_suffix('?') {
                Some(f) => (f, true),
                None => (f, false),
            };
            if f == attr {
                return match (quasi, array) {
                    (false, false) => Mutability::Immutable,
                    (false, true) => Mutability::ImmutableArray,
                    (true, false) => Mutability::QuasiImmutable,
                    (true, true) => Mutability::QuasiImmutableArray,
                };
            }
        }
    }
    whole
}

/// The repr of an annotation, and its low-level type.
fn repr_and_type(rt: &mut RTyper<'_>, s: &SomeValue) -> Res<(ReprId, Type)> {
    let r = rt.repr_of(s)?;
    Ok((r, rt.lltype(r)?))
}

/// Decides the fields of a class and of its vtable.
pub(crate) fn setup(rt: &mut RTyper<'_>, c: ClassDefId) -> Res {
    let info = class_info(rt, c);
    if info.done || info.busy {
        return Ok(());
    }
    info.busy = true;
    let (instance, vtable) = (info.instance, info.vtable);
    if let Some(b) = rt.ann.classdefs[c].base {
        setup(rt, b)?;
    }
    let attrs: Vec<_> = rt.ann.classdefs[c].attrs.values().cloned().collect();
    let cname = rt.ann.classdefs[c].name.clone();
    let mut fields = vec![];
    let mut class_fields = IndexMap::new();
    let mut own = vec![];
    let mut vown = vec![];
    for a in attrs {
        if a.readonly && annotator::lacks_class_attr(rt.ann, c, &a.name) {
            let name: Rc<str> = has_field(&a.name).into();
            let (ty, mutability) = (Type::Bool, Mutability::Immutable);
            vown.push(Field { name: name.clone(), ty, mutability });
            class_fields.insert(name, ClassField::Has(a.name.clone()));
        }
        let at = a.origins.first().map_or(Span::NONE, |o| o.0);
        let what = || format!("attribute '{}' of class {cname}", a.name);
        let s = a.s_value.without_const();
        match &s.kind {
            Kind::Impossible | Kind::Property(_) => {
                class_fields.insert(a.name.clone(), ClassField::Void);
                continue;
            }
            // What is assigned is a bound method, kept as its object.
            Kind::Pbc { descs, .. }
                if a.readonly && matches!(rt.ann.descs[descs[0]].kind, DescKind::Method { .. }) =>
            {
                let cf = method_fields(rt, &a.name, descs, &mut vown);
                let cf = cf.map_err(|e| rt.placed(e, at, what))?;
                class_fields.insert(a.name.clone(), cf);
                continue;
            }
            _ => {}
        }
        let (r, ty) = repr_and_type(rt, &s).map_err(|e| rt.placed(e, at, what))?;
        if ty == Type::Void {
            class_fields.insert(a.name.clone(), ClassField::Void);
        } else if a.readonly {
            let fname: Rc<str> = format!("cls_{}", a.name).into();
            vown.push(Field { name: fname.clone(), ty, mutability: Mutability::Immutable });
            class_fields.insert(a.name.clone(), ClassField::Data(fname, r));
        } else {
            let fname: Rc<str> = format!("inst_{}", a.name).into();
            let mutability = mutability(rt, c, &a.name);
            own.push(Field { name: fname.clone(), ty, mutability });
            if rt.opts.jit && mutability.is_quasi() {
                own.push(Field::new(&flowmodel::lltype::mutate_field(&fname), Type::Signed));
            }
            fields.push((a.name.clone(), fname, r));
        }
    }
    if rt.opts.jit {
        let class = rt.ann.descs[rt.ann.classdefs[c].desc].as_class();
        if class.is_some_and(|class| !class.virtualizable.is_empty()) {
            own.push(Field::new(flowmodel::lltype::TOKEN_FIELD, Type::Signed));
        }
    }
    for ClassAccess { first, name, value: s, lacked } in class_access(rt, c)? {
        let fname: Rc<str> = rt.classes.set_field(first, &name);
        if lacked {
            let field: Rc<str> = has_field(&fname).into();
            let (ty, mutability) = (Type::Bool, Mutability::Immutable);
            vown.push(Field { name: field.clone(), ty, mutability });
            class_fields.insert(field, ClassField::Has(name.clone()));
        }
        let (r, ty) = repr_and_type(rt, &s.without_const()).map_err(|e| {
            let what = || format!("attribute '{name}' of classes such as {cname}");
            rt.placed(e, Span::NONE, what)
        })?;
        if ty != Type::Void {
            vown.push(Field { name: fname.clone(), ty, mutability: Mutability::Immutable });
            class_fields.insert(fname.clone(), ClassField::Data(fname, r));
        }
    }
    let host = rt.ann.classdefs[c].host;
    if annotator::hostview::exception(&rt.ann.host, "BaseException") == Some(host) {
        own.splice(0..0, exc_fields(rt));
    }
    if rt.ann.classdefs[c].base.is_none() {
        let mut f = rt.ann.types.structs[instance].fields.clone();
        f.extend(own);
        own = f;
        let mut f = rt.ann.types.structs[vtable].fields.clone();
        f.extend(vown);
        vown = f;
    }
    rt.ann.types.define(instance, own, None);
    rt.ann.types.define(vtable, vown, None);
    let info = class_info(rt, c);
    info.done = true;
    info.busy = false;
    info.fields = fields;
    info.class_fields = class_fields;
    Ok(())
}

/// Attributes that are read from classes (as objects) whose most precise common base is `c`.
fn class_access(rt: &mut RTyper<'_>, c: ClassDefId) -> Res<Vec<ClassAccess>> {
    let mut out = vec![];
    for d in rt.ann.access_sets_of_classes() {
        let Some(set) = rt.ann.access_set(d).cloned() else { continue };
        if set_base(rt, &set.descs)? == Some(c) {
            for (n, s) in set.attrs {
                let lacked = set.descs.iter().any(|d| annotator::class_desc_lacks(rt.ann, *d, &n));
                out.push(ClassAccess { first: d, name: n, value: s, lacked });
            }
        }
    }
    Ok(out)
}

/// Gives the most precise common base of the classes of a PBC.
pub(crate) fn set_base(rt: &mut RTyper<'_>, descs: &[DescId]) -> Res<Option<ClassDefId>> {
    let mut common = None;
    for d in descs {
        let Some(cd) = rt.ann.descs[*d].as_class() else { return Ok(None) };
        let h = cd.host;
        let c = rt.ann.need_class(h)?;
        common = Some(match common {
            None => c,
            Some(b) => rt.ann.common_base(b, c),
        });
    }
    Ok(common)
}

/// Reads an attribute of a class that is a run-time value.
pub(crate) fn getattr(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    vt: LlValue,
    s: &SomeValue,
    name: &str,
) -> Res<Option<(LlValue, ReprId)>> {
    if name == "__name__" {
        let vt = rt.cast(cx, vt, Type::Ptr(rt.layouts.vtable));
        let r = rt.intern(Repr::Str);
        return Ok(Some((rt.getfield(cx, vt, "name")?, r)));
    }
    let (level, entry): (ClassDefId, Rc<str>) = match &s.kind {
        Kind::Type(c) => match annotator::find_attr(rt.ann, *c, name) {
            Some((l, a)) if a.readonly => (l, name.into()),
            // Instances have their own.
            _ => {
                let desc = rt.ann.classdefs[*c].desc;
                let set = rt.ann.access_set(desc).cloned().unwrap_or_default();
                match set_base(rt, &set.descs)? {
                    Some(l) => (l, rt.classes.set_field(set.descs[0], name)),
                    None => return Ok(None),
                }
            }
        },
        Kind::Pbc { descs, .. } => {
            let set = rt.ann.access_set(descs[0]).cloned().unwrap_or_default();
            match set_base(rt, &set.descs)? {
                Some(l) => (l, rt.classes.set_field(set.descs[0], name)),
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    setup(rt, level)?;
    let ty = class_info(rt, level).vtable;
    match class_info(rt, level).class_fields.get(&entry).cloned() {
        Some(ClassField::Data(field, r)) => {
            let vt = rt.cast(cx, vt, Type::Ptr(ty));
            Ok(Some((rt.getfield(cx, vt, &field)?, r)))
        }
        _ => Ok(None),
    }
}

fn method_fields(
    rt: &mut RTyper<'_>,
    name: &str,
    descs: &[DescId],
    vown: &mut Vec<Field>,
) -> Res<ClassField> {
    let funcs: indexmap::IndexSet<DescId> = descs
        .iter()
        .filter_map(|d| match rt.ann.descs[*d].kind {
            DescKind::Method { func, .. } => Some(func),
            _ => None,
        })
        .collect();
    // Methods that no call can reach together are of different families.
    let families: indexmap::IndexSet<CallFamilyId> =
        funcs.iter().filter_map(|f| rt.ann.call_family(*f)).collect();
    let mut rows = vec![];
    for fam in families {
        for row in 0..rt.ann.families[fam].rows.len() {
            let r = &rt.ann.families[fam].rows[row];
            let targets: indexmap::IndexSet<_> =
                funcs.iter().filter_map(|f| r.graphs.get(f)).collect();
            if targets.len() < 2 {
                continue;
            }
            let ft = callable::family_type(rt, fam, row)?;
            let number = rows.len();
            let fname: Rc<str> = match number {
                0 => format!("cls_{name}"),
                _ => format!("cls_{name}_{number}"),
            }
            .into();
            vown.push(Field {
                name: fname.clone(),
                ty: Type::FuncPtr(ft),
                mutability: Mutability::Immutable,
            });
            rows.push((fam, row, fname));
        }
    }
    Ok(if rows.is_empty() { ClassField::Void } else { ClassField::Method(rows) })
}

/// Instance fields defined at the level of a class: (attribute, field, repr).
pub(crate) fn instance_fields(rt: &mut RTyper<'_>, c: ClassDefId) -> Res<Vec<InstanceField>> {
    setup(rt, c)?;
    Ok(class_info(rt, c).fields.clone())
}

/// Class-level value of an attribute, `staticmethod` unwrapped.
pub(crate) fn default_of(rt: &RTyper<'_>, cls: HostRef, name: &str) -> Option<HostRef> {
    use annotator::hostview::ClassAttr;
    let cd = rt.ann.classdef_of_host(cls);
    let found = match cd {
        // Mixins are folded into the dicts of descriptions.
        Some(c) => rt.ann.class_mro(c).into_iter().find_map(|c| {
            rt.ann.descs[rt.ann.classdefs[c].desc].as_class()?.dict.get(name).copied()
        }),
        None => rt.ann.host.lookup_in_mro(cls, name),
    }?;
    match annotator::hostview::class_attr(&rt.ann.host, found) {
        ClassAttr::Static(f) => Some(f),
        ClassAttr::Plain => Some(found),
        _ => None,
    }
}

/// Makes the exception classes and instances that later stages and helpers raise.
pub(crate) fn setup_exceptions(rt: &mut RTyper<'_>) -> Res {
    for name in EXCEPTIONS {
        let Some(h) = annotator::hostview::exception(&rt.ann.host, name) else { continue };
        let c = rt.ann.need_class(h)?;
        let vt = vtable_obj(rt, c)?;
        rt.prog.exc.classes.insert((*name).into(), vt);
        let s = container(rt, c);
        let o = rt.prog.heap.push(HeapObject {
            name: format!("exc_{name}").into(),
            ty: s,
            fields: vec![],
            items: vec![],
        });
        rt.prog.exc.instances.insert((*name).into(), o);
    }
    Ok(())
}

/// The prebuilt instance of a built-in exception class without attributes, if `c` is one.
pub(crate) fn prebuilt_exception(rt: &RTyper<'_>, c: ClassDefId) -> Option<ObjId> {
    let cd = &rt.ann.classdefs[c];
    let o = *rt.prog.exc.instances.get(&cd.name)?;
    let builtin = annotator::hostview::is_builtin_class(&rt.ann.host, cd.host);
    let plain = rt
        .ann
        .class_mro(c)
        .iter()
        .flat_map(|c| rt.ann.classdefs[*c].attrs.iter())
        .all(|(name, a)| a.readonly || annotator::CHAINING.contains(&&**name));
    (builtin && plain).then_some(o)
}

/// Name of the vtable entry that says whether a class has a class attribute.
pub(crate) fn has_field(name: &str) -> String {
    format!("has_{name}")
}

/// Gets the annotation of an attribute that is read from one of several frozen objects or classes.
pub(crate) fn ann_access_attr(
    rt: &mut RTyper<'_>,
    a: &HlValue,
    cx: &Cx,
    name: &str,
) -> Option<annotator::SomeValue> {
    let s = rt.s(cx, a);
    match &s.kind {
        Kind::Pbc { descs, .. } => {
            rt.ann.access_set(descs[0]).and_then(|a| a.attrs.get(name).cloned())
        }
        _ => None,
    }
}

/// The fields of BaseException.
fn exc_fields(rt: &mut RTyper<'_>) -> Vec<Field> {
    let show = show_type(rt);
    let field = |name: &str, ty| Field { name: name.into(), ty, mutability: Mutability::Mutable };
    vec![
        field("exc_kind", Type::Signed),
        field("exc_text", Type::Ptr(rt.layouts.string)),
        field("exc_word", Type::Signed),
        field("exc_key", Type::GcRef),
        field("exc_show", show),
    ]
}

/// Type of the functions that make the texts of keys.
pub(crate) fn show_type(rt: &mut RTyper<'_>) -> Type {
    Type::FuncPtr(rt.ann.types.func(vec![Type::GcRef], Type::Ptr(rt.layouts.string)))
}

/// Tells whether a class is a built-in exception class of this name, or a subclass of it.
pub(crate) fn is_exc(rt: &RTyper<'_>, c: ClassDefId, name: &str) -> bool {
    let host = rt.ann.classdefs[c].host;
    annotator::hostview::exception(&rt.ann.host, name)
        .is_some_and(|b| rt.ann.host.is_subclass(host, b))
}

/// Tells whether a class is an exception class.
pub(crate) fn is_exception(rt: &RTyper<'_>, c: ClassDefId) -> bool {
    is_exc(rt, c, "BaseException")
}
