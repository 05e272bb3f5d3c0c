//! Text of floats as the run-time library's `tw_format_float` gives it.

/// Formats `x` for one of C's conversions `e E f F g G` with a precision, or `r` for Python's `repr`.
pub fn format_float(x: f64, code: u8, precision: usize) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    if x.is_infinite() {
        return if x < 0.0 { "-inf".into() } else { "inf".into() };
    }
    match code {
        b'r' => repr(x),
        b'e' => exponential(x, precision),
        b'E' => exponential(x, precision).to_uppercase(),
        b'g' => general(x, precision),
        b'G' => general(x, precision).to_uppercase(),
        _ => format!("{x:.precision$}"),
    }
}

/// Mantissa text and exponent of Rust's scientific notation.
fn parts(s: &str) -> (&str, i32) {
    let (m, e) = s.split_once('e').unwrap_or((s, "0"));
    (m, e.parse().unwrap_or(0))
}

/// At least two digits of exponent, with sign, as in C.
fn with_exponent(mantissa: &str, e: i32) -> String {
    format!("{mantissa}e{}{:02}", if e < 0 { '-' } else { '+' }, e.abs())
}

fn exponential(x: f64, precision: usize) -> String {
    let s = format!("{x:.precision$e}");
    let (m, e) = parts(&s);
    with_exponent(m, e)
}

fn general(x: f64, precision: usize) -> String {
    let p = precision.max(1);
    let s = format!("{:.*e}", p - 1, x);
    let (m, e) = parts(&s);
    let strip = |s: &str| {
        if s.contains('.') {
            s.trim_end_matches('0').trim_end_matches('.').to_string()
        } else {
            s.to_string()
        }
    };
    if e < -4 || e >= p as i32 {
        with_exponent(&strip(m), e)
    } else {
        strip(&format!("{:.*}", (p as i32 - 1 - e).max(0) as usize, x))
    }
}

fn repr(x: f64) -> String {
    let s = format!("{x:e}");
    let (m, e) = parts(&s);
    if (-4..16).contains(&e) {
        let s = format!("{x}");
        if s.contains('.') { s } else { s + ".0" }
    } else {
        with_exponent(m, e)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_c_and_python_do() {
        for (x, code, p, want) in [
            (0.1, 'r', 17, "0.1"),
            (1e16, 'r', 17, "1e+16"),
            (1e15, 'r', 17, "1000000000000000.0"),
            (1.5e-5, 'r', 17, "1.5e-05"),
            (0.0001, 'r', 17, "0.0001"),
            (-0.0, 'r', 17, "-0.0"),
            (2.0 / 3.0, 'f', 3, "0.667"),
            (12345.678, 'e', 2, "1.23e+04"),
            (100000.0, 'g', 6, "100000"),
            (1000000.0, 'g', 6, "1e+06"),
            (0.00001, 'G', 6, "1E-05"),
            (f64::NAN, 'f', 2, "nan"),
            (f64::NEG_INFINITY, 'r', 2, "-inf"),
        ] {
            assert_eq!(format_float(x, code as u8, p), want);
        }
    }
}
