//! Code objects: what the compiler makes of a module, class body, function or lambda, and what
//! the bytecode loop ([`crate::interp`]) runs over any object space.
//!
//! Rules that the flow space depends on:
//! * an instruction performs at most one space operation that can raise, and a truth test is an
//!   instruction of its own (a jump): so a block of a flow graph can end at any instruction
//!   boundary by copying the frame, with nothing to replay;
//! * there is no block stack: each instruction has at most one [`Handler`], known statically. An
//!   exception cuts the value stack to `depth`, pushes exception type and value (value on top)
//!   and goes on at `target`. Bodies of `finally` are compiled once for each way out of the `try`;
//! * inside a handler the exception lives in hidden local variables, whose names begin with `$`.

use flowmodel::diag::{FileId, SourceMap, Span};
use flowmodel::name::Name;
use flowmodel::operators::{BinaryOp, CompareOp, UnaryOp};
use num_bigint::BigInt;
use std::fmt::Write;
use std::rc::Rc;

/// A constant of a code object.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstValue {
    /// `None`
    None,
    /// `...`
    Ellipsis,
    /// `True`, `False`
    Bool(bool),
    /// An integer that fits the machine.
    Int(i64),
    /// An integer that does not.
    BigInt(BigInt),
    /// A float.
    Float(f64),
    /// An imaginary literal.
    Complex(f64),
    /// A string literal without prefix: a byte string, of which this is the UTF-8 text. (`\xHH`
    /// is one byte; a literal whose bytes are not UTF-8 comes as `RawStr`.)
    Str(Rc<str>),
    /// A string literal with prefix `u`.
    Unicode(Rc<str>),
    /// A string literal with prefix `b` in code of Python 3; elsewhere it is a `RawStr`.
    Bytes(Rc<[u8]>),
    /// A byte string.
    RawStr(Rc<[u8]>),
    /// A tuple of constants.
    Tuple(Rc<[ConstValue]>),
    /// A nested code object (only for `exec`-like uses; functions and classes carry theirs in
    /// [`MakeFunction`] and [`BuildClass`]).
    Code(Rc<CodeObject>),
}

/// Shape of the arguments of a call. On the stack: the callee, `pos` positional values, one value
/// for each name of `keywords`, then the `*` sequence, then the `**` mapping.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CallShape {
    /// Number of positional arguments.
    pub pos: u32,
    /// Names of keyword arguments.
    pub keywords: Vec<Name>,
    /// Says whether a `*args` value follows.
    pub star: bool,
    /// Says whether a `**kwargs` value follows.
    pub starstar: bool,
}

impl CallShape {
    /// A call with `n` positional arguments only.
    pub fn simple(n: usize) -> CallShape {
        CallShape { pos: n as u32, ..CallShape::default() }
    }

    /// Says whether there are only positional arguments.
    pub fn is_simple(&self) -> bool {
        self.keywords.is_empty() && !self.star && !self.starstar
    }

    /// Number of values on the stack, without the callee.
    pub fn total(&self) -> usize {
        self.pos as usize + self.keywords.len() + self.star as usize + self.starstar as usize
    }
}

/// Describes what [`Instruction::MakeFunction`] makes. On the stack: `ndefaults` default values of the last
/// positional parameters, then one value for each name of `kwdefaults`.
#[derive(Clone, PartialEq, Debug)]
pub struct MakeFunction {
    /// The body.
    pub code: Rc<CodeObject>,
    /// Number of positional defaults.
    pub ndefaults: u32,
    /// Keyword-only parameters that have a default.
    pub kwdefaults: Vec<Name>,
    /// Index of the cell in the frame that runs this, for each free variable of `code`.
    pub closure: Vec<u32>,
}

/// Describes what [`Instruction::BuildClass`] makes. On the stack: the values of `args` (bases, then
/// keywords such as `metaclass`). If `code.cellvars` contains `__class__`, that cell receives the
/// finished class.
#[derive(Clone, PartialEq, Debug)]
pub struct BuildClass {
    /// The class body.
    pub code: Rc<CodeObject>,
    /// Name of the class.
    pub name: Name,
    /// Shape of bases and keywords.
    pub args: CallShape,
    /// Index of the cell in the frame that runs this, for each free variable of `code`.
    pub closure: Vec<u32>,
}

