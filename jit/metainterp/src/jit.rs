//! The JIT as a whole: what `can_enter_jit` calls, running compiled code, tracing, leaving.

use crate::blackhole::{Blackhole, Outcome};
use crate::codes::{StaticData, Transfer};
use crate::compile;
use crate::compile::{Arrived, FailDescr, LoopInfo, Start};
use crate::foresight;
use crate::foresight::Premise;
use crate::frame::Stack;
use crate::jitprof::{AbortReason, Profile, add, num_calls};
use crate::logger::{Logger, timestamp};
use crate::memmgr;
use crate::memmgr::{MemoryManager, no_guard};
use crate::meter::{Doing, Meter};
use crate::places;
use crate::policy;
use crate::policy::{ATTEMPTS, Bridged, Decisions, Further, Inlining};
use crate::promised::QuasiRead;
use crate::resume::{Forced, Left as LeftAt, rebuild};
use crate::sampling;
use crate::seen;
use crate::seen::{Count, Events};
use crate::step::MergePoint;
use crate::timeshift::drive;
use crate::timeshift::meetings::Meetings;
use crate::tracer;
use crate::tracer::{PassedMergePoint, Retrace, TraceEnd, Tracer};
use crate::unpack;
use crate::unpack::Unpacked;
use crate::vable::Shape;
use crate::vrefs;
use crate::warmstate::{Arrival, MAX_FREED, Params, Recursion, Tick, WarmState, later};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use jitbackend::system::Instant;
use jitbackend::{
    CallAssembler, CallLeft, Cpu, DeadFrame, Exit, FailId, Memory, RootTable, StackLimit,
};
use jitmodel::hash::FxHashMap;
use jitmodel::program::Function;
use jitmodel::*;

/// Number of instructions interpreted behind a failing guard that count as one more failure.
const WORK_OF_FAILURE: u32 = 4;

/// The JIT of a program.
///
/// All methods take `&self`: code of the program that the JIT runs may enter it again.
pub struct Jit<C: Cpu> {
    /// The backend.
    pub cpu: C,
    /// Slots for references; the backend's table.
    pub roots: Rc<RootTable>,
    /// The program.
    pub data: Rc<StaticData>,
    /// Counters and cells.
    pub warm: RefCell<WarmState>,
    /// Compiled loops in order.
    pub loops: RefCell<Vec<Rc<LoopInfo>>>,
    pub(crate) by_entry: RefCell<FxHashMap<TokenId, Rc<LoopInfo>>>,
    pub(crate) fails: RefCell<Vec<Rc<FailDescr>>>,
    pub(crate) no_guard: Rc<FailDescr>,
    /// Decides how long code lives.
    pub memory: MemoryManager,
    /// Watches, by the mutate field's value.
    quasi: RefCell<FxHashMap<i64, Watch>>,
    pub(crate) unpacked: RefCell<Unpacked>,
    /// Places where pieces of the timeshifter meet.
    pub(crate) meetings: RefCell<Meetings>,
    pub(crate) decisions: Decisions,
    /// Tests that have bridges, whoever called the functions that they are in.
    pub(crate) tests: RefCell<FxHashMap<u64, Bridged>>,
    /// Objects that were made for guards that are going to fail, by number.
    pub(crate) forced: RefCell<FxHashMap<u32, Forced>>,
    pub(crate) next_forced: Cell<u32>,
    /// Premises of the trace that is being compiled.
    pub(crate) foreseen: RefCell<Vec<Premise>>,
    next_watch: Cell<i64>,
    next_token: Cell<u32>,
    off: Cell<bool>,
    /// True if traces may have `call_assembler`.
    pub(crate) connected: Cell<bool>,
    /// Empty frames to be used again.
    dead_frames: RefCell<Vec<DeadFrame>>,
    /// Statistics.
    pub prof: Profile,
    /// Measures what the time is spent on.
    pub meter: Meter,
    /// The log.
    pub log: Logger,
    pub(crate) symbols: SymbolNames,
    /// Counts of entries of code.
    pub(crate) counts: RefCell<Vec<Rc<Count>>>,
    /// True if code that is made now counts its entries.
    pub(crate) counting: Cell<bool>,
    /// Events for the program's hooks.
    pub(crate) events: RefCell<Events>,
    started: Instant,
    /// Says whether there is no memory for a further trace. Code that there is goes on.
    pub out_of_memory: Cell<fn() -> bool>,
    /// A thread that does not run is in the middle of a trace.
    traced_elsewhere: Cell<bool>,
}

/// Holds what a thread was at when another one began to run.
#[derive(Debug)]
pub struct Left {
    doing: Doing,
    /// It traces.
    traces: bool,
}

/// Code that relies on a quasi-immutable field of one object.
struct Watch {
    owners: Vec<TokenId>,
    invalidations: i64,
}

/// Says what to do next.
pub(crate) enum Next {
    Leave(Outcome),
    Execute(TokenId, Vec<i64>),
}

/// Reds of a portal, on their way into compiled code.
pub type Reds = smallvec::SmallVec<[i64; 16]>;

/// Says how [`Jit::run_compiled`] ended.
pub enum Ran {
    /// The portal returned this.
    Done(Kind, i64),
    /// Otherwise. What there is to be told is in the [`Transfer`].
    Left(Outcome, Option<Box<Transfer>>),
}

