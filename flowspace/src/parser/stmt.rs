//! Statements.

use super::expr::BITOR;
use super::{PResult, Parser};
use crate::ast::{Arg, ClassDef, ExceptHandler, Expr, ExprKind, FunctionDef, Stmt, StmtKind};
use crate::lexer::Tok;
use flowmodel::diag::Diagnostic;
use flowmodel::name::Name;
use flowmodel::operators::BinaryOp;

/// Errors reported for one file at most.
const MAX_ERRORS: usize = 20;

impl Parser<'_> {
    pub(super) fn module(&mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        while !self.at(Tok::End) {
            if self.at(Tok::Indent) {
                let span = self.span_of(self.cur());
                let m = "this line is indented, but does not belong to a block";
                self.errors.push(Diagnostic::error("syntax", m, span));
                self.skip_statement(self.pos);
            } else {
                self.statement_or_error(&mut body);
            }
        }
        body
    }

    /// A statement; an error in it is noted, and parsing goes on behind it.
    fn statement_or_error(&mut self, out: &mut Vec<Stmt>) {
        let start = self.pos;
        if let Err(d) = self.statement(out) {
            if self.errors.len() < MAX_ERRORS {
                self.errors.push(*d);
            }
            self.skip_statement(start);
        }
    }

    /// Goes behind the statement that begins at the token `start`, with its blocks.
    fn skip_statement(&mut self, start: usize) {
        let count = |kind| self.tokens[start..self.pos].iter().filter(|t| t.kind == kind).count();
        let mut level = count(Tok::Indent).saturating_sub(count(Tok::Dedent));
        loop {
            match self.tok() {
                Tok::End => return,
                Tok::Indent => level += 1,
                Tok::Dedent if level == 0 => return,
                Tok::Dedent => level -= 1,
                _ => {}
            }
            let kind = self.advance().kind;
            let ended = matches!(kind, Tok::Newline | Tok::Dedent) && level == 0;
            let goes_on = matches!(
                self.tok(),
                Tok::Indent | Tok::Else | Tok::Elif | Tok::Except | Tok::Finally
            );
            if ended && !goes_on {
                return;
            }
        }
    }

    fn mks(&self, start: u32, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.span_from(start) }
    }

    fn statement(&mut self, out: &mut Vec<Stmt>) -> PResult<()> {
        let start = self.start();
        match self.tok() {
            Tok::If => out.push(self.if_stmt()?),
            Tok::While => {
                self.advance();
                let test = self.named_test()?;
                let span = self.span_from(start);
                let body = self.block("`while`")?;
                let orelse = self.else_block()?;
                out.push(Stmt { kind: StmtKind::While(test, body, orelse), span });
            }
            Tok::For => {
                self.advance();
                let target = self.target_list()?;
                self.expect(Tok::In, "`in`")?;
                let iter = self.testlist()?;
                let span = self.span_from(start);
                let body = self.block("`for`")?;
                let orelse = self.else_block()?;
                out.push(Stmt { kind: StmtKind::For(target, iter, body, orelse), span });
            }
            Tok::Name if self.at_match() => out.push(self.match_stmt()?),
            Tok::Try => out.push(self.try_stmt()?),
            Tok::With => out.push(self.with_stmt()?),
            Tok::Def => out.push(self.function_def(Vec::new())?),
            Tok::Class => out.push(self.class_def(Vec::new())?),
            Tok::At => {
                let mut decorators = Vec::new();
                while self.eat(Tok::At) {
                    decorators.push(self.named_test()?);
                    self.expect(Tok::Newline, "the end of the line after the decorator")?;
                }
                let s = match self.tok() {
                    Tok::Def => self.function_def(decorators)?,
                    Tok::Class => self.class_def(decorators)?,
                    _ => return self.unexpected("`def` or `class` after a decorator"),
                };
                out.push(s);
            }
            Tok::Indent => {
                let span = self.span_of(self.cur());
                return self.error("this line is indented more than the block it stands in", span);
            }
            Tok::Name
                if self.at_word("async")
                    && matches!(self.peek(1), Tok::Def | Tok::For | Tok::With) =>
            {
                let span = self.span_of(self.cur());
                return self.error("`async` is not supported", span);
            }
            _ => {
                loop {
                    let s = self.simple_stmt()?;
                    out.push(s);
                    if !self.eat(Tok::Semi) || self.at(Tok::Newline) {
                        break;
                    }
                }
                if !self.at(Tok::End) {
                    self.expect(Tok::Newline, "the end of the statement")?;
                }
            }
        }
        Ok(())
    }

    /// `: block`
    pub(super) fn block(&mut self, owner: &str) -> PResult<Vec<Stmt>> {
        if self.at(Tok::Assign) {
            let span = self.span_of(self.cur());
            let m = format!(
                "expected `:` after the header of {owner}, found `=`: to compare, write `==`"
            );
            return self.error(m, span);
        }
        self.expect(Tok::Colon, &format!("`:` after the header of {owner}"))?;
        self.nested(|p| {
            let mut body = Vec::new();
            if !p.eat(Tok::Newline) {
                match p.tok() {
                    Tok::If
                    | Tok::While
                    | Tok::For
                    | Tok::Try
                    | Tok::With
                    | Tok::Def
                    | Tok::Class => {
                        return p.unexpected("a simple statement after `:` on the same line");
                    }
                    _ => p.statement(&mut body)?,
                }
                return Ok(body);
            }
            if !p.eat(Tok::Indent) {
                return p.unexpected(&format!("an indented block after {owner}"));
            }
            while !p.at(Tok::Dedent) && !p.at(Tok::End) {
                p.statement_or_error(&mut body);
            }
            p.eat(Tok::Dedent);
            Ok(body)
        })
    }

    fn else_block(&mut self) -> PResult<Vec<Stmt>> {
        if self.eat(Tok::Else) { self.block("`else`") } else { Ok(Vec::new()) }
    }

    fn if_stmt(&mut self) -> PResult<Stmt> {
        // A chain of `elif` is collected first: it may be long, so no recursion per clause.
        let mut clauses = Vec::new();
        let mut orelse = Vec::new();
        loop {
            let start = self.start();
            self.advance();
            let test = self.named_test()?;
            let span = self.span_from(start);
            let body = self.block("`if`")?;
            clauses.push((test, body, span));
            if self.at(Tok::Elif) {
                continue;
            }
            if self.at(Tok::Else) {
                orelse = self.else_block()?;
            }
            break;
        }
        for (test, body, span) in clauses.into_iter().rev() {
            orelse = vec![Stmt { kind: StmtKind::If(test, body, orelse), span }];
        }
        Ok(orelse.remove(0))
    }

    fn try_stmt(&mut self) -> PResult<Stmt> {
        let start = self.start();
        self.advance();
        let span = self.span_from(start);
        let body = self.block("`try`")?;
        let mut handlers: Vec<ExceptHandler> = Vec::new();
        while self.at(Tok::Except) {
            let hstart = self.start();
            self.advance();
            if handlers.last().is_some_and(|h| h.ty.is_none()) {
                return self.error("a bare `except:` must be the last one", self.span_from(hstart));
            }
            if self.at(Tok::Star) {
                return self.error("`except*` is not supported", self.span_of(self.cur()));
            }
            let (mut ty, mut target) = (None, None);
            if !self.at(Tok::Colon) {
                ty = Some(self.test()?);
                if self.eat(Tok::As) || self.eat(Tok::Comma) {
                    let t = self.test()?;
                    self.check_target(&t)?;
                    target = Some(t);
                }
            }
            let hspan = self.span_from(hstart);
            let hbody = self.block("`except`")?;
            handlers.push(ExceptHandler { ty, target, body: hbody, span: hspan });
        }
        let orelse = match handlers.is_empty() {
            true => Vec::new(),
            false => self.else_block()?,
        };
        let finalbody = if self.eat(Tok::Finally) { self.block("`finally`")? } else { Vec::new() };
        if handlers.is_empty() && finalbody.is_empty() {
            return self.unexpected("`except` or `finally` after the `try` block");
        }
        Ok(Stmt { kind: StmtKind::Try { body, handlers, orelse, finalbody }, span })
    }

    fn with_stmt(&mut self) -> PResult<Stmt> {
        let start = self.start();
        self.advance();
        let bracketed = if self.at(Tok::LParen) {
            // `with (a as b, c as d):`, or an expression that begins with a bracket.
            let pos = self.pos;
            let depth = self.depth;
            self.advance();
            match self.with_items(Tok::RParen) {
                Ok(items) if self.eat(Tok::RParen) && self.at(Tok::Colon) => Some(items),
                _ => {
                    self.pos = pos;
                    self.depth = depth;
                    None
                }
            }
        } else {
            None
        };
        let items = match bracketed {
            Some(items) => items,
            None => self.with_items(Tok::Colon)?,
        };
        let span = self.span_from(start);
        let body = self.block("`with`")?;
        Ok(Stmt { kind: StmtKind::With(items, body), span })
    }

    fn with_items(&mut self, end: Tok) -> PResult<Vec<(Expr, Option<Expr>)>> {
        let mut items = Vec::new();
        loop {
            let e = self.test()?;
            let target = if self.eat(Tok::As) {
                let t = self.binary(BITOR)?;
                self.check_target(&t)?;
                Some(t)
            } else {
                None
            };
            items.push((e, target));
            if !self.eat(Tok::Comma) || self.at(end) {
                return Ok(items);
            }
        }
    }

    fn function_def(&mut self, decorators: Vec<Expr>) -> PResult<Stmt> {
        let start = self.start();
        self.advance();
        let name = self.name("a function name")?;
        if self.at(Tok::LBracket) {
            return self.error("type parameters are not supported", self.span_of(self.cur()));
        }
        self.expect(Tok::LParen, "`(` after the function name")?;
        let mut params = self.params(Tok::RParen, true)?;
        self.expect(Tok::RParen, "`)` after the parameters")?;
        if self.eat(Tok::Arrow) {
            let at = self.start();
            self.test()?;
            params.annotations.push((Name::new("return"), self.span_from(at)));
        }
        let span = self.span_from(start);
        let body = self.block("`def`")?;
        let def = FunctionDef { name, params, body, decorators };
        Ok(Stmt { kind: StmtKind::FunctionDef(Box::new(def)), span })
    }

    fn class_def(&mut self, decorators: Vec<Expr>) -> PResult<Stmt> {
        let start = self.start();
        self.advance();
        let name = self.name("a class name")?;
        let args = if self.eat(Tok::LParen) { self.call_args()? } else { Vec::new() };
        self.python3 |= args.iter().any(|a| matches!(a, Arg::Keyword(..)));
        let span = self.span_from(start);
        let body = self.block("`class`")?;
        let def = ClassDef { name, args, body, decorators };
        Ok(Stmt { kind: StmtKind::ClassDef(Box::new(def)), span })
    }

    fn at_end_of_simple(&self) -> bool {
        matches!(self.tok(), Tok::Newline | Tok::Semi | Tok::End)
    }

    fn simple_stmt(&mut self) -> PResult<Stmt> {
        let start = self.start();
        let kind = match self.tok() {
            Tok::Pass => {
                self.advance();
                StmtKind::Pass
            }
            Tok::Break => {
                self.advance();
                StmtKind::Break
            }
            Tok::Continue => {
                self.advance();
                StmtKind::Continue
            }
            Tok::Return => {
                self.advance();
                let value = if self.at_end_of_simple() { None } else { Some(self.testlist()?) };
                StmtKind::Return(value)
            }
            Tok::Del => {
                self.advance();
                let t = self.target_list()?;
                StmtKind::Delete(vec![t])
            }
            Tok::Global => {
                self.advance();
                StmtKind::Global(self.name_list()?)
            }
            Tok::Nonlocal => {
                self.advance();
                StmtKind::Nonlocal(self.name_list()?)
            }
            Tok::Raise => self.raise_stmt()?,
            Tok::Assert => {
                self.advance();
                let test = self.test()?;
                let message = if self.eat(Tok::Comma) { Some(self.test()?) } else { None };
                StmtKind::Assert(test, message)
            }
            Tok::Import => self.import_stmt()?,
            Tok::From => self.import_from_stmt()?,
            Tok::Name if self.is_print_stmt() => self.print_stmt()?,
            Tok::Name if self.is_exec_stmt() => {
                self.advance();
                let code = self.binary(BITOR)?;
                let (mut globals, mut locals) = (None, None);
                if self.eat(Tok::In) {
                    globals = Some(self.test()?);
                    if self.eat(Tok::Comma) {
                        locals = Some(self.test()?);
                    }
                }
                StmtKind::Exec(code, globals, locals)
            }
            _ => self.expr_stmt()?,
        };
        Ok(self.mks(start, kind))
    }

    fn name_list(&mut self) -> PResult<Vec<Name>> {
        let mut names = vec![self.name("a name")?];
        while self.eat(Tok::Comma) {
            names.push(self.name("a name")?);
        }
        Ok(names)
    }

    fn raise_stmt(&mut self) -> PResult<StmtKind> {
        self.advance();
        if self.at_end_of_simple() {
            return Ok(StmtKind::Raise(None, None, None));
        }
        let exc = self.test()?;
        let (mut arg, mut cause) = (None, None);
        if self.eat(Tok::From) {
            cause = Some(self.test()?);
        } else if self.eat(Tok::Comma) {
            arg = Some(self.test()?);
            if self.eat(Tok::Comma) {
                // The traceback: evaluated, then dropped, like a cause.
                cause = Some(self.test()?);
            }
        }
        Ok(StmtKind::Raise(Some(exc), arg, cause))
    }

    fn dotted_name(&mut self) -> PResult<Name> {
        let mut text = self.name("a module name")?.as_str().to_string();
        while self.eat(Tok::Dot) {
            text.push('.');
            text.push_str(self.name("a module name")?.as_str());
        }
        Ok(Name::new(&text))
    }

    fn import_stmt(&mut self) -> PResult<StmtKind> {
        self.advance();
        let mut names = Vec::new();
        loop {
            let module = self.dotted_name()?;
            let alias = if self.eat(Tok::As) { Some(self.name("a name")?) } else { None };
            names.push((module, alias));
            if !self.eat(Tok::Comma) {
                return Ok(StmtKind::Import(names));
            }
        }
    }

    fn import_from_stmt(&mut self) -> PResult<StmtKind> {
        self.advance();
        let mut level = 0;
        loop {
            if self.eat(Tok::Dot) {
                level += 1;
            } else if self.eat(Tok::Ellipsis) {
                level += 3;
            } else {
                break;
            }
        }
        let module = match level > 0 && self.at(Tok::Import) {
            true => Name::new(""),
            false => self.dotted_name()?,
        };
        self.expect(Tok::Import, "`import`")?;
        if self.eat(Tok::Star) {
            return Ok(StmtKind::ImportStar(module, level));
        }
        let bracket = self.eat(Tok::LParen);
        let mut names = Vec::new();
        loop {
            let n = self.name("a name to import")?;
            let alias = if self.eat(Tok::As) { Some(self.name("a name")?) } else { None };
            if module == "__future__" && level == 0 {
                match n.as_str() {
                    "division" => self.future.division = true,
                    "annotations" => self.future.annotations = true,
                    "absolute_import" => self.future.absolute_import = true,
                    "print_function" => self.future.print_function = true,
                    "unicode_literals" => self.future.unicode_literals = true,
                    _ => {}
                }
            }
            names.push((n, alias));
            if !self.eat(Tok::Comma) || (bracket && self.at(Tok::RParen)) {
                break;
            }
        }
        if bracket {
            self.expect(Tok::RParen, "`)`")?;
        }
        Ok(StmtKind::ImportFrom(module, level, names))
    }

    fn is_print_stmt(&self) -> bool {
        if self.future.print_function || self.python3 && !self.python2 || !self.at_word("print") {
            return false;
        }
        match self.peek(1) {
            Tok::Newline | Tok::Semi | Tok::End | Tok::Shr => true,
            Tok::LParen => {
                let after = self.tokens[self.after_closing(1)].kind;
                !matches!(after, Tok::Newline | Tok::Semi | Tok::End)
                    || self.python2 && self.is_tuple_in_brackets(1)
            }
            Tok::Star => false,
            t => Self::starts_expr(t),
        }
    }

    /// Do the brackets `n` tokens ahead hold a tuple, and cannot be arguments with keywords?
    fn is_tuple_in_brackets(&self, n: usize) -> bool {
        let (open, close) = (self.pos + n, self.after_closing(n) - 1);
        let mut depth = 0;
        let mut commas = 0;
        for t in &self.tokens[open..close] {
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

    fn print_stmt(&mut self) -> PResult<StmtKind> {
        self.advance();
        let mut dest = None;
        if self.eat(Tok::Shr) {
            dest = Some(self.test()?);
            if !self.eat(Tok::Comma) {
                return Ok(StmtKind::Print(dest, Vec::new(), true));
            }
        }
        let mut items = Vec::new();
        let mut newline = true;
        while !self.at_end_of_simple() {
            items.push(self.test()?);
            newline = !self.eat(Tok::Comma);
            if newline {
                break;
            }
        }
        Ok(StmtKind::Print(dest, items, newline))
    }

    fn is_exec_stmt(&self) -> bool {
        if !self.at_word("exec") {
            return false;
        }
        match self.peek(1) {
            Tok::LParen => self.tokens[self.after_closing(1)].kind == Tok::In,
            Tok::Name | Tok::Str(_) => true,
            _ => false,
        }
    }

    fn expr_stmt(&mut self) -> PResult<StmtKind> {
        let first = self.testlist()?;
        if let Some(op) = augmented(self.tok()) {
            match first.kind {
                ExprKind::Name(_) | ExprKind::Attr(..) | ExprKind::Subscript(..) => {}
                _ => {
                    return self
                        .error("this cannot be the target of an augmented assignment", first.span);
                }
            }
            self.advance();
            let value = self.testlist()?;
            return Ok(StmtKind::AugAssign(first, op, value));
        }
        if self.at(Tok::Colon) {
            match first.kind {
                ExprKind::Name(_) | ExprKind::Attr(..) | ExprKind::Subscript(..) => {}
                _ => return self.unexpected("the end of the statement"),
            }
            self.advance();
            self.python3 = true;
            let at = self.start();
            self.test()?;
            let annotation = self.span_from(at);
            let value = if self.eat(Tok::Assign) { Some(self.testlist()?) } else { None };
            return Ok(StmtKind::AnnAssign(first, value, annotation));
        }
        if !self.at(Tok::Assign) {
            return Ok(StmtKind::Expr(first));
        }
        let mut targets = Vec::new();
        let mut value = first;
        while self.eat(Tok::Assign) {
            self.check_target(&value)?;
            targets.push(value);
            value = self.testlist()?;
        }
        Ok(StmtKind::Assign(targets, value))
    }
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
