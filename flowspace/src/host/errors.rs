//! Raising exceptions.

use super::*;

/// Code of the diagnostic for Ctrl-C.
pub const INTERRUPTED: &str = "interrupted";
/// Code of the diagnostic for the import of a module that is nowhere.
pub const NO_MODULE: &str = "no-module";

impl Host {
    /// Builtin exception class by name.
    pub fn exc(&self, name: &str) -> HostRef {
        *self.excs.get(name).unwrap_or_else(|| panic!("no builtin exception {name}"))
    }

    /// An exception of a builtin class with a message.
    pub fn err(&mut self, class: &str, msg: impl AsRef<str>) -> HErr {
        let m = self.str(msg.as_ref());
        let cls = self.exc(class);
        self.err_args(cls, &[m])
    }

    /// An exception instance of a given class, without running its `__init__`.
    pub fn err_args(&mut self, class: HostRef, args: &[HostRef]) -> HErr {
        let t = self.tuple(args);
        HErr(self.alloc(HostObj::Instance(Box::new(InstanceData {
            class,
            dict: None,
            payload: Payload::ExcArgs(t),
        }))))
    }

    /// A `TypeError`.
    pub fn type_error(&mut self, msg: impl AsRef<str>) -> HErr {
        self.err("TypeError", msg)
    }

    /// A `ValueError`.
    pub fn value_error(&mut self, msg: impl AsRef<str>) -> HErr {
        self.err("ValueError", msg)
    }
}

/// An `OverflowError` for an int that is too large.
pub(crate) fn overflow(host: &mut Host) -> HErr {
    host.err("OverflowError", "Python int too large to convert to C long")
}

/// A `KeyError` of a key.
pub(crate) fn key_error(host: &mut Host, key: HostRef) -> HErr {
    let c = host.exc("KeyError");
    host.err_args(c, &[key])
}

/// A `StopIteration`.
pub fn stop_iteration(host: &mut Host) -> HErr {
    let c = host.exc("StopIteration");
    host.err_args(c, &[])
}

impl Host {
    /// Says whether the exception is an instance of a builtin exception class (or of a subclass).
    pub fn err_is(&self, e: HErr, class: &str) -> bool {
        self.is_subclass(self.class_of(e.0), self.exc(class))
    }
}
