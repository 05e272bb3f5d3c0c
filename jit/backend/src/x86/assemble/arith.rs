//! Arithmetic on integers and floats.

use super::super::encode::*;
use super::super::regs::{Loc, slot_mem};
use crate::x86::assemble::state::{Asm, Res, Test};
use crate::x86::floats;
use jitmodel::effects::COMMUTATIVE;
use jitmodel::{OpRef, ResOp};

/// The larger half of all words.
const TOP_BIT: u64 = 1 << 63;
/// 2**63 as a double.
const TWO_63: u64 = 0x43e0_0000_0000_0000;

/// A factor `m` and a shift `s` so that `n / d == (n * m) >> (64 + s)` for all `n` below 2**63. `d` is no power of two: then
/// `m * d` is less than `d` above 2**(64 + s), which is at least `d * 2**63`, so the error does not reach 1 / d.
fn reciprocal63(d: u64) -> (u64, u8) {
    let s = d.ilog2();
    (((1u128 << (64 + s)) / d as u128 + 1) as u64, s as u8)
}

/// A factor `m` and a shift `s` so that `n / d == (t + ((n - t) >> 1)) >> s` with `t = (n * m) >> 64`, for all `n`. `d` is no
/// power of two. (The factor proper is `m + 2**64`.)
fn reciprocal64(d: u64) -> (u64, u8) {
    let l = d.ilog2() + 1;
    let above = (1u128 << l) - d as u128;
    (((above << 64) / d as u128 + 1) as u64, (l - 1) as u8)
}

/// Says what a division asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    /// Python's.
    Floor,
    /// C's.
    Zero,
    Unsigned,
}

/// The instruction that computes an operation.
fn alu(op: ResOp) -> Option<Alu> {
    use ResOp::*;
    Some(match op {
        IntAdd | IntAddOvf => Alu::Add,
        IntSub | IntSubOvf => Alu::Sub,
        IntAnd => Alu::And,
        IntOr => Alu::Or,
        IntXor => Alu::Xor,
        _ => return None,
    })
}

/// Says whether [`Asm::int_binary`] has code for an operation.
pub(super) fn is_int_binary(op: ResOp) -> bool {
    alu(op).is_some() || matches!(op, ResOp::IntMul | ResOp::IntMulOvf)
}

/// Says whether the result of an operation takes the place of its first operand.
pub(super) fn is_over_operand(op: ResOp) -> bool {
    use ResOp::*;
    let unary = matches!(op, IntNeg | IntInvert | FloatNeg | FloatAbs);
    unary || is_int_binary(op) || matches!(op, FloatAdd | FloatSub | FloatMul | FloatTrueDiv)
}

