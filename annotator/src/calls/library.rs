//! Operations, functions and methods whose implementation is written in the language: RPython functions in
//! `rlib/builtins` (package `rpython_builtins`), called as if the program had called them.
//!
//! The call site is recorded under the operation's result, marked [`LIBRARY`]; the RTyper translates it as a direct call.

use crate::AnnGraphId;
use crate::calls::callees;
use crate::definitions::library_objects;
use crate::model::descs::LIBRARY;
use crate::model::state::{Annotator, CallArgs};
use crate::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls a library function as the implementation of the current operation. The sources say which operand each
/// argument is (`ArgSource::This`: the object of a built-in method; `ArgSource::Default`: a constant).
pub(crate) fn call_library(
    ann: &mut Annotator,
    site: Site,
    module: &str,
    function: &str,
    args: CallArgs,
) -> AResult {
    let f = library_objects::library_function(ann, site, module, function)?;
    callees::call(ann, site, &f, &args, Some(LIBRARY))
}

/// Forgets that the current operation was a library call: its operands may have become more general.
pub(crate) fn forget_library_call(ann: &mut Annotator, site: Site, op: &HlOperation) {
    if let Some(p) = site.position {
        let calls = &mut ann.graph_mut(p.graph).calls;
        if calls.get(&op.result).is_some_and(|s| s.special == Some(LIBRARY))
            && let Some(call) = calls.shift_remove(&op.result)
        {
            ann.reports.forgotten_copies.extend(call.targets.iter().filter_map(|t| t.graph));
        }
    }
}

/// Drops the errors in copies of library functions that nothing calls any more: they were made for operands that turned
/// out to be more general (first only None, then lists: another implementation).
pub(crate) fn drop_errors_of_unused_copies(ann: &mut Facts) {
    ann.reports.unused_copies.clear();
    let helpers_only = || ann.work.dirty.iter().all(|g| ann.graphs[*g].helper);
    if ann.reports.forgotten_copies.is_empty() || ann.reports.errors.is_empty() && helpers_only() {
        return;
    }
    // Only these can be unused. Where none of them is new or in error nobody asks: no look at the whole program for each
    // helper.
    let mut reached: FxHashSet<AnnGraphId> = FxHashSet::default();
    let mut work: Vec<_> = ann.reports.forgotten_copies.iter().copied().collect();
    while let Some(g) = work.pop() {
        if reached.insert(g) {
            let calls = ann.graphs[g].calls.values();
            work.extend(calls.flat_map(|s| s.targets.iter()).filter_map(|t| t.graph));
        }
    }
    if ann.reports.errors.is_empty() && !reached.iter().any(|g| ann.work.dirty.contains(g)) {
        return;
    }
    let mut callers: FxHashMap<AnnGraphId, Vec<AnnGraphId>> = FxHashMap::default();
    for (g, graph) in ann.graphs.iter() {
        for t in graph.calls.values().flat_map(|s| s.targets.iter()).filter_map(|t| t.graph) {
            callers.entry(t).or_default().push(g);
        }
    }
    let mut unused: FxHashSet<AnnGraphId> = FxHashSet::default();
    let mut candidates: Vec<_> = ann.reports.forgotten_copies.iter().copied().collect();
    while let Some(g) = candidates.pop() {
        let used = callers.get(&g).is_some_and(|c| c.iter().any(|c| !unused.contains(c)));
        if !used && unused.insert(g) {
            let calls = ann.graphs[g].calls.values();
            candidates.extend(calls.flat_map(|s| s.targets.iter()).filter_map(|t| t.graph));
        }
    }
    ann.reports.errors.retain(|(p, _), _| !p.is_some_and(|p| unused.contains(&p.graph)));
    ann.reports.unused_copies = unused;
}
