//! The bytecode loop, generic over the object space.

use crate::bytecode::{CallShape, Instruction};
pub use crate::space::Frame;
use crate::space::{ObjSpace, OpError, OpResult};
use flowmodel::name::Name;

/// Says why [`run`] stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<W> {
    /// The code returned.
    Return(W),
    /// A generator gave a value; push what was sent (else a None object) on `frame.stack`, then
    /// [`run`] again to resume.
    Yield(W),
}

/// Says what one instruction did.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<W> {
    /// Go on at `frame.pc`.
    Next,
    /// The code returned; see [`Outcome::Return`].
    Return(W),
    /// The code yielded; see [`Outcome::Yield`].
    Yield(W),
}

impl<S: ObjSpace> Frame<S> {
    fn pop(&mut self) -> S::W {
        self.stack.pop().expect("value stack underflow: compiler bug")
    }

    fn pop_n(&mut self, n: usize) -> Vec<S::W> {
        let at = self.stack.len() - n;
        self.stack.split_off(at)
    }

    /// The last `N` values, the top one last, which are taken away.
    fn take<const N: usize>(&mut self) -> [S::W; N] {
        let mut values = std::array::from_fn(|_| self.pop());
        values.reverse();
        values
    }

    fn top(&self) -> &S::W {
        self.stack.last().expect("value stack underflow: compiler bug")
    }

    fn under(&self, n: u32) -> S::W {
        self.stack[self.stack.len() - n as usize].clone()
    }

    /// The last `n` values, which stay.
    fn last(&mut self, n: usize) -> &mut [S::W] {
        let at = self.stack.len() - n;
        &mut self.stack[at..]
    }

    fn name(&self, i: u32) -> Name {
        self.code.names[i as usize]
    }

    /// Gives the namespace in which a class or module body, or else a function, binds names.
    fn names(&self) -> &S::W {
        self.namespace.as_ref().unwrap_or(&self.globals)
    }

    fn store_fast(&mut self, i: u32) {
        let w = self.pop();
        self.locals[i as usize] = Some(w);
        if S::NOTES_STORES {
            self.stored.push(i);
        }
    }

    fn jump(&mut self, target: u32) -> Step<S::W> {
        self.pc = target as usize;
        Step::Next
    }

    /// Gives the result of an operation on the last `N` values, the top one last, which are taken
    /// away.
    #[inline]
    fn with<const N: usize, T>(
        &mut self,
        f: impl FnOnce([S::W; N]) -> OpResult<S, T>,
    ) -> OpResult<S, T> {
        f(self.take())
    }

    /// Puts the result of an operation in the place of its operands, the top one last.
    #[inline]
    fn put<const N: usize>(&mut self, f: impl FnOnce([S::W; N]) -> OpResult<S>) -> OpResult<S, ()> {
        let w = f(self.take())?;
        self.stack.push(w);
        Ok(())
    }

    /// Gives the result of an operation with a name, as [`Frame::with`] does.
    #[inline]
    fn with_name<const N: usize>(
        &mut self,
        name: u32,
        f: impl FnOnce(Name, [S::W; N]) -> OpResult<S, ()>,
    ) -> OpResult<S, ()> {
        f(self.name(name), self.take())
    }

    /// Pushes the result of an operation with a name, as [`Frame::put`] does.
    #[inline]
    fn put_named<const N: usize>(
        &mut self,
        name: u32,
        f: impl FnOnce(Name, [S::W; N]) -> OpResult<S>,
    ) -> OpResult<S, ()> {
        let w = f(self.name(name), self.take())?;
        self.stack.push(w);
        Ok(())
    }

    /// Pushes the result of an operation on `n` values, as [`Frame::put`] does.
    #[inline]
    fn put_many(&mut self, n: u32, f: impl FnOnce(&[S::W]) -> OpResult<S>) -> OpResult<S, ()> {
        let items = self.pop_n(n as usize);
        self.stack.push(f(&items)?);
        Ok(())
    }

