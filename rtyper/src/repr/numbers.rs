//! Arithmetic and comparisons of numbers and of other values that fit a word.

use crate::base::cx::{Cx, konst};
use crate::base::repr::{Repr, ReprId};
use crate::repr::convert;
use crate::{RTyper, Res, error};
use annotator::{Kind, SomeValue};
use flowmodel::{Const, ExitCase, Hl, HlConst, HlOp, HlValue, LlOp, LlValue, SpaceOperation, Type};

/// Truth of a primitive value.
pub(crate) fn truth(cx: &mut Cx, v: LlValue, t: Type) -> LlValue {
    let op = match t {
        Type::Bool => return v,
        Type::Signed => LlOp::IntIsTrue,
        Type::Unsigned => LlOp::UintIsTrue,
        Type::Float => LlOp::FloatIsTrue,
        t if t.is_signed() || t.is_unsigned() => {
            let i = cx.op(LlOp::CastPrimitive, vec![v], Type::Signed);
            return cx.op(LlOp::IntIsTrue, vec![i], Type::Bool);
        }
        Type::Char | Type::UniChar => return konst(Const::Bool(true)),
        Type::Address => {
            return cx.op(LlOp::AdrNe, vec![v, konst(Const::Null(Type::Address))], Type::Bool);
        }
        _ => LlOp::PtrNonzero,
    };
    cx.op(op, vec![v], Type::Bool)
}

/// Says whether a value consists of zero bits, as new memory does. (-0.0 does not.)
pub(crate) fn is_blank(rt: &RTyper<'_>, cx: &mut Cx, v: &LlValue) -> LlValue {
    let ty = rt.prog.value_type(&cx.g, v);
    let zero = rt.prog.zero(ty);
    if let Some(c) = v.as_const() {
        return konst(Const::Bool(*c == zero));
    }
    let is_zero = |cx: &mut Cx, i| cx.op(LlOp::IntEq, vec![i, konst(Const::Int(0))], Type::Bool);
    match ty {
        Type::Bool => cx.op(LlOp::BoolNot, vec![*v], Type::Bool),
        Type::Float => {
            let bits = cx.op(LlOp::FloatToBits, vec![*v], Type::Signed);
            is_zero(cx, bits)
        }
        Type::Ptr(_) | Type::GcRef | Type::FuncPtr(_) => {
            cx.op(LlOp::PtrIszero, vec![*v], Type::Bool)
        }
        Type::Signed => is_zero(cx, *v),
        t if t.is_signed() || t.is_unsigned() => {
            let i = cx.op(LlOp::CastPrimitive, vec![*v], Type::Signed);
            is_zero(cx, i)
        }
        // Items that are mostly constants.
        _ => konst(Const::Bool(ty == Type::Void)),
    }
}

/// Translates an operation on two floats.
pub(crate) fn float_binary(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let rf = rt.prim(Type::Float);
    let a = rt.val_as(cx, &op.args[0], rf)?;
    let b = rt.val_as(cx, &op.args[1], rf)?;
    let ll = match op.op.without_in_place() {
        HlOp::Add => LlOp::FloatAdd,
        HlOp::Sub => LlOp::FloatSub,
        HlOp::Mul => LlOp::FloatMul,
        HlOp::TrueDiv | HlOp::Div => {
            let safe = matches!(&b, LlValue::Const(Const::Float(f)) if f64::from_bits(*f) != 0.0);
            let v = if safe {
                cx.op(LlOp::FloatTrueDiv, vec![a, b], Type::Float)
            } else {
                rt.helper_call(cx, "ll_float", "ll_float_truediv", vec![a, b])?
            };
            return rt.set_result(cx, op, v, rf);
        }
        HlOp::FloorDiv => {
            let v = rt.helper_call(cx, "ll_float", "ll_float_floordiv", vec![a, b])?;
            return rt.set_result(cx, op, v, rf);
        }
        HlOp::Mod => {
            let v = rt.helper_call(cx, "ll_float", "ll_float_mod", vec![a, b])?;
            return rt.set_result(cx, op, v, rf);
        }
        other => {
            return Err(error(format!("operation '{}' on floats", other.name())));
        }
    };
    let v = cx.op(ll, vec![a, b], Type::Float);
    rt.set_result(cx, op, v, rf)
}

