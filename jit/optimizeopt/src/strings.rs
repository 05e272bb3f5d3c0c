//! Strings. Concatenations and slices stay virtual: their length, items and equality follow from those of their parts. What needs
//! the object itself makes it, in one piece. Comparisons of strings whose items are known, because the trace made them or because they
//! are constants, are comparisons of items. Also copies of a few items.

use crate::error::{InvalidLoop, Res};
use crate::heap;
use crate::intbound::IntBound;
use crate::state::{Optimizer, PureKey, WOp};
use crate::values::{V, Virtual};
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;
use smallvec::SmallVec;

/// A part of a string that is being made: items `from..from + length` of `string` go to `to`.
struct Piece {
    string: V,
    from: V,
    length: V,
    to: V,
}

impl Optimizer<'_> {
    fn slice(&mut self, op: &WOp, descr: DescrRef, s: V, start: V, stop: V) -> Res<Option<V>> {
        if !can_be_made(self, descr) {
            return Ok(None);
        }
        self.make_nonnull(s);
        for at in [start, stop] {
            self.narrow(at, IntBound::range(0, *LENGTHS.end()))?;
        }
        let (s, start, stop) = (self.vals.get(s), self.vals.get(start), self.vals.get(stop));
        if self.vals.int(start) == Some(0) && is_length(self, descr, s, stop)? {
            return Ok(Some(s));
        }
        match self.vals.virt(s) {
            Some(&Virtual::Slice { base, start: first, .. }) => {
                let start = self.make_pure(R::IntAdd, &[first, start])?;
                let stop = self.make_pure(R::IntAdd, &[first, stop])?;
                virtual_text(self, op, Virtual::Slice { descr, base, start, stop }).map(Some)
            }
            Some(&Virtual::Concat { left, right, .. }) => {
                // Maybe all of it is in one part.
                let cut = text_length(self, descr, left)?;
                if self.known_comparison(R::IntLe, stop, cut) == Some(true) {
                    return self.slice(op, descr, left, start, stop);
                }
                if self.known_comparison(R::IntLe, cut, start) == Some(true) {
                    let start = self.make_pure(R::IntSub, &[start, cut])?;
                    let stop = self.make_pure(R::IntSub, &[stop, cut])?;
                    return self.slice(op, descr, right, start, stop);
                }
                let virt = Virtual::Slice { descr, base: s, start, stop };
                virtual_text(self, op, virt).map(Some)
            }
            Some(Virtual::Array { clear, items, .. })
                if let (Some(start), Some(stop)) = (self.vals.int(start), self.vals.int(stop))
                    && let Some(items) = items.get(start as usize..stop as usize) =>
            {
                let virt = Virtual::Array { descr, clear: *clear, items: items.to_vec() };
                virtual_text(self, op, virt).map(Some)
            }
            _ => {
                let virt = Virtual::Slice { descr, base: s, start, stop };
                virtual_text(self, op, virt).map(Some)
            }
        }
    }
    // ------------------------------------------------------------ lengths and items

    /// Length of a string, if it is known without a read of memory.
    pub fn known_length(&mut self, descr: DescrRef, v: V) -> Option<i64> {
        let v = self.vals.get(v);
        match self.vals.virt(v) {
            Some(Virtual::Array { items, .. }) => return Some(items.len() as i64),
            Some(&Virtual::Concat { left, right, .. }) => {
                let left = self.known_length(descr, left)?;
                return Some(left + self.known_length(descr, right)?);
            }
            Some(&Virtual::Slice { start, stop, .. }) => {
                if let (Some(start), Some(stop)) = (self.vals.int(start), self.vals.int(stop)) {
                    return Some(stop - start);
                }
                let (x, k) = self.vals.wrap_linear(start);
                let (y, l) = self.vals.wrap_linear(stop);
                return (x == y).then(|| l.wrapping_sub(k));
            }
            Some(_) => return None,
            None => {}
        }
        if self.known_nonnull(v) != Some(true) {
            return None;
        }
        let Some(c) = self.vals.konst(v) else {
            let args = SmallVec::from_slice(&[v]);
            let key = PureKey { opnum: R::ArraylenGc, descr: Some(descr), args };
            return self.vals.int(*self.pure.get(&key)?);
        };
        self.env.array_len(c, descr)
    }
    // ------------------------------------------------------------ copies

    /// Copies a few items one by one, where an array is virtual.
    pub fn copied(&mut self, op: &WOp, effect: &EffectInfo) -> Res<bool> {
        let &[_, src, dst, from, to, n] = &op.args[..] else { return Ok(false) };
        let (&[read], &[written]) = (&effect.reads[..], &effect.writes[..]) else {
            return Ok(false);
        };
        let Some(n) = self.vals.int(n).filter(|n| *n <= FEW) else { return Ok(false) };
        let kind = match self.descrs.get(read) {
            Descr::Array(d) if d.kind != Kind::Void => d.kind,
            _ => return Ok(false),
        };
        let is_virtual = |v, at| self.vals.is_virtual(v) && self.vals.int(at).is_some();
        if n > 0 && !is_virtual(src, from) && !is_virtual(dst, to) {
            return Ok(false);
        }
        // They may overlap.
        let mut items: SmallVec<[V; 8]> = SmallVec::new();
        for k in 0..n {
            let k = self.int_const(k);
            let at = self.make_pure(R::IntAdd, &[from, k])?;
            let op = self.new_op(R::getarrayitem_gc(kind), &[src, at], OpDescr::Descr(read));
            let item = op.result;
            self.propagate(op)?;
            items.push(self.vals.get(item));
        }
        for (k, item) in items.into_iter().enumerate() {
            let k = self.int_const(k as i64);
            let at = self.make_pure(R::IntAdd, &[to, k])?;
            let op = self.new_op(R::SetarrayitemGc, &[dst, at, item], OpDescr::Descr(written));
            self.propagate(op)?;
        }
        Ok(true)
    }
}

