//! All rows about operations, in the order in which they are tried, and what an operation gives and raises by them.

use crate::definitions::special_methods;
use crate::kinds;
use crate::kinds::nones;
use crate::model::knowledge::Throws;
use crate::ops::HlOperation;
use crate::ops::rows::{ABSENT, Asked, Gives, Kinds, Lowers, Raises, Row, Signature};
use crate::prelude::*;
use std::sync::LazyLock;

/// The tables. Where rows of two tables are for the same operands, the earlier one counts: first what is special
/// whatever the operation, then what classes of the program define, then numbers and strings, then containers.
static TABLES: &[&[Row]] = &[
    kinds::lowlevel::ROWS,
    kinds::inline::ROWS,
    kinds::exception_args::ROWS,
    kinds::classes::ROWS,
    kinds::python3::ROWS,
    kinds::slices::ROWS,
    kinds::truth::ROWS,
    kinds::identity::ROWS,
    kinds::prebuilt::CLOSURES,
    kinds::instances::ROWS,
    kinds::numbers::ROWS,
    kinds::strings::ROWS,
    kinds::format::ROWS,
    kinds::objects::ROWS,
    kinds::nones::ROWS,
    kinds::bytearrays::ROWS,
    kinds::views::ROWS,
    kinds::sets::ROWS,
    kinds::lists::ROWS,
    kinds::deques::ROWS,
    kinds::dicts::ROWS,
    kinds::tuples::ROWS,
    kinds::iterators::ROWS,
    kinds::callables::ROWS,
    kinds::prebuilt::ROWS,
];

/// All rows.
pub fn all() -> impl Iterator<Item = &'static Row> {
    TABLES.iter().copied().flatten()
}

/// The rows of each operation, by its number.
static ROWS: LazyLock<Vec<Vec<&'static Row>>> = LazyLock::new(|| {
    let rows =
        |op: &HlOp| all().filter(|r| r.ops.contains(op) || r.ops.contains(&op.plain())).collect();
    let mut by_number = vec![];
    for op in HlOp::ALL {
        let i = *op as usize;
        if by_number.len() <= i {
            by_number.resize(i + 1, vec![]);
        }
        by_number[i] = rows(op);
    }
    by_number
});

fn operand_kinds(ann: &Facts, args: &[SomeValue]) -> [Kinds; 2] {
    let kind = |i: usize| args.get(i).map_or(ABSENT, |s| Kinds::of(ann, s));
    [kind(0), kind(1)]
}

fn fits(ann: &mut Facts, row: &Row, kinds: [Kinds; 2], q: &Asked) -> bool {
    row.on[0].meets(kinds[0]) && row.on[1].meets(kinds[1]) && row.when.is_none_or(|f| f(ann, q))
}

/// Gives what the first row that fits answers; `None`: the operation is not defined on its operands.
pub(crate) fn answer(ann: &mut Facts, q: &Asked) -> Option<AResult<Answer>> {
    let kinds = operand_kinds(ann, q.args);
    for row in &ROWS[q.operation() as usize] {
        if !fits(ann, row, kinds, q) {
            continue;
        }
        match row.gives {
            Gives::Always(value) => return Some(Ok(value().into())),
            Gives::Reads(f) => return Some(f(ann, q).map(Answer::from)),
            Gives::Joins(f) => return Some(f(ann, q).map(Answer::from)),
            Gives::Answers(f) => return Some(f(ann, q)),
            Gives::Library(function) => return Some(Ok(of_library(q, function))),
            Gives::Call(f) => {
                if let Some(r) = f(ann, q) {
                    return Some(r);
                }
            }
        }
    }
    None
}

/// The call of a function of the library (`module.function`) with all operands of an operation.
fn of_library(q: &Asked, function: &str) -> Answer {
    let (module, function) = function.split_once('.').expect("module.function");
    let operands: Vec<_> = q.args.iter().enumerate().collect();
    Answer::library_on(module, function, &operands)
}

/// The row of an operation that calls no code of the program's classes.
fn native_row(ann: &mut Facts, q: &Asked) -> Option<&'static Row> {
    let kinds = operand_kinds(ann, q.args);
    let rows = &ROWS[q.operation() as usize];
    rows.iter().copied().find(|r| !matches!(r.gives, Gives::Call(_)) && fits(ann, r, kinds, q))
}

