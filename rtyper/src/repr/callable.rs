//! Types of pointers to functions: common signatures of the rows of call families, and structs of such pointers.

use crate::repr::identity;
use crate::state::functions::Sig;
use crate::state::{RTyper, Res, error};
use annotator::CallFamilyId;
use flowmodel::{EntityRef, Field, FuncTypeId, Mutability, StructId, Type};

/// Function type of the pointers for a row of a family.
pub(crate) fn family_type(rt: &mut RTyper<'_>, fam: CallFamilyId, row: usize) -> Res<FuncTypeId> {
    if let Some(t) = rt.families.types.get(&(fam, row)) {
        return Ok(*t);
    }
    let Some(r) = rt.ann.families[fam].rows.get(row) else {
        // Never called: the pointers serve for identity only.
        let t = rt.ann.types.func(vec![], flowmodel::Type::Void);
        return Ok(t);
    };
    if r.graphs.is_empty() {
        return Err(error(format!("call family {} has an empty row", fam.index())));
    }
    let sig = row_reprs(rt, fam, row)?;
    let mut args = vec![];
    for p in &sig.params {
        let t = rt.lltype(*p)?;
        if t != flowmodel::Type::Void {
            args.push(t);
        }
    }
    let result = rt.lltype(sig.result)?;
    let t = rt.ann.types.func(args, result);
    rt.families.types.insert((fam, row), t);
    Ok(t)
}

/// Reprs of parameters and result of calls through a row.
pub(crate) fn row_reprs(rt: &mut RTyper<'_>, fam: CallFamilyId, row: usize) -> Res<Sig> {
    let Some(w) = rt.families.wrapped.get(&(fam, row)).cloned() else {
        let g = *rt.ann.families[fam].rows[row].graphs.values().next().expect("not empty");
        return rt.sig(g);
    };
    let mut params = vec![];
    for p in &w.params {
        params.push(rt.repr_of(&p.without_const())?);
    }
    Ok(Sig { params, result: rt.repr_of(&w.result)? })
}

/// Container of pointers to functions that are called with several shapes of arguments: one field per row.
pub(crate) fn funcset_struct(rt: &mut RTyper<'_>, fam: CallFamilyId) -> Res<StructId> {
    if let Some(s) = rt.families.structs.get(&fam) {
        return Ok(*s);
    }
    let parent = identity::container(rt);
    let id = rt.ann.types.declare("funcset", false, Some(parent));
    rt.families.structs.insert(fam, id);
    let mut fields = vec![];
    for row in 0..rt.ann.families[fam].rows.len() {
        fields.push(Field {
            name: format!("row{row}").into(),
            ty: Type::FuncPtr(family_type(rt, fam, row)?),
            mutability: Mutability::Immutable,
        });
    }
    rt.ann.types.define(id, fields, None);
    Ok(id)
}
