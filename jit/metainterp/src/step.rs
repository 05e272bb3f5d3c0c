//! One step over jitcode, generic over what values are: words (blackhole) or words with trace operands (tracer).

use crate::codes::{Class, Row, StaticData};
use crate::frame::Stack;
use jitmodel::Insn;
use jitmodel::effects::ALLOCATES;
use jitmodel::jitcode::Decoder;
use jitmodel::{DescrRef, JitCode, Kind, ResOp, SwitchDescr, few};
use smallvec::SmallVec;

/// Values of an operation's arguments.
pub type Vals<V> = SmallVec<[V; 6]>;

/// An exception is pending in the program after a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raised;

/// Registers by their kinds and numbers.
pub type Registers = SmallVec<[(Kind, u8); 8]>;

/// Operand lists of a `jit_merge_point`: greens and reds, each ints, refs, floats (register numbers).
#[derive(Clone, Debug, Default)]
pub struct MergePoint {
    /// The jitdriver.
    pub jd: usize,
    /// Registers of the greens.
    pub greens: Registers,
    /// Registers of the reds.
    pub reds: Registers,
}

impl MergePoint {
    /// Reads the operands of the `jit_merge_point` at `pc`.
    pub fn decode(code: &JitCode, pc: usize) -> MergePoint {
        let mut d = code.decoder(pc);
        d.insn();
        Self::operands(&mut d)
    }

    fn operands(d: &mut Decoder<'_>) -> MergePoint {
        let jd = d.small() as u8 as usize;
        let mut lists = || {
            let mut out = Registers::new();
            for kind in [Kind::Int, Kind::Ref, Kind::Float] {
                d.list().iter().for_each(|&reg| out.push((kind, reg)));
            }
            out
        };
        MergePoint { jd, greens: lists(), reds: lists() }
    }
}

/// Says what to do at a `jit_merge_point`.
#[derive(Clone, Debug)]
pub enum Merge<V> {
    /// Nothing.
    Proceed,
    /// The innermost frame, that of an inlined portal, is replaced by a call of the portal.
    CallPortal {
        /// Greens, reds.
        args: Vals<V>,
        /// The cell of the greens, if they are constants and the call can be a `call_assembler`.
        cell: Option<usize>,
    },
}

/// Says how a recursive call of a portal is made.
#[derive(Clone, Copy, Debug)]
pub enum PortalCall {
    /// It is made in a new frame, of this jitcode.
    Inlined(usize),
    /// It is made by the compiled code of a cell.
    Assembler(usize),
    /// The call is made as one of the function.
    Residual,
}

/// Lists what the two interpreters do differently. Registers are those of the innermost frame, whose `pc` is already
/// behind the instruction.
pub trait Interp: Sized {
    /// Extra data of frames.
    type X: Default;
    /// Values.
    type V: Copy;
    /// Says how interpretation ends.
    type Leave;

