//! The steps of a translation, one after the other, as a value: what the command does, the shell, and who uses the library.

use crate::cli::{Backend, Cli, Generator, Opt, Overflow, Stage, Verify};
use crate::collectors::collector;
use crate::display;
use crate::dump::{Dumps, Shown};
use crate::emit;
use crate::emit::Lowered;
use crate::failure::{Failure, Made, Res, Sources};
use crate::messages::{Listener, Telling};
use crate::progress::{Passes, Progress};
use crate::target::{self, Imported, Target};
use crate::{dump, places, stdlib, unseen};
use annotator::{AnnGraphId, Annotator, SomeValue};
use backendopt::transform::{GcChoice, GcFunctions};
use backendopt::{OptConfig, OptLevel};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::text::print_program;
use flowmodel::{FuncId, HostRef, Program};
use flowspace::host::{Host, ReadPlace};
use std::path::{Path, PathBuf};

/// A program as the RTyper leaves it.
#[derive(Clone)]
pub struct Typed {
    /// The program.
    pub program: Program,
    /// The functions of the collector in it, unless there is none.
    gc_funcs: Option<GcFunctions>,
    /// Name of the executable.
    exe_name: String,
}

/// A program behind the optimisations.
struct Optimised {
    program: Program,
    gc_funcs: Option<GcFunctions>,
    jit: Option<codewriter::Jit>,
}

/// Says how far a translation is.
enum State {
    /// Nothing is imported.
    New,
    Imported,
    Annotated(Box<Annotator>, AnnGraphId, Option<target::Policy>),
    Typed(Box<Typed>),
    Optimised(Box<Optimised>),
    Lowered(Box<Lowered>),
}

/// Remembers what earlier attempts at the front end have taught.
#[derive(Default)]
struct Attempts {
    /// Special methods that are left out, each with its warning.
    dropped: Vec<(unseen::UnseenMethod, Diagnostic)>,
    /// The errors of the program as it is, where it is tried without the methods by which its objects are equal.
    with_equalities: Option<Vec<Diagnostic>>,
    /// All methods that may be.
    found: Vec<unseen::UnseenMethod>,
    /// Reads that are left for run time, because they turned out to be of what changes.
    changing: Vec<ReadPlace>,
    /// The errors of the first attempt.
    first: Option<Vec<Diagnostic>>,
    /// Errors of the last attempt that are not told, because they may come from those that are.
    hidden: Vec<Diagnostic>,
    /// Places of its errors that only methods for printing lead to, and these methods.
    printing: Vec<(Span, Vec<Span>)>,
    /// The methods for texts that the program calls by their names.
    named: Vec<Span>,
    /// The library of an installed Python, if a function imports what is not found otherwise.
    library: Option<PathBuf>,
}

/// A translation. Each step does those before it, if they are not done.
pub struct Translation {
    cli: Cli,
    sources: Sources,
    /// The import-time heap. While the annotator works, it is there.
    pub host: Host,
    target: Option<Target>,
    /// The function that is looked at, where that is not the whole program.
    function: Option<HostRef>,
    exe_name: String,
    state: State,
    attempts: Attempts,
    progress: Progress,
    dumps: Dumps,
    listener: Box<dyn Listener>,
}

impl Translation {
    /// Begins the translation of the program of a command line. Nothing is done yet.
    pub fn of_program(cli: Cli, sources: &Sources) -> Translation {
        crate::dump::names(&cli);
        let host = Host::new(sources.clone());
        Translation::new(cli, sources, host, None, State::New, String::new())
    }

    /// Begins the translation of `function` on this heap, which `entry` calls: it takes the list of command line
    /// arguments. `cli` names no file, its options count.
    pub fn of_entry_point(
        cli: Cli,
        host: Host,
        entry: HostRef,
        function: HostRef,
        exe_name: &str,
    ) -> Translation {
        let sources = host.sources.clone();
        let target =
            Target { entry, exe_name: exe_name.into(), program: None, special_cases: vec![] };
        let of =
            Translation::new(cli, &sources, host, Some(target), State::Imported, exe_name.into());
        Translation { function: Some(function), ..of }
    }

