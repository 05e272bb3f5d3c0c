//! `bytearray`

use crate::kinds::texts;
use crate::kinds::{slices, strings};
use crate::ops::methods::*;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what operations on bytearrays give and raise.
pub(crate) const ROWS: &[Row] = &[
    row(&[Len], BYTEARRAY, ANY, A_COUNT).lowers(Lowers::Field("length")),
    row(&[GetItem], BYTEARRAY, SLICE, Gives::Reads(slice))
        .only(&["IndexError"])
        .code(Code::ByteSlice),
    row(&[GetItem], BYTEARRAY, ANY, Gives::Reads(item))
        .only(&["IndexError"])
        .types("Oi>n")
        .lowers(helper("ll_bytearray", "ll_get_byte")),
    row(&[SetItem], BYTEARRAY, SLICE, Gives::Reads(set_slice))
        .when(|_, q| q.args[2].kind == Kind::ByteArray || q.args[2].is_str())
        .only(BAD_BYTE)
        .not_none(&[0, 2])
        .code(Code::SetByteItem),
    row(&[SetItem], BYTEARRAY, SLICE.not(), Gives::Reads(set_item))
        .only(BAD_BYTE)
        .code(Code::SetByteItem),
    row(&[DelItem], BYTEARRAY, SLICE, Gives::Reads(delete))
        .only(&["IndexError"])
        .code(Code::DeleteByteSlice),
    row(&[DelItem], BYTEARRAY, ANY, Gives::Reads(delete))
        .only(&["IndexError"])
        .types("Oi>0")
        .lowers(helper("ll_bytearray", "ll_del_byte")),
    row(&[Contains], BYTEARRAY, INT, A_BOOL)
        .types("Oi>b")
        .lowers(helper("ll_bytearray", "ll_contains_byte")),
    row(&[Contains], BYTEARRAY, ANY, Gives::Library("bytearrays.contains")),
    row(&[InplaceAdd], BYTEARRAY, BYTEARRAY.or(STR), Gives::Always(|| Kind::ByteArray.into()))
        .types("Om>O")
        .lowers(helper("ll_list", "ll_extend")),
    row(&[Add], BYTEARRAY, BYTEARRAY.or(STR), Gives::Always(|| Kind::ByteArray.into()))
        .code(Code::AddBytes),
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
    row(&[Str, Repr], BYTEARRAY, ANY, texts::TEXT_OF_ITEMS).code(Code::Text),
];

