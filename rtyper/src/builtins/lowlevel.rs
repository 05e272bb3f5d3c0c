//! Operations on low-level values in helpers: straight to low-level operations.

use crate::base::cx::{Cx, konst, void};
use crate::base::repr::Repr;
use crate::{RTyper, Res, error};
use annotator::{Kind, LlType};
use flowmodel::{Const, Hl, HlOp, HlValue, LlOp, LlValue, Operand, SpaceOperation, StructId, Type};

impl RTyper<'_> {
    /// Translates an operation on pointers, inline items, addresses or types. False if it is not one.
    pub(crate) fn rtype_lowlevel(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res<bool> {
        let Some(first) = op.args.first() else { return Ok(false) };
        let s = self.s(cx, first);
        match s.kind {
            Kind::Ptr(Type::Ptr(c)) => self.pointer_op(cx, op, c),
            Kind::Ptr(_) | Kind::Address => self.address_op(cx, op),
            Kind::InteriorPtr(p) => self.interior_op(cx, op, &p),
            // a tuple that begins with a type is made like any other
            Kind::LlType(_) if op.op != HlOp::NewTuple => {
                cx.map.insert(op.result, void());
                let s = self.ann.binding(cx.gid, op.result).clone();
                if let Some(b) = s.const_bool() {
                    self.bool_result(cx, op, konst(Const::Bool(b)))?;
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    pub(crate) fn pointer_op(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        c: StructId,
    ) -> Res<bool> {
        match op.op {
            HlOp::GetAttr => {
                let name = self.attr_name(cx, &op.args[1])?;
                let (p, r) = self.val(cx, &op.args[0])?;
                if let Some(m) = self.ann.member(c, &name).cloned() {
                    self.get_member(cx, op, p, c, &m)?;
                    return Ok(true);
                }
                if self.ann.types.structs[c].field_index(&name).is_none() {
                    // `chars` and `items` name the tail of the container itself.
                    self.set_result(cx, op, p, r)?;
                    return Ok(true);
                }
                if let Some(i) = self.ann.types.structs[c].field_index(&name)
                    && let Some(inner) = self.ann.raw.nested.get(&(c, i)).copied()
                {
                    let v = self.field_pointer(cx, p, c, i, Type::Ptr(inner));
                    let r = self.prim(Type::Ptr(inner));
                    self.set_result(cx, op, v, r)?;
                    return Ok(true);
                }
                let v = self.getfield(cx, p, &name)?;
                let t = self.vtype(cx, &v);
                let r = self.prim(t);
                self.set_result(cx, op, v, r)?;
            }
            HlOp::SetAttr => {
                let name = self.attr_name(cx, &op.args[1])?;
                let (p, _) = self.val(cx, &op.args[0])?;
                let i = self.ann.field_of(c, &name);
                let i = i.ok_or_else(|| error(format!("no field {name}")))?;
                let f = &self.ann.types.structs[c].fields[i as usize];
                let (t, name) = (f.ty, f.name.clone());
                let v = self.lowlevel_value(cx, &op.args[2], t)?;
                self.setfield(cx, p, &name, v)?;
                self.none_result(cx, op)?;
            }
            HlOp::GetItem => {
                let (p, _) = self.val(cx, &op.args[0])?;
                let i = self.signed(cx, &op.args[1])?;
                match self.ann.types.structs[c].items {
                    Some(_) if self.ann.raw.item_containers.contains_key(&c) => {
                        let v = self.item_pointer(cx, p, c, i);
                        let t = self.vtype(cx, &v);
                        let r = self.prim(t);
                        self.set_result(cx, op, v, r)?;
                    }
                    _ => self.get_item(cx, op, p, c, i)?,
                }
            }
            HlOp::SetItem => {
                let (p, _) = self.val(cx, &op.args[0])?;
                self.set_item(cx, op, p, c)?;
            }
            HlOp::Len => {
                let (p, _) = self.val(cx, &op.args[0])?;
                let n = match self.fixed_length(c) {
                    Some(n) => konst(Const::Int(n)),
                    None => cx.op(LlOp::GetArraySize, vec![p], Type::Signed),
                };
                self.int_result(cx, op, n)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(crate) fn address_op(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res<bool> {
        if self.s(cx, &op.args[0]).kind != Kind::Address {
            return Ok(false);
        }
        let ra = self.prim(Type::Address);
        match op.op {
            HlOp::Add | HlOp::InplaceAdd | HlOp::Sub | HlOp::InplaceSub => {
                let a = self.val_as(cx, &op.args[0], ra)?;
                let sub = matches!(op.op, HlOp::Sub | HlOp::InplaceSub);
                if self.s(cx, &op.args[1]).kind == Kind::Address {
                    let b = self.val_as(cx, &op.args[1], ra)?;
                    let d = cx.op(LlOp::AdrDelta, vec![a, b], Type::Signed);
                    self.int_result(cx, op, d)?;
                    return Ok(true);
                }
                let n = self.signed(cx, &op.args[1])?;
                let ll = if sub { LlOp::AdrSub } else { LlOp::AdrAdd };
                let v = cx.op(ll, vec![a, n], Type::Address);
                self.set_result(cx, op, v, ra)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    // ---- calls

    /// The container that an operand (pointer or type) is about.
    pub(crate) fn container_operand(&mut self, cx: &Cx, a: &HlValue) -> Res<StructId> {
        match self.s(cx, a).kind {
            Kind::LlType(LlType::Container(c))
            | Kind::Ptr(Type::Ptr(c))
            | Kind::LlType(LlType::Value(Type::Ptr(c))) => Ok(c),
            Kind::String { .. } | Kind::Char => Ok(self.layouts.string),
            Kind::Unicode { .. } | Kind::UniChar => Ok(self.layouts.unicode),
            _ => Err(error("a container is expected here")),
        }
    }

    /// `llop.NAME(RESTYPE, args…)`
    pub(crate) fn rtype_llop(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let name = self.callee_host(cx, op).and_then(|h| self.host_text_attr(h, "opname"));
        let Some(ll) = name.as_deref().and_then(LlOp::from_name) else {
            return Err(error("there is no such low-level operation"));
        };
        let s0 = self.s(cx, &op.args[1]);
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
                    let r = self.prim(t);
                    self.val_as(cx, a, r)?
                }
                None if operand == Some(Operand::Immediate) => self.immediate(cx, a)?,
                None => self.val(cx, a)?.0,
            };
            args.push(v);
        }
        let v = cx.op(ll, args, ty);
        let r = self.prim(ty);
        self.set_result(cx, op, if ty == Type::Void { void() } else { v }, r)
    }

    /// An operand that must be known now.
    pub(crate) fn immediate(&mut self, cx: &Cx, a: &HlValue) -> Res<LlValue> {
        let s = self.s(cx, a);
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
    pub(crate) fn rtype_lltype_call(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        name: &str,
    ) -> Res {
        let args = &op.args[1..];
        let s = self.ann.binding(cx.gid, op.result).clone();
        let rr = self.repr_of(&s)?;
        let ty = self.lltype(rr)?;
        match name {
            "malloc" | "malloc_like" => {
                let call = self.call_operands(op)?;
                let args = call.pos;
                let c = self.container_operand(cx, &args[0])?;
                let named = call.kw.into_iter().find(|k| &*k.0 == "n").map(|k| k.1);
                let fixed = self.fixed_length(c).map(|n| konst(Const::Int(n)));
                let n = match args.get(1).or(named.as_ref()) {
                    Some(a) if self.s(cx, a).kind != Kind::None_ => Some(self.signed(cx, a)?),
                    _ => fixed,
                };
                let gc = self.ann.types.structs[c].gc;
                let v = match (n, gc) {
                    (Some(n), true) => self.malloc_varsize(cx, c, n),
                    (None, true) => self.malloc(cx, c),
                    (n, false) => {
                        let n = n.unwrap_or(konst(Const::Int(0)));
                        cx.op(LlOp::RawMallocStruct, vec![konst(Const::Type(c)), n], Type::Ptr(c))
                    }
                };
                self.make_inline_arrays(cx, &v, c);
                self.own_result(cx, op, v)
            }
            "malloc_str" => {
                let n = self.signed(cx, &args[0])?;
                let v = self.malloc_varsize(cx, self.layouts.string, n);
                self.own_result(cx, op, v)
            }
            "null_like" | "nullptr" => self.own_result(cx, op, konst(Const::Null(ty))),
            "zero_of_item" => {
                let z = if ty == Type::Void { void() } else { konst(self.prog.zero(ty)) };
                self.own_result(cx, op, z)
            }
            "typeOf" => self.own_result(cx, op, void()),
            "str_of" | "unicode_of" | "ptr_of" => {
                let (mut v, r) = self.val(cx, &args[0])?;
                if matches!(self.repr(r), Repr::Prim(Type::Char)) {
                    v = self.char_to_str(cx, v)?;
                }
                self.own_result(cx, op, v)
            }
            "cast" => {
                let v = match self.s(cx, &args[1]).kind {
                    Kind::None_ => void(),
                    _ => self.val(cx, &args[1])?.0,
                };
                let v = self.c_cast(cx, v, ty)?;
                self.own_result(cx, op, v)
            }
            "direct_fieldptr" | "direct_arrayitems" | "direct_ptradd" => {
                let v = self.rtype_direct_pointer(cx, name, args, ty)?;
                self.own_result(cx, op, v)
            }
            "sizeof" | "offsetof" | "item_offset" => match s.const_int() {
                Some(n) => self.own_result(cx, op, konst(Const::Int(n))),
                None if name == "sizeof" && args.len() == 2 => {
                    let c = self.container_operand(cx, &args[0])?;
                    let n = self.signed(cx, &args[1])?;
                    let l = self.ann.types.layout(c);
                    let size = konst(Const::Int(l.item_size.into()));
                    let v = cx.op(LlOp::IntMul, vec![n, size], Type::Signed);
                    let first = konst(Const::Int((self.ann.types.header(c) + l.items).into()));
                    let v = cx.op(LlOp::IntAdd, vec![v, first], Type::Signed);
                    self.own_result(cx, op, v)
                }
                None => Err(error("sizeof() is not known")),
            },
            "ptradd" => {
                let v = self.rtype_ptradd(cx, &args[0], &args[1])?;
                self.own_result(cx, op, v)
            }
            "cast_gcref_to_instance" => {
                let (v, _) = self.val(cx, &args[1])?;
                let v = cx.op(LlOp::CastOpaquePtr, vec![v], ty);
                self.own_result(cx, op, v)
            }
            "cast_instance_to_gcref" => {
                let v = match self.s(cx, &args[0]).kind {
                    Kind::None_ => konst(Const::Null(ty)),
                    _ => {
                        let (v, _) = self.val(cx, &args[0])?;
                        cx.op(LlOp::CastOpaquePtr, vec![v], ty)
                    }
                };
                self.own_result(cx, op, v)
            }
            "cast_pointer" => {
                let (v, _) = self.val(cx, &args[1])?;
                let v = self.cast(cx, v, ty);
                self.own_result(cx, op, v)
            }
            "free" => {
                let args = self.call_operands(op)?.pos;
                let (v, _) = self.val(cx, &args[0])?;
                cx.op0(LlOp::RawFreeStruct, vec![v]);
                self.none_result(cx, op)
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
                let (v, _) = self.val(cx, args.last().expect("operand"))?;
                let v = cx.op(ll, vec![v], ty);
                self.own_result(cx, op, v)
            }
        }
    }
}
