//! The JIT's run time as `translate` carries it.

/// The static library (an `ar` archive).
pub static LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libjitrt.a"));
