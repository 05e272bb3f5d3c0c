//! Operations on low-level values in helpers: straight to low-level operations.

use crate::base::cx::{Cx, konst, void};
use crate::base::operands;
use crate::builtins::{arguments, external, inline, rffi};
use crate::repr::convert;
use crate::state::repr::Repr;
use crate::state::{RTyper, Res, error};
use annotator::{Kind, LlType};
use flowmodel::{Const, Hl, HlValue, LlOp, LlValue, Operand, SpaceOperation, StructId, Type};

/// A pointer that is the first operand, and the container that it points to.
fn pointer(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res<(LlValue, StructId)> {
    match rt.s(cx, &op.args[0]).kind {
        Kind::Ptr(Type::Ptr(c)) => Ok((rt.val(cx, &op.args[0])?.0, c)),
        _ => Err(error("a pointer to a container is expected here")),
    }
}

/// `p.name`
pub(crate) fn field(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let name = operands::attr_name(rt, cx, &op.args[1])?;
    let (p, c) = pointer(rt, cx, op)?;
    if let Some(m) = annotator::member(rt.ann, c, &name).cloned() {
        return inline::get_member(rt, cx, op, p, c, &m);
    }
    let Some(i) = rt.ann.types.structs[c].field_index(&name) else {
        // `chars` and `items` name the tail of the container itself.
        let r = rt.prim(Type::Ptr(c));
        return rt.set_result(cx, op, p, r);
    };
    let v = match rt.ann.raw.nested.get(&(c, i)).copied() {
        Some(inner) => rffi::field_pointer(rt, cx, p, c, i, Type::Ptr(inner)),
        None => rt.getfield(cx, p, &name)?,
    };
    let t = rt.vtype(cx, &v);
    let r = rt.prim(t);
    rt.set_result(cx, op, v, r)
}

/// `p.name = v`
pub(crate) fn set_field(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let name = operands::attr_name(rt, cx, &op.args[1])?;
    let (p, c) = pointer(rt, cx, op)?;
    let i = annotator::field_of(rt.ann, c, &name);
    let i = i.ok_or_else(|| error(format!("no field {name}")))?;
    let f = &rt.ann.types.structs[c].fields[i as usize];
    let (t, name) = (f.ty, f.name.clone());
    let v = rffi::lowlevel_value(rt, cx, &op.args[2], t)?;
    rt.setfield(cx, p, &name, v)?;
    rt.none_result(cx, op)
}

/// `p[i]`
pub(crate) fn item(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (p, c) = pointer(rt, cx, op)?;
    let i = rt.signed(cx, &op.args[1])?;
    let structures = rt.ann.raw.item_containers.contains_key(&c);
    if rt.ann.types.structs[c].items.is_some() && structures {
        let v = rffi::item_pointer(rt, cx, p, c, i);
        let t = rt.vtype(cx, &v);
        let r = rt.prim(t);
        return rt.set_result(cx, op, v, r);
    }
    inline::get_item(rt, cx, op, p, c, i)
}

/// `p[i] = v`
pub(crate) fn set_item(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (p, c) = pointer(rt, cx, op)?;
    inline::set_item(rt, cx, op, p, c)
}

/// `len(p)`
pub(crate) fn length(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (p, c) = pointer(rt, cx, op)?;
    let n = match rffi::fixed_length(rt, c) {
        Some(n) => konst(Const::Int(n)),
        None => cx.op(LlOp::GetArraySize, vec![p], Type::Signed),
    };
    rt.int_result(cx, op, n)
}

/// What is asked of a low-level type: a bool that is known, or what has no value at run time.
pub(crate) fn of_type(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    match rt.ann.binding(cx.gid, op.result).const_bool() {
        Some(b) => rt.bool_result(cx, op, konst(Const::Bool(b))),
        None => rt.own_result(cx, op, void()),
    }
}

/// The container that an operand (pointer or type) is about.
fn container_operand(rt: &mut RTyper<'_>, cx: &Cx, a: &HlValue) -> Res<StructId> {
    match rt.s(cx, a).kind {
        Kind::LlType(LlType::Container(c))
        | Kind::Ptr(Type::Ptr(c))
        | Kind::LlType(LlType::Value(Type::Ptr(c))) => Ok(c),
        Kind::String { .. } | Kind::Char => Ok(rt.layouts.string),
        Kind::Unicode { .. } | Kind::UniChar => Ok(rt.layouts.unicode),
        _ => Err(error("a container is expected here")),
    }
}

/// `llop.NAME(RESTYPE, args…)`
pub(crate) fn llop(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let name =
        operands::callee_host(rt, cx, op).and_then(|h| external::host_text_attr(rt, h, "opname"));
    let Some(ll) = name.as_deref().and_then(LlOp::from_name) else {
        return Err(error("there is no such low-level operation"));
    };
    let s0 = rt.s(cx, &op.args[1]);
    let ty = match s0.kind {
        Kind::LlType(LlType::Value(t)) => t,
        Kind::LlType(LlType::Container(c)) => Type::Ptr(c),
        Kind::Ptr(t) => t,
        _ => return Err(error("llop wants the type of the result first")),
    };
    let operands = ll.info().operands;
    let mut args = vec![];
    for (i, a) in op.args[2..].iter().enumerate() {
        let operand = operands.get(i).copied();
        let v = match operand.and_then(Type::of_operand) {
            Some(t) => {
                let r = rt.prim(t);
                rt.val_as(cx, a, r)?
            }
            None if operand == Some(Operand::Immediate) => immediate(rt, cx, a)?,
            None => rt.val(cx, a)?.0,
        };
        args.push(v);
    }
    let v = cx.op(ll, args, ty);
    let r = rt.prim(ty);
    rt.set_result(cx, op, if ty == Type::Void { void() } else { v }, r)
}

/// An operand that must be known now.
fn immediate(rt: &mut RTyper<'_>, cx: &Cx, a: &HlValue) -> Res<LlValue> {
    let s = rt.s(cx, a);
    if let Some(i) = s.const_int() {
        return Ok(konst(Const::Int(i)));
    }
    if let Some(t) = s.const_str() {
        return Ok(konst(Const::Text(t.into())));
    }
    match s.kind {
        Kind::LlType(LlType::Container(c)) => Ok(konst(Const::Type(c))),
        _ => Err(error("this operand of a low-level operation must be a constant")),
    }
}

/// Functions of `rpython.rtyper.lltypesystem`, by the last part of their names.
pub(crate) fn lltype_call(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    name: &str,
) -> Res {
    let args = &op.args[1..];
    let s = rt.ann.binding(cx.gid, op.result).clone();
    let rr = rt.repr_of(&s)?;
    let ty = rt.lltype(rr)?;
    match name {
        "malloc" | "malloc_like" => malloc(rt, cx, op),
        "malloc_str" => {
            let n = rt.signed(cx, &args[0])?;
            let v = cx.malloc_varsize(rt.layouts.string, n);
            rt.own_result(cx, op, v)
        }
        "null_like" | "nullptr" => rt.own_result(cx, op, konst(Const::Null(ty))),
        "zero_of_item" => {
            let z = if ty == Type::Void { void() } else { konst(rt.prog.zero(ty)) };
            rt.own_result(cx, op, z)
        }
        "typeOf" => rt.own_result(cx, op, void()),
        "str_of" | "unicode_of" | "ptr_of" => {
            let (mut v, r) = rt.val(cx, &args[0])?;
            if matches!(rt.repr(r), Repr::Prim(Type::Char)) {
                v = convert::char_to_str(rt, cx, v)?;
            }
            rt.own_result(cx, op, v)
        }
        "cast" => {
            let v = match rt.s(cx, &args[1]).kind {
                Kind::None_ => void(),
                _ => rt.val(cx, &args[1])?.0,
            };
            let v = rffi::c_cast(rt, cx, v, ty)?;
            rt.own_result(cx, op, v)
        }
        "direct_fieldptr" | "direct_arrayitems" | "direct_ptradd" => {
            let v = rffi::direct_pointer(rt, cx, name, args, ty)?;
            rt.own_result(cx, op, v)
        }
        "sizeof" | "offsetof" | "item_offset" => match s.const_int() {
            Some(n) => rt.own_result(cx, op, konst(Const::Int(n))),
            None if name == "sizeof" && args.len() == 2 => size_with_items(rt, cx, op),
            None => Err(error("sizeof() is not known")),
        },
        "ptradd" => {
            let v = rffi::ptradd(rt, cx, &args[0], &args[1])?;
            rt.own_result(cx, op, v)
        }
        "cast_gcref_to_instance" => {
            let (v, _) = rt.val(cx, &args[1])?;
            let v = cx.op(LlOp::CastOpaquePtr, vec![v], ty);
            rt.own_result(cx, op, v)
        }
        "cast_instance_to_gcref" => {
            let v = match rt.s(cx, &args[0]).kind {
                Kind::None_ => konst(Const::Null(ty)),
                _ => {
                    let (v, _) = rt.val(cx, &args[0])?;
                    cx.op(LlOp::CastOpaquePtr, vec![v], ty)
                }
            };
            rt.own_result(cx, op, v)
        }
        "cast_pointer" => {
            let (v, _) = rt.val(cx, &args[1])?;
            let v = rt.cast(cx, v, ty);
            rt.own_result(cx, op, v)
        }
        "free" => {
            let args = arguments::call_operands(rt, op)?.pos;
            let (v, _) = rt.val(cx, &args[0])?;
            cx.op0(LlOp::RawFreeStruct, vec![v]);
            rt.none_result(cx, op)
        }
        _ => {
            let ll = match name {
                "cast_opaque_ptr" => LlOp::CastOpaquePtr,
                "cast_primitive" => LlOp::CastPrimitive,
                "cast_int_to_ptr" => LlOp::CastIntToPtr,
                "cast_adr_to_ptr" => LlOp::CastAdrToPtr,
                "cast_ptr_to_int" => LlOp::CastPtrToInt,
                "cast_ptr_to_adr" => LlOp::CastPtrToAdr,
                "cast_adr_to_int" => LlOp::CastAdrToInt,
                "cast_int_to_adr" => LlOp::CastIntToAdr,
                _ => return Err(error(format!("{name}() is not known"))),
            };
            let (v, _) = rt.val(cx, args.last().expect("operand"))?;
            let v = cx.op(ll, vec![v], ty);
            rt.own_result(cx, op, v)
        }
    }
}

/// `lltype.malloc(T, n, flavor=…)`
fn malloc(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let call = arguments::call_operands(rt, op)?;
    let args = call.pos;
    let c = container_operand(rt, cx, &args[0])?;
    let named = call.kw.into_iter().find(|k| &*k.0 == "n").map(|k| k.1);
    let fixed = rffi::fixed_length(rt, c).map(|n| konst(Const::Int(n)));
    let n = match args.get(1).or(named.as_ref()) {
        Some(a) if rt.s(cx, a).kind != Kind::None_ => Some(rt.signed(cx, a)?),
        _ => fixed,
    };
    let gc = rt.ann.types.structs[c].gc;
    let v = match (n, gc) {
        (Some(n), true) => cx.malloc_varsize(c, n),
        (None, true) => cx.malloc(c),
        (n, false) => {
            let n = n.unwrap_or(konst(Const::Int(0)));
            cx.op(LlOp::RawMallocStruct, vec![konst(Const::Type(c)), n], Type::Ptr(c))
        }
    };
    inline::make_inline_arrays(rt, cx, &v, c);
    rt.own_result(cx, op, v)
}

/// `sizeof(T, n)`, where `n` is known at run time only.
fn size_with_items(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let args = &op.args[1..];
    let c = container_operand(rt, cx, &args[0])?;
    let n = rt.signed(cx, &args[1])?;
    let l = rt.ann.types.layout(c);
    let size = konst(Const::Int(l.item_size.into()));
    let v = cx.op(LlOp::IntMul, vec![n, size], Type::Signed);
    let first = konst(Const::Int((rt.ann.types.header(c) + l.items).into()));
    let v = cx.op(LlOp::IntAdd, vec![v, first], Type::Signed);
    rt.own_result(cx, op, v)
}

/// A function of the low-level modules.
pub(crate) fn of_module(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    name: &str,
) -> Res {
    let full = operands::callee_host(rt, cx, op)
        .and_then(|h| annotator::hostview::registry_name(&rt.ann.host, h))
        .unwrap_or_else(|| name.to_string());
    let function = full.rsplit('.').next().unwrap_or("").to_string();
    lltype_call(rt, cx, op, &function)
}
