//! Classes as values: `isinstance` and `issubclass` with classes that are known at run time only.

use crate::definitions::desc::DescKind;
use crate::prelude::*;
use flowspace::host::call;

impl Annotator {
    /// Whether all instances of a class have an attribute, or none has; `None` if that depends on the instance. By
    /// the sources: class attributes, and what an `__init__` sets.
    pub(crate) fn always_has_attr(
        &mut self,
        site: Site,
        class: ClassDefId,
        name: &str,
    ) -> Option<bool> {
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
        let families = self.declared_families(class);
        let other = self.user_classes(site).into_iter().any(|c| {
            families.iter().any(|f| self.host.is_subclass(c, *f))
                && (sets(self, c, false)
                    || hv::class_dict(&self.host, c).iter().any(|(n, _)| **n == *name))
        });
        if other || self.find_attr(class, name).is_some() { None } else { Some(false) }
    }

    /// Of several such tests the last of the program's own is shown.
    fn note_attr_test(&mut self, site: Site, class: ClassDefId, name: &str) {
        let rank = |a: &Self, s: flowmodel::diag::Span| (!a.in_library(s), s.file, s.start);
        let (key, span) = ((class, name.into()), site.span);
        let known = self.reports.attr_tests.get(&key);
        if known.is_none_or(|known| rank(self, span) > rank(self, *known)) {
            self.reports.attr_tests.insert(key, span);
        }
    }

    /// After the fixpoint: tests that the sources decided, but `setattr` with a computed name sets such an attribute.
    pub(crate) fn check_attr_tests(&mut self) {
        for ((class, name), span) in std::mem::take(&mut self.reports.attr_tests) {
            let related =
                |c: ClassDefId| self.is_subclassdef(c, class) || self.is_subclassdef(class, c);
            let set =
                self.reports.computed_attrs.iter().find(|((c, n), _)| *n == name && related(*c));
            let Some((_, at)) = set else { continue };
            let owner = &self.classdefs[class].name;
            let e = flowmodel::diag::Diagnostic::error(
                "attribute-test",
                format!(
                    "hasattr() on instances of {owner}: whether '{name}' is there depends on what was done to it"
                ),
                span,
            );
            self.reports.permanent_errors.push(
                e.label(*at, "it is set here, by a name that is computed")
                    .note("give the class a default for the attribute"),
            );
        }
    }

    /// The type of the values of a kind, if it is a built-in one.
    pub(crate) fn builtin_type_of(&self, kind: &Kind) -> Option<flowmodel::HostRef> {
        let t = &self.host.types;
        Some(match kind {
            Kind::Bool => t.bool,
            Kind::Integer { unsigned: false, size: IntSize::Word, .. } => t.int,
            Kind::Float => t.float,
            Kind::Char | Kind::String { can_be_none: false, .. } => t.str,
            Kind::UniChar | Kind::Unicode { can_be_none: false, .. } => t.unicode,
            Kind::Tuple(_) => t.tuple,
            Kind::List(l) if self.list_def(*l).star => t.tuple,
            _ => return None,
        })
    }

    /// An operation on a known class that is defined by its metaclass, say iteration over an enumeration.
    pub(crate) fn metaclass_op(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let method = match op.op {
            HlOp::Iter => "__iter__",
            HlOp::Len => "__len__",
            HlOp::GetItem => "__getitem__",
            HlOp::Contains => "__contains__",
            HlOp::SimpleCall => "__call__",
            _ => return None,
        };
        let s = &args[0];
        let class = match s.kind {
            Kind::Pbc { .. } => s.const_host().filter(|h| self.host.class(*h).is_some())?,
            _ => return None,
        };
        let meta = self.host.class_of(class);
        if hv::is_builtin_class(&self.host, meta) {
            return None;
        }
        let (_, f) = self.find_method(meta, method)?;
        if self.is_plain_enum(class, &hv::class_mro(&self.host, class)) {
            return Some(self.plain_enum_op(site, method, class, args));
        }
        let r = self.bound_function(site, f, class).and_then(|d| {
            let m = self.pbc(vec![d], false);
            let operands: Vec<_> = args.iter().enumerate().skip(1).collect();
            self.call_on(site, &m, &operands)
        });
        Some(r)
    }

    /// The same of an enumeration whose members are numbers or strings at run time.
    fn plain_enum_op(
        &mut self,
        site: Site,
        method: &str,
        class: flowmodel::HostRef,
        args: &[SomeValue],
    ) -> AResult {
        let factory = format!("make_{}", method.trim_matches('_'));
        let f = self.made_by(site, "enums", &factory, class)?;
        let f = self.immutablevalue(site, f)?;
        let operands: Vec<_> = args.iter().enumerate().skip(1).collect();
        self.call_on(site, &f, &operands)
    }

