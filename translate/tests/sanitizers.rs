//! Conformance programs whose C is compiled with gcc's AddressSanitizer and UndefinedBehaviorSanitizer, and under valgrind where
//! that is installed: their output is right, and nothing is reported. With `--gc=none` each object is a block of memory of its own.
//!
//! A few programs, from all folders; in the long run, or with `TRACEWRIGHT_SANITIZE=30`, thirty. And two of those with threads (in the
//! long run all) under gcc's ThreadSanitizer.

use crate::common::case::Case;
use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use std::path::Path;
use std::process::{Command, Stdio};

/// Programs in a short run.
const FEW: u64 = 3;

/// Programs in the long run.
const MANY: u64 = 30;

const SANITIZING: &str = "gcc -fsanitize=address,undefined -fno-sanitize-recover=undefined";

const RACES: &str = "gcc -fsanitize=thread";

/// Tells whether the compiler has these sanitizers: a program must come of it that runs.
fn can_sanitize(cc: &str) -> bool {
    let Ok(dir) = tempfile::tempdir() else { return false };
    let (source, exe) = (dir.path().join("empty.c"), dir.path().join("empty"));
    let mut words = cc.split(' ');
    let mut gcc = Command::new(words.next().unwrap_or_default());
    let compiled = std::fs::write(&source, "int main(void) { return 0; }\n").is_ok()
        && gcc
            .args(words)
            .arg(&source)
            .arg("-o")
            .arg(&exe)
            .output()
            .is_ok_and(|o| o.status.success());
    compiled && Command::new(&exe).output().is_ok_and(|o| o.status.success())
}

fn has_valgrind() -> bool {
    let mut c = Command::new("valgrind");
    c.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    c.status().is_ok_and(|s| s.success())
}

fn program(case: &Case, sanitize: bool, valgrind: bool) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let expected = std::fs::read(case.expected())?;
    let check = |who: &str, c: &mut Command| -> Result<(), String> {
        c.args(&case.args).current_dir(dir.path()).env_remove("TRACEWRIGHT_GC");
        c.envs(case.env.iter().map(|(name, value)| (name, value)));
        let o = run(c, &case.stdin, 300)?;
        let reported = ["Sanitizer", "runtime error:", "ERROR SUMMARY"].iter().find(|w| {
            o.stderr.lines().any(|l| l.contains(**w) && !l.contains("ERROR SUMMARY: 0 errors"))
        });
        if reported.is_some() {
            return Err(format!("{who}: {}", o.report()));
        }
        case.check_process(&o).map_err(|m| format!("{who}: {m}"))?;
        same("stdout", &expected, &o.stdout).map_err(|m| format!("{who}: {m}"))
    };
    let skips = |gc: &str| case.skip_gc.iter().any(|s| s.0 == gc);
    for gc in ["none", "minimark"] {
        if sanitize && !skips(gc) {
            let exe = dir.path().join(gc);
            build(&case.path, &["--gc", gc, "--opt", "1", "--cc", SANITIZING], &exe)?;
            // What lives at the end is not lost.
            check(&format!("--gc={gc}"), Command::new(&exe).env("ASAN_OPTIONS", "detect_leaks=0"))?;
        }
    }
    if valgrind {
        let exe = dir.path().join("plain");
        build(&case.path, &["--opt", "2"], &exe)?;
        check("valgrind", Command::new("valgrind").arg("--error-exitcode=99").arg(&exe))?;
    }
    Ok(())
}

/// No two threads of the program use memory at the same time.
fn races(case: &Case) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let exe = dir.path().join("races");
    build(&case.path, &["--backend", "c", "--opt", "1", "--cc", RACES], &exe)?;
    let o = run(Command::new(&exe).current_dir(dir.path()), &case.stdin, 300)?;
    if o.stderr.contains("ThreadSanitizer") {
        return Err(o.report().into());
    }
    case.check_process(&o)?;
    Ok(same("stdout", &std::fs::read(case.expected())?, &o.stdout)?)
}

/// Programs that end well by themselves, from all over the folders.
fn chosen(dir: &Path, n: usize) -> Vec<Case> {
    let all: Vec<Case> = files(dir, "rpy").iter().map(|f| Case::read(f)).collect();
    let fit: Vec<Case> = all
        .into_iter()
        .filter(|c| c.exit == 0 && c.each.is_empty() && c.stderr.is_empty())
        // (valgrind ends a program whose stack overflows.)
        .filter(|c| !std::fs::read_to_string(&c.path).is_ok_and(|t| t.contains("RecursionError")))
        .collect();
    let step = (fit.len() / n.max(1)).max(1);
    fit.into_iter().skip(step / 2).step_by(step).take(n).collect()
}

pub fn tests() -> Vec<Test> {
    let (sanitize, valgrind) = (can_sanitize(SANITIZING), has_valgrind());
    let thread = can_sanitize(RACES);
    for (there, what) in [
        (sanitize, "gcc's sanitizers"),
        (thread, "gcc's sanitizer of threads"),
        (valgrind, "valgrind"),
    ] {
        if !there {
            skipped(&format!("{what} cannot be used here, so programs are not tested with it"));
        }
    }
    let dir = root().join("tests/conformance");
    let mut all = vec![];
    for case in chosen(&dir, count("TRACEWRIGHT_SANITIZE", FEW, MANY) as usize) {
        let name = case.path.strip_prefix(&dir).unwrap_or(&case.path).with_extension("");
        let name = name.display().to_string();
        all.push(Test::new(name, move || program(&case, sanitize, valgrind)));
    }
    for file in files(&dir.join("threads"), "rpy") {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if thread && (flag("TRACEWRIGHT_ALL") || name == "work_shared" || name == "from_c") {
            all.push(Test::new(format!("races {name}"), move || races(&Case::read(&file))));
        }
    }
    all
}
