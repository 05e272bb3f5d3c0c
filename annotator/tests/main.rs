//! All tests of the package, in one executable.

mod filetests;
mod helpers;
mod units;
