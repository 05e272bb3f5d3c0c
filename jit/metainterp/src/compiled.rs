//! Compiled code: loops with their labels, and what is known of its guards.

use crate::belongings::Belongings;
use crate::premises::Premise;
use crate::vable::Shape;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use jitbackend::FailId;
use jitmodel::*;
use optimizeopt::TargetToken;

/// Name of the code of a spot in logs. It is entered by jumps only.
pub(crate) const MEETING: &str = "meeting";

/// Says what the trace that is compiled belongs to.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    /// Interpretation at the greens of a cell.
    Cell(usize),
    /// A failed guard.
    Guard(FailId),
    /// A spot behind the merge point of a cell, where pieces of the timeshifter meet.
    Meeting(usize),
}

/// The labels of a loop that other traces may jump to. Bridges add some.
#[derive(Debug, Default)]
pub struct Targets {
    list: RefCell<Vec<TargetToken>>,
    /// Attempts to add one.
    pub retraced: Cell<u32>,
}

impl Targets {
    pub(crate) fn new(list: Vec<TargetToken>) -> Rc<Self> {
        Rc::new(Targets { list: RefCell::new(list), retraced: Cell::new(0) })
    }

    /// Says whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.borrow().is_empty()
    }

    /// Says whether the loop's beginning is the only one: the loop could not be peeled.
    pub fn only_beginning(&self) -> bool {
        self.list.borrow().len() == 1
    }

    /// All of them; the last, the loop's beginning, takes everything.
    pub fn all(&self) -> Vec<TargetToken> {
        self.list.borrow().clone()
    }

    pub(crate) fn add(&self, target: TargetToken) {
        self.list.borrow_mut().insert(0, target);
    }
}

/// Compiled code that is entered from the interpreter.
#[derive(Debug)]
pub struct LoopInfo {
    /// Its entry.
    pub entry: TokenId,
    /// The cell of its greens.
    pub cell: usize,
    /// Number in logs.
    pub number: u32,
    /// Labels that other traces may jump to with the reds and the values of the virtualizables.
    pub targets: Rc<Targets>,
    /// The virtualizables behind these labels.
    pub vable: Shape,
    /// The labels want memory to hold the virtualizables' values.
    pub clean: bool,
    /// A label that takes only the reds, and reads the rest from memory.
    pub plain: Option<TargetToken>,
    /// It begins where ways meet inside of the interpreter's code ([`crate::timeshift::meetings`]).
    pub meeting: bool,
    /// The timeshifter made it.
    pub shifted: bool,
    /// Objects that are freed with it.
    pub belongings: Belongings,
}

/// Labels of compiled code, as [`LoopInfo`] has them.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    pub targets: Rc<Targets>,
    pub vable: Shape,
    pub clean: bool,
    pub plain: Option<TargetToken>,
    /// The timeshifter made the code.
    pub shifted: bool,
}

/// Holds what is known about a compiled guard.
#[derive(Clone, Debug)]
pub struct FailDescr {
    /// Kinds of its fail args; `Void` = hole.
    pub kinds: Vec<Kind>,
    /// Data for rebuilding the interpreter's frames.
    pub resume: PackedResume,
    /// The guard's operation.
    pub opnum: ResOp,
    /// The fail arg whose value the guard's failure tells, if there is one.
    pub tested: Option<usize>,
    /// Entry of the loop it belongs to.
    pub owner: TokenId,
    /// The jitdriver.
    pub jd: usize,
    /// Failures since the last attempt to make a bridge.
    pub count: Cell<u32>,
    /// Attempts to make a bridge that failed.
    pub aborts: Cell<u32>,
    /// Traces from it that gave code for a loop which they passed, and no bridge; and times that its own code was freed.
    pub detours: Cell<u32>,
    /// Bridges of it that are being traced.
    pub busy: Cell<u32>,
    /// Its bridge was counted as one of its level ([`crate::policy`]).
    pub counted: Cell<bool>,
    /// It has a bridge.
    pub bridged: Cell<bool>,
    /// Number of other values that were promoted here before: it is in the bridge of a guard at the same place, that in
    /// one, and so on.
    pub chain: u32,
    /// It makes the same test as the guard whose bridge it is in: for another value, as of a string.
    pub again: bool,
    /// Ways that a value for which it fails may pass.
    pub(crate) ways: Vec<Way>,
}

impl Default for FailDescr {
    fn default() -> Self {
        FailDescr {
            kinds: vec![],
            resume: PackedResume::default(),
            opnum: ResOp::GuardAlwaysFails,
            tested: None,
            owner: TokenId(u32::MAX),
            jd: 0,
            count: Cell::new(0),
            aborts: Cell::new(0),
            detours: Cell::new(0),
            chain: 0,
            again: false,
            busy: Cell::new(0),
            counted: Cell::new(false),
            bridged: Cell::new(false),
            ways: vec![],
        }
    }
}

/// Makes what stands in place of guards that are gone.
pub(crate) fn no_guard() -> Rc<FailDescr> {
    Rc::new(FailDescr::default())
}

/// A `guard_value` that a value may pass.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) kept: Rc<Kept>,
    /// Index of it in its trace.
    pub(crate) at: usize,
    /// Its values, by the inputs of a bridge.
    pub(crate) inputs: Vec<Option<OpRef>>,
}

impl Way {
    pub(crate) fn guard(&self) -> &Op {
        &self.kept.trace.ops[self.at]
    }

    pub(crate) fn fail(&self) -> FailId {
        FailId(self.kept.first.0 + self.guard().guard().map_or(0, |g| g.0))
    }

    /// Gives what is needed of a further object.
    pub(crate) fn premise(&self) -> Option<&Premise> {
        self.kept.premises.iter().find(|(at, _)| *at == self.at).map(|(_, premise)| premise)
    }

    /// The guards behind it.
    pub(crate) fn guards_behind(&self) -> impl Iterator<Item = FailId> + '_ {
        let guards = self.kept.trace.ops[self.at + 1..].iter().filter_map(Op::guard);
        guards.map(|g| FailId(self.kept.first.0 + g.0))
    }

    /// Says whether the loop was found valid before the guard, with nothing in between that may have changed
    /// that.
    pub(crate) fn was_valid(&self) -> bool {
        let before = self.kept.trace.ops[..self.at].iter().rev();
        let mut before = before.take_while(|op| op.opnum != ResOp::Label && !op.opnum.is_call());
        before.any(|op| op.opnum == ResOp::GuardNotInvalidated)
    }
}

/// A compiled trace, kept to be compared with bridges of its guards.
#[derive(Debug)]
pub(crate) struct Kept {
    /// Its operations and constants.
    pub(crate) trace: Trace,
    /// The fail args of its guards.
    pub(crate) fail_args: Vec<Vec<Option<OpRef>>>,
    /// The number of its first guard.
    pub(crate) first: FailId,
    /// Premises about the promoted objects, by the places of the guards.
    pub(crate) premises: Vec<(usize, Premise)>,
}
