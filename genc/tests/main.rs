//! All tests of the package, in one executable.

mod names;
mod objects;
