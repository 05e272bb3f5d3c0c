//! Calls that take the callee's virtualizables apart.
//!
//! A guest function's frame is made by its caller, as a rule, and dies with the portal. Where such a call is not inlined, the
//! frame would be made for it alone. So the code of a function that returns, or that goes into a loop, is compiled once more for each *shape*
//! in which it is called: with the frame's parts as inputs. Its trace is the recorded one behind operations that make the frame, which the
//! optimiser removes again, or makes where the loop begins. Each shape has a cell of its own; where that has no code yet, the frame is made
//! and the call goes on as always.

use crate::compiled::Labels;
use crate::jit::state::Jit;
use crate::jitprof::AbortReason;
use crate::premises::Premise;
use crate::shapes::{Recorded, Shaped};
use crate::tracer::state::Tracer;
use crate::warmstate::{ATTEMPTS, JitCell};
use crate::{compile, memmgr};
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::{Cpu, Memory};
use jitmodel::*;
use optimizeopt::{TargetToken, Unpackable};

impl<C: Cpu> Jit<C> {
    /// Says whether, and how, calls of a cell may take virtualizables apart.
    pub(crate) fn unpackable(&self, cell: usize) -> Option<Unpackable> {
        let (jd, entry) = (self.warm.borrow().cell(cell).jd, self.warm.borrow().cell(cell).entry);
        self.unpacked.borrow().is_recorded(cell, entry).then(|| dies_with_call(self, jd)).flatten()
    }
    /// The cell for such calls of a cell.
    pub(crate) fn call_shape(&self, base: usize, shape: CallShape) -> Option<usize> {
        let mut unpacked = self.unpacked.borrow_mut();
        let unpacked = &mut *unpacked;
        let known = unpacked.by_base.entry(base).or_default();
        if let Some(cell) = known.iter().find(|c| *unpacked.shapes[*c].shape == shape) {
            return Some(*cell);
        }
        if known.len() >= ATTEMPTS as usize || shape.kinds.len() > MAX_KNOWN {
            return None;
        }
        let cell = self.warm.borrow_mut().shaped_cell(base);
        known.push(cell);
        unpacked.shapes.insert(cell, Shaped { base, shape: Rc::new(shape) });
        unpacked.wanted.push(cell);
        Some(cell)
    }
    /// The cell that is meant by a cell: it may be one of the other's shapes.
    pub(crate) fn base_of(&self, cell: usize) -> usize {
        self.unpacked.borrow().shapes.get(&cell).map_or(cell, |shaped| shaped.base)
    }
}

/// Says whether the code of a cell has other code beside it, for calls that take virtualizables apart: its own calls go there.
pub(crate) fn has_shapes<C: Cpu>(jit: &Jit<C>, cell: usize) -> bool {
    let unpacked = jit.unpacked.borrow();
    let warm = jit.warm.borrow();
    let mut shapes = unpacked.by_base.get(&cell).into_iter().flatten();
    shapes.any(|&shape| warm.cell(shape).entry.is_some())
}

/// The virtualizables of a driver that die, each, with the call of the portal that they were made for.
fn dies_with_call<C: Cpu>(jit: &Jit<C>, jd: usize) -> Option<Unpackable> {
    let all = &jit.data.drivers[jd].desc.virtualizables;
    let dying = || all.iter().filter(|layout| layout.private && layout.dies);
    dying().next().is_some().then(|| Unpackable {
        reds: dying().map(|layout| layout.red as usize).collect(),
        arrays: dying().flat_map(|layout| &layout.arrays).map(|a| a.0).collect(),
    })
}

/// A trace from the start of a cell is being compiled as its code, until this is called again.
pub(crate) fn compiling_function<C: Cpu>(jit: &Jit<C>, cell: Option<usize>) {
    jit.unpacked.borrow_mut().compiling = cell;
}

/// A trace from the start of a cell was compiled as its code. It ends in `finish`, or jumps to one of `targets`.
pub(crate) fn function_compiled<C: Cpu>(
    jit: &Jit<C>,
    cell: usize,
    tracer: &mut Tracer<'_, C::Mem>,
    targets: Vec<TargetToken>,
    premises: Vec<Premise>,
) {
    let JitCell { jd, entry, .. } = *jit.warm.borrow().cell(cell);
    let Some(entry) = entry.filter(|_| dies_with_call(jit, jd).is_some()) else { return };
    let trace = core::mem::take(&mut tracer.trace);
    let quasi = core::mem::take(&mut tracer.promised.quasi);
    let mut unpacked = jit.unpacked.borrow_mut();
    let unpacked = &mut *unpacked;
    let called = trace.ops.iter().filter(|op| op.opnum.is_call_assembler());
    let calls = called.filter_map(|op| op.token()).map(|cell| cell.0 as usize).collect();
    let recorded = Recorded { trace, entry, targets, quasi, premises, calls };
    unpacked.recorded.insert(cell, Rc::new(recorded));
    unpacked.wanted.extend(unpacked.by_base.get(&cell).into_iter().flatten());
}

