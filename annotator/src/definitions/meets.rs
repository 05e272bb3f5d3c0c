//! Classes that the flow space makes (closures, generators): those whose instances meet in a variable
//! get a common base class then, and plain functions and bound methods that meet closures are wrapped.
//!
//! So a call through a variable reaches only what can be in that variable, not all closures of the
//! program. Only the annotator's class definitions are changed, not the host classes.

use crate::Site;
use crate::definitions::classdef::AttrSource;
use crate::definitions::desc::{DescKind, Signature};
use crate::hostview as hv;
use crate::model::*;
use crate::reports::errors::AnnError;
use crate::{AResult, Annotator};
use flowmodel::HostRef;
use indexmap::IndexSet;
use std::rc::Rc;

/// A class of objects that stand for a function or bound method where closures may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adaptor {
    pub class: ClassDefId,
    /// The one object for a function; objects for bound methods are made at run time.
    pub instance: Option<HostRef>,
}

/// Attribute of an adaptor with the object of its bound method.
pub const BOUND_TO: &str = "bound_to";

impl Annotator {
    /// The sort of a class made by the flow space: only those of one sort meet.
    pub(crate) fn meeting_sort(&self, c: ClassDefId) -> Option<Rc<str>> {
        let host = self.classdefs[c].host;
        hv::class_lookup(&self.host, host, flowspace::flow::MEETS)
            .and_then(|t| hv::text(&self.host, t))
    }

    /// Whether instances of the class are closures.
    pub fn is_closure_class(&self, c: ClassDefId) -> bool {
        self.meeting_sort(c).is_some_and(|s| &*s == "closure")
    }

    /// Whether instances of the class are generators.
    pub(crate) fn is_generator_class(&self, c: ClassDefId) -> bool {
        self.meeting_sort(c).is_some_and(|s| &*s == "generator")
    }

    /// Whether an attribute of it is what a generator keeps between `next` and `next`: without a value, if the `yield` that
    /// would store it is never reached.
    pub(crate) fn is_kept_by_generator(&self, s: &SomeValue) -> bool {
        matches!(s.kind, Kind::Instance { class, .. } if self.is_generator_class(class))
    }

    /// At a fixpoint: generators that use what `yield` gives back, and to which nothing is ever sent.
    pub(crate) fn settle_generators(&mut self) {
        let name: Rc<str> = "g_sent".into();
        let silent = |c: &crate::ClassDef| {
            c.attrs.get(&name).is_some_and(|a| a.s_value.is_impossible() && !a.readers.is_empty())
        };
        let found: Vec<ClassDefId> =
            self.classdefs.iter().filter(|(_, c)| silent(c)).map(|(id, _)| id).collect();
        for c in found {
            let r = self.generalize_attr(Site::NOWHERE, c, &name, SomeValue::NONE);
            let _ = self.permanent(r);
        }
    }

    /// The common base of two classes whose instances meet. `None` if they cannot meet (or, when
    /// `pure`, have not met).
    pub(crate) fn meet(
        &mut self,
        site: Site,
        a: ClassDefId,
        b: ClassDefId,
        pure: bool,
    ) -> AResult<Option<ClassDefId>> {
        let sort = match (self.sort_to_meet(a), self.sort_to_meet(b)) {
            (Some(x), Some(y)) if x == y => x,
            _ => return Ok(None),
        };
        let (ra, rb) = (self.family_class(a), self.family_class(b));
        if ra == rb {
            return Ok(Some(self.common_base(a, b)));
        }
        if pure || self.completed {
            return Ok(None);
        }
        let (top, rest) = match (self.is_meeting_base(ra), self.is_meeting_base(rb)) {
            (true, _) => (ra, vec![rb]),
            (_, true) => (rb, vec![ra]),
            _ => {
                let host = flowspace::flow::meeting_class(&mut self.host, &sort)
                    .map_err(AnnError::Error)?;
                let d = self.class_desc(site, host)?;
                (self.classdef_of(site, d)?, vec![ra, rb])
            }
        };
        for c in rest {
            self.move_class(site, c, top)?;
        }
        Ok(Some(self.common_base(a, b)))
    }

    /// The sort of classes that a class may meet: closures, also for a class of the program with a `__call__`.
    fn sort_to_meet(&self, c: ClassDefId) -> Option<Rc<str>> {
        let own = self.meeting_sort(c);
        if own.is_some() || !self.is_own_callable(c) { own } else { Some("closure".into()) }
    }

