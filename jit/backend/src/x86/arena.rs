//! Code memory: pieces, each mapped twice, one view writable, one executable. Patching needs no system call, and no page is writable and
//! executable in one view.
//!
//! The pieces are shared memory without a file: a limit on files or on descriptors does not matter. There are as many as the code needs,
//! near enough to each other for 32-bit displacements.
//!
//! Shared memory is also shared with the child of a fork, which would write into its parent's code. So before a fork
//! the code is copied, and the child puts the copy in the place of what it shares ([`Arena::keep_apart_at_fork`]).

use crate::BackendError;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

/// Bytes of the first piece; further ones are twice as large as those before,
const FIRST: usize = 512 << 10;
/// but not larger than this, unless what is wanted is.
const MOST: usize = 32 << 20;

/// Number of bytes within which all executable views are.
const SPAN: usize = 1 << 30;

/// Code begins at multiples of this: half a cache line.
const ALIGN: usize = 32;

/// A piece. Its last bytes are not used, so that what is free in one is never joined with what is free in the next.
struct Piece {
    write: *mut u8,
    /// Position of its first byte.
    start: usize,
    len: usize,
}

/// The arena. A position in it is a distance from a fixed address.
pub struct Arena {
    base: usize,
    pieces: RefCell<Vec<Piece>>,
    /// Free ranges (start → length); no two are neighbours.
    free: RefCell<BTreeMap<usize, usize>>,
    used: Cell<usize>,
    /// Copies of the pieces while the process forks; `None`: there was no memory for one.
    copies: RefCell<Vec<Option<usize>>>,
}

/// The arena of which the child of a fork gets its own copy.
static FORKED: AtomicPtr<Arena> = AtomicPtr::new(null_mut());

unsafe extern "C" {
    fn pthread_atfork(
        before: extern "C" fn(),
        in_parent: extern "C" fn(),
        in_child: extern "C" fn(),
    ) -> i32;
}

fn forked() -> Option<&'static Arena> {
    // SAFETY: set once, to what lives as long as the process; it has one thread that has the JIT.
    unsafe { FORKED.load(Ordering::Relaxed).as_ref() }
}

extern "C" fn before_fork() {
    forked().inspect(|arena| arena.copy_pieces());
}

extern "C" fn in_parent() {
    forked().inspect(|arena| arena.drop_copies());
}

extern "C" fn in_child() {
    forked().inspect(|arena| arena.take_copies());
}

/// New memory that can be shared.
fn new_shared(len: usize) -> Option<usize> {
    let (access, kind) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
    // SAFETY: new memory.
    mapped(unsafe { libc::mmap(null_mut(), len, access, kind, -1, 0) })
}

/// Maps the pages of a shared mapping once more, executable, at a place of this module.
fn map_executable(write: usize, len: usize, place: usize) -> bool {
    let how = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
    // To move nothing of a shared mapping maps its pages once more.
    // SAFETY: the place is this module's.
    let moved = unsafe { libc::mremap(write as *mut _, 0, len, how, place as *mut libc::c_void) };
    let executable = libc::PROT_READ | libc::PROT_EXEC;
    // SAFETY: as above.
    mapped(moved)
        .is_some_and(|view| unsafe { libc::mprotect(view as *mut _, len, executable) == 0 })
}

fn mapped(at: *mut libc::c_void) -> Option<usize> {
    (at != libc::MAP_FAILED).then_some(at as usize)
}

fn unmap(at: usize, len: usize) {
    // SAFETY: mapped by this module, and not used any more.
    unsafe { libc::munmap(at as *mut libc::c_void, len) };
}

/// Memory that is written at the first address and executed at the second one. That is `near`, if that is free.
fn map_twice(near: usize, len: usize) -> Option<(usize, usize)> {
    let write = new_shared(len)?;
    let kind = libc::MAP_PRIVATE | libc::MAP_NORESERVE | libc::MAP_ANONYMOUS;
    let wish = near as *mut libc::c_void;
    // A place for the other view.
    // SAFETY: new memory; an address without `MAP_FIXED` is a wish.
    let place = mapped(unsafe { libc::mmap(wish, len, libc::PROT_NONE, kind, -1, 0) });
    let view = place.filter(|place| {
        let done = map_executable(write, len, *place);
        if !done {
            unmap(*place, len);
        }
        done
    });
    if view.is_none() {
        unmap(write, len);
    }
    view.map(|view| (write, view))
}

