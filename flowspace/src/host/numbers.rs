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
pub(crate) fn float_mod(a: f64, b: f64) -> f64 {
    let r = a % b;
    if r != 0.0 { if (r < 0.0) != (b < 0.0) { r + b } else { r } } else { 0.0f64.copysign(b) }
}

pub(crate) fn float_floordiv(a: f64, b: f64) -> f64 {
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

impl Host {
    /// The number that an object is, if it is a builtin number (or a subclass's instance).
    pub(crate) fn num(&self, r: HostRef) -> Option<Num> {
        Some(match self.obj(self.base(r)) {
            HostObj::Int(i) => Num::Int(*i),
            HostObj::Bool(b) => Num::Int(*b as i64),
            HostObj::BigInt(b) => Num::Big(b.clone()),
            HostObj::Float(f) => Num::Float(*f),
            _ => return None,
        })
    }

    /// Value of an `int` of any size.
    pub fn as_bigint(&self, r: HostRef) -> Option<BigInt> {
        match self.num(r)? {
            Num::Float(_) => None,
            n => Some(n.big()),
        }
    }

    fn zero_division(&mut self, float: bool, modulo: bool) -> HErr {
        let m = match (float, modulo) {
            (false, false) => "integer division or modulo by zero",
            (false, true) => "integer modulo by zero",
            (true, false) => "float floor division by zero",
            (true, true) => "float modulo",
        };
        self.err("ZeroDivisionError", m)
    }

    /// Arithmetic on two builtin numbers.
    pub(crate) fn num_binary(&mut self, op: BinaryOp, a: Num, b: Num) -> R<Option<HostRef>> {
        use BinaryOp::*;
        let ints = !matches!(a, Num::Float(_)) && !matches!(b, Num::Float(_));
        if !ints {
            let (x, y) = (a.to_f64(), b.to_f64());
            let too_large = |n: &Num, f: f64| f.is_infinite() && matches!(n, Num::Big(_));
            if too_large(&a, x) || too_large(&b, y) {
                return Err(self.err("OverflowError", "int too large to convert to float"));
            }
            let v = match op {
                Add => x + y,
                Sub => x - y,
                Mul => x * y,
                Div | TrueDiv => {
                    if y == 0.0 {
                        return Err(self.err("ZeroDivisionError", "float division by zero"));
                    }
                    x / y
                }
                FloorDiv => {
                    if y == 0.0 {
                        return Err(self.zero_division(true, false));
                    }
                    float_floordiv(x, y)
                }
                Mod => {
                    if y == 0.0 {
                        return Err(self.zero_division(true, true));
                    }
                    float_mod(x, y)
                }
                Pow => return self.float_pow(x, y).map(Some),
                _ => return Ok(None),
            };
            return Ok(Some(self.float(v)));
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
                    return Err(self.zero_division(false, op == Mod));
                }
                FloorDiv | Div => floor_divmod(x, y).map(|r| r.0),
                Mod => floor_divmod(x, y).map(|r| r.1),
                LShift | RShift if y < 0 => return Err(self.value_error("negative shift count")),
                LShift if x == 0 => Some(0),
                LShift if y < 64 => {
                    let v = (x as i128) << y;
                    i64::try_from(v).ok()
                }
                RShift => Some(if y > 63 { x >> 63 } else { x >> y }),
                _ => None,
            };
            if let Some(v) = small {
                return Ok(Some(self.int(v)));
            }
        }
        let v = match op {
            TrueDiv => return self.int_truediv(&a, &b).map(Some),
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
                    return Err(self.zero_division(false, op == Mod));
                }
                let (q, r) = big_floor_divmod(&a.big(), &d);
                if op == Mod { r } else { q }
            }
            LShift | RShift => {
                let n = b.big();
                if n.is_negative() {
                    return Err(self.value_error("negative shift count"));
                }
                match (n.to_u64(), op) {
                    (Some(n), LShift) if n < 1 << 32 => a.big() << n,
                    (Some(n), RShift) => a.big() >> n,
                    (None, RShift) => BigInt::from(if a.big().is_negative() { -1 } else { 0 }),
                    _ => return Err(self.err("OverflowError", "too large a shift count")),
                }
            }
            Pow => {
                let e = b.big();
                if e.is_negative() {
                    let (x, y) = (a.to_f64(), b.to_f64());
                    return self.float_pow(x, y).map(Some);
                }
                match e.to_u32() {
                    Some(e) => a.big().pow(e),
                    None => {
                        let base = a.big();
                        if base.is_zero() || base.is_one() {
                            base
                        } else {
                            return Err(self.err("OverflowError", "exponent too large"));
                        }
                    }
                }
            }
        };
        Ok(Some(self.bigint(v)))
    }

    fn float_pow(&mut self, x: f64, y: f64) -> R {
        if x == 0.0 && y < 0.0 {
            return Err(self.err("ZeroDivisionError", "0.0 cannot be raised to a negative power"));
        }
        if x < 0.0 && y.fract() != 0.0 && x.is_finite() && y.is_finite() {
            return Err(self.value_error("negative number cannot be raised to a fractional power"));
        }
        let v = x.powf(y);
        if v.is_infinite() && x.is_finite() && y.is_finite() {
            return Err(self.err("OverflowError", "(34, 'Numerical result out of range')"));
        }
        Ok(self.float(v))
    }

    fn int_truediv(&mut self, a: &Num, b: &Num) -> R {
        let exact = |n: &Num| match n {
            Num::Int(i) if i.unsigned_abs() <= 1 << 53 => Some(*i as f64),
            _ => None,
        };
        if b.big().is_zero() {
            return Err(self.err("ZeroDivisionError", "division by zero"));
        }
        if let (Some(x), Some(y)) = (exact(a), exact(b)) {
            return Ok(self.float(x / y));
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
            return Err(self.err("OverflowError", "integer division result too large for a float"));
        }
        Ok(self.float(if negative { -v } else { v }))
    }

    /// Compares two builtin numbers; `None` if unordered (NaN).
    pub(crate) fn num_cmp(&self, a: &Num, b: &Num) -> Option<std::cmp::Ordering> {
        match (a, b) {
            (Num::Int(x), Num::Int(y)) => Some(x.cmp(y)),
            (Num::Float(x), Num::Float(y)) => x.partial_cmp(y),
            (Num::Float(x), i) => cmp_float_int(*x, &i.big()),
            (i, Num::Float(y)) => cmp_float_int(*y, &i.big()).map(|o| o.reverse()),
            (x, y) => Some(x.big().cmp(&y.big())),
        }
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
