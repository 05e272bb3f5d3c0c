//! The interface between the bytecode loop and an object space: the operations of a space, and the frames in which the loop
//! keeps its values.

use crate::bytecode::{
    BuildClass, CallShape, CodeObject, ConstValue, Conversion, Import, MakeFunction, Special,
};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::name::Name;
use flowmodel::operators::{BinaryOp, CompareOp, UnaryOp};
use std::fmt::Debug;
use std::rc::Rc;

/// Says why a space operation gave no value.
#[derive(Clone, Debug)]
pub enum OpError<W> {
    /// An application-level exception: goes to the handler in force or out of the frame.
    Raise {
        /// Its class.
        ty: W,
        /// The instance.
        value: W,
    },
    /// A problem of the program that no handler of the program may see.
    Fatal(Box<Diagnostic>),
    /// The operand of a truth test is not known (flow space only): the driver of the loop takes
    /// over, with the tested value removed from the stack and `pc` still at the jump.
    Undecided(W),
}

impl<W> From<Diagnostic> for OpError<W> {
    fn from(d: Diagnostic) -> OpError<W> {
        OpError::Fatal(Box::new(d))
    }
}

/// Result of a space operation that gives a `T`.
pub type OpResult<S, T = <S as Values>::W> = Result<T, OpError<<S as Values>::W>>;

/// Says what the values of an object space are.
pub trait Values: Sized {
    /// A value. Cheap to copy (an id, or a small enum).
    type W: Clone + Debug;
    /// A cell that holds a variable shared between functions; a copy denotes the same cell
    /// (host space) or holds the same contents (flow space).
    type Cell: Clone + Debug;
}

/// The variables of an object space, but the local ones, which are in frames.
pub trait Variables: Values {
    /// Says whether frames note which local variables they set ([`Frame::stored`]).
    const NOTES_STORES: bool = false;

    // --- cells ---
    /// A new cell, with its contents if bound.
    fn new_cell(&mut self, value: Option<Self::W>) -> Self::Cell;
    /// Contents of a cell, `None` when unbound.
    fn cell_get(&mut self, cell: &Self::Cell) -> OpResult<Self, Option<Self::W>>;
    /// Rebinds a cell.
    fn cell_set(&mut self, cell: &mut Self::Cell, value: Self::W) -> OpResult<Self, ()>;
    /// Unbinds a cell; false if it was not bound.
    fn cell_delete(&mut self, cell: &mut Self::Cell) -> OpResult<Self, bool>;
    /// Puts a fresh, empty cell in the place of another.
    fn cell_renew(&mut self, cell: &mut Self::Cell) -> OpResult<Self, ()>;
    /// The cell itself as a value.
    fn cell_object(&mut self, cell: &Self::Cell) -> OpResult<Self>;
    /// Puts a cell that was got by [`ObjSpace::cell_object`] in the place of another.
    fn cell_replace(&mut self, cell: &mut Self::Cell, object: Self::W);

    // --- names ---
    /// Global, else builtin, variable; NameError.
    fn load_global(&mut self, globals: &Self::W, name: Name) -> OpResult<Self>;
    /// Binds a global variable.
    fn store_global(&mut self, globals: &Self::W, name: Name, value: Self::W)
    -> OpResult<Self, ()>;
    /// Unbinds a global variable; NameError.
    fn delete_global(&mut self, globals: &Self::W, name: Name) -> OpResult<Self, ()>;
    /// Variable of a class body's or module's namespace; `None` when it is not there (the loop
    /// then asks [`ObjSpace::load_global`]).
    fn load_name(&mut self, namespace: &Self::W, name: Name) -> OpResult<Self, Option<Self::W>>;
    /// Binds in a namespace.
    fn store_name(&mut self, namespace: &Self::W, name: Name, value: Self::W)
    -> OpResult<Self, ()>;
    /// Unbinds in a namespace; NameError.
    fn delete_name(&mut self, namespace: &Self::W, name: Name) -> OpResult<Self, ()>;
    /// The exception for a use of an unbound variable: NameError, or UnboundLocalError if `local`.
    fn unbound(&mut self, name: Name, local: bool) -> OpError<Self::W>;
}

