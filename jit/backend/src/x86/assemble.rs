//! One trace to machine code, in one pass.

mod alloc;
mod arith;
mod calls;
mod classes;
mod fresh;
pub(super) mod state;

use super::encode::*;
use super::regs::{Clobber, GPRS, Loc, Regs, slot_mem};
use crate::BackendError;
use crate::raw::{FLAGS_BYTE, OLD_FLAG};
use crate::roots::{FRAME_BASE, FRAME_FORCE, FRAME_SLOTS};
use crate::x86::assemble::state::{Asm, ExitSite, LabelSite, Res, Test, World};
use crate::x86::floats;
use ::alloc::string::ToString;
use ::alloc::vec::Vec;
use jitmodel::{
    ConstValue, ExtraEffect, Kind, OopSpec, Op, OpRef, RefConst, ResOp, TokenId, Trace,
};

/// Arrays with more items may be born old.
const FEW_ITEMS: i32 = 16;

/// The finished code of one trace, positions relative to its start.
pub struct Assembled {
    /// The bytes; displacements in `external` are not filled in.
    pub code: Code,
    /// Exits in order.
    pub exits: Vec<ExitSite>,
    /// Position at which it is entered (relative).
    pub start: usize,
    /// Labels defined here (addresses relative).
    pub labels: Vec<(TokenId, LabelSite)>,
    /// Jumps to labels elsewhere: (displacement, arena position).
    pub external: Vec<(usize, usize)>,
    /// The guards that fail when the code becomes invalid: displacements of the jumps that are put there then, and their exits.
    pub promises: Vec<(usize, usize)>,
    /// Positions at which the operations begin, and at which the last one ends.
    pub offsets: Vec<u32>,
}

/// Generates code for a trace whose inputargs are at `inputs`.
pub fn assemble(trace: &Trace, inputs: &[Loc], world: &World<'_>) -> Res<Assembled> {
    let groups = alloc::groups(trace, world.mem);
    let more = |i| alloc::leader_of(&groups, trace, i);
    let mut asm = Asm {
        c: Code::default(),
        regs: Regs::new(trace, world.roots, more),
        trace,
        world,
        exits: vec![],
        labels: vec![],
        external: vec![],
        promises: vec![],
        jump_slots: 0,
        flags: None,
        zero: None,
        at_exit: vec![],
        overflow: false,
        inverts: None,
        groups: vec![],
        fresh: vec![],
        young: vec![],
        only_stores: None,
        held: vec![],
        allocates: trace.ops.iter().any(|op| {
            use ResOp::*;
            matches!(op.opnum, New | NewWithVtable | NewArray | NewArrayClear)
        }),
        slow: vec![],
        slow_assembler: vec![],
    };
    asm.groups = groups;
    if let Some(op) = trace.ops.last()
        && op.opnum == ResOp::Jump
        && let Some(label) = op.token().and_then(|t| world.labels.get(&t))
    {
        asm.regs.aim_at(0, &label.locs, arith::is_over_operand);
    }
    place_inputs(&mut asm, inputs)?;
    let mut offsets = Vec::with_capacity(trace.ops.len() + 1);
    for i in 0..trace.ops.len() {
        offsets.push(asm.c.pos() as u32);
        asm.regs.begin(i as u32, alloc::leader_of(&asm.groups, trace, i));
        asm.op(i)?;
        note_young(&mut asm, i);
        asm.regs.end();
        asm.regs.drop_unused(trace.op_ref(i));
    }
    offsets.push(asm.c.pos() as u32);
    asm.place_slow_calls()?;
    asm.place_slow_assembler_calls()?;
    let start = place_growing(&mut asm);
    asm.c.place_pool();
    let Asm { c: code, exits, labels, external, promises, .. } = asm;
    Ok(Assembled { code, exits, start, labels, external, promises, offsets })
}

