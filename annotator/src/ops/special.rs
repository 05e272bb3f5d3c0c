//! Special methods of the program's classes: operators, truth, text and hash of instances.
//!
//! Whether instances of a class may have a special method is decided by the classes in the import-time heap, not by
//! those that were annotated so far: the answer never changes. A class without the method, some subclass of which has
//! it, gets what `object` does (`rlib/builtins/objects.py`), so that the method can be found by the class at run time.
//!
//! Operators become calls of functions made in `objects.py`, which know about reflected methods, `NotImplemented` and
//! None. Equality, hash, order and text of instances *inside* of containers are [`Hook`]s: one function per root class,
//! called by the RTyper's own functions for lists, tuples and dicts.

use crate::calls;
use crate::calls::specialize;
use crate::calls::spread;
use crate::definitions::bases;
use crate::definitions::classdef;
use crate::definitions::meets;
use crate::definitions::prebuilt;
use crate::definitions::records;
use crate::model::descs::{DescKind, SpecKey};
use crate::model::site::Position;
pub(crate) use crate::model::special_methods::Hook;
use crate::model::state::CallArgs;
use crate::ops::reflected;
use crate::prelude::*;
use crate::reports::errors;
use crate::{ArgSource, AttrSource, CallShape};
use flowmodel::HostRef;
use flowmodel::operators::{self, BinaryOp, OperatorKind};
use flowspace::host::HostObj;
use flowspace::host::functions;
use indexmap::IndexSet;
use rustc_hash::FxHashSet;

/// Special methods that stand for others which a class does not have: (found, stands for, made by).
pub(crate) const DERIVED: &[(&str, &str, &str)] = &[
    ("__nonzero__", "__bool__", ""),
    ("__getitem__", "__iter__", "iter_by_items"),
    ("__len__", "__bool__", "bool_by_len"),
    ("next", "__next__", ""),
    ("__next__", "next", ""),
    ("__div__", "__truediv__", ""),
    ("__rdiv__", "__rtruediv__", ""),
    ("__idiv__", "__itruediv__", ""),
    ("__cmp__", "__eq__", "eq_by_cmp"),
    ("__cmp__", "__lt__", "lt_by_cmp"),
    ("__cmp__", "__le__", "le_by_cmp"),
    ("__cmp__", "__gt__", "gt_by_cmp"),
    ("__cmp__", "__ge__", "ge_by_cmp"),
];

/// Says whether a function of this name takes an operand of any type: one graph per type of
/// operand.
pub(crate) fn is_operator_method(name: &str) -> bool {
    let takes_operand = |row: &&operators::Operator| {
        let unary = matches!(row.kind, OperatorKind::Unary(_)) || row.plain == HlOp::Abs;
        !unary && row.plain != HlOp::Contains
    };
    operators::all().filter(takes_operand).flat_map(|row| row.methods()).any(|m| m == name)
        || matches!(name, "__round__" | "__cmp__")
}

/// Says whether it is a method for `x[i]`, which may get a slice.
pub(crate) fn is_item_method(name: &str) -> bool {
    matches!(name, "__getitem__" | "__setitem__" | "__delitem__")
}

/// Says whether it is one of the operator methods of `objects.py`.
pub(crate) fn is_object_operator(module: &str, name: &str) -> bool {
    module.strip_prefix(library::PACKAGE) == Some(".objects")
        && (matches!(name, "object_eq" | "object_ne" | "object_ne_by_identity" | "object_operator")
            || name.ends_with("_by_cmp"))
}

/// Gives the RTyper the function for what containers do with instances of a class; `None` if the classes leave
/// it to `object`. An error if it is needed here, but was not known to be needed.
pub fn hook_function(
    ann: &mut Annotator,
    class: ClassDefId,
    hook: Hook,
) -> Result<Option<HostRef>, String> {
    let root = family_class(ann, class);
    if let Some(f) = ann.special.functions.get(&(root, hook)) {
        return Ok(Some(*f));
    }
    let Some(g) = ann.special.graphs.get(&(root, hook)).copied() else {
        let methods = hook_methods(ann, root, hook);
        return match methods.iter().find(|m| has_special(ann, Site::NOWHERE, root, m)) {
            None => Ok(None),
            Some(m) => Err(format!(
                "{m} of {} would have to be called by this operation: not supported",
                ann.classdefs[root].name
            )),
        };
    };
    let fail = |e: AnnError| e.text();
    let host =
        library::library_object(ann, Site::NOWHERE, "objects", hook.function()).map_err(fail)?;
    let host = functions::copy(&mut ann.host, host);
    let d = prebuilt::function_desc(ann, Site::NOWHERE, host).map_err(fail)?;
    ann.special.aliases.insert(d, g);
    ann.special.functions.insert((root, hook), host);
    Ok(Some(host))
}