    /// Takes the last `N` values away and gives them to an operation on the object `n` below them.
    #[inline]
    fn store_under<const N: usize>(
        &mut self,
        n: u32,
        f: impl FnOnce(S::W, [S::W; N]) -> OpResult<S, ()>,
    ) -> OpResult<S, ()> {
        let values = self.take();
        f(self.under(n), values)
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
        if before == Instruction::Yield {
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
        Instruction::Nop => {}
        Instruction::PopTop => drop(frame.pop()),
        Instruction::DupTop => frame.stack.push(frame.top().clone()),
        Instruction::DupTopTwo => frame.stack.extend([frame.under(2), frame.under(1)]),
        Instruction::RotTwo => frame.last(2).rotate_right(1),
        Instruction::RotThree => frame.last(3).rotate_right(1),
        Instruction::RotFour => frame.last(4).rotate_right(1),
        Instruction::Reverse(k) => frame.last(k as usize).reverse(),
        // --- constants and variables ---
        Instruction::LoadConst(i) => load_const(space, frame, i)?,
        Instruction::LoadSpecial(s) => frame.stack.push(space.special(s)?),
        Instruction::LoadFast(i) => load_fast(space, frame, i)?,
        Instruction::StoreFast(i) => frame.store_fast(i),
        Instruction::DeleteFast(i) => delete_fast(space, frame, i)?,
        Instruction::ClearFast(i) => frame.locals[i as usize] = None,
        Instruction::KeepFast(i, name) => keep_fast(space, frame, i, name)?,
        Instruction::LoadName(i) => load_name(space, frame, i)?,
        Instruction::StoreName(i) => store_name(space, frame, i)?,
        Instruction::DeleteName(i) => space.delete_name(frame.names(), frame.name(i))?,
        Instruction::LoadGlobal(i) => {
            let w = space.load_global(&frame.globals, frame.name(i))?;
            frame.stack.push(w);
        }
        Instruction::StoreGlobal(i) => {
            let w = frame.pop();
            space.store_global(&frame.globals, frame.name(i), w)?;
        }
        Instruction::DeleteGlobal(i) => space.delete_global(&frame.globals, frame.name(i))?,
        Instruction::LoadDeref(i) => load_deref(space, frame, i)?,
        Instruction::StoreDeref(i) => {
            let w = frame.pop();
            space.cell_set(&mut frame.cells[i as usize], w)?;
        }
        Instruction::DeleteDeref(i) => delete_deref(space, frame, i)?,
        Instruction::NewCell(i) => space.cell_renew(&mut frame.cells[i as usize])?,
        Instruction::LoadCell(i) => frame.stack.push(space.cell_object(&frame.cells[i as usize])?),
        Instruction::StoreCell(i) => {
            let w = frame.pop();
            space.cell_replace(&mut frame.cells[i as usize], w);
        }
        Instruction::LoadClassDeref(i) => load_class_deref(space, frame, i)?,
        // --- attributes and items ---
        Instruction::LoadAttr(i) => frame.put_named(i, |name, [o]| space.getattr(&o, name))?,
        Instruction::StoreAttr(i) => {
            frame.with_name(i, |name, [v, o]| space.setattr(&o, name, v))?
        }
        Instruction::DeleteAttr(i) => frame.with_name(i, |name, [o]| space.delattr(&o, name))?,
        Instruction::GetItem => frame.put(|[o, i]| space.getitem(&o, &i))?,
        Instruction::SetItem => frame.with(|[v, o, i]| space.setitem(&o, &i, v))?,
        Instruction::DelItem => frame.with(|[o, i]| space.delitem(&o, &i))?,
        Instruction::GetSlice => frame.put(|[o, a, b]| space.getslice(&o, &a, &b))?,
        Instruction::SetSlice => frame.with(|[v, o, a, b]| space.setslice(&o, &a, &b, v))?,
        Instruction::DelSlice => frame.with(|[o, a, b]| space.delslice(&o, &a, &b))?,
        Instruction::BuildSlice => frame.put(|[a, b, c]| space.newslice(&a, &b, &c))?,
        // --- operators ---
        Instruction::Unary(o) => frame.put(|[a]| space.unary(o, &a))?,
        Instruction::Binary(o) => frame.put(|[a, b]| space.binary(o, false, &a, &b))?,
        Instruction::InPlace(o) => frame.put(|[a, b]| space.binary(o, true, &a, &b))?,
        Instruction::Compare(o) => frame.put(|[a, b]| space.compare(o, &a, &b))?,
        Instruction::ExceptionMatch => frame.put(|[ty, cls]| space.exception_match(&ty, &cls))?,
        // --- displays ---
        Instruction::BuildTuple(n) => frame.put_many(n, |items| space.newtuple(items))?,
        Instruction::BuildList(n) => frame.put_many(n, |items| space.newlist(items))?,
        Instruction::BuildSet(n) => frame.put_many(n, |items| space.newset(items))?,
        Instruction::BuildString(n) => frame.put_many(n, |items| space.build_string(items))?,
        Instruction::BuildMap => frame.stack.push(space.newdict()?),
        Instruction::MapAdd(n) => frame.store_under(n, |d, [k, v]| space.setitem(&d, &k, v))?,
        Instruction::ListAppend(n) => frame.store_under(n, |l, [v]| space.list_append(&l, v))?,
        Instruction::SetAdd(n) => frame.store_under(n, |s, [v]| space.set_add(&s, v))?,
        Instruction::ListExtend(n) => frame.store_under(n, |l, [v]| space.list_extend(&l, &v))?,
        Instruction::SetUpdate(n) => frame.store_under(n, |s, [v]| space.set_update(&s, &v))?,
        Instruction::DictUpdate(n) => frame.store_under(n, |d, [v]| space.dict_update(&d, &v))?,
        Instruction::ListDone => frame.put(|[l]| space.list_done(l))?,
        Instruction::ToTuple => frame.put(|[items]| space.to_tuple(&items))?,
        Instruction::JoinArgs => frame.put(|[first, more]| space.join_args(&first, &more))?,
        Instruction::FormatValue(conv, true) => {
            frame.put(|[v, spec]| space.format_value(&v, conv, Some(&spec)))?
        }
        Instruction::FormatValue(conv, false) => {
            frame.put(|[v]| space.format_value(&v, conv, None))?
        }
        Instruction::FormatNamed(n) => {
            let values = frame.pop_n(n as usize);
            frame.put(|[fmt, keys]| space.format_named(&fmt, &keys, &values))?
        }
        // --- jumps and loops ---
        Instruction::Jump(t) => return Ok(frame.jump(t)),
        Instruction::PopJumpIfTrue(t) => return jump_if(space, frame, t, true),
        Instruction::PopJumpIfFalse(t) => return jump_if(space, frame, t, false),
        Instruction::JumpIfTrueOrPop(t) => return jump_or_pop(space, frame, t, true),
        Instruction::JumpIfFalseOrPop(t) => return jump_or_pop(space, frame, t, false),
        Instruction::GetIter => frame.put(|[o]| space.iter(&o))?,
        Instruction::ForIter(t) => {
            let it = frame.top().clone();
            match space.next(&it)? {
                Some(w) => frame.stack.push(w),
                None => {
                    frame.pop();
                    return Ok(frame.jump(t));
                }
            }
        }
        // --- unpacking ---
        Instruction::UnpackPrepare(n) => unpack_prepare(space, frame, n)?,
        Instruction::UnpackTest(n) => {
            let len = frame.top().clone();
            frame.stack.push(space.unpack_test(&len, n as usize)?);
        }
        Instruction::UnpackFailed(n) => {
            frame.put(|[_, len]| space.unpack_failed(&len, n as usize))?
        }
        Instruction::UnpackSequence(n) => {
            let items = frame.with(|[o, _]| space.unpack_items(&o, n as usize))?;
            frame.stack.extend(items.into_iter().rev());
        }
        Instruction::UnpackExPrepare(n) => {
            frame.put(|[o]| space.unpack_ex_prepare(&o, n as usize))?
        }
        Instruction::UnpackEx(before, after) => {
            let items = frame.with(|[o]| space.unpack_ex(&o, before as usize, after as usize))?;
            frame.stack.extend(items.into_iter().rev());
        }
        // --- calls, definitions, imports ---
        Instruction::Call(i) => call(space, frame, i)?,
        Instruction::MakeFunction(i) => make_function(space, frame, i)?,
        Instruction::BuildClass(i) => build_class(space, frame, i)?,
        Instruction::ImportName(i) => {
            let code = frame.code.clone();
            let w = space.import_name(frame, &code.imports[i as usize])?;
            frame.stack.push(w);
        }
        Instruction::ImportFrom(i) => {
            let m = frame.top().clone();
            frame.stack.push(space.import_from(&m, frame.name(i))?);
        }
        Instruction::ImportStar => {
            let m = frame.pop();
            space.import_star(frame, &m)?;
        }
        Instruction::ExecStmt => {
            let [code, globals, locals] = frame.take();
            space.exec_stmt(frame, &code, &globals, &locals)?;
        }
        // --- exceptions ---
        Instruction::ExcInstantiate => frame.put(|[x]| space.exc_instantiate(&x))?,
        Instruction::ExcInstantiate2 => {
            frame.put(|[cls, arg]| space.exc_instantiate2(&cls, &arg))?
        }
        Instruction::ExcInfo => frame.put(|[f, value]| space.exc_info(&f, &value))?,
        Instruction::RaiseValue => {
            let value = frame.pop();
            let ty = space.exc_type(&value)?;
            return Err(OpError::Raise { ty, value });
        }
        Instruction::Reraise => {
            let [ty, value] = frame.take();
            return Err(OpError::Raise { ty, value });
        }
        Instruction::RaiseCurrent => return Err(space.current_exception()),
        Instruction::ExcSetCause => {
            let cause = frame.pop();
            let exc = frame.top().clone();
            space.exc_set_cause(&exc, &cause)?;
        }
        Instruction::ExceptionSuppressed => space.exception_suppressed()?,
        // --- leaving ---
        Instruction::Return => return Ok(Step::Return(frame.pop())),
        Instruction::Yield => {
            let w = frame.pop();
            frame.pc += 1;
            return Ok(Step::Yield(w));
        }
        Instruction::YieldFrom => {
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
    }
    frame.pc += 1;
    Ok(Step::Next)
}

fn load_const<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    let code = frame.code.clone();
    let w = space.const_value(&code.consts[i as usize])?;
    frame.stack.push(w);
    Ok(())
}

fn load_fast<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    match &frame.locals[i as usize] {
        Some(w) => {
            let w = w.clone();
            frame.stack.push(w);
            Ok(())
        }
        None => Err(space.unbound(frame.code.varnames[i as usize], true)),
    }
}

