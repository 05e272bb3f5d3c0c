//! The command: a translation from its options, and what is said of it when it fails.

use crate::cli::Cli;
use crate::collectors::collector;
use crate::display;
use crate::dump::PROGRAM;
use crate::failure::{Failure, Res, Sources};
use crate::messages::Format;
use crate::progress::{self, Live, Progress};
use crate::translation::Translation;
use crate::{dump, places};
use flowmodel::diag::{Diagnostic, Severity, Span};
use flowmodel::work::{self, Work};
use flowspace::host::INTERRUPTED;
use std::panic::PanicHookInfo;
use std::process::ExitCode;
use std::time::Instant;

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
    internal_error(display::stage(), &format!("{what}{message}{place}"), &dump);
    std::process::exit(INTERNAL.into());
}

/// The exit code of an internal error.
const INTERNAL: u8 = 3;

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
            report(Failure::Internal(display::stage(), m, String::new()), cli, sources)
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
