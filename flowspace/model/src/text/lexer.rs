//! Tokens of the text format.

use crate::text::error::ParseError;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tok {
    /// A bare word or number, or punctuation such as `(` and `->`.
    Word(String),
    /// A sigil (`%`, `@`, `$`, `#`, `&`, `.`) with its name.
    Name(char, String),
    /// A quoted text with its prefix (``, `'`-quoted has prefix `'`, `u'`, `u"`).
    Quoted(&'static str, String),
    /// End of text.
    Eof,
}

/// Splits text into tokens with their line numbers.
pub(super) fn lex(text: &str) -> Result<Vec<(Tok, u32)>, ParseError> {
    let c: Vec<char> = text.chars().collect();
    let mut out = vec![];
    let (mut i, mut line) = (0, 1u32);
    let word = |ch: char| ch.is_alphanumeric() || ch == '_' || ch == '.';
    let err = |line, m: &str| ParseError { line, message: m.to_string() };
    while i < c.len() {
        let ch = c[i];
        match ch {
            '\n' => {
                line += 1;
                i += 1;
            }
            ' ' | '\t' | '\r' => i += 1,
            ';' => {
                while i < c.len() && c[i] != '\n' {
                    i += 1;
                }
            }
            '"' | '\'' => {
                let (s, n) = quoted(&c, i).map_err(|m| err(line, m))?;
                out.push((Tok::Quoted(if ch == '"' { "" } else { "'" }, s), line));
                i = n;
            }
            'b' if c.get(i + 1) == Some(&'"') => {
                let (s, n) = quoted(&c, i + 1).map_err(|m| err(line, m))?;
                out.push((Tok::Quoted("b", s), line));
                i = n;
            }
            'u' if matches!(c.get(i + 1), Some('"' | '\'')) => {
                let (s, n) = quoted(&c, i + 1).map_err(|m| err(line, m))?;
                out.push((Tok::Quoted(if c[i + 1] == '"' { "u" } else { "u'" }, s), line));
                i = n;
            }
            '%' | '@' | '$' | '#' | '&' | '.' => {
                if c.get(i + 1) == Some(&'"') {
                    let (s, n) = quoted(&c, i + 1).map_err(|m| err(line, m))?;
                    out.push((Tok::Name(ch, s), line));
                    i = n;
                } else {
                    let start = i + 1;
                    i = start;
                    while i < c.len() && (word(c[i]) || (i == start && c[i] == '#')) {
                        i += 1;
                    }
                    out.push((Tok::Name(ch, c[start..i].iter().collect()), line));
                }
            }
            '-' if c.get(i + 1) == Some(&'>') => {
                out.push((Tok::Word("->".into()), line));
                i += 2;
            }
            _ if word(ch) || (ch == '-' && c.get(i + 1).is_some_and(|d| word(*d))) => {
                let start = i;
                i += 1;
                while i < c.len()
                    && (word(c[i])
                        || (c[i] == '-' && matches!(c[i - 1], 'e') && is_num(&c[start..i])))
                {
                    i += 1;
                }
                out.push((Tok::Word(c[start..i].iter().collect()), line));
            }
            _ => {
                out.push((Tok::Word(ch.to_string()), line));
                i += 1;
            }
        }
    }
    out.push((Tok::Eof, line));
    Ok(out)
}

fn is_num(c: &[char]) -> bool {
    c.first().is_some_and(|d| d.is_ascii_digit() || *d == '-')
}

fn quoted(c: &[char], start: usize) -> Result<(String, usize), &'static str> {
    let q = c[start];
    let mut i = start + 1;
    let mut s = String::new();
    loop {
        match c.get(i) {
            None => return Err("unterminated text"),
            Some(ch) if *ch == q => return Ok((s, i + 1)),
            Some('\\') => {
                match c.get(i + 1) {
                    Some('n') => s.push('\n'),
                    Some('x') => {
                        let hex: String = c.iter().skip(i + 2).take(2).collect();
                        let v = u8::from_str_radix(&hex, 16).map_err(|_| "bad \\x escape")?;
                        s.push(v as char);
                        i += 2;
                    }
                    Some('u') if c.get(i + 2) == Some(&'{') => {
                        let hex: String = c.iter().skip(i + 3).take_while(|x| **x != '}').collect();
                        let v = u32::from_str_radix(&hex, 16).map_err(|_| "bad \\u escape")?;
                        s.push(char::from_u32(v).ok_or("bad code point")?);
                        i += 2 + hex.len();
                    }
                    Some(x @ ('\\' | '"' | '\'')) => s.push(*x),
                    _ => return Err("unknown escape"),
                }
                i += 2;
            }
            Some(ch) => {
                s.push(*ch);
                i += 1;
            }
        }
    }
}

/// Quotes bytes (shown as Latin-1) with escapes that [`lex`] undoes.
pub(super) fn quote_bytes(bytes: &[u8], q: char) -> String {
    let mut s = String::new();
    s.push(q);
    for &b in bytes {
        match b {
            b'\n' => s.push_str("\\n"),
            b'\\' => s.push_str("\\\\"),
            b if b as char == q => {
                s.push('\\');
                s.push(q);
            }
            0x20..=0x7e => s.push(b as char),
            _ => s.push_str(&format!("\\x{b:02x}")),
        }
    }
    s.push(q);
    s
}

/// Quotes text with escapes that [`lex`] undoes.
pub(super) fn quote_text(text: &str, q: char) -> String {
    let mut s = String::new();
    s.push(q);
    for ch in text.chars() {
        match ch {
            '\n' => s.push_str("\\n"),
            '\\' => s.push_str("\\\\"),
            c if c == q => {
                s.push('\\');
                s.push(q);
            }
            ' '..='~' => s.push(ch),
            _ => s.push_str(&format!("\\u{{{:x}}}", ch as u32)),
        }
    }
    s.push(q);
    s
}

/// A name after a sigil, quoted if it is not a plain word.
pub fn sigil_name(sigil: char, name: &str) -> String {
    let plain =
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    if plain { format!("{sigil}{name}") } else { format!("{sigil}{}", quote_text(name, '"')) }
}
