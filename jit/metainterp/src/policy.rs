//! Policy of the JIT: who makes the code of a loop or function (docs/jit-policy.md).
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
//! * Code that was handed over goes back to tracing when all passes take one way ([`crate::sampling`]).

use crate::account::Bridged;
use crate::compiled::{FailDescr, LoopInfo, Start};
use crate::jit::state::{Jit, shifts};
use crate::jitprof::{AbortReason, add};
use crate::tracer::state::Inlining;
use crate::warmstate::{ATTEMPTS, JitCell, Recursion, WarmState};
use crate::{account, places, unpack};
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::Cell;
use jitbackend::Cpu;
use jitmodel::TokenId;

/// Maximum number of tests of a function that have been copied if bridges inline it. (Measured on Lua's and two Smalltalks' programs: with
/// 0, Richards in a Smalltalk takes twice as long; with 2, 59 guests take 6 % longer in the mean, a parser 2.9 times as long.)
const FEW_TESTS: u32 = 1;

impl JitCell {
    /// Says whether a bridge that inlines the function would soon need bridges of its own: several of its tests have
    /// been copied.
    pub fn is_branchy(&self) -> bool {
        self.copied > FEW_TESTS
    }
}

/// Number of bridges that repeat a test, of code that is not (any longer) handed over, at which the interpreter takes its place. (A
/// bound: none of 59 guests comes to it. Ten tests in a row that hold every second time have as many.)
const GIVEN_UP: u64 = 1000;

/// Says who goes on behind a guard that has failed often.
pub(crate) enum Further {
    Tracing,
    Timeshifting,
    Interpreter,
}

/// Says whether the timeshifter made the code of a guard.
fn is_shifted<C: Cpu>(jit: &Jit<C>, guard: &FailDescr) -> bool {
    match jit.by_entry.borrow().get(&guard.owner) {
        Some(info) => info.shifted,
        None => shifts(jit, guard.jd),
    }
}

/// Says whether a guard is of traced code in whose place the timeshifter makes other code: it gets no bridges any more.
fn is_handed_over<C: Cpu>(jit: &Jit<C>, guard: &FailDescr) -> bool {
    let Some(cell) = jit.cell_of(guard.owner) else { return false };
    jit.warm.borrow().cell(jit.base_of(cell)).shifts
}

/// Notes that a guard is about to get a bridge: which test it makes, and whether that has one already.
fn note_test<C: Cpu>(jit: &Jit<C>, info: &LoopInfo, guard: &FailDescr) {
    let Some(test) = account::test_of(guard.opnum, &guard.resume.state()).filter(|_| !guard.again)
    else {
        return;
    };
    let account = &info.belongings.account;
    if !account.tests.borrow_mut().insert(test.on_way) {
        add(&account.repeats, 1);
    }
    let before = jit.tests.borrow().get(&test.alone).copied();
    // Code that is made anew has the tests of the code before.
    let copies = before.is_some_and(|b| b.copied || b.by == guard.owner || is_entered(jit, b.by));
    jit.tests.borrow_mut().insert(test.alone, Bridged { by: guard.owner, copied: copies });
    if !copies {
        return;
    }
    let first = before.is_some_and(|b| !b.copied);
    let mut warm = jit.warm.borrow_mut();
    let cell = guard.resume.place.cell.map(|cell| cell as usize);
    let Some(cell) = cell.filter(|&cell| warm.is_in_use(cell)) else { return };
    let cell = warm.cell_mut(jit.base_of(cell));
    cell.copied += u32::from(first);
    if cell.is_branchy() {
        add(&account.copies, 1);
    }
}

/// Says whether code is what is entered for its cell: other code has been made anew.
fn is_entered<C: Cpu>(jit: &Jit<C>, entry: TokenId) -> bool {
    let Some(cell) = jit.cell_of(entry) else { return false };
    jit.warm.borrow().cell(cell).entry == Some(entry)
}

