//! The JIT as a whole: what `can_enter_jit` calls, and running compiled code. `tracing` is how code is made, `leaving` how the program
//! goes on.

pub(crate) mod forced;
mod host;
pub(crate) mod leaving;
mod shifting;
pub(crate) mod state;
mod tracing;

use crate::blackhole::Outcome;
use crate::codes::Transfer;
use crate::compiled::FailDescr;
pub use crate::jit::state::{Jit, Left, Reds};
use crate::jit::state::{Next, must_not_trace};
use crate::jitprof::{AbortReason, add};
use crate::meter::Doing;
use crate::policy::Further;
use crate::unpack::Packed;
use crate::warmstate::{ATTEMPTS, Arrival, Recursion, Tick, later};
use crate::{foresight, memmgr, policy, sampling, seen, unpack};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use jitbackend::{CallAssembler, CallLeft, Cpu, DeadFrame, Exit, Memory, StackLimit};
use jitmodel::program::Function;
use jitmodel::*;

/// Says how [`Jit::run_compiled`] ended.
pub enum Ran {
    /// The portal returned this.
    Done(Kind, i64),
    /// Otherwise. What there is to be told is in the [`Transfer`].
    Left(Outcome, Option<Box<Transfer>>),
}

impl<C: Cpu> Jit<C> {
    /// The text of `jit-summary`.
    pub fn summary(&self) -> String {
        let mut text = self.prof.summary(&self.meter, self.started.elapsed());
        text.push_str(&self.decisions.text());
        text
    }
    /// Writes what is written at the end of the program.
    pub fn finish_log(&self) {
        if self.counting.get() {
            self.log.section("jit-backend-counts", || seen::counts_text(self));
        }
        self.log.section("jit-summary", || self.summary());
    }
    /// Quasi-immutable fields were written, on which code relies under this number: it is not entered or continued
    /// any more. Gives the new value of the mutate field.
    pub fn quasi_immutable_written(&self, number: i64) -> i64 {
        let watch = self.quasi.borrow_mut().remove(&number);
        let Some(watch) = watch else { return 0 };
        watch.owners.into_iter().for_each(|owner| memmgr::give_up_code(self, owner));
        -watch.invalidations - 1
    }
    /// `can_enter_jit`: greens and reds are in `transfer`, and so are the values of the outcome.
    #[inline]
    pub fn enter(&self, jd: usize, transfer: &mut Transfer) -> Outcome {
        match self.tick(jd, Arrival::Loop, transfer) {
            Tick::Cold => Outcome::Continue,
            tick => self.enter_warm(jd, tick, transfer),
        }
    }
    /// Says whether [`Jit::tick`] would be `Cold` at once, for most positions that are: then this
    /// was it.
    #[inline]
    pub fn passes_by(&self, jd: usize, arrival: Arrival, transfer: &Transfer) -> bool {
        self.warm.borrow_mut().passes_by(&self.data.drivers[jd], jd, arrival, transfer)
    }
    /// The first half of [`Jit::enter`]: counts. Unless the answer is `Cold`, [`Jit::enter_warm`] must follow.
    #[inline]
    pub fn tick(&self, jd: usize, arrival: Arrival, transfer: &Transfer) -> Tick {
        if self.off.get() {
            return Tick::Cold;
        }
        let mem = self.cpu.mem();
        self.warm.borrow_mut().tick(mem, &self.roots, &self.data, (jd, arrival), transfer)
    }
    /// The second half of [`Jit::enter`]: runs code or traces.
    pub fn enter_warm(&self, jd: usize, tick: Tick, transfer: &mut Transfer) -> Outcome {
        if tick == Tick::Cold || !confirm(self, jd, transfer) {
            return Outcome::Continue;
        }
        let next = match tick {
            // The program's own function may have made it obsolete.
            Tick::Compiled(entry) if !self.by_entry.borrow().contains_key(&entry) => {
                return Outcome::Continue;
            }
            Tick::Compiled(entry) => Next::Execute(entry, transfer.reds(&self.data.drivers[jd])),
            _ if must_not_trace(self) => return Outcome::Continue,
            _ => tracing::trace_from_start(self, jd, transfer),
        };
        self.run(jd, next, transfer)
    }
    /// The entry of [`Jit::run_compiled`], where [`Jit::enter_warm`] would do no more than that: nothing of the program ran since the
    /// tick.
    #[inline]
    pub fn compiled(&self, jd: usize, tick: Tick) -> Option<TokenId> {
        match tick {
            Tick::Compiled(entry) => {
                self.data.drivers[jd].desc.confirm_enter_jit.is_none().then_some(entry)
            }
            _ => None,
        }
    }
    /// Reads the reds that are handed over. (They stay where they are: a copy of what was just written waits for that.)
    #[inline]
    pub fn read_reds(&self, jd: usize, transfer: &Transfer, reds: &mut Reds) {
        let places = &self.data.drivers[jd].reds;
        reds.extend(places.iter().map(|&(kind, index)| transfer.get(kind, index)));
    }
    /// Runs compiled code: as [`Jit::enter_warm`] does, but most calls need no [`Transfer`].
    pub fn run_compiled(&self, jd: usize, entry: TokenId, reds: &[i64]) -> Ran {
        self.execute(entry, reds, |dead| match dead.exit {
            Exit::Finish if self.cpu.mem().exc_class() != 0 => Ran::Left(Outcome::Exception, None),
            Exit::Finish => {
                let word = dead.values.first().copied().unwrap_or(0);
                Ran::Done(self.data.drivers[jd].desc.result, word)
            }
            Exit::Guard(_) => {
                let (outcome, transfer) = guard_failed(self, jd, dead);
                Ran::Left(outcome, Some(transfer))
            }
        })
    }
    /// Enters compiled code, and looks at what it leaves.
    #[inline]
    fn execute<T>(
        &self,
        entry: TokenId,
        reds: &[i64],
        left: impl FnOnce(&mut DeadFrame) -> T,
    ) -> T {
        add(&self.prof.entered, 1);
        let mut dead = self.dead_frames.borrow_mut().pop().unwrap_or_default();
        self.cpu.execute(entry, reds, &mut dead);
        let result = left(&mut dead);
        self.dead_frames.borrow_mut().push(dead);
        result
    }
    fn run(&self, jd: usize, mut next: Next, transfer: &mut Transfer) -> Outcome {
        let mut dead = DeadFrame::default();
        loop {
            self.tell(jd, &mut next, transfer);
            match next {
                Next::Leave(outcome) => return outcome,
                Next::Execute(entry, args) => {
                    add(&self.prof.entered, 1);
                    self.cpu.execute(entry, &args, &mut dead);
                    next = self.left(jd, &mut dead, transfer);
                }
            }
        }
    }
    /// Lets compiled code call the compiled code of portals. `stack_is_deep`: the portals' functions are to be called instead,
    /// which raise the exception. `limit` says the same to compiled code, which then calls other code itself.
    ///
    /// # Safety
    /// From now on this object stays where it is as long as its code runs.
    pub unsafe fn connect(&self, stack_is_deep: fn() -> bool, limit: Option<StackLimit>)
    where
        C: 'static,
    {
        let this = &raw const *self;
        let callee: CallAssembler = Box::new(move |cell, reds| {
            // SAFETY: promised by the caller.
            unsafe { &*this }.call_assembler(cell as usize, reds, stack_is_deep)
        });
        let left: CallLeft = Box::new(move |dead| {
            // SAFETY: promised by the caller.
            let this = unsafe { &*this };
            let Exit::Guard(fail) = dead.exit else { unreachable!("a guard failed") };
            let jd = this.fail_descr(fail).jd;
            finish_call(this, jd, dead)
        });
        // SAFETY: promised by the caller.
        unsafe { self.cpu.set_call_assembler(callee, left, limit) };
        self.connected.set(true);
    }
    /// `call_assembler`: the portal with a cell's greens and these reds.
    fn call_assembler(&self, cell: usize, reds: &[i64], stack_is_deep: fn() -> bool) -> i64 {
        let (jd, entry) = {
            let mut warm = self.warm.borrow_mut();
            let generation = warm.generation;
            let cell = warm.cell_mut(cell);
            cell.used = generation;
            (cell.jd, cell.entry)
        };
        match unpack::packed(self, cell, reds) {
            Packed::Ordinary => {}
            Packed::Call(cell, reds) => return self.call_assembler(cell, &reds, stack_is_deep),
            Packed::NoMemory => return 0,
        }
        let may = !self.off.get() && !stack_is_deep() && self.cpu.has_room();
        let entry = entry.filter(|_| may);
        let Some(entry) = entry else {
            let mut args = self.warm.borrow().green_words(&self.roots, cell);
            args.extend(reds);
            return call_portal(self, jd, &args);
        };
        self.execute(entry, reds, |dead| match dead.exit {
            Exit::Finish => dead.values.first().copied().unwrap_or(0),
            Exit::Guard(_) => finish_call(self, jd, dead),
        })
    }
    /// Compiled code was left.
    fn left(&self, jd: usize, dead: &mut DeadFrame, transfer: &mut Transfer) -> Next {
        match dead.exit {
            Exit::Finish => {
                if self.cpu.mem().exc_class() != 0 {
                    return Next::Leave(Outcome::Exception);
                }
                let result = self.data.drivers[jd].desc.result;
                transfer.set_result(result, dead.values.first().copied().unwrap_or(0));
                Next::Leave(Outcome::Done)
            }
            Exit::Guard(fail) => {
                add(&self.prof.guard_failures, 1);
                let descr = self.fail_descr(fail);
                let mut words = core::mem::take(&mut dead.values);
                let foreseen = foresight::foresee(self, fail, &descr, &mut words);
                if descr.opnum == ResOp::GuardNotForced {
                    // Whoever asked has these objects: they must not be made anew.
                    let forced = forced::take_forced(self, dead.forced);
                    forced::note_look(self, &descr);
                    let outcome =
                        leaving::blackhole(self, &descr, &words, forced.as_ref(), transfer);
                    dead.values = words;
                    return Next::Leave(outcome);
                }
                if descr.opnum == ResOp::GuardCountdown {
                    if sampling::is_sample(self, &descr) {
                        return tracing::trace_from_guard(self, fail, &descr, words, transfer);
                    }
                    counted_down(self, &descr);
                } else if !foreseen && guard_is_hot(self, &descr) {
                    match policy::further(self, &descr) {
                        Further::Timeshifting => {
                            return shifting::shift_from_guard(self, fail, &descr, words, transfer);
                        }
                        Further::Tracing => {
                            return tracing::trace_from_guard(self, fail, &descr, words, transfer);
                        }
                        Further::Interpreter => {}
                    }
                }
                let outcome = leaving::blackhole(self, &descr, &words, None, transfer);
                dead.values = words; // keeps its memory
                Next::Leave(outcome)
            }
        }
    }
    /// Another thread of the program is about to run.
    pub fn leave_thread(&self) -> Left {
        let traces = !self.traced_elsewhere.get() && self.memory.is_open();
        self.traced_elsewhere.set(self.traced_elsewhere.get() || traces);
        Left { doing: self.meter.switch(Doing::Program), traces }
    }
    /// The thread runs that was left so.
    pub fn enter_thread(&self, left: &Left) {
        if left.traces {
            self.traced_elsewhere.set(false);
        }
        self.meter.switch(left.doing);
    }
    /// Makes what a thread is at that has not run yet.
    pub fn new_thread(&self) -> Left {
        Left { doing: Doing::Program, traces: false }
    }
}

