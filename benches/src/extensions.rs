//! Benchmark of generating extensions: time that the timeshifter takes to go over interpreters, with them and by
//! interpreting jitcode.

use crate::{must, part_of, root, translator};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Number of runs, which take turns; the least time counts.
const RUNS: usize = 15;

/// An interpreter with a guest program: target, guest, further argument.
const GUESTS: [[&str; 3]; 9] = [
    ["targets/bf.rpy", "targets/bf/loops.b", ""],
    ["targets/regmachine.rpy", "targets/regmachine/square.rm", "100000"],
    ["benches/interpreters/tlc/tlc.rpy", "benches/interpreters/tlc/f1.tlc", "2117"],
    ["benches/interpreters/floats/floats.rpy", "benches/interpreters/floats/nbody.num", "300"],
    ["benches/interpreters/forth/forth.rpy", "benches/interpreters/forth/matrix.fth", "20"],
    ["benches/interpreters/maps/maps.rpy", "benches/interpreters/maps/search.pro", "40"],
    ["benches/interpreters/tables/tables.rpy", "benches/interpreters/tables/queens.tab", "6"],
    ["targets/lua.rpy", "targets/lua/bench/arith.lua", "1"],
    ["targets/lua.rpy", "targets/lua/bench/nbody.lua", "50"],
];

/// Holds what a run tells in its log.
#[derive(Clone, Copy)]
struct Found {
    /// Microseconds of shifting, and with the optimiser and the backend.
    shifting: f64,
    all: f64,
    /// Instructions of jitcode that were interpreted.
    interpreted: u64,
    pieces: u64,
}

fn ask(program: &Path, args: &[String], by: &str, log: &Path) -> Result<Found, String> {
    let mut c = Command::new("setarch");
    // Without random addresses both make the same pieces.
    c.arg("-R").arg(program).args(args).stdin(Stdio::null()).stdout(Stdio::null());
    let jit = format!("threshold=2,trace_eagerness=1,extensions={by}");
    must(c.env("TRACEWRIGHT_JIT", jit).env("PYPYLOG", format!("jit-summary:{}", log.display())))?;
    let text = std::fs::read_to_string(log).map_err(|e| e.to_string())?;
    let field = |name: &str, n: usize| -> Result<f64, String> {
        let line = text.lines().find(|l| l.starts_with(name)).ok_or(name)?;
        let words: Vec<&str> = line[name.len()..].split_whitespace().collect();
        words.get(n).and_then(|w| w.parse().ok()).ok_or_else(|| line.to_string())
    };
    Ok(Found {
        shifting: field("Microseconds of shifting:", 0)?,
        all: (field("Tracing:", 1)? + field("Backend:", 1)?) * 1e6,
        interpreted: field("Jitcode interpreted:", 0)? as u64,
        pieces: field("Tracing:", 0)? as u64,
    })
}

/// Prints a line for each guest program (or those whose name has the word), or for a BF program.
pub fn run(args: &[String]) -> Result<(), String> {
    let is_own = |a: &&String| a.ends_with(".b") && Path::new(a).exists();
    let names: Vec<String> = args.iter().filter(|a| !is_own(a)).cloned().collect();
    part_of(&names, "guest program", &GUESTS.map(|g| g[1]))?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = translator()?;
    let log = dir.path().join("log");
    println!(
        "{:<34} {:>7} {:>10} {:>10} {:>7} {:>9} {:>9} {:>7}",
        "", "pieces", "shift, us", "extended", "ratio", "all, us", "extended", "ratio"
    );
    let mut guests: Vec<(PathBuf, PathBuf, &str)> = vec![];
    for [target, guest, arg] in GUESTS {
        if args.is_empty() || args.iter().any(|a| guest.contains(a.as_str())) {
            guests.push((root().join(target), root().join(guest), arg));
        }
    }
    let own = args.iter().filter(is_own);
    guests.extend(own.map(|a| (root().join("targets/bf.rpy"), PathBuf::from(a), "")));
    let mut made: Option<(PathBuf, PathBuf)> = None;
    for (target, guest, arg) in guests {
        let exe = match &made {
            Some((of, exe)) if *of == target => exe.clone(),
            _ => {
                let exe = dir.path().join("jit");
                must(
                    Command::new(&tool)
                        .args(["--no-warnings", "--opt=jit", "--jit=timeshift", "--output"])
                        .arg(&exe)
                        .arg(&target),
                )?;
                made = Some((target, exe.clone()));
                exe
            }
        };
        let mut words = vec![guest.display().to_string()];
        words.extend((!arg.is_empty()).then(|| arg.to_string()));
        let mut best: [Option<Found>; 2] = [None, None];
        for _ in 0..RUNS {
            for (by, best) in ["0", "1"].iter().zip(&mut best) {
                let found = ask(&exe, &words, by, &log)?;
                *best = Some(best.map_or(found, |b| Found {
                    shifting: b.shifting.min(found.shifting),
                    all: b.all.min(found.all),
                    ..found
                }));
            }
        }
        let [Some(jitcode), Some(extended)] = best else { continue };
        if jitcode.pieces != extended.pieces {
            return Err(format!("{}: not the same pieces", guest.display()));
        }
        let name = guest.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!(
            "{name:<34} {:>7} {:>10.0} {:>10.0} {:>7.2} {:>9.0} {:>9.0} {:>7.2}{}",
            jitcode.pieces,
            jitcode.shifting,
            extended.shifting,
            jitcode.shifting / extended.shifting,
            jitcode.all,
            extended.all,
            jitcode.all / extended.all,
            match extended.interpreted {
                0 => String::new(),
                n => format!("  ({n} of {} interpreted)", jitcode.interpreted),
            }
        );
    }
    Ok(())
}
