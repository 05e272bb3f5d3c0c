//! Graph of an extension, made of a coloured jitcode.

use crate::code::Code;
use crate::colours::{Colours, Regs, State};
use flowmodel::diag::Span;
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, FuncId, Link, Ll, LlGraph, LlOp, LlValue, Operand,
    Program, Type, Value, VarId,
};
use jitmodel::extension::{LEFT, known_of, value_of};
use jitmodel::{Insn, JitConst, JitProgram, Kind, ResOp};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Functions of the run time.
#[derive(Clone, Copy)]
pub(crate) struct Support {
    pub(crate) step: FuncId,
    pub(crate) step_known: FuncId,
    pub(crate) known: FuncId,
    pub(crate) object: FuncId,
    pub(crate) pure: FuncId,
    pub(crate) memory: FuncId,
    pub(crate) test: FuncId,
}

/// Counts what was made.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    /// Extensions.
    pub graphs: usize,
    /// Jitcodes without: the timeshifter does not get into them.
    pub without: usize,
    /// Instructions that the extensions execute themselves.
    pub green: usize,
    /// Instructions for which they call the run time.
    pub red: usize,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { graphs, without, green, red } = self;
        write!(f, "{graphs} generating extensions, {green} instructions green, {red} red")?;
        match without {
            0 => Ok(()),
            n => write!(f, "; {n} jitcodes without"),
        }
    }
}

/// Holds what the graphs of all jitcodes need.
pub struct Context<'a> {
    /// The jitcodes.
    pub program: &'a JitProgram,
    /// Contents of the address table.
    pub addresses: &'a [Const],
    /// Functions of the run time.
    pub support: Support,
}

/// A graph in the making.
pub(crate) struct Writer<'a> {
    pub(crate) context: &'a Context<'a>,
    pub(crate) code: &'a Code<'a>,
    pub(crate) colours: &'a Colours,
    pub(crate) g: LlGraph,
    /// Positions at which code may be entered.
    pub(crate) entries: BTreeSet<usize>,
    /// The blocks of what begins at a position.
    pub(crate) blocks: BTreeMap<usize, BlockId>,
    /// Positions that are jumped back to: how many instructions the loop has.
    pub(crate) loops: FxHashMap<usize, usize>,
    /// The block that says that the run time knows.
    left: Option<BlockId>,
    /// The block that is written.
    pub(crate) block: BlockId,
    shifter: VarId,
    frame: VarId,
    /// Values of registers that were read or written in the block.
    pub(crate) values: FxHashMap<u8, LlValue>,
    pub(crate) tally: &'a mut Tally,
}

/// An integer as a constant.
pub(crate) fn int(n: i64) -> LlValue {
    Value::Const(Const::Int(n))
}

/// The operation that computes an instruction's result as the run time would, whatever the operands.
pub(crate) fn native(op: ResOp) -> Option<LlOp> {
    use ResOp::*;
    matches!(
        op,
        IntAdd
            | IntSub
            | IntMul
            | IntAnd
            | IntOr
            | IntXor
            | IntNeg
            | IntInvert
            | IntForceGeZero
            | IntEq
            | IntNe
            | IntLt
            | IntLe
            | IntGt
            | IntGe
            | IntIsTrue
            | UintLt
            | UintLe
            | UintGt
            | UintGe
    )
    .then(|| LlOp::from_name(op.name()))
    .flatten()
}

/// Makes the graph. None: the timeshifter never gets into the jitcode.
pub fn write(
    p: &Program,
    context: &Context<'_>,
    code: &Code<'_>,
    colours: &Colours,
    name: &str,
    tally: &mut Tally,
) -> Option<LlGraph> {
    let exc = |s: Option<flowmodel::StructId>| s.map_or(Type::Void, Type::Ptr);
    let g = LlGraph::new(name, Type::Signed, (exc(p.exc.vtable), exc(p.exc.object)));
    let start = g.startblock;
    let (shifter, frame) = (VarId::from_u32(0), VarId::from_u32(0));
    let mut w = Writer {
        context,
        code,
        colours,
        g,
        entries: BTreeSet::new(),
        blocks: BTreeMap::new(),
        loops: FxHashMap::default(),
        left: None,
        block: start,
        shifter,
        frame,
        values: FxHashMap::default(),
        tally,
    };
    w.find_blocks();
    if w.entries.is_empty() {
        return None;
    }
    let live = live_before(code);
    w.write_entries(&live);
    let starts: Vec<(usize, BlockId)> = w.blocks.iter().map(|(at, b)| (*at, *b)).collect();
    for (at, block) in starts {
        w.write_block(at, block);
    }
    Some(w.g)
}

