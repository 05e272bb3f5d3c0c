//! All tests of the package, in one executable.

mod compile;
mod flow;
mod host_api;
mod host_vs_cpython;
mod units;
