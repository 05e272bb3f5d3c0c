//! Methods of dictionaries and sets.

use crate::host::*;
use flowmodel::operators::BinaryOp;

type Table = &'static [(&'static str, BFn)];

fn this_dict(host: &mut Host, name: &str, args: &[HostRef]) -> R {
    if let Some(r) = args.first() {
        let b = host.base(*r);
        if let HostObj::Dict(_) = host.obj(b) {
            return Ok(b);
        }
    }
    Err(host.type_error(format!("descriptor '{name}' requires a 'dict' object")))
}

fn this_set(host: &mut Host, name: &str, args: &[HostRef]) -> R {
    if let Some(r) = args.first()
        && tables::is_set(host, *r)
    {
        return Ok(host.base(*r));
    }
    Err(host.type_error(format!("descriptor '{name}' requires a 'set' object")))
}

fn set_method(host: &mut Host, name: &str, op: BinaryOp, args: &[HostRef]) -> R {
    let this = this_set(host, name, args)?;
    let mut acc = this;
    if args.len() == 1 {
        let items = host.iter_to_vec(this)?;
        let frozen = matches!(host.obj(this), HostObj::FrozenSet(_));
        return tables::make_set(host, &items, frozen);
    }
    for o in &args[1..] {
        acc = merge::set_combine(host, op, acc, *o)?;
    }
    Ok(acc)
}

fn set_update_method(host: &mut Host, name: &str, op: BinaryOp, args: &[HostRef]) -> R {
    if op == BinaryOp::Or {
        let this = this_set(host, name, args)?;
        for o in &args[1..] {
            merge::set_extend(host, this, *o)?;
        }
        return Ok(NONE);
    }
    let new = set_method(host, name, op, args)?;
    let d = std::mem::take(tables::table_mut(host, new));
    *tables::table_mut(host, args[0]) = d;
    Ok(NONE)
}

fn view(h: &mut Host, name: &str, a: &[HostRef], kind: ViewKind) -> R {
    let d = this_dict(h, name, a)?;
    Ok(h.alloc(HostObj::DictView(d, kind)))
}

/// A list in files of Python 2.
fn listed(h: &mut Host, name: &str, a: &[HostRef], kind: ViewKind) -> R {
    let v = view(h, name, a, kind)?;
    if generation::in_python2(h) {
        python3::become_list(h, v)?;
    }
    Ok(v)
}

fn view_iter(h: &mut Host, name: &str, a: &[HostRef], kind: ViewKind) -> R {
    let v = view(h, name, a, kind)?;
    h.iter(v)
}

