//! Rebuilds interpreter frames from resume data and the values of a failed guard: virtual objects are allocated and
//! filled, postponed writes done, registers set. The same code serves the blackhole interpreter (where it just
//! happens) and the tracer (where the operations are recorded at the beginning of the bridge as well).

use crate::codes::StaticData;
use crate::frame::StackOverflow;
use crate::step::{Interp, Vals};
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::{RootBlock, RootTable};
use jitmodel::program::Virtualizable;
use jitmodel::*;

/// Lists what rebuilding needs of an interpreter.
pub trait Rebuild: Interp {
    /// True if it wants to know those of the virtualizables' values that memory holds.
    const WANTS_ALL: bool;
    /// The value of the guard's `n`-th fail arg.
    fn input(&self, n: usize, kind: Kind, word: i64) -> Self::V;
    /// True if values are concrete: references are to be rooted.
    const CONCRETE: bool = true;
    /// The value with another word (its object moved).
    fn with_word(v: Self::V, word: i64) -> Self::V;
    /// A constant is a list that never changes.
    fn unchanging(&mut self, _v: Self::V) {}
    /// A call of an elidable function that waited.
    fn late_call(&mut self, function: i64, args: &[Self::V], descr: DescrRef) -> Self::V;
    /// Says whether an exception is pending: such a call lacked memory.
    fn failed(&self) -> bool;
    /// Values of a virtualizable, which is known by its number and layout: (place, whether memory does not hold it, value).
    fn vable(
        &mut self,
        which: (usize, &Virtualizable),
        object: Self::V,
        values: &[(VablePlace, bool, Self::V)],
    );
    /// A virtual reference, and its frame, which memory does not tell.
    fn vref(&mut self, refs: VirtualRefs, vref: Self::V, frame: Self::V);
}

/// Virtual objects of a guard that were made before it failed, since somebody asked for them.
pub struct Forced {
    roots: Rc<RootTable>,
    objects: Vec<Made>,
}

/// One of them.
enum Made {
    /// An object in a root slot.
    Object(u32),
    /// Raw memory.
    Raw(i64),
}

impl Drop for Forced {
    fn drop(&mut self) {
        for object in &self.objects {
            if let Made::Object(slot) = object {
                self.roots.release(*slot);
            }
        }
    }
}

struct Rebuilder<'a, I: Rebuild> {
    it: &'a mut I,
    data: &'a StaticData,
    roots: &'a RootTable,
    resume: &'a ResumeData,
    kinds: &'a [Kind],
    words: &'a [i64],
    /// References among the fail args, then the virtuals.
    block: RootBlock,
    virtuals: Vec<Option<I::V>>,
}

