//! The `translate` command as a library: options, the stages in order, dumps, rendering of diagnostics.
//!
//! The command is [`driver::run`]; its steps, one by one, are those of a [`Translation`].

pub mod check;
pub mod cli;
pub mod codes;
mod collectors;
pub mod commands;
pub mod compare;
mod display;
pub mod driver;
mod dump;
mod emit;
pub mod ends;
mod expect;
pub mod failure;
mod function;
mod jit;
pub mod lab;
pub mod log;
pub mod lsp;
pub mod messages;
mod page;
mod places;
pub mod progress;
pub mod render;
pub mod shell;
pub mod skeleton;
mod stdlib;
mod target;
pub mod test_jit;
mod translation;
mod unseen;
pub mod untranslated;
pub mod view;

pub use crate::failure::Made;
pub use dump::Shown;
pub use function::Function;
pub use translation::{Translation, Typed};

/// Runs `f` on a thread with a big stack: import time runs the program's own, possibly deeply recursive, code on it.
pub fn on_big_stack<T: Send + 'static>(
    f: impl FnOnce() -> T + Send + 'static,
) -> Result<T, String> {
    match std::thread::Builder::new().stack_size(1 << 30).spawn(f).map(|t| t.join()) {
        Ok(Ok(v)) => Ok(v),
        Ok(Err(_)) => Err(String::new()),
        Err(e) => Err(format!("cannot start a thread: {e}")),
    }
}
