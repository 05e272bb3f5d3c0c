//! `%` formatting, `str.format`, and format specifications.

use super::numbers::Num;
use super::repr::float_repr;
use super::*;
use flowmodel::llinterp::float_text;
use num_traits::Signed;

/// Largest precision: Python's is an int of C.
const MOST_PRECISION: usize = i32::MAX as usize;

/// Longest text that padding makes at import time.
pub(crate) const LONGEST: usize = 1 << 32;

/// The digits at `i`: their value, and `None` if it is beyond 64 bits; where they end.
fn size_at(text: &[u8], i: &mut usize) -> Option<usize> {
    let mut value = Some(0i64);
    while let Some(d @ b'0'..=b'9') = text.get(*i) {
        value = value.and_then(|v| v.checked_mul(10)?.checked_add(i64::from(d - b'0')));
        *i += 1;
    }
    value.map(|v| v as usize)
}

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
        if total > LONGEST {
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
                if width > LONGEST {
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
fn float_format(f: f64, ty: char, precision: usize, alt: bool) -> String {
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

impl Host {
    /// What `%d` (`real`) or `%x` makes of an object with `__int__` or `__index__`, `r_uint` for one; others stay as they are.
    fn number_for_format(&mut self, v: HostRef, real: bool) -> R {
        if self.num(v).is_some() {
            return Ok(v);
        }
        let names = if real { &["__int__", "__index__"][..] } else { &["__index__"] };
        match names.iter().find_map(|n| self.user_special(v, n)) {
            Some(f) => self.call_special(f, v, &[]),
            None => Ok(v),
        }
    }

    /// Whether an object is a unicode string.
    pub(crate) fn is_unicode(&self, r: HostRef) -> bool {
        matches!(self.obj(self.base(r)), HostObj::Unicode(_))
    }

    /// The text, or `MemoryError` if there was no room for it.
    fn with_room<T>(&mut self, text: Option<T>) -> R<T> {
        text.ok_or_else(|| self.err("MemoryError", ""))
    }

    /// `format(x, spec)`
    pub fn format(&mut self, r: HostRef, spec: &str) -> R<Vec<u8>> {
        if let Some(f) = self.user_special(r, "__format__") {
            let s = self.str(spec);
            let v = self.call_special(f, r, &[s])?;
            return self.str_of_bytes(v);
        }
        if spec.is_empty() {
            return self.str_of_bytes(r);
        }
        let kind = match self.type_name(r) {
            n if &*n == "unicode" => "str".to_string(),
            n => n.to_string(),
        };
        let number = self.num(r);
        let b = self.base(r);
        let is_text = matches!(self.obj(b), HostObj::Str(_) | HostObj::Unicode(_));
        if number.is_none() && !is_text {
            let m = format!("unsupported format string passed to {kind}.__format__");
            return Err(self.type_error(m));
        }
        let spec = match Spec::parse(spec, &kind) {
            Ok(s) => s,
            Err(e) => return Err(self.value_error(e)),
        };
        if let Some(n) = number {
            return self.format_number(r, n, &spec, &kind);
        }
        if let Err(e) = spec.check_text() {
            return Err(self.value_error(e));
        }
        let wide = self.is_unicode(b);
        let s = self.str_of_bytes(r)?;
        let s = first_characters(&s, spec.precision.unwrap_or(usize::MAX), wide);
        let padded = spec.pad(s, characters(s, wide), '<', 0);
        self.with_room(padded)
    }

    fn format_number(&mut self, r: HostRef, n: Num, spec: &Spec, kind: &str) -> R<Vec<u8>> {
        let ty = spec.ty;
        if matches!(n, Num::Float(_)) || ty.is_some_and(|t| "eEfFgG%".contains(t)) {
            if ty.is_some_and(|t| !"eEfFgGn%".contains(t)) {
                return Err(self.value_error(spec.unknown_code("float")));
            }
            let f = n.to_f64();
            if f.is_infinite() && matches!(n, Num::Big(_)) {
                return Err(self.err("OverflowError", "int too large to convert to float"));
            }
            let precision = spec.precision.unwrap_or(6);
            if precision > MOST_PRECISION {
                return Err(self.value_error("precision too big"));
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
            return self.with_room(number);
        }
        if ty.is_some_and(|t| !"bcdnoxX".contains(t)) {
            return Err(self.value_error(spec.unknown_code(kind)));
        }
        if spec.precision.is_some() {
            return Err(self.value_error("Precision not allowed in integer format specifier"));
        }
        if spec.plain_zero {
            let m = "Negative zero coercion (z) not allowed in integer format specifier";
            return Err(self.value_error(m));
        }
        let b = self.as_bigint(r).expect("integer");
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
                    return Err(self.value_error(wrong));
                }
                let Some(c) = b.to_u8() else {
                    return Err(self.err("OverflowError", "%c arg not in range(256)"));
                };
                let padded = spec.pad(&[c], 1, '>', 0);
                return self.with_room(padded);
            }
            _ => (a.to_string(), "", 3),
        };
        let prefix = if spec.alt { prefix } else { "" };
        let number = spec.number(b.is_negative(), prefix, &digits, "", every);
        self.with_room(number)
    }

    /// `fmt % args`
    pub(crate) fn percent_format(&mut self, fmt: HostRef, args: HostRef) -> R {
        let is_unicode = matches!(self.obj(fmt), HostObj::Unicode(_));
        let f: Vec<u8> = match self.obj(fmt) {
            HostObj::Str(s) => s.to_vec(),
            HostObj::Unicode(s) => s.as_bytes().to_vec(),
            _ => return Err(self.type_error("not a format string")),
        };
        let tuple: Option<Vec<HostRef>> = match self.obj(self.base(args)) {
            HostObj::Tuple(t) => Some(t.to_vec()),
            _ => None,
        };
        let single = [args];
        let values: &[HostRef] = tuple.as_deref().unwrap_or(&single);
        let mut used = 0;
        let mut mapping_used = false;
        let mut out: Vec<u8> = vec![];
        let mut i = 0;
        while i < f.len() {
            if f[i] != b'%' {
                out.push(f[i]);
                i += 1;
                continue;
            }
            i += 1;
            if f.get(i) == Some(&b'%') {
                out.push(b'%');
                i += 1;
                continue;
            }
            let mut value = None;
            if f.get(i) == Some(&b'(') {
                let mut depth = 1;
                let start = i + 1;
                i += 1;
                while i < f.len() && depth > 0 {
                    match f[i] {
                        b'(' => depth += 1,
                        b')' => depth -= 1,
                        _ => {}
                    }
                    i += 1;
                }
                if tuple.is_some() || self.num(args).is_some() || self.text(args).is_some() {
                    return Err(self.type_error("format requires a mapping"));
                }
                if depth > 0 {
                    return Err(self.value_error("incomplete format key"));
                }
                let key = self.bytes(&f[start..i - 1]);
                mapping_used = true;
                value = Some(self.getitem(args, key)?);
            }
            let (mut left, mut plus, mut space, mut zero, mut alt) =
                (false, false, false, false, false);
            while let Some(c) = f.get(i) {
                match c {
                    b'-' => left = true,
                    b'+' => plus = true,
                    b' ' => space = true,
                    b'0' => zero = true,
                    b'#' => alt = true,
                    _ => break,
                }
                i += 1;
            }
            let mut star = |h: &mut Host, i: &mut usize| -> R<Option<i64>> {
                if f.get(*i) != Some(&b'*') {
                    return Ok(None);
                }
                *i += 1;
                let Some(v) = values.get(used) else {
                    return Err(h.type_error("not enough arguments for format string"));
                };
                used += 1;
                match (h.as_int(*v), h.as_bigint(*v)) {
                    (Some(n), _) => Ok(Some(n)),
                    (_, Some(_)) => Err(h.overflow()),
                    _ => Err(h.type_error("* wants int")),
                }
            };
            let width = match star(self, &mut i)? {
                Some(w) => {
                    left |= w < 0;
                    w.unsigned_abs() as usize
                }
                None => match size_at(&f, &mut i) {
                    Some(w) => w,
                    None => return Err(self.value_error("width too big")),
                },
            };
            let mut prec = None;
            if f.get(i) == Some(&b'.') {
                i += 1;
                prec = Some(match star(self, &mut i)? {
                    Some(p) if i32::try_from(p).is_err() => return Err(self.overflow()),
                    Some(p) => p.max(0) as usize,
                    None => match size_at(&f, &mut i) {
                        Some(p) if p <= MOST_PRECISION => p,
                        _ => return Err(self.value_error("precision too big")),
                    },
                });
            }
            if matches!(f.get(i), Some(b'l' | b'h' | b'L')) {
                i += 1;
            }
            let Some(&conv) = f.get(i) else {
                return Err(self.value_error("incomplete format"));
            };
            i += 1;
            let v = match value {
                Some(v) => v,
                None => {
                    let Some(v) = values.get(used) else {
                        return Err(self.type_error("not enough arguments for format string"));
                    };
                    used += 1;
                    *v
                }
            };
            let (body, numeric): (Vec<u8>, bool) = match conv {
                b's' | b'r' | b'a' => {
                    let mut s =
                        if conv == b's' { self.str_of_bytes(v)? } else { self.repr_bytes(v)? };
                    let wide = is_unicode || self.is_unicode(v);
                    let n = first_characters(&s, prec.unwrap_or(usize::MAX), wide).len();
                    s.truncate(n);
                    (s, false)
                }
                b'c' => {
                    let limit = if is_unicode { 0x11_0000 } else { 256 };
                    match (self.as_bigint(v), self.text(v)) {
                        (Some(n), _) => match n.to_u32().filter(|n| *n < limit) {
                            Some(n) if is_unicode => {
                                (char::from_u32(n).unwrap_or('?').to_string().into_bytes(), false)
                            }
                            Some(n) => (vec![n as u8], false),
                            None => {
                                let m = format!("%c arg not in range({limit:#x})");
                                return Err(self.err("OverflowError", m));
                            }
                        },
                        (_, Some(s)) if s.chars().count() == 1 => (s.as_bytes().to_vec(), false),
                        _ => return Err(self.type_error("%c requires int or char")),
                    }
                }
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                    let v = self.number_for_format(v, matches!(conv, b'd' | b'i' | b'u'))?;
                    let n = match self.num(v) {
                        Some(Num::Float(_)) if matches!(conv, b'd' | b'i' | b'u') => {
                            let n = self.to_int(v, None)?;
                            self.as_bigint(n).unwrap_or_default()
                        }
                        Some(Num::Int(i)) => BigInt::from(i),
                        Some(Num::Big(b)) => (*b).clone(),
                        _ => {
                            let what = if matches!(conv, b'd' | b'i' | b'u') {
                                "a real number"
                            } else {
                                "an integer"
                            };
                            let m = format!(
                                "%{} format: {what} is required, not {}",
                                conv as char,
                                self.type_name(v)
                            );
                            return Err(self.type_error(m));
                        }
                    };
                    if prec.is_some_and(|p| p > MOST_PRECISION - 3) {
                        return Err(self.err("OverflowError", "precision too large"));
                    }
                    let a = n.abs();
                    let mut s = match conv {
                        b'x' => a.to_str_radix(16),
                        b'X' => a.to_str_radix(16).to_uppercase(),
                        b'o' => a.to_str_radix(8),
                        _ => a.to_string(),
                    };
                    if let Some(p) = prec {
                        s.insert_str(0, &"0".repeat(p.saturating_sub(s.len())));
                    }
                    if alt {
                        let p = match conv {
                            b'x' => "0x",
                            b'X' => "0X",
                            b'o' if !self.in_python2() => "0o",
                            b'o' if !s.starts_with('0') => "0",
                            _ => "",
                        };
                        s = format!("{p}{s}");
                    }
                    (signed(n.is_negative(), plus, space, &s), true)
                }
                b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                    let Some(n) = self.num(v) else {
                        let m = format!("must be real number, not {}", self.type_name(v));
                        return Err(self.type_error(m));
                    };
                    let x = n.to_f64();
                    if x.is_infinite() && matches!(n, Num::Big(_)) {
                        return Err(self.err("OverflowError", "int too large to convert to float"));
                    }
                    let s = float_format(x.abs(), conv as char, prec.unwrap_or(6), alt);
                    (signed(x.is_sign_negative() && !x.is_nan(), plus, space, &s), true)
                }
                _ => {
                    let m = format!(
                        "unsupported format character '{}' ({:#x}) at index {}",
                        if matches!(conv, 0x1f..=b'~') { conv as char } else { '?' },
                        conv,
                        i - 1
                    );
                    return Err(self.value_error(m));
                }
            };
            let pad = width.saturating_sub(characters(&body, is_unicode || self.is_unicode(v)));
            if pad > LONGEST {
                return Err(self.err("MemoryError", ""));
            }
            if left {
                out.extend(&body);
                out.extend(std::iter::repeat_n(b' ', pad));
            } else if zero && numeric {
                let sign = usize::from(matches!(body.first(), Some(b'-' | b'+' | b' ')));
                let letter = alt && matches!(conv, b'x' | b'X' | b'o');
                let digits = matches!(body.get(sign + 1), Some(b'0'..=b'9') | None);
                let pre = if letter && !digits { sign + 2 } else { sign };
                out.extend(&body[..pre]);
                out.extend(std::iter::repeat_n(b'0', pad));
                out.extend(&body[pre..]);
            } else {
                out.extend(std::iter::repeat_n(b' ', pad));
                out.extend(&body);
            }
        }
        let is_mapping = tuple.is_none()
            && (mapping_used
                || matches!(self.obj(self.base(args)), HostObj::Dict(_) | HostObj::List(_)));
        if used < values.len() && !is_mapping {
            return Err(self.type_error("not all arguments converted during string formatting"));
        }
        if is_unicode {
            let s = String::from_utf8_lossy(&out).into_owned();
            return Ok(self.unicode(&s));
        }
        Ok(self.bytes(&out))
    }

    /// `fmt.format(*args, **kw)`
    pub(crate) fn str_format(&mut self, fmt: &str, args: &[HostRef], kw: &Kw) -> R<Vec<u8>> {
        let mut auto = 0;
        self.format_fields(fmt, args, kw, &mut auto, 2)
    }

    fn format_fields(
        &mut self,
        fmt: &str,
        args: &[HostRef],
        kw: &Kw,
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
                    return Err(self.value_error("Single '}' encountered in format string"));
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
                        return Err(self.value_error("expected '}' before end of string"));
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
                    let v = self.format_lookup(name, args, kw, auto)?;
                    let v = match conv {
                        Some('r' | 'a') => {
                            let s = self.repr_bytes(v)?;
                            self.bytes(&s)
                        }
                        Some('s') => {
                            let s = self.str_of_bytes(v)?;
                            self.bytes(&s)
                        }
                        _ => v,
                    };
                    let spec = self.format_fields(spec, args, kw, auto, depth - 1)?;
                    let spec = String::from_utf8_lossy(&spec).into_owned();
                    out.extend(self.format(v, &spec)?);
                }
                c => {
                    out.push(c);
                    i += 1;
                }
            }
        }
        Ok(out)
    }

    fn format_lookup(&mut self, name: &str, args: &[HostRef], kw: &Kw, auto: &mut usize) -> R {
        let end = name.find(['.', '[']).unwrap_or(name.len());
        let first = &name[..end];
        let mut v = if first.is_empty() || first.bytes().all(|c| c.is_ascii_digit()) {
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
                    return Err(self.err("IndexError", m));
                }
            }
        } else {
            match kw.iter().find(|(k, _)| *k == first) {
                Some((_, v)) => *v,
                None => {
                    let k = self.str(first);
                    return Err(self.key_error(k));
                }
            }
        };
        let mut rest = &name[end..];
        while !rest.is_empty() {
            if let Some(r) = rest.strip_prefix('.') {
                let e = r.find(['.', '[']).unwrap_or(r.len());
                v = self.getattr(v, &r[..e])?;
                rest = &r[e..];
            } else if let Some(r) = rest.strip_prefix('[') {
                let e = r.find(']').unwrap_or(r.len());
                let key = match r[..e].parse::<i64>() {
                    Ok(n) => self.int(n),
                    Err(_) => self.str(&r[..e]),
                };
                v = self.getitem(v, key)?;
                rest = r.get(e + 1..).unwrap_or("");
            } else {
                return Err(self.value_error("Only '.' or '[' may follow ']' in format field"));
            }
        }
        Ok(v)
    }
}

fn signed(neg: bool, plus: bool, space: bool, s: &str) -> Vec<u8> {
    let sign = if neg {
        "-"
    } else if plus {
        "+"
    } else if space {
        " "
    } else {
        ""
    };
    format!("{sign}{s}").into_bytes()
}

/// Number of characters of a text in UTF-8, or of bytes.
pub(crate) fn characters(s: &[u8], wide: bool) -> usize {
    // (bytes that only continue a character are not counted)
    if wide { s.iter().filter(|b| **b & 0xc0 != 0x80).count() } else { s.len() }
}

/// The first `n` characters.
pub(crate) fn first_characters(s: &[u8], n: usize, wide: bool) -> &[u8] {
    if !wide {
        return &s[..n.min(s.len())];
    }
    let start = |(_, b): &(usize, &u8)| **b & 0xc0 != 0x80;
    let end = s.iter().enumerate().filter(start).nth(n).map_or(s.len(), |(i, _)| i);
    &s[..end]
}
