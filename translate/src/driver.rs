//! The stages in order, with times, dumps and errors.

use crate::cli::{Backend, Cli, Generation, Generator, Opt, Overflow, Stage};
use crate::collectors::collector;
use crate::ends::Temporary;
use crate::messages::Format;
use crate::{dump, places, unseen};
use annotator::{Annotator, SomeValue};
use backendopt::transform::{GcChoice, GcFunctions};
use backendopt::{Observer, OptConfig, OptError, OptLevel, PassReport};
use flowmodel::diag::{Diagnostic, Severity, SourceMap, Span};
use flowmodel::text::print_program;
use flowmodel::{FuncId, HostRef, Program};
use flowspace::Python;
use flowspace::host::{Host, HostObj};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Why nothing was made.
pub enum Failure {
    /// The user's program (or command line) is wrong.
    User(Vec<Diagnostic>),
    /// We are: stage, message, and text for the dump.
    Internal(&'static str, String, String),
    /// The system does not do what it should.
    Io(String),
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(d: Vec<Diagnostic>) -> Self {
        Failure::User(d)
    }
}

impl From<Diagnostic> for Failure {
    fn from(d: Diagnostic) -> Self {
        Failure::User(vec![d])
    }
}

impl From<std::io::Error> for Failure {
    fn from(e: std::io::Error) -> Self {
        Failure::Io(e.to_string())
    }
}

impl From<OptError> for Failure {
    fn from(e: OptError) -> Self {
        match e {
            OptError::Program(d) => d.into(),
            OptError::Internal(e) => Failure::Internal(STAGE.get(), e.to_string(), e.dump),
        }
    }
}

/// What a stage gives.
pub type Res<T> = Result<T, Failure>;

/// The texts of the program's files, for diagnostics.
pub type Sources = Rc<RefCell<SourceMap>>;

/// A program as the RTyper leaves it.
#[derive(Clone)]
pub struct Typed {
    /// The program.
    pub program: Program,
    /// The functions of the collector in it, unless there is none.
    gc_funcs: Option<GcFunctions>,
    /// What `target` set `driver.exe_name` to.
    exe_name: String,
}

/// Measures the stages, and tells if asked to (`--verbose`).
pub struct Timer<'a> {
    cli: &'a Cli,
    start: Instant,
    last: Instant,
    /// Seconds of CPU when the last stage ended.
    last_cpu: f64,
}

/// CPU seconds of this process (not of C compilers), and its largest memory in MB.
fn usage() -> (f64, i64) {
    // SAFETY: plain system call that fills the structure.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    (seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss / 1024)
}

impl<'a> Timer<'a> {
    /// Starts measuring.
    pub fn new(cli: &'a Cli) -> Timer<'a> {
        Timer { cli, start: Instant::now(), last: Instant::now(), last_cpu: usage().0 }
    }

    fn stage(&mut self, name: &str, detail: String) {
        let (now, (cpu, _)) = (Instant::now(), usage());
        if self.cli.verbose {
            let ms = (now - self.last).as_secs_f64() * 1e3;
            let cpu_ms = (cpu - self.last_cpu) * 1e3;
            eprintln!("[translate] {name:<22} {ms:9.1} ms  {cpu_ms:9.1} ms CPU  {detail}");
        }
        (self.last, self.last_cpu) = (now, cpu);
    }
}

/// Runs a translation and reports; the exit code is 0, 1 (the program is wrong), 2 (command line) or 3 (we are wrong).
pub fn run(cli: &Cli) -> ExitCode {
    let sources = Sources::default();
    match guarded(|| translate(cli, &sources)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report(failure, cli, &sources),
    }
}

/// Calls a stage or several; a panic becomes an internal error.
pub fn guarded<T>(f: impl FnOnce() -> Res<T>) -> Res<T> {
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(r) => r,
        Err(panic) => {
            let text = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()))
                .unwrap_or_default();
            Err(Failure::Internal(STAGE.get(), text, String::new()))
        }
    }
}