/// What Python says if None is searched for.
const NO_BYTES: &[&str] = &["argument should be integer or bytes-like object, not 'NoneType'"];

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    typed(BYTEARRAY, "append", "i>0", Reads, ITEMS, helper("ll_bytearray", "ll_append_byte")),
    typed(BYTEARRAY, "insert", "ii>0", Reads, ITEMS, helper("ll_bytearray", "ll_insert_byte")),
    typed(BYTEARRAY, "extend", "m>0", Reads, ITEMS, helper("ll_list", "ll_extend")).when(BytesLike),
    library(BYTEARRAY, "extend", "?", ITEMS, "bytearrays.extend").none(&["can't extend bytearray with NoneType"]),
    typed(BYTEARRAY, "pop", ">n", Reads, ITEMS, helper("ll_bytearray", "ll_pop_last_byte")),
    typed(BYTEARRAY, "pop", "i>n", Reads, ITEMS, helper("ll_bytearray", "ll_pop_byte")),
    typed(BYTEARRAY, "clear", ">0", Reads, ITEMS, helper("ll_list", "ll_resize_le").then(&[Extra::Int(0)])),
    typed(BYTEARRAY, "reverse", ">0", Reads, ITEMS, of_items("ll_reverse")),
    typed(BYTEARRAY, "copy", ">x", Reads, ITEMS, code(Code::Copy)),
    typed(BYTEARRAY, "decode", "*>s", Reads, ITEMS, helper("ll_bytearray", "ll_to_str")),
    typed(BYTEARRAY, "_str", "*>s", Reads, ITEMS, helper("ll_bytearray", "ll_to_str")),
    library(BYTEARRAY, "find", "*", ITEMS, "bytearrays.find_").none(NO_BYTES),
    library(BYTEARRAY, "rfind", "*", ITEMS, "bytearrays.rfind_").none(NO_BYTES),
    library(BYTEARRAY, "index", "*", ITEMS, "bytearrays.index_").none(NO_BYTES),
    library(BYTEARRAY, "rindex", "*", ITEMS, "bytearrays.rindex_").none(NO_BYTES),
    library(BYTEARRAY, "count", "*", ITEMS, "bytearrays.count_").none(NO_BYTES),
    library(BYTEARRAY, "startswith", "*", ITEMS, "bytearrays.startswith_").none(NO_BYTES),
    library(BYTEARRAY, "endswith", "*", ITEMS, "bytearrays.endswith_").none(NO_BYTES),
    library(BYTEARRAY, "remove", "*", ITEMS, "bytearrays.remove_"),
    library(BYTEARRAY, "upper", "*", ITEMS, "bytearrays.upper_"),
    library(BYTEARRAY, "lower", "*", ITEMS, "bytearrays.lower_"),
    library(BYTEARRAY, "title", "*", ITEMS, "bytearrays.title_"),
    library(BYTEARRAY, "capitalize", "*", ITEMS, "bytearrays.capitalize_"),
    library(BYTEARRAY, "swapcase", "*", ITEMS, "bytearrays.swapcase_"),
    library(BYTEARRAY, "expandtabs", "*", ITEMS, "bytearrays.expandtabs_"),
    library(BYTEARRAY, "zfill", "*", ITEMS, "bytearrays.zfill_"),
    library(BYTEARRAY, "ljust", "*", ITEMS, "bytearrays.ljust_"),
    library(BYTEARRAY, "rjust", "*", ITEMS, "bytearrays.rjust_"),
    library(BYTEARRAY, "center", "*", ITEMS, "bytearrays.center_"),
    library(BYTEARRAY, "strip", "*", ITEMS, "bytearrays.strip_"),
    library(BYTEARRAY, "lstrip", "*", ITEMS, "bytearrays.lstrip_"),
    library(BYTEARRAY, "rstrip", "*", ITEMS, "bytearrays.rstrip_"),
    library(BYTEARRAY, "removeprefix", "*", ITEMS, "bytearrays.removeprefix_"),
    library(BYTEARRAY, "removesuffix", "*", ITEMS, "bytearrays.removesuffix_"),
    library(BYTEARRAY, "replace", "*", ITEMS, "bytearrays.replace_"),
    library(BYTEARRAY, "translate", "*", ITEMS, "bytearrays.translate_"),
    library(BYTEARRAY, "join", "*", ITEMS, "bytearrays.join_"),
    library(BYTEARRAY, "split", "*", ITEMS, "bytearrays.split_"),
    library(BYTEARRAY, "rsplit", "*", ITEMS, "bytearrays.rsplit_"),
    library(BYTEARRAY, "splitlines", "*", ITEMS, "bytearrays.splitlines_"),
    library(BYTEARRAY, "partition", "*", ITEMS, "bytearrays.partition_"),
    library(BYTEARRAY, "rpartition", "*", ITEMS, "bytearrays.rpartition_"),
    library(BYTEARRAY, "isalpha", "*", ITEMS, "bytearrays.isalpha_"),
    library(BYTEARRAY, "isdigit", "*", ITEMS, "bytearrays.isdigit_"),
    library(BYTEARRAY, "isalnum", "*", ITEMS, "bytearrays.isalnum_"),
    library(BYTEARRAY, "isspace", "*", ITEMS, "bytearrays.isspace_"),
    library(BYTEARRAY, "isupper", "*", ITEMS, "bytearrays.isupper_"),
    library(BYTEARRAY, "islower", "*", ITEMS, "bytearrays.islower_"),
    library(BYTEARRAY, "istitle", "*", ITEMS, "bytearrays.istitle_"),
    library(BYTEARRAY, "isascii", "*", ITEMS, "bytearrays.isascii_"),
    library(BYTEARRAY, "hex", "*", ITEMS, "bytearrays.hex_"),
];

/// Exceptions of an assignment: there is no such index, or the value is no byte.
const BAD_BYTE: &[&str] = &["IndexError", "ValueError"];

fn check_bounds(ann: &Facts, q: &Asked) -> AResult<()> {
    match &q.args[1].kind {
        Kind::Slice(bounds) => slices::check_slice(ann, q.site, bounds),
        _ => ann.want_int(q.site, &q.args[1], "the index of a bytearray"),
    }
}

/// `b[i:j:k]`
fn slice(ann: &Facts, q: &Asked) -> AResult {
    check_bounds(ann, q)?;
    Ok(Kind::ByteArray.into())
}

/// `b[i]`
fn item(ann: &Facts, q: &Asked) -> AResult {
    check_bounds(ann, q)?;
    Ok(SomeValue::NONNEG)
}

/// `b[i:j:k] = v`
fn set_slice(ann: &Facts, q: &Asked) -> AResult {
    check_bounds(ann, q)?;
    Ok(SomeValue::NONE)
}

/// `b[i] = v`
fn set_item(ann: &Facts, q: &Asked) -> AResult {
    check_bounds(ann, q)?;
    ann.want_int(q.site, &q.args[2], "a bytearray item")?;
    Ok(SomeValue::NONE)
}

/// `del b[i]`, `del b[i:j]`
fn delete(ann: &Facts, q: &Asked) -> AResult {
    check_bounds(ann, q)?;
    Ok(SomeValue::NONE)
}
