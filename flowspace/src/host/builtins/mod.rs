//! The module `builtins`.

mod io;

use crate::host::numbers::Num;
use crate::host::*;
use crate::name::Name;
use flowmodel::operators::BinaryOp;

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
            HostObj::Class(_) => {
                if let Some(f) = self.user_special(cls, "__instancecheck__") {
                    let v = self.call_special(f, cls, &[x])?;
                    return self.is_true(v);
                }
                Ok(self.is_instance(x, cls))
            }
            _ => {
                Err(self
                    .type_error("isinstance() arg 2 must be a type, a tuple of types, or a union"))
            }
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
            HostObj::Class(_) => {
                if let Some(f) = self.user_special(cls, "__subclasscheck__") {
                    let v = self.call_special(f, cls, &[c])?;
                    return self.is_true(v);
                }
                Ok(self.is_subclass(c, cls))
            }
            _ => Err(self.type_error("issubclass() arg 2 must be a class or tuple of classes")),
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

// --- constructors: `__new__(cls, …)` ---

fn object_new(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    match a.first() {
        Some(c) if h.class(*c).is_some() => {
            // `object.__new__` of a subclass of a builtin type needs that type's value.
            let empty = match h.cls(*c).layout {
                Layout::Builtin(t) if t != h.types.property => Some(h.call(t, &[], &[])?),
                _ => None,
            };
            Ok(match empty {
                Some(v) => h.wrap_payload(*c, v),
                None => h.new_instance(*c),
            })
        }
        _ => Err(h.type_error("object.__new__(X): X is not a type object")),
    }
}

fn type_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    if a.len() == 2 {
        return Ok(h.class_of(a[1]));
    }
    h.arity("type.__new__", a, &[], 4, 4)?;
    h.type_new(a[0], a[1], a[2], a[3], k)
}

fn int_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [cls, x, base] = h.named_args("int", ["cls", "x", "base"], 1, a, k)?;
    let base = match base {
        Some(b) => Some(h.index(b)?),
        None => None,
    };
    let v = match x {
        Some(x) => h.to_int(x, base)?,
        None => h.int(0),
    };
    Ok(h.wrap_payload(cls.expect("cls"), v))
}

fn bool_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("bool", a, k, 1, 2)?;
    let b = match a.get(1) {
        Some(x) => h.is_true(*x)?,
        None => false,
    };
    Ok(h.bool(b))
}

fn float_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("float", a, k, 1, 2)?;
    let f = match a.get(1) {
        Some(x) => h.to_float(*x)?,
        None => 0.0,
    };
    let v = h.float(f);
    Ok(h.wrap_payload(a[0], v))
}

fn str_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [cls, x, enc, _] = h.named_args("str", ["cls", "object", "encoding", "errors"], 1, a, k)?;
    let v = match x {
        None => h.str(""),
        Some(x) => match h.obj(x) {
            HostObj::Str(_) if h.is_python3_bytes(x) && enc.is_none() && !h.passes_for_str(x) => {
                let s = h.repr(x)?;
                h.str(&s)
            }
            HostObj::Str(s) if h.is_python3_bytes(x) => {
                let s = s.clone();
                h.bytes(&s)
            }
            HostObj::Str(_) => x,
            // `bytes([1, 2])`, `bytes(bytearray)`: the type is the same as `str` here, and a list
            // would be shown by `str`, so only the unambiguous one is taken as bytes.
            HostObj::ByteArray(s) => {
                let s = s.clone();
                h.bytes(&s)
            }
            HostObj::Unicode(s) if enc.is_some() => {
                let s = s.clone();
                h.str(&s)
            }
            _ => {
                let s = h.str_of_bytes(x)?;
                h.bytes(&s)
            }
        },
    };
    Ok(h.wrap_payload(cls.expect("cls"), v))
}

fn unicode_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [cls, x, enc, errors] =
        h.named_args("unicode", ["cls", "object", "encoding", "errors"], 1, a, k)?;
    let v = match x {
        None => h.unicode(""),
        Some(x) => {
            let s = h.str_of_bytes(x)?;
            let enc = enc.and_then(|e| h.text(e)).unwrap_or_else(|| "utf-8".into());
            let errors = errors.and_then(|e| h.text(e)).unwrap_or_else(|| "strict".into());
            let t = h.decode(&s, &enc, &errors)?;
            h.unicode(&t)
        }
    };
    Ok(h.wrap_payload(cls.expect("cls"), v))
}

