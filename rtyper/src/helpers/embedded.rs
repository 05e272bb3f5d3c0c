//! Sources that `translate` carries inside itself.

/// Path (as below a folder of the import path, `rpython/rlib/jit.py`) and text of every module of the `rpython` package,
/// the low-level helpers as
/// `rpython_ll/*.rpy`, and the modules of the standard library that import time knows (`functools.py`).
pub const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The package of the low-level helpers.
pub const LL_PACKAGE: &str = "rpython_ll";

use flowspace::host::{Host, HostRef, import, tracebacks};

/// Gives the host the embedded modules. Call it before the program is imported; modules found on the import path go first.
pub fn install(host: &mut Host) {
    for (path, text) in EMBEDDED {
        import::add_embedded(host, path, text);
    }
    import::add_embedded_path(host);
}

/// Imports a module by its dotted name.
pub(crate) fn import(host: &mut Host, name: &str) -> Result<HostRef, String> {
    match import::module(host, None, name, 0, &[], true) {
        Ok(m) => Ok(m),
        Err(e) => {
            let ds = tracebacks::diagnostics_of(host, e);
            Err(ds.first().map(|d| d.message.clone()).unwrap_or_default())
        }
    }
}
