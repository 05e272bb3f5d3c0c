//! Syntax trees.

use crate::bytecode::{ConstValue, Conversion};
use flowmodel::diag::Span;
use flowmodel::name::Name;
use flowmodel::operators::{BinaryOp, UnaryOp};

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Says what it is.
    pub kind: ExprKind,
    /// Its source.
    pub span: Span,
}

/// Comparison operators as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Cmp {
    Lt,
    Le,
    Eq,
    Ne,
    Gt,
    Ge,
    Is,
    IsNot,
    In,
    NotIn,
}

/// An argument of a call or class statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// `x`
    Pos(Expr),
    /// `*x`
    Star(Expr),
    /// `name=x`
    Keyword(Name, Expr),
    /// `**x`
    StarStar(Expr),
}

/// A `for … in … if …` clause of a comprehension.
#[derive(Clone, PartialEq, Debug)]
pub struct Comprehension {
    /// Loop target.
    pub target: Expr,
    /// The expression that is iterated.
    pub iter: Expr,
    /// Conditions.
    pub ifs: Vec<Expr>,
}

/// A piece of an f-string.
#[derive(Clone, PartialEq, Debug)]
pub enum FPart {
    /// Text.
    Literal(String),
    /// `{expr!conv:spec}`
    Field {
        /// The value.
        expr: Expr,
        /// `!r` and so on.
        conversion: Conversion,
        /// The format specification.
        spec: Option<Vec<FPart>>,
    },
}

/// Kinds of expressions.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum ExprKind {
    Const(ConstValue),
    JoinedStr(Vec<FPart>),
    Name(Name),
    Attr(Box<Expr>, Name),
    Subscript(Box<Expr>, Box<Expr>),
    /// A slice, which stands only as (part of) the index of a subscript.
    Slice(Option<Box<Expr>>, Option<Box<Expr>>, Option<Box<Expr>>),
    Call(Box<Expr>, Vec<Arg>),
    Unary(UnaryOp, Box<Expr>),
    Not(Box<Expr>),
    /// `/` is `Div` here; the compiler makes it `TrueDiv` where that is its meaning.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Compare(Box<Expr>, Vec<(Cmp, Expr)>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    /// test, value if true, value if false
    IfExp(Box<Expr>, Box<Expr>, Box<Expr>),
    Lambda(Box<Params>, Box<Expr>),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    /// A key of `None` is `**mapping`.
    Dict(Vec<(Option<Expr>, Expr)>),
    ListComp(Box<Expr>, Vec<Comprehension>),
    SetComp(Box<Expr>, Vec<Comprehension>),
    DictComp(Box<(Expr, Expr)>, Vec<Comprehension>),
    GenExp(Box<Expr>, Vec<Comprehension>),
    Yield(Option<Box<Expr>>),
    YieldFrom(Box<Expr>),
    /// A starred expression in a display or assignment target.
    Starred(Box<Expr>),
    /// `name := value`
    Named(Name, Box<Expr>),
}

/// A positional or keyword-only parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Its name; `None` for a Python 2 tuple parameter.
    pub name: Option<Name>,
    /// The pattern of a tuple parameter.
    pub pattern: Option<Expr>,
    /// Default value.
    pub default: Option<Expr>,
    /// Its source.
    pub span: Span,
}

/// Parameters of a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Params {
    /// Positional parameters.
    pub args: Vec<Param>,
    /// Number of the arguments that are positional-only.
    pub posonly: usize,
    /// `*args`
    pub vararg: Option<Name>,
    /// Keyword-only parameters.
    pub kwonly: Vec<Param>,
    /// `**kwargs`
    pub kwarg: Option<Name>,
    /// Places of the annotations, that of the result under the name `return`.
    pub annotations: Vec<(Name, Span)>,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// Says what it is.
    pub kind: StmtKind,
    /// Its source (compound statements: the header).
    pub span: Span,
}

/// An `except` clause.
#[derive(Clone, PartialEq, Debug)]
pub struct ExceptHandler {
    /// The class (or tuple of classes).
    pub ty: Option<Expr>,
    /// `as` target.
    pub target: Option<Expr>,
    /// Body.
    pub body: Vec<Stmt>,
    /// Source of the header.
    pub span: Span,
}

/// A function definition.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionDef {
    /// Name.
    pub name: Name,
    /// Parameters.
    pub params: Params,
    /// Body.
    pub body: Vec<Stmt>,
    /// Decorators, outermost first.
    pub decorators: Vec<Expr>,
}

/// A class definition.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassDef {
    /// Name.
    pub name: Name,
    /// Bases and keywords.
    pub args: Vec<Arg>,
    /// Body.
    pub body: Vec<Stmt>,
    /// Decorators, outermost first.
    pub decorators: Vec<Expr>,
}

