//! All tests of the package, in one executable.

mod filetests;
mod random;
mod refcount;
mod transform;
mod units;
