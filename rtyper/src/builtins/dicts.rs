//! The functions of `rpython.rlib.rordereddict` and `rpython.rlib.objectmodel` on dicts.

use crate::base::cx::{Cx, konst};
use crate::repr::{dict, iter, truth};
use crate::{RTyper, Res};
use annotator::builtins::table::FunctionCode;
use flowmodel::{Const, Hl, HlValue, SpaceOperation};

/// Functions of rlib.objectmodel on dicts.
pub(crate) fn call(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    which: FunctionCode,
    a: &[HlValue],
) -> Res {
    let (d, r) = rt.val(cx, &a[0])?;
    if which == FunctionCode::ReversedDict {
        let rr = rt.result_repr(cx, op)?;
        let it = iter::make(rt, cx, d, r, rr)?;
        return rt.own_result(cx, op, it);
    }
    let info = dict::dict_of(rt, r)?;
    let mut args = vec![d, rt.val_as(cx, &a[1], info.key)?];
    match which {
        FunctionCode::MoveToEnd => args.push(match a.get(2) {
            Some(last) => truth::of(rt, cx, last)?,
            None => konst(Const::Bool(true)),
        }),
        FunctionCode::DelItemIfValueIs => args.push(rt.val_as(cx, &a[2], info.value)?),
        _ => args.push(rt.signed(cx, &a[2])?),
    }
    if which == FunctionCode::SetItemWithHash {
        args.push(rt.val_as(cx, &a[3], info.value)?);
    }
    let helper = match which {
        FunctionCode::MoveToEnd => "ll_move_to_end",
        FunctionCode::ContainsWithHash => "ll_contains_with_hash",
        FunctionCode::GetItemWithHash => "ll_getitem_with_hash",
        FunctionCode::SetItemWithHash => "ll_setitem_with_hash",
        FunctionCode::DelItemWithHash => "ll_delitem_with_hash",
        _ => "ll_delitem_if_value_is",
    };
    let v = dict::call(rt, cx, info, helper, args)?;
    match which {
        FunctionCode::ContainsWithHash => rt.bool_result(cx, op, v),
        FunctionCode::GetItemWithHash => rt.value_result(cx, op, v, info.value),
        _ => rt.none_result(cx, op),
    }
}
