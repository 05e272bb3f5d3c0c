//! Text that is compiled at import time: modules, `exec` and `eval`.

use super::*;
use crate::bytecode::{CodeKind, CodeObject};
use crate::interp::{Frame, Outcome};
use crate::parser::generation::imports_rpython;
use flowmodel::diag::{Diagnostic, Span};

/// Runs a module's (or `exec`'s) code in a namespace.
pub(crate) fn exec_code(
    host: &mut Host,
    code: Rc<CodeObject>,
    globals: HostRef,
    locals: Option<HostRef>,
) -> R {
    let is_body = !matches!(code.kind, CodeKind::Function | CodeKind::Lambda);
    let ns = is_body.then(|| locals.unwrap_or(globals));
    let mut frame = Frame::new(host, code, vec![], &[], globals, ns);
    match exec::run_frame(host, &mut frame, None)? {
        Outcome::Return(w) | Outcome::Yield(w) => Ok(w),
    }
}

/// A file of the program was compiled. The first one that tells its Python decides for those that do not.
fn learn_python(host: &mut Host, python: crate::Python) {
    let supposed = host.generation.by_import;
    let three = python == crate::Python::Three;
    if python == crate::Python::Neutral {
        host.generation.undecided_files = true;
    } else if host.generation.python == crate::Python::Neutral || supposed && three {
        host.generation.late_python3 = host.generation.undecided_files && three;
        python3::settle_python(host, python);
    }
    if python != crate::Python::Neutral {
        host.generation.by_import = false;
    }
}

/// Takes the program for one of Python 2, as nothing tells so far and a file of it that does not tell imports `rpython`: such
/// a program runs under RPython's own Python, or not at all.
fn suppose_python2(host: &mut Host) {
    host.generation.undecided_files = true;
    host.generation.by_import = true;
    python3::settle_python(host, crate::Python::Two);
}

/// Compiles what was read from a file, as `compile_text` does.
pub(crate) fn compile_file(
    host: &mut Host,
    path: &str,
    source: &crate::source::Source,
) -> R<Rc<CodeObject>> {
    let Some((start, end, message)) = &source.error else {
        return compile_text(host, path, &source.text, crate::Mode::Exec);
    };
    let file = host.sources.borrow_mut().add(path, &source.text);
    let span = Span { file, start: *start, end: *end, inlined: 0 };
    let d = Diagnostic::error("syntax", message.as_str(), span);
    Err(run::raise_diagnostics(host, "SyntaxError", vec![d]))
}

/// Compiles source text; syntax errors become `SyntaxError` with their diagnostic.
pub(crate) fn compile_text(
    host: &mut Host,
    path: &str,
    text: &str,
    mode: crate::Mode,
) -> R<Rc<CodeObject>> {
    let file = host.sources.borrow_mut().add(path, text);
    let sources = host.sources.clone();
    // Text that is made by a program continues the file that makes it.
    let made = path.starts_with('<');
    let (library, installed) = (host.imports.is_library(path), host.imports.is_installed(path));
    host.generation.python3_library |= installed;
    let neutral = match host.run.frames.last() {
        _ if installed => Some(crate::Python::Three),
        _ if library => None,
        Some(f) if made => Some(f.code.python),
        _ => Some(host.generation.python),
    };
    let supposed = host.generation.by_import && neutral == Some(crate::Python::Two);
    let asked = if supposed { Some(crate::Python::Neutral) } else { neutral };
    let mut r = crate::compile_source(&sources.borrow(), file, mode, asked);
    let told = r.as_ref().map_or(crate::Python::Neutral, |code| code.python);
    if r.is_ok() && told == crate::Python::Neutral && asked == Some(told) {
        if !supposed && path.ends_with(".py") && imports_rpython(file, text) {
            suppose_python2(host);
        }
        if host.generation.by_import {
            r = crate::compile_source(&sources.borrow(), file, mode, Some(crate::Python::Two));
        }
    }
    match r {
        Ok(code) => {
            if !library {
                host.generation.python2 |= code.python == crate::Python::Two;
                if !made {
                    learn_python(host, told);
                }
            }
            Ok(code)
        }
        Err(ds) => Err(run::raise_diagnostics(host, "SyntaxError", ds)),
    }
}

/// `exec`/`eval` of a string or code object.
pub(crate) fn exec_or_eval(
    host: &mut Host,
    src: HostRef,
    globals: HostRef,
    locals: HostRef,
    is_eval: bool,
) -> R {
    let (mut g, mut l) = (globals, locals);
    if let (HostObj::Tuple(t), NONE) = (host.obj(src), g) {
        // `exec(code, globals[, locals])` written as the Python 2 statement with a tuple.
        let t = t.clone();
        if t.len() == 2 || t.len() == 3 {
            let third = t.get(2).copied().unwrap_or(NONE);
            return exec_or_eval(host, t[0], t[1], third, is_eval);
        }
    }
    if g == NONE {
        let Some(f) = host.run.frames.last() else {
            return Err(host.type_error("exec needs globals here"));
        };
        g = f.globals;
        if l == NONE {
            l = exec::current_locals(host).unwrap_or(g);
        }
    }
    if l == NONE {
        l = g;
    }
    if host.dict(g).is_none() || host.dict(l).is_none() {
        return Err(host.type_error("exec() globals and locals must be dicts"));
    }
    let code = match host.obj(src) {
        HostObj::Code(c) => c.clone(),
        _ => {
            let Some(text) = host.text(src) else {
                let m = format!(
                    "{}() arg 1 must be a string or code object",
                    if is_eval { "eval" } else { "exec" }
                );
                return Err(host.type_error(m));
            };
            let mode = if is_eval { crate::Mode::Eval } else { crate::Mode::Exec };
            let text = if is_eval { text.trim().into() } else { text };
            compile_text(host, "<string>", &text, mode)?
        }
    };
    let r = exec_code(host, code, g, Some(l))?;
    Ok(if is_eval { r } else { NONE })
}
