//! Hints for the JIT and JitDrivers: what calls of them give, and what is wrong with them.

use super::*;
use crate::AnnGraphId;
use crate::builtins::row::short;
use crate::calls::specialize;
use crate::definitions::hierarchy;
use crate::definitions::origins;
use crate::definitions::prebuilt;
use crate::model::answers;
use crate::model::descs::ClassDesc;
use crate::model::state::{Facts, JitDriverInfo};
use crate::reports::errors;
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{JIT_PARAMETERS, JitParameter};
use std::rc::Rc;

/// The class of JitDrivers.
pub(super) const JIT_DRIVER: &str = "rpython.rlib.jit.JitDriver";

/// The class of virtual references.
const VIRTUAL_REF: &str = "DirectVRef";

/// The library's function around `get_location`: it makes a text of the tuple.
const LOCATION_TEXT: &str = "_location_text";

/// Names the hints that `hint` knows. The virtualizable ones say what is so anyway: accesses go to where
/// the values are.
const HINTS: &[&str] = &[
    "promote",
    "promote_string",
    "promote_unicode",
    "access_directly",
    "fresh_virtualizable",
    "force_virtualizable",
    "concrete",
    "variable",
    "deepfreeze",
];

pub(super) fn hint(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let [(s, _)] = &args.positional[..] else {
        return Err(a.error(site, "jit-hint", format!("{}() wants one value", short(e))));
    };
    for (k, flag, _) in &args.keywords {
        if !HINTS.contains(&&**k) {
            // (RPython's JIT ignores it, too.)
            let message = format!("hint() knows no '{k}', which is ignored");
            let known = format!("it knows {}", HINTS.join(", "));
            a.warn(site, "jit-hint", message, &known);
            continue;
        }
        if flag.const_bool().is_none() && flag.const_int().is_none() {
            return Err(a.error(site, "jit-hint", format!("hint(): '{k}' must be True or False")));
        }
        if &**k == "access_directly" && !s.is_impossible() && !may_be_virtualizable(a, s) {
            let message = format!("access_directly has no effect for {}", a.show(s));
            a.warn(
                site,
                "hint-without-effect",
                message,
                "it is for instances of classes with _virtualizable_",
            );
        }
    }
    Ok(s.clone())
}

/// Says whether the class of an instance has `_virtualizable_`.
fn may_be_virtualizable(a: &Facts, s: &SomeValue) -> bool {
    let Kind::Instance { class, .. } = s.kind else { return false };
    virtualizable_fields(a, class).next().is_some()
}

/// The entries of `_virtualizable_` of a class and its bases, each with the class that has it.
fn virtualizable_fields(
    a: &Facts,
    class: ClassDefId,
) -> impl Iterator<Item = (&ClassDesc, &Rc<str>)> {
    let mro = a.class_mro(class).into_iter();
    let classes = mro.filter_map(|c| a.descs[a.classdefs[c].desc].as_class());
    classes.flat_map(|c| c.virtualizable.iter().map(move |f| (c, f)))
}

pub(super) fn promote_text(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let s = positional(a, site, short(e), args, 1, 1)?.swap_remove(0);
    let text = s.is_str() || s.is_unicode() || s.kind == Kind::None_;
    if !text && !s.is_impossible() {
        return Err(a.error(site, "jit-hint", format!("{}() of {}", short(e), a.show(&s))));
    }
    Ok(s)
}

/// Questions to the tracer.
pub(super) fn truth(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let wanted = if short(e) == "we_are_jitted" { 0 } else { 1 };
    positional(a, site, short(e), args, wanted, wanted)?;
    // Without a JIT the answer is known, and code for the JIT only disappears.
    Ok(if a.jit { SomeValue::BOOL } else { SomeValue::bool_const(false) })
}

