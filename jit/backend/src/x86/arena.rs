//! Code memory: one arena mapped twice from a memfd, one view writable, one executable. Patching needs no system call,
//! and no page is writable and executable in one view.

use crate::BackendError;
use std::cell::{Cell, RefCell};

/// Bytes of address space for code; pages are taken from the system when touched.
const SIZE: usize = 256 << 20;

/// Code begins at multiples of this: half a cache line.
const ALIGN: usize = 32;

/// The arena.
pub struct Arena {
    write: *mut u8,
    exec: *const u8,
    used: Cell<usize>,
    /// Freed ranges (start, length), for reuse.
    free: RefCell<Vec<(usize, usize)>>,
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
            let map = |prot| libc::mmap(std::ptr::null_mut(), SIZE, prot, libc::MAP_SHARED, fd, 0);
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
        if let Some(i) = free.iter().position(|f| f.1 >= len) {
            let (at, have) = free[i];
            if have > len {
                free[i] = (at + len, have - len);
            } else {
                free.swap_remove(i);
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
        self.free.borrow_mut().push((offset, len.next_multiple_of(ALIGN)));
    }
    /// Writes code.
    pub fn write(&self, offset: usize, bytes: &[u8]) {
        assert!(offset + bytes.len() <= SIZE);
        // SAFETY: in bounds of the writable view; no Rust reference points into it.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.write.add(offset), bytes.len())
        }
    }
    /// Makes the 32-bit displacement at `site` lead to `target`.
    pub fn patch(&self, site: usize, target: usize) {
        let rel = (target as i64 - (site as i64 + 4)) as i32;
        self.write(site, &rel.to_le_bytes());
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
