//! Executes one operation on concrete values: shared by the trace interpreter, recording and blackholing.

use crate::Memory;
use jitmodel::{DescrRef, ResOp};

/// Executes an operation that reads or writes memory, allocates or calls; `args` as in a trace (a call's function
/// first). Returns the result (0 for void operations); `None` if it is not such an operation.
///
/// May collect if the operation may: references in `args` are stale afterwards.
#[inline]
pub fn execute<M: Memory + ?Sized>(
    mem: &M,
    op: ResOp,
    args: &[i64],
    descr: DescrRef,
) -> Option<i64> {
    use ResOp::*;
    Some(match op {
        GetfieldGcI | GetfieldGcR | GetfieldGcF | GetfieldRawI | GetfieldRawR | GetfieldRawF => {
            mem.getfield(args[0], descr)
        }
        GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF | GetarrayitemGcPureI
        | GetarrayitemGcPureR | GetarrayitemGcPureF | GetarrayitemRawI | GetarrayitemRawR
        | GetarrayitemRawF => mem.getarrayitem(args[0], args[1], descr),
        GetinteriorfieldGcI | GetinteriorfieldGcR | GetinteriorfieldGcF => {
            mem.getinteriorfield(args[0], args[1], descr)
        }
        ArraylenGc => mem.arraylen(args[0], descr),
        SingleItemGc if args[0] == 0 || mem.arraylen(args[0], descr) != 1 => -1,
        SingleItemGc => mem.getarrayitem(args[0], 0, descr),
        RawLoadI | RawLoadF => mem.raw_load(args[0], args[1], descr),
        SetfieldGc | SetfieldRaw => {
            mem.setfield(args[0], descr, args[1]);
            0
        }
        SetarrayitemGc | SetarrayitemRaw => {
            mem.setarrayitem(args[0], args[1], descr, args[2]);
            0
        }
        SetinteriorfieldGc => {
            mem.setinteriorfield(args[0], args[1], descr, args[2]);
            0
        }
        RawStore => {
            mem.raw_store(args[0], args[1], descr, args[2]);
            0
        }
        New | NewWithVtable | VirtualRef => mem.new(descr),
        NewArray => mem.new_array(args[0], descr, false),
        NewArrayClear => mem.new_array(args[0], descr, true),
        CondCallN => {
            if args[0] != 0 {
                mem.call(args[1], &args[2..], descr);
            }
            0
        }
        CondCallValueI | CondCallValueR => {
            if args[0] != 0 {
                args[0]
            } else {
                mem.call(args[1], &args[2..], descr)
            }
        }
        _ if op.is_call() && !op.is_call_assembler() => mem.call(args[0], &args[1..], descr),
        _ => return None,
    })
}

/// Executes an operation on words without memory: the pure ones and the casts between addresses and integers.
#[inline]
pub fn execute_pure(op: ResOp, args: &[i64]) -> Option<i64> {
    match op {
        ResOp::CastPtrToInt | ResOp::CastIntToPtr => args.first().copied(),
        _ => op.on_words(args).ok(),
    }
}
