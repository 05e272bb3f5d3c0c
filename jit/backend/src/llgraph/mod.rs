//! The trace interpreter: runs traces one operation at a time over any [`Memory`]. For tests, and the reference for
//! what the generated code must do. References live in root blocks while a trace runs, so that a moving collector
//! can be tested with it.

use crate::exec::{execute, execute_pure};
use crate::{
    Asked, BackendError, CallAssembler, CallLeft, CodeInfo, Cpu, DeadFrame, Exit, FailId, Memory,
    RootBlock, RootTable, StackLimit,
};
use alloc::rc::Rc;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell, RefCell};
use jitmodel::hash::FxHashMap;
use jitmodel::{ConstValue, DescrRef, Kind, Op, OpDescr, OpRef, ResOp, TokenId, Trace};

/// A compiled trace.
struct Code {
    trace: Trace,
    owner: TokenId,
    /// Number of times that the owner had been invalidated before.
    version: u32,
    first_fail: u32,
}

#[derive(Default)]
struct Codes {
    /// Entries: `entry` → the trace.
    entries: FxHashMap<TokenId, Rc<Code>>,
    /// Labels → trace and index of the label operation.
    labels: FxHashMap<TokenId, (Rc<Code>, usize)>,
    /// Bridges by the guard they start at.
    bridges: FxHashMap<FailId, Rc<Code>>,
    /// Further values that guards let pass, and whose guards they are.
    admitted: FxHashMap<FailId, (TokenId, Vec<ConstValue>)>,
    /// Number of times that a loop and its bridges were invalidated.
    invalidated: FxHashMap<TokenId, u32>,
}

/// The trace interpreter as a [`Cpu`].
pub struct LlGraphCpu<M> {
    mem: M,
    roots: Rc<RootTable>,
    codes: RefCell<Codes>,
    callee: OnceCell<CallAssembler>,
    countdowns: RefCell<FxHashMap<u32, i64>>,
    /// Owners of the traces that wait for an operation.
    running: RefCell<Vec<TokenId>>,
    /// Calls that wait, with a `guard_not_forced` behind them.
    forceable: RefCell<Vec<Forceable>>,
    /// Number of frames so far: the next one's `force_token`.
    tokens: Cell<i64>,
    /// The tokens of those that there are.
    frames: RefCell<Vec<i64>>,
    /// Operations executed so far, other than labels and those that are about logs.
    pub executed: Cell<u64>,
    /// Prints every operation with its argument and result words, for debugging.
    pub verbose: Cell<bool>,
}

/// Values of the operations of the running trace.
struct Frame {
    words: Vec<i64>,
    block: RootBlock,
    /// Number that the call before a `guard_not_forced` left.
    forced: Option<u32>,
}

/// A call that waits, and who may ask for what the guard behind it describes.
struct Forceable {
    token: i64,
    fail: FailId,
    /// Places of the fail args.
    args: Vec<Held>,
    block: RootBlock,
    forced: Option<u32>,
}

/// A fail arg during a call.
#[derive(Clone, Copy)]
enum Held {
    Word(i64),
    /// A slot of the frame.
    Ref(usize),
}

impl<M: Memory> LlGraphCpu<M> {
    /// A trace interpreter over `mem`.
    pub fn new(mem: M, roots: Rc<RootTable>) -> Self {
        LlGraphCpu {
            mem,
            roots,
            codes: RefCell::default(),
            callee: OnceCell::new(),
            countdowns: RefCell::default(),
            running: RefCell::default(),
            forceable: RefCell::default(),
            tokens: Cell::new(0),
            frames: RefCell::default(),
            executed: Cell::new(0),
            verbose: Cell::new(false),
        }
    }

    fn read(&self, frame: &Frame, code: &Code, value: OpRef) -> i64 {
        match code.trace.const_value(value) {
            None if code.trace.kind(value) == Kind::Ref => {
                frame.block.get(&self.roots, value.index())
            }
            None => frame.words[value.index()],
            Some(c) => self.roots.word(c),
        }
    }

    fn admits(&self, fail: FailId, word: i64) -> bool {
        let codes = self.codes.borrow();
        let admitted = codes.admitted.get(&fail);
        admitted.is_some_and(|(_, values)| values.iter().any(|&v| self.roots.word(v) == word))
    }

    fn write(&self, frame: &mut Frame, code: &Code, value: OpRef, word: i64) {
        if code.trace.kind(value) == Kind::Ref {
            frame.block.set(&self.roots, value.index(), word);
        } else {
            frame.words[value.index()] = word;
        }
    }

