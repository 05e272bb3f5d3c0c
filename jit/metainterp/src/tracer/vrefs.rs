//! Virtual references in the trace ([`crate::vrefs`]).

use crate::jitprof::AbortReason;
use crate::rooted::RootedConsts;
use crate::step::{Interp, Raised};
use crate::tracer::state::{Tracer, run_outside};
use crate::tracer::vables;
use crate::tracer::values::{CONST, TBox};
use crate::vrefs;
use crate::vrefs::{Tracked, Tracking};
use alloc::vec::Vec;
use jitbackend::Memory;
use jitbackend::exec::execute;
use jitmodel::*;

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
            let word = run_outside(tracer, |mem| execute(mem, op, &words, descr).expect("a call"));
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
    let vables = vables::vables_hold(tracer);
    if refs.is_none() && vables.is_empty() {
        let result = tracer.trace.push(Op { opnum: op, args: recorded, descr });
        return (run_outside(tracer, call), result);
    }
    let mut live = Vec::new();
    if let Some(refs) = refs {
        live.extend((0..tracer.vrefs.list.len()).filter(|n| !tracer.vrefs.list[*n].told));
        for &n in &live {
            tracer.mem.setfield(tracked(tracer, n)[0].word, refs.token, VirtualRefs::TRACING);
        }
    }
    let word = run_outside(tracer, call);
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
    vrefs::tell_frame(tracer.mem, refs, vref.word, frame.word);
    track(tracer, vref, frame);
}
