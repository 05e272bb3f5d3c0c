//! Virtual references while tracing, and who asks for a frame that compiled code has not made.
//!
//! `virtual_ref(frame)` makes an object that stands for the frame of an inlined call; the program stores it where others may find it
//! (the chain of frames), and `virtual_ref_finish` ends its life. In between it is *live*: the trace has an operation
//! [`ResOp::VirtualRef`], which does not mention the frame, so that the frame stays what the trace alone knows of: nobody else has it. In
//! the object's memory there is no frame either, but a *token*, the address of the machine frame. Guards list live
//! references with their frames: when one fails, the frames are written into them.
//!
//! Whoever asks a reference for its frame looks at the token first. If there is one, [`Jit::force`](crate::Jit::force) is called. The machine frame is in a
//! call then, behind which is a `guard_not_forced` that describes all: what it describes is made, the references get their frames, and
//! the guard fails when the call returns, with these very objects.
//!
//! While tracing, frames and references are ordinary objects. Before a call that may ask, the tokens are set to
//! [`VirtualRefs::TRACING`]; if one is 0 afterwards somebody has asked, and the reference is finished in the trace before that call. So code
//! that is asked in each round does not have to be left each time. Code that was made before somebody began to ask often is given up. What the trace itself reads of a live reference finishes it as well.
//!
//! Here is what the tracer knows of them; `tracer::vrefs` is what it does, and `jit::forced` what somebody who asks gets.

use crate::rooted::RootedConsts;
use alloc::vec::Vec;
use jitbackend::Memory;
use jitmodel::*;

/// A reference whose frame is being traced.
pub(crate) struct Tracked {
    pub(crate) vref: OpRef,
    pub(crate) frame: OpRef,
    /// The virtual reference and its frame as rooted constants.
    pub(crate) objects: RootedConsts,
    /// The trace has given it its frame: it is not live any more.
    pub(crate) told: bool,
}

/// Lists the virtual references that `virtual_ref_finish` did not end yet.
#[derive(Default)]
pub struct Tracking {
    pub(crate) list: Vec<Tracked>,
    /// Index in `Trace::vrefs`, as long as nothing changes.
    pub(crate) snapshot: Option<u32>,
}

impl Tracking {
    /// Operands may have become constants.
    pub fn changed(&mut self) {
        self.snapshot = None;
    }
}

/// Writes to memory what a live reference refers to.
pub fn tell_frame<M: Memory>(mem: &M, refs: VirtualRefs, vref: i64, frame: i64) {
    mem.setfield(vref, refs.frame, frame);
    mem.setfield(vref, refs.token, 0);
}
