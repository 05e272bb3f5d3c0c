//! Truth values, and operators that compute.

use super::numbers::Num;
use super::*;
use flowmodel::operators::{BinaryOp, Operator, UnaryOp};

/// `bool(x)`
pub(crate) fn is_true(host: &mut Host, r: HostRef) -> R<bool> {
    match r {
        TRUE => return Ok(true),
        FALSE | NONE => return Ok(false),
        _ => {}
    }
    if let HostObj::Instance(_) = host.obj(r) {
        for name in ["__bool__", "__nonzero__"] {
            if let Some(f) = special::user_special(host, r, name) {
                let v = special::call_special(host, f, r, &[])?;
                return match host.obj(v) {
                    HostObj::Bool(b) => Ok(*b),
                    HostObj::Int(i) => Ok(*i != 0),
                    _ => {
                        let t = host.type_name(v);
                        let m = format!("{name} should return bool, returned {t}");
                        Err(host.type_error(m))
                    }
                };
            }
        }
        if let Some(f) = special::user_special(host, r, "__len__") {
            let v = special::call_special(host, f, r, &[])?;
            return Ok(host.as_int(v) != Some(0));
        }
    }
    Ok(match host.obj(host.base(r)) {
        HostObj::None => false,
        HostObj::Bool(b) => *b,
        HostObj::Int(i) => *i != 0,
        HostObj::Float(f) => *f != 0.0,
        HostObj::Str(s) => !s.is_empty(),
        HostObj::Unicode(s) => !s.is_empty(),
        HostObj::ByteArray(s) => !s.is_empty(),
        HostObj::Tuple(t) => !t.is_empty(),
        HostObj::List(t) => !t.is_empty(),
        HostObj::Dict(d) | HostObj::Set(d) | HostObj::FrozenSet(d) => !d.is_empty(),
        HostObj::DictView(d, _) => !host.ns(*d).is_empty(),
        HostObj::Range(a, b, c) => positions::range_len(*a, *b, *c) != 0,
        _ => true,
    })
}

// --- equality and hashing ---

// --- comparison ---

// --- arithmetic ---

/// Unary operators.
pub fn unary(host: &mut Host, op: UnaryOp, a: HostRef) -> R {
    if op == UnaryOp::Not {
        let t = host.is_true(a)?;
        return Ok(host.bool(!t));
    }
    if let Some(f) = special::user_special(host, a, op.row().method) {
        return special::call_special(host, f, a, &[]);
    }
    match (numbers::num(host, a), op) {
        (Some(Num::Int(i)), UnaryOp::Pos) => Ok(host.int(i)),
        (Some(_), UnaryOp::Pos) => Ok(host.base(a)),
        (Some(Num::Int(i)), UnaryOp::Neg) => Ok(match i.checked_neg() {
            Some(v) => host.int(v),
            None => host.bigint(-BigInt::from(i)),
        }),
        (Some(Num::Big(b)), UnaryOp::Neg) => Ok(host.bigint(-&*b)),
        (Some(Num::Float(f)), UnaryOp::Neg) => Ok(host.float(-f)),
        (Some(Num::Int(i)), UnaryOp::Invert) => Ok(host.int(!i)),
        (Some(Num::Big(b)), UnaryOp::Invert) => Ok(host.bigint(-&*b - 1)),
        _ => {
            let m = format!("bad operand type for unary {}: '{}'", op.sign(), host.type_name(a));
            Err(host.type_error(m))
        }
    }
}

