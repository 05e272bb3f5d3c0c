//! Functions of the toolchain: built-ins of the language, `os`, `math`, `time`, and rlib.
//!
//! The table is keyed by the registry name of the host object (`len`, `os.read`,
//! `rpython.rlib.jit.promote`); the RTyper has a table with the same keys. To add a function: one
//! row with a signature text, or a handler where the result depends on the arguments.

mod iterables;
mod itertools;
mod jit;
mod lang;
mod rlib;

pub(crate) use iterables::key_function;
pub(crate) use lang::{op_hash, to_float, to_int};
pub(crate) use rlib::{hint, prebuilt_instance};

use crate::errors::AnnError;
use crate::hostview as hv;
use crate::knowledge::Throws;
use crate::model::*;
use crate::{AResult, Annotator, CallArgs};
use flowmodel::HostRef;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// Annotates a call.
pub(crate) type Handler = fn(&mut Annotator, &Entry, &SomeValue, &CallArgs) -> AResult;

/// A row of the registry.
pub(crate) struct Entry {
    /// Registry name.
    pub name: &'static str,
    /// How a call is annotated.
    pub handler: Handler,
    /// For [`library`]: the implementation. For [`by_signature`]: parameter letters, `|` before optional ones, `>`, result letter.
    /// `i` int, `n` int >= 0, `u` r_uint, `f` float (or int), `b` bool, `s` str, `S` str or None, `c` char,
    /// `U` unicode, `a` address, `?` anything, `*` any number of anything, `0` None, `L` list of str,
    /// `T` (int, int), `=` the type of the first argument.
    pub sig: &'static str,
    /// Built-in exceptions that it can raise; `None`: anything.
    pub throws: Option<&'static [&'static str]>,
}

