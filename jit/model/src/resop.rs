//! The one table of operations that traces are made of. Everything about an operation that is
//! not its meaning (see [`crate::eval`]) or its effect on memory is a column here.

use crate::kind::Kind;
use std::fmt;

/// Result depends on the arguments alone, defined for all of them.
pub const PURE: u32 = 1 << 0;
/// Result depends on the arguments alone, but some arguments are not allowed (division by zero).
pub const PARTIAL: u32 = 1 << 1;
/// Sets the overflow flag that the following `guard_no_overflow`/`guard_overflow` tests.
pub const OVF: u32 = 1 << 2;
/// A guard: carries fail args and resume data.
pub const GUARD: u32 = 1 << 3;
/// May leave an exception pending; followed by `guard_no_exception` or `guard_exception`.
pub const CAN_RAISE: u32 = 1 << 4;
/// A call: `args[0]` is the function's address (for `cond_call*` it is `args[1]`); the descr is a `CallDescr`.
pub const CALL: u32 = 1 << 5;
/// Allocates an object.
pub const MALLOC: u32 = 1 << 6;
/// May run a collection: live references move.
pub const COLLECT: u32 = 1 << 7;
/// Reads memory.
pub const READ: u32 = 1 << 8;
/// Writes memory.
pub const WRITE: u32 = 1 << 9;
/// Ends a trace.
pub const FINAL: u32 = 1 << 10;
/// For logs only: no effect at run time.
pub const DEBUG: u32 = 1 << 11;
/// Takes any number of arguments; the argument column gives the kinds of the first ones.
pub const VARARGS: u32 = 1 << 12;
/// Result is 0 or 1.
pub const BOOL: u32 = 1 << 13;
/// `op(a, b) == op(b, a)`.
pub const COMMUTATIVE: u32 = 1 << 14;
/// Has a descr of the descr table.
pub const DESCR: u32 = 1 << 15;

/// Kind constraint of one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgKind {
    /// Exactly this kind.
    Is(Kind),
    /// Any kind but void.
    Any,
}

macro_rules! argkind {
    (I) => {
        ArgKind::Is(Kind::Int)
    };
    (R) => {
        ArgKind::Is(Kind::Ref)
    };
    (F) => {
        ArgKind::Is(Kind::Float)
    };
    (A) => {
        ArgKind::Any
    };
}

macro_rules! reskind {
    (I) => {
        Kind::Int
    };
    (R) => {
        Kind::Ref
    };
    (F) => {
        Kind::Float
    };
    (V) => {
        Kind::Void
    };
}

macro_rules! resops {
    ($($variant:ident $name:literal ($($arg:ident)*) $res:ident [$($flag:ident)*] $doc:literal;)*) => {
        /// An operation of a trace. See the table in the source for the columns.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum ResOp { $(#[doc = $doc] $variant,)* }

        /// All operations, in the order of the table.
        pub const ALL: &[ResOp] = &[$(ResOp::$variant,)*];

        static INFO: &[ResOpInfo] = &[$(ResOpInfo {
            name: $name,
            args: &[$(argkind!($arg)),*],
            result: reskind!($res),
            flags: 0 $(| $flag)*,
            doc: $doc,
        },)*];
    };
}

/// One row of the table.
pub struct ResOpInfo {
    /// Name in texts.
    pub name: &'static str,
    /// Kinds of the (first) arguments.
    pub args: &'static [ArgKind],
    /// Kind of the result.
    pub result: Kind,
    /// The flags: constants of this module.
    pub flags: u32,
    /// One line of documentation.
    pub doc: &'static str,
}