/// Looks at classes that are new in the import-time heap.
fn scan_classes(ann: &mut Annotator, site: Site) {
    let mut i = ann.special.scanned;
    while i < ann.host.heap_len() {
        let r = HostRef(i as u32);
        i += 1;
        let HostObj::Class(c) = ann.host.obj(r) else { continue };
        if c.is_builtin {
            continue;
        }
        let mro = c.mro.clone();
        // What inherits from a built-in type has no instances at run time.
        let object = hv::object_class(&ann.host);
        let builtin = |m: &HostRef| {
            *m != object
                && hv::is_builtin_class(&ann.host, *m)
                && !hv::is_exception_class(&ann.host, *m)
        };
        if mro.iter().any(builtin) {
            continue;
        }
        ann.special.classes.push(r);
        for (_, v) in hv::class_dict(&ann.host, r) {
            replace_descriptor(ann, site, v);
        }
        if mro.len() > 2 {
            let chain = bases::primary_chain(ann, r);
            for m in mro.iter().filter(|m| !chain.contains(m)) {
                ann.special.heirs.entry(*m).or_default().push(r);
                for (_, f) in hv::class_dict(&ann.host, *m) {
                    if ann.host.func(f).is_some() {
                        ann.special.copied.insert(f, *m);
                    }
                }
                // What is copied from there is found by way of the primary bases, too.
                for name in special_names(ann, *m, r) {
                    for c in &chain {
                        ann.special.below.entry(*c).or_default().insert(name.clone());
                    }
                }
            }
        }
        for name in special_names(ann, r, r) {
            for m in &mro {
                ann.special.below.entry(*m).or_default().insert(name.clone());
            }
        }
    }
    ann.special.scanned = i;
}

/// Finds what stands for descriptors at run time, before classes are described that have some.
pub(crate) fn find_descriptors(ann: &mut Annotator, site: Site) {
    if ann.host.heap_len() != ann.special.scanned {
        scan_classes(ann, site);
    }
}

/// An object in a class that has a `__get__`: a property, or whatever the library makes of it, is in its place.
fn replace_descriptor(ann: &mut Annotator, site: Site, v: HostRef) {
    let HostObj::Instance(i) = ann.host.obj(v) else { return };
    let class = i.class;
    if hv::is_builtin_class(&ann.host, class)
        || ann.host.flow.runtime_attrs.contains_key(&v)
        || bases::find_method(ann, class, "__get__").is_none()
    {
        return;
    }
    // It is a constant if its methods leave it alone.
    let own = hv::instance_attrs(&ann.host, v);
    let changes = |f: HostRef| own.iter().any(|(n, _)| hv::stores_attr(&ann.host, f, n));
    let frozen = !hv::class_mro(&ann.host, class).into_iter().any(|c| {
        hv::class_dict(&ann.host, c)
            .into_iter()
            .any(|(n, f)| !matches!(&*n, "__init__" | "__set_name__") && changes(f))
    });
    let frozen = ann.host.bool(frozen);
    if let Ok(make) = library::library_object(ann, site, "objects", "runtime_attribute")
        && let Ok(r) = hv::call(&mut ann.host, make, &[v, frozen])
    {
        ann.host.flow.runtime_attrs.insert(v, r);
    }
}

/// Special names that a class itself defines, with those that they stand for; its properties are noted as those of `heir`.
fn special_names(ann: &mut Annotator, class: HostRef, heir: HostRef) -> Vec<Rc<str>> {
    let mut names: Vec<Rc<str>> = vec![];
    for (name, v) in hv::class_dict(&ann.host, class) {
        if let HostObj::Property(_) = ann.host.obj(v) {
            ann.special.properties.entry(name.clone()).or_default().push(heir);
        }
        // `__hash__ = None` says that there is none.
        let none = hv::is_none(&ann.host, v) && &*name != "__hash__";
        if !(name.starts_with("__") || &*name == "next") || none {
            continue;
        }
        let derived = DERIVED.iter().filter(|d| d.0 == &*name).map(|d| Rc::from(d.1));
        names.extend(derived);
        names.push(name);
    }
    names
}

/// All classes of the program in the import-time heap.
pub(crate) fn user_classes(ann: &mut Annotator, site: Site) -> Vec<HostRef> {
    if ann.host.heap_len() != ann.special.scanned {
        scan_classes(ann, site);
    }
    ann.special.classes.clone()
}

/// Says whether a subclass has a property of this name.
pub(crate) fn subclass_property(
    ann: &mut Annotator,
    site: Site,
    class: HostRef,
    name: &str,
) -> bool {
    if ann.host.heap_len() != ann.special.scanned {
        scan_classes(ann, site);
    }
    ann.special
        .properties
        .get(name)
        .is_some_and(|owners| owners.iter().any(|c| ann.host.is_subclass(*c, class)))
}

