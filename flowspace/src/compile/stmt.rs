//! Statements.

use super::expr::constant_truth;
use super::symtable::Place;
use super::{Block, Compiler};
use crate::ast::*;
use crate::bytecode::*;
use flowmodel::diag::Span;
use flowmodel::name::Name;
use flowmodel::operators::BinaryOp;

impl<'a> Compiler<'a> {
    pub(super) fn stmts(&mut self, body: &'a [Stmt]) {
        for s in body {
            self.stmt(s);
        }
    }

    fn stmt(&mut self, s: &'a Stmt) {
        let span = s.span;
        match &s.kind {
            StmtKind::Expr(e) => {
                // A constant as a statement is a comment or a docstring.
                if !matches!(e.kind, ExprKind::Const(_)) {
                    self.expr(e);
                    self.emit(Op::PopTop, span);
                }
            }
            StmtKind::Assign(targets, value) => self.assign(targets, value, span),
            StmtKind::AugAssign(target, op, value) => self.aug_assign(target, *op, value, span),
            StmtKind::AnnAssign(target, value, annotation) => {
                if let (ExprKind::Name(n), false) = (&target.kind, self.is_function()) {
                    let u = self.u();
                    u.code.annotations.push((*n, *annotation));
                }
                if let Some(v) = value {
                    self.expr(v);
                    self.store(target);
                }
            }
            StmtKind::Return(value) => {
                if !self.is_function() {
                    self.error("`return` outside of a function", span);
                    return;
                }
                match value {
                    Some(v) => self.expr(v),
                    None => self.none(span),
                }
                let (handler, depth) = (self.u().handler, self.u().depth);
                // Bodies of `finally` may go elsewhere: nothing of ours lies on the stack meanwhile.
                let bodies = |b: &Block| matches!(b, Block::Finally { .. } | Block::With { .. });
                let parked = self.blocks().iter().any(bodies).then(|| self.u().temp("result"));
                if let Some(t) = parked {
                    self.emit(Op::StoreFast(t), span);
                }
                self.leave_blocks(0);
                if let Some(t) = parked {
                    self.emit(Op::LoadFast(t), span);
                }
                self.emit(Op::Return, span);
                self.u().depth = depth - 1;
                // What follows is dead, but the enclosing handlers are in force again.
                self.u().handler = handler;
            }
            StmtKind::Delete(targets) => targets.iter().for_each(|t| self.delete(t)),
            StmtKind::Pass | StmtKind::Global(_) => {}
            StmtKind::Nonlocal(names) => {
                for n in names {
                    if let Place::Global(_) | Place::Namespace(_) = self.place_of(*n) {
                        self.error(format!("no outer function has a variable `{n}`"), span);
                    }
                }
            }
            StmtKind::Break | StmtKind::Continue => {
                let is_break = matches!(s.kind, StmtKind::Break);
                let found = self.blocks().iter().rposition(|b| matches!(b, Block::Loop { .. }));
                let Some(i) = found else {
                    let word = if is_break { "break" } else { "continue" };
                    self.error(format!("`{word}` outside of a loop"), span);
                    return;
                };
                let Block::Loop { end, again, is_for } = self.blocks()[i] else { return };
                let (depth, handler) = (self.u().depth, self.u().handler);
                self.leave_blocks(i + 1);
                if is_break {
                    if is_for {
                        self.emit(Op::PopTop, span);
                    }
                    self.jump(Op::Jump(0), end, span);
                } else {
                    self.jump(Op::Jump(0), again, span);
                }
                self.u().depth = depth;
                self.u().handler = handler;
            }
            StmtKind::If(..) => self.if_stmt(s),
            StmtKind::While(test, body, orelse) => {
                let again = self.label();
                let end = self.label();
                let done = self.label();
                self.place(again);
                self.jump_if(test, done, false);
                self.blocks().push(Block::Loop { end, again, is_for: false });
                self.stmts(body);
                self.blocks().pop();
                self.jump(Op::Jump(0), again, span);
                self.place(done);
                self.stmts(orelse);
                self.place(end);
            }
            StmtKind::For(target, iter, body, orelse) => {
                self.expr(iter);
                self.emit(Op::GetIter, iter.span);
                let again = self.label();
                let end = self.label();
                let done = self.label();
                self.place(again);
                self.jump(Op::ForIter(0), done, iter.span);
                self.store(target);
                self.blocks().push(Block::Loop { end, again, is_for: true });
                self.stmts(body);
                self.blocks().pop();
                self.jump(Op::Jump(0), again, span);
                self.place(done);
                self.stmts(orelse);
                self.place(end);
            }
            StmtKind::Try { body, handlers, orelse, finalbody } => {
                if finalbody.is_empty() {
                    self.try_except(body, handlers, orelse, span);
                } else {
                    self.try_finally(body, handlers, orelse, finalbody, span);
                }
            }
            StmtKind::With(items, body) => self.with_stmt(items, body, span),
            StmtKind::Match(subject, cases) => self.match_stmt(subject, cases, span),
            StmtKind::FunctionDef(f) => self.function_def(f, span),
            StmtKind::ClassDef(c) => self.class_def(c, span),
            StmtKind::Raise(exc, arg, cause) => self.raise_stmt(exc, arg, cause, span),
            StmtKind::Assert(test, message) => {
                let ok = self.label();
                self.jump_if(test, ok, true);
                self.emit(Op::LoadSpecial(Special::AssertionError), span);
                if let Some(m) = message {
                    self.expr(m);
                    self.call(1, span);
                }
                self.emit(Op::ExcInstantiate, span);
                self.emit(Op::RaiseValue, span);
                self.place(ok);
            }
            StmtKind::Import(names) => {
                for (module, alias) in names {
                    let leaf = alias.is_some();
                    self.import(*module, 0, Vec::new(), leaf, span);
                    let top = module.as_str().split('.').next().unwrap_or("");
                    self.store_name(alias.unwrap_or(Name::new(top)), span);
                }
            }
            StmtKind::ImportFrom(module, level, names) => {
                if *module == "__future__" && *level == 0 {
                    return;
                }
                let fromlist = names.iter().map(|n| n.0).collect();
                self.import(*module, *level, fromlist, false, span);
                for (n, alias) in names {
                    let i = self.u().name(*n);
                    self.emit(Op::ImportFrom(i), span);
                    self.store_name(alias.unwrap_or(*n), span);
                }
                self.emit(Op::PopTop, span);
            }
            StmtKind::ImportStar(module, level) => {
                self.import(*module, *level, vec![Name::new("*")], false, span);
                self.emit(Op::ImportStar, span);
            }
            StmtKind::Print(dest, items, newline) => self.print(dest, items, *newline, span),
            StmtKind::Exec(code, globals, locals) => {
                self.expr(code);
                for x in [globals, locals] {
                    match x {
                        Some(e) => self.expr(e),
                        None => self.none(span),
                    }
                }
                self.emit(Op::ExecStmt, span);
            }
        }
    }

