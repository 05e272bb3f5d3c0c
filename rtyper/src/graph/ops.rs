//! Translation of high-level operations, by the representations of their operands.

use crate::base::cx::{Cx, Virtual, konst, void};
use crate::base::operands;
use crate::base::repr::{Repr, ReprId};
use crate::builtins::{casts, jit, lowlevel};
use crate::graph::binary;
use crate::repr::{
    bytearray, checks, class, deque, dict, exc, format, instance, iter, list, numbers, string,
    truth, tuple,
};
use crate::{RTyper, Res, calls, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlConst, HlOp, HlValue, LlOp, LlValue, SpaceOperation, Type};
use flowspace::host::HostObj;

impl RTyper<'_> {
    /// Translates one operation.
    pub(crate) fn rtype_op(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        use HlOp::*;
        if matches!(op.op, SimpleCall | CallArgs) {
            return calls::call(self, cx, op);
        }
        if let Some(site) = self.ann.call_site(cx.gid, op.result)
            && !site.targets.is_empty()
        {
            return special_method(self, cx, op);
        }
        checks::none(self, cx, op)?;
        if lowlevel::op(self, cx, op)? {
            return Ok(());
        }
        if exc::args_op(self, cx, op)? {
            return Ok(());
        }
        match op.op {
            SameAs => {
                let (v, r) = self.val(cx, &op.args[0])?;
                self.set_result(cx, op, v, r)
            }
            Is => binary::is(self, cx, op),
            Eq | Ne | Lt | Le | Gt | Ge => binary::compare(self, cx, op),
            Type => type_of(self, cx, op),
            IsSubtype => issubtype(self, cx, op),
            IsInstance => isinstance(self, cx, op),
            Str => {
                let v = format::str_of(self, cx, &op.args[0], false)?;
                self.set_str_result(cx, op, v)
            }
            Repr => {
                let v = format::str_of(self, cx, &op.args[0], true)?;
                self.set_str_result(cx, op, v)
            }
            Len => len(self, cx, op),
            Hash => hash(self, cx, op),
            Id => {
                let (v, _) = self.val(cx, &op.args[0])?;
                let h = cx.op(LlOp::GcId, vec![v], flowmodel::Type::Signed);
                self.int_result(cx, op, h)
            }
            SetAttr => setattr(self, cx, op),
            GetAttr => getattr(self, cx, op),
            GetItem => getitem(self, cx, op),
            SetItem => setitem(self, cx, op),
            DelItem => delitem(self, cx, op),
            NewSlice => {
                let parts = [op.args[0].clone(), op.args[1].clone(), op.args[2].clone()];
                cx.virtuals.insert(op.result, Virtual::Slice(parts));
                cx.map.insert(op.result, void());
                Ok(())
            }
            Bool | Not => {
                let b = truth::of(self, cx, &op.args[0])?;
                let b = if op.op == Not { cx.negate(b) } else { b };
                let r = self.prim(flowmodel::Type::Bool);
                self.set_result(cx, op, b, r)
            }
            Neg | Pos | Invert | Abs | NegOvf | AbsOvf => binary::unary(self, cx, op),
            Hex => in_base(self, cx, op, 16, b'x'),
            Oct => in_base(self, cx, op, 8, b'o'),
            Bin => in_base(self, cx, op, 2, b'b'),
            Ord => {
                let (v, r) = self.val(cx, &op.args[0])?;
                let v = ord(self, cx, v, r)?;
                self.int_result(cx, op, v)
            }
            Int => casts::int(self, cx, op, &op.args[0], None),
            Float => casts::float(self, cx, op, &op.args[0]),
            Add | Sub | Mul | TrueDiv | FloorDiv | Div | Mod | LShift | RShift | And | Or | Xor
            | InplaceAdd | InplaceSub | InplaceMul | InplaceTrueDiv | InplaceFloorDiv
            | InplaceDiv | InplaceMod | InplaceLShift | InplaceRShift | InplaceAnd | InplaceOr
            | InplaceXor | AddOvf | SubOvf | MulOvf | FloorDivOvf | ModOvf | LShiftOvf => {
                binary::op(self, cx, op)
            }
            Contains => contains(self, cx, op),
            NewTuple => tuple::newtuple(self, cx, op),
            NewList => list::newlist(self, cx, op),
            NewDict => dict::newdict(self, cx, op),
            Iter => iter::iter(self, cx, op),
            Next => iter::next(self, cx, op),
            Hint => jit::hint_op(self, cx, op),
            NewSet => dict::newdict(self, cx, op),
            Format | StrFormat | DelAttr | Pow | InplacePow | MatMul | InplaceMatMul | DivMod
            | Yield => {
                Err(error(format!("operation '{}' is not supported at run time", op.op.name())))
            }
            SimpleCall | CallArgs => unreachable!("handled above"),
        }
    }
}

