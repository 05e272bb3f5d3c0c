//! What belongs to compiled code, and what decides how long it lives ([`crate::memmgr`]).

use crate::account::Account;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use jitmodel::TokenId;
use jitmodel::hash::{FxHashMap, FxHashSet};

/// Holds what belongs to a loop and its bridges, and what they refer to.
#[derive(Debug, Default)]
pub struct Belongings {
    /// Account of its costs.
    pub(crate) account: Account,
    /// The generation in which it was compiled.
    pub(crate) born: Cell<u64>,
    /// True if it is known if it was worth compiling.
    pub(crate) judged: Cell<bool>,
    /// It must not be entered any more.
    pub(crate) invalid: Cell<bool>,
    /// Bridges.
    pub(crate) bridges: Cell<u64>,
    /// Guards: first number and how many.
    pub(crate) guards: RefCell<Vec<(u32, u32)>>,
    /// Root slots of constants.
    pub(crate) consts: RefCell<Vec<u32>>,
    /// Labels.
    pub(crate) labels: RefCell<Vec<TokenId>>,
    /// Owners of labels that it jumps to, and of constants that it shares.
    pub(crate) jumps: RefCell<FxHashSet<TokenId>>,
    /// Cells that it calls.
    pub(crate) calls: RefCell<FxHashSet<usize>>,
    /// Numbers under which it relies on quasi-immutable fields.
    pub(crate) watched: RefCell<Vec<i64>>,
}

impl Belongings {
    /// Says whether it must not be entered any more.
    pub(crate) fn is_invalid(&self) -> bool {
        self.invalid.get()
    }

    /// Counts its bridges.
    pub(crate) fn bridges(&self) -> u64 {
        self.bridges.get()
    }

    /// Says whether the code, or a bridge of it, jumps to a label of other code.
    pub(crate) fn jumps_to(&self, owner: TokenId) -> bool {
        self.jumps.borrow().contains(&owner)
    }

    /// Says whether the code, or a bridge of it, calls one of these cells.
    pub(crate) fn calls_any(&self, cells: &[usize]) -> bool {
        let calls = self.calls.borrow();
        cells.iter().any(|cell| calls.contains(cell))
    }
}

/// Holds what is kept to decide how long code lives.
#[derive(Default)]
pub struct MemoryManager {
    pub(crate) generation: Cell<u64>,
    pub(crate) next_check: Cell<u64>,
    /// Owner of each label.
    pub(crate) labels: RefCell<FxHashMap<TokenId, TokenId>>,
    /// Owners of guards that are being traced.
    pub(crate) open: RefCell<Vec<TokenId>>,
    /// Ranges of guards' numbers to be used again.
    pub(crate) free_guards: RefCell<Vec<(u32, u32)>>,
    /// Constants of the trace that is being compiled, until it belongs to a loop.
    pub(crate) pending: RefCell<Vec<u32>>,
    /// Cells that open traces name, and how many of these traces there are.
    pub(crate) held: RefCell<Vec<usize>>,
    pub(crate) holding: Cell<u32>,
    pub(crate) next_removal: Cell<u64>,
}

/// The cells that traces held before one was begun.
pub(crate) struct HeldBefore(usize);

impl MemoryManager {
    /// The present generation.
    pub fn generation(&self) -> u64 {
        self.generation.get()
    }

    /// Notes that from here to [`MemoryManager::close`] a guard of `owner` is traced.
    pub fn open(&self, owner: TokenId) {
        self.open.borrow_mut().push(owner);
    }

    /// Ends what [`MemoryManager::open`] began.
    pub fn close(&self) {
        self.open.borrow_mut().pop();
    }

    /// Keeps cells that are found from here to [`MemoryManager::let_go`].
    pub(crate) fn hold(&self) -> HeldBefore {
        self.holding.set(self.holding.get() + 1);
        HeldBefore(self.held.borrow().len())
    }

    /// Tells whether a trace is going on.
    pub(crate) fn is_open(&self) -> bool {
        self.holding.get() > 0
    }

    /// The trace is over that was begun then. Traces end in reverse order.
    pub(crate) fn let_go(&self, before: HeldBefore) {
        self.holding.set(self.holding.get() - 1);
        self.held.borrow_mut().truncate(before.0);
    }
}
