//! Calls of methods of built-in types, by their rows.

use super::method_table::{find, named};
use crate::definitions::generation;
use crate::kinds::encodings;
use crate::kinds::python3;
use crate::kinds::texts;
use crate::kinds::unknown;
use crate::model::state::CallArgs;
use crate::ops::methods::{Change, Kinds, Lowers, owner};
use crate::prelude::*;

/// Answers a call of a method of a built-in type.
pub(crate) fn call_method(
    a: &mut Facts,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if this.is_str() || this.is_unicode() {
        return string_method(a, site, name, this, args);
    }
    by_table(a, site, name, this, args)
}

/// Answers a call of a built-in method by its row in the table.
fn by_table(
    a: &mut Facts,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
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
    Ok(Answer::library_method(module, function, this, args))
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

/// Answers a call of a string method.
fn string_method(
    ann: &mut Facts,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if let Some(answer) = python3::python3_method(ann, site, name, this, args)? {
        return Ok(answer);
    }
    let answer = match name {
        "encode" | "decode" => {
            let args = encodings::with_encoding(ann, site, args)?;
            by_table(ann, site, name, this, &args)?
        }
        _ => by_table(ann, site, name, this, args)?,
    };
    if name == "hex" && this.is_bytes() && generation::in_python3(ann, site) {
        return Ok(answer.then(|_, _, result| Ok(result.with_texts(Texts::TEXT))));
    }
    let this = this.clone();
    Ok(answer.then(move |ann, site, result| texts::with_texts_of(ann, site, &this, result)))
}
