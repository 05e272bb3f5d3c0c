//! `math` and `time`.

use super::*;
use flowmodel::libm;
use num_traits::{Signed, Zero};

pub(super) fn make(host: &mut Host) {
    let m = registry::new_module(host, "math", None);
    registry::add_functions(host, m, FUNCTIONS);
    let d = lookups::own_dict(host, m).expect("dict");
    for (n, v) in [
        ("pi", std::f64::consts::PI),
        ("e", std::f64::consts::E),
        ("tau", std::f64::consts::TAU),
        ("inf", f64::INFINITY),
        ("nan", f64::NAN),
    ] {
        let v = host.float(v);
        host.ns_set(d, n, v);
    }
    modules::parts::more_in(
        host,
        m,
        |h, a, _| modules::parts::part_of_module(h, "_math", a),
        |h, a, _| modules::parts::names_with_part(h, a[0], "_math"),
    );
}

pub(super) fn make_time(host: &mut Host) {
    let m = registry::new_module(host, "time", None);
    registry::add_functions(host, m, TIME);
    modules::parts::more_in(
        host,
        m,
        |h, a, _| modules::parts::part_of_module(h, "_time", a),
        |h, a, _| modules::parts::names_with_part(h, a[0], "_time"),
    );
}

fn unary(h: &mut Host, a: &[HostRef], k: &Kw, f: fn(f64) -> f64) -> R {
    args::arity(h, "math function", a, k, 1, 1)?;
    let x = numbers::to_float(h, a[0])?;
    let v = f(x);
    if v.is_nan() && !x.is_nan() {
        return Err(h.value_error("math domain error"));
    }
    if v.is_infinite() && x.is_finite() {
        return Err(h.err("OverflowError", "math range error"));
    }
    Ok(h.float(v))
}

fn whole(h: &mut Host, a: &[HostRef], k: &Kw, name: &str, f: fn(f64) -> f64) -> R {
    args::arity(h, name, a, k, 1, 1)?;
    if let Some(s) = special::user_special(h, a[0], &format!("__{name}__")) {
        return special::call_special(h, s, a[0], &[]);
    }
    let is_float = name != "trunc" && generation::in_python2(h);
    if !is_float && numbers::as_bigint(h, a[0]).is_some() {
        return numbers::to_int(h, a[0], None);
    }
    let v = f(numbers::to_float(h, a[0])?);
    let v = h.float(v);
    if is_float { Ok(v) } else { numbers::to_int(h, v, None) }
}

fn log(h: &mut Host, x: HostRef) -> R<f64> {
    if let Some(b) = numbers::as_bigint(h, x)
        && b.is_positive()
        && b.bits() > 1000
    {
        let shift = b.bits() - 60;
        let f = (b >> shift).to_f64().unwrap_or(1.0);
        return Ok(f.ln() + shift as f64 * std::f64::consts::LN_2);
    }
    let f = numbers::to_float(h, x)?;
    if f <= 0.0 {
        return Err(h.value_error("math domain error"));
    }
    Ok(f.ln())
}

fn two(h: &mut Host, name: &str, a: &[HostRef], k: &Kw) -> R<(f64, f64)> {
    args::arity(h, name, a, k, 2, 2)?;
    Ok((numbers::to_float(h, a[0])?, numbers::to_float(h, a[1])?))
}

