//! Last changes of the output, made at once. Range tests that a later one includes: of `x + 1 < n`, … `x + 9 < n` the first
//! guard tests `x + 9 < n` for all, with its own resume data. It leaves the trace earlier than the last would have, which is
//! always right: what stands between is done by whoever goes on. The trace was recorded where all of them held. And writes
//! that waited in vain.

use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::hash::{FxHashMap, FxHashSet};
use jitmodel::*;

/// A guard that lets pass if `base + add < limit`.
#[derive(Clone, Debug)]
pub struct RangeGuard {
    /// Index in the output.
    pub(crate) at: usize,
    /// None: 0.
    pub(crate) base: Option<OpRef>,
    pub(crate) add: i64,
    pub(crate) limit: OpRef,
    /// The sum must not be negative either; the limit is not.
    pub(crate) unsigned: bool,
    /// The limit is known not to be negative before the guard.
    pub(crate) limit_nonneg: bool,
    /// Range of the base, as known before the guard.
    pub(crate) lo: i64,
    pub(crate) hi: i64,
}

impl RangeGuard {
    fn same_family(&self, other: &RangeGuard) -> bool {
        self.base == other.base && self.limit == other.limit
    }
    /// Says whether `base + add` is not negative, by what is known before the guard.
    fn sum_nonneg(&self, add: i64) -> bool {
        self.lo.checked_add(add).is_some_and(|sum| sum >= 0)
    }
}

/// Sums with larger numbers are left alone: none of those below overflows.
pub(crate) const MAX_ADD: i64 = 1 << 40;

/// A write of an item that waited for a later one, in vain: it goes back to where it stood, and the guards that it passes
/// have it done.
#[derive(Clone, Debug)]
pub struct Move {
    /// Index in the output.
    pub from: usize,
    /// The operation before which it stood.
    pub to: usize,
    /// Guards in between.
    pub guards: core::ops::Range<usize>,
    /// (array, index) of items that were known, and that it may change.
    pub killed: Vec<(OpRef, OpRef)>,
}

/// Says what changes in the output.
#[derive(Debug, Default)]
pub struct Plan {
    /// Stronger test of each guard: what it tests instead (sum's base and number, limit, unsigned).
    stronger: FxHashMap<usize, (Option<OpRef>, i64, OpRef, bool)>,
    /// Guards that go.
    gone: FxHashSet<usize>,
    moves: Vec<Move>,
}

impl Plan {
    /// Adds what the tests and writes of one piece of straight code allow, in their order.
    pub fn add(&mut self, tests: &[RangeGuard], moves: &[Move]) {
        self.moves.extend_from_slice(moves);
        for (n, first) in tests.iter().enumerate() {
            if self.gone.contains(&first.at) {
                continue;
            }
            let later =
                || tests[n + 1..].iter().filter(|t| t.same_family(first) && t.add > first.add);
            // No sum below overflows; or the sum that is tested is a small number, and so are all below it.
            let signed = |t: &&RangeGuard| {
                first.hi.checked_add(t.add).is_some() && first.lo.checked_sub(MAX_ADD).is_some()
            };
            let keeps_own = !first.unsigned || first.sum_nonneg(first.add);
            // A test takes over those that reach a little farther: near its own they seldom fail alone.
            let fits = |t: &&RangeGuard| {
                // (An unsigned test relies on the limit; that of the first guard may have told about it.)
                let unsigned = t.unsigned && first.limit_nonneg;
                keeps_own && t.add - first.add <= FEW && (signed(t) || unsigned)
            };
            let Some(last) = later().filter(fits).max_by_key(|t| t.add) else { continue };
            let unsigned = !signed(&last);
            let test = (first.base, last.add, first.limit, unsigned);
            self.stronger.insert(first.at, test);
            for t in tests[n + 1..].iter().filter(|t| t.same_family(first) && t.add <= last.add) {
                if !t.unsigned || first.sum_nonneg(t.add) || unsigned && t.add == last.add {
                    self.gone.insert(t.at);
                }
            }
        }
    }

