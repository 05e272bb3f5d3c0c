//! Running a program untranslated: its main function, uncaught exceptions as Python shows them, exit codes.

use super::*;
use std::fmt::Write as _;
use std::io::Write as _;

/// Calls the program's main function; the exit code. An uncaught exception is shown on stderr, as the translated program does
/// (code 1); `sys.exit` and what the function returns count as under Python.
pub fn run_main(host: &mut Host, f: HostRef, args: &[HostRef]) -> u8 {
    host.run.of_program = true;
    let code = match collect::collecting(host, |host| host.call(f, args, &[])) {
        Ok(result) => exit_code(host, result),
        Err(e) => uncaught(host, e),
    };
    host.run.of_program = false;
    end_output(host);
    code
}

/// The exit code for an uncaught exception, which is shown unless it is `SystemExit`.
pub fn uncaught(host: &mut Host, e: HErr) -> u8 {
    end_output(host);
    if host.err_is(e, "SystemExit") {
        let code = host.getattr_opt(e.0, "code").ok().flatten().unwrap_or(NONE);
        return exit_code(host, code);
    }
    eprint!("{}", traceback_text(host, e));
    if host.err_is(e, "KeyboardInterrupt") { 130 } else { 1 }
}

/// Ends a line that `print x,` left open, as Python 2 does, and writes what waits. What cannot be written now has been told to
/// the program, or is of no interest to the reader.
fn end_output(host: &mut Host) {
    if host.streams.softspace {
        space::print_newline(host, None).ok();
    }
    std::io::stdout().flush().ok();
}

/// Gives what the shell is told for a result of the main function, or an argument of `sys.exit`.
fn exit_code(host: &mut Host, value: HostRef) -> u8 {
    match host.as_int(value) {
        Some(n) => (n & 0xff) as u8,
        None if value == NONE => 0,
        None => {
            eprintln!("{}", text_of(host, value));
            1
        }
    }
}

/// `str(value)`, also of what has a broken `__str__`.
fn text_of(host: &mut Host, value: HostRef) -> String {
    host.str_of(value).unwrap_or_else(|_| "<exception in __str__>".into())
}

/// An exception with its traceback, in Python's form, behind those that it came from.
pub fn traceback_text(host: &mut Host, e: HErr) -> String {
    const LONGEST: usize = 50;
    let mut chain = vec![(e, "")];
    while let Some((earlier, how)) = chain.last().and_then(|(e, _)| comes_from(host, *e)) {
        if chain.len() == LONGEST || chain.iter().any(|(e, _)| e.0 == earlier.0) {
            break;
        }
        chain.push((earlier, how));
    }
    let mut text = String::new();
    for (e, how) in chain.into_iter().rev() {
        text.push_str(&one_traceback(host, e));
        text.push_str(how);
    }
    text
}

/// The exception that another one was raised from, or in whose handler, and what stands between them.
fn comes_from(host: &Host, e: HErr) -> Option<(HErr, &'static str)> {
    const CAUSE: &str =
        "\nThe above exception was the direct cause of the following exception:\n\n";
    const CONTEXT: &str =
        "\nDuring handling of the above exception, another exception occurred:\n\n";
    let d = lookups::own_dict(host, e.0)?;
    let get = |name| host.ns_get(d, name).filter(|v| *v != NONE);
    match get("__cause__") {
        Some(cause) => Some((HErr(cause), CAUSE)),
        None if get("__suppress_context__") == Some(TRUE) => None,
        None => get("__context__").map(|c| (HErr(c), CONTEXT)),
    }
}

