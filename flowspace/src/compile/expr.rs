//! Expressions.

use super::calls;
use super::comprehensions;
use super::conditions;
use super::definitions;
use super::symtable::key;
use crate::Python;
use crate::ast::*;
use crate::bytecode::*;
use crate::compile::state::{Block, Compiler};
use flowmodel::diag::Span;
use flowmodel::name::Name;
use flowmodel::operators::{BinaryOp, UnaryOp};

/// Value of a constant expression over small numbers and tuples of constants.
fn fold(e: &Expr) -> Option<ConstValue> {
    match &e.kind {
        ExprKind::Const(c) => Some(c.clone()),
        ExprKind::Unary(UnaryOp::Neg, a) => match fold(a)? {
            ConstValue::Int(i) => i.checked_neg().map(ConstValue::Int),
            ConstValue::BigInt(i) => {
                let n = -i;
                Some(match i64::try_from(&n) {
                    Ok(small) => ConstValue::Int(small),
                    Err(_) => ConstValue::BigInt(n),
                })
            }
            ConstValue::Float(f) => Some(ConstValue::Float(-f)),
            _ => None,
        },
        ExprKind::Unary(UnaryOp::Invert, a) => match fold(a)? {
            ConstValue::Int(i) => Some(ConstValue::Int(!i)),
            _ => None,
        },
        ExprKind::Binary(op, a, b) => {
            let (ConstValue::Int(x), ConstValue::Int(y)) = (fold(a)?, fold(b)?) else {
                return None;
            };
            let v = match op {
                BinaryOp::Add => x.checked_add(y)?,
                BinaryOp::Sub => x.checked_sub(y)?,
                BinaryOp::Mul => x.checked_mul(y)?,
                BinaryOp::And => x & y,
                BinaryOp::Or => x | y,
                BinaryOp::Xor => x ^ y,
                BinaryOp::RShift if (0..64).contains(&y) => x >> y,
                BinaryOp::LShift if (0..63).contains(&y) => {
                    x.checked_mul(1i64.checked_shl(y as u32)?)?
                }
                BinaryOp::Pow if (0..64).contains(&y) => x.checked_pow(y as u32)?,
                _ => return None,
            };
            Some(ConstValue::Int(v))
        }
        ExprKind::Tuple(items) => {
            let values: Option<Vec<ConstValue>> = items.iter().map(fold).collect();
            values.map(|v| ConstValue::Tuple(v.into()))
        }
        _ => None,
    }
}

fn binary_op(c: &Compiler<'_>, op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Div if c.true_division() => BinaryOp::TrueDiv,
        other => other,
    }
}

pub(super) fn inplace(c: &mut Compiler<'_>, op: BinaryOp, span: Span) {
    let op = binary_op(c, op);
    c.emit(Instruction::InPlace(op), span);
}

