//! The interpreters of benches/interpreters: their guest programs, with small numbers, under CPython, without JIT and with
//! it at low thresholds, so that every loop and nearly every guard is compiled; and with collections at every allocation.

mod common;

use common::*;
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

/// `TRACEWRIGHT_JIT` of each run, and whether the collector moves everything all the time.
const MODES: [(&str, bool); 6] = [
    ("", false),
    ("off", false),
    ("threshold=1,trace_eagerness=1", false),
    ("threshold=2,trace_eagerness=1", false),
    ("threshold=3,trace_eagerness=2", false),
    ("threshold=2,trace_eagerness=1", true),
];

/// Guest programs of an interpreter, and the number that their first line gives for tests.
fn guests(dir: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let mut all = vec![];
    for entry in std::fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))? {
        let file = entry.map_err(|e| e.to_string())?.path();
        if file.extension().is_some_and(|e| e == "rpy" || e == "c") {
            continue;
        }
        let text = std::fs::read_to_string(&file).map_err(|e| e.to_string())?;
        let mut words = text.lines().next().unwrap_or("").split_whitespace();
        let number = words.find(|w| *w == "test").and_then(|_| words.next());
        all.push((file.clone(), number.ok_or(format!("{}: no test", file.display()))?.into()));
    }
    all.sort();
    Ok(all)
}

fn interpreter(source: &Path) -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let plain = scratch.path().join("plain");
    let jit = scratch.path().join("jit");
    build(source, &["--opt=2"], &plain)?;
    build(source, &["--opt=jit"], &jit)?;
    let guests = guests(source.parent().ok_or("no folder")?)?;
    if guests.len() < 4 {
        return Err("where are the guest programs?".into());
    }
    for (file, number) in guests {
        let go = |mut c: Command, what: &str| -> Result<Vec<u8>, String> {
            c.arg(&file).arg(&number);
            let o = run(&mut c, b"", 120)?;
            let ended = |o: &Outcome| format!("{} {what}: {}", file.display(), o.report());
            if o.code == 0 { Ok(o.stdout) } else { Err(ended(&o)) }
        };
        let expected = go(Command::new(&plain), "without JIT")?;
        if let Some(c) = cpython(source) {
            same(&format!("{} at -O2", file.display()), &go(c, "under CPython")?, &expected)?;
        }
        for (mode, stress) in MODES {
            let mut c = Command::new(&jit);
            c.env_remove("TRACEWRIGHT_JIT").env_remove("TRACEWRIGHT_GC").env_remove("PYPYLOG");
            if !mode.is_empty() {
                c.env("TRACEWRIGHT_JIT", mode);
            }
            if stress {
                c.env("TRACEWRIGHT_GC", "stress");
            }
            let what = format!("{} with JIT, '{mode}', stress {stress}", file.display());
            same(&what, &expected, &go(c, &what)?)?;
        }
    }
    Ok(())
}

fn main() -> std::process::ExitCode {
    let sources = files(&root().join("benches/interpreters"), "rpy");
    let trials = sources.into_iter().map(|source| {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || interpreter(&source))
    });
    let trials = trials.filter(|t| selected(t.name())).collect();
    libtest_mimic::run(&arguments(), trials).exit_code()
}
