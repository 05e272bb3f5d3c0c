//! The RTyper: from annotated high-level graphs to a low-level [`Program`].
//!
//! Every variable gets the low-level type of its representation ([`repr::Repr`]); every operation becomes low-level
//! operations and calls of helpers written in the language (`rlib/ll/*.rpy`), which are annotated and typed on
//! demand. The high-level graphs are not changed.
//!
//! Use: [`rtype`] for everything at once, or [`RTyper::new`], [`RTyper::entry`], [`RTyper::helper`] (functions that later
//! stages want to call), [`RTyper::finish`].

mod base;
mod builtins;
mod calls;
mod graph;
mod helpers;
mod prebuilt;
mod repr;

pub use helpers::embedded::{EMBEDDED, LL_PACKAGE, install};
pub use base::repr::{DictInfo, IterRepr, ListInfo, Repr, ReprId};

use annotator::{AnnGraphId, Annotator, SomeValue};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{Const, FuncId, HostRef, Program, Type};
use indexmap::IndexMap;
use std::rc::Rc;

use builtins::rffi;
use helpers::embedded;
use repr::{callable, class, exc, layouts, weakref};

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

/// The RTyper at work. Each part of it belongs to the folder or file that defines its type.
pub struct RTyper<'a> {
    /// The annotator; it also owns the table of types until [`RTyper::finish`].
    pub ann: &'a mut Annotator,
    /// The program made so far (its `types` stay empty until the end).
    pub prog: Program,
    pub(crate) opts: Options,
    /// Structs of the heap.
    pub(crate) layouts: layouts::Layouts,
    pub(crate) reprs: base::repr::Reprs,
    pub(crate) classes: class::Classes,
    pub(crate) families: callable::Families,
    /// Graphs as functions.
    pub(crate) functions: base::functions::Functions,
    pub(crate) helpers: helpers::Helpers,
    pub(crate) prebuilt: prebuilt::Prebuilt,
    pub(crate) exceptions: exc::Exceptions,
    pub(crate) weak: weakref::WeakState,
    /// What there is of C.
    pub(crate) c: rffi::OfC,
    /// Numbers of the JIT drivers.
    pub(crate) drivers: IndexMap<HostRef, usize>,
    pub(crate) errors: Vec<Diagnostic>,
}

impl<'a> RTyper<'a> {
    /// A RTyper over a completed annotator.
    pub fn new(ann: &'a mut Annotator, opts: Options) -> Result<RTyper<'a>, Vec<Diagnostic>> {
        let layouts = layouts::Layouts::new(&mut ann.types);
        let (string, object, vtable) = (layouts.string, layouts.object, layouts.vtable);
        let mut rt = RTyper {
            ann,
            prog: Program::default(),
            opts,
            layouts,
            reprs: Default::default(),
            classes: Default::default(),
            families: Default::default(),
            functions: Default::default(),
            helpers: Default::default(),
            prebuilt: Default::default(),
            exceptions: Default::default(),
            weak: Default::default(),
            c: Default::default(),
            drivers: IndexMap::new(),
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
        self.note_changes().map_err(|e| vec![e])?;
        self.normalize_families();
        let id = self.func_for(g).map_err(|e| vec![e])?;
        self.run_queue()?;
        Ok(id)
    }

    /// Types graphs until none is left.
    pub(crate) fn run_queue(&mut self) -> Result<(), Vec<Diagnostic>> {
        loop {
            if let Some(g) = self.functions.queue.pop_front() {
                let span = self.ann.graphs[g].graph.span;
                if let Err(e) = self.rtype_graph(g) {
                    let e = self.placed(e, span, || format!("{}()", self.ann.graphs[g].name));
                    self.errors.push(e);
                }
                self.prebuilt_wanted_in(span);
                continue;
            }
            if let Some(c) = self.classes.queue.pop_front() {
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
            if !self.functions.translated.contains(&g) {
                continue;
            }
            let Some(old) = self.functions.sigs.shift_remove(&g) else { continue };
            let new = self.sig(g)?;
            if new.params != old.params || new.result != old.result {
                return Err(error(format!(
                    "internal: a helper changed the signature of {}",
                    self.ann.graphs[g].name
                )));
            }
            if !self.functions.queue.contains(&g) {
                self.functions.queue.push_back(g);
            }
        }
        Ok(())
    }

    /// The program's own functions (not the helpers) that were typed so far, with the function objects they come from,
    /// in the order of their numbers. One object may have several functions (specialisation).
    pub fn functions(&self) -> Vec<(FuncId, HostRef)> {
        let mut all: Vec<(FuncId, HostRef)> = self
            .functions
            .of_graph
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
        let threads = self.release_gil();
        self.number_classes();
        self.answer_program_has(threads);
        let mut prog = std::mem::take(&mut self.prog);
        prog.types = self.ann.types.clone();
        Ok(prog)
    }

    /// Tells the annotator what the container objects of `lltype` stand for, and makes sure that the attributes of
    /// exceptions raised by helpers exist before any class is laid out.
    pub(crate) fn register_types(&mut self) -> Res {
        let name = "rpython.rtyper.lltypesystem.lltype";
        let m = embedded::import(&mut self.ann.host, name)
            .map_err(|e| error(format!("cannot import {name}: {e}")))?;
        for (n, s) in [
            ("STR", self.layouts.string),
            ("UNICODE", self.layouts.unicode),
            ("OBJECT", self.layouts.object),
        ] {
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
            let n = self.functions.names.entry(name.clone()).or_insert(0);
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
