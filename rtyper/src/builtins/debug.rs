//! `ll_assert` and `fatalerror`.

use crate::base::cx::{Cx, konst};
use crate::state::{RTyper, Res};
use flowmodel::{Const, Hl, HlValue, LlOp, SpaceOperation, Type};

/// `ll_assert(x, message)`
pub(crate) fn ll_assert(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    let rb = rt.prim(Type::Bool);
    let v = rt.val_as(cx, &a[0], rb)?;
    let text = rt.s(cx, &a[1]).const_str().unwrap_or("assertion failed").to_string();
    cx.op0(LlOp::DebugAssert, vec![v, konst(Const::Text(text.into()))]);
    rt.none_result(cx, op)
}

/// `fatalerror(message)`
pub(crate) fn fatal_error(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    message: &HlValue,
) -> Res {
    let text = rt.s(cx, message).const_str().unwrap_or("fatal error").to_string();
    cx.op0(LlOp::DebugFatalError, vec![konst(Const::Text(text.into()))]);
    rt.none_result(cx, op)
}
