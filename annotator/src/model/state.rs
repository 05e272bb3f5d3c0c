//! The state of the annotator: graphs, definitions, and what belongs to them; and what it asks of the built-in functions
//! above.

use crate::AnnGraphId;
use crate::model::classdefs::ClassDef;
use crate::model::containers::{DictDef, ListDef};
use crate::model::descs::{AccessSet, CallFamily, CallShape, CallSite, Desc, SpecKey};
use crate::model::errors::{AResult, AnnError};
use crate::model::knowledge;
use crate::model::knowledge::{NoneWords, Throws};
use crate::model::reported::Reports;
use crate::model::shared_calls::{SharedCalls, SharedId};
use crate::model::site::{BlockState, Position, Positions, Site};
use crate::model::special_methods::SpecialMethods;
use crate::model::targets::ArgSource;
use crate::model::work::Work;
use crate::model::*;
use crate::model::{ClassDefId, DescId, DictDefId, ListDefId, LlType, SomeValue};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{
    BlockId, EntitySet, FuncTypeId, HlConst, HlGraph, HostRef, StructId, TypeTable, VarId,
};
use flowspace::host::Host;
use indexmap::IndexMap;
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;
use std::rc::Rc;

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
    pub(crate) shared_by: IndexSet<SharedId>,
    /// Calls of several functions in this graph.
    pub(crate) shared: FxHashMap<VarId, SharedId>,
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

/// What is known of the program: the import-time heap, definitions and annotations, who has read them, and what is to be
/// annotated again. Who has `&mut Facts` can make definitions, join values to them, and note what tests tell of variables.
/// Graphs can be read; to make or change one, or to call a function, takes the [`Annotator`].
pub struct Facts {
    pub(crate) meanings: &'static Meanings,
    /// The import-time heap.
    pub host: Host,
    /// Low-level types; handed on to the RTyper's program.
    pub types: TypeTable,
    /// Annotated graphs, to be read.
    pub graphs: Graphs,
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
    /// Call families, after [`Annotator::complete`].
    pub families: Arena<CallFamilyId, CallFamily>,
    pub(crate) family_of: FxHashMap<DescId, CallFamilyId>,
    pub(crate) access: IndexMap<DescId, AccessSet>,
    pub(crate) exc_args: ExcArgs,
    /// Set by the driver: `we_are_jitted` etc. keep their run-time meaning.
    pub jit: bool,
    /// Set by the driver: NAMEs of the methods `specialize__NAME` of the program's own annotation policy. What these do is not followed:
    /// a function with such a special case has one graph.
    pub own_special_cases: Vec<String>,
    /// The list that is `sys.argv` at run time, if the program uses it.
    pub argv: Option<HostRef>,
    /// Objects that stand for functions and bound methods where closures may be.
    pub(crate) adaptors: FxHashMap<DescId, Adaptor>,
    /// The places where adaptors are compared with those of other methods: more may come.
    pub(crate) adaptor_readers: Positions,
    /// [`Annotator::complete`] was called: classes do not change any more.
    pub(crate) completed: bool,
    /// Calls of the same functions, joined.
    pub(crate) shared_calls: SharedCalls,
    /// Dicts and sets that an operation of a graph that is not dirty changes, and where.
    pub(crate) changed_dicts: FxHashMap<DictDefId, Span>,
    pub(crate) special: SpecialMethods,
    /// Container of byte strings, once the RTyper has made it.
    pub string_container: Option<flowmodel::StructId>,
    /// The blocks that are still to be annotated.
    pub work: Work,
    /// The errors, warnings and notes about the program.
    pub reports: Reports,
    /// The definitions that stand for host objects.
    pub(crate) known: HostStandIns,
    /// Definitions that belong to operations.
    pub(crate) made_at: MadeAt,
    /// Memory of C.
    pub raw: RawMemory,
}

/// The annotated graphs. Only the [`Annotator`] changes them.
#[derive(Default)]
pub struct Graphs(Arena<AnnGraphId, AnnGraph>);

impl std::ops::Deref for Graphs {
    type Target = Arena<AnnGraphId, AnnGraph>;
    fn deref(&self) -> &Arena<AnnGraphId, AnnGraph> {
        &self.0
    }
}

/// The annotator: the facts, and what makes graphs. It can be used as its facts, so that what only reads or joins need
/// not know the annotator.
pub struct Annotator {
    pub(crate) facts: Facts,
    /// The function that hears of events of the JIT, and its graph.
    pub jit_event: Option<(HostRef, Option<AnnGraphId>)>,
    /// Flow graphs, and whether classes were made for them: then each specialisation needs its own.
    pub(crate) flow_cache: FxHashMap<HostRef, (Rc<HlGraph>, bool)>,
    pub(crate) graph_names: FxHashMap<Rc<str>, u32>,
    /// Graphs of the `__del__` methods of classes that are instantiated.
    pub(crate) finalizers: IndexMap<ClassDefId, AnnGraphId>,
    /// Functions that are called with objects found dead (`rgc.FinalizerQueue`).
    pub(crate) dead_functions: IndexMap<HostRef, AnnGraphId>,
    /// Variables whose values do not go together, in blocks that only pass them on.
    pub(crate) conflicts: Conflicts,
}

