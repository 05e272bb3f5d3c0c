//! The high-level dialect: operations as the flow space records them, on host objects.

use crate::graph::Dialect;
use std::rc::Rc;

/// Handle of an object of the host space's heap (never freed, so handles stay valid).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct HostRef(pub u32);

/// A constant of a high-level graph. Atoms are compared by value, everything else by identity.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum HlConst {
    /// `None`
    None,
    /// `True`, `False`
    Bool(bool),
    /// An int that fits a machine word.
    Int(i64),
    /// A float, as bits.
    Float(u64),
    /// A byte string (`str`).
    Str(Rc<[u8]>),
    /// A byte string that is `bytes` to a program of Python 3.
    Bytes(Rc<[u8]>),
    /// A unicode string.
    Unicode(Rc<str>),
    /// `last_exception` markers and other objects: a host object.
    Host(HostRef),
}

/// High-level graphs.
#[derive(Clone, PartialEq, Debug)]
pub struct Hl;

/// A high-level graph.
pub type HlGraph = crate::graph::Graph<Hl>;
/// An operand of a high-level operation.
pub type HlValue = crate::graph::Value<Hl>;

impl Dialect for Hl {
    type Op = HlOp;
    type Const = HlConst;
    type Ty = ();
    fn op_name(op: HlOp) -> &'static str {
        op.name()
    }
    fn op_from_name(name: &str) -> Option<HlOp> {
        HlOp::from_name(name)
    }
}

macro_rules! hlops {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal [$($exc:literal),*] $flags:expr;)*) => {
        /// Operations of high-level graphs.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum HlOp { $($(#[doc = $doc])+ $variant,)* }
        impl HlOp {
            /// All rows of the table.
            pub const ALL: &'static [HlOp] = &[$(HlOp::$variant),*];
            /// RPython's name.
            pub fn name(self) -> &'static str { match self { $(HlOp::$variant => $name),* } }
            /// Inverse of `name`.
            pub fn from_name(s: &str) -> Option<HlOp> {
                match s { $($name => Some(HlOp::$variant),)* _ => None }
            }
            /// Names of the built-in exceptions that the operation itself can raise when its operands have the
            /// right types (`Exception`: anything).
            pub fn raises(self) -> &'static [&'static str] { match self { $(HlOp::$variant => &[$($exc),*]),* } }
            /// `PURE` operations on constants may be folded when the graph is built.
            pub fn is_pure(self) -> bool { (match self { $(HlOp::$variant => $flags),* }) & PURE != 0 }
            /// One line of documentation.
            pub fn doc(self) -> &'static str { match self { $(HlOp::$variant => concat!($($doc),+)),* } }
        }
    };
}

const PURE: u8 = 1;

