//! Iteration.

use super::*;
use positions::range_len;

pub(crate) fn new_iter(host: &mut Host, s: IterState) -> HostRef {
    host.alloc(HostObj::Iter(Box::new(s)))
}

/// `iter(x)`
pub(crate) fn of(host: &mut Host, r: HostRef) -> R {
    if let Some(f) = special::user_special(host, r, "__iter__") {
        if f == NONE {
            return Err(not_iterable(host, r));
        }
        return special::call_special(host, f, r, &[]);
    }
    let b = host.base(r);
    let s = match host.obj(b) {
        HostObj::List(_)
        | HostObj::Tuple(_)
        | HostObj::Str(_)
        | HostObj::Unicode(_)
        | HostObj::ByteArray(_) => IterState::Seq { seq: b, index: 0 },
        HostObj::Range(x, y, z) => IterState::Range { cur: *x, stop: *y, step: *z },
        HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => {
            IterState::Dict { dict: b, index: 0, len: d.len(), kind: ViewKind::Keys }
        }
        HostObj::DictView(d, kind) => {
            let (d, kind) = (*d, *kind);
            IterState::Dict { dict: d, index: 0, len: host.ns(d).len(), kind }
        }
        HostObj::Iter(_) | HostObj::Generator(_) | HostObj::File(_) => return Ok(r),
        _ => {
            if special::user_special(host, r, "__getitem__").is_some() {
                IterState::GetItem { obj: r, index: 0 }
            } else {
                return Err(not_iterable(host, r));
            }
        }
    };
    Ok(new_iter(host, s))
}

fn not_iterable(host: &mut Host, r: HostRef) -> HErr {
    let m = format!("'{}' object is not iterable", host.type_name(r));
    host.type_error(m)
}

/// Next item, `None` at the end.
pub(crate) fn next(host: &mut Host, it: HostRef) -> R<Option<HostRef>> {
    match host.obj(it) {
        HostObj::Iter(_) => state_next(host, it),
        HostObj::Generator(_) => Ok(generators::gen_resume(host, it, NONE, None)?.ok()),
        HostObj::File(_) => {
            let line = streams::file_readline(host, it)?;
            Ok(if line.is_empty() { None } else { Some(host.bytes(&line)) })
        }
        HostObj::Instance(_) => {
            let f = match special::user_special(host, it, "__next__") {
                Some(f) => Some(f),
                None => special::user_special(host, it, "next"),
            };
            let Some(f) = f else { return Err(not_iterator(host, it)) };
            match special::call_special(host, f, it, &[]) {
                Ok(v) => Ok(Some(v)),
                Err(e) if host.err_is(e, "StopIteration") => Ok(None),
                Err(e) => Err(e),
            }
        }
        _ => Err(not_iterator(host, it)),
    }
}

fn not_iterator(host: &mut Host, it: HostRef) -> HErr {
    let m = format!("'{}' object is not an iterator", host.type_name(it));
    host.type_error(m)
}

fn finish(host: &mut Host, it: HostRef) -> R<Option<HostRef>> {
    if let HostObj::Iter(s) = host.obj_mut(it) {
        **s = IterState::Done;
    }
    Ok(None)
}

