//! One program, several executors: translated once up to the RTyper, then made into executables at several levels and run
//! on the low-level interpreter.
//!
//! The work is done in a process of its own (this test binary again, see [`child`]), so that nothing that goes wrong in the
//! translator can end the other tests.

use super::run;
use clap::Parser;
use flowmodel::llinterp::{LlInterp, Outcome as LowOutcome};
use flowmodel::work::{self, Work};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;
use translate::cli::Cli;
use translate::driver;
use translate::failure::Sources;
use translate::{Translation, Typed};

/// First argument of a child.
const CHILD: &str = "--translate-child";

/// Operations that the low-level interpreter may execute: some seconds. Programs that need more are skipped, and named.
const STEPS: u64 = 30_000_000;

/// Says what is to be made from a program.
pub struct Request<'a> {
    /// Absolute path.
    pub program: &'a Path,
    /// The names, of [`LEVELS`], of what makes the executables.
    pub levels: &'a [&'a str],
    /// The collector; `None`: the default one.
    pub gc: Option<&'a str>,
    /// The translator looks at its graphs after each pass, not only after each stage.
    pub verify_passes: bool,
    /// Command line and input for the low-level interpreter; `None`: do not run it.
    pub low: Option<(&'a [String], &'a [u8])>,
}

/// Says how a run on the low-level interpreter ended.
#[derive(Debug)]
pub enum Low {
    /// Exit code (1 with a class name for an uncaught exception) and standard output.
    Ended(i32, Vec<u8>),
    /// It could not be run to the end, for a reason that says nothing about the program.
    Skipped(String),
    /// The program did what no correct program does.
    Fault(String),
}

/// Holds what came of a request.
pub struct Made {
    /// Executables, in the order of the levels.
    pub executables: Vec<Result<PathBuf, String>>,
    /// The low-level interpreter's run, if wanted.
    pub low: Option<Low>,
    /// Milliseconds by part of the work.
    pub times: Vec<(String, u64)>,
}

/// Translates; an error if no typed program came of it.
pub fn make(request: &Request, dir: &Path) -> Result<Made, String> {
    let mut c = Command::new(std::env::current_exe().map_err(|e| e.to_string())?);
    c.arg(CHILD).arg(request.program).arg(dir).arg(request.levels.join(","));
    c.arg(request.gc.unwrap_or("minimark"));
    c.arg(if request.verify_passes { "passes" } else { "stages" });
    c.env("TRACEWRIGHT_CACHE", super::CACHE).current_dir(dir);
    if let Some((args, stdin)) = request.low {
        fs::write(dir.join("stdin"), stdin).map_err(|e| e.to_string())?;
        c.arg("low").args(args);
    }
    let o = run(&mut c, b"", 900)?;
    let text = |name: &str| fs::read_to_string(dir.join(name)).ok();
    if text("typed").is_none() {
        return Err(format!("translate {}: {}", request.program.display(), o.report()));
    }
    let executables = request
        .levels
        .iter()
        .map(|level| {
            let exe = dir.join(level);
            // The C compilers have nothing to say about what we give them (`own_N.c` is the program's C).
            let clean = !o
                .stderr
                .lines()
                .any(|l| l.contains(".c:") && !l.starts_with("own_") && l.contains(": warning: "));
            match exe.exists() && clean {
                true => Ok(exe),
                false => Err(format!("translate, {level}: {}", o.report())),
            }
        })
        .collect();
    let low = request.low.map(|_| {
        let ended = text("low.result").unwrap_or_default();
        match ended.split_once(' ') {
            Some(("exit", code)) => Low::Ended(
                code.parse().unwrap_or(-1),
                fs::read(dir.join("low.out")).unwrap_or_default(),
            ),
            Some(("skipped", why)) => Low::Skipped(why.into()),
            Some(("fault", why)) => Low::Fault(why.into()),
            _ => Low::Fault(format!("the interpreter did not come back: {}", o.report())),
        }
    });
    let times = text("times").unwrap_or_default();
    let times = times.lines().filter_map(|l| l.rsplit_once(' '));
    let times = times.map(|(n, ms)| (n.to_string(), ms.parse().unwrap_or(0))).collect();
    Ok(Made { executables, low, times })
}

