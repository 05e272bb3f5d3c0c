//! The allocator of the `translate` command: mimalloc. Graphs are many small objects: with the C library's allocator a quarter to
//! a half of the time is its. An executable that calls [`keep_memory`] has it. It is a package of its own, so that it is optimised
//! where the command is not.

use libmimalloc_sys::{
    mi_free, mi_malloc, mi_malloc_aligned, mi_realloc, mi_realloc_aligned, mi_zalloc,
    mi_zalloc_aligned,
};
use std::alloc::{GlobalAlloc, Layout};
use std::ffi::{c_int, c_long};

unsafe extern "C" {
    fn mi_option_set_default(option: c_int, value: c_long);
}

/// `mi_option_purge_delay` of mimalloc.h.
const PURGE_DELAY: c_int = 15;
/// `mi_option_generic_collect`.
const GENERIC_COLLECT: c_int = 34;

/// Keeps what is freed, to be called before the first allocation of any size.
pub fn keep_memory() {
    // What a stage frees, the next one needs: giving it back to the system in between means that the system clears it again,
    // which was a fifth of the time for large functions.
    // Every so many allocations the allocator looks through all its pages for what other threads have freed. There is next to
    // nothing, and in large programs there are many pages.
    // SAFETY: the allocator's own function, with numbers that it knows.
    unsafe {
        mi_option_set_default(PURGE_DELAY, -1);
        mi_option_set_default(GENERIC_COLLECT, 1_000_000);
    }
}

/// Alignment in bytes that mimalloc gives anyway.
const NATURAL: usize = 8;

/// Asks mimalloc for an alignment only where that is more than it gives anyway. Its function for aligned memory takes a size
/// that is no power of two for one that may lie badly: it goes its long way, and returns a larger block.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

// SAFETY: mimalloc's blocks are aligned to words, and the other calls ask for what the layout says. Blocks of both sorts may be
// freed, and given a new size, alike.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        // SAFETY: any size and alignment of a layout will do.
        unsafe {
            match align <= NATURAL {
                true => mi_malloc(size).cast(),
                false => mi_malloc_aligned(size, align).cast(),
            }
        }
    }
    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        // SAFETY: as above.
        unsafe {
            match align <= NATURAL {
                true => mi_zalloc(size).cast(),
                false => mi_zalloc_aligned(size, align).cast(),
            }
        }
    }
    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, _: Layout) {
        // SAFETY: the caller has it from here.
        unsafe { mi_free(block.cast()) }
    }
    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let align = layout.align();
        // SAFETY: the caller has it from here.
        unsafe {
            match align <= NATURAL {
                true => mi_realloc(block.cast(), size).cast(),
                false => mi_realloc_aligned(block.cast(), size, align).cast(),
            }
        }
    }
}
