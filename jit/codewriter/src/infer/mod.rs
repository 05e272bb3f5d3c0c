//! Hints that a program need not give, because the whole of it is known.
//!
//! [`add_hints`] changes a program as if its author had given them; it comes before everything else that the codewriter does.
//! What is stated here holds in every run (fields that never change, elidable functions), or has no meaning beyond speed (promotions,
//! virtualizables, unrolled loops). `docs/making-the-jit-good.md` tells what is found.

mod changed;
mod elidable;
mod facts;
mod fields;
mod frames;
mod greens;
mod known;
mod prologue;
mod promotions;
pub mod proposals;
mod rounds;
mod unroll;

use crate::infer::facts::{Facts, MergePoint};
use crate::markers::marker;
use flowmodel::analysis::phases::Later;
use flowmodel::analysis::places::{Place, written};
use flowmodel::analysis::stable::Changing;
use flowmodel::analysis::{Callees, EffectFacts, call_targets};
use flowmodel::diag::Diagnostic;
use flowmodel::{
    Body, Const, ExitSwitch, FuncAttrs, FuncId, Link, Ll, Program, SpaceOperation, Value,
};
use rustc_hash::FxHashSet;

/// Says whether an operation is a merge point.
fn is_merge_point(op: &SpaceOperation<Ll>) -> bool {
    marker(op).is_some_and(|(kind, _)| kind == "jit_merge_point")
}

/// Adds all hints that can be known to a program at the rtyped level. Gives warnings of hints that are not true.
pub fn add_hints(p: &mut Program) -> Vec<Diagnostic> {
    let Some(facts) = known_facts(p) else { return vec![] };
    let warnings = changed::warnings(p, &facts);
    add_known(p, &facts);
    warnings
}

/// Finds what is known of a program; `None` without a merge point.
fn known_facts(p: &mut Program) -> Option<Facts> {
    prologue::set_apart(p);
    let merge_points = facts::merge_points(p);
    if merge_points.is_empty() {
        return None;
    }
    let lazy = filled_in(p);
    Some(without_first_uses(p, |p| {
        let later = Later::new(p, &is_merge_point);
        let changing = Changing::new(p, &later);
        let effects = EffectFacts::new(p);
        Facts { merge_points, later, changing, effects, lazy }
    }))
}

fn add_known(p: &mut Program, facts: &Facts) {
    let own = promotions::promoted(p);
    frames::mark(p, facts);
    fields::mark(p, facts);
    elidable::mark(p, facts);
    greens::mark(p, facts);
    let divided = unroll::mark(p, facts);
    promotions::mark(p, facts, &divided, &own);
}

/// Functions that fill in what a prebuilt dict lacks, when it is used for the first time: nobody notices.
const FIRST_USE: &str = "dict.first_use";

fn first_uses(p: &Program) -> Vec<FuncId> {
    let named = |a: &FuncAttrs| a.oopspec.as_ref().is_some_and(|o| o.starts_with(FIRST_USE));
    p.funcs.keys().filter(|f| named(&p.funcs[*f].attrs)).collect()
}

/// The places that they write.
fn filled_in(p: &Program) -> FxHashSet<Place> {
    let mut work = first_uses(p);
    let mut seen: FxHashSet<FuncId> = work.iter().copied().collect();
    let mut found = FxHashSet::default();
    while let Some(f) = work.pop() {
        let Some(g) = p.funcs[f].graph() else { continue };
        for op in g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations) {
            written(p, g, op, &mut |place| _ = found.insert(place));
            if let Callees::Known(callees) = call_targets(p, op) {
                work.extend(callees.iter().filter(|c| seen.insert(**c)));
            }
        }
    }
    found
}

/// Calls `f` with a program in which such functions do nothing.
fn without_first_uses<T>(p: &mut Program, f: impl FnOnce(&Program) -> T) -> T {
    let mut bodies = vec![];
    for f in first_uses(p) {
        let Some(g) = p.funcs[f].graph() else { continue };
        let mut nothing = g.clone();
        let start = nothing.startblock;
        let void = vec![Value::Const(Const::Void)];
        let blk = &mut nothing.blocks[start];
        blk.operations.clear();
        blk.exitswitch = ExitSwitch::None;
        blk.exits = vec![Link::new(nothing.returnblock, void)];
        bodies.push((f, std::mem::replace(&mut p.funcs[f].body, Body::Graph(nothing))));
    }
    let result = f(p);
    for (f, body) in bodies {
        p.funcs[f].body = body;
    }
    result
}
