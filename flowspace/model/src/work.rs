//! Current work of a thread, for the message of an internal error.
//!
//! The command ends at a panic (its release build does not unwind), and its panic hook asks here where that was.

use std::cell::Cell;

/// Says what was being done.
#[derive(Debug)]
pub struct Work {
    /// Says in words what is done: `pass cse on f`.
    pub what: String,
    /// Text of the graph before it, if there is one.
    pub dump: String,
}

type Describe<'a> = &'a dyn Fn() -> Work;

thread_local! {
    static CURRENT: Cell<Option<Describe<'static>>> = const { Cell::new(None) };
}

/// Puts back what was being done before.
struct Restore(Option<Describe<'static>>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

/// Calls `f`, which does what `describe` says.
pub fn during<T>(describe: Describe<'_>, f: impl FnOnce() -> T) -> T {
    // SAFETY: `Restore` takes the reference back before `describe` ends, also when `f` unwinds, and no other thread has it.
    let longer = unsafe { std::mem::transmute::<Describe<'_>, Describe<'static>>(describe) };
    let _restore = Restore(CURRENT.replace(Some(longer)));
    f()
}

/// Gives what this thread is working on.
pub fn current() -> Option<Work> {
    // (Describing may fail as well: then nothing is known.)
    CURRENT.take().map(|describe| describe())
}