/// Says what [`Instruction::ImportName`] imports.
#[derive(Clone, PartialEq, Debug)]
pub struct Import {
    /// Dotted name, empty for `from . import x`.
    pub module: Name,
    /// Number of leading dots. With 0 a package-relative module may still be tried first, as
    /// Python 2 does, when the absolute one does not exist.
    pub level: u32,
    /// Names wanted by `from m import a, b` (`*` alone for a star import). When empty the
    /// instruction pushes the top package (`import a.b` pushes `a`), else the module itself.
    pub fromlist: Vec<Name>,
    /// `import a.b as c`: push the module `a.b` itself although `fromlist` is empty.
    pub leaf: bool,
}

/// An exception handler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    /// Instruction to go on with.
    pub target: u32,
    /// Height to which the value stack is cut before type and value are pushed.
    pub depth: u32,
    /// Number of handlers (of the same code object) that are at work around it.
    pub inside: u32,
    /// Takes only `StopIteration` (around the bodies of generators, in what the flow space makes of them).
    pub stop_only: bool,
}

/// Objects that statements need without naming them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    /// Function of one argument: the `print x,` statement's item (Python 2 spacing rules).
    PrintItem,
    /// Function without arguments: the end of a `print` statement.
    PrintNewline,
    /// Function (file, item): `print >>file, x`.
    PrintItemTo,
    /// Function (file): end of a `print >>file` statement.
    PrintNewlineTo,
    /// The class `AssertionError`.
    AssertionError,
    /// The class `ValueError`.
    ValueError,
    /// The class `StopIteration`.
    StopIteration,
    /// The function `isinstance`.
    IsInstance,
    /// The function `getattr`.
    GetAttr,
    /// The function `len`.
    Len,
    /// The tuple `(list, tuple)`.
    Sequences,
    /// The class `dict`.
    Dict,
}

/// Conversion of a replacement field of an f-string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// none: `format(x, spec)`
    None,
    /// `!s`
    Str,
    /// `!r`
    Repr,
    /// `!a`
    Ascii,
}

