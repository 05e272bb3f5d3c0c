//! Kinds of run-time values.

use core::fmt;

/// The kind of a run-time value. Every value travels as one 64-bit word (`i64`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// A machine integer, a boolean, a character or a raw (non-GC) address.
    Int = 0,
    /// A GC reference (an address, or an id of the low-level interpreter's heap).
    Ref = 1,
    /// An IEEE double, as its bits.
    Float = 2,
    /// No value.
    Void = 3,
}

impl Kind {
    /// Decodes the discriminant (inverse of `as u8`).
    pub fn from_u8(byte: u8) -> Option<Kind> {
        Some(match byte {
            0 => Kind::Int,
            1 => Kind::Ref,
            2 => Kind::Float,
            3 => Kind::Void,
            _ => return None,
        })
    }

    /// The letter of the kind in jitcode argcodes and call signatures: `i`, `r`, `f`, `v`.
    pub fn letter(self) -> char {
        match self {
            Kind::Int => 'i',
            Kind::Ref => 'r',
            Kind::Float => 'f',
            Kind::Void => 'v',
        }
    }

    /// Inverse of [`Kind::letter`].
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter {
            'i' => Kind::Int,
            'r' => Kind::Ref,
            'f' => Kind::Float,
            'v' => Kind::Void,
            _ => return None,
        })
    }

    /// The letter that starts the name of a box of this kind in trace texts: `i`, `p`, `f`.
    pub fn box_letter(self) -> char {
        match self {
            Kind::Int => 'i',
            Kind::Ref => 'p',
            Kind::Float => 'f',
            Kind::Void => 'v',
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Int => "int",
            Kind::Ref => "ref",
            Kind::Float => "float",
            Kind::Void => "void",
        })
    }
}
