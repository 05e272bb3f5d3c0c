//! None as an operand: where it may stand, and what operations on None alone give.
//!
//! Strings, instances and functions have it in their annotation. Lists, dicts, sets and deques have it in their definition, and
//! the few other types share one note for the whole program: a variable of the type has met None. Who asked is annotated again
//! when that changes.

use crate::definitions::noted;
use crate::kinds::method_table;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what operations on None alone give.
pub(crate) const ROWS: &[Row] = &[
    row(EQUALITY, NONE, ANY, Gives::Joins(equal)).compares(Comparison::WithNone),
    row(EQUALITY, ANY, NONE, Gives::Joins(equal)).compares(Comparison::WithNone),
    row(&[Str, Repr], NONE, ANY, A_TEXT).code(Code::Text),
];

/// `x == None`
fn equal(ann: &mut Facts, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    let eq = q.operation() == Eq;
    if a.kind == b.kind {
        return Ok(SomeValue::bool_const(eq));
    }
    let (other, i) = if a.kind == Kind::None_ { (b, 1) } else { (a, 0) };
    if !other.can_be_none() {
        return Ok(SomeValue::bool_const(!eq));
    }
    if let Some(v) = var(q.op, i) {
        let none = vec![(v, SomeValue::NONE)];
        let some = vec![(v, other.nonnoneify())];
        let (if_true, if_false) = if eq { (none, some) } else { (some, none) };
        ann.learn(q.site, q.op, Knowledge { if_true, if_false });
    }
    Ok(SomeValue::BOOL)
}

/// Says whether a value may be None, asked for the block that is being annotated: it is annotated
/// again if the answer changes.
pub(crate) fn may_be_none(ann: &mut Facts, site: Site, s: &SomeValue) -> bool {
    let Some(p) = site.position else { return noted::meets_none(ann, s) };
    match &s.kind {
        Kind::List(l) | Kind::Deque(l) => {
            let l = ann.find_list(*l);
            ann.lists[l].readers.insert(p);
        }
        Kind::Dict(d) | Kind::Set(d) => {
            let d = ann.find_dict(*d);
            ann.dicts[d].readers.insert(p);
        }
        k if noted::has_note(k) => drop(ann.reports.none_notes.readers.insert(p)),
        _ => {}
    }
    noted::meets_none(ann, s)
}

/// Names of attributes that `with` reads: it is the statement that does not know None.
pub fn is_with_method(name: &flowmodel::HlValue) -> bool {
    matches!(name, flowmodel::Value::Const(HlConst::Str(n)) if matches!(&**n, b"__enter__" | b"__exit__"))
}

/// Gives Python's message where argument `i` (from 0) of a built-in function or method is None, if it must
/// not be.
pub fn none_argument(
    ann: &Facts,
    callee: &SomeValue,
    i: usize,
    count: usize,
) -> Option<&'static str> {
    match &callee.kind {
        Kind::Builtin(name) => (ann.meanings.builtin)(name)?.none.of(i, count),
        Kind::BuiltinMethod { name, this } => {
            method_table::none_argument(Kinds::of(ann, this), name, i)
        }
        _ => None,
    }
}

/// Number of the first positional argument among the operands of a call.
pub fn first_argument(op: HlOp) -> usize {
    if op == HlOp::CallArgs { 2 } else { 1 }
}
