//! Chains of causes: how it is said why a value is red.

use crate::scopes::{Context, ContextVar};
use crate::times::{BindingTimes, Cause};
use flowmodel::Program;
use flowmodel::diag::{Diagnostic, Span};

/// Steps that are followed at most.
const MAX_STEPS: usize = 40;

/// Name of a value that has no name in the program.
pub(crate) const UNNAMED: &str = "this value";

impl BindingTimes {
    /// Gives the name of a variable in messages. Those of functions that are not the program's have no
    /// name.
    pub(crate) fn name(&self, p: &Program, (f, v): ContextVar) -> String {
        if self.is_helper(p, f) {
            return UNNAMED.to_string();
        }
        let name = &self.scopes[f.0 as usize].graph.vars[v].name;
        // Names that are not the program's are those of operations.
        match name.len() > 1 && !is_temporary(name) || name.len() == 1 && &**name != "v" {
            true => format!("`{name}`"),
            false => UNNAMED.to_string(),
        }
    }

    /// Says whether the function is none of the program.
    fn is_helper(&self, p: &Program, context: Context) -> bool {
        p.funcs[self.scopes[context.0 as usize].func].attrs.helper
    }

    /// Adds the chain of causes to a message. Steps in the library are left out.
    pub(crate) fn explain(
        &self,
        p: &Program,
        mut d: Diagnostic,
        place: ContextVar,
        library: &dyn Fn(Span) -> bool,
    ) -> Diagnostic {
        let mut at = place;
        let mut seen = vec![];
        let mut shown = 0;
        // The last place of the program on the way.
        let mut last = d.primary.unwrap_or(Span::NONE);
        while seen.len() < MAX_STEPS && !seen.contains(&at) {
            seen.push(at);
            let name = self.name(p, at);
            let Some(cause) = self.red.get(&at) else { return d };
            let (span, text, next) = match cause {
                Cause::Computed { from, span, .. } => {
                    (*span, format!("{name} is computed from {}", self.name(p, *from)), Some(*from))
                }
                Cause::Joined { from, span } => {
                    (*span, format!("on this way {name} is {}", self.name(p, *from)), Some(*from))
                }
                Cause::Passed { from, span } => {
                    (*span, format!("{} is passed as {name}", self.name(p, *from)), Some(*from))
                }
                Cause::Returned { from, span } => {
                    let callee = p.funcs[self.scopes[from.0.0 as usize].func].shown_name();
                    (*span, format!("{name} is what {callee}() gives"), Some(*from))
                }
                Cause::Declared { name, span } => {
                    (*span, format!("`{name}` is a red of the JitDriver"), None)
                }
                Cause::Field { field, of, span } => {
                    let field = field.strip_prefix("inst_").unwrap_or(field);
                    d = d.note(format!(
                        "if it never does, `_immutable_fields_ = ['{field}']` tells; promote() makes code for each value"
                    ));
                    (*span, format!("the field `{field}` of {of} may change"), None)
                }
                Cause::Item { span } => {
                    d = d.note(
                        "items of a list are known if `_immutable_fields_ = ['NAME[*]']` says that they never change; promote() makes code for each value",
                    );
                    (*span, "what is read here may change".to_string(), None)
                }
                Cause::Residual { name, why, span } => {
                    if !why.is_empty() {
                        d = d.note(format!("{name} is not looked into: {why}"));
                    }
                    (*span, format!("{name} is called when the code runs"), None)
                }
                Cause::New { span } => {
                    (*span, "it is an object that is made here".to_string(), None)
                }
                Cause::Variable { span } => {
                    (*span, "hint(variable=True) makes it so".to_string(), None)
                }
                Cause::Exception { span } => {
                    (*span, "it is the exception that is raised here".to_string(), None)
                }
                Cause::Effect { op, span } => {
                    (*span, format!("it depends on the state of the program ({})", op.name()), None)
                }
                Cause::NotNeeded => (Span::NONE, String::new(), None),
            };
            let inside = library(span);
            if span.is_known() && !inside {
                last = span;
            }
            // Values without a name, and those that keep theirs, say nothing on their way.
            let plain = text.matches(UNNAMED).count() > 1
                || matches!(cause, Cause::Joined { from, .. } | Cause::Passed { from, .. }
                    if self.name(p, *from) == name)
                || matches!(cause, Cause::Joined { from, .. } if self.name(p, *from) == UNNAMED)
                || matches!(cause, Cause::Returned { from, .. } if self.is_helper(p, from.0));
            if last.is_known() && (next.is_none() || !inside && !plain) {
                // Of what one expression does, the last step says most.
                match d.labels.last_mut() {
                    Some((at, earlier)) if at.same_place(last) => {
                        *earlier = format!("{shown}: {text}")
                    }
                    _ => {
                        shown += 1;
                        d = d.label(last, format!("{shown}: {text}"));
                    }
                }
            }
            match next {
                Some(next) => at = next,
                None => return d,
            }
        }
        d
    }
}

/// Says whether the translator has made up the name.
fn is_temporary(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    stem.is_empty() || matches!(stem, "v" | "t" | "tmp" | "result" | "r" | "x")
}