impl Asm<'_> {
    fn move_to(&mut self, dst: Loc, src: Loc) {
        let c = &mut self.c;
        match (dst, src) {
            (a, b) if a == b => {}
            (Loc::Reg(d), Loc::Reg(s)) => c.mov(d, s),
            (Loc::Reg(d), Loc::Xmm(s)) => floats::movq_from_xmm(c, d, s),
            (Loc::Reg(d), Loc::Const(k)) => self.regs.load_const(c, d, k),
            (Loc::Reg(d), s) => c.load(d, slot_mem(s).expect("memory")),
            (Loc::Xmm(d), Loc::Xmm(s)) => floats::movapd(c, d, s),
            (Loc::Xmm(d), Loc::Reg(s)) => floats::movq_to_xmm(c, d, s),
            (Loc::Xmm(d), Loc::Const(ConstValue::Float(bits))) => floats::load_float(c, d, bits),
            (Loc::Xmm(d), Loc::Const(k)) => {
                self.regs.load_const(c, R11, k);
                floats::movq_to_xmm(c, d, R11);
            }
            (Loc::Xmm(d), s) => floats::loadsd(c, d, slot_mem(s).expect("memory")),
            (d, Loc::Reg(s)) => c.store(slot_mem(d).expect("memory"), s),
            (d, Loc::Xmm(s)) => floats::storesd(c, slot_mem(d).expect("memory"), s),
            (d, Loc::Const(k)) => {
                self.regs.load_const(c, R11, k);
                c.store(slot_mem(d).expect("memory"), R11);
            }
            (d, s) => {
                c.load(R11, slot_mem(s).expect("memory"));
                c.store(slot_mem(d).expect("memory"), R11);
            }
        }
    }
    /// Moves that happen at once. Registers in a cycle are exchanged, anything else in one goes through a vector register, which no
    /// move uses otherwise (there and back takes several times as long, in each round of a loop).
    fn parallel_moves(&mut self, moves: &[(Loc, Loc)]) {
        let mut left: Vec<(Loc, Loc)> = moves.iter().copied().filter(|(d, s)| d != s).collect();
        while !left.is_empty() {
            let free =
                left.iter().position(|(d, _)| !left.iter().any(|(d2, s2)| d2 != d && s2 == d));
            match free {
                Some(i) => {
                    let (d, s) = left.remove(i);
                    self.move_to(d, s);
                }
                None => {
                    let (d, s) = left[0];
                    let saved = match (d, s) {
                        (Loc::Reg(a), Loc::Reg(b)) => {
                            self.c.xchg(a, b);
                            left.remove(0);
                            s
                        }
                        _ => {
                            self.move_to(Loc::Xmm(XMM15), d);
                            Loc::Xmm(XMM15)
                        }
                    };
                    // (What is left is cycles: each place is read once.)
                    for (_, from) in left.iter_mut().filter(|(_, from)| *from == d) {
                        *from = saved;
                    }
                    left.retain(|(d, s)| d != s);
                }
            }
        }
    }
    /// A 64-bit value as operand of `op dst, value`.
    fn alu_value(&mut self, op: Alu, dst: Gpr, v: OpRef) -> Res<()> {
        if let Some(i) = self.regs.imm32(v) {
            self.c.alu_imm(op, dst, i);
            return Ok(());
        }
        match self.regs.loc(v) {
            Loc::Reg(r) => self.c.alu(op, dst, r),
            Loc::Const(k) => {
                self.regs.load_const(&mut self.c, R11, k);
                self.c.alu(op, dst, R11);
            }
            Loc::Xmm(_) => return Err(BackendError::Internal("a float as integer".into())),
            s => self.c.alu_load(op, dst, slot_mem(s).expect("memory")),
        }
        Ok(())
    }
    /// Puts into the flags whether a value is zero.
    fn test(&mut self, v: OpRef) -> Res<()> {
        if let loc @ (Loc::Slot(_) | Loc::RefSlot(_)) = self.regs.loc(v)
            && !self.regs.lives_on(v)
        {
            self.c.alu_mem_imm(Alu::Cmp, slot_mem(loc).expect("a slot"), 0);
            return Ok(());
        }
        let r = self.regs.gpr(&mut self.c, v)?;
        self.c.test(r);
        Ok(())
    }
    /// Ends a comparison: leaves it in the flags for the guard that follows, or makes 0 or 1.
    fn finish_compare(&mut self, i: usize, cond: Cond) -> Res<()> {
        let result = self.trace.op_ref(i);
        if self.guard_follows(i, result) {
            self.flags = Some((result, Test::If(cond)));
            if !self.needed_beyond_guard(i, result) {
                self.known_at_exit(i, result);
                return Ok(());
            }
        }
        // The flags stay as they are.
        let d = self.regs.result_gpr(&mut self.c, result)?;
        self.c.set(cond, d);
        Ok(())
    }
    /// Says whether the operation behind `i` is a guard on its result.
    fn guard_follows(&self, i: usize, result: OpRef) -> bool {
        self.trace.ops.get(i + 1).is_some_and(|next| {
            matches!(next.opnum, ResOp::GuardTrue | ResOp::GuardFalse) && next.args[0] == result
        })
    }
    /// Says whether the code behind that guard needs the result. (Where the guard fails it is
    /// known.)
    fn needed_beyond_guard(&self, i: usize, result: OpRef) -> bool {
        self.regs.last_use(result) != (i + 1) as i64
    }
    /// The result of the test `i` is nowhere: what the guard behind it finds if it fails is a constant.
    fn known_at_exit(&mut self, i: usize, result: OpRef) {
        let fails_if = self.trace.ops[i + 1].opnum == ResOp::GuardFalse;
        self.at_exit.push((result, fails_if as i64));
    }
    fn in_fail_args(&self, guard: &Op, v: OpRef) -> bool {
        let g = guard.guard().expect("a guard");
        self.trace.guards[g.0 as usize].fail_args.contains(&Some(v))
    }
    /// Leaves the trace at this guard if `cond` holds.
    fn exit_if(&mut self, op: &Op, cond: Cond) {
        let site = self.c.jcc(cond);
        self.inverts = Some(self.c.pos());
        self.add_exit(op, vec![site]);
    }
    fn add_exit(&mut self, op: &Op, sites: Vec<usize>) {
        let g = op.guard().expect("a guard");
        let args = &self.trace.guards[g.0 as usize].fail_args;
        let known = core::mem::take(&mut self.at_exit);
        let loc = |a: OpRef| match known.iter().find(|k| k.0 == a) {
            Some(_) if self.trace.kind(a) == Kind::Ref => {
                Loc::Const(ConstValue::Ref(RefConst::Null))
            }
            Some(k) => Loc::Const(ConstValue::Int(k.1)),
            None => self.regs.loc(a),
        };
        let locs = args.iter().map(|a| a.map(loc)).collect();
        let held = core::mem::take(&mut self.held);
        self.exits.push(ExitSite { guard: Some(g.0), sites, locs, behind: None, held });
    }
    fn field_mem(&mut self, object: OpRef, offset: u32) -> Res<Mem> {
        let base = self.regs.gpr(&mut self.c, object)?;
        Ok(Mem::new(base, offset as i32))
    }
    /// `base + index * itemsize + offset`; may use R11.
    fn item_mem(&mut self, array: OpRef, index: OpRef, itemsize: u32, offset: u32) -> Res<Mem> {
        if let Some(n) = self.trace.int_value(index)
            && let Some(disp) =
                n.checked_mul(itemsize as i64).and_then(|x| x.checked_add(offset as i64))
            && let Ok(disp) = i32::try_from(disp)
        {
            let base = self.regs.gpr(&mut self.c, array)?;
            return Ok(Mem::new(base, disp));
        }
        let base = self.regs.gpr(&mut self.c, array)?;
        let (of, by) = self.regs.sum(index).unwrap_or((index, 0));
        let mut i = self.regs.gpr(&mut self.c, of)?;
        let disp = i64::from(by) * i64::from(itemsize) + i64::from(offset);
        let disp = i32::try_from(disp).unwrap_or_else(|_| {
            self.c.lea(R11, Mem::new(i, by));
            i = R11;
            offset as i32
        });
        if matches!(itemsize, 1 | 2 | 4 | 8) {
            return Ok(Mem { base, index: Some((i, itemsize as u8)), disp });
        }
        self.c.imul_imm(R11, i, itemsize as i32);
        Ok(Mem { base, index: Some((R11, 1)), disp })
    }
    fn single_item(&mut self, i: usize, op: &Op) -> Res<()> {
        let d = self.world.mem.descrs().array(op.descr());
        let (base, size, signed) = (d.basesize, d.itemsize, d.signed);
        let length = d.lendescr.unwrap_or(0);
        let p = self.regs.gpr(&mut self.c, op.args[0])?;
        self.c.mov_imm(R11, -1);
        self.c.test(p);
        let null = self.c.jcc(Cond::E);
        self.c.alu_mem_imm(Alu::Cmp, Mem::new(p, length as i32), 1);
        let other = self.c.jcc(Cond::Ne);
        self.c.load_sized(R11, Mem::new(p, base as i32), size, signed);
        let here = self.c.pos();
        [null, other].into_iter().for_each(|site| self.c.patch(site, here));
        self.regs.end_operands();
        let result = self.regs.result_gpr(&mut self.c, self.trace.op_ref(i))?;
        self.c.mov(result, R11);
        Ok(())
    }
    fn load_result(&mut self, i: usize, m: Mem, size: u32, signed: bool) -> Res<()> {
        let result = self.trace.op_ref(i);
        if self.trace.kind(result) == Kind::Float {
            self.regs.end_operands();
            let d = self.regs.result_xmm(&mut self.c, result)?;
            floats::loadsd(&mut self.c, d, m);
        } else if size == 8 && self.only_tests_zero(i + 1, result) {
            self.c.alu_mem_imm(Alu::Cmp, m, 0);
            self.zero = Some(result);
        } else if size == 8 && self.leaves_if_zero(i + 1, result) {
            self.c.alu_mem_imm(Alu::Cmp, m, 0);
            self.zero = Some(result);
            self.at_exit.push((result, 0));
        } else {
            self.regs.end_operands();
            let d = self.regs.result_gpr(&mut self.c, result)?;
            self.c.load_sized(d, m, size, signed);
        }
        Ok(())
    }
    /// A write barrier, if the collector needs one for this store: a test of the object's header, and a call out of the way. None
    /// in what was allocated, or had one, since the last operation that can collect, nor for prebuilt objects, which are never
    /// young and always found. `index`: the reference becomes an item.
    fn barrier(&mut self, object: OpRef, index: Option<OpRef>, v: OpRef) -> Res<()> {
        let stays = matches!(
            self.trace.const_value(v),
            Some(ConstValue::Ref(RefConst::Null | RefConst::Prebuilt(_)))
        );
        if self.trace.kind(v) == Kind::Ref
            && !stays
            && !self.young.contains(&object)
            && let Some(f) = self.world.mem.services().write_barrier
        {
            let r = self.regs.gpr(&mut self.c, object)?;
            self.c.test_byte(Mem::new(r, FLAGS_BYTE as i32), OLD_FLAG);
            let site = self.c.jcc(Cond::Ne);
            let item = match index {
                Some(index) => [self.regs.loc(index), self.regs.loc(v)],
                None => {
                    self.young.push(object);
                    [Loc::Const(ConstValue::Int(-1)), Loc::Const(ConstValue::Int(0))]
                }
            };
            self.slow_barrier(site, f as *const () as i64, r, item)?;
        }
        Ok(())
    }
    fn op(&mut self, i: usize) -> Res<()> {
        use ResOp::*;
        let trace = self.trace;
        let op = &trace.ops[i];
        let result = trace.op_ref(i);
        let flags = self.flags.take();
        let zero = self.zero.take();
        let overflow = core::mem::replace(&mut self.overflow, false);
        if self.clears_fresh(i) {
            return Ok(());
        }
        // Pure results that nobody uses need no code.
        if op.opnum.is_foldable() && !self.regs.is_used(result) || self.regs.sum(result).is_some() {
            return Ok(());
        }
        match op.opnum {
            DebugMergePoint | EnterPortalFrame | LeavePortalFrame | JitDebug | Keepalive
            | RecordKnownResult => {
                // No code: what was in the flags still is.
                (self.flags, self.zero, self.overflow) = (flags, zero, overflow);
            }
            binary if arith::is_int_binary(binary) => self.int_binary(i)?,
            IntLshift | IntRshift | UintRshift => self.shift(i)?,
            IntNeg | IntInvert => {
                let d = self.regs.result_over_gpr(&mut self.c, result, op.args[0])?;
                if op.opnum == IntNeg { self.c.neg(d) } else { self.c.not(d) }
            }
            IntForceGeZero => {
                let d = self.regs.result_over_gpr(&mut self.c, result, op.args[0])?;
                self.c.mov_imm(R11, 0);
                self.c.test(d);
                self.c.cmov(Cond::L, d, R11);
            }
            IntSignext => {
                let size = trace.int_value(op.args[1]).unwrap_or(8) as u32;
                let s = self.regs.gpr(&mut self.c, op.args[0])?;
                let d = self.regs.result_gpr(&mut self.c, result)?;
                self.c.extend(d, s, size, true);
            }
            IntLt | IntLe | IntEq | IntNe | IntGt | IntGe | UintLt | UintLe | UintGt | UintGe
            | PtrEq | PtrNe | InstancePtrEq | InstancePtrNe => {
                let cond = int_cond(op.opnum);
                let (a, b) = (op.args[0], op.args[1]);
                if matches!(op.opnum, IntEq | IntNe)
                    && zero == Some(a)
                    && self.regs.imm32(b) == Some(0)
                {
                    self.finish_compare(i, cond)?;
                } else if a.is_const() && !b.is_const() {
                    compare(self, b, a)?;
                    // `test` gives the right flags for a comparison with 0 in both directions of sign conditions.
                    self.finish_compare(i, cond.swapped())?;
                } else {
                    compare(self, a, b)?;
                    self.finish_compare(i, cond)?;
                }
            }
            IntIsZero | PtrIszero | IntIsTrue | PtrNonzero => {
                if zero != Some(op.args[0]) {
                    self.test(op.args[0])?;
                }
                let is_zero = matches!(op.opnum, IntIsZero | PtrIszero);
                self.finish_compare(i, if is_zero { Cond::E } else { Cond::Ne })?;
            }
            FloatAdd | FloatSub | FloatMul | FloatTrueDiv => self.float_binary(i)?,
            FloatNeg | FloatAbs => self.float_sign(i)?,
            FloatSqrt => {
                let a = self.regs.xmm(&mut self.c, op.args[0])?;
                let d = self.regs.result_xmm(&mut self.c, result)?;
                floats::arith_sd(&mut self.c, 0x51, d, a);
            }
            FloatCopysign => {
                let a = self.regs.xmm(&mut self.c, op.args[0])?;
                let b = self.regs.xmm(&mut self.c, op.args[1])?;
                let d = self.regs.result_xmm(&mut self.c, result)?;
                // Flips the sign where the two differ; the result may be in the register of an operand.
                floats::movapd(&mut self.c, XMM15, a);
                floats::logic_pd(&mut self.c, 0x57, XMM15, b);
                floats::logic_pd_const(&mut self.c, 0x54, XMM15, 1 << 63);
                floats::movapd(&mut self.c, d, a);
                floats::logic_pd(&mut self.c, 0x57, d, XMM15);
            }
            FloatLt | FloatLe | FloatGt | FloatGe | FloatEq | FloatNe => self.float_compare(i)?,
            CastIntToFloat => {
                let a = self.regs.gpr(&mut self.c, op.args[0])?;
                let d = self.regs.result_xmm(&mut self.c, result)?;
                // Breaks the dependence on the register's old upper half.
                floats::logic_pd(&mut self.c, 0x57, d, d);
                floats::cvtsi2sd(&mut self.c, d, a);
            }
            CastFloatToInt => {
                let a = self.regs.xmm(&mut self.c, op.args[0])?;
                let d = self.regs.result_gpr(&mut self.c, result)?;
                floats::cvttsd2si(&mut self.c, d, a);
            }
            FloatToBits => {
                let a = self.regs.xmm(&mut self.c, op.args[0])?;
                let d = self.regs.result_gpr(&mut self.c, result)?;
                floats::movq_from_xmm(&mut self.c, d, a);
            }
            BitsToFloat => {
                let a = self.regs.gpr(&mut self.c, op.args[0])?;
                let d = self.regs.result_xmm(&mut self.c, result)?;
                floats::movq_to_xmm(&mut self.c, d, a);
            }
            SameAsI | SameAsR | CastPtrToInt | CastIntToPtr => {
                self.regs.result_over_gpr(&mut self.c, result, op.args[0])?;
            }
            SameAsF => {
                self.regs.result_over_xmm(&mut self.c, result, op.args[0])?;
            }
            IntPyDiv | IntPyMod | IntFloorDiv | IntMod | UintFloorDiv | UintMod => {
                self.division(i)?;
            }
            UintMulHigh => self.mul_high(i)?,
            CastUintToFloat => self.uint_to_float(i)?,
            CastFloatToUint => self.float_to_uint(i)?,
            GetfieldGcI | GetfieldGcR | GetfieldGcF | GetfieldRawI | GetfieldRawR
            | GetfieldRawF => {
                let d = self.world.mem.descrs().field(op.descr());
                let (offset, size, signed) = (d.offset, d.size as u32, d.signed);
                let m = self.field_mem(op.args[0], offset)?;
                self.load_result(i, m, size, signed)?;
            }
            SetfieldGc | SetfieldRaw => {
                let d = self.world.mem.descrs().field(op.descr());
                let (offset, size) = (d.offset, d.size as u32);
                if op.opnum == SetfieldGc {
                    self.barrier(op.args[0], None, op.args[1])?;
                }
                if !self.store_class(op.descr(), op.args[0], op.args[1])? {
                    let m = self.field_mem(op.args[0], offset)?;
                    store_value(self, m, op.args[1], size)?;
                }
            }
            GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF | GetarrayitemGcPureI
            | GetarrayitemGcPureR | GetarrayitemGcPureF | GetarrayitemRawI | GetarrayitemRawR
            | GetarrayitemRawF => {
                let d = self.world.mem.descrs().array(op.descr());
                let (base, item, signed) = (d.basesize, d.itemsize, d.signed);
                let m = self.item_mem(op.args[0], op.args[1], item, base)?;
                self.load_result(i, m, item, signed)?;
            }
            SetarrayitemGc | SetarrayitemRaw => {
                let d = self.world.mem.descrs().array(op.descr());
                let (base, item) = (d.basesize, d.itemsize);
                if op.opnum == SetarrayitemGc {
                    let sites = self.slow.len();
                    self.barrier(op.args[0], Some(op.args[1]), op.args[2])?;
                    if self.slow.len() > sites && !self.allocates {
                        self.only_stores = Some(d.clone());
                    }
                }
                let m = self.item_mem(op.args[0], op.args[1], item, base)?;
                self.store_item(m, op.args[2], item)?;
            }
            GetinteriorfieldGcI | GetinteriorfieldGcR | GetinteriorfieldGcF => {
                let d = self.world.mem.descrs().interior(op.descr());
                let a = self.world.mem.descrs().array(d.array);
                let (offset, size, signed) = (a.basesize + d.offset, d.size as u32, d.signed);
                let m = self.item_mem(op.args[0], op.args[1], a.itemsize, offset)?;
                self.load_result(i, m, size, signed)?;
            }
            SetinteriorfieldGc => {
                let d = self.world.mem.descrs().interior(op.descr());
                let a = self.world.mem.descrs().array(d.array);
                let (offset, size, item) = (a.basesize + d.offset, d.size as u32, a.itemsize);
                self.barrier(op.args[0], Some(op.args[1]), op.args[2])?;
                let m = self.item_mem(op.args[0], op.args[1], item, offset)?;
                self.store_item(m, op.args[2], size)?;
            }
            ArraylenGc => {
                let d = self.world.mem.descrs().array(op.descr());
                let offset = d.lendescr.unwrap_or(0);
                let m = self.field_mem(op.args[0], offset)?;
                self.load_result(i, m, 8, true)?;
            }
            SingleItemGc => self.single_item(i, op)?,
            RawLoadI | RawLoadF => {
                let d = self.world.mem.descrs().array(op.descr());
                let (size, signed) = (d.itemsize, d.signed);
                let m = self.item_mem(op.args[0], op.args[1], 1, 0)?;
                self.load_result(i, m, size, signed)?;
            }
            RawStore => {
                let size = self.world.mem.descrs().array(op.descr()).itemsize;
                let m = self.item_mem(op.args[0], op.args[1], 1, 0)?;
                self.store_item(m, op.args[2], size)?;
            }
            New | NewWithVtable | NewArray | NewArrayClear => self.allocate(i)?,
            CallI | CallR | CallF | CallN | CallLoopinvariantI | CallLoopinvariantR
            | CallLoopinvariantF | CallLoopinvariantN => {
                let d = self.world.mem.descrs().call(op.descr());
                let (size, signed) = (d.result_size as u32, d.result_signed);
                let can_collect = d.effect.can_collect || d.effect.has_random_effects();
                let locs: Vec<(Loc, Kind)> =
                    op.args[1..].iter().map(|a| (self.regs.loc(*a), trace.kind(*a))).collect();
                let target = self.regs.loc(op.args[0]);
                self.hold_for_force(i)?;
                self.regs.before_call(&mut self.c, can_collect)?;
                self.call_locs(target, &locs, can_collect)?;
                self.call_result(i, size, signed)?;
                let lacks = d.effect.extra == ExtraEffect::ElidableOrMemoryError
                    || d.effect.oopspec == OopSpec::RawMalloc;
                if lacks && !self.is_guarded(i) {
                    // Without memory the code is left; MemoryError is pending.
                    self.c.mov_imm(R11, self.world.mem.services().exc_type as i64);
                    self.c.alu_mem_imm(Alu::Cmp, Mem::new(R11, 0), 0);
                    let site = self.c.jcc(Cond::Ne);
                    self.exits.push(ExitSite::unguarded(vec![site], vec![]));
                }
            }
            CondCallN | CondCallValueI | CondCallValueR => self.cond_call(i)?,
            CallAssemblerI | CallAssemblerR | CallAssemblerF | CallAssemblerN => {
                self.call_assembler(i)?;
            }
            SaveExcClass | SaveException => {
                let services = self.world.mem.services();
                let (cls, val) = (services.exc_type as i64, services.exc_value as i64);
                let d = self.regs.result_gpr(&mut self.c, result)?;
                self.c.mov_imm(R11, if op.opnum == SaveException { val } else { cls });
                self.c.load(d, Mem::new(R11, 0));
                if op.opnum == SaveException {
                    clear_exception(self);
                }
            }
            RestoreException => {
                let services = self.world.mem.services();
                let (cls, val) = (services.exc_type as i64, services.exc_value as i64);
                let a = self.regs.gpr(&mut self.c, op.args[0])?;
                let b = self.regs.gpr(&mut self.c, op.args[1])?;
                self.c.mov_imm(R11, cls);
                self.c.store(Mem::new(R11, 0), a);
                self.c.mov_imm(R11, val);
                self.c.store(Mem::new(R11, 0), b);
            }
            GuardTrue | GuardFalse => {
                let test = match flags {
                    Some((v, test)) if v == op.args[0] => test,
                    _ => {
                        if zero != Some(op.args[0]) {
                            self.test(op.args[0])?;
                        }
                        Test::If(Cond::Ne)
                    }
                };
                guard_bool(self, op, test, op.opnum == GuardTrue);
            }
            GuardValue => self.guard_value(op)?,
            GuardNonnull | GuardIsnull => {
                if zero != Some(op.args[0]) {
                    self.test(op.args[0])?;
                }
                self.exit_if(op, if op.opnum == GuardNonnull { Cond::E } else { Cond::Ne });
            }
            GuardClass | GuardNonnullClass => {
                let r = self.regs.gpr(&mut self.c, op.args[0])?;
                let mut sites = vec![];
                if op.opnum == GuardNonnullClass {
                    self.c.test(r);
                    sites.push(self.c.jcc(Cond::E));
                }
                self.compare_class(r, op.args[1])?;
                sites.push(self.c.jcc(Cond::Ne));
                self.add_exit(op, sites);
            }
            GuardNoException => {
                let cls = self.world.mem.services().exc_type as i64;
                self.c.mov_imm(R11, cls);
                self.c.alu_mem_imm(Alu::Cmp, Mem::new(R11, 0), 0);
                self.exit_if(op, Cond::Ne);
            }
            GuardException => {
                let services = self.world.mem.services();
                let (cls, val) = (services.exc_type as i64, services.exc_value as i64);
                let want = self.regs.gpr(&mut self.c, op.args[0])?;
                self.c.mov_imm(R11, cls);
                self.c.alu_mem(Alu::Cmp, Mem::new(R11, 0), want);
                self.exit_if(op, Cond::Ne);
                if self.regs.is_used(result) {
                    let d = self.regs.result_gpr(&mut self.c, result)?;
                    self.c.mov_imm(R11, val);
                    self.c.load(d, Mem::new(R11, 0));
                }
                clear_exception(self);
            }
            GuardNoOverflow | GuardOverflow => {
                if !overflow {
                    return Err(BackendError::Internal("overflow guard without operation".into()));
                }
                self.exit_if(op, if op.opnum == GuardNoOverflow { Cond::O } else { Cond::No });
            }
            GuardNotInvalidated => {
                let site = self.c.room_for_jmp();
                self.promises.push((site, self.exits.len()));
                self.add_exit(op, vec![]);
            }
            GuardCountdown => {
                let Loc::Const(ConstValue::Int(cell)) = self.regs.loc(op.args[0]) else {
                    return Err(BackendError::Internal("guard_countdown of a variable".into()));
                };
                self.c.mov_imm(R11, (self.world.countdown)(cell as u32));
                self.c.alu_mem_imm(Alu::Sub, Mem::new(R11, 0), 1);
                self.exit_if(op, Cond::L);
            }
            GuardNotForced => {
                let word = Mem::new(RBP, 8 * FRAME_FORCE as i32);
                self.c.alu_mem_imm(Alu::Cmp, word, 0);
                let site = self.c.jcc(Cond::L);
                self.add_exit(op, vec![site]);
                // From here on it is not to be found in a call.
                self.c.store_imm(word, 0, 8);
            }
            ForceToken => {
                let d = self.regs.result_gpr(&mut self.c, result)?;
                self.c.mov(d, RBP);
            }
            GuardAlwaysFails => {
                let site = self.c.jmp();
                self.add_exit(op, vec![site]);
            }
            Label => {
                let token = op.token().ok_or_else(|| state::no_token(op))?;
                let back = trace.ops.last().filter(|last| last.token() == Some(token));
                let next = back.map(|jump| &jump.args[..]);
                let call = call_behind(self, i);
                let locs = self.regs.at_label(&mut self.c, &op.args, next, call)?;
                if back.is_some() {
                    // Loops start at a cache line's half.
                    self.c.align(32);
                    self.regs.aim_at(i + 1, &locs, arith::is_over_operand);
                }
                let address = self.c.pos();
                self.labels.push((token, LabelSite { address, locs }));
            }
            Jump => self.jump(op)?,
            Finish => {
                // The result leaves in rax.
                let mut locs = vec![];
                if op.args.len() > 1 {
                    locs.extend(op.args.iter().map(|a| Some(self.regs.loc(*a))));
                } else if let Some(a) = op.args.first() {
                    match self.regs.loc(*a) {
                        Loc::Xmm(x) => floats::movq_from_xmm(&mut self.c, RAX, x),
                        loc => self.move_to(Loc::Reg(RAX), loc),
                    }
                    locs.push(Some(Loc::Reg(RAX)));
                }
                let site = self.c.jmp();
                self.exits.push(ExitSite::unguarded(vec![site], locs));
            }
            other => return Err(BackendError::Unsupported(other.name().to_string())),
        }
        Ok(())
    }
    fn store_item(&mut self, m: Mem, v: OpRef, size: u32) -> Res<()> {
        // An address that uses the scratch register must not meet another use of it.
        if matches!(m.index, Some((R11, _))) && v.is_const() && self.regs.imm32(v).is_none() {
            let t = self.regs.temp(&mut self.c)?;
            if let Loc::Const(k) = self.regs.loc(v) {
                self.regs.load_const(&mut self.c, t, k);
            }
            self.c.store_sized(m, t, size);
            return Ok(());
        }
        store_value(self, m, v, size)
    }
    fn guard_value(&mut self, op: &Op) -> Res<()> {
        let (v, k) = (op.args[0], op.args[1]);
        let mut tested = None;
        if self.trace.kind(v) == Kind::Float {
            let x = self.regs.xmm(&mut self.c, v)?;
            let t = self.regs.temp(&mut self.c)?;
            floats::movq_from_xmm(&mut self.c, t, x);
            let Loc::Const(k) = self.regs.loc(k) else {
                return Err(BackendError::Internal("guard_value of two variables".into()));
            };
            self.regs.load_const(&mut self.c, R11, k);
            self.c.alu(Alu::Cmp, t, R11);
        } else {
            let r = self.regs.gpr(&mut self.c, v)?;
            if let Some(ConstValue::Ref(RefConst::Rooted(n))) = self.trace.const_value(k) {
                self.c.mov_imm(R11, self.world.roots.slot_address(n) as i64);
                self.c.alu_load(Alu::Cmp, r, Mem::new(R11, 0));
            } else {
                self.alu_value(Alu::Cmp, r, k)?;
            }
            tested = Some(r);
        }
        self.exit_if(op, Cond::Ne);
        let at = self.c.pos();
        if let (Some(r), Some(exit)) = (tested, self.exits.last_mut()) {
            exit.behind = Some((at, r));
        }
        Ok(())
    }
    fn jump(&mut self, op: &Op) -> Res<()> {
        let token = op.token().ok_or_else(|| state::no_token(op))?;
        let own = self.labels.iter().rev().find(|l| l.0 == token).map(|l| l.1.clone());
        let (label, is_own) = match own {
            Some(l) => (l, true),
            None => match self.world.labels.get(&token) {
                Some(l) => (l.clone(), false),
                None => {
                    let what = format!("jump to unknown label {}", token.0);
                    return Err(BackendError::Internal(what));
                }
            },
        };
        if label.locs.len() != op.args.len() {
            let what = format!("jump with {} arguments to {}", op.args.len(), label.locs.len());
            return Err(BackendError::Internal(what));
        }
        self.collect_if_due()?;
        let moves: Vec<(Loc, Loc)> = label
            .locs
            .iter()
            .zip(&op.args)
            .filter(|(d, a)| !matches!(d, Loc::Const(_)) && !self.regs.is_in_slot(**a, **d))
            .map(|(d, a)| (*d, self.regs.loc(*a)))
            .collect();
        let slots = label.locs.iter().filter_map(|loc| match loc {
            Loc::RefSlot(n) => Some(n + 1),
            _ => None,
        });
        self.jump_slots = slots.fold(self.jump_slots, u32::max);
        self.parallel_moves(&moves);
        let mut site = None;
        if self.inverts == Some(self.c.pos())
            && let Some(exit) = self.exits.last_mut()
        {
            // The guard before jumps to the label if it holds, instead of around the jump there.
            site = exit.sites.pop();
            exit.sites.push(self.c.invert_jcc());
            exit.behind = None;
        }
        let site = site.unwrap_or_else(|| self.c.jmp());
        if is_own {
            self.c.patch(site, label.address);
        } else {
            self.external.push((site, label.address));
        }
        Ok(())
    }
}