/// Methods of `dict`.
pub(crate) const DICT: Table = &[
    ("__init__", |h, a, k| {
        args::arity(h, "dict", a, &[], 1, 2)?;
        let d = this_dict(h, "__init__", a)?;
        if let Some(o) = a.get(1) {
            merge::update_from(h, d, *o)?;
        }
        for (n, v) in k {
            h.ns_set(d, n.as_str(), *v);
        }
        Ok(NONE)
    }),
    ("get", |h, a, k| {
        args::arity(h, "get", a, k, 2, 3)?;
        let d = this_dict(h, "get", a)?;
        Ok(tables::get(h, d, a[1])?.unwrap_or(a.get(2).copied().unwrap_or(NONE)))
    }),
    ("setdefault", |h, a, k| {
        args::arity(h, "setdefault", a, k, 2, 3)?;
        let d = this_dict(h, "setdefault", a)?;
        if let Some(v) = tables::get(h, d, a[1])? {
            return Ok(v);
        }
        let v = a.get(2).copied().unwrap_or(NONE);
        tables::set(h, d, a[1], v)?;
        Ok(v)
    }),
    ("pop", |h, a, k| {
        args::arity(h, "pop", a, k, 2, 3)?;
        let d = this_dict(h, "pop", a)?;
        match (tables::remove(h, d, a[1])?, a.get(2)) {
            (Some(v), _) => Ok(v),
            (None, Some(v)) => Ok(*v),
            (None, None) => Err(errors::key_error(h, a[1])),
        }
    }),
    ("popitem", |h, a, k| {
        let [_, last] = args::named(h, "popitem", ["self", "last"], 1, a, k)?;
        let d = this_dict(h, "popitem", a)?;
        let from_end = match last {
            Some(l) => h.is_true(l)?,
            None => true,
        };
        let n = h.ns(d).len();
        if n == 0 {
            return Err(h.err("KeyError", "popitem(): dictionary is empty"));
        }
        let at = if from_end { n - 1 } else { 0 };
        let (key, v) = *h.ns(d).map.get_index(at).expect("index").1;
        let ck = h.ns(d).map.get_index(at).expect("index").0.clone();
        h.ns_mut(d).remove(&ck);
        Ok(h.tuple(&[key, v]))
    }),
    ("move_to_end", |h, a, k| {
        let [_, key, last] = args::named(h, "move_to_end", ["self", "key", "last"], 2, a, k)?;
        let d = this_dict(h, "move_to_end", a)?;
        let key = key.expect("required");
        let last = match last {
            Some(l) => h.is_true(l)?,
            None => true,
        };
        let ck = tables::key_in(h, d, key)?;
        let Some(i) = h.ns(d).map.get_index_of(&ck) else { return Err(errors::key_error(h, key)) };
        let to = if last { h.ns(d).len() - 1 } else { 0 };
        h.ns_mut(d).map.move_index(i, to);
        Ok(NONE)
    }),
    ("keys", |h, a, _| listed(h, "keys", a, ViewKind::Keys)),
    ("values", |h, a, _| listed(h, "values", a, ViewKind::Values)),
    ("items", |h, a, _| listed(h, "items", a, ViewKind::Items)),
    ("viewkeys", |h, a, _| view(h, "viewkeys", a, ViewKind::Keys)),
    ("viewvalues", |h, a, _| view(h, "viewvalues", a, ViewKind::Values)),
    ("viewitems", |h, a, _| view(h, "viewitems", a, ViewKind::Items)),
    ("iterkeys", |h, a, _| view_iter(h, "iterkeys", a, ViewKind::Keys)),
    ("itervalues", |h, a, _| view_iter(h, "itervalues", a, ViewKind::Values)),
    ("iteritems", |h, a, _| view_iter(h, "iteritems", a, ViewKind::Items)),
    ("has_key", |h, a, k| {
        args::arity(h, "has_key", a, k, 2, 2)?;
        let d = this_dict(h, "has_key", a)?;
        let r = tables::get(h, d, a[1])?.is_some();
        Ok(h.bool(r))
    }),
    ("clear", |h, a, _| {
        let d = this_dict(h, "clear", a)?;
        h.ns_mut(d).clear();
        Ok(NONE)
    }),
    ("copy", |h, a, _| {
        let d = this_dict(h, "copy", a)?;
        let c = h.ns(d).clone();
        let v = h.alloc(HostObj::Dict(Box::new(c)));
        let cls = h.class_of(a[0]);
        Ok(classes::wrap_payload(h, cls, v))
    }),
    ("update", |h, a, k| {
        args::arity(h, "update", a, &[], 1, 2)?;
        let d = this_dict(h, "update", a)?;
        if let Some(o) = a.get(1) {
            merge::update_from(h, d, *o)?;
        }
        for (n, v) in k {
            h.ns_set(d, n.as_str(), *v);
        }
        Ok(NONE)
    }),
];

/// Methods of the views of keys and items.
pub(crate) const VIEW: Table = &[("isdisjoint", |h, a, k| {
    args::arity(h, "isdisjoint", a, k, 2, 2)?;
    for x in h.iter_to_vec(a[1])? {
        if items::contains(h, a[0], x)? {
            return Ok(FALSE);
        }
    }
    Ok(TRUE)
})];

