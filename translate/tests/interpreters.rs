//! The interpreters of benches/interpreters: their guest programs, with small numbers, under CPython, without JIT and with
//! it at low thresholds, so that every loop and nearly every guard is compiled; and with collections at every allocation.
//! Random guest programs likewise, but without CPython.
//!
//! `TRACEWRIGHT_GUESTS=N` sets the number of random programs for each interpreter (default 15), `TRACEWRIGHT_GUESTS_SEED` gives
//! others.

mod common;
#[path = "common/guests.rs"]
mod random_guests;

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

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// A run with a JIT, in one of the modes.
fn with_jit(exe: &Path, file: &Path, number: &str, mode: (&str, bool)) -> Result<Outcome, String> {
    let mut c = Command::new(exe);
    c.env_remove("TRACEWRIGHT_JIT").env_remove("TRACEWRIGHT_GC").env_remove("PYPYLOG");
    if !mode.0.is_empty() {
        c.env("TRACEWRIGHT_JIT", mode.0);
    }
    if mode.1 {
        c.env("TRACEWRIGHT_GC", "stress");
    }
    run(c.arg(file).arg(number), b"", 120)
}

/// Whether the program behaves differently with the JIT, and how.
fn difference(plain: &Path, jit: &Path, file: &Path, text: &str, stress: bool) -> Option<String> {
    std::fs::write(file, text).ok()?;
    let expected = match run(Command::new(plain).arg(file).arg("7"), b"", 120) {
        Ok(o) if o.code >= 0 => o,
        Ok(o) => return Some(format!("without JIT: {}", o.report())),
        Err(e) => return Some(e),
    };
    for mode in MODES[2..].iter().filter(|m| stress || !m.1) {
        let what = || format!("TRACEWRIGHT_JIT={} stress {}", mode.0, mode.1);
        match with_jit(jit, file, "7", *mode) {
            Ok(o) if o.code == expected.code && o.stdout == expected.stdout => {}
            Ok(o) => {
                let right = expected.report();
                return Some(format!("{}: {}\nwithout JIT {right}", what(), o.report()));
            }
            Err(e) => return Some(format!("{}: {e}", what())),
        }
    }
    None
}

/// Random programs; one that fails is made smaller.
fn random_programs(plain: &Path, jit: &Path, extension: &str, dir: &Path) -> Result<(), Failed> {
    let file = dir.join("random").with_extension(extension);
    let mut ended_well = 0;
    let count = number("TRACEWRIGHT_GUESTS", 15);
    for n in 0..count {
        let seed = number("TRACEWRIGHT_GUESTS_SEED", 1).wrapping_mul(1_000_003).wrapping_add(n);
        let mut program = random_guests::program(&mut random_guests::Random(seed));
        let text = |p: &random_guests::Program| random_guests::text(p, extension);
        let source = text(&program).ok_or("no such language")?;
        // Collections take a hundred times as long.
        let stress = n % 8 == 7;
        let Some(mut why) = difference(plain, jit, &file, &source, stress) else {
            let o = run(Command::new(plain).arg(&file).arg("7"), b"", 120)?;
            ended_well += u64::from(o.code == 0);
            continue;
        };
        'smaller: loop {
            for p in random_guests::smaller(&program) {
                if let Some(w) = text(&p).and_then(|t| difference(plain, jit, &file, &t, stress)) {
                    (program, why) = (p, w);
                    continue 'smaller;
                }
            }
            break;
        }
        let small = text(&program).unwrap_or_default();
        return Err(format!("random program {n}, made smaller:\n{small}\n{why}").into());
    }
    match ended_well * 2 >= count {
        true => Ok(()),
        false => {
            Err(format!("only {ended_well} of {count} random programs end without error").into())
        }
    }
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
    let mut extension = None;
    for (file, number) in guests {
        extension = file.extension().map(|e| e.to_string_lossy().into_owned());
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
        for mode in MODES {
            let o = with_jit(&jit, &file, &number, mode)?;
            let what = format!("{} with JIT, '{}', stress {}", file.display(), mode.0, mode.1);
            if o.code != 0 {
                return Err(format!("{what}: {}", o.report()).into());
            }
            same(&what, &expected, &o.stdout)?;
        }
    }
    let extension = extension.ok_or("no guest programs")?;
    random_programs(&plain, &jit, &extension, scratch.path())
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
