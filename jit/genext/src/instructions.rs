//! Translation of instructions: what each becomes.

use crate::code::Instr;
use crate::colours::{Regs, State};
use crate::graph::{Writer, int, native};
use flowmodel::{BlockId, LlOp, LlValue, Type, Value, VarId};
use jitmodel::extension::{FUEL, LIVE, Operands, REFUSED, known_of};
use jitmodel::{ArrayDescr, Descr, FieldDescr, Insn, Kind, ResOp};

/// Says how a word is loaded.
struct Load {
    ty: Type,
    cast: Option<LlOp>,
}

/// Integers of this size.
fn load_of(size: u32, signed: bool) -> Option<Load> {
    match (size, signed) {
        (8, _) => Some(Load { ty: Type::Signed, cast: None }),
        (1, false) => Some(Load { ty: Type::Char, cast: Some(LlOp::CastCharToInt) }),
        _ => None,
    }
}

impl Writer<'_> {
    /// The way from the start to the places where code may be entered.
    pub fn write_entries(&mut self, live: &[Regs]) {
        let start = self.g.startblock;
        for ty in [Type::Address, Type::Address, Type::Signed] {
            let name = if ty == Type::Signed { "position" } else { "address" };
            let v = self.g.new_var(name, ty);
            self.g.blocks[start].inputargs.push(v);
        }
        let position = self.g.blocks[start].inputargs[2];
        let refused = self.new_block();
        let places: Vec<usize> = self.entries.iter().copied().collect();
        let mut cases = vec![];
        for at in places {
            let n = self.code.number(at);
            let state = self.colours[n].as_ref().expect("only what is reached is an entry");
            let needed: Vec<u8> = state.ints().and(&live[n]).iter().collect();
            let inside = self.blocks[&at];
            let entry = match needed.is_empty() {
                true => inside,
                false => self.write_entry(&needed, inside, refused),
            };
            cases.push((at as i64, entry));
        }
        self.begin(start);
        self.switch(position, cases, refused);
        self.begin(refused);
        self.answer(REFUSED);
    }

    /// Code may begin there if these registers are known.
    fn write_entry(&mut self, needed: &[u8], inside: BlockId, refused: BlockId) -> BlockId {
        let entry = self.new_block();
        self.begin(entry);
        let mut all: Option<LlValue> = None;
        for reg in needed {
            let v = Value::Var(self.load(known_of(*reg)));
            all = Some(match all {
                None => v,
                Some(all) => Value::Var(self.op(LlOp::IntOr, vec![all, v], Type::Signed)),
            });
        }
        let all = all.expect("there are some");
        let unknown = self.op(LlOp::IntIsTrue, vec![all], Type::Bool);
        let ask = self.new_block();
        self.branch(unknown, ask, inside);
        self.begin(ask);
        for (n, reg) in needed.iter().enumerate() {
            let known = self.call(self.context.support.known, &[int(i64::from(*reg))]);
            let next = match n + 1 == needed.len() {
                true => inside,
                false => self.new_block(),
            };
            self.switch(known, vec![(0, refused)], next);
            if n + 1 < needed.len() {
                self.begin(next);
            }
        }
        entry
    }

    /// Writes the code from a position to the next one that has a block, or that nothing follows
    /// on.
    pub fn write_block(&mut self, at: usize, block: BlockId) {
        self.begin(block);
        if let Some(size) = self.loops.get(&at).copied() {
            let fuel = self.load(FUEL);
            let left = self.op(LlOp::IntSub, vec![fuel.into(), int(size as i64)], Type::Signed);
            self.store(FUEL, left.into());
            let empty = self.op(LlOp::IntLt, vec![left.into(), int(0)], Type::Bool);
            let (out, on) = (self.new_block(), self.new_block());
            self.branch(empty, out, on);
            self.begin(out);
            self.answer(at as i64);
            self.begin(on);
        }
        let (code, colours) = (self.code, self.colours);
        for (instr, state) in code.instrs.iter().zip(colours).skip(code.number(at)) {
            let state = state.as_ref().expect("only what is reached is written");
            if !self.write_instr(instr, state) {
                return;
            }
            if let Some(block) = self.blocks.get(&instr.next).copied() {
                return self.jump(block);
            }
        }
    }

    /// Gives the block that a jump leads to. Code that is never reached as far as is known is left to the
    /// interpreter of jitcode.
    fn target(&mut self, at: usize) -> BlockId {
        match self.blocks.get(&at) {
            Some(block) => *block,
            None => {
                let here = self.block;
                let block = self.new_block();
                self.block = block;
                self.answer(at as i64);
                self.block = here;
                block
            }
        }
    }

    /// Gives the block that goes on behind an instruction: true if that is to be written next.
    fn behind(&mut self, instr: &Instr) -> (BlockId, bool) {
        let reached = self.code.find(instr.next).is_some_and(|n| self.colours[n].is_some());
        match self.blocks.get(&instr.next) {
            Some(block) => (*block, false),
            None if reached => (self.new_block(), true),
            None => (self.target(instr.next), false),
        }
    }

    /// Writes an instruction. True: it goes on behind it in the current block.
    fn write_instr(&mut self, instr: &Instr, state: &State) -> bool {
        use Insn::*;
        let regs = instr.registers();
        let result = instr.result();
        let ints = instr.reads().all(|(kind, _)| kind == Kind::Int);
        let green = ints && instr.reads().all(|(_, reg)| self.is_green(state, reg));
        match instr.insn {
            Live => {
                self.store(LIVE, int(instr.at as i64));
                return true;
            }
            CatchException => return true,
            Goto => {
                let to = self.target(instr.label().expect("a goto has a label"));
                self.jump(to);
                return false;
            }
            IntGuardValue if green => {
                self.tally.green += 1;
                return true;
            }
            IntCopy if green => {
                let v = self.read(regs[0]);
                self.write(result.expect("a copy has a result").1, v);
                self.tally.green += 1;
                return true;
            }
            IntCopy | RefCopy | FloatCopy => {
                self.tally.red += 1;
                let operands = self.operands(instr, false);
                self.call(self.context.support.pure, &[operands, int(instr.next as i64)]);
                if let Some((Kind::Int, reg)) = result {
                    self.values.remove(&reg);
                }
                return true;
            }
            Switch if green => {
                self.tally.green += 1;
                let v = match self.read(regs[0]) {
                    Value::Var(v) => v,
                    c => self.op(LlOp::SameAs, vec![c], Type::Signed),
                };
                let descr = instr.descr().expect("a switch has a descr");
                let cases = &self.context.program.descrs.switch(descr).cases;
                let cases = cases.iter().map(|(n, at)| (*n, self.target(*at as usize))).collect();
                let (default, more) = self.behind(instr);
                self.switch(v, cases, default);
                return self.go_on(default, more);
            }
            GotoIfNot if green => {
                let cond = self.compute(LlOp::IntIsTrue, &regs);
                return self.fork(instr, cond);
            }
            GotoIfNotIntIsZero if green => {
                let v = self.read(regs[0]);
                let cond = self.op(LlOp::IntEq, vec![v, int(0)], Type::Bool);
                return self.fork(instr, cond);
            }
            IntAddJumpIfOvf | IntSubJumpIfOvf if green => {
                self.tally.green += 1;
                return self.write_checked(instr, &regs);
            }
            // They change frames, or end the piece.
            InlineCallI | InlineCallR | InlineCallF | InlineCallV | IntReturn | RefReturn
            | FloatReturn | VoidReturn | Raise | Reraise | Unreachable | JitMergePoint | Switch => {
                self.tally.red += 1;
                self.execute(self.context.support.step, instr, -1);
                let left = self.left();
                self.jump(left);
                return false;
            }
            _ => {}
        }
        if let Some(op) = instr.insn.fused_comparison().and_then(native)
            && green
        {
            let cond = self.compute(op, &regs);
            return self.fork(instr, cond);
        }
        if let Some(op) = instr.insn.resop().and_then(native)
            && green
            && let Some((_, dst)) = result
        {
            self.tally.green += 1;
            let mut v = self.compute(op, &regs);
            if self.g.ty(v) == Type::Bool {
                v = self.op(LlOp::CastBoolToInt, vec![v.into()], Type::Signed);
            }
            self.write(dst, v.into());
            return true;
        }
        if let Some(more) = self.write_read(instr, state) {
            return more;
        }
        self.tally.red += 1;
        self.write_call(instr)
    }

    /// Goes on in a block, if that is not written on its own.
    fn go_on(&mut self, block: BlockId, more: bool) -> bool {
        if more {
            self.begin(block);
        }
        more
    }

    /// A test of what is known.
    fn fork(&mut self, instr: &Instr, cond: VarId) -> bool {
        self.tally.green += 1;
        let no = self.target(instr.label().expect("a test has a label"));
        let (yes, more) = self.behind(instr);
        self.branch(cond, yes, no);
        self.go_on(yes, more)
    }

    /// A sum or difference of what is known, which may overflow.
    fn write_checked(&mut self, instr: &Instr, regs: &[u8]) -> bool {
        let sum = instr.insn == Insn::IntAddJumpIfOvf;
        let op = if sum { LlOp::IntAdd } else { LlOp::IntSub };
        let r = self.compute(op, regs);
        let (a, b) = (self.read(regs[0]), self.read(regs[1]));
        let mut xor =
            |a: LlValue, b: LlValue| Value::Var(self.op(LlOp::IntXor, vec![a, b], Type::Signed));
        // The sign is another one than that of both summands; or the signs were not equal, and it is not that of the first.
        let changed = xor(a, r.into());
        let other = if sum { xor(b, r.into()) } else { xor(a, b) };
        let both = self.op(LlOp::IntAnd, vec![changed, other], Type::Signed);
        let overflow = self.op(LlOp::IntLt, vec![both.into(), int(0)], Type::Bool);
        let out = self.target(instr.label().expect("an overflow has a label"));
        let on = self.new_block_with(&[Type::Signed]);
        let mut to = self.to(on);
        to.args.push(r.into());
        self.branch_to(overflow, self.to(out), to);
        self.begin(on);
        let r = self.g.blocks[on].inputargs[2];
        let dst = instr.result().expect("it has a result").1;
        self.write(dst, r.into());
        true
    }

    /// The operands as the run time takes them.
    fn operands(&self, instr: &Instr, known: bool) -> LlValue {
        let result = instr.result().map_or(0, |r| r.1);
        let mut args = [0; 4];
        for (arg, reg) in args.iter_mut().zip(instr.registers()) {
            *arg = reg;
        }
        int(Operands { insn: instr.insn as u8, result, args, known }.pack())
    }

    /// Calls the run time for an instruction.
    fn execute(&mut self, f: flowmodel::FuncId, instr: &Instr, last: i64) -> VarId {
        self.call(f, &[int(instr.at as i64), int(instr.next as i64), int(last)])
    }

    /// An instruction of which something is red.
    fn write_call(&mut self, instr: &Instr) -> bool {
        let n = self.code.find(instr.next).and_then(|n| self.colours[n].as_ref());
        // What is green behind it has to be known.
        let wanted = match (instr.insn, instr.result()) {
            (Insn::IntGuardValue, _) => instr.reads().next().map(|r| r.1),
            (_, Some((Kind::Int, reg))) => Some(reg),
            _ => None,
        };
        let wanted = wanted.filter(|reg| {
            !self.code.is_constant(Kind::Int, *reg) && n.is_some_and(|s| s.ints().contains(*reg))
        });
        let support = self.context.support;
        let next = int(instr.next as i64);
        let descr = instr.descr().map(|descr| int(i64::from(descr.0)));
        let operands = self.operands(instr, wanted.is_some());
        let tests = instr.insn == Insn::GotoIfNot || instr.insn.fused_comparison().is_some();
        let pure = instr.insn.resop().is_some()
            || matches!(instr.insn, Insn::CastPtrToInt | Insn::CastIntToPtr);
        let answer = match wanted {
            _ if pure => self.call(support.pure, &[operands, next]),
            _ if tests => {
                let other = instr.label().expect("a test has a label");
                self.call(support.test, &[operands, next, int(other as i64)])
            }
            _ if instr.insn.memory_op().is_some()
                && let Some(descr) = descr =>
            {
                self.call(support.memory, &[operands, descr, int(instr.at as i64), next])
            }
            Some(reg) => self.execute(support.step_known, instr, i64::from(reg)),
            None => {
                let label = instr.label().map_or(-1, |at| at as i64);
                self.execute(support.step, instr, label)
            }
        };
        let (next, more) = self.behind(instr);
        let left = self.left();
        let mut cases = vec![(0, next)];
        if let Some(at) = instr.label() {
            cases.push((1, self.target(at)));
        }
        self.switch(answer, cases, left);
        self.go_on(next, more)
    }

    // ------------------------------------------------------------ reads

    /// A read of what never changes, from a known object. None: it is no such instruction.
    fn write_read(&mut self, instr: &Instr, state: &State) -> Option<bool> {
        let op = instr.insn.memory_op()?;
        let known = instr.reads().all(|(kind, reg)| state.is_green(self.code, kind, reg));
        let (Some(descr), Some((Kind::Int, dst)), true) = (instr.descr(), instr.result(), known)
        else {
            return None;
        };
        match (op, self.context.program.descrs.get(descr)) {
            (ResOp::GetfieldGcI, Descr::Field(d)) if d.immutable => {
                let d = d.clone();
                self.read_field(instr, dst, &d)
            }
            (ResOp::GetarrayitemGcPureI | ResOp::ArraylenGc, Descr::Array(d)) => {
                let d = d.clone();
                self.read_array(instr, dst, op, &d)
            }
            _ => None,
        }
    }

    /// Ends the block with the question whether the object of an instruction is there. Gives the block where it is not, and begins
    /// the one where it is: with its address.
    fn object(&mut self, instr: &Instr) -> (BlockId, VarId) {
        let reg = i64::from(instr.registers()[0]);
        let address = self.call(self.context.support.object, &[int(reg)]);
        let there = self.op(LlOp::IntIsTrue, vec![address.into()], Type::Bool);
        let (slow, fast) = (self.new_block(), self.new_block_with(&[Type::Signed]));
        let mut to = self.to(fast);
        to.args.push(address.into());
        self.branch_to(there, to, self.to(slow));
        self.begin(fast);
        let address = self.g.blocks[fast].inputargs[2];
        let address = self.op(LlOp::CastIntToAdr, vec![address.into()], Type::Address);
        (slow, address)
    }

    /// The value that was read goes to a register; what was not read is left to the run time.
    fn join(&mut self, instr: &Instr, slow: BlockId, dst: u8, v: VarId) -> bool {
        self.tally.green += 1;
        self.write(dst, v.into());
        let (next, more) = self.behind(instr);
        self.jump(next);
        self.begin(slow);
        let step = self.context.support.step_known;
        let answer = self.execute(step, instr, i64::from(dst));
        let left = self.left();
        self.switch(answer, vec![(0, next)], left);
        self.go_on(next, more)
    }

    fn loaded(&mut self, address: VarId, offset: LlValue, load: &Load) -> VarId {
        let v = self.op(LlOp::RawLoad, vec![address.into(), offset], load.ty);
        match load.cast {
            Some(op) => self.op(op, vec![v.into()], Type::Signed),
            None => v,
        }
    }

    fn read_field(&mut self, instr: &Instr, dst: u8, d: &FieldDescr) -> Option<bool> {
        let load = load_of(u32::from(d.size), d.signed)?;
        let (slow, address) = self.object(instr);
        let v = self.loaded(address, int(i64::from(d.offset)), &load);
        Some(self.join(instr, slow, dst, v))
    }

    fn read_array(&mut self, instr: &Instr, dst: u8, op: ResOp, d: &ArrayDescr) -> Option<bool> {
        let (length, load) = (d.lendescr?, load_of(d.itemsize, d.signed)?);
        let (slow, address) = self.object(instr);
        let length =
            self.op(LlOp::RawLoad, vec![address.into(), int(i64::from(length))], Type::Signed);
        if op == ResOp::ArraylenGc {
            return Some(self.join(instr, slow, dst, length));
        }
        let index = self.read(instr.registers()[1]);
        let mut unsigned =
            |v: LlValue| Value::Var(self.op(LlOp::CastIntToUint, vec![v], Type::Unsigned));
        let (at, end) = (unsigned(index), unsigned(length.into()));
        let inside = self.op(LlOp::UintLt, vec![at, end], Type::Bool);
        let fast = self.new_block_with(&[Type::Address, Type::Signed]);
        let mut to = self.to(fast);
        to.args.extend([address.into(), index]);
        self.branch_to(inside, to, self.to(slow));
        self.begin(fast);
        let [_, _, address, index] = self.g.blocks[fast].inputargs[..] else { unreachable!() };
        let size = int(i64::from(d.itemsize));
        let offset = self.op(LlOp::IntMul, vec![index.into(), size], Type::Signed);
        let base = int(i64::from(d.basesize));
        let offset = self.op(LlOp::IntAdd, vec![offset.into(), base], Type::Signed);
        let v = self.loaded(address, offset.into(), &load);
        Some(self.join(instr, slow, dst, v))
    }
}