    fn new_frame(&self, code: &Code) -> Frame {
        let n = code.trace.num_values();
        // The table is large: only endless recursion exhausts it.
        let block = self.roots.push_block(n).expect("root blocks exhausted");
        Frame { words: vec![0; n], block, forced: None }
    }

    fn version(&self, owner: TokenId) -> u32 {
        self.codes.borrow().invalidated.get(&owner).copied().unwrap_or(0)
    }

    fn install(
        &self,
        trace: &Trace,
        owner: TokenId,
        first_fail: FailId,
    ) -> Result<Rc<Code>, BackendError> {
        trace.verify().map_err(BackendError::Internal)?;
        let version = self.version(owner);
        let code = Rc::new(Code { trace: trace.clone(), owner, version, first_fail: first_fail.0 });
        let mut codes = self.codes.borrow_mut();
        let mut own = Vec::new();
        for (n, op) in trace.ops.iter().enumerate() {
            let missing = || BackendError::Internal(format!("{} without its token", op.opnum));
            match op.opnum {
                ResOp::Label => own.push((op.token().ok_or_else(missing)?, n)),
                ResOp::Jump => {
                    let token = op.token().ok_or_else(missing)?;
                    let own = own.iter().find(|l| l.0 == token);
                    let arity = match (own, codes.labels.get(&token)) {
                        (Some(&(_, at)), _) => trace.ops[at].args.len(),
                        (None, Some((other, at))) => other.trace.ops[*at].args.len(),
                        (None, None) => {
                            let what = format!("jump to unknown label {}", token.0);
                            return Err(BackendError::Internal(what));
                        }
                    };
                    if arity != op.args.len() {
                        let what = format!("jump with {} arguments to {arity}", op.args.len());
                        return Err(BackendError::Internal(what));
                    }
                }
                op if op.is_call_pure() => {
                    return Err(BackendError::Unsupported(op.name().to_string()));
                }
                opnum if opnum.is_call_assembler() => {
                    op.token().ok_or_else(missing)?;
                }
                _ => {}
            }
        }
        for (token, at) in own {
            codes.labels.insert(token, (code.clone(), at));
        }
        Ok(code)
    }

    fn run(&self, code: Rc<Code>, args: &[i64], dead: &mut DeadFrame) {
        // (1 tells that a trace is being made.)
        let token = self.tokens.get() + 2;
        self.tokens.set(token);
        self.frames.borrow_mut().push(token);
        self.run_frame(code, args, token, dead);
        self.frames.borrow_mut().pop();
    }