/// Pushes the value of an expression.
pub(super) fn expr<'a>(c: &mut Compiler<'a>, e: &'a Expr) {
    let span = e.span;
    if !matches!(e.kind, ExprKind::Name(_))
        && let Some(value) = fold(e)
    {
        c.constant(value, span);
        return;
    }
    match &e.kind {
        ExprKind::Const(value) => c.constant(value.clone(), span),
        ExprKind::JoinedStr(parts) => joined(c, parts, span),
        ExprKind::Name(n) => c.load_name(*n, span),
        ExprKind::Attr(o, n) => {
            c.expr(o);
            let i = c.attr_name(*n);
            c.emit(Instruction::LoadAttr(i), span);
        }
        ExprKind::Subscript(o, index) => {
            subscript(c, o, index, [Instruction::GetSlice, Instruction::GetItem], span);
        }
        ExprKind::Slice(..) => index(c, e),
        ExprKind::Call(f, args) => calls::call_expr(c, f, args, span),
        ExprKind::Unary(op, a) => {
            c.expr(a);
            c.emit(Instruction::Unary(*op), span);
        }
        ExprKind::Not(a) => {
            c.expr(a);
            c.emit(Instruction::Unary(UnaryOp::Not), span);
        }
        ExprKind::Binary(BinaryOp::Mod, a, b) if format_named(c, a, b, span) => {}
        ExprKind::Binary(op, a, b) => {
            c.expr(a);
            c.expr(b);
            let op = binary_op(c, *op);
            c.emit(Instruction::Binary(op), span);
        }
        ExprKind::Compare(first, rest) => conditions::compare_value(c, first, rest, span),
        ExprKind::And(items) => {
            conditions::bool_value(c, items, Instruction::JumpIfFalseOrPop(0), span)
        }
        ExprKind::Or(items) => {
            conditions::bool_value(c, items, Instruction::JumpIfTrueOrPop(0), span)
        }
        ExprKind::IfExp(test, body, orelse) => conditional(c, test, body, orelse, span),
        ExprKind::Lambda(params, body) => definitions::lambda(c, params, body, span),
        ExprKind::Tuple(items) => {
            if items.iter().any(|i| matches!(i.kind, ExprKind::Starred(_))) {
                tuple_with_stars(c, items, span);
            } else {
                items.iter().for_each(|i| c.expr(i));
                c.emit(Instruction::BuildTuple(items.len() as u32), span);
            }
        }
        ExprKind::List(items) => {
            if items.iter().any(|i| matches!(i.kind, ExprKind::Starred(_))) {
                display_with_stars(c, items, span);
            } else {
                items.iter().for_each(|i| c.expr(i));
                c.emit(Instruction::BuildList(items.len() as u32), span);
            }
        }
        ExprKind::Set(items) => set_display(c, items, span),
        ExprKind::Dict(items) => dict_display(c, items, span),
        ExprKind::ListComp(elt, comps) => {
            c.emit(Instruction::BuildList(0), span);
            comprehensions::inline_comprehension(c, key(&**elt), comps, &mut |c, above| {
                c.expr(elt);
                c.emit(Instruction::ListAppend(above + 1), elt.span);
            });
            c.emit(Instruction::ListDone, span);
        }
        ExprKind::SetComp(elt, comps) => {
            c.emit(Instruction::BuildSet(0), span);
            comprehensions::inline_comprehension(c, key(&**elt), comps, &mut |c, above| {
                c.expr(elt);
                c.emit(Instruction::SetAdd(above + 1), elt.span);
            });
        }
        ExprKind::DictComp(kv, comps) => {
            c.emit(Instruction::BuildMap, span);
            comprehensions::inline_comprehension(c, key(&**kv), comps, &mut |c, above| {
                c.expr(&kv.0);
                c.expr(&kv.1);
                c.emit(Instruction::MapAdd(above + 1), kv.0.span.to(kv.1.span));
            });
        }
        ExprKind::GenExp(elt, comps) => comprehensions::generator_expression(c, elt, comps, span),
        ExprKind::Yield(value) => {
            match value {
                Some(v) => c.expr(v),
                None => c.none(span),
            }
            c.emit(Instruction::Yield, span);
        }
        ExprKind::YieldFrom(value) => {
            c.expr(value);
            c.emit(Instruction::GetIter, span);
            c.none(span);
            c.emit(Instruction::YieldFrom, span);
        }
        ExprKind::Starred(inner) => {
            c.error("a starred expression can only stand in a list of values", span);
            c.expr(inner);
        }
        ExprKind::Named(n, value) => {
            c.expr(value);
            c.emit(Instruction::DupTop, span);
            store_walrus(c, *n, span);
        }
    }
}

/// Compiles what is done with `o[a:b]` and with `o[i]`: these instructions, in this order.
pub(super) fn subscript<'a>(
    c: &mut Compiler<'a>,
    o: &'a Expr,
    at: &'a Expr,
    [of_slice, of_item]: [Instruction; 2],
    span: Span,
) {
    c.expr(o);
    match &at.kind {
        ExprKind::Slice(a, b, None) if !bounds_may_raise(c, a, b) => {
            bounds(c, a, b, span);
            c.emit(of_slice, span);
        }
        _ => {
            index(c, at);
            c.emit(of_item, span);
        }
    }
}

fn conditional<'a>(
    c: &mut Compiler<'a>,
    test: &'a Expr,
    body: &'a Expr,
    orelse: &'a Expr,
    span: Span,
) {
    match conditions::constant_truth(test) {
        Some(true) => return c.expr(body),
        Some(false) => return c.expr(orelse),
        None => {}
    }
    let other = c.label();
    let end = c.label();
    conditions::jump_if(c, test, other, false);
    c.expr(body);
    c.jump(Instruction::Jump(0), end, span);
    c.place(other);
    c.expr(orelse);
    c.place(end);
}

fn set_display<'a>(c: &mut Compiler<'a>, items: &'a [Expr], span: Span) {
    if items.iter().any(|i| matches!(i.kind, ExprKind::Starred(_))) {
        c.emit(Instruction::BuildSet(0), span);
        for i in items {
            match &i.kind {
                ExprKind::Starred(inner) => {
                    c.expr(inner);
                    c.emit(Instruction::SetUpdate(1), i.span);
                }
                _ => {
                    c.expr(i);
                    c.emit(Instruction::SetAdd(1), i.span);
                }
            }
        }
    } else {
        items.iter().for_each(|i| c.expr(i));
        c.emit(Instruction::BuildSet(items.len() as u32), span);
    }
}

fn dict_display<'a>(c: &mut Compiler<'a>, items: &'a [(Option<Expr>, Expr)], span: Span) {
    c.emit(Instruction::BuildMap, span);
    for (k, v) in items {
        match k {
            Some(k) => {
                c.expr(k);
                c.expr(v);
                c.emit(Instruction::MapAdd(1), k.span.to(v.span));
            }
            None => {
                c.expr(v);
                c.emit(Instruction::DictUpdate(1), v.span);
            }
        }
    }
}

/// `:=` binds outside of comprehensions.
fn store_walrus(c: &mut Compiler<'_>, n: Name, span: Span) {
    let saved = c.scope;
    c.scope = c.table.real(c.scope);
    c.store_name(n, span);
    c.scope = saved;
}

