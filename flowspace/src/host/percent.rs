//! `fmt % args`

use super::format::{MOST_PRECISION, float_format, size_at};
use super::numbers::Num;
use super::text::{LONGEST, characters, first_characters, is_unicode};
use super::*;
use num_traits::Signed;

/// Holds what stands between a `%` and the letter that says how a value is shown, and that letter.
#[derive(Default)]
struct Directive {
    left: bool,
    plus: bool,
    space: bool,
    zero: bool,
    alt: bool,
    width: usize,
    precision: Option<usize>,
    conv: u8,
}

/// The format string, and how much of it is read.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

/// The values on the right side, and how many of them are used.
struct Values<'a> {
    all: &'a [HostRef],
    used: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Steps over a byte if it comes next.
    fn skip(&mut self, c: u8) -> bool {
        let here = self.peek() == Some(c);
        self.at += usize::from(here);
        here
    }
}

impl Values<'_> {
    fn next(&mut self, host: &mut Host) -> R {
        let Some(v) = self.all.get(self.used) else {
            return Err(host.type_error("not enough arguments for format string"));
        };
        self.used += 1;
        Ok(*v)
    }
}

/// `fmt % args`
pub(crate) fn format(host: &mut Host, fmt: HostRef, args: HostRef) -> R {
    let of_unicode = matches!(host.obj(fmt), HostObj::Unicode(_));
    let f: Vec<u8> = match host.obj(fmt) {
        HostObj::Str(s) => s.to_vec(),
        HostObj::Unicode(s) => s.as_bytes().to_vec(),
        _ => return Err(host.type_error("not a format string")),
    };
    let tuple: Option<Vec<HostRef>> = match host.obj(host.base(args)) {
        HostObj::Tuple(t) => Some(t.to_vec()),
        _ => None,
    };
    let single = [args];
    let mut values = Values { all: tuple.as_deref().unwrap_or(&single), used: 0 };
    let mut reader = Reader { text: &f, at: 0 };
    let mut mapping_used = false;
    let mut out: Vec<u8> = vec![];
    while let Some(c) = reader.peek() {
        reader.at += 1;
        if c != b'%' || reader.skip(b'%') {
            out.push(c);
            continue;
        }
        let mut value = None;
        if reader.skip(b'(') {
            value = Some(named(host, &mut reader, args, tuple.is_some())?);
            mapping_used = true;
        }
        let directive = directive(host, &mut reader, &mut values)?;
        let v = match value {
            Some(v) => v,
            None => values.next(host)?,
        };
        let (body, numeric) = match directive.conv {
            b's' | b'r' | b'a' => (text(host, v, &directive, of_unicode)?, false),
            b'c' => (character(host, v, of_unicode)?, false),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => (integer(host, v, &directive)?, true),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => (float(host, v, &directive)?, true),
            conv => {
                let m = format!(
                    "unsupported format character '{}' ({:#x}) at index {}",
                    if matches!(conv, 0x1f..=b'~') { conv as char } else { '?' },
                    conv,
                    reader.at - 1
                );
                return Err(host.value_error(m));
            }
        };
        let shown = characters(&body, of_unicode || is_unicode(host, v));
        let pad = directive.width.saturating_sub(shown);
        if pad > LONGEST {
            return Err(host.err("MemoryError", ""));
        }
        put(&mut out, &body, pad, &directive, numeric);
    }
    let is_mapping = tuple.is_none()
        && (mapping_used
            || matches!(host.obj(host.base(args)), HostObj::Dict(_) | HostObj::List(_)));
    if values.used < values.all.len() && !is_mapping {
        return Err(host.type_error("not all arguments converted during string formatting"));
    }
    if of_unicode {
        let s = String::from_utf8_lossy(&out).into_owned();
        return Ok(host.unicode(&s));
    }
    Ok(host.bytes(&out))
}

