//! Programs of tests/conformance: CPython 3 says what they print (`NAME.out` stores it), and the translated programs must
//! print the same and end with the same exit code: as C, not optimised and optimised, and on the low-level interpreter.
//!
//! Comments at the start of a program:
//!
//! ```text
//! # args: one two             command line
//! # stdin: text\n             input, with the escapes \n and \\
//! # exit: 3                   exit code (default 0)
//! # stderr: ValueError        a part of what goes to stderr
//! # each: one two             runs once for each word as its only argument; the output has what goes to stderr, with tracebacks,
//!                             and the exit code too; not on the low-level interpreter
//! # jit: yes                  also with --opt=jit: with the JIT off, with eager compilation, and that with GC stress
//! # oracle: stored            CPython 3 cannot run it: NAME.out is written by hand (BLESS=1: from the -O0 program)
//! # skip-llinterp: reason     the low-level interpreter cannot run it (it has no collector, for example)
//! ```
//!
//! `BLESS=1` writes the `.out` files, `TRACEWRIGHT_ONLY=part` selects programs by path, `TRACEWRIGHT_STRESS=1` runs the
//! optimised programs once more with a collection at every allocation. `TRACEWRIGHT_FUZZ=N` sets the number of random
//! programs (default 200), `TRACEWRIGHT_FUZZ_SEED` the first one's seed. The end of the output says how many programs ran
//! where, and where the time went.

mod common;

use common::matrix::{self, Low, Request};
use common::*;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::Instant;

#[derive(Clone, Default)]
struct Case {
    path: PathBuf,
    args: Vec<String>,
    stdin: Vec<u8>,
    exit: i32,
    stderr: Vec<String>,
    stored: bool,
    jit: bool,
    each: Vec<String>,
    skip_low: Option<String>,
}

/// What is told at the end.
#[derive(Default)]
struct Summary {
    /// Programs by executor.
    ran: BTreeMap<&'static str, usize>,
    /// Why programs were not run on the low-level interpreter.
    skipped: BTreeMap<String, String>,
    /// Milliseconds by part of the work.
    times: BTreeMap<String, u64>,
}

static SUMMARY: Mutex<Option<Summary>> = Mutex::new(None);

fn note(f: impl FnOnce(&mut Summary)) {
    let mut s = SUMMARY.lock().unwrap_or_else(|e| e.into_inner());
    f(s.get_or_insert_with(Summary::default));
}