pub(super) fn record_exact_class(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, short(e), args, 2, 2)?;
    if !may_be_instance(&v[0]) {
        return Err(a.error(
            site,
            "jit-hint",
            format!("record_exact_class() of {}", a.show(&v[0])),
        ));
    }
    let class = v[1].const_host().is_some_and(|h| matches!(hv::view(&a.host, h), hv::View::Class));
    if !class && !v[1].is_impossible() {
        let message = "record_exact_class(): the second argument must be a class, known when the program is translated";
        return Err(a.error(site, "jit-hint", message));
    }
    Ok(SomeValue::NONE)
}

/// Says whether a value may be an instance, and nothing else but None.
fn may_be_instance(s: &SomeValue) -> bool {
    matches!(s.kind, Kind::Instance { .. } | Kind::None_ | Kind::Impossible)
}

/// `_wants_frame(function, x)`: virtual references are for frames, which are instances.
pub(super) fn wants_frame(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, short(e), args, 2, 2)?;
    if !may_be_instance(&v[1]) {
        let message = format!("{}() of {}, not of an instance", of_function(&v[0]), a.show(&v[1]));
        return Err(a.error(site, "jit-hint", message));
    }
    Ok(SomeValue::NONE)
}

/// `_wants_vref(function, vref)`: the first operand of `virtual_ref_finish` is what `virtual_ref` gave.
pub(super) fn wants_vref(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, short(e), args, 2, 2)?;
    let is_vref = match v[1].kind {
        Kind::Instance { class, .. } => {
            a.class_mro(class).iter().any(|c| &*a.classdefs[*c].name == VIRTUAL_REF)
        }
        Kind::Impossible => true,
        _ => false,
    };
    if !is_vref {
        let message = format!(
            "{}() of {}: the first argument must be a virtual reference",
            of_function(&v[0]),
            a.show(&v[1])
        );
        return Err(a.error(site, "jit-hint", message));
    }
    Ok(SomeValue::NONE)
}

/// The name that the library gives of its function.
fn of_function(name: &SomeValue) -> String {
    name.const_str().map(|s| s.to_string()).unwrap_or_default()
}

/// `record_exact_value(value, constant)`
pub(super) fn record_exact_value(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    positional(a, site, short(e), args, 2, 2)?;
    Ok(SomeValue::NONE)
}

/// `set_param(driver, name, value)`, `set_param_to_default(driver, name)`
pub(super) fn set_param(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let name = short(e);
    let wanted = if name == "set_param" { 3 } else { 2 };
    let v = positional(a, site, name, args, wanted, wanted)?;
    let driver = matches!(&v[0].kind, Kind::Builtin(n) if &**n == JIT_DRIVER);
    if !(driver && v[0].const_host().is_some() || v[0].kind == Kind::None_) {
        let message = format!("{name}() wants a constant JitDriver, or None");
        return Err(a.error(site, "jit-parameter", message));
    }
    let Some(parameter) = v[1].const_str() else { return Ok(SomeValue::NONE) };
    match JIT_PARAMETERS.iter().find(|p| p.name == parameter) {
        None => {
            let known: Vec<_> = JIT_PARAMETERS.iter().map(|p| p.name).collect();
            let message = format!("the JIT has no parameter '{parameter}'");
            let e = a.error(site, "jit-parameter", message);
            let e = e.did_you_mean(parameter, known.iter().copied());
            Err(e.note(format!("it has {}", known.join(", "))))
        }
        Some(JitParameter { without_effect: why, .. }) => {
            if a.jit && !why.is_empty() {
                a.warn(
                    site,
                    "parameter-without-effect",
                    format!("the parameter '{parameter}' has no effect: {why}"),
                    "",
                );
            }
            Ok(SomeValue::NONE)
        }
    }
}

