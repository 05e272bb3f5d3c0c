//! Quasi-immutable fields: `_immutable_fields_ = ["x?"]`.
//!
//! Beside the field is a *mutate field*, which tells whether compiled code relies on the value ([`mutate_field`]). Whatever
//! writes the field calls a small function first, which tells the run time if so. That call is ordinary code: traces look
//! into it, and for objects that nobody has seen yet there is none.

use crate::hooks::{self, Hook};
use crate::run_time::external;
use flowmodel::analysis::places::{PlaceSet, declaring};
use flowmodel::analysis::{EffectFacts, Place};
use flowmodel::lltype::mutate_field;
use flowmodel::{Body, Const, FuncId, LlGraph, LlOp, Program, StructId, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// The run time's function: the mutate field's value before, and after.
pub const WRITTEN: &str = "tw_jit_quasi_immutable_written";

/// The mutate field of a field, both declared by `s`, if that is quasi-immutable.
pub fn mutate_index(p: &Program, s: StructId, field: u32) -> Option<u32> {
    let st = &p.types.structs[s];
    let f = &st.fields[field as usize];
    if !f.mutability.is_quasi() {
        return None;
    }
    st.field_index(&mutate_field(&f.name))
}

/// Says whether a mutate field is among the places.
pub fn writes(p: &Program, facts: &EffectFacts, set: &PlaceSet) -> bool {
    facts
        .places(set)
        .into_iter()
        .any(|place| matches!(place, Place::Field(s, i) if is_mutate(p, s, i)))
}

/// Says whether a field is a mutate field.
pub fn is_mutate(p: &Program, s: StructId, field: u32) -> bool {
    let st = &p.types.structs[s];
    let name = &st.fields[field as usize].name;
    st.fields.iter().any(|f| f.mutability.is_quasi() && mutate_field(&f.name) == **name)
}

/// Lets all writes of quasi-immutable fields tell the run time.
pub fn add_hooks(p: &mut Program) {
    let any = p.types.structs.values().any(|s| s.fields.iter().any(|f| f.mutability.is_quasi()));
    if !any {
        return;
    }
    let mut hooks = FxHashMap::default();
    for f in p.funcs.keys().collect::<Vec<_>>() {
        let Some(g) = p.funcs[f].graph() else { continue };
        let Some(places) = written(p, g) else { continue };
        let mut g = g.clone();
        // From the last on, so that the others keep their positions.
        for (b, i, (s, field)) in places.into_iter().rev() {
            let hook = *hooks.entry((s, field)).or_insert_with(|| hook(p, s, field));
            let op = &g.blocks[b].operations[i];
            let (object, span) = (op.args[0], op.span);
            let new = hooks::calls(p, &mut g, (hook, s), object, span);
            g.blocks[b].operations.splice(i..i, new);
        }
        p.funcs[f].body = Body::Graph(g);
    }
}

type WrittenAt = (flowmodel::BlockId, usize, (StructId, u32));

/// Finds where a graph writes quasi-immutable fields of objects that others may have seen.
fn written(p: &Program, g: &LlGraph) -> Option<Vec<WrittenAt>> {
    let mut found = vec![];
    for b in g.reachable() {
        // Objects made in this block, as long as nothing else could run.
        let mut new = FxHashSet::default();
        for (i, op) in g.blocks[b].operations.iter().enumerate() {
            let of_new =
                op.args.first().is_some_and(|a| a.as_var().is_some_and(|v| new.contains(&v)));
            match op.op {
                LlOp::Malloc => _ = new.insert(op.result),
                LlOp::CastPointer if of_new => _ = new.insert(op.result),
                LlOp::DirectCall | LlOp::IndirectCall => new.clear(),
                _ => {}
            }
            if op.op != LlOp::SetField || of_new {
                continue;
            }
            let (Type::Ptr(s), Some(Const::Field(index))) =
                (p.value_type(g, &op.args[0]), op.args[1].as_const())
            else {
                continue;
            };
            let owner = declaring(p, s, *index);
            if mutate_index(p, owner, *index).is_some() {
                found.push((b, i, (owner, *index)));
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

/// `def hook(object): if object.mutate_x > 0: object.mutate_x = written(object.mutate_x)`
fn hook(p: &mut Program, s: StructId, field: u32) -> FuncId {
    let st = &p.types.structs[s];
    let name = format!("jit_write_{}_{}", st.name, st.fields[field as usize].name);
    let number = mutate_index(p, s, field).expect("quasi-immutable");
    let told = external(p, WRITTEN, vec![Type::Signed], Type::Signed, false);
    Hook { name: &name, ty: s, number, test: LlOp::IntGt, told }.make(p)
}
