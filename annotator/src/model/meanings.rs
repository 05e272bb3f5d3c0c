//! What definitions, calls and kinds ask of code above them: the meaning of built-in functions, methods and types.
//!
//! A call ends at a row of a built-in function, and the handler of that row calls functions of the program: each needs
//! the other. The lower one asks by a function in [`Meanings`], which `Annotator::new` gets from above.

use super::errors::{AResult, AnnError};
use super::knowledge::Throws;
use super::site::Site;
use super::state::{Annotator, CallArgs};
use super::{DescId, LlType, SomeValue};
use flowmodel::HostRef;
use std::rc::Rc;

/// A built-in function, as far as others than its caller ask.
pub(crate) struct BuiltinFunction {
    /// Its name in the table.
    pub name: &'static str,
    /// The exceptions that it raises; `None`: any.
    pub throws: Option<&'static [&'static str]>,
}

/// The answers of upper layers to the questions of lower ones.
pub(crate) struct Meanings {
    /// Finds a built-in function by its registry name.
    pub builtin: fn(&str) -> Option<BuiltinFunction>,
    /// Annotates an instance of a class of the toolchain, by the name of the class; `None` for other classes.
    pub prebuilt_instance: fn(&mut Annotator, Site, HostRef, &str) -> Option<AResult>,
    /// Gives the low-level type that a host object stands for.
    pub lltype_of_host: fn(&mut Annotator, HostRef) -> Option<LlType>,
    /// Calls a value with positional arguments, without recording a call site.
    pub call_value: fn(&mut Annotator, Site, &SomeValue, Vec<SomeValue>) -> AResult,
    /// Calls a built-in function or method.
    pub call_builtin: fn(&mut Annotator, Site, &SomeValue, &CallArgs) -> AResult,
    /// Reads an attribute of frozen objects, classes or functions.
    pub attribute: fn(&mut Annotator, Site, &[DescId], &Rc<str>) -> AResult,
    /// Says whether values have a built-in method.
    pub has_method: fn(&Annotator, &SomeValue, &str) -> bool,
    /// Gives the exceptions that a built-in method can raise.
    pub method_throws: fn(&Annotator, &str, &SomeValue) -> Throws,
    /// Calls a built-in method by its row.
    pub call_method: fn(&mut Annotator, Site, &str, &SomeValue, &CallArgs) -> AResult,
    /// Gives the error for an attribute that no value of a built-in type has, if it is such a one.
    pub unknown_attribute: fn(&Annotator, Site, &SomeValue, &str) -> Option<AnnError>,
    /// Annotates a hint of the program or the flow space.
    pub hint: fn(&mut Annotator, Site, &str, &SomeValue) -> AResult,
}