    /// Goes on from a typed program.
    pub fn of_typed(cli: Cli, sources: &Sources, typed: Typed) -> Translation {
        let host = Host::new(sources.clone());
        let name = typed.exe_name.clone();
        Translation::new(cli, sources, host, None, State::Typed(Box::new(typed)), name)
    }

    fn new(
        cli: Cli,
        sources: &Sources,
        host: Host,
        target: Option<Target>,
        state: State,
        exe_name: String,
    ) -> Translation {
        let (progress, dumps) = (Progress::new(&cli), Dumps::new(&cli));
        let listener = Box::new(Telling::new(&cli.messages, sources));
        let (sources, attempts) = (sources.clone(), Attempts::default());
        Translation {
            cli,
            sources,
            host,
            target,
            function: None,
            exe_name,
            state,
            attempts,
            progress,
            dumps,
            listener,
        }
    }

    /// Gives a translation that tells warnings to this listener, not on the terminal.
    pub fn heard_by(self, listener: Box<dyn Listener>) -> Translation {
        Translation { listener, ..self }
    }

    /// Imports the program, if that is not done.
    pub fn import(&mut self) -> Res<()> {
        if !matches!(self.state, State::New) {
            return Ok(());
        }
        let Attempts { changing, library, .. } = &self.attempts;
        let Imported { host, target } =
            target::import(&self.cli, &self.sources, changing, library.as_deref())?;
        places::executable(&self.cli, &target.exe_name)?;
        self.dumps.restart();
        self.host = host;
        let entry_span = annotator::hostview::func_span(&self.host, target.entry);
        if let Some(n) = self.host.func(target.entry).map(|f| f.code.argcount)
            && n != 1
        {
            return Err(Diagnostic::error(
                "target",
                format!("the entry point takes {n} arguments, it must take one: the list of command line arguments"),
                entry_span,
            )
            .into());
        }
        self.find_methods();
        unseen::drop(&mut self.host, &self.attempts.found, &self.attempts.dropped);
        self.exe_name = target.exe_name.clone();
        self.target = Some(target);
        self.state = State::Imported;
        self.progress.done("import", String::new());
        Ok(())
    }

    /// Notes the methods that RPython never looks at.
    fn find_methods(&mut self) {
        let sources = &self.sources;
        self.attempts.found = unseen::find(&self.host, |s| {
            sources.borrow().get(s.file).map_or_else(String::new, |f| f.path.to_string())
        });
    }

    /// Infers what every variable can hold.
    pub fn annotate(&mut self) -> Res<()> {
        self.attempt(Translation::annotate_once)
    }

    /// Gives the graphs low-level types and operations; the typed program.
    ///
    /// Errors: of the program; and there is no typed program any more once it has been optimised.
    pub fn rtype(&mut self) -> Res<&Typed> {
        self.typed()?;
        match &self.state {
            State::Typed(t) => Ok(t),
            _ => Err(Failure::Io("the program is optimised already".into())),
        }
    }

    fn typed(&mut self) -> Res<()> {
        let done = matches!(self.state, State::Typed(_) | State::Optimised(_) | State::Lowered(_));
        if done {
            return Ok(());
        }
        self.attempt(Translation::rtype_once)?;
        let dropped = unseen::warnings(&self.attempts.dropped);
        self.listener.warnings(&dropped)
    }

    /// The program, once it is typed, as the last step has left it.
    pub fn program(&self) -> Option<&Program> {
        match &self.state {
            State::Typed(t) => Some(&t.program),
            State::Optimised(t) => Some(&t.program),
            State::Lowered(t) => Some(&t.program),
            _ => None,
        }
    }

