//! `match` statements: chains of tests.
//!
//! The subject, and each part of it that a pattern looks at, is kept in a hidden local variable. Names are bound when
//! the whole pattern has matched.

use super::unit::Label;
use super::{Compiler, MatchCase, Pattern, PatternKind};
use crate::ast::{Expr, ExprKind};
use crate::bytecode::*;
use flowmodel::diag::Span;
use flowmodel::name::Name;
use flowmodel::operators::CompareOp;

/// Built-in classes whose instances are captured as a whole by `C(x)`.
const SELF_MATCHING: [&str; 10] =
    ["int", "str", "float", "bool", "bytes", "list", "dict", "tuple", "set", "bytearray"];

impl<'a> Compiler<'a> {
    pub(super) fn match_stmt(&mut self, subject: &'a Expr, cases: &'a [MatchCase], span: Span) {
        self.expr(subject);
        let whole = self.u().temp("match");
        self.emit(Op::StoreFast(whole), span);
        let end = self.label();
        for c in cases {
            let next = self.label();
            let mut bound = Vec::new();
            self.pattern(&c.pattern, whole, next, &mut bound);
            for (name, local) in bound {
                self.emit(Op::LoadFast(local), c.span);
                self.store_name(name, c.span);
            }
            if let Some(g) = &c.guard {
                self.jump_if(g, next, false);
            }
            self.stmts(&c.body);
            self.jump(Op::Jump(0), end, c.span);
            self.place(next);
        }
        self.place(end);
        self.emit(Op::ClearFast(whole), span);
    }

    /// Local variable that keeps what a name will be bound to.
    fn capture(&mut self, name: Name, value: u32, bound: &mut Vec<(Name, u32)>, span: Span) {
        match bound.iter().find(|b| b.0 == name) {
            // Alternatives of `|` bind the same names.
            Some(&(_, local)) => {
                self.emit(Op::LoadFast(value), span);
                self.emit(Op::StoreFast(local), span);
            }
            None => {
                let local = self.u().temp("capture");
                self.emit(Op::LoadFast(value), span);
                self.emit(Op::StoreFast(local), span);
                bound.push((name, local));
            }
        }
    }

    fn special_call(&mut self, s: Special, value: u32, span: Span) {
        self.emit(Op::LoadSpecial(s), span);
        self.emit(Op::LoadFast(value), span);
    }

    /// The top of the stack must be true, else control goes to `fail`.
    fn require(&mut self, fail: Label, span: Span) {
        self.jump(Op::PopJumpIfFalse(0), fail, span);
    }

    /// Pops a part of the subject and matches it.
    fn part(&mut self, p: &'a Pattern, fail: Label, bound: &mut Vec<(Name, u32)>, span: Span) {
        if p.kind == PatternKind::Any {
            self.emit(Op::PopTop, span);
            return;
        }
        let local = self.u().temp("part");
        self.emit(Op::StoreFast(local), span);
        self.pattern(p, local, fail, bound);
    }

    fn int(&mut self, i: i64, span: Span) {
        self.constant(ConstValue::Int(i), span);
    }

