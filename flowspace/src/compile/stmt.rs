//! Statements.

use super::calls;
use super::conditions;
use super::conditions::constant_truth;
use super::definitions;
use super::expr;
use super::patterns;
use super::symtable::NameScope;
use crate::ast::*;
use crate::bytecode::*;
use crate::compile::state::{Block, Compiler};
use flowmodel::diag::Span;
use flowmodel::name::Name;
use flowmodel::operators::BinaryOp;

pub(super) fn stmts<'a>(c: &mut Compiler<'a>, body: &'a [Stmt]) {
    for s in body {
        stmt(c, s);
    }
}

fn stmt<'a>(c: &mut Compiler<'a>, s: &'a Stmt) {
    let span = s.span;
    match &s.kind {
        StmtKind::Expr(e) => {
            // A constant as a statement is a comment or a docstring.
            if !matches!(e.kind, ExprKind::Const(_)) {
                c.expr(e);
                c.emit(Instruction::PopTop, span);
            }
        }
        StmtKind::Assign(targets, value) => assign(c, targets, value, span),
        StmtKind::AugAssign(target, op, value) => aug_assign(c, target, *op, value, span),
        StmtKind::AnnAssign(target, value, annotation) => annotated(c, target, value, *annotation),
        StmtKind::Return(value) => return_stmt(c, value, span),
        StmtKind::Delete(targets) => targets.iter().for_each(|t| delete(c, t)),
        StmtKind::Pass | StmtKind::Global(_) => {}
        StmtKind::Nonlocal(names) => nonlocal(c, names, span),
        StmtKind::Break | StmtKind::Continue => {
            leave_loop(c, matches!(s.kind, StmtKind::Break), span)
        }
        StmtKind::If(..) => if_stmt(c, s),
        StmtKind::While(test, body, orelse) => while_stmt(c, test, body, orelse, span),
        StmtKind::For(target, iter, body, orelse) => {
            for_stmt(c, target, iter, (body, orelse), span)
        }
        StmtKind::Try { body, handlers, orelse, finalbody } => {
            if finalbody.is_empty() {
                try_except(c, body, handlers, orelse, span);
            } else {
                try_finally(c, body, handlers, orelse, finalbody, span);
            }
        }
        StmtKind::With(items, body) => with_stmt(c, items, body, span),
        StmtKind::Match(subject, cases) => patterns::match_stmt(c, subject, cases, span),
        StmtKind::FunctionDef(f) => definitions::function_def(c, f, span),
        StmtKind::ClassDef(class) => definitions::class_def(c, class, span),
        StmtKind::Raise(exc, arg, cause) => raise_stmt(c, exc, arg, cause, span),
        StmtKind::Assert(test, message) => assert_stmt(c, test, message, span),
        StmtKind::Import(names) => import_stmt(c, names, span),
        StmtKind::ImportFrom(module, level, names) => import_from(c, *module, *level, names, span),
        StmtKind::ImportStar(module, level) => {
            import(c, *module, *level, vec![Name::new("*")], false, span);
            c.emit(Instruction::ImportStar, span);
        }
        StmtKind::Print(dest, items, newline) => print(c, dest, items, *newline, span),
        StmtKind::Exec(code, globals, locals) => {
            c.expr(code);
            for x in [globals, locals] {
                match x {
                    Some(e) => c.expr(e),
                    None => c.none(span),
                }
            }
            c.emit(Instruction::ExecStmt, span);
        }
    }
}

fn annotated<'a>(
    c: &mut Compiler<'a>,
    target: &'a Expr,
    value: &'a Option<Expr>,
    annotation: Span,
) {
    if let (ExprKind::Name(n), false) = (&target.kind, c.is_function()) {
        let u = c.u();
        u.code.annotations.push((*n, annotation));
    }
    if let Some(v) = value {
        c.expr(v);
        c.store(target);
    }
}

