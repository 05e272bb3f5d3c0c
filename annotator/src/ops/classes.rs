//! Classes as values: `isinstance` and `issubclass` with classes that are known at run time only.

use super::*;

impl Annotator {
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
