//! Rewrite rules of pure operations: data in `rules/*.rules` (the language: `rules/syntax.rs`), compiled when this package
//! is built. `tests/rules.rs` checks each of them.

use crate::error::Res;
use crate::intbound::IntBound;
use crate::state::{Optimizer, WOp};
use crate::values::V;
use jitmodel::ResOp as R;
use jitmodel::*;
use smallvec::SmallVec;

/// Says what became of an operation.
pub enum Simplified {
    /// Nothing is known that would help.
    No,
    /// It is that value.
    Value(V),
    /// It is this integer.
    Int(i64),
    /// Another operation gives the same.
    Op(R, SmallVec<[V; 4]>),
}

// What hundreds of rules do is a function of its own each time: together they would be twice as large.

/// Another operation.
#[inline(never)]
fn operation(opnum: R, args: &[V]) -> Simplified {
    Simplified::Op(opnum, SmallVec::from_slice(args))
}

/// The operation behind a value.
#[derive(Clone, Copy)]
pub struct Definition {
    /// Says what it does; without its test for overflow.
    pub opnum: R,
    /// Its (first) arguments.
    pub args: [V; 2],
}

impl Optimizer<'_> {
    /// The word of a constant integer or float.
    #[inline(never)]
    fn word(&self, v: V) -> Option<i64> {
        match self.vals[v].konst? {
            ConstValue::Int(i) => Some(i),
            ConstValue::Float(bits) => Some(bits as i64),
            ConstValue::Ref(_) => None,
        }
    }

    #[inline(never)]
    fn word_const(&mut self, kind: Kind, word: i64) -> V {
        match kind {
            Kind::Float => self.vals.constant(ConstValue::Float(word as u64)),
            _ => self.int_const(word),
        }
    }

    /// The operation that gave `v`.
    #[inline(never)]
    fn definition(&self, v: V) -> Option<Definition> {
        let def = &self.defs[self.vals[v].def? as usize];
        let first = self.vals.get(*def.args.first()?);
        let second = def.args.get(1).map_or(first, |&b| self.vals.get(b));
        Some(Definition {
            opnum: def.opnum.unchecked().unwrap_or(def.opnum),
            args: [first, second],
        })
    }

    /// The value of a pure operation.
    pub fn make_pure(&mut self, opnum: R, args: &[V]) -> Res<V> {
        let op = self.new_op(opnum, args, OpDescr::None);
        let result = op.result;
        self.propagate(op)?;
        Ok(self.vals.get(result))
    }
}

#[cfg(debug_assertions)]
mod count {
    use alloc::vec::Vec;
    use core::sync::atomic::{AtomicU32, Ordering};

    static FIRED: [AtomicU32; super::RULES.len()] =
        [const { AtomicU32::new(0) }; super::RULES.len()];

    pub fn note(rule: usize) {
        FIRED[rule].fetch_add(1, Ordering::Relaxed);
    }

    /// Counts the uses of each rule in this process.
    pub fn fired() -> Vec<u32> {
        FIRED.iter().map(|n| n.load(Ordering::Relaxed)).collect()
    }
}

#[cfg(debug_assertions)]
pub use count::fired;
#[cfg(debug_assertions)]
use count::note;

#[cfg(not(debug_assertions))]
fn note(_rule: usize) {}

include!(concat!(env!("OUT_DIR"), "/rules.rs"));
