//! `rpython.rlib.rerased`: values whose type is hidden behind a `GcRef`.

use crate::base::cx::{Cx, konst, void};
use crate::base::operands;
use crate::repr::layouts;
use crate::state::repr::ReprId;
use crate::state::{RTyper, Res, error};
use flowmodel::{Const, Hl, HlValue, HostRef, LlOp, SpaceOperation, StructId, Type};

/// Repr of what the erasing pair of a called function hides.
fn erased_repr(rt: &mut RTyper<'_>, cx: &Cx, op: &SpaceOperation<Hl>) -> Res<ReprId> {
    // (`new_static_erasing_pair` outside of a class)
    let f = operands::callee_host(rt, cx, op).map(|f| {
        match annotator::hostview::view(&rt.ann.host, f) {
            annotator::hostview::View::StaticMethod(inner) => inner,
            _ => f,
        }
    });
    let pair = f.and_then(|f| annotator::hostview::func_attr(&rt.ann.host, f, "_erasing_pair_"));
    match pair {
        Some(id) => erased_repr_of_pair(rt, id),
        None => Err(error("an erasing function must be called directly")),
    }
}

fn erased_repr_of_pair(rt: &mut RTyper<'_>, pair: HostRef) -> Res<ReprId> {
    let s = annotator::erased_annotation(rt.ann, pair);
    rt.repr_of(&s)
}

/// The container in which a value that is no GC pointer is kept; `None` if it needs none.
fn erased_box(rt: &mut RTyper<'_>, t: Type) -> Option<StructId> {
    (t != Type::Void && !rt.ann.types.is_gc(t)).then(|| layouts::array_of(rt, t))
}

/// `erase(x)`
pub(crate) fn erase(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, x: &HlValue) -> Res {
    let r = erased_repr(rt, cx, op)?;
    let t = rt.lltype(r)?;
    let v = rt.val_as(cx, x, r)?;
    let v = match erased_box(rt, t) {
        _ if t == Type::Void => konst(Const::Null(Type::GcRef)),
        None if t == Type::GcRef => v,
        None => cx.op(LlOp::CastOpaquePtr, vec![v], Type::GcRef),
        Some(array) => {
            let (one, zero) = (cx.int(1), cx.int(0));
            let b = cx.malloc_varsize(array, one);
            cx.op0(LlOp::SetArrayItem, vec![b, zero, v]);
            cx.op(LlOp::CastOpaquePtr, vec![b], Type::GcRef)
        }
    };
    let gcref = rt.prim(Type::GcRef);
    rt.set_result(cx, op, v, gcref)
}

/// `unerase(e)`
pub(crate) fn unerase(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    x: &HlValue,
) -> Res {
    let r = erased_repr(rt, cx, op)?;
    let t = rt.lltype(r)?;
    let gcref = rt.prim(Type::GcRef);
    let e = rt.val_as(cx, x, gcref)?;
    let v = match erased_box(rt, t) {
        _ if t == Type::Void => void(),
        None if t == Type::GcRef => e,
        None => cx.op(LlOp::CastOpaquePtr, vec![e], t),
        Some(array) => {
            let b = cx.op(LlOp::CastOpaquePtr, vec![e], Type::Ptr(array));
            let zero = cx.int(0);
            cx.op(LlOp::GetArrayItem, vec![b, zero], t)
        }
    };
    rt.set_result(cx, op, v, r)
}

/// A prebuilt object that an erasing function made at import time.
pub(crate) fn prebuilt(rt: &mut RTyper<'_>, h: HostRef) -> Res<Const> {
    let get = |rt: &RTyper<'_>, name| annotator::hostview::instance_attr(&rt.ann.host, h, name);
    let (Some(pair), Some(x)) = (get(rt, "_identity"), get(rt, "_x")) else {
        return Err(error("a prebuilt object is used as an erased value"));
    };
    let r = erased_repr_of_pair(rt, pair)?;
    let t = rt.lltype(r)?;
    if t == Type::Void {
        return Ok(Const::Null(Type::GcRef));
    }
    let c = rt.host_const(x, r)?;
    Ok(match erased_box(rt, t) {
        Some(array) => Const::Obj(rt.new_obj("erased", array, vec![c])),
        None if matches!(c, Const::Null(_)) => Const::Null(Type::GcRef),
        None => c,
    })
}
