//! The state of the assembler of one trace.

use crate::roots::SlotSet;
use crate::x86::encode::*;
use crate::x86::regs::{Loc, Regs, Save};
use crate::{BackendError, FailId, RawMemory};
use ::alloc::vec::Vec;
use jitmodel::ArrayDescr;
use jitmodel::Kind;
use jitmodel::Op;
use jitmodel::OpRef;
use jitmodel::TokenId;
use jitmodel::Trace;
use jitmodel::hash::FxHashMap;

pub(crate) type Res<T> = Result<T, BackendError>;

/// A place where code leaves the trace.
pub struct ExitSite {
    /// The guard's number in the trace, or None for `finish` and allocations without memory.
    pub guard: Option<u32>,
    /// Positions of the displacements that lead to the exit's stub.
    pub sites: Vec<usize>,
    /// Places of the fail args (or finish arguments).
    pub locs: Vec<Option<Loc>>,
    /// For a `guard_value`: where the code behind it begins, and the register with the value.
    pub behind: Option<(usize, Gpr)>,
    /// For a `guard_not_forced`: places of the fail args during the call before it.
    pub held: Vec<Option<Loc>>,
}

impl ExitSite {
    /// Makes the site of an exit that is no guard.
    pub fn unguarded(sites: Vec<usize>, locs: Vec<Option<Loc>>) -> Self {
        ExitSite { guard: None, sites, locs, behind: None, held: vec![] }
    }
}

/// A label in the code.
#[derive(Clone)]
pub struct LabelSite {
    /// Position in the arena.
    pub address: usize,
    /// Places where its arguments are expected.
    pub locs: Vec<Loc>,
}

/// Holds what the generator needs to know of the world.
pub struct World<'a> {
    /// Memory layout and services.
    pub mem: &'a RawMemory,
    /// The loop or bridge that the code belongs to.
    pub owner: TokenId,
    /// The number of the trace's first guard.
    pub first_fail: FailId,
    /// Roots, for constants.
    pub roots: &'a crate::RootTable,
    /// Labels compiled before.
    pub labels: &'a FxHashMap<TokenId, LabelSite>,
    /// Address of what `call_assembler` calls, for [`call_assembler_helper`].
    pub callee: i64,
    /// Position of the routine for direct calls, if there is one.
    pub direct: Option<usize>,
    /// The address of the word with the code of a cell.
    pub cell_word: &'a dyn Fn(u32) -> i64,
    /// The address of the word with a cell's countdown.
    pub countdown: &'a dyn Fn(u32) -> i64,
}

/// Says when a comparison that is in the flags is true.
#[derive(Clone, Copy)]
pub(crate) enum Test {
    If(Cond),
    /// Floats: equal, and neither is NaN.
    OrderedEqual,
    /// Floats: different, or one is NaN.
    NotEqual,
}

pub(crate) struct Asm<'a> {
    pub(crate) c: Code,
    pub(crate) regs: Regs<'a>,
    pub(crate) trace: &'a Trace,
    pub(crate) world: &'a World<'a>,
    pub(crate) exits: Vec<ExitSite>,
    pub(crate) labels: Vec<(TokenId, LabelSite)>,
    pub(crate) external: Vec<(usize, usize)>,
    pub(crate) promises: Vec<(usize, usize)>,
    /// Reference slots that the labels it jumps to want.
    pub(crate) jump_slots: u32,
    /// The comparison just before, left in the flags: (its result, condition for true).
    pub(crate) flags: Option<(OpRef, Test)>,
    /// The result just before whose being zero is in the flags.
    pub(crate) zero: Option<OpRef>,
    /// Values that are nowhere: where the guard that comes next fails they are known, and nobody else needs them.
    pub(crate) at_exit: Vec<(OpRef, i64)>,
    /// Condition of the overflow operation just before.
    pub(crate) overflow: bool,
    /// The end of a guard that is one conditional jump, which nothing jumps across.
    pub(crate) inverts: Option<usize>,
    /// Allocations that are made together.
    pub(crate) groups: Vec<Option<Member>>,
    pub(crate) fresh: Vec<Fresh>,
    /// Objects that need no write barrier.
    pub(crate) young: Vec<OpRef>,
    /// The last array whose item needed a write barrier, while nothing is allocated.
    pub(crate) only_stores: Option<ArrayDescr>,
    pub(crate) allocates: bool,
    /// Places of the fail args of the `guard_not_forced` that comes next, during the call.
    pub(crate) held: Vec<Option<Loc>>,
    pub(crate) slow: Vec<SlowCall>,
    pub(crate) slow_assembler: Vec<SlowAssembler>,
}

pub(crate) fn no_token(op: &Op) -> BackendError {
    BackendError::Internal(format!("{} without its token", op.opnum))
}

/// A small object of known size: one of several that are allocated at once.
#[derive(Clone, Copy)]
pub struct Member {
    /// The operation that allocates the first one.
    pub(crate) leader: usize,
    /// Distance from it.
    pub(crate) offset: u32,
    /// Bytes of all, for the first one.
    pub(crate) total: u32,
}

impl Member {
    /// The operation that makes room for the group.
    pub fn leader(&self) -> usize {
        self.leader
    }
    /// Says whether the operation makes room for the group.
    pub fn collects(&self, i: usize) -> bool {
        self.leader == i
    }
}

/// Says what the trace has allocated, and where it is not known to be zero.
pub struct Fresh {
    pub(crate) object: OpRef,
    /// Ranges that were written, or will be.
    pub(crate) written: Vec<(u32, u32)>,
}

/// A call that stands behind the trace's code.
pub(crate) struct SlowCall {
    /// Jumps to it.
    pub(crate) sites: Vec<usize>,
    /// Position that it goes back to.
    pub(crate) back: usize,
    pub(crate) saves: Vec<Save>,
    pub(crate) live: Option<SlotSet>,
    pub(crate) target: Loc,
    pub(crate) args: Vec<(Loc, Kind)>,
    pub(crate) to: Option<Gpr>,
    pub(crate) lacking: Option<usize>,
}

impl SlowCall {
    /// Another jump leads to it.
    pub(super) fn also_from(&mut self, site: usize) {
        self.sites.push(site);
    }
}

/// A `call_assembler` that cannot be made directly. It stands behind the trace's code.
pub(crate) struct SlowAssembler {
    /// Jumps to it.
    pub(crate) sites: Vec<usize>,
    /// Position that it goes back to.
    pub(crate) back: usize,
    pub(crate) cell: u32,
    /// Places where the arguments wait.
    pub(crate) args: Vec<Mem>,
    pub(crate) live: SlotSet,
}
