//! Operations: the recipes of the table, and those with a rule of their own.

use crate::data::{TYPE_INFO_LISTS, TYPE_INFO_SIZE, traceback_number};
use crate::func::{Translator, UNREACHABLE};
use crate::state::Called;
use crate::symbols::machine_type;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstBuilder, InstructionData, MemFlagsData, Opcode, types};
use flowmodel::lltype::{HEADER_FLAGS, HEADER_HASH};
use flowmodel::traceback::TracebackKind;
use flowmodel::{Const, Ll, LlOp, LlValue, SpaceOperation, StructId, Type, Value, effects};
use genc::Error;
use genc::body::has_items;
use genc::facts::stores_own_class;
use genc::func::Frame;
use lloperation::{Libcall, Native};

type LlOperation = SpaceOperation<Ll>;

/// Number that one reference adds to the header of a counted object.
const REFERENCE: i64 = 1 << HEADER_HASH;

impl Translator<'_, '_, '_, '_> {
    fn has_value(&self, op: &LlOperation) -> bool {
        self.body.g.ty(op.result) != Type::Void && self.body.needed.contains(&op.result)
    }
    fn set(&mut self, op: &LlOperation, value: ir::Value) {
        self.define(op.result, value);
    }
    fn type_of(&self, v: &LlValue) -> Type {
        self.body.db.p.value_type(self.body.g, v)
    }
    /// The header of an object that is counted, in a new block; to `next` if it is null or immortal.
    fn count_of(&mut self, object: ir::Value, next: ir::Block) -> ir::Value {
        let (some, counted) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(object, some, &[], next, &[]);
        self.b.switch_to_block(some);
        let header = self.load(types::I64, object, 0);
        let immortal = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, header, 0);
        self.b.ins().brif(immortal, next, &[], counted, &[]);
        self.b.switch_to_block(counted);
        header
    }
    /// Translates an operation, if it does anything that somebody needs.
    pub fn operation(&mut self, op: &LlOperation) -> Result<(), Error> {
        if !self.body.values.is_root(op.result) {
            return Ok(());
        }
        if op.op.is_removable() && !self.body.needed.contains(&op.result) {
            return Ok(());
        }
        if let Some(answer) = self.body.of_itself(op) {
            let v = self.int(types::I8, answer as u64);
            self.set(op, v);
            return Ok(());
        }
        if !self.body.uses_operands(op) {
            return Ok(());
        }
        if op.op.info().last < flowmodel::Level::GcTransformed {
            return self.body.err(format!("{} after the transformers", op.op.name()));
        }
        let done = match op.op.info().native {
            Some(native) => recipe(self, op, native),
            None => rule(self, op),
        };
        if op.op.has(effects::CALLS) {
            // They are read again: registers that calls keep have their cost, too.
            self.top = None;
            self.forget_addresses();
        }
        done
    }
    pub fn extend(&mut self, v: ir::Value, to: ir::Type, signed: bool) -> ir::Value {
        let from = self.b.func.dfg.value_type(v);
        if from.bits() >= to.bits() {
            return v;
        }
        if let Some((wide, _)) = self.wide.get(&v).filter(|w| w.1 == signed) {
            return if to == types::I64 { *wide } else { self.b.ins().ireduce(to, *wide) };
        }
        if signed { self.b.ins().sextend(to, v) } else { self.b.ins().uextend(to, v) }
    }
    /// -1 as a divisor would trap with the least number: 1 instead, and whether it was.
    fn safe_divisor(&mut self, b: ir::Value) -> (ir::Value, ir::Value) {
        let minus = self.b.ins().icmp_imm_s(IntCC::Equal, b, -1);
        let one = self.int(types::I64, 1);
        (self.b.ins().select(minus, one, b), minus)
    }
    /// Quotient and remainder that round towards minus infinity.
    fn floor_division(
        &mut self,
        op: &LlOperation,
        a: ir::Value,
        b: ir::Value,
    ) -> (ir::Value, ir::Value) {
        if let Value::Const(Const::Int(n)) = self.body.values.value(&op.args[1])
            && n > 0
        {
            // Rounding towards minus infinity is truncation of the complement.
            let sign = self.b.ins().sshr_imm_u(a, 63);
            let positive = self.b.ins().bxor(a, sign);
            let q = self.b.ins().udiv(positive, b);
            let q = self.b.ins().bxor(q, sign);
            let back = self.b.ins().imul(q, b);
            return (q, self.b.ins().isub(a, back));
        }
        let (safe, minus) = self.safe_divisor(b);
        let q = self.b.ins().sdiv(a, safe);
        let r = self.b.ins().srem(a, safe);
        let signs = self.b.ins().bxor(r, safe);
        let differ = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, signs, 0);
        let some = self.b.ins().icmp_imm_s(IntCC::NotEqual, r, 0);
        let adjust = self.b.ins().band(differ, some);
        let one = self.b.ins().uextend(types::I64, adjust);
        let floor = self.b.ins().isub(q, one);
        let negated = self.b.ins().ineg(a);
        let q = self.b.ins().select(minus, negated, floor);
        let more = self.b.ins().iadd(r, safe);
        (q, self.b.ins().select(adjust, more, r))
    }
    /// Rounds towards zero; what does not fit, and NaN, give the least number.
    fn float_to_int(&mut self, x: ir::Value) -> ir::Value {
        let low = self.b.ins().f64const(-9223372036854775808.0);
        let high = self.b.ins().f64const(9223372036854775808.0);
        let above = self.b.ins().fcmp(FloatCC::GreaterThanOrEqual, x, low);
        let below = self.b.ins().fcmp(FloatCC::LessThan, x, high);
        let fits = self.b.ins().band(above, below);
        let n = self.b.ins().fcvt_to_sint_sat(types::I64, x);
        let least = self.int(types::I64, i64::MIN as u64);
        self.b.ins().select(fits, n, least)
    }
    fn float_to_uint(&mut self, x: ir::Value) -> ir::Value {
        let high = self.b.ins().f64const(9223372036854775808.0);
        let small = self.b.ins().fcmp(FloatCC::LessThan, x, high);
        let n = self.float_to_int(x);
        let rest = self.b.ins().fsub(x, high);
        let m = self.float_to_int(rest);
        let least = self.int(types::I64, i64::MIN as u64);
        let m = self.b.ins().bxor(m, least);
        self.b.ins().select(small, n, m)
    }
    // ---- operations with a rule of their own

    fn pointer(&mut self, op: &LlOperation, i: usize) -> Result<(ir::Value, StructId), Error> {
        let ty = self.type_of(&op.args[i]);
        let Type::Ptr(s) = ty else {
            let what = self.body.db.p.types.show(ty).to_string();
            return self.body.err(format!("{} on {what}", op.op.name()));
        };
        Ok((self.operand(&op.args[i])?, s))
    }
    fn field(&self, op: &LlOperation, i: usize) -> Result<usize, Error> {
        match op.args.get(i) {
            Some(Value::Const(Const::Field(f))) => Ok(*f as usize),
            _ => self.body.err(format!("{} without a valid field", op.op.name())),
        }
    }
    /// Reads or writes a place.
    fn access(
        &mut self,
        op: &LlOperation,
        address: ir::Value,
        offset: i32,
        ty: Type,
        value: usize,
    ) -> Result<(), Error> {
        let Some(machine) = machine_type(ty) else { return Ok(()) };
        match op.args.get(value) {
            None => {
                let v = load_number(self, machine, address, offset, ty);
                self.set(op, v);
            }
            Some(v) => {
                let v = self.operand(v)?;
                self.store(v, address, offset);
            }
        }
        Ok(())
    }
    /// The address of an item, less the offset of the first, and what must be added to it.
    fn item(
        &mut self,
        p: ir::Value,
        index: &LlValue,
        width: u32,
    ) -> Result<(ir::Value, i32), Error> {
        let index = self.body.values.value(index);
        let (index, number) = match index {
            Value::Const(Const::Int(n)) => (None, n),
            Value::Var(v) if self.indices.contains(&v) => {
                let i = self.operand(&index)?;
                let (i, n) = sum(self, i);
                (Some(i), n)
            }
            _ => (Some(self.operand(&index)?), 0),
        };
        // (Addresses wrap around as sums do.)
        let beside = number.wrapping_mul(width as i64);
        let at = match index.map(|i| (i, width)) {
            None => p,
            Some((i, 1)) => self.b.ins().iadd(p, i),
            Some((i, w)) if w.is_power_of_two() => {
                let at = self.b.ins().ishl_imm_u(i, w.trailing_zeros() as i64);
                self.b.ins().iadd(p, at)
            }
            Some((i, w)) => {
                let at = self.b.ins().imul_imm_s(i, w as i64);
                self.b.ins().iadd(p, at)
            }
        };
        // Offsets of fields are added to it.
        match i32::try_from(beside) {
            Ok(n) if n.unsigned_abs() < 1 << 30 => Ok((at, n)),
            _ => Ok((self.b.ins().iadd_imm_s(at, beside), 0)),
        }
    }
    /// The address of an item itself.
    fn item_address(
        &mut self,
        p: ir::Value,
        s: StructId,
        index: &LlValue,
    ) -> Result<ir::Value, Error> {
        let types = &self.body.db.p.types;
        let (l, h) = (types.layout(s), types.header(s));
        let (at, more) = self.item(p, index, l.item_size)?;
        Ok(self.b.ins().iadd_imm_s(at, (h + l.items) as i64 + more as i64))
    }
    fn frames(&self, op: &LlOperation, first: usize) -> Result<Vec<Frame>, Error> {
        let mut frames = vec![];
        for i in (first..op.args.len()).step_by(2) {
            frames.push((self.body.text(op, i)?.into(), self.body.text(op, i + 1)?.into()));
        }
        Ok(frames)
    }
    fn call_args(&mut self, args: &[LlValue], types: &[Type]) -> Result<Vec<ir::Value>, Error> {
        let mut list = vec![];
        for (a, t) in args.iter().zip(types) {
            if *t != Type::Void {
                list.push(self.operand(a)?);
            }
        }
        Ok(list)
    }
    fn set_result(&mut self, op: &LlOperation, call: ir::Inst) {
        if self.has_value(op)
            && let Some(r) = self.b.inst_results(call).first().copied()
        {
            self.set(op, r);
        }
    }
    /// The result of an operation that may overflow, and whether it does.
    fn checked(&mut self, op: &LlOperation) -> Result<(ir::Value, ir::Value), Error> {
        let known = |v: &LlValue| match self.body.values.value(v) {
            Value::Const(Const::Int(n)) => Some(n),
            _ => None,
        };
        let (first, second) = (known(&op.args[0]), known(&op.args[1]));
        let (a, b) = (self.operand(&op.args[0])?, self.operand(&op.args[1])?);
        let operation = op.op.unchecked();
        // With a constant, a comparison tells it, which a branch is joined with.
        let (other, grows) = match (operation, first, second) {
            (Some(LlOp::IntAdd), _, Some(n)) => (a, n >= 0),
            (Some(LlOp::IntAdd), Some(n), _) => (b, n >= 0),
            (Some(LlOp::IntSub), _, Some(n)) => (a, n < 0),
            _ => {
                return Ok(match operation {
                    Some(LlOp::IntAdd) => self.b.ins().sadd_overflow(a, b),
                    Some(LlOp::IntSub) => self.b.ins().ssub_overflow(a, b),
                    _ => self.b.ins().smul_overflow(a, b),
                });
            }
        };
        let r = match operation {
            Some(LlOp::IntAdd) => self.b.ins().iadd(a, b),
            _ => self.b.ins().isub(a, b),
        };
        let cc = if grows { IntCC::SignedLessThan } else { IntCC::SignedGreaterThan };
        Ok((r, self.b.ins().icmp(cc, r, other)))
    }
    /// The row of the table of types for a type id.
    fn type_info(&mut self, tid: &LlValue) -> Result<ir::Value, Error> {
        let tid = self.operand(tid)?;
        let low = self.b.ins().ireduce(types::I32, tid);
        let n = self.b.ins().ushr_imm_u(low, 3);
        let n = self.b.ins().uextend(types::I64, n);
        let at = self.b.ins().imul_imm_s(n, TYPE_INFO_SIZE);
        let table = self.runtime("tw_typeinfos")?;
        Ok(self.b.ins().iadd(table, at))
    }
}