const FUNCTIONS: &[(&str, BFn)] = &[
    ("sqrt", |h, a, k| unary(h, a, k, f64::sqrt)),
    ("exp", |h, a, k| unary(h, a, k, f64::exp)),
    ("expm1", |h, a, k| unary(h, a, k, libm::expm1)),
    ("log1p", |h, a, k| unary(h, a, k, |x| if x > -1.0 { libm::log1p(x) } else { f64::NAN })),
    ("sin", |h, a, k| unary(h, a, k, f64::sin)),
    ("cos", |h, a, k| unary(h, a, k, f64::cos)),
    ("tan", |h, a, k| unary(h, a, k, f64::tan)),
    ("asin", |h, a, k| unary(h, a, k, f64::asin)),
    ("acos", |h, a, k| unary(h, a, k, f64::acos)),
    ("atan", |h, a, k| unary(h, a, k, f64::atan)),
    ("sinh", |h, a, k| unary(h, a, k, f64::sinh)),
    ("cosh", |h, a, k| unary(h, a, k, f64::cosh)),
    ("tanh", |h, a, k| unary(h, a, k, f64::tanh)),
    ("asinh", |h, a, k| unary(h, a, k, libm::asinh)),
    ("acosh", |h, a, k| unary(h, a, k, libm::acosh)),
    ("atanh", |h, a, k| {
        // There is no infinite result: the domain is open.
        unary(h, a, k, |x| if x.abs() < 1.0 { libm::atanh(x) } else { f64::NAN })
    }),
    ("fabs", |h, a, k| unary(h, a, k, f64::abs)),
    ("degrees", |h, a, k| {
        args::arity(h, "degrees", a, k, 1, 1)?;
        let x = numbers::to_float(h, a[0])?;
        Ok(h.float(x * (180.0 / std::f64::consts::PI)))
    }),
    ("radians", |h, a, k| {
        args::arity(h, "radians", a, k, 1, 1)?;
        let x = numbers::to_float(h, a[0])?;
        Ok(h.float(x * (std::f64::consts::PI / 180.0)))
    }),
    ("floor", |h, a, k| whole(h, a, k, "floor", f64::floor)),
    ("ceil", |h, a, k| whole(h, a, k, "ceil", f64::ceil)),
    ("trunc", |h, a, k| whole(h, a, k, "trunc", f64::trunc)),
    ("log", |h, a, k| {
        args::arity(h, "log", a, k, 1, 2)?;
        let x = log(h, a[0])?;
        let v = match a.get(1) {
            Some(b) => {
                let d = log(h, *b)?;
                if d == 0.0 {
                    return Err(h.err("ZeroDivisionError", "float division by zero"));
                }
                x / d
            }
            None => x,
        };
        Ok(h.float(v))
    }),
    ("log2", |h, a, k| {
        args::arity(h, "log2", a, k, 1, 1)?;
        log(h, a[0])?;
        let v = numbers::to_float(h, a[0])?.log2();
        Ok(h.float(v))
    }),
    ("log10", |h, a, k| {
        args::arity(h, "log10", a, k, 1, 1)?;
        log(h, a[0])?;
        let v = numbers::to_float(h, a[0])?.log10();
        Ok(h.float(v))
    }),
    ("pow", |h, a, k| {
        let (x, y) = two(h, "pow", a, k)?;
        let v = x.powf(y);
        if v.is_nan() && !x.is_nan() && !y.is_nan() || x == 0.0 && y < 0.0 {
            return Err(h.value_error("math domain error"));
        }
        if v.is_infinite() && x.is_finite() && y.is_finite() {
            return Err(h.err("OverflowError", "math range error"));
        }
        Ok(h.float(v))
    }),
    ("atan2", |h, a, k| {
        let (x, y) = two(h, "atan2", a, k)?;
        Ok(h.float(x.atan2(y)))
    }),
    ("fmod", |h, a, k| {
        let (x, y) = two(h, "fmod", a, k)?;
        if y == 0.0 || x.is_infinite() {
            return Err(h.value_error("math domain error"));
        }
        Ok(h.float(x % y))
    }),
    ("hypot", |h, a, k| {
        let (x, y) = two(h, "hypot", a, k)?;
        Ok(h.float(x.hypot(y)))
    }),
    ("fma", |h, a, k| {
        args::arity(h, "fma", a, k, 3, 3)?;
        let [x, y, z] =
            [numbers::to_float(h, a[0])?, numbers::to_float(h, a[1])?, numbers::to_float(h, a[2])?];
        let r = x.mul_add(y, z);
        if r.is_nan() && !(x.is_nan() || y.is_nan() || z.is_nan()) {
            return Err(h.value_error("invalid operation in fma"));
        }
        if r.is_infinite() && [x, y, z].iter().all(|v| v.is_finite()) {
            return Err(h.err("OverflowError", "overflow in fma"));
        }
        Ok(h.float(r))
    }),
    ("copysign", |h, a, k| {
        let (x, y) = two(h, "copysign", a, k)?;
        Ok(h.float(x.copysign(y)))
    }),
    ("ldexp", |h, a, k| {
        args::arity(h, "ldexp", a, k, 2, 2)?;
        let (x, e) = (numbers::to_float(h, a[0])?, numbers::index(h, a[1])?);
        let v = crate::host::numbers::scale2(x, e.clamp(-5000, 5000));
        if v.is_infinite() && x.is_finite() {
            return Err(h.err("OverflowError", "math range error"));
        }
        Ok(h.float(v))
    }),
    ("frexp", |h, a, k| {
        args::arity(h, "frexp", a, k, 1, 1)?;
        let x = numbers::to_float(h, a[0])?;
        let (m, e) = frexp(x);
        let v = [h.float(m), h.int(e)];
        Ok(h.tuple(&v))
    }),
    ("modf", |h, a, k| {
        args::arity(h, "modf", a, k, 1, 1)?;
        let x = numbers::to_float(h, a[0])?;
        let f = if x.is_infinite() { 0.0f64.copysign(x) } else { x.fract().copysign(x) };
        let v = [h.float(f), h.float(x.trunc())];
        Ok(h.tuple(&v))
    }),
    ("isnan", |h, a, k| {
        args::arity(h, "isnan", a, k, 1, 1)?;
        let b = numbers::to_float(h, a[0])?.is_nan();
        Ok(h.bool(b))
    }),
    ("isinf", |h, a, k| {
        args::arity(h, "isinf", a, k, 1, 1)?;
        let b = numbers::to_float(h, a[0])?.is_infinite();
        Ok(h.bool(b))
    }),
    ("isfinite", |h, a, k| {
        args::arity(h, "isfinite", a, k, 1, 1)?;
        let b = numbers::to_float(h, a[0])?.is_finite();
        Ok(h.bool(b))
    }),
    ("gcd", |h, a, _| {
        let mut g = BigInt::zero();
        for x in a {
            let Some(mut y) = numbers::as_bigint(h, *x) else {
                return Err(h.type_error("'float' object cannot be interpreted as an integer"));
            };
            while !y.is_zero() {
                let r = &g % &y;
                g = std::mem::replace(&mut y, r);
            }
            g = g.abs();
        }
        Ok(h.bigint(g))
    }),
    ("factorial", |h, a, k| {
        args::arity(h, "factorial", a, k, 1, 1)?;
        let n = numbers::index(h, a[0])?;
        if n < 0 {
            return Err(h.value_error("factorial() not defined for negative values"));
        }
        let mut v = BigInt::from(1);
        for i in 2..=n {
            v *= i;
        }
        Ok(h.bigint(v))
    }),
    ("comb", |h, a, k| {
        args::arity(h, "comb", a, k, 2, 2)?;
        let (n, r) = (numbers::index(h, a[0])?, numbers::index(h, a[1])?);
        if n < 0 || r < 0 {
            return Err(h.value_error("n and k must be non-negative integers"));
        }
        let mut v = BigInt::from(i64::from(r <= n));
        for i in 0..r.min(n - r).max(0) {
            v = v * (n - i) / (i + 1);
        }
        Ok(h.bigint(v))
    }),
    ("perm", |h, a, k| {
        args::arity(h, "perm", a, k, 1, 2)?;
        let n = numbers::index(h, a[0])?;
        let r = match a.get(1) {
            Some(r) if *r != NONE => numbers::index(h, *r)?,
            _ => n,
        };
        if n < 0 || r < 0 {
            return Err(h.value_error("n and k must be non-negative integers"));
        }
        let mut v = BigInt::from(i64::from(r <= n));
        for i in 0..if r <= n { r } else { 0 } {
            v *= n - i;
        }
        Ok(h.bigint(v))
    }),
    ("prod", |h, a, k| {
        let [items, start] = args::named(h, "prod", ["iterable", "start"], 1, a, k)?;
        let mut v = match start {
            Some(s) => s,
            None => h.int(1),
        };
        for x in h.iter_to_vec(items.expect("iterable"))? {
            v = ops::binary(h, flowmodel::operators::BinaryOp::Mul, false, v, x)?;
        }
        Ok(v)
    }),
    ("lcm", |h, a, _| {
        let mut v = BigInt::from(1);
        for x in a {
            let Some(y) = numbers::as_bigint(h, *x) else {
                return Err(h.type_error("'float' object cannot be interpreted as an integer"));
            };
            if y.is_zero() {
                return Ok(h.int(0));
            }
            let (mut g, mut r) = (v.clone(), y.clone());
            while !r.is_zero() {
                let t = &g % &r;
                g = std::mem::replace(&mut r, t);
            }
            v = (v * y / g).abs();
        }
        Ok(h.bigint(v))
    }),
    ("isclose", |h, a, k| {
        let [x, y, rel, abs] =
            args::named(h, "isclose", ["a", "b", "rel_tol", "abs_tol"], 2, a, k)?;
        let (x, y) = (numbers::to_float(h, x.expect("a"))?, numbers::to_float(h, y.expect("b"))?);
        let rel = rel.map_or(Ok(1e-9), |r| numbers::to_float(h, r))?;
        let abs = abs.map_or(Ok(0.0), |r| numbers::to_float(h, r))?;
        let close = x == y
            || x.is_finite()
                && y.is_finite()
                && (x - y).abs() <= abs.max(rel * x.abs().max(y.abs()));
        Ok(h.bool(close))
    }),
    ("erf", |h, a, k| unary(h, a, k, libm::erf)),
    ("erfc", |h, a, k| unary(h, a, k, libm::erfc)),
    ("exp2", |h, a, k| unary(h, a, k, libm::exp2)),
    ("cbrt", |h, a, k| unary(h, a, k, f64::cbrt)),
    ("remainder", |h, a, k| {
        let (x, y) = two(h, "remainder", a, k)?;
        if y == 0.0 || x.is_infinite() {
            return Err(h.value_error("math domain error"));
        }
        if y.is_infinite() {
            return Ok(h.float(x));
        }
        let (y, m) = (y.abs(), (x.abs() % y.abs()));
        let c = y - m;
        let half_even = m - 2.0 * ((0.5 * (x.abs() - m)) % y);
        let r = if m < c {
            m
        } else if m > c {
            -c
        } else {
            half_even
        };
        Ok(h.float(1f64.copysign(x) * r))
    }),
    ("dist", |h, a, k| {
        args::arity(h, "dist", a, k, 2, 2)?;
        let (p, q) = (h.iter_to_vec(a[0])?, h.iter_to_vec(a[1])?);
        if p.len() != q.len() {
            return Err(h.value_error("both points must have the same number of dimensions"));
        }
        let mut d = 0f64;
        for (x, y) in p.iter().zip(&q) {
            d = d.hypot(numbers::to_float(h, *x)? - numbers::to_float(h, *y)?);
        }
        Ok(h.float(d))
    }),
    ("isqrt", |h, a, k| {
        args::arity(h, "isqrt", a, k, 1, 1)?;
        match numbers::as_bigint(h, a[0]) {
            Some(b) if !b.is_negative() => Ok(h.bigint(b.sqrt())),
            _ => Err(h.value_error("isqrt() argument must be nonnegative")),
        }
    }),
    ("fsum", |h, a, k| {
        args::arity(h, "fsum", a, k, 1, 1)?;
        // Shewchuk's exact partial sums.
        let mut partials: Vec<f64> = vec![];
        for x in h.iter_to_vec(a[0])? {
            let mut x = numbers::to_float(h, x)?;
            let mut kept = vec![];
            for y in partials {
                let (big, small) = if x.abs() < y.abs() { (y, x) } else { (x, y) };
                let hi = big + small;
                let lo = small - (hi - big);
                if lo != 0.0 {
                    kept.push(lo);
                }
                x = hi;
            }
            kept.push(x);
            partials = kept;
        }
        let s = partials.iter().rev().sum();
        Ok(h.float(s))
    }),
];

