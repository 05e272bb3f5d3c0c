//! Calls between compiled codes without the run time.
//!
//! `call_assembler` looks for the code of its cell in a word ([`Direct::cell_word`]), stores the arguments where that code expects its
//! inputs, and calls [`Direct::emit`]'s routine, which makes the new frame the innermost one and enters the code as
//! [`super::X86Cpu::execute`] does. The new frame begins behind the slots that the caller has in use. If the code
//! is left through a guard, the run time finishes the call ([`CallLeft`]). If there is no code, or the stack is nearly used up, the
//! routine says so, and the call goes through the run time.

use super::encode::*;
use super::{FINISHED, STACK_ARGS, X86Cpu};
use crate::growing::Growing;
use crate::roots::{FRAME_BASE, FRAME_FORCE, FRAME_PREVIOUS, FRAME_REFS, FRAME_SLOTS, FrameWords};
use crate::x86::floats;
use crate::{BackendError, CallLeft, DeadFrame, StackLimit};
use alloc::boxed::Box;
use core::cell::{Cell, OnceCell, RefCell};
use jitmodel::hash::FxHashMap;

/// Registers that enter and leave keep.
pub const KEPT: [Gpr; 6] = [RBP, RBX, R12, R13, R14, R15];
/// Bytes for outgoing stack arguments: seven words are on the stack; an even number more aligns it, less one.
pub const OUTGOING: i32 = 8 * (STACK_ARGS + 2) as i32;
/// Maximum number of frames at a time.
const MAX_FRAMES: usize = 1 << 15;
/// Number of frames for which there must be room when code is entered: code that is called there may enter the code
/// of others.
const SPARE: usize = 4;

/// Memory for frames of the thread that runs: words of one after the other.
pub struct Frames {
    memory: Cell<&'static Growing>,
    bytes: usize,
    /// Code that is called directly may have a frame below this address.
    end: Cell<u64>,
}

impl Frames {
    /// Memory for frames of so many words.
    pub fn new(frame_words: usize) -> Result<Frames, BackendError> {
        let bytes = frame_words * 8;
        let memory = Cell::new(Self::memory(bytes).ok_or(BackendError::OutOfMemory)?);
        let frames = Frames { memory, bytes, end: Cell::new(0) };
        frames.set_end();
        Ok(frames)
    }

    /// Memory for the frames of a thread. It lives as long as the process.
    fn memory(bytes: usize) -> Option<&'static Growing> {
        Growing::new(0, MAX_FRAMES * bytes).map(|memory| &*Box::leak(Box::new(memory)))
    }

    /// Memory for those of another thread; `None`: there is none.
    pub fn of_thread(&self) -> Option<&'static Growing> {
        Self::memory(self.bytes)
    }

    /// The thread of this memory runs.
    pub fn exchange(&self, memory: &'static Growing) {
        self.memory.set(memory);
        self.set_end();
    }

    /// The memory of the thread that runs.
    pub fn current(&self) -> &'static Growing {
        self.memory.get()
    }

    fn set_end(&self) {
        self.end.set((self.memory.get().end() - (1 + SPARE) * self.bytes) as u64);
    }

    /// The first frame's address.
    pub fn start(&self) -> *mut i64 {
        self.memory.get().start() as *mut i64
    }

    /// The word with the address below which frames may be.
    pub fn end(&self) -> *const u64 {
        self.end.as_ptr()
    }

    /// Says whether there is a frame at this address, and room for some more. Memory is taken for them if it has
    /// to be.
    #[inline]
    pub fn reach(&self, frame: *mut i64) -> bool {
        (frame as u64) < self.end.get() || self.grow(frame as usize)
    }

    #[cold]
    fn grow(&self, frame: usize) -> bool {
        let grown = self.memory.get().reach_up(frame + (2 + SPARE) * self.bytes);
        self.set_end();
        grown
    }

    /// Says whether there is a frame at this address.
    pub fn has(&self, frame: *mut i64) -> bool {
        frame as usize + self.bytes <= self.memory.get().end()
    }
}

/// Holds what direct calls need.
#[derive(Default)]
pub struct Direct {
    /// Words with the address of each cell's code, or 0; boxed, since code holds their addresses.
    cells: RefCell<FxHashMap<u32, Box<Cell<u64>>>>,
    /// Rest of each cell's countdown.
    countdowns: RefCell<FxHashMap<u32, Box<Cell<i64>>>>,
    /// Position of the routine in the arena.
    pub routine: OnceCell<usize>,
    /// Function that finishes calls.
    pub left: OnceCell<CallLeft>,
}

impl Direct {
    /// The word of a cell.
    pub fn cell_word(&self, cell: u32) -> *const u64 {
        self.cells.borrow_mut().entry(cell).or_default().as_ptr()
    }

    /// The word with a cell's countdown.
    pub fn countdown(&self, cell: u32) -> *const i64 {
        self.countdowns.borrow_mut().entry(cell).or_default().as_ptr()
    }

    /// Sets it.
    pub fn set_countdown(&self, cell: u32, times: i64) {
        self.countdowns.borrow_mut().entry(cell).or_default().set(times);
    }

    /// Sets the address of a cell's code, 0 for none.
    pub fn set_cell(&self, cell: u32, address: u64) {
        self.cells.borrow_mut().entry(cell).or_default().set(address);
    }
}