/// Code of a character.
fn ord(rt: &mut RTyper<'_>, cx: &mut Cx, v: LlValue, r: ReprId) -> Res<LlValue> {
    match *rt.repr(r) {
        Repr::Prim(Type::Char) => Ok(cx.op(LlOp::CastCharToInt, vec![v], Type::Signed)),
        Repr::Prim(Type::UniChar) => Ok(cx.op(LlOp::CastUniCharToInt, vec![v], Type::Signed)),
        _ => Err(error("ord() of what is not a character")),
    }
}

fn issubtype(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let s = rt.ann.binding(cx.gid, op.result).clone();
    if let Some(b) = s.const_bool() {
        return rt.bool_result(cx, op, konst(Const::Bool(b)));
    }
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

fn isinstance(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let s = rt.ann.binding(cx.gid, op.result).clone();
    if let Some(b) = s.const_bool() {
        return rt.bool_result(cx, op, konst(Const::Bool(b)));
    }
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

fn len(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (v, r) = rt.val(cx, &op.args[0])?;
    let n = match rt.repr(r).clone() {
        Repr::Str | Repr::Unicode => cx.op(LlOp::GetArraySize, vec![v], Type::Signed),
        Repr::Prim(Type::Char | Type::UniChar) => cx.int(1),
        Repr::List(l) => {
            if rt.list_info(l)?.list.is_some() {
                rt.getfield(cx, v, "length")?
            } else {
                cx.op(LlOp::GetArraySize, vec![v], Type::Signed)
            }
        }
        Repr::Range(_) => list::range_len(rt, cx, v, r)?,
        Repr::Tuple(items) => cx.int(items.len() as i64),
        Repr::Dict(_) | Repr::Set(_) => rt.getfield(cx, v, "num_live")?,
        Repr::Deque(_) | Repr::ByteArray => rt.getfield(cx, v, "length")?,
        other => {
            return Err(error(format!("len() of {} is not supported", other.describe())));
        }
    };
    rt.int_result(cx, op, n)
}

fn getattr(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
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
                vec![v, konst(rt.field(rt.layouts.object, "typeptr"))],
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

fn setattr(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
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

fn getitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (_, r) = rt.val(cx, &op.args[0])?;
    match rt.repr(r).clone() {
        Repr::List(_) => list::getitem(rt, cx, op, r),
        Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
            string::getitem(rt, cx, op, r)
        }
        Repr::Dict(_) => dict::getitem(rt, cx, op, r),
        Repr::ByteArray => bytearray::getitem(rt, cx, op),
        Repr::Deque(_) => deque::getitem(rt, cx, op, r),
        Repr::Tuple(items) => tuple::getitem(rt, cx, op, &items),
        Repr::Range(step) => list::range_getitem(rt, cx, op, r, step),
        other => Err(error(format!("indexing of {} is not supported", other.describe()))),
    }
}

fn setitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (_, r) = rt.val(cx, &op.args[0])?;
    match rt.repr(r).clone() {
        Repr::List(_) => list::setitem(rt, cx, op, r),
        Repr::Dict(_) => dict::setitem(rt, cx, op, r),
        Repr::ByteArray => bytearray::setitem(rt, cx, op),
        Repr::Deque(_) => deque::setitem(rt, cx, op, r),
        other => Err(error(format!("items of {} cannot be assigned", other.describe()))),
    }
}

fn delitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (_, r) = rt.val(cx, &op.args[0])?;
    match rt.repr(r).clone() {
        Repr::List(_) => list::delitem(rt, cx, op, r),
        Repr::Dict(_) => dict::delitem(rt, cx, op, r),
        Repr::ByteArray => bytearray::delitem(rt, cx, op),
        Repr::Deque(_) => deque::delitem(rt, cx, op),
        other => Err(error(format!("items of {} cannot be deleted", other.describe()))),
    }
}

