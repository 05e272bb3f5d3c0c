//! Arithmetic that Rust does not have as the language wants it.

/// Python's `a // b`; `b` is not 0. The smallest integer divided by -1 wraps.
#[inline]
pub fn floordiv(a: i64, b: i64) -> i64 {
    let quotient = a.wrapping_div(b);
    if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// Python's `a % b`: the sign follows `b`, which is not 0.
#[inline]
pub fn floormod(a: i64, b: i64) -> i64 {
    let rem = a.wrapping_rem(b);
    if rem != 0 && (rem < 0) != (b < 0) { rem + b } else { rem }
}

/// Truncation with x86-64's answer (the least number) for NaN and values out of range.
#[inline]
pub fn float_to_int(x: f64) -> i64 {
    if (-9223372036854775808.0..9223372036854775808.0).contains(&x) { x as i64 } else { i64::MIN }
}

/// Truncation to an unsigned integer: from 2**63 on that of `x - 2**63`, plus 2**63. Negative numbers wrap.
#[inline]
pub fn float_to_uint(x: f64) -> u64 {
    if x < 9223372036854775808.0 {
        float_to_int(x) as u64
    } else {
        float_to_int(x - 9223372036854775808.0) as u64 ^ (1 << 63)
    }
}

/// Sign extension of the lowest `bytes` (1, 2, 4 or 8) bytes.
#[inline]
pub fn signext(x: i64, bytes: i64) -> i64 {
    match bytes {
        1 => x as i8 as i64,
        2 => x as i16 as i64,
        4 => x as i32 as i64,
        _ => x,
    }
}

/// Lists what floats can do with the standard library only.
#[cfg(not(test))]
pub(crate) trait Float {
    /// The square root.
    fn sqrt(self) -> f64;
}

#[cfg(not(test))]
impl Float for f64 {
    #[inline]
    fn sqrt(self) -> f64 {
        unsafe extern "C" {
            safe fn sqrt(x: f64) -> f64;
        }
        sqrt(self)
    }
}
