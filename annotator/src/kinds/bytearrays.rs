//! `bytearray`

use crate::kinds::{lists, slices, strings};
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what operations on bytearrays give and raise.
pub(crate) const ROWS: &[Row] = &[
    row(&[Len], BYTEARRAY, ANY, A_COUNT).lowers(Lowers::Field("length")),
    row(&[GetItem], BYTEARRAY, SLICE, Gives::By(slice)).only(&["IndexError"]).rule(Rule::ByteItem),
    row(&[GetItem], BYTEARRAY, ANY, Gives::By(item)).only(&["IndexError"]).rule(Rule::ByteItem),
    row(&[SetItem], BYTEARRAY, SLICE, Gives::By(set_slice))
        .when(|_, q| q.args[2].kind == Kind::ByteArray || q.args[2].is_str())
        .only(BAD_BYTE)
        .not_none(&[0, 2])
        .rule(Rule::SetByteItem),
    row(&[SetItem], BYTEARRAY, SLICE.not(), Gives::By(set_item))
        .only(BAD_BYTE)
        .rule(Rule::SetByteItem),
    row(&[DelItem], BYTEARRAY, ANY, Gives::By(delete))
        .only(&["IndexError"])
        .rule(Rule::DeleteByteItem),
    row(&[Contains], BYTEARRAY, INT, A_BOOL).lowers(helper(
        "ll_bytearray",
        "ll_contains_byte",
        "i>b",
    )),
    row(&[Contains], BYTEARRAY, ANY, Gives::Library("bytearrays.contains")),
    row(&[Add], BYTEARRAY, BYTEARRAY.or(STR), Gives::Always(|| Kind::ByteArray.into()))
        .rule(Rule::AddBytes),
    // As in Python 2.
    row(&[Add], STR, BYTEARRAY, Gives::Library("bytearrays.behind_text"))
        .when(|ann, _| ann.host.generation.python2),
    row(&[InplaceMul], BYTEARRAY, INT, Gives::Library("bytearrays.inplace_repeat"))
        .only(strings::TOO_LONG),
    row(&[Mul], BYTEARRAY, INT, Gives::Library("bytearrays.repeat")).only(strings::TOO_LONG),
    row(&[Mul], INT, BYTEARRAY, Gives::Library("bytearrays.repeat_reflected"))
        .only(strings::TOO_LONG),
    row(&[Lt], BYTEARRAY, BYTEARRAY.or(STR), Gives::Library("bytearrays.less")),
    row(&[Lt], STR, BYTEARRAY, Gives::Library("bytearrays.less")),
    row(&[Le], BYTEARRAY, BYTEARRAY.or(STR), Gives::Library("bytearrays.less_or_equal")),
    row(&[Le], STR, BYTEARRAY, Gives::Library("bytearrays.less_or_equal")),
    row(&[Gt], BYTEARRAY, BYTEARRAY.or(STR), Gives::Library("bytearrays.greater")),
    row(&[Gt], STR, BYTEARRAY, Gives::Library("bytearrays.greater")),
    row(&[Ge], BYTEARRAY, BYTEARRAY.or(STR), Gives::Library("bytearrays.greater_or_equal")),
    row(&[Ge], STR, BYTEARRAY, Gives::Library("bytearrays.greater_or_equal")),
    row(EQUALITY, BYTEARRAY, BYTEARRAY.or(STR), A_BOOL).compares(Comparison::ByteArrays),
    row(EQUALITY, STR, BYTEARRAY, A_BOOL).compares(Comparison::ByteArrays),
    row(&[Str, Repr], BYTEARRAY, ANY, lists::TEXT_OF_ITEMS).rule(Rule::Text),
];

/// Exceptions of an assignment: there is no such index, or the value is no byte.
const BAD_BYTE: &[&str] = &["IndexError", "ValueError"];

fn check_bounds(ann: &mut Annotator, q: &Asked) -> AResult<()> {
    match &q.args[1].kind {
        Kind::Slice(bounds) => slices::check_slice(ann, q.site, bounds),
        _ => ann.want_int(q.site, &q.args[1], "the index of a bytearray"),
    }
}

/// `b[i:j:k]`
fn slice(ann: &mut Annotator, q: &Asked) -> AResult {
    check_bounds(ann, q)?;
    Ok(Kind::ByteArray.into())
}

/// `b[i]`
fn item(ann: &mut Annotator, q: &Asked) -> AResult {
    check_bounds(ann, q)?;
    Ok(SomeValue::NONNEG)
}

/// `b[i:j:k] = v`
fn set_slice(ann: &mut Annotator, q: &Asked) -> AResult {
    check_bounds(ann, q)?;
    Ok(SomeValue::NONE)
}

/// `b[i] = v`
fn set_item(ann: &mut Annotator, q: &Asked) -> AResult {
    check_bounds(ann, q)?;
    ann.want_int(q.site, &q.args[2], "a bytearray item")?;
    Ok(SomeValue::NONE)
}

/// `del b[i]`, `del b[i:j]`
fn delete(ann: &mut Annotator, q: &Asked) -> AResult {
    check_bounds(ann, q)?;
    Ok(SomeValue::NONE)
}
