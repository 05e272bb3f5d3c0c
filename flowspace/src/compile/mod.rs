//! Compiler: syntax trees to code objects.

mod calls;
mod comprehensions;
mod conditions;
mod definitions;
mod expr;
mod patterns;
pub(crate) mod state;
mod stmt;
pub mod symtable;
mod unit;

use crate::Mode;
use crate::ast::*;
use crate::bytecode::*;
use crate::compile::state::{Block, Compiler, Scope};
use crate::parser::Python;
use crate::parser::parse_expression;
use crate::parser::parse_module;
use crate::parser::state::Future;
use flowmodel::diag::{Diagnostic, FileId, SourceMap, Span};
use flowmodel::name::Name;
use std::rc::Rc;
use symtable::{NameScope, ScopeId, ScopeKind, SymTable, mangle};
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
            definitions::module(&mut c, &module.body);
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
            c.emit(Instruction::Return, e.span);
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

    /// Pushes the value of an expression.
    fn expr(&mut self, e: &'a Expr) {
        expr::expr(self, e);
    }

    /// Stores the value on top in a target.
    fn store(&mut self, target: &'a Expr) {
        stmt::store(self, target);
    }

    fn stmts(&mut self, body: &'a [Stmt]) {
        stmt::stmts(self, body);
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

    fn emit(&mut self, op: Instruction, span: Span) {
        self.u().emit(op, span);
    }

    fn label(&mut self) -> Label {
        self.u().label()
    }

    fn place(&mut self, l: Label) {
        self.u().place(l);
    }

    fn jump(&mut self, op: Instruction, l: Label, span: Span) {
        self.u().jump(op, l, span);
    }

    fn constant(&mut self, c: ConstValue, span: Span) {
        let c = self.literal(c);
        let i = self.u().constant(c);
        self.emit(Instruction::LoadConst(i), span);
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
        self.emit(Instruction::Call(i), span);
    }

    fn attr_name(&mut self, n: Name) -> u32 {
        let n = mangle(self.table.class_name(self.scope), n);
        self.u().name(n)
    }

    // --- names ---

    fn place_of(&mut self, n: Name) -> NameScope {
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
            NameScope::Local(n) => match self.u().cell(n) {
                Some(i) => Instruction::LoadDeref(i),
                None => Instruction::LoadFast(self.u().var(n)),
            },
            NameScope::Free(n) => Instruction::LoadDeref(self.cell_of(n)),
            NameScope::ClassFree(n) => Instruction::LoadClassDeref(self.cell_of(n)),
            NameScope::Global(n) => Instruction::LoadGlobal(self.u().name(n)),
            NameScope::Namespace(n) => Instruction::LoadName(self.u().name(n)),
        };
        self.emit(op, span);
    }

    fn store_name(&mut self, n: Name, span: Span) {
        if n == "__debug__" {
            self.error("`__debug__` cannot be assigned to", span);
        }
        let place = self.place_of(n);
        let op = match place {
            NameScope::Local(n) => match self.u().cell(n) {
                Some(i) => Instruction::StoreDeref(i),
                None => Instruction::StoreFast(self.u().var(n)),
            },
            NameScope::Free(n) | NameScope::ClassFree(n) => {
                Instruction::StoreDeref(self.cell_of(n))
            }
            NameScope::Global(n) => Instruction::StoreGlobal(self.u().name(n)),
            NameScope::Namespace(n) => Instruction::StoreName(self.u().name(n)),
        };
        self.emit(op, span);
    }

    fn delete_name(&mut self, n: Name, span: Span) {
        let place = self.place_of(n);
        let op = match place {
            NameScope::Local(n) => match self.u().cell(n) {
                Some(i) => Instruction::DeleteDeref(i),
                None => Instruction::DeleteFast(self.u().var(n)),
            },
            NameScope::Free(n) | NameScope::ClassFree(n) => {
                Instruction::DeleteDeref(self.cell_of(n))
            }
            NameScope::Global(n) => Instruction::DeleteGlobal(self.u().name(n)),
            NameScope::Namespace(n) => Instruction::DeleteName(self.u().name(n)),
        };
        self.emit(op, span);
    }

    fn cell_of(&mut self, n: Name) -> u32 {
        self.u().cell(n).expect("the symbol pass made a cell for each free variable")
    }
}

impl<'a> Compiler<'a> {
    fn is_function(&self) -> bool {
        self.stack.last().is_some_and(|s| self.table.scopes[s.id].kind == ScopeKind::Function)
    }
}