fn place_inputs(asm: &mut Asm<'_>, inputs: &[Loc]) -> Res<()> {
    let mut seen: Vec<Loc> = vec![];
    let (mut again, mut sums) = (vec![], vec![]);
    for (i, loc) in inputs.iter().enumerate() {
        let v = OpRef::value(i);
        if matches!(loc, Loc::RegPlus(..) | Loc::SlotPlus(..)) {
            sums.push((v, *loc));
        } else if seen.contains(loc) || matches!(loc, Loc::Const(_)) {
            again.push((v, *loc));
        } else {
            seen.push(*loc);
            asm.regs.place(v, *loc);
        }
    }
    place_sums(asm, inputs, &sums)?;
    asm.regs.collect_free_slots();
    // A value passed twice gets a second place.
    for (v, loc) in again {
        if !asm.regs.is_used(v) {
            continue;
        }
        if asm.trace.kind(v) == Kind::Float {
            let d = asm.regs.result_xmm(&mut asm.c, v)?;
            asm.move_to(Loc::Xmm(d), loc);
        } else {
            let d = asm.regs.result_gpr(&mut asm.c, v)?;
            asm.move_to(Loc::Reg(d), loc);
        }
    }
    for i in 0..inputs.len() {
        asm.regs.drop_unused(OpRef::value(i));
    }
    Ok(())
}

