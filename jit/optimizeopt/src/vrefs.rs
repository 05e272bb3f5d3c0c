//! Virtual references: objects that stand for a frame which the trace may never make.
//!
//! While its frame is traced, a reference is *live*: it does not hold the frame, in the trace as in memory; guards list the two, and
//! whoever asks for the frame during a call gets it by the address of the machine frame in the reference. So a live reference can be
//! made, and known to others, with its frame still virtual. `virtual_ref_finish` ends that.

use crate::InvalidLoop;
use crate::optimizer::{Optimizer, Res, WOp};
use crate::values::{V, Virtual};
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;

impl Optimizer<'_> {
    fn virtual_refs(&self) -> Res<VirtualRefs> {
        let refs = self.descrs.virtual_refs;
        refs.ok_or_else(|| InvalidLoop::internal("a virtual reference without its class"))
    }

    /// `virtual_ref`: a virtual object.
    pub fn make_vref(&mut self, op: &WOp) {
        let virt = Virtual::Struct { size: op.descr(), fields: Vec::new() };
        self.make_virtual(op.result, virt);
        self.live_vrefs.insert(op.result);
    }

    /// A live reference was allocated: it tells who has its frame.
    pub fn vref_made(&mut self, vref: V) -> Res {
        if !self.live_vrefs.remove(&vref) {
            return Ok(());
        }
        let refs = self.virtual_refs()?;
        let token = self.new_op(R::ForceToken, &[], OpDescr::None);
        let address = token.result;
        self.emit(token)?;
        let op = self.new_op(R::SetfieldGc, &[vref, address], OpDescr::Descr(refs.token));
        self.emit(op).map(|_| ())
    }

    /// `virtual_ref_finish`: the reference holds its frame, or null, and is an object as others.
    pub fn finish_vref(&mut self, op: &WOp) -> Res {
        let refs = self.virtual_refs()?;
        let (vref, frame) = (self.vals.get(op.args[0]), op.args[1]);
        self.live_vrefs.remove(&vref);
        let made = !self.vals.is_virtual(vref);
        if !self.is_zero(frame) {
            let op = self.new_op(R::SetfieldGc, &[vref, frame], OpDescr::Descr(refs.frame));
            self.propagate(op)?;
        }
        if made {
            let zero = self.int_const(0);
            let op = self.new_op(R::SetfieldGc, &[vref, zero], OpDescr::Descr(refs.token));
            self.propagate(op)?;
        }
        Ok(())
    }

    /// `guard_not_forced`: nothing may stand between it and its call.
    pub fn guard_not_forced(&mut self, op: WOp) -> Res {
        let called = |o: &Self, at: usize| at > 0 && o.out.ops[at - 1].opnum.has(effects::CALLS);
        if !called(self, self.out.ops.len()) {
            return Ok(());
        }
        let at = self.emit(op)?;
        if !called(self, at) {
            return Err(InvalidLoop::internal("guard_not_forced is not behind its call"));
        }
        Ok(())
    }
}