impl<C: Cpu> Jit<C> {
    /// A JIT that has not seen anything yet. `roots` must be the table that `cpu` uses.
    pub fn new(cpu: C, roots: Rc<RootTable>, data: Rc<StaticData>, log: Logger) -> Self {
        let mut symbols = SymbolNames::default();
        for (name, &address) in data.names.iter().zip(data.addresses.iter()) {
            symbols.names.entry(address as i64).or_insert_with(|| name.clone());
        }
        let counting = Cell::new(log.wants("jit-backend-counts"));
        Jit {
            counts: RefCell::default(),
            counting,
            events: RefCell::default(),
            cpu,
            roots,
            data,
            warm: RefCell::default(),
            loops: RefCell::default(),
            by_entry: RefCell::default(),
            fails: RefCell::default(),
            no_guard: no_guard(),
            memory: MemoryManager::default(),
            quasi: RefCell::default(),
            foreseen: RefCell::default(),
            unpacked: RefCell::default(),
            meetings: RefCell::default(),
            decisions: Decisions::default(),
            tests: RefCell::default(),
            forced: RefCell::default(),
            next_forced: Cell::new(0),
            next_watch: Cell::new(0),
            next_token: Cell::new(0),
            off: Cell::new(false),
            connected: Cell::new(false),
            dead_frames: RefCell::default(),
            prof: Profile::default(),
            meter: Meter::default(),
            log,
            symbols,
            started: Instant::now(),
            traced_elsewhere: Cell::new(false),
            out_of_memory: Cell::new(|| false),
        }
    }
    /// Changes the parameters of all drivers.
    pub fn set_params(&self, change: impl FnMut(&mut Params)) {
        self.set_params_of(-1, change);
    }
    /// Changes the parameters of a driver (-1: of all).
    pub fn set_params_of(&self, driver: i64, change: impl FnMut(&mut Params)) {
        let mut warm = self.warm.borrow_mut();
        match usize::try_from(driver) {
            Ok(jd) => warm.change_params_of(jd, change),
            Err(_) => warm.change_params(change),
        }
        self.off.set(warm.params.off);
    }
    pub(crate) fn new_token(&self) -> TokenId {
        let token = self.next_token.get();
        self.next_token.set(token + 1);
        TokenId(token)
    }
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
        watch.owners.into_iter().for_each(|owner| give_up_code(self, owner));
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
            _ => trace_from_start(self, jd, transfer),
        };
        self.run(jd, next, transfer)
    }
    /// Gives what [`Jit::run_compiled`] needs, where [`Jit::enter_warm`] would do no more than that: the entry and the
    /// reds.
    pub fn compiled(&self, jd: usize, tick: Tick, transfer: &Transfer) -> Option<(TokenId, Reds)> {
        let Tick::Compiled(entry) = tick else { return None };
        let driver = &self.data.drivers[jd];
        if driver.desc.confirm_enter_jit.is_some() || !self.by_entry.borrow().contains_key(&entry) {
            return None;
        }
        Some((entry, driver.reds.iter().map(|&(kind, index)| transfer.get(kind, index)).collect()))
    }
    /// Runs compiled code: as [`Jit::enter_warm`] does, but most calls need no [`Transfer`].
    pub fn run_compiled(&self, jd: usize, (entry, reds): (TokenId, Reds)) -> Ran {
        self.execute(entry, &reds, |dead| match dead.exit {
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
        if let Some((cell, reds)) = unpack::packed(self, cell, reds) {
            return self.call_assembler(cell, &reds, stack_is_deep);
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
                    let forced = vrefs::take_forced(self, dead.forced);
                    vrefs::note_look(self, &descr);
                    let outcome = blackhole(self, &descr, &words, forced.as_ref(), transfer);
                    dead.values = words;
                    return Next::Leave(outcome);
                }
                if descr.opnum == ResOp::GuardCountdown {
                    if sampling::is_sample(self, &descr) {
                        return trace_from_guard(self, fail, &descr, words, transfer);
                    }
                    counted_down(self, &descr);
                } else if !foreseen && guard_is_hot(self, &descr) {
                    match policy::further(self, &descr) {
                        Further::Timeshifting => {
                            return drive::shift_from_guard(self, fail, &descr, words, transfer);
                        }
                        Further::Tracing => {
                            return trace_from_guard(self, fail, &descr, words, transfer);
                        }
                        Further::Interpreter => {}
                    }
                }
                let outcome = blackhole(self, &descr, &words, None, transfer);
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
    /// The cell of compiled code.
    pub(crate) fn cell_of(&self, entry: TokenId) -> Option<usize> {
        self.by_entry.borrow().get(&entry).map(|info| info.cell)
    }
    /// Compiled code now depends on what the tracer collected.
    fn keep(&self, tracer: &mut Tracer<'_, C::Mem>, owner: TokenId) {
        self.constants_belong(owner, tracer.consts.keep());
        self.watch(&tracer.promised.quasi, owner);
    }
    /// Code relies on these fields.
    pub(crate) fn watch(&self, reads: &[QuasiRead], owner: TokenId) {
        let mem = self.cpu.mem();
        let info = self.by_entry.borrow().get(&owner).cloned();
        let note = |number: i64| {
            if let Some(info) = &info {
                info.belongings.watched.borrow_mut().push(number);
            }
        };
        for read in reads {
            let object = self.roots.ref_word(read.object);
            let number = mem.getfield(object, read.mutate);
            let mut quasi = self.quasi.borrow_mut();
            if let Some(watch) = quasi.get_mut(&number) {
                if !watch.owners.contains(&owner) {
                    watch.owners.push(owner);
                    note(number);
                }
                continue;
            }
            let invalidations = (-number).max(0);
            let number = self.next_watch.get() + 1;
            self.next_watch.set(number);
            quasi.insert(number, Watch { owners: vec![owner], invalidations });
            note(number);
            mem.setfield(object, read.mutate, number);
        }
    }
    pub(crate) fn owner(&self, start: Start) -> TokenId {
        match start {
            Start::Guard(fail) => self.fail_descr(fail).owner,
            // After it was compiled.
            Start::Cell(cell) | Start::Meeting(cell) => {
                self.warm.borrow().cell(cell).entry.unwrap_or(TokenId(u32::MAX))
            }
        }
    }
    /// The guard that a trace starts at.
    fn guard(&self, start: Start) -> Option<Rc<FailDescr>> {
        match start {
            Start::Guard(fail) => Some(self.fail_descr(fail)),
            Start::Cell(_) | Start::Meeting(_) => None,
        }
    }
}

/// Says whether code is made by the timeshifter, as a rule.
pub(crate) fn shifts<C: Cpu>(jit: &Jit<C>, jd: usize) -> bool {
    match jit.warm.borrow().params_of(jd).timeshift {
        -1 => jit.data.timeshifts,
        said => said != 0,
    }
}

pub(crate) fn optimises<C: Cpu>(jit: &Jit<C>, jd: usize) -> bool {
    jit.warm.borrow().params_of(jd).optimise
}

/// Code is not entered or continued any more.
pub(crate) fn give_up_code<C: Cpu>(jit: &Jit<C>, owner: TokenId) {
    jit.cpu.invalidate(owner);
    let info = jit.by_entry.borrow().get(&owner).cloned();
    if let Some(info) = info {
        memmgr::mark_invalid(&info);
        let mut warm = jit.warm.borrow_mut();
        // The loop of virtualizables has another entry.
        if warm.cell(info.cell).entry == Some(owner) || !info.vable.is_empty() {
            jit.forget_entry(&mut warm, info.cell);
        }
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
    let times = descr.aborts.get() + descr.detours.get().min(MAX_FREED);
    if (count as i64) < later(eagerness, times, descr.busy.get()) {
        return false;
    }
    !must_not_trace(jit)
}

/// Says whether there is no memory for a trace: it is not begun, since what has begun cannot be given up for want of it.
fn no_memory<C: Cpu>(jit: &Jit<C>) -> bool {
    let none = jit.out_of_memory.get()();
    if none {
        jit.prof.abort(AbortReason::OutOfMemory);
    }
    none
}

/// Tells whether no trace may be begun now: also if a thread that does not run is in the middle of one, since traces end in reverse order.
pub(crate) fn must_not_trace<C: Cpu>(jit: &Jit<C>) -> bool {
    jit.traced_elsewhere.get() || no_memory(jit)
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

/// Gives the number from which the calls of a cell's code are to be counted down, if they are.
fn countdown_of<C: Cpu>(jit: &Jit<C>, jd: usize, cell: usize) -> Option<i64> {
    let warm = jit.warm.borrow();
    let params = warm.params_of(jd);
    let counts = warm.cell(cell).recursion == Recursion::Called
        && params.unroll_threshold > 0
        && params.max_unroll_recursion > 1;
    counts.then_some(params.unroll_threshold)
}

/// The code of a function that calls itself was called very often: the next call makes it anew, with the recursion inlined.
fn counted_down<C: Cpu>(jit: &Jit<C>, guard: &FailDescr) {
    let Some(cell) = jit.cell_of(guard.owner) else { return };
    let (base, cells) = unpack::all_shapes(jit, cell);
    let mut warm = jit.warm.borrow_mut();
    if warm.cell(base).recursion != Recursion::Called {
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
    make_anew(jit, &mut warm, base, &cells, Recursion::Inlined);
}

/// The recursion of a cell was to be inlined, but this call was one of the many that soon return: another one is traced. What
/// begins with such a one is a tree of small pieces.
fn missed_recursion<C: Cpu>(jit: &Jit<C>, index: usize, tracer: &Tracer<'_, C::Mem>) -> bool {
    let mut warm = jit.warm.borrow_mut();
    let cell = warm.cell_mut(index);
    let missed = cell.seeks_recursion() && !tracer.recursive.contains(&index);
    if missed {
        cell.seek.miss(tracer.trace.ops.len());
        cell.count = u32::MAX;
    }
    missed
}

/// Continues after a guard failure in the blackhole interpreter.
pub(crate) fn blackhole<C: Cpu>(
    jit: &Jit<C>,
    descr: &FailDescr,
    words: &[i64],
    forced: Option<&Forced>,
    transfer: &mut Transfer,
) -> Outcome {
    add(&jit.prof.blackholes, 1);
    let began = timestamp();
    let (mem, data) = (jit.cpu.mem(), &*jit.data);
    let Ok(stack) = Stack::new(&jit.roots) else { too_deep() };
    let mut bh = Blackhole::new(data, mem, &jit.meter, stack, transfer);
    // Before rebuilding allocates anything.
    let raising = bh.take_pending();
    let left = LeftAt { resume: &descr.resume, jd: descr.jd, kinds: &descr.kinds, words };
    let rebuilt = rebuild(&mut bh, data, &jit.roots, left, forced);
    if rebuilt.is_err() {
        too_deep();
    }
    if let Some(left) = &descr.resume.marks {
        bh.leave_marks(left.class, &left.marks);
    }
    let (outcome, work) = bh.run(raising);
    // The longer it took the earlier a bridge pays.
    descr.count.set(descr.count.get().saturating_add(work / WORK_OF_FAILURE));
    policy::note_failure(jit, descr.owner, timestamp().saturating_sub(began));
    outcome
}

/// Goes on in the blackhole interpreter with the frames of a tracer.
pub(crate) fn blackhole_from<C: Cpu>(
    jit: &Jit<C>,
    tracer: Tracer<'_, C::Mem>,
    transfer: &mut Transfer,
) -> Outcome {
    add(&jit.prof.blackholes, 1);
    let left = tracer.left;
    let stack = tracer.stack.convert(|_| ());
    let mut bh = Blackhole::new(&jit.data, jit.cpu.mem(), &jit.meter, stack, transfer);
    bh.leave_marks(left.class, &left.marks);
    bh.run(false).0
}

fn trace_from_start<C: Cpu>(jit: &Jit<C>, jd: usize, transfer: &mut Transfer) -> Next {
    jit.next_generation();
    let held = jit.memory.hold();
    let next = match jit.cell_for(jd, transfer) {
        Some(cell) if shifts(jit, jd) || jit.warm.borrow().cell(cell).shifts => {
            drive::shift_position(jit, jd, cell, transfer)
        }
        Some(cell) => trace_position(jit, jd, cell, transfer),
        None => {
            jit.prof.abort(AbortReason::OutOfRoots);
            Next::Leave(Outcome::Continue)
        }
    };
    jit.memory.let_go(held);
    next
}

fn trace_position<C: Cpu>(jit: &Jit<C>, jd: usize, cell: usize, transfer: &mut Transfer) -> Next {
    let data = &*jit.data;
    let driver = &data.drivers[jd];
    let mem = jit.cpu.mem();
    let kinds: Vec<Kind> = driver.reds.iter().map(|r| r.0).collect();
    let greens: Vec<i64> =
        driver.greens.iter().map(|&(_, kind, index)| transfer.get(kind, index)).collect();
    let reds = transfer.reds(driver);
    let tracer = Tracer::new(data, mem, &jit.roots, jit, jd, &kinds);
    let Ok(mut tracer) = tracer else {
        jit.prof.abort(AbortReason::OutOfRoots);
        return Next::Leave(Outcome::Continue);
    };
    if tracer.enter_portal(&greens, &reds).is_err() {
        too_deep();
    }
    tracer.start = Some(cell);
    let reds = tracer::begin_at_merge_point(&mut tracer);
    if let Some(times) = countdown_of(jit, jd, cell) {
        jit.cpu.set_countdown(cell as u32, times);
        tracer::record_countdown(&mut tracer, cell);
    }
    let position = tracer.trace.ops.len();
    let shape = tracer.vable_shape();
    tracer.passed.push(PassedMergePoint { cell, position, reds, shape });
    if jit.warm.borrow().cell(jit.base_of(cell)).straight {
        tracer.inlining = Inlining::Straight;
    }
    jit.warm.borrow_mut().cell_mut(cell).tracing += 1;
    let next = drive(jit, Box::new(tracer), Start::Cell(cell), transfer);
    jit.warm.borrow_mut().cell_mut(cell).tracing -= 1;
    next
}

fn trace_from_guard<C: Cpu>(
    jit: &Jit<C>,
    fail: FailId,
    descr: &FailDescr,
    words: Vec<i64>,
    transfer: &mut Transfer,
) -> Next {
    jit.memory.open(descr.owner);
    jit.next_generation();
    let held = jit.memory.hold();
    let next = trace_bridge(jit, fail, descr, words, transfer);
    jit.memory.let_go(held);
    jit.memory.close();
    next
}

fn trace_bridge<C: Cpu>(
    jit: &Jit<C>,
    fail: FailId,
    descr: &FailDescr,
    words: Vec<i64>,
    transfer: &mut Transfer,
) -> Next {
    let (mem, data) = (jit.cpu.mem(), &*jit.data);
    let kinds: Vec<Kind> = descr.kinds.iter().copied().filter(|&k| k != Kind::Void).collect();
    let tracer = Tracer::new(data, mem, &jit.roots, jit, descr.jd, &kinds);
    let Ok(mut tracer) = tracer else { too_deep() };
    tracer.set_inputs(&descr.kinds);
    tracer.inlining = policy::inlining_of(jit, descr);
    tracer.bridge_of = jit.cell_of(descr.owner).map(|cell| jit.base_of(cell));
    // An exception that the failed call left.
    let pending = mem.exc_class() != 0;
    let rebuilds = !descr.resume.virtuals.is_empty() || !descr.resume.pending.is_empty();
    let mut saved = None;
    if pending && rebuilds {
        let class = tracer.trace.record(ResOp::SaveExcClass, &[]);
        let value = tracer.trace.record(ResOp::SaveException, &[]);
        saved = Some((class, value, mem.exc_class()));
        tracer.stack.set_exc(mem.exc_value());
        mem.set_exc(0, 0);
    }
    let (jd, kinds) = (descr.jd, &descr.kinds[..]);
    let left = LeftAt { resume: &descr.resume, jd, kinds, words: &words };
    let rebuilt = rebuild(&mut tracer, data, &jit.roots, left, None);
    let Ok(result) = rebuilt else { too_deep() };
    tracer.vable_find_arrays();
    places::begin_at_place(&mut tracer, &descr.resume.place);
    tracer.left = descr.resume.marks.clone().unwrap_or_default();
    if let Some(n) = descr.tested {
        tracer::input_is_known(&mut tracer, n);
    }
    if let Some((class_op, value_op, class)) = saved {
        mem.set_exc(class, tracer.stack.exc());
        tracer.trace.record(ResOp::RestoreException, &[class_op, value_op]);
    }
    if pending {
        // The bridge's own guard_exception may fail because the call returned.
        let result = result.map(|(kind, reg)| {
            let v = tracer.frame_get(tracer.stack.frames.len() - 1, kind, reg);
            tracer.opref(v)
        });
        tracer.take_exception(result);
        if let Err(end) = crate::step::unwind(&mut tracer, data) {
            // The exception leaves the portal at once: such an end never asks to go on.
            return match ended(jit, Box::new(tracer), end, Start::Guard(fail), transfer) {
                Ok(next) => next,
                Err(tracer) => Next::Leave(blackhole_from(jit, *tracer, transfer)),
            };
        }
    } else if descr.opnum == ResOp::GuardException {
        // The call returned this time.
        tracer.guard_after(ResOp::GuardNoException, &[], None);
    }
    descr.busy.set(descr.busy.get() + 1);
    descr.count.set(0);
    let next = drive(jit, Box::new(tracer), Start::Guard(fail), transfer);
    descr.busy.set(descr.busy.get() - 1);
    next
}

/// Traces until something is compiled, or tracing is given up.
fn drive<C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'_, C::Mem>>,
    start: Start,
    transfer: &mut Transfer,
) -> Next {
    add(&jit.prof.traces_started, 1);
    tracer::begin_counting(&mut tracer);
    let before = jit.meter.switch(Doing::Tracing);
    let (began, backend) = (jit.meter.begin_trace(), jit.meter.spent(Doing::Backend));
    let next = loop {
        let end = tracer.run();
        match ended(jit, tracer, end, start, transfer) {
            Ok(next) => break next,
            Err(goes_on) => tracer = goes_on,
        }
    };
    jit.meter.switch(before);
    let time = jit.meter.end_trace(began);
    policy::note_making(jit, start, time + jit.meter.spent(Doing::Backend) - backend);
    jit.log.section("jit-tracing", || {
        format!("traced from {start:?} in {} us", jit.meter.nanoseconds(time) / 1000)
    });
    next
}

/// The tracer stopped. `Err`: it has to go on.
fn ended<'t, C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'t, C::Mem>>,
    end: TraceEnd,
    start: Start,
    transfer: &mut Transfer,
) -> Result<Next, Box<Tracer<'t, C::Mem>>> {
    if let Start::Guard(fail) = start
        && jit.fail_descr(fail).opnum == ResOp::GuardCountdown
    {
        return sampling::sampled(jit, tracer, end, fail, transfer);
    }
    match end {
        TraceEnd::LoopHeader { point } => loop_header(jit, tracer, point, start, transfer),
        TraceEnd::Abort(reason) => {
            count_recorded(jit, &tracer);
            if install_fallback(jit, &mut tracer, start) {
                jit.prof.abort(reason);
                return Ok(Next::Leave(blackhole_from(jit, *tracer, transfer)));
            }
            log_abort(jit, &tracer, start, reason);
            match tracer::inlined_call(&tracer).filter(|_| reason == AbortReason::TraceTooLong) {
                // The next attempt leaves this call out.
                Some(cell) => {
                    jit.prof.abort(reason);
                    jit.warm.borrow_mut().cell_mut(cell).dont_inline = true;
                    if let Start::Guard(fail) = start {
                        jit.fail_descr(fail).count.set(0);
                    }
                }
                None => aborted(jit, start, reason),
            }
            Ok(Next::Leave(blackhole_from(jit, *tracer, transfer)))
        }
        TraceEnd::Shallow => {
            count_recorded(jit, &tracer);
            if let Start::Cell(cell) = start {
                missed_recursion(jit, cell, &tracer);
            }
            Ok(Next::Leave(blackhole_from(jit, *tracer, transfer)))
        }
        TraceEnd::Meeting => unreachable!("only pieces of the timeshifter meet"),
        TraceEnd::Segment => {
            jit.prof.abort(AbortReason::SegmentedTrace);
            compile_finish(jit, &mut tracer, start);
            Ok(Next::Leave(blackhole_from(jit, *tracer, transfer)))
        }
        TraceEnd::Finish { kind, word } => {
            compile_finish(jit, &mut tracer, start);
            transfer.set_result(kind, word);
            Ok(Next::Leave(Outcome::Done))
        }
        TraceEnd::Exception => {
            compile_finish(jit, &mut tracer, start);
            Ok(leave_raising(jit, &tracer))
        }
    }
}

fn count_recorded<C: Cpu>(jit: &Jit<C>, tracer: &Tracer<'_, C::Mem>) {
    let mut warm = jit.warm.borrow_mut();
    for &cell in &tracer.recursive {
        warm.cell_mut(cell).unrolled_ops += tracer.trace.ops.len();
    }
    add(&jit.prof.recorded_ops, tracer.trace.ops.len() as u64);
    add(&jit.prof.heapcached_ops, tracer.heap_cache.saved as u64);
    add(&jit.prof.guards, tracer.trace.guards.len() as u64);
    add(&jit.prof.calls, num_calls(&tracer.trace));
}

/// Says where tracing was given up, and why.
fn log_abort<C: Cpu>(jit: &Jit<C>, tracer: &Tracer<'_, C::Mem>, start: Start, reason: AbortReason) {
    seen::note_abort(jit, tracer.jd, reason, Some(&tracer.trace));
    jit.log.section("jit-abort", || {
        let place = seen::position_text(jit, start, &tracer.stack, &tracer.trace);
        format!("{}\n{place}", reason.text())
    });
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

/// The code is gone, and relies on nothing any more. What was invalidated before is remembered for the next code.
pub(crate) fn forget_watches<C: Cpu>(jit: &Jit<C>, info: &LoopInfo) {
    let mut quasi = jit.quasi.borrow_mut();
    for number in info.belongings.watched.take() {
        let Some(watch) = quasi.get_mut(&number) else { continue };
        watch.owners.retain(|owner| *owner != info.entry);
        if watch.owners.is_empty() && watch.invalidations == 0 {
            quasi.remove(&number);
        }
    }
}

/// Counts the objects that have fields that code relies on, for tests.
pub(crate) fn num_watches<C: Cpu>(jit: &Jit<C>) -> usize {
    jit.quasi.borrow().len()
}

/// Compiles a trace that ends in `finish`.
fn compile_finish<C: Cpu>(jit: &Jit<C>, tracer: &mut Tracer<'_, C::Mem>, start: Start) {
    count_recorded(jit, tracer);
    let premises = foresight::premises(tracer);
    jit.foreseen.replace(premises.clone());
    let compiled = match (tracer.failed(), start) {
        (Some(reason), _) => Err(reason),
        // The cell got code while this trace was made (by a call that entered the JIT).
        (None, Start::Cell(cell)) if jit.warm.borrow().cell(cell).entry.is_some() => Ok(()),
        (None, Start::Cell(cell)) if missed_recursion(jit, cell, tracer) => return,
        (None, Start::Cell(cell)) => {
            unpack::compiling_function(jit, Some(cell));
            let none = (Shape::new(), false, false);
            compile::compile_as_loop(jit, &tracer.trace, cell, &[], none).map(|_| ())
        }
        (None, Start::Guard(fail)) => {
            compile::compile_as_bridge(jit, &tracer.trace, fail, &[], &[])
        }
        (None, Start::Meeting(_)) => unreachable!("the timeshifter compiles it"),
    };
    jit.foreseen.borrow_mut().clear();
    match compiled {
        Ok(()) => {
            if let Some(retrace) = take_retrace(jit, tracer) {
                let retraced = &retrace.info.targets.retraced;
                retraced.set(retraced.get() + 1);
            }
            jit.keep(tracer, jit.owner(start));
            if let Start::Cell(cell) = start {
                unpack::function_compiled(jit, cell, tracer, vec![], premises);
            }
        }
        Err(_) if install_fallback(jit, tracer, start) => {}
        Err(reason) => {
            log_abort(jit, tracer, start, reason);
            aborted(jit, start, reason);
        }
    }
    unpack::compiling_function(jit, None);
    unpack::compile_shapes(jit);
}

/// A merge point behind a loop header: jump to an existing loop, close a new one, or trace on.
pub(crate) fn loop_header<'t, C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'t, C::Mem>>,
    point: MergePoint,
    start: Start,
    transfer: &mut Transfer,
) -> Result<Next, Box<Tracer<'t, C::Mem>>> {
    let reds = tracer.box_reds(&point);
    let greens = tracer.words(&point.greens);
    let Some(cell) = jit.cell_for(point.jd, greens.as_slice()) else {
        return Ok(give_up(jit, tracer, &point, start, AbortReason::OutOfRoots, transfer));
    };
    let entry = jit.warm.borrow().cell(cell).entry;
    let existing = entry.and_then(|e| jit.by_entry.borrow().get(&e).cloned());
    let existing = existing.filter(|info| !info.targets.is_empty());
    // A loop comes back with the virtualizables with which it began.
    let shape = tracer.vable_shape();
    let mut passed = tracer.passed.iter().rev();
    let passed = passed.find(|p| p.cell == cell && p.shape == shape).cloned();
    if existing.is_none() && passed.is_none() {
        let position = tracer.trace.ops.len();
        tracer.passed.push(PassedMergePoint { cell, position, reds, shape });
        tracer.record_location(&point);
        return Err(tracer);
    }
    if tracer.retrace.is_some() && (existing.is_some() || passed.is_some()) {
        return Ok(retraced(jit, tracer, point, start, existing, reds, transfer));
    }
    let Some(info) = existing else {
        let passed = passed.expect("looked at above");
        return Ok(close_loop(jit, tracer, &point, start, (cell, passed), reds, transfer));
    };
    let (args, targets) = tracer.arrive(&info, &point, reds);
    let (ops, guards) = (tracer.trace.ops.len(), tracer.trace.guards.len());
    tracer.record_jump(&args);
    if let Some(reason) = tracer.failed() {
        count_recorded(jit, &tracer);
        return Ok(give_up(jit, tracer, &point, start, reason, transfer));
    }
    let words = tracer.words(&point.reds);
    // One of them was compiled while this trace was made (by a call that entered the JIT).
    let compiled = |own: usize| own == cell || jit.warm.borrow().cell(own).entry.is_some();
    if matches!(start, Start::Cell(own) if compiled(own)) {
        count_recorded(jit, &tracer);
        jit.keep(&mut tracer, info.entry);
        return Ok(Next::Execute(info.entry, words));
    }
    let mut runtime = tracer::runtime_values(&tracer, &point);
    runtime.truncate(args.len());
    jit.log_recorded(&tracer.trace, start);
    let own = match start {
        Start::Cell(own) => Some(own),
        Start::Guard(_) | Start::Meeting(_) => None,
    };
    unpack::compiling_function(jit, own);
    let arrived =
        jit.optimise_bridge(&tracer.trace, tracer.jd, &targets, &runtime, None, jit.guard(start));
    unpack::compiling_function(jit, None);
    let arrived = match arrived {
        Ok(arrived) => arrived,
        Err(reason) => {
            count_recorded(jit, &tracer);
            return Ok(give_up(jit, tracer, &point, start, reason, transfer));
        }
    };
    if !arrived.fits
        && arrived.allocations > 0
        && i64::from(info.targets.retraced.get()) < compile::retrace_limit(jit, tracer.jd)
    {
        // It does not fit: the loop's next iteration is traced, too.
        let bridge = tracer.trace.clone();
        tracer.truncate(ops, guards);
        let from = PassedMergePoint { cell, position: ops, reds: args, shape: shape.clone() };
        let Arrived { trace: fallback, cost, .. } = arrived;
        let consts = core::mem::take(&mut *jit.memory.pending.borrow_mut());
        jit.memory.open(info.entry);
        let retrace = Retrace { cell, info, bridge, fallback, cost, from, shape, consts };
        tracer.retrace = Some(Box::new(retrace));
        tracer.record_location(&point);
        return Err(tracer);
    }
    count_recorded(jit, &tracer);
    match jit.install_arriving(arrived.trace, start) {
        Ok(owner) => {
            jit.keep(&mut tracer, owner);
            if let Some(own) = own {
                unpack::function_compiled(jit, own, &mut tracer, targets, vec![]);
                unpack::compile_shapes(jit);
            }
            Ok(Next::Execute(info.entry, words))
        }
        Err(reason) => Ok(give_up(jit, tracer, &point, start, reason, transfer)),
    }
}

/// A merge point was passed for the second time: the operations since then are a loop.
fn close_loop<C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'_, C::Mem>>,
    point: &MergePoint,
    start: Start,
    (cell, passed): (usize, PassedMergePoint),
    args: Vec<OpRef>,
    transfer: &mut Transfer,
) -> Next {
    let greens = tracer.words(&point.greens);
    let shape = tracer.vable_shape();
    if tracer.vables_synced_since(passed.position) {
        tracer.vables_sync();
    }
    tracer.record_jump(&args);
    count_recorded(jit, &tracer);
    if let Some(reason) = tracer.failed() {
        return give_up(jit, tracer, point, start, reason, transfer);
    }
    let words = tracer.words(&point.reds);
    let mut runtime = tracer::runtime_values(&tracer, point);
    runtime.truncate(args.len());
    let compiled = if passed.reds.len() != args.len() {
        Err(AbortReason::VableEscape)
    } else if let Some(trace) = tracer.cut(&passed, &[]) {
        let clean = tracer.vables_synced_since(passed.position);
        let info = compile::compile_as_loop(jit, &trace, cell, &runtime, (shape, clean, false));
        info.and_then(|info| match info.vable.is_empty() {
            true => Ok((info.entry, info.entry)),
            false => entry_of(jit, &info, &greens, &words).map(|e| (e.entry, info.entry)),
        })
    } else {
        Err(AbortReason::LoopEscapes)
    };
    match compiled {
        Ok((entry, owner)) => {
            let own = match start {
                Start::Guard(fail) => {
                    let descr = jit.fail_descr(fail);
                    descr.detours.set(descr.detours.get() + !descr.bridged.get() as u32);
                    jit.cell_of(descr.owner)
                }
                Start::Cell(own) => Some(own),
                Start::Meeting(_) => None,
            };
            let mut warm = jit.warm.borrow_mut();
            // No code came of it for its own. This must not go on for as long as the other loop's is freed.
            let freed = warm.cell(cell).freed > 0;
            if let Some(own) = own.filter(|&own| own != cell && freed) {
                warm.cell_mut(own).freed += 1;
            }
            drop(warm);
            jit.keep(&mut tracer, owner);
            unpack::compile_shapes(jit);
            Next::Execute(entry, words)
        }
        Err(reason) => give_up(jit, tracer, point, start, reason, transfer),
    }
}