/// Binary operators; `inplace` for augmented assignment.
pub fn binary(host: &mut Host, op: BinaryOp, inplace: bool, a: HostRef, b: HostRef) -> R {
    if let (HostObj::Int(x), HostObj::Int(y)) = (host.obj(a), host.obj(b)) {
        let (x, y) = (*x, *y);
        let quick = match op {
            BinaryOp::Add => x.checked_add(y),
            BinaryOp::Sub => x.checked_sub(y),
            BinaryOp::Mul => x.checked_mul(y),
            BinaryOp::And => Some(x & y),
            BinaryOp::Or => Some(x | y),
            BinaryOp::Xor => Some(x ^ y),
            _ => None,
        };
        if let Some(v) = quick {
            return Ok(host.int(v));
        }
    }
    let row = op.row();
    if inplace {
        if let Some(f) = special::user_special(host, a, row.in_place_method) {
            let v = special::call_special(host, f, a, &[b])?;
            if v != NOT_IMPLEMENTED {
                return Ok(v);
            }
        }
        if let Some(v) = inplace_builtin(host, op, a, b)? {
            return Ok(v);
        }
    }
    let fa = op_special(host, a, op, |row| row.method);
    let fb = op_special(host, b, op, |row| row.reflected);
    let b_first = fb.is_some() && {
        let (ca, cb) = (host.class_of(a), host.class_of(b));
        ca != cb && host.is_subclass(cb, ca)
    };
    let builtin_first = fa.is_none() && !b_first;
    if builtin_first && let Some(v) = builtin_binary(host, op, a, b)? {
        return Ok(v);
    }
    let tries = if b_first { [(fb, b, a), (fa, a, b)] } else { [(fa, a, b), (fb, b, a)] };
    for (f, x, y) in tries {
        if let Some(f) = f {
            let v = special::call_special(host, f, x, &[y])?;
            if v != NOT_IMPLEMENTED {
                return Ok(v);
            }
        }
    }
    if !builtin_first && let Some(v) = builtin_binary(host, op, a, b)? {
        return Ok(v);
    }
    if op == BinaryOp::Or && is_type_form(host, a) && is_type_form(host, b) {
        // `int | None`
        let m = host.import("types")?;
        let union = host.getattr(m, "UnionType")?;
        return host.call(union, &[a, b], &[]);
    }
    let sign = if inplace { row.in_place_sign } else { row.sign };
    let (ta, tb) = (host.type_name(a), host.type_name(b));
    if op == BinaryOp::Add {
        let bb = host.base(a);
        match host.obj(bb) {
            HostObj::Str(_) => {
                let m = format!("can only concatenate str (not \"{tb}\") to str");
                return Err(host.type_error(m));
            }
            HostObj::List(_) | HostObj::Tuple(_) => {
                let m = format!("can only concatenate {ta} (not \"{tb}\") to {ta}");
                return Err(host.type_error(m));
            }
            _ => {}
        }
    }
    let shown = if op == BinaryOp::Pow && !inplace { "** or pow()" } else { sign };
    let m = format!("unsupported operand type(s) for {shown}: '{ta}' and '{tb}'");
    Err(host.type_error(m))
}

/// Says whether an object can be a part of a union of types.
fn is_type_form(host: &Host, r: HostRef) -> bool {
    r == NONE || matches!(host.obj(r), HostObj::Class(_))
}

/// An operator's method of the left or right operand; for `/` under either of its names.
fn op_special(
    host: &Host,
    r: HostRef,
    op: BinaryOp,
    method: fn(&Operator) -> &'static str,
) -> Option<HostRef> {
    let ways = [Some(op), op.other_division()].into_iter().flatten();
    let mut names: Vec<&str> = ways.map(|op| method(op.row())).collect();
    if op == BinaryOp::Div && names[0] == op.row().method {
        names.push(BinaryOp::FloorDiv.row().method);
    }
    names.into_iter().find_map(|name| special::user_special(host, r, name))
}

/// Checks the length of a repetition. A length that no machine has is not tried: the import would
/// end without an exception.
fn check_repeat(host: &mut Host, len: usize, n: i64, text: bool) -> R<()> {
    let size = len as u128 * n.max(0) as u128;
    if text && size > i64::MAX as u128 && !generation::in_python2(host) {
        return Err(host.err("OverflowError", "repeated string is too long"));
    }
    if size > LARGEST_REPEAT {
        return Err(host.err("MemoryError", ""));
    }
    Ok(())
}

