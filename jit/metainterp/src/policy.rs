//! Who makes the code of a loop or function: docs/jit-policy.md.
//!
//! Tracing follows one way and makes a bridge for each further one, up to the end of the loop. Where ways part and join again, one after the
//! other, bridges become a product of ways, and most of them hold the same tests once more: a bridge *repeats* a test if the same test, at
//! the same place of the guest program, has had a bridge in this code before. That number tells a loop that has many ways (each
//! has its bridge, and that is all) from one whose ways multiply. After `many_bridges` repetitions the timeshifter makes the code anew: its
//! ways meet again.

use crate::compile::{FailDescr, LoopInfo, Start};
use crate::jit::Jit;
use crate::jitprof::add;
use crate::warmstate::Recursion;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::fmt::Write as _;
use core::hash::{Hash, Hasher};
use jitbackend::Cpu;
use jitmodel::hash::{FxHashSet, FxHasher};
use jitmodel::{ResOp, ResumeData, TokenId};

/// What a loop or function has cost so far.
#[derive(Debug, Default)]
pub struct Account {
    /// Cycles that it took to make its code.
    pub making: Cell<u64>,
    /// Cycles in the interpreter after its guards had failed.
    pub leaving: Cell<u64>,
    /// How often they failed.
    pub failures: Cell<u64>,
    /// Bytes of machine code.
    pub size: Cell<u64>,
    /// Tests whose guards have bridges.
    tests: RefCell<FxHashSet<u64>>,
    /// Bridges of tests that had one before.
    repeats: Cell<u64>,
}

/// What failed so often is not tried again: a position, a bridge, a piece, code that waits for other code. (A bound for what is
/// wasted, not measured.)
pub const ATTEMPTS: u32 = 6;

/// Decisions are told up to this number.
const MOST_TOLD: usize = 200;

/// What was decided, for the log.
#[derive(Default)]
pub struct Decisions {
    lines: RefCell<Vec<String>>,
    more: Cell<usize>,
}

impl Decisions {
    fn add(&self, line: String) {
        let told = self.lines.borrow().len();
        match told < MOST_TOLD {
            true => self.lines.borrow_mut().push(line),
            false => self.more.set(self.more.get() + 1),
        }
    }

    /// The lines.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for line in self.lines.borrow().iter() {
            let _ = writeln!(out, "decided: {line}");
        }
        if self.more.get() > 0 {
            let _ = writeln!(out, "decided: {} times more", self.more.get());
        }
        out
    }
}

/// A test at a place of the guest program, where a guard has this resume data.
pub(crate) fn test_of(opnum: ResOp, resume: &ResumeData) -> Option<u64> {
    use ResOp::*;
    if !matches!(opnum, GuardTrue | GuardFalse | GuardNonnull | GuardIsnull) {
        return None;
    }
    let mut hasher = FxHasher::default();
    resume.place.0.hash(&mut hasher);
    for frame in &resume.frames {
        (frame.jitcode, frame.pc).hash(&mut hasher);
    }
    Some(hasher.finish())
}

impl<C: Cpu> Jit<C> {
    /// Whether the timeshifter made the code of a guard.
    pub(crate) fn is_shifted(&self, guard: &FailDescr) -> bool {
        match self.by_entry.borrow().get(&guard.owner) {
            Some(info) => info.shifted,
            None => self.shifts(guard.jd),
        }
    }

    /// Whether a guard is of traced code in whose place the timeshifter makes other code: it gets no bridges any more.
    pub(crate) fn is_handed_over(&self, guard: &FailDescr) -> bool {
        let Some(cell) = self.cell_of(guard.owner) else { return false };
        self.warm.borrow().cell(self.base_of(cell)).shifts
    }

    /// A guard of traced code is to get a bridge: notes which test it is. Tells whether the timeshifter is to make all of that code
    /// anew, which is arranged then.
    pub(crate) fn ways_multiply(&self, guard: &FailDescr) -> bool {
        let Some(info) = self.by_entry.borrow().get(&guard.owner).cloned() else { return false };
        let many = self.warm.borrow().params_of(guard.jd).many_bridges;
        if many < 0 || !self.may_shift(&info) {
            return false;
        }
        let account = &info.belongings.account;
        if !guard.again
            && let Some(test) = test_of(guard.opnum, &guard.resume)
            && !account.tests.borrow_mut().insert(test)
        {
            account.repeats.set(account.repeats.get() + 1);
        }
        if (account.repeats.get() as i64) < many {
            return false;
        }
        self.decided(&info, "to the timeshifter");
        self.hand_over(&info);
        true
    }

    /// Whether the timeshifter has not been tried yet for the loop or function of traced code, and whether that is its code.
    fn may_shift(&self, info: &LoopInfo) -> bool {
        let warm = self.warm.borrow();
        let base = self.base_of(info.cell);
        !warm.cell(base).settled && !info.meeting
    }

    /// The timeshifter makes the code of a loop or function when it is reached again, and that of what jumps there.
    fn hand_over(&self, info: &LoopInfo) {
        let (base, cells) = self.all_shapes(info.cell);
        let jumps: Vec<_> = self
            .loops
            .borrow()
            .iter()
            .filter(|i| i.belongings.jumps_to(info.entry))
            .cloned()
            .collect();
        let mut warm = self.warm.borrow_mut();
        self.make_anew(&mut warm, base, &cells, Recursion::Settled);
        warm.cell_mut(base).shifts = true;
        for other in jumps {
            if warm.cell(other.cell).entry == Some(other.entry) {
                self.forget_entry(&mut warm, other.cell);
                warm.cell_mut(other.cell).count = u32::MAX;
            }
        }
    }

    /// The timeshifter could not make the code of a position: it is traced again, if it was before.
    pub(crate) fn keeps_tracing(&self, cell: usize) {
        let mut warm = self.warm.borrow_mut();
        let cell = warm.cell_mut(cell);
        cell.settled |= core::mem::take(&mut cell.shifts);
    }

    /// A guard of the code has failed, and the interpreter took so many cycles behind it.
    pub(crate) fn note_failure(&self, owner: TokenId, cycles: u64) {
        if let Some(info) = self.by_entry.borrow().get(&owner) {
            add(&info.belongings.account.failures, 1);
            add(&info.belongings.account.leaving, cycles);
        }
    }

    /// It took so many cycles to make code that begins there.
    pub(crate) fn note_making(&self, start: Start, cycles: u64) {
        if let Some(info) = self.by_entry.borrow().get(&self.owner(start)) {
            add(&info.belongings.account.making, cycles);
        }
    }

    /// Writes a line about a decision.
    pub(crate) fn decided(&self, info: &LoopInfo, what: &str) {
        if !self.log.wants("jit-summary") {
            return;
        }
        let jd = self.warm.borrow().cell(info.cell).jd;
        let account = &info.belongings.account;
        let ms = |cycles: &Cell<u64>| {
            let micros = self.meter.nanoseconds(cycles.get()) / 1000;
            format!("{}.{:03} ms", micros / 1000, micros % 1000)
        };
        self.decisions.add(format!(
            "loop {} of {}: {what}; {} bridges, {} repeat a test; {} failures, {} in the interpreter behind them; {} making code, {} bytes",
            info.number,
            self.data.drivers[jd].desc.name,
            info.belongings.bridges(),
            account.repeats.get(),
            account.failures.get(),
            ms(&account.leaving),
            ms(&account.making),
            account.size.get(),
        ));
    }
}