impl std::ops::Deref for Annotator {
    type Target = Facts;
    fn deref(&self) -> &Facts {
        &self.facts
    }
}

impl std::ops::DerefMut for Annotator {
    fn deref_mut(&mut self) -> &mut Facts {
        &mut self.facts
    }
}

/// Arguments by class.
#[derive(Default)]
pub(crate) struct ExcArgs {
    /// Arguments given by calls of the class.
    pub(crate) made: IndexMap<ClassDefId, Vec<SomeValue>>,
    /// Arguments given by calls of `Exception.__init__(self, …)`, which replace those of the class.
    pub(crate) explicit: IndexMap<ClassDefId, Vec<SomeValue>>,
    pub(crate) readers: IndexSet<Position>,
    /// Nothing more is known of exceptions that no call makes.
    pub(crate) settled: bool,
}

/// A class of objects that stand for a function or bound method where closures may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adaptor {
    pub class: ClassDefId,
    /// The one object for a function; objects for bound methods are made at run time.
    pub instance: Option<HostRef>,
}

/// The variables, each with the error.
pub(crate) type Conflicts = FxHashMap<(AnnGraphId, VarId), AnnError>;

/// Holds what the fields of one variant are given.
#[derive(Clone, Default)]
pub(crate) struct Variant {
    /// Values of different kinds, for each field.
    pub(crate) seen: Vec<Vec<SomeValue>>,
    /// Its classes, by those of the first variant.
    pub(crate) classes: FxHashMap<HostRef, HostRef>,
}

/// The classes that stand for named tuples.
#[derive(Default)]
pub(crate) struct Variants {
    /// Class of the first variant, and number of the variant, of each class.
    pub(crate) first: FxHashMap<HostRef, (HostRef, usize)>,
    /// Variants by the first one's class for the named tuple itself.
    pub(crate) variants: FxHashMap<HostRef, Vec<Variant>>,
    /// The variants that calls have chosen, by the first variant's class.
    pub(crate) sites: FxHashMap<(AnnGraphId, VarId, HostRef), usize>,
}

/// Remembers what stands for host objects.
#[derive(Default)]
pub(crate) struct HostStandIns {
    /// Low-level types of host objects, as registered by the RTyper (see [`Annotator::register_lltype`]).
    pub(crate) host_lltypes: FxHashMap<HostRef, LlType>,
    /// The objects that stand for named tuples and their classes.
    pub(crate) records: FxHashMap<HostRef, HostRef>,
    /// The classes among them for fields of different types.
    pub(crate) record_variants: Variants,
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

/// The structures of the collector that programs have made.
#[derive(Default)]
pub struct Inlined {
    /// The names in each.
    pub members: FxHashMap<StructId, FxHashMap<Rc<str>, Member>>,
    /// Structures whose fields are not known yet, because those of another one are being found.
    pub(crate) pending: Vec<(HostRef, StructId)>,
    pub(crate) busy: bool,
    /// Arrays (also those of C) whose items are being found, with their types, if they were asked for meanwhile.
    pub(crate) arrays: FxHashMap<HostRef, Option<StructId>>,
}

/// Holds what is known of memory of C and of functions that C calls.
#[derive(Default)]
pub struct RawMemory {
    /// Number of items of arrays whose type says it.
    pub fixed_lengths: FxHashMap<flowmodel::StructId, i64>,
    /// The containers that raw containers contain in place: the container of a field's room.
    pub nested: FxHashMap<(flowmodel::StructId, u32), flowmodel::StructId>,
    /// Structures whose fields are being looked at.
    pub(crate) unfinished: Vec<StructId>,
    /// Arrays that a field of such a structure (first) points to and whose items are such structures; whether they have no length.
    pub(crate) unfinished_arrays: Vec<(StructId, StructId, bool)>,
    /// The container of each item, for raw arrays of structures.
    pub item_containers: FxHashMap<flowmodel::StructId, flowmodel::StructId>,
    /// The parts that structures of the collector contain.
    pub inlined: Inlined,
    /// Pointers inside raw memory of import time that have been looked at.
    pub(crate) seen: rustc_hash::FxHashSet<HostRef>,
    /// Functions that C code calls: the object of `llhelper`, the graph, and the type that C knows.
    pub callbacks: FxHashMap<HostRef, (AnnGraphId, FuncTypeId)>,
}

impl Facts {
    /// Annotation of a variable; `Impossible` where no value was ever seen.
    pub fn binding(&self, graph: AnnGraphId, v: VarId) -> &SomeValue {
        const BOTTOM: &SomeValue = &SomeValue::IMPOSSIBLE;
        self.bound(graph, v).unwrap_or(BOTTOM)
    }
    /// Gives the annotation of a variable; `None` where no value was ever seen.
    pub(crate) fn bound(&self, graph: AnnGraphId, v: VarId) -> Option<&SomeValue> {
        self.graphs[graph].bindings[v].map(|id| self.annotations.get(id))
    }
    /// Gives what a call operation resolved to.
    pub fn call_site(&self, graph: AnnGraphId, result: VarId) -> Option<&CallSite> {
        self.graphs[graph].calls.get(&result)
    }
    /// The call family of a function or class.
    pub fn call_family(&self, d: DescId) -> Option<CallFamilyId> {
        self.family_of.get(&d).copied()
    }
    /// Annotation of the result of a graph.
    pub fn result(&self, graph: AnnGraphId) -> &SomeValue {
        let v = self.graphs[graph].graph.return_var();
        self.binding(graph, v)
    }
    /// Notes what a variable, if true or false, tells of others.
    pub(crate) fn note_knowledge(&mut self, graph: AnnGraphId, v: VarId, k: knowledge::Knowledge) {
        self.graphs.0[graph].knowledge.insert(v, k);
    }
    /// Notes that a variable holds the class of these.
    pub(crate) fn note_type_of(&mut self, graph: AnnGraphId, v: VarId, of: Vec<VarId>) {
        self.graphs.0[graph].type_of.insert(v, of);
    }
    /// The definition of a class object seen by the annotator.
    pub fn classdef_of_host(&self, class: HostRef) -> Option<ClassDefId> {
        self.known.class_of_host.get(&class).copied()
    }
}

impl Facts {
    /// An error at the operation being annotated.
    pub(crate) fn error(
        &self,
        site: Site,
        code: &'static str,
        message: impl Into<String>,
    ) -> AnnError {
        AnnError::Error(Box::new(Diagnostic::error(code, message, site.span)))
    }
}

/// Says what a name in a structure of the collector stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Member {
    /// A field, by index. It is an array of fixed length if its type is [`inline_array`].
    Field(u32),
    /// The structure that it begins with.
    Parent(StructId),
    /// A structure: what the names of its fields begin with, and its type object.
    Inside(Rc<str>, HostRef),
    /// The array at the end: the name that its memory has at import time, and its type object.
    Items(Rc<str>, HostRef),
}

