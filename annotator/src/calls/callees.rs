//! What a call reaches, by the kind of what is called.

use crate::ArgSource;
use crate::calls::declining;
use crate::calls::shared;
use crate::calls::single;
use crate::definitions::bases;
use crate::definitions::classdef;
use crate::definitions::closures;
use crate::definitions::desc;
use crate::definitions::generation;
use crate::definitions::hierarchy;
use crate::definitions::origins;
use crate::definitions::own_methods;
use crate::definitions::places;
use crate::definitions::special_methods;
use crate::model::descs;
use crate::model::descs::{CallSite, DescKind, FROZEN_CALL, Specializer};
use crate::model::state::{Annotator, CallArgs};
use crate::model::targets::{CallTarget, Targets};
use crate::prelude::*;

/// [`desc::desc_sort`] of frozen objects.
pub(crate) const FROZEN: u8 = 3;

/// Calls a value; the call site is recorded under the operation's result.
pub(crate) fn call(
    ann: &mut Annotator,
    site: Site,
    callee: &SomeValue,
    args: &CallArgs,
    special: Option<&'static str>,
) -> AResult {
    match &callee.kind {
        Kind::Builtin(name) if let Some(method) = method_of_builtin(ann, site, name, args)? => {
            let f = own_methods::made_function(ann, site, "make_method_call", &[method])?;
            call(ann, site, &f, args, Some(descs::LIBRARY))
        }
        Kind::Builtin(_) | Kind::BuiltinMethod { .. } => {
            (ann.meanings.call_builtin)(ann, site, callee, args)
        }
        Kind::Pbc { descs, .. } if desc::desc_sort(ann, descs[0]) == FROZEN => {
            let descs = descs.clone();
            for d in descs.iter() {
                let DescKind::Frozen { host } = ann.descs[*d].kind else { continue };
                let class = ann.host.class_of(host);
                if bases::find_method(ann, class, "__call__").is_none() {
                    let what = hv::describe(&ann.host, host);
                    return Err(ann.error(
                        site,
                        "not-callable",
                        format!("{what} cannot be called"),
                    ));
                }
            }
            let m = (ann.meanings.attribute)(ann, site, &descs, &"__call__".into())?;
            call(ann, site, &m, args, Some(FROZEN_CALL))
        }
        Kind::Pbc { descs, .. } => {
            let descs = descs.clone();
            let result = match shared::shared_call(ann, site, &descs, args, special) {
                Some(result) => result,
                None => call_pbc(ann, site, &descs, args, special)?,
            };
            if !generation::in_python3(ann, site) {
                return Ok(result);
            }
            Ok(generation::python3_call_result(ann, &descs, result))
        }
        Kind::Instance { class, .. } => {
            let c = ann.classdefs[*class].host;
            if bases::find_method(ann, c, "__call__").is_some()
                || closures::is_closure_class(ann, *class)
            {
                return call_special_args(ann, site, callee, "__call__", args.clone());
            }
            let c = ann.classdefs[*class].name.clone();
            Err(ann
                .error(site, "not-callable", format!("instances of {c} cannot be called"))
                .note("a class whose instances are called has a method __call__"))
        }
        Kind::WeakRef(Some(c)) => Ok(Kind::Instance { class: *c, can_be_none: true }.into()),
        Kind::WeakRef(None) => Ok(SomeValue::NONE),
        Kind::None_ => Err(AnnError::Blocked),
        Kind::Type(class) => {
            // The class of an instance: one of those that have instances.
            let descs = classdef::instantiated_classes(ann, site, *class);
            if descs.is_empty() {
                return Err(AnnError::Blocked);
            }
            call_pbc(ann, site, &descs, args, special)
        }
        _ => Err(ann.error(site, "not-callable", format!("{} cannot be called", ann.show(callee)))),
    }
}

