//! Decides which functions the JIT looks into.

use crate::descrs::by_meaning;
use flowmodel::analysis::loops::has_loop;
use flowmodel::diag::{Diagnostic, Severity};
use flowmodel::{Body, FuncId, LlGraph, Program, Type};
use indexmap::IndexMap;

/// Says which functions the JIT looks into.
#[derive(Default, Debug)]
pub struct Lookup {
    pub(crate) candidates: IndexMap<FuncId, LlGraph>,
}

impl Lookup {
    /// Says whether the function has a jitcode.
    pub fn is_candidate(&self, f: FuncId) -> bool {
        self.candidates.contains_key(&f)
    }
}

/// The policy: may the JIT look into a function? Portals are looked into as well, but not by calls.
pub fn looks_inside(p: &Program, f: FuncId) -> bool {
    why_not_inside(p, f).is_empty()
}

/// The reason of functions with loops.
pub(crate) const NOT_UNROLLED: &str = "it has a loop, and is not marked @unroll_safe";

/// Says why the JIT does not look into a function. Empty: it does.
pub fn why_not_inside(p: &Program, f: FuncId) -> &'static str {
    let func = &p.funcs[f];
    let a = &func.attrs;
    let Body::Graph(g) = &func.body else { return "it is not written in Python" };
    if a.elidable || a.loop_invariant {
        "it is elidable"
    } else if a.oopspec.is_some() || a.no_collect {
        "the JIT knows what it does"
    } else if a.look_inside == Some(false) {
        "it is marked so"
    } else if g.vars.values().any(|v| v.ty == Type::SingleFloat) {
        "it has single floats"
    } else if !a.unroll_safe && a.look_inside != Some(true) && has_loop(g) {
        NOT_UNROLLED
    } else {
        ""
    }
}

/// What stands in front of the `oopspec`s that this crate looks for where it makes jitcode of their calls.
const HANDLED: &[&str] = &["jit.", "dict.first_use"];

/// A warning for each function with an `oopspec` that means nothing to the JIT.
pub(crate) fn warnings(p: &Program) -> Vec<Diagnostic> {
    let named = p.funcs.values().filter_map(|f| Some((f, f.attrs.oopspec.as_deref()?)));
    let unknown = named.filter(|(_, oopspec)| {
        by_meaning(oopspec).is_none() && !HANDLED.iter().any(|start| oopspec.starts_with(start))
    });
    let warning = unknown.map(|(f, oopspec)| {
        let message = format!("the JIT knows no oopspec '{oopspec}', and calls {}", f.name);
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error("hint-without-effect", message, f.span)
        }
        .note("@dont_look_inside says that it is to call a function")
    });
    warning.collect()
}
