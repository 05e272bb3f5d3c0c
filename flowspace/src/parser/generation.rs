//! Generation of Python that a file is written in, as far as its text tells.
//!
//! The rule, in this order: a marker in a comment, what only Python 2 has, what only Python 3 has. A file with none of
//! these is [`Python::Neutral`]: it takes the generation of its program.

use crate::lexer::{Tok, Token, tokenize};
use flowmodel::diag::FileId;

/// A generation of Python.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Python {
    /// Nothing tells: the language that RPython, Python 2 and Python 3 have in common.
    #[default]
    Neutral,
    /// Python 2.7, RPython's own.
    Two,
    /// Python 3.
    Three,
}

/// Lines at the head of a file in which a marker can stand.
const MARKER_LINES: usize = 30;

/// Gives what a comment at the head of a file says: `#!… python3`, or `# requires-python = ">=3.8"` (as in the metadata
/// block of scripts; also with a colon).
pub fn marker(text: &str) -> Option<Python> {
    for (i, line) in text.lines().take(MARKER_LINES).enumerate() {
        let Some(comment) = line.strip_prefix('#') else {
            continue;
        };
        if i == 0
            && let Some(command) = comment.strip_prefix('!')
        {
            let name = command.rsplit(['/', ' ']).find(|w| w.starts_with("python"));
            match name.and_then(|n| n.strip_prefix("python")?.chars().next()) {
                Some('2') => return Some(Python::Two),
                Some('3') => return Some(Python::Three),
                _ => continue,
            }
        }
        let wanted = comment.trim_start().strip_prefix("requires-python");
        let Some(wanted) = wanted.map(str::trim_start).and_then(|w| w.strip_prefix([':', '=']))
        else {
            continue;
        };
        return generation_wanted(wanted);
    }
    None
}

/// The generation that a version specifier such as `">=3.8"`, `"~=2.7"` or `"<3"` leaves.
fn generation_wanted(specifier: &str) -> Option<Python> {
    let mut can_be = [true, true];
    let clean: String =
        specifier.chars().filter(|c| !matches!(c, '"' | '\'' | ' ' | '\t' | '\r')).collect();
    for clause in clean.split(',') {
        let at = clause.find(|c: char| c.is_ascii_digit())?;
        let (op, version) = clause.split_at(at);
        let major: u32 = version.split('.').next()?.trim_end_matches('*').parse().ok()?;
        let only_major = !version.contains('.') || version.split('.').skip(1).all(|p| p == "0");
        for (slot, generation) in can_be.iter_mut().zip([2, 3]) {
            *slot &= match op {
                ">=" | ">" => generation >= major,
                "<" if only_major => generation < major,
                "<" | "<=" => generation <= major,
                "==" | "~=" | "===" => generation == major,
                _ => true,
            };
        }
    }
    match can_be {
        [true, false] => Some(Python::Two),
        [false, true] => Some(Python::Three),
        _ => None,
    }
}

/// Says whether there is something that Python 3 does not have.
pub(super) fn only_python2(text: &str, tokens: &[Token]) -> bool {
    let word =
        |t: &Token, w: &str| t.kind == Tok::Name && &text[t.start as usize..t.end as usize] == w;
    tokens.iter().enumerate().any(|(i, t)| {
        let next = tokens.get(i + 1).map_or(Tok::End, |n| n.kind);
        match t.kind {
            Tok::Backquote => true,
            Tok::Name if begins(tokens, i) && word(t, "print") => {
                matches!(next, Tok::Str(_) | Tok::Name | Tok::Int | Tok::Float | Tok::Backquote)
            }
            Tok::Name if begins(tokens, i) && word(t, "exec") => {
                matches!(next, Tok::Str(_) | Tok::Name)
            }
            Tok::Raise => {
                // `raise E, v`
                next == Tok::Name && tokens.get(i + 2).is_some_and(|n| n.kind == Tok::Comma)
            }
            Tok::Except => {
                // `except E, e:`
                next == Tok::Name && tokens.get(i + 2).is_some_and(|n| n.kind == Tok::Comma)
            }
            _ => false,
        }
    })
}

/// Says whether there is an import of the package `rpython` or `pypy`. Both run under Python 2
/// only.
pub(crate) fn imports_rpython(file: FileId, text: &str) -> bool {
    const PACKAGES: [&str; 2] = ["rpython", "pypy"];
    if !PACKAGES.iter().any(|p| text.contains(p)) {
        return false;
    }
    let tokens = tokenize(file, text).0;
    tokens.windows(2).enumerate().any(|(i, pair)| {
        matches!(pair[0].kind, Tok::Import | Tok::From)
            && pair[1].kind == Tok::Name
            && PACKAGES.contains(&&text[pair[1].start as usize..pair[1].end as usize])
            && begins(&tokens, i)
    })
}

/// Says whether there is a token that only Python 3 has. What takes the grammar to see (annotations, parameters
/// behind `*`, …) the parser notes when it comes to it.
pub(super) fn only_python3(text: &str, tokens: &[Token]) -> bool {
    tokens.iter().enumerate().any(|(i, t)| {
        let next = tokens.get(i + 1).map_or(Tok::End, |n| n.kind);
        match t.kind {
            Tok::Str(kind) => kind.format,
            Tok::Walrus | Tok::Nonlocal | Tok::Arrow => true,
            Tok::Yield => next == Tok::From,
            // `print(x, end="")` is checked by the parser, which knows `print_function`.
            Tok::Int => text[t.start as usize..t.end as usize].contains('_'),
            Tok::Raise => tokens[i..]
                .iter()
                .take_while(|n| !matches!(n.kind, Tok::Newline | Tok::Semi | Tok::End))
                .any(|n| n.kind == Tok::From),
            _ => false,
        }
    })
}

/// Does a statement begin at a token?
fn begins(tokens: &[Token], i: usize) -> bool {
    i == 0
        || matches!(
            tokens[i - 1].kind,
            Tok::Newline | Tok::Indent | Tok::Dedent | Tok::Semi | Tok::Colon
        )
}