/// Gives the result of a call of a known function on strings, if that is cheaper to compute from their items, or
/// need not be made yet.
pub(crate) fn string_call(
    opt: &mut Optimizer<'_>,
    op: &WOp,
    effect: &EffectInfo,
) -> Res<Option<V>> {
    let Some(descr) = opt.descrs.text_type(effect) else { return Ok(None) };
    match (effect.oopspec, &op.args[..]) {
        (OopSpec::StrEqual, &[_, a, b]) => strings_equal(opt, descr, a, b),
        (OopSpec::StrCmp, &[_, a, b]) => strings_compared(opt, descr, a, b),
        (OopSpec::StrConcat, &[_, a, b]) => concatenation(opt, op, descr, a, b),
        (OopSpec::StrSlice, &[_, s, start, stop]) => opt.slice(op, descr, s, start, stop),
        _ => Ok(None),
    }
}

// ------------------------------------------------------------ virtual strings

/// Says whether strings of this type can be made later.
fn can_be_made(opt: &Optimizer<'_>, descr: DescrRef) -> bool {
    opt.descrs.text(descr).is_some_and(|t| t.copy.is_some())
}

fn concatenation(opt: &mut Optimizer<'_>, op: &WOp, descr: DescrRef, a: V, b: V) -> Res<Option<V>> {
    if !can_be_made(opt, descr) {
        return Ok(None);
    }
    opt.make_nonnull(a);
    opt.make_nonnull(b);
    for (x, y) in [(a, b), (b, a)] {
        if opt.known_length(descr, x) == Some(0) {
            return Ok(Some(y));
        }
    }
    let depth = |o: &Optimizer<'_>, v| match o.vals.virt(v) {
        Some(Virtual::Concat { depth, .. }) => *depth,
        _ => 0,
    };
    // All that is known of those within each other is asked for again and again.
    for v in [a, b] {
        if i64::from(depth(opt, v)) >= FEW {
            opt.force(v)?;
        }
    }
    let depth = 1 + depth(opt, a).max(depth(opt, b));
    let virt = Virtual::Concat { descr, left: a, right: b, depth };
    virtual_text(opt, op, virt).map(Some)
}

