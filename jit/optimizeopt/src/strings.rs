//! Strings: comparisons of strings whose items are known, because the trace made them and they are not allocated yet, or
//! because they are constants.

use crate::optimizer::{Optimizer, Res, WOp};
use crate::values::{V, Virtual};
use jitmodel::ResOp as R;
use jitmodel::*;

/// Longer ones are compared by a call.
const MAX_COMPARED: i64 = 8;

impl Optimizer<'_> {
    /// What a call of a known function on strings gives, if that is cheaper to compute from their items.
    pub fn string_call(&mut self, op: &WOp, effect: &EffectInfo) -> Res<Option<V>> {
        let (&[_, a, b], &[descr]) = (&op.args[..], &effect.reads[..]) else { return Ok(None) };
        if !matches!(self.descrs.get(descr), Descr::Array(d) if d.kind == Kind::Int && d.pure) {
            return Ok(None);
        }
        match effect.oopspec {
            OopSpec::StrEqual => self.strings_equal(descr, a, b),
            OopSpec::StrCmp => self.strings_compared(descr, a, b),
            _ => Ok(None),
        }
    }

    /// Length of a string all of whose items are known without a read of memory.
    fn known_length(&mut self, descr: DescrRef, v: V) -> Option<i64> {
        if let Some(Virtual::Array { items, .. }) = self.vals.virt(v) {
            return Some(items.len() as i64);
        }
        if self.known_nonnull(v) != Some(true) {
            return None;
        }
        let c = self.vals.konst(v)?;
        self.env.array_len(c, descr)
    }

    fn known_item(&mut self, descr: DescrRef, v: V, index: i64) -> Option<V> {
        if let Some(Virtual::Array { items, .. }) = self.vals.virt(v) {
            let item = *items.get(index as usize)?;
            return Some(match item {
                Some(item) => self.vals.get(item),
                None => self.int_const(0),
            });
        }
        let c = self.vals.konst(v)?;
        let c = self.env.read_item(c, index, descr)?;
        Some(self.const_value(c))
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
        let (Some(n), Some(m)) = (self.known_length(descr, a), self.known_length(descr, b)) else {
            return Ok(None);
        };
        if n != m {
            return Ok(Some(self.int_const(0)));
        }
        if n > MAX_COMPARED {
            return Ok(None);
        }
        let mut equal = self.int_const(1);
        for k in 0..n {
            let (x, y) = (self.known_item(descr, a, k), self.known_item(descr, b, k));
            let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
            let same = self.make_pure(R::IntEq, &[x, y])?;
            equal = self.make_pure(R::IntAnd, &[equal, same])?;
        }
        Ok(Some(equal))
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
        let (x, y) = (self.known_item(descr, a, 0), self.known_item(descr, b, 0));
        let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
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
}