/// Gives the copy of the method that belongs to the class of `x`, in `B.method(x)` where that inherits from B
/// otherwise than by its primary base.
pub(crate) fn method_of_heir(
    ann: &mut Annotator,
    site: Site,
    callee: &SomeValue,
    this: Option<&SomeValue>,
) -> Option<AResult> {
    if ann.special.copied.is_empty() && ann.known.records.is_empty() {
        return None;
    }
    let (f, this) = (callee.const_host()?, this?);
    if let Some(copy) = records::method_of_variant(ann, site, f, this) {
        return Some(copy.and_then(|f| ann.immutablevalue(site, f)));
    }
    let Kind::Instance { class, .. } = this.kind else { return None };
    let owner = *ann.special.copied.get(&f)?;
    let host = ann.classdefs[class].host;
    if owner == host || bases::primary_chain(ann, host).contains(&owner) {
        return None;
    }
    // The topmost class that inherits from it belongs to all below.
    let heir = bases::primary_chain(ann, host)
        .into_iter()
        .rev()
        .find(|c| ann.host.is_subclass(*c, owner))?;
    let copy = functions::copy_method(&mut ann.host, f, heir);
    Some(ann.immutablevalue(site, copy))
}

/// Classes that inherit from a class otherwise than by their primary bases.
pub(crate) fn heirs_of(ann: &mut Annotator, site: Site, class: HostRef) -> Vec<HostRef> {
    if ann.host.heap_len() != ann.special.scanned {
        scan_classes(ann, site);
    }
    ann.special.heirs.get(&class).cloned().unwrap_or_default()
}

/// Says whether a class, or one of its bases, defines a special method (or one that stands for it).
pub(crate) fn class_has(ann: &Annotator, class: HostRef, name: &str) -> bool {
    let sources = DERIVED.iter().filter(|d| d.1 == name).map(|d| d.0);
    std::iter::once(name).chain(sources).any(|n| {
        bases::find_method(ann, class, n)
            .is_some_and(|(_, f)| n == "__hash__" || !hv::is_none(&ann.host, f))
    })
}

/// Says whether some instance of a class may have a special method.
pub(crate) fn has_special(ann: &mut Annotator, site: Site, class: ClassDefId, name: &str) -> bool {
    if ann.host.heap_len() != ann.special.scanned {
        scan_classes(ann, site);
    }
    let host = ann.classdefs[class].host;
    ann.special.below.get(&host).is_some_and(|s| s.contains(name))
        || class_has(ann, host, name)
        || meets::families_among_closures(ann, class)
            .into_iter()
            .any(|c| has_special(ann, site, c, name))
}

/// Says whether instances of a class have a special method; the class gets `object`'s method if
/// only subclasses have one.
fn ensure_special(ann: &mut Annotator, site: Site, class: ClassDefId, name: &str) -> AResult<bool> {
    if !has_special(ann, site, class, name) {
        return Ok(false);
    }
    let host = ann.classdefs[class].host;
    let inherited = ann.class_mro(class).into_iter().any(|c| {
        let d = ann.descs[ann.classdefs[c].desc].as_class().expect("class");
        d.dict.get(name).is_some_and(|f| !hv::is_none(&ann.host, *f))
    });
    if inherited || class_has(ann, host, name) {
        return Ok(true);
    }
    let default = match name {
        "__eq__" => "object_eq",
        "__ne__" if ensure_special(ann, site, class, "__eq__")? => "object_ne",
        "__ne__" => "object_ne_by_identity",
        "__hash__" => "object_hash",
        "__str__" if hv::is_exception_class(&ann.host, host) => "exception_str",
        "__str__" => "object_str",
        "__repr__" if hv::is_exception_class(&ann.host, host) => "exception_repr",
        "__repr__" => "object_repr",
        "__bool__" => "object_bool",
        "__format__" => "object_format",
        _ if is_operator_method(name) => "object_operator",
        // Nothing to inherit: a base without the method cannot be used like that.
        _ => return Ok(true),
    };
    add_method(ann, site, ann.classdefs[class].desc, name, default)?;
    let desc = ann.classdefs[class].desc;
    let r = classdef::add_attr_source(ann, site, class, &name.into(), AttrSource::Class(desc));
    errors::permanent(ann, r)?;
    Ok(true)
}

/// Gives a class description a method of `objects.py`.
fn add_method(
    ann: &mut Annotator,
    site: Site,
    desc: DescId,
    name: &str,
    function: &str,
) -> AResult<()> {
    let f = library::library_object(ann, site, "objects", function)?;
    let f = functions::copy(&mut ann.host, f);
    if let DescKind::Class(c) = &mut ann.descs[desc].kind {
        c.dict.insert(name.into(), f);
    }
    Ok(())
}

