//! Built-in functions over iterables. What lists, dicts, sets, strings, tuples and iterators over them can do without user
//! code is left to the RTyper; the rest is written in the language (`rlib/builtins/iterables.py`).

use super::*;
use crate::definitions::classdef;
use crate::definitions::closures;
use crate::definitions::exc_args;
use crate::definitions::generation;
use crate::definitions::origins;
use crate::definitions::own_methods;
use crate::definitions::variants;
use crate::kinds::callables;
use crate::kinds::dicts;
use crate::kinds::methods;
use crate::kinds::sets;
use crate::kinds::views;
use crate::kinds::{deques, iterators};
use crate::model::answers;
use crate::model::state::Facts;
use crate::ops::unsupported;
use crate::{ArgSource, DictKind};
use std::rc::Rc;

/// Comparison of objects that stand for bound methods.
pub(super) fn same_by_other_name(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    match &args.positional[..] {
        [(this, _), _] => methods::same_by_other_name(a, site, this, args),
        _ => Err(a.error(site, "internal", "same_by_other_name")),
    }
}

/// `sum(items, start=0)`: what it adds must be numbers.
pub(super) fn sum(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if let Some((s, _)) = args.positional.first()
        && let Kind::List(l) = s.kind
        && let item = a.read_list(site, l)
        && (item.is_str() || item.is_unicode())
        && item.kind != Kind::None_
    {
        let e = a.error(site, "operand", format!("sum() adds numbers, not {}", a.show(&item)));
        return Err(e.note("strings are joined by `''.join(l)`"));
    }
    Ok(Answer::library("iterables", "sum_", args.clone()))
}

/// `functools.partial(f, …)`: each call has a function of its own, which makes a closure.
pub(super) fn partial(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let Some(count) = args.positional.len().checked_sub(1) else {
        return Err(a.error(site, "argument-count", "partial() needs a function"));
    };
    let names: Vec<&str> = args.keywords.iter().map(|k| &*k.0).collect();
    let (count, names) = (count.to_string(), names.join(" "));
    let place = format!("{:?} {:?}", site.position.map(|p| p.graph), site.result);
    let f =
        own_methods::made_function(a, site, "callables.make_partial", &[&count, &names, &place])?;
    Ok(Answer::made(&f, args.clone()))
}

/// `operator.itemgetter(…)`: of constant keys a function, else an object.
pub(super) fn itemgetter(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let constant = args.positional.iter().all(|p| p.0.konst.is_some());
    match (constant, args.positional.len()) {
        (_, 0) => Err(a.error(site, "argument-count", "itemgetter() needs a key")),
        (true, _) => Ok(call_with("callables.item_getter", args.positional.clone())),
        (false, 1) => Ok(call_with("callables.ItemGetter", args.positional.clone())),
        _ => Err(a.error(
            site,
            "constant-needed",
            "itemgetter() of several keys that are not constants",
        )),
    }
}

/// `operator.methodcaller(…)` with constant arguments.
pub(super) fn methodcaller(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if !args.keywords.is_empty() || args.positional.iter().any(|p| p.0.konst.is_none()) {
        return Err(a
            .error(site, "constant-needed", "methodcaller() with arguments that are not constants")
            .note("use a lambda"));
    }
    Ok(call_with("callables.method_caller", args.positional.clone()))
}

/// Gives what a `yield` gives back: what was sent, or None.
pub(super) fn sent_value(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let Some(Kind::Instance { class, .. }) = args.positional.first().map(|p| &p.0.kind) else {
        return Err(a.error(site, "internal", "what is sent to something that is no generator"));
    };
    // Nothing is known before the first `send` is seen; without any the annotator says None (`settle_generators`).
    let s = classdef::instance_getattr(a, site, *class, &"g_sent".into())?;
    let function = match s.kind {
        Kind::Impossible => return Err(AnnError::Blocked),
        Kind::None_ => "generators.nothing_sent",
        _ if s.noneify().is_some() => "generators.sent_or_none",
        _ => "generators.sent",
    };
    Ok(call_with(function, args.positional.clone()))
}

/// Annotates what `yield from` asks of the iterator.
pub(super) fn delegate(
    a: &mut Facts,
    _: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let generator = match &args.positional[0].0.kind {
        Kind::Instance { class, .. } => closures::is_generator_class(a, *class),
        _ => false,
    };
    let function = match (e.name, generator) {
        ("flow_support.send_into", true) => "generators.send_into",
        ("flow_support.send_into", false) => "generators.cannot_send_into",
        ("flow_support.throw_into", true) => "generators.throw_into",
        ("flow_support.throw_into", false) => "generators.cannot_throw_into",
        (_, true) => "generators.result_of",
        (_, false) => "generators.no_result",
    };
    Ok(call_with(function, args.positional.clone()))
}

