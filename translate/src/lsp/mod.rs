//! `translate lsp`: a language server over stdin and stdout.
//!
//! The process that the editor talks to (`server.rs`) knows the texts. When they have not changed for a moment, it starts a process for each
//! program that they belong to (`checker.rs`), which checks that and then answers questions about it. The next edit ends a check that is
//! not done, and so does a limit.

mod checker;
mod index;
mod programs;
mod protocol;
mod server;
mod text;
mod wire;

use clap::Args;
use std::process::ExitCode;

/// A language server for editors, over stdin and stdout.
#[derive(Args, Debug)]
pub struct Lsp {
    /// Longest time that the check of a program may take
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub limit: u64,
    /// Check one program (the server starts this)
    #[arg(long, hide = true)]
    pub checker: bool,
}

/// The command.
pub fn run(lsp: &Lsp) -> ExitCode {
    match lsp.checker {
        true => checker::run(),
        false => server::run(lsp.limit),
    }
}