    fn import(&mut self, module: Name, level: u32, fromlist: Vec<Name>, leaf: bool, span: Span) {
        let u = self.u();
        u.code.imports.push(Import { module, level, fromlist, leaf });
        let i = u.code.imports.len() as u32 - 1;
        self.emit(Op::ImportName(i), span);
    }

    fn print(&mut self, dest: &'a Option<Expr>, items: &'a [Expr], newline: bool, span: Span) {
        for e in items {
            match dest {
                Some(d) => {
                    self.emit(Op::LoadSpecial(Special::PrintItemTo), span);
                    self.expr(d);
                    self.expr(e);
                    self.call(2, span);
                }
                None => {
                    self.emit(Op::LoadSpecial(Special::PrintItem), span);
                    self.expr(e);
                    self.call(1, span);
                }
            }
            self.emit(Op::PopTop, span);
        }
        if newline {
            match dest {
                Some(d) => {
                    self.emit(Op::LoadSpecial(Special::PrintNewlineTo), span);
                    self.expr(d);
                    self.call(1, span);
                }
                None => {
                    self.emit(Op::LoadSpecial(Special::PrintNewline), span);
                    self.call(0, span);
                }
            }
            self.emit(Op::PopTop, span);
        }
    }

    // --- assignment ---

    fn assign(&mut self, targets: &'a [Expr], value: &'a Expr, span: Span) {
        if let [target] = targets
            && let (ExprKind::Tuple(t) | ExprKind::List(t), ExprKind::Tuple(v)) =
                (&target.kind, &value.kind)
            && t.len() == v.len()
            && t.len() > 1
            && !t.iter().chain(v).any(|e| matches!(e.kind, ExprKind::Starred(_)))
        {
            // `a, b = b, a` needs no tuple.
            v.iter().for_each(|e| self.expr(e));
            match v.len() {
                2 => self.emit(Op::RotTwo, span),
                n => self.emit(Op::Reverse(n as u32), span),
            }
            t.iter().for_each(|e| self.store(e));
            return;
        }
        self.expr(value);
        let (last, init) = targets.split_last().expect("an assignment has a target");
        for t in init {
            self.emit(Op::DupTop, span);
            self.store(t);
        }
        self.store(last);
    }

