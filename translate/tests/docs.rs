//! The samples in the pages of docs/language are programs: a block ```` ```python ```` followed by a block ```` ```text ```` must print
//! that text, under CPython 3, compiled and on the low-level interpreter; one followed by ```` ```diagnostic ```` must be rejected, and
//! the lines of that block must stand in the diagnostics, in this order. A Python block followed by neither is an error.
//!
//! A sample is a whole module if it defines `entry_point`. Otherwise its imports, functions and classes stand at module level, and
//! its other statements are the body of the entry point. `BLESS=1` rewrites the text blocks from what CPython prints.

use crate::common::matrix::{self, Low, Request};
use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Says what a sample must do.
#[derive(Clone)]
enum Expect {
    Output(String),
    Diagnostic(Vec<String>),
}

#[derive(Clone)]
struct Sample {
    title: String,
    /// The page.
    page: PathBuf,
    /// Its line (from 1) where the sample starts.
    line: usize,
    source: String,
    expect: Expect,
}

/// A fenced block: language, line of its first line of text (from 0), text.
struct Fence {
    language: String,
    start: usize,
    text: String,
}

/// All fenced blocks with the heading above each.
fn fences(document: &str) -> Vec<(String, Fence)> {
    let mut found = vec![];
    let mut heading = String::new();
    let mut open: Option<Fence> = None;
    for (n, line) in document.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => {
                open = Some(Fence {
                    language: language.trim().into(),
                    start: n + 1,
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => found.extend(open.take().map(|f| (heading.clone(), f))),
            (Some(f), None) => {
                f.text.push_str(line);
                f.text.push('\n');
            }
            (None, None) => {
                if let Some(h) = line.strip_prefix('#') {
                    heading = h.trim_start_matches('#').trim().to_string();
                }
            }
        }
    }
    found
}

fn samples(page: &Path, document: &str) -> Result<Vec<Sample>, String> {
    let mut found: Vec<Sample> = vec![];
    let mut blocks = fences(document).into_iter().peekable();
    while let Some((heading, f)) = blocks.next() {
        if f.language != "python" {
            continue;
        }
        let expect = match blocks.peek() {
            Some((_, e)) if e.language == "text" => Expect::Output(e.text.clone()),
            Some((_, e)) if e.language == "diagnostic" => {
                Expect::Diagnostic(e.text.lines().map(|l| l.trim().to_string()).collect())
            }
            _ => return Err(format!("line {}: a sample without a text or diagnostic", f.start)),
        };
        let number = 1 + found.iter().filter(|s| s.title.starts_with(&heading)).count();
        let title = format!("{heading} ({number})");
        let page = page.to_path_buf();
        found.push(Sample { title, page, line: f.start, source: f.text, expect });
    }
    Ok(found)
}

/// The sample as a module with `target`.
fn module(source: &str) -> String {
    let mut text = String::from("from __future__ import print_function\n");
    if source.contains("def entry_point(") {
        text.push_str(source);
    } else {
        let (mut top, mut body) = (String::new(), String::new());
        let mut at_top = false;
        for line in source.lines() {
            let first = line.split(|c: char| !c.is_alphanumeric() && c != '@').next().unwrap_or("");
            if !line.is_empty() && !line.starts_with([' ', ')', ']', '}']) {
                at_top =
                    matches!(first, "def" | "class" | "import" | "from") || first.starts_with('@');
            }
            if at_top {
                let _ = writeln!(top, "{line}");
            } else {
                let _ = writeln!(body, "    {line}");
            }
        }
        let _ = write!(text, "{top}\n\ndef entry_point(argv):\n{body}    return 0\n");
    }
    if !source.contains("def target(") {
        text.push_str("\n\ndef target(driver, args):\n    return entry_point, None\n");
    }
    text
}

impl Sample {
    fn check(&self) -> Result<(), Failed> {
        let at =
            |m: String| Failed::from(format!("{}, line {}: {m}", self.page.display(), self.line));
        self.run().map_err(at)
    }

    fn write(&self, dir: &Path) -> Result<PathBuf, String> {
        let program = dir.join("sample.rpy");
        std::fs::write(&program, module(&self.source)).map_err(|e| e.to_string())?;
        Ok(program)
    }

    fn run(&self) -> Result<(), String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let program = self.write(dir.path())?;
        let expected = match &self.expect {
            Expect::Output(text) => text,
            Expect::Diagnostic(lines) => return rejected(&program, lines),
        };
        if let Some(o) = under_cpython(&program)? {
            same("CPython", expected.as_bytes(), o.as_bytes())?;
        }
        let levels = [if backend() == "c" { "c2-gcc" } else { "obj2" }];
        let (verify_passes, low) = (flag("TRACEWRIGHT_ALL"), Some((&[][..], &b""[..])));
        let request = Request { program: &program, levels: &levels, gc: None, verify_passes, low };
        let made = matrix::make(&request, dir.path())?;
        for exe in made.executables {
            let o = run(&mut Command::new(exe?), b"", 60)?;
            if o.code != 0 {
                return Err(o.report());
            }
            same("-O2", expected.as_bytes(), &o.stdout)?;
        }
        match made.low {
            Some(Low::Ended(0, out)) => same("low-level interpreter", expected.as_bytes(), &out),
            Some(Low::Skipped(_)) | None => Ok(()),
            Some(other) => Err(format!("low-level interpreter: {other:?}")),
        }
    }
}

