//! Equality, order and hashes.

use super::numbers::Num;
use super::*;
use flowmodel::operators::CompareOp;
use std::cmp::Ordering;

/// `a == b`
pub(crate) fn eq(host: &mut Host, a: HostRef, b: HostRef) -> R<bool> {
    if a == b && !matches!(host.obj(a), HostObj::Float(_)) && !special::has_user_eq(host, a) {
        return Ok(true);
    }
    let r = host.compare(CompareOp::Eq, a, b)?;
    host.is_true(r)
}

/// Equality of builtin values; `None` if the types say nothing about it.
pub(crate) fn builtin_eq(host: &mut Host, a: HostRef, b: HostRef) -> R<Option<bool>> {
    let (a, b) = (host.base(a), host.base(b));
    if let Some(known) = items::equal_simple(host, a, b) {
        return Ok(Some(known));
    }
    if let (Some(x), Some(y)) = (numbers::num(host, a), numbers::num(host, b)) {
        return Ok(Some(numbers::cmp(&x, &y) == Some(Ordering::Equal)));
    }
    Ok(Some(match (host.obj(a), host.obj(b)) {
        (HostObj::Str(x), HostObj::Str(y)) => x == y,
        (HostObj::Unicode(x), HostObj::Unicode(y)) => x == y,
        (HostObj::Str(x), HostObj::Unicode(y)) | (HostObj::Unicode(y), HostObj::Str(x)) => {
            x.is_ascii() && **x == *y.as_bytes()
        }
        (HostObj::ByteArray(x), HostObj::ByteArray(y)) => x == y,
        (HostObj::ByteArray(x), HostObj::Str(y)) | (HostObj::Str(y), HostObj::ByteArray(x)) => {
            x[..] == y[..]
        }
        (HostObj::Tuple(x), HostObj::Tuple(y)) => {
            let (x, y) = (x.clone(), y.clone());
            return seq_eq(host, &x, &y).map(Some);
        }
        (HostObj::List(x), HostObj::List(y)) => {
            let (x, y) = (x.clone(), y.clone());
            return seq_eq(host, &x, &y).map(Some);
        }
        (HostObj::Dict(x), HostObj::Dict(y)) => {
            if x.len() != y.len() {
                return Ok(Some(false));
            }
            let items: Vec<_> = x.items().collect();
            for (k, v) in items {
                let Some(w) = tables::get(host, b, k)? else { return Ok(Some(false)) };
                if !host.eq(v, w)? {
                    return Ok(Some(false));
                }
            }
            true
        }
        (HostObj::Set(x) | HostObj::FrozenSet(x), HostObj::Set(y) | HostObj::FrozenSet(y)) => {
            if x.len() != y.len() {
                return Ok(Some(false));
            }
            let keys: Vec<_> = x.keys().collect();
            for k in keys {
                if !items::contains(host, b, k)? {
                    return Ok(Some(false));
                }
            }
            true
        }
        (HostObj::DictView(..), HostObj::DictView(..) | HostObj::Set(_)) => {
            let (x, y) = (host.iter_to_vec(a)?, items::len(host, b)?);
            if x.len() != y {
                return Ok(Some(false));
            }
            for k in x {
                if !items::contains(host, b, k)? {
                    return Ok(Some(false));
                }
            }
            true
        }
        (HostObj::Range(a1, b1, c1), HostObj::Range(a2, b2, c2)) => {
            let (n, m) = (positions::range_len(*a1, *b1, *c1), positions::range_len(*a2, *b2, *c2));
            n == m && (n == 0 || (a1 == a2 && (n == 1 || c1 == c2)))
        }
        (HostObj::Slice(a1, b1, c1), HostObj::Slice(a2, b2, c2)) => {
            let (x, y) = ([*a1, *b1, *c1], [*a2, *b2, *c2]);
            return seq_eq(host, &x, &y).map(Some);
        }
        (
            HostObj::BoundMethod { func: f1, this: t1 },
            HostObj::BoundMethod { func: f2, this: t2 },
        ) => f1 == f2 && t1 == t2,
        (HostObj::Unbound { func: f1, .. }, HostObj::Unbound { func: f2, .. }) => f1 == f2,
        (HostObj::Code(x), HostObj::Code(y)) => Rc::ptr_eq(x, y),
        (HostObj::Opaque { kind: k1, payload: p1 }, HostObj::Opaque { kind: k2, payload: p2 }) => {
            k1 == k2 && p1 == p2
        }
        _ => return Ok(None),
    }))
}

