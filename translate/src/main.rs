//! The `translate` command.

/// Graphs are many small objects: with the C library's allocator a quarter to a half of the time is its.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use std::ffi::{c_int, c_long};
use std::process::ExitCode;

unsafe extern "C" {
    fn mi_option_set_default(option: c_int, value: c_long);
}

/// `mi_option_purge_delay` of mimalloc.h.
const PURGE_DELAY: c_int = 15;

fn main() -> ExitCode {
    // What a stage frees, the next one needs: giving it back to the system in between means that the system clears it again,
    // which was a fifth of the time for large functions.
    // SAFETY: the allocator's own function, with a number that it knows.
    unsafe { mi_option_set_default(PURGE_DELAY, -1) };
    translate::commands::run()
}
