//! Ways out of the JIT: the blackhole interpreter behind a guard, and the program itself.

use crate::blackhole::{Blackhole, Outcome};
use crate::codes::Transfer;
use crate::compiled::FailDescr;
use crate::frame::Stack;
use crate::jit::state::{Jit, Next, too_deep};
use crate::jitprof::add;
use crate::logger::timestamp;
use crate::policy;
use crate::resume::{Forced, Left as LeftAt, rebuild};
use crate::step::MergePoint;
use crate::tracer::state::Tracer;
use alloc::boxed::Box;
use jitbackend::{Cpu, Memory};

/// Number of instructions interpreted behind a failing guard that count as one more failure. (Measured on 59 guests: with 64, bridges
/// come so late that they take 6 % longer in the mean; 8 differs by no more than what code comes first does.)
const WORK_OF_FAILURE: u32 = 4;

/// Continues after a guard failure in the blackhole interpreter.
pub(crate) fn blackhole<C: Cpu>(
    jit: &Jit<C>,
    descr: &FailDescr,
    words: &[i64],
    forced: Option<&Forced>,
    transfer: &mut Transfer,
) -> Outcome {
    add(&jit.prof.blackholes, 1);
    let began = timestamp();
    let (mem, data) = (jit.cpu.mem(), &*jit.data);
    let Ok(stack) = Stack::new(&jit.roots) else { too_deep() };
    let mut bh = Blackhole::new(data, mem, &jit.meter, stack, transfer);
    // Before rebuilding allocates anything.
    let raising = bh.take_pending();
    let (resume, frames) = descr.resume.open();
    let left = LeftAt { resume: &resume, jd: descr.jd, kinds: &descr.kinds, words };
    let rebuilt = rebuild(&mut bh, data, &jit.roots, left, frames, forced);
    if rebuilt.is_err() {
        too_deep();
    }
    if let Some(left) = &descr.resume.marks {
        bh.leave_marks(left.class, &left.marks);
    }
    let (outcome, work) = bh.run(raising);
    // The longer it took the earlier a bridge pays.
    descr.count.set(descr.count.get().saturating_add(work / WORK_OF_FAILURE));
    policy::note_failure(jit, descr.owner, timestamp().saturating_sub(began));
    outcome
}

/// Goes on in the blackhole interpreter with the frames of a tracer.
pub(crate) fn blackhole_from<C: Cpu>(
    jit: &Jit<C>,
    tracer: Tracer<'_, C::Mem>,
    transfer: &mut Transfer,
) -> Outcome {
    add(&jit.prof.blackholes, 1);
    let left = tracer.left;
    let stack = tracer.stack.convert(|_| ());
    let mut bh = Blackhole::new(&jit.data, jit.cpu.mem(), &jit.meter, stack, transfer);
    bh.leave_marks(left.class, &left.marks);
    bh.run(false).0
}

/// The interpreter goes on at a merge point.
pub(crate) fn leave_at<C: Cpu>(
    jit: &Jit<C>,
    tracer: Box<Tracer<'_, C::Mem>>,
    point: &MergePoint,
    transfer: &mut Transfer,
) -> Next {
    let driver = &jit.data.drivers[point.jd];
    let registers = point.greens.iter().chain(&point.reds);
    for (&(kind, reg), (_, index)) in registers.zip(driver.positions()) {
        let word = tracer.stack.get(tracer.stack.frames.len() - 1, kind, reg as usize);
        transfer.set(kind, index, word);
    }
    Next::Leave(Outcome::ContinueRunningNormally)
}

/// The portal is left by the exception of a tracer.
pub(crate) fn leave_raising<C: Cpu>(jit: &Jit<C>, tracer: &Tracer<'_, C::Mem>) -> Next {
    let (mem, value) = (jit.cpu.mem(), tracer.stack.exc());
    mem.set_exc(mem.class_of(value), value);
    Next::Leave(Outcome::Exception)
}