resops! {
    // -- integers
    IntAdd "int_add" (I I) I [PURE COMMUTATIVE] "Wrapping sum.";
    IntSub "int_sub" (I I) I [PURE] "Wrapping difference.";
    IntMul "int_mul" (I I) I [PURE COMMUTATIVE] "Wrapping product.";
    IntFloorDiv "int_floordiv" (I I) I [PARTIAL] "Quotient rounded down (Python's `//`); divisor not 0; MIN // -1 wraps.";
    IntMod "int_mod" (I I) I [PARTIAL] "Remainder with the divisor's sign (Python's `%`); divisor not 0.";
    UintFloorDiv "uint_floordiv" (I I) I [PARTIAL] "Unsigned quotient; divisor not 0.";
    UintMod "uint_mod" (I I) I [PARTIAL] "Unsigned remainder; divisor not 0.";
    UintMulHigh "uint_mul_high" (I I) I [PURE COMMUTATIVE] "Upper 64 bits of the unsigned 128-bit product.";
    IntAnd "int_and" (I I) I [PURE COMMUTATIVE] "Bitwise and.";
    IntOr "int_or" (I I) I [PURE COMMUTATIVE] "Bitwise or.";
    IntXor "int_xor" (I I) I [PURE COMMUTATIVE] "Bitwise exclusive or.";
    IntLshift "int_lshift" (I I) I [PURE] "Left shift; counts outside 0..63 give 0.";
    IntRshift "int_rshift" (I I) I [PURE] "Arithmetic right shift; counts outside 0..63 give 0 or -1 (the sign).";
    UintRshift "uint_rshift" (I I) I [PURE] "Logical right shift; counts outside 0..63 give 0.";
    IntAddOvf "int_add_ovf" (I I) I [OVF COMMUTATIVE] "Sum; sets the overflow flag.";
    IntSubOvf "int_sub_ovf" (I I) I [OVF] "Difference; sets the overflow flag.";
    IntMulOvf "int_mul_ovf" (I I) I [OVF COMMUTATIVE] "Product; sets the overflow flag.";
    IntLt "int_lt" (I I) I [PURE BOOL] "Signed `<`.";
    IntLe "int_le" (I I) I [PURE BOOL] "Signed `<=`.";
    IntEq "int_eq" (I I) I [PURE BOOL COMMUTATIVE] "`==`.";
    IntNe "int_ne" (I I) I [PURE BOOL COMMUTATIVE] "`!=`.";
    IntGt "int_gt" (I I) I [PURE BOOL] "Signed `>`.";
    IntGe "int_ge" (I I) I [PURE BOOL] "Signed `>=`.";
    UintLt "uint_lt" (I I) I [PURE BOOL] "Unsigned `<`.";
    UintLe "uint_le" (I I) I [PURE BOOL] "Unsigned `<=`.";
    UintGt "uint_gt" (I I) I [PURE BOOL] "Unsigned `>`.";
    UintGe "uint_ge" (I I) I [PURE BOOL] "Unsigned `>=`.";
    IntIsZero "int_is_zero" (I) I [PURE BOOL] "1 if the argument is 0.";
    IntIsTrue "int_is_true" (I) I [PURE BOOL] "1 if the argument is not 0.";
    IntNeg "int_neg" (I) I [PURE] "Wrapping negation.";
    IntInvert "int_invert" (I) I [PURE] "Bitwise complement.";
    IntForceGeZero "int_force_ge_zero" (I) I [PURE] "The argument, or 0 if it is negative.";
    IntSignext "int_signext" (I I) I [PURE] "Sign extension of the lowest `args[1]` (1, 2, 4 or 8) bytes.";
    // -- floats
    FloatAdd "float_add" (F F) F [PURE] "Sum.";
    FloatSub "float_sub" (F F) F [PURE] "Difference.";
    FloatMul "float_mul" (F F) F [PURE] "Product.";
    FloatTrueDiv "float_truediv" (F F) F [PURE] "Quotient (IEEE; a zero divisor is tested elsewhere).";
    FloatNeg "float_neg" (F) F [PURE] "Negation.";
    FloatAbs "float_abs" (F) F [PURE] "Absolute value.";
    FloatLt "float_lt" (F F) I [PURE BOOL] "`<`; 0 with a NaN.";
    FloatLe "float_le" (F F) I [PURE BOOL] "`<=`; 0 with a NaN.";
    FloatEq "float_eq" (F F) I [PURE BOOL] "`==`; 0 with a NaN.";
    FloatNe "float_ne" (F F) I [PURE BOOL] "`!=`; 1 with a NaN.";
    FloatGt "float_gt" (F F) I [PURE BOOL] "`>`; 0 with a NaN.";
    FloatGe "float_ge" (F F) I [PURE BOOL] "`>=`; 0 with a NaN.";
    // -- conversions
    CastIntToFloat "cast_int_to_float" (I) F [PURE] "Signed integer to float.";
    CastUintToFloat "cast_uint_to_float" (I) F [PURE] "Unsigned integer to float.";
    CastFloatToInt "cast_float_to_int" (F) I [PURE] "Truncation; out of range gives MIN (as x86-64's cvttsd2si).";
    CastFloatToUint "cast_float_to_uint" (F) I [PURE] "Truncation to unsigned; out of range as the conversion of `x - 2**63` plus 2**63.";
    ConvertFloatBytesToLonglong "convert_float_bytes_to_longlong" (F) I [PURE] "The float's bits.";
    ConvertLonglongBytesToFloat "convert_longlong_bytes_to_float" (I) F [PURE] "A float of these bits.";
    CastPtrToInt "cast_ptr_to_int" (R) I [READ] "Address as integer. Not pure: objects move.";
    CastIntToPtr "cast_int_to_ptr" (I) R [READ] "Integer as reference.";
    // -- pointers
    PtrEq "ptr_eq" (R R) I [PURE BOOL COMMUTATIVE] "Same object.";
    PtrNe "ptr_ne" (R R) I [PURE BOOL COMMUTATIVE] "Not the same object.";
    InstancePtrEq "instance_ptr_eq" (R R) I [PURE BOOL COMMUTATIVE] "Same instance.";
    InstancePtrNe "instance_ptr_ne" (R R) I [PURE BOOL COMMUTATIVE] "Not the same instance.";
    PtrNonzero "ptr_nonzero" (R) I [PURE BOOL] "Not null.";
    PtrIszero "ptr_iszero" (R) I [PURE BOOL] "Null.";
    SameAsI "same_as_i" (I) I [PURE] "Its argument.";
    SameAsR "same_as_r" (R) R [PURE] "Its argument.";
    SameAsF "same_as_f" (F) F [PURE] "Its argument.";
    // -- memory reads
    GetfieldGcI "getfield_gc_i" (R) I [READ DESCR] "Field of a GC object.";
    GetfieldGcR "getfield_gc_r" (R) R [READ DESCR] "Field of a GC object.";
    GetfieldGcF "getfield_gc_f" (R) F [READ DESCR] "Field of a GC object.";
    GetarrayitemGcI "getarrayitem_gc_i" (R I) I [READ DESCR] "Item of a GC array.";
    GetarrayitemGcR "getarrayitem_gc_r" (R I) R [READ DESCR] "Item of a GC array.";
    GetarrayitemGcF "getarrayitem_gc_f" (R I) F [READ DESCR] "Item of a GC array.";
    GetarrayitemGcPureI "getarrayitem_gc_pure_i" (R I) I [READ DESCR] "Item, which never changes, of a GC array.";
    GetarrayitemGcPureR "getarrayitem_gc_pure_r" (R I) R [READ DESCR] "Item, which never changes, of a GC array.";
    GetarrayitemGcPureF "getarrayitem_gc_pure_f" (R I) F [READ DESCR] "Item, which never changes, of a GC array.";
    GetinteriorfieldGcI "getinteriorfield_gc_i" (R I) I [READ DESCR] "Field of an inline struct in a GC array.";
    GetinteriorfieldGcR "getinteriorfield_gc_r" (R I) R [READ DESCR] "Field of an inline struct in a GC array.";
    GetinteriorfieldGcF "getinteriorfield_gc_f" (R I) F [READ DESCR] "Field of an inline struct in a GC array.";
    ArraylenGc "arraylen_gc" (R) I [READ DESCR] "Length of a GC array or string; never changes.";
    GetfieldRawI "getfield_raw_i" (I) I [READ DESCR] "Field of a raw struct.";
    GetfieldRawR "getfield_raw_r" (I) R [READ DESCR] "Field (a GC reference) of a raw struct, e.g. of prebuilt data.";
    GetfieldRawF "getfield_raw_f" (I) F [READ DESCR] "Field of a raw struct.";
    GetarrayitemRawI "getarrayitem_raw_i" (I I) I [READ DESCR] "Item of a raw array.";
    GetarrayitemRawR "getarrayitem_raw_r" (I I) R [READ DESCR] "Item (a GC reference) of a raw array.";
    GetarrayitemRawF "getarrayitem_raw_f" (I I) F [READ DESCR] "Item of a raw array.";
    RawLoadI "raw_load_i" (I I) I [READ DESCR] "Load at address + byte offset; ArrayDescr gives size and sign.";
    RawLoadF "raw_load_f" (I I) F [READ DESCR] "Load at address + byte offset.";
    QuasiimmutField "quasiimmut_field" (R) V [DESCR] "A quasi-immutable field is about to be read; followed by guard_not_invalidated. Only before optimisation.";
    // -- memory writes
    SetfieldGc "setfield_gc" (R A) V [WRITE DESCR] "Writes a field of a GC object (the backend adds the write barrier).";
    SetarrayitemGc "setarrayitem_gc" (R I A) V [WRITE DESCR] "Writes an item of a GC array.";
    SetinteriorfieldGc "setinteriorfield_gc" (R I A) V [WRITE DESCR] "Writes a field of an inline struct in a GC array.";
    SetfieldRaw "setfield_raw" (I A) V [WRITE DESCR] "Writes a field of a raw struct.";
    SetarrayitemRaw "setarrayitem_raw" (I I A) V [WRITE DESCR] "Writes an item of a raw array.";
    RawStore "raw_store" (I I A) V [WRITE DESCR] "Store at address + byte offset.";
    // -- allocation
    New "new" () R [MALLOC COLLECT DESCR] "Zero-filled GC struct; SizeDescr.";
    NewWithVtable "new_with_vtable" () R [MALLOC COLLECT DESCR] "Zero-filled instance with its typeptr set; SizeDescr with vtable.";
    NewArray "new_array" (I) R [MALLOC COLLECT DESCR] "GC array or string of that length; items of primitive kind are not cleared.";
    NewArrayClear "new_array_clear" (I) R [MALLOC COLLECT DESCR] "GC array of that length, all zero.";
    // -- calls
    CallI "call_i" (I) I [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Residual call.";
    CallR "call_r" (I) R [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Residual call.";
    CallF "call_f" (I) F [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Residual call.";
    CallN "call_n" (I) V [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Residual call.";
    CallPureI "call_pure_i" (I) I [CALL CAN_RAISE COLLECT VARARGS DESCR] "Call of an elidable function. Only before optimisation.";
    CallPureR "call_pure_r" (I) R [CALL CAN_RAISE COLLECT VARARGS DESCR] "Call of an elidable function. Only before optimisation.";
    CallPureF "call_pure_f" (I) F [CALL CAN_RAISE COLLECT VARARGS DESCR] "Call of an elidable function. Only before optimisation.";
    CallPureN "call_pure_n" (I) V [CALL CAN_RAISE COLLECT VARARGS DESCR] "Call of an elidable function. Only before optimisation.";
    CallMayForceI "call_may_force_i" (I) I [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Call that may force the frame; followed by guard_not_forced.";
    CallMayForceR "call_may_force_r" (I) R [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Call that may force the frame; followed by guard_not_forced.";
    CallMayForceF "call_may_force_f" (I) F [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Call that may force the frame; followed by guard_not_forced.";
    CallMayForceN "call_may_force_n" (I) V [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Call that may force the frame; followed by guard_not_forced.";
    CallLoopinvariantI "call_loopinvariant_i" (I) I [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Call whose result stays the same during the loop.";
    CallLoopinvariantR "call_loopinvariant_r" (I) R [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Call whose result stays the same during the loop.";
    CallLoopinvariantF "call_loopinvariant_f" (I) F [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Call whose result stays the same during the loop.";
    CallLoopinvariantN "call_loopinvariant_n" (I) V [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "Call made once per loop.";
    CallAssemblerI "call_assembler_i" () I [CALL CAN_RAISE COLLECT READ WRITE VARARGS] "Call of the portal by its compiled code, as far as there is any: arguments are its reds; the token is the number of the greens' cell.";
    CallAssemblerR "call_assembler_r" () R [CALL CAN_RAISE COLLECT READ WRITE VARARGS] "Call of the portal by its compiled code.";
    CallAssemblerF "call_assembler_f" () F [CALL CAN_RAISE COLLECT READ WRITE VARARGS] "Call of the portal by its compiled code.";
    CallAssemblerN "call_assembler_n" () V [CALL CAN_RAISE COLLECT READ WRITE VARARGS] "Call of the portal by its compiled code.";
    CondCallN "cond_call" (I I) V [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "cond_call(cond, func, args..): calls if cond is not 0.";
    CondCallValueI "cond_call_value_i" (I I) I [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "cond_call_value_i(v, func, args..): v if not 0, else the call's result.";
    CondCallValueR "cond_call_value_r" (R I) R [CALL CAN_RAISE COLLECT READ WRITE VARARGS DESCR] "cond_call_value_r(p, func, args..): p if not null, else the call's result.";
    // -- exceptions
    SaveException "save_exception" () R [READ] "The pending exception value; clears it.";
    SaveExcClass "save_exc_class" () I [READ] "Class of the pending exception, or 0.";
    RestoreException "restore_exception" (I R) V [WRITE] "Makes (class, value) the pending exception.";
    // -- virtualizables and frames
    ForceToken "force_token" () R [READ] "A token that identifies the running JIT frame.";
    VirtualRefR "virtual_ref_r" (R R) R [MALLOC COLLECT] "Makes a virtual reference to an object; the second argument is a force token.";
    VirtualRefFinish "virtual_ref_finish" (R R) V [WRITE] "Ends a virtual reference.";
    Keepalive "keepalive" (A) V [] "Keeps its argument alive up to here.";
    // -- guards
    GuardTrue "guard_true" (I) V [GUARD] "The argument is not 0.";
    GuardFalse "guard_false" (I) V [GUARD] "The argument is 0.";
    GuardValue "guard_value" (A A) V [GUARD] "The argument is equal to the constant `args[1]`.";
    GuardClass "guard_class" (R I) V [GUARD READ] "The (non-null) instance's typeptr is exactly the constant `args[1]`.";
    GuardNonnull "guard_nonnull" (R) V [GUARD] "Not null.";
    GuardIsnull "guard_isnull" (R) V [GUARD] "Null.";
    GuardNonnullClass "guard_nonnull_class" (R I) V [GUARD READ] "Not null, and its typeptr is exactly the constant `args[1]`.";
    GuardNoException "guard_no_exception" () V [GUARD] "No exception is pending after the call before it.";
    GuardException "guard_exception" (I) R [GUARD] "An exception of exactly the constant class is pending; the result is its value; clears it.";
    GuardNoOverflow "guard_no_overflow" () V [GUARD] "The ovf operation before it did not overflow.";
    GuardOverflow "guard_overflow" () V [GUARD] "The ovf operation before it overflowed.";
    GuardNotInvalidated "guard_not_invalidated" () V [GUARD] "The loop was not invalidated (quasi-immutable fields).";
    GuardNotForced "guard_not_forced" () V [GUARD] "The call before it did not force the frame.";
    GuardFutureCondition "guard_future_condition" () V [GUARD] "Not a test: its snapshot (the state at the end of the loop or bridge, recorded before the jump) serves guards that the optimiser adds there. Never in optimised traces.";
    GuardAlwaysFails "guard_always_fails" () V [GUARD] "Always leaves the trace.";
    // -- control
    Label "label" () V [VARARGS] "Target of jumps: redefines nothing, its arguments are the values live on entry.";
    Jump "jump" () V [FINAL VARARGS] "Jumps to the label of the token.";
    Finish "finish" () V [FINAL VARARGS] "Leaves the trace for good with a value (or none).";
    // -- logging
    DebugMergePoint "debug_merge_point" (I I) V [DEBUG] "(index in the trace's string table, call depth): position in the interpreted program.";
    EnterPortalFrame "enter_portal_frame" (I I) V [DEBUG] "An inlined portal call begins: (jitdriver, unique id).";
    LeavePortalFrame "leave_portal_frame" (I) V [DEBUG] "An inlined portal call ends.";
    JitDebug "jit_debug" (I) V [DEBUG VARARGS] "Message from the program.";
}

impl ResOp {
    /// The row of this operation.
    #[inline]
    pub fn info(self) -> &'static ResOpInfo {
        &INFO[self as usize]
    }

    /// Name in texts.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Kind of the result.
    #[inline]
    pub fn result(self) -> Kind {
        self.info().result
    }

    /// Whether any of `flags` is set.
    #[inline]
    pub fn has(self, flags: u32) -> bool {
        self.info().flags & flags != 0
    }

    /// Pure for all arguments.
    #[inline]
    pub fn is_pure(self) -> bool {
        self.has(PURE)
    }

    /// Pure, for all or for the allowed arguments.
    #[inline]
    pub fn is_foldable(self) -> bool {
        self.has(PURE | PARTIAL)
    }

    /// A guard.
    #[inline]
    pub fn is_guard(self) -> bool {
        self.has(GUARD)
    }

    /// A call.
    #[inline]
    pub fn is_call(self) -> bool {
        self.has(CALL)
    }

    /// An operation that sets the overflow flag.
    #[inline]
    pub fn is_ovf(self) -> bool {
        self.has(OVF)
    }

    /// Ends a trace.
    #[inline]
    pub fn is_final(self) -> bool {
        self.has(FINAL)
    }

    /// Looks an operation up by its name.
    pub fn by_name(name: &str) -> Option<ResOp> {
        ALL.iter().copied().find(|op| op.name() == name)
    }

    /// Decodes the discriminant.
    pub fn from_u8(byte: u8) -> Option<ResOp> {
        ALL.get(byte as usize).copied()
    }

    /// Index in `args` of the function's address, for calls with a function argument.
    pub fn call_func_index(self) -> Option<usize> {
        match self {
            ResOp::CondCallN | ResOp::CondCallValueI | ResOp::CondCallValueR => Some(1),
            ResOp::CallAssemblerI
            | ResOp::CallAssemblerR
            | ResOp::CallAssemblerF
            | ResOp::CallAssemblerN => None,
            _ if self.is_call() => Some(0),
            _ => None,
        }
    }

    /// The overflow-checking operation without its check.
    pub fn ovf_to_plain(self) -> Option<ResOp> {
        Some(match self {
            ResOp::IntAddOvf => ResOp::IntAdd,
            ResOp::IntSubOvf => ResOp::IntSub,
            ResOp::IntMulOvf => ResOp::IntMul,
            _ => return None,
        })
    }

    /// For comparisons: the opposite one (`int_lt` → `int_ge`). Not for floats (NaN).
    pub fn bool_inverse(self) -> Option<ResOp> {
        use ResOp::*;
        Some(match self {
            IntLt => IntGe,
            IntGe => IntLt,
            IntLe => IntGt,
            IntGt => IntLe,
            IntEq => IntNe,
            IntNe => IntEq,
            UintLt => UintGe,
            UintGe => UintLt,
            UintLe => UintGt,
            UintGt => UintLe,
            IntIsTrue => IntIsZero,
            IntIsZero => IntIsTrue,
            PtrEq => PtrNe,
            PtrNe => PtrEq,
            InstancePtrEq => InstancePtrNe,
            InstancePtrNe => InstancePtrEq,
            PtrNonzero => PtrIszero,
            PtrIszero => PtrNonzero,
            FloatEq => FloatNe,
            FloatNe => FloatEq,
            _ => return None,
        })
    }

    /// For comparisons: the one with the arguments exchanged (`int_lt` → `int_gt`).
    pub fn bool_swapped(self) -> Option<ResOp> {
        use ResOp::*;
        Some(match self {
            IntLt => IntGt,
            IntGt => IntLt,
            IntLe => IntGe,
            IntGe => IntLe,
            UintLt => UintGt,
            UintGt => UintLt,
            UintLe => UintGe,
            UintGe => UintLe,
            FloatLt => FloatGt,
            FloatGt => FloatLt,
            FloatLe => FloatGe,
            FloatGe => FloatLe,
            FloatEq | FloatNe | IntEq | IntNe | PtrEq | PtrNe | InstancePtrEq | InstancePtrNe => {
                self
            }
            _ => return None,
        })
    }

    /// `same_as_*` of a kind.
    pub fn same_as(kind: Kind) -> ResOp {
        match kind {
            Kind::Ref => ResOp::SameAsR,
            Kind::Float => ResOp::SameAsF,
            _ => ResOp::SameAsI,
        }
    }

    /// `getfield_gc_*` of a kind.
    pub fn getfield_gc(kind: Kind) -> ResOp {
        match kind {
            Kind::Ref => ResOp::GetfieldGcR,
            Kind::Float => ResOp::GetfieldGcF,
            _ => ResOp::GetfieldGcI,
        }
    }

    /// `getarrayitem_gc_*` of a kind.
    pub fn getarrayitem_gc(kind: Kind) -> ResOp {
        match kind {
            Kind::Ref => ResOp::GetarrayitemGcR,
            Kind::Float => ResOp::GetarrayitemGcF,
            _ => ResOp::GetarrayitemGcI,
        }
    }

    /// `getarrayitem_gc_pure_*` of a kind.
    pub fn getarrayitem_gc_pure(kind: Kind) -> ResOp {
        match kind {
            Kind::Ref => ResOp::GetarrayitemGcPureR,
            Kind::Float => ResOp::GetarrayitemGcPureF,
            _ => ResOp::GetarrayitemGcPureI,
        }
    }

    /// `getinteriorfield_gc_*` of a kind.
    pub fn getinteriorfield_gc(kind: Kind) -> ResOp {
        match kind {
            Kind::Ref => ResOp::GetinteriorfieldGcR,
            Kind::Float => ResOp::GetinteriorfieldGcF,
            _ => ResOp::GetinteriorfieldGcI,
        }
    }

    /// `call_*` of a result kind.
    pub fn call(kind: Kind) -> ResOp {
        match kind {
            Kind::Int => ResOp::CallI,
            Kind::Ref => ResOp::CallR,
            Kind::Float => ResOp::CallF,
            Kind::Void => ResOp::CallN,
        }
    }

    /// `call_pure_*` of a result kind.
    pub fn call_pure(kind: Kind) -> ResOp {
        match kind {
            Kind::Int => ResOp::CallPureI,
            Kind::Ref => ResOp::CallPureR,
            Kind::Float => ResOp::CallPureF,
            Kind::Void => ResOp::CallPureN,
        }
    }

    /// `call_may_force_*` of a result kind.
    pub fn call_may_force(kind: Kind) -> ResOp {
        match kind {
            Kind::Int => ResOp::CallMayForceI,
            Kind::Ref => ResOp::CallMayForceR,
            Kind::Float => ResOp::CallMayForceF,
            Kind::Void => ResOp::CallMayForceN,
        }
    }

    /// `call_loopinvariant_*` of a result kind.
    pub fn call_loopinvariant(kind: Kind) -> ResOp {
        match kind {
            Kind::Int => ResOp::CallLoopinvariantI,
            Kind::Ref => ResOp::CallLoopinvariantR,
            Kind::Float => ResOp::CallLoopinvariantF,
            Kind::Void => ResOp::CallLoopinvariantN,
        }
    }

    /// `call_assembler_*` of a result kind.
    pub fn call_assembler(kind: Kind) -> ResOp {
        match kind {
            Kind::Int => ResOp::CallAssemblerI,
            Kind::Ref => ResOp::CallAssemblerR,
            Kind::Float => ResOp::CallAssemblerF,
            Kind::Void => ResOp::CallAssemblerN,
        }
    }

    /// Whether this is one of the `call_pure_*`.
    pub fn is_call_pure(self) -> bool {
        use ResOp::*;
        matches!(self, CallPureI | CallPureR | CallPureF | CallPureN)
    }

    /// Whether this is one of the `call_may_force_*`.
    pub fn is_call_may_force(self) -> bool {
        use ResOp::*;
        matches!(self, CallMayForceI | CallMayForceR | CallMayForceF | CallMayForceN)
    }

    /// Whether this is one of the `call_loopinvariant_*`.
    pub fn is_call_loopinvariant(self) -> bool {
        use ResOp::*;
        matches!(
            self,
            CallLoopinvariantI | CallLoopinvariantR | CallLoopinvariantF | CallLoopinvariantN
        )
    }

    /// Whether this is one of the `call_assembler_*`.
    pub fn is_call_assembler(self) -> bool {
        use ResOp::*;
        matches!(self, CallAssemblerI | CallAssemblerR | CallAssemblerF | CallAssemblerN)
    }
}

impl fmt::Display for ResOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