/// `a, b = x`: `x` as something with indices that has so many items.
pub(super) fn unpack_exactly(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let [(s, _), (n, _)] = &args.positional[..] else {
        return Err(a.error(site, "internal", "unpack_exactly"));
    };
    let n = n.const_int().unwrap_or(0) as usize;
    match &s.kind {
        Kind::Tuple(items) if items.len() == n => Ok(s.without_const().into()),
        Kind::Tuple(_) => Ok(call_with("iterables.unpack_wrong", args.positional.clone())),
        Kind::Instance { class, .. } if variants::is_record(a, *class) => {
            Ok(call_with("records.unpack", args.positional.clone()))
        }
        Kind::List(_) | Kind::String { .. } | Kind::Unicode { .. } => {
            Ok(call_with("iterables.unpack_exactly", args.positional.clone()))
        }
        Kind::Dict(_)
        | Kind::Set(_)
        | Kind::Deque(_)
        | Kind::ByteArray
        | Kind::Char
        | Kind::UniChar
        | Kind::Iterator { .. }
        | Kind::Instance { .. } => Ok(call_with("iterables.unpack_items", args.positional.clone())),
        _ if exc_args::args_of_exception(s).is_some() => {
            Ok(call_with("iterables.unpack_exactly", args.positional.clone()))
        }
        _ => Err(a.error(site, "unpack", format!("{} cannot be unpacked", a.show(s)))),
    }
}

/// `a, *b = x`: `x` as something with a length and slices, and at least so many items.
pub(super) fn unpack_sequence(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let [(s, _), (n, _)] = &args.positional[..] else {
        return Err(a.error(site, "internal", "unpack_sequence"));
    };
    let n = n.const_int().unwrap_or(0) as usize;
    match &s.kind {
        Kind::Tuple(items) if items.len() >= n => Ok(s.without_const().into()),
        Kind::Tuple(items) => Err(a.error(
            site,
            "unpack",
            format!("a tuple of {} items is unpacked to at least {n} variables", items.len()),
        )),
        Kind::List(_) | Kind::String { .. } | Kind::Unicode { .. } => {
            Ok(call_with("iterables.at_least", args.positional.clone()))
        }
        _ => Ok(call_with("iterables.list_at_least", args.positional.clone())),
    }
}

/// Says whether iteration calls no code of the program: the RTyper has iterators for it.
fn native(s: &SomeValue) -> bool {
    !matches!(s.kind, Kind::Instance { .. } | Kind::Pbc { .. })
}

/// Arguments by position or name; `None` where nothing is given.
fn bind(
    a: &Facts,
    site: Site,
    name: &str,
    args: &CallArgs,
    names: &[&str],
    required: usize,
) -> AResult<Vec<Option<(SomeValue, ArgSource)>>> {
    let mut out = vec![None; names.len()];
    if args.positional.len() > names.len() {
        return Err(a.error(
            site,
            "argument-count",
            format!("{name}() takes at most {} arguments", names.len()),
        ));
    }
    for (i, p) in args.positional.iter().enumerate() {
        out[i] = Some(p.clone());
    }
    for (k, s, src) in &args.keywords {
        match names.iter().position(|n| **n == **k) {
            Some(i) if out[i].is_none() => out[i] = Some((s.clone(), src.clone())),
            _ => {
                return Err(a.error(
                    site,
                    "argument-count",
                    format!("{name}() cannot take the argument '{k}'"),
                ));
            }
        }
    }
    if out[..required].iter().any(|x| x.is_none()) {
        return Err(a.error(
            site,
            "argument-count",
            format!("{name}() needs {required} arguments"),
        ));
    }
    Ok(out)
}

/// A call of a library function with these arguments.
fn call_with(function: &str, positional: Vec<(SomeValue, ArgSource)>) -> Answer {
    let (module, function) = function.split_once('.').expect("module.function");
    Answer::library(module, function, answers::positional(positional))
}

