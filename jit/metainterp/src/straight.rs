//! The tracer's fast path. Of ten instructions that a tracer executes nine record nothing: they move values, or compute
//! what is constant (the interpreter looks at its own code). Those are executed here, without the ceremony of
//! [`crate::step::step`].

use crate::codes::{Class, Row, StaticData};
use crate::frame::Registers;
use crate::heapcache::HeapCache;
use crate::step::Interp;
use crate::tracer::state::{Tracer, put};
use crate::tracer::values::{CONST, TBox};
use alloc::vec::Vec;
use jitbackend::Memory;
use jitbackend::exec::{execute, execute_pure};
use jitmodel::effects::READS;
use jitmodel::jitcode::Decoder;
use jitmodel::{Descr, DescrRef, Insn, Kind, OpRef, ResOp};

/// Says what follows the instructions that were executed.
enum Then<'a> {
    /// An instruction that may record something, or end the trace.
    Step,
    /// The call of a jitcode at a position, with registers by kind.
    Call(usize, usize, [&'a [u8]; 3]),
    /// A return to the frame's caller.
    Return(Option<TBox>),
}

/// The innermost frame.
struct Top<'a> {
    regs: Registers<'a>,
    ops: &'a mut [Vec<OpRef>; 3],
    heap_cache: &'a HeapCache,
}

impl Top<'_> {
    #[inline]
    fn get(&self, kind: Kind, reg: u8) -> TBox {
        let op = self.ops[kind as usize].get(reg as usize);
        let op = op.map_or(CONST, |&op| self.heap_cache.current(op));
        TBox { word: self.regs.get(kind, reg), op, kind }
    }

    #[inline]
    fn set(&mut self, v: TBox, reg: u8) {
        self.regs.set(v.kind, reg, v.word);
        put(&mut self.ops[v.kind as usize], reg, v.op);
    }

    #[inline]
    fn set_const(&mut self, kind: Kind, reg: u8, word: i64) {
        self.regs.set(kind, reg, word);
        if let Some(op) = self.ops[kind as usize].get_mut(reg as usize) {
            *op = CONST;
        }
    }

    /// Reads the operands of an instruction, if all are constants.
    #[inline]
    fn constants<'w>(
        &self,
        row: &Row,
        d: &mut Decoder<'_>,
        words: &'w mut [i64; 4],
    ) -> Option<&'w [i64]> {
        let mut n = 0;
        for &kind in &row.args {
            let reg = d.reg();
            if let Some(&op) = self.ops[kind as usize].get(reg as usize)
                && self.heap_cache.current(op) != CONST
            {
                return None;
            }
            words[n] = self.regs.get(kind, reg);
            n += 1;
        }
        Some(&words[..n])
    }
}

impl<'a, M: Memory> Tracer<'a, M> {
    /// Executes instructions up to the next one that may record something, or that ends the trace.
    pub(crate) fn straight(&mut self) {
        loop {
            match straight_in_frame(self) {
                Then::Step => return,
                Then::Call(at, callee, lists) => {
                    if !call_inline(self, callee, lists) {
                        self.stack.top_mut().pc = at;
                        return;
                    }
                }
                Then::Return(v) => return_inline(self, v),
            }
        }
    }
}

