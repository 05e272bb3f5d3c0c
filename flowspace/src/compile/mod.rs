//! Compiler: syntax trees to code objects.

mod expr;
mod patterns;
mod stmt;
pub mod symtable;
mod unit;

use crate::Mode;
use crate::ast::*;
use crate::bytecode::*;
use crate::parser::{Future, Python, parse_expression, parse_module};
use flowmodel::diag::{Diagnostic, FileId, SourceMap, Span};
use flowmodel::name::Name;
use std::rc::Rc;
use symtable::{Place, ScopeId, ScopeKind, SymTable, key, mangle};
use unit::{Label, Unit};

/// Compiles the text of a file. A file that does not tell which Python it is written in is taken to be of
/// `neutral`'s. The library (None) is neutral, whatever it tells: it serves programs of all generations.
/// `/` floors on integers (Python 2, as in RPython) unless the file is of Python 3 or says
/// `from __future__ import division`.
pub fn compile_source(
    sources: &SourceMap,
    file: FileId,
    mode: Mode,
    neutral: Option<Python>,
) -> Result<Rc<CodeObject>, Vec<Diagnostic>> {
    let nowhere = Span { file, start: 0, end: 0, inlined: 0 };
    let Some(source) = sources.get(file) else {
        return Err(vec![Diagnostic::error("syntax", "unknown source file", nowhere)]);
    };
    let text = source.text.clone();
    if text.len() > u32::MAX as usize / 2 {
        return Err(vec![Diagnostic::error("syntax", "the file is too large", nowhere)]);
    }
    let whole = Span { file, start: 0, end: text.len() as u32, inlined: 0 };
    match mode {
        Mode::Exec => {
            let mut module = parse_module(file, &text)?;
            settle(&mut module.future, neutral);
            let table = SymTable::of_module(&module.body, module.future.python == Python::Two)?;
            let mut c = Compiler::new(sources, table, module.future);
            c.open("<module>", CodeKind::Module, 0, whole);
            c.module(&module.body);
            c.done()
        }
        Mode::Eval => {
            let e = parse_expression(file, &text)?;
            let mut future = Future::default();
            settle(&mut future, neutral);
            let table = SymTable::of_expr(&e, future.python == Python::Two)?;
            let mut c = Compiler::new(sources, table, future);
            c.open("<eval>", CodeKind::Eval, 0, whole);
            c.expr(&e);
            c.emit(Op::Return, e.span);
            c.done()
        }
    }
}

/// Decides the generation of a file. Imports go by what the file itself tells.
fn settle(future: &mut Future, neutral: Option<Python>) {
    future.absolute_import |= future.python != Python::Two;
    match neutral {
        None => future.python = Python::Neutral,
        Some(python) if future.python == Python::Neutral => future.python = python,
        Some(_) => {}
    }
}

/// What `break`, `continue` and `return` have to leave on their way, innermost last.
#[derive(Clone, Copy)]
enum Block<'a> {
    Loop {
        end: Label,
        again: Label,
        is_for: bool,
    },
    /// A `try` whose handlers need nothing on the way out but that they are no longer in force.
    Try {
        outer: u32,
    },
    Finally {
        body: &'a [Stmt],
        outer: u32,
    },
    With {
        exit: u32,
        outer: u32,
        span: Span,
    },
    /// An `except` body or the exceptional copy of a `finally` body.
    Handling {
        ty: u32,
        value: u32,
    },
}

struct Scope<'a> {
    unit: Unit,
    id: ScopeId,
    blocks: Vec<Block<'a>>,
    first_param: Option<Name>,
}

struct Compiler<'a> {
    sources: &'a SourceMap,
    table: SymTable,
    future: Future,
    stack: Vec<Scope<'a>>,
    /// Scope of names: that of the code object, or of an inline comprehension inside it.
    scope: ScopeId,
    errors: Vec<Diagnostic>,
}

