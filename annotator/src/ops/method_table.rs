//! All rows about methods of built-in types, and the row of a call.

use super::methods::{Change, Kinds, Method, owner};
use crate::CallArgs;
use crate::kinds;
use crate::prelude::*;
use crate::reports::blame;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The tables.
static TABLES: &[&[Method]] = &[
    kinds::lists::METHODS,
    kinds::tuples::METHODS,
    kinds::deques::METHODS,
    kinds::dicts::METHODS,
    kinds::sets::METHODS,
    kinds::strings::METHODS,
    kinds::bytearrays::METHODS,
    kinds::builders::METHODS,
    kinds::numbers::METHODS,
    kinds::iterators::METHODS,
];

/// All rows.
pub fn all() -> impl std::iter::Iterator<Item = &'static Method> {
    TABLES.iter().copied().flatten()
}

static FORMS: LazyLock<FxHashMap<&'static str, Vec<&'static Method>>> = LazyLock::new(|| {
    let mut forms: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for m in all() {
        forms.entry(m.name).or_default().push(m);
    }
    forms
});

/// The forms of a method of these owners, in the order of the table.
fn forms(of: Kinds, name: &str) -> impl std::iter::Iterator<Item = &'static Method> {
    let all = FORMS.get(name).map(Vec::as_slice).unwrap_or_default();
    all.iter().copied().filter(move |m| of.meets(m.of))
}

/// The row for a call of a method.
pub fn find(of: Kinds, name: &str, args: &[SomeValue], keywords: bool) -> Option<&'static Method> {
    forms(of, name).find(|m| m.takes(args.len(), keywords) && m.when.holds(args, keywords))
}

/// Names of the methods of these owners that programs can call, in the order of the table.
pub fn names(of: Kinds) -> impl std::iter::Iterator<Item = &'static str> {
    all().filter(move |m| of.meets(m.of) && !m.name.starts_with('_')).map(|m| m.name)
}

/// Any form of a method; `None`: there is no such method.
pub fn named(of: Kinds, name: &str) -> Option<&'static Method> {
    forms(of, name).next()
}

/// Gives Python's message where argument `i` (from 0) of a method is None, if it must not be.
pub(crate) fn none_argument(of: Kinds, name: &str, i: usize) -> Option<&'static str> {
    forms(of, name).find_map(|m| m.none.get(i).copied())
}

/// Calls a method of a built-in type.
pub(crate) fn call_method(
    a: &mut Annotator,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    if this.is_str() || this.is_unicode() {
        return kinds::strings::string_method(a, site, name, this, args);
    }
    by_table(a, site, name, this, args)
}

/// Annotates a call of a built-in method by its row in the table, whatever the method means in
/// Python 3.
pub(crate) fn by_table(
    a: &mut Annotator,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let of = Kinds::of(a, this);
    let Some(any) = named(of, name) else { return Err(unknown(a, site, name, this)) };
    if let Kind::Set(d) = this.kind
        && any.change != Change::Reads
        && a.dict_def(d).frozen
    {
        return Err(a
            .error(site, "no-method", format!("a frozenset has no method '{name}'"))
            .note("a frozenset never changes: `s | other` makes a new one"));
    }
    let given: Vec<SomeValue> = args.positional.iter().map(|p| p.0.clone()).collect();
    let Some(row) = find(of, name, &given, !args.keywords.is_empty()) else {
        let of = owner(this);
        let n = given.len();
        let text = match of {
            "str" | "unicode" if !args.keywords.is_empty() => {
                format!("{of}.{name}() takes no keyword arguments")
            }
            "str" | "unicode" => format!("{of}.{name}() cannot be called with {n} arguments"),
            _ => format!("{of}.{name}() cannot be called with these arguments"),
        };
        return Err(a.error(site, "argument-count", text));
    };
    (row.handler)(a, site, row, this, args)
}

fn unknown(a: &Annotator, site: Site, name: &str, this: &SomeValue) -> AnnError {
    match owner(this) {
        "list" => blame::unknown_method(a, site, "lists", name),
        "dict" => blame::unknown_method(a, site, "dicts", name),
        "set" => blame::unknown_method(a, site, "sets", name),
        of @ ("str" | "unicode") => blame::unknown_method(a, site, of, name),
        "deque" => blame::unknown_method(a, site, "deques", name),
        "bytearray" => {
            let text = format!("method '{name}' of bytearrays is not supported at run time");
            a.error(site, "no-method", text)
        }
        _ => a.error(site, "no-method", format!("{} has no method '{name}'", a.show(this))),
    }
}
