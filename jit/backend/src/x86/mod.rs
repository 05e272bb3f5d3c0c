//! Our own x86-64 code generator: one pass over the trace with a linear-scan register allocator.
//!
//! ## Frames
//! Code runs on the native stack, with `rbp` at a *frame* (words: saved registers, then spill slots) and `r14` at the
//! frame's reference slots, a block of the [`RootTable`] that the collector reads and updates. All frames have the same
//! size, so loops and bridges share one. A call that may collect stores which of the slots are alive.
//!
//! ## Exits
//! A guard is a conditional jump to a stub behind the trace's code, which loads the number of the exit and jumps to
//! common code that saves all registers into the frame and returns to [`X86Cpu::execute`]. That reads the fail args
//! from where the exit's table says. A bridge is compiled with its inputargs in exactly those places, and then the
//! guard's jump is patched to lead to it: values stay in their registers.

mod arena;
mod assemble;
mod direct;
mod encode;
mod floats;
mod regs;
mod sums;
#[cfg(test)]
mod tests;

use crate::growing::Growing;
use crate::roots::{FRAME_FORCE, FRAME_REFS, Region};
use crate::x86::assemble::state::{LabelSite, World};
use crate::{
    Asked, BackendError, CallAssembler, CallLeft, CodeInfo, Cpu, DeadFrame, Exit, FailId,
    RawMemory, RootTable, StackLimit,
};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use arena::Arena;
use assemble::Assembled;
use assemble::assemble;
use core::cell::{OnceCell, RefCell};
use direct::{Direct, Frames};
use encode::*;
use jitmodel::hash::FxHashMap;
use jitmodel::{ConstValue, Kind, RefConst, TokenId, Trace};
use regs::{Loc, REF_SLOTS, SAVED, SLOTS};

/// Words for outgoing stack arguments; one more keeps a callee's address.
pub(crate) const STACK_ARGS: usize = 63;

/// Added to the number of an exit that is a `finish`.
const FINISHED: u64 = 1 << 32;

/// Says where an exit's values are.
struct ExitInfo {
    exit: Exit,
    locs: Rc<[Option<Loc>]>,
    /// Displacements in the arena that lead to the exit, to be patched for a bridge.
    sites: Vec<usize>,
    /// For a `guard_value`: where the code behind it begins, and the register with the value.
    behind: Option<(usize, Gpr)>,
    /// For a `guard_not_forced`: places of its fail args during the call before it.
    held: Rc<[Option<Loc>]>,
}

impl Default for ExitInfo {
    fn default() -> Self {
        let (locs, held) = Default::default();
        ExitInfo { exit: Exit::Finish, locs, sites: Vec::new(), behind: None, held }
    }
}

/// A `guard_not_invalidated` that has not failed: no code until then.
struct Promise {
    /// The displacement in the arena of the jump that is to be made.
    site: usize,
    /// The number of the exit.
    exit: u32,
    /// Where the exit's stub is.
    stub: usize,
}

struct Entry {
    address: usize,
    kinds: Vec<Kind>,
}

#[derive(Default)]
struct State {
    entries: FxHashMap<TokenId, Entry>,
    labels: FxHashMap<TokenId, LabelSite>,
    exits: Vec<ExitInfo>,
    /// Numbers of exits that are gone.
    free_exits: Vec<u32>,
    by_fail: FxHashMap<FailId, u32>,
    /// Exits of each owner.
    owned_exits: FxHashMap<TokenId, Vec<u32>>,
    /// What each owner's code relies on.
    promises: FxHashMap<TokenId, Vec<Promise>>,
    /// Code of each owner: arena ranges.
    ranges: FxHashMap<TokenId, Vec<(usize, usize)>>,
    /// Labels of each owner.
    owned_labels: FxHashMap<TokenId, Vec<TokenId>>,
}

/// The frames of a thread that does not run.
pub struct ThreadFrames {
    region: Region,
    memory: &'static Growing,
}

impl ThreadFrames {
    /// Tells whether these are those of the first thread, where what belongs to no thread is.
    pub fn is_first(&self, cpu: &X86Cpu) -> bool {
        cpu.roots.is_main(&self.region)
    }
}

