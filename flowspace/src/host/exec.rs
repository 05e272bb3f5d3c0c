//! Running code objects: functions, generators, class bodies, modules, `exec` and `eval`.

use super::*;
use crate::bytecode::{BuildClass, CallShape, CodeKind, CodeObject, MakeFunction, Op};
use crate::interp::{self, Frame, Outcome, Step};
use crate::parser::generation::imports_rpython;
use crate::space::OpError;
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::name::Name;
use flowmodel::operators::{BinaryOp, CompareOp};
use std::sync::atomic::Ordering;

/// The code that is running. Operations of the host may run code of the program, which comes back to the host: so what is going
/// on is known here, not only to their callers.
pub struct Run {
    pub(super) frames: Vec<FrameInfo>,
    pub(super) depth: usize,
    pub(super) recursion_limit: usize,
    /// Objects whose text is being made.
    pub(super) shown: Vec<HostRef>,
    /// Objects that built-in code keeps while it calls functions as an instruction would.
    pub(super) being_made: Vec<HostRef>,
    /// Whether the next frame is called by the running instruction itself, or by code that keeps no objects that it does
    /// not tell of.
    pub(super) direct: bool,
    /// The running instruction calls built-in code with a generator, and the frame has noted what it refers to: how many
    /// bytes of objects were made until then.
    pub(super) feeds: Option<usize>,
    /// Empty lists with room, for frames to come.
    spare: Vec<Vec<HostRef>>,
    /// Cells of weak references that have not been cleared.
    pub(super) weak_cells: Vec<HostRef>,
    /// Of exceptions.
    pub(super) tracebacks: FxHashMap<HostRef, Vec<TracebackEntry>>,
    pub(super) diagnostics: FxHashMap<HostRef, Vec<Diagnostic>>,
    /// For the last error about a name: the exception, what was looked into, and the name.
    pub(crate) looked_for: Option<(HostRef, LookedIn, String)>,
    /// Whether the program itself is running, not its import.
    pub(super) of_program: bool,
    /// Set from another thread, by Ctrl-C: the code that runs gets a `KeyboardInterrupt`.
    pub interrupt: Arc<AtomicBool>,
}

impl Run {
    pub(super) fn new() -> Run {
        Run {
            frames: vec![],
            depth: 0,
            recursion_limit: MAX_DEPTH,
            shown: vec![],
            being_made: vec![],
            direct: false,
            feeds: None,
            spare: vec![],
            weak_cells: vec![],
            tracebacks: FxHashMap::default(),
            diagnostics: FxHashMap::default(),
            looked_for: None,
            of_program: false,
            interrupt: Default::default(),
        }
    }
}

/// What builtins may know about a running frame.
pub struct FrameInfo {
    pub code: Rc<CodeObject>,
    pub globals: HostRef,
    /// Namespace of a class or module body.
    pub namespace: Option<HostRef>,
    /// Cells of the free variables.
    pub cells: Vec<HostRef>,
    pub first_arg: Option<HostRef>,
    /// Snapshot of the local variables, taken before calls of builtins that may ask for it.
    pub locals: Option<HostRef>,
    /// Exceptions that handlers of this frame are working on, innermost last.
    pub handled: Vec<HostRef>,
    /// Where the frame is (updated at calls).
    pub span: Span,
    /// Whether nothing but the frame below has called it ([`Run::direct`]).
    pub direct: bool,
    /// Of a frame that is not called directly: what those who called it refer to was made before.
    pub birth: u32,
    /// Bytes that were made until then.
    pub made: usize,
    /// What the frame refers to, noted when it calls a function.
    pub holds: Vec<HostRef>,
}

/// State of a generator object.
pub struct GenState {
    pub name: Rc<str>,
    /// `None` while running and when finished.
    pub frame: Option<Box<Frame<Host>>>,
    pub started: bool,
    pub running: bool,
}

impl Host {
    /// Converts an exception for the bytecode loop.
    pub(crate) fn op_error(&self, e: HErr) -> OpError<HostRef> {
        OpError::Raise { ty: self.class_of(e.0), value: e.0 }
    }

