//! Operators of builtin types as methods, for explicit calls such as `int.__add__(a, b)`,
//! `list.__lt__(l, m)` and `super().__eq__(other)`. They work on the payload of instances of
//! subclasses, so that overriding methods can call them.

use super::*;
use flowmodel::operators::{BinaryOp, CompareOp, UnaryOp};

type Table = &'static [(&'static str, BFn)];

/// Gives the builtin types their operator methods.
pub(crate) fn fill(host: &mut Host) {
    let t = host.types.clone();
    for c in [t.int, t.float] {
        registry::add_methods(host, c, NUMBERS);
        registry::add_methods(host, c, UNARY);
    }
    registry::add_methods(host, t.int, BITS);
    for c in [t.str, t.unicode, t.tuple, t.list, t.bytearray] {
        registry::add_methods(host, c, SEQUENCES);
    }
    for c in [t.str, t.unicode] {
        registry::add_methods(host, c, TEXT);
    }
    registry::add_methods(host, t.list, LISTS);
    for c in [t.set, t.frozenset] {
        registry::add_methods(host, c, SETS);
    }
    let all = [
        t.int,
        t.float,
        t.str,
        t.unicode,
        t.tuple,
        t.list,
        t.bytearray,
        t.set,
        t.frozenset,
        t.dict,
    ];
    for c in all {
        registry::add_methods(host, c, EQUALITY);
        if c != t.dict {
            registry::add_methods(host, c, ORDER);
        }
    }
    for c in [t.int, t.float, t.str, t.unicode, t.tuple, t.frozenset] {
        registry::add_methods(host, c, HASH);
    }
}

/// The operands of an operator method; `None` if the second one's type does not fit.
fn operands(host: &mut Host, name: &str, a: &[HostRef]) -> R<(HostRef, HostRef)> {
    args::arity(host, name, a, &[], 2, 2)?;
    Ok((host.base(a[0]), host.base(a[1])))
}

fn operator(op: BinaryOp, h: &mut Host, a: &[HostRef], swap: bool) -> R {
    let (x, y) = operands(h, op.sign(), a)?;
    let (x, y) = if swap { (y, x) } else { (x, y) };
    // `int.__add__(1, 2.0)`: the other type's turn.
    let narrow = |o: &HostObj| matches!(o, HostObj::Int(_) | HostObj::Bool(_) | HostObj::BigInt(_));
    if narrow(h.obj(h.base(a[0]))) && !narrow(h.obj(h.base(a[1]))) {
        return Ok(NOT_IMPLEMENTED);
    }
    Ok(ops::builtin_binary(h, op, x, y)?.unwrap_or(NOT_IMPLEMENTED))
}

fn compare(op: CompareOp, h: &mut Host, a: &[HostRef]) -> R {
    let (x, y) = operands(h, "comparison", a)?;
    let r = match op {
        CompareOp::Eq | CompareOp::Ne => {
            order::builtin_eq(h, x, y)?.map(|e| e == (op == CompareOp::Eq))
        }
        _ => order::builtin_order(h, op, x, y)?,
    };
    Ok(match r {
        Some(b) => h.bool(b),
        None => NOT_IMPLEMENTED,
    })
}

fn unary(op: UnaryOp, h: &mut Host, a: &[HostRef]) -> R {
    args::arity(h, "unary operator", a, &[], 1, 1)?;
    let x = h.base(a[0]);
    ops::unary(h, op, x)
}

const NUMBERS: Table = &[
    ("__add__", |h, a, _| operator(BinaryOp::Add, h, a, false)),
    ("__radd__", |h, a, _| operator(BinaryOp::Add, h, a, true)),
    ("__sub__", |h, a, _| operator(BinaryOp::Sub, h, a, false)),
    ("__rsub__", |h, a, _| operator(BinaryOp::Sub, h, a, true)),
    ("__mul__", |h, a, _| operator(BinaryOp::Mul, h, a, false)),
    ("__rmul__", |h, a, _| operator(BinaryOp::Mul, h, a, true)),
    ("__mod__", |h, a, _| operator(BinaryOp::Mod, h, a, false)),
    ("__rmod__", |h, a, _| operator(BinaryOp::Mod, h, a, true)),
    ("__floordiv__", |h, a, _| operator(BinaryOp::FloorDiv, h, a, false)),
    ("__rfloordiv__", |h, a, _| operator(BinaryOp::FloorDiv, h, a, true)),
    ("__truediv__", |h, a, _| operator(BinaryOp::TrueDiv, h, a, false)),
    ("__rtruediv__", |h, a, _| operator(BinaryOp::TrueDiv, h, a, true)),
    ("__pow__", |h, a, _| operator(BinaryOp::Pow, h, &a[..a.len().min(2)], false)),
    ("__rpow__", |h, a, _| operator(BinaryOp::Pow, h, &a[..a.len().min(2)], true)),
    ("__divmod__", |h, a, _| {
        let q = operator(BinaryOp::FloorDiv, h, a, false)?;
        let r = operator(BinaryOp::Mod, h, a, false)?;
        Ok(if q == NOT_IMPLEMENTED { q } else { h.tuple(&[q, r]) })
    }),
];