fn unsupported<T>(
    t: &Translator<'_, '_, '_, '_>,
    op: &LlOperation,
    what: impl std::fmt::Display,
) -> Result<T, Error> {
    let function = &t.body.db.p.funcs[t.body.f].name;
    Err(Error::Unsupported { what: format!("{what} (in function {function})"), span: op.span })
}

fn recipe(
    t: &mut Translator<'_, '_, '_, '_>,
    op: &LlOperation,
    recipe: Native,
) -> Result<(), Error> {
    use Native::*;
    match recipe {
        Nothing => return Ok(()),
        Trap => {
            t.b.ins().trap(UNREACHABLE);
            let after = t.b.create_block();
            t.b.set_cold_block(after);
            t.b.switch_to_block(after);
            return Ok(());
        }
        _ => {}
    }
    let ty = t.body.g.ty(op.result);
    let result = machine_type(ty).unwrap_or(types::I64);
    let mut args = vec![];
    if !matches!(recipe, Constant(_) | StackCheck) {
        // (What follows is of the hint.)
        let n = op.op.info().operands.len().min(op.args.len());
        for a in &op.args[..n] {
            args.push(t.operand(a)?);
        }
    }
    let x = args.first().copied();
    let y = args.get(1).copied();
    let (Some(a), b) = (x.or(Some(ir::Value::from_u32(0))), y.unwrap_or(ir::Value::from_u32(0)))
    else {
        return t.body.err("no operand");
    };
    let r = match recipe {
        Iadd => t.b.ins().iadd(a, b),
        Isub => t.b.ins().isub(a, b),
        Imul => t.b.ins().imul(a, b),
        Band => t.b.ins().band(a, b),
        Bor => t.b.ins().bor(a, b),
        Bxor => t.b.ins().bxor(a, b),
        Ishl => t.b.ins().ishl(a, b),
        Sshr => t.b.ins().sshr(a, b),
        Ushr => t.b.ins().ushr(a, b),
        Ineg => t.b.ins().ineg(a),
        Bnot => t.b.ins().bnot(a),
        FloorDiv => t.floor_division(op, a, b).0,
        FloorMod => t.floor_division(op, a, b).1,
        Sdiv => {
            let (q, _) = c_division(t, a, b);
            q
        }
        Srem => {
            let safe = t.safe_divisor(b).0;
            t.b.ins().srem(a, safe)
        }
        Udiv => t.b.ins().udiv(a, b),
        Urem => t.b.ins().urem(a, b),
        Umulhi => t.b.ins().umulhi(a, b),
        MaxZero => {
            let zero = t.int(result, 0);
            t.b.ins().smax(a, zero)
        }
        Iabs => t.b.ins().iabs(a),
        Between => {
            let low = t.b.ins().icmp(IntCC::SignedLessThanOrEqual, a, b);
            let high = t.b.ins().icmp(IntCC::SignedLessThan, b, args[2]);
            t.b.ins().band(low, high)
        }
        Eq => t.b.ins().icmp(IntCC::Equal, a, b),
        Ne => t.b.ins().icmp(IntCC::NotEqual, a, b),
        Slt => t.b.ins().icmp(IntCC::SignedLessThan, a, b),
        Sle => t.b.ins().icmp(IntCC::SignedLessThanOrEqual, a, b),
        Sgt => t.b.ins().icmp(IntCC::SignedGreaterThan, a, b),
        Sge => t.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, a, b),
        Ult => t.b.ins().icmp(IntCC::UnsignedLessThan, a, b),
        Ule => t.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, a, b),
        Ugt => t.b.ins().icmp(IntCC::UnsignedGreaterThan, a, b),
        Uge => t.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, a, b),
        NonZero => t.b.ins().icmp_imm_s(IntCC::NotEqual, a, 0),
        IsZero => t.b.ins().icmp_imm_s(IntCC::Equal, a, 0),
        Fadd => t.b.ins().fadd(a, b),
        Fsub => t.b.ins().fsub(a, b),
        Fmul => t.b.ins().fmul(a, b),
        Fdiv => t.b.ins().fdiv(a, b),
        Fneg => t.b.ins().fneg(a),
        Fabs => t.b.ins().fabs(a),
        Sqrt => t.b.ins().sqrt(a),
        Fcopysign => t.b.ins().fcopysign(a, b),
        Feq => t.b.ins().fcmp(FloatCC::Equal, a, b),
        Fne => t.b.ins().fcmp(FloatCC::NotEqual, a, b),
        Flt => t.b.ins().fcmp(FloatCC::LessThan, a, b),
        Fle => t.b.ins().fcmp(FloatCC::LessThanOrEqual, a, b),
        Fgt => t.b.ins().fcmp(FloatCC::GreaterThan, a, b),
        Fge => t.b.ins().fcmp(FloatCC::GreaterThanOrEqual, a, b),
        FNonZero => {
            let zero = t.b.ins().f64const(0.0);
            t.b.ins().fcmp(FloatCC::NotEqual, a, zero)
        }
        IntToFloat => t.b.ins().fcvt_from_sint(types::F64, a),
        UintToFloat => {
            let wide = t.extend(a, types::I64, false);
            t.b.ins().fcvt_from_uint(types::F64, wide)
        }
        FloatToInt => t.float_to_int(a),
        FloatToUint => t.float_to_uint(a),
        FloatBits => t.b.ins().bitcast(types::I64, MemFlagsData::new(), a),
        BitsFloat => t.b.ins().bitcast(types::F64, MemFlagsData::new(), a),
        Fpromote => t.b.ins().fpromote(types::F64, a),
        Fdemote => t.b.ins().fdemote(types::F32, a),
        Cast => match machine_type(ty) {
            Some(_) => cast(t, a, t.type_of(&op.args[0]), ty),
            None => return Ok(()),
        },
        Constant(n) => t.int(result, n as u64),
        StackCheck => {
            let limit = t.runtime("tw_stack_limit")?;
            let limit = t.load(types::I64, limit, 0);
            let here = t.b.ins().get_stack_pointer(types::I64);
            t.b.ins().icmp(IntCC::UnsignedLessThan, here, limit)
        }
        Call(f) => {
            let i64 = Some(types::I64);
            let r = match f {
                Libcall::RawMalloc => t.call_runtime("tw_raw_malloc", &[a], i64)?,
                Libcall::RawFree => t.call_runtime("tw_raw_free", &[a], None)?,
                Libcall::Memcpy => t.call_runtime("memcpy", &[b, a, args[2]], i64)?,
                Libcall::Memmove => t.call_runtime("memmove", &[b, a, args[2]], i64)?,
                Libcall::Memclear => {
                    let zero = t.int(types::I32, 0);
                    t.call_runtime("memset", &[a, zero, b], i64)?
                }
            };
            match r {
                Some(r) if ty != Type::Void => r,
                _ => return Ok(()),
            }
        }
        Nothing | Trap => return Ok(()),
    };
    t.set(op, r);
    Ok(())
}

