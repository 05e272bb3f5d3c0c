//! Iteration.

use super::ops::range_len;
use super::*;

impl Host {
    pub(crate) fn new_iter(&mut self, s: IterState) -> HostRef {
        self.alloc(HostObj::Iter(Box::new(s)))
    }

    /// `iter(x)`
    pub fn iter(&mut self, r: HostRef) -> R {
        if let Some(f) = self.user_special(r, "__iter__") {
            if f == NONE {
                return Err(self.not_iterable(r));
            }
            return self.call_special(f, r, &[]);
        }
        let b = self.base(r);
        let s = match self.obj(b) {
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
                IterState::Dict { dict: d, index: 0, len: self.ns(d).len(), kind }
            }
            HostObj::Iter(_) | HostObj::Generator(_) | HostObj::File(_) => return Ok(r),
            _ => {
                if self.user_special(r, "__getitem__").is_some() {
                    IterState::GetItem { obj: r, index: 0 }
                } else {
                    return Err(self.not_iterable(r));
                }
            }
        };
        Ok(self.new_iter(s))
    }

    fn not_iterable(&mut self, r: HostRef) -> HErr {
        let m = format!("'{}' object is not iterable", self.type_name(r));
        self.type_error(m)
    }

    /// Next item, `None` at the end.
    pub fn iter_next(&mut self, it: HostRef) -> R<Option<HostRef>> {
        match self.obj(it) {
            HostObj::Iter(_) => self.state_next(it),
            HostObj::Generator(_) => Ok(self.gen_resume(it, NONE, None)?.ok()),
            HostObj::File(_) => {
                let line = self.file_readline(it)?;
                Ok(if line.is_empty() { None } else { Some(self.bytes(&line)) })
            }
            HostObj::Instance(_) => {
                let f = match self.user_special(it, "__next__") {
                    Some(f) => Some(f),
                    None => self.user_special(it, "next"),
                };
                let Some(f) = f else { return Err(self.not_iterator(it)) };
                match self.call_special(f, it, &[]) {
                    Ok(v) => Ok(Some(v)),
                    Err(e) if self.err_is(e, "StopIteration") => Ok(None),
                    Err(e) => Err(e),
                }
            }
            _ => Err(self.not_iterator(it)),
        }
    }

    fn not_iterator(&mut self, it: HostRef) -> HErr {
        let m = format!("'{}' object is not an iterator", self.type_name(it));
        self.type_error(m)
    }

    fn finish(&mut self, it: HostRef) -> R<Option<HostRef>> {
        if let HostObj::Iter(s) = self.obj_mut(it) {
            **s = IterState::Done;
        }
        Ok(None)
    }

    fn state_next(&mut self, it: HostRef) -> R<Option<HostRef>> {
        let HostObj::Iter(state) = self.obj_mut(it) else { unreachable!() };
        match &mut **state {
            IterState::Done => Ok(None),
            IterState::Seq { seq, index } => {
                let (seq, i) = (*seq, *index);
                *index += 1;
                match self.seq_at(seq, i) {
                    Some(v) => Ok(Some(v)),
                    None => self.finish(it),
                }
            }
            IterState::RevSeq { seq, index } => {
                let (seq, i) = (*seq, *index);
                *index -= 1;
                if i < 0 {
                    return self.finish(it);
                }
                if let Some(v) = self.seq_at(seq, i as usize) {
                    return Ok(Some(v));
                }
                let i = self.int(i);
                self.getitem(seq, i).map(Some)
            }
            IterState::GetItem { obj, index } => {
                let (obj, i) = (*obj, *index);
                *index += 1;
                let i = self.int(i);
                match self.getitem(obj, i) {
                    Ok(v) => Ok(Some(v)),
                    Err(e) if self.err_is(e, "IndexError") || self.err_is(e, "StopIteration") => {
                        self.finish(it)
                    }
                    Err(e) => Err(e),
                }
            }
            IterState::Range { cur, stop, step } => {
                if (*step > 0 && *cur < *stop) || (*step < 0 && *cur > *stop) {
                    let v = *cur;
                    // Saturation ends the loop as well: the bound cannot be passed.
                    *cur = cur.saturating_add(*step);
                    Ok(Some(self.int(v)))
                } else {
                    Ok(None)
                }
            }
            IterState::Dict { dict, index, len, kind } => {
                let (d, i, n, kind) = (*dict, *index, *len, *kind);
                *index += 1;
                let (HostObj::Dict(m) | HostObj::Set(m) | HostObj::FrozenSet(m)) = self.obj(d)
                else {
                    return Ok(None);
                };
                if m.len() != n {
                    let what = if matches!(self.obj(d), HostObj::Dict(_)) {
                        "dictionary changed size during iteration"
                    } else {
                        "Set changed size during iteration"
                    };
                    return Err(self.err("RuntimeError", what));
                }
                let Some((_, (k, v))) = m.map.get_index(i) else { return self.finish(it) };
                let (k, v) = (*k, *v);
                Ok(Some(match kind {
                    ViewKind::Keys => k,
                    ViewKind::Values => v,
                    ViewKind::Items => self.tuple(&[k, v]),
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
                Ok(Some(self.int(v)))
            }
            IterState::Enumerate { iter, count } => {
                let (inner, n) = (*iter, *count);
                *count += 1;
                match self.iter_next(inner)? {
                    Some(v) => {
                        let n = self.int(n);
                        Ok(Some(self.tuple(&[n, v])))
                    }
                    None => self.finish(it),
                }
            }
            IterState::Zip(iters) => {
                let iters = iters.clone();
                let mut out = Vec::with_capacity(iters.len());
                for i in &iters {
                    match self.iter_next(*i)? {
                        Some(v) => out.push(v),
                        None => return self.finish(it),
                    }
                }
                if out.is_empty() { self.finish(it) } else { Ok(Some(self.tuple(&out))) }
            }
            IterState::Map { func, iters } => {
                let (func, iters) = (*func, iters.clone());
                let mut args = Vec::with_capacity(iters.len());
                for i in &iters {
                    match self.iter_next(*i)? {
                        Some(v) => args.push(v),
                        None => return self.finish(it),
                    }
                }
                self.call(func, &args, &[]).map(Some)
            }
            IterState::Filter { func, iter } => {
                let (func, inner) = (*func, *iter);
                while let Some(v) = self.iter_next(inner)? {
                    let t = if func == NONE { v } else { self.call(func, &[v], &[])? };
                    if self.is_true(t)? {
                        return Ok(Some(v));
                    }
                }
                self.finish(it)
            }
            IterState::Call { func, sentinel } => {
                let (func, sentinel) = (*func, *sentinel);
                let v = self.call(func, &[], &[])?;
                if self.eq(v, sentinel)? { self.finish(it) } else { Ok(Some(v)) }
            }
        }
    }

    /// Item of a builtin sequence, `None` past its end (or when it is none).
    fn seq_at(&mut self, seq: HostRef, i: usize) -> Option<HostRef> {
        match self.obj(seq) {
            HostObj::List(l) => l.get(i).copied(),
            HostObj::Tuple(l) => l.get(i).copied(),
            HostObj::Str(s) => {
                let b = *s.get(i)?;
                Some(if self.has_int_items(seq) { self.int(b as i64) } else { self.bytes(&[b]) })
            }
            HostObj::Unicode(s) => {
                let c = s.chars().nth(i)?;
                Some(self.unicode(c.encode_utf8(&mut [0; 4])))
            }
            HostObj::ByteArray(s) => {
                let b = *s.get(i)?;
                Some(self.int(b as i64))
            }
            HostObj::Range(a, b, c) => {
                let (a, b, c) = (*a, *b, *c);
                (i < range_len(a, b, c))
                    .then(|| self.int((a as i128 + i as i128 * c as i128) as i64))
            }
            _ => None,
        }
    }

    /// All items of an iterable.
    pub fn iter_to_vec(&mut self, r: HostRef) -> R<Vec<HostRef>> {
        if self.user_special(r, "__iter__").is_none() {
            match self.obj(self.base(r)) {
                HostObj::List(l) => return Ok(l.clone()),
                HostObj::Tuple(t) => return Ok(t.to_vec()),
                HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => {
                    return Ok(d.keys().collect());
                }
                _ => {}
            }
        }
        if self.is_fed(r) {
            return self.generated(r);
        }
        let it = self.iter(r)?;
        let mut out = vec![];
        while let Some(v) = self.iter_next(it)? {
            out.push(v);
        }
        Ok(out)
    }

    /// What a generator gives that an instruction gave to built-in code. While it runs, objects may be freed as if the
    /// instruction had called it.
    fn generated(&mut self, generator: HostRef) -> R<Vec<HostRef>> {
        let before = self.run.being_made.len();
        let ended = loop {
            self.run.direct = true;
            match self.iter_next(generator) {
                Ok(Some(v)) => self.run.being_made.push(v),
                Ok(None) => break Ok(()),
                Err(e) => break Err(e),
            }
        };
        let out = self.run.being_made.split_off(before);
        ended.map(|()| out)
    }

    /// Whether the code that runs is of a file of Python 2.
    pub(crate) fn in_python2(&self) -> bool {
        self.run.frames.last().is_some_and(|f| f.code.python == crate::Python::Two)
    }

    /// `zip`: a list in files of Python 2.
    pub(crate) fn lazy(&mut self, state: IterState) -> R {
        let r = self.new_iter(state);
        if self.in_python2() {
            self.become_list(r)?;
        }
        Ok(r)
    }

    /// `map` of Python 2: None takes the place of what shorter arguments lack, and no function (None) gives
    /// the items themselves, or tuples of them.
    pub(crate) fn map_of_python2(&mut self, func: HostRef, args: &[HostRef]) -> R {
        let mut columns = vec![];
        for a in args {
            columns.push(self.iter_to_vec(*a)?);
        }
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
        let mut out = Vec::with_capacity(longest);
        for i in 0..longest {
            let row: Vec<HostRef> =
                columns.iter().map(|c| c.get(i).copied().unwrap_or(NONE)).collect();
            out.push(match row[..] {
                [item] if func == NONE => item,
                _ if func == NONE => self.tuple(&row),
                _ => self.call(func, &row, &[])?,
            });
        }
        Ok(self.list(out))
    }

    /// What `filter` of Python 2 makes of the items that it keeps: texts and tuples keep their kind.
    pub(crate) fn filtered_of_python2(&mut self, of: HostRef, kept: HostRef) -> R {
        let items = self.iter_to_vec(kept)?;
        Ok(match self.obj(self.base(of)) {
            HostObj::Tuple(_) => self.tuple(&items),
            HostObj::Str(_) => {
                let bytes: Vec<u8> = items
                    .iter()
                    .filter_map(|x| self.str_bytes(*x))
                    .flat_map(|b| b.to_vec())
                    .collect();
                self.bytes(&bytes)
            }
            HostObj::Unicode(_) => {
                let text: String =
                    items.iter().filter_map(|x| self.text(*x)).map(|t| t.to_string()).collect();
                self.unicode(&text)
            }
            _ => self.list(items),
        })
    }

    /// In Python 2 `range`, `map`, `filter`, `zip`, `d.keys()`, … give lists. Here they are lazy as in
    /// Python 3, until an operation that only a list has: then the object becomes that list.
    pub(crate) fn become_list(&mut self, r: HostRef) -> R<bool> {
        match self.obj(r) {
            HostObj::Range(..) | HostObj::DictView(..) | HostObj::Iter(_) => {
                let items = self.iter_to_vec(r)?;
                *self.obj_mut(r) = HostObj::List(items);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// `reversed(x)`
    pub(crate) fn reversed(&mut self, r: HostRef) -> R {
        if let Some(f) = self.user_special(r, "__reversed__") {
            return self.call_special(f, r, &[]);
        }
        let b = self.base(r);
        match self.obj(b) {
            HostObj::Dict(_) | HostObj::DictView(..) => {
                let mut items = self.iter_to_vec(b)?;
                items.reverse();
                Ok(self.new_iter(IterState::Vec { items, index: 0 }))
            }
            HostObj::List(_)
            | HostObj::Tuple(_)
            | HostObj::Str(_)
            | HostObj::Unicode(_)
            | HostObj::ByteArray(_)
            | HostObj::Range(..) => {
                let n = self.len(b)? as i64;
                Ok(self.new_iter(IterState::RevSeq { seq: b, index: n - 1 }))
            }
            _ if self.user_special(r, "__getitem__").is_some()
                && self.user_special(r, "__len__").is_some() =>
            {
                let n = self.len(r)? as i64;
                Ok(self.new_iter(IterState::RevSeq { seq: r, index: n - 1 }))
            }
            _ => {
                let m = format!("'{}' object is not reversible", self.type_name(r));
                Err(self.type_error(m))
            }
        }
    }

    /// Sorts in place, stably, with Python's comparison protocol.
    pub(crate) fn sort_vec(
        &mut self,
        items: Vec<HostRef>,
        key: Option<HostRef>,
        cmp: Option<HostRef>,
        reverse: bool,
    ) -> R<Vec<HostRef>> {
        let mut pairs = Vec::with_capacity(items.len());
        for x in items {
            let k = match key {
                Some(f) => self.call(f, &[x], &[])?,
                None => x,
            };
            pairs.push((k, x));
        }
        // Reversed, sorted, and reversed again: equal items keep their order.
        if reverse {
            pairs.reverse();
        }
        let mut sorted = self.merge_sort(pairs, cmp)?;
        if reverse {
            sorted.reverse();
        }
        Ok(sorted.into_iter().map(|(_, x)| x).collect())
    }

    fn merge_sort(
        &mut self,
        mut v: Vec<(HostRef, HostRef)>,
        cmp: Option<HostRef>,
    ) -> R<Vec<(HostRef, HostRef)>> {
        if v.len() < 2 {
            return Ok(v);
        }
        let right = v.split_off(v.len() / 2);
        let left = self.merge_sort(v, cmp)?;
        let right = self.merge_sort(right, cmp)?;
        let mut out = Vec::with_capacity(left.len() + right.len());
        let (mut i, mut j) = (0, 0);
        while i < left.len() && j < right.len() {
            let less = match cmp {
                Some(f) => {
                    let c = self.call(f, &[right[j].0, left[i].0], &[])?;
                    let zero = self.int(0);
                    self.lt(c, zero)?
                }
                None => self.lt(right[j].0, left[i].0)?,
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
}
