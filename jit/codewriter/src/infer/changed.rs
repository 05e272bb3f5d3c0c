//! Fields and items that the program calls immutable and changes all the same: traces would go on with old values.
//!
//! A field may be written by other functions than `__init__`, as long as nobody has read it: that is how many objects are set up. What is
//! told is a new value that is computed from the old one, in an object that was there before.

use crate::follow::{made_by, uncopied};
use crate::infer::facts::Facts;
use flowmodel::analysis::values::SsaValues;
use flowmodel::diag::{Diagnostic, Severity};
use flowmodel::{Const, FuncId, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, Type, VarId};
use rustc_hash::FxHashSet;

/// A warning for each place that changes one while the guest program runs.
pub fn warnings(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = vec![];
    for (f, function) in &p.funcs {
        let Some(g) = function.graph() else { continue };
        if function.attrs.helper || !facts.runs_in_traces(f) {
            continue;
        }
        let ops = || g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations);
        let writes = ops().filter(|op| matches!(op.op, LlOp::SetField | LlOp::SetArrayItem));
        let mut writes = writes.peekable();
        if writes.peek().is_none() {
            continue;
        }
        let graph = Values { p, f, g, values: uncopied(g) };
        for op in writes {
            if let Some(field) = graph.changed(op) {
                let d = warning(p, &field, op);
                if !found.contains(&d) {
                    found.push(d);
                }
            }
        }
    }
    found
}

fn warning(p: &Program, field: &Field, op: &SpaceOperation<Ll>) -> Diagnostic {
    let Field { object: (_, s), index, items } = *field;
    let st = &p.types.structs[s];
    let name = &*st.fields[index as usize].name;
    let name = name.strip_prefix("inst_").unwrap_or(name);
    let class = &st.name;
    let message = match items {
        true => format!(
            "items of '{name}' of class {class} change here, but '{name}[*]' stands in _immutable_fields_"
        ),
        false => {
            format!("'{name}' of class {class} changes here, but it stands in _immutable_fields_")
        }
    };
    Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::error("immutable-changed", message, op.span)
    }
}

/// A field of an object, or the items of the list in it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Field {
    object: (VarId, flowmodel::StructId),
    index: u32,
    items: bool,
}

struct Values<'a> {
    p: &'a Program,
    f: FuncId,
    g: &'a LlGraph,
    values: SsaValues<Ll>,
}

impl<'a> Values<'a> {
    fn root(&self, v: &LlValue) -> Option<VarId> {
        self.values.value(v).as_var()
    }

    fn made_by(&self, v: &LlValue) -> Option<&'a SpaceOperation<Ll>> {
        made_by(self.g, self.root(v)?)
    }

    /// The field that is changed by a write to what the program calls immutable.
    fn changed(&self, op: &SpaceOperation<Ll>) -> Option<Field> {
        let field = self.written(op)?;
        let m = self.p.types.structs[field.object.1].fields[field.index as usize].mutability;
        let promised = match field.items {
            true => m.immutable_items(),
            false => m.pure_in_traces(),
        };
        (promised && !self.is_new(field.object.0) && self.depends_on(&op.args[2], &field))
            .then_some(field)
    }

    fn written(&self, op: &SpaceOperation<Ll>) -> Option<Field> {
        match op.op {
            LlOp::SetField => self.field(op, false),
            LlOp::SetArrayItem => self.items(op),
            _ => None,
        }
    }

    fn field(&self, op: &SpaceOperation<Ll>, items: bool) -> Option<Field> {
        let Type::Ptr(s) = self.p.value_type(self.g, &op.args[0]) else { return None };
        let Some(Const::Field(index)) = op.args[1].as_const() else { return None };
        Some(Field { object: (self.root(&op.args[0])?, s), index: *index, items })
    }

    /// The list's items that an operation reads or writes, by the field that the list was read from.
    fn items(&self, op: &SpaceOperation<Ll>) -> Option<Field> {
        let read = self.made_by(&op.args[0]).filter(|read| read.op == LlOp::GetField)?;
        self.field(read, true)
    }

    /// Says whether the function has made the object, or is the one that sets it up.
    fn is_new(&self, object: VarId) -> bool {
        let sets_up = self.p.funcs[self.f].name.rsplit('.').next() == Some("__init__")
            && self.g.params().first() == Some(&object);
        sets_up || made_by(self.g, object).is_some_and(|op| op.op == LlOp::Malloc)
    }

    /// Says whether a value is computed from what the field held.
    fn depends_on(&self, v: &LlValue, field: &Field) -> bool {
        let mut work = vec![*v];
        let mut seen: FxHashSet<VarId> = FxHashSet::default();
        while let Some(v) = work.pop() {
            let Some(op) = self.made_by(&v) else { continue };
            if !seen.insert(op.result) {
                continue;
            }
            let read = match op.op {
                LlOp::GetField => self.field(op, false),
                LlOp::GetArrayItem => self.items(op),
                LlOp::DirectCall | LlOp::IndirectCall => continue,
                _ => None,
            };
            if read.is_some_and(|read| read == *field) {
                return true;
            }
            work.extend(op.args.iter().copied());
        }
        false
    }
}