/// Builds tuples, containers and texts of values, for an object space.
pub trait Building: Values {
    /// A tuple.
    fn newtuple(&mut self, items: &[Self::W]) -> OpResult<Self>;
    /// A list.
    fn newlist(&mut self, items: &[Self::W]) -> OpResult<Self>;
    /// A set.
    fn newset(&mut self, items: &[Self::W]) -> OpResult<Self>;
    /// An empty dict; items follow by [`ObjSpace::setitem`].
    fn newdict(&mut self) -> OpResult<Self>;
    /// A slice object.
    fn newslice(&mut self, start: &Self::W, stop: &Self::W, step: &Self::W) -> OpResult<Self>;
    /// Append to a list under construction.
    fn list_append(&mut self, list: &Self::W, item: Self::W) -> OpResult<Self, ()>;
    /// The list of a comprehension is complete.
    fn list_done(&mut self, list: Self::W) -> OpResult<Self> {
        Ok(list)
    }
    /// Extend a list under construction by an iterable.
    fn list_extend(&mut self, list: &Self::W, iterable: &Self::W) -> OpResult<Self, ()>;
    /// Add to a set under construction.
    fn set_add(&mut self, set: &Self::W, item: Self::W) -> OpResult<Self, ()>;
    /// Add all items of an iterable to a set under construction.
    fn set_update(&mut self, set: &Self::W, iterable: &Self::W) -> OpResult<Self, ()>;
    /// Add all items of a mapping to a dict under construction.
    fn dict_update(&mut self, dict: &Self::W, mapping: &Self::W) -> OpResult<Self, ()>;
    /// A tuple with the items of an iterable.
    fn to_tuple(&mut self, items: &Self::W) -> OpResult<Self>;
    /// Arguments of a call, in a tuple or list, with more of them.
    fn join_args(&mut self, first: &Self::W, more: &Self::W) -> OpResult<Self>;
    /// Formats a replacement field of an f-string.
    fn format_value(
        &mut self,
        value: &Self::W,
        conversion: Conversion,
        spec: Option<&Self::W>,
    ) -> OpResult<Self>;
    /// Concatenates the pieces of an f-string.
    fn build_string(&mut self, pieces: &[Self::W]) -> OpResult<Self>;

    /// `fmt % {key: value, …}` with a literal format, and a tuple of literal keys.
    fn format_named(&mut self, fmt: &Self::W, keys: &Self::W, values: &[Self::W])
    -> OpResult<Self>;
}

/// An object space: what values are, and what operations on them do.
///
/// The bytecode loop does nothing to values but pass them to these operations. Each operation may
/// fail with [`OpError`]; exceptions of the application (`TypeError`, `IndexError`, …) are
/// `OpError::Raise` with class and instance.
pub trait ObjSpace: Variables + Building {
    // --- constants ---
    /// The object for a literal. The loop calls this at each execution of `LoadConst`: cache
    /// where identity or cost matters.
    fn const_value(&mut self, c: &ConstValue) -> OpResult<Self>;
    /// An object that statements need without naming it.
    fn special(&mut self, s: Special) -> OpResult<Self>;

    // --- attributes and items ---
    /// `obj.name`
    fn getattr(&mut self, obj: &Self::W, name: Name) -> OpResult<Self>;
    /// `obj.name = value`
    fn setattr(&mut self, obj: &Self::W, name: Name, value: Self::W) -> OpResult<Self, ()>;
    /// `del obj.name`
    fn delattr(&mut self, obj: &Self::W, name: Name) -> OpResult<Self, ()>;
    /// `obj[index]`
    fn getitem(&mut self, obj: &Self::W, index: &Self::W) -> OpResult<Self>;
    /// `obj[index] = value`
    fn setitem(&mut self, obj: &Self::W, index: &Self::W, value: Self::W) -> OpResult<Self, ()>;
    /// `del obj[index]`
    fn delitem(&mut self, obj: &Self::W, index: &Self::W) -> OpResult<Self, ()>;
    /// `obj[start:stop]`; absent bounds are None objects
    fn getslice(&mut self, obj: &Self::W, start: &Self::W, stop: &Self::W) -> OpResult<Self>;
    /// `obj[start:stop] = value`
    fn setslice(
        &mut self,
        obj: &Self::W,
        start: &Self::W,
        stop: &Self::W,
        value: Self::W,
    ) -> OpResult<Self, ()>;
    /// `del obj[start:stop]`
    fn delslice(&mut self, obj: &Self::W, start: &Self::W, stop: &Self::W) -> OpResult<Self, ()>;

