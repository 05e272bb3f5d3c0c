//! Frames of pieces, in the form that generating extensions know (`jitmodel::extension`).

use crate::ends::TraceEnd;
use crate::jitprof::{Profile, add};
use crate::timeshift::values::SBox;
use alloc::vec::Vec;
use jitmodel::extension::{LIVE, REGISTER_SIZE, REGISTERS, known_of, value_of};
use jitmodel::*;

/// A word of a frame.
pub(crate) const fn word(offset: i64) -> usize {
    (offset / 8) as usize
}

/// Holds what is kept in a frame. Extensions know the form of its words.
#[derive(Debug)]
pub struct SFrame {
    pub(crate) words: Vec<i64>,
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
    pub(crate) fn make_room(&mut self, registers: usize) {
        let words = word(REGISTERS) + registers * word(REGISTER_SIZE);
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }
}

/// Holds what a piece has to do with extensions.
pub struct Extended {
    /// They are used.
    pub(crate) on: bool,
    /// Operations beyond which the piece is long.
    pub(crate) limit: usize,
    /// The piece came to an end in an extension.
    pub(crate) end: Option<TraceEnd>,
    /// Instructions that may still be executed, when the run time was called last.
    pub(crate) fuel: i64,
    pub(crate) entered: u64,
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