impl Arena {
    /// An arena with its first piece.
    pub fn new() -> Result<Arena, BackendError> {
        let (write, exec) = map_twice(0, FIRST).ok_or(BackendError::OutOfMemory)?;
        let arena = Arena {
            base: exec.saturating_sub(SPAN / 2),
            pieces: RefCell::default(),
            free: RefCell::default(),
            used: Cell::new(0),
            copies: RefCell::default(),
        };
        arena.add(write, exec, FIRST);
        Ok(arena)
    }

    /// Gives a child of this process a copy of the code, as it is when the process forks, from now
    /// on.
    pub fn keep_apart_at_fork(&'static self) {
        FORKED.store((&raw const *self).cast_mut(), Ordering::Relaxed);
        // SAFETY: the functions look at nothing but the arena.
        unsafe { pthread_atfork(before_fork, in_parent, in_child) };
    }

    fn copy_pieces(&self) {
        let copy = |piece: &Piece| {
            let copy = new_shared(piece.len)?;
            // SAFETY: both have this length.
            unsafe { core::ptr::copy_nonoverlapping(piece.write, copy as *mut u8, piece.len) };
            Some(copy)
        };
        *self.copies.borrow_mut() = self.pieces.borrow().iter().map(copy).collect();
    }

    fn drop_copies(&self) {
        for (piece, copy) in self.pieces.borrow().iter().zip(self.copies.take()) {
            if let Some(copy) = copy {
                unmap(copy, piece.len);
            }
        }
    }

    /// Both views of each piece are of the copy. A child that cannot have one ends: it would write into its parent's code.
    fn take_copies(&self) {
        for (piece, copy) in self.pieces.borrow().iter().zip(self.copies.take()) {
            let how = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
            let to = piece.write.cast::<libc::c_void>();
            // SAFETY: the copy is moved to the writable view, which goes.
            let moved = copy.and_then(|copy| {
                mapped(unsafe {
                    libc::mremap(copy as *mut libc::c_void, piece.len, piece.len, how, to)
                })
            });
            if moved.is_none()
                || !map_executable(piece.write as usize, piece.len, self.base + piece.start)
            {
                let text = b"Fatal error: no memory for the machine code of a child process\n";
                // SAFETY: writes a text, and ends.
                unsafe {
                    libc::write(2, text.as_ptr().cast(), text.len());
                    libc::_exit(1);
                }
            }
        }
    }

    fn add(&self, write: usize, exec: usize, len: usize) {
        let start = exec - self.base;
        self.free.borrow_mut().insert(start, len - ALIGN);
        self.pieces.borrow_mut().push(Piece { write: write as *mut u8, start, len });
    }

    /// Adds a piece that has room for `len` bytes.
    #[cold]
    fn grow(&self, len: usize) -> Result<(), BackendError> {
        let have: usize = self.pieces.borrow().iter().map(|piece| piece.len).sum();
        let least = (len + ALIGN).next_multiple_of(FIRST);
        // Behind the others, or as near as may be.
        let near = {
            let pieces = self.pieces.borrow();
            pieces.iter().map(|piece| self.base + piece.start + piece.len).max().unwrap_or(0)
        };
        let steps = (0..SPAN / 2).step_by(MOST);
        let wishes = || {
            let above = steps.clone().map(|step| near + step);
            let below = steps.clone().map(|step| near.saturating_sub(step));
            above.zip(below).flat_map(|(above, below)| [above, below])
        };
        for len in [have.clamp(least, MOST.max(least)), least] {
            for wish in wishes() {
                if wish < self.base || wish + len > self.base + SPAN {
                    continue;
                }
                let Some((write, exec)) = map_twice(wish, len) else { break };
                if exec >= self.base && exec + len <= self.base + SPAN {
                    self.add(write, exec, len);
                    return Ok(());
                }
                unmap(write, len);
                unmap(exec, len);
            }
        }
        Err(BackendError::OutOfMemory)
    }

    /// Address at which the byte at `offset` is executed.
    #[inline]
    pub fn address(&self, offset: usize) -> u64 {
        (self.base + offset) as u64
    }

    /// Reserves `len` bytes from a multiple of [`ALIGN`] on.
    pub fn reserve(&self, len: usize) -> Result<usize, BackendError> {
        let len = len.next_multiple_of(ALIGN);
        let at = match self.take(len) {
            Some(at) => at,
            None => {
                self.grow(len)?;
                self.take(len).ok_or(BackendError::OutOfMemory)?
            }
        };
        self.used.set(self.used.get() + len);
        Ok(at)
    }

