//! Diagnostics on the terminal.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use flowmodel::diag::{Diagnostic, FileId, Severity, SourceMap, Span};

/// `FILE:LINE:COLUMN: error[CODE]: TEXT`
pub fn short(d: &Diagnostic, sources: &SourceMap) -> String {
    let place = d.primary.and_then(|s| {
        let (line, column) = sources.line_col(s.file, s.start)?;
        Some(format!("{}:{line}:{column}: ", sources.get(s.file)?.path))
    });
    format!("{}{}[{}]: {}", place.unwrap_or_default(), name(d.severity), d.code, d.message)
}

fn name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// A diagnostic as a JSON object: `code`, `severity`, `message`, `spans` (the place it is about), `chain` (the places that led there, each
/// with a `label`), `notes`. A place has `file`, `line` and `column` (bytes, from 1) of its begin and its end, and `byte_start` and `byte_end`.
pub fn json(d: &Diagnostic, sources: &SourceMap) -> serde_json::Value {
    let place = |s: Span, label: Option<&str>| {
        let file = sources.get(s.file)?;
        let (line, column) = sources.line_col(s.file, s.start)?;
        let (end_line, end_column) = sources.line_col(s.file, s.end.max(s.start))?;
        Some(serde_json::json!({
            "file": &*file.path, "line": line, "column": column, "end_line": end_line, "end_column": end_column,
            "byte_start": s.start, "byte_end": s.end, "label": label,
        }))
    };
    let here = d.primary.and_then(|p| {
        let label = d.labels.iter().find(|l| l.0 == p).map(|l| &*l.1);
        place(p, label)
    });
    let others = d.labels.iter().filter(|l| Some(l.0) != d.primary);
    let chain: Vec<_> = others.filter_map(|(s, text)| place(*s, Some(text))).collect();
    serde_json::json!({
        "code": d.code, "severity": name(d.severity), "message": d.message,
        "spans": here.into_iter().collect::<Vec<_>>(), "chain": chain, "notes": d.notes,
    })
}

/// Text of a diagnostic, with colours if `colour`.
pub fn render(d: &Diagnostic, sources: &SourceMap, colour: bool) -> String {
    debug_assert!(crate::codes::find(d.code).is_some(), "{} is not in the table of codes", d.code);
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    // One snippet per file, the primary's first.
    let mut files: Vec<FileId> = vec![];
    let spans = d.primary.iter().chain(d.labels.iter().map(|l| &l.0));
    for s in spans {
        if sources.get(s.file).is_some() && !files.contains(&s.file) {
            files.push(s.file);
        }
    }
    let title = level.primary_title(&*d.message).id(d.code);
    let mut group = Group::with_title(title);
    for f in &files {
        let Some(file) = sources.get(*f) else { continue };
        let mut snippet = Snippet::source(&*file.text).path(&*file.path).line_start(1);
        let range = |s: Span| {
            let len = file.text.len();
            let clamp = |at: u32| {
                let mut at = (at as usize).min(len);
                while !file.text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            clamp(s.start)..clamp(s.end.max(s.start))
        };
        if let Some(p) = d.primary.filter(|p| p.file == *f) {
            let notes: Vec<&str> = d.labels.iter().filter(|l| l.0 == p).map(|l| &*l.1).collect();
            let a = AnnotationKind::Primary.span(range(p));
            snippet = snippet.annotation(match notes.is_empty() {
                false => a.label(notes.join("; ")),
                true => a,
            });
        }
        for (s, text) in d.labels.iter().filter(|l| l.0.file == *f && Some(l.0) != d.primary) {
            snippet = snippet.annotation(AnnotationKind::Context.span(range(*s)).label(&**text));
        }
        group = group.element(snippet);
    }
    for n in &d.notes {
        group = group.element(Level::NOTE.message(&**n));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group]).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_file_line_and_caret() {
        let mut m = SourceMap::default();
        let f = m.add("a.rpy", "x = 1\ny = z + 1\n");
        let at = |start, end| Span { file: f, start, end, inlined: 0 };
        let d = Diagnostic::error("name", "name 'z' is not defined", at(10, 11))
            .label(at(0, 1), "did you mean this?")
            .note("names are looked up when they are used");
        let text = render(&d, &m, false);
        for part in ["error[name]", "a.rpy:2:5", "y = z + 1", "^", "did you mean", "looked up"] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
    }
}
