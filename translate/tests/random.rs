//! Random programs (tests/fuzz): what CPython prints, the translated programs must print. The optimised ones run once more with a
//! collection at every allocation, and some with a JIT. `TRACEWRIGHT_FUZZ=N` sets the number of programs (default 200),
//! `TRACEWRIGHT_FUZZ_SEED` the first one's seed.
//!
//! And random calls of built-in functions and methods, at import time and at run time, with little memory:
//! `TRACEWRIGHT_CALLS=N` sets their number (default 1500).

mod common;

use common::case::{Case, summary, timed};
use common::*;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// This many random programs are one executable.
const BATCH: u64 = 20;

/// In a long run it is this many: a part of each executable is the same in all.
const LONG_BATCH: u64 = 40;

/// A run of so many programs is a long one.
const LONG: u64 = 400;

/// Random programs of tests/fuzz against CPython, like those of tests/conformance; the optimised ones once more with a
/// collection at every allocation, and with `jit` also with a JIT.
fn random_programs(seed: u64, count: u64, jit: bool) -> Result<(), Failed> {
    let Err(m) = random_batch(seed, count, jit) else { return Ok(()) };
    let mut wrong = vec![];
    if count > 1 {
        which(seed, count, jit, &mut wrong);
    }
    Err(if wrong.is_empty() { m } else { wrong.join("\n") }.into())
}

/// Finds out which programs of a batch that failed do so by themselves.
fn which(seed: u64, count: u64, jit: bool, wrong: &mut Vec<String>) {
    let half = count / 2;
    for (from, n) in [(seed, half), (seed + half, count - half)] {
        match random_batch(from, n, jit) {
            Ok(()) => {}
            Err(m) if n == 1 => wrong.push(format!("program {from}: {m}")),
            Err(_) => which(from, n, jit, wrong),
        }
    }
}

fn random_batch(seed: u64, count: u64, jit: bool) -> Result<(), String> {
    let Some(python) = python() else { return Ok(()) };
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut c = Command::new(python);
    c.arg(root().join("tests/fuzz/generate.py")).args([seed.to_string(), count.to_string()]);
    let made = run(c.arg(dir.path()), b"", 60)?;
    if made.code != 0 {
        return Err(made.report());
    }
    let case = Case { path: dir.path().join("batch.rpy"), jit, ..Case::default() };
    let Some(mut c) = cpython(&case.path) else { return Ok(()) };
    let o = timed("CPython", || run(&mut c, b"", 300))?;
    case.check_process(&o)?;
    std::fs::write(case.expected(), &o.stdout).map_err(|e| e.to_string())?;
    let mut wrong = vec![];
    case.translated(true, &mut wrong)?;
    if jit {
        wrong.extend(case.jitted("c").err());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// This many random calls are one program.
const CALLS: u64 = 500;

/// Memory that a program of calls may have: what needs more is a `MemoryError` in CPython, too.
const CALLS_MEMORY: &str = "max=64M";

/// A program of random calls against CPython.
fn random_calls(seed: u64, count: u64) -> Result<(), Failed> {
    let Some(python) = python() else { return Ok(()) };
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let program = dir.path().join("calls.rpy");
    let mut c = Command::new(python);
    c.arg(root().join("tests/fuzz/calls.py")).args([seed.to_string(), count.to_string()]);
    let made = run(&mut c, b"", 60)?;
    if made.code != 0 {
        return Err(made.report().into());
    }
    std::fs::write(&program, &made.stdout).map_err(|e| e.to_string())?;
    let Some(mut c) = cpython(&program) else { return Ok(()) };
    let expected = timed("CPython", || run(&mut c, b"", 120))?;
    // Programs of odd numbers are optimised.
    let level = if seed % 2 == 1 { "2" } else { "0" };
    let exe = dir.path().join("calls");
    timed("translating calls", || build(&program, &["--opt", level, "-w"], &exe))?;
    let mut c = Command::new(&exe);
    c.env("TRACEWRIGHT_GC", CALLS_MEMORY);
    let o = timed("calls", || run(&mut c, b"", 120))?;
    if o.code != 0 || expected.code != 0 {
        return Err(format!("CPython: {}translated: {}", expected.report(), o.report()).into());
    }
    Ok(same("stdout", &expected.stdout, &o.stdout)?)
}

fn main() -> ExitCode {
    if let Some(code) = matrix::child() {
        return code;
    }
    let start = Instant::now();
    let mut trials = vec![];
    let number = |name, default| {
        std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok()).unwrap_or(default)
    };
    let (first, count) = (number("TRACEWRIGHT_FUZZ_SEED", 1), number("TRACEWRIGHT_FUZZ", 200));
    let batch = if count >= LONG { LONG_BATCH } else { BATCH };
    for seed in (first..first + count).step_by(batch as usize) {
        let n = batch.min(first + count - seed);
        let name = format!("random programs {seed} to {}", seed + n - 1);
        if selected(&name) && !bless() {
            // A JIT takes long to make: for every tenth batch.
            let jit = (seed - first) / batch % 10 == 0;
            trials.push(Trial::test(name, move || random_programs(seed, n, jit)));
        }
    }
    let calls = number("TRACEWRIGHT_CALLS", 1500);
    for seed in first..first + calls.div_ceil(CALLS) {
        let name = format!("random calls {seed}");
        if selected(&name) && !bless() {
            trials.push(Trial::test(name, move || random_calls(seed, CALLS)));
        }
    }
    let conclusion = libtest_mimic::run(&arguments(), trials);
    summary(&BTreeMap::from([("random".into(), count as usize)]), start.elapsed().as_secs_f64());
    conclusion.exit_code()
}
