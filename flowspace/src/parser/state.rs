//! The state of the parser: tokens, and where it stands among them.

use crate::ast::Stmt;
use crate::lexer::Token;
use crate::parser::generation::Python;
use crate::source::Encoding;
use flowmodel::diag::{Diagnostic, FileId};
/// Result of a parsing function.
pub(crate) type PResult<T> = Result<T, Box<Diagnostic>>;

/// Longest chain of left-associative operators.
pub(super) const MAX_CHAIN: u32 = 20_000;

pub(crate) struct Parser<'a> {
    pub(super) file: FileId,
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) pos: usize,
    pub(super) future: Future,
    pub(super) depth: u32,
    /// Python that a comment says.
    pub(super) marker: Option<Python>,
    /// Something in the file can only be Python 2: `print (a, b)` prints a tuple there.
    pub(super) python2: bool,
    /// Something in the file can only be Python 3.
    pub(super) python3: bool,
    /// The encoding of the file: byte strings of Python 2 are in it.
    pub(super) encoding: Encoding,
    /// Errors of statements so far.
    pub(super) errors: Vec<Diagnostic>,
    /// True in a pattern: `x as name` is an expression, in the form of `name := x`.
    pub(super) in_pattern: bool,
}

/// `from __future__` imports that change parsing or compiling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Future {
    /// `division`
    pub division: bool,
    /// `print_function`
    pub print_function: bool,
    /// `unicode_literals`
    pub unicode_literals: bool,
    /// `annotations`
    pub annotations: bool,
    /// `absolute_import`
    pub absolute_import: bool,
    /// Python that the file is written in, as far as it tells; this is no import.
    pub python: Python,
}

/// A parsed file.
#[derive(Clone, PartialEq, Debug)]
pub struct Module {
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Its `__future__` imports.
    pub future: Future,
}