/// Kinds of statements.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum StmtKind {
    Expr(Expr),
    Assign(Vec<Expr>, Expr),
    AugAssign(Expr, BinaryOp, Expr),
    /// Target, value, and where the annotation stands: it is not compiled with the program.
    AnnAssign(Expr, Option<Expr>, Span),
    Return(Option<Expr>),
    Delete(Vec<Expr>),
    Pass,
    Break,
    Continue,
    Global(Vec<Name>),
    Nonlocal(Vec<Name>),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>, Vec<Stmt>),
    For(Expr, Expr, Vec<Stmt>, Vec<Stmt>),
    Try {
        body: Vec<Stmt>,
        handlers: Vec<ExceptHandler>,
        orelse: Vec<Stmt>,
        finalbody: Vec<Stmt>,
    },
    With(Vec<(Expr, Option<Expr>)>, Vec<Stmt>),
    Match(Expr, Vec<MatchCase>),
    FunctionDef(Box<FunctionDef>),
    ClassDef(Box<ClassDef>),
    /// exception, argument (`raise E, arg`), cause (`from`)
    Raise(Option<Expr>, Option<Expr>, Option<Expr>),
    Assert(Expr, Option<Expr>),
    Import(Vec<(Name, Option<Name>)>),
    /// module, level, names
    ImportFrom(Name, u32, Vec<(Name, Option<Name>)>),
    ImportStar(Name, u32),
    /// destination, items, ends the line
    Print(Option<Expr>, Vec<Expr>, bool),
    /// code, globals, locals
    Exec(Expr, Option<Expr>, Option<Expr>),
}

/// A `case` of a `match` statement.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchCase {
    /// Says what it wants.
    pub pattern: Pattern,
    /// `if …`
    pub guard: Option<Expr>,
    /// Statements that it executes.
    pub body: Vec<Stmt>,
    /// Its header.
    pub span: Span,
}

/// A pattern of a `case`.
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    /// Says what it is.
    pub kind: PatternKind,
    /// Its source.
    pub span: Span,
}

/// Kinds of patterns.
#[derive(Clone, PartialEq, Debug)]
pub enum PatternKind {
    /// `_`
    Any,
    /// A name to be bound.
    Capture(Name),
    /// A value to be equal to: number, string, dotted name.
    Value(Expr),
    /// `None`, `True`, `False`
    Is(Expr),
    /// `p | q`
    Or(Vec<Pattern>),
    /// `p as name`
    As(Box<Pattern>, Name),
    /// `C(p, name=q)`
    Class(Expr, Vec<Pattern>, Vec<(Name, Pattern)>),
    /// `[p, *rest, q]`: items, and where a starred name (or `_`) stands.
    Sequence(Vec<Pattern>, Option<(usize, Option<Name>)>),
    /// `{key: p, **rest}`
    Mapping(Vec<(Expr, Pattern)>, Option<Name>),
}

impl Pattern {
    /// The names that it binds.
    pub fn names(&self, out: &mut Vec<Name>) {
        match &self.kind {
            PatternKind::Any | PatternKind::Value(_) | PatternKind::Is(_) => {}
            PatternKind::Capture(n) => out.push(*n),
            PatternKind::Or(items) => items.iter().for_each(|p| p.names(out)),
            PatternKind::As(p, n) => {
                p.names(out);
                out.push(*n);
            }
            PatternKind::Class(_, pos, named) => {
                pos.iter().chain(named.iter().map(|n| &n.1)).for_each(|p| p.names(out));
            }
            PatternKind::Sequence(items, star) => {
                items.iter().for_each(|p| p.names(out));
                out.extend(star.and_then(|s| s.1));
            }
            PatternKind::Mapping(items, rest) => {
                items.iter().for_each(|i| i.1.names(out));
                out.extend(rest);
            }
        }
    }

    /// The expressions in it.
    pub fn exprs<'a>(&'a self, out: &mut Vec<&'a Expr>) {
        match &self.kind {
            PatternKind::Any | PatternKind::Capture(_) => {}
            PatternKind::Value(e) | PatternKind::Is(e) => out.push(e),
            PatternKind::Or(items) | PatternKind::Sequence(items, _) => {
                items.iter().for_each(|p| p.exprs(out));
            }
            PatternKind::As(p, _) => p.exprs(out),
            PatternKind::Class(c, pos, named) => {
                out.push(c);
                pos.iter().chain(named.iter().map(|n| &n.1)).for_each(|p| p.exprs(out));
            }
            PatternKind::Mapping(items, _) => {
                for (k, p) in items {
                    out.push(k);
                    p.exprs(out);
                }
            }
        }
    }
}
