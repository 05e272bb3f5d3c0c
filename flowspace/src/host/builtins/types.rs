//! Methods of `object`, `type` and the types that have no file in `methods`.

use crate::host::object::Table;
use crate::host::*;

pub(super) fn dict_fromkeys(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "fromkeys", a, k, 2, 3)?;
    let d = h.call(a[0], &[], &[])?;
    let v = a.get(2).copied().unwrap_or(NONE);
    for key in h.iter_to_vec(a[1])? {
        items::setitem(h, d, key, v)?;
    }
    Ok(d)
}

pub(super) fn int_from_bytes(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    let [_, s, order, signed] =
        args::named(h, "from_bytes", ["cls", "bytes", "byteorder", "signed"], 2, a, k)?;
    let little = match order.map(|o| h.text(o)) {
        None => false,
        Some(Some(o)) if &*o == "big" => false,
        Some(Some(o)) if &*o == "little" => true,
        Some(_) => return Err(h.value_error("byteorder must be either 'little' or 'big'")),
    };
    let s = s.expect("bytes");
    let mut s = match text::byte_vec(h, s) {
        Some(s) => s,
        None => {
            let mut bytes = vec![];
            for x in h.iter_to_vec(s)? {
                let Ok(b) = u8::try_from(numbers::index(h, x)?) else {
                    return Err(h.err("ValueError", "bytes must be in range(0, 256)"));
                };
                bytes.push(b);
            }
            bytes
        }
    };
    if little {
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

pub(super) fn str_maketrans(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "maketrans", a, k, 1, 3)?;
    let d = h.new_dict();
    if a.len() == 1 {
        for (key, v) in h.dict_items(a[0]) {
            let key = match h.str_bytes(key) {
                Some(s) if s.len() == 1 => h.int(i64::from(s[0])),
                _ => key,
            };
            tables::set(h, d, key, v)?;
        }
        return Ok(d);
    }
    let (Some(x), Some(y)) = (text::byte_vec(h, a[0]), text::byte_vec(h, a[1])) else {
        return Err(h.type_error("maketrans arguments must be strings"));
    };
    if x.len() != y.len() {
        return Err(h.value_error("the first two maketrans arguments must have equal length"));
    }
    for (p, q) in x.iter().zip(&y) {
        let (p, q) = (h.int(i64::from(*p)), h.int(i64::from(*q)));
        tables::set(h, d, p, q)?;
    }
    if let Some(z) = a.get(2) {
        for p in text::byte_vec(h, *z).unwrap_or_default() {
            let p = h.int(i64::from(p));
            tables::set(h, d, p, NONE)?;
        }
    }
    Ok(d)
}

// --- methods of basic types ---

pub(crate) const OBJECT: Table = &[
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
        args::arity(h, "__eq__", a, k, 2, 2)?;
        let (x, y) = (h.base(a[0]), h.base(a[1]));
        if x != a[0] {
            let r = h.eq(x, y)?;
            return Ok(h.bool(r));
        }
        Ok(if h.same(x, y) { TRUE } else { NOT_IMPLEMENTED })
    }),
    ("__ne__", |h, a, k| {
        args::arity(h, "__ne__", a, k, 2, 2)?;
        let r = h.eq(a[0], a[1])?;
        Ok(h.bool(!r))
    }),
    ("__hash__", |h, a, k| {
        args::arity(h, "__hash__", a, k, 1, 1)?;
        let b = h.base(a[0]);
        if b != a[0] {
            let n = h.hash(b)?;
            return Ok(h.int(n));
        }
        Ok(h.int(i64::from(b.0)))
    }),
    ("__format__", |h, a, k| {
        args::arity(h, "__format__", a, k, 2, 2)?;
        let spec = args::name_arg(h, a[1])?;
        let b = h.base(a[0]);
        let s = if b != a[0] { format::by_spec(h, b, &spec)? } else { repr::str_bytes(h, a[0])? };
        Ok(h.bytes(&s))
    }),
    ("__getattribute__", |h, a, k| {
        args::arity(h, "__getattribute__", a, k, 2, 2)?;
        let n = args::name_arg(h, a[1])?;
        match attrs::generic_getattr(h, a[0], &n)? {
            Some(v) => Ok(v),
            None => {
                let m = format!("'{}' object has no attribute '{n}'", h.type_name(a[0]));
                Err(h.err("AttributeError", m))
            }
        }
    }),
    ("__setattr__", |h, a, k| {
        args::arity(h, "__setattr__", a, k, 3, 3)?;
        let n = args::name_arg(h, a[1])?;
        attrs::generic_setattr(h, a[0], &n, a[2])?;
        Ok(NONE)
    }),
    ("__delattr__", |h, a, k| {
        args::arity(h, "__delattr__", a, k, 2, 2)?;
        let n = args::name_arg(h, a[1])?;
        match lookups::own_dict(h, a[0]).and_then(|d| tables::ns_del(h, d, &n)) {
            Some(_) => Ok(NONE),
            None => Err(h.err("AttributeError", n)),
        }
    }),
    ("__dir__", |h, a, _| {
        let names = attrs::dir_names(h, a[0]);
        let v = names.iter().map(|n| h.str(n)).collect();
        Ok(h.list(v))
    }),
];