/// An int operand as Signed or Unsigned, with the helper for it.
pub(crate) fn int_operand<'n>(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    a: &HlValue,
    signed: &'n str,
    unsigned: &'n str,
) -> Res<(LlValue, &'n str)> {
    let (v, r) = rt.val(cx, a)?;
    match *rt.repr(r) {
        Repr::Prim(t) if t.is_unsigned() => {
            Ok((convert::prim(rt, cx, v, t, Type::Unsigned)?, unsigned))
        }
        Repr::Prim(t) if t.is_signed() || t == Type::Bool => {
            Ok((convert::prim(rt, cx, v, t, Type::Signed)?, signed))
        }
        _ => Err(error("an int is expected here")),
    }
}

/// Translates an operation on two integers.
pub(crate) fn int_binary(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    r: ReprId,
) -> Res {
    let ty = rt.lltype(r)?;
    // `&`, `|`, `^` of bools stay bools.
    if ty == Type::Bool {
        let a = rt.val_as(cx, &op.args[0], r)?;
        let b = rt.val_as(cx, &op.args[1], r)?;
        let ll = match op.op.without_in_place() {
            HlOp::And => LlOp::BoolAnd,
            HlOp::Or => LlOp::BoolOr,
            HlOp::Xor => LlOp::BoolXor,
            o => return Err(error(format!("operation '{}' giving a bool", o.name()))),
        };
        let v = cx.op(ll, vec![a, b], Type::Bool);
        return rt.set_result(cx, op, v, r);
    }
    let unsigned = ty.is_unsigned();
    let work = if unsigned { Type::Unsigned } else { Type::Signed };
    let rw = rt.prim(work);
    let p = op.op.without_in_place();
    let shift = matches!(p, HlOp::LShift | HlOp::RShift | HlOp::LShiftOvf);
    let a = rt.val_as(cx, &op.args[0], rw)?;
    let rs = rt.prim(Type::Signed);
    let b = rt.val_as(cx, &op.args[1], if shift { rs } else { rw })?;
    let v = int_op(rt, cx, p, a, b, unsigned)?;
    rt.set_result(cx, op, v, rw)
}

