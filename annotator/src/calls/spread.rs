//! Calls with arguments in a list (`f(*items)`) or in a dict that is a constant (`f(**OPTIONS)`).

use crate::ArgSource;
use crate::calls::callees;
use crate::definitions::bases;
use crate::definitions::constants;
use crate::definitions::desc;
use crate::definitions::hierarchy;
use crate::definitions::library_objects;
use crate::definitions::listdef;
use crate::definitions::own_methods;
use crate::model::again;
use crate::model::descs::{DescKind, LIBRARY, Signature};
use crate::model::state::{Annotator, CallArgs};
use crate::prelude::*;
use flowspace::host::assumed;
use rustc_hash::FxHashMap;

/// Methods and functions that change a dict or set.
const CHANGING: &[&str] = &[
    "update",
    "pop",
    "popitem",
    "setdefault",
    "clear",
    "move_to_end",
    "delitem_if_value_is",
    "setitem_with_hash",
    "delitem_with_hash",
    "add",
    "remove",
    "discard",
    "intersection_update",
    "difference_update",
    "symmetric_difference_update",
];

/// Says which numbers of positional arguments a callee takes.
struct Takes {
    least: usize,
    most: usize,
    name: String,
    /// Names of parameters that must be given.
    required: String,
    /// Arguments that the call does not write: the object of a method.
    skip: usize,
    /// Any number more, for its `*` parameter.
    rest: bool,
}

/// Checks, at the end, that no dict that was taken for a constant is changed when the program runs.
pub(crate) fn check_keyword_dicts(ann: &mut Facts) {
    if ann.host.flow.keyword_dicts.is_empty() && ann.host.flow.assumed_reads.is_empty() {
        return;
    }
    find_changed_dicts(ann);
    if !again::has_grown(ann) {
        return;
    }
    let changed = std::mem::take(&mut ann.changed_dicts);
    let changed: FxHashMap<DictDefId, flowmodel::diag::Span> =
        changed.into_iter().map(|(d, at)| (ann.find_dict(d), at)).collect();
    for (host, span) in ann.host.flow.keyword_dicts.clone() {
        if let Some(at) = change_of_dict(ann, host, &changed) {
            let e = flowmodel::diag::Diagnostic::error(
                "star-arguments",
                "a dict after ** of which the names must be known is changed when the program runs",
                span,
            );
            ann.reports
                .permanent_errors
                .push(e.label(at, "changed here (or one that shares variables with it)"));
        }
    }
    for read in ann.host.flow.assumed_reads.clone() {
        let holds = assumed::still_holds(&mut ann.host, &read);
        let list = ann.known.list_of_host.get(&read.container).map(|l| ann.list_def(*l));
        let at = match list {
            _ if !holds => read.span,
            Some(l) if l.mutated || l.resized => l.resized_at.unwrap_or(read.span),
            Some(_) => continue,
            None => match change_of_dict(ann, read.container, &changed) {
                Some(at) => at,
                None => continue,
            },
        };
        // Another attempt leaves this read for run time; where there is none, it is an error.
        ann.reports.changing_reads.push(assumed::place_of(&ann.host, read.span));
        let e = flowmodel::diag::Diagnostic::error(
            "unsupported",
            "what is read here by a key known at translation time changes when the program runs",
            read.span,
        );
        ann.reports.permanent_errors.push(e.label(at, "changed here"));
    }
    ann.changed_dicts = changed;
}

fn change_of_dict(
    ann: &Facts,
    host: HostRef,
    changed: &FxHashMap<DictDefId, flowmodel::diag::Span>,
) -> Option<flowmodel::diag::Span> {
    let d = *ann.known.dict_of_host.get(&host)?;
    changed.get(&ann.find_dict(d)).copied()
}

