//! `%` formatting, `str.format`, and format specifications.

use super::numbers::Num;
use super::repr::float_repr;
use super::*;
use num_traits::Signed;

/// A parsed format specification `[[fill]align][sign][#][0][width][grouping][.precision][type]`.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    fill: char,
    align: Option<char>,
    sign: char,
    alt: bool,
    width: usize,
    group: Option<char>,
    precision: Option<usize>,
    ty: Option<char>,
}

impl Spec {
    fn parse(s: &str) -> Result<Spec, String> {
        let c: Vec<char> = s.chars().collect();
        let mut out = Spec {
            fill: ' ',
            align: None,
            sign: '-',
            alt: false,
            width: 0,
            group: None,
            precision: None,
            ty: None,
        };
        let mut i = 0;
        let is_align = |c: char| matches!(c, '<' | '>' | '^' | '=');
        if c.len() > 1 && is_align(c[1]) {
            out.fill = c[0];
            out.align = Some(c[1]);
            i = 2;
        } else if !c.is_empty() && is_align(c[0]) {
            out.align = Some(c[0]);
            i = 1;
        }
        if i < c.len() && matches!(c[i], '+' | '-' | ' ') {
            out.sign = c[i];
            i += 1;
        }
        if i < c.len() && c[i] == '#' {
            out.alt = true;
            i += 1;
        }
        if i < c.len() && c[i] == '0' {
            if i < 2 || !is_align(c[1]) {
                out.fill = '0';
            }
            if out.align.is_none() {
                out.align = Some('=');
            }
            i += 1;
        }
        while i < c.len() && c[i].is_ascii_digit() {
            out.width = out.width * 10 + c[i] as usize - '0' as usize;
            i += 1;
        }
        if i < c.len() && matches!(c[i], ',' | '_') {
            out.group = Some(c[i]);
            i += 1;
        }
        if i < c.len() && c[i] == '.' {
            i += 1;
            let mut p = 0;
            let start = i;
            while i < c.len() && c[i].is_ascii_digit() {
                p = p * 10 + c[i] as usize - '0' as usize;
                i += 1;
            }
            if i == start {
                return Err("Format specifier missing precision".into());
            }
            out.precision = Some(p);
        }
        if i < c.len() {
            out.ty = Some(c[i]);
            i += 1;
        }
        if i < c.len() {
            return Err("Invalid format specifier".into());
        }
        Ok(out)
    }

    fn pad(&self, body: &str, default: char, sign_len: usize) -> String {
        let n = body.chars().count();
        if n >= self.width {
            return body.to_string();
        }
        let total = self.width - n;
        let fill = |k: usize| self.fill.to_string().repeat(k);
        match self.align.unwrap_or(default) {
            '<' => format!("{body}{}", fill(total)),
            '^' => format!("{}{body}{}", fill(total / 2), fill(total - total / 2)),
            '=' => format!("{}{}{}", &body[..sign_len], fill(total), &body[sign_len..]),
            _ => format!("{}{body}", fill(total)),
        }
    }
}

/// `%e` notation with at least two exponent digits.
fn exp_notation(f: f64, prec: usize, upper: bool) -> String {
    let s = format!("{f:.prec$e}");
    let (m, e) = s.split_once('e').expect("exponent");
    let e: i32 = e.parse().expect("exponent");
    let sign = if e < 0 { '-' } else { '+' };
    let s = format!("{m}e{sign}{:02}", e.abs());
    if upper { s.to_uppercase() } else { s }
}

/// `%g` notation.
fn general(f: f64, prec: usize, alt: bool, upper: bool) -> String {
    let prec = prec.max(1);
    if f == 0.0 {
        return if f.is_sign_negative() { "-0".into() } else { "0".into() };
    }
    let e = format!("{:.*e}", prec - 1, f);
    let exp: i32 = e.split_once('e').expect("exponent").1.parse().expect("exponent");
    let mut s = if exp < -4 || exp >= prec as i32 {
        exp_notation(f, prec - 1, false)
    } else {
        format!("{:.*}", (prec as i32 - 1 - exp) as usize, f)
    };
    if !alt {
        let (m, e) = match s.split_once('e') {
            Some((m, e)) => (m.to_string(), format!("e{e}")),
            None => (s.clone(), String::new()),
        };
        let m = if m.contains('.') {
            m.trim_end_matches('0').trim_end_matches('.').to_string()
        } else {
            m
        };
        s = m + &e;
    }
    if upper { s.to_uppercase() } else { s }
}

