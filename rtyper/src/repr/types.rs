//! `type(x)`, `isinstance` and `issubclass`.

use crate::base::cx::{Cx, konst, void};
use crate::base::operands;
use crate::repr::instance;
use crate::state::repr::Repr;
use crate::state::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::lltype::CLASS_FIELD;
use flowmodel::{Const, Hl, HlConst, HlValue, LlOp, LlValue, SpaceOperation, Type};
use flowspace::host::HostObj;

/// `type(x)`
pub(crate) fn type_of(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    if rt.ann.binding(cx.gid, op.result).konst.is_some() {
        cx.map.insert(op.result, void());
        return Ok(());
    }
    let (v, r) = rt.val(cx, &op.args[0])?;
    let Repr::Instance(_) = rt.repr(r) else {
        return Err(error("type() of what is not an instance"));
    };
    let s = rt.s(cx, &op.args[0]);
    let t = if annotator::meets_none(rt.ann, &s) {
        // The class of None is no class: it differs from all of them.
        let root = rt.cast(cx, v, Type::Ptr(rt.layouts.object));
        let null = konst(Const::Null(Type::Ptr(rt.layouts.vtable)));
        rt.helper_call(cx, "ll_class", "ll_type_or_none", vec![root, null])?
    } else {
        let typeptr = konst(rt.field(rt.layouts.object, CLASS_FIELD));
        cx.op(LlOp::GetField, vec![v, typeptr], Type::Ptr(rt.layouts.vtable))
    };
    let rc = rt.intern(Repr::Class);
    rt.set_result(cx, op, t, rc)
}

/// Translates `issubclass(c, of)`.
pub(crate) fn issubtype(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let rc = rt.intern(Repr::Class);
    let t = rt.val_as(cx, &op.args[0], rc)?;
    let b = match class_operands(rt, cx, &op.args[1])? {
        Some(classes) => {
            let mut acc: Option<LlValue> = None;
            for c in classes {
                let cd = rt.ann.need_class(c)?;
                let b = instance::issubclass(rt, cx, t, cd)?;
                acc = Some(match acc {
                    None => b,
                    Some(a) => cx.op(LlOp::BoolOr, vec![a, b], Type::Bool),
                });
            }
            acc.unwrap_or(konst(Const::Bool(false)))
        }
        None => {
            let of = rt.val_as(cx, &op.args[1], rc)?;
            instance::issubclass_var(rt, cx, t, of)?
        }
    };
    rt.bool_result(cx, op, b)
}

/// The classes of a constant class or tuple of classes.
fn class_operands(
    rt: &mut RTyper<'_>,
    cx: &Cx,
    a: &HlValue,
) -> Res<Option<Vec<flowmodel::HostRef>>> {
    let classes = plain_class_operands(rt, cx, a)?;
    let stands = |ann: &mut annotator::Annotator, c| {
        annotator::runtime_object(ann, annotator::Site::NOWHERE, c).unwrap_or(c)
    };
    let classes = classes.map(|all| all.into_iter().map(|c| stands(rt.ann, c)).collect());
    Ok(classes.map(|c| annotator::with_heirs(rt.ann, annotator::Site::NOWHERE, c)))
}

fn plain_class_operands(
    rt: &mut RTyper<'_>,
    cx: &Cx,
    a: &HlValue,
) -> Res<Option<Vec<flowmodel::HostRef>>> {
    let s = rt.s(cx, a);
    let c = match (a, &s.konst) {
        (HlValue::Const(c), _) => Some(c.clone()),
        (_, Some(c)) => Some(c.clone()),
        _ => None,
    };
    if let Some(HlConst::Host(h)) = c {
        if let HostObj::Tuple(items) = rt.ann.host.obj(h) {
            return Ok(Some(items.to_vec()));
        }
        return Ok(Some(vec![h]));
    }
    match &s.kind {
        Kind::Pbc { descs, can_be_none: false } if descs.len() == 1 => {
            Ok(rt.ann.descs[descs[0]].as_class().map(|c| vec![c.host]))
        }
        Kind::Tuple(items) => {
            let mut out = vec![];
            for i in items.iter() {
                match &i.kind {
                    Kind::Pbc { descs, .. } if descs.len() == 1 => {
                        match rt.ann.descs[descs[0]].as_class() {
                            Some(c) => out.push(c.host),
                            None => return Ok(None),
                        }
                    }
                    _ => return Ok(None),
                }
            }
            Ok(Some(out))
        }
        _ => Ok(None),
    }
}

/// Translates `isinstance(x, of)`.
pub(crate) fn isinstance(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let sv = rt.s(cx, &op.args[0]);
    let (v, r) = rt.val(cx, &op.args[0])?;
    // Of the right type, or None.
    if !matches!(rt.repr(r), Repr::Instance(_))
        && !matches!(sv.kind, Kind::Pbc { .. })
        && crate::repr::convert::is_pointer(rt.lltype(r)?)
    {
        let b = cx.op(LlOp::PtrNonzero, vec![v], Type::Bool);
        return rt.bool_result(cx, op, b);
    }
    let Repr::Instance(have) = *rt.repr(r) else {
        return Err(error(format!("isinstance() of {} is not known statically", rt.ann.show(&sv))));
    };
    let none = operands::maybe_none(&sv);
    let Some(classes) = class_operands(rt, cx, &op.args[1])? else {
        let rc = rt.intern(Repr::Class);
        let of = rt.val_as(cx, &op.args[1], rc)?;
        let root = rt.cast(cx, v, Type::Ptr(rt.layouts.object));
        let b = rt.helper_call(cx, "ll_class", "ll_isinstance", vec![root, of])?;
        return rt.bool_result(cx, op, b);
    };
    let mut acc: Option<LlValue> = None;
    for c in classes {
        let cd = rt.ann.need_class(c)?;
        let b = if rt.ann.is_subclassdef(have, cd) {
            if none {
                cx.op(LlOp::PtrNonzero, vec![v], Type::Bool)
            } else {
                konst(Const::Bool(true))
            }
        } else if !rt.ann.is_subclassdef(cd, have) {
            continue;
        } else {
            instance::isinstance(rt, cx, v, none, cd)?
        };
        acc = Some(match acc {
            None => b,
            Some(a) => cx.op(LlOp::BoolOr, vec![a, b], Type::Bool),
        });
    }
    rt.bool_result(cx, op, acc.unwrap_or(konst(Const::Bool(false))))
}
