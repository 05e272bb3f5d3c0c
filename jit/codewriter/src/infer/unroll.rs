//! Loops whose rounds are counted by constants.
//!
//! The JIT looks into a function with a loop only if it is told that the loop is short. Where the test that ends the loop depends on
//! parameters that are constant while tracing (the number of arguments of a guest function, the children of a node), it can
//! be unrolled. Whether they are is known only then, so the function becomes
//!
//! ```text
//! def f(a, b):
//!     if isconstant(a) and abs(a) <= FEW and (b is None or isconstant(len(b)) and len(b) <= FEW):
//!         loop, unrolled
//!     else:
//!         return f_loop(a, b)
//! ```
//! if the loop ends by the number `a` and by the length of the list `b`. Without the JIT it is the call alone. A loop that counts to a small number of the interpreter's text is unrolled in any case.

use crate::infer::facts::Facts;
use crate::infer::known::{Params, TraceConstants};
use crate::infer::rounds::{counted_by, counts_to_little};
use crate::parts::{add_part, call_last};
use flowmodel::analysis::loops::has_loop;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::Span;
use flowmodel::surgery::link_into;
use flowmodel::{
    BlockId, Body, Const, ExitCase, ExitSwitch, FuncId, Link, LlGraph, LlOp, LlValue, Program,
    Type, Value, VarId,
};
use jitmodel::FEW;
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
        match *params {
            Params::NONE => p.funcs[*f].attrs.unroll_safe = true,
            params => divide(p, *f, params),
        }
    }
    found.into_iter().collect()
}

/// Gives the functions to which some call may give constants. Numbers that are computed of red variables are none; what is read
/// from memory may be one, for a frame or a list of it may be virtual.
fn possible(p: &Program, facts: &Facts, found: Vec<(FuncId, Params)>) -> Vec<(FuncId, Params)> {
    let wanted: FxHashMap<FuncId, Params> = found.iter().copied().collect();
    let mut good: FxHashSet<FuncId> = FxHashSet::default();
    for (f, function) in &p.funcs {
        let Some(g) = function.graph().filter(|_| facts.runs_in_traces(f)) else { continue };
        let mut red = None;
        for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
            let Callees::Known(callees) = call_targets(p, op) else { continue };
            for callee in callees {
                let Some(params) = wanted.get(callee).filter(|_| !good.contains(callee)) else {
                    continue;
                };
                let red = red.get_or_insert_with(|| red_numbers(p, facts, f, g));
                let varies = |n: usize| {
                    let v = op.args.get(n + 1).and_then(|a| a.as_var());
                    v.is_some_and(|v| red.contains(&v))
                };
                if !params.values().any(varies) {
                    good.insert(*callee);
                }
            }
        }
    }
    found.into_iter().filter(|(f, params)| *params == Params::NONE || good.contains(f)).collect()
}

/// The numbers of a graph that are red variables of its merge points, or are computed of such.
fn red_numbers(p: &Program, facts: &Facts, f: FuncId, g: &LlGraph) -> FxHashSet<VarId> {
    let mut found = FxHashSet::default();
    for m in facts.merge_points.iter().filter(|m| m.func == f) {
        let (greens, reds) = (p.jitdrivers[m.driver].greens.len(), &p.jitdrivers[m.driver].reds);
        let args = g.blocks[m.block].operations[m.index].args.iter().skip(2 + greens);
        let vars = args.take(reds.len()).filter_map(|a| a.as_var());
        found.extend(vars.filter(|v| g.ty(*v) == Type::Signed));
    }
    let is_red =
        |a: &LlValue, found: &FxHashSet<VarId>| a.as_var().is_some_and(|v| found.contains(&v));
    let blocks = g.reachable();
    let mut known = 0;
    while found.len() > known {
        known = found.len();
        for blk in blocks.iter().map(|b| &g.blocks[*b]) {
            for op in blk.operations.iter().filter(|op| op.op.is_foldable()) {
                if op.args.iter().any(|a| is_red(a, &found)) {
                    found.insert(op.result);
                }
            }
            for l in &blk.exits {
                let pairs = l.args.iter().zip(&g.blocks[l.target].inputargs);
                let red: Vec<VarId> =
                    pairs.filter(|(a, _)| is_red(a, &found)).map(|x| *x.1).collect();
                found.extend(red);
            }
        }
    }
    found
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
    let params = counted_by(p, g, &known)?;
    // What has no value at run time is known.
    let void = |n: &usize| g.params().get(*n).is_some_and(|v| g.ty(*v) == Type::Void);
    let params =
        params.values().filter(void).filter_map(Params::value).fold(params, Params::without);
    (params != Params::NONE || counts_to_little(p, g)).then_some(params)
}

