//! What a translation ends in: what was made, or why nothing was; and the texts that diagnostics show.

use crate::display;
use backendopt::OptError;
use flowmodel::diag::{Diagnostic, SourceMap};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// Says why nothing was made.
#[derive(Debug)]
pub enum Failure {
    /// The user's program (or command line) is wrong.
    User(Vec<Diagnostic>),
    /// We are: stage, message, and text for the dump.
    Internal(&'static str, String, String),
    /// The system does not do what it should.
    Io(String),
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(d: Vec<Diagnostic>) -> Self {
        Failure::User(d)
    }
}

impl From<Diagnostic> for Failure {
    fn from(d: Diagnostic) -> Self {
        Failure::User(vec![d])
    }
}

impl From<std::io::Error> for Failure {
    fn from(e: std::io::Error) -> Self {
        Failure::Io(e.to_string())
    }
}

impl From<OptError> for Failure {
    fn from(e: OptError) -> Self {
        match e {
            OptError::Program(d) => d.into(),
            OptError::Internal(e) => Failure::Internal(display::stage(), e.to_string(), e.dump),
        }
    }
}

/// The result of a stage.
pub type Res<T> = Result<T, Failure>;

/// The texts of the program's files, for diagnostics.
pub type Sources = Rc<RefCell<SourceMap>>;

/// Says what was made.
pub struct Made {
    /// The executable in its place, unless only C files were wanted.
    pub executable: Option<PathBuf>,
    /// Number of C files.
    pub files: usize,
    /// Folder of the C files, if they stay.
    pub folder: Option<PathBuf>,
}