/// C's cast.
fn cast(t: &mut Translator<'_, '_, '_, '_>, v: ir::Value, from: Type, to: Type) -> ir::Value {
    let Some(target) = machine_type(to) else { return v };
    let have = t.b.func.dfg.value_type(v);
    if have.is_float() || target.is_float() {
        return match (have.is_float(), target.is_float()) {
            (true, true) if have.bits() < target.bits() => t.b.ins().fpromote(target, v),
            (true, true) if have.bits() > target.bits() => t.b.ins().fdemote(target, v),
            (true, true) => v,
            (true, false) => {
                let wide = match have {
                    types::F32 => t.b.ins().fpromote(types::F64, v),
                    _ => v,
                };
                let n = if to.is_unsigned() { t.float_to_uint(wide) } else { t.float_to_int(wide) };
                if target.bits() < 64 { t.b.ins().ireduce(target, n) } else { n }
            }
            (false, _) => {
                let wide = t.extend(v, types::I64, from.is_signed());
                if from.is_signed() {
                    t.b.ins().fcvt_from_sint(target, wide)
                } else {
                    t.b.ins().fcvt_from_uint(target, wide)
                }
            }
        };
    }
    if to == Type::Bool && from != Type::Bool {
        return t.b.ins().icmp_imm_s(IntCC::NotEqual, v, 0);
    }
    if have.bits() > target.bits() {
        return t.b.ins().ireduce(target, v);
    }
    t.extend(v, target, from.is_signed())
}