fn bytearray_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("bytearray", a, k, 1, 3)?;
    let v = match a.get(1) {
        None => vec![],
        Some(x) => match (h.byte_vec(*x), h.as_int(*x)) {
            (Some(v), _) => v,
            (_, Some(n)) => vec![0; n.max(0) as usize],
            _ => {
                let mut v = vec![];
                for i in h.iter_to_vec(*x)? {
                    match u8::try_from(h.index(i)?) {
                        Ok(b) => v.push(b),
                        Err(_) => return Err(h.value_error("byte must be in range(0, 256)")),
                    }
                }
                v
            }
        },
    };
    let v = h.alloc(HostObj::ByteArray(v));
    Ok(h.wrap_payload(a[0], v))
}

fn tuple_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("tuple", a, k, 1, 2)?;
    let v = match a.get(1) {
        Some(x) if matches!(h.obj(*x), HostObj::Tuple(_)) => *x,
        Some(x) => {
            let items = h.iter_to_vec(*x)?;
            h.tuple(&items)
        }
        None => EMPTY_TUPLE,
    };
    Ok(h.wrap_payload(a[0], v))
}

fn list_new(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    let v = h.list(vec![]);
    Ok(h.wrap_payload(a[0], v))
}

fn dict_new(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    let v = h.new_dict();
    Ok(h.wrap_payload(a[0], v))
}

fn set_new(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    let v = h.make_set(&[], false)?;
    Ok(h.wrap_payload(a[0], v))
}

fn frozenset_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("frozenset", a, k, 1, 2)?;
    let items = match a.get(1) {
        Some(x) => h.iter_to_vec(*x)?,
        None => vec![],
    };
    let v = h.make_set(&items, true)?;
    Ok(h.wrap_payload(a[0], v))
}

fn slice_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("slice", a, k, 2, 4)?;
    let (x, y, z) = match a.len() {
        2 => (NONE, a[1], NONE),
        3 => (a[1], a[2], NONE),
        _ => (a[1], a[2], a[3]),
    };
    Ok(h.alloc(HostObj::Slice(x, y, z)))
}

fn range_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("range", a, k, 2, 4)?;
    let mut v = [0i64; 3];
    for (o, x) in v.iter_mut().zip(&a[1..]) {
        *o = h.index(*x)?;
    }
    let (x, y, z) = match a.len() {
        2 => (0, v[0], 1),
        3 => (v[0], v[1], 1),
        _ => (v[0], v[1], v[2]),
    };
    if z == 0 {
        return Err(h.value_error("range() arg 3 must not be zero"));
    }
    Ok(h.alloc(HostObj::Range(x, y, z)))
}

fn property_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [_, get, set, del, doc] =
        h.named_args("property", ["cls", "fget", "fset", "fdel", "doc"], 1, a, k)?;
    let some = |x: Option<HostRef>| x.filter(|x| *x != NONE);
    let doc = match (doc, some(get)) {
        (Some(d), _) => d,
        (None, Some(g)) => h.getattr_opt(g, "__doc__")?.unwrap_or(NONE),
        _ => NONE,
    };
    let p = PropertyData { get: some(get), set: some(set), del: some(del), doc };
    Ok(h.alloc(HostObj::Property(Box::new(p))))
}

fn staticmethod_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("staticmethod", a, k, 2, 2)?;
    Ok(h.alloc(HostObj::StaticMethod(a[1])))
}

fn classmethod_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("classmethod", a, k, 2, 2)?;
    Ok(h.alloc(HostObj::ClassMethod(a[1])))
}

fn super_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("super", a, k, 1, 3)?;
    let (cls, this) = match a.len() {
        1 => {
            let found = h.run.frames.last().and_then(|f| {
                let i = f.code.freevars.iter().position(|n| *n == "__class__")?;
                let HostObj::Cell(Some(c)) = *h.obj(f.cells[i]) else { return None };
                Some((c, f.first_arg?))
            });
            match found {
                Some(f) => f,
                None => return Err(h.err("RuntimeError", "super(): no arguments")),
            }
        }
        2 => return Err(h.type_error("super() with one argument is not supported")),
        _ => (a[1], a[2]),
    };
    if h.class(cls).is_none() {
        return Err(h.type_error("super() argument 1 must be a type"));
    }
    let is_sub_class = h.class(this).is_some() && h.is_subclass(this, cls);
    let this_type = if is_sub_class { this } else { h.class_of(this) };
    if !h.is_subclass(this_type, cls) {
        return Err(h.type_error("super(type, obj): obj must be an instance or subtype of type"));
    }
    Ok(h.alloc(HostObj::Super { cls, this, this_type }))
}

