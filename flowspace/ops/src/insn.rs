//! Rows of instructions of jitcode: what each says.

use crate::kind::Kind;
use crate::resop::ArgKind;
use crate::table::{INSNS, Insn, RESOPS, ResOp};

/// One operand position of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgCode {
    /// Register read.
    Reg(Kind),
    /// Small signed constant.
    Const,
    /// Position in this jitcode.
    Label,
    /// Descr.
    Descr,
    /// Jitcode.
    JitCode,
    /// Liveness offset.
    Live,
    /// List of registers read.
    List(Kind),
    /// Register written.
    Result(Kind),
}

/// One row of the instruction table.
pub struct InsnInfo {
    /// Name in disassembly.
    pub name: &'static str,
    args: ArgCodes,
    /// The pure operation that the instruction performs.
    pub resop: Option<ResOp>,
}

/// Operands of an instruction: the first so many.
#[derive(Clone, Copy)]
struct ArgCodes {
    codes: [ArgCode; ArgCodes::MAX],
    len: usize,
}

impl ArgCodes {
    /// Maximum number of argument codes of an instruction.
    const MAX: usize = 10;

    const fn none() -> ArgCodes {
        ArgCodes { codes: [ArgCode::Const; ArgCodes::MAX], len: 0 }
    }

    const fn and(mut self, code: ArgCode) -> ArgCodes {
        self.codes[self.len] = code;
        self.len += 1;
        self
    }

    /// The codes of a row: one letter for each, two for the result.
    const fn parse(text: &str) -> ArgCodes {
        let letters = text.as_bytes();
        let mut out = ArgCodes::none();
        let mut n = 0;
        while n < letters.len() {
            out = out.and(match letters[n] {
                b'i' => ArgCode::Reg(Kind::Int),
                b'r' => ArgCode::Reg(Kind::Ref),
                b'f' => ArgCode::Reg(Kind::Float),
                b'c' => ArgCode::Const,
                b'L' => ArgCode::Label,
                b'd' => ArgCode::Descr,
                b'j' => ArgCode::JitCode,
                b'l' => ArgCode::Live,
                b'I' => ArgCode::List(Kind::Int),
                b'R' => ArgCode::List(Kind::Ref),
                b'F' => ArgCode::List(Kind::Float),
                b'>' => {
                    n += 1;
                    match Kind::from_letter(letters[n] as char) {
                        Some(kind) => ArgCode::Result(kind),
                        None => panic!("kind of a result"),
                    }
                }
                _ => panic!("argcode"),
            });
            n += 1;
        }
        out
    }
}

impl InsnInfo {
    pub(crate) const fn mirror(op: ResOp) -> InsnInfo {
        let info = &RESOPS[op as usize];
        let mut args = ArgCodes::none();
        let mut n = 0;
        while n < info.args.len() {
            args = args.and(match info.args[n] {
                ArgKind::Is(kind) => ArgCode::Reg(kind),
                ArgKind::Any => panic!("mirrored operations have fixed kinds"),
            });
            n += 1;
        }
        args = args.and(ArgCode::Result(info.result));
        InsnInfo { name: info.name, args, resop: Some(op) }
    }

    pub(crate) const fn special(name: &'static str, codes: &str) -> InsnInfo {
        InsnInfo { name, args: ArgCodes::parse(codes), resop: None }
    }
}

/// Gives for each instruction the operation that it is named after: `before`, the operation's name without `dropped` at its end,
/// `behind`.
const fn named_after(before: &str, dropped: &str, behind: &str) -> [Option<ResOp>; INSNS.len()] {
    let (before, behind) = (before.as_bytes(), behind.as_bytes());
    let mut found = [None; INSNS.len()];
    let mut insn = 0;
    while insn < found.len() {
        let name = INSNS[insn].name.as_bytes();
        if name.len() > before.len() + behind.len() {
            let (start, rest) = name.split_at(before.len());
            let (stem, end) = rest.split_at(rest.len() - behind.len());
            if is_made_of(start, [before, b"", b""]) && is_made_of(end, [behind, b"", b""]) {
                found[insn] = op_named([stem, dropped.as_bytes(), b""]);
            }
        }
        insn += 1;
    }
    found
}

/// Says whether a name consists of these parts.
const fn is_made_of(name: &[u8], parts: [&[u8]; 3]) -> bool {
    // The compiler evaluates this for each pair of an instruction and an operation: the lengths tell most of them apart.
    if name.len() != parts[0].len() + parts[1].len() + parts[2].len() {
        return false;
    }
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut n = 0;
        while n < parts[part].len() {
            if name[at] != parts[part][n] {
                return false;
            }
            at += 1;
            n += 1;
        }
        part += 1;
    }
    true
}

