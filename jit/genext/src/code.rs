//! A jitcode, decoded: instructions, and which of them follow on which.

use jitmodel::jitcode::Operand;
use jitmodel::{ArgCode, DescrRef, DescrTable, Insn, JitCode, Kind};
use rustc_hash::FxHashMap;

/// An instruction.
pub struct Instr {
    /// Its position.
    pub at: usize,
    /// The position behind it.
    pub next: usize,
    /// The instruction.
    pub insn: Insn,
    /// Its operands, in the order of [`Insn::args`].
    pub operands: Vec<Operand>,
}

impl Instr {
    /// The registers that it reads.
    pub fn reads(&self) -> impl Iterator<Item = (Kind, u8)> {
        self.insn.args().iter().zip(&self.operands).flat_map(|(code, operand)| {
            let regs: &[u8] = match operand {
                Operand::Reg(_, reg) if matches!(code, ArgCode::Reg(_)) => {
                    std::slice::from_ref(reg)
                }
                Operand::List(_, regs) => regs,
                _ => &[],
            };
            let kind = match code {
                ArgCode::Reg(kind) | ArgCode::List(kind) => *kind,
                _ => Kind::Void,
            };
            regs.iter().map(move |reg| (kind, *reg))
        })
    }

    /// The registers that are operands of their own.
    pub fn registers(&self) -> Vec<u8> {
        let own = self.insn.args().iter().zip(&self.operands);
        own.filter_map(|(code, operand)| match (code, operand) {
            (ArgCode::Reg(_), Operand::Reg(_, reg)) => Some(*reg),
            _ => None,
        })
        .collect()
    }

    /// The register that it writes.
    pub fn result(&self) -> Option<(Kind, u8)> {
        self.insn.args().iter().zip(&self.operands).find_map(|(code, operand)| {
            match (code, operand) {
                (ArgCode::Result(kind), Operand::Reg(_, reg)) => Some((*kind, *reg)),
                _ => None,
            }
        })
    }

    /// Gives the position that it may jump to, but for the cases of a `switch`.
    pub fn label(&self) -> Option<usize> {
        self.operands.iter().find_map(|operand| match operand {
            Operand::Pc(pc) => Some(*pc),
            _ => None,
        })
    }

    /// Gives what it says about memory, a call or a switch.
    pub fn descr(&self) -> Option<DescrRef> {
        self.operands.iter().find_map(|operand| match operand {
            Operand::Descr(descr) => Some(*descr),
            _ => None,
        })
    }

    /// Says whether what stands behind it is never reached from it.
    pub fn ends(&self) -> bool {
        use Insn::*;
        matches!(
            self.insn,
            Goto | IntReturn | RefReturn | FloatReturn | VoidReturn | Raise | Reraise | Unreachable
        )
    }

    /// The positions where execution of the frame goes on behind it.
    fn targets(&self, descrs: &DescrTable) -> Vec<usize> {
        let mut to: Vec<usize> = self.label().into_iter().collect();
        if self.insn == Insn::Switch
            && let Some(descr) = self.descr()
        {
            to.extend(descrs.switch(descr).cases.iter().map(|case| case.1 as usize));
        }
        if !self.ends() {
            to.push(self.next);
        }
        to
    }
}

/// Holds a decoded jitcode; see the module.
pub struct Code<'a> {
    /// The jitcode that it is made of.
    pub jitcode: &'a JitCode,
    /// The instructions, in order.
    pub instrs: Vec<Instr>,
    /// The numbers of the instructions that execution of the frame may go on with behind each.
    pub targets: Vec<Vec<usize>>,
    index: FxHashMap<usize, usize>,
}

impl<'a> Code<'a> {
    /// Decodes a jitcode.
    pub fn new(jitcode: &'a JitCode, descrs: &DescrTable) -> Code<'a> {
        let mut instrs = vec![];
        let mut d = jitcode.decoder(0);
        while !d.at_end() {
            let at = d.pc;
            let insn = d.insn();
            let operands = insn.args().iter().map(|code| d.operand(*code)).collect();
            instrs.push(Instr { at, next: d.pc, insn, operands });
        }
        let index: FxHashMap<usize, usize> =
            instrs.iter().enumerate().map(|(n, i)| (i.at, n)).collect();
        let numbers = |i: &Instr| {
            let targets = i.targets(descrs).into_iter();
            targets.filter_map(|at| index.get(&at).copied()).collect()
        };
        let targets = instrs.iter().map(numbers).collect();
        Code { jitcode, instrs, targets, index }
    }

    /// The number of the instruction at a position.
    pub fn number(&self, at: usize) -> usize {
        self.index[&at]
    }

    /// The number of the instruction at a position, if there is one.
    pub fn find(&self, at: usize) -> Option<usize> {
        self.index.get(&at).copied()
    }

    /// Says whether a register is a constant of the jitcode.
    pub fn is_constant(&self, kind: Kind, reg: u8) -> bool {
        kind != Kind::Void && reg >= self.jitcode.num_regs[kind as usize]
    }
}
