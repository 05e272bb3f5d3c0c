//! Rows about operations: what each gives, raises and says about None, by the kinds of its operands.
//!
//! A file of `kinds/` holds the rows of its kinds; [`super::table`] puts all of them in one order and finds the row of an
//! operation: the first one whose operands fit. So what an operation means is said once, where its kind is.

use crate::DictKind;
use crate::definitions::exc_args;
use crate::definitions::generation;
use crate::hostview;
use crate::model::errors::AResult;
use crate::model::knowledge::Throws;
use crate::model::site::Site;
use crate::model::state::Annotator;
use crate::model::*;
use flowmodel::{Hl, HlOp, SpaceOperation};

/// A set of kinds of values, as a bit each.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kinds(u64);

impl Kinds {
    /// The kinds in one or the other set.
    pub(crate) const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }
    /// The kinds of operands that are not in this set.
    pub(crate) const fn not(self) -> Kinds {
        Kinds(!self.0 & !ABSENT.0)
    }
    /// Says whether some kind is in both sets.
    pub(crate) const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// The kind of a value. A value has one bit, or two where the second one names a special sort of the first.
    pub(crate) fn of(ann: &Annotator, s: &SomeValue) -> Kinds {
        match &s.kind {
            Kind::Bool | Kind::Integer { .. } => INT,
            Kind::Float => FLOAT,
            Kind::SingleFloat | Kind::LongFloat => OTHER_FLOAT,
            Kind::Char => CHAR,
            Kind::String { .. } => STRING,
            Kind::UniChar => UNICHAR,
            Kind::Unicode { .. } => WIDE,
            Kind::ByteArray => BYTEARRAY,
            Kind::List(l) => {
                let l = ann.list_def(*l);
                let view = if l.view { VIEW } else { LIST };
                LIST.or(view).or(if l.star { STAR } else { LIST })
            }
            Kind::Dict(d) if ann.dict_def(*d).kind == DictKind::Counter => DICT.or(COUNTER),
            Kind::Dict(_) => DICT,
            Kind::Set(_) => SET,
            Kind::Deque(_) => DEQUE,
            Kind::Tuple(_) => TUPLE,
            Kind::Iterator { .. } => ITERATOR,
            Kind::Slice(_) => SLICE,
            Kind::Instance { .. } if is_slice_object(ann, s) => INSTANCE.or(SLICE_OBJECT),
            Kind::Instance { .. } => INSTANCE,
            Kind::Pbc { .. } => PREBUILT,
            Kind::Type(_) => CLASS,
            Kind::None_ => NONE,
            Kind::Truth => TRUTH,
            Kind::BuiltinMethod { .. } if exc_args::args_of_exception(s).is_some() => {
                EXCEPTION_ARGS
            }
            Kind::Ptr(_) => POINTER,
            Kind::InteriorPtr(_) => INTERIOR,
            Kind::Address => ADDRESS,
            Kind::LlType(_) => LLTYPE,
            Kind::Impossible
            | Kind::Object
            | Kind::Builtin(_)
            | Kind::BuiltinMethod { .. }
            | Kind::StringBuilder
            | Kind::UnicodeBuilder
            | Kind::WeakRef(_)
            | Kind::Property(_) => OTHER,
        }
    }
}

