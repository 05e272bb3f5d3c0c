//! String literals: escapes, implicit concatenation, f-strings.

use crate::ast::{Expr, ExprKind, FPart};
use crate::bytecode::{ConstValue, Conversion};
use crate::lexer::{StrKind, Tok, tokenize_fragment};
use crate::parser::state::{PResult, Parser};
use flowmodel::diag::Span;

enum Piece {
    /// A literal without prefix, or with `r`: its bytes.
    Plain(Vec<u8>),
    Unicode(String),
    Bytes(Vec<u8>),
    Format(Vec<FPart>),
}

/// One or more adjacent string literals.
pub(super) fn adjacent(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let mut pieces = Vec::new();
    while let Tok::Str(kind) = p.tok() {
        let t = p.advance();
        let from = t.start + kind.prefix as u32 + kind.quote as u32;
        let to = t.end - kind.quote as u32;
        let body = &p.text[from as usize..to as usize];
        pieces.push((string_piece(p, body, from, kind)?, p.span_of(t)));
    }
    let all = p.span_from(start);
    let bytes = pieces.iter().filter(|p| matches!(p.0, Piece::Bytes(_))).count();
    if bytes > 0 {
        if bytes < pieces.len() {
            return p.error("bytes and text literals cannot be joined", all);
        }
        let mut joined = Vec::new();
        for (p, _) in pieces {
            if let Piece::Bytes(b) = p {
                joined.extend(b);
            }
        }
        return Ok(p.mk(start, ExprKind::Const(ConstValue::Bytes(joined.into()))));
    }
    let mut is_format = false;
    let mut is_unicode = false;
    let mut plain = Vec::new();
    let mut parts: Vec<FPart> = Vec::new();
    for (p, _) in pieces {
        match p {
            Piece::Plain(bytes) => {
                parts.push(FPart::Literal(String::from_utf8_lossy(&bytes).into_owned()));
                plain.extend(bytes);
            }
            Piece::Unicode(text) => {
                is_unicode = true;
                parts.push(FPart::Literal(text));
            }
            Piece::Format(more) => {
                is_format = true;
                parts.extend(more);
            }
            Piece::Bytes(_) => {}
        }
    }
    if is_format {
        return Ok(p.mk(start, ExprKind::JoinedStr(parts)));
    }
    if !is_unicode {
        let value = match String::from_utf8(plain) {
            Ok(text) => ConstValue::Str(text.into()),
            Err(e) => ConstValue::RawStr(e.into_bytes().into()),
        };
        return Ok(p.mk(start, ExprKind::Const(value)));
    }
    let mut text = String::new();
    for p in &parts {
        if let FPart::Literal(s) = p {
            text.push_str(s);
        }
    }
    Ok(p.mk(start, ExprKind::Const(ConstValue::Unicode(text.into()))))
}

fn string_piece(p: &mut Parser<'_>, body: &str, base: u32, kind: StrKind) -> PResult<Piece> {
    if kind.format {
        let mut at = 0;
        let parts = p.nested(|p| format_parts(p, body, base, &mut at, kind.raw, false))?;
        return Ok(Piece::Format(parts));
    }
    if kind.bytes && p.python2 {
        return decode(p, body, base, kind.raw, true).map(Piece::Plain);
    }
    if kind.bytes {
        return bytes_body(p, body, base, kind.raw).map(Piece::Bytes);
    }
    if kind.unicode && kind.raw {
        return raw_unicode(p, body, base).map(Piece::Unicode);
    }
    if kind.unicode || p.future.unicode_literals {
        return text_body(p, body, base, kind.raw).map(Piece::Unicode);
    }
    decode(p, body, base, kind.raw, true).map(Piece::Plain)
}

/// `ur''` has the escapes `\u` and `\U`, after an odd number of backslashes.
fn raw_unicode(p: &Parser<'_>, body: &str, base: u32) -> PResult<String> {
    let mut out = String::new();
    let mut from = 0;
    let mut i = 0;
    while let Some(at) = body[i..].find('\\').map(|n| n + i) {
        i = at + 1;
        let length = match body.as_bytes().get(i) {
            Some(b'\\') => 2,
            Some(b'u') => 6,
            Some(b'U') => 10,
            _ => continue,
        };
        i = (at + length).min(body.len());
        if length == 2 {
            continue;
        }
        let Some(escape) = body.get(at..i) else { continue };
        out.push_str(&text_body(p, &body[from..at], base + from as u32, true)?);
        out.push_str(&text_body(p, escape, base + at as u32, false)?);
        from = i;
    }
    out.push_str(&text_body(p, &body[from..], base + from as u32, true)?);
    Ok(out)
}

