//! Calls through a family of functions few of which are small: these are compared with the pointer and called directly, so that
//! the inliner sees into them. A call of a method that returns a field then costs a test and a load.
//!
//! Functions that always raise do not count: where they are reached, speed does not matter. Nor do functions that take part in
//! recursion: in an interpreter of trees, the leaves are tried. What the call does stays the same.

use crate::changes::Changes;
use crate::constfold::fits_call;
use crate::cost::inlining_cost;
use crate::inline::{InlineConfig, may_inline};
use flowmodel::analysis::EffectFacts;
use flowmodel::analysis::flow::reaching;
use flowmodel::analysis::frequency::{Frequency, worthwhile};
use flowmodel::effects::READS;
use flowmodel::surgery::{bool_exits, renew, split_block};
use flowmodel::{
    BlockId, Body, Const, ExitSwitch, FamilyId, FuncId, Link, LlGraph, LlOp, LlValue, Program, Type,
};
use rustc_hash::FxHashMap;

/// Maximum number of functions of a family that are tried.
const MAX_TRIED: usize = 3;

/// Makes direct calls of calls through families. Counts the calls that it changes.
pub fn try_methods(p: &mut Program, facts: &EffectFacts, cfg: &InlineConfig) -> Changes {
    let recursive = facts.calls().recursive(p);
    let small = |f: FuncId| -> Option<(bool, f64, FuncId)> {
        let g = p.funcs[f].graph()?;
        let cost = inlining_cost(g);
        let good = cost <= cfg.threshold && !recursive.contains(&f) && may_inline(p, f, cfg);
        let reads = |b: &BlockId| g.blocks[*b].operations.iter().any(|o| o.op.has(READS));
        (good && returns(g)).then(|| (!g.reachable().iter().any(reads), cost, f))
    };
    let mut tried: FxHashMap<FamilyId, Vec<FuncId>> = FxHashMap::default();
    for (family, funcs) in p.families.iter() {
        if funcs.len() < 2 {
            continue;
        }
        let mut found: Vec<_> = funcs.iter().filter_map(|f| small(*f)).collect();
        // Those that look at their object first: the others give constants.
        found.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        if found.len() > MAX_TRIED {
            found.retain(|f| !f.0);
        }
        if !found.is_empty() && found.len() <= MAX_TRIED {
            tried.insert(family, found.into_iter().map(|f| f.2).collect());
        }
    }
    let mut done = Changes::default();
    if tried.is_empty() {
        return done;
    }
    let frequency = Frequency::new(p, &cfg.roots);
    let calls = |g: &LlGraph| {
        let mut ops = g.blocks.values().flat_map(|b| &b.operations);
        ops.any(|op| op.op == LlOp::IndirectCall)
    };
    for f in p.funcs.keys().collect::<Vec<_>>() {
        let Some(g) = p.funcs[f].graph() else { continue };
        if frequency.is_seldom(f) || !calls(g) {
            continue;
        }
        let mut g = g.clone();
        let n = in_graph(p, &mut g, &tried);
        if n > 0 {
            done.count += n;
            done.graphs.push(f);
            p.funcs[f].body = Body::Graph(g);
        }
    }
    done
}

/// Says whether the function may come back without an exception.
fn returns(g: &LlGraph) -> bool {
    reaching(g, [g.returnblock]).contains(&g.startblock)
}

fn in_graph(p: &Program, g: &mut LlGraph, tried: &FxHashMap<FamilyId, Vec<FuncId>>) -> usize {
    let mut n = 0;
    let mut work: Vec<BlockId> =
        worthwhile(g, false).into_iter().filter(|(_, often)| *often).map(|(b, _)| b).collect();
    while let Some(b) = work.pop() {
        let found = g.blocks[b].operations.iter().enumerate().find_map(|(i, op)| {
            match (op.op, &op.args[..]) {
                (LlOp::IndirectCall, [LlValue::Var(_), .., LlValue::Const(Const::Family(k))]) => {
                    Some((i, tried.get(k)?))
                }
                _ => None,
            }
        });
        let Some((i, funcs)) = found else { continue };
        let protected = g.blocks[b].can_raise() && i + 1 == g.blocks[b].operations.len();
        if !protected {
            work.push(split_block(g, b, i + 1).0);
        }
        let mut at = split_block(g, b, i).0;
        let mut head = b;
        for f in funcs {
            if try_first(p, g, head, at, *f) {
                n += 1;
                head = at;
                at = split_block(g, head, 0).0;
            }
        }
    }
    n
}

/// Puts a test for `f` between a block and the next one, which begins with the call.
fn try_first(p: &Program, g: &mut LlGraph, head: BlockId, call: BlockId, f: FuncId) -> bool {
    let op = &g.blocks[call].operations[0];
    if !fits_call(p, g, op, f) {
        return false;
    }
    let span = op.span;
    let to_call = g.blocks[head].exits[0].clone();
    let pointer = op.args[0].as_var().and_then(|v| {
        let i = g.blocks[call].inputargs.iter().position(|x| *x == v)?;
        Some(to_call.args[i])
    });
    let Some(pointer) = pointer else { return false };
    let mut direct = g.blocks[call].clone();
    renew(&mut direct, &mut |v| g.copy_var(v));
    let op = &mut direct.operations[0];
    op.op = LlOp::DirectCall;
    op.args.pop();
    op.args[0] = LlValue::Const(Const::Func(f));
    let direct = g.blocks.push(direct);
    let args = vec![pointer, LlValue::Const(Const::Func(f))];
    let test = g.add_op(head, LlOp::PtrEq, args, "is", Type::Bool, span);
    let to_direct = Link { target: direct, ..to_call.clone() };
    g.blocks[head].exitswitch = ExitSwitch::Var(test);
    g.blocks[head].exits = bool_exits(to_call, to_direct);
    true
}