/// Notes which dicts and sets operations change, and where. Looks at graphs that have changed since the last time.
fn find_changed_dicts(ann: &mut Facts) {
    let mut found = vec![];
    for id in &ann.work.dirty {
        let g = &ann.graphs[*id];
        for (_, b) in g.full.blocks.iter() {
            for op in &b.operations {
                let operand = |i: usize| match op.args.get(i)? {
                    flowmodel::HlValue::Var(v) => ann.bound(*id, *v).cloned(),
                    flowmodel::HlValue::Const(c) => constants::peek_const(ann, c),
                };
                let changes = |name: &str| CHANGING.contains(&name);
                let object = match op.op {
                    HlOp::SetItem
                    | HlOp::DelItem
                    | HlOp::InplaceOr
                    | HlOp::InplaceAnd
                    | HlOp::InplaceSub
                    | HlOp::InplaceXor => 0,
                    HlOp::GetAttr
                        if operand(1).is_some_and(|n| n.const_str().is_some_and(changes)) =>
                    {
                        0
                    }
                    HlOp::SimpleCall => match op.args.first() {
                        Some(flowmodel::HlValue::Const(flowmodel::HlConst::Host(f)))
                            if ann.host.qualified_name(*f).is_some_and(|n| {
                                n.rsplit_once('.').is_some_and(|(_, n)| changes(n))
                            }) =>
                        {
                            1
                        }
                        _ => continue,
                    },
                    _ => continue,
                };
                if let Some(Kind::Dict(d) | Kind::Set(d)) = operand(object).map(|s| s.kind) {
                    found.push((ann.find_dict(d), op.span));
                }
            }
        }
    }
    for (d, at) in found {
        ann.changed_dicts.entry(d).or_insert(at);
    }
}

/// `f(a, *items)` with a list: the callee takes a known number of arguments, or any number in its `*` parameter.
pub(crate) fn call_with_list(
    ann: &mut Annotator,
    site: Site,
    callee: &SomeValue,
    args: CallArgs,
    items: (SomeValue, ArgSource),
) -> AResult {
    if let Kind::List(l) = items.0.kind
        && library_objects::in_library_function(ann, site, "callables.spread")
    {
        // All other parameters have got their arguments, and the list is a new one.
        listdef::mark_star_list(ann, l);
        let mut call = args;
        call.positional.push(items);
        call.shape.pos = call.positional.len();
        call.shape.star = true;
        return callees::call(ann, site, callee, &call, None);
    }
    if let Some(f) = builtin_of_items(callee, &args, ann, &items.0) {
        let mut call = args;
        call.positional = vec![items];
        call.shape.pos = 1;
        return library::call_library(ann, site, "callables", f, call);
    }
    let Some(Takes { least, most, name, required, skip, rest }) =
        positional_range(ann, callee, &args)?
    else {
        return Err(ann
            .error(site,
                "star-arguments",
                format!("the * argument of a call is {}", ann.show(&items.0)),
            )
            .note("the number of arguments must be known: that is so for a tuple, and for a list if it is a function or class of the program that is called"));
    };
    let named: Vec<&str> = args.keywords.iter().map(|k| &*k.0).collect();
    let (named, given) = (named.join(" "), args.positional.len().to_string());
    let (least, most, skip) = (least.to_string(), most.to_string(), skip.to_string());
    let rest = if rest { "rest" } else { "" }.to_string();
    let parts = [&given, &named, &least, &most, &name, &required, &skip, &rest];
    let parts = parts.map(String::as_str);
    let f = own_methods::made_function(ann, site, "callables.make_spread", &parts)?;
    let mut positional = vec![(callee.clone(), ArgSource::Operand(0))];
    positional.extend(args.positional);
    positional.push(items);
    let mut shape = args.shape;
    shape.pos = positional.len();
    let call = CallArgs { positional, keywords: args.keywords, shape };
    callees::call(ann, site, &f, &call, Some(LIBRARY))
}

/// `f(a, *pair)` with a named tuple.
pub(crate) fn call_with_record(
    ann: &mut Annotator,
    site: Site,
    callee: &SomeValue,
    args: CallArgs,
    record: (SomeValue, ArgSource),
) -> AResult {
    let named: Vec<&str> = args.keywords.iter().map(|k| &*k.0).collect();
    let given = args.positional.len().to_string();
    let f = own_methods::made_function(
        ann,
        site,
        "callables.make_unpacked",
        &[&given, &named.join(" ")],
    )?;
    let mut call = args;
    call.positional.insert(0, (callee.clone(), ArgSource::Operand(0)));
    call.positional.push(record);
    call.shape.pos = call.positional.len();
    callees::call(ann, site, &f, &call, Some(LIBRARY))
}