/// Gives the cell of all shapes, and all that mean it: its shapes and itself.
pub(crate) fn all_shapes<C: Cpu>(jit: &Jit<C>, cell: usize) -> (usize, Vec<usize>) {
    let base = jit.base_of(cell);
    let unpacked = jit.unpacked.borrow();
    let shapes = unpacked.by_base.get(&base).into_iter().flatten();
    (base, shapes.copied().chain([base]).collect())
}

/// Compiles the shapes that were asked for. To be called when no trace is being compiled.
pub(crate) fn compile_shapes<C: Cpu>(jit: &Jit<C>) {
    while let Some(cell) = next_wanted(jit) {
        if let Err(reason) = compile_shape(jit, cell) {
            jit.forget_constants();
            jit.prof.abort(reason);
            jit.log.section("jit-abort", || format!("shape {cell}: {}", reason.text()));
        }
    }
}

fn next_wanted<C: Cpu>(jit: &Jit<C>) -> Option<usize> {
    jit.unpacked.borrow_mut().wanted.pop()
}

fn compile_shape<C: Cpu>(jit: &Jit<C>, cell: usize) -> Result<(), AbortReason> {
    let (recorded, shape, base) = {
        let unpacked = jit.unpacked.borrow();
        let Shaped { base, shape } = &unpacked.shapes[&cell];
        let Some(recorded) = unpacked.recorded.get(base) else { return Ok(()) };
        (recorded.clone(), shape.clone(), *base)
    };
    let warm = jit.warm.borrow();
    let stale = warm.cell(base).entry != Some(recorded.entry);
    if stale || warm.cell(cell).entry.is_some() {
        return Ok(());
    }
    let jd = warm.cell(base).jd;
    drop(warm);
    let mut trace = with_shape(&recorded.trace, &shape, &jit.data.descrs);
    compile::log_trace(jit, "jit-log-noopt-loop", &trace, "noopt", None);
    // What is known of the arguments may lead off the recorded way: on it goes in the guard's bridge.
    let targets = &recorded.targets;
    let out = compile::possible_part(jit, &mut trace, (jd, false), targets, None, None)?;
    jit.foreseen.replace(recorded.premises.clone());
    let info = jit.install_entry(out, Labels::default(), cell, "unpacked");
    jit.foreseen.borrow_mut().clear();
    let info = info?;
    // The trace's constants are its.
    memmgr::needs(&info, recorded.entry);
    jit.watch(&recorded.quasi, info.entry);
    Ok(())
}

/// Says what a call of a cell means.
pub(crate) enum Packed {
    /// What it says: the cell takes objects.
    Ordinary,
    /// A call of this cell, with these reds.
    Call(usize, Vec<i64>),
    /// There is no memory for the objects: a MemoryError is set.
    NoMemory,
}

/// Makes the objects of a call of such a cell. May collect.
pub(crate) fn packed<C: Cpu>(jit: &Jit<C>, cell: usize, args: &[i64]) -> Packed {
    let (base, shape) = {
        let unpacked = jit.unpacked.borrow();
        let Some(shaped) = unpacked.shapes.get(&cell) else { return Packed::Ordinary };
        (shaped.base, shaped.shape.clone())
    };
    let mem = jit.cpu.mem();
    let refs = shape.kinds.len();
    let block = jit.roots.push_block(refs + shape.virtuals.len());
    let Some(block) = block else { crate::jit::state::too_deep() };
    for (n, _) in shape.kinds.iter().enumerate().filter(|(_, k)| **k == Kind::Ref) {
        block.set(&jit.roots, n, args[n]);
    }
    for (n, info) in shape.virtuals.iter().enumerate() {
        let object = match info {
            VirtualInfo::Struct { size, .. } => mem.new(*size),
            VirtualInfo::Array { descr, items } => mem.new_array(items.len() as i64, *descr, true),
            _ => unreachable!("not made by the optimiser"),
        };
        if object == 0 {
            jit.roots.pop_block(block);
            return Packed::NoMemory;
        }
        block.set(&jit.roots, refs + n, object);
    }
    let word = |slot: ResumeSlot| match slot {
        ResumeSlot::Const(ConstValue::Int(v)) => v,
        ResumeSlot::Const(ConstValue::Float(bits)) => bits as i64,
        ResumeSlot::Const(ConstValue::Ref(r)) => jit.roots.ref_word(r),
        ResumeSlot::Box(n) if shape.kinds[n as usize] == Kind::Ref => {
            block.get(&jit.roots, n as usize)
        }
        ResumeSlot::Box(n) => args[n as usize],
        ResumeSlot::Virtual(n) => block.get(&jit.roots, refs + n as usize),
        ResumeSlot::Zero => 0,
    };
    for (n, info) in shape.virtuals.iter().enumerate() {
        let object = block.get(&jit.roots, refs + n);
        match info {
            VirtualInfo::Struct { fields, .. } => {
                fields.iter().for_each(|(d, slot)| mem.setfield(object, *d, word(*slot)));
            }
            VirtualInfo::Array { descr, items } => {
                let items = items.iter().enumerate();
                items.for_each(|(i, s)| mem.setarrayitem(object, i as i64, *descr, word(*s)));
            }
            _ => {}
        }
    }
    let reds = shape.reds.iter().map(|slot| word(*slot)).collect();
    jit.roots.pop_block(block);
    Packed::Call(base, reds)
}

