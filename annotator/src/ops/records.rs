//! Named tuples: at run time they are instances of classes that `rlib/builtins/records.py` makes.

use super::*;
use flowmodel::HostRef;
use flowspace::host::{HostObj, Payload};

impl Annotator {
    /// What stands for a named tuple, or for the class of some.
    pub(super) fn record_of(&mut self, r: HostRef) -> Option<HostRef> {
        let (class, instance) = match self.host.obj(r) {
            HostObj::Class(_) => (r, false),
            HostObj::Instance(i) if matches!(i.payload, Payload::Value(_)) => (i.class, true),
            _ => return None,
        };
        if let Some(known) = self.records.get(&r) {
            return Some(*known);
        }
        if !self.is_named_tuple(class) {
            return None;
        }
        if instance {
            // What the class becomes tells which instances are such (`is_record`).
            self.record_of(class)?;
        }
        let factory = if instance { "record_instance" } else { "record_class" };
        let make = self.library_object("records", factory).ok()?;
        let made = hv::call(&mut self.host, make, &[r]).ok()?;
        self.records.insert(r, made);
        if instance {
            let fill = self.library_object("records", "fill_record").ok()?;
            hv::call(&mut self.host, fill, &[made, r]).ok()?;
        }
        Some(made)
    }

    fn is_named_tuple(&self, class: HostRef) -> bool {
        let tuple = self.host.types.tuple;
        !hv::is_builtin_class(&self.host, class)
            && self.host.is_subclass(class, tuple)
            && self.find_method(class, "_fields").is_some()
            && self.find_method(class, "_field_defaults").is_some()
    }

    /// Whether instances of the class stand for named tuples.
    pub(crate) fn is_record(&self, class: ClassDefId) -> bool {
        !self.records.is_empty()
            && hv::class_mro(&self.host, self.classdefs[class].host)
                .iter()
                .any(|c| self.records.values().any(|made| made == c))
    }

    /// `x[i]` of such an instance, with a known index.
    pub(super) fn record_item(&mut self, args: &[SomeValue]) -> Option<AResult> {
        let Kind::Instance { class, .. } = args[0].kind else { return None };
        let index = args[1].const_int()?;
        if !self.is_record(class) {
            return None;
        }
        let host = self.classdefs[class].host;
        let (_, fields) = self.find_method(host, "_fields")?;
        let names = hv::string_list(&self.host, fields);
        let index = if index < 0 { index + names.len() as i64 } else { index };
        let name = names.get(usize::try_from(index).ok()?)?;
        let name = self.host.str(name);
        let f = self.made_by("records", "make_item", name);
        Some(f.and_then(|f| self.immutablevalue(f)).and_then(|f| {
            let positional = vec![(args[0].clone(), crate::ArgSource::Operand(0))];
            let shape = crate::CallShape { pos: 1, ..Default::default() };
            let call = crate::CallArgs { positional, keywords: vec![], shape };
            self.call(&f, &call, Some(library::LIBRARY))
        }))
    }
}
