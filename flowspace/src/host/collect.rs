//! Frees objects of import time that nothing refers to any more, so that a program may compute what it likes when it is
//! imported: a parser generator makes millions of sets and lists.
//!
//! Handles are plain numbers, in Rust's variables too. So an object may only go where all that refers to it is known:
//! between two instructions, and only while the program is imported or run ([`collecting`]); later stages keep
//! handles where nobody looks.
//!
//! These parts of the code that runs refer to objects:
//! * The frame that collects, which is looked at.
//! * The frames below it, which note what they refer to when an instruction of theirs calls a function.
//! * Built-in functions that have called a function (`sorted` with a key, an import), and the frames below them. They
//!   refer to nothing that was made after the call. So each object has a number that tells when it was made
//!   ([`Births`]), and what is older than the last such call is kept.
//! * Built-in functions that make a list of what a generator gives, before they do anything else (`sum`, `join`). The
//!   items are noted, and the frame below has noted the rest.

use super::*;
use crate::bytecode::Instruction;
use crate::interp::Frame;
use reachable::Weak;

/// Says whether an instruction may run code of the program. (The others only move values.)
pub(super) fn may_run_code(op: Instruction) -> bool {
    !matches!(
        op,
        Instruction::Nop
            | Instruction::PopTop
            | Instruction::DupTop
            | Instruction::DupTopTwo
            | Instruction::RotTwo
            | Instruction::RotThree
            | Instruction::RotFour
            | Instruction::Reverse(_)
            | Instruction::LoadConst(_)
            | Instruction::LoadFast(_)
            | Instruction::StoreFast(_)
            | Instruction::DeleteFast(_)
            | Instruction::ClearFast(_)
            | Instruction::LoadGlobal(_)
            | Instruction::LoadDeref(_)
            | Instruction::StoreDeref(_)
            | Instruction::Jump(_)
    )
}

/// Objects are freed as early as possible, and their handles are not used again: a mistake shows itself soon. The
/// same as the environment's `TRACEWRIGHT_IMPORT_GC=stress`.
pub fn collect_often(host: &mut Host) {
    host.collector.stress = true;
    host.collector.start(0);
}

/// Runs code during which objects that nothing refers to are freed.
pub(super) fn collecting<T>(host: &mut Host, run: impl FnOnce(&mut Host) -> T) -> T {
    let before = std::mem::replace(&mut host.collector.enabled, true);
    let result = run(host);
    host.collector.enabled = before;
    if !before {
        // Later stages find what is new at the end of the heap.
        host.collector.free = vec![];
    }
    result
}

/// Prepares for an instruction that may run code: frees objects if it is time, and notes what the frame
/// refers to if the instruction calls a function.
pub(super) fn before_instruction(host: &mut Host, frame: &Frame<Host>, op: Instruction) {
    if host.collector.is_due() {
        collect(host, frame);
    }
    let direct = match op {
        Instruction::Call(shape) => calls_directly(host, frame, shape),
        Instruction::ForIter(_) => frame.stack.last().is_some_and(|it| is_generator(host, *it)),
        _ => false,
    };
    let feeds = match op {
        Instruction::Call(shape) => {
            let n = frame.code.callshapes[shape as usize].total();
            frame.stack[frame.stack.len() - n..].iter().any(|arg| is_generator(host, *arg))
        }
        _ => false,
    };
    host.run.direct = direct;
    host.run.feeds = feeds.then_some(host.collector.made);
    if direct || feeds || !host.run.weak_cells.is_empty() {
        note(host, frame);
    }
}

/// Says whether a generator was given to built-in code by the running instruction, and that code keeps nothing that its
/// caller does not refer to: it has made no objects.
pub(super) fn is_fed(host: &mut Host, r: HostRef) -> bool {
    host.run.feeds.take() == Some(host.collector.made) && is_generator(host, r)
}

fn note(host: &mut Host, frame: &Frame<Host>) {
    if let Some(f) = host.run.frames.last_mut() {
        f.holds.clear();
        f.holds.extend(held_by(frame));
    }
}

fn is_generator(host: &Host, r: HostRef) -> bool {
    matches!(host.obj(r), HostObj::Generator(_))
}

/// Says whether a call enters a function without any code of ours that keeps objects.
fn calls_directly(host: &Host, frame: &Frame<Host>, shape: u32) -> bool {
    let shape = &frame.code.callshapes[shape as usize];
    if shape.star || shape.starstar {
        return false;
    }
    let callee = frame.stack.len().checked_sub(shape.total() + 1).map(|i| frame.stack[i]);
    match callee.map(|c| host.obj(c)) {
        Some(HostObj::Function(_)) => true,
        Some(HostObj::BoundMethod { func, .. }) => {
            matches!(host.obj(*func), HostObj::Function(_))
        }
        // (`instantiate` says what it keeps.)
        Some(HostObj::Class(c)) => c.meta == host.types.type_,
        _ => false,
    }
}

/// Frees what cannot be reached, unless most of it would have to be kept because too little is known.
#[cold]
fn collect(host: &mut Host, frame: &Frame<Host>) {
    // All that was made before the last call by built-in code is kept.
    let last = host.run.frames.iter().rev().find(|f| !f.direct);
    let known = host.collector.made - last.map_or(0, |f| f.made);
    let limit = host.collector.overdue - host.collector.due;
    if known < limit / 2 && host.collector.made < host.collector.overdue {
        host.collector.due += (limit / 16).max(1);
        host.collector.overdue += (limit / 16).max(1);
        return;
    }
    note(host, frame);
    let reached = reachable::reached(host, &[], Weak::Refers);
    let mut live = 0;
    for i in (0..host.objs.len()).rev() {
        let o = &mut host.objs[i];
        if reached[i] {
            live += o.size();
        } else if !matches!(o, HostObj::Free) {
            *o = HostObj::Free;
            if !host.collector.stress {
                host.collector.free.push(HostRef(i as u32));
            }
        }
    }
    let is_live = |r: &HostRef| reached[r.0 as usize];
    host.shared.forget(is_live);
    host.run.forget(is_live);
    host.side_dicts.retain(|r, _| is_live(r));
    host.frozen.retain(|r, _| is_live(r));
    host.collector.start(live);
}

/// Lists the objects that a frame refers to.
fn held_by(frame: &Frame<Host>) -> impl Iterator<Item = HostRef> + '_ {
    let locals = frame.locals.iter().flatten();
    locals.chain(&frame.stack).chain(&frame.cells).chain(&frame.namespace).copied()
}
