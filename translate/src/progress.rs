//! Progress of a translation: which stage runs, how long each took, and what of it is told while it
//! runs.

use crate::cli::{Backend, Cli, Stage};
use crate::display;
use crate::display::Display;
use crate::dump;
use crate::failure::Sources;
use backendopt::{Observer, PassReport};
use flowmodel::Program;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Shows stages on the terminal, and draws, as long as it lives.
pub struct Live {
    /// The picture's thread, and what it waits for.
    picture: Option<(mpsc::Sender<()>, JoinHandle<()>)>,
}

impl Live {
    /// Makes the display. It is live if stderr is a terminal, and nothing else is told there.
    pub fn new(cli: &Cli) -> Live {
        let terminal = std::io::stderr().is_terminal();
        let quiet = cli.verbose || !cli.dump_graphs.is_empty();
        if terminal && !quiet {
            let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
            let bar = ProgressBar::new_spinner();
            *display::display() = Some(Display {
                bar: style.map_or(bar.clone(), |s| bar.with_style(s)),
                count: 0,
                beside: None,
            });
        }
        let wait = match cli.fractal {
            true => Some(Duration::ZERO),
            false => (terminal && !quiet && !cli.no_fractal).then_some(Duration::from_secs(2)),
        };
        let picture = wait.map(|wait| {
            let (end, ended) = mpsc::channel();
            (end, std::thread::spawn(move || draw(wait, &ended)))
        });
        Live { picture }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.picture.take() {
            drop(end);
            let _ = thread.join();
            display::with_display(Display::drawn);
        }
        if let Some(d) = display::display().take() {
            d.bar.finish_and_clear();
        }
    }
}

/// Draws a line of the picture now and then, until there is nothing to wait for.
fn draw(wait: Duration, ended: &mpsc::Receiver<()>) {
    let mut pause = wait;
    for mut line in fractal(WIDTH, 24) {
        if ended.recv_timeout(pause) != Err(mpsc::RecvTimeoutError::Timeout) {
            return;
        }
        display::with_display(|d| {
            if let Some(text) = d.beside.get_or_insert_default().pop_front() {
                line = format!("{line:width$}{text}", width = WIDTH as usize);
            }
        });
        display::suspended(|| eprintln!("{line}"));
        pause = Duration::from_millis(150);
    }
    display::with_display(Display::drawn);
}

/// Characters in a line of the picture.
const WIDTH: u32 = 72;

/// The Mandelbrot set in characters: the later a point leaves, the denser.
fn fractal(width: u32, height: u32) -> impl Iterator<Item = String> {
    const SHADES: &[u8] = b" .,:;i=+*%#@";
    let row = move |y: u32| {
        let ci = 2.4 * (f64::from(y) + 0.5) / f64::from(height) - 1.2;
        let shade = |x: u32| {
            let cr = 3.2 * (f64::from(x) + 0.5) / f64::from(width) - 2.2;
            let (mut zr, mut zi, mut n) = (0.0f64, 0.0f64, 0);
            while zr * zr + zi * zi <= 4.0 && n < 60 {
                (zr, zi, n) = (zr * zr - zi * zi + cr, 2.0 * zr * zi + ci, n + 1);
            }
            let at = if n == 60 { SHADES.len() - 1 } else { (n / 2).min(SHADES.len() - 2) };
            char::from(SHADES[at])
        };
        (0..width).map(shade).collect::<String>().trim_end().to_string()
    };
    (0..height).map(row)
}

/// Says in one line what was made, where stderr is a terminal.
pub fn conclude(cli: &Cli, made: &crate::Made, start: Instant) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let seconds = start.elapsed().as_secs_f64();
    match (&made.executable, &made.folder) {
        (Some(exe), _) => {
            let bytes = std::fs::metadata(exe).map_or(0, |m| m.len());
            let size = indicatif::HumanBytes(bytes);
            // (It depends on other options, too.)
            let by = match cli.backend {
                Backend::Obj if !cli.specialize.is_empty() => " by the object back end",
                _ => "",
            };
            eprintln!("translate: made {}, {size}, in {seconds:.1} s{by}", exe.display());
        }
        (None, Some(folder)) => {
            eprintln!(
                "translate: wrote {} C files to {} in {seconds:.1} s",
                made.files,
                folder.display()
            );
        }
        (None, None) => eprintln!("translate: done in {seconds:.1} s"),
    }
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
        display::with_display(|d| d.done(name, (now - self.last).as_secs_f64(), &detail));
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

/// Collects what the passes of a stage did: their times for `--verbose`, and the dumps between the
/// transformers.
pub struct Passes<'a> {
    verbose: bool,
    dumps: &'a mut dump::Dumps,
    sources: &'a Sources,
    /// Counts of each pass: its name, runs, changes, time.
    done: Vec<(&'static str, usize, usize, Duration)>,
    /// Result of the dumps.
    dumped: std::io::Result<()>,
}

impl<'a> Passes<'a> {
    /// Makes the collector of passes of this translation.
    pub fn new(cli: &Cli, dumps: &'a mut dump::Dumps, sources: &'a Sources) -> Passes<'a> {
        Passes { verbose: cli.verbose, dumps, sources, done: vec![], dumped: Ok(()) }
    }

    /// Ends the collection after the last pass.
    pub fn end(&mut self) -> crate::failure::Res<()> {
        for (name, runs, changes, time) in self.done.iter().filter(|_| self.verbose) {
            let ms = time.as_secs_f64() * 1e3;
            let s = if *runs == 1 { "" } else { "s" };
            eprintln!("[translate]   {name:<20} {ms:9.1} ms  {runs} run{s}, changes: {changes}");
        }
        Ok(std::mem::replace(&mut self.dumped, Ok(()))?)
    }
}

impl Observer for Passes<'_> {
    fn sees_each_pass(&self) -> bool {
        self.dumps.shows_passes()
    }

    fn pass_done(&mut self, report: &PassReport, p: &Program) {
        display::with_display(|d| d.count(report.pass));
        match self.done.iter_mut().find(|d| d.0 == report.pass) {
            Some((_, runs, changes, time)) => {
                *runs += 1;
                *changes += report.changes;
                *time += report.time;
            }
            None => self.done.push((report.pass, 1, report.changes, report.time)),
        }
        let sources = &self.sources.borrow();
        let stage = match report.pass {
            "exception_transform" => Stage::ExceptionTransformed,
            "gc_transform" => Stage::GcTransformed,
            _ => return self.dumps.pass(report, p, sources),
        };
        if self.dumped.is_ok() {
            self.dumped = self.dumps.low_level(stage, p, sources);
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_picture_is_the_set() {
        let lines: Vec<String> = super::fractal(72, 24).collect();
        assert_eq!(lines.len(), 24);
        // Above and below the real axis it is the same; its middle is inside.
        assert!(lines.iter().zip(lines.iter().rev()).all(|(a, b)| a == b), "{lines:#?}");
        assert!(lines[12].contains("@@@@@@@@@@"), "{lines:#?}");
        assert!(!lines[0].contains('@'), "{lines:#?}");
    }
}
