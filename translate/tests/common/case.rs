//! A program that all executors must agree on: what its comments ask for, its runs, and where the time went.

use super::matrix::{self, Low, Made, Request};
use super::*;
use clap::ValueEnum;
use libtest_mimic::Failed;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;
use translate::cli::Gc;

#[derive(Clone, Default)]
pub struct Case {
    pub path: PathBuf,
    pub args: Vec<String>,
    pub env: Vec<(String, String)>,
    pub stdin: Vec<u8>,
    pub exit: i32,
    pub stderr: Vec<String>,
    pub stored: bool,
    pub jit: bool,
    pub each: Vec<String>,
    pub skip_low: Option<String>,
    pub header: Option<String>,
    /// Collectors that it is not run with, and why.
    pub skip_gc: Vec<(String, String)>,
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

/// A way of the object back end beside -O2.
#[derive(Debug)]
enum Way {
    Level(&'static str),
    /// -O2, run with a collection at every allocation.
    Stress,
    Gc(String),
    Jit,
}

/// One program in so many is made in a further way by the object back end.
const OBJECTS_EACH: usize = 9;

/// Of a few, CPython says of one program in so many once more what it prints.
const ORACLE_EACH: usize = 3;

/// Programs that do something else untranslated, each with the reason.
const UNTRANSLATED: &str = "tests/conformance/untranslated.txt";

/// The collectors that are not the default one, and can be had here.
fn other_collectors() -> Vec<String> {
    let boehm = Path::new("/usr/include/gc/gc.h").exists();
    let all = Gc::value_variants().iter().filter(|gc| **gc != Gc::Minimark);
    let names = all.filter(|gc| **gc != Gc::Boehm || boehm).filter_map(|gc| gc.to_possible_value());
    names.map(|v| v.get_name().to_string()).collect()
}

static SUMMARY: Mutex<Option<Summary>> = Mutex::new(None);

fn note(f: impl FnOnce(&mut Summary)) {
    let mut s = SUMMARY.lock().unwrap_or_else(|e| e.into_inner());
    f(s.get_or_insert_with(Summary::default));
}

/// Counts an executor's run and its time.
pub fn timed<T>(executor: &'static str, f: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let r = f();
    let ms = start.elapsed().as_millis() as u64;
    note(|s| {
        *s.ran.entry(executor).or_default() += 1;
        *s.times.entry(format!("running {executor}")).or_default() += ms;
    });
    r
}

/// Notes where the time of a translation went.
fn note_times(made: &Made) {
    note(|s| {
        for (what, ms) in &made.times {
            *s.times.entry(format!("translating: {what}")).or_default() += ms;
        }
    });
}

impl Case {
    pub fn read(path: &Path) -> Case {
        let mut c = Case { path: path.to_path_buf(), ..Case::default() };
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for line in text.lines().take_while(|l| l.starts_with('#')) {
            let Some((key, value)) = line[1..].split_once(':') else { continue };
            let value = value.trim();
            match key.trim() {
                "args" => c.args = value.split_whitespace().map(String::from).collect(),
                "env" => {
                    let (k, v) = value.split_once('=').expect("# env: takes NAME=VALUE");
                    c.env.push((k.into(), v.into()));
                }
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
                "header" => c.header = Some(value.to_string()),
                "skip-gc" => {
                    let (gc, why) =
                        value.split_once(' ').expect("# skip-gc: takes NAME and reason");
                    c.skip_gc.push((gc.into(), why.into()));
                }
                _ => {}
            }
        }
        c
    }

    /// A header of C that the program needs and the C compiler does not find.
    pub fn missing_header(&self) -> Option<&str> {
        let header = self.header.as_deref()?;
        let question = format!("echo '#include <{header}>' | cc -E - >/dev/null 2>&1");
        let found = std::process::Command::new("sh").args(["-c", &question]).status();
        (!found.is_ok_and(|s| s.success())).then_some(header)
    }

    pub fn expected(&self) -> PathBuf {
        self.path.with_extension("out")
    }

    fn stored_output(&self) -> Result<Vec<u8>, String> {
        std::fs::read(self.expected())
            .map_err(|e| format!("{}: {e}; BLESS=1 writes it", self.expected().display()))
    }

    pub fn check_process(&self, o: &Outcome) -> Result<(), String> {
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
    pub fn run(&self, c: &mut Command) -> Result<Outcome, String> {
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
        let Some(mut c) = cpython(&self.path) else { return Ok(()) };
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        c.args(&self.args).current_dir(&dir);
        let o = timed("CPython", || self.run(&mut c))?;
        against_stored(&self.expected(), &o.stdout)
    }

    /// On the executors; what differs, of all of them.
    pub fn everywhere(&self, stress: bool) -> Result<(), Failed> {
        let mut wrong = vec![];
        if all_objects() && !bless() {
            self.further_objects(&mut wrong);
            return if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) };
        }
        if !self.stored
            && (!self.few() || self.turn().is_multiple_of(ORACLE_EACH))
            && let Err(m) = self.oracle()
        {
            wrong.push(format!("CPython: {m}"));
        }
        if !bless() || self.stored {
            self.translated(stress, &mut wrong)?;
            if self.jit
                && chosen_gc().is_none_or(|gc| !["boehm", "ref"].contains(&&*gc))
                && let Err(m) = self.jitted("c")
            {
                wrong.push(m);
            }
            self.further_objects(&mut wrong);
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
    }

