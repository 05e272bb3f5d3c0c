//! Classes as values: `isinstance` and `issubclass` with classes that are known at run time only.

use super::*;

impl Annotator {
    /// Whether all instances of a class have an attribute, or none has; `None` if that depends on the instance. By
    /// the sources: class attributes, and what an `__init__` sets.
    pub(crate) fn always_has_attr(&mut self, class: ClassDefId, name: &str) -> Option<bool> {
        let host = self.classdefs[class].host;
        let sets = |a: &Annotator, c: flowmodel::HostRef, only_init: bool| {
            hv::class_dict(&a.host, c).iter().any(|(n, f)| {
                (!only_init || &**n == "__init__") && hv::stores_attr(&a.host, *f, name)
            })
        };
        if hv::class_lookup(&self.host, host, name).is_some() {
            return Some(true);
        }
        let mro = hv::class_mro(&self.host, host);
        if mro.iter().any(|c| sets(self, *c, true)) {
            return Some(true);
        }
        let family = self.family_class(class);
        let family = self.classdefs[family].host;
        let other = self.user_classes().into_iter().any(|c| {
            self.host.is_subclass(c, family)
                && (sets(self, c, false)
                    || hv::class_dict(&self.host, c).iter().any(|(n, _)| **n == *name))
        });
        if other || self.find_attr(class, name).is_some() { None } else { Some(false) }
    }

    /// Definitions of the classes that a value may be: the class of an instance, or one of several. With subclasses?
    fn class_values(&mut self, s: &SomeValue) -> Option<AResult<(Vec<ClassDefId>, bool)>> {
        match &s.kind {
            Kind::Type(c) if s.konst.is_none() => Some(Ok((vec![*c], true))),
            Kind::Pbc { descs, .. } if s.konst.is_none() => {
                let descs = descs.clone();
                if descs.iter().any(|d| self.descs[*d].as_class().is_none()) {
                    return None;
                }
                let defs: AResult<Vec<_>> = descs.iter().map(|d| self.classdef_of(*d)).collect();
                Some(defs.map(|d| (d, false)))
            }
            _ => None,
        }
    }

    /// `isinstance(x, C)` with a class C that is no constant.
    pub(super) fn isinstance_of_variable(
        &mut self,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let (classes, _) = match self.class_values(&args[1])? {
            Ok(c) => c,
            Err(e) => return Some(Err(e)),
        };
        let Kind::Instance { class, .. } = args[0].kind else {
            return Some(Ok(SomeValue::bool_const(false)));
        };
        // True for an instance of the common base of the classes at least.
        let base = classes.iter().skip(1).fold(classes[0], |b, c| self.common_base(b, *c));
        if !classes.iter().any(|c| self.is_subclassdef(*c, class) || self.is_subclassdef(class, *c))
        {
            return Some(Ok(SomeValue::bool_const(false)));
        }
        if let Some(v) = var(op, 0) {
            let c = if self.is_subclassdef(base, class) { base } else { class };
            let k = Knowledge { if_true: vec![(v, SomeValue::instance(c))], if_false: vec![] };
            self.learn(op, k);
        }
        Some(Ok(SomeValue::BOOL))
    }

    /// `issubclass(x, C)` with a class C that is no constant.
    pub(super) fn issubclass_of_variable(&mut self, args: &[SomeValue]) -> Option<AResult> {
        if let Err(e) = self.class_values(&args[1])? {
            return Some(Err(e));
        }
        let class = matches!(&args[0].kind, Kind::Type(_))
            || matches!(&args[0].kind, Kind::Pbc { descs, .. }
                if descs.iter().all(|d| self.descs[*d].as_class().is_some()));
        class.then_some(Ok(SomeValue::BOOL))
    }
}