/// Computes sums among the inputs that nobody has computed, where all others are in their places.
fn place_sums(asm: &mut Asm<'_>, inputs: &[Loc], sums: &[(OpRef, Loc)]) -> Res<()> {
    for &(v, loc) in sums {
        if !asm.regs.is_used(v) {
            continue;
        }
        let to = match loc {
            Loc::RegPlus(r, _) => {
                let same =
                    |other: &Loc| matches!(other, Loc::Reg(o) | Loc::RegPlus(o, _) if *o == r);
                let shared = inputs.iter().filter(|other| same(other)).count() > 1;
                match shared {
                    false => Some(r),
                    true => asm.regs.register_beside(inputs),
                }
            }
            _ => asm.regs.register_beside(inputs),
        };
        let d = to.unwrap_or(R11);
        match loc {
            Loc::RegPlus(r, by) => asm.c.lea(d, Mem::new(r, by)),
            Loc::SlotPlus(slot, by) => {
                asm.c.load(d, slot_mem(Loc::Slot(slot)).expect("a slot"));
                asm.c.alu_imm(Alu::Add, d, by);
            }
            _ => {}
        }
        match to {
            Some(d) => asm.regs.place(v, Loc::Reg(d)),
            None => {
                let slot = asm.regs.slot_above(inputs)?;
                asm.c.store(slot_mem(slot).expect("a slot"), R11);
                asm.regs.place(v, slot);
            }
        }
    }
    Ok(())
}