fn one_traceback(host: &mut Host, e: HErr) -> String {
    let mut text = String::new();
    if let Some(ds) = host.run.diagnostics.get(&e.0) {
        // A syntax error, or what the flow space would say: the place is in the message.
        let ds = ds.clone();
        for d in &ds {
            let at = d.primary.map_or(String::new(), |s| host.sources.borrow().show(s));
            writeln!(text, "{at}: {}", d.message).ok();
        }
        return text;
    }
    let entries = host.run.tracebacks.get(&e.0).cloned().unwrap_or_default();
    if !entries.is_empty() {
        text.push_str("Traceback (most recent call last):\n");
    }
    // The same line more than three times in a row is shown three times, as Python does.
    const SHOWN: usize = 3;
    let sources = host.sources.clone();
    let sources = sources.borrow();
    let shown = entries.iter().rev().filter_map(|entry| {
        let file = sources.get(entry.span.file)?;
        let line = sources.line_col(entry.span.file, entry.span.start).map_or(0, |p| p.0);
        let name = entry.name.rsplit('.').next().unwrap_or_default();
        let mut text = format!("  File \"{}\", line {line}, in {name}\n", file.path);
        if let Some(code) = sources.line(entry.span.file, line) {
            writeln!(text, "    {}", code.trim()).ok();
        }
        Some(text)
    });
    let shown: Vec<String> = shown.collect();
    for same in shown.chunk_by(|a, b| a == b) {
        text.extend(same.iter().take(SHOWN).map(|s| &s[..]));
        let more = same.len().saturating_sub(SHOWN);
        if more > 0 {
            let s = if more == 1 { "" } else { "s" };
            writeln!(text, "  [Previous line repeated {more} more time{s}]").ok();
        }
    }
    let described = tracebacks::describe_exception(host, e);
    writeln!(text, "{described}").ok();
    text
}

/// Says what was typed at a prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// Statements, or nothing.
    Complete,
    /// There is more to come.
    Open,
    /// It is wrong, whatever comes.
    Wrong,
}

/// Words that begin a statement with a block.
const COMPOUND: [&str; 12] = [
    "def", "class", "if", "for", "while", "with", "try", "else", "elif", "except", "finally",
    "async",
];

/// Says whether this can be run. As in Python, an empty line ends a block.
pub fn input_state(text: &str) -> Input {
    let written = text.trim_end();
    let last = |l: &&str| !l.starts_with([' ', '\t', '#', ')', ']', '}']) && !l.trim().is_empty();
    let head = written.lines().rfind(last).unwrap_or_default();
    let word = head.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let block = head.starts_with('@') || COMPOUND.contains(&word);
    let mut sources = SourceMap::default();
    let file = sources.add("<input>", written);
    match crate::compile_source(&sources, file, crate::Mode::Exec, Some(crate::Python::Neutral)) {
        Ok(_) if block && !text.ends_with('\n') => Input::Open,
        Ok(_) => Input::Complete,
        Err(errors) => {
            let open = |d: &flowmodel::diag::Diagnostic| {
                let at_end = d.primary.is_some_and(|s| s.start as usize >= written.len());
                at_end || d.message.contains("if triple-quoted, in the file") && unclosed(written)
            };
            // An empty line in a block that is not even begun would never end otherwise.
            match errors.iter().any(open) && !(block && text.ends_with("\n\n")) {
                true => Input::Open,
                false => Input::Wrong,
            }
        }
    }
}

/// Says whether a triple-quoted string is open at the end.
fn unclosed(text: &str) -> bool {
    ["\"\"\"", "'''"].iter().any(|q| text.matches(q).count() % 2 == 1)
}

/// Runs what was typed at a prompt: the value of an expression is kept as `_`, and given unless it is None.
pub fn interact(host: &mut Host, name: &str, text: &str, globals: HostRef) -> R<Option<HostRef>> {
    let expression = {
        let mut sources = SourceMap::default();
        let file = sources.add(name, text.trim());
        let python = Some(host.generation.python);
        crate::compile_source(&sources, file, crate::Mode::Eval, python).is_ok()
    };
    let mode = if expression { crate::Mode::Eval } else { crate::Mode::Exec };
    let text = if expression { text.trim() } else { text };
    let code = compiling::compile_text(host, name, text, mode)?;
    let value = compiling::exec_code(host, code, globals, None)?;
    if !expression || value == NONE {
        return Ok(None);
    }
    host.ns_set(host.builtins, "_", value);
    Ok(Some(value))
}

/// The diagnostics that an exception carries: those of a syntax error.
pub fn diagnostics_in(host: &Host, e: HErr) -> Option<&[flowmodel::diag::Diagnostic]> {
    host.run.diagnostics.get(&e.0).map(|ds| &ds[..])
}