/// Counts an executor's run and its time.
fn timed<T>(executor: &'static str, f: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let r = f();
    let ms = start.elapsed().as_millis() as u64;
    note(|s| {
        *s.ran.entry(executor).or_default() += 1;
        *s.times.entry(format!("running {executor}")).or_default() += ms;
    });
    r
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
                "each" => {
                    c.each.extend(value.split_whitespace().map(String::from));
                    c.skip_low.get_or_insert("runs several times".into());
                }
                "jit" => c.jit = value == "yes",
                "oracle" => c.stored = value == "stored",
                "skip-llinterp" => c.skip_low = Some(value.to_string()),
                _ => {}
            }
        }
        c
    }

    fn expected(&self) -> PathBuf {
        self.path.with_extension("out")
    }

    fn stored_output(&self) -> Result<Vec<u8>, String> {
        std::fs::read(self.expected())
            .map_err(|e| format!("{}: {e}; BLESS=1 writes it", self.expected().display()))
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

    /// Runs the program, once or for each word of `# each:`.
    fn run(&self, c: &mut Command) -> Result<Outcome, String> {
        if self.each.is_empty() {
            let o = run(c, &self.stdin, 120)?;
            self.check_process(&o)?;
            return Ok(o);
        }
        let mut all = vec![];
        for word in &self.each {
            let mut one = Command::new(c.get_program());
            one.args(c.get_args()).arg(word);
            if let Some(dir) = c.get_current_dir() {
                one.current_dir(dir);
            }
            for (k, v) in c.get_envs() {
                match v {
                    Some(v) => one.env(k, v),
                    None => one.env_remove(k),
                };
            }
            let o = run(&mut one, &self.stdin, 60)?;
            all.extend(format!("== {word}\n").bytes());
            all.extend(&o.stdout);
            all.extend(plain_traceback(&o.stderr).bytes());
            if o.code != 0 {
                all.extend(format!("exit code {}\n", o.code).bytes());
            }
        }
        Ok(Outcome { code: 0, stdout: all, stderr: String::new() })
    }

    /// CPython's output against the stored one.
    fn oracle(&self) -> Result<(), String> {
        let Some(python) = python() else { return Ok(()) };
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let mut c = Command::new(python);
        c.arg(root().join("rlib/run.py")).arg(&self.path).args(&self.args);
        c.env("PYTHONDONTWRITEBYTECODE", "1").current_dir(&dir);
        let o = timed("CPython", || self.run(&mut c))?;
        against_stored(&self.expected(), &o.stdout)
    }

    /// On all executors; what differs, of all of them.
    fn everywhere(&self, stress: bool) -> Result<(), Failed> {
        let mut wrong = vec![];
        if !self.stored
            && let Err(m) = self.oracle()
        {
            wrong.push(format!("CPython: {m}"));
        }
        if !bless() || self.stored {
            self.translated(stress, &mut wrong)?;
            if self.jit
                && let Err(m) = self.jitted()
            {
                wrong.push(m);
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
    }

    /// As C at two levels and on the low-level interpreter, against the stored output.
    fn translated(&self, stress: bool, wrong: &mut Vec<String>) -> Result<(), String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let low = self.skip_low.is_none().then_some((&self.args[..], &self.stdin[..]));
        let request = Request { program: &self.path, levels: &["0", "2"], low };
        let made = matrix::make(&request, dir.path())?;
        note(|s| {
            for (what, ms) in &made.times {
                *s.times.entry(format!("translating: {what}")).or_default() += ms;
            }
        });
        let runs = [("C -O0", 0, false), ("C -O2", 1, false), ("C -O2, GC stress", 1, true)];
        for (name, i, stressed) in runs {
            if stressed && !stress {
                continue;
            }
            let r = match &made.executables[i] {
                Ok(exe) => timed(name, || self.execute(exe, "", stressed, i == 0 && self.stored)),
                Err(_) if stressed => Ok(()),
                Err(m) => Err(m.clone()),
            };
            wrong.extend(r.err().map(|m| format!("{name}: {m}")));
        }
        if let Err(m) = self.low_level(made.low) {
            wrong.push(format!("low-level interpreter: {m}"));
        }
        Ok(())
    }

    fn low_level(&self, low: Option<Low>) -> Result<(), String> {
        let skipped = match low {
            Some(Low::Ended(code, out)) => {
                note(|s| *s.ran.entry("low-level interpreter").or_default() += 1);
                if code != self.exit {
                    return Err(format!("expected exit code {}, got {code}", self.exit));
                }
                return same("stdout", &self.stored_output()?, &out);
            }
            Some(Low::Fault(m)) => return Err(m),
            Some(Low::Skipped(why)) => why,
            None => self.skip_low.clone().unwrap_or_default(),
        };
        let name = self.path.strip_prefix(root().join("tests/conformance")).unwrap_or(&self.path);
        let name = name.with_extension("").display().to_string();
        note(|s| drop(s.skipped.insert(name, skipped)));
        Ok(())
    }

    /// Translated with a JIT, in several modes of it.
    fn jitted(&self) -> Result<(), String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let exe = dir.path().join("program");
        timed("C --opt=jit", || build(&self.path, &["--opt", "jit", "--jobs", "1"], &exe))?;
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
        if let Some(dir) = exe.parent() {
            c.current_dir(dir);
        }
        if !jit.is_empty() {
            c.env("TRACEWRIGHT_JIT", jit);
        }
        if stress {
            c.env("TRACEWRIGHT_GC", "stress");
        }
        let o = self.run(&mut c)?;
        if may_bless {
            return against_stored(&self.expected(), &o.stdout);
        }
        same("stdout", &self.stored_output()?, &o.stdout)
            .map_err(|m| format!("{m}--- stderr\n{}", o.stderr))
    }
}

