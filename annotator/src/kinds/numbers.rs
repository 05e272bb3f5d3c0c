//! Numbers: arithmetic, comparisons, conversions.

use crate::definitions::generation;
use crate::kinds::strings;
use crate::ops;
use crate::ops::methods::*;
use crate::ops::rows::*;
use crate::prelude::*;
use crate::reports::warnings;
use HlOp::*;
use flowmodel::LlOp;

/// The rows: what operations on numbers give, raise and become.
pub(crate) const ROWS: &[Row] = &[
    // Two ints. A result that is known is a constant.
    int_operator(&[AddOvf], checked(LlOp::IntAddOvf, "ll_int_add_ovf")),
    int_operator(&[SubOvf], checked(LlOp::IntSubOvf, "ll_int_sub_ovf")),
    int_operator(&[MulOvf], checked(LlOp::IntMulOvf, "ll_int_mul_ovf")),
    int_operator(&[FloorDivOvf], signed_helper("ll_int_floordiv_ovf_zer")),
    int_operator(&[ModOvf], signed_helper("ll_int_mod_ovf_zer")),
    int_operator(&[LShiftOvf], signed_helper("ll_int_lshift_ovf")).raises(Raises::By(shift_raises)),
    int_operator(&[Add], words(LlOp::IntAdd, LlOp::UintAdd)),
    int_operator(&[Sub], words(LlOp::IntSub, LlOp::UintSub)),
    int_operator(&[Mul], words(LlOp::IntMul, LlOp::UintMul)),
    int_operator(&[TrueDiv], floats(TRUE_DIVISION)),
    int_operator(&[FloorDiv], FLOOR_DIVISION),
    // The quotient of a rounded float is a float.
    int_operator(&[Div], or_floats(FLOOR_DIVISION, TRUE_DIVISION)),
    int_operator(
        &[Mod],
        tested(
            [LlOp::IntPyMod, LlOp::UintMod],
            Safe::Divisor,
            ["ll_int_mod_zer", "ll_uint_mod_zer"],
        ),
    ),
    int_operator(
        &[LShift],
        tested(
            [LlOp::IntLshift, LlOp::UintLshift],
            Safe::Count,
            ["ll_int_lshift", "ll_uint_lshift"],
        ),
    )
    .raises(Raises::By(shift_raises)),
    int_operator(
        &[RShift],
        tested(
            [LlOp::IntRshift, LlOp::UintRshift],
            Safe::Count,
            ["ll_int_rshift", "ll_uint_rshift"],
        ),
    )
    .raises(Raises::By(shift_raises)),
    row(&[And], BOOL, BOOL, A_BOOL).lowers(Lowers::Op(LlOp::BoolAnd)),
    row(&[Or], BOOL, BOOL, A_BOOL).lowers(Lowers::Op(LlOp::BoolOr)),
    row(&[Xor], BOOL, BOOL, A_BOOL).lowers(Lowers::Op(LlOp::BoolXor)),
    int_operator(&[And], words(LlOp::IntAnd, LlOp::UintAnd)),
    int_operator(&[Or], words(LlOp::IntOr, LlOp::UintOr)),
    int_operator(&[Xor], words(LlOp::IntXor, LlOp::UintXor)),
    // One of two numbers is a float.
    float_operator(&[Add], Machine::Op(LlOp::FloatAdd)),
    float_operator(&[Sub], Machine::Op(LlOp::FloatSub)),
    float_operator(&[Mul], Machine::Op(LlOp::FloatMul)),
    float_operator(&[TrueDiv, Div], TRUE_DIVISION),
    float_operator(&[FloorDiv], Machine::Call(("ll_float", "ll_float_floordiv"))),
    float_operator(&[Mod], Machine::Call(("ll_float", "ll_float_mod"))),
    row(BINARY, NUMBER, NUMBER, Gives::Reads(no_float_operator)),
    row(&[Pow], NUMBER, NUMBER, Gives::Answers(pow)),
    row(COMPARISONS, INT, INT, Gives::Joins(int_compare))
        .compares(Comparison::Numbers)
        .raises(Raises::By(strings::order_raises)),
    row(COMPARISONS, NUMBER, NUMBER, A_BOOL)
        .compares(Comparison::Numbers)
        .raises(Raises::By(strings::order_raises)),
    row(&[DivMod], ANY, ANY, Gives::Library("numbers.divmod_")),
    // One number.
    one_int(&[NegOvf], signed_helper("ll_int_neg_ovf")),
    one_int(&[AbsOvf], signed_helper("ll_int_abs_ovf")),
    one_int(&[Neg], words(LlOp::IntNeg, LlOp::UintNeg)),
    one_int(&[Invert], words(LlOp::IntInvert, LlOp::UintInvert)),
    one_int(&[Pos], Lowers::Number([Machine::Same, Machine::Same, Machine::Undefined])),
    one_int(&[Abs], Lowers::Number([Machine::Op(LlOp::IntAbs), Machine::Same, Machine::Undefined])),
    one_float(&[Neg], Machine::Op(LlOp::FloatNeg)),
    one_float(&[Pos], Machine::Same),
    one_float(&[Abs], Machine::Op(LlOp::FloatAbs)),
    row(&[Neg, Pos, Invert, Abs], OTHER_FLOAT, ANY, Gives::Reads(no_arithmetic))
        .when(|_, q| q.operation() == q.plain()),
    row(&[Hex], INT, ANY, A_TEXT).code(Code::InBase(16, b'x')),
    row(&[Oct], INT, ANY, A_TEXT).code(Code::InBase(8, b'o')),
    row(&[Bin], INT, ANY, A_TEXT).code(Code::InBase(2, b'b')),
    row(&[Hex, Oct, Bin], ANY, ANY, Gives::Reads(want_int)),
    row(&[Int], FLOAT, ANY, Gives::Reads(to_int))
        .only(&["ValueError", "OverflowError"])
        .code(Code::Int),
    row(&[Int], TEXT.not(), ANY, Gives::Reads(to_int)).only(&[]).code(Code::Int),
    row(&[Float], TEXT.not(), ANY, Gives::Reads(to_float)).only(&[]).code(Code::Float),
    row(&[Hash], INT, ANY, Gives::Library("numbers.hash_int")),
    row(&[Hash], FLOAT, ANY, Gives::Library("mathlib.hash_float")),
    row(&[Id], ANY, ANY, AN_INT).lowers(Lowers::Op(LlOp::GcId)),
    row(&[Str, Repr], NUMBER, ANY, A_TEXT).code(Code::Text),
];