/// A guard failed in entered code: on to where the program goes on itself.
#[cold]
#[inline(never)]
fn guard_failed<C: Cpu>(jit: &Jit<C>, jd: usize, dead: &mut DeadFrame) -> (Outcome, Box<Transfer>) {
    let mut transfer = Box::new(Transfer::ZERO);
    let next = jit.left(jd, dead, &mut transfer);
    (jit.run(jd, next, &mut transfer), transfer)
}

/// A guard failed in the code that `call_assembler` entered: to the end of the portal.
#[cold]
#[inline(never)]
fn finish_call<C: Cpu>(jit: &Jit<C>, jd: usize, dead: &mut DeadFrame) -> i64 {
    let (outcome, transfer) = guard_failed(jit, jd, dead);
    match outcome {
        Outcome::Done => match jit.data.drivers[jd].desc.result {
            Kind::Void => 0,
            kind => transfer.result[kind as usize],
        },
        Outcome::Exception => 0,
        Outcome::Continue | Outcome::ContinueRunningNormally => {
            let positions = jit.data.drivers[jd].positions();
            let args: Vec<i64> = positions.map(|(kind, n)| transfer.get(kind, n)).collect();
            call_portal(jit, jd, &args)
        }
    }
}

/// Calls the portal's function.
pub(crate) fn call_portal<C: Cpu>(jit: &Jit<C>, jd: usize, args: &[i64]) -> i64 {
    let runner = jit.data.drivers[jd].desc.portal_runner;
    let (function, descr) = runner.expect("only such portals are called");
    jit.cpu.mem().call(jit.data.address(function), args, descr)
}

