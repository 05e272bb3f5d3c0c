//! Generators become classes: a generator function makes an instance whose method `next` is a
//! state machine over the generator's code.
//!
//! The instance keeps, from one `next` to the following one, the live local variables (attributes
//! `g_NAME`), what was on the value stack at each `yield` (`s_STATE_INDEX`: iterators of the loops
//! around it) and the number of the `yield` it waits at (`g_state`; -1 while running and when
//! finished). Both functions are ordinary code objects, so that nothing later needs to know.
//!
//! * `yield from` becomes a loop first.
//! * If what a `yield` gives back is used, the state machine is the method `resume`, and `next` and
//!   `send` (see `support.py`) call it, leaving the value in `g_sent`.
//! * `throw` is a second copy of the state machine, in which each `yield` continues with an exception.
//!   Methods that are never called cost nothing.

use super::closures::{Source, layout, plan_cells, runtime_class, set_layout, set_plan};
use super::state::Liveness;
use crate::bytecode::{CallShape, CodeKind, CodeObject, ConstValue, Handler, Instruction, Special};
use crate::host::{FuncData, Host, HostObj, HostRef, NONE, import, tracebacks};
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::name::Name;
use flowmodel::operators::CompareOp;
use std::rc::Rc;

/// An ordinary function that stands for a generator function; each call makes a class of its own.
pub(crate) fn replacement(host: &mut Host, func: HostRef) -> Result<HostRef, Box<Diagnostic>> {
    let Some(data) = host.func(func) else {
        return Err(Box::new(Diagnostic::error("run-time", "not a function", Span::NONE)));
    };
    let (code, globals, mut closure) = (data.code.clone(), data.globals, data.closure.clone());
    let defaults = data.defaults.clone();
    let kwdefaults = data.kwdefaults.clone();
    let to_diagnostic = |host: &mut Host, e| Box::new(tracebacks::diagnostic(host, e));
    let mut layout = layout(host, func, closure.len());
    let (code, delegations) = without_yield_from(&code);
    for name in SUPPORT {
        let f = import::flow_support(host, name).map_err(|e| to_diagnostic(host, e))?;
        closure.push(host.alloc(HostObj::Cell(Some(f))));
        layout.push(Source::Host);
    }
    let sends = uses_sent(&code);
    let machine = |throwing| Machine::new(&code, &delegations, throwing).build();
    let (next, throw) = (machine(false), machine(true));
    let make = |code: Rc<CodeObject>, closure: Vec<HostRef>, defaults, kwdefaults| {
        HostObj::Function(Box::new(FuncData {
            name: code.name.as_str().into(),
            qualname: code.qualname.as_str().into(),
            globals,
            defaults,
            kwdefaults,
            closure,
            doc: NONE,
            dict: None,
            code,
        }))
    };
    // What the generator object keeps is found there.
    let kept = kept_fields(&code, &layout);
    let next_layout: Vec<Source> = layout
        .iter()
        .enumerate()
        .map(|(i, s)| match (s, &kept[i]) {
            (Source::Cell(_, checked), Some(n)) => Source::Cell(n.clone(), *checked),
            (_, Some(n)) => Source::Value(n.clone()),
            _ => s.clone(),
        })
        .collect();
    let mut machines = Vec::new();
    for code_of in [next, throw] {
        let f = host.alloc(make(code_of, closure.clone(), Vec::new(), Vec::new()));
        set_layout(host, f, &next_layout)
            .and_then(|()| set_plan(host, f, &plan_cells(&code, &[])))
            .map_err(|e| to_diagnostic(host, e))?;
        machines.push(f);
    }
    let iter_func = host.alloc(make(iter_code(&code), Vec::new(), Vec::new(), Vec::new()));
    let name = format!("{}_generator", code.name.as_str().trim_matches(['<', '>']));
    let mut methods = vec![("__iter__", iter_func), ("throw", machines[1])];
    let made = import::flow_support(host, "generator_methods").and_then(|f| {
        let sends = host.bool(sends);
        host.call(f, &[sends], &[])
    });
    let made = made.map_err(|e| to_diagnostic(host, e))?;
    let made = match host.obj(made) {
        HostObj::Tuple(items) => items.to_vec(),
        _ => Vec::new(),
    };
    let next_func = if sends { made[0] } else { machines[0] };
    methods.extend([("next", next_func), ("__next__", next_func), ("send", made[1])]);
    methods.extend([("close", made[2]), ("resume", machines[0])]);
    if !returns_values(&code) {
        methods.push(("g_result", NONE));
    }
    let class = runtime_class(host, &name, "generator", globals, &methods)
        .map_err(|e| to_diagnostic(host, e))?;
    let mut cells = closure;
    cells.push(host.alloc(HostObj::Cell(Some(class))));
    layout.push(Source::Host);
    let bootstrap = bootstrap_code(&code, &kept);
    let bootstrap = host.alloc(make(bootstrap, cells, defaults, kwdefaults));
    set_layout(host, bootstrap, &layout).map_err(|e| to_diagnostic(host, e))?;
    host.flow.made += 1;
    Ok(bootstrap)
}

