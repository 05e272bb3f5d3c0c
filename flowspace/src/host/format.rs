//! `%` formatting, `str.format`, and format specifications.

use super::numbers::Num;
use super::*;
use flowmodel::llinterp::float_text;
use num_traits::Signed;
use numbers::float_repr;

/// Largest precision: Python's is an int of C.
pub(crate) const MOST_PRECISION: usize = i32::MAX as usize;

/// A parsed format specification `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    fill: char,
    /// `0`: that of the flag `0`, which is `=` for numbers.
    align: Option<char>,
    sign: Option<char>,
    /// `z`: no sign in front of a zero.
    plain_zero: bool,
    alt: bool,
    width: usize,
    group: Option<char>,
    precision: Option<usize>,
    ty: Option<char>,
}

impl Spec {
    /// `kind`: the name of the value's type, for messages.
    fn parse(s: &str, kind: &str) -> Result<Spec, String> {
        let c: Vec<char> = s.chars().collect();
        // Bytes for the numbers: what is not ASCII is no digit.
        let bytes: Vec<u8> = c.iter().map(|c| u8::try_from(*c).unwrap_or(b'?')).collect();
        let mut out = Spec {
            fill: ' ',
            align: None,
            sign: None,
            plain_zero: false,
            alt: false,
            width: 0,
            group: None,
            precision: None,
            ty: None,
        };
        let too_long = || "Too many decimal digits in format string".to_string();
        let mut i = 0;
        let mut given_fill = false;
        let is_align = |c: char| matches!(c, '<' | '>' | '^' | '=');
        if c.len() > 1 && is_align(c[1]) {
            out.fill = c[0];
            out.align = Some(c[1]);
            i = 2;
            given_fill = true;
        } else if !c.is_empty() && is_align(c[0]) {
            out.align = Some(c[0]);
            i = 1;
        }
        if i < c.len() && matches!(c[i], '+' | '-' | ' ') {
            out.sign = Some(c[i]);
            i += 1;
        }
        if c.get(i) == Some(&'z') {
            out.plain_zero = true;
            i += 1;
        }
        if c.get(i) == Some(&'#') {
            out.alt = true;
            i += 1;
        }
        if c.get(i) == Some(&'0') {
            if !given_fill {
                out.fill = '0';
                out.align.get_or_insert('0');
            }
            i += 1;
        }
        out.width = size_at(&bytes, &mut i).ok_or_else(too_long)?;
        if i < c.len() && matches!(c[i], ',' | '_') {
            out.group = Some(c[i]);
            i += 1;
            if i < c.len() && c[i] != c[i - 1] && matches!(c[i], ',' | '_') {
                return Err("Cannot specify both ',' and '_'.".into());
            }
        }
        if c.get(i) == Some(&'.') {
            i += 1;
            let start = i;
            out.precision = Some(size_at(&bytes, &mut i).ok_or_else(too_long)?);
            if i == start {
                return Err("Format specifier missing precision".into());
            }
        }
        if c.len() - i > 1 {
            return Err(format!("Invalid format specifier '{s}' for object of type '{kind}'"));
        }
        out.ty = c.get(i).copied();
        if let (Some(g), Some(t)) = (out.group, out.ty)
            && !"deEfFgG%".contains(t)
            && (g == ',' || !"boxX".contains(t))
        {
            return Err(format!("Cannot specify '{g}' with '{t}'."));
        }
        Ok(out)
    }

    fn unknown_code(&self, kind: &str) -> String {
        format!(
            "Unknown format code '{}' for object of type '{kind}'",
            self.ty.map(String::from).unwrap_or_default()
        )
    }

    /// Checks that the format has nothing that a text cannot have.
    fn check_text(&self) -> Result<(), String> {
        if let (Some(g), None) = (self.group, self.ty) {
            return Err(format!("Cannot specify '{g}' with 's'."));
        }
        if !matches!(self.ty, None | Some('s')) {
            return Err(self.unknown_code("str"));
        }
        let wrong = match self.sign {
            Some(' ') => "Space not allowed in string format specifier",
            Some(_) => "Sign not allowed in string format specifier",
            None if self.plain_zero => {
                "Negative zero coercion (z) not allowed in string format specifier"
            }
            None if self.alt => "Alternate form (#) not allowed in string format specifier",
            None if self.align == Some('=') => {
                "'=' alignment not allowed in string format specifier"
            }
            None => return Ok(()),
        };
        Err(wrong.into())
    }

