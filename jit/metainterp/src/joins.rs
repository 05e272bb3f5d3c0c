//! Several values for one guard: bridges that do the same as the code behind the guard.
//!
//! An interpreter that promotes (the map of an object, the class of a receiver) gets a `guard_value` for the value that was seen first, and
//! a bridge for each other one. Often what follows does not depend on which one it is: all maps of a family lead to the same method. Each
//! bridge then has guards of its own, whose failures need bridges again: two such places in a row cost the product of their values, where
//! the sum would do. So a bridge from a `guard_value` whose operations, guards and resume data are those behind the guard is not compiled:
//! the guard lets its value pass ([`jitbackend::Cpu::admit`]).
//!
//! That is right whatever else the code behind the guard relies on. The bridge is a correct continuation for its value, out of nothing but the
//! guard's fail args. The code behind the guard computes the same out of the same. What a later guard would tell its bridges of the value
//! (facts that only hold with the first one) is forgotten.

use crate::compiled::{FailDescr, Kept, Way};
use crate::jit::state::Jit;
use crate::jitprof::add;
use crate::memmgr;
use crate::premises::Premise;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use jitbackend::{Cpu, FailId, RootTable};
use jitmodel::resume::{Fact, ResumeData, ResumeSlot};
use jitmodel::{ConstValue, GuardId, GuardInfo, Kind, Op, OpDescr, OpRef, RefConst, ResOp, Trace};

/// Facts that a guard's bridges may rely on after a join.
pub(crate) type Weaker = (FailId, Vec<Fact<ResumeSlot>>);

/// A bridge beside the code behind a guard.
struct Comparison<'a> {
    way: &'a Way,
    out: &'a Trace,
    /// Values of the bridge as values of the other trace.
    values: Vec<Option<OpRef>>,
    roots: &'a RootTable,
    weaker: Vec<Weaker>,
}

