//! Codecs beside UTF-8, ASCII and Latin-1, as `encode` and `decode` of CPython 2 have them: from bytes
//! to bytes (`hex`, `base64`), and the rarer ones between text and bytes.

use super::*;

#[derive(Clone, Copy, PartialEq)]
enum Codec {
    Hex,
    Base64,
    Rot13,
    Zlib,
    StringEscape,
    UnicodeEscape,
    RawUnicodeEscape,
    Utf8Sig,
    /// Bytes of a unit, the first byte the most significant, a byte order mark.
    Wide(usize, bool, bool),
}

fn find(name: &str) -> Option<Codec> {
    let name = name.to_ascii_lowercase().replace(['-', ' '], "_");
    Some(match name.as_str() {
        "hex" | "hex_codec" => Codec::Hex,
        "base64" | "base_64" | "base64_codec" => Codec::Base64,
        "rot13" | "rot_13" => Codec::Rot13,
        "zlib" | "zip" | "zlib_codec" => Codec::Zlib,
        "string_escape" => Codec::StringEscape,
        "unicode_escape" | "unicodeescape" => Codec::UnicodeEscape,
        "raw_unicode_escape" | "rawunicodeescape" => Codec::RawUnicodeEscape,
        "utf_8_sig" => Codec::Utf8Sig,
        "utf_16" | "utf16" | "u16" => Codec::Wide(2, false, true),
        "utf_16_le" | "utf_16le" => Codec::Wide(2, false, false),
        "utf_16_be" | "utf_16be" => Codec::Wide(2, true, false),
        "utf_32" | "utf32" | "u32" => Codec::Wide(4, false, true),
        "utf_32_le" | "utf_32le" => Codec::Wide(4, false, false),
        "utf_32_be" | "utf_32be" => Codec::Wide(4, true, false),
        _ => return None,
    })
}

/// `s.encode(encoding)` by one of the codecs of this file; `None` if it is not one of them.
pub(super) fn encode_by_codec(
    host: &mut Host,
    s: &[u8],
    is_unicode: bool,
    encoding: &str,
) -> R<Option<HostRef>> {
    let Some(codec) = find(encoding) else { return Ok(None) };
    if matches!(codec, Codec::Hex | Codec::Base64 | Codec::Zlib | Codec::StringEscape) {
        if is_unicode && !s.is_ascii() {
            let m = "'ascii' codec can't encode character: ordinal not in range(128)";
            return Err(host.err("UnicodeEncodeError", m));
        }
        let out = match codec {
            Codec::Hex => hex(s).into_bytes(),
            Codec::Base64 => s.chunks(57).flat_map(base64_line).collect(),
            Codec::Zlib => miniz_oxide::deflate::compress_to_vec_zlib(s, 6),
            _ => string_escape(s),
        };
        return Ok(Some(host.bytes(&out)));
    }
    let Ok(text) = std::str::from_utf8(s) else {
        let m = "'ascii' codec can't decode byte: ordinal not in range(128)";
        return Err(host.err("UnicodeDecodeError", m));
    };
    let out = match codec {
        Codec::Rot13 => {
            let t: String = text.chars().map(rot13).collect();
            if t.chars().any(|c| c as u32 > 255) {
                let m = "character maps to <undefined>";
                return Err(host.err("UnicodeEncodeError", m));
            }
            t.chars().map(|c| c as u8).collect()
        }
        Codec::UnicodeEscape => unicode_escape(text).into_bytes(),
        Codec::RawUnicodeEscape => raw_unicode_escape(text),
        Codec::Utf8Sig => [b"\xef\xbb\xbf", s].concat(),
        Codec::Wide(size, big, mark) => {
            let mark = if mark { "\u{feff}" } else { "" };
            [mark, text].iter().flat_map(|t| wide(t, size, big)).collect()
        }
        _ => unreachable!("from bytes to bytes"),
    };
    Ok(Some(host.bytes(&out)))
}

