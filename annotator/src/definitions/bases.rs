//! Classes with several bases: one of them counts, what comes from the others (mixins among them) is copied.

use crate::definitions::library_objects;
use crate::hostview as hv;
use crate::model::site::Site;
use crate::model::state::Facts;
use flowmodel::HostRef;
use flowspace::host::HostObj;
use flowspace::host::functions;
use indexmap::IndexMap;
use std::rc::Rc;

/// Name of the method that reads a property.
pub(crate) fn getter_name(property: &str) -> String {
    format!("{property}$get")
}
/// Name of the method that deletes a property.
pub(crate) fn deleter_name(property: &str) -> String {
    format!("{property}{}", flowspace::host::DELETER)
}
/// Name of the method that writes a property.
pub(crate) fn setter_name(property: &str) -> String {
    format!("{property}$set")
}

fn is_mixin(ann: &Facts, c: HostRef) -> bool {
    hv::class_dict(&ann.host, c).iter().any(|(n, v)| &**n == "_mixin_" && hv::truth(&ann.host, *v))
}

/// Says whether one of the types `bases` is `int` or `str`, for an enumeration: at run time the members are plain values.
pub(crate) fn is_plain_enum(ann: &Facts, class: HostRef, bases: &[HostRef]) -> bool {
    let plain = [ann.host.types.int, ann.host.types.str];
    bases.iter().any(|b| plain.contains(b))
        && hv::class_lookup(&ann.host, class, "_member_map_").is_some()
}

/// The base whose instances those of a class are, for the low-level types: the first one that is no mixin; one
/// that leads to a built-in exception goes first. (Exits of blocks test for these by the class's number.)
pub(crate) fn primary_base(ann: &Facts, class: HostRef) -> HostRef {
    let object = hv::object_class(&ann.host);
    let bases: Vec<HostRef> = hv::class_bases(&ann.host, class)
        .into_iter()
        .filter(|b| *b != object && !is_mixin(ann, *b) && !is_plain_enum(ann, class, &[*b]))
        .collect();
    let depth = |b: &HostRef| {
        let mro = hv::class_mro(&ann.host, *b);
        mro.iter().filter(|c| hv::is_builtin_class(&ann.host, **c)).count()
    };
    let deepest = bases.iter().map(depth).max().unwrap_or(0);
    bases.into_iter().find(|b| depth(b) == deepest).unwrap_or(object)
}

/// A class and its primary bases.
pub(crate) fn primary_chain(ann: &Facts, class: HostRef) -> Vec<HostRef> {
    let object = hv::object_class(&ann.host);
    std::iter::successors(Some(class), |c| (*c != object).then(|| primary_base(ann, *c))).collect()
}

/// Completes the dict of a class by what it inherits, but not from its primary base; and binds class methods to the
/// class. The answer: the classes that were copied from.
pub(crate) fn copy_from_bases(
    ann: &mut Facts,
    class: HostRef,
    dict: &mut IndexMap<Rc<str>, HostRef>,
) -> Vec<HostRef> {
    let mro = hv::class_mro(&ann.host, class);
    let base = match mro.len() {
        0 | 1 => return vec![],
        _ => primary_base(ann, class),
    };
    let inherited = hv::class_mro(&ann.host, base);
    let mut names: IndexMap<Rc<str>, (HostRef, HostRef)> = IndexMap::new();
    let mut copied = vec![];
    for m in &mro {
        if hv::is_builtin_class(&ann.host, *m) {
            continue;
        }
        if *m != class && !inherited.contains(m) {
            copied.push(*m);
        }
        for (n, v) in hv::class_dict(&ann.host, *m) {
            if !NOT_ATTRS.contains(&&*n) {
                names.entry(n).or_insert((*m, v));
            }
        }
    }
    // `super` in an inherited method goes on elsewhere, if the order of bases differs.
    let next = |order: &[HostRef], m: HostRef| {
        order.iter().position(|c| *c == m).and_then(|i| order.get(i + 1).copied())
    };
    for (n, (owner, v)) in names {
        let v = if owner == class {
            v
        } else if !inherited.contains(&owner)
            || (functions::uses_super(&ann.host, v) && next(&mro, owner) != next(&inherited, owner))
        {
            // Each class has methods of its own: their `self` has nothing in common.
            let v = functions::copy_method(&mut ann.host, v, class);
            dict.insert(n.clone(), v);
            v
        } else {
            v
        };
        if let HostObj::ClassMethod(f) = ann.host.obj(v) {
            let func = *f;
            let bound = ann.host.alloc(HostObj::BoundMethod { func, this: class });
            dict.insert(n, bound);
        }
    }
    copied
}

/// Getter and setter of each property of a class become methods, so that subclasses can override them.
pub(crate) fn property_methods(
    ann: &mut Facts,
    site: Site,
    class: HostRef,
    dict: &mut IndexMap<Rc<str>, HostRef>,
) -> crate::model::errors::AResult<()> {
    for (name, v) in dict.clone() {
        let HostObj::Property(p) = ann.host.obj(v) else { continue };
        let (get, set) = (p.get, p.set);
        if let Some(f) = p.del {
            let f = functions::copy_method(&mut ann.host, f, class);
            dict.insert(deleter_name(&name).into(), f);
        }
        for (f, method, missing) in
            [(get, getter_name(&name), "no_getter"), (set, setter_name(&name), "no_setter")]
        {
            let f = match f {
                Some(f) => f,
                // Only if a base has one: else it is an error now.
                None if base_property_has(ann, class, &name, missing == "no_setter") => {
                    library_objects::library_object(ann, site, "objects", missing)?
                }
                None => continue,
            };
            let f = functions::copy_method(&mut ann.host, f, class);
            dict.insert(method.into(), f);
        }
    }
    Ok(())
}

fn base_property_has(ann: &Facts, class: HostRef, name: &str, set: bool) -> bool {
    hv::class_mro(&ann.host, class).into_iter().skip(1).any(|c| {
        hv::class_dict(&ann.host, c).iter().any(|(n, v)| {
            let (get, put) = hv::property(&ann.host, *v);
            **n == *name && if set { put } else { get }.is_some()
        })
    })
}

/// Function in which a class or its bases define a name, with the class that does.
pub(crate) fn find_method(ann: &Facts, class: HostRef, name: &str) -> Option<(HostRef, HostRef)> {
    let (owner, f) = hv::class_lookup_where(&ann.host, class, name)?;
    if hv::is_builtin_class(&ann.host, owner) { None } else { Some((owner, f)) }
}

/// Entries of class dicts that are no attributes of instances.
pub(crate) const NOT_ATTRS: &[&str] = &[
    "__module__",
    "__doc__",
    "__dict__",
    "__weakref__",
    "__qualname__",
    "__slots__",
    "__metaclass__",
    "__classcell__",
    "__firstlineno__",
    "__static_attributes__",
    "__annotations__",
    "_attrs_",
    "_attrs_besides_",
    "_immutable_fields_",
    "_immutable_",
    "_virtualizable_",
    "_mixin_",
    "_settled_",
    "_alloc_flavor_",
    "_freeze_",
    "_must_be_light_finalizer_",
    "_never_allocate_",
    "__new__",
];