/// A trace that did not fit its loop went on and came to a loop (`existing`, if that has code): the iteration in between
/// becomes a further label of the loop, or the trace is a longer bridge.
fn retraced<C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'_, C::Mem>>,
    point: MergePoint,
    start: Start,
    existing: Option<Rc<LoopInfo>>,
    reds: Vec<OpRef>,
    transfer: &mut Transfer,
) -> Next {
    let retrace = take_retrace(jit, &mut tracer).expect("the caller looked");
    let own = existing.as_ref().is_some_and(|info| info.cell == retrace.cell);
    let shape = tracer.vable_shape();
    let arrival = existing.as_ref().map(|info| tracer.arrive(info, &point, reds));
    if let Some((args, _)) = &arrival {
        tracer.record_jump(args);
    }
    count_recorded(jit, &tracer);
    if let Some(reason) = tracer.failed() {
        return give_up(jit, tracer, &point, start, reason, transfer);
    }
    let words = tracer.words(&point.reds);
    let mut chosen = None;
    if let Some((args, targets)) = &arrival {
        let mut runtime = tracer::runtime_values(&tracer, &point);
        runtime.truncate(args.len());
        jit.log_recorded(&tracer.trace, start);
        let whole = jit.optimise_bridge(
            &tracer.trace,
            tracer.jd,
            targets,
            &runtime,
            None,
            jit.guard(start),
        );
        chosen = match whole {
            Ok(whole) if whole.cost * 4 <= retrace.cost => Some((whole.trace, None)),
            _ => None,
        };
        let alike = own
            && retrace.shape == shape
            && args.len() == retrace.from.reds.len()
            && retrace.info.clean == tracer.vables_synced_since(retrace.from.position);
        if chosen.is_none()
            && alike
            && let Some(body) = tracer.cut(&retrace.from, &retrace.bridge.strings)
            && let Ok(Some((trace, target))) =
                compile::optimise_retrace(jit, &retrace, &body, &runtime)
        {
            chosen = Some((trace, Some(target)));
        }
    }
    let retraced = &retrace.info.targets.retraced;
    retraced.set(retraced.get() + 1);
    let (trace, target) = chosen.unwrap_or((retrace.fallback, None));
    let installed = match target {
        Some(target) => compile::install_retraced(jit, trace, target, &retrace.info, start),
        None => jit.install_arriving(trace, start),
    };
    match (installed, existing) {
        (Ok(owner), Some(info)) => {
            jit.keep(&mut tracer, owner);
            Next::Execute(info.entry, words)
        }
        (Ok(owner), None) => {
            jit.keep(&mut tracer, owner);
            leave_at(jit, tracer, &point, transfer)
        }
        (Err(reason), _) => give_up(jit, tracer, &point, start, reason, transfer),
    }
}

