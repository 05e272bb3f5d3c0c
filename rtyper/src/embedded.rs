//! Sources that `translate` carries inside itself.

/// Path (as below a folder of the import path, `rpython/rlib/jit.py`) and text of every module of the `rpython` package,
/// with the low-level helpers as `rpython/_ll/*.rpy`.
pub const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The package of the low-level helpers.
pub const LL_PACKAGE: &str = "rpython._ll";
