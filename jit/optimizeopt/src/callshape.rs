//! Calls of a portal whose virtualizables are virtual here: their parts become the arguments of the call, and the objects are never made.

use crate::error::Res;
use crate::state::{Optimizer, WOp};
use crate::values::{V, Virtual};
use crate::world::Unpackable;
use alloc::vec::Vec;
use jitmodel::*;
use smallvec::SmallVec;

/// The parts of a call.
#[derive(Default)]
struct Parts {
    args: SmallVec<[V; 4]>,
    shape: CallShape,
}

/// The call with the virtualizables' parts as arguments, if it can be made so.
pub(crate) fn unpacked_call(opt: &mut Optimizer<'_>, op: &WOp) -> Res<Option<WOp>> {
    let OpDescr::Token(cell) = op.descr else { return Ok(None) };
    let Some(how) = opt.env.unpackable(cell) else { return Ok(None) };
    let mut parts = Parts::default();
    let mut objects: SmallVec<[V; 2]> = SmallVec::new();
    for &red in &how.reds {
        let object = opt.vals.get(op.args[red]);
        if let Some(Virtual::Struct { size, .. }) = opt.vals.virt(object)
            && !objects.contains(&object)
        {
            parts.shape.virtuals.push(VirtualInfo::Struct { size: *size, fields: vec![] });
            objects.push(object);
        }
    }
    if objects.is_empty() {
        return Ok(None);
    }
    for &arg in &op.args {
        let known = objects.iter().position(|object| *object == opt.vals.get(arg));
        let slot = match known {
            Some(n) => ResumeSlot::Virtual(n as u32),
            None => part(opt, arg, false, &mut parts)?,
        };
        parts.shape.reds.push(slot);
    }
    for (n, &object) in objects.iter().enumerate() {
        if !parts_of(opt, object, n, &how, &mut parts)? {
            return Ok(None);
        }
    }
    let Some(unpacked) = opt.env.call_shape(cell, parts.shape) else { return Ok(None) };
    Ok(Some(WOp { descr: OpDescr::Token(unpacked), args: parts.args, ..op.clone() }))
}

/// Describes the `n`-th object by its parts. False: it had to be made meanwhile.
fn parts_of(
    opt: &mut Optimizer<'_>,
    object: V,
    n: usize,
    how: &Unpackable,
    parts: &mut Parts,
) -> Res<bool> {
    let Some(Virtual::Struct { size, fields }) = opt.vals.virt(object).cloned() else {
        return Ok(false);
    };
    let mut out = Vec::with_capacity(fields.len());
    for (descr, value) in fields {
        let value = opt.vals.get(value);
        let array = how.arrays.contains(&descr).then(|| opt.vals.virt(value).cloned());
        let slot = match array.flatten() {
            Some(Virtual::Array { descr, clear: true, items }) => {
                let mut slots = Vec::with_capacity(items.len());
                for item in items {
                    slots.push(match item {
                        Some(v) if !opt.is_zero(v) => part(opt, v, true, parts)?,
                        _ => ResumeSlot::Zero,
                    });
                }
                parts.shape.virtuals.push(VirtualInfo::Array { descr, items: slots });
                ResumeSlot::Virtual(parts.shape.virtuals.len() as u32 - 1)
            }
            _ => part(opt, value, true, parts)?,
        };
        out.push((descr, slot));
    }
    parts.shape.virtuals[n] = VirtualInfo::Struct { size, fields: out };
    Ok(true)
}

/// A part that is not taken apart: an argument, or, if that is `allowed`, a constant.
fn part(opt: &mut Optimizer<'_>, v: V, allowed: bool, parts: &mut Parts) -> Res<ResumeSlot> {
    // Virtual objects are made: others may know them.
    opt.out_of(v)?;
    let v = opt.vals.get(v);
    let konst = opt.vals.konst(v).filter(|c| match c {
        // Its place in the root table is this trace's.
        ConstValue::Ref(RefConst::Rooted(_)) => false,
        _ => allowed,
    });
    if let Some(c) = konst {
        return Ok(ResumeSlot::Const(c));
    }
    let known = parts.args.iter().position(|a| *a == v);
    let n = known.unwrap_or_else(|| {
        parts.args.push(v);
        parts.shape.kinds.push(opt.vals[v].kind);
        parts.args.len() - 1
    });
    Ok(ResumeSlot::Box(n as u32))
}