/// A function with fixed types.
const fn sig(name: &'static str, sig: &'static str, throws: &'static [&'static str]) -> Entry {
    Entry { name, handler: by_signature, sig, throws: Some(throws) }
}
/// A function with a handler.
const fn row(name: &'static str, handler: Handler, throws: &'static [&'static str]) -> Entry {
    Entry { name, handler, sig: "", throws: Some(throws) }
}
/// A function written in the language: `module.function` of `rlib/builtins`, which gets the arguments as they are.
const fn library(name: &'static str, implementation: &'static str) -> Entry {
    Entry { name, handler: by_library, sig: implementation, throws: None }
}
/// A function with a handler that may call user code.
const fn user(name: &'static str, handler: Handler) -> Entry {
    Entry { name, handler, sig: "", throws: None }
}

const OS: &[&str] = &["OSError"];
/// ValueError: a NUL in a path.
const PATH: &[&str] = &["OSError", "ValueError"];
const MATH: &[&str] = &["ValueError", "OverflowError"];

static SYSTEM: &[Entry] = &[
    // ---- os
    sig("os.open", "sn|i>n", PATH),
    sig("os.read", "ii>s", OS),
    sig("os.write", "is>n", OS),
    sig("os.close", "i>0", OS),
    sig("os.lseek", "iii>n", OS),
    library("os.ftruncate", "posix.ftruncate"),
    library("os.fsync", "posix.fsync"),
    library("os.dup", "posix.dup"),
    library("os.dup2", "posix.dup2"),
    library("os.pipe", "posix.pipe"),
    sig("os.isatty", "i>b", &[]),
    library("os.getcwd", "posix.getcwd"),
    library("os.chdir", "posix.chdir"),
    sig("os.mkdir", "s|i>0", PATH),
    sig("os.rmdir", "s>0", PATH),
    sig("os.unlink", "s>0", PATH),
    sig("os.remove", "s>0", PATH),
    sig("os.rename", "ss>0", PATH),
    library("os.listdir", "posix.listdir"),
    library("os.access", "posix.access"),
    library("os.system", "posix.system"),
    sig("os.getpid", ">i", &[]),
    library("os.getppid", "posix.getppid"),
    library("os.getenv", "posix.getenv"),
    library("os.putenv", "posix.putenv"),
    library("os.strerror", "posix.strerror"),
    sig("os._exit", "i>0", &[]),
    library("os.abort", "posix.abort"),
    library("os.urandom", "posix.urandom"),
    sig("os.path.exists", "s>b", &[]),
    sig("os.path.isfile", "s>b", &[]),
    sig("os.path.isdir", "s>b", &[]),
    library("os.path.isabs", "paths.isabs"),
    library("os.path.getsize", "paths.getsize"),
    library("os.path.abspath", "paths.abspath"),
    library("os.path.normpath", "paths.normpath"),
    library("os.path.basename", "paths.basename"),
    library("os.path.dirname", "paths.dirname"),
    library("os.path.join", "paths.join"),
    library("os.path.split", "paths.split"),
    library("os.path.splitext", "paths.splitext"),
    library("os.path.splitdrive", "paths.splitdrive"),
    library("os.path.normcase", "paths.normcase"),
    library("os.path.realpath", "paths.realpath"),
    library("os.path.relpath", "paths.relpath"),
    library("os.path.expanduser", "paths.expanduser"),
    library("os.path.getmtime", "paths.getmtime"),
    library("os.path.lexists", "paths.lexists"),
    library("os.path.islink", "paths.islink"),
    library("os.path.commonprefix", "paths.commonprefix"),
    library("os.chmod", "posix.chmod"),
    library("os.symlink", "posix.symlink"),
    library("os.link", "posix.link"),
    library("os.readlink", "posix.readlink"),
    library("os.stat", "posix.stat"),
    library("os.lstat", "posix.lstat"),
    library("os.fstat", "posix.fstat"),
    library("os.getuid", "posix.getuid"),
    library("os.geteuid", "posix.geteuid"),
    library("os.getgid", "posix.getgid"),
    library("os.getegid", "posix.getegid"),
    library("os.kill", "posix.kill"),
    library("os.makedirs", "posix.makedirs"),
    library("os.unsetenv", "posix.unsetenv"),
    library("os.fdopen", "files.fdopen"),
    library("os.popen", "files.popen"),
    library("sys.exit", "system.exit"),
    library("exit", "system.exit"),
    library("quit", "system.exit"),
    // ---- time
    sig("time.time", ">f", &[]),
    sig("time.clock", ">f", &[]),
    sig("time.process_time", ">f", &[]),
    sig("time.perf_counter", ">f", &[]),
    sig("time.monotonic", ">f", &[]),
    library("time.time_ns", "system.time_ns"),
    sig("time.sleep", "f>0", &["ValueError"]),
    // ---- math
    sig("math.sqrt", "f>f", MATH),
    sig("math.pow", "ff>f", MATH),
    sig("math.exp", "f>f", MATH),
    sig("math.expm1", "f>f", MATH),
    row("math.log", lang::math_log, &["ValueError", "OverflowError", "ZeroDivisionError"]),
    sig("math.log2", "f>f", MATH),
    sig("math.cbrt", "f>f", MATH),
    sig("math.remainder", "ff>f", MATH),
    sig("math.log10", "f>f", MATH),
    sig("math.log1p", "f>f", MATH),
    sig("math.sin", "f>f", MATH),
    sig("math.cos", "f>f", MATH),
    sig("math.tan", "f>f", MATH),
    sig("math.asin", "f>f", MATH),
    sig("math.acos", "f>f", MATH),
    sig("math.atan", "f>f", &[]),
    sig("math.atan2", "ff>f", &[]),
    sig("math.sinh", "f>f", MATH),
    sig("math.cosh", "f>f", MATH),
    sig("math.tanh", "f>f", &[]),
    sig("math.asinh", "f>f", &[]),
    sig("math.acosh", "f>f", MATH),
    sig("math.atanh", "f>f", MATH),
    library("math.floor", "mathlib.floor"),
    library("math.ceil", "mathlib.ceil"),
    library("math.trunc", "mathlib.trunc"),
    library("math.isfinite", "mathlib.isfinite"),
    library("math.gcd", "mathlib.gcd"),
    library("math.lcm", "mathlib.lcm"),
    library("math.factorial", "mathlib.factorial"),
    library("math.isqrt", "mathlib.isqrt"),
    library("math.comb", "mathlib.comb"),
    library("math.perm", "mathlib.perm"),
    library("math.prod", "mathlib.prod"),
    library("math.isclose", "mathlib.isclose"),
    library("math.fsum", "mathlib.fsum"),
    sig("math.fabs", "f>f", &[]),
    sig("math.fmod", "ff>f", MATH),
    user("math.hypot", lang::math_hypot),
    library("math.dist", "mathlib.dist"),
    sig("math.erf", "f>f", &[]),
    sig("math.erfc", "f>f", &[]),
    sig("math.exp2", "f>f", MATH),
    library("math.ldexp", "mathlib.ldexp"),
    library("math.frexp", "mathlib.frexp"),
    library("math.modf", "mathlib.modf"),
    sig("math.isnan", "f>b", &[]),
    sig("math.isinf", "f>b", &[]),
    sig("math.copysign", "ff>f", &[]),
    sig("math.degrees", "f>f", &[]),
    sig("math.radians", "f>f", &[]),
    // ---- output
    user("print_item", lang::print_item),
    user("print_item_to", lang::print_part_to),
    user("print_newline_to", lang::print_part_to),
    sig("print_newline", ">0", OS),
];

fn table() -> &'static FxHashMap<&'static str, &'static Entry> {
    static TABLE: OnceLock<FxHashMap<&'static str, &'static Entry>> = OnceLock::new();
    TABLE.get_or_init(|| {
        SYSTEM
            .iter()
            .chain(lang::TABLE)
            .chain(iterables::TABLE)
            .chain(itertools::TABLE)
            .chain(rlib::TABLE)
            .map(|e| (e.name, e))
            .collect()
    })
}