fn delete_fast<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    match frame.locals[i as usize].take() {
        Some(_) => Ok(()),
        None => Err(space.unbound(frame.code.varnames[i as usize], true)),
    }
}

/// Keeps a local variable in an attribute of the first one.
fn keep_fast<S: ObjSpace>(
    space: &mut S,
    frame: &mut Frame<S>,
    i: u32,
    name: u32,
) -> OpResult<S, ()> {
    if let (Some(this), Some(w)) = (&frame.locals[0], &frame.locals[i as usize]) {
        space.setattr(&this.clone(), frame.name(name), w.clone())?;
    }
    Ok(())
}

/// A variable of the namespace of a class or module body, if there is one with the name.
fn in_namespace<S: ObjSpace>(
    space: &mut S,
    frame: &Frame<S>,
    name: Name,
) -> OpResult<S, Option<S::W>> {
    match &frame.namespace {
        Some(ns) => space.load_name(ns, name),
        None => Ok(None),
    }
}

fn load_name<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    let name = frame.name(i);
    let w = match in_namespace(space, frame, name)? {
        Some(w) => w,
        None => space.load_global(&frame.globals, name)?,
    };
    frame.stack.push(w);
    Ok(())
}

fn store_name<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    let w = frame.pop();
    space.store_name(frame.names(), frame.name(i), w)
}