    /// The frames.
    fn stack(&self) -> &Stack<Self::X>;
    /// The frames.
    fn stack_mut(&mut self) -> &mut Stack<Self::X>;
    /// Reads a register.
    fn get(&self, kind: Kind, reg: u8) -> Self::V;
    /// Writes a register.
    fn set(&mut self, kind: Kind, reg: u8, v: Self::V);
    /// The concrete value.
    fn word(v: Self::V) -> i64;
    /// A constant.
    fn constant(&self, kind: Kind, word: i64) -> Self::V;
    /// A `-live-` at `pc` was passed.
    fn live(&mut self, pc: usize);
    /// A pure operation, or a cast between references and integers.
    fn pure(&mut self, op: ResOp, args: &[Self::V]) -> Self::V;
    /// An overflow-checking operation; `None` if it overflows.
    fn ovf(&mut self, op: ResOp, a: Self::V, b: Self::V) -> Option<Self::V>;
    /// A condition for a jump.
    fn test(&mut self, cond: Self::V) -> bool;
    /// Chooses a switch's case.
    fn switch(&mut self, v: Self::V, cases: &SwitchDescr) -> Option<u32>;
    /// An operation on memory (with a descr), no calls.
    fn memory(&mut self, op: ResOp, args: &[Self::V], descr: DescrRef) -> Self::V;
    /// An allocation gave null: takes the pending MemoryError as the last exception.
    fn take_memory_error(&mut self);
    /// A call: `op` is one of `call_*`, `cond_call*`, `args` as in a trace.
    fn call(&mut self, op: ResOp, args: &[Self::V], descr: DescrRef) -> Result<Self::V, Raised>;
    /// Makes the register a constant; of its class: (value register, class).
    fn promote(&mut self, kind: Kind, reg: u8);
    /// The class of an instance, as a constant.
    fn promote_class(&mut self, instance: Self::V) -> Self::V;
    /// `str_guard_value`: the string, promoted by content.
    fn promote_string(&mut self, string: Self::V, eq: Self::V, descr: DescrRef) -> Self::V;
    /// The last exception's instance becomes `v`, whose class is known.
    fn set_last_exc(&mut self, v: Self::V);
    /// (class, instance) of the last exception.
    fn last_exc(&self) -> (Self::V, Self::V);
    /// The last exception begins to look for its handler.
    fn unwinds(&mut self) {}
    /// It passes a place that tracebacks show.
    fn passes(&mut self, mark: u32);
    /// A handler takes it; or one that is raised and caught in one frame, without its class, if not `last`.
    fn caught(&mut self, mark: u32, last: bool);
    /// Notes that what was caught last, or some of it, may be raised again: its traceback is to be
    /// known.
    fn traceback_kept(&mut self) {}
    /// Notes that what was caught last is raised again.
    fn traceback_again(&mut self) {}
    /// Forgets what was caught last, unless it was kept.
    fn handled(&mut self) {}
    /// The program never gets here: what was called always raises.
    fn unreachable(&mut self, jitcode: &str) {
        panic!("-unreachable- reached in {jitcode}")
    }
    /// Says whether the last exception is an instance of the class.
    fn exc_matches(&self, class: i64) -> bool;
    /// A `jit_merge_point` is reached.
    fn merge_point(&mut self, point: MergePoint) -> Result<Merge<Self::V>, Self::Leave>;
    /// Says how a recursive call of a portal (at `_at`, with these greens and reds) is made. May make greens
    /// constants.
    fn recursive_call(&mut self, _at: usize, _jd: usize, _args: &mut [Self::V]) -> PortalCall {
        PortalCall::Residual
    }
    /// A call of the portal's function (`args` as in [`Interp::call`]), as a `call_assembler` of the cell if there is one.
    fn call_portal(
        &mut self,
        _cell: Option<usize>,
        jd: usize,
        args: &[Self::V],
    ) -> Result<Self::V, Raised>;
    /// Gives the jitcode of a function, if a call of it goes on in a new frame.
    fn inline_function(&self, _function: Self::V) -> Option<usize> {
        None
    }
    /// A frame was pushed as [`Interp::recursive_call`] said.
    fn portal_inlined(&mut self) {}
    /// A `loop_header` is reached.
    fn loop_header(&mut self, jd: usize);
    /// Hints without result: `record_exact_class`, `assert_not_none`, …
    fn hint(&mut self, insn: Insn, args: &[Self::V], descr: Option<DescrRef>);
    /// Questions: `*_isconstant`, `ref_isvirtual`, `current_trace_length`.
    fn ask(&mut self, insn: Insn, v: Option<Self::V>) -> i64;
    /// The outermost frame returned.
    fn done(&mut self, kind: Kind, v: Option<Self::V>) -> Self::Leave;
    /// The outermost frame was left by the last exception.
    fn done_with_exception(&mut self) -> Self::Leave;
    /// Interpretation cannot go on (frames nest too deeply).
    fn overflow(&mut self) -> Self::Leave;
}

/// Reads registers of the three kinds, interleaved as a `CallDescr` says.
fn interleave<I: Interp>(it: &I, kinds: &[Kind], out: &mut Vals<I::V>, registers: [&[u8]; 3]) {
    let mut next = [0; 3];
    for &kind in kinds {
        let at = &mut next[kind as usize];
        out.push(it.get(kind, registers[kind as usize][*at]));
        *at += 1;
    }
}

fn lists<I: Interp>(it: &I, registers: [&[u8]; 3]) -> [Vals<I::V>; 3] {
    let [ints, refs, floats] = registers;
    [(Kind::Int, ints), (Kind::Ref, refs), (Kind::Float, floats)]
        .map(|(kind, list)| few(list.iter().map(|&reg| it.get(kind, reg))))
}

