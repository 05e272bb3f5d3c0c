//! State of the JIT as a whole, and what is asked of it everywhere.

use crate::account::{Bridged, Decisions};
use crate::belongings::MemoryManager;
use crate::blackhole::Outcome;
use crate::codes::StaticData;
use crate::compiled::{FailDescr, LoopInfo, Start, no_guard};
use crate::events::{Count, Events};
use crate::jitprof::{AbortReason, Profile};
use crate::logger::Logger;
use crate::meter::{Doing, Meter};
use crate::premises::Premise;
use crate::promised::QuasiRead;
use crate::resume::Forced;
use crate::shapes::Unpacked;
use crate::timeshift::spots::Meetings;
use crate::warmstate::{Params, WarmState};
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell, RefCell};
use jitbackend::system::Instant;
use jitbackend::{Cpu, DeadFrame, Memory, RootTable};
use jitmodel::hash::FxHashMap;
use jitmodel::*;

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
    pub(crate) quasi: RefCell<FxHashMap<i64, Watch>>,
    pub(crate) unpacked: RefCell<Unpacked>,
    /// Places where pieces of the timeshifter meet.
    pub(crate) meetings: RefCell<Meetings>,
    pub(crate) decisions: Decisions,
    /// Tests that have bridges, whoever called the functions that they are in.
    pub(crate) tests: RefCell<FxHashMap<u64, Bridged>>,
    /// Objects that were made for guards that are going to fail, by number.
    pub(crate) forced: RefCell<FxHashMap<u32, Forced>>,
    pub(crate) next_forced: Cell<u32>,
    /// Loops of the interpreter of which what is left is called, by number ([`jitmodel::Insn::CallsRest`]).
    pub(crate) called_loops: RefCell<BTreeSet<u32>>,
    /// Premises of the trace that is being compiled.
    pub(crate) foreseen: RefCell<Vec<Premise>>,
    next_watch: Cell<i64>,
    next_token: Cell<u32>,
    pub(crate) off: Cell<bool>,
    /// True if traces may have `call_assembler`.
    pub(crate) connected: Cell<bool>,
    /// Empty frames to be used again, which are not copied.
    #[expect(clippy::vec_box)]
    pub(crate) dead_frames: RefCell<Vec<Box<DeadFrame>>>,
    /// Statistics.
    pub prof: Profile,
    /// Measures what the time is spent on.
    pub meter: Meter,
    /// The log.
    pub log: Logger,
    symbols: OnceCell<SymbolNames>,
    /// Counts of entries of code.
    pub(crate) counts: RefCell<Vec<Rc<Count>>>,
    /// True if code that is made now counts its entries.
    pub(crate) counting: Cell<bool>,
    /// Events for the program's hooks.
    pub(crate) events: RefCell<Events>,
    pub(crate) started: Instant,
    /// Says whether there is no memory for a further trace. Code that there is goes on.
    pub out_of_memory: Cell<fn() -> bool>,
    /// A thread that does not run is in the middle of a trace.
    pub(crate) traced_elsewhere: Cell<bool>,
}

/// Holds what a thread was at when another one began to run.
#[derive(Debug)]
pub struct Left {
    pub(crate) doing: Doing,
    /// It traces.
    pub(crate) traces: bool,
}

/// Code that relies on a quasi-immutable field of one object.
pub(crate) struct Watch {
    pub(crate) owners: Vec<TokenId>,
    pub(crate) invalidations: i64,
}

/// Says what to do next.
pub(crate) enum Next {
    Leave(Outcome),
    Execute(TokenId, Vec<i64>),
}

/// Reds of a portal, on their way into compiled code.
pub type Reds = smallvec::SmallVec<[i64; 16]>;

impl<C: Cpu> Jit<C> {
    /// Names for texts.
    pub(crate) fn symbols(&self) -> &SymbolNames {
        self.symbols.get_or_init(|| {
            let mut symbols = SymbolNames::default();
            for (name, &address) in self.data.names.iter().zip(self.data.addresses.iter()) {
                symbols.names.entry(address as i64).or_insert_with(|| name.clone());
            }
            symbols
        })
    }
    /// A JIT that has not seen anything yet. `roots` must be the table that `cpu` uses.
    pub fn new(cpu: C, roots: Rc<RootTable>, data: Rc<StaticData>, log: Logger) -> Self {
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
            called_loops: RefCell::default(),
            next_watch: Cell::new(0),
            next_token: Cell::new(0),
            off: Cell::new(false),
            connected: Cell::new(false),
            dead_frames: RefCell::default(),
            prof: Profile::default(),
            meter: Meter::default(),
            log,
            symbols: OnceCell::new(),
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
    /// The cell of compiled code.
    pub(crate) fn cell_of(&self, entry: TokenId) -> Option<usize> {
        self.by_entry.borrow().get(&entry).map(|info| info.cell)
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
    pub(crate) fn guard(&self, start: Start) -> Option<Rc<FailDescr>> {
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

pub(crate) fn too_deep() -> ! {
    jitbackend::say!("fatal: JIT interpreter frames nest too deeply");
    jitbackend::system::abort()
}
