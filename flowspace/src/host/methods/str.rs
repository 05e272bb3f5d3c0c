//! Methods of `str`, `unicode` and `bytearray`.

use crate::host::*;
use text::LONGEST;
use text::find_bytes;

type Table = &'static [(&'static str, BFn)];

/// A result of a method of `this`.
fn like(host: &mut Host, this: HostRef, unicode: bool, s: &[u8]) -> HostRef {
    if unicode {
        let t = String::from_utf8_lossy(s).into_owned();
        host.unicode(&t)
    } else if matches!(host.obj(host.base(this)), HostObj::ByteArray(_)) {
        host.alloc(HostObj::ByteArray(s.to_vec()))
    } else {
        host.bytes(s)
    }
}

fn str_arg(host: &mut Host, r: HostRef) -> R<Rc<[u8]>> {
    match host.obj(host.base(r)) {
        HostObj::Str(s) => Ok(s.clone()),
        HostObj::Unicode(s) => Ok(s.as_bytes().into()),
        HostObj::ByteArray(s) => Ok(s[..].into()),
        _ => {
            let m = format!("expected str, got {}", host.type_name(r));
            Err(host.type_error(m))
        }
    }
}

/// Clipped start and end arguments at positions `from` and `from + 1`, as places in the bytes.
fn bounds(host: &mut Host, args: &[HostRef], from: usize, s: &[u8], u: bool) -> R<(usize, usize)> {
    let len = length(s, u);
    let ends = (
        args.get(from).copied().unwrap_or(NONE),
        args.get(from + 1).copied().unwrap_or(NONE),
        NONE,
    );
    let (a, b, _) = positions::slice_indices(host, ends, len)?;
    // A start past the end finds nothing, not even the empty string.
    if let Some(i) = host.as_int(ends.0)
        && i > len as i64
    {
        return Ok((s.len() + 1, s.len()));
    }
    let wide = u && !s.is_ascii();
    let place = |i: i64| {
        let text = std::str::from_utf8(s).ok().filter(|_| wide);
        let found = text.and_then(|t| t.char_indices().nth(i as usize)).map(|c| c.0);
        found.unwrap_or(if wide { s.len() } else { i as usize })
    };
    Ok((place(a), place(b)))
}

fn find_in(host: &mut Host, name: &str, args: &[HostRef], right: bool) -> R<Option<i64>> {
    args::arity(host, name, args, &[], 2, 4)?;
    let (s, u) = text::this_str(host, name, args)?;
    let n = str_arg(host, args[1])?;
    let (a, b) = bounds(host, args, 2, &s, u)?;
    if a > b {
        return Ok(None);
    }
    let at = if right { rfind_bytes(&s[a..b], &n) } else { find_bytes(&s[a..b], &n) };
    Ok(at.map(|i| length(&s[..i + a], u) as i64))
}

fn strip_with(host: &mut Host, name: &str, args: &[HostRef], kw: &Kw, l: bool, r: bool) -> R {
    args::arity(host, name, args, kw, 1, 2)?;
    let (s, u) = text::this_str(host, name, args)?;
    let (hit, u) = match args.get(1) {
        Some(c) if *c != NONE => {
            let set = str_arg(host, *c)?;
            let set = String::from_utf8_lossy(&set).into_owned();
            let bytes = str_arg(host, *c)?;
            let hit = match u {
                true => marked(&s, |c| set.contains(c)),
                false => s.iter().map(|b| bytes.contains(b)).collect(),
            };
            (hit, u || text::is_unicode(host, *c))
        }
        _ => (spaces(&s, u), u),
    };
    let mut a = 0;
    let mut b = s.len();
    while l && a < b && hit[a] {
        a += 1;
    }
    while r && b > a && hit[b - 1] {
        b -= 1;
    }
    Ok(like(host, args[0], u, &s[a..b]))
}

fn affix(host: &mut Host, name: &str, args: &[HostRef], start: bool) -> R {
    args::arity(host, name, args, &[], 2, 4)?;
    let (s, u) = text::this_str(host, name, args)?;
    let (a, b) = bounds(host, args, 2, &s, u)?;
    if a > b {
        return Ok(FALSE);
    }
    let options = match host.obj(args[1]) {
        HostObj::Tuple(t) => t.to_vec(),
        _ => vec![args[1]],
    };
    for o in options {
        let p = str_arg(host, o)?;
        if if start { s[a..b].starts_with(&p) } else { s[a..b].ends_with(&p) } {
            return Ok(TRUE);
        }
    }
    Ok(FALSE)
}