/// The rows about methods. Forms of one stand one behind the other, the narrower ones first.
#[rustfmt::skip]
pub(crate) const METHODS: &[Method] = &[
    library(FLOAT, "hex", "*", MEM, "mathlib.float_hex"),
    library(FLOAT, "is_integer", "*", MEM, "numbers.is_integer"),
    library(INT, "is_integer", "*", MEM, "numbers.int_is_integer"),
    library(INT, "bit_length", "*", MEM, "numbers.bit_length"),
    library(INT, "bit_count", "*", MEM, "numbers.bit_count"),
    library(INT, "to_bytes", "*", MEM, "numbers.to_bytes"),
    library(INT, "as_integer_ratio", "*", MEM, "numbers.int_ratio"),
    library(FLOAT, "as_integer_ratio", "*", MEM, "numbers.float_ratio"),
    library(INT, "conjugate", "*", MEM, "numbers.conjugate"),
    library(FLOAT, "conjugate", "*", MEM, "numbers.conjugate"),
];

/// A division by a constant is one operation.
const FLOOR_DIVISION: Lowers = tested(
    [LlOp::IntPyDiv, LlOp::UintFloorDiv],
    Safe::Divisor,
    ["ll_int_floordiv_zer", "ll_uint_floordiv_zer"],
);
const TRUE_DIVISION: Machine =
    Machine::Guarded(LlOp::FloatTrueDiv, Safe::Divisor, ("ll_float", "ll_float_truediv"));

/// A row about an operator on two ints.
const fn int_operator(ops: &'static [HlOp], lowers: Lowers) -> Row {
    row(ops, INT, INT, Gives::Joins(int_binary)).folds().lowers(lowers)
}
/// A row about an operator on two numbers one of which is a float.
const fn float_operator(ops: &'static [HlOp], machine: Machine) -> Row {
    row(ops, NUMBER, NUMBER, Gives::Reads(float_binary)).folds().lowers(floats(machine))
}
/// A row about an operator on one int.
const fn one_int(ops: &'static [HlOp], lowers: Lowers) -> Row {
    row(ops, INT, ANY, Gives::Reads(int_unary)).folds().lowers(lowers)
}
/// A row about an operator on one float.
const fn one_float(ops: &'static [HlOp], machine: Machine) -> Row {
    row(ops, FLOAT, ANY, A_FLOAT)
        .when(|_, q| q.operation() == q.plain())
        .folds()
        .lowers(floats(machine))
}

