//! Sums that nobody computes. An index `x + k` is part of an address as well as `x` is, and where a guard fails it is enough to
//! know that it is `x` and a number. If that is all a sum is needed for, and `x` lives as long, it is never in a register: who
//! comes from the guard adds. Instead of `x` it may be another sum of it that is in a register: the loop's next `x`, mostly.

use alloc::vec::Vec;
use jitmodel::hash::FxHashMap;
use jitmodel::{Kind, Op, OpRef, ResOp, Trace};

/// Numbers up to here are added: sums of them do not overflow.
const MOST: i64 = 1 << 24;

/// A sum: the value that it is made of, and the number.
pub type Sum = Option<(OpRef, i32)>;

/// The operand that is an index, of operations that take it as part of an address and for nothing else.
pub fn index_of(trace: &Trace, op: &Op) -> Option<OpRef> {
    use ResOp::*;
    match op.opnum {
        GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF | GetarrayitemGcPureI
        | GetarrayitemGcPureR | GetarrayitemGcPureF | GetarrayitemRawI | GetarrayitemRawR
        | GetarrayitemRawF | GetinteriorfieldGcI | GetinteriorfieldGcR | GetinteriorfieldGcF
        | SetarrayitemRaw | RawLoadI | RawLoadF | RawStore => Some(op.args[1]),
        // A write barrier wants the index.
        SetarrayitemGc | SetinteriorfieldGc if trace.kind(op.args[2]) != Kind::Ref => {
            Some(op.args[1])
        }
        _ => None,
    }
}

/// A value in the trace.
#[derive(Clone, Default)]
struct Seen {
    /// What it is a sum of.
    made_of: Sum,
    /// It is needed as a value.
    is_computed: bool,
    /// First and last operation that needs it somehow.
    first: usize,
    last: usize,
}

impl Seen {
    fn use_at(&mut self, i: usize) {
        self.first = self.first.min(i);
        self.last = i;
    }
}

/// Finds the sums, by value. `more`: a value that an operation needs besides its arguments.
pub fn find(trace: &Trace, more: &impl Fn(usize) -> Option<OpRef>) -> Vec<Sum> {
    let inputs = trace.inputargs.len();
    let new = Seen { first: usize::MAX, ..Seen::default() };
    let mut all: Vec<Seen> = vec![new; trace.num_values()];
    for (i, op) in trace.ops.iter().enumerate() {
        let index = index_of(trace, op);
        for (n, a) in op.args.iter().enumerate().filter(|(_, a)| !a.is_const()) {
            let value = &mut all[a.index()];
            value.use_at(i);
            value.is_computed |= n != 1 || index.is_none();
        }
        if let Some(a) = more(i).filter(|a| !a.is_const()) {
            all[a.index()].is_computed = true;
        }
        if let Some(g) = op.guard() {
            let args = trace.guards[g.0 as usize].fail_args.iter().flatten();
            args.filter(|a| !a.is_const()).for_each(|a| all[a.index()].use_at(i));
        }
        if matches!(op.opnum, ResOp::IntAdd | ResOp::IntSub) && !op.args[0].is_const() {
            let by = trace.int_value(op.args[1]).filter(|by| (1 - MOST..MOST).contains(by));
            let by = by.map(|by| if op.opnum == ResOp::IntSub { -by } else { by });
            all[inputs + i].made_of = by.map(|by| (op.args[0], by as i32));
        }
    }
    // Of the sums that are computed, the one that lives longest, by what they are made of.
    let mut others: FxHashMap<OpRef, usize> = FxHashMap::default();
    for (v, sum) in all.iter().enumerate().filter(|(_, sum)| sum.is_computed) {
        let Some((base, _)) = sum.made_of else { continue };
        let other = others.entry(base).or_insert(v);
        if all[*other].last <= sum.last {
            *other = v;
        }
    }
    let sum_of = |sum: &Seen| {
        let (base, by) = sum.made_of.filter(|_| !sum.is_computed)?;
        if all[base.index()].last >= sum.last {
            return sum.made_of;
        }
        let &other = others.get(&base)?;
        let (_, more) = all[other].made_of?;
        // It is there whenever the sum is needed.
        (all[other].last >= sum.last && sum.first > other - inputs)
            .then(|| (OpRef::value(other), by - more))
    };
    all.iter().map(sum_of).collect()
}