    /// Padding around a text of `n` characters; `None` if no machine has so many.
    fn pad(&self, body: &[u8], n: usize, default: char, sign_len: usize) -> Option<Vec<u8>> {
        let total = self.width.saturating_sub(n);
        if total > text::LONGEST {
            return None;
        }
        let fill = |k: usize| self.fill.to_string().repeat(k).into_bytes();
        let align = match self.align {
            None => default,
            Some('0') if default == '<' => '<',
            Some('0') => '=',
            Some(a) => a,
        };
        let before = match align {
            '<' => 0,
            '^' => total / 2,
            _ => total,
        };
        let at = if align == '=' { sign_len } else { 0 };
        Some([&body[..at], &fill(before), &body[at..], &fill(total - before)].concat())
    }

    /// Sign, prefix and digits with separators, and what follows the digits (fraction, exponent).
    fn number(
        &self,
        neg: bool,
        prefix: &str,
        digits: &str,
        tail: &str,
        every: usize,
    ) -> Option<Vec<u8>> {
        let sign = match (neg, self.sign) {
            (true, _) => "-",
            (_, Some('+')) => "+",
            (_, Some(' ')) => " ",
            _ => "",
        };
        let head = format!("{sign}{prefix}");
        let mut digits = digits.to_string();
        if let Some(sep) = self.group
            && digits.starts_with(|c: char| c.is_ascii_hexdigit())
        {
            // Zeros that fill the width are grouped as well.
            if self.fill == '0' && matches!(self.align, Some('0' | '=')) {
                let width = self.width.saturating_sub(head.len() + tail.len());
                if width > text::LONGEST {
                    return None;
                }
                let least = width - width.saturating_sub(1) / (every + 1);
                digits = "0".repeat(least.saturating_sub(digits.len())) + &digits;
            }
            digits = group_digits(&digits, sep, every);
        }
        let body = format!("{head}{digits}{tail}");
        self.pad(body.as_bytes(), body.len(), '>', head.len())
    }
}

/// A precision without a type: like 'g', but never looking like an int.
fn general_with_point(f: f64, precision: usize, alt: bool) -> String {
    let precision = precision.max(1);
    if precision <= 400 && f.is_finite() {
        let text = float_text(f, b'e', precision - 1, alt);
        let (mantissa, exponent) = text.split_once('e').expect("exponent");
        if exponent.parse() == Ok(precision as i64 - 1) {
            // All digits are in front of the point.
            let mantissa = match mantissa {
                m if !alt && m.contains('.') => m.trim_end_matches('0').trim_end_matches('.'),
                m => m,
            };
            return format!("{mantissa}e{exponent}");
        }
    }
    let text = float_text(f, b'g', precision, alt);
    if text.bytes().all(|c| c.is_ascii_digit()) { text + ".0" } else { text }
}

/// The text of a float without a sign for a letter of a format, capitals too.
pub(crate) fn float_format(f: f64, ty: char, precision: usize, alt: bool) -> String {
    let s = float_text(f, ty.to_ascii_lowercase() as u8, precision, alt);
    if ty.is_ascii_uppercase() { s.to_uppercase() } else { s }
}

fn group_digits(digits: &str, sep: char, every: usize) -> String {
    let n = digits.len();
    let mut out = String::with_capacity(n + n / every);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (n - i).is_multiple_of(every) {
            out.push(sep);
        }
        out.push(c);
    }
    out
}

/// The text, or `MemoryError` if there was no room for it.
fn with_room<T>(host: &mut Host, text: Option<T>) -> R<T> {
    text.ok_or_else(|| host.err("MemoryError", ""))
}

/// `format(x, spec)`
pub(crate) fn by_spec(host: &mut Host, r: HostRef, spec: &str) -> R<Vec<u8>> {
    if let Some(f) = special::user_special(host, r, "__format__") {
        let s = host.str(spec);
        let v = special::call_special(host, f, r, &[s])?;
        return repr::str_bytes(host, v);
    }
    if spec.is_empty() {
        return repr::str_bytes(host, r);
    }
    let kind = match host.type_name(r) {
        n if &*n == "unicode" => "str".to_string(),
        n => n.to_string(),
    };
    let number = numbers::num(host, r);
    let b = host.base(r);
    let is_text = matches!(host.obj(b), HostObj::Str(_) | HostObj::Unicode(_));
    if number.is_none() && !is_text {
        let m = format!("unsupported format string passed to {kind}.__format__");
        return Err(host.type_error(m));
    }
    let spec = match Spec::parse(spec, &kind) {
        Ok(s) => s,
        Err(e) => return Err(host.value_error(e)),
    };
    if let Some(n) = number {
        return format_number(host, r, n, &spec, &kind);
    }
    if let Err(e) = spec.check_text() {
        return Err(host.value_error(e));
    }
    let wide = text::is_unicode(host, b);
    let s = repr::str_bytes(host, r)?;
    let s = text::first_characters(&s, spec.precision.unwrap_or(usize::MAX), wide);
    let padded = spec.pad(s, text::characters(s, wide), '<', 0);
    with_room(host, padded)
}

