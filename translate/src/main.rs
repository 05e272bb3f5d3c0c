//! The `translate` command.

/// Graphs are many small objects: with the C library's allocator a quarter to a half of the time is its.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use clap::Parser;
use std::process::ExitCode;
use translate::{check, cli, codes, compare, driver, ends, lab, lsp, on_big_stack};

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let first = words.nth(1).unwrap_or_default();
    if first == "lab" {
        let lab = lab::Lab::parse_from(std::iter::once("lab".into()).chain(words));
        return on_big_stack(move || lab::run(&lab)).unwrap_or(ExitCode::from(3));
    }
    if first == "compare" {
        let compare = compare::Compare::parse_from(std::iter::once("compare".into()).chain(words));
        ends::watch();
        return on_big_stack(move || compare::run(&compare)).unwrap_or(ExitCode::from(3));
    }
    if first == "check" {
        let words = std::iter::once("translate check".into()).chain(words);
        let cli = cli::Check::parse_from(words).translation();
        ends::watch();
        return on_big_stack(move || check::run(&cli)).unwrap_or(ExitCode::from(3));
    }
    if first == "lsp" {
        return lsp::run();
    }
    if first == "explain" {
        let words = std::iter::once("translate explain".into()).chain(words);
        return codes::explain(&cli::Explain::parse_from(words));
    }
    let mut cli = cli::Cli::parse();
    if let Err(m) = cli.settle() {
        eprintln!("translate: {m}");
        return ExitCode::from(1);
    }
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
