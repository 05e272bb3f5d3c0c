//! Running frames: the loop over instructions, and what is done around each.

use super::*;
use crate::bytecode::Instruction;
use crate::host::state;
use crate::interp::{self, Frame, Outcome, Step};
use crate::space::OpError;
use flowmodel::operators::{BinaryOp, CompareOp};
use std::sync::atomic::Ordering;

pub(crate) fn call_function(host: &mut Host, f: HostRef, args: &[HostRef], kw: &Kw) -> R {
    let locals = args::bind(host, f, args, kw)?;
    let fd = host.func(f).expect("function");
    let (code, globals, closure) = (fd.code.clone(), fd.globals, fd.closure.clone());
    let first = locals.first().copied().flatten();
    let generator = code.generator;
    let mut frame = Frame::new(host, code, locals, &closure, globals, None);
    if generator {
        let name = host.func(f).expect("function").name.clone();
        return Ok(host.alloc(HostObj::Generator(Box::new(GenState {
            name,
            frame: Some(Box::new(frame)),
            started: false,
            running: false,
        }))));
    }
    frame.stack = host.run.spare.pop().unwrap_or_default();
    let outcome = run_frame(host, &mut frame, first);
    frame.stack.clear();
    host.run.spare.push(frame.stack);
    match outcome? {
        Outcome::Return(w) => Ok(w),
        Outcome::Yield(_) => Err(host.err("SystemError", "yield outside generator")),
    }
}

/// Runs a frame on top of the frame stack.
pub(crate) fn run_frame(
    host: &mut Host,
    frame: &mut Frame<Host>,
    first_arg: Option<HostRef>,
) -> R<Outcome<HostRef>> {
    run_or_throw(host, frame, first_arg, None)
}

pub(crate) fn run_or_throw(
    host: &mut Host,
    frame: &mut Frame<Host>,
    first_arg: Option<HostRef>,
    throw: Option<HErr>,
) -> R<Outcome<HostRef>> {
    run::enter(host)?;
    let ncell = frame.code.cellvars.len();
    let direct = std::mem::take(&mut host.run.direct) && !host.run.frames.is_empty();
    let birth = if direct { 0 } else { host.collector.called_by_built_in() };
    host.run.frames.push(state::FrameInfo {
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
        made: host.collector.made,
        holds: host.run.spare.pop().unwrap_or_default(),
    });
    let r = frame_loop(host, frame, throw);
    if let Some(mut info) = host.run.frames.pop() {
        info.holds.clear();
        host.run.spare.push(info.holds);
    }
    host.run.depth -= 1;
    r.map_err(|e| run::host_error(host, e))
}

fn frame_loop(
    host: &mut Host,
    frame: &mut Frame<Host>,
    throw: Option<HErr>,
) -> Result<Outcome<HostRef>, OpError<HostRef>> {
    if let Some(e) = throw {
        if frame.pc > 0 && frame.code.instrs[frame.pc - 1] == Instruction::Yield {
            frame.pc -= 1;
        }
        let e = run::op_error(host, e);
        interp::unwind(host, frame, e)?;
    }
    loop {
        if host.run.interrupt.load(Ordering::Relaxed) {
            let e = run::interrupted(host);
            interp::unwind(host, frame, e)?;
        }
        let op = frame.code.instrs[frame.pc];
        if quick_step(host, frame, op) {
            continue;
        }
        if collect::may_run_code(op) {
            collect::before_instruction(host, frame, op);
        }
        match op {
            Instruction::Call(i) => before_call(host, frame, i),
            Instruction::ClearFast(i) => handler_ends(host, frame, i),
            Instruction::ImportName(_) | Instruction::BuildClass(_) => {
                let span = frame.span();
                if let Some(f) = host.run.frames.last_mut() {
                    f.span = span;
                }
            }
            _ => {}
        }
        let stepped = match op {
            Instruction::Call(i) if frame.code.callshapes[i as usize].is_simple() => {
                call_step(host, frame, i)
            }
            _ => interp::step(host, frame),
        };
        match stepped {
            Ok(Step::Next) => {}
            Ok(Step::Return(w)) => return Ok(Outcome::Return(w)),
            Ok(Step::Yield(w)) => return Ok(Outcome::Yield(w)),
            Err(e) => {
                if let OpError::Raise { value, .. } = e {
                    set_context(host, value);
                }
                interp::unwind(host, frame, e)?
            }
        }
    }
}

