//! Types of pointers to functions: common signatures of the rows of call families, and structs of such pointers.

use crate::base::functions::Sig;
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

/// See [`Families::rows_of_calls`].
type RowsOfCalls = FxHashMap<(TargetsId, CallShape, bool), (Targets, usize)>;

/// What is known of the call families. A row is named by its family and its number there.
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

impl RTyper<'_> {
    /// Function type of the pointers for a row of a family.
    pub(crate) fn family_type(&mut self, fam: CallFamilyId, row: usize) -> Res<FuncTypeId> {
        if let Some(t) = self.families.types.get(&(fam, row)) {
            return Ok(*t);
        }
        let Some(r) = self.ann.families[fam].rows.get(row) else {
            // Never called: the pointers serve for identity only.
            let t = self.ann.types.func(vec![], flowmodel::Type::Void);
            return Ok(t);
        };
        if r.graphs.is_empty() {
            return Err(error(format!("call family {} has an empty row", fam.index())));
        }
        let sig = self.row_reprs(fam, row)?;
        let mut args = vec![];
        for p in &sig.params {
            let t = self.lltype(*p)?;
            if t != flowmodel::Type::Void {
                args.push(t);
            }
        }
        let result = self.lltype(sig.result)?;
        let t = self.ann.types.func(args, result);
        self.families.types.insert((fam, row), t);
        Ok(t)
    }

    /// Reprs of parameters and result of calls through a row.
    pub(crate) fn row_reprs(&mut self, fam: CallFamilyId, row: usize) -> Res<Sig> {
        let Some(w) = self.families.wrapped.get(&(fam, row)).cloned() else {
            let g = *self.ann.families[fam].rows[row].graphs.values().next().expect("not empty");
            return self.sig(g);
        };
        let mut params = vec![];
        for p in &w.params {
            params.push(self.repr_of(&p.without_const())?);
        }
        Ok(Sig { params, result: self.repr_of(&w.result)? })
    }

    /// Container of pointers to functions that are called with several shapes of arguments: one field per row.
    pub(crate) fn funcset_struct(&mut self, fam: CallFamilyId) -> Res<StructId> {
        if let Some(s) = self.families.structs.get(&fam) {
            return Ok(*s);
        }
        let parent = self.identity_struct();
        let id = self.ann.types.declare("funcset", false, Some(parent));
        self.families.structs.insert(fam, id);
        let mut fields = vec![];
        for row in 0..self.ann.families[fam].rows.len() {
            fields.push(Field {
                name: format!("row{row}").into(),
                ty: Type::FuncPtr(self.family_type(fam, row)?),
                mutability: Mutability::Immutable,
            });
        }
        self.ann.types.define(id, fields, None);
        Ok(id)
    }
}