pub(super) fn driver_info(a: &mut Facts, r: HostRef) {
    if a.jitdrivers.contains_key(&r) {
        return;
    }
    let host = &a.host;
    let attr = |n: &str| {
        let class = host.class_of(r);
        hv::instance_attr(host, r, n).or_else(|| hv::class_lookup(host, class, n))
    };
    let list =
        |n: &str| -> Vec<Rc<str>> { attr(n).map(|v| hv::string_list(host, v)).unwrap_or_default() };
    let reds = list("reds");
    let auto = matches!(&reds[..], [x] if &**x == "auto")
        || hv::instance_attr(host, r, "autoreds").is_some_and(|v| hv::truth(host, v));
    let info = JitDriverInfo {
        name: hv::instance_attr(host, r, "name").and_then(|v| hv::text(host, v)),
        greens: list("greens"),
        reds: if auto { vec![] } else { reds },
        auto_reds: auto,
        virtualizables: list("virtualizables"),
        ..JitDriverInfo::default()
    };
    a.jitdrivers.insert(r, info);
}

pub(super) fn marker(
    a: &mut Facts,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let Some(driver) = this.const_host() else {
        return Err(a.error(site, "jit-driver", "a JitDriver must be a constant"));
    };
    driver_info(a, driver);
    if name == "loop_header" {
        return Ok(SomeValue::NONE);
    }
    if !args.positional.is_empty() {
        return Err(a.error(site, "jit-driver", format!("{name}() takes keyword arguments only")));
    }
    let info = a.jitdrivers[&driver].clone();
    for (k, s, _) in &args.keywords {
        if !info.greens.contains(k) && !info.reds.contains(k) {
            return Err(a.error(
                site,
                "jit-driver",
                format!("{name}(): '{k}' is neither green nor red of this JitDriver"),
            ));
        }
        let old = info.vars.get(k).cloned().unwrap_or(SomeValue::IMPOSSIBLE);
        let u = a.union(site, &old, &s.without_const()).map_err(|e| {
            origins::union_at(a, site, e, &format!("JitDriver variable '{k}'"), &[])
        })?;
        if let Some(d) = a.jitdrivers.get_mut(&driver) {
            d.vars.insert(k.clone(), u);
        }
    }
    for k in info.greens.iter().chain(&info.reds) {
        let needed = name == "jit_merge_point" || !info.auto_reds;
        if needed && !args.keywords.iter().any(|(n, ..)| n == k) {
            return Err(a.error(
                site,
                "jit-driver",
                format!("{name}() does not give variable '{k}' of its JitDriver"),
            ));
        }
    }
    if name == "jit_merge_point"
        && let (Some(p), Some(v), Some(d)) =
            (site.position, site.result, a.jitdrivers.get_mut(&driver))
        && !d.merge_points.contains(&(p.graph, v))
    {
        d.merge_points.push((p.graph, v));
    }
    let span = site.span;
    if name == "jit_merge_point"
        && let Some(d) = a.jitdrivers.get_mut(&driver)
    {
        d.merge_point_at.get_or_insert(span);
    }
    if name == "can_enter_jit"
        && let Some(d) = a.jitdrivers.get_mut(&driver)
    {
        d.entered.get_or_insert(span);
    }
    Ok(SomeValue::NONE)
}

