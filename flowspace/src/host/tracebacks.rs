//! Tracebacks, and diagnostics of exceptions that nobody handles.

use super::*;
use flowmodel::diag::{Diagnostic, Span};

/// Traceback of an exception, innermost frame first.
pub(crate) fn traceback(host: &Host, e: HErr) -> &[TracebackEntry] {
    host.run.tracebacks.get(&e.0).map_or(&[], |v| v)
}

pub(crate) fn add_traceback(host: &mut Host, e: HErr, name: &'static str, span: Span) {
    let tb = host.run.tracebacks.entry(e.0).or_default();
    if tb.len() < 200 {
        tb.push(TracebackEntry { name, span });
    }
}

/// `ValueError: message` as the last line of a Python traceback.
pub(crate) fn describe_exception(host: &mut Host, e: HErr) -> String {
    let cls = host.cls(host.class_of(e.0)).name.clone();
    let msg = host.str_of(e.0).unwrap_or_else(|_| "<exception in __str__>".into());
    if msg.is_empty() { cls.to_string() } else { format!("{cls}: {msg}") }
}

/// The code of a diagnostic of an uncaught exception.
pub(crate) fn error_code(host: &Host, e: HErr) -> &'static str {
    match () {
        () if host.err_is(e, "ModuleNotFoundError") => errors::NO_MODULE,
        () if host.err_is(e, "ImportError") => "import",
        () if host.err_is(e, "KeyboardInterrupt") => errors::INTERRUPTED,
        () => "import-time",
    }
}

/// Makes a diagnostic of an uncaught exception: the raising line, and the callers as labels.
pub(crate) fn diagnostic(host: &mut Host, e: HErr) -> Diagnostic {
    let mut msg = describe_exception(host, e);
    let tb = host.run.tracebacks.get(&e.0).cloned().unwrap_or_default();
    // An abstract method, which says nothing itself.
    if msg == "NotImplementedError"
        && let Some((class, method)) = tb.first().and_then(|entry| entry.name.rsplit_once('.'))
        && !class.ends_with("<locals>")
    {
        msg = format!("{msg}: {method}() of {class} is to be defined by a subclass");
    }
    let in_library = |span: Span| {
        let sources = host.sources.borrow();
        sources.get(span.file).is_some_and(|f| f.path.starts_with("<embedded>"))
    };
    // What was raised in the library is shown where the program called it.
    let shown = tb.iter().position(|entry| !in_library(entry.span)).unwrap_or(0);
    let mut it = tb.into_iter();
    let code = error_code(host, e);
    let meant = meant::meant_name(host, e);
    let mut d = match it.next() {
        Some(first) if code == errors::INTERRUPTED => {
            Diagnostic::error(code, "interrupted", first.span)
                .label(first.span, format!("the import was here, in {}", first.name))
        }
        Some(first) => Diagnostic::error(code, msg, first.span)
            .label(first.span, format!("raised at import time, in {}", first.name)),
        None => Diagnostic::error(code, msg, Span::NONE),
    };
    if let Some(meant) = meant {
        d = d.note(meant);
    }
    for missing in &host.imports.missing {
        // (What the error itself says.)
        let last = missing.rsplit('.').next().unwrap_or(missing);
        if matches!(code, "import" | errors::NO_MODULE) && d.message.contains(last) {
            continue;
        }
        d = d.note(format!(
            "`{missing}` was not found when it was imported; code may have taken a fallback"
        ));
    }
    for (i, entry) in it.take(12).enumerate() {
        d = d.label(entry.span, format!("called from here, in {}", entry.name));
        if i + 1 == shown {
            d.primary = Some(entry.span);
        }
    }
    d
}

/// Diagnostics of an uncaught exception.
pub fn diagnostics_of(host: &mut Host, e: HErr) -> Vec<Diagnostic> {
    if let Some(ds) = host.run.diagnostics.get(&e.0) {
        let mut ds = ds.clone();
        let tb = host.run.tracebacks.get(&e.0).cloned().unwrap_or_default();
        if let (Some(d), Some(t)) = (ds.first_mut(), tb.first()) {
            *d = d.clone().label(t.span, "imported from here");
        }
        return ds;
    }
    vec![tracebacks::diagnostic(host, e)]
}
