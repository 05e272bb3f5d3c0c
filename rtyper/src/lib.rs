//! The RTyper: from annotated high-level graphs to a low-level [`Program`].
//!
//! Every variable gets the low-level type of its representation ([`Repr`]); every operation becomes low-level
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
mod lower;
mod prebuilt;
mod repr;
mod state;

pub use helpers::embedded::{EMBEDDED, LL_PACKAGE, install};
pub use state::repr::{DictInfo, IterRepr, ListInfo, Repr, ReprId};
pub use state::{Options, RTyper, Res};

use annotator::{AnnGraphId, Annotator, SomeValue};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{FuncId, HostRef, Program, Type};
use indexmap::IndexMap;

use builtins::{jit, program_has, rffi, threads};
use calls::families;
use helpers::embedded;
use prebuilt::{fill, vtables};
use repr::{class, exc, exc_args, weakref};
use state::layouts::Layouts;

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

impl<'a> RTyper<'a> {
    /// A RTyper over a completed annotator.
    pub fn new(ann: &'a mut Annotator, opts: Options) -> Result<RTyper<'a>, Vec<Diagnostic>> {
        let layouts = Layouts::new(&mut ann.types);
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
            shared: Default::default(),
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
        register_types(&mut rt).map_err(|e| vec![e])?;
        class::setup_exceptions(&mut rt).map_err(|e| vec![e])?;
        families::normalize(&mut rt);
        Ok(rt)
    }

    /// Makes the program's entry: `entry_point(argc, argv) -> Signed` around the annotated graph, which takes the list of
    /// arguments.
    pub fn entry(&mut self, graph: AnnGraphId) -> Result<FuncId, Vec<Diagnostic>> {
        let span = self.ann.graphs[graph].graph.span;
        let f = jit::make_entry(self, graph);
        let f = f.map_err(|e| vec![self.placed(e, span, || "the program's entry".into())])?;
        self.prog.entry = Some(f);
        exc_args::make_uncaught(self).map_err(|e| vec![e])?;
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
        let host = helpers::import_module(self, module).map_err(|e| vec![e])?;
        let f = helpers::module_attr(self, host, func).map_err(|e| vec![e])?;
        self.host_helper(f, args)
    }

    /// A function, given as host object, for these low-level argument types.
    pub(crate) fn host_helper(
        &mut self,
        f: HostRef,
        args: &[Type],
    ) -> Result<FuncId, Vec<Diagnostic>> {
        let s = args.iter().map(|t| SomeValue::from_lltype(*t)).collect();
        let g = self.ann.annotate_helper(f, s)?;
        self.note_changes().map_err(|e| vec![e])?;
        families::normalize(self);
        let id = self.func_for(g).map_err(|e| vec![e])?;
        self.run_queue()?;
        Ok(id)
    }

    /// Types graphs until none is left.
    pub(crate) fn run_queue(&mut self) -> Result<(), Vec<Diagnostic>> {
        loop {
            if let Some(g) = self.functions.queue.pop_front() {
                let span = self.ann.graphs[g].graph.span;
                if let Err(e) = graph::translate(self, g) {
                    let e = self.placed(e, span, || format!("{}()", self.ann.graphs[g].name));
                    self.errors.push(e);
                }
                self.prebuilt.wanted_in(span);
                continue;
            }
            if let Some(c) = self.classes.queue.pop_front() {
                if let Err(e) = class::setup(self, c) {
                    self.errors.push(e);
                }
                continue;
            }
            match fill::fill_some(self) {
                Ok(true) => continue,
                Ok(false) => {}
                Err(e) => {
                    self.errors.push(e);
                    continue;
                }
            }
            match vtables::fill(self) {
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
                return Err(state::error(format!(
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
        weakref::finish_finalizers(&mut self).map_err(|e| vec![e])?;
        rffi::finish_callbacks(&mut self);
        let threads = threads::release_gil(&mut self);
        vtables::number_classes(&mut self);
        program_has::answer(&mut self, threads);
        let mut prog = std::mem::take(&mut self.prog);
        prog.types = self.ann.types.clone();
        Ok(prog)
    }
}

/// Tells the annotator what the container objects of `lltype` stand for, and makes sure that the attributes of
/// exceptions raised by helpers exist before any class is laid out.
fn register_types(rt: &mut RTyper<'_>) -> Res {
    let name = "rpython.rtyper.lltypesystem.lltype";
    let m = embedded::import(&mut rt.ann.host, name)
        .map_err(|e| state::error(format!("cannot import {name}: {e}")))?;
    for (n, s) in
        [("STR", rt.layouts.string), ("UNICODE", rt.layouts.unicode), ("OBJECT", rt.layouts.object)]
    {
        let h = helpers::module_attr(rt, m, n)?;
        rt.ann.register_lltype(h, annotator::LlType::Container(s));
    }
    let f = rt.helper_fn("ll_os", "raise_oserror")?;
    rt.ann.annotate_helper(f, vec![]).map_err(|mut e| e.swap_remove(0))?;
    for name in exc::OS_ERRORS {
        if let Some(h) = annotator::hostview::exception(&rt.ann.host, name) {
            rt.ann.need_class(h)?;
        }
    }
    Ok(())
}

impl<'a> RTyper<'a> {
    /// An error on its way out of what was translated: it gets its place, unless it has one. What is wrong in a helper is
    /// shown with the operation that needs the helper.
    pub(crate) fn placed(
        &self,
        d: Diagnostic,
        at: Span,
        what: impl FnOnce() -> String,
    ) -> Diagnostic {
        let in_library = |s: Span| annotator::in_library(self.ann, s);
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
}