/// The row of a function.
pub(crate) fn lookup(name: &str) -> Option<&'static Entry> {
    let name = match name {
        "builtins.print" => "print",
        n => n,
    };
    if let Some(e) = table().get(name) {
        return Some(e);
    }
    if let Some(rest) = name.strip_prefix("rpython.rtyper.lltypesystem.") {
        let f = rest.rsplit('.').next().unwrap_or("");
        if rlib::LOWLEVEL.contains(&f) {
            return table().get("rpython.rtyper.lltypesystem.lltype").copied();
        }
    }
    None
}

/// Whether a host function is a method that the annotator knows: gives its short name.
pub(crate) fn lookup_method(name: &str) -> Option<&'static str> {
    rlib::METHODS.iter().find(|m| **m == name).map(|m| m.rsplit('.').next().unwrap_or(m))
}

/// Whether values of this annotation have a built-in method.
pub(crate) fn has_method(s: &SomeValue, name: &str) -> bool {
    match &s.kind {
        Kind::StringBuilder | Kind::UnicodeBuilder => matches!(
            name,
            "append"
                | "append_slice"
                | "append_multiple_char"
                | "append_charpsize"
                | "build"
                | "getlength"
        ),
        Kind::Iterator { .. } => matches!(name, "next" | "__next__"),
        Kind::Tuple(_) => matches!(name, "index" | "count"),
        Kind::Float | Kind::Integer { .. } | Kind::Bool => {
            number_method(s.kind == Kind::Float, name).is_some()
        }
        // Which names exist is decided at the call, with a better message.
        _ => !name.starts_with("__"),
    }
}

/// The function for a method of ints or floats.
fn number_method(float: bool, name: &str) -> Option<(&'static str, &'static str)> {
    if name == "hex" && float {
        return Some(("mathlib", "float_hex"));
    }
    let f = match (name, float) {
        ("is_integer", true) => "is_integer",
        ("bit_length", false) => "bit_length",
        ("bit_count", false) => "bit_count",
        ("to_bytes", false) => "to_bytes",
        ("conjugate", _) => "conjugate",
        _ => return None,
    };
    Some(("numbers", f))
}

