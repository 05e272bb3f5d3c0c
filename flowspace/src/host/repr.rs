//! `repr` and `str`.

use super::*;

/// Python 2's `str` of a float: 12 digits; so many before the point are shown with an exponent.
fn float_str_of_python2(f: f64) -> String {
    let text = flowmodel::llinterp::format_float(f, b'g', 12);
    if !text.bytes().all(|b| b == b'-' || b.is_ascii_digit()) {
        return text;
    }
    let digits = text.trim_start_matches('-');
    if digits.len() < 12 {
        return format!("{text}.0");
    }
    let sign = if f < 0.0 { "-" } else { "" };
    let (first, rest) = digits.split_at(1);
    match rest.trim_end_matches('0') {
        "" => format!("{sign}{first}e+11"),
        rest => format!("{sign}{first}.{rest}e+11"),
    }
}

/// Writes the characters that every `repr` of a text escapes by a letter of their own; whether this is one.
fn escaped(c: char, quote: char, out: &mut String) -> bool {
    let letter = match c {
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\\' => c,
        _ if c == quote => c,
        _ => return false,
    };
    out.extend(['\\', letter]);
    true
}

/// `repr` of a byte string as Python 3 shows text: valid UTF-8 that is printable stays.
fn str_repr(s: &[u8]) -> String {
    let quote = if s.contains(&b'\'') && !s.contains(&b'"') { '"' } else { '\'' };
    let mut out = String::with_capacity(s.len() + 2);
    out.push(quote);
    for chunk in s.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                _ if escaped(c, quote, &mut out) => {}
                c if (c as u32) < 32 || c as u32 == 127 => {
                    out.push_str(&format!("\\x{:02x}", c as u32));
                }
                c if (0x80..0xa1).contains(&(c as u32)) || c as u32 == 0xad => {
                    out.push_str(&format!("\\x{:02x}", c as u32));
                }
                c => out.push(c),
            }
        }
        for b in chunk.invalid() {
            out.push_str(&format!("\\x{b:02x}"));
        }
    }
    out.push(quote);
    out
}

/// `repr` of bytes, without the `b`: what is not ASCII is numbers.
fn bytes_repr(s: &[u8]) -> String {
    let quote = if s.contains(&b'\'') && !s.contains(&b'"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for b in s {
        if !(b.is_ascii() && escaped(char::from(*b), quote, &mut out)) {
            match b {
                32..127 => out.push(char::from(*b)),
                _ => out.push_str(&format!("\\x{b:02x}")),
            }
        }
    }
    out.push(quote);
    out
}

/// A text in UTF-8 with escapes for what is not ASCII.
pub(crate) fn ascii_only(s: &[u8]) -> Vec<u8> {
    let mut out = vec![];
    for chunk in s.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_ascii() {
                out.push(c as u8);
            } else {
                out.extend(escaped_code(c as u32).bytes());
            }
        }
        out.extend(chunk.invalid());
    }
    out
}

/// The escape that names a character by its code.
pub(crate) fn escaped_code(code: u32) -> String {
    match code {
        0..0x100 => format!("\\x{code:02x}"),
        0x100..0x1_0000 => format!("\\u{code:04x}"),
        _ => format!("\\U{code:08x}"),
    }
}

/// `repr` of a unicode string as Python 2 shows it. Generated sources are made of such texts.
fn unicode_repr(s: &str) -> String {
    let quote = if s.contains('\'') && !s.contains('"') { '"' } else { '\'' };
    let mut out = format!("u{quote}");
    for c in s.chars() {
        match c {
            _ if escaped(c, quote, &mut out) => {}
            ' '..='~' => out.push(c),
            c => out.push_str(&escaped_code(c as u32)),
        }
    }
    out.push(quote);
    out
}

/// `repr(x)` as text.
pub(crate) fn repr(host: &mut Host, r: HostRef) -> R<String> {
    let b = bytes(host, r)?;
    Ok(String::from_utf8_lossy(&b).into_owned())
}

