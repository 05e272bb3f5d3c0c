//! Translation of high-level operations, by the representations of their operands.

use crate::base::cx::{Cx, Virtual, konst, void};
use crate::base::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlConst, HlOp, HlValue, LlOp, LlValue, SpaceOperation, Type};
use flowspace::host::HostObj;

impl RTyper<'_> {
    /// Translates one operation.
    pub(crate) fn rtype_op(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        use HlOp::*;
        if matches!(op.op, SimpleCall | CallArgs) {
            return self.rtype_call(cx, op);
        }
        // Operations on instances that call their special methods.
        if let Some(site) = self.ann.call_site(cx.gid, op.result)
            && !site.targets.is_empty()
        {
            // A method of the other operand of `a + b` and its like may take None.
            let operands: Vec<_> = op.args.iter().map(|a| self.s(cx, a)).collect();
            let instance = |s: &annotator::SomeValue| matches!(s.kind, Kind::Instance { .. });
            let both = annotator::operands_not_none(op.op, &operands) == [0, 1];
            if !both || !operands[..2].iter().any(instance) {
                self.check_none(cx, op)?;
            }
            if matches!(op.op, Pow | InplacePow) {
                self.trap_power(cx, op)?;
            }
            return self.rtype_call(cx, op);
        }
        self.check_none(cx, op)?;
        if self.rtype_lowlevel(cx, op)? {
            return Ok(());
        }
        if self.exception_args(cx, op)? {
            return Ok(());
        }
        match op.op {
            SameAs => {
                let (v, r) = self.val(cx, &op.args[0])?;
                self.set_result(cx, op, v, r)
            }
            Is => self.rtype_is(cx, op),
            Eq | Ne | Lt | Le | Gt | Ge => self.rtype_compare(cx, op),
            Type => {
                if self.ann.binding(cx.gid, op.result).konst.is_some() {
                    cx.map.insert(op.result, void());
                    return Ok(());
                }
                let (v, r) = self.val(cx, &op.args[0])?;
                let crate::Repr::Instance(_) = self.repr(r) else {
                    return Err(error("type() of what is not an instance"));
                };
                let s = self.s(cx, &op.args[0]);
                let t = if self.ann.meets_none(&s) {
                    // The class of None is no class: it differs from all of them.
                    let root = self.cast(cx, v, flowmodel::Type::Ptr(self.layouts.object));
                    let null = konst(Const::Null(flowmodel::Type::Ptr(self.layouts.vtable)));
                    self.helper_call(cx, "ll_class", "ll_type_or_none", vec![root, null])?
                } else {
                    cx.op(
                        LlOp::GetField,
                        vec![v, konst(self.field(self.layouts.object, "typeptr"))],
                        flowmodel::Type::Ptr(self.layouts.vtable),
                    )
                };
                let rc = self.intern(crate::Repr::Class);
                self.set_result(cx, op, t, rc)
            }
            IsSubtype => self.rtype_issubtype(cx, op),
            IsInstance => self.rtype_isinstance(cx, op),
            Str => {
                let v = self.str_of(cx, &op.args[0], false)?;
                self.set_str_result(cx, op, v)
            }
            Repr => {
                let v = self.str_of(cx, &op.args[0], true)?;
                self.set_str_result(cx, op, v)
            }
            Len => self.rtype_len(cx, op),
            Hash => {
                let (v, r) = self.val(cx, &op.args[0])?;
                let f = self.hash_fn(r)?;
                let h = self.call_host_helper(cx, f, vec![v.into()])?;
                self.int_result(cx, op, h)
            }
            Id => {
                let (v, _) = self.val(cx, &op.args[0])?;
                let h = cx.op(LlOp::GcId, vec![v], flowmodel::Type::Signed);
                self.int_result(cx, op, h)
            }
            SetAttr => self.rtype_setattr(cx, op),
            GetAttr => self.rtype_getattr(cx, op),
            GetItem => self.rtype_getitem(cx, op),
            SetItem => self.rtype_setitem(cx, op),
            DelItem => self.rtype_delitem(cx, op),
            NewSlice => {
                let parts = [op.args[0].clone(), op.args[1].clone(), op.args[2].clone()];
                cx.virtuals.insert(op.result, Virtual::Slice(parts));
                cx.map.insert(op.result, void());
                Ok(())
            }
            Bool | Not => {
                let b = self.truth_value(cx, &op.args[0])?;
                let b = if op.op == Not { self.negate(cx, b) } else { b };
                let r = self.prim(flowmodel::Type::Bool);
                self.set_result(cx, op, b, r)
            }
            Neg | Pos | Invert | Abs | NegOvf | AbsOvf => self.rtype_unary(cx, op),
            Hex | Oct | Bin => {
                let (base, letter) = match op.op {
                    Hex => (16, b'x'),
                    Oct => (8, b'o'),
                    _ => (2, b'b'),
                };
                let (v, f) = self.int_operand(cx, &op.args[0], "ll_int2base", "ll_uint2base")?;
                let s = self.helper_call(
                    cx,
                    "ll_int",
                    f,
                    vec![v, cx.int(base), cx.int(letter as i64)],
                )?;
                self.set_str_result(cx, op, s)
            }
            Ord => {
                let (v, r) = self.val(cx, &op.args[0])?;
                let v = self.ord(cx, v, r)?;
                self.int_result(cx, op, v)
            }
            Int => self.rtype_int(cx, op, &op.args[0], None),
            Float => self.rtype_float(cx, op, &op.args[0]),
            Add | Sub | Mul | TrueDiv | FloorDiv | Div | Mod | LShift | RShift | And | Or | Xor
            | InplaceAdd | InplaceSub | InplaceMul | InplaceTrueDiv | InplaceFloorDiv
            | InplaceDiv | InplaceMod | InplaceLShift | InplaceRShift | InplaceAnd | InplaceOr
            | InplaceXor | AddOvf | SubOvf | MulOvf | FloorDivOvf | ModOvf | LShiftOvf => {
                self.rtype_binary(cx, op)
            }
            Contains => self.rtype_contains(cx, op),
            NewTuple => {
                let s = self.ann.binding(cx.gid, op.result).clone();
                let r = self.repr_of(&s)?;
                let crate::Repr::Tuple(items) = self.repr(r).clone() else {
                    return Err(error("internal: a tuple that is not one"));
                };
                let mut vals = vec![];
                for (a, r) in op.args.iter().zip(items.iter()) {
                    vals.push(self.val_as(cx, a, *r)?);
                }
                let t = self.new_tuple(cx, &items, vals)?;
                self.set_result(cx, op, t, r)
            }
            NewList => self.rtype_newlist(cx, op),
            NewDict => self.rtype_newdict(cx, op),
            Iter => self.rtype_iter(cx, op),
            Next => self.rtype_next(cx, op),
            Hint => self.rtype_hint(cx, op),
            NewSet => self.rtype_newdict(cx, op),
            Format | StrFormat | DelAttr | Pow | InplacePow | MatMul | InplaceMatMul | DivMod
            | Yield => {
                Err(error(format!("operation '{}' is not supported at run time", op.op.name())))
            }
            SimpleCall | CallArgs => unreachable!("handled above"),
        }
    }

    /// Code of a character.
    pub(crate) fn ord(&mut self, cx: &mut Cx, v: LlValue, r: ReprId) -> Res<LlValue> {
        match *self.repr(r) {
            Repr::Prim(Type::Char) => Ok(cx.op(LlOp::CastCharToInt, vec![v], Type::Signed)),
            Repr::Prim(Type::UniChar) => Ok(cx.op(LlOp::CastUniCharToInt, vec![v], Type::Signed)),
            _ => Err(error("ord() of what is not a character")),
        }
    }

    pub(crate) fn rtype_issubtype(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let s = self.ann.binding(cx.gid, op.result).clone();
        if let Some(b) = s.const_bool() {
            return self.bool_result(cx, op, konst(Const::Bool(b)));
        }
        let rc = self.intern(Repr::Class);
        let t = self.val_as(cx, &op.args[0], rc)?;
        let b = match self.class_operands(cx, &op.args[1])? {
            Some(classes) => {
                let mut acc: Option<LlValue> = None;
                for c in classes {
                    let cd = self.ann.need_class(c)?;
                    let b = self.issubclass(cx, t, cd)?;
                    acc = Some(match acc {
                        None => b,
                        Some(a) => cx.op(LlOp::BoolOr, vec![a, b], Type::Bool),
                    });
                }
                acc.unwrap_or(konst(Const::Bool(false)))
            }
            None => {
                let of = self.val_as(cx, &op.args[1], rc)?;
                self.issubclass_var(cx, t, of)?
            }
        };
        self.bool_result(cx, op, b)
    }

    /// The classes of a constant class or tuple of classes.
    pub(crate) fn class_operands(
        &mut self,
        cx: &Cx,
        a: &HlValue,
    ) -> Res<Option<Vec<flowmodel::HostRef>>> {
        let classes = self.plain_class_operands(cx, a)?;
        let stands = |ann: &mut annotator::Annotator, c| {
            ann.runtime_object(annotator::Site::NOWHERE, c).unwrap_or(c)
        };
        let classes = classes.map(|all| all.into_iter().map(|c| stands(self.ann, c)).collect());
        Ok(classes.map(|c| self.ann.with_heirs(annotator::Site::NOWHERE, c)))
    }
    pub(crate) fn plain_class_operands(
        &mut self,
        cx: &Cx,
        a: &HlValue,
    ) -> Res<Option<Vec<flowmodel::HostRef>>> {
        let s = self.s(cx, a);
        let c = match (a, &s.konst) {
            (HlValue::Const(c), _) => Some(c.clone()),
            (_, Some(c)) => Some(c.clone()),
            _ => None,
        };
        if let Some(HlConst::Host(h)) = c {
            if let HostObj::Tuple(items) = self.ann.host.obj(h) {
                return Ok(Some(items.to_vec()));
            }
            return Ok(Some(vec![h]));
        }
        match &s.kind {
            Kind::Pbc { descs, can_be_none: false } if descs.len() == 1 => {
                Ok(self.ann.descs[descs[0]].as_class().map(|c| vec![c.host]))
            }
            Kind::Tuple(items) => {
                let mut out = vec![];
                for i in items.iter() {
                    match &i.kind {
                        Kind::Pbc { descs, .. } if descs.len() == 1 => {
                            match self.ann.descs[descs[0]].as_class() {
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

    pub(crate) fn rtype_isinstance(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let s = self.ann.binding(cx.gid, op.result).clone();
        if let Some(b) = s.const_bool() {
            return self.bool_result(cx, op, konst(Const::Bool(b)));
        }
        let sv = self.s(cx, &op.args[0]);
        let (v, r) = self.val(cx, &op.args[0])?;
        // Of the right type, or None.
        if !matches!(self.repr(r), Repr::Instance(_))
            && !matches!(sv.kind, Kind::Pbc { .. })
            && crate::repr::convert::is_pointer(self.lltype(r)?)
        {
            let b = cx.op(LlOp::PtrNonzero, vec![v], Type::Bool);
            return self.bool_result(cx, op, b);
        }
        let Repr::Instance(have) = *self.repr(r) else {
            return Err(error(format!(
                "isinstance() of {} is not known statically",
                self.ann.show(&sv)
            )));
        };
        let none = self.maybe_none(&sv);
        let Some(classes) = self.class_operands(cx, &op.args[1])? else {
            let rc = self.intern(Repr::Class);
            let of = self.val_as(cx, &op.args[1], rc)?;
            let root = self.cast(cx, v, Type::Ptr(self.layouts.object));
            let b = self.helper_call(cx, "ll_class", "ll_isinstance", vec![root, of])?;
            return self.bool_result(cx, op, b);
        };
        let mut acc: Option<LlValue> = None;
        for c in classes {
            let cd = self.ann.need_class(c)?;
            let b = if self.ann.is_subclassdef(have, cd) {
                if none {
                    cx.op(LlOp::PtrNonzero, vec![v], Type::Bool)
                } else {
                    konst(Const::Bool(true))
                }
            } else if !self.ann.is_subclassdef(cd, have) {
                continue;
            } else {
                self.isinstance(cx, v, none, cd)?
            };
            acc = Some(match acc {
                None => b,
                Some(a) => cx.op(LlOp::BoolOr, vec![a, b], Type::Bool),
            });
        }
        self.bool_result(cx, op, acc.unwrap_or(konst(Const::Bool(false))))
    }

    pub(crate) fn rtype_len(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (v, r) = self.val(cx, &op.args[0])?;
        let n = match self.repr(r).clone() {
            Repr::Str | Repr::Unicode => cx.op(LlOp::GetArraySize, vec![v], Type::Signed),
            Repr::Prim(Type::Char | Type::UniChar) => cx.int(1),
            Repr::List(l) => {
                if self.list_info(l)?.list.is_some() {
                    self.getfield(cx, v, "length")?
                } else {
                    cx.op(LlOp::GetArraySize, vec![v], Type::Signed)
                }
            }
            Repr::Range(_) => self.range_len(cx, v, r)?,
            Repr::Tuple(items) => cx.int(items.len() as i64),
            Repr::Dict(_) | Repr::Set(_) => self.getfield(cx, v, "num_live")?,
            Repr::Deque(_) | Repr::ByteArray => self.getfield(cx, v, "length")?,
            other => {
                return Err(error(format!("len() of {} is not supported", other.describe())));
            }
        };
        self.int_result(cx, op, n)
    }

    pub(crate) fn rtype_getattr(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let s = self.ann.binding(cx.gid, op.result).clone();
        let name = self.attr_name(cx, &op.args[1])?;
        let want = self.repr_of(&s)?;
        // What is known, or has no run-time value, needs no reading.
        if self.lltype(want)? == Type::Void {
            cx.map.insert(op.result, void());
            return Ok(());
        }
        let (v, r) = self.val(cx, &op.args[0])?;
        match (self.repr(r).clone(), self.repr(want).clone()) {
            (Repr::Instance(c), Repr::BuiltinMethod(_) | Repr::Method(_))
                if self.is_instance_field(c, &name)? =>
            {
                // A bound method kept in an attribute.
                match self.instance_getattr(cx, v, c, &name)? {
                    Some((v, r)) => self.set_result(cx, op, v, r),
                    None => Err(error(format!("attribute '{name}' has no run-time value"))),
                }
            }
            (Repr::Method(i), _) if name == "__self__" => {
                let v = self.convert(cx, v, i, want)?;
                cx.map.insert(op.result, v);
                Ok(())
            }
            (_, Repr::BuiltinMethod(i) | Repr::Method(i)) => {
                // The bound object stands for the method.
                let base = match *self.repr(r) {
                    Repr::Method(i) => i,
                    _ => r,
                };
                let v = self.convert(cx, v, base, i)?;
                cx.map.insert(op.result, v);
                Ok(())
            }
            (Repr::Instance(_), Repr::Class) if name == "__class__" => {
                let t = cx.op(
                    LlOp::GetField,
                    vec![v, konst(self.field(self.layouts.object, "typeptr"))],
                    Type::Ptr(self.layouts.vtable),
                );
                cx.map.insert(op.result, t);
                Ok(())
            }
            (Repr::Instance(c), Repr::Str)
                if name == "message"
                    && self.is_exception(c)
                    && !self.ann.has_own_attr(c, &name)
                    && !self.is_instance_field(c, &name)? =>
            {
                let text = self.exception_helper(cx, v, "ll_exc_message")?;
                self.set_str_result(cx, op, text)
            }
            (Repr::Instance(c), _) => match self.instance_getattr(cx, v, c, &name)? {
                Some((v, r)) => self.set_result(cx, op, v, r),
                None => match &s.konst {
                    Some(k) => {
                        let k = self.const_of(k, want)?;
                        cx.map.insert(op.result, konst(k));
                        Ok(())
                    }
                    None => match &s.kind {
                        Kind::Pbc { descs, .. } if descs.len() == 1 => {
                            let k = self.const_of_desc(descs[0], want)?;
                            cx.map.insert(op.result, konst(k));
                            Ok(())
                        }
                        _ => Err(error(format!("attribute '{name}' has no run-time value"))),
                    },
                },
            },
            (Repr::Class, _) => {
                let sc = self.s(cx, &op.args[0]);
                match self.class_getattr(cx, v, &sc, &name)? {
                    Some((v, r)) => self.set_result(cx, op, v, r),
                    None => Err(error(format!("attribute '{name}' of several classes"))),
                }
            }
            (Repr::Frozen(_), _) => {
                let v = self.getfield(cx, v, &name)?;
                let have = match self.ann_access_attr(&op.args[0], cx, &name) {
                    Some(s) => self.repr_of(&s.without_const())?,
                    None => want,
                };
                self.set_result(cx, op, v, have)
            }
            (Repr::Void | Repr::Known(_), _) => match &s.konst {
                Some(k) => {
                    let k = self.const_of(k, want)?;
                    cx.map.insert(op.result, konst(k));
                    Ok(())
                }
                None => self.getattr_of_constant(cx, op, &name, want),
            },
            (other, _) => Err(error(format!("attribute '{name}' of {}", other.describe()))),
        }
    }

    /// Attribute of an object known at translation time whose value is not a simple constant (a prebuilt list, …).
    pub(crate) fn getattr_of_constant(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        name: &str,
        want: ReprId,
    ) -> Res {
        let s = self.s(cx, &op.args[0]);
        let host = match (&op.args[0], &s.kind) {
            (HlValue::Const(HlConst::Host(h)), _) => Some(*h),
            (_, Kind::Pbc { descs, .. }) if descs.len() == 1 => {
                match &self.ann.descs[descs[0]].kind {
                    annotator::DescKind::Frozen { host } => Some(*host),
                    annotator::DescKind::Class(c) => Some(c.host),
                    annotator::DescKind::Function(f) => Some(f.host),
                    _ => None,
                }
            }
            _ => s.const_host(),
        };
        let value = match host {
            Some(h) => self.ann.host.getattr_opt(h, name).ok().flatten(),
            None => None,
        };
        match value {
            Some(v) => {
                let k = self.host_const(v, want)?;
                cx.map.insert(op.result, konst(k));
                Ok(())
            }
            None => Err(error(format!("attribute '{name}' cannot be read here"))),
        }
    }

    pub(crate) fn rtype_setattr(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let name = self.attr_name(cx, &op.args[1])?;
        let (v, r) = self.val(cx, &op.args[0])?;
        match *self.repr(r) {
            Repr::Instance(c) => {
                self.instance_setattr(cx, v, c, &name, &op.args[2])?;
                self.none_result(cx, op)
            }
            ref other => {
                let d = other.describe();
                Err(error(format!("attribute '{name}' of {d} cannot be set")))
            }
        }
    }

    pub(crate) fn rtype_getitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (_, r) = self.val(cx, &op.args[0])?;
        match self.repr(r).clone() {
            Repr::List(_) => self.list_getitem(cx, op, r),
            Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
                self.str_getitem(cx, op, r)
            }
            Repr::Dict(_) => self.dict_getitem(cx, op, r),
            Repr::ByteArray => self.bytearray_getitem(cx, op),
            Repr::Deque(_) => self.deque_getitem(cx, op, r),
            Repr::Tuple(items) => self.tuple_getitem(cx, op, &items),
            Repr::Range(step) => self.range_getitem(cx, op, r, step),
            other => Err(error(format!("indexing of {} is not supported", other.describe()))),
        }
    }
    pub(crate) fn rtype_setitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (_, r) = self.val(cx, &op.args[0])?;
        match self.repr(r).clone() {
            Repr::List(_) => self.list_setitem(cx, op, r),
            Repr::Dict(_) => self.dict_setitem(cx, op, r),
            Repr::ByteArray => self.bytearray_setitem(cx, op),
            Repr::Deque(_) => self.deque_setitem(cx, op, r),
            other => Err(error(format!("items of {} cannot be assigned", other.describe()))),
        }
    }
    pub(crate) fn rtype_delitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (_, r) = self.val(cx, &op.args[0])?;
        match self.repr(r).clone() {
            Repr::List(_) => self.list_delitem(cx, op, r),
            Repr::Dict(_) => self.dict_delitem(cx, op, r),
            Repr::ByteArray => self.bytearray_delitem(cx, op),
            Repr::Deque(_) => self.deque_delitem(cx, op),
            other => Err(error(format!("items of {} cannot be deleted", other.describe()))),
        }
    }
    pub(crate) fn rtype_contains(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let s = self.ann.binding(cx.gid, op.result).clone();
        if let Some(b) = s.const_bool() {
            return self.bool_result(cx, op, konst(Const::Bool(b)));
        }
        let (_, r) = self.val(cx, &op.args[0])?;
        match self.repr(r).clone() {
            Repr::List(_) => self.list_contains(cx, op, r),
            Repr::Dict(_) | Repr::Set(_) => self.dict_contains(cx, op, r),
            Repr::ByteArray => self.bytearray_contains(cx, op),
            Repr::Deque(_) => self.deque_contains(cx, op, r),
            Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
                self.str_contains(cx, op, r)
            }
            Repr::Tuple(items) => {
                let (t, _) = self.val(cx, &op.args[0])?;
                let (v, vr) = self.val(cx, &op.args[1])?;
                let sv = self.s(cx, &op.args[1]).without_const();
                let tuple = self.s(cx, &op.args[0]);
                let mut acc = konst(Const::Bool(false));
                for (i, ir) in items.iter().enumerate() {
                    let eq = match &tuple.kind {
                        Kind::Tuple(ss) if ss[i].konst.is_some() && ss[i].kind != Kind::None_ => {
                            let c = ss[i].konst.clone().expect("constant");
                            self.compare_values(cx, HlOp::Eq, &op.args[1], &HlValue::Const(c))?
                        }
                        Kind::Tuple(ss) if *ir != vr => {
                            let x = self.tuple_item(cx, t, &items, i)?;
                            let u = self.ann.union(
                                annotator::Site::NOWHERE,
                                &sv,
                                &ss[i].without_const(),
                            );
                            let u = u.map_err(|e| e.into_diagnostic())?;
                            let common = self.repr_of(&u)?;
                            let x = self.convert(cx, x, *ir, common)?;
                            let y = self.convert(cx, v, vr, common)?;
                            self.eq_values(cx, x, y, common)?
                        }
                        _ => {
                            let x = self.tuple_item(cx, t, &items, i)?;
                            self.eq_values(cx, x, v, *ir)?
                        }
                    };
                    acc = match acc {
                        LlValue::Const(_) => eq,
                        a => cx.op(LlOp::BoolOr, vec![a, eq], Type::Bool),
                    };
                }
                self.bool_result(cx, op, acc)
            }
            Repr::Range(_) => {
                let (v, _) = self.val(cx, &op.args[0])?;
                let ri = self.prim(Type::Signed);
                let i = self.val_as(cx, &op.args[1], ri)?;
                let step = self.range_step(cx, v, r)?;
                let start = self.getfield(cx, v, "start")?;
                let stop = self.getfield(cx, v, "stop")?;
                let b = self.helper_call(
                    cx,
                    "ll_misc",
                    "ll_range_contains",
                    vec![start, stop, step, i],
                )?;
                self.bool_result(cx, op, b)
            }
            other => Err(error(format!("'in' on {} is not supported", other.describe()))),
        }
    }
}