    // --- operators ---
    /// Unary operator.
    fn unary(&mut self, op: UnaryOp, a: &Self::W) -> OpResult<Self>;
    /// Binary operator, or (with `inplace`) augmented assignment's operation.
    fn binary(&mut self, op: BinaryOp, inplace: bool, a: &Self::W, b: &Self::W) -> OpResult<Self>;
    /// Comparison, identity or membership (`a in b`).
    fn compare(&mut self, op: CompareOp, a: &Self::W, b: &Self::W) -> OpResult<Self>;
    /// Truth of a value.
    fn is_true(&mut self, w: &Self::W) -> OpResult<Self, bool>;
    /// Says whether an exception of class `ty` is caught by `except cls` (class, or tuple of them).
    fn exception_match(&mut self, ty: &Self::W, cls: &Self::W) -> OpResult<Self>;

    // --- iteration ---
    /// `iter(w)`
    fn iter(&mut self, w: &Self::W) -> OpResult<Self>;
    /// Next item of an iterator, `None` at its end (a StopIteration does not come as an error).
    fn next(&mut self, iterator: &Self::W) -> OpResult<Self, Option<Self::W>>;
    /// Turns an iterable into a sequence (tuples and lists stay as they are) that is to have `n` items; gives it and
    /// its length.
    fn unpack_prepare(
        &mut self,
        iterable: &Self::W,
        n: usize,
    ) -> OpResult<Self, (Self::W, Self::W)>;
    /// Says whether a length from [`ObjSpace::unpack_prepare`] is `n`, as a bool object.
    fn unpack_test(&mut self, len: &Self::W, n: usize) -> OpResult<Self>;
    /// The ValueError for another length.
    fn unpack_failed(&mut self, len: &Self::W, n: usize) -> OpResult<Self>;
    /// The `n` items of a sequence from [`ObjSpace::unpack_prepare`], in order.
    fn unpack_items(&mut self, seq: &Self::W, n: usize) -> OpResult<Self, Vec<Self::W>>;
    /// Does what comes before [`ObjSpace::unpack_ex`]: may turn the iterable into a sequence, and may test that it has
    /// `n` items.
    fn unpack_ex_prepare(&mut self, iterable: &Self::W, _n: usize) -> OpResult<Self> {
        Ok(iterable.clone())
    }
    /// Starred unpacking: `before` items, a list, `after` items, in order; ValueError.
    fn unpack_ex(
        &mut self,
        iterable: &Self::W,
        before: usize,
        after: usize,
    ) -> OpResult<Self, Vec<Self::W>>;
    /// One step of `yield from`: next item to give, or the result when exhausted.
    /// `sent` is what the consumer sent (None object at first).
    fn yield_from(
        &mut self,
        iterator: &Self::W,
        sent: &Self::W,
    ) -> OpResult<Self, Result<Self::W, Self::W>>;

    // --- calls and definitions ---
    /// Calls; `args` are laid out as [`CallShape`] says.
    fn call(&mut self, func: &Self::W, args: &[Self::W], shape: &CallShape) -> OpResult<Self>;
    /// A function object. `defaults`: positional ones, then one for each of `spec.kwdefaults`.
    fn make_function(
        &mut self,
        frame: &Frame<Self>,
        spec: &MakeFunction,
        defaults: &[Self::W],
        closure: Vec<Self::Cell>,
    ) -> OpResult<Self>;
    /// Runs a class body and makes the class; see [`BuildClass`].
    fn build_class(
        &mut self,
        frame: &Frame<Self>,
        spec: &BuildClass,
        args: &[Self::W],
        closure: Vec<Self::Cell>,
    ) -> OpResult<Self>;

    // --- imports, exec ---
    /// Imports a module; see [`Import`].
    fn import_name(&mut self, frame: &Frame<Self>, import: &Import) -> OpResult<Self>;
    /// `from m import name`; ImportError.
    fn import_from(&mut self, module: &Self::W, name: Name) -> OpResult<Self>;
    /// `from m import *` into the frame's namespace.
    fn import_star(&mut self, frame: &Frame<Self>, module: &Self::W) -> OpResult<Self, ()>;
    /// The `exec` statement. `globals` and `locals` are None objects when absent.
    fn exec_stmt(
        &mut self,
        frame: &mut Frame<Self>,
        code: &Self::W,
        globals: &Self::W,
        locals: &Self::W,
    ) -> OpResult<Self, ()>;