/// An instruction. Operands: `n` a number, `t` an instruction index, others index a table of the
/// code object. Stack effects are written `before → after`, top of the stack at the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instruction {
    /// nothing
    Nop,
    /// `a →`
    PopTop,
    /// `a → a a`
    DupTop,
    /// `a b → a b a b`
    DupTopTwo,
    /// `a b → b a`
    RotTwo,
    /// `a b c → c a b`
    RotThree,
    /// `a b c d → d a b c`
    RotFour,
    /// reverses the top n values
    Reverse(u32),
    /// `→ consts[i]`
    LoadConst(u32),
    /// `→ varnames[i]`; UnboundLocalError
    LoadFast(u32),
    /// `a →`
    StoreFast(u32),
    /// unbinds `varnames[i]`; UnboundLocalError when not bound
    DeleteFast(u32),
    /// unbinds a hidden local; never raises
    ClearFast(u32),
    /// `→ value` from namespace, then globals, then builtins; NameError
    LoadName(u32),
    /// `a →` into the namespace
    StoreName(u32),
    /// from the namespace; NameError
    DeleteName(u32),
    /// `→ value` from globals, then builtins; NameError
    LoadGlobal(u32),
    /// `a →` into the globals
    StoreGlobal(u32),
    /// from the globals; NameError
    DeleteGlobal(u32),
    /// `→ value` of cell i (cells: `cellvars`, then `freevars`); NameError
    LoadDeref(u32),
    /// `a →` into cell i
    StoreDeref(u32),
    /// empties cell i; NameError
    DeleteDeref(u32),
    /// as LoadDeref, but the class namespace is asked first
    LoadClassDeref(u32),
    /// a fresh, empty cell i: the variable of a comprehension that starts
    NewCell(u32),
    /// `→ cell` i itself (only in what the flow space makes of generators)
    LoadCell(u32),
    /// `cell →` becomes cell i
    StoreCell(u32),
    /// `varnames[0].names[j] = varnames[i]`, if that is bound (only in what the flow space makes of generators)
    KeepFast(u32, u32),
    /// `→ object`
    LoadSpecial(Special),
    /// `o → o.names[i]`
    LoadAttr(u32),
    /// `v o →` `o.names[i] = v`
    StoreAttr(u32),
    /// `o →`
    DeleteAttr(u32),
    /// `o i → o[i]`
    GetItem,
    /// `v o i →` `o[i] = v`
    SetItem,
    /// `o i →`
    DelItem,
    /// `o a b → o[a:b]`; absent bounds are None
    GetSlice,
    /// `v o a b →` `o[a:b] = v`
    SetSlice,
    /// `o a b →`
    DelSlice,
    /// `a b c → slice(a, b, c)`
    BuildSlice,
    /// `a → op a`
    Unary(UnaryOp),
    /// `a b → a op b`
    Binary(BinaryOp),
    /// `a b → a op= b`
    InPlace(BinaryOp),
    /// `a b → a op b`
    Compare(CompareOp),
    /// `etype cls → bool`: does an exception of this type match `cls` (a class or tuple)
    ExceptionMatch,
    /// n values → tuple
    BuildTuple(u32),
    /// n values → list
    BuildList(u32),
    /// n values → set
    BuildSet(u32),
    /// `→ {}`
    BuildMap,
    /// `… k v → …`: store in the dict n below the two
    MapAdd(u32),
    /// `… v → …`: append to the list n below it
    ListAppend(u32),
    /// The list on top of the stack is complete: nothing else refers to the list of a comprehension.
    ListDone,
    /// `… v → …`: add to the set n below it
    SetAdd(u32),
    /// `… it → …`: extend the list n below it
    ListExtend(u32),
    /// `… it → …`: update the set n below it
    SetUpdate(u32),
    /// `… m → …`: update the dict n below it
    DictUpdate(u32),
    /// `iterable → tuple`
    ToTuple,
    /// `a b → c`: what several `*` arguments of a call give together
    JoinArgs,
    /// n pieces (strings) → string
    BuildString(u32),
    /// `v [spec] → string`
    FormatValue(Conversion, bool),
    /// `fmt keys v1 … vn → string`: `fmt % {key: v, …}`
    FormatNamed(u32),
    /// jump
    Jump(u32),
    /// `a →` jump if true
    PopJumpIfTrue(u32),
    /// `a →` jump if false
    PopJumpIfFalse(u32),
    /// `a → a` and jump if true, else `a →`
    JumpIfTrueOrPop(u32),
    /// `a → a` and jump if false, else `a →`
    JumpIfFalseOrPop(u32),
    /// `it → iter(it)`
    GetIter,
    /// `iter → iter item`, or at the end `iter →` and jump
    ForIter(u32),
    /// `it → seq len`: turn into a sequence (if it is not one) that is to have n items
    UnpackPrepare(u32),
    /// `seq len → seq len bool`: is it n?
    UnpackTest(u32),
    /// `seq len → error`: the exception for a length other than n
    UnpackFailed(u32),
    /// `seq len → n items`, first on top; only after a successful test
    UnpackSequence(u32),
    /// `it → it`, or a sequence with its items, of which there are at least n; the flow space's part of UnpackEx
    UnpackExPrepare(u32),
    /// `it → before items, list, after items`, first on top; ValueError
    UnpackEx(u32, u32),
    /// `f args… → result`, shape `callshapes[i]`
    Call(u32),
    /// `defaults… → function`, `makefunctions[i]`
    MakeFunction(u32),
    /// `args… → class`, `buildclasses[i]`
    BuildClass(u32),
    /// `→ module`, `imports[i]`
    ImportName(u32),
    /// `m → m m.names[i]`; ImportError
    ImportFrom(u32),
    /// `m →` all public names into the namespace
    ImportStar,
    /// `x → value`: an exception class is called, an instance stays
    ExcInstantiate,
    /// `cls arg → value`: `raise cls, arg` of Python 2
    ExcInstantiate2,
    /// `f value → f()`: what may be `sys.exc_info`, in a handler of this exception
    ExcInfo,
    /// `value →` raise it
    RaiseValue,
    /// `etype value →` raise it again, as it was caught
    Reraise,
    /// `raise` outside of any handler of this code object
    RaiseCurrent,
    /// an `__exit__` method has suppressed the exception
    ExceptionSuppressed,
    /// `exception cause → exception`: the cause of `raise … from …`.
    ExcSetCause,
    /// `a →` return
    Return,
    /// `a → sent`: give a, suspended until resumed
    Yield,
    /// `iter sent → result`: `yield from`; gives each item in turn, and stays here meanwhile
    YieldFrom,
    /// `code globals locals →`: the `exec` statement; absent ones are None
    ExecStmt,
}