/// A new code object with the name and place of another.
fn derived(code: &CodeObject, name: Name, kind: CodeKind) -> CodeObject {
    CodeObject {
        name,
        qualname: Name::new(&format!("{}.{name}", code.qualname)),
        kind,
        instrs: Vec::new(),
        spans: Vec::new(),
        handlers: Vec::new(),
        handler_of: Vec::new(),
        generator: false,
        docstring: None,
        ..code.clone()
    }
}

fn iter_code(code: &CodeObject) -> Rc<CodeObject> {
    let mut c = derived(code, Name::new("__iter__"), CodeKind::Function);
    set_params(&mut c, 1);
    c.varnames = vec![Name::new("self")];
    c.cell_params.clear();
    c.freevars.clear();
    for op in [Instruction::LoadFast(0), Instruction::Return] {
        push(&mut c, op, code.span, 0);
    }
    Rc::new(c)
}

fn set_params(c: &mut CodeObject, n: u32) {
    c.argcount = n;
    c.posonlyargcount = 0;
    c.kwonlyargcount = 0;
    c.has_varargs = false;
    c.has_kwargs = false;
}

fn push(c: &mut CodeObject, op: Instruction, span: Span, handler: u32) {
    c.instrs.push(op);
    c.spans.push(span);
    c.handler_of.push(handler);
}

fn name_index(c: &mut CodeObject, n: &str) -> u32 {
    let n = Name::new(n);
    if let Some(i) = c.names.iter().position(|x| *x == n) {
        return i as u32;
    }
    c.names.push(n);
    c.names.len() as u32 - 1
}

fn const_index(c: &mut CodeObject, v: i64) -> u32 {
    c.consts.push(ConstValue::Int(v));
    c.consts.len() as u32 - 1
}

fn attr_of_local(code: &CodeObject, i: usize) -> String {
    format!("v_{}", code.varnames[i].as_str().replace(['.', '$'], "_"))
}

/// Attributes of the generator object for what the generator captured at run time.
fn kept_fields(code: &CodeObject, layout: &[Source]) -> Vec<Option<String>> {
    let kept = |(i, s): (usize, &Source)| {
        (*s != Source::Host)
            .then(|| format!("f_{i}_{}", code.freevars[i].as_str().replace(['.', '$'], "_")))
    };
    layout.iter().enumerate().map(kept).collect()
}

fn attr_of_cell(code: &CodeObject, i: usize) -> String {
    format!("k_{i}_{}", code.cellvars[i].as_str().replace(['.', '$'], "_"))
}

