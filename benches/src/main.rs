//! Speed of produced programs, as ratios of CPU time measured in one run.
//!
//!     cargo run --release -p benches -- bf PROGRAM.b [RUNS]     the BF machine against C
//!     cargo run --release -p benches -- regmachine [N] [RUNS]   the register machine against C
//!     cargo run --release -p benches -- lua [NAME…]             targets/lua.rpy against other Luas
//!     cargo run --release -p benches -- classic [NAME…]         classic programs (benches/programs) against C
//!     cargo run --release -p benches -- backends [NAME…]        the object back end against the C back end
//!     cargo run --release -p benches -- gc [NAME…]              collectors against malloc and free, with their longest pauses
//!     cargo run --release -p benches -- jit [NAME…]             interpreters (benches/interpreters) with and without the JIT
//!     cargo run --release -p benches -- paper [NAME…]           the function of the 2007 paper, by each generator and in C
//!     cargo run --release -p benches -- specialized FILE.b…   BF programs specialised ahead of time against C
//!     cargo run --release -p benches -- extensions [NAME…]      making code by generating extensions and by interpreting jitcode
//!     cargo run --release -p benches -- imports [NAME…]         the import-time interpreter against CPython (benches/imports)
//!     cargo run --release -p benches -- translate [RUNS]        time and memory of translations
//!     cargo run --release -p benches -- large [LINES…]          the same for generated large programs, without the C compiler
//!     cargo run --release -p benches -- scale [SHAPE…] [LINES…] each stage of them, for programs of several shapes and sizes
//!
//! Commands take turns, so that a machine that changes its speed changes it for all; the least CPU time of each counts.

mod backends;
mod classic;
mod extensions;
mod gc;
mod imports;
mod interpreters;
mod large;
mod lua;
mod paper;
mod scale;
mod specialized;
mod warmup;

use benches::{Asked, asked, must, named, part_of, root, translator};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// CPU seconds and peak memory (MB) of one finished command.
#[derive(Clone, Copy)]
struct Usage {
    cpu: f64,
    megabytes: f64,
}

/// A named command.
struct Subject {
    name: String,
    program: PathBuf,
    args: Vec<String>,
    env: Vec<(String, String)>,
}

impl Subject {
    fn new(name: &str, program: impl Into<PathBuf>, args: &[&str]) -> Subject {
        let args = args.iter().map(|s| s.to_string()).collect();
        Subject { name: name.into(), program: program.into(), args, env: vec![] }
    }

    fn run(&self) -> Result<Usage, String> {
        self.run_to(Stdio::null())
    }

    fn run_to(&self, stdout: Stdio) -> Result<Usage, String> {
        let mut cmd = Command::new(&self.program);
        cmd.args(&self.args).stdin(Stdio::null()).stdout(stdout);
        for (k, v) in &self.env {
            cmd.env(k, v);
        }
        let child = cmd.spawn().map_err(|e| format!("{}: {e}", self.program.display()))?;
        let mut status = 0;
        // SAFETY: plain system call on our own child.
        let usage = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            if libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage) < 0 {
                return Err(format!("{}: cannot wait", self.name));
            }
            usage
        };
        if status != 0 {
            return Err(format!("{}: failed with status {status}", self.name));
        }
        let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
        Ok(Usage {
            cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            megabytes: usage.ru_maxrss as f64 / 1024.0,
        })
    }
}

/// Runs all in turns and prints the table; ratios are to the first subject.
fn compare(subjects: &[Subject], runs: usize) -> Result<(), String> {
    let mut best = vec![Usage { cpu: f64::INFINITY, megabytes: 0.0 }; subjects.len()];
    for _ in 0..runs {
        for (s, b) in subjects.iter().zip(&mut best) {
            let u = s.run()?;
            b.cpu = b.cpu.min(u.cpu);
            b.megabytes = b.megabytes.max(u.megabytes);
        }
    }
    println!("{:<44} {:>9} {:>7} {:>8}", "", "CPU s", "ratio", "peak MB");
    for (s, b) in subjects.iter().zip(&best) {
        let ratio = b.cpu / best[0].cpu;
        println!("{:<44} {:>9.3} {:>7.2} {:>8.1}", s.name, b.cpu, ratio, b.megabytes);
    }
    Ok(())
}

fn translate(tool: &Path, target: &str, opt: &str, out: &Path) -> Result<PathBuf, String> {
    let file = out.join(format!("{}-{opt}", target.replace('/', "-")));
    must(
        Command::new(tool)
            .arg(root().join("targets").join(target))
            .arg(format!("--opt={opt}"))
            .arg("--output")
            .arg(&file),
    )?;
    Ok(file)
}

fn cc(flags: &[&str], source: &Path, out: &Path) -> Result<(), String> {
    must(Command::new("cc").args(flags).arg(source).arg("-o").arg(out))
}

/// BF to C, ahead of time: runs of equal commands are merged, nothing else.
fn bf_to_c(program: &str) -> String {
    let code: Vec<char> = program.chars().filter(|c| "[]<>+-,.".contains(*c)).collect();
    let mut s = String::from(
        "#include <stdio.h>\nstatic long tape[1 << 20];\nint main(void) {\n    long *p = tape;\n",
    );
    let mut i = 0;
    while i < code.len() {
        let n = code[i..].iter().take_while(|c| **c == code[i]).count();
        let merged = match code[i] {
            '>' => Some(format!("p += {n};\n")),
            '<' => Some(format!("p -= {n};\n")),
            '+' => Some(format!("*p += {n};\n")),
            '-' => Some(format!("*p -= {n};\n")),
            _ => None,
        };
        match (&merged, code[i]) {
            (Some(text), _) => s.push_str(text),
            (None, '.') => s.push_str("putchar((unsigned char)*p);\n"),
            (None, ',') => s.push_str("{ int c = getchar(); *p = c == EOF ? 0 : c; }\n"),
            (None, '[') => s.push_str("while (*p) {\n"),
            _ => s.push_str("}\n"),
        }
        i += if merged.is_some() { n } else { 1 };
    }
    s + "    return 0;\n}\n"
}