impl Asm<'_> {
    pub(super) fn int_binary(&mut self, i: usize) -> Res<()> {
        use ResOp::*;
        let op = &self.trace.ops[i];
        let result = self.trace.op_ref(i);
        let (mut a, mut b) = (op.args[0], op.args[1]);
        let commutes = op.opnum.has(COMMUTATIVE);
        if commutes
            && (a.is_const() || (!b.is_const() && self.regs.lives_on(a) && !self.regs.lives_on(b)))
        {
            core::mem::swap(&mut a, &mut b);
        }
        let ovf = op.opnum.is_ovf();
        self.overflow = ovf;
        let imm = self.regs.imm32(b);
        if op.opnum == IntAnd && self.only_tests_zero(i + 1, result) {
            let r = self.regs.gpr(&mut self.c, a)?;
            match imm {
                Some(v) => self.c.test_imm(r, v),
                None => {
                    let s = self.regs.gpr(&mut self.c, b)?;
                    self.c.test_both(r, s);
                }
            }
            self.zero = Some(result);
            return Ok(());
        }
        // Without overflow test `lea` leaves the operand where it is, or the result goes where a jump wants it.
        if !ovf && !a.is_const() && (self.regs.lives_on(a) || self.regs.aims_elsewhere(result, a)) {
            let disp = match (op.opnum, imm) {
                (IntAdd, Some(v)) => Some(v),
                (IntSub, Some(v)) => v.checked_neg(),
                _ => None,
            };
            if let Some(disp) = disp {
                let s = self.regs.gpr(&mut self.c, a)?;
                let d = self.regs.result_gpr(&mut self.c, result)?;
                self.c.lea(d, Mem::new(s, disp));
                return Ok(());
            }
            if op.opnum == IntAdd && !b.is_const() {
                let s = self.regs.gpr(&mut self.c, a)?;
                let t = self.regs.gpr(&mut self.c, b)?;
                let d = self.regs.result_gpr(&mut self.c, result)?;
                self.c.lea(d, Mem { base: s, index: Some((t, 1)), disp: 0 });
                return Ok(());
            }
        }
        let alu = alu(op.opnum);
        // A product needs no copy of a factor, and powers of two are shifts.
        if alu.is_none()
            && let Some(v) = imm
            && !a.is_const()
        {
            if !ovf && v > 1 && v & (v - 1) == 0 {
                let d = self.regs.result_over_gpr(&mut self.c, result, a)?;
                self.c.shift_imm(4, d, v.trailing_zeros() as u8);
                return Ok(());
            }
            let s = self.regs.gpr(&mut self.c, a)?;
            let d = match self.regs.lives_on(a) {
                true => self.regs.result_gpr(&mut self.c, result)?,
                false => self.regs.result_over_gpr(&mut self.c, result, a)?,
            };
            self.c.imul_imm(d, s, v);
            return Ok(());
        }
        // The second operand must survive the copy of the first one into the result.
        if !b.is_const() && a != b && matches!(self.regs.loc(b), Loc::Reg(_)) {
            self.regs.gpr(&mut self.c, b)?;
        }
        let same = a == b && !a.is_const();
        let d = if same {
            let s = self.regs.gpr(&mut self.c, a)?;
            let d = self.regs.result_gpr(&mut self.c, result)?;
            self.c.mov(d, s);
            match alu {
                Some(op) => self.c.alu(op, d, s),
                None => self.c.imul(d, s),
            }
            return Ok(());
        } else {
            self.regs.result_over_gpr(&mut self.c, result, a)?
        };
        match alu {
            Some(op) => {
                self.alu_value(op, d, b)?;
                self.zero = Some(result);
            }
            None => match imm {
                Some(v) => self.c.imul_imm(d, d, v),
                None => {
                    let r = self.regs.gpr(&mut self.c, b)?;
                    self.c.imul(d, r);
                }
            },
        }
        Ok(())
    }
    /// Says whether operation `i` is the only one that needs `v`, and only asks whether it is zero.
    pub(super) fn only_tests_zero(&self, i: usize, v: OpRef) -> bool {
        use ResOp::*;
        let Some(op) = self.trace.ops.get(i) else { return false };
        let tests = match op.opnum {
            IntIsTrue | IntIsZero | PtrNonzero | PtrIszero => true,
            GuardTrue | GuardFalse | GuardNonnull | GuardIsnull => !self.in_fail_args(op, v),
            IntEq | IntNe => self.trace.int_value(op.args[1]) == Some(0),
            _ => false,
        };
        tests && op.args[0] == v && self.regs.last_use(v) == i as i64
    }
    /// Says whether operation `i` and perhaps the one behind it are a guard that fails if `v` is zero, and nobody but
    /// the code behind the guard's failure needs `v`.
    pub(super) fn leaves_if_zero(&self, i: usize, v: OpRef) -> bool {
        use ResOp::*;
        let ops = &self.trace.ops;
        let Some(op) = ops.get(i).filter(|op| op.args.first() == Some(&v)) else { return false };
        let last = match op.opnum {
            GuardNonnull => i,
            IntIsTrue | PtrNonzero | IntIsZero | PtrIszero => {
                let result = self.trace.op_ref(i);
                let wants = match op.opnum {
                    IntIsTrue | PtrNonzero => GuardTrue,
                    _ => GuardFalse,
                };
                // The test itself must not be wanted as a value: making it could need a register's place in memory.
                if !self.guard_follows(i, result)
                    || self.needed_beyond_guard(i, result)
                    || ops[i + 1].opnum != wants
                {
                    return false;
                }
                i + 1
            }
            _ => return false,
        };
        self.regs.last_use(v) == last as i64
    }
    pub(super) fn shift(&mut self, i: usize) -> Res<()> {
        let op = &self.trace.ops[i];
        let result = self.trace.op_ref(i);
        let (a, n) = (op.args[0], op.args[1]);
        let ext = match op.opnum {
            ResOp::IntLshift => 4,
            ResOp::UintRshift => 5,
            _ => 7,
        };
        let arithmetic = ext == 7;
        if let Some(count) = self.trace.int_value(n) {
            if !(0..=63).contains(&count) && !arithmetic {
                let d = self.regs.result_gpr(&mut self.c, result)?;
                self.c.mov_imm(d, 0);
                return Ok(());
            }
            let d = self.regs.result_over_gpr(&mut self.c, result, a)?;
            let count = if (0..=63).contains(&count) { count } else { 63 };
            if count != 0 {
                self.c.shift_imm(ext, d, count as u8);
            }
            return Ok(());
        }
        self.regs.copy_into(&mut self.c, RCX, n, Some(a))?;
        let masked = masked(self, n);
        if arithmetic && !masked {
            self.c.mov_imm(R11, 63);
            self.c.alu(Alu::Cmp, RCX, R11);
            self.c.cmov(Cond::A, RCX, R11);
        }
        let d = self.regs.result_over_gpr(&mut self.c, result, a)?;
        self.c.shift_cl(ext, d);
        if !arithmetic && !masked {
            self.c.alu_imm(Alu::Cmp, RCX, 64);
            self.c.alu(Alu::Sbb, R11, R11);
            self.c.alu(Alu::And, d, R11);
        }
        Ok(())
    }
    /// Upper half of a product.
    pub(super) fn mul_high(&mut self, i: usize) -> Res<()> {
        let (a, b) = (self.trace.ops[i].args[0], self.trace.ops[i].args[1]);
        self.regs.copy_into(&mut self.c, RAX, a, Some(b))?;
        self.regs.claim(&mut self.c, RDX)?;
        let r = self.regs.gpr(&mut self.c, b)?;
        self.c.mul(r);
        self.regs.bind_gpr(self.trace.op_ref(i), RDX);
        Ok(())
    }
    pub(super) fn division(&mut self, i: usize) -> Res<()> {
        use ResOp::*;
        let op = &self.trace.ops[i];
        let (rounding, remainder) = match op.opnum {
            IntPyDiv => (Rounding::Floor, false),
            IntPyMod => (Rounding::Floor, true),
            IntFloorDiv => (Rounding::Zero, false),
            IntMod => (Rounding::Zero, true),
            UintFloorDiv => (Rounding::Unsigned, false),
            _ => (Rounding::Unsigned, true),
        };
        match self.trace.int_value(op.args[1]) {
            Some(d) if d > 0 || (d != 0 && rounding == Rounding::Unsigned) => {
                if (d as u64).is_power_of_two() {
                    division_by_power(self, i, rounding, remainder, d)
                } else {
                    division_by_constant(self, i, rounding, remainder, d)
                }
            }
            known => division_by_value(self, i, rounding, remainder, known),
        }
    }
    pub(super) fn float_binary(&mut self, i: usize) -> Res<()> {
        use ResOp::*;
        let op = &self.trace.ops[i];
        let result = self.trace.op_ref(i);
        let (mut a, mut b) = (op.args[0], op.args[1]);
        let code = match op.opnum {
            FloatAdd => 0x58,
            FloatMul => 0x59,
            FloatSub => 0x5c,
            _ => 0x5e,
        };
        // Which of two NaNs is the result is not part of the meaning.
        if matches!(op.opnum, FloatAdd | FloatMul)
            && (a.is_const() || (!b.is_const() && self.regs.lives_on(a) && !self.regs.lives_on(b)))
        {
            core::mem::swap(&mut a, &mut b);
        }
        if let Some(bits) = self.regs.float_bits(b) {
            let d = self.regs.result_over_xmm(&mut self.c, result, a)?;
            floats::arith_sd_const(&mut self.c, code, d, bits);
            return Ok(());
        }
        if a != b
            && let loc @ Loc::Slot(_) = self.regs.loc(b)
            && !self.regs.lives_on(b)
        {
            let d = self.regs.result_over_xmm(&mut self.c, result, a)?;
            floats::arith_sd_load(&mut self.c, code, d, slot_mem(loc).expect("a slot"));
            return Ok(());
        }
        let r = self.regs.xmm(&mut self.c, b)?;
        let d = if a == b {
            let d = self.regs.result_xmm(&mut self.c, result)?;
            floats::movapd(&mut self.c, d, r);
            d
        } else {
            self.regs.result_over_xmm(&mut self.c, result, a)?
        };
        floats::arith_sd(&mut self.c, code, d, r);
        Ok(())
    }
    pub(super) fn float_sign(&mut self, i: usize) -> Res<()> {
        let op = &self.trace.ops[i];
        let d = self.regs.result_over_xmm(&mut self.c, self.trace.op_ref(i), op.args[0])?;
        match op.opnum {
            ResOp::FloatNeg => floats::logic_pd_const(&mut self.c, 0x57, d, TOP_BIT),
            _ => floats::logic_pd_const(&mut self.c, 0x54, d, !TOP_BIT),
        }
        Ok(())
    }
    fn ucomisd(&mut self, a: OpRef, b: OpRef) -> Res<()> {
        let r = self.regs.xmm(&mut self.c, a)?;
        match self.regs.float_bits(b) {
            Some(bits) => floats::ucomisd_const(&mut self.c, r, bits),
            None => {
                let s = self.regs.xmm(&mut self.c, b)?;
                floats::ucomisd(&mut self.c, r, s);
            }
        }
        Ok(())
    }
    pub(super) fn float_compare(&mut self, i: usize) -> Res<()> {
        use ResOp::*;
        let op = &self.trace.ops[i];
        let result = self.trace.op_ref(i);
        let (a, b) = (op.args[0], op.args[1]);
        // "above" is false when unordered, so the larger side goes first.
        match op.opnum {
            FloatLt | FloatLe => self.ucomisd(b, a)?,
            _ => self.ucomisd(a, b)?,
        }
        let equal = match op.opnum {
            FloatLt | FloatGt => return self.finish_compare(i, Cond::A),
            FloatLe | FloatGe => return self.finish_compare(i, Cond::Ae),
            other => other == FloatEq,
        };
        if self.guard_follows(i, result) && !self.needed_beyond_guard(i, result) {
            self.known_at_exit(i, result);
            self.flags = Some((result, if equal { Test::OrderedEqual } else { Test::NotEqual }));
            return Ok(());
        }
        let d = self.regs.result_gpr(&mut self.c, result)?;
        if equal {
            self.c.set_byte(Cond::E, d);
            self.c.set_byte(Cond::Np, R11);
            self.c.and_bytes(d, R11);
        } else {
            self.c.set_byte(Cond::Ne, d);
            self.c.set_byte(Cond::P, R11);
            self.c.or_bytes(d, R11);
        }
        self.c.extend(d, d, 1, false);
        Ok(())
    }
    pub(super) fn uint_to_float(&mut self, i: usize) -> Res<()> {
        let a = self.regs.gpr(&mut self.c, self.trace.ops[i].args[0])?;
        let d = self.regs.result_xmm(&mut self.c, self.trace.op_ref(i))?;
        floats::logic_pd(&mut self.c, 0x57, d, d);
        self.c.test(a);
        let large = self.c.jcc_short(Cond::L);
        floats::cvtsi2sd(&mut self.c, d, a);
        let over = self.c.jmp_short();
        self.c.land(large);
        // Half of it; the lowest bit stays, for the rounding.
        self.c.mov(R11, a);
        self.c.shift_imm(5, R11, 1);
        let even = {
            self.c.test_imm(a, 1);
            self.c.jcc_short(Cond::E)
        };
        self.c.alu_imm(Alu::Or, R11, 1);
        self.c.land(even);
        floats::cvtsi2sd(&mut self.c, d, R11);
        floats::arith_sd(&mut self.c, 0x58, d, d);
        self.c.land(over);
        Ok(())
    }
    pub(super) fn float_to_uint(&mut self, i: usize) -> Res<()> {
        let a = self.regs.xmm(&mut self.c, self.trace.ops[i].args[0])?;
        let d = self.regs.result_gpr(&mut self.c, self.trace.op_ref(i))?;
        floats::load_float(&mut self.c, XMM15, TWO_63);
        floats::ucomisd(&mut self.c, XMM15, a);
        let small = self.c.jcc_short(Cond::A);
        // 2**63 - x, negated, with the top bit flipped; NaN and what is too large give the top bit alone before.
        floats::arith_sd(&mut self.c, 0x5c, XMM15, a);
        floats::cvttsd2si(&mut self.c, d, XMM15);
        self.c.neg(d);
        self.c.mov_imm(R11, TOP_BIT as i64);
        self.c.alu(Alu::Xor, d, R11);
        let over = self.c.jmp_short();
        self.c.land(small);
        floats::cvttsd2si(&mut self.c, d, a);
        self.c.land(over);
        Ok(())
    }
}

