//! Calls of C functions by programs, and conversions between C's types.

use crate::base::cx::{Cx, konst, void};
use crate::base::operands;
use crate::base::wrappers;
use crate::state::{RTyper, Res, error};
use annotator::AnnGraphId;
use flowmodel::{
    Const, EntityRef, FuncAttrs, FuncId, FuncTypeId, HlValue, HostRef, LlOp, LlValue, StructId,
    Type,
};
use flowspace::host::tables;

/// Tells whether C sees values of the type as pointers.
pub(crate) fn is_pointer(t: Type) -> bool {
    matches!(t, Type::Ptr(_) | Type::FuncPtr(_) | Type::Address)
}

/// The function that C gets for a function of the program.
pub(crate) fn callback_const(rt: &mut RTyper<'_>, r: HostRef) -> Res<Const> {
    let Some((g, t)) = rt.ann.raw.callbacks.get(&r).copied() else {
        return Err(error("internal: a function for C that is not annotated"));
    };
    rt.c.calls_back = true;
    let f = rt.func_for(g)?;
    if rt.prog.funcs[f].ty == t {
        return Ok(Const::Func(f));
    }
    let key = format!("callback {}/{}", g.index(), t.index());
    if let Some(f) = rt.families.dispatchers.get(&key) {
        return Ok(Const::Func(*f));
    }
    let f = callback_wrapper(rt, g, f, t)?;
    rt.families.dispatchers.insert(key, f);
    Ok(Const::Func(f))
}

/// A function of the type that C knows, around one that gives a result of another type.
fn callback_wrapper(rt: &mut RTyper<'_>, g: AnnGraphId, f: FuncId, ty: FuncTypeId) -> Res<FuncId> {
    let (want, have) = (rt.ann.types.funcs[ty].clone(), rt.prog.funcs[f].ty);
    let have = rt.ann.types.funcs[have].clone();
    let name = rt.ann.graphs[g].name.clone();
    if want.args != have.args {
        return Err(error(format!("{name} takes other arguments than C gives to it")));
    }
    let never_returns = rt.ann.result(g).is_impossible();
    if have.result == Type::Void && want.result != Type::Void && !never_returns {
        return Err(error(format!("{name} returns nothing, but C wants a result")));
    }
    let name = rt.functions.unique(&format!("{name}__for_c"));
    let params: Vec<_> = want.args.iter().map(|t| ("arg", *t)).collect();
    let hl = rt.ann.graphs[g].graph.clone();
    let (mut cx, args) = wrappers::begin(rt, (g, hl.clone()), hl.span, &name, &params, want.result);
    let v = rt.direct_call(&mut cx, f, args);
    let v = match (have.result, want.result) {
        (_, Type::Void) => void(),
        (Type::Void, t) => konst(rt.prog.zero(t)),
        (_, t) => c_cast(rt, &mut cx, v, t)?,
    };
    let attrs = rt.prog.funcs[f].attrs.clone();
    let attrs = FuncAttrs { helper: true, always_inline: false, oopspec: None, ..attrs };
    Ok(wrappers::end(rt, cx, name, ty, v, attrs))
}

/// Functions of C may run the program's code again, if it gives any away.
pub(crate) fn finish_callbacks(rt: &mut RTyper<'_>) {
    if !rt.c.calls_back {
        return;
    }
    let calls_back = |h: HostRef| {
        let says = annotator::hostview::instance_attr(&rt.ann.host, h, "calls_back");
        says.is_none_or(|v| annotator::hostview::truth(&rt.ann.host, v))
    };
    for (h, f) in &rt.c.functions {
        if let flowmodel::Body::External(x) = &mut rt.prog.funcs[*f].body {
            x.can_collect = calls_back(*h);
        }
    }
}

