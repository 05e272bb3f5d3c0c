//! Last step: operations without effect whose results nobody uses go, values are renumbered. Of what is known at a guard stays
//! what is about values that live on.

use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::effects::{ALLOCATES, READS, WRITES};
use jitmodel::*;

/// Says whether the operation can go if its result is not used.
fn removable(trace: &Trace, op: &Op, descrs: &DescrTable) -> bool {
    if op.opnum.is_foldable() {
        return true;
    }
    // What became superfluous when an earlier guard was made stronger.
    if op.opnum == R::GuardTrue && trace.int_value(op.args[0]).is_some_and(|v| v != 0) {
        return true;
    }
    if op.opnum.is_call() {
        return matches!(op.opnum, R::CallI | R::CallR | R::CallF)
            && descrs.call(op.descr()).effect.extra == ExtraEffect::ElidableCannotRaise;
    }
    !op.opnum.is_guard()
        && op.opnum.result() != Kind::Void
        && op.opnum.has(READS | ALLOCATES)
        && !op.opnum.has(WRITES)
        && op.opnum != R::SaveException
}

/// Says whether the operation makes something new from values alone, and can fail for want of memory
/// only.
fn makes_value(op: &Op, descrs: &DescrTable) -> bool {
    matches!(op.opnum, R::CallI | R::CallR | R::CallF)
        && descrs.call(op.descr()).effect.extra == ExtraEffect::ElidableOrMemoryError
}

/// The trace without dead operations; `labels` are indices of operations, and are updated.
pub fn remove_dead(mut trace: Trace, descrs: &DescrTable, labels: &mut [usize]) -> Trace {
    let inputs = trace.inputargs.len();
    let mut live = vec![false; trace.num_values()];
    // The last operation that needs each.
    let mut last = vec![0; trace.num_values()];
    let mut keep = vec![false; trace.ops.len()];
    for (n, op) in trace.ops.iter().enumerate().rev() {
        // A text that nobody wants goes with the guard behind its call.
        let dead_call = |n: usize| makes_value(&trace.ops[n], descrs) && !live[inputs + n];
        if op.opnum == R::GuardNoException && n > 0 && dead_call(n - 1)
            || trace.ops.get(n + 1).is_some_and(|g| g.opnum == R::GuardNoException)
                && !keep[n + 1]
                && dead_call(n)
        {
            continue;
        }
        let guarded = trace.ops.get(n + 1).is_some_and(|g| g.opnum == R::GuardNoException);
        let waited = !guarded && makes_value(op, descrs);
        // (Some handler takes what a guard behind an array finds, wanted or not.)
        keep[n] = live[inputs + n]
            || !waited && !removable(&trace, op, descrs)
            || guarded && op.opnum.has(ALLOCATES);
        if !keep[n] {
            continue;
        }
        let guard = op.guard().map(|g| &trace.guards[g.0 as usize].fail_args);
        let fail_args = guard.into_iter().flatten().flatten();
        for arg in op.args.iter().chain(fail_args).filter(|a| !a.is_const()) {
            let arg = arg.index();
            if !live[arg] {
                last[arg] = n;
            }
            live[arg] = true;
        }
    }
    let mut map: Vec<OpRef> = Vec::with_capacity(trace.num_values());
    map.extend(trace.inputarg_refs());
    let mut places = Places::new(trace.num_values());
    let ops = core::mem::take(&mut trace.ops);
    let mut guards = core::mem::take(&mut trace.guards);
    let mut out = trace;
    out.ops.reserve_exact(keep.iter().filter(|k| **k).count());
    for (n, mut op) in ops.into_iter().enumerate() {
        for label in labels.iter_mut().filter(|l| **l == n) {
            // Marked so that it cannot be found again at its new place.
            *label = usize::MAX - out.ops.len();
        }
        if !keep[n] {
            map.push(OpRef::value(0));
            continue;
        }
        let rename = |arg: OpRef| if arg.is_const() { arg } else { map[arg.index()] };
        for arg in &mut op.args {
            *arg = rename(*arg);
        }
        if let OpDescr::Guard(guard) = op.descr {
            let mut info = core::mem::take(&mut guards[guard.0 as usize]);
            let known = core::mem::take(&mut info.known);
            if let Some(resume) = info.resume.as_mut().filter(|_| !known.is_empty()) {
                let lives_on = |v: OpRef| last[v.index()] > n;
                let konst = |v| out.const_value(v);
                resume.known = settle(&known, &mut info.fail_args, &mut places, konst, lives_on);
            }
            for arg in info.fail_args.iter_mut().flatten() {
                *arg = rename(*arg);
            }
            out.guards.push(GuardInfo {
                fail_args: info.fail_args,
                resume: info.resume,
                ..Default::default()
            });
            op.descr = OpDescr::Guard(GuardId(out.guards.len() as u32 - 1));
        }
        map.push(out.push(op));
    }
    for label in labels {
        *label = usize::MAX - *label;
    }
    out
}

/// Index of the values among the fail args of one guard. The table is kept from guard to guard: an entry counts if it
/// bears the guard's number.
struct Places {
    pub(crate) guard: u32,
    pub(crate) by_value: Vec<(u32, u32)>,
    /// Room for the facts of one guard.
    pub(crate) kept: Vec<Fact<ResumeSlot>>,
}

impl Places {
    /// Makes the index for so many values.
    fn new(values: usize) -> Places {
        Places { guard: 0, by_value: vec![(0, 0); values], kept: vec![] }
    }
    fn begin(&mut self, fail_args: &[Option<OpRef>]) {
        self.guard += 1;
        for (n, v) in fail_args.iter().enumerate().rev() {
            if let Some(v) = v {
                self.add(*v, n);
            }
        }
    }
    fn add(&mut self, v: OpRef, n: usize) {
        self.by_value[v.index()] = (self.guard, n as u32);
    }
    fn get(&self, v: OpRef) -> Option<u32> {
        let (guard, n) = self.by_value[v.index()];
        (guard == self.guard).then_some(n)
    }
}

/// The facts about values that are fail args or live behind the guard: those become fail args, too.
fn settle(
    known: &[Fact<OpRef>],
    fail_args: &mut Vec<Option<OpRef>>,
    places: &mut Places,
    constant: impl Fn(OpRef) -> Option<ConstValue>,
    lives_on: impl Fn(OpRef) -> bool,
) -> Vec<Fact<ResumeSlot>> {
    places.begin(fail_args);
    let given = fail_args.len();
    // What is known of memory is worth a further fail arg, bounds alone are not.
    for fact in
        known.iter().filter(|f| matches!(f, Fact::Field(..) | Fact::Item(..) | Fact::Length(..)))
    {
        let there = |v: OpRef| {
            let place = || places.get(v).is_some_and(|n| (n as usize) < given);
            v.is_const() || place() || lives_on(v)
        };
        let values = fact.values();
        if values.iter().all(|&v| there(v)) {
            for v in values.into_iter().filter(|v| !v.is_const()) {
                if places.get(v).is_none() {
                    places.add(v, fail_args.len());
                    fail_args.push(Some(v));
                }
            }
        }
    }
    // Most guards keep few of them, for as long as the trace lives.
    let mut kept = core::mem::take(&mut places.kept);
    let slot = |v: OpRef| match v.is_const() {
        true => constant(v).map(ResumeSlot::Const),
        false => places.get(v).map(ResumeSlot::Box),
    };
    kept.extend(known.iter().filter_map(|fact| fact.map(slot)));
    let mut out = Vec::with_capacity(kept.len());
    out.append(&mut kept);
    places.kept = kept;
    out
}
