//! Tokens of Python 2 and 3 source text, with INDENT and DEDENT.
//!
//! The [`logos`] automaton knows single tokens; the layout (indentation, line ends inside
//! brackets) is done by [`tokenize`] around it. It never panics: what is no token becomes a
//! diagnostic and the scan goes on after it.

use flowmodel::diag::{Diagnostic, FileId, Span};
use logos::{Lexer, Logos};
use unicode_normalization::UnicodeNormalization;

/// Deepest nesting of brackets, as in CPython.
const MAX_BRACKETS: usize = 200;
/// Deepest nesting of indented blocks, as in CPython.
const MAX_INDENTS: usize = 99;

/// Prefix and quotes of a string literal; the body is the text between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StrKind {
    /// `r`
    pub raw: bool,
    /// `b`
    pub bytes: bool,
    /// `u`
    pub unicode: bool,
    /// `f`
    pub format: bool,
    /// Length of the prefix in bytes.
    pub prefix: u8,
    /// 1 or 3.
    pub quote: u8,
}

/// Says what is wrong with a token.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum LexError {
    /// No token starts here.
    #[default]
    Unknown,
    /// The string has no end.
    UnterminatedString,
    /// A number is directly followed by a letter or digit that cannot belong to it.
    BadNumber,
    /// A character cannot be in an identifier.
    BadIdentifier,
}

/// Kinds of tokens.
#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(error = LexError)]
#[logos(skip r"[ \t\x0c]+")]
#[logos(skip(r"\\(\r\n|\n|\r)"))]
#[logos(skip(r"#[^\r\n]*", allow_greedy = true))]
#[allow(missing_docs)]
pub enum Tok {
    #[regex(r"[A-Za-z_\u{80}-\u{10FFFF}][A-Za-z0-9_\u{80}-\u{10FFFF}]*", identifier)]
    Name,
    #[regex(r"0[xX](_?[0-9a-fA-F])+[lL]?", number)]
    #[regex(r"0[oO](_?[0-7])+[lL]?", number)]
    #[regex(r"0[bB](_?[01])+[lL]?", number)]
    #[regex(r"[0-9](_?[0-9])*[lL]?", number)]
    Int,
    #[regex(r"[0-9](_?[0-9])*\.([0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?", number)]
    #[regex(r"\.[0-9](_?[0-9])*([eE][+-]?[0-9](_?[0-9])*)?", number)]
    #[regex(r"[0-9](_?[0-9])*[eE][+-]?[0-9](_?[0-9])*", number)]
    Float,
    #[regex(r"[0-9](_?[0-9])*[jJ]", number)]
    #[regex(r"[0-9](_?[0-9])*\.([0-9](_?[0-9])*)?([eE][+-]?[0-9](_?[0-9])*)?[jJ]", number)]
    #[regex(r"\.[0-9](_?[0-9])*([eE][+-]?[0-9](_?[0-9])*)?[jJ]", number)]
    #[regex(r"[0-9](_?[0-9])*[eE][+-]?[0-9](_?[0-9])*[jJ]", number)]
    Imaginary,
    #[regex(
        r#"([uU]|[bB]|[rR]|[fF]|[uU][rR]|[bB][rR]|[rR][bB]|[fF][rR]|[rR][fF])?("""|'''|"|')"#,
        string,
        priority = 20
    )]
    Str(StrKind),
    #[regex(r"\r\n|\n|\r")]
    Newline,
    Indent,
    Dedent,
    End,

    #[token("and")]
    And,
    #[token("as")]
    As,
    #[token("assert")]
    Assert,
    #[token("break")]
    Break,
    #[token("class")]
    Class,
    #[token("continue")]
    Continue,
    #[token("def")]
    Def,
    #[token("del")]
    Del,
    #[token("elif")]
    Elif,
    #[token("else")]
    Else,
    #[token("except")]
    Except,
    #[token("finally")]
    Finally,
    #[token("for")]
    For,
    #[token("from")]
    From,
    #[token("global")]
    Global,
    #[token("if")]
    If,
    #[token("import")]
    Import,
    #[token("in")]
    In,
    #[token("is")]
    Is,
    #[token("lambda")]
    Lambda,
    #[token("nonlocal")]
    Nonlocal,
    #[token("not")]
    Not,
    #[token("or")]
    Or,
    #[token("pass")]
    Pass,
    #[token("raise")]
    Raise,
    #[token("return")]
    Return,
    #[token("try")]
    Try,
    #[token("while")]
    While,
    #[token("with")]
    With,
    #[token("yield")]
    Yield,
    #[token("None")]
    None,
    #[token("True")]
    True,
    #[token("False")]
    False,

    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token(";")]
    Semi,
    #[token(".")]
    Dot,
    #[token("...")]
    Ellipsis,
    #[token("=")]
    Assign,
    #[token("->")]
    Arrow,
    #[token(":=")]
    Walrus,
    #[token("@")]
    At,
    #[token("`")]
    Backquote,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("**")]
    StarStar,
    #[token("/")]
    Slash,
    #[token("//")]
    SlashSlash,
    #[token("%")]
    Percent,
    #[token("&")]
    Amp,
    #[token("|")]
    Bar,
    #[token("^")]
    Caret,
    #[token("~")]
    Tilde,
    #[token("<<")]
    Shl,
    #[token(">>")]
    Shr,
    #[token("<")]
    Lt,
    #[token("<=")]
    Le,
    #[token(">")]
    Gt,
    #[token(">=")]
    Ge,
    #[token("==")]
    EqEq,
    #[token("!=")]
    #[token("<>")]
    Ne,
    #[token("+=")]
    PlusEq,
    #[token("-=")]
    MinusEq,
    #[token("*=")]
    StarEq,
    #[token("/=")]
    SlashEq,
    #[token("//=")]
    SlashSlashEq,
    #[token("%=")]
    PercentEq,
    #[token("&=")]
    AmpEq,
    #[token("|=")]
    BarEq,
    #[token("^=")]
    CaretEq,
    #[token("<<=")]
    ShlEq,
    #[token(">>=")]
    ShrEq,
    #[token("**=")]
    StarStarEq,
    #[token("@=")]
    AtEq,
}

