//! Generators become classes: a generator function makes an instance whose method `next` is a
//! state machine over the generator's code.
//!
//! The instance keeps, from one `next` to the following one, the live local variables (attributes
//! `g_NAME`), what was on the value stack at each `yield` (`s_STATE_INDEX`: iterators of the loops
//! around it) and the number of the `yield` it waits at (`g_state`; -1 while running and when
//! finished). Both functions are ordinary code objects, so that nothing later needs to know.

use super::closures::{Source, layout, plan_cells, runtime_class, set_layout, set_plan};
use super::state::Liveness;
use crate::bytecode::{
    CallShape, CodeKind, CodeObject, CompareOp, ConstValue, Handler, Op, Special,
};
use crate::host::{FuncData, Host, HostObj, HostRef, NONE};
use crate::name::Name;
use flowmodel::diag::{Diagnostic, Span};
use std::rc::Rc;

/// Function attribute under which the replacement of a generator function is kept.
const REPLACEMENT: &str = "_generator_bootstrap_";

/// The ordinary function that stands for a generator function.
pub fn replacement(host: &mut Host, func: HostRef) -> Result<HostRef, Box<Diagnostic>> {
    if let Some(f) = host.func_attr(func, REPLACEMENT) {
        return Ok(f);
    }
    let bootstrap = new_replacement(host, func)?;
    match host.setattr(func, REPLACEMENT, bootstrap) {
        Ok(()) => Ok(bootstrap),
        Err(e) => Err(Box::new(host.diagnostic(e))),
    }
}

