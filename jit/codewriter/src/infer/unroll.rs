//! Loops whose rounds are counted by constants.
//!
//! The JIT looks into a function with a loop only if it is told that the loop is short. Where the test that ends the loop depends on
//! parameters that are constant while tracing (the number of arguments of a guest function, the children of a node), it can
//! be unrolled. Whether they are is known only then, so the function becomes
//!
//! ```text
//! def f(a, b):
//!     if isconstant(a):
//!         loop, unrolled
//!     else:
//!         return f_loop(a, b)
//! ```
//! Without the JIT it is the call alone. A loop that counts to a small number of the interpreter's text is unrolled in any case.

use crate::infer::facts::Facts;
use crate::infer::known::{Params, TraceConstants};
use flowmodel::analysis::loops::has_loop;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::Span;
use flowmodel::surgery::link_into;
use flowmodel::{
    BlockId, Body, Const, ExitCase, ExitSwitch, FuncAttrs, FuncId, Function, Link, LlGraph, LlOp,
    Program, Type, Value, VarId,
};
use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};

/// Divides such functions. Gives the parameters that are to be constant.
pub fn mark(p: &mut Program, facts: &Facts) -> FxHashMap<FuncId, Params> {
    let found: Vec<(FuncId, Params)> = p
        .funcs
        .keys()
        .filter(|f| facts.later.runs_inside(*f))
        .filter_map(|f| Some((f, wants(p, facts, f)?)))
        .collect();
    let found = possible(p, facts, found);
    for (f, params) in &found {
        match params {
            0 => p.funcs[*f].attrs.unroll_safe = true,
            _ => divide(p, *f, *params),
        }
    }
    found.into_iter().collect()
}

/// Gives the functions to which some call may give constants, as far as its own function says.
fn possible(p: &Program, facts: &Facts, found: Vec<(FuncId, Params)>) -> Vec<(FuncId, Params)> {
    let wanted: FxHashMap<FuncId, Params> = found.iter().copied().collect();
    let mut good: FxHashSet<FuncId> = FxHashSet::default();
    for (f, function) in &p.funcs {
        let inside = facts.later.runs_inside(f) || facts.merge_points.iter().any(|m| m.func == f);
        let Some(g) = function.graph().filter(|_| inside) else { continue };
        let mut known = None;
        for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
            let Callees::Known(callees) = call_targets(p, op) else { continue };
            for callee in callees {
                let Some(params) = wanted.get(callee).filter(|_| !good.contains(callee)) else {
                    continue;
                };
                let known = known.get_or_insert_with(|| TraceConstants::possibly(p, facts, g));
                let varies = |n: usize| {
                    let v = op.args.get(n + 1).and_then(|a| a.as_var());
                    v.is_some_and(|v| known.of(v).is_none() && !may_be_promoted(p, g.ty(v)))
                };
                if !(0..64).any(|n| params >> n & 1 == 1 && varies(n)) {
                    good.insert(*callee);
                }
            }
        }
    }
    found.into_iter().filter(|(f, params)| *params == 0 || good.contains(f)).collect()
}

/// Says whether a value of the type may come to be a constant in a way that its function does not show: numbers are
/// none.
fn may_be_promoted(p: &Program, ty: Type) -> bool {
    matches!(ty, Type::Ptr(s) if p.types.structs[s].gc)
}

/// The parameters that must be constant for the loops of a function to be unrolled.
fn wants(p: &Program, facts: &Facts, f: FuncId) -> Option<Params> {
    let func = &p.funcs[f];
    let a = &func.attrs;
    let g = func.graph()?;
    let decided = a.elidable
        || a.loop_invariant
        || a.oopspec.is_some()
        || a.unroll_safe
        || a.look_inside.is_some()
        || a.no_collect
        || a.helper
        || a.export_name.is_some()
        || facts.merge_points.iter().any(|m| m.func == f);
    if decided || !has_loop(g) || g.vars.values().any(|v| v.ty == Type::SingleFloat) {
        return None;
    }
    let known = TraceConstants::new(p, facts, g);
    let params = of_loops(g, &known, &g.reachable().into_iter().collect())?;
    // What has no value at run time is known.
    let void = |n: usize| g.params().get(n).is_some_and(|v| g.ty(*v) == Type::Void);
    let params = (0..64).filter(|n| void(*n)).fold(params, |all, n| all & !(1 << n));
    (params != 0 || counts_to_little(g)).then_some(params)
}

/// Maximum number that a loop without parameters may count to.
const MOST_ROUNDS: i64 = 16;