    /// As it is, by `translate run`. What cannot be so run is `known`, with the reason: an error if it can.
    fn untranslated(&self, known: Option<&str>) -> Result<(), String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let mut c = translate();
        c.arg("run").arg(&self.path).args(&self.args).current_dir(&dir);
        c.envs(self.env.iter().map(|(name, value)| (name, value)));
        let ran = timed("untranslated", || self.run(&mut c));
        let same = ran.and_then(|o| same("stdout", &self.stored_output()?, &o.stdout));
        match (same, known) {
            (Ok(()), Some(why)) => Err(format!("it can be run; {UNTRANSLATED} says: {why}")),
            (Err(m), None) => Err(m),
            _ => Ok(()),
        }
    }

    /// The program untranslated.
    pub fn as_it_is(&self) -> Result<(), String> {
        let known = self.known_to_differ()?;
        if bless() || known.as_ref().is_some_and(|why| why.starts_with("not run")) {
            return Ok(());
        }
        self.untranslated(known.as_deref()).map_err(|m| format!("untranslated: {m}"))
    }

    /// Why the program does something else untranslated.
    fn known_to_differ(&self) -> Result<Option<String>, String> {
        let list = root().join(UNTRANSLATED);
        let text =
            std::fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
        let name = self.path.strip_prefix(root().join("tests/conformance")).unwrap_or(&self.path);
        let name = name.with_extension("").display().to_string();
        let mut rows = text.lines().filter_map(|l| l.split_once(": "));
        Ok(rows.find(|(n, _)| *n == name).map(|(_, why)| why.to_string()))
    }

    /// The program's number: another one when `TRACEWRIGHT_ROTATION` is another.
    pub fn turn(&self) -> usize {
        let turn = std::env::var("TRACEWRIGHT_ROTATION").unwrap_or_default();
        let name = self.path.file_stem().unwrap_or_default().as_encoded_bytes();
        let number = name.iter().fold(0usize, |n, b| n.wrapping_mul(31) + *b as usize);
        number.wrapping_add(turn.parse().unwrap_or(0))
    }

    /// Whether not everything is done with each program: what is left out now is done by another number of the rotation.
    fn few(&self) -> bool {
        std::env::var_os("TRACEWRIGHT_ROTATION").is_some() && !flag("TRACEWRIGHT_ALL") && !bless()
    }

    /// Of a few, these are made at -O0; the others are run untranslated. (Both change by turns what makes them at -O2.)
    pub fn has_turn_at_o0(&self) -> bool {
        (self.turn() / 2).is_multiple_of(2)
    }

    /// Further ways of the object back end: all of them with `TRACEWRIGHT_OBJECT=all`, otherwise one for some programs.
    fn further_objects(&self, wrong: &mut Vec<String>) {
        let mut ways = vec![Way::Level("0"), Way::Stress];
        if chosen_gc().is_none() {
            let skipped = |gc: &str| self.skip_gc.iter().any(|s| s.0 == gc);
            ways.extend(other_collectors().into_iter().filter(|gc| !skipped(gc)).map(Way::Gc));
        }
        if self.jit {
            ways.push(Way::Jit);
        }
        if all_objects() {
            ways.push(Way::Level("2"));
        } else {
            let turn = self.turn();
            if !turn.is_multiple_of(OBJECTS_EACH) {
                return;
            }
            ways = vec![ways.swap_remove(turn / OBJECTS_EACH % ways.len())];
        }
        // What has the same front end is made together.
        let (mut others, same): (Vec<_>, Vec<_>) =
            ways.into_iter().partition(|w| matches!(w, Way::Gc(_) | Way::Jit));
        let mut made: Vec<Vec<Way>> = others.drain(..).map(|w| vec![w]).collect();
        made.extend(Some(same).filter(|s| !s.is_empty()));
        for ways in made {
            let r = self.objects(&ways, wrong);
            wrong.extend(r.err().map(|m| format!("object file, {ways:?}: {m}")));
        }
    }