/// The trace with the parts of a shape as inputs: the objects are made first.
fn with_shape(trace: &Trace, shape: &CallShape, descrs: &DescrTable) -> Trace {
    let mut out = trace.without_ops();
    out.inputargs = shape.kinds.clone();
    let objects: Vec<OpRef> =
        shape.virtuals.iter().map(|info| make(&mut out, info, descrs)).collect();
    for (info, &object) in shape.virtuals.iter().zip(&objects) {
        match info {
            VirtualInfo::Struct { fields, .. } => {
                for (descr, slot) in fields {
                    let kind = descrs.value_kind(*descr);
                    let value = operand(&mut out, *slot, &objects, kind);
                    out.record_descr(ResOp::SetfieldGc, &[object, value], *descr);
                }
            }
            VirtualInfo::Array { descr, items } => {
                for (n, slot) in items.iter().enumerate() {
                    let kind = descrs.value_kind(*descr);
                    let value = operand(&mut out, *slot, &objects, kind);
                    let index = out.const_int(n as i64);
                    out.record_descr(ResOp::SetarrayitemGc, &[object, index, value], *descr);
                }
            }
            _ => {}
        }
    }
    let reds: Vec<OpRef> =
        shape.reds.iter().map(|slot| operand(&mut out, *slot, &objects, Kind::Int)).collect();
    let shift = out.num_values() - trace.inputargs.len();
    let rename = |v: OpRef| match v {
        v if v.is_const() => v,
        v => reds.get(v.index()).copied().unwrap_or_else(|| OpRef::value(v.index() + shift)),
    };
    for op in &trace.ops {
        let args = op.args.iter().map(|v| rename(*v)).collect();
        out.push(Op { opnum: op.opnum, args, descr: op.descr });
    }
    out.guards = trace.guards.clone();
    out.snapshots = trace.snapshots.clone();
    out.vables = trace.vables.clone();
    out.snapshots.iter_mut().flat_map(|s| &mut s.slots).for_each(|v| *v = rename(*v));
    for vable in out.vables.iter_mut().flatten() {
        vable.object = rename(vable.object);
        vable.values.iter_mut().for_each(|v| v.value = rename(v.value));
    }
    out.vrefs = trace.vrefs.clone();
    for (vref, frame) in out.vrefs.iter_mut().flatten() {
        (*vref, *frame) = (rename(*vref), rename(*frame));
    }
    out
}

fn make(out: &mut Trace, info: &VirtualInfo, descrs: &DescrTable) -> OpRef {
    match info {
        VirtualInfo::Struct { size, .. } => {
            let vtable = descrs.size(*size).vtable;
            let op = if vtable.is_some() { ResOp::NewWithVtable } else { ResOp::New };
            out.record_descr(op, &[], *size)
        }
        VirtualInfo::Array { descr, items } => {
            let length = out.const_int(items.len() as i64);
            out.record_descr(ResOp::NewArrayClear, &[length], *descr)
        }
        _ => unreachable!("not made by the optimiser"),
    }
}

fn operand(out: &mut Trace, slot: ResumeSlot, objects: &[OpRef], kind: Kind) -> OpRef {
    match slot {
        ResumeSlot::Const(c) => out.constant(c),
        ResumeSlot::Box(n) => OpRef::value(n as usize),
        ResumeSlot::Virtual(n) => objects[n as usize],
        ResumeSlot::Zero => match kind {
            Kind::Ref => out.const_ref(RefConst::Null),
            Kind::Float => out.const_float_bits(0),
            _ => out.const_int(0),
        },
    }
}