/// Says on stderr what went wrong; the exit code for it.
pub fn report(failure: Failure, cli: &Cli, sources: &Sources) -> ExitCode {
    let json = cli.messages.message_format == Format::Json;
    match failure {
        Failure::User(ds) => {
            cli.messages.show(ds.iter().take(MAX_ERRORS), sources);
            let errors = ds.iter().filter(|d| d.severity == Severity::Error).count();
            let more = match ds.len() > MAX_ERRORS {
                true => format!("; the first {MAX_ERRORS} are shown"),
                false => String::new(),
            };
            if !json {
                eprintln!("translate: {errors} error{}{more}", if errors == 1 { "" } else { "s" });
            }
            ExitCode::from(1)
        }
        Failure::Io(m) if json => {
            cli.messages.show([&Diagnostic::error("io", m, Span::NONE)], sources);
            ExitCode::from(1)
        }
        Failure::Io(m) => {
            eprintln!("translate: {m}");
            ExitCode::from(1)
        }
        Failure::Internal(stage, message, text) => {
            eprintln!("translate: internal error in stage {stage}: {message}");
            if let Some(p) = dump::crash(&program_name(cli), stage, &text) {
                eprintln!("translate: the state before it is in {}", p.display());
            }
            ExitCode::from(3)
        }
    }
}

/// How many errors are shown.
const MAX_ERRORS: usize = 20;

/// Hears of what comes before the end.
pub trait Listener {
    /// Warnings. An error ends the translation.
    fn warnings(&mut self, warnings: &[Diagnostic]) -> Res<()>;
    /// The program is annotated, or as much of it as errors allow.
    fn annotated(&mut self, _: &Annotator) {}
}

/// Shows warnings as the command line says.
struct Shown<'a>(&'a Cli, &'a Sources);

impl Listener for Shown<'_> {
    fn warnings(&mut self, warnings: &[Diagnostic]) -> Res<()> {
        let Shown(cli, sources) = self;
        let (errors, warnings) = cli.messages.settle(warnings);
        cli.messages.show(&warnings, sources);
        if errors.is_empty() { Ok(()) } else { Err(Failure::User(errors)) }
    }
}

thread_local! {
    /// The stage that is running, for internal errors.
    static STAGE: std::cell::Cell<&'static str> = const { std::cell::Cell::new("start") };
}

fn program_name(cli: &Cli) -> String {
    let guest = cli.specialize.first().map(Path::new);
    let file = guest.unwrap_or(&cli.target);
    file.file_stem().map_or("program".into(), |s| s.to_string_lossy().into_owned())
}

/// What `target(driver, args)` said.
struct Target {
    module: HostRef,
    entry: HostRef,
    driver: HostRef,
    exe_name: String,
}

/// Calls `target`, or `specialize` with the guest program.
fn call_target(host: &mut Host, cli: &Cli, module: HostRef) -> Res<Target> {
    let path = cli.target.display().to_string();
    let no = |m: String| Diagnostic::error("target", m, Span::NONE);
    let (name, args) = match cli.specialize.is_empty() {
        true => ("target", &cli.args),
        false => ("specialize", &cli.specialize),
    };
    let Ok(Some(target)) = host.getattr_opt(module, name) else {
        let e = no(format!("{path} has no function `{name}`"));
        return Err(match name {
            "target" => e
                .note("the translation starts from the function that `target(driver, args)` returns:")
                .note("def target(driver, args):\n    return entry_point, None"),
            _ => e
                .note("it reads a guest program and returns an entry point that runs it:")
                .note(
                    "def specialize(driver, args):\n    code = parse(read_file(args[0]))\n    \
                     def entry_point(argv):\n        return interpret(code)\n    return entry_point",
                ),
        }
        .into());
    };
    let driver = driver_object(host, cli, module)?;
    let args: Vec<HostRef> = args.iter().map(|a| host.str(a)).collect();
    let args = host.list(args);
    let span = annotator::hostview::func_span(host, target);
    let result = host.call_top(target, &[driver, args]).map_err(|mut ds| {
        for d in ds.iter_mut().filter(|d| d.primary.is_none()) {
            d.primary = Some(span); // the call itself failed, and that has no place in the program
        }
        ds
    })?;
    let (first, types) = match host.obj(result) {
        HostObj::Tuple(items) if !items.is_empty() => (items[0], items.get(1).copied()),
        _ => (result, None),
    };
    if host.func(first).is_none() {
        let what = host.type_name(first);
        return Err(Diagnostic::error(
            "target",
            format!("`{name}` returned {what} where the entry point, a function, is expected"),
            span,
        )
        .note("return the function itself, or a tuple that begins with it: `return entry_point, None`")
        .into());
    }
    if let Some(HostObj::List(types)) = types.map(|t| host.obj(t)) {
        let n = types.len();
        return Err(Diagnostic::error(
            "target",
            format!("`{name}` returned types for {n} argument(s) of the entry point: it wants a library, and only programs can be made"),
            span,
        )
        .note("the entry point of a program takes the list of command line arguments: `return entry_point, None`")
        .into());
    }
    Ok(Target { module, entry: first, driver, exe_name: exe_name(host, driver)? })
}