    /// Does a step of the front end, again where an attempt has taught something: on the same heap, unless a library is to be
    /// imported.
    fn attempt(&mut self, step: fn(&mut Translation) -> Res<()>) -> Res<()> {
        loop {
            let known = self.attempts.changing.len();
            self.attempts.hidden.clear();
            self.attempts.printing.clear();
            let import = self.import();
            let imported = import.is_ok();
            let mut errors = match import.and_then(|()| step(self)) {
                Err(Failure::User(_)) if self.attempts.changing.len() > known => {
                    self.on_the_same_heap();
                    continue;
                }
                Err(Failure::User(errors)) => errors,
                other => return other,
            };
            // (The import has looked there itself.)
            if imported && stdlib::wanted(&errors) && self.attempts.library.is_none() {
                self.attempts.library = stdlib::folder(&self.cli);
                if self.attempts.library.is_some() && matches!(self.beginning(), State::New) {
                    self.restart();
                    continue;
                }
                stdlib::advise(&self.cli, &mut errors);
            }
            // (Imports in functions have made more classes.)
            self.find_methods();
            let Attempts {
                dropped, found, first, hidden, printing, named, with_equalities, ..
            } = &mut self.attempts;
            let methods = unseen::Methods {
                found: &*found,
                dropped: &*dropped,
                printing: &*printing,
                named: &*named,
            };
            let mut guilty = methods.guilty(&errors);
            if guilty.is_empty() {
                guilty = methods.involved(&errors, hidden);
            }
            if guilty.is_empty() && with_equalities.is_none() && imported {
                guilty = unseen::equalities(found, dropped, &errors);
                if !guilty.is_empty() {
                    *with_equalities = Some(errors.clone());
                }
            }
            if guilty.is_empty() {
                let errors = with_equalities.take().unwrap_or(errors);
                let wanted = unseen::are_wanted(dropped, &errors);
                let first = first.take().filter(|_| wanted);
                self.restart();
                return Err(Failure::User(first.unwrap_or(errors)));
            }
            unseen::drop(&mut self.host, found, &guilty);
            dropped.extend(guilty);
            first.get_or_insert(errors);
            self.on_the_same_heap();
        }
    }

    /// Goes back to what the import has left.
    fn on_the_same_heap(&mut self) {
        self.state = State::Imported;
        self.dumps.restart();
        self.host.flow.forget_assumptions();
        self.host.flow.changing_reads.extend(self.attempts.changing.iter().cloned());
    }

    /// Notes of the errors of an attempt what the annotator knows of them.
    fn note_errors(&mut self, ann: &mut Annotator, errors: &[Diagnostic]) {
        self.attempts.hidden = std::mem::take(&mut ann.reports.hidden);
        if !errors.is_empty() {
            let all = errors.iter().chain(&self.attempts.hidden);
            let places: Vec<Span> = all.filter_map(|d| d.primary).collect();
            self.attempts.printing = annotator::only_printed(ann, &places);
            self.attempts.named = annotator::named_texts(ann);
        }
    }

    /// Says where a step that failed goes on: at the import, unless the heap is not ours to make
    /// again.
    fn beginning(&self) -> State {
        match self.target.as_ref().is_none_or(|t| t.program.is_some()) {
            true => State::New,
            false => State::Imported,
        }
    }

    fn restart(&mut self) {
        self.state = self.beginning();
        self.host.flow.changing_reads.extend(self.attempts.changing.iter().cloned());
    }

    /// The state, to make the next one of it, if it is the wanted one.
    fn take_state(&mut self, wanted: fn(&State) -> bool) -> State {
        if !wanted(&self.state) {
            return State::New;
        }
        let beginning = self.beginning();
        std::mem::replace(&mut self.state, beginning)
    }

    /// Calls `f` with the annotator, which has the heap meanwhile.
    fn with_heap<T>(
        &mut self,
        ann: &mut Annotator,
        f: impl FnOnce(&mut Translation, &mut Annotator) -> T,
    ) -> T {
        std::mem::swap(&mut self.host, &mut ann.host);
        let result = f(self, ann);
        std::mem::swap(&mut self.host, &mut ann.host);
        result
    }

    fn annotate_once(&mut self) -> Res<()> {
        if !matches!(self.state, State::Imported) {
            return Ok(());
        }
        display::enter("annotate");
        let mut policy = None;
        let Some(target) = &self.target else { return Ok(()) };
        let entry = target.entry;
        if self.cli.follows_hints()
            && let Some((module, driver)) = target.program
        {
            policy = target::jit_policy(&mut self.host, module, driver)?;
        }
        let mut ann = Annotator::new(Host::new(self.sources.clone()));
        ann.own_special_cases = target.special_cases.clone();
        let graph = self.with_heap(&mut ann, |t, ann| t.annotated(ann, entry, policy))?;
        self.state = State::Annotated(Box::new(ann), graph, policy);
        Ok(())
    }

