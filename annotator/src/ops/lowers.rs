//! What the RTyper makes of an operation, a call of a method, or a call of a built-in function: one vocabulary for the rows
//! of all three tables, in plain data.
//!
//! A row says it beside what the operation gives, so both stages find it by the same look-up and cannot disagree. Nothing
//! here names a representation: types follow from annotations, and from the letters of the row. The RTyper executes it in
//! one function (`rtyper/src/lower/mod.rs`).

pub use super::letters::Signature;
use flowmodel::{HlOp, LlOp};

/// Says what the RTyper makes of an operation or a call.
#[derive(Copy, Clone, Debug)]
pub enum Lowers {
    /// Nothing is left: the annotator gives a constant, an error, or records the call of code that it chose.
    Annotated,
    /// A call of ordinary code of `rlib/builtins` (`module.function`), which gets the object first. The annotator records
    /// the callee.
    Library(&'static str),
    /// A call of a helper of `rlib/ll`, with operands of the types that the row's letters say.
    Helper(HelperCall),
    /// A low-level operation on operands of the types that its own row tells.
    Op(LlOp),
    /// Arithmetic on signed words, on unsigned words, and on floats, as the type of the result says.
    Number([Machine; 3]),
    /// A comparison.
    Compare(Comparison),
    /// The same as the high-level operation of this meaning, on the operands of the call.
    Operation(HlOp),
    /// The first operand, as a value of the result's type.
    First,
    /// A constant, whatever the operands are.
    Constant(Constant),
    /// A field of the object, which is an int.
    Field(&'static str),
    /// Code of its own in the RTyper.
    Code(Code),
}

/// A function of `rlib/ll`: the module, and its name.
pub type Helper = (&'static str, &'static str);

/// A call of a helper: it gets the object if there is one, the operands, and what is fixed.
#[derive(Copy, Clone, Debug)]
pub struct HelperCall {
    pub helper: Helper,
    /// Function in its place where the operand of letter `y` is a single character. If no operand has this letter: where the
    /// object is one, which is all that it gets.
    pub of_char: Option<&'static str>,
    /// The array and the number of its items stand for the object.
    pub by_items: bool,
    /// Values of optional parameters that are not given.
    pub or: &'static [Constant],
    /// What comes behind the operands.
    pub then: &'static [Extra],
}

/// A constant that a row names.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Constant {
    None,
    Bool(bool),
    Int(i64),
}

/// A further argument of a helper.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Extra {
    Int(i64),
    /// The function that compares items of the object for equality.
    Equality,
    /// The function for `<` of items of the object.
    Order,
    /// The function that makes the text of an item of the object.
    Text,
    /// The function for the hash of a dict's keys.
    Hash,
    /// The functions that compare and hash a dict's keys; before them the one that shows a key, where a KeyError may do so.
    Keys,
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
    /// They are compared as numbers, of a type that has the values of both.
    Numbers,
    /// They are compared as texts.
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
    /// They are compared by identity, where values of both kinds have one; values of unrelated types are never equal.
    Objects,
}