/// Ways in from elsewhere for code that needs more reference slots than each frame has: they make the frame larger if it is not yet.
/// Gives the way to the beginning. There is room: see [`RootTable::has_room`](crate::RootTable::has_room).
fn place_growing(asm: &mut Asm<'_>) -> usize {
    let slots = asm.regs.num_ref_slots().max(asm.jump_slots);
    if slots as usize <= FRAME_SLOTS {
        return 0;
    }
    let words = asm.world.roots.frame_words();
    let base = Mem::new(RBP, 8 * FRAME_BASE as i32);
    let grow = |c: &mut Code, to: usize| {
        let here = c.pos();
        c.lea(R11, Mem::new(R14, -8 * slots as i32));
        c.alu_load(Alu::Cmp, R11, base);
        let enough = c.jcc(Cond::Ae);
        c.store(base, R11);
        c.push(RAX);
        c.mov_imm(RAX, words.base as i64);
        c.store(Mem::new(RAX, 0), R11);
        c.pop(RAX);
        c.patch(enough, c.pos());
        let site = c.jmp();
        c.patch(site, to);
        here
    };
    for (_, label) in &mut asm.labels {
        label.address = grow(&mut asm.c, label.address);
    }
    grow(&mut asm.c, 0)
}

fn compare(asm: &mut Asm<'_>, a: OpRef, b: OpRef) -> Res<()> {
    let r = asm.regs.gpr(&mut asm.c, a)?;
    if asm.regs.imm32(b) == Some(0) {
        asm.c.test(r);
        return Ok(());
    }
    asm.alu_value(Alu::Cmp, r, b)
}