impl Comparison<'_> {
    /// A constant that is the same for the same object.
    fn plain(&self, c: ConstValue) -> ConstValue {
        match c {
            ConstValue::Ref(RefConst::Rooted(slot)) => {
                ConstValue::Ref(RefConst::Prebuilt(self.roots.get(slot) as u64))
            }
            c => c,
        }
    }

    fn same_value(&self, ours: OpRef, theirs: OpRef) -> bool {
        let theirs_const = self.way.kept.trace.const_value(theirs);
        match (self.out.const_value(ours), theirs_const) {
            (Some(a), Some(b)) => self.plain(a) == self.plain(b),
            (None, None) => self.values[ours.index()] == Some(theirs),
            _ => false,
        }
    }

    fn same_values(&self, ours: &[OpRef], theirs: &[OpRef]) -> bool {
        ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| self.same_value(*a, *b))
    }

    /// Says whether a guard of the bridge leaves as the other guard does.
    fn same_exit(&mut self, ours: &GuardInfo, number: u32, theirs: &FailDescr) -> bool {
        let args = &self.way.kept.fail_args[number as usize];
        let Some(resume) = ours.resume.as_deref() else { return false };
        // Fail args as those of the other guard; what it does not have (for what is known of it) is like nothing.
        let place = |n: u32| {
            let ours = ours.fail_args[n as usize]?;
            args.iter().position(|theirs| theirs.is_some_and(|v| self.same_value(ours, v)))
        };
        let places: Vec<u32> = (0..ours.fail_args.len() as u32)
            .map(|n| place(n).map_or(u32::MAX - n, |place| place as u32))
            .collect();
        let plain = |resume: &ResumeData, places: Option<&[u32]>| {
            let mut resume = resume.clone();
            let mut plain = |slot: &mut ResumeSlot| match (slot, places) {
                (ResumeSlot::Const(c), _) => *c = self.plain(*c),
                (ResumeSlot::Box(n), Some(places)) => *n = places[*n as usize],
                _ => {}
            };
            resume.for_each_slot(&mut plain);
            resume.known.iter_mut().for_each(|fact| fact.for_each_value(&mut plain));
            resume
        };
        let theirs_resume = theirs.resume.unpack();
        let (mut a, mut b) = (plain(resume, Some(&places)), plain(&theirs_resume, None));
        let (ours, known) = (core::mem::take(&mut a.known), core::mem::take(&mut b.known));
        if a != b {
            return false;
        }
        if known.iter().any(|fact| !ours.contains(fact)) {
            if theirs.bridged.get() || theirs.busy.get() > 0 {
                return false;
            }
            let facts = theirs_resume.known.iter().zip(&known);
            let kept =
                facts.filter(|(_, plain)| ours.contains(plain)).map(|(fact, _)| fact.clone());
            self.weaker.push((FailId(self.way.kept.first.0 + number), kept.collect()));
        }
        true
    }

    /// Gives the value for which the bridge, which begins with a test for it, goes on as the code behind
    /// the guard.
    fn value(&mut self, fails: &dyn Fn(FailId) -> Rc<FailDescr>) -> Option<ConstValue> {
        let (out, kept, guard) = (self.out, &*self.way.kept, self.way.guard());
        let tested = out.ops.iter().position(|op| op.opnum != ResOp::DebugMergePoint)?;
        let test = &out.ops[tested];
        if test.opnum != ResOp::GuardValue || !self.same_value(test.args[0], guard.args[0]) {
            return None;
        }
        let value = out.const_value(test.args[1])?;
        // The same again would have passed.
        if self.same_value(test.args[1], guard.args[1]) {
            return None;
        }
        let mut valid = self.way.was_valid();
        let mut at = self.way.at + 1;
        for (n, ours) in out.ops.iter().enumerate().skip(tested + 1) {
            let theirs = kept.trace.ops.get(at)?;
            if valid && ours.opnum == ResOp::GuardNotInvalidated && theirs.opnum != ours.opnum {
                continue;
            }
            valid &= !ours.opnum.is_call();
            let falls_in = theirs.opnum == ResOp::Label && ours.opnum == ResOp::Jump;
            if ours.opnum != theirs.opnum && !falls_in {
                return None;
            }
            if ours.opnum == ResOp::DebugMergePoint {
                if debug_text(out, ours) != debug_text(&kept.trace, theirs) {
                    return None;
                }
            } else if !self.same_values(&ours.args, &theirs.args) {
                return None;
            }
            let same = match (ours.descr, theirs.descr) {
                (OpDescr::Guard(a), OpDescr::Guard(b)) => {
                    let theirs = fails(FailId(kept.first.0 + b.0));
                    self.same_exit(&out.guards[a.0 as usize], b.0, &theirs)
                }
                (a, b) => a == b,
            };
            if !same {
                return None;
            }
            self.values[out.op_ref(n).index()] = Some(kept.trace.op_ref(at));
            at += 1;
        }
        Some(value)
    }
}

fn debug_text<'a>(trace: &'a Trace, op: &Op) -> Option<&'a String> {
    trace.strings.get(trace.int_value(op.args[0])? as usize)
}

/// A guard that may let a further value pass.
fn promotes(trace: &Trace, op: &Op) -> bool {
    op.opnum == ResOp::GuardValue
        && trace.kind(op.args[0]) != Kind::Float
        && trace.const_value(op.args[1]).is_some()
}

/// Says whether a compiled trace is to be kept.
pub(crate) fn worth_keeping(out: &Trace) -> bool {
    out.ops.iter().any(|op| promotes(out, op))
}

