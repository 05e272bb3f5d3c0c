//! Flattening lowered blocks into bytecode.

use crate::descrs::Descrs;
use crate::error::CodewriterError;
use crate::instructions::{Arg, Goal, LBlock, LLink, LOp, Oper, Term, is_call_insn};
use crate::regalloc::{Allocation, Range, ranges};
use flowmodel::diag::Span;
use flowmodel::{BlockId, FuncId, VarId};
use indexmap::IndexMap;
use jitmodel::jitcode::{Assembler, JitCode, Label, Liveness, Operand};
use jitmodel::{Descr, DescrRef, Insn, Kind, SwitchDescr};
use rustc_hash::FxHashMap;

/// Emits the jitcode of one graph.
pub struct Emit<'a> {
    asm: Assembler,
    alloc: &'a Allocation,
    blocks: IndexMap<BlockId, &'a LBlock>,
    labels: FxHashMap<BlockId, Label>,
    done: FxHashMap<BlockId, ()>,
    pending: Vec<(Label, Vec<Pre>, LLink)>,
    switches: Vec<(DescrRef, Vec<(i64, Label)>)>,
    liveness: &'a mut Liveness,
    descrs: &'a mut Descrs,
    index_of: &'a dyn Fn(FuncId) -> u16,
    temps: [Option<u8>; 3],
    merge_point: Option<Label>,
    lines: Vec<(u32, Span)>,
}

/// Holds what [`emit`] makes.
pub struct Emitted {
    /// The jitcode.
    pub jitcode: JitCode,
    /// Position of its merge point.
    pub merge_point: Option<u32>,
    /// Positions where the code of a place in the source begins.
    pub lines: Vec<(u32, Span)>,
}

/// Says what a handler does before its link.
enum Pre {
    /// The mark's number, and whether it is of the last exception.
    Traceback(u32, bool),
    Etype(VarId),
    Evalue(VarId),
}

fn cycles(blocks: &[(BlockId, LBlock)], alloc: &Allocation) -> [bool; 3] {
    let mut out = [false; 3];
    for (_, b) in blocks {
        for l in b.links() {
            for (k, flag) in out.iter_mut().enumerate() {
                *flag |= schedule(&moves_of(l, alloc, k)).1;
            }
        }
    }
    out
}

type Move = (u8, Result<u8, Arg>);

fn moves_of(l: &LLink, alloc: &Allocation, kind: usize) -> Vec<Move> {
    let mut out = vec![];
    for (a, input) in &l.moves {
        if a.kind() as usize != kind {
            continue;
        }
        let Some(dst) = alloc.regs[*input] else { continue };
        match a {
            Arg::Var(v, _) => {
                let src = alloc.regs[*v].expect("allocated");
                if src != dst {
                    out.push((dst, Ok(src)));
                }
            }
            c => out.push((dst, Err(*c))),
        }
    }
    out
}

/// A copy: destination and source registers (None: the temporary), or a constant as source.
type Step = (Option<u8>, Result<Option<u8>, Arg>);

/// Orders parallel moves. The flag tells whether a cycle needed the temporary.
fn schedule(moves: &[Move]) -> (Vec<Step>, bool) {
    let mut left: Vec<(u8, Result<Option<u8>, Arg>)> =
        moves.iter().map(|(d, s)| (*d, s.map(Some))).collect();
    let mut out = vec![];
    let mut cyclic = false;
    while !left.is_empty() {
        let free = left.iter().position(|(d, _)| {
            !left.iter().any(|(d2, s2)| d2 != d && matches!(s2, Ok(Some(s)) if s == d))
        });
        match free {
            Some(i) => {
                let (d, s) = left.remove(i);
                out.push((Some(d), s));
            }
            None => {
                // Only cycles are left: free one destination through the temporary.
                cyclic = true;
                let d = left[0].0;
                out.push((None, Ok(Some(d))));
                for (_, s) in &mut left {
                    if matches!(s, Ok(Some(x)) if *x == d) {
                        *s = Ok(None);
                    }
                }
            }
        }
    }
    (out, cyclic)
}