/// Gives the numbers of positional arguments that a callee takes, and its name; `None` if they are
/// not fixed. Those of `args` that are named are given, too.
fn positional_range(ann: &Facts, callee: &SomeValue, args: &CallArgs) -> AResult<Option<Takes>> {
    let mut found: Option<Takes> = None;
    let mut add = |sig: &Signature, skip: usize, name: String| {
        let named = |i: &usize| args.keywords.iter().any(|k| sig.args[*i] == k.0);
        let most = (0..sig.npos).find(named).unwrap_or(sig.npos);
        let required: Vec<&str> = (skip..sig.npos)
            .filter(|i| !named(i) && sig.defaults.iter().all(|d| d.0 != *i))
            .map(|i| &*sig.args[i])
            .collect();
        let range = (required.len(), most.saturating_sub(skip));
        let rest = sig.varargs.is_some();
        let alike =
            found.as_ref().is_none_or(|f| (f.least, f.most, f.rest) == (range.0, range.1, rest));
        let required = required.join(" ");
        let (least, most) = range;
        found.get_or_insert(Takes { least, most, name, required, skip, rest });
        // A parameter that is named must not get one of the list's items, nor lie before the `*` parameter.
        alike && (!rest || most + skip == sig.npos)
    };
    let qualified = |a: &Facts, f: HostRef| {
        let name = a.host.func(f).map(|f| f.qualname.to_string());
        name.unwrap_or_else(|| hv::func_name(&a.host, f).to_string())
    };
    match &callee.kind {
        Kind::Pbc { descs, .. } => {
            for d in descs.iter() {
                let (f, skip) = match &ann.descs[*d].kind {
                    DescKind::Function(f) => (f.host, f.bound.is_some() as usize),
                    DescKind::Method { func, .. } => match ann.descs[*func].as_function() {
                        Some(f) => (f.host, 1),
                        None => return Ok(None),
                    },
                    DescKind::Class(c) => match bases::find_method(ann, c.host, "__init__") {
                        Some((_, f)) if bases::find_method(ann, c.host, "__new__").is_none() => {
                            (f, 1)
                        }
                        _ => return Ok(None),
                    },
                    DescKind::Frozen { .. } => return Ok(None),
                };
                let sig = desc::signature(&ann.host, f);
                if !add(&sig, skip, qualified(ann, f)) {
                    return Ok(None);
                }
            }
        }
        Kind::Instance { class, .. } => {
            let mut any = false;
            for c in hierarchy::all_subdefs(ann, *class) {
                let host = ann.classdefs[c].host;
                let Some((_, f)) = bases::find_method(ann, host, "__call__") else { continue };
                let sig = desc::signature(&ann.host, f);
                any = true;
                if !add(&sig, 1, qualified(ann, f)) {
                    return Ok(None);
                }
            }
            if !any {
                return Ok(None);
            }
        }
        _ => return Ok(None),
    }
    Ok(found)
}

/// The function of `callables.py` for a built-in function that is called with the items of an iterable alone.
fn builtin_of_items(
    callee: &SomeValue,
    args: &CallArgs,
    a: &Facts,
    items: &SomeValue,
) -> Option<&'static str> {
    let Kind::Builtin(name) = &callee.kind else { return None };
    if !args.positional.is_empty() {
        return None;
    }
    // A single item would be the iterable: numbers are none.
    let numbers = match &items.kind {
        Kind::List(l) => {
            let item = &a.list_def(*l).item;
            item.is_integral() || item.kind == Kind::Float
        }
        _ => false,
    };
    match &**name {
        "print" if args.keywords.iter().all(|k| matches!(&*k.0, "sep" | "end")) => {
            Some("print_items")
        }
        "max" if numbers && args.keywords.is_empty() => Some("max_of_items"),
        "min" if numbers && args.keywords.is_empty() => Some("min_of_items"),
        _ => None,
    }
}
