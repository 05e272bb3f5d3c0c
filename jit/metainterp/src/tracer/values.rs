//! Values while tracing: a word, and its name in the trace.

use jitmodel::*;

/// The operand of constants in registers.
pub const CONST: OpRef = OpRef(u32::MAX);

/// A value while tracing.
#[derive(Clone, Copy, Debug)]
pub struct TBox {
    /// Its concrete value. References are valid until the next collection.
    pub word: i64,
    /// Its name in the trace, or [`CONST`].
    pub op: OpRef,
    /// Its kind.
    pub kind: Kind,
}

impl TBox {
    pub(crate) fn is_const(self) -> bool {
        self.op == CONST
    }
}