fn inplace_builtin(host: &mut Host, op: BinaryOp, a: HostRef, b: HostRef) -> R<Option<HostRef>> {
    let base = host.base(a);
    match (host.obj(base), op) {
        (HostObj::List(_), BinaryOp::Add) => {
            let items = host.iter_to_vec(b)?;
            host.collector.items_made(items.len());
            if let HostObj::List(l) = host.obj_mut(base) {
                l.extend(items);
            }
            Ok(Some(a))
        }
        (HostObj::List(l), BinaryOp::Mul) => {
            let Some(n) = host.as_int(b) else { return Ok(None) };
            let len = l.len();
            check_repeat(host, len, n, false)?;
            if let HostObj::List(l) = host.obj_mut(base) {
                *l = repeat(l, n);
            }
            Ok(Some(a))
        }
        (HostObj::Set(_), BinaryOp::Or | BinaryOp::And | BinaryOp::Sub | BinaryOp::Xor) => {
            if op == BinaryOp::Or && tables::is_set(host, b) {
                merge::set_extend(host, base, b)?;
                return Ok(Some(a));
            }
            let Some(v) = merge::set_op(host, op, base, b)? else { return Ok(None) };
            let new = match host.obj_mut(v) {
                HostObj::Set(s) => std::mem::take(s),
                _ => return Ok(None),
            };
            if let HostObj::Set(s) = host.obj_mut(base) {
                *s = new;
            }
            Ok(Some(a))
        }
        (HostObj::Dict(_), BinaryOp::Or) => {
            merge::update_from(host, base, b)?;
            Ok(Some(a))
        }
        (HostObj::ByteArray(_), BinaryOp::Add) => {
            let Some(s) = text::byte_vec(host, b) else { return Ok(None) };
            if let HostObj::ByteArray(x) = host.obj_mut(base) {
                x.extend(s);
            }
            Ok(Some(a))
        }
        _ => Ok(None),
    }
}

pub(crate) fn builtin_binary(
    host: &mut Host,
    op: BinaryOp,
    a: HostRef,
    b: HostRef,
) -> R<Option<HostRef>> {
    let (a, b) = (host.base(a), host.base(b));
    let bytes =
        [a, b].map(|x| generation::is_bytes(host, x) && !generation::passes_for_str(host, x));
    if bytes == [false, false] || !matches!(op, BinaryOp::Add | BinaryOp::Mul | BinaryOp::Mod) {
        return binary_of_values(host, op, a, b);
    }
    let text = |h: &Host, x: HostRef| matches!(h.obj(x), HostObj::Str(_));
    if op == BinaryOp::Add && bytes[0] != bytes[1] && text(host, a) && text(host, b) {
        return Ok(None);
    }
    let r = binary_of_values(host, op, a, b)?;
    let keeps = bytes[0] || op == BinaryOp::Mul;
    Ok(r.map(|r| if keeps { python3::as_bytes(host, r) } else { r }))
}

