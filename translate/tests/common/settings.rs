//! Settings: the ways in which a conformance program is made and run, and which of them a run of the tests has.
//!
//! Each program is made at -O2 by the object back end; each with a JitDriver also has its JIT. A part of the programs, always
//! the same ones, is done in further ways ([`Setting::share`]). `TRACEWRIGHT_ALL=1` is the long run: every program in every
//! setting. `TRACEWRIGHT_SETTINGS=c2-gcc,stress` runs all programs in the settings whose names contain one of these, and in
//! no other.

use super::case::Case;
use super::matrix::{self, Low, Made, Request};
use super::*;
use clap::ValueEnum;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Instant;
use translate::cli::Gc;

/// A way to make and run a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The program runs under CPython, and must print what is stored.
    CPython,
    /// The program runs by `translate run`.
    Untranslated,
    LowLevel,
    /// An executable: its level as [`matrix::LEVELS`] names it, a collector that is not the default one, and what is made hard for it.
    Executable {
        level: &'static str,
        gc: Option<String>,
        memory: Memory,
    },
    /// The program runs with a JIT in several modes of it.
    Jit {
        backend: &'static str,
    },
    /// The program runs with a JIT that compiles eagerly, while allocations fail.
    FailingJit,
    /// The program runs with a handler around each statement, while allocations fail.
    Guarded,
}

/// Says how the collector treats an executable.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Memory {
    /// It works as always.
    Plain,
    /// It collects at every allocation.
    Stress,
    /// An allocation fails, another one in each run (`failing.rs`).
    Failing,
}

/// The collectors that are not the default one, and can be had here.
fn other_collectors() -> Vec<String> {
    let boehm = Path::new("/usr/include/gc/gc.h").exists();
    let all = Gc::value_variants().iter().filter(|gc| **gc != Gc::Minimark);
    let names = all.filter(|gc| **gc != Gc::Boehm || boehm).filter_map(|gc| gc.to_possible_value());
    names.map(|v| v.get_name().to_string()).collect()
}

/// Says what in `TRACEWRIGHT_SETTINGS` stands in the name of no setting: with it nothing would be tested, and all be well.
pub fn check_asked<'a>(programs: impl Iterator<Item = &'a Case>) -> Result<(), String> {
    let Some(asked) = asked() else { return Ok(()) };
    let names: BTreeSet<String> =
        programs.flat_map(|case| case.all_settings()).map(|s| s.name()).collect();
    match asked.iter().find(|part| !names.iter().any(|name| name.contains(*part))) {
        Some(part) => {
            let names = Vec::from_iter(names).join(" ");
            Err(format!("TRACEWRIGHT_SETTINGS: there is no '{part}' among the settings {names}"))
        }
        None => Ok(()),
    }
}

/// Gives the settings that `TRACEWRIGHT_SETTINGS` asks for.
fn asked() -> Option<Vec<String>> {
    let text = std::env::var("TRACEWRIGHT_SETTINGS").ok().filter(|t| !t.is_empty())?;
    Some(text.split(',').map(String::from).collect())
}

impl Setting {
    pub fn executable(level: &'static str) -> Setting {
        Setting::Executable { level, gc: None, memory: Memory::Plain }
    }

    pub fn stressed(level: &'static str) -> Setting {
        Setting::Executable { level, gc: None, memory: Memory::Stress }
    }

    fn failing(level: &'static str) -> Setting {
        Setting::Executable { level, gc: None, memory: Memory::Failing }
    }

    /// Gives the name that `TRACEWRIGHT_SETTINGS` and the summary use: `cpython`, `obj2`, `c0-clang`, `obj2-stress`,
    /// `obj2-semispace`, `obj2-fail`, `jit-c`.
    pub fn name(&self) -> String {
        match self {
            Setting::CPython => "cpython".into(),
            Setting::Untranslated => "untranslated".into(),
            Setting::LowLevel => "low-level".into(),
            Setting::Executable { level, gc, memory } => {
                let gc = gc.as_ref().map(|gc| format!("-{gc}")).unwrap_or_default();
                let memory = match memory {
                    Memory::Plain => "",
                    Memory::Stress => "-stress",
                    Memory::Failing => "-fail",
                };
                format!("{level}{gc}{memory}")
            }
            Setting::Jit { backend } => format!("jit-{backend}"),
            Setting::FailingJit => "jit-fail".into(),
            Setting::Guarded => "guarded-fail".into(),
        }
    }

