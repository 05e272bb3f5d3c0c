//! `match` statements: chains of tests.
//!
//! The subject, and each part of it that a pattern looks at, is kept in a hidden local variable. Names are bound when
//! the whole pattern has matched.

use super::MatchCase;
use super::Pattern;
use super::PatternKind;
use super::conditions;
use super::unit::Label;
use crate::ast::{Expr, ExprKind};
use crate::bytecode::*;
use crate::compile::state::Compiler;
use flowmodel::diag::Span;
use flowmodel::name::Name;
use flowmodel::operators::CompareOp;

/// Built-in classes whose instances are captured as a whole by `C(x)`.
const SELF_MATCHING: [&str; 10] =
    ["int", "str", "float", "bool", "bytes", "list", "dict", "tuple", "set", "bytearray"];

pub(super) fn match_stmt<'a>(
    c: &mut Compiler<'a>,
    subject: &'a Expr,
    cases: &'a [MatchCase],
    span: Span,
) {
    c.expr(subject);
    let whole = c.u().temp("match");
    c.emit(Instruction::StoreFast(whole), span);
    let end = c.label();
    for case in cases {
        let next = c.label();
        let mut bound = Vec::new();
        pattern(c, &case.pattern, whole, next, &mut bound);
        for (name, local) in bound {
            c.emit(Instruction::LoadFast(local), case.span);
            c.store_name(name, case.span);
        }
        if let Some(g) = &case.guard {
            conditions::jump_if(c, g, next, false);
        }
        c.stmts(&case.body);
        c.jump(Instruction::Jump(0), end, case.span);
        c.place(next);
    }
    c.place(end);
    c.emit(Instruction::ClearFast(whole), span);
}

/// Local variable that keeps what a name will be bound to.
fn capture(c: &mut Compiler<'_>, name: Name, value: u32, bound: &mut Vec<(Name, u32)>, span: Span) {
    match bound.iter().find(|b| b.0 == name) {
        // Alternatives of `|` bind the same names.
        Some(&(_, local)) => {
            c.emit(Instruction::LoadFast(value), span);
            c.emit(Instruction::StoreFast(local), span);
        }
        None => {
            let local = c.u().temp("capture");
            c.emit(Instruction::LoadFast(value), span);
            c.emit(Instruction::StoreFast(local), span);
            bound.push((name, local));
        }
    }
}

fn special_call(c: &mut Compiler<'_>, s: Special, value: u32, span: Span) {
    c.emit(Instruction::LoadSpecial(s), span);
    c.emit(Instruction::LoadFast(value), span);
}

/// The top of the stack must be true, else control goes to `fail`.
fn require(c: &mut Compiler<'_>, fail: Label, span: Span) {
    c.jump(Instruction::PopJumpIfFalse(0), fail, span);
}

/// Pops a part of the subject and matches it.
fn part<'a>(
    c: &mut Compiler<'a>,
    p: &'a Pattern,
    fail: Label,
    bound: &mut Vec<(Name, u32)>,
    span: Span,
) {
    if p.kind == PatternKind::Any {
        c.emit(Instruction::PopTop, span);
        return;
    }
    let local = c.u().temp("part");
    c.emit(Instruction::StoreFast(local), span);
    pattern(c, p, local, fail, bound);
}

fn int(c: &mut Compiler<'_>, i: i64, span: Span) {
    c.constant(ConstValue::Int(i), span);
}

/// What a pattern is tested on.
#[derive(Clone, Copy)]
struct Tested {
    /// The local variable.
    value: u32,
    /// The way on if it does not match.
    fail: Label,
    /// The place of the pattern.
    span: Span,
}

/// Goes on if `value` matches, else to `fail`.
fn pattern<'a>(
    c: &mut Compiler<'a>,
    p: &'a Pattern,
    value: u32,
    fail: Label,
    bound: &mut Vec<(Name, u32)>,
) {
    let span = p.span;
    let at = Tested { value, fail, span };
    match &p.kind {
        PatternKind::Any => {}
        PatternKind::Capture(n) => capture(c, *n, value, bound, span),
        PatternKind::Value(e) | PatternKind::Is(e) => {
            c.emit(Instruction::LoadFast(value), span);
            c.expr(e);
            let op = match p.kind {
                PatternKind::Is(_) => CompareOp::Is,
                _ => CompareOp::Eq,
            };
            c.emit(Instruction::Compare(op), span);
            require(c, fail, span);
        }
        PatternKind::Or(items) => {
            let found = c.label();
            for (i, alternative) in items.iter().enumerate() {
                if i + 1 == items.len() {
                    pattern(c, alternative, value, fail, bound);
                } else {
                    let next = c.label();
                    pattern(c, alternative, value, next, bound);
                    c.jump(Instruction::Jump(0), found, span);
                    c.place(next);
                }
            }
            c.place(found);
        }
        PatternKind::As(inner, n) => {
            pattern(c, inner, value, fail, bound);
            capture(c, *n, value, bound, span);
        }
        PatternKind::Class(class, pos, named) => class_pattern(c, class, pos, named, at, bound),
        PatternKind::Sequence(items, star) => sequence_pattern(c, items, star, at, bound),
        PatternKind::Mapping(items, rest) => mapping_pattern(c, items, rest, at, bound),
    }
}