fn module_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("module", a, k, 2, 3)?;
    let name = h.name_arg(a[1])?;
    let dict = h.new_dict();
    h.ns_set(dict, "__name__", a[1]);
    h.ns_set(dict, "__doc__", a.get(2).copied().unwrap_or(NONE));
    Ok(h.alloc(HostObj::Module(Box::new(ModuleData { name, dict, path: None }))))
}

/// `types.FunctionType(code, globals, name, defaults, closure)`
fn function_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [_, code, globals, name, defaults, closure] = h.named_args(
        "function",
        ["cls", "code", "globals", "name", "argdefs", "closure"],
        3,
        a,
        k,
    )?;
    let code = match code.map(|c| h.obj(c)) {
        Some(HostObj::Code(c)) => c.clone(),
        _ => return Err(h.type_error("function() argument 'code' must be code")),
    };
    let seq = |h: &mut Host, x: Option<HostRef>| -> R<Vec<HostRef>> {
        match x {
            Some(x) if x != NONE => h.iter_to_vec(x),
            _ => Ok(vec![]),
        }
    };
    let defaults = seq(h, defaults)?;
    let closure = seq(h, closure)?;
    if closure.len() != code.freevars.len() {
        let m = format!(
            "{} requires closure of length {}, not {}",
            code.name,
            code.freevars.len(),
            closure.len()
        );
        return Err(h.value_error(m));
    }
    let name = match name {
        Some(n) if n != NONE => h.name_arg(n)?,
        _ => code.name.as_str().into(),
    };
    let doc = match code.docstring.clone() {
        Some(d) => h.literal_str(&d),
        None => NONE,
    };
    Ok(h.alloc(HostObj::Function(Box::new(FuncData {
        name,
        qualname: code.qualname.as_str().into(),
        globals: globals.expect("globals"),
        defaults,
        kwdefaults: vec![],
        closure,
        doc,
        dict: None,
        code,
    }))))
}

fn method_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("method", a, k, 3, 4)?;
    if a[2] == NONE {
        return Ok(a[1]);
    }
    Ok(h.alloc(HostObj::BoundMethod { func: a[1], this: a[2] }))
}

fn none_new(_: &mut Host, _: &[HostRef], _: &Kw) -> R {
    Ok(NONE)
}

fn exception_new(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    match a.first() {
        Some(c) if h.class(*c).is_some_and(|c| c.layout == Layout::Exception) => {
            let mut cls = *c;
            if cls == h.exc("OSError")
                && a.len() >= 3
                && let Some(n) = h.as_int(a[1])
            {
                cls = h.os_error_class(n as i32);
            }
            Ok(h.err_args(cls, &a[1..]).0)
        }
        _ => Err(h.type_error("BaseException.__new__(X): X is not an exception class")),
    }
}

fn exc_args(h: &mut Host, r: HostRef) -> R {
    match h.obj(r) {
        HostObj::Instance(i) => match i.payload {
            Payload::ExcArgs(t) => Ok(t),
            _ => Ok(EMPTY_TUPLE),
        },
        _ => Ok(EMPTY_TUPLE),
    }
}

fn set_exc_args(h: &mut Host, r: HostRef, v: HostRef) -> R<()> {
    let items = h.iter_to_vec(v)?;
    let t = h.tuple(&items);
    if let HostObj::Instance(i) = h.obj_mut(r) {
        i.payload = Payload::ExcArgs(t);
    }
    Ok(())
}

fn exc_arg(h: &mut Host, r: HostRef, i: usize) -> R {
    let t = exc_args(h, r)?;
    Ok(match h.obj(t) {
        HostObj::Tuple(t) => t.get(i).copied().unwrap_or(NONE),
        _ => NONE,
    })
}

