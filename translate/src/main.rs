//! The `translate` command.

/// Graphs are many small objects: with the C library's allocator a quarter to a half of the time is its.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use std::process::ExitCode;

fn main() -> ExitCode {
    translate::commands::run()
}
