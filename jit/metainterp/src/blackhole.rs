//! The blackhole interpreter: continues from a failed guard to the next merge point, on plain words.

use crate::codes::{Class, StaticData, Transfer};
use crate::frame::{Registers, Stack};
use crate::meter::{Doing, Meter};
use crate::step::{Interp, Merge, MergePoint, Raised};
use crate::vable::write_back;
use crate::vrefs::tell_frame;
use jitbackend::Memory;
use jitbackend::exec::{execute, execute_pure};
use jitmodel::Insn;
use jitmodel::effects::ALLOCATES;
use jitmodel::jitcode::Decoder;
use jitmodel::program::Virtualizable;
use jitmodel::{DescrRef, Kind, ResOp, SwitchDescr, VablePlace, VirtualRefs};
use smallvec::SmallVec;

/// Says how the program goes on after the JIT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i64)]
pub enum Outcome {
    /// It goes on with its own values, as if nothing had been called.
    Continue = 0,
    /// It goes on at the merge point, with greens and reds from the transfer arrays
    /// (ContinueRunningNormally).
    ContinueRunningNormally = 1,
    /// The portal returns the transferred result (DoneWithThisFrame).
    Done = 2,
    /// The portal leaves with the pending exception (ExitFrameWithException).
    Exception = 3,
}

/// Interprets jitcode after a guard has failed; see the module.
pub struct Blackhole<'a, M> {
    data: &'a StaticData,
    mem: &'a M,
    meter: &'a Meter,
    stack: Stack<()>,
    transfer: &'a mut Transfer,
    /// Instructions executed.
    work: u32,
}

#[inline]
fn pure(op: ResOp, args: &[i64]) -> i64 {
    execute_pure(op, args).unwrap_or_else(|| panic!("{op}{args:?} is not defined"))
}

impl<'a, M: Memory> Blackhole<'a, M> {
    /// Continues from these frames; results go to `transfer`.
    pub fn new(
        data: &'a StaticData,
        mem: &'a M,
        meter: &'a Meter,
        stack: Stack<()>,
        transfer: &'a mut Transfer,
    ) -> Self {
        Blackhole { data, mem, meter, stack, transfer, work: 0 }
    }

    /// Runs; gives the number of instructions executed as well. `raising`: the stack's last exception is raised in the innermost
    /// frame first.
    pub fn run(mut self, raising: bool) -> (Outcome, u32) {
        let outcome = self.run_to_end(raising);
        (outcome, self.work)
    }

    fn run_to_end(&mut self, raising: bool) -> Outcome {
        let data = self.data;
        if raising && let Err(outcome) = crate::step::unwind(self, data) {
            return outcome;
        }
        loop {
            self.work += 1;
            self.straight();
            match self.call_or_return() {
                Ok(true) => continue,
                Ok(false) => {}
                Err(outcome) => return outcome,
            }
            if let Err(outcome) = crate::step::step(self, data) {
                return outcome;
            }
        }
    }

    /// Runs the instructions that concern registers and memory only, which most do, without the ceremony of
    /// [`crate::step::step`], up to the next one that does not.
    fn straight(&mut self) {
        let data = self.data;
        let top = self.stack.top();
        let (jitcode, mut pc) = (&data.jitcodes[top.jitcode], top.pc);
        let mut regs = self.stack.registers();
        let mut work = 0;
        loop {
            let row = &data.rows[jitcode.code[pc] as usize];
            let mut d = jitcode.decoder(pc + 1);
            let mut words = [0i64; 4];
            let mut args = |d: &mut Decoder<'_>, regs: &Registers<'_>| {
                for (word, &kind) in words.iter_mut().zip(&row.args) {
                    *word = regs.get(kind, d.reg());
                }
                row.args.len()
            };
            match row.class {
                Class::Pure(op) => {
                    let n = args(&mut d, &regs);
                    regs.set(op.result(), d.reg(), pure(op, &words[..n]));
                }
                Class::Branch(op) => {
                    let n = args(&mut d, &regs);
                    let target = d.label();
                    if pure(op, &words[..n]) == 0 {
                        d.pc = target;
                    }
                }
                Class::Memory(op) if !op.has(ALLOCATES) => {
                    let n = args(&mut d, &regs);
                    let word = execute(self.mem, op, &words[..n], d.descr());
                    if let Some(kind) = row.result {
                        regs.set(kind, d.reg(), word.expect("a memory operation"));
                    }
                }
                Class::Special => match row.insn {
                    Insn::Live => {
                        d.live();
                    }
                    Insn::IntCopy | Insn::RefCopy | Insn::FloatCopy => {
                        let word = regs.get(row.args[0], d.reg());
                        regs.set(row.args[0], d.reg(), word);
                    }
                    Insn::IntGuardValue | Insn::RefGuardValue | Insn::FloatGuardValue => {
                        d.reg();
                    }
                    Insn::GuardClass => {
                        let class = self.mem.class_of(regs.get(Kind::Ref, d.reg()));
                        regs.set(Kind::Int, d.reg(), class);
                    }
                    Insn::Goto => d.pc = d.label(),
                    Insn::GotoIfNot => {
                        let cond = regs.get(Kind::Int, d.reg());
                        let target = d.label();
                        if cond == 0 {
                            d.pc = target;
                        }
                    }
                    Insn::CatchException => {
                        d.label();
                    }
                    _ => break,
                },
                _ => break,
            }
            pc = d.pc;
            work += 1;
        }
        self.work += work;
        self.stack.top_mut().pc = pc;
    }

