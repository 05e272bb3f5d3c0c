//! Classes that the flow space makes (closures, generators): those whose instances meet in a variable
//! get a common base class then, and plain functions and bound methods that meet closures are wrapped.
//!
//! So a call through a variable reaches only what can be in that variable, not all closures of the
//! program. Only the annotator's class definitions are changed, not the host classes.

use crate::definitions::bases;
use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::closures;
use crate::definitions::closures::BOUND_TO;
use crate::definitions::desc;
use crate::definitions::hierarchy;
use crate::definitions::noted;
use crate::hostview as hv;
use crate::model::again;
use crate::model::classdefs::AttrSource;
use crate::model::descs::{DescKind, Signature};
use crate::model::errors::{AResult, AnnError};
use crate::model::site::Site;
use crate::model::state::{Adaptor, Facts};
use crate::model::*;
use flowmodel::HostRef;
use flowspace::flow;
use indexmap::IndexSet;
use std::rc::Rc;

/// Finds, at a fixpoint, generators that use what `yield` gives back, and to which nothing is ever
/// sent.
pub(crate) fn settle_generators(ann: &mut Facts) {
    let name: Rc<str> = "g_sent".into();
    let silent = |c: &crate::ClassDef| {
        c.attrs.get(&name).is_some_and(|a| a.s_value.is_impossible() && !a.readers.is_empty())
    };
    let found: Vec<ClassDefId> =
        ann.classdefs.iter().filter(|(_, c)| silent(c)).map(|(id, _)| id).collect();
    for c in found {
        let r = classdef::generalize_attr(ann, Site::NOWHERE, c, &name, SomeValue::NONE);
        let _ = noted::permanent(ann, r);
    }
}

/// The common base of two classes whose instances meet. `None` if they cannot meet (or, when
/// `pure`, have not met).
pub(crate) fn meet(
    ann: &mut Facts,
    site: Site,
    a: ClassDefId,
    b: ClassDefId,
    pure: bool,
) -> AResult<Option<ClassDefId>> {
    let sort = match (sort_to_meet(ann, a), sort_to_meet(ann, b)) {
        (Some(x), Some(y)) if x == y => x,
        _ => return Ok(None),
    };
    let (ra, rb) = (hierarchy::family_class(ann, a), hierarchy::family_class(ann, b));
    if ra == rb {
        return Ok(Some(ann.common_base(a, b)));
    }
    if pure || ann.completed {
        return Ok(None);
    }
    let (top, rest) = match (closures::is_meeting_base(ann, ra), closures::is_meeting_base(ann, rb))
    {
        (true, _) => (ra, vec![rb]),
        (_, true) => (rb, vec![ra]),
        _ => {
            let host = flow::meeting_class(&mut ann.host, &sort).map_err(AnnError::Error)?;
            let d = class_descs::class_desc(ann, site, host)?;
            (classdef::classdef_of(ann, site, d)?, vec![ra, rb])
        }
    };
    for c in rest {
        move_class(ann, site, c, top)?;
    }
    Ok(Some(ann.common_base(a, b)))
}

/// The sort of classes that a class may meet: closures, also for a class of the program with a `__call__`.
fn sort_to_meet(ann: &Facts, c: ClassDefId) -> Option<Rc<str>> {
    let own = closures::meeting_sort(ann, c);
    if own.is_some() || !is_own_callable(ann, c) { own } else { Some("closure".into()) }
}

/// Says whether instances of a class of the program can be called, and may meet closures.
fn is_own_callable(ann: &Facts, c: ClassDefId) -> bool {
    let host = ann.classdefs[c].host;
    closures::meeting_sort(ann, c).is_none()
        && ann.classdefs[c].base.is_some()
        && !hv::is_exception_class(&ann.host, host)
        && bases::find_method(ann, host, "__call__").is_some()
}

/// Puts a class (with its subclasses) below another one that had nothing to do with it.
fn move_class(ann: &mut Facts, site: Site, c: ClassDefId, base: ClassDefId) -> AResult<()> {
    if let Some(old) = ann.classdefs[c].base {
        ann.classdefs[old].subdefs.retain(|s| *s != c);
    }
    ann.classdefs[c].base = Some(base);
    ann.classdefs[base].subdefs.push(c);
    ann.work.changes += 1;
    for p in ann.adaptor_readers.clone() {
        ann.reflow(p);
    }
    if closures::meeting_sort(ann, c).is_none() {
        // Which special methods instances of the base may have was asked without this family.
        again::reflow_all(ann);
    }
    // An attribute stands at one level of each path.
    for level in ann.class_mro(base) {
        let names: Vec<Rc<str>> = ann.classdefs[level].attrs.keys().cloned().collect();
        for name in names {
            lift_attr(ann, site, c, level, &name)?;
        }
    }
    Ok(())
}