pub(super) const TYPE: Table = &[
    ("__init__", |_, _, _| Ok(NONE)),
    ("__call__", |h, a, k| classes::instantiate(h, a[0], &a[1..], k)),
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
        args::arity(h, "__instancecheck__", a, k, 2, 2)?;
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

pub(super) const PROPERTY: Table = &[
    ("getter", |h, a, k| {
        args::arity(h, "getter", a, k, 2, 2)?;
        property_with(h, a, 0)
    }),
    ("setter", |h, a, k| {
        args::arity(h, "setter", a, k, 2, 2)?;
        property_with(h, a, 1)
    }),
    ("deleter", |h, a, k| {
        args::arity(h, "deleter", a, k, 2, 2)?;
        property_with(h, a, 2)
    }),
];

pub(super) const SLICE: Table = &[("indices", |h, a, k| {
    args::arity(h, "indices", a, k, 2, 2)?;
    let HostObj::Slice(x, y, z) = *h.obj(a[0]) else {
        return Err(h.type_error("descriptor 'indices' requires a 'slice' object"));
    };
    let n = numbers::index(h, a[1])?;
    if n < 0 {
        return Err(h.value_error("length should not be negative"));
    }
    let (x, y, z) = positions::slice_indices(h, (x, y, z), n as usize)?;
    let v = [h.int(x), h.int(y), h.int(z)];
    Ok(h.tuple(&v))
})];

pub(super) const FUNCTION: Table = &[("__get__", |h, a, k| {
    args::arity(h, "__get__", a, k, 2, 3)?;
    if a[1] != NONE {
        let cls = h.class_of(a[1]);
        return special::bind(h, a[0], Some(a[1]), cls);
    }
    match a.get(2) {
        Some(class) if h.class(*class).is_some() => special::bind(h, a[0], None, *class),
        _ => Ok(a[0]),
    }
})];

pub(super) fn gen_result(h: &mut Host, r: R<Result<HostRef, HostRef>>) -> R {
    match r? {
        Ok(v) => Ok(v),
        Err(NONE) => Err(errors::stop_iteration(h)),
        Err(v) => {
            let c = h.exc("StopIteration");
            Err(h.err_args(c, &[v]))
        }
    }
}

fn gen_next(h: &mut Host, a: &[HostRef], _: &Kw) -> R {
    let r = generators::gen_resume(h, a[0], NONE, None);
    gen_result(h, r)
}

pub(super) const GENERATOR: Table = &[
    ("__next__", gen_next),
    ("next", gen_next),
    ("__iter__", |_, a, _| Ok(a[0])),
    ("send", |h, a, k| {
        args::arity(h, "send", a, k, 2, 2)?;
        if let HostObj::Generator(g) = h.obj(a[0])
            && !g.started
            && a[1] != NONE
        {
            return Err(h.type_error("can't send non-None value to a just-started generator"));
        }
        let r = generators::gen_resume(h, a[0], a[1], None);
        gen_result(h, r)
    }),
    ("throw", |h, a, k| {
        args::arity(h, "throw", a, k, 2, 4)?;
        let e = match a.get(2) {
            Some(arg) if *arg != NONE => h.call(a[1], &[*arg], &[])?,
            _ if h.class(a[1]).is_some() => h.call(a[1], &[], &[])?,
            _ => a[1],
        };
        let r = generators::gen_resume(h, a[0], NONE, Some(HErr(e)));
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
        match generators::gen_resume(h, a[0], NONE, Some(e)) {
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
        None => Err(errors::stop_iteration(h)),
    }
}

pub(super) const ITERATOR: Table =
    &[("__next__", iterator_next), ("next", iterator_next), ("__iter__", |_, a, _| Ok(a[0]))];
