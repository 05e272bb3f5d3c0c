//! `collections.deque`

use crate::CallArgs;
use crate::kinds::lists;
use crate::kinds::texts;
use crate::ops::methods::*;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what operations on deques give and raise.
pub(crate) const ROWS: &[Row] = &[
    row(&[Len], DEQUE, ANY, A_COUNT).lowers(Lowers::Field("length")),
    row(&[GetItem], DEQUE, SLICE.not(), Gives::Joins(item))
        .only(&["IndexError"])
        .types("Oi>e")
        .lowers(helper("ll_deque", "ll_getitem")),
    row(&[SetItem], DEQUE, SLICE.not(), Gives::Joins(set_item))
        .only(&["IndexError"])
        .types("Oie>0")
        .lowers(helper("ll_deque", "ll_setitem")),
    row(&[DelItem], DEQUE, ANY, Gives::Reads(delete))
        .only(&["IndexError"])
        .types("Oi>0")
        .lowers(helper("ll_deque", "ll_delitem")),
    row(&[Contains], DEQUE, ANY, Gives::Joins(contains))
        .folds()
        .types("Oe>b")
        .lowers(helper("ll_deque", "ll_contains").then(&[Extra::Equality])),
    row(&[InplaceAdd], DEQUE, ANY, Gives::Library("deques.inplace_add")),
    row(&[Add], DEQUE, DEQUE, Gives::Library("deques.add")),
    row(&[InplaceMul], DEQUE, INT, Gives::Library("deques.inplace_repeat")),
    row(&[Mul], DEQUE, INT, Gives::Library("deques.repeat")),
    row(&[Mul], INT, DEQUE, Gives::Library("deques.repeat_reflected")),
    row(&[Lt], DEQUE, DEQUE, Gives::Library("deques.less")),
    row(&[Le], DEQUE, DEQUE, Gives::Library("deques.less_or_equal")),
    row(&[Gt], DEQUE, DEQUE, Gives::Library("deques.greater")),
    row(&[Ge], DEQUE, DEQUE, Gives::Library("deques.greater_or_equal")),
    row(EQUALITY, DEQUE, DEQUE, Gives::Joins(equal)).compares(Comparison::Deques),
    row(&[Str, Repr], DEQUE, ANY, texts::TEXT_OF_ITEMS).code(Code::Text),
];

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    typed(DEQUE, "append", "e>0", Reads, ITEMS, helper("ll_deque", "ll_append")),
    typed(DEQUE, "appendleft", "e>0", Reads, ITEMS, helper("ll_deque", "ll_appendleft")),
    typed(DEQUE, "pop", ">e", Reads, ITEMS, helper("ll_deque", "ll_pop")),
    typed(DEQUE, "popleft", ">e", Reads, ITEMS, helper("ll_deque", "ll_popleft")),
    typed(DEQUE, "clear", ">0", Reads, ITEMS, helper("ll_deque", "ll_clear")),
    typed(DEQUE, "_maxlen", ">i", Reads, ITEMS, Lowers::Field("maxlen")),
    method(DEQUE, "_empty", ">?", Reads, ITEMS, empty, code(Code::EmptyDeque)),
    typed(DEQUE, "_delete", "i>0", Reads, ITEMS, helper("ll_deque", "ll_delitem")),
    library(DEQUE, "copy", "", ITEMS, "deques.copy_"),
    library(DEQUE, "reverse", "", ITEMS, "deques.reverse_"),
    library(DEQUE, "rotate", "*", ITEMS, "deques.rotate"),
    library(DEQUE, "extend", "*", ITEMS, "deques.extend").none(NOT_ITERABLE),
    library(DEQUE, "extendleft", "*", ITEMS, "deques.extendleft").none(NOT_ITERABLE),
    library(DEQUE, "index", "*", ITEMS, "deques.index"),
    library(DEQUE, "count", "*", ITEMS, "deques.count"),
    library(DEQUE, "remove", "*", ITEMS, "deques.remove"),
    library(DEQUE, "insert", "*", ITEMS, "deques.insert"),
];

fn definition(s: &SomeValue) -> ListDefId {
    match s.kind {
        Kind::Deque(l) => l,
        _ => unreachable!("the row is for deques"),
    }
}

/// `d[i]`
fn item(ann: &mut Facts, q: &Asked) -> AResult {
    ann.want_int(q.site, &q.args[1], "the index of a deque")?;
    Ok(ann.read_list(q.site, definition(&q.args[0])))
}

/// `d[i] = v`
fn set_item(ann: &mut Facts, q: &Asked) -> AResult {
    ann.want_int(q.site, &q.args[1], "the index of a deque")?;
    let l = definition(&q.args[0]);
    ann.list_mutate(l);
    ann.generalize_list(q.site, l, &q.args[2])?;
    Ok(SomeValue::NONE)
}

/// `del d[i]`
fn delete(ann: &Facts, q: &Asked) -> AResult {
    ann.want_int(q.site, &q.args[1], "the index of a deque")?;
    Ok(SomeValue::NONE)
}

/// `x in d`
fn contains(ann: &mut Facts, q: &Asked) -> AResult {
    lists::items_contain(ann, q, definition(&q.args[0]))
}

/// `d == e`
fn equal(ann: &mut Facts, q: &Asked) -> AResult {
    lists::items_equal(ann, q, definition(&q.args[0]), definition(&q.args[1]))
}

/// Deques with, or without, a `maxlen` are among those of a definition.
pub(crate) fn limit(ann: &mut Facts, l: ListDefId, limits: (bool, bool)) {
    let l = ann.find_list(l);
    let d = &mut ann.lists[l];
    let now = (d.limits.0 || limits.0, d.limits.1 || limits.1);
    if std::mem::replace(&mut d.limits, now) != now {
        for p in d.readers.clone() {
            ann.reflow(p);
        }
    }
}

/// `d.maxlen`
pub(crate) fn maxlen(
    ann: &mut Facts,
    site: Site,
    this: &SomeValue,
    l: ListDefId,
) -> AResult<Answer> {
    ann.read_list(site, l);
    match ann.lists[ann.find_list(l)].limits {
        (false, false) => Err(AnnError::Blocked),
        (true, false) => Ok(Answer::library_on("deques", "maxlen_", &[(0, this)])),
        (false, true) => Ok(SomeValue::NONE.into()),
        (true, true) => Err(ann
            .error(site, "unsupported", "maxlen would have to be both int and None here")
            .note("some of the deques that come here have a maxlen, others have none")),
    }
}

// ---- Methods

/// An empty one with the same limit.
fn empty(a: &mut Facts, site: Site, _: &Method, this: &SomeValue, _: &CallArgs) -> AResult {
    let Kind::Deque(l) = this.kind else { unreachable!("a method of deques") };
    a.read_list(site, l);
    let l = a.find_list(l);
    let new = a.site_list(site, 0);
    a.list_resize(site, new)?;
    let limits = a.lists[l].limits;
    limit(a, new, limits);
    Ok(Kind::Deque(new).into())
}
