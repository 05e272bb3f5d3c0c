//! The functions and declarations of C in use.

use flowmodel::{FuncId, HostRef, ObjId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The functions and declarations of C in use.
#[derive(Default)]
pub(crate) struct OfC {
    /// Functions of foreign headers.
    pub functions: FxHashMap<HostRef, FuncId>,
    /// Functions of C that helpers declare, by name.
    pub externals: FxHashMap<Rc<str>, FuncId>,
    /// Raw memory of import time, by the host object that holds its content.
    pub raw_objects: FxHashMap<HostRef, ObjId>,
    /// Functions of the program are given to C.
    pub calls_back: bool,
    /// Functions of C that helpers declare and that may block.
    pub blocking: Vec<FuncId>,
}