/// Runs an instruction if it is one of the most frequent and its operands are of the most frequent kinds: it neither fails nor
/// runs code of the program.
#[inline]
fn quick_step(host: &mut Host, frame: &mut Frame<Host>, op: Instruction) -> bool {
    let stack = &mut frame.stack;
    match op {
        Instruction::LoadFast(i) => match frame.locals[i as usize] {
            Some(w) => stack.push(w),
            None => return false,
        },
        Instruction::StoreFast(i) => match stack.pop() {
            Some(w) => frame.locals[i as usize] = Some(w),
            None => return false,
        },
        Instruction::LoadGlobal(i) => {
            match host.ns_get(frame.globals, frame.code.names[i as usize].as_str()) {
                Some(w) => stack.push(w),
                None => return false,
            }
        }
        Instruction::LoadDeref(i) => match host.obj(frame.cells[i as usize]) {
            HostObj::Cell(Some(w)) => stack.push(*w),
            _ => return false,
        },
        Instruction::PopTop => {
            stack.pop();
        }
        Instruction::Jump(t) => {
            frame.pc = t as usize;
            return true;
        }
        Instruction::PopJumpIfFalse(t) | Instruction::PopJumpIfTrue(t) => {
            let truth = match stack.last() {
                Some(&TRUE) => true,
                Some(&(FALSE | NONE)) => false,
                _ => return false,
            };
            stack.pop();
            if truth == matches!(op, Instruction::PopJumpIfTrue(_)) {
                frame.pc = t as usize;
                return true;
            }
        }
        Instruction::Compare(o) => {
            let [.., a, b] = stack[..] else { return false };
            let result = match (o, host.obj(a), host.obj(b)) {
                (CompareOp::In, ..) => return false,
                (CompareOp::Is, ..) => host.same(a, b),
                (_, HostObj::Int(x), HostObj::Int(y)) => order::holds(o, x.cmp(y)),
                (CompareOp::Eq, HostObj::Str(x), HostObj::Str(y)) => x == y,
                (CompareOp::Ne, HostObj::Str(x), HostObj::Str(y)) => x != y,
                _ => return false,
            };
            stack.truncate(stack.len() - 2);
            stack.push(host.bool(result));
        }
        Instruction::Binary(o @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul))
        | Instruction::InPlace(o @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul))
            // (an int is made, and may be what is to be collected)
            if !host.collector.is_due() =>
        {
            let [.., a, b] = stack[..] else { return false };
            let (HostObj::Int(x), HostObj::Int(y)) = (host.obj(a), host.obj(b)) else {
                return false;
            };
            let result = match o {
                BinaryOp::Add => x.checked_add(*y),
                BinaryOp::Sub => x.checked_sub(*y),
                _ => x.checked_mul(*y),
            };
            let Some(result) = result else { return false };
            stack.truncate(stack.len() - 2);
            stack.push(host.int(result));
        }
        Instruction::GetItem => {
            let [.., a, b] = stack[..] else { return false };
            let HostObj::Int(index) = host.obj(b) else { return false };
            let item = match host.obj(a) {
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
    host: &mut Host,
    frame: &mut Frame<Host>,
    shape: u32,
) -> Result<Step<HostRef>, OpError<HostRef>> {
    let n = frame.code.callshapes[shape as usize].total();
    let at = frame.stack.len() - n - 1;
    let result = host.call(frame.stack[at], &frame.stack[at + 1..], &[]);
    frame.stack.truncate(at);
    match result {
        Ok(w) => {
            frame.stack.push(w);
            frame.pc += 1;
            Ok(Step::Next)
        }
        Err(e) => Err(run::op_error(host, e)),
    }
}

/// A handler clears the hidden variable of the exception that it has handled.
fn handler_ends(host: &mut Host, frame: &Frame<Host>, var: u32) {
    let Some(f) = host.run.frames.last_mut() else { return };
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
fn set_context(host: &mut Host, value: HostRef) {
    let Some(handled) = host.run.frames.iter().rev().find_map(|f| f.handled.last().copied()) else {
        return;
    };
    if handled == value || host.run.tracebacks.contains_key(&value) {
        return;
    }
    if let Some(d) = lookups::make_own_dict(host, value)
        && host.ns_get(d, "__context__").is_none()
    {
        host.ns_set(d, "__context__", handled);
    }
}

/// Notes the position, and the local variables when the callee may ask for them.
fn before_call(host: &mut Host, frame: &Frame<Host>, shape: u32) {
    let span = frame.span();
    let total = frame.code.callshapes[shape as usize].total();
    let callee = frame.stack.len().checked_sub(total + 1).map(|i| frame.stack[i]);
    let wants_locals = match callee.map(|c| host.obj(c)) {
        Some(HostObj::Builtin(b)) => {
            matches!(&*b.name, "locals" | "vars" | "dir" | "eval" | "exec" | "sys._getframe")
        }
        _ => false,
    };
    let snapshot = if wants_locals && frame.namespace.is_none() {
        Some(snapshot_locals(host, frame))
    } else {
        None
    };
    if let Some(f) = host.run.frames.last_mut() {
        f.span = span;
        if snapshot.is_some() {
            f.locals = snapshot;
        }
    }
}

pub(crate) fn snapshot_locals(host: &mut Host, frame: &Frame<Host>) -> HostRef {
    let d = host.new_dict();
    for (i, v) in frame.locals.iter().enumerate() {
        let name = frame.code.varnames[i].as_str();
        if let (Some(v), false) = (v, name.starts_with('$') || name.starts_with('.')) {
            host.ns_set(d, name, *v);
        }
    }
    for (i, c) in frame.cells.iter().enumerate() {
        if let HostObj::Cell(Some(v)) = *host.obj(*c) {
            host.ns_set(d, frame.code.cell_name(i).as_str(), v);
        }
    }
    d
}

/// Local namespace of the running code: `locals()`.
pub(crate) fn current_locals(host: &Host) -> Option<HostRef> {
    let f = host.run.frames.last()?;
    Some(f.namespace.or(f.locals).unwrap_or(f.globals))
}

// --- generators ---

// --- definitions ---

// --- modules, exec ---