    /// Converts an error of the bytecode loop.
    pub(crate) fn host_error(&mut self, e: OpError<HostRef>) -> HErr {
        match e {
            OpError::Raise { value, .. } => HErr(value),
            OpError::Fatal(d) => self.raise_diagnostics("SystemError", vec![*d]),
            OpError::Undecided(_) => self.err("SystemError", "undecided truth value"),
        }
    }

    /// An exception that carries ready-made diagnostics.
    pub(crate) fn raise_diagnostics(&mut self, class: &str, ds: Vec<Diagnostic>) -> HErr {
        let text = ds.first().map_or_else(String::new, |d| d.message.clone());
        let e = self.err(class, &text);
        self.run.diagnostics.insert(e.0, ds);
        e
    }

    pub(crate) fn call_function(&mut self, f: HostRef, args: &[HostRef], kw: &Kw) -> R {
        let locals = self.bind_args(f, args, kw)?;
        let fd = self.func(f).expect("function");
        let (code, globals, closure) = (fd.code.clone(), fd.globals, fd.closure.clone());
        let first = locals.first().copied().flatten();
        let generator = code.generator;
        let mut frame = Frame::new(self, code, locals, &closure, globals, None);
        if generator {
            let name = self.func(f).expect("function").name.clone();
            return Ok(self.alloc(HostObj::Generator(Box::new(GenState {
                name,
                frame: Some(Box::new(frame)),
                started: false,
                running: false,
            }))));
        }
        frame.stack = self.run.spare.pop().unwrap_or_default();
        let outcome = self.run_frame(&mut frame, first);
        frame.stack.clear();
        self.run.spare.push(frame.stack);
        match outcome? {
            Outcome::Return(w) => Ok(w),
            Outcome::Yield(_) => Err(self.err("SystemError", "yield outside generator")),
        }
    }

    /// Runs a frame on top of the frame stack.
    pub(crate) fn run_frame(
        &mut self,
        frame: &mut Frame<Host>,
        first_arg: Option<HostRef>,
    ) -> R<Outcome<HostRef>> {
        self.run_or_throw(frame, first_arg, None)
    }

    fn run_or_throw(
        &mut self,
        frame: &mut Frame<Host>,
        first_arg: Option<HostRef>,
        throw: Option<HErr>,
    ) -> R<Outcome<HostRef>> {
        self.enter()?;
        let ncell = frame.code.cellvars.len();
        let direct = std::mem::take(&mut self.run.direct) && !self.run.frames.is_empty();
        let birth = if direct { 0 } else { self.collector.called_by_built_in() };
        self.run.frames.push(FrameInfo {
            code: frame.code.clone(),
            globals: frame.globals,
            namespace: frame.namespace,
            cells: frame.cells[ncell..].to_vec(),
            first_arg,
            locals: None,
            handled: vec![],
            span: frame.span(),
            direct,
            birth,
            made: self.collector.made,
            holds: self.run.spare.pop().unwrap_or_default(),
        });
        let r = self.frame_loop(frame, throw);
        if let Some(mut info) = self.run.frames.pop() {
            info.holds.clear();
            self.run.spare.push(info.holds);
        }
        self.run.depth -= 1;
        r.map_err(|e| self.host_error(e))
    }

    fn frame_loop(
        &mut self,
        frame: &mut Frame<Host>,
        throw: Option<HErr>,
    ) -> Result<Outcome<HostRef>, OpError<HostRef>> {
        if let Some(e) = throw {
            if frame.pc > 0 && frame.code.instrs[frame.pc - 1] == Op::Yield {
                frame.pc -= 1;
            }
            let e = self.op_error(e);
            interp::unwind(self, frame, e)?;
        }
        loop {
            if self.run.interrupt.load(Ordering::Relaxed) {
                let e = self.interrupted();
                interp::unwind(self, frame, e)?;
            }
            let op = frame.code.instrs[frame.pc];
            if self.quick_step(frame, op) {
                continue;
            }
            if collect::may_run_code(op) {
                self.before_instruction(frame, op);
            }
            match op {
                Op::Call(i) => self.before_call(frame, i),
                Op::ClearFast(i) => self.handler_ends(frame, i),
                Op::ImportName(_) | Op::BuildClass(_) => {
                    let span = frame.span();
                    if let Some(f) = self.run.frames.last_mut() {
                        f.span = span;
                    }
                }
                _ => {}
            }
            let stepped = match op {
                Op::Call(i) if frame.code.callshapes[i as usize].is_simple() => {
                    self.call_step(frame, i)
                }
                _ => interp::step(self, frame),
            };
            match stepped {
                Ok(Step::Next) => {}
                Ok(Step::Return(w)) => return Ok(Outcome::Return(w)),
                Ok(Step::Yield(w)) => return Ok(Outcome::Yield(w)),
                Err(e) => {
                    if let OpError::Raise { value, .. } = e {
                        self.set_context(value);
                    }
                    interp::unwind(self, frame, e)?
                }
            }
        }
    }

