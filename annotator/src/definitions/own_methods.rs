//! Special methods that classes of the program have, and what stands for those that they lack.

use crate::definitions::bases;
use crate::definitions::library_objects;
use crate::hostview as hv;
use crate::model::descs::{DescKind, SpecKey};
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::special_methods::Hook;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::operators::{self, OperatorKind};
use flowmodel::{HlOp, HostRef};
use flowspace::host::HostObj;
use flowspace::host::functions;
use std::rc::Rc;

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
    module.strip_prefix(library_objects::PACKAGE) == Some(".objects")
        && (matches!(name, "object_eq" | "object_ne" | "object_ne_by_identity" | "object_operator")
            || name.ends_with("_by_cmp"))
}

/// Looks at classes that are new in the import-time heap.
pub(crate) fn scan_classes(ann: &mut Facts, site: Site) {
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
pub(crate) fn find_descriptors(ann: &mut Facts, site: Site) {
    if ann.host.heap_len() != ann.special.scanned {
        scan_classes(ann, site);
    }
}

/// An object in a class that has a `__get__`: a property, or whatever the library makes of it, is in its place.
pub(crate) fn replace_descriptor(ann: &mut Facts, site: Site, v: HostRef) {
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
    if let Ok(make) = library_objects::library_object(ann, site, "objects", "runtime_attribute")
        && let Ok(r) = hv::call(&mut ann.host, make, &[v, frozen])
    {
        ann.host.flow.runtime_attrs.insert(v, r);
    }
}

/// Special names that a class itself defines, with those that they stand for; its properties are noted as those of `heir`.
pub(crate) fn special_names(ann: &mut Facts, class: HostRef, heir: HostRef) -> Vec<Rc<str>> {
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
pub(crate) fn user_classes(ann: &mut Facts, site: Site) -> Vec<HostRef> {
    if ann.host.heap_len() != ann.special.scanned {
        scan_classes(ann, site);
    }
    ann.special.classes.clone()
}

/// Says whether a subclass has a property of this name.
pub(crate) fn subclass_property(ann: &mut Facts, site: Site, class: HostRef, name: &str) -> bool {
    if ann.host.heap_len() != ann.special.scanned {
        scan_classes(ann, site);
    }
    ann.special
        .properties
        .get(name)
        .is_some_and(|owners| owners.iter().any(|c| ann.host.is_subclass(*c, class)))
}

/// Gives a class description a method of `objects.py`.
pub(crate) fn add_method(
    ann: &mut Facts,
    site: Site,
    desc: DescId,
    name: &str,
    function: &str,
) -> AResult<()> {
    let f = library_objects::library_object(ann, site, "objects", function)?;
    let f = functions::copy(&mut ann.host, f);
    if let DescKind::Class(c) = &mut ann.descs[desc].kind {
        c.dict.insert(name.into(), f);
    }
    Ok(())
}

/// Methods that follow from others, for a new class description: `__len__` gives `__bool__`, and so on.
pub(crate) fn derive_methods(ann: &mut Facts, site: Site, desc: DescId) -> AResult<()> {
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
pub(crate) fn made_function(ann: &mut Facts, site: Site, factory: &str, parts: &[&str]) -> AResult {
    let key = format!("{factory}({})", parts.join(","));
    let (module, name) = factory.split_once('.').unwrap_or(("objects", factory));
    let f = made(ann, site, key, module, name, |host| parts.iter().map(|p| host.str(p)).collect())?;
    ann.immutablevalue(site, f)
}

/// A function made by a factory of `objects.py` from host objects.
pub(crate) fn made_of_objects(
    ann: &mut Facts,
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
    ann: &mut Facts,
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
    ann: &mut Facts,
    site: Site,
    factory: &str,
    part: HostRef,
) -> AResult<HostRef> {
    made_by(ann, site, "objects", factory, part)
}

/// Gives what a factory in a module of the library makes of an object, once for each.
pub(crate) fn made_by(
    ann: &mut Facts,
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
    ann: &mut Facts,
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
    let f = library_objects::run_factory(ann, site, module, factory, &args)?;
    ann.special.made.insert(key, f);
    Ok(f)
}

/// The operation compares, hashes or shows the instances in a value.
pub(crate) fn want_hook(ann: &mut Facts, s: &SomeValue, hook: Hook) {
    if may_hold_instances(s) {
        let new = ann.special.wanted.insert((s.without_const(), hook));
        ann.work.changes += u64::from(new);
    }
}

/// The graph that a function object of [`hook_function`] stands for.
pub(crate) fn alias_graph(ann: &Facts, desc: DescId) -> Option<AnnGraphId> {
    ann.special.aliases.get(&desc).copied()
}

/// Makes a function object stand for a graph from now on.
pub(crate) fn add_alias(ann: &mut Facts, desc: DescId, graph: AnnGraphId) {
    ann.special.aliases.insert(desc, graph);
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

pub(crate) fn may_hold_instances(s: &SomeValue) -> bool {
    match &s.kind {
        Kind::Instance { .. } | Kind::List(_) | Kind::Deque(_) | Kind::Dict(_) | Kind::Set(_) => {
            true
        }
        Kind::Tuple(items) => items.iter().any(may_hold_instances),
        _ => false,
    }
}
