//! Rows about operations: what each gives, raises, says about None and becomes, by the kinds of its operands.
//!
//! A file of `kinds/` holds the rows of its kinds; `kinds/table.rs` puts all of them in one order and finds the row of an
//! operation: the first one whose operands fit. So what an operation means is said once, where its kind is. The annotator
//! and the RTyper both execute rows.

pub(crate) use super::lowers::*;
use crate::DictKind;
use crate::definitions::exc_args;
use crate::definitions::generation;
use crate::hostview;
use crate::model::answers::Answer;
use crate::model::errors::AResult;
use crate::model::knowledge::Throws;
use crate::model::site::Site;
use crate::model::state::Facts;
use crate::model::*;
use flowmodel::{Hl, HlOp, SpaceOperation};

/// A set of kinds of values, as a bit each.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Kinds(u64);

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
    pub const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// The kind of a value. A value has one bit, or two where the second one names a special sort of the first.
    pub fn of(ann: &Facts, s: &SomeValue) -> Kinds {
        match &s.kind {
            Kind::Bool => INT.or(BOOL),
            Kind::Integer { .. } => INT,
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
            Kind::Dict(d) if ann.dict_def(*d).kind == DictKind::Ordered => DICT.or(ORDERED),
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
            Kind::StringBuilder => BUILDER.or(BYTES_BUILDER),
            Kind::UnicodeBuilder => BUILDER,
            Kind::Impossible
            | Kind::Object
            | Kind::Builtin(_)
            | Kind::BuiltinMethod { .. }
            | Kind::WeakRef(_)
            | Kind::Property(_) => OTHER,
        }
    }
}

/// Every kind, or no operand at all.
pub const ANY: Kinds = Kinds(u64::MAX);
/// Stands for an operand that an operation does not have.
pub const ABSENT: Kinds = Kinds(1 << 63);
/// Integers and bools.
pub const INT: Kinds = Kinds(1);
/// `float`
pub const FLOAT: Kinds = Kinds(1 << 1);
/// `r_singlefloat` and C's `long double`.
pub const OTHER_FLOAT: Kinds = Kinds(1 << 2);
/// Byte strings of length 1.
pub const CHAR: Kinds = Kinds(1 << 3);
/// Byte strings whose length is not known.
pub const STRING: Kinds = Kinds(1 << 4);
/// Unicode strings of length 1.
pub const UNICHAR: Kinds = Kinds(1 << 5);
/// Unicode strings whose length is not known.
pub const WIDE: Kinds = Kinds(1 << 6);
/// `bytearray`
pub const BYTEARRAY: Kinds = Kinds(1 << 7);
/// Lists.
pub const LIST: Kinds = Kinds(1 << 8);
/// Lists that `keys()` and `items()` of dicts gave and that are nothing else.
pub const VIEW: Kinds = Kinds(1 << 9);
/// Lists that hold the `*` arguments of a call.
pub const STAR: Kinds = Kinds(1 << 10);
/// Dicts of all sorts.
pub const DICT: Kinds = Kinds(1 << 11);
/// `collections.Counter`
pub const COUNTER: Kinds = Kinds(1 << 12);
/// Sets and frozensets.
pub const SET: Kinds = Kinds(1 << 13);
/// `collections.deque`
pub const DEQUE: Kinds = Kinds(1 << 14);
/// Tuples.
pub const TUPLE: Kinds = Kinds(1 << 15);
/// Iterators of built-in types.
pub const ITERATOR: Kinds = Kinds(1 << 16);
/// `a:b:c` between brackets.
pub const SLICE: Kinds = Kinds(1 << 17);
/// Instances of classes.
pub const INSTANCE: Kinds = Kinds(1 << 18);
/// Objects that `slice(…)` made.
pub const SLICE_OBJECT: Kinds = Kinds(1 << 19);
/// Prebuilt functions, classes, methods and frozen objects.
pub const PREBUILT: Kinds = Kinds(1 << 20);
/// Classes of instances.
pub const CLASS: Kinds = Kinds(1 << 21);
/// None alone.
pub const NONE: Kinds = Kinds(1 << 22);
/// None or a bool, of which only the truth can be used.
pub const TRUTH: Kinds = Kinds(1 << 23);
/// `e.args` of an exception.
pub const EXCEPTION_ARGS: Kinds = Kinds(1 << 24);
/// Low-level pointers.
pub const POINTER: Kinds = Kinds(1 << 25);
/// Pointers to a part of an object.
pub const INTERIOR: Kinds = Kinds(1 << 26);
/// Raw addresses.
pub const ADDRESS: Kinds = Kinds(1 << 27);
/// Low-level types.
pub const LLTYPE: Kinds = Kinds(1 << 28);
/// Bools.
pub const BOOL: Kinds = Kinds(1 << 30);
/// `OrderedDict`
pub const ORDERED: Kinds = Kinds(1 << 31);
/// String builders of both sorts.
pub const BUILDER: Kinds = Kinds(1 << 32);
/// `StringBuilder`
pub const BYTES_BUILDER: Kinds = Kinds(1 << 33);
/// Kinds that have no rows of their own: built-in functions and methods, weak references.
pub const OTHER: Kinds = Kinds(1 << 29);