/// Code of its own in the RTyper: a function for each variant, which `rtyper/src/lower/codes.rs` calls.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Code {
    // ---- Values of all kinds
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
    /// `hash(x)`
    Hash,
    /// `x.name`
    Attribute,
    /// `x.name = v`
    SetAttribute,
    /// A hint to the JIT, or of the flow space to the RTyper
    Hint,
    /// `x.copy()` of a container
    Copy,
    /// `iter(x)`, `reversed(x)`
    Iterate,
    /// `next(it)`, `it.next()`
    Next,
    /// `enumerate(x, start)`
    Enumerate,
    /// `zip(…)`
    Zip,
    /// `min(…)`, `max(…)`: the helper for numbers, and the one that gets a function to compare by.
    Extreme(&'static str, &'static str),

    // ---- Numbers
    /// `int(x)`, `int(s, base)`
    Int,
    /// `float(x)`
    Float,
    /// `hex(i)` and its like: the base, and the letter before the digits.
    InBase(i64, u8),
    /// `math.isnan(x)`
    IsNan,
    /// `r_uint(x)`, `intmask(x)` and their like: the type of the result says which.
    MachineInt,

    // ---- Texts
    /// `str(x)`, `repr(x)`
    Text,
    /// `bytes(x)`
    Bytes,
    /// `unicode(x)`
    Unicode,
    /// The text that `repr` makes of an object without `__repr__`.
    DefaultText,
    /// `str` of an exception.
    ExceptionText,
    /// `repr` of an exception.
    ExceptionRepr,
    /// `rfloat.float_text(x, code, precision, alt)`
    FloatText,
    /// `s[i]`, `s[a:b]`
    TextItem,
    /// `s + t`
    AddTexts,
    /// `s * n`, `n * s`
    RepeatText,
    /// `s.split(sep, count)`, with the helper for a separator.
    Split(&'static str),
    /// `s.splitlines(keep)`
    SplitLines,
    /// `s.join(list)`
    Join,
    /// `s.decode(encoding)`, `u.encode(encoding)`
    Codec,
    /// `StringBuilder(n)`, `UnicodeBuilder(n)`
    NewBuilder,
    /// An item of the `print` statement.
    PrintItem,
    /// `print(…)`
    Print,

    // ---- Lists, tuples, deques, bytearrays
    /// `a:b:c` between brackets
    Slice,
    /// `[a, b]`
    NewList,
    /// `list(x)`
    List,
    /// `range(…)`
    Range,
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
    /// `l * n`, `n * l`
    RepeatList,
    /// `newlist_hint(sizehint)`
    NewListHint,
    /// `list_get_physical_size(l)`
    PhysicalSize,
    /// `(a, b)`
    NewTuple,
    /// `t[i]`, `t[a:b]`
    TupleItem,
    /// `x in t`
    TupleContains,
    /// `t + u`
    AddTuples,
    /// `deque(x, maxlen)`
    Deque,
    /// An empty deque with the `maxlen` of this one.
    EmptyDeque,
    /// `bytearray(x)`
    ByteArray,
    /// `b[i:j]` of a bytearray
    ByteSlice,
    /// `b[i] = x`, `b[i:j] = c`
    SetByteItem,
    /// `del b[i:j]`
    DeleteByteSlice,
    /// `b + c`
    AddBytes,

    // ---- Dicts and sets
    /// `{}`, `set()`
    NewDict,
    /// `dict(…)` and its subclasses
    Dict,
    /// `defaultdict(f)`
    DefaultDict,
    /// `r_dict(eq, hash)`
    RDict,
    /// `d.update(other, …)`
    UpdateDict,
    /// `d.keys()`, `d.values()`, `d.items()`
    DictItems,
    /// `d.iterkeys()` and its like, `reversed_dict(d)`
    DictIterator,
    /// `d.popitem()`
    PopDictItem,

    // ---- Objects and exceptions
    /// `object()`
    Object,
    /// `object.__setattr__(x, name, value)`
    SetAttr,
    /// `instantiate(cls)`, `object.__new__(cls)`
    Instantiate,
    /// `weakref.ref(x)`
    Weakref,
    /// `BaseException.__init__(self, …)`
    ExceptionInit,
    /// `len(e.args)`
    ExceptionArgsLength,
    /// `bool(e.args)`, `not e.args`
    ExceptionArgsTruth,
    /// `e.args[i]`
    ExceptionArg,
    /// `compute_hash(x)`
    ComputeHash,
    /// `erase(x)`
    Erase,
    /// `unerase(e)`
    Unerase,

    // ---- The collector
    /// `keepalive_until_here(…)`
    KeepAlive,
    /// `rgc.collect(generation)`
    Collect,
    /// `rgc._control(what, argument)`
    GcControl,
    /// `rgc._run_finalizers()`
    RunFinalizers,
    /// `rgc._note_object(function, x)`
    NoteObject,

    // ---- The JIT, and debugging
    /// `promote(x)` and its like, by the name of the hint.
    Promote(&'static str),
    /// `hint(x, name=True)`
    HintFunction,
    /// A low-level operation where there is a JIT and the operands have values, else a constant.
    OfJit(LlOp, Constant),
    /// `jit_debug(text, …)`
    JitDebug,
    /// `record_exact_class(x, cls)`
    RecordExactClass,
    /// `record_exact_value(x, value)`
    RecordExactValue,
    /// `set_param(driver, name, value)`, `set_param_to_default(driver, name)`
    SetParam,
    /// What hooks ask the JIT by a helper of `ll_jit`. Without a JIT a number is 0.
    AskJit(&'static str),
    /// `ll_assert(condition, text)`
    LlAssert,
    /// `fatalerror(text)`
    FatalError,

    // ---- Low-level types and C
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
    /// A function of `rpython.rtyper.lltypesystem`.
    LowLevel,
    /// `llop.NAME(TYPE, …)`
    LlOperation,
    /// A call of a C function.
    External,
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
/// A call of a helper of a module of `rlib/ll`.
pub(crate) const fn helper(module: &'static str, function: &'static str) -> Lowers {
    let helper = (module, function);
    Lowers::Helper(HelperCall { helper, of_char: None, by_items: false, or: &[], then: &[] })
}
/// A helper of `ll_dict` that also gets the functions for the keys.
pub(crate) const fn keyed(function: &'static str) -> Lowers {
    helper("ll_dict", function).then(&[Extra::Keys])
}
/// A helper of `ll_str`, and the one for a single character.
pub(crate) const fn of_text(function: &'static str, of_char: &'static str) -> Lowers {
    let call = helper("ll_str", function).called();
    Lowers::Helper(HelperCall { of_char: Some(of_char), ..call })
}
/// A helper of `ll_list` that gets the items of the object and their number in its place.
pub(crate) const fn of_items(function: &'static str) -> Lowers {
    let call = helper("ll_list", function).called();
    Lowers::Helper(HelperCall { by_items: true, ..call })
}
/// Code of its own in the RTyper.
pub(crate) const fn code(code: Code) -> Lowers {
    Lowers::Code(code)
}

impl Lowers {
    const fn called(self) -> HelperCall {
        match self {
            Lowers::Helper(call) => call,
            _ => panic!("only helpers have arguments"),
        }
    }
    /// The call of a helper, with values for the optional parameters that are not given.
    pub(crate) const fn or(self, or: &'static [Constant]) -> Lowers {
        Lowers::Helper(HelperCall { or, ..self.called() })
    }
    /// The call of a helper, with further arguments.
    pub(crate) const fn then(self, then: &'static [Extra]) -> Lowers {
        Lowers::Helper(HelperCall { then, ..self.called() })
    }
}