impl<I: Rebuild> Rebuilder<'_, I> {
    fn slot(&mut self, slot: ResumeSlot, kind: Kind) -> I::V {
        match slot {
            ResumeSlot::Const(ConstValue::Ref(r @ RefConst::Rooted(slot)))
                if self.roots.is_unchanging(slot) =>
            {
                let v = self.it.constant(Kind::Ref, self.roots.ref_word(r));
                self.it.unchanging(v);
                v
            }
            ResumeSlot::Const(ConstValue::Int(v)) => self.it.constant(Kind::Int, v),
            ResumeSlot::Const(ConstValue::Float(v)) => self.it.constant(Kind::Float, v as i64),
            ResumeSlot::Const(ConstValue::Ref(r)) => {
                self.it.constant(Kind::Ref, self.roots.ref_word(r))
            }
            ResumeSlot::Zero => self.it.constant(kind, 0),
            ResumeSlot::Box(n) => {
                let n = n as usize;
                let kind = self.kinds[n];
                let word = match kind {
                    Kind::Ref => self.block.get(self.roots, n),
                    _ => self.words[n],
                };
                self.it.input(n, kind, word)
            }
            ResumeSlot::Virtual(n) => {
                let n = n as usize;
                if self.virtuals[n].is_none() {
                    self.late(n);
                }
                if let VirtualInfo::Raw { .. } = *self.resume.virtuals[n] {
                    return self.virtuals[n].expect("allocated first");
                }
                let word = self.block.get(self.roots, self.kinds.len() + n);
                I::with_word(self.virtuals[n].expect("allocated first"), word)
            }
        }
    }

    /// Makes a string of others, or what a call gives.
    fn late(&mut self, n: usize) {
        let resume = self.resume;
        let text = |d| self.data.descrs.text(d);
        let (function, parts) = match &*resume.virtuals[n] {
            VirtualInfo::Concat { descr, parts } => {
                (text(*descr).and_then(|t| t.concat), &parts[..])
            }
            VirtualInfo::Slice { descr, parts } => (text(*descr).and_then(|t| t.slice), &parts[..]),
            VirtualInfo::Call { descr, args } | VirtualInfo::Raw { descr, args, .. } => {
                return self.make_call(n, *descr, args);
            }
            _ => return,
        };
        let (address, call) = function.expect("it was called");
        self.call(n, self.data.address(address), parts, call);
    }

    /// Makes what a call gives.
    fn make_call(&mut self, n: usize, call: DescrRef, args: &[ResumeSlot]) {
        let function = self.slot(args[0], Kind::Int);
        self.call(n, I::word(function), &args[1..], call);
    }

    fn call(&mut self, n: usize, function: i64, parts: &[ResumeSlot], call: DescrRef) {
        // What is made here may collect: only then is it known where the strings are.
        let kinds = &self.data.descrs.call(call).args;
        for (&part, &kind) in parts.iter().zip(kinds) {
            self.slot(part, kind);
        }
        let args: Vals<I::V> =
            parts.iter().zip(kinds).map(|(&part, &kind)| self.slot(part, kind)).collect();
        let v = self.it.late_call(function, &args, call);
        if self.it.failed() {
            no_memory()
        }
        if I::CONCRETE && self.data.descrs.call(call).result == Kind::Ref {
            self.block.set(self.roots, self.kinds.len() + n, I::word(v));
        }
        self.virtuals[n] = Some(v);
    }

    /// The virtual object is there.
    fn made(&mut self, n: usize, v: I::V) {
        if I::word(v) == 0 {
            no_memory()
        }
        if I::CONCRETE {
            self.block.set(self.roots, self.kinds.len() + n, I::word(v));
        }
        self.virtuals[n] = Some(v);
    }

    fn allocate(&mut self, n: usize, info: &VirtualInfo) {
        let (op, length, descr) = match info {
            VirtualInfo::Struct { size, .. } if self.is_vref(n) => (ResOp::VirtualRef, None, *size),
            VirtualInfo::Struct { size, .. } => {
                let vtable = self.data.descrs.size(*size).vtable;
                let op = if vtable.is_some() { ResOp::NewWithVtable } else { ResOp::New };
                (op, None, *size)
            }
            VirtualInfo::Array { descr, items } => {
                (ResOp::NewArrayClear, Some(items.len()), *descr)
            }
            VirtualInfo::ArrayStruct { descr, length, .. } => {
                (ResOp::NewArrayClear, Some(*length as usize), *descr)
            }
            VirtualInfo::Raw { descr, args, .. } => return self.make_call(n, *descr, args),
            VirtualInfo::Concat { .. } | VirtualInfo::Slice { .. } | VirtualInfo::Call { .. } => {
                return;
            }
        };
        let v = match length {
            Some(length) => {
                let length = self.it.constant(Kind::Int, length as i64);
                self.it.memory(op, &[length], descr)
            }
            None => self.it.memory(op, &[], descr),
        };
        self.made(n, v);
    }

    /// Says whether it is a virtual reference that does not hold its frame.
    fn is_vref(&self, n: usize) -> bool {
        self.resume.vrefs.iter().any(|pair| pair.0 == ResumeSlot::Virtual(n as u32))
    }

    /// The objects are there already.
    fn take(&mut self, forced: &Forced) {
        for (n, object) in forced.objects.iter().enumerate() {
            let v = match *object {
                Made::Raw(word) => self.it.constant(Kind::Int, word),
                Made::Object(slot) => {
                    let word = self.roots.get(slot);
                    self.block.set(self.roots, self.kinds.len() + n, word);
                    self.it.constant(Kind::Ref, word)
                }
            };
            self.virtuals[n] = Some(v);
        }
    }

    /// Makes the virtual objects and does what waited.
    fn make(&mut self, jd: usize) {
        let resume = self.resume;
        for (n, info) in resume.virtuals.iter().enumerate() {
            self.allocate(n, info);
        }
        // Strings are made of what is complete; objects may hold strings. Calls that waited read nothing else.
        for strings_first in [true, false] {
            for (n, info) in resume.virtuals.iter().enumerate() {
                if self.has_items(info) == strings_first {
                    self.fill(n, info);
                }
            }
            for write in &resume.pending {
                if self.writes_item(write) == strings_first {
                    self.pending(write);
                }
            }
            for n in 0..resume.virtuals.len() {
                self.slot(ResumeSlot::Virtual(n as u32), Kind::Ref);
            }
        }
        if let Some(refs) = self.data.descrs.virtual_refs {
            for &(vref, frame) in &resume.vrefs {
                let (vref, frame) = (self.slot(vref, Kind::Ref), self.slot(frame, Kind::Ref));
                self.it.vref(refs, vref, frame);
            }
        }
        for vable in &resume.vables {
            self.vable(jd, vable);
        }
    }

    /// Hands a virtualizable on.
    fn vable(&mut self, jd: usize, vable: &VableState<ResumeSlot>) {
        let (data, which) = (self.data, vable.which as usize);
        let layout = &data.drivers[jd].desc.virtualizables[which];
        let object = self.slot(vable.object, Kind::Ref);
        let mut values = Vec::with_capacity(vable.values.len());
        for v in vable.values.iter().filter(|v| v.dirty || I::WANTS_ALL) {
            let descr = match v.place {
                VablePlace::Field(n) => layout.fields[n as usize],
                VablePlace::Item(array, _) => layout.arrays[array as usize].1,
            };
            values.push((v.place, v.dirty, self.slot(v.value, data.descrs.value_kind(descr))));
        }
        self.it.vable((which, layout), object, &values);
    }

    /// Says whether it is an array of integers: what strings may be made of.
    fn has_items(&self, info: &VirtualInfo) -> bool {
        let int = |d| self.data.descrs.array(d).kind == Kind::Int;
        matches!(info, VirtualInfo::Array { descr, .. } if int(*descr))
    }

    /// Says whether it writes an item of such an array.
    fn writes_item(&self, write: &PendingWrite) -> bool {
        let descrs = &self.data.descrs;
        write.index.is_some() && descrs.value_kind(write.descr) == Kind::Int
    }

    fn fill(&mut self, n: usize, info: &VirtualInfo) {
        let object = self.slot(ResumeSlot::Virtual(n as u32), Kind::Ref);
        match info {
            VirtualInfo::Struct { size, fields } => {
                let implied = self.data.descrs.size(*size).vtable.and(self.data.descrs.typeptr);
                for &(descr, slot) in fields {
                    if slot == ResumeSlot::Zero || Some(descr) == implied {
                        continue;
                    }
                    let v = self.slot(slot, self.data.descrs.field(descr).kind);
                    self.it.memory(ResOp::SetfieldGc, &[object, v], descr);
                }
            }
            VirtualInfo::Array { descr, items } => {
                let kind = self.data.descrs.array(*descr).kind;
                for (index, &slot) in items.iter().enumerate() {
                    if slot != ResumeSlot::Zero {
                        let v = self.slot(slot, kind);
                        let index = self.it.constant(Kind::Int, index as i64);
                        self.it.memory(ResOp::SetarrayitemGc, &[object, index, v], *descr);
                    }
                }
            }
            VirtualInfo::ArrayStruct { fields, .. } => {
                for &(index, descr, slot) in fields {
                    if slot != ResumeSlot::Zero {
                        let v = self.slot(slot, self.data.descrs.interior(descr).kind);
                        let index = self.it.constant(Kind::Int, index as i64);
                        self.it.memory(ResOp::SetinteriorfieldGc, &[object, index, v], descr);
                    }
                }
            }
            VirtualInfo::Raw { writes, .. } => {
                for &(op, descr, index, slot) in writes {
                    let v = self.slot(slot, self.data.descrs.value_kind(descr));
                    match index {
                        Some(n) => {
                            let n = self.it.constant(Kind::Int, n);
                            self.it.memory(op, &[object, n, v], descr)
                        }
                        None => self.it.memory(op, &[object, v], descr),
                    };
                }
            }
            VirtualInfo::Concat { .. } | VirtualInfo::Slice { .. } | VirtualInfo::Call { .. } => {}
        }
    }

    fn pending(&mut self, write: &PendingWrite) {
        let object = self.slot(write.object, Kind::Ref);
        let value = self.slot(write.value, self.data.descrs.value_kind(write.descr));
        match write.index {
            None => self.it.memory(ResOp::SetfieldGc, &[object, value], write.descr),
            Some(index) => {
                let index = self.slot(index, Kind::Int);
                self.it.memory(ResOp::SetarrayitemGc, &[object, index, value], write.descr)
            }
        };
    }
}

