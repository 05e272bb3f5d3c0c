//! `translate compare`: one guest program interpreted, traced, timeshifted and specialised, side by side.

pub mod findings;
mod hot;
mod report;
mod residual;
mod run;

use crate::cli::{Backend, Cli};
use crate::compare::findings::{Comparison, Way};
use crate::driver;
use crate::failure::{Failure, Res, Sources};
use crate::log::Log;
use crate::page::Page;
use crate::{Translation, Typed, target};
use clap::Parser;
use flowmodel::diag::{Diagnostic, Span};
use run::{Outcome, Program};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Compares what the generators make of one guest program: tracing, timeshifting and, where the target has a function `specialize`,
/// partial evaluation ahead of time.
///
/// The interpreter is translated, the guest program runs without and with each, and the report has the code of the loop that was
/// entered most often beside the guest's instructions, with sizes and times. Their outputs must be the same: exit code 1 if not.
/// docs/three-generators.md explains a report.
#[derive(Parser, Debug, Clone)]
#[command(name = "translate compare", bin_name = "translate compare", max_term_width = 100)]
pub struct Compare {
    /// The interpreter
    pub target: PathBuf,
    /// The guest program: first argument of the interpreter, and what `specialize` gets
    pub guest: PathBuf,
    /// Further arguments; options stand in front of TARGET
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub args: Vec<String>,
    /// Write one page of HTML to FILE instead
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// File that the programs read from standard input
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// How often each runs, by turns; the least CPU time counts
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// Parameters of the JIT as in TRACEWRIGHT_JIT, for both generators
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    pub jit: String,
    /// Back end that makes the machine code of the specialised program
    #[arg(long, value_enum, default_value = "obj")]
    pub backend: Backend,
    /// C compiler (default: $CC, cc)
    #[arg(long, value_name = "COMMAND")]
    pub cc: Option<String>,
    /// Leave out times and sizes of code: what is left is the same each time
    #[arg(long)]
    pub no_times: bool,
    /// Width of the text
    #[arg(long, value_name = "COLUMNS", default_value_t = 160, value_parser = clap::value_parser!(u16).range(60..))]
    pub width: u16,
}

/// The command line of a translation for the comparison.
fn cli(c: &Compare, exe: &Path, more: &[&str]) -> Cli {
    let words = ["translate", "--no-warnings", "--output"].map(std::ffi::OsString::from);
    let mut words: Vec<std::ffi::OsString> = words.into();
    words.push(exe.into());
    words.extend(more.iter().map(Into::into));
    if let Some(cc) = &c.cc {
        words.extend(["--cc".into(), cc.into()]);
    }
    words.push("--".into());
    words.push(c.target.clone().into());
    Cli::parse_from(words)
}

/// Translates; the seconds of what comes behind the front end.
fn translate(cli: &mut Cli, sources: &Sources) -> Res<(Typed, f64)> {
    cli.settle().map_err(Failure::Io)?;
    let mut t = Translation::of_program(cli.clone(), sources);
    let typed = t.rtype()?.clone();
    let start = Instant::now();
    t.compile()?;
    Ok((typed, start.elapsed().as_secs_f64()))
}