    /// Whether instances of a class of the program can be called, and may meet closures.
    pub(crate) fn is_own_callable(&self, c: ClassDefId) -> bool {
        let host = self.classdefs[c].host;
        self.meeting_sort(c).is_none()
            && self.classdefs[c].base.is_some()
            && !hv::is_exception_class(&self.host, host)
            && self.find_method(host, "__call__").is_some()
    }

    /// Families of the program's own classes that met closures below this class.
    pub(crate) fn families_among_closures(&self, c: ClassDefId) -> Vec<ClassDefId> {
        if !self.is_meeting_base(c) {
            return vec![];
        }
        let subdefs = self.classdefs[c].subdefs.iter().copied();
        subdefs.filter(|s| self.meeting_sort(*s).is_none()).collect()
    }

    /// Whether the class was made by [`Annotator::meet`].
    pub(crate) fn is_meeting_base(&self, c: ClassDefId) -> bool {
        &*self.classdefs[c].name == flowspace::flow::MEETING_BASE && self.meeting_sort(c).is_some()
    }

    /// Puts a class (with its subclasses) below another one that had nothing to do with it.
    fn move_class(&mut self, site: Site, c: ClassDefId, base: ClassDefId) -> AResult<()> {
        if let Some(old) = self.classdefs[c].base {
            self.classdefs[old].subdefs.retain(|s| *s != c);
        }
        self.classdefs[c].base = Some(base);
        self.classdefs[base].subdefs.push(c);
        self.work.changes += 1;
        for p in self.adaptor_readers.clone() {
            self.reflow(p);
        }
        if self.meeting_sort(c).is_none() {
            // Which special methods instances of the base may have was asked without this family.
            self.reflow_all();
        }
        // An attribute stands at one level of each path.
        for level in self.class_mro(base) {
            let names: Vec<Rc<str>> = self.classdefs[level].attrs.keys().cloned().collect();
            for name in names {
                self.lift_attr(site, c, level, &name)?;
            }
        }
        Ok(())
    }

    /// Joins what `c` and its subclasses know of an attribute to its definition at `level`.
    fn lift_attr(
        &mut self,
        site: Site,
        c: ClassDefId,
        level: ClassDefId,
        name: &Rc<str>,
    ) -> AResult<()> {
        let mut values = vec![];
        let mut sources: Vec<(ClassDefId, AttrSource)> = vec![];
        let mut readers = IndexSet::new();
        for sub in self.all_subdefs(c) {
            if let Some(a) = self.classdefs[sub].attrs.shift_remove(name) {
                let at = self.classdefs[level].attrs.get_mut(name).expect("attribute");
                at.readonly &= a.readonly;
                at.origins.extend(a.origins);
                for (p, through) in a.readers {
                    self.add_reader(level, name, p, through);
                    readers.insert(p);
                }
                values.push(a.s_value);
            }
            if let Some(v) = self.classdefs[sub].attr_sources.shift_remove(name) {
                sources.extend(v.into_iter().map(|s| (sub, s)));
            }
        }
        for s in values {
            self.attr_join(site, level, name, s)?;
        }
        for (from, src) in sources {
            self.attr_add_constant(site, level, name, from, src)?;
        }
        for p in readers {
            self.reflow(p);
        }
        Ok(())
    }

    /// The class of closures that functions or bound methods belong to when they meet instances of `class`.
    pub(crate) fn meet_callables(
        &mut self,
        site: Site,
        class: ClassDefId,
        descs: &[DescId],
        pure: bool,
    ) -> AResult<Option<ClassDefId>> {
        if !self.is_closure_class(class) && !self.is_own_callable(class) {
            return Ok(None);
        }
        // All methods of one name that come together are wrapped in the same way.
        let same_method =
            |a: &Annotator, d: DescId, e: DescId| match (&a.descs[d].kind, &a.descs[e].kind) {
                (
                    DescKind::Method { this: Some(x), name: n, .. },
                    DescKind::Method { this: Some(y), name: m, .. },
                ) => n == m && a.classdefs[a.common_base(*x, *y)].base.is_some(),
                _ => false,
            };
        let functions = |d: &DescId| matches!(self.descs[*d].kind, DescKind::Function(_));
        if !pure && descs.iter().all(functions) {
            for d in &descs[1..] {
                self.merge_families(descs[0], *d);
            }
        }
        let mut common = class;
        for d in descs {
            let others = descs.iter().filter(|e| same_method(self, *d, **e));
            let shared = others.filter_map(|e| self.adaptors.get(e)).next().copied();
            if let (Some(s), DescKind::Method { this: Some(this), .. }) =
                (shared, &self.descs[*d].kind)
                && !pure
                && !self.completed
            {
                let this = SomeValue::instance(*this);
                self.generalize_attr(site, s.class, &BOUND_TO.into(), this)?;
                self.adaptors.entry(*d).or_insert(s);
            }
            let Some(a) = self.adaptor(site, *d, pure)? else { return Ok(None) };
            match self.meet(site, common, a.class, pure)? {
                Some(c) => common = c,
                None => return Ok(None),
            }
        }
        Ok(Some(common))
    }