    /// One program in so many has the setting in the short run, those whose number divided by it leaves this rest. None: no program
    /// has it (where allocations fail some programs show faults that are known).
    fn share(&self) -> Option<(usize, usize)> {
        Some(match self {
            Setting::FailingJit | Setting::Guarded => return None,
            Setting::Executable { memory: Memory::Failing, .. } => return None,
            Setting::Jit { backend: "obj" } => (1, 0),
            Setting::LowLevel => (2, 0),
            Setting::CPython => (4, 0),
            Setting::Untranslated => (4, 1),
            Setting::Jit { .. } => (16, 3),
            Setting::Executable { level, gc: None, memory: Memory::Plain } => match *level {
                "obj2" => (1, 0),
                "obj0" => (16, 2),
                "c0-clang" => (32, 5),
                "c2-gcc" => (32, 9),
                "c0-gcc" => (64, 14),
                _ => (64, 30),
            },
            Setting::Executable { gc: None, level: "obj2", .. } => (16, 13),
            Setting::Executable { gc: None, .. } => (64, 46),
            Setting::Executable { level: "obj2", .. } => (32, 11),
            Setting::Executable { .. } => (64, 62),
        })
    }
}

impl Case {
    pub fn name(&self) -> String {
        let name = self.path.strip_prefix(root().join("tests/conformance")).unwrap_or(&self.path);
        name.with_extension("").display().to_string()
    }

    /// Every setting that the program can have.
    fn all_settings(&self) -> Vec<Setting> {
        let mut all = vec![];
        if !self.stored {
            all.push(Setting::CPython);
        }
        all.push(Setting::Untranslated);
        if self.skip_low.is_none() {
            all.push(Setting::LowLevel);
        }
        if !has_clang() {
            skipped("there is no clang, so no program is compiled with it");
        }
        let levels = matrix::LEVELS.into_iter().filter(|l| !l.ends_with("clang") || has_clang());
        all.extend(levels.map(Setting::executable));
        all.extend(["c2-gcc", "obj2"].map(Setting::stressed));
        all.extend(["obj0", "obj2"].map(Setting::failing));
        // (Half of the programs, and one of the other collectors for each: that allocations fail takes as long as all else.)
        if (self.number() / 5).is_multiple_of(2) {
            all.push(Setting::Guarded);
        }
        let others = other_collectors();
        let by_c = self.number() / 7 % others.len();
        let fails = self.number() / 3 % others.len();
        for (n, gc) in others.into_iter().enumerate() {
            if self.skip_gc.iter().any(|s| s.0 == gc) {
                continue;
            }
            // By C each program has one of them. (ref frees at once what may be used no more; the others are slow under stress.)
            let levels: &[&str] = if by_c == n { &["obj2", "c0-gcc"] } else { &["obj2"] };
            for level in levels {
                let memory: &[Memory] = match &*gc {
                    "ref" => &[Memory::Plain, Memory::Stress, Memory::Failing],
                    "none" => &[Memory::Plain],
                    _ => &[Memory::Plain, Memory::Failing],
                };
                let memory = memory.iter().filter(|m| **m != Memory::Failing || fails == n);
                all.extend(memory.map(|&memory| Setting::Executable {
                    level,
                    gc: Some(gc.clone()),
                    memory,
                }));
            }
        }
        if self.jit {
            all.extend(["obj", "c"].map(|backend| Setting::Jit { backend }));
            all.push(Setting::FailingJit);
        }
        if let Ok(Some(why)) = self.listed(FAILING) {
            skipped(&format!("{}, while allocations fail: {why}", self.name()));
            all.retain(|s| !s.name().ends_with("-fail"));
        }
        all
    }

    /// The settings of this run.
    pub fn settings(&self) -> Vec<Setting> {
        if bless() {
            return vec![if self.stored { Setting::executable("obj2") } else { Setting::CPython }];
        }
        let mut all = self.all_settings();
        match asked() {
            Some(asked) => all.retain(|s| asked.iter().any(|part| s.name().contains(part))),
            None if flag("TRACEWRIGHT_ALL") => {}
            None => {
                all.retain(|s| s.share().is_some_and(|(each, rest)| self.number() % each == rest))
            }
        }
        all
    }