/// The result of the call is this string. The same call gives the same one.
fn virtual_text(opt: &mut Optimizer<'_>, op: &WOp, virt: Virtual) -> Res<V> {
    let args: SmallVec<[V; 3]> = op.args.iter().map(|&a| opt.vals.get(a)).collect();
    let key = PureKey { opnum: op.opnum, descr: Some(op.descr()), args };
    if let Some(known) = opt.lookup_pure(&key)? {
        return Ok(known);
    }
    let v = opt.vals.fresh(Kind::Ref);
    opt.make_virtual(v, virt);
    opt.pure.insert(key, v);
    Ok(v)
}

/// Says whether `n` is known to be the string's length.
fn is_length(opt: &mut Optimizer<'_>, descr: DescrRef, s: V, n: V) -> Res<bool> {
    if let (Some(k), Some(n)) = (opt.known_length(descr, s), opt.vals.int(n)) {
        return Ok(k == n);
    }
    if opt.vals.virt(s).is_some_and(Virtual::is_text) {
        return Ok(text_length(opt, descr, s)? == n);
    }
    let args = SmallVec::from_slice(&[s]);
    let key = PureKey { opnum: R::ArraylenGc, descr: Some(descr), args };
    Ok(opt.pure.get(&key).is_some_and(|&v| opt.vals.get(v) == n))
}

/// The length of a string, which is not null.
pub(crate) fn text_length(opt: &mut Optimizer<'_>, descr: DescrRef, v: V) -> Res<V> {
    if let Some(n) = opt.known_length(descr, v) {
        return Ok(opt.int_const(n));
    }
    let virt = match opt.vals.virt(v) {
        Some(virt) if virt.is_text() => virt.clone(),
        _ => {
            let op = opt.new_op(R::ArraylenGc, &[v], OpDescr::Descr(descr));
            let length = op.result;
            opt.propagate(op)?;
            return Ok(opt.vals.get(length));
        }
    };
    length_of(opt, &virt)
}

fn length_of(opt: &mut Optimizer<'_>, virt: &Virtual) -> Res<V> {
    let length = match *virt {
        Virtual::Concat { descr, left, right, .. } => {
            let lengths = [text_length(opt, descr, left)?, text_length(opt, descr, right)?];
            opt.make_pure(R::IntAdd, &lengths)?
        }
        Virtual::Slice { start, stop, .. } => {
            let (start, stop) = (opt.vals.get(start), opt.vals.get(stop));
            difference(opt, stop, start)?
        }
        _ => return Err(InvalidLoop::internal("not a virtual string")),
    };
    opt.narrow(length, IntBound::range(*LENGTHS.start(), *LENGTHS.end()))?;
    Ok(opt.vals.get(length))
}

/// The item of a virtual concatenation or slice. `None`: it is neither, or the string had to be made.
pub(crate) fn text_item(opt: &mut Optimizer<'_>, v: V, index: V) -> Res<Option<V>> {
    match opt.vals.virt(v) {
        Some(&Virtual::Slice { descr, base, start, .. }) => {
            let index = opt.make_pure(R::IntAdd, &[start, index])?;
            read_char(opt, descr, base, index).map(Some)
        }
        Some(&Virtual::Concat { descr, left, right, .. }) => {
            let cut = text_length(opt, descr, left)?;
            match opt.known_comparison(R::IntLt, index, cut) {
                Some(true) => read_char(opt, descr, left, index).map(Some),
                Some(false) => {
                    let index = opt.make_pure(R::IntSub, &[index, cut])?;
                    read_char(opt, descr, right, index).map(Some)
                }
                None => {
                    opt.force(v)?;
                    Ok(None)
                }
            }
        }
        _ => Ok(None),
    }
}

