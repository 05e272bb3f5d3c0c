//! Agreement of generating extensions and the timeshifter.
//!
//! The *generating extension* of a jitcode is a function of the program, compiled ahead of time. It goes through the code as the
//! timeshifter does: what is green it computes, and jumps on; for what is red it calls the run time, which emits.
//!
//! ```text
//! word extension_NAME(address of the timeshifter, address of the innermost frame, position)
//! ```
//!
//! It runs from a position of the innermost frame's code until frames change, or the piece of code ends. Its variables are the
//! integer registers of that frame, so the run time and the interpreter of jitcode can take over anywhere.
//!
//! A frame begins with two words, behind which each integer register has two more.

/// Offset in the frame: position of the last `-live-`.
pub const LIVE: i64 = 0;
/// Offset in the frame: instructions that may still be executed.
pub const FUEL: i64 = 8;
/// Offset in the frame: the registers.
pub const REGISTERS: i64 = 16;
/// Size of a register: 0 if the value is known, or else 1 + the number of the operation that gives it; then the value.
pub const REGISTER_SIZE: i64 = 16;

/// Offset of the value of a register.
pub fn value_of(reg: u8) -> i64 {
    known_of(reg) + 8
}

/// Offset of the word that tells whether it is known.
pub fn known_of(reg: u8) -> i64 {
    REGISTERS + REGISTER_SIZE * i64::from(reg)
}

/// Answer of an extension: the run time knows where to go on, or why not. Answers that are not negative are positions to go on
/// at, of the same frame.
pub const LEFT: i64 = -1;
/// Answer of an extension: it cannot begin at the position, or not with what is known. Nothing was done.
pub const REFUSED: i64 = -2;

/// The function that executes the instruction at a position: of the timeshifter, the position, the position behind
/// it, and the one that it may jump to (or -1). Answers 0 and 1 say at which of the two to go on; 2: see [`LEFT`].
pub const STEP: &str = "tw_ext_step";
/// The function that executes an instruction as [`STEP`] does; in place of the jump it takes an
/// integer register that has to be known afterwards.
pub const STEP_KNOWN: &str = "tw_ext_step_known";
/// The function that says whether an integer register is known, 0 or 1; from then on the frame says
/// so.
pub const KNOWN: &str = "tw_ext_known";
/// The address of the object in a reference register, if it is known and there is one; or else 0. Nothing collects before it is used.
pub const OBJECT: &str = "tw_ext_object";
/// Executes a pure operation, or a copy: of the timeshifter, [`Operands`], and the position behind it. The answers are those of
/// [`STEP`].
pub const PURE: &str = "tw_ext_pure";
/// Reads or writes memory, or allocates: of the timeshifter, [`Operands`], a descr, the position, and the one behind it.
pub const MEMORY: &str = "tw_ext_memory";
/// Tests: of the timeshifter, [`Operands`], the position behind the test, and the one that it jumps to if it does not hold.
pub const TEST: &str = "tw_ext_test";

/// The operands of an instruction in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Operands {
    /// The instruction.
    pub insn: u8,
    /// The register of the result.
    pub result: u8,
    /// The registers that are read.
    pub args: [u8; 4],
    /// The result has to be a known integer.
    pub known: bool,
}

impl Operands {
    /// Packs the operands in a word.
    pub fn pack(self) -> i64 {
        let [a, b, c, d] = self.args;
        i64::from_le_bytes([self.insn, self.result, a, b, c, d, u8::from(self.known), 0])
    }

    /// Unpacks the operands from a word.
    #[inline]
    pub fn unpack(word: i64) -> Operands {
        let [insn, result, a, b, c, d, known, _] = word.to_le_bytes();
        Operands { insn, result, args: [a, b, c, d], known: known != 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::Operands;

    #[test]
    fn operands_in_a_word() {
        let operands = Operands { insn: 200, result: 255, args: [1, 2, 254, 0], known: true };
        assert_eq!(Operands::unpack(operands.pack()), operands);
    }
}
