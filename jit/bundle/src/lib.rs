//! The JIT's run time as `translate` carries it.

/// The static library (an `ar` archive).
pub static LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libjitrt.a"));

/// The C header of its interface, `tw_jit.h`.
pub static HEADER: &str = include_str!("../../rt/include/tw_jit.h");
