//! The module `builtins`.

mod exceptions;
mod io;
mod new;
mod types;

use crate::host::object::Table;
use exceptions::*;
use new::*;
use types::*;

use crate::host::numbers::Num;
use crate::host::*;
use flowmodel::operators::BinaryOp;

const ISINSTANCE: &str = "isinstance() arg 2 must be a type, a tuple of types, or a union";
const ISSUBCLASS: &str = "issubclass() arg 2 must be a class or tuple of classes";

/// An attribute of exceptions that comes from their arguments, until the program sets it.
macro_rules! exc_field {
    ($host:expr, $class:expr, $name:literal, $get:expr) => {{
        let get: Getter = |h, r| {
            let set = lookups::own_dict(h, r).and_then(|d| h.ns_get(d, $name));
            let from_args: Getter = $get;
            set.map_or_else(|| from_args(h, r), Ok)
        };
        let set: Setter = |h, r, v| {
            if let Some(d) = lookups::make_own_dict(h, r) {
                h.ns_set(d, $name, v);
            }
            Ok(())
        };
        registry::add_getset($host, $class, $name, get, Some(set));
    }};
}

pub(crate) fn make(host: &mut Host) {
    let m = registry::new_module(host, "builtins", None);
    let modules = host.modules;
    host.ns_set(modules, "__builtin__", m);
    host.builtins = lookups::own_dict(host, m).expect("module dict");
    let b = host.builtins;
    host.ns_set(b, "__builtins__", m);
    registry::add_functions(host, m, FUNCTIONS);
    registry::add_functions(host, m, io::FUNCTIONS);
    let t = host.types.clone();
    for (name, c) in [
        ("object", t.object),
        ("type", t.type_),
        ("int", t.int),
        ("long", t.int),
        ("bool", t.bool),
        ("float", t.float),
        ("basestring", t.basestring),
        ("str", t.str),
        ("bytes", t.str),
        ("unicode", t.unicode),
        ("bytearray", t.bytearray),
        ("tuple", t.tuple),
        ("list", t.list),
        ("dict", t.dict),
        ("set", t.set),
        ("frozenset", t.frozenset),
        ("slice", t.slice),
        ("range", t.range),
        ("xrange", t.range),
        ("property", t.property),
        ("staticmethod", t.staticmethod),
        ("classmethod", t.classmethod),
        ("super", t.super_),
        ("file", t.file),
        ("None", NONE),
        ("True", TRUE),
        ("False", FALSE),
        ("NotImplemented", NOT_IMPLEMENTED),
        ("Ellipsis", ELLIPSIS),
        ("__debug__", TRUE),
    ] {
        host.ns_set(b, name, c);
    }
    let excs: Vec<(&'static str, HostRef)> = host.excs.iter().map(|(n, c)| (*n, *c)).collect();
    for (name, c) in excs {
        host.ns_set(b, name, c);
    }
    let os_error = host.exc("OSError");
    host.ns_set(b, "IOError", os_error);
    host.ns_set(b, "EnvironmentError", os_error);
    let exc = host.exc("Exception");
    host.ns_set(b, "StandardError", exc);
    fill_types(host);
}

fn fill_types(host: &mut Host) {
    use crate::host::methods::{dict as d, num as n, seq as q, str as s};
    let t = host.types.clone();
    for c in [t.str, t.bytes, t.unicode] {
        registry::add_methods(host, c, s::STR);
    }
    registry::add_methods(host, t.bytearray, s::STR);
    registry::add_methods(host, t.bytearray, s::BYTEARRAY);
    let table = crate::host::methods::bytearray::BYTEARRAY;
    registry::add_methods(host, t.bytearray, table);
    registry::add_methods(host, t.list, q::LIST);
    registry::add_methods(host, t.tuple, q::TUPLE);
    registry::add_methods(host, t.range, q::TUPLE);
    registry::add_methods(host, t.dict, d::DICT);
    for c in [t.set, t.frozenset] {
        registry::add_methods(host, c, d::SET_COMMON);
    }
    for c in [t.dict_keys, t.dict_items] {
        registry::add_methods(host, c, d::VIEW);
    }
    registry::add_methods(host, t.set, d::SET);
    registry::add_methods(host, t.int, n::INT);
    registry::add_methods(host, t.float, n::FLOAT);
    for c in [t.str, t.unicode, t.list, t.tuple, t.dict, t.set, t.frozenset, t.range] {
        registry::add_methods(host, c, q::SEQ_OPERATORS);
    }
    for c in [t.list, t.dict] {
        registry::add_methods(host, c, q::MUTATORS);
    }
    operators::fill(host);
    registry::add_getset(host, t.int, "real", |h, r| Ok(h.base(r)), None);
    registry::add_getset(host, t.int, "imag", |h, _| Ok(h.int(0)), None);
    registry::add_getset(host, t.int, "numerator", |h, r| Ok(h.base(r)), None);
    registry::add_getset(host, t.int, "denominator", |h, _| Ok(h.int(1)), None);
    registry::add_getset(host, t.float, "real", |h, r| Ok(h.base(r)), None);
    registry::add_getset(host, t.float, "imag", |h, _| Ok(h.float(0.0)), None);
    let fromhex = registry::new_builtin(host, "float.fromhex", n::float_fromhex, false);
    add_classmethod(host, t.float, "fromhex", fromhex);
    let getformat = registry::new_builtin(host, "float.__getformat__", n::float_getformat, false);
    add_classmethod(host, t.float, "__getformat__", getformat);
    let fromkeys = registry::new_builtin(host, "dict.fromkeys", dict_fromkeys, false);
    add_classmethod(host, t.dict, "fromkeys", fromkeys);
    let from_bytes = registry::new_builtin(host, "int.from_bytes", int_from_bytes, false);
    add_classmethod(host, t.int, "from_bytes", from_bytes);
    let maketrans = registry::new_builtin(host, "str.maketrans", str_maketrans, false);
    for c in [t.str, t.bytes] {
        add_static(host, c, "maketrans", maketrans);
    }
    for (c, f) in [
        (t.object, object_new as BFn),
        (t.type_, type_new),
        (t.int, int_new),
        (t.bool, bool_new),
        (t.float, float_new),
        (t.str, str_new),
        (t.bytes, |h, a, k| python3::new_bytes(h, a, k)),
        (t.unicode, unicode_new),
        (t.bytearray, bytearray_new),
        (t.tuple, tuple_new),
        (t.list, list_new),
        (t.dict, dict_new),
        (t.set, set_new),
        (t.frozenset, frozenset_new),
        (t.slice, slice_new),
        (t.range, range_new),
        (t.property, property_new),
        (t.staticmethod, staticmethod_new),
        (t.classmethod, classmethod_new),
        (t.super_, super_new),
        (t.module, module_new),
        (t.function, function_new),
        (t.method, method_new),
        (t.none, none_new),
    ] {
        let name = format!("{}.__new__", host.cls(c).name);
        let b = registry::new_builtin(host, &name, f, false);
        add_static(host, c, "__new__", b);
    }
    registry::add_methods(host, t.object, OBJECT);
    let hook: BFn = |_, _, _| Ok(NOT_IMPLEMENTED);
    let hook = registry::new_builtin(host, "object.__subclasshook__", hook, false);
    add_classmethod(host, t.object, "__subclasshook__", hook);
    let hook: BFn = |_, _, _| Ok(NONE);
    let hook = registry::new_builtin(host, "object.__init_subclass__", hook, false);
    add_classmethod(host, t.object, "__init_subclass__", hook);
    registry::add_methods(host, t.type_, TYPE);
    registry::add_methods(host, t.property, PROPERTY);
    registry::add_methods(host, t.slice, SLICE);
    registry::add_methods(host, t.generator, GENERATOR);
    registry::add_methods(host, t.iterator, ITERATOR);
    registry::add_methods(host, t.function, FUNCTION);
    let base = host.exc("BaseException");
    registry::add_methods(host, base, EXCEPTION);
    let new = registry::new_builtin(host, "BaseException.__new__", exception_new, false);
    add_static(host, base, "__new__", new);
    registry::add_getset(host, base, "args", exc_args, Some(set_exc_args));
    exc_field!(host, base, "message", |h, r| exc_arg(h, r, 0));
    registry::add_getset(host, base, "__traceback__", traceback_object, Some(|_, _, _| Ok(())));
    // Found in the instance's dictionary where they are set.
    for (name, v) in [("__cause__", NONE), ("__context__", NONE), ("__suppress_context__", FALSE)] {
        let d = host.cls(base).dict;
        host.ns_set(d, name, v);
    }
    let os_error = host.exc("OSError");
    exc_field!(host, os_error, "errno", |h, r| os_error_arg(h, r, 0));
    exc_field!(host, os_error, "strerror", |h, r| os_error_arg(h, r, 1));
    exc_field!(host, os_error, "filename", |h, r| exc_arg(h, r, 2));
    let stop = host.exc("StopIteration");
    exc_field!(host, stop, "value", |h, r| exc_arg(h, r, 0));
    let exit = host.exc("SystemExit");
    exc_field!(host, exit, "code", exit_code);
}

fn add_static(host: &mut Host, cls: HostRef, name: &str, f: HostRef) {
    let w = host.alloc(HostObj::StaticMethod(f));
    let d = host.cls(cls).dict;
    host.ns_set(d, name, w);
}

fn add_classmethod(host: &mut Host, cls: HostRef, name: &str, f: HostRef) {
    let w = host.alloc(HostObj::ClassMethod(f));
    let d = host.cls(cls).dict;
    host.ns_set(d, name, w);
}

/// `isinstance(x, cls)` with tuples and `__instancecheck__`.
fn isinstance(host: &mut Host, x: HostRef, cls: HostRef) -> R<bool> {
    match host.obj(cls) {
        HostObj::Tuple(t) => {
            for c in t.clone().iter() {
                if isinstance(host, x, *c)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        HostObj::Class(_) | HostObj::Instance(_) => {
            if let Some(f) = special::user_special(host, cls, "__instancecheck__") {
                let v = special::call_special(host, f, cls, &[x])?;
                return host.is_true(v);
            }
            match host.class(cls) {
                Some(_) => Ok(host.is_instance(x, cls)),
                None => Err(host.type_error(ISINSTANCE)),
            }
        }
        _ => Err(host.type_error(ISINSTANCE)),
    }
}

/// `issubclass(c, cls)`
fn issubclass(host: &mut Host, c: HostRef, cls: HostRef) -> R<bool> {
    if host.class(c).is_none() {
        return Err(host.type_error("issubclass() arg 1 must be a class"));
    }
    match host.obj(cls) {
        HostObj::Tuple(t) => {
            for x in t.clone().iter() {
                if issubclass(host, c, *x)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        HostObj::Class(_) | HostObj::Instance(_) => {
            if let Some(f) = special::user_special(host, cls, "__subclasscheck__") {
                let v = special::call_special(host, f, cls, &[c])?;
                return host.is_true(v);
            }
            match host.class(cls) {
                Some(_) => Ok(host.is_subclass(c, cls)),
                None => Err(host.type_error(ISSUBCLASS)),
            }
        }
        _ => Err(host.type_error(ISSUBCLASS)),
    }
}

// --- functions ---

fn extremum(h: &mut Host, name: &str, a: &[HostRef], k: &Kw, want_max: bool) -> R {
    let mut key = None;
    let mut default = None;
    for (n, v) in k {
        match n.as_str() {
            "key" => key = Some(*v).filter(|v| *v != NONE),
            "default" => default = Some(*v),
            _ => {
                let m = format!("{name}() got an unexpected keyword argument '{n}'");
                return Err(h.type_error(m));
            }
        }
    }
    let items = match a {
        [] => return Err(h.type_error(format!("{name} expected at least 1 argument, got 0"))),
        [x] => h.iter_to_vec(*x)?,
        _ => a.to_vec(),
    };
    let mut best: Option<(HostRef, HostRef)> = None;
    for x in items {
        let kx = match key {
            Some(f) => h.call(f, &[x], &[])?,
            None => x,
        };
        best = Some(match best {
            None => (kx, x),
            Some((kb, b)) => {
                let better = if want_max { order::lt(h, kb, kx)? } else { order::lt(h, kx, kb)? };
                if better { (kx, x) } else { (kb, b) }
            }
        });
    }
    match (best, default) {
        (Some((_, x)), _) => Ok(x),
        (None, Some(d)) => Ok(d),
        _ => Err(h.value_error(format!("{name}() arg is an empty sequence"))),
    }
}

fn radix(h: &mut Host, x: HostRef, base: u32, prefix: &str) -> R {
    let v = match numbers::as_bigint(h, x) {
        Some(v) => v,
        None => BigInt::from(numbers::index(h, x)?),
    };
    let neg = v.sign() == num_bigint::Sign::Minus;
    let digits = v.magnitude().to_str_radix(base);
    let s = format!("{}{prefix}{digits}", if neg { "-" } else { "" });
    Ok(h.str(&s))
}

const FUNCTIONS: Table = &[
    ("len", |h, a, k| {
        args::arity(h, "len", a, k, 1, 1)?;
        let n = items::len(h, a[0])?;
        Ok(h.int(n as i64))
    }),
    ("repr", |h, a, k| {
        args::arity(h, "repr", a, k, 1, 1)?;
        let s = repr::bytes(h, a[0])?;
        Ok(h.bytes(&s))
    }),
    ("ascii", |h, a, k| {
        args::arity(h, "ascii", a, k, 1, 1)?;
        let s = repr::bytes(h, a[0])?;
        Ok(h.bytes(&crate::host::repr::ascii_only(&s)))
    }),
    ("iter", |h, a, k| {
        args::arity(h, "iter", a, k, 1, 2)?;
        match a {
            [x] => h.iter(*x),
            _ => Ok(iter::new_iter(h, IterState::Call { func: a[0], sentinel: a[1] })),
        }
    }),
    ("next", |h, a, k| {
        args::arity(h, "next", a, k, 1, 2)?;
        if let (HostObj::Generator(_), [g]) = (h.obj(a[0]), a) {
            let r = generators::gen_resume(h, *g, NONE, None);
            return gen_result(h, r);
        }
        match (h.iter_next(a[0])?, a.get(1)) {
            (Some(v), _) => Ok(v),
            (None, Some(d)) => Ok(*d),
            (None, None) => Err(errors::stop_iteration(h)),
        }
    }),
    ("enumerate", |h, a, k| {
        let [it, start] = args::named(h, "enumerate", ["iterable", "start"], 1, a, k)?;
        let iter = h.iter(it.expect("iterable"))?;
        let count = match start {
            Some(s) => numbers::index(h, s)?,
            None => 0,
        };
        Ok(iter::new_iter(h, IterState::Enumerate { iter, count }))
    }),
    ("zip", |h, a, k| {
        let strict = match k {
            [(n, v)] if *n == "strict" => h.is_true(*v)?,
            [] => false,
            _ => return Err(h.type_error("zip() got an unexpected keyword argument")),
        };
        let mut iters = vec![];
        if strict {
            let mut lens = vec![];
            for x in a {
                let items = h.iter_to_vec(*x)?;
                lens.push(items.len());
                iters.push(iter::new_iter(h, IterState::Vec { items, index: 0 }));
            }
            if lens.windows(2).any(|w| w[0] != w[1]) {
                return Err(h.value_error("zip() arguments have different lengths"));
            }
        } else {
            for x in a {
                iters.push(h.iter(*x)?);
            }
        }
        iter::lazy(h, IterState::Zip(iters))
    }),
    ("map", |h, a, k| {
        args::arity(h, "map", a, k, 2, usize::MAX)?;
        if generation::in_python2(h) {
            return iter::map_of_python2(h, a[0], &a[1..]);
        }
        let mut iters = vec![];
        for x in &a[1..] {
            iters.push(h.iter(*x)?);
        }
        Ok(iter::new_iter(h, IterState::Map { func: a[0], iters }))
    }),
    ("filter", |h, a, k| {
        args::arity(h, "filter", a, k, 2, 2)?;
        let iter = h.iter(a[1])?;
        let kept = iter::new_iter(h, IterState::Filter { func: a[0], iter });
        if generation::in_python2(h) { iter::filtered_of_python2(h, a[1], kept) } else { Ok(kept) }
    }),
    ("reversed", |h, a, k| {
        args::arity(h, "reversed", a, k, 1, 1)?;
        iter::reversed(h, a[0])
    }),
    ("sorted", |h, a, k| {
        let [it, cmp, key, reverse] =
            args::named(h, "sorted", ["iterable", "cmp", "key", "reverse"], 1, a, k)?;
        let v = h.iter_to_vec(it.expect("iterable"))?;
        let reverse = match reverse {
            Some(r) => h.is_true(r)?,
            None => false,
        };
        let v =
            iter::sort_vec(h, v, key.filter(|k| *k != NONE), cmp.filter(|c| *c != NONE), reverse)?;
        Ok(h.list(v))
    }),
    ("sum", |h, a, k| {
        let [it, start] = args::named(h, "sum", ["iterable", "start"], 1, a, k)?;
        let items = h.iter_to_vec(it.expect("iterable"))?;
        let mut acc = match start {
            Some(s) => s,
            None => h.int(0),
        };
        for x in items {
            acc = ops::binary(h, BinaryOp::Add, false, acc, x)?;
        }
        Ok(acc)
    }),
    ("min", |h, a, k| extremum(h, "min", a, k, false)),
    ("max", |h, a, k| extremum(h, "max", a, k, true)),
    ("any", |h, a, k| {
        args::arity(h, "any", a, k, 1, 1)?;
        let it = h.iter(a[0])?;
        while let Some(x) = h.iter_next(it)? {
            if h.is_true(x)? {
                return Ok(TRUE);
            }
        }
        Ok(FALSE)
    }),
    ("all", |h, a, k| {
        args::arity(h, "all", a, k, 1, 1)?;
        let it = h.iter(a[0])?;
        while let Some(x) = h.iter_next(it)? {
            if !h.is_true(x)? {
                return Ok(FALSE);
            }
        }
        Ok(TRUE)
    }),
    ("abs", |h, a, k| {
        args::arity(h, "abs", a, k, 1, 1)?;
        if let Some(f) = special::user_special(h, a[0], "__abs__") {
            return special::call_special(h, f, a[0], &[]);
        }
        match numbers::num(h, a[0]) {
            Some(Num::Int(i)) => Ok(match i.checked_abs() {
                Some(v) => h.int(v),
                None => h.bigint(-BigInt::from(i)),
            }),
            Some(Num::Big(b)) => {
                let v = BigInt::from(b.magnitude().clone());
                Ok(h.bigint(v))
            }
            Some(Num::Float(f)) => Ok(h.float(f.abs())),
            None => {
                let m = format!("bad operand type for abs(): '{}'", h.type_name(a[0]));
                Err(h.type_error(m))
            }
        }
    }),
    ("chr", |h, a, k| {
        args::arity(h, "chr", a, k, 1, 1)?;
        let n = numbers::index(h, a[0])?;
        match u8::try_from(n) {
            Ok(b) => Ok(h.bytes(&[b])),
            // Beyond a byte, Python 3's meaning is the only one.
            Err(_) => match u32::try_from(n).ok().and_then(char::from_u32) {
                Some(c) => Ok(h.unicode(c.encode_utf8(&mut [0; 4]))),
                None => Err(h.value_error("chr() arg not in range(0x110000)")),
            },
        }
    }),
    ("unichr", |h, a, k| {
        args::arity(h, "unichr", a, k, 1, 1)?;
        let n = numbers::index(h, a[0])?;
        match u32::try_from(n).ok().and_then(char::from_u32) {
            Some(c) => Ok(h.unicode(c.encode_utf8(&mut [0; 4]))),
            None => Err(h.value_error("unichr() arg not in range(0x110000)")),
        }
    }),
    ("ord", |h, a, k| {
        args::arity(h, "ord", a, k, 1, 1)?;
        let n = match h.obj(h.base(a[0])) {
            HostObj::Str(s) if s.len() == 1 => i64::from(s[0]),
            HostObj::Str(s) => {
                let m =
                    format!("ord() expected a character, but string of length {} found", s.len());
                return Err(h.type_error(m));
            }
            HostObj::Unicode(s) if s.chars().count() == 1 => {
                s.chars().next().map_or(0, |c| i64::from(u32::from(c)))
            }
            HostObj::Unicode(_) => {
                return Err(h.type_error("ord() expected a character, but string found"));
            }
            _ => {
                let m =
                    format!("ord() expected string of length 1, but {} found", h.type_name(a[0]));
                return Err(h.type_error(m));
            }
        };
        Ok(h.int(n))
    }),
    ("hex", |h, a, k| {
        args::arity(h, "hex", a, k, 1, 1)?;
        radix(h, a[0], 16, "0x")
    }),
    ("oct", |h, a, k| {
        args::arity(h, "oct", a, k, 1, 1)?;
        match generation::in_python2(h) {
            false => radix(h, a[0], 8, "0o"),
            // (without the 0 in front of a 0)
            true if h.as_int(a[0]) == Some(0) => Ok(h.str("0")),
            true => radix(h, a[0], 8, "0"),
        }
    }),
    ("bin", |h, a, k| {
        args::arity(h, "bin", a, k, 1, 1)?;
        radix(h, a[0], 2, "0b")
    }),
    ("isinstance", |h, a, k| {
        args::arity(h, "isinstance", a, k, 2, 2)?;
        let r = isinstance(h, a[0], a[1])?;
        Ok(h.bool(r))
    }),
    ("issubclass", |h, a, k| {
        args::arity(h, "issubclass", a, k, 2, 2)?;
        let r = issubclass(h, a[0], a[1])?;
        Ok(h.bool(r))
    }),
    ("callable", |h, a, k| {
        args::arity(h, "callable", a, k, 1, 1)?;
        Ok(h.bool(call::is_callable(h, a[0])))
    }),
    ("hasattr", |h, a, k| {
        args::arity(h, "hasattr", a, k, 2, 2)?;
        let n = args::name_arg(h, a[1])?;
        let r = h.getattr_opt(a[0], &n)?.is_some();
        Ok(h.bool(r))
    }),
    ("getattr", |h, a, k| {
        args::arity(h, "getattr", a, k, 2, 3)?;
        let n = args::name_arg(h, a[1])?;
        match a.get(2) {
            Some(d) => Ok(h.getattr_opt(a[0], &n)?.unwrap_or(*d)),
            None => h.getattr(a[0], &n),
        }
    }),
    ("setattr", |h, a, k| {
        args::arity(h, "setattr", a, k, 3, 3)?;
        let n = args::name_arg(h, a[1])?;
        h.setattr(a[0], &n, a[2])?;
        Ok(NONE)
    }),
    ("delattr", |h, a, k| {
        args::arity(h, "delattr", a, k, 2, 2)?;
        let n = args::name_arg(h, a[1])?;
        attrs::delattr(h, a[0], &n)?;
        Ok(NONE)
    }),
    ("id", |h, a, k| {
        args::arity(h, "id", a, k, 1, 1)?;
        Ok(h.int(i64::from(a[0].0) * 16 + 0x1000))
    }),
    ("hash", |h, a, k| {
        args::arity(h, "hash", a, k, 1, 1)?;
        let n = h.hash(a[0])?;
        Ok(h.int(n))
    }),
    ("cmp", |h, a, k| {
        args::arity(h, "cmp", a, k, 2, 2)?;
        let n = order::cmp(h, a[0], a[1])?;
        Ok(h.int(n))
    }),
];
