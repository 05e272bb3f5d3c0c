//! Methods of `list`, `tuple` and `range`.

use crate::host::*;

type Table = &'static [(&'static str, BFn)];

impl Host {
    fn this_list(&mut self, name: &str, args: &[HostRef]) -> R {
        if let Some(r) = args.first() {
            let b = self.base(*r);
            if let HostObj::List(_) = self.obj(b) {
                return Ok(b);
            }
        }
        Err(self.type_error(format!("descriptor '{name}' requires a 'list' object")))
    }

    fn list_mut(&mut self, r: HostRef) -> &mut Vec<HostRef> {
        match self.obj_mut(r) {
            HostObj::List(l) => l,
            _ => panic!("not a list"),
        }
    }

    fn seq_find(&mut self, args: &[HostRef]) -> R<Option<i64>> {
        let items = self.iter_to_vec(args[0])?;
        let s = (args.get(2).copied().unwrap_or(NONE), args.get(3).copied().unwrap_or(NONE), NONE);
        let (a, b, _) = self.slice_indices(s, items.len())?;
        for i in a..b {
            if self.eq(items[i as usize], args[1])? {
                return Ok(Some(i));
            }
        }
        Ok(None)
    }
}

fn index(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("index", a, k, 2, 4)?;
    match h.seq_find(a)? {
        Some(i) => Ok(h.int(i)),
        None => {
            let r = h.repr(a[1])?;
            let t = h.type_name(a[0]);
            let m = if &*t == "tuple" {
                "tuple.index(x): x not in tuple".to_string()
            } else {
                format!("{r} is not in {t}")
            };
            Err(h.value_error(m))
        }
    }
}

fn count(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("count", a, k, 2, 2)?;
    let mut n = 0;
    for x in h.iter_to_vec(a[0])? {
        if h.eq(x, a[1])? {
            n += 1;
        }
    }
    Ok(h.int(n))
}

/// Methods of `list`.
pub(crate) const LIST: Table = &[
    ("__init__", |h, a, k| {
        h.arity("list", a, k, 1, 2)?;
        let items = match a.get(1) {
            Some(x) => h.iter_to_vec(*x)?,
            None => vec![],
        };
        let this = h.this_list("__init__", a)?;
        *h.list_mut(this) = items;
        Ok(NONE)
    }),
    ("append", |h, a, k| {
        h.arity("append", a, k, 2, 2)?;
        let this = h.this_list("append", a)?;
        h.list_mut(this).push(a[1]);
        h.collector.items_made(1);
        Ok(NONE)
    }),
    ("extend", |h, a, k| {
        h.arity("extend", a, k, 2, 2)?;
        let this = h.this_list("extend", a)?;
        let items = h.iter_to_vec(a[1])?;
        h.list_mut(this).extend(items);
        Ok(NONE)
    }),
    ("insert", |h, a, k| {
        h.arity("insert", a, k, 3, 3)?;
        let this = h.this_list("insert", a)?;
        let i = h.index(a[1])?;
        let n = h.list_mut(this).len() as i64;
        let at = if i < 0 { (i + n).max(0) } else { i.min(n) };
        h.list_mut(this).insert(at as usize, a[2]);
        Ok(NONE)
    }),
    ("remove", |h, a, k| {
        h.arity("remove", a, k, 2, 2)?;
        let this = h.this_list("remove", a)?;
        match h.seq_find(&[this, a[1]])? {
            Some(i) => {
                h.list_mut(this).remove(i as usize);
                Ok(NONE)
            }
            None => Err(h.value_error("list.remove(x): x not in list")),
        }
    }),
    ("pop", |h, a, k| {
        h.arity("pop", a, k, 1, 2)?;
        let this = h.this_list("pop", a)?;
        let n = h.list_mut(this).len() as i64;
        if n == 0 {
            return Err(h.err("IndexError", "pop from empty list"));
        }
        let i = match a.get(1) {
            Some(i) => h.index(*i)?,
            None => -1,
        };
        let at = if i < 0 { i + n } else { i };
        if at < 0 || at >= n {
            return Err(h.err("IndexError", "pop index out of range"));
        }
        Ok(h.list_mut(this).remove(at as usize))
    }),
    ("clear", |h, a, _| {
        let this = h.this_list("clear", a)?;
        h.list_mut(this).clear();
        Ok(NONE)
    }),
    ("copy", |h, a, _| {
        let this = h.this_list("copy", a)?;
        let v = h.list_mut(this).clone();
        Ok(h.list(v))
    }),
    ("reverse", |h, a, _| {
        let this = h.this_list("reverse", a)?;
        h.list_mut(this).reverse();
        Ok(NONE)
    }),
    ("sort", |h, a, k| {
        let this = h.this_list("sort", a)?;
        let [_, cmp, key, reverse] =
            h.named_args("sort", ["self", "cmp", "key", "reverse"], 1, a, k)?;
        let reverse = match reverse {
            Some(r) => h.is_true(r)?,
            None => false,
        };
        let v = h.list_mut(this).clone();
        let v = h.sort_vec(v, key.filter(|k| *k != NONE), cmp.filter(|c| *c != NONE), reverse)?;
        *h.list_mut(this) = v;
        Ok(NONE)
    }),
    ("index", index),
    ("count", count),
];

/// Methods of `tuple` and `range`.
pub(crate) const TUPLE: Table = &[("index", index), ("count", count)];

/// Operators of builtin types as methods, for explicit calls such as `list.__getitem__(l, i)`.
/// They work on the payload, so that overriding methods can call them.
pub(crate) const SEQ_OPERATORS: Table = &[
    ("__len__", |h, a, k| {
        h.arity("__len__", a, k, 1, 1)?;
        let b = h.base(a[0]);
        let n = h.len(b)?;
        Ok(h.int(n as i64))
    }),
    ("__iter__", |h, a, k| {
        h.arity("__iter__", a, k, 1, 1)?;
        let b = h.base(a[0]);
        h.iter(b)
    }),
    ("__contains__", |h, a, k| {
        h.arity("__contains__", a, k, 2, 2)?;
        let b = h.base(a[0]);
        let r = h.contains(b, a[1])?;
        Ok(h.bool(r))
    }),
    ("__getitem__", |h, a, k| {
        h.arity("__getitem__", a, k, 2, 2)?;
        let b = h.base(a[0]);
        h.getitem(b, a[1])
    }),
];

/// Mutation as methods.
pub(crate) const MUTATORS: Table = &[
    ("__setitem__", |h, a, k| {
        h.arity("__setitem__", a, k, 3, 3)?;
        let b = h.base(a[0]);
        h.setitem(b, a[1], a[2])?;
        Ok(NONE)
    }),
    ("__delitem__", |h, a, k| {
        h.arity("__delitem__", a, k, 2, 2)?;
        let b = h.base(a[0]);
        h.delitem(b, a[1])?;
        Ok(NONE)
    }),
];
