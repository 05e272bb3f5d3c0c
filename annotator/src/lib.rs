//! The whole-program annotator: from an entry point it builds flow graphs as they are reached and
//! infers a [`SomeValue`] for every variable, by a fixpoint over all graphs.
//!
//! Use: [`Annotator::new`], [`Annotator::annotate_entry`], [`Annotator::complete`]; then read
//! [`Annotator::binding`], [`AnnGraph::calls`], [`Annotator::call_family`], [`Annotator::classdefs`].
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

use crate::definitions::classdef;
use crate::definitions::desc;
use crate::definitions::listdef;
use crate::definitions::prebuilt;
use crate::fixpoint::rewrite;
pub use builtins::jit::check_jitdrivers;
pub use builtins::rlib::erased_annotation;
pub use calls::FROZEN_CALL;
pub use calls::library::{LIBRARY, PACKAGE as LIBRARY_PACKAGE, install_from};
pub use calls::library::{function_for_external, runtime_object};
pub use definitions::bases::with_heirs;
pub use definitions::classdef::{AttrSource, Attribute, ClassDef};
pub use definitions::classdef::{
    all_subdefs, class_has_attr, find_attr, is_codec_error, is_decode_error, is_os_error,
    lacks_class_attr, roots_of_class_attr,
};
pub use definitions::desc::{
    AccessSet, ArgSource, CallFamily, CallRow, CallShape, CallSite, CallTarget, ClassDesc, Desc,
    DescKind, FunctionDesc, KeyPart, Numbers, Signature, SpecKey, Specializer,
};
pub use definitions::desc::{access_root, parameters_of_shape, row_of_call};
pub use definitions::exc_args::CODEC_ERROR_ATTRS;
pub use definitions::exc_args::{args_of_exception, has_own_attr, reads_exception_args};
pub use definitions::listdef::new_list_def;
pub use definitions::listdef::{DictDef, DictKind, ListDef};
pub use definitions::meets::BOUND_TO;
pub use definitions::meets::{function_adaptor, is_closure_class, method_adaptor};
pub use definitions::prebuilt::{has_seen_container, weakref_target};
pub use definitions::show::dump;
pub use definitions::show::{show_const, show_desc};
pub use definitions::targets::{Targets, TargetsId};
pub use definitions::union::{contains, join, same};
pub use fixpoint::memory;
pub use fixpoint::rewrite::forget_simplified;
pub use kinds::dicts::{custom_function, prebuilt_functions, several_functions};
pub use kinds::inline::{Found, Member};
pub use kinds::inline::{field_of, in_part, inline_array, member};
pub use kinds::nones::meets_none;
pub use kinds::nones::{first_argument, is_with_method, none_argument};
pub use kinds::objects::class_desc_lacks;
pub use kinds::rffi::{becomes_void_pointer, callback_of};
pub use kinds::tuples::constant_slice;
pub use model::*;
pub use ops::chaining::CHAINING;
pub use ops::chaining::has_causes;
pub use ops::lowers;
pub use ops::meaning;
pub use ops::method_table::{all as all_methods, find as find_method};
pub use ops::methods;
pub use ops::rows;
pub use ops::special::Hook;
pub use ops::special::hook_function;
pub use ops::table::{Meaning, all as all_rows};
pub use reports::blame::in_library;
pub use reports::errors::{AnnError, UnionError};
pub use reports::jit_warnings::warn_of_jit_hints;
pub use reports::printing::{named_texts, only_printed};
pub use reports::warnings::low_bits_only;

use calls::shared;
use definitions::{exc_args, meets};
use model::knowledge;

use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{BlockId, HlConst, HlGraph, HlValue, HostRef, TypeTable, VarId};
use flowspace::host::Host;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Result of annotation steps.
pub type AResult<T = SomeValue> = Result<T, AnnError>;

/// Places in the order in which they were added.
pub(crate) type Positions = IndexSet<Position, rustc_hash::FxBuildHasher>;

