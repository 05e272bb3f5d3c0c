//! Exits of a block: deciding switches, dropping handlers.

use crate::graph::{Block, BlockId, Dialect, ExitCase, ExitSwitch, Graph, Link};
use crate::ll::{Const, Ll};

/// Keeps the items for which `keep` says so; it has one entry for each.
pub fn retain_by<T>(items: &mut Vec<T>, keep: &[bool]) {
    debug_assert_eq!(items.len(), keep.len());
    let mut it = keep.iter();
    items.retain(|_| *it.next().unwrap_or(&true));
}

/// Leaves only the exit that is taken for this value of the switch.
pub fn fold_switch<D: Dialect>(blk: &mut Block<D>, c: &D::Const) {
    let hit = blk.exits.iter().position(|l| match &l.case {
        ExitCase::Value(k) => k == c,
        _ => true,
    });
    // No exit fits: the program never comes here with this value; any exit will do.
    let mut link = blk.exits.swap_remove(hit.unwrap_or(0));
    link.case = ExitCase::None;
    blk.exits = vec![link];
    blk.exitswitch = ExitSwitch::None;
}

/// Drops the exits that are never taken. If one is left, the block goes there in any case; it must not be one for
/// exceptions then.
pub fn keep_exits<D: Dialect>(blk: &mut Block<D>, keep: &[bool]) {
    retain_by(&mut blk.exits, keep);
    if let [link] = &mut blk.exits[..] {
        link.case = ExitCase::None;
        blk.exitswitch = ExitSwitch::None;
    }
}

/// Turns a block that catches exceptions into one that goes on normally.
pub fn drop_exception_exits<D: Dialect>(blk: &mut Block<D>) {
    if blk.can_raise() {
        blk.exits.truncate(1);
        blk.exitswitch = ExitSwitch::None;
    }
}

/// Drops the last handlers of a block as long as they only pass the exception on (`passes`), which is the same as no
/// handler; earlier ones shield those behind them. A block that is left without handlers is still one that can raise.
pub fn drop_passing_exits<D: Dialect>(
    g: &mut Graph<D>,
    b: BlockId,
    passes: &dyn Fn(&Graph<D>, &Link<D>) -> bool,
) {
    while let [_, .., last] = &g.blocks[b].exits[..]
        && g.blocks[b].can_raise()
        && passes(g, last)
    {
        g.blocks[b].exits.pop();
    }
}

/// Says whether an exit only raises what it has caught.
pub fn only_passes_on<D: Dialect>(g: &Graph<D>, link: &Link<D>) -> bool {
    link.target == g.exceptblock
        && link.last_exception.is_some()
        && link.last_exc_value.is_some()
        && link.args[0].as_var() == link.last_exception
        && link.args[1].as_var() == link.last_exc_value
}

/// The only exit of a block that does nothing else.
pub(super) fn empty_block<D: Dialect>(g: &Graph<D>, b: BlockId) -> Option<&Link<D>> {
    let blk = &g.blocks[b];
    match &blk.exits[..] {
        [link] if blk.operations.is_empty() && blk.exitswitch == ExitSwitch::None => Some(link),
        _ => None,
    }
}

/// The two exits of a switch on a Bool, in the order that the model wants.
pub fn bool_exits(mut when_false: Link<Ll>, mut when_true: Link<Ll>) -> Vec<Link<Ll>> {
    when_false.case = ExitCase::Value(Const::Bool(false));
    when_true.case = ExitCase::Value(Const::Bool(true));
    vec![when_false, when_true]
}