    fn run_frame(&self, mut code: Rc<Code>, args: &[i64], token: i64, dead: &mut DeadFrame) {
        let mut frame = self.new_frame(&code);
        for (n, &arg) in args.iter().enumerate() {
            self.write(&mut frame, &code, OpRef::value(n), arg);
        }
        let mut at = 0;
        let mut overflow = false;
        loop {
            let op = &code.trace.ops[at];
            if op.opnum != ResOp::Label && !op.opnum.has(jitmodel::effects::DEBUG) {
                self.executed.set(self.executed.get() + 1);
            }
            let result = code.trace.op_ref(at);
            let arg = |n: usize| self.read(&frame, &code, op.args[n]);
            if self.verbose.get() && !op.opnum.has(jitmodel::effects::DEBUG) {
                let words: Vec<i64> = (0..op.args.len()).map(arg).collect();
                crate::say!("{}: {:?} = {}{words:?}", code.trace.name, result, op.opnum);
            }
            at += 1;
            match op.opnum {
                ResOp::Label => {}
                ResOp::Jump => {
                    let values: Vec<i64> = (0..op.args.len()).map(arg).collect();
                    let token = op.token().expect("checked by install");
                    let target = self.codes.borrow().labels.get(&token).cloned();
                    let (target, label) = target.expect("checked by install");
                    if !Rc::ptr_eq(&target, &code) {
                        self.roots.pop_block(frame.block);
                        frame = self.new_frame(&target);
                        code = target;
                    }
                    let args = code.trace.ops[label].args.clone();
                    for (&arg, word) in args.iter().zip(values) {
                        self.write(&mut frame, &code, arg, word);
                    }
                    at = label + 1;
                }
                ResOp::Finish => {
                    dead.exit = Exit::Finish;
                    dead.values.clear();
                    dead.values.extend((0..op.args.len()).map(arg));
                    self.roots.pop_block(frame.block);
                    return;
                }
                opnum if opnum.is_guard() => {
                    let guard = op.guard().expect("verified");
                    let fail = FailId(code.first_fail + guard.0);
                    let holds = match opnum {
                        ResOp::GuardNotForced => frame.forced.is_none(),
                        ResOp::GuardValue if self.admits(fail, arg(0)) => true,
                        _ => self.guard(opnum, &arg, overflow, &code),
                    };
                    if holds {
                        if opnum == ResOp::GuardException {
                            let value = self.mem.exc_value();
                            self.mem.set_exc(0, 0);
                            let code = code.clone();
                            self.write(&mut frame, &code, result, value);
                        }
                        continue;
                    }
                    let fail_args = &code.trace.guards[guard.0 as usize].fail_args;
                    let read = |v: &OpRef| self.read(&frame, &code, *v);
                    let bridge = self.codes.borrow().bridges.get(&fail).cloned();
                    match bridge {
                        Some(bridge) => {
                            let values: Vec<i64> = fail_args.iter().flatten().map(read).collect();
                            self.roots.pop_block(frame.block);
                            frame = self.new_frame(&bridge);
                            code = bridge;
                            for (n, word) in values.into_iter().enumerate() {
                                self.write(&mut frame, &code, OpRef::value(n), word);
                            }
                            at = 0;
                        }
                        None => {
                            dead.exit = Exit::Guard(fail);
                            dead.forced = frame.forced;
                            dead.values.clear();
                            let values = fail_args.iter().map(|v| v.as_ref().map_or(0, read));
                            dead.values.extend(values);
                            self.roots.pop_block(frame.block);
                            return;
                        }
                    }
                }
                opnum => {
                    let values: jitmodel::Args = op.args.clone();
                    let values: Vec<i64> =
                        values.iter().map(|&v| self.read(&frame, &code, v)).collect();
                    let forceable = self.hold_for_force(&frame, &code, at, token);
                    self.running.borrow_mut().push(code.owner);
                    let word = match opnum {
                        ResOp::ForceToken => token,
                        _ => self.operation(op, opnum, &values, &mut overflow),
                    };
                    self.running.borrow_mut().pop();
                    if forceable {
                        let call = self.forceable.borrow_mut().pop();
                        frame.forced = call.and_then(|call| call.forced);
                    }
                    if opnum.result() != Kind::Void {
                        let code = code.clone();
                        self.write(&mut frame, &code, result, word);
                    }
                }
            }
        }
    }

    /// Lets others ask for what a `guard_not_forced` at `next` describes during the operation before it.
    fn hold_for_force(&self, frame: &Frame, code: &Code, next: usize, token: i64) -> bool {
        let next = code.trace.ops.get(next).filter(|op| op.opnum == ResOp::GuardNotForced);
        let Some(guard) = next.and_then(Op::guard) else { return false };
        let fail_args = &code.trace.guards[guard.0 as usize].fail_args;
        let held = |v: &Option<OpRef>| match *v {
            Some(v) if code.trace.const_value(v).is_none() && code.trace.kind(v) == Kind::Ref => {
                Held::Ref(v.index())
            }
            Some(v) => Held::Word(self.read(frame, code, v)),
            None => Held::Word(0),
        };
        self.forceable.borrow_mut().push(Forceable {
            token,
            fail: FailId(code.first_fail + guard.0),
            args: fail_args.iter().map(held).collect(),
            block: frame.block,
            forced: None,
        });
        true
    }

    fn operation(&self, op: &Op, opnum: ResOp, args: &[i64], overflow: &mut bool) -> i64 {
        if opnum.is_ovf() {
            let (word, flag) = opnum.with_overflow(args[0], args[1]).unwrap_or((0, false));
            *overflow = flag;
            return word;
        }
        if let Some(word) = execute_pure(opnum, args) {
            return word;
        }
        let descr = match op.descr {
            OpDescr::Descr(descr) => descr,
            _ => DescrRef(u32::MAX),
        };
        match opnum {
            ResOp::SaveExcClass => self.mem.exc_class(),
            ResOp::SaveException => {
                let value = self.mem.exc_value();
                self.mem.set_exc(0, 0);
                value
            }
            ResOp::RestoreException => {
                self.mem.set_exc(args[0], args[1]);
                0
            }
            ResOp::Keepalive | ResOp::RecordKnownResult => 0,
            _ if opnum.is_call_assembler() => {
                let callee = self.callee.get().expect("the trace is allowed to have it");
                callee(op.token().expect("checked by install").0, args)
            }
            _ if opnum.has(jitmodel::effects::DEBUG) => 0,
            _ => execute(&self.mem, opnum, args, descr)
                .unwrap_or_else(|| panic!("the trace interpreter does not do {opnum}({args:?})")),
        }
    }

