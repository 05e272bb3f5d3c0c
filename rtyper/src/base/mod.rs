//! Foundations of the package's code: representations, the graph under construction, operands, functions, and
//! objects of the program's heap.

pub(crate) mod cx;
pub(crate) mod functions;
pub(crate) mod objects;
pub(crate) mod operands;
pub(crate) mod task;
pub(crate) mod wrappers;