    fn annotated(
        &mut self,
        ann: &mut Annotator,
        entry: HostRef,
        policy: Option<target::Policy>,
    ) -> Res<AnnGraphId> {
        let sources = self.sources.clone();
        let entry_span = annotator::hostview::func_span(&ann.host, entry);
        ann.jit = self.cli.follows_hints();
        ann.jit_event = policy.and_then(|p| p.event).map(|f| (f, None));
        let argv = annotator::Kind::List(annotator::new_list_def(
            ann,
            annotator::Site::NOWHERE,
            SomeValue::STR,
        ))
        .into();
        let graph = ann.annotate_entry(entry, vec![argv]);
        self.attempts.changing.append(&mut ann.reports.changing_reads);
        self.listener.annotated(ann);
        if let Err(errors) = &graph {
            self.note_errors(ann, errors);
        }
        let graph = graph?;
        if ann.jit {
            annotator::warn_of_jit_hints(ann);
        }
        self.listener.warnings(&ann.reports.warnings)?;
        self.dumps.high_level(Stage::Flow, ann, &sources.borrow())?;
        ann.complete();
        check_result(ann, graph, entry_span)?;
        if ann.jit {
            annotator::check_jitdrivers(ann, entry_span)?;
        }
        self.dumps.high_level(Stage::Annotated, ann, &sources.borrow())?;
        self.progress.done("flow, annotate", format!("{} graphs", ann.graphs.len()));
        Ok(graph)
    }

    fn rtype_once(&mut self) -> Res<()> {
        self.annotate_once()?;
        let State::Annotated(mut ann, graph, policy) =
            self.take_state(|s| matches!(s, State::Annotated(..)))
        else {
            return Ok(());
        };
        let typed = self.with_heap(&mut ann, |t, ann| {
            let typed = t.rtyped(ann, graph, policy);
            if let Err(Failure::User(errors)) = &typed {
                t.note_errors(ann, errors);
            }
            typed
        })?;
        self.state = State::Typed(Box::new(typed));
        Ok(())
    }

    fn rtyped(
        &mut self,
        ann: &mut Annotator,
        graph: AnnGraphId,
        policy: Option<target::Policy>,
    ) -> Res<Typed> {
        display::enter("rtype");
        let (cli, sources) = (&self.cli, &self.sources);
        let shown = ann.reports.warnings.len();
        let jit = cli.follows_hints();
        let mut rt = rtyper::RTyper::new(
            ann,
            rtyper::Options { jit, unchecked: cli.unchecked, trap: cli.overflow == Overflow::Trap },
        )?;
        rt.entry(graph)?;
        if cli.opt == Opt::Jit {
            rt.jit_event(codewriter::EVENT_FUNCTION)?;
        }
        let gc_funcs = collector(cli.gc).functions(&mut rt)?;
        let functions = rt.functions();
        let mut p = rt.finish()?;
        self.listener.warnings(&ann.reports.warnings[shown..])?;
        if let Some(policy) = policy {
            target::apply_policy(&mut ann.host, policy, &functions, &mut p)?;
        }
        for (f, _) in functions.iter().filter(|(_, h)| Some(*h) == self.function) {
            p.funcs[*f].attrs.dont_inline = true; // so that there is something to look at
        }
        verify(cli, "rtype", &p)?;
        collector(cli.gc).check_program(&p)?;
        self.dumps.low_level(Stage::Rtyped, &p, &sources.borrow())?;
        self.progress.done("rtype", format!("{} functions", p.funcs.len()));
        Ok(Typed { program: p, gc_funcs, exe_name: self.exe_name.clone() })
    }