fn return_stmt<'a>(c: &mut Compiler<'a>, value: &'a Option<Expr>, span: Span) {
    if !c.is_function() {
        c.error("`return` outside of a function", span);
        return;
    }
    match value {
        Some(v) => c.expr(v),
        None => c.none(span),
    }
    let (handler, depth) = (c.u().handler, c.u().depth);
    // Bodies of `finally` may go elsewhere: nothing of ours lies on the stack meanwhile.
    let bodies = |b: &Block| matches!(b, Block::Finally { .. } | Block::With { .. });
    let parked = c.blocks().iter().any(bodies).then(|| c.u().temp("result"));
    if let Some(t) = parked {
        c.emit(Instruction::StoreFast(t), span);
    }
    leave_blocks(c, 0);
    if let Some(t) = parked {
        c.emit(Instruction::LoadFast(t), span);
    }
    c.emit(Instruction::Return, span);
    c.u().depth = depth - 1;
    // What follows is dead, but the enclosing handlers are in force again.
    c.u().handler = handler;
}

fn nonlocal(c: &mut Compiler<'_>, names: &[Name], span: Span) {
    for n in names {
        if let NameScope::Global(_) | NameScope::Namespace(_) = c.place_of(*n) {
            c.error(format!("no outer function has a variable `{n}`"), span);
        }
    }
}

fn leave_loop(c: &mut Compiler<'_>, is_break: bool, span: Span) {
    let found = c.blocks().iter().rposition(|b| matches!(b, Block::Loop { .. }));
    let Some(i) = found else {
        let word = if is_break { "break" } else { "continue" };
        c.error(format!("`{word}` outside of a loop"), span);
        return;
    };
    let Block::Loop { end, again, is_for } = c.blocks()[i] else { return };
    let (depth, handler) = (c.u().depth, c.u().handler);
    leave_blocks(c, i + 1);
    if is_break {
        if is_for {
            c.emit(Instruction::PopTop, span);
        }
        c.jump(Instruction::Jump(0), end, span);
    } else {
        c.jump(Instruction::Jump(0), again, span);
    }
    c.u().depth = depth;
    c.u().handler = handler;
}

fn while_stmt<'a>(
    c: &mut Compiler<'a>,
    test: &'a Expr,
    body: &'a [Stmt],
    orelse: &'a [Stmt],
    span: Span,
) {
    let again = c.label();
    let end = c.label();
    let done = c.label();
    c.place(again);
    conditions::jump_if(c, test, done, false);
    c.blocks().push(Block::Loop { end, again, is_for: false });
    c.stmts(body);
    c.blocks().pop();
    c.jump(Instruction::Jump(0), again, span);
    c.place(done);
    c.stmts(orelse);
    c.place(end);
}

fn for_stmt<'a>(
    c: &mut Compiler<'a>,
    target: &'a Expr,
    iter: &'a Expr,
    (body, orelse): (&'a [Stmt], &'a [Stmt]),
    span: Span,
) {
    c.expr(iter);
    c.emit(Instruction::GetIter, iter.span);
    let again = c.label();
    let end = c.label();
    let done = c.label();
    c.place(again);
    c.jump(Instruction::ForIter(0), done, iter.span);
    c.store(target);
    c.blocks().push(Block::Loop { end, again, is_for: true });
    c.stmts(body);
    c.blocks().pop();
    c.jump(Instruction::Jump(0), again, span);
    c.place(done);
    c.stmts(orelse);
    c.place(end);
}

fn assert_stmt<'a>(c: &mut Compiler<'a>, test: &'a Expr, message: &'a Option<Expr>, span: Span) {
    let ok = c.label();
    conditions::jump_if(c, test, ok, true);
    c.emit(Instruction::LoadSpecial(Special::AssertionError), span);
    if let Some(m) = message {
        c.expr(m);
        c.call(1, span);
    }
    c.emit(Instruction::ExcInstantiate, span);
    c.emit(Instruction::RaiseValue, span);
    c.place(ok);
}

fn import_stmt(c: &mut Compiler<'_>, names: &[(Name, Option<Name>)], span: Span) {
    for (module, alias) in names {
        let leaf = alias.is_some();
        import(c, *module, 0, Vec::new(), leaf, span);
        let top = module.as_str().split('.').next().unwrap_or("");
        c.store_name(alias.unwrap_or(Name::new(top)), span);
    }
}