/// The number of runs: the argument behind `n` others, which is the last one.
fn runs(args: &[String], n: usize) -> Result<usize, String> {
    if let Some(more) = args.get(n + 1) {
        return Err(format!("{more} is one argument too many"));
    }
    let wrong = || "RUNS must be a number from 1 on".to_string();
    let runs = args.get(n).map_or(Ok(3), |s| s.parse()).map_err(|_| wrong())?;
    if runs == 0 { Err(wrong()) } else { Ok(runs) }
}

fn bf(args: &[String]) -> Result<(), String> {
    let program = args.first().ok_or("which BF program?")?;
    let runs = runs(args, 1)?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let at = |name: &str| dir.path().join(name);
    let text = std::fs::read(program).map_err(|e| format!("{program}: {e}"))?;
    let text: String = text.iter().map(|b| *b as char).collect();
    std::fs::write(at("aot.c"), bf_to_c(&text)).map_err(|e| e.to_string())?;
    cc(&["-O2"], &at("aot.c"), &at("aot"))?;
    cc(&["-O2"], &root().join("benches/reference/bf_switch.c"), &at("switch"))?;
    let tool = translator()?;
    let jit = translate(&tool, "bf.rpy", "jit", dir.path())?;
    let o3 = translate(&tool, "bf.rpy", "3", dir.path())?;
    let lookup = translate(&tool, "bf_lookup.rpy", "jit", dir.path())?;
    let p = program.as_str();
    compare(
        &[
            Subject::new("program compiled ahead of time to C, gcc -O2", at("aot"), &[]),
            Subject::new("bf.rpy --opt=jit", jit, &[p]),
            Subject::new("bf_lookup.rpy --opt=jit", lookup, &[p]),
        ],
        runs,
    )?;
    println!();
    compare(
        &[
            Subject::new("switch interpreter in C, gcc -O2", at("switch"), &[p]),
            Subject::new("bf.rpy --opt=3", o3, &[p]),
        ],
        runs,
    )
}

fn regmachine(args: &[String]) -> Result<(), String> {
    let n = args.first().map_or("1000000000", |s| s.as_str());
    n.parse::<u64>().map_err(|_| "N must be a number")?;
    let runs = runs(args, 1)?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let count = dir.path().join("count");
    cc(&["-O1"], &root().join("benches/reference/count.c"), &count)?;
    let jit = translate(&translator()?, "regmachine.rpy", "jit", dir.path())?;
    let square = root().join("targets/regmachine/square.rm");
    compare(
        &[
            Subject::new("the loop in C, gcc -O1", count, &[n]),
            Subject::new("regmachine.rpy --opt=jit", jit, &[&square.display().to_string(), n]),
        ],
        runs,
    )
}

fn translation(args: &[String]) -> Result<(), String> {
    let runs = runs(args, 0)?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = translator()?;
    let target = root().join("targets/bf.rpy").display().to_string();
    let out = dir.path().join("out").display().to_string();
    let subjects: Vec<Subject> = ["2", "3", "jit"]
        .iter()
        .map(|o| {
            let opt = format!("--opt={o}");
            Subject::new(
                &format!("translate bf.rpy {opt}"),
                &tool,
                &[&target, &opt, "--output", &out],
            )
        })
        .collect();
    compare(&subjects, runs)
}

const USAGE: &str = "usage: benches bf PROGRAM.b [RUNS] | regmachine [N] [RUNS] | lua [NAME…] | classic [NAME…] | backends [NAME…] | gc [NAME…] | jit [NAME…] | paper [NAME…] | specialized FILE.b… | extensions [NAME…] | imports [NAME…] | translate [RUNS] | large [LINES…] | scale [SHAPE…] [LINES…]";

fn main() -> ExitCode {
    let result = match asked(std::env::args().skip(1), &[]) {
        Ok(Asked::Help) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Ok(Asked::Work(args)) => measure(&args),
        Err(e) => Err(format!("{e}\n{USAGE}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("benches: {e}");
            ExitCode::from(2)
        }
    }
}

/// Each looks at its arguments before it has the translator built.
fn measure(args: &[String]) -> Result<(), String> {
    let rest = args.get(1..).unwrap_or(&[]);
    match args.first().map(String::as_str) {
        Some("bf") => bf(rest),
        Some("regmachine") => regmachine(rest),
        Some("classic") => classic::run(rest),
        Some("backends") => backends::run(rest),
        Some("gc") => gc::run(rest),
        Some("jit") => interpreters::run(rest),
        Some("lua") => lua::run(rest),
        Some("paper") => paper::run(rest),
        Some("specialized") => specialized::run(rest),
        Some("extensions") => extensions::run(rest),
        Some("imports") => imports::run(rest),
        Some("translate") => translation(rest),
        Some("large") => large::run(rest),
        Some("scale") => scale::run(rest),
        Some(other) => Err(format!("there is no benchmark {other}\n{USAGE}")),
        None => Err(USAGE.into()),
    }
}
