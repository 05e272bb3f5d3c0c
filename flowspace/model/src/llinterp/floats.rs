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
        _ => fixed(x, precision),
    }
}

/// Number of decimals that is more than any float has: with so many, texts are exact.
const EXACT: usize = 1100;

/// The decimals of `exact` cut to `precision`, if it lies in the middle between two texts and the lower one is even
/// (there C rounds to even and Rust away from zero).
fn tie(exact: &str, precision: usize) -> Option<&str> {
    let point = exact.find('.')?;
    let end = exact.find('e').unwrap_or(exact.len());
    let cut = point + 1 + precision;
    let rest = exact.get(cut..end)?.strip_prefix('5')?;
    let kept = if precision == 0 { &exact[..point] } else { &exact[..cut] };
    let even = kept.ends_with(['0', '2', '4', '6', '8']);
    (even && rest.bytes().all(|b| b == b'0')).then_some(kept)
}

fn fixed(x: f64, precision: usize) -> String {
    match tie(&format!("{x:.EXACT$}"), precision) {
        Some(text) => text.to_string(),
        None => format!("{x:.precision$}"),
    }
}

/// Scientific notation as Rust writes it, rounded as C does.
fn scientific(x: f64, precision: usize) -> String {
    let exact = format!("{x:.EXACT$e}");
    match tie(&exact, precision) {
        Some(text) => format!("{text}{}", &exact[exact.find('e').unwrap_or(exact.len())..]),
        None => format!("{x:.precision$e}"),
    }
}

/// The flag `#`: always a point, and for 'g' the zeros that it takes away.
pub fn with_point(s: String, code: u8, precision: usize) -> String {
    if !s.ends_with(|c: char| c.is_ascii_digit()) {
        return s;
    }
    let at = s.find(['e', 'E']).unwrap_or(s.len());
    let (mantissa, exponent) = s.split_at(at);
    let mut out = mantissa.to_string();
    if !out.contains('.') {
        out.push('.');
    }
    if matches!(code, b'g' | b'G') {
        let digits = out.trim_start_matches(['-', '0', '.']).matches(|c: char| c.is_ascii_digit());
        let zero = !out.contains(|c: char| ('1'..='9').contains(&c));
        for _ in if zero { 1 } else { digits.count() }..precision {
            out.push('0');
        }
    }
    out + exponent
}

/// A text as both functions above make it, with any precision: behind the digits that there are come zeros.
pub fn float_text(x: f64, code: u8, precision: usize, alt: bool) -> String {
    let short = precision.min(EXACT);
    let mut s = format_float(x, code, short);
    if alt {
        s = with_point(s, code, short);
    }
    let strips = matches!(code, b'g' | b'G') && !alt;
    if precision > short && x.is_finite() && code != b'r' && !strips {
        let at = s.find(['e', 'E']).unwrap_or(s.len());
        s.insert_str(at, &"0".repeat(precision - short));
    }
    s
}

/// Mantissa text and exponent of Rust's scientific notation.
fn parts(s: &str) -> (&str, i32) {
    let (m, e) = s.split_once('e').unwrap_or((s, "0"));
    (m, e.parse().unwrap_or(0))
}

/// Writes a number with at least two digits of exponent, with sign, as in C.
fn with_exponent(mantissa: &str, e: i32) -> String {
    format!("{mantissa}e{}{:02}", if e < 0 { '-' } else { '+' }, e.abs())
}

fn exponential(x: f64, precision: usize) -> String {
    let s = scientific(x, precision);
    let (m, e) = parts(&s);
    with_exponent(m, e)
}

fn general(x: f64, precision: usize) -> String {
    let p = precision.max(1);
    let s = scientific(x, p - 1);
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
        strip(&fixed(x, (p as i32 - 1 - e).max(0) as usize))
    }
}

fn repr(x: f64) -> String {
    // The fewest digits that give the number back; where two texts of that length do, Python takes the nearer or even one.
    let shortest = format!("{x:e}");
    let digits = parts(&shortest).0.bytes().filter(u8::is_ascii_digit).count();
    let rounded = scientific(x, digits.max(1) - 1);
    let s = if rounded.parse() == Ok(x) { rounded } else { shortest };
    let (m, e) = parts(&s);
    if !(-4..16).contains(&e) {
        return with_exponent(m, e);
    }
    let after = digits as i32 - 1 - e;
    if after > 0 { fixed_digits(m, e) } else { format!("{x:.1}") }
}

/// The number `m`e`e` without an exponent; some of its digits are behind the point.
fn fixed_digits(m: &str, e: i32) -> String {
    let (sign, m) = m.strip_prefix('-').map_or(("", m), |m| ("-", m));
    let digits: String = m.chars().filter(|c| *c != '.').collect();
    if e < 0 {
        format!("{sign}0.{}{digits}", "0".repeat((-1 - e) as usize))
    } else {
        let (whole, part) = digits.split_at(e as usize + 1);
        format!("{sign}{whole}.{part}")
    }
}
