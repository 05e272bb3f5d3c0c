//! Calls: which graphs they reach, with what arguments.

pub(crate) mod conflicts;
pub(crate) mod graphs;
pub(crate) mod keywords;
pub(crate) mod library;
pub(crate) mod reflected;
pub(crate) mod shared;
pub(crate) mod special;
pub(crate) mod specialize;
pub(crate) mod spread;
pub(crate) mod star;

use crate::ArgSource;
use crate::definitions::bases;
use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::closures;
use crate::definitions::desc;
use crate::definitions::exc_args;
use crate::definitions::generation;
use crate::definitions::heirs;
use crate::definitions::hierarchy;
use crate::definitions::origins;
use crate::definitions::own_methods;
use crate::definitions::places;
use crate::definitions::prebuilt;
use crate::definitions::record_calls;
use crate::definitions::special_methods;
use crate::definitions::variants;
use crate::model::descs::{CallShape, CallSite, DescKind, Specializer};
use crate::model::state::CallArgs;
use crate::model::targets::{CallTarget, Targets};
use crate::prelude::*;
use flowmodel::HostRef;
use flowspace::host::import;

/// [`CallSite::special`] of a call of a frozen object: its `__call__`.
pub const FROZEN_CALL: &str = "frozen call";

/// `union::desc_sort` of frozen objects.
const FROZEN: u8 = 3;

pub(crate) fn op_simple_call(
    ann: &mut Annotator,
    site: Site,
    _op: &HlOperation,
    args: &[SomeValue],
) -> AResult {
    let positional =
        args[1..].iter().enumerate().map(|(i, s)| (s.clone(), ArgSource::Operand(i + 1))).collect();
    let shape = CallShape { pos: args.len() - 1, ..CallShape::default() };
    call_or_copy(ann, site, &args[0], CallArgs { positional, keywords: vec![], shape })
}

/// Calls what the program calls, or what stands for it with an argument of this class.
fn call_or_copy(ann: &mut Annotator, site: Site, callee: &SomeValue, args: CallArgs) -> AResult {
    if let Some(f) = record_calls::function_of_dataclass(ann, site, callee, &args) {
        return call(ann, site, &f?, &args, Some(library::LIBRARY));
    }
    match heirs::method_of_heir(ann, site, callee, args.positional.first().map(|a| &a.0)) {
        Some(f) => call(ann, site, &f?, &args, None),
        None => call(ann, site, callee, &args, None),
    }
}

pub(crate) fn op_call_args(
    ann: &mut Annotator,
    site: Site,
    _op: &HlOperation,
    args: &[SomeValue],
) -> AResult {
    let Some((pos, keywords, star)) =
        args[1].const_host().and_then(|h| hv::call_shape(&ann.host, h))
    else {
        return Err(ann
            .error(site, "star-arguments", "the names of the ** argument of this call are not known")
            .note("it must be the ** parameter of the function, which must not be changed or kept, or a dict display with constant keys"));
    };
    let mut call = CallArgs {
        shape: CallShape { pos, keywords: keywords.clone(), star },
        ..CallArgs::default()
    };
    let mut i = 2;
    for _ in 0..pos {
        call.positional.push((args[i].clone(), ArgSource::Operand(i)));
        i += 1;
    }
    for k in keywords {
        call.keywords.push((k, args[i].clone(), ArgSource::Operand(i)));
        i += 1;
    }
    if star {
        let items = (args[i].clone(), ArgSource::Operand(i));
        let class = match items.0.kind {
            Kind::Instance { class, .. } => Some(class),
            _ => None,
        };
        if class.is_some_and(|c| variants::is_record(ann, c)) {
            call.shape.star = false;
            return spread::call_with_record(ann, site, &args[0], call, items);
        }
        let iterable = match class {
            Some(c) => special_methods::has_special(ann, site, c, "__iter__"),
            None => matches!(
                items.0.kind,
                Kind::List(_)
                    | Kind::Iterator { .. }
                    | Kind::String { .. }
                    | Kind::Unicode { .. }
                    | Kind::Dict(_)
                    | Kind::Set(_)
                    | Kind::Deque(_)
            ),
        };
        if iterable {
            call.shape.star = false;
            return spread::call_with_list(ann, site, &args[0], call, items);
        }
        let Kind::Tuple(items) = &args[i].kind else {
            return Err(ann
                .error(
                    site,
                    "star-arguments",
                    format!("the * argument of a call must be a tuple, not {}", ann.show(&args[i])),
                )
                .note("the number of arguments must be known"));
        };
        for (k, s) in items.iter().enumerate() {
            call.positional.push((s.clone(), ArgSource::StarItem(i, k)));
        }
        // They count as any others: calls with so many arguments stand in one row of a family.
        call.shape.pos = call.positional.len();
        call.shape.star = false;
    }
    call_or_copy(ann, site, &args[0], call)
}

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
            call(ann, site, &f, args, Some(library::LIBRARY))
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
fn method_of_builtin(
    ann: &mut Annotator,
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
    call(ann, Site { result: None, ..site }, callee, &positional(args), None)
}