/// `e.__traceback__`: a chain of objects, the outermost frame first, that say where.
fn traceback_object(h: &mut Host, r: HostRef) -> R {
    let mut entries = h.traceback(HErr(r)).to_vec();
    if entries.is_empty() {
        let Some(f) = h.run.frames.last() else { return Ok(NONE) };
        if !f.handled.contains(&r) {
            return Ok(NONE);
        }
        entries.push(TracebackEntry { name: f.code.qualname.as_str().into(), span: f.span });
    }
    let mut next = NONE;
    for e in entries {
        let (file, line) = {
            let sources = h.sources.borrow();
            let path = sources.get(e.span.file).map(|f| f.path.clone()).unwrap_or_default();
            (path, sources.line_col(e.span.file, e.span.start).map_or(0, |p| p.0))
        };
        let tb = h.new_instance(h.types.object);
        let d = h.make_own_dict(tb).expect("instance dict");
        let (name, file) = (h.str(&e.name), h.str(&file));
        let line = h.int(i64::from(line));
        for (k, v) in
            [("tb_lineno", line), ("tb_next", next), ("tb_name", name), ("tb_filename", file)]
        {
            h.ns_set(d, k, v);
        }
        next = tb;
    }
    Ok(next)
}

/// One argument is the code itself.
fn exit_code(h: &mut Host, r: HostRef) -> R {
    let t = exc_args(h, r)?;
    if h.len(t)? > 1 { Ok(t) } else { exc_arg(h, r, 0) }
}

fn os_error_arg(h: &mut Host, r: HostRef, i: usize) -> R {
    let t = exc_args(h, r)?;
    if h.len(t)? < 2 {
        return Ok(NONE);
    }
    exc_arg(h, r, i)
}

fn dict_fromkeys(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("fromkeys", a, k, 2, 3)?;
    let d = h.call(a[0], &[], &[])?;
    let v = a.get(2).copied().unwrap_or(NONE);
    for key in h.iter_to_vec(a[1])? {
        h.setitem(d, key, v)?;
    }
    Ok(d)
}

fn int_from_bytes(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [_, s, order, signed] =
        h.named_args("from_bytes", ["cls", "bytes", "byteorder", "signed"], 2, a, k)?;
    let Some(mut s) = h.byte_vec(s.expect("bytes")) else {
        return Err(h.type_error("cannot convert object to bytes"));
    };
    if order.and_then(|o| h.text(o)).is_some_and(|o| &*o == "little") {
        s.reverse();
    }
    let signed = match signed {
        Some(x) => h.is_true(x)?,
        None => false,
    };
    let v = if signed {
        BigInt::from_signed_bytes_be(&s)
    } else {
        BigInt::from_bytes_be(num_bigint::Sign::Plus, &s)
    };
    Ok(h.bigint(v))
}

fn str_maketrans(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("maketrans", a, k, 1, 3)?;
    let d = h.new_dict();
    if a.len() == 1 {
        for (key, v) in h.dict_items(a[0]) {
            let key = match h.str_bytes(key) {
                Some(s) if s.len() == 1 => h.int(i64::from(s[0])),
                _ => key,
            };
            h.dict_set(d, key, v)?;
        }
        return Ok(d);
    }
    let (Some(x), Some(y)) = (h.byte_vec(a[0]), h.byte_vec(a[1])) else {
        return Err(h.type_error("maketrans arguments must be strings"));
    };
    if x.len() != y.len() {
        return Err(h.value_error("the first two maketrans arguments must have equal length"));
    }
    for (p, q) in x.iter().zip(&y) {
        let (p, q) = (h.int(i64::from(*p)), h.int(i64::from(*q)));
        h.dict_set(d, p, q)?;
    }
    if let Some(z) = a.get(2) {
        for p in h.byte_vec(*z).unwrap_or_default() {
            let p = h.int(i64::from(p));
            h.dict_set(d, p, NONE)?;
        }
    }
    Ok(d)
}

// --- methods of basic types ---