    /// Executes calls of functions, and returns to frames; other instructions are none of its.
    #[inline]
    fn call_or_return(&mut self) -> Result<bool, Outcome> {
        use Insn::*;
        let data = self.data;
        let frames = self.stack.frames.len();
        let top = self.stack.top();
        let (jitcode, pc) = (&data.jitcodes[top.jitcode], top.pc);
        let row = &data.rows[jitcode.code[pc] as usize];
        let mut d = jitcode.decoder(pc + 1);
        let mut args: SmallVec<[i64; 16]> = SmallVec::new();
        let (lists, descr) = match row.insn {
            IntReturn | RefReturn | FloatReturn if frames > 1 => {
                let kind = row.args[0];
                let word = self.stack.registers().get(kind, d.reg());
                self.stack.pop();
                crate::step::returned(self, data, kind, word);
                return Ok(true);
            }
            InlineCallI | InlineCallR | InlineCallF | InlineCallV => {
                let callee = d.jitcode();
                let Some((function, descr)) = data.jitcodes[callee].function else {
                    return Ok(false);
                };
                args.push(data.address(function));
                ([d.list(), d.list(), d.list()], descr)
            }
            ResidualCallI | ResidualCallR | ResidualCallF | ResidualCallV => {
                args.push(self.stack.registers().get(Kind::Int, d.reg()));
                ([d.list(), d.list(), d.list()], d.descr())
            }
            _ => return Ok(false),
        };
        let result = row.result.map(|kind| (kind, d.reg()));
        let call = data.descrs.call(descr);
        let registers = self.stack.registers();
        let mut next = [0; 3];
        for &kind in &call.args {
            let at = &mut next[kind as usize];
            args.push(registers.get(kind, lists[kind as usize][*at]));
            *at += 1;
        }
        self.stack.top_mut().pc = d.pc;
        let word = self.meter.during(Doing::Program, || self.mem.call(args[0], &args[1..], descr));
        if self.mem.exc_class() != 0 {
            self.take_exception();
            crate::step::unwind(self, data)?;
        } else if let Some((kind, reg)) = result {
            self.stack.registers().set(kind, reg, word);
        }
        Ok(true)
    }

    /// Takes the pending exception, if there is one, as the stack's last exception.
    pub fn take_pending(&mut self) -> bool {
        let pending = self.mem.exc_class() != 0;
        if pending {
            self.take_exception();
        }
        pending
    }

    /// Gives a mark to the program. `last`: it is of the last exception.
    fn leave_mark(&mut self, mark: u32, last: bool) {
        let class = if last { self.mem.class_of(self.stack.exc()) } else { 0 };
        self.leave_marks(class, &[mark]);
    }

    /// Gives marks to the program that were left before.
    pub fn leave_marks(&mut self, class: i64, marks: &[u32]) {
        let Some((function, descr)) = self.data.traceback else { return };
        if !marks.is_empty() {
            let args = [class, self.data.marks_word(marks)];
            self.mem.call(self.data.address(function), &args, descr);
        }
    }

    fn take_exception(&mut self) {
        self.stack.set_exc(self.mem.exc_value());
        self.mem.set_exc(0, 0);
    }
}