/// Reads a literal as the bytes of the file, where a plain literal has bytes.
fn push_source(p: &Parser<'_>, out: &mut Vec<u8>, c: char, is_bytes: bool) {
    let mut utf8 = [0; 4];
    let text = c.encode_utf8(&mut utf8);
    match is_bytes && p.python2 && !c.is_ascii() {
        true => out.extend(p.encoding.encode(text)),
        false => out.extend_from_slice(text.as_bytes()),
    }
}

impl Parser<'_> {
    fn place(&self, base: u32, from: usize, to: usize) -> Span {
        Span { file: self.file, start: base + from as u32, end: base + to as u32, inlined: 0 }
    }
}

/// Text with escapes replaced (unless raw) and line ends normalised.
fn text_body(p: &Parser<'_>, body: &str, base: u32, raw: bool) -> PResult<String> {
    let bytes = decode(p, body, base, raw, false)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Does the same as `text_body`, in UTF-8. With `byte_escapes`, `\xHH` and octal escapes are single bytes
/// (a `str` is a byte string), else code points.
fn decode(
    p: &Parser<'_>,
    body: &str,
    base: u32,
    raw: bool,
    byte_escapes: bool,
) -> PResult<Vec<u8>> {
    let mut out = Vec::with_capacity(body.len());
    let mut utf8 = [0; 4];
    let mut chars = body.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        if c == '\r' {
            if chars.peek().is_some_and(|n| n.1 == '\n') {
                chars.next();
            }
            out.push(b'\n');
            continue;
        }
        if c != '\\' || raw {
            push_source(p, &mut out, c, byte_escapes);
            continue;
        }
        let Some(&(_, e)) = chars.peek() else {
            out.push(b'\\');
            break;
        };
        // To Python 2, `\u` and `\N` of a byte string are two characters.
        if byte_escapes && matches!(e, 'u' | 'U' | 'N') {
            let code = if p.python2 { None } else { unicode_escape(&body[i + 1..]) };
            if code.is_none() && !p.python3 {
                out.push(b'\\');
                continue;
            }
        }
        chars.next();
        let mut digits = |n: usize| -> Option<u32> {
            let mut v = 0;
            for _ in 0..n {
                let d = chars.peek()?.1.to_digit(16)?;
                chars.next();
                v = v * 16 + d;
            }
            Some(v)
        };
        let code = match e {
            '\n' => continue,
            '\r' => {
                if chars.peek().is_some_and(|n| n.1 == '\n') {
                    chars.next();
                }
                continue;
            }
            'x' => digits(2),
            'u' => digits(4),
            'U' => digits(8),
            'N' => {
                let Some(name) = name_in_braces(&body[i + 2..]) else {
                    let span = p.place(base, i, i + 2);
                    let m = "`\\N` needs the name of a character, as in `\\N{EM DASH}`";
                    return p.error(m, span);
                };
                let end = i + 2 + name.len() + 2;
                while chars.peek().is_some_and(|n| n.0 < end) {
                    chars.next();
                }
                let Some(c) = named_character(name) else {
                    let span = p.place(base, i, end);
                    return p.error(format!("no character is named `{name}`"), span);
                };
                Some(c as u32)
            }
            '0'..='7' => {
                let mut v = e.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    match chars.peek().and_then(|n| n.1.to_digit(8)) {
                        Some(d) => v = v * 8 + d,
                        None => break,
                    }
                    chars.next();
                }
                Some(v)
            }
            _ => match simple_escape(e) {
                Some(b) => Some(b as u32),
                None => {
                    out.push(b'\\');
                    push_source(p, &mut out, e, byte_escapes);
                    continue;
                }
            },
        };
        let Some(code) = code else {
            let span = p.place(base, i, i + 2);
            return p.error(format!("`\\{e}` needs more hexadecimal digits"), span);
        };
        if byte_escapes && matches!(e, 'x' | '0'..='7') {
            out.push(code as u8);
            continue;
        }
        match char::from_u32(code) {
            Some(c) => out.extend_from_slice(c.encode_utf8(&mut utf8).as_bytes()),
            None => {
                let span = p.place(base, i, i + 2);
                let message = if (0xd800..0xe000).contains(&code) {
                    "half of a surrogate pair is not supported in a literal"
                } else {
                    "this is not a Unicode code point"
                };
                return p.error(message, span);
            }
        }
    }
    Ok(out)
}

