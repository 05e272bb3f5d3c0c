//! Arithmetic, comparisons and identity.

use crate::base::cx::{Cx, konst};
use crate::base::repr::{Repr, ReprId};
use crate::repr::numbers::{common_number, mixed_words};
use crate::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlConst, HlOp, HlValue, LlOp, LlValue, SpaceOperation, Type};

impl RTyper<'_> {
    pub(crate) fn rtype_binary(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (sa, sb) = (self.s(cx, &op.args[0]), self.s(cx, &op.args[1]));
        let number = |k: &Kind| matches!(k, Kind::Integer { .. } | Kind::Bool | Kind::Float);
        if number(&sa.kind) && number(&sb.kind) {
            let s = self.ann.binding(cx.gid, op.result).clone();
            let r = self.repr_of(&s)?;
            if let Some(c) = &s.konst {
                let k = self.const_of(c, r)?;
                cx.map.insert(op.result, konst(k));
                return Ok(());
            }
            if s.kind == Kind::Float {
                return self.float_binary(cx, op);
            }
            return self.int_binary(cx, op, r);
        }
        let sum = self.ann.binding(cx.gid, op.result).clone();
        if let Some(c @ (HlConst::Str(_) | HlConst::Bytes(_) | HlConst::Unicode(_))) = &sum.konst {
            let r = self.repr_of(&sum)?;
            let k = self.const_of(c, r)?;
            cx.map.insert(op.result, konst(k));
            return Ok(());
        }
        let ra = self.repr_of(&sa)?;
        let rb = self.repr_of(&sb)?;
        let p = op.op.without_in_place();
        match (p, self.repr(ra).clone(), self.repr(rb).clone()) {
            (HlOp::Add, Repr::ByteArray, _) => self.bytearray_add(cx, op),
            (HlOp::Add, Repr::List(_), _) if op.op == HlOp::InplaceAdd => {
                self.list_inplace_add(cx, op)
            }
            (HlOp::Mul, Repr::List(_), _) if op.op == HlOp::InplaceMul => {
                self.list_inplace_mul(cx, op)
            }
            (HlOp::Add, Repr::List(_) | Repr::Range(_), _) => self.list_add(cx, op),
            (HlOp::Mul, Repr::List(_), _) => self.list_mul(cx, op, 0),
            (HlOp::Mul, _, Repr::List(_)) => self.list_mul(cx, op, 1),
            (HlOp::Add, Repr::Tuple(a), Repr::Tuple(b)) => {
                let (x, _) = self.val(cx, &op.args[0])?;
                let (y, _) = self.val(cx, &op.args[1])?;
                let mut vals = vec![];
                for i in 0..a.len() {
                    vals.push(self.tuple_item(cx, x, &a, i)?);
                }
                for i in 0..b.len() {
                    vals.push(self.tuple_item(cx, y, &b, i)?);
                }
                let all: Vec<ReprId> = a.iter().chain(b.iter()).copied().collect();
                let v = self.new_tuple(cx, &all, vals)?;
                let r = self.intern(Repr::Tuple(all.into()));
                self.set_result(cx, op, v, r)
            }
            (HlOp::Add, a, b) if a.is_text() && b.is_text() => self.str_add(cx, op),
            (HlOp::Mul, a, _) if a.is_text() => self.str_mul(cx, op, 0),
            (HlOp::Mul, _, b) if b.is_text() => self.str_mul(cx, op, 1),
            _ => Err(error(format!(
                "operation '{}' on {} and {} is not supported",
                op.op.name(),
                self.ann.show(&sa),
                self.ann.show(&sb)
            ))),
        }
    }

    pub(crate) fn rtype_unary(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        use HlOp::{Abs, AbsOvf, Invert, Neg, NegOvf, Pos};
        let s = self.ann.binding(cx.gid, op.result).clone();
        let r = self.repr_of(&s)?;
        if let Some(c) = &s.konst {
            let k = self.const_of(c, r)?;
            cx.map.insert(op.result, konst(k));
            return Ok(());
        }
        let ty = self.lltype(r)?;
        if ty == Type::Float {
            let a = self.val_as(cx, &op.args[0], r)?;
            let v = match op.op {
                Neg => cx.op(LlOp::FloatNeg, vec![a], ty),
                Pos => a,
                Abs => cx.op(LlOp::FloatAbs, vec![a], ty),
                o => return Err(error(format!("operation '{}' on a float", o.name()))),
            };
            return self.set_result(cx, op, v, r);
        }
        let unsigned = ty.is_unsigned();
        let work = if unsigned { Type::Unsigned } else { Type::Signed };
        let rw = self.prim(work);
        let a = self.val_as(cx, &op.args[0], rw)?;
        let v = match (op.op, unsigned) {
            (Pos, _) | (Abs, true) => a,
            (Neg, false) => match self.trapping(cx, LlOp::IntSub) {
                LlOp::IntSub => cx.op(LlOp::IntNeg, vec![a], work),
                trap => cx.op(trap, vec![konst(Const::Int(0)), a], work),
            },
            (Neg, true) => cx.op(LlOp::UintNeg, vec![a], work),
            (Invert, false) => cx.op(LlOp::IntInvert, vec![a], work),
            (Invert, true) => cx.op(LlOp::UintInvert, vec![a], work),
            (Abs, false) => {
                self.trap_before(cx, Abs, &a, &a);
                cx.op(LlOp::IntAbs, vec![a], work)
            }
            (NegOvf, false) => self.helper_call(cx, "ll_int", "ll_int_neg_ovf", vec![a])?,
            (AbsOvf, false) => self.helper_call(cx, "ll_int", "ll_int_abs_ovf", vec![a])?,
            (o, _) => return Err(error(format!("operation '{}' on an int", o.name()))),
        };
        self.set_result(cx, op, v, rw)
    }

    // ---- comparisons

    pub(crate) fn rtype_is(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let s = self.ann.binding(cx.gid, op.result).clone();
        if let Some(b) = s.const_bool() {
            return self.bool_result(cx, op, konst(Const::Bool(b)));
        }
        let b = self.identity(cx, &op.args[0], &op.args[1])?;
        self.bool_result(cx, op, b)
    }

    pub(crate) fn identity(&mut self, cx: &mut Cx, a: &HlValue, b: &HlValue) -> Res<LlValue> {
        let (sa, sb) = (self.s(cx, a), self.s(cx, b));
        let (mut ra, mut rb) = (self.repr_of(&sa)?, self.repr_of(&sb)?);
        for r in [&mut ra, &mut rb] {
            if let Repr::Method(i) = *self.repr(*r) {
                *r = i;
            }
        }
        for (s, other, r) in [(&sa, b, rb), (&sb, a, ra)] {
            if s.kind == Kind::None_ {
                let t = self.lltype(r)?;
                if !crate::repr::convert::is_pointer(t) {
                    return Ok(konst(Const::Bool(
                        t == Type::Void && self.s(cx, other).kind == Kind::None_,
                    )));
                }
                let (v, _) = self.val(cx, other)?;
                return Ok(cx.op(LlOp::PtrIszero, vec![v], Type::Bool));
            }
        }
        let (ta, tb) = (self.lltype(ra)?, self.lltype(rb)?);
        if let (Repr::Known(x), Repr::Known(y)) = (self.repr(ra), self.repr(rb)) {
            return Ok(konst(Const::Bool(x == y)));
        }
        if ta == Type::Void && tb == Type::Void {
            return Ok(konst(Const::Bool(sa.konst.is_some() && sa.konst == sb.konst)));
        }
        let common = if ta == Type::Void {
            rb
        } else if tb == Type::Void {
            ra
        } else if let (Repr::Instance(x), Repr::Instance(y)) =
            (self.repr(ra).clone(), self.repr(rb).clone())
        {
            let c = self.ann.common_base(x, y);
            self.intern(Repr::Instance(c))
        } else if *self.repr(rb) == Repr::Identity
            || matches!((self.repr(ra), self.repr(rb)), (r, Repr::Instance(_)) if !matches!(r, Repr::Instance(_)))
        {
            rb
        } else {
            ra
        };
        if let Repr::Prim(_) = self.repr(common) {
            return self.compare_values(cx, HlOp::Eq, a, b);
        }
        if let (Type::Ptr(x), Type::Ptr(y)) = (ta, tb)
            && x != y
            && !self.ann.types.is_subtype(x, y)
            && !self.ann.types.is_subtype(y, x)
            && !matches!(self.repr(common), Repr::Instance(_))
        {
            // Containers of different types: the same only if both are None.
            let (v, _) = self.val(cx, a)?;
            let (w, _) = self.val(cx, b)?;
            let v = cx.op(LlOp::PtrIszero, vec![v], Type::Bool);
            let w = cx.op(LlOp::PtrIszero, vec![w], Type::Bool);
            return Ok(cx.op(LlOp::BoolAnd, vec![v, w], Type::Bool));
        }
        if matches!(self.repr(common), Repr::Str | Repr::Unicode) {
            let x = self.val_as(cx, a, common)?;
            let y = self.val_as(cx, b, common)?;
            return Ok(cx.op(LlOp::PtrEq, vec![x, y], Type::Bool));
        }
        let x = self.val_as(cx, a, common)?;
        let y = self.val_as(cx, b, common)?;
        Ok(cx.op(LlOp::PtrEq, vec![x, y], Type::Bool))
    }

    pub(crate) fn rtype_compare(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let s = self.ann.binding(cx.gid, op.result).clone();
        if let Some(b) = s.const_bool() {
            return self.bool_result(cx, op, konst(Const::Bool(b)));
        }
        let b = self.compare_values(cx, op.op, &op.args[0], &op.args[1])?;
        self.bool_result(cx, op, b)
    }

    /// Comparison of two operands.
    pub(crate) fn compare_values(
        &mut self,
        cx: &mut Cx,
        op: HlOp,
        a: &HlValue,
        b: &HlValue,
    ) -> Res<LlValue> {
        let (sa, sb) = (self.s(cx, a), self.s(cx, b));
        let (ra, rb) = (self.repr_of(&sa)?, self.repr_of(&sb)?);
        let (pa, pb) = (self.repr(ra).clone(), self.repr(rb).clone());
        if let (Repr::Prim(x), Repr::Prim(y)) = (&pa, &pb)
            && let Some(swap) = mixed_words((*x, &sa), (*y, &sb))
        {
            // The mathematical values are compared.
            let (rs, ru) = (self.prim(Type::Signed), self.prim(Type::Unsigned));
            let (i, u) = if swap { (b, a) } else { (a, b) };
            let i = self.val_as(cx, i, rs)?;
            let u = self.val_as(cx, u, ru)?;
            let c = self.helper_call(cx, "ll_int", "ll_cmp_int_uint", vec![i, u])?;
            let zero = cx.int(0);
            let (c, zero) = if swap { (zero, c) } else { (c, zero) };
            return self.prim_compare(cx, op, c, zero, Type::Signed);
        }
        if let (Repr::Prim(x), Repr::Prim(y)) = (&pa, &pb) {
            let Some(common) = common_number(*x, *y) else {
                return Err(error(format!(
                    "{} and {} cannot be compared",
                    self.ann.show(&sa),
                    self.ann.show(&sb)
                )));
            };
            let rc = self.prim(common);
            let x = self.val_as(cx, a, rc)?;
            let y = self.val_as(cx, b, rc)?;
            return self.prim_compare(cx, op, x, y, common);
        }
        if pa.is_text() && pb.is_text() {
            return self.text_compare(cx, op, a, b, &pa, &pb);
        }
        let eq_only = matches!(op, HlOp::Eq | HlOp::Ne);
        let none = sa.kind == Kind::None_ || sb.kind == Kind::None_;
        let identity = |r: &Repr| {
            matches!(
                r,
                Repr::Instance(_)
                    | Repr::Class
                    | Repr::Func(..)
                    | Repr::FuncSet(_)
                    | Repr::Frozen(_)
                    | Repr::Identity
                    | Repr::Method(_)
                    | Repr::Iter(_)
                    | Repr::Builder(_)
                    | Repr::Void
                    | Repr::Known(_)
                    | Repr::Prim(_)
            )
        };
        let by_identity = none || (identity(&pa) && identity(&pb));
        if eq_only && by_identity {
            let v = self.identity(cx, a, b)?;
            return Ok(if op == HlOp::Ne { self.negate(cx, v) } else { v });
        }
        match (&pa, &pb) {
            (Repr::Tuple(x), Repr::Tuple(y)) => {
                if x.len() != y.len() && eq_only {
                    return Ok(konst(Const::Bool(op == HlOp::Ne)));
                }
                if eq_only
                    && self.differ_in_lists(ra, rb)
                    && let Some(f) = self.pair_eq_fn(ra, rb)?
                {
                    let (v, _) = self.val(cx, a)?;
                    let (w, _) = self.val(cx, b)?;
                    let v = self.call_host_helper(cx, f, vec![v.into(), w.into()])?;
                    return Ok(if op == HlOp::Ne { self.negate(cx, v) } else { v });
                }
                let common = if ra == rb {
                    ra
                } else {
                    let s = self
                        .ann
                        .union(annotator::Site::NOWHERE, &sa, &sb)
                        .map_err(|e| e.into_diagnostic())?;
                    self.repr_of(&s)?
                };
                let v = self.val_as(cx, a, common)?;
                let w = self.val_as(cx, b, common)?;
                self.compare_same(cx, op, v, w, common)
            }
            (Repr::List(_), Repr::List(_)) if eq_only => {
                let v = self.list_eq(cx, a, b, ra, rb)?;
                Ok(if op == HlOp::Ne { self.negate(cx, v) } else { v })
            }
            (Repr::ByteArray, _) | (_, Repr::ByteArray) if eq_only => {
                let v = self.bytearray_eq(cx, a, b)?;
                Ok(if op == HlOp::Ne { self.negate(cx, v) } else { v })
            }
            (Repr::Deque(x), Repr::Deque(y)) if eq_only && x == y => {
                let (v, _) = self.val(cx, a)?;
                let (w, _) = self.val(cx, b)?;
                self.compare_same(cx, op, v, w, ra)
            }
            (Repr::List(x), Repr::List(y)) if x == y => {
                let (v, _) = self.val(cx, a)?;
                let (w, _) = self.val(cx, b)?;
                self.compare_same(cx, op, v, w, ra)
            }
            (Repr::Dict(d), Repr::Dict(_)) | (Repr::Set(d), Repr::Set(_)) if eq_only => {
                let info = self.dict_info(*d)?;
                self.comparable(info)?;
                let (x, _) = self.val(cx, a)?;
                let (y, _) = self.val(cx, b)?;
                let (ve, ke, kh) =
                    (self.eq_fn(info.value)?, self.key_eq(info)?, self.key_hash(info)?);
                use crate::helpers::HArg;
                let v = self.helper_call_with(
                    cx,
                    "ll_dict",
                    "ll_dicteq",
                    vec![x.into(), y.into(), HArg::F(ve), HArg::F(ke), HArg::F(kh)],
                )?;
                Ok(if op == HlOp::Ne { self.negate(cx, v) } else { v })
            }
            _ if eq_only && self.lltype(ra)? != self.lltype(rb)? => {
                // Values of unrelated types are never equal.
                Ok(konst(Const::Bool(op == HlOp::Ne)))
            }
            _ => Err(error(format!(
                "operation '{}' on {} and {} is not supported",
                op.name(),
                self.ann.show(&sa),
                self.ann.show(&sb)
            ))),
        }
    }

    /// Comparison of two values of one repr, by its functions.
    pub(crate) fn compare_same(
        &mut self,
        cx: &mut Cx,
        op: HlOp,
        a: LlValue,
        b: LlValue,
        r: ReprId,
    ) -> Res<LlValue> {
        let (swap, not, lt) = match op {
            HlOp::Eq => (false, false, false),
            HlOp::Ne => (false, true, false),
            HlOp::Lt => (false, false, true),
            HlOp::Gt => (true, false, true),
            HlOp::Le => (true, true, true),
            _ => (false, true, true),
        };
        if self.lltype(r)? == Type::Void {
            return Ok(konst(Const::Bool(lt == not)));
        }
        let f = if lt { self.lt_fn(r)? } else { self.eq_fn(r)? };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let v = self.call_host_helper(cx, f, vec![a.into(), b.into()])?;
        Ok(if not { self.negate(cx, v) } else { v })
    }

    /// Equality of two values of one repr.
    pub(crate) fn eq_values(
        &mut self,
        cx: &mut Cx,
        a: LlValue,
        b: LlValue,
        r: ReprId,
    ) -> Res<LlValue> {
        if let Repr::Prim(t) = *self.repr(r)
            && let Some(t) = common_number(t, t)
        {
            return self.prim_compare(cx, HlOp::Eq, a, b, t);
        }
        if self.lltype(r)? == Type::Void {
            return Ok(konst(Const::Bool(true)));
        }
        self.compare_same(cx, HlOp::Eq, a, b, r)
    }
}