impl<M: Memory> Interp for Blackhole<'_, M> {
    type X = ();
    type V = i64;
    type Leave = Outcome;

    #[inline]
    fn stack(&self) -> &Stack<()> {
        &self.stack
    }

    #[inline]
    fn stack_mut(&mut self) -> &mut Stack<()> {
        &mut self.stack
    }

    #[inline]
    fn get(&self, kind: Kind, reg: u8) -> i64 {
        self.stack.get(self.stack.frames.len() - 1, kind, reg as usize)
    }

    #[inline]
    fn set(&mut self, kind: Kind, reg: u8, v: i64) {
        self.stack.set(self.stack.frames.len() - 1, kind, reg as usize, v);
    }

    #[inline]
    fn word(v: i64) -> i64 {
        v
    }

    fn constant(&self, _kind: Kind, word: i64) -> i64 {
        word
    }

    fn live(&mut self, _pc: usize) {}

    #[inline]
    fn pure(&mut self, op: ResOp, args: &[i64]) -> i64 {
        pure(op, args)
    }

    fn ovf(&mut self, op: ResOp, a: i64, b: i64) -> Option<i64> {
        let (word, overflow) = op.with_overflow(a, b)?;
        (!overflow).then_some(word)
    }

    fn test(&mut self, cond: i64) -> bool {
        cond != 0
    }

    fn switch(&mut self, v: i64, cases: &SwitchDescr) -> Option<u32> {
        cases.lookup(v)
    }

    #[inline]
    fn memory(&mut self, op: ResOp, args: &[i64], descr: DescrRef) -> i64 {
        execute(self.mem, op, args, descr).expect("a memory operation")
    }

    fn take_memory_error(&mut self) {
        self.take_exception();
    }

    fn call(&mut self, op: ResOp, args: &[i64], descr: DescrRef) -> Result<i64, Raised> {
        let word = self.meter.during(Doing::Program, || execute(self.mem, op, args, descr));
        let word = word.expect("a call");
        if self.mem.exc_class() != 0 {
            self.take_exception();
            return Err(Raised);
        }
        Ok(word)
    }

    fn call_portal(
        &mut self,
        _cell: Option<usize>,
        jd: usize,
        args: &[i64],
    ) -> Result<i64, Raised> {
        let desc = &self.data.drivers[jd].desc;
        let (_, descr) = desc.portal_runner.expect("the caller looked");
        self.call(ResOp::call(desc.result), args, descr)
    }

    fn promote(&mut self, _kind: Kind, _reg: u8) {}

    fn promote_class(&mut self, instance: i64) -> i64 {
        self.mem.class_of(instance)
    }

    fn promote_string(&mut self, string: i64, _eq: i64, _descr: DescrRef) -> i64 {
        string
    }

    fn set_last_exc(&mut self, v: i64) {
        self.stack.set_exc(v);
    }

    fn last_exc(&self) -> (i64, i64) {
        let value = self.stack.exc();
        (self.mem.class_of(value), value)
    }

    fn passes(&mut self, mark: u32) {
        self.leave_mark(mark, true);
    }

    fn caught(&mut self, mark: u32, last: bool) {
        self.leave_mark(mark, last);
    }

    fn exc_matches(&self, class: i64) -> bool {
        self.mem.is_subclass(self.mem.class_of(self.stack.exc()), class)
    }

    fn merge_point(&mut self, point: MergePoint) -> Result<Merge<i64>, Outcome> {
        let driver = &self.data.drivers[point.jd];
        if self.stack.frames.len() > 1 {
            // The portal was inlined here: from now on its compiled form takes over, which may enter loops again.
            if driver.desc.portal_runner.is_none() {
                return Ok(Merge::Proceed);
            }
            let registers = point.greens.iter().chain(&point.reds);
            let args = registers.map(|r| self.get(r.0, r.1)).collect();
            return Ok(Merge::CallPortal { args, cell: None });
        }
        let registers = point.greens.iter().chain(&point.reds);
        for ((kind, reg), (_, index)) in registers.zip(driver.positions()) {
            let word = self.get(*kind, *reg);
            self.transfer.set(*kind, index, word);
        }
        Err(Outcome::ContinueRunningNormally)
    }

    fn loop_header(&mut self, _jd: usize) {}

    fn hint(&mut self, _insn: Insn, _args: &[i64], _descr: Option<DescrRef>) {}

    fn ask(&mut self, insn: Insn, _v: Option<i64>) -> i64 {
        match insn {
            Insn::CurrentTraceLength => -1,
            // It is faster than this interpreter.
            Insn::CallsRest => 1,
            _ => 0,
        }
    }

    fn done(&mut self, kind: Kind, v: Option<i64>) -> Outcome {
        self.transfer.set_result(kind, v.unwrap_or(0));
        Outcome::Done
    }

    fn done_with_exception(&mut self) -> Outcome {
        let (class, value) = self.last_exc();
        self.mem.set_exc(class, value);
        Outcome::Exception
    }

    fn overflow(&mut self) -> Outcome {
        // As a recursion that is too deep does in the program itself.
        jitbackend::say!("fatal: JIT interpreter frames nest too deeply");
        jitbackend::system::abort()
    }
}

impl<M: Memory> crate::resume::Rebuild for Blackhole<'_, M> {
    const WANTS_ALL: bool = false;

    fn input(&self, _n: usize, _kind: Kind, word: i64) -> i64 {
        word
    }

    fn with_word(_v: i64, word: i64) -> i64 {
        word
    }

    fn failed(&self) -> bool {
        self.mem.exc_class() != 0
    }

    fn late_call(&mut self, function: i64, args: &[i64], descr: DescrRef) -> i64 {
        self.mem.call(function, args, descr)
    }

    fn vable(
        &mut self,
        (_, layout): (usize, &Virtualizable),
        object: i64,
        values: &[(VablePlace, bool, i64)],
    ) {
        write_back(self.mem, layout, object, values.iter().map(|v| (v.0, v.2)));
    }

    fn vref(&mut self, refs: VirtualRefs, vref: i64, frame: i64) {
        tell_frame(self.mem, refs, vref, frame);
    }
}
