//! Source positions and diagnostics. Rendering to a terminal is the `translate` command's work.

use std::fmt;
use std::rc::Rc;

/// A source file of a [`SourceMap`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// A range of bytes in a source file.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// File.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The place that the code was inlined to: an index in [`crate::Program::inlined`], counted from 1; 0:
    /// it was not.
    pub inlined: u32,
}

impl Span {
    /// No position (`file` is `u32::MAX`).
    pub const NONE: Span = Span { file: FileId(u32::MAX), start: 0, end: 0, inlined: 0 };
    /// Says whether they are the same part of the source, also if they were inlined to different
    /// places.
    pub fn same_place(self, other: Span) -> bool {
        Span { inlined: 0, ..self } == Span { inlined: 0, ..other }
    }
    /// Says whether it is a position at all.
    pub fn is_known(self) -> bool {
        self.file.0 != u32::MAX
    }
    /// No position, inlined to the same place.
    pub fn unknown(self) -> Span {
        Span { inlined: self.inlined, ..Span::NONE }
    }
    /// This position, or another if it is not known.
    pub fn or(self, other: Span) -> Span {
        if self.is_known() || !other.is_known() { self } else { other }
    }
    /// Gives the span from the start of `self` to the end of `other`.
    pub fn to(self, other: Span) -> Span {
        Span { end: other.end.max(self.end), ..self }
    }
}

impl Default for Span {
    fn default() -> Self {
        Span::NONE
    }
}

/// A source file.
#[derive(Debug)]
pub struct SourceFile {
    /// Path as shown to people.
    pub path: Rc<str>,
    /// Text.
    pub text: Rc<str>,
    line_starts: Vec<u32>,
}

/// All source files of a translation.
#[derive(Default, Debug)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file.
    pub fn add(&mut self, path: &str, text: &str) -> FileId {
        let starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1))
            .collect();
        self.files.push(SourceFile { path: path.into(), text: text.into(), line_starts: starts });
        FileId(self.files.len() as u32 - 1)
    }
    /// A file, if the id is one of this map.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }
    /// Line and column (bytes) of a position, both from 1.
    pub fn line_col(&self, id: FileId, at: u32) -> Option<(u32, u32)> {
        let f = self.get(id)?;
        let line = f.line_starts.partition_point(|s| *s <= at) - 1;
        Some((line as u32 + 1, at - f.line_starts[line] + 1))
    }
    /// Text of a line, counted from 1.
    pub fn line(&self, id: FileId, line: u32) -> Option<&str> {
        let f = self.get(id)?;
        let line = line.checked_sub(1)? as usize;
        let start = *f.line_starts.get(line)? as usize;
        f.text[start..].lines().next()
    }
    /// `path:line:column-column` of a span, columns in characters, from the first to one past the last; where it ends on
    /// another line `path:line:column-line:column`. `None`: it is not known.
    pub fn place(&self, span: Span) -> Option<String> {
        let file = self.get(span.file)?;
        let at = |byte: u32| {
            let (line, column) = self.line_col(span.file, byte)?;
            let before = &file.text[file.line_starts[line as usize - 1] as usize..];
            let before = before.get(..column as usize - 1)?;
            Some((line, before.chars().count() + 1))
        };
        let ((line, from), (last, to)) = (at(span.start)?, at(span.end.max(span.start))?);
        let path = &file.path;
        Some(match line == last {
            true => format!("{path}:{line}:{from}-{to}"),
            false => format!("{path}:{line}:{from}-{last}:{to}"),
        })
    }
    /// `path:line` of a span, for people.
    pub fn show(&self, span: Span) -> String {
        match (self.get(span.file), self.line_col(span.file, span.start)) {
            (Some(f), Some((l, _))) => format!("{}:{}", f.path, l),
            _ => "<unknown>".to_string(),
        }
    }
}

/// Says how bad a diagnostic is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The translation cannot go on.
    Error,
    /// The program may not mean what it seems to.
    Warning,
}

/// A message to the user about their program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Says how bad it is.
    pub severity: Severity,
    /// Short stable name of the kind of error, such as `syntax` or `union`.
    pub code: &'static str,
    /// Says what is wrong.
    pub message: String,
    /// The place that it is about.
    pub primary: Option<Span>,
    /// Other places that matter, with what they say.
    pub labels: Vec<(Span, String)>,
    /// Reasons and ways out.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, message: impl Into<String>, at: Span) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            primary: at.is_known().then_some(at),
            labels: vec![],
            notes: vec![],
        }
    }
    /// Adds a place.
    pub fn label(mut self, at: Span, text: impl Into<String>) -> Diagnostic {
        if at.is_known() {
            self.labels.push((at, text.into()));
        }
        self
    }
    /// Adds a note.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
