//! Functions that only printing reaches: RPython never looks at `__repr__` and the like, nor at what only these call.

use crate::AnnGraphId;
use crate::model::again;
use crate::model::state::Facts;
use flowmodel::diag::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of functions that a search looks at.
const LIMIT: usize = 500;

/// Special methods for texts.
const TEXTS: [&str; 2] = ["__repr__", "__str__"];

/// Special methods that run without being named: for texts, and to compare and hash.
pub(crate) const UNNAMED: [&str; 10] = [
    "__repr__", "__str__", "__eq__", "__ne__", "__hash__", "__cmp__", "__lt__", "__le__", "__gt__",
    "__ge__",
];

/// Gives those of these places of errors to which only methods lead that run without being named, and the places of
/// these methods.
pub fn only_printed(ann: &Facts, places: &[Span]) -> Vec<(Span, Vec<Span>)> {
    let wanted: FxHashSet<Span> = places.iter().copied().collect();
    if wanted.is_empty() {
        return vec![];
    }
    // A place is in the function whose code it is, or in one that could not be made a graph: then its call is known.
    let mut around: FxHashMap<Span, Vec<AnnGraphId>> = FxHashMap::default();
    for (at, g) in ann.reports.error_graphs.iter().filter(|e| wanted.contains(&e.0)) {
        around.entry(*at).or_default().push(*g);
    }
    for (g, ag) in ann.graphs.iter() {
        for op in ag.full.blocks.values().flat_map(|b| &b.operations) {
            if wanted.contains(&op.span) {
                around.entry(op.span).or_default().push(g);
            }
        }
    }
    let known = around.into_iter();
    known.filter_map(|(at, graphs)| Some((at, printing_methods(ann, graphs)?))).collect()
}

/// The methods for texts that the program calls by their names.
pub fn named_texts(ann: &Facts) -> Vec<Span> {
    let by_name = |g: AnnGraphId| {
        again::calling_blocks(ann, g).into_iter().any(|(caller, _)| {
            let caller = ann.descs[ann.graphs[caller].desc].as_function();
            caller.is_some_and(|f| !f.info.qualname.starts_with(crate::LIBRARY_PACKAGE))
        })
    };
    let mut named = vec![];
    for (g, graph) in ann.graphs.iter() {
        let Some(f) = ann.descs[graph.desc].as_function() else { continue };
        if TEXTS.contains(&&*f.info.name) && by_name(g) {
            named.push(f.info.span);
        }
    }
    named
}

/// The methods that run without being named and through which functions are reached, if they are not reached otherwise.
fn printing_methods(ann: &Facts, mut work: Vec<AnnGraphId>) -> Option<Vec<Span>> {
    let mut seen: FxHashSet<AnnGraphId> = FxHashSet::default();
    let mut methods = vec![];
    while let Some(g) = work.pop() {
        if !seen.insert(g) {
            continue;
        }
        let function = ann.descs[ann.graphs[g].desc].as_function()?;
        if UNNAMED.contains(&&*function.info.name) {
            methods.push(function.info.span);
            continue;
        }
        let callers = again::calling_blocks(ann, g);
        if callers.is_empty() || seen.len() > LIMIT {
            return None;
        }
        work.extend(callers.into_iter().map(|c| c.0));
    }
    methods.sort();
    methods.dedup();
    (!methods.is_empty()).then_some(methods)
}
