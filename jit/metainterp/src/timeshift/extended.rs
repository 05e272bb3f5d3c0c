//! Generating extensions: the run time that they call, and the frames that they work on (`jitmodel::extension`).

use super::{MAX_STEPS, SBox, Shifter};
use crate::codes::{Class, Row};
use crate::jitprof::{Profile, add};
use crate::step::{Interp, Vals};
use crate::tracer::TraceEnd;
use alloc::vec::Vec;
use jitbackend::Memory;
use jitmodel::extension::{
    FUEL, LEFT, LIVE, Operands, REFUSED, REGISTER_SIZE, REGISTERS, known_of, value_of,
};
use jitmodel::*;

/// A word of a frame.
const fn word(offset: i64) -> usize {
    (offset / 8) as usize
}

/// Holds what is kept in a frame. Extensions know the form of its words.
#[derive(Debug)]
pub struct SFrame {
    words: Vec<i64>,
    /// References and floats.
    others: [Vec<SBox>; 2],
}

impl Default for SFrame {
    fn default() -> Self {
        SFrame { words: vec![0; word(REGISTERS)], others: [vec![], vec![]] }
    }
}

impl SFrame {
    /// Position of the last `-live-`.
    pub fn live(&self) -> usize {
        self.words[word(LIVE)] as usize
    }

    pub fn set_live(&mut self, pc: usize) {
        self.words[word(LIVE)] = pc as i64;
    }

    /// The number of reference registers that have a value.
    pub fn num_refs(&self) -> usize {
        self.others[0].len()
    }

    /// Reads a register. None: it has no value.
    pub fn get(&self, kind: Kind, reg: usize) -> Option<SBox> {
        match kind {
            Kind::Ref => self.others[0].get(reg).copied(),
            Kind::Float => self.others[1].get(reg).copied(),
            _ => {
                let reg = u8::try_from(reg).ok()?;
                let value = *self.words.get(word(value_of(reg)))?;
                Some(match self.words[word(known_of(reg))] {
                    0 => SBox::int(value),
                    op => SBox::Op(OpRef(op as u32 - 1), Kind::Int),
                })
            }
        }
    }

    /// Writes a register.
    pub fn put(&mut self, kind: Kind, reg: u8, v: SBox) {
        let (file, zero) = match kind {
            Kind::Ref => (&mut self.others[0], ConstValue::Ref(RefConst::Null)),
            Kind::Float => (&mut self.others[1], ConstValue::Float(0)),
            _ => {
                self.make_room(reg as usize + 1);
                let (known, value) = match v {
                    SBox::Const(ConstValue::Int(n)) => (0, n),
                    SBox::Op(op, _) => (i64::from(op.0) + 1, 0),
                    SBox::Const(_) => unreachable!("an integer register has integers"),
                };
                self.words[word(known_of(reg))] = known;
                self.words[word(value_of(reg))] = value;
                return;
            }
        };
        if file.len() <= reg as usize {
            file.resize(reg as usize + 1, SBox::Const(zero));
        }
        file[reg as usize] = v;
    }

    /// There are so many integer registers at least.
    fn make_room(&mut self, registers: usize) {
        let words = word(REGISTERS) + registers * word(REGISTER_SIZE);
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }
}

/// Holds what a piece has to do with extensions.
pub struct Extended {
    /// They are used.
    on: bool,
    /// Operations beyond which the piece is long.
    limit: usize,
    /// The piece came to an end in an extension.
    end: Option<TraceEnd>,
    /// Instructions that may still be executed, when the run time was called last.
    fuel: i64,
    entered: u64,
    /// Instructions that were interpreted.
    pub interpreted: u64,
}

impl Extended {
    pub fn new(on: bool, limit: usize) -> Extended {
        Extended { on, limit, end: None, fuel: 0, entered: 0, interpreted: 0 }
    }

    /// Adds to the statistics.
    pub fn tell(&mut self, prof: &Profile) {
        add(&prof.extended, core::mem::take(&mut self.entered));
        add(&prof.interpreted, core::mem::take(&mut self.interpreted));
    }
}

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