    /// Looks at a program as a JIT is made of it, and tells which hints would pay.
    pub fn check_for_jit(&mut self) -> Res<()> {
        self.typed()?;
        let State::Typed(typed) = self.take_state(|s| matches!(s, State::Typed(_))) else {
            return Err(Failure::Io("the program was optimised already".into()));
        };
        let (mut p, cli) = (typed.program, &self.cli);
        let roots: Vec<FuncId> = typed.gc_funcs.iter().flat_map(GcFunctions::all).collect();
        optimise_lightly(cli, &mut p, &roots, Passes::new(cli, &mut self.dumps, &self.sources))?;
        let proposals = codewriter::infer::proposals::proposals(&mut p);
        let jit = jitcodes(cli, &mut p, &self.sources, (&mut self.dumps, &mut *self.listener))?;
        // A warning of the same function says more.
        let warned = |d: &Diagnostic| {
            d.primary.is_some() && jit.warnings.iter().any(|w| w.primary == d.primary)
        };
        let library = |d: &Diagnostic| {
            let sources = self.sources.borrow();
            d.primary
                .and_then(|at| sources.get(at.file))
                .is_none_or(|f| f.path.starts_with("<embedded>"))
        };
        let own = proposals.into_iter().filter(|d| !library(d) && !warned(d));
        let own: Vec<Diagnostic> = own.collect();
        self.listener.warnings(&own)
    }

    /// The typed program, lightly optimised: its portals are split, and there are jitcodes of them and what they call. Nothing else is
    /// optimised; the program runs on the low-level interpreter (`translate test-jit`). Beside it the program before that.
    pub fn jitted(&mut self) -> Res<(Program, Program, codewriter::Jit)> {
        self.typed()?;
        let State::Typed(typed) = self.take_state(|s| matches!(s, State::Typed(_))) else {
            return Err(Failure::Io("the program was optimised already".into()));
        };
        let (mut plain, cli) = (typed.program, &self.cli);
        let roots: Vec<FuncId> = typed.gc_funcs.iter().flat_map(GcFunctions::all).collect();
        optimise_lightly(
            cli,
            &mut plain,
            &roots,
            Passes::new(cli, &mut self.dumps, &self.sources),
        )?;
        let mut p = plain.clone();
        let jit = jitcodes(cli, &mut p, &self.sources, (&mut self.dumps, &mut *self.listener))?;
        Ok((plain, p, jit))
    }

    /// Optimises the graphs, behind making the jitcodes or specialising where that is wanted.
    pub fn backendopt(&mut self) -> Res<()> {
        self.typed()?;
        let State::Typed(typed) = self.take_state(|s| matches!(s, State::Typed(_))) else {
            return Ok(());
        };
        let Typed { program: mut p, gc_funcs, .. } = *typed;
        let (cli, sources) = (&self.cli, &self.sources);
        let mut roots: Vec<FuncId> = gc_funcs.iter().flat_map(GcFunctions::all).collect();
        let mut jit = None;
        if cli.opt == Opt::Jit {
            display::enter("jit");
            optimise_lightly(cli, &mut p, &roots, Passes::new(cli, &mut self.dumps, sources))?;
            let mut made = jitcodes(cli, &mut p, sources, (&mut self.dumps, &mut *self.listener))?;
            self.progress.done("jit", format!("{} jitcodes", made.program.jitcodes.len()));
            if made.program.timeshifts {
                display::enter("extensions");
                let tally = genext::add(&mut p, &mut made);
                verify(cli, "extensions", &p)?;
                if self.dumps.wanted(Stage::Extensions) {
                    let extensions = genext::only_extensions(&p, &made);
                    self.dumps.low_level(Stage::Extensions, &extensions, &sources.borrow())?;
                }
                self.progress.done("extensions", tally.to_string());
            }
            roots.extend(made.roots.iter().copied());
            jit = Some(made);
        }
        if !cli.specialize.is_empty() {
            display::enter("specialize");
            optimise_lightly(cli, &mut p, &roots, Passes::new(cli, &mut self.dumps, sources))?;
            let report = peval::specialise(&mut p, &peval::Limits::default())?;
            verify(cli, "specialize", &p)?;
            self.listener.warnings(&report.warnings())?;
            self.dumps.low_level(Stage::Specialized, &p, &sources.borrow())?;
            self.progress.done("specialize", report.to_string());
        }
        display::enter("optimise");
        let level = match cli.opt {
            Opt::O0 => OptLevel::None,
            Opt::O1 => OptLevel::Low,
            _ => OptLevel::Full,
        };
        let jit_roots = jit.as_ref().map_or(vec![], |made| made.roots.clone());
        let config = OptConfig {
            level,
            roots,
            jit_roots,
            verify: cli.verify == Verify::Passes,
            ..OptConfig::default()
        };
        optimise(&mut p, &config, &mut Passes::new(cli, &mut self.dumps, sources))?;
        verify(cli, "optimise", &p)?;
        self.dumps.low_level(Stage::Optimised, &p, &sources.borrow())?;
        self.progress.done("optimise", format!("{} functions", p.funcs.len()));
        self.state = State::Optimised(Box::new(Optimised { program: p, gc_funcs, jit }));
        Ok(())
    }

