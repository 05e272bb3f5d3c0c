//! The bytecode loop, generic over the object space.

use crate::bytecode::{CallShape, CodeObject, Op};
use crate::space::{ObjSpace, OpError, OpResult};
use flowmodel::diag::Span;
use std::rc::Rc;

/// The state of a running code object: plain data, a copy can be resumed on its own.
#[derive(Debug)]
pub struct Frame<S: ObjSpace> {
    /// What runs.
    pub code: Rc<CodeObject>,
    /// Index of the next instruction; while an instruction runs, its own index.
    pub pc: usize,
    /// Local variables, `None` when unbound.
    pub locals: Vec<Option<S::W>>,
    /// Numbers of local variables, those of all that are bound among them: so that a space that takes snapshots of
    /// frames need not look at thousands of unbound ones. Empty unless [`ObjSpace::NOTES_STORES`].
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

/// Why [`run`] stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<W> {
    /// The code returned.
    Return(W),
    /// A generator gave a value; push what was sent (else a None object) on `frame.stack`, then
    /// [`run`] again to resume.
    Yield(W),
}

/// What one instruction did.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<W> {
    /// Go on at `frame.pc`.
    Next,
    /// See [`Outcome::Return`].
    Return(W),
    /// See [`Outcome::Yield`].
    Yield(W),
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

    fn pop(&mut self) -> S::W {
        self.stack.pop().expect("value stack underflow: compiler bug")
    }

    fn pop_n(&mut self, n: usize) -> Vec<S::W> {
        let at = self.stack.len() - n;
        self.stack.split_off(at)
    }

    fn top(&self) -> &S::W {
        self.stack.last().expect("value stack underflow: compiler bug")
    }

    fn under(&self, n: u32) -> S::W {
        self.stack[self.stack.len() - n as usize].clone()
    }
}

/// Runs a frame until it returns, yields or an exception leaves it.
pub fn run<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>) -> OpResult<S, Outcome<S::W>> {
    loop {
        match step(space, frame) {
            Ok(Step::Next) => {}
            Ok(Step::Return(w)) => return Ok(Outcome::Return(w)),
            Ok(Step::Yield(w)) => return Ok(Outcome::Yield(w)),
            Err(e) => unwind(space, frame, e)?,
        }
    }
}

/// Sends an error to the handler in force at `frame.pc`, or gives it back when there is none.
/// (Also how an exception is thrown into a suspended generator, whose `pc` is first set back to
/// its `Yield`: see [`throw`].)
pub fn unwind<S: ObjSpace>(
    space: &mut S,
    frame: &mut Frame<S>,
    error: OpError<S::W>,
) -> OpResult<S, ()> {
    space.exception_passes(frame, &error);
    if let OpError::Raise { ty, value } = &error
        && let Some(h) = frame.code.handler_at(frame.pc)
    {
        space.exception_caught(h.inside, value);
        frame.stack.truncate(h.depth as usize);
        frame.stack.push(ty.clone());
        frame.stack.push(value.clone());
        frame.pc = h.target as usize;
        return Ok(());
    }
    Err(error)
}

/// Raises an exception inside a suspended generator frame (or one that has not started).
pub fn throw<S: ObjSpace>(
    space: &mut S,
    frame: &mut Frame<S>,
    error: OpError<S::W>,
) -> OpResult<S, Outcome<S::W>> {
    if frame.pc > 0 {
        let before = frame.code.instrs[frame.pc - 1];
        if before == Op::Yield {
            frame.pc -= 1;
        }
    }
    unwind(space, frame, error)?;
    run(space, frame)
}

