//! The meaning of every pure, partial and overflow-checking low-level operation, stated once.
//!
//! Constant folding uses it on [`Const`]s ([`eval`]), the low-level interpreter and the JIT's interpreters on
//! run-time values ([`eval_rt`]). Both are the same function: constants are converted, and a prebuilt object
//! is the object of the same number in the interpreter's heap.

use crate::ll::{Const, FuncId, ObjId};
use crate::lltype::Type;
use crate::ops::{Effect, LlOp};
use cranelift_entity::EntityRef;

/// Reference to an object in the heap of the low-level interpreter; the first ones are the prebuilt objects.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjRef(pub u32);

/// A run-time value.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub enum RtValue {
    /// No value.
    #[default]
    Void,
    /// Bool
    Bool(bool),
    /// Char
    Char(u8),
    /// UniChar
    UniChar(u32),
    /// Signed
    Int(i64),
    /// Unsigned
    Uint(u64),
    /// Int32
    Int32(i32),
    /// UInt32
    UInt32(u32),
    /// Int8, UInt8, Int16, UInt16
    Narrow(Type, i32),
    /// Float
    Float(f64),
    /// SingleFloat
    Single(f32),
    /// The null pointer or address of any type.
    Null,
    /// Pointer to (or address of) an object.
    Ref(ObjRef),
    /// Pointer to a function.
    Func(FuncId),
    /// An address in a block of raw memory; block `u32::MAX` is none (a number taken as an address).
    Addr {
        /// Number of the raw block.
        block: u32,
        /// Bytes from its start.
        offset: i64,
    },
}

impl RtValue {
    /// The value as a wide integer, if it is of an integral type.
    pub fn as_wide(self) -> Option<i128> {
        Some(match self {
            RtValue::Bool(x) => x as i128,
            RtValue::Char(x) => x as i128,
            RtValue::UniChar(x) => x as i128,
            RtValue::Int(x) => x as i128,
            RtValue::Uint(x) => x as i128,
            RtValue::Int32(x) => x as i128,
            RtValue::UInt32(x) => x as i128,
            RtValue::Narrow(_, x) => x as i128,
            _ => return None,
        })
    }
    /// C's conversion of an integer to an integral type.
    pub fn from_wide(x: i128, ty: Type) -> Option<RtValue> {
        Some(match ty {
            Type::Bool => RtValue::Bool(x != 0),
            Type::Char => RtValue::Char(x as u8),
            Type::UniChar => RtValue::UniChar(x as u32),
            Type::Signed => RtValue::Int(x as i64),
            Type::Unsigned => RtValue::Uint(x as u64),
            Type::Int32 => RtValue::Int32(x as i32),
            Type::UInt32 => RtValue::UInt32(x as u32),
            t if t.is_narrow() => RtValue::Narrow(t, t.narrow(x as i64)),
            _ => return None,
        })
    }
    /// The zero of a type, as fresh memory holds it.
    pub fn zero(ty: Type) -> RtValue {
        match ty {
            Type::Void => RtValue::Void,
            Type::Float => RtValue::Float(0.0),
            Type::SingleFloat => RtValue::Single(0.0),
            t if t.is_integral() => RtValue::from_wide(0, t).unwrap_or_default(),
            _ => RtValue::Null,
        }
    }
    /// The run-time value of a constant; `None` for immediates and for numbers known only to the backend.
    pub fn from_const(c: &Const) -> Option<RtValue> {
        Some(match c {
            Const::Void => RtValue::Void,
            Const::Bool(x) => RtValue::Bool(*x),
            Const::Char(x) => RtValue::Char(*x),
            Const::UniChar(x) => RtValue::UniChar(*x),
            Const::Int(x) => RtValue::Int(*x),
            Const::Uint(x) => RtValue::Uint(*x),
            Const::Int32(x) => RtValue::Int32(*x),
            Const::UInt32(x) => RtValue::UInt32(*x),
            Const::Narrow(t, x) => RtValue::Narrow(*t, *x),
            Const::Float(x) => RtValue::Float(f64::from_bits(*x)),
            Const::Single(x) => RtValue::Single(f32::from_bits(*x)),
            Const::Null(_) => RtValue::Null,
            Const::Obj(o) => RtValue::Ref(ObjRef(o.index() as u32)),
            Const::Func(f) => RtValue::Func(*f),
            Const::Field(_)
            | Const::Type(_)
            | Const::Text(_)
            | Const::Family(_)
            | Const::SizeOf(_)
            | Const::TypeId(_) => return None,
        })
    }
    /// The constant of type `ty` with this value (`None` for addresses in raw memory). References are taken
    /// as prebuilt objects: the caller must know that they are.
    pub fn to_const(self, ty: Type) -> Option<Const> {
        Some(match self {
            RtValue::Void => Const::Void,
            RtValue::Bool(x) => Const::Bool(x),
            RtValue::Char(x) => Const::Char(x),
            RtValue::UniChar(x) => Const::UniChar(x),
            RtValue::Int(x) => Const::Int(x),
            RtValue::Uint(x) => Const::Uint(x),
            RtValue::Int32(x) => Const::Int32(x),
            RtValue::UInt32(x) => Const::UInt32(x),
            RtValue::Narrow(t, x) => Const::Narrow(t, x),
            RtValue::Float(x) => Const::Float(x.to_bits()),
            RtValue::Single(x) => Const::Single(x.to_bits()),
            RtValue::Null => Const::Null(ty),
            RtValue::Ref(o) => Const::Obj(ObjId::new(o.0 as usize)),
            RtValue::Func(f) => Const::Func(f),
            RtValue::Addr { .. } => return None,
        })
    }
}