/// The end of what [`Retrace`] is for.
fn take_retrace<C: Cpu>(jit: &Jit<C>, tracer: &mut Tracer<'_, C::Mem>) -> Option<Box<Retrace>> {
    let mut retrace = tracer.retrace.take()?;
    jit.memory.pending.borrow_mut().append(&mut retrace.consts);
    jit.memory.close();
    Some(retrace)
}

/// The tracer came to no loop after it came to one that the trace did not fit: what was recorded up to there is used.
fn install_fallback<C: Cpu>(jit: &Jit<C>, tracer: &mut Tracer<'_, C::Mem>, start: Start) -> bool {
    let Some(retrace) = take_retrace(jit, tracer) else { return false };
    if !tracer.promises_hold() {
        return false;
    }
    let retraced = &retrace.info.targets.retraced;
    retraced.set(retraced.get() + 1);
    match jit.install_arriving(retrace.fallback, start) {
        Ok(owner) => {
            jit.keep(tracer, owner);
            true
        }
        Err(_) => false,
    }
}

/// Makes the code that reads the virtualizables and enters their loop. The words are the present ones.
fn entry_of<C: Cpu>(
    jit: &Jit<C>,
    info: &LoopInfo,
    greens: &[i64],
    reds: &[i64],
) -> Result<Rc<LoopInfo>, AbortReason> {
    let data = &*jit.data;
    let jd = jit.warm.borrow().cell(info.cell).jd;
    let kinds: Vec<Kind> = data.drivers[jd].reds.iter().map(|r| r.0).collect();
    let tracer = Tracer::new(data, jit.cpu.mem(), &jit.roots, jit, jd, &kinds);
    let mut tracer = tracer.map_err(|_| AbortReason::OutOfRoots)?;
    if tracer.enter_portal(greens, reds).is_err() {
        too_deep();
    }
    let args = tracer::begin_at_merge_point(&mut tracer);
    if tracer.vable_shape() != info.vable {
        return Err(AbortReason::VableEscape);
    }
    tracer::record_future_condition(&mut tracer);
    tracer.trace.record_token(ResOp::Jump, &args, TokenId(0));
    let runtime = tracer::runtime_values(&tracer, &tracer.portal_merge_point());
    if let Some(reason) = tracer.failed() {
        return Err(reason);
    }
    let entry = compile::compile_entry(jit, &tracer.trace, info, &runtime)?;
    jit.constants_belong(entry.entry, tracer.consts.keep());
    Ok(entry)
}