    /// The topmost classes, as they are declared, of the families that instances of a class belong to.
    fn declared_families(&self, class: ClassDefId) -> Vec<flowmodel::HostRef> {
        let mro = self.class_mro(class);
        let own = mro.iter().rev().skip(1).find(|c| !self.is_meeting_base(**c));
        let mut families = self.families_among_closures(class);
        families.extend(own);
        families.into_iter().map(|c| self.classdefs[c].host).collect()
    }

    /// `hasattr(s, name)`
    pub(crate) fn has_attr(&mut self, site: Site, s: &SomeValue, name: &str) -> AResult {
        match &s.kind {
            Kind::Pbc { descs, .. } if descs.iter().all(|d| self.desc_const(*d).is_some()) => {
                let descs = descs.clone();
                let has = |a: &mut Annotator, d: &DescId| match a.desc_const(*d) {
                    Some(HlConst::Host(h)) => hv::getattr(&mut a.host, h, name).is_some(),
                    _ => false,
                };
                let yes: Vec<DescId> = descs.iter().copied().filter(|d| has(self, d)).collect();
                self.among_descs(site, s, &descs, &yes)
            }
            Kind::Instance { class, .. } => {
                let class = *class;
                let sure = hv::class_lookup(&self.host, self.classdefs[class].host, name).is_some();
                if !sure {
                    self.note_attr_test(site, class, name);
                }
                match self.always_has_attr(site, class, name) {
                    Some(true) => self.unless_none(site, s),
                    Some(false) if !name.starts_with("__") && self.has_special(site, class, "__getattr__") => {
                        let f = self.made_function(site, "make_hasattr", &[name])?;
                        self.call_test(site, f, s)
                    }
                    Some(false) => Ok(SomeValue::bool_const(false)),
                    None => match self.classes_with_attr(site, class, name) {
                        Some(classes) => self.instance_of_any(site, s, classes),
                        None => Err(self
                            .error(site,
                                "attribute-test",
                                format!(
                                    "hasattr() on {}: whether '{name}' is there depends on what was done to it",
                                    self.show(s)
                                ),
                            )
                            .note("give the class a default for the attribute")),
                    },
                }
            }
            Kind::None_ => Ok(SomeValue::bool_const(false)),
            Kind::List(_)
            | Kind::Dict(_)
            | Kind::Set(_)
            | Kind::Deque(_)
            | Kind::String { .. }
            | Kind::Char
            | Kind::Unicode { .. }
            | Kind::UniChar
            | Kind::Integer { .. }
            | Kind::Bool
            | Kind::Float => {
                if builtins::has_method(self, s, name) {
                    self.unless_none(site, s)
                } else {
                    Ok(SomeValue::bool_const(false))
                }
            }
            _ => Err(self
                .error(site, "attribute-test", format!("hasattr() on {}", self.show(s)))
                .note("use an attribute that is always there")),
        }
    }

    /// `callable(s)`
    pub(crate) fn is_callable(&mut self, site: Site, s: &SomeValue) -> AResult {
        match &s.kind {
            Kind::Pbc { descs, .. } => {
                let descs = descs.clone();
                let yes = |a: &Annotator, d: &DescId| match a.descs[*d].kind {
                    DescKind::Frozen { host } => call::is_callable(&a.host, host),
                    _ => true,
                };
                let yes: Vec<DescId> = descs.iter().copied().filter(|d| yes(self, d)).collect();
                self.among_descs(site, s, &descs, &yes)
            }
            Kind::Instance { class, .. } => {
                let class = *class;
                let host = self.classdefs[class].host;
                if self.find_method(host, "__call__").is_some() || self.is_closure_class(class) {
                    return self.unless_none(site, s);
                }
                if !self.has_special(site, class, "__call__") {
                    return Ok(SomeValue::bool_const(false));
                }
                let mut classes = self.user_classes(site);
                classes.retain(|c| self.find_method(*c, "__call__").is_some());
                self.instance_of_any(site, s, classes)
            }
            Kind::Type(_) | Kind::Builtin(_) | Kind::BuiltinMethod { .. } | Kind::WeakRef(_) => {
                self.unless_none(site, s)
            }
            _ => Ok(SomeValue::bool_const(false)),
        }
    }

    /// True unless the value is None: the operand of the current operation, a call of a built-in function.
    fn unless_none(&mut self, site: Site, s: &SomeValue) -> AResult {
        if !s.can_be_none() {
            return Ok(SomeValue::bool_const(true));
        }
        self.call_library_on(site, "objects", "is_something", &[(1, s)])
    }

