//! The allocator of the run time. Recording and optimising a trace makes thousands of small objects, which live until the trace is
//! compiled: lists of free blocks by size are several times as fast as a general allocator, and never give pages back
//! to the system only to take them again for the next trace.
//!
//! When memory is limited there may be none: a *reserve* ([`Pool::prepare`]) is for what is begun then, and
//! [`Pool::is_short`] tells that nothing should be begun any more.
//!
//! Generated programs have one thread.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr::null_mut;

/// The allocator of the C library.
struct System;

/// Blocks of the C library begin at multiples of this.
const ALIGNED: usize = 16;

// SAFETY: the C library's functions do what the trait wants.
unsafe impl GlobalAlloc for System {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe {
            if layout.align() <= ALIGNED {
                return libc::malloc(layout.size()).cast();
            }
            let mut block = null_mut();
            match libc::posix_memalign(&mut block, layout.align(), layout.size()) {
                0 => block.cast(),
                _ => null_mut(),
            }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, _: Layout) {
        unsafe { libc::free(block.cast()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe {
            if layout.align() <= ALIGNED {
                return libc::calloc(layout.size(), 1).cast();
            }
            cleared(self, layout)
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe {
            if layout.align() <= ALIGNED {
                return libc::realloc(block.cast(), size).cast();
            }
            moved(self, block, layout, size)
        }
    }
}

/// A new block of zeros.
unsafe fn cleared(from: &impl GlobalAlloc, layout: Layout) -> *mut u8 {
    unsafe {
        let block = from.alloc(layout);
        if !block.is_null() {
            block.write_bytes(0, layout.size());
        }
        block
    }
}

/// A new block of another size instead of this one, with what it holds.
unsafe fn moved(from: &impl GlobalAlloc, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
    unsafe {
        let copy = from.alloc(Layout::from_size_align_unchecked(size, layout.align()));
        if !copy.is_null() {
            copy.copy_from_nonoverlapping(block, layout.size().min(size));
            from.dealloc(block, layout);
        }
        copy
    }
}

/// Blocks up to this size differ by [`STEP`] bytes, larger ones by a factor of two.
const SMALL: usize = 512;
const STEP: usize = 16;
/// Larger blocks are the system's.
const LARGE: usize = 1 << 20;
const CLASSES: usize = SMALL / STEP + (LARGE / SMALL).ilog2() as usize;
/// Size in bytes of a piece that is taken from the system for small blocks.
const CHUNK: usize = 32 << 10;
/// Size in bytes of a region: one huge page.
const REGION: usize = 2 << 20;
/// Number of bytes that come from the C library before there are regions: programs that end before the JIT has traced anything need
/// no more, and to clear a region takes as long as half a million instructions.
const AT_FIRST: usize = 8 * CHUNK;

/// The reserve: more than any trace takes, since what it recorded and what was made of it is bounded. It is not touched before.
const RESERVE: usize = 8 << 20;

/// Number of bytes that the system must have left for a reserve to be made.
const PLENTY: usize = 32 << 20;

/// A free block.
struct Free {
    next: *mut Free,
}

struct State {
    free: [*mut Free; CLASSES],
    /// The rest of the newest chunk.
    rest: *mut u8,
    left: usize,
    /// The rest of the newest region.
    region: *mut u8,
    region_left: usize,
    /// Taken from the C library.
    taken: usize,
    /// Rest of the reserve.
    reserve: *mut u8,
    reserve_left: usize,
    /// The reserve was needed.
    short: bool,
    /// All that reserves ever were: blocks in there are not the C library's.
    reserves: (usize, usize),
}

impl State {
    /// Maps a reserve, unless there is one.
    fn prepare(&mut self) -> bool {
        if self.reserve_left == RESERVE {
            return true;
        }
        // The program needs memory, too: there must be more than the reserve.
        let Some(more) = map(PLENTY) else { return false };
        // SAFETY: nobody has used it.
        unsafe { libc::munmap(more.cast(), PLENTY) };
        let Some(reserve) = map(RESERVE) else { return false };
        (self.reserve, self.reserve_left, self.short) = (reserve, RESERVE, false);
        let (start, end) = (reserve as usize, reserve as usize + RESERVE);
        self.reserves = match self.reserves {
            (0, 0) => (start, end),
            (first, last) => (first.min(start), last.max(end)),
        };
        true
    }

    /// There is no other memory.
    #[cold]
    fn take_from_reserve(&mut self, layout: Layout) -> *mut u8 {
        let start = (self.reserve as usize).next_multiple_of(layout.align().max(STEP));
        let size = start - self.reserve as usize + layout.size();
        if size > self.reserve_left {
            return null_mut();
        }
        self.short = true;
        self.reserve = self.reserve.wrapping_add(size);
        self.reserve_left -= size;
        start as *mut u8
    }

    /// New memory: from a region, which is mapped at once with its first touch. The first touches of its small pages would take
    /// ten times as long where a hypervisor has to make them.
    unsafe fn take(&mut self, size: usize) -> *mut u8 {
        unsafe {
            let fits = size <= self.region_left || self.region_left < CHUNK && size <= REGION / 4;
            if fits && self.taken >= AT_FIRST {
                if self.region_left < size
                    && let Some(region) = region()
                {
                    (self.region, self.region_left) = (region, REGION);
                }
                if self.region_left >= size {
                    let block = self.region;
                    self.region = block.add(size);
                    self.region_left -= size;
                    return block;
                }
            }
            self.taken += size;
            let layout = Layout::from_size_align_unchecked(size, STEP);
            let block = System.alloc(layout);
            if block.is_null() { self.take_from_reserve(layout) } else { block }
        }
    }
}

fn map(bytes: usize) -> Option<*mut u8> {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
    // SAFETY: new memory.
    let all = unsafe { libc::mmap(null_mut(), bytes, access, kind, -1, 0) };
    (all != libc::MAP_FAILED).then_some(all.cast())
}

/// Maps a region, as a huge page where the system has such.
fn region() -> Option<*mut u8> {
    let all = map(2 * REGION)?;
    // SAFETY: what is in front of and behind the aligned part is given back.
    unsafe {
        let before = (all as usize).next_multiple_of(REGION) - all as usize;
        let region = all.add(before);
        if before > 0 {
            libc::munmap(all.cast(), before);
        }
        libc::munmap(region.add(REGION).cast(), REGION - before);
        #[cfg(target_os = "linux")]
        libc::madvise(region.cast(), REGION, libc::MADV_HUGEPAGE);
        Some(region)
    }
}

/// Allocates the memory of the run time; see the module.
pub struct Pool(UnsafeCell<State>);

// SAFETY: generated programs have one thread.
unsafe impl Sync for Pool {}

/// The class of a size, and the size of its blocks. `None`: the system's.
#[inline]
fn class(layout: Layout) -> Option<(usize, usize)> {
    let size = layout.size();
    if layout.align() > STEP || size > LARGE || size == 0 {
        return None;
    }
    if size <= SMALL {
        let steps = size.div_ceil(STEP);
        return Some((steps - 1, steps * STEP));
    }
    let bits = (size - 1).ilog2() + 1;
    let class = SMALL / STEP + (bits - SMALL.ilog2()) as usize - 1;
    Some((class, 1 << bits))
}

impl Pool {
    /// Makes a pool without any memory.
    pub const fn new() -> Pool {
        let free = [null_mut(); CLASSES];
        Pool(UnsafeCell::new(State {
            free,
            rest: null_mut(),
            left: 0,
            region: null_mut(),
            region_left: 0,
            taken: 0,
            reserve: null_mut(),
            reserve_left: 0,
            short: false,
            reserves: (0, 0),
        }))
    }

    /// Takes memory for when there is none any more; false if there is none now.
    pub fn prepare(&self) -> bool {
        // SAFETY: one thread; nothing here comes back.
        unsafe { &mut *self.0.get() }.prepare()
    }

    /// Says whether memory is short: the reserve was needed, and there is nothing for a new one.
    pub fn is_short(&self) -> bool {
        // SAFETY: one thread; nothing here comes back.
        let state = unsafe { &mut *self.0.get() };
        state.short && !state.prepare()
    }

    /// A block of the system's size.
    #[cold]
    unsafe fn large(&self, layout: Layout, clear: bool) -> *mut u8 {
        // SAFETY: one thread; memory of the reserve is new, so it is clear.
        unsafe {
            let block = if clear { System.alloc_zeroed(layout) } else { System.alloc(layout) };
            if block.is_null() { (&mut *self.0.get()).take_from_reserve(layout) } else { block }
        }
    }

    /// Says whether a block of the system's size comes from a reserve.
    fn is_reserved(&self, block: *mut u8) -> bool {
        // SAFETY: one thread.
        let (start, end) = unsafe { &*self.0.get() }.reserves;
        (start..end).contains(&(block as usize))
    }

    #[cold]
    fn more(&self, size: usize) -> *mut u8 {
        // SAFETY: one thread; nothing here comes back.
        unsafe {
            let state = &mut *self.0.get();
            if size > SMALL {
                return state.take(size);
            }
            if state.left < size {
                let chunk = state.take(CHUNK);
                if chunk.is_null() {
                    return chunk;
                }
                (state.rest, state.left) = (chunk, CHUNK);
            }
            let block = state.rest;
            state.rest = block.add(size);
            state.left -= size;
            block
        }
    }
}

impl Default for Pool {
    fn default() -> Self {
        Pool::new()
    }
}

// SAFETY: a block belongs to one list or one owner; its size is at least that of its class's smallest layout.
unsafe impl GlobalAlloc for Pool {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe {
            let Some((class, size)) = class(layout) else { return self.large(layout, false) };
            let list = &mut (&mut *self.0.get()).free[class];
            let first = *list;
            if first.is_null() {
                return self.more(size);
            }
            *list = (*first).next;
            first.cast()
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe {
            let Some((class, _)) = class(layout) else {
                if !self.is_reserved(block) {
                    System.dealloc(block, layout);
                }
                return;
            };
            let list = &mut (&mut *self.0.get()).free[class];
            let block: *mut Free = block.cast();
            (*block).next = *list;
            *list = block;
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe {
            if class(layout).is_none() {
                return self.large(layout, true);
            }
            cleared(self, layout)
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe {
            let new = Layout::from_size_align_unchecked(size, layout.align());
            match (class(layout), class(new)) {
                (None, None) if !self.is_reserved(block) => {
                    let moved = System.realloc(block, layout, size);
                    if !moved.is_null() {
                        return moved;
                    }
                }
                (Some(old), Some(new)) if old == new => return block,
                _ => {}
            }
            moved(self, block, layout, size)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_large_enough_and_come_back() {
        let pool = Pool::new();
        let layout = |size| Layout::from_size_align(size, 8).unwrap();
        for size in [1, 15, 16, 17, 500, 512, 513, 1024, 1025, 4000, LARGE - 1, LARGE] {
            let (class_of, have) = class(layout(size)).unwrap();
            assert!(have >= size && class_of < CLASSES, "{size}");
            assert_eq!(class(layout(have)), Some((class_of, have)), "{size}");
            // SAFETY: each block is used within its size, and given back once.
            unsafe {
                let block = pool.alloc(layout(size));
                block.write_bytes(7, size);
                let bigger = pool.realloc(block, layout(size), size + 600);
                assert_eq!((*bigger, *bigger.add(size - 1)), (7, 7));
                pool.dealloc(bigger, layout(size + 600));
                assert_eq!(pool.alloc(layout(size)), block);
                pool.dealloc(block, layout(size));
            }
        }
        assert_eq!(class(layout(LARGE + 1)), None);
        assert_eq!(class(Layout::from_size_align(64, 64).unwrap()), None);
    }

    #[test]
    fn the_reserve_is_for_when_there_is_nothing_else() {
        let pool = Pool::new();
        assert!(pool.prepare() && pool.prepare() && !pool.is_short());
        let layout = Layout::from_size_align(2 * LARGE, 64).unwrap();
        // SAFETY: blocks are used within their size and given back once.
        unsafe {
            let state = &mut *pool.0.get();
            let first = state.take_from_reserve(layout);
            first.write_bytes(7, layout.size());
            assert!((first as usize).is_multiple_of(64) && state.short);
            let second = pool.realloc(first, layout, 3 * LARGE);
            assert_eq!((*second, *second.add(layout.size() - 1)), (7, 7));
            assert!(!pool.is_reserved(second));
            let small = state.take_from_reserve(Layout::from_size_align(24, 8).unwrap());
            assert!(pool.is_reserved(small) && state.take_from_reserve(layout).is_aligned());
            while !state.take_from_reserve(layout).is_null() {}
            pool.dealloc(small, Layout::from_size_align(24, 8).unwrap());
            pool.dealloc(second, Layout::from_size_align(3 * LARGE, 64).unwrap());
        }
        // There is memory for another one.
        assert!(!pool.is_short());
        assert_eq!(unsafe { &*pool.0.get() }.reserve_left, RESERVE);
    }
}
