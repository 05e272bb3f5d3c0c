//! Clean-up of a freshly built graph: what the way of recording leaves behind.

use flowmodel::surgery::{
    self, drop_exception_exits, drop_passing_exits, join_blocks, only_passes_on, skip_empty_blocks,
};
use flowmodel::{BlockId, ExitCase, ExitSwitch, Hl, HlConst, HlGraph, HlOp, Link, Value, VarId};

/// Runs all clean-ups and renumbers.
pub(crate) fn clean_up(g: &mut HlGraph) {
    eliminate_empty_blocks(g);
    coalesce_bool(g);
    remove_reraising_exits(g);
    join_blocks(g);
    remove_dead(g);
    eliminate_empty_blocks(g);
    g.compact();
}

/// Links to blocks that only pass on go to where these lead.
fn eliminate_empty_blocks(g: &mut HlGraph) {
    let returns = g.returnblock;
    let entries = g.entries();
    // The place of a `return`, unless it joins the values of several paths.
    skip_empty_blocks(g, |skipped, link, on| match on.target == returns && entries[skipped] == 1 {
        true => link.span.or(on.span),
        false => link.span,
    });
}

/// A link behind a test goes past another test of the same value. (Source: RPython's `coalesce_bool`.) So in `x = a and b or c`,
/// `if x:` no variable has to hold what only was tested, and `a`, `b` and `c` may be of any types.
fn coalesce_bool(g: &mut HlGraph) {
    for b in g.reachable() {
        let ExitSwitch::Var(switch) = g.blocks[b].exitswitch else { continue };
        for n in 0..g.blocks[b].exits.len() {
            let link = &g.blocks[b].exits[n];
            let ExitCase::Value(HlConst::Bool(holds)) = link.case else { continue };
            let mut values: Vec<Value<Hl>> = vec![Value::Var(switch)];
            let defined = g.blocks[b].operations.iter().find(|op| op.result == switch);
            values.extend(defined.filter(|op| op.op == HlOp::Bool).map(|op| op.args[0].clone()));
            let (mut target, mut args) = (link.target, link.args.clone());
            // (A loop that only tests has no end.)
            let mut passed = vec![];
            while !passed.contains(&target)
                && let Some((input, result)) = only_tests(g, target)
                && values.contains(&args[input])
            {
                passed.push(target);
                let test = &g.blocks[target];
                let case = ExitCase::Value(HlConst::Bool(holds));
                let Some(exit) = test.exits.iter().find(|exit| exit.case == case) else { break };
                let given = |v: &Value<Hl>| match v {
                    Value::Var(v) if *v == result => match test.inputargs.contains(v) {
                        true => args[input].clone(),
                        false => Value::Const(HlConst::Bool(holds)),
                    },
                    Value::Var(v) => match test.inputargs.iter().position(|input| input == v) {
                        Some(i) => args[i].clone(),
                        None => Value::Var(*v),
                    },
                    constant => constant.clone(),
                };
                (target, args) = (exit.target, exit.args.iter().map(given).collect());
            }
            let link = &mut g.blocks[b].exits[n];
            (link.target, link.args) = (target, args);
        }
    }
}

/// The number of the input that a block tests, if it does nothing else, and what it decides by.
fn only_tests(g: &HlGraph, b: BlockId) -> Option<(usize, VarId)> {
    let block = &g.blocks[b];
    let ExitSwitch::Var(switch) = block.exitswitch else { return None };
    let tested = match &block.operations[..] {
        [] => Value::Var(switch),
        [op] if op.op == HlOp::Bool && op.result == switch => op.args[0].clone(),
        _ => return None,
    };
    let input = block.inputargs.iter().position(|input| Value::Var(*input) == tested)?;
    Some((input, switch))
}

/// An exit that only raises what it caught is not needed: the exception leaves the function by
/// itself.
fn remove_reraising_exits(g: &mut HlGraph) {
    // The class may have been written as a constant.
    let of_class = |g: &HlGraph, l: &Link<Hl>| {
        l.target == g.exceptblock
            && l.args[1].as_var().is_some_and(|v| Some(v) == l.last_exc_value)
            && matches!((&l.args[0], &l.case), (Value::Const(c), ExitCase::Value(case)) if c == case)
    };
    for b in g.reachable() {
        drop_passing_exits(g, b, &|g, l| only_passes_on(g, l) || of_class(g, l));
        let blk = &mut g.blocks[b];
        if blk.exits.len() == 1 {
            drop_exception_exits(blk);
        }
    }
}

fn removable(op: HlOp) -> bool {
    matches!(
        op,
        HlOp::Is
            | HlOp::Type
            | HlOp::IsSubtype
            | HlOp::IsInstance
            | HlOp::Bool
            | HlOp::Not
            | HlOp::NewTuple
            | HlOp::NewList
            | HlOp::NewDict
            | HlOp::NewSlice
            | HlOp::SameAs
    )
}

/// Removes operations without effect whose result is not used, and inputs that nobody reads.
fn remove_dead(g: &mut HlGraph) {
    surgery::remove_dead(g, &|op, protected| removable(op.op) && !protected);
}