/// Gives the exceptions that the operation can raise, beside what None as an operand raises.
pub(crate) fn throws(ann: &mut Facts, q: &Asked) -> Throws {
    match native_row(ann, q).map_or(Raises::Table, |r| r.raises) {
        Raises::Table => Throws::Only(q.operation().raises().to_vec()),
        Raises::Only(names) => Throws::Only(names.to_vec()),
        Raises::Anything => Throws::Anything,
        Raises::By(f) => f(ann, q),
    }
}

/// What a row says to the RTyper.
pub struct Meaning {
    /// The operands that must not be None.
    pub not_none: &'static [usize],
    /// A result that is known stands for the operation.
    pub folds: bool,
    /// Says what the RTyper makes of the operation, and the types of what a helper gets and gives; `None`: it is not defined
    /// on its operands.
    pub lowers: Option<(Lowers, Signature)>,
}

/// Says what the RTyper has to know of an operation for which the annotator recorded no call.
fn meaning_of(ann: &mut Facts, q: &Asked) -> Meaning {
    let row = native_row(ann, q);
    let not_none = row.and_then(|r| r.not_none).unwrap_or_else(|| of_all_kinds(q.operation()));
    Meaning {
        not_none,
        folds: row.is_some_and(|r| r.folds),
        lowers: row.map(|r| (r.lowers, r.types)),
    }
}

/// The operands of an operation that must not be None.
pub(crate) fn not_none(ann: &mut Facts, q: &Asked) -> &'static [usize] {
    meaning_of(ann, q).not_none
}

/// The operands that must not be None whatever the kinds of the others.
fn of_all_kinds(op: HlOp) -> &'static [usize] {
    use HlOp::*;
    match op {
        GetItem | SetItem | DelItem | Len | Iter | Next | Ord | Int | Float | Neg | Pos
        | Invert | Abs | Hex | Oct | Bin | Contains => &[0],
        DivMod | Lt | Le | Gt | Ge => &[0, 1],
        op if op.binary().is_some() && !op.is_checked() => &[0, 1],
        _ => &[],
    }
}

/// Says what the RTyper has to know of an operation, given its annotated operands.
pub fn meaning(ann: &mut Facts, op: &HlOperation, args: &[SomeValue]) -> Meaning {
    meaning_of(ann, &Asked { site: Site::of(op.span), op, args })
}

/// Gives the exceptions that an operation can raise, given its annotated operands.
pub(crate) fn op_throws(
    ann: &mut Facts,
    site: Site,
    op: &HlOperation,
    args: &[SomeValue],
) -> Throws {
    if site.position.is_some_and(|p| ann.graphs[p.graph].calls.contains_key(&op.result)) {
        return Throws::Anything;
    }
    let calls = matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs);
    if !calls && special_methods::calls_user_methods(ann, site, args) {
        return Throws::Anything;
    }
    let throws = throws(ann, &Asked { site, op, args });
    with_none(ann, site, throws, op, args)
}

/// Gives the exceptions that an operation raises if an operand is None at run time.
pub(crate) fn none_raises(
    ann: &mut Facts,
    site: Site,
    op: &HlOperation,
    args: &[SomeValue],
) -> Option<&'static str> {
    if matches!(op.op, HlOp::GetAttr | HlOp::SetAttr) {
        let with = op.args.get(1).is_some_and(nones::is_with_method);
        let error = if with { "TypeError" } else { "AttributeError" };
        return nones::may_be_none(ann, site, &args[0]).then_some(error);
    }
    if matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs) {
        let values = args.get(nones::first_argument(op.op)..).unwrap_or_default();
        return values
            .iter()
            .enumerate()
            .any(|(i, s)| {
                nones::none_argument(ann, &args[0], i, values.len()).is_some()
                    && nones::may_be_none(ann, site, s)
            })
            .then_some("TypeError");
    }
    not_none(ann, &Asked { site, op, args })
        .iter()
        .any(|i| args.get(*i).is_some_and(|a| nones::may_be_none(ann, site, a)))
        .then_some("TypeError")
}

/// Adds what None as an operand raises.
pub(crate) fn with_none(
    ann: &mut Facts,
    site: Site,
    throws: Throws,
    op: &HlOperation,
    args: &[SomeValue],
) -> Throws {
    match throws {
        Throws::Only(mut names) => {
            if let Some(n) = none_raises(ann, site, op, args)
                && !names.contains(&n)
            {
                names.push(n);
            }
            Throws::Only(names)
        }
        t => t,
    }
}