fn split_with(host: &mut Host, name: &str, args: &[HostRef], kw: &Kw, right: bool) -> R {
    let [_, sep, max] = args::named(host, name, ["self", "sep", "maxsplit"], 1, args, kw)?;
    let (s, mut u) = text::this_str(host, name, args)?;
    let max = match max {
        Some(m) => numbers::index(host, m)?,
        None => -1,
    };
    let max = if max < 0 { usize::MAX } else { max as usize };
    let parts: Vec<&[u8]> = match sep {
        Some(sep) if sep != NONE => {
            u |= text::is_unicode(host, sep);
            let sep = str_arg(host, sep)?;
            if sep.is_empty() {
                return Err(host.value_error("empty separator"));
            }
            if right { rsplit_sep(&s, &sep, max) } else { split_sep(&s, &sep, max) }
        }
        _ => split_space(&s, &spaces(&s, u), max, right),
    };
    let items: Vec<HostRef> = parts.iter().map(|p| like(host, args[0], u, p)).collect();
    Ok(host.list(items))
}

fn test_all(host: &mut Host, name: &str, args: &[HostRef], f: fn(u8) -> bool) -> R {
    if let Some(r) = text::unicode_method(host, name, args)? {
        return Ok(r);
    }
    let (s, _) = text::this_str(host, name, args)?;
    Ok(host.bool(!s.is_empty() && s.iter().all(|b| f(*b))))
}

fn map_bytes(host: &mut Host, name: &str, args: &[HostRef], f: fn(&str) -> String) -> R {
    if let Some(r) = text::unicode_method(host, name, args)? {
        return Ok(r);
    }
    let (s, u) = text::this_str(host, name, args)?;
    if u || s.is_ascii() {
        let t = f(&String::from_utf8_lossy(&s));
        return Ok(like(host, args[0], u, t.as_bytes()));
    }
    // Bytes beyond ASCII are no letters.
    let t: String = s.iter().map(|b| if b.is_ascii() { *b as char } else { '\u{1}' }).collect();
    let t = f(&t);
    let v: Vec<u8> =
        t.bytes().zip(s.iter()).map(|(n, o)| if o.is_ascii() { n } else { *o }).collect();
    Ok(host.bytes(&v))
}

/// Counts the characters that are missing up to the width; `MemoryError` if no machine has so many.
fn missing(host: &mut Host, width: HostRef, s: &[u8], unicode: bool) -> R<usize> {
    let w = numbers::index(host, width)?.max(0) as usize;
    match w.saturating_sub(length(s, unicode)) {
        n if n > LONGEST => Err(host.err("MemoryError", "")),
        n => Ok(n),
    }
}

/// The argument of `expandtabs`, an int of C in Python.
fn tab_size(host: &mut Host, size: Option<&HostRef>) -> R<usize> {
    let Some(size) = size else { return Ok(8) };
    match i32::try_from(numbers::index(host, *size)?) {
        Ok(n) => Ok(n.max(0) as usize),
        Err(_) => Err(errors::overflow(host)),
    }
}

fn justify(host: &mut Host, name: &str, args: &[HostRef], kw: &Kw, how: char) -> R {
    args::arity(host, name, args, kw, 2, 3)?;
    let (s, mut u) = text::this_str(host, name, args)?;
    let fill = match args.get(2) {
        Some(f) => {
            u |= text::is_unicode(host, *f);
            str_arg(host, *f)?
        }
        None => b" "[..].into(),
    };
    if length(&fill, u) != 1 {
        return Err(host.type_error("The fill character must be exactly one character long"));
    }
    let pad = missing(host, args[1], &s, u)?;
    let w = pad + length(&s, u);
    let (l, r) = match how {
        '<' => (0, pad),
        '>' => (pad, 0),
        // Python's rounding: the extra one goes left when both counts are odd.
        _ => {
            let l = pad / 2 + (pad & w & 1);
            (l, pad - l)
        }
    };
    let v = [&fill.repeat(l)[..], &s, &fill.repeat(r)].concat();
    Ok(like(host, args[0], u, &v))
}

