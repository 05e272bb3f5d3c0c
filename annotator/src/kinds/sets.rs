//! Sets: definitions of dicts without values. What the RTyper does not do is written in the language
//! (`rlib/builtins/sets.py`).

use crate::kinds::{dicts, lists};
use crate::ops;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what operations on sets give and raise. Beside a view of a dict, operators take any iterable; a bare list has
/// none.
pub(crate) const ROWS: &[Row] = &[
    row(&[NewSet], ANY, ANY, Gives::By(new)).rule(Rule::NewDict),
    row(&[Len], SET, ANY, A_COUNT).lowers(Lowers::Field("num_live")),
    row(&[Contains], SET, ANY, Gives::By(dicts::contains))
        .folds()
        .lowers(keyed("ll_contains", "k>b")),
    row(&[Or, And, Sub, Xor], SET, SET.or(VIEW), Gives::By(operator)),
    row(&[Or, And, Sub, Xor], VIEW, SET.or(LIST).or(DICT), Gives::By(operator)),
    row(&[Lt], SET, SET, Gives::Library("sets.less")),
    row(&[Le], SET, SET, Gives::Library("sets.less_or_equal")),
    row(&[Gt], SET, SET, Gives::Library("sets.greater")),
    row(&[Ge], SET, SET, Gives::Library("sets.greater_or_equal")),
    row(EQUALITY, SET, SET, Gives::By(dicts::equal)).compares(Comparison::Dicts),
    row(&[Str, Repr], SET, ANY, lists::TEXT_OF_ITEMS).rule(Rule::Text),
];

/// The set definition that belongs to this operation.
pub(crate) fn site_set(ann: &mut Annotator, site: Site, frozen: bool) -> DictDefId {
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
fn operator(ann: &mut Annotator, q: &Asked) -> AResult {
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
    ann.call_library_on(q.site, "sets", &f, &[(0, a), (1, b)])
}

/// `set()`
fn new(ann: &mut Annotator, q: &Asked) -> AResult {
    Ok(Kind::Set(site_set(ann, q.site, false)).into())
}
