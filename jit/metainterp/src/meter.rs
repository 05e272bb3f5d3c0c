//! Measurement of what the time of the JIT is spent on.

use crate::logger::timestamp;
use core::cell::Cell;
use jitbackend::system::Instant;

/// Says what the program's thread is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doing {
    /// Running the program: its own functions or compiled code.
    Program,
    /// Recording and optimising.
    Tracing,
    /// Making machine code.
    Backend,
    /// The timeshifter works, up to the optimiser. Its time also counts as tracing.
    Shifting,
}

/// A stopwatch for each kind of [`Doing`]. Traces nest (a call that a trace makes may be traced itself): each moment
/// counts once. Times are in cycles of the processor's time stamp counter, which is cheap enough to be read always.
#[derive(Debug)]
pub struct Meter {
    doing: Cell<Doing>,
    since: Cell<u64>,
    spent: [Cell<u64>; 4],
    /// Cycles that the traces that ended took.
    ended: Cell<u64>,
    began: (u64, Instant),
}

impl Default for Meter {
    fn default() -> Self {
        let now = timestamp();
        Meter {
            doing: Cell::new(Doing::Program),
            since: Cell::new(now),
            spent: Default::default(),
            ended: Cell::new(0),
            began: (now, Instant::now()),
        }
    }
}

impl Meter {
    /// Notes that from now on the thread does something else; gives what it did.
    #[inline]
    pub fn switch(&self, to: Doing) -> Doing {
        let now = timestamp();
        let doing = self.doing.replace(to);
        let spent = &self.spent[doing as usize];
        spent.set(spent.get() + now.saturating_sub(self.since.replace(now)));
        doing
    }

    /// Does something else for a while.
    #[inline]
    pub fn during<T>(&self, doing: Doing, work: impl FnOnce() -> T) -> T {
        let before = self.switch(doing);
        let result = work();
        self.switch(before);
        result
    }

    /// A trace begins. For [`Meter::end_trace`].
    pub fn begin_trace(&self) -> (u64, u64) {
        (self.spent(Doing::Tracing), self.ended.get())
    }

    /// Cycles that a trace took, without those that began and ended meanwhile.
    pub fn end_trace(&self, (spent, ended): (u64, u64)) -> u64 {
        let others = self.ended.get() - ended;
        let own = self.spent(Doing::Tracing) - spent - others;
        self.ended.set(self.ended.get() + own);
        own
    }

    /// Cycles spent up to the last change.
    pub fn spent(&self, on: Doing) -> u64 {
        let shifting = self.spent[Doing::Shifting as usize].get();
        match on {
            Doing::Tracing => self.spent[on as usize].get() + shifting,
            _ => self.spent[on as usize].get(),
        }
    }

    /// Gives the time that was spent on something, in nanoseconds.
    pub fn spent_ns(&self, on: Doing) -> u64 {
        self.nanoseconds(self.spent(on))
    }

    /// Converts cycles to nanoseconds.
    pub fn nanoseconds(&self, cycles: u64) -> u64 {
        let (stamp, instant) = self.began;
        let all = timestamp().saturating_sub(stamp).max(1);
        (u128::from(cycles) * instant.elapsed().as_nanos() / u128::from(all)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work() {
        let began = Instant::now();
        while began.elapsed().as_micros() < 200 {}
    }

    #[test]
    fn nested_times_count_once() {
        let meter = Meter::default();
        let began = timestamp();
        let outer = meter.begin_trace();
        let mut inner = 0;
        meter.during(Doing::Tracing, || {
            work();
            meter.during(Doing::Program, || {
                work();
                let began = meter.begin_trace();
                meter.during(Doing::Tracing, work);
                inner = meter.end_trace(began);
            });
            meter.during(Doing::Backend, work);
        });
        assert_eq!(inner + meter.end_trace(outer), meter.spent(Doing::Tracing));
        let all = timestamp() - began;
        let [program, tracing, backend] =
            [Doing::Program, Doing::Tracing, Doing::Backend].map(|doing| meter.spent(doing));
        assert!(program > 0 && tracing > 0 && backend > 0);
        assert!(tracing + backend <= all, "{tracing} {backend} {all}");
        assert!(meter.spent_ns(Doing::Tracing) >= 300_000);
        assert_eq!(meter.switch(Doing::Program), Doing::Program);
    }
}
