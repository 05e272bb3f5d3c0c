//! Built-in functions that make lists.

use crate::base::cx::Cx;
use crate::repr::list;
use crate::state::repr::Repr;
use crate::state::{RTyper, Res, error};
use flowmodel::{Hl, HlValue, LlOp, SpaceOperation, Type};

/// Translates `list(x)`.
pub(crate) fn list(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let info = list::list_of(rt, rr)?;
    let Some(x) = a.first() else {
        let zero = cx.int(0);
        let array = cx.malloc_varsize(info.array, zero);
        let l = list::from_array(rt, cx, info, array, zero)?;
        return rt.own_result(cx, op, l);
    };
    let (_, r) = rt.val(cx, x)?;
    let same = match rt.repr(r).clone() {
        Repr::List(l) => rt.list_info(l)?.array == info.array,
        _ => false,
    };
    let (items, n) = list::sequence_as(rt, cx, x, info)?;
    let array =
        if same { rt.helper_call(cx, "ll_list", "ll_copy", vec![items, n])? } else { items };
    let l = list::from_array(rt, cx, info, array, n)?;
    rt.own_result(cx, op, l)
}

/// `newlist_hint(sizehint)`
pub(crate) fn newlist_hint(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    hint: Option<&HlValue>,
) -> Res {
    let Some(hint) = hint else {
        return Err(error("internal: newlist_hint() without hint"));
    };
    let rr = rt.result_repr(cx, op)?;
    let info = list::list_of(rt, rr)?;
    let n = rt.signed(cx, hint)?;
    let n = cx.op(LlOp::IntForceGeZero, vec![n], Type::Signed);
    let array = cx.malloc_varsize(info.array, n);
    let zero = cx.int(0);
    let l = if info.list.is_some() {
        list::from_array(rt, cx, info, array, zero)?
    } else {
        cx.malloc_varsize(info.array, zero)
    };
    rt.own_result(cx, op, l)
}

/// `sizeof_list(l)`: how many items the list has room for.
pub(crate) fn physical_size(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    x: &HlValue,
) -> Res {
    let (v, r) = rt.val(cx, x)?;
    let info = list::list_of(rt, r)?;
    let (items, _) = list::list_parts(rt, cx, v, info)?;
    let n = cx.op(LlOp::GetArraySize, vec![items], Type::Signed);
    rt.int_result(cx, op, n)
}
