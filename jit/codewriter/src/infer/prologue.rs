//! Setting the loops in front of a merge point apart: what is behind them becomes a function of its own.
//!
//! ```text
//! def run(function, args):
//!     frame = Frame(function)
//!     for i in range(len(args)): frame.vars[i] = args[i]
//!     return run_main(function, frame)
//! ```
//! A function with a merge point is looked into from its merge point on, and is otherwise a function as all others: whether its loops
//! are unrolled is decided as for these, if the merge point is in another one.

use crate::infer::MergePoint;
use crate::infer::facts::merge_points;
use crate::markers::find_marker;
use crate::parts::{add_part, call_last};
use flowmodel::analysis::loops::in_loops;
use flowmodel::surgery::new_start;
use flowmodel::{BlockId, Body, FuncId, LlGraph, Program, Value, VarId};
use rustc_hash::FxHashSet;

/// Sets the merge points apart that stand behind loops.
pub fn set_apart(p: &mut Program) {
    let all = merge_points(p);
    for m in &all {
        let Some(g) = p.funcs[m.func].graph() else { continue };
        let alone = all.iter().filter(|other| other.func == m.func).count() == 1;
        if alone && has_loops_before(g, m) {
            set_one_apart(p, m);
        }
    }
}

/// The blocks that lead to a block, as far as a graph reaches it for the first time; the block itself is among them.
pub fn before(g: &LlGraph, end: BlockId) -> Vec<BlockId> {
    let mut found = vec![g.startblock];
    let mut seen: FxHashSet<BlockId> = found.iter().copied().collect();
    let mut at = 0;
    while let Some(b) = found.get(at).copied() {
        at += 1;
        if b != end {
            found.extend(g.blocks[b].exits.iter().map(|l| l.target).filter(|t| seen.insert(*t)));
        }
    }
    found
}

/// Says whether there are loops in front of a merge point that are over when it is reached.
fn has_loops_before(g: &LlGraph, m: &MergePoint) -> bool {
    let before: FxHashSet<BlockId> =
        before(g, m.block).into_iter().filter(|b| *b != m.block && !g.is_final(*b)).collect();
    let mut behind: FxHashSet<BlockId> = FxHashSet::default();
    let mut work = vec![m.block];
    while let Some(b) = work.pop() {
        work.extend(g.blocks[b].exits.iter().map(|l| l.target).filter(|t| behind.insert(*t)));
    }
    let entered = find_marker(g, "can_enter_jit");
    in_loops(g).into_iter().any(|(b, in_loop)| in_loop && before.contains(&b))
        && before.is_disjoint(&behind)
        && !entered.iter().any(|(b, _, _)| before.contains(b))
}

fn set_one_apart(p: &mut Program, m: &MergePoint) {
    let func = p.funcs[m.func].clone();
    let Body::Graph(mut g) = func.body else { return };
    let name = format!("{}_main", func.name);
    let mut inner = g.clone();
    let inputs = g.blocks[m.block].inputargs.clone();
    let params: Vec<VarId> = inputs.iter().map(|v| inner.copy_var(*v)).collect();
    let args = params.iter().map(|v| Value::Var(*v)).collect();
    inner.startblock = m.block;
    new_start(&mut inner, params, vec![], args);
    inner.name = name.as_str().into();
    inner.compact();
    let types = inputs.iter().map(|v| g.ty(*v)).collect();
    let ty = p.types.func(types, g.ty(g.return_var()));
    let callee = add_part(p, m.func, name.as_str().into(), ty, Body::Graph(inner));
    p.funcs[callee].attrs.always_inline = false;
    call_it(&mut g, m.block, callee);
    p.funcs[m.func].body = Body::Graph(g);
}

/// Makes a graph call a function where it would come to a block.
fn call_it(g: &mut LlGraph, at: BlockId, callee: FuncId) {
    let params: Vec<VarId> = g.blocks[at].inputargs.clone();
    let params: Vec<VarId> = params.iter().map(|v| g.copy_var(*v)).collect();
    let call = g.new_block_with(params.clone());
    let args = params.into_iter().map(Value::Var).collect();
    let span = g.blocks[at].operations.first().map_or(flowmodel::diag::Span::NONE, |op| op.span);
    call_last(g, call, callee, args, span);
    for b in before(g, at).into_iter().filter(|b| *b != at) {
        for l in g.blocks[b].exits.iter_mut().filter(|l| l.target == at) {
            l.target = call;
        }
    }
    g.compact();
}
