//! Methods of `bytearray` that a list of its items has as well: they are done on such a list.

use crate::host::*;

type Table = &'static [(&'static str, BFn)];

impl Host {
    /// Does something with the items of a `bytearray` as a list, and takes the result over.
    pub(crate) fn bytes_as_list(
        &mut self,
        this: HostRef,
        act: impl FnOnce(&mut Host, HostRef) -> R,
    ) -> R {
        let b = self.base(this);
        let HostObj::ByteArray(bytes) = self.obj(b) else {
            return Err(self.type_error("descriptor requires a 'bytearray' object"));
        };
        let items: Vec<HostRef> =
            bytes.clone().into_iter().map(|x| self.int(i64::from(x))).collect();
        let list = self.list(items);
        let result = act(self, list)?;
        let mut out = vec![];
        for x in self.iter_to_vec(list)? {
            out.push(self.byte_item(x)?);
        }
        if let HostObj::ByteArray(v) = self.obj_mut(b) {
            *v = out;
        }
        Ok(result)
    }

    /// An item of a `bytearray`: an int from 0 to 255, or a string of one byte as in Python 2.
    pub(crate) fn byte_item(&mut self, x: HostRef) -> R<u8> {
        if let HostObj::Str(s) = self.obj(self.base(x))
            && s.len() == 1
        {
            return Ok(s[0]);
        }
        match u8::try_from(self.index(x)?) {
            Ok(b) => Ok(b),
            Err(_) => Err(self.value_error("byte must be in range(0, 256)")),
        }
    }
}

fn list_method(name: &'static str, h: &mut Host, a: &[HostRef]) -> R {
    let Some((this, rest)) = a.split_first() else {
        return Err(h.type_error(format!("{name}() needs an argument")));
    };
    h.bytes_as_list(*this, |h, list| h.call_method(list, name, rest))
}

/// The methods.
pub(crate) const BYTEARRAY: Table = &[
    ("pop", |h, a, _| {
        if a.first().and_then(|b| h.byte_vec(*b)).is_some_and(|v| v.is_empty()) {
            return Err(h.err("IndexError", "pop from empty bytearray"));
        }
        list_method("pop", h, a)
    }),
    ("insert", |h, a, _| list_method("insert", h, a)),
    ("remove", |h, a, _| list_method("remove", h, a)),
    ("reverse", |h, a, _| list_method("reverse", h, a)),
    ("clear", |h, a, _| list_method("clear", h, a)),
    ("copy", |h, a, k| {
        h.arity("copy", a, k, 1, 1)?;
        let v = h.byte_vec(a[0]).unwrap_or_default();
        Ok(h.alloc(HostObj::ByteArray(v)))
    }),
];