/// The value that `%(name)…` takes from a mapping; the reader stands behind the `(`.
fn named(host: &mut Host, reader: &mut Reader, args: HostRef, is_tuple: bool) -> R {
    let start = reader.at;
    let mut depth = 1;
    while let Some(c) = reader.peek().filter(|_| depth > 0) {
        match c {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        reader.at += 1;
    }
    if is_tuple || numbers::num(host, args).is_some() || host.text(args).is_some() {
        return Err(host.type_error("format requires a mapping"));
    }
    if depth > 0 {
        return Err(host.value_error("incomplete format key"));
    }
    let key = host.bytes(&reader.text[start..reader.at - 1]);
    items::getitem(host, args, key)
}

/// Reads flags, width, precision and the letter. A `*` takes its number from the values.
fn directive(host: &mut Host, reader: &mut Reader, values: &mut Values) -> R<Directive> {
    let mut d = Directive::default();
    while let Some(c) = reader.peek() {
        match c {
            b'-' => d.left = true,
            b'+' => d.plus = true,
            b' ' => d.space = true,
            b'0' => d.zero = true,
            b'#' => d.alt = true,
            _ => break,
        }
        reader.at += 1;
    }
    d.width = match star(host, reader, values)? {
        Some(w) => {
            d.left |= w < 0;
            w.unsigned_abs() as usize
        }
        None => match size_at(reader.text, &mut reader.at) {
            Some(w) => w,
            None => return Err(host.value_error("width too big")),
        },
    };
    if reader.skip(b'.') {
        d.precision = Some(match star(host, reader, values)? {
            Some(p) if i32::try_from(p).is_err() => return Err(errors::overflow(host)),
            Some(p) => p.max(0) as usize,
            None => match size_at(reader.text, &mut reader.at) {
                Some(p) if p <= MOST_PRECISION => p,
                _ => return Err(host.value_error("precision too big")),
            },
        });
    }
    if matches!(reader.peek(), Some(b'l' | b'h' | b'L')) {
        reader.at += 1;
    }
    let Some(conv) = reader.peek() else {
        return Err(host.value_error("incomplete format"));
    };
    reader.at += 1;
    d.conv = conv;
    Ok(d)
}

/// The number that a `*` stands for, if one comes next.
fn star(host: &mut Host, reader: &mut Reader, values: &mut Values) -> R<Option<i64>> {
    if !reader.skip(b'*') {
        return Ok(None);
    }
    let v = values.next(host)?;
    match (host.as_int(v), numbers::as_bigint(host, v)) {
        (Some(n), _) => Ok(Some(n)),
        (_, Some(_)) => Err(errors::overflow(host)),
        _ => Err(host.type_error("* wants int")),
    }
}

/// `%s`, `%r`, `%a`
fn text(host: &mut Host, v: HostRef, d: &Directive, of_unicode: bool) -> R<Vec<u8>> {
    let mut s = if d.conv == b's' { repr::str_bytes(host, v)? } else { repr::bytes(host, v)? };
    let wide = of_unicode || is_unicode(host, v);
    let n = first_characters(&s, d.precision.unwrap_or(usize::MAX), wide).len();
    s.truncate(n);
    Ok(s)
}

/// `%c`
fn character(host: &mut Host, v: HostRef, of_unicode: bool) -> R<Vec<u8>> {
    let limit = if of_unicode { 0x11_0000 } else { 256 };
    match (numbers::as_bigint(host, v), host.text(v)) {
        (Some(n), _) => match n.to_u32().filter(|n| *n < limit) {
            Some(n) if of_unicode => Ok(char::from_u32(n).unwrap_or('?').to_string().into_bytes()),
            Some(n) => Ok(vec![n as u8]),
            None => {
                let m = format!("%c arg not in range({limit:#x})");
                Err(host.err("OverflowError", m))
            }
        },
        (_, Some(s)) if s.chars().count() == 1 => Ok(s.as_bytes().to_vec()),
        _ => Err(host.type_error("%c requires int or char")),
    }
}

/// `%d`, `%i`, `%u`, `%x`, `%X`, `%o`
fn integer(host: &mut Host, v: HostRef, d: &Directive) -> R<Vec<u8>> {
    let decimal = matches!(d.conv, b'd' | b'i' | b'u');
    let v = number_for_format(host, v, decimal)?;
    let n = match numbers::num(host, v) {
        Some(Num::Float(_)) if decimal => {
            let n = numbers::to_int(host, v, None)?;
            numbers::as_bigint(host, n).unwrap_or_default()
        }
        Some(Num::Int(i)) => BigInt::from(i),
        Some(Num::Big(b)) => (*b).clone(),
        _ => {
            let what = if decimal { "a real number" } else { "an integer" };
            let got = host.type_name(v);
            let m = format!("%{} format: {what} is required, not {got}", d.conv as char);
            return Err(host.type_error(m));
        }
    };
    if d.precision.is_some_and(|p| p > MOST_PRECISION - 3) {
        return Err(host.err("OverflowError", "precision too large"));
    }
    let a = n.abs();
    let mut s = match d.conv {
        b'x' => a.to_str_radix(16),
        b'X' => a.to_str_radix(16).to_uppercase(),
        b'o' => a.to_str_radix(8),
        _ => a.to_string(),
    };
    if let Some(p) = d.precision {
        s.insert_str(0, &"0".repeat(p.saturating_sub(s.len())));
    }
    if d.alt {
        let p = match d.conv {
            b'x' => "0x",
            b'X' => "0X",
            b'o' if !generation::in_python2(host) => "0o",
            b'o' if !s.starts_with('0') => "0",
            _ => "",
        };
        s = format!("{p}{s}");
    }
    Ok(signed(n.is_negative(), d.plus, d.space, &s))
}

/// `%e`, `%f`, `%g`, and with large letters
fn float(host: &mut Host, v: HostRef, d: &Directive) -> R<Vec<u8>> {
    let Some(n) = numbers::num(host, v) else {
        let m = format!("must be real number, not {}", host.type_name(v));
        return Err(host.type_error(m));
    };
    let x = n.to_f64();
    if x.is_infinite() && matches!(n, Num::Big(_)) {
        return Err(host.err("OverflowError", "int too large to convert to float"));
    }
    let s = float_format(x.abs(), d.conv as char, d.precision.unwrap_or(6), d.alt);
    Ok(signed(x.is_sign_negative() && !x.is_nan(), d.plus, d.space, &s))
}

/// Appends a text that is to be widened by `pad` characters.
fn put(out: &mut Vec<u8>, body: &[u8], pad: usize, d: &Directive, numeric: bool) {
    let fill = |c| std::iter::repeat_n(c, pad);
    if d.left {
        out.extend(body);
        out.extend(fill(b' '));
    } else if d.zero && numeric {
        let sign = usize::from(matches!(body.first(), Some(b'-' | b'+' | b' ')));
        let letter = d.alt && matches!(d.conv, b'x' | b'X' | b'o');
        let digits = matches!(body.get(sign + 1), Some(b'0'..=b'9') | None);
        let pre = if letter && !digits { sign + 2 } else { sign };
        out.extend(&body[..pre]);
        out.extend(fill(b'0'));
        out.extend(&body[pre..]);
    } else {
        out.extend(fill(b' '));
        out.extend(body);
    }
}

/// Gives what `%d` (`real`) or `%x` makes of an object with `__int__` or `__index__`, `r_uint` for one; others stay as
/// they are.
fn number_for_format(host: &mut Host, v: HostRef, real: bool) -> R {
    if numbers::num(host, v).is_some() {
        return Ok(v);
    }
    let names = if real { &["__int__", "__index__"][..] } else { &["__index__"] };
    match names.iter().find_map(|n| special::user_special(host, v, n)) {
        Some(f) => special::call_special(host, f, v, &[]),
        None => Ok(v),
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
