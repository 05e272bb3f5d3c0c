//! Which stage runs, how long each took, and what of it is told while it runs.

use crate::cli::Cli;
use crate::cli::Stage;
use crate::dump;
use backendopt::{Observer, PassReport};
use flowmodel::Program;
use std::time::{Duration, Instant};

thread_local! {
    /// The stage that is running, for internal errors.
    static STAGE: std::cell::Cell<&'static str> = const { std::cell::Cell::new("start") };
}

/// The stage that is running.
pub fn stage() -> &'static str {
    STAGE.get()
}

/// A stage begins.
pub fn enter(name: &'static str) {
    STAGE.set(name);
}

/// Measures the stages, and tells if asked to (`--verbose`).
pub struct Progress {
    verbose: bool,
    start: Instant,
    last: Instant,
    /// Seconds of CPU when the last stage ended.
    last_cpu: f64,
}

/// CPU seconds of this process (not of C compilers), and its largest memory in MB.
fn usage() -> (f64, i64) {
    // SAFETY: plain system call that fills the structure.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    (seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss / 1024)
}

impl Progress {
    /// Starts measuring.
    pub fn new(cli: &Cli) -> Progress {
        let now = Instant::now();
        Progress { verbose: cli.verbose, start: now, last: now, last_cpu: usage().0 }
    }

    /// A stage has ended.
    pub fn done(&mut self, name: &str, detail: String) {
        let (now, (cpu, _)) = (Instant::now(), usage());
        if self.verbose {
            let ms = (now - self.last).as_secs_f64() * 1e3;
            let cpu_ms = (cpu - self.last_cpu) * 1e3;
            eprintln!("[translate] {name:<22} {ms:9.1} ms  {cpu_ms:9.1} ms CPU  {detail}");
        }
        (self.last, self.last_cpu) = (now, cpu);
    }

    /// The whole translation has ended.
    pub fn end(&mut self) {
        if self.verbose {
            let (cpu, mb) = usage();
            let s = self.start.elapsed().as_secs_f64();
            eprintln!("[translate] total {s:.2} s, {cpu:.2} s CPU, {mb} MB");
        }
    }
}

/// What the passes of a stage did: their times for `--verbose`, and the dumps between the transformers.
pub struct Passes<'a> {
    cli: &'a Cli,
    /// By pass: its name, runs, changes, time.
    done: Vec<(&'static str, usize, usize, Duration)>,
    /// What came of the dumps.
    dumped: std::io::Result<()>,
}

impl<'a> Passes<'a> {
    /// Of this translation.
    pub fn new(cli: &'a Cli) -> Passes<'a> {
        Passes { cli, done: vec![], dumped: Ok(()) }
    }

    /// After the last pass.
    pub fn end(&mut self) -> crate::driver::Res<()> {
        for (name, runs, changes, time) in self.done.iter().filter(|_| self.cli.verbose) {
            let ms = time.as_secs_f64() * 1e3;
            let s = if *runs == 1 { "" } else { "s" };
            eprintln!("[translate]   {name:<20} {ms:9.1} ms  {runs} run{s}, changes: {changes}");
        }
        Ok(std::mem::replace(&mut self.dumped, Ok(()))?)
    }
}

impl Observer for Passes<'_> {
    fn pass_done(&mut self, report: &PassReport, p: &Program) {
        match self.done.iter_mut().find(|d| d.0 == report.pass) {
            Some((_, runs, changes, time)) => {
                *runs += 1;
                *changes += report.changes;
                *time += report.time;
            }
            None => self.done.push((report.pass, 1, report.changes, report.time)),
        }
        let stage = match report.pass {
            "exception_transform" => Stage::ExceptionTransformed,
            "gc_transform" => Stage::GcTransformed,
            _ => return,
        };
        if self.dumped.is_ok() {
            self.dumped = dump::low_level(self.cli, stage, p);
        }
    }
}

