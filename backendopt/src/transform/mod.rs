//! The transformers that come last before code generation: they make exceptions and memory management explicit.
//!
//! They are the last rows of [`crate::manager::PASSES`]: [`entry::add_entry_wrapper`] (C's `argc, argv` to the program's
//! entry), then [`exception::exception_transform`] (after it [`flowmodel::Level::ExcTransformed`] holds), then
//! [`gc::gc_transform`] (after it [`flowmodel::Level::GcTransformed`] holds). [`crate::manager::lower`] runs all three.
//!
//! The JIT's codewriter takes its graphs *before* these run.

mod barrier;
mod bump;
mod classes;
pub(crate) mod collector;
pub mod entry;
pub mod exception;
mod fresh;
pub mod gc;
mod points;
mod refcount;

pub use crate::transform::collector::{
    GcChoice, GcFunctions, GcState, PREBUILT_FLAGS, WeakFunctions, immortal_header,
};
pub use barrier::BarrierFunctions;
pub use entry::add_entry_wrapper;
pub use exception::exception_transform;
pub use gc::gc_transform;
pub use refcount::CountFunctions;

use flowmodel::diag::Diagnostic;
use flowmodel::{FuncId, LlGraph, Program};

/// A transformer, with what it knows of the whole program as it was before.
pub trait Transform {
    /// Transforms the graph of `f`. Other functions of the program may be transformed already.
    fn graph(&self, p: &Program, f: FuncId, g: &mut LlGraph) -> Result<(), Diagnostic>;
}
