//! Lifetime of compiled code.
//!
//! A *generation* passes with each trace that is begun. A loop that nothing entered for `loop_longevity` generations is freed, with its
//! bridges: code, resume data, constants. These keep a loop alive as well:
//! * its code runs: a frame of it waits for a call to return ([`Cpu::running`]);
//! * a bridge of it is being traced;
//! * code that lives jumps to it, or calls its cell.
//!
//! Code that was invalidated lives only as long as it runs. Numbers of guards are given away again.
//!
//! A cell without code that was not reached for as long goes as well, and the objects in its key. What names a cell by its number keeps
//! it: the code of a loop, a trace that is open ([`crate::belongings::MemoryManager::hold`]), a further cell of the same greens.

use crate::compiled::LoopInfo;
use crate::jit::state::{Jit, forget_watches, num_watches};
use crate::jitprof::add;
use crate::warmstate::{GreenWords, JitCell, Params, WarmState};
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::{Cpu, FailId};
use jitmodel::hash::FxHashSet;
use jitmodel::{ResOp, TokenId, Trace};

/// Minimum number of generations for which a cell stays: what attempts to trace it have taught is of use for the next one. So long
/// is the time between two removals of cells, and that until it is told of a loop whether it was worth being compiled. (Measured on
/// 59 guests: 12 and 1600 give the same code. It is for programs that make code all the time, as those that evaluate texts.)
const LEAST_LONGEVITY: u64 = 100;

impl<C: Cpu> Jit<C> {
    /// A trace is begun.
    pub(crate) fn next_generation(&self) {
        let memory = &self.memory;
        let now = memory.generation.get() + 1;
        memory.generation.set(now);
        self.warm.borrow_mut().generation = now;
        let longevity = self.warm.borrow().params.loop_longevity;
        if longevity > 0 && now >= memory.next_check.get() {
            memory.next_check.set(now + (longevity as u64).isqrt().max(1));
            free_old_loops(self, longevity as u64);
        }
        if now >= memory.next_removal.get() {
            memory.next_removal.set(now + LEAST_LONGEVITY);
            let longevity = match longevity {
                ..=0 => Params::default().loop_longevity,
                longevity => longevity,
            };
            judge_loops(self);
            remove_cells(self, (longevity as u64).max(LEAST_LONGEVITY));
        }
    }
    /// The cell of a green key, for the trace that is open.
    pub(crate) fn cell_for<W: GreenWords + ?Sized>(&self, jd: usize, words: &W) -> Option<usize> {
        let (mem, memory) = (self.cpu.mem(), &self.memory);
        let cell = self.warm.borrow_mut().cell_for(mem, &self.roots, &self.data, jd, words)?;
        if memory.holding.get() > 0 {
            let mut held = memory.held.borrow_mut();
            if held.last() != Some(&cell) {
                held.push(cell);
            }
        }
        Some(cell)
    }
    /// Root slots belong to the code of `owner`.
    pub(crate) fn constants_belong(&self, owner: TokenId, slots: impl IntoIterator<Item = u32>) {
        if let Some(info) = self.by_entry.borrow().get(&owner) {
            info.belongings.consts.borrow_mut().extend(slots);
        }
    }
    /// Nothing was compiled: constants that the optimiser made are not needed.
    pub(crate) fn forget_constants(&self) {
        let slots = core::mem::take(&mut *self.memory.pending.borrow_mut());
        slots.into_iter().for_each(|slot| self.roots.release(slot));
    }
    /// A cell has no code any more: nothing enters it from now on.
    pub(crate) fn forget_entry(&self, warm: &mut WarmState, cell: usize) {
        warm.cell_mut(cell).entry = None;
        self.cpu.set_cell(cell as u32, None);
    }
    fn free(&self, info: &LoopInfo) {
        let own = &info.belongings;
        judge(self, info, false);
        forget_watches(self, info);
        self.meetings.borrow_mut().forget(info.entry);
        {
            let mut warm = self.warm.borrow_mut();
            if warm.cell(info.cell).entry == Some(info.entry) {
                self.forget_entry(&mut warm, info.cell);
                let cell = warm.cell_mut(info.cell);
                cell.count = 0;
                cell.freed += 1;
            }
        }
        self.unpacked.borrow_mut().forget_code(info.cell, info.entry);
        self.cpu.free_loop(info.entry);
        self.by_entry.borrow_mut().remove(&info.entry);
        let mut labels = self.memory.labels.borrow_mut();
        own.labels.borrow().iter().for_each(|label| {
            labels.remove(label);
        });
        let mut fails = self.fails.borrow_mut();
        for (first, count) in own.guards.take() {
            for fail in &mut fails[first as usize..(first + count) as usize] {
                *fail = self.no_guard.clone();
            }
            free_guard_numbers(self, FailId(first), count as usize);
        }
        own.consts.take().into_iter().for_each(|slot| self.roots.release(slot));
        add(&self.prof.freed_loops, 1);
        add(&self.prof.freed_bridges, own.bridges.get());
    }
    /// Cells and watched quasi-immutable fields, for tests.
    pub fn kept(&self) -> (usize, usize) {
        (self.warm.borrow().cells_in_use(), num_watches(self))
    }
    /// Numbers of what is there, for tests: loops, guards, root slots.
    pub fn census(&self) -> (usize, usize, usize) {
        let guards = self.fails.borrow().iter().filter(|f| !Rc::ptr_eq(f, &self.no_guard)).count();
        (self.loops.borrow().len(), guards, self.roots.slots_in_use())
    }
}

