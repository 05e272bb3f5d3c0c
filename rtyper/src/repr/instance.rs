//! Operations on instances: making them, attributes, methods, `isinstance`.

use crate::base::cx::{Cx, konst};
use crate::repr::{class, weakref};
use crate::state::classes::ClassField;
use crate::state::repr::ReprId;
use crate::state::{RTyper, Res, error};
use annotator::{CallFamilyId, ClassDefId};
use flowmodel::lltype::{CLASS_FIELD, RANGE_FIELDS};
use flowmodel::{Const, LlOp, LlValue, Type};

/// A new instance with the defaults of its class.
pub(crate) fn new(rt: &mut RTyper<'_>, cx: &mut Cx, c: ClassDefId) -> Res<LlValue> {
    class::setup(rt, c)?;
    weakref::run_finalizers_before(rt, cx, c);
    let s = class::container(rt, c);
    let p = cx.malloc(s);
    let vt = class::vtable_obj(rt, c)?;
    rt.setfield(cx, p, CLASS_FIELD, konst(Const::Obj(vt)))?;
    let host = rt.ann.classdefs[c].host;
    for level in rt.ann.class_mro(c) {
        for (attr, field, r) in class::instance_fields(rt, level)? {
            if let Some(h) = class::default_of(rt, host, &attr) {
                let k = rt.host_const(h, r)?;
                let ty = rt.lltype(r)?;
                if k != rt.prog.zero(ty) {
                    rt.setfield(cx, p, &field, konst(k))?;
                }
            }
        }
    }
    weakref::note_finalizer(rt, cx, c, &p);
    Ok(p)
}

/// The vtable of an instance, seen as the vtable of (at least) class `c`.
pub(crate) fn typeptr(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    obj: LlValue,
    c: ClassDefId,
) -> Res<LlValue> {
    class::setup(rt, c)?;
    let vt = class::class_info(rt, c).vtable;
    let t = cx.op(
        LlOp::GetField,
        vec![obj, konst(rt.field(rt.layouts.object, CLASS_FIELD))],
        Type::Ptr(rt.layouts.vtable),
    );
    Ok(rt.cast(cx, t, Type::Ptr(vt)))
}

/// Reads an attribute of an instance of (at least) class `c`. `None` if there is nothing to read at run time.
pub(crate) fn getattr(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    obj: LlValue,
    c: ClassDefId,
    name: &str,
) -> Res<Option<(LlValue, ReprId)>> {
    let Some((level, _)) = annotator::find_attr(rt.ann, c, name) else {
        return Err(error(format!(
            "instances of {} have no attribute '{name}'",
            rt.ann.classdefs[c].name
        )));
    };
    class::setup(rt, c)?;
    if let Some((_, field, r)) =
        class::instance_fields(rt, level)?.into_iter().find(|(a, ..)| &**a == name)
    {
        return Ok(Some((rt.getfield(cx, obj, &field)?, r)));
    }
    match class::class_info(rt, level).class_fields.get(name).cloned() {
        Some(ClassField::Data(field, r)) => {
            let vt = typeptr(rt, cx, obj, level)?;
            Ok(Some((rt.getfield(cx, vt, &field)?, r)))
        }
        _ => Ok(None),
    }
}

/// Tells whether instances of a class keep an attribute themselves.
pub(crate) fn is_field(rt: &mut RTyper<'_>, c: ClassDefId, name: &str) -> Res<bool> {
    let Some((level, _)) = annotator::find_attr(rt.ann, c, name) else { return Ok(false) };
    class::setup(rt, c)?;
    Ok(class::instance_fields(rt, level)?.iter().any(|f| &*f.0 == name))
}

/// Writes an attribute.
pub(crate) fn setattr(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    obj: LlValue,
    c: ClassDefId,
    name: &str,
    v: &flowmodel::HlValue,
) -> Res {
    let Some((level, _)) = annotator::find_attr(rt.ann, c, name) else {
        return Err(error(format!(
            "instances of {} have no attribute '{name}'",
            rt.ann.classdefs[c].name
        )));
    };
    class::setup(rt, c)?;
    match class::instance_fields(rt, level)?.into_iter().find(|(a, ..)| &**a == name) {
        Some((_, field, r)) => {
            let v = rt.val_as(cx, v, r)?;
            rt.setfield(cx, obj, &field, v)
        }
        // Nothing to store: all values are the same constant.
        None => Ok(()),
    }
}

/// The vtable entry of a method for a row, read from an instance; `None` if one function serves all.
pub(crate) fn method_pointer(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    obj: LlValue,
    c: ClassDefId,
    name: &str,
    (fam, row): (CallFamilyId, usize),
) -> Res<Option<LlValue>> {
    let Some((level, _)) = annotator::find_attr(rt.ann, c, name) else { return Ok(None) };
    class::setup(rt, level)?;
    let Some(ClassField::Method(rows)) =
        class::class_info(rt, level).class_fields.get(name).cloned()
    else {
        return Ok(None);
    };
    let Some((.., field)) = rows.into_iter().find(|(f, r, _)| (*f, *r) == (fam, row)) else {
        return Ok(None);
    };
    let vt = typeptr(rt, cx, obj, level)?;
    Ok(Some(rt.getfield(cx, vt, &field)?))
}

/// `isinstance(obj, c)`
pub(crate) fn isinstance(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    obj: LlValue,
    may_be_none: bool,
    c: ClassDefId,
) -> Res<LlValue> {
    let vt = class::vtable_obj(rt, c)?;
    let root = Type::Ptr(rt.layouts.object);
    if may_be_none {
        let obj = rt.cast(cx, obj, root);
        let k = rt.cast(cx, konst(Const::Obj(vt)), Type::Ptr(rt.layouts.vtable));
        return rt.helper_call(cx, "ll_class", "ll_isinstance", vec![obj, k]);
    }
    let t = cx.op(
        LlOp::GetField,
        vec![obj, konst(rt.field(rt.layouts.object, CLASS_FIELD))],
        Type::Ptr(rt.layouts.vtable),
    );
    issubclass(rt, cx, t, c)
}

/// Tells whether a vtable is that of `c` or of a subclass.
pub(crate) fn issubclass(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    t: LlValue,
    c: ClassDefId,
) -> Res<LlValue> {
    let vt = konst(Const::Obj(class::vtable_obj(rt, c)?));
    if rt.ann.classdefs[c].subdefs.is_empty() {
        return Ok(cx.op(LlOp::PtrEq, vec![t, vt], Type::Bool));
    }
    issubclass_var(rt, cx, t, vt)
}

/// Tells whether a vtable is that of another class or of one of its subclasses.
pub(crate) fn issubclass_var(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    t: LlValue,
    of: LlValue,
) -> Res<LlValue> {
    let min = konst(rt.field(rt.layouts.vtable, RANGE_FIELDS[0]));
    let max = konst(rt.field(rt.layouts.vtable, RANGE_FIELDS[1]));
    let lo = cx.op(LlOp::GetField, vec![of, min], Type::Signed);
    let id = cx.op(LlOp::GetField, vec![t, min], Type::Signed);
    let hi = cx.op(LlOp::GetField, vec![of, max], Type::Signed);
    Ok(cx.op(LlOp::IntBetween, vec![lo, id, hi], Type::Bool))
}
