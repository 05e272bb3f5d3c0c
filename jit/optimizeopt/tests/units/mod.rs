//! Tests of single modules.

mod closed;
mod intbound;
mod knownbits;