/// The operands of a call that are lists.
fn registers<'a>(d: &mut Decoder<'a>) -> [&'a [u8]; 3] {
    [d.list(), d.list(), d.list()]
}

/// An exception comes out of the call or allocation of the innermost frame: finds the handler.
pub fn unwind<I: Interp>(it: &mut I, data: &StaticData) -> Result<(), I::Leave> {
    it.unwinds();
    find_handler(it, data)
}

fn find_handler<I: Interp>(it: &mut I, data: &StaticData) -> Result<(), I::Leave> {
    loop {
        let top = it.stack().top();
        let code = &data.jitcodes[top.jitcode];
        let mut pc = top.pc;
        let mut mark = None;
        if code.live_at(pc).is_some() {
            mark = code.mark_at(pc);
            pc += JitCode::LIVE_SIZE;
        }
        if code.code.get(pc) == Some(&(Insn::CatchException as u8)) {
            let mut d = code.decoder(pc + 1);
            it.stack_mut().top_mut().pc = d.label();
            return Ok(());
        }
        if let Some(mark) = mark {
            it.passes(mark);
        }
        if it.stack().frames.len() == 1 {
            return Err(it.done_with_exception());
        }
        it.stack_mut().pop();
    }
}

/// Says whether some frame has a handler for exceptions that the current instruction raises.
pub(crate) fn is_in_handler<I: Interp>(it: &I, data: &StaticData) -> bool {
    it.stack().frames.iter().any(|frame| {
        let code = &data.jitcodes[frame.jitcode];
        let behind = code.live_at(frame.pc).map_or(0, |_| JitCode::LIVE_SIZE);
        code.code.get(frame.pc + behind) == Some(&(Insn::CatchException as u8))
    })
}

/// Says whether `guard_no_exception` is wanted behind an array of unknown length. (A trace that has no guard there is
/// left when there is no memory, past all handlers of the portal.)
pub(crate) fn wants_memory_guard<I: Interp>(it: &I, data: &StaticData, op: ResOp) -> bool {
    // (What a trace does before its first instruction is in no frame.)
    let Some(top) = it.stack().frames.last() else { return false };
    matches!(op, ResOp::NewArray | ResOp::NewArrayClear)
        && data.jitcodes[top.jitcode].live_at(top.pc).is_some()
        && is_in_handler(it, data)
}

/// The innermost frame raises, at `at`.
fn raise<I: Interp>(it: &mut I, data: &StaticData, at: usize) -> Result<(), I::Leave> {
    raises(it, data, at);
    if it.stack().frames.len() == 1 {
        return Err(it.done_with_exception());
    }
    it.stack_mut().pop();
    find_handler(it, data)
}

/// The last exception is raised by the instruction at `at` of the innermost frame.
fn raises<I: Interp>(it: &mut I, data: &StaticData, at: usize) {
    it.unwinds();
    let code = &data.jitcodes[it.stack().top().jitcode];
    if let Some(mark) = code.mark_at(at) {
        it.passes(mark);
    }
}

/// The innermost frame returns `v` to its caller.
pub(crate) fn finish_frame<I: Interp>(
    it: &mut I,
    data: &StaticData,
    kind: Kind,
    v: Option<I::V>,
) -> Result<(), I::Leave> {
    it.handled();
    if it.stack().frames.len() == 1 {
        return Err(it.done(kind, v));
    }
    it.stack_mut().pop();
    if let Some(v) = v {
        returned(it, data, kind, v);
    }
    Ok(())
}

/// The innermost frame gets what its call gave: the result register is the last byte before the `-live-`.
#[inline]
pub(crate) fn returned<I: Interp>(it: &mut I, data: &StaticData, kind: Kind, v: I::V) {
    let top = it.stack().top();
    let reg = data.jitcodes[top.jitcode].code[top.pc - 1];
    it.set(kind, reg, v);
}

/// Runs until the interpreter leaves.
pub fn run<I: Interp>(it: &mut I, data: &StaticData) -> I::Leave {
    loop {
        if let Err(leave) = step(it, data) {
            return leave;
        }
    }
}

