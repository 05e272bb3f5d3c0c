//! Random programs (tests/fuzz): what CPython prints, the translated programs must print. They run once more with a collection at
//! every allocation, and some are made by C compilers, too, or have a JIT. `TRACEWRIGHT_FUZZ=N` sets the number of programs (200,
//! in the long run 800),
//! `TRACEWRIGHT_FUZZ_SEED` the first one's seed.
//!
//! It also makes random calls of built-in functions and methods, at import time and at run time, with
//! little memory: `TRACEWRIGHT_CALLS=N` sets their number (1500, in the long run 10000).

use crate::common::case::Case;
use crate::common::settings::{Setting, timed};
use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use std::process::Command;

/// This many random programs are one executable.
const BATCH: u64 = 20;

/// Size of a batch in a long run: a part of each executable is the same in all.
const LONG_BATCH: u64 = 40;

/// Number of programs from which on a run is a long one.
const LONG: u64 = 400;

/// The settings of the batch with this number. C compilers and the JIT take long: not every batch has them.
fn settings(number: u64) -> Vec<Setting> {
    let (all, optimised) = (flag("TRACEWRIGHT_ALL"), Setting::executable("obj2"));
    let mut settings = vec![Setting::LowLevel, optimised, Setting::stressed("obj2")];
    if all || number == 0 {
        let levels = ["c0-clang", "c2-gcc"].into_iter().filter(|l| *l != "c0-clang" || has_clang());
        settings.extend(levels.map(Setting::executable));
    }
    if all {
        settings.push(Setting::stressed("c2-gcc"));
    }
    let backends = if all { &["obj", "c"][..] } else { &["obj"] };
    if number.is_multiple_of(10) {
        settings.extend(backends.iter().map(|backend| Setting::Jit { backend }));
    }
    settings
}

/// Random programs of tests/fuzz against CPython, like those of tests/conformance: the batch of this number.
fn random_programs(seed: u64, count: u64, number: u64) -> Result<(), Failed> {
    let Err(m) = random_batch(seed, count, number) else { return Ok(()) };
    let mut wrong = vec![];
    if count > 1 {
        which(seed, count, number, &mut wrong);
    }
    Err(if wrong.is_empty() { m } else { wrong.join("\n") }.into())
}

/// Finds out which programs of a batch that failed do so by themselves.
fn which(seed: u64, count: u64, number: u64, wrong: &mut Vec<String>) {
    let half = count / 2;
    for (from, n) in [(seed, half), (seed + half, count - half)] {
        match random_batch(from, n, number) {
            Ok(()) => {}
            Err(m) if n == 1 => wrong.push(format!("program {from}: {m}")),
            Err(_) => which(from, n, number, wrong),
        }
    }
}

fn random_batch(seed: u64, count: u64, number: u64) -> Result<(), String> {
    let Some(python) = python() else { return Ok(()) };
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut c = Command::new(python);
    c.arg(root().join("tests/fuzz/generate.py")).args([seed.to_string(), count.to_string()]);
    let made = run(c.arg(dir.path()), b"", 60)?;
    if made.code != 0 {
        return Err(made.report());
    }
    let case = Case { path: dir.path().join("batch.rpy"), ..Case::default() };
    let Some(mut c) = cpython(&case.path) else { return Ok(()) };
    let o = timed("cpython", || run(&mut c, b"", 300))?;
    case.check_process(&o)?;
    std::fs::write(case.expected(), &o.stdout).map_err(|e| e.to_string())?;
    case.check(&settings(number))
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
    let expected = timed("cpython", || run(&mut c, b"", 120))?;
    // Programs of odd numbers are optimised.
    let level = if seed % 2 == 1 { "2" } else { "0" };
    let exe = dir.path().join("calls");
    let options = ["--opt", level, "--backend", backend(), "-w"];
    timed("translating calls", || build(&program, &options, &exe))?;
    let mut c = Command::new(&exe);
    c.env("TRACEWRIGHT_GC", CALLS_MEMORY);
    let o = timed("calls", || run(&mut c, b"", 120))?;
    if o.code != 0 || expected.code != 0 {
        return Err(format!("CPython: {}translated: {}", expected.report(), o.report()).into());
    }
    Ok(same("stdout", &expected.stdout, &o.stdout)?)
}

pub fn tests() -> Vec<Test> {
    let mut all = vec![];
    if bless() {
        return all;
    }
    let (first, programs) = (seed("TRACEWRIGHT_FUZZ_SEED"), count("TRACEWRIGHT_FUZZ", 200, 800));
    let batch = if programs >= LONG { LONG_BATCH } else { BATCH };
    for seed in (first..first + programs).step_by(batch as usize) {
        let n = batch.min(first + programs - seed);
        let name = format!("programs {seed} to {}", seed + n - 1);
        all.push(Test::new(name, move || random_programs(seed, n, (seed - first) / batch)));
    }
    let calls = count("TRACEWRIGHT_CALLS", 1500, 10_000);
    for seed in first..first + calls.div_ceil(CALLS) {
        all.push(Test::new(format!("calls {seed}"), move || random_calls(seed, CALLS)));
    }
    all
}