fn bytes_body(p: &Parser<'_>, body: &str, base: u32, raw: bool) -> PResult<Vec<u8>> {
    if let Some(i) = body.find(|c: char| !c.is_ascii()) {
        let span = p.place(base, i, i + 1);
        return p.error("a bytes literal has ASCII characters only: use an escape", span);
    }
    let text = body.replace("\r\n", "\n").replace('\r', "\n");
    if raw {
        return Ok(text.into_bytes());
    }
    let b = text.as_bytes();
    let mut out = Vec::with_capacity(b.len());
    let mut i = 0;
    while i < b.len() {
        if b[i] != b'\\' || i + 1 == b.len() {
            out.push(b[i]);
            i += 1;
            continue;
        }
        let e = b[i + 1];
        match e {
            b'\n' => i += 2,
            b'x' => {
                let v = b.get(i + 2..i + 4).and_then(|h| std::str::from_utf8(h).ok());
                match v.and_then(|h| u8::from_str_radix(h, 16).ok()) {
                    Some(v) => out.push(v),
                    None => {
                        let span = p.place(base, i, i + 2);
                        return p.error("`\\x` needs two hexadecimal digits", span);
                    }
                }
                i += 4;
            }
            b'0'..=b'7' => {
                let mut v = 0u32;
                let mut n = 0;
                while n < 3 && matches!(b.get(i + 1 + n), Some(b'0'..=b'7')) {
                    v = v * 8 + (b[i + 1 + n] - b'0') as u32;
                    n += 1;
                }
                out.push(v as u8);
                i += 1 + n;
            }
            _ => {
                match simple_escape(e as char) {
                    Some(v) => out.push(v),
                    None => out.extend([b'\\', e]),
                }
                i += 2;
            }
        }
    }
    Ok(out)
}

/// Pieces of an f-string from `body[*at..]`; in a format specification up to its `}`.
fn format_parts(
    p: &mut Parser<'_>,
    body: &str,
    base: u32,
    at: &mut usize,
    raw: bool,
    in_spec: bool,
) -> PResult<Vec<FPart>> {
    let b = body.as_bytes();
    let mut parts = Vec::new();
    let mut literal = String::new();
    let mut from = *at;
    loop {
        let i = *at;
        let special = match b.get(i) {
            None => true,
            Some(b'{') | Some(b'}') => true,
            Some(b'\\') if !raw => {
                *at += 2;
                if b.get(i + 1) == Some(&b'N')
                    && let Some(name) = name_in_braces(&body[i + 2..])
                {
                    *at += name.len() + 2;
                }
                while *at < b.len() && !body.is_char_boundary(*at) {
                    *at += 1;
                }
                continue;
            }
            Some(_) => false,
        };
        if !special {
            *at += 1;
            continue;
        }
        let end = i.min(b.len());
        literal.push_str(&text_body(p, &body[from..end], base + from as u32, raw)?);
        match b.get(i) {
            None => {
                if !literal.is_empty() {
                    parts.push(FPart::Literal(literal));
                }
                return Ok(parts);
            }
            Some(&c) if !in_spec && b.get(i + 1) == Some(&c) => {
                literal.push(c as char);
                *at += 2;
                from = *at;
            }
            Some(b'}') if in_spec => {
                if !literal.is_empty() {
                    parts.push(FPart::Literal(literal));
                }
                return Ok(parts);
            }
            Some(b'}') => {
                let span = p.place(base, i, i + 1);
                return p.error("a single `}` in an f-string: write `}}`", span);
            }
            Some(_) => {
                if !literal.is_empty() {
                    parts.push(FPart::Literal(std::mem::take(&mut literal)));
                }
                *at += 1;
                p.nested(|p| format_field(p, body, base, at, raw, &mut parts))?;
                from = *at;
            }
        }
    }
}

