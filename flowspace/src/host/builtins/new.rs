//! Constructors of built-in types, called as `__new__(cls, …)`.

use crate::host::*;

pub(super) fn object_new(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    match a.first() {
        Some(c) if h.class(*c).is_some() => {
            // `object.__new__` of a subclass of a builtin type needs that type's value.
            let empty = match h.cls(*c).layout {
                Layout::Builtin(t) if t != h.types.property => Some(h.call(t, &[], &[])?),
                _ => None,
            };
            Ok(match empty {
                Some(v) => classes::wrap_payload(h, *c, v),
                None => classes::new_instance(h, *c),
            })
        }
        _ => Err(h.type_error("object.__new__(X): X is not a type object")),
    }
}

pub(super) fn type_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    if a.len() == 2 {
        return Ok(h.class_of(a[1]));
    }
    args::arity(h, "type.__new__", a, &[], 4, 4)?;
    classes::type_new(h, a[0], a[1], a[2], a[3], k)
}

pub(super) fn int_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [cls, x, base] = args::named(h, "int", ["cls", "x", "base"], 1, a, k)?;
    let base = match base {
        Some(b) => Some(numbers::index(h, b)?),
        None => None,
    };
    let v = match x {
        Some(x) => numbers::to_int(h, x, base)?,
        None => h.int(0),
    };
    Ok(classes::wrap_payload(h, cls.expect("cls"), v))
}

pub(super) fn bool_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "bool", a, k, 1, 2)?;
    let b = match a.get(1) {
        Some(x) => h.is_true(*x)?,
        None => false,
    };
    Ok(h.bool(b))
}

pub(super) fn float_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "float", a, k, 1, 2)?;
    let f = match a.get(1) {
        Some(x) => numbers::to_float(h, *x)?,
        None => 0.0,
    };
    let v = h.float(f);
    Ok(classes::wrap_payload(h, a[0], v))
}

pub(super) fn str_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [cls, x, enc, _] = args::named(h, "str", ["cls", "object", "encoding", "errors"], 1, a, k)?;
    let v = match x {
        None => h.str(""),
        Some(x) => match h.obj(x) {
            HostObj::Str(_)
                if generation::is_bytes(h, x)
                    && enc.is_none()
                    && !generation::passes_for_str(h, x) =>
            {
                let s = h.repr(x)?;
                h.str(&s)
            }
            HostObj::Str(s) if generation::is_bytes(h, x) => {
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
                let s = repr::str_bytes(h, x)?;
                h.bytes(&s)
            }
        },
    };
    Ok(classes::wrap_payload(h, cls.expect("cls"), v))
}

pub(super) fn unicode_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [cls, x, enc, errors] =
        args::named(h, "unicode", ["cls", "object", "encoding", "errors"], 1, a, k)?;
    let v = match x {
        None => h.unicode(""),
        Some(x) => {
            let s = repr::str_bytes(h, x)?;
            let enc = enc.and_then(|e| h.text(e)).unwrap_or_else(|| "utf-8".into());
            let errors = errors.and_then(|e| h.text(e)).unwrap_or_else(|| "strict".into());
            let t = codecs::decode(h, &s, &enc, &errors)?;
            h.unicode(&t)
        }
    };
    Ok(classes::wrap_payload(h, cls.expect("cls"), v))
}

pub(super) fn bytearray_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "bytearray", a, k, 1, 3)?;
    let v = match a.get(1) {
        None => vec![],
        Some(x) => match (text::byte_vec(h, *x), h.as_int(*x)) {
            (Some(v), _) => v,
            (_, Some(n)) => vec![0; n.max(0) as usize],
            _ => {
                let mut v = vec![];
                for i in h.iter_to_vec(*x)? {
                    match u8::try_from(numbers::index(h, i)?) {
                        Ok(b) => v.push(b),
                        Err(_) => return Err(h.value_error("byte must be in range(0, 256)")),
                    }
                }
                v
            }
        },
    };
    let v = h.alloc(HostObj::ByteArray(v));
    Ok(classes::wrap_payload(h, a[0], v))
}

pub(super) fn tuple_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "tuple", a, k, 1, 2)?;
    let v = match a.get(1) {
        Some(x) if matches!(h.obj(*x), HostObj::Tuple(_)) => *x,
        Some(x) => {
            let items = h.iter_to_vec(*x)?;
            h.tuple(&items)
        }
        None => EMPTY_TUPLE,
    };
    Ok(classes::wrap_payload(h, a[0], v))
}

