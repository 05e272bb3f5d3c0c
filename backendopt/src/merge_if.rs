//! Chains of tests `x == constant` on one integer, character or unicode character become one switch. The
//! blocks after the first may contain only their test. Order and meaning stay; a value tested twice takes the
//! first exit.

use flowmodel::surgery::{arrival, renamed};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, FuncId, Link, LlGraph, LlOp, LlValue, Program, VarId,
};
use rustc_hash::FxHashSet;

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
    let blocks = g.reachable();
    let entries = g.entries();
    // Tests that only the chain before them led to: with it they are gone.
    let mut gone = FxHashSet::default();
    for b in blocks {
        if gone.contains(&b) {
            continue;
        }
        let chain = merge_at(g, b);
        any |= !chain.is_empty();
        gone.extend(chain.into_iter().take_while(|t| entries[*t] == 1));
    }
    any
}

fn test_of(g: &LlGraph, b: BlockId) -> Option<Test> {
    let blk = &g.blocks[b];
    let ExitSwitch::Var(v) = blk.exitswitch else { return None };
    if blk.exits.last()?.case == ExitCase::Default {
        let n = blk.exits.len() - 1;
        let cases = blk.exits[..n].iter().enumerate().filter_map(|(i, l)| match &l.case {
            ExitCase::Value(c) => Some((*c, i)),
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
        cases: vec![(*c, hit)],
        other: 1 - hit,
        own_ops: 1,
    })
}

/// Gives the tests that were merged into the one of `b`.
fn merge_at(g: &mut LlGraph, b: BlockId) -> Vec<BlockId> {
    let Some(first) = test_of(g, b) else { return vec![] };
    let blk = &g.blocks[b];
    let case_link = |l: &Link<flowmodel::Ll>, c: Const, args: Vec<LlValue>| Link {
        case: ExitCase::Value(c),
        span: l.span,
        ..Link::new(l.target, args)
    };
    let mut exits: Vec<Link<flowmodel::Ll>> = first
        .cases
        .iter()
        .map(|(c, i)| case_link(&blk.exits[*i], *c, blk.exits[*i].args.clone()))
        .collect();
    let mut rest = blk.exits[first.other].clone();
    let mut chain = vec![];
    let mut seen = FxHashSet::default();
    let mut values: FxHashSet<Const> = first.cases.iter().map(|c| c.0).collect();
    // Following the chain; every value is expressed in terms of the first block.
    loop {
        let t = rest.target;
        if t == b || g.is_final(t) || !seen.insert(t) {
            break;
        }
        let Some(test) = test_of(g, t) else { break };
        let tb = &g.blocks[t];
        if tb.operations.len() != test.own_ops {
            break;
        }
        let s = arrival(tb, &rest.args);
        if s.get(&test.var) != Some(&LlValue::Var(first.var)) {
            break;
        }
        for (c, i) in &test.cases {
            if values.insert(*c) {
                exits.push(case_link(&tb.exits[*i], *c, renamed(&tb.exits[*i].args, &s)));
            }
        }
        let other = &tb.exits[test.other];
        rest = Link { span: other.span, ..Link::new(other.target, renamed(&other.args, &s)) };
        chain.push(t);
    }
    if chain.is_empty() {
        return chain;
    }
    rest.case = ExitCase::Default;
    exits.push(rest);
    let blk = &mut g.blocks[b];
    // The comparison of the first block is left to the pass for dead operations.
    blk.exitswitch = ExitSwitch::Var(first.var);
    blk.exits = exits;
    chain
}
