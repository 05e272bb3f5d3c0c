//! Functions that keep guest calls from being inlined.
//!
//! A guest call is inlined if the JIT looks into all functions between the merge point and its own function's start. A loop in one of
//! them, for the arguments or for trying again, makes a call of it that stays in the trace, with the whole frame in memory.

use crate::policy::{Lookup, NOT_UNROLLED, why_not_inside};
use crate::portal::Portal;
use flowmodel::analysis::callgraph::{CallGraph, Callee};
use flowmodel::analysis::loops::back_edges;
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::{Diagnostic, Severity, Span};
use flowmodel::{BlockId, FamilyId, FuncId, LlGraph, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// A warning for each of them. Those that call guest functions in every round of the loop, as a `map` does, are right as they are.
pub fn warnings(
    p: &Program,
    portals: &[Portal],
    lookup: &Lookup,
    leads: &FxHashSet<FuncId>,
) -> Vec<Diagnostic> {
    let mut found: Vec<FuncId> = vec![];
    let seen = portals.iter().map(|x| &x.marked).chain(lookup.candidates.values());
    for g in seen {
        for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
            let Callees::Known(callees) = call_targets(p, op) else { continue };
            for f in callees {
                let called = leads.contains(f)
                    && !lookup.is_candidate(*f)
                    && !found.contains(f)
                    && !p.funcs[*f].attrs.helper
                    && !is_divided(p, *f)
                    && why_not_inside(p, *f) == NOT_UNROLLED;
                if called && !calls_in_loop(p, leads, *f) {
                    found.push(*f);
                }
            }
        }
    }
    found.into_iter().map(|f| warning(p, f)).collect()
}

/// Says whether it is the part of a function that is called where the number of rounds is no
/// constant.
pub fn is_divided(p: &Program, f: FuncId) -> bool {
    p.funcs[f].attrs.same_frame
}

fn warning(p: &Program, f: FuncId) -> Diagnostic {
    let func = &p.funcs[f];
    let message = format!(
        "guest calls through {} are not inlined: it has a loop, so that the JIT calls it and does not look inside",
        func.shown_name()
    );
    let at = func.graph().and_then(loop_span);
    let d = Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::error("calls-not-inlined", message, func.span)
    };
    let d = match at {
        Some(at) => d.label(at, "the loop"),
        None => d,
    };
    d.note("@unroll_safe, if it always has few rounds; else the loop in a function of its own")
}

/// A place in a loop of a graph.
fn loop_span(g: &LlGraph) -> Option<Span> {
    let mut edges: Vec<(BlockId, usize)> = back_edges(g).into_iter().collect();
    edges.sort();
    let headers = edges.iter().map(|(b, i)| g.blocks[*b].exits[*i].target);
    let ends = edges.iter().map(|e| e.0);
    let mut spans = headers.chain(ends).flat_map(|b| &g.blocks[b].operations).map(|op| op.span);
    spans.find(|s| s.is_known())
}

/// Functions that may come to a merge point.
pub fn leads(p: &Program, portals: &[Portal]) -> FxHashSet<FuncId> {
    let calls = CallGraph::new(p);
    let mut callers: FxHashMap<FuncId, Vec<FuncId>> = FxHashMap::default();
    let mut of_family: FxHashMap<FamilyId, Vec<FuncId>> = FxHashMap::default();
    let mut families: FxHashMap<FuncId, Vec<FamilyId>> = FxHashMap::default();
    for (family, members) in p.families.iter() {
        members.iter().for_each(|f| families.entry(*f).or_default().push(family));
    }
    for f in p.funcs.keys() {
        for c in calls.calls(f).callees() {
            match c {
                Callee::Func(callee) => callers.entry(callee).or_default().push(f),
                Callee::Family(family) => of_family.entry(family).or_default().push(f),
            }
        }
    }
    let mut found = FxHashSet::default();
    let mut work: Vec<FuncId> = portals.iter().map(|x| x.portal).collect();
    while let Some(f) = work.pop() {
        if found.insert(f) {
            work.extend(callers.get(&f).into_iter().flatten());
            for family in families.get(&f).into_iter().flatten() {
                // (Once is enough.)
                work.extend(of_family.remove(family).unwrap_or_default());
            }
        }
    }
    found
}

/// Says whether a function may come to a merge point in every round of a loop.
fn calls_in_loop(p: &Program, leads: &FxHashSet<FuncId>, f: FuncId) -> bool {
    let Some(g) = p.funcs[f].graph() else { return true };
    let leads_on = |b: BlockId| {
        g.blocks[b].operations.iter().any(|op| match call_targets(p, op) {
            Callees::Known(callees) => callees.iter().any(|c| leads.contains(c)),
            _ => false,
        })
    };
    g.reachable().into_iter().filter(|b| leads_on(*b)).any(|b| comes_back(g, b))
}

/// Says whether a block is executed again, if nothing raises.
fn comes_back(g: &LlGraph, b: BlockId) -> bool {
    let exits = |b: BlockId| g.blocks[b].normal_exits().map(|l| l.target);
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut work: Vec<BlockId> = exits(b).collect();
    while let Some(next) = work.pop() {
        if next == b {
            return true;
        }
        if seen.insert(next) {
            work.extend(exits(next));
        }
    }
    false
}