/// The generator as a [`Cpu`].
pub struct X86Cpu {
    mem: RawMemory,
    roots: Rc<RootTable>,
    arena: Arena,
    state: RefCell<State>,
    enter: u64,
    /// Positions at which guards and `finish` leave.
    leave: (usize, usize),
    frames: Frames,
    /// Frames of threads that have ended.
    unused: RefCell<Vec<ThreadFrames>>,
    direct: Direct,
    /// Boxed, since code holds its address.
    callee: Box<OnceCell<CallAssembler>>,
}

impl X86Cpu {
    /// A generator for code that works on `mem`.
    pub fn new(mem: RawMemory, roots: Rc<RootTable>) -> Result<Self, BackendError> {
        let arena = Arena::new()?;
        let mut c = Code::default();
        direct::emit_enter(&mut c);
        let (guard, finish) = direct::emit_leave(&mut c);
        let at = arena.reserve(c.pos())?;
        arena.write(at, &c.bytes);
        let enter = arena.address(at);
        let callee = Box::default();
        Ok(X86Cpu {
            mem,
            roots,
            arena,
            state: RefCell::default(),
            enter,
            leave: (at + guard, at + finish),
            frames: Frames::new(SAVED + SLOTS)?,
            unused: RefCell::default(),
            direct: Direct::default(),
            callee,
        })
    }

    /// Gives a child of this process code of its own from now on.
    pub fn keep_apart_at_fork(&'static self) {
        self.arena.keep_apart_at_fork();
    }

    /// Puts an assembled trace into the arena; returns its position, and what there is to say of it.
    fn install(
        &self,
        mut asm: Assembled,
        owner: TokenId,
        first_fail: FailId,
    ) -> Result<(usize, CodeInfo), BackendError> {
        let mut state = self.state.borrow_mut();
        let numbers: Vec<u32> = asm
            .exits
            .iter()
            .map(|_| {
                state.free_exits.pop().unwrap_or_else(|| {
                    state.exits.push(ExitInfo::default());
                    state.exits.len() as u32 - 1
                })
            })
            .collect();
        // Stubs: load the number of the exit, go to the common code. They stay near: guards whose jumps span megabytes made
        // loops up to a fifth slower (Sapphire Rapids).
        let mut c = core::mem::take(&mut asm.code);
        let (mut leaves, mut stubs) = (vec![], vec![]);
        for (&number, e) in numbers.iter().zip(&asm.exits) {
            let stub = c.pos();
            stubs.push(stub);
            for s in &e.sites {
                c.patch(*s, stub);
            }
            let number = number as u64;
            let finished = e.guard.is_none();
            c.mov_imm(R11, (number | if finished { FINISHED } else { 0 }) as i64);
            if finished && e.locs.is_empty() {
                c.mov_imm(RAX, 0);
            }
            let in_rax = finished && e.locs.len() <= 1;
            leaves.push((c.jmp(), if in_rax { self.leave.1 } else { self.leave.0 }));
        }
        let at = match self.arena.reserve(c.pos()) {
            Ok(at) => at,
            Err(error) => {
                state.free_exits.extend(numbers);
                return Err(error);
            }
        };
        let rel = |site: usize, target: usize| (target as i64 - (at + site + 4) as i64) as i32;
        for (s, target) in leaves {
            c.bytes[s..s + 4].copy_from_slice(&rel(s, target).to_le_bytes());
        }
        for (s, target) in &asm.external {
            c.bytes[*s..*s + 4].copy_from_slice(&rel(*s, *target).to_le_bytes());
        }
        self.arena.write(at, &c.bytes);
        for (&number, e) in numbers.iter().zip(asm.exits) {
            let exit = match e.guard {
                Some(g) => {
                    let id = FailId(first_fail.0 + g);
                    state.by_fail.insert(id, number);
                    Exit::Guard(id)
                }
                None => Exit::Finish,
            };
            let sites = e.sites.iter().map(|s| at + s).collect();
            let behind = e.behind.map(|(pos, r)| (at + pos, r));
            let (locs, held) = (e.locs.into(), e.held.into());
            state.exits[number as usize] = ExitInfo { exit, locs, sites, behind, held };
        }
        state.owned_exits.entry(owner).or_default().extend(&numbers);
        for (token, l) in asm.labels {
            state.labels.insert(token, LabelSite { address: at + l.address, ..l });
            state.owned_labels.entry(owner).or_default().push(token);
        }
        if !asm.promises.is_empty() {
            let promises = asm.promises.iter().map(|&(site, exit)| Promise {
                site: at + site,
                exit: numbers[exit],
                stub: at + stubs[exit],
            });
            state.promises.entry(owner).or_default().extend(promises);
        }
        state.ranges.entry(owner).or_default().push((at, c.pos()));
        let address = self.arena.address(at);
        Ok((at + asm.start, CodeInfo { address, size: c.pos(), offsets: asm.offsets }))
    }

