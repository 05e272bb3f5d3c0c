//! Who makes the code of a loop or function: docs/jit-policy.md.
//!
//! Tracing follows one way and makes a bridge for each further one, up to the end of the loop. Where ways part and join again, one after the
//! other, bridges become a product of ways, and most of them hold the same tests once more. So bridges are told apart by their tests. One
//! *repeats* a test if the same one, behind the same calls, has had a bridge in this code before; it *copies* a test if that one has
//! had a bridge anywhere: then the function that the test is in was inlined in two places, or has code of its own.
//!
//! * What copies says which functions bridges inline ([`Inlining`]): not *branchy* ones, several of whose tests were copied.
//! * What repeats says that ways multiply ([`Further`]). Code that inlines is made anew with calls after `repeats_inlining` of them. After
//!   `many_bridges` the timeshifter makes the code anew, since its ways meet again; if it cannot, or has as many pieces itself, the
//!   interpreter takes over.

use crate::compile::{FailDescr, LoopInfo, Start};
use crate::jit::Jit;
use crate::jitprof::add;
use crate::warmstate::{JitCell, Recursion};
use alloc::rc::Rc;
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
    /// Tests of this code whose guards have bridges, each with the calls around it.
    tests: RefCell<FxHashSet<u64>>,
    /// Bridges of tests that had one in this code before.
    repeats: Cell<u64>,
    /// Bridges of tests of branchy functions that had one before in some code.
    copies: Cell<u64>,
}

/// What failed so often is not tried again: a position, a bridge, a piece, code that waits for other code. (A bound for what is
/// wasted, not measured.)
pub const ATTEMPTS: u32 = 6;

/// Decisions are told up to this number.
const MOST_TOLD: usize = 200;

/// A test that has a bridge.
#[derive(Clone, Copy)]
pub(crate) struct Bridged {
    /// The code that got a bridge for it last.
    by: TokenId,
    /// Some other bridge of it was there before.
    copied: bool,
}

/// Maximum number of tests of a function that have been copied if bridges inline it. With 0, Richards in a published Smalltalk takes
/// twice as long. With 4, collision detection in Lua takes a third longer.
const FEW_TESTS: u32 = 1;

impl JitCell {
    /// Whether a bridge that inlines the function would soon need bridges of its own: several of its tests have been copied.
    pub fn is_branchy(&self) -> bool {
        self.copied > FEW_TESTS
    }
}

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

/// Number of bridges that repeat a test, of code that is not (any longer) handed over, at which the interpreter takes its place. (A
/// bound for what is wasted, not measured: ten tests in a row that hold every second time have as many.)
const GIVEN_UP: u64 = 1000;

/// A test where a guard has this resume data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Test {
    /// The test and the calls around it.
    on_way: u64,
    /// The test, whoever called the function that it is in.
    alone: u64,
}

/// The test that a guard makes.
pub(crate) fn test_of(opnum: ResOp, resume: &ResumeData) -> Option<Test> {
    use ResOp::*;
    if !matches!(
        opnum,
        GuardTrue
            | GuardFalse
            | GuardNonnull
            | GuardIsnull
            | GuardClass
            | GuardNonnullClass
            | GuardValue
    ) {
        return None;
    }
    let (mut on_way, mut alone) = (FxHasher::default(), FxHasher::default());
    resume.place.way.hash(&mut on_way);
    for frame in &resume.frames {
        (frame.jitcode, frame.pc).hash(&mut on_way);
    }
    resume.place.point.hash(&mut alone);
    resume.frames.last().map(|frame| (frame.jitcode, frame.pc)).hash(&mut alone);
    Some(Test { on_way: on_way.finish(), alone: alone.finish() })
}

/// Which calls of the guest program a trace inlines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inlining {
    /// It inlines all that may be: the trace is the first way through a loop or function.
    All,
    /// It inlines functions that are not branchy: others would need their bridges once more.
    Straight,
    /// It inlines no calls: there are copies enough in the code whose bridge it is.
    Nothing,
}

/// Who goes on behind a guard that has failed often.
pub(crate) enum Further {
    Tracing,
    Timeshifting,
    Interpreter,
}

impl<C: Cpu> Jit<C> {
    /// Whether the timeshifter made the code of a guard.
    fn is_shifted(&self, guard: &FailDescr) -> bool {
        match self.by_entry.borrow().get(&guard.owner) {
            Some(info) => info.shifted,
            None => self.shifts(guard.jd),
        }
    }

    /// Whether a guard is of traced code in whose place the timeshifter makes other code: it gets no bridges any more.
    fn is_handed_over(&self, guard: &FailDescr) -> bool {
        let Some(cell) = self.cell_of(guard.owner) else { return false };
        self.warm.borrow().cell(self.base_of(cell)).shifts
    }

