//! The truth of a value.

use crate::base::cx::{Cx, konst};
use crate::repr::{list, numbers};
use crate::state::repr::Repr;
use crate::state::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlConst, HlOp, HlValue, LlOp, LlValue, SpaceOperation, Type};

/// `bool(x)`, `not x`
pub(crate) fn truth(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let b = of(rt, cx, &op.args[0])?;
    let b = if op.op == HlOp::Not { cx.negate(b) } else { b };
    rt.bool_result(cx, op, b)
}

/// Truth of an operand.
pub(crate) fn of(rt: &mut RTyper<'_>, cx: &mut Cx, a: &HlValue) -> Res<LlValue> {
    let s = rt.s(cx, a);
    let bool_const = |b| Ok(konst(Const::Bool(b)));
    if s.kind == Kind::None_ {
        return bool_const(false);
    }
    if let Some(b) = match &s.konst {
        Some(HlConst::Bool(b)) => Some(*b),
        Some(HlConst::Int(i)) => Some(*i != 0),
        Some(HlConst::Float(f)) => Some(f64::from_bits(*f) != 0.0),
        Some(HlConst::Str(s) | HlConst::Bytes(s)) => Some(!s.is_empty()),
        Some(HlConst::None) => Some(false),
        _ => None,
    } {
        return bool_const(b);
    }
    let (v, r) = rt.val(cx, a)?;
    let ty = rt.lltype(r)?;
    Ok(match rt.repr(r).clone() {
        Repr::Void | Repr::Known(_) | Repr::Slice | Repr::Interior(_) => {
            return bool_const(true);
        }
        Repr::Prim(t) => numbers::truth(cx, v, t),
        Repr::Tuple(items) => return bool_const(!items.is_empty()),
        Repr::Str | Repr::Unicode => rt.helper_call(cx, "ll_misc", "ll_str_is_true", vec![v])?,
        Repr::List(l) => {
            let f =
                if rt.list_info(l)?.list.is_some() { "ll_list_is_true" } else { "ll_str_is_true" };
            rt.helper_call(cx, "ll_misc", f, vec![v])?
        }
        Repr::Dict(_) | Repr::Set(_) => {
            rt.helper_call(cx, "ll_misc", "ll_dict_is_true", vec![v])?
        }
        Repr::Deque(_) | Repr::ByteArray => {
            rt.helper_call(cx, "ll_misc", "ll_list_is_true", vec![v])?
        }
        Repr::Range(_) => {
            let n = list::range_len(rt, cx, v, r)?;
            cx.op(LlOp::IntIsTrue, vec![n], Type::Bool)
        }
        _ if crate::repr::convert::is_pointer(ty) => cx.op(LlOp::PtrNonzero, vec![v], Type::Bool),
        other => {
            return Err(error(format!("truth of {} is not supported", other.describe())));
        }
    })
}
