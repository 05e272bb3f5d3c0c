//! Methods of `str`, `unicode` and `bytearray`.

use crate::host::format::LONGEST;
use crate::host::ops::find_bytes;
use crate::host::repr::escaped_code;
use crate::host::*;

type Table = &'static [(&'static str, BFn)];

impl Host {
    /// Receiver of a string method: its bytes and whether it is `unicode`.
    fn this_str(&mut self, name: &str, args: &[HostRef]) -> R<(Rc<[u8]>, bool)> {
        if let Some(r) = args.first() {
            match self.obj(self.base(*r)) {
                HostObj::Str(s) => return Ok((s.clone(), false)),
                HostObj::Unicode(s) => return Ok((s.as_bytes().into(), true)),
                HostObj::ByteArray(s) => return Ok((s[..].into(), false)),
                _ => {}
            }
        }
        Err(self.type_error(format!("descriptor '{name}' requires a 'str' object")))
    }

    /// A result of a method of `this`.
    fn like(&mut self, this: HostRef, unicode: bool, s: &[u8]) -> HostRef {
        if unicode {
            let t = String::from_utf8_lossy(s).into_owned();
            self.unicode(&t)
        } else if matches!(self.obj(self.base(this)), HostObj::ByteArray(_)) {
            self.alloc(HostObj::ByteArray(s.to_vec()))
        } else {
            self.bytes(s)
        }
    }

    fn str_arg(&mut self, r: HostRef) -> R<Rc<[u8]>> {
        match self.obj(self.base(r)) {
            HostObj::Str(s) => Ok(s.clone()),
            HostObj::Unicode(s) => Ok(s.as_bytes().into()),
            HostObj::ByteArray(s) => Ok(s[..].into()),
            _ => {
                let m = format!("expected str, got {}", self.type_name(r));
                Err(self.type_error(m))
            }
        }
    }

    /// Bytes of a `str` or `bytearray`.
    pub(crate) fn byte_vec(&self, r: HostRef) -> Option<Vec<u8>> {
        match self.obj(self.base(r)) {
            HostObj::Str(s) => Some(s.to_vec()),
            HostObj::ByteArray(s) => Some(s.clone()),
            _ => None,
        }
    }

    /// A `str` as text where Python 2 decodes implicitly.
    pub(crate) fn decode_ascii(&mut self, r: HostRef) -> R<String> {
        match self.obj(self.base(r)) {
            HostObj::Unicode(s) => Ok(s.to_string()),
            HostObj::Str(s) if s.is_ascii() => Ok(String::from_utf8_lossy(s).into_owned()),
            _ => Err(self.err(
                "UnicodeDecodeError",
                "'ascii' codec can't decode byte: ordinal not in range(128)",
            )),
        }
    }