fn load_deref<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    match space.cell_get(&frame.cells[i as usize])? {
        Some(w) => frame.stack.push(w),
        None => return Err(space.unbound(frame.code.cell_name(i as usize), false)),
    }
    Ok(())
}

fn delete_deref<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    match space.cell_delete(&mut frame.cells[i as usize])? {
        true => Ok(()),
        false => Err(space.unbound(frame.code.cell_name(i as usize), false)),
    }
}

fn load_class_deref<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    let name = frame.code.cell_name(i as usize);
    let found = match in_namespace(space, frame, name)? {
        Some(w) => Some(w),
        None => space.cell_get(&frame.cells[i as usize])?,
    };
    match found {
        Some(w) => frame.stack.push(w),
        None => return Err(space.unbound(name, false)),
    }
    Ok(())
}

/// Jumps if the value on top, which is taken away, is true or false as asked for.
fn jump_if<S: ObjSpace>(
    space: &mut S,
    frame: &mut Frame<S>,
    target: u32,
    wanted: bool,
) -> OpResult<S, Step<S::W>> {
    let w = frame.pop();
    if space.is_true(&w)? == wanted {
        return Ok(frame.jump(target));
    }
    frame.pc += 1;
    Ok(Step::Next)
}

/// Jumps if the value on top is true or false as asked for; otherwise it is taken away.
fn jump_or_pop<S: ObjSpace>(
    space: &mut S,
    frame: &mut Frame<S>,
    target: u32,
    wanted: bool,
) -> OpResult<S, Step<S::W>> {
    let w = frame.pop();
    if space.is_true(&w)? == wanted {
        frame.stack.push(w);
        return Ok(frame.jump(target));
    }
    frame.pc += 1;
    Ok(Step::Next)
}

