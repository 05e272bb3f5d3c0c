//! Errors of the optimiser.

use alloc::boxed::Box;
use alloc::string::String;
use core::ops::{Deref, DerefMut};

/// The trace cannot be compiled: a guard in it can never succeed, or (`internal`) the optimiser is at fault. It takes one
/// word, so that results of stages, which are hardly ever errors, are small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLoop(Box<Problem>);

/// What an [`InvalidLoop`] tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Says why.
    pub message: String,
    /// A bug in the optimiser or in its input.
    pub internal: bool,
    /// The operation of the trace at which that was found.
    pub at: Option<usize>,
}

impl InvalidLoop {
    /// The trace contradicts itself.
    pub fn new(message: impl Into<String>) -> Self {
        InvalidLoop(Box::new(Problem { message: message.into(), internal: false, at: None }))
    }

    /// An invariant is broken.
    pub fn internal(message: impl Into<String>) -> Self {
        InvalidLoop(Box::new(Problem { message: message.into(), internal: true, at: None }))
    }
}

impl Deref for InvalidLoop {
    type Target = Problem;
    fn deref(&self) -> &Problem {
        &self.0
    }
}

impl DerefMut for InvalidLoop {
    fn deref_mut(&mut self) -> &mut Problem {
        &mut self.0
    }
}

impl core::fmt::Display for InvalidLoop {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.internal {
            f.write_str("internal error: ")?;
        }
        f.write_str(&self.message)
    }
}

impl core::error::Error for InvalidLoop {}

/// Result of a stage.
pub type Res<T = ()> = Result<T, InvalidLoop>;
