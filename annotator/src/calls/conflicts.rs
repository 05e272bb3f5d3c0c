//! Variables that get values of types that do not meet, in blocks that only pass them on.
//!
//! The block behind a `with` calls `__exit__`, and its variables are used only if that says that the exception is dropped. Where it
//! never does, it does not matter what they were when an exception came, and RPython, which has such a block for each operation, never
//! asks. So the error is kept with the variable, and told where a value would be used.

use crate::AnnGraphId;
use crate::model::state::Annotator;
use crate::prelude::*;
use flowmodel::{BlockId, ExitSwitch, HlGraph, HlValue, Link};

/// Tells whether a block does nothing with an input but pass it on.
fn only_passed_on(g: &HlGraph, b: BlockId, input: VarId) -> bool {
    let block = &g.blocks[b];
    let is = |a: &HlValue| a.as_var() == Some(input);
    let used = block.operations.iter().any(|op| op.args.iter().any(is))
        || block.exitswitch == ExitSwitch::Var(input);
    !used && b != g.startblock && !g.is_final(b)
}

/// Keeps the error of an input whose values do not go together, if nothing needs it so far; gives it back otherwise.
pub(crate) fn keep_conflict(
    ann: &mut Annotator,
    id: AnnGraphId,
    g: &HlGraph,
    b: BlockId,
    input: VarId,
    error: AnnError,
) -> AResult<()> {
    if !only_passed_on(g, b, input) {
        return Err(error);
    }
    ann.conflicts.insert((id, input), error);
    Ok(())
}

/// Passes what a link's arguments have as errors on to the inputs of its target. Whether these are new there.
pub(crate) fn pass_conflicts(
    ann: &mut Annotator,
    id: AnnGraphId,
    g: &HlGraph,
    link: &Link<Hl>,
) -> AResult<bool> {
    if ann.conflicts.is_empty() {
        return Ok(false);
    }
    let mut new = false;
    for (a, input) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
        let error = a.as_var().and_then(|v| ann.conflicts.get(&(id, v)).cloned());
        if let Some(error) = error
            && !ann.conflicts.contains_key(&(id, *input))
        {
            keep_conflict(ann, id, g, link.target, *input, error)?;
            new = true;
        }
    }
    Ok(new)
}