/// Calls one of the jitdriver's functions.
pub(crate) fn call_driver<C: Cpu>(jit: &Jit<C>, (function, descr): Function, args: &[i64]) -> i64 {
    let mem = jit.cpu.mem();
    let word = mem.call(jit.data.address(function), args, descr);
    if mem.exc_class() != 0 {
        mem.set_exc(0, 0);
        return 0;
    }
    word
}

/// `confirm_enter_jit`. It may collect: the transferred references are in root slots meanwhile.
fn confirm<C: Cpu>(jit: &Jit<C>, jd: usize, transfer: &mut Transfer) -> bool {
    let driver = &jit.data.drivers[jd];
    let Some(function) = driver.desc.confirm_enter_jit else { return true };
    let places: Vec<(Kind, usize)> = driver.positions().collect();
    let args: Vec<i64> = places.iter().map(|&(kind, index)| transfer.get(kind, index)).collect();
    let Some(block) = jit.roots.push_block(args.len()) else { return false };
    let refs = || places.iter().enumerate().filter(|(_, place)| place.0 == Kind::Ref);
    for (n, _) in refs() {
        block.set(&jit.roots, n, args[n]);
    }
    let confirmed = call_driver(jit, function, &args) != 0;
    for (n, &(kind, index)) in refs() {
        transfer.set(kind, index, block.get(&jit.roots, n));
    }
    jit.roots.pop_block(block);
    if !confirmed {
        jit.prof.abort(AbortReason::NotEntered);
    }
    confirmed
}