/// Makes the instance and stores the arguments in it, and what `kept` names.
fn bootstrap_code(code: &CodeObject, kept: &[Option<String>]) -> Rc<CodeObject> {
    let mut c = derived(code, code.name, CodeKind::Function);
    c.qualname = code.qualname;
    let params = code.param_count();
    c.varnames.truncate(params);
    c.varnames.push(Name::new("$it"));
    c.cellvars.clear();
    c.cell_params.clear();
    c.freevars.push(Name::new("generator_class"));
    let class = c.freevars.len() as u32 - 1;
    c.callshapes = vec![CallShape::simple(0)];
    let it = params as u32;
    let live = Liveness::of(code);
    let mut ops =
        vec![Instruction::LoadDeref(class), Instruction::Call(0), Instruction::StoreFast(it)];
    for i in 0..params {
        if live.is_live(0, i) || code.cell_params.iter().any(|p| p.0 as usize == i) {
            let n = name_index(&mut c, &attr_of_local(code, i));
            ops.extend([
                Instruction::LoadFast(i as u32),
                Instruction::LoadFast(it),
                Instruction::StoreAttr(n),
            ]);
        }
    }
    for (i, field) in kept.iter().enumerate() {
        if let Some(field) = field {
            let n = name_index(&mut c, field);
            ops.extend([
                Instruction::LoadCell(i as u32),
                Instruction::LoadFast(it),
                Instruction::StoreAttr(n),
            ]);
        }
    }
    let zero = const_index(&mut c, 0);
    let state = name_index(&mut c, "g_state");
    ops.extend([
        Instruction::LoadConst(zero),
        Instruction::LoadFast(it),
        Instruction::StoreAttr(state),
    ]);
    ops.extend([Instruction::LoadFast(it), Instruction::Return]);
    for op in ops {
        push(&mut c, op, code.span, 0);
    }
    Rc::new(c)
}

/// Functions of `support.py` that the machines call: free variables behind those of the generator.
const SUPPORT: [&str; 5] = ["sent_value", "send_into", "throw_into", "result_of", "stopped_inside"];

/// A `yield` that stands for a `yield from`.
struct Delegation {
    /// Its instruction.
    at: usize,
    /// Local variable of the iterator.
    iterator: u32,
    /// Handler for the end of the iterator.
    ended: u32,
}

