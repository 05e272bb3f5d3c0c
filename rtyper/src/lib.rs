//! The RTyper: from annotated high-level graphs to a low-level [`Program`].
//!
//! Every variable gets the low-level type of its representation ([`repr::Repr`]); every operation becomes low-level
//! operations and calls of helpers written in the language (`rlib/ll/*.rpy`), which are annotated and typed on
//! demand. The high-level graphs are not changed.
//!
//! Use: [`rtype`] for everything at once, or [`RTyper::new`], [`RTyper::entry`], [`RTyper::helper`] (functions that later
//! stages want to call), [`RTyper::finish`].

mod builtins;
mod calls;
mod graph;
mod helpers;
mod prebuilt;
mod repr;

pub use helpers::embedded::{EMBEDDED, LL_PACKAGE, install};
pub use repr::{DictInfo, IterRepr, ListInfo, Repr, ReprId};

use annotator::{AnnGraphId, Annotator, CallFamilyId, ClassDefId, DictDefId, ListDefId, SomeValue};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{Const, Field, FuncId, HostRef, Items, Mutability, Program, StructId, Type};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

use calls::families;
use helpers::embedded;
use repr::{class, exc, weakref};

/// Result of the RTyper's steps.
pub type Res<T = ()> = Result<T, Diagnostic>;

/// What the driver wants.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Keep `jit_marker` operations and other hints (`--opt=jit`); else they are left out.
    pub jit: bool,
    /// No tests for None, nor of indices where no handler would catch the IndexError.
    pub unchecked: bool,
    /// Overflow of signed arithmetic ends the program.
    pub trap: bool,
}

/// Annotates nothing itself: `entry` must have been annotated with [`Annotator::annotate_entry`] as a function of the list
/// of command line arguments, and [`Annotator::complete`] called. Makes the low-level program.
pub fn rtype(
    ann: &mut Annotator,
    entry: AnnGraphId,
    opts: Options,
) -> Result<Program, Vec<Diagnostic>> {
    let mut rt = RTyper::new(ann, opts)?;
    rt.entry(entry)?;
    rt.finish()
}

/// An error whose place is not known yet: who knows it adds it ([`RTyper::placed`]).
pub(crate) fn error(msg: impl Into<String>) -> Diagnostic {
    Diagnostic::error("typing", msg, Span::NONE)
}

/// Reprs of the parameters and the result of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Sig {
    pub params: Vec<ReprId>,
    pub result: ReprId,
}

