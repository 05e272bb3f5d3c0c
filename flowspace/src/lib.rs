//! Front end from source text to flow graphs: lexer, parser, compiler, code objects, the bytecode
//! loop over an object space, the host space (import time) and the flow space (one function at a
//! time).

pub mod ast;
pub mod bytecode;
pub mod compile;
pub mod flow;
pub mod host;
pub mod interp;
pub mod lexer;
pub mod parser;
pub mod source;
pub mod space;

pub use compile::compile_source;
pub use flowmodel::diag::{Diagnostic, FileId, Severity, SourceMap, Span};
pub use parser::Python;

/// Says what [`compile_source`] compiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A file or a block of statements.
    Exec,
    /// One expression; running the code object returns its value.
    Eval,
}
