//! Comparing two values: identity, equality and order, and `in` on tuples.

use crate::base::cx::{Cx, konst};
use crate::helpers::HArg;
use crate::repr::numbers::{common_number, mixed_words};
use crate::repr::{bytearray, dict, list, numbers, pair_eq, string, tuple};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::lowers::{Comparison, Lowers};
use annotator::{Kind, SomeValue};
use flowmodel::{Const, Hl, HlConst, HlOp, HlValue, LlOp, LlValue, SpaceOperation, Type};

/// Translates `x is y`.
pub(crate) fn is(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let b = same_object(rt, cx, &op.args[0], &op.args[1])?;
    rt.bool_result(cx, op, b)
}

fn same_object(rt: &mut RTyper<'_>, cx: &mut Cx, a: &HlValue, b: &HlValue) -> Res<LlValue> {
    let (sa, sb) = (rt.s(cx, a), rt.s(cx, b));
    let (mut ra, mut rb) = (rt.repr_of(&sa)?, rt.repr_of(&sb)?);
    for r in [&mut ra, &mut rb] {
        if let Repr::Method(i) = *rt.repr(*r) {
            *r = i;
        }
    }
    for (s, other, r) in [(&sa, b, rb), (&sb, a, ra)] {
        if s.kind == Kind::None_ {
            let t = rt.lltype(r)?;
            if !crate::repr::convert::is_pointer(t) {
                return Ok(konst(Const::Bool(
                    t == Type::Void && rt.s(cx, other).kind == Kind::None_,
                )));
            }
            let (v, _) = rt.val(cx, other)?;
            return Ok(cx.op(LlOp::PtrIszero, vec![v], Type::Bool));
        }
    }
    let (ta, tb) = (rt.lltype(ra)?, rt.lltype(rb)?);
    if let (Repr::Known(x), Repr::Known(y)) = (rt.repr(ra), rt.repr(rb)) {
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
        (rt.repr(ra).clone(), rt.repr(rb).clone())
    {
        let c = rt.ann.common_base(x, y);
        rt.intern(Repr::Instance(c))
    } else if *rt.repr(rb) == Repr::Identity
        || matches!((rt.repr(ra), rt.repr(rb)), (r, Repr::Instance(_)) if !matches!(r, Repr::Instance(_)))
    {
        rb
    } else {
        ra
    };
    if let Repr::Prim(_) = rt.repr(common) {
        let (x, y) = (rt.repr(ra), rt.repr(rb));
        let prims = matches!((x, y), (Repr::Prim(_), Repr::Prim(_)));
        let texts = x.is_text() && y.is_text() && !prims;
        let how = if texts { Comparison::Texts } else { Comparison::Objects };
        return compare_values(rt, cx, how, HlOp::Eq, (a, b));
    }
    if let (Type::Ptr(x), Type::Ptr(y)) = (ta, tb)
        && x != y
        && !rt.ann.types.is_subtype(x, y)
        && !rt.ann.types.is_subtype(y, x)
        && !matches!(rt.repr(common), Repr::Instance(_))
    {
        // Containers of different types: the same only if both are None.
        let (v, _) = rt.val(cx, a)?;
        let (w, _) = rt.val(cx, b)?;
        let v = cx.op(LlOp::PtrIszero, vec![v], Type::Bool);
        let w = cx.op(LlOp::PtrIszero, vec![w], Type::Bool);
        return Ok(cx.op(LlOp::BoolAnd, vec![v, w], Type::Bool));
    }
    if matches!(rt.repr(common), Repr::Str | Repr::Unicode) {
        let x = rt.val_as(cx, a, common)?;
        let y = rt.val_as(cx, b, common)?;
        return Ok(cx.op(LlOp::PtrEq, vec![x, y], Type::Bool));
    }
    let x = rt.val_as(cx, a, common)?;
    let y = rt.val_as(cx, b, common)?;
    Ok(cx.op(LlOp::PtrEq, vec![x, y], Type::Bool))
}

/// Translates `x == y` and its like.
pub(crate) fn compare(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    how: Comparison,
) -> Res {
    let b = compare_values(rt, cx, how, op.op, (&op.args[0], &op.args[1]))?;
    rt.bool_result(cx, op, b)
}

/// Comparison of two operands.
fn compare_values(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    how: Comparison,
    op: HlOp,
    (a, b): (&HlValue, &HlValue),
) -> Res<LlValue> {
    let (sa, sb) = (rt.s(cx, a), rt.s(cx, b));
    let (ra, rb) = (rt.repr_of(&sa)?, rt.repr_of(&sb)?);
    let (pa, pb) = (rt.repr(ra).clone(), rt.repr(rb).clone());
    let eq_only = matches!(op, HlOp::Eq | HlOp::Ne);
    let negated = op == HlOp::Ne;
    let equal = match (how, &pa, &pb) {
        (Comparison::Numbers | Comparison::Objects, Repr::Prim(x), Repr::Prim(y)) => {
            return compare_numbers(rt, cx, op, (a, &sa, *x), (b, &sb, *y));
        }
        (Comparison::Texts, ..) => return string::compare(rt, cx, op, a, b, &pa, &pb),
        (Comparison::Tuples, Repr::Tuple(x), Repr::Tuple(y)) if x.len() == y.len() || !eq_only => {
            return compare_tuples(rt, cx, op, (a, &sa, ra), (b, &sb, rb));
        }
        (Comparison::Tuples, ..) => konst(Const::Bool(false)),
        (Comparison::Lists, Repr::List(_), Repr::List(_)) if eq_only => {
            list::eq(rt, cx, a, b, ra, rb)?
        }
        (Comparison::Lists, Repr::List(x), Repr::List(y)) if x == y => {
            return compare_same(rt, cx, op, (a, b), ra);
        }
        (Comparison::Deques, Repr::Deque(x), Repr::Deque(y)) if x == y => {
            return compare_same(rt, cx, op, (a, b), ra);
        }
        (Comparison::ByteArrays, ..) => bytearray::eq(rt, cx, a, b)?,
        (Comparison::Dicts, Repr::Dict(d), Repr::Dict(_))
        | (Comparison::Dicts, Repr::Set(d), Repr::Set(_)) => dict::eq(rt, cx, a, b, *d)?,
        (Comparison::WithNone, ..) => same_object(rt, cx, a, b)?,
        (Comparison::Objects, x, y)
            if eq_only && is_compared_by_identity(x) && is_compared_by_identity(y) =>
        {
            same_object(rt, cx, a, b)?
        }
        // Values of unrelated types are never equal.
        _ if eq_only && rt.lltype(ra)? != rt.lltype(rb)? => konst(Const::Bool(false)),
        _ => {
            return Err(error(format!(
                "operation '{}' on {} and {} is not supported",
                op.name(),
                rt.ann.show(&sa),
                rt.ann.show(&sb)
            )));
        }
    };
    Ok(if negated { cx.negate(equal) } else { equal })
}

/// Values of this repr are equal if they are the same object (or number).
fn is_compared_by_identity(r: &Repr) -> bool {
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
}

/// Compares two numbers (or characters), given as operand, annotation and type.
fn compare_numbers(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: HlOp,
    (a, sa, x): (&HlValue, &SomeValue, Type),
    (b, sb, y): (&HlValue, &SomeValue, Type),
) -> Res<LlValue> {
    if let Some(swap) = mixed_words((x, sa), (y, sb)) {
        // The mathematical values are compared.
        let (rs, ru) = (rt.prim(Type::Signed), rt.prim(Type::Unsigned));
        let (i, u) = if swap { (b, a) } else { (a, b) };
        let i = rt.val_as(cx, i, rs)?;
        let u = rt.val_as(cx, u, ru)?;
        let c = rt.helper_call(cx, "ll_int", "ll_cmp_int_uint", vec![i, u])?;
        let zero = cx.int(0);
        let (c, zero) = if swap { (zero, c) } else { (c, zero) };
        return numbers::compare(cx, op, c, zero, Type::Signed);
    }
    let Some(common) = common_number(x, y) else {
        return Err(error(format!(
            "{} and {} cannot be compared",
            rt.ann.show(sa),
            rt.ann.show(sb)
        )));
    };
    let rc = rt.prim(common);
    let x = rt.val_as(cx, a, rc)?;
    let y = rt.val_as(cx, b, rc)?;
    numbers::compare(cx, op, x, y, common)
}

/// Compares two tuples, given as operand, annotation and repr.
fn compare_tuples(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: HlOp,
    (a, sa, ra): (&HlValue, &SomeValue, ReprId),
    (b, sb, rb): (&HlValue, &SomeValue, ReprId),
) -> Res<LlValue> {
    if matches!(op, HlOp::Eq | HlOp::Ne)
        && pair_eq::differ_in_lists(rt, ra, rb)
        && let Some(f) = pair_eq::pair_eq_fn(rt, ra, rb)?
    {
        let (v, _) = rt.val(cx, a)?;
        let (w, _) = rt.val(cx, b)?;
        let v = rt.call_host_helper(cx, f, vec![v.into(), w.into()])?;
        return Ok(if op == HlOp::Ne { cx.negate(v) } else { v });
    }
    let common = if ra == rb {
        ra
    } else {
        let s = rt.ann.union(annotator::Site::NOWHERE, sa, sb).map_err(|e| e.into_diagnostic())?;
        rt.repr_of(&s)?
    };
    let v = rt.val_as(cx, a, common)?;
    let w = rt.val_as(cx, b, common)?;
    compare_by_function(rt, cx, op, v, w, common)
}

/// Comparison of two operands of one repr.
fn compare_same(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: HlOp,
    (a, b): (&HlValue, &HlValue),
    r: ReprId,
) -> Res<LlValue> {
    let (v, _) = rt.val(cx, a)?;
    let (w, _) = rt.val(cx, b)?;
    compare_by_function(rt, cx, op, v, w, r)
}

/// Comparison of two values of one repr, by its functions.
fn compare_by_function(
    rt: &mut RTyper<'_>,
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
    if rt.lltype(r)? == Type::Void {
        return Ok(konst(Const::Bool(lt == not)));
    }
    let f = if lt { rt.lt_fn(r)? } else { rt.eq_fn(r)? };
    let (a, b) = if swap { (b, a) } else { (a, b) };
    let v = rt.call_host_helper(cx, f, vec![a.into(), b.into()])?;
    Ok(if not { cx.negate(v) } else { v })
}

/// Equality of two values of one repr.
fn eq_values(rt: &mut RTyper<'_>, cx: &mut Cx, a: LlValue, b: LlValue, r: ReprId) -> Res<LlValue> {
    if let Repr::Prim(t) = *rt.repr(r)
        && let Some(t) = common_number(t, t)
    {
        return numbers::compare(cx, HlOp::Eq, a, b, t);
    }
    if rt.lltype(r)? == Type::Void {
        return Ok(konst(Const::Bool(true)));
    }
    compare_by_function(rt, cx, HlOp::Eq, a, b, r)
}

/// `x in (a, b, …)`: one comparison after the other.
pub(crate) fn tuple_contains(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (t, tr) = rt.val(cx, &op.args[0])?;
    let items = tuple::items(rt, tr)?;
    let (v, vr) = rt.val(cx, &op.args[1])?;
    let sv = rt.s(cx, &op.args[1]).without_const();
    let tuple = rt.s(cx, &op.args[0]);
    let mut acc = konst(Const::Bool(false));
    for (i, ir) in items.iter().enumerate() {
        let eq = match &tuple.kind {
            Kind::Tuple(ss) if ss[i].konst.is_some() && ss[i].kind != Kind::None_ => {
                let c = ss[i].konst.clone().expect("constant");
                equal_to(rt, cx, op, &op.args[1], c)?
            }
            Kind::Tuple(ss) if *ir != vr => {
                let x = tuple::field(rt, cx, t, &items, i)?;
                let u = rt.ann.union(annotator::Site::NOWHERE, &sv, &ss[i].without_const());
                let u = u.map_err(|e| e.into_diagnostic())?;
                let common = rt.repr_of(&u)?;
                let x = rt.convert(cx, x, *ir, common)?;
                let y = rt.convert(cx, v, vr, common)?;
                eq_values(rt, cx, x, y, common)?
            }
            _ => {
                let x = tuple::field(rt, cx, t, &items, i)?;
                eq_values(rt, cx, x, v, *ir)?
            }
        };
        acc = match acc {
            LlValue::Const(_) => eq,
            a => cx.op(LlOp::BoolOr, vec![a, eq], Type::Bool),
        };
    }
    rt.bool_result(cx, op, acc)
}

/// Equality of an operand and a constant, as the row about them says.
fn equal_to(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &HlValue,
    c: HlConst,
) -> Res<LlValue> {
    let args = vec![a.clone(), HlValue::Const(c)];
    let operands = [rt.s(cx, &args[0]), rt.s(cx, &args[1])];
    let eq = SpaceOperation { op: HlOp::Eq, args, result: op.result, span: op.span };
    let how = match annotator::meaning(rt.ann, &eq, &operands).lowers {
        Some((Lowers::Compare(how), _)) => how,
        _ => Comparison::Objects,
    };
    compare_values(rt, cx, how, HlOp::Eq, (&eq.args[0], &eq.args[1]))
}

/// `min(…)`, `max(…)`: the helpers for numbers, and for what has a function to compare by.
pub(crate) fn extreme(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
    [of_numbers, by_function]: [&str; 2],
) -> Res {
    let r = rt.result_repr(cx, op)?;
    let mut v = rt.val_as(cx, &a[0], r)?;
    for x in &a[1..] {
        let x = rt.val_as(cx, x, r)?;
        v = match *rt.repr(r) {
            Repr::Prim(_) => rt.helper_call(cx, "ll_misc", of_numbers, vec![v, x])?,
            _ => {
                let lt = rt.lt_fn(r)?;
                let args = vec![v.into(), x.into(), HArg::F(lt)];
                rt.helper_call_with(cx, "ll_class", by_function, args)?
            }
        };
    }
    rt.set_result(cx, op, v, r)
}