/// Says whether a value is a shift count in range, as the hardware takes it.
fn masked(asm: &Asm<'_>, v: OpRef) -> bool {
    asm.trace.op_of(v).is_some_and(|op| {
        let mask = |a: &OpRef| matches!(asm.trace.int_value(*a), Some(0..=63));
        op.opnum == ResOp::IntAnd && op.args.iter().any(mask)
    })
}

/// Divides by a positive power of two.
fn division_by_power(
    asm: &mut Asm<'_>,
    i: usize,
    how: Rounding,
    remainder: bool,
    d: i64,
) -> Res<()> {
    let a = asm.trace.ops[i].args[0];
    let result = asm.trace.op_ref(i);
    let k = d.trailing_zeros() as u8;
    let mask = d.wrapping_sub(1);
    if how == Rounding::Zero {
        // Negative numbers are made larger by d - 1 first.
        let s = asm.regs.gpr(&mut asm.c, a)?;
        let r = asm.regs.result_gpr(&mut asm.c, result)?;
        if k == 0 {
            if remainder {
                asm.c.mov_imm(r, 0)
            } else {
                asm.c.mov(r, s)
            }
            return Ok(());
        }
        asm.c.mov(R11, s);
        asm.c.shift_imm(7, R11, 63);
        asm.c.shift_imm(5, R11, 64 - k);
        asm.c.lea(r, Mem { base: s, index: Some((R11, 1)), disp: 0 });
        if remainder {
            and_mask(asm, r, mask, k);
            asm.c.alu(Alu::Sub, r, R11);
        } else {
            asm.c.shift_imm(7, r, k);
        }
        return Ok(());
    }
    let r = asm.regs.result_over_gpr(&mut asm.c, result, a)?;
    if remainder {
        and_mask(asm, r, mask, k);
    } else if k != 0 {
        asm.c.shift_imm(if how == Rounding::Unsigned { 5 } else { 7 }, r, k);
    }
    Ok(())
}