/// The executable's name as the target left it; `%(backend)s` in it is `c`.
fn exe_name(host: &mut Host, driver: HostRef) -> Res<String> {
    let name = host.getattr_opt(driver, "exe_name").ok().flatten();
    match name.and_then(|n| host.text(n)) {
        Some(text) if !text.is_empty() => Ok(text.replace("%(backend)s", "c")),
        _ => Err(Diagnostic::error("target", "`driver.exe_name` is not a name", Span::NONE).into()),
    }
}

/// The `driver` argument of `target`: made by the library's module, with the options of the command line.
fn driver_object(host: &mut Host, cli: &Cli, target: HostRef) -> Res<HostRef> {
    let module = host
        .import_module(None, "rpython.translator.driver", 0, &[], true)
        .map_err(|e| host.diagnostics_of(e))?;
    let make = host.getattr_opt(module, "_for_target").ok().flatten().ok_or_else(|| {
        Diagnostic::error(
            "target",
            "rpython.translator.driver is not the library's module",
            Span::NONE,
        )
    })?;
    let level = match cli.opt {
        Opt::O0 => "0",
        Opt::O1 => "1",
        Opt::O2 => "2",
        Opt::O3 => "3",
        Opt::Jit => "jit",
    };
    let gc = collector(cli.gc).name;
    let [name, level, gc] =
        [format!("{}-c", program_name(cli)), level.into(), gc.into()].map(|s: String| host.str(&s));
    Ok(host.call_top(make, &[name, level, gc, target])?)
}

fn translate(cli: &Cli, sources: &Sources) -> Res<()> {
    let mut t = Timer::new(cli);
    places::check(cli)?;
    collector(cli.gc).check(cli).map_err(Failure::Io)?;
    let typed = front_end(cli, sources, &mut t)?;
    back_end(cli, typed, sources, &mut t)?;
    if cli.verbose {
        let (cpu, mb) = usage();
        let s = t.start.elapsed().as_secs_f64();
        eprintln!("[translate] total {s:.2} s, {cpu:.2} s CPU, {mb} MB");
    }
    Ok(())
}

/// What the program sees as `sys.argv` while it is imported. The first word is the name by which programs that also run
/// under Python find out that they are being translated.
fn command_line(cli: &Cli) -> Vec<String> {
    let mut argv = vec!["rpython".to_string(), cli.target.to_string_lossy().into_owned()];
    argv.extend(cli.args.iter().cloned());
    argv
}

/// From the file to a typed program. Of the options, `opt` matters only in whether it asks for a JIT.
pub fn front_end(cli: &Cli, sources: &Sources, t: &mut Timer) -> Res<Typed> {
    front_end_heard(cli, sources, t, &mut Shown(cli, sources))
}