/// Decides who goes on behind a guard that has failed often, and arranges that.
pub(crate) fn further<C: Cpu>(jit: &Jit<C>, guard: &FailDescr) -> Further {
    let shifted = is_shifted(jit, guard);
    let further = if shifted { Further::Timeshifting } else { Further::Tracing };
    let Some(info) = jit.by_entry.borrow().get(&guard.owner).cloned() else { return further };
    if !shifted && is_handed_over(jit, guard) {
        return Further::Interpreter;
    }
    let level = level_of(jit, &info, guard);
    if level <= 1 {
        note_test(jit, &info, guard);
    } else if parts_at_level(jit, &info, guard, level) {
        decided(jit, &info, "inlined in itself no further");
        jit.warm.borrow_mut().cell_mut(jit.base_of(info.cell)).recursion = Recursion::Kept;
    }
    let repeats = info.belongings.account.repeats.get();
    let (few, many) = {
        let warm = jit.warm.borrow();
        let params = warm.params_of(guard.jd);
        (params.repeats_inlining, params.many_bridges)
    };
    let reached = |bound: i64| u64::try_from(bound).is_ok_and(|bound| repeats >= bound);
    if !shifted && reached(few) && inlines_copied(jit, &info) {
        decided(jit, &info, "made anew with calls");
        drop_code(jit, &info, |cell| cell.straight = true);
        return Further::Interpreter;
    }
    if !shifted && reached(many) && may_shift(jit, &info) {
        decided(jit, &info, "to the timeshifter");
        hand_over(jit, &info);
        return Further::Interpreter;
    }
    if repeats >= GIVEN_UP {
        decided(jit, &info, "to the interpreter");
        interpret_from_now_on(jit, &info);
        return Further::Interpreter;
    }
    further
}

/// Gives the number of the open call of the code's own function that a guard is in, if that is inlined in itself; 1 is the
/// outermost, 0: none.
fn level_of<C: Cpu>(jit: &Jit<C>, info: &LoopInfo, guard: &FailDescr) -> usize {
    let own = jit.base_of(info.cell);
    let warm = jit.warm.borrow();
    if !warm.cell(own).nests() && !warm.inlines_recursion(own) {
        return 0;
    }
    let open = places::open_calls(&guard.resume.place);
    open.filter(|place| place.cell == Some(own as u32)).count()
}

/// Notes that a guard in an inner call of the code's own function is about to get a bridge, and says whether traces shall go on to inline
/// the function in itself and ways part: a test at the same level has a bridge. (Tests of the last level are about calls that are not
/// inlined.)
fn parts_at_level<C: Cpu>(jit: &Jit<C>, info: &LoopInfo, guard: &FailDescr, level: usize) -> bool {
    let is_test = account::test_of(guard.opnum, &guard.resume.state()).is_some();
    if !is_test || guard.counted.replace(true) {
        return false;
    }
    let first = info.belongings.account.levels.borrow_mut().insert(level);
    let warm = jit.warm.borrow();
    let last = warm.params_of(guard.jd).max_unroll_recursion;
    !first && (level as i64) < last && warm.inlines_recursion(jit.base_of(info.cell))
}

/// Says whether code inlines its own recursion, or a function with a copied test, and may be made anew.
fn inlines_copied<C: Cpu>(jit: &Jit<C>, info: &LoopInfo) -> bool {
    let own = jit.base_of(info.cell);
    let warm = jit.warm.borrow();
    if warm.cell(own).straight {
        return false;
    }
    let is_copied = |guard: &Rc<FailDescr>| {
        let cell = guard.resume.place.cell.map(|cell| cell as usize);
        let base = cell.filter(|&cell| warm.is_in_use(cell)).map(|cell| jit.base_of(cell));
        base.is_some_and(|base| base != own && warm.cell(base).copied > 0)
    };
    warm.cell(own).recursion == Recursion::Inlined
        || jit.fails.borrow().iter().any(|guard| guard.owner == info.entry && is_copied(guard))
}

/// Says which calls a bridge of a guard inlines.
pub(crate) fn inlining_of<C: Cpu>(jit: &Jit<C>, guard: &FailDescr) -> Inlining {
    let most = jit.warm.borrow().params_of(guard.jd).bridges_inlining;
    match jit.by_entry.borrow().get(&guard.owner) {
        Some(info) if info.belongings.account.copies.get() as i64 >= most => Inlining::Nothing,
        _ => Inlining::Straight,
    }
}

/// Says whether the timeshifter has not been tried yet for the loop or function of traced code, and whether that is its code.
fn may_shift<C: Cpu>(jit: &Jit<C>, info: &LoopInfo) -> bool {
    let warm = jit.warm.borrow();
    let base = jit.base_of(info.cell);
    !warm.cell(base).settled && !info.meeting
}

/// The timeshifter makes the code of a loop or function when it is reached again, and that of what jumps there.
fn hand_over<C: Cpu>(jit: &Jit<C>, info: &LoopInfo) {
    drop_code(jit, info, |cell| cell.shifts = true);
}

