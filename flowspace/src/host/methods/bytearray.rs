//! Methods of `bytearray` that a list of its items has as well: they are done on such a list.

use crate::host::*;

type Table = &'static [(&'static str, BFn)];

fn list_method(name: &'static str, h: &mut Host, a: &[HostRef]) -> R {
    let Some((this, rest)) = a.split_first() else {
        return Err(h.type_error(format!("{name}() needs an argument")));
    };
    text::as_list(h, *this, |h, list| special::call_method(h, list, name, rest))
}

/// The methods.
pub(crate) const BYTEARRAY: Table = &[
    ("pop", |h, a, _| {
        if a.first().and_then(|b| text::byte_vec(h, *b)).is_some_and(|v| v.is_empty()) {
            return Err(h.err("IndexError", "pop from empty bytearray"));
        }
        list_method("pop", h, a)
    }),
    ("insert", |h, a, _| list_method("insert", h, a)),
    ("remove", |h, a, _| list_method("remove", h, a)),
    ("reverse", |h, a, _| list_method("reverse", h, a)),
    ("clear", |h, a, _| list_method("clear", h, a)),
    ("copy", |h, a, k| {
        args::arity(h, "copy", a, k, 1, 1)?;
        let v = text::byte_vec(h, a[0]).unwrap_or_default();
        Ok(h.alloc(HostObj::ByteArray(v)))
    }),
];