hlops! {
    /// `a is b`
    Is "is_" [] PURE;
    /// `type(a)`
    Type "type" [] PURE;
    /// `issubclass(a, b)`; also the match of an exception class against an `except` clause
    IsSubtype "issubtype" [] PURE;
    /// `isinstance(a, cls)`
    IsInstance "isinstance" [] PURE;
    /// `repr(a)`
    Repr "repr" [] PURE;
    /// `str(a)`
    Str "str" [] PURE;
    /// `format(a, spec)`
    Format "format" ["Exception"] PURE;
    /// `fmt % {key: value, …}`: a constant format, the tuple of keys, the values
    StrFormat "str_format" ["Exception"] 0;
    /// `len(a)`; with a second operand n: the length of what is unpacked to n targets
    Len "len" [] PURE;
    /// `hash(a)`
    Hash "hash" [] PURE;
    /// `id(a)`
    Id "id" [] 0;
    /// `setattr(a, name, v)`; name is a constant
    SetAttr "setattr" [] 0;
    /// `delattr(a, name)`
    DelAttr "delattr" [] 0;
    /// `getattr(a, name)`; name is a constant
    GetAttr "getattr" [] PURE;
    /// `a[i]`
    GetItem "getitem" ["IndexError", "KeyError", "ValueError"] PURE;
    /// `a[i] = v`
    SetItem "setitem" ["IndexError", "KeyError", "ValueError"] 0;
    /// `del a[i]`
    DelItem "delitem" ["IndexError", "KeyError"] 0;
    /// `slice(start, stop, step)` as used by `a[x:y]`
    NewSlice "newslice" [] PURE;
    /// `bool(a)`
    Bool "bool" [] PURE;
    /// `not a`
    Not "not_" [] PURE;
    /// `-a`
    Neg "neg" [] PURE;
    /// `+a`
    Pos "pos" [] PURE;
    /// `~a`
    Invert "invert" [] PURE;
    /// `abs(a)`
    Abs "abs" [] PURE;
    /// `hex(a)`
    Hex "hex" [] PURE;
    /// `oct(a)`
    Oct "oct" [] PURE;
    /// `bin(a)`
    Bin "bin" [] PURE;
    /// `ord(a)`
    Ord "ord" ["TypeError"] PURE;
    /// `int(a)`
    Int "int" ["ValueError", "OverflowError"] PURE;
    /// `float(a)`
    Float "float" ["ValueError"] PURE;
    /// `a + b`
    Add "add" [] PURE;
    /// `a - b`
    Sub "sub" [] PURE;
    /// `a * b`
    Mul "mul" [] PURE;
    /// `a / b`, true division
    TrueDiv "truediv" ["ZeroDivisionError"] PURE;
    /// `a // b`
    FloorDiv "floordiv" ["ZeroDivisionError"] PURE;
    /// `a / b`, Python 2's: floor on ints, true on floats
    Div "div" ["ZeroDivisionError"] PURE;
    /// `a % b` (numbers and string formatting)
    Mod "mod" ["ZeroDivisionError"] PURE;
    /// `divmod(a, b)`
    DivMod "divmod" ["ZeroDivisionError"] PURE;
    /// `a ** b`
    Pow "pow" ["ZeroDivisionError", "ValueError", "OverflowError"] PURE;
    /// `a << b`
    LShift "lshift" ["ValueError"] PURE;
    /// `a >> b`
    RShift "rshift" ["ValueError"] PURE;
    /// `a & b`
    And "and_" [] PURE;
    /// `a | b`
    Or "or_" [] PURE;
    /// `a ^ b`
    Xor "xor" [] PURE;
    /// `a += b`
    InplaceAdd "inplace_add" [] 0;
    /// `a -= b`
    InplaceSub "inplace_sub" [] 0;
    /// `a *= b`
    InplaceMul "inplace_mul" [] 0;
    /// `a /= b` (true division)
    InplaceTrueDiv "inplace_truediv" ["ZeroDivisionError"] 0;
    /// `a //= b`
    InplaceFloorDiv "inplace_floordiv" ["ZeroDivisionError"] 0;
    /// `a /= b` (Python 2)
    InplaceDiv "inplace_div" ["ZeroDivisionError"] 0;
    /// `a %= b`
    InplaceMod "inplace_mod" ["ZeroDivisionError"] 0;
    /// `a @= b`
    InplaceMatMul "inplace_matmul" ["Exception"] 0;
    /// `a @ b`
    MatMul "matmul" ["Exception"] 0;
    /// `a **= b`
    InplacePow "inplace_pow" ["ZeroDivisionError", "ValueError", "OverflowError"] 0;
    /// `a <<= b`
    InplaceLShift "inplace_lshift" ["ValueError"] 0;
    /// `a >>= b`
    InplaceRShift "inplace_rshift" ["ValueError"] 0;
    /// `a &= b`
    InplaceAnd "inplace_and" [] 0;
    /// `a |= b`
    InplaceOr "inplace_or" [] 0;
    /// `a ^= b`
    InplaceXor "inplace_xor" [] 0;
    /// `ovfcheck(a + b)`
    AddOvf "add_ovf" ["OverflowError"] PURE;
    /// `ovfcheck(a - b)`
    SubOvf "sub_ovf" ["OverflowError"] PURE;
    /// `ovfcheck(a * b)`
    MulOvf "mul_ovf" ["OverflowError"] PURE;
    /// `ovfcheck(a // b)`
    FloorDivOvf "floordiv_ovf" ["OverflowError", "ZeroDivisionError"] PURE;
    /// `ovfcheck(a % b)`
    ModOvf "mod_ovf" ["OverflowError", "ZeroDivisionError"] PURE;
    /// `ovfcheck(a << b)`
    LShiftOvf "lshift_ovf" ["OverflowError"] PURE;
    /// `ovfcheck(-a)`
    NegOvf "neg_ovf" ["OverflowError"] PURE;
    /// `ovfcheck(abs(a))`
    AbsOvf "abs_ovf" ["OverflowError"] PURE;
    /// `a < b`
    Lt "lt" ["TypeError"] PURE;
    /// `a <= b`
    Le "le" ["TypeError"] PURE;
    /// `a == b`
    Eq "eq" [] PURE;
    /// `a != b`
    Ne "ne" [] PURE;
    /// `a > b`
    Gt "gt" ["TypeError"] PURE;
    /// `a >= b`
    Ge "ge" ["TypeError"] PURE;
    /// `b in a` (container first)
    Contains "contains" [] PURE;
    /// `(a, b, …)`
    NewTuple "newtuple" [] PURE;
    /// `[a, b, …]`
    NewList "newlist" [] 0;
    /// `{}` (items follow as setitem)
    NewDict "newdict" [] 0;
    /// `set()` (items follow as method calls)
    NewSet "newset" [] 0;
    /// `iter(a)`
    Iter "iter" [] 0;
    /// `next(a)`
    Next "next" ["StopIteration", "Exception"] 0;
    /// `f(a, b, …)`
    SimpleCall "simple_call" ["Exception"] 0;
    /// `f(a, k=b, *c)`: operands are f, a constant call shape (host tuple: positional count, keyword names, has *args), then the values
    CallArgs "call_args" ["Exception"] 0;
    /// A hint with a constant kind (first operand): passes its second operand on
    Hint "hint" [] 0;
    /// `yield a`
    Yield "yield_" [] 0;
    /// Identity; introduced by simplifications
    SameAs "same_as" [] PURE;
}