/// An operation on two machine words.
fn int_op(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    p: HlOp,
    a: LlValue,
    b: LlValue,
    unsigned: bool,
) -> Res<LlValue> {
    use HlOp::{
        Add, AddOvf, And, Div, FloorDiv, FloorDivOvf, LShift, LShiftOvf, Mod, ModOvf, Mul, MulOvf,
        Or, RShift, Sub, SubOvf, TrueDiv, Xor,
    };
    let work = if unsigned { Type::Unsigned } else { Type::Signed };
    let kb = match &b {
        LlValue::Const(Const::Int(i)) => Some(*i as i128),
        LlValue::Const(Const::Uint(u)) => Some(*u as i128),
        _ => None,
    };
    if !unsigned {
        trap_before(rt, cx, p, &a, &b);
    }
    let direct = |s: LlOp, u: LlOp| Some(if unsigned { u } else { s });
    let ll = match p {
        Add => direct(LlOp::IntAdd, LlOp::UintAdd),
        Sub => direct(LlOp::IntSub, LlOp::UintSub),
        Mul => direct(LlOp::IntMul, LlOp::UintMul),
        And => direct(LlOp::IntAnd, LlOp::UintAnd),
        Or => direct(LlOp::IntOr, LlOp::UintOr),
        Xor => direct(LlOp::IntXor, LlOp::UintXor),
        // The bare operation raises only for the handlers of its own block.
        AddOvf if !unsigned && overflow_is_caught(rt, cx) => Some(LlOp::IntAddOvf),
        SubOvf if !unsigned && overflow_is_caught(rt, cx) => Some(LlOp::IntSubOvf),
        MulOvf if !unsigned && overflow_is_caught(rt, cx) => Some(LlOp::IntMulOvf),
        FloorDiv | Div if kb.is_some_and(|k| k != 0) => direct(LlOp::IntPyDiv, LlOp::UintFloorDiv),
        Mod if kb.is_some_and(|k| k != 0) => direct(LlOp::IntPyMod, LlOp::UintMod),
        LShift if kb.is_some_and(|k| (0..64).contains(&k)) => {
            direct(LlOp::IntLshift, LlOp::UintLshift)
        }
        RShift if kb.is_some_and(|k| (0..64).contains(&k)) => {
            direct(LlOp::IntRshift, LlOp::UintRshift)
        }
        _ => None,
    };
    if let Some(ll) = ll {
        let ll = trapping(rt, cx, ll);
        return Ok(cx.op(ll, vec![a, b], work));
    }
    let helper = match (p, unsigned) {
        (FloorDiv | Div, false) => "ll_int_floordiv_zer",
        (FloorDiv | Div, true) => "ll_uint_floordiv_zer",
        (Mod, false) => "ll_int_mod_zer",
        (Mod, true) => "ll_uint_mod_zer",
        (LShift, false) => "ll_int_lshift",
        (LShift, true) => "ll_uint_lshift",
        (RShift, false) => "ll_int_rshift",
        (RShift, true) => "ll_uint_rshift",
        (AddOvf, false) => "ll_int_add_ovf",
        (SubOvf, false) => "ll_int_sub_ovf",
        (MulOvf, false) => "ll_int_mul_ovf",
        (FloorDivOvf, false) => "ll_int_floordiv_ovf_zer",
        (ModOvf, false) => "ll_int_mod_ovf_zer",
        (LShiftOvf, false) => "ll_int_lshift_ovf",
        (TrueDiv, _) => {
            let (from, rf) = (work, Type::Float);
            let a = convert::prim(rt, cx, a, from, rf)?;
            let b = convert::prim(rt, cx, b, from, rf)?;
            return rt.helper_call(cx, "ll_float", "ll_float_truediv", vec![a, b]);
        }
        _ => {
            return Err(error(format!(
                "operation '{}' on {} ints is not supported",
                p.name(),
                if unsigned { "unsigned" } else { "signed" }
            )));
        }
    };
    rt.helper_call(cx, "ll_int", helper, vec![a, b])
}

/// Tells whether an OverflowError of the operation being translated goes to a handler of its block.
fn overflow_is_caught(rt: &RTyper<'_>, cx: &Cx) -> bool {
    let (b, i) = cx.at;
    let blk = &cx.hl.blocks[b];
    let Some(ovf) = annotator::hostview::exception(&rt.ann.host, "OverflowError") else {
        return false;
    };
    blk.can_raise()
        && i + 1 == blk.operations.len()
        && blk.exits.iter().skip(1).any(|l| match &l.case {
            ExitCase::Value(HlConst::Host(c)) => rt.ann.host.is_subclass(ovf, *c),
            _ => false,
        })
}