/// `rffi.cast`: what C's cast does.
pub(crate) fn c_cast(rt: &mut RTyper<'_>, cx: &mut Cx, v: LlValue, to: Type) -> Res<LlValue> {
    let from = rt.vtype(cx, &v);
    // (as a value a long double is a float)
    let to = if to == Type::LongFloat { Type::Float } else { to };
    if from == to {
        return Ok(v);
    }
    let prim = |cx: &mut Cx, v: LlValue, f: Type, t: Type| match f == t {
        true => v,
        false => cx.op(LlOp::CastPrimitive, vec![v], t),
    };
    Ok(match (from, to) {
        (Type::Void, t) if is_pointer(t) => konst(Const::Null(t)),
        (f, t) if is_pointer(f) || is_pointer(t) => {
            let a = match f {
                Type::Address => v,
                f if is_pointer(f) => cx.op(LlOp::CastPtrToAdr, vec![v], Type::Address),
                f => {
                    let i = prim(cx, v, f, Type::Signed);
                    cx.op(LlOp::CastIntToAdr, vec![i], Type::Address)
                }
            };
            match t {
                Type::Address => a,
                t if is_pointer(t) => cx.op(LlOp::CastAdrToPtr, vec![a], t),
                t => {
                    let i = cx.op(LlOp::CastAdrToInt, vec![a], Type::Signed);
                    prim(cx, i, Type::Signed, t)
                }
            }
        }
        (Type::SingleFloat, t) => {
            let v = cx.op(LlOp::CastSingleToFloat, vec![v], Type::Float);
            c_cast(rt, cx, v, t)?
        }
        (f, Type::SingleFloat) => {
            let v = match f {
                Type::Float => v,
                _ => c_cast(rt, cx, v, Type::Float)?,
            };
            cx.op(LlOp::CastFloatToSingle, vec![v], Type::SingleFloat)
        }
        (Type::Float, Type::Unsigned) => cx.op(LlOp::CastFloatToUint, vec![v], Type::Unsigned),
        (Type::Float, t) => {
            let i = cx.op(LlOp::CastFloatToInt, vec![v], Type::Signed);
            prim(cx, i, Type::Signed, t)
        }
        (Type::Unsigned, Type::Float) => cx.op(LlOp::CastUintToFloat, vec![v], Type::Float),
        (f, Type::Float) => {
            let i = prim(cx, v, f, Type::Signed);
            cx.op(LlOp::CastIntToFloat, vec![i], Type::Float)
        }
        (f, t) if f.is_integral() && t.is_integral() => prim(cx, v, f, t),
        (f, t) => {
            let text = format!("a cast from {} to {}", rt.ann.types.show(f), rt.ann.types.show(t));
            return Err(error(text));
        }
    })
}

/// `ptradd(p, n)`
pub(crate) fn ptradd(rt: &mut RTyper<'_>, cx: &mut Cx, p: &HlValue, n: &HlValue) -> Res<LlValue> {
    let (p, _) = rt.val(cx, p)?;
    let n = rt.signed(cx, n)?;
    let t = rt.vtype(cx, &p);
    let Type::Ptr(s) = t else { return Err(error("ptradd() wants a pointer")) };
    Ok(item_address(rt, cx, p, s, n, 0, t))
}

/// Pointer of type `t` to item `n` of raw items that begin `from` bytes behind `p`.
pub(crate) fn item_address(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    p: LlValue,
    s: StructId,
    n: LlValue,
    from: i64,
    t: Type,
) -> LlValue {
    let size = rt.ann.types.layout(s).item_size as i64;
    let a = cx.op(LlOp::CastPtrToAdr, vec![p], Type::Address);
    let n = match size {
        1 => n,
        _ => cx.op(LlOp::IntMul, vec![n, konst(Const::Int(size))], Type::Signed),
    };
    let mut a = cx.op(LlOp::AdrAdd, vec![a, n], Type::Address);
    if from != 0 {
        a = cx.op(LlOp::AdrAdd, vec![a, konst(Const::Int(from))], Type::Address);
    }
    match t {
        Type::Address => a,
        _ => cx.op(LlOp::CastAdrToPtr, vec![a], t),
    }
}

/// `p[i]` of a raw array of structures: a pointer to the item.
pub(crate) fn item_pointer(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    p: LlValue,
    s: StructId,
    i: LlValue,
) -> LlValue {
    let item = rt.ann.raw.item_containers[&s];
    let from = rt.ann.types.layout(s).items as i64;
    item_address(rt, cx, p, s, i, from, Type::Ptr(item))
}

/// Pointer of type `t` to a field of raw memory.
pub(crate) fn field_pointer(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    p: LlValue,
    s: StructId,
    i: u32,
    t: Type,
) -> LlValue {
    let at = rt.ann.types.layout(s).fields[i as usize] as i64;
    byte_pointer(cx, p, at, t)
}

