//! Tuples: items, slices, sums and products.

use crate::definitions::origins;
use crate::definitions::own_methods;
use crate::definitions::union;
use crate::kinds::slices::check_slice;
use crate::kinds::strings;
use crate::kinds::texts;
use crate::ops::methods::*;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what operations on tuples give and raise.
pub(crate) const ROWS: &[Row] = &[
    row(&[NewTuple], ANY, ANY, Gives::Reads(|_, q| Ok(SomeValue::tuple(q.args.to_vec()))))
        .code(Code::NewTuple),
    row(
        &[Len],
        TUPLE,
        ANY,
        Gives::Reads(|_, q| Ok(SomeValue::int_const(items(&q.args[0]).len() as i64))),
    )
    .folds(),
    row(&[GetItem], TUPLE, SLICE, Gives::Reads(slice)).only(&["IndexError"]).code(Code::TupleItem),
    row(&[GetItem], TUPLE, ANY, Gives::Joins(item)).only(&["IndexError"]).code(Code::TupleItem),
    row(&[SetItem], TUPLE, SLICE.not(), Gives::Reads(set_item)),
    row(&[Contains], TUPLE, ANY, Gives::Joins(contains)).folds().code(Code::TupleContains),
    row(&[Add], TUPLE, TUPLE, Gives::Reads(sum)).code(Code::AddTuples),
    row(&[Mul], TUPLE, INT, Gives::Answers(repeat)).when(|_, q| q.args[1].const_int().is_some()),
    row(&[Mul], INT, TUPLE, Gives::Answers(repeat)).when(|_, q| q.args[0].const_int().is_some()),
    row(&[Lt, Le], TUPLE, TUPLE, Gives::Library("lists.tuple_below")).when(differ_in_length),
    row(&[Gt, Ge], TUPLE, TUPLE, Gives::Library("lists.tuple_above")).when(differ_in_length),
    row(ORDER, TUPLE, TUPLE, Gives::Joins(order))
        .raises(Raises::By(strings::order_raises))
        .compares(Comparison::Tuples),
    row(EQUALITY, TUPLE, TUPLE, Gives::Joins(equal)).compares(Comparison::Tuples),
    row(&[Hash], TUPLE, ANY, AN_INT).code(Code::Hash),
    row(&[Str, Repr], TUPLE, ANY, texts::TEXT_OF_ITEMS).code(Code::Text),
];

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    library(TUPLE, "index", "*", MEM, "lists.tuple_index"),
    library(TUPLE, "count", "*", MEM, "lists.tuple_count"),
];

/// A list of fixed size with the items of a tuple: one per operation and type of tuple.
pub(crate) fn tuple_as_list(ann: &mut Facts, site: Site, items: &[SomeValue]) -> AResult {
    let mut u = SomeValue::IMPOSSIBLE;
    for i in items.iter() {
        u = ann.union(site, &u, &i.without_const())?;
    }
    for n in 8..64 {
        let l = ann.site_list(site, n);
        let have = ann.read_list(site, l);
        // Several tuples of one operation (`zip`): lists of their own.
        if have.is_impossible()
            || union::contains(ann, site, &have, &u)
            || union::contains(ann, site, &u, &have)
        {
            ann.generalize_list(site, l, &u)?;
            return Ok(Kind::List(l).into());
        }
    }
    Err(ann.error(site, "unsupported", "too many tuples are iterated over at once"))
}

/// The items of the tuple that is an operand.
fn items(s: &SomeValue) -> Rc<[SomeValue]> {
    match &s.kind {
        Kind::Tuple(items) => items.clone(),
        _ => unreachable!("the row is for tuples"),
    }
}

/// `t[i]`
fn item(ann: &mut Facts, q: &Asked) -> AResult {
    let (t, i) = (items(&q.args[0]), &q.args[1]);
    let Some(n) = i.const_int() else {
        ann.want_int(q.site, i, "the index of a tuple")?;
        let mut u = SomeValue::IMPOSSIBLE;
        for x in t.iter() {
            u = ann.union(q.site, &u, &x.without_const()).map_err(|e| {
                origins::union_at(ann, q.site, e, "the items of a tuple with a variable index", &[])
            })?;
        }
        return Ok(u);
    };
    let k = if n < 0 { n + t.len() as i64 } else { n };
    match t.get(k as usize) {
        Some(s) if k >= 0 => Ok(s.clone()),
        _ => Err(ann.error(
            q.site,
            "index",
            format!("index {n} is out of range for a tuple of {} items", t.len()),
        )),
    }
}

