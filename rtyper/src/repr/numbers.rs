//! Arithmetic and comparisons of numbers and of other values that fit a word.

use crate::base::cx::{Cx, konst};
use crate::repr::convert;
use crate::state::repr::Repr;
use crate::state::{RTyper, Res, error};
use annotator::lowers::{Machine, Safe};
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

/// Translates arithmetic on machine numbers: signed words, unsigned words, or floats, as the type of the result says.
pub(crate) fn arithmetic(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    machines: &[Machine; 3],
) -> Res {
    let r = rt.result_repr(cx, op)?;
    let (machine, work) = match rt.lltype(r)? {
        Type::Float => (machines[2], Type::Float),
        t if t.is_unsigned() => (machines[1], Type::Unsigned),
        _ => (machines[0], Type::Signed),
    };
    let (ll, call) = match machine {
        Machine::Undefined => {
            let name = op.op.name();
            return Err(error(format!("operation '{name}' is not supported on such numbers")));
        }
        Machine::Same => (None, None),
        Machine::Op(ll) => (Some(ll), None),
        Machine::Guarded(ll, _, call) => (Some(ll), Some(call)),
        Machine::Call(call) => (None, Some(call)),
    };
    // All operands are of the type of the result, but those for which the operation has another one.
    let mut args = vec![];
    for (i, a) in op.args.iter().enumerate() {
        let own = ll.and_then(|ll| Type::of_operand(*ll.info().operands.get(i)?));
        let r = rt.prim(own.unwrap_or(work));
        args.push(rt.val_as(cx, a, r)?);
    }
    if work == Type::Signed {
        trap_before(rt, cx, op.op.without_in_place(), &args[0], &args[args.len() - 1]);
    }
    let direct = match machine {
        Machine::Guarded(_, safe, _) => is_safe(rt, cx, safe, &args[1]),
        _ => true,
    };
    let v = match (ll.filter(|_| direct), call) {
        (Some(LlOp::IntNeg), _) => negated(rt, cx, args[0]),
        (Some(ll), _) => {
            let ll = trapping(rt, cx, ll);
            cx.op(ll, args, work)
        }
        (None, Some((module, function))) => rt.helper_call(cx, module, function, args)?,
        (None, None) => args[0],
    };
    let r = rt.prim(work);
    rt.set_result(cx, op, v, r)
}

/// Says whether an operation may stand for arithmetic with this second operand.
fn is_safe(rt: &RTyper<'_>, cx: &Cx, safe: Safe, b: &LlValue) -> bool {
    match (safe, b) {
        (Safe::Caught, _) => overflow_is_caught(rt, cx),
        (Safe::Divisor, LlValue::Const(Const::Int(i))) => *i != 0,
        (Safe::Divisor, LlValue::Const(Const::Uint(u))) => *u != 0,
        (Safe::Divisor, LlValue::Const(Const::Float(f))) => f64::from_bits(*f) != 0.0,
        (Safe::Count, LlValue::Const(Const::Int(i))) => (0..64).contains(i),
        _ => false,
    }
}

/// `-i`
fn negated(rt: &RTyper<'_>, cx: &mut Cx, i: LlValue) -> LlValue {
    match trapping(rt, cx, LlOp::IntSub) {
        LlOp::IntSub => cx.op(LlOp::IntNeg, vec![i], Type::Signed),
        trap => cx.op(trap, vec![konst(Const::Int(0)), i], Type::Signed),
    }
}

/// `hex(x)` and its like: the base, and the letter before the digits.
pub(crate) fn in_base(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    base: i64,
    letter: u8,
) -> Res {
    let (v, f) = int_operand(rt, cx, &op.args[0], "ll_int2base", "ll_uint2base")?;
    let args = vec![v, cx.int(base), cx.int(letter.into())];
    let s = rt.helper_call(cx, "ll_int", f, args)?;
    rt.set_str_result(cx, op, s)
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
