//! Methods of built-in types: a table of functions for each family of types.

pub(crate) mod bytearray;
pub(crate) mod dict;
pub(crate) mod num;
pub(crate) mod seq;
pub(crate) mod str;
