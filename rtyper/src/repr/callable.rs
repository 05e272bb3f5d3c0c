//! Types of pointers to functions: common signatures of the rows of call families, and structs of such pointers.

use crate::base::functions::Sig;
use crate::repr::identity;
use crate::{RTyper, Res, error};
use annotator::{AnnGraphId, CallFamilyId, CallShape, DescId, SomeValue, Targets, TargetsId};
use flowmodel::{
    EntityRef, FamilyId, Field, FuncId, FuncTypeId, Mutability, ObjId, StructId, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Common annotations of parameters and result.
#[derive(Clone, Debug)]
pub(crate) struct RowSig {
    pub params: Vec<SomeValue>,
    pub result: SomeValue,
}

/// Maps calls to rows; see [`Families::rows_of_calls`].
type RowsOfCalls = FxHashMap<(TargetsId, CallShape, bool), (Targets, usize)>;

/// Holds what is known of the call families. A row is named by its family and its number there.
#[derive(Default)]
pub(crate) struct Families {
    /// Common signatures of graphs that meet in a row.
    pub normalized: FxHashMap<AnnGraphId, RowSig>,
    /// Rows whose functions are called through wrappers.
    pub wrapped: FxHashMap<(CallFamilyId, usize), RowSig>,
    /// The rows by which calls go, by the place of their targets (which are kept, so that no others come there).
    pub rows_of_calls: RowsOfCalls,
    /// Targets of these calls, by their place, that were seen to take the same arguments.
    pub agreeing: FxHashSet<TargetsId>,
    /// Structs for functions that are called in several ways, and the object of each function.
    pub structs: FxHashMap<CallFamilyId, StructId>,
    pub objects: FxHashMap<(CallFamilyId, DescId), ObjId>,
    pub types: FxHashMap<(CallFamilyId, usize), FuncTypeId>,
    pub ids: FxHashMap<(CallFamilyId, usize), FamilyId>,
    /// Functions that call one of several, by what they are for.
    pub dispatchers: FxHashMap<String, FuncId>,
}

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
