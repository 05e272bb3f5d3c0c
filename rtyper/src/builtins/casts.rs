//! `int(x)`, `float(x)` and the integer types of `rpython.rlib.rarithmetic`.

use crate::base::cx::{Cx, konst};
use crate::repr::{convert, string};
use crate::state::repr::Repr;
use crate::state::{RTyper, Res, error};
use flowmodel::{Const, Hl, HlValue, SpaceOperation, Type};

/// `int(x)`, `int(s, base)`; of nothing it is 0.
pub(crate) fn int(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, a: &[HlValue]) -> Res {
    let Some(x) = a.first() else { return rt.int_result(cx, op, konst(Const::Int(0))) };
    let (v, r) = rt.val(cx, x)?;
    let v = match rt.repr(r).clone() {
        Repr::Prim(Type::Float) => rt.helper_call(cx, "ll_float", "ll_float2int", vec![v])?,
        Repr::Prim(t)
            if t == Type::Bool || t != Type::Unsigned && (t.is_signed() || t.is_unsigned()) =>
        {
            convert::prim(rt, cx, v, t, Type::Signed)?
        }
        Repr::Prim(Type::Unsigned) => return rt.set_result(cx, op, v, r),
        Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
            let rs = string::text_repr(rt, r);
            let s = rt.convert(cx, v, r, rs)?;
            let b = match a.get(1) {
                Some(b) => rt.signed(cx, b)?,
                None => cx.int(10),
            };
            rt.helper_call(cx, "ll_int", "ll_str2int", vec![s, b])?
        }
        other => return Err(error(format!("int() of {}", other.describe()))),
    };
    rt.int_result(cx, op, v)
}

/// `float(x)`; of nothing it is 0.
pub(crate) fn float(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    let rf = rt.prim(Type::Float);
    let Some(x) = a.first() else {
        return rt.set_result(cx, op, konst(Const::float(0.0)), rf);
    };
    let (v, r) = rt.val(cx, x)?;
    let v = match rt.repr(r).clone() {
        Repr::Prim(t) if !matches!(t, Type::Char | Type::UniChar) => {
            convert::prim(rt, cx, v, t, Type::Float)?
        }
        Repr::Str | Repr::Prim(Type::Char) => {
            let rs = string::text_repr(rt, r);
            let s = rt.convert(cx, v, r, rs)?;
            rt.helper_call(cx, "ll_float", "ll_str2float", vec![s])?
        }
        other => return Err(error(format!("float() of {}", other.describe()))),
    };
    rt.set_result(cx, op, v, rf)
}

/// `r_uint(x)` and its like.
pub(crate) fn machine_int(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    x: &HlValue,
) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let ty = rt.lltype(rr)?;
    let (v, r) = rt.val(cx, x)?;
    let Repr::Prim(t) = *rt.repr(r) else {
        return Err(error("an int type of what is not a number"));
    };
    let v = match (t, ty) {
        (Type::Float, Type::Unsigned) => {
            rt.helper_call(cx, "ll_float", "ll_float2uint", vec![v])?
        }
        (Type::Float, _) => {
            let i = rt.helper_call(cx, "ll_float", "ll_float2int", vec![v])?;
            convert::prim(rt, cx, i, Type::Signed, ty)?
        }
        _ => convert::prim(rt, cx, v, t, ty)?,
    };
    rt.own_result(cx, op, v)
}
