//! Virtual references while tracing, and who asks for a frame that compiled code has not made.
//!
//! `virtual_ref(frame)` makes an object that stands for the frame of an inlined call; the program stores it where others may find it
//! (the chain of frames), and `virtual_ref_finish` ends its life. In between it is *live*: the trace has an operation
//! [`ResOp::VirtualRef`], which does not mention the frame, so that the frame stays what the trace alone knows of: nobody else has it. In
//! the object's memory there is no frame either, but a *token*, the address of the machine frame. Guards list live
//! references with their frames: when one fails, the frames are written into them.
//!
//! Whoever asks a reference for its frame looks at the token first. If there is one, [`Jit::force`] is called. The machine frame is in a
//! call then, behind which is a `guard_not_forced` that describes all: what it describes is made, the references get their frames, and
//! the guard fails when the call returns, with these very objects.
//!
//! While tracing, frames and references are ordinary objects. Before a call that may ask, the tokens are set to
//! [`VirtualRefs::TRACING`]; if one is 0 afterwards somebody has asked, and the reference is finished in the trace before that call. So code
//! that is asked in each round does not have to be left each time. Code that was made before somebody began to ask often is given up. What the trace itself reads of a live reference finishes it as well.

use crate::blackhole::Blackhole;
use crate::codes::Transfer;
use crate::compile::FailDescr;
use crate::frame::Stack;
use crate::jit::{Jit, too_deep};
use crate::jitprof::{AbortReason, add};
use crate::resume::{Forced, Left, force};
use crate::step::{Interp, Raised};
use crate::tracer::{CONST, RootedConsts, TBox, Tracer};
use alloc::boxed::Box;
use alloc::vec::Vec;
use jitbackend::exec::execute;
use jitbackend::{Asked, Cpu, Memory};
use jitmodel::*;

/// So often somebody asks for what a `guard_not_forced` describes before its code is given up; twice as often the next time. The next trace
/// may find that its call asks, and tells all before that call. (Measured with top_frames and looking_frames of the conformance programs:
/// who looks in each round, or in each third, is met with the guard 340 times instead of 19,300 times.)
const MOST_LOOKS: u32 = 16;

/// A reference whose frame is being traced.
struct Tracked {
    vref: OpRef,
    frame: OpRef,
    /// The same two objects.
    objects: RootedConsts,
    /// The trace has given it its frame: it is not live any more.
    told: bool,
}

/// Those that `virtual_ref_finish` did not end yet.
#[derive(Default)]
pub struct Tracking {
    list: Vec<Tracked>,
    /// In `Trace::vrefs`, as long as nothing changes.
    snapshot: Option<u32>,
}

impl Tracking {
    /// Operands may have become constants.
    pub fn changed(&mut self) {
        self.snapshot = None;
    }
}

/// Writes to memory what a live reference refers to.
pub fn tell_frame<M: Memory>(mem: &M, refs: VirtualRefs, vref: i64, frame: i64) {
    mem.setfield(vref, refs.frame, frame);
    mem.setfield(vref, refs.token, 0);
}