/// Reports what a program lacks for a JIT to be made, and what is wrong with its JitDrivers: `entry` is the place of
/// its entry point.
pub fn check_jitdrivers(ann: &Facts, entry: Span) -> Result<(), Vec<Diagnostic>> {
    check_entries(ann, entry).map_err(|d| vec![d])?;
    let mut found = vec![];
    for (r, d) in ann.jitdrivers.iter().filter(|d| !d.1.merge_points.is_empty()) {
        check_virtualizables(ann, d, &mut found);
        check_functions(ann, *r, d, &mut found);
    }
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// A virtualizable must be an instance whose class says which of its attributes count, and has them.
fn check_virtualizables(ann: &Facts, d: &JitDriverInfo, found: &mut Vec<Diagnostic>) {
    for (n, name) in d.virtualizables.iter().enumerate() {
        if d.virtualizables[..n].contains(name) {
            let driver = d.name.as_deref().unwrap_or("jitdriver");
            let message =
                format!("the JitDriver '{driver}' names the virtualizable '{name}' twice");
            let at = d.merge_point_at.unwrap_or_default();
            found.push(Diagnostic::error("jit-virtualizable", message, at));
        } else {
            check_virtualizable(ann, d, name, found);
        }
    }
}

fn check_virtualizable(ann: &Facts, d: &JitDriverInfo, name: &str, found: &mut Vec<Diagnostic>) {
    let at = d.merge_point_at.unwrap_or_default();
    let driver = d.name.as_deref().unwrap_or("jitdriver");
    let mut wrong =
        |message: String, at: Span| found.push(Diagnostic::error("jit-virtualizable", message, at));
    let Some(value) = d.vars.get(name) else { return };
    let Kind::Instance { class, .. } = value.kind else {
        let what = ann.show(value);
        let message = format!(
            "the virtualizable '{name}' of the JitDriver '{driver}' is {what}, not an instance"
        );
        return wrong(message, at);
    };
    let shown = &ann.classdefs[class].name;
    let mro = ann.class_mro(class);
    let mut fields = virtualizable_fields(ann, class).peekable();
    if fields.peek().is_none() {
        let message = format!(
            "the virtualizable '{name}' of the JitDriver '{driver}' is an instance of {shown}, which has no _virtualizable_"
        );
        return wrong(message, at);
    }
    for (desc, declared) in fields {
        let field = declared.strip_suffix("[*]").unwrap_or(declared);
        let attr = mro.iter().find_map(|c| ann.classdefs[*c].attrs.get(field));
        match attr {
            // (A name that is like no other one has no effect, as in RPython: `warn_of_frames`.)
            None => {
                if let Some(n) = hierarchy::similar_field(ann, &mro, field) {
                    let message = format!(
                        "'{declared}' in _virtualizable_ of class {}: {shown} has no attribute '{field}'; did you mean '{n}'?",
                        desc.name
                    );
                    wrong(message, hierarchy::class_span(ann, desc).unwrap_or(at));
                }
            }
            Some(a) if field != &**declared && !matches!(a.s_value.kind, Kind::List(_)) => {
                let message = format!(
                    "'{declared}' in _virtualizable_ of class {}: the attribute is {}, not a list",
                    desc.name,
                    ann.show(&a.s_value)
                );
                let origin = a.origins.first().map(|o| o.0);
                wrong(message, origin.or(hierarchy::class_span(ann, desc)).unwrap_or(at));
            }
            Some(_) => {}
        }
    }
}

/// The functions of a JitDriver must give what the JIT asks for.
fn check_functions(ann: &Facts, driver: HostRef, d: &JitDriverInfo, found: &mut Vec<Diagnostic>) {
    let shown = d.name.as_deref().unwrap_or("jitdriver");
    for (name, graph) in &d.hooks {
        let r = ann.result(*graph);
        // The library's function around it takes its tuple apart, and fails if it is another one.
        if &**name == "get_location" && r.is_impossible() {
            let function = hv::instance_attr(&ann.host, driver, name);
            let at = function.map_or(Span::NONE, |f| hv::func_span(&ann.host, f));
            let message = format!("get_location of the JitDriver '{shown}' must return a tuple");
            let note = "(file name, line, name of the function, number of the opcode, its name)";
            found.push(Diagnostic::error("jit-driver", message, at).note(note));
        }
        let (good, wanted) = match &**name {
            "get_printable_location" => (r.is_str(), "a string"),
            "get_unique_id" => (r.is_integral(), "an int"),
            "get_location" => (true, ""),
            _ => (r.is_integral(), "a bool"),
        };
        if !good && !r.is_impossible() {
            let message = format!(
                "{name} of the JitDriver '{shown}' must return {wanted}, and returns {}",
                ann.show(r)
            );
            found.push(Diagnostic::error("jit-driver", message, ann.graphs[*graph].graph.span));
        }
    }
}

fn check_entries(ann: &Facts, entry: Span) -> Result<(), Diagnostic> {
    let advice = "call `jit_merge_point` of the JitDriver at the head of the interpreter's loop";
    let without = ann.jitdrivers.values().filter(|d| d.merge_points.is_empty());
    if let Some(at) = without.filter_map(|d| d.entered).next() {
        let m =
            "this JitDriver has a can_enter_jit, but no jit_merge_point that the program can reach";
        return Err(Diagnostic::error("no-merge-point", m, at).note(advice));
    }
    if ann.jitdrivers.values().all(|d| d.merge_points.is_empty()) {
        let m = "--opt=jit, but the program reaches no jit_merge_point of a JitDriver";
        return Err(Diagnostic::error("no-merge-point", m, entry)
            .note(advice)
            .note("without a JIT: -O2"));
    }
    Ok(())
}

/// The graph of a function that the JIT calls.
fn graph_of_hook(
    ann: &mut Annotator,
    site: Site,
    f: HostRef,
    args: Vec<SomeValue>,
) -> AResult<Option<AnnGraphId>> {
    let d = prebuilt::function_desc(ann, site, f)?;
    let positional: Vec<_> =
        args.into_iter().enumerate().map(|(i, s)| (s, crate::ArgSource::Operand(i))).collect();
    let args = answers::positional(positional);
    Ok(specialize::function_graph(ann, site, d, &args)?.0)
}

/// Annotates the functions given to JitDrivers (`get_printable_location`, …).
pub(crate) fn run_jit_hooks(ann: &mut Annotator) {
    if !ann.jit {
        return;
    }
    let site = Site::NOWHERE;
    if let Some((f, None)) = ann.jit_event {
        match graph_of_hook(ann, site, f, vec![SomeValue::INT]) {
            Ok(g) => ann.jit_event = Some((f, g)),
            Err(AnnError::Blocked) => {}
            Err(e) => {
                let d = e.into_diagnostic().note("the JitHookInterface");
                errors::record_error(ann, None, f.0 as usize, d);
            }
        }
    }
    let drivers: Vec<HostRef> = ann.jitdrivers.keys().copied().collect();
    for r in drivers {
        let info = ann.jitdrivers[&r].clone();
        if info.merge_points.is_empty() {
            continue;
        }
        let site = Site::of(info.merge_point_at.unwrap_or(Span::NONE));
        for (hook, with_reds) in [
            ("get_printable_location", false),
            ("get_location", false),
            ("get_unique_id", false),
            ("can_never_inline", false),
            ("should_unroll_one_iteration", false),
            ("confirm_enter_jit", true),
        ] {
            let attribute = if hook == "get_location" { LOCATION_TEXT } else { hook };
            let Some(f) = hv::instance_attr(&ann.host, r, attribute) else { continue };
            if hv::is_none(&ann.host, f) {
                continue;
            }
            let names = info.greens.iter().chain(if with_reds { &info.reds[..] } else { &[] });
            let vars: Option<Vec<SomeValue>> = names.map(|n| info.vars.get(n).cloned()).collect();
            let Some(vars) = vars else { continue };
            ann.reports.errors.shift_remove(&(None, r.0 as usize));
            let found = graph_of_hook(ann, site, f, vars).map(|g| {
                if let (Some(g), Some(i)) = (g, ann.jitdrivers.get_mut(&r)) {
                    i.hooks.insert(hook.into(), g);
                }
            });
            if let Err(e) = found {
                let d = match e {
                    AnnError::Blocked => continue,
                    e => e.into_diagnostic(),
                };
                errors::record_error(
                    ann,
                    None,
                    r.0 as usize,
                    d.note(format!("{hook} of a JitDriver")),
                );
            }
        }
    }
}
