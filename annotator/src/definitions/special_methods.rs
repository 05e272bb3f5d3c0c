//! Special methods that the instances in a value may have, by their classes and subclasses.

use crate::AttrSource;
use crate::definitions::bases;
use crate::definitions::classdef;
use crate::definitions::closures;
use crate::definitions::hierarchy;
use crate::definitions::noted;
use crate::definitions::own_methods;
use crate::definitions::own_methods::DERIVED;
use crate::hostview as hv;
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::HostRef;
use indexmap::IndexSet;
use rustc_hash::FxHashSet;

/// Says whether a class, or one of its bases, defines a special method (or one that stands for it).
pub(crate) fn class_has(ann: &Facts, class: HostRef, name: &str) -> bool {
    let sources = DERIVED.iter().filter(|d| d.1 == name).map(|d| d.0);
    std::iter::once(name).chain(sources).any(|n| {
        bases::find_method(ann, class, n)
            .is_some_and(|(_, f)| n == "__hash__" || !hv::is_none(&ann.host, f))
    })
}

/// Says whether some instance of a class may have a special method.
pub(crate) fn has_special(ann: &mut Facts, site: Site, class: ClassDefId, name: &str) -> bool {
    if ann.host.heap_len() != ann.special.scanned {
        own_methods::scan_classes(ann, site);
    }
    let host = ann.classdefs[class].host;
    ann.special.below.get(&host).is_some_and(|s| s.contains(name))
        || class_has(ann, host, name)
        || closures::families_among_closures(ann, class)
            .into_iter()
            .any(|c| has_special(ann, site, c, name))
}

/// Says whether instances of a class have a special method; the class gets `object`'s method if
/// only subclasses have one.
pub(crate) fn ensure_special(
    ann: &mut Facts,
    site: Site,
    class: ClassDefId,
    name: &str,
) -> AResult<bool> {
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
        _ if own_methods::is_operator_method(name) => "object_operator",
        // Nothing to inherit: a base without the method cannot be used like that.
        _ => return Ok(true),
    };
    own_methods::add_method(ann, site, ann.classdefs[class].desc, name, default)?;
    let desc = ann.classdefs[class].desc;
    let r = classdef::add_attr_source(ann, site, class, &name.into(), AttrSource::Class(desc));
    noted::permanent(ann, r)?;
    Ok(true)
}

/// Classes of the instances that a value holds, and whether the value is the instance itself.
pub(crate) fn instances_in(
    ann: &Facts,
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
pub(crate) fn calls_user_methods(ann: &mut Facts, site: Site, args: &[SomeValue]) -> bool {
    let mut found = IndexSet::new();
    for s in args.iter().filter(|s| own_methods::may_hold_instances(s)) {
        instances_in(ann, s, true, &mut FxHashSet::default(), &mut found);
    }
    found.into_iter().any(|(c, _)| {
        let root = hierarchy::family_class(ann, c);
        ["__eq__", "__hash__", "__lt__", "__gt__", "__str__", "__repr__"]
            .iter()
            .any(|n| has_special(ann, site, root, n))
    })
}
