//! Arithmetic on builtin numbers.

use super::*;
use flowmodel::operators::BinaryOp;
use num_bigint::Sign;
use num_traits::{One, Signed, Zero};

/// A builtin number, unpacked.
#[derive(Clone, Debug)]
pub(crate) enum Num {
    Int(i64),
    Big(Rc<BigInt>),
    Float(f64),
}

impl Num {
    fn big(&self) -> BigInt {
        match self {
            Num::Int(i) => BigInt::from(*i),
            Num::Big(b) => (**b).clone(),
            Num::Float(_) => unreachable!("integer expected"),
        }
    }

    /// Python's hash: the number modulo a prime, so that equal numbers of different types have one; `None` for NaN.
    pub(crate) fn hash(&self) -> Option<i64> {
        const PRIME: u64 = (1 << 61) - 1;
        let (n, halvings) = match self {
            Num::Float(f) if f.is_nan() => return None,
            Num::Float(f) if f.is_infinite() => {
                return Some(if *f > 0.0 { 314159 } else { -314159 });
            }
            // A float is an integer divided by a power of two.
            Num::Float(f) if f.abs() < 1e300 => {
                let mut scaled = *f;
                let mut halvings = 0;
                while scaled.fract() != 0.0 {
                    scaled *= 2.0;
                    halvings += 1;
                }
                (big_from_float(scaled), halvings)
            }
            Num::Float(f) => (big_from_float(*f), 0),
            n => (n.big(), 0),
        };
        let rest = (n.abs() % PRIME).to_u64().unwrap_or(0);
        // Halving modulo a number of 61 ones: a rotation.
        let turn = halvings % 61;
        let h = if turn == 0 { rest } else { (rest >> turn) | (rest << (61 - turn)) & PRIME };
        let h = if n.is_negative() { -(h as i64) } else { h as i64 };
        Some(if h == -1 { -2 } else { h })
    }

    pub(crate) fn to_f64(&self) -> f64 {
        match self {
            Num::Int(i) => *i as f64,
            Num::Big(b) => b.to_f64().unwrap_or(f64::INFINITY),
            Num::Float(f) => *f,
        }
    }
}

/// Floor division and remainder of machine integers; `None` on overflow. `b` is not 0.
pub(crate) fn floor_divmod(a: i64, b: i64) -> Option<(i64, i64)> {
    let q = a.checked_div(b)?;
    let r = a.checked_rem(b)?;
    if r != 0 && ((r < 0) != (b < 0)) { Some((q - 1, r + b)) } else { Some((q, r)) }
}

fn big_floor_divmod(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let q = a / b;
    let r = a % b;
    if !r.is_zero() && (r.sign() == Sign::Minus) != (b.sign() == Sign::Minus) {
        (q - 1, r + b)
    } else {
        (q, r)
    }
}

/// Python's float `%`: the sign of the divisor.
fn float_mod(a: f64, b: f64) -> f64 {
    let r = a % b;
    if r != 0.0 { if (r < 0.0) != (b < 0.0) { r + b } else { r } } else { 0.0f64.copysign(b) }
}

fn float_floordiv(a: f64, b: f64) -> f64 {
    // The difference is a multiple of b, so that the division is (nearly) exact.
    let m = a % b;
    let mut d = (a - m) / b;
    if m != 0.0 && (m < 0.0) != (b < 0.0) {
        d -= 1.0;
    }
    if d == 0.0 {
        return 0.0f64.copysign(a / b);
    }
    let f = d.floor();
    if d - f > 0.5 { f + 1.0 } else { f }
}

/// The number that an object is, if it is a builtin number (or a subclass's instance).
pub(crate) fn num(host: &Host, r: HostRef) -> Option<Num> {
    Some(match host.obj(host.base(r)) {
        HostObj::Int(i) => Num::Int(*i),
        HostObj::Bool(b) => Num::Int(*b as i64),
        HostObj::BigInt(b) => Num::Big(b.clone()),
        HostObj::Float(f) => Num::Float(*f),
        _ => return None,
    })
}

/// Value of an `int` of any size.
pub(crate) fn as_bigint(host: &Host, r: HostRef) -> Option<BigInt> {
    match num(host, r)? {
        Num::Float(_) => None,
        n => Some(n.big()),
    }
}

fn zero_division(host: &mut Host, float: bool, modulo: bool) -> HErr {
    let m = match (float, modulo) {
        (false, false) => "integer division or modulo by zero",
        (false, true) => "integer modulo by zero",
        (true, false) => "float floor division by zero",
        (true, true) => "float modulo",
    };
    host.err("ZeroDivisionError", m)
}