/// Ways to make an executable: the back end with the level of optimisation, and the C compiler.
pub const LEVELS: [&str; 6] = ["obj0", "obj2", "c0-gcc", "c0-clang", "c2-gcc", "c2-clang"];

/// Word like [`CHILD`], for a child that only panics while a pass is at work.
pub const PANICS: &str = "--panics";

/// Does the work if this process is a child; to be called first in `main`.
pub fn child() -> Option<ExitCode> {
    let args: Vec<String> = std::env::args().collect();
    if args.get(1).map(String::as_str) == Some(PANICS) {
        std::panic::set_hook(Box::new(driver::panicked));
        let pass = || Work { what: "pass little on f".into(), dump: "graph @f()".into() };
        work::during(&pass, || panic!("no block is left"));
    }
    if args.get(1).map(String::as_str) != Some(CHILD) {
        return None;
    }
    std::panic::set_hook(Box::new(driver::panicked));
    let code = translate::on_big_stack(move || work(&args[2..]));
    Some(code.unwrap_or(ExitCode::from(3)))
}

fn work(args: &[String]) -> ExitCode {
    let [program, dir, levels, gc, verify, low @ ..] = args else { return ExitCode::from(2) };
    let dir = Path::new(dir);
    let sources = Sources::default();
    let mut clock = Instant::now();
    let mut times = String::new();
    let mut done = |what: &str| {
        times.push_str(&format!("{what} {}\n", clock.elapsed().as_millis()));
        clock = Instant::now();
        let _ = fs::write(dir.join("times"), &times);
    };
    let cli = |level: &str| {
        let (made, compiler) = level.split_once('-').unwrap_or((level, ""));
        let (backend, opt) = made.split_at(made.len() - 1);
        let line = ["translate", program, "--jobs", "1", "--opt", opt];
        let mut cli = Cli::parse_from(line.into_iter().chain([
            "--backend",
            backend,
            "--gc",
            gc,
            "--verify",
            verify,
        ]));
        cli.output = Some(dir.join(level));
        cli.cc = (!compiler.is_empty()).then(|| compiler.into());
        // Shows the compilers' warnings.
        cli.verbose = true;
        cli
    };
    let first = cli("obj2");
    let mut translation = Translation::of_program(first.clone(), &sources);
    let typed = match translation.rtype().cloned() {
        Ok(t) => t,
        Err(e) => return driver::report(e, &first, &sources),
    };
    let _ = fs::write(dir.join("typed"), "");
    done("front end");
    if low.first().is_some_and(|w| w == "low") {
        let file = dir.join("low.result");
        let _ = fs::write(&file, "fault the interpreter panicked");
        let _ = fs::write(&file, low_level(&typed, program, &low[1..], dir));
        done("low-level interpreter");
    }
    let mut code = ExitCode::SUCCESS;
    for level in levels.split(',').filter(|l| !l.is_empty()) {
        let cli = cli(level);
        if let Err(e) = Translation::of_typed(cli.clone(), &sources, typed.clone()).compile() {
            code = driver::report(e, &cli, &sources);
        }
        done(level);
    }
    code
}

/// Runs the program and writes its output; how it ended.
fn low_level(typed: &Typed, program: &str, args: &[String], dir: &Path) -> String {
    let mut interp = LlInterp::new(&typed.program);
    interp.steps = STEPS;
    let stdin = fs::read(dir.join("stdin")).unwrap_or_default();
    let mut argv = vec![program];
    argv.extend(args.iter().map(String::as_str));
    let result = lab::untranslated::call_as_process(&mut interp, &stdin, &argv);
    let _ = fs::write(dir.join("low.out"), &interp.world.stdout);
    match result {
        Ok(v) => format!("exit {}", v.as_wide().unwrap_or(-1) & 0xff),
        Err(LowOutcome::Raised { .. }) => "exit 1".into(),
        Err(LowOutcome::Fault(why)) => match interp.world.exit_code {
            Some(code) => format!("exit {}", code & 0xff),
            None if why.contains("step limit") => "skipped more steps than the limit".into(),
            None if why.contains("recursion too deep") => "skipped deep recursion".into(),
            None if why.contains("is not known to the interpreter") => {
                format!("skipped {why}")
            }
            None => format!("fault {why}"),
        },
    }
}
