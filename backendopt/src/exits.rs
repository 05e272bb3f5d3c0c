//! Removes exception exits that are never taken: of calls whose callees cannot raise, of operations that do
//! not raise, of handlers for classes that the operation does not raise, of handlers behind one that catches
//! all. Drops calls without effects whose result is unused.

use flowmodel::analysis::EffectFacts;
use flowmodel::analysis::classes::{catches_all, handler_may_match, is_subclass};
use flowmodel::analysis::loops::has_loop;
use flowmodel::surgery::{drop_exception_exits, drop_passing_exits, only_passes_on, remove_ops};
use flowmodel::{
    Const, ExitCase, FuncId, Ll, LlGraph, LlOp, LlValue, ObjId, Program, SpaceOperation,
};
use rustc_hash::FxHashSet;

/// Returns whether anything changed.
pub fn remove_exits(p: &Program, facts: &EffectFacts, g: &mut LlGraph) -> bool {
    let mut any = false;
    for b in g.reachable() {
        let Some(op) = g.blocks[b].raising_op() else { continue };
        if !facts.op_raises(p, op) {
            drop_exception_exits(&mut g.blocks[b]);
            any = true;
            continue;
        }
        let code = op.op;
        let mut seen: Vec<ObjId> = vec![];
        let mut closed = false;
        let before = g.blocks[b].exits.len();
        g.blocks[b].exits.retain(|l| {
            let ExitCase::Value(Const::Obj(c)) = &l.case else { return true };
            let keep = !closed
                && handler_may_match(p, code, *c)
                && !seen.iter().any(|s| is_subclass(p, *c, *s));
            closed |= catches_all(p, *c);
            seen.push(*c);
            keep
        });
        // A last handler that only raises the same again is none.
        if passes_on(code) {
            drop_passing_exits(g, b, &only_passes_on);
        }
        any |= g.blocks[b].exits.len() != before;
        if g.blocks[b].exits.len() == 1 {
            any |= passes_on(code);
            drop_exception_exits(&mut g.blocks[b]);
            // Without handlers an overflow-checking operation must still be able to raise: only calls and
            // allocations pass exceptions on by themselves.
            if !passes_on(code) {
                g.blocks[b].exitswitch = flowmodel::ExitSwitch::LastException;
            }
        }
    }
    any | drop_calls(p, facts, g)
}

/// Says whether an exception of the operation leaves the function where there is no handler.
fn passes_on(op: LlOp) -> bool {
    op.is_call() || op.raises() == ["MemoryError"]
}

/// Says whether a call without use for its result does nothing. Functions without loops and calls surely come to an
/// end.
fn is_needless(p: &Program, facts: &EffectFacts, f: FuncId) -> bool {
    let e = facts.func(f);
    !e.can_raise()
        && e.is_droppable()
        && facts.calls().calls(f).is_empty()
        && p.funcs[f].graph().is_some_and(|g| !has_loop(g))
}

fn drop_calls(p: &Program, facts: &EffectFacts, g: &mut LlGraph) -> bool {
    let mut any = false;
    for b in g.reachable() {
        let needless = |o: &SpaceOperation<Ll>| {
            o.op == LlOp::DirectCall
                && matches!(&o.args[0], LlValue::Const(Const::Func(f)) if is_needless(p, facts, *f))
        };
        let blk = &g.blocks[b];
        let calls = blk.operations.iter().enumerate().filter(|(_, o)| needless(o));
        // (values that other blocks use are passed on by links of this one)
        let gone: FxHashSet<usize> =
            calls.filter(|(_, o)| blk.uses().all(|v| v != o.result)).map(|(i, _)| i).collect();
        if !gone.is_empty() {
            any = true;
            remove_ops(&mut g.blocks[b], &gone);
        }
    }
    any
}
