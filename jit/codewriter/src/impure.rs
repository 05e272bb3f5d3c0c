//! Elidable functions that write to files: with constant arguments traces do not call them again.

use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::{Diagnostic, Severity};
use flowmodel::{Body, FuncId, Program};
use rustc_hash::FxHashSet;

/// C functions of the library that write to files.
const OUTPUT: &[&str] = &["tw_print", "tw_write"];

/// A warning for each elidable function that may do so.
pub fn warnings(p: &Program) -> Vec<Diagnostic> {
    let elidable = p.funcs.iter().filter(|(_, f)| f.attrs.elidable && !f.attrs.helper);
    let guilty = elidable.filter(|(id, _)| writes(p, *id));
    guilty
        .map(|(_, f)| {
            let message = format!(
                "{} is elidable, but writes output: traces with constant arguments do not call it again",
                f.name
            );
            Diagnostic { severity: Severity::Warning, ..Diagnostic::error("impure-elidable", message, f.span) }
        })
        .collect()
}

fn writes(p: &Program, start: FuncId) -> bool {
    let mut seen: FxHashSet<FuncId> = FxHashSet::default();
    let mut work = vec![start];
    while let Some(f) = work.pop() {
        if !seen.insert(f) {
            continue;
        }
        match &p.funcs[f].body {
            Body::External(x) if OUTPUT.contains(&&*x.c_name) => return true,
            Body::Graph(g) => {
                for b in g.reachable() {
                    for op in &g.blocks[b].operations {
                        if let Callees::Known(callees) = call_targets(p, op) {
                            work.extend(callees.iter().copied());
                        }
                    }
                }
            }
            _ => {}
        }
    }
    false
}
