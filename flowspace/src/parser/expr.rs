//! Expressions.

use super::{MAX_CHAIN, PResult, Parser};
use crate::ast::{Arg, Cmp, Comprehension, Expr, ExprKind, Param, Params};
use crate::bytecode::ConstValue;
use crate::lexer::Tok;
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
    pub(super) fn testlist(&mut self) -> PResult<Expr> {
        if self.at(Tok::Yield) {
            return self.yield_expr();
        }
        let start = self.start();
        let first = self.star_or_test()?;
        if !self.at(Tok::Comma) {
            if let ExprKind::Starred(_) = first.kind {
                return self
                    .error("a starred expression can only stand in a list of values", first.span);
            }
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(Tok::Comma) {
            if !Self::starts_expr(self.tok()) {
                break;
            }
            items.push(self.star_or_test()?);
        }
        Ok(self.mk(start, ExprKind::Tuple(items)))
    }

    fn star_or_test(&mut self) -> PResult<Expr> {
        let start = self.start();
        if self.eat(Tok::Star) {
            let e = self.binary(BITOR)?;
            return Ok(self.mk(start, ExprKind::Starred(Box::new(e))));
        }
        self.named_test()
    }

    /// `test` or `name := test`.
    pub(super) fn named_test(&mut self) -> PResult<Expr> {
        let start = self.start();
        let e = self.test()?;
        if !self.at(Tok::Walrus) {
            return Ok(e);
        }
        let ExprKind::Name(name) = e.kind else {
            return self.error("only a plain name can stand before `:=`", e.span);
        };
        self.advance();
        let value = self.test()?;
        Ok(self.mk(start, ExprKind::Named(name, Box::new(value))))
    }

    /// Targets of `for` and comprehensions: `a, b`.
    pub(super) fn target_list(&mut self) -> PResult<Expr> {
        let start = self.start();
        let one = |p: &mut Self| -> PResult<Expr> {
            let s = p.start();
            if p.eat(Tok::Star) {
                let e = p.binary(BITOR)?;
                return Ok(p.mk(s, ExprKind::Starred(Box::new(e))));
            }
            p.binary(BITOR)
        };
        let first = one(self)?;
        let e = if self.at(Tok::Comma) {
            let mut items = vec![first];
            while self.eat(Tok::Comma) {
                if !Self::starts_expr(self.tok()) {
                    break;
                }
                items.push(one(self)?);
            }
            self.mk(start, ExprKind::Tuple(items))
        } else {
            first
        };
        self.check_target(&e)?;
        Ok(e)
    }

    /// Complains unless `e` can be assigned to.
    pub(super) fn check_target(&self, e: &Expr) -> PResult<()> {
        let what = match &e.kind {
            ExprKind::Name(_) | ExprKind::Attr(..) | ExprKind::Subscript(..) => return Ok(()),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let starred =
                    items.iter().filter(|i| matches!(i.kind, ExprKind::Starred(_))).count();
                if starred > 1 {
                    return self
                        .error("only one starred target is possible in an assignment", e.span);
                }
                for i in items {
                    match &i.kind {
                        ExprKind::Starred(inner) => self.check_target(inner)?,
                        _ => self.check_target(i)?,
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
        self.error(format!("{what} cannot be assigned to"), e.span)
    }

    /// Conditional expression, lambda, or what is below.
    pub(super) fn test(&mut self) -> PResult<Expr> {
        self.nested(|p| {
            if p.at(Tok::Lambda) {
                return p.lambda();
            }
            let start = p.start();
            let e = p.or_test()?;
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
            let cond = p.or_test()?;
            p.expect(Tok::Else, "`else` of the conditional expression")?;
            let orelse = p.test()?;
            Ok(p.mk(start, ExprKind::IfExp(Box::new(cond), Box::new(e), Box::new(orelse))))
        })
    }

    fn lambda(&mut self) -> PResult<Expr> {
        let start = self.start();
        self.expect(Tok::Lambda, "`lambda`")?;
        let params = self.params(Tok::Colon, false)?;
        self.expect(Tok::Colon, "`:`")?;
        let body = self.test()?;
        Ok(self.mk(start, ExprKind::Lambda(Box::new(params), Box::new(body))))
    }

    /// Parameters up to (not including) the token `end`.
    pub(super) fn params(&mut self, end: Tok, annotations: bool) -> PResult<Params> {
        let mut params = Params::default();
        let mut keyword_only = false;
        while !self.at(end) {
            let start = self.start();
            if self.eat(Tok::StarStar) {
                params.kwarg = Some(self.param_name(annotations, &mut params.annotations)?);
                self.eat(Tok::Comma);
                if !self.at(end) {
                    return self.unexpected("the end of the parameters after `**`");
                }
                break;
            } else if self.eat(Tok::Star) {
                if keyword_only {
                    return self.error("a second `*` in the parameters", self.span_from(start));
                }
                keyword_only = true;
                if self.at(Tok::Name) {
                    params.vararg = Some(self.param_name(annotations, &mut params.annotations)?);
                }
            } else if self.eat(Tok::Slash) {
                self.python3 = true;
                if params.args.is_empty() || params.posonly > 0 || keyword_only {
                    return self
                        .error("`/` cannot stand here in the parameters", self.span_from(start));
                }
                params.posonly = params.args.len();
            } else {
                let (name, pattern) = if self.at(Tok::LParen) {
                    self.advance();
                    let pattern = self.target_list()?;
                    self.expect(Tok::RParen, "`)`")?;
                    match pattern.kind {
                        // `(a)` is just a name in brackets.
                        ExprKind::Name(n) => (Some(n), None),
                        _ => (None, Some(pattern)),
                    }
                } else {
                    (Some(self.param_name(annotations, &mut params.annotations)?), None)
                };
                let span = self.span_from(start);
                let default = if self.eat(Tok::Assign) { Some(self.test()?) } else { None };
                if !keyword_only
                    && default.is_none()
                    && params.args.last().is_some_and(|a| a.default.is_some())
                {
                    return self
                        .error("a parameter without default follows one with a default", span);
                }
                let param = Param { name, pattern, default, span };
                if keyword_only {
                    self.python3 = true;
                    params.kwonly.push(param);
                } else {
                    params.args.push(param);
                }
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.check_duplicates(&params)?;
        Ok(params)
    }

    fn check_duplicates(&self, params: &Params) -> PResult<()> {
        let mut seen: Vec<Name> = params.vararg.into_iter().chain(params.kwarg).collect();
        for p in params.args.iter().chain(&params.kwonly) {
            let Some(n) = p.name else { continue };
            if seen.contains(&n) {
                return self.error(format!("parameter `{n}` occurs twice"), p.span);
            }
            seen.push(n);
        }
        Ok(())
    }

    fn param_name(&mut self, annotations: bool, found: &mut Vec<(Name, Span)>) -> PResult<Name> {
        let n = self.name("a parameter name")?;
        if annotations && self.eat(Tok::Colon) {
            self.python3 = true;
            let star = self.eat(Tok::Star);
            let at = self.start();
            if star {
                self.binary(BITOR)?;
            } else {
                self.test()?;
            }
            found.push((n, self.span_from(at)));
        }
        Ok(n)
    }

    pub(super) fn or_test(&mut self) -> PResult<Expr> {
        let start = self.start();
        let first = self.and_test()?;
        if !self.at(Tok::Or) {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(Tok::Or) {
            items.push(self.and_test()?);
        }
        Ok(self.mk(start, ExprKind::Or(items)))
    }

    fn and_test(&mut self) -> PResult<Expr> {
        let start = self.start();
        let first = self.not_test()?;
        if !self.at(Tok::And) {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(Tok::And) {
            items.push(self.not_test()?);
        }
        Ok(self.mk(start, ExprKind::And(items)))
    }

    fn not_test(&mut self) -> PResult<Expr> {
        let start = self.start();
        if !self.eat(Tok::Not) {
            return self.comparison();
        }
        let e = self.nested(|p| p.not_test())?;
        Ok(self.mk(start, ExprKind::Not(Box::new(e))))
    }

    fn comparison(&mut self) -> PResult<Expr> {
        let start = self.start();
        let first = self.binary(COMPARISON + 1)?;
        let mut rest = Vec::new();
        loop {
            let cmp = match self.tok() {
                Tok::Lt => Cmp::Lt,
                Tok::Le => Cmp::Le,
                Tok::EqEq => Cmp::Eq,
                Tok::Ne => Cmp::Ne,
                Tok::Gt => Cmp::Gt,
                Tok::Ge => Cmp::Ge,
                Tok::In => Cmp::In,
                Tok::Is if self.peek(1) == Tok::Not => Cmp::IsNot,
                Tok::Is => Cmp::Is,
                Tok::Not if self.peek(1) == Tok::In => Cmp::NotIn,
                _ => break,
            };
            self.advance();
            if matches!(cmp, Cmp::IsNot | Cmp::NotIn) {
                self.advance();
            }
            rest.push((cmp, self.binary(COMPARISON + 1)?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(self.mk(start, ExprKind::Compare(Box::new(first), rest)))
    }

    /// Arithmetic with operators of at least precedence `min`.
    pub(super) fn binary(&mut self, min: u8) -> PResult<Expr> {
        let start = self.start();
        let mut left = self.unary()?;
        let mut chain = 0;
        while let Some((prec, op)) = binary_op(self.tok()) {
            if prec < min {
                break;
            }
            chain += 1;
            if chain > MAX_CHAIN {
                return self.error("the expression has too many operators", left.span);
            }
            self.advance();
            let right = self.binary(prec + 1)?;
            left = self.mk(start, ExprKind::Binary(op, Box::new(left), Box::new(right)));
        }
        Ok(left)
    }

    fn unary(&mut self) -> PResult<Expr> {
        let start = self.start();
        let op = match self.tok() {
            Tok::Plus => UnaryOp::Pos,
            Tok::Minus => UnaryOp::Neg,
            Tok::Tilde => UnaryOp::Invert,
            _ => return self.power(),
        };
        self.advance();
        let e = self.nested(|p| p.unary())?;
        Ok(self.mk(start, ExprKind::Unary(op, Box::new(e))))
    }

    fn power(&mut self) -> PResult<Expr> {
        let start = self.start();
        let base = self.primary()?;
        if !self.eat(Tok::StarStar) {
            return Ok(base);
        }
        // The exponent may have a sign: `2 ** -1`.
        let exp = self.nested(|p| p.unary())?;
        Ok(self.mk(start, ExprKind::Binary(BinaryOp::Pow, Box::new(base), Box::new(exp))))
    }

    fn primary(&mut self) -> PResult<Expr> {
        let start = self.start();
        let mut e = self.atom()?;
        let mut chain = 0;
        loop {
            match self.tok() {
                Tok::Dot => {
                    self.advance();
                    // Python 2 code may use `print` and `exec`, and Python 3 code `None`-like
                    // words never: attribute names are plain names.
                    let n = self.name("an attribute name")?;
                    e = self.mk(start, ExprKind::Attr(Box::new(e), n));
                }
                Tok::LParen => {
                    self.advance();
                    let args = self.nested(|p| p.call_args())?;
                    self.python3 |= self.is_call_of_python3(&e, &args);
                    e = self.mk(start, ExprKind::Call(Box::new(e), args));
                }
                Tok::LBracket => {
                    self.advance();
                    let index = self.nested(|p| p.subscript_list())?;
                    self.expect(Tok::RBracket, "`]`")?;
                    e = self.mk(start, ExprKind::Subscript(Box::new(e), Box::new(index)));
                }
                _ => return Ok(e),
            }
            chain += 1;
            if chain > MAX_CHAIN {
                return self.error("the expression has too many parts", e.span);
            }
        }
    }

    /// Arguments of a call or class statement, with the closing bracket.
    /// `print(x, end="")` and `super()` do not exist in Python 2.
    fn is_call_of_python3(&self, function: &Expr, args: &[Arg]) -> bool {
        match &function.kind {
            ExprKind::Name(n) if n == "print" => {
                !self.future.print_function && args.iter().any(|a| matches!(a, Arg::Keyword(..)))
            }
            ExprKind::Name(n) if n == "super" => args.is_empty(),
            _ => false,
        }
    }

    pub(super) fn call_args(&mut self) -> PResult<Vec<Arg>> {
        let mut args = Vec::new();
        let mut keyword_seen = false;
        while !self.at(Tok::RParen) {
            let start = self.start();
            if self.eat(Tok::Star) {
                args.push(Arg::Star(self.test()?));
            } else if self.eat(Tok::StarStar) {
                keyword_seen = true;
                args.push(Arg::StarStar(self.test()?));
            } else if self.at(Tok::Name) && self.peek(1) == Tok::Assign {
                let n = self.name("a name")?;
                self.advance();
                keyword_seen = true;
                if args.iter().any(|a| matches!(a, Arg::Keyword(k, _) if *k == n)) {
                    return self.error(
                        format!("keyword argument `{n}` occurs twice"),
                        self.span_from(start),
                    );
                }
                args.push(Arg::Keyword(n, self.test()?));
            } else {
                let e = self.named_test()?;
                if self.at(Tok::For) {
                    let comps = self.comprehensions()?;
                    let e = self.mk(start, ExprKind::GenExp(Box::new(e), comps));
                    if !args.is_empty() || !(self.at(Tok::RParen) || self.at(Tok::Comma)) {
                        return self.error(
                            "a generator expression that is not the only argument needs brackets",
                            e.span,
                        );
                    }
                    args.push(Arg::Pos(e));
                } else {
                    if keyword_seen {
                        return self
                            .error("a positional argument follows keyword arguments", e.span);
                    }
                    args.push(Arg::Pos(e));
                }
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`,` or `)` after this argument")?;
        Ok(args)
    }

    fn subscript_list(&mut self) -> PResult<Expr> {
        let start = self.start();
        let first = self.subscript()?;
        if !self.at(Tok::Comma) {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(Tok::Comma) {
            if self.at(Tok::RBracket) {
                break;
            }
            items.push(self.subscript()?);
        }
        Ok(self.mk(start, ExprKind::Tuple(items)))
    }

    fn subscript(&mut self) -> PResult<Expr> {
        let start = self.start();
        let part = |p: &mut Self| -> PResult<Option<Box<Expr>>> {
            if matches!(p.tok(), Tok::Colon | Tok::Comma | Tok::RBracket) {
                return Ok(None);
            }
            Ok(Some(Box::new(p.test()?)))
        };
        if self.at(Tok::Star) {
            return self.star_or_test();
        }
        let lower = if self.at(Tok::Colon) { None } else { Some(Box::new(self.named_test()?)) };
        if !self.eat(Tok::Colon) {
            return match lower {
                Some(e) => Ok(*e),
                None => self.unexpected("an index"),
            };
        }
        let upper = part(self)?;
        let step = if self.eat(Tok::Colon) {
            // `x[a:b:]` has a step of None.
            let none =
                Expr { kind: ExprKind::Const(ConstValue::None), span: self.span_from(start) };
            Some(part(self)?.unwrap_or(Box::new(none)))
        } else {
            None
        };
        Ok(self.mk(start, ExprKind::Slice(lower, upper, step)))
    }

    fn comprehensions(&mut self) -> PResult<Vec<Comprehension>> {
        let mut comps = Vec::new();
        while self.eat(Tok::For) {
            let target = self.target_list()?;
            self.expect(Tok::In, "`in`")?;
            let start = self.start();
            let mut iter = self.or_test()?;
            // Python 2 allows `for x in 1, 2` in a list comprehension.
            if self.at(Tok::Comma) && Self::starts_expr(self.peek(1)) && self.for_in_list_ahead() {
                let mut items = vec![iter];
                while self.eat(Tok::Comma) {
                    items.push(self.or_test()?);
                }
                iter = self.mk(start, ExprKind::Tuple(items));
            }
            let mut ifs = Vec::new();
            while self.eat(Tok::If) {
                let e = if self.at(Tok::Lambda) { self.lambda()? } else { self.or_test()? };
                ifs.push(e);
            }
            comps.push(Comprehension { target, iter, ifs });
        }
        Ok(comps)
    }

    /// Whether everything up to the closing `]` could be the rest of an unbracketed tuple.
    fn for_in_list_ahead(&self) -> bool {
        let mut depth = 0usize;
        for t in &self.tokens[self.pos..] {
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

    fn atom(&mut self) -> PResult<Expr> {
        let t = self.cur();
        let start = t.start;
        let constant = match t.kind {
            Tok::Name => {
                self.advance();
                let n = self.name_of(t);
                return Ok(self.mk(start, ExprKind::Name(n)));
            }
            Tok::Int => self.integer(self.text_of(t), self.span_of(t))?,
            Tok::Float => {
                let text = self.text_of(t).replace('_', "");
                match text.parse() {
                    Ok(f) => ConstValue::Float(f),
                    Err(_) => return self.error("this is not a number", self.span_of(t)),
                }
            }
            Tok::Imaginary => {
                let text = self.text_of(t).replace('_', "");
                match text.trim_end_matches(['j', 'J']).parse() {
                    Ok(f) => ConstValue::Complex(f),
                    Err(_) => return self.error("this is not a number", self.span_of(t)),
                }
            }
            Tok::None => ConstValue::None,
            Tok::True => ConstValue::Bool(true),
            Tok::False => ConstValue::Bool(false),
            Tok::Ellipsis => ConstValue::Ellipsis,
            Tok::Str(_) => return self.strings(),
            Tok::LParen => return self.nested(|p| p.paren()),
            Tok::LBracket => return self.nested(|p| p.list_display()),
            Tok::LBrace => return self.nested(|p| p.brace()),
            Tok::Yield => {
                return self.error("`yield` needs brackets here", self.span_of(t));
            }
            Tok::Backquote => {
                // Python 2: the `repr` of an expression list.
                self.advance();
                let value = self.nested(|p| p.testlist())?;
                self.expect(Tok::Backquote, "the closing backquote")?;
                let repr = self.mk(start, ExprKind::Name(Name::new("repr")));
                let args = vec![Arg::Pos(value)];
                return Ok(self.mk(start, ExprKind::Call(Box::new(repr), args)));
            }
            _ => return self.unexpected("an expression"),
        };
        self.advance();
        Ok(self.mk(start, ExprKind::Const(constant)))
    }

    fn integer(&self, text: &str, span: Span) -> PResult<ConstValue> {
        let digits = text.trim_end_matches(['l', 'L']).replace('_', "");
        let lower = digits.to_ascii_lowercase();
        let (radix, body) = match lower.get(..2) {
            Some("0x") => (16, &lower[2..]),
            Some("0o") => (8, &lower[2..]),
            Some("0b") => (2, &lower[2..]),
            _ if lower.starts_with('0') && lower.bytes().any(|b| b != b'0') => {
                if lower.bytes().any(|b| b > b'7') {
                    return self.error(
                        "a number with a leading 0 is octal, and has digits 0 to 7 only",
                        span,
                    );
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
            Err(_) => self.error("this is not a number", span),
        }
    }

    fn paren(&mut self) -> PResult<Expr> {
        let start = self.start();
        self.advance();
        if self.eat(Tok::RParen) {
            return Ok(self.mk(start, ExprKind::Tuple(Vec::new())));
        }
        if self.at(Tok::Yield) {
            let e = self.yield_expr()?;
            self.expect(Tok::RParen, "`)`")?;
            return Ok(e);
        }
        let first = self.star_or_test()?;
        if self.at(Tok::For) {
            let comps = self.comprehensions()?;
            self.expect(Tok::RParen, "`)`")?;
            return Ok(self.mk(start, ExprKind::GenExp(Box::new(first), comps)));
        }
        if self.at(Tok::Comma) {
            let mut items = vec![first];
            while self.eat(Tok::Comma) {
                if self.at(Tok::RParen) {
                    break;
                }
                items.push(self.star_or_test()?);
            }
            self.expect(Tok::RParen, "`,` or `)`")?;
            return Ok(self.mk(start, ExprKind::Tuple(items)));
        }
        self.expect(Tok::RParen, "`)`")?;
        if let ExprKind::Starred(_) = first.kind {
            return self
                .error("a starred expression can only stand in a list of values", first.span);
        }
        Ok(first)
    }

    fn list_display(&mut self) -> PResult<Expr> {
        let start = self.start();
        self.advance();
        let mut items = Vec::new();
        while !self.at(Tok::RBracket) {
            items.push(self.star_or_test()?);
            if items.len() == 1 && self.at(Tok::For) {
                let comps = self.comprehensions()?;
                self.expect(Tok::RBracket, "`]`")?;
                let elt = Box::new(items.remove(0));
                return Ok(self.mk(start, ExprKind::ListComp(elt, comps)));
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBracket, "`,` or `]`")?;
        Ok(self.mk(start, ExprKind::List(items)))
    }

    fn brace(&mut self) -> PResult<Expr> {
        let start = self.start();
        self.advance();
        if self.eat(Tok::RBrace) {
            return Ok(self.mk(start, ExprKind::Dict(Vec::new())));
        }
        let is_dict = self.at(Tok::StarStar);
        if !is_dict {
            let first = self.star_or_test()?;
            if !self.at(Tok::Colon) {
                return self.set_display(start, first);
            }
            self.advance();
            let value = self.test()?;
            if self.at(Tok::For) {
                let comps = self.comprehensions()?;
                self.expect(Tok::RBrace, "`}`")?;
                return Ok(self.mk(start, ExprKind::DictComp(Box::new((first, value)), comps)));
            }
            return self.dict_display(start, vec![(Some(first), value)]);
        }
        self.dict_display(start, Vec::new())
    }

    fn set_display(&mut self, start: u32, first: Expr) -> PResult<Expr> {
        if self.at(Tok::For) {
            let comps = self.comprehensions()?;
            self.expect(Tok::RBrace, "`}`")?;
            return Ok(self.mk(start, ExprKind::SetComp(Box::new(first), comps)));
        }
        let mut items = vec![first];
        while self.eat(Tok::Comma) {
            if self.at(Tok::RBrace) {
                break;
            }
            items.push(self.star_or_test()?);
        }
        self.expect(Tok::RBrace, "`,` or `}`")?;
        Ok(self.mk(start, ExprKind::Set(items)))
    }

    fn dict_display(&mut self, start: u32, mut items: Vec<(Option<Expr>, Expr)>) -> PResult<Expr> {
        let mut more = items.is_empty() || self.eat(Tok::Comma);
        while more && !self.at(Tok::RBrace) {
            if self.eat(Tok::StarStar) {
                self.python3 = true;
                items.push((None, self.binary(BITOR)?));
            } else {
                let k = self.test()?;
                self.expect(Tok::Colon, "`:` after the key")?;
                items.push((Some(k), self.test()?));
            }
            more = self.eat(Tok::Comma);
        }
        self.expect(Tok::RBrace, "`,` or `}`")?;
        Ok(self.mk(start, ExprKind::Dict(items)))
    }

    pub(super) fn yield_expr(&mut self) -> PResult<Expr> {
        let start = self.start();
        self.expect(Tok::Yield, "`yield`")?;
        if self.eat(Tok::From) {
            let e = self.test()?;
            return Ok(self.mk(start, ExprKind::YieldFrom(Box::new(e))));
        }
        let value = match Self::starts_expr(self.tok()) {
            true => Some(Box::new(self.nested(|p| p.testlist())?)),
            false => None,
        };
        Ok(self.mk(start, ExprKind::Yield(value)))
    }
}
