//! Comprehensions and generator expressions.

use super::conditions;
use super::definitions;
use super::symtable::key;
use crate::ast::*;
use crate::bytecode::*;
use crate::compile::state::Compiler;
use flowmodel::diag::Span;
use flowmodel::name::Name;

pub(crate) fn generator_expression<'a>(
    c: &mut Compiler<'a>,
    elt: &'a Expr,
    comps: &'a [Comprehension],
    span: Span,
) {
    let outer = c.scope;
    c.open("<genexpr>", CodeKind::GenExpr, c.table.scope_of(key(elt)), span);
    let u = c.u();
    u.code.argcount = 1;
    let dot0 = u.var(Name::new(".0"));
    c.emit(Instruction::LoadFast(dot0), span);
    comprehension_loops(c, comps, 0, 1, &mut |c, _| {
        c.expr(elt);
        c.emit(Instruction::Yield, elt.span);
        c.emit(Instruction::PopTop, elt.span);
    });
    c.none(span);
    c.emit(Instruction::Return, span);
    let code = c.close();
    c.scope = outer;
    definitions::make_function(c, code, 0, Vec::new(), span);
    c.expr(&comps[0].iter);
    c.emit(Instruction::GetIter, comps[0].iter.span);
    c.call(1, span);
}

/// The loops of a comprehension. The iterator of loop `i` (if `i` is 0) is on the stack.
/// `body` gets the number of iterators that lie above the collection.
fn comprehension_loops<'a>(
    c: &mut Compiler<'a>,
    comps: &'a [Comprehension],
    i: usize,
    above: u32,
    body: &mut dyn FnMut(&mut Compiler<'a>, u32),
) {
    let comp = &comps[i];
    let span = comp.iter.span;
    if i > 0 {
        c.expr(&comp.iter);
        c.emit(Instruction::GetIter, span);
    }
    let again = c.label();
    let end = c.label();
    c.place(again);
    c.jump(Instruction::ForIter(0), end, span);
    c.store(&comp.target);
    for test in &comp.ifs {
        conditions::jump_if(c, test, again, false);
    }
    if i + 1 < comps.len() {
        comprehension_loops(c, comps, i + 1, above + 1, body);
    } else {
        body(c, above);
    }
    c.jump(Instruction::Jump(0), again, span);
    c.place(end);
}

pub(crate) fn inline_comprehension<'a>(
    c: &mut Compiler<'a>,
    scope: usize,
    comps: &'a [Comprehension],
    body: &mut dyn FnMut(&mut Compiler<'a>, u32),
) {
    c.expr(&comps[0].iter);
    c.emit(Instruction::GetIter, comps[0].iter.span);
    let saved = c.scope;
    c.scope = c.table.scope_of(scope);
    // Each run of the comprehension has variables of its own.
    let prefix = format!("$c{}.", c.scope);
    let cells = c.u().code.cellvars.len();
    for i in 0..cells {
        if c.u().code.cellvars[i].as_str().starts_with(&prefix) {
            c.emit(Instruction::NewCell(i as u32), comps[0].iter.span);
        }
    }
    comprehension_loops(c, comps, 0, 1, body);
    c.scope = saved;
}
