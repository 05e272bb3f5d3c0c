//! Statements.

use super::expr;
use super::expr::BITOR;
use super::patterns;
use crate::ast::{Arg, ClassDef, ExceptHandler, Expr, ExprKind, FunctionDef, Stmt, StmtKind};
use crate::lexer::Tok;
use crate::parser::state::{PResult, Parser};
use flowmodel::diag::Diagnostic;
use flowmodel::name::Name;
use flowmodel::operators::BinaryOp;

/// Errors reported for one file at most.
const MAX_ERRORS: usize = 20;

pub(super) fn module(p: &mut Parser<'_>) -> Vec<Stmt> {
    let mut body = Vec::new();
    while !p.at(Tok::End) {
        if p.at(Tok::Indent) {
            let span = p.span_of(p.cur());
            let m = "this line is indented, but does not belong to a block";
            p.errors.push(Diagnostic::error("syntax", m, span));
            let start = p.pos;
            skip_statement(p, start);
        } else {
            statement_or_error(p, &mut body);
        }
    }
    body
}

/// A statement; an error in it is noted, and parsing goes on behind it.
fn statement_or_error(p: &mut Parser<'_>, out: &mut Vec<Stmt>) {
    let start = p.pos;
    if let Err(d) = statement(p, out) {
        if p.errors.len() < MAX_ERRORS {
            p.errors.push(*d);
        }
        skip_statement(p, start);
    }
}

/// Goes behind the statement that begins at the token `start`, with its blocks.
fn skip_statement(p: &mut Parser<'_>, start: usize) {
    let count = |kind| p.tokens[start..p.pos].iter().filter(|t| t.kind == kind).count();
    let mut level = count(Tok::Indent).saturating_sub(count(Tok::Dedent));
    loop {
        match p.tok() {
            Tok::End => return,
            Tok::Indent => level += 1,
            Tok::Dedent if level == 0 => return,
            Tok::Dedent => level -= 1,
            _ => {}
        }
        let kind = p.advance().kind;
        let ended = matches!(kind, Tok::Newline | Tok::Dedent) && level == 0;
        let goes_on =
            matches!(p.tok(), Tok::Indent | Tok::Else | Tok::Elif | Tok::Except | Tok::Finally);
        if ended && !goes_on {
            return;
        }
    }
}

impl Parser<'_> {
    fn mks(&self, start: u32, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.span_from(start) }
    }
}

fn statement(p: &mut Parser<'_>, out: &mut Vec<Stmt>) -> PResult<()> {
    let start = p.start();
    match p.tok() {
        Tok::If => out.push(if_stmt(p)?),
        Tok::While => {
            p.advance();
            let test = expr::named_test(p)?;
            let span = p.span_from(start);
            let body = block(p, "`while`")?;
            let orelse = else_block(p)?;
            out.push(Stmt { kind: StmtKind::While(test, body, orelse), span });
        }
        Tok::For => {
            p.advance();
            let target = expr::target_list(p)?;
            p.expect(Tok::In, "`in`")?;
            let iter = expr::testlist(p)?;
            let span = p.span_from(start);
            let body = block(p, "`for`")?;
            let orelse = else_block(p)?;
            out.push(Stmt { kind: StmtKind::For(target, iter, body, orelse), span });
        }
        Tok::Name if patterns::at_match(p) => out.push(patterns::match_stmt(p)?),
        Tok::Try => out.push(try_stmt(p)?),
        Tok::With => out.push(with_stmt(p)?),
        Tok::Def => out.push(function_def(p, Vec::new())?),
        Tok::Class => out.push(class_def(p, Vec::new())?),
        Tok::At => {
            let mut decorators = Vec::new();
            while p.eat(Tok::At) {
                decorators.push(expr::named_test(p)?);
                p.expect(Tok::Newline, "the end of the line after the decorator")?;
            }
            let s = match p.tok() {
                Tok::Def => function_def(p, decorators)?,
                Tok::Class => class_def(p, decorators)?,
                _ => return p.unexpected("`def` or `class` after a decorator"),
            };
            out.push(s);
        }
        Tok::Indent => {
            let span = p.span_of(p.cur());
            return p.error("this line is indented more than the block it stands in", span);
        }
        Tok::Name if p.at_word("async") && matches!(p.peek(1), Tok::Def | Tok::For | Tok::With) => {
            let span = p.span_of(p.cur());
            return p.error("`async` is not supported", span);
        }
        _ => {
            loop {
                let s = simple_stmt(p)?;
                out.push(s);
                if !p.eat(Tok::Semi) || p.at(Tok::Newline) {
                    break;
                }
            }
            if !p.at(Tok::End) {
                p.expect(Tok::Newline, "the end of the statement")?;
            }
        }
    }
    Ok(())
}

