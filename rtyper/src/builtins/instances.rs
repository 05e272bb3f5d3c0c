//! Built-in functions on instances.

use crate::base::cx::{Cx, konst};
use crate::base::operands;
use crate::repr::{class, exc_args, instance};
use crate::state::repr::Repr;
use crate::state::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlOp, HlValue, SpaceOperation};

/// `object()`
pub(crate) fn new_object(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let root = rt.ann.classdefs.keys().next().expect("object");
    let v = instance::new(rt, cx, root)?;
    rt.own_result(cx, op, v)
}

/// `object.__setattr__(x, name, value)`
pub(crate) fn set_attribute(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    let name = operands::attr_name(rt, cx, &a[1])?;
    let (v, r) = rt.val(cx, &a[0])?;
    let Repr::Instance(c) = *rt.repr(r) else {
        return Err(error("object.__setattr__() of what is no instance"));
    };
    instance::setattr(rt, cx, v, c, &name, &a[2])?;
    rt.none_result(cx, op)
}

/// `BaseException.__init__(self, …)`
pub(crate) fn init_exception(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    let Kind::Instance { class, .. } = rt.s(cx, &a[0]).kind else {
        return Err(error("the exception is unknown"));
    };
    let (inst, _) = rt.val(cx, &a[0])?;
    if op.op == HlOp::SimpleCall {
        let args: Vec<_> = (2..op.args.len()).map(annotator::ArgSource::Operand).collect();
        class::setup(rt, class)?;
        let none = konst(Const::Int(0));
        rt.setfield(cx, inst, "exc_kind", none)?;
        exc_args::remember(rt, cx, inst, class, op, &args, true)?;
    }
    Ok(())
}