/// Arithmetic on two builtin numbers.
pub(crate) fn binary(host: &mut Host, op: BinaryOp, a: Num, b: Num) -> R<Option<HostRef>> {
    use BinaryOp::*;
    let ints = !matches!(a, Num::Float(_)) && !matches!(b, Num::Float(_));
    if !ints {
        let (x, y) = (a.to_f64(), b.to_f64());
        let too_large = |n: &Num, f: f64| f.is_infinite() && matches!(n, Num::Big(_));
        if too_large(&a, x) || too_large(&b, y) {
            return Err(host.err("OverflowError", "int too large to convert to float"));
        }
        let v = match op {
            Add => x + y,
            Sub => x - y,
            Mul => x * y,
            Div | TrueDiv => {
                if y == 0.0 {
                    return Err(host.err("ZeroDivisionError", "float division by zero"));
                }
                x / y
            }
            FloorDiv => {
                if y == 0.0 {
                    return Err(zero_division(host, true, false));
                }
                float_floordiv(x, y)
            }
            Mod => {
                if y == 0.0 {
                    return Err(zero_division(host, true, true));
                }
                float_mod(x, y)
            }
            Pow => return float_pow(host, x, y).map(Some),
            _ => return Ok(None),
        };
        return Ok(Some(host.float(v)));
    }
    if let (Num::Int(x), Num::Int(y)) = (&a, &b) {
        let (x, y) = (*x, *y);
        let small = match op {
            Add => x.checked_add(y),
            Sub => x.checked_sub(y),
            Mul => x.checked_mul(y),
            And => Some(x & y),
            Or => Some(x | y),
            Xor => Some(x ^ y),
            FloorDiv | Div | Mod if y == 0 => {
                return Err(zero_division(host, false, op == Mod));
            }
            FloorDiv | Div => floor_divmod(x, y).map(|r| r.0),
            Mod => floor_divmod(x, y).map(|r| r.1),
            LShift | RShift if y < 0 => return Err(host.value_error("negative shift count")),
            LShift if x == 0 => Some(0),
            LShift if y < 64 => {
                let v = (x as i128) << y;
                i64::try_from(v).ok()
            }
            RShift => Some(if y > 63 { x >> 63 } else { x >> y }),
            _ => None,
        };
        if let Some(v) = small {
            return Ok(Some(host.int(v)));
        }
    }
    let v = match op {
        TrueDiv => return int_truediv(host, &a, &b).map(Some),
        MatMul => return Ok(None),
        Add => a.big() + b.big(),
        Sub => a.big() - b.big(),
        Mul => a.big() * b.big(),
        And => a.big() & b.big(),
        Or => a.big() | b.big(),
        Xor => a.big() ^ b.big(),
        FloorDiv | Div | Mod => {
            let d = b.big();
            if d.is_zero() {
                return Err(zero_division(host, false, op == Mod));
            }
            let (q, r) = big_floor_divmod(&a.big(), &d);
            if op == Mod { r } else { q }
        }
        LShift | RShift => {
            let n = b.big();
            if n.is_negative() {
                return Err(host.value_error("negative shift count"));
            }
            match (n.to_u64(), op) {
                (Some(n), LShift) if n < 1 << 32 => a.big() << n,
                (Some(n), RShift) => a.big() >> n,
                (None, RShift) => BigInt::from(if a.big().is_negative() { -1 } else { 0 }),
                _ => return Err(host.err("OverflowError", "too large a shift count")),
            }
        }
        Pow => {
            let e = b.big();
            if e.is_negative() {
                let (x, y) = (a.to_f64(), b.to_f64());
                return float_pow(host, x, y).map(Some);
            }
            match e.to_u32() {
                Some(e) => a.big().pow(e),
                None => {
                    let base = a.big();
                    if base.is_zero() || base.is_one() {
                        base
                    } else {
                        return Err(host.err("OverflowError", "exponent too large"));
                    }
                }
            }
        }
    };
    Ok(Some(host.bigint(v)))
}

fn float_pow(host: &mut Host, x: f64, y: f64) -> R {
    if x == 0.0 && y < 0.0 {
        return Err(host.err("ZeroDivisionError", "0.0 cannot be raised to a negative power"));
    }
    if x < 0.0 && y.fract() != 0.0 && x.is_finite() && y.is_finite() {
        return Err(host.value_error("negative number cannot be raised to a fractional power"));
    }
    let v = x.powf(y);
    if v.is_infinite() && x.is_finite() && y.is_finite() {
        return Err(host.err("OverflowError", "(34, 'Numerical result out of range')"));
    }
    Ok(host.float(v))
}