impl Instruction {
    /// The jump target, if any.
    pub fn target(self) -> Option<u32> {
        match self {
            Instruction::Jump(t)
            | Instruction::PopJumpIfTrue(t)
            | Instruction::PopJumpIfFalse(t)
            | Instruction::JumpIfTrueOrPop(t)
            | Instruction::JumpIfFalseOrPop(t)
            | Instruction::ForIter(t) => Some(t),
            _ => None,
        }
    }

    /// Replaces the jump target; without effect on other instructions.
    pub fn with_target(self, t: u32) -> Instruction {
        match self {
            Instruction::Jump(_) => Instruction::Jump(t),
            Instruction::PopJumpIfTrue(_) => Instruction::PopJumpIfTrue(t),
            Instruction::PopJumpIfFalse(_) => Instruction::PopJumpIfFalse(t),
            Instruction::JumpIfTrueOrPop(_) => Instruction::JumpIfTrueOrPop(t),
            Instruction::JumpIfFalseOrPop(_) => Instruction::JumpIfFalseOrPop(t),
            Instruction::ForIter(_) => Instruction::ForIter(t),
            other => other,
        }
    }

    /// Says whether control never reaches the next instruction.
    pub fn is_terminator(self) -> bool {
        matches!(
            self,
            Instruction::Jump(_)
                | Instruction::Return
                | Instruction::RaiseValue
                | Instruction::Reraise
                | Instruction::RaiseCurrent
        )
    }
}

/// Says what kind of scope a code object was compiled from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeKind {
    /// A whole file: names live in the namespace, which is the globals.
    Module,
    /// A class body: names live in the namespace.
    Class,
    /// A `def`.
    Function,
    /// A `lambda`.
    Lambda,
    /// A generator expression; its only parameter is the outermost iterator.
    GenExpr,
    /// An expression given to `eval`; returns its value.
    Eval,
}

/// A compiled scope.
#[derive(Clone, PartialEq, Debug)]
pub struct CodeObject {
    /// Name of the function or class, `<module>`, `<lambda>`, `<genexpr>`.
    pub name: Name,
    /// Dotted path within the file, e.g. `Outer.method`.
    pub qualname: Name,
    /// Kind of scope.
    pub kind: CodeKind,
    /// The file.
    pub file: FileId,
    /// The whole definition.
    pub span: Span,
    /// Line (from 1) of the definition.
    pub firstlineno: u32,
    /// Number of positional parameters; they are `varnames[0..argcount]`, followed by the
    /// keyword-only ones, then `*args`, then `**kwargs`.
    pub argcount: u32,
    /// Number of keyword-only parameters.
    pub kwonlyargcount: u32,
    /// Leading positional-only parameters (part of `argcount`).
    pub posonlyargcount: u32,
    /// True if it has a `*args` parameter.
    pub has_varargs: bool,
    /// True if it has a `**kwargs` parameter.
    pub has_kwargs: bool,
    /// Names of local variables; hidden ones begin with `$`.
    pub varnames: Vec<Name>,
    /// Local variables that live in cells because inner scopes use them.
    pub cellvars: Vec<Name>,
    /// Parameters that live in cells: (index in varnames, index in cellvars). The caller that
    /// sets up the frame puts the argument into the cell ([`crate::interp::Frame::new`] does).
    pub cell_params: Vec<(u32, u32)>,
    /// Variables of enclosing functions, received through the function's closure.
    pub freevars: Vec<Name>,
    /// The variables of `cellvars` and `freevars` that some function inside their owner assigns to.
    pub rebound: Vec<Name>,
    /// Global and attribute names.
    pub names: Vec<Name>,
    /// Constants.
    pub consts: Vec<ConstValue>,
    /// Shapes of calls.
    pub callshapes: Vec<CallShape>,
    /// Inner functions.
    pub makefunctions: Vec<MakeFunction>,
    /// Inner classes.
    pub buildclasses: Vec<BuildClass>,
    /// Imports.
    pub imports: Vec<Import>,
    /// The instructions.
    pub instrs: Vec<Instruction>,
    /// Place in the source of each instruction.
    pub spans: Vec<Span>,
    /// Handlers; `handler_of` has for each instruction 0 or an index into this plus one.
    pub handlers: Vec<Handler>,
    /// Handler of each instruction; see `handlers`.
    pub handler_of: Vec<u32>,
    /// Contains `yield`.
    pub generator: bool,
    /// Defined within a function.
    pub nested: bool,
    /// Documentation string.
    pub docstring: Option<Rc<str>>,
    /// Places in the source of the annotations of the parameters and of the result (name `return`), or
    /// of the names of a class or module body.
    pub annotations: Vec<(Name, Span)>,
    /// The file says `from __future__ import annotations`: they stay texts.
    pub text_annotations: bool,
    /// Python 2 without `absolute_import`: an import looks into the module's own package first.
    pub relative_imports: bool,
    /// Says which Python the code is written in. Neutral code takes the program's generation where that is known. In
    /// code of Python 2 a `StopIteration` that leaves a generator's body ends the generator (else it becomes a
    /// `RuntimeError`).
    pub python: crate::Python,
    /// `from __future__ import division` (or a Python 3 file).
    pub true_division: bool,
}