/// The same, with a listener.
pub fn front_end_heard(
    cli: &Cli,
    sources: &Sources,
    t: &mut Timer,
    listener: &mut dyn Listener,
) -> Res<Typed> {
    let mut attempt = Attempt::default();
    let mut first: Option<Vec<Diagnostic>> = None;
    loop {
        let known = attempt.changing.len();
        let errors = match typed(cli, sources, t, &mut attempt, listener) {
            Err(Failure::User(_)) if attempt.changing.len() > known => continue,
            Err(Failure::User(errors)) => errors,
            Ok(typed) => {
                let told: Vec<Diagnostic> =
                    attempt.dropped.iter().map(|(_, warning)| warning.clone()).collect();
                listener.warnings(&told)?;
                return Ok(typed);
            }
            Err(e) => return Err(e),
        };
        let guilty = unseen::guilty(&errors, &attempt.found, &attempt.dropped);
        if guilty.is_empty() {
            return Err(Failure::User(match first {
                Some(first) if unseen::called_by_name(&errors) => first,
                _ => errors,
            }));
        }
        attempt.dropped.extend(guilty);
        first.get_or_insert(errors);
    }
}

/// What attempts at a program have taught.
#[derive(Default)]
struct Attempt {
    /// Methods that are left out, each with the warning of it.
    dropped: Vec<(unseen::UnseenMethod, Diagnostic)>,
    /// The methods that might be.
    found: Vec<unseen::UnseenMethod>,
    /// Reads of what turned out to change: they are left for run time.
    changing: Vec<flowspace::host::ReadPlace>,
}

/// Whether the program's file has a function of this name.
pub fn provides(cli: &Cli, sources: &Sources, name: &str) -> Res<bool> {
    STAGE.set("import");
    let mut host = fresh_host(cli, sources, None);
    let module = host.import_target(&cli.target)?;
    Ok(matches!(host.getattr_opt(module, name), Ok(Some(_))))
}

/// A host before the import.
fn fresh_host(cli: &Cli, sources: &Sources, python: Option<Python>) -> Host {
    let mut host = Host::new(sources.clone());
    rtyper::install(&mut host);
    host.c_compiler = cli.cc.clone();
    host.unsaved
        .extend(cli.unsaved.iter().map(|(path, text)| (path.clone(), text.as_str().into())));
    if let Some(python) = python {
        host.settle_python(python);
    }
    host.set_argv(&command_line(cli));
    for dir in std::env::var_os("PYTHONPATH").iter().flat_map(std::env::split_paths) {
        host.add_search_path(&dir);
    }
    host
}

/// Imports the program, and calls `target`. Files that do not tell their Python are of the given one.
fn import(
    cli: &Cli,
    sources: &Sources,
    changing: &[flowspace::host::ReadPlace],
    python: Option<Python>,
) -> (Host, Res<Target>) {
    let mut host = fresh_host(cli, sources, python);
    host.changing_reads.extend(changing.iter().cloned());
    let target = host
        .import_target(&cli.target)
        .map_err(Failure::from)
        .and_then(|module| call_target(&mut host, cli, module));
    (host, target)
}

