//! The interpreters of `interpreters/`: their guest programs with and without the JIT, and against C.
//!
//! A folder holds `NAME.rpy`, `NAME.c` and guest programs. The first line of a guest program tells its arguments:
//! `bench N` takes seconds, `short N` milliseconds, `test N` is for tests; `main` marks what `NAME.c` does in C.

use crate::warmup::{Run, rounds, until_peak};
use crate::{Subject, Usage, must, named, root, translator};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Interpreters in the order in which they are printed.
const INTERPRETERS: [&str; 8] =
    ["registers", "stack", "forth", "maps", "strings", "floats", "tables", "tlc"];

/// Number of runs of each program; the least time counts.
const RUNS: usize = 2;
const SHORT_RUNS: usize = 15;
const WARMING_RUNS: usize = 3;

/// Runs that take longer, in CPU seconds, tell nothing of the warm-up.
const LONG: f64 = 1.0;

/// Factor of the time above which a guest program is called slower.
const SLOWER: f64 = 1.1;

struct Guest {
    file: PathBuf,
    name: String,
    long: Option<String>,
    short: Option<String>,
    test: Option<String>,
    is_main: bool,
}

fn guests(dir: &Path) -> Result<Vec<Guest>, String> {
    let mut all = vec![];
    for entry in fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))? {
        let file = entry.map_err(|e| e.to_string())?.path();
        if file.extension().is_some_and(|e| e == "rpy" || e == "c") {
            continue;
        }
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let words: Vec<&str> = text.lines().next().unwrap_or("").split_whitespace().collect();
        let after = |key: &str| {
            let at = words.iter().position(|w| *w == key)?;
            words.get(at + 1).map(|w| w.to_string())
        };
        all.push(Guest {
            name: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            long: after("bench"),
            short: after("short"),
            test: after("test"),
            is_main: words.contains(&"main"),
            file,
        });
    }
    all.sort_by(|a, b| (b.is_main, &a.name).cmp(&(a.is_main, &b.name)));
    Ok(all)
}

/// Gives the least CPU times of some programs, all with the same arguments, which take turns; their outputs
/// must agree.
fn times(
    programs: &[PathBuf],
    args: &[&str],
    runs: usize,
    scratch: &Path,
) -> Result<Vec<f64>, String> {
    let mut best = vec![f64::INFINITY; programs.len()];
    let mut expected: Option<Vec<u8>> = None;
    for turn in 0..runs {
        for (program, best) in programs.iter().zip(&mut best) {
            let out = scratch.join("output");
            let stdout = if turn == 0 {
                File::create(&out).map_err(|e| e.to_string())?.into()
            } else {
                Stdio::null()
            };
            // The program in C takes only the number.
            let is_c = program.extension().is_some_and(|e| e == "c-exe");
            let args = if is_c { &args[1..] } else { args };
            let subject = Subject::new(&program.display().to_string(), program, args);
            let Usage { cpu, .. } = subject.run_to(stdout)?;
            *best = best.min(cpu);
            if turn == 0 {
                let output = fs::read(&out).map_err(|e| e.to_string())?;
                if *expected.get_or_insert_with(|| output.clone()) != output {
                    return Err(format!("{} {}: outputs differ", subject.name, args.join(" ")));
                }
            }
        }
    }
    Ok(best)
}

pub fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|v| v.ln()).sum::<f64>() / values.len().max(1) as f64).exp()
}

/// Interpreter, guest program and number of each guest program that is compared to C.
pub fn main_guests() -> Result<Vec<(String, PathBuf, String)>, String> {
    let mut all = vec![];
    for name in INTERPRETERS {
        let dir = root().join("benches/interpreters").join(name);
        for g in guests(&dir)?.into_iter().filter(|g| g.is_main) {
            all.extend(g.long.map(|n| (name.to_string(), g.file, n)));
        }
    }
    Ok(all)
}

/// Ratios of all interpreters.
#[derive(Default)]
struct Total {
    gains: Vec<f64>,
    short_gains: Vec<f64>,
    /// Milliseconds until 90 % of the peak.
    warming: Vec<f64>,
    to_c: Vec<f64>,
    slower: Vec<String>,
}