/// Leaves the trace at this guard if the test does not give what it wants.
fn guard_bool(asm: &mut Asm<'_>, op: &Op, test: Test, want: bool) {
    let equal = match test {
        Test::If(cond) => return asm.exit_if(op, if want { cond.not() } else { cond }),
        Test::OrderedEqual => want,
        Test::NotEqual => !want,
    };
    let sites = if equal {
        vec![asm.c.jcc(Cond::Ne), asm.c.jcc(Cond::P)]
    } else {
        let unordered = asm.c.jcc_short(Cond::P);
        let site = asm.c.jcc(Cond::E);
        asm.c.land(unordered);
        vec![site]
    };
    asm.add_exit(op, sites);
}

fn store_value(asm: &mut Asm<'_>, m: Mem, v: OpRef, size: u32) -> Res<()> {
    if let Some(i) = asm.regs.imm32(v) {
        asm.c.store_imm(m, i, size);
    } else if let Some(bits) = asm.regs.float_bits(v) {
        match i32::try_from(bits as i64) {
            Ok(i) => asm.c.store_imm(m, i, 8),
            Err(_) => {
                asm.c.mov_imm(R11, bits as i64);
                asm.c.store(m, R11);
            }
        }
    } else if asm.trace.kind(v) == Kind::Float {
        let r = asm.regs.xmm(&mut asm.c, v)?;
        floats::storesd(&mut asm.c, m, r);
    } else {
        let r = asm.regs.gpr(&mut asm.c, v)?;
        asm.c.store_sized(m, r, size);
    }
    Ok(())
}

