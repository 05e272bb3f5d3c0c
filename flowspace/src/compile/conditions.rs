//! Comparisons and truth values, as values and as jumps.

use super::unit::Label;
use crate::ast::*;
use crate::bytecode::*;
use crate::compile::state::Compiler;
use flowmodel::diag::Span;
use flowmodel::operators::{CompareOp, UnaryOp};

/// Truth of a constant, if the expression is one.
pub(crate) fn constant_truth(e: &Expr) -> Option<bool> {
    match &e.kind {
        ExprKind::Const(c) => Some(match c {
            ConstValue::None => false,
            ConstValue::Ellipsis | ConstValue::BigInt(_) | ConstValue::Code(_) => true,
            ConstValue::Bool(b) => *b,
            ConstValue::Int(i) => *i != 0,
            ConstValue::Float(f) | ConstValue::Complex(f) => *f != 0.0,
            ConstValue::Str(s) | ConstValue::Unicode(s) => !s.is_empty(),
            ConstValue::Bytes(b) | ConstValue::RawStr(b) => !b.is_empty(),
            ConstValue::Tuple(t) => !t.is_empty(),
        }),
        ExprKind::Name(n) if *n == "__debug__" => Some(true),
        ExprKind::Not(inner) => constant_truth(inner).map(|b| !b),
        _ => None,
    }
}

pub(crate) fn bool_value<'a>(
    c: &mut Compiler<'a>,
    items: &'a [Expr],
    jump: Instruction,
    span: Span,
) {
    let end = c.label();
    let (last, init) = items.split_last().expect("at least two operands");
    let is_or = matches!(jump, Instruction::JumpIfTrueOrPop(_));
    for i in init {
        match &i.kind {
            // `a and b or c`: where a decides, its value is not that of the expression (nor, later, joined with it).
            ExprKind::And(inner) if is_or => bool_operand(c, inner, jump, end, span),
            ExprKind::Or(inner) if !is_or => bool_operand(c, inner, jump, end, span),
            _ => {
                c.expr(i);
                c.jump(jump, end, span);
            }
        }
    }
    c.expr(last);
    c.place(end);
}

fn bool_operand<'a>(
    c: &mut Compiler<'a>,
    items: &'a [Expr],
    jump: Instruction,
    end: Label,
    span: Span,
) {
    let next = c.label();
    let (last, init) = items.split_last().expect("at least two operands");
    for i in init {
        jump_if(c, i, next, !matches!(jump, Instruction::JumpIfTrueOrPop(_)));
    }
    c.expr(last);
    c.jump(jump, end, span);
    c.place(next);
}

/// Emits a comparison of the two top values; gives whether its result is to be negated.
fn compare_op(c: &mut Compiler<'_>, cmp: Cmp, span: Span) -> bool {
    let (op, negate) = match cmp {
        Cmp::Lt => (CompareOp::Lt, false),
        Cmp::Le => (CompareOp::Le, false),
        Cmp::Eq => (CompareOp::Eq, false),
        Cmp::Ne => (CompareOp::Ne, false),
        Cmp::Gt => (CompareOp::Gt, false),
        Cmp::Ge => (CompareOp::Ge, false),
        Cmp::Is => (CompareOp::Is, false),
        Cmp::IsNot => (CompareOp::Is, true),
        Cmp::In => (CompareOp::In, false),
        Cmp::NotIn => (CompareOp::In, true),
    };
    c.emit(Instruction::Compare(op), span);
    negate
}

pub(crate) fn compare_value<'a>(
    c: &mut Compiler<'a>,
    first: &'a Expr,
    rest: &'a [(Cmp, Expr)],
    span: Span,
) {
    c.expr(first);
    let end = c.label();
    let cleanup = c.label();
    let (last, init) = rest.split_last().expect("at least one comparison");
    for (cmp, b) in init {
        c.expr(b);
        c.emit(Instruction::DupTop, span);
        c.emit(Instruction::RotThree, span);
        if compare_op(c, *cmp, span) {
            c.emit(Instruction::Unary(UnaryOp::Not), span);
        }
        c.jump(Instruction::JumpIfFalseOrPop(0), cleanup, span);
    }
    c.expr(&last.1);
    if compare_op(c, last.0, span) {
        c.emit(Instruction::Unary(UnaryOp::Not), span);
    }
    if !init.is_empty() {
        c.jump(Instruction::Jump(0), end, span);
        // The false result lies above the operand that was to be compared next.
        c.place(cleanup);
        c.emit(Instruction::RotTwo, span);
        c.emit(Instruction::PopTop, span);
        c.place(end);
    }
}

/// Jumps to `target` if the truth of `e` is `cond`, else goes on.
pub(crate) fn jump_if<'a>(c: &mut Compiler<'a>, e: &'a Expr, target: Label, cond: bool) {
    let span = e.span;
    if let Some(truth) = constant_truth(e) {
        if truth == cond {
            c.jump(Instruction::Jump(0), target, span);
        }
        return;
    }
    match &e.kind {
        ExprKind::Not(inner) => jump_if(c, inner, target, !cond),
        ExprKind::And(items) | ExprKind::Or(items) => {
            let is_or = matches!(e.kind, ExprKind::Or(_));
            let (last, init) = items.split_last().expect("at least two operands");
            if is_or == cond {
                for i in items {
                    jump_if(c, i, target, cond);
                }
            } else {
                let skip = c.label();
                for i in init {
                    jump_if(c, i, skip, !cond);
                }
                jump_if(c, last, target, cond);
                c.place(skip);
            }
        }
        ExprKind::Compare(first, rest) if rest.len() == 1 => {
            c.expr(first);
            c.expr(&rest[0].1);
            let negate = compare_op(c, rest[0].0, span);
            let op = if cond != negate {
                Instruction::PopJumpIfTrue(0)
            } else {
                Instruction::PopJumpIfFalse(0)
            };
            c.jump(op, target, span);
        }
        ExprKind::Compare(first, rest) => compare_jump(c, first, rest, target, cond, span),
        _ => {
            c.expr(e);
            let op =
                if cond { Instruction::PopJumpIfTrue(0) } else { Instruction::PopJumpIfFalse(0) };
            c.jump(op, target, span);
        }
    }
}

/// Jumps on a chain of comparisons.
fn compare_jump<'a>(
    c: &mut Compiler<'a>,
    first: &'a Expr,
    rest: &'a [(Cmp, Expr)],
    target: Label,
    cond: bool,
    span: Span,
) {
    let end = c.label();
    let cleanup = c.label();
    let (last, init) = rest.split_last().expect("at least one comparison");
    c.expr(first);
    for (cmp, b) in init {
        c.expr(b);
        c.emit(Instruction::DupTop, span);
        c.emit(Instruction::RotThree, span);
        let negate = compare_op(c, *cmp, span);
        let op =
            if negate { Instruction::PopJumpIfTrue(0) } else { Instruction::PopJumpIfFalse(0) };
        c.jump(op, cleanup, span);
    }
    c.expr(&last.1);
    let negate = compare_op(c, last.0, span);
    let op =
        if cond != negate { Instruction::PopJumpIfTrue(0) } else { Instruction::PopJumpIfFalse(0) };
    c.jump(op, target, span);
    c.jump(Instruction::Jump(0), end, span);
    // Here the operand that was to be compared next is left.
    c.place(cleanup);
    c.emit(Instruction::PopTop, span);
    if !cond {
        c.jump(Instruction::Jump(0), target, span);
    }
    c.place(end);
}
