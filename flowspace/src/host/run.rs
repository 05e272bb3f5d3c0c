//! Exceptions on their way between the bytecode loop and built-in code, and the nesting of calls.

use super::*;
use crate::space::OpError;
use flowmodel::diag::Diagnostic;
use std::sync::atomic::Ordering;

/// Converts an exception for the bytecode loop.
pub(crate) fn op_error(host: &Host, e: HErr) -> OpError<HostRef> {
    OpError::Raise { ty: host.class_of(e.0), value: e.0 }
}

/// Converts an error of the bytecode loop.
pub(crate) fn host_error(host: &mut Host, e: OpError<HostRef>) -> HErr {
    match e {
        OpError::Raise { value, .. } => HErr(value),
        OpError::Fatal(d) => raise_diagnostics(host, "SystemError", vec![*d]),
        OpError::Undecided(_) => host.err("SystemError", "undecided truth value"),
    }
}

/// An exception that carries ready-made diagnostics.
pub(crate) fn raise_diagnostics(host: &mut Host, class: &str, ds: Vec<Diagnostic>) -> HErr {
    let text = ds.first().map_or_else(String::new, |d| d.message.clone());
    let e = host.err(class, &text);
    host.run.diagnostics.insert(e.0, ds);
    e
}

/// Ctrl-C as an exception.
#[cold]
pub(crate) fn interrupted(host: &mut Host) -> OpError<HostRef> {
    host.run.interrupt.store(false, Ordering::Relaxed);
    let c = host.exc("KeyboardInterrupt");
    let e = host.err_args(c, &[]);
    op_error(host, e)
}

/// Counts a nesting level; the caller decrements `depth` afterwards.
pub(crate) fn enter(host: &mut Host) -> R<()> {
    if host.run.depth >= host.run.recursion_limit {
        return Err(host.err("RecursionError", "maximum recursion depth exceeded"));
    }
    host.run.depth += 1;
    Ok(())
}
