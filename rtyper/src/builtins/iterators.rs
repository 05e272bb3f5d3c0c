//! `iter(x)` and `next(it)`.

use crate::base::cx::Cx;
use crate::repr::iter;
use crate::{RTyper, Res};
use flowmodel::{Hl, HlValue, SpaceOperation};

/// `iter(x)`
pub(crate) fn iter(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, x: &HlValue) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let it = iter::over(rt, cx, x, rr)?;
    rt.own_result(cx, op, it)
}

/// `next(it)`
pub(crate) fn next(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, it: &HlValue) -> Res {
    let (it, r) = rt.val(cx, it)?;
    let (v, vr) = iter::next_item(rt, cx, it, r)?;
    rt.set_result(cx, op, v, vr)
}
