//! New objects: the collector's memory is not zero, so what a trace does not fill at once is cleared. What is zero is not cleared again.

use super::super::encode::*;
use super::alloc::{is_access, known_size};
use crate::x86::assemble::state::{Asm, Fresh};
use crate::x86::floats;
use alloc::vec;
use alloc::vec::Vec;
use jitmodel::{ArrayDescr, ConstValue, Kind, ResOp};

impl Asm<'_> {
    /// Keeps account of fresh objects. Whether this operation has no effect, since it clears what is clear.
    pub(super) fn clears_fresh(&mut self, i: usize) -> bool {
        use ResOp::*;
        let op = &self.trace.ops[i];
        let value = match op.opnum {
            New | NewWithVtable | NewArray | NewArrayClear => {
                self.fresh.push(Fresh { object: self.trace.op_ref(i), written: vec![] });
                return false;
            }
            SetfieldGc => op.args[1],
            SetarrayitemGc => op.args[2],
            other => {
                let harmless = other.is_foldable() || other.is_guard() || is_access(other);
                if !harmless || other == SetinteriorfieldGc {
                    self.fresh.clear();
                }
                return false;
            }
        };
        let range = self.written_range(i);
        // Another name of a fresh object could stand for it in a store.
        let Some(fresh) = self.fresh.iter_mut().find(|f| f.object == op.args[0]) else {
            self.fresh.clear();
            return false;
        };
        let Some((at, size)) = range else {
            self.fresh.clear();
            return false;
        };
        let zero = match self.trace.const_value(value) {
            Some(ConstValue::Float(bits)) => bits == 0,
            Some(_) => self.regs.imm32(value) == Some(0),
            None => false,
        };
        let untouched = fresh.written.iter().all(|(a, n)| at + size <= *a || a + n <= at);
        if zero && untouched {
            return true;
        }
        fresh.written.push((at, size));
        false
    }
    /// Gives the part of the object to which the store writes: offset and bytes.
    fn written_range(&self, i: usize) -> Option<(u32, u32)> {
        let op = &self.trace.ops[i];
        let descrs = self.world.mem.descrs();
        if op.opnum == ResOp::SetfieldGc {
            let d = descrs.field(op.descr());
            return Some((d.offset, d.size as u32));
        }
        let d = descrs.array(op.descr());
        let index = self.trace.int_value(op.args[1]).and_then(|n| u32::try_from(n).ok());
        let index = index.filter(|n| *n < 1 << 16)?;
        Some((d.basesize + index * d.itemsize, d.itemsize))
    }
    /// Clears the words of a small object at `r` that are not written before somebody may see them, but for its header.
    pub(super) fn clear_words(&mut self, i: usize, r: Gpr) {
        let size = known_size(self.trace, self.world.mem, i).unwrap_or(0);
        let mut missing = vec![0xff_u8; size as usize / 8];
        missing[0] = 0;
        write_ahead(self, i, &mut missing);
        let words = 1..missing.len() as u32;
        if let Some(fresh) = self.fresh.last_mut() {
            let full = words.clone().filter(|w| missing[*w as usize] == 0);
            fresh.written.extend(full.map(|w| (8 * w, 8)));
        }
        let words: Vec<u32> = words.filter(|w| missing[*w as usize] != 0).collect();
        let at = |word: u32| Mem::new(r, 8 * word as i32);
        match words[..] {
            [] => return,
            [word] => return self.c.store_imm(at(word), 0, 8),
            _ => floats::logic_pd(&mut self.c, 0x57, XMM15, XMM15),
        }
        let mut rest = &words[..];
        while let [word, more @ ..] = rest {
            if more.first() == Some(&(word + 1)) {
                floats::storeupd(&mut self.c, at(*word), XMM15);
                rest = &more[1..];
            } else {
                floats::storesd(&mut self.c, at(*word), XMM15);
                rest = more;
            }
        }
    }
    /// Says whether allocation `i` is of items that the trace writes all: numbers, in an array that is not to be
    /// clear.
    fn items_follow(&self, i: usize, d: &ArrayDescr) -> bool {
        self.trace.ops[i].opnum == ResOp::NewArray && d.kind != Kind::Ref && d.fields.is_empty()
    }
    /// Clears an array of any length from `r`, at least two words, to `end`, which is lost.
    pub(super) fn clear_items(&mut self, i: usize, d: &ArrayDescr, r: Gpr, end: Gpr) {
        if self.items_follow(i, d) {
            for at in (8..d.basesize).step_by(8).filter(|at| Some(*at) != d.lendescr) {
                self.c.store_imm(Mem::new(r, at as i32), 0, 8);
            }
            if let Some(fresh) = self.fresh.last_mut() {
                fresh.written.push((d.basesize, 1 << 30));
            }
            return;
        }
        // The last word, then pairs of words up to the first one.
        self.c.store_imm(Mem::new(end, -8), 0, 8);
        floats::logic_pd(&mut self.c, 0x57, XMM15, XMM15);
        self.c.alu(Alu::Sub, end, r);
        self.c.alu_imm(Alu::And, end, -16);
        self.c.alu(Alu::Add, end, r);
        let pair = self.c.pos();
        self.c.alu_imm(Alu::Sub, end, 16);
        floats::storeupd(&mut self.c, Mem::new(end, 0), XMM15);
        self.c.alu(Alu::Cmp, end, r);
        let more = self.c.jcc(Cond::A);
        self.c.patch(more, pair);
    }
}

/// Takes the bytes from `missing` (a bit each, a byte for a word) that allocation `i` and the operations behind it surely write before
/// anything that may read them, collect, or leave the trace.
fn write_ahead(asm: &Asm<'_>, i: usize, missing: &mut [u8]) {
    use ResOp::*;
    let op = &asm.trace.ops[i];
    let descrs = asm.world.mem.descrs();
    let end = 8 * missing.len() as u32;
    let mut write = |at: u32, size: u32| {
        for at in at..at + size {
            if let Some(word) = missing.get_mut(at as usize / 8) {
                *word &= !(1 << (at % 8));
            }
        }
    };
    match op.opnum {
        New | NewWithVtable => {
            if descrs.size(op.descr()).vtable.is_some()
                && !asm.world.mem.header_tells_class()
                && let Some(d) = descrs.typeptr
            {
                write(descrs.field(d).offset, 8);
            }
        }
        _ => {
            let d = descrs.array(op.descr());
            if let Some(at) = d.lendescr {
                write(at, 8);
            }
            if asm.items_follow(i, d) {
                write(d.basesize, end - d.basesize);
            }
        }
    }
    let object = asm.trace.op_ref(i);
    let leader = asm.groups[i].map(|m| m.leader());
    for (j, op) in asm.trace.ops.iter().enumerate().skip(i + 1) {
        let on_it = op.args.first() == Some(&object);
        let mentioned = op.args.contains(&object);
        let goes_on = match op.opnum {
            SetfieldGc | SetarrayitemGc if on_it => {
                if let Some((at, size)) = asm.written_range(j) {
                    write(at, size);
                }
                true
            }
            New | NewWithVtable | NewArray | NewArrayClear => {
                asm.groups[j].is_some_and(|m| Some(m.leader()) == leader)
            }
            DebugMergePoint => true,
            other => (other.is_foldable() || is_access(other)) && !mentioned,
        };
        if !goes_on {
            return;
        }
    }
}
