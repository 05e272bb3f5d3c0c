//! Calls.

use super::super::encode::*;
use super::super::regs::{LIVE_MAP, Loc, SAVED};
use crate::roots::{FRAME_BASE, FRAME_FORCE, SlotSet};
use crate::x86::assemble::state::no_token;
use crate::x86::assemble::state::{Asm, Res, SlowAssembler, SlowCall};
use crate::x86::floats;
use crate::{BackendError, CallAssembler};
use alloc::vec::Vec;
use core::cell::OnceCell;
use jitmodel::{ConstValue, Kind, OpRef, ResOp};

/// Does what `call_assembler` calls: `callee` is the address in [`World::callee`], `args` that of as many
/// words.
extern "C" fn call_assembler_helper(
    callee: *const OnceCell<CallAssembler>,
    cell: u32,
    args: *const i64,
    len: usize,
) -> i64 {
    // SAFETY: the generator owns the cell and outlives its code; the code below stores the words.
    let (callee, args) = unsafe { (&*callee, core::slice::from_raw_parts(args, len)) };
    let callee = callee.get().expect("the trace is allowed to have it");
    callee(cell, args)
}

impl Asm<'_> {
    /// Makes, before a call with a `guard_not_forced` behind it, what that describes readable in memory during the
    /// call, and lets the frame tell which guard it is.
    pub(super) fn hold_for_force(&mut self, i: usize) -> Res<()> {
        let next = self.trace.ops.get(i + 1).filter(|op| op.opnum == ResOp::GuardNotForced);
        let Some(guard) = next.and_then(|op| op.guard()) else { return Ok(()) };
        let fail_args = &self.trace.guards[guard.0 as usize].fail_args;
        self.held = self.regs.hold(&mut self.c, fail_args)?;
        let number = self.world.first_fail.0 + guard.0 + 1;
        self.c.store_imm(Mem::new(RBP, 8 * FRAME_FORCE as i32), number as i32, 8);
        Ok(())
    }
    /// Calls a C function with these arguments; the result is in rax or xmm0 afterwards.
    pub(super) fn call_locs(
        &mut self,
        target: Loc,
        args: &[(Loc, Kind)],
        can_collect: bool,
    ) -> Res<()> {
        let live = can_collect.then(|| self.regs.live_refs());
        self.emit_call(target, args, live)?;
        self.regs.after_call(can_collect);
        Ok(())
    }
    /// The call itself. `live`: which reference slots matter if the callee collects.
    pub(super) fn emit_call(
        &mut self,
        target: Loc,
        args: &[(Loc, Kind)],
        live: Option<SlotSet>,
    ) -> Res<()> {
        const INT_ARGS: [Gpr; 6] = [RDI, RSI, RDX, RCX, R8, R9];
        let (mut ni, mut nf, mut ns) = (0, 0, 0);
        let mut moves = vec![];
        let mut stack = vec![];
        for (loc, kind) in args {
            if *kind == Kind::Float && nf < 8 {
                moves.push((Loc::Xmm(Xmm(nf)), *loc));
                nf += 1;
            } else if *kind != Kind::Float && ni < 6 {
                moves.push((Loc::Reg(INT_ARGS[ni]), *loc));
                ni += 1;
            } else {
                stack.push((ns, *loc));
                ns += 1;
            }
        }
        if ns > crate::x86::STACK_ARGS {
            return Err(BackendError::Unsupported("a call with very many arguments".into()));
        }
        for (n, loc) in stack {
            store_outgoing(self, n, loc);
        }
        // A function in a register that arguments go to waits on the stack of outgoing words.
        let callee = match target {
            Loc::Const(ConstValue::Int(_)) => target,
            other => {
                self.move_to(Loc::Reg(R11), other);
                let m = Mem::new(RSP, 8 * crate::x86::STACK_ARGS as i32);
                self.c.store(m, R11);
                Loc::Slot(u32::MAX)
            }
        };
        self.parallel_moves(&moves);
        match callee {
            Loc::Const(ConstValue::Int(t)) => self.c.mov_imm(R11, t),
            _ => self.c.load(R11, Mem::new(RSP, 8 * crate::x86::STACK_ARGS as i32)),
        }
        if nf > 0 {
            self.c.mov_imm(RAX, nf as i64);
        }
        if let Some(live) = live {
            let map = self.world.roots.live_map(self.world.owner.0, &live);
            self.c.store_imm(Mem::new(RBP, 8 * LIVE_MAP as i32), map as i32, 8);
        }
        self.c.call_reg(R11);
        Ok(())
    }
    /// Binds the result of a call.
    pub(super) fn call_result(&mut self, i: usize, size: u32, signed: bool) -> Res<()> {
        let result = self.trace.op_ref(i);
        match self.trace.kind(result) {
            Kind::Void => {}
            _ if !self.regs.is_used(result) => {}
            Kind::Float => self.regs.place(result, Loc::Xmm(Xmm(0))),
            kind => {
                if kind == Kind::Int && size < 8 {
                    self.c.extend(RAX, RAX, size, signed);
                }
                self.regs.bind_gpr(result, RAX);
            }
        }
        Ok(())
    }
    /// The call is out of the way: few are made.
    pub(super) fn cond_call(&mut self, i: usize) -> Res<()> {
        let op = &self.trace.ops[i];
        let result = self.trace.op_ref(i);
        let d = self.world.mem.descrs().call(op.descr());
        let can_collect = d.effect.can_collect || d.effect.has_random_effects();
        let with_value = op.opnum != ResOp::CondCallN;
        let to = match with_value && self.regs.is_used(result) {
            true => Some(self.regs.result_over_gpr(&mut self.c, result, op.args[0])?),
            false => None,
        };
        match to {
            Some(r) => self.c.test(r),
            None => self.test(op.args[0])?,
        }
        // The value may be an argument as well: if it ends here, the result's register holds it.
        let loc = |a: OpRef| match to {
            Some(r) if a == op.args[0] && !self.regs.lives_on(a) => Loc::Reg(r),
            _ => self.regs.loc(a),
        };
        let args: Vec<(Loc, Kind)> =
            op.args[2..].iter().map(|a| (loc(*a), self.trace.kind(*a))).collect();
        let target = self.regs.loc(op.args[1]);
        let site = self.c.jcc(if with_value { Cond::E } else { Cond::Ne });
        self.slow_call(vec![site], target, args, to, can_collect, None)
    }
    /// A call behind the trace's code, from where control comes back to here, with all values where they are here. The
    /// result, if wanted, ends in the register `to`, which holds the current operation's result. If it is 0 and `lacking`
    /// is an exit, the trace is left.
    pub(super) fn slow_call(
        &mut self,
        sites: Vec<usize>,
        target: Loc,
        args: Vec<(Loc, Kind)>,
        to: Option<Gpr>,
        can_collect: bool,
        lacking: Option<usize>,
    ) -> Res<()> {
        let (saves, live) = self.regs.saves_for_call(to, can_collect, false)?;
        let live = can_collect.then_some(live);
        let back = self.c.pos();
        self.slow.push(SlowCall { sites, back, saves, live, target, args, to, lacking });
        Ok(())
    }
    /// Notes a seldom made call of a write barrier: it does not collect, and the operation still
    /// needs its operands.
    pub(super) fn slow_barrier(
        &mut self,
        site: usize,
        barrier: i64,
        object: Gpr,
        item: [Loc; 2],
    ) -> Res<()> {
        let (saves, _) = self.regs.saves_for_call(None, false, true)?;
        self.slow.push(SlowCall {
            sites: vec![site],
            back: self.c.pos(),
            saves,
            live: None,
            target: Loc::Const(ConstValue::Int(barrier)),
            args: vec![(Loc::Reg(object), Kind::Int), (item[0], Kind::Int), (item[1], Kind::Ref)],
            to: None,
            lacking: None,
        });
        Ok(())
    }
    /// Notes a seldom made call that may collect, before an operation that still needs its operands. If the result is
    /// 0, the trace is left.
    pub(super) fn slow_safepoint(
        &mut self,
        site: usize,
        target: i64,
        args: Vec<(Loc, Kind)>,
        lacking: usize,
    ) -> Res<()> {
        let (saves, live) = self.regs.saves_for_call(None, true, true)?;
        self.slow.push(SlowCall {
            sites: vec![site],
            back: self.c.pos(),
            saves,
            live: Some(live),
            target: Loc::Const(ConstValue::Int(target)),
            args,
            to: None,
            lacking: Some(lacking),
        });
        Ok(())
    }
    /// Places the calls of [`Asm::slow_call`] and [`Asm::slow_barrier`].
    pub(super) fn place_slow_calls(&mut self) -> Res<()> {
        for s in core::mem::take(&mut self.slow) {
            let here = self.c.pos();
            s.sites.iter().for_each(|site| self.c.patch(*site, here));
            for save in s.saves.iter().filter(|save| save.store) {
                self.move_to(save.slot, save.reg);
            }
            self.emit_call(s.target, &s.args, s.live)?;
            if let Some(exit) = s.lacking {
                self.c.test(RAX);
                let site = self.c.jcc(Cond::E);
                self.exits[exit].sites.push(site);
            }
            if let Some(to) = s.to {
                self.c.mov(to, RAX);
            }
            for save in &s.saves {
                self.move_to(save.reg, save.slot);
            }
            let site = self.c.jmp();
            self.c.patch(site, s.back);
        }
        Ok(())
    }
    /// The arguments go where the callee's frame will be; see [`crate::x86::direct`].
    pub(super) fn call_assembler(&mut self, i: usize) -> Res<()> {
        let op = &self.trace.ops[i];
        let cell = op.token().ok_or_else(|| no_token(op))?.0;
        if op.args.len() > crate::x86::STACK_ARGS {
            return Err(BackendError::Unsupported("a call with very many arguments".into()));
        }
        let locs: Vec<(Loc, Kind)> =
            op.args.iter().map(|a| (self.regs.loc(*a), self.trace.kind(*a))).collect();
        self.hold_for_force(i)?;
        self.regs.before_call(&mut self.c, true)?;
        let frame = 8 * (SAVED + self.regs.num_slots()) as i32;
        // The callee's reference slots begin where those of this frame end: r10 holds that, when no argument is there any more.
        let base = Mem::new(RBP, 8 * FRAME_BASE as i32);
        let place = |refs: Gpr, n: usize, kind: Kind| match kind {
            Kind::Ref => Mem::new(refs, -8 * (n as i32 + 1)),
            _ => Mem::new(RBP, frame + 8 * (SAVED + n) as i32),
        };
        let (first, others): (Vec<_>, Vec<_>) =
            locs.iter().enumerate().partition(|(_, (loc, _))| *loc == Loc::Reg(R10));
        if !first.is_empty() {
            self.c.load(R11, base);
        }
        first.iter().for_each(|(n, (_, kind))| self.c.store(place(R11, *n, *kind), R10));
        self.c.load(R10, base);
        others.iter().for_each(|(n, (loc, kind))| self.store_word(place(R10, *n, *kind), *loc));
        let args = locs.iter().enumerate().map(|(n, (_, kind))| place(R10, n, *kind)).collect();
        let live = self.regs.live_refs();
        let mut sites = vec![];
        match self.world.direct {
            Some(routine) => {
                let map = self.world.roots.live_map(self.world.owner.0, &live);
                self.c.store_imm(Mem::new(RBP, 8 * LIVE_MAP as i32), map as i32, 8);
                self.c.mov_imm(R11, (self.world.cell_word)(cell));
                self.c.load(R11, Mem::new(R11, 0));
                self.c.test(R11);
                sites.push(self.c.jcc(Cond::E));
                self.c.lea(RAX, Mem::new(RBP, frame));
                let site = self.c.call_site();
                self.external.push((site, routine));
                self.c.test(R11);
                sites.push(self.c.jcc(Cond::E));
            }
            None => sites.push(self.c.jmp()),
        }
        let back = self.c.pos();
        self.slow_assembler.push(SlowAssembler { sites, back, cell, args, live });
        self.regs.after_call(true);
        if op.opnum == ResOp::CallAssemblerF {
            floats::movq_to_xmm(&mut self.c, Xmm(0), RAX);
        }
        self.call_result(i, 8, true)
    }
    /// Places the calls that go through the run time: it gets the address of the words for outgoing stack arguments.
    pub(super) fn place_slow_assembler_calls(&mut self) -> Res<()> {
        for s in core::mem::take(&mut self.slow_assembler) {
            let here = self.c.pos();
            s.sites.iter().for_each(|site| self.c.patch(*site, here));
            for (n, m) in s.args.iter().enumerate() {
                self.c.load(R11, *m);
                self.c.store(Mem::new(RSP, 8 * n as i32), R11);
            }
            let int = |v: i64| Loc::Const(ConstValue::Int(v));
            let helper = call_assembler_helper as *const () as i64;
            let args = [
                int(self.world.callee),
                int(s.cell as i64),
                Loc::Reg(RSP),
                int(s.args.len() as i64),
            ];
            self.emit_call(int(helper), &args.map(|loc| (loc, Kind::Int)), Some(s.live))?;
            let site = self.c.jmp();
            self.c.patch(site, s.back);
        }
        Ok(())
    }
    fn store_word(&mut self, m: Mem, loc: Loc) {
        match loc {
            Loc::Reg(r) => self.c.store(m, r),
            Loc::Xmm(x) => floats::storesd(&mut self.c, m, x),
            other => {
                self.move_to(Loc::Reg(R11), other);
                self.c.store(m, R11);
            }
        }
    }
}

/// Stores the `n`-th word for outgoing stack arguments.
fn store_outgoing(asm: &mut Asm<'_>, n: usize, loc: Loc) {
    asm.store_word(Mem::new(RSP, 8 * n as i32), loc);
}