fn read_char(opt: &mut Optimizer<'_>, descr: DescrRef, v: V, index: V) -> Res<V> {
    let op = opt.new_op(R::GetarrayitemGcPureI, &[v, index], OpDescr::Descr(descr));
    let item = op.result;
    opt.propagate(op)?;
    Ok(opt.vals.get(item))
}

/// Makes a virtual string, whose place in the values is free already.
pub(crate) fn force_text(opt: &mut Optimizer<'_>, v: V, descr: DescrRef, virt: &Virtual) -> Res {
    let Some((address, call)) = opt.descrs.text(descr).and_then(|t| t.copy) else {
        return Err(InvalidLoop::internal("a string cannot be made"));
    };
    let mut parts = Vec::new();
    match *virt {
        Virtual::Concat { left, right, .. } => {
            pieces(opt, descr, left, &mut parts)?;
            pieces(opt, descr, right, &mut parts)?;
        }
        Virtual::Slice { base, start, stop, .. } => {
            let (length, to) = (difference(opt, stop, start)?, opt.int_const(0));
            parts.push(Piece { string: base, from: start, length, to });
        }
        _ => {}
    }
    let mut end = opt.int_const(0);
    for piece in &mut parts {
        piece.to = end;
        end = opt.make_pure(R::IntAdd, &[end, piece.length])?;
        if !item_by_item(opt, piece) {
            opt.force(piece.string)?;
        }
    }
    // Postponed writes to what is copied.
    let effect = &opt.descrs.call(call).effect;
    opt.call_effects(effect)?;
    let new = WOp {
        opnum: R::NewArray,
        args: SmallVec::from_slice(&[end]),
        descr: OpDescr::Descr(descr),
        result: v,
    };
    opt.emit(new)?;
    opt.vals[v].ptr.array = Some(descr);
    opt.vals[v].ptr.min_len = opt.vals.int(end).unwrap_or(0);
    heap::remember_length(opt, v, descr, end);
    let function = opt.env.address(address);
    let function = opt.int_const(function);
    for piece in &parts {
        if item_by_item(opt, piece) {
            for k in 0..opt.vals.int(piece.length).unwrap_or(0) {
                let k = opt.int_const(k);
                let from = opt.make_pure(R::IntAdd, &[piece.from, k])?;
                let item = read_char(opt, descr, piece.string, from)?;
                let to = opt.make_pure(R::IntAdd, &[piece.to, k])?;
                let set = OpDescr::Descr(descr);
                let set = opt.new_op(R::SetarrayitemGc, &[v, to, item], set);
                opt.emit(set)?;
            }
        } else {
            let args = [function, piece.string, v, piece.from, piece.to, piece.length];
            let copy = opt.new_op(R::CallN, &args, OpDescr::Descr(call));
            opt.emit(copy)?;
        }
    }
    Ok(())
}

/// The strings that a string is made of.
fn pieces(opt: &mut Optimizer<'_>, descr: DescrRef, v: V, out: &mut Vec<Piece>) -> Res {
    match opt.vals.virt(v) {
        Some(&Virtual::Concat { left, right, .. }) => {
            pieces(opt, descr, left, out)?;
            pieces(opt, descr, right, out)
        }
        Some(&Virtual::Slice { base, start, stop, .. }) => {
            let (length, to) = (difference(opt, stop, start)?, opt.int_const(0));
            out.push(Piece { string: base, from: start, length, to });
            Ok(())
        }
        _ => {
            let (from, length) = (opt.int_const(0), text_length(opt, descr, v)?);
            out.push(Piece { string: v, from, length, to: from });
            Ok(())
        }
    }
}

/// Says whether a piece is copied without a call.
fn item_by_item(opt: &Optimizer<'_>, piece: &Piece) -> bool {
    let Some(n) = opt.vals.int(piece.length) else { return false };
    let constant = |v| opt.vals.konst(v).is_some();
    match opt.vals.virt(piece.string) {
        Some(Virtual::Array { .. }) => constant(piece.from),
        Some(_) => false,
        None if constant(piece.string) && constant(piece.from) && constant(piece.to) => n <= FEW,
        // (One item is read and written; more are a call's.)
        None => n <= 1,
    }
}

