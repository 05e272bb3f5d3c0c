//! The `translate` command as a library: options, the stages in order, dumps, rendering of diagnostics.
//!
//! The command is [`driver::run`]. Tests that make several executables from one program call its parts,
//! [`driver::front_end`] once and [`driver::back_end`] for each.

pub mod check;
pub mod cli;
pub mod codes;
mod collectors;
pub mod compare;
pub mod driver;
mod dump;
pub mod ends;
mod jit;
pub mod lab;
pub mod log;
pub mod lsp;
pub mod messages;
mod places;
pub mod render;
mod unseen;

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
