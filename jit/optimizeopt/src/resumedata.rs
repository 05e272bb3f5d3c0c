//! Resume data of guards: what a guard that fails needs to know to go on without the trace.

use crate::error::{InvalidLoop, Res};
use crate::state::Optimizer;
use crate::values::{V, Virtual};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitmodel::*;

/// Fail args and resume data for a guard emitted now with the snapshot of input guard `guard`.
pub(crate) fn guard_info(opt: &mut Optimizer<'_>, guard: GuardId) -> Res<GuardInfo> {
    let input = opt.input;
    let Some(top) = input.guards[guard.0 as usize].snapshot else {
        return Ok(GuardInfo::default());
    };
    opt.numbering.next_guard();
    let info = &input.guards[guard.0 as usize];
    let mut data = ResumeData {
        marks: info.marks.clone(),
        place: info.place.clone(),
        ..ResumeData::default()
    };
    let frames = input.snapshot_frames(top);
    data.frames.reserve_exact(frames.len());
    for frame in frames {
        let mut slots = Vec::with_capacity(frame.slots.len());
        for &slot in &frame.slots {
            slots.push(operand_slot(opt, slot)?);
        }
        data.frames.push(ResumeFrame { jitcode: frame.jitcode, pc: frame.pc, slots });
        describe_virtuals(opt, &mut data)?;
    }
    let pending = opt.pending_writes();
    for (descr, object, index, value) in pending {
        let object = resume_slot(opt, object)?;
        let value = resume_slot(opt, value)?;
        let index = match index {
            Some(index) => Some(resume_slot(opt, index)?),
            None => None,
        };
        data.pending.push(PendingWrite { descr, object, index, value });
    }
    let vables = input.guards[guard.0 as usize].vables;
    for vable in vables.into_iter().flat_map(|n| &input.vables[n as usize]) {
        let object = operand_slot(opt, vable.object)?;
        let mut values = Vec::with_capacity(vable.values.len());
        for &VableValue { place, dirty, value } in &vable.values {
            let value = operand_slot(opt, value)?;
            values.push(VableValue { place, dirty, value });
        }
        data.vables.push(VableState { which: vable.which, object, values });
    }
    if let Some(vrefs) = input.guards[guard.0 as usize].vrefs {
        for &(vref, frame) in &input.vrefs[vrefs as usize] {
            let pair = (operand_slot(opt, vref)?, operand_slot(opt, frame)?);
            data.vrefs.push(pair);
        }
    }
    describe_virtuals(opt, &mut data)?;
    let fail_args = opt.numbering.boxes.clone();
    Ok(GuardInfo { fail_args, resume: Some(Box::new(data)), ..Default::default() })
}

/// The virtuals that were numbered since the last time, and what they refer to. Those of outer frames come first: they are
/// the same at most guards, with the same numbers, and are kept once.
fn describe_virtuals(opt: &mut Optimizer<'_>, data: &mut ResumeData) -> Res<()> {
    while let Some(&v) = opt.numbering.virtuals.get(data.virtuals.len()) {
        let info = virtual_info(opt, v)?;
        let shared = match opt.infos.get(&info) {
            Some(shared) => shared.clone(),
            None => {
                let shared = Rc::new(info);
                opt.infos.insert(shared.clone());
                shared
            }
        };
        data.virtuals.push(shared);
    }
    Ok(())
}

fn virtual_info(opt: &mut Optimizer<'_>, v: V) -> Res<VirtualInfo> {
    let v = opt.vals.get(v);
    let Some(virt) = opt.vals[v].ptr.virt.take() else {
        return Err(InvalidLoop::internal("virtual vanished while numbering"));
    };
    // It has its number already: nobody looks at it meanwhile.
    let info = info_of(opt, &virt);
    opt.vals[v].ptr.virt = Some(virt);
    info
}

fn info_of(opt: &mut Optimizer<'_>, virt: &Virtual) -> Res<VirtualInfo> {
    Ok(match *virt {
        Virtual::Struct { size, ref fields } => {
            let mut out = Vec::with_capacity(fields.len());
            for &(descr, value) in fields {
                out.push((descr, content_slot(opt, value)?));
            }
            VirtualInfo::Struct { size, fields: out }
        }
        Virtual::Array { descr, ref items, .. } => {
            let mut out = Vec::with_capacity(items.len());
            for item in items {
                out.push(match *item {
                    Some(value) => content_slot(opt, value)?,
                    None => ResumeSlot::Zero,
                });
            }
            VirtualInfo::Array { descr, items: out }
        }
        Virtual::ArrayStruct { descr, length, ref fields } => {
            let mut out = Vec::with_capacity(fields.len());
            for &(index, field, value) in fields {
                out.push((index, field, content_slot(opt, value)?));
            }
            VirtualInfo::ArrayStruct { descr, length, fields: out }
        }
        Virtual::Concat { descr, left, right, .. } => {
            let parts = [resume_slot(opt, left)?, resume_slot(opt, right)?];
            VirtualInfo::Concat { descr, parts }
        }
        Virtual::Call { descr, ref args } => {
            let mut slots = Vec::with_capacity(args.len());
            for &arg in args {
                slots.push(resume_slot(opt, arg)?);
            }
            VirtualInfo::Call { descr, args: slots }
        }
        Virtual::Raw { call, ref args, ref cells } => {
            let mut slots = Vec::with_capacity(args.len());
            for &arg in args {
                slots.push(resume_slot(opt, arg)?);
            }
            let mut writes = Vec::with_capacity(cells.len());
            for cell in cells {
                let value = resume_slot(opt, cell.value)?;
                writes.push((cell.opnum, cell.descr, cell.index, value));
            }
            VirtualInfo::Raw { descr: call, args: slots, writes }
        }
        Virtual::Slice { descr, base, start, stop } => {
            let (start, stop) = (resume_slot(opt, start)?, resume_slot(opt, stop)?);
            VirtualInfo::Slice { descr, parts: [resume_slot(opt, base)?, start, stop] }
        }
    })
}

/// Gives the slot of what a virtual object contains: its memory is zero when it is made.
#[inline]
fn content_slot(opt: &mut Optimizer<'_>, v: V) -> Res<ResumeSlot> {
    if opt.is_zero(v) { Ok(ResumeSlot::Zero) } else { resume_slot(opt, v) }
}

/// Gives the resume slot of an operand of the input.
#[inline]
fn operand_slot(opt: &mut Optimizer<'_>, operand: OpRef) -> Res<ResumeSlot> {
    match opt.input.const_value(operand) {
        Some(c) => Ok(ResumeSlot::Const(c)),
        None => resume_slot(opt, opt.map[operand.index()]),
    }
}

fn resume_slot(opt: &mut Optimizer<'_>, v: V) -> Res<ResumeSlot> {
    let v = opt.vals.get(v);
    if opt.vals[v].short.is_some() {
        opt.use_short(v)?;
    }
    if let Some(c) = opt.vals[v].konst {
        return Ok(ResumeSlot::Const(c));
    }
    if let Some(slot) = opt.numbering.slot(v) {
        return Ok(slot);
    }
    let slot = if opt.vals.is_virtual(v) {
        opt.numbering.virtuals.push(v);
        ResumeSlot::Virtual(opt.numbering.virtuals.len() as u32 - 1)
    } else {
        let out = opt.out_of(v)?;
        match opt.out.const_value(out) {
            Some(c) => ResumeSlot::Const(c),
            None => {
                opt.numbering.values.push(v);
                ResumeSlot::Box(opt.numbering.fail_arg(out))
            }
        }
    };
    opt.numbering.set_slot(v, slot);
    Ok(slot)
}
