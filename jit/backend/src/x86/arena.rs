//! Code memory: one arena mapped twice from a memfd, one view writable, one executable. Patching needs no system call,
//! and no page is writable and executable in one view.

use crate::BackendError;
use alloc::collections::BTreeMap;
use core::cell::{Cell, RefCell};

/// Bytes of address space for code; pages are taken from the system when touched.
const SIZE: usize = 256 << 20;

/// Code begins at multiples of this: half a cache line.
const ALIGN: usize = 32;

/// The arena.
pub struct Arena {
    write: *mut u8,
    exec: *const u8,
    used: Cell<usize>,
    /// Freed ranges (start → length), for reuse; no two are neighbours.
    free: RefCell<BTreeMap<usize, usize>>,
}

impl Arena {
    /// Maps an arena.
    pub fn new() -> Result<Arena, BackendError> {
        // SAFETY: plain system calls; results are checked.
        unsafe {
            let fd = libc::memfd_create(c"jit-code".as_ptr(), libc::MFD_CLOEXEC);
            if fd < 0 {
                return Err(BackendError::OutOfMemory);
            }
            let ok = libc::ftruncate(fd, SIZE as libc::off_t) == 0;
            let map = |prot| libc::mmap(core::ptr::null_mut(), SIZE, prot, libc::MAP_SHARED, fd, 0);
            let write = map(libc::PROT_READ | libc::PROT_WRITE);
            let exec = map(libc::PROT_READ | libc::PROT_EXEC);
            libc::close(fd);
            if !ok || write == libc::MAP_FAILED || exec == libc::MAP_FAILED {
                return Err(BackendError::OutOfMemory);
            }
            Ok(Arena {
                write: write.cast(),
                exec: exec as *const u8,
                used: Cell::new(0),
                free: RefCell::default(),
            })
        }
    }
    /// Address at which the byte at `offset` is executed.
    pub fn address(&self, offset: usize) -> u64 {
        self.exec as u64 + offset as u64
    }
    /// Reserves `len` bytes from a multiple of [`ALIGN`] on.
    pub fn reserve(&self, len: usize) -> Result<usize, BackendError> {
        let len = len.next_multiple_of(ALIGN);
        let mut free = self.free.borrow_mut();
        let found = free.iter().find(|f| *f.1 >= len).map(|(&at, &have)| (at, have));
        if let Some((at, have)) = found {
            free.remove(&at);
            if have > len {
                free.insert(at + len, have - len);
            }
            return Ok(at);
        }
        let at = self.used.get();
        if at + len > SIZE {
            return Err(BackendError::OutOfMemory);
        }
        self.used.set(at + len);
        Ok(at)
    }
    /// Gives a range back.
    pub fn release(&self, offset: usize, len: usize) {
        let (mut at, mut len) = (offset, len.next_multiple_of(ALIGN));
        let mut free = self.free.borrow_mut();
        let before = free.range(..at).next_back().map(|(&start, &have)| (start, have));
        if let Some((start, have)) = before.filter(|(start, have)| start + have == at) {
            (at, len) = (start, len + have);
        }
        if let Some(have) = free.remove(&(at + len)) {
            len += have;
        }
        if at + len == self.used.get() {
            free.remove(&at);
            self.used.set(at);
        } else {
            free.insert(at, len);
        }
    }
    /// Bytes in use.
    pub fn used(&self) -> usize {
        self.used.get() - self.free.borrow().values().sum::<usize>()
    }
    /// Writes code.
    pub fn write(&self, offset: usize, bytes: &[u8]) {
        assert!(offset + bytes.len() <= SIZE);
        // SAFETY: in bounds of the writable view; no Rust reference points into it.
        unsafe {
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), self.write.add(offset), bytes.len())
        }
    }
    /// Makes the 32-bit displacement at `site` lead to `target`.
    pub fn patch(&self, site: usize, target: usize) {
        let rel = (target as i64 - (site as i64 + 4)) as i32;
        self.write(site, &rel.to_le_bytes());
    }

    /// Where the 32-bit displacement at `site` leads to.
    pub fn target(&self, site: usize) -> usize {
        assert!(site + 4 <= SIZE);
        // SAFETY: in bounds of the view; no Rust reference points into it.
        let rel = unsafe { self.write.add(site).cast::<i32>().read_unaligned() };
        (site as i64 + 4 + rel as i64) as usize
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: both views were mapped by `new` with this size.
        unsafe {
            libc::munmap(self.write.cast(), SIZE);
            libc::munmap(self.exec as *mut libc::c_void, SIZE);
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
}