fn state_next(host: &mut Host, it: HostRef) -> R<Option<HostRef>> {
    let HostObj::Iter(state) = host.obj_mut(it) else { unreachable!() };
    match &mut **state {
        IterState::Done => Ok(None),
        IterState::Seq { seq, index } => {
            let (seq, i) = (*seq, *index);
            *index += 1;
            match seq_at(host, seq, i) {
                Some(v) => Ok(Some(v)),
                None => finish(host, it),
            }
        }
        IterState::RevSeq { seq, index } => {
            let (seq, i) = (*seq, *index);
            *index -= 1;
            if i < 0 {
                return finish(host, it);
            }
            if let Some(v) = seq_at(host, seq, i as usize) {
                return Ok(Some(v));
            }
            let i = host.int(i);
            items::getitem(host, seq, i).map(Some)
        }
        IterState::GetItem { obj, index } => {
            let (obj, i) = (*obj, *index);
            *index += 1;
            let i = host.int(i);
            match items::getitem(host, obj, i) {
                Ok(v) => Ok(Some(v)),
                Err(e) if host.err_is(e, "IndexError") || host.err_is(e, "StopIteration") => {
                    finish(host, it)
                }
                Err(e) => Err(e),
            }
        }
        IterState::Range { cur, stop, step } => {
            if (*step > 0 && *cur < *stop) || (*step < 0 && *cur > *stop) {
                let v = *cur;
                // Saturation ends the loop as well: the bound cannot be passed.
                *cur = cur.saturating_add(*step);
                Ok(Some(host.int(v)))
            } else {
                Ok(None)
            }
        }
        IterState::Dict { dict, index, len, kind } => {
            let (d, i, n, kind) = (*dict, *index, *len, *kind);
            *index += 1;
            let (HostObj::Dict(m) | HostObj::Set(m) | HostObj::FrozenSet(m)) = host.obj(d) else {
                return Ok(None);
            };
            if m.len() != n {
                let what = if matches!(host.obj(d), HostObj::Dict(_)) {
                    "dictionary changed size during iteration"
                } else {
                    "Set changed size during iteration"
                };
                return Err(host.err("RuntimeError", what));
            }
            let Some((_, (k, v))) = m.map.get_index(i) else { return finish(host, it) };
            let (k, v) = (*k, *v);
            Ok(Some(match kind {
                ViewKind::Keys => k,
                ViewKind::Values => v,
                ViewKind::Items => host.tuple(&[k, v]),
            }))
        }
        IterState::Vec { items, index } => {
            let v = items.get(*index).copied();
            *index += 1;
            Ok(v)
        }
        IterState::Count { cur, step } => {
            let v = *cur;
            *cur = cur.wrapping_add(*step);
            Ok(Some(host.int(v)))
        }
        IterState::Enumerate { iter, count } => {
            let (inner, n) = (*iter, *count);
            *count += 1;
            match host.iter_next(inner)? {
                Some(v) => {
                    let n = host.int(n);
                    Ok(Some(host.tuple(&[n, v])))
                }
                None => finish(host, it),
            }
        }
        IterState::Zip(iters) => {
            let iters = iters.clone();
            let mut out = Vec::with_capacity(iters.len());
            for i in &iters {
                match host.iter_next(*i)? {
                    Some(v) => out.push(v),
                    None => return finish(host, it),
                }
            }
            if out.is_empty() { finish(host, it) } else { Ok(Some(host.tuple(&out))) }
        }
        IterState::Map { func, iters } => {
            let (func, iters) = (*func, iters.clone());
            let mut args = Vec::with_capacity(iters.len());
            for i in &iters {
                match host.iter_next(*i)? {
                    Some(v) => args.push(v),
                    None => return finish(host, it),
                }
            }
            host.call(func, &args, &[]).map(Some)
        }
        IterState::Filter { func, iter } => {
            let (func, inner) = (*func, *iter);
            while let Some(v) = host.iter_next(inner)? {
                let t = if func == NONE { v } else { host.call(func, &[v], &[])? };
                if host.is_true(t)? {
                    return Ok(Some(v));
                }
            }
            finish(host, it)
        }
        IterState::Call { func, sentinel } => {
            let (func, sentinel) = (*func, *sentinel);
            let v = host.call(func, &[], &[])?;
            if host.eq(v, sentinel)? { finish(host, it) } else { Ok(Some(v)) }
        }
    }
}

/// Item of a builtin sequence, `None` past its end (or when it is none).
fn seq_at(host: &mut Host, seq: HostRef, i: usize) -> Option<HostRef> {
    match host.obj(seq) {
        HostObj::List(l) => l.get(i).copied(),
        HostObj::Tuple(l) => l.get(i).copied(),
        HostObj::Str(s) => {
            let b = *s.get(i)?;
            Some(if generation::has_int_items(host, seq) {
                host.int(b as i64)
            } else {
                host.bytes(&[b])
            })
        }
        HostObj::Unicode(s) => {
            let c = s.chars().nth(i)?;
            Some(host.unicode(c.encode_utf8(&mut [0; 4])))
        }
        HostObj::ByteArray(s) => {
            let b = *s.get(i)?;
            Some(host.int(b as i64))
        }
        HostObj::Range(a, b, c) => {
            let (a, b, c) = (*a, *b, *c);
            (i < range_len(a, b, c)).then(|| host.int((a as i128 + i as i128 * c as i128) as i64))
        }
        _ => None,
    }
}

/// All items of an iterable.
pub(crate) fn to_vec(host: &mut Host, r: HostRef) -> R<Vec<HostRef>> {
    if special::user_special(host, r, "__iter__").is_none() {
        match host.obj(host.base(r)) {
            HostObj::List(l) => return Ok(l.clone()),
            HostObj::Tuple(t) => return Ok(t.to_vec()),
            HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => {
                return Ok(d.keys().collect());
            }
            _ => {}
        }
    }
    if collect::is_fed(host, r) {
        return generated(host, r);
    }
    let it = host.iter(r)?;
    let mut out = vec![];
    while let Some(v) = host.iter_next(it)? {
        out.push(v);
    }
    Ok(out)
}

/// Gives the items of a generator that an instruction gave to built-in code. While it runs, objects may be freed
/// as if the instruction had called it.
fn generated(host: &mut Host, generator: HostRef) -> R<Vec<HostRef>> {
    let before = host.run.being_made.len();
    let ended = loop {
        host.run.direct = true;
        match host.iter_next(generator) {
            Ok(Some(v)) => host.run.being_made.push(v),
            Ok(None) => break Ok(()),
            Err(e) => break Err(e),
        }
    };
    let out = host.run.being_made.split_off(before);
    ended.map(|()| out)
}

