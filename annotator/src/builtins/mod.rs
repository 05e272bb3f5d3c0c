//! Functions of the toolchain: built-ins of the language, `os`, `math`, `time`, and rlib.
//!
//! [`table`] has a row for each; here are the handlers of those whose result depends on the arguments.

pub(crate) mod iterables;
pub(crate) mod itertools;
pub(crate) mod jit;
pub(crate) mod lang;
pub(crate) mod rlib;
pub mod table;

use crate::definitions::generation;
use crate::kinds::type_objects;
use crate::model::state::{Annotator, BuiltinFunction, CallArgs, Facts, Meanings};
use crate::ops::rows::Kinds;

use crate::hostview as hv;
use crate::kinds::{method_calls, method_table, objects, python3, unknown};
use crate::model::errors::{AResult, AnnError};
use crate::model::knowledge::Throws;
use crate::model::site::Site;
use crate::model::*;
use crate::ops::lowers::Lowers;
use flowmodel::HostRef;
use table::Builtin;
pub use table::lookup;

/// Annotates a call.
pub(crate) type Handler = fn(&mut Annotator, Site, &Builtin, &SomeValue, &CallArgs) -> AResult;

/// Calls a built-in function or method.
fn call_builtin(ann: &mut Annotator, site: Site, callee: &SomeValue, args: &CallArgs) -> AResult {
    match &callee.kind {
        Kind::Builtin(name) => {
            let Some(b) = lookup(name) else {
                let e = ann.error(
                    site,
                    "unsupported",
                    format!("the function {name}() is not supported at run time"),
                );
                return Err(match &**name {
                    "sys.exc_info" => {
                        e.note("outside of an `except` block in the same function").note(
                            "which exception a caller handles is not kept: pass it as an argument",
                        )
                    }
                    _ => e,
                });
            };
            if !generation::in_python3(ann, site) {
                return (b.handler)(ann, site, b, callee, args);
            }
            if let Some(r) = python3::python3_call(ann, site, name, args) {
                return r;
            }
            let result = (b.handler)(ann, site, b, callee, args)?;
            Ok(generation::python3_result(name, result))
        }
        Kind::BuiltinMethod { name, this } => {
            let (name, this) = (name.clone(), this.clone());
            if let Kind::Builtin(class) = &this.kind {
                return rlib::object_method(ann, site, class, &name, &this, args);
            }
            let result = method_calls::call_method(ann, site, &name, &this, args)?;
            if &*name == "to_bytes" && this.is_integral() && generation::in_python3(ann, site) {
                return Ok(generation::python3_result("int.to_bytes", result));
            }
            Ok(result)
        }
        _ => unreachable!("no built-in function or method"),
    }
}

/// Gives what is known of a built-in function, by its registry name.
fn builtin(name: &str) -> Option<BuiltinFunction> {
    lookup(name).map(|b| BuiltinFunction { name: b.name, throws: b.throws })
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
    call_method: method_calls::by_table,
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

/// Positional arguments as annotations; an error if there are keywords or the number is wrong.
pub(crate) fn positional(
    a: &Facts,
    site: Site,
    name: &str,
    args: &CallArgs,
    lo: usize,
    hi: usize,
) -> AResult<Vec<SomeValue>> {
    if let Some((k, ..)) = args.keywords.first() {
        return Err(a.error(
            site,
            "argument-count",
            format!("{name}() takes no keyword argument '{k}' at run time"),
        ));
    }
    let n = args.positional.len();
    if n < lo || n > hi {
        return Err(a.error(
            site,
            "argument-count",
            if lo == hi {
                format!(
                    "{name}() takes {lo} argument{} at run time, but {n} are given",
                    if lo == 1 { "" } else { "s" }
                )
            } else {
                format!("{name}() takes {lo} to {hi} arguments at run time, but {n} are given")
            },
        ));
    }
    Ok(args.positional.iter().map(|p| p.0.clone()).collect())
}

fn by_signature(
    a: &mut Annotator,
    site: Site,
    e: &Builtin,
    _callee: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let letters = e.types.parameters();
    let short = e.name.rsplit('.').next().unwrap_or(e.name);
    let hi = if e.types.any { usize::MAX } else { letters.len() };
    let given = positional(a, site, short, args, e.types.required, hi)?;
    for (i, s) in given.iter().enumerate() {
        let l = letters.get(i).copied().unwrap_or('?');
        let ok = match l {
            'i' | 'n' | 'u' => s.is_integral(),
            'f' => s.kind == Kind::Float || s.is_integral(),
            'b' => s.is_integral(),
            's' | 'S' => s.is_str() || (l == 'S' && s.kind == Kind::None_),
            'c' => s.kind == Kind::Char,
            'U' => s.is_unicode(),
            'a' => s.kind == Kind::Address,
            _ => true,
        };
        if !ok {
            return Err(a.error(
                site,
                "argument-type",
                format!(
                    "argument {} of {short}() should be {}, not {}",
                    i + 1,
                    letter_name(l),
                    a.show(s)
                ),
            ));
        }
    }
    Ok(match e.types.result() {
        'i' => SomeValue::INT,
        'n' => SomeValue::NONNEG,
        'u' => SomeValue::UINT,
        'f' => SomeValue::FLOAT,
        'b' => SomeValue::BOOL,
        's' => SomeValue::STR,
        'S' => SomeValue::STR_OR_NONE,
        'c' => SomeValue::CHAR,
        'U' => SomeValue::UNICODE,
        'a' => SomeValue::ADDRESS,
        _ => SomeValue::NONE,
    })
}

/// Functions that give floats in Python 2, where those of Python 3 give ints: those of the library in their place.
const FLOATS: [(&str, &str); 3] =
    [("math.floor", "float_floor"), ("math.ceil", "float_ceil"), ("round", "float_round")];

fn by_library(
    a: &mut Annotator,
    site: Site,
    e: &Builtin,
    _callee: &SomeValue,
    args: &CallArgs,
) -> AResult {
    let Lowers::Library(function) = e.lowers else { unreachable!("rows of the library") };
    let (module, mut function) = function.split_once('.').expect("module.function");
    let is_python2 = generation::python_here(a, site) == flowspace::Python::Two;
    if let Some((_, floats)) = FLOATS.iter().find(|(name, _)| is_python2 && *name == e.name) {
        function = floats;
    } else if matches!(e.name, "math.floor" | "math.ceil" | "math.trunc")
        && let (Some(p), Some(v)) = (site.position, site.result)
    {
        a.made_at.rounded.insert((p.graph, v));
    }
    a.call_library(site, module, function, args.clone())
}

fn letter_name(l: char) -> &'static str {
    match l {
        'i' | 'n' => "an int",
        'u' => "an r_uint",
        'f' => "a float",
        'b' => "a bool",
        's' | 'S' => "a str",
        'c' => "a char",
        'U' => "a unicode",
        'a' => "an address",
        _ => "something else",
    }
}
