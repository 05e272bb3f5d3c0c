//! `match` statements. A pattern is read as an expression, which is then taken apart.

use super::expr;
use crate::ast::{Arg, Expr, ExprKind, MatchCase, Pattern, PatternKind, Stmt, StmtKind};
use crate::bytecode::ConstValue;
use crate::lexer::Tok;
use crate::parser::state::{PResult, Parser};
use flowmodel::operators::{BinaryOp, UnaryOp};

/// Says whether a `match` statement starts here: `match` is only a keyword if its line ends with `:` and is followed by
/// an indented `case`.
pub(super) fn at_match(p: &Parser<'_>) -> bool {
    if !p.at_word("match") {
        return false;
    }
    let mut n = 1;
    while !matches!(p.peek(n), Tok::Newline | Tok::End) {
        n += 1;
    }
    let case = p.tokens.get(p.pos + n + 2);
    n > 2
        && p.peek(n - 1) == Tok::Colon
        && p.peek(n + 1) == Tok::Indent
        && case.is_some_and(|t| t.kind == Tok::Name && p.text_of(*t) == "case")
}

pub(super) fn match_stmt(p: &mut Parser<'_>) -> PResult<Stmt> {
    let start = p.start();
    p.advance();
    let subject = expr::testlist(p)?;
    let span = p.span_from(start);
    p.expect(Tok::Colon, "`:` after the header of `match`")?;
    p.expect(Tok::Newline, "the end of the line")?;
    p.expect(Tok::Indent, "an indented block after `match`")?;
    let mut cases = Vec::new();
    while p.at_word("case") {
        let start = p.start();
        p.advance();
        p.in_pattern = true;
        let expr = expr::testlist(p);
        p.in_pattern = false;
        let pattern = pattern(p, expr?)?;
        let guard = if p.eat(Tok::If) { Some(expr::named_test(p)?) } else { None };
        let span = p.span_from(start);
        let body = p.block("`case`")?;
        cases.push(MatchCase { pattern, guard, body, span });
    }
    p.expect(Tok::Dedent, "`case`")?;
    Ok(Stmt { kind: StmtKind::Match(subject, cases), span })
}

fn patterns(p: &mut Parser<'_>, items: Vec<Expr>) -> PResult<Vec<Pattern>> {
    items.into_iter().map(|i| pattern(p, i)).collect()
}

fn pattern(p: &mut Parser<'_>, e: Expr) -> PResult<Pattern> {
    let span = e.span;
    let kind = match e.kind {
        ExprKind::Name(n) if n == "_" => PatternKind::Any,
        ExprKind::Name(n) => PatternKind::Capture(n),
        ExprKind::Const(ConstValue::None | ConstValue::Bool(_)) => PatternKind::Is(e),
        ExprKind::Const(_) | ExprKind::Attr(..) => PatternKind::Value(e),
        ExprKind::Unary(UnaryOp::Neg, ref inner) if matches!(inner.kind, ExprKind::Const(_)) => {
            PatternKind::Value(e)
        }
        ExprKind::Named(n, inner) => PatternKind::As(Box::new(pattern(p, *inner)?), n),
        ExprKind::Binary(BinaryOp::Or, a, b) => {
            let mut items = vec![];
            for side in [*a, *b] {
                let p = pattern(p, side)?;
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
                        _ => return p.error("a name is expected after `*`", name.span),
                    },
                    _ => patterns.push(pattern(p, item)?),
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
                    Arg::Keyword(n, e) => named.push((n, pattern(p, e)?)),
                    _ => return p.error("this cannot stand in a class pattern", span),
                }
            }
            PatternKind::Class(*class, patterns(p, pos)?, named)
        }
        ExprKind::Dict(items) => {
            let mut rest = None;
            let mut patterns = Vec::new();
            for (k, v) in items {
                match (k, v.kind) {
                    (Some(k), kind) => {
                        patterns.push((k, pattern(p, Expr { kind, span: v.span })?));
                    }
                    (None, ExprKind::Name(n)) => rest = Some(n),
                    (None, _) => {
                        return p.error("a name is expected after `**`", v.span);
                    }
                }
            }
            PatternKind::Mapping(patterns, rest)
        }
        _ => return p.error("this is no pattern", span),
    };
    Ok(Pattern { kind, span })
}
