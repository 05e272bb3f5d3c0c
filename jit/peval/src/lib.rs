//! On-line partial evaluation of low-level graphs: what is known when a program is translated is computed then, and what is left
//! is a program for the rest.
//!
//! A program whose entry point calls an interpreter with a guest program as prebuilt data becomes the guest program alone (the
//! first Futamura projection; Jones, Gomard and Sestoft, *Partial Evaluation and Automatic Program Generation*, 1993). Execution
//! starts at the program's entry point and follows all that leads to a `jit_merge_point`. Known are constants, prebuilt objects as
//! far as nothing writes to them, calls of elidable functions, and objects that the program itself has made and that nobody else
//! refers to ([`state`]). Operations on these are executed ([`operations`]), functions unfolded ([`calls`]); all else becomes
//! residual code, in the order of the program ([`residual`]).
//!
//! There is code for each combination of a place and what is known there, up to a limit; then the states are generalised to what
//! they have in common. At a merge point that is done at once: per value of the greens there is one variant, and another
//! one if a loop of the guest program comes back with less known.

pub mod calls;
pub mod counting;
pub mod duplicates;
pub mod operations;
pub mod ranges;
mod report;
pub mod residual;
mod specialiser;
pub mod state;
mod unknown;

pub use report::Report;
pub use specialiser::{Limits, Specialiser};

use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{Body, FuncId, Program};
use residual::Residual;
use rustc_hash::FxHashSet;
use state::{Key, Position, Val};
use std::rc::Rc;

/// Specialises the program's entry point.
///
/// Errors: there is no merge point; the guest program is not known there; it does not end.
pub fn specialise(p: &mut Program, limits: &Limits) -> Result<Report, Diagnostic> {
    let original = p.clone();
    let portals: FxHashSet<FuncId> = original
        .funcs
        .iter()
        .filter(|(_, f)| f.graph().is_some_and(has_merge_point))
        .map(|(id, _)| id)
        .collect();
    let Some(entry) = original.entry.filter(|_| !portals.is_empty()) else {
        let m = "--specialize, but no jit_merge_point is left: the code with it is never executed";
        return Err(Diagnostic::error("specialize", m, Span::NONE));
    };
    let mut s = Specialiser::new(&original, p, limits, portals);
    let g = s.live.graph(entry);
    let params = g.params();
    let key = Key {
        positions: vec![Position { func: entry, block: g.startblock, op: 0 }],
        entered: vec![Rc::default()],
        values: (0..params.len() as u32).map(Val::Dynamic).collect(),
        objects: vec![],
        types: params.iter().map(|v| g.ty(*v)).collect(),
        less: vec![],
    };
    let mut made = vec![entry];
    let graph = Residual::build(&mut s, (entry, entry), &key)?;
    s.p.funcs[entry].body = Body::Graph(graph);
    while let Some((new, f, key)) = s.next() {
        let graph = Residual::build(&mut s, (new, f), &key)?;
        s.p.funcs[new].body = Body::Graph(graph);
        made.push(new);
    }
    if s.report.merge_points == 0 {
        let at = s.portals.iter().min().map_or(Span::NONE, |f| original.funcs[*f].span);
        let m = "the guest program does not reach the interpreter's merge point";
        return Err(Diagnostic::error("specialize", m, at));
    }
    let Specialiser { p, report, .. } = s;
    for f in made.into_iter().filter(|_| limits.tidy) {
        if let Body::Graph(mut g) = std::mem::replace(&mut p.funcs[f].body, Body::Declared) {
            duplicates::tidy(p, &mut g);
            ranges::merge_range_tests(p, &mut g);
            p.funcs[f].body = Body::Graph(g);
        }
    }
    Ok(report)
}

fn has_merge_point(g: &flowmodel::LlGraph) -> bool {
    let blocks = g.reachable();
    blocks.iter().any(|b| g.blocks[*b].operations.iter().any(backendopt::hints::is_merge_point))
}
