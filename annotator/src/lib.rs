//! The whole-program annotator: from an entry point it builds flow graphs as they are reached and
//! infers a [`SomeValue`] for every variable, by a fixpoint over all graphs.
//!
//! Use: [`Annotator::new`], [`Annotator::annotate_entry`], [`Annotator::complete`]; then read
//! [`Facts::binding`], [`AnnGraph::calls`], [`Facts::call_family`], [`Facts::classdefs`].
//! The RTyper asks for its helpers by [`Annotator::annotate_helper`], any time later.

pub mod builtins;
mod calls;
mod definitions;
mod fixpoint;
pub mod hostview;
mod kinds;
pub mod model;
mod ops;
mod prelude;
mod reports;

use crate::calls::owed;
use crate::definitions::class_descs;
use crate::definitions::classdef;
use crate::definitions::constants;
use crate::definitions::desc;
use crate::definitions::listdef;
use crate::fixpoint::rewrite;
pub use crate::kinds::conversions::becomes_void_pointer;
use crate::model::site::{BlockState, Positions};
pub use builtins::jit::check_jitdrivers;
pub use builtins::rlib::erased_annotation;
pub use calls::special::hook_function;
pub use definitions::chaining::{CHAINING, has_causes};
pub use definitions::closures::{BOUND_TO, function_adaptor, is_closure_class, method_adaptor};
pub use definitions::desc::{access_root, parameters_of_shape, row_of_call};
pub use definitions::exc_args::CODEC_ERROR_ATTRS;
pub use definitions::exc_args::{args_of_exception, has_own_attr, reads_exception_args};
pub use definitions::heirs::with_heirs;
pub use definitions::hierarchy::{
    all_subdefs, class_has_attr, find_attr, is_codec_error, is_decode_error, is_os_error,
    lacks_class_attr, roots_of_class_attr,
};
pub use definitions::library_objects::PACKAGE as LIBRARY_PACKAGE;
pub use definitions::library_objects::install_from;
pub use definitions::listdef::new_list_def;
pub use definitions::noted::meets_none;
pub use definitions::places::in_library;
pub use definitions::prebuilt::{has_seen_container, weakref_target};
pub use definitions::show::dump;
pub use definitions::show::{show_const, show_desc};
pub use definitions::stand_ins::{function_for_external, runtime_object};
pub use definitions::union::{contains, join, same};
pub use fixpoint::memory;
pub use fixpoint::rewrite::forget_simplified;
pub use kinds::dicts::{custom_function, prebuilt_functions, several_functions};
pub use kinds::inline::Found;
pub use kinds::inline::{field_of, in_part, inline_array, member};
pub use kinds::method_table::{all as all_methods, find as find_method};
pub use kinds::nones::{first_argument, is_with_method, none_argument};
pub use kinds::objects::class_desc_lacks;
pub use kinds::rffi::callback_of;
pub use kinds::table::{Meaning, all as all_rows, meaning};
pub use kinds::tuples::constant_slice;
pub use model::classdefs::AttrSource;
pub use model::classdefs::Attribute;
pub use model::classdefs::ClassDef;
pub use model::containers::DictDef;
pub use model::containers::DictKind;
pub use model::containers::ListDef;
pub use model::descs::AccessSet;
pub use model::descs::CallFamily;
pub use model::descs::CallRow;
pub use model::descs::CallShape;
pub use model::descs::CallSite;
pub use model::descs::ClassDesc;
pub use model::descs::Desc;
pub use model::descs::DescKind;
pub use model::descs::FROZEN_CALL;
pub use model::descs::FunctionDesc;
pub use model::descs::KeyPart;
pub use model::descs::LIBRARY;
pub use model::descs::Numbers;
pub use model::descs::Signature;
pub use model::descs::SpecKey;
pub use model::descs::Specializer;
pub use model::errors::AResult;
pub use model::errors::AnnError;
pub use model::errors::UnionError;
pub use model::reported::Reports;
pub use model::site::{Position, Site};
pub use model::special_methods::Hook;
pub use model::state::Member;
pub use model::state::{AnnGraph, Annotator, CallArgs, Facts, JitDriverInfo};
pub use model::targets::ArgSource;
pub use model::targets::CallTarget;
pub use model::targets::Targets;
pub use model::targets::TargetsId;
pub use model::*;
pub use ops::lowers;
pub use ops::methods;
pub use ops::rows;
pub use reports::jit_warnings::warn_of_jit_hints;
pub use reports::printing::{named_texts, only_printed};
pub use reports::warnings::low_bits_only;