    /// Stores the top value into a target.
    pub(super) fn store(&mut self, target: &'a Expr) {
        let span = target.span;
        match &target.kind {
            ExprKind::Name(n) => self.store_name(*n, span),
            ExprKind::Attr(o, n) => {
                self.expr(o);
                let i = self.attr_name(*n);
                self.emit(Op::StoreAttr(i), span);
            }
            ExprKind::Subscript(o, index) => {
                self.expr(o);
                match &index.kind {
                    ExprKind::Slice(a, b, None) if !self.bounds_may_raise(a, b) => {
                        self.bounds(a, b, span);
                        self.emit(Op::SetSlice, span);
                    }
                    _ => {
                        self.index(index);
                        self.emit(Op::SetItem, span);
                    }
                }
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => self.unpack(items, span),
            _ => {
                self.error("this cannot be assigned to", span);
                self.emit(Op::PopTop, span);
            }
        }
    }

    fn unpack(&mut self, items: &'a [Expr], span: Span) {
        let star = items.iter().position(|i| matches!(i.kind, ExprKind::Starred(_)));
        match star {
            Some(at) => {
                let after = items.len() - at - 1;
                self.emit(Op::UnpackExPrepare(at as u32 + after as u32), span);
                self.emit(Op::UnpackEx(at as u32, after as u32), span);
            }
            None => {
                let ok = self.label();
                self.emit(Op::UnpackPrepare(items.len() as u32), span);
                self.emit(Op::UnpackTest(items.len() as u32), span);
                self.jump(Op::PopJumpIfTrue(0), ok, span);
                self.emit(Op::UnpackFailed(items.len() as u32), span);
                self.emit(Op::RaiseValue, span);
                self.place(ok);
                self.emit(Op::UnpackSequence(items.len() as u32), span);
            }
        }
        for i in items {
            match &i.kind {
                ExprKind::Starred(inner) => self.store(inner),
                _ => self.store(i),
            }
        }
    }

    fn aug_assign(&mut self, target: &'a Expr, op: BinaryOp, value: &'a Expr, span: Span) {
        match &target.kind {
            ExprKind::Name(n) => {
                self.load_name(*n, target.span);
                self.expr(value);
                self.inplace(op, span);
                self.store_name(*n, target.span);
            }
            ExprKind::Attr(o, n) => {
                let i = self.attr_name(*n);
                self.expr(o);
                self.emit(Op::DupTop, span);
                self.emit(Op::LoadAttr(i), target.span);
                self.expr(value);
                self.inplace(op, span);
                self.emit(Op::RotTwo, span);
                self.emit(Op::StoreAttr(i), target.span);
            }
            ExprKind::Subscript(o, index) => {
                self.expr(o);
                self.index(index);
                self.emit(Op::DupTopTwo, span);
                self.emit(Op::GetItem, target.span);
                self.expr(value);
                self.inplace(op, span);
                self.emit(Op::RotThree, span);
                self.emit(Op::SetItem, target.span);
            }
            _ => self.error("this cannot be the target of an augmented assignment", target.span),
        }
    }

    fn delete(&mut self, target: &'a Expr) {
        let span = target.span;
        match &target.kind {
            ExprKind::Name(n) => self.delete_name(*n, span),
            ExprKind::Attr(o, n) => {
                self.expr(o);
                let i = self.attr_name(*n);
                self.emit(Op::DeleteAttr(i), span);
            }
            ExprKind::Subscript(o, index) => {
                self.expr(o);
                match &index.kind {
                    ExprKind::Slice(a, b, None) if !self.bounds_may_raise(a, b) => {
                        self.bounds(a, b, span);
                        self.emit(Op::DelSlice, span);
                    }
                    _ => {
                        self.index(index);
                        self.emit(Op::DelItem, span);
                    }
                }
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|i| self.delete(i));
            }
            _ => self.error("this cannot be deleted", span),
        }
    }