fn import_from(
    c: &mut Compiler<'_>,
    module: Name,
    level: u32,
    names: &[(Name, Option<Name>)],
    span: Span,
) {
    if module == "__future__" && level == 0 {
        return;
    }
    let fromlist = names.iter().map(|n| n.0).collect();
    import(c, module, level, fromlist, false, span);
    for (n, alias) in names {
        let i = c.u().name(*n);
        c.emit(Instruction::ImportFrom(i), span);
        c.store_name(alias.unwrap_or(*n), span);
    }
    c.emit(Instruction::PopTop, span);
}

fn import(
    c: &mut Compiler<'_>,
    module: Name,
    level: u32,
    fromlist: Vec<Name>,
    leaf: bool,
    span: Span,
) {
    let u = c.u();
    u.code.imports.push(Import { module, level, fromlist, leaf });
    let i = u.code.imports.len() as u32 - 1;
    c.emit(Instruction::ImportName(i), span);
}

fn print<'a>(
    c: &mut Compiler<'a>,
    dest: &'a Option<Expr>,
    items: &'a [Expr],
    newline: bool,
    span: Span,
) {
    for e in items {
        match dest {
            Some(d) => {
                c.emit(Instruction::LoadSpecial(Special::PrintItemTo), span);
                c.expr(d);
                c.expr(e);
                c.call(2, span);
            }
            None => {
                c.emit(Instruction::LoadSpecial(Special::PrintItem), span);
                c.expr(e);
                c.call(1, span);
            }
        }
        c.emit(Instruction::PopTop, span);
    }
    if newline {
        match dest {
            Some(d) => {
                c.emit(Instruction::LoadSpecial(Special::PrintNewlineTo), span);
                c.expr(d);
                c.call(1, span);
            }
            None => {
                c.emit(Instruction::LoadSpecial(Special::PrintNewline), span);
                c.call(0, span);
            }
        }
        c.emit(Instruction::PopTop, span);
    }
}

// --- assignment ---

fn assign<'a>(c: &mut Compiler<'a>, targets: &'a [Expr], value: &'a Expr, span: Span) {
    if let [target] = targets
        && let (ExprKind::Tuple(t) | ExprKind::List(t), ExprKind::Tuple(v)) =
            (&target.kind, &value.kind)
        && t.len() == v.len()
        && t.len() > 1
        && !t.iter().chain(v).any(|e| matches!(e.kind, ExprKind::Starred(_)))
    {
        // `a, b = b, a` needs no tuple.
        v.iter().for_each(|e| c.expr(e));
        match v.len() {
            2 => c.emit(Instruction::RotTwo, span),
            n => c.emit(Instruction::Reverse(n as u32), span),
        }
        t.iter().for_each(|e| c.store(e));
        return;
    }
    c.expr(value);
    let (last, init) = targets.split_last().expect("an assignment has a target");
    for t in init {
        c.emit(Instruction::DupTop, span);
        c.store(t);
    }
    c.store(last);
}

/// Stores the top value into a target.
pub(super) fn store<'a>(c: &mut Compiler<'a>, target: &'a Expr) {
    let span = target.span;
    match &target.kind {
        ExprKind::Name(n) => c.store_name(*n, span),
        ExprKind::Attr(o, n) => {
            c.expr(o);
            let i = c.attr_name(*n);
            c.emit(Instruction::StoreAttr(i), span);
        }
        ExprKind::Subscript(o, index) => {
            expr::subscript(c, o, index, [Instruction::SetSlice, Instruction::SetItem], span);
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => unpack(c, items, span),
        _ => {
            c.error("this cannot be assigned to", span);
            c.emit(Instruction::PopTop, span);
        }
    }
}

fn unpack<'a>(c: &mut Compiler<'a>, items: &'a [Expr], span: Span) {
    let star = items.iter().position(|i| matches!(i.kind, ExprKind::Starred(_)));
    match star {
        Some(at) => {
            let after = items.len() - at - 1;
            c.emit(Instruction::UnpackExPrepare(at as u32 + after as u32), span);
            c.emit(Instruction::UnpackEx(at as u32, after as u32), span);
        }
        None => {
            let ok = c.label();
            c.emit(Instruction::UnpackPrepare(items.len() as u32), span);
            c.emit(Instruction::UnpackTest(items.len() as u32), span);
            c.jump(Instruction::PopJumpIfTrue(0), ok, span);
            c.emit(Instruction::UnpackFailed(items.len() as u32), span);
            c.emit(Instruction::RaiseValue, span);
            c.place(ok);
            c.emit(Instruction::UnpackSequence(items.len() as u32), span);
        }
    }
    for i in items {
        match &i.kind {
            ExprKind::Starred(inner) => c.store(inner),
            _ => c.store(i),
        }
    }
}