    /// Whether the value is one of some prebuilt objects out of those that it may be.
    fn among_descs(
        &mut self,
        site: Site,
        s: &SomeValue,
        all: &[DescId],
        yes: &[DescId],
    ) -> AResult {
        if yes.is_empty() {
            return Ok(SomeValue::bool_const(false));
        }
        if yes.len() == all.len() {
            return self.unless_none(site, s);
        }
        let mut items = vec![];
        for d in yes {
            match self.desc_const(*d) {
                Some(HlConst::Host(h)) => items.push(h),
                _ => return Err(self.error(site, "unsupported", "a test of several methods")),
            }
        }
        let f = self.made_of_objects(site, "make_is_one_of", items)?;
        self.call_test(site, f, s)
    }

    /// Whether the value, an instance, is one of one of these classes.
    fn instance_of_any(
        &mut self,
        site: Site,
        s: &SomeValue,
        classes: Vec<flowmodel::HostRef>,
    ) -> AResult {
        let f = self.made_of_objects(site, "make_is_instance", classes)?;
        self.call_test(site, f, s)
    }

    fn call_test(&mut self, site: Site, f: SomeValue, s: &SomeValue) -> AResult {
        self.call_on(site, &f, &[(1, s)])
    }

    /// The classes below `class` (which lacks it) whose instances always have an attribute; `None` if others may get
    /// it, too.
    fn classes_with_attr(
        &mut self,
        site: Site,
        class: ClassDefId,
        name: &str,
    ) -> Option<Vec<flowmodel::HostRef>> {
        let host = self.classdefs[class].host;
        let users = self.user_classes(site);
        let by_init = |a: &Annotator, c: flowmodel::HostRef| {
            hv::class_dict(&a.host, c)
                .iter()
                .any(|(n, f)| &**n == "__init__" && hv::stores_attr(&a.host, *f, name))
        };
        let has = |a: &Annotator, c: flowmodel::HostRef| {
            hv::class_lookup(&a.host, c, name).is_some()
                || hv::class_mro(&a.host, c).iter().any(|c| by_init(a, *c))
        };
        let tops: Vec<_> = match self.families_among_closures(class) {
            f if f.is_empty() => vec![host],
            f => f.into_iter().map(|c| self.classdefs[c].host).collect(),
        };
        let below: Vec<_> = users
            .iter()
            .copied()
            .filter(|c| tops.iter().any(|t| self.host.is_subclass(*c, *t)))
            .collect();
        let (with, without): (Vec<_>, Vec<_>) = below.into_iter().partition(|c| has(self, *c));
        // Their own methods, and those that they inherit, do not set it, and nobody does from outside.
        let own = |c: &flowmodel::HostRef| {
            hv::class_mro(&self.host, *c).iter().any(|c| {
                hv::class_dict(&self.host, *c)
                    .iter()
                    .any(|(_, f)| hv::stores_attr(&self.host, *f, name))
            })
        };
        if without.iter().any(own) || hv::stored_from_outside(&self.host, name) {
            return None;
        }
        Some(with)
    }

    /// An attribute that no instance of the class has, if the class has a `__getattr__`.
    pub(crate) fn special_getattr(
        &mut self,
        site: Site,
        s: &SomeValue,
        class: ClassDefId,
        name: &str,
    ) -> Option<AResult> {
        if name.starts_with("__") || !self.has_special(site, class, "__getattr__") {
            return None;
        }
        match self.always_has_attr(site, class, name) {
            Some(true) => None,
            Some(false) => {
                let h = self.host.str(name);
                let arg = (crate::definitions::prebuilt::atom_annotation(&self.host.to_const(h)), crate::ArgSource::Default(h));
                let shape = crate::CallShape { pos: 1, ..Default::default() };
                let args = crate::CallArgs { positional: vec![arg], keywords: vec![], shape };
                Some(self.call_special_args(site, s, "__getattr__", args))
            }
            None => Some(Err(self.error(site,
                "unsupported",
                format!(
                    "attribute '{name}', which only some instances of {} have, with a __getattr__ method",
                    self.classdefs[class].name
                ),
            ))),
        }
    }