/// `s.decode(encoding)`, as `encode_by_codec`.
pub(super) fn decode_by_codec(host: &mut Host, s: &[u8], encoding: &str) -> R<Option<HostRef>> {
    let Some(codec) = find(encoding) else { return Ok(None) };
    let to_bytes = match codec {
        Codec::Hex => Some(unhex(s).map_err(|m| ("TypeError", m))),
        Codec::Base64 => Some(unbase64(s).map_err(|m| ("binascii.Error", m))),
        Codec::Zlib => {
            let m = "Error -3 while decompressing data: incorrect data";
            Some(
                miniz_oxide::inflate::decompress_to_vec_zlib(s)
                    .map_err(|_| ("ValueError", m.to_string())),
            )
        }
        Codec::StringEscape => Some(string_unescape(s).map_err(|m| ("ValueError", m))),
        _ => None,
    };
    match to_bytes {
        Some(Ok(out)) => return Ok(Some(host.bytes(&out))),
        Some(Err(("binascii.Error", m))) => {
            let module = host.import("binascii")?;
            let class = host.getattr(module, "Error")?;
            let m = host.str(&m);
            return Err(host.err_args(class, &[m]));
        }
        Some(Err((class, m))) => return Err(host.err(class, m)),
        None => {}
    }
    let text = match codec {
        Codec::Rot13 => Some(s.iter().map(|b| rot13(*b as char)).collect()),
        Codec::Utf8Sig => {
            let s = s.strip_prefix(b"\xef\xbb\xbf").unwrap_or(s);
            std::str::from_utf8(s).ok().map(String::from)
        }
        Codec::Wide(size, big, mark) => unwide(s, size, big, mark),
        Codec::UnicodeEscape => unicode_unescape(s, false),
        _ => unicode_unescape(s, true),
    };
    match text {
        Some(t) => Ok(Some(host.unicode(&t))),
        None => {
            let m = format!("'{encoding}' codec can't decode the string");
            Err(host.err("UnicodeDecodeError", m))
        }
    }
}

fn hex(s: &[u8]) -> String {
    s.iter().map(|b| format!("{b:02x}")).collect()
}