impl<'a> Compiler<'a> {
    fn new(sources: &'a SourceMap, table: SymTable, future: Future) -> Compiler<'a> {
        Compiler { sources, table, future, stack: Vec::new(), scope: 0, errors: Vec::new() }
    }

    fn error(&mut self, message: impl Into<String>, span: Span) {
        self.errors.push(Diagnostic::error("syntax", message, span));
    }

    fn done(mut self) -> Result<Rc<CodeObject>, Vec<Diagnostic>> {
        let code = self.close();
        if self.errors.is_empty() { Ok(code) } else { Err(self.errors) }
    }

    /// Does `/` divide ints as it divides floats?
    fn true_division(&self) -> bool {
        self.future.division || self.future.python == Python::Three
    }

    // --- code objects ---

    fn open(&mut self, name: &str, kind: CodeKind, id: ScopeId, span: Span) {
        let qualname = match self.stack.last() {
            Some(s) if s.unit.code.kind != CodeKind::Module => {
                let outer = s.unit.code.qualname;
                match s.unit.code.kind {
                    CodeKind::Class => format!("{outer}.{name}"),
                    _ => format!("{outer}.<locals>.{name}"),
                }
            }
            _ => name.to_string(),
        };
        let line = self.sources.line_col(span.file, span.start).map_or(0, |p| p.0);
        let mut unit = Unit::new(Name::new(name), Name::new(&qualname), kind, span, line);
        unit.code.nested = self.stack.iter().any(|s| {
            matches!(s.unit.code.kind, CodeKind::Function | CodeKind::Lambda | CodeKind::GenExpr)
        });
        unit.code.true_division = self.true_division();
        unit.code.text_annotations = self.future.annotations;
        unit.code.relative_imports = !self.future.absolute_import;
        unit.code.python = self.future.python;
        unit.code.cellvars = self.table.scopes[id].cells.clone();
        unit.code.freevars = self.table.scopes[id].frees.clone();
        unit.code.rebound = self.table.scopes[id].rebound.clone();
        unit.code.generator = self.table.scopes[id].generator;
        self.stack.push(Scope { unit, id, blocks: Vec::new(), first_param: None });
        self.scope = id;
    }

    fn close(&mut self) -> Rc<CodeObject> {
        let scope = self.stack.pop().expect("an open code object");
        if let Some(outer) = self.stack.last() {
            self.scope = outer.id;
        }
        scope.unit.finish()
    }

    fn u(&mut self) -> &mut Unit {
        &mut self.stack.last_mut().expect("an open code object").unit
    }

    fn blocks(&mut self) -> &mut Vec<Block<'a>> {
        &mut self.stack.last_mut().expect("an open code object").blocks
    }

    fn emit(&mut self, op: Op, span: Span) {
        self.u().emit(op, span);
    }

    fn label(&mut self) -> Label {
        self.u().label()
    }

    fn place(&mut self, l: Label) {
        self.u().place(l);
    }

    fn jump(&mut self, op: Op, l: Label, span: Span) {
        self.u().jump(op, l, span);
    }

    fn constant(&mut self, c: ConstValue, span: Span) {
        let c = self.literal(c);
        let i = self.u().constant(c);
        self.emit(Op::LoadConst(i), span);
    }

    /// A literal as the generation of the file means it.
    fn literal(&self, c: ConstValue) -> ConstValue {
        let three = self.future.python == Python::Three;
        match c {
            ConstValue::Bytes(b) if !three => ConstValue::RawStr(b),
            ConstValue::Unicode(s) if three => ConstValue::Str(s),
            ConstValue::Tuple(items) => {
                ConstValue::Tuple(items.iter().map(|c| self.literal(c.clone())).collect())
            }
            c => c,
        }
    }

    fn none(&mut self, span: Span) {
        self.constant(ConstValue::None, span);
    }

    fn call(&mut self, nargs: usize, span: Span) {
        let i = self.u().shape(CallShape::simple(nargs));
        self.emit(Op::Call(i), span);
    }

    fn attr_name(&mut self, n: Name) -> u32 {
        let n = mangle(self.table.class_name(self.scope), n);
        self.u().name(n)
    }

    // --- names ---

    fn place_of(&mut self, n: Name) -> Place {
        let n = mangle(self.table.class_name(self.scope), n);
        self.table.resolve(self.scope, n)
    }

    fn load_name(&mut self, n: Name, span: Span) {
        if n == "__debug__" {
            self.constant(ConstValue::Bool(true), span);
            return;
        }
        let place = self.place_of(n);
        let op = match place {
            Place::Local(n) => match self.u().cell(n) {
                Some(i) => Op::LoadDeref(i),
                None => Op::LoadFast(self.u().var(n)),
            },
            Place::Free(n) => Op::LoadDeref(self.cell_of(n)),
            Place::ClassFree(n) => Op::LoadClassDeref(self.cell_of(n)),
            Place::Global(n) => Op::LoadGlobal(self.u().name(n)),
            Place::Namespace(n) => Op::LoadName(self.u().name(n)),
        };
        self.emit(op, span);
    }