/// Removes the cells that nothing names and that were not reached for so long.
fn remove_cells<C: Cpu>(jit: &Jit<C>, longevity: u64) {
    let (now, mut warm) = (jit.memory.generation(), jit.warm.borrow_mut());
    let young =
        |cell: &JitCell| cell.entry.is_some() || cell.tracing > 0 || cell.used + longevity > now;
    let cells = 0..warm.cells_end();
    let mut keep: Vec<bool> = cells.map(|cell| young(warm.cell(cell))).collect();
    jit.memory.held.borrow().iter().for_each(|&cell| keep[cell] = true);
    for info in jit.loops.borrow().iter() {
        keep[info.cell] = true;
        info.belongings.calls.borrow().iter().for_each(|&cell| keep[cell] = true);
    }
    jit.unpacked.borrow_mut().keep(&mut keep);
    let goes = (0..keep.len()).any(|cell| !keep[cell] && warm.cell(cell).in_use());
    if goes {
        jit.unpacked.borrow_mut().forget(&keep);
        warm.remove_cells(&jit.roots, &keep);
    }
}

/// Tells of each loop that is old enough for it whether it was worth compiling.
fn judge_loops<C: Cpu>(jit: &Jit<C>) {
    let now = jit.memory.generation();
    let loops = jit.loops.borrow();
    let old = |info: &&Rc<LoopInfo>| {
        !info.belongings.judged.get() && info.belongings.born.get() + LEAST_LONGEVITY <= now
    };
    let old: Vec<&Rc<LoopInfo>> = loops.iter().filter(old).collect();
    if old.is_empty() {
        return;
    }
    let mut wanted: FxHashSet<TokenId> = jit.memory.open.borrow().iter().copied().collect();
    jit.cpu.running(&mut |owner| {
        wanted.insert(owner);
    });
    let mut called: FxHashSet<usize> = FxHashSet::default();
    for info in loops.iter() {
        wanted.extend(info.belongings.jumps.borrow().iter());
        called.extend(info.belongings.calls.borrow().iter());
    }
    for info in old {
        judge(jit, info, wanted.contains(&info.entry) || called.contains(&info.cell));
    }
}

/// Decides whether a loop was worth compiling.
fn judge<C: Cpu>(jit: &Jit<C>, info: &LoopInfo, wanted: bool) {
    let mut warm = jit.warm.borrow_mut();
    let JitCell { entry, used, jd, shaped, .. } = *warm.cell(info.cell);
    if !info.belongings.judged.replace(true) && !shaped && entry == Some(info.entry) {
        warm.judge(jd, wanted || used > 0);
    }
}

/// Numbers for so many guards. They are the trace's once it is registered.
pub(crate) fn guard_numbers<C: Cpu>(jit: &Jit<C>, count: usize) -> FailId {
    let mut free = jit.memory.free_guards.borrow_mut();
    let count = count as u32;
    if let Some(n) = free.iter().position(|range| range.1 >= count) {
        let (first, have) = free[n];
        if have > count {
            free[n] = (first + count, have - count);
        } else {
            free.swap_remove(n);
        }
        return FailId(first);
    }
    let mut fails = jit.fails.borrow_mut();
    let first = fails.len() as u32;
    fails.resize(first as usize + count as usize, jit.no_guard.clone());
    FailId(first)
}

