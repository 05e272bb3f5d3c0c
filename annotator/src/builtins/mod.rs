//! Functions of the toolchain: built-ins of the language, `os`, `math`, `time`, and rlib.
//!
//! [`table`] has a row for each; here are the handlers of those whose result depends on the arguments.

pub(crate) mod iterables;
pub(crate) mod itertools;
pub(crate) mod jit;
pub(crate) mod lang;
pub(crate) mod rlib;
pub(crate) mod row;
pub mod table;

use crate::builtins::row::{Builtin, positional};
use crate::definitions::generation;
use crate::hostview as hv;
use crate::kinds::{execute, method_calls, method_table, objects, python3, type_objects, unknown};
use crate::model::answers::Answer;
use crate::model::errors::{AResult, AnnError};
use crate::model::knowledge::Throws;
use crate::model::site::Site;
use crate::model::state::{Annotator, BuiltinFunction, CallArgs, Facts, Meanings};
use crate::model::*;
use crate::ops::rows::Kinds;
use flowmodel::HostRef;
use std::rc::Rc;
pub use table::lookup;

/// Calls a built-in function or method.
fn call_builtin(ann: &mut Annotator, site: Site, callee: &SomeValue, args: &CallArgs) -> AResult {
    let answer = match &callee.kind {
        Kind::Builtin(name) => function(ann, site, name, callee, args)?,
        Kind::BuiltinMethod { name, this } => method(ann, site, name, this, args)?,
        _ => unreachable!("no built-in function or method"),
    };
    execute::give(ann, site, answer)
}

/// Answers a call of a built-in function.
fn function(
    ann: &mut Facts,
    site: Site,
    name: &Rc<str>,
    callee: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    let Some(b) = lookup(name) else {
        let e = ann.error(
            site,
            "unsupported",
            format!("the function {name}() is not supported at run time"),
        );
        return Err(match &**name {
            "sys.exc_info" => e
                .note("outside of an `except` block in the same function")
                .note("which exception a caller handles is not kept: pass it as an argument"),
            _ => e,
        });
    };
    if !generation::in_python3(ann, site) {
        return b.annotate(ann, site, callee, args);
    }
    if let Some(r) = python3::python3_call(ann, site, name, args) {
        return r;
    }
    let (name, answer) = (name.clone(), b.annotate(ann, site, callee, args)?);
    Ok(answer.then(move |_, _, result| Ok(generation::python3_result(&name, result))))
}

/// Answers a call of a built-in method.
fn method(
    ann: &mut Facts,
    site: Site,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult<Answer> {
    if let Kind::Builtin(class) = &this.kind {
        // Class methods of built-in types are rows, as `int.from_bytes`.
        return match lookup(&format!("{class}.{name}")) {
            Some(row) => row.annotate(ann, site, this, args),
            None => rlib::object_method(ann, site, class, name, this, args),
        };
    }
    let answer = method_calls::call_method(ann, site, name, this, args)?;
    if name == "to_bytes" && this.is_integral() && generation::in_python3(ann, site) {
        return Ok(answer.then(|_, _, r| Ok(generation::python3_result("int.to_bytes", r))));
    }
    Ok(answer)
}

/// Gives what is known of a built-in function, by its registry name.
fn builtin(name: &str) -> Option<BuiltinFunction> {
    lookup(name).map(|b| BuiltinFunction { name: b.name, throws: b.throws, none: b.none })
}

/// What lower layers ask of built-in functions, methods and types.
pub(crate) static MEANINGS: Meanings = Meanings {
    builtin,
    prebuilt_instance: rlib::prebuilt_instance,
    lltype_of_host: type_objects::lltype_of_host,
    call_builtin,
    attribute: objects::pbc_getattr,
    has_method,
    method_throws,
    unknown_attribute: unknown::unknown_attribute,
    hint: rlib::hint,
};

/// Says whether values of this annotation have a built-in method.
pub(crate) fn has_method(a: &Facts, s: &SomeValue, name: &str) -> bool {
    match &s.kind {
        Kind::StringBuilder
        | Kind::UnicodeBuilder
        | Kind::Iterator { .. }
        | Kind::Tuple(_)
        | Kind::Float
        | Kind::Integer { .. }
        | Kind::Bool => method_table::named(Kinds::of(a, s), name).is_some(),
        // Which names exist is decided at the call, with a better message.
        _ => !name.starts_with("__"),
    }
}

/// Gives the exceptions that a built-in method can raise.
pub(crate) fn method_throws(a: &Facts, name: &str, this: &SomeValue) -> Throws {
    match &this.kind {
        Kind::Dict(d) if a.dict_def(*d).custom.is_some() => Throws::Anything,
        Kind::Iterator { .. } => Throws::Only(crate::kinds::iterators::next_raises(this).to_vec()),
        Kind::Builtin(_) => Throws::Only(vec![]),
        _ => match method_table::named(Kinds::of(a, this), name) {
            Some(m) => Throws::Only(m.throws.to_vec()),
            None => Throws::Anything,
        },
    }
}
