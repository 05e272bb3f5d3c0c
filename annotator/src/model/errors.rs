//! Errors of annotation, as values.

use crate::model::*;
use flowmodel::diag::{Diagnostic, Span};

/// Two annotations that have no common one.
#[derive(Clone, PartialEq, Debug)]
pub struct UnionError {
    /// One side.
    pub left: SomeValue,
    /// Other side.
    pub right: SomeValue,
    /// The reason, if it needs one beyond the types.
    pub why: &'static str,
}

/// Says why a step of annotation gave no result.
#[derive(Clone, PartialEq, Debug)]
pub enum AnnError {
    /// A value is not there (yet).
    Blocked,
    /// Two types that do not go together; becomes a diagnostic where it is known what should hold both.
    Union(Box<UnionError>),
    /// An error of the program.
    Error(Box<Diagnostic>),
}

impl AnnError {
    /// Adds a note.
    pub fn note(self, text: impl Into<String>) -> AnnError {
        match self {
            AnnError::Error(d) => AnnError::Error(Box::new(d.note(text))),
            e => e,
        }
    }
    /// Adds the one of these names that is nearly `name`, if one is.
    pub fn did_you_mean<'n>(self, name: &str, known: impl Iterator<Item = &'n str>) -> AnnError {
        match flowmodel::similar::similar(name, known) {
            Some(n) => self.note(format!("did you mean '{n}'?")),
            None => self,
        }
    }
    /// Adds a place.
    pub fn label(self, at: Span, text: impl Into<String>) -> AnnError {
        match self {
            AnnError::Error(d) => AnnError::Error(Box::new(d.label(at, text))),
            e => e,
        }
    }
    /// The message alone.
    pub fn text(&self) -> String {
        match self {
            AnnError::Blocked => "no value yet".into(),
            AnnError::Union(u) => format!("incompatible types {}", u.why),
            AnnError::Error(d) => d.message.clone(),
        }
    }
    /// Gives the error as a diagnostic.
    pub fn into_diagnostic(self) -> Diagnostic {
        match self {
            AnnError::Error(d) => *d,
            e => Diagnostic::error("union", e.text(), Span::NONE),
        }
    }
}

impl From<Diagnostic> for AnnError {
    fn from(d: Diagnostic) -> AnnError {
        AnnError::Error(Box::new(d))
    }
}

/// Result of annotation steps.
pub type AResult<T = SomeValue> = Result<T, AnnError>;
