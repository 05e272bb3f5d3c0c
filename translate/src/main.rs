//! The `translate` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    allocator::keep_memory();
    translate::commands::run()
}