    fn store_name(&mut self, n: Name, span: Span) {
        if n == "__debug__" {
            self.error("`__debug__` cannot be assigned to", span);
        }
        let place = self.place_of(n);
        let op = match place {
            Place::Local(n) => match self.u().cell(n) {
                Some(i) => Op::StoreDeref(i),
                None => Op::StoreFast(self.u().var(n)),
            },
            Place::Free(n) | Place::ClassFree(n) => Op::StoreDeref(self.cell_of(n)),
            Place::Global(n) => Op::StoreGlobal(self.u().name(n)),
            Place::Namespace(n) => Op::StoreName(self.u().name(n)),
        };
        self.emit(op, span);
    }

    fn delete_name(&mut self, n: Name, span: Span) {
        let place = self.place_of(n);
        let op = match place {
            Place::Local(n) => match self.u().cell(n) {
                Some(i) => Op::DeleteDeref(i),
                None => Op::DeleteFast(self.u().var(n)),
            },
            Place::Free(n) | Place::ClassFree(n) => Op::DeleteDeref(self.cell_of(n)),
            Place::Global(n) => Op::DeleteGlobal(self.u().name(n)),
            Place::Namespace(n) => Op::DeleteName(self.u().name(n)),
        };
        self.emit(op, span);
    }

    fn cell_of(&mut self, n: Name) -> u32 {
        self.u().cell(n).expect("the symbol pass made a cell for each free variable")
    }

    // --- definitions ---

    fn module(&mut self, body: &'a [Stmt]) {
        let span = self.u().code.span;
        self.docstring(body, true);
        self.stmts(body);
        let end = Span { start: span.end, ..span };
        self.none(end);
        self.emit(Op::Return, end);
    }

    fn docstring(&mut self, body: &'a [Stmt], store: bool) {
        let Some(Stmt { kind: StmtKind::Expr(e), span }) = body.first() else { return };
        let ExprKind::Const(ConstValue::Str(s) | ConstValue::Unicode(s)) = &e.kind else { return };
        self.u().code.docstring = Some(s.clone());
        if store {
            self.constant(ConstValue::Str(s.clone()), *span);
            self.store_name(Name::new("__doc__"), *span);
        }
    }

    /// Declares the parameters of the function just opened.
    fn declare_params(&mut self, params: &'a Params) {
        let class_name = self.table.class_name(self.scope);
        let mut names = Vec::new();
        for (i, p) in params.args.iter().enumerate() {
            names.push(match p.name {
                Some(n) => mangle(class_name, n),
                None => Name::new(&format!(".{i}")),
            });
        }
        let rest = params.kwonly.iter().filter_map(|p| p.name);
        names.extend(rest.chain(params.vararg).chain(params.kwarg).map(|n| mangle(class_name, n)));
        let u = self.u();
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
        if let Some(s) = self.stack.last_mut() {
            s.first_param = params.args.first().and_then(|p| p.name);
        }
        for (i, p) in params.args.iter().enumerate() {
            if let Some(pattern) = &p.pattern {
                self.emit(Op::LoadFast(i as u32), p.span);
                self.store(pattern);
            }
        }
    }

    fn push_defaults(&mut self, params: &'a Params) -> (u32, Vec<Name>) {
        let mut n = 0;
        for p in &params.args {
            if let Some(d) = &p.default {
                self.expr(d);
                n += 1;
            }
        }
        let mut kw = Vec::new();
        for p in &params.kwonly {
            if let (Some(d), Some(name)) = (&p.default, p.name) {
                self.expr(d);
                kw.push(mangle(self.table.class_name(self.scope), name));
            }
        }
        (n, kw)
    }

    fn make_function(
        &mut self,
        code: Rc<CodeObject>,
        ndefaults: u32,
        kwdefaults: Vec<Name>,
        span: Span,
    ) {
        let closure = code.freevars.iter().map(|&n| self.cell_of(n)).collect();
        let u = self.u();
        u.code.makefunctions.push(MakeFunction { code, ndefaults, kwdefaults, closure });
        let i = u.code.makefunctions.len() as u32 - 1;
        self.emit(Op::MakeFunction(i), span);
    }

