//! Operands of traces: values by their numbers, and constants.

use crate::Kind;

/// Names an operand of a trace: an inputarg or an operation's result by its dense number
/// (inputargs first, then one number per operation, void ones included), or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct OpRef(pub u32);

const CONST_BIT: u32 = 1 << 31;

const KIND_SHIFT: u32 = 29;

const INDEX_MASK: u32 = (1 << KIND_SHIFT) - 1;

impl OpRef {
    /// The value with this dense number.
    pub fn value(number: usize) -> OpRef {
        debug_assert!((number as u32) < CONST_BIT);
        OpRef(number as u32)
    }

    pub(crate) fn constant(kind: Kind, index: usize) -> OpRef {
        debug_assert!((index as u32) <= INDEX_MASK);
        OpRef(CONST_BIT | (kind as u32) << KIND_SHIFT | index as u32)
    }

    /// Says whether this names a constant.
    #[inline]
    pub fn is_const(self) -> bool {
        self.0 & CONST_BIT != 0
    }

    /// Kind of the constant; `None` for inputargs and results.
    #[inline]
    pub(crate) fn const_kind(self) -> Option<Kind> {
        if self.is_const() { Kind::from_u8((self.0 >> KIND_SHIFT & 3) as u8) } else { None }
    }

    /// Index in the constant pool of its kind, for constants.
    #[inline]
    pub fn const_index(self) -> usize {
        (self.0 & INDEX_MASK) as usize
    }

    /// Dense number of an inputarg or result. Not for constants.
    #[inline]
    pub fn index(self) -> usize {
        debug_assert!(!self.is_const());
        self.0 as usize
    }
}

/// A constant reference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum RefConst {
    /// The null reference.
    Null,
    /// Plain address of a prebuilt object (it does not move), or an id of the low-level interpreter's heap.
    Prebuilt(u64),
    /// Index into the run time's table of rooted objects, which the collector updates.
    Rooted(u32),
}

/// A constant of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum ConstValue {
    /// Integer.
    Int(i64),
    /// Reference.
    Ref(RefConst),
    /// Float, as bits.
    Float(u64),
}

impl ConstValue {
    /// The kind.
    #[inline]
    pub fn kind(self) -> Kind {
        match self {
            ConstValue::Int(_) => Kind::Int,
            ConstValue::Ref(_) => Kind::Ref,
            ConstValue::Float(_) => Kind::Float,
        }
    }

    /// The integer, if it is one.
    #[inline]
    pub fn int(self) -> Option<i64> {
        match self {
            ConstValue::Int(v) => Some(v),
            _ => None,
        }
    }
}