/// `C(p, name=q)`
fn class_pattern<'a>(
    c: &mut Compiler<'a>,
    class: &'a Expr,
    pos: &'a [Pattern],
    named: &'a [(Name, Pattern)],
    at: Tested,
    bound: &mut Vec<(Name, u32)>,
) {
    let Tested { value, fail, span } = at;
    special_call(c, Special::IsInstance, value, span);
    c.expr(class);
    c.call(2, span);
    require(c, fail, span);
    let whole = matches!(&class.kind, ExprKind::Name(n) if SELF_MATCHING.contains(&n.as_str()));
    if let ([only], true) = (pos, whole) {
        pattern(c, only, value, fail, bound);
    } else {
        for (i, q) in pos.iter().enumerate() {
            special_call(c, Special::GetAttr, value, span);
            c.expr(class);
            let names = c.u().name(Name::new("__match_args__"));
            c.emit(Instruction::LoadAttr(names), span);
            int(c, i as i64, span);
            c.emit(Instruction::GetItem, span);
            c.call(2, span);
            part(c, q, fail, bound, span);
        }
    }
    for (n, q) in named {
        c.emit(Instruction::LoadFast(value), span);
        let i = c.attr_name(*n);
        c.emit(Instruction::LoadAttr(i), q.span);
        part(c, q, fail, bound, span);
    }
}

/// `[p, *rest, q]`
fn sequence_pattern<'a>(
    c: &mut Compiler<'a>,
    items: &'a [Pattern],
    star: &'a Option<(usize, Option<Name>)>,
    at: Tested,
    bound: &mut Vec<(Name, u32)>,
) {
    let Tested { value, fail, span } = at;
    special_call(c, Special::IsInstance, value, span);
    c.emit(Instruction::LoadSpecial(Special::Sequences), span);
    c.call(2, span);
    require(c, fail, span);
    special_call(c, Special::Len, value, span);
    c.call(1, span);
    int(c, items.len() as i64, span);
    let op = if star.is_some() { CompareOp::Ge } else { CompareOp::Eq };
    c.emit(Instruction::Compare(op), span);
    require(c, fail, span);
    let before = star.map_or(items.len(), |s| s.0);
    let after = items.len() - before;
    for (i, q) in items.iter().enumerate() {
        c.emit(Instruction::LoadFast(value), span);
        let at = if i < before { i as i64 } else { i as i64 - items.len() as i64 };
        int(c, at, span);
        c.emit(Instruction::GetItem, q.span);
        part(c, q, fail, bound, span);
    }
    if let Some((_, Some(name))) = star {
        c.emit(Instruction::LoadFast(value), span);
        c.emit(Instruction::UnpackEx(before as u32, after as u32), span);
        // First on top: drop the items before the list, keep it, drop the others.
        for _ in 0..before {
            c.emit(Instruction::PopTop, span);
        }
        let local = c.u().temp("rest");
        c.emit(Instruction::StoreFast(local), span);
        for _ in 0..after {
            c.emit(Instruction::PopTop, span);
        }
        capture(c, *name, local, bound, span);
    }
}

/// `{key: p, **rest}`
fn mapping_pattern<'a>(
    c: &mut Compiler<'a>,
    items: &'a [(Expr, Pattern)],
    rest: &'a Option<Name>,
    at: Tested,
    bound: &mut Vec<(Name, u32)>,
) {
    let Tested { value, fail, span } = at;
    special_call(c, Special::IsInstance, value, span);
    c.emit(Instruction::LoadSpecial(Special::Dict), span);
    c.call(2, span);
    require(c, fail, span);
    for (k, q) in items {
        c.expr(k);
        c.emit(Instruction::LoadFast(value), span);
        c.emit(Instruction::Compare(CompareOp::In), span);
        require(c, fail, span);
        c.emit(Instruction::LoadFast(value), span);
        c.expr(k);
        c.emit(Instruction::GetItem, span);
        part(c, q, fail, bound, span);
    }
    if let Some(name) = rest {
        let copy = c.u().temp("rest");
        c.emit(Instruction::LoadFast(value), span);
        let i = c.u().name(Name::new("copy"));
        c.emit(Instruction::LoadAttr(i), span);
        c.call(0, span);
        c.emit(Instruction::StoreFast(copy), span);
        for (k, _) in items {
            c.emit(Instruction::LoadFast(copy), span);
            c.expr(k);
            c.emit(Instruction::DelItem, span);
        }
        capture(c, *name, copy, bound, span);
    }
}