/// Assembles one graph. `index_of` gives the number of a candidate's jitcode. Returns the jitcode and, for
/// portals, the position of the merge point.
pub fn emit(
    name: &str,
    blocks: &[(BlockId, LBlock)],
    alloc: &Allocation,
    liveness: &mut Liveness,
    descrs: &mut Descrs,
    index_of: &dyn Fn(FuncId) -> u16,
) -> Result<Emitted, CodewriterError> {
    let mut counts = alloc.counts;
    let mut temps = [None; 3];
    for (k, cyclic) in cycles(blocks, alloc).into_iter().enumerate() {
        if cyclic {
            temps[k] = Some(counts[k].min(255) as u8);
            counts[k] += 1;
        }
    }
    if counts.iter().any(|c| *c > 255) {
        return Err(CodewriterError {
            span: Span::NONE,
            message: format!("{name} needs more than 255 registers"),
            too_big: true,
        });
    }
    let asm = Assembler::new(name, counts.map(|c| c as u8));
    let mut e = Emit {
        asm,
        alloc,
        blocks: blocks.iter().map(|(b, l)| (*b, l)).collect(),
        labels: FxHashMap::default(),
        done: FxHashMap::default(),
        pending: vec![],
        switches: vec![],
        liveness,
        descrs,
        index_of,
        temps,
        merge_point: None,
        lines: vec![],
    };
    e.block_chain(blocks[0].0);
    while let Some((label, pre, link)) = e.pending.pop() {
        e.asm.bind(label);
        for p in pre {
            match p {
                Pre::Traceback(mark, last) => {
                    e.asm.mark(mark);
                    e.asm.emit(Insn::Traceback, &[Operand::Small(last as i8)]);
                }
                Pre::Etype(v) => {
                    let r = e.reg(v, Kind::Int);
                    e.asm.emit(Insn::LastException, &[r]);
                }
                Pre::Evalue(v) => {
                    let r = e.reg(v, Kind::Ref);
                    e.asm.emit(Insn::LastExcValue, &[r]);
                }
            }
        }
        if let Some(b) = e.link(&link) {
            e.block_chain(b);
        }
    }
    for (d, cases) in std::mem::take(&mut e.switches) {
        let mut cases: Vec<(i64, u32)> = cases
            .into_iter()
            .map(|(v, l)| (v, e.asm.position(l).expect("bound: nothing is pending")))
            .collect();
        cases.sort();
        e.descrs.table.set(d, Descr::Switch(SwitchDescr { cases }));
    }
    let merge = e.merge_point.and_then(|l| e.asm.position(l));
    let lines = std::mem::take(&mut e.lines);
    let jitcode = e.asm.finish().map_err(|x| CodewriterError {
        span: Span::NONE,
        message: x.to_string(),
        too_big: true,
    })?;
    Ok(Emitted { jitcode, merge_point: merge, lines })
}

