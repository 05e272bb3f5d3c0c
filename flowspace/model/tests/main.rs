//! All tests of the package, in one executable.

mod analysis;
mod ops_doc;
mod surgery;
mod text;
mod units;
