//! Source files: from bytes to text, by the encoding that a comment in the first two lines declares.

/// The text of a file, and what is wrong with its encoding.
pub struct Source {
    /// It is in UTF-8; where a byte could not be decoded there is U+FFFD.
    pub text: String,
    /// Place in `text` and message.
    pub error: Option<(u32, u32, String)>,
}

impl From<&str> for Source {
    fn from(text: &str) -> Source {
        Source { text: text.to_string(), error: None }
    }
}

/// Encodings of source files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8, which is assumed without a declaration.
    Utf8,
    /// It has only ASCII.
    Ascii,
    /// Latin-1.
    Latin1,
    /// Latin-9, the one with the euro sign.
    Latin9,
    /// Windows' code page for Western Europe.
    Cp1252,
}

impl Encoding {
    fn from_name(name: &str) -> Option<Encoding> {
        let name = name.to_ascii_lowercase().replace('_', "-");
        let is = |n: &str| name.strip_prefix(n).is_some_and(|r| r.is_empty() || r.starts_with('-'));
        Some(match name.as_str() {
            _ if is("utf-8") || is("utf8") => Encoding::Utf8,
            "ascii" | "us-ascii" => Encoding::Ascii,
            "iso-8859-15" | "iso8859-15" | "latin9" | "latin-9" => Encoding::Latin9,
            "cp1252" | "windows-1252" => Encoding::Cp1252,
            "latin1" | "iso8859-1" | "l1" => Encoding::Latin1,
            _ if is("latin-1") || is("iso-8859-1") || is("iso-latin-1") => Encoding::Latin1,
            _ => return None,
        })
    }

    /// The character that a byte stands for, in an encoding of single bytes.
    fn decode_byte(self, b: u8) -> Option<char> {
        match (self, b) {
            (_, 0..0x80) => Some(b as char),
            (Encoding::Latin1, _) => Some(b as char),
            (Encoding::Latin9, _) => Some(match b {
                0xa4 => '€',
                0xa6 => 'Š',
                0xa8 => 'š',
                0xb4 => 'Ž',
                0xb8 => 'ž',
                0xbc => 'Œ',
                0xbd => 'œ',
                0xbe => 'Ÿ',
                _ => b as char,
            }),
            (Encoding::Cp1252, 0x80..0xa0) => {
                let row = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";
                row.chars().nth(b as usize - 0x80).filter(|c| *c != '\0')
            }
            (Encoding::Cp1252, _) => Some(b as char),
            (Encoding::Utf8 | Encoding::Ascii, _) => None,
        }
    }

    /// A text of this encoding as the bytes that it was in the file.
    pub fn encode(self, text: &str) -> Vec<u8> {
        if matches!(self, Encoding::Utf8 | Encoding::Ascii) {
            return text.as_bytes().to_vec();
        }
        let mut out = Vec::with_capacity(text.len());
        for c in text.chars() {
            match (0..=255).find(|b| self.decode_byte(*b) == Some(c)) {
                Some(b) => out.push(b),
                None => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        out
    }
}

/// The name after `coding:` or `coding=` in a comment of the first two lines, and its place.
fn declared(b: &[u8]) -> Option<(usize, &str)> {
    let mut start = 0;
    for line in b.split(|c| *c == b'\n').take(2) {
        let code = line.trim_ascii_start();
        let code = code.strip_prefix(b"\x0c").unwrap_or(code).trim_ascii_start();
        if !code.is_empty() && !code.starts_with(b"#") {
            return None;
        }
        let found = (0..line.len()).find_map(|i| {
            let rest = line[i..].strip_prefix(b"coding")?;
            let rest = rest.strip_prefix(b":").or_else(|| rest.strip_prefix(b"="))?;
            let name = rest.trim_ascii_start();
            let word = |c: &u8| !(c.is_ascii_alphanumeric() || b"-_.".contains(c));
            let end = name.iter().position(word).unwrap_or(name.len());
            (end > 0).then(|| (start + line.len() - name.len(), &name[..end]))
        });
        if let Some((at, name)) = found {
            return std::str::from_utf8(name).ok().map(|n| (at, n));
        }
        start += line.len() + 1;
    }
    None
}

/// The declared encoding of a text that was decoded; UTF-8 if there is none.
pub fn encoding_of(text: &str) -> Encoding {
    declared(text.as_bytes()).and_then(|(_, n)| Encoding::from_name(n)).unwrap_or(Encoding::Utf8)
}

/// The text of a file.
pub fn decode(b: &[u8]) -> Source {
    let b = b.strip_prefix(b"\xef\xbb\xbf").unwrap_or(b);
    let lossy = |at: usize, end: usize, message: String| Source {
        text: String::from_utf8_lossy(b).into_owned(),
        error: Some((at as u32, end as u32, message)),
    };
    let encoding = match declared(b) {
        None => Encoding::Utf8,
        Some((at, name)) => match Encoding::from_name(name) {
            Some(e) => e,
            None if b.is_ascii() => Encoding::Ascii,
            None => {
                let m = format!("the encoding `{name}` is not known here: save the file as UTF-8");
                return lossy(at, at + name.len(), m);
            }
        },
    };
    if encoding == Encoding::Utf8 {
        return match std::str::from_utf8(b) {
            Ok(text) => text.into(),
            Err(e) => {
                let at = e.valid_up_to();
                let m = format!(
                    "the byte 0x{:02x} is not UTF-8: save the file as UTF-8, or declare its \
                     encoding in its first line, as in `# -*- coding: latin-1 -*-`",
                    b[at]
                );
                lossy(at, at + '\u{fffd}'.len_utf8(), m)
            }
        };
    }
    let mut text = String::with_capacity(b.len());
    let mut error = None;
    for c in b {
        let decoded = encoding.decode_byte(*c);
        if decoded.is_none() && error.is_none() {
            let at = text.len() as u32;
            error =
                Some((at, at + 3, format!("the byte 0x{c:02x} is not of the declared encoding")));
        }
        text.push(decoded.unwrap_or('\u{fffd}'));
    }
    Source { text, error }
}
