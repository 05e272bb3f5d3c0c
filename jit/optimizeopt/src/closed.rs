//! Counting loops without the loop. If each round adds the same to every value that changes, writes always the same
//! places, and leaves only when a counter meets a limit, then the number of rounds is known: the body becomes its last
//! round. All is arithmetic modulo 2**64, like the loop's own, so nothing is asked about the values.

use crate::label::{ShortArg, ShortOp, TargetToken};
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::hash::FxHashMap;
use jitmodel::*;

/// A value of a round: a label argument plus a number, plus or minus what does not change.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Linear {
    /// Number of the label argument.
    arg: usize,
    add: i64,
    /// (value, subtracted).
    fixed: Option<(OpRef, bool)>,
}

struct Loop<'a> {
    trace: &'a Trace,
    label: usize,
    args: &'a [OpRef],
    next: &'a [OpRef],
}

impl Loop<'_> {
    fn arg(&self, v: OpRef) -> Option<usize> {
        self.args.iter().position(|a| *a == v)
    }
    fn is_fixed(&self, v: OpRef) -> bool {
        v.is_const() || self.arg(v).is_some_and(|n| self.next[n] == v)
    }
    fn int(&self, v: OpRef) -> Option<i64> {
        self.trace.const_value(v)?.int()
    }
    fn linear(&self, v: OpRef) -> Option<Linear> {
        if let Some(arg) = self.arg(v) {
            return Some(Linear { arg, add: 0, fixed: None });
        }
        let op = self.trace.op_of(v)?;
        let (a, b) = match (op.opnum, &op.args[..]) {
            (R::IntAdd, &[a, b]) if self.is_fixed(a) => (b, a),
            (R::IntAdd | R::IntSub, &[a, b]) => (a, b),
            _ => return None,
        };
        let sum = self.linear(a)?;
        let minus = op.opnum == R::IntSub;
        if let Some(k) = self.int(b) {
            let k = if minus { k.wrapping_neg() } else { k };
            return Some(Linear { add: sum.add.wrapping_add(k), ..sum });
        }
        (self.is_fixed(b) && sum.fixed.is_none())
            .then_some(Linear { fixed: Some((b, minus)), ..sum })
    }
    /// Gives what a round adds to each label argument; None for those that stay.
    fn steps(&self) -> Option<Vec<Option<Linear>>> {
        let step = |n: usize| {
            if self.next[n] == self.args[n] {
                return Some(None);
            }
            self.linear(self.next[n]).filter(|step| step.arg == n).map(Some)
        };
        (0..self.args.len()).map(step).collect()
    }
    /// Gives the values at which a guard fails when two of them meet: the first, and the second if
    /// it is not 0.
    fn meeting(&self, guard: &Op) -> Option<(OpRef, Option<OpRef>)> {
        let v = *guard.args.first()?;
        let test = self.trace.op_of(v).map(|op| (op.opnum, &op.args[..]));
        match (guard.opnum, test) {
            (R::GuardTrue, Some((R::IntNe, &[a, b]))) => Some((a, Some(b))),
            (R::GuardFalse, Some((R::IntEq, &[a, b]))) => Some((a, Some(b))),
            (R::GuardTrue, Some((R::IntIsTrue, &[a]))) => Some((a, None)),
            (R::GuardFalse, Some((R::IntIsZero, &[a]))) => Some((a, None)),
            (R::GuardTrue, _) => Some((v, None)),
            _ => None,
        }
    }
    /// Says whether the write is made anyway where the guard fails.
    fn is_pending(&self, write: &Op, guard: &GuardInfo) -> bool {
        let Some(resume) = &guard.resume else { return false };
        let same = |slot: ResumeSlot, v: OpRef| match slot {
            ResumeSlot::Box(n) => guard.fail_args[n as usize] == Some(v),
            ResumeSlot::Const(c) => self.trace.const_value(v) == Some(c),
            _ => false,
        };
        resume.pending.iter().any(|p| {
            let index = match write.opnum {
                R::SetarrayitemGc => p.index.is_some_and(|i| same(i, write.args[1])),
                _ => p.index.is_none(),
            };
            p.descr == write.descr() && index && same(p.object, write.args[0])
        })
    }
    /// Gives the number of the label argument that stands for the place of this write, if the write stores what the
    /// next round finds in it.
    fn carried(&self, write: &Op, target: &TargetToken) -> Option<usize> {
        let (value, place) = write.args.split_last()?;
        let read = match write.opnum {
            R::SetarrayitemGc => R::getarrayitem_gc(self.trace.kind(*value)),
            _ => R::getfield_gc(self.trace.kind(*value)),
        };
        let first = target.state.leaves.len();
        let mut at = first;
        let number: Vec<usize> = target
            .short
            .iter()
            .map(|s| {
                at += s.is_label_arg() as usize;
                at.wrapping_sub(1)
            })
            .collect();
        let same = |arg: &ShortArg, v: OpRef| match arg {
            ShortArg::Label(n) => self.args[*n] == v,
            ShortArg::Short(n) => target.short[*n].is_label_arg() && self.args[number[*n]] == v,
            ShortArg::Const(c) => self.trace.const_value(v) == Some(*c),
        };
        let is_place = |s: &ShortOp| {
            s.opnum == read
                && s.descr == write.descr
                && s.is_label_arg()
                && s.args.iter().zip(place).all(|(a, v)| same(a, *v))
        };
        let n = number[target.short.iter().position(is_place)?];
        (self.next.get(n) == Some(value)).then_some(n)
    }
}

