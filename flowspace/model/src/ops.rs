//! The table of low-level operations: one row each, from which the enum, names, signatures, effects, C text
//! and documentation derive. Their *meaning* is in [`crate::eval`].
//!
//! Row: `Variant "name" "operands>result" EFFECT [exceptions] "C template";`
//! Operand letters: `i` Signed, `u` Unsigned, `f` Float, `b` Bool, `c` Char, `U` UniChar, `p` pointer to a
//! container (or GcRef), `a` Address, `v` immediate (a constant), `t` any one value, `*` any further values.
//! Result letters are the same, with `0` for Void; `t` is typed by the context.
//! In C templates `$r` is the result, `$0`, `$1`, … the operands; an empty template means that the emitter
//! has a rule of its own for this operation.

/// What an operation may do besides computing its result.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing; total.
    Pure,
    /// Nothing, but it has a precondition (must not be executed speculatively).
    Partial,
    /// Nothing, but it may raise OverflowError.
    Ovf,
    /// Reads memory.
    Read,
    /// Writes memory.
    Write,
    /// Allocates: can collect, can raise MemoryError.
    Alloc,
    /// Calls: anything its callees do.
    Call,
    /// Other effects that must stay in order (debugging, markers, exception state, GC state).
    Side,
    /// A compile-time hint that passes its first run-time operand through, or does nothing.
    Hint,
}

/// At which levels of the pipeline an operation may stand.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// From the RTyper on.
    Rtyped,
    /// Only after the exception transformer.
    ExcTransformed,
    /// Only after the GC transformer.
    GcTransformed,
}

macro_rules! llops {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal $sig:literal $effect:ident $level:ident [$($exc:literal),*] $c:literal;)*) => {
        /// Low-level operations.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum LlOp { $($(#[doc = $doc])+ $variant,)* }
        impl LlOp {
            /// All rows of the table.
            pub const ALL: &'static [LlOp] = &[$(LlOp::$variant),*];
            /// Name in the text format.
            pub fn name(self) -> &'static str { match self { $(LlOp::$variant => $name),* } }
            /// Inverse of `name`.
            pub fn from_name(s: &str) -> Option<LlOp> { match s { $($name => Some(LlOp::$variant),)* _ => None } }
            /// Operand and result letters, see the module's documentation.
            pub fn signature(self) -> &'static str { match self { $(LlOp::$variant => $sig),* } }
            /// Effect class.
            pub fn effect(self) -> Effect { match self { $(LlOp::$variant => Effect::$effect),* } }
            /// First level at which it may stand.
            pub fn level(self) -> Level { match self { $(LlOp::$variant => Level::$level),* } }
            /// Names of exceptions that it raises itself.
            pub fn raises(self) -> &'static [&'static str] { match self { $(LlOp::$variant => &[$($exc),*]),* } }
            /// C template.
            pub fn c_template(self) -> &'static str { match self { $(LlOp::$variant => $c),* } }
            /// One line of documentation.
            pub fn doc(self) -> &'static str { match self { $(LlOp::$variant => concat!($($doc),+)),* } }
        }
    };
}

impl LlOp {
    /// May be removed if the result is unused.
    pub fn is_removable(self) -> bool {
        matches!(
            self.effect(),
            Effect::Pure | Effect::Partial | Effect::Read | Effect::Alloc | Effect::Hint
        ) && !matches!(self, LlOp::Keepalive | LlOp::RawMalloc)
    }
    /// May be evaluated at translation time on constants, and computed twice with the same result.
    pub fn is_foldable(self) -> bool {
        matches!(self.effect(), Effect::Pure | Effect::Partial | Effect::Ovf)
    }
    /// What a comparison says of a value and itself; `None` for other operations, and for those of floats (NaN).
    pub fn of_itself(self) -> Option<bool> {
        use LlOp::*;
        match self {
            IntEq | IntLe | IntGe | UintEq | UintLe | UintGe | CharEq | CharLe | CharGe => {
                Some(true)
            }
            UniCharEq | UniCharLe | PtrEq | AdrEq | AdrLe => Some(true),
            IntNe | IntLt | IntGt | UintNe | UintLt | UintGt | CharNe | CharLt | CharGt => {
                Some(false)
            }
            UniCharNe | UniCharLt | PtrNe | AdrNe | AdrLt => Some(false),
            _ => None,
        }
    }
    /// A call of another function.
    pub fn is_call(self) -> bool {
        self.effect() == Effect::Call
    }
    /// Can raise by itself (calls not included).
    pub fn can_raise(self) -> bool {
        !self.raises().is_empty()
    }
}

