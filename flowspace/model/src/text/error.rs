//! Errors of the text format.

use std::fmt;

/// An error in the text, with its line (from 1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line.
    pub line: u32,
    /// Says what is wrong.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}
