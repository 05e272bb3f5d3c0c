//! The command: a translation from its options, and what is said of it when it fails.

use crate::cli::Cli;
use crate::collectors::collector;
use crate::progress::{self, Live, Progress};
use crate::translation::Translation;
use crate::{dump, places, render};
use backendopt::OptError;
use flowmodel::diag::{Diagnostic, Severity, SourceMap};
use flowspace::host::INTERRUPTED;
use std::cell::RefCell;
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

/// Why nothing was made.
#[derive(Debug)]
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
            OptError::Internal(e) => Failure::Internal(progress::stage(), e.to_string(), e.dump),
        }
    }
}

/// What a stage gives.
pub type Res<T> = Result<T, Failure>;

/// The texts of the program's files, for diagnostics.
pub type Sources = Rc<RefCell<SourceMap>>;

/// Runs a translation and reports; the exit code is 0, 1 (the program is wrong), 2 (command line), 3 (we are wrong) or
/// 130 (Ctrl-C while the program was imported).
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
            Err(Failure::Internal(progress::stage(), text, String::new()))
        }
    }
}

/// Says on stderr what went wrong; the exit code for it.
pub fn report(failure: Failure, cli: &Cli, sources: &Sources) -> ExitCode {
    match failure {
        Failure::User(ds) => {
            let colour = std::io::stderr().is_terminal();
            for d in &ds {
                anstream::eprintln!("{}", render::render(d, &sources.borrow(), colour));
            }
            if ds.iter().any(|d| d.code == INTERRUPTED) {
                return ExitCode::from(130);
            }
            let errors = ds.iter().filter(|d| d.severity == Severity::Error).count();
            eprintln!("translate: {errors} error{}", if errors == 1 { "" } else { "s" });
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

/// What the program is called: its file without the ending, or that of the guest program that it is specialised for.
pub fn program_name(cli: &Cli) -> String {
    let guest = cli.specialize.first().map(Path::new);
    let file = guest.unwrap_or(&cli.target);
    file.file_stem().map_or("program".into(), |s| s.to_string_lossy().into_owned())
}

fn translate(cli: &Cli, sources: &Sources) -> Res<()> {
    places::check(cli)?;
    collector(cli.gc).check(cli).map_err(Failure::Io)?;
    let (mut progress, start) = (Progress::new(cli), Instant::now());
    let live = Live::new(cli);
    let made = Translation::of_program(cli.clone(), sources).compile()?;
    drop(live);
    progress.end();
    progress::conclude(&made, start);
    Ok(())
}

/// Prints warnings, unless they are turned off.
pub fn warn(cli: &Cli, warnings: &[Diagnostic], sources: &Sources) {
    let colours = std::io::stderr().is_terminal();
    for w in warnings.iter().filter(|_| !cli.no_warnings) {
        let text = render::render(w, &sources.borrow(), colours);
        progress::suspended(|| anstream::eprintln!("{text}"));
    }
}