/// Formats a finite or infinite float with a C conversion letter.
pub(crate) fn float_format(f: f64, ty: char, prec: usize, alt: bool) -> String {
    let upper = ty.is_ascii_uppercase();
    if !f.is_finite() {
        let s = float_repr(f);
        return if upper { s.to_uppercase() } else { s };
    }
    match ty.to_ascii_lowercase() {
        'e' => exp_notation(f, prec, upper),
        'g' => general(f, prec, alt, upper),
        _ if alt && prec == 0 => format!("{f:.0}."),
        _ => format!("{f:.prec$}"),
    }
}

fn group_digits(digits: &str, sep: char, every: usize) -> String {
    let n = digits.len();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (n - i).is_multiple_of(every) {
            out.push(sep);
        }
        out.push(c);
    }
    out
}

impl Host {
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
        let spec = match Spec::parse(spec) {
            Ok(s) => s,
            Err(e) => return Err(self.value_error(e)),
        };
        match self.num(r) {
            Some(n) => self.format_number(r, n, &spec).map(String::into_bytes),
            _ => {
                let b = self.base(r);
                let is_text = matches!(self.obj(b), HostObj::Str(_) | HostObj::Unicode(_));
                if !is_text {
                    let m = format!(
                        "unsupported format string passed to {}.__format__",
                        self.type_name(r)
                    );
                    return Err(self.type_error(m));
                }
                if let Some(t) = spec.ty
                    && t != 's'
                {
                    let m = format!(
                        "Unknown format code '{t}' for object of type '{}'",
                        self.type_name(r)
                    );
                    return Err(self.value_error(m));
                }
                let s = self.str_of(r)?;
                let s: String = match spec.precision {
                    Some(p) => s.chars().take(p).collect(),
                    None => s,
                };
                Ok(spec.pad(&s, '<', 0).into_bytes())
            }
        }
    }

    fn format_number(&mut self, r: HostRef, n: Num, spec: &Spec) -> R<String> {
        let ty = spec.ty;
        let as_float = matches!(n, Num::Float(_))
            || matches!(ty, Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%'));
        let (neg, mut digits, mut prefix) = if as_float {
            let f = n.to_f64();
            let neg = f.is_sign_negative() && !f.is_nan();
            let a = f.abs();
            let s = match ty {
                None => match spec.precision {
                    None => float_repr(a),
                    Some(p) => {
                        let g = general(a, p, spec.alt, false);
                        if g.contains(['.', 'e', 'n', 'i']) { g } else { format!("{g}.0") }
                    }
                },
                Some('%') => {
                    format!("{}%", float_format(a * 100.0, 'f', spec.precision.unwrap_or(6), false))
                }
                Some(t @ ('e' | 'E' | 'f' | 'F' | 'g' | 'G')) => {
                    float_format(a, t, spec.precision.unwrap_or(6), spec.alt)
                }
                Some('n') => general(a, spec.precision.unwrap_or(6), spec.alt, false),
                Some(t) => {
                    let m = format!("Unknown format code '{t}' for object of type 'float'");
                    return Err(self.value_error(m));
                }
            };
            (neg, s, String::new())
        } else {
            let b = self.as_bigint(r).expect("integer");
            let neg = b.is_negative();
            let a = b.abs();
            let (s, p) = match ty {
                None | Some('d' | 'n') => (a.to_string(), ""),
                Some('x') => (a.to_str_radix(16), "0x"),
                Some('X') => (a.to_str_radix(16).to_uppercase(), "0X"),
                Some('o') => (a.to_str_radix(8), "0o"),
                Some('b') => (a.to_str_radix(2), "0b"),
                Some('c') => {
                    let c = a.to_u32().and_then(char::from_u32);
                    let Some(c) = c else {
                        return Err(self.err("OverflowError", "%c arg not in range(0x110000)"));
                    };
                    return Ok(spec.pad(&c.to_string(), '<', 0));
                }
                Some(t) => {
                    let m = format!("Unknown format code '{t}' for object of type 'int'");
                    return Err(self.value_error(m));
                }
            };
            if spec.precision.is_some() {
                return Err(self.value_error("Precision not allowed in integer format specifier"));
            }
            (neg, s, if spec.alt { p.to_string() } else { String::new() })
        };
        let mut grouping = None;
        if let Some(sep) = spec.group {
            let every = if matches!(ty, Some('x' | 'X' | 'o' | 'b')) { 4 } else { 3 };
            let end = digits.find(['.', 'e', '%']).unwrap_or(digits.len());
            let tail = digits.split_off(end);
            grouping = Some((sep, every, tail));
        }
        let sign = match (neg, spec.sign) {
            (true, _) => "-",
            (_, '+') => "+",
            (_, ' ') => " ",
            _ => "",
        };
        prefix = format!("{sign}{prefix}");
        let n = prefix.len();
        if let Some((sep, every, tail)) = grouping {
            let mut grouped = group_digits(&digits, sep, every);
            // Zeros that fill the width are grouped as well.
            if spec.fill == '0' && spec.align == Some('=') {
                while n + grouped.len() + tail.len() < spec.width {
                    digits.insert(0, '0');
                    grouped = group_digits(&digits, sep, every);
                }
            }
            digits = grouped + &tail;
        }
        Ok(spec.pad(&format!("{prefix}{digits}"), '>', n))
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
            let mut number = |h: &mut Host, i: &mut usize| -> R<Option<i64>> {
                if f.get(*i) == Some(&b'*') {
                    *i += 1;
                    let Some(v) = values.get(used) else {
                        return Err(h.type_error("not enough arguments for format string"));
                    };
                    used += 1;
                    return match h.as_int(*v) {
                        Some(n) => Ok(Some(n)),
                        None => Err(h.type_error("* wants int")),
                    };
                }
                let mut n = None;
                while let Some(d @ b'0'..=b'9') = f.get(*i) {
                    n = Some(n.unwrap_or(0) * 10 + i64::from(d - b'0'));
                    *i += 1;
                }
                Ok(n)
            };
            let mut width = number(self, &mut i)?.unwrap_or(0);
            if width < 0 {
                left = true;
                width = -width;
            }
            let mut prec = None;
            if f.get(i) == Some(&b'.') {
                i += 1;
                prec = Some(number(self, &mut i)?.unwrap_or(0).max(0) as usize);
            }
            while matches!(f.get(i), Some(b'l' | b'h' | b'L')) {
                i += 1;
            }
            let Some(&conv) = f.get(i) else {
                return Err(self.value_error("incomplete format"));
            };
            i += 1;
            if conv == b'%' {
                out.push(b'%');
                continue;
            }
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
                    if let Some(p) = prec {
                        s.truncate(p);
                    }
                    (s, false)
                }
                b'c' => match (self.as_int(v), self.text(v)) {
                    (Some(n), _) => match u8::try_from(n) {
                        Ok(b) => (vec![b], false),
                        Err(_) => {
                            return Err(self.err("OverflowError", "%c arg not in range(256)"));
                        }
                    },
                    (_, Some(s)) if s.chars().count() == 1 => (s.as_bytes().to_vec(), false),
                    _ => return Err(self.type_error("%c requires int or char")),
                },
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                    let n = match self.num(v) {
                        Some(Num::Float(x)) if matches!(conv, b'd' | b'i' | b'u') => {
                            super::numbers::big_from_float(x)
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
                    let a = n.abs();
                    let mut s = match conv {
                        b'x' => a.to_str_radix(16),
                        b'X' => a.to_str_radix(16).to_uppercase(),
                        b'o' => a.to_str_radix(8),
                        _ => a.to_string(),
                    };
                    if let Some(p) = prec {
                        while s.len() < p {
                            s.insert(0, '0');
                        }
                    }
                    if alt {
                        let p = match conv {
                            b'x' => "0x",
                            b'X' => "0X",
                            b'o' => "0o",
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
                    let s = float_format(x.abs(), conv as char, prec.unwrap_or(6), alt);
                    (signed(x.is_sign_negative() && !x.is_nan(), plus, space, &s), true)
                }
                _ => {
                    let m = format!(
                        "unsupported format character '{}' ({:#x}) at index {}",
                        conv as char,
                        conv,
                        i - 1
                    );
                    return Err(self.value_error(m));
                }
            };
            let pad = (width as usize).saturating_sub(body.len());
            if left {
                out.extend(&body);
                out.extend(std::iter::repeat_n(b' ', pad));
            } else if zero && numeric {
                let sign = usize::from(matches!(body.first(), Some(b'-' | b'+' | b' ')));
                let pre = if alt && matches!(conv, b'x' | b'X' | b'o') { sign + 2 } else { sign };
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