impl CodeObject {
    /// The handler in force at an instruction.
    pub fn handler_at(&self, pc: usize) -> Option<Handler> {
        match self.handler_of[pc] {
            0 => None,
            i => Some(self.handlers[i as usize - 1]),
        }
    }

    /// Number of parameters of all kinds.
    pub fn param_count(&self) -> usize {
        (self.argcount + self.kwonlyargcount) as usize
            + self.has_varargs as usize
            + self.has_kwargs as usize
    }

    /// Name of a cell by its index.
    pub fn cell_name(&self, i: usize) -> Name {
        match self.cellvars.get(i) {
            Some(&n) => n,
            None => self.freevars[i - self.cellvars.len()],
        }
    }

    /// Gives the number by which an instruction that does not jump changes the height of the value
    /// stack.
    pub fn stack_effect(&self, op: Instruction) -> i32 {
        match op {
            Instruction::Nop
            | Instruction::RotTwo
            | Instruction::RotThree
            | Instruction::RotFour
            | Instruction::Reverse(_)
            | Instruction::DeleteFast(_)
            | Instruction::ClearFast(_)
            | Instruction::DeleteName(_)
            | Instruction::DeleteGlobal(_)
            | Instruction::DeleteDeref(_)
            | Instruction::NewCell(_)
            | Instruction::KeepFast(..)
            | Instruction::UnpackExPrepare(_)
            | Instruction::LoadAttr(_)
            | Instruction::Unary(_)
            | Instruction::ToTuple
            | Instruction::Jump(_)
            | Instruction::GetIter
            | Instruction::ListDone
            | Instruction::ExcInstantiate
            | Instruction::RaiseCurrent
            | Instruction::ExceptionSuppressed
            | Instruction::Yield => 0,
            Instruction::PopTop
            | Instruction::StoreFast(_)
            | Instruction::StoreName(_)
            | Instruction::StoreGlobal(_)
            | Instruction::StoreDeref(_)
            | Instruction::StoreCell(_)
            | Instruction::DeleteAttr(_)
            | Instruction::GetItem
            | Instruction::Binary(_)
            | Instruction::InPlace(_)
            | Instruction::JoinArgs
            | Instruction::Compare(_)
            | Instruction::ExceptionMatch
            | Instruction::ListAppend(_)
            | Instruction::SetAdd(_)
            | Instruction::ListExtend(_)
            | Instruction::SetUpdate(_)
            | Instruction::DictUpdate(_)
            | Instruction::PopJumpIfTrue(_)
            | Instruction::PopJumpIfFalse(_)
            | Instruction::JumpIfTrueOrPop(_)
            | Instruction::JumpIfFalseOrPop(_)
            | Instruction::UnpackFailed(_)
            | Instruction::ImportStar
            | Instruction::ExcInstantiate2
            | Instruction::ExcInfo
            | Instruction::ExcSetCause
            | Instruction::RaiseValue
            | Instruction::Return
            | Instruction::YieldFrom => -1,
            Instruction::StoreAttr(_)
            | Instruction::DelItem
            | Instruction::GetSlice
            | Instruction::BuildSlice
            | Instruction::MapAdd(_)
            | Instruction::Reraise => -2,
            Instruction::SetItem | Instruction::DelSlice | Instruction::ExecStmt => -3,
            Instruction::SetSlice => -4,
            Instruction::DupTop
            | Instruction::LoadConst(_)
            | Instruction::LoadFast(_)
            | Instruction::LoadName(_)
            | Instruction::LoadGlobal(_)
            | Instruction::LoadDeref(_)
            | Instruction::LoadClassDeref(_)
            | Instruction::LoadCell(_)
            | Instruction::LoadSpecial(_)
            | Instruction::BuildMap
            | Instruction::ForIter(_)
            | Instruction::UnpackPrepare(_)
            | Instruction::UnpackTest(_)
            | Instruction::ImportName(_)
            | Instruction::ImportFrom(_) => 1,
            Instruction::DupTopTwo => 2,
            Instruction::BuildTuple(n)
            | Instruction::BuildList(n)
            | Instruction::BuildSet(n)
            | Instruction::BuildString(n) => 1 - n as i32,
            Instruction::FormatValue(_, spec) => -(spec as i32),
            Instruction::FormatNamed(n) => -(n as i32) - 1,
            Instruction::UnpackSequence(n) => n as i32 - 2,
            Instruction::UnpackEx(a, b) => (a + b) as i32,
            Instruction::Call(i) => -(self.callshapes[i as usize].total() as i32),
            Instruction::MakeFunction(i) => {
                let m = &self.makefunctions[i as usize];
                1 - (m.ndefaults as i32 + m.kwdefaults.len() as i32)
            }
            Instruction::BuildClass(i) => 1 - self.buildclasses[i as usize].args.total() as i32,
        }
    }

