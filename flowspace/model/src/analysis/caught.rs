//! Values of a graph that may be exceptions that it has caught: raising one again continues its traceback.

use crate::traceback::TracebackKind;
use crate::{
    BlockId, Const, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, Type, Value, VarId,
};
use rustc_hash::FxHashSet;

/// The end of the last text of a mark, for an exception that is raised and caught in one function, for an exception that is a constant.
pub fn constant_text(value: &LlValue) -> Option<String> {
    match value {
        Value::Const(Const::Obj(o)) => Some(format!(" #{}", o.as_u32())),
        _ => None,
    }
}

/// Says whether the constant, raised at the end of a block, is one that marks say was handled on each way
/// to it.
pub fn is_handled_const(g: &LlGraph, constant: &LlValue, at: BlockId) -> bool {
    let Some(text) = constant_text(constant) else { return false };
    let of_it = |o: &SpaceOperation<Ll>| {
        is_handled_mark(o)
            && matches!(o.args.last(), Some(Value::Const(Const::Text(t))) if t.ends_with(&text))
    };
    let handles = |b: BlockId| g.blocks[b].operations.iter().any(of_it);
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut todo = vec![g.startblock];
    while let Some(b) = todo.pop() {
        if b == at && !handles(b) {
            return false;
        }
        if !handles(b) && seen.insert(b) {
            todo.extend(g.blocks[b].exits.iter().map(|l| l.target));
        }
    }
    true
}

fn is_handled_mark(op: &SpaceOperation<Ll>) -> bool {
    matches!(TracebackKind::of(op), Some(TracebackKind::Handled { .. }))
}

/// Gives what handlers get, what marks say was handled, and these values by other names.
pub fn caught_values(p: &Program, g: &LlGraph) -> FxHashSet<VarId> {
    let order = g.reverse_postorder();
    let mut caught: FxHashSet<VarId> = FxHashSet::default();
    for &b in &order {
        let blk = &g.blocks[b];
        caught.extend(blk.exits.iter().filter_map(|l| l.last_exc_value));
        if blk.operations.iter().any(is_handled_mark) {
            let args = blk.exits.iter().flat_map(|l| &l.args).filter_map(|a| a.as_var());
            caught.extend(args.filter(|v| is_exception(p, g.ty(*v))));
        }
    }
    if caught.is_empty() {
        return caught;
    }
    loop {
        let before = caught.len();
        for &b in &order {
            let blk = &g.blocks[b];
            for op in &blk.operations {
                let again = gives_again(p, g, op);
                let mut args = op.args.iter().filter_map(|a| a.as_var());
                if again && args.any(|v| caught.contains(&v)) {
                    caught.insert(op.result);
                }
            }
            for l in &blk.exits {
                for (a, v) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    if a.as_var().is_some_and(|a| caught.contains(&a)) {
                        caught.insert(*v);
                    }
                }
            }
        }
        if caught.len() == before {
            return caught;
        }
    }
}

/// Says whether the result of an operation is the exception that it is given, or a copy.
pub fn gives_again(p: &Program, g: &LlGraph, op: &SpaceOperation<Ll>) -> bool {
    match (op.op, op.args.first()) {
        (LlOp::SameAs | LlOp::CastPointer, _) => true,
        (LlOp::DirectCall, Some(Value::Const(Const::Func(f)))) => {
            p.funcs[*f].attrs.helper && is_exception(p, g.ty(op.result))
        }
        _ => false,
    }
}

/// Says whether the type is that of exceptions, or of all instances.
fn is_exception(p: &Program, ty: Type) -> bool {
    let (Type::Ptr(s), Some(root)) = (ty, p.exc.object) else { return false };
    let mut at = Some(s);
    while let Some(s) = at {
        if s == root {
            return true;
        }
        at = p.types.structs[s].parent;
    }
    false
}