llops! {
    /// Identity on any type.
    SameAs "same_as" "t>t" Pure Rtyped [] "$r = $0;";
    // ---- booleans
    /// Logical not.
    BoolNot "bool_not" "b>b" Pure Rtyped [] "$r = !$0;";
    /// Logical and of evaluated operands.
    BoolAnd "bool_and" "bb>b" Pure Rtyped [] "$r = $0 & $1;";
    /// Logical or of evaluated operands.
    BoolOr "bool_or" "bb>b" Pure Rtyped [] "$r = $0 | $1;";
    /// Exclusive or.
    BoolXor "bool_xor" "bb>b" Pure Rtyped [] "$r = $0 ^ $1;";
    // ---- signed integers (wrap around)
    /// Sum.
    IntAdd "int_add" "ii>i" Pure Rtyped [] "$r = (Signed)((Unsigned)$0 + (Unsigned)$1);";
    /// Difference.
    IntSub "int_sub" "ii>i" Pure Rtyped [] "$r = (Signed)((Unsigned)$0 - (Unsigned)$1);";
    /// Product.
    IntMul "int_mul" "ii>i" Pure Rtyped [] "$r = (Signed)((Unsigned)$0 * (Unsigned)$1);";
    /// Python's `//`: rounds towards minus infinity; the divisor must not be 0; the smallest int // -1 wraps.
    IntFloorDiv "int_floordiv" "ii>i" Partial Rtyped [] "$r = tw_int_floordiv($0, $1);";
    /// Python's `%`: the sign follows the divisor, which must not be 0.
    IntMod "int_mod" "ii>i" Partial Rtyped [] "$r = tw_int_mod($0, $1);";
    /// C's `/`: rounds towards zero; divisor not 0; wraps.
    IntCDiv "int_c_div" "ii>i" Partial Rtyped [] "$r = tw_int_c_div($0, $1);";
    /// C's `%`; divisor not 0.
    IntCMod "int_c_mod" "ii>i" Partial Rtyped [] "$r = tw_int_c_mod($0, $1);";
    /// Bitwise and.
    IntAnd "int_and" "ii>i" Pure Rtyped [] "$r = $0 & $1;";
    /// Bitwise or.
    IntOr "int_or" "ii>i" Pure Rtyped [] "$r = $0 | $1;";
    /// Bitwise exclusive or.
    IntXor "int_xor" "ii>i" Pure Rtyped [] "$r = $0 ^ $1;";
    /// Shift left; count in 0..64.
    IntLShift "int_lshift" "ii>i" Partial Rtyped [] "$r = (Signed)((Unsigned)$0 << $1);";
    /// Arithmetic shift right; count in 0..64.
    IntRShift "int_rshift" "ii>i" Partial Rtyped [] "$r = $0 >> $1;";
    /// Negation (wraps).
    IntNeg "int_neg" "i>i" Pure Rtyped [] "$r = (Signed)(-(Unsigned)$0);";
    /// Bitwise complement.
    IntInvert "int_invert" "i>i" Pure Rtyped [] "$r = ~$0;";
    /// Absolute value (wraps).
    IntAbs "int_abs" "i>i" Pure Rtyped [] "$r = $0 < 0 ? (Signed)(-(Unsigned)$0) : $0;";
    /// `int_add_trap a, b`: sum; ends the program if it does not fit (`--overflow=trap`). The exception transformer adds what
    /// a traceback shows of the place.
    IntAddTrap "int_add_trap" "ii*>i" Side Rtyped [] "";
    /// Difference, likewise.
    IntSubTrap "int_sub_trap" "ii*>i" Side Rtyped [] "";
    /// Product, likewise.
    IntMulTrap "int_mul_trap" "ii*>i" Side Rtyped [] "";
    /// Sum, or OverflowError.
    IntAddOvf "int_add_ovf" "ii>i" Ovf Rtyped ["OverflowError"] "";
    /// Difference, or OverflowError.
    IntSubOvf "int_sub_ovf" "ii>i" Ovf Rtyped ["OverflowError"] "";
    /// Product, or OverflowError.
    IntMulOvf "int_mul_ovf" "ii>i" Ovf Rtyped ["OverflowError"] "";
    /// Equal.
    IntEq "int_eq" "ii>b" Pure Rtyped [] "$r = $0 == $1;";
    /// Not equal.
    IntNe "int_ne" "ii>b" Pure Rtyped [] "$r = $0 != $1;";
    /// Less.
    IntLt "int_lt" "ii>b" Pure Rtyped [] "$r = $0 < $1;";
    /// Less or equal.
    IntLe "int_le" "ii>b" Pure Rtyped [] "$r = $0 <= $1;";
    /// Greater.
    IntGt "int_gt" "ii>b" Pure Rtyped [] "$r = $0 > $1;";
    /// Greater or equal.
    IntGe "int_ge" "ii>b" Pure Rtyped [] "$r = $0 >= $1;";
    /// Not zero.
    IntIsTrue "int_is_true" "i>b" Pure Rtyped [] "$r = $0 != 0;";
    /// `a <= b < c`.
    IntBetween "int_between" "iii>b" Pure Rtyped [] "$r = $0 <= $1 && $1 < $2;";
    /// The operand, or 0 if it is negative.
    IntForceGeZero "int_force_ge_zero" "i>i" Pure Rtyped [] "$r = $0 < 0 ? 0 : $0;";
    // ---- unsigned integers
    /// Sum.
    UintAdd "uint_add" "uu>u" Pure Rtyped [] "$r = $0 + $1;";
    /// Difference.
    UintSub "uint_sub" "uu>u" Pure Rtyped [] "$r = $0 - $1;";
    /// Product.
    UintMul "uint_mul" "uu>u" Pure Rtyped [] "$r = $0 * $1;";
    /// Upper word of the product.
    UintMulHigh "uint_mul_high" "uu>u" Pure Rtyped [] "$r = (Unsigned)(((unsigned __int128)$0 * $1) >> 64);";
    /// Quotient; divisor not 0.
    UintFloorDiv "uint_floordiv" "uu>u" Partial Rtyped [] "$r = $0 / $1;";
    /// Remainder; divisor not 0.
    UintMod "uint_mod" "uu>u" Partial Rtyped [] "$r = $0 % $1;";
    /// Bitwise and.
    UintAnd "uint_and" "uu>u" Pure Rtyped [] "$r = $0 & $1;";
    /// Bitwise or.
    UintOr "uint_or" "uu>u" Pure Rtyped [] "$r = $0 | $1;";
    /// Bitwise exclusive or.
    UintXor "uint_xor" "uu>u" Pure Rtyped [] "$r = $0 ^ $1;";
    /// Shift left by a Signed count in 0..64.
    UintLShift "uint_lshift" "ui>u" Partial Rtyped [] "$r = $0 << $1;";
    /// Logical shift right by a Signed count in 0..64.
    UintRShift "uint_rshift" "ui>u" Partial Rtyped [] "$r = $0 >> $1;";
    /// Bitwise complement.
    UintInvert "uint_invert" "u>u" Pure Rtyped [] "$r = ~$0;";
    /// Negation modulo 2**64.
    UintNeg "uint_neg" "u>u" Pure Rtyped [] "$r = -$0;";
    /// Equal.
    UintEq "uint_eq" "uu>b" Pure Rtyped [] "$r = $0 == $1;";
    /// Not equal.
    UintNe "uint_ne" "uu>b" Pure Rtyped [] "$r = $0 != $1;";
    /// Less.
    UintLt "uint_lt" "uu>b" Pure Rtyped [] "$r = $0 < $1;";
    /// Less or equal.
    UintLe "uint_le" "uu>b" Pure Rtyped [] "$r = $0 <= $1;";
    /// Greater.
    UintGt "uint_gt" "uu>b" Pure Rtyped [] "$r = $0 > $1;";
    /// Greater or equal.
    UintGe "uint_ge" "uu>b" Pure Rtyped [] "$r = $0 >= $1;";
    /// Not zero.
    UintIsTrue "uint_is_true" "u>b" Pure Rtyped [] "$r = $0 != 0;";
    // ---- characters
    /// Equal.
    CharEq "char_eq" "cc>b" Pure Rtyped [] "$r = $0 == $1;";
    /// Not equal.
    CharNe "char_ne" "cc>b" Pure Rtyped [] "$r = $0 != $1;";
    /// Less (unsigned bytes).
    CharLt "char_lt" "cc>b" Pure Rtyped [] "$r = $0 < $1;";
    /// Less or equal.
    CharLe "char_le" "cc>b" Pure Rtyped [] "$r = $0 <= $1;";
    /// Greater.
    CharGt "char_gt" "cc>b" Pure Rtyped [] "$r = $0 > $1;";
    /// Greater or equal.
    CharGe "char_ge" "cc>b" Pure Rtyped [] "$r = $0 >= $1;";
    /// Equal.
    UniCharEq "unichar_eq" "UU>b" Pure Rtyped [] "$r = $0 == $1;";
    /// Not equal.
    UniCharNe "unichar_ne" "UU>b" Pure Rtyped [] "$r = $0 != $1;";
    /// Less.
    UniCharLt "unichar_lt" "UU>b" Pure Rtyped [] "$r = $0 < $1;";
    /// Less or equal.
    UniCharLe "unichar_le" "UU>b" Pure Rtyped [] "$r = $0 <= $1;";
    // ---- floats
    /// Sum.
    FloatAdd "float_add" "ff>f" Pure Rtyped [] "$r = $0 + $1;";
    /// Difference.
    FloatSub "float_sub" "ff>f" Pure Rtyped [] "$r = $0 - $1;";
    /// Product.
    FloatMul "float_mul" "ff>f" Pure Rtyped [] "$r = $0 * $1;";
    /// IEEE quotient (a division by zero gives an infinity or NaN; the RTyper puts a check in front).
    FloatTrueDiv "float_truediv" "ff>f" Pure Rtyped [] "$r = $0 / $1;";
    /// Negation.
    FloatNeg "float_neg" "f>f" Pure Rtyped [] "$r = -$0;";
    /// Absolute value.
    FloatAbs "float_abs" "f>f" Pure Rtyped [] "$r = __builtin_fabs($0);";
    /// Equal.
    FloatEq "float_eq" "ff>b" Pure Rtyped [] "$r = $0 == $1;";
    /// Not equal.
    FloatNe "float_ne" "ff>b" Pure Rtyped [] "$r = $0 != $1;";
    /// Less.
    FloatLt "float_lt" "ff>b" Pure Rtyped [] "$r = $0 < $1;";
    /// Less or equal.
    FloatLe "float_le" "ff>b" Pure Rtyped [] "$r = $0 <= $1;";
    /// Greater.
    FloatGt "float_gt" "ff>b" Pure Rtyped [] "$r = $0 > $1;";
    /// Greater or equal.
    FloatGe "float_ge" "ff>b" Pure Rtyped [] "$r = $0 >= $1;";
    /// Not zero (NaN is true).
    FloatIsTrue "float_is_true" "f>b" Pure Rtyped [] "$r = $0 != 0.0;";
    // ---- casts between primitives
    /// 0 or 1.
    CastBoolToInt "cast_bool_to_int" "b>i" Pure Rtyped [] "$r = (Signed)$0;";
    /// 0 or 1.
    CastBoolToUint "cast_bool_to_uint" "b>u" Pure Rtyped [] "$r = (Unsigned)$0;";
    /// 0.0 or 1.0.
    CastBoolToFloat "cast_bool_to_float" "b>f" Pure Rtyped [] "$r = (double)$0;";
    /// Code of a character, 0..255.
    CastCharToInt "cast_char_to_int" "c>i" Pure Rtyped [] "$r = (Signed)$0;";
    /// Low byte.
    CastIntToChar "cast_int_to_char" "i>c" Pure Rtyped [] "$r = (unsigned char)$0;";
    /// Code point.
    CastUniCharToInt "cast_unichar_to_int" "U>i" Pure Rtyped [] "$r = (Signed)$0;";
    /// Code point from the low 32 bits.
    CastIntToUniChar "cast_int_to_unichar" "i>U" Pure Rtyped [] "$r = (UniChar)$0;";
    /// Same bits.
    CastIntToUint "cast_int_to_uint" "i>u" Pure Rtyped [] "$r = (Unsigned)$0;";
    /// Same bits.
    CastUintToInt "cast_uint_to_int" "u>i" Pure Rtyped [] "$r = (Signed)$0;";
    /// Nearest double.
    CastIntToFloat "cast_int_to_float" "i>f" Pure Rtyped [] "$r = (double)$0;";
    /// Nearest double.
    CastUintToFloat "cast_uint_to_float" "u>f" Pure Rtyped [] "$r = (double)$0;";
    /// Rounds towards zero; what does not fit and NaN give the least number.
    CastFloatToInt "cast_float_to_int" "f>i" Pure Rtyped [] "$r = tw_float_to_int($0);";
    /// Rounds towards zero; negative numbers wrap, what does not fit gives nothing useful.
    CastFloatToUint "cast_float_to_uint" "f>u" Pure Rtyped [] "$r = tw_float_to_uint($0);";
    /// The bits of a double.
    FloatToBits "convert_float_bytes_to_longlong" "f>i" Pure Rtyped [] "$r = tw_float_bits($0);";
    /// The double with these bits.
    BitsToFloat "convert_longlong_bytes_to_float" "i>f" Pure Rtyped [] "$r = tw_bits_float($0);";
    /// Conversion between any two integral types (Signed, Unsigned, Int32, UInt32, Char, Bool, UniChar): C's cast.
    CastPrimitive "cast_primitive" "t>t" Pure Rtyped [] "";
    /// Double from single.
    CastSingleToFloat "cast_singlefloat_to_float" "t>f" Pure Rtyped [] "$r = (double)$0;";
    /// Single from double, rounded.
    CastFloatToSingle "cast_float_to_singlefloat" "f>t" Pure Rtyped [] "$r = (float)$0;";
    // ---- pointers
    /// Same object (null allowed).
    PtrEq "ptr_eq" "tt>b" Pure Rtyped [] "$r = (void*)$0 == (void*)$1;";
    /// Not the same object.
    PtrNe "ptr_ne" "tt>b" Pure Rtyped [] "$r = (void*)$0 != (void*)$1;";
    /// Not null.
    PtrNonzero "ptr_nonzero" "t>b" Pure Rtyped [] "$r = $0 != NULL;";
    /// Null.
    PtrIszero "ptr_iszero" "t>b" Pure Rtyped [] "$r = $0 == NULL;";
    /// Up or down the inheritance chain (the caller knows that a downcast is right).
    CastPointer "cast_pointer" "p>p" Pure Rtyped [] "";
    /// To and from GcRef.
    CastOpaquePtr "cast_opaque_ptr" "p>p" Pure Rtyped [] "";
    /// Address as an integer; only for raw or prebuilt objects.
    CastPtrToInt "cast_ptr_to_int" "t>i" Pure Rtyped [] "$r = (Signed)$0;";
    /// Pointer (raw) from an integer.
    CastIntToPtr "cast_int_to_ptr" "i>t" Pure Rtyped [] "";
    /// Raw address of an object.
    CastPtrToAdr "cast_ptr_to_adr" "t>a" Pure Rtyped [] "$r = (char*)$0;";
    /// Object at a raw address.
    CastAdrToPtr "cast_adr_to_ptr" "a>t" Pure Rtyped [] "";
    /// Address as integer.
    CastAdrToInt "cast_adr_to_int" "a>i" Pure Rtyped [] "$r = (Signed)$0;";
    /// Integer as address.
    CastIntToAdr "cast_int_to_adr" "i>a" Pure Rtyped [] "$r = (char*)$0;";
    // ---- memory of containers
    /// `getfield p, .f`
    GetField "getfield" "pv>t" Read Rtyped [] "";
    /// `setfield p, .f, value`
    SetField "setfield" "pvt>0" Write Rtyped [] "";
    /// `getarrayitem p, i`: plain items; the index is in range.
    GetArrayItem "getarrayitem" "pi>t" Read Rtyped [] "";
    /// `setarrayitem p, i, value`
    SetArrayItem "setarrayitem" "pit>0" Write Rtyped [] "";
    /// Number of items.
    GetArraySize "getarraysize" "p>i" Read Rtyped [] "";
    /// `getinteriorfield p, i, .f`: field of an inline item (`.f` names an item field).
    GetInteriorField "getinteriorfield" "piv>t" Read Rtyped [] "";
    /// `setinteriorfield p, i, .f, value`
    SetInteriorField "setinteriorfield" "pivt>0" Write Rtyped [] "";
    /// `malloc #T`: a new GC object without tail; fields are zero. Raises MemoryError.
    Malloc "malloc" "v>p" Alloc Rtyped ["MemoryError"] "";
    /// `malloc_varsize #T, n`: a new GC object with n items (n >= 0), all zero. Raises MemoryError.
    MallocVarsize "malloc_varsize" "vi>p" Alloc Rtyped ["MemoryError"] "";
    /// `raw_malloc_struct #T, n`: raw object with n items (n = 0 for structs without tail), zeroed; raises MemoryError.
    RawMallocStruct "raw_malloc_struct" "vi>p" Alloc Rtyped ["MemoryError"] "";
    /// Frees a raw object.
    RawFreeStruct "raw_free_struct" "p>0" Side Rtyped [] "tw_raw_free((char*)$0);";
    /// `copy_items src, dst, srcstart, dststart, n`: plain or inline items of the same array type; ranges are
    /// valid and may overlap only if src is dst (then as memmove).
    CopyItems "copy_items" "ppiii>0" Write Rtyped [] "";
    /// `zero_items p, start, n`: clears items.
    ZeroItems "zero_items" "pii>0" Write Rtyped [] "";
    /// `copy_to_raw src, srcstart, rawaddr, n`: bytes of Char items to raw memory.
    CopyToRaw "copy_string_to_raw" "piai>0" Write Rtyped [] "";
    /// `copy_from_raw rawaddr, dst, dststart, n`: raw bytes to Char items.
    CopyFromRaw "copy_raw_to_string" "apii>0" Write Rtyped [] "";
    // ---- calls
    /// `direct_call @f, args…`
    DirectCall "direct_call" "v*>t" Call Rtyped [] "";
    /// `indirect_call fnptr, args…, candidates`: the last operand is a `Const::Family` of possible callees or Void if unknown.
    IndirectCall "indirect_call" "t*>t" Call Rtyped [] "";
    // ---- GC services
    /// Keeps the object alive until here.
    Keepalive "keepalive" "t>0" Side Rtyped [] "";
    /// Identity hash: constant over the object's life, also when it moves.
    GcIdentityHash "gc_identityhash" "p>i" Alloc Rtyped [] "";
    /// Unique number of an object.
    GcId "gc_id" "p>i" Alloc Rtyped [] "";
    /// Full collection.
    GcCollect "gc__collect" ">0" Alloc Rtyped [] "";
    /// `gc_note_weakref w`: the Address in the first field of `w` is that of an object which it does not keep alive: the collector
    /// updates it when the object moves, and clears it when the object dies.
    GcNoteWeakref "gc_note_weakref" "p>0" Side Rtyped [] "";
    /// `gc_note_finalizer obj, kind`: when the object is found dead it is kept for `gc_next_finalizer`, once. `kind` > 0.
    GcNoteFinalizer "gc_note_finalizer" "pi>0" Side Rtyped [] "";
    /// Takes the next dead object with a finalizer: its kind, or 0 if there is none.
    GcNextFinalizer "gc_next_finalizer" ">i" Side Rtyped [] "";
    /// The object that `gc_next_finalizer` took last.
    GcFinalizerObject "gc_finalizer_object" ">a" Side Rtyped [] "";
    // ---- raw memory
    /// Address plus bytes.
    AdrAdd "adr_add" "ai>a" Pure Rtyped [] "$r = $0 + $1;";
    /// Address minus bytes.
    AdrSub "adr_sub" "ai>a" Pure Rtyped [] "$r = $0 - $1;";
    /// Difference in bytes.
    AdrDelta "adr_delta" "aa>i" Pure Rtyped [] "$r = $0 - $1;";
    /// Equal.
    AdrEq "adr_eq" "aa>b" Pure Rtyped [] "$r = $0 == $1;";
    /// Not equal.
    AdrNe "adr_ne" "aa>b" Pure Rtyped [] "$r = $0 != $1;";
    /// Lower.
    AdrLt "adr_lt" "aa>b" Pure Rtyped [] "$r = $0 < $1;";
    /// Lower or equal.
    AdrLe "adr_le" "aa>b" Pure Rtyped [] "$r = $0 <= $1;";
    /// `raw_load adr, offset` as the result's type.
    RawLoad "raw_load" "ai>t" Read Rtyped [] "";
    /// `raw_store adr, offset, value`
    RawStore "raw_store" "ait>0" Write Rtyped [] "";
    /// Raw memory of n bytes, not cleared; null if there is none.
    RawMalloc "raw_malloc" "i>a" Side Rtyped [] "$r = tw_raw_malloc($0);";
    /// Frees raw memory.
    RawFree "raw_free" "a>0" Side Rtyped [] "tw_raw_free($0);";
    /// `raw_memcopy from, to, n`: not overlapping.
    RawMemcopy "raw_memcopy" "aai>0" Write Rtyped [] "memcpy($1, $0, (size_t)$2);";
    /// `raw_memmove from, to, n`
    RawMemmove "raw_memmove" "aai>0" Write Rtyped [] "memmove($1, $0, (size_t)$2);";
    /// `raw_memclear adr, n`
    RawMemclear "raw_memclear" "ai>0" Write Rtyped [] "memset($0, 0, (size_t)$1);";
    // ---- hints for the JIT (removed where no JIT is made)
    /// `hint value, kind…`: passes the value on (kinds: promote, promote_string, …).
    Hint "hint" "t*>t" Hint Rtyped [] "$r = $0;";
    /// `jit_marker kind, driver, greens and reds…`: kind is jit_merge_point, can_enter_jit or loop_header.
    JitMarker "jit_marker" "vv*>0" Side Rtyped [] "";
    /// `jit_force_virtualizable p, .f`
    JitForceVirtualizable "jit_force_virtualizable" "pv>0" Side Rtyped [] "";
    /// Whether the code runs under the JIT (false in ahead-of-time code).
    WeAreJitted "we_are_jitted" ">b" Hint Rtyped [] "$r = 0;";
    /// Whether the JIT knows the value at compile time (false in ahead-of-time code).
    JitIsConstant "jit_is_constant" "t>b" Hint Rtyped [] "$r = 0;";
    /// Whether the JIT knows the object as virtual (false in ahead-of-time code).
    JitIsVirtual "jit_is_virtual" "t>b" Hint Rtyped [] "$r = 0;";
    /// The object's class is exactly this vtable.
    JitRecordExactClass "jit_record_exact_class" "pt>0" Hint Rtyped [] "";
    // ---- debugging and ends
    /// Fatal error with a constant message if the condition is false.
    DebugAssert "debug_assert" "bv>0" Side Rtyped [] "";
    /// Ends the process with a message.
    DebugFatalError "debug_fatalerror" "v>0" Side Rtyped [] "";
    /// The branch cannot be reached.
    DebugUnreachable "debug_unreachable" ">0" Side Rtyped [] "__builtin_unreachable();";
    // ---- exception state (after the exception transformer)
    /// Whether an exception is set.
    ExcOccurred "exc_occurred" ">b" Side ExcTransformed [] "";
    /// Class (vtable) of the exception that is set, or null.
    ExcGetType "exc_get_type" ">t" Side ExcTransformed [] "";
    /// Value of the exception that is set.
    ExcGetValue "exc_get_value" ">t" Side ExcTransformed [] "";
    /// `exc_set type, value`
    ExcSet "exc_set" "tt>0" Side ExcTransformed [] "";
    /// Clears the exception state.
    ExcClear "exc_clear" ">0" Side ExcTransformed [] "";
    /// `exc_traceback kind, function, line, …`: notes that an exception starts in, or passes, a function (for the traceback);
    /// first the innermost of functions that were inlined.
    ExcTraceback "exc_traceback" "vvv*>0" Side Rtyped [] "";
    /// Whether the C stack is nearly used up.
    StackCheck "stack_check" ">b" Side ExcTransformed [] "$r = (Address)__builtin_frame_address(0) < tw_stack_limit;";
    /// `int_add_ovf_flag a, b`: sum with wraparound; the overflow flag is read by the next `ovf_flag`.
    OvfAdd "ovf_add" "ii>i" Side ExcTransformed [] "";
    /// Difference, with flag.
    OvfSub "ovf_sub" "ii>i" Side ExcTransformed [] "";
    /// Product, with flag.
    OvfMul "ovf_mul" "ii>i" Side ExcTransformed [] "";
    /// Whether the operation just before overflowed.
    OvfFlag "ovf_flag" ">b" Side ExcTransformed [] "";
    // ---- GC level
    /// Enters a shadow-stack frame of n slots (immediate).
    GcEnterFrame "gc_enter_frame" "v>0" Side GcTransformed [] "";
    /// Leaves the shadow-stack frame of n slots.
    GcLeaveFrame "gc_leave_frame" "v>0" Side GcTransformed [] "";
    /// `gc_save_root n, p`: stores a reference to slot n of the frame.
    GcSaveRoot "gc_save_root" "vt>0" Side GcTransformed [] "";
    /// `gc_restore_root n`: loads it back (it may have moved).
    GcRestoreRoot "gc_restore_root" "v>t" Side GcTransformed [] "";
    /// Address of the shadow stack's base.
    GcRootBase "gc_root_base" ">a" Side Rtyped [] "";
    /// Address of the shadow stack's top (first free slot).
    GcRootTop "gc_root_top" ">a" Side Rtyped [] "";
    /// A field of the GC's type-info table: `gc_typeinfo tid, which` (see genc's table layout).
    GcTypeInfo "gc_typeinfo" "iv>i" Read Rtyped [] "";
    /// `gc_typeinfo_offset tid, which, k`: k-th entry of one of the offset lists of a type.
    GcTypeInfoOffset "gc_typeinfo_offset" "ivi>i" Read Rtyped [] "";
    /// `gc_static_roots which`: address (0) and number (1) of addresses of reference slots in prebuilt objects and globals.
    GcStaticRoots "gc_static_roots" "v>a" Read Rtyped [] "";
    /// Address of run-time registered root slots outside of the shadow stack (0 = base, 1 = end); the JIT's handles.
    GcExtraRoots "gc_extra_roots" "v>a" Read Rtyped [] "";
    /// `gc_config which`: run-time setting of the GC: 0 = stress mode, 1 = first heap size in bytes, 2 = number of prebuilt
    /// objects, 3 = largest heap size in bytes (0 = no limit).
    GcConfig "gc_config" "v>i" Read Rtyped [] "";
    /// `program_has what`: whether the program uses a part of the helpers or the collector. The RTyper, whose `program_has` lists what can be
    /// asked, puts the answer in its place when it has seen the whole program.
    ProgramHas "program_has" "v>b" Read Rtyped [] "";
}