/// Measures all (or those named) and prints a table.
pub fn run(args: &[String]) -> Result<(), String> {
    named(args, "interpreter", &INTERPRETERS)?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = translator()?;
    let mut total = Total::default();
    println!(
        "{:<24} {:>8} {:>8} {:>6} {:>8} {:>6} {:>9}   {:>8} {:>8} {:>6}",
        "CPU", "no JIT s", "JIT s", "gain", "C s", "to C", "90 % ms", "no JIT ms", "JIT ms", "gain"
    );
    for name in INTERPRETERS {
        if args.is_empty() || args.iter().any(|a| a == name) {
            interpreter(name, &tool, dir.path(), &mut total)?;
        }
    }
    println!(
        "\ngeometric means: gain {:.2}, of short runs {:.2}; until 90 % of the peak {:.1} ms; time to that of C, of main programs {:.2}",
        geometric_mean(&total.gains),
        geometric_mean(&total.short_gains),
        geometric_mean(&total.warming),
        geometric_mean(&total.to_c)
    );
    if total.slower.is_empty() {
        println!("no guest program is more than 10 % slower with the JIT");
    } else {
        println!("more than 10 % slower with the JIT: {}", total.slower.join(", "));
    }
    Ok(())
}

/// CPU seconds until 90 % of the peak: its speed in the long run, which takes so long.
fn warming(
    guest: &Guest,
    programs: &[PathBuf],
    long: Run,
    scratch: &Path,
) -> Result<Option<f64>, String> {
    let number = |n: &Option<String>| n.as_ref()?.parse().ok();
    let (Some(least), Some(greatest)) = (number(&guest.test), number(&guest.long)) else {
        return Ok(None);
    };
    let file = guest.file.display().to_string();
    let mut runs: Vec<Run> = vec![];
    for n in rounds(least, greatest).into_iter().filter(|n| *n < greatest) {
        let t = times(programs, &[&file, &n.to_string()], WARMING_RUNS, scratch)?;
        runs.push(Run { without: t[0], with: t[1] });
        if t[1] > LONG.min(long.with / 2.0) {
            break;
        }
    }
    runs.push(long);
    Ok(until_peak(&runs))
}

fn interpreter(name: &str, tool: &Path, out: &Path, total: &mut Total) -> Result<(), String> {
    let dir = root().join("benches/interpreters").join(name);
    let source = dir.join(name).with_extension("rpy");
    let mut programs = vec![];
    for opt in ["2", "jit"] {
        let exe = out.join(format!("{name}-{opt}"));
        must(
            Command::new(tool).arg(&source).arg(format!("--opt={opt}")).arg("--output").arg(&exe),
        )?;
        programs.push(exe);
    }
    let in_c = out.join(name).with_extension("c-exe");
    must(
        Command::new("cc")
            .arg("-O2")
            .arg(source.with_extension("c"))
            .arg("-o")
            .arg(&in_c)
            .arg("-lm"),
    )?;
    println!("{name}");
    let (mut gains, mut short_gains) = (vec![], vec![]);
    for guest in guests(&dir)? {
        let file = guest.file.display().to_string();
        let mut row = format!("  {:<22}", guest.name);
        match &guest.long {
            Some(n) => {
                let mut all = programs.clone();
                if guest.is_main {
                    all.push(in_c.clone());
                }
                let t = times(&all, &[&file, n], RUNS, out)?;
                let gain = t[0] / t[1];
                row += &format!(" {:>8.3} {:>8.3} {gain:>6.2}", t[0], t[1]);
                row += &match t.get(2) {
                    Some(c) => {
                        total.to_c.push(t[1] / c);
                        format!(" {c:>8.3} {:>6.2}", t[1] / c)
                    }
                    None => format!(" {:>8} {:>6}", "", ""),
                };
                let warming = warming(&guest, &programs, Run { without: t[0], with: t[1] }, out)?;
                row += &match warming {
                    Some(seconds) => {
                        total.warming.push(seconds * 1e3);
                        format!(" {:>9.1}", seconds * 1e3)
                    }
                    None => " ".repeat(10),
                };
                gains.push(gain);
                if gain * SLOWER < 1.0 {
                    total.slower.push(format!("{} {n}", guest.name));
                }
            }
            None => row += &" ".repeat(51),
        }
        if let Some(n) = &guest.short {
            let t = times(&programs, &[&file, n], SHORT_RUNS, out)?;
            let gain = t[0] / t[1];
            row += &format!("   {:>9.2} {:>8.2} {gain:>6.2}", t[0] * 1e3, t[1] * 1e3);
            short_gains.push(gain);
            if gain * SLOWER < 1.0 {
                total.slower.push(format!("{} {n}", guest.name));
            }
        }
        println!("{}", row.trim_end());
    }
    println!(
        "  {:<39} {:>6.2} {:>44.2}",
        "geometric mean",
        geometric_mean(&gains),
        geometric_mean(&short_gains)
    );
    total.gains.extend(gains);
    total.short_gains.extend(short_gains);
    Ok(())
}