fn frexp(x: f64) -> (f64, i64) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let (x, extra) = if x.abs() < f64::MIN_POSITIVE { (x * 2f64.powi(54), -54) } else { (x, 0) };
    let bits = x.to_bits();
    let e = ((bits >> 52) & 0x7ff) as i64 - 1022;
    let m = f64::from_bits((bits & !(0x7ff << 52)) | (1022 << 52));
    (m, e + extra)
}

fn now() -> f64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0.0, |d| d.as_secs_f64())
}

fn monotonic() -> f64 {
    use std::sync::OnceLock;
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}

const TIME: &[(&str, BFn)] = &[
    ("time", |h, _, _| Ok(h.float(now()))),
    ("clock", |h, _, _| Ok(h.float(monotonic()))),
    ("perf_counter", |h, _, _| Ok(h.float(monotonic()))),
    ("monotonic", |h, _, _| Ok(h.float(monotonic()))),
    ("process_time", |h, _, _| Ok(h.float(monotonic()))),
    ("time_ns", |h, _, _| Ok(h.int((now() * 1e9) as i64))),
    ("sleep", |h, a, k| {
        args::arity(h, "sleep", a, k, 1, 1)?;
        let s = numbers::to_float(h, a[0])?;
        std::thread::sleep(std::time::Duration::from_secs_f64(s.clamp(0.0, 60.0)));
        Ok(NONE)
    }),
];
