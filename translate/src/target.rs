//! The program's file: importing it, and what it says of itself (`target`, `specialize`, `jitpolicy`).

use crate::cli::{Cli, Generation, Opt};
use crate::collectors::collector;
use crate::display;
use crate::failure::{Failure, Res, Sources};
use crate::{ends, stdlib};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{FuncId, HostRef, Program};
use flowspace::Python;
use flowspace::host::{
    Host, HostObj, import, modules::sys, program, python3, reachable, tracebacks,
};
use std::path::Path;

/// Says what is to be translated.
pub struct Target {
    /// The entry point.
    pub entry: HostRef,
    /// Name of the executable: what `target` set `driver.exe_name` to.
    pub exe_name: String,
    /// The program's module, and the `driver` that its functions get; nothing if there is only a function.
    pub program: Option<(HostRef, HostRef)>,
    /// NAMEs of the methods `specialize__NAME` of the annotation policy, the third item of what `target` returns.
    pub special_cases: Vec<String>,
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
    let result = import::call_top(host, target, &[driver, args]).map_err(|mut ds| {
        for d in ds.iter_mut().filter(|d| d.primary.is_none()) {
            d.primary = Some(span); // the call itself failed, and that has no place in the program
        }
        ds
    })?;
    reachable::end_of_import(host, &[result, driver, args, module]);
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
    let policy = match host.obj(result) {
        HostObj::Tuple(items) => items.get(2).copied(),
        _ => None,
    };
    Ok(Target {
        entry: first,
        exe_name: exe_name(host, driver)?,
        program: Some((module, driver)),
        special_cases: policy.map_or(vec![], |p| special_cases(host, p)),
    })
}

fn special_cases(host: &Host, policy: HostRef) -> Vec<String> {
    let Some(class) = host.class(host.class_of(policy)) else { return vec![] };
    let dicts = class.mro.iter().filter_map(|c| Some(host.class(*c)?.dict));
    let names = dicts.flat_map(|d| host.dict_items(d)).filter_map(|(name, _)| host.text(name));
    names.filter_map(|name| Some(name.strip_prefix("specialize__")?.to_string())).collect()
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
    let module = import::module(host, None, "rpython.translator.driver", 0, &[], true)
        .map_err(|e| tracebacks::diagnostics_of(host, e))?;
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
    let [name, level, gc] = [format!("{}-c", cli.program_name()), level.into(), gc.into()]
        .map(|s: String| host.str(&s));
    Ok(import::call_top(host, make, &[name, level, gc, target])?)
}

/// Gives what the program sees as `sys.argv` while it is imported. The first word is the name by which programs that
/// also run under Python find out that they are being translated.
fn command_line(cli: &Cli) -> Vec<String> {
    let mut argv = vec!["rpython".to_string(), cli.target.to_string_lossy().into_owned()];
    argv.extend(cli.args.iter().cloned());
    argv
}

/// Says whether the program's file has a function of this name.
pub fn provides(cli: &Cli, sources: &Sources, name: &str) -> Res<bool> {
    display::enter("import");
    let mut host = fresh_host(cli, sources, None);
    let module = import::target(&mut host, &cli.target)?;
    Ok(matches!(host.getattr_opt(module, name), Ok(Some(_))))
}

/// A host before the import.
pub fn fresh_host(cli: &Cli, sources: &Sources, python: Option<Python>) -> Host {
    let mut host = Host::new(sources.clone());
    rtyper::install(&mut host);
    host.c_compiler = cli.cc.clone();
    host.imports.installed_library = Some(stdlib::finder(cli));
    host.imports
        .unsaved
        .extend(cli.unsaved.iter().map(|(path, text)| (path.clone(), text.as_str().into())));
    if let Some(python) = python {
        python3::settle_python(&mut host, python);
    }
    sys::set_argv(&mut host, &command_line(cli));
    for dir in std::env::var_os("PYTHONPATH").iter().flat_map(std::env::split_paths) {
        import::add_program_path(&mut host, &dir);
    }
    host
}

/// Imports the program, and calls `target`. Files that do not tell are of the given Python; `library` is where modules are looked for
/// that are not found otherwise.
fn import_as(
    cli: &Cli,
    sources: &Sources,
    changing: &[flowspace::host::ReadPlace],
    python: Option<Python>,
    library: Option<&Path>,
) -> (Host, Res<Target>) {
    let mut host = fresh_host(cli, sources, python);
    if let Some(dir) = library {
        import::add_installed_path(&mut host, dir);
    }
    host.flow.changing_reads.extend(changing.iter().cloned());
    ends::interrupts(Some(host.run.interrupt.clone()));
    let target = import::target(&mut host, &cli.target)
        .map_err(Failure::from)
        .and_then(|module| call_target(&mut host, cli, module));
    ends::interrupts(None);
    let Err(Failure::User(mut errors)) = target else { return (host, target) };
    if library.is_none() && stdlib::wanted(&errors) {
        if let Some(dir) = stdlib::folder(cli) {
            return import_as(cli, sources, changing, python, Some(&dir));
        }
        stdlib::advise(cli, &mut errors);
    }
    (host, Err(Failure::User(errors)))
}

/// A program behind its import.
pub struct Imported {
    /// The heap.
    pub host: Host,
    /// The program that is to be translated.
    pub target: Target,
}

/// Imports the program, and calls `target`. Reads in `changing` are left for run time; `library` is where modules are looked for
/// that are not found otherwise, if that is known already.
pub fn import(
    cli: &Cli,
    sources: &Sources,
    changing: &[flowspace::host::ReadPlace],
    library: Option<&Path>,
) -> Res<Imported> {
    display::enter("import");
    let told = cli.python.map(|p| match p {
        Generation::Two => Python::Two,
        Generation::Three => Python::Three,
    });
    let (mut host, mut target) = import_as(cli, sources, changing, told, library);
    if host.generation.late_python3 {
        // Files that do not tell have run as those of Python 2.
        (host, target) = import_as(cli, sources, changing, Some(Python::Three), library);
    }
    Ok(Imported { host, target: target? })
}

impl Imported {
    /// Calls the entry point with this command line, untranslated; the exit code.
    pub fn run(&mut self, argv: &[String]) -> u8 {
        sys::set_argv(&mut self.host, argv);
        let words = argv.iter().map(|a| self.host.str(a)).collect();
        let words = self.host.list(words);
        program::run_main(&mut self.host, self.target.entry, &[words])
    }
}

/// Holds what `jitpolicy(driver)` of a program returns.
#[derive(Clone, Copy)]
pub struct Policy {
    /// The policy.
    policy: HostRef,
    /// The function that hears of events of the JIT.
    pub event: Option<HostRef>,
    /// The place of `jitpolicy`.
    span: Span,
}

/// Asks the program for its policy.
pub fn jit_policy(host: &mut Host, module: HostRef, driver: HostRef) -> Res<Option<Policy>> {
    let Ok(Some(make)) = host.getattr_opt(module, "jitpolicy") else { return Ok(None) };
    let span = annotator::hostview::func_span(host, make);
    let policy = import::call_top(host, make, &[driver])?;
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
        event = Some(import::call_top(host, function, &[])?);
    }
    Ok(Some(Policy { policy, event, span }))
}

/// Asks the policy which functions the JIT must not look into.
pub fn apply_policy(
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
        let answer = import::call_top(host, look, &[*func])?;
        // What the function's own decorator says goes first.
        if matches!(host.obj(answer), HostObj::Bool(false))
            && p.funcs[*f].attrs.look_inside.is_none()
        {
            p.funcs[*f].attrs.look_inside = Some(false);
        }
    }
    Ok(())
}
