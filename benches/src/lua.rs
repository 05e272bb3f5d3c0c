//! The benchmarks of targets/lua: our Lua with and without the JIT, `lua5.4` and `luajit` where they are installed.

use crate::{Subject, cc, named, root, translate, translator};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Programs, with the argument that gives them about a second of work in an interpreter.
const PROGRAMS: [(&str, &str); 11] = [
    ("fib", "35"),
    ("sieve", "10"),
    ("nbody", "500000"),
    ("fannkuch", "10"),
    ("mandelbrot", "1000"),
    ("binarytrees", "15"),
    ("scheduler", "2000000"),
    ("strings", "600000"),
    ("tables", "300"),
    ("closures", "60000"),
    ("expressions", "4000"),
];

/// The function of the 2007 paper, and how often it is called; its counterpart in C stands beside it.
const PAPER: (&str, &str) = ("arith", "600");

const RUNS: usize = 3;

fn output(s: &Subject) -> Option<Vec<u8>> {
    let o = Command::new(&s.program).args(&s.args).stdin(Stdio::null()).output().ok()?;
    o.status.success().then_some(o.stdout)
}

/// Says whether a command can be started.
fn installed(name: &str) -> bool {
    Command::new(name).arg("-v").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

struct Row {
    name: String,
    seconds: Vec<Option<f64>>,
}

/// Gives the least CPU seconds of each subject; nothing for one that fails or prints something else than
/// the first.
fn measure(name: &str, subjects: &[Subject]) -> Result<Row, String> {
    let reference = output(&subjects[0]).ok_or(format!("{name}: {} fails", subjects[0].name))?;
    let fine: Vec<bool> =
        subjects.iter().map(|s| output(s).is_some_and(|o| o == reference)).collect();
    let mut seconds = vec![None; subjects.len()];
    for _ in 0..RUNS {
        for (i, s) in subjects.iter().enumerate().filter(|(i, _)| fine[*i]) {
            let cpu = s.run()?.cpu;
            seconds[i] = Some(seconds[i].map_or(cpu, |best: f64| best.min(cpu)));
        }
    }
    Ok(Row { name: name.into(), seconds })
}

/// Geometric mean of the ratios between two columns, where both have a value.
fn mean_ratio(rows: &[Row], above: usize, below: usize) -> Option<f64> {
    let logs: Vec<f64> = rows
        .iter()
        .filter_map(|r| Some((r.seconds[above]? / r.seconds[below]?.max(1e-3)).ln()))
        .collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

fn cell(value: Option<f64>, digits: usize) -> String {
    value.map_or("-".into(), |v| format!("{v:.digits$}"))
}

/// Translates, checks that outputs agree, prints the table.
pub fn run(args: &[String]) -> Result<(), String> {
    named(args, "program", &PROGRAMS.map(|p| p.0))?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = translator()?;
    let plain = translate(&tool, "lua.rpy", "3", dir.path())?;
    let jit = translate(&tool, "lua.rpy", "jit", dir.path())?;
    let mut columns: Vec<(&str, PathBuf)> = vec![("no JIT", plain), ("JIT", jit)];
    for name in ["lua5.4", "luajit"] {
        if installed(name) {
            columns.push((name, Path::new(name).into()));
        } else {
            println!("{name} is not installed");
        }
    }
    let mut rows = vec![];
    for (name, n) in PROGRAMS {
        if !args.is_empty() && !args.iter().any(|a| a == name) {
            continue;
        }
        let file = root().join("targets/lua/bench").join(name).with_extension("lua");
        let file = file.display().to_string();
        let subjects: Vec<Subject> =
            columns.iter().map(|(c, program)| Subject::new(c, program, &[&file, n])).collect();
        rows.push(measure(name, &subjects)?);
    }
    let other = columns.iter().position(|c| c.0 == "lua5.4");
    print!("{:<14}", "CPU s");
    columns.iter().for_each(|c| print!("{:>9}", c.0));
    println!("{:>14}{:>12}", "no JIT / JIT", "lua5.4 / JIT");
    for row in &rows {
        print!("{:<14}", row.name);
        row.seconds.iter().for_each(|s| print!("{:>9}", cell(*s, 3)));
        let of = |i: usize| mean_ratio(std::slice::from_ref(row), i, 1);
        println!("{:>14}{:>12}", cell(of(0), 2), cell(other.and_then(of), 2));
    }
    print!("{:<14}", "geom. mean");
    columns.iter().for_each(|_| print!("{:>9}", ""));
    let of = |i: usize| mean_ratio(&rows, i, 1);
    println!("{:>14}{:>12}", cell(of(0), 2), cell(other.and_then(of), 2));
    if args.is_empty() || args.iter().any(|a| a == PAPER.0) {
        paper(&columns, dir.path())?;
    }
    Ok(())
}

/// The table of the paper: our Lua against C.
fn paper(columns: &[(&str, PathBuf)], out: &Path) -> Result<(), String> {
    let (name, n) = PAPER;
    let bench = root().join("targets/lua/bench").join(name);
    let file = bench.with_extension("lua").display().to_string();
    let mut subjects: Vec<Subject> =
        columns.iter().map(|(c, program)| Subject::new(c, program, &[&file, n])).collect();
    for flag in ["-O0", "-O2"] {
        let exe = out.join(format!("{name}{flag}"));
        cc(&[flag], &bench.with_extension("c"), &exe)?;
        subjects.push(Subject::new(&format!("gcc {flag}"), &exe, &[n]));
    }
    let row = measure(name, &subjects)?;
    let reference = row.seconds.last().copied().flatten();
    println!("\n{:<14}{:>16}{:>16}", format!("{name} {n}"), "ms per call", "to gcc -O2");
    let calls: f64 = n.parse().map_err(|_| "the number of calls")?;
    for (s, seconds) in subjects.iter().zip(&row.seconds) {
        let ratio = seconds.zip(reference).map(|(s, r)| s / r);
        println!(
            "{:<14}{:>16}{:>16}",
            s.name,
            cell(seconds.map(|s| s / calls * 1e3), 3),
            cell(ratio, 2)
        );
    }
    Ok(())
}
