//! The module `builtins`.

mod exceptions;
mod io;
mod new;
mod types;

use exceptions::*;
use new::*;
use types::*;

use crate::host::numbers::Num;
use crate::host::*;
use flowmodel::name::Name;
use flowmodel::operators::BinaryOp;

const ISINSTANCE: &str = "isinstance() arg 2 must be a type, a tuple of types, or a union";
const ISSUBCLASS: &str = "issubclass() arg 2 must be a class or tuple of classes";

type Table = &'static [(&'static str, BFn)];

/// An attribute of exceptions that comes from their arguments, until the program sets it.
macro_rules! exc_field {
    ($host:expr, $class:expr, $name:literal, $get:expr) => {{
        let get: Getter = |h, r| {
            let set = h.own_dict(r).and_then(|d| h.ns_get(d, $name));
            let from_args: Getter = $get;
            set.map_or_else(|| from_args(h, r), Ok)
        };
        let set: Setter = |h, r, v| {
            if let Some(d) = h.make_own_dict(r) {
                h.ns_set(d, $name, v);
            }
            Ok(())
        };
        $host.add_getset($class, $name, get, Some(set));
    }};
}

impl Host {
    pub(crate) fn make_builtins(&mut self) {
        let m = self.new_module("builtins", None);
        let modules = self.modules;
        self.ns_set(modules, "__builtin__", m);
        self.builtins = self.own_dict(m).expect("module dict");
        let b = self.builtins;
        self.ns_set(b, "__builtins__", m);
        self.add_functions(m, FUNCTIONS);
        self.add_functions(m, io::FUNCTIONS);
        let t = self.types.clone();
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
            self.ns_set(b, name, c);
        }
        let excs: Vec<(&'static str, HostRef)> = self.excs.iter().map(|(n, c)| (*n, *c)).collect();
        for (name, c) in excs {
            self.ns_set(b, name, c);
        }
        let os_error = self.exc("OSError");
        self.ns_set(b, "IOError", os_error);
        self.ns_set(b, "EnvironmentError", os_error);
        let exc = self.exc("Exception");
        self.ns_set(b, "StandardError", exc);
        self.fill_types();
    }