    /// By the object back end in some ways that have a collector in common, against the stored output.
    fn objects(&self, ways: &[Way], wrong: &mut Vec<String>) -> Result<(), String> {
        let gc = match ways {
            [Way::Jit] => return self.jitted("obj"),
            [Way::Gc(gc)] => Some(&gc[..]),
            _ => None,
        };
        let level = |way: &Way| match way {
            Way::Level("0") => "obj0",
            _ => "obj2",
        };
        let mut levels: Vec<&str> = ways.iter().map(level).collect();
        levels.sort();
        levels.dedup();
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let request = Request { program: &self.path, levels: &levels, gc, low: None };
        let made = matrix::make(&request, dir.path())?;
        note_times(&made);
        for way in ways {
            let name = match way {
                Way::Stress => "object file, GC stress",
                Way::Gc(_) => "object file, other collectors",
                Way::Level("0") => "object file -O0",
                _ => "object file",
            };
            let at = levels.iter().position(|l| *l == level(way)).unwrap_or_default();
            let stress = matches!(way, Way::Stress);
            let r = match &made.executables[at] {
                Ok(exe) => timed(name, || self.execute(exe, "", stress, false)),
                Err(m) => Err(m.clone()),
            };
            wrong.extend(r.err().map(|m| format!("{name}, {way:?}: {m}")));
        }
        Ok(())
    }

    /// As C (of a few: every other time), optimised as C or as an object file by turns (`TRACEWRIGHT_ALL=1`: both), and on the
    /// low-level interpreter, against the stored output.
    pub fn translated(&self, stress: bool, wrong: &mut Vec<String>) -> Result<(), String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let low = self.skip_low.is_none().then_some((&self.args[..], &self.stdin[..]));
        // gcc -O2 takes more time than all the rest.
        let levels: &[&str] = match flag("TRACEWRIGHT_ALL") || stress || bless() {
            true => &["0", "2", "obj2"],
            false => match (self.turn().is_multiple_of(2), self.few() && !self.has_turn_at_o0()) {
                (true, false) => &["0", "2"],
                (false, false) => &["0", "obj2"],
                (true, true) => &["2"],
                (false, true) => &["obj2"],
            },
        };
        let request = Request { program: &self.path, levels, gc: None, low };
        let made = matrix::make(&request, dir.path())?;
        note_times(&made);
        let runs = [
            ("C -O0", "0", false),
            ("C -O2", "2", false),
            ("C -O2, GC stress", "2", true),
            ("object file", "obj2", false),
        ];
        for (name, level, stressed) in runs {
            let Some(i) = levels.iter().position(|l| *l == level) else { continue };
            if stressed && !stress {
                continue;
            }
            let r = match &made.executables[i] {
                Ok(exe) => {
                    timed(name, || self.execute(exe, "", stressed, level == "0" && self.stored))
                }
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

    /// Translated with the `n`-th of the other collectors, as it is; with ref also under stress.
    pub fn with_other_collector(&self, n: usize) -> Result<(), String> {
        let all = other_collectors();
        let gc = &all[n % all.len()];
        if self.skip_gc.iter().any(|s| s.0 == *gc) {
            return Ok(());
        }
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let exe = dir.path().join("program");
        timed("C, other collectors", || build(&self.path, &["--jobs", "1", "--gc", gc], &exe))?;
        // (ref frees at once what may be used no more; the others are slow under stress)
        let modes: &[bool] = if gc == "ref" { &[false, true] } else { &[false] };
        for &stress in modes {
            self.execute(&exe, "", stress, false).map_err(|m| format!("--gc={gc}: {m}"))?;
        }
        Ok(())
    }

    /// Translated with a JIT, in several modes of it.
    pub fn jitted(&self, backend: &str) -> Result<(), String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let exe = dir.path().join("program");
        let mut options = vec!["--opt", "jit", "--jobs", "1", "--backend", backend];
        let gc = chosen_gc();
        if let Some(gc) = &gc {
            options.extend(["--gc", gc]);
        }
        let name = if backend == "c" { "C --opt=jit" } else { "object file --opt=jit" };
        timed(name, || build(&self.path, &options, &exe))?;
        let modes = [
            ("off", false),
            ("", false),
            ("threshold=3,trace_eagerness=2,unroll_threshold=0", false),
            ("threshold=20,trace_eagerness=10,unroll_threshold=15", false),
            ("threshold=3,trace_eagerness=2,bridge_share=1,bridge_start=0", false),
            ("threshold=3,trace_eagerness=2", true),
            ("timeshift=1", false),
            ("timeshift=1,threshold=3,trace_eagerness=2", false),
            ("timeshift=1,threshold=3,trace_eagerness=2", true),
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
        for (name, value) in &self.env {
            c.env(name, value);
        }
        if stress {
            // What fills a small heap would collect without end.
            if self.env.iter().any(|(name, _)| name == "TRACEWRIGHT_GC") {
                return Ok(());
            }
            c.env("TRACEWRIGHT_GC", "stress");
        } else if !self.env.iter().any(|(name, _)| name.contains("_GC")) {
            // The nursery is full of rubbish: what code forgets to clear shows. (Stress has everything allocated by the collector's functions.)
            c.env("PYPY_GC_NURSERY_DEBUG", "1").env("PYPY_GC_NURSERY", "1M");
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

/// How many programs ran where, what was left out, and where the time went.
pub fn summary(folders: &BTreeMap<String, usize>, wall: f64) {
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