    /// Runs an instruction if it is one of the most frequent and its operands are of the most frequent kinds: it neither fails nor
    /// runs code of the program.
    #[inline]
    fn quick_step(&mut self, frame: &mut Frame<Host>, op: Op) -> bool {
        let stack = &mut frame.stack;
        match op {
            Op::LoadFast(i) => match frame.locals[i as usize] {
                Some(w) => stack.push(w),
                None => return false,
            },
            Op::StoreFast(i) => match stack.pop() {
                Some(w) => frame.locals[i as usize] = Some(w),
                None => return false,
            },
            Op::LoadGlobal(i) => {
                match self.ns_get(frame.globals, frame.code.names[i as usize].as_str()) {
                    Some(w) => stack.push(w),
                    None => return false,
                }
            }
            Op::LoadDeref(i) => match self.obj(frame.cells[i as usize]) {
                HostObj::Cell(Some(w)) => stack.push(*w),
                _ => return false,
            },
            Op::PopTop => {
                stack.pop();
            }
            Op::Jump(t) => {
                frame.pc = t as usize;
                return true;
            }
            Op::PopJumpIfFalse(t) | Op::PopJumpIfTrue(t) => {
                let truth = match stack.last() {
                    Some(&TRUE) => true,
                    Some(&(FALSE | NONE)) => false,
                    _ => return false,
                };
                stack.pop();
                if truth == matches!(op, Op::PopJumpIfTrue(_)) {
                    frame.pc = t as usize;
                    return true;
                }
            }
            Op::Compare(o) => {
                let [.., a, b] = stack[..] else { return false };
                let result = match (o, self.obj(a), self.obj(b)) {
                    (CompareOp::In, ..) => return false,
                    (CompareOp::Is, ..) => self.same(a, b),
                    (_, HostObj::Int(x), HostObj::Int(y)) => ops::holds(o, x.cmp(y)),
                    (CompareOp::Eq, HostObj::Str(x), HostObj::Str(y)) => x == y,
                    (CompareOp::Ne, HostObj::Str(x), HostObj::Str(y)) => x != y,
                    _ => return false,
                };
                stack.truncate(stack.len() - 2);
                stack.push(self.bool(result));
            }
            Op::Binary(o @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul))
            | Op::InPlace(o @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul))
                // (an int is made, and may be what is to be collected)
                if !self.collector.is_due() =>
            {
                let [.., a, b] = stack[..] else { return false };
                let (HostObj::Int(x), HostObj::Int(y)) = (self.obj(a), self.obj(b)) else {
                    return false;
                };
                let result = match o {
                    BinaryOp::Add => x.checked_add(*y),
                    BinaryOp::Sub => x.checked_sub(*y),
                    _ => x.checked_mul(*y),
                };
                let Some(result) = result else { return false };
                stack.truncate(stack.len() - 2);
                stack.push(self.int(result));
            }
            Op::GetItem => {
                let [.., a, b] = stack[..] else { return false };
                let HostObj::Int(index) = self.obj(b) else { return false };
                let item = match self.obj(a) {
                    HostObj::List(items) => items.get(*index as usize),
                    HostObj::Tuple(items) => items.get(*index as usize),
                    _ => return false,
                };
                // (a negative index is far behind the end)
                let Some(item) = item.copied() else { return false };
                stack.truncate(stack.len() - 2);
                stack.push(item);
            }
            _ => return false,
        }
        frame.pc += 1;
        true
    }

    /// A call without keywords and `*`: the arguments stay on the stack meanwhile.
    fn call_step(
        &mut self,
        frame: &mut Frame<Host>,
        shape: u32,
    ) -> Result<Step<HostRef>, OpError<HostRef>> {
        let n = frame.code.callshapes[shape as usize].total();
        let at = frame.stack.len() - n - 1;
        let result = self.call(frame.stack[at], &frame.stack[at + 1..], &[]);
        frame.stack.truncate(at);
        match result {
            Ok(w) => {
                frame.stack.push(w);
                frame.pc += 1;
                Ok(Step::Next)
            }
            Err(e) => Err(self.op_error(e)),
        }
    }

    /// Ctrl-C as an exception.
    #[cold]
    fn interrupted(&mut self) -> OpError<HostRef> {
        self.run.interrupt.store(false, Ordering::Relaxed);
        let c = self.exc("KeyboardInterrupt");
        let e = self.err_args(c, &[]);
        self.op_error(e)
    }

    /// A handler clears the hidden variable of the exception that it has handled.
    fn handler_ends(&mut self, frame: &Frame<Host>, var: u32) {
        let Some(f) = self.run.frames.last_mut() else { return };
        if f.handled.is_empty() {
            return;
        }
        let name = frame.code.varnames[var as usize].as_str();
        if (name.starts_with("$evalue") || name.starts_with("$fvalue"))
            && let Some(v) = frame.locals[var as usize]
        {
            f.handled.retain(|x| *x != v);
        }
    }

    /// Notes what was being handled when a new exception came up (`__context__`).
    fn set_context(&mut self, value: HostRef) {
        let Some(handled) = self.run.frames.iter().rev().find_map(|f| f.handled.last().copied())
        else {
            return;
        };
        if handled == value || self.run.tracebacks.contains_key(&value) {
            return;
        }
        if let Some(d) = self.make_own_dict(value)
            && self.ns_get(d, "__context__").is_none()
        {
            self.ns_set(d, "__context__", handled);
        }
    }

    /// Notes the position, and the local variables when the callee may ask for them.
    fn before_call(&mut self, frame: &Frame<Host>, shape: u32) {
        let span = frame.span();
        let total = frame.code.callshapes[shape as usize].total();
        let callee = frame.stack.len().checked_sub(total + 1).map(|i| frame.stack[i]);
        let wants_locals = match callee.map(|c| self.obj(c)) {
            Some(HostObj::Builtin(b)) => {
                matches!(&*b.name, "locals" | "vars" | "dir" | "eval" | "exec" | "sys._getframe")
            }
            _ => false,
        };
        let snapshot = if wants_locals && frame.namespace.is_none() {
            Some(self.snapshot_locals(frame))
        } else {
            None
        };
        if let Some(f) = self.run.frames.last_mut() {
            f.span = span;
            if snapshot.is_some() {
                f.locals = snapshot;
            }
        }
    }

    pub(crate) fn snapshot_locals(&mut self, frame: &Frame<Host>) -> HostRef {
        let d = self.new_dict();
        for (i, v) in frame.locals.iter().enumerate() {
            let name = frame.code.varnames[i].as_str();
            if let (Some(v), false) = (v, name.starts_with('$') || name.starts_with('.')) {
                self.ns_set(d, name, *v);
            }
        }
        for (i, c) in frame.cells.iter().enumerate() {
            if let HostObj::Cell(Some(v)) = *self.obj(*c) {
                self.ns_set(d, frame.code.cell_name(i).as_str(), v);
            }
        }
        d
    }

    /// Local namespace of the running code: `locals()`.
    pub(crate) fn current_locals(&self) -> Option<HostRef> {
        let f = self.run.frames.last()?;
        Some(f.namespace.or(f.locals).unwrap_or(f.globals))
    }

    // --- generators ---

    /// Resumes a generator; `Ok(None)`: it returned, with the value in `result`.
    pub(crate) fn gen_resume(
        &mut self,
        g: HostRef,
        sent: HostRef,
        throw: Option<HErr>,
    ) -> R<Result<HostRef, HostRef>> {
        let HostObj::Generator(state) = self.obj_mut(g) else {
            return Err(self.type_error("not a generator"));
        };
        if state.running {
            return Err(self.value_error("generator already executing"));
        }
        let Some(mut frame) = state.frame.take() else {
            return match throw {
                Some(e) => Err(e),
                None => Ok(Err(NONE)),
            };
        };
        let started = state.started;
        state.running = true;
        state.started = true;
        let mut throw = throw;
        let mut delegated = None;
        if let (true, Some(e)) = (started, throw)
            && frame.code.instrs[frame.pc] == Op::YieldFrom
        {
            match self.throw_into(*frame.stack.last().expect("iterator"), e) {
                Ok(Ok(w)) => delegated = Some(w),
                Ok(Err(result)) => {
                    frame.stack.pop();
                    frame.stack.push(result);
                    frame.pc += 1;
                    throw = None;
                }
                Err(e) => {
                    // The instruction's operand `sent`, so that its stack shape is as when it ran.
                    frame.stack.push(NONE);
                    throw = Some(e);
                }
            }
        } else if started && throw.is_none() {
            frame.stack.push(sent);
        }
        if let Some(w) = delegated {
            let HostObj::Generator(state) = self.obj_mut(g) else { unreachable!() };
            state.running = false;
            state.frame = Some(frame);
            return Ok(Ok(w));
        }
        let outcome = self.run_or_throw(&mut frame, None, throw);
        let HostObj::Generator(state) = self.obj_mut(g) else { unreachable!() };
        state.running = false;
        match outcome {
            Ok(Outcome::Yield(w)) => {
                state.frame = Some(frame);
                Ok(Ok(w))
            }
            Ok(Outcome::Return(w)) => Ok(Err(w)),
            Err(e) if self.err_is(e, "StopIteration") => {
                if frame.code.python == crate::Python::Two {
                    return Ok(Err(NONE));
                }
                Err(self.err("RuntimeError", "generator raised StopIteration"))
            }
            Err(e) => Err(e),
        }
    }

    /// Gives an exception to what a `yield from` iterates over: what it yields, its result if it
    /// ends, or the exception that leaves it.
    fn throw_into(&mut self, it: HostRef, e: HErr) -> R<Result<HostRef, HostRef>> {
        if self.err_is(e, "GeneratorExit") {
            if let Some(close) = self.getattr_opt(it, "close")? {
                self.call(close, &[], &[])?;
            }
            return Err(e);
        }
        if let HostObj::Generator(_) = self.obj(it) {
            return self.gen_resume(it, NONE, Some(e));
        }
        let Some(throw) = self.getattr_opt(it, "throw")? else { return Err(e) };
        match self.call(throw, &[e.0], &[]) {
            Err(x) if self.err_is(x, "StopIteration") => {
                let v = self.getattr(x.0, "value")?;
                Ok(Err(v))
            }
            r => r.map(Ok),
        }
    }

    // --- definitions ---

    pub(crate) fn new_function(
        &mut self,
        frame: &Frame<Host>,
        spec: &MakeFunction,
        defaults: &[HostRef],
        closure: Vec<HostRef>,
    ) -> HostRef {
        let code = spec.code.clone();
        let n = spec.ndefaults as usize;
        let doc = match code.docstring.clone() {
            Some(d) => self.literal_str(&d),
            None => NONE,
        };
        self.alloc(HostObj::Function(Box::new(FuncData {
            name: code.name.as_str().into(),
            qualname: code.qualname.as_str().into(),
            globals: frame.globals,
            defaults: defaults[..n].to_vec(),
            kwdefaults: spec
                .kwdefaults
                .iter()
                .copied()
                .zip(defaults[n..].iter().copied())
                .collect(),
            closure,
            doc,
            dict: None,
            code,
        })))
    }

    /// Splits the values of a call as laid out by its shape.
    pub(crate) fn flatten_call(
        &mut self,
        args: &[HostRef],
        shape: &CallShape,
    ) -> R<(Vec<HostRef>, KwVec)> {
        let pos = shape.pos as usize;
        let nk = shape.keywords.len();
        let mut out = args[..pos].to_vec();
        let mut kw: KwVec =
            shape.keywords.iter().copied().zip(args[pos..pos + nk].iter().copied()).collect();
        let mut at = pos + nk;
        if shape.star {
            out.extend(self.iter_to_vec(args[at])?);
            at += 1;
        }
        if shape.starstar {
            let m = args[at];
            let items = if self.dict(m).is_some() {
                self.dict_items(m)
            } else {
                let keys = self.call_method(m, "keys", &[])?;
                let mut items = vec![];
                for k in self.iter_to_vec(keys)? {
                    items.push((k, self.getitem(m, k)?));
                }
                items
            };
            for (k, v) in items {
                let Some(name) = self.text(k) else {
                    return Err(self.type_error("keywords must be strings"));
                };
                let name = Name::new(&name);
                if kw.iter().any(|(n, _)| *n == name) {
                    let m = format!("got multiple values for keyword argument '{name}'");
                    return Err(self.type_error(m));
                }
                kw.push((name, v));
            }
        }
        Ok((out, kw))
    }

    pub(crate) fn run_class_body(
        &mut self,
        frame: &Frame<Host>,
        spec: &BuildClass,
        args: &[HostRef],
        closure: Vec<HostRef>,
    ) -> R {
        let (bases, mut kw) = self.flatten_call(args, &spec.args)?;
        let meta_at = kw.iter().position(|(n, _)| *n == "metaclass");
        let meta = meta_at.map(|i| kw.remove(i).1);
        let mut resolved = vec![];
        for b in bases {
            if self.class(b).is_none()
                && let Some(f) = self.getattr_opt(b, "__mro_entries__")?
            {
                let t = self.tuple(&[b]);
                let new = self.call(f, &[t], &[])?;
                resolved.extend(self.iter_to_vec(new)?);
                continue;
            }
            resolved.push(b);
        }
        let name = spec.name.as_str();
        let classes_only = resolved.iter().all(|b| self.class(*b).is_some());
        let chosen = if classes_only { self.choose_metaclass(meta, &resolved)? } else { NONE };
        let prepare = match self.class(chosen) {
            Some(_) => self.lookup_in_mro(chosen, "__prepare__").map(|f| (chosen, f)),
            None => None,
        };
        let ns = match prepare {
            Some((m, f)) => {
                let f = self.bind(f, None, m)?;
                let n = self.str(name);
                let b = self.tuple(&resolved);
                self.call(f, &[n, b], &kw)?
            }
            None => self.new_dict(),
        };
        if self.dict(ns).is_none() {
            return Err(self.type_error("__prepare__() must return a dict"));
        }
        let module = self.ns_get(frame.globals, "__name__").unwrap_or(NONE);
        self.ns_set(ns, "__module__", module);
        if let Some(d) = &spec.code.docstring {
            let d = self.literal_str(d);
            self.ns_set(ns, "__doc__", d);
        }
        let mut body =
            Frame::new(self, spec.code.clone(), vec![], &closure, frame.globals, Some(ns));
        self.run_frame(&mut body, None)?;
        if !spec.code.annotations.is_empty() {
            let d = self.annotations(&spec.code, frame.globals, Some(ns));
            self.ns_set(ns, "__annotations__", d);
        }
        let cls = self.finish_class(name, &resolved, ns, meta, &kw)?;
        if spec.code.qualname != spec.code.name
            && let HostObj::Class(c) = self.obj_mut(cls)
            && c.qualname.is_none()
        {
            c.qualname = Some(spec.code.qualname.as_str().into());
        }
        if let Some(i) = spec.code.cellvars.iter().position(|n| *n == "__class__") {
            let cell = body.cells[i];
            if let HostObj::Cell(c) = self.obj_mut(cell) {
                *c = Some(cls);
            }
        }
        Ok(cls)
    }

    /// The dictionary of a code object's annotations. One that cannot be evaluated, say because it
    /// names what is only imported for type checkers, stays a text.
    pub(crate) fn annotations(
        &mut self,
        code: &CodeObject,
        globals: HostRef,
        ns: Option<HostRef>,
    ) -> HostRef {
        let d = self.new_dict();
        for (name, span) in &code.annotations {
            let text: String = match self.sources.borrow().get(span.file) {
                Some(f) => f.text[span.start as usize..span.end as usize].to_string(),
                None => continue,
            };
            let value = match code.text_annotations {
                true => None,
                false => self.annotation_value(&text, globals, ns),
            };
            let value = match value {
                Some(v) => v,
                None => self.str(&text),
            };
            self.ns_set(d, name.as_str(), value);
        }
        d
    }

    fn annotation_value(
        &mut self,
        text: &str,
        globals: HostRef,
        ns: Option<HostRef>,
    ) -> Option<HostRef> {
        let code = self.compile_text("<annotation>", &format!("({text})"), crate::Mode::Eval);
        code.and_then(|c| self.exec_code(c, globals, ns)).ok()
    }

    /// The annotation of a function's parameter, or of its result under the name `return`: where it stands and what it is. One
    /// that is a text is what the text says.
    pub fn annotation(&mut self, function: HostRef, name: &str) -> Option<(Span, HostRef)> {
        let f = self.func(function)?;
        let (code, globals) = (f.code.clone(), f.globals);
        let span = code.annotations.iter().find(|a| a.0.as_str() == name)?.1;
        let text = {
            let sources = self.sources.borrow();
            sources.get(span.file)?.text.get(span.start as usize..span.end as usize)?.to_string()
        };
        let value = self.annotation_value(&text, globals, None)?;
        let value = match self.text(value) {
            Some(text) => self.annotation_value(&text, globals, None)?,
            None => value,
        };
        Some((span, value))
    }

    // --- modules, exec ---

    /// Runs a module's (or `exec`'s) code in a namespace.
    pub(crate) fn exec_code(
        &mut self,
        code: Rc<CodeObject>,
        globals: HostRef,
        locals: Option<HostRef>,
    ) -> R {
        let is_body = !matches!(code.kind, CodeKind::Function | CodeKind::Lambda);
        let ns = is_body.then(|| locals.unwrap_or(globals));
        let mut frame = Frame::new(self, code, vec![], &[], globals, ns);
        match self.run_frame(&mut frame, None)? {
            Outcome::Return(w) | Outcome::Yield(w) => Ok(w),
        }
    }

    /// A file of the program was compiled. The first one that tells its Python decides for those that do not.
    fn learn_python(&mut self, python: crate::Python) {
        let supposed = self.generation.by_import;
        let three = python == crate::Python::Three;
        if python == crate::Python::Neutral {
            self.generation.undecided_files = true;
        } else if self.generation.python == crate::Python::Neutral || supposed && three {
            self.generation.late_python3 = self.generation.undecided_files && three;
            self.settle_python(python);
        }
        if python != crate::Python::Neutral {
            self.generation.by_import = false;
        }
    }

    /// Takes the program for one of Python 2, as nothing tells so far and a file of it that does not tell imports `rpython`: such
    /// a program runs under RPython's own Python, or not at all.
    fn suppose_python2(&mut self) {
        self.generation.undecided_files = true;
        self.generation.by_import = true;
        self.settle_python(crate::Python::Two);
    }

    /// As `compile_text`, of what was read from a file.
    pub(crate) fn compile_file(
        &mut self,
        path: &str,
        source: &crate::source::Source,
    ) -> R<Rc<CodeObject>> {
        let Some((start, end, message)) = &source.error else {
            return self.compile_text(path, &source.text, crate::Mode::Exec);
        };
        let file = self.sources.borrow_mut().add(path, &source.text);
        let span = Span { file, start: *start, end: *end, inlined: 0 };
        let d = Diagnostic::error("syntax", message.as_str(), span);
        Err(self.raise_diagnostics("SyntaxError", vec![d]))
    }

    /// Compiles source text; syntax errors become `SyntaxError` with their diagnostic.
    pub(crate) fn compile_text(
        &mut self,
        path: &str,
        text: &str,
        mode: crate::Mode,
    ) -> R<Rc<CodeObject>> {
        let file = self.sources.borrow_mut().add(path, text);
        let sources = self.sources.clone();
        // Text that is made by a program continues the file that makes it.
        let made = path.starts_with('<');
        let (library, installed) = (self.is_library(path), self.is_installed(path));
        self.generation.python3_library |= installed;
        let neutral = match self.run.frames.last() {
            _ if installed => Some(crate::Python::Three),
            _ if library => None,
            Some(f) if made => Some(f.code.python),
            _ => Some(self.generation.python),
        };
        let supposed = self.generation.by_import && neutral == Some(crate::Python::Two);
        let asked = if supposed { Some(crate::Python::Neutral) } else { neutral };
        let mut r = crate::compile_source(&sources.borrow(), file, mode, asked);
        let told = r.as_ref().map_or(crate::Python::Neutral, |code| code.python);
        if r.is_ok() && told == crate::Python::Neutral && asked == Some(told) {
            if !supposed && path.ends_with(".py") && imports_rpython(file, text) {
                self.suppose_python2();
            }
            if self.generation.by_import {
                r = crate::compile_source(&sources.borrow(), file, mode, Some(crate::Python::Two));
            }
        }
        match r {
            Ok(code) => {
                if !library {
                    self.generation.python2 |= code.python == crate::Python::Two;
                    if !made {
                        self.learn_python(told);
                    }
                }
                Ok(code)
            }
            Err(ds) => Err(self.raise_diagnostics("SyntaxError", ds)),
        }
    }

    /// `exec`/`eval` of a string or code object.
    pub(crate) fn exec_or_eval(
        &mut self,
        src: HostRef,
        globals: HostRef,
        locals: HostRef,
        is_eval: bool,
    ) -> R {
        let (mut g, mut l) = (globals, locals);
        if let (HostObj::Tuple(t), NONE) = (self.obj(src), g) {
            // `exec(code, globals[, locals])` written as the Python 2 statement with a tuple.
            let t = t.clone();
            if t.len() == 2 || t.len() == 3 {
                let third = t.get(2).copied().unwrap_or(NONE);
                return self.exec_or_eval(t[0], t[1], third, is_eval);
            }
        }
        if g == NONE {
            let Some(f) = self.run.frames.last() else {
                return Err(self.type_error("exec needs globals here"));
            };
            g = f.globals;
            if l == NONE {
                l = self.current_locals().unwrap_or(g);
            }
        }
        if l == NONE {
            l = g;
        }
        if self.dict(g).is_none() || self.dict(l).is_none() {
            return Err(self.type_error("exec() globals and locals must be dicts"));
        }
        let code = match self.obj(src) {
            HostObj::Code(c) => c.clone(),
            _ => {
                let Some(text) = self.text(src) else {
                    let m = format!(
                        "{}() arg 1 must be a string or code object",
                        if is_eval { "eval" } else { "exec" }
                    );
                    return Err(self.type_error(m));
                };
                let mode = if is_eval { crate::Mode::Eval } else { crate::Mode::Exec };
                let text = if is_eval { text.trim().into() } else { text };
                self.compile_text("<string>", &text, mode)?
            }
        };
        let r = self.exec_code(code, g, Some(l))?;
        Ok(if is_eval { r } else { NONE })
    }

    pub(crate) fn code_attr(&mut self, c: &CodeObject, name: &str) -> Option<HostRef> {
        let names = |h: &mut Host, v: &[Name]| {
            let items: Vec<HostRef> = v.iter().map(|n| h.str(n.as_str())).collect();
            h.tuple(&items)
        };
        Some(match name {
            "co_name" => self.str(c.name.as_str()),
            "co_qualname" => self.str(c.qualname.as_str()),
            "co_argcount" => self.int(c.argcount as i64),
            "co_kwonlyargcount" => self.int(c.kwonlyargcount as i64),
            "co_posonlyargcount" => self.int(c.posonlyargcount as i64),
            "co_nlocals" => self.int(c.varnames.len() as i64),
            "co_varnames" => {
                let v: Vec<Name> =
                    c.varnames.iter().copied().filter(|n| !n.as_str().starts_with('$')).collect();
                names(self, &v)
            }
            "co_cellvars" => names(self, &c.cellvars),
            "co_freevars" => names(self, &c.freevars),
            "co_names" => names(self, &c.names),
            "co_firstlineno" => self.int(c.firstlineno as i64),
            "co_filename" => {
                let path = self.sources.borrow().get(c.file).map(|f| f.path.clone());
                self.str(path.as_deref().unwrap_or("<string>"))
            }
            "co_flags" => {
                let mut f = 1 | 2;
                if c.has_varargs {
                    f |= 4;
                }
                if c.has_kwargs {
                    f |= 8;
                }
                if c.nested {
                    f |= 16;
                }
                if c.generator {
                    f |= 32;
                }
                self.int(f)
            }
            "co_consts" => {
                let mut items = vec![];
                for k in &c.consts {
                    items.push(self.const_object(k));
                }
                self.tuple(&items)
            }
            _ => return None,
        })
    }
}