/// One attempt at it. If it finds reads of what changes, they join the others in `attempt`, and it fails.
fn typed(
    cli: &Cli,
    sources: &Sources,
    t: &mut Timer,
    attempt: &mut Attempt,
    listener: &mut dyn Listener,
) -> Res<Typed> {
    let Attempt { dropped, found, changing } = attempt;
    STAGE.set("import");
    let told = cli.python.map(|p| match p {
        Generation::Two => Python::Two,
        Generation::Three => Python::Three,
    });
    let (mut host, mut target) = import(cli, sources, changing, told);
    if host.late_python3 {
        // Files that do not tell have run as those of Python 2.
        (host, target) = import(cli, sources, changing, Some(Python::Three));
    }
    let target = target?;
    places::executable(cli, &target.exe_name)?;
    let entry = target.entry;
    let entry_span = annotator::hostview::func_span(&host, entry);
    if let Some(n) = host.func(entry).map(|f| f.code.argcount)
        && n != 1
    {
        return Err(Diagnostic::error(
            "target",
            format!("the entry point takes {n} arguments, it must take one: the list of command line arguments"),
            entry_span,
        )
        .into());
    }
    *found = unseen::find(&host, |s| {
        sources.borrow().get(s.file).map_or_else(String::new, |f| f.path.to_string())
    });
    unseen::drop(&mut host, found, dropped);
    t.stage("import", String::new());

    STAGE.set("annotate");
    let policy = match cli.follows_hints() {
        true => jit_policy(&mut host, target.module, target.driver)?,
        false => None,
    };
    let mut ann = Annotator::new(host);
    ann.jit = cli.follows_hints();
    ann.jit_event = policy.and_then(|p| p.event).map(|f| (f, None));
    let argv = annotator::Kind::List(ann.new_list_def(SomeValue::STR)).into();
    let graph = ann.annotate_entry(entry, vec![argv]);
    changing.append(&mut ann.changing_reads);
    listener.annotated(&ann);
    let graph = graph?;
    if ann.jit {
        ann.warn_of_jit_hints();
    }
    listener.warnings(&ann.warnings)?;
    dump::high_level(cli, Stage::Flow, &mut ann)?;
    ann.complete();
    check_result(&ann, graph, entry_span)?;
    if ann.jit {
        ann.check_jitdrivers(entry_span)?;
    }
    dump::high_level(cli, Stage::Annotated, &mut ann)?;
    t.stage("flow, annotate", format!("{} graphs", ann.graphs.len()));
    let shown = ann.warnings.len();

    STAGE.set("rtype");
    let jit = cli.follows_hints();
    let mut rt = rtyper::RTyper::new(
        &mut ann,
        rtyper::Options { jit, unchecked: cli.unchecked, trap: cli.overflow == Overflow::Trap },
    )?;
    rt.entry(graph)?;
    if cli.opt == Opt::Jit {
        rt.jit_event(codewriter::EVENT_FUNCTION)?;
    }
    let gc_funcs = collector(cli.gc).functions(&mut rt)?;
    let functions = rt.functions();
    let mut p = rt.finish()?;
    listener.warnings(&ann.warnings[shown..])?;
    if let Some(policy) = policy {
        apply_policy(&mut ann.host, policy, &functions, &mut p)?;
    }
    verify("rtype", &p)?;
    collector(cli.gc).check_program(&p)?;
    dump::low_level(cli, Stage::Rtyped, &p)?;
    t.stage("rtype", format!("{} functions", p.funcs.len()));
    Ok(Typed { program: p, gc_funcs, exe_name: target.exe_name })
}

/// From a typed program to the executable.
pub fn back_end(cli: &Cli, typed: Typed, sources: &Sources, t: &mut Timer) -> Res<()> {
    let Typed { program: mut p, gc_funcs, exe_name } = typed;
    let jit = cli.opt == Opt::Jit;
    let mut roots: Vec<FuncId> = gc_funcs.iter().flat_map(GcFunctions::all).collect();
    let mut jit_data = None;
    if jit {
        STAGE.set("jit");
        optimise(&mut p, OptLevel::Low, true, &roots, &mut Passes::new(cli))?;
        let timeshift = cli.jit == Some(Generator::Timeshift);
        if timeshift {
            binding_times(cli, &p, sources)?;
        }
        let mut made = codewriter::apply_jit(&mut p).map_err(|e| e.diagnostic())?;
        if let Some(jit) = &mut made {
            jit.program.timeshifts = timeshift;
            jit.add_lines(&p, &sources.borrow());
        }
        if made.is_none() {
            let m = "--opt=jit, but no jit_merge_point is left: the code with it is never executed";
            return Err(Diagnostic::error("no-merge-point", m, Span::NONE).into());
        }
        verify("jit", &p)?;
        if let Some(j) = &made {
            Shown(cli, sources).warnings(&j.warnings)?;
            roots.extend(j.roots.iter().copied());
            dump::jitcodes(cli, j)?;
        }
        dump::low_level(cli, Stage::Jit, &p)?;
        let n = made.as_ref().map_or(0, |j| j.program.jitcodes.len());
        t.stage("jit", format!("{n} jitcodes"));
        jit_data = made;
    }

    if !cli.specialize.is_empty() {
        STAGE.set("specialize");
        optimise(&mut p, OptLevel::Low, true, &roots, &mut Passes::new(cli))?;
        let report = peval::specialise(&mut p, &peval::Limits::default())?;
        verify("specialize", &p)?;
        Shown(cli, sources).warnings(&report.warnings())?;
        dump::low_level(cli, Stage::Specialized, &p)?;
        t.stage("specialize", report.to_string());
    }

    STAGE.set("optimise");
    let level = match cli.opt {
        Opt::O0 => OptLevel::None,
        Opt::O1 => OptLevel::Low,
        _ => OptLevel::Full,
    };
    optimise(&mut p, level, false, &roots, &mut Passes::new(cli))?;
    verify("optimise", &p)?;
    dump::low_level(cli, Stage::Optimised, &p)?;
    t.stage("optimise", format!("{} functions", p.funcs.len()));

    STAGE.set("transform");
    let gc = gc_funcs.map_or(GcChoice::None, |f| GcChoice::Collector(f.with_state(&p)));
    let main = {
        let sources = &*sources.borrow();
        let config = OptConfig { sources: Some(sources), gc, ..OptConfig::default() };
        let mut passes = Passes::new(cli);
        let main = backendopt::lower(&mut p, &config, &mut passes)?;
        passes.end()?;
        main
    };
    t.stage("transform", String::new());

    STAGE.set(match cli.backend {
        Backend::C => "c",
        Backend::Obj => "obj",
    });
    emit(cli, &p, gc, main, jit_data, (&exe_name, sources), t)
}