fn unpack_prepare<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, n: u32) -> OpResult<S, ()> {
    let o = frame.pop();
    let (seq, len) = space.unpack_prepare(&o, n as usize)?;
    frame.stack.push(seq);
    frame.stack.push(len);
    Ok(())
}

fn call<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    let code = frame.code.clone();
    let shape: &CallShape = &code.callshapes[i as usize];
    let args = frame.pop_n(shape.total());
    frame.put(|[f]| space.call(&f, &args, shape))
}

fn make_function<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    let code = frame.code.clone();
    let spec = &code.makefunctions[i as usize];
    let defaults = frame.pop_n(spec.ndefaults as usize + spec.kwdefaults.len());
    let closure = spec.closure.iter().map(|&c| frame.cells[c as usize].clone()).collect();
    let w = space.make_function(frame, spec, &defaults, closure)?;
    frame.stack.push(w);
    Ok(())
}

fn build_class<S: ObjSpace>(space: &mut S, frame: &mut Frame<S>, i: u32) -> OpResult<S, ()> {
    let code = frame.code.clone();
    let spec = &code.buildclasses[i as usize];
    let args = frame.pop_n(spec.args.total());
    let closure = spec.closure.iter().map(|&c| frame.cells[c as usize].clone()).collect();
    let w = space.build_class(frame, spec, &args, closure)?;
    frame.stack.push(w);
    Ok(())
}
