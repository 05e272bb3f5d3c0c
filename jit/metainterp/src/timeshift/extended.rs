//! Generating extensions: the run time that they call (`jitmodel::extension`).

use crate::codes::{Class, Row};
use crate::ends::TraceEnd;
use crate::step::{Interp, Vals};
use crate::timeshift::frame::word;
use crate::timeshift::state::Shifter;
use crate::timeshift::values::SBox;
use jitbackend::Memory;
use jitmodel::extension::{FUEL, LEFT, Operands, REFUSED};
use jitmodel::*;

/// Instructions that one piece may go through. (A bound: none of 59 guests comes to an eighth of it.)
pub(crate) const MAX_STEPS: usize = 400_000;

/// Functions that extensions call.
impl<'a, M: Memory> Shifter<'a, M> {
    /// Executes the instruction at a position: 0: it goes on at `next`, 1: at `other`, 2: elsewhere, or the piece ends.
    pub fn extended_step(&mut self, at: i64, next: i64, other: i64) -> i64 {
        let data = self.data;
        let depth = self.stack.frames.len();
        let top = self.stack.top_mut();
        top.pc = at as usize;
        self.extended.fuel = top.extra.words[word(FUEL)];
        if let Err(end) = crate::step::step(self, data) {
            self.extended.end = Some(end);
            return 2;
        }
        if self.ends() || self.stack.frames.len() != depth {
            return 2;
        }
        match self.stack.top().pc as i64 {
            pc if pc == next => 0,
            pc if pc == other => 1,
            _ => 2,
        }
    }
    /// Executes an instruction as [`Shifter::extended_step`] does; then the integer register is known,
    /// or else it goes on elsewhere.
    pub fn extended_step_known(&mut self, at: i64, next: i64, reg: i64) -> i64 {
        match self.extended_step(at, next, -1) {
            0 if self.extended_known(reg) == 0 => 2,
            answer => answer,
        }
    }
    /// The operands of an instruction, as the extension has them.
    #[inline]
    fn operands(&self, operands: i64) -> (Operands, &'a Row, Vals<SBox>) {
        let operands = Operands::unpack(operands);
        let row = &self.data.rows[operands.insn as usize];
        let top = self.stack.frames.len() - 1;
        let regs = row.args.iter().zip(operands.args);
        let args = regs.map(|(kind, reg)| self.frame_get(top, *kind, reg)).collect();
        (operands, row, args)
    }
    /// A pure operation, or a copy.
    pub fn extended_pure(&mut self, operands: i64, next: i64) -> i64 {
        let (operands, row, args) = self.operands(operands);
        self.stack.top_mut().pc = next as usize;
        let v = match row.class {
            Class::Pure(op) => self.pure(op, &args),
            _ => args[0],
        };
        if let Some(kind) = row.result {
            self.put(kind, operands.result, v);
        }
        goes_on(self, operands)
    }
    /// A read, a write, or an allocation.
    pub fn extended_memory(&mut self, operands: i64, descr: i64, at: i64, next: i64) -> i64 {
        let (operands, row, args) = self.operands(operands);
        let Class::Memory(op) = row.class else { unreachable!("the extension says so") };
        self.stack.top_mut().pc = next as usize;
        let dst = row.result.map(|kind| (kind, operands.result));
        let (data, descr) = (self.data, DescrRef(descr as u32));
        if let Err(end) = crate::step::memory(self, data, at as usize, op, &args, descr, dst) {
            self.extended.end = Some(end);
            return 2;
        }
        goes_on(self, operands)
    }
    /// A test: 0: it holds, and goes on at `next`, 1: it goes on at `other`, 2: elsewhere.
    pub fn extended_test(&mut self, operands: i64, next: i64, other: i64) -> i64 {
        let (_, row, args) = self.operands(operands);
        let top = self.stack.top_mut();
        top.pc = top.extra.live() + JitCode::LIVE_SIZE;
        let fuel = top.extra.words[word(FUEL)];
        if self.chooses() {
            self.extended.fuel = fuel;
            return 2;
        }
        self.stack.top_mut().pc = next as usize;
        let cond = match row.class {
            Class::Branch(op) => self.pure(op, &args),
            _ => args[0],
        };
        let holds = self.test(cond);
        if !holds {
            self.stack.top_mut().pc = other as usize;
        }
        match self.ends() {
            true => self.leave(),
            false => i64::from(!holds),
        }
    }
    fn leave(&mut self) -> i64 {
        self.extended.fuel = self.stack.top().extra.words[word(FUEL)];
        2
    }
    /// Says whether an integer register is known. Then its value is in the frame.
    pub fn extended_known(&mut self, reg: i64) -> i64 {
        let top = self.stack.frames.len() - 1;
        match self.frame_get(top, Kind::Int, reg as u8) {
            SBox::Op(..) => 0,
            v => {
                self.put(Kind::Int, reg as u8, v);
                1
            }
        }
    }
    /// The object in a reference register, if it is known; or null.
    pub fn extended_object(&self, reg: i64) -> i64 {
        let top = self.stack.frames.len() - 1;
        match self.frame_get(top, Kind::Ref, reg as u8) {
            SBox::Const(c) => self.word_of(c),
            SBox::Op(..) => 0,
        }
    }
}

fn goes_on<M: Memory>(shifter: &mut Shifter<'_, M>, operands: Operands) -> i64 {
    match shifter.ends() || operands.known && shifter.extended_known(operands.result.into()) == 0 {
        true => shifter.leave(),
        false => 0,
    }
}

impl<M: Memory> Shifter<'_, M> {
    /// Says whether the piece ends, or has to end soon.
    fn ends(&self) -> bool {
        self.stop.is_some()
            || self.abort.is_some()
            || self.meeting.arrived.is_some()
            || is_long(self)
    }
    /// Goes on by the extension of the innermost frame's code. None: there is none that can.
    pub(super) fn extend(&mut self, steps: &mut usize) -> Option<Result<(), TraceEnd>> {
        if !self.extended.on {
            return None;
        }
        let data = self.data;
        let top = self.stack.top_mut();
        let code = &data.jitcodes[top.jitcode];
        let extension = data.address(code.extension?);
        top.extra.make_room(code.num_regs[Kind::Int as usize] as usize);
        let fuel = (MAX_STEPS - *steps) as i64;
        top.extra.words[word(FUEL)] = fuel;
        let (frame, pc) = (top.extra.words.as_mut_ptr(), top.pc as i64);
        self.extended.fuel = fuel;
        let mem = self.mem;
        // SAFETY: the codewriter's address; the frame has all registers, and stays where it is as long as it is the innermost.
        let answer = unsafe { mem.extend(extension, (&raw mut *self).cast(), frame, pc) };
        match answer {
            REFUSED => return None,
            LEFT => {}
            pc => {
                let top = self.stack.top_mut();
                top.pc = pc as usize;
                self.extended.fuel = top.extra.words[word(FUEL)];
                // The rest of what may be executed is counted one by one.
                self.extended.on = self.extended.fuel > 0;
            }
        }
        self.extended.entered += 1;
        *steps += (fuel - self.extended.fuel.max(0)) as usize;
        Some(self.extended.end.take().map_or(Ok(()), Err))
    }
}

/// Says whether there are too many operations.
pub(crate) fn is_long<M: Memory>(shifter: &Shifter<'_, M>) -> bool {
    shifter.trace.ops.len() > shifter.extended.limit
}