/// Comparison of primitives of one type.
pub(crate) fn compare(cx: &mut Cx, op: HlOp, a: LlValue, b: LlValue, t: Type) -> Res<LlValue> {
    use HlOp::{Eq, Ge, Gt, Le, Lt, Ne};
    let pick = |ops: [LlOp; 6]| match op {
        Eq => ops[0],
        Ne => ops[1],
        Lt => ops[2],
        Le => ops[3],
        Gt => ops[4],
        _ => ops[5],
    };
    let (mut a, mut b) = (a, b);
    let ll = match t {
        Type::Signed => {
            pick([LlOp::IntEq, LlOp::IntNe, LlOp::IntLt, LlOp::IntLe, LlOp::IntGt, LlOp::IntGe])
        }
        Type::Unsigned => pick([
            LlOp::UintEq,
            LlOp::UintNe,
            LlOp::UintLt,
            LlOp::UintLe,
            LlOp::UintGt,
            LlOp::UintGe,
        ]),
        Type::Float => pick([
            LlOp::FloatEq,
            LlOp::FloatNe,
            LlOp::FloatLt,
            LlOp::FloatLe,
            LlOp::FloatGt,
            LlOp::FloatGe,
        ]),
        Type::Char => pick([
            LlOp::CharEq,
            LlOp::CharNe,
            LlOp::CharLt,
            LlOp::CharLe,
            LlOp::CharGt,
            LlOp::CharGe,
        ]),
        Type::UniChar => {
            if matches!(op, Gt | Ge) {
                std::mem::swap(&mut a, &mut b);
            }
            pick([
                LlOp::UniCharEq,
                LlOp::UniCharNe,
                LlOp::UniCharLt,
                LlOp::UniCharLe,
                LlOp::UniCharLt,
                LlOp::UniCharLe,
            ])
        }
        Type::Address => {
            if matches!(op, Gt | Ge) {
                std::mem::swap(&mut a, &mut b);
            }
            pick([LlOp::AdrEq, LlOp::AdrNe, LlOp::AdrLt, LlOp::AdrLe, LlOp::AdrLt, LlOp::AdrLe])
        }
        Type::Ptr(_) | Type::GcRef | Type::FuncPtr(_) if matches!(op, Eq | Ne) => {
            pick([LlOp::PtrEq, LlOp::PtrNe, LlOp::PtrEq, LlOp::PtrEq, LlOp::PtrEq, LlOp::PtrEq])
        }
        _ => return Err(error("these values cannot be ordered")),
    };
    Ok(cx.op(ll, vec![a, b], Type::Bool))
}

/// Gives the variant of a signed operation that ends the program, with `--overflow=trap`, unless only the low bits of
/// the result are wanted.
pub(crate) fn trapping(rt: &RTyper<'_>, cx: &Cx, op: LlOp) -> LlOp {
    let Some(forms) = op.overflow_forms() else { return op };
    if !rt.opts.trap || rt.ann.graphs[cx.gid].helper {
        return op;
    }
    let (block, i) = cx.at;
    let result = cx.hl.blocks[block].operations.get(i).map(|o| o.result);
    if result.is_some_and(|r| annotator::low_bits_only(rt.ann, &cx.hl, block, r)) {
        op
    } else {
        forms.trapping
    }
}

/// Traps the overflow of `a ** b` (or `pow(a, b)`) of signed numbers.
pub(crate) fn trap_power(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let [a, b] = match op.op {
        HlOp::SimpleCall if op.args.len() == 3 => [&op.args[1], &op.args[2]],
        HlOp::Pow | HlOp::InplacePow => [&op.args[0], &op.args[1]],
        _ => return Ok(()),
    };
    let signed =
        |s: &SomeValue| s.is_integral() && !matches!(s.kind, Kind::Integer { unsigned: true, .. });
    let ints = [a, b].iter().all(|a| signed(&rt.s(cx, a)))
        && rt.ann.binding(cx.gid, op.result).is_integral();
    if !ints || trapping(rt, cx, LlOp::IntSub) == LlOp::IntSub {
        return Ok(());
    }
    let (a, b) = (rt.signed(cx, a)?, rt.signed(cx, b)?);
    let lost = rt.helper_call(cx, "ll_int", "ll_pow_overflows", vec![a, b])?;
    let lost = cx.op(LlOp::CastBoolToInt, vec![lost], Type::Signed);
    let least = konst(flowmodel::Const::Int(i64::MIN));
    cx.op(LlOp::IntSubTrap, vec![least, lost], Type::Signed);
    Ok(())
}

