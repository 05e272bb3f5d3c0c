//! Items of containers: `len(a)`, `x in a`, `a[i]`.

use super::*;

/// `len(x)`
pub fn len(host: &mut Host, r: HostRef) -> R<usize> {
    if let Some(f) = special::user_special(host, r, "__len__") {
        let v = special::call_special(host, f, r, &[])?;
        return match host.as_int(v) {
            Some(n) if n >= 0 => Ok(n as usize),
            Some(_) => Err(host.value_error("__len__() should return >= 0")),
            None => {
                let m =
                    format!("'{}' object cannot be interpreted as an integer", host.type_name(v));
                Err(host.type_error(m))
            }
        };
    }
    Ok(match host.obj(host.base(r)) {
        HostObj::Str(s) => s.len(),
        HostObj::Unicode(s) => s.chars().count(),
        HostObj::ByteArray(s) => s.len(),
        HostObj::Tuple(t) => t.len(),
        HostObj::List(t) => t.len(),
        HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => d.len(),
        HostObj::DictView(d, _) => host.ns(*d).len(),
        HostObj::Range(a, b, c) => positions::range_len(*a, *b, *c),
        HostObj::Iter(_) => {
            python3::become_list(host, r)?;
            return len(host, r);
        }
        _ => {
            let m = format!("object of type '{}' has no len()", host.type_name(r));
            return Err(host.type_error(m));
        }
    })
}

