//! The `translate` command.

mod allocator;

#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

use std::ffi::{c_int, c_long};
use std::process::ExitCode;

unsafe extern "C" {
    fn mi_option_set_default(option: c_int, value: c_long);
}

/// `mi_option_purge_delay` of mimalloc.h.
const PURGE_DELAY: c_int = 15;
/// `mi_option_generic_collect`.
const GENERIC_COLLECT: c_int = 34;

fn main() -> ExitCode {
    // What a stage frees, the next one needs: giving it back to the system in between means that the system clears it again,
    // which was a fifth of the time for large functions.
    // Every so many allocations the allocator looks through all its pages for what other threads have freed. There is next to
    // nothing, and in large programs there are many pages.
    // SAFETY: the allocator's own function, with numbers that it knows.
    unsafe {
        mi_option_set_default(PURGE_DELAY, -1);
        mi_option_set_default(GENERIC_COLLECT, 1_000_000);
    }
    translate::commands::run()
}
