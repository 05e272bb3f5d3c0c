//! Parser: tokens to [`crate::ast`]. Recursive descent; binary operators by precedence climbing.
//!
//! Python 3's grammar (without `async` and type parameters) and Python 2's forms that
//! RPython programs use. `print` and `exec` are statements only where the text cannot be a call:
//! `print(a, b)` as a whole statement is a call, `print a` and `print (a), b` are statements.

mod expr;
pub mod generation;
mod patterns;
pub(crate) mod state;
mod stmt;
mod strings;

use crate::parser::state::{Future, Module, PResult, Parser};
pub use generation::Python;
pub(crate) use strings::named_character;

use crate::ast::{Expr, Stmt};
use crate::lexer::{Tok, Token, tokenize};
use crate::source::encoding_of;
use flowmodel::diag::{Diagnostic, FileId, Span};
use flowmodel::name::Name;
use unicode_normalization::UnicodeNormalization;

/// Deepest nesting of expressions and blocks; deeper text gets a diagnostic, not a stack overflow.
/// A bracket takes two levels, and the lexer counts brackets.
const MAX_NESTING: u32 = 2000;

/// Parses a file.
pub(crate) fn parse_module(file: FileId, text: &str) -> Result<Module, Vec<Diagnostic>> {
    let (tokens, errors) = tokenize(file, text);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut p = Parser::new(file, text, tokens);
    let body = stmt::module(&mut p);
    p.future.python = p.python();
    if p.errors.is_empty() { Ok(Module { body, future: p.future }) } else { Err(p.errors) }
}

/// Parses a text that is one expression (leading blanks and a final line end are allowed).
pub(crate) fn parse_expression(file: FileId, text: &str) -> Result<Expr, Vec<Diagnostic>> {
    let (tokens, errors) = crate::lexer::tokenize_fragment(file, text, 0);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut p = Parser::new(file, text, tokens);
    let r = expr::testlist(&mut p)
        .and_then(|e| p.expect(Tok::End, "the end of the expression").map(|_| e));
    r.map_err(|d| vec![*d])
}

impl<'a> Parser<'a> {
    fn new(file: FileId, text: &'a str, tokens: Vec<Token>) -> Parser<'a> {
        let marker = generation::marker(text);
        let python2 = marker.map_or_else(
            || generation::only_python2(text, &tokens),
            |python| python == Python::Two,
        );
        let python3 = generation::only_python3(text, &tokens);
        Parser {
            file,
            text,
            tokens,
            pos: 0,
            future: Future::default(),
            depth: 0,
            marker,
            python2,
            python3,
            encoding: encoding_of(text),
            errors: vec![],
            in_pattern: false,
        }
    }

    /// Says which Python the file is written in, once it has been read.
    fn python(&self) -> Python {
        match self.marker {
            Some(python) => python,
            None if self.python2 => Python::Two,
            None if self.python3 => Python::Three,
            None => Python::Neutral,
        }
    }

    // --- tokens ---

    fn tok(&self) -> Tok {
        self.tokens[self.pos].kind
    }

    fn peek(&self, n: usize) -> Tok {
        self.tokens[(self.pos + n).min(self.tokens.len() - 1)].kind
    }

    fn cur(&self) -> Token {
        self.tokens[self.pos]
    }

    fn advance(&mut self) -> Token {
        let t = self.tokens[self.pos];
        // `End` stays: every loop over tokens stops at it.
        if t.kind != Tok::End {
            self.pos += 1;
        }
        t
    }

    fn at(&self, kind: Tok) -> bool {
        self.tok() == kind
    }

    fn eat(&mut self, kind: Tok) -> bool {
        let yes = self.at(kind);
        if yes {
            self.advance();
        }
        yes
    }

    fn text_of(&self, t: Token) -> &'a str {
        &self.text[t.start as usize..t.end as usize]
    }

    fn at_word(&self, word: &str) -> bool {
        self.at(Tok::Name) && self.text_of(self.cur()) == word
    }

    fn span_of(&self, t: Token) -> Span {
        Span { file: self.file, start: t.start, end: t.end, inlined: 0 }
    }

    /// Gives the span from byte `start` to the end of the last token taken.
    fn span_from(&self, start: u32) -> Span {
        let end = match self.pos {
            0 => start,
            p => self.tokens[p - 1].end.max(start),
        };
        Span { file: self.file, start, end, inlined: 0 }
    }

    fn start(&self) -> u32 {
        self.cur().start
    }

    fn describe(&self) -> String {
        let t = self.cur();
        match t.kind {
            Tok::Newline => "the end of the line".into(),
            Tok::Indent => "an indented line".into(),
            Tok::Dedent => "the end of the indented block".into(),
            Tok::End => "the end of the text".into(),
            Tok::Str(_) => "a string".into(),
            _ => format!("`{}`", self.text_of(t)),
        }
    }