/// `repr(x)`
pub(crate) fn bytes(host: &mut Host, r: HostRef) -> R<Vec<u8>> {
    if let Some(f) = special::user_special(host, r, "__repr__") {
        let v = special::call_special(host, f, r, &[])?;
        return match host.obj(host.base(v)) {
            HostObj::Str(s) => Ok(s.to_vec()),
            HostObj::Unicode(s) => Ok(s.as_bytes().to_vec()),
            _ => {
                let m = format!("__repr__ returned non-string (type {})", host.type_name(v));
                Err(host.type_error(m))
            }
        };
    }
    if let HostObj::Instance(i) = host.obj(r)
        && let Payload::ExcArgs(args) = i.payload
    {
        let name = host.type_name(r);
        let items = host.iter_to_vec(args)?;
        let inner = match items.as_slice() {
            [one] if !generation::in_python2(host) => format!("({})", host.repr(*one)?),
            _ => host.repr(args)?,
        };
        return Ok(format!("{name}{inner}").into_bytes());
    }
    let b = host.base(r);
    if b != r
        && let HostObj::Set(_) | HostObj::FrozenSet(_) = host.obj(b)
    {
        let name = host.type_name(r);
        let keys = host.iter_to_vec(b)?;
        let inner = join_reprs(host, &keys)?;
        return Ok(if keys.is_empty() {
            format!("{name}()")
        } else {
            format!("{name}({{{inner}}})")
        }
        .into_bytes());
    }
    let container = matches!(
        host.obj(b),
        HostObj::List(_) | HostObj::Tuple(_) | HostObj::Dict(_) | HostObj::Set(_)
    );
    if container {
        if host.run.shown.contains(&b) {
            return Ok(match host.obj(b) {
                HostObj::List(_) => b"[...]".to_vec(),
                HostObj::Tuple(_) => b"(...)".to_vec(),
                _ => b"{...}".to_vec(),
            });
        }
        run::enter(host)?;
        host.run.shown.push(b);
        let s = of_builtin(host, b);
        host.run.shown.pop();
        host.run.depth -= 1;
        return s.map(String::into_bytes);
    }
    of_builtin(host, b).map(String::into_bytes)
}

fn join_reprs(host: &mut Host, items: &[HostRef]) -> R<String> {
    let mut out = String::new();
    for (i, x) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        out.push_str(&host.repr(*x)?);
    }
    Ok(out)
}

fn address(r: HostRef) -> String {
    format!("0x{:012x}", 0x7f00_0000_0000u64 + u64::from(r.0) * 16)
}

pub(crate) fn class_path(host: &Host, cls: HostRef) -> String {
    let c = host.cls(cls);
    let name = c.qualname.clone().unwrap_or_else(|| c.name.clone());
    match host.ns_get(c.dict, "__module__").and_then(|m| host.text(m)) {
        Some(m) if &*m != "builtins" => format!("{m}.{name}"),
        _ => name.to_string(),
    }
}

fn of_builtin(host: &mut Host, r: HostRef) -> R<String> {
    Ok(match host.obj(r) {
        HostObj::None => "None".into(),
        HostObj::NotImplemented => "NotImplemented".into(),
        HostObj::Ellipsis => "Ellipsis".into(),
        HostObj::Bool(b) => if *b { "True" } else { "False" }.into(),
        HostObj::Int(i) => i.to_string(),
        HostObj::BigInt(b) => b.to_string(),
        HostObj::Float(f) => numbers::float_repr(*f),
        HostObj::Str(s)
            if generation::is_bytes(host, r) && !generation::passes_for_str(host, r) =>
        {
            format!("b{}", bytes_repr(s))
        }
        HostObj::Str(s) => str_repr(s),
        HostObj::Unicode(s) if generation::in_python2(host) => unicode_repr(s),
        HostObj::Unicode(s) => {
            let s = s.clone();
            // Which characters can be printed is known by the functions of running programs.
            let quoted = if s.chars().all(|c| (c as u32) < 0x100) {
                None
            } else {
                text::unicode_method(host, "quoted", &[r])?
            };
            match quoted.map(|q| host.obj(q)) {
                Some(HostObj::Str(q)) => String::from_utf8_lossy(q).into_owned(),
                _ => str_repr(s.as_bytes()),
            }
        }
        HostObj::ByteArray(s) => format!("bytearray(b{})", str_repr(s)),
        HostObj::Tuple(t) => {
            let t = t.clone();
            let inner = join_reprs(host, &t)?;
            if t.len() == 1 { format!("({inner},)") } else { format!("({inner})") }
        }
        HostObj::List(l) => {
            let l = l.clone();
            format!("[{}]", join_reprs(host, &l)?)
        }
        HostObj::Dict(d) => {
            let items: Vec<_> = d.items().collect();
            let mut out = String::from("{");
            for (i, (k, v)) in items.into_iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                out.push_str(&host.repr(k)?);
                out.push_str(": ");
                out.push_str(&host.repr(v)?);
            }
            out.push('}');
            out
        }
        HostObj::Set(d) => {
            let keys: Vec<_> = d.keys().collect();
            if keys.is_empty() {
                "set()".into()
            } else {
                format!("{{{}}}", join_reprs(host, &keys)?)
            }
        }
        HostObj::FrozenSet(d) => {
            let keys: Vec<_> = d.keys().collect();
            if keys.is_empty() {
                "frozenset()".into()
            } else {
                format!("frozenset({{{}}})", join_reprs(host, &keys)?)
            }
        }
        HostObj::Slice(a, b, c) => {
            let v = [*a, *b, *c];
            format!("slice({})", join_reprs(host, &v)?)
        }
        // (a list to code of Python 2)
        HostObj::Range(..) if generation::in_python2(host) => {
            let items = host.iter_to_vec(r)?;
            format!("[{}]", join_reprs(host, &items)?)
        }
        HostObj::Range(a, b, 1) => format!("range({a}, {b})"),
        HostObj::Range(a, b, c) => format!("range({a}, {b}, {c})"),
        HostObj::Function(f) => format!("<function {} at {}>", f.qualname, address(r)),
        HostObj::Builtin(b) => {
            let n = b.name.rsplit('.').next().unwrap_or(&b.name);
            format!("<built-in function {n}>")
        }
        HostObj::Unbound { func, class } => {
            let (func, class) = (*func, *class);
            let name = special::function_name(host, func);
            format!("<unbound method {}.{name}>", host.cls(class).name)
        }
        HostObj::BoundMethod { func, this } => {
            let (func, this) = (*func, *this);
            let name = match host.obj(func) {
                HostObj::Function(f) => f.qualname.to_string(),
                HostObj::Builtin(b) => {
                    let n = b.name.rsplit('.').next().unwrap_or(&b.name).to_string();
                    let t = host.type_name(this);
                    return Ok(format!("<built-in method {n} of {t} object at {}>", address(this)));
                }
                _ => "?".into(),
            };
            format!("<bound method {name} of {}>", host.repr(this)?)
        }
        HostObj::Class(_) => format!("<class '{}'>", class_path(host, r)),
        HostObj::Instance(i) => {
            let path = class_path(host, i.class);
            format!("<{path} object at {}>", address(r))
        }
        HostObj::Module(m) => match &m.path {
            Some(p) => format!("<module '{}' from '{}'>", m.name, p.display()),
            None => format!("<module '{}' (built-in)>", m.name),
        },
        HostObj::Generator(g) => {
            format!("<generator object {} at {}>", g.name, address(r))
        }
        HostObj::Code(c) => format!("<code object {}>", c.name),
        HostObj::DictView(_, kind) => {
            let name = match kind {
                ViewKind::Keys => "dict_keys",
                ViewKind::Values => "dict_values",
                ViewKind::Items => "dict_items",
            };
            let items = host.iter_to_vec(r)?;
            format!("{name}([{}])", join_reprs(host, &items)?)
        }
        HostObj::File(f) => format!("<file '{}' mode='{}'>", f.name, f.mode),
        HostObj::Opaque { kind, payload } => format!("<{kind} {payload}>"),
        _ => format!("<{} object at {}>", host.type_name(r), address(r)),
    })
}

