//! Descriptions of classes, of their methods, and of frozen objects.

use crate::definitions::bases;
use crate::definitions::bases::NOT_ATTRS;
use crate::definitions::desc;
use crate::definitions::own_methods;
use crate::hostview as hv;
use crate::model::descs::{ClassDesc, DescKind};
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::HostRef;
use indexmap::IndexMap;
use indexmap::IndexSet;
use std::rc::Rc;

/// Description of a class.
pub(crate) fn class_desc(ann: &mut Facts, site: Site, r: HostRef) -> AResult<DescId> {
    if let Some(d) = ann.known.desc_of_host.get(&r) {
        return Ok(*d);
    }
    let name = hv::class_name(&ann.host, r);
    let builtin = hv::is_builtin_class(&ann.host, r);
    if builtin && r != hv::object_class(&ann.host) && !hv::is_exception_class(&ann.host, r) {
        let m = format!("the built-in type '{name}' cannot be used as a class at run time");
        let e = ann.error(site, "prebuilt", m);
        return Err(e.note("no class can inherit from it: keep one in an attribute"));
    }
    own_methods::find_descriptors(ann, site);
    let mut dict: IndexMap<Rc<str>, HostRef> = IndexMap::new();
    let mut own = vec![];
    if !builtin {
        own = hv::class_dict(&ann.host, r);
    }
    for (n, v) in &own {
        if !NOT_ATTRS.contains(&&**n) {
            dict.insert(n.clone(), *v);
        }
    }
    let object = hv::object_class(&ann.host);
    let base = if r == object { None } else { Some(bases::primary_base(ann, r)) };
    let copied_from = bases::copy_from_bases(ann, r, &mut dict);
    if !builtin {
        bases::property_methods(ann, site, r, &mut dict)?;
    }
    for m in copied_from {
        for (n, v) in hv::class_dict(&ann.host, m) {
            if &*n == "_immutable_fields_" || &*n == "__slots__" {
                own.push((n, v));
            }
        }
    }
    let get = |n: &str| own.iter().find(|(m, _)| &**m == n).map(|x| x.1);
    let mut enforced: Option<IndexSet<Rc<str>>> = None;
    for n in ["_attrs_", "__slots__"] {
        if let Some(v) = get(n) {
            enforced.get_or_insert_with(IndexSet::new).extend(hv::string_list(&ann.host, v));
        }
    }
    // What the library adds to instances, whatever the class says of its attributes.
    if let (Some(set), Some(v)) = (&mut enforced, get("_attrs_besides_")) {
        set.extend(hv::string_list(&ann.host, v));
    }
    let fields = |a: &Facts, n: &str| -> Vec<Rc<str>> {
        get(n).map(|v| hv::string_list(&a.host, v)).unwrap_or_default()
    };
    let immutable_fields = fields(ann, "_immutable_fields_");
    let virtualizable = fields(ann, "_virtualizable_");
    let immutable = get("_immutable_").is_some_and(|v| hv::truth(&ann.host, v));
    let d = desc::new_desc(
        ann,
        DescKind::Class(ClassDesc {
            host: r,
            name,
            base,
            dict,
            enforced_attrs: enforced,
            immutable_fields,
            immutable,
            virtualizable,
            classdef: None,
        }),
    );
    ann.known.desc_of_host.insert(r, d);
    if !builtin {
        own_methods::derive_methods(ann, site, d)?;
    }
    Ok(d)
}

/// Description of a frozen object.
pub(crate) fn frozen_desc(ann: &mut Facts, r: HostRef) -> DescId {
    if let Some(d) = ann.known.desc_of_host.get(&r) {
        return *d;
    }
    let d = desc::new_desc(ann, DescKind::Frozen { host: r });
    ann.known.desc_of_host.insert(r, d);
    d
}

/// A method found in a class.
pub(crate) fn method_desc(
    ann: &mut Facts,
    func: DescId,
    origin: ClassDefId,
    this: Option<ClassDefId>,
    name: &Rc<str>,
) -> DescId {
    let key = (func, origin, this, name.clone());
    if let Some(d) = ann.known.method_descs.get(&key) {
        return *d;
    }
    let d = desc::new_desc(ann, DescKind::Method { func, origin, this, name: key.3.clone() });
    ann.known.method_descs.insert(key, d);
    if this.is_some() {
        let same = ann.known.bound_methods.entry((func, origin, name.clone())).or_default();
        same.push(d);
        if same.len() > 1 {
            ann.known.several_bound.extend(same.iter().copied());
        }
    }
    d
}