/// The program's state cannot be had without an object.
fn no_memory() -> ! {
    jitbackend::say!("fatal: no memory to leave compiled code");
    jitbackend::system::abort()
}

/// The fail args of a guard, and the guard's trace.
#[derive(Clone, Copy)]
pub struct Left<'a> {
    /// Data for rebuilding the interpreter's state.
    pub resume: &'a ResumeData,
    /// The trace's jitdriver.
    pub jd: usize,
    /// The fail args' kinds.
    pub kinds: &'a [Kind],
    /// Their values.
    pub words: &'a [i64],
}

impl<'a> Left<'a> {
    fn rebuilder<I: Rebuild>(
        self,
        it: &'a mut I,
        data: &'a StaticData,
        roots: &'a RootTable,
    ) -> Result<Rebuilder<'a, I>, StackOverflow> {
        let Left { resume, kinds, words, .. } = self;
        let block = roots.push_block(kinds.len() + resume.virtuals.len()).ok_or(StackOverflow)?;
        for (n, kind) in kinds.iter().enumerate() {
            if *kind == Kind::Ref {
                block.set(roots, n, words[n]);
            }
        }
        let virtuals = vec![None; resume.virtuals.len()];
        Ok(Rebuilder { it, data, roots, resume, kinds, words, block, virtuals })
    }
}

