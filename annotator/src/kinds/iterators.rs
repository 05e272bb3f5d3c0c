//! Iterators, and what containers give when they are iterated over.

use crate::CallArgs;
use crate::definitions::origins;
use crate::kinds::texts;
use crate::kinds::tuples;
use crate::ops::methods::*;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what iteration gives and raises.
pub(crate) const ROWS: &[Row] = &[
    row(&[Iter], ITERATOR, ANY, FIRST).code(Code::Iterate),
    row(&[Iter], SET, ANY, Gives::Joins(iter_set)).code(Code::Iterate),
    row(&[Iter], CONTAINER, ANY, Gives::Joins(iter)).code(Code::Iterate),
    row(&[Next], ITERATOR, ANY, Gives::Joins(next)).raises(Raises::By(raises)).code(Code::Next),
];

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    method(ITERATOR, "next", ">?", Reads, STOP, next_method, code(Code::Next)),
    method(ITERATOR, "__next__", ">?", Reads, STOP, next_method, code(Code::Next)),
];

const CONTAINER: Kinds = LIST.or(DICT).or(DEQUE).or(TEXT).or(TUPLE).or(BYTEARRAY);

/// `iter(c)`
fn iter(ann: &mut Facts, q: &Asked) -> AResult {
    texts::check_counted(ann, q.site, &q.args[0])?;
    let container = Rc::new(iterable(ann, q.site, &q.args[0])?);
    Ok(Kind::Iterator { container, variant: IterVariant::Items }.into())
}

fn iter_set(ann: &mut Facts, q: &Asked) -> AResult {
    ann.warn(
        q.site,
        "set-order",
        "a set is iterated over in the order of insertion; CPython has another order",
        "where the order matters, iterate over sorted(…)",
    );
    iter(ann, q)
}

/// `next(it)`
fn next(ann: &mut Facts, q: &Asked) -> AResult {
    match &q.args[0].kind {
        Kind::Iterator { container, variant } => {
            iter_item(ann, q.site, &container.clone(), *variant)
        }
        _ => unreachable!("the row is for iterators"),
    }
}

/// Gives the exceptions that `next()` of an iterator can raise: RuntimeError for a dict or set that
/// was changed.
pub(crate) fn next_raises(s: &SomeValue) -> &'static [&'static str] {
    fn over_dict(s: &SomeValue) -> bool {
        match &s.kind {
            Kind::Dict(_) | Kind::Set(_) | Kind::Deque(_) => true,
            Kind::Iterator { container, .. } => over_dict(container),
            Kind::Tuple(items) => items.iter().any(over_dict),
            _ => false,
        }
    }
    if over_dict(s) { &["StopIteration", "RuntimeError"] } else { &["StopIteration"] }
}

/// Gives the exceptions that `next()` can raise.
pub(crate) fn raises(_: &mut Facts, q: &Asked) -> Throws {
    Throws::Only(next_raises(&q.args[0]).to_vec())
}

/// The container that an iterator walks over: for a tuple, a list of its items.
pub(crate) fn iterable(ann: &mut Facts, site: Site, s: &SomeValue) -> AResult {
    let Kind::Tuple(items) = &s.kind else { return Ok(s.without_const()) };
    tuples::tuple_as_list(ann, site, items).map_err(|e| {
        origins::union_at(ann, site, e, "the items of the tuple that is iterated over", &[])
    })
}

/// Item of a container that is iterated over.
pub(crate) fn iter_item(
    ann: &mut Facts,
    site: Site,
    container: &SomeValue,
    variant: IterVariant,
) -> AResult {
    let item = match &container.kind {
        Kind::List(l) | Kind::Deque(l) => ann.read_list(site, *l),
        Kind::String { .. } | Kind::Char => SomeValue::CHAR,
        Kind::Unicode { .. } | Kind::UniChar => SomeValue::UNICHAR,
        Kind::ByteArray => SomeValue::NONNEG,
        Kind::Tuple(iterators) if variant == IterVariant::Zip => {
            let mut items = vec![];
            for it in iterators.clone().iter() {
                items.push(iter_item(ann, site, it, IterVariant::Items)?);
            }
            if items.iter().any(|i| i.is_impossible()) {
                return Ok(SomeValue::IMPOSSIBLE);
            }
            return Ok(SomeValue::tuple(items));
        }
        Kind::Tuple(items) => {
            let items = items.clone();
            let mut u = SomeValue::IMPOSSIBLE;
            for i in items.iter() {
                u = ann.union(site, &u, &i.without_const())?;
            }
            u
        }
        Kind::Set(d) => ann.read_dict(site, *d).0,
        Kind::Dict(d) => {
            let (k, v) = ann.read_dict(site, *d);
            return Ok(match variant {
                IterVariant::Items
                | IterVariant::Keys
                | IterVariant::Reversed
                | IterVariant::Zip => k,
                IterVariant::Values => v,
                IterVariant::KeyValues => {
                    if k.is_impossible() || v.is_impossible() {
                        SomeValue::IMPOSSIBLE
                    } else {
                        SomeValue::tuple(vec![k, v])
                    }
                }
                IterVariant::Enumerate => {
                    if k.is_impossible() {
                        SomeValue::IMPOSSIBLE
                    } else {
                        SomeValue::tuple(vec![SomeValue::NONNEG, k])
                    }
                }
            });
        }
        Kind::Iterator { container, variant: v } => {
            let (c, v) = (container.clone(), *v);
            iter_item(ann, site, &c, v)?
        }
        _ => {
            return Err(ann.error(
                site,
                "not-iterable",
                format!("{} cannot be iterated over", ann.show(container)),
            ));
        }
    };
    Ok(match variant {
        IterVariant::Enumerate if !item.is_impossible() => {
            SomeValue::tuple(vec![SomeValue::NONNEG, item])
        }
        _ => item,
    })
}

// ---- Methods

/// `next`
fn next_method(a: &mut Facts, site: Site, _: &Method, this: &SomeValue, _: &CallArgs) -> AResult {
    let Kind::Iterator { container, variant } = &this.kind else {
        unreachable!("a method of iterators")
    };
    iter_item(a, site, container, *variant)
}
