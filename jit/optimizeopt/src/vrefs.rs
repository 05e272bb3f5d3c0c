//! Virtual references: objects that stand for a frame which the trace may never make.
//!
//! While its frame is traced, a reference is *live*: it does not hold the frame, in the trace as in memory; guards list the two, and
//! whoever asks for the frame during a call gets it by the address of the machine frame in the reference. So a live reference can be
//! made, and known to others, with its frame still virtual. `virtual_ref_finish` ends that.

use crate::error::{InvalidLoop, Res};
use crate::state::{Optimizer, WOp};
use crate::values::{V, Virtual};
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;

fn virtual_refs(opt: &Optimizer<'_>) -> Res<VirtualRefs> {
    let refs = opt.descrs.virtual_refs;
    refs.ok_or_else(|| InvalidLoop::internal("a virtual reference without its class"))
}

/// `virtual_ref`: a virtual object.
pub(crate) fn make_vref(opt: &mut Optimizer<'_>, op: &WOp) {
    let virt = Virtual::Struct { size: op.descr(), fields: Vec::new() };
    opt.make_virtual(op.result, virt);
    opt.live_vrefs.insert(op.result);
}

/// A live reference was allocated: it tells who has its frame.
pub(crate) fn vref_made(opt: &mut Optimizer<'_>, vref: V) -> Res {
    if !opt.live_vrefs.remove(&vref) {
        return Ok(());
    }
    let refs = virtual_refs(opt)?;
    let token = opt.new_op(R::ForceToken, &[], OpDescr::None);
    let address = token.result;
    opt.emit(token)?;
    let op = opt.new_op(R::SetfieldGc, &[vref, address], OpDescr::Descr(refs.token));
    opt.emit(op).map(|_| ())
}

/// `virtual_ref_finish`: the reference holds its frame, or null, and is an object as others.
pub(crate) fn finish_vref(opt: &mut Optimizer<'_>, op: &WOp) -> Res {
    let refs = virtual_refs(opt)?;
    let (vref, frame) = (opt.vals.get(op.args[0]), op.args[1]);
    opt.live_vrefs.remove(&vref);
    let made = !opt.vals.is_virtual(vref);
    if !opt.is_zero(frame) {
        let op = opt.new_op(R::SetfieldGc, &[vref, frame], OpDescr::Descr(refs.frame));
        opt.propagate(op)?;
    }
    if made {
        let zero = opt.int_const(0);
        let op = opt.new_op(R::SetfieldGc, &[vref, zero], OpDescr::Descr(refs.token));
        opt.propagate(op)?;
    }
    Ok(())
}

/// `guard_not_forced`: nothing may stand between it and its call.
pub(crate) fn guard_not_forced(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    let called =
        |o: &Optimizer<'_>, at: usize| at > 0 && o.out.ops[at - 1].opnum.has(effects::CALLS);
    if !called(opt, opt.out.ops.len()) {
        return Ok(());
    }
    let at = opt.emit(op)?;
    if !called(opt, at) {
        return Err(InvalidLoop::internal("guard_not_forced is not behind its call"));
    }
    Ok(())
}