/// Enters code: its address is in r11. `rbp` and `r14` become those of its frame. `leave` code undoes the pushes and returns.
fn enter(c: &mut Code, frame: Gpr, refs: impl Fn(&mut Code)) {
    KEPT.iter().for_each(|r| c.push(*r));
    c.alu_imm(Alu::Sub, RSP, OUTGOING);
    refs(c);
    c.mov(RBP, frame);
}

/// `enter(code: rdi, frame: rsi, behind the reference slots: rdx)`, for [`X86Cpu::execute`].
pub fn emit_enter(c: &mut Code) {
    enter(c, RSI, |c| c.mov(R14, RDX));
    c.jmp_reg(RDI);
}

/// The ways out: positions for guards (all registers are saved, the number of the exit is in r11) and for `finish` (the result is in rax).
pub fn emit_leave(c: &mut Code) -> (usize, usize) {
    let guard = c.pos();
    for r in super::assemble::saved_registers() {
        c.store(Mem::new(RBP, 8 * r.0 as i32), r);
    }
    for x in 0..15u8 {
        floats::storesd(c, Mem::new(RBP, 8 * (16 + x as i32)), Xmm(x));
    }
    let site = c.jmp();
    let finish = c.pos();
    c.store(Mem::new(RBP, 8 * RAX.0 as i32), RAX);
    let here = c.pos();
    c.patch(site, here);
    c.mov(RAX, R11);
    c.alu_imm(Alu::Add, RSP, OUTGOING);
    KEPT.iter().rev().for_each(|r| c.pop(*r));
    c.ret();
    (guard, finish)
}

/// A guard failed in code that was called directly: the rest of the call. The frame is released before.
extern "C" fn finish_call(cpu: *const X86Cpu, number: u64, frame: *mut i64) -> i64 {
    // SAFETY: the generator outlives its code and stays where it is, as `set_call_assembler` demands.
    let cpu = unsafe { &*cpu };
    let mut dead = DeadFrame::default();
    // SAFETY: the innermost frame, which just ended.
    unsafe {
        cpu.read_exit(number, frame, &mut dead);
        cpu.roots.pop_frame(frame);
    }
    let left = cpu.direct.left.get().expect("said together with the routine");
    left(&mut dead)
}

/// The routine: code in r11, new frame in rax. Afterwards r11 is 1 and the result in rax, or r11 is 0.
pub fn emit(
    cpu: *const X86Cpu,
    words: FrameWords,
    frames_end: *const u64,
    refs_floor: *const u64,
    limit: StackLimit,
) -> (Code, usize) {
    let frame_base = |frame| Mem::new(frame, 8 * FRAME_BASE as i32);
    let mut c = Code::default();
    let inner = c.pos();
    enter(&mut c, RAX, |c| {
        c.load(R14, frame_base(RBP));
        c.store(Mem::new(RAX, 8 * FRAME_REFS as i32), R14);
        c.lea(RCX, Mem::new(R14, -8 * FRAME_SLOTS as i32));
        c.store(frame_base(RAX), RCX);
        c.mov_imm(RDX, words.base as i64);
        c.store(Mem::new(RDX, 0), RCX);
    });
    c.jmp_reg(R11);
    let start = c.pos();
    let mut refused = vec![];
    c.mov_imm(RCX, limit.word as i64);
    c.load(RCX, Mem::new(RCX, 0));
    c.alu(Alu::Cmp, RSP, RCX);
    refused.push(c.jcc(Cond::B));
    c.mov_imm(RCX, refs_floor as i64);
    c.load(RDX, frame_base(RBP));
    c.alu_load(Alu::Cmp, RDX, Mem::new(RCX, 0));
    refused.push(c.jcc(Cond::B));
    c.mov_imm(RCX, frames_end as i64);
    c.alu_load(Alu::Cmp, RAX, Mem::new(RCX, 0));
    refused.push(c.jcc(Cond::Ae));
    c.store(Mem::new(RAX, 8 * FRAME_PREVIOUS as i32), RBP);
    c.store_imm(Mem::new(RAX, 8 * FRAME_FORCE as i32), 0, 8);
    c.mov_imm(RCX, words.innermost as i64);
    c.store(Mem::new(RCX, 0), RAX);
    c.alu_imm(Alu::Sub, RSP, 8);
    c.call(inner);
    c.mov_imm(RCX, words.innermost as i64);
    c.load(RDX, Mem::new(RCX, 0));
    c.mov(R8, RAX);
    c.shift_imm(5, R8, FINISHED.trailing_zeros() as u8);
    c.test(R8);
    let guard = c.jcc(Cond::E);
    c.store(Mem::new(RCX, 0), RBP);
    c.load(R8, frame_base(RBP));
    c.mov_imm(RCX, words.base as i64);
    c.store(Mem::new(RCX, 0), R8);
    c.load(RAX, Mem::new(RDX, 8 * RAX.0 as i32));
    let done = c.pos();
    c.mov_imm(R11, 1);
    c.alu_imm(Alu::Add, RSP, 8);
    c.ret();
    let here = c.pos();
    c.patch(guard, here);
    c.mov_imm(RDI, cpu as i64);
    c.mov(RSI, RAX);
    c.mov_imm(R11, finish_call as *const () as i64);
    c.call_reg(R11);
    let site = c.jmp();
    c.patch(site, done);
    let here = c.pos();
    refused.into_iter().for_each(|site| c.patch(site, here));
    c.alu(Alu::Xor, R11, R11);
    c.ret();
    (c, start)
}