fn seq_eq(host: &mut Host, x: &[HostRef], y: &[HostRef]) -> R<bool> {
    if x.len() != y.len() {
        return Ok(false);
    }
    for (a, b) in x.iter().zip(y) {
        if a != b && !host.eq(*a, *b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Comparison operators, `is` and `in`.
pub(crate) fn compare(host: &mut Host, op: CompareOp, a: HostRef, b: HostRef) -> R {
    use CompareOp::*;
    if let (HostObj::Int(x), HostObj::Int(y)) = (host.obj(a), host.obj(b))
        && !matches!(op, Is | In)
    {
        return Ok(host.bool(holds(op, x.cmp(y))));
    }
    match op {
        Is => return Ok(host.bool(host.same(a, b))),
        In => {
            let r = items::contains(host, b, a)?;
            return Ok(host.bool(r));
        }
        Lt | Le | Eq | Ne | Gt | Ge => {}
    }
    let row = op.row();
    let (fa, fb) =
        (special::user_special(host, a, row.method), special::user_special(host, b, row.reflected));
    let b_first = fb.is_some() && {
        let (ca, cb) = (host.class_of(a), host.class_of(b));
        ca != cb && host.is_subclass(cb, ca)
    };
    let tries = if b_first { [(fb, b, a), (fa, a, b)] } else { [(fa, a, b), (fb, b, a)] };
    for (f, x, y) in tries {
        if let Some(f) = f {
            let v = special::call_special(host, f, x, &[y])?;
            if v != NOT_IMPLEMENTED {
                return Ok(v);
            }
        }
    }
    if op == Ne {
        // Default `!=` inverts `==`.
        if special::user_special(host, a, "__eq__").is_some()
            || special::user_special(host, b, "__eq__").is_some()
        {
            let e = host.compare(Eq, a, b)?;
            let t = host.is_true(e)?;
            return Ok(host.bool(!t));
        }
    }
    if matches!(op, Eq | Ne)
        && let Some(e) = builtin_eq(host, a, b)?
    {
        return Ok(host.bool(e == (op == Eq)));
    }
    for (x, y, flip) in [(a, b, false), (b, a, true)] {
        if let Some(f) = special::user_special(host, x, "__cmp__") {
            let v = special::call_special(host, f, x, &[y])?;
            if v == NOT_IMPLEMENTED {
                continue;
            }
            let Some(n) = host.as_int(v) else {
                return Err(host.type_error("__cmp__ must return an int"));
            };
            let o = if flip { 0.cmp(&n) } else { n.cmp(&0) };
            return Ok(host.bool(holds(op, o)));
        }
    }
    match op {
        Eq => Ok(host.bool(host.same(a, b))),
        Ne => Ok(host.bool(!host.same(a, b))),
        _ => match builtin_order(host, op, a, b)? {
            Some(v) => Ok(host.bool(v)),
            None => {
                if let Some(o) = python2_order(host, a, b)? {
                    return Ok(host.bool(holds(op, o)));
                }
                let m = format!(
                    "'{}' not supported between instances of '{}' and '{}'",
                    op.sign(),
                    host.type_name(a),
                    host.type_name(b)
                );
                Err(host.type_error(m))
            }
        },
    }
}

pub(crate) fn builtin_order(
    host: &mut Host,
    op: CompareOp,
    a: HostRef,
    b: HostRef,
) -> R<Option<bool>> {
    let (a, b) = (host.base(a), host.base(b));
    if let (Some(x), Some(y)) = (numbers::num(host, a), numbers::num(host, b)) {
        return Ok(Some(numbers::cmp(&x, &y).is_some_and(|o| holds(op, o))));
    }
    let o = match (host.obj(a), host.obj(b)) {
        (HostObj::Str(x), HostObj::Str(y)) => x.cmp(y),
        (HostObj::Unicode(x), HostObj::Unicode(y)) => x.cmp(y),
        (HostObj::Str(x), HostObj::Unicode(y)) => x[..].cmp(y.as_bytes()),
        (HostObj::Unicode(x), HostObj::Str(y)) => x.as_bytes().cmp(&y[..]),
        (HostObj::ByteArray(x), HostObj::ByteArray(y)) => x.cmp(y),
        (HostObj::Tuple(x), HostObj::Tuple(y)) => {
            let (x, y) = (x.clone(), y.clone());
            return seq_order(host, op, &x, &y).map(Some);
        }
        (HostObj::List(x), HostObj::List(y)) => {
            let (x, y) = (x.clone(), y.clone());
            return seq_order(host, op, &x, &y).map(Some);
        }
        (HostObj::Set(x) | HostObj::FrozenSet(x), HostObj::Set(y) | HostObj::FrozenSet(y)) => {
            let (nx, ny) = (x.len(), y.len());
            let (small, big, ok) = match op {
                CompareOp::Lt => (a, b, nx < ny),
                CompareOp::Le => (a, b, nx <= ny),
                CompareOp::Gt => (b, a, ny < nx),
                _ => (b, a, ny <= nx),
            };
            if !ok {
                return Ok(Some(false));
            }
            for k in host.iter_to_vec(small)? {
                if !items::contains(host, big, k)? {
                    return Ok(Some(false));
                }
            }
            return Ok(Some(true));
        }
        _ => return Ok(None),
    };
    Ok(Some(holds(op, o)))
}

/// The order that Python 2 gives to objects which have none, for code in its files: None, numbers, then by the names of
/// types; objects of one type by age, as addresses mostly are.
fn python2_order(host: &mut Host, a: HostRef, b: HostRef) -> R<Option<std::cmp::Ordering>> {
    let mut told = host.run.frames.iter().rev().map(|f| f.code.python);
    if told.find(|p| *p != crate::Python::Neutral) != Some(crate::Python::Two) {
        return Ok(None);
    }
    let (x, y) = (host.base(a), host.base(b));
    if let (HostObj::Dict(_), HostObj::Dict(_)) = (host.obj(x), host.obj(y)) {
        return dict_order(host, x, y).map(Some);
    }
    let rank = |h: &Host, r: HostRef| match h.obj(r) {
        HostObj::None => 0,
        _ if numbers::num(h, r).is_some() => 1,
        _ => 2,
    };
    let ranks = rank(host, x).cmp(&rank(host, y));
    if ranks.is_ne() || rank(host, x) < 2 {
        return Ok(Some(ranks));
    }
    Ok(Some(host.type_name(a).cmp(&host.type_name(b)).then(a.cmp(&b))))
}

/// Python 2's order of dicts: the shorter one first, then by the smallest keys whose values differ.
fn dict_order(host: &mut Host, a: HostRef, b: HostRef) -> R<std::cmp::Ordering> {
    let (items, others) = (host.dict_items(a), host.dict_items(b));
    if items.len() != others.len() {
        return Ok(items.len().cmp(&others.len()));
    }
    let smallest = |h: &mut Host, items: &[(HostRef, HostRef)], other: HostRef| {
        let mut found: Option<(HostRef, HostRef)> = None;
        for (k, v) in items {
            let same = match tables::get(h, other, *k)? {
                Some(w) => h.eq(*v, w)?,
                None => false,
            };
            if !same && (found.is_none() || lt(h, *k, found.map_or(*k, |f| f.0))?) {
                found = Some((*k, *v));
            }
        }
        Ok::<_, HErr>(found)
    };
    let (Some(x), Some(y)) = (smallest(host, &items, b)?, smallest(host, &others, a)?) else {
        return Ok(std::cmp::Ordering::Equal);
    };
    let by_key = cmp(host, x.0, y.0)?;
    let n = if by_key == 0 { cmp(host, x.1, y.1)? } else { by_key };
    Ok(n.cmp(&0))
}

fn seq_order(host: &mut Host, op: CompareOp, x: &[HostRef], y: &[HostRef]) -> R<bool> {
    for (a, b) in x.iter().zip(y) {
        if a != b && !host.eq(*a, *b)? {
            let v = host.compare(op, *a, *b)?;
            return host.is_true(v);
        }
    }
    Ok(holds(op, x.len().cmp(&y.len())))
}

/// `cmp(a, b)` of Python 2.
pub(crate) fn cmp(host: &mut Host, a: HostRef, b: HostRef) -> R<i64> {
    if host.eq(a, b)? {
        return Ok(0);
    }
    let lt = host.compare(CompareOp::Lt, a, b)?;
    Ok(if host.is_true(lt)? { -1 } else { 1 })
}

/// `a < b`
pub(crate) fn lt(host: &mut Host, a: HostRef, b: HostRef) -> R<bool> {
    let v = host.compare(CompareOp::Lt, a, b)?;
    host.is_true(v)
}

pub(crate) fn holds(op: CompareOp, o: Ordering) -> bool {
    match op {
        CompareOp::Lt => o.is_lt(),
        CompareOp::Le => o.is_le(),
        CompareOp::Gt => o.is_gt(),
        CompareOp::Ge => o.is_ge(),
        CompareOp::Ne => o.is_ne(),
        _ => o.is_eq(),
    }
}

/// `hash(x)`
pub(crate) fn hash(host: &mut Host, r: HostRef) -> R<i64> {
    if special::has_user_eq(host, r) {
        match special::user_special(host, r, "__hash__") {
            Some(NONE) => {
                let m = format!("unhashable type: '{}'", host.type_name(r));
                return Err(host.type_error(m));
            }
            Some(f) => {
                let v = special::call_special(host, f, r, &[])?;
                return match numbers::num(host, v) {
                    Some(Num::Int(i)) => Ok(i),
                    Some(Num::Big(_)) => {
                        let k = tables::plain_key(host, v)?;
                        Ok(object::hkey_hash(&k) as i64)
                    }
                    _ => Err(host.type_error("__hash__ method should return an integer")),
                };
            }
            // Python 3 makes classes with only `__eq__` unhashable; Python 2 hashes them by
            // identity. Later stages do the latter.
            None if special::user_special(host, r, "__eq__").is_some() => {
                let m = format!("unhashable type: '{}'", host.type_name(r));
                return Err(host.type_error(m));
            }
            None => {}
        }
    }
    if let HostObj::Tuple(t) = host.obj(r)
        && t.iter().any(|x| tables::needs_user_eq(host, *x))
    {
        let t = t.clone();
        let mut h: i64 = 0x345678;
        for x in t.iter() {
            h = h.wrapping_mul(1000003) ^ host.hash(*x)?;
        }
        return Ok(h);
    }
    if let Some(n) = numbers::num(host, r).and_then(|n| n.hash()) {
        return Ok(n);
    }
    let k = tables::plain_key(host, r)?;
    Ok((object::hkey_hash(&k) >> 3) as i64)
}