    /// Goes on if `value` matches, else to `fail`.
    fn pattern(&mut self, p: &'a Pattern, value: u32, fail: Label, bound: &mut Vec<(Name, u32)>) {
        let span = p.span;
        match &p.kind {
            PatternKind::Any => {}
            PatternKind::Capture(n) => self.capture(*n, value, bound, span),
            PatternKind::Value(e) | PatternKind::Is(e) => {
                self.emit(Op::LoadFast(value), span);
                self.expr(e);
                let op = match p.kind {
                    PatternKind::Is(_) => CompareOp::Is,
                    _ => CompareOp::Eq,
                };
                self.emit(Op::Compare(op), span);
                self.require(fail, span);
            }
            PatternKind::Or(items) => {
                let found = self.label();
                for (i, alternative) in items.iter().enumerate() {
                    if i + 1 == items.len() {
                        self.pattern(alternative, value, fail, bound);
                    } else {
                        let next = self.label();
                        self.pattern(alternative, value, next, bound);
                        self.jump(Op::Jump(0), found, span);
                        self.place(next);
                    }
                }
                self.place(found);
            }
            PatternKind::As(inner, n) => {
                self.pattern(inner, value, fail, bound);
                self.capture(*n, value, bound, span);
            }
            PatternKind::Class(class, pos, named) => {
                self.special_call(Special::IsInstance, value, span);
                self.expr(class);
                self.call(2, span);
                self.require(fail, span);
                let whole =
                    matches!(&class.kind, ExprKind::Name(n) if SELF_MATCHING.contains(&n.as_str()));
                if let ([only], true) = (&pos[..], whole) {
                    self.pattern(only, value, fail, bound);
                } else {
                    for (i, q) in pos.iter().enumerate() {
                        self.special_call(Special::GetAttr, value, span);
                        self.expr(class);
                        let names = self.u().name(Name::new("__match_args__"));
                        self.emit(Op::LoadAttr(names), span);
                        self.int(i as i64, span);
                        self.emit(Op::GetItem, span);
                        self.call(2, span);
                        self.part(q, fail, bound, span);
                    }
                }
                for (n, q) in named {
                    self.emit(Op::LoadFast(value), span);
                    let i = self.attr_name(*n);
                    self.emit(Op::LoadAttr(i), q.span);
                    self.part(q, fail, bound, span);
                }
            }
            PatternKind::Sequence(items, star) => {
                self.special_call(Special::IsInstance, value, span);
                self.emit(Op::LoadSpecial(Special::Sequences), span);
                self.call(2, span);
                self.require(fail, span);
                self.special_call(Special::Len, value, span);
                self.call(1, span);
                self.int(items.len() as i64, span);
                let op = if star.is_some() { CompareOp::Ge } else { CompareOp::Eq };
                self.emit(Op::Compare(op), span);
                self.require(fail, span);
                let before = star.map_or(items.len(), |s| s.0);
                let after = items.len() - before;
                for (i, q) in items.iter().enumerate() {
                    self.emit(Op::LoadFast(value), span);
                    let at = if i < before { i as i64 } else { i as i64 - items.len() as i64 };
                    self.int(at, span);
                    self.emit(Op::GetItem, q.span);
                    self.part(q, fail, bound, span);
                }
                if let Some((_, Some(name))) = star {
                    self.emit(Op::LoadFast(value), span);
                    self.emit(Op::UnpackEx(before as u32, after as u32), span);
                    // First on top: drop the items before the list, keep it, drop the others.
                    for _ in 0..before {
                        self.emit(Op::PopTop, span);
                    }
                    let local = self.u().temp("rest");
                    self.emit(Op::StoreFast(local), span);
                    for _ in 0..after {
                        self.emit(Op::PopTop, span);
                    }
                    self.capture(*name, local, bound, span);
                }
            }
            PatternKind::Mapping(items, rest) => {
                self.special_call(Special::IsInstance, value, span);
                self.emit(Op::LoadSpecial(Special::Dict), span);
                self.call(2, span);
                self.require(fail, span);
                for (k, q) in items {
                    self.expr(k);
                    self.emit(Op::LoadFast(value), span);
                    self.emit(Op::Compare(CompareOp::In), span);
                    self.require(fail, span);
                    self.emit(Op::LoadFast(value), span);
                    self.expr(k);
                    self.emit(Op::GetItem, span);
                    self.part(q, fail, bound, span);
                }
                if let Some(name) = rest {
                    let copy = self.u().temp("rest");
                    self.emit(Op::LoadFast(value), span);
                    let i = self.u().name(Name::new("copy"));
                    self.emit(Op::LoadAttr(i), span);
                    self.call(0, span);
                    self.emit(Op::StoreFast(copy), span);
                    for (k, _) in items {
                        self.emit(Op::LoadFast(copy), span);
                        self.expr(k);
                        self.emit(Op::DelItem, span);
                    }
                    self.capture(*name, copy, bound, span);
                }
            }
        }
    }
}
