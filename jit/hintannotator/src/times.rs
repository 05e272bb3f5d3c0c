//! What is known after the analysis: which values are red, and why.

use crate::scopes::{ContextVar, Scope};
use flowmodel::LlOp;
use flowmodel::diag::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A value that has to be green.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// `hint(x, concrete=True)`.
    Concrete,
    /// A green of the JitDriver: it is promoted if it is red.
    Green(usize, usize),
}

pub(crate) struct Need {
    pub(crate) place: ContextVar,
    pub(crate) why: Why,
    pub(crate) span: Span,
}

/// Holds what is known after the analysis.
pub struct BindingTimes {
    pub(crate) scopes: Vec<Scope>,
    pub(crate) red: FxHashMap<ContextVar, Cause>,
    pub(crate) needs: Vec<Need>,
}

/// Says why a value is red.
#[derive(Clone, PartialEq, Debug)]
pub enum Cause {
    /// An operation on something red.
    Computed {
        /// The operand.
        from: ContextVar,
        /// The operation.
        op: LlOp,
        /// The place of it.
        span: Span,
    },
    /// It is something red on one of the ways here.
    Joined {
        /// The red value at the end of that way.
        from: ContextVar,
        /// The end of the way.
        span: Span,
    },
    /// A call passes something red.
    Passed {
        /// The argument.
        from: ContextVar,
        /// The call.
        span: Span,
    },
    /// A function gives something red.
    Returned {
        /// The red value that it gives.
        from: ContextVar,
        /// The call.
        span: Span,
    },
    /// A red of the JitDriver.
    Declared {
        /// Its name.
        name: Rc<str>,
        /// The merge point.
        span: Span,
    },
    /// A field that may change.
    Field {
        /// The field.
        field: String,
        /// Its class or struct.
        of: String,
        /// The read.
        span: Span,
    },
    /// An item of a list or array that may change.
    Item {
        /// The read.
        span: Span,
    },
    /// The value is the result of a call that is not looked into.
    Residual {
        /// The function.
        name: String,
        /// Says why it is not looked into.
        why: &'static str,
        /// The call.
        span: Span,
    },
    /// A new object.
    New {
        /// The place where it is made.
        span: Span,
    },
    /// `hint(x, variable=True)`.
    Variable {
        /// The hint.
        span: Span,
    },
    /// The instance of an exception.
    Exception {
        /// The place that raises it.
        span: Span,
    },
    /// An operation that depends on more than its operands.
    Effect {
        /// The operation.
        op: LlOp,
        /// The place of it.
        span: Span,
    },
    /// It changes, and nobody asks for it.
    NotNeeded,
}
