//! Knowledge about an operation besides the annotation of its result: what it can raise, also where an argument is None, and
//! what its truth says of variables.

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

/// Says what Python's message is where an argument of a built-in function is None.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NoneWords {
    /// There is none: the function takes None, or the argument is of a wrong type.
    Absent,
    /// The messages for the first arguments, empty for those that may be None.
    First(&'static [&'static str]),
    /// All arguments have this one.
    Each(&'static str),
    /// An argument that is the only one has this one.
    Alone(&'static str),
    /// The first one of several arguments has this one.
    BeforeOthers(&'static str),
}

impl NoneWords {
    /// The message for argument `i` (from 0) of a number of arguments.
    pub(crate) fn of(self, i: usize, count: usize) -> Option<&'static str> {
        match self {
            NoneWords::Absent => None,
            NoneWords::First(words) => words.get(i).copied().filter(|w| !w.is_empty()),
            NoneWords::Each(words) => Some(words),
            NoneWords::Alone(words) => (count == 1).then_some(words),
            NoneWords::BeforeOthers(words) => (i == 0 && count > 1).then_some(words),
        }
    }
}

/// Bool-typed operation results: what is known of variables if they are true, and if they are false.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Knowledge {
    pub if_true: Vec<(VarId, SomeValue)>,
    pub if_false: Vec<(VarId, SomeValue)>,
}
