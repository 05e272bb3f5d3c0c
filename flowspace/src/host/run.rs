//! The state of the code that is running.

use super::*;
use crate::bytecode::CodeObject;
use crate::space::OpError;
use flowmodel::diag::{Diagnostic, Span};
use std::sync::atomic::Ordering;

/// The code that is running. Operations of the host may run code of the program, which comes back to the host: so what is going
/// on is known here, not only to their callers.
pub struct Run {
    pub(super) frames: Vec<FrameInfo>,
    pub(super) depth: usize,
    pub(super) recursion_limit: usize,
    /// Objects whose text is being made.
    pub(super) shown: Vec<HostRef>,
    /// Objects that built-in code keeps while it calls functions as an instruction would.
    pub(super) being_made: Vec<HostRef>,
    /// Says whether the next frame is called by the running instruction itself, or by code that keeps no objects that it does
    /// not tell of.
    pub(super) direct: bool,
    /// The running instruction calls built-in code with a generator, and the frame has noted what it refers to: how many
    /// bytes of objects were made until then.
    pub(super) feeds: Option<usize>,
    /// Empty lists with room, for frames to come.
    pub(super) spare: Vec<Vec<HostRef>>,
    /// Cells of weak references that have not been cleared.
    pub(super) weak_cells: Vec<HostRef>,
    /// They are kept by exception.
    pub(super) tracebacks: FxHashMap<HostRef, Vec<TracebackEntry>>,
    pub(super) diagnostics: FxHashMap<HostRef, Vec<Diagnostic>>,
    /// Last error about a name: the exception, what was looked into, and the name.
    pub(crate) looked_for: Option<(HostRef, LookedIn, String)>,
    /// Says whether the program itself is running, not its import.
    pub(super) of_program: bool,
    /// Set from another thread, by Ctrl-C: the code that runs gets a `KeyboardInterrupt`.
    pub interrupt: Arc<AtomicBool>,
}

impl Run {
    pub(super) fn new() -> Run {
        Run {
            frames: vec![],
            depth: 0,
            recursion_limit: MAX_DEPTH,
            shown: vec![],
            being_made: vec![],
            direct: false,
            feeds: None,
            spare: vec![],
            weak_cells: vec![],
            tracebacks: FxHashMap::default(),
            diagnostics: FxHashMap::default(),
            looked_for: None,
            of_program: false,
            interrupt: Default::default(),
        }
    }
}

/// Holds what builtins may know about a running frame.
pub struct FrameInfo {
    pub code: Rc<CodeObject>,
    pub globals: HostRef,
    /// Namespace of a class or module body.
    pub namespace: Option<HostRef>,
    /// Cells of the free variables.
    pub cells: Vec<HostRef>,
    pub first_arg: Option<HostRef>,
    /// Snapshot of the local variables, taken before calls of builtins that may ask for it.
    pub locals: Option<HostRef>,
    /// Exceptions that handlers of this frame are working on, innermost last.
    pub handled: Vec<HostRef>,
    /// The place where the frame is (updated at calls).
    pub span: Span,
    /// Says whether nothing but the frame below has called it ([`Run::direct`]).
    pub direct: bool,
    /// Number from which objects may be younger than the frame, if it is not called directly: what those who called
    /// it refer to was made before.
    pub birth: u32,
    /// Bytes that were made until then.
    pub made: usize,
    /// Objects that the frame refers to, noted when it calls a function.
    pub holds: Vec<HostRef>,
}

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