    fn compile(
        &self,
        trace: &Trace,
        inputs: &[Loc],
        owner: TokenId,
        first_fail: FailId,
    ) -> Result<(usize, CodeInfo), BackendError> {
        if cfg!(debug_assertions) {
            trace.verify().map_err(BackendError::Internal)?;
        }
        let asm = {
            let state = self.state.borrow();
            let world = World {
                mem: &self.mem,
                owner,
                first_fail,
                roots: &self.roots,
                labels: &state.labels,
                callee: &raw const *self.callee as i64,
                direct: self.direct.routine.get().copied(),
                cell_word: &|cell| self.direct.cell_word(cell) as i64,
                countdown: &|cell| self.direct.countdown(cell) as i64,
            };
            assemble(trace, inputs, &world)?
        };
        self.install(asm, owner, first_fail)
    }

    /// Gives the address at which the frame of code begins that is entered now.
    #[inline]
    fn next_frame(&self) -> *mut i64 {
        match self.roots.innermost_frame() {
            innermost if innermost.is_null() => self.frames.start(),
            // In the frames' memory, or not used.
            innermost => innermost.wrapping_add(SAVED + SLOTS),
        }
    }

    /// Another thread is about to run: what belongs to the one that ran.
    pub fn leave_thread(&self) -> ThreadFrames {
        ThreadFrames { region: self.roots.leave(), memory: self.frames.current() }
    }

    /// Makes what belongs to a thread that has not run yet; `None`: there is no memory.
    pub fn new_thread(&self) -> Option<ThreadFrames> {
        if let Some(left) = self.unused.borrow_mut().pop() {
            return Some(left);
        }
        Some(ThreadFrames { region: RootTable::new_region()?, memory: self.frames.of_thread()? })
    }

    /// The thread with these frames runs.
    pub fn enter_thread(&self, frames: &ThreadFrames) {
        self.roots.enter(&frames.region);
        self.frames.exchange(frames.memory);
    }

    /// The thread that had these frames has ended.
    pub fn reuse(&self, frames: ThreadFrames) {
        self.unused.borrow_mut().push(frames);
    }

    /// The references in the frames of a thread that does not run; see [`RootTable::words_of`].
    pub fn references(&self, of: &ThreadFrames, rest: *mut *mut i64) -> (*mut i64, *mut i64) {
        self.roots.words_of(&of.region, rest)
    }

    /// The exit through which code left, and its values.
    ///
    /// # Safety
    /// `words` is the innermost frame, whose code just ended with this number.
    unsafe fn read_exit(&self, number: u64, words: *const i64, frame: &mut DeadFrame) {
        let state = self.state.borrow();
        let info = &state.exits[(number & !FINISHED) as usize];
        frame.exit = info.exit;
        // SAFETY: promised by the caller.
        let force = unsafe {
            self.read_places(&info.locs, words, &mut frame.values);
            *words.add(FRAME_FORCE)
        };
        frame.forced = if force < 0 { u32::try_from(-1 - force).ok() } else { None };
    }

    /// The values in these places of a frame.
    ///
    /// # Safety
    /// `words` is a frame.
    unsafe fn read_places(&self, places: &[Option<Loc>], words: *const i64, values: &mut Vec<i64>) {
        values.clear();
        // SAFETY: promised by the caller.
        let (word, reference) = unsafe {
            let refs = *words.add(FRAME_REFS) as *const i64;
            (move |n: usize| *words.add(n), move |n: usize| *refs.sub(n + 1))
        };
        for loc in places {
            values.push(match *loc {
                None => 0,
                Some(Loc::Reg(r)) => word(r.0 as usize),
                Some(Loc::Xmm(x)) => word(16 + x.0 as usize),
                Some(Loc::Slot(n)) => word(SAVED + n as usize),
                Some(Loc::RefSlot(n)) => reference(n as usize),
                Some(Loc::Const(k)) => self.roots.word(k),
                Some(Loc::RegPlus(r, by)) => word(r.0 as usize).wrapping_add(by.into()),
                Some(Loc::SlotPlus(n, by)) => word(SAVED + n as usize).wrapping_add(by.into()),
            });
        }
    }
}