/// The integer registers that may be read before they are written, at each instruction.
fn live_before(code: &Code<'_>) -> Vec<Regs> {
    let mut live = vec![Regs::default(); code.instrs.len()];
    loop {
        let mut changed = false;
        for (n, instr) in code.instrs.iter().enumerate().rev() {
            let mut regs = Regs::default();
            for &target in &code.targets[n] {
                regs = regs.or(&live[target]);
            }
            if let Some((Kind::Int, reg)) = instr.result() {
                regs.set(reg, false);
            }
            for (kind, reg) in instr.reads() {
                if kind == Kind::Int && !code.is_constant(kind, reg) {
                    regs.set(reg, true);
                }
            }
            changed |= std::mem::replace(&mut live[n], regs) != regs;
        }
        if !changed {
            return live;
        }
    }
}

impl Writer<'_> {
    fn state(&self, n: usize) -> Option<&State> {
        self.colours[n].as_ref()
    }

    pub(crate) fn is_green(&self, state: &State, reg: u8) -> bool {
        state.is_green(self.code, Kind::Int, reg)
    }

    fn find_blocks(&mut self) {
        let code = self.code;
        let mut starts = BTreeSet::new();
        let driver = code.jitcode.jitdriver.map(|d| &self.context.program.jitdrivers[d as usize]);
        let merge_point = driver.map(|d| d.merge_point_pc as usize);
        for (n, instr) in code.instrs.iter().enumerate() {
            let Some(state) = self.state(n) else { continue };
            let (red_switch, targets): (bool, Vec<usize>) = match instr.insn {
                Insn::Switch => {
                    let red = !self.is_green(state, instr.registers()[0]);
                    (red, code.targets[n].iter().map(|n| code.instrs[*n].at).collect())
                }
                _ => (false, instr.label().into_iter().collect()),
            };
            match instr.insn {
                Insn::Live => self.entries.insert(instr.at),
                // (also what comes to a merge point from elsewhere begins there)
                Insn::JitMergePoint => {
                    self.entries.insert(instr.next);
                    merge_point == Some(instr.at) && self.entries.insert(instr.at)
                }
                Insn::CatchException => self.entries.insert(targets[0]),
                _ => driver.is_none() && instr.at == 0 && self.entries.insert(0),
            };
            for target in targets {
                starts.insert(target);
                if red_switch {
                    self.entries.insert(target);
                }
                if target <= instr.at {
                    let size = n + 1 - code.number(target);
                    let at = self.loops.entry(target).or_default();
                    *at = size.max(*at);
                }
            }
        }
        let reached = |at: &usize| code.find(*at).is_some_and(|n| self.colours[n].is_some());
        starts.extend(&self.entries);
        let starts: Vec<usize> = starts.into_iter().filter(reached).collect();
        self.entries.retain(|at| code.find(*at).is_some_and(|n| self.colours[n].is_some()));
        for at in starts {
            let block = self.new_block();
            self.blocks.insert(at, block);
        }
    }

    // ------------------------------------------------------------ blocks

    /// A block that has the two addresses.
    pub(crate) fn new_block(&mut self) -> BlockId {
        self.new_block_with(&[])
    }

    /// A block that has the two addresses, and more.
    pub(crate) fn new_block_with(&mut self, more: &[Type]) -> BlockId {
        let shifter = self.g.new_var("shifter", Type::Address);
        let frame = self.g.new_var("frame", Type::Address);
        let mut inputs = vec![shifter, frame];
        inputs.extend(more.iter().map(|ty| self.g.new_var("v", *ty)));
        self.g.new_block_with(inputs)
    }

    pub(crate) fn begin(&mut self, block: BlockId) {
        self.block = block;
        self.shifter = self.g.blocks[block].inputargs[0];
        self.frame = self.g.blocks[block].inputargs[1];
        self.values.clear();
    }

    pub(crate) fn to(&self, block: BlockId) -> Link<Ll> {
        Link::new(block, vec![self.shifter.into(), self.frame.into()])
    }

    pub(crate) fn op(&mut self, op: LlOp, args: Vec<LlValue>, ty: Type) -> VarId {
        self.g.add_op(self.block, op, args, "v", ty, Span::NONE)
    }

    pub(crate) fn load(&mut self, offset: i64) -> VarId {
        self.op(LlOp::RawLoad, vec![self.frame.into(), int(offset)], Type::Signed)
    }

    pub(crate) fn store(&mut self, offset: i64, v: LlValue) {
        self.op(LlOp::RawStore, vec![self.frame.into(), int(offset), v], Type::Void);
    }

    /// Ends the block with a jump.
    pub(crate) fn jump(&mut self, block: BlockId) {
        self.g.blocks[self.block].exits = vec![self.to(block)];
    }

    pub(crate) fn answer(&mut self, n: i64) {
        let done = self.g.returnblock;
        self.g.blocks[self.block].exits = vec![Link::new(done, vec![int(n)])];
    }

    /// Ends the block with a test.
    pub(crate) fn branch(&mut self, cond: VarId, yes: BlockId, no: BlockId) {
        self.branch_to(cond, self.to(yes), self.to(no));
    }

    pub(crate) fn branch_to(&mut self, cond: VarId, yes: Link<Ll>, no: Link<Ll>) {
        let case = |link: Link<Ll>, b| Link { case: ExitCase::Value(Const::Bool(b)), ..link };
        let exits = vec![case(no, false), case(yes, true)];
        let block = &mut self.g.blocks[self.block];
        block.exitswitch = ExitSwitch::Var(cond);
        block.exits = exits;
    }

    /// Ends the block with a switch.
    pub(crate) fn switch(&mut self, v: VarId, cases: Vec<(i64, BlockId)>, default: BlockId) {
        let mut exits: Vec<Link<Ll>> = vec![];
        for (n, block) in cases {
            exits.push(Link { case: ExitCase::Value(Const::Int(n)), ..self.to(block) });
        }
        exits.push(Link { case: ExitCase::Default, ..self.to(default) });
        let block = &mut self.g.blocks[self.block];
        block.exitswitch = ExitSwitch::Var(v);
        block.exits = exits;
    }

    pub(crate) fn call(&mut self, f: FuncId, args: &[LlValue]) -> VarId {
        let mut all = vec![Value::Const(Const::Func(f)), self.shifter.into()];
        all.extend(args.iter().cloned());
        self.op(LlOp::DirectCall, all, Type::Signed)
    }

    /// The block that answers [`LEFT`].
    pub(crate) fn left(&mut self) -> BlockId {
        match self.left {
            Some(block) => block,
            None => {
                let block = self.new_block();
                let here = std::mem::replace(&mut self.block, block);
                self.answer(LEFT);
                self.block = here;
                self.left = Some(block);
                block
            }
        }
    }

    // ------------------------------------------------------------ registers

    pub(crate) fn read(&mut self, reg: u8) -> LlValue {
        if let Some(v) = self.values.get(&reg) {
            return *v;
        }
        let jitcode = self.code.jitcode;
        let v = match reg.checked_sub(jitcode.num_regs[Kind::Int as usize]) {
            None => Value::Var(self.load(value_of(reg))),
            Some(n) => match &jitcode.consts_i[n as usize] {
                JitConst::Int(n) => int(*n),
                JitConst::Addr(a) => {
                    let c = self.context.addresses[a.0 as usize];
                    Value::Var(self.op(LlOp::CastPtrToInt, vec![Value::Const(c)], Type::Signed))
                }
            },
        };
        self.values.insert(reg, v);
        v
    }

    pub(crate) fn write(&mut self, reg: u8, v: LlValue) {
        self.store(known_of(reg), int(0));
        self.store(value_of(reg), v);
        self.values.insert(reg, v);
    }

    /// An operation on known values.
    pub(crate) fn compute(&mut self, op: LlOp, regs: &[u8]) -> VarId {
        let mut args = vec![];
        for (n, reg) in regs.iter().enumerate() {
            let v = self.read(*reg);
            args.push(match op.info().operands[n] {
                Operand::Unsigned => {
                    Value::Var(self.op(LlOp::CastIntToUint, vec![v], Type::Unsigned))
                }
                _ => v,
            });
        }
        let truth = op.info().result == Operand::Bool;
        self.op(op, args, if truth { Type::Bool } else { Type::Signed })
    }
}