pub(super) fn enumerate(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = bind(a, site, e.name, args, &["iterable", "start"], 1)?;
    let items = v[0].clone().expect("required").0;
    if let Some((start, _)) = &v[1] {
        a.want_int(site, start, "the start of enumerate()")?;
    }
    if !native(&items) || v[1].as_ref().is_some_and(|s| !s.0.is_nonneg()) {
        let all: Vec<_> = v.into_iter().flatten().collect();
        return Ok(call_with("iterables.enumerate_", all));
    }
    let iterable = iterators::iterable(a, site, &items)?;
    iterators::iter_item(a, site, &iterable, IterVariant::Items)?;
    Ok(Kind::Iterator { container: Rc::new(iterable), variant: IterVariant::Enumerate }.into())
}

pub(super) fn reversed(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 1, 1)?;
    match v[0].kind {
        Kind::List(_)
        | Kind::Tuple(_)
        | Kind::String { .. }
        | Kind::Unicode { .. }
        | Kind::Char
        | Kind::UniChar
        | Kind::Deque(_)
        | Kind::Dict(_) => {
            let container = Rc::new(iterators::iterable(a, site, &v[0])?);
            Ok(Kind::Iterator { container, variant: IterVariant::Reversed }.into())
        }
        Kind::ByteArray => Ok(call_with("iterables.reversed_copy", args.positional.clone())),
        Kind::Instance { .. } => Ok(call_with("iterables.reversed_", args.positional.clone())),
        _ => Err(a.error(
            site,
            "not-iterable",
            format!("reversed() takes a list, a tuple or a string, not {}", a.show(&v[0])),
        )),
    }
}

pub(super) fn zip(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 1, 16)?;
    if views::wants_list(a, site) {
        return Ok(call_with("iterables.zip_list", args.positional.clone()));
    }
    if !v.iter().all(native) {
        let f = match v.len() {
            1 => "iterables.zip1",
            2 => "iterables.zip2",
            3 => "iterables.zip3",
            4 => "iterables.zip4",
            _ => {
                return Err(unsupported(
                    a,
                    site,
                    "zip() of more than 4 iterables, instances or generators among them",
                    "make lists of them",
                ));
            }
        };
        return Ok(call_with(f, args.positional.clone()));
    }
    let mut iterators = vec![];
    for s in &v {
        let it = match &s.kind {
            Kind::Iterator { .. } => s.clone(),
            _ => {
                let container = Rc::new(iterators::iterable(a, site, s)?);
                Kind::Iterator { container, variant: IterVariant::Items }.into()
            }
        };
        iterators::iter_item(a, site, &it, IterVariant::Items)?;
        iterators.push(it);
    }
    let container = Rc::new(SomeValue::tuple(iterators));
    Ok(Kind::Iterator { container, variant: IterVariant::Zip }.into())
}

pub(super) fn map(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    positional(a, site, e.name, args, 2, 4)?;
    let f = match args.positional.len() {
        _ if generation::in_python2(a, site) => "iterables.map_list",
        2 => "iterables.map1",
        3 => "iterables.map2",
        _ => "iterables.map3",
    };
    Ok(call_with(f, args.positional.clone()))
}

pub(super) fn filter(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 2, 2)?;
    if generation::in_python2(a, site) {
        // There what is kept of a text is a text.
        match v[1].kind {
            Kind::Char | Kind::String { .. } => {
                return Ok(call_with("iterables.filter_text", args.positional.clone()));
            }
            Kind::UniChar | Kind::Unicode { .. } => {
                return Ok(call_with("iterables.filter_unicode", args.positional.clone()));
            }
            Kind::Tuple(_) => {
                return Err(unsupported(
                    a,
                    site,
                    "filter() of a tuple in a file of Python 2",
                    "what it gives there is a tuple; make a list of the argument",
                ));
            }
            _ => {}
        }
        let f = match v[0].kind {
            Kind::None_ => "iterables.filter_true_list",
            _ => "iterables.filter_list",
        };
        return Ok(call_with(f, args.positional.clone()));
    }
    if v[0].kind == Kind::None_ {
        return Ok(call_with("iterables.filter_true", vec![args.positional[1].clone()]));
    }
    Ok(call_with("iterables.filter_", args.positional.clone()))
}

pub(super) fn sorted(
    a: &mut Facts,
    _: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let mut args = args.clone();
    for k in args.keywords.iter_mut().filter(|k| &*k.0 == "key") {
        k.1 = callables::key_function(a, &k.1);
    }
    Ok(Answer::library("iterables", "sorted_", args))
}

