//! Which generator makes the code of a loop or function, and when its code does not pay.
//!
//! Each unit of code (a loop or function with all its bridges) has an [`Account`] of quantities that a person can name: how
//! many bridges it has, the time that making them took, and what was interpreted behind its guards because there was no
//! code. Of them two decisions are made, which `docs/two-generators.md` explains: a unit whose ways multiply and do not pay has its further
//! code made by the timeshifter, which merges ways, and a unit that is left all the time rests.

use crate::codes::Transfer;
use crate::compile::{FailDescr, LoopInfo};
use crate::jit::Jit;
use crate::jitprof::add;
use crate::logger::timestamp;
use crate::memmgr::Belongings;
use core::cell::Cell;
use jitbackend::Cpu;

/// What is interpreted behind a failed guard may call functions that run for long, which is no loss: so many cycles are lost at most,
/// and for each instruction of jitcode. (On the eight interpreters of benches a failure takes 1,500 to 6,000 cycles.)
const MOST_LOST: (u64, u64) = (10_000, 100);

/// A unit does not pay if this part of the time is lost. (Of the guests of benches that run for seconds, units with 25 bridges or more lose
/// a fiftieth to a quarter; where ways multiply it is all that bridges may take, two fifths.)
const LOST_PART: u64 = 4;

/// So many failures of its guards are looked at together, and a unit rests for as many passes at first. (Units of the guests of benches have
/// up to 1,500 failures until all their bridges are made.)
const WINDOW: u64 = 2048;

/// How often a unit's rest is doubled.
const MOST_TIRED: u32 = 16;

/// From so many rests on it is told.
const TOLD_TIRED: u32 = 3;

/// A loop with more than this part of the many bridges belongs to the loop that has many, if code of that leads to it.
const FAMILY_PART: i64 = 4;

/// What a unit of code has cost.
#[derive(Debug)]
pub struct Account {
    /// When its first code was made, in cycles.
    born: u64,
    /// Cycles spent on bridges.
    making: Cell<u64>,
    /// Cycles spent on leaving it.
    leaving: Cell<u64>,
    /// Times its guards failed without a bridge.
    failures: Cell<u64>,
    /// When the present window began, and what had been lost then.
    window: Cell<(u64, u64)>,
    /// So many windows were lost, less those that were not.
    tired: Cell<u32>,
}

impl Default for Account {
    fn default() -> Self {
        let born = timestamp();
        Account {
            born,
            making: Cell::new(0),
            leaving: Cell::new(0),
            failures: Cell::new(0),
            window: Cell::new((0, 0)),
            tired: Cell::new(0),
        }
    }
}

impl Account {
    /// A bridge took so many cycles.
    pub(crate) fn made(&self, cycles: u64) {
        add(&self.making, cycles);
    }

    /// What has been lost: time that did not go into running code.
    fn lost(&self) -> u64 {
        self.making.get() + self.leaving.get()
    }

    /// Whether much of the time since the first code was made is lost.
    fn is_dear(&self) -> bool {
        self.lost() > (timestamp() - self.born) / LOST_PART
    }

    /// Whether much of the time since the present window began was lost. The next one begins when a guard fails next: the unit may rest until
    /// then.
    fn window_is_lost(&self) -> bool {
        let (since, before) = self.window.replace((0, 0));
        self.leaving.get() - before > (timestamp() - since) / LOST_PART
    }
}

impl<C: Cpu> Jit<C> {
    /// Whether the further code of a guard's unit is made by the timeshifter, which merges ways.
    pub(crate) fn merges_now(&self, guard: &FailDescr) -> bool {
        let Some(info) = self.by_entry.borrow().get(&guard.owner).cloned() else { return false };
        let own = &info.belongings;
        if !own.merges.get() && self.multiplies(guard.jd, own) {
            self.merge_ways(&info);
        }
        own.merges.get()
    }

    /// The further code of a unit is made by the timeshifter. A loop is made anew: what tracing has made of it are the ways.
    pub(crate) fn merge_ways(&self, info: &LoopInfo) {
        if info.belongings.merges.replace(true) {
            return;
        }
        self.decided(info.number, "merges its ways", &info.belongings);
        if !info.targets.is_empty() {
            let mut warm = self.warm.borrow_mut();
            self.forget_entry(&mut warm, info.cell);
            let cell = warm.cell_mut(info.cell);
            (cell.merges, cell.count) = (true, u32::MAX);
        }
    }

    /// A piece that merges comes to the code of another unit: whether it jumps there. If that has many bridges as well it is part of what
    /// multiplies.
    pub(crate) fn joins_family(&self, jd: usize, info: &LoopInfo) -> bool {
        let many = self.warm.borrow().params_of(jd).many_bridges;
        let own = &info.belongings;
        if !own.merges.get() && own.bridges() as i64 > many / FAMILY_PART {
            self.merge_ways(info);
            return false;
        }
        true
    }

    /// Whether the position that is hot is a loop that merges its ways.
    pub(crate) fn is_made_anew(&self, jd: usize, transfer: &Transfer) -> bool {
        let cell = self.cell_for(jd, transfer);
        cell.is_some_and(|cell| self.warm.borrow().cell(cell).merges)
    }

    /// Whether ways through a unit multiply, and do not pay.
    fn multiplies(&self, jd: usize, own: &Belongings) -> bool {
        match self.warm.borrow().params_of(jd).many_bridges {
            0 => true,
            ..0 => false,
            many => own.bridges() >= many as u64 && (own.account.is_dear() || self.is_dear()),
        }
    }

    /// Whether much of the time since the JIT began is lost.
    fn is_dear(&self) -> bool {
        self.bridging.get() + self.leaving.get() > self.meter.age() / LOST_PART
    }

    /// A guard failed at that time, and so many instructions were interpreted before the program goes on itself.
    pub(crate) fn note_failure(&self, guard: &FailDescr, since: u64, work: u32) {
        let Some(info) = self.by_entry.borrow().get(&guard.owner).cloned() else { return };
        let own = &info.belongings;
        let most = MOST_LOST.0 + u64::from(work) * MOST_LOST.1;
        let lost = timestamp().saturating_sub(since).min(most);
        if own.account.window.get().0 == 0 {
            own.account.window.set((since, own.account.leaving.get()));
        }
        add(&own.account.failures, 1);
        add(&own.account.leaving, lost);
        add(&self.leaving, lost);
        if own.account.failures.get() % WINDOW != 0 {
            return;
        }
        let tired = &own.account.tired;
        if own.account.window_is_lost() {
            self.let_rest(guard.owner, (WINDOW as u32) << tired.get());
            tired.set((tired.get() + 1).min(MOST_TIRED));
            if tired.get() == TOLD_TIRED {
                self.decided(info.number, "rests", own);
            }
        } else {
            tired.set(tired.get().saturating_sub(1));
        }
    }

    /// A decision, for `jit-summary`.
    fn decided(&self, unit: u32, what: &str, own: &Belongings) {
        let account = &own.account;
        let microseconds = |cycles: u64| self.meter.nanoseconds(cycles) / 1000;
        let text = format!(
            "Loop {unit} {what}: {} bridges, {} us making them, {} us leaving it {} times, in {} us",
            own.bridges(),
            microseconds(account.making.get()),
            microseconds(account.leaving.get()),
            account.failures.get(),
            microseconds(timestamp() - account.born),
        );
        self.prof.decided(text);
    }
}
