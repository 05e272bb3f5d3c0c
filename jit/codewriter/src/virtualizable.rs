//! Places of a jitdriver's virtualizables that can live in traces.
//!
//! A field can if its values survive a store unchanged. An array can if its list never changes its length and nobody
//! but the object's field holds it: the run time recognises it by how it was read. So no other object may be
//! given an array that was read from the field, and no function may return it ([`leak`]).

use crate::descrs::Descrs;
use crate::error::CodewriterError;
use crate::exclusive::shared;
use crate::follow::Follow;
use crate::forces::token_index;
use crate::owners::Owners;
use crate::portal::Portal;
use flowmodel::analysis::places::declaring;
use flowmodel::diag::{Diagnostic, Severity, Span};
use flowmodel::{LlGraph, LlOp, Program, StructId, Type};
use jitmodel::program::Virtualizable;

/// The virtualizables of a portal that have such places. `reds`: numbers of the red variables that exist at run time. `owners`: what is known of
/// each virtualizable.
pub fn find(
    p: &Program,
    portal: &Portal,
    reds: &[usize],
    owners: &[Owners],
    descrs: &mut Descrs,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Vec<Virtualizable>, CodewriterError> {
    let mut found = vec![];
    for (which, owners) in owners.iter().enumerate() {
        found.extend(find_one(p, portal, reds, (which, owners), descrs, warnings)?);
    }
    Ok(found)
}

fn find_one(
    p: &Program,
    portal: &Portal,
    reds: &[usize],
    (which, owners): (usize, &Owners),
    descrs: &mut Descrs,
    warnings: &mut Vec<Diagnostic>,
) -> Result<Option<Virtualizable>, CodewriterError> {
    let driver = &p.jitdrivers[portal.driver];
    let name = &driver.virtualizables[which];
    let span = p.funcs[portal.caller].span;
    let fail = |message: String| Err(CodewriterError::at(span, message));
    let Some(number) = driver.reds.iter().position(|r| r == name) else {
        return fail(format!(
            "the virtualizable `{name}` is not among the reds of {}",
            driver.name
        ));
    };
    let type_of = |number: usize| {
        let place = portal.reds.iter().position(|r| *r == number)?;
        Some(portal.types[portal.greens.len() + place])
    };
    let (Some(red), Some(Type::Ptr(s))) = (reds.iter().position(|r| *r == number), type_of(number))
    else {
        return fail(format!("the virtualizable `{name}` of {} is not an instance", driver.name));
    };
    let alike = |other: &usize| {
        let related = |o| p.types.is_subtype(o, s) || p.types.is_subtype(s, o);
        *other != number && matches!(type_of(*other), Some(Type::Ptr(o)) if related(o))
    };
    let alike = (0u32..).zip(reds).filter(|(_, number)| alike(number)).map(|(n, _)| n);
    let mut found = Virtualizable {
        red: red as u32,
        alike: alike.collect(),
        private: owners.private,
        dies: owners.dies,
        token: token_index(p, s, owners).map(|index| descrs.field(p, s, index)),
        ..Virtualizable::default()
    };
    for declared in &driver.virtualizable_fields[which] {
        let (field, array) = match declared.strip_suffix("[*]") {
            Some(field) => (field, true),
            None => (&**declared, false),
        };
        let Some(index) = p.types.structs[s].field_index(field) else { continue };
        // As the program calls it.
        let field = field.strip_prefix("inst_").unwrap_or(field);
        let ty = p.types.structs[s].fields[index as usize].ty;
        if !array {
            if survives_store(ty) {
                found.fields.push(descrs.field(p, s, index));
            }
            continue;
        }
        let items = match ty {
            Type::Ptr(a) => Some(a).filter(|a| p.types.structs[*a].item_type().is_some()),
            _ => None,
        };
        let Some(items) = items else {
            let message = format!(
                "the list in `{field}[*]` of the virtualizable `{name}` changes its length: its items stay in memory"
            );
            warnings.push(warning(message, span));
            continue;
        };
        let owner = declaring(p, s, index);
        if let Some(leak) = leak(p, owner, index).or_else(|| shared(p, owner, index)) {
            let message = format!(
                "the list in `{field}[*]` of the virtualizable `{name}` is known elsewhere, too: its items stay in memory"
            );
            warnings.push(warning(message, span).label(leak, "it is not the object's alone here"));
            continue;
        }
        found.arrays.push((descrs.field(p, s, index), descrs.array(p, items)));
    }
    let used = !found.fields.is_empty() || !found.arrays.is_empty();
    Ok(used.then_some(found))
}

fn warning(message: String, span: Span) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::error("virtualizable-stored", message, span)
    }
}

/// Says whether a value of the type is the same after a store and a load of a word.
pub(crate) fn survives_store(ty: Type) -> bool {
    match ty {
        Type::Void | Type::SingleFloat | Type::LongFloat => false,
        Type::Bool | Type::Char | Type::UniChar => true,
        ty => ty.size() == 8,
    }
}

/// A place where an array that was read from the field becomes known elsewhere.
pub(crate) fn leak(p: &Program, owner: StructId, index: u32) -> Option<Span> {
    let mut follow = Follow::new(p, harmless_for_array, false);
    for (f, function) in &p.funcs {
        let Some(g) = function.graph() else { continue };
        let reads = g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations);
        for op in reads.filter(|op| reads_field(p, g, op, owner, index)) {
            follow.start(f, op.result);
        }
    }
    follow.run()
}

fn harmless_for_array(op: LlOp, operand: usize) -> bool {
    use LlOp::*;
    match op {
        GetArrayItem | GetArraySize | PtrNonzero | PtrIszero | PtrEq | PtrNe | CopyItems
        | Keepalive => true,
        SetArrayItem => operand != 2,
        _ => false,
    }
}

fn reads_field(
    p: &Program,
    g: &LlGraph,
    op: &flowmodel::SpaceOperation<flowmodel::Ll>,
    owner: StructId,
    index: u32,
) -> bool {
    if op.op != LlOp::GetField {
        return false;
    }
    let Type::Ptr(s) = p.value_type(g, &op.args[0]) else { return false };
    match op.args[1].as_const() {
        Some(flowmodel::Const::Field(i)) => *i == index && declaring(p, s, *i) == owner,
        _ => false,
    }
}
