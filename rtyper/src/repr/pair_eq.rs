//! Equality of values of two different reprs: tuples and lists are compared item by item, none is converted.

use crate::helpers;
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res};
use flowmodel::{HostRef, Type};

/// Maximum depth of nesting of the types of values of two kinds that are compared.
const DEEPEST: usize = 12;

/// Tells whether values of the two reprs are, or contain in tuples, lists of different kinds: such values cannot be
/// converted to one repr to be compared.
pub(crate) fn differ_in_lists(rt: &RTyper<'_>, a: ReprId, b: ReprId) -> bool {
    match (rt.repr(a), rt.repr(b)) {
        (Repr::List(x), Repr::List(y)) => x != y,
        (Repr::Tuple(x), Repr::Tuple(y)) => {
            x.len() == y.len() && x.iter().zip(y.iter()).any(|(a, b)| differ_in_lists(rt, *a, *b))
        }
        _ => false,
    }
}

/// The function that decides whether a value of one repr equals a value of another; `None` where the values have to be
/// converted first.
pub(crate) fn pair_eq_fn(rt: &mut RTyper<'_>, a: ReprId, b: ReprId) -> Res<Option<HostRef>> {
    pair_eq_at(rt, a, b, 0)
}

fn pair_eq_at(rt: &mut RTyper<'_>, a: ReprId, b: ReprId, depth: usize) -> Res<Option<HostRef>> {
    // Types that contain themselves would have no end.
    if depth > DEEPEST {
        return Ok(None);
    }
    if a == b {
        return rt.eq_fn(a).map(Some);
    }
    let text = |r: &Repr| matches!(r, Repr::Str | Repr::Prim(Type::Char));
    let number = |r: &Repr| {
        matches!(r, Repr::Prim(Type::Signed | Type::Unsigned | Type::Bool | Type::Float))
    };
    let (ra, rb) = (rt.repr(a).clone(), rt.repr(b).clone());
    let f = match (&ra, &rb) {
        (Repr::Tuple(x), Repr::Tuple(y)) if x.len() == y.len() && !x.is_empty() => {
            let mut fns = vec![];
            for (a, b) in x.iter().zip(y.iter()) {
                let Some(f) = pair_eq_at(rt, *a, *b, depth + 1)? else { return Ok(None) };
                fns.push(f);
            }
            helpers::tuple_eq_fn(rt, &fns)?
        }
        (Repr::List(x), Repr::List(y)) => {
            let (x, y) = (rt.list_info(*x)?, rt.list_info(*y)?);
            let Some(f) = pair_eq_at(rt, x.item, y.item, depth + 1)? else { return Ok(None) };
            listeq_none_fn(rt, x.list.is_none(), y.list.is_none(), f)?
        }
        (Repr::Str, Repr::Prim(Type::Char)) => rt.helper_fn("ll_class", "ll_str_eq_char")?,
        (Repr::Prim(Type::Char), Repr::Str) => rt.helper_fn("ll_class", "ll_char_eq_str")?,
        _ if number(&ra) && number(&rb) => rt.helper_fn("ll_class", "ll_eq")?,
        _ if text(&ra) && number(&rb) || number(&ra) && text(&rb) => {
            rt.helper_fn("ll_class", "ll_never_eq")?
        }
        _ => return Ok(None),
    };
    Ok(Some(f))
}

/// Equality of lists that may be None, of two kinds.
pub(crate) fn listeq_none_fn(
    rt: &mut RTyper<'_>,
    fixed_a: bool,
    fixed_b: bool,
    eq: HostRef,
) -> Res<HostRef> {
    let key = format!("{fixed_a},{fixed_b},{}", eq.0);
    let args = [rt.ann.host.bool(fixed_a), rt.ann.host.bool(fixed_b), eq];
    helpers::made_in(rt, "ll_list", "make_listeq_none", &key, &args)
}
