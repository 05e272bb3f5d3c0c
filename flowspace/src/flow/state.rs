//! Frame states: what the flow space knows at an instruction, and how two such states merge.

use crate::bytecode::{CodeObject, Op};
use crate::eval::Frame;
use flowmodel::{HlConst, HostRef, VarId};
use std::rc::Rc;

use super::FlowSpace;

/// A value of the flow space.
#[derive(Clone, PartialEq, Debug)]
pub enum FlowValue {
    /// Known only at run time.
    Var(VarId),
    /// Known now.
    Const(HlConst),
    /// Iterator over an `unrolling_iterable`: never merges with another position, so the loop body
    /// is recorded once for each item.
    Unroller(Rc<[HostRef]>, usize),
    /// `super(cls, this)`: only good for getting a method at once.
    Super(HostRef, Box<FlowValue>),
    /// A method got from `Super`: only good for being called.
    Bound(HostRef, Box<FlowValue>),
}

impl FlowValue {
    /// The `None` object.
    pub const NONE: FlowValue = FlowValue::Const(HlConst::None);

    /// The constant, if it is one.
    pub fn as_const(&self) -> Option<&HlConst> {
        match self {
            FlowValue::Const(c) => Some(c),
            _ => None,
        }
    }

    /// The variable, if it is one.
    pub fn as_var(&self) -> Option<VarId> {
        match self {
            FlowValue::Var(v) => Some(*v),
            _ => None,
        }
    }
}

/// A snapshot of a frame between two instructions.
#[derive(Clone, PartialEq, Debug)]
pub struct FrameState {
    /// Next instruction.
    pub pc: usize,
    /// Locals, cells and value stack, one after the other.
    pub slots: Vec<Option<FlowValue>>,
    /// See `FlowSpace::suppressed`.
    pub suppressed: bool,
    nlocals: usize,
    ncells: usize,
}

impl FrameState {
    /// The state of a frame.
    pub fn of(frame: &Frame<FlowSpace<'_>>) -> FrameState {
        let mut slots = frame.locals.clone();
        slots.extend(frame.cells.iter().map(|c| c.value.clone()));
        slots.extend(frame.stack.iter().cloned().map(Some));
        let (nlocals, ncells) = (frame.locals.len(), frame.cells.len());
        FrameState { pc: frame.pc, slots, suppressed: false, nlocals, ncells }
    }

    /// Puts a frame into this state.
    pub fn restore(&self, frame: &mut Frame<FlowSpace<'_>>) {
        frame.pc = self.pc;
        let cells_end = self.nlocals + self.ncells;
        frame.locals = self.slots[..self.nlocals].to_vec();
        for (cell, w) in frame.cells.iter_mut().zip(&self.slots[self.nlocals..cells_end]) {
            cell.value = w.clone();
        }
        frame.stack = self.slots[cells_end..].iter().flatten().cloned().collect();
    }

    /// Whether the state has values that cannot leave their block.
    pub fn has_super(&self) -> bool {
        let bad =
            |s: &Option<FlowValue>| matches!(s, Some(FlowValue::Super(..) | FlowValue::Bound(..)));
        self.slots.iter().any(bad)
    }

    /// Height of the value stack.
    fn stack_len(&self) -> usize {
        self.slots.len() - self.nlocals - self.ncells
    }

    /// Cuts the value stack to `depth` values and pushes two.
    pub fn enter_handler(&mut self, pc: usize, depth: usize, ty: FlowValue, value: FlowValue) {
        self.slots.truncate(self.nlocals + self.ncells + depth);
        self.slots.extend([Some(ty), Some(value)]);
        self.pc = pc;
    }

    /// Removes values from the top of the stack.
    pub fn pop(&mut self, n: usize) {
        debug_assert!(n <= self.stack_len());
        self.slots.truncate(self.slots.len() - n);
    }

    /// Pushes a value.
    pub fn push(&mut self, w: FlowValue) {
        self.slots.push(Some(w));
    }

    /// Forgets locals that no later instruction reads.
    pub fn kill_dead(&mut self, live: &Liveness) {
        for (i, slot) in self.slots[..self.nlocals].iter_mut().enumerate() {
            if slot.is_some() && !live.is_live(self.pc, i) {
                *slot = None;
            }
        }
    }

