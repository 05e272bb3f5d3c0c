//! Sets: definitions of dicts without values. What the RTyper does not do is written in the language
//! (`rlib/builtins/sets.py`).

use crate::CallArgs;
use crate::kinds::dicts;
use crate::kinds::texts;
use crate::ops;
use crate::ops::methods::*;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what operations on sets give and raise. Beside a view of a dict, operators take any iterable; a bare list has
/// none.
pub(crate) const ROWS: &[Row] = &[
    row(&[NewSet], ANY, ANY, Gives::Joins(new)).code(Code::NewDict),
    row(&[Len], SET, ANY, A_COUNT).lowers(Lowers::Field("num_live")),
    row(&[Contains], SET, ANY, Gives::Joins(dicts::contains))
        .folds()
        .types("Ok>b")
        .lowers(keyed("ll_contains")),
    row(&[Or, And, Sub, Xor], SET, SET.or(VIEW), Gives::Answers(operator)),
    row(&[Or, And, Sub, Xor], VIEW, SET.or(LIST).or(DICT), Gives::Answers(operator)),
    row(&[Lt], SET, SET, Gives::Library("sets.less")),
    row(&[Le], SET, SET, Gives::Library("sets.less_or_equal")),
    row(&[Gt], SET, SET, Gives::Library("sets.greater")),
    row(&[Ge], SET, SET, Gives::Library("sets.greater_or_equal")),
    row(EQUALITY, SET, SET, Gives::Joins(dicts::equal)).compares(Comparison::Dicts),
    row(&[Str, Repr], SET, ANY, texts::TEXT_OF_ITEMS).code(Code::Text),
];

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    typed(SET, "add", "e>0", Mutates, MEM, keyed("ll_set_add")),
    typed(SET, "_add", "e>0", Reads, MEM, keyed("ll_set_add")),
    typed(SET, "discard", "e>0", Mutates, MEM, keyed("ll_set_discard")),
    typed(SET, "_discard", "e>0", Reads, MEM, keyed("ll_set_discard")),
    typed(SET, "remove", "e>0", Mutates, KEY, keyed("ll_delitem")),
    typed(SET, "pop", ">e", Mutates, KEY, helper("ll_dict", "ll_set_pop").then(&[Extra::Hash])),
    typed(SET, "clear", ">0", Mutates, MEM, helper("ll_dict", "ll_clear")),
    method(SET, "copy", ">?", Reads, MEM, copy, code(Code::Copy)),
    library(SET, "update", "", MEM, "sets.update0").changes(Mutates),
    library(SET, "update", "?", MEM, "sets.update").changes(Mutates),
    library(SET, "update", "??", MEM, "sets.update2").changes(Mutates),
    library(SET, "update", "???", MEM, "sets.update3").changes(Mutates).none(NONE_ITERABLE),
    library(SET, "union", "", MEM, "sets.union0"),
    library(SET, "union", "?", MEM, "sets.union"),
    library(SET, "union", "??", MEM, "sets.union2"),
    library(SET, "union", "???", MEM, "sets.union3").none(NONE_ITERABLE),
    library(SET, "intersection", "", MEM, "sets.intersection0"),
    library(SET, "intersection", "?", MEM, "sets.intersection"),
    library(SET, "intersection", "??", MEM, "sets.intersection2"),
    library(SET, "intersection", "???", MEM, "sets.intersection3").none(NONE_ITERABLE),
    library(SET, "difference", "", MEM, "sets.difference0"),
    library(SET, "difference", "?", MEM, "sets.difference"),
    library(SET, "difference", "??", MEM, "sets.difference2"),
    library(SET, "difference", "???", MEM, "sets.difference3").none(NONE_ITERABLE),
    library(SET, "intersection_update", "", MEM, "sets.intersection_update0").changes(Mutates),
    library(SET, "intersection_update", "?", MEM, "sets.intersection_update").changes(Mutates),
    library(SET, "intersection_update", "??", MEM, "sets.intersection_update2").changes(Mutates),
    library(SET, "intersection_update", "???", MEM, "sets.intersection_update3").changes(Mutates).none(NONE_ITERABLE),
    library(SET, "difference_update", "", MEM, "sets.difference_update0").changes(Mutates),
    library(SET, "difference_update", "?", MEM, "sets.difference_update").changes(Mutates),
    library(SET, "difference_update", "??", MEM, "sets.difference_update2").changes(Mutates),
    library(SET, "difference_update", "???", MEM, "sets.difference_update3").changes(Mutates).none(NONE_ITERABLE),
    library(SET, "symmetric_difference", "?", MEM, "sets.symmetric_difference").none(NONE_ITERABLE),
    library(SET, "issubset", "?", MEM, "sets.issubset").none(NONE_ITERABLE),
    library(SET, "issuperset", "?", MEM, "sets.issuperset").none(NONE_ITERABLE),
    library(SET, "isdisjoint", "?", MEM, "sets.isdisjoint").none(NONE_ITERABLE),
    library(SET, "symmetric_difference_update", "?", MEM, "sets.symmetric_difference_update").changes(Mutates).none(NONE_ITERABLE),
];

/// The set definition that belongs to this operation.
pub(crate) fn site_set(ann: &mut Facts, site: Site, frozen: bool) -> DictDefId {
    let d = ops::site_dict(ann, site);
    if ann.dict_def(d).value.is_impossible() {
        let d = ann.find_dict(d);
        ann.dicts[d].value = SomeValue::NONE;
        ann.dicts[d].set = true;
        ann.dicts[d].frozen = frozen;
    }
    d
}

/// `|`, `&`, `-`, `^` on sets, or on the views of dicts (lists here) and sets.
fn operator(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let (a, b) = (&q.args[0], &q.args[1]);
    let name = match q.plain() {
        Or => "union",
        And => "intersection",
        Sub => "difference",
        _ => "symmetric_difference",
    };
    let changed = match a.kind {
        Kind::Set(d) => q.operation() != q.plain() && !ann.dict_def(d).frozen,
        _ => false,
    };
    let f = if changed { format!("inplace_{name}") } else { format!("of_{name}") };
    Ok(Answer::library_on("sets", &f, &[(0, a), (1, b)]))
}

/// `set()`
fn new(ann: &mut Facts, q: &Asked) -> AResult {
    Ok(Kind::Set(site_set(ann, q.site, false)).into())
}

// ---- Methods

/// `copy`
fn copy(_: &mut Facts, _: Site, _: &Method, this: &SomeValue, _: &CallArgs) -> AResult {
    Ok(this.without_const())
}