/// The table maps codes to codes, texts or None; or it is a text.
fn translate_unicode(host: &mut Host, s: &str, table: HostRef) -> R {
    let row: Option<Vec<char>> = host.text(table).map(|t| t.chars().collect());
    let mut out = String::new();
    for c in s.chars() {
        if let Some(row) = &row {
            out.push(row.get(c as usize).copied().unwrap_or(c));
            continue;
        }
        let key = host.int(c as i64);
        let Some(v) = tables::get(host, table, key)? else {
            out.push(c);
            continue;
        };
        match (host.as_int(v), host.text(v)) {
            _ if v == NONE => {}
            (Some(n), _) => out.extend(u32::try_from(n).ok().and_then(char::from_u32)),
            (_, Some(t)) => out.push_str(&t),
            _ => return Err(host.type_error("bad translation table")),
        }
    }
    Ok(host.unicode(&out))
}

fn partition(host: &mut Host, name: &str, args: &[HostRef], right: bool) -> R {
    args::arity(host, name, args, &[], 2, 2)?;
    let (s, mut u) = text::this_str(host, name, args)?;
    u |= text::is_unicode(host, args[1]);
    let sep = str_arg(host, args[1])?;
    if sep.is_empty() {
        return Err(host.value_error("empty separator"));
    }
    let at = if right { rfind_bytes(&s, &sep) } else { find_bytes(&s, &sep) };
    let (a, b, c): (&[u8], &[u8], &[u8]) = match at {
        Some(i) => (&s[..i], &sep, &s[i + sep.len()..]),
        None if right => (b"", b"", &s),
        None => (&s, b"", b""),
    };
    let v = [like(host, args[0], u, a), like(host, args[0], u, b), like(host, args[0], u, c)];
    Ok(host.tuple(&v))
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// Number of bytes, or of characters.
fn length(s: &[u8], unicode: bool) -> usize {
    match unicode {
        true => s.iter().filter(|b| **b & 0xc0 != 0x80).count(),
        false => s.len(),
    }
}

/// Says, for each byte, whether it is of a character for which `f` holds.
fn marked(s: &[u8], f: impl Fn(char) -> bool) -> Vec<bool> {
    let text = String::from_utf8_lossy(s);
    text.chars().flat_map(|c| std::iter::repeat_n(f(c), c.len_utf8())).collect()
}

fn spaces(s: &[u8], unicode: bool) -> Vec<bool> {
    match unicode {
        true => marked(s, |c| c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)),
        false => s.iter().map(|b| is_space(*b)).collect(),
    }
}

fn is_line_end(c: char, unicode: bool) -> bool {
    matches!(c, '\n' | '\r')
        || unicode
            && matches!(c, '\x0b' | '\x0c' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn rfind_bytes(s: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(s.len());
    }
    s.windows(needle.len()).rposition(|w| w == needle)
}

fn split_sep<'a>(s: &'a [u8], sep: &[u8], max: usize) -> Vec<&'a [u8]> {
    let mut out = vec![];
    let mut rest = s;
    while out.len() < max {
        let Some(i) = find_bytes(rest, sep) else { break };
        out.push(&rest[..i]);
        rest = &rest[i + sep.len()..];
    }
    out.push(rest);
    out
}

fn rsplit_sep<'a>(s: &'a [u8], sep: &[u8], max: usize) -> Vec<&'a [u8]> {
    let mut out = vec![];
    let mut rest = s;
    while out.len() < max {
        let Some(i) = rfind_bytes(rest, sep) else { break };
        out.push(&rest[i + sep.len()..]);
        rest = &rest[..i];
    }
    out.push(rest);
    out.reverse();
    out
}

fn split_space<'a>(s: &'a [u8], space: &[bool], max: usize, right: bool) -> Vec<&'a [u8]> {
    let words: Vec<(usize, usize)> = {
        let mut v = vec![];
        let mut i = 0;
        while i < s.len() {
            while i < s.len() && space[i] {
                i += 1;
            }
            let a = i;
            while i < s.len() && !space[i] {
                i += 1;
            }
            if i > a {
                v.push((a, i));
            }
        }
        v
    };
    if words.len() <= max {
        return words.iter().map(|(a, b)| &s[*a..*b]).collect();
    }
    if right {
        let k = words.len() - max;
        let mut out = vec![&s[..words[k - 1].1]];
        out.extend(words[k..].iter().map(|(a, b)| &s[*a..*b]));
        out
    } else {
        let mut out: Vec<&[u8]> = words[..max].iter().map(|(a, b)| &s[*a..*b]).collect();
        out.push(&s[words[max].0..]);
        out
    }
}