fn set_item(ann: &Facts, q: &Asked) -> AResult {
    let shown = ann.show(&q.args[0]);
    let e = ann.error(q.site, "immutable", format!("{shown} is immutable"));
    Err(e.note("use a list, or make a new tuple"))
}

/// `t[a:b:c]`
fn slice(ann: &Facts, q: &Asked) -> AResult {
    let t = items(&q.args[0]);
    let Kind::Slice(bounds) = &q.args[1].kind else { unreachable!("the row is for slices") };
    check_slice(ann, q.site, bounds)?;
    match constant_slice(bounds, t.len()) {
        Some(picked) => Ok(SomeValue::tuple(picked.into_iter().map(|i| t[i].clone()).collect())),
        None => Err(ann.error(q.site, "constant-needed", "slices of tuples need constant bounds")),
    }
}

/// `x in t`: compared with each item, so they must be comparable.
fn contains(ann: &mut Facts, q: &Asked) -> AResult {
    let mut u = q.args[1].without_const();
    for i in items(&q.args[0]).iter() {
        u = ann
            .union(q.site, &u, &i.without_const())
            .map_err(|e| origins::union_at(ann, q.site, e, "the operands of 'in'", &[]))?;
    }
    own_methods::want_hook(ann, &u, special::Hook::Eq);
    Ok(SomeValue::BOOL)
}

/// `t + u`
fn sum(_: &Facts, q: &Asked) -> AResult {
    let (x, y) = (items(&q.args[0]), items(&q.args[1]));
    Ok(SomeValue::tuple(x.iter().chain(y.iter()).cloned().collect()))
}

/// `t * n`, `n * t` with a constant number: a tuple of known length.
fn repeat(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let operand = usize::from(matches!(q.args[1].kind, Kind::Tuple(_)));
    let (t, n) = (&q.args[operand], q.args[1 - operand].const_int().expect("a constant"));
    let len = items(t).len().to_string();
    let f = own_methods::made_function(ann, q.site, "lists.make_repeat", &[&len, &n.to_string()])?;
    Ok(Answer::made_on(&f, &[(operand, t)]))
}

/// Says whether two tuples have different lengths.
fn differ_in_length(_: &mut Facts, q: &Asked) -> bool {
    items(&q.args[0]).len() != items(&q.args[1]).len()
}

/// `t < u` and its like, of tuples of one length.
fn order(ann: &mut Facts, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    ann.union(q.site, &a.without_const(), &b.without_const())
        .map_err(|e| origins::union_at(ann, q.site, e, "the operands of a comparison", &[]))?;
    for s in [a, b] {
        own_methods::want_hook(ann, s, special::Hook::Lt);
        own_methods::want_hook(ann, s, special::Hook::Eq);
    }
    Ok(SomeValue::BOOL)
}

/// `t == u`
fn equal(ann: &mut Facts, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    if differ_in_length(ann, q) {
        return Ok(SomeValue::bool_const(q.operation() == Ne));
    }
    own_methods::want_hook(ann, a, special::Hook::Eq);
    own_methods::want_hook(ann, b, special::Hook::Eq);
    Ok(SomeValue::BOOL)
}

/// The items of a sequence of known length that a slice picks, by index; `None` if its parts are no constants.
pub fn constant_slice(sl: &[SomeValue; 3], len: usize) -> Option<Vec<usize>> {
    let part = |s: &SomeValue| match &s.kind {
        Kind::None_ => Some(None),
        _ => s.const_int().map(Some),
    };
    let (start, stop, step) = (part(&sl[0])?, part(&sl[1])?, part(&sl[2])?.unwrap_or(1));
    let len = len as i64;
    let (lo, hi) = if step < 0 { (-1, len - 1) } else { (0, len) };
    let clip = |i: i64| if i < 0 { (i + len).max(lo) } else { i.min(hi) };
    let mut i = start.map_or(if step < 0 { hi } else { lo }, clip);
    let stop = stop.map_or(if step < 0 { lo } else { hi }, clip);
    let mut out = vec![];
    while (step > 0 && i < stop) || (step < 0 && i > stop) {
        out.push(i as usize);
        i += step;
    }
    (step != 0).then_some(out)
}