    /// Readable listing, inner code objects included; with `sources` also line numbers.
    pub fn disassemble(&self, sources: Option<&SourceMap>) -> String {
        let mut out = String::new();
        self.dis_into(sources, &mut out);
        out
    }

    fn dis_into(&self, sources: Option<&SourceMap>, out: &mut String) {
        let list = |v: &[Name]| v.iter().map(|n| n.as_str()).collect::<Vec<_>>().join(" ");
        let _ = write!(out, "code {} ({:?}", self.qualname, self.kind);
        for (flag, text) in [
            (self.has_varargs, ", *args"),
            (self.has_kwargs, ", **kwargs"),
            (self.generator, ", generator"),
        ] {
            if flag {
                out.push_str(text);
            }
        }
        let _ = writeln!(out, ") argcount={} kwonly={}", self.argcount, self.kwonlyargcount);
        for (title, names) in
            [("locals", &self.varnames), ("cells", &self.cellvars), ("free", &self.freevars)]
        {
            if !names.is_empty() {
                let _ = writeln!(out, "  {title}: {}", list(names));
            }
        }
        let mut targets: Vec<u32> = self.instrs.iter().filter_map(|i| i.target()).collect();
        targets.extend(self.handlers.iter().map(|h| h.target));
        let mut last_line = 0;
        for (pc, op) in self.instrs.iter().enumerate() {
            if let Some(s) = sources {
                let span = self.spans[pc];
                let line = s.line_col(span.file, span.start).map_or(0, |p| p.0);
                if line != last_line {
                    let _ = writeln!(out, "  line {line}");
                    last_line = line;
                }
            }
            let mark = if targets.contains(&(pc as u32)) { ">>" } else { "  " };
            let _ = write!(out, "  {mark}{pc:4} {}", self.show_op(*op));
            if let Some(h) = self.handler_at(pc) {
                let _ = write!(out, "   !{}/{}", h.target, h.depth);
            }
            out.push('\n');
        }
        for m in &self.makefunctions {
            m.code.dis_into(sources, out);
        }
        for b in &self.buildclasses {
            b.code.dis_into(sources, out);
        }
    }