fn unhex(s: &[u8]) -> Result<Vec<u8>, String> {
    if !s.len().is_multiple_of(2) {
        return Err("Odd-length string".into());
    }
    let digit = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
    s.chunks(2)
        .map(|p| Some(digit(p[0])? << 4 | digit(p[1])?))
        .collect::<Option<_>>()
        .ok_or_else(|| "Non-hexadecimal digit found".into())
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64_line(s: &[u8]) -> Vec<u8> {
    let mut out = vec![];
    for part in s.chunks(3) {
        let bits = (0..3).fold(0u32, |n, i| n << 8 | *part.get(i).unwrap_or(&0) as u32);
        for i in 0..4 {
            let sextet = bits >> (18 - 6 * i) & 63;
            out.push(if i <= part.len() { BASE64[sextet as usize] } else { b'=' });
        }
    }
    out.push(b'\n');
    out
}

/// Decodes a text in base 64. Characters that are not of the alphabet are skipped; the padding ends
/// the text.
fn unbase64(s: &[u8]) -> Result<Vec<u8>, String> {
    let value = |b: u8| BASE64.iter().position(|c| *c == b);
    let mut out = vec![];
    let (mut bits, mut count) = (0usize, 0);
    for (i, b) in s.iter().enumerate() {
        if *b == b'=' {
            let next = || s[i + 1..].iter().find(|b| **b == b'=' || value(**b).is_some());
            if count == 3 || count == 2 && next() == Some(&b'=') {
                return Ok(out);
            }
            continue;
        }
        let Some(v) = value(*b) else { continue };
        bits = (bits << 6 | v) & 0xffff;
        count = (count + 1) % 4;
        match count {
            2 => out.push((bits >> 4) as u8),
            3 => out.push((bits >> 2) as u8),
            0 => out.push(bits as u8),
            _ => {}
        }
    }
    if count == 0 { Ok(out) } else { Err("Incorrect padding".into()) }
}

fn rot13(c: char) -> char {
    let turn = |first: u8| ((c as u8 - first + 13) % 26 + first) as char;
    match c {
        'a'..='z' => turn(b'a'),
        'A'..='Z' => turn(b'A'),
        _ => c,
    }
}

fn string_escape(s: &[u8]) -> Vec<u8> {
    let mut out = vec![];
    for b in s {
        match b {
            b'\\' | b'\'' => out.extend([b'\\', *b]),
            b'\n' => out.extend(b"\\n"),
            b'\r' => out.extend(b"\\r"),
            b'\t' => out.extend(b"\\t"),
            b' '..=b'~' => out.push(*b),
            _ => out.extend(format!("\\x{b:02x}").bytes()),
        }
    }
    out
}

/// The byte that an escape of one letter stands for.
fn letter_escape(e: u8) -> Option<u8> {
    Some(match e {
        b'\\' | b'\'' | b'"' => e,
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        _ => return None,
    })
}

/// Up to three octal digits at the start: their value and number.
fn octal(s: &[u8]) -> (u32, usize) {
    let n = s.iter().take(3).take_while(|b| (b'0'..=b'7').contains(*b)).count();
    (s[..n].iter().fold(0, |v, b| v * 8 + (b - b'0') as u32), n)
}

/// A number of exactly `n` hexadecimal digits at the start.
fn hex_digits(s: &[u8], n: usize) -> Option<u32> {
    s.get(..n)?.iter().try_fold(0, |v, b| Some(v * 16 + (*b as char).to_digit(16)?))
}

fn string_unescape(s: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = vec![];
    let mut i = 0;
    while i < s.len() {
        if s[i] != b'\\' {
            out.push(s[i]);
            i += 1;
            continue;
        }
        let Some(&e) = s.get(i + 1) else { return Err("Trailing \\ in string".into()) };
        i += 2;
        match e {
            b'\n' => {}
            b'0'..=b'7' => {
                let (v, n) = octal(&s[i - 1..]);
                out.push(v as u8);
                i += n - 1;
            }
            b'x' => {
                let Some(v) = hex_digits(&s[i..], 2) else {
                    return Err("invalid \\x escape".into());
                };
                out.push(v as u8);
                i += 2;
            }
            _ => match letter_escape(e) {
                Some(b) => out.push(b),
                None => out.extend([b'\\', e]),
            },
        }
    }
    Ok(out)
}

fn unicode_escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match (c, c as u32) {
            ('\\', _) => out.push_str("\\\\"),
            ('\n', _) => out.push_str("\\n"),
            ('\r', _) => out.push_str("\\r"),
            ('\t', _) => out.push_str("\\t"),
            (' '..='~', _) => out.push(c),
            (_, n) if n < 0x100 => out.push_str(&format!("\\x{n:02x}")),
            (_, n) if n < 0x10000 => out.push_str(&format!("\\u{n:04x}")),
            (_, n) => out.push_str(&format!("\\U{n:08x}")),
        }
    }
    out
}

fn raw_unicode_escape(text: &str) -> Vec<u8> {
    let mut out = vec![];
    for c in text.chars() {
        match c as u32 {
            n if n < 0x100 => out.push(n as u8),
            n if n < 0x10000 => out.extend(format!("\\u{n:04x}").bytes()),
            n => out.extend(format!("\\U{n:08x}").bytes()),
        }
    }
    out
}

/// Bytes are Latin-1. A raw text has only the escapes `\u` and `\U`, after an odd number of backslashes.
fn unicode_unescape(s: &[u8], raw: bool) -> Option<String> {
    let mut out = String::new();
    let mut i = 0;
    while i < s.len() {
        if s[i] != b'\\' {
            out.push(s[i] as char);
            i += 1;
            continue;
        }
        let e = match s.get(i + 1) {
            Some(e) => *e,
            None if raw => {
                out.push('\\');
                break;
            }
            None => return None,
        };
        i += 2;
        if matches!(e, b'u' | b'U') || e == b'x' && !raw {
            let n = match e {
                b'u' => 4,
                b'U' => 8,
                _ => 2,
            };
            out.push(char::from_u32(hex_digits(&s[i..], n)?)?);
            i += n;
            continue;
        }
        match e {
            _ if raw => out.extend(['\\', e as char]),
            b'\n' => {}
            b'N' => {
                let end = s[i..].iter().position(|b| *b == b'}')?;
                let name = std::str::from_utf8(&s[i..i + end]).ok()?.strip_prefix('{')?;
                out.push(crate::parser::named_character(name)?);
                i += end + 1;
            }
            b'0'..=b'7' => {
                let (v, n) = octal(&s[i - 1..]);
                out.push(char::from_u32(v)?);
                i += n - 1;
            }
            _ => match letter_escape(e) {
                Some(b) => out.push(b as char),
                None => out.extend(['\\', e as char]),
            },
        }
    }
    Some(out)
}