/// Calls a built-in method.
pub(crate) fn call_method(
    a: &mut Annotator,
    name: &str,
    this: &SomeValue,
    args: &CallArgs,
) -> AResult {
    match &this.kind {
        Kind::String { .. } | Kind::Char | Kind::Unicode { .. } | Kind::UniChar => {
            a.string_method(name, this, args)
        }
        Kind::List(l) => a.list_method(name, *l, args),
        Kind::Dict(d) => a.dict_method(name, this, *d, args),
        Kind::Set(d) => a.set_method(name, this, *d, args),
        Kind::Deque(l) => a.deque_method(name, this, *l, args),
        Kind::ByteArray => a.bytearray_method(name, args),
        Kind::Tuple(_) if name == "index" || name == "count" => {
            a.call_library_method("lists", &format!("tuple_{name}"), this, args)
        }
        Kind::Iterator { container, variant } => {
            let (c, v) = (container.clone(), *variant);
            a.iter_item(&c, v)
        }
        Kind::StringBuilder | Kind::UnicodeBuilder => rlib::builder_method(a, name, this, args),
        Kind::Builtin(class) => {
            let class = class.clone();
            rlib::object_method(a, &class, name, this, args)
        }
        Kind::Float | Kind::Integer { .. } | Kind::Bool => {
            match number_method(this.kind == Kind::Float, name) {
                Some((module, f)) => a.call_library_method(module, f, this, args),
                None => {
                    Err(a.error("no-method", format!("{} has no method '{name}'", a.show(this))))
                }
            }
        }
        _ => Err(a.error("no-method", format!("{} has no method '{name}'", a.show(this)))),
    }
}

/// What `next()` of an iterator can raise: RuntimeError for a dict or set that was changed.
pub(crate) fn next_throws(s: &SomeValue) -> &'static [&'static str] {
    fn over_dict(s: &SomeValue) -> bool {
        match &s.kind {
            Kind::Dict(_) | Kind::Set(_) | Kind::Deque(_) => true,
            Kind::Iterator { container, .. } => over_dict(container),
            Kind::Tuple(items) => items.iter().any(over_dict),
            _ => false,
        }
    }
    if over_dict(s) { &["StopIteration", "RuntimeError"] } else { &["StopIteration"] }
}