    // --- exceptions ---
    /// Operand of `raise x`: a class is called without arguments, an instance stays; TypeError.
    fn exc_instantiate(&mut self, w: &Self::W) -> OpResult<Self>;
    /// Operands of `raise cls, arg`: an `arg` that is an instance of `cls` stays, None means no
    /// argument, a tuple gives several arguments.
    fn exc_instantiate2(&mut self, cls: &Self::W, arg: &Self::W) -> OpResult<Self>;
    /// The exception class of an instance.
    fn exc_type(&mut self, value: &Self::W) -> OpResult<Self>;
    /// The exception now being handled by a caller (`raise` outside of a handler).
    fn current_exception(&mut self) -> OpError<Self::W>;
    /// A call without arguments of what may be `sys.exc_info`, in a handler of an exception.
    fn exc_info(&mut self, func: &Self::W, _handled: &Self::W) -> OpResult<Self> {
        self.call(func, &[], &CallShape::simple(0))
    }
    /// Notes the cause of an exception (`raise exc from cause`).
    fn exc_set_cause(&mut self, _exc: &Self::W, _cause: &Self::W) -> OpResult<Self, ()> {
        Ok(())
    }
    /// Called when an `__exit__` method has returned true for an exception.
    fn exception_suppressed(&mut self) -> OpResult<Self, ()> {
        Ok(())
    }
    /// Called when a handler of the running frame receives an exception (for `sys.exc_info`);
    /// `inside` is [`crate::bytecode::Handler::inside`].
    fn exception_caught(&mut self, _inside: u32, _value: &Self::W) {}
    /// Called when an exception comes up in `frame`, whose `pc` is at the raising instruction, before a handler is looked for (for
    /// tracebacks).
    fn exception_passes(&mut self, _frame: &Frame<Self>, _error: &OpError<Self::W>) {}
}

/// The state of a running code object: plain data, a copy can be resumed on its own.
#[derive(Debug)]
pub struct Frame<S: ObjSpace> {
    /// The code that runs.
    pub code: Rc<CodeObject>,
    /// Index of the next instruction; while an instruction runs, its own index.
    pub pc: usize,
    /// Local variables, `None` when unbound.
    pub locals: Vec<Option<S::W>>,
    /// Numbers of local variables, those of all that are bound among them: so that a space that takes snapshots of
    /// frames need not look at thousands of unbound ones. Empty unless [`Variables::NOTES_STORES`].
    pub stored: Vec<u32>,
    /// Cells: those of `cellvars`, then those of `freevars`.
    pub cells: Vec<S::Cell>,
    /// Value stack.
    pub stack: Vec<S::W>,
    /// The module's variables.
    pub globals: S::W,
    /// Namespace of a module or class body.
    pub namespace: Option<S::W>,
}

impl<S: ObjSpace> Clone for Frame<S> {
    fn clone(&self) -> Self {
        Frame {
            code: self.code.clone(),
            pc: self.pc,
            locals: self.locals.clone(),
            stored: self.stored.clone(),
            cells: self.cells.clone(),
            stack: self.stack.clone(),
            globals: self.globals.clone(),
            namespace: self.namespace.clone(),
        }
    }
}

impl<S: ObjSpace> Frame<S> {
    /// A frame at the start of `code`. `args` are the values of all parameters in the order of
    /// `varnames` (empty for module and class bodies); `closure` the cells of `freevars`.
    pub fn new(
        space: &mut S,
        code: Rc<CodeObject>,
        args: Vec<Option<S::W>>,
        closure: &[S::Cell],
        globals: S::W,
        namespace: Option<S::W>,
    ) -> Frame<S> {
        let mut locals = args;
        locals.resize(code.varnames.len(), None);
        let mut cells: Vec<S::Cell> = Vec::with_capacity(code.cellvars.len() + closure.len());
        for i in 0..code.cellvars.len() {
            let param = code.cell_params.iter().find(|p| p.1 as usize == i);
            let value = param.and_then(|p| locals[p.0 as usize].take());
            cells.push(space.new_cell(value));
        }
        cells.extend_from_slice(closure);
        let bound = |(i, w): (usize, &Option<S::W>)| w.is_some().then_some(i as u32);
        let stored = match S::NOTES_STORES {
            true => locals.iter().enumerate().filter_map(bound).collect(),
            false => Vec::new(),
        };
        Frame { code, pc: 0, locals, stored, cells, stack: Vec::new(), globals, namespace }
    }

    /// Source of the current instruction.
    pub fn span(&self) -> Span {
        match self.code.spans.get(self.pc) {
            Some(&s) => s,
            None => self.code.span,
        }
    }
}