/// Joins what `c` and its subclasses know of an attribute to its definition at `level`.
fn lift_attr(
    ann: &mut Facts,
    site: Site,
    c: ClassDefId,
    level: ClassDefId,
    name: &Rc<str>,
) -> AResult<()> {
    let mut values = vec![];
    let mut sources: Vec<(ClassDefId, AttrSource)> = vec![];
    let mut readers = IndexSet::new();
    for sub in hierarchy::all_subdefs(ann, c) {
        if let Some(a) = ann.classdefs[sub].attrs.shift_remove(name) {
            let at = ann.classdefs[level].attrs.get_mut(name).expect("attribute");
            at.readonly &= a.readonly;
            at.origins.extend(a.origins);
            for (p, through) in a.readers {
                classdef::add_reader(ann, level, name, p, through);
                readers.insert(p);
            }
            values.push(a.s_value);
        }
        if let Some(v) = ann.classdefs[sub].attr_sources.shift_remove(name) {
            sources.extend(v.into_iter().map(|s| (sub, s)));
        }
    }
    for s in values {
        classdef::attr_join(ann, site, level, name, s)?;
    }
    for (from, src) in sources {
        classdef::attr_add_constant(ann, site, level, name, from, src)?;
    }
    for p in readers {
        ann.reflow(p);
    }
    Ok(())
}

/// The class of closures that functions or bound methods belong to when they meet instances of `class`.
pub(crate) fn meet_callables(
    ann: &mut Facts,
    site: Site,
    class: ClassDefId,
    descs: &[DescId],
    pure: bool,
) -> AResult<Option<ClassDefId>> {
    if !closures::is_closure_class(ann, class) && !is_own_callable(ann, class) {
        return Ok(None);
    }
    // All methods of one name that come together are wrapped in the same way.
    let same_method = |a: &Facts, d: DescId, e: DescId| match (&a.descs[d].kind, &a.descs[e].kind) {
        (
            DescKind::Method { this: Some(x), name: n, .. },
            DescKind::Method { this: Some(y), name: m, .. },
        ) => n == m && a.classdefs[a.common_base(*x, *y)].base.is_some(),
        _ => false,
    };
    let functions = |d: &DescId| matches!(ann.descs[*d].kind, DescKind::Function(_));
    if !pure && descs.iter().all(functions) {
        for d in &descs[1..] {
            desc::merge_families(ann, descs[0], *d);
        }
    }
    let mut common = class;
    for d in descs {
        let others = descs.iter().filter(|e| same_method(ann, *d, **e));
        let shared = others.filter_map(|e| ann.adaptors.get(e)).next().copied();
        if let (Some(s), DescKind::Method { this: Some(this), .. }) = (shared, &ann.descs[*d].kind)
            && !pure
            && !ann.completed
        {
            let this = SomeValue::instance(*this);
            classdef::generalize_attr(ann, site, s.class, &BOUND_TO.into(), this)?;
            ann.adaptors.entry(*d).or_insert(s);
        }
        let Some(a) = adaptor(ann, site, *d, pure)? else { return Ok(None) };
        match meet(ann, site, common, a.class, pure)? {
            Some(c) => common = c,
            None => return Ok(None),
        }
    }
    Ok(Some(common))
}

/// The class of closures for callables that cannot be told apart by one object: bound methods of different names or
/// of unrelated classes, and methods together with functions. `None` for others.
pub(crate) fn meet_as_closures(
    ann: &mut Facts,
    site: Site,
    a: &[DescId],
    b: &[DescId],
    pure: bool,
) -> AResult<Option<ClassDefId>> {
    let method = |d: &DescId| match &ann.descs[*d].kind {
        DescKind::Method { this: Some(this), name, .. } => Some((*this, name.clone())),
        _ => None,
    };
    let alike = match (method(&a[0]), method(&b[0])) {
        (None, None) => desc::desc_sort(ann, a[0]) == desc::desc_sort(ann, b[0]),
        (Some((c, n)), Some((d, m))) => {
            n == m && ann.classdefs[ann.common_base(c, d)].base.is_some()
        }
        _ => false,
    };
    if alike || !a.iter().chain(b).all(|d| can_be_closure(ann, *d)) {
        return Ok(None);
    }
    let Some(first) = adaptor(ann, site, a[0], pure)? else { return Ok(None) };
    let Some(c) = meet_callables(ann, site, first.class, a, pure)? else { return Ok(None) };
    meet_callables(ann, site, c, b, pure)
}