/// Quotient that rounds towards zero, and the divisor that was used.
fn c_division(
    t: &mut Translator<'_, '_, '_, '_>,
    a: ir::Value,
    b: ir::Value,
) -> (ir::Value, ir::Value) {
    let (safe, minus) = t.safe_divisor(b);
    let q = t.b.ins().sdiv(a, safe);
    let negated = t.b.ins().ineg(a);
    (t.b.ins().select(minus, negated, q), safe)
}

/// Reads a place. A number of less than a register fills one, which is what most want of it.
fn load_number(
    t: &mut Translator<'_, '_, '_, '_>,
    machine: ir::Type,
    address: ir::Value,
    offset: i32,
    ty: Type,
) -> ir::Value {
    let flags = MemFlagsData::trusted();
    let ins = t.b.ins();
    let wide = match (machine, ty.is_signed()) {
        _ if ty == Type::Bool => return t.load(machine, address, offset),
        (types::I8, false) => ins.uload8(types::I64, flags, address, offset),
        (types::I16, false) => ins.uload16(types::I64, flags, address, offset),
        (types::I32, false) => ins.uload32(flags, address, offset),
        (types::I8, true) => ins.sload8(types::I64, flags, address, offset),
        (types::I16, true) => ins.sload16(types::I64, flags, address, offset),
        (types::I32, true) => ins.sload32(flags, address, offset),
        _ => return t.load(machine, address, offset),
    };
    let v = t.b.ins().ireduce(machine, wide);
    t.wide.insert(v, (wide, ty.is_signed()));
    v
}