use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{HlConst, HlGraph, HlValue, HostRef, VarId};
use flowspace::host::Host;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Annotator {
    /// An annotator over an import-time heap.
    pub fn new(host: Host) -> Annotator {
        fixpoint::new_annotator(host)
    }
    /// Annotates everything reachable from a call of `func` with these arguments, up to the fixpoint.
    /// Errors of the program come back all together.
    pub fn annotate_entry(
        &mut self,
        func: HostRef,
        args: Vec<SomeValue>,
    ) -> Result<AnnGraphId, Vec<Diagnostic>> {
        fixpoint::entry(self, func, args, false)
    }
    /// Annotates a low-level helper written in the language: it is specialised by the low-level types
    /// of the arguments, and so are the helpers that it calls. Callable at any time; graphs already
    /// annotated are found again.
    pub fn annotate_helper(
        &mut self,
        func: HostRef,
        args: Vec<SomeValue>,
    ) -> Result<AnnGraphId, Vec<Diagnostic>> {
        fixpoint::entry(self, func, args, true)
    }
    /// Simplifies graphs by what is known, and computes call families, after the last [`Annotator::annotate_entry`].
    pub fn complete(&mut self) {
        listdef::settle_slices(self);
        rewrite::simplify_all(self);
        rewrite::compute_families(self);
        self.completed = true;
    }
    /// Annotation of an operand.
    pub fn operand(&mut self, graph: AnnGraphId, v: &HlValue) -> SomeValue {
        match v {
            HlValue::Var(v) => self.binding(graph, *v).clone(),
            HlValue::Const(c) => self.const_annotation(c),
        }
    }
    /// Annotation of a constant (top for what has none).
    pub fn const_annotation(&mut self, c: &HlConst) -> SomeValue {
        let s = constants::annotation_of(self, c);
        owed::settle(self).map_or(SomeValue::OBJECT, |()| s)
    }
    /// The access set of a frozen object or class.
    pub fn access_set(&self, d: DescId) -> Option<&AccessSet> {
        self.access.get(&desc::access_root(self, d))
    }
    /// The first members of the access sets of classes that have attributes which are read.
    pub fn access_sets_of_classes(&self) -> Vec<DescId> {
        let firsts = self.access.iter().filter_map(|(root, set)| {
            let first = *set.descs.first().filter(|_| !set.attrs.is_empty())?;
            // (a set that others were merged with since is not one any more)
            let is_current = desc::access_root(self, first) == *root;
            (is_current && self.descs[first].as_class().is_some()).then_some(first)
        });
        let mut firsts: Vec<DescId> = firsts.collect();
        firsts.sort_unstable();
        firsts
    }
    /// Declares that a host object stands for a low-level type.
    pub fn register_lltype(&mut self, h: HostRef, t: LlType) {
        self.known.host_lltypes.insert(h, t);
    }
    /// Makes sure that a class (say, an exception that an operation raises) has a definition.
    pub fn need_class(&mut self, class: HostRef) -> Result<ClassDefId, Diagnostic> {
        let site = Site::NOWHERE;
        let r = class_descs::class_desc(self, site, class)
            .and_then(|d| classdef::classdef_of(self, site, d));
        r.map_err(AnnError::into_diagnostic)
    }
}