/// They were not used, or are not any more.
pub(crate) fn free_guard_numbers<C: Cpu>(jit: &Jit<C>, first: FailId, count: usize) {
    if count > 0 {
        jit.memory.free_guards.borrow_mut().push((first.0, count as u32));
    }
}

/// A compiled trace belongs to a loop.
pub(crate) fn belongs<C: Cpu>(
    jit: &Jit<C>,
    info: &LoopInfo,
    trace: &Trace,
    first: FailId,
    guards: usize,
) {
    let own = &info.belongings;
    own.born.set(jit.memory.generation());
    own.guards.borrow_mut().push((first.0, guards as u32));
    own.consts.borrow_mut().append(&mut jit.memory.pending.borrow_mut());
    let mut labels = jit.memory.labels.borrow_mut();
    for op in &trace.ops {
        match (op.opnum, op.token()) {
            (ResOp::Label, Some(label)) => {
                labels.insert(label, info.entry);
                own.labels.borrow_mut().push(label);
            }
            (ResOp::Jump, Some(label)) => {
                if let Some(&owner) = labels.get(&label).filter(|o| **o != info.entry) {
                    own.jumps.borrow_mut().insert(owner);
                }
            }
            (op, Some(cell)) if op.is_call_assembler() => {
                own.calls.borrow_mut().insert(cell.0 as usize);
            }
            _ => {}
        }
    }
}

/// Notes what belongs to a bridge.
pub(crate) fn bridge_belongs<C: Cpu>(
    jit: &Jit<C>,
    owner: TokenId,
    trace: &Trace,
    first: FailId,
    guards: usize,
) {
    let info = jit.by_entry.borrow().get(&owner).cloned();
    if let Some(info) = info {
        belongs(jit, &info, trace, first, guards);
        add(&info.belongings.bridges, 1);
    }
}

/// The code needs that of `other`, or its constants.
pub(crate) fn needs(info: &LoopInfo, other: TokenId) {
    info.belongings.jumps.borrow_mut().insert(other);
}

/// The code must not be entered any more.
fn mark_invalid(info: &LoopInfo) {
    info.belongings.invalid.set(true);
}

fn free_old_loops<C: Cpu>(jit: &Jit<C>, longevity: u64) {
    let now = jit.memory.generation();
    let mut work: Vec<TokenId> = jit.memory.open.borrow().clone();
    jit.cpu.running(&mut |owner| work.push(owner));
    {
        let warm = jit.warm.borrow();
        for info in jit.loops.borrow().iter() {
            let cell = warm.cell(info.cell);
            let used = match cell.entry == Some(info.entry) {
                true => cell.used.max(info.belongings.born.get()),
                false => info.belongings.born.get(),
            };
            if used + longevity > now && !info.belongings.invalid.get() {
                work.push(info.entry);
            }
        }
    }
    let mut alive: FxHashSet<TokenId> = FxHashSet::default();
    while let Some(owner) = work.pop() {
        if !alive.insert(owner) {
            continue;
        }
        let by_entry = jit.by_entry.borrow();
        let Some(info) = by_entry.get(&owner) else { continue };
        work.extend(info.belongings.jumps.borrow().iter());
        let warm = jit.warm.borrow();
        let calls = info.belongings.calls.borrow();
        work.extend(calls.iter().filter_map(|&cell| warm.cell(cell).entry));
    }
    let dead = |info: &Rc<LoopInfo>| !alive.contains(&info.entry);
    if !jit.loops.borrow().iter().any(&dead) {
        return;
    }
    let dead: Vec<Rc<LoopInfo>> =
        jit.loops.borrow_mut().extract_if(.., |info| dead(info)).collect();
    dead.iter().for_each(|info| jit.free(info));
}

/// Code is not entered or continued any more.
pub(crate) fn give_up_code<C: Cpu>(jit: &Jit<C>, owner: TokenId) {
    jit.cpu.invalidate(owner);
    let info = jit.by_entry.borrow().get(&owner).cloned();
    if let Some(info) = info {
        mark_invalid(&info);
        let mut warm = jit.warm.borrow_mut();
        // The loop of virtualizables has another entry.
        if warm.cell(info.cell).entry == Some(owner) || !info.vable.is_empty() {
            jit.forget_entry(&mut warm, info.cell);
        }
    }
}