/// Runs one instruction. On success `frame.pc` is the next instruction; on an error it stays at
/// this one.
pub fn step<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>) -> OpResult<S, Step<S::W>> {
    let op = frame.code.instrs[frame.pc];
    match op {
        Op::Nop => {}
        Op::PopTop => {
            frame.pop();
        }
        Op::DupTop => {
            let w = frame.top().clone();
            frame.stack.push(w);
        }
        Op::DupTopTwo => {
            let (a, b) = (frame.under(2), frame.under(1));
            frame.stack.push(a);
            frame.stack.push(b);
        }
        Op::RotTwo => {
            let n = frame.stack.len();
            frame.stack.swap(n - 1, n - 2);
        }
        Op::RotThree => {
            let n = frame.stack.len();
            frame.stack[n - 3..].rotate_right(1);
        }
        Op::RotFour => {
            let n = frame.stack.len();
            frame.stack[n - 4..].rotate_right(1);
        }
        Op::Reverse(k) => {
            let n = frame.stack.len();
            frame.stack[n - k as usize..].reverse();
        }
        Op::LoadConst(i) => {
            let code = frame.code.clone();
            let w = space.const_value(&code.consts[i as usize])?;
            frame.stack.push(w);
        }
        Op::LoadFast(i) => match &frame.locals[i as usize] {
            Some(w) => {
                let w = w.clone();
                frame.stack.push(w);
            }
            None => return Err(space.unbound(frame.code.varnames[i as usize], true)),
        },
        Op::StoreFast(i) => {
            let w = frame.pop();
            frame.locals[i as usize] = Some(w);
            if S::NOTES_STORES {
                frame.stored.push(i);
            }
        }
        Op::DeleteFast(i) => {
            if frame.locals[i as usize].take().is_none() {
                return Err(space.unbound(frame.code.varnames[i as usize], true));
            }
        }
        Op::ClearFast(i) => frame.locals[i as usize] = None,
        Op::LoadName(i) => {
            let name = frame.code.names[i as usize];
            let found = match &frame.namespace {
                Some(ns) => space.load_name(ns, name)?,
                None => None,
            };
            let w = match found {
                Some(w) => w,
                None => space.load_global(&frame.globals, name)?,
            };
            frame.stack.push(w);
        }
        Op::StoreName(i) => {
            let name = frame.code.names[i as usize];
            let w = frame.pop();
            let ns = frame.namespace.as_ref().unwrap_or(&frame.globals);
            space.store_name(ns, name, w)?;
        }
        Op::DeleteName(i) => {
            let name = frame.code.names[i as usize];
            let ns = frame.namespace.as_ref().unwrap_or(&frame.globals);
            space.delete_name(ns, name)?;
        }
        Op::LoadGlobal(i) => {
            let w = space.load_global(&frame.globals, frame.code.names[i as usize])?;
            frame.stack.push(w);
        }
        Op::StoreGlobal(i) => {
            let w = frame.pop();
            space.store_global(&frame.globals, frame.code.names[i as usize], w)?;
        }
        Op::DeleteGlobal(i) => {
            space.delete_global(&frame.globals, frame.code.names[i as usize])?;
        }
        Op::LoadDeref(i) => match space.cell_get(&frame.cells[i as usize])? {
            Some(w) => frame.stack.push(w),
            None => return Err(space.unbound(frame.code.cell_name(i as usize), false)),
        },
        Op::StoreDeref(i) => {
            let w = frame.pop();
            space.cell_set(&mut frame.cells[i as usize], w)?;
        }
        Op::DeleteDeref(i) => {
            if !space.cell_delete(&mut frame.cells[i as usize])? {
                return Err(space.unbound(frame.code.cell_name(i as usize), false));
            }
        }
        Op::NewCell(i) => space.cell_renew(&mut frame.cells[i as usize])?,
        Op::LoadCell(i) => {
            let w = space.cell_object(&frame.cells[i as usize])?;
            frame.stack.push(w);
        }
        Op::KeepFast(i, name) => {
            if let (Some(this), Some(w)) = (&frame.locals[0], &frame.locals[i as usize]) {
                space.setattr(&this.clone(), frame.code.names[name as usize], w.clone())?;
            }
        }
        Op::StoreCell(i) => {
            let w = frame.pop();
            space.cell_replace(&mut frame.cells[i as usize], w);
        }
        Op::LoadClassDeref(i) => {
            let name = frame.code.cell_name(i as usize);
            let found = match &frame.namespace {
                Some(ns) => space.load_name(ns, name)?,
                None => None,
            };
            let found = match found {
                Some(w) => Some(w),
                None => space.cell_get(&frame.cells[i as usize])?,
            };
            match found {
                Some(w) => frame.stack.push(w),
                None => return Err(space.unbound(name, false)),
            }
        }
        Op::LoadSpecial(s) => {
            let w = space.special(s)?;
            frame.stack.push(w);
        }
        Op::LoadAttr(i) => {
            let o = frame.pop();
            let w = space.getattr(&o, frame.code.names[i as usize])?;
            frame.stack.push(w);
        }
        Op::StoreAttr(i) => {
            let o = frame.pop();
            let v = frame.pop();
            space.setattr(&o, frame.code.names[i as usize], v)?;
        }
        Op::DeleteAttr(i) => {
            let o = frame.pop();
            space.delattr(&o, frame.code.names[i as usize])?;
        }
        Op::GetItem => {
            let i = frame.pop();
            let o = frame.pop();
            let w = space.getitem(&o, &i)?;
            frame.stack.push(w);
        }
        Op::SetItem => {
            let i = frame.pop();
            let o = frame.pop();
            let v = frame.pop();
            space.setitem(&o, &i, v)?;
        }
        Op::DelItem => {
            let i = frame.pop();
            let o = frame.pop();
            space.delitem(&o, &i)?;
        }
        Op::GetSlice => {
            let b = frame.pop();
            let a = frame.pop();
            let o = frame.pop();
            let w = space.getslice(&o, &a, &b)?;
            frame.stack.push(w);
        }
        Op::SetSlice => {
            let b = frame.pop();
            let a = frame.pop();
            let o = frame.pop();
            let v = frame.pop();
            space.setslice(&o, &a, &b, v)?;
        }
        Op::DelSlice => {
            let b = frame.pop();
            let a = frame.pop();
            let o = frame.pop();
            space.delslice(&o, &a, &b)?;
        }
        Op::BuildSlice => {
            let c = frame.pop();
            let b = frame.pop();
            let a = frame.pop();
            let w = space.newslice(&a, &b, &c)?;
            frame.stack.push(w);
        }
        Op::Unary(o) => {
            let a = frame.pop();
            let w = space.unary(o, &a)?;
            frame.stack.push(w);
        }
        Op::Binary(o) | Op::InPlace(o) => {
            let b = frame.pop();
            let a = frame.pop();
            let w = space.binary(o, matches!(op, Op::InPlace(_)), &a, &b)?;
            frame.stack.push(w);
        }
        Op::Compare(o) => {
            let b = frame.pop();
            let a = frame.pop();
            let w = space.compare(o, &a, &b)?;
            frame.stack.push(w);
        }
        Op::ExceptionMatch => {
            let cls = frame.pop();
            let ty = frame.pop();
            let w = space.exception_match(&ty, &cls)?;
            frame.stack.push(w);
        }
        Op::BuildTuple(n) => {
            let items = frame.pop_n(n as usize);
            let w = space.newtuple(&items)?;
            frame.stack.push(w);
        }
        Op::BuildList(n) => {
            let items = frame.pop_n(n as usize);
            let w = space.newlist(&items)?;
            frame.stack.push(w);
        }
        Op::BuildSet(n) => {
            let items = frame.pop_n(n as usize);
            let w = space.newset(&items)?;
            frame.stack.push(w);
        }
        Op::BuildMap => {
            let w = space.newdict()?;
            frame.stack.push(w);
        }
        Op::MapAdd(n) => {
            let v = frame.pop();
            let k = frame.pop();
            let d = frame.under(n);
            space.setitem(&d, &k, v)?;
        }
        Op::ListAppend(n) => {
            let v = frame.pop();
            let l = frame.under(n);
            space.list_append(&l, v)?;
        }
        Op::ListDone => {
            let l = frame.pop();
            let l = space.list_done(l)?;
            frame.stack.push(l);
        }
        Op::SetAdd(n) => {
            let v = frame.pop();
            let s = frame.under(n);
            space.set_add(&s, v)?;
        }
        Op::ListExtend(n) => {
            let v = frame.pop();
            let l = frame.under(n);
            space.list_extend(&l, &v)?;
        }
        Op::SetUpdate(n) => {
            let v = frame.pop();
            let s = frame.under(n);
            space.set_update(&s, &v)?;
        }
        Op::DictUpdate(n) => {
            let v = frame.pop();
            let d = frame.under(n);
            space.dict_update(&d, &v)?;
        }
        Op::ToTuple => {
            let items = frame.pop();
            let w = space.to_tuple(&items)?;
            frame.stack.push(w);
        }
        Op::JoinArgs => {
            let more = frame.pop();
            let first = frame.pop();
            let w = space.join_args(&first, &more)?;
            frame.stack.push(w);
        }
        Op::BuildString(n) => {
            let items = frame.pop_n(n as usize);
            let w = space.build_string(&items)?;
            frame.stack.push(w);
        }
        Op::FormatValue(conv, has_spec) => {
            let spec = if has_spec { Some(frame.pop()) } else { None };
            let v = frame.pop();
            let w = space.format_value(&v, conv, spec.as_ref())?;
            frame.stack.push(w);
        }
        Op::FormatNamed(n) => {
            let values = frame.pop_n(n as usize);
            let keys = frame.pop();
            let fmt = frame.pop();
            let w = space.format_named(&fmt, &keys, &values)?;
            frame.stack.push(w);
        }
        Op::Jump(t) => {
            frame.pc = t as usize;
            return Ok(Step::Next);
        }
        Op::PopJumpIfTrue(t) | Op::PopJumpIfFalse(t) => {
            let w = frame.pop();
            if space.is_true(&w)? == matches!(op, Op::PopJumpIfTrue(_)) {
                frame.pc = t as usize;
                return Ok(Step::Next);
            }
        }
        Op::JumpIfTrueOrPop(t) | Op::JumpIfFalseOrPop(t) => {
            let w = frame.pop();
            if space.is_true(&w)? == matches!(op, Op::JumpIfTrueOrPop(_)) {
                frame.stack.push(w);
                frame.pc = t as usize;
                return Ok(Step::Next);
            }
        }
        Op::GetIter => {
            let o = frame.pop();
            let w = space.iter(&o)?;
            frame.stack.push(w);
        }
        Op::ForIter(t) => {
            let it = frame.top().clone();
            match space.next(&it)? {
                Some(w) => frame.stack.push(w),
                None => {
                    frame.pop();
                    frame.pc = t as usize;
                    return Ok(Step::Next);
                }
            }
        }
        Op::UnpackPrepare(n) => {
            let o = frame.pop();
            let (seq, len) = space.unpack_prepare(&o, n as usize)?;
            frame.stack.push(seq);
            frame.stack.push(len);
        }
        Op::UnpackTest(n) => {
            let len = frame.top().clone();
            let ok = space.unpack_test(&len, n as usize)?;
            frame.stack.push(ok);
        }
        Op::UnpackFailed(n) => {
            let len = frame.pop();
            frame.pop();
            let e = space.unpack_failed(&len, n as usize)?;
            frame.stack.push(e);
        }
        Op::UnpackSequence(n) => {
            frame.pop();
            let o = frame.pop();
            let mut items = space.unpack_items(&o, n as usize)?;
            items.reverse();
            frame.stack.append(&mut items);
        }
        Op::UnpackExPrepare(n) => {
            let o = frame.pop();
            let w = space.unpack_ex_prepare(&o, n as usize)?;
            frame.stack.push(w);
        }
        Op::UnpackEx(before, after) => {
            let o = frame.pop();
            let mut items = space.unpack_ex(&o, before as usize, after as usize)?;
            items.reverse();
            frame.stack.append(&mut items);
        }
        Op::Call(i) => {
            let code = frame.code.clone();
            let shape: &CallShape = &code.callshapes[i as usize];
            let args = frame.pop_n(shape.total());
            let f = frame.pop();
            let w = space.call(&f, &args, shape)?;
            frame.stack.push(w);
        }
        Op::MakeFunction(i) => {
            let code = frame.code.clone();
            let spec = &code.makefunctions[i as usize];
            let defaults = frame.pop_n(spec.ndefaults as usize + spec.kwdefaults.len());
            let closure = spec.closure.iter().map(|&c| frame.cells[c as usize].clone()).collect();
            let w = space.make_function(frame, spec, &defaults, closure)?;
            frame.stack.push(w);
        }
        Op::BuildClass(i) => {
            let code = frame.code.clone();
            let spec = &code.buildclasses[i as usize];
            let args = frame.pop_n(spec.args.total());
            let closure = spec.closure.iter().map(|&c| frame.cells[c as usize].clone()).collect();
            let w = space.build_class(frame, spec, &args, closure)?;
            frame.stack.push(w);
        }
        Op::ImportName(i) => {
            let code = frame.code.clone();
            let w = space.import_name(frame, &code.imports[i as usize])?;
            frame.stack.push(w);
        }
        Op::ImportFrom(i) => {
            let m = frame.top().clone();
            let w = space.import_from(&m, frame.code.names[i as usize])?;
            frame.stack.push(w);
        }
        Op::ImportStar => {
            let m = frame.pop();
            space.import_star(frame, &m)?;
        }
        Op::ExcInstantiate => {
            let x = frame.pop();
            let w = space.exc_instantiate(&x)?;
            frame.stack.push(w);
        }
        Op::ExcInstantiate2 => {
            let arg = frame.pop();
            let cls = frame.pop();
            let w = space.exc_instantiate2(&cls, &arg)?;
            frame.stack.push(w);
        }
        Op::ExcInfo => {
            let value = frame.pop();
            let f = frame.pop();
            let w = space.exc_info(&f, &value)?;
            frame.stack.push(w);
        }
        Op::RaiseValue => {
            let value = frame.pop();
            let ty = space.exc_type(&value)?;
            return Err(OpError::Raise { ty, value });
        }
        Op::Reraise => {
            let value = frame.pop();
            let ty = frame.pop();
            return Err(OpError::Raise { ty, value });
        }
        Op::RaiseCurrent => return Err(space.current_exception()),
        Op::ExcSetCause => {
            let cause = frame.pop();
            let exc = frame.top().clone();
            space.exc_set_cause(&exc, &cause)?;
        }
        Op::ExceptionSuppressed => space.exception_suppressed()?,
        Op::Return => {
            let w = frame.pop();
            return Ok(Step::Return(w));
        }
        Op::Yield => {
            let w = frame.pop();
            frame.pc += 1;
            return Ok(Step::Yield(w));
        }
        Op::YieldFrom => {
            // `iterator sent → result`, staying here while the iterator gives values: the
            // consumer's next value replaces `sent`.
            let sent = frame.pop();
            let it = frame.top().clone();
            match space.yield_from(&it, &sent)? {
                Ok(w) => return Ok(Step::Yield(w)),
                Err(result) => {
                    frame.pop();
                    frame.stack.push(result);
                }
            }
        }
        Op::ExecStmt => {
            let locals = frame.pop();
            let globals = frame.pop();
            let code = frame.pop();
            space.exec_stmt(frame, &code, &globals, &locals)?;
        }
    }
    frame.pc += 1;
    Ok(Step::Next)
}