/// Makes the programs, runs them, and reads their logs.
pub fn compare(c: &Compare, sources: &Sources) -> Res<Comparison> {
    let of = |p: &Path, e: std::io::Error| Failure::Io(format!("{}: {e}", p.display()));
    std::fs::metadata(&c.guest).map_err(|e| of(&c.guest, e))?;
    metainterp::Params::default()
        .parse(&c.jit)
        .map_err(|e| Failure::Io(format!("--jit={}: {e}", c.jit)))?;
    let input = match &c.input {
        Some(file) => std::fs::read(file).map_err(|e| of(file, e))?,
        None => vec![],
    };
    let dir = crate::ends::temporary_folder()?;
    let _watched = crate::ends::Temporary::new(dir.path());
    let at = |name: &str| dir.path().join(name);

    // What has no merge point is found out first.
    let (jit, plain, special) = (at("jit"), at("plain"), at("special"));
    translate(&mut cli(c, &jit, &["--opt", "jit", "--jit", "timeshift"]), sources)?;
    translate(&mut cli(c, &plain, &["--opt", "3"]), sources)?;
    let mut specialised = Way { name: "specialised", ..Way::default() };
    let mut left = None;
    let mut options = cli(c, &special, &[]);
    if target::provides(&options, sources, "specialize")? {
        options.specialize = vec![c.guest.to_string_lossy().into_owned()];
        options.backend = c.backend;
        match translate(&mut options, sources) {
            Ok((typed, seconds)) => {
                specialised.compile_seconds = Some(seconds);
                left = Some(residual::specialise(typed.program)?);
            }
            Err(Failure::User(errors)) => {
                let first = errors.first().map_or(String::new(), |d| d.message.clone());
                specialised.missing = Some(first);
                driver::report(Failure::User(errors), &options, sources);
            }
            Err(e) => return Err(e),
        }
    } else {
        specialised.missing = Some("the target has no function `specialize`".into());
    }

    let guest = c.guest.as_os_str();
    let shared = |setting: &str| match c.jit.is_empty() {
        true => setting.to_string(),
        false => format!("{},{setting}", c.jit),
    };
    let mut programs = vec![
        Program::new("interpreted", &plain, Some(guest), &c.args, None),
        Program::new("traced", &jit, Some(guest), &c.args, Some(shared("timeshift=0"))),
        Program::new("timeshifted", &jit, Some(guest), &c.args, Some(shared("timeshift=1"))),
    ];
    if left.is_some() {
        programs.push(Program::new("specialised", &special, None, &c.args, None));
    }
    let outcomes = run::by_turns(&programs, &input, if c.no_times { 1 } else { c.runs })?;
    ends_well(&outcomes[0], &c.args)?;
    for (program, outcome) in programs.iter().zip(&outcomes) {
        agree(program, &outcomes[0], outcome)?;
    }

    let mut ways = vec![];
    for (program, outcome) in programs.iter().zip(&outcomes).take(3) {
        let mut way = Way { name: program.name, seconds: outcome.seconds, ..Way::default() };
        if program.jit.is_some() {
            let (logged, text) = program.log(&input, &at("log"))?;
            agree(program, &outcomes[0], &logged)?;
            let log = Log::parse(&text);
            way.listing = hot::hottest(&log);
            way.totals = Some(hot::totals(&log));
            way.made_bytes = Some(log.sizes.iter().map(|(_, n)| n).sum());
            way.compile_seconds = Some(log.seconds.0 + log.seconds.1);
        } else {
            way.program_bytes = Some(run::code_bytes(&program.exe)?);
        }
        ways.push(way);
    }
    if let (Some(mut left), Some(outcome)) = (left, outcomes.get(3)) {
        specialised.seconds = outcome.seconds;
        specialised.totals = Some(left.totals());
        specialised.program_bytes = Some(run::code_bytes(&special)?);
        let hot = ways.iter().find_map(|w| w.listing.as_ref());
        let places: HashSet<&str> =
            hot.iter().flat_map(|l| &l.instructions).map(|i| i.at.trim_start()).collect();
        specialised.listing = left.same_loop(&places);
    }
    ways.push(specialised);
    let mut words = vec![c.guest.display().to_string()];
    words.extend(c.args.iter().cloned());
    Ok(Comparison {
        target: c.target.display().to_string(),
        guest: words.join(" "),
        ways,
        output: outcomes[0].stdout.clone(),
        times: !c.no_times,
    })
}

fn error(message: String) -> Res<()> {
    Err(Diagnostic::error("compare", message, Span::NONE).into())
}

/// Errors: the interpreter alone does not come to a good end.
fn ends_well(plain: &Outcome, args: &[String]) -> Res<()> {
    if plain.code == Some(0) {
        return Ok(());
    }
    let said = [&plain.stdout[..], &plain.stderr].map(|s| String::from_utf8_lossy(s).into_owned());
    let (how, said) = (plain.ended(), said.concat());
    let m = format!("the guest program fails without a JIT, {how}\n{}", said.trim_end());
    let d = Diagnostic::error("compare", m, Span::NONE);
    Err(match args.iter().find(|a| a.starts_with("--")) {
        Some(a) => d.note(format!(
            "{a} is passed to it: options of `compare` stand in front of the target"
        )),
        None => d,
    }
    .into())
}

/// Errors: one of the others does something else.
fn agree(program: &Program, plain: &Outcome, o: &Outcome) -> Res<()> {
    let what = if o.code != plain.code {
        format!("{}\n{}", o.ended(), String::from_utf8_lossy(&o.stderr).trim_end())
    } else if o.stdout != plain.stdout {
        run::difference(&plain.stdout, &o.stdout)
    } else {
        return Ok(());
    };
    error(format!(
        "{} the guest program does something else than interpreted: {what}",
        program.name
    ))
}

/// Runs the command; the exit code is 0, 1 (something is wrong with target, guest or arguments) or 3 (we are wrong).
pub fn run(c: &Compare) -> ExitCode {
    let sources = Sources::default();
    let done = (|| {
        let page = c.html.as_ref().map(|file| Page::new(file)).transpose()?;
        let found = compare(c, &sources)?;
        match page {
            Some(page) => page.write(&report::html(&found)),
            None => {
                use std::io::Write;
                // A reader that has seen enough is no error.
                let text = report::text(&found, c.width);
                let _ = std::io::stdout().lock().write_all(text.as_bytes());
                Ok(())
            }
        }
    })();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => driver::report(failure, &cli(c, Path::new("program"), &[]), &sources),
    }
}