    fn guard(&self, opnum: ResOp, arg: &dyn Fn(usize) -> i64, overflow: bool, code: &Code) -> bool {
        match opnum {
            ResOp::GuardTrue | ResOp::GuardNonnull => arg(0) != 0,
            ResOp::GuardFalse | ResOp::GuardIsnull => arg(0) == 0,
            ResOp::GuardValue => arg(0) == arg(1),
            ResOp::GuardClass => self.mem.class_of(arg(0)) == arg(1),
            ResOp::GuardNonnullClass => arg(0) != 0 && self.mem.class_of(arg(0)) == arg(1),
            ResOp::GuardNoException => self.mem.exc_class() == 0,
            ResOp::GuardException => self.mem.exc_class() == arg(0),
            ResOp::GuardNoOverflow => !overflow,
            ResOp::GuardOverflow => overflow,
            ResOp::GuardCountdown => {
                let mut countdowns = self.countdowns.borrow_mut();
                let left = countdowns.entry(arg(0) as u32).or_default();
                *left = left.saturating_sub(1);
                *left >= 0
            }
            ResOp::GuardNotInvalidated => self.version(code.owner) == code.version,
            _ => false,
        }
    }
}

impl<M: Memory> Cpu for LlGraphCpu<M> {
    type Mem = M;

    fn mem(&self) -> &M {
        &self.mem
    }

    fn roots(&self) -> &RootTable {
        &self.roots
    }

    fn name(&self) -> &'static str {
        "llgraph"
    }

    fn compile_loop(
        &self,
        trace: &Trace,
        entry: TokenId,
        first_fail: FailId,
    ) -> Result<CodeInfo, BackendError> {
        let code = self.install(trace, entry, first_fail)?;
        self.codes.borrow_mut().entries.insert(entry, code);
        Ok(CodeInfo::default())
    }

    fn compile_bridge(
        &self,
        fail: FailId,
        trace: &Trace,
        owner: TokenId,
        first_fail: FailId,
    ) -> Result<CodeInfo, BackendError> {
        let code = self.install(trace, owner, first_fail)?;
        self.codes.borrow_mut().bridges.insert(fail, code);
        Ok(CodeInfo::default())
    }

    fn admit(&self, fail: FailId, value: ConstValue, owner: TokenId) -> Result<(), BackendError> {
        let mut codes = self.codes.borrow_mut();
        codes.admitted.entry(fail).or_insert((owner, vec![])).1.push(value);
        Ok(())
    }

    fn execute(&self, entry: TokenId, args: &[i64], frame: &mut DeadFrame) {
        let code = self.codes.borrow().entries.get(&entry).cloned();
        self.run(code.expect("entry was compiled"), args, frame);
    }

    unsafe fn set_call_assembler(
        &self,
        callee: CallAssembler,
        _left: CallLeft,
        _limit: Option<StackLimit>,
    ) {
        let _ = self.callee.set(callee);
    }

    fn set_cell(&self, _cell: u32, _entry: Option<TokenId>) {}

    fn set_countdown(&self, cell: u32, times: i64) {
        self.countdowns.borrow_mut().insert(cell, times);
    }

    fn invalidate(&self, owner: TokenId) {
        *self.codes.borrow_mut().invalidated.entry(owner).or_default() += 1;
    }

    fn free_loop(&self, owner: TokenId) {
        let mut codes = self.codes.borrow_mut();
        codes.entries.retain(|_, c| c.owner != owner);
        codes.labels.retain(|_, c| c.0.owner != owner);
        codes.bridges.retain(|_, c| c.owner != owner);
        codes.admitted.retain(|_, a| a.0 != owner);
        codes.invalidated.remove(&owner);
    }

    fn force(&self, token: i64, values: &mut Vec<i64>) -> Asked {
        let forceable = self.forceable.borrow();
        let Some(call) = forceable.iter().find(|c| c.token == token) else {
            return match self.frames.borrow().contains(&token) {
                true => Asked::NotNow,
                false => Asked::Nobody,
            };
        };
        if call.forced.is_some() {
            return Asked::Nobody;
        }
        values.clear();
        values.extend(call.args.iter().map(|held| match *held {
            Held::Word(word) => word,
            Held::Ref(n) => call.block.get(&self.roots, n),
        }));
        Asked::At(call.fail)
    }

    fn set_forced(&self, token: i64, number: u32) {
        if let Some(call) = self.forceable.borrow_mut().iter_mut().find(|c| c.token == token) {
            call.forced = Some(number);
        }
    }

    fn running(&self, add: &mut dyn FnMut(TokenId)) {
        self.running.borrow().iter().for_each(|&owner| add(owner));
    }
}

#[cfg(test)]
mod tests;