/// A loop or function is interpreted from now on.
fn interpret_from_now_on<C: Cpu>(jit: &Jit<C>, info: &LoopInfo) {
    drop_code(jit, info, |cell| cell.aborts = ATTEMPTS);
}

/// The code of a loop or function, and of what jumps there, is not entered any more. `then` says who follows.
pub(crate) fn drop_code<C: Cpu>(jit: &Jit<C>, info: &LoopInfo, then: impl FnOnce(&mut JitCell)) {
    let (base, cells) = unpack::all_shapes(jit, info.cell);
    let jumps: Vec<_> =
        jit.loops.borrow().iter().filter(|i| i.belongings.jumps_to(info.entry)).cloned().collect();
    let mut warm = jit.warm.borrow_mut();
    make_anew(jit, &mut warm, base, &cells, Recursion::Settled);
    then(warm.cell_mut(base));
    for other in jumps {
        if warm.cell(other.cell).entry == Some(other.entry) {
            jit.forget_entry(&mut warm, other.cell);
            warm.cell_mut(other.cell).count = u32::MAX;
        }
    }
}

/// The timeshifter could not make the code of a position: it is traced again, if it was before.
pub(crate) fn keeps_tracing<C: Cpu>(jit: &Jit<C>, cell: usize) {
    let mut warm = jit.warm.borrow_mut();
    let cell = warm.cell_mut(cell);
    cell.settled |= core::mem::take(&mut cell.shifts);
}

/// A guard of the code has failed, and the interpreter took so many cycles behind it.
pub(crate) fn note_failure<C: Cpu>(jit: &Jit<C>, owner: TokenId, cycles: u64) {
    if let Some(info) = jit.by_entry.borrow().get(&owner) {
        add(&info.belongings.account.failures, 1);
        add(&info.belongings.account.leaving, cycles);
    }
}

/// It took so many cycles to make code that begins there.
pub(crate) fn note_making<C: Cpu>(jit: &Jit<C>, start: Start, cycles: u64) {
    if let Some(info) = jit.by_entry.borrow().get(&jit.owner(start)) {
        add(&info.belongings.account.making, cycles);
    }
}

/// Writes a line about a decision.
pub(crate) fn decided<C: Cpu>(jit: &Jit<C>, info: &LoopInfo, what: &str) {
    if !jit.log.wants("jit-summary") {
        return;
    }
    let jd = jit.warm.borrow().cell(info.cell).jd;
    let account = &info.belongings.account;
    let ms = |cycles: &Cell<u64>| {
        let micros = jit.meter.nanoseconds(cycles.get()) / 1000;
        format!("{}.{:03} ms", micros / 1000, micros % 1000)
    };
    jit.decisions.add(format!(
        "loop {} of {}: {what}; {} bridges, {} repeat a test, {} copy one; {} failures, {} in the interpreter behind them; {} making code, {} bytes",
        info.number,
        jit.data.drivers[jd].desc.name,
        info.belongings.bridges(),
        account.repeats.get(),
        account.copies.get(),
        account.failures.get(),
        ms(&account.leaving),
        ms(&account.making),
        account.size.get(),
    ));
}

/// The next call of a function makes its code anew, and those for its shapes.
pub(crate) fn make_anew<C: Cpu>(
    jit: &Jit<C>,
    warm: &mut WarmState,
    base: usize,
    cells: &[usize],
    recursion: Recursion,
) {
    cells.iter().for_each(|&cell| jit.forget_entry(warm, cell));
    let cell = warm.cell_mut(base);
    (cell.recursion, cell.count) = (recursion, u32::MAX);
}

/// Tracing or compiling failed: it is counted, and the next attempt comes later.
pub(crate) fn aborted<C: Cpu>(jit: &Jit<C>, start: Start, reason: AbortReason) {
    jit.forget_constants();
    jit.prof.abort(reason);
    match start {
        Start::Cell(cell) => {
            let mut warm = jit.warm.borrow_mut();
            let cell = warm.cell_mut(cell);
            cell.aborts += 1;
            if cell.recursion == Recursion::Inlined {
                cell.recursion = Recursion::Settled;
            }
        }
        Start::Guard(fail) => {
            let descr = jit.fail_descr(fail);
            descr.aborts.set(descr.aborts.get() + 1);
            descr.count.set(0);
        }
        Start::Meeting(_) => {}
    }
}