fn strings_equal(opt: &mut Optimizer<'_>, descr: DescrRef, a: V, b: V) -> Res<Option<V>> {
    if a == b {
        return Ok(Some(opt.int_const(1)));
    }
    for (x, y) in [(a, b), (b, a)] {
        if opt.known_nonnull(x) == Some(false) {
            return opt.make_pure(R::PtrIszero, &[y]).map(Some);
        }
    }
    let lengths = (opt.known_length(descr, a), opt.known_length(descr, b));
    if let (Some(n), Some(m)) = lengths {
        if n != m {
            return Ok(Some(opt.int_const(0)));
        }
        if n <= FEW {
            let mut equal = opt.int_const(1);
            for k in 0..n {
                let k = opt.int_const(k);
                let items = [read_char(opt, descr, a, k)?, read_char(opt, descr, b, k)?];
                let same = opt.make_pure(R::IntEq, &items)?;
                equal = opt.make_pure(R::IntAnd, &[equal, same])?;
            }
            return Ok(Some(equal));
        }
    }
    for (x, n) in [(a, lengths.1), (b, lengths.0)] {
        if n == Some(0) && opt.known_nonnull(x) == Some(true) {
            let length = text_length(opt, descr, x)?;
            return opt.make_pure(R::IntIsZero, &[length]).map(Some);
        }
    }
    for (x, y, n) in [(a, b, lengths.1), (b, a, lengths.0)] {
        if n == Some(1) && opt.vals.konst(y).is_some() && !opt.vals.is_virtual(x) {
            let zero = opt.int_const(0);
            let wanted = read_char(opt, descr, y, zero)?;
            let op = opt.new_op(R::SingleItemGc, &[x], OpDescr::Descr(descr));
            let single = op.result;
            opt.propagate(op)?;
            let single = opt.vals.get(single);
            return opt.make_pure(R::IntEq, &[single, wanted]).map(Some);
        }
    }
    for (x, y) in [(a, b), (b, a)] {
        if let Some(&Virtual::Slice { base, start, stop, .. }) = opt.vals.virt(x)
            && let Some((address, call)) = opt.descrs.text(descr).and_then(|t| t.equal_slice)
        {
            let function = opt.env.address(address);
            let args = [opt.int_const(function), base, start, stop, y];
            let op = opt.new_op(R::CallPureI, &args, OpDescr::Descr(call));
            let equal = op.result;
            opt.propagate(op)?;
            return Ok(Some(opt.vals.get(equal)));
        }
    }
    Ok(None)
}

/// The sign of the result counts.
fn strings_compared(opt: &mut Optimizer<'_>, descr: DescrRef, a: V, b: V) -> Res<Option<V>> {
    if a == b {
        return Ok(Some(opt.int_const(0)));
    }
    let (Some(n), Some(m)) = (opt.known_length(descr, a), opt.known_length(descr, b)) else {
        return Ok(None);
    };
    if n == 0 || m == 0 {
        return Ok(Some(opt.int_const(n - m)));
    }
    if n > 1 && m > 1 {
        return Ok(None);
    }
    let zero = opt.int_const(0);
    let (x, y) = (read_char(opt, descr, a, zero)?, read_char(opt, descr, b, zero)?);
    let order = difference(opt, x, y)?;
    if n == m {
        return Ok(Some(order));
    }
    // The first items decide if they differ, otherwise the lengths.
    let one = opt.int_const(1);
    let doubled = opt.make_pure(R::IntLshift, &[order, one])?;
    let shorter = opt.int_const((n < m) as i64 * 2 - 1);
    Ok(Some(difference(opt, doubled, shorter)?))
}

/// `a - b`.
pub(crate) fn difference(opt: &mut Optimizer<'_>, a: V, b: V) -> Res<V> {
    opt.make_pure(R::IntSub, &[a, b])
}