/// A place that is annotated again when what it read is generalised.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Graph.
    pub graph: AnnGraphId,
    /// Block.
    pub block: BlockId,
    /// Operation, by index; behind the last one: the exits.
    pub op: usize,
}

impl Position {
    /// The first operation of a block.
    pub(crate) fn start(graph: AnnGraphId, block: BlockId) -> Position {
        Position { graph, block, op: 0 }
    }
    /// Says whether the other place is in the same block, here or further down.
    pub(crate) fn comes_to(self, other: Position) -> bool {
        (self.graph, self.block) == (other.graph, other.block) && self.op <= other.op
    }
}

/// Says where the annotator is: what reports name, what is annotated again when something that is read here changes,
/// and what definitions and calls made here belong to. It goes from function to function as an argument.
#[derive(Copy, Clone, Debug)]
pub struct Site {
    /// The operation, if one is being annotated.
    pub position: Option<Position>,
    /// Source position, for messages.
    pub span: Span,
    /// The operation's result; `None` where what is annotated leaves no trace in the graph.
    pub result: Option<VarId>,
}

impl Site {
    /// The site at no operation: before and after the fixpoint, and for what later stages ask.
    pub const NOWHERE: Site = Site { position: None, span: Span::NONE, result: None };

    /// Makes a site at no operation, with a place for messages.
    pub(crate) fn of(span: Span) -> Site {
        Site { span, ..Site::NOWHERE }
    }
}

/// Arguments of a call, annotated.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct CallArgs {
    /// Positional ones (a `*tuple` operand already unpacked).
    pub positional: Vec<(SomeValue, ArgSource)>,
    /// Keyword ones.
    pub keywords: Vec<(Rc<str>, SomeValue, ArgSource)>,
    /// Shape as written.
    pub shape: CallShape,
}

/// A graph with its annotations: one specialisation of one function.
#[derive(Clone, Debug)]
pub struct AnnGraph {
    /// The graph, simplified by what annotation found (unreachable branches removed). Variable ids are those of `full`.
    pub graph: Rc<HlGraph>,
    /// The graph as it is annotated.
    pub(crate) full: Rc<HlGraph>,
    /// Annotation of each variable; `None` where no value was seen (code not reached).
    pub(crate) bindings: Table<VarId, Option<AnnotationId>>,
    /// The function.
    pub desc: DescId,
    /// Key of this specialisation.
    pub key: SpecKey,
    /// Name unique among all graphs.
    pub name: Rc<str>,
    /// Calls that operations (also those on instances that call special methods) resolved to, by result variable.
    pub calls: IndexMap<VarId, CallSite>,
    /// Arguments of calls at their last visits.
    pub(crate) call_args: FxHashMap<VarId, CallArgs>,
    /// Comes from [`Annotator::annotate_helper`], or is called from such a graph.
    pub helper: bool,
    pub(crate) block_state: Table<BlockId, BlockState>,
    /// The graph with the call for which this one was made.
    pub(crate) made_in: Option<AnnGraphId>,
    /// Callers, reflowed when the result is generalised.
    pub(crate) callers: Positions,
    /// Calls of several functions, this one among them.
    pub(crate) shared_by: IndexSet<shared::SharedId>,
    /// Calls of several functions in this graph.
    pub(crate) shared: FxHashMap<VarId, shared::SharedId>,
    /// An operator method that may return `NotImplemented` (or calls one that does).
    pub(crate) declines: bool,
    /// Exception-class variables: the variables whose class they are.
    pub(crate) type_of: FxHashMap<VarId, Vec<VarId>>,
    /// Exits of blocks (by their number) that were followed at least once; of one for exceptions, the classes that arrive, where
    /// they are known and the exit is for more than those.
    pub(crate) followed: FxHashMap<(BlockId, usize), Vec<HostRef>>,
    /// Blocks that one link leads to, once somebody has asked.
    pub(crate) single_entry: Option<FxHashSet<BlockId>>,
    /// Says what this variable, if true or false, tells of other variables of its block.
    pub(crate) knowledge: FxHashMap<VarId, knowledge::Knowledge>,
}