fn int_truediv(host: &mut Host, a: &Num, b: &Num) -> R {
    let exact = |n: &Num| match n {
        Num::Int(i) if i.unsigned_abs() <= 1 << 53 => Some(*i as f64),
        _ => None,
    };
    if b.big().is_zero() {
        return Err(host.err("ZeroDivisionError", "division by zero"));
    }
    if let (Some(x), Some(y)) = (exact(a), exact(b)) {
        return Ok(host.float(x / y));
    }
    // Correctly rounded quotient: scale so that the integer quotient has at least 66 bits, keep
    // a sticky bit for what is cut off, and let the conversion to f64 round.
    let (x, y) = (a.big(), b.big());
    let negative = x.is_negative() != y.is_negative();
    let (x, y) = (x.abs(), y.abs());
    let shift = 66 + y.bits() as i64 - x.bits() as i64;
    let (n, d) = if shift >= 0 { (x << shift, y) } else { (x, y << -shift) };
    let mut q = &n / &d;
    if !(&n % &d).is_zero() {
        q |= BigInt::one();
    }
    let f = q.to_f64().unwrap_or(f64::INFINITY);
    let v = scale2(f, -shift);
    if v.is_infinite() {
        return Err(host.err("OverflowError", "integer division result too large for a float"));
    }
    Ok(host.float(if negative { -v } else { v }))
}

/// Compares two builtin numbers; `None` if unordered (NaN).
pub(crate) fn cmp(a: &Num, b: &Num) -> Option<std::cmp::Ordering> {
    match (a, b) {
        (Num::Int(x), Num::Int(y)) => Some(x.cmp(y)),
        (Num::Float(x), Num::Float(y)) => x.partial_cmp(y),
        (Num::Float(x), i) => cmp_float_int(*x, &i.big()),
        (i, Num::Float(y)) => cmp_float_int(*y, &i.big()).map(|o| o.reverse()),
        (x, y) => Some(x.big().cmp(&y.big())),
    }
}

/// `f * 2**e` without losing range on the way.
pub(crate) fn scale2(mut f: f64, mut e: i64) -> f64 {
    while e > 1000 {
        f *= 2f64.powi(1000);
        e -= 1000;
        if !f.is_finite() {
            return f;
        }
    }
    while e < -1000 {
        f *= 2f64.powi(-1000);
        e += 1000;
        if f == 0.0 {
            return f;
        }
    }
    f * 2f64.powi(e as i32)
}

fn cmp_float_int(f: f64, i: &BigInt) -> Option<std::cmp::Ordering> {
    use std::cmp::Ordering::*;
    if f.is_nan() {
        return None;
    }
    if f.is_infinite() {
        return Some(if f > 0.0 { Greater } else { Less });
    }
    let whole = BigInt::from(f.floor() as i128);
    let whole = if f.abs() < 1e30 { whole } else { big_from_float(f) };
    match whole.cmp(i) {
        Equal if f.fract() != 0.0 => Some(Greater),
        o => Some(o),
    }
}

/// The integer that a finite float with no fraction is.
pub(crate) fn big_from_float(f: f64) -> BigInt {
    let bits = f.abs().trunc().to_bits();
    let exp = (bits >> 52) as i64;
    if exp == 0 {
        return BigInt::zero();
    }
    let mant = BigInt::from((bits & ((1 << 52) - 1)) | (1 << 52));
    let e = exp - 1075;
    let v = if e >= 0 { mant << e } else { mant >> -e };
    if f < 0.0 { -v } else { v }
}

/// Index operand: an int, or an object with `__index__`.
pub(crate) fn index(host: &mut Host, r: HostRef) -> R<i64> {
    if let Some(i) = host.as_int(r) {
        return Ok(i);
    }
    if let HostObj::BigInt(_) = host.obj(host.base(r)) {
        return Err(host.err("IndexError", "cannot fit 'int' into an index-sized integer"));
    }
    if let Some(f) = special::user_special(host, r, "__index__") {
        let v = special::call_special(host, f, r, &[])?;
        if let Some(i) = host.as_int(v) {
            return Ok(i);
        }
    }
    let m = format!("'{}' object cannot be interpreted as an integer", host.type_name(r));
    Err(host.type_error(m))
}

