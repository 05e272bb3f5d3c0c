//! Methods of `int` and `float`.

use crate::host::numbers::big_from_float;
use crate::host::*;

type Table = &'static [(&'static str, BFn)];

fn this_float(host: &mut Host, args: &[HostRef]) -> R<f64> {
    match args.first().and_then(|r| numbers::num(host, *r)) {
        Some(n) => Ok(n.to_f64()),
        None => Err(host.type_error("descriptor requires a number")),
    }
}

/// Methods of `int`.
pub(crate) const INT: Table = &[
    ("bit_length", |h, a, k| {
        args::arity(h, "bit_length", a, k, 1, 1)?;
        match numbers::as_bigint(h, a[0]) {
            Some(b) => Ok(h.int(b.bits() as i64)),
            None => Err(h.type_error("descriptor 'bit_length' requires an 'int' object")),
        }
    }),
    ("bit_count", |h, a, k| {
        args::arity(h, "bit_count", a, k, 1, 1)?;
        match numbers::as_bigint(h, a[0]) {
            Some(b) => {
                let n: u32 = b.magnitude().to_u64_digits().iter().map(|d| d.count_ones()).sum();
                Ok(h.int(i64::from(n)))
            }
            None => Err(h.type_error("descriptor 'bit_count' requires an 'int' object")),
        }
    }),
    ("is_integer", |h, a, k| {
        args::arity(h, "is_integer", a, k, 1, 1)?;
        Ok(h.bool(true))
    }),
    ("conjugate", |h, a, _| Ok(h.base(a[0]))),
    ("as_integer_ratio", |h, a, _| {
        let one = h.int(1);
        let this = h.base(a[0]);
        Ok(h.tuple(&[this, one]))
    }),
    ("__index__", |h, a, _| {
        let x = h.base(a[0]);
        numbers::to_int(h, x, None)
    }),
    ("__int__", |h, a, _| {
        let x = h.base(a[0]);
        numbers::to_int(h, x, None)
    }),
    ("__float__", |h, a, _| {
        let x = h.base(a[0]);
        let f = numbers::to_float(h, x)?;
        Ok(h.float(f))
    }),
    ("to_bytes", |h, a, k| {
        let [this, length, order, signed] =
            args::named(h, "to_bytes", ["self", "length", "byteorder", "signed"], 1, a, k)?;
        let n = match length {
            Some(n) => numbers::index(h, n)?,
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
            Ok(n) if n > text::LONGEST => return Err(h.err("MemoryError", "")),
            Ok(n) => n,
            Err(_) => return Err(h.value_error("length argument must be non-negative")),
        };
        let v = numbers::as_bigint(h, this.expect("self")).unwrap_or_default();
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
        let f = this_float(h, a)?;
        Ok(h.bool(f.is_finite() && f.fract() == 0.0))
    }),
    ("conjugate", |h, a, _| Ok(h.base(a[0]))),
    ("__int__", |h, a, _| {
        let x = h.base(a[0]);
        numbers::to_int(h, x, None)
    }),
    ("__float__", |h, a, _| Ok(h.base(a[0]))),
    ("as_integer_ratio", |h, a, _| {
        let f = this_float(h, a)?;
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
        let f = this_float(h, a)?;
        let bits = f.to_bits();
        let sign = if bits >> 63 == 1 { "-" } else { "" };
        let exp = ((bits >> 52) & 0x7ff) as i64;
        let mant = bits & ((1 << 52) - 1);
        let s = if !f.is_finite() {
            numbers::float_repr(f)
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
    args::arity(h, "fromhex", a, k, 2, 2)?;
    let text = args::name_arg(h, a[1])?;
    match parse_hex_float(&text) {
        Some(f) => Ok(h.float(f)),
        None => Err(h.value_error("invalid hexadecimal floating-point string")),
    }
}

/// `float.__getformat__("double")`
pub(crate) fn float_getformat(h: &mut Host, a: &[HostRef], k: &Kw) -> R {
    args::arity(h, "__getformat__", a, k, 2, 2)?;
    match &*args::name_arg(h, a[1])? {
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
        return numbers::parse_float(body).map(|f| f * sign);
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