impl From<i64> for RtValue {
    fn from(x: i64) -> Self {
        RtValue::Int(x)
    }
}
impl From<bool> for RtValue {
    fn from(x: bool) -> Self {
        RtValue::Bool(x)
    }
}
impl From<f64> for RtValue {
    fn from(x: f64) -> Self {
        RtValue::Float(x)
    }
}

/// What an operation gives on constants.
#[derive(Clone, PartialEq, Debug)]
pub enum EvalResult {
    /// This constant.
    Value(Const),
    /// The exception of this name.
    Raises(&'static str),
    /// The precondition is violated: the program never executes this.
    Undefined(&'static str),
    /// The operation has effects, or its value is not known before run time.
    NotPure,
}

/// Why [`eval_rt`] gives no value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// It raises the exception of this name.
    Raises(&'static str),
    /// The precondition is violated, or the operands are of wrong types.
    Undefined(&'static str),
    /// The operation has effects, or its value depends on addresses.
    NotPure,
}

/// Evaluates an operation on constants; `result` is the type of its result variable.
pub fn eval(op: LlOp, args: &[Const], result: Type) -> EvalResult {
    if matches!(op, LlOp::SameAs | LlOp::CastPointer | LlOp::CastOpaquePtr) {
        // Also right for constants without a run-time value here (sizes, type ids).
        return match args {
            [Const::Null(_)] => EvalResult::Value(Const::Null(result)),
            // The constant would have the object's own type instead of the operation's.
            [Const::Obj(_)] if op == LlOp::CastOpaquePtr => EvalResult::NotPure,
            [c] => EvalResult::Value(c.clone()),
            _ => EvalResult::Undefined("number of operands"),
        };
    }
    let mut vals = [RtValue::Void; 4];
    if args.len() > vals.len() {
        return EvalResult::NotPure;
    }
    for (v, c) in vals.iter_mut().zip(args) {
        match RtValue::from_const(c) {
            Some(x) => *v = x,
            None => return EvalResult::NotPure,
        }
    }
    match eval_rt(op, &vals[..args.len()], result) {
        Ok(v) => match v.to_const(result) {
            Some(c) => EvalResult::Value(c),
            None => EvalResult::NotPure,
        },
        Err(EvalError::Raises(e)) => EvalResult::Raises(e),
        Err(EvalError::Undefined(e)) => EvalResult::Undefined(e),
        Err(EvalError::NotPure) => EvalResult::NotPure,
    }
}

/// Rounds towards minus infinity; wraps for the smallest integer divided by -1. `b` is not 0.
pub fn int_floordiv(a: i64, b: i64) -> i64 {
    let q = a.wrapping_div(b);
    if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { q - 1 } else { q }
}

/// Remainder with the sign of the divisor, which is not 0.
pub fn int_mod(a: i64, b: i64) -> i64 {
    let r = a.wrapping_rem(b);
    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
}

/// The conversion to Signed.
fn float_to_int(x: f64) -> i64 {
    if (-9223372036854775808.0..9223372036854775808.0).contains(&x) { x as i64 } else { i64::MIN }
}

/// The conversion to Unsigned: that of `x - 2**63` above that number.
fn float_to_uint(x: f64) -> u64 {
    if x < 9223372036854775808.0 {
        return float_to_int(x) as u64;
    }
    float_to_int(x - 9223372036854775808.0) as u64 ^ (1 << 63)
}

/// Whether two pointers or addresses are the same.
pub fn same_pointer(a: RtValue, b: RtValue) -> bool {
    const NONE: u32 = u32::MAX;
    match (a, b) {
        (RtValue::Null, RtValue::Addr { block: NONE, offset: 0 })
        | (RtValue::Addr { block: NONE, offset: 0 }, RtValue::Null) => true,
        _ => a == b,
    }
}

fn is_pointer(v: RtValue) -> bool {
    matches!(v, RtValue::Null | RtValue::Ref(_) | RtValue::Func(_) | RtValue::Addr { .. })
}

const DIV0: EvalError = EvalError::Undefined("division by zero");
const SHIFT: EvalError = EvalError::Undefined("shift count out of 0..64");
const TYPES: EvalError = EvalError::Undefined("operands of wrong types");
const OVERFLOW: EvalError = EvalError::Raises("OverflowError");

/// Evaluates an operation on run-time values.
pub fn eval_rt(op: LlOp, args: &[RtValue], result: Type) -> Result<RtValue, EvalError> {
    use RtValue::*;
    match *args {
        [Int(a), Int(b)] => eval_ii(op, a, b),
        [Int(a)] => eval_i(op, a, result),
        [Bool(a)] => Ok(match op {
            LlOp::BoolNot => Bool(!a),
            LlOp::CastBoolToInt => Int(a as i64),
            LlOp::CastBoolToUint => Uint(a as u64),
            LlOp::CastBoolToFloat => Float(a as u8 as f64),
            _ => return eval_any(op, args, result),
        }),
        [Bool(a), Bool(b)] => Ok(Bool(match op {
            LlOp::BoolAnd => a & b,
            LlOp::BoolOr => a | b,
            LlOp::BoolXor => a ^ b,
            _ => return eval_any(op, args, result),
        })),
        [Char(a), Char(b)] => Ok(Bool(match op {
            LlOp::CharEq => a == b,
            LlOp::CharNe => a != b,
            LlOp::CharLt => a < b,
            LlOp::CharLe => a <= b,
            LlOp::CharGt => a > b,
            LlOp::CharGe => a >= b,
            _ => return eval_any(op, args, result),
        })),
        [Char(a)] if op == LlOp::CastCharToInt => Ok(Int(a as i64)),
        [UniChar(a)] if op == LlOp::CastUniCharToInt => Ok(Int(a as i64)),
        [UniChar(a), UniChar(b)] => Ok(Bool(match op {
            LlOp::UniCharEq => a == b,
            LlOp::UniCharNe => a != b,
            LlOp::UniCharLt => a < b,
            LlOp::UniCharLe => a <= b,
            _ => return eval_any(op, args, result),
        })),
        [Uint(a), Uint(b)] => eval_uu(op, a, b),
        [Uint(a), Int(b)] => {
            let n = u32::try_from(b).ok().filter(|n| *n < 64);
            match op {
                LlOp::UintLShift => n.map(|n| Uint(a << n)).ok_or(SHIFT),
                LlOp::UintRShift => n.map(|n| Uint(a >> n)).ok_or(SHIFT),
                _ => eval_any(op, args, result),
            }
        }
        [Uint(a)] => Ok(match op {
            LlOp::UintInvert => Uint(!a),
            LlOp::UintNeg => Uint(a.wrapping_neg()),
            LlOp::UintIsTrue => Bool(a != 0),
            LlOp::CastUintToInt => Int(a as i64),
            LlOp::CastUintToFloat => Float(a as f64),
            _ => return eval_any(op, args, result),
        }),
        [Float(a), Float(b)] => Ok(match op {
            LlOp::FloatAdd => Float(a + b),
            LlOp::FloatSub => Float(a - b),
            LlOp::FloatMul => Float(a * b),
            LlOp::FloatTrueDiv => Float(a / b),
            LlOp::FloatEq => Bool(a == b),
            LlOp::FloatNe => Bool(a != b),
            LlOp::FloatLt => Bool(a < b),
            LlOp::FloatLe => Bool(a <= b),
            LlOp::FloatGt => Bool(a > b),
            LlOp::FloatGe => Bool(a >= b),
            _ => return eval_any(op, args, result),
        }),
        [Float(a)] => Ok(match op {
            LlOp::FloatNeg => Float(-a),
            LlOp::FloatAbs => Float(a.abs()),
            LlOp::FloatIsTrue => Bool(a != 0.0),
            LlOp::CastFloatToInt => Int(float_to_int(a)),
            LlOp::CastFloatToUint => Uint(float_to_uint(a)),
            LlOp::CastFloatToSingle => Single(a as f32),
            LlOp::FloatToBits => Int(a.to_bits() as i64),
            _ => return eval_any(op, args, result),
        }),
        [Single(a)] if op == LlOp::CastSingleToFloat => Ok(Float(a as f64)),
        [Int(a), Int(b), Int(c)] if op == LlOp::IntBetween => Ok(Bool(a <= b && b < c)),
        _ => eval_any(op, args, result),
    }
}

fn eval_ii(op: LlOp, a: i64, b: i64) -> Result<RtValue, EvalError> {
    use RtValue::*;
    let shift = || u32::try_from(b).ok().filter(|n| *n < 64).ok_or(SHIFT);
    Ok(match op {
        LlOp::IntAdd => Int(a.wrapping_add(b)),
        LlOp::IntSub => Int(a.wrapping_sub(b)),
        LlOp::IntMul => Int(a.wrapping_mul(b)),
        LlOp::IntAddOvf => Int(a.checked_add(b).ok_or(OVERFLOW)?),
        LlOp::IntSubOvf => Int(a.checked_sub(b).ok_or(OVERFLOW)?),
        LlOp::IntMulOvf => Int(a.checked_mul(b).ok_or(OVERFLOW)?),
        LlOp::IntFloorDiv | LlOp::IntMod | LlOp::IntCDiv | LlOp::IntCMod if b == 0 => {
            return Err(DIV0);
        }
        LlOp::IntFloorDiv => Int(int_floordiv(a, b)),
        LlOp::IntMod => Int(int_mod(a, b)),
        LlOp::IntCDiv => Int(a.wrapping_div(b)),
        LlOp::IntCMod => Int(a.wrapping_rem(b)),
        LlOp::IntAnd => Int(a & b),
        LlOp::IntOr => Int(a | b),
        LlOp::IntXor => Int(a ^ b),
        LlOp::IntLShift => Int(a << shift()?),
        LlOp::IntRShift => Int(a >> shift()?),
        LlOp::IntEq => Bool(a == b),
        LlOp::IntNe => Bool(a != b),
        LlOp::IntLt => Bool(a < b),
        LlOp::IntLe => Bool(a <= b),
        LlOp::IntGt => Bool(a > b),
        LlOp::IntGe => Bool(a >= b),
        _ => return eval_any(op, &[Int(a), Int(b)], Type::Void),
    })
}

fn eval_i(op: LlOp, a: i64, result: Type) -> Result<RtValue, EvalError> {
    use RtValue::*;
    Ok(match op {
        LlOp::IntNeg => Int(a.wrapping_neg()),
        LlOp::IntInvert => Int(!a),
        LlOp::IntAbs => Int(a.wrapping_abs()),
        LlOp::IntIsTrue => Bool(a != 0),
        LlOp::IntForceGeZero => Int(a.max(0)),
        LlOp::CastIntToChar => Char(a as u8),
        LlOp::CastIntToUniChar => UniChar(a as u32),
        LlOp::CastIntToUint => Uint(a as u64),
        LlOp::CastIntToFloat => Float(a as f64),
        LlOp::BitsToFloat => Float(f64::from_bits(a as u64)),
        LlOp::CastIntToPtr | LlOp::CastIntToAdr if a == 0 => Null,
        _ => return eval_any(op, &[Int(a)], result),
    })
}

fn eval_uu(op: LlOp, a: u64, b: u64) -> Result<RtValue, EvalError> {
    use RtValue::*;
    Ok(match op {
        LlOp::UintAdd => Uint(a.wrapping_add(b)),
        LlOp::UintSub => Uint(a.wrapping_sub(b)),
        LlOp::UintMul => Uint(a.wrapping_mul(b)),
        LlOp::UintMulHigh => Uint(((a as u128 * b as u128) >> 64) as u64),
        LlOp::UintFloorDiv => Uint(a.checked_div(b).ok_or(DIV0)?),
        LlOp::UintMod => Uint(a.checked_rem(b).ok_or(DIV0)?),
        LlOp::UintAnd => Uint(a & b),
        LlOp::UintOr => Uint(a | b),
        LlOp::UintXor => Uint(a ^ b),
        LlOp::UintEq => Bool(a == b),
        LlOp::UintNe => Bool(a != b),
        LlOp::UintLt => Bool(a < b),
        LlOp::UintLe => Bool(a <= b),
        LlOp::UintGt => Bool(a > b),
        LlOp::UintGe => Bool(a >= b),
        _ => return eval_any(op, &[Uint(a), Uint(b)], Type::Void),
    })
}

/// Operations on operands of more than one type: identities, pointers and addresses, integral casts.
fn eval_any(op: LlOp, args: &[RtValue], result: Type) -> Result<RtValue, EvalError> {
    use RtValue::*;
    Ok(match (op, args) {
        (LlOp::SameAs, &[v]) => v,
        (LlOp::CastPrimitive, &[v]) => {
            let x = v.as_wide().ok_or(TYPES)?;
            RtValue::from_wide(x, result).ok_or(TYPES)?
        }
        (LlOp::PtrEq | LlOp::AdrEq, &[a, b]) if is_pointer(a) && is_pointer(b) => {
            Bool(same_pointer(a, b))
        }
        (LlOp::PtrNe | LlOp::AdrNe, &[a, b]) if is_pointer(a) && is_pointer(b) => {
            Bool(!same_pointer(a, b))
        }
        (LlOp::PtrNonzero, &[a]) if is_pointer(a) => Bool(!same_pointer(a, Null)),
        (LlOp::PtrIszero, &[a]) if is_pointer(a) => Bool(same_pointer(a, Null)),
        // Checked casts of the interpreter are its own work; the value stays the same.
        (
            LlOp::CastPointer | LlOp::CastOpaquePtr | LlOp::CastPtrToAdr | LlOp::CastAdrToPtr,
            &[a],
        ) if is_pointer(a) => a,
        (LlOp::CastPtrToInt | LlOp::CastAdrToInt, &[Null]) => Int(0),
        (LlOp::AdrAdd, &[Addr { block, offset }, Int(n)]) => {
            Addr { block, offset: offset.wrapping_add(n) }
        }
        (LlOp::AdrSub, &[Addr { block, offset }, Int(n)]) => {
            Addr { block, offset: offset.wrapping_sub(n) }
        }
        (LlOp::AdrAdd | LlOp::AdrSub, &[a, Int(0)]) if is_pointer(a) => a,
        (LlOp::AdrDelta, &[Addr { block, offset }, Addr { block: b2, offset: o2 }])
            if block == b2 =>
        {
            Int(offset.wrapping_sub(o2))
        }
        (LlOp::AdrDelta, &[a, b]) if is_pointer(a) && a == b => Int(0),
        (LlOp::AdrLt, &[Addr { block, offset }, Addr { block: b2, offset: o2 }]) if block == b2 => {
            Bool(offset < o2)
        }
        (LlOp::AdrLe, &[Addr { block, offset }, Addr { block: b2, offset: o2 }]) if block == b2 => {
            Bool(offset <= o2)
        }
        (
            LlOp::CastPtrToInt
            | LlOp::CastIntToPtr
            | LlOp::CastAdrToInt
            | LlOp::CastIntToAdr
            | LlOp::AdrAdd
            | LlOp::AdrSub
            | LlOp::AdrDelta
            | LlOp::AdrLt
            | LlOp::AdrLe,
            _,
        ) => return Err(EvalError::NotPure),
        _ => {
            return Err(match op.effect() {
                Effect::Pure | Effect::Partial | Effect::Ovf => TYPES,
                _ => EvalError::NotPure,
            });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGE: [i64; 13] =
        [i64::MIN, i64::MIN + 1, -64, -8, -7, -2, -1, 0, 1, 2, 7, i64::MAX - 1, i64::MAX];

    fn ii(op: LlOp, a: i64, b: i64) -> EvalResult {
        eval(op, &[Const::Int(a), Const::Int(b)], Type::Signed)
    }
    fn int(x: i64) -> EvalResult {
        EvalResult::Value(Const::Int(x))
    }

    #[test]
    fn division_laws() {
        for n in EDGE {
            for d in EDGE.into_iter().filter(|d| *d != 0) {
                let q = int_floordiv(n, d);
                let r = int_mod(n, d);
                assert_eq!(q.wrapping_mul(d).wrapping_add(r), n, "{n} {d}");
                assert!(r == 0 || (r < 0) == (d < 0), "{n} {d}");
                assert!(r.unsigned_abs() < d.unsigned_abs());
                let (EvalResult::Value(Const::Int(cq)), EvalResult::Value(Const::Int(cr))) =
                    (ii(LlOp::IntCDiv, n, d), ii(LlOp::IntCMod, n, d))
                else {
                    panic!()
                };
                assert_eq!(cq.wrapping_mul(d).wrapping_add(cr), n);
                assert!(cr == 0 || (cr < 0) == (n < 0));
            }
        }
        assert_eq!(ii(LlOp::IntFloorDiv, -7, 2), int(-4));
        assert_eq!(ii(LlOp::IntMod, -7, 2), int(1));
        assert_eq!(ii(LlOp::IntMod, 7, -2), int(-1));
        assert_eq!(ii(LlOp::IntFloorDiv, i64::MIN, -1), int(i64::MIN));
        assert_eq!(ii(LlOp::IntMod, 1, 0), EvalResult::Undefined("division by zero"));
    }

    #[test]
    fn overflow_agrees_with_wide_arithmetic() {
        for a in EDGE {
            for b in EDGE {
                for (op, wrap, exact) in [
                    (LlOp::IntAddOvf, LlOp::IntAdd, a as i128 + b as i128),
                    (LlOp::IntSubOvf, LlOp::IntSub, a as i128 - b as i128),
                    (LlOp::IntMulOvf, LlOp::IntMul, a as i128 * b as i128),
                ] {
                    assert_eq!(ii(wrap, a, b), int(exact as i64));
                    match i64::try_from(exact) {
                        Ok(x) => assert_eq!(ii(op, a, b), int(x)),
                        Err(_) => assert_eq!(ii(op, a, b), EvalResult::Raises("OverflowError")),
                    }
                }
            }
        }
    }

    #[test]
    fn shifts_and_casts() {
        assert_eq!(ii(LlOp::IntLShift, 1, 63), int(i64::MIN));
        assert_eq!(ii(LlOp::IntRShift, -1, 63), int(-1));
        assert!(matches!(ii(LlOp::IntLShift, 1, 64), EvalResult::Undefined(_)));
        assert!(matches!(ii(LlOp::IntRShift, 1, -1), EvalResult::Undefined(_)));
        let f2i = |x: f64| eval(LlOp::CastFloatToInt, &[Const::float(x)], Type::Signed);
        assert_eq!(f2i(f64::NAN), int(i64::MIN));
        assert_eq!(f2i(1e300), int(i64::MIN));
        assert_eq!(f2i(-1.9), int(-1));
        let nan = Const::float(f64::NAN);
        let cmp = |op| eval(op, &[nan.clone(), nan.clone()], Type::Bool);
        assert_eq!(cmp(LlOp::FloatEq), EvalResult::Value(Const::Bool(false)));
        assert_eq!(cmp(LlOp::FloatNe), EvalResult::Value(Const::Bool(true)));
        assert_eq!(
            eval(LlOp::FloatIsTrue, std::slice::from_ref(&nan), Type::Bool),
            EvalResult::Value(Const::Bool(true))
        );
        let prim = |c, t| eval(LlOp::CastPrimitive, &[c], t);
        assert_eq!(prim(Const::Int(-1), Type::UInt32), EvalResult::Value(Const::UInt32(u32::MAX)));
        assert_eq!(
            prim(Const::Int32(-1), Type::Unsigned),
            EvalResult::Value(Const::Uint(u64::MAX))
        );
        assert_eq!(
            prim(Const::UInt32(1 << 31), Type::Int32),
            EvalResult::Value(Const::Int32(i32::MIN))
        );
    }

    /// Every foldable row of the table has a meaning: evaluated on plausible operands it gives a value of the
    /// type that the row promises.
    #[test]
    fn every_foldable_row_has_a_meaning() {
        for op in LlOp::ALL.iter().copied().filter(|o| o.is_foldable()) {
            let (ops, res) = op.signature().split_once('>').unwrap();
            let args: Vec<_> = ops
                .chars()
                .map(|c| match c {
                    'i' => RtValue::Int(1),
                    'u' => RtValue::Uint(1),
                    'f' => RtValue::Float(1.0),
                    'b' => RtValue::Bool(true),
                    'c' => RtValue::Char(1),
                    'U' => RtValue::UniChar(1),
                    'p' => RtValue::Ref(ObjRef(0)),
                    'a' => RtValue::Addr { block: 0, offset: 1 },
                    't' if op.name().contains("ptr") => RtValue::Ref(ObjRef(0)),
                    't' if op == LlOp::CastSingleToFloat => RtValue::Single(1.0),
                    _ => RtValue::Int(1),
                })
                .collect();
            let ty = match res {
                "t" => Type::UInt32,
                "b" => Type::Bool,
                _ => Type::Signed,
            };
            let r = eval_rt(op, &args, ty);
            let address = matches!(
                op,
                LlOp::CastPtrToInt | LlOp::CastIntToPtr | LlOp::CastAdrToInt | LlOp::CastIntToAdr
            );
            match (r, res) {
                (Err(EvalError::NotPure), _) if address => {}
                (Ok(RtValue::Int(_)), "i" | "t") => {}
                (Ok(RtValue::Uint(_)), "u") => {}
                (Ok(RtValue::Float(_)), "f") => {}
                (Ok(RtValue::Bool(_)), "b") => {}
                (Ok(RtValue::Char(_)), "c") => {}
                (Ok(RtValue::UniChar(_)), "U") => {}
                (Ok(RtValue::Ref(_)), "p" | "a" | "t") => {}
                (Ok(RtValue::Addr { .. }), "a" | "t") => {}
                (Ok(RtValue::UInt32(_) | RtValue::Single(_)), "t") => {}
                (r, _) => panic!("{}: {r:?}", op.name()),
            }
        }
    }
}