fn wide(text: &str, size: usize, big: bool) -> Vec<u8> {
    let mut out = vec![];
    let mut unit = |n: u32| {
        let b = n.to_be_bytes();
        let b = &b[4 - size..];
        match big {
            true => out.extend(b),
            false => out.extend(b.iter().rev()),
        }
    };
    match size {
        2 => text.encode_utf16().for_each(|u| unit(u as u32)),
        _ => text.chars().for_each(|c| unit(c as u32)),
    }
    out
}

/// A byte order mark decides, if there is one and the encoding's name leaves it open.
fn unwide(s: &[u8], size: usize, big: bool, mark: bool) -> Option<String> {
    if !s.len().is_multiple_of(size) {
        return None;
    }
    let read = |big: bool| -> Vec<u32> {
        let unit = |u: &[u8]| u.iter().fold(0, |n, b| n << 8 | *b as u32);
        s.chunks(size)
            .map(|u| match big {
                true => unit(u),
                false => unit(&u.iter().rev().copied().collect::<Vec<u8>>()),
            })
            .collect()
    };
    let mut units = read(big);
    if mark && read(true).first() == Some(&0xfeff) {
        units = read(true);
    }
    if mark && units.first() == Some(&0xfeff) {
        units.remove(0);
    }
    match size {
        2 => String::from_utf16(&units.iter().map(|u| *u as u16).collect::<Vec<u16>>()).ok(),
        _ => units.iter().map(|u| char::from_u32(*u)).collect(),
    }
}

/// `s.decode(encoding)`
pub(crate) fn decode(host: &mut Host, s: &[u8], encoding: &str, errors: &str) -> R<String> {
    let enc = encoding.to_ascii_lowercase().replace(['_', '-'], "");
    let r = match enc.as_str() {
        "ascii" | "usascii" => {
            if s.is_ascii() {
                Some(String::from_utf8_lossy(s).into_owned())
            } else {
                None
            }
        }
        "utf8" => std::str::from_utf8(s).ok().map(String::from),
        "latin1" | "iso88591" => Some(s.iter().map(|b| *b as char).collect()),
        _ => {
            if let Some(r) = codecs::decode_by_codec(host, s, encoding)?
                && let Some(text) = host.text(r)
            {
                return Ok(text.to_string());
            }
            return Err(host.err("LookupError", format!("unknown encoding: {encoding}")));
        }
    };
    match (r, errors) {
        (Some(t), _) => Ok(t),
        (None, "replace") => Ok(String::from_utf8_lossy(s).into_owned()),
        (None, "ignore") => Ok(s.utf8_chunks().map(|c| c.valid().to_string()).collect::<String>()),
        _ => {
            let m = format!("'{encoding}' codec can't decode the string");
            Err(host.err("UnicodeDecodeError", m))
        }
    }
}

pub(crate) fn encode(host: &mut Host, s: &str, encoding: &str, errors: &str) -> R<Vec<u8>> {
    let enc = encoding.to_ascii_lowercase().replace(['_', '-'], "");
    let limit = match enc.as_str() {
        "utf8" => return Ok(s.as_bytes().to_vec()),
        "ascii" | "usascii" => 128,
        "latin1" | "iso88591" => 256,
        _ => {
            return Err(host.err("LookupError", format!("unknown encoding: {encoding}")));
        }
    };
    let mut out = vec![];
    for c in s.chars() {
        match (c as u32, errors) {
            (n, _) if n < limit => out.push(n as u8),
            (_, "replace") => out.push(b'?'),
            (_, "ignore") => {}
            (n, "xmlcharrefreplace") => out.extend(format!("&#{n};").bytes()),
            (n, "backslashreplace") => out.extend(repr::escaped_code(n).bytes()),
            _ => {
                let m = format!("'{encoding}' codec can't encode character {c:?}");
                return Err(host.err("UnicodeEncodeError", m));
            }
        }
    }
    Ok(out)
}
