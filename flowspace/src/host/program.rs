//! Running a program untranslated: its main function, uncaught exceptions as Python shows them, exit codes.

use super::*;
use std::fmt::Write as _;
use std::io::Write as _;

impl Host {
    /// Calls the program's main function; the exit code. An uncaught exception is shown on stderr, as the translated program does
    /// (code 1); `sys.exit` and what the function returns count as under Python.
    pub fn run_main(&mut self, f: HostRef, args: &[HostRef]) -> u8 {
        self.running = true;
        let code = match self.call(f, args, &[]) {
            Ok(result) => self.exit_code(result),
            Err(e) => self.uncaught(e),
        };
        self.running = false;
        // What cannot be written now has been told to the program, or is of no interest to the reader.
        std::io::stdout().flush().ok();
        code
    }

    /// The exit code for an uncaught exception, which is shown unless it is `SystemExit`.
    pub fn uncaught(&mut self, e: HErr) -> u8 {
        std::io::stdout().flush().ok();
        if self.err_is(e, "SystemExit") {
            let code = self.getattr_opt(e.0, "code").ok().flatten().unwrap_or(NONE);
            return self.exit_code(code);
        }
        eprint!("{}", self.traceback_text(e));
        if self.err_is(e, "KeyboardInterrupt") { 130 } else { 1 }
    }

    /// What the shell is told for a result of the main function, or an argument of `sys.exit`.
    fn exit_code(&mut self, value: HostRef) -> u8 {
        match self.as_int(value) {
            Some(n) => (n & 0xff) as u8,
            None if value == NONE => 0,
            None => {
                eprintln!("{}", self.text_of(value));
                1
            }
        }
    }

    /// `str(value)`, also of what has a broken `__str__`.
    fn text_of(&mut self, value: HostRef) -> String {
        self.str_of(value).unwrap_or_else(|_| "<exception in __str__>".into())
    }

    /// An exception with its traceback, in Python's form.
    pub fn traceback_text(&mut self, e: HErr) -> String {
        let mut text = String::new();
        if let Some(ds) = self.diagnostics.get(&e.0) {
            // A syntax error, or what the flow space would say: the place is in the message.
            let ds = ds.clone();
            for d in &ds {
                let at = d.primary.map_or(String::new(), |s| self.sources.borrow().show(s));
                writeln!(text, "{at}: {}", d.message).ok();
            }
            return text;
        }
        let entries = self.tracebacks.get(&e.0).cloned().unwrap_or_default();
        if !entries.is_empty() {
            text.push_str("Traceback (most recent call last):\n");
        }
        let sources = self.sources.clone();
        for entry in entries.iter().rev() {
            let sources = sources.borrow();
            let Some(file) = sources.get(entry.span.file) else { continue };
            let line = sources.line_col(entry.span.file, entry.span.start).map_or(0, |p| p.0);
            writeln!(text, "  File \"{}\", line {line}, in {}", file.path, entry.name).ok();
            if let Some(code) = sources.line(entry.span.file, line) {
                writeln!(text, "    {}", code.trim()).ok();
            }
        }
        let described = self.describe_exception(e);
        writeln!(text, "{described}").ok();
        text
    }
}
