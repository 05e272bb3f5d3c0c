//! Numbers: arithmetic, comparisons, conversions.

use crate::definitions::generation;
use crate::kinds::strings;
use crate::ops;
use crate::ops::rows::*;
use crate::prelude::*;
use crate::reports::warnings;
use HlOp::*;

/// The rows: what operations on numbers give and raise.
pub(crate) const ROWS: &[Row] = &[
    row(&[LShift, RShift], INT, INT, Gives::By(int_binary)).raises(Raises::By(shift_raises)),
    row(BINARY, INT, INT, Gives::By(int_binary)),
    row(BINARY, NUMBER, NUMBER, Gives::By(float_binary)),
    row(&[Pow], NUMBER, NUMBER, Gives::By(pow)),
    row(COMPARISONS, INT, INT, Gives::By(int_compare)).raises(Raises::By(strings::order_raises)),
    row(COMPARISONS, NUMBER, NUMBER, A_BOOL).raises(Raises::By(strings::order_raises)),
    row(&[DivMod], ANY, ANY, Gives::Library("numbers.divmod_")),
    row(&[Neg, Pos, Invert, Abs], INT, ANY, Gives::By(int_unary)),
    row(&[Neg, Pos, Abs], FLOAT, ANY, A_FLOAT).when(|_, q| q.operation() == q.plain()),
    row(&[Neg, Pos, Invert, Abs], OTHER_FLOAT, ANY, Gives::By(no_arithmetic))
        .when(|_, q| q.operation() == q.plain()),
    row(&[Hex, Oct, Bin], INT, ANY, A_TEXT),
    row(&[Hex, Oct, Bin], ANY, ANY, Gives::By(want_int)),
    row(&[Int], FLOAT, ANY, Gives::By(to_int)).only(&["ValueError", "OverflowError"]),
    row(&[Int], TEXT.not(), ANY, Gives::By(to_int)).only(&[]),
    row(&[Float], TEXT.not(), ANY, Gives::By(to_float)).only(&[]),
    row(&[Hash], INT, ANY, Gives::Library("numbers.hash_int")),
    row(&[Hash], FLOAT, ANY, Gives::Library("mathlib.hash_float")),
    row(&[Id], ANY, ANY, AN_INT),
    row(&[Str, Repr], NUMBER, ANY, A_TEXT),
];

/// Shifts raise nothing where the count is not negative.
fn shift_raises(_: &mut Annotator, q: &Asked) -> Throws {
    let plain = !q.operation().is_checked() && q.args[1].is_nonneg();
    Throws::Only(if plain { vec![] } else { q.operation().raises().to_vec() })
}

/// `-i`, `+i`, `~i`, `abs(i)`
fn int_unary(_: &mut Annotator, q: &Asked) -> AResult {
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

fn no_arithmetic(ann: &mut Annotator, q: &Asked) -> AResult {
    let text = format!("no arithmetic on {}", ann.show(&q.args[0]));
    Err(ann.error(q.site, "operand", text).note("convert with float() first"))
}

/// An operator on two numbers one of which is a float.
fn float_binary(ann: &mut Annotator, q: &Asked) -> AResult {
    if q.operation().is_checked() {
        return Err(ann.error(q.site, "ovfcheck", "ovfcheck() works on ints, not on floats"));
    }
    match q.plain() {
        Add | Sub | Mul | TrueDiv | Div | FloorDiv | Mod => Ok(SomeValue::FLOAT),
        _ => Err(ops::bad_operands(ann, q.site, q.operation(), q.args)),
    }
}

/// Says whether an operand is the result of `math.floor`, `math.ceil` or `math.trunc`.
fn is_rounded(ann: &Annotator, q: &Asked) -> bool {
    let Some(p) = q.site.position else { return false };
    let mut variables = q.op.args.iter().filter_map(|a| a.as_var());
    variables.any(|v| ann.made_at.rounded.contains(&(p.graph, v)))
}

/// `a ** b`: a float if one operand is one, or if the exponent is a negative constant.
fn pow(ann: &mut Annotator, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    let ints = a.is_integral() && b.is_integral();
    let f = if ints && b.const_int().is_none_or(|i| i >= 0) { "pow_int" } else { "pow_float" };
    ann.call_library_on(q.site, "numbers", f, &[(0, a), (1, b)])
}

/// An operator on two ints.
fn int_binary(ann: &mut Annotator, q: &Asked) -> AResult {
    let (a, b, p) = (&q.args[0], &q.args[1], q.plain());
    if p == Div && is_rounded(ann, q) {
        return Ok(SomeValue::FLOAT);
    }
    warnings::warn_arithmetic(ann, q.site, q.op, a, b);
    if let (Kind::Bool, Kind::Bool, And | Or | Xor) = (&a.kind, &b.kind, p) {
        return Ok(SomeValue::BOOL);
    }
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
fn want_int(ann: &mut Annotator, q: &Asked) -> AResult {
    ann.want_int(q.site, &q.args[0], q.operation().name())?;
    Ok(generation::made_text(ann, q.site, SomeValue::STR))
}

/// `int(x)`
fn to_int(ann: &mut Annotator, q: &Asked) -> AResult {
    int_of(ann, q.site, &q.args[..1], &q.args[1..])
}

/// `float(x)`
fn to_float(ann: &mut Annotator, q: &Asked) -> AResult {
    float_of(ann, q.site, &q.args[0])
}

/// `i < j` and its like.
fn int_compare(ann: &mut Annotator, q: &Asked) -> AResult {
    let (a, b) = (&q.args[0], &q.args[1]);
    if let (Some(x), Some(y)) = (a.const_int(), b.const_int()) {
        return Ok(SomeValue::bool_const(strings::holds(q.operation(), x.cmp(&y))));
    }
    learn_nonneg(ann, q.site, q.op, a, b);
    Ok(SomeValue::BOOL)
}

/// Comparisons with ints that are not negative prove variables not negative.
fn learn_nonneg(ann: &mut Annotator, site: Site, op: &HlOperation, a: &SomeValue, b: &SomeValue) {
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
pub(crate) fn int_of(
    a: &mut Annotator,
    site: Site,
    x: &[SomeValue],
    base: &[SomeValue],
) -> AResult {
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
pub(crate) fn float_of(a: &mut Annotator, site: Site, s: &SomeValue) -> AResult {
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
