//! Prebuilt objects that were changed after the annotator saw them: functions run while the program is annotated (those
//! with `@specialize.memo()`, methods `_cleanup_`), and may fill tables of the program.

use crate::definitions::classdef;
use crate::definitions::noted;
use crate::hostview::{self as hv, View};
use crate::model::classdefs::AttrSource;
use crate::model::errors::AResult;
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::{AnnError, ClassDefId};
use flowspace::host::HostRef;
use std::rc::Rc;

/// Sees the containers and instances that are known again, if functions have run at translation time.
pub(crate) fn see_changed_objects(ann: &mut Facts) {
    if !std::mem::take(&mut ann.work.functions_ran) {
        return;
    }
    ann.work.changes += 1;
    let site = Site::NOWHERE;
    let containers = ann.known.list_of_host.keys().chain(ann.known.dict_of_host.keys());
    let mut containers: Vec<HostRef> = containers.copied().collect();
    containers.sort();
    for r in containers {
        let done = see_items(ann, site, r);
        let _ = noted::permanent(ann, done);
    }
    let classes: Vec<ClassDefId> = ann.classdefs.keys().collect();
    for c in classes {
        let instances: Vec<HostRef> = ann.classdefs[c].instances.iter().copied().collect();
        for r in instances {
            for (name, _) in hv::instance_attrs(&ann.host, r) {
                let done = see_attribute(ann, site, c, &name, r);
                let _ = noted::permanent(ann, done);
            }
        }
    }
}

fn see_items(ann: &mut Facts, site: Site, r: HostRef) -> AResult<()> {
    if let Some(&l) = ann.known.list_of_host.get(&r) {
        let View::List(items) = hv::view(&ann.host, r) else { return Ok(()) };
        for i in items {
            let s = item(ann, site, i, "list")?;
            ann.generalize_list(site, l, &s)?;
        }
        return Ok(());
    }
    let Some(&d) = ann.known.dict_of_host.get(&r) else { return Ok(()) };
    // An r_dict keeps its keys wrapped.
    let own = hv::instance_attr(&ann.host, r, "_dict");
    match hv::view(&ann.host, own.unwrap_or(r)) {
        View::Set(items, _) => {
            for i in items {
                let s = item(ann, site, i, "set")?;
                ann.generalize_key(site, d, &s)?;
            }
        }
        View::Dict(items) => {
            for (k, v) in items {
                let wrapped = own.and_then(|_| hv::instance_attr(&ann.host, k, "key"));
                let k = item(ann, site, wrapped.unwrap_or(k), "dict")?;
                ann.generalize_key(site, d, &k)?;
                let v = item(ann, site, v, "dict")?;
                ann.generalize_value(site, d, &v)?;
            }
        }
        _ => {}
    }
    Ok(())
}

fn item(ann: &mut Facts, site: Site, r: HostRef, what: &str) -> AResult {
    let note = |e: AnnError| e.note(format!("seen as an item of a prebuilt {what}"));
    ann.immutablevalue(site, r).map_err(note)
}

fn see_attribute(
    ann: &mut Facts,
    site: Site,
    c: ClassDefId,
    name: &Rc<str>,
    r: HostRef,
) -> AResult<()> {
    let src = AttrSource::Instance(r);
    let noted = ann.classdefs[c].attr_sources.get(name).is_some_and(|s| s.contains(&src));
    let known = ann.class_mro(c).into_iter().any(|c| ann.classdefs[c].attrs.contains_key(name));
    if known || !noted { classdef::add_attr_source(ann, site, c, name, src) } else { Ok(()) }
}
