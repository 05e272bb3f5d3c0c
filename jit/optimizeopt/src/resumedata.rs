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
        data.virtuals.push(virtual_info(opt, v)?);
    }
    Ok(())
}

/// The shared description that is equal to this one.
fn shared(opt: &mut Optimizer<'_>, v: V, info: VirtualInfo) -> Rc<VirtualInfo> {
    let shared = match opt.infos.get(&info) {
        Some(shared) => shared.clone(),
        None => {
            let shared = Rc::new(info);
            opt.infos.insert(shared.clone());
            shared
        }
    };
    opt.numbering.set_described(v, &shared);
    shared
}

/// Describes items one after the other. None if that gives what `last` has: then nothing is allocated.
fn list<T: Copy, U: Copy + PartialEq>(
    items: &[T],
    last: Option<&[U]>,
    mut describe: impl FnMut(T) -> Res<U>,
) -> Res<Option<Vec<U>>> {
    let like = last.filter(|last| last.len() == items.len());
    let mut out = Vec::new();
    let mut same = 0;
    for (n, &item) in items.iter().enumerate() {
        let slot = describe(item)?;
        if same == n && like.is_some_and(|like| like[n] == slot) {
            same += 1;
            continue;
        }
        if out.is_empty() {
            out.reserve_exact(items.len());
            out.extend(like.into_iter().flat_map(|like| &like[..same]));
        }
        out.push(slot);
    }
    Ok(if like.is_some() && same == items.len() { None } else { Some(out) })
}

fn virtual_info(opt: &mut Optimizer<'_>, v: V) -> Res<Rc<VirtualInfo>> {
    let v = opt.vals.get(v);
    let Some(virt) = opt.vals[v].ptr.virt.take() else {
        return Err(InvalidLoop::internal("virtual vanished while numbering"));
    };
    // It has its number already: nobody looks at it meanwhile.
    let last = opt.numbering.described.get(v.0 as usize).cloned().flatten();
    let info = info_of(opt, &virt, last.as_deref());
    opt.vals[v].ptr.virt = Some(virt);
    match (info?, last) {
        (None, Some(last)) => Ok(last),
        (Some(info), _) => Ok(shared(opt, v, info)),
        (None, None) => Err(InvalidLoop::internal("a virtual object without description")),
    }
}

/// Gives the description of a virtual object; none if `last`, an earlier one, is right.
fn info_of(
    opt: &mut Optimizer<'_>,
    virt: &Virtual,
    last: Option<&VirtualInfo>,
) -> Res<Option<VirtualInfo>> {
    Ok(Some(match *virt {
        Virtual::Struct { size, ref fields } => {
            let last = match last {
                Some(VirtualInfo::Struct { size: s, fields }) if *s == size => Some(&fields[..]),
                _ => None,
            };
            let fields =
                list(fields, last, |(descr, value)| Ok((descr, content_slot(opt, value)?)))?;
            return Ok(fields.map(|fields| VirtualInfo::Struct { size, fields }));
        }
        Virtual::Array { descr, ref items, .. } => {
            let last = match last {
                Some(VirtualInfo::Array { descr: d, items }) if *d == descr => Some(&items[..]),
                _ => None,
            };
            let items = list(items, last, |item| {
                item.map_or(Ok(ResumeSlot::Zero), |value| content_slot(opt, value))
            })?;
            return Ok(items.map(|items| VirtualInfo::Array { descr, items }));
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
    }))
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
