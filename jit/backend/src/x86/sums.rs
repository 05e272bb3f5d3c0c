//! Sums that nobody computes. An index `x + k` is part of an address as well as `x` is, and where a guard fails it is enough to
//! know that it is `x` and a number. If that is all a sum is needed for, and `x` lives as long, it is never in a register: who
//! comes from the guard adds.

use alloc::vec::Vec;
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

/// Finds the sums, by value. `more`: a value that an operation needs besides its arguments.
pub fn find(trace: &Trace, more: &impl Fn(usize) -> Option<OpRef>) -> Vec<Sum> {
    let inputs = trace.inputargs.len();
    let mut sums: Vec<Sum> = vec![None; trace.num_values()];
    let mut last: Vec<usize> = vec![0; trace.num_values()];
    for (i, op) in trace.ops.iter().enumerate() {
        let index = index_of(trace, op);
        for (n, a) in op.args.iter().enumerate().filter(|(_, a)| !a.is_const()) {
            last[a.index()] = i;
            if n != 1 || index.is_none() {
                sums[a.index()] = None;
            }
        }
        if let Some(a) = more(i).filter(|a| !a.is_const()) {
            sums[a.index()] = None;
        }
        if let Some(g) = op.guard() {
            let args = trace.guards[g.0 as usize].fail_args.iter().flatten();
            args.filter(|a| !a.is_const()).for_each(|a| last[a.index()] = i);
        }
        if matches!(op.opnum, ResOp::IntAdd | ResOp::IntSub) && !op.args[0].is_const() {
            let by = trace.int_value(op.args[1]).filter(|by| (1 - MOST..MOST).contains(by));
            let by = by.map(|by| if op.opnum == ResOp::IntSub { -by } else { by });
            sums[inputs + i] = by.map(|by| (op.args[0], by as i32));
        }
    }
    for i in 0..trace.ops.len() {
        let sum = &mut sums[inputs + i];
        *sum = sum.filter(|(base, _)| last[base.index()] >= last[inputs + i]);
    }
    sums
}
