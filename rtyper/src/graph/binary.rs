//! Arithmetic.

use crate::base::cx::{Cx, konst};
use crate::base::repr::{Repr, ReprId};
use crate::repr::{bytearray, list, numbers, string, tuple};
use crate::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlConst, HlOp, LlOp, SpaceOperation, Type};

/// Translates an operation with two operands.
pub(crate) fn op(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (sa, sb) = (rt.s(cx, &op.args[0]), rt.s(cx, &op.args[1]));
    let number = |k: &Kind| matches!(k, Kind::Integer { .. } | Kind::Bool | Kind::Float);
    if number(&sa.kind) && number(&sb.kind) {
        let s = rt.ann.binding(cx.gid, op.result).clone();
        let r = rt.repr_of(&s)?;
        if let Some(c) = &s.konst {
            let k = rt.const_of(c, r)?;
            cx.map.insert(op.result, konst(k));
            return Ok(());
        }
        if s.kind == Kind::Float {
            return numbers::float_binary(rt, cx, op);
        }
        return numbers::int_binary(rt, cx, op, r);
    }
    let sum = rt.ann.binding(cx.gid, op.result).clone();
    if let Some(c @ (HlConst::Str(_) | HlConst::Bytes(_) | HlConst::Unicode(_))) = &sum.konst {
        let r = rt.repr_of(&sum)?;
        let k = rt.const_of(c, r)?;
        cx.map.insert(op.result, konst(k));
        return Ok(());
    }
    let ra = rt.repr_of(&sa)?;
    let rb = rt.repr_of(&sb)?;
    let p = op.op.without_in_place();
    match (p, rt.repr(ra).clone(), rt.repr(rb).clone()) {
        (HlOp::Add, Repr::ByteArray, _) => bytearray::add(rt, cx, op),
        (HlOp::Add, Repr::List(_), _) if op.op == HlOp::InplaceAdd => list::inplace_add(rt, cx, op),
        (HlOp::Mul, Repr::List(_), _) if op.op == HlOp::InplaceMul => list::inplace_mul(rt, cx, op),
        (HlOp::Add, Repr::List(_) | Repr::Range(_), _) => list::add(rt, cx, op),
        (HlOp::Mul, Repr::List(_), _) => list::mul(rt, cx, op, 0),
        (HlOp::Mul, _, Repr::List(_)) => list::mul(rt, cx, op, 1),
        (HlOp::Add, Repr::Tuple(a), Repr::Tuple(b)) => {
            let (x, _) = rt.val(cx, &op.args[0])?;
            let (y, _) = rt.val(cx, &op.args[1])?;
            let mut vals = vec![];
            for i in 0..a.len() {
                vals.push(tuple::field(rt, cx, x, &a, i)?);
            }
            for i in 0..b.len() {
                vals.push(tuple::field(rt, cx, y, &b, i)?);
            }
            let all: Vec<ReprId> = a.iter().chain(b.iter()).copied().collect();
            let v = tuple::new(rt, cx, &all, vals)?;
            let r = rt.intern(Repr::Tuple(all.into()));
            rt.set_result(cx, op, v, r)
        }
        (HlOp::Add, a, b) if a.is_text() && b.is_text() => string::add(rt, cx, op),
        (HlOp::Mul, a, _) if a.is_text() => string::mul(rt, cx, op, 0),
        (HlOp::Mul, _, b) if b.is_text() => string::mul(rt, cx, op, 1),
        _ => Err(error(format!(
            "operation '{}' on {} and {} is not supported",
            op.op.name(),
            rt.ann.show(&sa),
            rt.ann.show(&sb)
        ))),
    }
}

/// Translates an arithmetic operation with one operand.
pub(crate) fn unary(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    use HlOp::{Abs, AbsOvf, Invert, Neg, NegOvf, Pos};
    let s = rt.ann.binding(cx.gid, op.result).clone();
    let r = rt.repr_of(&s)?;
    if let Some(c) = &s.konst {
        let k = rt.const_of(c, r)?;
        cx.map.insert(op.result, konst(k));
        return Ok(());
    }
    let ty = rt.lltype(r)?;
    if ty == Type::Float {
        let a = rt.val_as(cx, &op.args[0], r)?;
        let v = match op.op {
            Neg => cx.op(LlOp::FloatNeg, vec![a], ty),
            Pos => a,
            Abs => cx.op(LlOp::FloatAbs, vec![a], ty),
            o => return Err(error(format!("operation '{}' on a float", o.name()))),
        };
        return rt.set_result(cx, op, v, r);
    }
    let unsigned = ty.is_unsigned();
    let work = if unsigned { Type::Unsigned } else { Type::Signed };
    let rw = rt.prim(work);
    let a = rt.val_as(cx, &op.args[0], rw)?;
    let v = match (op.op, unsigned) {
        (Pos, _) | (Abs, true) => a,
        (Neg, false) => match numbers::trapping(rt, cx, LlOp::IntSub) {
            LlOp::IntSub => cx.op(LlOp::IntNeg, vec![a], work),
            trap => cx.op(trap, vec![konst(Const::Int(0)), a], work),
        },
        (Neg, true) => cx.op(LlOp::UintNeg, vec![a], work),
        (Invert, false) => cx.op(LlOp::IntInvert, vec![a], work),
        (Invert, true) => cx.op(LlOp::UintInvert, vec![a], work),
        (Abs, false) => {
            numbers::trap_before(rt, cx, Abs, &a, &a);
            cx.op(LlOp::IntAbs, vec![a], work)
        }
        (NegOvf, false) => rt.helper_call(cx, "ll_int", "ll_int_neg_ovf", vec![a])?,
        (AbsOvf, false) => rt.helper_call(cx, "ll_int", "ll_int_abs_ovf", vec![a])?,
        (o, _) => return Err(error(format!("operation '{}' on an int", o.name()))),
    };
    rt.set_result(cx, op, v, rw)
}
