//! State of the JIT that belongs to a thread that does not run: exchanged with the rest of the thread's state
//! (`tw_state_keep`, `tw_state_resume`).

use crate::running::{NativeJit, jit};
use alloc::boxed::Box;
use jitbackend::x86::ThreadFrames;
use metainterp::Left;

/// `struct tw_stack_record`.
#[repr(C)]
pub struct Record {
    base: *mut i64,
    top: *mut i64,
    handle: usize,
    state: i64,
    marked: i64,
    moved: i64,
}

/// `struct tw_jit_threads`.
#[repr(C)]
pub struct Hooks {
    keep: Option<extern "C" fn(*mut ParkedThread) -> *mut ParkedThread>,
    resume: Option<extern "C" fn(*mut ParkedThread) -> *mut ParkedThread>,
    end: Option<extern "C" fn(*mut ParkedThread)>,
    range: Option<extern "C" fn(*const ParkedThread, *mut *mut i64, *mut *mut i64)>,
    rest: Record,
}

/// `state` of a record.
const NOT_IN_USE: i64 = 0;
const SUSPENDED: i64 = 1;

unsafe extern "C" {
    static mut tw_jit_threads: Hooks;
}

/// Holds what belongs to a thread that does not run.
pub struct ParkedThread {
    frames: ThreadFrames,
    left: Left,
}

/// Tells the program how to exchange it.
pub fn connect() {
    // SAFETY: a variable of the program, one thread of which runs at a time.
    unsafe {
        tw_jit_threads.keep = Some(keep);
        tw_jit_threads.resume = Some(resume);
        tw_jit_threads.end = Some(end);
        tw_jit_threads.range = Some(range);
    }
}

fn the_jit() -> &'static NativeJit {
    jit().expect("the hooks are set when there is a JIT")
}

/// The thread that runs stops; `place`: where it was kept the last time, or null.
extern "C" fn keep(place: *mut ParkedThread) -> *mut ParkedThread {
    let jit = the_jit();
    let now = ParkedThread { frames: jit.cpu.leave_thread(), left: jit.leave_thread() };
    if place.is_null() {
        return Box::into_raw(Box::new(now));
    }
    // SAFETY: made here.
    unsafe { *place = now };
    place
}

/// The thread that was kept there runs; null: it has never run code of the JIT.
extern "C" fn resume(place: *mut ParkedThread) -> *mut ParkedThread {
    let jit = the_jit();
    let place = match place.is_null() {
        true => {
            let Some(frames) = jit.cpu.new_thread() else { no_memory() };
            Box::into_raw(Box::new(ParkedThread { frames, left: jit.new_thread() }))
        }
        false => place,
    };
    // SAFETY: made here.
    let ParkedThread { frames, left } = unsafe { &*place };
    jit.cpu.enter_thread(frames);
    jit.enter_thread(left);
    if frames.is_first(&jit.cpu) {
        // SAFETY: as in `connect`.
        unsafe { tw_jit_threads.rest.state = NOT_IN_USE };
    }
    place
}

/// The thread that runs has ended: another one may use what was its own.
extern "C" fn end(place: *mut ParkedThread) {
    let jit = the_jit();
    let frames = jit.cpu.leave_thread();
    note_first(&frames);
    jit.cpu.reuse(frames);
    if !place.is_null() {
        // SAFETY: made here, and used no more.
        drop(unsafe { Box::from_raw(place) });
    }
}

/// The first region has what belongs to no thread. It is told of by a record of its own while it is not the one in use.
fn note_first(frames: &ThreadFrames) {
    let jit = the_jit();
    if frames.is_first(&jit.cpu) {
        // SAFETY: as in `connect`.
        unsafe {
            let rest = &raw mut tw_jit_threads.rest;
            let (base, top) = jit.cpu.references(frames, &raw mut (*rest).top);
            (*rest).base = base;
            (*rest).top = top;
            (*rest).state = SUSPENDED;
        }
    }
}

/// The references of a thread that does not run, for collectors.
extern "C" fn range(place: *const ParkedThread, base: *mut *mut i64, top: *mut *mut i64) {
    // SAFETY: made here; the others are the caller's.
    unsafe {
        let frames = &(*place).frames;
        if frames.is_first(&the_jit().cpu) {
            note_first(frames);
            (*base, *top) = (core::ptr::null_mut(), core::ptr::null_mut());
        } else {
            (*base, *top) = the_jit().cpu.references(frames, core::ptr::null_mut());
        }
    }
}

fn no_memory() -> ! {
    jitbackend::say!("Fatal error: no memory for the JIT's frames of another thread");
    jitbackend::system::abort()
}