/// The RTyper at work.
pub struct RTyper<'a> {
    /// The annotator; it also owns the table of types until [`RTyper::finish`].
    pub ann: &'a mut Annotator,
    /// The program made so far (its `types` stay empty until the end).
    pub prog: Program,
    /// Prebuilt exceptions with arguments.
    pub(crate) exceptions_made: Vec<exc::Made>,
    pub(crate) opts: Options,
    pub(crate) reprs: IndexSet<Repr>,
    pub(crate) string: StructId,
    pub(crate) unicode: StructId,
    pub(crate) weak: weakref::WeakState,
    pub(crate) object: StructId,
    pub(crate) vtable: StructId,
    pub(crate) foreign: FxHashMap<HostRef, FuncId>,
    /// Raw memory of import time, by the host object that holds its content.
    pub(crate) raw_objects: FxHashMap<HostRef, flowmodel::ObjId>,
    /// Functions of the program are given to C.
    pub(crate) calls_back: bool,
    pub(crate) arrays: FxHashMap<Type, StructId>,
    pub(crate) list_structs: FxHashMap<StructId, StructId>,
    pub(crate) deque_structs: FxHashMap<StructId, StructId>,
    pub(crate) list_infos: FxHashMap<ListDefId, ListInfo>,
    pub(crate) list_busy: IndexSet<ListDefId>,
    pub(crate) tuples: FxHashMap<Vec<Type>, StructId>,
    pub(crate) dict_infos: FxHashMap<DictDefId, DictInfo>,
    pub(crate) dict_busy: IndexSet<DictDefId>,
    pub(crate) dict_structs: FxHashMap<(Type, Type, Type), (StructId, StructId)>,
    pub(crate) iter_structs: FxHashMap<Rc<str>, StructId>,
    pub(crate) frozen_structs: FxHashMap<annotator::DescId, StructId>,
    pub(crate) classes: IndexMap<ClassDefId, class::ClassInfo>,
    pub(crate) class_queue: VecDeque<ClassDefId>,
    /// Functions that make an instance, of classes that `instantiate()` is called with through variables.
    pub(crate) instantiators: FxHashMap<ClassDefId, flowmodel::FuncId>,
    pub(crate) func_of_graph: FxHashMap<AnnGraphId, FuncId>,
    pub(crate) sigs: IndexMap<AnnGraphId, Sig>,
    pub(crate) normalized: FxHashMap<AnnGraphId, families::RowSig>,
    /// Fields of vtables for attributes of classes in an access set (by its first member).
    pub(crate) set_fields: IndexMap<(annotator::DescId, Rc<str>), Rc<str>>,
    /// Rows whose functions are called through wrappers.
    pub(crate) wrapped_rows: FxHashMap<(CallFamilyId, usize), families::RowSig>,
    /// The rows of families by which calls go, by the place of their targets (which are kept, so that no others come there).
    pub(crate) rows_of_calls: calls::RowsOfCalls,
    /// Reprs of sets of callees that several places share, by the address of the set (which is kept, so that it stays).
    pub(crate) pbc_reprs: repr::PbcReprs,
    pub(crate) funcset_structs: FxHashMap<CallFamilyId, StructId>,
    pub(crate) funcset_objs: FxHashMap<(CallFamilyId, annotator::DescId), flowmodel::ObjId>,
    pub(crate) identity_objs: FxHashMap<annotator::DescId, flowmodel::ObjId>,
    pub(crate) family_types: FxHashMap<(CallFamilyId, usize), flowmodel::FuncTypeId>,
    pub(crate) family_ids: FxHashMap<(CallFamilyId, usize), flowmodel::FamilyId>,
    pub(crate) queue: VecDeque<AnnGraphId>,
    /// Graphs translated (or being translated).
    pub(crate) translated: IndexSet<AnnGraphId>,
    pub(crate) names: FxHashMap<Rc<str>, u32>,
    pub(crate) helper_funcs: FxHashMap<(&'static str, String), HostRef>,
    pub(crate) helper_modules: FxHashMap<&'static str, HostRef>,
    pub(crate) externals: FxHashMap<Rc<str>, FuncId>,
    pub(crate) prebuilt: prebuilt::Prebuilt,
    pub(crate) dispatchers: FxHashMap<String, FuncId>,
    pub(crate) closures: FxHashMap<String, HostRef>,
    /// Functions that make the texts of keys.
    pub(crate) key_shows: FxHashMap<ReprId, Option<FuncId>>,
    /// What the exceptions that the program makes remember: values of `exc_kind`.
    pub(crate) exc_kinds: FxHashSet<i64>,
    /// Functions of types that contain themselves.
    pub(crate) recursive: FxHashMap<(helpers::Sort, ReprId), helpers::Made>,
    pub(crate) driver_index: IndexMap<HostRef, usize>,
    pub(crate) errors: Vec<Diagnostic>,
}

