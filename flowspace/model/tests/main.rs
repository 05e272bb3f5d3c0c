//! All tests of the package, in one executable.

mod analysis;
mod jit_parameters;
mod ops_doc;
mod surgery;
mod text;
mod units;