/// A replacement of its own, with a class of its own: for a copy of a generator function.
pub fn new_replacement(host: &mut Host, func: HostRef) -> Result<HostRef, Box<Diagnostic>> {
    let Some(data) = host.func(func) else {
        return Err(Box::new(Diagnostic::error("flowspace", "not a function", Span::NONE)));
    };
    let (code, globals, closure) = (data.code.clone(), data.globals, data.closure.clone());
    let defaults = data.defaults.clone();
    let kwdefaults = data.kwdefaults.clone();
    if let Some(pc) = code.instrs.iter().position(|i| *i == Op::YieldFrom) {
        let message = "`yield from` is not supported: write a loop";
        return Err(Box::new(Diagnostic::error("flowspace", message, code.spans[pc])));
    }
    let layout = layout(host, func, closure.len());
    let next = Machine::new(&code).build();
    let to_diagnostic = |host: &mut Host, e| Box::new(host.diagnostic(e));
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
    let next_func = host.alloc(make(next, closure.clone(), Vec::new(), Vec::new()));
    set_layout(host, next_func, &next_layout)
        .and_then(|()| set_plan(host, next_func, &plan_cells(&code, &[])))
        .map_err(|e| to_diagnostic(host, e))?;
    let iter_func = host.alloc(make(iter_code(&code), Vec::new(), Vec::new(), Vec::new()));
    let name = format!("{}_generator", code.name.as_str().trim_matches(['<', '>']));
    let methods = [("__iter__", iter_func), ("next", next_func), ("__next__", next_func)];
    let class = runtime_class(host, &name, "generator", globals, &methods)
        .map_err(|e| to_diagnostic(host, e))?;
    let mut cells = closure;
    cells.push(host.alloc(HostObj::Cell(Some(class))));
    let mut layout = layout;
    layout.push(Source::Host);
    let bootstrap = bootstrap_code(&code, &kept);
    let bootstrap = host.alloc(make(bootstrap, cells, defaults, kwdefaults));
    set_layout(host, bootstrap, &layout).map_err(|e| to_diagnostic(host, e))?;
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
    for op in [Op::LoadFast(0), Op::Return] {
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

fn push(c: &mut CodeObject, op: Op, span: Span, handler: u32) {
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
    format!("g_{}", code.varnames[i].as_str().replace(['.', '$'], "_"))
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
    let mut ops = vec![Op::LoadDeref(class), Op::Call(0), Op::StoreFast(it)];
    for i in 0..params {
        if live.is_live(0, i) || code.cell_params.iter().any(|p| p.0 as usize == i) {
            let n = name_index(&mut c, &attr_of_local(code, i));
            ops.extend([Op::LoadFast(i as u32), Op::LoadFast(it), Op::StoreAttr(n)]);
        }
    }
    for (i, field) in kept.iter().enumerate() {
        if let Some(field) = field {
            let n = name_index(&mut c, field);
            ops.extend([Op::LoadCell(i as u32), Op::LoadFast(it), Op::StoreAttr(n)]);
        }
    }
    let zero = const_index(&mut c, 0);
    let state = name_index(&mut c, "g_state");
    ops.extend([Op::LoadConst(zero), Op::LoadFast(it), Op::StoreAttr(state)]);
    ops.extend([Op::LoadFast(it), Op::Return]);
    for op in ops {
        push(&mut c, op, code.span, 0);
    }
    Rc::new(c)
}

/// Builds the code of `next`.
struct Machine<'a> {
    old: &'a CodeObject,
    new: CodeObject,
    live: Liveness,
    /// Local `self`, and a scratch local.
    this: u32,
    scratch: u32,
    state: u32,
}

impl<'a> Machine<'a> {
    fn new(old: &'a CodeObject) -> Machine<'a> {
        let mut new = derived(old, Name::new("next"), CodeKind::Function);
        new.name = old.name; // in tracebacks
        set_params(&mut new, 1);
        new.cell_params.clear();
        // Parameters come first: all locals move up by one.
        new.varnames.insert(0, Name::new("self"));
        new.varnames.push(Name::new("$yielded"));
        let scratch = new.varnames.len() as u32 - 1;
        let state = name_index(&mut new, "g_state");
        Machine { old, live: Liveness::of(old), new, this: 0, scratch, state }
    }

    fn emit(&mut self, op: Op, span: Span, handler: u32) {
        push(&mut self.new, op, span, handler);
    }

    fn load_attr(&mut self, name: &str, span: Span) {
        let n = name_index(&mut self.new, name);
        self.emit(Op::LoadFast(self.this), span, 0);
        self.emit(Op::LoadAttr(n), span, 0);
    }

    fn store_attr(&mut self, name: &str, span: Span) {
        let n = name_index(&mut self.new, name);
        self.emit(Op::LoadFast(self.this), span, 0);
        self.emit(Op::StoreAttr(n), span, 0);
    }

    fn set_state(&mut self, k: i64, span: Span) {
        let c = const_index(&mut self.new, k);
        self.emit(Op::LoadConst(c), span, 0);
        self.emit(Op::LoadFast(self.this), span, 0);
        self.emit(Op::StoreAttr(self.state), span, 0);
    }

    fn finish_iteration(&mut self, span: Span) {
        self.emit(Op::LoadSpecial(Special::StopIteration), span, 0);
        self.emit(Op::ExcInstantiate, span, 0);
        self.emit(Op::RaiseValue, span, 0);
    }

    /// Loads the locals that are live at an old instruction from the instance.
    fn restore_locals(&mut self, pc: usize, span: Span) {
        for i in 0..self.old.varnames.len() {
            if self.live.is_live(pc, i) {
                self.load_attr(&attr_of_local(self.old, i), span);
                self.emit(Op::StoreFast(i as u32 + 1), span, 0);
            }
        }
    }

    /// Makes the own cells, with the parameters among them.
    fn start_cells(&mut self, span: Span) {
        for i in 0..self.old.cellvars.len() as u32 {
            self.emit(Op::NewCell(i), span, 0);
            if let Some(p) = self.old.cell_params.iter().find(|p| p.1 == i) {
                self.load_attr(&attr_of_local(self.old, p.0 as usize), span);
                self.emit(Op::StoreDeref(i), span, 0);
            }
        }
    }

    fn restore_cells(&mut self, span: Span) {
        for i in 0..self.old.cellvars.len() {
            self.load_attr(&attr_of_cell(self.old, i), span);
            self.emit(Op::StoreCell(i as u32), span, 0);
        }
    }

    fn save_cells(&mut self, span: Span) {
        for i in 0..self.old.cellvars.len() {
            self.emit(Op::LoadCell(i as u32), span, 0);
            self.store_attr(&attr_of_cell(self.old, i), span);
        }
    }

    fn build(mut self) -> Rc<CodeObject> {
        let span = self.old.span;
        let depths = stack_depths(self.old);
        let yields: Vec<usize> = (0..self.old.instrs.len())
            .filter(|&i| self.old.instrs[i] == Op::Yield && depths[i].is_some())
            .collect();
        // Dispatch. Targets are patched when known.
        let mut entries = Vec::new();
        for k in 0..=yields.len() as i64 {
            self.load_attr("g_state", span);
            let c = const_index(&mut self.new, k);
            self.emit(Op::LoadConst(c), span, 0);
            self.emit(Op::Compare(CompareOp::Eq), span, 0);
            entries.push(self.new.instrs.len());
            self.emit(Op::PopJumpIfTrue(0), span, 0);
        }
        self.finish_iteration(span);
        // One entry for the start and for each `yield`: restores what is live, then jumps.
        let mut jumps = Vec::new();
        for (k, entry) in entries.into_iter().enumerate() {
            let here = self.new.instrs.len() as u32;
            self.new.instrs[entry] = Op::PopJumpIfTrue(here);
            self.set_state(-1, span);
            let target = match k {
                0 => 0,
                _ => yields[k - 1] + 1,
            };
            self.restore_locals(target, span);
            if k == 0 {
                self.start_cells(span);
            } else {
                self.restore_cells(span);
                // The value stack below the value given, and the None that `yield` gives back.
                let depth = depths[yields[k - 1]].unwrap_or(1) - 1;
                for j in 0..depth {
                    self.load_attr(&format!("s_{k}_{j}"), span);
                }
                self.new.consts.push(ConstValue::None);
                let c = self.new.consts.len() as u32 - 1;
                self.emit(Op::LoadConst(c), span, 0);
            }
            jumps.push((self.new.instrs.len(), target));
            self.emit(Op::Jump(0), span, 0);
        }
        // The old instructions, with `yield` and `return` replaced.
        let mut moved = Vec::with_capacity(self.old.instrs.len());
        let mut old_jumps = Vec::new();
        for (pc, &here) in depths.iter().enumerate() {
            moved.push(self.new.instrs.len() as u32);
            let (op, span) = (self.old.instrs[pc], self.old.spans[pc]);
            let handler = self.old.handler_of[pc];
            match op {
                Op::Yield => {
                    let k = yields.iter().position(|y| *y == pc).map_or(0, |i| i + 1);
                    let depth = here.unwrap_or(1) - 1;
                    self.emit(Op::StoreFast(self.scratch), span, 0);
                    for j in (0..depth).rev() {
                        self.store_attr(&format!("s_{k}_{j}"), span);
                    }
                    for i in 0..self.old.varnames.len() {
                        if self.live.is_live(pc + 1, i) {
                            self.emit(Op::LoadFast(i as u32 + 1), span, 0);
                            self.store_attr(&attr_of_local(self.old, i), span);
                        }
                    }
                    self.save_cells(span);
                    self.set_state(k as i64, span);
                    self.emit(Op::LoadFast(self.scratch), span, 0);
                    self.emit(Op::Return, span, 0);
                }
                Op::Return => {
                    self.emit(Op::PopTop, span, 0);
                    self.finish_iteration(span);
                }
                Op::LoadFast(i) => self.emit(Op::LoadFast(i + 1), span, handler),
                Op::StoreFast(i) => self.emit(Op::StoreFast(i + 1), span, handler),
                Op::DeleteFast(i) => self.emit(Op::DeleteFast(i + 1), span, handler),
                Op::ClearFast(i) => self.emit(Op::ClearFast(i + 1), span, handler),
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
            self.new.instrs[at] = Op::Jump(moved[target]);
        }
        self.new.handlers = self
            .old
            .handlers
            .iter()
            .map(|h| Handler { target: moved[h.target as usize], ..*h })
            .collect();
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
                Op::PopJumpIfTrue(_) | Op::PopJumpIfFalse(_) | Op::ForIter(_) => depth - 1,
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