/// What the timeshifter will know: errors for values that the interpreter wants to be known.
fn binding_times(cli: &Cli, p: &Program, sources: &Sources) -> Res<()> {
    STAGE.set("binding-times");
    let times = hintannotator::analyse(p);
    let library = |span: Span| {
        let sources = sources.borrow();
        sources.get(span.file).is_none_or(|f| f.path.starts_with("<embedded>"))
    };
    let errors = times.errors(p, &library);
    if !errors.is_empty() {
        return Err(Failure::User(errors));
    }
    Shown(cli, sources).warnings(&times.promoted(p, &library))?;
    dump::low_level(cli, Stage::BindingTimes, &times.coloured(p))?;
    STAGE.set("jit");
    Ok(())
}

/// What `jitpolicy(driver)` of a program returns.
#[derive(Clone, Copy)]
struct Policy {
    /// The policy.
    policy: HostRef,
    /// The function that hears of events of the JIT.
    event: Option<HostRef>,
    /// The place of `jitpolicy`.
    span: Span,
}

/// Asks the program for its policy.
fn jit_policy(host: &mut Host, module: HostRef, driver: HostRef) -> Res<Option<Policy>> {
    let Ok(Some(make)) = host.getattr_opt(module, "jitpolicy") else { return Ok(None) };
    let span = annotator::hostview::func_span(host, make);
    let policy = host.call_top(make, &[driver])?;
    let mut event = None;
    if let Ok(Some(hooks)) = host.getattr_opt(policy, "jithookiface")
        && !annotator::hostview::is_none(host, hooks)
    {
        let Ok(Some(function)) = host.getattr_opt(hooks, "_event_function") else {
            let what = host.type_name(hooks);
            let message = format!("the hooks that `jitpolicy` gives are {what}");
            let d = Diagnostic::error("jitpolicy", message, span);
            return Err(d.note("give an instance of rpython.rlib.jit.JitHookInterface").into());
        };
        event = Some(host.call_top(function, &[])?);
    }
    Ok(Some(Policy { policy, event, span }))
}