    /// The trace with these tests. `labels` are indices of operations, and are updated.
    pub fn apply(&self, mut trace: Trace, labels: &mut [usize]) -> Trace {
        if self.stronger.is_empty() && self.moves.is_empty() {
            return trace;
        }
        let mut moves = Vec::with_capacity(self.moves.len());
        for m in &self.moves {
            let at = moves.partition_point(|other: &Move| (other.to, other.from) <= (m.to, m.from));
            moves.insert(at, m.clone());
        }
        for m in &moves {
            let op = trace.ops[m.from].clone();
            for guard in &mut trace.guards[m.guards.clone()] {
                write_is_done(guard, &op, &m.killed);
            }
        }
        let moved: FxHashSet<usize> = moves.iter().map(|m| m.from).collect();
        let mut moves = moves.iter().peekable();
        let mut out = trace.without_ops();
        let ops = core::mem::take(&mut trace.ops);
        let mut map: Vec<OpRef> = trace.inputarg_refs().collect();
        let mut sums: FxHashMap<(OpRef, i64), OpRef> = FxHashMap::default();
        let mut new_labels = labels.to_vec();
        let rename =
            |map: &[OpRef], arg: OpRef| if arg.is_const() { arg } else { map[arg.index()] };
        for (n, op) in ops.iter().enumerate() {
            for (label, new) in labels.iter().zip(&mut new_labels) {
                if *label == n {
                    *new = out.ops.len();
                }
            }
            while let Some(m) = moves.next_if(|m| m.to == n) {
                let op = &ops[m.from];
                let args = op.args.iter().map(|&a| rename(&map, a)).collect();
                out.push(Op { opnum: op.opnum, args, descr: op.descr });
            }
            if moved.contains(&n) {
                map.push(OpRef::value(0));
                continue;
            }
            if op.opnum == R::Label {
                // Code behind it knows only its arguments.
                sums.clear();
            }
            let sum = sum(&trace, op).map(|(base, add)| (rename(&map, base), add));
            if let Some(known) = sum.and_then(|s| sums.get(&s)) {
                map.push(*known);
                continue;
            }
            if self.gone.contains(&n) {
                map.push(OpRef::value(0));
                continue;
            }
            let mut args: Args = op.args.iter().map(|&a| rename(&map, a)).collect();
            let mut opnum = op.opnum;
            if let Some(&(base, add, limit, unsigned)) = self.stronger.get(&n) {
                let small = match base.map(|b| rename(&map, b)) {
                    None => out.const_int(add),
                    Some(base) if add == 0 => base,
                    Some(base) => *sums.entry((base, add)).or_insert_with(|| {
                        let by = out.const_int(add.abs());
                        out.record(if add < 0 { R::IntSub } else { R::IntAdd }, &[base, by])
                    }),
                };
                let less = if unsigned { R::UintLt } else { R::IntLt };
                let test = out.record(less, &[small, rename(&map, limit)]);
                (opnum, args) = (R::GuardTrue, Args::from_slice(&[test]));
            }
            let descr = match op.descr {
                OpDescr::Guard(guard) => {
                    let mut info = core::mem::take(&mut trace.guards[guard.0 as usize]);
                    for arg in info.fail_args.iter_mut().flatten() {
                        *arg = rename(&map, *arg);
                    }
                    for fact in &mut info.known {
                        fact.for_each_value(&mut |v| *v = rename(&map, *v));
                    }
                    if self.stronger.contains_key(&n) {
                        info.known.retain(|fact| !matches!(fact, Fact::Test(..)));
                    }
                    out.guards.push(info);
                    OpDescr::Guard(GuardId(out.guards.len() as u32 - 1))
                }
                other => other,
            };
            let value = out.push(Op { opnum, args, descr });
            if let Some(sum) = sum {
                sums.insert(sum, value);
            }
            map.push(value);
        }
        labels.copy_from_slice(&new_labels);
        out
    }
}

/// The guard need not list the write any more.
fn write_is_done(guard: &mut GuardInfo, write: &Op, killed: &[(OpRef, OpRef)]) {
    let Some(resume) = &mut guard.resume else { return };
    let descr = write.descr();
    let before = resume.pending.len();
    let fail_args = &guard.fail_args;
    resume.pending.retain(|p| {
        let at = match p.index {
            Some(ResumeSlot::Box(n)) => fail_args[n as usize],
            _ => None,
        };
        p.descr != descr || at != Some(write.args[1])
    });
    if resume.pending.len() == before {
        return;
    }
    // Memory holds something else now.
    guard.known.retain(|fact| match fact {
        Fact::Item(d, a, i, _) => *d != descr || !killed.contains(&(*a, *i)),
        _ => true,
    });
    if let [array, index, value] = write.args[..]
        && !guard.known.is_empty()
    {
        guard.known.insert(0, Fact::Item(descr, array, index, value));
    }
    let mut used = vec![false; guard.fail_args.len()];
    resume.for_each_slot(&mut |slot| {
        if let ResumeSlot::Box(n) = slot {
            used[*n as usize] = true;
        }
    });
    let mut number = 0;
    let numbers: Vec<u32> = used
        .iter()
        .map(|&used| {
            number += used as u32;
            number.wrapping_sub(1)
        })
        .collect();
    resume.for_each_slot(&mut |slot| {
        if let ResumeSlot::Box(n) = slot {
            *n = numbers[*n as usize];
        }
    });
    let mut used = used.iter();
    guard.fail_args.retain(|_| *used.next().unwrap_or(&true));
}

/// `(base, add)` of a sum with a constant.
fn sum(trace: &Trace, op: &Op) -> Option<(OpRef, i64)> {
    if !matches!(op.opnum, R::IntAdd | R::IntSub) || op.args[0].is_const() {
        return None;
    }
    let by = trace.const_value(op.args[1])?.int()?;
    Some((op.args[0], if op.opnum == R::IntSub { by.checked_neg()? } else { by }))
}