const OBJECT: Table = &[
    ("__init__", |_, _, _| Ok(NONE)),
    ("__repr__", |h, a, _| {
        let b = h.base(a[0]);
        let is_plain = matches!(h.obj(b), HostObj::Instance(_));
        let s = if !is_plain {
            h.repr(b)?
        } else {
            let t = h.qualified_name(h.class_of(b)).unwrap_or_default();
            format!("<{t} object at 0x{:012x}>", u64::from(b.0) * 16)
        };
        Ok(h.str(&s))
    }),
    ("__str__", |h, a, _| {
        let s = h.repr(a[0])?;
        Ok(h.str(&s))
    }),
    ("__eq__", |h, a, k| {
        h.arity("__eq__", a, k, 2, 2)?;
        let (x, y) = (h.base(a[0]), h.base(a[1]));
        if x != a[0] {
            let r = h.eq(x, y)?;
            return Ok(h.bool(r));
        }
        Ok(if h.same(x, y) { TRUE } else { NOT_IMPLEMENTED })
    }),
    ("__ne__", |h, a, k| {
        h.arity("__ne__", a, k, 2, 2)?;
        let r = h.eq(a[0], a[1])?;
        Ok(h.bool(!r))
    }),
    ("__hash__", |h, a, k| {
        h.arity("__hash__", a, k, 1, 1)?;
        let b = h.base(a[0]);
        if b != a[0] {
            let n = h.hash(b)?;
            return Ok(h.int(n));
        }
        Ok(h.int(i64::from(b.0)))
    }),
    ("__format__", |h, a, k| {
        h.arity("__format__", a, k, 2, 2)?;
        let spec = h.name_arg(a[1])?;
        let b = h.base(a[0]);
        let s = if b != a[0] { h.format(b, &spec)? } else { h.str_of_bytes(a[0])? };
        Ok(h.bytes(&s))
    }),
    ("__getattribute__", |h, a, k| {
        h.arity("__getattribute__", a, k, 2, 2)?;
        let n = h.name_arg(a[1])?;
        match h.generic_getattr(a[0], &n)? {
            Some(v) => Ok(v),
            None => {
                let m = format!("'{}' object has no attribute '{n}'", h.type_name(a[0]));
                Err(h.err("AttributeError", m))
            }
        }
    }),
    ("__setattr__", |h, a, k| {
        h.arity("__setattr__", a, k, 3, 3)?;
        let n = h.name_arg(a[1])?;
        h.generic_setattr(a[0], &n, a[2])?;
        Ok(NONE)
    }),
    ("__delattr__", |h, a, k| {
        h.arity("__delattr__", a, k, 2, 2)?;
        let n = h.name_arg(a[1])?;
        match h.own_dict(a[0]).and_then(|d| h.ns_del(d, &n)) {
            Some(_) => Ok(NONE),
            None => Err(h.err("AttributeError", n)),
        }
    }),
    ("__dir__", |h, a, _| {
        let names = h.dir_names(a[0]);
        let v = names.iter().map(|n| h.str(n)).collect();
        Ok(h.list(v))
    }),
];

const TYPE: Table = &[
    ("__init__", |_, _, _| Ok(NONE)),
    ("__call__", |h, a, k| h.instantiate(a[0], &a[1..], k)),
    ("mro", |h, a, _| {
        let v = match h.class(a[0]) {
            Some(c) => c.mro.clone(),
            None => vec![],
        };
        Ok(h.list(v))
    }),
    ("__subclasses__", |h, a, _| {
        let v = match h.class(a[0]) {
            Some(c) => c.subclasses.clone(),
            None => vec![],
        };
        Ok(h.list(v))
    }),
    ("__instancecheck__", |h, a, k| {
        h.arity("__instancecheck__", a, k, 2, 2)?;
        let r = h.is_instance(a[1], a[0]);
        Ok(h.bool(r))
    }),
];

fn property_with(h: &mut Host, a: &[HostRef], which: usize) -> R {
    match h.obj(a[0]) {
        HostObj::Property(p) => {
            let mut v = [p.get, p.set, p.del];
            v[which] = Some(a[1]);
            let doc = p.doc;
            let p = PropertyData { get: v[0], set: v[1], del: v[2], doc };
            Ok(h.alloc(HostObj::Property(Box::new(p))))
        }
        _ => Err(h.type_error("property expected")),
    }
}

const PROPERTY: Table = &[
    ("getter", |h, a, k| {
        h.arity("getter", a, k, 2, 2)?;
        property_with(h, a, 0)
    }),
    ("setter", |h, a, k| {
        h.arity("setter", a, k, 2, 2)?;
        property_with(h, a, 1)
    }),
    ("deleter", |h, a, k| {
        h.arity("deleter", a, k, 2, 2)?;
        property_with(h, a, 2)
    }),
];

