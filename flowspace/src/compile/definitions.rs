//! Functions, classes and modules.

use super::calls;
use super::symtable::{key, mangle};
use crate::ast::*;
use crate::bytecode::*;
use crate::compile::state::Compiler;
use flowmodel::diag::Span;
use flowmodel::name::Name;
use std::rc::Rc;

pub(crate) fn module<'a>(c: &mut Compiler<'a>, body: &'a [Stmt]) {
    let span = c.u().code.span;
    docstring(c, body, true);
    c.stmts(body);
    let end = Span { start: span.end, ..span };
    c.none(end);
    c.emit(Instruction::Return, end);
}

fn docstring<'a>(c: &mut Compiler<'a>, body: &'a [Stmt], store: bool) {
    let Some(Stmt { kind: StmtKind::Expr(e), span }) = body.first() else { return };
    let ExprKind::Const(ConstValue::Str(s) | ConstValue::Unicode(s)) = &e.kind else { return };
    c.u().code.docstring = Some(s.clone());
    if store {
        c.constant(ConstValue::Str(s.clone()), *span);
        c.store_name(Name::new("__doc__"), *span);
    }
}

/// Declares the parameters of the function just opened.
fn declare_params<'a>(c: &mut Compiler<'a>, params: &'a Params) {
    let class_name = c.table.class_name(c.scope);
    let mut names = Vec::new();
    for (i, p) in params.args.iter().enumerate() {
        names.push(match p.name {
            Some(n) => mangle(class_name, n),
            None => Name::new(&format!(".{i}")),
        });
    }
    let rest = params.kwonly.iter().filter_map(|p| p.name);
    names.extend(rest.chain(params.vararg).chain(params.kwarg).map(|n| mangle(class_name, n)));
    let u = c.u();
    u.code.argcount = params.args.len() as u32;
    u.code.posonlyargcount = params.posonly as u32;
    u.code.kwonlyargcount = params.kwonly.len() as u32;
    u.code.has_varargs = params.vararg.is_some();
    u.code.has_kwargs = params.kwarg.is_some();
    for &n in &names {
        u.var(n);
    }
    for (i, n) in names.iter().enumerate() {
        if let Some(c) = u.code.cellvars.iter().position(|x| x == n) {
            u.code.cell_params.push((i as u32, c as u32));
        }
    }
    if let Some(s) = c.stack.last_mut() {
        s.first_param = params.args.first().and_then(|p| p.name);
    }
    for (i, p) in params.args.iter().enumerate() {
        if let Some(pattern) = &p.pattern {
            c.emit(Instruction::LoadFast(i as u32), p.span);
            c.store(pattern);
        }
    }
}

fn push_defaults<'a>(c: &mut Compiler<'a>, params: &'a Params) -> (u32, Vec<Name>) {
    let mut n = 0;
    for p in &params.args {
        if let Some(d) = &p.default {
            c.expr(d);
            n += 1;
        }
    }
    let mut kw = Vec::new();
    for p in &params.kwonly {
        if let (Some(d), Some(name)) = (&p.default, p.name) {
            c.expr(d);
            kw.push(mangle(c.table.class_name(c.scope), name));
        }
    }
    (n, kw)
}

pub(crate) fn make_function(
    c: &mut Compiler<'_>,
    code: Rc<CodeObject>,
    ndefaults: u32,
    kwdefaults: Vec<Name>,
    span: Span,
) {
    let closure = code.freevars.iter().map(|&n| c.cell_of(n)).collect();
    let u = c.u();
    u.code.makefunctions.push(MakeFunction { code, ndefaults, kwdefaults, closure });
    let i = u.code.makefunctions.len() as u32 - 1;
    c.emit(Instruction::MakeFunction(i), span);
}

fn decorate<'a>(c: &mut Compiler<'a>, decorators: &'a [Expr]) {
    for d in decorators.iter().rev() {
        c.call(1, d.span);
    }
}

pub(crate) fn function_def<'a>(c: &mut Compiler<'a>, f: &'a FunctionDef, span: Span) {
    for d in &f.decorators {
        c.expr(d);
    }
    let (ndefaults, kwdefaults) = push_defaults(c, &f.params);
    let outer = c.scope;
    c.open(f.name.as_str(), CodeKind::Function, c.table.scope_of(key(f)), span);
    declare_params(c, &f.params);
    docstring(c, &f.body, false);
    c.u().code.annotations = f.params.annotations.clone();
    c.stmts(&f.body);
    c.none(span);
    c.emit(Instruction::Return, span);
    let code = c.close();
    c.scope = outer;
    make_function(c, code, ndefaults, kwdefaults, span);
    decorate(c, &f.decorators);
    c.store_name(f.name, span);
}

pub(crate) fn lambda<'a>(c: &mut Compiler<'a>, params: &'a Params, body: &'a Expr, span: Span) {
    let (ndefaults, kwdefaults) = push_defaults(c, params);
    let outer = c.scope;
    c.open("<lambda>", CodeKind::Lambda, c.table.scope_of(key(params)), span);
    declare_params(c, params);
    c.expr(body);
    c.emit(Instruction::Return, body.span);
    let code = c.close();
    c.scope = outer;
    make_function(c, code, ndefaults, kwdefaults, span);
}

pub(crate) fn class_def<'a>(c: &mut Compiler<'a>, class: &'a ClassDef, span: Span) {
    for d in &class.decorators {
        c.expr(d);
    }
    let args = calls::call_args(c, &class.args, span);
    c.open(class.name.as_str(), CodeKind::Class, c.table.scope_of(key(class)), span);
    docstring(c, &class.body, true);
    c.stmts(&class.body);
    c.none(span);
    c.emit(Instruction::Return, span);
    let code = c.close();
    let closure = code.freevars.iter().map(|&n| c.cell_of(n)).collect();
    let u = c.u();
    u.code.buildclasses.push(BuildClass { code, name: class.name, args, closure });
    let i = u.code.buildclasses.len() as u32 - 1;
    c.emit(Instruction::BuildClass(i), span);
    decorate(c, &class.decorators);
    c.store_name(class.name, span);
}