/// `int(x)`, `int(text, base)`
pub(crate) fn to_int(host: &mut Host, x: HostRef, base: Option<i64>) -> R {
    if let (Some(text), false) = (host.text(x), false) {
        let base = base.unwrap_or(10);
        if base != 0 && !(2..=36).contains(&base) {
            return Err(host.value_error("int() base must be >= 2 and <= 36, or 0"));
        }
        return match parse_int(&text, base as u32) {
            Some(b) => Ok(host.bigint(b)),
            None => {
                let r = host.repr(x)?;
                let m = format!("invalid literal for int() with base {base}: {r}");
                Err(host.value_error(m))
            }
        };
    }
    if base.is_some() {
        return Err(host.type_error("int() can't convert non-string with explicit base"));
    }
    for name in ["__int__", "__index__", "__trunc__"] {
        if let Some(f) = special::user_special(host, x, name) {
            return special::call_special(host, f, x, &[]);
        }
    }
    match numbers::num(host, x) {
        Some(Num::Int(i)) => Ok(host.int(i)),
        Some(Num::Big(b)) => Ok(host.bigint((*b).clone())),
        Some(Num::Float(f)) => {
            if f.is_nan() {
                return Err(host.value_error("cannot convert float NaN to integer"));
            }
            if f.is_infinite() {
                let m = "cannot convert float infinity to integer";
                return Err(host.err("OverflowError", m));
            }
            Ok(host.bigint(big_from_float(f)))
        }
        None => {
            let m = format!(
                "int() argument must be a string, a bytes-like object or a real number, not '{}'",
                host.type_name(x)
            );
            Err(host.type_error(m))
        }
    }
}

/// `float(x)`
pub(crate) fn to_float(host: &mut Host, x: HostRef) -> R<f64> {
    if let Some(text) = host.text(x) {
        return match parse_float(&text) {
            Some(f) => Ok(f),
            None => {
                let r = host.repr(x)?;
                Err(host.value_error(format!("could not convert string to float: {r}")))
            }
        };
    }
    for name in ["__float__", "__index__"] {
        if let Some(f) = special::user_special(host, x, name) {
            let v = special::call_special(host, f, x, &[])?;
            return to_float(host, v);
        }
    }
    match numbers::num(host, x) {
        Some(n) => {
            let f = n.to_f64();
            if f.is_infinite() && matches!(n, Num::Big(_)) {
                return Err(host.err("OverflowError", "int too large to convert to float"));
            }
            Ok(f)
        }
        None => {
            let m = format!(
                "float() argument must be a string or a real number, not '{}'",
                host.type_name(x)
            );
            Err(host.type_error(m))
        }
    }
}

/// Parses an integer as `int()` does: spaces around, sign, prefix, underscores.
fn parse_int(text: &str, base: u32) -> Option<BigInt> {
    let s = text.trim();
    let (neg, s) = match s.strip_prefix('-') {
        Some(r) => (true, r),
        None => (false, s.strip_prefix('+').unwrap_or(s)),
    };
    let lower = s.to_ascii_lowercase();
    let (base, digits) = match (lower.get(..2), base) {
        (Some("0x"), 0 | 16) => (16, &s[2..]),
        (Some("0o"), 0 | 8) => (8, &s[2..]),
        (Some("0b"), 0 | 2) => (2, &s[2..]),
        (_, 0) => (10, s),
        (_, b) => (b, s),
    };
    let prefixed = digits.len() != s.len();
    let digits = if prefixed { digits.strip_prefix('_').unwrap_or(digits) } else { digits };
    let digits = digits.strip_suffix(['L', 'l']).filter(|_| base <= 10).unwrap_or(digits);
    if digits.is_empty() || digits.starts_with('_') || digits.ends_with('_') {
        return None;
    }
    if digits.contains("__") || !digits.chars().all(|c| c == '_' || c.is_digit(base)) {
        return None;
    }
    let v = BigInt::parse_bytes(digits.replace('_', "").as_bytes(), base)?;
    Some(if neg { -v } else { v })
}

/// Parses a float as `float()` does.
pub(crate) fn parse_float(text: &str) -> Option<f64> {
    let s = text.trim();
    let body = s.strip_prefix(['+', '-']).unwrap_or(s).to_ascii_lowercase();
    let v = match body.as_str() {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        b if b.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
            // Underscores stand between digits.
            let c = b.as_bytes();
            let digit = |i: usize| c.get(i).is_some_and(u8::is_ascii_digit);
            if (0..c.len()).any(|i| c[i] == b'_' && !(i > 0 && digit(i - 1) && digit(i + 1))) {
                return None;
            }
            b.replace('_', "").parse::<f64>().ok()?
        }
        _ => return None,
    };
    Some(if s.starts_with('-') { -v } else { v })
}

/// Python's shortest `repr` of a float.
pub(crate) fn float_repr(f: f64) -> String {
    flowmodel::llinterp::format_float(f, b'r', 17)
}