fn divide(p: &mut Program, f: FuncId, wanted: Params) {
    let func = p.funcs[f].clone();
    let Body::Graph(mut g) = func.body else { return };
    let name = format!("{}_loop", func.name);
    let mut inner = g.clone();
    inner.name = name.as_str().into();
    let callee = add_part(p, f, name.as_str().into(), func.ty, Body::Graph(inner));
    let old: Vec<VarId> = g.params().to_vec();
    let params: Vec<VarId> = old.iter().map(|v| g.copy_var(*v)).collect();
    let looped = g.new_block();
    let args = params.iter().map(|v| Value::Var(*v)).collect();
    call_last(&mut g, looped, callee, args, func.span);
    let otherwise = link_into(&mut g, looped);
    // One test after the other, each with names of its own.
    let tests = tests(&g, wanted);
    let mut blocks: Vec<BlockId> = vec![g.new_block_with(params.clone())];
    for _ in 1..tests.len() {
        let names = params.iter().map(|v| g.copy_var(*v)).collect();
        blocks.push(g.new_block_with(names));
    }
    let start = blocks[0];
    blocks.push(g.startblock);
    for (k, test) in tests.iter().enumerate() {
        let names = g.blocks[blocks[k]].inputargs.clone();
        let v = test.add(p, &mut g, blocks[k], &names);
        let to = |k: usize| Link::new(blocks[k], names.iter().map(|v| Value::Var(*v)).collect());
        let mut no = match test {
            // (A loop over None has no rounds.)
            Test::There(_) => to(k + 3),
            _ => otherwise.clone(),
        };
        for a in &mut no.args {
            if let Value::Var(v) = a
                && let Some(n) = params.iter().position(|x| x == v)
            {
                *a = Value::Var(names[n]);
            }
        }
        no.case = ExitCase::Value(Const::Bool(false));
        let yes = Link { case: ExitCase::Value(Const::Bool(true)), ..to(k + 1) };
        g.blocks[blocks[k]].exitswitch = ExitSwitch::Var(v);
        g.blocks[blocks[k]].exits = vec![no, yes];
    }
    g.startblock = start;
    p.funcs[f].body = Body::Graph(g);
    p.funcs[f].attrs.unroll_safe = true;
}

/// A test of a parameter in front of an unrolled loop.
enum Test {
    /// Code of the JIT is made.
    Jitted,
    /// The parameter is a constant.
    Constant(usize),
    /// The parameter, which is a number, is small.
    Small(usize),
    /// The parameter, which is a number, is not far below zero.
    NotBelow(usize),
    /// The parameter is not None.
    There(usize),
    /// The length of the parameter is a constant.
    Length(usize),
    /// The length of the parameter is small.
    Short(usize),
}

/// The tests of a condition, in the order in which they are made.
fn tests(g: &LlGraph, wanted: Params) -> Vec<Test> {
    let mut tests = vec![];
    let is_number = |n: usize| g.ty(g.params()[n]) == Type::Signed;
    for n in wanted.values() {
        tests.push(Test::Constant(n));
        if is_number(n) {
            tests.extend([Test::Small(n), Test::NotBelow(n)]);
        }
    }
    if wanted.values().next().is_none() {
        tests.push(Test::Jitted);
    }
    let of_list = |n| [Test::There(n), Test::Length(n), Test::Short(n)];
    tests.extend(wanted.lengths().flat_map(of_list));
    tests
}

impl Test {
    /// Adds it to a block in which the parameters have these names.
    fn add(&self, p: &Program, g: &mut LlGraph, b: BlockId, names: &[VarId]) -> VarId {
        let is_array = match *self {
            Test::Length(n) | Test::Short(n) => match g.ty(names[n]) {
                Type::Ptr(s) => p.types.structs[s].items.is_some(),
                _ => false,
            },
            _ => false,
        };
        let mut op =
            |op: LlOp, args: Vec<LlValue>, ty: Type| g.add_op(b, op, args, "known", ty, Span::NONE);
        let number = |n: i64| Value::Const(Const::Int(n));
        match *self {
            Test::Jitted => op(LlOp::WeAreJitted, vec![], Type::Bool),
            Test::Constant(n) => op(LlOp::JitIsConstant, vec![names[n].into()], Type::Bool),
            Test::Small(n) => op(LlOp::IntLe, vec![names[n].into(), number(FEW)], Type::Bool),
            Test::NotBelow(n) => op(LlOp::IntGe, vec![names[n].into(), number(-FEW)], Type::Bool),
            Test::There(n) => op(LlOp::PtrNonzero, vec![names[n].into()], Type::Bool),
            Test::Length(n) | Test::Short(n) => {
                let length = match is_array {
                    true => op(LlOp::GetArraySize, vec![names[n].into()], Type::Signed),
                    false => {
                        let field = Value::Const(Const::Field(0));
                        op(LlOp::GetField, vec![names[n].into(), field], Type::Signed)
                    }
                };
                match self {
                    Test::Length(_) => op(LlOp::JitIsConstant, vec![length.into()], Type::Bool),
                    _ => op(LlOp::IntLe, vec![length.into(), number(FEW)], Type::Bool),
                }
            }
        }
    }
}