impl Emit<'_> {
    fn reg(&self, v: VarId, k: Kind) -> Operand {
        Operand::Reg(k, self.alloc.regs[v].expect("allocated"))
    }
    fn arg(&mut self, a: &Arg) -> Operand {
        match a {
            Arg::Var(v, k) => self.reg(*v, *k),
            Arg::Int(c) => self.asm.const_int(*c),
            Arg::Ref(r) => self.asm.const_ref(*r),
            Arg::Float(b) => self.asm.const_float(*b),
        }
    }
    fn label(&mut self, b: BlockId) -> Label {
        if let Some(l) = self.labels.get(&b) {
            return *l;
        }
        let l = self.asm.label();
        self.labels.insert(b, l);
        l
    }
    /// Emits the moves of a link and its jump; returns the target if it is to follow right here.
    fn link(&mut self, l: &LLink) -> Option<BlockId> {
        if l.keep {
            let again = matches!(l.goal, Goal::Raise(_) | Goal::Reraise);
            let insn = if again { Insn::TracebackAgain } else { Insn::TracebackKept };
            self.asm.emit(insn, &[]);
        }
        for kind in [Kind::Int, Kind::Ref, Kind::Float] {
            let (steps, _) = schedule(&moves_of(l, self.alloc, kind as usize));
            let temp = self.temps[kind as usize];
            let insn = match kind {
                Kind::Int => Insn::IntCopy,
                Kind::Ref => Insn::RefCopy,
                _ => Insn::FloatCopy,
            };
            for (d, s) in steps {
                let temp = || temp.expect("reserved when there are cycles");
                let src = match s {
                    Ok(r) => Operand::Reg(kind, r.unwrap_or_else(temp)),
                    Err(c) => self.arg(&c),
                };
                self.asm.emit(insn, &[src, Operand::Reg(kind, d.unwrap_or_else(temp))]);
            }
        }
        match &l.goal {
            Goal::Block(b) if self.done.contains_key(b) => {
                let label = self.label(*b);
                self.asm.emit(Insn::Goto, &[Operand::Label(label)]);
                None
            }
            Goal::Block(b) => Some(*b),
            Goal::Return(None) => {
                self.asm.emit(Insn::VoidReturn, &[]);
                None
            }
            Goal::Return(Some(a)) => {
                let insn = match a.kind() {
                    Kind::Int => Insn::IntReturn,
                    Kind::Ref => Insn::RefReturn,
                    _ => Insn::FloatReturn,
                };
                let a = self.arg(a);
                self.asm.emit(insn, &[a]);
                None
            }
            Goal::Raise(a) => {
                let live: Vec<u8> = match a {
                    Arg::Var(v, _) => vec![self.alloc.regs[*v].expect("allocated")],
                    _ => vec![],
                };
                let offset = self.liveness.intern(&[], &live, &[]);
                self.asm.emit(Insn::Live, &[Operand::Live(offset)]);
                let a = self.arg(a);
                self.mark(l.mark);
                self.asm.emit(Insn::Raise, &[a]);
                None
            }
            Goal::Reraise => {
                self.mark(l.mark);
                self.asm.emit(Insn::Reraise, &[]);
                None
            }
        }
    }
    fn block_chain(&mut self, first: BlockId) {
        let mut next = Some(first);
        while let Some(b) = next {
            if self.done.contains_key(&b) {
                let label = self.label(b);
                self.asm.emit(Insn::Goto, &[Operand::Label(label)]);
                return;
            }
            self.done.insert(b, ());
            let label = self.label(b);
            self.asm.bind(label);
            next = self.block(b);
        }
    }
    fn live(&mut self, rs: &[(VarId, Kind, Range)], at: i64, exclude: Option<VarId>) {
        let mut sets = [vec![], vec![], vec![]];
        for (v, k, r) in rs {
            if r.def < at && r.last >= at && Some(*v) != exclude {
                sets[*k as usize].push(self.alloc.regs[*v].expect("allocated"));
            }
        }
        for s in &mut sets {
            s.sort();
            s.dedup();
        }
        let offset = self.liveness.intern(&sets[0], &sets[1], &sets[2]);
        self.asm.emit(Insn::Live, &[Operand::Live(offset)]);
    }
    /// Says whether the operation accesses a place of a virtualizable.
    fn is_guarded(&self, op: &LOp) -> bool {
        let guarded = |a: &Oper| matches!(a, Oper::Descr(d) if self.descrs.guarded.contains(d));
        !self.descrs.guarded.is_empty() && op.args.iter().any(guarded)
    }
    fn mark(&mut self, mark: Option<u32>) {
        if let Some(mark) = mark {
            self.asm.mark(mark);
        }
    }
    fn op(&mut self, op: &LOp, catches: bool) {
        let mut operands: Vec<Operand> = vec![];
        for a in &op.args {
            let o = match a {
                Oper::Val(a) => self.arg(a),
                Oper::List(k, vs) => {
                    let regs = vs
                        .iter()
                        .map(|v| match self.arg(v) {
                            Operand::Reg(_, r) => r,
                            _ => unreachable!("values are registers"),
                        })
                        .collect();
                    Operand::List(*k, regs)
                }
                Oper::Descr(d) => Operand::Descr(*d),
                Oper::JitCode(f) => Operand::JitCode((self.index_of)(*f)),
                Oper::Small(n) => Operand::Small(*n),
            };
            operands.push(o);
        }
        if let Some((v, k)) = op.result {
            operands.push(self.reg(v, k));
        }
        if op.span.is_known() {
            self.lines.push((self.asm.here(), op.span));
        }
        // What passes a call is found at the `-live-` behind it.
        let behind = op.resumes_behind();
        let mark = op.mark.filter(|_| !catches);
        self.mark(mark.filter(|_| !behind));
        self.asm.emit(op.insn, &operands);
        self.mark(mark.filter(|_| behind));
    }
    fn pend(&mut self, pre: Vec<Pre>, link: LLink) -> Label {
        let label = self.asm.label();
        self.pending.push((label, pre, link));
        label
    }
    fn block(&mut self, b: BlockId) -> Option<BlockId> {
        let blk: &LBlock = self.blocks[&b];
        let rs = ranges(blk);
        let protected = match blk.term {
            Term::Catch { .. } => blk.ops.iter().rposition(|op| op.insn != Insn::Live),
            _ => None,
        };
        for (i, op) in blk.ops.iter().enumerate() {
            if op.insn == Insn::JitMergePoint {
                let l = self.asm.label();
                self.asm.bind(l);
                self.merge_point = Some(l);
            }
            if op.insn == Insn::Live {
                // Behind a call its result is stored on return, so it is not live here.
                let before = blk.ops[..i].last().filter(|op| op.resumes_behind());
                self.live(&rs, i as i64, before.and_then(|op| op.result).map(|r| r.0));
            } else {
                if self.is_guarded(op) {
                    self.live(&rs, i as i64, None);
                }
                self.op(op, protected == Some(i));
            }
        }
        match &blk.term {
            Term::Goto(l) => self.link(l),
            Term::If { insn, args, yes, no } => {
                let label = self.pend(vec![], no.clone());
                let mut operands: Vec<Operand> = args.iter().map(|a| self.arg(a)).collect();
                operands.push(Operand::Label(label));
                self.asm.emit(*insn, &operands);
                self.link(yes)
            }
            Term::Switch { value, cases, default } => {
                let d = self.descrs.switch();
                let v = self.arg(value);
                self.asm.emit(Insn::Switch, &[v, Operand::Descr(d)]);
                let labels =
                    cases.iter().map(|(n, l)| (*n, self.pend(vec![], l.clone()))).collect();
                self.switches.push((d, labels));
                match default {
                    Some(l) => self.link(l),
                    None => {
                        self.asm.emit(Insn::Unreachable, &[]);
                        None
                    }
                }
            }
            Term::Catch { normal, handlers } => {
                let on_exception = self.asm.label();
                self.asm.emit(Insn::CatchException, &[Operand::Label(on_exception)]);
                // The handlers' tests follow later; the normal path goes on here or jumps.
                let next = self.link(normal);
                if let Some(n) = next {
                    let l = self.label(n);
                    self.asm.emit(Insn::Goto, &[Operand::Label(l)]);
                }
                self.asm.bind(on_exception);
                let mut any = false;
                for h in handlers {
                    let last = protected.is_some_and(|i| is_call_insn(blk.ops[i].insn));
                    let mut pre = vec![];
                    pre.extend(h.mark.map(|mark| Pre::Traceback(mark, last)));
                    pre.extend(h.etype.map(Pre::Etype));
                    pre.extend(h.evalue.map(Pre::Evalue));
                    let label = self.pend(pre, h.link.clone());
                    match h.class {
                        Some(c) => {
                            let mismatch = self.asm.label();
                            let c = self.asm.const_int(c);
                            self.asm.emit(
                                Insn::GotoIfExceptionMismatch,
                                &[c, Operand::Label(mismatch)],
                            );
                            self.asm.emit(Insn::Goto, &[Operand::Label(label)]);
                            self.asm.bind(mismatch);
                        }
                        None => {
                            self.asm.emit(Insn::Goto, &[Operand::Label(label)]);
                            any = true;
                            break;
                        }
                    }
                }
                if !any {
                    self.mark(protected.and_then(|i| blk.ops[i].mark));
                    self.asm.emit(Insn::Reraise, &[]);
                }
                next
            }
            Term::Ovf { insn, args, result, normal, overflow, mark } => {
                let pre = mark.map(|mark| Pre::Traceback(mark, false)).into_iter().collect();
                let label = self.pend(pre, overflow.clone());
                let (a, b) = (self.arg(&args[0]), self.arg(&args[1]));
                let r = self.reg(*result, Kind::Int);
                self.asm.emit(*insn, &[Operand::Label(label), a, b, r]);
                self.link(normal)
            }
        }
    }
}