/// Says how far a block is annotated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum BlockState {
    /// It was never reached.
    #[default]
    Unseen,
    /// It is annotated to the end.
    Done,
    /// Stopped before an operation (by index) whose operands have no value, or that has no result yet.
    Blocked(usize),
}

/// A JitDriver of the program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct JitDriverInfo {
    /// Name, if given.
    pub name: Option<Rc<str>>,
    /// Names of green variables.
    pub greens: Vec<Rc<str>>,
    /// Names of red variables (empty with `auto_reds`).
    pub reds: Vec<Rc<str>>,
    /// `reds='auto'`
    pub auto_reds: bool,
    /// Names of virtualizables.
    pub virtualizables: Vec<Rc<str>>,
    /// Annotation of each variable over all merge points.
    pub vars: IndexMap<Rc<str>, SomeValue>,
    /// `get_printable_location` etc.: hook name → annotated graph.
    pub hooks: IndexMap<Rc<str>, AnnGraphId>,
    /// Operations `jit_merge_point`: (graph, result variable).
    pub merge_points: Vec<(AnnGraphId, VarId)>,
    /// The first `jit_merge_point` that was seen.
    pub merge_point_at: Option<Span>,
    /// The first `can_enter_jit` that was seen.
    pub entered: Option<Span>,
}