    // --- control flow ---

    fn if_stmt(&mut self, s: &'a Stmt) {
        let end = self.label();
        let mut at = s;
        loop {
            let StmtKind::If(test, body, orelse) = &at.kind else { return };
            match constant_truth(test) {
                Some(true) => {
                    self.stmts(body);
                    break;
                }
                Some(false) => {}
                None => {
                    let other = self.label();
                    self.jump_if(test, other, false);
                    self.stmts(body);
                    if !orelse.is_empty() {
                        self.jump(Op::Jump(0), end, at.span);
                    }
                    self.place(other);
                }
            }
            // A chain of `elif` is a loop here: it may be long.
            match orelse.as_slice() {
                [next] if matches!(next.kind, StmtKind::If(..)) => at = next,
                _ => {
                    self.stmts(orelse);
                    break;
                }
            }
        }
        self.place(end);
    }

    /// Emits what has to run when control leaves all blocks from index `keep` on.
    fn leave_blocks(&mut self, keep: usize) {
        let all = self.blocks().clone();
        for i in (keep..all.len()).rev() {
            self.blocks().truncate(i);
            match all[i] {
                Block::Loop { .. } => {}
                Block::Try { outer } => self.u().handler = outer,
                Block::Finally { body, outer } => {
                    self.u().handler = outer;
                    self.stmts(body);
                }
                Block::With { exit, outer, span } => {
                    self.u().handler = outer;
                    self.call_exit(exit, span);
                }
                Block::Handling { ty, value } => {
                    let span = self.u().code.span;
                    self.emit(Op::ClearFast(ty), span);
                    self.emit(Op::ClearFast(value), span);
                }
            }
        }
        *self.blocks() = all;
    }

    /// The hidden locals with type and value of the exception that the innermost handler around has.
    pub(super) fn handled_exception(&mut self) -> Option<(u32, u32)> {
        self.blocks().iter().rev().find_map(|b| match b {
            Block::Handling { ty, value } => Some((*ty, *value)),
            _ => None,
        })
    }