/// Asks the policy which functions the JIT must not look into.
fn apply_policy(
    host: &mut Host,
    Policy { policy, span, .. }: Policy,
    functions: &[(FuncId, HostRef)],
    p: &mut Program,
) -> Res<()> {
    let Ok(Some(look)) = host.getattr_opt(policy, "look_inside_function") else {
        let what = host.type_name(policy);
        return Err(Diagnostic::error(
            "jitpolicy",
            format!("`jitpolicy` returned {what}, which has no method `look_inside_function`"),
            span,
        )
        .note("return an instance of rpython.jit.codewriter.policy.JitPolicy")
        .into());
    };
    for (f, func) in functions {
        let answer = host.call_top(look, &[*func])?;
        // What the function's own decorator says goes first.
        if matches!(host.obj(answer), HostObj::Bool(false))
            && p.funcs[*f].attrs.look_inside.is_none()
        {
            p.funcs[*f].attrs.look_inside = Some(false);
        }
    }
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

fn verify(stage: &'static str, p: &Program) -> Res<()> {
    if cfg!(debug_assertions) {
        flowmodel::verify::verify_program(p)
            .map_err(|e| Failure::Internal(stage, e.to_string(), print_program(p)))?;
    }
    Ok(())
}

fn optimise(
    p: &mut Program,
    level: OptLevel,
    jit: bool,
    roots: &[FuncId],
    passes: &mut Passes<'_>,
) -> Res<()> {
    let config = OptConfig { level, jit, roots: roots.to_vec(), ..OptConfig::default() };
    backendopt::optimize(p, &config, passes)?;
    passes.end()
}

/// What the passes of a stage did: their times for `--verbose`, and the dumps between the transformers.
struct Passes<'a> {
    cli: &'a Cli,
    /// By pass: its name, runs, changes, time.
    done: Vec<(&'static str, usize, usize, Duration)>,
    /// What came of the dumps.
    dumped: std::io::Result<()>,
}

impl<'a> Passes<'a> {
    fn new(cli: &'a Cli) -> Passes<'a> {
        Passes { cli, done: vec![], dumped: Ok(()) }
    }

    /// After the last pass.
    fn end(&mut self) -> Res<()> {
        for (name, runs, changes, time) in self.done.iter().filter(|_| self.cli.verbose) {
            let ms = time.as_secs_f64() * 1e3;
            let s = if *runs == 1 { "" } else { "s" };
            eprintln!("[translate]   {name:<20} {ms:9.1} ms  {runs} run{s}, changes: {changes}");
        }
        Ok(std::mem::replace(&mut self.dumped, Ok(()))?)
    }
}

impl Observer for Passes<'_> {
    fn pass_done(&mut self, report: &PassReport, p: &Program) {
        match self.done.iter_mut().find(|d| d.0 == report.pass) {
            Some((_, runs, changes, time)) => {
                *runs += 1;
                *changes += report.changes;
                *time += report.time;
            }
            None => self.done.push((report.pass, 1, report.changes, report.time)),
        }
        let stage = match report.pass {
            "exception_transform" => Stage::ExceptionTransformed,
            "gc_transform" => Stage::GcTransformed,
            _ => return,
        };
        if self.dumped.is_ok() {
            self.dumped = dump::low_level(self.cli, stage, p);
        }
    }
}

fn emit(
    cli: &Cli,
    p: &Program,
    gc: GcChoice,
    main: Option<FuncId>,
    jit: Option<codewriter::Jit>,
    (exe_name, sources): (&str, &Sources),
    t: &mut Timer,
) -> Res<()> {
    let name = format!("{}-c", program_name(cli));
    let output = places::executable(cli, exe_name)?;
    let scratch = tempfile::Builder::new().prefix("translate-").tempdir()?;
    let _watched = Temporary::new(scratch.path());
    let kept = places::c_files(cli, exe_name);
    let dir = kept.clone().unwrap_or_else(|| scratch.path().to_path_buf());
    // What was not there before does not stay in part.
    let new = kept.clone().filter(|dir| !dir.exists());
    let half_written = || new.iter().for_each(|dir| drop(std::fs::remove_dir_all(dir)));
    let bundle = match &jit {
        Some(j) => Some(crate::jit::bundle(j, &dir).inspect_err(|_| half_written())?),
        None => None,
    };
    let opts = genc::GencOptions {
        name: name.clone(),
        cc: cli.cc.clone(),
        opt_level: match cli.opt {
            Opt::O0 => 0,
            Opt::O1 => 1,
            Opt::O2 => 2,
            Opt::O3 | Opt::Jit => 3,
        },
        outdir: dir.clone(),
        gc,
        main,
        source_only: cli.source,
        debug: cli.debug,
        jobs: cli.jobs,
        lto: cli.lto,
        profile: cli
            .profopt
            .then(|| flowmodel::command::words(cli.profoptargs.as_deref().unwrap_or_default())),
        cache: genc::objects::Cache::folder()
            .filter(|_| !cli.no_cache)
            .map(|dir| genc::objects::Cache::new(dir.join("objects"))),
        objects: vec![],
        arch: cli.machine.map(|m| m.arch().into()),
        jit: bundle,
    };
    let cc = flowmodel::command::c_compiler(cli.cc.as_deref());
    if cli.backend == Backend::Obj && (cli.lto || cli.profopt) {
        return Err(Failure::Io("--lto and --profopt want a C compiler: --backend=c".into()));
    }
    let made = match cli.backend {
        Backend::C => genc::generate(p, &opts),
        Backend::Obj => genobj::generate(p, &opts, &sources.borrow()),
    };
    let made = made.map_err(|e| match e {
        genc::Error::Unsupported { what, span } => {
            Diagnostic::error("backend", what, span).note("--backend=c can do it").into()
        }
        genc::Error::Io(what, e) => {
            half_written();
            Failure::Io(format!("{what}: {e}"))
        }
        genc::Error::Compile { command, output } => {
            let shown = format!("{output}{command}");
            let files = match &kept {
                Some(dir) => format!("The C files are in {}.", dir.display()),
                None => "With --keep DIR the C files stay.".into(),
            };
            if !compiles_nothing(&cc, scratch.path()) {
                let m = format!("the C compiler `{cc}` does not compile even an empty program");
                return Failure::Io(format!("{m}:\n{shown}"));
            }
            if cli.lto || cli.profopt {
                let m = "the C compiler failed; can it do --lto and --profopt?";
                return Failure::Io(format!("{m} {files}\n{shown}"));
            }
            if p.c_build.foreign {
                return Failure::Io(format!(
                    "the C compiler rejected the program; are the headers, C sources and libraries of its C functions right? \
                     {files}\n{shown}"
                ));
            }
            let m = format!("the C compiler rejected the generated code. {files}\n{shown}");
            Failure::Internal(STAGE.get(), m, print_program(p))
        }
        e => Failure::Internal(STAGE.get(), e.to_string(), print_program(p)),
    })?;
    if !made.warnings.is_empty() && cli.verbose {
        eprint!("{}", made.warnings);
    }
    t.stage(STAGE.get(), format!("{} files", made.sources.len()));
    if let (Some(exe), Some(place)) = (made.executable, output) {
        install(&exe, &place)?;
    }
    Ok(())
}

/// Whether the C compiler makes an executable of a program that does nothing.
fn compiles_nothing(cc: &str, dir: &Path) -> bool {
    let words = flowmodel::command::words(cc);
    let mut c = std::process::Command::new(&words[0]);
    c.args(&words[1..]).args(["-o", "nothing", "nothing.c"]).current_dir(dir);
    c.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let source = std::fs::write(dir.join("nothing.c"), "int main(void) { return 0; }\n");
    source.is_ok() && c.status().is_ok_and(|s| s.success()) && dir.join("nothing").exists()
}

/// Moves the executable to its place, at once.
fn install(from: &Path, to: &Path) -> Res<()> {
    let parent = to.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let tmp = tempfile::Builder::new()
        .prefix(".translate-")
        .tempfile_in(parent)
        .map_err(|e| Failure::Io(format!("cannot write to {}: {e}", parent.display())))?;
    let _watched = Temporary::new(tmp.path());
    let failed = |e: std::io::Error| Failure::Io(format!("cannot write {}: {e}", to.display()));
    std::fs::copy(from, tmp.path()).map_err(failed)?;
    let permissions = std::fs::metadata(from).map_err(failed)?.permissions();
    std::fs::set_permissions(tmp.path(), permissions).map_err(failed)?;
    tmp.persist(to).map_err(|e| failed(e.error))?;
    Ok(())
}
