//! The transformers that come last before code generation: they make exceptions and memory management explicit.
//!
//! Order: [`entry::add_entry_wrapper`] (C's `argc, argv` to the program's entry), then
//! [`exception::exception_transform`] (after it [`flowmodel::Level::ExcTransformed`] holds), then
//! [`gc::gc_transform`] (after it [`flowmodel::Level::GcTransformed`] holds). [`lower`] does all three.
//!
//! The JIT's codewriter takes its graphs *before* these run.

pub mod effects;
pub mod entry;
pub mod exception;
pub mod gc;
pub mod ssa;

pub use entry::add_entry_wrapper;
pub use exception::exception_transform;
pub use gc::{GcChoice, GcFunctions, GcState, WeakFunctions, gc_transform};

use flowmodel::diag::{Diagnostic, SourceMap};
use flowmodel::{FuncId, Program};

/// Brings a program from the RTyper's level to what the backends take: entry wrapper, exceptions, GC.
/// Returns the function that C's `main` calls: `(argc: Signed, argv: Address) -> Signed`.
pub fn lower(
    program: &mut Program,
    gc: &GcChoice,
    sources: Option<&SourceMap>,
) -> Result<Option<FuncId>, Diagnostic> {
    let main = add_entry_wrapper(program)?;
    exception_transform(program, sources)?;
    gc_transform(program, gc)?;
    Ok(main)
}