    /// Notes that a guard is about to get a bridge: which test it makes, and whether that has one already.
    fn note_test(&self, info: &LoopInfo, guard: &FailDescr) {
        let Some(test) = test_of(guard.opnum, &guard.resume).filter(|_| !guard.again) else {
            return;
        };
        let account = &info.belongings.account;
        if !account.tests.borrow_mut().insert(test.on_way) {
            add(&account.repeats, 1);
        }
        let before = self.tests.borrow().get(&test.alone).copied();
        // Code that is made anew has the tests of the code before.
        let copies =
            before.is_some_and(|b| b.copied || b.by == guard.owner || self.is_entered(b.by));
        self.tests.borrow_mut().insert(test.alone, Bridged { by: guard.owner, copied: copies });
        if !copies {
            return;
        }
        let first = before.is_some_and(|b| !b.copied);
        let mut warm = self.warm.borrow_mut();
        let cell = guard.resume.place.cell.map(|cell| cell as usize);
        let Some(cell) = cell.filter(|&cell| warm.is_in_use(cell)) else { return };
        let cell = warm.cell_mut(self.base_of(cell));
        cell.copied += u32::from(first);
        if cell.is_branchy() {
            add(&account.copies, 1);
        }
    }

    /// Whether code is what is entered for its cell: other code has been made anew.
    fn is_entered(&self, entry: TokenId) -> bool {
        let Some(cell) = self.cell_of(entry) else { return false };
        self.warm.borrow().cell(cell).entry == Some(entry)
    }

    /// Decides who goes on behind a guard that has failed often, and arranges that.
    pub(crate) fn further(&self, guard: &FailDescr) -> Further {
        let shifted = self.is_shifted(guard);
        let further = if shifted { Further::Timeshifting } else { Further::Tracing };
        let Some(info) = self.by_entry.borrow().get(&guard.owner).cloned() else { return further };
        if !shifted && self.is_handed_over(guard) {
            return Further::Interpreter;
        }
        self.note_test(&info, guard);
        let repeats = info.belongings.account.repeats.get();
        let (few, many) = {
            let warm = self.warm.borrow();
            let params = warm.params_of(guard.jd);
            (params.repeats_inlining, params.many_bridges)
        };
        let reached = |bound: i64| u64::try_from(bound).is_ok_and(|bound| repeats >= bound);
        if !shifted && reached(few) && self.inlines_copied(&info) {
            self.decided(&info, "made anew with calls");
            self.drop_code(&info, |cell| cell.straight = true);
            return Further::Interpreter;
        }
        if !shifted && reached(many) && self.may_shift(&info) {
            self.decided(&info, "to the timeshifter");
            self.hand_over(&info);
            return Further::Interpreter;
        }
        if repeats >= GIVEN_UP {
            self.decided(&info, "to the interpreter");
            self.interpret_from_now_on(&info);
            return Further::Interpreter;
        }
        further
    }

    /// Whether code inlines its own recursion, or a function with a copied test, and may be made anew.
    fn inlines_copied(&self, info: &LoopInfo) -> bool {
        let own = self.base_of(info.cell);
        let warm = self.warm.borrow();
        if warm.cell(own).straight {
            return false;
        }
        let is_copied = |guard: &Rc<FailDescr>| {
            let cell = guard.resume.place.cell.map(|cell| cell as usize);
            let base = cell.filter(|&cell| warm.is_in_use(cell)).map(|cell| self.base_of(cell));
            base.is_some_and(|base| base != own && warm.cell(base).copied > 0)
        };
        warm.cell(own).recursion == Recursion::Inlined
            || self.fails.borrow().iter().any(|guard| guard.owner == info.entry && is_copied(guard))
    }

    /// Which calls a bridge of a guard inlines.
    pub(crate) fn inlining_of(&self, guard: &FailDescr) -> Inlining {
        let most = self.warm.borrow().params_of(guard.jd).bridges_inlining;
        match self.by_entry.borrow().get(&guard.owner) {
            Some(info) if info.belongings.account.copies.get() as i64 >= most => Inlining::Nothing,
            _ => Inlining::Straight,
        }
    }

    /// Whether the timeshifter has not been tried yet for the loop or function of traced code, and whether that is its code.
    fn may_shift(&self, info: &LoopInfo) -> bool {
        let warm = self.warm.borrow();
        let base = self.base_of(info.cell);
        !warm.cell(base).settled && !info.meeting
    }

    /// The timeshifter makes the code of a loop or function when it is reached again, and that of what jumps there.
    fn hand_over(&self, info: &LoopInfo) {
        self.drop_code(info, |cell| cell.shifts = true);
    }

    /// A loop or function is interpreted from now on.
    fn interpret_from_now_on(&self, info: &LoopInfo) {
        self.drop_code(info, |cell| cell.aborts = ATTEMPTS);
    }

    /// The code of a loop or function, and of what jumps there, is not entered any more. `then` says who follows.
    fn drop_code(&self, info: &LoopInfo, then: impl FnOnce(&mut JitCell)) {
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
        then(warm.cell_mut(base));
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
            "loop {} of {}: {what}; {} bridges, {} repeat a test, {} copy one; {} failures, {} in the interpreter behind them; {} making code, {} bytes",
            info.number,
            self.data.drivers[jd].desc.name,
            info.belongings.bridges(),
            account.repeats.get(),
            account.copies.get(),
            account.failures.get(),
            ms(&account.leaving),
            ms(&account.making),
            account.size.get(),
        ));
    }
}