const SLICE: Table = &[("indices", |h, a, k| {
    h.arity("indices", a, k, 2, 2)?;
    let HostObj::Slice(x, y, z) = *h.obj(a[0]) else {
        return Err(h.type_error("descriptor 'indices' requires a 'slice' object"));
    };
    let n = h.index(a[1])?;
    if n < 0 {
        return Err(h.value_error("length should not be negative"));
    }
    let (x, y, z) = h.slice_indices((x, y, z), n as usize)?;
    let v = [h.int(x), h.int(y), h.int(z)];
    Ok(h.tuple(&v))
})];

const FUNCTION: Table = &[("__get__", |h, a, k| {
    h.arity("__get__", a, k, 2, 3)?;
    let cls = h.class_of(a[1]);
    h.bind(a[0], Some(a[1]).filter(|x| *x != NONE), cls)
})];

fn gen_result(h: &mut Host, r: R<Result<HostRef, HostRef>>) -> R {
    match r? {
        Ok(v) => Ok(v),
        Err(NONE) => Err(h.stop_iteration()),
        Err(v) => {
            let c = h.exc("StopIteration");
            Err(h.err_args(c, &[v]))
        }
    }
}

fn gen_next(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    let r = h.gen_resume(a[0], NONE, None);
    gen_result(h, r)
}

const GENERATOR: Table = &[
    ("__next__", gen_next),
    ("next", gen_next),
    ("__iter__", |_, a, _| Ok(a[0])),
    ("send", |h, a, k| {
        h.arity("send", a, k, 2, 2)?;
        if let HostObj::Generator(g) = h.obj(a[0])
            && !g.started
            && a[1] != NONE
        {
            return Err(h.type_error("can't send non-None value to a just-started generator"));
        }
        let r = h.gen_resume(a[0], a[1], None);
        gen_result(h, r)
    }),
    ("throw", |h, a, k| {
        h.arity("throw", a, k, 2, 4)?;
        let e = match a.get(2) {
            Some(arg) if *arg != NONE => h.call(a[1], &[*arg], &[])?,
            _ if h.class(a[1]).is_some() => h.call(a[1], &[], &[])?,
            _ => a[1],
        };
        let r = h.gen_resume(a[0], NONE, Some(HErr(e)));
        gen_result(h, r)
    }),
    ("close", |h, a, _| {
        if let HostObj::Generator(g) = h.obj_mut(a[0])
            && !g.started
        {
            g.frame = None;
            return Ok(NONE);
        }
        let e = h.err("GeneratorExit", "");
        match h.gen_resume(a[0], NONE, Some(e)) {
            Ok(Ok(_)) => Err(h.err("RuntimeError", "generator ignored GeneratorExit")),
            Ok(Err(_)) => Ok(NONE),
            Err(x) if h.err_is(x, "GeneratorExit") || h.err_is(x, "StopIteration") => Ok(NONE),
            Err(x) => Err(x),
        }
    }),
];

fn iterator_next(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    match h.iter_next(a[0])? {
        Some(v) => Ok(v),
        None => Err(h.stop_iteration()),
    }
}

const ITERATOR: Table =
    &[("__next__", iterator_next), ("next", iterator_next), ("__iter__", |_, a, _| Ok(a[0]))];

const EXCEPTION: Table = &[
    ("__init__", |h, a, _| {
        let t = h.tuple(&a[1..]);
        if let HostObj::Instance(i) = h.obj_mut(a[0]) {
            i.payload = Payload::ExcArgs(t);
        }
        Ok(NONE)
    }),
    ("with_traceback", |_, a, _| Ok(a[0])),
    ("__str__", |h, a, _| {
        let t = exc_args(h, a[0])?;
        let items = h.iter_to_vec(t)?;
        match items.as_slice() {
            [] => Ok(h.str("")),
            [x] => {
                let s = h.str_of_bytes(*x)?;
                Ok(h.bytes(&s))
            }
            _ => {
                let s = h.repr_bytes(t)?;
                Ok(h.bytes(&s))
            }
        }
    }),
    ("__repr__", |h, a, _| {
        let t = exc_args(h, a[0])?;
        let name = h.type_name(a[0]);
        let items = h.iter_to_vec(t)?;
        let inner = match items.as_slice() {
            [x] => format!("({})", h.repr(*x)?),
            _ => h.repr(t)?,
        };
        Ok(h.str(&format!("{name}{inner}")))
    }),
];

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
        let mut acc = match start {
            Some(s) => s,
            None => h.int(0),
        };
        for x in h.iter_to_vec(it.expect("iterable"))? {
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
        radix(h, a[0], 8, "0o")
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