/// What goes to stderr as CPython and a translated program have it in common: no frames of rlib/run.py, no marks below the
/// source lines, only the last one of a chain of exceptions, and files without folders.
fn plain_traceback(stderr: &str) -> String {
    let start = stderr.rfind("Traceback (most recent call last):").unwrap_or(0);
    let mut out = String::new();
    let mut hidden = false;
    for line in stderr[start..].lines() {
        if let Some(rest) = line.strip_prefix("  File \"") {
            let (path, rest) = rest.split_once('"').unwrap_or((rest, ""));
            hidden = path.ends_with("rlib/run.py");
            if !hidden {
                let file = path.rsplit('/').next().unwrap_or(path);
                out.push_str(&format!("  File \"{file}\"{rest}\n"));
            }
            continue;
        }
        hidden &= line.starts_with("    ");
        let marks = line.starts_with("    ") && line.trim().chars().all(|c| c == '^' || c == '~');
        if !hidden && !marks {
            out.push_str(&line.replace("__rpython_target__.", ""));
            out.push('\n');
        }
    }
    out
}

/// This many random programs are one executable.
const BATCH: u64 = 10;

/// Random programs of tests/fuzz against CPython, like those of tests/conformance; the optimised ones once more with a
/// collection at every allocation, and with `jit` also with a JIT.
fn random_programs(seed: u64, count: u64, jit: bool) -> Result<(), Failed> {
    let Err(m) = random_batch(seed, count, jit) else { return Ok(()) };
    // Which of them?
    let mut wrong = vec![];
    for n in seed..seed + count {
        wrong.extend(random_batch(n, 1, jit).err().map(|m| format!("program {n}: {m}")));
    }
    Err(if wrong.is_empty() { m } else { wrong.join("\n") }.into())
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
    let mut c = Command::new(python);
    let o = timed("CPython", || run(c.arg(root().join("rlib/run.py")).arg(&case.path), b"", 300))?;
    case.check_process(&o)?;
    std::fs::write(case.expected(), &o.stdout).map_err(|e| e.to_string())?;
    let mut wrong = vec![];
    case.translated(true, &mut wrong)?;
    if jit {
        wrong.extend(case.jitted().err());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// How many programs ran where, what was left out, and where the time went.
fn summary(folders: &BTreeMap<String, usize>, wall: f64) {
    let Some(s) = SUMMARY.lock().unwrap_or_else(|e| e.into_inner()).take() else { return };
    let list = |m: Vec<String>| m.join(", ");
    println!(
        "{} programs: {}",
        folders.values().sum::<usize>(),
        list(folders.iter().map(|(f, n)| format!("{f} {n}")).collect())
    );
    println!("runs: {}", list(s.ran.iter().map(|(e, n)| format!("{e} {n}")).collect()));
    if !s.skipped.is_empty() {
        println!("skipped by the low-level interpreter: {}", s.skipped.len());
        for (name, why) in &s.skipped {
            println!("    {name}: {why}");
        }
    }
    let seconds = |(what, ms): (&String, &u64)| format!("{what} {:.1}", *ms as f64 / 1e3);
    println!("{wall:.0} s; seconds of work: {}", list(s.times.iter().map(seconds).collect()));
}

fn main() -> ExitCode {
    if let Some(code) = matrix::child() {
        return code;
    }
    let start = Instant::now();
    let dir = root().join("tests/conformance");
    let mut trials = vec![];
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for path in files(&dir, "rpy") {
        let relative = path.strip_prefix(&dir).unwrap_or(&path).with_extension("");
        let name = relative.display().to_string();
        if !selected(&name) {
            continue;
        }
        let folder = relative.parent().map(|p| p.display().to_string()).unwrap_or_default();
        *folders.entry(if folder.is_empty() { "(top)".into() } else { folder }).or_default() += 1;
        let case = Case::read(&path);
        let stress = flag("TRACEWRIGHT_STRESS");
        trials.push(Trial::test(name, move || case.everywhere(stress)));
    }
    let number = |name, default| {
        std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok()).unwrap_or(default)
    };
    let (first, count) = (number("TRACEWRIGHT_FUZZ_SEED", 1), number("TRACEWRIGHT_FUZZ", 200));
    for seed in (first..first + count).step_by(BATCH as usize) {
        let n = BATCH.min(first + count - seed);
        let name = format!("random programs {seed} to {}", seed + n - 1);
        if selected(&name) && !bless() {
            // A JIT takes long to make: for every tenth batch.
            let jit = seed % (10 * BATCH) == 1;
            trials.push(Trial::test(name, move || random_programs(seed, n, jit)));
        }
    }
    let conclusion = libtest_mimic::run(&arguments(), trials);
    summary(&folders, start.elapsed().as_secs_f64());
    conclusion.exit_code()
}