pub(super) fn min_max(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let n = args.positional.len();
    let keyword = |k: &str| args.keywords.iter().find(|x| *x.0 == *k);
    if let Some((k, ..)) = args.keywords.iter().find(|x| !matches!(&*x.0, "key" | "default")) {
        return Err(a.error(
            site,
            "argument-count",
            format!("{}() takes no argument '{k}'", e.name),
        ));
    }
    let key = keyword("key")
        .filter(|k| k.1.kind != Kind::None_)
        .map(|k| (callables::key_function(a, &k.1), k.2.clone()));
    let default = keyword("default").map(|k| (k.1.clone(), k.2.clone()));
    let mut all = args.positional.clone();
    if n == 0 || (n > 1 && default.is_some()) {
        return Err(a.error(site, "argument-count", format!("{}() with these arguments", e.name)));
    }
    if n == 1 {
        let f = match (key, default) {
            (None, None) => "",
            (Some(k), None) => {
                all.push(k);
                "_by"
            }
            (None, Some(d)) => {
                all.push(d);
                "_default"
            }
            (Some(k), Some(d)) => {
                all.extend([d, k]);
                "_default_by"
            }
        };
        return Ok(call_with(&format!("iterables.{}_of{f}", e.name), all));
    }
    if let Some(k) = key {
        if n > 3 {
            return Err(unsupported(
                a,
                site,
                &format!("{}() of more than 3 arguments with a key", e.name),
                "give it a list",
            ));
        }
        all.push(k);
        return Ok(call_with(&format!("iterables.{}{n}_by", e.name), all));
    }
    let mut u = all[0].0.without_const();
    for (s, _) in &all[1..] {
        u = a.union(site, &u, &s.without_const()).map_err(|err| {
            origins::union_at(a, site, err, &format!("the arguments of {}()", e.name), &[])
        })?;
    }
    match u.kind {
        Kind::Integer { unsigned: false, size, .. } if e.name == "max" => {
            let nonneg = all.iter().any(|s| s.0.is_nonneg());
            Ok(SomeValue::integer(nonneg, false, size).into())
        }
        Kind::Integer { .. } | Kind::Float | Kind::Bool | Kind::Char | Kind::String { .. } => {
            Ok(u.into())
        }
        _ if n == 2 => Ok(call_with(&format!("iterables.{}2", e.name), all)),
        _ if n == 3 => Ok(call_with(&format!("iterables.{}3", e.name), all)),
        _ => Err(unsupported(
            a,
            site,
            &format!("{}() of {n} arguments of type {}", e.name, a.show(&u)),
            "give it a list",
        )),
    }
}

pub(super) fn iter(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 1, 1)?;
    if !native(&v[0]) {
        return Ok(call_with("iterables.iter_", args.positional.clone()));
    }
    Ok(Answer::operation(flowmodel::HlOp::Iter, v))
}

pub(super) fn next(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 1, 2)?;
    if v.len() == 2 {
        return Ok(call_with("iterables.next_default", args.positional.clone()));
    }
    if !native(&v[0]) {
        return Ok(call_with("iterables.next_", args.positional.clone()));
    }
    Ok(Answer::operation(flowmodel::HlOp::Next, v))
}

pub(super) fn list(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 0, 1)?;
    let Some(s) = v.first() else {
        let l = a.site_list(site, 0);
        return Ok(Kind::List(l).into());
    };
    let item = match &s.kind {
        Kind::Tuple(items) => {
            let l = a.site_list(site, 0);
            for i in items.clone().iter() {
                a.generalize_list(site, l, i)?;
            }
            return Ok(Kind::List(l).into());
        }
        // (A class can be iterated over by its metaclass.)
        Kind::Instance { .. }
        | Kind::Iterator { .. }
        | Kind::Deque(_)
        | Kind::ByteArray
        | Kind::Pbc { .. } => {
            return Ok(call_with("iterables.list_", args.positional.clone()));
        }
        _ => iterators::iter_item(a, site, s, IterVariant::Items)?,
    };
    let l = a.site_list(site, 0);
    a.generalize_list(site, l, &item)?;
    if !matches!(s.kind, Kind::List(_) | Kind::String { .. } | Kind::Unicode { .. }) {
        a.list_resize(site, l)?;
    }
    Ok(Kind::List(l).into())
}

/// The kind of dict that a class makes.
fn dict_kind(name: &str) -> DictKind {
    if name == "dict" { DictKind::Plain } else { DictKind::Ordered }
}