/// `zip`: a list in files of Python 2.
pub(crate) fn lazy(host: &mut Host, state: IterState) -> R {
    let r = new_iter(host, state);
    if generation::in_python2(host) {
        python3::become_list(host, r)?;
    }
    Ok(r)
}

/// `map` of Python 2: None takes the place of what shorter arguments lack, and no function (None) gives
/// the items themselves, or tuples of them.
pub(crate) fn map_of_python2(host: &mut Host, func: HostRef, args: &[HostRef]) -> R {
    let mut columns = vec![];
    for a in args {
        columns.push(host.iter_to_vec(*a)?);
    }
    let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = Vec::with_capacity(longest);
    for i in 0..longest {
        let row: Vec<HostRef> = columns.iter().map(|c| c.get(i).copied().unwrap_or(NONE)).collect();
        out.push(match row[..] {
            [item] if func == NONE => item,
            _ if func == NONE => host.tuple(&row),
            _ => host.call(func, &row, &[])?,
        });
    }
    Ok(host.list(out))
}

/// Gives what `filter` of Python 2 makes of the items that it keeps: texts and tuples keep their
/// kind.
pub(crate) fn filtered_of_python2(host: &mut Host, of: HostRef, kept: HostRef) -> R {
    let items = host.iter_to_vec(kept)?;
    Ok(match host.obj(host.base(of)) {
        HostObj::Tuple(_) => host.tuple(&items),
        HostObj::Str(_) => {
            let bytes: Vec<u8> =
                items.iter().filter_map(|x| host.str_bytes(*x)).flat_map(|b| b.to_vec()).collect();
            host.bytes(&bytes)
        }
        HostObj::Unicode(_) => {
            let text: String =
                items.iter().filter_map(|x| host.text(*x)).map(|t| t.to_string()).collect();
            host.unicode(&text)
        }
        _ => host.list(items),
    })
}

/// `reversed(x)`
pub(crate) fn reversed(host: &mut Host, r: HostRef) -> R {
    if let Some(f) = special::user_special(host, r, "__reversed__") {
        return special::call_special(host, f, r, &[]);
    }
    let b = host.base(r);
    match host.obj(b) {
        HostObj::Dict(_) | HostObj::DictView(..) => {
            let mut items = host.iter_to_vec(b)?;
            items.reverse();
            Ok(new_iter(host, IterState::Vec { items, index: 0 }))
        }
        HostObj::List(_)
        | HostObj::Tuple(_)
        | HostObj::Str(_)
        | HostObj::Unicode(_)
        | HostObj::ByteArray(_)
        | HostObj::Range(..) => {
            let n = items::len(host, b)? as i64;
            Ok(new_iter(host, IterState::RevSeq { seq: b, index: n - 1 }))
        }
        _ if special::user_special(host, r, "__getitem__").is_some()
            && special::user_special(host, r, "__len__").is_some() =>
        {
            let n = items::len(host, r)? as i64;
            Ok(new_iter(host, IterState::RevSeq { seq: r, index: n - 1 }))
        }
        _ => {
            let m = format!("'{}' object is not reversible", host.type_name(r));
            Err(host.type_error(m))
        }
    }
}

/// Sorts in place, stably, with Python's comparison protocol.
pub(crate) fn sort_vec(
    host: &mut Host,
    items: Vec<HostRef>,
    key: Option<HostRef>,
    cmp: Option<HostRef>,
    reverse: bool,
) -> R<Vec<HostRef>> {
    let mut pairs = Vec::with_capacity(items.len());
    for x in items {
        let k = match key {
            Some(f) => host.call(f, &[x], &[])?,
            None => x,
        };
        pairs.push((k, x));
    }
    // Reversed, sorted, and reversed again: equal items keep their order.
    if reverse {
        pairs.reverse();
    }
    let mut sorted = merge_sort(host, pairs, cmp)?;
    if reverse {
        sorted.reverse();
    }
    Ok(sorted.into_iter().map(|(_, x)| x).collect())
}

fn merge_sort(
    host: &mut Host,
    mut v: Vec<(HostRef, HostRef)>,
    cmp: Option<HostRef>,
) -> R<Vec<(HostRef, HostRef)>> {
    if v.len() < 2 {
        return Ok(v);
    }
    let right = v.split_off(v.len() / 2);
    let left = merge_sort(host, v, cmp)?;
    let right = merge_sort(host, right, cmp)?;
    let mut out = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        let less = match cmp {
            Some(f) => {
                let c = host.call(f, &[right[j].0, left[i].0], &[])?;
                let zero = host.int(0);
                order::lt(host, c, zero)?
            }
            None => order::lt(host, right[j].0, left[i].0)?,
        };
        if less {
            out.push(right[j]);
            j += 1;
        } else {
            out.push(left[i]);
            i += 1;
        }
    }
    out.extend_from_slice(&left[i..]);
    out.extend_from_slice(&right[j..]);
    Ok(out)
}