/// Methods that follow from others, for a new class description: `__len__` gives `__bool__`, and so on.
pub(crate) fn derive_methods(ann: &mut Annotator, site: Site, desc: DescId) -> AResult<()> {
    let c = ann.descs[desc].as_class().expect("class");
    let host = c.host;
    let dict = c.dict.clone();
    if dict.get("__hash__").is_some_and(|f| hv::is_none(&ann.host, *f)) {
        add_method(ann, site, desc, "__hash__", "unhashable")?;
    }
    for (from, to, by) in DERIVED {
        let Some(f) = dict.get(*from).copied() else { continue };
        // What a class really has, here or inherited, comes first; so does the first row of the table.
        let c = ann.descs[desc].as_class().expect("class");
        if c.dict.contains_key(*to) || hv::is_none(&ann.host, f) {
            continue;
        }
        if !by.is_empty() {
            let direct = bases::find_method(ann, host, to).is_some();
            let other = *to == "__bool__" && bases::find_method(ann, host, "__nonzero__").is_some();
            if direct || other {
                continue;
            }
            add_method(ann, site, desc, to, by)?;
        } else {
            let f = functions::copy(&mut ann.host, f);
            if let DescKind::Class(c) = &mut ann.descs[desc].kind {
                c.dict.insert((*to).into(), f);
            }
        }
    }
    Ok(())
}

/// A function made by a factory of `objects.py`, or of another module that is named.
pub(crate) fn made_function(
    ann: &mut Annotator,
    site: Site,
    factory: &str,
    parts: &[&str],
) -> AResult {
    let key = format!("{factory}({})", parts.join(","));
    let (module, name) = factory.split_once('.').unwrap_or(("objects", factory));
    let f = made(ann, site, key, module, name, |host| parts.iter().map(|p| host.str(p)).collect())?;
    ann.immutablevalue(site, f)
}

/// A function made by a factory of `objects.py` from host objects.
pub(crate) fn made_of_objects(
    ann: &mut Annotator,
    site: Site,
    factory: &str,
    parts: Vec<HostRef>,
) -> AResult {
    let parts = ann.host.tuple(&parts);
    let f = made_of_object(ann, site, factory, parts)?;
    ann.immutablevalue(site, f)
}

/// A function made by a factory of `objects.py` from host objects, once for equal keys.
pub(crate) fn made_for(
    ann: &mut Annotator,
    site: Site,
    factory: &str,
    key: &[HostRef],
    parts: Vec<HostRef>,
) -> AResult {
    let key = format!("{factory} of {key:?}");
    let (module, factory) = factory.split_once('.').unwrap_or(("objects", factory));
    let f = made(ann, site, key, module, factory, |host| vec![host.tuple(&parts)])?;
    ann.immutablevalue(site, f)
}

/// A function made by a factory of `objects.py` from a host object, once for equal ones.
pub(crate) fn made_of_object(
    ann: &mut Annotator,
    site: Site,
    factory: &str,
    part: HostRef,
) -> AResult<HostRef> {
    made_by(ann, site, "objects", factory, part)
}

/// Gives what a factory in a module of the library makes of an object, once for each.
pub(crate) fn made_by(
    ann: &mut Annotator,
    site: Site,
    module: &str,
    factory: &str,
    part: HostRef,
) -> AResult<HostRef> {
    let key = match hv::view(&ann.host, part) {
        hv::View::Tuple(items) => format!("{module}.{factory}({items:?})"),
        _ => format!("{module}.{factory}({part:?})"),
    };
    made(ann, site, key, module, factory, |_| vec![part])
}

/// Gives what a factory of the library makes of its arguments, once for equal keys.
pub(crate) fn made(
    ann: &mut Annotator,
    site: Site,
    key: String,
    module: &str,
    factory: &str,
    args: impl FnOnce(&mut flowspace::host::Host) -> Vec<HostRef>,
) -> AResult<HostRef> {
    if let Some(f) = ann.special.made.get(&key) {
        return Ok(*f);
    }
    let args = args(&mut ann.host);
    let f = library::run_factory(ann, site, module, factory, &args)?;
    ann.special.made.insert(key, f);
    Ok(f)
}

/// Calls a function of `objects.py` with operands of the current operation.
fn call_operator(ann: &mut Annotator, site: Site, f: &SomeValue, args: &[SomeValue]) -> AResult {
    let operands: Vec<_> = args.iter().enumerate().collect();
    library::call_on(ann, site, f, &operands)
}

fn special_of(ann: &mut Annotator, site: Site, s: &SomeValue, name: &str) -> AResult<bool> {
    match s.kind {
        Kind::Instance { class, .. } if !name.is_empty() => ensure_special(ann, site, class, name),
        _ => Ok(false),
    }
}

/// Gives the name if the value's class has a method of that name, and an empty one otherwise.
fn method_of(
    ann: &mut Annotator,
    site: Site,
    s: &SomeValue,
    name: &'static str,
) -> AResult<&'static str> {
    Ok(if special_of(ann, site, s, name)? { name } else { "" })
}

