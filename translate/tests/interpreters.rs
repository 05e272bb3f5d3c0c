//! The interpreters of benches/interpreters: their guest programs, with small numbers, under CPython, without JIT and with
//! it at low thresholds, so that every loop and nearly every guard is compiled; and with collections at every allocation.
//! Random guest programs likewise, but without CPython. Inner loops of guest programs have traces without the interpreter.
//!
//! The timeshifter works by generating extensions here. It must make the same code as by interpreting jitcode, and needs to interpret
//! next to nothing for the guest programs. `tests/extensions` has the graph of one extension; `BLESS=1` writes it.
//!
//! `TRACEWRIGHT_GUESTS=N` sets the number of random programs for each interpreter (15, in the long run 60), `TRACEWRIGHT_GUESTS_SEED` gives
//! others.

use crate::common::guests as random_guests;
use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use std::path::{Path, PathBuf};
use std::process::Command;
use translate::log;

/// `TRACEWRIGHT_JIT` of each run, and whether the collector moves everything all the time.
const MODES: [(&str, bool); 14] = [
    ("timeshift=0", false),
    ("off", false),
    ("timeshift=0,threshold=1,trace_eagerness=1", false),
    ("timeshift=0,threshold=2,trace_eagerness=1", false),
    ("timeshift=0,threshold=3,trace_eagerness=2,unroll_threshold=0", false),
    ("timeshift=0,threshold=3,trace_eagerness=2,unroll_threshold=20", false),
    ("timeshift=0,threshold=2,trace_eagerness=1", true),
    ("timeshift=0,threshold=2,trace_eagerness=1,repeats_inlining=0", false),
    ("timeshift=0,threshold=2,trace_eagerness=1,many_bridges=0,bridges_inlining=0", false),
    ("timeshift=0,threshold=3,trace_eagerness=2,many_bridges=0,sampled_passes=7", true),
    ("timeshift=1", false),
    ("timeshift=1,threshold=2,trace_eagerness=1", false),
    ("timeshift=1,threshold=2,trace_eagerness=1,bridges_inlining=0", false),
    ("timeshift=1,threshold=2,trace_eagerness=1", true),
];

/// Says what the trace of an inner loop of a guest program must not have.
struct Expected {
    guest: &'static str,
    number: &'static str,
    /// A part of the text of a merge point.
    position: &'static str,
    /// Parts of operations.
    without: &'static [&'static str],
    at_most: usize,
}

/// Allocation, frame access, reads of code, type dispatch, calls.
const NOTHING_OF_THE_INTERPRETER: &[&str] =
    &["new", "getfield", "setfield", "arrayitem", "guard_class", "guard_value", "call"];

const EXPECTED: [Expected; 9] = [
    Expected {
        guest: "collatz.reg",
        number: "20000",
        position: "main:22 eq",
        without: NOTHING_OF_THE_INTERPRETER,
        at_most: 8,
    },
    Expected {
        guest: "primes.lsp",
        number: "20000",
        position: "divisible 6: LOAD",
        without: &["new", "arrayitem", "setfield", "guard_value", "call"],
        at_most: 16,
    },
    Expected {
        guest: "sieve.fth",
        number: "20000",
        position: "strike 20: dup",
        without: &["new", "getfield", "setfield", "guard_value", "call"],
        at_most: 26,
    },
    Expected {
        guest: "points.pro",
        number: "20000",
        position: "while in line 15",
        without: NOTHING_OF_THE_INTERPRETER,
        at_most: 20,
    },
    Expected {
        guest: "cipher.txl",
        number: "1000",
        position: "shift:8 LOAD",
        without: &["getfield", "getarrayitem_gc_r", "guard_class", "guard_value", "call_r"],
        at_most: 25,
    },
    Expected {
        guest: "mandelbrot.num",
        number: "60",
        position: "main 21 CONST",
        without: NOTHING_OF_THE_INTERPRETER,
        at_most: 16,
    },
    Expected {
        guest: "nbody.num",
        number: "3000",
        position: "advance 101 CONST",
        without: &["new", "getfield", "setfield", "arrayitem_gc_r", "guard_class", "call"],
        at_most: 34,
    },
    Expected {
        guest: "sieve.tab",
        number: "40000",
        position: "loop in line 10",
        without: &["new", "getfield", "setfield", "guard_class", "guard_value", "call"],
        at_most: 11,
    },
    Expected {
        guest: "closures.tab",
        number: "100000",
        position: "loop in line 12",
        without: &["new", "setfield", "setarrayitem", "guard_value", "call"],
        at_most: 22,
    },
];

/// The inner loops of some guest programs are as good as they should be.
fn traces(jit: &Path, dir: &Path, scratch: &Path) -> Result<(), Failed> {
    for e in EXPECTED.iter().filter(|e| dir.join(e.guest).exists()) {
        let file = scratch.join("log");
        let mut c = Command::new(jit);
        c.env("TRACEWRIGHT_JIT", "timeshift=0");
        c.env("PYPYLOG", format!("jit-log-opt:{}", file.display()));
        let o = run(c.arg(dir.join(e.guest)).arg(e.number), b"", 120)?;
        if o.code != 0 {
            return Err(o.report().into());
        }
        let found = log::sections(&std::fs::read_to_string(&file)?);
        // The loop whose body begins there.
        let begins = |s: &&log::Section| {
            s.kind == "loop" && s.body().first().is_some_and(|l| l.contains(e.position))
        };
        let Some(section) = found.iter().find(begins) else {
            return Err(format!("{}: no loop at {}", e.guest, e.position).into());
        };
        let body = section.body_operations();
        let fail = |why: &str| {
            let text = body.join("\n");
            Err::<(), Failed>(format!("{} at {}: {why}:\n{text}", e.guest, e.position).into())
        };
        for word in e.without {
            if body.iter().any(|l| l.contains(word)) {
                return fail(word);
            }
        }
        if body.len() > e.at_most {
            return fail(&format!("more than {} operations", e.at_most));
        }
    }
    Ok(())
}

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

