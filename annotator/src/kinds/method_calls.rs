//! Calls of methods of built-in types, by their rows.

use super::method_table::{find, named};
use crate::kinds::python3;
use crate::kinds::texts;
use crate::kinds::unknown;
use crate::model::state::CallArgs;
use crate::ops::methods::{Change, Kinds, Lowers, owner};
use crate::prelude::*;

/// Calls a method of a built-in type.
pub(crate) fn call_method(
    a: &mut Annotator,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    if this.is_str() || this.is_unicode() {
        return string_method(a, site, name, this, args);
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
    let Lowers::Library(path) = row.lowers else { return row.annotate(a, site, this, args) };
    // (the parameters of the function say what a call may pass, unless the row does)
    if !row.types.any {
        row.annotate(a, site, this, args)?;
    }
    let (module, function) = path.split_once('.').expect("module.function");
    library::call_library_method(a, site, module, function, this, args)
}

fn unknown(a: &Facts, site: Site, name: &str, this: &SomeValue) -> AnnError {
    match owner(this) {
        "list" => unknown::unknown_method(a, site, "lists", name),
        "dict" => unknown::unknown_method(a, site, "dicts", name),
        "set" => unknown::unknown_method(a, site, "sets", name),
        of @ ("str" | "unicode") => unknown::unknown_method(a, site, of, name),
        "deque" => unknown::unknown_method(a, site, "deques", name),
        "bytearray" => {
            let text = format!("method '{name}' of bytearrays is not supported at run time");
            a.error(site, "no-method", text)
        }
        _ => a.error(site, "no-method", format!("{} has no method '{name}'", a.show(this))),
    }
}

/// Calls of string methods.
pub(crate) fn string_method(
    ann: &mut Annotator,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    if let Some(r) = python3::python3_method(ann, site, name, this, args) {
        return r;
    }
    let result = python3::plain_string_method(ann, site, name, this, args)?;
    texts::with_texts_of(ann, site, this, result)
}
