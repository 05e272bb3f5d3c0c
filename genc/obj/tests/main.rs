//! All tests of the package, in one executable.

mod harness;
mod meaning;
mod parts;
mod programs;
mod random;
mod reuse;