/// `: block`
pub(super) fn block(p: &mut Parser<'_>, owner: &str) -> PResult<Vec<Stmt>> {
    if p.at(Tok::Assign) {
        let span = p.span_of(p.cur());
        let m =
            format!("expected `:` after the header of {owner}, found `=`: to compare, write `==`");
        return p.error(m, span);
    }
    p.expect(Tok::Colon, &format!("`:` after the header of {owner}"))?;
    p.nested(|p| {
        let mut body = Vec::new();
        if !p.eat(Tok::Newline) {
            match p.tok() {
                Tok::If | Tok::While | Tok::For | Tok::Try | Tok::With | Tok::Def | Tok::Class => {
                    return p.unexpected("a simple statement after `:` on the same line");
                }
                _ => statement(p, &mut body)?,
            }
            return Ok(body);
        }
        if !p.eat(Tok::Indent) {
            return p.unexpected(&format!("an indented block after {owner}"));
        }
        while !p.at(Tok::Dedent) && !p.at(Tok::End) {
            statement_or_error(p, &mut body);
        }
        p.eat(Tok::Dedent);
        Ok(body)
    })
}

fn else_block(p: &mut Parser<'_>) -> PResult<Vec<Stmt>> {
    if p.eat(Tok::Else) { block(p, "`else`") } else { Ok(Vec::new()) }
}

fn if_stmt(p: &mut Parser<'_>) -> PResult<Stmt> {
    // A chain of `elif` is collected first: it may be long, so no recursion per clause.
    let mut clauses = Vec::new();
    let mut orelse = Vec::new();
    loop {
        let start = p.start();
        p.advance();
        let test = expr::named_test(p)?;
        let span = p.span_from(start);
        let body = block(p, "`if`")?;
        clauses.push((test, body, span));
        if p.at(Tok::Elif) {
            continue;
        }
        if p.at(Tok::Else) {
            orelse = else_block(p)?;
        }
        break;
    }
    for (test, body, span) in clauses.into_iter().rev() {
        orelse = vec![Stmt { kind: StmtKind::If(test, body, orelse), span }];
    }
    Ok(orelse.remove(0))
}

fn try_stmt(p: &mut Parser<'_>) -> PResult<Stmt> {
    let start = p.start();
    p.advance();
    let span = p.span_from(start);
    let body = block(p, "`try`")?;
    let mut handlers: Vec<ExceptHandler> = Vec::new();
    while p.at(Tok::Except) {
        let hstart = p.start();
        p.advance();
        if handlers.last().is_some_and(|h| h.ty.is_none()) {
            return p.error("a bare `except:` must be the last one", p.span_from(hstart));
        }
        if p.at(Tok::Star) {
            return p.error("`except*` is not supported", p.span_of(p.cur()));
        }
        let (mut ty, mut target) = (None, None);
        if !p.at(Tok::Colon) {
            ty = Some(expr::test(p)?);
            if p.eat(Tok::As) || p.eat(Tok::Comma) {
                let t = expr::test(p)?;
                expr::check_target(p, &t)?;
                target = Some(t);
            }
        }
        let hspan = p.span_from(hstart);
        let hbody = block(p, "`except`")?;
        handlers.push(ExceptHandler { ty, target, body: hbody, span: hspan });
    }
    let orelse = match handlers.is_empty() {
        true => Vec::new(),
        false => else_block(p)?,
    };
    let finalbody = if p.eat(Tok::Finally) { block(p, "`finally`")? } else { Vec::new() };
    if handlers.is_empty() && finalbody.is_empty() {
        return p.unexpected("`except` or `finally` after the `try` block");
    }
    Ok(Stmt { kind: StmtKind::Try { body, handlers, orelse, finalbody }, span })
}

