//! The `translate` command.

use clap::Parser;
use std::process::ExitCode;
use translate::{cli, driver, ends, on_big_stack};

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    ends::watch();
    match on_big_stack(move || driver::run(&cli)) {
        Ok(code) => code,
        Err(m) => {
            if !m.is_empty() {
                eprintln!("translate: {m}");
            }
            ExitCode::from(3)
        }
    }
}