    fn fill_types(&mut self) {
        use crate::host::methods::{dict as d, num as n, seq as q, str as s};
        let t = self.types.clone();
        for c in [t.str, t.bytes, t.unicode] {
            self.add_methods(c, s::STR);
        }
        self.add_methods(t.bytearray, s::STR);
        self.add_methods(t.bytearray, s::BYTEARRAY);
        self.add_methods(t.bytearray, crate::host::methods::bytearray::BYTEARRAY);
        self.add_methods(t.list, q::LIST);
        self.add_methods(t.tuple, q::TUPLE);
        self.add_methods(t.range, q::TUPLE);
        self.add_methods(t.dict, d::DICT);
        for c in [t.set, t.frozenset] {
            self.add_methods(c, d::SET_COMMON);
        }
        for c in [t.dict_keys, t.dict_items] {
            self.add_methods(c, d::VIEW);
        }
        self.add_methods(t.set, d::SET);
        self.add_methods(t.int, n::INT);
        self.add_methods(t.float, n::FLOAT);
        for c in [t.str, t.unicode, t.list, t.tuple, t.dict, t.set, t.frozenset, t.range] {
            self.add_methods(c, q::SEQ_OPERATORS);
        }
        for c in [t.list, t.dict] {
            self.add_methods(c, q::MUTATORS);
        }
        self.fill_operators();
        self.add_getset(t.int, "real", |h, r| Ok(h.base(r)), None);
        self.add_getset(t.int, "imag", |h, _| Ok(h.int(0)), None);
        self.add_getset(t.int, "numerator", |h, r| Ok(h.base(r)), None);
        self.add_getset(t.int, "denominator", |h, _| Ok(h.int(1)), None);
        self.add_getset(t.float, "real", |h, r| Ok(h.base(r)), None);
        self.add_getset(t.float, "imag", |h, _| Ok(h.float(0.0)), None);
        let fromhex = self.new_builtin("float.fromhex", n::float_fromhex, false);
        self.add_classmethod(t.float, "fromhex", fromhex);
        let getformat = self.new_builtin("float.__getformat__", n::float_getformat, false);
        self.add_classmethod(t.float, "__getformat__", getformat);
        let fromkeys = self.new_builtin("dict.fromkeys", dict_fromkeys, false);
        self.add_classmethod(t.dict, "fromkeys", fromkeys);
        let from_bytes = self.new_builtin("int.from_bytes", int_from_bytes, false);
        self.add_classmethod(t.int, "from_bytes", from_bytes);
        let maketrans = self.new_builtin("str.maketrans", str_maketrans, false);
        for c in [t.str, t.bytes] {
            self.add_static(c, "maketrans", maketrans);
        }
        for (c, f) in [
            (t.object, object_new as BFn),
            (t.type_, type_new),
            (t.int, int_new),
            (t.bool, bool_new),
            (t.float, float_new),
            (t.str, str_new),
            (t.bytes, |h, a, k| h.bytes_new(a, k)),
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
            let name = format!("{}.__new__", self.cls(c).name);
            let b = self.new_builtin(&name, f, false);
            self.add_static(c, "__new__", b);
        }
        self.add_methods(t.object, OBJECT);
        let hook: BFn = |_, _, _| Ok(NOT_IMPLEMENTED);
        let hook = self.new_builtin("object.__subclasshook__", hook, false);
        self.add_classmethod(t.object, "__subclasshook__", hook);
        let hook: BFn = |_, _, _| Ok(NONE);
        let hook = self.new_builtin("object.__init_subclass__", hook, false);
        self.add_classmethod(t.object, "__init_subclass__", hook);
        self.add_methods(t.type_, TYPE);
        self.add_methods(t.property, PROPERTY);
        self.add_methods(t.slice, SLICE);
        self.add_methods(t.generator, GENERATOR);
        self.add_methods(t.iterator, ITERATOR);
        self.add_methods(t.function, FUNCTION);
        let base = self.exc("BaseException");
        self.add_methods(base, EXCEPTION);
        let new = self.new_builtin("BaseException.__new__", exception_new, false);
        self.add_static(base, "__new__", new);
        self.add_getset(base, "args", exc_args, Some(set_exc_args));
        exc_field!(self, base, "message", |h, r| exc_arg(h, r, 0));
        self.add_getset(base, "__traceback__", traceback_object, Some(|_, _, _| Ok(())));
        // Found in the instance's dictionary where they are set.
        for (name, v) in
            [("__cause__", NONE), ("__context__", NONE), ("__suppress_context__", FALSE)]
        {
            let d = self.cls(base).dict;
            self.ns_set(d, name, v);
        }
        let os_error = self.exc("OSError");
        exc_field!(self, os_error, "errno", |h, r| os_error_arg(h, r, 0));
        exc_field!(self, os_error, "strerror", |h, r| os_error_arg(h, r, 1));
        exc_field!(self, os_error, "filename", |h, r| exc_arg(h, r, 2));
        let stop = self.exc("StopIteration");
        exc_field!(self, stop, "value", |h, r| exc_arg(h, r, 0));
        let exit = self.exc("SystemExit");
        exc_field!(self, exit, "code", exit_code);
    }

    fn add_static(&mut self, cls: HostRef, name: &str, f: HostRef) {
        let w = self.alloc(HostObj::StaticMethod(f));
        let d = self.cls(cls).dict;
        self.ns_set(d, name, w);
    }

    fn add_classmethod(&mut self, cls: HostRef, name: &str, f: HostRef) {
        let w = self.alloc(HostObj::ClassMethod(f));
        let d = self.cls(cls).dict;
        self.ns_set(d, name, w);
    }