/// Executes one instruction.
#[inline]
pub fn step<I: Interp>(it: &mut I, data: &StaticData) -> Result<(), I::Leave> {
    let top = it.stack().top();
    let (code, at) = (&data.jitcodes[top.jitcode], top.pc);
    let mut d = code.decoder(at);
    let row = &data.rows[code.code[at] as usize];
    d.pc += 1;
    match row.class {
        Class::Pure(op) => {
            let args: Vals<I::V> = few(row.args.iter().map(|&k| it.get(k, d.reg())));
            let dst = d.reg();
            it.stack_mut().top_mut().pc = d.pc;
            let v = it.pure(op, &args);
            it.set(op.result(), dst, v);
            Ok(())
        }
        Class::Branch(op) => {
            let args: Vals<I::V> = few(row.args.iter().map(|&k| it.get(k, d.reg())));
            let target = d.label();
            it.stack_mut().top_mut().pc = d.pc;
            let cond = it.pure(op, &args);
            if !it.test(cond) {
                it.stack_mut().top_mut().pc = target;
            }
            Ok(())
        }
        Class::Memory(op) => {
            let args: Vals<I::V> = few(row.args.iter().map(|&k| it.get(k, d.reg())));
            let descr = d.descr();
            let dst = row.result.map(|kind| (kind, d.reg()));
            it.stack_mut().top_mut().pc = d.pc;
            memory(it, data, at, op, &args, descr, dst)
        }
        Class::Special => special(it, data, row, d, at),
    }
}

/// An operation on memory, at a position of the innermost frame.
#[inline]
pub(crate) fn memory<I: Interp>(
    it: &mut I,
    data: &StaticData,
    at: usize,
    op: ResOp,
    args: &[I::V],
    descr: DescrRef,
    dst: Option<(Kind, u8)>,
) -> Result<(), I::Leave> {
    let v = it.memory(op, args, descr);
    if op.has(ALLOCATES) && I::word(v) == 0 {
        it.take_memory_error();
        raises(it, data, at);
        return find_handler(it, data);
    }
    if let Some((kind, dst)) = dst {
        it.set(kind, dst, v);
    }
    Ok(())
}

