//! The `translate` command.

mod cli;
mod driver;
mod dump;
mod jit;
mod render;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    // Import time runs the program's own, possibly deeply recursive, code on this stack.
    let run = move || driver::run(&cli);
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run);
    match thread.map(|t| t.join()) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::from(3),
        Err(e) => {
            eprintln!("translate: cannot start a thread: {e}");
            ExitCode::from(3)
        }
    }
}