    /// `isinstance(x, cls)` with tuples and `__instancecheck__`.
    pub fn isinstance(&mut self, x: HostRef, cls: HostRef) -> R<bool> {
        match self.obj(cls) {
            HostObj::Tuple(t) => {
                for c in t.clone().iter() {
                    if self.isinstance(x, *c)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            HostObj::Class(_) | HostObj::Instance(_) => {
                if let Some(f) = self.user_special(cls, "__instancecheck__") {
                    let v = self.call_special(f, cls, &[x])?;
                    return self.is_true(v);
                }
                match self.class(cls) {
                    Some(_) => Ok(self.is_instance(x, cls)),
                    None => Err(self.type_error(ISINSTANCE)),
                }
            }
            _ => Err(self.type_error(ISINSTANCE)),
        }
    }

    /// `issubclass(c, cls)`
    pub fn issubclass(&mut self, c: HostRef, cls: HostRef) -> R<bool> {
        if self.class(c).is_none() {
            return Err(self.type_error("issubclass() arg 1 must be a class"));
        }
        match self.obj(cls) {
            HostObj::Tuple(t) => {
                for x in t.clone().iter() {
                    if self.issubclass(c, *x)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            HostObj::Class(_) | HostObj::Instance(_) => {
                if let Some(f) = self.user_special(cls, "__subclasscheck__") {
                    let v = self.call_special(f, cls, &[c])?;
                    return self.is_true(v);
                }
                match self.class(cls) {
                    Some(_) => Ok(self.is_subclass(c, cls)),
                    None => Err(self.type_error(ISSUBCLASS)),
                }
            }
            _ => Err(self.type_error(ISSUBCLASS)),
        }
    }

    /// Attribute name argument.
    pub(crate) fn name_arg(&mut self, r: HostRef) -> R<Rc<str>> {
        match self.text(r) {
            Some(t) => Ok(t),
            None => Err(self.type_error("attribute name must be string")),
        }
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
                let better = if want_max { h.lt(kb, kx)? } else { h.lt(kx, kb)? };
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
    let v = match h.as_bigint(x) {
        Some(v) => v,
        None => BigInt::from(h.index(x)?),
    };
    let neg = v.sign() == num_bigint::Sign::Minus;
    let digits = v.magnitude().to_str_radix(base);
    let s = format!("{}{prefix}{digits}", if neg { "-" } else { "" });
    Ok(h.str(&s))
}

const FUNCTIONS: Table = &[
    ("len", |h, a, k| {
        h.arity("len", a, k, 1, 1)?;
        let n = h.len(a[0])?;
        Ok(h.int(n as i64))
    }),
    ("repr", |h, a, k| {
        h.arity("repr", a, k, 1, 1)?;
        let s = h.repr_bytes(a[0])?;
        Ok(h.bytes(&s))
    }),
    ("ascii", |h, a, k| {
        h.arity("ascii", a, k, 1, 1)?;
        let s = h.repr_bytes(a[0])?;
        Ok(h.bytes(&crate::host::repr::ascii_only(&s)))
    }),
    ("iter", |h, a, k| {
        h.arity("iter", a, k, 1, 2)?;
        match a {
            [x] => h.iter(*x),
            _ => Ok(h.new_iter(IterState::Call { func: a[0], sentinel: a[1] })),
        }
    }),
    ("next", |h, a, k| {
        h.arity("next", a, k, 1, 2)?;
        if let (HostObj::Generator(_), [g]) = (h.obj(a[0]), a) {
            let r = h.gen_resume(*g, NONE, None);
            return gen_result(h, r);
        }
        match (h.iter_next(a[0])?, a.get(1)) {
            (Some(v), _) => Ok(v),
            (None, Some(d)) => Ok(*d),
            (None, None) => Err(h.stop_iteration()),
        }
    }),
    ("enumerate", |h, a, k| {
        let [it, start] = h.named_args("enumerate", ["iterable", "start"], 1, a, k)?;
        let iter = h.iter(it.expect("iterable"))?;
        let count = match start {
            Some(s) => h.index(s)?,
            None => 0,
        };
        Ok(h.new_iter(IterState::Enumerate { iter, count }))
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
                iters.push(h.new_iter(IterState::Vec { items, index: 0 }));
            }
            if lens.windows(2).any(|w| w[0] != w[1]) {
                return Err(h.value_error("zip() arguments have different lengths"));
            }
        } else {
            for x in a {
                iters.push(h.iter(*x)?);
            }
        }
        h.lazy(IterState::Zip(iters))
    }),
    ("map", |h, a, k| {
        h.arity("map", a, k, 2, usize::MAX)?;
        if h.in_python2() {
            return h.map_of_python2(a[0], &a[1..]);
        }
        let mut iters = vec![];
        for x in &a[1..] {
            iters.push(h.iter(*x)?);
        }
        Ok(h.new_iter(IterState::Map { func: a[0], iters }))
    }),
    ("filter", |h, a, k| {
        h.arity("filter", a, k, 2, 2)?;
        let iter = h.iter(a[1])?;
        let kept = h.new_iter(IterState::Filter { func: a[0], iter });
        if h.in_python2() { h.filtered_of_python2(a[1], kept) } else { Ok(kept) }
    }),
    ("reversed", |h, a, k| {
        h.arity("reversed", a, k, 1, 1)?;
        h.reversed(a[0])
    }),
    ("sorted", |h, a, k| {
        let [it, cmp, key, reverse] =
            h.named_args("sorted", ["iterable", "cmp", "key", "reverse"], 1, a, k)?;
        let v = h.iter_to_vec(it.expect("iterable"))?;
        let reverse = match reverse {
            Some(r) => h.is_true(r)?,
            None => false,
        };
        let v = h.sort_vec(v, key.filter(|k| *k != NONE), cmp.filter(|c| *c != NONE), reverse)?;
        Ok(h.list(v))
    }),
    ("sum", |h, a, k| {
        let [it, start] = h.named_args("sum", ["iterable", "start"], 1, a, k)?;
        let items = h.iter_to_vec(it.expect("iterable"))?;
        let mut acc = match start {
            Some(s) => s,
            None => h.int(0),
        };
        for x in items {
            acc = h.binary(BinaryOp::Add, false, acc, x)?;
        }
        Ok(acc)
    }),
    ("min", |h, a, k| extremum(h, "min", a, k, false)),
    ("max", |h, a, k| extremum(h, "max", a, k, true)),
    ("any", |h, a, k| {
        h.arity("any", a, k, 1, 1)?;
        let it = h.iter(a[0])?;
        while let Some(x) = h.iter_next(it)? {
            if h.is_true(x)? {
                return Ok(TRUE);
            }
        }
        Ok(FALSE)
    }),
    ("all", |h, a, k| {
        h.arity("all", a, k, 1, 1)?;
        let it = h.iter(a[0])?;
        while let Some(x) = h.iter_next(it)? {
            if !h.is_true(x)? {
                return Ok(FALSE);
            }
        }
        Ok(TRUE)
    }),
    ("abs", |h, a, k| {
        h.arity("abs", a, k, 1, 1)?;
        if let Some(f) = h.user_special(a[0], "__abs__") {
            return h.call_special(f, a[0], &[]);
        }
        match h.num(a[0]) {
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
        h.arity("chr", a, k, 1, 1)?;
        let n = h.index(a[0])?;
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
        h.arity("unichr", a, k, 1, 1)?;
        let n = h.index(a[0])?;
        match u32::try_from(n).ok().and_then(char::from_u32) {
            Some(c) => Ok(h.unicode(c.encode_utf8(&mut [0; 4]))),
            None => Err(h.value_error("unichr() arg not in range(0x110000)")),
        }
    }),
    ("ord", |h, a, k| {
        h.arity("ord", a, k, 1, 1)?;
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
        h.arity("hex", a, k, 1, 1)?;
        radix(h, a[0], 16, "0x")
    }),
    ("oct", |h, a, k| {
        h.arity("oct", a, k, 1, 1)?;
        match h.in_python2() {
            false => radix(h, a[0], 8, "0o"),
            // (without the 0 in front of a 0)
            true if h.as_int(a[0]) == Some(0) => Ok(h.str("0")),
            true => radix(h, a[0], 8, "0"),
        }
    }),
    ("bin", |h, a, k| {
        h.arity("bin", a, k, 1, 1)?;
        radix(h, a[0], 2, "0b")
    }),
    ("isinstance", |h, a, k| {
        h.arity("isinstance", a, k, 2, 2)?;
        let r = h.isinstance(a[0], a[1])?;
        Ok(h.bool(r))
    }),
    ("issubclass", |h, a, k| {
        h.arity("issubclass", a, k, 2, 2)?;
        let r = h.issubclass(a[0], a[1])?;
        Ok(h.bool(r))
    }),
    ("callable", |h, a, k| {
        h.arity("callable", a, k, 1, 1)?;
        Ok(h.bool(h.is_callable(a[0])))
    }),
    ("hasattr", |h, a, k| {
        h.arity("hasattr", a, k, 2, 2)?;
        let n = h.name_arg(a[1])?;
        let r = h.getattr_opt(a[0], &n)?.is_some();
        Ok(h.bool(r))
    }),
    ("getattr", |h, a, k| {
        h.arity("getattr", a, k, 2, 3)?;
        let n = h.name_arg(a[1])?;
        match a.get(2) {
            Some(d) => Ok(h.getattr_opt(a[0], &n)?.unwrap_or(*d)),
            None => h.getattr(a[0], &n),
        }
    }),
    ("setattr", |h, a, k| {
        h.arity("setattr", a, k, 3, 3)?;
        let n = h.name_arg(a[1])?;
        h.setattr(a[0], &n, a[2])?;
        Ok(NONE)
    }),
    ("delattr", |h, a, k| {
        h.arity("delattr", a, k, 2, 2)?;
        let n = h.name_arg(a[1])?;
        h.delattr(a[0], &n)?;
        Ok(NONE)
    }),
    ("id", |h, a, k| {
        h.arity("id", a, k, 1, 1)?;
        Ok(h.int(i64::from(a[0].0) * 16 + 0x1000))
    }),
    ("hash", |h, a, k| {
        h.arity("hash", a, k, 1, 1)?;
        let n = h.hash(a[0])?;
        Ok(h.int(n))
    }),
    ("cmp", |h, a, k| {
        h.arity("cmp", a, k, 2, 2)?;
        let n = h.cmp(a[0], a[1])?;
        Ok(h.int(n))
    }),
];

pub(crate) fn kw_get(k: &Kw, name: &str) -> Option<HostRef> {
    k.iter().find(|(n, _): &&(Name, HostRef)| *n == name).map(|(_, v)| *v)
}
