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
use crate::jit;
use crate::jit::{Jit, too_deep};
use crate::jitprof::{AbortReason, add};
use crate::resume::{Forced, Left, force};
use crate::step::{Interp, Raised};
use crate::tracer;
use crate::tracer::{CONST, RootedConsts, TBox, Tracer};
use crate::vable;
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
    /// The virtual reference and its frame as rooted constants.
    objects: RootedConsts,
    /// The trace has given it its frame: it is not live any more.
    told: bool,
}

/// Lists the virtual references that `virtual_ref_finish` did not end yet.
#[derive(Default)]
pub struct Tracking {
    list: Vec<Tracked>,
    /// Index in `Trace::vrefs`, as long as nothing changes.
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
    /// The reference gets its frame, in the trace.
    fn tell(&mut self, n: usize) {
        if core::mem::replace(&mut self.vrefs.list[n].told, true) {
            return;
        }
        let [vref, frame] = tracked(self, n);
        self.record(ResOp::VirtualRefFinish, &[vref, frame], None);
        self.heap_cache.escape_all(&[vref, frame]);
        self.vrefs.changed();
    }
}

/// Reference and frame.
fn tracked<M: Memory>(tracer: &Tracer<'_, M>, n: usize) -> [TBox; 2] {
    let t = &tracer.vrefs.list[n];
    let words = t.objects.words();
    [(t.vref, words[0]), (t.frame, words[1])].map(|(op, word)| TBox {
        word,
        op: if op == CONST { CONST } else { tracer.heap_cache.current(op) },
        kind: Kind::Ref,
    })
}

/// Root slots with the objects; `None`: there is no room.
fn track<M: Memory>(tracer: &mut Tracer<'_, M>, vref: TBox, frame: TBox) {
    let mut objects = RootedConsts::new(tracer.roots);
    for v in [vref, frame] {
        match tracer.roots.alloc(v.word) {
            Some(slot) => objects.add(slot),
            None => return tracer.fail(AbortReason::OutOfRoots),
        }
    }
    let told = false;
    tracer.vrefs.list.push(Tracked { vref: vref.op, frame: frame.op, objects, told });
    tracer.vrefs.changed();
}

/// All references that are live get their frames.
pub(crate) fn tell_live<M: Memory>(tracer: &mut Tracer<'_, M>) {
    for n in 0..tracer.vrefs.list.len() {
        tracer.tell(n);
    }
}

/// All references get their frames, and are forgotten: a loop may begin here, or the portal is left.
pub(crate) fn tell_all<M: Memory>(tracer: &mut Tracer<'_, M>) {
    tell_live(tracer);
    tracer.vrefs = Tracking::default();
}

/// A field of `object` that only virtual references have is read or written.
pub(crate) fn look_at_vref<M: Memory>(tracer: &mut Tracer<'_, M>, object: TBox) {
    for n in 0..tracer.vrefs.list.len() {
        if tracked(tracer, n)[0].word == object.word {
            tracer.tell(n);
        }
    }
}

fn has_live_vrefs<M: Memory>(tracer: &Tracer<'_, M>) -> bool {
    tracer.vrefs.list.iter().any(|t| !t.told)
}

/// The live references for a guard.
pub(crate) fn vrefs_snapshot<M: Memory>(tracer: &mut Tracer<'_, M>) -> Option<u32> {
    if tracer.vrefs.snapshot.is_none() && has_live_vrefs(tracer) {
        let live = (0..tracer.vrefs.list.len()).filter(|n| !tracer.vrefs.list[*n].told);
        let live: Vec<[TBox; 2]> = live.map(|n| tracked(tracer, n)).collect();
        let pairs = live.into_iter().map(|[vref, frame]| (tracer.opref(vref), tracer.opref(frame)));
        let pairs = pairs.collect();
        tracer.trace.vrefs.push(pairs);
        tracer.vrefs.snapshot = Some(tracer.trace.vrefs.len() as u32 - 1);
    }
    tracer.vrefs.snapshot
}

