//! All tests of the package, in one executable.

mod builtins;
mod programs;