/// Says whether all numbers that a graph compares with are small.
fn counts_to_little(g: &LlGraph) -> bool {
    let ops = g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations);
    let tests = ops.filter(|op| g.ty(op.result) == Type::Bool).flat_map(|op| &op.args);
    let numbers = tests.filter_map(|a| match a.as_const() {
        Some(Const::Int(n)) => Some(*n),
        _ => None,
    });
    numbers.into_iter().all(|n| n.abs() <= MOST_ROUNDS)
}

/// Gives the parameters that the loops among these blocks depend on; none if one of them does not
/// depend on constants.
fn of_loops(g: &LlGraph, known: &TraceConstants, blocks: &FxHashSet<BlockId>) -> Option<Params> {
    let mut graph = DiGraph::<BlockId, ()>::new();
    let mut nodes = FxHashMap::default();
    let mut order: Vec<BlockId> = blocks.iter().copied().collect();
    order.sort();
    for b in &order {
        nodes.insert(*b, graph.add_node(*b));
    }
    for b in &order {
        for l in g.blocks[*b].exits.iter().filter(|l| blocks.contains(&l.target)) {
            graph.add_edge(nodes[b], nodes[&l.target], ());
        }
    }
    let mut all = 0;
    for group in petgraph::algo::tarjan_scc(&graph) {
        let members: FxHashSet<BlockId> = group.iter().map(|n| graph[*n]).collect();
        let cyclic = members.len() > 1
            || members.iter().any(|b| g.blocks[*b].exits.iter().any(|l| l.target == *b));
        if !cyclic {
            continue;
        }
        // The tests that end it.
        let mut ends: Vec<(Params, BlockId)> = members
            .iter()
            .filter(|b| g.blocks[**b].exits.iter().any(|l| !members.contains(&l.target)))
            .filter_map(|b| Some((known.switch(&g.blocks[*b].exitswitch)?, *b)))
            .collect();
        ends.sort_by_key(|e| (e.0.count_ones(), e.1));
        let (params, end) = *ends.first()?;
        let mut rest = members;
        rest.remove(&end);
        all |= params | of_loops(g, known, &rest)?;
    }
    Some(all)
}

fn divide(p: &mut Program, f: FuncId, wanted: Params) {
    let func = p.funcs[f].clone();
    let Body::Graph(mut g) = func.body else { return };
    let name = format!("{}_loop", func.name);
    let mut inner = g.clone();
    inner.name = name.as_str().into();
    let attrs = FuncAttrs { same_frame: true, shown: Some(p.funcs[f].shown_name()), ..func.attrs };
    let (ty, span) = (func.ty, func.span);
    let callee = p.funcs.push(Function {
        name: name.as_str().into(),
        ty,
        body: Body::Graph(inner),
        attrs,
        span,
    });
    let result = g.ty(g.return_var());
    let old: Vec<VarId> = g.params().to_vec();
    let params: Vec<VarId> = old.iter().map(|v| g.copy_var(*v)).collect();
    let looped = g.new_block();
    let mut args = vec![Value::Const(Const::Func(callee))];
    args.extend(params.iter().map(|v| Value::Var(*v)));
    let r = g.add_op(looped, LlOp::DirectCall, args, "result", result, span);
    let value = if result == Type::Void { Value::Const(Const::Void) } else { r.into() };
    g.blocks[looped].exits = vec![Link::new(g.returnblock, vec![value])];
    let otherwise = link_into(&mut g, looped);
    // One test after the other.
    let body = g.startblock;
    let start = g.new_block_with(params.clone());
    let mut at = start;
    let mut names = params;
    let tested: Vec<usize> = (0..names.len()).filter(|n| *n < 64 && wanted >> n & 1 == 1).collect();
    for (k, n) in tested.iter().enumerate() {
        let test = g.add_op(
            at,
            LlOp::JitIsConstant,
            vec![names[*n].into()],
            "known",
            Type::Bool,
            Span::NONE,
        );
        let last = k + 1 == tested.len();
        let passed = names.iter().map(|v| Value::Var(*v)).collect();
        let next = match last {
            true => body,
            false => {
                names = names.iter().map(|v| g.copy_var(*v)).collect();
                g.new_block_with(names.clone())
            }
        };
        let mut other = otherwise.clone();
        let now = g.blocks[at].inputargs.clone();
        let first = g.blocks[start].inputargs.clone();
        for a in &mut other.args {
            if let Value::Var(v) = a
                && let Some(n) = first.iter().position(|x| x == v)
            {
                *a = Value::Var(now[n]);
            }
        }
        other.case = ExitCase::Value(Const::Bool(false));
        let on = Link { case: ExitCase::Value(Const::Bool(true)), ..Link::new(next, passed) };
        g.blocks[at].exitswitch = ExitSwitch::Var(test);
        g.blocks[at].exits = vec![other, on];
        at = next;
    }
    g.startblock = start;
    p.funcs[f].body = Body::Graph(g);
    p.funcs[f].attrs.unroll_safe = true;
}
