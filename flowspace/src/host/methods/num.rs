//! Conversions to numbers and methods of `int` and `float`.

use crate::host::numbers::{Num, big_from_float};
use crate::host::*;

type Table = &'static [(&'static str, BFn)];

impl Host {
    /// `int(x)`, `int(text, base)`
    pub fn to_int(&mut self, x: HostRef, base: Option<i64>) -> R {
        if let (Some(text), false) = (self.text(x), false) {
            let base = base.unwrap_or(10);
            if base != 0 && !(2..=36).contains(&base) {
                return Err(self.value_error("int() base must be >= 2 and <= 36, or 0"));
            }
            return match parse_int(&text, base as u32) {
                Some(b) => Ok(self.bigint(b)),
                None => {
                    let r = self.repr(x)?;
                    let m = format!("invalid literal for int() with base {base}: {r}");
                    Err(self.value_error(m))
                }
            };
        }
        if base.is_some() {
            return Err(self.type_error("int() can't convert non-string with explicit base"));
        }
        for name in ["__int__", "__index__", "__trunc__"] {
            if let Some(f) = self.user_special(x, name) {
                return self.call_special(f, x, &[]);
            }
        }
        match self.num(x) {
            Some(Num::Int(i)) => Ok(self.int(i)),
            Some(Num::Big(b)) => Ok(self.bigint((*b).clone())),
            Some(Num::Float(f)) => {
                if f.is_nan() {
                    return Err(self.value_error("cannot convert float NaN to integer"));
                }
                if f.is_infinite() {
                    let m = "cannot convert float infinity to integer";
                    return Err(self.err("OverflowError", m));
                }
                Ok(self.bigint(big_from_float(f)))
            }
            None => {
                let m = format!(
                    "int() argument must be a string, a bytes-like object or a real number, not '{}'",
                    self.type_name(x)
                );
                Err(self.type_error(m))
            }
        }
    }

    /// `float(x)`
    pub fn to_float(&mut self, x: HostRef) -> R<f64> {
        if let Some(text) = self.text(x) {
            return match parse_float(&text) {
                Some(f) => Ok(f),
                None => {
                    let r = self.repr(x)?;
                    Err(self.value_error(format!("could not convert string to float: {r}")))
                }
            };
        }
        for name in ["__float__", "__index__"] {
            if let Some(f) = self.user_special(x, name) {
                let v = self.call_special(f, x, &[])?;
                return self.to_float(v);
            }
        }
        match self.num(x) {
            Some(n) => {
                let f = n.to_f64();
                if f.is_infinite() && matches!(n, Num::Big(_)) {
                    return Err(self.err("OverflowError", "int too large to convert to float"));
                }
                Ok(f)
            }
            None => {
                let m = format!(
                    "float() argument must be a string or a real number, not '{}'",
                    self.type_name(x)
                );
                Err(self.type_error(m))
            }
        }
    }

    fn this_float(&mut self, args: &[HostRef]) -> R<f64> {
        match args.first().and_then(|r| self.num(*r)) {
            Some(n) => Ok(n.to_f64()),
            None => Err(self.type_error("descriptor requires a number")),
        }
    }
}

