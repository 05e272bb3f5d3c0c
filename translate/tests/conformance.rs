//! Programs of tests/conformance: CPython 3 says what they print (`NAME.out` stores it), and the translated programs,
//! not optimised and optimised, must print the same and end with the same exit code.
//!
//! Comments at the start of a program:
//!
//! ```text
//! # args: one two         command line
//! # stdin: text\n         input, with the escapes \n and \\
//! # exit: 3               exit code (default 0)
//! # stderr: ValueError    a part of what goes to stderr
//! # jit: yes              also with --opt=jit: with the JIT off, with eager compilation, and that with GC stress
//! # oracle: stored        CPython 3 cannot run it: NAME.out is written by hand (BLESS=1: from the -O0 program)
//! ```
//!
//! `BLESS=1` writes the `.out` files, `TRACEWRIGHT_ONLY=part` selects programs by name, `TRACEWRIGHT_STRESS=1` runs the
//! optimised programs once more with a collection at every allocation. `TRACEWRIGHT_FUZZ=N` sets the number of random
//! programs (default 2), `TRACEWRIGHT_FUZZ_SEED` the first one's seed.

mod common;

use common::*;
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Clone, Default)]
struct Case {
    path: PathBuf,
    args: Vec<String>,
    stdin: Vec<u8>,
    exit: i32,
    stderr: Vec<String>,
    stored: bool,
    jit: bool,
}

impl Case {
    fn read(path: &Path) -> Case {
        let mut c = Case { path: path.to_path_buf(), ..Case::default() };
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for line in text.lines().take_while(|l| l.starts_with('#')) {
            let Some((key, value)) = line[1..].split_once(':') else { continue };
            let value = value.trim();
            match key.trim() {
                "args" => c.args = value.split_whitespace().map(String::from).collect(),
                "stdin" => {
                    c.stdin = value.replace("\\n", "\n").replace("\\\\", "\\").into_bytes();
                }
                "exit" => c.exit = value.parse().expect("# exit: takes a number"),
                "stderr" => c.stderr.push(value.to_string()),
                "jit" => c.jit = value == "yes",
                "oracle" => c.stored = value == "stored",
                _ => {}
            }
        }
        c
    }

    fn expected(&self) -> PathBuf {
        self.path.with_extension("out")
    }

    fn check_process(&self, o: &Outcome) -> Result<(), String> {
        if o.code != self.exit {
            return Err(format!("expected exit code {}, got {}", self.exit, o.report()));
        }
        for part in &self.stderr {
            if !o.stderr.contains(part.as_str()) {
                return Err(format!("expected {part:?} in stderr, got\n{}", o.stderr));
            }
        }
        Ok(())
    }

    /// CPython's output against the stored one.
    fn oracle(&self) -> Result<(), Failed> {
        let Some(python) = python() else { return Ok(()) };
        let mut c = Command::new(python);
        c.arg(root().join("rlib/run.py")).arg(&self.path).args(&self.args);
        c.env("PYTHONDONTWRITEBYTECODE", "1");
        let o = run(&mut c, &self.stdin, 60)?;
        self.check_process(&o)?;
        Ok(against_stored(&self.expected(), &o.stdout)?)
    }

    /// The translated program's output against the stored one.
    fn translated(&self, opt: &str, stress: bool) -> Result<(), Failed> {
        let dir = tempfile::tempdir()?;
        let exe = dir.path().join("program");
        build(&self.path, &["--opt", opt, "--gc", "semispace", "--jobs", "1"], &exe)?;
        self.execute(&exe, "", stress, opt == "0" && self.stored)?;
        Ok(())
    }

    /// Translated with a JIT, in several modes of it.
    fn jitted(&self) -> Result<(), Failed> {
        let dir = tempfile::tempdir()?;
        let exe = dir.path().join("program");
        build(&self.path, &["--opt", "jit", "--jobs", "1"], &exe)?;
        let modes = [
            ("off", false),
            ("", false),
            ("threshold=3,trace_eagerness=2", false),
            ("threshold=20,trace_eagerness=10", false),
            ("threshold=3,trace_eagerness=2", true),
        ];
        for (jit, stress) in modes {
            self.execute(&exe, jit, stress, false)
                .map_err(|m| format!("TRACEWRIGHT_JIT={jit}, GC stress: {stress}: {m}"))?;
        }
        Ok(())
    }

    fn execute(&self, exe: &Path, jit: &str, stress: bool, may_bless: bool) -> Result<(), String> {
        let mut c = Command::new(exe);
        c.args(&self.args).env_remove("TRACEWRIGHT_GC").env_remove("TRACEWRIGHT_JIT");
        if !jit.is_empty() {
            c.env("TRACEWRIGHT_JIT", jit);
        }
        if stress {
            c.env("TRACEWRIGHT_GC", "stress");
        }
        let o = run(&mut c, &self.stdin, 60)?;
        self.check_process(&o)?;
        if may_bless {
            return against_stored(&self.expected(), &o.stdout);
        }
        let stored = std::fs::read(self.expected())
            .map_err(|e| format!("{}: {e}; BLESS=1 writes it", self.expected().display()))?;
        same("stdout", &stored, &o.stdout).map_err(|m| format!("{m}--- stderr\n{}", o.stderr))
    }
}

/// A random program of tests/fuzz against CPython, at all levels and with the JIT.
fn random_program(seed: u64) -> Result<(), Failed> {
    let Some(python) = python() else { return Ok(()) };
    let dir = tempfile::tempdir()?;
    let mut c = Command::new(python);
    c.arg(root().join("tests/fuzz/generate.py")).args([&seed.to_string(), "6"]);
    let made = run(&mut c, b"", 60)?;
    let path = dir.path().join("program.rpy");
    std::fs::write(&path, &made.stdout)?;
    let case = Case { path, ..Case::default() };
    let mut c = Command::new(python);
    let o = run(c.arg(root().join("rlib/run.py")).arg(&case.path), b"", 300)?;
    case.check_process(&o)?;
    std::fs::write(case.expected(), &o.stdout)?;
    case.translated("0", false)?;
    case.translated("2", true)?;
    case.jitted()
}

fn main() {
    let dir = root().join("tests/conformance");
    let mut trials = vec![];
    for path in files(&dir, "rpy") {
        let name = path.strip_prefix(&dir).unwrap_or(&path).with_extension("");
        let name = name.display().to_string();
        if !selected(&name) {
            continue;
        }
        let case = Case::read(&path);
        if !case.stored {
            let c = case.clone();
            trials.push(Trial::test(format!("{name} oracle"), move || c.oracle()));
        }
        if bless() && !case.stored {
            continue;
        }
        for opt in ["0", "2"] {
            let c = case.clone();
            let t = Trial::test(format!("{name} O{opt}"), move || c.translated(opt, false));
            trials.push(t);
        }
        if case.jit {
            let c = case.clone();
            trials.push(Trial::test(format!("{name} jit"), move || c.jitted()));
        }
        if flag("TRACEWRIGHT_STRESS") {
            let c = case.clone();
            let t = Trial::test(format!("{name} O2 stress"), move || c.translated("2", true));
            trials.push(t);
        }
    }
    let number = |name, default| {
        std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok()).unwrap_or(default)
    };
    let seed = number("TRACEWRIGHT_FUZZ_SEED", 1);
    for seed in seed..seed + number("TRACEWRIGHT_FUZZ", 2) {
        let name = format!("random program {seed}");
        if selected(&name) && !bless() {
            trials.push(Trial::test(name, move || random_program(seed)));
        }
    }
    libtest_mimic::run(&arguments(), trials).exit();
}