fn aug_assign<'a>(
    c: &mut Compiler<'a>,
    target: &'a Expr,
    op: BinaryOp,
    value: &'a Expr,
    span: Span,
) {
    match &target.kind {
        ExprKind::Name(n) => {
            c.load_name(*n, target.span);
            c.expr(value);
            expr::inplace(c, op, span);
            c.store_name(*n, target.span);
        }
        ExprKind::Attr(o, n) => {
            let i = c.attr_name(*n);
            c.expr(o);
            c.emit(Instruction::DupTop, span);
            c.emit(Instruction::LoadAttr(i), target.span);
            c.expr(value);
            expr::inplace(c, op, span);
            c.emit(Instruction::RotTwo, span);
            c.emit(Instruction::StoreAttr(i), target.span);
        }
        ExprKind::Subscript(o, index) => {
            c.expr(o);
            expr::index(c, index);
            c.emit(Instruction::DupTopTwo, span);
            c.emit(Instruction::GetItem, target.span);
            c.expr(value);
            expr::inplace(c, op, span);
            c.emit(Instruction::RotThree, span);
            c.emit(Instruction::SetItem, target.span);
        }
        _ => c.error("this cannot be the target of an augmented assignment", target.span),
    }
}

fn delete<'a>(c: &mut Compiler<'a>, target: &'a Expr) {
    let span = target.span;
    match &target.kind {
        ExprKind::Name(n) => c.delete_name(*n, span),
        ExprKind::Attr(o, n) => {
            c.expr(o);
            let i = c.attr_name(*n);
            c.emit(Instruction::DeleteAttr(i), span);
        }
        ExprKind::Subscript(o, index) => {
            expr::subscript(c, o, index, [Instruction::DelSlice, Instruction::DelItem], span);
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => {
            items.iter().for_each(|i| delete(c, i));
        }
        _ => c.error("this cannot be deleted", span),
    }
}

// --- control flow ---

fn if_stmt<'a>(c: &mut Compiler<'a>, s: &'a Stmt) {
    let end = c.label();
    let mut at = s;
    loop {
        let StmtKind::If(test, body, orelse) = &at.kind else { return };
        match constant_truth(test) {
            Some(true) => {
                c.stmts(body);
                break;
            }
            Some(false) => {}
            None => {
                let other = c.label();
                conditions::jump_if(c, test, other, false);
                c.stmts(body);
                if !orelse.is_empty() {
                    c.jump(Instruction::Jump(0), end, at.span);
                }
                c.place(other);
            }
        }
        // A chain of `elif` is a loop here: it may be long.
        match orelse.as_slice() {
            [next] if matches!(next.kind, StmtKind::If(..)) => at = next,
            _ => {
                c.stmts(orelse);
                break;
            }
        }
    }
    c.place(end);
}

/// Emits what has to run when control leaves all blocks from index `keep` on.
fn leave_blocks(c: &mut Compiler<'_>, keep: usize) {
    let all = c.blocks().clone();
    for i in (keep..all.len()).rev() {
        c.blocks().truncate(i);
        match all[i] {
            Block::Loop { .. } => {}
            Block::Try { outer } => c.u().handler = outer,
            Block::Finally { body, outer } => {
                c.u().handler = outer;
                c.stmts(body);
            }
            Block::With { exit, outer, span } => {
                c.u().handler = outer;
                call_exit(c, exit, span);
            }
            Block::Handling { ty, value } => {
                let span = c.u().code.span;
                c.emit(Instruction::ClearFast(ty), span);
                c.emit(Instruction::ClearFast(value), span);
            }
        }
    }
    *c.blocks() = all;
}