    /// Makes exceptions and memory management explicit.
    pub fn lower(&mut self) -> Res<()> {
        self.backendopt()?;
        let State::Optimised(optimised) = self.take_state(|s| matches!(s, State::Optimised(_)))
        else {
            return Ok(());
        };
        display::enter("transform");
        let Optimised { program: mut p, gc_funcs, jit } = *optimised;
        let gc = gc_funcs.map_or(GcChoice::None, |f| GcChoice::Collector(f.with_state(&p)));
        let main = {
            let known = self.sources.borrow();
            let config = OptConfig {
                sources: Some(&known),
                gc,
                verify: self.cli.verify == Verify::Passes,
                ..OptConfig::default()
            };
            let mut passes = Passes::new(&self.cli, &mut self.dumps, &self.sources);
            let main = backendopt::lower(&mut p, &config, &mut passes)?;
            passes.end()?;
            main
        };
        self.dumps.end(&self.sources.borrow())?;
        self.progress.done("transform", String::new());
        self.state = State::Lowered(Box::new(Lowered { program: p, gc, main, jit }));
        Ok(())
    }

    /// Says, in words, what the function can return, once it is annotated.
    pub fn annotation(&mut self) -> Res<String> {
        self.annotate()?;
        let (Some(function), State::Annotated(ann, ..)) = (self.function, &self.state) else {
            return Err(Failure::Io("the annotations are gone: the program is typed".into()));
        };
        let span = annotator::hostview::func_span(&self.host, function);
        let graph = ann.graphs.iter().find(|(_, g)| g.graph.span == span);
        Ok(graph.map_or("nothing: it is never called".into(), |(id, _)| ann.show(ann.result(id))))
    }

    /// The last step that was done.
    pub fn step(&self) -> &'static str {
        match self.state {
            State::New => "nothing is done",
            State::Imported => "imported",
            State::Annotated(..) => "annotated",
            State::Typed(_) => "rtyped",
            State::Optimised(_) => "optimised",
            State::Lowered(_) => "ready for the back end",
        }
    }

    /// All graphs as the last step has left them; before the first one, that of the function alone.
    pub fn graphs(&mut self) -> Res<Vec<Shown>> {
        self.import()?;
        let sources = self.sources.clone();
        if let Some(p) = self.program() {
            return Ok(dump::low_level_graphs(p, &sources.borrow(), true));
        }
        match self.take_state(|s| matches!(s, State::Annotated(..))) {
            State::Annotated(mut ann, graph, policy) => {
                let shown = self.with_heap(&mut ann, |_, ann| {
                    dump::high_level_graphs(ann, true, &sources.borrow())
                });
                self.state = State::Annotated(ann, graph, policy);
                Ok(shown)
            }
            _ => {
                let first = self.function.or(self.target.as_ref().map(|t| t.entry));
                let Some(function) = first else { return Ok(vec![]) };
                let graph = flowspace::flow::build_flow(&mut self.host, function);
                let graph = graph.map_err(|d| Failure::from(*d))?;
                Ok(vec![dump::high_level_graph(&mut self.host, &graph, &sources.borrow())])
            }
        }
    }

    /// Says whether a graph is of the program itself, not of the library.
    pub fn is_own(&self, g: &Shown) -> bool {
        let sources = self.sources.borrow();
        let file = sources.get(g.span.file);
        file.is_some_and(|f| !f.path.starts_with("<embedded>") && &*f.path != "<string>")
    }

    /// Writes the C files to a folder, with a Makefile.
    pub fn source(&mut self, folder: &Path) -> Res<Made> {
        let (keep, source, backend) = (Some(folder.to_path_buf()), true, Backend::C);
        let cli = Cli { keep, source, backend, ..self.cli.clone() };
        self.emit(&cli)
    }

    /// Writes the program as the options say, and has it compiled.
    pub fn compile(&mut self) -> Res<Made> {
        let cli = self.cli.clone();
        self.emit(&cli)
    }

    fn emit(&mut self, cli: &Cli) -> Res<Made> {
        self.lower()?;
        let State::Lowered(lowered) = &self.state else {
            return Err(Failure::Internal("emit", "there is no program".into(), String::new()));
        };
        display::enter(match cli.backend {
            Backend::C => "c",
            Backend::Obj => "obj",
        });
        let made = emit::emit(cli, lowered, &self.exe_name, &self.sources)?;
        self.progress.done(display::stage(), format!("{} files", made.files));
        Ok(made)
    }
}