/// `dict(…)`, `OrderedDict(…)`; keywords are stored by the RTyper.
pub(super) fn dict(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let kind = dict_kind(e.name);
    if args.positional.len() > 1 {
        return Err(a.error(
            site,
            "argument-count",
            "dict() takes at most one positional argument",
        ));
    }
    if !args.positional.is_empty() {
        let f = if kind == DictKind::Plain { "dict_of" } else { "ordered_of" };
        let args = dicts::with_names(a, site, args, 1)?;
        return Ok(Answer::library("dicts", f, args));
    }
    let d = dicts::site_dict_of(a, site, kind);
    for (_, s, _) in &args.keywords {
        a.generalize_key(site, d, &SomeValue::STR)?;
        a.generalize_value(site, d, s)?;
    }
    Ok(Kind::Dict(d).into())
}

pub(super) fn defaultdict(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if args.positional.len() == 2 || !args.keywords.is_empty() {
        let mut args = args.clone();
        if args.positional.is_empty() {
            let none = a.host.from_const(&flowmodel::HlConst::None);
            args.positional.push((SomeValue::NONE, ArgSource::Default(none)));
        }
        let args = dicts::with_names(a, site, &args, 2)?;
        return Ok(Answer::library("dicts", "default_of", args));
    }
    let v = positional(a, site, e.name, args, 0, 1)?;
    let factory = match v.first() {
        None => None,
        Some(s) if s.kind == Kind::None_ => None,
        Some(s) => match s.const_host() {
            Some(h) => Some(h),
            None => {
                return Err(unsupported(
                    a,
                    site,
                    &format!("a defaultdict made with {}", a.show(s)),
                    "its factory must be known at translation time",
                ));
            }
        },
    };
    let kind = factory.map_or(DictKind::Plain, DictKind::Default);
    let d = dicts::site_dict_of(a, site, kind);
    Ok(Kind::Dict(d).into())
}

pub(super) fn counter(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if !args.positional.is_empty() || !args.keywords.is_empty() {
        let args = dicts::with_names(a, site, args, 1)?;
        return Ok(Answer::library("counters", "of", args));
    }
    let d = dicts::site_dict_of(a, site, DictKind::Counter);
    a.generalize_value(site, d, &SomeValue::INT)?;
    Ok(Kind::Dict(d).into())
}

pub(super) fn deque(
    a: &mut Facts,
    site: Site,
    _: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = bind(a, site, "deque", args, &["iterable", "maxlen"], 0)?;
    if let Some(items) = v[0].clone() {
        let mut all = vec![items];
        all.extend(v[1].clone());
        return Ok(call_with("deques.new", all));
    }
    let mut limited = false;
    if let Some((s, _)) = &v[1]
        && s.kind != Kind::None_
    {
        a.want_int(site, s, "the greatest length of a deque")?;
        limited = true;
    }
    let l = a.site_list(site, 0);
    a.list_resize(site, l)?;
    deques::limit(a, l, (limited, !limited));
    Ok(Kind::Deque(l).into())
}

pub(super) fn bytearray(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 0, 2)?;
    match v.first() {
        None => Ok(Kind::ByteArray.into()),
        Some(s) if s.is_str() || s.is_integral() || s.kind == Kind::ByteArray => {
            Ok(Kind::ByteArray.into())
        }
        Some(_) => Ok(call_with("bytearrays.new", args.positional[..1].to_vec())),
    }
}

pub(super) fn set(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let frozen = e.name == "frozenset";
    if positional(a, site, e.name, args, 0, 1)?.is_empty() {
        return Ok(Kind::Set(sets::site_set(a, site, frozen)).into());
    }
    let f = if frozen { "sets.new_frozenset" } else { "sets.new_set" };
    Ok(call_with(f, args.positional.clone()))
}

pub(super) fn is_set(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, e.name, args, 1, 1)?;
    // More may come.
    if v[0].kind == Kind::None_ {
        return Err(AnnError::Blocked);
    }
    Ok(SomeValue::bool_const(matches!(v[0].kind, Kind::Set(_))))
}

pub(super) fn is_dict(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let v = positional(a, site, e.name, args, 1, 1)?;
    Ok(SomeValue::bool_const(matches!(v[0].kind, Kind::Dict(_))))
}

pub(super) fn tuple(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let v = positional(a, site, e.name, args, 0, 1)?;
    match v.first().map(|s| &s.kind) {
        None => Ok(SomeValue::tuple(vec![]).into()),
        Some(Kind::Tuple(_)) => Ok(v[0].clone().into()),
        Some(Kind::Instance { class, .. }) if variants::is_record(a, *class) => {
            Ok(Answer::library_on("records", "as_tuple", &[(1, &v[0])]))
        }
        _ => Err(unsupported(
            a,
            site,
            &format!("tuple() of {}", a.show(&v[0])),
            "the length of a tuple must be known",
        )),
    }
}
