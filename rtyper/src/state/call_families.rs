//! What is known of call families: sets of functions of which one is called, and their common signatures.

use annotator::{AnnGraphId, CallFamilyId, CallShape, DescId, SomeValue, Targets, TargetsId};
use flowmodel::{FamilyId, FuncId, FuncTypeId, ObjId, StructId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Common annotations of parameters and result.
#[derive(Clone, Debug)]
pub(crate) struct RowSig {
    pub params: Vec<SomeValue>,
    pub result: SomeValue,
}

/// Maps calls to rows; see [`Families::rows_of_calls`].
pub(crate) type RowsOfCalls = FxHashMap<(TargetsId, CallShape, bool), (Targets, usize)>;

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