/// `r &= mask`, for the mask of the `k` lowest bits.
fn and_mask(asm: &mut Asm<'_>, r: Gpr, mask: i64, k: u8) {
    match i32::try_from(mask) {
        Ok(m) => asm.c.alu_imm(Alu::And, r, m),
        Err(_) => {
            asm.c.shift_imm(4, r, 64 - k);
            asm.c.shift_imm(5, r, 64 - k);
        }
    }
}

/// Divides by a positive constant: a multiplication by its reciprocal.
fn division_by_constant(
    asm: &mut Asm<'_>,
    i: usize,
    how: Rounding,
    remainder: bool,
    d: i64,
) -> Res<()> {
    let a = asm.trace.ops[i].args[0];
    let result = asm.trace.op_ref(i);
    asm.regs.claim(&mut asm.c, RAX)?;
    asm.regs.claim(&mut asm.c, RDX)?;
    let n = asm.regs.gpr(&mut asm.c, a)?;
    if how == Rounding::Unsigned {
        let (m, s) = reciprocal64(d as u64);
        asm.c.mov_imm(RAX, m as i64);
        asm.c.mul(n);
        asm.c.mov(RAX, n);
        asm.c.alu(Alu::Sub, RAX, RDX);
        asm.c.shift_imm(5, RAX, 1);
        asm.c.alu(Alu::Add, RDX, RAX);
        if s != 0 {
            asm.c.shift_imm(5, RDX, s);
        }
    } else {
        // Works on `n`, or on a number that is not negative and has the same quotient but for the sign.
        let (m, s) = reciprocal63(d as u64);
        asm.c.mov(R11, n);
        asm.c.shift_imm(7, R11, 63);
        asm.c.lea(RAX, Mem::new(n, 0));
        asm.c.alu(Alu::Xor, RAX, R11);
        if how == Rounding::Zero {
            asm.c.alu(Alu::Sub, RAX, R11);
        }
        asm.c.mov_imm(RDX, m as i64);
        asm.c.mul(RDX);
        if s != 0 {
            asm.c.shift_imm(5, RDX, s);
        }
        asm.c.alu(Alu::Xor, RDX, R11);
        if how == Rounding::Zero {
            asm.c.alu(Alu::Sub, RDX, R11);
        }
    }
    if !remainder {
        asm.regs.bind_gpr(result, RDX);
        return Ok(());
    }
    match i32::try_from(d) {
        Ok(d) => asm.c.imul_imm(RDX, RDX, d),
        Err(_) => {
            asm.c.mov_imm(R11, d);
            asm.c.imul(RDX, R11);
        }
    }
    asm.c.mov(RAX, n);
    asm.c.alu(Alu::Sub, RAX, RDX);
    asm.regs.bind_gpr(result, RAX);
    Ok(())
}