/// `item in container`
pub(crate) fn contains(host: &mut Host, container: HostRef, item: HostRef) -> R<bool> {
    if let Some(f) = special::user_special(host, container, "__contains__") {
        let v = special::call_special(host, f, container, &[item])?;
        return host.is_true(v);
    }
    let c = host.base(container);
    match host.obj(c) {
        HostObj::Dict(_) => return Ok(tables::get(host, c, item)?.is_some()),
        HostObj::Set(_) | HostObj::FrozenSet(_) => {
            let k = if let HostObj::Set(s) = host.obj(item) {
                let copy = s.clone();
                let f = host.alloc(HostObj::FrozenSet(copy));
                tables::plain_key(host, f)?
            } else {
                tables::key_in(host, c, item)?
            };
            return Ok(match host.obj(c) {
                HostObj::Set(d) | HostObj::FrozenSet(d) => d.get(&k).is_some(),
                _ => false,
            });
        }
        HostObj::DictView(d, ViewKind::Keys) => {
            let d = *d;
            return Ok(tables::get(host, d, item)?.is_some());
        }
        HostObj::Str(s) => {
            let s = s.clone();
            return match host.obj(host.base(item)) {
                HostObj::Str(n) => Ok(text::find_bytes(&s, n).is_some()),
                HostObj::Unicode(n) => Ok(text::find_bytes(&s, n.as_bytes()).is_some()),
                HostObj::Int(i) => Ok(u8::try_from(*i).is_ok_and(|b| s.contains(&b))),
                _ => {
                    let m = format!(
                        "'in <string>' requires string as left operand, not {}",
                        host.type_name(item)
                    );
                    Err(host.type_error(m))
                }
            };
        }
        HostObj::Unicode(s) => {
            let s = s.clone();
            return match host.text(item) {
                Some(n) => Ok(s.contains(&*n)),
                None => Err(host.type_error("'in <string>' requires string as left operand")),
            };
        }
        HostObj::Range(a, b, step) => {
            if let Some(i) = host.as_int(item) {
                let (a, b, step) = (*a, *b, *step);
                let inside = if step > 0 { i >= a && i < b } else { i <= a && i > b };
                return Ok(inside && (i as i128 - a as i128) % step as i128 == 0);
            }
        }
        HostObj::Class(_) | HostObj::Function(_) => {}
        _ => {}
    }
    if c == container && matches!(host.obj(c), HostObj::List(_) | HostObj::Tuple(_)) {
        return holds_item(host, c, item);
    }
    let it = match host.iter(container) {
        Ok(it) => it,
        Err(e) if host.err_is(e, "TypeError") => {
            let m = format!("argument of type '{}' is not iterable", host.type_name(container));
            return Err(host.type_error(m));
        }
        Err(e) => return Err(e),
    };
    while let Some(x) = host.iter_next(it)? {
        if x == item || host.eq(x, item)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// `item in container`, for a list or tuple.
fn holds_item(host: &mut Host, container: HostRef, item: HostRef) -> R<bool> {
    let mut i = 0;
    // (a comparison may change a list)
    while let HostObj::List(_) | HostObj::Tuple(_) = host.obj(container) {
        let items: &[HostRef] = match host.obj(container) {
            HostObj::List(items) => items,
            HostObj::Tuple(items) => items,
            _ => &[],
        };
        // As long as all are simple and different, nothing else runs.
        let simple = items.iter().skip(i).position(|x| equal_simple(host, *x, item) != Some(false));
        let Some(at) = simple.map(|n| i + n) else { return Ok(false) };
        let x = items[at];
        if x == item || host.eq(x, item)? {
            return Ok(true);
        }
        i = at + 1;
    }
    Ok(false)
}

/// Says whether two objects are equal, if they are strings, ints, None, or tuples of such. (For others it is not that simple.)
pub(crate) fn equal_simple(host: &Host, a: HostRef, b: HostRef) -> Option<bool> {
    match (host.obj(a), host.obj(b)) {
        (HostObj::Str(x), HostObj::Str(y)) => Some(Rc::ptr_eq(x, y) || x == y),
        (HostObj::Int(x), HostObj::Int(y)) => Some(x == y),
        (HostObj::None, HostObj::None) => Some(true),
        (HostObj::Tuple(x), HostObj::Tuple(y)) => {
            if x.len() != y.len() {
                return Some(false);
            }
            // (the first that differs decides, as long as all before it are simple)
            for (x, y) in x.iter().zip(y.iter()) {
                match equal_simple(host, *x, *y) {
                    Some(true) => {}
                    other => return other,
                }
            }
            Some(true)
        }
        _ => None,
    }
}

/// `a[i]`
pub fn getitem(host: &mut Host, a: HostRef, i: HostRef) -> R {
    if let Some(f) = special::user_special(host, a, "__getitem__") {
        return special::call_special(host, f, a, &[i]);
    }
    let b = host.base(a);
    let slice = match *host.obj(i) {
        HostObj::Slice(x, y, z) => Some((x, y, z)),
        _ => None,
    };
    if let Some(s) = slice {
        match host.obj(b) {
            HostObj::Str(_)
            | HostObj::Unicode(_)
            | HostObj::Tuple(_)
            | HostObj::List(_)
            | HostObj::ByteArray(_)
            | HostObj::Range(..) => {
                let part = get_slice(host, b, s)?;
                let bytes = generation::is_bytes(host, b);
                return Ok(if bytes { python3::as_bytes(host, part) } else { part });
            }
            _ => {}
        }
    }
    match host.obj(b) {
        HostObj::Dict(_) => {
            if let Some(v) = tables::get(host, b, i)? {
                return Ok(v);
            }
            if a != b
                && let Some(f) = host.lookup_in_mro(host.class_of(a), "__missing__")
            {
                return special::call_special(host, f, a, &[i]);
            }
            Err(errors::key_error(host, i))
        }
        HostObj::List(l) => {
            let n = l.len();
            let at = positions::seq_index(host, "list", i, n)?;
            match host.obj(b) {
                HostObj::List(l) => Ok(l[at]),
                _ => unreachable!(),
            }
        }
        HostObj::Tuple(t) => {
            let t = t.clone();
            let at = positions::seq_index(host, "tuple", i, t.len())?;
            Ok(t[at])
        }
        HostObj::Str(s) => {
            let s = s.clone();
            let at = positions::seq_index(host, "str", i, s.len())?;
            if generation::has_int_items(host, b) {
                return Ok(host.int(s[at] as i64));
            }
            Ok(host.bytes(&s[at..=at]))
        }
        HostObj::Unicode(s) => {
            let s = s.clone();
            let at = positions::seq_index(host, "str", i, s.chars().count())?;
            let c: String = s.chars().skip(at).take(1).collect();
            Ok(host.unicode(&c))
        }
        HostObj::ByteArray(s) => {
            let s = s.clone();
            let at = positions::seq_index(host, "bytearray", i, s.len())?;
            Ok(host.int(s[at] as i64))
        }
        HostObj::Range(x, y, z) => {
            let (x, y, z) = (*x, *y, *z);
            let at = positions::seq_index(host, "range object", i, positions::range_len(x, y, z))?;
            Ok(host.int((x as i128 + at as i128 * z as i128) as i64))
        }
        HostObj::Class(_) => match host.lookup_in_mro(b, "__class_getitem__") {
            Some(f) => {
                let f = special::bind(host, f, None, b)?;
                host.call(f, &[i], &[])
            }
            None => {
                let t = &host.types;
                let generic = [t.list, t.dict, t.tuple, t.set, t.frozenset, t.type_];
                if generic.contains(&b) {
                    // `list[int]`
                    let m = host.import("types")?;
                    let alias = host.getattr(m, "GenericAlias")?;
                    return host.call(alias, &[b, i], &[]);
                }
                let m = format!("type '{}' is not subscriptable", host.cls(b).name);
                Err(host.type_error(m))
            }
        },
        HostObj::Iter(_) | HostObj::DictView(..) => {
            python3::become_list(host, a)?;
            getitem(host, a, i)
        }
        _ => {
            let m = format!("'{}' object is not subscriptable", host.type_name(a));
            Err(host.type_error(m))
        }
    }
}

fn get_slice(host: &mut Host, b: HostRef, s: (HostRef, HostRef, HostRef)) -> R {
    let len = len(host, b)?;
    let (start, stop, step) = positions::slice_indices(host, s, len)?;
    if let HostObj::Range(x, _, z) = *host.obj(b) {
        // (an end beyond the ints is as good as the last one)
        let clip = |n: i128| n.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let at = |n: i64| clip(x as i128 + n as i128 * z as i128);
        let step = clip(step as i128 * z as i128);
        return Ok(host.alloc(HostObj::Range(at(start), at(stop), step)));
    }
    let idx: Vec<usize> = positions::slice_positions(start, stop, step);
    Ok(match host.obj(b) {
        HostObj::Str(x) => {
            let x = x.clone();
            if step == 1 {
                let end = stop.max(start) as usize;
                return Ok(host.bytes(&x[start as usize..end]));
            }
            let v: Vec<u8> = idx.iter().map(|i| x[*i]).collect();
            host.bytes(&v)
        }
        HostObj::Unicode(x) => {
            let chars: Vec<char> = x.chars().collect();
            let v: String = idx.iter().map(|i| chars[*i]).collect();
            host.unicode(&v)
        }
        HostObj::ByteArray(x) => {
            let v = idx.iter().map(|i| x[*i]).collect();
            host.alloc(HostObj::ByteArray(v))
        }
        HostObj::Tuple(x) => {
            let v: Vec<HostRef> = idx.iter().map(|i| x[*i]).collect();
            host.tuple(&v)
        }
        HostObj::List(x) => {
            let v = idx.iter().map(|i| x[*i]).collect();
            host.list(v)
        }
        _ => unreachable!("sliceable"),
    })
}

/// Gives the index of the item of a list of `n` items that is set or deleted.
fn changed_index(host: &mut Host, i: HostRef, n: usize) -> R<usize> {
    match positions::seq_index(host, "list", i, n) {
        Err(e) if host.err_is(e, "IndexError") => {
            Err(host.err("IndexError", "list assignment index out of range"))
        }
        at => at,
    }
}

/// `a[i] = v`
pub fn setitem(host: &mut Host, a: HostRef, i: HostRef, v: HostRef) -> R<()> {
    if let Some(f) = special::user_special(host, a, "__setitem__") {
        special::call_special(host, f, a, &[i, v])?;
        return Ok(());
    }
    let b = host.base(a);
    match host.obj(b) {
        HostObj::Dict(_) => tables::set(host, b, i, v),
        HostObj::List(l) => {
            let n = l.len();
            if let HostObj::Slice(x, y, z) = *host.obj(i) {
                let items = host.iter_to_vec(v)?;
                let (start, stop, step) = positions::slice_indices(host, (x, y, z), n)?;
                let idx = positions::slice_positions(start, stop, step);
                if step != 1 && idx.len() != items.len() {
                    let m = format!(
                        "attempt to assign sequence of size {} to extended slice of size {}",
                        items.len(),
                        idx.len()
                    );
                    return Err(host.value_error(m));
                }
                if let HostObj::List(l) = host.obj_mut(b) {
                    if step == 1 {
                        let stop = stop.max(start);
                        l.splice(start as usize..stop as usize, items);
                    } else {
                        for (at, x) in idx.into_iter().zip(items) {
                            l[at] = x;
                        }
                    }
                }
                return Ok(());
            }
            let at = changed_index(host, i, n)?;
            if let HostObj::List(l) = host.obj_mut(b) {
                l[at] = v;
            }
            Ok(())
        }
        HostObj::ByteArray(x) => {
            let n = x.len();
            if let HostObj::Slice(..) = host.obj(i) {
                let done = |h: &mut Host, list| setitem(h, list, i, v).map(|()| NONE);
                return text::as_list(host, b, done).map(|_| ());
            }
            let byte = text::byte_item(host, v)?;
            let at = positions::seq_index(host, "bytearray", i, n)?;
            if let HostObj::ByteArray(x) = host.obj_mut(b) {
                x[at] = byte;
            }
            Ok(())
        }
        _ => {
            let m = format!("'{}' object does not support item assignment", host.type_name(a));
            Err(host.type_error(m))
        }
    }
}

/// `del a[i]`
pub fn delitem(host: &mut Host, a: HostRef, i: HostRef) -> R<()> {
    if let Some(f) = special::user_special(host, a, "__delitem__") {
        special::call_special(host, f, a, &[i])?;
        return Ok(());
    }
    let b = host.base(a);
    match host.obj(b) {
        HostObj::Dict(_) => match tables::remove(host, b, i)? {
            Some(_) => Ok(()),
            None => Err(errors::key_error(host, i)),
        },
        HostObj::List(l) => {
            let n = l.len();
            if let HostObj::Slice(x, y, z) = *host.obj(i) {
                let (start, stop, step) = positions::slice_indices(host, (x, y, z), n)?;
                if step == 1 {
                    if let HostObj::List(l) = host.obj_mut(b) {
                        l.drain(start as usize..stop.max(start) as usize);
                    }
                    return Ok(());
                }
                let mut idx = positions::slice_positions(start, stop, step);
                idx.sort_unstable();
                if let HostObj::List(l) = host.obj_mut(b) {
                    for at in idx.into_iter().rev() {
                        l.remove(at);
                    }
                }
                return Ok(());
            }
            let at = changed_index(host, i, n)?;
            if let HostObj::List(l) = host.obj_mut(b) {
                l.remove(at);
            }
            Ok(())
        }
        HostObj::Iter(_) | HostObj::DictView(..) | HostObj::Range(..) => {
            python3::become_list(host, a)?;
            delitem(host, a, i)
        }
        HostObj::ByteArray(_) => {
            let done = |h: &mut Host, list| delitem(h, list, i).map(|()| NONE);
            text::as_list(host, b, done).map(|_| ())
        }
        _ => {
            let m = format!("'{}' object doesn't support item deletion", host.type_name(a));
            Err(host.type_error(m))
        }
    }
}
