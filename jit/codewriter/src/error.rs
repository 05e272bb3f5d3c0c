//! Errors of the codewriter.

use flowmodel::diag::{Diagnostic, Span};

/// Says why no JIT can be made for the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodewriterError {
    /// The place that it is about.
    pub span: Span,
    /// Says what is wrong.
    pub message: String,
    /// A limit of the encoding: the function can be left to residual calls.
    pub too_big: bool,
}

impl CodewriterError {
    pub(crate) fn at(span: Span, message: String) -> Self {
        CodewriterError { span, message, too_big: false }
    }
    /// Gives the error as a message to the user.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::error("jit", self.message.clone(), self.span)
    }
}

impl std::fmt::Display for CodewriterError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CodewriterError {}