/// The code with a loop in the place of each `yield from`, and with the free variables of [`SUPPORT`].
fn without_yield_from(code: &CodeObject) -> (CodeObject, Vec<Delegation>) {
    let mut c = derived(code, code.name, code.kind);
    c.qualname = code.qualname;
    c.generator = true;
    c.handlers = code.handlers.clone();
    let support = (c.cellvars.len() + c.freevars.len()) as u32;
    c.freevars.extend(SUPPORT.iter().map(|n| Name::new(&format!("${n}"))));
    let shape = |c: &mut CodeObject, n: usize| {
        c.callshapes.push(CallShape::simple(n));
        c.callshapes.len() as u32 - 1
    };
    let depths = stack_depths(code);
    let mut moved = Vec::with_capacity(code.instrs.len());
    let mut old_jumps = Vec::new();
    let mut delegations = Vec::new();
    for (pc, &op) in code.instrs.iter().enumerate() {
        moved.push(c.instrs.len() as u32);
        let (span, handler) = (code.spans[pc], code.handler_of[pc]);
        if op != Instruction::YieldFrom {
            if op.target().is_some() {
                old_jumps.push(c.instrs.len());
            }
            push(&mut c, op, span, handler);
            continue;
        }
        let n = delegations.len();
        let mut local = |what: &str| {
            c.varnames.push(Name::new(&format!("$from_{what}{n}")));
            c.varnames.len() as u32 - 1
        };
        let (sent, iterator) = (local("sent"), local("iter"));
        let (ty, value) = (local("type"), local("value"));
        c.consts.push(ConstValue::None);
        let none = c.consts.len() as u32 - 1;
        let (one, two) = (shape(&mut c, 1), shape(&mut c, 2));
        let depth = depths[pc].unwrap_or(2) - 2;
        let inside = code.handler_at(pc).map_or(0, |h| h.inside);
        c.handlers.push(Handler { target: 0, depth, inside, stop_only: false });
        let ended = c.handlers.len() as u32;
        let emit = |c: &mut CodeObject, op: Instruction, handler: u32| {
            push(c, op, span, handler);
            c.instrs.len() - 1
        };
        emit(&mut c, Instruction::StoreFast(sent), handler);
        emit(&mut c, Instruction::StoreFast(iterator), handler);
        let again = emit(&mut c, Instruction::LoadFast(sent), handler) as u32;
        emit(&mut c, Instruction::LoadConst(none), handler);
        emit(&mut c, Instruction::Compare(CompareOp::Is), handler);
        let to_send = emit(&mut c, Instruction::PopJumpIfFalse(0), handler);
        emit(&mut c, Instruction::LoadFast(iterator), handler);
        let for_iter = emit(&mut c, Instruction::ForIter(0), handler);
        emit(&mut c, Instruction::RotTwo, handler);
        emit(&mut c, Instruction::PopTop, handler);
        let to_yield = emit(&mut c, Instruction::Jump(0), handler);
        let send = emit(&mut c, Instruction::LoadDeref(support + 1), handler) as u32;
        emit(&mut c, Instruction::LoadFast(iterator), handler);
        emit(&mut c, Instruction::LoadFast(sent), handler);
        emit(&mut c, Instruction::Call(two), ended);
        let at = emit(&mut c, Instruction::Yield, handler);
        emit(&mut c, Instruction::StoreFast(sent), handler);
        emit(&mut c, Instruction::Jump(again), handler);
        let catch = emit(&mut c, Instruction::StoreFast(value), handler) as u32;
        emit(&mut c, Instruction::StoreFast(ty), handler);
        emit(&mut c, Instruction::LoadFast(ty), handler);
        emit(&mut c, Instruction::LoadSpecial(Special::StopIteration), handler);
        emit(&mut c, Instruction::ExceptionMatch, handler);
        let to_end = emit(&mut c, Instruction::PopJumpIfTrue(0), handler);
        emit(&mut c, Instruction::LoadFast(ty), handler);
        emit(&mut c, Instruction::LoadFast(value), handler);
        emit(&mut c, Instruction::Reraise, handler);
        let end = c.instrs.len() as u32;
        if code.instrs.get(pc + 1) == Some(&Instruction::PopTop) {
            emit(&mut c, Instruction::LoadConst(none), handler);
        } else {
            emit(&mut c, Instruction::LoadDeref(support + 3), handler);
            emit(&mut c, Instruction::LoadFast(iterator), handler);
            emit(&mut c, Instruction::Call(one), handler);
        }
        c.instrs[to_send] = Instruction::PopJumpIfFalse(send);
        c.instrs[for_iter] = Instruction::ForIter(end);
        c.instrs[to_yield] = Instruction::Jump(at as u32);
        c.instrs[to_end] = Instruction::PopJumpIfTrue(end);
        c.handlers[ended as usize - 1].target = catch;
        delegations.push(Delegation { at, iterator, ended });
    }
    for at in old_jumps {
        let op = c.instrs[at];
        c.instrs[at] = op.with_target(moved[op.target().unwrap_or(0) as usize]);
    }
    for h in &mut c.handlers[..code.handlers.len()] {
        h.target = moved[h.target as usize];
    }
    (c, delegations)
}

/// Says whether what some `yield` gives back is used.
fn uses_sent(code: &CodeObject) -> bool {
    code.instrs.windows(2).any(|w| w[0] == Instruction::Yield && w[1] != Instruction::PopTop)
}