/// Every kind, or no operand at all.
pub(crate) const ANY: Kinds = Kinds(u64::MAX);
/// Stands for an operand that an operation does not have.
pub(crate) const ABSENT: Kinds = Kinds(1 << 63);
/// Integers and bools.
pub(crate) const INT: Kinds = Kinds(1);
/// `float`
pub(crate) const FLOAT: Kinds = Kinds(1 << 1);
/// `r_singlefloat` and C's `long double`.
pub(crate) const OTHER_FLOAT: Kinds = Kinds(1 << 2);
/// Byte strings of length 1.
pub(crate) const CHAR: Kinds = Kinds(1 << 3);
/// Byte strings whose length is not known.
pub(crate) const STRING: Kinds = Kinds(1 << 4);
/// Unicode strings of length 1.
pub(crate) const UNICHAR: Kinds = Kinds(1 << 5);
/// Unicode strings whose length is not known.
pub(crate) const WIDE: Kinds = Kinds(1 << 6);
/// `bytearray`
pub(crate) const BYTEARRAY: Kinds = Kinds(1 << 7);
/// Lists.
pub(crate) const LIST: Kinds = Kinds(1 << 8);
/// Lists that `keys()` and `items()` of dicts gave and that are nothing else.
pub(crate) const VIEW: Kinds = Kinds(1 << 9);
/// Lists that hold the `*` arguments of a call.
pub(crate) const STAR: Kinds = Kinds(1 << 10);
/// Dicts of all sorts.
pub(crate) const DICT: Kinds = Kinds(1 << 11);
/// `collections.Counter`
pub(crate) const COUNTER: Kinds = Kinds(1 << 12);
/// Sets and frozensets.
pub(crate) const SET: Kinds = Kinds(1 << 13);
/// `collections.deque`
pub(crate) const DEQUE: Kinds = Kinds(1 << 14);
/// Tuples.
pub(crate) const TUPLE: Kinds = Kinds(1 << 15);
/// Iterators of built-in types.
pub(crate) const ITERATOR: Kinds = Kinds(1 << 16);
/// `a:b:c` between brackets.
pub(crate) const SLICE: Kinds = Kinds(1 << 17);
/// Instances of classes.
pub(crate) const INSTANCE: Kinds = Kinds(1 << 18);
/// Objects that `slice(…)` made.
pub(crate) const SLICE_OBJECT: Kinds = Kinds(1 << 19);
/// Prebuilt functions, classes, methods and frozen objects.
pub(crate) const PREBUILT: Kinds = Kinds(1 << 20);
/// Classes of instances.
pub(crate) const CLASS: Kinds = Kinds(1 << 21);
/// None alone.
pub(crate) const NONE: Kinds = Kinds(1 << 22);
/// None or a bool, of which only the truth can be used.
pub(crate) const TRUTH: Kinds = Kinds(1 << 23);
/// `e.args` of an exception.
pub(crate) const EXCEPTION_ARGS: Kinds = Kinds(1 << 24);
/// Low-level pointers.
pub(crate) const POINTER: Kinds = Kinds(1 << 25);
/// Pointers to a part of an object.
pub(crate) const INTERIOR: Kinds = Kinds(1 << 26);
/// Raw addresses.
pub(crate) const ADDRESS: Kinds = Kinds(1 << 27);
/// Low-level types.
pub(crate) const LLTYPE: Kinds = Kinds(1 << 28);
/// Kinds that have no rows of their own: built-in functions and methods, builders, weak references.
pub(crate) const OTHER: Kinds = Kinds(1 << 29);

/// All but instances.
pub(crate) const NO_INSTANCE: Kinds = INSTANCE.or(SLICE_OBJECT).not();
/// Ints, bools and floats.
pub(crate) const NUMBER: Kinds = INT.or(FLOAT);
/// Byte strings.
pub(crate) const STR: Kinds = CHAR.or(STRING);
/// Unicode strings.
pub(crate) const UNICODE: Kinds = UNICHAR.or(WIDE);
/// Strings of both types.
pub(crate) const TEXT: Kinds = STR.or(UNICODE);
/// Strings of length 1 of both types.
pub(crate) const CHARACTER: Kinds = CHAR.or(UNICHAR);
/// Kinds that have items that ints count.
pub(crate) const SEQUENCE: Kinds = LIST.or(DEQUE).or(TUPLE).or(BYTEARRAY).or(TEXT);

/// An operation that is annotated: its place, itself, and the annotations of its operands.
#[derive(Copy, Clone)]
pub(crate) struct Asked<'a> {
    pub site: Site,
    pub op: &'a SpaceOperation<Hl>,
    pub args: &'a [SomeValue],
}

impl Asked<'_> {
    /// The operation without its operands.
    pub(crate) fn operation(&self) -> HlOp {
        self.op.op
    }
    /// The operation as it is written without `=` or `ovfcheck`.
    pub(crate) fn plain(&self) -> HlOp {
        self.op.op.plain()
    }
}