/// A token and its bytes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Token {
    /// Kind.
    pub kind: Tok,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

fn identifier(lex: &mut Lexer<'_, Tok>) -> Result<(), LexError> {
    let text = lex.slice();
    let ok = text.is_ascii() || {
        let mut chars = text.nfkc();
        chars.next().is_some_and(|c| c == '_' || unicode_ident::is_xid_start(c))
            && chars.all(unicode_ident::is_xid_continue)
    };
    if ok { Ok(()) } else { Err(LexError::BadIdentifier) }
}

fn number(lex: &mut Lexer<'_, Tok>) -> Result<(), LexError> {
    let rest = lex.remainder();
    let word: &str = {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        &rest[..end]
    };
    // `1if x else y` is accepted by Python.
    if word.is_empty() || matches!(word, "and" | "else" | "for" | "if" | "in" | "is" | "or" | "not")
    {
        return Ok(());
    }
    let len = word.len();
    lex.bump(len);
    Err(LexError::BadNumber)
}

fn string(lex: &mut Lexer<'_, Tok>) -> Result<StrKind, LexError> {
    let opening = lex.slice();
    let prefix = opening.find(['"', '\'']).unwrap_or(0);
    let mut kind = StrKind {
        prefix: prefix as u8,
        quote: (opening.len() - prefix) as u8,
        ..StrKind::default()
    };
    for c in opening[..prefix].chars() {
        match c.to_ascii_lowercase() {
            'r' => kind.raw = true,
            'b' => kind.bytes = true,
            'u' => kind.unicode = true,
            _ => kind.format = true,
        }
    }
    let quote = opening.as_bytes()[prefix];
    let triple = kind.quote == 3;
    let rest = lex.remainder().as_bytes();
    let mut i = 0;
    while i < rest.len() {
        match rest[i] {
            b'\\' => {
                // An escaped CRLF is one line end; never step into the middle of a character.
                i += if rest.get(i + 1) == Some(&b'\r') && rest.get(i + 2) == Some(&b'\n') {
                    3
                } else {
                    2
                };
            }
            b'\n' | b'\r' if !triple => {
                lex.bump(i);
                return Err(LexError::UnterminatedString);
            }
            b if b == quote => {
                if !triple {
                    lex.bump(i + 1);
                    return Ok(kind);
                }
                if rest[i..].starts_with(&[quote; 3]) {
                    lex.bump(i + 3);
                    return Ok(kind);
                }
                i += 1;
            }
            _ => i += 1,
        }
    }
    lex.bump(rest.len());
    Err(LexError::UnterminatedString)
}

/// Splits a text into tokens. A final `End` token is always there; a `Newline` comes before it
/// unless the text has no tokens at all.
pub fn tokenize(file: FileId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    Layout::new(file, text, 0).run()
}

/// Tokens of an expression inside other text (f-string fields): no layout, positions shifted by
/// `base`.
pub fn tokenize_fragment(file: FileId, text: &str, base: u32) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut layout = Layout::new(file, text, base);
    layout.depth = 1;
    layout.fragment = true;
    layout.run()
}

struct Layout<'a> {
    file: FileId,
    text: &'a str,
    base: u32,
    tokens: Vec<Token>,
    errors: Vec<Diagnostic>,
    /// Columns of the open indentations, with tabs to multiples of 8, and with tabs as one.
    indents: Vec<(u32, u32)>,
    depth: usize,
    fragment: bool,
}