/// The inverse of an odd number modulo 2**64.
pub fn inverse(odd: i64) -> i64 {
    // Each step doubles the number of bits that are right; three are to begin with.
    (0..5).fold(odd, |x, _| x.wrapping_mul(2i64.wrapping_sub(odd.wrapping_mul(x))))
}

/// The trace without its loop, if the body behind the label counts.
pub fn close(trace: &Trace, label: usize, target: &TargetToken) -> Option<Trace> {
    let (start, jump) = (&trace.ops[label], trace.ops.last()?);
    let body = label + 1..trace.ops.len() - 1;
    if jump.opnum != R::Jump || jump.token() != start.token() {
        return None;
    }
    let this = Loop { trace, label, args: &start.args, next: &jump.args };
    let mut exit = None;
    for n in body.clone() {
        let op = &trace.ops[n];
        match op.opnum {
            R::SetarrayitemGc | R::SetfieldGc => {
                let (_, place) = op.args.split_last()?;
                if !place.iter().all(|v| this.is_fixed(*v)) {
                    return None;
                }
            }
            _ if op.opnum.is_guard() && exit.is_none() => exit = Some(n),
            _ if op.opnum.is_foldable() => {}
            _ if op.opnum.has(effects::DEBUG) => {}
            _ => return None,
        }
    }
    let exit = exit?;
    let guard = &trace.ops[exit];
    let info = &trace.guards[guard.guard()?.0 as usize];
    let steps = this.steps()?;
    let (counter, limit) = this.meeting(guard)?;
    let counter = this.linear(counter).filter(|c| c.fixed.is_none())?;
    let step = steps[counter.arg].filter(|s| s.fixed.is_none() && s.add & 1 == 1)?;
    if limit.is_some_and(|l| !this.is_fixed(l)) {
        return None;
    }
    // Writes behind the test, of all rounds but the last.
    let (mut behind, mut left_out) = (Vec::new(), Vec::new());
    for op in trace.ops[exit + 1..body.end].iter().filter(|op| op.opnum.has(effects::WRITES)) {
        if this.is_pending(op, info) {
            left_out.push(op.descr());
        } else {
            behind.push((op, this.carried(op, target)?));
        }
    }
    let mut out = last_round(&this, exit, &steps, (counter, step.add, limit), &behind);
    if let Some(resume) = &mut out.guards[guard.guard()?.0 as usize].resume {
        // That memory holds what the round before wrote is no longer so.
        let kept = |fact: &Fact<ResumeSlot>| match fact {
            Fact::Field(descr, ..) | Fact::Item(descr, ..) => !left_out.contains(descr),
            _ => true,
        };
        resume.known.retain(kept);
    }
    Some(out)
}

