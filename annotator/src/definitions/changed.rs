//! Prebuilt objects that were changed after the annotator saw them: functions run while the program is annotated (those
//! with `@specialize.memo()`, methods `_cleanup_`), and may fill tables of the program.

use crate::Site;
use crate::definitions::classdef::AttrSource;
use crate::hostview::{self as hv, View};
use crate::{AResult, AnnError, Annotator, ClassDefId};
use flowspace::host::HostRef;
use std::rc::Rc;

impl Annotator {
    /// If functions have run at translation time: sees the containers and instances that are known again.
    pub(crate) fn see_changed_objects(&mut self) {
        if !std::mem::take(&mut self.work.functions_ran) {
            return;
        }
        self.work.changes += 1;
        let site = Site::NOWHERE;
        let containers = self.known.list_of_host.keys().chain(self.known.dict_of_host.keys());
        let mut containers: Vec<HostRef> = containers.copied().collect();
        containers.sort();
        for r in containers {
            let done = self.see_items(site, r);
            let _ = self.permanent(done);
        }
        let classes: Vec<ClassDefId> = self.classdefs.keys().collect();
        for c in classes {
            let instances: Vec<HostRef> = self.classdefs[c].instances.iter().copied().collect();
            for r in instances {
                for (name, _) in hv::instance_attrs(&self.host, r) {
                    let done = self.see_attribute(site, c, &name, r);
                    let _ = self.permanent(done);
                }
            }
        }
    }

    fn see_items(&mut self, site: Site, r: HostRef) -> AResult<()> {
        if let Some(&l) = self.known.list_of_host.get(&r) {
            let View::List(items) = hv::view(&self.host, r) else { return Ok(()) };
            for i in items {
                let s = self.item(site, i, "list")?;
                self.generalize_list(site, l, &s)?;
            }
            return Ok(());
        }
        let Some(&d) = self.known.dict_of_host.get(&r) else { return Ok(()) };
        // An r_dict keeps its keys wrapped.
        let own = hv::instance_attr(&self.host, r, "_dict");
        match hv::view(&self.host, own.unwrap_or(r)) {
            View::Set(items, _) => {
                for i in items {
                    let s = self.item(site, i, "set")?;
                    self.generalize_key(site, d, &s)?;
                }
            }
            View::Dict(items) => {
                for (k, v) in items {
                    let wrapped = own.and_then(|_| hv::instance_attr(&self.host, k, "key"));
                    let k = self.item(site, wrapped.unwrap_or(k), "dict")?;
                    self.generalize_key(site, d, &k)?;
                    let v = self.item(site, v, "dict")?;
                    self.generalize_value(site, d, &v)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn item(&mut self, site: Site, r: HostRef, what: &str) -> AResult {
        let note = |e: AnnError| e.note(format!("seen as an item of a prebuilt {what}"));
        self.immutablevalue(site, r).map_err(note)
    }

    fn see_attribute(
        &mut self,
        site: Site,
        c: ClassDefId,
        name: &Rc<str>,
        r: HostRef,
    ) -> AResult<()> {
        let src = AttrSource::Instance(r);
        let noted = self.classdefs[c].attr_sources.get(name).is_some_and(|s| s.contains(&src));
        let known =
            self.class_mro(c).into_iter().any(|c| self.classdefs[c].attrs.contains_key(name));
        if known || !noted { self.add_attr_source(site, c, name, src) } else { Ok(()) }
    }
}
