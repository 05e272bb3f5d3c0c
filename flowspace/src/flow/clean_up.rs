//! Clean-up of a freshly built graph: what the way of recording leaves behind.

use flowmodel::surgery::{
    self, drop_exception_exits, drop_passing_exits, join_blocks, only_passes_on, skip_empty_blocks,
};
use flowmodel::{ExitCase, Hl, HlGraph, HlOp, Link, Value};

/// Runs all clean-ups and renumbers.
pub fn clean_up(g: &mut HlGraph) {
    eliminate_empty_blocks(g);
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
pub fn remove_dead(g: &mut HlGraph) {
    surgery::remove_dead(g, &|op, protected| removable(op.op) && !protected);
}
