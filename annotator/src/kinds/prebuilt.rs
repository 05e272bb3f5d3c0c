//! Prebuilt functions, classes, methods and frozen objects: comparisons, texts. Also what is compared with anything else.

use crate::definitions::closures;
use crate::definitions::meets;
use crate::definitions::origins;
use crate::kinds::instances;
use crate::kinds::methods;
use crate::model::descs::DescKind;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// Comparisons of a closure with what a closure can stand for; they come before what classes define.
pub(crate) const CLOSURES: &[Row] =
    &[row(EQUALITY, INSTANCE.or(PREBUILT), INSTANCE.or(PREBUILT), Gives::Answers(equal_closures))
        .when(|ann, q| is_callable_and_closure(ann, &q.args[0], &q.args[1]))
        .compares(Comparison::Objects)];

/// The rows: what operations on prebuilt objects and on classes give, with the rows for values of any
/// kinds.
pub(crate) const ROWS: &[Row] = &[
    row(EQUALITY, PREBUILT, PREBUILT, Gives::Answers(equal)).compares(Comparison::Objects),
    row(EQUALITY, CLASS, CLASS.or(PREBUILT), A_BOOL).compares(Comparison::Objects),
    row(EQUALITY, PREBUILT, CLASS, A_BOOL).compares(Comparison::Objects),
    row(EQUALITY, ANY, ANY, Gives::Joins(equal_if_alike)).compares(Comparison::Objects),
    row(&[Str, Repr], PREBUILT.or(CLASS), ANY, A_TEXT).code(Code::Text),
    row(&[Hash], ANY, ANY, Gives::Joins(|ann, q| instances::op_hash(ann, q.site, &q.args[0])))
        .code(Code::Hash),
];

/// `f == g` where one is a closure: both are closures then.
fn equal_closures(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let both = ann.union(q.site, &q.args[0].without_const(), &q.args[1].without_const());
    let both =
        both.map_err(|e| origins::union_at(ann, q.site, e, "the operands of a comparison", &[]))?;
    let r = special::special_compare(ann, q.site, q.operation(), &[both.clone(), both]);
    r.unwrap_or(Ok(SomeValue::BOOL.into()))
}

/// `f == g`
fn equal(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let (a, b) = (&q.args[0], &q.args[1]);
    let (Kind::Pbc { descs: x, .. }, Kind::Pbc { descs: y, .. }) = (&a.kind, &b.kind) else {
        unreachable!("the row is for prebuilt objects")
    };
    if let (Some(x), Some(y)) = (&a.konst, &b.konst) {
        let same = x == y || methods::equal_prebuilt_methods(ann, x, y);
        return Ok(SomeValue::bool_const(same == (q.operation() == Eq)).into());
    }
    if let Some(r) = methods::compare_methods(ann, q.site, q.operation() == Eq, a, b) {
        return r;
    }
    let common = x.iter().any(|d| y.iter().any(|e| may_be_equal(ann, *d, *e)));
    let both_none = a.can_be_none() && b.can_be_none();
    Ok(match common || both_none {
        true => SomeValue::BOOL,
        false => SomeValue::bool_const(q.operation() == Ne),
    }
    .into())
}

/// `a == b` of values that no other row is for: they are never equal if they are of different kinds.
fn equal_if_alike(ann: &mut Facts, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    if std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind) {
        return Ok(SomeValue::BOOL);
    }
    let (x, y) = (ann.show(a), ann.show(b));
    ann.warn(q.site, "never-equal", format!("{x} is compared with {y}: never equal"), "");
    Ok(SomeValue::bool_const(q.operation() == Ne))
}

fn is_closure(ann: &Facts, s: &SomeValue) -> bool {
    matches!(s.kind, Kind::Instance { class, .. } if closures::is_closure_class(ann, class))
}

/// Says whether one value is a closure, the other one a function or something else that a closure can stand for.
pub(crate) fn is_callable_and_closure(ann: &Facts, a: &SomeValue, b: &SomeValue) -> bool {
    let prebuilt = |s: &SomeValue| {
        matches!(&s.kind, Kind::Pbc { descs, .. }
        if descs.iter().all(|d| meets::can_be_closure(ann, *d)))
    };
    is_closure(ann, a) && prebuilt(b) || is_closure(ann, b) && prebuilt(a)
}

/// Says whether two prebuilt callables or objects may be equal: methods are if they are bound to one object.
fn may_be_equal(ann: &Facts, d: DescId, e: DescId) -> bool {
    let method = |d: DescId| match &ann.descs[d].kind {
        DescKind::Method { func, this: Some(this), name, .. } => Some((*func, *this, name)),
        _ => None,
    };
    match (method(d), method(e)) {
        (Some((f, c, n)), Some((g, k, m))) => {
            (f == g || n == m) && (ann.is_subclassdef(c, k) || ann.is_subclassdef(k, c))
        }
        _ => d == e,
    }
}