    fn raise_stmt(
        &mut self,
        exc: &'a Option<Expr>,
        arg: &'a Option<Expr>,
        cause: &'a Option<Expr>,
        span: Span,
    ) {
        let Some(exc) = exc else {
            match self.handled_exception() {
                Some((ty, value)) => {
                    self.emit(Op::LoadFast(ty), span);
                    self.emit(Op::LoadFast(value), span);
                    self.emit(Op::Reraise, span);
                }
                None => self.emit(Op::RaiseCurrent, span),
            }
            return;
        };
        self.expr(exc);
        match arg.as_ref().map(|a| (&a.kind, a)) {
            // `raise E, (a, b)` gives E both.
            Some((ExprKind::Tuple(items), _)) => {
                items.iter().for_each(|a| self.expr(a));
                self.call(items.len(), span);
                self.emit(Op::ExcInstantiate, span);
            }
            Some((_, a)) => {
                self.expr(a);
                self.emit(Op::ExcInstantiate2, span);
            }
            None => self.emit(Op::ExcInstantiate, span),
        }
        if let Some(c) = cause {
            self.expr(c);
            // `raise cls, value, traceback`: a raised exception has its own traceback.
            let op = if arg.is_some() { Op::PopTop } else { Op::ExcSetCause };
            self.emit(op, span);
        }
        self.emit(Op::RaiseValue, span);
    }

    fn install(&mut self, block: impl FnOnce(u32) -> Block<'a>, l: super::Label) -> u32 {
        let outer = self.u().handler;
        let inside = self.blocks().iter().filter(|b| matches!(b, Block::Handling { .. })).count();
        let h = self.u().new_handler(l, inside as u32);
        self.u().handler = h;
        self.blocks().push(block(outer));
        outer
    }

    fn uninstall(&mut self, outer: u32) {
        self.blocks().pop();
        self.u().handler = outer;
    }

    /// Start of a handler: moves type and value into hidden locals. The flow space keeps the
    /// paths of different exceptions apart in an `except` chain (`$etype`), but not in the
    /// bodies of `finally` and `with` (`$ftype`).
    fn begin_handler(&mut self, l: super::Label, chain: bool, span: Span) -> (u32, u32) {
        self.place(l);
        let (ty, value) = if chain { ("etype", "evalue") } else { ("ftype", "fvalue") };
        let ty = self.u().temp(ty);
        let value = self.u().temp(value);
        self.emit(Op::StoreFast(value), span);
        self.emit(Op::StoreFast(ty), span);
        (ty, value)
    }

    fn end_handler(&mut self, (ty, value): (u32, u32), span: Span) {
        self.emit(Op::ClearFast(ty), span);
        self.emit(Op::ClearFast(value), span);
    }

    fn reraise(&mut self, (ty, value): (u32, u32), span: Span) {
        self.emit(Op::LoadFast(ty), span);
        self.emit(Op::LoadFast(value), span);
        self.emit(Op::Reraise, span);
    }

    fn try_except(
        &mut self,
        body: &'a [Stmt],
        handlers: &'a [ExceptHandler],
        orelse: &'a [Stmt],
        span: Span,
    ) {
        let catch = self.label();
        let end = self.label();
        let outer = self.install(|outer| Block::Try { outer }, catch);
        self.stmts(body);
        self.uninstall(outer);
        self.stmts(orelse);
        self.jump(Op::Jump(0), end, span);
        let exc = self.begin_handler(catch, true, span);
        for h in handlers {
            let next = self.label();
            if let Some(ty) = &h.ty {
                match &ty.kind {
                    ExprKind::Tuple(classes)
                        if !classes.is_empty()
                            && !classes.iter().any(|c| matches!(c.kind, ExprKind::Starred(_))) =>
                    {
                        let found = self.label();
                        for c in classes {
                            self.emit(Op::LoadFast(exc.0), c.span);
                            self.expr(c);
                            self.emit(Op::ExceptionMatch, c.span);
                            self.jump(Op::PopJumpIfTrue(0), found, c.span);
                        }
                        self.jump(Op::Jump(0), next, h.span);
                        self.place(found);
                    }
                    _ => {
                        self.emit(Op::LoadFast(exc.0), ty.span);
                        self.expr(ty);
                        self.emit(Op::ExceptionMatch, ty.span);
                        self.jump(Op::PopJumpIfFalse(0), next, ty.span);
                    }
                }
            }
            self.blocks().push(Block::Handling { ty: exc.0, value: exc.1 });
            if let Some(t) = &h.target {
                self.emit(Op::LoadFast(exc.1), h.span);
                self.store(t);
            }
            self.stmts(&h.body);
            self.blocks().pop();
            self.end_handler(exc, h.span);
            self.jump(Op::Jump(0), end, h.span);
            self.place(next);
        }
        if handlers.last().is_none_or(|h| h.ty.is_some()) {
            self.reraise(exc, span);
        }
        self.place(end);
    }