/// Gives what the timeshifter logs of its code, and how many instructions of jitcode it interpreted. Addresses are
/// those of other runs.
fn shifted(exe: &Path, file: &Path, number: &str, by: &str) -> Result<(String, u64), String> {
    let log = file.with_extension("log");
    let mut c = Command::new("setarch");
    c.arg("-R").arg(exe).arg(file).arg(number).env_remove("TRACEWRIGHT_GC");
    c.env("TRACEWRIGHT_JIT", format!("timeshift=1,threshold=2,trace_eagerness=1,extensions={by}"));
    c.env("PYPYLOG", format!("jit-log-noopt,jit-log-opt,jit-summary:{}", log.display()));
    run(&mut c, b"", 120)?;
    let text = std::fs::read_to_string(&log).map_err(|e| e.to_string())?;
    let (_, summary) = text.rsplit_once("{jit-summary").ok_or("no summary")?;
    let count = |name: &str| -> Result<u64, String> {
        let line = summary.lines().find(|l| l.starts_with(name)).ok_or("no such line")?;
        let word = line.split_whitespace().last();
        word.and_then(|n| n.parse().ok()).ok_or_else(|| line.to_string())
    };
    let used = count("Extensions entered:")? + count("Jitcode interpreted:")?;
    if (used > 0) != text.contains("{jit-log-noopt") {
        return Err(format!("who has made the code?\n{summary}"));
    }
    // Lines begin or end a section with a time.
    let code: Vec<&str> = text
        .lines()
        .take_while(|l| !l.contains("{jit-summary"))
        .map(|l| l.strip_prefix('[').and_then(|l| l.split_once("] ")).map_or(l, |l| l.1))
        .collect();
    Ok((code.join("\n"), count("Jitcode interpreted:")?))
}

/// Generating extensions make the code that the interpreter of jitcode makes. How many instructions they left to that,
/// and how many there are.
fn extended(exe: &Path, file: &Path, number: &str) -> Result<(u64, u64), String> {
    let ((by_extensions, left), (by_jitcode, all)) =
        (shifted(exe, file, number, "1")?, shifted(exe, file, number, "0")?);
    if left > all {
        return Err(format!("{left} of {all} instructions interpreted"));
    }
    let what = format!("code for {}", file.display());
    same(&what, by_jitcode.as_bytes(), by_extensions.as_bytes())?;
    Ok((left, all))
}

/// Says whether the program behaves differently with the JIT, and how.
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
    extended(jit, file, "7").err()
}

/// Random programs; one that fails is made smaller.
fn random_programs(plain: &Path, jit: &Path, extension: &str, dir: &Path) -> Result<(), Failed> {
    let file = dir.join("random").with_extension(extension);
    let mut ended_well = 0;
    let programs = count("TRACEWRIGHT_GUESTS", 15, 60);
    for n in 0..programs {
        let seed = seed("TRACEWRIGHT_GUESTS_SEED").wrapping_mul(1_000_003).wrapping_add(n);
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
    match ended_well * 2 >= programs {
        true => Ok(()),
        false => {
            Err(format!("only {ended_well} of {programs} random programs end without error").into())
        }
    }
}

fn interpreter(source: &Path) -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let plain = made(source, &["--opt=2"])?;
    let jit = made(source, &["--opt=jit", "--jit=timeshift"])?;
    let dir = source.parent().ok_or("no folder")?;
    traces(&jit, dir, scratch.path())?;
    let guests = guests(dir)?;
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
        let copy = scratch.path().join(file.file_name().ok_or("no name")?);
        std::fs::copy(&file, &copy)?;
        let (interpreted, all) = extended(&jit, &copy, &number)?;
        // (Where ways meet that knew different values an extension may want to know one.)
        if interpreted * 20 > all {
            let name = file.display();
            let message =
                format!("{name}: {interpreted} of {all} instructions without an extension");
            return Err(message.into());
        }
    }
    let extension = extension.ok_or("no guest programs")?;
    random_programs(&plain, &jit, &extension, scratch.path())
}

/// Tests what becomes of the register machine: the dispatch is a switch, and what is red calls the run
/// time.
fn graph_of_an_extension() -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let mut c = translate();
    c.arg(root().join("targets/regmachine.rpy")).args(["--opt=jit", "--jit=timeshift"]);
    c.args(["--dump-graphs", "extensions", "-o"]).arg(dir.path().join("regmachine"));
    let o = run(&mut c, b"", 600)?;
    Ok(against_stored(&root().join("tests/extensions/regmachine.txt"), &o.stdout)?)
}

pub fn tests() -> Vec<Test> {
    let sources = files(&root().join("benches/interpreters"), "rpy");
    let all = sources.into_iter().map(|source| {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Test::new(name, move || interpreter(&source))
    });
    let graph = Test::new("graph of an extension", graph_of_an_extension);
    all.chain([graph]).collect()
}
