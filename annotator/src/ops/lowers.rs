//! What the RTyper makes of an operation: a column of the rows, in plain data.
//!
//! A row says it beside what the operation gives, so both stages find it by the same look-up and cannot disagree. Nothing
//! here names a representation: types follow from the annotations of operands and result.

pub use super::letters::Signature;
use flowmodel::LlOp;

/// Says what the RTyper makes of an operation.
#[derive(Copy, Clone, Debug)]
pub enum Lowers {
    /// Nothing is left: the annotator gives a constant, an error, or records the call of code that it chose.
    Annotated,
    /// A low-level operation on operands of the types that its own row tells.
    Op(LlOp),
    /// Arithmetic on signed words, on unsigned words, and on floats, as the type of the result says.
    Number([Machine; 3]),
    /// A call of a helper of `rlib/ll` with the operands.
    Helper {
        /// Module of `rlib/ll`.
        module: &'static str,
        /// Its function.
        function: &'static str,
        /// Types of the operands behind the first one, and of the result, in the letters of methods.
        types: Signature,
    },
    /// A helper of `ll_dict` that also gets the functions for the keys.
    Keyed(&'static str, Signature),
    /// A field of the object that is the first operand.
    Field(&'static str),
    /// A comparison.
    Compare(Comparison),
    /// Code of its own in the RTyper.
    Rule(Rule),
}

/// Says what arithmetic is on one type of machine numbers.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Machine {
    /// It is not defined.
    Undefined,
    /// The operand is the result.
    Same,
    /// A low-level operation.
    Op(LlOp),
    /// A low-level operation where that is safe, else a helper.
    Guarded(LlOp, Safe, Helper),
    /// A helper.
    Call(Helper),
}

/// A function of `rlib/ll`: the module, and its name.
pub type Helper = (&'static str, &'static str);

/// Says where a low-level operation can stand for arithmetic that may raise.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Safe {
    /// The second operand is a constant other than 0.
    Divisor,
    /// The second operand is a constant from 0 to 63.
    Count,
    /// An OverflowError goes to a handler of the operation's own block.
    Caught,
}

/// Says how two values are compared.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// As numbers, of a type that has the values of both.
    Numbers,
    /// As texts.
    Texts,
    /// One of them is None.
    WithNone,
    /// Tuples, item by item.
    Tuples,
    /// Lists, item by item.
    Lists,
    /// A bytearray with another one or with a string.
    ByteArrays,
    /// Deques, item by item.
    Deques,
    /// Dicts or sets.
    Dicts,
    /// By identity, where values of both kinds have one; values of unrelated types are never equal.
    Objects,
}

