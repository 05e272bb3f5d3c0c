//! Values that a promoting guard lets pass without a trace for them.
//!
//! What a trace does behind a promotion depends on the promoted object by what is computed of it while tracing: pure operations,
//! reads of fields that never change, elidable calls. All that is written down ([`Use`]). When the guard fails for another object of the same
//! type and each of these computations gives for it what it gave for the first one, then a trace for it would be the same as the one
//! behind the guard. So the guard lets it pass at its first failure ([`foresee`]); a join ([`crate::joins`]) would be found after many.
//!
//! Only what is known to depend on the object in no other way qualifies. No operation, and nothing that a guard keeps, mentions
//! the object, apart from the guards that promote it; it is no green, no quasi-immutable field is read of
//! it, and the trace ends with the portal. What guards tell their bridges about it is forgotten.
//!
//! One object may come out of several variables (the maps of a node and of its child). What is computed of it behind the second promotion may be
//! computed of either: it counts for both. The promotions are told apart by where the program goes on if their guards fail ([`ResumePoint`]).

use crate::compile::FailDescr;
use crate::jit::Jit;
use crate::jitprof::add;
use crate::joins;
use crate::joins::Way;
use crate::tracer::{TBox, Tracer};
use alloc::rc::Rc;
use alloc::{vec, vec::Vec};
use jitbackend::exec::{execute, execute_pure};
use jitbackend::{Cpu, FailId, Memory, RootTable};
use jitmodel::*;
use smallvec::SmallVec;

/// Maximum number of promotions of a trace that are followed.
const MAX_PROMOTIONS: usize = 16;
/// Maximum number of uses: more are not worth being computed again.
const MAX_USES: usize = 24;

/// An operation on constants, one of which is a promoted object.
#[derive(Clone, Debug)]
struct Use {
    what: Operation,
    /// `None`: the object.
    args: SmallVec<[Option<ConstValue>; 4]>,
    result: ConstValue,
}

/// Says which operation it is; see [`Use`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation {
    Pure(ResOp),
    /// A read, or an elidable call.
    Memory(ResOp, DescrRef),
    Class,
}

/// Describes where a guard goes on: the frames, outermost first, with their jitcodes, positions, and constants among
/// the live registers (an interpreter of trees is always at the same position; the tree tells where).
type ResumePoint = Vec<(u32, u32, Vec<(usize, ConstValue)>)>;

/// Gives the place where the guard with this snapshot goes on, as it is recorded.
fn place_of(trace: &Trace, frame: Option<FrameRef>) -> ResumePoint {
    let constant = |(n, v): (usize, &OpRef)| Some((n, trace.const_value(*v)?));
    let frames = frame.map_or(vec![], |top| trace.snapshot_frames(top));
    let place = frames.iter().map(|frame| {
        let consts = frame.slots.iter().enumerate().filter_map(constant);
        (frame.jitcode, frame.pc, consts.collect())
    });
    place.collect()
}

fn is_place(place: &ResumePoint, resume: &ResumeData, roots: &RootTable) -> bool {
    let same = |slot: Option<&ResumeSlot>, c: ConstValue| match slot {
        Some(ResumeSlot::Const(known)) => roots.word(*known) == roots.word(c),
        _ => false,
    };
    place.len() == resume.frames.len()
        && place.iter().zip(&resume.frames).all(|((jitcode, pc, consts), frame)| {
            (frame.jitcode, frame.pc) == (*jitcode, *pc)
                && consts.iter().all(|(n, c)| same(frame.slots.get(*n), *c))
        })
}

/// A promoted object.
#[derive(Debug)]
struct Promotion {
    value: RefConst,
    /// The variable that had it.
    of: OpRef,
    /// The innermost frame at its guard.
    frame: Option<FrameRef>,
    uses: Vec<Use>,
    /// All that depends on it is among the uses.
    plain: bool,
}

/// Says what the trace behind a `guard_value` needs of the object.
#[derive(Clone, Debug)]
pub(crate) struct Premise {
    value: RefConst,
    /// The places of all promotions of the object in the trace, and which of these it is. None if it is the only one.
    places: Rc<[ResumePoint]>,
    which: usize,
    uses: Rc<[Use]>,
}

impl Premise {
    /// Its guard among those of an optimised trace that test for the object, by their places in the trace.
    pub(crate) fn guard_of(
        &self,
        guards: &[(usize, &ResumeData)],
        roots: &RootTable,
    ) -> Option<usize> {
        if self.places.is_empty() {
            let [(only, _)] = guards else { return None };
            return Some(*only);
        }
        // Some are missing where the object is known already. All others must be found, or something has moved.
        let mut found = vec![None; self.places.len()];
        for (at, resume) in guards {
            let mut like = (0..found.len()).filter(|n| is_place(&self.places[*n], resume, roots));
            let (Some(first), None) = (like.next(), like.next()) else { return None };
            if found[first].replace(*at).is_some() {
                return None;
            }
        }
        found[self.which]
    }