/// Divides by a variable, or by a constant (`known`) that is negative.
fn division_by_value(
    asm: &mut Asm<'_>,
    i: usize,
    how: Rounding,
    remainder: bool,
    known: Option<i64>,
) -> Res<()> {
    let (a, b) = (asm.trace.ops[i].args[0], asm.trace.ops[i].args[1]);
    asm.regs.copy_into(&mut asm.c, RAX, a, Some(b))?;
    asm.regs.claim(&mut asm.c, RDX)?;
    let d = asm.regs.gpr(&mut asm.c, b)?;
    // Short divisions are faster, and need no care for signs.
    let mut over = vec![];
    if known.is_none() {
        asm.c.mov(R11, RAX);
        asm.c.alu(Alu::Or, R11, d);
        asm.c.shift_imm(5, R11, 32);
        let wide = asm.c.jcc_short(Cond::Ne);
        asm.c.alu32(Alu::Xor, RDX, RDX);
        asm.c.div(d, false);
        over.push(asm.c.jmp_short());
        asm.c.land(wide);
    }
    if how == Rounding::Unsigned {
        asm.c.alu32(Alu::Xor, RDX, RDX);
        asm.c.div(d, true);
    } else {
        // The least number divided by -1 is an exception of the processor.
        let mut minus = None;
        if known.is_none() {
            asm.c.alu_imm(Alu::Cmp, d, -1);
            minus = Some(asm.c.jcc_short(Cond::E));
        }
        if known == Some(-1) {
            asm.c.neg(RAX);
            asm.c.alu32(Alu::Xor, RDX, RDX);
        } else {
            asm.c.cqo();
            asm.c.idiv(d);
            if how == Rounding::Floor {
                asm.c.test(RDX);
                over.push(asm.c.jcc_short(Cond::E));
                // The signs of remainder and divisor differ: all ones, else zero.
                asm.c.mov(R11, RDX);
                asm.c.alu(Alu::Xor, R11, d);
                asm.c.shift_imm(7, R11, 63);
                if remainder {
                    asm.c.alu(Alu::And, R11, d);
                    asm.c.alu(Alu::Add, RDX, R11);
                } else {
                    asm.c.alu(Alu::Add, RAX, R11);
                }
            }
        }
        if let Some(minus) = minus {
            over.push(asm.c.jmp_short());
            asm.c.land(minus);
            asm.c.neg(RAX);
            asm.c.alu32(Alu::Xor, RDX, RDX);
        }
    }
    for site in over {
        asm.c.land(site);
    }
    asm.regs.bind_gpr(asm.trace.op_ref(i), if remainder { RDX } else { RAX });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocals() {
        let mut divisors: Vec<u64> = (3..200).collect();
        divisors.extend((2..63).flat_map(|k| [(1u64 << k) - 1, (1 << k) + 1, (1 << k) / 3 * 5]));
        divisors.extend([1000, 1_000_000_007, i64::MAX as u64]);
        for d in divisors.into_iter().filter(|d| !d.is_power_of_two()) {
            let near = |q: u64| [(q * d).wrapping_sub(1), q * d, (q * d).wrapping_add(1)];
            let mut numbers: Vec<u64> = (0..3).flat_map(|q| near(q.min(TOP_BIT / d))).collect();
            numbers.extend(near(u64::MAX / d));
            numbers.extend(near((TOP_BIT - 1) / d));
            numbers.extend([0, TOP_BIT - 1, TOP_BIT, u64::MAX]);
            for n in numbers {
                let (m, s) = reciprocal64(d);
                let t = ((n as u128 * m as u128) >> 64) as u64;
                assert_eq!((t + ((n - t) >> 1)) >> s, n / d, "{n} / {d}");
                if n < TOP_BIT && d < TOP_BIT {
                    let (m, s) = reciprocal63(d);
                    assert_eq!(((n as u128 * m as u128) >> 64) as u64 >> s, n / d, "{n} / {d}");
                }
            }
        }
    }
}
