//! What all code of the package stands on: representations, the graph under construction, operands, functions, and
//! objects of the program's heap.

pub(crate) mod cx;
pub(crate) mod functions;
pub(crate) mod objects;
pub(crate) mod operands;
pub(crate) mod repr;