/// The annotator.
pub struct Annotator {
    /// The import-time heap.
    pub host: Host,
    /// Low-level types; handed on to the RTyper's program.
    pub types: TypeTable,
    /// Annotated graphs.
    pub graphs: Arena<AnnGraphId, AnnGraph>,
    /// Annotations of the variables of the graphs.
    pub(crate) annotations: Annotations,
    /// Descriptions of prebuilt objects.
    pub descs: Arena<DescId, Desc>,
    /// Classes; the first one is `object`.
    pub classdefs: Arena<ClassDefId, ClassDef>,
    pub(crate) lists: Arena<ListDefId, ListDef>,
    pub(crate) dicts: Arena<DictDefId, DictDef>,
    /// JitDrivers, by host object.
    pub jitdrivers: IndexMap<HostRef, JitDriverInfo>,
    /// The function that hears of events of the JIT, and its graph.
    pub jit_event: Option<(HostRef, Option<AnnGraphId>)>,
    /// Call families, after [`Annotator::complete`].
    pub families: Arena<CallFamilyId, CallFamily>,
    pub(crate) family_of: FxHashMap<DescId, CallFamilyId>,
    pub(crate) access: IndexMap<DescId, AccessSet>,
    pub(crate) exc_args: exc_args::ExcArgs,
    /// Set by the driver: `we_are_jitted` etc. keep their run-time meaning.
    pub jit: bool,
    /// Set by the driver: NAMEs of the methods `specialize__NAME` of the program's own annotation policy. What these do is not followed:
    /// a function with such a special case has one graph.
    pub own_special_cases: Vec<String>,
    /// The list that is `sys.argv` at run time, if the program uses it.
    pub argv: Option<HostRef>,
    /// Objects that stand for functions and bound methods where closures may be.
    pub(crate) adaptors: FxHashMap<DescId, meets::Adaptor>,
    /// The places where adaptors are compared with those of other methods: more may come.
    pub(crate) adaptor_readers: Positions,
    /// [`Annotator::complete`] was called: classes do not change any more.
    pub(crate) completed: bool,
    /// Flow graphs, and whether classes were made for them: then each specialisation needs its own.
    pub(crate) flow_cache: FxHashMap<HostRef, (Rc<HlGraph>, bool)>,
    pub(crate) graph_names: FxHashMap<Rc<str>, u32>,
    /// Calls of the same functions, joined.
    pub(crate) shared_calls: shared::SharedCalls,
    /// Dicts and sets that an operation of a graph that is not dirty changes, and where.
    pub(crate) changed_dicts: FxHashMap<DictDefId, Span>,
    /// Graphs of the `__del__` methods of classes that are instantiated.
    pub(crate) finalizers: IndexMap<ClassDefId, AnnGraphId>,
    /// Functions that are called with objects found dead (`rgc.FinalizerQueue`).
    pub(crate) dead_functions: IndexMap<HostRef, AnnGraphId>,
    pub(crate) special: ops::special::SpecialMethods,
    /// Container of byte strings, once the RTyper has made it.
    pub string_container: Option<flowmodel::StructId>,
    /// The blocks that are still to be annotated.
    pub work: fixpoint::work::Work,
    /// The errors, warnings and notes about the program.
    pub reports: reports::Reports,
    /// Variables whose values do not go together, in blocks that only pass them on.
    pub(crate) conflicts: fixpoint::conflicts::Conflicts,
    /// The definitions that stand for host objects.
    pub(crate) known: definitions::HostStandIns,
    /// Definitions that belong to operations.
    pub(crate) made_at: definitions::MadeAt,
    /// Memory of C.
    pub raw: kinds::rffi::RawMemory,
}

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
    /// Annotation of a variable; `Impossible` where no value was ever seen.
    pub fn binding(&self, graph: AnnGraphId, v: VarId) -> &SomeValue {
        const BOTTOM: &SomeValue = &SomeValue::IMPOSSIBLE;
        self.bound(graph, v).unwrap_or(BOTTOM)
    }
    /// Gives the annotation of a variable; `None` where no value was ever seen.
    pub(crate) fn bound(&self, graph: AnnGraphId, v: VarId) -> Option<&SomeValue> {
        self.graphs[graph].bindings[v].map(|id| self.annotations.get(id))
    }
    /// A variable has this annotation from now on.
    pub(crate) fn bind(&mut self, graph: AnnGraphId, v: VarId, s: SomeValue) {
        self.graphs[graph].bindings[v] = Some(self.annotations.add(s));
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
        prebuilt::immutable_const(self, Site::NOWHERE, c).unwrap_or(SomeValue::OBJECT)
    }
    /// Gives what a call operation resolved to.
    pub fn call_site(&self, graph: AnnGraphId, result: VarId) -> Option<&CallSite> {
        self.graphs[graph].calls.get(&result)
    }
    /// The call family of a function or class.
    pub fn call_family(&self, d: DescId) -> Option<CallFamilyId> {
        self.family_of.get(&d).copied()
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
    /// Annotation of the result of a graph.
    pub fn result(&self, graph: AnnGraphId) -> &SomeValue {
        let v = self.graphs[graph].graph.return_var();
        self.binding(graph, v)
    }
    /// The definition of a class object seen by the annotator.
    pub fn classdef_of_host(&self, class: HostRef) -> Option<ClassDefId> {
        self.known.class_of_host.get(&class).copied()
    }
    /// The graph of the `__del__` method of a class of which there are instances.
    pub fn finalizer(&self, class: ClassDefId) -> Option<AnnGraphId> {
        self.finalizers.get(&class).copied()
    }
    /// The graph of a function that was given to `rgc._note_object`.
    pub fn dead_function(&self, f: HostRef) -> Option<AnnGraphId> {
        self.dead_functions.get(&f).copied()
    }
    /// Says whether any class that is instantiated has `__del__`, or objects are noted for a queue.
    pub fn has_finalizers(&self) -> bool {
        !self.finalizers.is_empty() || !self.dead_functions.is_empty()
    }
    /// Declares that a host object stands for a low-level type.
    pub fn register_lltype(&mut self, h: HostRef, t: LlType) {
        self.known.host_lltypes.insert(h, t);
    }
    /// Makes sure that a class (say, an exception that an operation raises) has a definition.
    pub fn need_class(&mut self, class: HostRef) -> Result<ClassDefId, Diagnostic> {
        let site = Site::NOWHERE;
        let r = prebuilt::class_desc(self, site, class)
            .and_then(|d| classdef::classdef_of(self, site, d));
        r.map_err(AnnError::into_diagnostic)
    }
}