/// A call of `virtual_ref` or `virtual_ref_finish`; `None`: of something else, or an ordinary call.
pub(crate) fn vref_call<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    oopspec: OopSpec,
    args: &[TBox],
    descr: DescrRef,
) -> Option<Result<TBox, Raised>> {
    let refs = tracer.data.descrs.virtual_refs?;
    let op = ResOp::call(tracer.data.descrs.call(descr).result);
    let words: crate::step::Vals<i64> = args.iter().map(|v| v.word).collect();
    match oopspec {
        OopSpec::VirtualRef => {
            let Some(held) = tracer.roots.alloc(args[1].word) else {
                tracer.fail(AbortReason::OutOfRoots);
                return None;
            };
            let word =
                tracer::run_outside(tracer, |mem| execute(mem, op, &words, descr).expect("a call"));
            let frame = TBox { word: tracer.roots.get(held), ..args[1] };
            tracer.roots.release(held);
            if tracer.mem.exc_class() != 0 {
                tracer.take_memory_error();
                return Some(Err(Raised));
            }
            let op = tracer.record(ResOp::VirtualRef, &[], Some(refs.size));
            tracer.heap_cache.made(op, ResOp::VirtualRef);
            let vref = TBox { word, op, kind: Kind::Ref };
            track(tracer, vref, frame);
            Some(Ok(vref))
        }
        OopSpec::VirtualRefFinish => {
            let mut all = (0..tracer.vrefs.list.len()).rev();
            let n = all.find(|n| tracked(tracer, *n)[0].word == args[1].word)?;
            let [vref, _] = tracked(tracer, n);
            let null = tracer.constant(Kind::Ref, 0);
            tracer.vrefs.changed();
            if tracer.vrefs.list.remove(n).told {
                // Whether somebody has asked is to be looked at.
                return None;
            }
            tracer.record(ResOp::VirtualRefFinish, &[vref, null], None);
            execute(tracer.mem, op, &words, descr);
            Some(Ok(TBox { word: 0, op: CONST, kind: Kind::Void }))
        }
        _ => None,
    }
}

/// Makes and records a call that may do anything: `recorded` are its operands. Somebody may ask for frames in it, or look at
/// virtualizables.
pub(crate) fn call_anything<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    op: ResOp,
    recorded: Args,
    descr: OpDescr,
    call: impl FnOnce(&M) -> i64,
) -> (i64, OpRef) {
    let refs = tracer.data.descrs.virtual_refs.filter(|_| has_live_vrefs(tracer));
    let vables = vable::vables_hold(tracer);
    if refs.is_none() && vables.is_empty() {
        let result = tracer.trace.push(Op { opnum: op, args: recorded, descr });
        return (tracer::run_outside(tracer, call), result);
    }
    let mut live = Vec::new();
    if let Some(refs) = refs {
        live.extend((0..tracer.vrefs.list.len()).filter(|n| !tracer.vrefs.list[*n].told));
        for &n in &live {
            tracer.mem.setfield(tracked(tracer, n)[0].word, refs.token, VirtualRefs::TRACING);
        }
    }
    let word = tracer::run_outside(tracer, call);
    for n in live {
        let (Some(refs), [vref, _]) = (refs, tracked(tracer, n)) else { continue };
        match tracer.mem.getfield(vref.word, refs.token) {
            0 => tracer.tell(n),
            _ => tracer.mem.setfield(vref.word, refs.token, 0),
        }
    }
    let held = tracer.vables_held(vables);
    let result = tracer.trace.push(Op { opnum: op, args: recorded, descr });
    if held || has_live_vrefs(tracer) {
        let given = Some(result).filter(|_| op.result() != Kind::Void);
        tracer.guard_after(ResOp::GuardNotForced, &[], given);
    }
    (word, result)
}

/// A guard from which this trace goes on tells of a live reference.
pub(crate) fn vref_rebuilt<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    refs: VirtualRefs,
    vref: TBox,
    frame: TBox,
) {
    tell_frame(tracer.mem, refs, vref.word, frame.word);
    track(tracer, vref, frame);
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
}

/// A `guard_not_forced` failed. It never gets a bridge.
pub(crate) fn note_look<C: Cpu>(jit: &Jit<C>, descr: &FailDescr) {
    let times = descr.aborts.get() + 1;
    descr.aborts.set(times);
    let Some(cell) = jit.cell_of(descr.owner) else { return };
    let looks = jit.warm.borrow().cell(cell).looks;
    if times >> looks.min(16) < MOST_LOOKS {
        return;
    }
    descr.aborts.set(0);
    jit.warm.borrow_mut().cell_mut(cell).looks += 1;
    jit::give_up_code(jit, descr.owner);
}

/// Gives what was made for a guard that fails because of that.
pub(crate) fn take_forced<C: Cpu>(jit: &Jit<C>, number: Option<u32>) -> Option<Forced> {
    jit.forced.borrow_mut().remove(&number?)
}