/// The rows, once.
static ROWS: &[InsnInfo] = INSNS;

static FUSED: [Option<ResOp>; INSNS.len()] = named_after("goto_if_not_", "", "");

static OVERFLOWING: [Option<ResOp>; INSNS.len()] = named_after("", "_ovf", "_jump_if_ovf");

/// See [`Insn::memory_op`].
static MEMORY: [Option<ResOp>; INSNS.len()] = {
    let mut found = [None; INSNS.len()];
    let mut insn = 0;
    while insn < found.len() {
        if accesses_memory(&INSNS[insn]) && insn != Insn::Switch as usize {
            found[insn] = memory_op(INSNS[insn].name.as_bytes());
        }
        insn += 1;
    }
    found
};

/// Says whether the operands are registers and one descr.
const fn accesses_memory(info: &InsnInfo) -> bool {
    let (mut descrs, mut n) = (0, 0);
    while n < info.args.len {
        match info.args.codes[n] {
            ArgCode::Reg(_) | ArgCode::Result(_) => {}
            ArgCode::Descr => descrs += 1,
            _ => return false,
        }
        n += 1;
    }
    descrs == 1
}

/// The trace operation of an instruction of this name: `X`, or `X` for `X_ir…`, or `X_pure_K` for `X_K_pure`.
const fn memory_op(name: &[u8]) -> Option<ResOp> {
    let (stem, end) = name.split_at(name.len().saturating_sub(5));
    if is_made_of(end, [b"_pure", b"", b""]) {
        let (stem, kind) = before_last_underscore(stem);
        return op_named([stem, b"_pure", kind]);
    }
    match op_named([name, b"", b""]) {
        Some(op) => Some(op),
        None => op_named([before_last_underscore(name).0, b"", b""]),
    }
}

const fn before_last_underscore(name: &[u8]) -> (&[u8], &[u8]) {
    let mut at = name.len() - 1;
    while at > 0 && name[at] != b'_' {
        at -= 1;
    }
    name.split_at(at)
}

const fn op_named(parts: [&[u8]; 3]) -> Option<ResOp> {
    let mut op = 0;
    while op < RESOPS.len() {
        if is_made_of(RESOPS[op].name.as_bytes(), parts) {
            return Some(ResOp::ALL[op]);
        }
        op += 1;
    }
    None
}

impl Insn {
    /// The row of this instruction.
    pub fn info(self) -> &'static InsnInfo {
        &ROWS[self as usize]
    }
    /// Name in disassembly.
    pub fn name(self) -> &'static str {
        self.info().name
    }
    /// Operands.
    pub fn args(self) -> &'static [ArgCode] {
        self.info().args.codes.split_at(self.info().args.len).0
    }
    /// The pure operation that it performs, for the mirrored instructions.
    pub fn resop(self) -> Option<ResOp> {
        self.info().resop
    }
    /// The mirrored instruction of a pure operation.
    pub fn from_resop(op: ResOp) -> Option<Insn> {
        Insn::ALL.iter().copied().find(|i| i.resop() == Some(op))
    }
    /// Looks an instruction up by name.
    pub fn by_name(name: &str) -> Option<Insn> {
        Insn::ALL.iter().copied().find(|i| i.name() == name)
    }
    /// The trace operation of an instruction whose operands are registers, one descr, and maybe a result: it reads or writes
    /// memory, or allocates.
    pub fn memory_op(self) -> Option<ResOp> {
        MEMORY[self as usize]
    }
    /// Decodes an opcode.
    #[inline]
    pub fn from_u8(byte: u8) -> Option<Insn> {
        Insn::ALL.get(byte as usize).copied()
    }
    /// The instruction `goto_if_not_CMP` that fuses a comparison.
    pub fn goto_if_not(comparison: ResOp) -> Option<Insn> {
        if comparison == ResOp::IntIsTrue {
            return Some(Insn::GotoIfNot);
        }
        Insn::ALL.iter().copied().find(|i| i.fused_comparison() == Some(comparison))
    }
    /// The comparison that a fused `goto_if_not_CMP` makes.
    pub fn fused_comparison(self) -> Option<ResOp> {
        FUSED[self as usize]
    }
    /// The instruction `OP_jump_if_ovf` of an overflow-checking operation.
    pub fn jump_if_ovf(op: ResOp) -> Option<Insn> {
        Insn::ALL.iter().copied().find(|i| i.overflowing() == Some(op))
    }
    /// The overflow-checking operation that an `OP_jump_if_ovf` makes.
    pub fn overflowing(self) -> Option<ResOp> {
        OVERFLOWING[self as usize]
    }
}
