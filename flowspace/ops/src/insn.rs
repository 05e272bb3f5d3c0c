//! What a row says of an instruction of jitcode.

use crate::kind::Kind;
use crate::resop::ArgKind;
use crate::table::{INSNS, Insn, ResOp};
use std::sync::LazyLock;

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
    /// One line of documentation.
    pub doc: &'static str,
    /// Operands.
    pub args: Vec<ArgCode>,
    /// The pure operation that the instruction performs.
    pub resop: Option<ResOp>,
}

impl InsnInfo {
    pub(crate) fn mirror(op: ResOp) -> InsnInfo {
        let info = op.info();
        let mut args: Vec<ArgCode> = info
            .args
            .iter()
            .map(|arg| match arg {
                ArgKind::Is(kind) => ArgCode::Reg(*kind),
                ArgKind::Any => unreachable!("mirrored operations have fixed kinds"),
            })
            .collect();
        args.push(ArgCode::Result(info.result));
        InsnInfo { name: info.name, doc: info.doc, args, resop: Some(op) }
    }
    pub(crate) fn special(name: &'static str, doc: &'static str, codes: &str) -> InsnInfo {
        InsnInfo { name, doc, args: parse_argcodes(codes), resop: None }
    }
}

fn parse_argcodes(text: &str) -> Vec<ArgCode> {
    let mut out = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            'i' => ArgCode::Reg(Kind::Int),
            'r' => ArgCode::Reg(Kind::Ref),
            'f' => ArgCode::Reg(Kind::Float),
            'c' => ArgCode::Const,
            'L' => ArgCode::Label,
            'd' => ArgCode::Descr,
            'j' => ArgCode::JitCode,
            'l' => ArgCode::Live,
            'I' => ArgCode::List(Kind::Int),
            'R' => ArgCode::List(Kind::Ref),
            'F' => ArgCode::List(Kind::Float),
            '>' => ArgCode::Result(chars.next().and_then(Kind::from_letter).unwrap_or(Kind::Void)),
            other => unreachable!("argcode {other}"),
        });
    }
    out
}

/// A fact for each instruction, found by names once.
type ByInsn<T> = LazyLock<Vec<Option<T>>>;

static FUSED: ByInsn<ResOp> = LazyLock::new(|| {
    let fused = |i: &Insn| match i {
        Insn::GotoIfNot => None,
        i => ResOp::by_name(i.name().strip_prefix("goto_if_not_")?),
    };
    Insn::ALL.iter().map(fused).collect()
});

static OVERFLOWING: ByInsn<ResOp> = LazyLock::new(|| {
    let checked =
        |i: &Insn| ResOp::by_name(&format!("{}_ovf", i.name().strip_suffix("_jump_if_ovf")?));
    Insn::ALL.iter().map(checked).collect()
});

impl Insn {
    /// The row of this instruction.
    pub fn info(self) -> &'static InsnInfo {
        &INSNS[self as usize]
    }
    /// Name in disassembly.
    pub fn name(self) -> &'static str {
        self.info().name
    }
    /// Operands.
    pub fn args(self) -> &'static [ArgCode] {
        &self.info().args
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
        let plain =
            |c: &ArgCode| matches!(c, ArgCode::Reg(_) | ArgCode::Descr | ArgCode::Result(_));
        let descrs = self.args().iter().filter(|c| **c == ArgCode::Descr).count();
        if descrs != 1 || !self.args().iter().all(plain) || self == Insn::Switch {
            return None;
        }
        let name = self.name();
        if let Some(stem) = name.strip_suffix("_pure") {
            let (stem, kind) = stem.rsplit_once('_')?;
            return ResOp::by_name(&format!("{stem}_pure_{kind}"));
        }
        ResOp::by_name(name).or_else(|| ResOp::by_name(name.rsplit_once('_')?.0))
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