/// Methods of `set` and `frozenset`.
pub(crate) const SET_COMMON: Table = &[
    ("union", |h, a, _| set_method(h, "union", BinaryOp::Or, a)),
    ("intersection", |h, a, _| set_method(h, "intersection", BinaryOp::And, a)),
    ("difference", |h, a, _| set_method(h, "difference", BinaryOp::Sub, a)),
    ("symmetric_difference", |h, a, _| set_method(h, "symmetric_difference", BinaryOp::Xor, a)),
    ("copy", |h, a, _| set_method(h, "copy", BinaryOp::Or, &a[..1])),
    ("issubset", |h, a, k| {
        args::arity(h, "issubset", a, k, 2, 2)?;
        let items = h.iter_to_vec(a[1])?;
        let other = tables::make_set(h, &items, false)?;
        for x in h.iter_to_vec(a[0])? {
            if !items::contains(h, other, x)? {
                return Ok(FALSE);
            }
        }
        Ok(TRUE)
    }),
    ("issuperset", |h, a, k| {
        args::arity(h, "issuperset", a, k, 2, 2)?;
        let this = this_set(h, "issuperset", a)?;
        for x in h.iter_to_vec(a[1])? {
            if !items::contains(h, this, x)? {
                return Ok(FALSE);
            }
        }
        Ok(TRUE)
    }),
    ("isdisjoint", |h, a, k| {
        args::arity(h, "isdisjoint", a, k, 2, 2)?;
        let this = this_set(h, "isdisjoint", a)?;
        for x in h.iter_to_vec(a[1])? {
            if items::contains(h, this, x)? {
                return Ok(FALSE);
            }
        }
        Ok(TRUE)
    }),
];

/// Methods of `set` alone.
pub(crate) const SET: Table = &[
    ("__init__", |h, a, k| {
        args::arity(h, "set", a, k, 1, 2)?;
        let this = this_set(h, "__init__", a)?;
        let items = match a.get(1) {
            Some(x) => h.iter_to_vec(*x)?,
            None => vec![],
        };
        tables::table_mut(h, this).clear();
        for x in items {
            tables::add(h, this, x)?;
        }
        Ok(NONE)
    }),
    ("add", |h, a, k| {
        args::arity(h, "add", a, k, 2, 2)?;
        let this = this_set(h, "add", a)?;
        tables::add(h, this, a[1])?;
        Ok(NONE)
    }),
    ("discard", |h, a, k| {
        args::arity(h, "discard", a, k, 2, 2)?;
        let this = this_set(h, "discard", a)?;
        tables::remove(h, this, a[1])?;
        Ok(NONE)
    }),
    ("remove", |h, a, k| {
        args::arity(h, "remove", a, k, 2, 2)?;
        let this = this_set(h, "remove", a)?;
        match tables::remove(h, this, a[1])? {
            Some(_) => Ok(NONE),
            None => Err(errors::key_error(h, a[1])),
        }
    }),
    ("pop", |h, a, k| {
        args::arity(h, "pop", a, k, 1, 1)?;
        let this = this_set(h, "pop", a)?;
        let first = tables::table_mut(h, this).keys().next_back();
        match first {
            Some(x) => {
                tables::remove(h, this, x)?;
                Ok(x)
            }
            None => Err(h.err("KeyError", "pop from an empty set")),
        }
    }),
    ("clear", |h, a, _| {
        let this = this_set(h, "clear", a)?;
        tables::table_mut(h, this).clear();
        Ok(NONE)
    }),
    ("update", |h, a, _| set_update_method(h, "update", BinaryOp::Or, a)),
    ("intersection_update", |h, a, _| {
        set_update_method(h, "intersection_update", BinaryOp::And, a)
    }),
    ("difference_update", |h, a, _| set_update_method(h, "difference_update", BinaryOp::Sub, a)),
    ("symmetric_difference_update", |h, a, _| {
        set_update_method(h, "symmetric_difference_update", BinaryOp::Xor, a)
    }),
];
