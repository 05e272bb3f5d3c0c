//! Tests of `flowmodel::analysis::values`.

use flowmodel::analysis::values::*;
use flowmodel::diag::Span;
use flowmodel::graph::{ExitSwitch, Link};
use flowmodel::ll::{Const, Ll};
use flowmodel::lltype::Type;
use flowmodel::{Graph, Value, VarId};
use lloperation::LlOp;

/// start(n) -> loop(i, k) -> loop | return: k is invariant, i is not.
#[test]
fn finds_loop_invariants() {
    let mut g: Graph<Ll> = Graph::new("f", Type::Signed, (Type::Void, Type::Void));
    let n = g.new_var("n", Type::Signed);
    let start = g.startblock;
    g.blocks[start].inputargs.push(n);
    let i = g.new_var("i", Type::Signed);
    let k = g.new_var("k", Type::Signed);
    let body = g.new_block_with(vec![i, k]);
    g.blocks[start].exits = vec![Link::new(body, vec![Value::Const(Const::Int(0)), n.into()])];
    let i2 = g.add_op(body, LlOp::IntSub, vec![i.into(), k.into()], "i2", Type::Signed, Span::NONE);
    let c = g.add_op(body, LlOp::IntLt, vec![i2.into(), k.into()], "c", Type::Bool, Span::NONE);
    g.blocks[body].exitswitch = ExitSwitch::Var(c);
    let ret = g.returnblock;
    g.blocks[body].exits = vec![
        Link::case(ret, vec![k.into()], Const::Bool(false)),
        Link::case(body, vec![i2.into(), k.into()], Const::Bool(true)),
    ];
    let s = ssa_values(&g, true, &|_| None);
    assert_eq!(s.of(k), Value::Var(n));
    assert_eq!(s.of(g.return_var()), Value::Var(n));
    assert!(s.is_root(i));
}

/// start(n) -> outer(x, y) -> inner(a, b) -> inner | outer; outer -> return: the inner loop passes on what the outer one
/// has, and the outer one exchanges the two each time.
#[test]
fn what_an_outer_loop_changes_is_invariant_in_the_inner_one() {
    let mut g: Graph<Ll> = Graph::new("f", Type::Signed, (Type::Void, Type::Void));
    let mut var = |name| g.new_var(name, Type::Signed);
    let [n, x, y, a, b] = ["n", "x", "y", "a", "b"].map(&mut var);
    let start = g.startblock;
    g.blocks[start].inputargs.push(n);
    let outer = g.new_block_with(vec![x, y]);
    let inner = g.new_block_with(vec![a, b]);
    g.blocks[start].exits = vec![Link::new(outer, vec![n.into(), n.into()])];
    let lt = |g: &mut Graph<Ll>, block, l: VarId, r: VarId| {
        let args = vec![l.into(), r.into()];
        let c = g.add_op(block, LlOp::IntLt, args, "c", Type::Bool, Span::NONE);
        g.blocks[block].exitswitch = ExitSwitch::Var(c);
    };
    lt(&mut g, outer, x, y);
    lt(&mut g, inner, a, b);
    let sum =
        g.add_op(inner, LlOp::IntAdd, vec![a.into(), b.into()], "sum", Type::Signed, Span::NONE);
    let ret = g.returnblock;
    g.blocks[outer].exits = vec![
        Link::case(ret, vec![y.into()], Const::Bool(false)),
        Link::case(inner, vec![x.into(), y.into()], Const::Bool(true)),
    ];
    g.blocks[inner].exits = vec![
        Link::case(inner, vec![a.into(), b.into()], Const::Bool(false)),
        Link::case(outer, vec![b.into(), sum.into()], Const::Bool(true)),
    ];
    let s = ssa_values(&g, true, &|_| None);
    assert!(s.is_root(x) && s.is_root(y));
    assert_eq!([a, b, g.return_var()].map(|v| s.of(v)), [x, y, y].map(Value::Var));
}