    /// Name of a local for a slot, if it is one of a local the user wrote.
    pub fn slot_name<'a>(&self, i: usize, code: &'a CodeObject) -> Option<&'a str> {
        let n = code.varnames.get(i).filter(|_| i < self.nlocals)?.as_str();
        let n = n.rsplit('.').next().unwrap_or(n);
        (!n.starts_with('$') && !n.is_empty()).then_some(n)
    }

    /// Whether this state and `other` may share a block. Different constant exception classes in
    /// an `except` chain do not: so the tests of the chain fold.
    fn compatible(&self, other: &FrameState, code: &CodeObject) -> bool {
        debug_assert_eq!(self.slots.len(), other.slots.len());
        if self.suppressed != other.suppressed && !self.same_bound(other) {
            return false;
        }
        let chain = catch_slot(code, self.pc).map(|below| self.slots.len() - below);
        for (i, (a, b)) in self.slots.iter().zip(&other.slots).enumerate() {
            let exact = match (a, b) {
                (Some(FlowValue::Unroller(..)), Some(_)) => true,
                (Some(_), Some(FlowValue::Unroller(..))) => true,
                (Some(FlowValue::Const(_)), Some(_)) | (Some(_), Some(FlowValue::Const(_))) => {
                    chain == Some(i)
                        || i < self.nlocals && code.varnames[i].as_str().starts_with("$etype")
                }
                _ => false,
            };
            if exact && a != b {
                return false;
            }
        }
        true
    }

    /// Whether the states have different values where one of the two is of the kind asked for.
    pub fn differ_where(&self, other: &FrameState, kind: impl Fn(&FlowValue) -> bool) -> bool {
        self.slots.iter().zip(&other.slots).any(|pair| match pair {
            (Some(a), Some(b)) => a != b && (kind(a) || kind(b)),
            _ => false,
        })
    }

    /// Whether the same variables have values in both states.
    pub fn same_bound(&self, other: &FrameState) -> bool {
        self.slots.iter().zip(&other.slots).all(|(a, b)| a.is_some() == b.is_some())
    }

    /// The most special state that covers both; `None` if they must stay apart. New variables
    /// are marked by `fresh`.
    pub fn union(
        &self,
        other: &FrameState,
        code: &CodeObject,
        fresh: &mut dyn FnMut(usize) -> VarId,
    ) -> Option<FrameState> {
        if !self.compatible(other, code) {
            return None;
        }
        let mut slots = Vec::with_capacity(self.slots.len());
        for (i, (a, b)) in self.slots.iter().zip(&other.slots).enumerate() {
            slots.push(match (a, b) {
                (None, _) | (_, None) => None,
                (Some(FlowValue::Var(_)), Some(_)) => a.clone(),
                (Some(x), Some(y)) if x == y => a.clone(),
                _ => Some(FlowValue::Var(fresh(i))),
            });
        }
        let suppressed = self.suppressed && other.suppressed;
        let (nlocals, ncells) = (self.nlocals, self.ncells);
        Some(FrameState { pc: self.pc, slots, suppressed, nlocals, ncells })
    }

    /// Whether merging gave nothing more general than `self` already is.
    pub fn same_shape(&self, merged: &FrameState) -> bool {
        self.suppressed == merged.suppressed
            && self.slots.iter().zip(&merged.slots).all(|(a, b)| match (a, b) {
                (Some(FlowValue::Var(_)), Some(FlowValue::Var(_))) => true,
                _ => a == b,
            })
    }
}

/// At the start of an `except` chain, how far below the end of the slots the type is.
fn catch_slot(code: &CodeObject, pc: usize) -> Option<usize> {
    let is_store = |pc: usize, prefix: &str| match code.instrs.get(pc) {
        Some(Op::StoreFast(i)) => code.varnames[*i as usize].as_str().starts_with(prefix),
        _ => false,
    };
    (is_store(pc, "$evalue") && is_store(pc + 1, "$etype")).then_some(2)
}

/// For each instruction, which locals may still be read.
pub struct Liveness {
    words: usize,
    bits: Vec<u64>,
}

impl Liveness {
    /// Backward data flow over the instructions.
    pub fn of(code: &CodeObject) -> Liveness {
        let n = code.instrs.len();
        let words = code.varnames.len().div_ceil(64).max(1);
        let mut l = Liveness { words, bits: vec![0; n * words] };
        let mut changed = true;
        let mut row = vec![0u64; words];
        while changed {
            changed = false;
            for pc in (0..n).rev() {
                let op = code.instrs[pc];
                row.fill(0);
                if !op.is_terminator() && pc + 1 < n {
                    l.add_to(pc + 1, &mut row);
                }
                if let Some(t) = op.target() {
                    l.add_to(t as usize, &mut row);
                }
                match op {
                    Op::StoreFast(i) | Op::ClearFast(i) => {
                        row[i as usize / 64] &= !(1 << (i % 64));
                    }
                    Op::LoadFast(i) | Op::DeleteFast(i) | Op::KeepFast(i, _) => {
                        row[i as usize / 64] |= 1 << (i % 64)
                    }
                    _ => {}
                }
                if let Some(h) = code.handler_at(pc) {
                    l.add_to(h.target as usize, &mut row);
                }
                let old = &mut l.bits[pc * words..(pc + 1) * words];
                if *old != row[..] {
                    old.copy_from_slice(&row);
                    changed = true;
                }
            }
        }
        l
    }

    fn add_to(&self, pc: usize, row: &mut [u64]) {
        for (r, b) in row.iter_mut().zip(&self.bits[pc * self.words..]) {
            *r |= b;
        }
    }

    /// Whether local `i` may be read from `pc` on.
    pub fn is_live(&self, pc: usize, i: usize) -> bool {
        self.bits[pc * self.words + i / 64] >> (i % 64) & 1 != 0
    }
}
