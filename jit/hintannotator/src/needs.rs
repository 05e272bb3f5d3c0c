//! Values that have to be green, and what they need for that.

use crate::scopes::{ContextVar, Made};
use crate::times::{Need, Why};
use crate::{Analysis, hint_kinds, is_promotion};
use flowmodel::{LlOp, Value};

impl Analysis<'_> {
    /// Adds the program's hints to the greens of merge points, and follows all of them back.
    pub(crate) fn find_needs(&mut self) {
        let mut asked = vec![];
        for (f, scope) in self.all() {
            for b in &scope.blocks {
                for op in &scope.graph.blocks[*b].operations {
                    if op.op == LlOp::Hint
                        && hint_kinds(op).any(|k| k == "concrete")
                        && let Value::Var(v) = op.args[0]
                    {
                        asked.push(Need { place: (f, v), why: Why::Concrete, span: op.span });
                    }
                }
            }
        }
        self.needs.extend(asked);
        let mut work: Vec<ContextVar> = self.needs.iter().map(|n| n.place).collect();
        while let Some(place) = work.pop() {
            if self.needed.insert(place) {
                work.extend(self.sources(place));
            }
        }
    }

    /// Gives the values that a value is made of.
    fn sources(&self, (f, v): ContextVar) -> Vec<ContextVar> {
        let scope = &self.scopes[f.0 as usize];
        let g = &scope.graph;
        let mut found = vec![];
        let Some(&(b, made)) = scope.made.get(&v) else { return found };
        let blk = &g.blocks[b];
        let op = match made {
            Made::Operation(n) => &blk.operations[n],
            Made::Input(n) => {
                if b == g.startblock && scope.merge.is_none() {
                    for (caller, args, _) in &scope.callers {
                        found.extend(args.get(n).and_then(Value::as_var).map(|v| (*caller, v)));
                    }
                }
                found.extend(scope.incoming(b, n).filter_map(|(_, v)| v.as_var()).map(|v| (f, v)));
                return found;
            }
        };
        if is_promotion(op) {
            return found;
        }
        for callee in scope.calls.get(&v).into_iter().flatten() {
            found.push((*callee, self.scopes[callee.0 as usize].graph.return_var()));
        }
        found.extend(op.args.iter().filter_map(Value::as_var).map(|v| (f, v)));
        found
    }
}
