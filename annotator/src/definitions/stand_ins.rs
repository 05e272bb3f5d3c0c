//! What stands for host objects at run time.

use crate::definitions::library_objects;
use crate::definitions::records;
use crate::prelude::*;

/// The object that stands for a host object at run time, if that is another one.
pub fn runtime_object(ann: &mut Facts, site: Site, r: HostRef) -> Option<HostRef> {
    if let Some(l) = ann.known.lists_of_iterators.get(&r) {
        return Some(*l);
    }
    if let Some(record) = records::record_of(ann, site, r) {
        return Some(record);
    }
    if hv::is_lazy_list(&ann.host, r) {
        // `map` and its like of Python 2 give lists.
        let items = ann.host.iter_to_vec(r).ok()?;
        let l = ann.host.list(items);
        ann.known.lists_of_iterators.insert(r, l);
        return Some(l);
    }
    if let Some((module, factory)) = hv::runtime_factory(&ann.host, r) {
        let made = library_objects::run_factory(ann, site, module, factory, &[r]).ok()?;
        ann.known.lists_of_iterators.insert(r, made);
        return Some(made);
    }
    let (module, name) = hv::runtime_object(&ann.host, r)?;
    library_objects::library_object(ann, site, module, name).ok()
}

/// The function that stands for a program's function of C in containers, if that is in some.
pub fn function_for_external(ann: &Facts, h: HostRef) -> Option<HostRef> {
    ann.known.functions_of_externals.get(&h).copied()
}

/// A value as an item of a container: of constants less is known there. A function of C is one of the program around it, since
/// items are called by their addresses.
pub(crate) fn as_item_of_container(ann: &mut Facts, site: Site, s: &SomeValue) -> AResult {
    let external = |n: &str| n == "external";
    match (&s.kind, s.const_host()) {
        (Kind::Builtin(name), Some(h)) if external(name) => {
            let Some(f) = function_of_external(ann, h) else { return Ok(s.as_item()) };
            ann.immutablevalue(site, f)
        }
        (Kind::Tuple(items), _)
            if items.iter().any(|i| matches!(&i.kind, Kind::Builtin(n) if external(n))) =>
        {
            let items: AResult<Vec<SomeValue>> =
                items.clone().iter().map(|i| as_item_of_container(ann, site, i)).collect();
            Ok(SomeValue::tuple(items?))
        }
        _ => Ok(s.as_item()),
    }
}

pub(crate) fn function_of_external(ann: &mut Facts, h: HostRef) -> Option<HostRef> {
    if let Some(f) = function_for_external(ann, h) {
        return Some(f);
    }
    let method = hv::getattr(&mut ann.host, h, "_as_function")?;
    let f = hv::call(&mut ann.host, method, &[]).ok()?;
    ann.known.functions_of_externals.insert(h, f);
    Some(f)
}
