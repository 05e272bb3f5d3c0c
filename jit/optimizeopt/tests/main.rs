//! All tests of the package, in one executable.

mod common;
mod filetests;
mod random;
mod rules;
#[path = "../rules/syntax.rs"]
mod syntax;
mod units;