fn with_stmt(p: &mut Parser<'_>) -> PResult<Stmt> {
    let start = p.start();
    p.advance();
    let bracketed = if p.at(Tok::LParen) {
        // `with (a as b, c as d):`, or an expression that begins with a bracket.
        let pos = p.pos;
        let depth = p.depth;
        p.advance();
        match with_items(p, Tok::RParen) {
            Ok(items) if p.eat(Tok::RParen) && p.at(Tok::Colon) => Some(items),
            _ => {
                p.pos = pos;
                p.depth = depth;
                None
            }
        }
    } else {
        None
    };
    let items = match bracketed {
        Some(items) => items,
        None => with_items(p, Tok::Colon)?,
    };
    let span = p.span_from(start);
    let body = block(p, "`with`")?;
    Ok(Stmt { kind: StmtKind::With(items, body), span })
}

fn with_items(p: &mut Parser<'_>, end: Tok) -> PResult<Vec<(Expr, Option<Expr>)>> {
    let mut items = Vec::new();
    loop {
        let e = expr::test(p)?;
        let target = if p.eat(Tok::As) {
            let t = expr::binary(p, BITOR)?;
            expr::check_target(p, &t)?;
            Some(t)
        } else {
            None
        };
        items.push((e, target));
        if !p.eat(Tok::Comma) || p.at(end) {
            return Ok(items);
        }
    }
}

fn function_def(p: &mut Parser<'_>, decorators: Vec<Expr>) -> PResult<Stmt> {
    let start = p.start();
    p.advance();
    let name = p.name("a function name")?;
    if p.at(Tok::LBracket) {
        return p.error("type parameters are not supported", p.span_of(p.cur()));
    }
    p.expect(Tok::LParen, "`(` after the function name")?;
    let mut params = expr::params(p, Tok::RParen, true)?;
    p.expect(Tok::RParen, "`)` after the parameters")?;
    if p.eat(Tok::Arrow) {
        let at = p.start();
        expr::test(p)?;
        params.annotations.push((Name::new("return"), p.span_from(at)));
    }
    let span = p.span_from(start);
    let body = block(p, "`def`")?;
    let def = FunctionDef { name, params, body, decorators };
    Ok(Stmt { kind: StmtKind::FunctionDef(Box::new(def)), span })
}

fn class_def(p: &mut Parser<'_>, decorators: Vec<Expr>) -> PResult<Stmt> {
    let start = p.start();
    p.advance();
    let name = p.name("a class name")?;
    let args = if p.eat(Tok::LParen) { expr::call_args(p)? } else { Vec::new() };
    p.python3 |= args.iter().any(|a| matches!(a, Arg::Keyword(..)));
    let span = p.span_from(start);
    let body = block(p, "`class`")?;
    let def = ClassDef { name, args, body, decorators };
    Ok(Stmt { kind: StmtKind::ClassDef(Box::new(def)), span })
}

fn at_end_of_simple(p: &Parser<'_>) -> bool {
    matches!(p.tok(), Tok::Newline | Tok::Semi | Tok::End)
}

fn simple_stmt(p: &mut Parser<'_>) -> PResult<Stmt> {
    let start = p.start();
    let kind = match p.tok() {
        Tok::Pass => {
            p.advance();
            StmtKind::Pass
        }
        Tok::Break => {
            p.advance();
            StmtKind::Break
        }
        Tok::Continue => {
            p.advance();
            StmtKind::Continue
        }
        Tok::Return => {
            p.advance();
            let value = if at_end_of_simple(p) { None } else { Some(expr::testlist(p)?) };
            StmtKind::Return(value)
        }
        Tok::Del => {
            p.advance();
            let t = expr::target_list(p)?;
            StmtKind::Delete(vec![t])
        }
        Tok::Global => {
            p.advance();
            StmtKind::Global(name_list(p)?)
        }
        Tok::Nonlocal => {
            p.advance();
            StmtKind::Nonlocal(name_list(p)?)
        }
        Tok::Raise => raise_stmt(p)?,
        Tok::Assert => {
            p.advance();
            let test = expr::test(p)?;
            let message = if p.eat(Tok::Comma) { Some(expr::test(p)?) } else { None };
            StmtKind::Assert(test, message)
        }
        Tok::Import => import_stmt(p)?,
        Tok::From => import_from_stmt(p)?,
        Tok::Name if is_print_stmt(p) => print_stmt(p)?,
        Tok::Name if is_exec_stmt(p) => {
            p.advance();
            let code = expr::binary(p, BITOR)?;
            let (mut globals, mut locals) = (None, None);
            if p.eat(Tok::In) {
                globals = Some(expr::test(p)?);
                if p.eat(Tok::Comma) {
                    locals = Some(expr::test(p)?);
                }
            }
            StmtKind::Exec(code, globals, locals)
        }
        _ => expr_stmt(p)?,
    };
    Ok(p.mks(start, kind))
}

