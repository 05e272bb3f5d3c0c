//! Warnings of hints for the JIT that have no effect.

use crate::ClassDefId;
use crate::definitions::hierarchy;
use crate::definitions::noted::warning;
use crate::definitions::places;
use crate::model::Kind;
use crate::model::descs::ClassDesc;
use crate::model::state::{Facts, JitDriverInfo};
use flowmodel::diag::Diagnostic;
use flowmodel::similar::similar;

/// Adds them to the warnings. The program must be annotated.
pub fn warn_of_jit_hints(ann: &mut Facts) {
    let mut found = vec![];
    for (id, c) in ann.classdefs.iter() {
        let Some(class) = ann.descs[c.desc].as_class() else { continue };
        warn_of_frames(ann, id, class, &mut found);
        warn_of_misspelt_fields(ann, id, class, &mut found);
        for field in &class.immutable_fields {
            let Some(name) = field.strip_suffix("[*]") else { continue };
            let name = name.strip_suffix('?').unwrap_or(name);
            let Some(a) = c.attrs.get(name) else { continue };
            if matches!(a.s_value.kind, Kind::List(l) if ann.list_def(l).resized)
                && let Some((at, _)) = a.origins.first()
            {
                let text = format!(
                    "'{field}' in _immutable_fields_ of class {}: the program changes the length of these lists, so that their items are variables in traces",
                    c.name
                );
                found.push(warning("hint-without-effect", text, *at, "assign a copy: x[:]"));
            }
        }
    }
    for d in found
        .into_iter()
        .filter(|d| !d.primary.is_some_and(|at| places::in_library(ann, at)))
        .collect::<Vec<_>>()
    {
        if !ann.reports.warnings.contains(&d) {
            ann.reports.warnings.push(d);
        }
    }
}

/// A field in `_immutable_fields_` that no instance has, but one with a similar name. (Without a similar one it may well belong to code that the program does not reach.)
fn warn_of_misspelt_fields(
    ann: &Facts,
    id: ClassDefId,
    class: &ClassDesc,
    found: &mut Vec<Diagnostic>,
) {
    let Some(at) = hierarchy::class_span(ann, class) else { return };
    let family: Vec<_> =
        ann.class_mro(id).into_iter().chain(hierarchy::all_subdefs(ann, id)).collect();
    let has = |name: &str| family.iter().any(|c| ann.classdefs[*c].attrs.contains_key(name));
    let name = |field: &str| field.trim_end_matches("[*]").trim_end_matches('?').to_string();
    let names: Vec<String> = class.immutable_fields.iter().map(|f| name(f)).collect();
    for (field, name) in class.immutable_fields.iter().zip(&names) {
        // A name that another entry has taken already is none that was meant.
        let attrs = family.iter().flat_map(|c| ann.classdefs[*c].attrs.keys().map(|n| &**n));
        let known = attrs.filter(|n| names.iter().all(|other| other != n));
        if !has(name)
            && let Some(n) = similar(name, known)
        {
            let text = format!(
                "'{field}' in _immutable_fields_ of class {}: its instances have no such attribute",
                class.name
            );
            found.push(warning("unknown-field-hint", text, at, &format!("did you mean '{n}'?")));
        }
    }
}

/// A class with `_virtualizable_` of which no JitDriver has an instance.
fn warn_of_frames(ann: &Facts, id: ClassDefId, class: &ClassDesc, found: &mut Vec<Diagnostic>) {
    if class.virtualizable.is_empty() {
        return;
    }
    let is_one = |d: &JitDriverInfo| {
        let values = d.virtualizables.iter().filter_map(|v| d.vars.get(v));
        values.into_iter().any(|s| match s.kind {
            Kind::Instance { class, .. } => {
                ann.class_mro(class).contains(&id) || ann.class_mro(id).contains(&class)
            }
            _ => false,
        })
    };
    if !ann.jitdrivers.values().any(is_one)
        && let Some(at) = hierarchy::class_span(ann, class)
    {
        let text = format!(
            "_virtualizable_ of class {} has no effect: no JitDriver names a variable of this class in its virtualizables",
            class.name
        );
        found.push(warning("hint-without-effect", text, at, ""));
        return;
    }
    let mro = ann.class_mro(id);
    for declared in class.virtualizable.iter() {
        let field = declared.strip_suffix("[*]").unwrap_or(declared);
        let known = mro.iter().any(|c| ann.classdefs[*c].attrs.contains_key(field));
        if !known
            && hierarchy::similar_field(ann, &mro, field).is_none()
            && let Some(at) = hierarchy::class_span(ann, class)
        {
            let text = format!(
                "'{declared}' in _virtualizable_ of class {} has no effect: there is no such attribute",
                class.name
            );
            found.push(warning("hint-without-effect", text, at, ""));
        }
    }
}