/// Keeps account of objects that need no barrier, behind the operation.
fn note_young(asm: &mut Asm<'_>, i: usize) {
    use ResOp::*;
    let op = &asm.trace.ops[i];
    if matches!(op.opnum, New | NewWithVtable | NewArray | NewArrayClear) {
        if asm.groups[i].is_none_or(|m| m.collects(i)) {
            asm.young.clear();
        }
        // A large array may be born old, and single items of it remembered.
        let few = |n: i32| (0..=FEW_ITEMS).contains(&n);
        if matches!(op.opnum, New | NewWithVtable) || asm.regs.imm32(op.args[0]).is_some_and(few) {
            asm.young.push(asm.trace.op_ref(i));
        }
    } else if !(op.opnum.is_foldable() || op.opnum.is_guard() || alloc::is_access(op.opnum)) {
        asm.young.clear();
    }
}

/// The first call behind an operation.
fn call_behind(asm: &Asm<'_>, i: usize) -> Option<Clobber> {
    use ResOp::*;
    let mut behind = asm.trace.ops.iter().enumerate().skip(i + 1);
    behind.find_map(|(at, op)| {
        let collects = match op.opnum {
            CallI | CallR | CallF | CallN | CallLoopinvariantI | CallLoopinvariantR
            | CallLoopinvariantF | CallLoopinvariantN => {
                let effect = &asm.world.mem.descrs().call(op.descr()).effect;
                effect.can_collect || effect.has_random_effects()
            }
            CallAssemblerI | CallAssemblerR | CallAssemblerF | CallAssemblerN => true,
            _ => return None,
        };
        Some(Clobber { at: at as u32, collects })
    })
}

fn clear_exception(asm: &mut Asm<'_>) {
    let services = asm.world.mem.services();
    for a in [services.exc_type as i64, services.exc_value as i64] {
        asm.c.mov_imm(R11, a);
        asm.c.store_imm(Mem::new(R11, 0), 0, 8);
    }
}

fn int_cond(op: ResOp) -> Cond {
    use ResOp::*;
    match op {
        IntLt => Cond::L,
        IntLe => Cond::Le,
        IntGt => Cond::G,
        IntGe => Cond::Ge,
        UintLt => Cond::B,
        UintLe => Cond::Be,
        UintGt => Cond::A,
        UintGe => Cond::Ae,
        IntNe | PtrNe | InstancePtrNe => Cond::Ne,
        _ => Cond::E,
    }
}

/// All registers that hold values: their contents are saved at an exit.
pub fn saved_registers() -> impl Iterator<Item = Gpr> {
    GPRS.iter().copied()
}