/// Gives up at a merge point: the interpreter goes on there.
fn give_up<C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'_, C::Mem>>,
    point: &MergePoint,
    start: Start,
    reason: AbortReason,
    transfer: &mut Transfer,
) -> Next {
    take_retrace(jit, &mut tracer);
    log_abort(jit, &tracer, start, reason);
    aborted(jit, start, reason);
    leave_at(jit, tracer, point, transfer)
}

/// The interpreter goes on at a merge point.
pub(crate) fn leave_at<C: Cpu>(
    jit: &Jit<C>,
    tracer: Box<Tracer<'_, C::Mem>>,
    point: &MergePoint,
    transfer: &mut Transfer,
) -> Next {
    let driver = &jit.data.drivers[point.jd];
    let registers = point.greens.iter().chain(&point.reds);
    for (&(kind, reg), (_, index)) in registers.zip(driver.positions()) {
        let word = tracer.stack.get(tracer.stack.frames.len() - 1, kind, reg as usize);
        transfer.set(kind, index, word);
    }
    Next::Leave(Outcome::ContinueRunningNormally)
}

/// The portal is left by the exception of a tracer.
pub(crate) fn leave_raising<C: Cpu>(jit: &Jit<C>, tracer: &Tracer<'_, C::Mem>) -> Next {
    let (mem, value) = (jit.cpu.mem(), tracer.stack.exc());
    mem.set_exc(mem.class_of(value), value);
    Next::Leave(Outcome::Exception)
}

pub(crate) fn too_deep() -> ! {
    jitbackend::say!("fatal: JIT interpreter frames nest too deeply");
    jitbackend::system::abort()
}
