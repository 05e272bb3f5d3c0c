//! Values that a promoting guard lets pass without a trace for them.
//!
//! What a trace does behind a promotion depends on the promoted object by what is computed of it while tracing: pure operations,
//! reads of fields that never change, elidable calls. All that is written down ([`crate::premises`]). When the guard fails for another object of the same
//! type and each of these computations gives for it what it gave for the first one, then a trace for it would be the same as the one
//! behind the guard. So the guard lets it pass at its first failure ([`foresee`]); a join ([`crate::joins`]) would be found after many.
//!
//! Only what is known to depend on the object in no other way qualifies. No operation, and nothing that a guard keeps, mentions
//! the object, apart from the guards that promote it; it is no green, no quasi-immutable field is read of
//! it, and the trace ends with the portal. What guards tell their bridges about it is forgotten.
//!
//! One object may come out of several variables (the maps of a node and of its child). What is computed of it behind the second promotion may be
//! computed of either: it counts for both. The promotions are told apart by where the program goes on if their guards fail (`ResumePoint` there).

use crate::compiled::{FailDescr, Way};
use crate::jit::state::Jit;
use crate::jitprof::add;
use crate::joins;
use crate::premises::{Operation, Premise, Use};
use alloc::vec;
use jitbackend::exec::{execute, execute_pure};
use jitbackend::{Cpu, FailId, Memory};
use jitmodel::*;
use smallvec::SmallVec;

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
        let about = |fact: &Fact<ResumeSlot>| fact.values().into_iter().any(knows);
        let known = descr.resume.known();
        if known.iter().any(about) {
            if descr.bridged.get() || descr.busy.get() > 0 {
                return false;
            }
            weaker.push((fail, known.into_iter().filter(|fact| !about(fact)).collect()));
        }
    }
    joins::weaken(jit, weaker);
    true
}
