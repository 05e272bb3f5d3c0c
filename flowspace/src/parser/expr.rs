//! Expressions.

use super::strings;
use crate::ast::{Arg, Cmp, Comprehension, Expr, ExprKind, Param, Params};
use crate::bytecode::ConstValue;
use crate::lexer::Tok;
use crate::parser::state::{MAX_CHAIN, PResult, Parser};
use flowmodel::diag::Span;
use flowmodel::name::Name;
use flowmodel::operators::{BinaryOp, UnaryOp};
use num_bigint::BigInt;
use num_traits::{Num, ToPrimitive};

const COMPARISON: u8 = 4;
/// Binds tighter than comparisons: operands of `in` targets.
pub(super) const BITOR: u8 = 5;

fn binary_op(t: Tok) -> Option<(u8, BinaryOp)> {
    Some(match t {
        Tok::Bar => (5, BinaryOp::Or),
        Tok::Caret => (6, BinaryOp::Xor),
        Tok::Amp => (7, BinaryOp::And),
        Tok::Shl => (8, BinaryOp::LShift),
        Tok::Shr => (8, BinaryOp::RShift),
        Tok::Plus => (9, BinaryOp::Add),
        Tok::Minus => (9, BinaryOp::Sub),
        Tok::Star => (10, BinaryOp::Mul),
        Tok::Slash => (10, BinaryOp::Div),
        Tok::SlashSlash => (10, BinaryOp::FloorDiv),
        Tok::Percent => (10, BinaryOp::Mod),
        Tok::At => (10, BinaryOp::MatMul),
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn mk(&self, start: u32, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span_from(start) }
    }
}

pub(super) fn starts_expr(t: Tok) -> bool {
    matches!(
        t,
        Tok::Name
            | Tok::Int
            | Tok::Float
            | Tok::Imaginary
            | Tok::Str(_)
            | Tok::LParen
            | Tok::LBracket
            | Tok::LBrace
            | Tok::Minus
            | Tok::Plus
            | Tok::Tilde
            | Tok::Not
            | Tok::Lambda
            | Tok::Backquote
            | Tok::None
            | Tok::True
            | Tok::False
            | Tok::Ellipsis
            | Tok::Yield
            | Tok::Star
    )
}

/// `a`, or `a, b, *c` as a tuple.
pub(super) fn testlist(p: &mut Parser<'_>) -> PResult<Expr> {
    if p.at(Tok::Yield) {
        return yield_expr(p);
    }
    let start = p.start();
    let first = star_or_test(p)?;
    if !p.at(Tok::Comma) {
        if let ExprKind::Starred(_) = first.kind {
            return p.error("a starred expression can only stand in a list of values", first.span);
        }
        return Ok(first);
    }
    let mut items = vec![first];
    while p.eat(Tok::Comma) {
        if !starts_expr(p.tok()) {
            break;
        }
        items.push(star_or_test(p)?);
    }
    Ok(p.mk(start, ExprKind::Tuple(items)))
}

fn star_or_test(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    if p.eat(Tok::Star) {
        let e = binary(p, BITOR)?;
        return Ok(p.mk(start, ExprKind::Starred(Box::new(e))));
    }
    named_test(p)
}

/// `test` or `name := test`.
pub(super) fn named_test(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let e = test(p)?;
    if !p.at(Tok::Walrus) {
        return Ok(e);
    }
    let ExprKind::Name(name) = e.kind else {
        return p.error("only a plain name can stand before `:=`", e.span);
    };
    p.advance();
    let value = test(p)?;
    Ok(p.mk(start, ExprKind::Named(name, Box::new(value))))
}

/// Targets of `for` and comprehensions: `a, b`.
pub(super) fn target_list(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let one = |p: &mut Parser| -> PResult<Expr> {
        let s = p.start();
        if p.eat(Tok::Star) {
            let e = binary(p, BITOR)?;
            return Ok(p.mk(s, ExprKind::Starred(Box::new(e))));
        }
        binary(p, BITOR)
    };
    let first = one(p)?;
    let e = if p.at(Tok::Comma) {
        let mut items = vec![first];
        while p.eat(Tok::Comma) {
            if !starts_expr(p.tok()) {
                break;
            }
            items.push(one(p)?);
        }
        p.mk(start, ExprKind::Tuple(items))
    } else {
        first
    };
    check_target(p, &e)?;
    Ok(e)
}

/// Complains unless `e` can be assigned to.
pub(super) fn check_target(p: &Parser<'_>, e: &Expr) -> PResult<()> {
    let what = match &e.kind {
        ExprKind::Name(_) | ExprKind::Attr(..) | ExprKind::Subscript(..) => return Ok(()),
        ExprKind::Tuple(items) | ExprKind::List(items) => {
            let starred = items.iter().filter(|i| matches!(i.kind, ExprKind::Starred(_))).count();
            if starred > 1 {
                return p.error("only one starred target is possible in an assignment", e.span);
            }
            for i in items {
                match &i.kind {
                    ExprKind::Starred(inner) => check_target(p, inner)?,
                    _ => check_target(p, i)?,
                }
            }
            return Ok(());
        }
        ExprKind::Const(ConstValue::None | ConstValue::Bool(_)) => "a constant",
        ExprKind::Const(_) | ExprKind::JoinedStr(_) => "a literal",
        ExprKind::Call(..) => "the result of a call",
        ExprKind::Lambda(..) => "a lambda",
        ExprKind::Compare(..) => "a comparison",
        ExprKind::Starred(_) => "a starred expression outside of a list of targets",
        _ => "this expression",
    };
    p.error(format!("{what} cannot be assigned to"), e.span)
}

/// Conditional expression, lambda, or what is below.
pub(super) fn test(p: &mut Parser<'_>) -> PResult<Expr> {
    p.nested(|p| {
        if p.at(Tok::Lambda) {
            return lambda(p);
        }
        let start = p.start();
        let e = or_test(p)?;
        if p.in_pattern {
            if p.eat(Tok::As) {
                let n = p.name("a name after `as`")?;
                return Ok(p.mk(start, ExprKind::Named(n, Box::new(e))));
            }
            return Ok(e);
        }
        if !p.eat(Tok::If) {
            return Ok(e);
        }
        let cond = or_test(p)?;
        p.expect(Tok::Else, "`else` of the conditional expression")?;
        let orelse = test(p)?;
        Ok(p.mk(start, ExprKind::IfExp(Box::new(cond), Box::new(e), Box::new(orelse))))
    })
}

fn lambda(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    p.expect(Tok::Lambda, "`lambda`")?;
    let params = params(p, Tok::Colon, false)?;
    p.expect(Tok::Colon, "`:`")?;
    let body = test(p)?;
    Ok(p.mk(start, ExprKind::Lambda(Box::new(params), Box::new(body))))
}

/// Parameters up to (not including) the token `end`.
pub(crate) fn params(p: &mut Parser<'_>, end: Tok, annotations: bool) -> PResult<Params> {
    let mut params = Params::default();
    let mut keyword_only = false;
    while !p.at(end) {
        let start = p.start();
        if p.eat(Tok::StarStar) {
            params.kwarg = Some(param_name(p, annotations, &mut params.annotations)?);
            p.eat(Tok::Comma);
            if !p.at(end) {
                return p.unexpected("the end of the parameters after `**`");
            }
            break;
        } else if p.eat(Tok::Star) {
            if keyword_only {
                return p.error("a second `*` in the parameters", p.span_from(start));
            }
            keyword_only = true;
            if p.at(Tok::Name) {
                params.vararg = Some(param_name(p, annotations, &mut params.annotations)?);
            }
        } else if p.eat(Tok::Slash) {
            p.python3 = true;
            if params.args.is_empty() || params.posonly > 0 || keyword_only {
                return p.error("`/` cannot stand here in the parameters", p.span_from(start));
            }
            params.posonly = params.args.len();
        } else {
            let (name, pattern) = if p.at(Tok::LParen) {
                p.advance();
                let pattern = target_list(p)?;
                p.expect(Tok::RParen, "`)`")?;
                match pattern.kind {
                    // `(a)` is just a name in brackets.
                    ExprKind::Name(n) => (Some(n), None),
                    _ => (None, Some(pattern)),
                }
            } else {
                (Some(param_name(p, annotations, &mut params.annotations)?), None)
            };
            let span = p.span_from(start);
            let default = if p.eat(Tok::Assign) { Some(test(p)?) } else { None };
            if !keyword_only
                && default.is_none()
                && params.args.last().is_some_and(|a| a.default.is_some())
            {
                return p.error("a parameter without default follows one with a default", span);
            }
            let param = Param { name, pattern, default, span };
            if keyword_only {
                p.python3 = true;
                params.kwonly.push(param);
            } else {
                params.args.push(param);
            }
        }
        if !p.eat(Tok::Comma) {
            break;
        }
    }
    check_duplicates(p, &params)?;
    Ok(params)
}

fn check_duplicates(p: &Parser<'_>, params: &Params) -> PResult<()> {
    let mut seen: Vec<Name> = params.vararg.into_iter().chain(params.kwarg).collect();
    for param in params.args.iter().chain(&params.kwonly) {
        let Some(n) = param.name else { continue };
        if seen.contains(&n) {
            return p.error(format!("parameter `{n}` occurs twice"), param.span);
        }
        seen.push(n);
    }
    Ok(())
}

fn param_name(
    p: &mut Parser<'_>,
    annotations: bool,
    found: &mut Vec<(Name, Span)>,
) -> PResult<Name> {
    let n = p.name("a parameter name")?;
    if annotations && p.eat(Tok::Colon) {
        p.python3 = true;
        let star = p.eat(Tok::Star);
        let at = p.start();
        if star {
            binary(p, BITOR)?;
        } else {
            test(p)?;
        }
        found.push((n, p.span_from(at)));
    }
    Ok(n)
}

fn or_test(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let first = and_test(p)?;
    if !p.at(Tok::Or) {
        return Ok(first);
    }
    let mut items = vec![first];
    while p.eat(Tok::Or) {
        items.push(and_test(p)?);
    }
    Ok(p.mk(start, ExprKind::Or(items)))
}

fn and_test(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let first = not_test(p)?;
    if !p.at(Tok::And) {
        return Ok(first);
    }
    let mut items = vec![first];
    while p.eat(Tok::And) {
        items.push(not_test(p)?);
    }
    Ok(p.mk(start, ExprKind::And(items)))
}

fn not_test(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    if !p.eat(Tok::Not) {
        return comparison(p);
    }
    let e = p.nested(not_test)?;
    Ok(p.mk(start, ExprKind::Not(Box::new(e))))
}

fn comparison(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let first = binary(p, COMPARISON + 1)?;
    let mut rest = Vec::new();
    loop {
        let cmp = match p.tok() {
            Tok::Lt => Cmp::Lt,
            Tok::Le => Cmp::Le,
            Tok::EqEq => Cmp::Eq,
            Tok::Ne => Cmp::Ne,
            Tok::Gt => Cmp::Gt,
            Tok::Ge => Cmp::Ge,
            Tok::In => Cmp::In,
            Tok::Is if p.peek(1) == Tok::Not => Cmp::IsNot,
            Tok::Is => Cmp::Is,
            Tok::Not if p.peek(1) == Tok::In => Cmp::NotIn,
            _ => break,
        };
        p.advance();
        if matches!(cmp, Cmp::IsNot | Cmp::NotIn) {
            p.advance();
        }
        rest.push((cmp, binary(p, COMPARISON + 1)?));
    }
    if rest.is_empty() {
        return Ok(first);
    }
    Ok(p.mk(start, ExprKind::Compare(Box::new(first), rest)))
}

/// Arithmetic with operators of at least precedence `min`.
pub(super) fn binary(p: &mut Parser<'_>, min: u8) -> PResult<Expr> {
    let start = p.start();
    let mut left = unary(p)?;
    let mut chain = 0;
    while let Some((prec, op)) = binary_op(p.tok()) {
        if prec < min {
            break;
        }
        chain += 1;
        if chain > MAX_CHAIN {
            return p.error("the expression has too many operators", left.span);
        }
        p.advance();
        let right = binary(p, prec + 1)?;
        left = p.mk(start, ExprKind::Binary(op, Box::new(left), Box::new(right)));
    }
    Ok(left)
}

fn unary(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let op = match p.tok() {
        Tok::Plus => UnaryOp::Pos,
        Tok::Minus => UnaryOp::Neg,
        Tok::Tilde => UnaryOp::Invert,
        _ => return power(p),
    };
    p.advance();
    let e = p.nested(unary)?;
    Ok(p.mk(start, ExprKind::Unary(op, Box::new(e))))
}

fn power(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let base = primary(p)?;
    if !p.eat(Tok::StarStar) {
        return Ok(base);
    }
    // The exponent may have a sign: `2 ** -1`.
    let exp = p.nested(unary)?;
    Ok(p.mk(start, ExprKind::Binary(BinaryOp::Pow, Box::new(base), Box::new(exp))))
}

fn primary(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let mut e = atom(p)?;
    let mut chain = 0;
    loop {
        match p.tok() {
            Tok::Dot => {
                p.advance();
                // Python 2 code may use `print` and `exec`, and Python 3 code `None`-like
                // words never: attribute names are plain names.
                let n = p.name("an attribute name")?;
                e = p.mk(start, ExprKind::Attr(Box::new(e), n));
            }
            Tok::LParen => {
                p.advance();
                let args = p.nested(call_args)?;
                p.python3 |= is_call_of_python3(p, &e, &args);
                e = p.mk(start, ExprKind::Call(Box::new(e), args));
            }
            Tok::LBracket => {
                p.advance();
                let index = p.nested(subscript_list)?;
                p.expect(Tok::RBracket, "`]`")?;
                e = p.mk(start, ExprKind::Subscript(Box::new(e), Box::new(index)));
            }
            _ => return Ok(e),
        }
        chain += 1;
        if chain > MAX_CHAIN {
            return p.error("the expression has too many parts", e.span);
        }
    }
}

/// Arguments of a call or class statement, with the closing bracket.
/// `print(x, end="")` and `super()` do not exist in Python 2.
fn is_call_of_python3(p: &Parser<'_>, function: &Expr, args: &[Arg]) -> bool {
    match &function.kind {
        ExprKind::Name(n) if n == "print" => {
            !p.future.print_function && args.iter().any(|a| matches!(a, Arg::Keyword(..)))
        }
        ExprKind::Name(n) if n == "super" => args.is_empty(),
        _ => false,
    }
}

pub(super) fn call_args(p: &mut Parser<'_>) -> PResult<Vec<Arg>> {
    let mut args = Vec::new();
    let mut keyword_seen = false;
    while !p.at(Tok::RParen) {
        let start = p.start();
        if p.eat(Tok::Star) {
            args.push(Arg::Star(test(p)?));
        } else if p.eat(Tok::StarStar) {
            keyword_seen = true;
            args.push(Arg::StarStar(test(p)?));
        } else if p.at(Tok::Name) && p.peek(1) == Tok::Assign {
            let n = p.name("a name")?;
            p.advance();
            keyword_seen = true;
            if args.iter().any(|a| matches!(a, Arg::Keyword(k, _) if *k == n)) {
                return p.error(format!("keyword argument `{n}` occurs twice"), p.span_from(start));
            }
            args.push(Arg::Keyword(n, test(p)?));
        } else {
            let e = named_test(p)?;
            if p.at(Tok::For) {
                let comps = comprehensions(p)?;
                let e = p.mk(start, ExprKind::GenExp(Box::new(e), comps));
                if !args.is_empty() || !(p.at(Tok::RParen) || p.at(Tok::Comma)) {
                    return p.error(
                        "a generator expression that is not the only argument needs brackets",
                        e.span,
                    );
                }
                args.push(Arg::Pos(e));
            } else {
                if keyword_seen {
                    return p.error("a positional argument follows keyword arguments", e.span);
                }
                args.push(Arg::Pos(e));
            }
        }
        if !p.eat(Tok::Comma) {
            break;
        }
    }
    p.expect(Tok::RParen, "`,` or `)` after this argument")?;
    Ok(args)
}

fn subscript_list(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let first = subscript(p)?;
    if !p.at(Tok::Comma) {
        return Ok(first);
    }
    let mut items = vec![first];
    while p.eat(Tok::Comma) {
        if p.at(Tok::RBracket) {
            break;
        }
        items.push(subscript(p)?);
    }
    Ok(p.mk(start, ExprKind::Tuple(items)))
}

fn subscript(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    let part = |p: &mut Parser| -> PResult<Option<Box<Expr>>> {
        if matches!(p.tok(), Tok::Colon | Tok::Comma | Tok::RBracket) {
            return Ok(None);
        }
        Ok(Some(Box::new(test(p)?)))
    };
    if p.at(Tok::Star) {
        return star_or_test(p);
    }
    let lower = if p.at(Tok::Colon) { None } else { Some(Box::new(named_test(p)?)) };
    if !p.eat(Tok::Colon) {
        return match lower {
            Some(e) => Ok(*e),
            None => p.unexpected("an index"),
        };
    }
    let upper = part(p)?;
    let step = if p.eat(Tok::Colon) {
        // `x[a:b:]` has a step of None.
        let none = Expr { kind: ExprKind::Const(ConstValue::None), span: p.span_from(start) };
        Some(part(p)?.unwrap_or(Box::new(none)))
    } else {
        None
    };
    Ok(p.mk(start, ExprKind::Slice(lower, upper, step)))
}

fn comprehensions(p: &mut Parser<'_>) -> PResult<Vec<Comprehension>> {
    let mut comps = Vec::new();
    while p.eat(Tok::For) {
        let target = target_list(p)?;
        p.expect(Tok::In, "`in`")?;
        let start = p.start();
        let mut iter = or_test(p)?;
        // Python 2 allows `for x in 1, 2` in a list comprehension.
        if p.at(Tok::Comma) && starts_expr(p.peek(1)) && for_in_list_ahead(p) {
            let mut items = vec![iter];
            while p.eat(Tok::Comma) {
                items.push(or_test(p)?);
            }
            iter = p.mk(start, ExprKind::Tuple(items));
        }
        let mut ifs = Vec::new();
        while p.eat(Tok::If) {
            let e = if p.at(Tok::Lambda) { lambda(p)? } else { or_test(p)? };
            ifs.push(e);
        }
        comps.push(Comprehension { target, iter, ifs });
    }
    Ok(comps)
}

/// Says whether everything up to the closing `]` could be the rest of an unbracketed tuple.
fn for_in_list_ahead(p: &Parser<'_>) -> bool {
    let mut depth = 0usize;
    for t in &p.tokens[p.pos..] {
        match t.kind {
            Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
            Tok::RBracket if depth == 0 => return true,
            Tok::RParen | Tok::RBrace if depth == 0 => return false,
            Tok::RParen | Tok::RBracket | Tok::RBrace => depth -= 1,
            Tok::For | Tok::Assign | Tok::End if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

fn atom(p: &mut Parser<'_>) -> PResult<Expr> {
    let t = p.cur();
    let start = t.start;
    let constant = match t.kind {
        Tok::Name => {
            p.advance();
            let n = p.name_of(t);
            return Ok(p.mk(start, ExprKind::Name(n)));
        }
        Tok::Int => integer(p, p.text_of(t), p.span_of(t))?,
        Tok::Float => {
            let text = p.text_of(t).replace('_', "");
            match text.parse() {
                Ok(f) => ConstValue::Float(f),
                Err(_) => return p.error("this is not a number", p.span_of(t)),
            }
        }
        Tok::Imaginary => {
            let text = p.text_of(t).replace('_', "");
            match text.trim_end_matches(['j', 'J']).parse() {
                Ok(f) => ConstValue::Complex(f),
                Err(_) => return p.error("this is not a number", p.span_of(t)),
            }
        }
        Tok::None => ConstValue::None,
        Tok::True => ConstValue::Bool(true),
        Tok::False => ConstValue::Bool(false),
        Tok::Ellipsis => ConstValue::Ellipsis,
        Tok::Str(_) => return strings::adjacent(p),
        Tok::LParen => return p.nested(paren),
        Tok::LBracket => return p.nested(list_display),
        Tok::LBrace => return p.nested(brace),
        Tok::Yield => {
            return p.error("`yield` needs brackets here", p.span_of(t));
        }
        Tok::Backquote => {
            // Python 2: the `repr` of an expression list.
            p.advance();
            let value = p.nested(testlist)?;
            p.expect(Tok::Backquote, "the closing backquote")?;
            let repr = p.mk(start, ExprKind::Name(Name::new("repr")));
            let args = vec![Arg::Pos(value)];
            return Ok(p.mk(start, ExprKind::Call(Box::new(repr), args)));
        }
        _ => return p.unexpected("an expression"),
    };
    p.advance();
    Ok(p.mk(start, ExprKind::Const(constant)))
}

fn integer(p: &Parser<'_>, text: &str, span: Span) -> PResult<ConstValue> {
    let digits = text.trim_end_matches(['l', 'L']).replace('_', "");
    let lower = digits.to_ascii_lowercase();
    let (radix, body) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        _ if lower.starts_with('0') && lower.bytes().any(|b| b != b'0') => {
            if lower.bytes().any(|b| b > b'7') {
                return p
                    .error("a number with a leading 0 is octal, and has digits 0 to 7 only", span);
            }
            (8, &lower[1..])
        }
        _ => (10, lower.as_str()),
    };
    match BigInt::from_str_radix(body, radix) {
        Ok(big) => Ok(match big.to_i64() {
            Some(i) => ConstValue::Int(i),
            None => ConstValue::BigInt(big),
        }),
        Err(_) => p.error("this is not a number", span),
    }
}

fn paren(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    p.advance();
    if p.eat(Tok::RParen) {
        return Ok(p.mk(start, ExprKind::Tuple(Vec::new())));
    }
    if p.at(Tok::Yield) {
        let e = yield_expr(p)?;
        p.expect(Tok::RParen, "`)`")?;
        return Ok(e);
    }
    let first = star_or_test(p)?;
    if p.at(Tok::For) {
        let comps = comprehensions(p)?;
        p.expect(Tok::RParen, "`)`")?;
        return Ok(p.mk(start, ExprKind::GenExp(Box::new(first), comps)));
    }
    if p.at(Tok::Comma) {
        let mut items = vec![first];
        while p.eat(Tok::Comma) {
            if p.at(Tok::RParen) {
                break;
            }
            items.push(star_or_test(p)?);
        }
        p.expect(Tok::RParen, "`,` or `)`")?;
        return Ok(p.mk(start, ExprKind::Tuple(items)));
    }
    p.expect(Tok::RParen, "`)`")?;
    if let ExprKind::Starred(_) = first.kind {
        return p.error("a starred expression can only stand in a list of values", first.span);
    }
    Ok(first)
}

fn list_display(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    p.advance();
    let mut items = Vec::new();
    while !p.at(Tok::RBracket) {
        items.push(star_or_test(p)?);
        if items.len() == 1 && p.at(Tok::For) {
            let comps = comprehensions(p)?;
            p.expect(Tok::RBracket, "`]`")?;
            let elt = Box::new(items.remove(0));
            return Ok(p.mk(start, ExprKind::ListComp(elt, comps)));
        }
        if !p.eat(Tok::Comma) {
            break;
        }
    }
    p.expect(Tok::RBracket, "`,` or `]`")?;
    Ok(p.mk(start, ExprKind::List(items)))
}

fn brace(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    p.advance();
    if p.eat(Tok::RBrace) {
        return Ok(p.mk(start, ExprKind::Dict(Vec::new())));
    }
    let is_dict = p.at(Tok::StarStar);
    if !is_dict {
        let first = star_or_test(p)?;
        if !p.at(Tok::Colon) {
            return set_display(p, start, first);
        }
        p.advance();
        let value = test(p)?;
        if p.at(Tok::For) {
            let comps = comprehensions(p)?;
            p.expect(Tok::RBrace, "`}`")?;
            return Ok(p.mk(start, ExprKind::DictComp(Box::new((first, value)), comps)));
        }
        return dict_display(p, start, vec![(Some(first), value)]);
    }
    dict_display(p, start, Vec::new())
}

fn set_display(p: &mut Parser<'_>, start: u32, first: Expr) -> PResult<Expr> {
    if p.at(Tok::For) {
        let comps = comprehensions(p)?;
        p.expect(Tok::RBrace, "`}`")?;
        return Ok(p.mk(start, ExprKind::SetComp(Box::new(first), comps)));
    }
    let mut items = vec![first];
    while p.eat(Tok::Comma) {
        if p.at(Tok::RBrace) {
            break;
        }
        items.push(star_or_test(p)?);
    }
    p.expect(Tok::RBrace, "`,` or `}`")?;
    Ok(p.mk(start, ExprKind::Set(items)))
}

fn dict_display(
    p: &mut Parser<'_>,
    start: u32,
    mut items: Vec<(Option<Expr>, Expr)>,
) -> PResult<Expr> {
    let mut more = items.is_empty() || p.eat(Tok::Comma);
    while more && !p.at(Tok::RBrace) {
        if p.eat(Tok::StarStar) {
            p.python3 = true;
            items.push((None, binary(p, BITOR)?));
        } else {
            let k = test(p)?;
            p.expect(Tok::Colon, "`:` after the key")?;
            items.push((Some(k), test(p)?));
        }
        more = p.eat(Tok::Comma);
    }
    p.expect(Tok::RBrace, "`,` or `}`")?;
    Ok(p.mk(start, ExprKind::Dict(items)))
}

fn yield_expr(p: &mut Parser<'_>) -> PResult<Expr> {
    let start = p.start();
    p.expect(Tok::Yield, "`yield`")?;
    if p.eat(Tok::From) {
        let e = test(p)?;
        return Ok(p.mk(start, ExprKind::YieldFrom(Box::new(e))));
    }
    let value = match starts_expr(p.tok()) {
        true => Some(Box::new(p.nested(testlist)?)),
        false => None,
    };
    Ok(p.mk(start, ExprKind::Yield(value)))
}