/// A binary operation one of whose operands is an instance with a method for it.
pub(crate) fn special_binary(
    ann: &mut Annotator,
    site: Site,
    op: HlOp,
    args: &[SomeValue],
) -> Option<AResult> {
    let (a, b) = (&args[0], &args[1]);
    let instance = |s: &SomeValue| matches!(s.kind, Kind::Instance { .. });
    if !instance(a) && !instance(b) {
        return None;
    }
    // `text % instance` is a format.
    if op.plain() == HlOp::Mod && (a.is_str() || a.is_unicode()) {
        return None;
    }
    let inplace = op.is_in_place();
    // (a class that has only `__div__` has it as `__truediv__`, see `DERIVED`)
    let row = match op.operator()?.0 {
        row if row.kind == OperatorKind::Binary(BinaryOp::Div) => BinaryOp::TrueDiv.row(),
        row => row,
    };
    let r = (|| {
        let i = if inplace { method_of(ann, site, a, row.in_place_method)? } else { "" };
        let m = method_of(ann, site, a, row.method)?;
        let r = method_of(ann, site, b, row.reflected)?;
        if i.is_empty() && m.is_empty() && r.is_empty() {
            return Ok(None);
        }
        let first = reflected::who_is_first(ann, site, a, b, m, r, true);
        let sign = if inplace { row.in_place_sign } else { row.sign };
        let unlike = if !r.is_empty() && instance(a) && instance(b) { "yes" } else { "" };
        let f =
            reflected::made_operator(ann, site, "make_binary", [sign, i, m, r], &first, unlike)?;
        call_operator(ann, site, &f, args).map(Some)
    })();
    r.transpose()
}

/// A comparison one of whose operands is an instance with a method for it.
pub(crate) fn special_compare(
    ann: &mut Annotator,
    site: Site,
    op: HlOp,
    args: &[SomeValue],
) -> Option<AResult> {
    let (a, b) = (&args[0], &args[1]);
    let instance = |s: &SomeValue| matches!(s.kind, Kind::Instance { .. });
    if !instance(a) && !instance(b) {
        return None;
    }
    let row = op.operator().filter(|(row, _)| !row.method.is_empty())?.0;
    let r = (|| {
        let mut m = method_of(ann, site, a, row.method)?;
        let mut r = method_of(ann, site, b, row.reflected)?;
        let mut negate = "";
        if op == HlOp::Ne {
            // Without `__ne__` it is the opposite of `==`.
            let eq = (method_of(ann, site, a, "__eq__")?, method_of(ann, site, b, "__eq__")?);
            if m.is_empty() && r.is_empty() && eq != ("", "") {
                negate = "yes";
                (m, r) = eq;
            }
        }
        if m.is_empty() && r.is_empty() {
            return Ok(None);
        }
        let first = reflected::who_is_first(ann, site, a, b, m, r, false);
        let f =
            reflected::made_operator(ann, site, "make_compare", [row.sign, m, r], &first, negate)?;
        call_operator(ann, site, &f, args).map(Some)
    })();
    r.transpose()
}

/// A unary operation on an instance.
pub(crate) fn special_unary(
    ann: &mut Annotator,
    site: Site,
    op: HlOp,
    s: &SomeValue,
) -> Option<AResult> {
    let Kind::Instance { class, .. } = s.kind else { return None };
    let name = match op {
        HlOp::Neg | HlOp::Pos | HlOp::Invert | HlOp::Abs => op.operator()?.0.method,
        HlOp::Int if has_special(ann, site, class, "__int__") => "__int__",
        HlOp::Int => "__index__",
        HlOp::Float if has_special(ann, site, class, "__float__") => "__float__",
        HlOp::Float => "__index__",
        _ => return None,
    };
    if !has_special(ann, site, class, name) {
        return None;
    }
    if op == HlOp::Float && name == "__index__" {
        let f = made_function(ann, site, "make_unary", &["float_by_index"]);
        return Some(f.and_then(|f| call_operator(ann, site, &f, std::slice::from_ref(s))));
    }
    Some(calls::call_special(ann, site, s, name, vec![]))
}

/// Truth of an instance with `__bool__`, `__nonzero__` or `__len__`.
pub(crate) fn special_truth(
    ann: &mut Annotator,
    site: Site,
    s: &SomeValue,
    negate: bool,
) -> Option<AResult> {
    match special_of(ann, site, s, "__bool__") {
        Ok(false) => None,
        Ok(true) => {
            let f =
                made_function(ann, site, "make_unary", &[if negate { "not_" } else { "truth" }]);
            Some(f.and_then(|f| call_operator(ann, site, &f, std::slice::from_ref(s))))
        }
        Err(e) => Some(Err(e)),
    }
}

/// `format(x, spec)` of an instance with `__format__`.
pub(crate) fn special_format(
    ann: &mut Annotator,
    site: Site,
    args: &[SomeValue],
) -> Option<AResult> {
    match special_of(ann, site, &args[0], "__format__") {
        Ok(false) => None,
        Ok(true) => {
            let f = library::library_function(ann, site, "objects", "format_instance");
            Some(f.and_then(|f| call_operator(ann, site, &f, args)))
        }
        Err(e) => Some(Err(e)),
    }
}

