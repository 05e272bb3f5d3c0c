//! The state of the compiler: code objects under way, and what their blocks have to leave.

use crate::ast::Stmt;
use crate::compile::symtable::{ScopeId, SymTable};
use crate::compile::unit::{Label, Unit};
use crate::parser::state::Future;
use flowmodel::diag::{Diagnostic, SourceMap, Span};
use flowmodel::name::Name;

/// Says what `break`, `continue` and `return` have to leave on their way, innermost last.
#[derive(Clone, Copy)]
pub(super) enum Block<'a> {
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

pub(super) struct Scope<'a> {
    pub(super) unit: Unit,
    pub(super) id: ScopeId,
    pub(super) blocks: Vec<Block<'a>>,
    pub(super) first_param: Option<Name>,
}

pub(super) struct Compiler<'a> {
    pub(super) sources: &'a SourceMap,
    pub(super) table: SymTable,
    pub(super) future: Future,
    pub(super) stack: Vec<Scope<'a>>,
    /// Scope of names: that of the code object, or of an inline comprehension inside it.
    pub(super) scope: ScopeId,
    pub(super) errors: Vec<Diagnostic>,
}