fn special<I: Interp>(
    it: &mut I,
    data: &StaticData,
    row: &Row,
    mut d: Decoder<'_>,
    at: usize,
) -> Result<(), I::Leave> {
    use Insn::*;
    macro_rules! go {
        ($pc:expr) => {{
            let pc = $pc;
            it.stack_mut().top_mut().pc = pc;
        }};
    }
    match row.insn {
        Live => {
            d.live();
            go!(d.pc);
            it.live(at);
        }
        IntCopy | RefCopy | FloatCopy => {
            let v = it.get(row.args[0], d.reg());
            it.set(row.args[0], d.reg(), v);
            go!(d.pc);
        }
        _ if let Some(op) = row.insn.overflowing() => {
            let target = d.label();
            let (a, b) = (it.get(Kind::Int, d.reg()), it.get(Kind::Int, d.reg()));
            let dst = d.reg();
            go!(d.pc);
            match it.ovf(op, a, b) {
                Some(v) => it.set(Kind::Int, dst, v),
                None => go!(target),
            }
        }
        Goto => go!(d.label()),
        GotoIfNot => {
            let cond = it.get(Kind::Int, d.reg());
            let target = d.label();
            go!(d.pc);
            if !it.test(cond) {
                go!(target);
            }
        }
        Switch => {
            let v = it.get(Kind::Int, d.reg());
            let cases = data.descrs.switch(d.descr());
            go!(d.pc);
            if let Some(target) = it.switch(v, cases) {
                go!(target as usize);
            }
        }
        IntReturn | RefReturn | FloatReturn => {
            let v = it.get(row.args[0], d.reg());
            return finish_frame(it, data, row.args[0], Some(v));
        }
        VoidReturn => return finish_frame(it, data, Kind::Void, None),
        Raise => {
            let v = it.get(Kind::Ref, d.reg());
            go!(d.pc);
            it.promote_class(v);
            it.set_last_exc(v);
            return raise(it, data, at);
        }
        Reraise => return raise(it, data, at),
        Traceback => {
            let last = d.small() != 0;
            go!(d.pc);
            let code = &data.jitcodes[it.stack().top().jitcode];
            if let Some(mark) = code.mark_at(at) {
                it.caught(mark, last);
            }
        }
        TracebackKept => {
            go!(d.pc);
            it.traceback_kept();
        }
        TracebackAgain => {
            go!(d.pc);
            it.traceback_again();
        }
        CatchException => {
            d.label();
            go!(d.pc);
        }
        GotoIfExceptionMismatch => {
            let class = I::word(it.get(Kind::Int, d.reg()));
            let target = d.label();
            let next = if it.exc_matches(class) { d.pc } else { target };
            go!(next);
        }
        LastException => {
            let class = it.last_exc().0;
            it.set(Kind::Int, d.reg(), class);
            go!(d.pc);
        }
        LastExcValue => {
            let value = it.last_exc().1;
            it.set(Kind::Ref, d.reg(), value);
            go!(d.pc);
        }
        Unreachable => {
            let jitcode = it.stack().top().jitcode;
            it.unreachable(&data.jitcodes[jitcode].name);
        }
        InlineCallI | InlineCallR | InlineCallF | InlineCallV => {
            let callee = d.jitcode();
            let lists = lists(it, registers(&mut d));
            if row.result.is_some() {
                d.reg();
            }
            go!(d.pc);
            return enter(it, data, callee, lists);
        }
        ResidualCallI | ResidualCallR | ResidualCallF | ResidualCallV | CondCallV
        | CondCallValueI | CondCallValueR => {
            let mut args: Vals<I::V> = few(row.args.iter().map(|&k| it.get(k, d.reg())));
            let registers = registers(&mut d);
            let descr = d.descr();
            let residual =
                matches!(row.insn, ResidualCallI | ResidualCallR | ResidualCallF | ResidualCallV);
            if residual && let Some(callee) = it.inline_function(args[0]) {
                if row.result.is_some() {
                    d.reg();
                }
                go!(d.pc);
                let lists = lists(it, registers);
                return enter(it, data, callee, lists);
            }
            interleave(it, &data.descrs.call(descr).args, &mut args, registers);
            let op = match row.insn {
                CondCallV => ResOp::CondCallN,
                CondCallValueI => ResOp::CondCallValueI,
                CondCallValueR => ResOp::CondCallValueR,
                _ => ResOp::call(row.result.unwrap_or(Kind::Void)),
            };
            let dst = row.result.map(|kind| (kind, d.reg()));
            go!(d.pc);
            return call(it, data, op, &args, descr, dst);
        }
        RecordKnownResultI | RecordKnownResultR => {
            let mut args: Vals<I::V> = few(row.args.iter().map(|&k| it.get(k, d.reg())));
            let registers = registers(&mut d);
            let descr = d.descr();
            interleave(it, &data.descrs.call(descr).args, &mut args, registers);
            go!(d.pc);
            it.hint(row.insn, &args, Some(descr));
        }
        RecursiveCallI | RecursiveCallR | RecursiveCallF | RecursiveCallV => {
            let jd = d.small() as u8 as usize;
            let mut args: Vals<I::V> = Vals::new();
            let (function, _) = data.drivers[jd].desc.portal_runner.expect("verified");
            args.push(it.constant(Kind::Int, data.address(function)));
            for _ in 0..2 {
                for list in lists(it, registers(&mut d)) {
                    args.extend(list);
                }
            }
            let dst = row.result.map(|kind| (kind, d.reg()));
            go!(d.pc);
            it.handled();
            let how = it.recursive_call(at, jd, &mut args[1..]);
            if let PortalCall::Inlined(jitcode) = how {
                let driver = &data.drivers[jd];
                if it.stack_mut().push(data, jitcode, I::X::default()).is_err() {
                    return Err(it.overflow());
                }
                for (&v, (kind, index)) in args[1..].iter().zip(driver.positions()) {
                    it.set(kind, index as u8, v);
                }
                it.portal_inlined();
                return Ok(());
            }
            let cell = match how {
                PortalCall::Assembler(cell) => Some(cell),
                _ => None,
            };
            let called = it.call_portal(cell, jd, &args);
            return after_call(it, data, called, dst);
        }
        IntGuardValue | RefGuardValue | FloatGuardValue => {
            let reg = d.reg();
            go!(d.pc);
            it.promote(row.args[0], reg);
        }
        StrGuardValue => {
            let string = it.get(Kind::Ref, d.reg());
            let eq = it.get(Kind::Int, d.reg());
            let descr = d.descr();
            let dst = d.reg();
            go!(d.pc);
            let v = it.promote_string(string, eq, descr);
            it.set(Kind::Ref, dst, v);
        }
        GuardClass => {
            let instance = it.get(Kind::Ref, d.reg());
            let dst = d.reg();
            go!(d.pc);
            let class = it.promote_class(instance);
            it.set(Kind::Int, dst, class);
        }
        JitMergePoint => {
            let point = MergePoint::operands(&mut d);
            go!(d.pc);
            it.handled();
            let jd = point.jd;
            if let Merge::CallPortal { args: values, cell } = it.merge_point(point)? {
                let driver = &data.drivers[jd].desc;
                let (function, _) = driver.portal_runner.expect("checked by merge_point");
                let mut args = Vals::from_slice(&[it.constant(Kind::Int, data.address(function))]);
                args.extend(values);
                it.stack_mut().pop();
                // As if the caller made the call: its result register stands before the `-live-`.
                let top = it.stack().top();
                let dst = (driver.result != Kind::Void)
                    .then(|| (driver.result, data.jitcodes[top.jitcode].code[top.pc - 1]));
                let called = it.call_portal(cell, jd, &args);
                return after_call(it, data, called, dst);
            }
        }
        LoopHeader => {
            let jd = d.small() as u8 as usize;
            go!(d.pc);
            it.loop_header(jd);
        }
        IntIsconstant | RefIsconstant | FloatIsconstant | RefIsvirtual | CallsRest => {
            let v = it.get(row.args[0], d.reg());
            let answer = it.ask(row.insn, Some(v));
            let v = it.constant(Kind::Int, answer);
            it.set(Kind::Int, d.reg(), v);
            go!(d.pc);
        }
        CurrentTraceLength => {
            let answer = it.ask(row.insn, None);
            let v = it.constant(Kind::Int, answer);
            it.set(Kind::Int, d.reg(), v);
            go!(d.pc);
        }
        AssertNotNone | RecordExactClass | RecordImmutableList | RecordExactValueI
        | RecordExactValueR => {
            let args: Vals<I::V> = few(row.args.iter().map(|&k| it.get(k, d.reg())));
            go!(d.pc);
            it.hint(row.insn, &args, None);
        }
        RecordQuasiimmutField => {
            let args: Vals<I::V> = Vals::from_slice(&[it.get(Kind::Ref, d.reg())]);
            let descr = d.descr();
            go!(d.pc);
            it.hint(row.insn, &args, Some(descr));
        }
        JitDebug => {
            d.reg();
            let [ints, strings, _] = lists(it, registers(&mut d));
            go!(d.pc);
            let args: Vals<I::V> = strings.into_iter().chain(ints).collect();
            it.hint(row.insn, &args, None);
        }
        other => unreachable!("{} is not special", other.name()),
    }
    Ok(())
}

