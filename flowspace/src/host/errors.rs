//! Raising and describing exceptions.

use super::*;
use flowmodel::diag::{Diagnostic, Span};

/// Code of the diagnostic for Ctrl-C.
pub const INTERRUPTED: &str = "interrupted";
/// Code of the diagnostic for the import of a module that is nowhere.
pub const NO_MODULE: &str = "no-module";

/// One frame of a traceback, outermost last.
#[derive(Clone, Debug)]
pub struct TracebackEntry {
    /// Name of the code object.
    pub name: &'static str,
    pub span: Span,
}

impl Host {
    /// Builtin exception class by name.
    pub fn exc(&self, name: &str) -> HostRef {
        *self.excs.get(name).unwrap_or_else(|| panic!("no builtin exception {name}"))
    }

    /// An exception of a builtin class with a message.
    pub fn err(&mut self, class: &str, msg: impl AsRef<str>) -> HErr {
        let m = self.str(msg.as_ref());
        let cls = self.exc(class);
        self.err_args(cls, &[m])
    }

    /// An exception instance of a given class, without running its `__init__`.
    pub fn err_args(&mut self, class: HostRef, args: &[HostRef]) -> HErr {
        let t = self.tuple(args);
        HErr(self.alloc(HostObj::Instance(Box::new(InstanceData {
            class,
            dict: None,
            payload: Payload::ExcArgs(t),
        }))))
    }

    /// A `TypeError`.
    pub fn type_error(&mut self, msg: impl AsRef<str>) -> HErr {
        self.err("TypeError", msg)
    }

    /// A `ValueError`.
    pub fn value_error(&mut self, msg: impl AsRef<str>) -> HErr {
        self.err("ValueError", msg)
    }

    /// An `OverflowError` for an int that is too large.
    pub fn overflow(&mut self) -> HErr {
        self.err("OverflowError", "Python int too large to convert to C long")
    }

    /// A `KeyError` of a key.
    pub fn key_error(&mut self, key: HostRef) -> HErr {
        let c = self.exc("KeyError");
        self.err_args(c, &[key])
    }

    /// A `StopIteration`.
    pub fn stop_iteration(&mut self) -> HErr {
        let c = self.exc("StopIteration");
        self.err_args(c, &[])
    }

    /// Is the exception an instance of a builtin exception class (or of a subclass)?
    pub fn err_is(&self, e: HErr, class: &str) -> bool {
        self.is_subclass(self.class_of(e.0), self.exc(class))
    }

    /// Traceback of an exception, innermost frame first.
    pub fn traceback(&self, e: HErr) -> &[TracebackEntry] {
        self.run.tracebacks.get(&e.0).map_or(&[], |v| v)
    }

    pub(crate) fn add_traceback(&mut self, e: HErr, name: &'static str, span: Span) {
        let tb = self.run.tracebacks.entry(e.0).or_default();
        if tb.len() < 200 {
            tb.push(TracebackEntry { name, span });
        }
    }

    /// `ValueError: message` as the last line of a Python traceback.
    pub fn describe_exception(&mut self, e: HErr) -> String {
        let cls = self.cls(self.class_of(e.0)).name.clone();
        let msg = self.str_of(e.0).unwrap_or_else(|_| "<exception in __str__>".into());
        if msg.is_empty() { cls.to_string() } else { format!("{cls}: {msg}") }
    }

    /// The code of a diagnostic of an uncaught exception.
    pub(crate) fn error_code(&self, e: HErr) -> &'static str {
        match () {
            () if self.err_is(e, "ModuleNotFoundError") => NO_MODULE,
            () if self.err_is(e, "ImportError") => "import",
            () if self.err_is(e, "KeyboardInterrupt") => INTERRUPTED,
            () => "import-time",
        }
    }

    /// Makes a diagnostic of an uncaught exception: the raising line, and the callers as labels.
    pub fn diagnostic(&mut self, e: HErr) -> Diagnostic {
        let mut msg = self.describe_exception(e);
        let tb = self.run.tracebacks.get(&e.0).cloned().unwrap_or_default();
        // An abstract method, which says nothing itself.
        if msg == "NotImplementedError"
            && let Some((class, method)) = tb.first().and_then(|entry| entry.name.rsplit_once('.'))
            && !class.ends_with("<locals>")
        {
            msg = format!("{msg}: {method}() of {class} is to be defined by a subclass");
        }
        let in_library = |span: Span| {
            let sources = self.sources.borrow();
            sources.get(span.file).is_some_and(|f| f.path.starts_with("<embedded>"))
        };
        // What was raised in the library is shown where the program called it.
        let shown = tb.iter().position(|entry| !in_library(entry.span)).unwrap_or(0);
        let mut it = tb.into_iter();
        let code = self.error_code(e);
        let meant = self.meant_name(e);
        let mut d = match it.next() {
            Some(first) if code == INTERRUPTED => {
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
        for missing in &self.imports.missing {
            // (What the error itself says.)
            let last = missing.rsplit('.').next().unwrap_or(missing);
            if matches!(code, "import" | NO_MODULE) && d.message.contains(last) {
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
}