fn byte_pointer(cx: &mut Cx, p: LlValue, at: i64, t: Type) -> LlValue {
    let a = cx.op(LlOp::CastPtrToAdr, vec![p], Type::Address);
    let a = match at {
        0 => a,
        _ => cx.op(LlOp::AdrAdd, vec![a, konst(Const::Int(at))], Type::Address),
    };
    cx.op(LlOp::CastAdrToPtr, vec![a], t)
}

/// `direct_fieldptr`, `direct_arrayitems`, `direct_ptradd`
pub(crate) fn direct_pointer(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    name: &str,
    args: &[HlValue],
    t: Type,
) -> Res<LlValue> {
    let (p, _) = rt.val(cx, &args[0])?;
    let Type::Ptr(s) = rt.vtype(cx, &p) else {
        return Err(error(format!("{name}() wants a pointer")));
    };
    match name {
        "direct_ptradd" => {
            let n = rt.signed(cx, &args[1])?;
            Ok(item_address(rt, cx, p, s, n, 0, t))
        }
        "direct_arrayitems" => {
            let from = rt.ann.types.layout(s).items as i64;
            Ok(byte_pointer(cx, p, from, t))
        }
        _ => {
            let field = operands::attr_name(rt, cx, &args[1])?;
            let i = rt.ann.types.structs[s].field_index(&field);
            let i = i.ok_or_else(|| error(format!("no field {field}")))?;
            Ok(field_pointer(rt, cx, p, s, i, t))
        }
    }
}

/// Number of items of an array whose type says it.
pub(crate) fn fixed_length(rt: &RTyper<'_>, s: StructId) -> Option<i64> {
    rt.ann.raw.fixed_lengths.get(&s).copied()
}

/// Tells whether an object of import time is a pointer to raw memory.
pub(crate) fn is_raw_pointer(rt: &RTyper<'_>, h: HostRef) -> bool {
    annotator::hostview::instance_attr(&rt.ann.host, h, "_mem").is_some()
}

/// Raw memory of import time, as static data.
pub(crate) fn raw_const(rt: &mut RTyper<'_>, h: HostRef, s: StructId) -> Res<Const> {
    let get = |rt: &RTyper<'_>, n: &str| annotator::hostview::instance_attr(&rt.ann.host, h, n);
    let Some(mem) = get(rt, "_mem") else {
        return Err(error("internal: a pointer of import time"));
    };
    if let Some(o) = rt.c.raw_objects.get(&mem) {
        return match rt.prog.heap[*o].ty == s {
            true => Ok(Const::Obj(*o)),
            false => Err(error("memory of import time is used with two types")),
        };
    }
    let o = rt.new_obj("raw", s, vec![]);
    rt.c.raw_objects.insert(mem, o);
    if let Some(t) = rt.ann.types.structs[s].item_type() {
        let r = rt.prim(t);
        let mut items = vec![];
        for i in annotator::hostview::items(&rt.ann.host, mem) {
            items.push(rt.host_const(i, r)?);
        }
        rt.prog.heap[o].items = items;
        return Ok(Const::Obj(o));
    }
    let st = rt.ann.types.structs[s].clone();
    for (i, f) in st.fields.iter().enumerate() {
        if st.room(i).is_some() {
            continue; // zero: the annotator has seen to it
        }
        let key = rt.ann.host.str(&f.name);
        let Ok(Some(v)) = tables::get(&mut rt.ann.host, mem, key) else {
            return Err(error("internal: a field of raw memory"));
        };
        let r = rt.prim(f.ty);
        rt.prog.heap[o].fields[i] = rt.host_const(v, r)?;
    }
    Ok(Const::Obj(o))
}

/// Tells whether an object of import time is a null pointer of rlib's.
pub(crate) fn is_null_pointer(rt: &RTyper<'_>, h: HostRef) -> bool {
    annotator::hostview::instance_attr(&rt.ann.host, h, "_mem")
        .is_some_and(|m| annotator::hostview::is_none(&rt.ann.host, m))
}

/// A value to be stored where type `t` is expected.
pub(crate) fn lowlevel_value(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    a: &HlValue,
    t: Type,
) -> Res<LlValue> {
    let s = rt.s(cx, a);
    let r = rt.repr_of(&s)?;
    let have = rt.lltype(r)?;
    if have == t {
        return Ok(rt.val(cx, a)?.0);
    }
    if annotator::becomes_void_pointer(rt.ann, have, t) {
        let (p, _) = rt.val(cx, a)?;
        return c_cast(rt, cx, p, t);
    }
    let want = rt.prim(t);
    rt.val_as(cx, a, want)
}