    /// The class of closures for callables that cannot be told apart by one object: bound methods of different names or
    /// of unrelated classes, and methods together with functions. `None` for others.
    pub(crate) fn meet_as_closures(
        &mut self,
        site: Site,
        a: &[DescId],
        b: &[DescId],
        pure: bool,
    ) -> AResult<Option<ClassDefId>> {
        let method = |d: &DescId| match &self.descs[*d].kind {
            DescKind::Method { this: Some(this), name, .. } => Some((*this, name.clone())),
            _ => None,
        };
        let alike = match (method(&a[0]), method(&b[0])) {
            (None, None) => self.desc_sort(a[0]) == self.desc_sort(b[0]),
            (Some((c, n)), Some((d, m))) => {
                n == m && self.classdefs[self.common_base(c, d)].base.is_some()
            }
            _ => false,
        };
        if alike || !a.iter().chain(b).all(|d| self.can_be_closure(*d)) {
            return Ok(None);
        }
        let Some(first) = self.adaptor(site, a[0], pure)? else { return Ok(None) };
        let Some(c) = self.meet_callables(site, first.class, a, pure)? else { return Ok(None) };
        self.meet_callables(site, c, b, pure)
    }

    /// Whether a closure can stand for a prebuilt object.
    pub(crate) fn can_be_closure(&self, d: DescId) -> bool {
        match &self.descs[d].kind {
            DescKind::Function(_) => true,
            DescKind::Method { this, .. } => this.is_some(),
            DescKind::Class(c) => {
                let meta = self.host.class_of(c.host);
                hv::is_builtin_class(&self.host, meta)
                    || self.find_method(meta, "__call__").is_none()
            }
            DescKind::Frozen { host } => {
                self.find_method(self.host.class_of(*host), "__call__").is_some()
            }
        }
    }

    /// What a call of a class or frozen object calls: a function whose first parameter the call does not give. `None`:
    /// nothing that is written in the language.
    fn called_function(&self, d: DescId) -> Option<HostRef> {
        match &self.descs[d].kind {
            DescKind::Class(c) => {
                let new = self.find_method(c.host, "__new__");
                let f = new.or_else(|| self.find_method(c.host, "__init__"))?.1;
                match hv::class_attr(&self.host, f) {
                    hv::ClassAttr::Static(f) => Some(f),
                    _ => Some(f),
                }
            }
            DescKind::Frozen { host } => {
                Some(self.find_method(self.host.class_of(*host), "__call__")?.1)
            }
            _ => None,
        }
    }

