//! Drops the graphs of functions that cannot be reached from the entry point (or other roots). Ids stay valid:
//! the function is left as a declaration.

use crate::manager::Changes;
use flowmodel::{Body, FuncId, Program};

/// Functions that are called from outside of the program's graphs; `None` without an entry point.
pub fn all_roots(p: &Program, more_roots: &[FuncId]) -> Option<Vec<FuncId>> {
    let mut roots = vec![p.entry?];
    roots.extend(p.uncaught);
    roots.extend(more_roots);
    for d in &p.jitdrivers {
        roots.extend(d.get_printable_location);
        roots.extend(d.confirm_enter_jit);
        roots.extend(d.can_never_inline);
    }
    for (_, st) in p.types.structs.iter() {
        roots.extend(st.finalizer.as_ref().and_then(|n| p.func_by_name(n)));
    }
    roots.extend(p.funcs.iter().filter(|(_, f)| f.attrs.export_name.is_some()).map(|(id, _)| id));
    Some(roots)
}

/// Counts the graphs that it drops. Without an entry point that is none.
pub fn remove_unreachable(p: &mut Program, more_roots: &[FuncId]) -> Changes {
    let Some(roots) = all_roots(p, more_roots) else { return Changes::default() };
    let keep = p.reachable_funcs(&roots);
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