/// All but instances.
pub const NO_INSTANCE: Kinds = INSTANCE.or(SLICE_OBJECT).not();
/// Ints, bools and floats.
pub const NUMBER: Kinds = INT.or(FLOAT);
/// Byte strings.
pub const STR: Kinds = CHAR.or(STRING);
/// Unicode strings.
pub const UNICODE: Kinds = UNICHAR.or(WIDE);
/// Strings of both types.
pub const TEXT: Kinds = STR.or(UNICODE);
/// Strings of length 1 of both types.
pub const CHARACTER: Kinds = CHAR.or(UNICHAR);
/// Kinds that have items that ints count.
pub const SEQUENCE: Kinds = LIST.or(DEQUE).or(TUPLE).or(BYTEARRAY).or(TEXT);

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
    /// A function computes the result's annotation from the operands and what is known.
    Reads(fn(&Facts, &Asked) -> AResult),
    /// The same, where values are joined to definitions, definitions are made, or it is noted who reads them and what a test tells
    /// of variables.
    Joins(fn(&mut Facts, &Asked) -> AResult),
    /// The same, where the result may be that of a call of the program or the library.
    Answers(fn(&mut Facts, &Asked) -> AResult<Answer>),
    /// The result of a function of `rlib/builtins` (`module.function`), called with all operands.
    Library(&'static str),
    /// The result of code of the program or the library that the function chooses; `None`: there is no such code, and the next
    /// row counts. Only [`Gives`] of such a row is ever used: what a call raises is known from its graphs.
    Call(fn(&mut Facts, &Asked) -> Option<AResult<Answer>>),
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
pub(crate) const FIRST: Gives = Gives::Reads(|_, q| Ok(q.args[0].clone()));
/// A byte string that the operation makes; text where that differs.
pub(crate) const A_TEXT: Gives =
    Gives::Reads(|ann, q| Ok(generation::made_text(ann, q.site, SomeValue::STR)));

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
    By(fn(&mut Facts, &Asked) -> Throws),
}

/// A row: operations, kinds of operands, and what that means.
#[derive(Copy, Clone)]
pub struct Row {
    /// Operations. A plain one stands for its in-place and checked forms as well.
    pub ops: &'static [HlOp],
    /// Kinds of the first two operands.
    pub(crate) on: [Kinds; 2],
    /// A further condition that must hold.
    pub(crate) when: Option<fn(&mut Facts, &Asked) -> bool>,
    pub(crate) gives: Gives,
    pub(crate) raises: Raises,
    /// Operands that must not be None, if these are not what the operation says for all kinds.
    pub(crate) not_none: Option<&'static [usize]>,
    /// A result that is known stands for the operation.
    pub(crate) folds: bool,
    /// Types of the operands and of the result, where that is lowered to the call of a helper.
    pub types: Signature,
    /// What the RTyper makes of the operation.
    pub lowers: Lowers,
}

/// A row that raises what the table of operations says, and of which nothing is left for the RTyper.
pub(crate) const fn row(ops: &'static [HlOp], first: Kinds, second: Kinds, gives: Gives) -> Row {
    Row {
        ops,
        on: [first, second],
        when: None,
        gives,
        raises: Raises::Table,
        not_none: None,
        folds: false,
        types: Signature::of("*>?"),
        lowers: Lowers::Annotated,
    }
}

impl Row {
    /// The row, where something holds beside the kinds of the operands.
    pub(crate) const fn when(self, when: fn(&mut Facts, &Asked) -> bool) -> Row {
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
    /// The row, whose result stands for the operation where it is known.
    pub(crate) const fn folds(self) -> Row {
        Row { folds: true, ..self }
    }
    /// The row, with what the RTyper makes of the operation.
    pub(crate) const fn lowers(self, lowers: Lowers) -> Row {
        Row { lowers, ..self }
    }
    /// The row, with the types of what the helper gets and gives.
    pub(crate) const fn types(self, types: &'static str) -> Row {
        Row { types: Signature::of(types), ..self }
    }
    /// The row, with code of its own in the RTyper.
    pub(crate) const fn code(self, code: Code) -> Row {
        self.lowers(Lowers::Code(code))
    }
    /// The row of a comparison, with how the values are compared. It folds.
    pub(crate) const fn compares(self, how: Comparison) -> Row {
        self.folds().lowers(Lowers::Compare(how))
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
pub(crate) fn is_slice_object(ann: &Facts, s: &SomeValue) -> bool {
    let Kind::Instance { class, .. } = s.kind else { return false };
    let host = ann.classdefs[class].host;
    &*ann.classdefs[class].name == "slice"
        && hostview::class_full_name(&ann.host, host)
            .starts_with(crate::definitions::library_objects::PACKAGE)
}