fn title(s: &str) -> String {
    let mut prev = false;
    s.chars()
        .map(|c| {
            let r = if prev { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
            prev = c.is_alphabetic();
            r
        })
        .collect()
}

fn is_cased(s: &[u8], upper: bool) -> bool {
    let mut any = false;
    for b in s {
        if b.is_ascii_alphabetic() {
            any = true;
            if b.is_ascii_uppercase() != upper {
                return false;
            }
        }
    }
    any
}

/// Methods of `str` and `unicode`.
pub(crate) const STR: Table = &[
    ("join", |h, a, k| {
        args::arity(h, "join", a, k, 2, 2)?;
        let (s, mut u) = text::this_str(h, "join", a)?;
        let mut out = vec![];
        for (i, x) in h.iter_to_vec(a[1])?.into_iter().enumerate() {
            if i > 0 {
                out.extend_from_slice(&s);
            }
            match h.obj(h.base(x)) {
                HostObj::Str(t) => out.extend_from_slice(t),
                HostObj::Unicode(t) => {
                    u = true;
                    out.extend_from_slice(t.as_bytes());
                }
                _ => {
                    let m = format!(
                        "sequence item {i}: expected str instance, {} found",
                        h.type_name(x)
                    );
                    return Err(h.type_error(m));
                }
            }
        }
        Ok(like(h, a[0], u, &out))
    }),
    ("find", |h, a, _| {
        let i = find_in(h, "find", a, false)?.unwrap_or(-1);
        Ok(h.int(i))
    }),
    ("rfind", |h, a, _| {
        let i = find_in(h, "rfind", a, true)?.unwrap_or(-1);
        Ok(h.int(i))
    }),
    ("index", |h, a, _| match find_in(h, "index", a, false)? {
        Some(i) => Ok(h.int(i)),
        None => Err(h.value_error("substring not found")),
    }),
    ("rindex", |h, a, _| match find_in(h, "rindex", a, true)? {
        Some(i) => Ok(h.int(i)),
        None => Err(h.value_error("substring not found")),
    }),
    ("count", |h, a, k| {
        args::arity(h, "count", a, k, 2, 4)?;
        let (s, u) = text::this_str(h, "count", a)?;
        let n = str_arg(h, a[1])?;
        let (x, y) = bounds(h, a, 2, &s, u)?;
        if x > y {
            return Ok(h.int(0));
        }
        if n.is_empty() {
            return Ok(h.int((length(&s[x..y], u) + 1) as i64));
        }
        let c = split_sep(&s[x..y], &n, usize::MAX).len() - 1;
        Ok(h.int(c as i64))
    }),
    ("startswith", |h, a, _| affix(h, "startswith", a, true)),
    ("endswith", |h, a, _| affix(h, "endswith", a, false)),
    ("strip", |h, a, k| strip_with(h, "strip", a, k, true, true)),
    ("lstrip", |h, a, k| strip_with(h, "lstrip", a, k, true, false)),
    ("rstrip", |h, a, k| strip_with(h, "rstrip", a, k, false, true)),
    ("split", |h, a, k| split_with(h, "split", a, k, false)),
    ("rsplit", |h, a, k| split_with(h, "rsplit", a, k, true)),
    ("splitlines", |h, a, k| {
        let [_, keep] = args::named(h, "splitlines", ["self", "keepends"], 1, a, k)?;
        let (s, u) = text::this_str(h, "splitlines", a)?;
        let keep = match keep {
            Some(x) => h.is_true(x)?,
            None => false,
        };
        let mut items = vec![];
        let ends = match u {
            true => marked(&s, |c| is_line_end(c, true)),
            false => s.iter().map(|b| is_line_end(*b as char, false)).collect(),
        };
        let mut i = 0;
        while i < s.len() {
            let start = i;
            while i < s.len() && !ends[i] {
                i += 1;
            }
            let end = i;
            if i < s.len() {
                i += if s[i] == b'\r' && s.get(i + 1) == Some(&b'\n') { 2 } else { 1 };
                // The rest of a character of several bytes.
                while u && s.get(i).is_some_and(|b| b & 0xc0 == 0x80) {
                    i += 1;
                }
            }
            let p = like(h, a[0], u, &s[start..if keep { i } else { end }]);
            items.push(p);
        }
        Ok(h.list(items))
    }),
    ("replace", |h, a, k| {
        args::arity(h, "replace", a, k, 3, 4)?;
        let (s, mut u) = text::this_str(h, "replace", a)?;
        let (x, y) = (str_arg(h, a[1])?, str_arg(h, a[2])?);
        let max = match a.get(3) {
            Some(n) => numbers::index(h, *n)?,
            None => -1,
        };
        let max = if max < 0 { usize::MAX } else { max as usize };
        if x.is_empty() {
            let mut out = vec![];
            let mut n = 0;
            for c in s.iter() {
                if !u || c & 0xc0 != 0x80 {
                    if n < max {
                        out.extend_from_slice(&y);
                    }
                    n += 1;
                }
                out.push(*c);
            }
            if n < max {
                out.extend_from_slice(&y);
            }
            u |= text::is_unicode(h, a[1]) || text::is_unicode(h, a[2]);
            return Ok(like(h, a[0], u, &out));
        }
        u |= text::is_unicode(h, a[1]) || text::is_unicode(h, a[2]);
        let v = split_sep(&s, &x, max).join(&y[..]);
        Ok(like(h, a[0], u, &v))
    }),
    ("upper", |h, a, _| map_bytes(h, "upper", a, str::to_uppercase)),
    ("lower", |h, a, _| map_bytes(h, "lower", a, str::to_lowercase)),
    ("casefold", |h, a, _| map_bytes(h, "casefold", a, str::to_lowercase)),
    ("title", |h, a, _| map_bytes(h, "title", a, title)),
    ("capitalize", |h, a, _| {
        map_bytes(h, "capitalize", a, |s| {
            let mut c = s.chars();
            match c.next() {
                Some(f) => f.to_uppercase().collect::<String>() + &c.as_str().to_lowercase(),
                None => String::new(),
            }
        })
    }),
    ("swapcase", |h, a, _| {
        map_bytes(h, "swapcase", a, |s| {
            s.chars()
                .map(|c| {
                    if c.is_ascii_uppercase() {
                        c.to_ascii_lowercase()
                    } else {
                        c.to_ascii_uppercase()
                    }
                })
                .collect()
        })
    }),
    ("ljust", |h, a, k| justify(h, "ljust", a, k, '<')),
    ("rjust", |h, a, k| justify(h, "rjust", a, k, '>')),
    ("center", |h, a, k| justify(h, "center", a, k, '^')),
    ("zfill", |h, a, k| {
        args::arity(h, "zfill", a, k, 2, 2)?;
        let (s, u) = text::this_str(h, "zfill", a)?;
        let sign = usize::from(matches!(s.first(), Some(b'-' | b'+')));
        let pad = b"0".repeat(missing(h, a[1], &s, u)?);
        let v = [&s[..sign], &pad, &s[sign..]].concat();
        Ok(like(h, a[0], u, &v))
    }),
    ("expandtabs", |h, a, k| {
        args::arity(h, "expandtabs", a, k, 1, 2)?;
        let (s, u) = text::this_str(h, "expandtabs", a)?;
        let n = tab_size(h, a.get(1))?;
        let mut out = vec![];
        let mut col = 0;
        for c in s.iter() {
            match c {
                b'\t' => {
                    let k = if n == 0 { 0 } else { n - col % n };
                    out.extend(std::iter::repeat_n(b' ', k));
                    col += k;
                }
                b'\n' | b'\r' => {
                    out.push(*c);
                    col = 0;
                }
                _ => {
                    out.push(*c);
                    col += usize::from(!u || c & 0xc0 != 0x80);
                }
            }
        }
        Ok(like(h, a[0], u, &out))
    }),
    ("partition", |h, a, _| partition(h, "partition", a, false)),
    ("rpartition", |h, a, _| partition(h, "rpartition", a, true)),
    ("removeprefix", |h, a, k| {
        args::arity(h, "removeprefix", a, k, 2, 2)?;
        let (s, u) = text::this_str(h, "removeprefix", a)?;
        let p = str_arg(h, a[1])?;
        Ok(like(h, a[0], u, s.strip_prefix(&p[..]).unwrap_or(&s)))
    }),
    ("removesuffix", |h, a, k| {
        args::arity(h, "removesuffix", a, k, 2, 2)?;
        let (s, u) = text::this_str(h, "removesuffix", a)?;
        let p = str_arg(h, a[1])?;
        Ok(like(h, a[0], u, s.strip_suffix(&p[..]).unwrap_or(&s)))
    }),
    ("isdigit", |h, a, _| test_all(h, "isdigit", a, |b| b.is_ascii_digit())),
    ("isdecimal", |h, a, _| test_all(h, "isdecimal", a, |b| b.is_ascii_digit())),
    ("isnumeric", |h, a, _| test_all(h, "isnumeric", a, |b| b.is_ascii_digit())),
    ("isalpha", |h, a, _| test_all(h, "isalpha", a, |b| b.is_ascii_alphabetic())),
    ("isalnum", |h, a, _| test_all(h, "isalnum", a, |b| b.is_ascii_alphanumeric())),
    ("isspace", |h, a, _| test_all(h, "isspace", a, is_space)),
    ("isprintable", |h, a, _| {
        if let Some(r) = text::unicode_method(h, "isprintable", a)? {
            return Ok(r);
        }
        let (s, _) = text::this_str(h, "isprintable", a)?;
        Ok(h.bool(s.iter().all(|b| matches!(b, b' '..=b'~'))))
    }),
    ("isascii", |h, a, _| {
        let (s, _) = text::this_str(h, "isascii", a)?;
        Ok(h.bool(s.is_ascii()))
    }),
    ("isupper", |h, a, _| {
        if let Some(r) = text::unicode_method(h, "isupper", a)? {
            return Ok(r);
        }
        let (s, _) = text::this_str(h, "isupper", a)?;
        Ok(h.bool(is_cased(&s, true)))
    }),
    ("islower", |h, a, _| {
        if let Some(r) = text::unicode_method(h, "islower", a)? {
            return Ok(r);
        }
        let (s, _) = text::this_str(h, "islower", a)?;
        Ok(h.bool(is_cased(&s, false)))
    }),
    ("istitle", |h, a, _| {
        if let Some(r) = text::unicode_method(h, "istitle", a)? {
            return Ok(r);
        }
        let (s, _) = text::this_str(h, "istitle", a)?;
        let t = String::from_utf8_lossy(&s).into_owned();
        Ok(h.bool(t.chars().any(char::is_alphabetic) && title(&t) == t))
    }),
    ("isidentifier", |h, a, _| {
        if let Some(r) = text::unicode_method(h, "isidentifier", a)? {
            return Ok(r);
        }
        let (s, _) = text::this_str(h, "isidentifier", a)?;
        let ok = s.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
            && s.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_');
        Ok(h.bool(ok))
    }),
    ("format", |h, a, k| {
        let (s, u) = text::this_str(h, "format", a)?;
        let f = String::from_utf8_lossy(&s).into_owned();
        let v = format::str_format(h, &f, format::Fields::Arguments(&a[1..], k))?;
        Ok(like(h, a[0], u, &v))
    }),
    ("format_map", |h, a, k| {
        args::arity(h, "format_map", a, k, 2, 2)?;
        let (s, u) = text::this_str(h, "format_map", a)?;
        let f = String::from_utf8_lossy(&s).into_owned();
        let v = format::str_format(h, &f, format::Fields::Items(a[1]))?;
        Ok(like(h, a[0], u, &v))
    }),
    ("encode", |h, a, k| {
        let [_, enc, errors] = args::named(h, "encode", ["self", "encoding", "errors"], 1, a, k)?;
        let (s, u) = text::this_str(h, "encode", a)?;
        let enc = enc.and_then(|e| h.text(e)).unwrap_or_else(|| "utf-8".into());
        let errors = errors.and_then(|e| h.text(e)).unwrap_or_else(|| "strict".into());
        if let Some(r) = codecs::encode_by_codec(h, &s, u, &enc)? {
            return Ok(r);
        }
        let utf8 = enc.to_ascii_lowercase().replace(['_', '-'], "") == "utf8";
        if utf8
            && generation::running_python(h) == crate::Python::Three
            && std::str::from_utf8(&s).is_err()
        {
            // It has been made of characters below 256, as `chr` makes them.
            let t: String = s.iter().map(|b| *b as char).collect();
            return Ok(h.bytes(t.as_bytes()));
        }
        // A byte string is its own encoding, unless the codec cannot hold it (or is not known).
        if !u && (s.is_ascii() || !enc.eq_ignore_ascii_case("ascii")) {
            codecs::encode(h, "", &enc, &errors)?;
            return Ok(h.bytes(&s));
        }
        let t = String::from_utf8_lossy(&s).into_owned();
        let v = codecs::encode(h, &t, &enc, &errors)?;
        Ok(h.bytes(&v))
    }),
    ("decode", |h, a, k| {
        let [_, enc, errors] = args::named(h, "decode", ["self", "encoding", "errors"], 1, a, k)?;
        let (s, _) = text::this_str(h, "decode", a)?;
        let enc = enc.and_then(|e| h.text(e)).unwrap_or_else(|| "utf-8".into());
        let errors = errors.and_then(|e| h.text(e)).unwrap_or_else(|| "strict".into());
        if generation::running_python(h) == crate::Python::Three {
            // Latin-1 is what `str` is: characters are bytes.
            let is_latin1 =
                matches!(&*enc.to_ascii_lowercase(), "latin-1" | "latin1" | "iso-8859-1");
            let t = if is_latin1 {
                s
            } else {
                codecs::decode(h, &s, &enc, &errors)?.into_bytes().into()
            };
            return Ok(h.bytes(&t));
        }
        if let Some(r) = codecs::decode_by_codec(h, &s, &enc)? {
            return Ok(r);
        }
        let t = codecs::decode(h, &s, &enc, &errors)?;
        Ok(h.unicode(&t))
    }),
    ("translate", |h, a, k| {
        args::arity(h, "translate", a, k, 2, 3)?;
        let (s, u) = text::this_str(h, "translate", a)?;
        if u {
            return translate_unicode(h, &String::from_utf8_lossy(&s), a[1]);
        }
        let deleted = match a.get(2) {
            Some(d) => str_arg(h, *d)?.to_vec(),
            None => vec![],
        };
        let table = a[1];
        let mut out = vec![];
        for b in s.iter().filter(|b| !deleted.contains(b)) {
            if let Some(t) = h.str_bytes(table) {
                out.push(t.get(*b as usize).copied().unwrap_or(*b));
                continue;
            }
            let key = h.int(*b as i64);
            match tables::get(h, table, key)? {
                None => out.push(*b),
                Some(NONE) => {}
                Some(v) => match (h.as_int(v), text::byte_vec(h, v)) {
                    (Some(n), _) => out.push(n as u8),
                    (_, Some(t)) => out.extend(t),
                    _ => return Err(h.type_error("bad translation table")),
                },
            }
        }
        Ok(like(h, a[0], u, &out))
    }),
    ("__len__", |h, a, k| {
        args::arity(h, "__len__", a, k, 1, 1)?;
        let r = h.base(a[0]);
        let n = items::len(h, r)?;
        Ok(h.int(n as i64))
    }),
    ("hex", |h, a, _| {
        let (s, _) = text::this_str(h, "hex", a)?;
        let t: String = s.iter().map(|b| format!("{b:02x}")).collect();
        Ok(h.str(&t))
    }),
];

/// Methods of `bytearray` beyond those of sequences of bytes.
pub(crate) const BYTEARRAY: Table = &[
    ("append", |h, a, k| {
        args::arity(h, "append", a, k, 2, 2)?;
        let b = match (h.as_int(a[1]), text::byte_vec(h, a[1])) {
            (Some(n), _) => u8::try_from(n).ok(),
            (_, Some(s)) if s.len() == 1 => Some(s[0]),
            _ => None,
        };
        let Some(b) = b else { return Err(h.value_error("byte must be in range(0, 256)")) };
        let this = h.base(a[0]);
        if let HostObj::ByteArray(v) = h.obj_mut(this) {
            v.push(b);
        }
        Ok(NONE)
    }),
    ("extend", |h, a, k| {
        args::arity(h, "extend", a, k, 2, 2)?;
        let s = match text::byte_vec(h, a[1]) {
            Some(s) => s,
            None => {
                let mut out = vec![];
                for x in h.iter_to_vec(a[1])? {
                    out.push(numbers::index(h, x)? as u8);
                }
                out
            }
        };
        let this = h.base(a[0]);
        if let HostObj::ByteArray(v) = h.obj_mut(this) {
            v.extend(s);
        }
        Ok(NONE)
    }),
];
