//! `translate view`: pages for looking at dumps of graphs, and at the logs of a JIT.

use crate::expect::Expectation;
use crate::failure::{Failure, Res};
use crate::log::{Log, Section};
use crate::page::Page;
use clap::Parser;
use flowmodel::diag::{FileId, SourceMap};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use viewer::{Book, Source, traces};

/// Makes a page of dumps of graphs, or of the log of a program with a JIT: one file, to be opened in a browser, without network.
///
/// A dump is what --dump-graphs prints, of one stage or of several. The files that its places name are looked for from the current
/// folder. `translate --html FILE` makes the same page while it translates, with each optimisation as a stage.
/// docs/viewing.md shows what can be seen.
#[derive(Parser, Debug, Clone)]
#[command(name = "translate view", bin_name = "translate view", max_term_width = 100)]
pub struct View {
    /// Dumps of graphs; stages stand in the order of the files
    #[arg(required_unless_present = "jit", conflicts_with = "jit")]
    pub dumps: Vec<PathBuf>,
    /// A log instead: what the program wrote with PYPYLOG=LOG
    #[arg(long, value_name = "LOG")]
    pub jit: Option<PathBuf>,
    /// The interpreter that the log is of: its lines stand beside the traces
    #[arg(long, value_name = "PROG.rpy", requires = "jit")]
    pub program: Option<PathBuf>,
    /// Operations that the loops' bodies must contain, as for test-jit: what is too much is marked
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', requires = "jit")]
    pub expect: Vec<Expectation>,
    /// File of the page (default: the first file's name with .html, in the current folder)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl View {
    fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        self.jit.iter().chain(&self.dumps)
    }

    fn place(&self) -> PathBuf {
        let first = self.inputs().next().and_then(|f| f.file_name()).unwrap_or_default();
        self.output.clone().unwrap_or_else(|| Path::new(first).with_extension("html"))
    }
}

/// The text of a source file: one of the library's, or from the disk.
fn source(path: &str) -> Option<String> {
    if let Some(inner) = path.strip_prefix("<embedded>/") {
        let (_, text) = rtyper::EMBEDDED.iter().find(|(name, _)| *name == inner)?;
        return Some(text.to_string());
    }
    std::fs::read_to_string(path).ok()
}

/// Writes the page of a book, with the files of a translation that it mentions.
pub fn write_with(book: &Book, place: &Path, sources: &SourceMap) -> Res<()> {
    write(book, place, |path| {
        let mut files = (0..).map_while(|n| sources.get(FileId(n)));
        files.find(|f| &*f.path == path).map(|f| f.text.to_string())
    })
}

/// Writes the page of a book, with the source files that it mentions, as far as `source` has them.
fn write(book: &Book, place: &Path, source: impl Fn(&str) -> Option<String>) -> Res<()> {
    let sources: Vec<Source> = book
        .paths()
        .into_iter()
        .filter_map(|path| Some(Source { text: source(&path)?, path }))
        .collect();
    Page::new(place)?.write(&book.page(&sources))
}

fn read(file: &Path) -> Res<String> {
    let bytes = std::fs::read(file).map_err(|e| Failure::Io(format!("{}: {e}", file.display())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Makes the page.
///
/// Errors: files that cannot be read or written, or are no dumps or logs.
pub fn make(view: &View) -> Res<()> {
    let place = view.place();
    if view.inputs().any(|f| *f == place) {
        return Err(Failure::Io(format!("{} would be overwritten: --output", place.display())));
    }
    if let Some(log) = &view.jit {
        return traces_page(log, view, &place);
    }
    let mut book = Book::new(&name_of(&view.dumps[0]));
    for file in &view.dumps {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let before = book.clone();
        book.read(&read(file)?, &stem);
        if book == before {
            let m = "there are no graphs in it; --dump-graphs STAGE prints some";
            return Err(Failure::Io(format!("{}: {m}", file.display())));
        }
    }
    write(&book, &place, source)
}

/// Browsers do not open pages of logs beyond this many bytes in a time that anyone would wait.
const LARGEST_LOG: u64 = 256 << 20;

/// Marks in traces what breaks expectations, and gives what is said about them.
fn mark(expect: &[Expectation], parsed: &Log, traces: &mut [traces::Trace]) -> Vec<String> {
    let loops: Vec<&Section> = parsed.traces.iter().filter(|s| s.is_loop()).collect();
    let broken: Vec<_> = expect.iter().filter_map(|e| e.check(&loops)).collect();
    for (said, (l, n)) in broken.iter().flat_map(|b| b.lines.iter().map(|at| (&b.said, *at))) {
        // A log may have more than one trace of a name, if programs wrote it one after the other.
        let same = traces.iter_mut().find(|t| t.optimised == loops[l].lines);
        same.into_iter().for_each(|t| t.broken.push((n, said.clone())));
    }
    broken.into_iter().map(|b| b.said).collect()
}

fn traces_page(log: &Path, view: &View, place: &Path) -> Res<()> {
    let size = std::fs::metadata(log).map_or(0, |m| m.len());
    if size > LARGEST_LOG {
        let m = format!(
            "{} MB are too much for a page; log less (PYPYLOG=jit-log-opt,jit-backend:FILE), or a shorter run",
            size >> 20
        );
        return Err(Failure::Io(format!("{}: {m}", log.display())));
    }
    let text = read(log)?;
    let parsed = Log::parse(&text);
    if parsed.traces.is_empty() {
        let m = "there are no traces in it; PYPYLOG=FILE writes a log with all that the page shows";
        return Err(Failure::Io(format!("{}: {m}", log.display())));
    }
    let mut sources = vec![];
    if let Some(file) = &view.program {
        sources.push(Source { path: file.display().to_string(), text: read(file)? });
    }
    let mut traces = parsed.records(&text);
    let broken = mark(&view.expect, &parsed, &mut traces);
    let mut paths: Vec<&str> =
        traces.iter().flat_map(|t| &t.resume).flat_map(|line| interpreter_files(line)).collect();
    paths.sort();
    paths.dedup();
    let known: Vec<Source> = paths
        .into_iter()
        .filter(|path| sources.iter().all(|s| s.path != *path))
        .filter_map(|path| Some(Source { text: source(path)?, path: path.into() }))
        .collect();
    sources.extend(known);
    let mut labels: Vec<(u32, u64)> = parsed.labels.iter().map(|(n, count)| (*n, *count)).collect();
    labels.sort();
    let title = name_of(log);
    let run = traces::Run { title, traces, labels, summary: parsed.summary, broken, sources };
    Page::new(place)?.write(&traces::page(&run))
}

/// The files behind the `;` of a line of resume data: `PATH:LINE < PATH:LINE`.
fn interpreter_files(line: &str) -> impl Iterator<Item = &str> {
    let places = line.rsplit_once("  ; ").map_or("", |(_, places)| places);
    places.split(" < ").filter_map(|p| Some(p.rsplit_once(':')?.0))
}

/// Runs the command; the exit code is 0 or 1 (something is wrong with the files).
pub fn run(view: &View) -> ExitCode {
    match make(view) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Io(m)) => {
            eprintln!("translate view: {m}");
            ExitCode::from(1)
        }
        Err(_) => ExitCode::from(3),
    }
}