const BITS: Table = &[
    ("__lshift__", |h, a, _| operator(BinaryOp::LShift, h, a, false)),
    ("__rshift__", |h, a, _| operator(BinaryOp::RShift, h, a, false)),
    ("__and__", |h, a, _| operator(BinaryOp::And, h, a, false)),
    ("__rand__", |h, a, _| operator(BinaryOp::And, h, a, true)),
    ("__or__", |h, a, _| operator(BinaryOp::Or, h, a, false)),
    ("__ror__", |h, a, _| operator(BinaryOp::Or, h, a, true)),
    ("__xor__", |h, a, _| operator(BinaryOp::Xor, h, a, false)),
    ("__rxor__", |h, a, _| operator(BinaryOp::Xor, h, a, true)),
    ("__invert__", |h, a, _| unary(UnaryOp::Invert, h, a)),
];

const UNARY: Table = &[
    ("__neg__", |h, a, _| unary(UnaryOp::Neg, h, a)),
    ("__pos__", |h, a, _| unary(UnaryOp::Pos, h, a)),
    ("__abs__", |h, a, _| {
        args::arity(h, "__abs__", a, &[], 1, 1)?;
        let x = h.base(a[0]);
        let f = h.ns_get(h.builtins, "abs").expect("abs");
        h.call(f, &[x], &[])
    }),
    ("__bool__", |h, a, _| {
        args::arity(h, "__bool__", a, &[], 1, 1)?;
        let x = h.base(a[0]);
        let b = h.is_true(x)?;
        Ok(h.bool(b))
    }),
    ("__floor__", |h, a, _| rounded(h, a, f64::floor)),
    ("__ceil__", |h, a, _| rounded(h, a, f64::ceil)),
    ("__trunc__", |h, a, _| rounded(h, a, f64::trunc)),
    ("__round__", |h, a, _| {
        let f = h.ns_get(h.builtins, "round").expect("round");
        let mut args = a.to_vec();
        args[0] = h.base(a[0]);
        h.call(f, &args, &[])
    }),
];

fn rounded(h: &mut Host, a: &[HostRef], f: fn(f64) -> f64) -> R {
    let x = h.base(a[0]);
    let x = match h.obj(x) {
        HostObj::Float(v) => {
            let v = f(*v);
            h.float(v)
        }
        _ => x,
    };
    numbers::to_int(h, x, None)
}

const SEQUENCES: Table = &[
    ("__add__", |h, a, _| sequence(BinaryOp::Add, h, a)),
    ("__mul__", |h, a, _| sequence(BinaryOp::Mul, h, a)),
    ("__rmul__", |h, a, _| sequence(BinaryOp::Mul, h, a)),
];

fn sequence(op: BinaryOp, h: &mut Host, a: &[HostRef]) -> R {
    let (x, y) = operands(h, op.sign(), a)?;
    match ops::builtin_binary(h, op, x, y)? {
        Some(v) => Ok(v),
        None => {
            // The usual complaint.
            ops::binary(h, op, false, x, y)
        }
    }
}

const TEXT: Table = &[("__mod__", |h, a, _| sequence(BinaryOp::Mod, h, a))];

const LISTS: Table = &[
    ("__iadd__", |h, a, _| inplace(BinaryOp::Add, h, a)),
    ("__imul__", |h, a, _| inplace(BinaryOp::Mul, h, a)),
    ("__reversed__", |h, a, _| {
        let x = h.base(a[0]);
        iter::reversed(h, x)
    }),
];

fn inplace(op: BinaryOp, h: &mut Host, a: &[HostRef]) -> R {
    let (x, y) = operands(h, op.sign(), a)?;
    ops::binary(h, op, true, x, y)?;
    Ok(a[0])
}

const SETS: Table = &[
    ("__or__", |h, a, _| operator(BinaryOp::Or, h, a, false)),
    ("__and__", |h, a, _| operator(BinaryOp::And, h, a, false)),
    ("__sub__", |h, a, _| operator(BinaryOp::Sub, h, a, false)),
    ("__xor__", |h, a, _| operator(BinaryOp::Xor, h, a, false)),
];

const EQUALITY: Table = &[
    ("__eq__", |h, a, _| compare(CompareOp::Eq, h, a)),
    ("__ne__", |h, a, _| compare(CompareOp::Ne, h, a)),
];

const ORDER: Table = &[
    ("__lt__", |h, a, _| compare(CompareOp::Lt, h, a)),
    ("__le__", |h, a, _| compare(CompareOp::Le, h, a)),
    ("__gt__", |h, a, _| compare(CompareOp::Gt, h, a)),
    ("__ge__", |h, a, _| compare(CompareOp::Ge, h, a)),
];

const HASH: Table = &[("__hash__", |h, a, k| {
    args::arity(h, "__hash__", a, k, 1, 1)?;
    let x = h.base(a[0]);
    let n = h.hash(x)?;
    Ok(h.int(n))
})];