    fn error<T>(&self, message: impl Into<String>, span: Span) -> PResult<T> {
        Err(Box::new(Diagnostic::error("syntax", message, span)))
    }

    fn unexpected<T>(&self, wanted: &str) -> PResult<T> {
        let mut span = self.span_of(self.cur());
        if self.at(Tok::Newline) {
            span.end = span.start; // not on to the next line
        }
        let d = Diagnostic::error(
            "syntax",
            format!("expected {wanted}, found {}", self.describe()),
            span,
        );
        let d = match self.open_bracket() {
            Some(open) => d.label(self.span_of(open), "this bracket is open here"),
            None => d,
        };
        Err(Box::new(match self.habit() {
            Some(note) => d.note(note),
            None => d,
        }))
    }

    /// The bracket that is open here, if it was opened on another line.
    fn open_bracket(&self) -> Option<Token> {
        let mut closed = 0;
        for t in self.tokens[..self.pos].iter().rev() {
            match t.kind {
                Tok::RParen | Tok::RBracket | Tok::RBrace => closed += 1,
                Tok::LParen | Tok::LBracket | Tok::LBrace if closed > 0 => closed -= 1,
                Tok::LParen | Tok::LBracket | Tok::LBrace => {
                    let between = &self.text[t.end as usize..self.cur().start as usize];
                    return between.contains('\n').then_some(*t);
                }
                Tok::Newline => return None,
                _ => {}
            }
        }
        None
    }

    fn is_keyword(&self, t: Token) -> bool {
        t.kind != Tok::Name && self.text_of(t).bytes().all(|b| b.is_ascii_lowercase())
    }

    /// Says what is written instead of something that other languages have, or that another Python
    /// had.
    fn habit(&self) -> Option<String> {
        let before = self.pos.checked_sub(1).map(|p| self.tokens[p]);
        let adjacent = before.filter(|b| b.end == self.cur().start).map(|b| b.kind);
        let last_word = before.filter(|b| b.kind == Tok::Name).map(|b| self.text_of(b));
        let twice = |kind| adjacent == Some(kind);
        let doubled = |kind| {
            let two = self.pos.checked_sub(2).map(|p| self.tokens[p]);
            before.is_some_and(|b| {
                b.kind == kind && two.is_some_and(|a| a.kind == kind && a.end == b.start)
            })
        };
        let note = match self.tok() {
            Tok::If if before.is_some_and(|b| b.kind == Tok::Else) => "`else if` is written `elif`",
            Tok::Amp if twice(Tok::Amp) => "`&&` is written `and`",
            Tok::Bar if twice(Tok::Bar) => "`||` is written `or`",
            _ if doubled(Tok::Plus) => "there is no `++`: write `x += 1`, as a statement",
            _ if doubled(Tok::Minus) => "there is no `--`: write `x -= 1`, as a statement",
            Tok::Else | Tok::Elif => {
                "there is no `if`, loop or `try` before it with the same indentation"
            }
            Tok::Assign if before.is_some_and(|b| self.is_keyword(b)) => {
                return before
                    .map(|b| format!("`{}` is a keyword: it cannot be a name", self.text_of(b)));
            }
            _ if last_word == Some("print") => "print is a function in this file: `print(…)`",
            _ if last_word == Some("await") => "`await` is not supported",
            _ if last_word == Some("exec") => "exec is a function in this file: `exec(…)`",
            _ => return None,
        };
        Some(note.into())
    }

    /// An expression, or several with commas between them. Strings hold some, too.
    fn testlist(&mut self) -> PResult<Expr> {
        expr::testlist(self)
    }

    /// The statements behind a colon.
    fn block(&mut self, owner: &str) -> PResult<Vec<Stmt>> {
        stmt::block(self, owner)
    }

    fn expect(&mut self, kind: Tok, wanted: &str) -> PResult<Token> {
        if self.at(kind) { Ok(self.advance()) } else { self.unexpected(wanted) }
    }

    fn name(&mut self, wanted: &str) -> PResult<Name> {
        let t = self.expect(Tok::Name, wanted)?;
        Ok(self.name_of(t))
    }

    /// Names that look alike are one: `ﬁ` is `fi`.
    fn name_of(&self, t: Token) -> Name {
        let text = self.text_of(t);
        match text.is_ascii() {
            true => Name::new(text),
            false => Name::new(&text.nfkc().collect::<String>()),
        }
    }

    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        self.depth += 1;
        if self.depth > MAX_NESTING {
            let span = self.span_of(self.cur());
            return self.error("the text is nested too deeply", span);
        }
        let r = f(self);
        self.depth -= 1;
        r
    }

    /// Index of the token after the bracket that closes the one at `self.pos + n`.
    fn after_closing(&self, n: usize) -> usize {
        let mut depth = 0usize;
        let mut i = self.pos + n;
        while i < self.tokens.len() {
            match self.tokens[i].kind {
                Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return i + 1;
                    }
                }
                _ => {}
            }
            i += 1;
        }
        self.tokens.len() - 1
    }
}