/// Parses an integer as `int()` does: spaces around, sign, prefix, underscores.
pub(crate) fn parse_int(text: &str, base: u32) -> Option<BigInt> {
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

/// Methods of `int`.
pub(crate) const INT: Table = &[
    ("bit_length", |h, a, k| {
        h.arity("bit_length", a, k, 1, 1)?;
        match h.as_bigint(a[0]) {
            Some(b) => Ok(h.int(b.bits() as i64)),
            None => Err(h.type_error("descriptor 'bit_length' requires an 'int' object")),
        }
    }),
    ("bit_count", |h, a, k| {
        h.arity("bit_count", a, k, 1, 1)?;
        match h.as_bigint(a[0]) {
            Some(b) => {
                let n: u32 = b.magnitude().to_u64_digits().iter().map(|d| d.count_ones()).sum();
                Ok(h.int(i64::from(n)))
            }
            None => Err(h.type_error("descriptor 'bit_count' requires an 'int' object")),
        }
    }),
    ("is_integer", |h, a, k| {
        h.arity("is_integer", a, k, 1, 1)?;
        Ok(h.bool(true))
    }),
    ("conjugate", |h, a, _| Ok(h.base(a[0]))),
    ("as_integer_ratio", |h, a, _| {
        let one = h.int(1);
        let this = h.base(a[0]);
        Ok(h.tuple(&[this, one]))
    }),
    ("__index__", |h, a, _| h.to_int(h.base(a[0]), None)),
    ("__int__", |h, a, _| h.to_int(h.base(a[0]), None)),
    ("__float__", |h, a, _| {
        let f = h.to_float(h.base(a[0]))?;
        Ok(h.float(f))
    }),
    ("to_bytes", |h, a, k| {
        let [this, length, order, signed] =
            h.named_args("to_bytes", ["self", "length", "byteorder", "signed"], 1, a, k)?;
        let n = match length {
            Some(n) => h.index(n)?,
            None => 1,
        };
        let order = order.and_then(|o| h.text(o)).unwrap_or_else(|| "big".into());
        if !matches!(&*order, "big" | "little") {
            return Err(h.value_error("byteorder must be either 'little' or 'big'"));
        }
        let big = &*order == "big";
        let signed = match signed {
            Some(s) => h.is_true(s)?,
            None => false,
        };
        let n = match usize::try_from(n) {
            Ok(n) if n > i64::MAX as usize - 33 => {
                return Err(h.err("OverflowError", "byte string is too large"));
            }
            Ok(n) if n > crate::host::format::LONGEST => return Err(h.err("MemoryError", "")),
            Ok(n) => n,
            Err(_) => return Err(h.value_error("length argument must be non-negative")),
        };
        let v = h.as_bigint(this.expect("self")).unwrap_or_default();
        let negative = v.sign() == num_bigint::Sign::Minus;
        if negative && !signed {
            return Err(h.err("OverflowError", "can't convert negative int to unsigned"));
        }
        let mut bytes = if signed { v.to_signed_bytes_le() } else { v.to_bytes_le().1 };
        if v.sign() == num_bigint::Sign::NoSign {
            bytes.clear();
        }
        if bytes.len() > n {
            return Err(h.err("OverflowError", "int too big to convert"));
        }
        bytes.resize(n, if negative { 0xff } else { 0 });
        if big {
            bytes.reverse();
        }
        Ok(h.bytes(&bytes))
    }),
];

/// Methods of `float`.
pub(crate) const FLOAT: Table = &[
    ("is_integer", |h, a, _| {
        let f = h.this_float(a)?;
        Ok(h.bool(f.is_finite() && f.fract() == 0.0))
    }),
    ("conjugate", |h, a, _| Ok(h.base(a[0]))),
    ("__int__", |h, a, _| h.to_int(h.base(a[0]), None)),
    ("__float__", |h, a, _| Ok(h.base(a[0]))),
    ("as_integer_ratio", |h, a, _| {
        let f = h.this_float(a)?;
        if !f.is_finite() {
            let what = if f.is_nan() { "NaN" } else { "Infinity" };
            return Err(h.value_error(format!("cannot convert {what} to integer ratio")));
        }
        let mut num = f;
        let mut e = 0u32;
        while num.fract() != 0.0 {
            num *= 2.0;
            e += 1;
        }
        let n = h.bigint(big_from_float(num));
        let d = h.bigint(BigInt::from(1) << e);
        Ok(h.tuple(&[n, d]))
    }),
    ("hex", |h, a, _| {
        let f = h.this_float(a)?;
        let bits = f.to_bits();
        let sign = if bits >> 63 == 1 { "-" } else { "" };
        let exp = ((bits >> 52) & 0x7ff) as i64;
        let mant = bits & ((1 << 52) - 1);
        let s = if !f.is_finite() {
            crate::host::repr::float_repr(f)
        } else if f == 0.0 {
            format!("{sign}0x0.0p+0")
        } else if exp == 0 {
            format!("{sign}0x0.{mant:013x}p-1022")
        } else {
            let e = exp - 1023;
            format!("{sign}0x1.{mant:013x}p{}{}", if e < 0 { '-' } else { '+' }, e.abs())
        };
        Ok(h.str(&s))
    }),
];

/// `float.fromhex(text)`
pub(crate) fn float_fromhex(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("fromhex", a, k, 2, 2)?;
    let text = h.name_arg(a[1])?;
    match parse_hex_float(&text) {
        Some(f) => Ok(h.float(f)),
        None => Err(h.value_error("invalid hexadecimal floating-point string")),
    }
}

/// `float.__getformat__("double")`
pub(crate) fn float_getformat(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    h.arity("__getformat__", a, k, 2, 2)?;
    match &*h.name_arg(a[1])? {
        "double" | "float" if cfg!(target_endian = "little") => Ok(h.str("IEEE, little-endian")),
        "double" | "float" => Ok(h.str("IEEE, big-endian")),
        _ => Err(h.value_error("__getformat__() argument 1 must be 'double' or 'float'")),
    }
}

fn parse_hex_float(text: &str) -> Option<f64> {
    let lower = text.trim().to_ascii_lowercase();
    let (negative, body) = match lower.strip_prefix('-') {
        Some(r) => (true, r),
        None => (false, lower.strip_prefix('+').unwrap_or(&lower)),
    };
    let sign = if negative { -1.0 } else { 1.0 };
    if matches!(body, "inf" | "infinity" | "nan") {
        return parse_float(body).map(|f| f * sign);
    }
    let body = body.strip_prefix("0x").unwrap_or(body);
    let (mantissa, exponent) = match body.split_once('p') {
        Some((m, e)) => (m, e.parse::<i64>().ok()?),
        None => (body, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || digits.starts_with(['+', '-']) {
        return None;
    }
    let m = BigInt::parse_bytes(digits.as_bytes(), 16)?;
    let shift = exponent.checked_sub(4 * fraction.len() as i64)?;
    // More than 64 significant bits would be rounded twice: shorten with a sticky bit.
    let extra = (m.bits() as i64 - 64).max(0);
    let mut short: BigInt = &m >> extra;
    if (&short << extra) != m {
        short |= BigInt::from(1);
    }
    let f = short.to_f64()?;
    Some(sign * crate::host::numbers::scale2(f, (shift + extra).clamp(-5000, 5000)))
}