fn last_round(
    this: &Loop<'_>,
    exit: usize,
    steps: &[Option<Linear>],
    (counter, step, limit): (Linear, i64, Option<OpRef>),
    behind: &[(&Op, usize)],
) -> Trace {
    let mut out = this.trace.clone();
    out.ops.truncate(this.label + 1);
    // Rounds before the last: where counter + rounds * step is the limit.
    let mut rounds = this.args[counter.arg];
    if counter.add != 0 {
        let less = out.const_int(counter.add.wrapping_neg());
        rounds = out.record(R::IntSub, &[rounds, less]);
    }
    if let Some(limit) = limit {
        rounds = out.record(R::IntSub, &[rounds, limit]);
    }
    rounds = times(&mut out, rounds, inverse(step).wrapping_neg());
    let mut map: FxHashMap<OpRef, OpRef> = FxHashMap::default();
    for (&arg, step) in this.args.iter().zip(steps) {
        let Some(step) = step else { continue };
        if limit.is_none() && arg == this.args[counter.arg] {
            // What meets 0 is 0.
            let value = out.const_int(counter.add.wrapping_neg());
            map.insert(arg, value);
            continue;
        }
        let mut value = arg;
        if step.add == -1 {
            value = out.record(R::IntSub, &[value, rounds]);
        } else if step.add != 0 {
            let more = times(&mut out, rounds, step.add);
            value = out.record(R::IntAdd, &[value, more]);
        }
        if let Some((fixed, minus)) = step.fixed {
            let more = out.record(R::IntMul, &[rounds, fixed]);
            value = out.record(if minus { R::IntSub } else { R::IntAdd }, &[value, more]);
        }
        map.insert(arg, value);
    }
    let rename = |map: &FxHashMap<OpRef, OpRef>, v: OpRef| map.get(&v).copied().unwrap_or(v);
    // What the round before the last left behind its test.
    for (op, n) in behind {
        let mut args = op.args.clone();
        if let Some(value) = args.last_mut() {
            *value = rename(&map, this.args[*n]);
        }
        out.push(Op { opnum: op.opnum, args, descr: op.descr });
    }
    for n in this.label + 1..=exit {
        let op = &this.trace.ops[n];
        let args: Args = op.args.iter().map(|&v| rename(&map, v)).collect();
        if let (R::IntAdd | R::IntSub, [a, b]) = (op.opnum, &args[..])
            && let (Some(ConstValue::Int(a)), Some(ConstValue::Int(b))) =
                (out.const_value(*a), out.const_value(*b))
            && let Ok(sum) = op.opnum.on_words(&[a, b])
        {
            let sum = out.const_int(sum);
            map.insert(this.trace.op_ref(n), sum);
            continue;
        }
        if let Some(guard) = op.guard() {
            let mut info = core::mem::take(&mut out.guards[guard.0 as usize]);
            rename_fail_args(&out, &mut info, |v| rename(&map, v));
            out.guards[guard.0 as usize] = info;
        }
        let value = out.push(Op { opnum: op.opnum, args, descr: op.descr });
        map.insert(this.trace.op_ref(n), value);
    }
    // Never reached.
    if let Some(token) = this.trace.ops[this.label].token() {
        out.record_token(R::Jump, this.args, token);
    }
    out
}

/// Constants among the fail args go into the resume data, and leave holes.
fn rename_fail_args(trace: &Trace, guard: &mut GuardInfo, rename: impl Fn(OpRef) -> OpRef) {
    let mut constants = vec![None; guard.fail_args.len()];
    for (arg, constant) in guard.fail_args.iter_mut().zip(&mut constants) {
        let v = arg.map(&rename);
        *constant = v.and_then(|v| trace.const_value(v));
        *arg = v.filter(|_| constant.is_none());
    }
    let Some(resume) = &mut guard.resume else { return };
    let renamed = |slot: ResumeSlot| match slot {
        ResumeSlot::Box(n) => constants[n as usize].map_or(slot, ResumeSlot::Const),
        _ => slot,
    };
    resume.for_each_slot(&mut |slot| *slot = renamed(*slot));
    resume.known = resume.known.iter().filter_map(|f| f.map(|s| Some(renamed(s)))).collect();
}

fn times(out: &mut Trace, v: OpRef, k: i64) -> OpRef {
    match k {
        1 => v,
        -1 => out.record(R::IntNeg, &[v]),
        _ => {
            let k = out.const_int(k);
            out.record(R::IntMul, &[v, k])
        }
    }
}