/// The sum of tuples: their lengths stay known.
fn tuple_with_stars<'a>(c: &mut Compiler<'a>, items: &'a [Expr], span: Span) {
    let star = |i: &Expr| matches!(i.kind, ExprKind::Starred(_));
    for (k, run) in items.chunk_by(|a, b| !star(a) && !star(b)).enumerate() {
        match &run[0].kind {
            ExprKind::Starred(inner) => {
                c.expr(inner);
                c.emit(Instruction::ToTuple, run[0].span);
            }
            _ => {
                run.iter().for_each(|i| c.expr(i));
                c.emit(Instruction::BuildTuple(run.len() as u32), span);
            }
        }
        if k > 0 {
            c.emit(Instruction::Binary(BinaryOp::Add), span);
        }
    }
}

fn display_with_stars<'a>(c: &mut Compiler<'a>, items: &'a [Expr], span: Span) {
    c.emit(Instruction::BuildList(0), span);
    for i in items {
        match &i.kind {
            ExprKind::Starred(inner) => {
                c.expr(inner);
                c.emit(Instruction::ListExtend(1), i.span);
            }
            _ => {
                c.expr(i);
                c.emit(Instruction::ListAppend(1), i.span);
            }
        }
    }
}

fn bounds<'a>(
    c: &mut Compiler<'a>,
    a: &'a Option<Box<Expr>>,
    b: &'a Option<Box<Expr>>,
    span: Span,
) {
    for x in [a, b] {
        match x {
            Some(e) => c.expr(e),
            None => c.none(span),
        }
    }
}

/// Tells whether the bounds of a slice may raise under a handler, as objects with an `__index__` do: then the slice is made by an
/// instruction of its own. (Objects of Python 2 get the bounds themselves, by `__getslice__`.)
fn bounds_may_raise(
    c: &mut Compiler<'_>,
    start: &Option<Box<Expr>>,
    stop: &Option<Box<Expr>>,
) -> bool {
    let known = |e: &Option<Box<Expr>>| e.as_ref().is_none_or(|e| fold(e).is_some());
    let handled = c.blocks().iter().any(|b| !matches!(b, Block::Loop { .. }));
    handled && c.future.python != Python::Two && !(known(start) && known(stop))
}

/// Pushes an index; slices become slice objects.
pub(crate) fn index<'a>(c: &mut Compiler<'a>, e: &'a Expr) {
    match &e.kind {
        ExprKind::Slice(a, b, step) => {
            bounds(c, a, b, e.span);
            match step {
                Some(s) => c.expr(s),
                None => c.none(e.span),
            }
            c.emit(Instruction::BuildSlice, e.span);
        }
        ExprKind::Tuple(items) if items.iter().any(|i| matches!(i.kind, ExprKind::Slice(..))) => {
            items.iter().for_each(|i| index(c, i));
            c.emit(Instruction::BuildTuple(items.len() as u32), e.span);
        }
        _ => c.expr(e),
    }
}

/// `"…%(key)s…" % {"key": value, …}`: no dict is made, so that the values may be of different types.
fn format_named<'a>(c: &mut Compiler<'a>, fmt: &'a Expr, values: &'a Expr, span: Span) -> bool {
    let ExprKind::Dict(items) = &values.kind else { return false };
    let keys: Option<Vec<ConstValue>> = items
        .iter()
        .map(|(k, _)| match &k.as_ref()?.kind {
            ExprKind::Const(k @ (ConstValue::Str(_) | ConstValue::Unicode(_))) => Some(k.clone()),
            _ => None,
        })
        .collect();
    let Some(keys) = keys else { return false };
    match &fmt.kind {
        ExprKind::Const(ConstValue::Str(text) | ConstValue::Unicode(text))
            if text.contains("%(") => {}
        // A format that is computed; with an empty dict there is nothing to take apart.
        ExprKind::Const(_) => return false,
        _ if keys.is_empty() => return false,
        _ => {}
    }
    c.expr(fmt);
    c.constant(ConstValue::Tuple(keys.into()), values.span);
    for (_, v) in items {
        c.expr(v);
    }
    c.emit(Instruction::FormatNamed(items.len() as u32), span);
    true
}

fn joined<'a>(c: &mut Compiler<'a>, parts: &'a [FPart], span: Span) {
    let mut n = 0;
    for p in parts {
        match p {
            FPart::Literal(s) => c.constant(ConstValue::Str(s.as_str().into()), span),
            FPart::Field { expr, conversion, spec } => {
                c.expr(expr);
                // Each of the two steps may call code of the program: an instruction for each.
                let mut conversion = *conversion;
                if let Some(s) = spec {
                    if conversion != Conversion::None {
                        c.emit(Instruction::FormatValue(conversion, false), expr.span);
                        conversion = Conversion::None;
                    }
                    joined(c, s, expr.span);
                }
                c.emit(Instruction::FormatValue(conversion, spec.is_some()), expr.span);
            }
        }
        n += 1;
    }
    match (n, parts.first()) {
        (0, _) => c.constant(ConstValue::Str("".into()), span),
        (1, _) => {}
        _ => c.emit(Instruction::BuildString(n), span),
    }
}