    fn try_finally(
        &mut self,
        body: &'a [Stmt],
        handlers: &'a [ExceptHandler],
        orelse: &'a [Stmt],
        finalbody: &'a [Stmt],
        span: Span,
    ) {
        let catch = self.label();
        let end = self.label();
        let outer = self.install(|outer| Block::Finally { body: finalbody, outer }, catch);
        if handlers.is_empty() {
            self.stmts(body);
        } else {
            self.try_except(body, handlers, orelse, span);
        }
        self.uninstall(outer);
        self.stmts(finalbody);
        self.jump(Op::Jump(0), end, span);
        let exc = self.begin_handler(catch, false, span);
        self.blocks().push(Block::Handling { ty: exc.0, value: exc.1 });
        self.stmts(finalbody);
        self.blocks().pop();
        self.reraise(exc, span);
        self.place(end);
    }

    /// Calls a saved `__exit__` for a normal way out.
    fn call_exit(&mut self, exit: u32, span: Span) {
        self.emit(Op::LoadFast(exit), span);
        for _ in 0..3 {
            self.none(span);
        }
        self.call(3, span);
        self.emit(Op::PopTop, span);
        self.emit(Op::ClearFast(exit), span);
    }

    fn with_stmt(&mut self, items: &'a [(Expr, Option<Expr>)], body: &'a [Stmt], span: Span) {
        let Some(((manager, target), rest)) = items.split_first() else {
            self.stmts(body);
            return;
        };
        let mspan = manager.span;
        self.expr(manager);
        self.emit(Op::DupTop, mspan);
        let i = self.u().name(Name::new("__exit__"));
        self.emit(Op::LoadAttr(i), mspan);
        let exit = self.u().temp("exit");
        self.emit(Op::StoreFast(exit), mspan);
        let i = self.u().name(Name::new("__enter__"));
        self.emit(Op::LoadAttr(i), mspan);
        self.call(0, mspan);
        let catch = self.label();
        let end = self.label();
        // The entered value is stored inside the protected region but lies on the stack before
        // it: park it in a hidden local, so that the handler's depth does not count it.
        let entered = self.u().temp("entered");
        self.emit(Op::StoreFast(entered), mspan);
        let outer = self.install(|outer| Block::With { exit, outer, span: mspan }, catch);
        if let Some(t) = target {
            self.emit(Op::LoadFast(entered), mspan);
            self.emit(Op::ClearFast(entered), mspan);
            self.store(t);
        } else {
            self.emit(Op::ClearFast(entered), mspan);
        }
        self.with_stmt(rest, body, span);
        self.uninstall(outer);
        self.call_exit(exit, mspan);
        self.jump(Op::Jump(0), end, span);
        let exc = self.begin_handler(catch, false, mspan);
        self.emit(Op::LoadFast(exit), mspan);
        self.emit(Op::LoadFast(exc.0), mspan);
        self.emit(Op::LoadFast(exc.1), mspan);
        self.none(mspan);
        self.call(3, mspan);
        self.emit(Op::ClearFast(exit), mspan);
        let suppressed = self.label();
        self.jump(Op::PopJumpIfTrue(0), suppressed, mspan);
        self.reraise(exc, mspan);
        self.place(suppressed);
        self.emit(Op::ExceptionSuppressed, mspan);
        self.end_handler(exc, mspan);
        self.place(end);
    }
}
