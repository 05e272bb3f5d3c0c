//! Operations on typed values. What an operation on words means is in its row (package lloperation); here it is asked for
//! values with types, and operations are added that are not on words: on objects, addresses and types.
//!
//! Constant folding uses it on [`Const`]s ([`eval`]), the low-level interpreter on run-time values ([`eval_rt`]). Both are the same
//! function: constants are converted, and a prebuilt object is the object of the same number in the interpreter's heap.

use crate::ll::{Const, FuncId, ObjId};
use crate::lltype::Type;
use cranelift_entity::EntityRef;
use lloperation::{LlOp, NoValue, Operand, effects};

/// Reference to an object in the heap of the low-level interpreter; the first ones are the prebuilt objects.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjRef(pub u32);

/// A run-time value.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub enum RtValue {
    /// No value.
    #[default]
    Void,
    /// Bool
    Bool(bool),
    /// Char
    Char(u8),
    /// UniChar
    UniChar(u32),
    /// Signed
    Int(i64),
    /// Unsigned
    Uint(u64),
    /// Int32
    Int32(i32),
    /// UInt32
    UInt32(u32),
    /// Int8, UInt8, Int16, UInt16
    Narrow(Type, i32),
    /// Float
    Float(f64),
    /// SingleFloat
    Single(f32),
    /// The null pointer or address of any type.
    Null,
    /// Pointer to (or address of) an object.
    Ref(ObjRef),
    /// Pointer to a function.
    Func(FuncId),
    /// An address in a block of raw memory; block `u32::MAX` is none (a number taken as an address).
    Addr {
        /// Number of the raw block.
        block: u32,
        /// Bytes from its start.
        offset: i64,
    },
}

impl RtValue {
    /// The value as a wide integer, if it is of an integral type.
    pub fn as_wide(self) -> Option<i128> {
        Some(match self {
            RtValue::Bool(x) => x as i128,
            RtValue::Char(x) => x as i128,
            RtValue::UniChar(x) => x as i128,
            RtValue::Int(x) => x as i128,
            RtValue::Uint(x) => x as i128,
            RtValue::Int32(x) => x as i128,
            RtValue::UInt32(x) => x as i128,
            RtValue::Narrow(_, x) => x as i128,
            _ => return None,
        })
    }
    /// C's conversion of an integer to an integral type.
    pub fn from_wide(x: i128, ty: Type) -> Option<RtValue> {
        Some(match ty {
            Type::Bool => RtValue::Bool(x != 0),
            Type::Char => RtValue::Char(x as u8),
            Type::UniChar => RtValue::UniChar(x as u32),
            Type::Signed => RtValue::Int(x as i64),
            Type::Unsigned => RtValue::Uint(x as u64),
            Type::Int32 => RtValue::Int32(x as i32),
            Type::UInt32 => RtValue::UInt32(x as u32),
            t if t.is_narrow() => RtValue::Narrow(t, t.narrow(x as i64)),
            _ => return None,
        })
    }
    /// The zero of a type, as fresh memory holds it.
    pub fn zero(ty: Type) -> RtValue {
        match ty {
            Type::Void => RtValue::Void,
            Type::Float | Type::LongFloat => RtValue::Float(0.0),
            Type::SingleFloat => RtValue::Single(0.0),
            t if t.is_integral() => RtValue::from_wide(0, t).unwrap_or_default(),
            _ => RtValue::Null,
        }
    }
    /// The run-time value of a constant; `None` for immediates and for numbers known only to the backend.
    pub fn from_const(c: &Const) -> Option<RtValue> {
        Some(match c {
            Const::Void => RtValue::Void,
            Const::Bool(x) => RtValue::Bool(*x),
            Const::Char(x) => RtValue::Char(*x),
            Const::UniChar(x) => RtValue::UniChar(*x),
            Const::Int(x) => RtValue::Int(*x),
            Const::Uint(x) => RtValue::Uint(*x),
            Const::Int32(x) => RtValue::Int32(*x),
            Const::UInt32(x) => RtValue::UInt32(*x),
            Const::Narrow(t, x) => RtValue::Narrow(*t, *x),
            Const::Float(x) => RtValue::Float(f64::from_bits(*x)),
            Const::Single(x) => RtValue::Single(f32::from_bits(*x)),
            Const::Null(_) => RtValue::Null,
            Const::Obj(o) => RtValue::Ref(ObjRef(o.index() as u32)),
            Const::Func(f) => RtValue::Func(*f),
            Const::Field(_)
            | Const::Type(_)
            | Const::Text(_)
            | Const::Family(_)
            | Const::SizeOf(_)
            | Const::TypeId(_) => return None,
        })
    }
    /// The constant of type `ty` with this value (`None` for addresses in raw memory). References are taken
    /// as prebuilt objects: the caller must know that they are.
    pub fn to_const(self, ty: Type) -> Option<Const> {
        Some(match self {
            RtValue::Void => Const::Void,
            RtValue::Bool(x) => Const::Bool(x),
            RtValue::Char(x) => Const::Char(x),
            RtValue::UniChar(x) => Const::UniChar(x),
            RtValue::Int(x) => Const::Int(x),
            RtValue::Uint(x) => Const::Uint(x),
            RtValue::Int32(x) => Const::Int32(x),
            RtValue::UInt32(x) => Const::UInt32(x),
            RtValue::Narrow(t, x) => Const::Narrow(t, x),
            RtValue::Float(x) => Const::Float(x.to_bits()),
            RtValue::Single(x) => Const::Single(x.to_bits()),
            RtValue::Null => Const::Null(ty),
            RtValue::Ref(o) => Const::Obj(ObjId::new(o.0 as usize)),
            RtValue::Func(f) => Const::Func(f),
            RtValue::Addr { .. } => return None,
        })
    }
}