/// The special method of an instance that a built-in function calls.
pub(crate) fn method_of_builtin(
    ann: &mut Facts,
    site: Site,
    name: &str,
    args: &CallArgs,
) -> AResult<Option<&'static str>> {
    let method = match name {
        "round" => "__round__",
        "math.floor" => "__floor__",
        "math.ceil" => "__ceil__",
        "math.trunc" => "__trunc__",
        _ => return Ok(None),
    };
    let Some((s, _)) = args.positional.first() else { return Ok(None) };
    let Kind::Instance { class, .. } = s.kind else { return Ok(None) };
    if !special_methods::has_special(ann, site, class, method) {
        let what = ann.show(s);
        return Err(ann.error(
            site,
            "no-special-method",
            format!("{name}() of {what}, which has no {method}"),
        ));
    }
    Ok(Some(method))
}

/// Calls a value with positional arguments, without recording a call site.
pub(crate) fn call_value(
    ann: &mut Annotator,
    site: Site,
    callee: &SomeValue,
    args: Vec<SomeValue>,
) -> AResult {
    call(ann, Site { result: None, ..site }, callee, &single::positional(args), None)
}

pub(crate) fn is_library_class(ann: &Facts, class: ClassDefId) -> bool {
    let desc = ann.descs[ann.classdefs[class].desc].as_class();
    desc.and_then(|d| hierarchy::class_span(ann, d)).is_some_and(|s| places::in_library(ann, s))
}

/// Calls a special method of an instance as the implementation of the current operation.
pub(crate) fn call_special_args(
    ann: &mut Annotator,
    site: Site,
    this: &SomeValue,
    name: &'static str,
    args: CallArgs,
) -> AResult {
    let Kind::Instance { class, .. } = this.kind else {
        return Err(ann.error(
            site,
            "no-special-method",
            format!("{} has no {name}", ann.show(this)),
        ));
    };
    let host = ann.classdefs[class].host;
    if bases::find_method(ann, host, name).is_none() {
        let subs = hierarchy::all_subdefs(ann, class);
        let any =
            subs.iter().any(|c| bases::find_method(ann, ann.classdefs[*c].host, name).is_some());
        if !any && !special_methods::has_special(ann, site, class, name) {
            let c = ann.classdefs[class].name.clone();
            return Err(ann.error(
                site, "no-special-method",
                match c.strip_suffix("_generator") {
                    // (Its function is one of ours, with a name that nobody knows.)
                    Some(_) if is_library_class(ann, class) => {
                        format!("what zip(), map() and the like give has no {name}: make a list of it first")
                    }
                    Some(f) => format!(
                        "a generator, made by {f}(), has no {name}: make a list of it first"
                    ),
                    None if name == "next" => {
                        format!("instances of {c} have no method '{name}'")
                    }
                    None => format!("instances of {c} have no {name}"),
                },
            ));
        }
    }
    let m = classdef::instance_getattr(ann, site, class, &name.into())?;
    if m.is_impossible() {
        return Err(AnnError::Blocked);
    }
    call(ann, site, &m, &args, Some(name))
}

pub(crate) fn call_pbc(
    ann: &mut Annotator,
    site: Site,
    descs: &[DescId],
    args: &CallArgs,
    special: Option<&'static str>,
) -> AResult {
    if special.is_none()
        && site.result.is_some()
        && let Some(f) = caller_of_classes(ann, site, descs)?
    {
        // The class is the first operand.
        let mut of_class = args.clone();
        let callee = desc::pbc(ann, descs.to_vec(), false);
        of_class.positional.insert(0, (callee, ArgSource::Operand(0)));
        of_class.shape.pos += 1;
        return call(ann, site, &f, &of_class, Some(descs::LIBRARY));
    }
    let mut targets = vec![];
    let mut result = SomeValue::IMPOSSIBLE;
    let mut failure = None;
    let mut results: Vec<(DescId, SomeValue)> = vec![];
    let known = known_targets(ann, site, args);
    let mut known = known.iter().peekable();
    for d in descs {
        // Both lists are in the order of the descriptions.
        while known.next_if(|t| t.desc < *d).is_some() {}
        let called = match known.next_if(|t| t.desc == *d) {
            Some(t) => call_again(ann, site, t.clone(), args),
            None => single::call_desc(ann, site, *d, args),
        };
        match called {
            Ok((s, target)) => {
                targets.push(target);
                if results.last().is_some_and(|(_, last)| *last == s) {
                    continue;
                }
                result = ann
                    .union(site, &result, &s)
                    .map_err(|e| result_conflict(ann, site, e, &results, (*d, s.clone())))?;
                results.push((*d, s));
            }
            Err(AnnError::Blocked) => {}
            Err(e) => {
                failure.get_or_insert(if descs.len() > 1 {
                    e.note(format!(
                        "this call may also reach {} other function{}",
                        descs.len() - 1,
                        if descs.len() == 2 { "" } else { "s" }
                    ))
                } else {
                    e
                });
            }
        }
    }
    let class = |d: DescId| ann.descs[d].as_class().is_some();
    if descs.len() > 1 && class(descs[0]) && targets.iter().any(|t| !class(t.desc)) {
        let e =
            ann.error(site, "unsupported", "a call of one of several classes, some with __new__");
        failure.get_or_insert(e);
    }
    if let (Some(p), Some(v)) = (site.position, site.result) {
        let made = CallSite { targets: targets.into(), shape: args.shape.clone(), special };
        let g = ann.graph_mut(p.graph);
        g.calls.insert(v, made);
        g.call_args.insert(v, args.clone());
    }
    match failure {
        Some(e) => Err(e),
        None => Ok(result),
    }
}