impl<M: Memory> Tracer<'_, M> {
    /// Reference and frame.
    fn tracked(&self, n: usize) -> [TBox; 2] {
        let t = &self.vrefs.list[n];
        let words = t.objects.words();
        [(t.vref, words[0]), (t.frame, words[1])].map(|(op, word)| TBox {
            word,
            op: if op == CONST { CONST } else { self.heap_cache.current(op) },
            kind: Kind::Ref,
        })
    }

    /// Root slots with the objects; `None`: there is no room.
    fn track(&mut self, vref: TBox, frame: TBox) {
        let mut objects = RootedConsts::new(self.roots);
        for v in [vref, frame] {
            match self.roots.alloc(v.word) {
                Some(slot) => objects.add(slot),
                None => return self.fail(AbortReason::OutOfRoots),
            }
        }
        let told = false;
        self.vrefs.list.push(Tracked { vref: vref.op, frame: frame.op, objects, told });
        self.vrefs.changed();
    }

    /// The reference gets its frame, in the trace.
    fn tell(&mut self, n: usize) {
        if core::mem::replace(&mut self.vrefs.list[n].told, true) {
            return;
        }
        let [vref, frame] = self.tracked(n);
        self.record(ResOp::VirtualRefFinish, &[vref, frame], None);
        self.heap_cache.escape_all(&[vref, frame]);
        self.vrefs.changed();
    }

    /// All references that are live get their frames.
    pub fn tell_live(&mut self) {
        for n in 0..self.vrefs.list.len() {
            self.tell(n);
        }
    }

    /// All references get their frames, and are forgotten: a loop may begin here, or the portal is left.
    pub fn tell_all(&mut self) {
        self.tell_live();
        self.vrefs = Tracking::default();
    }

    /// A field of `object` that only virtual references have is read or written.
    pub fn look_at_vref(&mut self, object: TBox) {
        for n in 0..self.vrefs.list.len() {
            if self.tracked(n)[0].word == object.word {
                self.tell(n);
            }
        }
    }

    fn has_live_vrefs(&self) -> bool {
        self.vrefs.list.iter().any(|t| !t.told)
    }

    /// The live references for a guard.
    pub fn vrefs_snapshot(&mut self) -> Option<u32> {
        if self.vrefs.snapshot.is_none() && self.has_live_vrefs() {
            let live = (0..self.vrefs.list.len()).filter(|n| !self.vrefs.list[*n].told);
            let live: Vec<[TBox; 2]> = live.map(|n| self.tracked(n)).collect();
            let pairs = live.into_iter().map(|[vref, frame]| (self.opref(vref), self.opref(frame)));
            let pairs = pairs.collect();
            self.trace.vrefs.push(pairs);
            self.vrefs.snapshot = Some(self.trace.vrefs.len() as u32 - 1);
        }
        self.vrefs.snapshot
    }

    /// A call of `virtual_ref` or `virtual_ref_finish`; `None`: of something else, or an ordinary call.
    pub fn vref_call(
        &mut self,
        oopspec: OopSpec,
        args: &[TBox],
        descr: DescrRef,
    ) -> Option<Result<TBox, Raised>> {
        let refs = self.data.descrs.virtual_refs?;
        let op = ResOp::call(self.data.descrs.call(descr).result);
        let words: crate::step::Vals<i64> = args.iter().map(|v| v.word).collect();
        match oopspec {
            OopSpec::VirtualRef => {
                let Some(held) = self.roots.alloc(args[1].word) else {
                    self.fail(AbortReason::OutOfRoots);
                    return None;
                };
                let word = self.run_outside(|mem| execute(mem, op, &words, descr).expect("a call"));
                let frame = TBox { word: self.roots.get(held), ..args[1] };
                self.roots.release(held);
                if self.mem.exc_class() != 0 {
                    self.take_memory_error();
                    return Some(Err(Raised));
                }
                let op = self.record(ResOp::VirtualRef, &[], Some(refs.size));
                self.heap_cache.made(op, ResOp::VirtualRef);
                let vref = TBox { word, op, kind: Kind::Ref };
                self.track(vref, frame);
                Some(Ok(vref))
            }
            OopSpec::VirtualRefFinish => {
                let mut all = (0..self.vrefs.list.len()).rev();
                let n = all.find(|n| self.tracked(*n)[0].word == args[1].word)?;
                let [vref, _] = self.tracked(n);
                let null = self.constant(Kind::Ref, 0);
                self.vrefs.changed();
                if self.vrefs.list.remove(n).told {
                    // Whether somebody has asked is to be looked at.
                    return None;
                }
                self.record(ResOp::VirtualRefFinish, &[vref, null], None);
                execute(self.mem, op, &words, descr);
                Some(Ok(TBox { word: 0, op: CONST, kind: Kind::Void }))
            }
            _ => None,
        }
    }

    /// Makes and records a call that may do anything: `recorded` are its operands. Somebody may ask for frames in it, or look at
    /// virtualizables.
    pub fn call_anything(
        &mut self,
        op: ResOp,
        recorded: Args,
        descr: OpDescr,
        call: impl FnOnce(&M) -> i64,
    ) -> (i64, OpRef) {
        let refs = self.data.descrs.virtual_refs.filter(|_| self.has_live_vrefs());
        let vables = self.vables_hold();
        if refs.is_none() && vables.is_empty() {
            let result = self.trace.push(Op { opnum: op, args: recorded, descr });
            return (self.run_outside(call), result);
        }
        let mut live = Vec::new();
        if let Some(refs) = refs {
            live.extend((0..self.vrefs.list.len()).filter(|n| !self.vrefs.list[*n].told));
            for &n in &live {
                self.mem.setfield(self.tracked(n)[0].word, refs.token, VirtualRefs::TRACING);
            }
        }
        let word = self.run_outside(call);
        for n in live {
            let (Some(refs), [vref, _]) = (refs, self.tracked(n)) else { continue };
            match self.mem.getfield(vref.word, refs.token) {
                0 => self.tell(n),
                _ => self.mem.setfield(vref.word, refs.token, 0),
            }
        }
        let held = self.vables_held(vables);
        let result = self.trace.push(Op { opnum: op, args: recorded, descr });
        if held || self.has_live_vrefs() {
            let given = Some(result).filter(|_| op.result() != Kind::Void);
            self.guard_after(ResOp::GuardNotForced, &[], given);
        }
        (word, result)
    }

    /// A guard from which this trace goes on tells of a live reference.
    pub fn vref_rebuilt(&mut self, refs: VirtualRefs, vref: TBox, frame: TBox) {
        tell_frame(self.mem, refs, vref.word, frame.word);
        self.track(vref, frame);
    }
}

