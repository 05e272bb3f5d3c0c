//! The table: see `define.rs` for the columns.

use crate::arith;
#[cfg(not(test))]
use crate::arith::Float as _;
use crate::define::*;
use crate::effects::{self, OpEffects};
use crate::insn::InsnInfo;
use crate::kind::Kind;
use crate::llop::{InTraces, Level, LlOpInfo, NoValue, Operand, OverflowForms, effects_of};
use crate::native::{Libcall, Native};
use crate::resop::{ArgKind, ResOpInfo, trace_effects};

operations! {
    // Operations on words that are the same in graphs, jitcodes and traces.
    words {
        // ---- signed integers (wrap around)
        /// Sum.
        IntAdd "int_add" (i i) -> i [COMMUTATIVE] {
            is(|a, b| a.wrapping_add(b)) overflow(IntAddOvf OvfAdd IntAddTrap)
            native(Iadd) c("$r = (Signed)((Unsigned)$0 + (Unsigned)$1);")
        }
        /// Difference.
        IntSub "int_sub" (i i) -> i [] {
            is(|a, b| a.wrapping_sub(b)) overflow(IntSubOvf OvfSub IntSubTrap)
            native(Isub) c("$r = (Signed)((Unsigned)$0 - (Unsigned)$1);")
        }
        /// Product.
        IntMul "int_mul" (i i) -> i [COMMUTATIVE] {
            is(|a, b| a.wrapping_mul(b)) overflow(IntMulOvf OvfMul IntMulTrap)
            native(Imul) c("$r = (Signed)((Unsigned)$0 * (Unsigned)$1);")
        }
        /// Python's `//`: rounds towards minus infinity; the divisor must not be 0; the smallest int // -1 wraps.
        IntPyDiv "int_py_div" (i i) -> i [] {
            where(|_a, b| b != 0; "division by zero") is(|a, b| arith::floordiv(a, b)) weight(2.0)
            native(FloorDiv) c("$r = tw_int_floordiv($0, $1);")
        }
        /// Python's `%`: the sign follows the divisor, which must not be 0.
        IntPyMod "int_py_mod" (i i) -> i [] {
            where(|_a, b| b != 0; "division by zero") is(|a, b| arith::floormod(a, b)) weight(2.0)
            native(FloorMod) c("$r = tw_int_mod($0, $1);")
        }
        /// C's `/`: rounds towards zero; divisor not 0; wraps.
        IntFloorDiv "int_floordiv" (i i) -> i [] {
            where(|_a, b| b != 0; "division by zero") is(|a, b| a.wrapping_div(b)) weight(2.0)
            native(Sdiv) c("$r = tw_int_c_div($0, $1);")
        }
        /// C's `%`; divisor not 0.
        IntMod "int_mod" (i i) -> i [] {
            where(|_a, b| b != 0; "division by zero") is(|a, b| a.wrapping_rem(b)) weight(2.0)
            native(Srem) c("$r = tw_int_c_mod($0, $1);")
        }
        /// Bitwise and.
        IntAnd "int_and" (i i) -> i [COMMUTATIVE] { is(|a, b| a & b) native(Band) c("$r = $0 & $1;") }
        /// Bitwise or.
        IntOr "int_or" (i i) -> i [COMMUTATIVE] { is(|a, b| a | b) native(Bor) c("$r = $0 | $1;") }
        /// Bitwise exclusive or.
        IntXor "int_xor" (i i) -> i [COMMUTATIVE] { is(|a, b| a ^ b) native(Bxor) c("$r = $0 ^ $1;") }
        /// Shift left; count in 0..64.
        IntLshift "int_lshift" (i i) -> i [TOTAL_IN_TRACES] {
            where(|_a, n| (0..64).contains(&n); "shift count out of 0..64") is(|a, n| if (0..64).contains(&n) { a << n } else { 0 })
            native(Ishl) c("$r = (Signed)((Unsigned)$0 << $1);")
        }
        /// Arithmetic shift right; count in 0..64.
        IntRshift "int_rshift" (i i) -> i [TOTAL_IN_TRACES] {
            where(|_a, n| (0..64).contains(&n); "shift count out of 0..64") is(|a, n| if (0..64).contains(&n) { a >> n } else { a >> 63 })
            native(Sshr) c("$r = $0 >> $1;")
        }
        /// Negation (wraps).
        IntNeg "int_neg" (i) -> i [] { is(|a| a.wrapping_neg()) native(Ineg) c("$r = (Signed)(-(Unsigned)$0);") }
        /// Bitwise complement.
        IntInvert "int_invert" (i) -> i [] { is(|a| !a) native(Bnot) c("$r = ~$0;") }
        /// Equal.
        IntEq "int_eq" (i i) -> b [COMMUTATIVE] { is(|a, b| a == b) negated(IntNe) native(Eq) c("$r = $0 == $1;") }
        /// Not equal.
        IntNe "int_ne" (i i) -> b [COMMUTATIVE] { is(|a, b| a != b) negated(IntEq) native(Ne) c("$r = $0 != $1;") }
        /// Less.
        IntLt "int_lt" (i i) -> b [] { is(|a, b| a < b) negated(IntGe) swapped(IntGt) native(Slt) c("$r = $0 < $1;") }
        /// Less or equal.
        IntLe "int_le" (i i) -> b [] { is(|a, b| a <= b) negated(IntGt) swapped(IntGe) native(Sle) c("$r = $0 <= $1;") }
        /// Greater.
        IntGt "int_gt" (i i) -> b [] { is(|a, b| a > b) negated(IntLe) swapped(IntLt) native(Sgt) c("$r = $0 > $1;") }
        /// Greater or equal.
        IntGe "int_ge" (i i) -> b [] { is(|a, b| a >= b) negated(IntLt) swapped(IntLe) native(Sge) c("$r = $0 >= $1;") }
        /// Not zero.
        IntIsTrue "int_is_true" (i) -> b [] { is(|a| a != 0) native(NonZero) c("$r = $0 != 0;") }
        /// The operand, or 0 if it is negative.
        IntForceGeZero "int_force_ge_zero" (i) -> i [NONNEGATIVE] { is(|a| a.max(0)) native(MaxZero) c("$r = $0 < 0 ? 0 : $0;") }
        // ---- unsigned integers
        /// Upper word of the product.
        UintMulHigh "uint_mul_high" (u u) -> u [COMMUTATIVE] {
            is(|a, b| ((a as u128 * b as u128) >> 64) as u64)
            native(Umulhi) c("$r = (Unsigned)(((unsigned __int128)$0 * $1) >> 64);")
        }
        /// Quotient; divisor not 0.
        UintFloorDiv "uint_floordiv" (u u) -> u [] {
            where(|_a, b| b != 0; "division by zero") is(|a, b| a / b)
            native(Udiv) c("$r = $0 / $1;")
        }
        /// Remainder; divisor not 0.
        UintMod "uint_mod" (u u) -> u [] { where(|_a, b| b != 0; "division by zero") is(|a, b| a % b) native(Urem) c("$r = $0 % $1;") }
        /// Logical shift right by a Signed count in 0..64.
        UintRshift "uint_rshift" (u i) -> u [TOTAL_IN_TRACES] {
            where(|_a, n| (0..64).contains(&n); "shift count out of 0..64") is(|a, n| if (0..64).contains(&n) { a >> n } else { 0 })
            native(Ushr) c("$r = $0 >> $1;")
        }
        /// Less.
        UintLt "uint_lt" (u u) -> b [] { is(|a, b| a < b) negated(UintGe) swapped(UintGt) native(Ult) c("$r = $0 < $1;") }
        /// Less or equal.
        UintLe "uint_le" (u u) -> b [] { is(|a, b| a <= b) negated(UintGt) swapped(UintGe) native(Ule) c("$r = $0 <= $1;") }
        /// Greater.
        UintGt "uint_gt" (u u) -> b [] { is(|a, b| a > b) negated(UintLe) swapped(UintLt) native(Ugt) c("$r = $0 > $1;") }
        /// Greater or equal.
        UintGe "uint_ge" (u u) -> b [] { is(|a, b| a >= b) negated(UintLt) swapped(UintLe) native(Uge) c("$r = $0 >= $1;") }
        // ---- floats
        /// Sum.
        FloatAdd "float_add" (f f) -> f [] { is(|a, b| a + b) native(Fadd) c("$r = $0 + $1;") }
        /// Difference.
        FloatSub "float_sub" (f f) -> f [] { is(|a, b| a - b) native(Fsub) c("$r = $0 - $1;") }
        /// Product.
        FloatMul "float_mul" (f f) -> f [] { is(|a, b| a * b) native(Fmul) c("$r = $0 * $1;") }
        /// IEEE quotient (a division by zero gives an infinity or NaN; the RTyper puts a check in front).
        FloatTrueDiv "float_truediv" (f f) -> f [] { is(|a, b| a / b) native(Fdiv) c("$r = $0 / $1;") }
        /// Negation.
        FloatNeg "float_neg" (f) -> f [] { is(|a| -a) native(Fneg) c("$r = -$0;") }
        /// Absolute value.
        FloatAbs "float_abs" (f) -> f [] { is(|a| a.abs()) native(Fabs) c("$r = __builtin_fabs($0);") }
        /// Square root; NaN for negative numbers.
        FloatSqrt "float_sqrt" (f) -> f [] { is(|a| a.sqrt()) weight(4.0) native(Sqrt) c("$r = __builtin_sqrt($0);") }
        /// The first operand's size with the second one's sign.
        FloatCopysign "float_copysign" (f f) -> f [] { is(|a, b| a.copysign(b)) native(Fcopysign) c("$r = __builtin_copysign($0, $1);") }
        /// Equal.
        FloatEq "float_eq" (f f) -> b [COMMUTATIVE] { is(|a, b| a == b) negated(FloatNe) native(Feq) c("$r = $0 == $1;") }
        /// Not equal.
        FloatNe "float_ne" (f f) -> b [COMMUTATIVE] { is(|a, b| a != b) negated(FloatEq) native(Fne) c("$r = $0 != $1;") }
        /// Less.
        FloatLt "float_lt" (f f) -> b [] { is(|a, b| a < b) swapped(FloatGt) native(Flt) c("$r = $0 < $1;") }
        /// Less or equal.
        FloatLe "float_le" (f f) -> b [] { is(|a, b| a <= b) swapped(FloatGe) native(Fle) c("$r = $0 <= $1;") }
        /// Greater.
        FloatGt "float_gt" (f f) -> b [] { is(|a, b| a > b) swapped(FloatLt) native(Fgt) c("$r = $0 > $1;") }
        /// Greater or equal.
        FloatGe "float_ge" (f f) -> b [] { is(|a, b| a >= b) swapped(FloatLe) native(Fge) c("$r = $0 >= $1;") }
        // ---- casts between primitives
        /// Nearest double.
        CastIntToFloat "cast_int_to_float" (i) -> f [] { is(|a| a as f64) native(IntToFloat) c("$r = (double)$0;") }
        /// Nearest double.
        CastUintToFloat "cast_uint_to_float" (u) -> f [] { is(|a| a as f64) native(UintToFloat) c("$r = (double)$0;") }
        /// Rounds towards zero; what does not fit and NaN give the least number.
        CastFloatToInt "cast_float_to_int" (f) -> i [] { is(|a| arith::float_to_int(a)) native(FloatToInt) c("$r = tw_float_to_int($0);") }
        /// Rounds towards zero; negative numbers wrap, what does not fit gives nothing useful.
        CastFloatToUint "cast_float_to_uint" (f) -> u [] { is(|a| arith::float_to_uint(a)) native(FloatToUint) c("$r = tw_float_to_uint($0);") }
        /// The bits of a double.
        FloatToBits "convert_float_bytes_to_longlong" (f) -> i [] { is(|a| a.to_bits() as i64) native(FloatBits) c("$r = tw_float_bits($0);") }
        /// The double with these bits.
        BitsToFloat "convert_longlong_bytes_to_float" (i) -> f [] {
            is(|a| f64::from_bits(a as u64))
            native(BitsFloat) c("$r = tw_bits_float($0);")
        }
        // ---- pointers
        /// Same object (null allowed).
        PtrEq "ptr_eq" (P P) -> b [COMMUTATIVE] { is(|a, b| a == b) negated(PtrNe) native(Eq) c("$r = (void*)$0 == (void*)$1;") }
        /// Not the same object.
        PtrNe "ptr_ne" (P P) -> b [COMMUTATIVE] { is(|a, b| a != b) negated(PtrEq) native(Ne) c("$r = (void*)$0 != (void*)$1;") }
        /// Not null.
        PtrNonzero "ptr_nonzero" (P) -> b [] { is(|a| a != 0) negated(PtrIszero) native(NonZero) c("$r = $0 != NULL;") }
        /// Null.
        PtrIszero "ptr_iszero" (P) -> b [] { is(|a| a == 0) negated(PtrNonzero) native(IsZero) c("$r = $0 == NULL;") }
    }
    // The same, with a test for overflow.
    checked {
        /// Sum, or OverflowError.
        IntAddOvf "int_add_ovf" (i i) -> i [COMMUTATIVE] {
            raises("OverflowError") checked(|a, b| a.checked_add(b)) unchecked(IntAdd) weight(2.0) until(Rtyped) jit(rule)
        }
        /// Difference, or OverflowError.
        IntSubOvf "int_sub_ovf" (i i) -> i [] {
            raises("OverflowError") checked(|a, b| a.checked_sub(b)) unchecked(IntSub) weight(2.0) until(Rtyped) jit(rule)
        }
        /// Product, or OverflowError.
        IntMulOvf "int_mul_ovf" (i i) -> i [COMMUTATIVE] {
            raises("OverflowError") checked(|a, b| a.checked_mul(b)) unchecked(IntMul) weight(2.0) until(Rtyped) jit(rule)
        }
    }
    // Operations of low-level graphs.
    lowlevel {
        /// Identity on any type.
        SameAs "same_as" (t) -> t [IDENTITY] { weight(0.0) jit(rule) native(Cast) c("$r = $0;") }
        // ---- booleans
        /// Logical not.
        BoolNot "bool_not" (b) -> b [] { is(|a| !a) jit(IntIsZero) native(IsZero) c("$r = !$0;") }
        /// Logical and of evaluated operands.
        BoolAnd "bool_and" (b b) -> b [COMMUTATIVE] { is(|a, b| a & b) jit(IntAnd) native(Band) c("$r = $0 & $1;") }
        /// Logical or of evaluated operands.
        BoolOr "bool_or" (b b) -> b [COMMUTATIVE] { is(|a, b| a | b) jit(IntOr) native(Bor) c("$r = $0 | $1;") }
        /// Exclusive or.
        BoolXor "bool_xor" (b b) -> b [COMMUTATIVE] { is(|a, b| a ^ b) jit(IntXor) native(Bxor) c("$r = $0 ^ $1;") }
        // ---- signed integers (wrap around)
        /// Absolute value (wraps).
        IntAbs "int_abs" (i) -> i [] { is(|a| a.wrapping_abs()) jit(rule) native(Iabs) c("$r = $0 < 0 ? (Signed)(-(Unsigned)$0) : $0;") }
        /// `int_add_trap a, b`: sum; ends the program if it does not fit (`--overflow=trap`). The exception transformer adds what
        /// a traceback shows of the place.
        IntAddTrap "int_add_trap" (i i; more) -> i [ORDERED] { unchecked(IntAdd) jit(outlined) }
        /// Difference, likewise.
        IntSubTrap "int_sub_trap" (i i; more) -> i [ORDERED] { unchecked(IntSub) jit(outlined) }
        /// Product, likewise.
        IntMulTrap "int_mul_trap" (i i; more) -> i [ORDERED] { unchecked(IntMul) jit(outlined) }
        /// `a <= b < c`.
        IntBetween "int_between" (i i i) -> b [] { is(|a, b, c| a <= b && b < c) jit(rule) native(Between) c("$r = $0 <= $1 && $1 < $2;") }
        // ---- unsigned integers
        /// Sum.
        UintAdd "uint_add" (u u) -> u [COMMUTATIVE] { is(|a, b| a.wrapping_add(b)) jit(IntAdd) native(Iadd) c("$r = $0 + $1;") }
        /// Difference.
        UintSub "uint_sub" (u u) -> u [] { is(|a, b| a.wrapping_sub(b)) jit(IntSub) native(Isub) c("$r = $0 - $1;") }
        /// Product.
        UintMul "uint_mul" (u u) -> u [COMMUTATIVE] { is(|a, b| a.wrapping_mul(b)) jit(IntMul) native(Imul) c("$r = $0 * $1;") }
        /// Bitwise and.
        UintAnd "uint_and" (u u) -> u [COMMUTATIVE] { is(|a, b| a & b) jit(IntAnd) native(Band) c("$r = $0 & $1;") }
        /// Bitwise or.
        UintOr "uint_or" (u u) -> u [COMMUTATIVE] { is(|a, b| a | b) jit(IntOr) native(Bor) c("$r = $0 | $1;") }
        /// Bitwise exclusive or.
        UintXor "uint_xor" (u u) -> u [COMMUTATIVE] { is(|a, b| a ^ b) jit(IntXor) native(Bxor) c("$r = $0 ^ $1;") }
        /// Shift left by a Signed count in 0..64.
        UintLshift "uint_lshift" (u i) -> u [] {
            where(|_a, n| (0..64).contains(&n); "shift count out of 0..64") is(|a, n| if (0..64).contains(&n) { a << n } else { 0 }) jit(IntLshift)
            native(Ishl) c("$r = $0 << $1;")
        }
        /// Bitwise complement.
        UintInvert "uint_invert" (u) -> u [] { is(|a| !a) jit(IntInvert) native(Bnot) c("$r = ~$0;") }
        /// Negation modulo 2**64.
        UintNeg "uint_neg" (u) -> u [] { is(|a| a.wrapping_neg()) jit(IntNeg) native(Ineg) c("$r = -$0;") }
        /// Equal.
        UintEq "uint_eq" (u u) -> b [COMMUTATIVE] { is(|a, b| a == b) negated(UintNe) jit(IntEq) native(Eq) c("$r = $0 == $1;") }
        /// Not equal.
        UintNe "uint_ne" (u u) -> b [COMMUTATIVE] { is(|a, b| a != b) negated(UintEq) jit(IntNe) native(Ne) c("$r = $0 != $1;") }
        /// Not zero.
        UintIsTrue "uint_is_true" (u) -> b [] { is(|a| a != 0) jit(IntIsTrue) native(NonZero) c("$r = $0 != 0;") }
        // ---- characters
        /// Equal.
        CharEq "char_eq" (c c) -> b [COMMUTATIVE] { is(|a, b| a == b) negated(CharNe) jit(IntEq) native(Eq) c("$r = $0 == $1;") }
        /// Not equal.
        CharNe "char_ne" (c c) -> b [COMMUTATIVE] { is(|a, b| a != b) negated(CharEq) jit(IntNe) native(Ne) c("$r = $0 != $1;") }
        /// Less (unsigned bytes).
        CharLt "char_lt" (c c) -> b [] { is(|a, b| a < b) negated(CharGe) swapped(CharGt) jit(IntLt) native(Ult) c("$r = $0 < $1;") }
        /// Less or equal.
        CharLe "char_le" (c c) -> b [] { is(|a, b| a <= b) negated(CharGt) swapped(CharGe) jit(IntLe) native(Ule) c("$r = $0 <= $1;") }
        /// Greater.
        CharGt "char_gt" (c c) -> b [] { is(|a, b| a > b) negated(CharLe) swapped(CharLt) jit(IntGt) native(Ugt) c("$r = $0 > $1;") }
        /// Greater or equal.
        CharGe "char_ge" (c c) -> b [] { is(|a, b| a >= b) negated(CharLt) swapped(CharLe) jit(IntGe) native(Uge) c("$r = $0 >= $1;") }
        /// Equal.
        UniCharEq "unichar_eq" (U U) -> b [COMMUTATIVE] { is(|a, b| a == b) negated(UniCharNe) jit(IntEq) native(Eq) c("$r = $0 == $1;") }
        /// Not equal.
        UniCharNe "unichar_ne" (U U) -> b [COMMUTATIVE] { is(|a, b| a != b) negated(UniCharEq) jit(IntNe) native(Ne) c("$r = $0 != $1;") }
        /// Less.
        UniCharLt "unichar_lt" (U U) -> b [] { is(|a, b| a < b) jit(IntLt) native(Ult) c("$r = $0 < $1;") }
        /// Less or equal.
        UniCharLe "unichar_le" (U U) -> b [] { is(|a, b| a <= b) jit(IntLe) native(Ule) c("$r = $0 <= $1;") }
        // ---- floats
        /// Not zero (NaN is true).
        FloatIsTrue "float_is_true" (f) -> b [] { is(|a| a != 0.0) jit(rule) native(FNonZero) c("$r = $0 != 0.0;") }
        // ---- casts between primitives
        /// 0 or 1.
        CastBoolToInt "cast_bool_to_int" (b) -> i [NONNEGATIVE] { is(|a| a as i64) weight(0.0) jit(rule) native(Cast) c("$r = (Signed)$0;") }
        /// 0 or 1.
        CastBoolToUint "cast_bool_to_uint" (b) -> u [] { is(|a| a as u64) jit(rule) native(Cast) c("$r = (Unsigned)$0;") }
        /// 0.0 or 1.0.
        CastBoolToFloat "cast_bool_to_float" (b) -> f [] { is(|a| a as u8 as f64) jit(CastIntToFloat) native(UintToFloat) c("$r = (double)$0;") }
        /// Code of a character, 0..255.
        CastCharToInt "cast_char_to_int" (c) -> i [NONNEGATIVE] { is(|a| a as i64) weight(0.0) jit(rule) native(Cast) c("$r = (Signed)$0;") }
        /// Low byte.
        CastIntToChar "cast_int_to_char" (i) -> c [] { is(|a| a as u8) jit(rule) native(Cast) c("$r = (unsigned char)$0;") }
        /// Code point.
        CastUniCharToInt "cast_unichar_to_int" (U) -> i [NONNEGATIVE] { is(|a| a as i64) weight(0.0) jit(rule) native(Cast) c("$r = (Signed)$0;") }
        /// Code point from the low 32 bits.
        CastIntToUniChar "cast_int_to_unichar" (i) -> U [] { is(|a| a as u32) jit(rule) native(Cast) c("$r = (UniChar)$0;") }
        /// Same bits.
        CastIntToUint "cast_int_to_uint" (i) -> u [] { is(|a| a as u64) weight(0.0) jit(rule) native(Cast) c("$r = (Unsigned)$0;") }
        /// Same bits.
        CastUintToInt "cast_uint_to_int" (u) -> i [] { is(|a| a as i64) weight(0.0) jit(rule) native(Cast) c("$r = (Signed)$0;") }
        /// Conversion between any two integral types (Signed, Unsigned, Int32, UInt32, Char, Bool, UniChar): C's cast.
        CastPrimitive "cast_primitive" (t) -> t [] { jit(rule) native(Cast) }
        /// Double from single.
        CastSingleToFloat "cast_singlefloat_to_float" (t) -> f [] { jit(outlined) native(Fpromote) c("$r = (double)$0;") }
        /// Single from double, rounded.
        CastFloatToSingle "cast_float_to_singlefloat" (f) -> t [] { jit(outlined) native(Fdemote) c("$r = (float)$0;") }
        // ---- pointers
        /// Up or down the inheritance chain (the caller knows that a downcast is right).
        CastPointer "cast_pointer" (p) -> p [IDENTITY] { weight(0.0) jit(rule) native(Cast) }
        /// To and from GcRef.
        CastOpaquePtr "cast_opaque_ptr" (p) -> p [IDENTITY] { weight(0.0) jit(rule) native(Cast) }
        /// Address as an integer; only for raw or prebuilt objects.
        CastPtrToInt "cast_ptr_to_int" (t) -> i [] { weight(0.0) jit(rule) native(Cast) c("$r = (Signed)$0;") }
        /// Pointer (raw) from an integer.
        CastIntToPtr "cast_int_to_ptr" (i) -> t [] { weight(0.0) jit(rule) native(Cast) }
        /// Raw address of an object.
        CastPtrToAdr "cast_ptr_to_adr" (t) -> a [] { weight(0.0) jit(rule) native(Cast) c("$r = (char*)$0;") }
        /// Object at a raw address.
        CastAdrToPtr "cast_adr_to_ptr" (a) -> t [] { weight(0.0) jit(rule) native(Cast) }
        /// Address as integer.
        CastAdrToInt "cast_adr_to_int" (a) -> i [] { weight(0.0) jit(rule) native(Cast) c("$r = (Signed)$0;") }
        /// Integer as address.
        CastIntToAdr "cast_int_to_adr" (i) -> a [] { weight(0.0) jit(rule) native(Cast) c("$r = (char*)$0;") }
        // ---- memory of containers
        /// `getfield p, .f`
        GetField "getfield" (p v) -> t [READS PRECONDITION] { jit(rule) }
        /// `setfield p, .f, value`
        SetField "setfield" (p v t) -> 0 [WRITES PRECONDITION] { jit(rule) }
        /// `getarrayitem p, i`: plain items; the index is in range.
        GetArrayItem "getarrayitem" (p i) -> t [READS PRECONDITION] { jit(rule) }
        /// `setarrayitem p, i, value`
        SetArrayItem "setarrayitem" (p i t) -> 0 [WRITES PRECONDITION] { jit(rule) }
        /// Number of items.
        GetArraySize "getarraysize" (p) -> i [READS PRECONDITION NONNEGATIVE] { jit(rule) }
        /// `getinteriorfield p, i, .f`: field of an inline item (`.f` names an item field).
        GetInteriorField "getinteriorfield" (p i v) -> t [READS PRECONDITION] { jit(rule) }
        /// `setinteriorfield p, i, .f, value`
        SetInteriorField "setinteriorfield" (p i v t) -> 0 [WRITES PRECONDITION] { jit(rule) }
        /// `malloc #T`: a new GC object without tail; fields are zero. Raises MemoryError.
        Malloc "malloc" (v) -> p [ALLOCATES COLLECTS] { raises("MemoryError") weight(2.0) until(ExcTransformed) jit(rule) }
        /// `malloc_varsize #T, n`: a new GC object with n items (n >= 0), all zero. Raises MemoryError.
        MallocVarsize "malloc_varsize" (v i) -> p [ALLOCATES COLLECTS] {
            raises("MemoryError") weight(3.0) until(ExcTransformed) jit(rule)
        }
        /// `raw_malloc_struct #T, n`: raw object with n items (n = 0 for structs without tail), zeroed; raises MemoryError.
        RawMallocStruct "raw_malloc_struct" (v i) -> p [ALLOCATES] { raises("MemoryError") weight(3.0) jit(outlined) }
        /// Frees a raw object.
        RawFreeStruct "raw_free_struct" (p) -> 0 [WRITES ORDERED] { jit(outlined) native(Call(Libcall::RawFree)) c("tw_raw_free((char*)$0);") }
        /// `copy_items src, dst, srcstart, dststart, n`: plain or inline items of the same array type; ranges are
        /// valid and may overlap only if src is dst (then as memmove).
        CopyItems "copy_items" (p p i i i) -> 0 [READS WRITES PRECONDITION] { weight(3.0) jit(outlined) }
        /// `zero_items p, start, n`: clears items.
        ZeroItems "zero_items" (p i i) -> 0 [WRITES PRECONDITION] { weight(3.0) jit(outlined) }
        /// `copy_to_raw src, srcstart, rawaddr, n`: bytes of Char items to raw memory.
        CopyToRaw "copy_string_to_raw" (p i a i) -> 0 [READS WRITES PRECONDITION] { jit(outlined) }
        /// `copy_from_raw rawaddr, dst, dststart, n`: raw bytes to Char items.
        CopyFromRaw "copy_raw_to_string" (a p i i) -> 0 [READS WRITES PRECONDITION] { jit(outlined) }
        /// `find_char p, start, end, c`: lowest index from start up to end, without it, of an item that is c (Char or UniChar), or -1;
        /// the range is valid.
        FindChar "find_char" (p i i t) -> i [READS PRECONDITION] { weight(3.0) jit(outlined) }
        // ---- calls
        /// `direct_call @f, args…`
        DirectCall "direct_call" (v; more) -> t [CALLS] { weight(1.5) jit(rule) }
        /// `indirect_call fnptr, args…, candidates`: the last operand is a `Const::Family` of possible callees or Void if unknown.
        IndirectCall "indirect_call" (t; more) -> t [CALLS] { weight(2.0) jit(rule) }
        // ---- GC services
        /// Keeps the object alive until here.
        Keepalive "keepalive" (t) -> 0 [ORDERED] { weight(0.0) jit(rule) native(Nothing) c("") }
        /// Identity hash: constant over the object's life, also when it moves.
        GcIdentityHash "gc_identityhash" (p) -> i [READS] { weight(2.0) until(ExcTransformed) jit(outlined) }
        /// Unique number of an object.
        GcId "gc_id" (p) -> i [READS] { until(ExcTransformed) jit(outlined) }
        /// Full collection.
        GcCollect "gc__collect" () -> 0 [COLLECTS ORDERED] { until(ExcTransformed) jit(outlined) }
        /// `gc_control what, arg`: 0 = collects up to a generation (0 = the nursery, 1 = and a step, 2 = all), 1 = one step: the states before
        /// and after it, 2 = whether collections come by themselves (arg 0 or 1 sets it, 2 asks), 3 = a statistic, 4 = sets the limit of the heap.
        GcControl "gc_control" (i i) -> i [COLLECTS ORDERED] { until(ExcTransformed) jit(outlined) }
        /// `gc_note_weakref w`: the Address in the first field of `w` is that of an object which it does not keep alive: the collector
        /// updates it when the object moves, and clears it when the object dies.
        GcNoteWeakref "gc_note_weakref" (p) -> 0 [ORDERED] { jit(outlined) }
        /// `gc_note_finalizer obj, kind`: when the object is found dead it is kept for `gc_next_finalizer`, once. `kind` > 0.
        GcNoteFinalizer "gc_note_finalizer" (p i) -> 0 [ORDERED] { jit(outlined) }
        /// Takes the next dead object with a finalizer: its kind, or 0 if there is none.
        GcNextFinalizer "gc_next_finalizer" () -> i [ORDERED] { jit(outlined) }
        /// The object that `gc_next_finalizer` took last.
        GcFinalizerObject "gc_finalizer_object" () -> a [ORDERED] { jit(outlined) }
        // ---- raw memory
        /// Address plus bytes.
        AdrAdd "adr_add" (a i) -> a [] { jit(IntAdd) native(Iadd) c("$r = $0 + $1;") }
        /// Address minus bytes.
        AdrSub "adr_sub" (a i) -> a [] { jit(IntSub) native(Isub) c("$r = $0 - $1;") }
        /// Difference in bytes.
        AdrDelta "adr_delta" (a a) -> i [] { jit(IntSub) native(Isub) c("$r = $0 - $1;") }
        /// Equal.
        AdrEq "adr_eq" (a a) -> b [COMMUTATIVE] { jit(IntEq) native(Eq) c("$r = $0 == $1;") }
        /// Not equal.
        AdrNe "adr_ne" (a a) -> b [COMMUTATIVE] { jit(IntNe) native(Ne) c("$r = $0 != $1;") }
        /// Lower.
        AdrLt "adr_lt" (a a) -> b [] { jit(UintLt) native(Ult) c("$r = $0 < $1;") }
        /// Lower or equal.
        AdrLe "adr_le" (a a) -> b [] { jit(UintLe) native(Ule) c("$r = $0 <= $1;") }
        /// `raw_load adr, offset` as the result's type.
        RawLoad "raw_load" (a i) -> t [READS PRECONDITION] { jit(rule) }
        /// `raw_store adr, offset, value`
        RawStore "raw_store" (a i t) -> 0 [WRITES] { jit(rule) }
        /// Raw memory of n bytes, not cleared; null if there is none.
        RawMalloc "raw_malloc" (i) -> a [WRITES ORDERED] { jit(outlined) native(Call(Libcall::RawMalloc)) c("$r = tw_raw_malloc($0);") }
        /// Frees raw memory.
        RawFree "raw_free" (a) -> 0 [WRITES ORDERED] { jit(outlined) native(Call(Libcall::RawFree)) c("tw_raw_free($0);") }
        /// `raw_memcopy from, to, n`: not overlapping.
        RawMemcopy "raw_memcopy" (a a i) -> 0 [READS WRITES] { jit(outlined) native(Call(Libcall::Memcpy)) c("memcpy($1, $0, (size_t)$2);") }
        /// `raw_memmove from, to, n`
        RawMemmove "raw_memmove" (a a i) -> 0 [READS WRITES] { jit(outlined) native(Call(Libcall::Memmove)) c("memmove($1, $0, (size_t)$2);") }
        /// `raw_memclear adr, n`
        RawMemclear "raw_memclear" (a i) -> 0 [WRITES] { jit(outlined) native(Call(Libcall::Memclear)) c("memset($0, 0, (size_t)$1);") }
        // ---- hints for the JIT (removed where no JIT is made)
        /// `hint value, kind…`: passes the value on (kinds: promote, promote_string, …).
        Hint "hint" (t; more) -> t [HINT ORDERED] { weight(0.0) jit(rule) native(Cast) c("$r = $0;") }
        /// `jit_marker kind, driver, greens and reds…`: kind is jit_merge_point, can_enter_jit or loop_header.
        JitMarker "jit_marker" (v v; more) -> 0 [ORDERED UNKNOWN] { weight(0.0) jit(rule) native(Nothing) c("") }
        /// Says whether the code runs under the JIT (false in ahead-of-time code).
        WeAreJitted "we_are_jitted" () -> b [HINT] { weight(0.0) jit(rule) native(Constant(0)) c("$r = 0;") }
        /// Says whether the JIT knows the value at compile time (false in ahead-of-time code).
        JitIsConstant "jit_is_constant" (t) -> b [HINT] { weight(0.0) jit(rule) native(Constant(0)) c("$r = 0;") }
        /// Says whether the JIT knows the object as virtual (false in ahead-of-time code).
        JitIsVirtual "jit_is_virtual" (t) -> b [HINT] { weight(0.0) jit(rule) native(Constant(0)) c("$r = 0;") }
        /// `jit_calls_rest n`: says whether the JIT calls what is left of a loop (only in graphs that jitcode is made from). `n` is twice
        /// the loop's number, and 1 more where the loop begins.
        JitCallsRest "jit_calls_rest" (t) -> b [HINT ORDERED] { weight(0.0) jit(rule) }
        /// The object's class is exactly this vtable.
        JitRecordExactClass "jit_record_exact_class" (p t) -> 0 [HINT ORDERED] { weight(0.0) jit(rule) native(Nothing) c("") }
        /// The first value is the second.
        JitRecordExactValue "jit_record_exact_value" (t t) -> 0 [HINT ORDERED] { weight(0.0) jit(rule) native(Nothing) c("") }
        /// Gives the number of operations that the JIT has recorded (-1 in ahead-of-time code).
        JitTraceLength "jit_trace_length" () -> i [HINT ORDERED] { weight(0.0) jit(rule) native(Constant(-1)) c("$r = -1;") }
        /// `jit_remark text, ints…`: for the log of the trace.
        JitRemark "jit_remark" (p; more) -> 0 [HINT ORDERED] { weight(0.0) jit(rule) native(Nothing) c("") }
        // ---- debugging and ends
        /// Fatal error with a constant message if the condition is false.
        DebugAssert "debug_assert" (b v) -> 0 [ORDERED] { weight(0.0) jit(rule) }
        /// Ends the process with a message.
        DebugFatalError "debug_fatalerror" (v) -> 0 [ORDERED] { jit(outlined) }
        /// The branch cannot be reached.
        DebugUnreachable "debug_unreachable" () -> 0 [ORDERED] { weight(0.0) jit(rule) native(Trap) c("__builtin_unreachable();") }
        // ---- exception state (after the exception transformer)
        /// Says whether an exception is set.
        ExcOccurred "exc_occurred" () -> b [READS SELDOM_TRUE] { from(ExcTransformed) }
        /// Class (vtable) of the exception that is set, or null.
        ExcGetType "exc_get_type" () -> t [READS] { from(ExcTransformed) }
        /// Value of the exception that is set.
        ExcGetValue "exc_get_value" () -> t [READS] { from(ExcTransformed) }
        /// `exc_set type, value`
        ExcSet "exc_set" (t t) -> 0 [ORDERED] { from(ExcTransformed) }
        /// Clears the exception state.
        ExcClear "exc_clear" () -> 0 [ORDERED] { from(ExcTransformed) }
        /// `exc_traceback kind, function, line, …`: notes that an exception starts in, or passes, a function (for the traceback);
        /// first the innermost of functions that were inlined.
        ExcTraceback "exc_traceback" (v v v; more) -> 0 [ORDERED] { jit(rule) }
        /// Says whether the C stack is nearly used up.
        StackCheck "stack_check" () -> b [ORDERED SELDOM_TRUE] {
            from(ExcTransformed)
            native(StackCheck) c("$r = (Address)__builtin_frame_address(0) < tw_stack_limit;")
        }
        /// `int_add_ovf_flag a, b`: sum with wraparound; the overflow flag is read by the next `ovf_flag`.
        OvfAdd "ovf_add" (i i) -> i [ORDERED] { unchecked(IntAdd) from(ExcTransformed) }
        /// Difference, with flag.
        OvfSub "ovf_sub" (i i) -> i [ORDERED] { unchecked(IntSub) from(ExcTransformed) }
        /// Product, with flag.
        OvfMul "ovf_mul" (i i) -> i [ORDERED] { unchecked(IntMul) from(ExcTransformed) }
        /// Says whether the operation just before overflowed.
        OvfFlag "ovf_flag" () -> b [READS SELDOM_TRUE] { from(ExcTransformed) }
        // ---- GC level
        /// Enters a shadow-stack frame of n slots (immediate).
        GcEnterFrame "gc_enter_frame" (v) -> 0 [ORDERED] { from(GcTransformed) }
        /// Leaves the shadow-stack frame of n slots.
        GcLeaveFrame "gc_leave_frame" (v) -> 0 [ORDERED] { from(GcTransformed) }
        /// `gc_save_root n, p`: stores a reference to slot n of the frame.
        GcSaveRoot "gc_save_root" (v t) -> 0 [ORDERED] { from(GcTransformed) }
        /// `gc_restore_root n`: loads it back (it may have moved).
        GcRestoreRoot "gc_restore_root" (v) -> t [READS] { from(GcTransformed) }
        /// `gc_write_barrier @remember, p, args…`: before references are stored in an object that may be old: the collector's function is
        /// called with all the operands if the object's header has the flag for it.
        GcWriteBarrier "gc_write_barrier" (v p; more) -> 0 [ORDERED] { from(GcTransformed) }
        /// One reference more to an object, if it is neither null nor immortal (reference counting).
        GcIncref "gc_incref" (p) -> 0 [ORDERED] { from(GcTransformed) }
        /// `gc_decref @release, p`: one reference less, if it is neither null nor immortal; the collector's function is called with it if that was
        /// the last one.
        GcDecref "gc_decref" (v p) -> 0 [ORDERED] { from(GcTransformed) }
        /// Address of the shadow stack's base.
        GcRootBase "gc_root_base" () -> a [ORDERED] { jit(outlined) }
        /// Address of the shadow stack's top (first free slot).
        GcRootTop "gc_root_top" () -> a [ORDERED] { jit(outlined) }
        /// A field of the GC's type-info table: `gc_typeinfo tid, which` (see genc's table layout).
        GcTypeInfo "gc_typeinfo" (i v) -> i [READS] { jit(outlined) }
        /// `gc_typeinfo_offset tid, which, k`: k-th entry of one of the offset lists of a type.
        GcTypeInfoOffset "gc_typeinfo_offset" (i v i) -> i [READS] { jit(outlined) }
        /// `gc_static_roots which`: address (0) and number (1) of addresses of reference slots in prebuilt objects and globals.
        GcStaticRoots "gc_static_roots" (v) -> a [READS] { jit(outlined) }
        /// Address of run-time registered root slots outside of the shadow stack (0 = base, 1 = end); the JIT's handles.
        GcExtraRoots "gc_extra_roots" (v) -> a [READS] { jit(outlined) }
        /// `gc_config which`: run-time setting of the GC: 0 = stress mode, 1 = first heap size in bytes, 2 = number of prebuilt
        /// objects, 3 = largest heap size in bytes (0 = no limit), 4 = size of the nursery, 5 = 1024ths of what lives that start a
        /// major collection; 6 = largest growth of that limit in 1024ths (0 = any), 7 = largest distance of that limit from what lives, 8 = bytes
        /// marked in a step (0 = the collector's choice), 9 = level of checks, 10 = whether to fill the nursery, 11 = whether one
        /// allocation is to fail.
        GcConfig "gc_config" (v) -> i [READS] {}
        /// `program_has what`: whether the program uses a part of the helpers or the collector. The RTyper, whose `program_has` lists what can be
        /// asked, puts the answer in its place when it has seen the whole program.
        ProgramHas "program_has" (v) -> b [READS] {}
    }
    // Operations on words of jitcodes and traces.
    mirrored {
        /// 1 if the argument is 0.
        IntIsZero "int_is_zero" (i) -> b [] { is(|a| a == 0) negated(IntIsTrue) }
        /// Sign extension of the lowest `args[1]` (1, 2, 4 or 8) bytes.
        IntSignext "int_signext" (i i) -> i [] { is(|a, n| arith::signext(a, n)) }
        /// Same instance.
        InstancePtrEq "instance_ptr_eq" (p p) -> b [COMMUTATIVE] { is(|a, b| a == b) negated(InstancePtrNe) }
        /// Not the same instance.
        InstancePtrNe "instance_ptr_ne" (p p) -> b [COMMUTATIVE] { is(|a, b| a != b) negated(InstancePtrEq) }
    }
    // Operations of traces.
    traces {
        // ---- conversions
        /// Address as integer. Not pure: objects move.
        CastPtrToInt "cast_ptr_to_int" (p) -> i [READS] {}
        /// Integer as reference.
        CastIntToPtr "cast_int_to_ptr" (i) -> p [READS] {}
        // ---- pointers
        /// Its argument.
        SameAsI "same_as_i" (i) -> i [] { is(|a| a) }
        /// Its argument.
        SameAsR "same_as_r" (p) -> p [] { is(|a| a) }
        /// Its argument.
        SameAsF "same_as_f" (f) -> f [] { is(|a| a) }
        // ---- memory reads
        /// Field of a GC object.
        GetfieldGcI "getfield_gc_i" (p) -> i [READS DESCR] {}
        /// Field of a GC object.
        GetfieldGcR "getfield_gc_r" (p) -> p [READS DESCR] {}
        /// Field of a GC object.
        GetfieldGcF "getfield_gc_f" (p) -> f [READS DESCR] {}
        /// Item of a GC array.
        GetarrayitemGcI "getarrayitem_gc_i" (p i) -> i [READS DESCR] {}
        /// Item of a GC array.
        GetarrayitemGcR "getarrayitem_gc_r" (p i) -> p [READS DESCR] {}
        /// Item of a GC array.
        GetarrayitemGcF "getarrayitem_gc_f" (p i) -> f [READS DESCR] {}
        /// Item, which never changes, of a GC array.
        GetarrayitemGcPureI "getarrayitem_gc_pure_i" (p i) -> i [READS DESCR] {}
        /// Item, which never changes, of a GC array.
        GetarrayitemGcPureR "getarrayitem_gc_pure_r" (p i) -> p [READS DESCR] {}
        /// Item, which never changes, of a GC array.
        GetarrayitemGcPureF "getarrayitem_gc_pure_f" (p i) -> f [READS DESCR] {}
        /// Field of an inline struct in a GC array.
        GetinteriorfieldGcI "getinteriorfield_gc_i" (p i) -> i [READS DESCR] {}
        /// Field of an inline struct in a GC array.
        GetinteriorfieldGcR "getinteriorfield_gc_r" (p i) -> p [READS DESCR] {}
        /// Field of an inline struct in a GC array.
        GetinteriorfieldGcF "getinteriorfield_gc_f" (p i) -> f [READS DESCR] {}
        /// Length of a GC array or string; never changes.
        ArraylenGc "arraylen_gc" (p) -> i [READS DESCR] {}
        /// The item, which never changes, of an array of exactly one; -1 if it has another length, or there is no array.
        SingleItemGc "single_item_gc" (p) -> i [READS DESCR] {}
        /// Field of a raw struct.
        GetfieldRawI "getfield_raw_i" (i) -> i [READS DESCR] {}
        /// Field (a GC reference) of a raw struct, e.g. of prebuilt data.
        GetfieldRawR "getfield_raw_r" (i) -> p [READS DESCR] {}
        /// Field of a raw struct.
        GetfieldRawF "getfield_raw_f" (i) -> f [READS DESCR] {}
        /// Item of a raw array.
        GetarrayitemRawI "getarrayitem_raw_i" (i i) -> i [READS DESCR] {}
        /// Item (a GC reference) of a raw array.
        GetarrayitemRawR "getarrayitem_raw_r" (i i) -> p [READS DESCR] {}
        /// Item of a raw array.
        GetarrayitemRawF "getarrayitem_raw_f" (i i) -> f [READS DESCR] {}
        /// Load at address + byte offset; ArrayDescr gives size and sign.
        RawLoadI "raw_load_i" (i i) -> i [READS DESCR] {}
        /// Load at address + byte offset.
        RawLoadF "raw_load_f" (i i) -> f [READS DESCR] {}
        // ---- memory writes
        /// Writes a field of a GC object (the backend adds the write barrier).
        SetfieldGc "setfield_gc" (p t) -> 0 [WRITES DESCR] {}
        /// Writes an item of a GC array.
        SetarrayitemGc "setarrayitem_gc" (p i t) -> 0 [WRITES DESCR] {}
        /// Writes a field of an inline struct in a GC array.
        SetinteriorfieldGc "setinteriorfield_gc" (p i t) -> 0 [WRITES DESCR] {}
        /// Writes a field of a raw struct.
        SetfieldRaw "setfield_raw" (i t) -> 0 [WRITES DESCR] {}
        /// Writes an item of a raw array.
        SetarrayitemRaw "setarrayitem_raw" (i i t) -> 0 [WRITES DESCR] {}
        /// Store at address + byte offset.
        RawStore "raw_store" (i i t) -> 0 [WRITES DESCR] {}
        // ---- allocation
        /// Zero-filled GC struct; SizeDescr.
        New "new" () -> p [ALLOCATES COLLECTS DESCR] {}
        /// Zero-filled instance with its typeptr set; SizeDescr with vtable.
        NewWithVtable "new_with_vtable" () -> p [ALLOCATES COLLECTS DESCR] {}
        /// GC array or string of that length; items of primitive kind are not cleared.
        NewArray "new_array" (i) -> p [ALLOCATES COLLECTS DESCR] {}
        /// GC array of that length, all zero.
        NewArrayClear "new_array_clear" (i) -> p [ALLOCATES COLLECTS DESCR] {}
        /// A virtual reference whose frame is being traced; SizeDescr. Its frame is not an operand: the object does not hold it before somebody
        /// looks, or until `virtual_ref_finish`.
        VirtualRef "virtual_ref" () -> p [ALLOCATES COLLECTS DESCR] {}
        /// virtual_ref_finish(ref, frame): from now on the reference holds this, or null. Only before optimisation.
        VirtualRefFinish "virtual_ref_finish" (p p) -> 0 [WRITES] {}
        /// The address of the machine frame, which tells who looks where the values are. Nothing else changes it.
        ForceToken "force_token" () -> i [READS] {}
        // ---- calls
        /// Residual call.
        CallI "call_i" (i; more) -> i [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// Residual call.
        CallR "call_r" (i; more) -> p [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// Residual call.
        CallF "call_f" (i; more) -> f [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// Residual call.
        CallN "call_n" (i; more) -> 0 [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// Call of an elidable function. Only before optimisation.
        CallPureI "call_pure_i" (i; more) -> i [CALLS RAISES COLLECTS DESCR] {}
        /// Call of an elidable function. Only before optimisation.
        CallPureR "call_pure_r" (i; more) -> p [CALLS RAISES COLLECTS DESCR] {}
        /// Call of an elidable function. Only before optimisation.
        CallPureF "call_pure_f" (i; more) -> f [CALLS RAISES COLLECTS DESCR] {}
        /// Call of an elidable function. Only before optimisation.
        CallPureN "call_pure_n" (i; more) -> 0 [CALLS RAISES COLLECTS DESCR] {}
        /// Call whose result stays the same during the loop.
        CallLoopinvariantI "call_loopinvariant_i" (i; more) -> i [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// Call whose result stays the same during the loop.
        CallLoopinvariantR "call_loopinvariant_r" (i; more) -> p [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// Call whose result stays the same during the loop.
        CallLoopinvariantF "call_loopinvariant_f" (i; more) -> f [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// Call made once per loop.
        CallLoopinvariantN "call_loopinvariant_n" (i; more) -> 0 [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// Call of the portal by its compiled code, as far as there is any: arguments are its reds; the token is the number of the greens' cell.
        CallAssemblerI "call_assembler_i" (; more) -> i [CALLS RAISES COLLECTS READS WRITES] {}
        /// Call of the portal by its compiled code.
        CallAssemblerR "call_assembler_r" (; more) -> p [CALLS RAISES COLLECTS READS WRITES] {}
        /// Call of the portal by its compiled code.
        CallAssemblerF "call_assembler_f" (; more) -> f [CALLS RAISES COLLECTS READS WRITES] {}
        /// Call of the portal by its compiled code.
        CallAssemblerN "call_assembler_n" (; more) -> 0 [CALLS RAISES COLLECTS READS WRITES] {}
        /// cond_call(cond, func, args..): calls if cond is not 0.
        CondCallN "cond_call" (i i; more) -> 0 [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// cond_call_value_i(v, func, args..): v if not 0, else the call's result.
        CondCallValueI "cond_call_value_i" (i i; more) -> i [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// cond_call_value_r(p, func, args..): p if not null, else the call's result.
        CondCallValueR "cond_call_value_r" (p i; more) -> p [CALLS RAISES COLLECTS READS WRITES DESCR] {}
        /// record_known_result(v, func, args..): v is what the call of the elidable function gives.
        RecordKnownResult "record_known_result" (t i; more) -> 0 [ORDERED DESCR] {}
        // ---- exceptions
        /// The pending exception value; clears it.
        SaveException "save_exception" () -> p [READS] {}
        /// Class of the pending exception, or 0.
        SaveExcClass "save_exc_class" () -> i [READS] {}
        /// Makes (class, value) the pending exception.
        RestoreException "restore_exception" (i p) -> 0 [WRITES] {}
        /// Keeps its argument alive up to here.
        Keepalive "keepalive" (t) -> 0 [ORDERED] {}
        // ---- guards
        /// The argument is not 0.
        GuardTrue "guard_true" (i) -> 0 [GUARD] {}
        /// The argument is 0.
        GuardFalse "guard_false" (i) -> 0 [GUARD] {}
        /// The argument is equal to the constant `args[1]`.
        GuardValue "guard_value" (t t) -> 0 [GUARD] {}
        /// The (non-null) instance's typeptr is exactly the constant `args[1]`.
        GuardClass "guard_class" (p i) -> 0 [GUARD READS] {}
        /// Not null.
        GuardNonnull "guard_nonnull" (p) -> 0 [GUARD] {}
        /// Null.
        GuardIsnull "guard_isnull" (p) -> 0 [GUARD] {}
        /// Not null, and its typeptr is exactly the constant `args[1]`.
        GuardNonnullClass "guard_nonnull_class" (p i) -> 0 [GUARD READS] {}
        /// No exception is pending after the call before it.
        GuardNoException "guard_no_exception" () -> 0 [GUARD] {}
        /// An exception of exactly the constant class is pending; the result is its value; clears it.
        GuardException "guard_exception" (i) -> p [GUARD] {}
        /// The ovf operation before it did not overflow.
        GuardNoOverflow "guard_no_overflow" () -> 0 [GUARD] {}
        /// The ovf operation before it overflowed.
        GuardOverflow "guard_overflow" () -> 0 [GUARD] {}
        /// The loop was not invalidated (quasi-immutable fields).
        GuardNotInvalidated "guard_not_invalidated" () -> 0 [GUARD] {}
        /// Not a test: its snapshot (the state at the end of the loop or bridge, recorded before the jump) serves guards that the optimiser adds there. Never in optimised traces.
        GuardFutureCondition "guard_future_condition" () -> 0 [GUARD] {}
        /// Counts the calls of the constant cell's code down: some are left.
        GuardCountdown "guard_countdown" (i) -> 0 [GUARD] {}
        /// During the call before it nobody asked for the objects that only this guard's resume data describes.
        GuardNotForced "guard_not_forced" () -> 0 [GUARD] {}
        /// Always leaves the trace.
        GuardAlwaysFails "guard_always_fails" () -> 0 [GUARD] {}
        // ---- control
        /// Target of jumps: redefines nothing, its arguments are the values live on entry.
        Label "label" (; more) -> 0 [ORDERED] {}
        /// Jumps to the label of the token.
        Jump "jump" (; more) -> 0 [FINAL] {}
        /// Leaves the trace for good with a value (or none).
        Finish "finish" (; more) -> 0 [FINAL] {}
        // ---- logging
        /// (index in the trace's string table, call depth): position in the interpreted program.
        DebugMergePoint "debug_merge_point" (i i) -> 0 [DEBUG] {}
        /// An inlined portal call begins: (jitdriver, unique id).
        EnterPortalFrame "enter_portal_frame" (i i) -> 0 [DEBUG] {}
        /// An inlined portal call ends.
        LeavePortalFrame "leave_portal_frame" (i) -> 0 [DEBUG] {}
        /// Message from the program.
        JitDebug "jit_debug" (i; more) -> 0 [DEBUG] {}
    }
    // Instructions of jitcode besides those that have the name of an operation on words; argument codes: see jitmodel's `jitcode`.
    jitcode {
        /// Registers live here.
        Live "-live-" "l";
        /// Copy.
        IntCopy "int_copy" "i>i";
        /// Copy.
        RefCopy "ref_copy" "r>r";
        /// Copy.
        FloatCopy "float_copy" "f>f";
        /// Address as integer.
        CastPtrToInt "cast_ptr_to_int" "r>i";
        /// Integer as reference.
        CastIntToPtr "cast_int_to_ptr" "i>r";
        /// Sum; jumps on overflow.
        IntAddJumpIfOvf "int_add_jump_if_ovf" "Lii>i";
        /// Difference; jumps on overflow.
        IntSubJumpIfOvf "int_sub_jump_if_ovf" "Lii>i";
        /// Product; jumps on overflow.
        IntMulJumpIfOvf "int_mul_jump_if_ovf" "Lii>i";
        /// Jump.
        Goto "goto" "L";
        /// Jumps if 0.
        GotoIfNot "goto_if_not" "iL";
        /// Jumps unless `<`.
        GotoIfNotIntLt "goto_if_not_int_lt" "iiL";
        /// Jumps unless `<=`.
        GotoIfNotIntLe "goto_if_not_int_le" "iiL";
        /// Jumps unless `==`.
        GotoIfNotIntEq "goto_if_not_int_eq" "iiL";
        /// Jumps unless `!=`.
        GotoIfNotIntNe "goto_if_not_int_ne" "iiL";
        /// Jumps unless `>`.
        GotoIfNotIntGt "goto_if_not_int_gt" "iiL";
        /// Jumps unless `>=`.
        GotoIfNotIntGe "goto_if_not_int_ge" "iiL";
        /// Jumps unless unsigned `<`.
        GotoIfNotUintLt "goto_if_not_uint_lt" "iiL";
        /// Jumps unless unsigned `<=`.
        GotoIfNotUintLe "goto_if_not_uint_le" "iiL";
        /// Jumps unless unsigned `>`.
        GotoIfNotUintGt "goto_if_not_uint_gt" "iiL";
        /// Jumps unless unsigned `>=`.
        GotoIfNotUintGe "goto_if_not_uint_ge" "iiL";
        /// Jumps unless 0.
        GotoIfNotIntIsZero "goto_if_not_int_is_zero" "iL";
        /// Jumps unless `<`.
        GotoIfNotFloatLt "goto_if_not_float_lt" "ffL";
        /// Jumps unless `<=`.
        GotoIfNotFloatLe "goto_if_not_float_le" "ffL";
        /// Jumps unless `==`.
        GotoIfNotFloatEq "goto_if_not_float_eq" "ffL";
        /// Jumps unless `!=`.
        GotoIfNotFloatNe "goto_if_not_float_ne" "ffL";
        /// Jumps unless `>`.
        GotoIfNotFloatGt "goto_if_not_float_gt" "ffL";
        /// Jumps unless `>=`.
        GotoIfNotFloatGe "goto_if_not_float_ge" "ffL";
        /// Jumps unless the same.
        GotoIfNotPtrEq "goto_if_not_ptr_eq" "rrL";
        /// Jumps unless different.
        GotoIfNotPtrNe "goto_if_not_ptr_ne" "rrL";
        /// Jumps if null.
        GotoIfNotPtrNonzero "goto_if_not_ptr_nonzero" "rL";
        /// Jumps unless null.
        GotoIfNotPtrIszero "goto_if_not_ptr_iszero" "rL";
        /// Jumps to the SwitchDescr's case for the value, or falls through.
        Switch "switch" "id";
        /// Return.
        IntReturn "int_return" "i";
        /// Return.
        RefReturn "ref_return" "r";
        /// Return.
        FloatReturn "float_return" "f";
        /// Return.
        VoidReturn "void_return" "";
        /// Raises the exception instance.
        Raise "raise" "r";
        /// Raises the last exception again.
        Reraise "reraise" "";
        /// Exceptions of the call before it go to L.
        CatchException "catch_exception" "L";
        /// Jumps unless the last exception is an instance of the class.
        GotoIfExceptionMismatch "goto_if_exception_mismatch" "iL";
        /// A handler takes the last exception (operand 1), or one that is raised by other means, with the mark of this place.
        Traceback "traceback" "c";
        /// The exception that was caught last may be raised again, or is: the traceback gets what it left.
        TracebackKept "traceback_kept" "";
        /// The next instruction raises the exception again that was caught last: what that has left stays.
        TracebackAgain "traceback_again" "";
        /// Class (vtable) of the last exception.
        LastException "last_exception" ">i";
        /// The last exception's instance.
        LastExcValue "last_exc_value" ">r";
        /// Never reached.
        Unreachable "-unreachable-" "";
        /// Call of a jitcode.
        InlineCallI "inline_call_i" "jIRF>i";
        /// Call of a jitcode.
        InlineCallR "inline_call_r" "jIRF>r";
        /// Call of a jitcode.
        InlineCallF "inline_call_f" "jIRF>f";
        /// Call of a jitcode.
        InlineCallV "inline_call_v" "jIRF";
        /// Call of a function the JIT does not look into.
        ResidualCallI "residual_call_i" "iIRFd>i";
        /// Call of a function the JIT does not look into.
        ResidualCallR "residual_call_r" "iIRFd>r";
        /// Call of a function the JIT does not look into.
        ResidualCallF "residual_call_f" "iIRFd>f";
        /// Call of a function the JIT does not look into.
        ResidualCallV "residual_call_v" "iIRFd";
        /// Call of a portal: jitdriver, greens, reds.
        RecursiveCallI "recursive_call_i" "cIRFIRF>i";
        /// Call of a portal: jitdriver, greens, reds.
        RecursiveCallR "recursive_call_r" "cIRFIRF>r";
        /// Call of a portal: jitdriver, greens, reds.
        RecursiveCallF "recursive_call_f" "cIRFIRF>f";
        /// Call of a portal: jitdriver, greens, reds.
        RecursiveCallV "recursive_call_v" "cIRFIRF";
        /// conditional_call(cond, func, args).
        CondCallV "conditional_call_v" "iiIRFd";
        /// conditional_call_elidable(value, func, args).
        CondCallValueI "conditional_call_value_i" "iiIRFd>i";
        /// conditional_call_elidable(value, func, args).
        CondCallValueR "conditional_call_value_r" "riIRFd>r";
        /// record_known_result(result, func, args).
        RecordKnownResultI "record_known_result_i" "iiIRFd";
        /// record_known_result(result, func, args).
        RecordKnownResultR "record_known_result_r" "riIRFd";
        /// Field read.
        GetfieldGcI "getfield_gc_i" "rd>i";
        /// Field read.
        GetfieldGcR "getfield_gc_r" "rd>r";
        /// Field read.
        GetfieldGcF "getfield_gc_f" "rd>f";
        /// Field write.
        SetfieldGcI "setfield_gc_i" "rid";
        /// Field write.
        SetfieldGcR "setfield_gc_r" "rrd";
        /// Field write.
        SetfieldGcF "setfield_gc_f" "rfd";
        /// Item read.
        GetarrayitemGcI "getarrayitem_gc_i" "rid>i";
        /// Item read.
        GetarrayitemGcR "getarrayitem_gc_r" "rid>r";
        /// Item read.
        GetarrayitemGcF "getarrayitem_gc_f" "rid>f";
        /// Read of an item that never changes.
        GetarrayitemGcPureI "getarrayitem_gc_i_pure" "rid>i";
        /// Read of an item that never changes.
        GetarrayitemGcPureR "getarrayitem_gc_r_pure" "rid>r";
        /// Read of an item that never changes.
        GetarrayitemGcPureF "getarrayitem_gc_f_pure" "rid>f";
        /// Item write.
        SetarrayitemGcI "setarrayitem_gc_i" "riid";
        /// Item write.
        SetarrayitemGcR "setarrayitem_gc_r" "rird";
        /// Item write.
        SetarrayitemGcF "setarrayitem_gc_f" "rifd";
        /// Length of an array or string.
        ArraylenGc "arraylen_gc" "rd>i";
        /// Inline struct field read.
        GetinteriorfieldGcI "getinteriorfield_gc_i" "rid>i";
        /// Inline struct field read.
        GetinteriorfieldGcR "getinteriorfield_gc_r" "rid>r";
        /// Inline struct field read.
        GetinteriorfieldGcF "getinteriorfield_gc_f" "rid>f";
        /// Inline struct field write.
        SetinteriorfieldGcI "setinteriorfield_gc_i" "riid";
        /// Inline struct field write.
        SetinteriorfieldGcR "setinteriorfield_gc_r" "rird";
        /// Inline struct field write.
        SetinteriorfieldGcF "setinteriorfield_gc_f" "rifd";
        /// Raw field read.
        GetfieldRawI "getfield_raw_i" "id>i";
        /// Raw field read.
        GetfieldRawR "getfield_raw_r" "id>r";
        /// Raw field read.
        GetfieldRawF "getfield_raw_f" "id>f";
        /// Raw field write.
        SetfieldRawI "setfield_raw_i" "iid";
        /// Raw field write.
        SetfieldRawR "setfield_raw_r" "ird";
        /// Raw field write.
        SetfieldRawF "setfield_raw_f" "ifd";
        /// Raw item read.
        GetarrayitemRawI "getarrayitem_raw_i" "iid>i";
        /// Raw item read.
        GetarrayitemRawR "getarrayitem_raw_r" "iid>r";
        /// Raw item read.
        GetarrayitemRawF "getarrayitem_raw_f" "iid>f";
        /// Raw item write.
        SetarrayitemRawI "setarrayitem_raw_i" "iiid";
        /// Raw item write.
        SetarrayitemRawR "setarrayitem_raw_r" "iird";
        /// Raw item write.
        SetarrayitemRawF "setarrayitem_raw_f" "iifd";
        /// Load at address + offset.
        RawLoadI "raw_load_i" "iid>i";
        /// Load at address + offset.
        RawLoadF "raw_load_f" "iid>f";
        /// Store at address + offset.
        RawStoreI "raw_store_i" "iiid";
        /// Store at address + offset.
        RawStoreF "raw_store_f" "iifd";
        /// Allocates a struct.
        New "new" "d>r";
        /// Allocates an instance.
        NewWithVtable "new_with_vtable" "d>r";
        /// Allocates an array or string.
        NewArray "new_array" "id>r";
        /// Allocates a cleared array.
        NewArrayClear "new_array_clear" "id>r";
        /// Promotes to a constant.
        IntGuardValue "int_guard_value" "i";
        /// Promotes to a constant.
        RefGuardValue "ref_guard_value" "r";
        /// Promotes to a constant.
        FloatGuardValue "float_guard_value" "f";
        /// Promotes a string by content: (string, equality function, its CallDescr).
        StrGuardValue "str_guard_value" "rid>r";
        /// Promotes the class: the instance's vtable.
        GuardClass "guard_class" "r>i";
        /// jitdriver, greens, reds.
        JitMergePoint "jit_merge_point" "cIRFIRF";
        /// A loop of the jitdriver may be closed at the next merge point.
        LoopHeader "loop_header" "c";
        /// Says whether the int is known as a constant.
        IntIsconstant "int_isconstant" "i>i";
        /// Says whether the reference is known as a constant.
        RefIsconstant "ref_isconstant" "r>i";
        /// Says whether the float is known as a constant.
        FloatIsconstant "float_isconstant" "f>i";
        /// Says whether the object is known as virtual.
        RefIsvirtual "ref_isvirtual" "r>i";
        /// Says whether what is left of a loop is called: twice the loop's number, 1 more where the loop begins.
        CallsRest "calls_rest" "i>i";
        /// The reference is known not to be null.
        AssertNotNone "assert_not_none" "r";
        /// The instance's class is known.
        RecordExactClass "record_exact_class" "ri";
        /// The list's or array's items never change.
        RecordImmutableList "record_immutable_list" "r";
        /// The value is known.
        RecordExactValueI "record_exact_value_i" "ii";
        /// The value is known.
        RecordExactValueR "record_exact_value_r" "rr";
        /// A quasi-immutable field is about to be read.
        RecordQuasiimmutField "record_quasiimmut_field" "rd";
        /// Operations recorded so far, -1 when not tracing.
        CurrentTraceLength "current_trace_length" ">i";
        /// Message for the log.
        JitDebug "jit_debug" "iIRF";
    }
}