    fn decorate(&mut self, decorators: &'a [Expr]) {
        for d in decorators.iter().rev() {
            self.call(1, d.span);
        }
    }

    fn function_def(&mut self, f: &'a FunctionDef, span: Span) {
        for d in &f.decorators {
            self.expr(d);
        }
        let (ndefaults, kwdefaults) = self.push_defaults(&f.params);
        let outer = self.scope;
        self.open(f.name.as_str(), CodeKind::Function, self.table.scope_of(key(f)), span);
        self.declare_params(&f.params);
        self.docstring(&f.body, false);
        self.u().code.annotations = f.params.annotations.clone();
        self.stmts(&f.body);
        self.none(span);
        self.emit(Op::Return, span);
        let code = self.close();
        self.scope = outer;
        self.make_function(code, ndefaults, kwdefaults, span);
        self.decorate(&f.decorators);
        self.store_name(f.name, span);
    }

    fn lambda(&mut self, params: &'a Params, body: &'a Expr, span: Span) {
        let (ndefaults, kwdefaults) = self.push_defaults(params);
        let outer = self.scope;
        self.open("<lambda>", CodeKind::Lambda, self.table.scope_of(key(params)), span);
        self.declare_params(params);
        self.expr(body);
        self.emit(Op::Return, body.span);
        let code = self.close();
        self.scope = outer;
        self.make_function(code, ndefaults, kwdefaults, span);
    }

    fn class_def(&mut self, c: &'a ClassDef, span: Span) {
        for d in &c.decorators {
            self.expr(d);
        }
        let args = self.call_args(&c.args, span);
        self.open(c.name.as_str(), CodeKind::Class, self.table.scope_of(key(c)), span);
        self.docstring(&c.body, true);
        self.stmts(&c.body);
        self.none(span);
        self.emit(Op::Return, span);
        let code = self.close();
        let closure = code.freevars.iter().map(|&n| self.cell_of(n)).collect();
        let u = self.u();
        u.code.buildclasses.push(BuildClass { code, name: c.name, args, closure });
        let i = u.code.buildclasses.len() as u32 - 1;
        self.emit(Op::BuildClass(i), span);
        self.decorate(&c.decorators);
        self.store_name(c.name, span);
    }

    fn generator_expression(&mut self, elt: &'a Expr, comps: &'a [Comprehension], span: Span) {
        let outer = self.scope;
        self.open("<genexpr>", CodeKind::GenExpr, self.table.scope_of(key(elt)), span);
        let u = self.u();
        u.code.argcount = 1;
        let dot0 = u.var(Name::new(".0"));
        self.emit(Op::LoadFast(dot0), span);
        self.comprehension_loops(comps, 0, 1, &mut |c, _| {
            c.expr(elt);
            c.emit(Op::Yield, elt.span);
            c.emit(Op::PopTop, elt.span);
        });
        self.none(span);
        self.emit(Op::Return, span);
        let code = self.close();
        self.scope = outer;
        self.make_function(code, 0, Vec::new(), span);
        self.expr(&comps[0].iter);
        self.emit(Op::GetIter, comps[0].iter.span);
        self.call(1, span);
    }

    /// The loops of a comprehension. The iterator of loop `i` (if `i` is 0) is on the stack.
    /// `body` gets the number of iterators that lie above the collection.
    fn comprehension_loops(
        &mut self,
        comps: &'a [Comprehension],
        i: usize,
        above: u32,
        body: &mut dyn FnMut(&mut Compiler<'a>, u32),
    ) {
        let comp = &comps[i];
        let span = comp.iter.span;
        if i > 0 {
            self.expr(&comp.iter);
            self.emit(Op::GetIter, span);
        }
        let again = self.label();
        let end = self.label();
        self.place(again);
        self.jump(Op::ForIter(0), end, span);
        self.store(&comp.target);
        for c in &comp.ifs {
            self.jump_if(c, again, false);
        }
        if i + 1 < comps.len() {
            self.comprehension_loops(comps, i + 1, above + 1, body);
        } else {
            body(self, above);
        }
        self.jump(Op::Jump(0), again, span);
        self.place(end);
    }

    fn is_function(&self) -> bool {
        self.stack.last().is_some_and(|s| self.table.scopes[s.id].kind == ScopeKind::Function)
    }
}