/// Operations with code of their own in the RTyper.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The operand is the result.
    SameAs,
    /// `x is y`
    Is,
    /// `type(x)`
    TypeOf,
    /// `issubclass(c, of)`
    IsSubclass,
    /// `isinstance(x, of)`
    IsInstance,
    /// `bool(x)`, `not x`
    Truth,
    /// `str(x)`, `repr(x)`
    Text,
    /// `hash(x)`
    Hash,
    /// `hex(i)`
    Hex,
    /// `oct(i)`
    Oct,
    /// `bin(i)`
    Bin,
    /// `int(x)` of a number
    Int,
    /// `float(x)` of a number
    Float,
    /// `a:b:c` between brackets
    Slice,
    /// `x.name`
    Attribute,
    /// `x.name = v`
    SetAttribute,
    /// `iter(x)`
    Iterate,
    /// `next(it)`
    Next,
    /// A hint to the JIT, or of the flow space to the RTyper
    Hint,
    /// `[a, b]`
    NewList,
    /// `len(l)`
    ListLength,
    /// `l[i]`, `l[a:b]`
    ListItem,
    /// `l[i] = x`, `l[a:b] = m`
    SetListItem,
    /// `del l[i]`, `del l[a:b]`
    DeleteListItem,
    /// `x in l`
    ListContains,
    /// `l + m`
    AddLists,
    /// `l += m`
    ExtendList,
    /// `l * n`, `n * l`
    RepeatList,
    /// `l *= n`
    RepeatListInPlace,
    /// `s[i]`, `s[a:b]`
    TextItem,
    /// `t in s`
    TextContains,
    /// `s + t`
    AddTexts,
    /// `s * n`, `n * s`
    RepeatText,
    /// `(a, b)`
    NewTuple,
    /// `t[i]`, `t[a:b]`
    TupleItem,
    /// `x in t`
    TupleContains,
    /// `t + u`
    AddTuples,
    /// `{}`, `set()`
    NewDict,
    /// `x in d` of a deque
    DequeContains,
    /// `b[i]`, `b[i:j]` of a bytearray
    ByteItem,
    /// `b[i] = x`, `b[i:j] = c`
    SetByteItem,
    /// `del b[i]`, `del b[i:j]`
    DeleteByteItem,
    /// `b + c`, `b += c`
    AddBytes,
    /// `len(e.args)`
    ExceptionArgsLength,
    /// `bool(e.args)`, `not e.args`
    ExceptionArgsTruth,
    /// `e.args[i]`
    ExceptionArg,
    /// A field of what a low-level pointer points to
    PointerField,
    /// Assignment to such a field
    SetPointerField,
    /// An item of what a low-level pointer points to
    PointerItem,
    /// Assignment to such an item
    SetPointerItem,
    /// Number of items of what a low-level pointer points to
    PointerLength,
    /// A field of a part of an object, or assignment to it
    PartField,
    /// An item of a part of an object
    PartItem,
    /// Assignment to such an item
    SetPartItem,
    /// What is asked of a low-level type is known, or has no value
    LowLevelType,
}

/// One operation on signed words, another one on unsigned words.
pub(crate) const fn words(signed: LlOp, unsigned: LlOp) -> Lowers {
    Lowers::Number([Machine::Op(signed), Machine::Op(unsigned), Machine::Undefined])
}
/// An operation on signed words that raises OverflowError, and the helper that does so where no handler is near.
pub(crate) const fn checked(op: LlOp, helper: &'static str) -> Lowers {
    let machine = Machine::Guarded(op, Safe::Caught, ("ll_int", helper));
    Lowers::Number([machine, Machine::Undefined, Machine::Undefined])
}
/// A helper on signed words.
pub(crate) const fn signed_helper(helper: &'static str) -> Lowers {
    let machine = Machine::Call(("ll_int", helper));
    Lowers::Number([machine, Machine::Undefined, Machine::Undefined])
}
/// Operations on signed and on unsigned words, and helpers that test the second operand first.
pub(crate) const fn tested(ops: [LlOp; 2], safe: Safe, helpers: [&'static str; 2]) -> Lowers {
    let [signed, unsigned] = [
        Machine::Guarded(ops[0], safe, ("ll_int", helpers[0])),
        Machine::Guarded(ops[1], safe, ("ll_int", helpers[1])),
    ];
    Lowers::Number([signed, unsigned, Machine::Undefined])
}
/// The same, and something else where the result is a float.
pub(crate) const fn or_floats(lowers: Lowers, machine: Machine) -> Lowers {
    match lowers {
        Lowers::Number([signed, unsigned, _]) => Lowers::Number([signed, unsigned, machine]),
        _ => panic!("only arithmetic has a form for floats"),
    }
}
/// Something on floats.
pub(crate) const fn floats(machine: Machine) -> Lowers {
    Lowers::Number([Machine::Undefined, Machine::Undefined, machine])
}
/// A helper that gets the object, and operands of these types behind it.
pub(crate) const fn helper(
    module: &'static str,
    function: &'static str,
    types: &'static str,
) -> Lowers {
    Lowers::Helper { module, function, types: Signature::of(types) }
}
/// A helper of `ll_dict` that gets the object, operands of these types, and the functions for the keys.
pub(crate) const fn keyed(function: &'static str, types: &'static str) -> Lowers {
    Lowers::Keyed(function, Signature::of(types))
}
