//! The meaning of the pure operations, stated once: constant folding, the trace interpreter,
//! recording and the blackhole interpreter all ask here.

use crate::resop::ResOp;

/// Python's `a // b`; `b` is not 0. `MIN // -1` wraps to `MIN`.
#[inline]
pub fn floordiv(a: i64, b: i64) -> i64 {
    let quotient = a.wrapping_div(b);
    if a.wrapping_rem(b) != 0 && ((a < 0) != (b < 0)) { quotient - 1 } else { quotient }
}

/// Python's `a % b`; `b` is not 0.
#[inline]
pub fn floormod(a: i64, b: i64) -> i64 {
    let rem = a.wrapping_rem(b);
    if rem != 0 && ((rem < 0) != (b < 0)) { rem + b } else { rem }
}

/// Truncation with x86-64's answer (MIN) for NaN and values out of range.
#[inline]
pub fn float_to_int(x: f64) -> i64 {
    if (-9223372036854775808.0..9223372036854775808.0).contains(&x) { x as i64 } else { i64::MIN }
}

/// Truncation to an unsigned integer (returned as its bits).
#[inline]
pub fn float_to_uint(x: f64) -> i64 {
    if x < 9223372036854775808.0 {
        float_to_int(x)
    } else {
        float_to_int(x - 9223372036854775808.0) ^ i64::MIN
    }
}

/// Computes an overflow-checking operation: (wrapped result, overflowed).
#[inline]
pub fn eval_ovf(op: ResOp, a: i64, b: i64) -> Option<(i64, bool)> {
    Some(match op {
        ResOp::IntAddOvf => a.overflowing_add(b),
        ResOp::IntSubOvf => a.overflowing_sub(b),
        ResOp::IntMulOvf => a.overflowing_mul(b),
        _ => return None,
    })
}

/// Computes a pure operation on words (references and floats as their bits). `None` if the
/// operation is not pure or not defined for these arguments. Reference operations compare
/// addresses: the caller makes sure that they mean the same thing (nothing moves in between).
#[inline]
pub fn eval(op: ResOp, args: &[i64]) -> Option<i64> {
    use ResOp::*;
    let a = *args.first()?;
    let b = args.get(1).copied().unwrap_or(0);
    let (fa, fb) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
    let (ua, ub) = (a as u64, b as u64);
    Some(match op {
        IntAdd => a.wrapping_add(b),
        IntSub => a.wrapping_sub(b),
        IntMul => a.wrapping_mul(b),
        IntFloorDiv => {
            if b == 0 {
                return None;
            }
            floordiv(a, b)
        }
        IntMod => {
            if b == 0 {
                return None;
            }
            floormod(a, b)
        }
        UintFloorDiv => ua.checked_div(ub)? as i64,
        UintMod => ua.checked_rem(ub)? as i64,
        UintMulHigh => ((ua as u128 * ub as u128) >> 64) as i64,
        IntAnd => a & b,
        IntOr => a | b,
        IntXor => a ^ b,
        IntLshift => {
            if ub < 64 {
                a << ub
            } else {
                0
            }
        }
        IntRshift => a >> ub.min(63),
        UintRshift => {
            if ub < 64 {
                (ua >> ub) as i64
            } else {
                0
            }
        }
        IntLt => (a < b) as i64,
        IntLe => (a <= b) as i64,
        IntEq | PtrEq | InstancePtrEq => (a == b) as i64,
        IntNe | PtrNe | InstancePtrNe => (a != b) as i64,
        IntGt => (a > b) as i64,
        IntGe => (a >= b) as i64,
        UintLt => (ua < ub) as i64,
        UintLe => (ua <= ub) as i64,
        UintGt => (ua > ub) as i64,
        UintGe => (ua >= ub) as i64,
        IntIsZero | PtrIszero => (a == 0) as i64,
        IntIsTrue | PtrNonzero => (a != 0) as i64,
        IntNeg => a.wrapping_neg(),
        IntInvert => !a,
        IntForceGeZero => a.max(0),
        IntSignext => match b {
            1 => a as i8 as i64,
            2 => a as i16 as i64,
            4 => a as i32 as i64,
            8 => a,
            _ => return None,
        },
        FloatAdd => (fa + fb).to_bits() as i64,
        FloatSub => (fa - fb).to_bits() as i64,
        FloatMul => (fa * fb).to_bits() as i64,
        FloatTrueDiv => (fa / fb).to_bits() as i64,
        FloatNeg => (-fa).to_bits() as i64,
        FloatAbs => fa.abs().to_bits() as i64,
        FloatLt => (fa < fb) as i64,
        FloatLe => (fa <= fb) as i64,
        FloatEq => (fa == fb) as i64,
        FloatNe => (fa != fb) as i64,
        FloatGt => (fa > fb) as i64,
        FloatGe => (fa >= fb) as i64,
        CastIntToFloat => (a as f64).to_bits() as i64,
        CastUintToFloat => (ua as f64).to_bits() as i64,
        CastFloatToInt => float_to_int(fa),
        CastFloatToUint => float_to_uint(fa),
        ConvertFloatBytesToLonglong | ConvertLonglongBytesToFloat => a,
        SameAsI | SameAsR | SameAsF => a,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resop;

    #[test]
    fn every_pure_operation_has_a_meaning() {
        for &op in resop::ALL {
            let one = if op.name().contains("signext") { [4, 8] } else { [4, 2] };
            assert_eq!(op.is_foldable(), eval(op, &one).is_some(), "{op}");
            if op.is_ovf() {
                assert!(eval_ovf(op, 1, 2).is_some());
            }
        }
    }

    #[test]
    fn division_rounds_down() {
        for (a, b, q, r) in [(-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (7, 2, 3, 1)] {
            assert_eq!(eval(ResOp::IntFloorDiv, &[a, b]), Some(q));
            assert_eq!(eval(ResOp::IntMod, &[a, b]), Some(r));
        }
        assert_eq!(eval(ResOp::IntFloorDiv, &[1, 0]), None);
        assert_eq!(eval(ResOp::IntFloorDiv, &[i64::MIN, -1]), Some(i64::MIN));
        assert_eq!(eval(ResOp::IntMod, &[i64::MIN, -1]), Some(0));
    }

    #[test]
    fn inverse_and_swapped_comparisons_agree() {
        let samples = [i64::MIN, -1, 0, 1, 5, i64::MAX];
        for &op in resop::ALL {
            for a in samples {
                for b in samples {
                    if op.has(resop::BOOL) && !op.name().starts_with("float") {
                        let plain = eval(op, &[a, b]).unwrap();
                        if let Some(inv) = op.bool_inverse() {
                            assert_eq!(1 - plain, eval(inv, &[a, b]).unwrap(), "{op}");
                        }
                        if let Some(sw) = op.bool_swapped() {
                            assert_eq!(plain, eval(sw, &[b, a]).unwrap(), "{op}");
                        }
                    }
                    if op.has(resop::COMMUTATIVE) && op.is_pure() {
                        assert_eq!(eval(op, &[a, b]), eval(op, &[b, a]), "{op}");
                    }
                }
            }
        }
    }
}