/// Says what an operation gives.
#[derive(Copy, Clone)]
pub(crate) enum Gives {
    /// It gives the same for all operands.
    Always(fn() -> SomeValue),
    /// A function computes the result's annotation from the operands.
    By(fn(&mut Annotator, &Asked) -> AResult),
    /// The result of a function of `rlib/builtins` (`module.function`), called with all operands.
    Library(&'static str),
    /// The result of code of the program or the library that the function chooses; `None`: there is no such code, and the next
    /// row counts. Only [`Gives`] of such a row is ever used: what a call raises is known from its graphs.
    Call(fn(&mut Annotator, &Asked) -> Option<AResult>),
}

/// A bool that is not known.
pub(crate) const A_BOOL: Gives = Gives::Always(|| SomeValue::BOOL);
/// An int that is not known.
pub(crate) const AN_INT: Gives = Gives::Always(|| SomeValue::INT);
/// An int of at least 0.
pub(crate) const A_COUNT: Gives = Gives::Always(|| SomeValue::NONNEG);
/// A float that is not known.
pub(crate) const A_FLOAT: Gives = Gives::Always(|| SomeValue::FLOAT);
/// The first operand as it is.
pub(crate) const FIRST: Gives = Gives::By(|_, q| Ok(q.args[0].clone()));
/// A byte string that the operation makes; text where that differs.
pub(crate) const A_TEXT: Gives =
    Gives::By(|ann, q| Ok(generation::made_text(ann, q.site, SomeValue::STR)));

/// Says what an operation can raise, beside what None as an operand raises.
#[derive(Copy, Clone)]
pub(crate) enum Raises {
    /// It raises what the table of operations says.
    Table,
    /// These built-in exceptions.
    Only(&'static [&'static str]),
    /// Anything: code of the program is called.
    Anything,
    /// A function says what it raises.
    By(fn(&mut Annotator, &Asked) -> Throws),
}

/// A row: operations, kinds of operands, and what that means.
#[derive(Copy, Clone)]
pub(crate) struct Row {
    /// Operations. A plain one stands for its in-place and checked forms as well.
    pub ops: &'static [HlOp],
    /// Kinds of the first two operands.
    pub on: [Kinds; 2],
    /// A further condition that must hold.
    pub when: Option<fn(&mut Annotator, &Asked) -> bool>,
    pub gives: Gives,
    pub raises: Raises,
    /// Operands that must not be None, if these are not what the operation says for all kinds.
    pub not_none: Option<&'static [usize]>,
}

/// A row that raises what the table of operations says.
pub(crate) const fn row(ops: &'static [HlOp], first: Kinds, second: Kinds, gives: Gives) -> Row {
    Row { ops, on: [first, second], when: None, gives, raises: Raises::Table, not_none: None }
}

impl Row {
    /// The row, where something holds beside the kinds of the operands.
    pub(crate) const fn when(self, when: fn(&mut Annotator, &Asked) -> bool) -> Row {
        Row { when: Some(when), ..self }
    }
    /// The row, with these exceptions and no others.
    pub(crate) const fn only(self, names: &'static [&'static str]) -> Row {
        Row { raises: Raises::Only(names), ..self }
    }
    /// The row, with what it raises.
    pub(crate) const fn raises(self, raises: Raises) -> Row {
        Row { raises, ..self }
    }
    /// The row, with the operands that must not be None.
    pub(crate) const fn not_none(self, operands: &'static [usize]) -> Row {
        Row { not_none: Some(operands), ..self }
    }
}

/// The operators on two operands that number types, containers and classes define.
pub(crate) const BINARY: &[HlOp] = &[
    HlOp::Add,
    HlOp::Sub,
    HlOp::Mul,
    HlOp::TrueDiv,
    HlOp::FloorDiv,
    HlOp::Div,
    HlOp::Mod,
    HlOp::LShift,
    HlOp::RShift,
    HlOp::And,
    HlOp::Or,
    HlOp::Xor,
];
/// Comparisons.
pub(crate) const COMPARISONS: &[HlOp] =
    &[HlOp::Lt, HlOp::Le, HlOp::Eq, HlOp::Ne, HlOp::Gt, HlOp::Ge];
/// Comparisons for order.
pub(crate) const ORDER: &[HlOp] = &[HlOp::Lt, HlOp::Le, HlOp::Gt, HlOp::Ge];
/// Comparisons for equality.
pub(crate) const EQUALITY: &[HlOp] = &[HlOp::Eq, HlOp::Ne];

/// Says whether a value is a slice object.
pub(crate) fn is_slice_object(ann: &Annotator, s: &SomeValue) -> bool {
    let Kind::Instance { class, .. } = s.kind else { return false };
    let host = ann.classdefs[class].host;
    &*ann.classdefs[class].name == "slice"
        && hostview::class_full_name(&ann.host, host)
            .starts_with(crate::definitions::library_objects::PACKAGE)
}
