//! Knowledge about an operation besides the annotation of its result: what it can raise, and what its truth says of
//! variables.

use crate::SomeValue;
use flowmodel::VarId;

/// Says what an operation can raise.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Throws {
    /// Anything (calls of user code).
    Anything,
    /// It raises only these built-in exceptions.
    Only(Vec<&'static str>),
}

/// Bool-typed operation results: what is known of variables if they are true, and if they are false.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Knowledge {
    pub if_true: Vec<(VarId, SomeValue)>,
    pub if_false: Vec<(VarId, SomeValue)>,
}