/// Keeps a compiled trace for those of its guards that may let further values pass; these, and what a bridge of each may join.
/// `from`: the same of the guard that the trace is a bridge of.
pub(crate) fn ways<C: Cpu>(
    jit: &Jit<C>,
    trace: Trace,
    fail_args: Vec<Vec<Option<OpRef>>>,
    first: FailId,
    from: &[Way],
    fails: &[Rc<FailDescr>],
) -> Vec<(FailId, Vec<Way>)> {
    let opens = trace.ops.iter().position(|op| op.opnum != ResOp::DebugMergePoint);
    let premises = placed(jit, jit.foreseen.take(), &trace, fails);
    let kept = Rc::new(Kept { trace, fail_args, first, premises });
    let trace = &kept.trace;
    let guards = trace.ops.iter().enumerate().filter(|(_, op)| promotes(trace, op));
    let ways = guards.filter_map(|(at, op)| {
        let guard = op.guard()?;
        let inputs: Vec<Option<OpRef>> =
            kept.fail_args[guard.0 as usize].iter().filter(|v| v.is_some()).copied().collect();
        // The guard that a bridge begins with: a further value may as well pass the guards before.
        let before = from.iter().filter(|_| opens == Some(at)).filter_map(|way| {
            let input = |v: OpRef| !v.is_const() && v.index() < trace.inputargs.len();
            let outer = |v: OpRef| if input(v) { way.inputs[v.index()] } else { None };
            let inputs = inputs.iter().map(|v| v.and_then(outer)).collect();
            let tested = outer(op.args[0]) == Some(way.guard().args[0]);
            tested.then(|| Way { inputs, ..way.clone() })
        });
        let mut ways: Vec<Way> = before.collect();
        ways.push(Way { kept: kept.clone(), at, inputs });
        Some((FailId(first.0 + guard.0), ways))
    });
    ways.collect()
}

/// Tries to join a bridge: if it is what follows its guard, or one before it that tests the same value, its value
/// passes there from now on.
pub(crate) fn joins<C: Cpu>(jit: &Jit<C>, out: &Trace, fail: FailId, descr: &FailDescr) -> bool {
    for way in &descr.ways {
        if way.inputs.len() != out.inputargs.len() {
            continue;
        }
        let mut values = vec![None; out.num_values()];
        values[..way.inputs.len()].copy_from_slice(&way.inputs);
        let roots = &jit.roots;
        let mut c = Comparison { way, out, values, roots, weaker: vec![] };
        let Some(value) = c.value(&|fail| jit.fail_descr(fail)) else { continue };
        let weaker = c.weaker;
        if jit.cpu.admit(way.fail(), value, descr.owner).is_err() {
            continue;
        }
        weaken(jit, weaker);
        descr.count.set(0);
        memmgr::bridge_belongs(jit, descr.owner, out, fail, 0);
        add(&jit.prof.joined, 1);
        jit.log.section("jit-log-joined", || {
            format!("Guard {} also lets pass what Guard {} failed for", way.fail().0, fail.0)
        });
        return true;
    }
    false
}

/// Bridges of these guards may rely on no more than this from now on.
pub(crate) fn weaken<C: Cpu>(jit: &Jit<C>, weaker: Vec<Weaker>) {
    for (fail, known) in weaker {
        let mut weak = FailDescr::clone(&jit.fail_descr(fail));
        weak.resume.set_known(&known);
        jit.fails.borrow_mut()[fail.0 as usize] = Rc::new(weak);
    }
}

/// The guards of a compiled trace behind which nothing mentions the promoted object, with what is needed of it. `fails`: the trace's
/// guards.
fn placed<C: Cpu>(
    jit: &Jit<C>,
    premises: Vec<Premise>,
    trace: &Trace,
    fails: &[Rc<FailDescr>],
) -> Vec<(usize, Premise)> {
    let ends = trace.ops.last().is_some_and(|op| op.opnum == ResOp::Finish);
    let placed = premises.into_iter().filter_map(|premise| {
        let is = |value| premise.is_about(value, &jit.roots);
        let promoted = |op: &Op| promotes(trace, op) && is(trace.const_value(op.args[1]));
        let guards: Vec<(usize, ResumeData)> = trace
            .ops
            .iter()
            .enumerate()
            .filter(|(_, op)| promoted(op))
            .filter_map(|(at, op)| Some((at, fails[op.guard()?.0 as usize].resume.state())))
            .collect();
        let at = premise.guard_of(&guards, &jit.roots)?;
        let behind = &trace.ops[at + 1..];
        let mentioned = |op: &Op| {
            let keeps = |guard: GuardId| {
                let knows = |slot| matches!(slot, ResumeSlot::Const(c) if is(Some(c)));
                fails[guard.0 as usize].resume.state().any_slot(knows)
            };
            op.opnum == ResOp::Label
                || !promoted(op) && op.args.iter().any(|v| is(trace.const_value(*v)))
                || op.guard().is_some_and(keeps)
        };
        (ends && !behind.iter().any(mentioned)).then_some((at, premise))
    });
    placed.collect()
}