/// Goes on in the innermost frame, whose position is then that of the instruction to be executed, or behind a call.
fn straight_in_frame<'a, M: Memory>(tracer: &mut Tracer<'a, M>) -> Then<'a> {
    let data = tracer.data;
    let outermost = tracer.stack.frames.len() == 1;
    let top = tracer.stack.top();
    let (jitcode, mut pc) = (&data.jitcodes[top.jitcode], top.pc);
    // What is done with these is written down.
    let promoted = tracer.promotions.words(tracer.roots);
    let uses = |args: &[i64]| args.iter().any(|word| promoted.contains(word));
    let (regs, extra) = tracer.stack.registers_and_extra();
    extra.snapshot = None;
    let mut live = extra.live;
    let mut top = Top { regs, ops: &mut extra.ops, heap_cache: &tracer.heap_cache };
    let mut words = [0; 4];
    let then = loop {
        let row = &data.rows[jitcode.code[pc] as usize];
        let mut d = jitcode.decoder(pc + 1);
        match row.class {
            Class::Pure(ResOp::CastPtrToInt | ResOp::CastIntToPtr) => break Then::Step,
            Class::Pure(op) => {
                let args = top.constants(row, &mut d, &mut words);
                let args = args.filter(|args| !uses(args));
                let Some(word) = args.and_then(|args| execute_pure(op, args)) else {
                    break Then::Step;
                };
                top.set_const(op.result(), d.reg(), word);
            }
            Class::Branch(op) => {
                let args = top.constants(row, &mut d, &mut words);
                let args = args.filter(|args| !uses(args));
                let Some(word) = args.and_then(|args| execute_pure(op, args)) else {
                    break Then::Step;
                };
                let target = d.label();
                if word == 0 {
                    d.pc = target;
                }
            }
            Class::Memory(op) if op.has(READS) && !tracer.promised.promised => {
                let Some(args) = top.constants(row, &mut d, &mut words) else {
                    break Then::Step;
                };
                if uses(args) {
                    break Then::Step;
                }
                let descr = d.descr();
                let marked = |word| tracer.promised.has_const(tracer.mem, tracer.roots, word);
                let promised = reads_gc(op) && marked(args[0]);
                if !foldable_read(data, op, args[0], descr, promised) {
                    break Then::Step;
                }
                let Some(word) = execute(tracer.mem, op, args, descr) else { break Then::Step };
                if op == ResOp::GetfieldGcR
                    && word != 0
                    && (promised || data.descrs.field(descr).immutable_items)
                    && !marked(word)
                {
                    break Then::Step; // which marks it
                }
                top.set_const(op.result(), d.reg(), word);
            }
            Class::Memory(_) => break Then::Step,
            Class::Special => match row.insn {
                Insn::Live => {
                    live = pc;
                    d.live();
                }
                Insn::IntCopy | Insn::RefCopy | Insn::FloatCopy => {
                    let v = top.get(row.args[0], d.reg());
                    top.set(v, d.reg());
                }
                Insn::Goto => d.pc = d.label(),
                Insn::GotoIfNot => {
                    let cond = top.get(Kind::Int, d.reg());
                    if !cond.is_const() {
                        break Then::Step;
                    }
                    let target = d.label();
                    if cond.word == 0 {
                        d.pc = target;
                    }
                }
                Insn::Switch => {
                    let v = top.get(Kind::Int, d.reg());
                    if !v.is_const() {
                        break Then::Step;
                    }
                    if let Some(target) = data.descrs.switch(d.descr()).lookup(v.word) {
                        d.pc = target as usize;
                    }
                }
                Insn::IntGuardValue | Insn::RefGuardValue | Insn::FloatGuardValue => {
                    if !top.get(row.args[0], d.reg()).is_const() {
                        break Then::Step;
                    }
                }
                Insn::RecordImmutableList => {
                    let v = top.get(Kind::Ref, d.reg());
                    if v.word != 0 && !tracer.promised.has(tracer.mem, tracer.roots, v) {
                        break Then::Step;
                    }
                }
                Insn::CatchException => {
                    d.label();
                }
                Insn::InlineCallI | Insn::InlineCallR | Insn::InlineCallF | Insn::InlineCallV => {
                    let call = Then::Call(pc, d.jitcode(), [d.list(), d.list(), d.list()]);
                    if row.result.is_some() {
                        d.reg();
                    }
                    pc = d.pc;
                    break call;
                }
                Insn::IntReturn | Insn::RefReturn | Insn::FloatReturn if !outermost => {
                    break Then::Return(Some(top.get(row.args[0], d.reg())));
                }
                Insn::VoidReturn if !outermost => break Then::Return(None),
                _ => break Then::Step,
            },
        }
        pc = d.pc;
    };
    let top = tracer.stack.top_mut();
    top.pc = pc;
    top.extra.live = live;
    then
}

/// Makes a frame for a jitcode that the instruction of the innermost one calls. False: there is no room for it.
fn call_inline<M: Memory>(tracer: &mut Tracer<'_, M>, callee: usize, lists: [&[u8]; 3]) -> bool {
    let extra = tracer.spare.pop().unwrap_or_default();
    let caller = tracer.stack.frames.len() - 1;
    if tracer.stack.push(tracer.data, callee, extra).is_err() {
        return false;
    }
    tracer.handled();
    for (kind, list) in [Kind::Int, Kind::Ref, Kind::Float].into_iter().zip(lists) {
        for (n, &reg) in list.iter().enumerate() {
            let v = tracer.frame_get(caller, kind, reg);
            tracer.set(kind, n as u8, v);
        }
    }
    true
}

/// The innermost frame returns to its caller.
fn return_inline<M: Memory>(tracer: &mut Tracer<'_, M>, v: Option<TBox>) {
    tracer.handled();
    if let Some(frame) = tracer.stack.pop() {
        tracer.spare.push(frame.extra.emptied());
    }
    if let Some(v) = v {
        crate::step::returned(tracer, tracer.data, v.kind, v);
    }
}

/// Says whether what the operation reads depends on marks of what it reads from.
fn reads_gc(op: ResOp) -> bool {
    use ResOp::*;
    matches!(
        op,
        GetfieldGcI
            | GetfieldGcR
            | GetfieldGcF
            | GetarrayitemGcI
            | GetarrayitemGcR
            | GetarrayitemGcF
    )
}

/// Says whether what a reading operation takes from a constant, at constant indices, is constant. `promised`: a field,
/// or the object's mark, says so.
pub(crate) fn foldable_read(
    data: &StaticData,
    op: ResOp,
    from: i64,
    descr: DescrRef,
    promised: bool,
) -> bool {
    use ResOp::*;
    if from == 0 {
        return false;
    }
    match data.descrs.get(descr) {
        Descr::Field(d) => d.immutable || promised,
        Descr::InteriorField(d) => d.immutable,
        Descr::Array(d) => match op {
            ArraylenGc | GetarrayitemGcPureI | GetarrayitemGcPureR | GetarrayitemGcPureF => true,
            GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF => d.pure || promised,
            GetarrayitemRawI | GetarrayitemRawR | GetarrayitemRawF => d.pure,
            _ => false,
        },
        _ => false,
    }
}