fn format_number(host: &mut Host, r: HostRef, n: Num, spec: &Spec, kind: &str) -> R<Vec<u8>> {
    let ty = spec.ty;
    if matches!(n, Num::Float(_)) || ty.is_some_and(|t| "eEfFgG%".contains(t)) {
        if ty.is_some_and(|t| !"eEfFgGn%".contains(t)) {
            return Err(host.value_error(spec.unknown_code("float")));
        }
        let f = n.to_f64();
        if f.is_infinite() && matches!(n, Num::Big(_)) {
            return Err(host.err("OverflowError", "int too large to convert to float"));
        }
        let precision = spec.precision.unwrap_or(6);
        if precision > MOST_PRECISION {
            return Err(host.value_error("precision too big"));
        }
        let a = f.abs();
        let text = match ty {
            None if spec.precision.is_none() => {
                let s = float_repr(a);
                match s.find('e') {
                    Some(at) if spec.alt && !s.contains('.') => {
                        format!("{}.{}", &s[..at], &s[at..])
                    }
                    _ => s,
                }
            }
            None => general_with_point(a, precision, spec.alt),
            Some('%') => float_format(a * 100.0, 'f', precision, spec.alt) + "%",
            Some('n') => float_format(a, 'g', precision, spec.alt),
            Some(t) => float_format(a, t, precision, spec.alt),
        };
        let zero = text
            .split(['e', 'E'])
            .next()
            .is_some_and(|m| m.bytes().all(|c| matches!(c, b'0' | b'.' | b'%')));
        let neg = f.is_sign_negative() && !f.is_nan() && !(spec.plain_zero && zero);
        let end = match text.find(|c: char| !c.is_ascii_digit()) {
            None | Some(0) => text.len(),
            Some(end) => end,
        };
        let (digits, tail) = text.split_at(end);
        let number = spec.number(neg, "", digits, tail, 3);
        return with_room(host, number);
    }
    if ty.is_some_and(|t| !"bcdnoxX".contains(t)) {
        return Err(host.value_error(spec.unknown_code(kind)));
    }
    if spec.precision.is_some() {
        return Err(host.value_error("Precision not allowed in integer format specifier"));
    }
    if spec.plain_zero {
        let m = "Negative zero coercion (z) not allowed in integer format specifier";
        return Err(host.value_error(m));
    }
    let b = numbers::as_bigint(host, r).expect("integer");
    let a = b.abs();
    let (digits, prefix, every) = match ty {
        Some('x') => (a.to_str_radix(16), "0x", 4),
        Some('X') => (a.to_str_radix(16).to_uppercase(), "0X", 4),
        Some('o') => (a.to_str_radix(8), "0o", 4),
        Some('b') => (a.to_str_radix(2), "0b", 4),
        Some('c') => {
            let wrong = match (spec.sign, spec.alt) {
                (Some(_), _) => "Sign not allowed with integer format specifier 'c'",
                (_, true) => "Alternate form (#) not allowed with integer format specifier 'c'",
                _ => "",
            };
            if !wrong.is_empty() {
                return Err(host.value_error(wrong));
            }
            let Some(c) = b.to_u8() else {
                return Err(host.err("OverflowError", "%c arg not in range(256)"));
            };
            let padded = spec.pad(&[c], 1, '>', 0);
            return with_room(host, padded);
        }
        _ => (a.to_string(), "", 3),
    };
    let prefix = if spec.alt { prefix } else { "" };
    let number = spec.number(b.is_negative(), prefix, &digits, "", every);
    with_room(host, number)
}

/// `fmt.format(*args, **kw)`
/// Says where the fields of a format string find their values.
#[derive(Copy, Clone)]
pub(crate) enum Fields<'a> {
    /// They are arguments.
    Arguments(&'a [HostRef], &'a Kw),
    /// They are items of a mapping.
    Items(HostRef),
}

pub(crate) fn str_format(host: &mut Host, fmt: &str, fields: Fields) -> R<Vec<u8>> {
    let mut auto = 0;
    format_fields(host, fmt, fields, &mut auto, 2)
}