impl Cpu for X86Cpu {
    type Mem = RawMemory;

    fn mem(&self) -> &RawMemory {
        &self.mem
    }

    fn roots(&self) -> &RootTable {
        &self.roots
    }

    fn name(&self) -> &'static str {
        "x86-64"
    }

    fn compile_loop(
        &self,
        trace: &Trace,
        entry: TokenId,
        first_fail: FailId,
    ) -> Result<CodeInfo, BackendError> {
        let inputs: Vec<Loc> = trace
            .inputargs
            .iter()
            .enumerate()
            .map(|(i, k)| match k {
                Kind::Ref => Loc::RefSlot(i as u32),
                _ => Loc::Slot(i as u32),
            })
            .collect();
        let refs = trace.inputargs.iter().rposition(|k| *k == Kind::Ref).map_or(0, |i| i + 1);
        if refs > REF_SLOTS || inputs.len() > SLOTS {
            return Err(BackendError::Unsupported("more inputs than a frame holds".into()));
        }
        let (at, info) = self.compile(trace, &inputs, entry, first_fail)?;
        let e = Entry { address: at, kinds: trace.inputargs.clone() };
        self.state.borrow_mut().entries.insert(entry, e);
        Ok(info)
    }

    fn compile_bridge(
        &self,
        fail: FailId,
        trace: &Trace,
        owner: TokenId,
        first_fail: FailId,
    ) -> Result<CodeInfo, BackendError> {
        let (number, locs) = {
            let state = self.state.borrow();
            let number = *state
                .by_fail
                .get(&fail)
                .ok_or_else(|| BackendError::Internal(format!("unknown guard {}", fail.0)))?;
            (number, state.exits[number as usize].locs.clone())
        };
        let inputs: Vec<Loc> = locs.iter().flatten().copied().collect();
        if inputs.len() != trace.inputargs.len() {
            let what = format!("bridge with {} inputs for {}", trace.inputargs.len(), inputs.len());
            return Err(BackendError::Internal(what));
        }
        let (at, info) = self.compile(trace, &inputs, owner, first_fail)?;
        for s in &self.state.borrow().exits[number as usize].sites {
            self.arena.patch(*s, at);
        }
        Ok(info)
    }

    /// Puts between the guard and where it leads a comparison that goes back behind the guard.
    fn admit(&self, fail: FailId, value: ConstValue, owner: TokenId) -> Result<(), BackendError> {
        let mut state = self.state.borrow_mut();
        let State { exits, by_fail, ranges, .. } = &mut *state;
        let exit = by_fail.get(&fail).and_then(|n| exits.get_mut(*n as usize));
        let Some((exit, (behind, r))) = exit.and_then(|e| e.behind.map(|b| (e, b))) else {
            return Err(BackendError::Unsupported("a further value for such a guard".into()));
        };
        let mut c = Code::default();
        match value {
            ConstValue::Ref(RefConst::Rooted(n)) => {
                c.mov_imm(R11, self.roots.slot_address(n) as i64);
                c.alu_load(Alu::Cmp, r, Mem::new(R11, 0));
            }
            value => {
                c.mov_imm(R11, self.roots.word(value));
                c.alu(Alu::Cmp, r, R11);
            }
        }
        let (passes, fails) = (c.jcc(Cond::E), c.jmp());
        let at = self.arena.reserve(c.pos())?;
        self.arena.write(at, &c.bytes);
        self.arena.patch(at + passes, behind);
        for &site in &exit.sites {
            self.arena.patch(at + fails, self.arena.target(site));
            self.arena.patch(site, at);
        }
        exit.sites = vec![at + fails];
        ranges.entry(owner).or_default().push((at, c.pos()));
        Ok(())
    }

    fn execute(&self, entry: TokenId, args: &[i64], frame: &mut DeadFrame) {
        let words = self.next_frame();
        assert!(self.frames.reach(words) || self.frames.has(words), "too many frames");
        // SAFETY: the frame is released below.
        let refs = unsafe { self.roots.push_frame(words) };
        // There was room for it when the caller asked.
        let refs = refs.expect("root blocks exhausted");
        let address = {
            let state = self.state.borrow();
            let e = state.entries.get(&entry).expect("a compiled entry");
            for (i, (a, k)) in args.iter().zip(&e.kinds).enumerate() {
                // SAFETY: in the frame.
                unsafe {
                    match k {
                        Kind::Ref => *refs.sub(i + 1) = *a,
                        _ => *words.add(SAVED + i) = *a,
                    }
                }
            }
            self.arena.address(e.address)
        };
        // SAFETY: in the frame.
        unsafe { *words.add(FRAME_FORCE) = 0 };
        // SAFETY: the code was generated for this frame layout; `enter` follows the C calling convention.
        unsafe {
            let enter: extern "C" fn(u64, *mut i64, *mut i64) -> u64 =
                core::mem::transmute(self.enter as usize);
            let number = enter(address, words, refs);
            self.read_exit(number, words, frame);
            self.roots.pop_frame(words);
        }
    }

    unsafe fn set_call_assembler(
        &self,
        callee: CallAssembler,
        left: CallLeft,
        limit: Option<StackLimit>,
    ) {
        let _ = self.callee.set(callee);
        let Some(limit) = limit else { return };
        let words = self.roots.frame_words();
        let (end, floor) = (self.frames.end(), self.roots.floor());
        let (c, start) = direct::emit(self, words, end, floor, limit);
        if let Ok(at) = self.arena.reserve(c.pos()) {
            self.arena.write(at, &c.bytes);
            let _ = self.direct.left.set(left);
            let _ = self.direct.routine.set(at + start);
        }
    }

    fn set_cell(&self, cell: u32, entry: Option<TokenId>) {
        let state = self.state.borrow();
        let entry = entry.and_then(|entry| state.entries.get(&entry));
        self.direct.set_cell(cell, entry.map_or(0, |e| self.arena.address(e.address)));
    }

    fn set_countdown(&self, cell: u32, times: i64) {
        self.direct.set_countdown(cell, times);
    }

    fn invalidate(&self, owner: TokenId) {
        // (Bridges that come later rely on what holds then.)
        let mut state = self.state.borrow_mut();
        for Promise { site, exit, stub } in state.promises.remove(&owner).unwrap_or_default() {
            self.arena.patch(site, stub);
            self.arena.write(site - 1, &[JMP]);
            state.exits[exit as usize].sites.push(site);
        }
    }

    fn free_loop(&self, owner: TokenId) {
        let mut state = self.state.borrow_mut();
        state.entries.remove(&owner);
        for (at, len) in state.ranges.remove(&owner).unwrap_or_default() {
            self.arena.release(at, len);
        }
        for t in state.owned_labels.remove(&owner).unwrap_or_default() {
            state.labels.remove(&t);
        }
        for number in state.owned_exits.remove(&owner).unwrap_or_default() {
            let info = core::mem::take(&mut state.exits[number as usize]);
            if let Exit::Guard(fail) = info.exit {
                state.by_fail.remove(&fail);
            }
            state.free_exits.push(number);
        }
        state.promises.remove(&owner);
        self.roots.free_live_maps(owner.0);
    }

    fn running(&self, add: &mut dyn FnMut(TokenId)) {
        self.roots.running(|owner| add(TokenId(owner)));
    }

    fn force(&self, token: i64, values: &mut Vec<i64>) -> Asked {
        if !self.roots.is_frame(token) {
            return Asked::Nobody;
        }
        let words = token as *const i64;
        // SAFETY: it is a frame.
        let force = unsafe { *words.add(FRAME_FORCE) };
        let fail = match u32::try_from(force - 1) {
            Ok(number) => FailId(number),
            Err(_) if force == 0 => return Asked::NotNow,
            Err(_) => return Asked::Nobody,
        };
        let state = self.state.borrow();
        let Some(exit) = state.by_fail.get(&fail) else { return Asked::NotNow };
        let held = &state.exits[*exit as usize].held;
        // SAFETY: as above; its code is in the call before this guard.
        unsafe { self.read_places(held, words, values) };
        Asked::At(fail)
    }

    fn set_forced(&self, token: i64, number: u32) {
        if self.roots.is_frame(token) {
            // SAFETY: it is a frame.
            unsafe { *(token as *mut i64).add(FRAME_FORCE) = -1 - i64::from(number) };
        }
    }

    fn has_room(&self) -> bool {
        self.roots.has_room() && self.frames.reach(self.next_frame())
    }

    fn code_size(&self) -> usize {
        self.arena.used()
    }
}
