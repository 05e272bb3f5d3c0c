//! Clean-up of a freshly built graph: what the way of recording leaves behind.

use flowmodel::graph::{BlockId, ExitCase, ExitSwitch, Value};
use flowmodel::surgery::{self, join_blocks, skip_empty_blocks};
use flowmodel::{HlGraph, HlOp, SecondaryMap};

/// Runs all clean-ups and renumbers.
pub fn simplify(g: &mut HlGraph) {
    eliminate_empty_blocks(g);
    remove_reraising_exits(g);
    join_blocks(g);
    remove_dead(g);
    eliminate_empty_blocks(g);
    g.compact();
}

/// Links to blocks that only pass on go to where these lead.
pub fn eliminate_empty_blocks(g: &mut HlGraph) {
    let returns = g.returnblock;
    let mut entries: SecondaryMap<BlockId, u32> = SecondaryMap::new();
    for b in g.reachable() {
        for l in &g.blocks[b].exits {
            entries[l.target] += 1;
        }
    }
    // The place of a `return`, unless it joins the values of several paths.
    skip_empty_blocks(
        g,
        &|skipped, link, on| match on.target == returns && entries[skipped] == 1 {
            true => link.span.or(on.span),
            false => link.span,
        },
    );
}

/// An exit that only raises what it caught is not needed: the exception leaves the function by
/// itself.
pub fn remove_reraising_exits(g: &mut HlGraph) {
    let exceptblock = g.exceptblock;
    for b in g.reachable() {
        let blk = &mut g.blocks[b];
        if !blk.can_raise() {
            continue;
        }
        // Only from the end: an earlier exit shields the later ones from its class.
        while let Some(l) = blk.exits.last()
            && blk.exits.len() > 1
            && l.target == exceptblock
            && l.args[1].as_var().is_some_and(|v| Some(v) == l.last_exc_value)
            && match (&l.args[0], &l.case) {
                (Value::Var(v), _) => Some(*v) == l.last_exception,
                (Value::Const(c), ExitCase::Value(case)) => c == case,
                _ => false,
            }
        {
            blk.exits.pop();
        }
        if blk.exits.len() == 1 {
            blk.exitswitch = ExitSwitch::None;
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
pub fn remove_dead(g: &mut HlGraph) {
    surgery::remove_dead(g, &|op, protected| removable(op.op) && !protected);
}
