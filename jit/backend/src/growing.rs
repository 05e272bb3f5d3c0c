//! Memory that grows at its ends and never moves.
//!
//! Address space that is reserved counts where it is limited (`RLIMIT_AS`), so none is. Instead such memory begins far from everything
//! else, where nobody takes what is beside it.

use core::cell::Cell;

/// Memory grows by multiples of this.
const STEP: usize = 256 << 10;

/// Memory at places of its own is so far from what the system maps elsewhere, and from the next.
const FAR: usize = 1 << 40;
/// Maximum number of places that are tried.
const PLACES: usize = 64;

/// Holds memory that grows at its ends; see the module.
#[derive(Debug)]
pub struct Growing {
    start: Cell<usize>,
    end: Cell<usize>,
    middle: usize,
    /// Neither end goes beyond these.
    least: usize,
    most: usize,
}

fn map(at: usize, bytes: usize) -> Option<usize> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: new memory: an address without `MAP_FIXED` is a wish.
    let got = unsafe { libc::mmap(at as *mut libc::c_void, bytes, access, kind, -1, 0) };
    (got != libc::MAP_FAILED).then_some(got as usize)
}

fn unmap(at: usize, bytes: usize) {
    // SAFETY: mapped by this module, and nobody's.
    unsafe { libc::munmap(at as *mut libc::c_void, bytes) };
}

impl Growing {
    /// Memory of one step on each side of its middle on which it grows: to at most so many bytes. `None`: there is none.
    pub fn new(most_below: usize, most_above: usize) -> Option<Growing> {
        let (below, above) = (most_below.min(STEP), most_above.min(STEP));
        let bytes = below + above;
        // Where the system maps: far below is nothing.
        let here = map(0, bytes)?;
        let mut start = here;
        for place in 1..=PLACES {
            // (The places are the same for all, so that none begins beside another.)
            let Some(wish) = (here / FAR).checked_sub(place).map(|n| n * FAR) else { break };
            match map(wish, bytes) {
                Some(got) if got == wish => {
                    unmap(here, bytes);
                    start = got;
                    break;
                }
                Some(got) => unmap(got, bytes),
                None => break,
            }
        }
        let middle = start + below;
        Some(Growing {
            start: Cell::new(start),
            end: Cell::new(start + bytes),
            middle,
            least: middle - most_below.min(middle),
            most: middle + most_above,
        })
    }

    /// Gives the position that it grows from.
    #[inline]
    pub fn middle(&self) -> usize {
        self.middle
    }

    /// The first byte.
    #[inline]
    pub fn start(&self) -> usize {
        self.start.get()
    }

    /// The first address behind.
    #[inline]
    pub fn end(&self) -> usize {
        self.end.get()
    }

    /// Grows at the beginning, to this address at least; false if that cannot be.
    pub fn reach_down(&self, address: usize) -> bool {
        let start = self.start.get();
        if address >= start {
            return true;
        }
        let grows = |bytes: usize| {
            let bytes = bytes.next_multiple_of(STEP).min(start - self.least);
            let grown = start - bytes;
            let done = grown <= address && extend(grown, bytes);
            if done {
                self.start.set(grown);
            }
            done
        };
        grows((start - address).max(self.much())) || grows(start - address)
    }

    /// Grows at the end, so that it is at this address at least; false if that cannot be.
    pub fn reach_up(&self, address: usize) -> bool {
        let end = self.end.get();
        if address <= end {
            return true;
        }
        let grows = |bytes: usize| {
            let bytes = bytes.next_multiple_of(STEP).min(self.most - end);
            let done = address <= end + bytes && extend(end, bytes);
            if done {
                self.end.set(end + bytes);
            }
            done
        };
        grows((address - end).max(self.much())) || grows(address - end)
    }

    /// It grows by so much if it can, so that it does not have to often.
    fn much(&self) -> usize {
        (self.end.get() - self.start.get()) / 2
    }
}

/// Maps exactly this.
fn extend(at: usize, bytes: usize) -> bool {
    match map(at, bytes) {
        Some(got) if got == at => true,
        Some(got) => {
            unmap(got, bytes);
            false
        }
        None => false,
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        unmap(self.start.get(), self.end.get() - self.start.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_in_place_and_keeps_what_it_holds() {
        let memory = Growing::new(64 << 20, 8 << 20).unwrap();
        let middle = memory.middle();
        assert_eq!((memory.start(), memory.end()), (middle - STEP, middle + STEP));
        let word = |address: usize| address as *mut u64;
        // SAFETY: mapped, and nobody else's.
        unsafe {
            *word(middle) = 7;
            for (down, up) in [(1 << 20, 1 << 20), (10 << 20, 3 << 20), (64 << 20, 8 << 20)] {
                assert!(memory.reach_down(middle - down) && memory.reach_up(middle + up));
                assert!(memory.start() <= middle - down && memory.end() >= middle + up);
                (*word(memory.start()), *word(memory.end() - 8)) = (1, 2);
                assert_eq!(*word(middle), 7);
            }
        }
        assert_eq!((memory.start(), memory.end()), (middle - (64 << 20), middle + (8 << 20)));
        assert!(!memory.reach_down(memory.start() - 1) && !memory.reach_up(memory.end() + 1));
    }

    #[test]
    fn many_do_not_meet() {
        let all: Vec<Growing> = (0..10).map(|_| Growing::new(1 << 30, 1 << 20).unwrap()).collect();
        assert!(all.iter().all(|memory| memory.reach_down(memory.start() - (100 << 20))));
    }
}
