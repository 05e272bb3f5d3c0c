//! Attributes: of instances, classes, frozen objects and prebuilt ones, as the representation of the object says.

use crate::base::cx::{Cx, konst, void};
use crate::base::operands;
use crate::repr::{class, exc, instance};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::lltype::CLASS_FIELD;
use flowmodel::{Hl, HlConst, HlValue, LlOp, SpaceOperation, Type};

/// Translates `x.name`.
pub(crate) fn getattr(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let s = rt.ann.binding(cx.gid, op.result).clone();
    let name = operands::attr_name(rt, cx, &op.args[1])?;
    let want = rt.repr_of(&s)?;
    // What is known, or has no run-time value, needs no reading.
    if rt.lltype(want)? == Type::Void {
        cx.map.insert(op.result, void());
        return Ok(());
    }
    let (v, r) = rt.val(cx, &op.args[0])?;
    match (rt.repr(r).clone(), rt.repr(want).clone()) {
        (Repr::Instance(c), Repr::BuiltinMethod(_) | Repr::Method(_))
            if instance::is_field(rt, c, &name)? =>
        {
            // A bound method kept in an attribute.
            match instance::getattr(rt, cx, v, c, &name)? {
                Some((v, r)) => rt.set_result(cx, op, v, r),
                None => Err(error(format!("attribute '{name}' has no run-time value"))),
            }
        }
        (Repr::Method(i), _) if name == "__self__" => {
            let v = rt.convert(cx, v, i, want)?;
            cx.map.insert(op.result, v);
            Ok(())
        }
        (_, Repr::BuiltinMethod(i) | Repr::Method(i)) => {
            // The bound object stands for the method.
            let base = match *rt.repr(r) {
                Repr::Method(i) => i,
                _ => r,
            };
            let v = rt.convert(cx, v, base, i)?;
            cx.map.insert(op.result, v);
            Ok(())
        }
        (Repr::Instance(_), Repr::Class) if name == "__class__" => {
            let t = cx.op(
                LlOp::GetField,
                vec![v, konst(rt.field(rt.layouts.object, CLASS_FIELD))],
                Type::Ptr(rt.layouts.vtable),
            );
            cx.map.insert(op.result, t);
            Ok(())
        }
        (Repr::Instance(c), Repr::Str)
            if name == "message"
                && class::is_exception(rt, c)
                && !annotator::has_own_attr(rt.ann, c, &name)
                && !instance::is_field(rt, c, &name)? =>
        {
            let text = exc::call_helper(rt, cx, v, "ll_exc_message")?;
            rt.set_str_result(cx, op, text)
        }
        (Repr::Instance(c), _) => match instance::getattr(rt, cx, v, c, &name)? {
            Some((v, r)) => rt.set_result(cx, op, v, r),
            None => match &s.konst {
                Some(k) => {
                    let k = rt.const_of(k, want)?;
                    cx.map.insert(op.result, konst(k));
                    Ok(())
                }
                None => match &s.kind {
                    Kind::Pbc { descs, .. } if descs.len() == 1 => {
                        let k = rt.const_of_desc(descs[0], want)?;
                        cx.map.insert(op.result, konst(k));
                        Ok(())
                    }
                    _ => Err(error(format!("attribute '{name}' has no run-time value"))),
                },
            },
        },
        (Repr::Class, _) => {
            let sc = rt.s(cx, &op.args[0]);
            match class::getattr(rt, cx, v, &sc, &name)? {
                Some((v, r)) => rt.set_result(cx, op, v, r),
                None => Err(error(format!("attribute '{name}' of several classes"))),
            }
        }
        (Repr::Frozen(_), _) => {
            let v = rt.getfield(cx, v, &name)?;
            let have = match class::ann_access_attr(rt, &op.args[0], cx, &name) {
                Some(s) => rt.repr_of(&s.without_const())?,
                None => want,
            };
            rt.set_result(cx, op, v, have)
        }
        (Repr::Void | Repr::Known(_), _) => match &s.konst {
            Some(k) => {
                let k = rt.const_of(k, want)?;
                cx.map.insert(op.result, konst(k));
                Ok(())
            }
            None => getattr_of_constant(rt, cx, op, &name, want),
        },
        (other, _) => Err(error(format!("attribute '{name}' of {}", other.describe()))),
    }
}

/// Attribute of an object known at translation time whose value is not a simple constant (a prebuilt list, …).
fn getattr_of_constant(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    name: &str,
    want: ReprId,
) -> Res {
    let s = rt.s(cx, &op.args[0]);
    let host = match (&op.args[0], &s.kind) {
        (HlValue::Const(HlConst::Host(h)), _) => Some(*h),
        (_, Kind::Pbc { descs, .. }) if descs.len() == 1 => match &rt.ann.descs[descs[0]].kind {
            annotator::DescKind::Frozen { host } => Some(*host),
            annotator::DescKind::Class(c) => Some(c.host),
            annotator::DescKind::Function(f) => Some(f.host),
            _ => None,
        },
        _ => s.const_host(),
    };
    let value = match host {
        Some(h) => rt.ann.host.getattr_opt(h, name).ok().flatten(),
        None => None,
    };
    match value {
        Some(v) => {
            let k = rt.host_const(v, want)?;
            cx.map.insert(op.result, konst(k));
            Ok(())
        }
        None => Err(error(format!("attribute '{name}' cannot be read here"))),
    }
}

/// Translates `x.name = v`.
pub(crate) fn setattr(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let name = operands::attr_name(rt, cx, &op.args[1])?;
    let (v, r) = rt.val(cx, &op.args[0])?;
    match *rt.repr(r) {
        Repr::Instance(c) => {
            instance::setattr(rt, cx, v, c, &name, &op.args[2])?;
            rt.none_result(cx, op)
        }
        ref other => {
            let d = other.describe();
            Err(error(format!("attribute '{name}' of {d} cannot be set")))
        }
    }
}