/// A built-in function, as far as others than its caller ask.
pub(crate) struct BuiltinFunction {
    /// Its name in the table.
    pub name: &'static str,
    /// The exceptions that it raises; `None`: any.
    pub throws: Option<&'static [&'static str]>,
    /// Says what Python's message is where an argument is None.
    pub none: NoneWords,
}

/// What definitions, calls and kinds ask of code above them: the meaning of built-in functions, methods and types. A
/// call ends at a row of a built-in function, and the handler of that row calls functions of the program: each needs the
/// other. The lower one asks by one of these functions, which `Annotator::new` gets from above.
pub(crate) struct Meanings {
    /// Finds a built-in function by its registry name.
    pub builtin: fn(&str) -> Option<BuiltinFunction>,
    /// Annotates an instance of a class of the toolchain, by the name of the class; `None` for other classes.
    pub prebuilt_instance: fn(&mut Facts, Site, HostRef, &str) -> Option<AResult>,
    /// Gives the low-level type that a host object stands for.
    pub lltype_of_host: fn(&mut Facts, HostRef) -> Option<LlType>,
    /// Calls a built-in function or method.
    pub call_builtin: fn(&mut Annotator, Site, &SomeValue, &CallArgs) -> AResult,
    /// Reads an attribute of frozen objects, classes or functions.
    pub attribute: fn(&mut Facts, Site, &[DescId], &Rc<str>) -> AResult,
    /// Says whether values have a built-in method.
    pub has_method: fn(&Facts, &SomeValue, &str) -> bool,
    /// Gives the exceptions that a built-in method can raise.
    pub method_throws: fn(&Facts, &str, &SomeValue) -> Throws,
    /// Gives the error for an attribute that no value of a built-in type has, if it is such a one.
    pub unknown_attribute: fn(&Facts, Site, &SomeValue, &str) -> Option<AnnError>,
    /// Annotates a hint of the program or the flow space.
    pub hint: fn(&mut Facts, Site, &str, &SomeValue) -> AResult,
}

impl Annotator {
    /// A graph, to be changed.
    pub(crate) fn graph_mut(&mut self, graph: AnnGraphId) -> &mut AnnGraph {
        &mut self.facts.graphs.0[graph]
    }
    /// All graphs, to be changed.
    pub(crate) fn graphs_mut(&mut self) -> &mut Arena<AnnGraphId, AnnGraph> {
        &mut self.facts.graphs.0
    }
    /// A variable has this annotation from now on.
    pub(crate) fn bind(&mut self, graph: AnnGraphId, v: VarId, s: SomeValue) {
        let id = self.facts.annotations.add(s);
        self.graph_mut(graph).bindings[v] = Some(id);
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
}