/// The value as another one plus a number.
fn sum(t: &Translator<'_, '_, '_, '_>, mut v: ir::Value) -> (ir::Value, i64) {
    let dfg = &t.b.func.dfg;
    let def = |v| dfg.value_def(v).inst().map(|i| &dfg.insts[i]);
    let mut sum = 0i64;
    while let Some(InstructionData::Binary { opcode, args: [x, n] }) = def(v)
        && let Some(InstructionData::UnaryImm { opcode: Opcode::Iconst, imm }) = def(*n)
    {
        sum = match opcode {
            Opcode::Iadd => sum.wrapping_add(imm.bits()),
            Opcode::Isub => sum.wrapping_sub(imm.bits()),
            _ => break,
        };
        v = *x;
    }
    (v, sum)
}

/// Reads or writes the class of an instance, which its header tells; `(vtable, id)`: the field of vtables with the type id.
fn class(
    t: &mut Translator<'_, '_, '_, '_>,
    op: &LlOperation,
    object: ir::Value,
    s: StructId,
    (vtable, id): (StructId, u32),
) -> Result<(), Error> {
    let p = t.body.db.p;
    match op.args.get(2) {
        None => {
            let tid = t.load(types::I32, object, 0);
            let tid = t.b.ins().uextend(types::I64, tid);
            let table = t.runtime("tw_classes")?;
            let row = t.b.ins().iadd(table, tid);
            let class = t.load(types::I64, row, 0);
            t.set(op, class);
        }
        Some(_) if stores_own_class(p, s, op) => {}
        Some(class) => {
            let class = t.operand(class)?;
            let at = p.types.offset(vtable, id as usize);
            let tid = t.load(types::I64, class, at as i32);
            let tid = t.b.ins().ireduce(types::I32, tid);
            t.store(tid, object, 0);
        }
    }
    Ok(())
}