/// Calls a special method of an instance as the implementation of the current operation.
pub(crate) fn call_special(
    ann: &mut Annotator,
    site: Site,
    this: &SomeValue,
    name: &'static str,
    args: Vec<SomeValue>,
) -> AResult {
    let args = args
        .into_iter()
        .enumerate()
        .map(|(i, s)| (s, ArgSource::Operand(i + 1)))
        .collect::<Vec<_>>();
    let shape = CallShape { pos: args.len(), ..CallShape::default() };
    call_special_args(ann, site, this, name, CallArgs { positional: args, keywords: vec![], shape })
}

fn is_library_class(ann: &Annotator, class: ClassDefId) -> bool {
    let desc = ann.descs[ann.classdefs[class].desc].as_class();
    desc.and_then(|d| hierarchy::class_span(ann, d)).is_some_and(|s| places::in_library(ann, s))
}

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

fn call_pbc(
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
        return call(ann, site, &f, &of_class, Some(library::LIBRARY));
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
            None => call_desc(ann, site, *d, args),
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
        let g = &mut ann.graphs[p.graph];
        g.calls.insert(v, made);
        g.call_args.insert(v, args.clone());
    }
    match failure {
        Some(e) => Err(e),
        None => Ok(result),
    }
}

/// A function that calls one of several classes some of which have a `__new__`.
fn caller_of_classes(
    ann: &mut Annotator,
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
fn known_targets(ann: &Annotator, site: Site, args: &CallArgs) -> Targets {
    let (Some(p), Some(v)) = (site.position, site.result) else { return Targets::default() };
    let g = &ann.graphs[p.graph];
    match g.call_args.get(&v) == Some(args) {
        true => g.calls.get(&v).map(|s| s.targets.clone()).unwrap_or_default(),
        false => Targets::default(),
    }
}

/// A call with the arguments that it had before: they have arrived, only the result may be another.
fn call_again(
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
                own_methods::set_declines(ann, p.graph);
            }
            Ok((ann.result(g).clone(), t))
        }
        _ => call_desc(ann, site, t.desc, args),
    }
}

