//! Chains of tests `x == constant` on one integer, character or unicode character become one switch. The
//! blocks after the first may contain only their test. Order and meaning stay; a value tested twice takes the
//! first exit.

use crate::edit::Subst;
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, FuncId, Link, LlGraph, LlOp, LlValue, Program, VarId,
};

/// A block that ends in a test.
struct Test {
    /// Tested variable, in the block's own terms.
    var: VarId,
    /// Values and the exits for them.
    cases: Vec<(Const, usize)>,
    /// Exit for everything else.
    other: usize,
    /// Number of operations that belong to the test.
    own_ops: usize,
}

/// Returns whether anything was merged.
pub fn merge_ifs(_p: &Program, _f: FuncId, g: &mut LlGraph) -> bool {
    let mut any = false;
    for b in g.reachable() {
        any |= merge_at(g, b);
    }
    any
}

fn test_of(g: &LlGraph, b: BlockId) -> Option<Test> {
    let blk = &g.blocks[b];
    let ExitSwitch::Var(v) = blk.exitswitch else { return None };
    if blk.exits.last()?.case == ExitCase::Default {
        let n = blk.exits.len() - 1;
        let cases = blk.exits[..n].iter().enumerate().filter_map(|(i, l)| match &l.case {
            ExitCase::Value(c) => Some((c.clone(), i)),
            _ => None,
        });
        return Some(Test { var: v, cases: cases.collect(), other: n, own_ops: 0 });
    }
    let op = blk.operations.last().filter(|o| o.result == v)?;
    let equal = match op.op {
        LlOp::IntEq | LlOp::CharEq | LlOp::UniCharEq | LlOp::UintEq => true,
        LlOp::IntNe | LlOp::CharNe | LlOp::UniCharNe | LlOp::UintNe => false,
        _ => return None,
    };
    let (var, c) = match &op.args[..] {
        [LlValue::Var(v), LlValue::Const(c)] | [LlValue::Const(c), LlValue::Var(v)] => (*v, c),
        _ => return None,
    };
    // Sizes and type ids are numbers only for the backend.
    if matches!(c, Const::SizeOf(_) | Const::TypeId(_)) {
        return None;
    }
    let hit = blk.exits.iter().position(|l| l.case == ExitCase::Value(Const::Bool(equal)))?;
    // The test's result must not be used otherwise.
    let used = blk.exits.iter().flat_map(|l| &l.args).any(|a| *a == LlValue::Var(v));
    (!used && blk.exits.len() == 2).then(|| Test {
        var,
        cases: vec![(c.clone(), hit)],
        other: 1 - hit,
        own_ops: 1,
    })
}

fn merge_at(g: &mut LlGraph, b: BlockId) -> bool {
    let Some(first) = test_of(g, b) else { return false };
    let blk = &g.blocks[b];
    let case_link = |l: &Link<flowmodel::Ll>, c: Const, args: Vec<LlValue>| Link {
        case: ExitCase::Value(c),
        span: l.span,
        ..Link::new(l.target, args)
    };
    let mut exits: Vec<Link<flowmodel::Ll>> = first
        .cases
        .iter()
        .map(|(c, i)| case_link(&blk.exits[*i], c.clone(), blk.exits[*i].args.clone()))
        .collect();
    let mut rest = blk.exits[first.other].clone();
    let mut steps = 0;
    // Following the chain; every value is expressed in terms of the first block.
    loop {
        let t = rest.target;
        if t == b || g.is_final(t) || steps > 1000 {
            break;
        }
        let Some(test) = test_of(g, t) else { break };
        let tb = &g.blocks[t];
        if tb.operations.len() != test.own_ops {
            break;
        }
        let s: Subst = tb.inputargs.iter().copied().zip(rest.args.iter().cloned()).collect();
        if s.get(&test.var) != Some(&LlValue::Var(first.var)) {
            break;
        }
        let map = |args: &[LlValue]| -> Vec<LlValue> {
            let one = |a: &LlValue| a.as_var().and_then(|v| s.get(&v).cloned());
            args.iter().map(|a| one(a).unwrap_or_else(|| a.clone())).collect()
        };
        for (c, i) in &test.cases {
            if !exits.iter().any(|l| l.case == ExitCase::Value(c.clone())) {
                exits.push(case_link(&tb.exits[*i], c.clone(), map(&tb.exits[*i].args)));
            }
        }
        let other = &tb.exits[test.other];
        rest = Link { span: other.span, ..Link::new(other.target, map(&other.args)) };
        steps += 1;
    }
    if steps == 0 {
        return false;
    }
    rest.case = ExitCase::Default;
    exits.push(rest);
    let blk = &mut g.blocks[b];
    // The comparison of the first block is left to the pass for dead operations.
    blk.exitswitch = ExitSwitch::Var(first.var);
    blk.exits = exits;
    true
}