/// `str(x)` as text.
pub(crate) fn str_of(host: &mut Host, r: HostRef) -> R<String> {
    let b = str_bytes(host, r)?;
    Ok(String::from_utf8_lossy(&b).into_owned())
}

/// `str(x)`
pub(crate) fn str_bytes(host: &mut Host, r: HostRef) -> R<Vec<u8>> {
    if let Some(f) = special::user_special(host, r, "__str__") {
        let v = special::call_special(host, f, r, &[])?;
        return match host.obj(host.base(v)) {
            HostObj::Str(s) => Ok(s.to_vec()),
            HostObj::Unicode(s) => Ok(s.as_bytes().to_vec()),
            _ => {
                let m = format!("__str__ returned non-string (type {})", host.type_name(v));
                Err(host.type_error(m))
            }
        };
    }
    if let HostObj::Instance(i) = host.obj(r)
        && let Payload::ExcArgs(args) = i.payload
    {
        let items = host.iter_to_vec(args)?;
        return match items.as_slice() {
            [] => Ok(vec![]),
            [one] if host.err_is(HErr(r), "KeyError") => bytes(host, *one),
            [one] => str_bytes(host, *one),
            [no, msg, ..] if host.err_is(HErr(r), "OSError") => {
                let (no, msg) = (host.str_of(*no)?, host.str_of(*msg)?);
                Ok(match items.get(2) {
                    Some(f) => {
                        let f = host.repr(*f)?;
                        format!("[Errno {no}] {msg}: {f}")
                    }
                    None => format!("[Errno {no}] {msg}"),
                }
                .into_bytes())
            }
            _ => bytes(host, args),
        };
    }
    if special::user_special(host, r, "__repr__").is_some() {
        return bytes(host, r);
    }
    match host.obj(host.base(r)) {
        HostObj::Str(s) => Ok(s.to_vec()),
        HostObj::Unicode(s) => Ok(s.as_bytes().to_vec()),
        HostObj::ByteArray(s) if generation::in_python2(host) => Ok(s.clone()),
        HostObj::Float(f) if generation::in_python2(host) => {
            Ok(float_str_of_python2(*f).into_bytes())
        }
        _ => bytes(host, r),
    }
}