impl<C: Cpu> Jit<C> {
    /// Somebody asks for the frame of a virtual reference, or something else that only compiled code has, by its token. Gives the new
    /// token.
    pub fn force(&self, token: i64) -> i64 {
        let mut words = Vec::new();
        let fail = match self.cpu.force(token, &mut words) {
            Asked::At(fail) => fail,
            Asked::NotNow => return token,
            Asked::Nobody => return 0,
        };
        add(&self.prof.forcings, 1);
        let descr = self.fail_descr(fail);
        let mut transfer = Box::new(Transfer::ZERO);
        let Ok(stack) = Stack::new(&self.roots) else { too_deep() };
        let mem = self.cpu.mem();
        let mut maker = Blackhole::new(&self.data, mem, &self.meter, stack, &mut transfer);
        let left = Left { resume: &descr.resume, jd: descr.jd, kinds: &descr.kinds, words: &words };
        let Ok(forced) = force(&mut maker, &self.data, &self.roots, left) else { too_deep() };
        let number = self.next_forced.get();
        self.next_forced.set(number.wrapping_add(1) & i32::MAX as u32);
        self.forced.borrow_mut().insert(number, forced);
        self.cpu.set_forced(token, number);
        0
    }

    /// A `guard_not_forced` failed. It never gets a bridge.
    pub(crate) fn note_look(&self, descr: &FailDescr) {
        let times = descr.aborts.get() + 1;
        descr.aborts.set(times);
        let Some(cell) = self.cell_of(descr.owner) else { return };
        let looks = self.warm.borrow().cell(cell).looks;
        if times >> looks.min(16) < MOST_LOOKS {
            return;
        }
        descr.aborts.set(0);
        self.warm.borrow_mut().cell_mut(cell).looks += 1;
        self.give_up_code(descr.owner);
    }

    /// What was made for a guard that fails because of that.
    pub(crate) fn take_forced(&self, number: Option<u32>) -> Option<Forced> {
        self.forced.borrow_mut().remove(&number?)
    }
}
