//! Programs that start threads: around each function of C that may block they give the lock of the interpreter away.
//!
//! A function with this around the call is put before each such function of C. It has no references, so that what its caller holds is
//! on the caller's shadow stack as long as others run.

use crate::base::cx::konst;
use crate::base::functions;
use crate::builtins::external;
use crate::state::RTyper;
use flowmodel::diag::Span;
use flowmodel::{Body, Const, FuncAttrs, FuncId, Function, Link, LlOp, Type, Value};
use rustc_hash::FxHashMap;

/// Function that a program that starts threads calls for that.
const START: &str = "tw_thread_start";

fn starts_threads(rt: &RTyper<'_>) -> bool {
    rt.c.functions
        .values()
        .any(|f| matches!(&rt.prog.funcs[*f].body, Body::External(x) if &*x.c_name == START))
}

/// Makes the program give the lock away around functions of C, if it starts threads. Says whether
/// it does.
pub(crate) fn release_gil(rt: &mut RTyper<'_>) -> bool {
    if !starts_threads(rt) {
        return false;
    }
    for f in std::mem::take(&mut rt.c.blocking) {
        may_run_others(rt, f);
    }
    let functions = rt.c.functions.iter().map(|(h, f)| (*f, *h));
    let mut functions: Vec<_> =
        functions.filter(|(_, h)| external::says(rt, *h, "releases_gil")).map(|(f, _)| f).collect();
    functions.sort();
    let around: FxHashMap<FuncId, FuncId> =
        functions.into_iter().map(|f| (f, with_gil_released(rt, f))).collect();
    let wrappers: Vec<FuncId> = around.values().copied().collect();
    for (id, function) in rt.prog.funcs.iter_mut() {
        let Body::Graph(g) = &mut function.body else { continue };
        if wrappers.contains(&id) {
            continue;
        }
        for op in g.blocks.values_mut().flat_map(|b| &mut b.operations) {
            if op.op == LlOp::DirectCall
                && let Some(Value::Const(Const::Func(f))) = op.args.first_mut()
                && let Some(wrapper) = around.get(f)
            {
                *f = *wrapper;
            }
        }
    }
    true
}

/// The program's code may run, in other threads, when the function is called.
fn may_run_others(rt: &mut RTyper<'_>, f: FuncId) {
    if let Body::External(x) = &mut rt.prog.funcs[f].body {
        x.can_collect = true;
    }
}

/// A function that gives the lock away, calls this one, and takes the lock back.
fn with_gil_released(rt: &mut RTyper<'_>, f: FuncId) -> FuncId {
    let [before, after] = ["tw_before_blocking", "tw_after_blocking"].map(|name| {
        let f = external::make_external(rt, name, vec![], Type::Void, vec![], false);
        may_run_others(rt, f);
        f
    });
    let ty = rt.prog.funcs[f].ty;
    let signature = rt.ann.types.funcs[ty].clone();
    let name = rt.functions.unique(&format!("{}__releasing", rt.prog.funcs[f].name));
    let mut g = functions::new_graph(rt, &name, signature.result, Span::NONE);
    let start = g.startblock;
    let mut args = vec![konst(Const::Func(f))];
    for t in &signature.args {
        let v = g.new_var("arg", *t);
        g.blocks[start].inputargs.push(v);
        args.push(Value::Var(v));
    }
    let mut call = |args: Vec<_>, ty| g.new_op(LlOp::DirectCall, args, "v", ty, Span::NONE);
    let around = |f| vec![konst(Const::Func(f))];
    let operations = vec![
        call(around(before), Type::Void),
        call(args, signature.result),
        call(around(after), Type::Void),
    ];
    let result = match signature.result {
        Type::Void => konst(Const::Void),
        _ => Value::Var(operations[1].result),
    };
    let returns = Link::new(g.returnblock, vec![result]);
    g.blocks[start].operations = operations;
    g.blocks[start].exits = vec![returns];
    let attrs = FuncAttrs {
        dont_inline: true,
        look_inside: Some(false),
        cannot_raise: true,
        helper: true,
        ..FuncAttrs::default()
    };
    rt.prog.funcs.push(Function { name, ty, body: Body::Graph(g), attrs, span: Span::NONE })
}