/// A function that calls one of several classes some of which have a `__new__`.
pub(crate) fn caller_of_classes(
    ann: &mut Facts,
    site: Site,
    descs: &[DescId],
) -> AResult<Option<SomeValue>> {
    let mut classes = vec![];
    let mut any = false;
    for d in descs {
        let Some(c) = ann.descs[*d].as_class() else { return Ok(None) };
        classes.push(c.host);
        any |= bases::find_method(ann, c.host, "__new__").is_some();
    }
    if !any || classes.len() < 2 {
        return Ok(None);
    }
    own_methods::made_of_objects(ann, site, "make_call_of_class", classes).map(Some)
}

/// Callees of the present operation at its last visit, if that was with the same arguments.
pub(crate) fn known_targets(ann: &Facts, site: Site, args: &CallArgs) -> Targets {
    let (Some(p), Some(v)) = (site.position, site.result) else { return Targets::default() };
    let g = &ann.graphs[p.graph];
    match g.call_args.get(&v) == Some(args) {
        true => g.calls.get(&v).map(|s| s.targets.clone()).unwrap_or_default(),
        false => Targets::default(),
    }
}

/// A call with the arguments that it had before: they have arrived, only the result may be another.
pub(crate) fn call_again(
    ann: &mut Annotator,
    site: Site,
    t: CallTarget,
    args: &CallArgs,
) -> AResult<(SomeValue, CallTarget)> {
    let by_desc = matches!(ann.descs[t.desc].kind, DescKind::Function(_) | DescKind::Method { .. });
    match (t.graph, t.func) {
        (Some(g), Some(f))
            if by_desc
                && ann.descs[f]
                    .as_function()
                    .is_some_and(|f| f.specializer == Specializer::Default)
                && own_methods::alias_graph(ann, f).is_none() =>
        {
            if ann.graphs[g].declines
                && let Some(p) = site.position
            {
                declining::set_declines(ann, p.graph);
            }
            Ok((ann.result(g).clone(), t))
        }
        _ => single::call_desc(ann, site, t.desc, args),
    }
}

/// An error for a call whose callees give results that do not meet.
pub(crate) fn result_conflict(
    ann: &Facts,
    site: Site,
    e: AnnError,
    before: &[(DescId, SomeValue)],
    last: (DescId, SomeValue),
) -> AnnError {
    let AnnError::Union(u) = &e else { return e };
    let kind = std::mem::discriminant(&u.left.kind);
    let other = before.iter().find(|(_, s)| std::mem::discriminant(&s.kind) == kind);
    let mut callees = vec![];
    for (d, s) in other.into_iter().chain([&last]) {
        let of = match ann.descs[*d].kind {
            DescKind::Method { func, .. } => func,
            _ => *d,
        };
        if let Some(f) = ann.descs[of].as_function() {
            callees.push((f.span, format!("{}() gives {}", f.name, ann.show(s))));
        }
    }
    let what = "the result of a call that can reach several functions";
    let mut e = origins::union_at(ann, site, e, what, &[]);
    for (at, text) in callees {
        e = e.label(at, text);
    }
    e
}