/// Shifts raise nothing where the count is not negative.
fn shift_raises(_: &mut Facts, q: &Asked) -> Throws {
    let plain = !q.operation().is_checked() && q.args[1].is_nonneg();
    Throws::Only(if plain { vec![] } else { q.operation().raises().to_vec() })
}

/// `-i`, `+i`, `~i`, `abs(i)`
fn int_unary(_: &Facts, q: &Asked) -> AResult {
    let (s, p) = (&q.args[0], q.plain());
    let Kind::Integer { unsigned, size, .. } = s.kind else {
        return Ok(if matches!(p, Pos | Abs) { SomeValue::NONNEG } else { SomeValue::INT });
    };
    if p == Pos {
        return Ok(s.clone());
    }
    let folded = s.const_int().and_then(|i| match p {
        Neg => i.checked_neg(),
        Invert => Some(!i),
        _ => i.checked_abs(),
    });
    Ok(folded.map_or(SomeValue::integer(p == Abs, unsigned, size), SomeValue::int_const))
}

fn no_arithmetic(ann: &Facts, q: &Asked) -> AResult {
    let text = format!("no arithmetic on {}", ann.show(&q.args[0]));
    Err(ann.error(q.site, "operand", text).note("convert with float() first"))
}

/// An operator on two numbers one of which is a float.
fn float_binary(ann: &Facts, q: &Asked) -> AResult {
    if q.operation().is_checked() {
        return Err(ann.error(q.site, "ovfcheck", "ovfcheck() works on ints, not on floats"));
    }
    Ok(SomeValue::FLOAT)
}

/// An operator that floats do not have.
fn no_float_operator(ann: &Facts, q: &Asked) -> AResult {
    float_binary(ann, q)?;
    Err(ops::bad_operands(ann, q.site, q.operation(), q.args))
}

/// Says whether an operand is the result of `math.floor`, `math.ceil` or `math.trunc`.
fn is_rounded(ann: &Facts, q: &Asked) -> bool {
    let Some(p) = q.site.position else { return false };
    let mut variables = q.op.args.iter().filter_map(|a| a.as_var());
    variables.any(|v| ann.made_at.rounded.contains(&(p.graph, v)))
}

/// `a ** b`: a float if one operand is one, or if the exponent is a negative constant.
fn pow(_: &mut Facts, q: &Asked) -> AResult<Answer> {
    let (a, b) = (&q.args[0], &q.args[1]);
    let ints = a.is_integral() && b.is_integral();
    let f = if ints && b.const_int().is_none_or(|i| i >= 0) { "pow_int" } else { "pow_float" };
    Ok(Answer::library_on("numbers", f, &[(0, a), (1, b)]))
}

/// An operator on two ints.
fn int_binary(ann: &mut Facts, q: &Asked) -> AResult {
    let (a, b, p) = (&q.args[0], &q.args[1], q.plain());
    if p == Div && is_rounded(ann, q) {
        return Ok(SomeValue::FLOAT);
    }
    warnings::warn_arithmetic(ann, q.site, q.op, a, b);
    if p == TrueDiv {
        return Ok(SomeValue::FLOAT);
    }
    let parts = |s: &SomeValue| match s.kind {
        // Numbers of 8 and 16 bits are words as soon as something is done with them.
        Kind::Integer { size: IntSize::Short | IntSize::Byte, nonneg, .. } => {
            (false, IntSize::Word, nonneg)
        }
        Kind::Integer { unsigned, size, nonneg } => (unsigned, size, nonneg),
        _ => (false, IntSize::Word, true),
    };
    let ((u1, s1, n1), (u2, s2, n2)) = (parts(a), parts(b));
    // A shift count does not decide the type of the result.
    let (unsigned, size) = if matches!(p, LShift | RShift) {
        (u1, s1)
    } else if (u1, s1) == (false, IntSize::Word) {
        (u2, s2)
    } else if (u2, s2) == (false, IntSize::Word) {
        (u1, s1)
    } else {
        (u1 || u2, s1.min(s2))
    };
    let nonneg = match p {
        Add | Mul | FloorDiv | Div | Or | Xor => n1 && n2,
        And => n1 || n2,
        Mod => n2,
        LShift | RShift => n1,
        _ => false,
    };
    if q.operation().is_checked() && unsigned {
        return Err(ann
            .error(q.site, "ovfcheck", "ovfcheck() on unsigned integers")
            .note("unsigned arithmetic wraps around"));
    }
    Ok(SomeValue::integer(nonneg, unsigned, size))
}

