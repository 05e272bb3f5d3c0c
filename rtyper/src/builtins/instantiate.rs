//! `instantiate(cls)`: an instance without a call of `__init__`.

use crate::base::cx::{Cx, konst};
use crate::base::wrappers;
use crate::repr::{class, instance};
use crate::state::repr::Repr;
use crate::state::{RTyper, Res, error};
use annotator::{ClassDefId, Kind};
use flowmodel::{Const, FuncAttrs, FuncId, Hl, HlValue, LlOp, SpaceOperation, Type};

/// Translates `instantiate(c)`.
pub(crate) fn call(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    class: &HlValue,
) -> Res {
    let s = rt.s(cx, class);
    let candidates: Vec<ClassDefId> = match &s.kind {
        Kind::Pbc { descs, .. } => {
            let mut all = vec![];
            for d in descs.iter() {
                let Some(c) = rt.ann.descs[*d].as_class() else {
                    return Err(error("instantiate() of what is not a class"));
                };
                let host = c.host;
                all.push(rt.ann.need_class(host)?);
            }
            all
        }
        Kind::Type(c) => annotator::all_subdefs(rt.ann, *c),
        _ => return Err(error("instantiate() of what is not a class")),
    };
    if let [c] = candidates[..]
        && !s.can_be_none()
    {
        let v = instance::new(rt, cx, c)?;
        let r = rt.intern(Repr::Instance(c));
        return rt.set_result(cx, op, v, r);
    }
    let mut funcs = vec![];
    for c in &candidates {
        funcs.push(instantiator(rt, cx, *c)?);
    }
    let (cls, _) = rt.val(cx, class)?;
    let vtable = Type::Ptr(rt.layouts.vtable);
    let cls = rt.cast(cx, cls, vtable);
    let f = rt.getfield(cx, cls, "instantiate")?;
    let family = konst(Const::Family(rt.prog.families.push(funcs)));
    let v = cx.op(LlOp::IndirectCall, vec![f, family], Type::Ptr(rt.layouts.object));
    let root = rt.intern(Repr::Prim(Type::Ptr(rt.layouts.object)));
    rt.set_result(cx, op, v, root)
}

/// The function behind the field `instantiate` of a class.
fn instantiator(rt: &mut RTyper<'_>, outer: &Cx, c: ClassDefId) -> Res<FuncId> {
    if let Some(f) = rt.classes.instantiators.get(&c) {
        return Ok(*f);
    }
    class::vtable_obj(rt, c)?;
    let rtype = Type::Ptr(rt.layouts.object);
    let name = rt.functions.unique(&format!("new_{}", rt.ann.classdefs[c].name));
    let ty = rt.ann.types.func(vec![], rtype);
    let of = (outer.gid, outer.hl.clone());
    let (mut cx, _) = wrappers::begin(rt, of, outer.span, &name, &[], rtype);
    let v = instance::new(rt, &mut cx, c)?;
    let v = rt.cast(&mut cx, v, rtype);
    let attrs = FuncAttrs { helper: true, ..FuncAttrs::default() };
    let f = wrappers::end(rt, cx, name, ty, v, attrs);
    rt.classes.instantiators.insert(c, f);
    Ok(f)
}