pub(super) fn list_new(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    let v = h.list(vec![]);
    Ok(classes::wrap_payload(h, a[0], v))
}

pub(super) fn dict_new(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    let v = h.new_dict();
    Ok(classes::wrap_payload(h, a[0], v))
}

pub(super) fn set_new(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    let v = tables::make_set(h, &[], false)?;
    Ok(classes::wrap_payload(h, a[0], v))
}

pub(super) fn frozenset_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "frozenset", a, k, 1, 2)?;
    let items = match a.get(1) {
        Some(x) => h.iter_to_vec(*x)?,
        None => vec![],
    };
    let v = tables::make_set(h, &items, true)?;
    Ok(classes::wrap_payload(h, a[0], v))
}

pub(super) fn slice_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "slice", a, k, 2, 4)?;
    let (x, y, z) = match a.len() {
        2 => (NONE, a[1], NONE),
        3 => (a[1], a[2], NONE),
        _ => (a[1], a[2], a[3]),
    };
    Ok(h.alloc(HostObj::Slice(x, y, z)))
}

pub(super) fn range_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "range", a, k, 2, 4)?;
    let mut v = [0i64; 3];
    for (o, x) in v.iter_mut().zip(&a[1..]) {
        *o = numbers::index(h, *x)?;
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

pub(super) fn property_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [_, get, set, del, doc] =
        args::named(h, "property", ["cls", "fget", "fset", "fdel", "doc"], 1, a, k)?;
    let some = |x: Option<HostRef>| x.filter(|x| *x != NONE);
    let doc = match (doc, some(get)) {
        (Some(d), _) => d,
        (None, Some(g)) => h.getattr_opt(g, "__doc__")?.unwrap_or(NONE),
        _ => NONE,
    };
    let p = PropertyData { get: some(get), set: some(set), del: some(del), doc };
    Ok(h.alloc(HostObj::Property(Box::new(p))))
}

pub(super) fn staticmethod_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "staticmethod", a, k, 2, 2)?;
    Ok(h.alloc(HostObj::StaticMethod(a[1])))
}

pub(super) fn classmethod_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "classmethod", a, k, 2, 2)?;
    Ok(h.alloc(HostObj::ClassMethod(a[1])))
}

pub(super) fn super_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "super", a, k, 1, 3)?;
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

pub(super) fn module_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "module", a, k, 2, 3)?;
    let name = args::name_arg(h, a[1])?;
    let dict = h.new_dict();
    h.ns_set(dict, "__name__", a[1]);
    h.ns_set(dict, "__doc__", a.get(2).copied().unwrap_or(NONE));
    Ok(h.alloc(HostObj::Module(Box::new(ModuleData { name, dict, path: None }))))
}

/// `types.FunctionType(code, globals, name, defaults, closure)`
pub(super) fn function_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [_, code, globals, name, defaults, closure] = args::named(
        h,
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
        Some(n) if n != NONE => args::name_arg(h, n)?,
        _ => code.name.as_str().into(),
    };
    let doc = match code.docstring.clone() {
        Some(d) => literals::literal_str(h, &d),
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

pub(super) fn method_new(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "method", a, k, 3, 4)?;
    if a[2] == NONE {
        // Python 2's unbound method, if there is a class.
        return Ok(match a.get(3) {
            Some(class) if h.class(*class).is_some() => {
                h.alloc(HostObj::Unbound { func: a[1], class: *class })
            }
            _ => a[1],
        });
    }
    Ok(h.alloc(HostObj::BoundMethod { func: a[1], this: a[2] }))
}

pub(super) fn none_new(_: &mut Host, _: &[HostRef], _: &Kw) -> R {
    Ok(NONE)
}

pub(super) fn exception_new(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    match a.first() {
        Some(c) if h.class(*c).is_some_and(|c| c.layout == Layout::Exception) => {
            let mut cls = *c;
            if cls == h.exc("OSError")
                && a.len() >= 3
                && let Some(n) = h.as_int(a[1])
            {
                cls = streams::os_error_class(h, n as i32);
            }
            Ok(h.err_args(cls, &a[1..]).0)
        }
        _ => Err(h.type_error("BaseException.__new__(X): X is not an exception class")),
    }
}