fn raise_stmt<'a>(
    c: &mut Compiler<'a>,
    exc: &'a Option<Expr>,
    arg: &'a Option<Expr>,
    cause: &'a Option<Expr>,
    span: Span,
) {
    let Some(exc) = exc else {
        match calls::handled_exception(c) {
            Some((ty, value)) => {
                c.emit(Instruction::LoadFast(ty), span);
                c.emit(Instruction::LoadFast(value), span);
                c.emit(Instruction::Reraise, span);
            }
            None => c.emit(Instruction::RaiseCurrent, span),
        }
        return;
    };
    c.expr(exc);
    match arg.as_ref().map(|a| (&a.kind, a)) {
        // `raise E, (a, b)` gives E both.
        Some((ExprKind::Tuple(items), _)) => {
            items.iter().for_each(|a| c.expr(a));
            c.call(items.len(), span);
            c.emit(Instruction::ExcInstantiate, span);
        }
        Some((_, a)) => {
            c.expr(a);
            c.emit(Instruction::ExcInstantiate2, span);
        }
        None => c.emit(Instruction::ExcInstantiate, span),
    }
    if let Some(cause) = cause {
        c.expr(cause);
        // `raise cls, value, traceback`: a raised exception has its own traceback.
        let op = if arg.is_some() { Instruction::PopTop } else { Instruction::ExcSetCause };
        c.emit(op, span);
    }
    c.emit(Instruction::RaiseValue, span);
}

fn install<'a>(c: &mut Compiler<'a>, block: impl FnOnce(u32) -> Block<'a>, l: super::Label) -> u32 {
    let outer = c.u().handler;
    let inside = c.blocks().iter().filter(|b| matches!(b, Block::Handling { .. })).count();
    let h = c.u().new_handler(l, inside as u32);
    c.u().handler = h;
    c.blocks().push(block(outer));
    outer
}

fn uninstall(c: &mut Compiler<'_>, outer: u32) {
    c.blocks().pop();
    c.u().handler = outer;
}

/// Start of a handler: moves type and value into hidden locals. The flow space keeps the
/// paths of different exceptions apart in an `except` chain (`$etype`), but not in the
/// bodies of `finally` and `with` (`$ftype`).
fn begin_handler(c: &mut Compiler<'_>, l: super::Label, chain: bool, span: Span) -> (u32, u32) {
    c.place(l);
    let (ty, value) = if chain { ("etype", "evalue") } else { ("ftype", "fvalue") };
    let ty = c.u().temp(ty);
    let value = c.u().temp(value);
    c.emit(Instruction::StoreFast(value), span);
    c.emit(Instruction::StoreFast(ty), span);
    (ty, value)
}

fn end_handler(c: &mut Compiler<'_>, (ty, value): (u32, u32), span: Span) {
    c.emit(Instruction::ClearFast(ty), span);
    c.emit(Instruction::ClearFast(value), span);
}

fn reraise(c: &mut Compiler<'_>, (ty, value): (u32, u32), span: Span) {
    c.emit(Instruction::LoadFast(ty), span);
    c.emit(Instruction::LoadFast(value), span);
    c.emit(Instruction::Reraise, span);
}

fn try_except<'a>(
    c: &mut Compiler<'a>,
    body: &'a [Stmt],
    handlers: &'a [ExceptHandler],
    orelse: &'a [Stmt],
    span: Span,
) {
    let catch = c.label();
    let end = c.label();
    let outer = install(c, |outer| Block::Try { outer }, catch);
    c.stmts(body);
    uninstall(c, outer);
    c.stmts(orelse);
    c.jump(Instruction::Jump(0), end, span);
    let exc = begin_handler(c, catch, true, span);
    for h in handlers {
        let next = c.label();
        if let Some(ty) = &h.ty {
            match &ty.kind {
                ExprKind::Tuple(classes)
                    if !classes.is_empty()
                        && !classes.iter().any(|c| matches!(c.kind, ExprKind::Starred(_))) =>
                {
                    let found = c.label();
                    for class in classes {
                        c.emit(Instruction::LoadFast(exc.0), class.span);
                        c.expr(class);
                        c.emit(Instruction::ExceptionMatch, class.span);
                        c.jump(Instruction::PopJumpIfTrue(0), found, class.span);
                    }
                    c.jump(Instruction::Jump(0), next, h.span);
                    c.place(found);
                }
                _ => {
                    c.emit(Instruction::LoadFast(exc.0), ty.span);
                    c.expr(ty);
                    c.emit(Instruction::ExceptionMatch, ty.span);
                    c.jump(Instruction::PopJumpIfFalse(0), next, ty.span);
                }
            }
        }
        c.blocks().push(Block::Handling { ty: exc.0, value: exc.1 });
        if let Some(t) = &h.target {
            c.emit(Instruction::LoadFast(exc.1), h.span);
            c.store(t);
        }
        c.stmts(&h.body);
        c.blocks().pop();
        end_handler(c, exc, h.span);
        c.jump(Instruction::Jump(0), end, h.span);
        c.place(next);
    }
    if handlers.last().is_none_or(|h| h.ty.is_some()) {
        reraise(c, exc, span);
    }
    c.place(end);
}