    /// Says whether it is about this constant.
    pub(crate) fn is_about(&self, value: Option<ConstValue>, roots: &RootTable) -> bool {
        let Some(ConstValue::Ref(c)) = value else { return false };
        roots.ref_word(c) == roots.ref_word(self.value)
    }
}

/// Objects that a trace promoted.
#[derive(Debug, Default)]
pub struct Promotions {
    all: Vec<Promotion>,
    /// Their addresses, after so many collections.
    words: SmallVec<[i64; 4]>,
    collections: u32,
}

impl Promotions {
    /// The objects' addresses.
    pub(crate) fn words(&mut self, roots: &RootTable) -> &[i64] {
        if self.collections != roots.collections() {
            self.collections = roots.collections();
            self.words = self.all.iter().map(|p| roots.ref_word(p.value)).collect();
        }
        &self.words
    }

    /// Gives the indices of the promotions of an object.
    fn of(&mut self, word: i64, roots: &RootTable) -> SmallVec<[usize; 2]> {
        let words = self.words(roots).iter().enumerate();
        words.filter(|w| *w.1 == word).map(|w| w.0).collect()
    }
}

impl<M: Memory> Tracer<'_, M> {
    /// Notes that what is done next depends on these values in a way that is not written down.
    pub(crate) fn decided_by(&mut self, values: &[TBox]) {
        if self.promotions.all.is_empty() {
            return;
        }
        for v in values.iter().filter(|v| v.kind == Kind::Ref) {
            for n in self.promotions.of(v.word, self.roots) {
                self.promotions.all[n].plain = false;
            }
        }
    }
}

/// `v` has got a guard that promotes it.
pub(crate) fn promotes<M: Memory>(tracer: &mut Tracer<'_, M>, v: TBox) {
    if v.kind != Kind::Ref || v.word == 0 || tracer.mem.type_id(v.word).is_none() {
        return;
    }
    if tracer.promotions.all.len() >= MAX_PROMOTIONS {
        return tracer.decided_by(&[v]);
    }
    let value = tracer.ref_const(v.word);
    let frame = tracer.trace.guards.last().and_then(|guard| guard.snapshot);
    let promotion = Promotion { value, of: v.op, frame, uses: vec![], plain: true };
    tracer.promotions.all.push(promotion);
    tracer.promotions.words.push(v.word);
}

/// The result of an operation on constants is one.
pub(crate) fn folded<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    what: Operation,
    args: &[TBox],
    result: TBox,
) -> TBox {
    if tracer.promotions.all.is_empty() {
        return result;
    }
    for v in args.iter().filter(|v| v.kind == Kind::Ref) {
        let place = |a: &TBox| a.kind == Kind::Ref && a.word == v.word;
        for n in tracer.promotions.of(v.word, tracer.roots) {
            let Promotion { plain, uses, .. } = &tracer.promotions.all[n];
            let twice = args.iter().filter(|a| place(a)).count() > 1;
            if !*plain || uses.len() >= MAX_USES || twice {
                tracer.promotions.all[n].plain = false;
                continue;
            }
            let constant = |a: &TBox| (!place(a)).then(|| tracer.const_value(a.kind, a.word));
            let args = args.iter().map(constant).collect();
            let result = tracer.const_value(result.kind, result.word);
            tracer.promotions.all[n].uses.push(Use { what, args, result });
        }
    }
    result
}

/// An operation was not recorded, since an earlier one had the result: that may have been about another variable with the same object.
pub(crate) fn known_of<M: Memory>(tracer: &mut Tracer<'_, M>, values: &[TBox]) {
    if tracer.promotions.all.len() < 2 {
        return;
    }
    for v in values.iter().filter(|v| v.kind == Kind::Ref && v.is_const()) {
        if tracer.promotions.of(v.word, tracer.roots).len() > 1 {
            tracer.decided_by(&[*v]);
        }
    }
}

/// Gives the promotions on which nothing but their uses depends, after the trace is recorded.
pub(crate) fn premises<M: Memory>(tracer: &mut Tracer<'_, M>) -> Vec<Premise> {
    let promotions = core::mem::take(&mut tracer.promotions.all);
    let (trace, roots) = (&tracer.trace, tracer.roots);
    let word = |p: &Promotion| roots.ref_word(p.value);
    let only_promoted = |p: &Promotion| {
        let is = |v: &OpRef| match trace.const_value(*v) {
            Some(ConstValue::Ref(c)) => roots.ref_word(c) == word(p),
            _ => false,
        };
        let mut promoted = false;
        trace.ops.iter().all(|op| {
            if op.opnum == ResOp::GuardValue && is(&op.args[1]) {
                promoted |= op.args[0] == p.of;
                let known = |q: &Promotion| q.of == op.args[0] && word(q) == word(p);
                return promotions.iter().any(known);
            }
            !op.args.iter().any(|v| is(v) || promoted && *v == p.of)
        })
    };
    let premise = |p: &Promotion| {
        let same: Vec<&Promotion> = promotions.iter().filter(|q| word(q) == word(p)).collect();
        let told_apart = same.iter().filter(|_| same.len() > 1);
        Premise {
            value: p.value,
            places: told_apart.map(|q| place_of(trace, q.frame)).collect(),
            which: same.iter().position(|q| q.of == p.of).unwrap_or(0),
            uses: p.uses.iter().cloned().collect(),
        }
    };
    promotions.iter().filter(|p| p.plain && only_promoted(p)).map(premise).collect()
}