    /// Definitions of the classes that a value may be: the class of an instance, or one of several. With subclasses?
    fn class_values(
        &mut self,
        site: Site,
        s: &SomeValue,
    ) -> Option<AResult<(Vec<ClassDefId>, bool)>> {
        match &s.kind {
            Kind::Type(c) if s.konst.is_none() => Some(Ok((vec![*c], true))),
            Kind::Pbc { descs, .. } if s.konst.is_none() => {
                let descs = descs.clone();
                if descs.iter().any(|d| self.descs[*d].as_class().is_none()) {
                    return None;
                }
                let defs: AResult<Vec<_>> =
                    descs.iter().map(|d| self.classdef_of(site, *d)).collect();
                Some(defs.map(|d| (d, false)))
            }
            _ => None,
        }
    }

    /// A test for a class known at run time only knows the primary bases of classes.
    fn no_heirs(&mut self, site: Site, classes: &[ClassDefId]) -> AResult<()> {
        for c in classes {
            let host = self.classdefs[*c].host;
            if let Some(h) = self.heirs_of(site, host).first() {
                let (c, h) = (self.classdefs[*c].name.clone(), hv::class_name(&self.host, *h));
                return Err(self
                    .error(
                        site,
                        "unsupported",
                        format!("a test for class {c}, which is known at run time only"),
                    )
                    .note(format!("{c} is not the first base of {h}: test for it as a constant")));
            }
        }
        Ok(())
    }

    /// Of the classes that a variable may be, those that an instance of `class` may have as a base, but not by first bases only.
    fn inherited_behind(
        &mut self,
        site: Site,
        variable: &[ClassDefId],
        class: ClassDefId,
    ) -> Vec<flowmodel::HostRef> {
        let tops: Vec<_> = variable.iter().map(|c| self.classdefs[*c].host).collect();
        let mut found = vec![];
        for c in self.user_classes(site) {
            let heirs = match tops.iter().any(|t| self.host.is_subclass(c, *t)) {
                true => self.heirs_of(site, c),
                false => vec![],
            };
            // (a class without a definition has no instances)
            let is_heir = heirs
                .iter()
                .filter_map(|h| self.classdef_of_host(*h))
                .any(|h| self.is_subclassdef(h, class) || self.is_subclassdef(class, h));
            if is_heir {
                found.push(c);
            }
        }
        found
    }

    /// Whether a test that is annotated is the one of a library function that has looked at other bases itself.
    fn tests_first_bases(&self, site: Site) -> bool {
        site.position.is_some_and(|p| match &self.descs[self.graphs[p.graph].desc].kind {
            crate::DescKind::Function(f) => {
                hv::func_attr(&self.host, f.host, "_first_bases_").is_some()
            }
            _ => false,
        })
    }

    /// `isinstance(x, C)` with a class C that is no constant.
    pub(crate) fn isinstance_of_variable(
        &mut self,
        site: Site,
        op: &Op,
        args: &[SomeValue],
    ) -> Option<AResult> {
        let (classes, _) = match self.class_values(site, &args[1])? {
            Ok(c) => c,
            Err(e) => return Some(Err(e)),
        };
        let Kind::Instance { class, .. } = args[0].kind else {
            return Some(Ok(SomeValue::bool_const(false)));
        };
        let inherited = self.inherited_behind(site, &classes, class);
        if !inherited.is_empty() && !self.tests_first_bases(site) {
            return Some((|| {
                let f = self.made_of_objects(site, "make_is_instance_of_variable", inherited)?;
                self.call_on(site, &f, &[(0, &args[0]), (1, &args[1])])
            })());
        }
        // True for an instance of the common base of the classes at least.
        let base = classes.iter().skip(1).fold(classes[0], |b, c| self.common_base(b, *c));
        if !classes.iter().any(|c| self.is_subclassdef(*c, class) || self.is_subclassdef(class, *c))
        {
            return Some(Ok(SomeValue::bool_const(false)));
        }
        if let Some(v) = var(op, 0) {
            let c = if self.is_subclassdef(base, class) { base } else { class };
            let k = Knowledge { if_true: vec![(v, SomeValue::instance(c))], if_false: vec![] };
            self.learn(site, op, k);
        }
        Some(Ok(SomeValue::BOOL))
    }

    /// `issubclass(x, C)` with a class C that is no constant.
    pub(crate) fn issubclass_of_variable(
        &mut self,
        site: Site,
        args: &[SomeValue],
    ) -> Option<AResult> {
        match self.class_values(site, &args[1])? {
            Ok((classes, _)) => {
                if let Err(e) = self.no_heirs(site, &classes) {
                    return Some(Err(e));
                }
            }
            Err(e) => return Some(Err(e)),
        }
        let class = matches!(&args[0].kind, Kind::Type(_))
            || matches!(&args[0].kind, Kind::Pbc { descs, .. }
                if descs.iter().all(|d| self.descs[*d].as_class().is_some()));
        class.then_some(Ok(SomeValue::BOOL))
    }
}