/// Splits the portals, and makes jitcodes of them and what they call.
fn jitcodes(
    cli: &Cli,
    p: &mut Program,
    sources: &Sources,
    (dumps, listener): (&mut Dumps, &mut dyn Listener),
) -> Res<codewriter::Jit> {
    let timeshift = cli.jit == Some(Generator::Timeshift);
    let untrue = codewriter::infer::add_hints(p);
    if timeshift {
        binding_times(p, sources, dumps, listener)?;
    }
    let Some(mut jit) = codewriter::apply_jit(p).map_err(|e| e.diagnostic())? else {
        let m = "--opt=jit, but no jit_merge_point is left: the code with it is never executed";
        return Err(Diagnostic::error("no-merge-point", m, Span::NONE).into());
    };
    jit.program.timeshifts = timeshift;
    jit.add_lines(p, &sources.borrow());
    verify(cli, "jit", p)?;
    jit.warnings.splice(0..0, untrue);
    listener.warnings(&jit.warnings)?;
    dumps.jitcodes(&jit)?;
    dumps.low_level(Stage::Jit, p, &sources.borrow())?;
    Ok(jit)
}

/// Finds what the timeshifter will know: errors for values that the interpreter wants to be known.
fn binding_times(
    p: &Program,
    sources: &Sources,
    dumps: &mut Dumps,
    listener: &mut dyn Listener,
) -> Res<()> {
    display::enter("binding-times");
    let times = hintannotator::analyse(p);
    let library = |span: Span| {
        let sources = sources.borrow();
        sources.get(span.file).is_none_or(|f| f.path.starts_with("<embedded>"))
    };
    let errors = times.errors(p, &library);
    if !errors.is_empty() {
        return Err(Failure::User(errors));
    }
    listener.warnings(&times.promoted(p, &library))?;
    if dumps.wanted(Stage::BindingTimes) {
        dumps.low_level(Stage::BindingTimes, &times.coloured(p), &sources.borrow())?;
    }
    display::enter("jit");
    Ok(())
}

/// The entry point must return an integer.
fn check_result(ann: &Annotator, graph: annotator::AnnGraphId, span: Span) -> Res<()> {
    let r = ann.result(graph);
    // One that never returns is fine: it ends with an exception.
    if r.is_integral() || r.is_impossible() {
        return Ok(());
    }
    let what = ann.show(r);
    Err(Diagnostic::error(
        "target",
        format!("the entry point must return an int, the exit code, on every path; this one returns {what}"),
        span,
    )
    .note("`return 0` says that all went well")
    .into())
}

fn verify(cli: &Cli, stage: &'static str, p: &Program) -> Res<()> {
    if cli.verify >= Verify::Stages {
        flowmodel::verify::verify_program(p)
            .map_err(|e| Failure::Internal(stage, e.to_string(), print_program(p)))?;
    }
    Ok(())
}

/// Does the optimisations that come before jitcodes are made and before specialising.
fn optimise_lightly(
    cli: &Cli,
    p: &mut Program,
    roots: &[FuncId],
    mut passes: Passes<'_>,
) -> Res<()> {
    let (level, roots, verify) = (OptLevel::Low, roots.to_vec(), cli.verify == Verify::Passes);
    optimise(p, &OptConfig { level, jit: true, roots, verify, ..OptConfig::default() }, &mut passes)
}

fn optimise(p: &mut Program, config: &OptConfig<'_>, passes: &mut Passes<'_>) -> Res<()> {
    backendopt::optimize(p, config, passes)?;
    passes.end()
}