/// Somebody asks for what the guard behind a call that is being made describes: makes that, but no frames.
pub fn force<I: Rebuild>(
    it: &mut I,
    data: &StaticData,
    roots: &Rc<RootTable>,
    left: Left<'_>,
) -> Result<Forced, StackOverflow> {
    let mut r = left.rebuilder(it, data, roots)?;
    r.make(left.jd);
    let mut forced = Forced { roots: roots.clone(), objects: vec![] };
    for n in 0..r.virtuals.len() {
        let object = match &*left.resume.virtuals[n] {
            VirtualInfo::Raw { .. } => Made::Raw(r.virtuals[n].map_or(0, I::word)),
            _ => {
                let word = r.block.get(roots, left.kinds.len() + n);
                Made::Object(roots.alloc(word).ok_or(StackOverflow)?)
            }
        };
        forced.objects.push(object);
    }
    Ok(forced)
}

/// Pushes the frames that a guard describes onto the interpreter's (empty) stack. `forced`: what was made already. May collect
/// if there are virtuals. Returns the innermost frame's register that the result of a call was put
/// into, for guards that stand behind a call and may fail although it returned.
pub fn rebuild<I: Rebuild>(
    it: &mut I,
    data: &StaticData,
    roots: &RootTable,
    left: Left<'_>,
    mut frames: Frames<'_>,
    forced: Option<&Forced>,
) -> Result<Option<(Kind, u8)>, StackOverflow> {
    let mut result = None;
    let kinds = left.kinds;
    let mut r = left.rebuilder(it, data, roots)?;
    match forced {
        Some(forced) => r.take(forced),
        None => r.make(left.jd),
    }
    for _ in 0..frames.count() {
        frames.next(|jitcode, pc, mut slots| {
            let (jitcode, pc) = (jitcode as usize, pc as usize);
            r.it.stack_mut().push(data, jitcode, I::X::default())?;
            r.it.stack_mut().top_mut().pc = pc;
            let code = &data.jitcodes[jitcode];
            let live = data.liveness.get(code.live_at(pc).expect("checked when it was recorded"));
            let files =
                [(Kind::Int, live.ints), (Kind::Ref, live.refs), (Kind::Float, live.floats)];
            for (kind, regs) in files {
                for (&reg, slot) in regs.iter().zip(&mut slots) {
                    let v = r.slot(slot, kind);
                    r.it.set(kind, reg, v);
                }
            }
            // One more: the result of the call before `pc`, which the guard's failure may need (see `Tracer::guard_after`).
            if let Some(slot) = slots.next() {
                let kind = match slot {
                    ResumeSlot::Box(n) => kinds[n as usize],
                    ResumeSlot::Const(c) => c.kind(),
                    _ => Kind::Ref,
                };
                let v = r.slot(slot, kind);
                r.it.set(kind, code.code[pc - 1], v);
                result = Some((kind, code.code[pc - 1]));
            }
            Ok(())
        })?;
    }
    Ok(result)
}
