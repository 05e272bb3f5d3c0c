//! Accounts of code ([`crate::policy`]): what it has cost, which tests have bridges, and what was decided.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::fmt::Write as _;
use core::hash::{Hash, Hasher};
use jitmodel::hash::{FxHashSet, FxHasher};
use jitmodel::{ResOp, ResumeData, TokenId};

/// Holds what samples have told of the ways through code.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Samples {
    /// The way that all samples of this burst took.
    pub(crate) way: u64,
    /// The number of these, or 0: the next sample begins a burst.
    pub(crate) alike: u32,
    /// Bursts that ended since a sample took another way.
    pub(crate) ended: u32,
    /// All samples.
    pub(crate) taken: u64,
}

/// Says what a loop or function has cost so far.
#[derive(Debug, Default)]
pub struct Account {
    /// Cycles that it took to make its code.
    pub making: Cell<u64>,
    /// Cycles in the interpreter after its guards had failed.
    pub leaving: Cell<u64>,
    /// Number of failures of its guards.
    pub failures: Cell<u64>,
    /// Bytes of machine code.
    pub size: Cell<u64>,
    /// Tests of this code whose guards have bridges, each with the calls around it.
    pub(crate) tests: RefCell<FxHashSet<u64>>,
    /// Levels at which a function that is inlined in itself has a test with a bridge.
    pub(crate) levels: RefCell<FxHashSet<usize>>,
    /// Bridges of tests that had one in this code before.
    pub(crate) repeats: Cell<u64>,
    /// Bridges of tests of branchy functions that had one before in some code.
    pub(crate) copies: Cell<u64>,
    /// Samples of the ways through it, if it was handed over.
    pub(crate) samples: Cell<Samples>,
}

/// A test that has a bridge.
#[derive(Clone, Copy)]
pub(crate) struct Bridged {
    /// The code that got a bridge for it last.
    pub(crate) by: TokenId,
    /// Some other bridge of it was there before.
    pub(crate) copied: bool,
}

/// Holds what was decided, for the log.
#[derive(Default)]
pub struct Decisions(RefCell<Vec<String>>);

impl Decisions {
    pub(crate) fn add(&self, line: String) {
        self.0.borrow_mut().push(line);
    }

    /// The lines.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for line in self.0.borrow().iter() {
            let _ = writeln!(out, "decided: {line}");
        }
        out
    }
}

/// A test where a guard has this resume data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Test {
    /// The test and the calls around it.
    pub(crate) on_way: u64,
    /// The test, whoever called the function that it is in.
    pub(crate) alone: u64,
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
