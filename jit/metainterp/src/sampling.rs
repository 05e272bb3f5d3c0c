//! The way back from the timeshifter to tracing.
//!
//! The ways of a loop or function that was handed over ([`crate::policy`]) had multiplied. A later phase of the guest program may take one
//! of them only, for which a trace is better code. So code that was handed over is left for a sample now and then, at its beginning
//! (`guard_countdown`): the tracer follows one pass, up to where a trace would end, and compiles nothing. If [`ALIKE`] samples, one
//! after the other, took the same way, the next pass is traced again.
//!
//! Samples come in bursts. As long as they are alike, few passes lie between them. When one differs, the next burst comes after
//! `sampled_passes` passes, and then after twice as many each time: they cost nothing where ways stay as they are, and a phase is noticed
//! before it has lasted as long as all that came before it.

use crate::account::Samples;
use crate::blackhole::Outcome;
use crate::codes::Transfer;
use crate::compiled::{FailDescr, LoopInfo};
use crate::ends::{PassedMergePoint, TraceEnd};
use crate::jit::leaving;
use crate::jit::state::{Jit, Next, must_not_trace};
use crate::policy;
use crate::tracer::state::Tracer;
use crate::warmstate::{ATTEMPTS, later};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use jitbackend::{Cpu, FailId};
use jitmodel::hash::{FxHashSet, FxHasher};
use jitmodel::{ConstValue, TokenId, Trace};

/// Number of samples in a row that must take the same way. (Measured on `phases` of the conformance programs. Of a way that 9 of 10
/// passes take, so many are alike in 3 of 100 attempts; of one that 99 of 100 take, in 72.)
const ALIKE: u32 = 32;

/// Maximum number of passes between two samples of a burst. How many they are is different each time: ways may change in a
/// rhythm. (Measured on `phases` and 59 guests: 16 and 2048 give the same code.)
const BETWEEN: u64 = 128;

/// Says whether the code of a position that is about to be made is to be left for samples.
pub(crate) fn wants_samples<C: Cpu>(jit: &Jit<C>, cell: usize) -> bool {
    let warm = jit.warm.borrow();
    let base = warm.cell(jit.base_of(cell));
    let wants =
        base.shifts && base.returned < ATTEMPTS && warm.params_of(base.jd).sampled_passes >= 0;
    drop(warm);
    if wants {
        jit.cpu.set_countdown(cell as u32, pause(jit, cell, Samples::default()));
    }
    wants
}

/// Gives the number of passes until the next sample.
fn pause<C: Cpu>(jit: &Jit<C>, cell: usize, samples: Samples) -> i64 {
    let warm = jit.warm.borrow();
    let passes = warm.params_of(warm.cell(cell).jd).sampled_passes.max(0);
    if samples.alike == 0 {
        return later(passes, samples.ended, 0);
    }
    let mut hasher = FxHasher::default();
    samples.taken.hash(&mut hasher);
    passes.min((hasher.finish() >> 32) as i64 % BETWEEN as i64)
}

/// A countdown has come to its end: says whether the pass that begins is a sample.
pub(crate) fn is_sample<C: Cpu>(jit: &Jit<C>, guard: &FailDescr) -> bool {
    let info = jit.by_entry.borrow().get(&guard.owner).cloned();
    let Some(info) = info.filter(|info| info.shifted) else { return false };
    // (Code that went back is left at each pass, wherever it still runs.)
    let is_left = {
        let warm = jit.warm.borrow();
        let base = warm.cell(jit.base_of(info.cell));
        !base.shifts || base.returned >= ATTEMPTS
    };
    if is_left {
        return false;
    }
    let may = !must_not_trace(jit);
    if !may {
        jit.cpu.set_countdown(info.cell as u32, BETWEEN as i64);
    }
    may
}

