//! Definitions that annotations refer to: classes, lists, dicts, functions and prebuilt objects. They grow while
//! programs are annotated, and know who has read them.

pub(crate) mod bases;
pub(crate) mod changed;
pub mod classdef;
pub mod desc;
pub(crate) mod exc_args;
pub(crate) mod generation;
pub mod listdef;
pub(crate) mod meets;
pub(crate) mod prebuilt;
pub(crate) mod records;
pub(crate) mod show;
pub mod targets;
pub(crate) mod union;

use crate::model::{AnnGraphId, ClassDefId, DescId, DictDefId, ListDefId, LlType};
use flowmodel::{EntitySet, HlConst, HostRef, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Remembers what stands for host objects.
#[derive(Default)]
pub(crate) struct HostStandIns {
    /// Low-level types of host objects, as registered by the RTyper (see [`Annotator::register_lltype`]).
    pub(crate) host_lltypes: FxHashMap<HostRef, LlType>,
    /// The objects that stand for named tuples and their classes.
    pub(crate) records: FxHashMap<HostRef, HostRef>,
    /// The classes among them for fields of different types.
    pub(crate) record_variants: records::Variants,
    /// Lists made of iterators of import time.
    pub(crate) lists_of_iterators: FxHashMap<HostRef, HostRef>,
    /// Functions of C that are items of containers, with the functions of the program that stand for them there.
    pub(crate) functions_of_externals: FxHashMap<HostRef, HostRef>,
    /// Functions that distinguish the possible arguments of memo functions called with unknown ones.
    pub(crate) memo_switches: FxHashMap<(DescId, Vec<Vec<HlConst>>), HostRef>,
    pub(crate) desc_of_host: FxHashMap<HostRef, DescId>,
    pub(crate) method_descs: FxHashMap<(DescId, ClassDefId, Option<ClassDefId>, Rc<str>), DescId>,
    /// The descriptions of one method of one class, bound to instances of several classes.
    pub(crate) bound_methods: FxHashMap<(DescId, ClassDefId, Rc<str>), Vec<DescId>>,
    /// The bound methods that are not the only ones of their method.
    pub(crate) several_bound: EntitySet<DescId>,
    pub(crate) class_of_host: FxHashMap<HostRef, ClassDefId>,
    pub(crate) list_of_host: FxHashMap<HostRef, ListDefId>,
    pub(crate) dict_of_host: FxHashMap<HostRef, DictDefId>,
    pub(crate) assertion_instance: Option<HostRef>,
    /// Functions with a constant first argument.
    pub(crate) bound_functions: FxHashMap<(HostRef, HostRef), DescId>,
}

/// Definitions that belong to operations: an operation gives the same ones each time it is annotated.
#[derive(Default)]
pub(crate) struct MadeAt {
    pub(crate) lists: FxHashMap<(AnnGraphId, VarId, u8), ListDefId>,
    pub(crate) dicts: FxHashMap<(AnnGraphId, VarId), DictDefId>,
    /// Results of `math.floor` and the like: ints here, floats in RPython; `/` on them is the true division in both worlds.
    pub(crate) rounded: FxHashSet<(AnnGraphId, VarId)>,
}