/// Gives what CPython prints, if it is there.
fn under_cpython(program: &Path) -> Result<Option<String>, String> {
    let Some(mut c) = cpython(program) else { return Ok(None) };
    let o = run(&mut c, b"", 60)?;
    match o.code {
        0 => Ok(Some(String::from_utf8_lossy(&o.stdout).into_owned())),
        _ => Err(format!("CPython: {}", o.report())),
    }
}

/// The program must be rejected with these lines, in this order.
fn rejected(program: &Path, lines: &[String]) -> Result<(), String> {
    let mut c = translate();
    c.arg(program).arg("-o").arg(program.with_extension("exe"));
    let o = run(&mut c, b"", 120)?;
    if o.code != 1 {
        return Err(format!("expected a diagnostic, got {}", o.report()));
    }
    let mut rest = o.stderr.as_str();
    for line in lines {
        let Some(i) = rest.find(line.as_str()) else {
            return Err(format!("expected {line:?} in the diagnostics\n{}", o.stderr));
        };
        rest = &rest[i + line.len()..];
    }
    Ok(())
}

/// The document with CPython's output in its text blocks.
fn blessed(document: &str, samples: &[Sample]) -> Result<String, String> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut lines: Vec<String> = document.lines().map(String::from).collect();
    for s in samples.iter().rev() {
        let Expect::Output(_) = s.expect else { continue };
        let Some(output) = under_cpython(&s.write(dir.path())?)? else { continue };
        let mut from = s.line + s.source.lines().count();
        while lines[from] != "```text" {
            from += 1;
        }
        let end = (from + 1..).find(|n| lines[*n] == "```").ok_or("an open block")?;
        lines.splice(from + 1..end, output.lines().map(String::from));
    }
    Ok(lines.join("\n") + "\n")
}

pub fn tests() -> Vec<Test> {
    let mut all = vec![];
    let mut count = 0;
    for page in files(&root().join("docs/language"), "md") {
        let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let document = std::fs::read_to_string(&page).expect("a page");
        match samples(&page, &document) {
            Err(e) => all.push(Test::new(name, move || Err(e.into()))),
            Ok(found) if bless() => all.push(Test::new(name, move || {
                let text = blessed(&document, &found)?;
                Ok(std::fs::write(&page, text)?)
            })),
            Ok(found) => {
                count += found.len();
                all.extend(
                    found
                        .into_iter()
                        .map(|s| Test::new(format!("{name}/{}", s.title), move || s.check())),
                );
            }
        }
    }
    if !bless() {
        all.push(Test::new("samples", move || match count {
            0..12 => Err(format!("docs/language: only {count} samples").into()),
            _ => Ok(()),
        }));
    }
    all
}