/// A replacement field, `*at` behind its `{`; leaves `*at` behind its `}`.
fn format_field(
    p: &mut Parser<'_>,
    body: &str,
    base: u32,
    at: &mut usize,
    raw: bool,
    parts: &mut Vec<FPart>,
) -> PResult<()> {
    let b = body.as_bytes();
    let from = *at;
    let mut depth = 0usize;
    let mut i = from;
    let mut debug = false;
    let end = loop {
        let Some(&c) = b.get(i) else {
            let span = p.place(base, from, from);
            return p.error("this `{` of the f-string is not closed", span);
        };
        match c {
            b'\'' | b'"' => {
                let triple = b[i..].starts_with(&[c; 3]);
                let close: &[u8] = if triple { &[c; 3] } else { &[c] };
                i += close.len();
                while i < b.len() && !b[i..].starts_with(close) {
                    i += 1;
                }
                i += close.len();
                continue;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b'}' if depth == 0 => break i,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b':' if depth == 0 => break i,
            b'!' if depth == 0 && b.get(i + 1) != Some(&b'=') => break i,
            b'=' if depth == 0 => {
                let before = if i > from { b[i - 1] } else { 0 };
                if b.get(i + 1) == Some(&b'=') {
                    i += 2;
                    continue;
                }
                let rest = body[i + 1..].trim_start();
                if !matches!(before, b'<' | b'>' | b'!') && rest.starts_with(['}', '!', ':']) {
                    debug = true;
                    break i;
                }
            }
            _ => {}
        }
        i += 1;
    };
    let text = &body[from..end];
    if text.trim().is_empty() {
        let span = p.place(base, from, end);
        return p.error("a field of an f-string needs an expression", span);
    }
    let mut i = end;
    if debug {
        let after = body.len() - body[end + 1..].trim_start().len();
        parts.push(FPart::Literal(body[from..after].to_string()));
        i = after;
    }
    let expr = fragment(p, text, base + from as u32)?;
    let mut conversion = Conversion::None;
    if b.get(i) == Some(&b'!') {
        conversion = match b.get(i + 1) {
            Some(b's') => Conversion::Str,
            Some(b'r') => Conversion::Repr,
            Some(b'a') => Conversion::Ascii,
            _ => {
                let span = p.place(base, i, i + 1);
                return p.error("a conversion in an f-string is `!s`, `!r` or `!a`", span);
            }
        };
        i += 2;
    } else if debug && b.get(i) == Some(&b'}') {
        conversion = Conversion::Repr;
    }
    let mut spec = None;
    if b.get(i) == Some(&b':') {
        let mut j = i + 1;
        spec = Some(p.nested(|p| format_parts(p, body, base, &mut j, raw, true))?);
        i = j;
    }
    if b.get(i) != Some(&b'}') {
        let to = i.min(b.len());
        let span = p.place(base, to, to);
        return p.error("expected `}` in the f-string", span);
    }
    *at = i + 1;
    parts.push(FPart::Field { expr, conversion, spec });
    Ok(())
}

fn fragment(p: &mut Parser<'_>, text: &str, base: u32) -> PResult<Expr> {
    let (tokens, mut errors) = tokenize_fragment(p.file, text, base);
    if !errors.is_empty() {
        return Err(Box::new(errors.remove(0)));
    }
    let saved = std::mem::replace(&mut p.tokens, tokens);
    let pos = std::mem::replace(&mut p.pos, 0);
    let r =
        p.testlist().and_then(|e| p.expect(Tok::End, "the end of the f-string's field").map(|_| e));
    p.tokens = saved;
    p.pos = pos;
    r
}

/// The name in `{NAME}` at the start of a text.
fn name_in_braces(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix('{')?.split_once('}')?;
    (!name.is_empty()).then_some(name)
}

/// A character by its name in the Unicode database.
pub(crate) fn named_character(name: &str) -> Option<char> {
    let c = unicode_names2::character(name)?;
    // The table does not mind blanks and hyphens: `EMDASH` would be found, too.
    let letters =
        |s: &str| s.to_ascii_uppercase().replace(|c: char| !c.is_ascii_alphanumeric(), "");
    match unicode_names2::name(c).map(|n| n.to_string()) {
        Some(n) if letters(&n) == letters(name) && !n.eq_ignore_ascii_case(name) => None,
        _ => Some(c),
    }
}

/// The code of a text that begins as `uHHHH`, `UHHHHHHHH` or `N{NAME}`, if it is one.
fn unicode_escape(text: &str) -> Option<u32> {
    let n = match text.as_bytes().first() {
        Some(b'u') => 4,
        Some(b'U') => 8,
        _ => return named_character(name_in_braces(&text[1..])?).map(|c| c as u32),
    };
    let digits = text.get(1..1 + n).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

fn simple_escape(e: char) -> Option<u8> {
    Some(match e {
        '\\' => b'\\',
        '\'' => b'\'',
        '"' => b'"',
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'n' => 10,
        'r' => 13,
        't' => 9,
        'v' => 11,
        _ => return None,
    })
}
