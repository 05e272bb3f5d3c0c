//! Built-in functions that have to do with the collector: identity, hashes, finalizers.

use crate::base::cx::Cx;
use crate::repr::weakref;
use crate::state::repr::Repr;
use crate::state::{RTyper, Res};
use flowmodel::{Hl, HlValue, LlOp, SpaceOperation, Type};

/// `keepalive_until_here(…)`
pub(crate) fn keep_alive(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    for x in a {
        let (v, r) = rt.val(cx, x)?;
        let t = rt.lltype(r)?;
        if rt.ann.types.is_gc(t) {
            cx.op0(LlOp::Keepalive, vec![v]);
        }
    }
    rt.none_result(cx, op)
}

/// `compute_hash(x)`: for instances it is always the identity hash.
pub(crate) fn compute_hash(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    x: &HlValue,
) -> Res {
    let (v, r) = rt.val(cx, x)?;
    let h = match rt.repr(r) {
        Repr::Instance(_) => rt.helper_fn("ll_class", "ll_ptr_hash")?,
        _ => rt.hash_fn(r)?,
    };
    let v = rt.call_host_helper(cx, h, vec![v.into()])?;
    rt.int_result(cx, op, v)
}

/// Puts an object under the eyes of a `FinalizerQueue`.
pub(crate) fn note_object(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    weakref::note_for_queue(rt, cx, &a[0], &a[1])?;
    rt.none_result(cx, op)
}

/// Runs the finalizers that are due.
pub(crate) fn run_finalizers(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    weakref::run_finalizers(rt, cx);
    rt.none_result(cx, op)
}

/// `gc.collect()`, of one generation if there is an argument.
pub(crate) fn collect(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    generation: Option<&HlValue>,
) -> Res {
    match generation {
        None => cx.op0(LlOp::GcCollect, vec![]),
        Some(generation) => {
            let generation = rt.signed(cx, generation)?;
            let what = cx.int(0);
            cx.op(LlOp::GcControl, vec![what, generation], Type::Signed);
        }
    }
    weakref::run_finalizers(rt, cx);
    rt.none_result(cx, op)
}

/// Asks or tells the collector something, by number.
pub(crate) fn gc_control(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    let args = vec![rt.signed(cx, &a[0])?, rt.signed(cx, &a[1])?];
    let v = cx.op(LlOp::GcControl, args, Type::Signed);
    weakref::run_finalizers(rt, cx);
    rt.int_result(cx, op, v)
}