/// `hex(x)` and its like of what is no int.
fn want_int(ann: &Facts, q: &Asked) -> AResult {
    ann.want_int(q.site, &q.args[0], q.operation().name())?;
    Ok(generation::made_text(ann, q.site, SomeValue::STR))
}

/// `int(x)`
fn to_int(ann: &Facts, q: &Asked) -> AResult {
    int_of(ann, q.site, &q.args[..1], &q.args[1..])
}

/// `float(x)`
fn to_float(ann: &Facts, q: &Asked) -> AResult {
    float_of(ann, q.site, &q.args[0])
}

/// `i < j` and its like.
fn int_compare(ann: &mut Facts, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    if let (Some(x), Some(y)) = (a.const_int(), b.const_int()) {
        return Ok(SomeValue::bool_const(strings::holds(q.operation(), x.cmp(&y))));
    }
    learn_nonneg(ann, q.site, q.op, a, b);
    Ok(SomeValue::BOOL)
}

/// Comparisons with ints that are not negative prove variables not negative.
fn learn_nonneg(ann: &mut Facts, site: Site, op: &HlOperation, a: &SomeValue, b: &SomeValue) {
    let signed =
        |s: &SomeValue| matches!(s.kind, Kind::Integer { unsigned: false, nonneg: false, .. });
    let fact = |s: &SomeValue, i: usize| {
        if !signed(s) {
            return vec![];
        }
        match (var(op, i), &s.kind) {
            (Some(v), Kind::Integer { size, .. }) => {
                vec![(v, SomeValue::integer(true, false, *size))]
            }
            _ => vec![],
        }
    };
    let above = |s: &SomeValue| s.is_nonneg() || s.const_int() == Some(-1);
    let (fa, fb) = (fact(a, 0), fact(b, 1));
    let (an, bn) = (a.is_nonneg(), b.is_nonneg());
    let none = || vec![];
    let k = match op.op {
        Lt => Knowledge {
            if_true: if above(a) { fb } else { none() },
            if_false: if bn { fa } else { none() },
        },
        Le => Knowledge {
            if_true: if an { fb } else { none() },
            if_false: if above(b) { fa } else { none() },
        },
        Gt => Knowledge {
            if_true: if above(b) { fa } else { none() },
            if_false: if an { fb } else { none() },
        },
        Ge => Knowledge {
            if_true: if bn { fa } else { none() },
            if_false: if above(a) { fb } else { none() },
        },
        Eq => Knowledge {
            if_true: [if bn { fa } else { none() }, if an { fb } else { none() }].concat(),
            if_false: none(),
        },
        _ => Knowledge {
            if_true: none(),
            if_false: [if bn { fa } else { none() }, if an { fb } else { none() }].concat(),
        },
    };
    ann.learn(site, op, k);
}

/// `int(x)`, `int(s, base)`
pub(crate) fn int_of(a: &Facts, site: Site, x: &[SomeValue], base: &[SomeValue]) -> AResult {
    let s = &x[0];
    if let Some(b) = base.first() {
        a.want_int(site, b, "the base of int()")?;
        return Err(a.error(site, "argument-type", "int() with a base wants a string"));
    }
    match &s.kind {
        Kind::Bool => Ok(SomeValue::NONNEG),
        Kind::Integer { nonneg, unsigned: false, .. } => Ok(SomeValue {
            kind: Kind::Integer { nonneg: *nonneg, unsigned: false, size: IntSize::Word },
            konst: s.konst.clone(),
        }),
        Kind::Integer { .. } => Ok(SomeValue::INT),
        Kind::Float | Kind::SingleFloat | Kind::LongFloat => Ok(SomeValue::INT),
        _ => Err(a.error(
            site,
            "conversion",
            format!("int() takes a number or a string, not {}", a.show(s)),
        )),
    }
}

/// `float(x)`
pub(crate) fn float_of(a: &Facts, site: Site, s: &SomeValue) -> AResult {
    match &s.kind {
        Kind::Float | Kind::SingleFloat | Kind::LongFloat | Kind::Integer { .. } | Kind::Bool => {
            Ok(SomeValue::FLOAT)
        }
        _ => Err(a.error(
            site,
            "conversion",
            format!("float() takes a number or a string, not {}", a.show(s)),
        )),
    }
}