/// `hash(x)`
pub(crate) fn special_hash(ann: &mut Annotator, s: &SomeValue) -> AResult {
    want_hook(ann, s, Hook::Hash);
    Ok(SomeValue::INT)
}

// ---- `return NotImplemented`

/// Says whether an exception is what `return NotImplemented` became.
pub(crate) fn is_declining(ann: &Annotator, exc: Option<&SomeValue>) -> bool {
    let h = exc.and_then(|s| s.const_host());
    h.is_some() && h == ann.special.not_implemented
}

/// A graph may return `NotImplemented`: so may its callers, if they are no operators themselves.
pub(crate) fn set_declines(ann: &mut Annotator, g: AnnGraphId) {
    if std::mem::replace(&mut ann.graphs[g].declines, true) {
        return;
    }
    if is_operator_graph(ann, g) {
        // What tests for it has to look again.
        let graph = ann.graphs[g].full.clone();
        for block in graph.reachable() {
            ann.reflow(Position::start(g, block));
        }
        return;
    }
    let shared: Vec<_> = ann.graphs[g].shared_by.iter().copied().collect();
    let mut callers: Vec<Position> = ann.graphs[g].callers.iter().copied().collect();
    callers.extend(shared.iter().flat_map(|s| ann.shared_calls.callers(*s)));
    shared.into_iter().for_each(|s| ann.shared_calls.set_declines(s));
    for p in callers {
        set_declines(ann, p.graph);
    }
}

fn is_operator_graph(ann: &Annotator, g: AnnGraphId) -> bool {
    match &ann.descs[ann.graphs[g].desc].kind {
        DescKind::Function(f) => f.qualname.starts_with("rpython_builtins.objects.make_"),
        _ => false,
    }
}

/// Says whether a test for the exception that stands for `NotImplemented` is in an operator none of whose methods
/// gives that (so far).
pub(crate) fn never_declines(ann: &Annotator, site: Site, class: HostRef) -> bool {
    ann.special.signal == Some(class)
        && site
            .position
            .is_some_and(|p| is_operator_graph(ann, p.graph) && !ann.graphs[p.graph].declines)
}

/// Class and instance that `return NotImplemented` raises.
pub(crate) fn decline_exception(ann: &mut Annotator, site: Site) -> AResult<(HostRef, HostRef)> {
    let class = library::library_object(ann, site, "objects", "NotImplementedReturned")?;
    let value = library::library_object(ann, site, "objects", "NOT_IMPLEMENTED")?;
    (ann.special.signal, ann.special.not_implemented) = (Some(class), Some(value));
    Ok((class, value))
}

// ---- hooks

/// The operation compares, hashes or shows the instances in a value.
pub(crate) fn want_hook(ann: &mut Annotator, s: &SomeValue, hook: Hook) {
    if may_hold_instances(s) {
        let new = ann.special.wanted.insert((s.without_const(), hook));
        ann.work.changes += u64::from(new);
    }
}

/// `str()` (or `repr()`) of a value: items of containers are shown by `repr()`.
pub(crate) fn want_text(ann: &mut Annotator, site: Site, s: &SomeValue, repr: bool) {
    if spread::holds_star_list(ann, s) {
        let e = ann.error(
            site,
            "unsupported",
            "the text of a value that holds the * arguments of a call with a list",
        );
        let e = e.note("make a list of the arguments first: list(args)").into_diagnostic();
        ann.reports.permanent_errors.push(e);
    }
    make_ranges_lists(ann, s, &mut FxHashSet::default());
    want_hook(ann, s, if repr { Hook::Repr } else { Hook::Str });
}

/// Turns what `range` gave in Python 2 into a list where it is shown.
fn make_ranges_lists(ann: &mut Annotator, s: &SomeValue, seen: &mut FxHashSet<SomeValue>) {
    match &s.kind {
        Kind::Tuple(items) => items.iter().for_each(|i| make_ranges_lists(ann, i, seen)),
        Kind::List(l) | Kind::Deque(l) => {
            let l = ann.find_list(*l);
            if ann.lists[l].range_is_list {
                ann.work.changes += u64::from(!ann.lists[l].mutated);
                ann.lists[l].range_step = None;
                ann.lists[l].mutated = true;
            }
            if seen.insert(Kind::List(l).into()) {
                make_ranges_lists(ann, &ann.lists[l].item.clone(), seen);
            }
        }
        Kind::Dict(d) | Kind::Set(d) => {
            let d = ann.find_dict(*d);
            if seen.insert(Kind::Dict(d).into()) {
                make_ranges_lists(ann, &ann.dicts[d].key.clone(), seen);
                make_ranges_lists(ann, &ann.dicts[d].value.clone(), seen);
            }
        }
        _ => {}
    }
}