fn rule(t: &mut Translator<'_, '_, '_, '_>, op: &LlOperation) -> Result<(), Error> {
    let db = t.body.db;
    let p = db.p;
    let rty = t.body.g.ty(op.result);
    let machine = machine_type(rty).unwrap_or(types::I64);
    match op.op {
        LlOp::GetField | LlOp::SetField => {
            let (ptr, s) = t.pointer(op, 0)?;
            let f = t.field(op, 1)?;
            if let Some(field) = p.types.type_id_field(s).filter(|_| f == 0) {
                return class(t, op, ptr, s, field);
            }
            let ty = t.body.field_type(op, 1, &p.types.structs[s].fields);
            let at = p.types.offset(s, f);
            t.access(op, ptr, at as i32, ty, 2)?;
        }
        LlOp::GetArrayItem | LlOp::SetArrayItem => {
            let (ptr, s) = t.pointer(op, 0)?;
            let Some(ty) = p.types.structs[s].item_type() else {
                let m = format!("{} on a container without plain items", op.op.name());
                return t.body.err(m);
            };
            let (l, h) = (p.types.layout(s), p.types.header(s));
            let (at, more) = t.item(ptr, &op.args[1], l.item_size)?;
            t.access(op, at, (h + l.items) as i32 + more, ty, 2)?;
        }
        LlOp::GetInteriorField | LlOp::SetInteriorField => {
            let (ptr, s) = t.pointer(op, 0)?;
            let f = t.field(op, 2)?;
            let ty = t.body.field_type(op, 2, p.types.structs[s].item_fields());
            let (l, h) = (p.types.layout(s), p.types.header(s));
            let (at, more) = t.item(ptr, &op.args[1], l.item_size)?;
            t.access(op, at, (h + l.items + l.item_fields[f]) as i32 + more, ty, 3)?;
        }
        LlOp::GetArraySize => {
            let (ptr, s) = t.pointer(op, 0)?;
            let Some(at) = p.types.layout(s).length else {
                return t.body.err("getarraysize of a container without a length");
            };
            let n = t.load(types::I64, ptr, (p.types.header(s) + at) as i32);
            t.set(op, n);
        }
        LlOp::RawMallocStruct => {
            let Value::Const(Const::Type(s)) = &op.args[0] else {
                return t.body.err("raw_malloc_struct without a type");
            };
            let (l, h) = (p.types.layout(*s), p.types.header(*s));
            let size = if p.types.structs[*s].items.is_some() { l.items } else { l.size };
            let length = l.length.map_or(-1, |x| (h + x) as i64);
            let numbers = [(h + size) as i64, l.item_size as i64, length];
            let mut args: Vec<ir::Value> =
                numbers.iter().map(|n| t.int(types::I64, *n as u64)).collect();
            args.push(t.operand(&op.args[1])?);
            let r = t.call_runtime("tw_raw_malloc_struct", &args, Some(types::I64))?;
            if let Some(r) = r {
                t.set(op, r);
            }
        }
        LlOp::CopyItems => {
            let (src, s) = t.pointer(op, 0)?;
            let (dst, d) = t.pointer(op, 1)?;
            if !has_items(db, s) {
                return Ok(());
            }
            let from = t.item_address(src, s, &op.args[2])?;
            let to = t.item_address(dst, d, &op.args[3])?;
            let n = t.operand(&op.args[4])?;
            let bytes = t.b.ins().imul_imm_s(n, p.types.layout(d).item_size as i64);
            t.call_runtime("memmove", &[to, from, bytes], Some(types::I64))?;
        }
        LlOp::ZeroItems => {
            let (ptr, s) = t.pointer(op, 0)?;
            let at = t.item_address(ptr, s, &op.args[1])?;
            let n = t.operand(&op.args[2])?;
            let bytes = t.b.ins().imul_imm_s(n, p.types.layout(s).item_size as i64);
            let zero = t.int(types::I32, 0);
            t.call_runtime("memset", &[at, zero, bytes], Some(types::I64))?;
        }
        LlOp::CopyToRaw | LlOp::CopyFromRaw => {
            let to_raw = op.op == LlOp::CopyToRaw;
            let (ptr, s) = t.pointer(op, if to_raw { 0 } else { 1 })?;
            let raw = t.operand(&op.args[if to_raw { 2 } else { 0 }])?;
            let item = t.item_address(ptr, s, &op.args[if to_raw { 1 } else { 2 }])?;
            let n = t.operand(&op.args[3])?;
            let (to, from) = if to_raw { (raw, item) } else { (item, raw) };
            t.call_runtime("memcpy", &[to, from, n], Some(types::I64))?;
        }
        LlOp::FindChar => {
            let (p, s) = t.pointer(op, 0)?;
            let function = genc::func::find_function(t.type_of(&op.args[3]));
            let types = &t.body.db.p.types;
            let items = types.header(s) + types.layout(s).items;
            let mut args = vec![t.b.ins().iadd_imm_s(p, items as i64)];
            for a in &op.args[1..] {
                args.push(t.operand(a)?);
            }
            if let Some(found) = t.call_runtime(function, &args, Some(types::I64))? {
                t.set(op, found);
            }
        }
        LlOp::DirectCall => {
            let Some(Value::Const(Const::Func(f))) = op.args.first() else {
                return t.body.err("direct_call of something that is no function");
            };
            let types = &p.types.funcs[p.funcs[*f].ty].args;
            let args = t.call_args(&op.args[1..], types)?;
            if t.is_quiet(*f) {
                if let Some(r) = t.quiet_call(Called::Function(*f), &args)? {
                    t.set(op, r);
                }
                return Ok(());
            }
            let (symbol, signature) = t.object.direct(*f)?;
            let callee = t.func_ref(symbol, &signature);
            let flag = match db.func(*f) {
                "tw_jit_take_mark" => Some(("tw_jit_marked", types::I8)),
                "tw_jit_again" => Some(("tw_jit_starts_anew", types::I8)),
                "tw_jit_waits" => Some(("tw_jit_passes", types::I64)),
                _ => None,
            };
            if let Some(flag) = flag {
                return ask_if_set(t, op, callee, &args, flag);
            }
            let call = t.b.ins().call(callee, &args);
            t.set_result(op, call);
        }
        LlOp::IndirectCall => {
            let Type::FuncPtr(ft) = t.type_of(&op.args[0]) else {
                return t.body.err("indirect_call of something that is no function pointer");
            };
            let callee = t.operand(&op.args[0])?;
            let args = t.call_args(&op.args[1..op.args.len() - 1], &p.types.funcs[ft].args)?;
            let signature = t.object.signature(ft);
            let signature = t.b.import_signature(signature);
            let call = t.b.ins().call_indirect(signature, callee, &args);
            t.set_result(op, call);
        }
        LlOp::RawLoad => {
            let (a, i) = (t.operand(&op.args[0])?, t.operand(&op.args[1])?);
            let at = t.b.ins().iadd(a, i);
            let v = t.b.ins().load(machine, MemFlagsData::new(), at, 0);
            t.set(op, v);
        }
        LlOp::RawStore => {
            let (a, i) = (t.operand(&op.args[0])?, t.operand(&op.args[1])?);
            let at = t.b.ins().iadd(a, i);
            let v = t.operand(&op.args[2])?;
            t.b.ins().store(MemFlagsData::new(), v, at, 0);
        }
        LlOp::DebugAssert => {
            let c = t.operand(&op.args[0])?;
            let text = format!("assertion failed: {}", t.body.text(op, 1)?);
            let wrong = t.b.ins().icmp_imm_s(IntCC::Equal, c, 0);
            t.unlikely(wrong, |t| {
                let text = t.string(&text)?;
                t.call_runtime("tw_fatal", &[text], None).map(drop)
            })?;
        }
        LlOp::DebugFatalError => {
            let text = t.body.text(op, 0)?;
            let text = t.string(&text)?;
            t.call_runtime("tw_fatal", &[text], None)?;
        }
        LlOp::ExcOccurred => {
            let exc = t.runtime("tw_exc")?;
            let ty = t.load(types::I64, exc, 0);
            let v = t.b.ins().icmp_imm_s(IntCC::NotEqual, ty, 0);
            t.set(op, v);
        }
        LlOp::ExcGetType | LlOp::ExcGetValue => {
            let exc = t.runtime("tw_exc")?;
            let at = if op.op == LlOp::ExcGetType { 0 } else { 8 };
            let v = t.load(types::I64, exc, at);
            t.set(op, v);
        }
        LlOp::ExcSet | LlOp::ExcClear => {
            let exc = t.runtime("tw_exc")?;
            for (i, at) in [0, 8].into_iter().enumerate() {
                let v = match op.op {
                    LlOp::ExcSet => t.operand(&op.args[i])?,
                    _ => t.int(types::I64, 0),
                };
                t.store(v, exc, at);
            }
        }
        LlOp::ExcTraceback => {
            let Some(kind) = TracebackKind::of(op) else {
                return t.body.err(format!("traceback mark {:?}", op.args.first()));
            };
            let frames = t.frames(op, 1)?;
            let place = t.location(&frames)?;
            let number = t.int(types::I32, traceback_number(kind) as u64);
            let frame = t.int(types::I32, kind.frame_number() as u64);
            let args = [number, place, frame];
            if t.is_fast_part() && t.body.cold.contains(&t.here) {
                t.quiet_call(Called::Traceback, &args)?;
            } else {
                t.call_runtime("tw_traceback", &args, None)?;
            }
        }
        trapping if trapping.is_trapping() => {
            let frames = t.frames(op, 2)?;
            let (r, flag) = t.checked(op)?;
            t.set(op, r);
            t.unlikely(flag, |t| {
                let place = t.location(&frames)?;
                t.call_runtime("tw_overflow", &[place], None).map(drop)
            })?;
        }
        LlOp::OvfAdd | LlOp::OvfSub | LlOp::OvfMul => {
            let (r, flag) = t.checked(op)?;
            t.set(op, r);
            t.overflow = Some(flag);
        }
        LlOp::OvfFlag => match t.overflow {
            Some(flag) => t.set(op, flag),
            None => return t.body.err("ovf_flag without an operation before it"),
        },
        LlOp::GcEnterFrame => {
            let n = t.body.immediate(op, 0)?;
            let top = t.runtime("tw_ss_top")?;
            let frame = t.load(types::I64, top, 0);
            let var = t.frame();
            t.b.def_var(var, frame);
            let end = t.b.ins().iadd_imm_s(frame, n * 8);
            t.store(end, top, 0);
            t.top = None;
        }
        LlOp::GcLeaveFrame => {
            let (mut frame, below) = t.frame_place()?;
            if below != 0 {
                frame = t.b.ins().iadd_imm_s(frame, below as i64);
            }
            let top = t.runtime("tw_ss_top")?;
            t.store(frame, top, 0);
        }
        LlOp::GcSaveRoot => {
            let n = t.body.immediate(op, 0)?;
            let v = t.operand(&op.args[1])?;
            let (frame, below) = t.frame_place()?;
            t.store(v, frame, n as i32 * 8 + below);
        }
        LlOp::GcRestoreRoot => {
            let n = t.body.immediate(op, 0)?;
            let (frame, below) = t.frame_place()?;
            let v = t.load(types::I64, frame, n as i32 * 8 + below);
            t.set(op, v);
        }
        LlOp::GcWriteBarrier => {
            let Some(Value::Const(Const::Func(f))) = op.args.first() else {
                return t.body.err("gc_write_barrier without a function");
            };
            let args = op.args[1..].iter().map(|a| t.operand(a)).collect::<Result<Vec<_>, _>>()?;
            let object = args[0];
            let header = t.load(types::I8, object, (HEADER_FLAGS / 8) as i32);
            let flag = t.b.ins().band_imm_u(header, 1);
            let (call, next) = (t.b.create_block(), t.b.create_block());
            t.b.set_cold_block(call);
            t.b.ins().brif(flag, call, &[], next, &[]);
            t.b.switch_to_block(call);
            t.quiet_call(Called::Function(*f), &args)?;
            t.b.ins().jump(next, &[]);
            t.b.switch_to_block(next);
        }
        LlOp::GcIncref => {
            let object = t.operand(&op.args[0])?;
            let next = t.b.create_block();
            let header = t.count_of(object, next);
            let more = t.b.ins().iadd_imm_s(header, REFERENCE);
            t.store(more, object, 0);
            t.b.ins().jump(next, &[]);
            t.b.switch_to_block(next);
        }
        LlOp::GcDecref => {
            let Some(Value::Const(Const::Func(f))) = op.args.first() else {
                return t.body.err("gc_decref without a function");
            };
            let object = t.operand(&op.args[1])?;
            let symbol = t.object.function(*f)?;
            let signature = t.object.signature(p.funcs[*f].ty);
            let callee = t.func_ref(symbol, &signature);
            let (call, next) = (t.b.create_block(), t.b.create_block());
            let header = t.count_of(object, next);
            let less = t.b.ins().iadd_imm_s(header, -REFERENCE);
            t.store(less, object, 0);
            let dead = t.b.ins().icmp_imm_s(IntCC::SignedLessThan, less, REFERENCE);
            t.b.ins().brif(dead, call, &[], next, &[]);
            t.b.switch_to_block(call);
            t.b.ins().call(callee, &[object]);
            t.b.ins().jump(next, &[]);
            t.b.switch_to_block(next);
        }
        LlOp::GcRootBase | LlOp::GcRootTop => {
            let name = if op.op == LlOp::GcRootBase { "tw_ss_base" } else { "tw_ss_top" };
            let at = t.runtime(name)?;
            let v = t.load(types::I64, at, 0);
            t.set(op, v);
        }
        LlOp::GcTypeInfo => {
            let which = t.body.immediate(op, 1)?.clamp(0, 5);
            let row = t.type_info(&op.args[0])?;
            let v = t.load(types::I32, row, which as i32 * 4);
            let v = t.b.ins().uextend(types::I64, v);
            t.set(op, v);
        }
        LlOp::GcTypeInfoOffset => {
            let which = t.body.immediate(op, 1)?;
            let row = t.type_info(&op.args[0])?;
            let at = TYPE_INFO_LISTS + if which == 0 { 0 } else { 8 };
            let list = t.load(types::I64, row, at);
            let k = t.operand(&op.args[2])?;
            let k = t.b.ins().ishl_imm_u(k, 2);
            let at = t.b.ins().iadd(list, k);
            let v = t.load(types::I32, at, 0);
            let v = t.b.ins().uextend(types::I64, v);
            t.set(op, v);
        }
        LlOp::GcStaticRoots => {
            let v = match t.body.immediate(op, 0)? {
                0 => t.runtime("tw_static_roots")?,
                _ => {
                    let at = t.runtime("tw_static_roots_len")?;
                    t.load(types::I64, at, 0)
                }
            };
            t.set(op, v);
        }
        LlOp::GcExtraRoots => {
            let v = match t.body.immediate(op, 0)? {
                0 => t.call_runtime("tw_out_extra_roots_start", &[], Some(types::I64))?,
                _ => {
                    let at = t.runtime("tw_extra_roots_end")?;
                    Some(t.load(types::I64, at, 0))
                }
            };
            if let Some(v) = v {
                t.set(op, v);
            }
        }
        LlOp::GcConfig => {
            let which = t.body.immediate(op, 0)?;
            let which = t.int(types::I32, which as u64);
            let v = t.call_runtime("tw_gc_config", &[which], Some(types::I64))?;
            if let Some(v) = v {
                t.set(op, v);
            }
        }
        other => {
            let m = format!("the object back end has no rule for {}", other.name());
            return unsupported(t, op, m);
        }
    }
    Ok(())
}

/// A function that gives 0 unless a variable of the run time is set, of which there may be one for each jitdriver.
fn ask_if_set(
    t: &mut Translator<'_, '_, '_, '_>,
    op: &LlOperation,
    callee: ir::FuncRef,
    args: &[ir::Value],
    (variable, ty): (&str, ir::Type),
) -> Result<(), Error> {
    let mut at = t.runtime(variable)?;
    if let Some(driver) = args.first() {
        at = t.b.ins().iadd(at, *driver);
    }
    let mark = t.load(ty, at, 0);
    let marked = t.b.create_block();
    let next = t.b.create_block();
    let taken = t.b.append_block_param(next, types::I64);
    t.b.set_cold_block(marked);
    let none = t.int(types::I64, 0);
    t.b.ins().brif(mark, marked, &[], next, &[none.into()]);
    t.b.switch_to_block(marked);
    let call = t.b.ins().call(callee, args);
    let r = t.b.inst_results(call)[0];
    t.b.ins().jump(next, &[r.into()]);
    t.b.switch_to_block(next);
    if t.has_value(op) {
        t.set(op, taken);
    }
    Ok(())
}