/// Adds an operation that ends the program, with `--overflow=trap`, before a shift to the left, a division or `abs()`
/// of signed numbers whose result does not fit.
pub(crate) fn trap_before(rt: &RTyper<'_>, cx: &mut Cx, op: HlOp, a: &LlValue, b: &LlValue) {
    if trapping(rt, cx, LlOp::IntSub) == LlOp::IntSub {
        return;
    }
    let (signed, bool) = (Type::Signed, Type::Bool);
    let int = |i| konst(flowmodel::Const::Int(i));
    // A word that is the least one, or from which 1 is subtracted, where there is an overflow.
    let (left, right) = match op {
        HlOp::Abs => (int(0), *a),
        HlOp::FloorDiv | HlOp::Div => {
            let minus = cx.op(LlOp::IntEq, vec![*b, int(-1)], bool);
            let minus = cx.op(LlOp::CastBoolToInt, vec![minus], signed);
            let mask = cx.op(LlOp::IntNeg, vec![minus], signed);
            (int(0), cx.op(LlOp::IntAnd, vec![*a, mask], signed))
        }
        HlOp::LShift => {
            let count = cx.op(LlOp::IntAnd, vec![*b, int(63)], signed);
            let shifted = cx.op(LlOp::IntLshift, vec![*a, count], signed);
            let back = cx.op(LlOp::IntRshift, vec![shifted, count], signed);
            let lost = cx.op(LlOp::IntNe, vec![back, *a], bool);
            let far = cx.op(LlOp::IntGt, vec![*b, int(63)], bool);
            let some = cx.op(LlOp::IntNe, vec![*a, int(0)], bool);
            let far = cx.op(LlOp::BoolAnd, vec![far, some], bool);
            let lost = cx.op(LlOp::BoolOr, vec![lost, far], bool);
            // (a negative count raises ValueError)
            let valid = cx.op(LlOp::IntGe, vec![*b, int(0)], bool);
            let lost = cx.op(LlOp::BoolAnd, vec![lost, valid], bool);
            (int(i64::MIN), cx.op(LlOp::CastBoolToInt, vec![lost], signed))
        }
        _ => return,
    };
    cx.op(LlOp::IntSubTrap, vec![left, right], signed);
}

/// Tells whether an unsigned word is compared with a signed one that may be negative; true: the unsigned one comes
/// first.
pub(crate) fn mixed_words(
    (a, sa): (Type, &annotator::SomeValue),
    (b, sb): (Type, &annotator::SomeValue),
) -> Option<bool> {
    let signed = |t: Type, s: &annotator::SomeValue| t.is_signed() && !s.is_nonneg();
    match (a, b) {
        (Type::Unsigned, _) if signed(b, sb) => Some(true),
        (_, Type::Unsigned) if signed(a, sa) => Some(false),
        // 32 bits fit into a signed word.
        _ => None,
    }
}

/// The type in which two primitive values are compared.
pub(crate) fn common_number(a: Type, b: Type) -> Option<Type> {
    use Type::*;
    Some(match (a, b) {
        (Char, Char) => Char,
        (UniChar | Char, UniChar | Char) => UniChar,
        (Address, Address) => Address,
        (Ptr(_) | GcRef | FuncPtr(_), Ptr(_) | GcRef | FuncPtr(_)) => a,
        (Char | UniChar | Address | Ptr(_) | GcRef | FuncPtr(_), _)
        | (_, Char | UniChar | Address | Ptr(_) | GcRef | FuncPtr(_)) => return None,
        (Float | SingleFloat, _) | (_, Float | SingleFloat) => Float,
        (Unsigned, _) | (_, Unsigned) => Unsigned,
        _ => Signed,
    })
}

/// `isnan(x)`
pub(crate) fn is_nan(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    x: &HlValue,
) -> Res {
    let rf = rt.prim(Type::Float);
    let x = rt.val_as(cx, x, rf)?;
    let v = cx.op(LlOp::FloatNe, vec![x, x], Type::Bool);
    rt.bool_result(cx, op, v)
}