fn try_finally<'a>(
    c: &mut Compiler<'a>,
    body: &'a [Stmt],
    handlers: &'a [ExceptHandler],
    orelse: &'a [Stmt],
    finalbody: &'a [Stmt],
    span: Span,
) {
    let catch = c.label();
    let end = c.label();
    let outer = install(c, |outer| Block::Finally { body: finalbody, outer }, catch);
    if handlers.is_empty() {
        c.stmts(body);
    } else {
        try_except(c, body, handlers, orelse, span);
    }
    uninstall(c, outer);
    c.stmts(finalbody);
    c.jump(Instruction::Jump(0), end, span);
    let exc = begin_handler(c, catch, false, span);
    c.blocks().push(Block::Handling { ty: exc.0, value: exc.1 });
    c.stmts(finalbody);
    c.blocks().pop();
    reraise(c, exc, span);
    c.place(end);
}

/// Calls a saved `__exit__` for a normal way out.
fn call_exit(c: &mut Compiler<'_>, exit: u32, span: Span) {
    c.emit(Instruction::LoadFast(exit), span);
    for _ in 0..3 {
        c.none(span);
    }
    c.call(3, span);
    c.emit(Instruction::PopTop, span);
    c.emit(Instruction::ClearFast(exit), span);
}

fn with_stmt<'a>(
    c: &mut Compiler<'a>,
    items: &'a [(Expr, Option<Expr>)],
    body: &'a [Stmt],
    span: Span,
) {
    let Some(((manager, target), rest)) = items.split_first() else {
        c.stmts(body);
        return;
    };
    let mspan = manager.span;
    c.expr(manager);
    c.emit(Instruction::DupTop, mspan);
    let i = c.u().name(Name::new("__exit__"));
    c.emit(Instruction::LoadAttr(i), mspan);
    let exit = c.u().temp("exit");
    c.emit(Instruction::StoreFast(exit), mspan);
    let i = c.u().name(Name::new("__enter__"));
    c.emit(Instruction::LoadAttr(i), mspan);
    c.call(0, mspan);
    let catch = c.label();
    let end = c.label();
    // The entered value is stored inside the protected region but lies on the stack before
    // it: park it in a hidden local, so that the handler's depth does not count it.
    let entered = c.u().temp("entered");
    c.emit(Instruction::StoreFast(entered), mspan);
    let outer = install(c, |outer| Block::With { exit, outer, span: mspan }, catch);
    if let Some(t) = target {
        c.emit(Instruction::LoadFast(entered), mspan);
        c.emit(Instruction::ClearFast(entered), mspan);
        c.store(t);
    } else {
        c.emit(Instruction::ClearFast(entered), mspan);
    }
    with_stmt(c, rest, body, span);
    uninstall(c, outer);
    call_exit(c, exit, mspan);
    c.jump(Instruction::Jump(0), end, span);
    let exc = begin_handler(c, catch, false, mspan);
    c.emit(Instruction::LoadFast(exit), mspan);
    c.emit(Instruction::LoadFast(exc.0), mspan);
    c.emit(Instruction::LoadFast(exc.1), mspan);
    c.none(mspan);
    c.call(3, mspan);
    c.emit(Instruction::ClearFast(exit), mspan);
    let suppressed = c.label();
    c.jump(Instruction::PopJumpIfTrue(0), suppressed, mspan);
    reraise(c, exc, mspan);
    c.place(suppressed);
    c.emit(Instruction::ExceptionSuppressed, mspan);
    end_handler(c, exc, mspan);
    c.place(end);
}