    fn adaptor(&mut self, site: Site, d: DescId, pure: bool) -> AResult<Option<Adaptor>> {
        if let Some(a) = self.adaptors.get(&d) {
            return Ok(Some(*a));
        }
        if pure || self.completed {
            return Ok(None);
        }
        let adaptor = match &self.descs[d].kind {
            DescKind::Function(f) => {
                let f = f.info.clone();
                let skip = f.bound.is_some() as usize;
                let host =
                    self.adaptor_class("function_closure", "_target_", f.host, &f.signature, skip)?;
                let desc = self.class_desc(site, host)?;
                let class = self.classdef_of(site, desc)?;
                let instance = hv::call(&mut self.host, host, &[])
                    .map_err(|t| self.error(site, "internal", format!("adaptor: {t}")))?;
                Adaptor { class, instance: Some(instance) }
            }
            DescKind::Method { func, this: Some(this), name, .. } => {
                let (this, name) = (*this, name.clone());
                let Some(f) = self.descs[*func].as_function().map(|f| f.info.clone()) else {
                    return Ok(None);
                };
                let target = format!("self.{BOUND_TO}.{name}");
                let name = format!("{name}_closure");
                let host = self.adaptor_class(&name, &target, f.host, &f.signature, 1)?;
                let desc = self.class_desc(site, host)?;
                let class = self.classdef_of(site, desc)?;
                self.generalize_attr(site, class, &BOUND_TO.into(), SomeValue::instance(this))?;
                Adaptor { class, instance: None }
            }
            DescKind::Class(_) | DescKind::Frozen { .. } if self.can_be_closure(d) => {
                let (value, exception) = match &self.descs[d].kind {
                    DescKind::Class(c) => (c.host, hv::is_exception_class(&self.host, c.host)),
                    DescKind::Frozen { host } => (*host, false),
                    _ => return Ok(None),
                };
                let sig = match self.called_function(d) {
                    Some(f) => hv::signature(&self.host, f),
                    // A built-in exception takes anything, `object` nothing.
                    None => Signature {
                        varargs: exception.then(|| "args".into()),
                        ..Signature::default()
                    },
                };
                let skip = sig.npos.min(1);
                let host = self.adaptor_class("callable_closure", "_target_", value, &sig, skip)?;
                let desc = self.class_desc(site, host)?;
                let class = self.classdef_of(site, desc)?;
                let instance = hv::call(&mut self.host, host, &[])
                    .map_err(|t| self.error(site, "internal", format!("adaptor: {t}")))?;
                Adaptor { class, instance: Some(instance) }
            }
            _ => return Ok(None),
        };
        self.adaptors.insert(d, adaptor);
        for p in self.adaptor_readers.clone() {
            self.reflow(p);
        }
        Ok(Some(adaptor))
    }

    /// The class of an adaptor that calls `target` with the parameters of a signature.
    fn adaptor_class(
        &mut self,
        name: &str,
        target: &str,
        value: HostRef,
        sig: &Signature,
        skip: usize,
    ) -> AResult<HostRef> {
        let (mut params, mut args) = (String::new(), String::new());
        let mut defaults = vec![];
        let plain = |n: &str| n.chars().all(|c| c.is_alphanumeric() || c == '_');
        for (i, n) in sig.args.iter().enumerate().skip(skip) {
            let name = if plain(n) && **n != *"self" { n.to_string() } else { format!("p{i}_") };
            if i == sig.npos && sig.varargs.is_none() {
                params.push_str(", *");
            } else if i == sig.npos {
                params.push_str(", *rest_");
                args.push_str("*rest_, ");
            }
            params.push_str(&format!(", {name}"));
            if let Some((_, d)) = sig.defaults.iter().find(|d| d.0 == i) {
                params.push_str(&format!("=_defaults_[{}]", defaults.len()));
                defaults.push(*d);
            }
            match i < sig.npos {
                true => args.push_str(&format!("{name}, ")),
                false => args.push_str(&format!("{name}={name}, ")),
            }
        }
        if sig.varargs.is_some() && sig.args.len() <= sig.npos {
            params.push_str(", *rest_");
            args.push_str("*rest_, ");
        }
        if sig.kwargs.is_some() {
            params.push_str(", **named_");
            args.push_str("**named_");
        }
        let defaults = self.host.list(defaults);
        let text = |a: &mut Annotator, s: &str| a.host.str(s);
        let call = [
            text(self, name),
            text(self, target),
            value,
            text(self, &params),
            text(self, &args),
            defaults,
        ];
        flowspace::flow::call_support(&mut self.host, "make_adaptor", &call)
            .map_err(AnnError::Error)
    }

    /// The object that stands for a function where closures may be.
    pub fn function_adaptor(&self, d: DescId) -> Option<HostRef> {
        self.adaptors.get(&d)?.instance
    }

    /// The class of the objects that stand for a bound method where closures of class `want` may be.
    pub fn method_adaptor(&self, d: DescId, want: ClassDefId) -> Option<ClassDefId> {
        if let Some(a) = self.adaptors.get(&d).filter(|a| a.instance.is_none()) {
            return Some(a.class);
        }
        // The method bound to a base class was there too, and stood for both.
        let DescKind::Method { func, this: Some(this), name, .. } = &self.descs[d].kind else {
            return None;
        };
        let stands_for = |e: DescId| match &self.descs[e].kind {
            DescKind::Method { func: f, this: Some(t), name: n, .. } => {
                f == func && n == name && self.is_subclassdef(*this, *t)
            }
            _ => false,
        };
        self.adaptors
            .iter()
            .filter(|(e, a)| stands_for(**e) && self.is_subclassdef(a.class, want))
            .map(|(_, a)| a.class)
            .min()
    }
}