impl<'a> RTyper<'a> {
    /// A RTyper over a completed annotator.
    pub fn new(ann: &'a mut Annotator, opts: Options) -> Result<RTyper<'a>, Vec<Diagnostic>> {
        let t = &mut ann.types;
        let immutable =
            |n: &str, ty| Field { name: n.into(), ty, mutability: Mutability::Immutable };
        let find = |t: &flowmodel::TypeTable, n: &str| t.lookup(n);
        let string = find(t, "rpy_string").unwrap_or_else(|| {
            let hash = vec![Field::new("hash", Type::Signed)];
            t.add("rpy_string", true, None, hash, Some(Items::Plain(Type::Char)))
        });
        let unicode = find(t, "rpy_unicode").unwrap_or_else(|| {
            let hash = vec![Field::new("hash", Type::Signed)];
            t.add("rpy_unicode", true, None, hash, Some(Items::Plain(Type::UniChar)))
        });
        // Strings never change once they are built.
        t.structs[string].immutable_items = true;
        t.structs[unicode].immutable_items = true;
        let vtable = t.declare("object_vtable", false, None);
        let object = t.declare("object", true, None);
        let new_type = t.func(vec![], Type::Ptr(object));
        t.define(
            vtable,
            vec![
                immutable("subclassrange_min", Type::Signed),
                immutable("subclassrange_max", Type::Signed),
                immutable("name", Type::Ptr(string)),
                immutable("instantiate", Type::FuncPtr(new_type)),
                immutable("fullname", Type::Ptr(string)),
            ],
            None,
        );
        t.define(object, vec![immutable("typeptr", Type::Ptr(vtable))], None);
        let mut rt = RTyper {
            ann,
            prog: Program::default(),
            exceptions_made: vec![],
            opts,
            reprs: IndexSet::new(),
            string,
            unicode,
            object,
            vtable,
            foreign: FxHashMap::default(),
            raw_objects: FxHashMap::default(),
            calls_back: false,
            arrays: FxHashMap::default(),
            deque_structs: FxHashMap::default(),
            list_structs: FxHashMap::default(),
            list_infos: FxHashMap::default(),
            list_busy: IndexSet::new(),
            tuples: FxHashMap::default(),
            dict_infos: FxHashMap::default(),
            dict_busy: IndexSet::new(),
            dict_structs: FxHashMap::default(),
            iter_structs: FxHashMap::default(),
            frozen_structs: FxHashMap::default(),
            classes: IndexMap::new(),
            class_queue: VecDeque::new(),
            instantiators: FxHashMap::default(),
            func_of_graph: FxHashMap::default(),
            sigs: IndexMap::new(),
            normalized: FxHashMap::default(),
            set_fields: IndexMap::new(),
            wrapped_rows: FxHashMap::default(),
            rows_of_calls: Default::default(),
            pbc_reprs: Default::default(),
            funcset_structs: FxHashMap::default(),
            identity_objs: FxHashMap::default(),
            funcset_objs: FxHashMap::default(),
            family_types: FxHashMap::default(),
            family_ids: FxHashMap::default(),
            queue: VecDeque::new(),
            translated: IndexSet::new(),
            names: FxHashMap::default(),
            helper_funcs: FxHashMap::default(),
            helper_modules: FxHashMap::default(),
            externals: FxHashMap::default(),
            prebuilt: prebuilt::Prebuilt::default(),
            dispatchers: FxHashMap::default(),
            closures: FxHashMap::default(),
            exc_kinds: FxHashSet::default(),
            recursive: FxHashMap::default(),
            key_shows: FxHashMap::default(),
            driver_index: IndexMap::new(),
            weak: weakref::WeakState::default(),
            errors: vec![],
        };
        rt.prog.exc.object = Some(object);
        rt.prog.exc.vtable = Some(vtable);
        rt.prog.string = Some(string);
        rt.ann.string_container = Some(string);
        rt.register_types().map_err(|e| vec![e])?;
        rt.setup_exceptions().map_err(|e| vec![e])?;
        rt.normalize_families();
        Ok(rt)
    }

    /// Makes the program's entry: `entry_point(argc, argv) -> Signed` around the annotated graph, which takes the list of
    /// arguments.
    pub fn entry(&mut self, graph: AnnGraphId) -> Result<FuncId, Vec<Diagnostic>> {
        let span = self.ann.graphs[graph].graph.span;
        let f = self.make_entry(graph);
        let f = f.map_err(|e| vec![self.placed(e, span, || "the program's entry".into())])?;
        self.prog.entry = Some(f);
        self.make_uncaught().map_err(|e| vec![e])?;
        self.run_queue()?;
        Ok(f)
    }

    /// A function of a helper module (`gc_semispace`, …) for these low-level argument types. Annotated and typed
    /// with all that it calls.
    pub fn helper(
        &mut self,
        module: &str,
        func: &str,
        args: &[Type],
    ) -> Result<FuncId, Vec<Diagnostic>> {
        let host = self.import_helper_module(module).map_err(|e| vec![e])?;
        let f = self.module_attr(host, func).map_err(|e| vec![e])?;
        self.host_helper(f, args)
    }

    /// The same for a function that is no attribute of a module.
    pub(crate) fn host_helper(
        &mut self,
        f: HostRef,
        args: &[Type],
    ) -> Result<FuncId, Vec<Diagnostic>> {
        let s = args.iter().map(|t| SomeValue::from_lltype(*t)).collect();
        let g = self.ann.annotate_helper(f, s)?;
        self.normalize_families();
        let id = self.func_for(g).map_err(|e| vec![e])?;
        self.run_queue()?;
        Ok(id)
    }

    /// Types graphs until none is left.
    pub(crate) fn run_queue(&mut self) -> Result<(), Vec<Diagnostic>> {
        loop {
            if let Some(g) = self.queue.pop_front() {
                let span = self.ann.graphs[g].graph.span;
                if let Err(e) = self.rtype_graph(g) {
                    let e = self.placed(e, span, || format!("{}()", self.ann.graphs[g].name));
                    self.errors.push(e);
                }
                self.prebuilt_wanted_in(span);
                continue;
            }
            if let Some(c) = self.class_queue.pop_front() {
                if let Err(e) = self.setup_class(c) {
                    self.errors.push(e);
                }
                continue;
            }
            match self.fill_some_prebuilt() {
                Ok(true) => continue,
                Ok(false) => {}
                Err(e) => {
                    self.errors.push(e);
                    continue;
                }
            }
            match self.fill_vtables() {
                Ok(true) => continue,
                Ok(false) => break,
                Err(e) => {
                    self.errors.push(e);
                    break;
                }
            }
        }
        if self.errors.is_empty() { Ok(()) } else { Err(std::mem::take(&mut self.errors)) }
    }

    /// Graphs that a later annotation made more general are translated again; their signatures must have stayed.
    pub(crate) fn note_changes(&mut self) -> Res {
        let changed = std::mem::take(&mut self.ann.work.changed_after_complete);
        for g in changed {
            if !self.translated.contains(&g) {
                continue;
            }
            let Some(old) = self.sigs.shift_remove(&g) else { continue };
            let new = self.sig(g)?;
            if new.params != old.params || new.result != old.result {
                return Err(error(format!(
                    "internal: a helper changed the signature of {}",
                    self.ann.graphs[g].name
                )));
            }
            if !self.queue.contains(&g) {
                self.queue.push_back(g);
            }
        }
        Ok(())
    }

    /// The program's own functions (not the helpers) that were typed so far, with the function objects they come from,
    /// in the order of their numbers. One object may have several functions (specialisation).
    pub fn functions(&self) -> Vec<(FuncId, HostRef)> {
        let mut all: Vec<(FuncId, HostRef)> = self
            .func_of_graph
            .iter()
            .filter(|(g, _)| !self.ann.graphs[**g].helper)
            .filter_map(|(g, f)| match &self.ann.descs[self.ann.graphs[*g].desc].kind {
                annotator::DescKind::Function(d) => Some((*f, d.host)),
                _ => None,
            })
            .collect();
        all.sort();
        all
    }

    /// The finished program.
    pub fn finish(mut self) -> Result<Program, Vec<Diagnostic>> {
        self.run_queue()?;
        self.finish_finalizers().map_err(|e| vec![e])?;
        self.finish_callbacks();
        self.number_classes();
        self.answer_program_has();
        let mut prog = std::mem::take(&mut self.prog);
        prog.types = self.ann.types.clone();
        Ok(prog)
    }

    /// Tells the annotator what the container objects of `lltype` stand for, and makes sure that the attributes of
    /// exceptions raised by helpers exist before any class is laid out.
    fn register_types(&mut self) -> Res {
        let name = "rpython.rtyper.lltypesystem.lltype";
        let m = embedded::import(&mut self.ann.host, name)
            .map_err(|e| error(format!("cannot import {name}: {e}")))?;
        for (n, s) in [("STR", self.string), ("UNICODE", self.unicode), ("OBJECT", self.object)] {
            let h = self.module_attr(m, n)?;
            self.ann.register_lltype(h, annotator::LlType::Container(s));
        }
        let f = self.helper_fn("ll_os", "raise_oserror")?;
        self.ann.annotate_helper(f, vec![]).map_err(|mut e| e.swap_remove(0))?;
        for name in exc::OS_ERRORS {
            if let Some(h) = annotator::hostview::exception(&self.ann.host, name) {
                self.ann.need_class(h)?;
            }
        }
        Ok(())
    }

    /// An error on its way out of what was translated: it gets its place, unless it has one. What is wrong in a helper is
    /// shown with the operation that needs the helper.
    pub(crate) fn placed(
        &self,
        d: Diagnostic,
        at: Span,
        what: impl FnOnce() -> String,
    ) -> Diagnostic {
        let in_library = |s: Span| self.ann.in_library(s);
        match d.primary {
            None => {
                let known = at.is_known().then_some(at);
                let noted = d.notes.iter().any(|n| n.starts_with("in "));
                let d = Diagnostic { primary: known, ..d };
                if noted || known.is_some() { d } else { d.note(format!("in {}", what())) }
            }
            Some(p)
                if in_library(p)
                    && at.is_known()
                    && !in_library(at)
                    && d.labels.iter().all(|l| in_library(l.0)) =>
            {
                d.label(at, "the helper is called for this operation")
                    .note(format!("in {}", what()))
            }
            Some(_) => d,
        }
    }
    /// A unique name for a function or object.
    pub(crate) fn unique(&mut self, base: &str) -> Rc<str> {
        let mut name: Rc<str> = base.into();
        loop {
            let n = self.names.entry(name.clone()).or_insert(0);
            *n += 1;
            if *n == 1 {
                return name;
            }
            name = format!("{base}.{n}").into();
        }
    }
    /// Type of a constant (the program's own table is empty while the RTyper works, so only ids matter here).
    pub(crate) fn const_type(&self, c: &Const) -> Type {
        self.prog.const_type(c)
    }
}
