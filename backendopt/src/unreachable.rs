//! Drops the graphs of functions that cannot be reached from the entry point (or other roots). Ids stay valid:
//! the function is left as a declaration.

use crate::changes::Changes;
use flowmodel::analysis::callgraph::{all_roots, reachable_funcs};
use flowmodel::{Body, FuncId, Program};

/// Counts the graphs that it drops. Without an entry point that is none.
pub fn remove_unreachable(p: &mut Program, more_roots: &[FuncId]) -> Changes {
    let Some(roots) = all_roots(p, more_roots) else { return Changes::default() };
    let keep = reachable_funcs(p, &roots);
    let keep: rustc_hash::FxHashSet<FuncId> = keep.into_iter().collect();
    let mut graphs = vec![];
    for (id, f) in p.funcs.iter_mut() {
        if !keep.contains(&id) && matches!(f.body, Body::Graph(_)) {
            f.body = Body::Declared;
            graphs.push(id);
        }
    }
    Changes { count: graphs.len(), graphs }
}