fn contains(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let s = rt.ann.binding(cx.gid, op.result).clone();
    if let Some(b) = s.const_bool() {
        return rt.bool_result(cx, op, konst(Const::Bool(b)));
    }
    let (_, r) = rt.val(cx, &op.args[0])?;
    match rt.repr(r).clone() {
        Repr::List(_) => list::contains(rt, cx, op, r),
        Repr::Dict(_) | Repr::Set(_) => dict::contains(rt, cx, op, r),
        Repr::ByteArray => bytearray::contains(rt, cx, op),
        Repr::Deque(_) => deque::contains(rt, cx, op, r),
        Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
            string::contains(rt, cx, op, r)
        }
        Repr::Tuple(items) => {
            let (t, _) = rt.val(cx, &op.args[0])?;
            let (v, vr) = rt.val(cx, &op.args[1])?;
            let sv = rt.s(cx, &op.args[1]).without_const();
            let tuple = rt.s(cx, &op.args[0]);
            let mut acc = konst(Const::Bool(false));
            for (i, ir) in items.iter().enumerate() {
                let eq = match &tuple.kind {
                    Kind::Tuple(ss) if ss[i].konst.is_some() && ss[i].kind != Kind::None_ => {
                        let c = ss[i].konst.clone().expect("constant");
                        binary::compare_values(rt, cx, HlOp::Eq, &op.args[1], &HlValue::Const(c))?
                    }
                    Kind::Tuple(ss) if *ir != vr => {
                        let x = tuple::field(rt, cx, t, &items, i)?;
                        let u = rt.ann.union(annotator::Site::NOWHERE, &sv, &ss[i].without_const());
                        let u = u.map_err(|e| e.into_diagnostic())?;
                        let common = rt.repr_of(&u)?;
                        let x = rt.convert(cx, x, *ir, common)?;
                        let y = rt.convert(cx, v, vr, common)?;
                        binary::eq_values(rt, cx, x, y, common)?
                    }
                    _ => {
                        let x = tuple::field(rt, cx, t, &items, i)?;
                        binary::eq_values(rt, cx, x, v, *ir)?
                    }
                };
                acc = match acc {
                    LlValue::Const(_) => eq,
                    a => cx.op(LlOp::BoolOr, vec![a, eq], Type::Bool),
                };
            }
            rt.bool_result(cx, op, acc)
        }
        Repr::Range(_) => {
            let (v, _) = rt.val(cx, &op.args[0])?;
            let ri = rt.prim(Type::Signed);
            let i = rt.val_as(cx, &op.args[1], ri)?;
            let step = list::range_step(rt, cx, v, r)?;
            let start = rt.getfield(cx, v, "start")?;
            let stop = rt.getfield(cx, v, "stop")?;
            let b =
                rt.helper_call(cx, "ll_misc", "ll_range_contains", vec![start, stop, step, i])?;
            rt.bool_result(cx, op, b)
        }
        other => Err(error(format!("'in' on {} is not supported", other.describe()))),
    }
}

/// An operation on instances that calls one of their special methods.
fn special_method(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    // A method of the other operand of `a + b` and its like may take None.
    let operands: Vec<_> = op.args.iter().map(|a| rt.s(cx, a)).collect();
    let instance = |s: &annotator::SomeValue| matches!(s.kind, Kind::Instance { .. });
    let both = annotator::operands_not_none(rt.ann, op, &operands) == [0, 1];
    if !both || !operands[..2].iter().any(instance) {
        checks::none(rt, cx, op)?;
    }
    if matches!(op.op, HlOp::Pow | HlOp::InplacePow) {
        numbers::trap_power(rt, cx, op)?;
    }
    calls::call(rt, cx, op)
}

/// `type(x)`
fn type_of(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
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
        let typeptr = konst(rt.field(rt.layouts.object, "typeptr"));
        cx.op(LlOp::GetField, vec![v, typeptr], Type::Ptr(rt.layouts.vtable))
    };
    let rc = rt.intern(Repr::Class);
    rt.set_result(cx, op, t, rc)
}

/// `hash(x)`
fn hash(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (v, r) = rt.val(cx, &op.args[0])?;
    let f = rt.hash_fn(r)?;
    let h = rt.call_host_helper(cx, f, vec![v.into()])?;
    rt.int_result(cx, op, h)
}

/// `hex(x)` and its like: the base, and the letter before the digits.
fn in_base(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    base: i64,
    letter: u8,
) -> Res {
    let (v, f) = numbers::int_operand(rt, cx, &op.args[0], "ll_int2base", "ll_uint2base")?;
    let args = vec![v, cx.int(base), cx.int(letter.into())];
    let s = rt.helper_call(cx, "ll_int", f, args)?;
    rt.set_str_result(cx, op, s)
}