/// What a built-in method can raise.
pub(crate) fn method_throws(a: &Annotator, name: &str, this: &SomeValue) -> Throws {
    let only = |v: &[&'static str]| Throws::Only(v.to_vec());
    match &this.kind {
        Kind::List(_) => match name {
            "pop" => only(&["IndexError"]),
            "remove" | "index" => only(&["ValueError"]),
            "sort" => only(&["TypeError", "MemoryError"]),
            _ => only(&["MemoryError"]),
        },
        Kind::Deque(_) => only(&["IndexError", "ValueError", "MemoryError"]),
        Kind::Set(_) => match name {
            "pop" | "remove" => only(&["KeyError"]),
            _ => only(&["MemoryError"]),
        },
        Kind::Dict(d) => {
            if a.dict_def(*d).custom.is_some() {
                return Throws::Anything;
            }
            match name {
                "pop" | "popitem" | "_item" => only(&["KeyError"]),
                _ => only(&["MemoryError"]),
            }
        }
        Kind::String { .. } | Kind::Char | Kind::Unicode { .. } | Kind::UniChar => match name {
            "index" | "rindex" | "split" | "rsplit" => only(&["ValueError", "MemoryError"]),
            "decode" | "encode" => {
                only(&["UnicodeDecodeError", "UnicodeEncodeError", "MemoryError"])
            }
            "join" => only(&["TypeError", "MemoryError"]),
            "find" | "rfind" | "startswith" | "endswith" | "isdigit" | "isalpha" | "isalnum"
            | "isspace" | "count" => only(&[]),
            _ => only(&["MemoryError"]),
        },
        Kind::ByteArray => only(&["IndexError", "ValueError", "MemoryError"]),
        Kind::Iterator { .. } => only(next_throws(this)),
        Kind::StringBuilder | Kind::UnicodeBuilder => only(&["MemoryError"]),
        Kind::Builtin(_) => only(&[]),
        _ => Throws::Anything,
    }
}

/// Positional arguments as annotations; an error if there are keywords or the number is wrong.
pub(crate) fn positional(
    a: &Annotator,
    name: &str,
    args: &CallArgs,
    lo: usize,
    hi: usize,
) -> AResult<Vec<SomeValue>> {
    if let Some((k, ..)) = args.keywords.first() {
        return Err(a.error(
            "argument-count",
            format!("{name}() takes no keyword argument '{k}' at run time"),
        ));
    }
    let n = args.positional.len();
    if n < lo || n > hi {
        return Err(a.error(
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

fn by_signature(a: &mut Annotator, e: &Entry, _callee: &SomeValue, args: &CallArgs) -> AResult {
    let (params, result) = e.sig.split_once('>').unwrap_or((e.sig, "0"));
    let required = params.find('|').unwrap_or(params.len());
    let letters: Vec<char> = params.chars().filter(|c| *c != '|').collect();
    let star = letters.contains(&'*');
    let short = e.name.rsplit('.').next().unwrap_or(e.name);
    let lo = if star { letters.len() - 1 } else { required };
    let hi = if star { usize::MAX } else { letters.len() };
    let given = positional(a, short, args, lo, hi)?;
    for (i, s) in given.iter().enumerate() {
        let l = letters.get(i).copied().unwrap_or('*');
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
    Ok(match result {
        "i" => SomeValue::INT,
        "n" => SomeValue::NONNEG,
        "u" => SomeValue::UINT,
        "f" => SomeValue::FLOAT,
        "b" => SomeValue::BOOL,
        "s" => SomeValue::STR,
        "S" => SomeValue::STR_OR_NONE,
        "c" => SomeValue::CHAR,
        "U" => SomeValue::UNICODE,
        "a" => SomeValue::ADDRESS,
        "L" => return a.list_of(SomeValue::STR),
        "T" => SomeValue::tuple(vec![SomeValue::INT, SomeValue::INT]),
        "=" => given[0].clone(),
        _ => SomeValue::NONE,
    })
}

fn by_library(a: &mut Annotator, e: &Entry, _callee: &SomeValue, args: &CallArgs) -> AResult {
    let (module, function) = e.sig.split_once('.').expect("module.function");
    if matches!(e.name, "math.floor" | "math.ceil" | "math.trunc")
        && let (Some(p), Some(v)) = (a.position, a.op_result)
    {
        a.rounded.insert((p.graph, v));
    }
    a.call_library(module, function, args.clone())
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

/// Annotation of a Python type given to `@enforceargs`; `None`: nothing is enforced.
pub(crate) fn type_annotation(a: &mut Annotator, h: HostRef) -> Option<SomeValue> {
    if hv::is_none(&a.host, h) {
        return None;
    }
    if let hv::View::List(items) = hv::view(&a.host, h) {
        let item = type_annotation(a, *items.first()?)?;
        let l = a.new_list_def(item);
        return Some(Kind::List(l).into());
    }
    let name = hv::registry_name(&a.host, h)?;
    Some(match name.as_str() {
        "int" => SomeValue::INT,
        "bool" => SomeValue::BOOL,
        "float" => SomeValue::FLOAT,
        "str" | "bytes" => SomeValue::STR_OR_NONE,
        "unicode" => Kind::Unicode { can_be_none: true, no_nul: false }.into(),
        "rpython.rlib.rarithmetic.r_uint" => SomeValue::UINT,
        _ => {
            let d = a.class_desc(h).ok()?;
            let class = a.classdef_of(d).ok()?;
            Kind::Instance { class, can_be_none: true }.into()
        }
    })
}

pub(crate) fn unsupported(a: &Annotator, what: &str, instead: &str) -> AnnError {
    let e = a.error("unsupported", format!("{what} is not supported at run time"));
    if instead.is_empty() { e } else { e.note(instead) }
}