fn binary_of_values(host: &mut Host, op: BinaryOp, a: HostRef, b: HostRef) -> R<Option<HostRef>> {
    if let (Some(x), Some(y)) = (numbers::num(host, a), numbers::num(host, b)) {
        if let (HostObj::Bool(x), HostObj::Bool(y)) = (host.obj(a), host.obj(b)) {
            match op {
                BinaryOp::And => return Ok(Some(host.bool(x & y))),
                BinaryOp::Or => return Ok(Some(host.bool(x | y))),
                BinaryOp::Xor => return Ok(Some(host.bool(x ^ y))),
                _ => {}
            }
        }
        return numbers::binary(host, op, x, y);
    }
    if op == BinaryOp::Add {
        let lazy = |h: &Host, r: HostRef| {
            matches!(
                h.obj(r),
                HostObj::List(_) | HostObj::Iter(_) | HostObj::DictView(..) | HostObj::Range(..)
            )
        };
        if lazy(host, a) && lazy(host, b) {
            python3::become_list(host, a)?;
            python3::become_list(host, b)?;
        }
    }
    match op {
        BinaryOp::Add => Ok(match (host.obj(a), host.obj(b)) {
            (HostObj::Str(x), HostObj::Str(y)) => {
                let v = [&x[..], &y[..]].concat();
                Some(host.bytes(&v))
            }
            (HostObj::Unicode(x), HostObj::Unicode(y)) => {
                let v = format!("{x}{y}");
                Some(host.unicode(&v))
            }
            (HostObj::Unicode(_), HostObj::Str(_)) | (HostObj::Str(_), HostObj::Unicode(_)) => {
                let (x, y) = (text::decode_ascii(host, a)?, text::decode_ascii(host, b)?);
                let v = format!("{x}{y}");
                Some(host.unicode(&v))
            }
            (HostObj::ByteArray(x), _) => match text::byte_vec(host, b) {
                Some(y) => {
                    let v = [&x[..], &y[..]].concat();
                    Some(host.alloc(HostObj::ByteArray(v)))
                }
                None => None,
            },
            (HostObj::Str(x), HostObj::ByteArray(y)) if generation::in_python2(host) => {
                let v = [&x[..], &y[..]].concat();
                Some(host.alloc(HostObj::ByteArray(v)))
            }
            (HostObj::Tuple(x), HostObj::Tuple(y)) => {
                let v = [&x[..], &y[..]].concat();
                Some(host.tuple(&v))
            }
            (HostObj::List(x), HostObj::List(y)) => {
                let v = [&x[..], &y[..]].concat();
                Some(host.list(v))
            }
            _ => None,
        }),
        BinaryOp::Mul => {
            let (seq, n) = match (host.as_int(a), host.as_int(b)) {
                (None, Some(n)) => (a, n),
                (Some(n), None) => (b, n),
                _ => return Ok(None),
            };
            python3::become_list(host, seq)?;
            let len = match host.obj(seq) {
                HostObj::Str(x) => x.len(),
                HostObj::Unicode(x) => x.chars().count(),
                HostObj::ByteArray(x) => x.len(),
                HostObj::Tuple(x) => x.len(),
                HostObj::List(x) => x.len(),
                _ => 0,
            };
            let text = matches!(host.obj(seq), HostObj::Str(_) | HostObj::Unicode(_));
            check_repeat(host, len, n, text)?;
            Ok(match host.obj(seq) {
                HostObj::Str(x) => {
                    let v = repeat(x, n);
                    Some(host.bytes(&v))
                }
                HostObj::Unicode(x) => {
                    let v = x.repeat(n.max(0) as usize);
                    Some(host.unicode(&v))
                }
                HostObj::ByteArray(x) => {
                    let v = repeat(x, n);
                    Some(host.alloc(HostObj::ByteArray(v)))
                }
                HostObj::Tuple(x) => {
                    let v = repeat(x, n);
                    Some(host.tuple(&v))
                }
                HostObj::List(x) => {
                    let v = repeat(x, n);
                    Some(host.list(v))
                }
                _ => None,
            })
        }
        BinaryOp::Mod => match host.obj(a) {
            HostObj::Str(_) | HostObj::Unicode(_) => percent::format(host, a, b).map(Some),
            _ => Ok(None),
        },
        BinaryOp::Or | BinaryOp::And | BinaryOp::Sub | BinaryOp::Xor => {
            if op == BinaryOp::Or
                && let (HostObj::Dict(x), HostObj::Dict(_)) = (host.obj(a), host.obj(b))
            {
                let copy = x.clone();
                let d = host.alloc(HostObj::Dict(copy));
                merge::update_from(host, d, b)?;
                return Ok(Some(d));
            }
            merge::set_op(host, op, a, b)
        }
        _ => Ok(None),
    }
}

// --- subscripts ---

/// Longest sequence that `x * n` makes at import time.
const LARGEST_REPEAT: u128 = 1 << 32;

fn repeat<T: Copy>(v: &[T], n: i64) -> Vec<T> {
    v.repeat(n.max(0) as usize)
}