/// Annotates the functions that containers need, after the fixpoint.
pub(crate) fn run_object_hooks(ann: &mut Annotator) {
    want_texts_of_exceptions(ann, Site::NOWHERE);
    let mut all: Vec<(SomeValue, Hook)> = ann.special.wanted.iter().cloned().collect();
    let dicts: Vec<DictDefId> = ann.dicts.keys().collect();
    for d in dicts {
        if ann.find_dict(d) == d && ann.dicts[d].custom.is_none() {
            let key = ann.dicts[d].key.clone();
            if may_hold_instances(&key) {
                all.push((key.clone(), Hook::Eq));
                all.push((key, Hook::Hash));
            }
        }
    }
    // Texts of keys, for KeyError: only of classes of whose instances texts are made anyway.
    let mut shown = FxHashSet::default();
    for (s, _) in all.iter().filter(|(_, h)| matches!(h, Hook::Str | Hook::Repr)) {
        let mut found = IndexSet::new();
        instances_in(ann, s, true, &mut FxHashSet::default(), &mut found);
        for (class, _) in found {
            shown.insert(family_class(ann, class));
        }
    }
    let keys: Vec<SomeValue> =
        all.iter().filter(|(_, h)| *h == Hook::Hash).map(|(s, _)| s.clone()).collect();
    for s in keys {
        let mut found = IndexSet::new();
        instances_in(ann, &s, true, &mut FxHashSet::default(), &mut found);
        if !found.is_empty() && found.iter().all(|(c, _)| shown.contains(&family_class(ann, *c))) {
            all.push((s, Hook::Repr));
        }
    }
    for (s, hook) in all {
        let mut found = IndexSet::new();
        instances_in(ann, &s, true, &mut FxHashSet::default(), &mut found);
        for (class, direct) in found {
            let hook = if hook == Hook::Str && !direct { Hook::Repr } else { hook };
            let site = Site::of(place_of_class(ann, class));
            if let Err(e) = need_hook(ann, site, class, hook) {
                errors::record_error(ann, None, class_key(class, hook), e.into_diagnostic());
            }
        }
    }
}

/// A place in the class: its first method.
fn place_of_class(ann: &Annotator, class: ClassDefId) -> flowmodel::diag::Span {
    let desc = ann.known.desc_of_host.get(&ann.classdefs[class].host);
    let class = desc.and_then(|d| ann.descs[*d].as_class());
    class.and_then(|c| classdef::class_span(ann, c)).unwrap_or(flowmodel::diag::Span::NONE)
}

/// The report of an exception that ends the program shows what `str()` gives.
fn want_texts_of_exceptions(ann: &mut Annotator, site: Site) {
    let mut made = ann.classdefs.values().filter(|c| c.instantiated);
    let own_text = made.any(|c| {
        hv::is_exception_class(&ann.host, c.host)
            && bases::find_method(ann, c.host, "__str__").is_some_and(|(_, f)| {
                let code = ann.host.func(f).map(|f| &f.code);
                // (what is not meant to be translated is shown as if it was not there)
                code.is_some_and(|c| {
                    let doc = c.docstring.as_ref();
                    !doc.is_some_and(|d| d.trim_start().starts_with("NOT_RPYTHON"))
                })
            })
    });
    if own_text && let Ok(base) = prebuilt::exc_classdef(ann, site, "BaseException") {
        want_hook(ann, &SomeValue::instance(base), Hook::Str);
    }
}

/// The special methods behind what containers and `str()` do. The text of an exception is not its repr.
fn hook_methods(ann: &Annotator, root: ClassDefId, hook: Hook) -> &'static [&'static str] {
    let host = ann.classdefs[root].host;
    if matches!(hook, Hook::Str | Hook::Repr) && ann.host.unshown.contains(&host) {
        return &[];
    }
    if hook == Hook::Str && hv::is_exception_class(&ann.host, host) {
        return &["__str__"];
    }
    hook.methods()
}

fn need_hook(ann: &mut Annotator, site: Site, class: ClassDefId, hook: Hook) -> AResult<()> {
    let root = family_class(ann, class);
    let methods = hook_methods(ann, root, hook);
    if ann.special.graphs.contains_key(&(root, hook))
        || !methods.iter().any(|m| has_special(ann, site, root, m))
    {
        return Ok(());
    }
    let mut function = hook.function();
    let mut found = false;
    for m in methods {
        found |= ensure_special(ann, site, root, m)?;
    }
    debug_assert!(found);
    if hook == Hook::Str && !has_special(ann, site, root, "__str__") {
        function = Hook::Repr.function();
    }
    let host = library::library_object(ann, site, "objects", function)?;
    let host = functions::copy(&mut ann.host, host);
    let f = prebuilt::function_desc(ann, site, host)?;
    let s: SomeValue = Kind::Instance { class: root, can_be_none: true }.into();
    let n = if matches!(hook, Hook::Eq | Hook::Lt) { 2 } else { 1 };
    let positional: Vec<_> = (0..n).map(|i| (s.clone(), ArgSource::Operand(i))).collect();
    let shape = CallShape { pos: n, ..CallShape::default() };
    let call = CallArgs { positional, keywords: vec![], shape };
    if let (Some(g), _) = specialize::function_graph(ann, site, f, &call)? {
        ann.special.graphs.insert((root, hook), g);
    }
    Ok(())
}