    fn take(&self, len: usize) -> Option<usize> {
        let mut free = self.free.borrow_mut();
        let (at, have) = free.iter().find(|f| *f.1 >= len).map(|(&at, &have)| (at, have))?;
        free.remove(&at);
        if have > len {
            free.insert(at + len, have - len);
        }
        Some(at)
    }

    /// Gives a range back.
    pub fn release(&self, offset: usize, len: usize) {
        let (mut at, mut len) = (offset, len.next_multiple_of(ALIGN));
        self.used.set(self.used.get() - len);
        let mut free = self.free.borrow_mut();
        let before = free.range(..at).next_back().map(|(&start, &have)| (start, have));
        if let Some((start, have)) = before.filter(|(start, have)| start + have == at) {
            (at, len) = (start, len + have);
        }
        if let Some(have) = free.remove(&(at + len)) {
            len += have;
        }
        free.insert(at, len);
    }

    /// Bytes in use.
    pub fn used(&self) -> usize {
        self.used.get()
    }

    /// Gives the address at which the byte at a position is written.
    fn writable(&self, offset: usize, len: usize) -> *mut u8 {
        let pieces = self.pieces.borrow();
        let piece = pieces.iter().rfind(|p| offset >= p.start && offset + len <= p.start + p.len);
        let piece = piece.expect("a position in a piece");
        piece.write.wrapping_add(offset - piece.start)
    }

    /// Writes code.
    pub fn write(&self, offset: usize, bytes: &[u8]) {
        let to = self.writable(offset, bytes.len());
        // SAFETY: in bounds of the writable view; no Rust reference points into it.
        unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) }
    }

    /// Makes the 32-bit displacement at `site` lead to `target`.
    pub fn patch(&self, site: usize, target: usize) {
        let rel = (target as i64 - (site as i64 + 4)) as i32;
        self.write(site, &rel.to_le_bytes());
    }

    /// Gives the position that the 32-bit displacement at `site` leads to.
    pub fn target(&self, site: usize) -> usize {
        let at = self.writable(site, 4);
        // SAFETY: in bounds of the view; no Rust reference points into it.
        let rel = unsafe { at.cast::<i32>().read_unaligned() };
        (site as i64 + 4 + rel as i64) as usize
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        for piece in self.pieces.take() {
            unmap(piece.write as usize, piece.len);
            unmap(self.base + piece.start, piece.len);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_ranges_become_one_and_are_used_again() {
        let arena = Arena::new().unwrap();
        let at = [0; 4].map(|_| arena.reserve(100).unwrap());
        assert_eq!(arena.used(), 4 * 128);
        arena.release(at[0], 100);
        arena.release(at[2], 100);
        arena.release(at[1], 100);
        assert_eq!(arena.used(), 128);
        // In what the three left, and the rest of it.
        assert_eq!([300, 50].map(|n| arena.reserve(n).unwrap()), [at[0], at[0] + 320]);
        arena.release(at[3], 100);
        arena.release(at[0], 300);
        arena.release(at[0] + 320, 50);
        assert_eq!((arena.used(), arena.reserve(1000).unwrap()), (0, at[0]));
    }

    #[test]
    fn it_grows_and_all_of_it_can_be_reached() {
        let arena = Arena::new().unwrap();
        let mut all = vec![];
        for len in [100, 300_000, 5_000_000, 100, 40_000_000, 3_000_000] {
            for _ in 0..5 {
                all.push((arena.reserve(len).unwrap(), len));
            }
        }
        let ret = [0xb8, 7, 0, 0, 0, 0xc3]; // mov eax, 7; ret
        for &(at, len) in &all {
            arena.write(at, &ret);
            arena.write(at + len - ret.len(), &ret);
            for start in [at, at + len - ret.len()] {
                // SAFETY: that is code which follows the C calling convention.
                let f: extern "C" fn() -> i32 =
                    unsafe { core::mem::transmute(arena.address(start) as usize) };
                assert_eq!(f(), 7);
            }
            let (first, last) = (all[0].0, all[all.len() - 1].0);
            for target in [first, last, at] {
                arena.patch(at + 8, target);
                assert_eq!(arena.target(at + 8), target);
            }
        }
        all.into_iter().for_each(|(at, len)| arena.release(at, len));
        assert_eq!(arena.used(), 0);
    }
}