fn format_fields(
    host: &mut Host,
    fmt: &str,
    fields: Fields,
    auto: &mut usize,
    depth: usize,
) -> R<Vec<u8>> {
    let b = fmt.as_bytes();
    let mut out = vec![];
    let mut i = 0;
    while i < b.len() {
        match b[i] {
            b'{' if b.get(i + 1) == Some(&b'{') => {
                out.push(b'{');
                i += 2;
            }
            b'}' if b.get(i + 1) == Some(&b'}') => {
                out.push(b'}');
                i += 2;
            }
            b'}' => {
                return Err(host.value_error("Single '}' encountered in format string"));
            }
            b'{' => {
                let start = i + 1;
                let mut nest = 1;
                i += 1;
                while i < b.len() && nest > 0 {
                    match b[i] {
                        b'{' => nest += 1,
                        b'}' => nest -= 1,
                        _ => {}
                    }
                    i += 1;
                }
                if nest > 0 || depth == 0 {
                    return Err(host.value_error("expected '}' before end of string"));
                }
                let field = &fmt[start..i - 1];
                let at = field.find([':', '!']).unwrap_or(field.len());
                let name = &field[..at];
                let (conv, spec) = match field[at..].strip_prefix('!') {
                    Some(rest) => (
                        rest.chars().next(),
                        rest.get(1..).and_then(|r| r.strip_prefix(':')).unwrap_or(""),
                    ),
                    None => (None, field[at..].strip_prefix(':').unwrap_or("")),
                };
                let v = format_lookup(host, name, fields, auto)?;
                let v = match conv {
                    Some('r' | 'a') => {
                        let s = repr::bytes(host, v)?;
                        host.bytes(&s)
                    }
                    Some('s') => {
                        let s = repr::str_bytes(host, v)?;
                        host.bytes(&s)
                    }
                    _ => v,
                };
                let spec = format_fields(host, spec, fields, auto, depth - 1)?;
                let spec = String::from_utf8_lossy(&spec).into_owned();
                out.extend(by_spec(host, v, &spec)?);
            }
            c => {
                out.push(c);
                i += 1;
            }
        }
    }
    Ok(out)
}

fn format_lookup(host: &mut Host, name: &str, fields: Fields, auto: &mut usize) -> R {
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let first = &name[..end];
    let positional = first.is_empty() || first.bytes().all(|c| c.is_ascii_digit());
    let (args, kw) = match fields {
        Fields::Arguments(args, kw) => (args, kw),
        Fields::Items(_) if positional => {
            return Err(host.value_error("Format string contains positional fields"));
        }
        Fields::Items(mapping) => {
            let key = host.str(first);
            let v = items::getitem(host, mapping, key)?;
            return format_parts(host, v, &name[end..]);
        }
    };
    let v = if positional {
        let i = if first.is_empty() {
            *auto += 1;
            *auto - 1
        } else {
            first.parse().unwrap_or(usize::MAX)
        };
        match args.get(i) {
            Some(v) => *v,
            None => {
                let m = format!("Replacement index {i} out of range for positional args tuple");
                return Err(host.err("IndexError", m));
            }
        }
    } else {
        match kw.iter().find(|(k, _)| *k == first) {
            Some((_, v)) => *v,
            None => {
                let k = host.str(first);
                return Err(errors::key_error(host, k));
            }
        }
    };
    format_parts(host, v, &name[end..])
}

/// Gives what `.attr[3][key]` is of a value.
fn format_parts(host: &mut Host, mut v: HostRef, mut rest: &str) -> R {
    while !rest.is_empty() {
        if let Some(r) = rest.strip_prefix('.') {
            let e = r.find(['.', '[']).unwrap_or(r.len());
            v = host.getattr(v, &r[..e])?;
            rest = &r[e..];
        } else if let Some(r) = rest.strip_prefix('[') {
            let e = r.find(']').unwrap_or(r.len());
            let key = match r[..e].parse::<i64>() {
                Ok(n) => host.int(n),
                Err(_) => host.str(&r[..e]),
            };
            v = items::getitem(host, v, key)?;
            rest = r.get(e + 1..).unwrap_or("");
        } else {
            return Err(host.value_error("Only '.' or '[' may follow ']' in format field"));
        }
    }
    Ok(v)
}

/// The digits at `i`: their value, and `None` if it is beyond 64 bits; where they end.
pub(crate) fn size_at(text: &[u8], i: &mut usize) -> Option<usize> {
    let mut value = Some(0i64);
    while let Some(d @ b'0'..=b'9') = text.get(*i) {
        value = value.and_then(|v| v.checked_mul(10)?.checked_add(i64::from(d - b'0')));
        *i += 1;
    }
    value.map(|v| v as usize)
}
