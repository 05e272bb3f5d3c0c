//! Methods of `list`, `tuple` and `range`.

use crate::host::*;

type Table = &'static [(&'static str, BFn)];

fn this_list(host: &mut Host, name: &str, args: &[HostRef]) -> R {
    if let Some(r) = args.first() {
        let b = host.base(*r);
        if let HostObj::List(_) = host.obj(b) {
            return Ok(b);
        }
    }
    Err(host.type_error(format!("descriptor '{name}' requires a 'list' object")))
}

fn list_mut(host: &mut Host, r: HostRef) -> &mut Vec<HostRef> {
    match host.obj_mut(r) {
        HostObj::List(l) => l,
        _ => panic!("not a list"),
    }
}

fn seq_find(host: &mut Host, args: &[HostRef]) -> R<Option<i64>> {
    let items = host.iter_to_vec(args[0])?;
    let s = (args.get(2).copied().unwrap_or(NONE), args.get(3).copied().unwrap_or(NONE), NONE);
    let (a, b, _) = positions::slice_indices(host, s, items.len())?;
    for i in a..b {
        if host.eq(items[i as usize], args[1])? {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

fn index(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "index", a, k, 2, 4)?;
    match seq_find(h, a)? {
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
    args::arity(h, "count", a, k, 2, 2)?;
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
        args::arity(h, "list", a, k, 1, 2)?;
        let items = match a.get(1) {
            Some(x) => h.iter_to_vec(*x)?,
            None => vec![],
        };
        let this = this_list(h, "__init__", a)?;
        *list_mut(h, this) = items;
        Ok(NONE)
    }),
    ("append", |h, a, k| {
        args::arity(h, "append", a, k, 2, 2)?;
        let this = this_list(h, "append", a)?;
        list_mut(h, this).push(a[1]);
        h.collector.items_made(1);
        Ok(NONE)
    }),
    ("extend", |h, a, k| {
        args::arity(h, "extend", a, k, 2, 2)?;
        let this = this_list(h, "extend", a)?;
        let items = h.iter_to_vec(a[1])?;
        list_mut(h, this).extend(items);
        Ok(NONE)
    }),
    ("insert", |h, a, k| {
        args::arity(h, "insert", a, k, 3, 3)?;
        let this = this_list(h, "insert", a)?;
        let i = numbers::index(h, a[1])?;
        let n = list_mut(h, this).len() as i64;
        let at = if i < 0 { (i + n).max(0) } else { i.min(n) };
        list_mut(h, this).insert(at as usize, a[2]);
        Ok(NONE)
    }),
    ("remove", |h, a, k| {
        args::arity(h, "remove", a, k, 2, 2)?;
        let this = this_list(h, "remove", a)?;
        match seq_find(h, &[this, a[1]])? {
            Some(i) => {
                list_mut(h, this).remove(i as usize);
                Ok(NONE)
            }
            None => Err(h.value_error("list.remove(x): x not in list")),
        }
    }),
    ("pop", |h, a, k| {
        args::arity(h, "pop", a, k, 1, 2)?;
        let this = this_list(h, "pop", a)?;
        let n = list_mut(h, this).len() as i64;
        if n == 0 {
            return Err(h.err("IndexError", "pop from empty list"));
        }
        let i = match a.get(1) {
            Some(i) => numbers::index(h, *i)?,
            None => -1,
        };
        let at = if i < 0 { i + n } else { i };
        if at < 0 || at >= n {
            return Err(h.err("IndexError", "pop index out of range"));
        }
        Ok(list_mut(h, this).remove(at as usize))
    }),
    ("clear", |h, a, _| {
        let this = this_list(h, "clear", a)?;
        list_mut(h, this).clear();
        Ok(NONE)
    }),
    ("copy", |h, a, _| {
        let this = this_list(h, "copy", a)?;
        let v = list_mut(h, this).clone();
        Ok(h.list(v))
    }),
    ("reverse", |h, a, _| {
        let this = this_list(h, "reverse", a)?;
        list_mut(h, this).reverse();
        Ok(NONE)
    }),
    ("sort", |h, a, k| {
        let this = this_list(h, "sort", a)?;
        let [_, cmp, key, reverse] =
            args::named(h, "sort", ["self", "cmp", "key", "reverse"], 1, a, k)?;
        let reverse = match reverse {
            Some(r) => h.is_true(r)?,
            None => false,
        };
        let v = list_mut(h, this).clone();
        let v =
            iter::sort_vec(h, v, key.filter(|k| *k != NONE), cmp.filter(|c| *c != NONE), reverse)?;
        *list_mut(h, this) = v;
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
        args::arity(h, "__len__", a, k, 1, 1)?;
        let b = h.base(a[0]);
        let n = items::len(h, b)?;
        Ok(h.int(n as i64))
    }),
    ("__iter__", |h, a, k| {
        args::arity(h, "__iter__", a, k, 1, 1)?;
        let b = h.base(a[0]);
        h.iter(b)
    }),
    ("__contains__", |h, a, k| {
        args::arity(h, "__contains__", a, k, 2, 2)?;
        let b = h.base(a[0]);
        let r = items::contains(h, b, a[1])?;
        Ok(h.bool(r))
    }),
    ("__getitem__", |h, a, k| {
        args::arity(h, "__getitem__", a, k, 2, 2)?;
        let b = h.base(a[0]);
        items::getitem(h, b, a[1])
    }),
];

/// Mutation as methods.
pub(crate) const MUTATORS: Table = &[
    ("__setitem__", |h, a, k| {
        args::arity(h, "__setitem__", a, k, 3, 3)?;
        let b = h.base(a[0]);
        items::setitem(h, b, a[1], a[2])?;
        Ok(NONE)
    }),
    ("__delitem__", |h, a, k| {
        args::arity(h, "__delitem__", a, k, 2, 2)?;
        let b = h.base(a[0]);
        items::delitem(h, b, a[1])?;
        Ok(NONE)
    }),
];
