//! The helpers of the library in use.

use crate::state::repr::ReprId;
use flowmodel::HostRef;
use rustc_hash::FxHashMap;

/// Says what a function made of those of a container's items does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    Eq,
    Lt,
    Text,
}

/// Says how far the function of a container type is.
pub(crate) enum Made {
    /// It is being made.
    Pending,
    /// It is being made and has been needed: the function that calls it, and the one that tells that one what to call.
    Forward(HostRef, HostRef),
    Done(HostRef),
}

/// The helpers in use.
#[derive(Default)]
pub(crate) struct Helpers {
    pub modules: FxHashMap<&'static str, HostRef>,
    pub functions: FxHashMap<(&'static str, String), HostRef>,
    /// Functions made of parts by host code.
    pub closures: FxHashMap<String, HostRef>,
    /// Functions of types that may contain themselves.
    pub of_types: FxHashMap<(Sort, ReprId), Made>,
}