    /// `s.decode(encoding)`
    pub(crate) fn decode(&mut self, s: &[u8], encoding: &str, errors: &str) -> R<String> {
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
                if let Some(r) = self.decode_by_codec(s, encoding)?
                    && let Some(text) = self.text(r)
                {
                    return Ok(text.to_string());
                }
                return Err(self.err("LookupError", format!("unknown encoding: {encoding}")));
            }
        };
        match (r, errors) {
            (Some(t), _) => Ok(t),
            (None, "replace") => Ok(String::from_utf8_lossy(s).into_owned()),
            (None, "ignore") => {
                Ok(s.utf8_chunks().map(|c| c.valid().to_string()).collect::<String>())
            }
            _ => {
                let m = format!("'{encoding}' codec can't decode the string");
                Err(self.err("UnicodeDecodeError", m))
            }
        }
    }

    fn encode(&mut self, s: &str, encoding: &str, errors: &str) -> R<Vec<u8>> {
        let enc = encoding.to_ascii_lowercase().replace(['_', '-'], "");
        let limit = match enc.as_str() {
            "utf8" => return Ok(s.as_bytes().to_vec()),
            "ascii" | "usascii" => 128,
            "latin1" | "iso88591" => 256,
            _ => {
                return Err(self.err("LookupError", format!("unknown encoding: {encoding}")));
            }
        };
        let mut out = vec![];
        for c in s.chars() {
            match (c as u32, errors) {
                (n, _) if n < limit => out.push(n as u8),
                (_, "replace") => out.push(b'?'),
                (_, "ignore") => {}
                (n, "xmlcharrefreplace") => out.extend(format!("&#{n};").bytes()),
                (n, "backslashreplace") => out.extend(escaped_code(n).bytes()),
                _ => {
                    let m = format!("'{encoding}' codec can't encode character {c:?}");
                    return Err(self.err("UnicodeEncodeError", m));
                }
            }
        }
        Ok(out)
    }

    /// Clipped start and end arguments at positions `from` and `from + 1`, as places in the bytes.
    fn bounds(&mut self, args: &[HostRef], from: usize, s: &[u8], u: bool) -> R<(usize, usize)> {
        let len = length(s, u);
        let ends = (
            args.get(from).copied().unwrap_or(NONE),
            args.get(from + 1).copied().unwrap_or(NONE),
            NONE,
        );
        let (a, b, _) = self.slice_indices(ends, len)?;
        // A start past the end finds nothing, not even the empty string.
        if let Some(i) = self.as_int(ends.0)
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

    fn find_in(&mut self, name: &str, args: &[HostRef], right: bool) -> R<Option<i64>> {
        self.arity(name, args, &[], 2, 4)?;
        let (s, u) = self.this_str(name, args)?;
        let n = self.str_arg(args[1])?;
        let (a, b) = self.bounds(args, 2, &s, u)?;
        if a > b {
            return Ok(None);
        }
        let at = if right { rfind_bytes(&s[a..b], &n) } else { find_bytes(&s[a..b], &n) };
        Ok(at.map(|i| length(&s[..i + a], u) as i64))
    }

    fn strip_with(&mut self, name: &str, args: &[HostRef], kw: &Kw, l: bool, r: bool) -> R {
        self.arity(name, args, kw, 1, 2)?;
        let (s, u) = self.this_str(name, args)?;
        let (hit, u) = match args.get(1) {
            Some(c) if *c != NONE => {
                let set = self.str_arg(*c)?;
                let set = String::from_utf8_lossy(&set).into_owned();
                let bytes = self.str_arg(*c)?;
                let hit = match u {
                    true => marked(&s, |c| set.contains(c)),
                    false => s.iter().map(|b| bytes.contains(b)).collect(),
                };
                (hit, u || self.is_unicode(*c))
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
        Ok(self.like(args[0], u, &s[a..b]))
    }

    fn affix(&mut self, name: &str, args: &[HostRef], start: bool) -> R {
        self.arity(name, args, &[], 2, 4)?;
        let (s, u) = self.this_str(name, args)?;
        let (a, b) = self.bounds(args, 2, &s, u)?;
        if a > b {
            return Ok(FALSE);
        }
        let options = match self.obj(args[1]) {
            HostObj::Tuple(t) => t.to_vec(),
            _ => vec![args[1]],
        };
        for o in options {
            let p = self.str_arg(o)?;
            if if start { s[a..b].starts_with(&p) } else { s[a..b].ends_with(&p) } {
                return Ok(TRUE);
            }
        }
        Ok(FALSE)
    }

    fn split_with(&mut self, name: &str, args: &[HostRef], kw: &Kw, right: bool) -> R {
        let [_, sep, max] = self.named_args(name, ["self", "sep", "maxsplit"], 1, args, kw)?;
        let (s, mut u) = self.this_str(name, args)?;
        let max = match max {
            Some(m) => self.index(m)?,
            None => -1,
        };
        let max = if max < 0 { usize::MAX } else { max as usize };
        let parts: Vec<&[u8]> = match sep {
            Some(sep) if sep != NONE => {
                u |= self.is_unicode(sep);
                let sep = self.str_arg(sep)?;
                if sep.is_empty() {
                    return Err(self.value_error("empty separator"));
                }
                if right { rsplit_sep(&s, &sep, max) } else { split_sep(&s, &sep, max) }
            }
            _ => split_space(&s, &spaces(&s, u), max, right),
        };
        let items: Vec<HostRef> = parts.iter().map(|p| self.like(args[0], u, p)).collect();
        Ok(self.list(items))
    }

    /// A method of a unicode string that is not plain ASCII: by the function that running programs have.
    pub(crate) fn unicode_method(&mut self, name: &str, args: &[HostRef]) -> R<Option<HostRef>> {
        let (s, unicode) = self.this_str(name, args)?;
        // Some control characters are blanks only in unicode strings.
        let plain = |b: &u8| b.is_ascii() && !matches!(b, 0x1c..=0x1f);
        if !unicode || s.iter().all(plain) {
            return Ok(None);
        }
        let Ok(m) = self.import_module(None, "rpython_builtins.unicodes", 0, &[], true) else {
            return Ok(None);
        };
        let found = self.own_dict(m).and_then(|d| self.ns_get(d, name));
        match found {
            Some(f) => self.call(f, args, &[]).map(Some),
            None => Ok(None),
        }
    }

    fn test_all(&mut self, name: &str, args: &[HostRef], f: fn(u8) -> bool) -> R {
        if let Some(r) = self.unicode_method(name, args)? {
            return Ok(r);
        }
        let (s, _) = self.this_str(name, args)?;
        Ok(self.bool(!s.is_empty() && s.iter().all(|b| f(*b))))
    }

    fn map_bytes(&mut self, name: &str, args: &[HostRef], f: fn(&str) -> String) -> R {
        if let Some(r) = self.unicode_method(name, args)? {
            return Ok(r);
        }
        let (s, u) = self.this_str(name, args)?;
        if u || s.is_ascii() {
            let t = f(&String::from_utf8_lossy(&s));
            return Ok(self.like(args[0], u, t.as_bytes()));
        }
        // Bytes beyond ASCII are no letters.
        let t: String = s.iter().map(|b| if b.is_ascii() { *b as char } else { '\u{1}' }).collect();
        let t = f(&t);
        let v: Vec<u8> =
            t.bytes().zip(s.iter()).map(|(n, o)| if o.is_ascii() { n } else { *o }).collect();
        Ok(self.bytes(&v))
    }

    /// How many characters are missing up to the width; `MemoryError` if no machine has so many.
    fn missing(&mut self, width: HostRef, s: &[u8], unicode: bool) -> R<usize> {
        let w = self.index(width)?.max(0) as usize;
        match w.saturating_sub(length(s, unicode)) {
            n if n > LONGEST => Err(self.err("MemoryError", "")),
            n => Ok(n),
        }
    }

    /// The argument of `expandtabs`, an int of C in Python.
    fn tab_size(&mut self, size: Option<&HostRef>) -> R<usize> {
        let Some(size) = size else { return Ok(8) };
        match i32::try_from(self.index(*size)?) {
            Ok(n) => Ok(n.max(0) as usize),
            Err(_) => Err(self.overflow()),
        }
    }

    fn justify(&mut self, name: &str, args: &[HostRef], kw: &Kw, how: char) -> R {
        self.arity(name, args, kw, 2, 3)?;
        let (s, mut u) = self.this_str(name, args)?;
        let fill = match args.get(2) {
            Some(f) => {
                u |= self.is_unicode(*f);
                self.str_arg(*f)?
            }
            None => b" "[..].into(),
        };
        if length(&fill, u) != 1 {
            return Err(self.type_error("The fill character must be exactly one character long"));
        }
        let pad = self.missing(args[1], &s, u)?;
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
        Ok(self.like(args[0], u, &v))
    }

    /// The table maps codes to codes, texts or None; or it is a text.
    fn translate_unicode(&mut self, s: &str, table: HostRef) -> R {
        let row: Option<Vec<char>> = self.text(table).map(|t| t.chars().collect());
        let mut out = String::new();
        for c in s.chars() {
            if let Some(row) = &row {
                out.push(row.get(c as usize).copied().unwrap_or(c));
                continue;
            }
            let key = self.int(c as i64);
            let Some(v) = self.dict_get(table, key)? else {
                out.push(c);
                continue;
            };
            match (self.as_int(v), self.text(v)) {
                _ if v == NONE => {}
                (Some(n), _) => out.extend(u32::try_from(n).ok().and_then(char::from_u32)),
                (_, Some(t)) => out.push_str(&t),
                _ => return Err(self.type_error("bad translation table")),
            }
        }
        Ok(self.unicode(&out))
    }

    fn partition(&mut self, name: &str, args: &[HostRef], right: bool) -> R {
        self.arity(name, args, &[], 2, 2)?;
        let (s, mut u) = self.this_str(name, args)?;
        u |= self.is_unicode(args[1]);
        let sep = self.str_arg(args[1])?;
        if sep.is_empty() {
            return Err(self.value_error("empty separator"));
        }
        let at = if right { rfind_bytes(&s, &sep) } else { find_bytes(&s, &sep) };
        let (a, b, c): (&[u8], &[u8], &[u8]) = match at {
            Some(i) => (&s[..i], &sep, &s[i + sep.len()..]),
            None if right => (b"", b"", &s),
            None => (&s, b"", b""),
        };
        let v = [self.like(args[0], u, a), self.like(args[0], u, b), self.like(args[0], u, c)];
        Ok(self.tuple(&v))
    }
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

/// For each byte whether it is of a character for which `f` holds.
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
        h.arity("join", a, k, 2, 2)?;
        let (s, mut u) = h.this_str("join", a)?;
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
        Ok(h.like(a[0], u, &out))
    }),
    ("find", |h, a, _| {
        let i = h.find_in("find", a, false)?.unwrap_or(-1);
        Ok(h.int(i))
    }),
    ("rfind", |h, a, _| {
        let i = h.find_in("rfind", a, true)?.unwrap_or(-1);
        Ok(h.int(i))
    }),
    ("index", |h, a, _| match h.find_in("index", a, false)? {
        Some(i) => Ok(h.int(i)),
        None => Err(h.value_error("substring not found")),
    }),
    ("rindex", |h, a, _| match h.find_in("rindex", a, true)? {
        Some(i) => Ok(h.int(i)),
        None => Err(h.value_error("substring not found")),
    }),
    ("count", |h, a, k| {
        h.arity("count", a, k, 2, 4)?;
        let (s, u) = h.this_str("count", a)?;
        let n = h.str_arg(a[1])?;
        let (x, y) = h.bounds(a, 2, &s, u)?;
        if x > y {
            return Ok(h.int(0));
        }
        if n.is_empty() {
            return Ok(h.int((length(&s[x..y], u) + 1) as i64));
        }
        let c = split_sep(&s[x..y], &n, usize::MAX).len() - 1;
        Ok(h.int(c as i64))
    }),
    ("startswith", |h, a, _| h.affix("startswith", a, true)),
    ("endswith", |h, a, _| h.affix("endswith", a, false)),
    ("strip", |h, a, k| h.strip_with("strip", a, k, true, true)),
    ("lstrip", |h, a, k| h.strip_with("lstrip", a, k, true, false)),
    ("rstrip", |h, a, k| h.strip_with("rstrip", a, k, false, true)),
    ("split", |h, a, k| h.split_with("split", a, k, false)),
    ("rsplit", |h, a, k| h.split_with("rsplit", a, k, true)),
    ("splitlines", |h, a, k| {
        let [_, keep] = h.named_args("splitlines", ["self", "keepends"], 1, a, k)?;
        let (s, u) = h.this_str("splitlines", a)?;
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
            let p = h.like(a[0], u, &s[start..if keep { i } else { end }]);
            items.push(p);
        }
        Ok(h.list(items))
    }),
    ("replace", |h, a, k| {
        h.arity("replace", a, k, 3, 4)?;
        let (s, mut u) = h.this_str("replace", a)?;
        let (x, y) = (h.str_arg(a[1])?, h.str_arg(a[2])?);
        let max = match a.get(3) {
            Some(n) => h.index(*n)?,
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
            u |= h.is_unicode(a[1]) || h.is_unicode(a[2]);
            return Ok(h.like(a[0], u, &out));
        }
        u |= h.is_unicode(a[1]) || h.is_unicode(a[2]);
        let v = split_sep(&s, &x, max).join(&y[..]);
        Ok(h.like(a[0], u, &v))
    }),
    ("upper", |h, a, _| h.map_bytes("upper", a, str::to_uppercase)),
    ("lower", |h, a, _| h.map_bytes("lower", a, str::to_lowercase)),
    ("casefold", |h, a, _| h.map_bytes("casefold", a, str::to_lowercase)),
    ("title", |h, a, _| h.map_bytes("title", a, title)),
    ("capitalize", |h, a, _| {
        h.map_bytes("capitalize", a, |s| {
            let mut c = s.chars();
            match c.next() {
                Some(f) => f.to_uppercase().collect::<String>() + &c.as_str().to_lowercase(),
                None => String::new(),
            }
        })
    }),
    ("swapcase", |h, a, _| {
        h.map_bytes("swapcase", a, |s| {
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
    ("ljust", |h, a, k| h.justify("ljust", a, k, '<')),
    ("rjust", |h, a, k| h.justify("rjust", a, k, '>')),
    ("center", |h, a, k| h.justify("center", a, k, '^')),
    ("zfill", |h, a, k| {
        h.arity("zfill", a, k, 2, 2)?;
        let (s, u) = h.this_str("zfill", a)?;
        let sign = usize::from(matches!(s.first(), Some(b'-' | b'+')));
        let pad = b"0".repeat(h.missing(a[1], &s, u)?);
        let v = [&s[..sign], &pad, &s[sign..]].concat();
        Ok(h.like(a[0], u, &v))
    }),
    ("expandtabs", |h, a, k| {
        h.arity("expandtabs", a, k, 1, 2)?;
        let (s, u) = h.this_str("expandtabs", a)?;
        let n = h.tab_size(a.get(1))?;
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
        Ok(h.like(a[0], u, &out))
    }),
    ("partition", |h, a, _| h.partition("partition", a, false)),
    ("rpartition", |h, a, _| h.partition("rpartition", a, true)),
    ("removeprefix", |h, a, k| {
        h.arity("removeprefix", a, k, 2, 2)?;
        let (s, u) = h.this_str("removeprefix", a)?;
        let p = h.str_arg(a[1])?;
        Ok(h.like(a[0], u, s.strip_prefix(&p[..]).unwrap_or(&s)))
    }),
    ("removesuffix", |h, a, k| {
        h.arity("removesuffix", a, k, 2, 2)?;
        let (s, u) = h.this_str("removesuffix", a)?;
        let p = h.str_arg(a[1])?;
        Ok(h.like(a[0], u, s.strip_suffix(&p[..]).unwrap_or(&s)))
    }),
    ("isdigit", |h, a, _| h.test_all("isdigit", a, |b| b.is_ascii_digit())),
    ("isdecimal", |h, a, _| h.test_all("isdecimal", a, |b| b.is_ascii_digit())),
    ("isnumeric", |h, a, _| h.test_all("isnumeric", a, |b| b.is_ascii_digit())),
    ("isalpha", |h, a, _| h.test_all("isalpha", a, |b| b.is_ascii_alphabetic())),
    ("isalnum", |h, a, _| h.test_all("isalnum", a, |b| b.is_ascii_alphanumeric())),
    ("isspace", |h, a, _| h.test_all("isspace", a, is_space)),
    ("isprintable", |h, a, _| {
        if let Some(r) = h.unicode_method("isprintable", a)? {
            return Ok(r);
        }
        let (s, _) = h.this_str("isprintable", a)?;
        Ok(h.bool(s.iter().all(|b| matches!(b, b' '..=b'~'))))
    }),
    ("isascii", |h, a, _| {
        let (s, _) = h.this_str("isascii", a)?;
        Ok(h.bool(s.is_ascii()))
    }),
    ("isupper", |h, a, _| {
        if let Some(r) = h.unicode_method("isupper", a)? {
            return Ok(r);
        }
        let (s, _) = h.this_str("isupper", a)?;
        Ok(h.bool(is_cased(&s, true)))
    }),
    ("islower", |h, a, _| {
        if let Some(r) = h.unicode_method("islower", a)? {
            return Ok(r);
        }
        let (s, _) = h.this_str("islower", a)?;
        Ok(h.bool(is_cased(&s, false)))
    }),
    ("istitle", |h, a, _| {
        if let Some(r) = h.unicode_method("istitle", a)? {
            return Ok(r);
        }
        let (s, _) = h.this_str("istitle", a)?;
        let t = String::from_utf8_lossy(&s).into_owned();
        Ok(h.bool(t.chars().any(char::is_alphabetic) && title(&t) == t))
    }),
    ("isidentifier", |h, a, _| {
        if let Some(r) = h.unicode_method("isidentifier", a)? {
            return Ok(r);
        }
        let (s, _) = h.this_str("isidentifier", a)?;
        let ok = s.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
            && s.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_');
        Ok(h.bool(ok))
    }),
    ("format", |h, a, k| {
        let (s, u) = h.this_str("format", a)?;
        let f = String::from_utf8_lossy(&s).into_owned();
        let v = h.str_format(&f, &a[1..], k)?;
        Ok(h.like(a[0], u, &v))
    }),
    ("format_map", |h, a, k| {
        h.arity("format_map", a, k, 2, 2)?;
        let (s, u) = h.this_str("format_map", a)?;
        let f = String::from_utf8_lossy(&s).into_owned();
        let mut kws = vec![];
        for (key, v) in h.dict_items(a[1]) {
            if let Some(t) = h.text(key) {
                kws.push((flowmodel::name::Name::new(&t), v));
            }
        }
        let v = h.str_format(&f, &[], &kws)?;
        Ok(h.like(a[0], u, &v))
    }),
    ("encode", |h, a, k| {
        let [_, enc, errors] = h.named_args("encode", ["self", "encoding", "errors"], 1, a, k)?;
        let (s, u) = h.this_str("encode", a)?;
        let enc = enc.and_then(|e| h.text(e)).unwrap_or_else(|| "utf-8".into());
        let errors = errors.and_then(|e| h.text(e)).unwrap_or_else(|| "strict".into());
        if let Some(r) = h.encode_by_codec(&s, u, &enc)? {
            return Ok(r);
        }
        let utf8 = enc.to_ascii_lowercase().replace(['_', '-'], "") == "utf8";
        if utf8 && h.running_python() == crate::Python::Three && std::str::from_utf8(&s).is_err() {
            // It has been made of characters below 256, as `chr` makes them.
            let t: String = s.iter().map(|b| *b as char).collect();
            return Ok(h.bytes(t.as_bytes()));
        }
        // A byte string is its own encoding, unless the codec cannot hold it (or is not known).
        if !u && (s.is_ascii() || !enc.eq_ignore_ascii_case("ascii")) {
            h.encode("", &enc, &errors)?;
            return Ok(h.bytes(&s));
        }
        let t = String::from_utf8_lossy(&s).into_owned();
        let v = h.encode(&t, &enc, &errors)?;
        Ok(h.bytes(&v))
    }),
    ("decode", |h, a, k| {
        let [_, enc, errors] = h.named_args("decode", ["self", "encoding", "errors"], 1, a, k)?;
        let (s, _) = h.this_str("decode", a)?;
        let enc = enc.and_then(|e| h.text(e)).unwrap_or_else(|| "utf-8".into());
        let errors = errors.and_then(|e| h.text(e)).unwrap_or_else(|| "strict".into());
        if h.running_python() == crate::Python::Three {
            // Latin-1 is what `str` is: characters are bytes.
            let is_latin1 =
                matches!(&*enc.to_ascii_lowercase(), "latin-1" | "latin1" | "iso-8859-1");
            let t = if is_latin1 { s } else { h.decode(&s, &enc, &errors)?.into_bytes().into() };
            return Ok(h.bytes(&t));
        }
        if let Some(r) = h.decode_by_codec(&s, &enc)? {
            return Ok(r);
        }
        let t = h.decode(&s, &enc, &errors)?;
        Ok(h.unicode(&t))
    }),
    ("translate", |h, a, k| {
        h.arity("translate", a, k, 2, 3)?;
        let (s, u) = h.this_str("translate", a)?;
        if u {
            return h.translate_unicode(&String::from_utf8_lossy(&s), a[1]);
        }
        let deleted = match a.get(2) {
            Some(d) => h.str_arg(*d)?.to_vec(),
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
            match h.dict_get(table, key)? {
                None => out.push(*b),
                Some(NONE) => {}
                Some(v) => match (h.as_int(v), h.byte_vec(v)) {
                    (Some(n), _) => out.push(n as u8),
                    (_, Some(t)) => out.extend(t),
                    _ => return Err(h.type_error("bad translation table")),
                },
            }
        }
        Ok(h.like(a[0], u, &out))
    }),
    ("__len__", |h, a, k| {
        h.arity("__len__", a, k, 1, 1)?;
        let n = h.len(h.base(a[0]))?;
        Ok(h.int(n as i64))
    }),
    ("hex", |h, a, _| {
        let (s, _) = h.this_str("hex", a)?;
        let t: String = s.iter().map(|b| format!("{b:02x}")).collect();
        Ok(h.str(&t))
    }),
];

/// Methods of `bytearray` beyond those of sequences of bytes.
pub(crate) const BYTEARRAY: Table = &[
    ("append", |h, a, k| {
        h.arity("append", a, k, 2, 2)?;
        let b = match (h.as_int(a[1]), h.byte_vec(a[1])) {
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
        h.arity("extend", a, k, 2, 2)?;
        let s = match h.byte_vec(a[1]) {
            Some(s) => s,
            None => {
                let mut out = vec![];
                for x in h.iter_to_vec(a[1])? {
                    out.push(h.index(x)? as u8);
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
