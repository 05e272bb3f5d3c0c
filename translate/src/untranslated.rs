//! `translate run`: the program as it is, on the interpreter of import time.

use crate::cli::{Cli, Generation};
use crate::driver;
use crate::failure::Sources;
use crate::target;
use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs a program without translating it: imports FILE, calls its `target`, and then the entry point.
///
/// It prints what the translated program would print, and ends with the same exit code; it is much slower. All of Python that the
/// import may use is at hand, also what cannot be translated. Functions of C libraries cannot be called.
#[derive(Parser, Debug)]
#[command(name = "translate run", bin_name = "translate run", max_term_width = 100)]
pub struct Run {
    /// Python of files that do not name theirs (as for translating)
    #[arg(long, value_enum, value_name = "GENERATION")]
    pub python: Option<Generation>,
    /// The program
    pub file: PathBuf,
    /// Its arguments; options of this command stand in front of FILE
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub args: Vec<String>,
}

/// Runs the command; the exit code is the program's, or 1 if it cannot be imported.
pub fn run(r: &Run) -> ExitCode {
    let cli = Cli { python: r.python, ..Cli::of(&r.file) };
    let sources = Sources::default();
    match target::import(&cli, &sources, &[], None) {
        Ok(mut program) => {
            let words = std::iter::once(r.file.to_string_lossy().into_owned());
            let code = program.run(&words.chain(r.args.iter().cloned()).collect::<Vec<_>>());
            ExitCode::from(code)
        }
        Err(failure) => driver::report(failure, &cli, &sources),
    }
}