impl<'a> Layout<'a> {
    fn new(file: FileId, text: &'a str, base: u32) -> Layout<'a> {
        Layout {
            file,
            text,
            base,
            tokens: Vec::new(),
            errors: Vec::new(),
            indents: vec![(0, 0)],
            depth: 0,
            fragment: false,
        }
    }

    fn push(&mut self, kind: Tok, start: usize, end: usize) {
        let (start, end) = (self.base + start as u32, self.base + end as u32);
        self.tokens.push(Token { kind, start, end });
    }

    fn error(&mut self, start: usize, end: usize, message: &str) {
        let span = Span {
            file: self.file,
            start: self.base + start as u32,
            end: self.base + end as u32,
            inlined: 0,
        };
        // A binary file would give a diagnostic for each byte.
        if self.errors.len() < 20 {
            self.errors.push(Diagnostic::error("syntax", message, span));
        }
    }

    fn run(mut self) -> (Vec<Token>, Vec<Diagnostic>) {
        let bom = if self.text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut lex = Tok::lexer(self.text);
        lex.bump(bom);
        let mut line_start = bom;
        let mut fresh_line = !self.fragment;
        while let Some(item) = lex.next() {
            let span = lex.span();
            if let Ok(Tok::Newline) = item {
                if self.depth == 0 && !fresh_line {
                    self.push(Tok::Newline, span.start, span.end);
                    fresh_line = true;
                }
                line_start = span.end;
                continue;
            }
            if fresh_line {
                fresh_line = false;
                self.indent(line_start, span.start);
            }
            match item {
                Ok(kind) => {
                    match kind {
                        Tok::LParen | Tok::LBracket | Tok::LBrace => {
                            self.depth += 1;
                            if self.depth == MAX_BRACKETS + self.fragment as usize + 1 {
                                let m =
                                    format!("too many nested parentheses (at most {MAX_BRACKETS})");
                                self.error(span.start, span.end, &m);
                            }
                        }
                        Tok::RParen | Tok::RBracket | Tok::RBrace => {
                            let floor = self.fragment as usize;
                            self.depth = self.depth.saturating_sub(1).max(floor);
                        }
                        _ => {}
                    }
                    self.push(kind, span.start, span.end);
                }
                Err(e) => {
                    let text = &self.text[span.clone()];
                    let message = match e {
                        LexError::UnterminatedString => {
                            "this string is not closed on its line (or, if triple-quoted, in the file)"
                                .to_string()
                        }
                        LexError::BadNumber => format!("`{text}` is not a number"),
                        LexError::BadIdentifier => format!("`{text}` is not an identifier"),
                        LexError::Unknown => format!("`{text}` cannot be used here"),
                    };
                    self.error(span.start, span.end, &message);
                }
            }
        }
        let end = self.text.len();
        if !fresh_line && !self.fragment && !self.tokens.is_empty() {
            self.push(Tok::Newline, end, end);
        }
        for _ in 1..self.indents.len() {
            self.push(Tok::Dedent, end, end);
        }
        self.push(Tok::End, end, end);
        (self.tokens, self.errors)
    }

    fn indent(&mut self, line_start: usize, at: usize) {
        let (mut col, mut alt) = (0u32, 0u32);
        for b in self.text.as_bytes()[line_start..at].iter() {
            match b {
                b' ' => {
                    col += 1;
                    alt += 1;
                }
                b'\t' => {
                    col = (col / 8 + 1) * 8;
                    alt += 1;
                }
                b'\x0c' => {
                    col = 0;
                    alt = 0;
                }
                // A backslash continuation before the first token: Python counts from there.
                _ => {}
            }
        }
        let &(top, top_alt) = self.indents.last().expect("bottom entry stays");
        if col == top {
            if alt != top_alt {
                self.error(line_start, at, "inconsistent use of tabs and spaces in indentation");
            }
        } else if col > top {
            if alt <= top_alt {
                self.error(line_start, at, "inconsistent use of tabs and spaces in indentation");
            }
            if self.indents.len() == MAX_INDENTS + 1 {
                let m = format!("too many levels of indentation (at most {MAX_INDENTS})");
                self.error(line_start, at, &m);
            }
            self.indents.push((col, alt));
            self.push(Tok::Indent, line_start, at);
        } else {
            while self.indents.last().is_some_and(|i| i.0 > col) {
                self.indents.pop();
                self.push(Tok::Dedent, at, at);
            }
            if self.indents.last().is_some_and(|i| i.0 != col) {
                self.error(
                    line_start,
                    at,
                    "this line is indented less than the line before, but not as much less as any block around it",
                );
                self.indents.push((col, alt));
                self.push(Tok::Indent, at, at);
            }
        }
    }
}