/// The pass that is a sample came to an end, or to a loop header. `Err`: it goes on.
pub(crate) fn sampled<'t, C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'t, C::Mem>>,
    end: TraceEnd,
    fail: FailId,
    transfer: &mut Transfer,
) -> Result<Next, Box<Tracer<'t, C::Mem>>> {
    let mut at = None;
    if let TraceEnd::LoopHeader { point } = &end {
        let reds = tracer.box_reds(point);
        let greens = tracer.words(&point.greens);
        at = jit.cell_for(point.jd, greens.as_slice());
        let passed = |cell: usize| tracer.passed.iter().any(|p| p.cell == cell);
        if let Some(cell) = at
            && jit.warm.borrow().cell(cell).entry.is_none()
            && !passed(cell)
        {
            let (position, shape) = (tracer.trace.ops.len(), tracer.vable_shape());
            tracer.passed.push(PassedMergePoint { cell, position, reds, shape });
            tracer.record_location(point);
            return Err(tracer);
        }
    }
    let ends =
        matches!(end, TraceEnd::LoopHeader { .. } | TraceEnd::Finish { .. } | TraceEnd::Exception);
    note(jit, &jit.fail_descr(fail), ends.then(|| way_of(&tracer.trace, at)));
    Ok(match end {
        TraceEnd::LoopHeader { point } => leaving::leave_at(jit, tracer, &point, transfer),
        TraceEnd::Finish { kind, word } => {
            transfer.set_result(kind, word);
            Next::Leave(Outcome::Done)
        }
        TraceEnd::Exception => leaving::leave_raising(jit, &tracer),
        _ => Next::Leave(leaving::blackhole_from(jit, *tracer, transfer)),
    })
}

/// Gives a number for the way that a pass took: its tests and their results, in order, and where it ended.
fn way_of(trace: &Trace, end: Option<usize>) -> u64 {
    let mut hasher = FxHasher::default();
    for op in &trace.ops {
        let Some(guard) = op.guard() else { continue };
        let info = &trace.guards[guard.0 as usize];
        let frame = info.snapshot.map(|frame| &trace.snapshots[frame.0 as usize]);
        (op.opnum, info.place.way, frame.map(|f| (f.jitcode, f.pc))).hash(&mut hasher);
        // (Objects may have moved since the last sample.)
        let values = op.args.iter().filter_map(|v| match trace.const_value(*v) {
            Some(ConstValue::Int(n)) => Some(n),
            _ => None,
        });
        values.for_each(|n| n.hash(&mut hasher));
    }
    end.hash(&mut hasher);
    hasher.finish()
}

/// A sample took this way, if it came to an end.
fn note<C: Cpu>(jit: &Jit<C>, guard: &FailDescr, way: Option<u64>) {
    let info = jit.by_entry.borrow().get(&guard.owner).cloned();
    let Some(info) = info else { return };
    let account = &info.belongings.account;
    let mut samples = account.samples.get();
    samples.taken += 1;
    match way {
        Some(way) if samples.alike == 0 || way == samples.way => {
            (samples.way, samples.alike) = (way, samples.alike + 1);
        }
        _ => (samples.alike, samples.ended) = (0, samples.ended + 1),
    }
    account.samples.set(samples);
    if samples.alike >= ALIKE {
        policy::decided(jit, &info, &format!("back to tracing, for {ALIKE} samples took one way"));
        return go_back(jit, &info);
    }
    jit.cpu.set_countdown(info.cell as u32, pause(jit, info.cell, samples));
}

/// The next pass of a loop or function is traced. Nothing leads into its present code any more.
fn go_back<C: Cpu>(jit: &Jit<C>, info: &LoopInfo) {
    policy::drop_code(jit, info, |cell| {
        cell.shifts = false;
        cell.returned += 1;
    });
    let loops = jit.loops.borrow();
    let mut gone: FxHashSet<TokenId> = [info.entry].into_iter().collect();
    loop {
        let leads = |owner: &TokenId, other: &LoopInfo| other.belongings.jumps_to(*owner);
        let more: Vec<TokenId> = loops
            .iter()
            .filter(|other| other.shifted && !gone.contains(&other.entry))
            .filter(|other| gone.iter().any(|owner| leads(owner, other)))
            .map(|other| other.entry)
            .collect();
        if more.is_empty() {
            break;
        }
        gone.extend(more);
    }
    let mut warm = jit.warm.borrow_mut();
    for owner in gone {
        jit.meetings.borrow_mut().forget(owner);
        let cell = jit.cell_of(owner).filter(|&cell| warm.cell(cell).entry == Some(owner));
        if let Some(cell) = cell {
            jit.forget_entry(&mut warm, cell);
            warm.cell_mut(cell).count = u32::MAX;
        }
    }
}
