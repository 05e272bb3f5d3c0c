//! Objects that were made for somebody who asked compiled code for them ([`crate::vrefs`]).

use crate::blackhole::Blackhole;
use crate::codes::Transfer;
use crate::compiled::FailDescr;
use crate::frame::Stack;
use crate::jit::state::{Jit, too_deep};
use crate::jitprof::add;
use crate::memmgr;
use crate::resume::{Forced, Left, force};
use alloc::boxed::Box;
use alloc::vec::Vec;
use jitbackend::{Asked, Cpu};

/// Number of times that somebody asks for what a `guard_not_forced` describes before its code is given up; the next time it is
/// twice as many. The next trace may find that its call asks, and tells all before that call. (Measured with top_frames and
/// looking_frames of the conformance programs: who looks in each round, or in each third, is met with the guard 340 times
/// instead of 19,300 times.)
const MOST_LOOKS: u32 = 16;

impl<C: Cpu> Jit<C> {
    /// Somebody asks for the frame of a virtual reference, or something else that only compiled code has, by its token. Gives the new
    /// token.
    pub fn force(&self, token: i64) -> i64 {
        let mut words = Vec::new();
        let fail = match self.cpu.force(token, &mut words) {
            Asked::At(fail) => fail,
            Asked::NotNow => return token,
            Asked::Nobody => return 0,
        };
        add(&self.prof.forcings, 1);
        let descr = self.fail_descr(fail);
        let mut transfer = Box::new(Transfer::ZERO);
        let Ok(stack) = Stack::new(&self.roots) else { too_deep() };
        let mem = self.cpu.mem();
        let mut maker = Blackhole::new(&self.data, mem, &self.meter, stack, &mut transfer);
        let left = Left { resume: &descr.resume, jd: descr.jd, kinds: &descr.kinds, words: &words };
        let Ok(forced) = force(&mut maker, &self.data, &self.roots, left) else { too_deep() };
        let number = self.next_forced.get();
        self.next_forced.set(number.wrapping_add(1) & i32::MAX as u32);
        self.forced.borrow_mut().insert(number, forced);
        self.cpu.set_forced(token, number);
        0
    }
}

/// A `guard_not_forced` failed. It never gets a bridge.
pub(crate) fn note_look<C: Cpu>(jit: &Jit<C>, descr: &FailDescr) {
    let times = descr.aborts.get() + 1;
    descr.aborts.set(times);
    let Some(cell) = jit.cell_of(descr.owner) else { return };
    let looks = jit.warm.borrow().cell(cell).looks;
    if times >> looks.min(16) < MOST_LOOKS {
        return;
    }
    descr.aborts.set(0);
    jit.warm.borrow_mut().cell_mut(cell).looks += 1;
    memmgr::give_up_code(jit, descr.owner);
}

/// Gives what was made for a guard that fails because of that.
pub(crate) fn take_forced<C: Cpu>(jit: &Jit<C>, number: Option<u32>) -> Option<Forced> {
    jit.forced.borrow_mut().remove(&number?)
}
