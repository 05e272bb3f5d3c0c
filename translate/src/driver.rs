//! The command: a translation from its options, and what is said of it when it fails.

use crate::cli::Cli;
use crate::collectors::collector;
use crate::messages::{Format, Messages};
use crate::progress::{self, Live, Progress};
use crate::translation::Translation;
use crate::{dump, places};
use annotator::Annotator;
use backendopt::OptError;
use flowmodel::diag::{Diagnostic, Severity, SourceMap, Span};
use flowmodel::work::{self, Work};
use flowspace::host::INTERRUPTED;
use std::cell::RefCell;
use std::panic::PanicHookInfo;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::Instant;

/// Says why nothing was made.
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

/// The result of a stage.
pub type Res<T> = Result<T, Failure>;

/// The texts of the program's files, for diagnostics.
pub type Sources = Rc<RefCell<SourceMap>>;

/// Runs a translation and reports; the exit code is 0, 1 (the program is wrong), 2 (command line), 3 (we are wrong) or
/// 130 (Ctrl-C while the program was imported).
pub fn run(cli: &Cli) -> ExitCode {
    let sources = Sources::default();
    match translate(cli, &sources) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => report(failure, cli, &sources),
    }
}

/// The panic hook of the command: an internal error is told, the state before it is written, and the process ends.
///
/// (The release build does not unwind: so nothing else behind a panic runs in any build.)
pub fn panicked(info: &PanicHookInfo<'_>) {
    let message = info.payload_as_str().unwrap_or("a panic");
    let place = info.location().map_or(String::new(), |at| format!(" ({at})"));
    let Work { what, dump } =
        work::current().unwrap_or(Work { what: String::new(), dump: String::new() });
    let what = if what.is_empty() { what } else { format!("{what}: ") };
    internal_error(progress::stage(), &format!("{what}{message}{place}"), &dump);
    std::process::exit(INTERNAL.into());
}

/// The exit code of an internal error.
const INTERNAL: u8 = 3;

/// The name of the program that is being translated, for crash dumps.
static PROGRAM: OnceLock<String> = OnceLock::new();

/// Crash dumps have this program's name from now on.
pub fn names(cli: &Cli) {
    PROGRAM.get_or_init(|| program_name(cli));
}

fn internal_error(stage: &str, message: &str, text: &str) {
    eprintln!("translate: internal error in stage {stage}: {message}");
    let program = PROGRAM.get().map_or("translate", String::as_str);
    if let Some(p) = dump::crash(program, stage, text) {
        eprintln!("translate: the state before it is in {}", p.display());
    }
}

/// Says on stderr what went wrong; the exit code for it.
pub fn report(failure: Failure, cli: &Cli, sources: &Sources) -> ExitCode {
    let json = cli.messages.message_format == Format::Json;
    match failure {
        // (Where nobody says what is wrong with the program, we are wrong.)
        Failure::User(ds) if ds.is_empty() => {
            let m = "it failed and does not say why".into();
            report(Failure::Internal(progress::stage(), m, String::new()), cli, sources)
        }
        Failure::User(ds) => {
            let limit = match cli.messages.error_limit {
                0 => ds.len(),
                limit => limit,
            };
            cli.messages.show(ds.iter().take(limit), sources);
            if ds.iter().any(|d| d.code == INTERRUPTED) {
                return ExitCode::from(130);
            }
            let errors = ds.iter().filter(|d| d.severity == Severity::Error).count();
            let more = match ds.len() > limit {
                true => format!("; the first {limit} are shown (--error-limit 0: all)"),
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
            internal_error(stage, &message, &text);
            ExitCode::from(INTERNAL)
        }
    }
}

/// Gives the program's name: its file without the ending, or that of the guest program that it is specialised for.
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
    progress::conclude(cli, &made, start);
    Ok(())
}

/// Hears of what comes before the end of a translation.
pub trait Listener {
    /// Warnings. An error ends the translation.
    fn warnings(&mut self, warnings: &[Diagnostic]) -> Res<()>;
    /// The program is annotated, or as much of it as errors allow.
    fn annotated(&mut self, _: &Annotator) {}
}

/// Shows warnings as the command line says.
pub struct Telling {
    messages: Messages,
    sources: Sources,
    /// Messages that were told: another attempt would tell them again.
    told: Vec<Diagnostic>,
}

impl Telling {
    /// Tells messages by these options, of a program with these texts.
    pub fn new(cli: &Cli, sources: &Sources) -> Telling {
        Telling { messages: cli.messages.clone(), sources: sources.clone(), told: vec![] }
    }

    /// Counts the warnings that were told.
    pub fn count(&self) -> usize {
        self.told.len()
    }
}

impl Listener for Telling {
    fn warnings(&mut self, warnings: &[Diagnostic]) -> Res<()> {
        let (errors, mut warnings) = self.messages.settle(warnings);
        warnings.retain(|w| !self.told.contains(w));
        self.messages.show(&warnings, &self.sources);
        self.told.extend(warnings);
        if errors.is_empty() { Ok(()) } else { Err(Failure::User(errors)) }
    }
}
