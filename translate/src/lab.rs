//! `translate lab`: small programs in text are run, specialised and traced, without being translated.

use clap::{Args, Parser, Subcommand, ValueEnum};
use lab::{Limits, Show};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Shows what the partial evaluator, the tracer and the optimiser of traces make of a small program.
///
/// FILE is a program in the low-level text format (docs/TEXT-FORMAT.md). Arguments are those of its entry: numbers, `true`, `false`,
/// names of prebuilt objects. docs/partial-evaluation-and-tracing.md walks through it.
#[derive(Parser, Debug)]
#[command(name = "translate lab", bin_name = "translate lab", max_term_width = 100)]
pub struct Lab {
    /// Command of the lab
    #[command(subcommand)]
    pub what: What,
}

/// Says what to do with a file.
#[derive(Subcommand, Debug)]
pub enum What {
    /// Run the program on the interpreter of graphs
    Run {
        /// The program
        file: PathBuf,
        /// Arguments of its entry
        #[arg(allow_negative_numbers = true)]
        args: Vec<String>,
    },
    /// Specialise the program for the arguments that are known
    Specialize(Specialize),
    /// Run the program with the JIT (its traces are interpreted), and show what it traced
    Trace {
        /// The program
        file: PathBuf,
        /// Arguments of its entry
        #[arg(allow_negative_numbers = true)]
        args: Vec<String>,
        /// Parameters as in TRACEWRIGHT_JIT; threshold and trace_eagerness are 3 here
        #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
        jit: String,
        /// Traces that are shown
        #[arg(long, value_enum, value_name = "WHICH", default_value = "both")]
        show: Which,
    },
    /// Optimise a loop that is written down: declarations, then the trace
    Optimize {
        /// The trace
        file: PathBuf,
        /// One round as it is, without a preamble
        #[arg(long)]
        flat: bool,
    },
}

/// `specialize`
#[derive(Args, Debug)]
pub struct Specialize {
    /// The program
    pub file: PathBuf,
    /// Arguments of its entry; `_` is one that is not known
    #[arg(allow_negative_numbers = true)]
    pub args: Vec<String>,
    /// Leave out the clean-up
    #[arg(long)]
    pub raw: bool,
    /// Bound of the work: variants, unrolled, merge_variants or operations
    #[arg(long, value_name = "NAME=NUMBER")]
    pub limit: Vec<String>,
    /// Run what is left with these arguments, separated by commas
    #[arg(long, value_name = "ARGS", allow_hyphen_values = true)]
    pub then: Vec<String>,
}

/// Says which traces are shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Which {
    /// Traces as recorded and as optimised
    Both,
    /// Traces as recorded
    Recorded,
    /// Behind the optimiser
    Optimized,
    /// None: the result alone
    Nothing,
}

fn limits(s: &Specialize) -> Result<Limits, String> {
    let mut limits = Limits { tidy: !s.raw, ..Limits::default() };
    for l in &s.limit {
        let (name, number) = l.split_once('=').ok_or(format!("--limit {l}: NAME=NUMBER"))?;
        let n: usize = number
            .parse()
            .ok()
            .filter(|n| *n > 0)
            .ok_or(format!("--limit {l}: a number from 1 on is expected"))?;
        match name {
            "variants" => limits.variants = n,
            "unrolled" => limits.unrolled = n,
            "merge_variants" => limits.merge_variants = n,
            "operations" => limits.operations = n as u64,
            _ => return Err(format!("--limit {l}: there is no such limit")),
        }
    }
    Ok(limits)
}

fn text(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

/// Gives the text that the command prints.
///
/// Errors: what the user should know.
pub fn output(lab: &Lab) -> Result<String, String> {
    let of = |file: &Path, e: String| format!("{}: {e}", file.display());
    let program = |file: &Path| lab::parse(&text(file)?).map_err(|e| of(file, e));
    match &lab.what {
        What::Run { file, args } => lab::interpret(&program(file)?, args).map_err(|e| of(file, e)),
        What::Specialize(s) => {
            let then: Vec<Vec<String>> =
                s.then.iter().map(|t| t.split(',').map(String::from).collect()).collect();
            let limits = limits(s)?;
            lab::specialise(&program(&s.file)?, &s.args, &limits, &then).map_err(|e| of(&s.file, e))
        }
        What::Trace { file, args, jit, show } => {
            let show = match show {
                Which::Both => Show::Both,
                Which::Recorded => Show::Recorded,
                Which::Optimized => Show::Optimised,
                Which::Nothing => Show::Nothing,
            };
            lab::trace(&program(file)?, args, jit, show).map_err(|e| of(file, e))
        }
        What::Optimize { file, flat } => {
            lab::optimise(&text(file)?, !flat).map_err(|e| of(file, e))
        }
    }
}

/// Runs the command; the exit code is 0 or 1 (something is wrong with the file or the arguments).
pub fn run(lab: &Lab) -> ExitCode {
    match output(lab) {
        Ok(text) => {
            use std::io::Write;
            // A reader that has seen enough is no error.
            let _ = std::io::stdout().lock().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(m) => {
            eprintln!("translate lab: {m}");
            ExitCode::from(1)
        }
    }
}