impl From<i64> for RtValue {
    fn from(x: i64) -> Self {
        RtValue::Int(x)
    }
}
impl From<bool> for RtValue {
    fn from(x: bool) -> Self {
        RtValue::Bool(x)
    }
}
impl From<f64> for RtValue {
    fn from(x: f64) -> Self {
        RtValue::Float(x)
    }
}

/// Says what an operation gives on constants.
#[derive(Clone, PartialEq, Debug)]
pub enum EvalResult {
    /// This constant.
    Value(Const),
    /// The exception of this name.
    Raises(&'static str),
    /// The precondition is violated: the program never executes this.
    Undefined(&'static str),
    /// The operation has effects, or its value is not known before run time.
    NotPure,
}

/// Says why [`eval_rt`] gives no value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// It raises the exception of this name.
    Raises(&'static str),
    /// The precondition is violated, or the operands are of wrong types.
    Undefined(&'static str),
    /// The operation has effects, or its value depends on addresses.
    NotPure,
}

/// Evaluates an operation on constants; `result` is the type of its result variable.
pub fn eval(op: LlOp, args: &[Const], result: Type) -> EvalResult {
    if op.has(effects::IDENTITY) {
        // Also right for constants without a run-time value here (sizes, type ids).
        return match args {
            [Const::Null(_)] => EvalResult::Value(Const::Null(result)),
            // The constant would have the object's own type instead of the operation's.
            [Const::Obj(_)] if op == LlOp::CastOpaquePtr => EvalResult::NotPure,
            [c] => EvalResult::Value(*c),
            _ => EvalResult::Undefined("number of operands"),
        };
    }
    let mut vals = [RtValue::Void; 4];
    if args.len() > vals.len() {
        return EvalResult::NotPure;
    }
    for (v, c) in vals.iter_mut().zip(args) {
        match RtValue::from_const(c) {
            Some(x) => *v = x,
            None => return EvalResult::NotPure,
        }
    }
    match eval_rt(op, &vals[..args.len()], result) {
        Ok(v) => match v.to_const(result) {
            Some(c) => EvalResult::Value(c),
            None => EvalResult::NotPure,
        },
        Err(EvalError::Raises(e)) => EvalResult::Raises(e),
        Err(EvalError::Undefined(e)) => EvalResult::Undefined(e),
        Err(EvalError::NotPure) => EvalResult::NotPure,
    }
}

/// Says whether two pointers or addresses are the same.
fn same_pointer(a: RtValue, b: RtValue) -> bool {
    const NONE: u32 = u32::MAX;
    match (a, b) {
        (RtValue::Null, RtValue::Addr { block: NONE, offset: 0 })
        | (RtValue::Addr { block: NONE, offset: 0 }, RtValue::Null) => true,
        _ => a == b,
    }
}

fn is_pointer(v: RtValue) -> bool {
    matches!(v, RtValue::Null | RtValue::Ref(_) | RtValue::Func(_) | RtValue::Addr { .. })
}

const TYPES: EvalError = EvalError::Undefined("operands of wrong types");

/// A value as the word that an operation's meaning takes; `None` if it is not of the operand's type.
fn to_word(v: RtValue, operand: Operand) -> Option<i64> {
    Some(match (operand, v) {
        (Operand::Signed, RtValue::Int(x)) => x,
        (Operand::Unsigned, RtValue::Uint(x)) => x as i64,
        (Operand::Float, RtValue::Float(x)) => x.to_bits() as i64,
        (Operand::Bool, RtValue::Bool(x)) => x as i64,
        (Operand::Char, RtValue::Char(x)) => x as i64,
        (Operand::UniChar, RtValue::UniChar(x)) => x as i64,
        _ => return None,
    })
}

/// Inverse of [`to_word`].
fn from_word(word: i64, result: Operand) -> Option<RtValue> {
    Some(match result {
        Operand::Signed => RtValue::Int(word),
        Operand::Unsigned => RtValue::Uint(word as u64),
        Operand::Float => RtValue::Float(f64::from_bits(word as u64)),
        Operand::Bool => RtValue::Bool(word != 0),
        Operand::Char => RtValue::Char(word as u8),
        Operand::UniChar => RtValue::UniChar(word as u32),
        _ => return None,
    })
}

/// Evaluates an operation on run-time values. What its row says on words is asked there; what depends on types, or on objects and
/// addresses that are no words here, is said below.
pub fn eval_rt(op: LlOp, args: &[RtValue], result: Type) -> Result<RtValue, EvalError> {
    let info = op.info();
    if !op.has_meaning() || info.operands.first() == Some(&Operand::Pointer) {
        return eval_any(op, args, result);
    }
    let mut words = [0; 3];
    if args.len() != info.operands.len() || args.len() > words.len() {
        return Err(TYPES);
    }
    for ((word, v), operand) in words.iter_mut().zip(args).zip(info.operands) {
        *word = to_word(*v, *operand).ok_or(TYPES)?;
    }
    match op.on_words(&words[..args.len()]) {
        Ok(word) => from_word(word, info.result).ok_or(TYPES),
        Err(NoValue::Raises(e)) => Err(EvalError::Raises(e)),
        Err(NoValue::Undefined(why)) => Err(EvalError::Undefined(why)),
        Err(NoValue::NoMeaning | NoValue::Operands) => Err(TYPES),
    }
}

/// Operations on operands of more than one type: identities, pointers and addresses, casts between types of the result's choice.
fn eval_any(op: LlOp, args: &[RtValue], result: Type) -> Result<RtValue, EvalError> {
    use RtValue::*;
    Ok(match (op, args) {
        (LlOp::SameAs, &[v]) => v,
        (LlOp::CastSingleToFloat, &[Single(a)]) => Float(a as f64),
        (LlOp::CastFloatToSingle, &[Float(a)]) => Single(a as f32),
        (LlOp::CastIntToPtr | LlOp::CastIntToAdr, &[Int(0)]) => Null,
        (LlOp::CastPrimitive, &[v]) => {
            let x = v.as_wide().ok_or(TYPES)?;
            RtValue::from_wide(x, result).ok_or(TYPES)?
        }
        (LlOp::PtrEq | LlOp::AdrEq, &[a, b]) if is_pointer(a) && is_pointer(b) => {
            Bool(same_pointer(a, b))
        }
        (LlOp::PtrNe | LlOp::AdrNe, &[a, b]) if is_pointer(a) && is_pointer(b) => {
            Bool(!same_pointer(a, b))
        }
        (LlOp::PtrNonzero, &[a]) if is_pointer(a) => Bool(!same_pointer(a, Null)),
        (LlOp::PtrIszero, &[a]) if is_pointer(a) => Bool(same_pointer(a, Null)),
        // Checked casts of the interpreter are its own work; the value stays the same.
        (
            LlOp::CastPointer | LlOp::CastOpaquePtr | LlOp::CastPtrToAdr | LlOp::CastAdrToPtr,
            &[a],
        ) if is_pointer(a) => a,
        (LlOp::CastPtrToInt | LlOp::CastAdrToInt, &[Null]) => Int(0),
        (LlOp::AdrAdd, &[Addr { block, offset }, Int(n)]) => {
            Addr { block, offset: offset.wrapping_add(n) }
        }
        (LlOp::AdrSub, &[Addr { block, offset }, Int(n)]) => {
            Addr { block, offset: offset.wrapping_sub(n) }
        }
        (LlOp::AdrAdd | LlOp::AdrSub, &[a, Int(0)]) if is_pointer(a) => a,
        (LlOp::AdrDelta, &[Addr { block, offset }, Addr { block: b2, offset: o2 }])
            if block == b2 =>
        {
            Int(offset.wrapping_sub(o2))
        }
        (LlOp::AdrDelta, &[a, b]) if is_pointer(a) && a == b => Int(0),
        (LlOp::AdrLt, &[Addr { block, offset }, Addr { block: b2, offset: o2 }]) if block == b2 => {
            Bool(offset < o2)
        }
        (LlOp::AdrLe, &[Addr { block, offset }, Addr { block: b2, offset: o2 }]) if block == b2 => {
            Bool(offset <= o2)
        }
        (
            LlOp::CastPtrToInt
            | LlOp::CastIntToPtr
            | LlOp::CastAdrToInt
            | LlOp::CastIntToAdr
            | LlOp::AdrAdd
            | LlOp::AdrSub
            | LlOp::AdrDelta
            | LlOp::AdrLt
            | LlOp::AdrLe,
            _,
        ) => return Err(EvalError::NotPure),
        _ => return Err(if op.is_foldable() { TYPES } else { EvalError::NotPure }),
    })
}
