//! Values of two binding times.

use jitmodel::*;

/// A value of the interpreter while its code is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SBox {
    /// Known: green, or red with a constant value.
    Const(ConstValue),
    /// The result of an operation, or an input.
    Op(OpRef, Kind),
}

impl SBox {
    pub(crate) fn op(self) -> Option<OpRef> {
        match self {
            SBox::Const(_) => None,
            SBox::Op(op, _) => Some(op),
        }
    }

    pub(crate) fn int(n: i64) -> SBox {
        SBox::Const(ConstValue::Int(n))
    }
}
