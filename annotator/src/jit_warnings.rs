//! Warnings of hints for the JIT that have no effect.

use crate::Annotator;
use crate::model::Kind;
use crate::warnings::warning;

/// Functions of a JitDriver that nothing asks.
const UNASKED: &[&str] = &["get_location", "get_unique_id", "should_unroll_one_iteration"];

impl Annotator {
    /// Adds them to the warnings. The program must be annotated.
    pub fn warn_of_jit_hints(&mut self) {
        let mut found = vec![];
        for d in self.jitdrivers.values() {
            let Some((g, _)) = d.merge_points.first() else { continue };
            let at = self.graphs[*g].graph.span;
            let name = d.name.as_deref().unwrap_or("jitdriver");
            for hook in UNASKED.iter().filter(|h| d.hooks.contains_key(**h)) {
                let text = format!("{hook} of the JitDriver '{name}' has no effect");
                found.push(warning("jit", text, at, ""));
            }
        }
        for c in self.classdefs.values() {
            let Some(class) = self.descs[c.desc].as_class() else { continue };
            for field in &class.immutable_fields {
                let Some(name) = field.strip_suffix("[*]") else { continue };
                let name = name.strip_suffix('?').unwrap_or(name);
                let Some(a) = c.attrs.get(name) else { continue };
                if matches!(a.s_value.kind, Kind::List(l) if self.list_def(l).resized)
                    && let Some((at, _)) = a.origins.first()
                {
                    let text = format!(
                        "'{field}' in _immutable_fields_ of class {}: the program changes the length of these lists, so that their items are variables in traces",
                        c.name
                    );
                    found.push(warning("jit", text, *at, "assign a copy: x[:]"));
                }
            }
        }
        for d in found {
            if !self.warnings.contains(&d) {
                self.warnings.push(d);
            }
        }
    }
}
