//! Built-in functions that give texts.

use crate::base::cx::Cx;
use crate::repr::{class, exc, format};
use crate::state::repr::Repr;
use crate::state::{RTyper, Res};
use annotator::Kind;
use flowmodel::{Hl, HlValue, LlOp, SpaceOperation, Type};

/// The text of an object whose class defines none: of an exception, what `repr()` shows.
pub(crate) fn default_text(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    x: &HlValue,
) -> Res {
    let (v, r) = rt.val(cx, x)?;
    let v = match *rt.repr(r) {
        Repr::Instance(c) if class::is_exception(rt, c) => {
            let helper = exc::repr_helper(rt);
            exc::call_helper(rt, cx, v, helper)?
        }
        _ => rt.helper_call(cx, "ll_print", "ll_object_str", vec![v])?,
    };
    rt.set_str_result(cx, op, v)
}

/// Gives what a helper gives for an exception.
pub(crate) fn of_exception(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    x: &HlValue,
    helper: &str,
) -> Res {
    let (v, _) = rt.val(cx, x)?;
    let v = exc::call_helper(rt, cx, v, helper)?;
    rt.set_str_result(cx, op, v)
}

/// `bytes(x)`
pub(crate) fn bytes(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, x: &HlValue) -> Res {
    let v = if rt.s(cx, x).kind == Kind::ByteArray {
        let (l, _) = rt.val(cx, x)?;
        rt.helper_call(cx, "ll_bytearray", "ll_to_str", vec![l])?
    } else {
        format::str_of(rt, cx, x, false)?
    };
    rt.set_str_result(cx, op, v)
}

/// `formatd(x, code, precision, alternate)`
pub(crate) fn of_float(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    let (rf, rc, rb) = (rt.prim(Type::Float), rt.prim(Type::Char), rt.prim(Type::Bool));
    let x = rt.val_as(cx, &a[0], rf)?;
    let c = rt.val_as(cx, &a[1], rc)?;
    let c = cx.op(LlOp::CastCharToInt, vec![c], Type::Signed);
    let p = rt.signed(cx, &a[2])?;
    let alt = rt.val_as(cx, &a[3], rb)?;
    let v = rt.helper_call(cx, "ll_float", "ll_float_text", vec![x, c, p, alt])?;
    rt.set_str_result(cx, op, v)
}

/// `unicode(x)`
pub(crate) fn unicode(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    x: &HlValue,
) -> Res {
    let r = rt.intern(Repr::Unicode);
    if rt.s(cx, x).is_unicode() {
        let v = rt.val_as(cx, x, r)?;
        return rt.set_result(cx, op, v, r);
    }
    let v = format::str_of(rt, cx, x, false)?;
    let v = rt.helper_call(cx, "ll_unicode", "ll_decode_ascii", vec![v])?;
    rt.set_result(cx, op, v, r)
}
