//! Positions: the protocol counts lines from 0 and UTF-16 units, spans are bytes.

use super::protocol::{Position, Range};
use flowmodel::diag::{SourceMap, Span};

/// A byte offset as a position.
pub fn position(text: &str, at: u32) -> Position {
    let mut at = (at as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let line = before.matches('\n').count() as u32;
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    Position { line, character: before[start..].encode_utf16().count() as u32 }
}

/// A position as a byte offset; behind the end of a line: the end.
pub fn offset(text: &str, p: Position) -> u32 {
    let mut start = 0;
    for _ in 0..p.line {
        match text[start..].find('\n') {
            Some(n) => start += n + 1,
            None => return text.len() as u32,
        }
    }
    let line = text[start..].lines().next().unwrap_or("");
    let mut units = 0;
    for (i, c) in line.char_indices() {
        if units >= p.character {
            return (start + i) as u32;
        }
        units += c.len_utf16() as u32;
    }
    (start + line.len()) as u32
}

/// A span as a range.
pub fn range(sources: &SourceMap, s: Span) -> Option<Range> {
    let text = &sources.get(s.file)?.text;
    Some(Range { start: position(text, s.start), end: position(text, s.end.max(s.start)) })
}

/// The name at an offset, and whether it stands behind a dot.
pub fn word(text: &str, at: u32) -> Option<(&str, bool)> {
    let at = at as usize;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let start = text[..at]
        .rfind(|c| !is_part(c))
        .map_or(0, |i| i + text[i..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(|c| !is_part(c)).map_or(text.len(), |i| at + i);
    let word = &text[start..end];
    (!word.is_empty()).then(|| (word, text[..start].trim_end().ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf16_units() {
        let text = "a = 1\nß𝄞x = self.n\n";
        let at = text.find('x').map_or(0, |i| i as u32);
        let place = |line, character| Position { line, character };
        assert_eq!(position(text, at), place(1, 3));
        assert_eq!(offset(text, place(1, 3)), at);
        assert_eq!(offset(text, place(0, 99)), 5);
        assert_eq!(word(text, 0), Some(("a", false)));
        assert_eq!(word(text, text.len() as u32 - 1), Some(("n", true)));
        assert_eq!(word(text, 2), None);
    }
}
