//! Removes what only a JIT needs (hints, markers, `we_are_jitted`), for programs translated without one; and knows merge points.

use flowmodel::surgery::{Subst, remove_ops, substitute};
use flowmodel::{Const, FuncId, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation};
use rustc_hash::FxHashSet;

/// Returns whether anything was removed.
pub fn remove_hints(_p: &Program, _f: FuncId, g: &mut LlGraph) -> bool {
    let mut any = false;
    for b in g.reachable() {
        let blk = &mut g.blocks[b];
        let mut gone = FxHashSet::default();
        let mut s = Subst::default();
        for (i, op) in blk.operations.iter().enumerate() {
            match op.op {
                LlOp::Hint => {
                    s.insert(op.result, op.args[0]);
                }
                LlOp::WeAreJitted | LlOp::JitIsConstant | LlOp::JitIsVirtual => {
                    s.insert(op.result, LlValue::Const(Const::Bool(false)));
                }
                LlOp::JitTraceLength => {
                    s.insert(op.result, LlValue::Const(Const::Int(-1)));
                }
                LlOp::JitMarker
                | LlOp::JitRecordExactClass
                | LlOp::JitRecordExactValue
                | LlOp::JitRemark => {}
                _ => continue,
            }
            gone.insert(i);
        }
        any |= !gone.is_empty();
        remove_ops(blk, &gone);
        substitute(blk, &s);
    }
    any
}

/// Says whether the operation is a `jit_merge_point`.
pub fn is_merge_point(op: &SpaceOperation<Ll>) -> bool {
    op.op == LlOp::JitMarker
        && matches!(op.args.first(), Some(LlValue::Const(Const::Text(t))) if &**t == "jit_merge_point")
}