fn name_list(p: &mut Parser<'_>) -> PResult<Vec<Name>> {
    let mut names = vec![p.name("a name")?];
    while p.eat(Tok::Comma) {
        names.push(p.name("a name")?);
    }
    Ok(names)
}

fn raise_stmt(p: &mut Parser<'_>) -> PResult<StmtKind> {
    p.advance();
    if at_end_of_simple(p) {
        return Ok(StmtKind::Raise(None, None, None));
    }
    let exc = expr::test(p)?;
    let (mut arg, mut cause) = (None, None);
    if p.eat(Tok::From) {
        cause = Some(expr::test(p)?);
    } else if p.eat(Tok::Comma) {
        arg = Some(expr::test(p)?);
        if p.eat(Tok::Comma) {
            // The traceback: evaluated, then dropped, like a cause.
            cause = Some(expr::test(p)?);
        }
    }
    Ok(StmtKind::Raise(Some(exc), arg, cause))
}

fn dotted_name(p: &mut Parser<'_>) -> PResult<Name> {
    let mut text = p.name("a module name")?.as_str().to_string();
    while p.eat(Tok::Dot) {
        text.push('.');
        text.push_str(p.name("a module name")?.as_str());
    }
    Ok(Name::new(&text))
}

fn import_stmt(p: &mut Parser<'_>) -> PResult<StmtKind> {
    p.advance();
    let mut names = Vec::new();
    loop {
        let module = dotted_name(p)?;
        let alias = if p.eat(Tok::As) { Some(p.name("a name")?) } else { None };
        names.push((module, alias));
        if !p.eat(Tok::Comma) {
            return Ok(StmtKind::Import(names));
        }
    }
}

fn import_from_stmt(p: &mut Parser<'_>) -> PResult<StmtKind> {
    p.advance();
    let mut level = 0;
    loop {
        if p.eat(Tok::Dot) {
            level += 1;
        } else if p.eat(Tok::Ellipsis) {
            level += 3;
        } else {
            break;
        }
    }
    let module = match level > 0 && p.at(Tok::Import) {
        true => Name::new(""),
        false => dotted_name(p)?,
    };
    p.expect(Tok::Import, "`import`")?;
    if p.eat(Tok::Star) {
        return Ok(StmtKind::ImportStar(module, level));
    }
    let bracket = p.eat(Tok::LParen);
    let mut names = Vec::new();
    loop {
        let n = p.name("a name to import")?;
        let alias = if p.eat(Tok::As) { Some(p.name("a name")?) } else { None };
        if module == "__future__" && level == 0 {
            match n.as_str() {
                "division" => p.future.division = true,
                "annotations" => p.future.annotations = true,
                "absolute_import" => p.future.absolute_import = true,
                "print_function" => p.future.print_function = true,
                "unicode_literals" => p.future.unicode_literals = true,
                _ => {}
            }
        }
        names.push((n, alias));
        if !p.eat(Tok::Comma) || (bracket && p.at(Tok::RParen)) {
            break;
        }
    }
    if bracket {
        p.expect(Tok::RParen, "`)`")?;
    }
    Ok(StmtKind::ImportFrom(module, level, names))
}

fn is_print_stmt(p: &Parser<'_>) -> bool {
    if p.future.print_function || p.python3 && !p.python2 || !p.at_word("print") {
        return false;
    }
    match p.peek(1) {
        Tok::Newline | Tok::Semi | Tok::End | Tok::Shr => true,
        Tok::LParen => {
            let after = p.tokens[p.after_closing(1)].kind;
            !matches!(after, Tok::Newline | Tok::Semi | Tok::End)
                || p.python2 && is_tuple_in_brackets(p, 1)
        }
        Tok::Star => false,
        t => expr::starts_expr(t),
    }
}

