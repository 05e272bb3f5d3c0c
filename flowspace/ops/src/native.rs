//! Recipes of machine code: what the object back end makes of an operation.

/// Says how an operation becomes machine code. Operands are values of the operation's types; widths follow from
/// these.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Native {
    /// Sum, wrapping.
    Iadd,
    /// Difference, wrapping.
    Isub,
    /// Product, wrapping.
    Imul,
    /// Bitwise and.
    Band,
    /// Bitwise or.
    Bor,
    /// Bitwise exclusive or.
    Bxor,
    /// Shift left.
    Ishl,
    /// Arithmetic shift right.
    Sshr,
    /// Logical shift right.
    Ushr,
    /// Negation, wrapping.
    Ineg,
    /// Complement.
    Bnot,
    /// Quotient that rounds towards minus infinity; the least number over -1 wraps.
    FloorDiv,
    /// Its remainder.
    FloorMod,
    /// Quotient that rounds towards zero; the least number over -1 wraps.
    Sdiv,
    /// Its remainder.
    Srem,
    /// Unsigned quotient.
    Udiv,
    /// Unsigned remainder.
    Urem,
    /// Upper half of the unsigned product.
    Umulhi,
    /// The operand, or 0 if it is negative.
    MaxZero,
    /// Absolute value, wrapping.
    Iabs,
    /// `a <= b < c`, signed.
    Between,
    /// Equal bits.
    Eq,
    /// Different bits.
    Ne,
    /// Signed less.
    Slt,
    /// Signed less or equal.
    Sle,
    /// Signed greater.
    Sgt,
    /// Signed greater or equal.
    Sge,
    /// Unsigned less.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Unsigned greater.
    Ugt,
    /// Unsigned greater or equal.
    Uge,
    /// Not 0.
    NonZero,
    /// 0.
    IsZero,
    /// Sum of floats.
    Fadd,
    /// Difference of floats.
    Fsub,
    /// Product of floats.
    Fmul,
    /// Quotient of floats.
    Fdiv,
    /// Negation of a float.
    Fneg,
    /// Absolute value of a float.
    Fabs,
    /// Square root.
    Sqrt,
    /// Size of the first float, sign of the second one.
    Fcopysign,
    /// Ordered and equal.
    Feq,
    /// Unordered or different.
    Fne,
    /// Ordered and less.
    Flt,
    /// Ordered and less or equal.
    Fle,
    /// Ordered and greater.
    Fgt,
    /// Ordered and greater or equal.
    Fge,
    /// Not 0.0.
    FNonZero,
    /// Nearest float of a signed number.
    IntToFloat,
    /// Nearest float of an unsigned number of any width.
    UintToFloat,
    /// Rounds towards zero; what does not fit gives the least number.
    FloatToInt,
    /// Rounds towards zero; negative numbers wrap.
    FloatToUint,
    /// The bits of a float.
    FloatBits,
    /// The float of bits.
    BitsFloat,
    /// Float from single float.
    Fpromote,
    /// Single float from float.
    Fdemote,
    /// C's cast between integers, characters, booleans and pointers of any widths; nothing if the widths are the same.
    Cast,
    /// Call of a C function.
    Call(Libcall),
    /// A constant of the result's type.
    Constant(i64),
    /// Never reached.
    Trap,
    /// Says whether the C stack is nearly used up.
    StackCheck,
    /// No code.
    Nothing,
}

/// C functions that operations call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Libcall {
    /// `tw_raw_malloc(n)`
    RawMalloc,
    /// `tw_raw_free(p)`
    RawFree,
    /// `memcpy` with the source first.
    Memcpy,
    /// `memmove` with the source first.
    Memmove,
    /// `memset` to zero.
    Memclear,
}