/// A frame for a jitcode; its first registers are the arguments.
fn enter<I: Interp>(
    it: &mut I,
    data: &StaticData,
    callee: usize,
    args: [Vals<I::V>; 3],
) -> Result<(), I::Leave> {
    it.handled();
    if it.stack_mut().push(data, callee, I::X::default()).is_err() {
        return Err(it.overflow());
    }
    for (kind, list) in [Kind::Int, Kind::Ref, Kind::Float].into_iter().zip(args) {
        for (n, v) in list.into_iter().enumerate() {
            it.set(kind, n as u8, v);
        }
    }
    Ok(())
}

fn call<I: Interp>(
    it: &mut I,
    data: &StaticData,
    op: ResOp,
    args: &[I::V],
    descr: DescrRef,
    dst: Option<(Kind, u8)>,
) -> Result<(), I::Leave> {
    it.handled();
    let called = it.call(op, args, descr);
    after_call(it, data, called, dst)
}

/// Puts the result of a call into a register; leads an exception to its handler.
fn after_call<I: Interp>(
    it: &mut I,
    data: &StaticData,
    called: Result<I::V, Raised>,
    dst: Option<(Kind, u8)>,
) -> Result<(), I::Leave> {
    match called {
        Ok(v) => {
            if let Some((kind, reg)) = dst {
                it.set(kind, reg, v);
            }
            Ok(())
        }
        Err(Raised) => unwind(it, data),
    }
}