/// Says whether a closure can stand for a prebuilt object.
pub(crate) fn can_be_closure(ann: &Facts, d: DescId) -> bool {
    match &ann.descs[d].kind {
        DescKind::Function(_) => true,
        DescKind::Method { this, .. } => this.is_some(),
        DescKind::Class(c) => {
            let meta = ann.host.class_of(c.host);
            hv::is_builtin_class(&ann.host, meta)
                || bases::find_method(ann, meta, "__call__").is_none()
        }
        DescKind::Frozen { host } => {
            bases::find_method(ann, ann.host.class_of(*host), "__call__").is_some()
        }
    }
}

/// Gives the function that a call of a class or frozen object runs, whose first parameter the call does not give.
/// `None`: it is not written in the language.
fn called_function(ann: &Facts, d: DescId) -> Option<HostRef> {
    match &ann.descs[d].kind {
        DescKind::Class(c) => {
            let new = bases::find_method(ann, c.host, "__new__");
            let f = new.or_else(|| bases::find_method(ann, c.host, "__init__"))?.1;
            match hv::class_attr(&ann.host, f) {
                hv::ClassAttr::Static(f) => Some(f),
                _ => Some(f),
            }
        }
        DescKind::Frozen { host } => {
            Some(bases::find_method(ann, ann.host.class_of(*host), "__call__")?.1)
        }
        _ => None,
    }
}

fn adaptor(ann: &mut Facts, site: Site, d: DescId, pure: bool) -> AResult<Option<Adaptor>> {
    if let Some(a) = ann.adaptors.get(&d) {
        return Ok(Some(*a));
    }
    if pure || ann.completed {
        return Ok(None);
    }
    let adaptor = match &ann.descs[d].kind {
        DescKind::Function(f) => {
            let f = f.info.clone();
            let skip = f.bound.is_some() as usize;
            let host =
                adaptor_class(ann, "function_closure", "_target_", f.host, &f.signature, skip)?;
            let desc = class_descs::class_desc(ann, site, host)?;
            let class = classdef::classdef_of(ann, site, desc)?;
            let instance = hv::call(&mut ann.host, host, &[])
                .map_err(|t| ann.error(site, "internal", format!("adaptor: {t}")))?;
            Adaptor { class, instance: Some(instance) }
        }
        DescKind::Method { func, this: Some(this), name, .. } => {
            let (this, name) = (*this, name.clone());
            let Some(f) = ann.descs[*func].as_function().map(|f| f.info.clone()) else {
                return Ok(None);
            };
            let target = format!("self.{BOUND_TO}.{name}");
            let name = format!("{name}_closure");
            let host = adaptor_class(ann, &name, &target, f.host, &f.signature, 1)?;
            let desc = class_descs::class_desc(ann, site, host)?;
            let class = classdef::classdef_of(ann, site, desc)?;
            classdef::generalize_attr(
                ann,
                site,
                class,
                &BOUND_TO.into(),
                SomeValue::instance(this),
            )?;
            Adaptor { class, instance: None }
        }
        DescKind::Class(_) | DescKind::Frozen { .. } if can_be_closure(ann, d) => {
            let (value, exception) = match &ann.descs[d].kind {
                DescKind::Class(c) => (c.host, hv::is_exception_class(&ann.host, c.host)),
                DescKind::Frozen { host } => (*host, false),
                _ => return Ok(None),
            };
            let sig = match called_function(ann, d) {
                Some(f) => desc::signature(&ann.host, f),
                // A built-in exception takes anything, `object` nothing.
                None => {
                    Signature { varargs: exception.then(|| "args".into()), ..Signature::default() }
                }
            };
            let skip = sig.npos.min(1);
            let host = adaptor_class(ann, "callable_closure", "_target_", value, &sig, skip)?;
            let desc = class_descs::class_desc(ann, site, host)?;
            let class = classdef::classdef_of(ann, site, desc)?;
            let instance = hv::call(&mut ann.host, host, &[])
                .map_err(|t| ann.error(site, "internal", format!("adaptor: {t}")))?;
            Adaptor { class, instance: Some(instance) }
        }
        _ => return Ok(None),
    };
    ann.adaptors.insert(d, adaptor);
    for p in ann.adaptor_readers.clone() {
        ann.reflow(p);
    }
    Ok(Some(adaptor))
}

/// The class of an adaptor that calls `target` with the parameters of a signature.
fn adaptor_class(
    ann: &mut Facts,
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
    let defaults = ann.host.list(defaults);
    let text = |a: &mut Facts, s: &str| a.host.str(s);
    let call =
        [text(ann, name), text(ann, target), value, text(ann, &params), text(ann, &args), defaults];
    flow::call_support(&mut ann.host, "make_adaptor", &call).map_err(AnnError::Error)
}
