//! Calls of a portal whose virtualizable is virtual here: its parts become the arguments of the call, and the object is never made.

use crate::optimizer::{Optimizer, Res, WOp};
use crate::values::{V, Virtual};
use alloc::vec::Vec;
use jitmodel::*;
use smallvec::SmallVec;

/// How the calls of a cell may be taken apart.
#[derive(Clone, Debug, Default)]
pub struct Unpackable {
    /// Which argument the virtualizable is. Nobody looks at it behind the call.
    pub red: usize,
    /// Its fields with arrays that nothing else holds.
    pub arrays: Vec<DescrRef>,
}

/// The parts of a call.
#[derive(Default)]
struct Parts {
    args: SmallVec<[V; 4]>,
    shape: CallShape,
}

impl Optimizer<'_> {
    /// The call with the virtualizable's parts as arguments, if it can be made so.
    pub fn unpacked_call(&mut self, op: &WOp) -> Res<Option<WOp>> {
        let OpDescr::Token(cell) = op.descr else { return Ok(None) };
        let Some(how) = self.env.unpackable(cell) else { return Ok(None) };
        let Some(Virtual::Struct { size, fields }) = self.vals.virt(op.args[how.red]).cloned()
        else {
            return Ok(None);
        };
        let mut parts = Parts::default();
        parts.shape.virtuals.push(VirtualInfo::Struct { size, fields: vec![] });
        for (n, &arg) in op.args.iter().enumerate() {
            let slot = match n == how.red {
                true => ResumeSlot::Virtual(0),
                false => self.part(arg, false, &mut parts)?,
            };
            parts.shape.reds.push(slot);
        }
        let mut out = Vec::with_capacity(fields.len());
        for (descr, value) in fields {
            let value = self.vals.get(value);
            let array = how.arrays.contains(&descr).then(|| self.vals.virt(value).cloned());
            let slot = match array.flatten() {
                Some(Virtual::Array { descr, clear: true, items }) => {
                    let mut slots = Vec::with_capacity(items.len());
                    for item in items {
                        slots.push(match item {
                            Some(v) if !self.is_zero(v) => self.part(v, true, &mut parts)?,
                            _ => ResumeSlot::Zero,
                        });
                    }
                    parts.shape.virtuals.push(VirtualInfo::Array { descr, items: slots });
                    ResumeSlot::Virtual(parts.shape.virtuals.len() as u32 - 1)
                }
                _ => self.part(value, true, &mut parts)?,
            };
            out.push((descr, slot));
        }
        parts.shape.virtuals[0] = VirtualInfo::Struct { size, fields: out };
        let Some(unpacked) = self.env.call_shape(cell, parts.shape) else { return Ok(None) };
        Ok(Some(WOp { descr: OpDescr::Token(unpacked), args: parts.args, ..op.clone() }))
    }

    /// A part that is not taken apart: an argument, or, if that is `allowed`, a constant.
    fn part(&mut self, v: V, allowed: bool, parts: &mut Parts) -> Res<ResumeSlot> {
        // Virtual objects are made: others may know them.
        self.out_of(v)?;
        let v = self.vals.get(v);
        let konst = self.vals.konst(v).filter(|c| match c {
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
            parts.shape.kinds.push(self.vals[v].kind);
            parts.args.len() - 1
        });
        Ok(ResumeSlot::Box(n as u32))
    }
}
