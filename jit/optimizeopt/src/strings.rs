//! Strings. Concatenations and slices stay virtual: their length, items and equality follow from those of their parts. What needs
//! the object itself makes it, in one piece. Comparisons of strings whose items are known, because the trace made them or because they
//! are constants, are comparisons of items. Also copies of a few items.

use crate::intbound::IntBound;
use crate::optimizer::{Optimizer, PureKey, Res, WOp};
use crate::values::{V, Virtual};
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;
use smallvec::SmallVec;

/// Longer ones are compared by a call.
const MAX_COMPARED: i64 = 8;

/// Maximum number of items that are copied one by one: of a constant to a constant place, and (in
/// the next constant) of others.
const MAX_STORED: i64 = 8;
const MAX_READ: i64 = 2;

/// Maximum number of items that are not copied by a call, also between virtual arrays.
const MAX_COPIED: i64 = 16;

/// Maximum number of nested concatenations that are not made: all that is known of them is asked for
/// again and again.
const MAX_DEPTH: u8 = 8;

/// A part of a string that is being made: items `from..from + length` of `string` go to `to`.
struct Piece {
    string: V,
    from: V,
    length: V,
    to: V,
}

impl Optimizer<'_> {
    /// Gives the result of a call of a known function on strings, if that is cheaper to compute from their items, or
    /// need not be made yet.
    pub fn string_call(&mut self, op: &WOp, effect: &EffectInfo) -> Res<Option<V>> {
        let Some(descr) = self.descrs.text_type(effect) else { return Ok(None) };
        match (effect.oopspec, &op.args[..]) {
            (OopSpec::StrEqual, &[_, a, b]) => self.strings_equal(descr, a, b),
            (OopSpec::StrCmp, &[_, a, b]) => self.strings_compared(descr, a, b),
            (OopSpec::StrConcat, &[_, a, b]) => self.concatenation(op, descr, a, b),
            (OopSpec::StrSlice, &[_, s, start, stop]) => self.slice(op, descr, s, start, stop),
            _ => Ok(None),
        }
    }

    // ------------------------------------------------------------ virtual strings

    /// Says whether strings of this type can be made later.
    fn can_be_made(&self, descr: DescrRef) -> bool {
        self.descrs.text(descr).is_some_and(|t| t.copy.is_some())
    }

    fn concatenation(&mut self, op: &WOp, descr: DescrRef, a: V, b: V) -> Res<Option<V>> {
        if !self.can_be_made(descr) {
            return Ok(None);
        }
        self.make_nonnull(a);
        self.make_nonnull(b);
        for (x, y) in [(a, b), (b, a)] {
            if self.known_length(descr, x) == Some(0) {
                return Ok(Some(y));
            }
        }
        let depth = |o: &Self, v| match o.vals.virt(v) {
            Some(Virtual::Concat { depth, .. }) => *depth,
            _ => 0,
        };
        for v in [a, b] {
            if depth(self, v) >= MAX_DEPTH {
                self.force(v)?;
            }
        }
        let depth = 1 + depth(self, a).max(depth(self, b));
        let virt = Virtual::Concat { descr, left: a, right: b, depth };
        self.virtual_text(op, virt).map(Some)
    }

    fn slice(&mut self, op: &WOp, descr: DescrRef, s: V, start: V, stop: V) -> Res<Option<V>> {
        if !self.can_be_made(descr) {
            return Ok(None);
        }
        self.make_nonnull(s);
        for at in [start, stop] {
            self.narrow(at, IntBound::range(0, *LENGTHS.end()))?;
        }
        let (s, start, stop) = (self.vals.get(s), self.vals.get(start), self.vals.get(stop));
        if self.vals.int(start) == Some(0) && self.is_length(descr, s, stop)? {
            return Ok(Some(s));
        }
        match self.vals.virt(s) {
            Some(&Virtual::Slice { base, start: first, .. }) => {
                let start = self.make_pure(R::IntAdd, &[first, start])?;
                let stop = self.make_pure(R::IntAdd, &[first, stop])?;
                self.virtual_text(op, Virtual::Slice { descr, base, start, stop }).map(Some)
            }
            Some(&Virtual::Concat { left, right, .. }) => {
                // Maybe all of it is in one part.
                let cut = self.text_length(descr, left)?;
                if self.known_comparison(R::IntLe, stop, cut) == Some(true) {
                    return self.slice(op, descr, left, start, stop);
                }
                if self.known_comparison(R::IntLe, cut, start) == Some(true) {
                    let start = self.make_pure(R::IntSub, &[start, cut])?;
                    let stop = self.make_pure(R::IntSub, &[stop, cut])?;
                    return self.slice(op, descr, right, start, stop);
                }
                let virt = Virtual::Slice { descr, base: s, start, stop };
                self.virtual_text(op, virt).map(Some)
            }
            Some(Virtual::Array { clear, items, .. })
                if let (Some(start), Some(stop)) = (self.vals.int(start), self.vals.int(stop))
                    && let Some(items) = items.get(start as usize..stop as usize) =>
            {
                let virt = Virtual::Array { descr, clear: *clear, items: items.to_vec() };
                self.virtual_text(op, virt).map(Some)
            }
            _ => {
                let virt = Virtual::Slice { descr, base: s, start, stop };
                self.virtual_text(op, virt).map(Some)
            }
        }
    }

    /// The result of the call is this string. The same call gives the same one.
    fn virtual_text(&mut self, op: &WOp, virt: Virtual) -> Res<V> {
        let args: SmallVec<[V; 3]> = op.args.iter().map(|&a| self.vals.get(a)).collect();
        let key = PureKey { opnum: op.opnum, descr: Some(op.descr()), args };
        if let Some(known) = self.lookup_pure(&key)? {
            return Ok(known);
        }
        let v = self.vals.fresh(Kind::Ref);
        self.make_virtual(v, virt);
        self.pure.insert(key, v);
        Ok(v)
    }

    /// Says whether `n` is known to be the string's length.
    fn is_length(&mut self, descr: DescrRef, s: V, n: V) -> Res<bool> {
        if let (Some(k), Some(n)) = (self.known_length(descr, s), self.vals.int(n)) {
            return Ok(k == n);
        }
        if self.vals.virt(s).is_some_and(Virtual::is_text) {
            return Ok(self.text_length(descr, s)? == n);
        }
        let args = SmallVec::from_slice(&[s]);
        let key = PureKey { opnum: R::ArraylenGc, descr: Some(descr), args };
        Ok(self.pure.get(&key).is_some_and(|&v| self.vals.get(v) == n))
    }

    /// The length of a string, which is not null.
    pub fn text_length(&mut self, descr: DescrRef, v: V) -> Res<V> {
        if let Some(n) = self.known_length(descr, v) {
            return Ok(self.int_const(n));
        }
        let virt = match self.vals.virt(v) {
            Some(virt) if virt.is_text() => virt.clone(),
            _ => {
                let op = self.new_op(R::ArraylenGc, &[v], OpDescr::Descr(descr));
                let length = op.result;
                self.propagate(op)?;
                return Ok(self.vals.get(length));
            }
        };
        self.length_of(&virt)
    }

    fn length_of(&mut self, virt: &Virtual) -> Res<V> {
        let length = match *virt {
            Virtual::Concat { descr, left, right, .. } => {
                let lengths = [self.text_length(descr, left)?, self.text_length(descr, right)?];
                self.make_pure(R::IntAdd, &lengths)?
            }
            Virtual::Slice { start, stop, .. } => {
                let (start, stop) = (self.vals.get(start), self.vals.get(stop));
                self.difference(stop, start)?
            }
            _ => return Err(crate::InvalidLoop::internal("not a virtual string")),
        };
        self.narrow(length, IntBound::range(*LENGTHS.start(), *LENGTHS.end()))?;
        Ok(self.vals.get(length))
    }

    /// The item of a virtual concatenation or slice. `None`: it is neither, or the string had to be made.
    pub fn text_item(&mut self, v: V, index: V) -> Res<Option<V>> {
        match self.vals.virt(v) {
            Some(&Virtual::Slice { descr, base, start, .. }) => {
                let index = self.make_pure(R::IntAdd, &[start, index])?;
                self.read_char(descr, base, index).map(Some)
            }
            Some(&Virtual::Concat { descr, left, right, .. }) => {
                let cut = self.text_length(descr, left)?;
                match self.known_comparison(R::IntLt, index, cut) {
                    Some(true) => self.read_char(descr, left, index).map(Some),
                    Some(false) => {
                        let index = self.make_pure(R::IntSub, &[index, cut])?;
                        self.read_char(descr, right, index).map(Some)
                    }
                    None => {
                        self.force(v)?;
                        Ok(None)
                    }
                }
            }
            _ => Ok(None),
        }
    }

    fn read_char(&mut self, descr: DescrRef, v: V, index: V) -> Res<V> {
        let op = self.new_op(R::GetarrayitemGcPureI, &[v, index], OpDescr::Descr(descr));
        let item = op.result;
        self.propagate(op)?;
        Ok(self.vals.get(item))
    }

    /// Makes a virtual string, whose place in the values is free already.
    pub fn force_text(&mut self, v: V, descr: DescrRef, virt: &Virtual) -> Res {
        let Some((address, call)) = self.descrs.text(descr).and_then(|t| t.copy) else {
            return Err(crate::InvalidLoop::internal("a string cannot be made"));
        };
        let mut pieces = Vec::new();
        match *virt {
            Virtual::Concat { left, right, .. } => {
                self.pieces(descr, left, &mut pieces)?;
                self.pieces(descr, right, &mut pieces)?;
            }
            Virtual::Slice { base, start, stop, .. } => {
                let (length, to) = (self.difference(stop, start)?, self.int_const(0));
                pieces.push(Piece { string: base, from: start, length, to });
            }
            _ => {}
        }
        let mut end = self.int_const(0);
        for piece in &mut pieces {
            piece.to = end;
            end = self.make_pure(R::IntAdd, &[end, piece.length])?;
            if !self.item_by_item(piece) {
                self.force(piece.string)?;
            }
        }
        // Postponed writes to what is copied.
        let effect = &self.descrs.call(call).effect;
        self.call_effects(effect)?;
        let new = WOp {
            opnum: R::NewArray,
            args: SmallVec::from_slice(&[end]),
            descr: OpDescr::Descr(descr),
            result: v,
        };
        self.emit(new)?;
        self.vals[v].ptr.array = Some(descr);
        self.vals[v].ptr.min_len = self.vals.int(end).unwrap_or(0);
        self.remember_length(v, descr, end);
        let function = self.env.address(address);
        let function = self.int_const(function);
        for piece in &pieces {
            if self.item_by_item(piece) {
                for k in 0..self.vals.int(piece.length).unwrap_or(0) {
                    let k = self.int_const(k);
                    let from = self.make_pure(R::IntAdd, &[piece.from, k])?;
                    let item = self.read_char(descr, piece.string, from)?;
                    let to = self.make_pure(R::IntAdd, &[piece.to, k])?;
                    let set = OpDescr::Descr(descr);
                    let set = self.new_op(R::SetarrayitemGc, &[v, to, item], set);
                    self.emit(set)?;
                }
            } else {
                let args = [function, piece.string, v, piece.from, piece.to, piece.length];
                let copy = self.new_op(R::CallN, &args, OpDescr::Descr(call));
                self.emit(copy)?;
            }
        }
        Ok(())
    }

    /// The strings that a string is made of.
    fn pieces(&mut self, descr: DescrRef, v: V, out: &mut Vec<Piece>) -> Res {
        match self.vals.virt(v) {
            Some(&Virtual::Concat { left, right, .. }) => {
                self.pieces(descr, left, out)?;
                self.pieces(descr, right, out)
            }
            Some(&Virtual::Slice { base, start, stop, .. }) => {
                let (length, to) = (self.difference(stop, start)?, self.int_const(0));
                out.push(Piece { string: base, from: start, length, to });
                Ok(())
            }
            _ => {
                let (from, length) = (self.int_const(0), self.text_length(descr, v)?);
                out.push(Piece { string: v, from, length, to: from });
                Ok(())
            }
        }
    }

    /// Says whether a piece is copied without a call.
    fn item_by_item(&self, piece: &Piece) -> bool {
        let Some(n) = self.vals.int(piece.length) else { return false };
        let constant = |v| self.vals.konst(v).is_some();
        match self.vals.virt(piece.string) {
            Some(Virtual::Array { .. }) => constant(piece.from),
            Some(_) => false,
            None if constant(piece.string) && constant(piece.from) && constant(piece.to) => {
                n <= MAX_STORED
            }
            None => n <= MAX_READ,
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

    fn strings_equal(&mut self, descr: DescrRef, a: V, b: V) -> Res<Option<V>> {
        if a == b {
            return Ok(Some(self.int_const(1)));
        }
        for (x, y) in [(a, b), (b, a)] {
            if self.known_nonnull(x) == Some(false) {
                return self.make_pure(R::PtrIszero, &[y]).map(Some);
            }
        }
        let lengths = (self.known_length(descr, a), self.known_length(descr, b));
        if let (Some(n), Some(m)) = lengths {
            if n != m {
                return Ok(Some(self.int_const(0)));
            }
            if n <= MAX_COMPARED {
                let mut equal = self.int_const(1);
                for k in 0..n {
                    let k = self.int_const(k);
                    let items = [self.read_char(descr, a, k)?, self.read_char(descr, b, k)?];
                    let same = self.make_pure(R::IntEq, &items)?;
                    equal = self.make_pure(R::IntAnd, &[equal, same])?;
                }
                return Ok(Some(equal));
            }
        }
        for (x, n) in [(a, lengths.1), (b, lengths.0)] {
            if n == Some(0) && self.known_nonnull(x) == Some(true) {
                let length = self.text_length(descr, x)?;
                return self.make_pure(R::IntIsZero, &[length]).map(Some);
            }
        }
        for (x, y, n) in [(a, b, lengths.1), (b, a, lengths.0)] {
            if n == Some(1) && self.vals.konst(y).is_some() && !self.vals.is_virtual(x) {
                let zero = self.int_const(0);
                let wanted = self.read_char(descr, y, zero)?;
                let op = self.new_op(R::SingleItemGc, &[x], OpDescr::Descr(descr));
                let single = op.result;
                self.propagate(op)?;
                let single = self.vals.get(single);
                return self.make_pure(R::IntEq, &[single, wanted]).map(Some);
            }
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(&Virtual::Slice { base, start, stop, .. }) = self.vals.virt(x)
                && let Some((address, call)) = self.descrs.text(descr).and_then(|t| t.equal_slice)
            {
                let function = self.env.address(address);
                let args = [self.int_const(function), base, start, stop, y];
                let op = self.new_op(R::CallPureI, &args, OpDescr::Descr(call));
                let equal = op.result;
                self.propagate(op)?;
                return Ok(Some(self.vals.get(equal)));
            }
        }
        Ok(None)
    }

    /// The sign of the result counts.
    fn strings_compared(&mut self, descr: DescrRef, a: V, b: V) -> Res<Option<V>> {
        if a == b {
            return Ok(Some(self.int_const(0)));
        }
        let (Some(n), Some(m)) = (self.known_length(descr, a), self.known_length(descr, b)) else {
            return Ok(None);
        };
        if n == 0 || m == 0 {
            return Ok(Some(self.int_const(n - m)));
        }
        if n > 1 && m > 1 {
            return Ok(None);
        }
        let zero = self.int_const(0);
        let (x, y) = (self.read_char(descr, a, zero)?, self.read_char(descr, b, zero)?);
        let order = self.difference(x, y)?;
        if n == m {
            return Ok(Some(order));
        }
        // The first items decide if they differ, otherwise the lengths.
        let one = self.int_const(1);
        let doubled = self.make_pure(R::IntLshift, &[order, one])?;
        let shorter = self.int_const((n < m) as i64 * 2 - 1);
        Ok(Some(self.difference(doubled, shorter)?))
    }

    // ------------------------------------------------------------ copies

    /// Copies a few items one by one, where an array is virtual.
    pub fn copied(&mut self, op: &WOp, effect: &EffectInfo) -> Res<bool> {
        let &[_, src, dst, from, to, n] = &op.args[..] else { return Ok(false) };
        let (&[read], &[written]) = (&effect.reads[..], &effect.writes[..]) else {
            return Ok(false);
        };
        let Some(n) = self.vals.int(n).filter(|n| *n <= MAX_COPIED) else { return Ok(false) };
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