fn guard_is_hot<C: Cpu>(jit: &Jit<C>, descr: &FailDescr) -> bool {
    let count = descr.count.get().saturating_add(1);
    descr.count.set(count);
    let eagerness = jit.warm.borrow().params_of(descr.jd).trace_eagerness;
    if eagerness < 0 || descr.aborts.get() >= ATTEMPTS {
        return false;
    }
    let times = descr.aborts.get() + descr.detours.get().min(ATTEMPTS);
    if (count as i64) < later(eagerness, times, descr.busy.get()) {
        return false;
    }
    !must_not_trace(jit)
}

/// The code of a function that calls itself was called very often: the next call makes it anew, with the recursion inlined.
fn counted_down<C: Cpu>(jit: &Jit<C>, guard: &FailDescr) {
    let Some(cell) = jit.cell_of(guard.owner) else { return };
    let (base, cells) = unpack::all_shapes(jit, cell);
    let mut warm = jit.warm.borrow_mut();
    if warm.cell(base).recursion != Recursion::Called {
        // It is decided. Others may still jump to this code, which is not to be left at each pass. (In code of the
        // timeshifter the countdown is for samples.)
        let shifted = jit.by_entry.borrow().get(&guard.owner).is_some_and(|info| info.shifted);
        if !shifted && !warm.cell(base).shifts {
            jit.cpu.set_countdown(base as u32, i64::MAX);
        }
        return;
    }
    let calls_itself = cells.iter().any(|&cell| {
        let info = warm.cell(cell).entry.and_then(|e| jit.by_entry.borrow().get(&e).cloned());
        info.is_some_and(|info| info.belongings.calls_any(&cells))
    });
    if !calls_itself {
        // But it may, one day.
        let threshold = warm.params_of(guard.jd).unroll_threshold;
        return jit.cpu.set_countdown(base as u32, threshold.max(1));
    }
    policy::make_anew(jit, &mut warm, base, &cells, Recursion::Inlined);
}