impl<C: Cpu> Jit<C> {
    /// Lets the object pass if it may.
    fn passes(&self, way: &Way, object: i64, descr: &FailDescr, fail: FailId) -> bool {
        let Some(premise) = way.premise() else { return false };
        let mem = self.cpu.mem();
        let first = self.roots.ref_word(premise.value);
        if object == 0 || object == first || mem.type_id(object) != mem.type_id(first) {
            return false;
        }
        let slot = if mem.is_prebuilt(object) { None } else { self.roots.share(object) };
        let value = match slot {
            Some(slot) => RefConst::Rooted(slot),
            None if mem.is_prebuilt(object) => RefConst::Prebuilt(object as u64),
            None => return false,
        };
        let passes = premise.uses.iter().all(|used| same_for(self, used, value))
            && forget_value(self, way, premise)
            && self.cpu.admit(way.fail(), ConstValue::Ref(value), descr.owner).is_ok();
        match slot {
            Some(slot) if passes => self.constants_belong(descr.owner, [slot]),
            Some(slot) => self.roots.release(slot),
            None => {}
        }
        if passes {
            add(&self.prof.foreseen, 1);
            self.log.section("jit-log-joined", || {
                format!(
                    "Guard {} also lets pass what Guard {} failed for, of which all is the same",
                    way.fail().0,
                    fail.0
                )
            });
        }
        passes
    }
}

/// Says whether the guard, or one before it that tests the same value, lets pass what it has just failed for from now on.
/// `words`: its fail args; references among them may move.
pub(crate) fn foresee<C: Cpu>(
    jit: &Jit<C>,
    fail: FailId,
    descr: &FailDescr,
    words: &mut [i64],
) -> bool {
    let mem = jit.cpu.mem();
    if mem.exc_class() != 0 || !descr.ways.iter().any(|way| way.premise().is_some()) {
        return false;
    }
    let refs = descr.kinds.iter().enumerate().filter(|(_, kind)| **kind == Kind::Ref);
    let Some(block) = jit.roots.push_block(words.len()) else { return false };
    refs.clone().for_each(|(n, _)| block.set(&jit.roots, n, words[n]));
    // The calls below may run other code, for which old code is freed.
    jit.memory.open(descr.owner);
    let passes = descr.ways.iter().any(|way| {
        let input = way.inputs.iter().position(|v| *v == Some(way.guard().args[0]));
        let mut places = (0..words.len()).filter(|&n| descr.kinds[n] != Kind::Void);
        let place = input.and_then(|n| places.nth(n));
        place.is_some_and(|n| {
            descr.kinds[n] == Kind::Ref && jit.passes(way, block.get(&jit.roots, n), descr, fail)
        })
    });
    jit.memory.close();
    refs.for_each(|(n, _)| words[n] = block.get(&jit.roots, n));
    jit.roots.pop_block(block);
    passes
}

/// Says whether an operation gives for another object what it gave for the promoted one.
fn same_for<C: Cpu>(jit: &Jit<C>, used: &Use, object: RefConst) -> bool {
    let word = |arg: &Option<ConstValue>| match arg {
        Some(c) => jit.roots.word(*c),
        None => jit.roots.ref_word(object),
    };
    let words: SmallVec<[i64; 4]> = used.args.iter().map(word).collect();
    let mem = jit.cpu.mem();
    let result = match used.what {
        Operation::Pure(op) => execute_pure(op, &words),
        Operation::Memory(op, descr) => execute(mem, op, &words, descr),
        Operation::Class => Some(mem.class_of(words[0])),
    };
    if mem.exc_class() != 0 {
        mem.set_exc(0, 0);
        return false;
    }
    result == Some(jit.roots.word(used.result))
}

/// Nothing behind the guard knows the promoted object any more, if that is possible.
fn forget_value<C: Cpu>(jit: &Jit<C>, way: &Way, premise: &Premise) -> bool {
    let knows = |slot: ResumeSlot| match slot {
        ResumeSlot::Const(c) => premise.is_about(Some(c), &jit.roots),
        _ => false,
    };
    let mut weaker = vec![];
    for fail in way.guards_behind() {
        let descr = jit.fail_descr(fail);
        let about = |fact: &Fact<ResumeSlot>| fact.values().any(knows);
        if descr.resume.known.iter().any(about) {
            if descr.bridged.get() || descr.busy.get() > 0 {
                return false;
            }
            let known = descr.resume.known.iter().filter(|fact| !about(fact)).cloned();
            weaker.push((fail, known.collect()));
        }
    }
    joins::weaken(jit, weaker);
    true
}
