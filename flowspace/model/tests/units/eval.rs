//! Tests of `flowmodel::eval`.

use flowmodel::eval::*;
use flowmodel::{Const, Type};
use lloperation::{LlOp, Operand};

fn ii(op: LlOp, a: i64, b: i64) -> EvalResult {
    eval(op, &[Const::Int(a), Const::Int(b)], Type::Signed)
}
fn int(x: i64) -> EvalResult {
    EvalResult::Value(Const::Int(x))
}

#[test]
fn shifts_and_casts() {
    assert_eq!(ii(LlOp::IntLshift, 1, 63), int(i64::MIN));
    assert_eq!(ii(LlOp::IntRshift, -1, 63), int(-1));
    assert!(matches!(ii(LlOp::IntLshift, 1, 64), EvalResult::Undefined(_)));
    assert!(matches!(ii(LlOp::IntRshift, 1, -1), EvalResult::Undefined(_)));
    let f2i = |x: f64| eval(LlOp::CastFloatToInt, &[Const::float(x)], Type::Signed);
    assert_eq!(f2i(f64::NAN), int(i64::MIN));
    assert_eq!(f2i(1e300), int(i64::MIN));
    assert_eq!(f2i(-1.9), int(-1));
    let nan = Const::float(f64::NAN);
    let cmp = |op| eval(op, &[nan, nan], Type::Bool);
    assert_eq!(cmp(LlOp::FloatEq), EvalResult::Value(Const::Bool(false)));
    assert_eq!(cmp(LlOp::FloatNe), EvalResult::Value(Const::Bool(true)));
    assert_eq!(
        eval(LlOp::FloatIsTrue, std::slice::from_ref(&nan), Type::Bool),
        EvalResult::Value(Const::Bool(true))
    );
    let prim = |c, t| eval(LlOp::CastPrimitive, &[c], t);
    assert_eq!(prim(Const::Int(-1), Type::UInt32), EvalResult::Value(Const::UInt32(u32::MAX)));
    assert_eq!(prim(Const::Int32(-1), Type::Unsigned), EvalResult::Value(Const::Uint(u64::MAX)));
    assert_eq!(
        prim(Const::UInt32(1 << 31), Type::Int32),
        EvalResult::Value(Const::Int32(i32::MIN))
    );
}

/// Every foldable row of the table has a meaning: evaluated on plausible operands it gives a value of the
/// type that the row promises.
#[test]
fn every_foldable_row_has_a_meaning() {
    for op in LlOp::ALL.iter().copied().filter(|o| o.is_foldable()) {
        let row = op.info();
        let plausible = |o: &Operand| match o {
            Operand::Unsigned => RtValue::Uint(1),
            Operand::Float => RtValue::Float(1.0),
            Operand::Bool => RtValue::Bool(true),
            Operand::Char => RtValue::Char(1),
            Operand::UniChar => RtValue::UniChar(1),
            Operand::Container | Operand::Pointer => RtValue::Ref(ObjRef(0)),
            Operand::Address => RtValue::Addr { block: 0, offset: 1 },
            Operand::Any if op.name().contains("ptr") => RtValue::Ref(ObjRef(0)),
            Operand::Any if op == LlOp::CastSingleToFloat => RtValue::Single(1.0),
            _ => RtValue::Int(1),
        };
        let args: Vec<_> = row.operands.iter().map(plausible).collect();
        let ty = match row.result {
            Operand::Any => Type::UInt32,
            Operand::Bool => Type::Bool,
            _ => Type::Signed,
        };
        let r = eval_rt(op, &args, ty);
        let address = matches!(
            op,
            LlOp::CastPtrToInt | LlOp::CastIntToPtr | LlOp::CastAdrToInt | LlOp::CastIntToAdr
        );
        match (r, row.result) {
            (Err(EvalError::NotPure), _) if address => {}
            (Ok(RtValue::Int(_)), Operand::Signed | Operand::Any) => {}
            (Ok(RtValue::Uint(_)), Operand::Unsigned) => {}
            (Ok(RtValue::Float(_)), Operand::Float) => {}
            (Ok(RtValue::Bool(_)), Operand::Bool) => {}
            (Ok(RtValue::Char(_)), Operand::Char) => {}
            (Ok(RtValue::UniChar(_)), Operand::UniChar) => {}
            (Ok(RtValue::Ref(_)), Operand::Container | Operand::Address | Operand::Any) => {}
            (Ok(RtValue::Addr { .. }), Operand::Address | Operand::Any) => {}
            (Ok(RtValue::UInt32(_) | RtValue::Single(_)), Operand::Any) => {}
            (r, _) => panic!("{}: {r:?}", op.name()),
        }
    }
}