/// Do the brackets `n` tokens ahead hold a tuple, and cannot be arguments with keywords?
fn is_tuple_in_brackets(p: &Parser<'_>, n: usize) -> bool {
    let (open, close) = (p.pos + n, p.after_closing(n) - 1);
    let mut depth = 0;
    let mut commas = 0;
    for t in &p.tokens[open..close] {
        match t.kind {
            Tok::LParen | Tok::LBracket | Tok::LBrace => depth += 1,
            Tok::RParen | Tok::RBracket | Tok::RBrace => depth -= 1,
            Tok::Comma if depth == 1 => commas += 1,
            Tok::Assign if depth == 1 => return false,
            _ => {}
        }
    }
    commas > 0
}

fn print_stmt(p: &mut Parser<'_>) -> PResult<StmtKind> {
    p.advance();
    let mut dest = None;
    if p.eat(Tok::Shr) {
        dest = Some(expr::test(p)?);
        if !p.eat(Tok::Comma) {
            return Ok(StmtKind::Print(dest, Vec::new(), true));
        }
    }
    let mut items = Vec::new();
    let mut newline = true;
    while !at_end_of_simple(p) {
        items.push(expr::test(p)?);
        newline = !p.eat(Tok::Comma);
        if newline {
            break;
        }
    }
    Ok(StmtKind::Print(dest, items, newline))
}

fn is_exec_stmt(p: &Parser<'_>) -> bool {
    if !p.at_word("exec") {
        return false;
    }
    match p.peek(1) {
        Tok::LParen => p.tokens[p.after_closing(1)].kind == Tok::In,
        Tok::Name | Tok::Str(_) => true,
        _ => false,
    }
}

fn expr_stmt(p: &mut Parser<'_>) -> PResult<StmtKind> {
    let first = expr::testlist(p)?;
    if let Some(op) = augmented(p.tok()) {
        match first.kind {
            ExprKind::Name(_) | ExprKind::Attr(..) | ExprKind::Subscript(..) => {}
            _ => {
                return p.error("this cannot be the target of an augmented assignment", first.span);
            }
        }
        p.advance();
        let value = expr::testlist(p)?;
        return Ok(StmtKind::AugAssign(first, op, value));
    }
    if p.at(Tok::Colon) {
        match first.kind {
            ExprKind::Name(_) | ExprKind::Attr(..) | ExprKind::Subscript(..) => {}
            _ => return p.unexpected("the end of the statement"),
        }
        p.advance();
        p.python3 = true;
        let at = p.start();
        expr::test(p)?;
        let annotation = p.span_from(at);
        let value = if p.eat(Tok::Assign) { Some(expr::testlist(p)?) } else { None };
        return Ok(StmtKind::AnnAssign(first, value, annotation));
    }
    if !p.at(Tok::Assign) {
        return Ok(StmtKind::Expr(first));
    }
    let mut targets = Vec::new();
    let mut value = first;
    while p.eat(Tok::Assign) {
        expr::check_target(p, &value)?;
        targets.push(value);
        value = expr::testlist(p)?;
    }
    Ok(StmtKind::Assign(targets, value))
}

fn augmented(t: Tok) -> Option<BinaryOp> {
    Some(match t {
        Tok::PlusEq => BinaryOp::Add,
        Tok::MinusEq => BinaryOp::Sub,
        Tok::StarEq => BinaryOp::Mul,
        Tok::SlashEq => BinaryOp::Div,
        Tok::SlashSlashEq => BinaryOp::FloorDiv,
        Tok::PercentEq => BinaryOp::Mod,
        Tok::AmpEq => BinaryOp::And,
        Tok::BarEq => BinaryOp::Or,
        Tok::CaretEq => BinaryOp::Xor,
        Tok::ShlEq => BinaryOp::LShift,
        Tok::ShrEq => BinaryOp::RShift,
        Tok::StarStarEq => BinaryOp::Pow,
        Tok::AtEq => BinaryOp::MatMul,
        _ => return None,
    })
}
