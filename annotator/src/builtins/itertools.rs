//! Functions of module itertools, which give tuples of a known length: the library (`rlib/builtins/itertools_.py`) has a
//! function for each.

use super::*;
use crate::ArgSource;
use crate::model::answers;
use crate::model::state::Facts;
use crate::ops::unsupported;

type Arg = (SomeValue, ArgSource);

fn call(function: &str, positional: Vec<Arg>) -> Answer {
    Answer::library("itertools_", function, answers::positional(positional))
}

/// The keyword argument of this name, or the positional one at a place; `None` also where it is None.
fn given(args: &CallArgs, at: usize, name: &str) -> Option<Arg> {
    let found = args.positional.get(at).cloned().or_else(|| {
        args.keywords.iter().find(|k| *k.0 == *name).map(|k| (k.1.clone(), k.2.clone()))
    });
    found.filter(|f| f.0.kind != Kind::None_)
}

fn only_keywords(
    a: &Facts,
    site: Site,
    e: &Builtin,
    args: &CallArgs,
    names: &[&str],
) -> AResult<()> {
    match args.keywords.iter().find(|k| !names.contains(&&*k.0)) {
        Some(k) => Err(a.error(
            site,
            "argument-count",
            format!("{}() takes no argument '{}'", e.name, k.0),
        )),
        None => Ok(()),
    }
}

fn first(a: &Facts, site: Site, e: &Builtin, args: &CallArgs, name: &str) -> AResult<Arg> {
    given(args, 0, name)
        .ok_or_else(|| a.error(site, "argument-count", format!("{}() needs an iterable", e.name)))
}

pub(super) fn chain(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let n = positional(a, site, e.name, args, 0, 8)?.len();
    Ok(call(&format!("chain{n}"), args.positional.clone()))
}

pub(super) fn islice(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let n = positional(a, site, e.name, args, 2, 4)?.len();
    Ok(call(if n == 2 { "islice_stop" } else { "islice" }, args.positional.clone()))
}

pub(super) fn product(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    only_keywords(a, site, e, args, &["repeat"])?;
    let n = args.positional.len();
    let repeat = match given(args, usize::MAX, "repeat") {
        None => 1,
        Some((s, _)) => match s.const_int() {
            Some(r @ 0..=4) => r as usize,
            _ => return Err(unknown_length(a, site, e, "repeat")),
        },
    };
    match (n, repeat) {
        (0..=4, 1) => Ok(call(&format!("product{n}"), args.positional.clone())),
        (1, r) => Ok(call(&format!("power{r}"), args.positional.clone())),
        _ => Err(unsupported(
            a,
            site,
            &format!("product() of {n} iterables, repeated {repeat} times,"),
            "use nested loops",
        )),
    }
}

fn unknown_length(a: &Facts, site: Site, e: &Builtin, name: &str) -> AnnError {
    unsupported(
        a,
        site,
        &format!("{}() where '{name}' is no small constant", e.name),
        "the length of a tuple must be known",
    )
}

pub(super) fn choose(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    only_keywords(a, site, e, args, &["iterable", "r"])?;
    let items = first(a, site, e, args, "iterable")?;
    let (f, most) = match e.name {
        "itertools.combinations" => ("combinations", 4),
        "itertools.permutations" => ("permutations", 4),
        _ => ("multisets", 3),
    };
    let least = if f == "combinations" { 0 } else { 1 };
    match given(args, 1, "r").and_then(|r| r.0.const_int()) {
        Some(r) if (least..=most).contains(&r) => Ok(call(&format!("{f}{r}"), vec![items])),
        _ => Err(unknown_length(a, site, e, "r")),
    }
}

pub(super) fn groupby(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    only_keywords(a, site, e, args, &["iterable", "key"])?;
    let items = first(a, site, e, args, "iterable")?;
    match given(args, 1, "key") {
        None => Ok(call("groupby_items", vec![items])),
        Some(key) => Ok(call("groupby", vec![items, key])),
    }
}

pub(super) fn zip_longest(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    only_keywords(a, site, e, args, &["fillvalue"])?;
    let n = args.positional.len();
    if !(2..=3).contains(&n) {
        return Err(unsupported(
            a,
            site,
            &format!("zip_longest() of {n} iterables"),
            "two or three",
        ));
    }
    let mut all = args.positional.clone();
    let none = a.host.from_const(&flowmodel::HlConst::None);
    let none = (SomeValue::NONE, ArgSource::Default(none));
    all.push(given(args, usize::MAX, "fillvalue").unwrap_or(none));
    Ok(call(&format!("zip_longest{n}"), all))
}

pub(super) fn accumulate(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    only_keywords(a, site, e, args, &["iterable", "func", "initial"])?;
    let mut all = vec![first(a, site, e, args, "iterable")?];
    let mut f = "accumulate".to_string();
    for (at, name, suffix) in [(1, "func", "_by"), (usize::MAX, "initial", "_from")] {
        if let Some(x) = given(args, at, name) {
            all.push(x);
            f.push_str(suffix);
        }
    }
    Ok(call(&f, all))
}

pub(super) fn tee(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    only_keywords(a, site, e, args, &["n"])?;
    let items = first(a, site, e, args, "iterable")?;
    match given(args, 1, "n").map(|n| n.0.const_int()) {
        None | Some(Some(2)) => Ok(call("tee", vec![items])),
        _ => Err(unsupported(a, site, "tee() into another number of iterators than 2", "")),
    }
}

pub(super) fn repeat(
    a: &mut Facts,
    site: Site,
    e: &Builtin,
    _: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    only_keywords(a, site, e, args, &["object", "times"])?;
    let x = match args.positional.first() {
        Some(x) => x.clone(),
        None => first(a, site, e, args, "object")?,
    };
    match given(args, 1, "times") {
        None => Ok(call("repeat", vec![x])),
        Some(n) => Ok(call("repeat_times", vec![x, n])),
    }
}