    fn show_op(&self, op: Instruction) -> String {
        let name = |i: u32| self.names[i as usize].as_str();
        match op {
            Instruction::LoadConst(i) => {
                format!("LoadConst {}", show_const(&self.consts[i as usize]))
            }
            Instruction::LoadFast(i)
            | Instruction::StoreFast(i)
            | Instruction::DeleteFast(i)
            | Instruction::ClearFast(i) => {
                format!("{} {}", head(&op), self.varnames[i as usize])
            }
            Instruction::LoadName(i)
            | Instruction::StoreName(i)
            | Instruction::DeleteName(i)
            | Instruction::LoadGlobal(i)
            | Instruction::StoreGlobal(i)
            | Instruction::DeleteGlobal(i)
            | Instruction::LoadAttr(i)
            | Instruction::StoreAttr(i)
            | Instruction::DeleteAttr(i)
            | Instruction::ImportFrom(i) => format!("{} {}", head(&op), name(i)),
            Instruction::LoadDeref(i)
            | Instruction::StoreDeref(i)
            | Instruction::DeleteDeref(i)
            | Instruction::LoadClassDeref(i)
            | Instruction::NewCell(i)
            | Instruction::LoadCell(i)
            | Instruction::StoreCell(i) => {
                format!("{} {}", head(&op), self.cell_name(i as usize))
            }
            Instruction::Call(i) => {
                let s = &self.callshapes[i as usize];
                let mut t = format!("Call {}", s.pos);
                for k in &s.keywords {
                    let _ = write!(t, " {k}=");
                }
                if s.star {
                    t.push_str(" *");
                }
                if s.starstar {
                    t.push_str(" **");
                }
                t
            }
            Instruction::MakeFunction(i) => {
                let m = &self.makefunctions[i as usize];
                let mut t = format!("MakeFunction {} defaults={}", m.code.qualname, m.ndefaults);
                for k in &m.kwdefaults {
                    let _ = write!(t, " {k}=");
                }
                for &c in &m.closure {
                    let _ = write!(t, " cell:{}", self.cell_name(c as usize));
                }
                t
            }
            Instruction::BuildClass(i) => {
                let b = &self.buildclasses[i as usize];
                let mut t = format!("BuildClass {} args={}", b.name, b.args.total());
                for &c in &b.closure {
                    let _ = write!(t, " cell:{}", self.cell_name(c as usize));
                }
                t
            }
            Instruction::ImportName(i) => {
                let m = &self.imports[i as usize];
                let dots = ".".repeat(m.level as usize);
                format!("ImportName {dots}{} {}", m.module, list_names(&m.fromlist))
            }
            Instruction::LoadSpecial(s) => format!("LoadSpecial {s:?}"),
            Instruction::Unary(o) => format!("Unary {o:?}"),
            Instruction::Binary(o) => format!("Binary {o:?}"),
            Instruction::InPlace(o) => format!("InPlace {o:?}"),
            Instruction::Compare(o) => format!("Compare {o:?}"),
            other => {
                let text = format!("{other:?}");
                text.replace(['(', ','], " ").replace("  ", " ").replace(')', "")
            }
        }
    }
}

fn list_names(v: &[Name]) -> String {
    v.iter().map(|n| n.as_str()).collect::<Vec<_>>().join(" ")
}

fn head(op: &Instruction) -> String {
    let text = format!("{op:?}");
    text.split('(').next().unwrap_or("").to_string()
}

fn show_const(c: &ConstValue) -> String {
    match c {
        ConstValue::None => "None".into(),
        ConstValue::Ellipsis => "...".into(),
        ConstValue::Bool(true) => "True".into(),
        ConstValue::Bool(false) => "False".into(),
        ConstValue::Int(i) => i.to_string(),
        ConstValue::BigInt(i) => i.to_string(),
        ConstValue::Float(f) => format!("{f:?}"),
        ConstValue::Complex(f) => format!("{f:?}j"),
        ConstValue::Str(s) => format!("{s:?}"),
        ConstValue::Unicode(s) => format!("u{s:?}"),
        ConstValue::Bytes(b) | ConstValue::RawStr(b) => format!("b\"{}\"", b.escape_ascii()),
        ConstValue::Tuple(t) => {
            let inner: Vec<String> = t.iter().map(show_const).collect();
            format!("({}{})", inner.join(", "), if t.len() == 1 { "," } else { "" })
        }
        ConstValue::Code(c) => format!("<code {}>", c.qualname),
    }
}
