//! `match` statements. A pattern is read as an expression, which is then taken apart.

use super::{PResult, Parser};
use crate::ast::{Arg, Expr, ExprKind, MatchCase, Pattern, PatternKind, Stmt, StmtKind};
use crate::bytecode::ConstValue;
use crate::lexer::Tok;
use flowmodel::operators::{BinaryOp, UnaryOp};

impl Parser<'_> {
    /// Whether a `match` statement starts here: `match` is only a keyword if its line ends with `:` and is followed by
    /// an indented `case`.
    pub(super) fn at_match(&self) -> bool {
        if !self.at_word("match") {
            return false;
        }
        let mut n = 1;
        while !matches!(self.peek(n), Tok::Newline | Tok::End) {
            n += 1;
        }
        let case = self.tokens.get(self.pos + n + 2);
        n > 2
            && self.peek(n - 1) == Tok::Colon
            && self.peek(n + 1) == Tok::Indent
            && case.is_some_and(|t| t.kind == Tok::Name && self.text_of(*t) == "case")
    }

    pub(super) fn match_stmt(&mut self) -> PResult<Stmt> {
        let start = self.start();
        self.advance();
        let subject = self.testlist()?;
        let span = self.span_from(start);
        self.expect(Tok::Colon, "`:` after the header of `match`")?;
        self.expect(Tok::Newline, "the end of the line")?;
        self.expect(Tok::Indent, "an indented block after `match`")?;
        let mut cases = Vec::new();
        while self.at_word("case") {
            let start = self.start();
            self.advance();
            self.in_pattern = true;
            let expr = self.testlist();
            self.in_pattern = false;
            let pattern = self.pattern(expr?)?;
            let guard = if self.eat(Tok::If) { Some(self.named_test()?) } else { None };
            let span = self.span_from(start);
            let body = self.block("`case`")?;
            cases.push(MatchCase { pattern, guard, body, span });
        }
        self.expect(Tok::Dedent, "`case`")?;
        Ok(Stmt { kind: StmtKind::Match(subject, cases), span })
    }

    fn patterns(&mut self, items: Vec<Expr>) -> PResult<Vec<Pattern>> {
        items.into_iter().map(|i| self.pattern(i)).collect()
    }

    fn pattern(&mut self, e: Expr) -> PResult<Pattern> {
        let span = e.span;
        let kind = match e.kind {
            ExprKind::Name(n) if n == "_" => PatternKind::Any,
            ExprKind::Name(n) => PatternKind::Capture(n),
            ExprKind::Const(ConstValue::None | ConstValue::Bool(_)) => PatternKind::Is(e),
            ExprKind::Const(_) | ExprKind::Attr(..) => PatternKind::Value(e),
            ExprKind::Unary(UnaryOp::Neg, ref inner)
                if matches!(inner.kind, ExprKind::Const(_)) =>
            {
                PatternKind::Value(e)
            }
            ExprKind::Named(n, inner) => PatternKind::As(Box::new(self.pattern(*inner)?), n),
            ExprKind::Binary(BinaryOp::Or, a, b) => {
                let mut items = vec![];
                for side in [*a, *b] {
                    let p = self.pattern(side)?;
                    match p.kind {
                        PatternKind::Or(inner) => items.extend(inner),
                        _ => items.push(p),
                    }
                }
                PatternKind::Or(items)
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let mut star = None;
                let mut patterns = Vec::new();
                for (i, item) in items.into_iter().enumerate() {
                    match item.kind {
                        ExprKind::Starred(name) if star.is_none() => match name.kind {
                            ExprKind::Name(n) => star = Some((i, (n != "_").then_some(n))),
                            _ => return self.error("a name is expected after `*`", name.span),
                        },
                        _ => patterns.push(self.pattern(item)?),
                    }
                }
                PatternKind::Sequence(patterns, star)
            }
            ExprKind::Call(class, args)
                if matches!(class.kind, ExprKind::Name(_) | ExprKind::Attr(..)) =>
            {
                let (mut pos, mut named) = (Vec::new(), Vec::new());
                for a in args {
                    match a {
                        Arg::Pos(e) if named.is_empty() => pos.push(e),
                        Arg::Keyword(n, e) => named.push((n, self.pattern(e)?)),
                        _ => return self.error("this cannot stand in a class pattern", span),
                    }
                }
                PatternKind::Class(*class, self.patterns(pos)?, named)
            }
            ExprKind::Dict(items) => {
                let mut rest = None;
                let mut patterns = Vec::new();
                for (k, v) in items {
                    match (k, v.kind) {
                        (Some(k), kind) => {
                            patterns.push((k, self.pattern(Expr { kind, span: v.span })?));
                        }
                        (None, ExprKind::Name(n)) => rest = Some(n),
                        (None, _) => {
                            return self.error("a name is expected after `**`", v.span);
                        }
                    }
                }
                PatternKind::Mapping(patterns, rest)
            }
            _ => return self.error("this is no pattern", span),
        };
        Ok(Pattern { kind, span })
    }
}