    /// `--verify` for the program: after each pass for one in four in the short run, and for all in the long run. (It takes a third of
    /// the time of making an executable, and passes that go from graph to graph together are then done one after the other.)
    fn verify(&self) -> &'static str {
        if flag("TRACEWRIGHT_ALL") || self.number() % 4 == 2 { "passes" } else { "stages" }
    }

    /// Runs the program in the settings; what differs, of all of them.
    pub fn check(&self, settings: &[Setting]) -> Result<(), String> {
        let mut wrong = vec![];
        let mut failed = |what: &str, r: Result<(), String>| {
            wrong.extend(r.err().map(|m| format!("{what}: {m}")));
        };
        let mut collectors: Vec<Option<String>> = vec![];
        for s in settings {
            match s {
                Setting::CPython => failed("CPython", self.oracle()),
                Setting::Untranslated => failed("untranslated", self.as_it_is()),
                Setting::Jit { backend } => failed(&s.name(), self.jitted(backend)),
                Setting::FailingJit => failed(&s.name(), self.failing_jit()),
                Setting::Guarded => {
                    failed(&s.name(), timed("guarded-fail", || self.fail_guarded()));
                }
                Setting::LowLevel => collectors.push(None),
                Setting::Executable { gc, .. } => collectors.push(gc.clone()),
            }
        }
        collectors.sort();
        collectors.dedup();
        // What has the same front end is made together.
        for gc in collectors {
            let same = |s: &&Setting| match s {
                Setting::Executable { gc: other, .. } => *other == gc,
                _ => false,
            };
            let executables: Vec<&Setting> = settings.iter().filter(same).collect();
            let low = gc.is_none() && settings.contains(&Setting::LowLevel);
            if let Err(m) = self.translated(gc.as_deref(), &executables, low, &mut failed) {
                failed(&gc.unwrap_or_else(|| "translation".into()), Err(m));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    }

    /// CPython's output against the stored one.
    fn oracle(&self) -> Result<(), String> {
        let Some(mut c) = cpython(&self.path) else { return Ok(()) };
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        c.args(&self.args).current_dir(&dir);
        let o = timed("cpython", || self.run(&mut c))?;
        against_stored(&self.expected(), &o.stdout)
    }

    /// Runs the program by `translate run`. A program that is known to do something else so must
    /// not do the same.
    fn as_it_is(&self) -> Result<(), String> {
        let known = self.known_to_differ()?;
        if known.as_ref().is_some_and(|why| why.starts_with("not run")) {
            return Ok(());
        }
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let mut c = translate();
        c.arg("run").arg(&self.path).args(&self.args).current_dir(&dir);
        c.envs(self.env.iter().map(|(name, value)| (name, value)));
        let ran = timed("untranslated", || self.run(&mut c));
        let right = ran.and_then(|o| same("stdout", &self.stored_output()?, &o.stdout));
        match (right, known) {
            (Ok(()), Some(why)) => Err(format!("it can be run; {UNTRANSLATED} says: {why}")),
            (Err(m), None) => Err(m),
            _ => Ok(()),
        }
    }

    /// Says why the program does something else untranslated.
    fn known_to_differ(&self) -> Result<Option<String>, String> {
        self.listed(UNTRANSLATED)
    }

    /// Gives what a list of programs says of this one, if that is in it.
    fn listed(&self, list: &str) -> Result<Option<String>, String> {
        let list = root().join(list);
        let text =
            std::fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
        let name = self.name();
        let mut rows = text.lines().filter_map(|l| l.split_once(": "));
        Ok(rows.find(|(n, _)| *n == name).map(|(_, why)| why.to_string()))
    }

    /// Executables with one collector, and the low-level interpreter, against the stored output.
    fn translated(
        &self,
        gc: Option<&str>,
        settings: &[&Setting],
        low: bool,
        failed: &mut impl FnMut(&str, Result<(), String>),
    ) -> Result<(), String> {
        let mut levels = vec![];
        for s in settings {
            if let Setting::Executable { level, .. } = s
                && !levels.contains(level)
            {
                levels.push(*level);
            }
        }
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let low = low.then_some((&self.args[..], &self.stdin[..]));
        let verify_passes = self.verify() == "passes";
        let request = Request { program: &self.path, levels: &levels, gc, verify_passes, low };
        let made = matrix::make(&request, dir.path())?;
        note_times(&made);
        for s in settings {
            let Setting::Executable { level, memory, .. } = s else { continue };
            let at = levels.iter().position(|l| l == level).unwrap_or_default();
            let name = s.name();
            let r = match &made.executables[at] {
                Ok(exe) if *memory == Memory::Failing => {
                    timed(&name, || self.fail_allocations(exe, ""))
                }
                Ok(exe) => {
                    timed(&name, || self.execute(exe, "", *memory == Memory::Stress, bless()))
                }
                // (It is told once.)
                Err(_)
                    if *memory != Memory::Plain
                        && settings.contains(&&Setting::executable(level)) =>
                {
                    Ok(())
                }
                Err(m) => Err(m.clone()),
            };
            failed(&name, r);
        }
        if low.is_some() {
            failed("low-level interpreter", self.low_level(made.low));
        }
        Ok(())
    }

    fn low_level(&self, low: Option<Low>) -> Result<(), String> {
        let skipped = match low {
            Some(Low::Ended(code, out)) => {
                note(|s| *s.ran.entry("low-level".into()).or_default() += 1);
                if code != self.exit {
                    return Err(format!("expected exit code {}, got {code}", self.exit));
                }
                return same("stdout", &self.stored_output()?, &out);
            }
            Some(Low::Fault(m)) => return Err(m),
            Some(Low::Skipped(why)) => why,
            None => return Err("it did not run".into()),
        };
        note(|s| drop(s.skipped.insert(self.name(), skipped)));
        Ok(())
    }

    /// Translated with a JIT, while allocations fail.
    fn failing_jit(&self) -> Result<(), String> {
        let exe = super::made(&self.path, &["--opt", "jit", "--backend", "obj"])?;
        let jit = "threshold=3,trace_eagerness=2,unroll_threshold=0";
        timed("jit-fail", || self.fail_allocations(&exe, jit))
    }

    /// Translated with a JIT, in several modes of it.
    fn jitted(&self, backend: &'static str) -> Result<(), String> {
        let options = ["--opt", "jit", "--backend", backend, "--verify", self.verify()];
        let exe = timed(&format!("jit-{backend}"), || super::made(&self.path, &options))?;
        let modes = [
            ("off", false),
            ("", false),
            ("threshold=3,trace_eagerness=2,unroll_threshold=0", false),
            ("threshold=20,trace_eagerness=10,unroll_threshold=15", false),
            ("threshold=3,trace_eagerness=2", true),
            ("threshold=3,trace_eagerness=2,many_bridges=-1,repeats_inlining=0", false),
            // Traced code is handed over to the timeshifter, whose ways meet, at the first opportunity, and goes back.
            (
                "threshold=1,trace_eagerness=1,many_bridges=0,bridges_inlining=0,sampled_passes=7",
                false,
            ),
            ("threshold=3,trace_eagerness=2,many_bridges=0,bridges_inlining=0", true),
            ("timeshift=1", false),
            ("timeshift=1,threshold=3,trace_eagerness=1,bridges_inlining=0", false),
            ("timeshift=1,threshold=3,trace_eagerness=2", true),
        ];
        for (jit, stress) in modes {
            timed("jit modes", || self.execute(&exe, jit, stress, false))
                .map_err(|m| format!("TRACEWRIGHT_JIT={jit}, GC stress: {stress}: {m}"))?;
        }
        Ok(())
    }
}

/// Programs that do something else untranslated, each with the reason.
const UNTRANSLATED: &str = "tests/conformance/untranslated.txt";

/// Programs that do not do what they should when an allocation fails, each with the fault that is known.
const FAILING: &str = "tests/conformance/failing.txt";

/// Holds what is told at the end.
#[derive(Default)]
struct Summary {
    /// Programs by setting.
    ran: BTreeMap<String, usize>,
    /// Reasons why programs were not run on the low-level interpreter.
    skipped: BTreeMap<String, String>,
    /// Milliseconds by part of the work.
    times: BTreeMap<String, u64>,
}

static SUMMARY: Mutex<Option<Summary>> = Mutex::new(None);

fn note(f: impl FnOnce(&mut Summary)) {
    let mut s = SUMMARY.lock().unwrap_or_else(|e| e.into_inner());
    f(s.get_or_insert_with(Summary::default));
}

/// Counts a run in a setting, and its time.
pub fn timed<T>(setting: &str, f: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let r = f();
    let ms = start.elapsed().as_millis() as u64;
    note(|s| {
        *s.ran.entry(setting.into()).or_default() += 1;
        *s.times.entry(format!("running {setting}")).or_default() += ms;
    });
    r
}

/// Notes where the time of a translation went.
fn note_times(made: &Made) {
    note(|s| {
        for (what, ms) in &made.times {
            *s.times.entry(format!("making {what}")).or_default() += ms;
        }
    });
}

/// Tells how many programs ran in each setting, what was left out, and where the time went.
pub fn summary() {
    let Some(s) = SUMMARY.lock().unwrap_or_else(|e| e.into_inner()).take() else { return };
    let list = |m: Vec<String>| m.join(", ");
    println!("runs: {}", list(s.ran.iter().map(|(e, n)| format!("{e} {n}")).collect()));
    if !s.skipped.is_empty() {
        println!("skipped by the low-level interpreter: {}", s.skipped.len());
        for (name, why) in &s.skipped {
            println!("    {name}: {why}");
        }
    }
    let seconds = |(what, ms): (&String, &u64)| format!("{what} {:.1}", *ms as f64 / 1e3);
    println!("seconds of work: {}", list(s.times.iter().map(seconds).collect()));
}