/// An error for a call whose callees give results that do not meet.
fn result_conflict(
    ann: &Annotator,
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

fn with_self(args: &CallArgs, this: SomeValue) -> CallArgs {
    let mut call = args.clone();
    call.positional.insert(0, (this, ArgSource::This));
    call
}

pub(crate) fn call_desc(
    ann: &mut Annotator,
    site: Site,
    d: DescId,
    args: &CallArgs,
) -> AResult<(SomeValue, CallTarget)> {
    match &ann.descs[d].kind {
        DescKind::Function(_) => {
            let r = specialize::function_call(ann, site, d, args)?;
            let t = CallTarget { desc: d, func: Some(d), graph: r.graph, args: r.sources.into() };
            Ok((r.result, t))
        }
        DescKind::Method { func, this, origin, .. } => {
            let (func, this) = (*func, SomeValue::instance(this.unwrap_or(*origin)));
            let r = specialize::function_call(ann, site, func, &with_self(args, this))?;
            let t =
                CallTarget { desc: d, func: Some(func), graph: r.graph, args: r.sources.into() };
            Ok((r.result, t))
        }
        DescKind::Class(c) => {
            let (host, name) = (c.host, c.name.clone());
            instantiate(ann, site, d, host, name, args)
        }
        DescKind::Frozen { host } => {
            let what = hv::describe(&ann.host, *host);
            Err(ann.error(site, "not-callable", format!("{what} cannot be called")))
        }
    }
}

/// Notes that there are instances of exactly this class; its `__del__` is part of the program.
pub(crate) fn note_made(ann: &mut Annotator, site: Site, class: ClassDefId) -> AResult<()> {
    classdef::set_instantiated(ann, class);
    let host = ann.classdefs[class].host;
    if let Some((owner, del)) = bases::find_method(ann, host, "__del__") {
        let f = prebuilt::function_desc(ann, site, del)?;
        let d = class_descs::class_desc(ann, site, owner)?;
        let of = classdef::classdef_of(ann, site, d)?;
        let (graph, _) =
            specialize::function_graph(ann, site, f, &positional(vec![SomeValue::instance(of)]))?;
        if let Some(g) = graph {
            ann.finalizers.insert(class, g);
        }
    }
    Ok(())
}

/// Gives the function that makes `lltype.Ptr(T)`, at translation time, of a type that only the
/// annotator knows.
fn maker_of_pointer_types(ann: &mut Annotator, class: HostRef) -> Option<HostRef> {
    const MODULE: &str = "rpython.rtyper.lltypesystem.lltype";
    let name = hv::registry_name(&ann.host, class)?;
    if name.strip_prefix(MODULE)? != ".Ptr" {
        return None;
    }
    let module = import::module(&mut ann.host, None, MODULE, 0, &[], true).ok()?;
    hv::getattr(&mut ann.host, module, "pointer_to")
}

/// `C(args)`
fn instantiate(
    ann: &mut Annotator,
    site: Site,
    d: DescId,
    host: HostRef,
    name: Rc<str>,
    args: &CallArgs,
) -> AResult<(SomeValue, CallTarget)> {
    let missing = hv::abstract_methods(&ann.host, host);
    if !missing.is_empty() {
        let m = format!("{name} is an abstract class: it has no instances");
        let e = ann.error(site, "abstract-class", m);
        return Err(e.note(format!("abstract methods: {}", missing.join(", "))));
    }
    if let Some(f) = maker_of_pointer_types(ann, host) {
        let f = prebuilt::function_desc(ann, site, f)?;
        return call_desc(ann, site, f, args);
    }
    if let Some(variant) = record_calls::record_to_make(ann, site, host, args)? {
        let f = own_methods::made_by(ann, site, "records", "make_maker", variant)?;
        let f = prebuilt::function_desc(ann, site, f)?;
        return call_desc(ann, site, f, args);
    }
    if bases::find_method(ann, host, "__new__").is_some() {
        let f = own_methods::made_of_object(ann, site, "make_constructor", host)?;
        let f = prebuilt::function_desc(ann, site, f)?;
        return call_desc(ann, site, f, args);
    }
    let class = classdef::classdef_of(ann, site, d)?;
    let this = SomeValue::instance(class);
    note_made(ann, site, class)?;
    let is_exc = hv::is_exception_class(&ann.host, host);
    if is_exc {
        exc_args::note_exception_args(ann, site, class, &exc_args::positional_values(args), false);
    }
    let mut target = CallTarget { desc: d, func: None, graph: None, args: Rc::default() };
    match class_method(ann, d, "__init__") {
        Some(init) => {
            let f = prebuilt::function_desc(ann, site, init)?;
            let r = specialize::function_call(ann, site, f, &with_self(args, this.clone()))?;
            if r.result.is_impossible() {
                // Not analysed yet, or it always raises.
                if let (Some(p), Some(v)) = (site.position, site.result) {
                    let t = CallTarget {
                        func: Some(f),
                        graph: r.graph,
                        args: r.sources.into(),
                        ..target
                    };
                    let made = CallSite {
                        targets: vec![t].into(),
                        shape: args.shape.clone(),
                        special: None,
                    };
                    ann.graphs[p.graph].calls.insert(v, made);
                }
                return Err(AnnError::Blocked);
            }
            target.func = Some(f);
            target.graph = r.graph;
            target.args = r.sources.into();
        }
        None if is_exc => {
            exception_args(ann, site, host, args, &mut target)?;
        }
        None if args.positional.is_empty() && args.keywords.is_empty() => {}
        None => {
            return Err(ann.error(
                site,
                "argument-count",
                format!("{}() takes no arguments: the class has no __init__", name),
            ));
        }
    }
    Ok((this, target))
}

/// Function that a class (with mixins) or its bases define under a name.
fn class_method(ann: &Annotator, d: DescId, name: &str) -> Option<HostRef> {
    let mut cur = Some(d);
    while let Some(d) = cur {
        let c = ann.descs[d].as_class()?;
        if let Some(h) = c.dict.get(name) {
            return Some(*h);
        }
        cur = c.base.and_then(|b| ann.known.desc_of_host.get(&b).copied());
    }
    None
}

/// Arguments of built-in exceptions: only OSError keeps them.
fn exception_args(
    ann: &mut Annotator,
    site: Site,
    host: HostRef,
    args: &CallArgs,
    target: &mut CallTarget,
) -> AResult<()> {
    target.args = args.positional.iter().map(|a| a.1.clone()).collect();
    let os = ["OSError", "EnvironmentError", "IOError"]
        .iter()
        .filter_map(|n| hv::exception(&ann.host, n))
        .any(|c| ann.host.is_subclass(host, c));
    if !os || args.positional.len() < 2 {
        return Ok(());
    }
    let errno = args.positional[0].0.clone();
    ann.want_int(site, &errno, "OSError()")?;
    os_error_attrs(ann, site)?;
    Ok(())
}

fn positional(args: Vec<SomeValue>) -> CallArgs {
    let positional: Vec<_> =
        args.into_iter().enumerate().map(|(i, s)| (s, ArgSource::Operand(i))).collect();
    let shape = CallShape { pos: positional.len(), ..CallShape::default() };
    CallArgs { positional, keywords: vec![], shape }
}

/// The attributes of OSError, which the toolchain itself raises.
pub(crate) fn os_error_attrs(ann: &mut Annotator, site: Site) -> AResult<()> {
    let c = prebuilt::exc_classdef(ann, site, "OSError")?;
    classdef::generalize_attr(ann, site, c, &"errno".into(), SomeValue::INT)?;
    classdef::generalize_attr(ann, site, c, &"strerror".into(), SomeValue::STR_OR_NONE)?;
    classdef::generalize_attr(ann, site, c, &"filename".into(), SomeValue::STR_OR_NONE)
}