/// Says whether it returns something else than None.
fn returns_values(code: &CodeObject) -> bool {
    let none = |op: Instruction| match op {
        Instruction::LoadConst(i) => code.consts[i as usize] == ConstValue::None,
        _ => false,
    };
    code.instrs.windows(2).any(|w| w[1] == Instruction::Return && !none(w[0]))
}

/// Builds the code of `next` and `throw`.
struct Machine<'a> {
    old: &'a CodeObject,
    delegations: &'a [Delegation],
    /// Each `yield` continues with the exception that is the second parameter.
    throwing: bool,
    /// Number by which the numbers of locals grow.
    shift: u32,
    /// Says whether what it returns is kept.
    returns: bool,
    new: CodeObject,
    live: Liveness,
    /// Local `self`, and a scratch local.
    this: u32,
    scratch: u32,
    state: u32,
}

impl<'a> Machine<'a> {
    fn new(old: &'a CodeObject, delegations: &'a [Delegation], throwing: bool) -> Machine<'a> {
        let mut new = derived(old, Name::new("next"), CodeKind::Function);
        new.name = old.name; // in tracebacks
        let shift = 1 + throwing as u32;
        set_params(&mut new, shift);
        new.cell_params.clear();
        // Parameters come first: all locals move up.
        new.varnames.insert(0, Name::new("self"));
        if throwing {
            new.varnames.insert(1, Name::new("exception"));
        }
        new.varnames.push(Name::new("$yielded"));
        let scratch = new.varnames.len() as u32 - 1;
        let state = name_index(&mut new, "g_state");
        Machine {
            old,
            delegations,
            throwing,
            shift,
            returns: returns_values(old),
            live: Liveness::of(old),
            new,
            this: 0,
            scratch,
            state,
        }
    }

    fn emit(&mut self, op: Instruction, span: Span, handler: u32) {
        push(&mut self.new, op, span, handler);
    }

    fn load_attr(&mut self, name: &str, span: Span) {
        let n = name_index(&mut self.new, name);
        self.emit(Instruction::LoadFast(self.this), span, 0);
        self.emit(Instruction::LoadAttr(n), span, 0);
    }

    fn store_attr(&mut self, name: &str, span: Span) {
        let n = name_index(&mut self.new, name);
        self.emit(Instruction::LoadFast(self.this), span, 0);
        self.emit(Instruction::StoreAttr(n), span, 0);
    }

    fn set_state(&mut self, k: i64, span: Span) {
        let c = const_index(&mut self.new, k);
        self.emit(Instruction::LoadConst(c), span, 0);
        self.emit(Instruction::LoadFast(self.this), span, 0);
        self.emit(Instruction::StoreAttr(self.state), span, 0);
    }

    fn finish_iteration(&mut self, span: Span) {
        self.emit(Instruction::LoadSpecial(Special::StopIteration), span, 0);
        self.emit(Instruction::ExcInstantiate, span, 0);
        self.emit(Instruction::RaiseValue, span, 0);
    }

    /// Loads the locals that are live at an old instruction from the instance.
    fn restore_locals(&mut self, pc: usize, span: Span) {
        for i in 0..self.old.varnames.len() {
            if self.live.is_live(pc, i) {
                self.load_attr(&attr_of_local(self.old, i), span);
                self.emit(Instruction::StoreFast(i as u32 + self.shift), span, 0);
            }
        }
    }

    /// Says whether `op`, which no handler of the body covers, may let out a `StopIteration` that must not end the generator: calls,
    /// raises, and what may be a method of a class.
    fn may_stop(&self, op: Instruction) -> bool {
        self.old.python != crate::Python::Two
            && matches!(
                op,
                Instruction::Call(_)
                    | Instruction::RaiseValue
                    | Instruction::Reraise
                    | Instruction::Unary(_)
                    | Instruction::Binary(_)
                    | Instruction::InPlace(_)
                    | Instruction::Compare(_)
                    | Instruction::GetItem
                    | Instruction::SetItem
                    | Instruction::DelItem
                    | Instruction::GetSlice
                    | Instruction::SetSlice
                    | Instruction::DelSlice
                    | Instruction::LoadAttr(_)
                    | Instruction::StoreAttr(_)
                    | Instruction::FormatValue(..)
                    | Instruction::GetIter
                    | Instruction::MapAdd(_)
                    | Instruction::PopJumpIfTrue(_)
                    | Instruction::PopJumpIfFalse(_)
                    | Instruction::JumpIfTrueOrPop(_)
                    | Instruction::JumpIfFalseOrPop(_)
            )
    }

    /// The handler around the whole body, at the end of the code: a `StopIteration` becomes a `RuntimeError`.
    fn outermost_handler(&mut self, span: Span) {
        let handler = self.outermost() as usize;
        if !self.new.handler_of.iter().any(|h| *h as usize == handler) {
            return;
        }
        self.new.varnames.push(Name::new("$type"));
        let ty = self.new.varnames.len() as u32 - 1;
        let target = self.new.instrs.len() as u32;
        self.new.handlers.push(Handler { target, depth: 0, inside: 0, stop_only: true });
        self.emit(Instruction::StoreFast(self.scratch), span, 0);
        self.emit(Instruction::StoreFast(ty), span, 0);
        self.emit(Instruction::LoadFast(ty), span, 0);
        self.emit(Instruction::LoadSpecial(Special::StopIteration), span, 0);
        self.emit(Instruction::ExceptionMatch, span, 0);
        let matches = self.new.instrs.len();
        self.emit(Instruction::PopJumpIfTrue(0), span, 0);
        self.emit(Instruction::LoadFast(ty), span, 0);
        self.emit(Instruction::LoadFast(self.scratch), span, 0);
        self.emit(Instruction::Reraise, span, 0);
        self.new.instrs[matches] = Instruction::PopJumpIfTrue(self.new.instrs.len() as u32);
        self.emit(Instruction::LoadDeref(self.support(4)), span, 0);
        self.call(0, span, 0);
        self.emit(Instruction::RaiseValue, span, 0);
    }

    /// Number of that handler.
    fn outermost(&self) -> u32 {
        self.old.handlers.len() as u32 + 1
    }

    /// The handler that covers an instruction of the body.
    fn handler_of(&self, pc: usize, op: Instruction) -> u32 {
        match self.old.handler_of[pc] {
            0 if self.may_stop(op) => self.outermost(),
            h => h,
        }
    }

    /// Cell of a function of [`SUPPORT`].
    fn support(&self, i: u32) -> u32 {
        (self.old.cellvars.len() + self.old.freevars.len() - SUPPORT.len()) as u32 + i
    }

    fn call(&mut self, nargs: usize, span: Span, handler: u32) {
        self.new.callshapes.push(CallShape::simple(nargs));
        let i = self.new.callshapes.len() as u32 - 1;
        self.emit(Instruction::Call(i), span, handler);
    }

    /// Goes on behind a `yield`, or at it if another iterator has given the next value. On the stack is what was there
    /// below the value given.
    fn resume(&mut self, at: usize, span: Span) -> usize {
        let used = self.old.instrs.get(at + 1) != Some(&Instruction::PopTop);
        let delegation = self.delegations.iter().find(|d| d.at == at);
        match (self.throwing, delegation) {
            (true, Some(d)) => {
                let (iterator, ended) = (d.iterator + self.shift, d.ended);
                self.emit(Instruction::LoadDeref(self.support(2)), span, 0);
                self.emit(Instruction::LoadFast(iterator), span, 0);
                self.emit(Instruction::LoadFast(1), span, 0);
                self.call(2, span, ended);
                at
            }
            (true, None) => {
                let handler = self.handler_of(at, Instruction::RaiseValue);
                self.emit(Instruction::LoadFast(1), span, handler);
                self.emit(Instruction::RaiseValue, span, handler);
                at + 1
            }
            (false, _) if used => {
                self.emit(Instruction::LoadDeref(self.support(0)), span, 0);
                self.emit(Instruction::LoadFast(self.this), span, 0);
                self.call(1, span, 0);
                at + 1
            }
            _ => {
                self.new.consts.push(ConstValue::None);
                let c = self.new.consts.len() as u32 - 1;
                self.emit(Instruction::LoadConst(c), span, 0);
                at + 1
            }
        }
    }

    /// Makes the own cells, with the parameters among them.
    fn start_cells(&mut self, span: Span) {
        for i in 0..self.old.cellvars.len() as u32 {
            self.emit(Instruction::NewCell(i), span, 0);
            if let Some(p) = self.old.cell_params.iter().find(|p| p.1 == i) {
                self.load_attr(&attr_of_local(self.old, p.0 as usize), span);
                self.emit(Instruction::StoreDeref(i), span, 0);
            }
        }
    }

    fn restore_cells(&mut self, span: Span) {
        for i in 0..self.old.cellvars.len() {
            self.load_attr(&attr_of_cell(self.old, i), span);
            self.emit(Instruction::StoreCell(i as u32), span, 0);
        }
    }

    fn save_cells(&mut self, span: Span) {
        for i in 0..self.old.cellvars.len() {
            self.emit(Instruction::LoadCell(i as u32), span, 0);
            self.store_attr(&attr_of_cell(self.old, i), span);
        }
    }

    fn build(mut self) -> Rc<CodeObject> {
        let span = self.old.span;
        let depths = stack_depths(self.old);
        let yields: Vec<usize> = (0..self.old.instrs.len())
            .filter(|&i| self.old.instrs[i] == Instruction::Yield && depths[i].is_some())
            .collect();
        // Dispatch. Targets are patched when known.
        let mut entries = Vec::new();
        for k in 0..=yields.len() as i64 {
            self.load_attr("g_state", span);
            let c = const_index(&mut self.new, k);
            self.emit(Instruction::LoadConst(c), span, 0);
            self.emit(Instruction::Compare(CompareOp::Eq), span, 0);
            entries.push(self.new.instrs.len());
            self.emit(Instruction::PopJumpIfTrue(0), span, 0);
        }
        match self.throwing {
            true => {
                self.emit(Instruction::LoadFast(1), span, 0);
                self.emit(Instruction::RaiseValue, span, 0);
            }
            false => self.finish_iteration(span),
        }
        // One entry for the start and for each `yield`: restores what is live, then jumps.
        let mut jumps = Vec::new();
        for (k, entry) in entries.into_iter().enumerate() {
            let here = self.new.instrs.len() as u32;
            self.new.instrs[entry] = Instruction::PopJumpIfTrue(here);
            self.set_state(-1, span);
            let mut target = 0;
            if k == 0 && self.throwing {
                self.emit(Instruction::LoadFast(1), span, 0);
                self.emit(Instruction::RaiseValue, span, 0);
                continue;
            } else if k == 0 {
                self.restore_locals(0, span);
                self.start_cells(span);
            } else {
                let at = yields[k - 1];
                self.restore_locals(if self.throwing { at } else { at + 1 }, span);
                self.restore_cells(span);
                // The value stack below the value given, and the None that `yield` gives back.
                let depth = depths[yields[k - 1]].unwrap_or(1) - 1;
                for j in 0..depth {
                    self.load_attr(&format!("s_{k}_{j}"), span);
                }
                target = self.resume(at, span);
            }
            jumps.push((self.new.instrs.len(), target));
            self.emit(Instruction::Jump(0), span, 0);
        }
        // The old instructions, with `yield` and `return` replaced.
        let mut moved = Vec::with_capacity(self.old.instrs.len());
        let mut old_jumps = Vec::new();
        for (pc, &here) in depths.iter().enumerate() {
            moved.push(self.new.instrs.len() as u32);
            let (op, span) = (self.old.instrs[pc], self.old.spans[pc]);
            let handler = self.handler_of(pc, op);
            match op {
                Instruction::Yield => {
                    let k = yields.iter().position(|y| *y == pc).map_or(0, |i| i + 1);
                    let depth = here.unwrap_or(1) - 1;
                    self.emit(Instruction::StoreFast(self.scratch), span, 0);
                    for j in (0..depth).rev() {
                        self.store_attr(&format!("s_{k}_{j}"), span);
                    }
                    for i in 0..self.old.varnames.len() {
                        if self.live.is_live(pc + 1, i) {
                            self.emit(Instruction::LoadFast(i as u32 + self.shift), span, 0);
                            self.store_attr(&attr_of_local(self.old, i), span);
                        } else if self.live.is_live(pc, i) {
                            // A handler that `throw` may reach needs it.
                            let n = name_index(&mut self.new, &attr_of_local(self.old, i));
                            self.emit(Instruction::KeepFast(i as u32 + self.shift, n), span, 0);
                        }
                    }
                    self.save_cells(span);
                    self.set_state(k as i64, span);
                    self.emit(Instruction::LoadFast(self.scratch), span, 0);
                    self.emit(Instruction::Return, span, 0);
                }
                Instruction::Return => {
                    match self.returns {
                        true => self.store_attr("g_result", span),
                        false => self.emit(Instruction::PopTop, span, 0),
                    }
                    self.finish_iteration(span);
                }
                Instruction::LoadFast(i) => {
                    self.emit(Instruction::LoadFast(i + self.shift), span, handler)
                }
                Instruction::StoreFast(i) => {
                    self.emit(Instruction::StoreFast(i + self.shift), span, handler)
                }
                Instruction::DeleteFast(i) => {
                    self.emit(Instruction::DeleteFast(i + self.shift), span, handler)
                }
                Instruction::ClearFast(i) => {
                    self.emit(Instruction::ClearFast(i + self.shift), span, handler)
                }
                _ => {
                    if op.target().is_some() {
                        old_jumps.push(self.new.instrs.len());
                    }
                    self.emit(op, span, handler);
                }
            }
        }
        for at in old_jumps {
            let op = self.new.instrs[at];
            let t = moved[op.target().unwrap_or(0) as usize];
            self.new.instrs[at] = op.with_target(t);
        }
        for (at, target) in jumps {
            self.new.instrs[at] = Instruction::Jump(moved[target]);
        }
        self.new.handlers = self
            .old
            .handlers
            .iter()
            .map(|h| Handler { target: moved[h.target as usize], ..*h })
            .collect();
        self.outermost_handler(span);
        Rc::new(self.new)
    }
}

/// Height of the value stack before each instruction, `None` where control never comes.
fn stack_depths(code: &CodeObject) -> Vec<Option<u32>> {
    let mut depths: Vec<Option<u32>> = vec![None; code.instrs.len()];
    let mut work = vec![(0usize, 0u32)];
    while let Some((pc, depth)) = work.pop() {
        if pc >= code.instrs.len() || depths[pc].is_some() {
            continue;
        }
        depths[pc] = Some(depth);
        let op = code.instrs[pc];
        let after = (depth as i32 + code.stack_effect(op)).max(0) as u32;
        if !op.is_terminator() {
            work.push((pc + 1, after));
        }
        if let Some(t) = op.target() {
            let at_target = match op {
                Instruction::PopJumpIfTrue(_)
                | Instruction::PopJumpIfFalse(_)
                | Instruction::ForIter(_) => depth - 1,
                _ => depth,
            };
            work.push((t as usize, at_target));
        }
        if let Some(h) = code.handler_at(pc) {
            work.push((h.target as usize, h.depth + 2));
        }
    }
    depths
}
