//! Instructions on variables: what operations are lowered to, and registers are given to.

use flowmodel::diag::Span;
use flowmodel::{BlockId, FuncId, VarId};
use jitmodel::{DescrRef, Insn, JitConst, Kind};

/// A value of an instruction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arg {
    /// A variable.
    Var(VarId, Kind),
    /// An integer (or raw address).
    Int(JitConst),
    /// A prebuilt object or null.
    Ref(Option<jitmodel::AddrRef>),
    /// A float, as bits.
    Float(u64),
}

impl Arg {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Arg::Var(_, k) => *k,
            Arg::Int(_) => Kind::Int,
            Arg::Ref(_) => Kind::Ref,
            Arg::Float(_) => Kind::Float,
        }
    }
}

/// An operand of an instruction.
#[derive(Clone, PartialEq, Debug)]
pub enum Oper {
    /// One value.
    Val(Arg),
    /// A register list.
    List(Kind, Vec<Arg>),
    /// Descr.
    Descr(DescrRef),
    /// Jitcode of a function.
    JitCode(FuncId),
    /// Small constant.
    Small(i8),
}

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct LOp {
    /// Opcode; `Insn::Live` marks a place whose liveness is filled in later.
    pub insn: Insn,
    /// Operands without the result.
    pub args: Vec<Oper>,
    /// Result.
    pub result: Option<(VarId, Kind)>,
    /// The place in the source that it comes from.
    pub span: Span,
    /// Mark that an exception from it leaves for the traceback, without a handler.
    pub mark: Option<u32>,
}

impl LOp {
    /// Calls `f` on all values read.
    pub fn for_each_arg(&self, f: &mut dyn FnMut(&Arg)) {
        for a in &self.args {
            match a {
                Oper::Val(v) => f(v),
                Oper::List(_, vs) => vs.iter().for_each(&mut *f),
                _ => {}
            }
        }
    }
}

/// Says where a link goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Goal {
    /// A block.
    Block(BlockId),
    /// Return of a value.
    Return(Option<Arg>),
    /// Raise of an instance.
    Raise(Arg),
    /// Raise of the last exception again.
    Reraise,
}

/// A link with the values it carries.
#[derive(Clone, PartialEq, Debug)]
pub struct LLink {
    /// Says where it goes.
    pub goal: Goal,
    /// (value, input of the target).
    pub moves: Vec<(Arg, VarId)>,
    /// Mark that a raise leaves for the traceback.
    pub mark: Option<u32>,
    /// The traceback of the exception that was caught last is kept.
    pub keep: bool,
}

/// A handler of a call.
#[derive(Clone, PartialEq, Debug)]
pub struct Handler {
    /// The class, or None for any.
    pub class: Option<JitConst>,
    /// Variable for the class.
    pub etype: Option<VarId>,
    /// Variable for the instance.
    pub evalue: Option<VarId>,
    /// The link that it takes.
    pub link: LLink,
    /// Mark that the exception leaves for the traceback.
    pub mark: Option<u32>,
}

/// The end of a block.
#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    /// Jump.
    Goto(LLink),
    /// Fused test and branch: `goto_if_not_X args`.
    If {
        /// The instruction.
        insn: Insn,
        /// Its values.
        args: Vec<Arg>,
        /// Taken if true.
        yes: LLink,
        /// Taken if false.
        no: LLink,
    },
    /// Branch on an integer.
    Switch {
        /// The value.
        value: Arg,
        /// Cases.
        cases: Vec<(i64, LLink)>,
        /// Otherwise.
        default: Option<LLink>,
    },
    /// The last instruction is a call whose exceptions are caught.
    Catch {
        /// No exception.
        normal: LLink,
        /// Exceptions, in order.
        handlers: Vec<Handler>,
    },
    /// An operation with overflow test.
    Ovf {
        /// `int_*_jump_if_ovf`.
        insn: Insn,
        /// Operands.
        args: [Arg; 2],
        /// Result.
        result: VarId,
        /// No overflow.
        normal: LLink,
        /// Overflow.
        overflow: LLink,
        /// Mark that the overflow leaves for the traceback.
        mark: Option<u32>,
    },
}

/// A lowered block.
#[derive(Clone, PartialEq, Debug)]
pub struct LBlock {
    /// Inputs that have registers.
    pub inputs: Vec<(VarId, Kind)>,
    /// Instructions.
    pub ops: Vec<LOp>,
    /// End.
    pub term: Term,
}

impl LBlock {
    /// All links.
    pub fn links(&self) -> Vec<&LLink> {
        match &self.term {
            Term::Goto(l) => vec![l],
            Term::If { yes, no, .. } => vec![yes, no],
            Term::Switch { cases, default, .. } => {
                cases.iter().map(|c| &c.1).chain(default).collect()
            }
            Term::Catch { normal, handlers } => {
                std::iter::once(normal).chain(handlers.iter().map(|h| &h.link)).collect()
            }
            Term::Ovf { normal, overflow, .. } => vec![normal, overflow],
        }
    }
    /// Variables defined by the end of the block.
    pub fn end_defs(&self) -> Vec<(VarId, Kind)> {
        match &self.term {
            Term::Catch { handlers, .. } => handlers
                .iter()
                .flat_map(|h| [h.etype.map(|v| (v, Kind::Int)), h.evalue.map(|v| (v, Kind::Ref))])
                .flatten()
                .collect(),
            Term::Ovf { result, .. } => vec![(*result, Kind::Int)],
            _ => vec![],
        }
    }
    /// Calls `f` on all values that the end of the block reads.
    pub fn for_each_end_use(&self, f: &mut dyn FnMut(&Arg)) {
        match &self.term {
            Term::If { args, .. } => args.iter().for_each(&mut *f),
            Term::Switch { value, .. } => f(value),
            Term::Ovf { args, .. } => args.iter().for_each(&mut *f),
            _ => {}
        }
        for l in self.links() {
            l.moves.iter().for_each(|(a, _)| f(a));
            match &l.goal {
                Goal::Return(Some(a)) | Goal::Raise(a) => f(a),
                _ => {}
            }
        }
    }
}

pub(crate) fn is_allocation(insn: Insn) -> bool {
    matches!(insn, Insn::New | Insn::NewWithVtable | Insn::NewArray | Insn::NewArrayClear)
}

impl LOp {
    /// Says whether a `-live-` follows, where a guard goes on with the exception pending that the instruction
    /// left.
    pub fn resumes_behind(&self) -> bool {
        let unknown_length = || matches!(self.args.first(), Some(Oper::Val(Arg::Var(..))));
        is_call_insn(self.insn) || self.insn == Insn::NewArrayClear && unknown_length()
    }
}

pub(crate) fn is_call_insn(insn: jitmodel::Insn) -> bool {
    let n = insn.name();
    n.starts_with("inline_call")
        || n.starts_with("residual_call")
        || n.starts_with("recursive_call")
        || n.starts_with("conditional_call")
}