/// The topmost class below `object` that a class inherits from.
pub(crate) fn family_class(ann: &Annotator, class: ClassDefId) -> ClassDefId {
    let mut c = class;
    while let Some(b) = ann.classdefs[c].base {
        if ann.classdefs[b].base.is_none() {
            return c;
        }
        c = b;
    }
    c
}

/// Classes of the instances that a value holds, and whether the value is the instance itself.
fn instances_in(
    ann: &Annotator,
    s: &SomeValue,
    direct: bool,
    seen: &mut FxHashSet<SomeValue>,
    out: &mut IndexSet<(ClassDefId, bool)>,
) {
    match &s.kind {
        Kind::Instance { class, .. } => {
            out.insert((*class, direct));
        }
        Kind::Tuple(items) => {
            for i in items.iter() {
                instances_in(ann, i, false, seen, out);
            }
        }
        Kind::List(l) | Kind::Deque(l) => {
            let l = ann.find_list(*l);
            if seen.insert(Kind::List(l).into()) {
                instances_in(ann, &ann.lists[l].item.clone(), false, seen, out);
            }
        }
        Kind::Dict(d) | Kind::Set(d) => {
            let d = ann.find_dict(*d);
            if seen.insert(Kind::Dict(d).into()) {
                instances_in(ann, &ann.dicts[d].key.clone(), false, seen, out);
                instances_in(ann, &ann.dicts[d].value.clone(), false, seen, out);
            }
        }
        _ => {}
    }
}

/// Says whether an operation on these values may call a special method of an instance in them.
pub(crate) fn calls_user_methods(ann: &mut Annotator, site: Site, args: &[SomeValue]) -> bool {
    let mut found = IndexSet::new();
    for s in args.iter().filter(|s| may_hold_instances(s)) {
        instances_in(ann, s, true, &mut FxHashSet::default(), &mut found);
    }
    found.into_iter().any(|(c, _)| {
        let root = family_class(ann, c);
        ["__eq__", "__hash__", "__lt__", "__gt__", "__str__", "__repr__"]
            .iter()
            .any(|n| has_special(ann, site, root, n))
    })
}

/// The graph that a function object of [`hook_function`] stands for.
pub(crate) fn alias_graph(ann: &Annotator, desc: DescId) -> Option<AnnGraphId> {
    ann.special.aliases.get(&desc).copied()
}

/// Makes a function object stand for a graph from now on.
pub(crate) fn add_alias(ann: &mut Annotator, desc: DescId, graph: AnnGraphId) {
    ann.special.aliases.insert(desc, graph);
}

/// Key of an operand of an operator method: instances of one family share a graph, and so does None with them.
pub(crate) fn operand_key(ann: &Annotator, this: &SomeValue, s: &SomeValue) -> SomeValue {
    let family = |s: &SomeValue| match s.kind {
        Kind::Instance { class, .. } => Some(family_class(ann, class)),
        _ => None,
    };
    match &s.kind {
        Kind::None_ => family(this).map_or_else(|| s.clone(), SomeValue::instance),
        Kind::Instance { class, .. } => SomeValue::instance(family_class(ann, *class)),
        Kind::Integer { unsigned: false, size: IntSize::Word, .. } | Kind::Bool => SomeValue::INT,
        Kind::Tuple(items) => {
            SomeValue::tuple(items.iter().map(|i| operand_key(ann, this, i)).collect())
        }
        Kind::Pbc { .. } => SomeValue::OBJECT,
        _ => crate::calls::specialize::type_key(ann, s),
    }
}

/// The constants that a graph is specialised by: only rows of a call family that agree on them may be one. (Others may take what
/// does not go together.)
pub(crate) fn constants_of(graph: &crate::model::state::AnnGraph) -> Vec<crate::KeyPart> {
    graph.key.iter().filter(|p| matches!(p, crate::KeyPart::Const(_))).cloned().collect()
}

/// Says whether rows of a call family with these graphs may be one as far as operands go: operator methods must be for
/// the same sort.
pub(crate) fn operands_alike(
    a: &crate::model::state::AnnGraph,
    b: &crate::model::state::AnnGraph,
) -> bool {
    let typed = |k: &SpecKey| matches!(k[..], [crate::KeyPart::Operand(_)]);
    !(typed(&a.key) && typed(&b.key)) || a.key == b.key
}

fn class_key(c: ClassDefId, hook: Hook) -> usize {
    use flowmodel::EntityRef;
    usize::MAX - c.index() * 8 - hook as usize
}

fn may_hold_instances(s: &SomeValue) -> bool {
    match &s.kind {
        Kind::Instance { .. } | Kind::List(_) | Kind::Deque(_) | Kind::Dict(_) | Kind::Set(_) => {
            true
        }
        Kind::Tuple(items) => items.iter().any(may_hold_instances),
        _ => false,
    }
}
