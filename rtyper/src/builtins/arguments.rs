//! Arguments of a call of a built-in function or method: its operands, and the object that a method is bound
//! to.

use crate::base::cx::{Cx, konst, void};
use crate::state::repr::ReprId;
use crate::state::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::{Hl, HlConst, HlOp, HlValue, LlValue, SpaceOperation, Type};
use std::rc::Rc;

/// Operands of a call without the callee: positional ones, and keywords.
pub(crate) struct CallOperands {
    pub pos: Vec<HlValue>,
    pub kw: Vec<(Rc<str>, HlValue)>,
}

/// Sorts the operands of a call.
pub(crate) fn call_operands(rt: &mut RTyper<'_>, op: &SpaceOperation<Hl>) -> Res<CallOperands> {
    if op.op != HlOp::CallArgs {
        return Ok(CallOperands { pos: op.args[1..].to_vec(), kw: vec![] });
    }
    let shape = match &op.args[1] {
        HlValue::Const(HlConst::Host(h)) => annotator::hostview::call_shape(&rt.ann.host, *h),
        _ => None,
    };
    let Some((npos, names, star)) = shape else {
        return Err(error("internal: a call without shape"));
    };
    if star {
        return Err(error("a built-in function is called with *args"));
    }
    let values = &op.args[2..];
    let pos = values[..npos].to_vec();
    let kw = names.into_iter().zip(values[npos..].iter().cloned()).collect();
    Ok(CallOperands { pos, kw })
}

/// The object that a method of a built-in type is bound to.
pub(crate) fn method_object(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    callee: &HlValue,
) -> Res<(LlValue, ReprId)> {
    let s = rt.s(cx, callee);
    let Kind::BuiltinMethod { this, .. } = &s.kind else {
        return Err(error("internal: a method that is not one"));
    };
    let r = rt.repr_of(this)?;
    let v = match (callee, &this.konst) {
        (_, Some(c)) if rt.lltype(r)? != Type::Void => konst(rt.const_of(c, r)?),
        (HlValue::Var(v), _) => cx.map.get(v).cloned().unwrap_or_else(void),
        _ => return Err(error("internal: the method's object is lost")),
    };
    Ok((v, r))
}
