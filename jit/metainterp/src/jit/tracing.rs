//! Tracing: from a hot position, or a guard that failed often, to code.

use crate::blackhole::Outcome;
use crate::codes::Transfer;
use crate::compile::Arrived;
use crate::compiled::{FailDescr, LoopInfo, Start};
use crate::ends::{PassedMergePoint, TraceEnd};
use crate::jit::leaving;
use crate::jit::shifting;
use crate::jit::state::{Jit, Next, shifts, too_deep};
use crate::jitprof::{AbortReason, add, num_calls};
use crate::meter::Doing;
use crate::resume::{Left as LeftAt, rebuild};
use crate::step::MergePoint;
use crate::tracer::promotions;
use crate::tracer::state::{Inlining, Retrace, Tracer};
use crate::vable::Shape;
use crate::warmstate::Recursion;
use crate::{compile, places, policy, sampling, seen, tracer, unpack};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::{Cpu, FailId, Memory};
use jitmodel::*;

/// Gives the number from which the calls of a cell's code are to be counted down, if they are.
fn countdown_of<C: Cpu>(jit: &Jit<C>, jd: usize, cell: usize) -> Option<i64> {
    let warm = jit.warm.borrow();
    let params = warm.params_of(jd);
    let counts = warm.cell(cell).recursion == Recursion::Called
        && params.unroll_threshold > 0
        && params.max_unroll_recursion > 1;
    counts.then_some(params.unroll_threshold)
}

pub(crate) fn trace_from_start<C: Cpu>(jit: &Jit<C>, jd: usize, transfer: &mut Transfer) -> Next {
    jit.next_generation();
    let held = jit.memory.hold();
    let next = match jit.cell_for(jd, transfer) {
        Some(cell) if shifts(jit, jd) || jit.warm.borrow().cell(cell).shifts => {
            shifting::shift_position(jit, jd, cell, transfer)
        }
        Some(cell) => trace_position(jit, jd, cell, transfer),
        None => {
            jit.prof.abort(AbortReason::OutOfRoots);
            Next::Leave(Outcome::Continue)
        }
    };
    jit.memory.let_go(held);
    next
}

fn trace_position<C: Cpu>(jit: &Jit<C>, jd: usize, cell: usize, transfer: &mut Transfer) -> Next {
    let data = &*jit.data;
    let driver = &data.drivers[jd];
    let mem = jit.cpu.mem();
    let kinds: Vec<Kind> = driver.reds.iter().map(|r| r.0).collect();
    let greens: Vec<i64> =
        driver.greens.iter().map(|&(_, kind, index)| transfer.get(kind, index)).collect();
    let reds = transfer.reds(driver);
    let tracer = Tracer::new(data, mem, &jit.roots, jit, jd, &kinds);
    let Ok(mut tracer) = tracer else {
        jit.prof.abort(AbortReason::OutOfRoots);
        return Next::Leave(Outcome::Continue);
    };
    if tracer.enter_portal(&greens, &reds).is_err() {
        too_deep();
    }
    tracer.start = Some(cell);
    let reds = tracer::begin_at_merge_point(&mut tracer);
    if let Some(times) = countdown_of(jit, jd, cell) {
        jit.cpu.set_countdown(cell as u32, times);
        tracer::record_countdown(&mut tracer, cell);
    }
    let position = tracer.trace.ops.len();
    let shape = tracer.vable_shape();
    tracer.passed.push(PassedMergePoint { cell, position, reds, shape });
    if jit.warm.borrow().cell(jit.base_of(cell)).straight {
        tracer.inlining = Inlining::Straight;
    }
    jit.warm.borrow_mut().cell_mut(cell).tracing += 1;
    let next = drive(jit, Box::new(tracer), Start::Cell(cell), transfer);
    jit.warm.borrow_mut().cell_mut(cell).tracing -= 1;
    next
}

pub(crate) fn trace_from_guard<C: Cpu>(
    jit: &Jit<C>,
    fail: FailId,
    descr: &FailDescr,
    words: Vec<i64>,
    transfer: &mut Transfer,
) -> Next {
    jit.memory.open(descr.owner);
    jit.next_generation();
    let held = jit.memory.hold();
    let next = trace_bridge(jit, fail, descr, words, transfer);
    jit.memory.let_go(held);
    jit.memory.close();
    next
}

fn trace_bridge<C: Cpu>(
    jit: &Jit<C>,
    fail: FailId,
    descr: &FailDescr,
    words: Vec<i64>,
    transfer: &mut Transfer,
) -> Next {
    let (mem, data) = (jit.cpu.mem(), &*jit.data);
    let kinds: Vec<Kind> = descr.kinds.iter().copied().filter(|&k| k != Kind::Void).collect();
    let tracer = Tracer::new(data, mem, &jit.roots, jit, descr.jd, &kinds);
    let Ok(mut tracer) = tracer else { too_deep() };
    tracer.set_inputs(&descr.kinds);
    tracer.inlining = policy::inlining_of(jit, descr);
    let owner = jit.cell_of(descr.owner);
    tracer.bridge_of = owner.map(|cell| jit.base_of(cell));
    tracer.calls_shapes = owner.is_some_and(|cell| unpack::has_shapes(jit, cell));
    // An exception that the failed call left.
    let pending = mem.exc_class() != 0;
    let (resume, frames) = descr.resume.open();
    let rebuilds = !resume.virtuals.is_empty() || !resume.pending.is_empty();
    let mut saved = None;
    if pending && rebuilds {
        let class = tracer.trace.record(ResOp::SaveExcClass, &[]);
        let value = tracer.trace.record(ResOp::SaveException, &[]);
        saved = Some((class, value, mem.exc_class()));
        tracer.stack.set_exc(mem.exc_value());
        mem.set_exc(0, 0);
    }
    let (jd, kinds) = (descr.jd, &descr.kinds[..]);
    let left = LeftAt { resume: &resume, jd, kinds, words: &words };
    let rebuilt = rebuild(&mut tracer, data, &jit.roots, left, frames, None);
    let Ok(result) = rebuilt else { too_deep() };
    tracer.vable_find_arrays();
    places::begin_at_place(&mut tracer, &descr.resume.place);
    tracer.left = descr.resume.marks.clone().unwrap_or_default();
    if let Some(n) = descr.tested {
        tracer::input_is_known(&mut tracer, n);
    }
    if let Some((class_op, value_op, class)) = saved {
        mem.set_exc(class, tracer.stack.exc());
        tracer.trace.record(ResOp::RestoreException, &[class_op, value_op]);
    }
    if pending {
        // The bridge's own guard_exception may fail because the call returned.
        let result = result.map(|(kind, reg)| {
            let v = tracer.frame_get(tracer.stack.frames.len() - 1, kind, reg);
            tracer.opref(v)
        });
        tracer.take_exception(result);
        if let Err(end) = crate::step::unwind(&mut tracer, data) {
            // The exception leaves the portal at once: such an end never asks to go on.
            return match ended(jit, Box::new(tracer), end, Start::Guard(fail), transfer) {
                Ok(next) => next,
                Err(tracer) => Next::Leave(leaving::blackhole_from(jit, *tracer, transfer)),
            };
        }
    } else if descr.opnum == ResOp::GuardException {
        // The call returned this time.
        tracer.guard_after(ResOp::GuardNoException, &[], None);
    }
    descr.busy.set(descr.busy.get() + 1);
    descr.count.set(0);
    let next = drive(jit, Box::new(tracer), Start::Guard(fail), transfer);
    descr.busy.set(descr.busy.get() - 1);
    next
}

/// Traces until something is compiled, or tracing is given up.
pub(crate) fn drive<C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'_, C::Mem>>,
    start: Start,
    transfer: &mut Transfer,
) -> Next {
    add(&jit.prof.traces_started, 1);
    tracer::begin_counting(&mut tracer);
    let before = jit.meter.switch(Doing::Tracing);
    let (began, backend) = (jit.meter.begin_trace(), jit.meter.spent(Doing::Backend));
    let next = loop {
        let end = tracer.run();
        match ended(jit, tracer, end, start, transfer) {
            Ok(next) => break next,
            Err(goes_on) => tracer = goes_on,
        }
    };
    jit.meter.switch(before);
    let time = jit.meter.end_trace(began);
    policy::note_making(jit, start, time + jit.meter.spent(Doing::Backend) - backend);
    jit.log.section("jit-tracing", || {
        format!("traced from {start:?} in {} us", jit.meter.nanoseconds(time) / 1000)
    });
    next
}

/// The tracer stopped. `Err`: it has to go on.
pub(crate) fn ended<'t, C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'t, C::Mem>>,
    end: TraceEnd,
    start: Start,
    transfer: &mut Transfer,
) -> Result<Next, Box<Tracer<'t, C::Mem>>> {
    if let Start::Guard(fail) = start
        && jit.fail_descr(fail).opnum == ResOp::GuardCountdown
    {
        return sampling::sampled(jit, tracer, end, fail, transfer);
    }
    match end {
        TraceEnd::LoopHeader { point } => loop_header(jit, tracer, point, start, transfer),
        TraceEnd::Abort(reason) => {
            count_recorded(jit, &tracer);
            if install_fallback(jit, &mut tracer, start) {
                jit.prof.abort(reason);
                return Ok(Next::Leave(leaving::blackhole_from(jit, *tracer, transfer)));
            }
            log_abort(jit, &tracer, start, reason);
            let long = tracer.long_loop;
            let too_long = reason == AbortReason::TraceTooLong;
            let blamed = tracer::inlined_call(&tracer).filter(|_| too_long && !long);
            // The next attempt leaves this call out, or calls what is left of the loop: this one does not count.
            if let Some(cell) = blamed {
                jit.warm.borrow_mut().cell_mut(cell).dont_inline = true;
            }
            match start {
                _ if blamed.is_none() && !long => policy::aborted(jit, start, reason),
                _ => jit.prof.abort(reason),
            }
            match start {
                Start::Guard(fail) => jit.fail_descr(fail).count.set(0),
                // The next pass is traced: each loop is found once.
                Start::Cell(cell) if long => jit.warm.borrow_mut().cell_mut(cell).count = u32::MAX,
                Start::Cell(_) | Start::Meeting(_) => {}
            }
            Ok(Next::Leave(leaving::blackhole_from(jit, *tracer, transfer)))
        }
        TraceEnd::Meeting => unreachable!("only pieces of the timeshifter meet"),
        TraceEnd::Segment => {
            jit.prof.abort(AbortReason::SegmentedTrace);
            compile_finish(jit, &mut tracer, start);
            Ok(Next::Leave(leaving::blackhole_from(jit, *tracer, transfer)))
        }
        TraceEnd::Finish { kind, word } => {
            compile_finish(jit, &mut tracer, start);
            transfer.set_result(kind, word);
            Ok(Next::Leave(Outcome::Done))
        }
        TraceEnd::Exception => {
            compile_finish(jit, &mut tracer, start);
            Ok(leaving::leave_raising(jit, &tracer))
        }
    }
}

fn count_recorded<C: Cpu>(jit: &Jit<C>, tracer: &Tracer<'_, C::Mem>) {
    add(&jit.prof.recorded_ops, tracer.trace.ops.len() as u64);
    add(&jit.prof.heapcached_ops, tracer.heap_cache.saved as u64);
    add(&jit.prof.guards, tracer.trace.guards.len() as u64);
    add(&jit.prof.calls, num_calls(&tracer.trace));
}

/// Says where tracing was given up, and why.
fn log_abort<C: Cpu>(jit: &Jit<C>, tracer: &Tracer<'_, C::Mem>, start: Start, reason: AbortReason) {
    seen::note_abort(jit, tracer.jd, reason, Some(&tracer.trace));
    jit.log.section("jit-abort", || {
        let place = seen::position_text(jit, start, &tracer.stack, &tracer.trace);
        format!("{}\n{place}", reason.text())
    });
}

/// Compiles a trace that ends in `finish`.
fn compile_finish<C: Cpu>(jit: &Jit<C>, tracer: &mut Tracer<'_, C::Mem>, start: Start) {
    count_recorded(jit, tracer);
    let premises = promotions::premises(tracer);
    jit.foreseen.replace(premises.clone());
    let compiled = match (tracer.failed(), start) {
        (Some(reason), _) => Err(reason),
        // The cell got code while this trace was made (by a call that entered the JIT).
        (None, Start::Cell(cell)) if jit.warm.borrow().cell(cell).entry.is_some() => Ok(()),
        (None, Start::Cell(cell)) => {
            unpack::compiling_function(jit, Some(cell));
            let none = (Shape::new(), false, false);
            compile::compile_as_loop(jit, &tracer.trace, cell, &[], none).map(|_| ())
        }
        (None, Start::Guard(fail)) => {
            compile::compile_as_bridge(jit, &tracer.trace, fail, &[], &[])
        }
        (None, Start::Meeting(_)) => unreachable!("the timeshifter compiles it"),
    };
    jit.foreseen.borrow_mut().clear();
    match compiled {
        Ok(()) => {
            if let Some(retrace) = take_retrace(jit, tracer) {
                let retraced = &retrace.info.targets.retraced;
                retraced.set(retraced.get() + 1);
            }
            jit.keep(tracer, jit.owner(start));
            if let Start::Cell(cell) = start {
                unpack::function_compiled(jit, cell, tracer, vec![], premises);
            }
        }
        Err(_) if install_fallback(jit, tracer, start) => {}
        Err(reason) => {
            log_abort(jit, tracer, start, reason);
            policy::aborted(jit, start, reason);
        }
    }
    unpack::compiling_function(jit, None);
    unpack::compile_shapes(jit);
}

/// A merge point behind a loop header: jump to an existing loop, close a new one, or trace on.
pub(crate) fn loop_header<'t, C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'t, C::Mem>>,
    point: MergePoint,
    start: Start,
    transfer: &mut Transfer,
) -> Result<Next, Box<Tracer<'t, C::Mem>>> {
    let reds = tracer.box_reds(&point);
    let greens = tracer.words(&point.greens);
    let Some(cell) = jit.cell_for(point.jd, greens.as_slice()) else {
        return Ok(give_up(jit, tracer, &point, start, AbortReason::OutOfRoots, transfer));
    };
    let entry = jit.warm.borrow().cell(cell).entry;
    let existing = entry.and_then(|e| jit.by_entry.borrow().get(&e).cloned());
    let existing = existing.filter(|info| !info.targets.is_empty());
    // A loop comes back with the virtualizables with which it began.
    let shape = tracer.vable_shape();
    let mut passed = tracer.passed.iter().rev();
    let passed = passed.find(|p| p.cell == cell && p.shape == shape).cloned();
    if existing.is_none() && passed.is_none() {
        let position = tracer.trace.ops.len();
        tracer.passed.push(PassedMergePoint { cell, position, reds, shape });
        tracer.record_location(&point);
        return Err(tracer);
    }
    if tracer.retrace.is_some() && (existing.is_some() || passed.is_some()) {
        return Ok(retraced(jit, tracer, point, start, existing, reds, transfer));
    }
    let Some(info) = existing else {
        let passed = passed.expect("looked at above");
        return Ok(close_loop(jit, tracer, &point, start, (cell, passed), reds, transfer));
    };
    let (args, targets) = tracer.arrive(&info, &point, reds);
    let (ops, guards) = (tracer.trace.ops.len(), tracer.trace.guards.len());
    tracer.record_jump(&args);
    if let Some(reason) = tracer.failed() {
        count_recorded(jit, &tracer);
        return Ok(give_up(jit, tracer, &point, start, reason, transfer));
    }
    let words = tracer.words(&point.reds).into_vec();
    // One of them was compiled while this trace was made (by a call that entered the JIT).
    let compiled = |own: usize| own == cell || jit.warm.borrow().cell(own).entry.is_some();
    if matches!(start, Start::Cell(own) if compiled(own)) {
        count_recorded(jit, &tracer);
        jit.keep(&mut tracer, info.entry);
        return Ok(Next::Execute(info.entry, words));
    }
    let mut runtime = tracer::runtime_values(&tracer, &point);
    runtime.truncate(args.len());
    jit.log_recorded(&tracer.trace, start);
    let own = match start {
        Start::Cell(own) => Some(own),
        Start::Guard(_) | Start::Meeting(_) => None,
    };
    unpack::compiling_function(jit, own);
    let arrived =
        jit.optimise_bridge(&tracer.trace, tracer.jd, &targets, &runtime, None, jit.guard(start));
    unpack::compiling_function(jit, None);
    let arrived = match arrived {
        Ok(arrived) => arrived,
        Err(reason) => {
            count_recorded(jit, &tracer);
            return Ok(give_up(jit, tracer, &point, start, reason, transfer));
        }
    };
    if arrived.allocations > 0 && may_retrace(jit, &info, start, arrived.fits) {
        // The loop's next iteration is traced, too.
        let bridge = tracer.trace.clone();
        tracer.truncate(ops, guards);
        let from = PassedMergePoint { cell, position: ops, reds: args, shape: shape.clone() };
        let Arrived { trace: fallback, cost, .. } = arrived;
        let consts = core::mem::take(&mut *jit.memory.pending.borrow_mut());
        jit.memory.open(info.entry);
        let retrace = Retrace { cell, info, bridge, fallback, cost, from, shape, consts };
        tracer.retrace = Some(Box::new(retrace));
        // A loop that comes back to where the trace passed before this one has nothing to do with it.
        tracer.passed.clear();
        tracer.record_location(&point);
        return Err(tracer);
    }
    count_recorded(jit, &tracer);
    match jit.install_arriving(arrived.trace, start) {
        Ok(owner) => {
            jit.keep(&mut tracer, owner);
            if let Some(own) = own {
                unpack::function_compiled(jit, own, &mut tracer, targets, vec![]);
                unpack::compile_shapes(jit);
            }
            Ok(Next::Execute(info.entry, words))
        }
        Err(reason) => Ok(give_up(jit, tracer, &point, start, reason, transfer)),
    }
}

/// Says whether a trace that makes objects for a loop's label may give it a further one.
///
/// A label that takes everything *fits* each trace. If it is the loop's only one, the loop could not be peeled, as when
/// it was recorded on the last round of an inner loop, and goes around the outer one. Then the first way around of
/// another kind gets a label.
fn may_retrace<C: Cpu>(jit: &Jit<C>, info: &LoopInfo, start: Start, fits: bool) -> bool {
    let returns = || {
        let Start::Guard(fail) = start else { return false };
        jit.cell_of(jit.fail_descr(fail).owner) == Some(info.cell)
    };
    let jd = jit.warm.borrow().cell(info.cell).jd;
    let limit = compile::retrace_limit(jit, jd);
    let limit = match info.targets.only_beginning() {
        true => i64::from(!info.shifted && returns()),
        false if fits => 0,
        false => limit,
    };
    i64::from(info.targets.retraced.get()) < limit
}

/// A merge point was passed for the second time: the operations since then are a loop.
fn close_loop<C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'_, C::Mem>>,
    point: &MergePoint,
    start: Start,
    (cell, passed): (usize, PassedMergePoint),
    args: Vec<OpRef>,
    transfer: &mut Transfer,
) -> Next {
    let greens = tracer.words(&point.greens);
    let shape = tracer.vable_shape();
    if tracer.vables_synced_since(passed.position) {
        tracer.vables_sync();
    }
    tracer.record_jump(&args);
    count_recorded(jit, &tracer);
    if let Some(reason) = tracer.failed() {
        return give_up(jit, tracer, point, start, reason, transfer);
    }
    let words = tracer.words(&point.reds).into_vec();
    let mut runtime = tracer::runtime_values(&tracer, point);
    runtime.truncate(args.len());
    let compiled = if passed.reds.len() != args.len() {
        Err(AbortReason::VableEscape)
    } else if let Some(trace) = tracer.cut(&passed, &[]) {
        let clean = tracer.vables_synced_since(passed.position);
        let info = compile::compile_as_loop(jit, &trace, cell, &runtime, (shape, clean, false));
        info.and_then(|info| match info.vable.is_empty() {
            true => Ok((info.entry, info.entry)),
            false => entry_of(jit, &info, &greens, &words).map(|e| (e.entry, info.entry)),
        })
    } else {
        Err(AbortReason::LoopEscapes)
    };
    match compiled {
        Ok((entry, owner)) => {
            let own = match start {
                Start::Guard(fail) => {
                    let descr = jit.fail_descr(fail);
                    descr.detours.set(descr.detours.get() + !descr.bridged.get() as u32);
                    jit.cell_of(descr.owner)
                }
                Start::Cell(own) => Some(own),
                Start::Meeting(_) => None,
            };
            let mut warm = jit.warm.borrow_mut();
            // No code came of it for its own. This must not go on for as long as the other loop's is freed.
            let freed = warm.cell(cell).freed > 0;
            if let Some(own) = own.filter(|&own| own != cell && freed) {
                warm.cell_mut(own).freed += 1;
            }
            drop(warm);
            jit.keep(&mut tracer, owner);
            unpack::compile_shapes(jit);
            Next::Execute(entry, words)
        }
        Err(reason) => give_up(jit, tracer, point, start, reason, transfer),
    }
}

/// A trace that did not fit its loop went on and came to a loop (`existing`, if that has code): the iteration in between
/// becomes a further label of the loop, or the trace is a longer bridge.
pub(crate) fn retraced<C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'_, C::Mem>>,
    point: MergePoint,
    start: Start,
    existing: Option<Rc<LoopInfo>>,
    reds: Vec<OpRef>,
    transfer: &mut Transfer,
) -> Next {
    let retrace = take_retrace(jit, &mut tracer).expect("the caller looked");
    let own = existing.as_ref().is_some_and(|info| info.cell == retrace.cell);
    let shape = tracer.vable_shape();
    let arrival = existing.as_ref().map(|info| tracer.arrive(info, &point, reds));
    if let Some((args, _)) = &arrival {
        tracer.record_jump(args);
    }
    count_recorded(jit, &tracer);
    if let Some(reason) = tracer.failed() {
        return give_up(jit, tracer, &point, start, reason, transfer);
    }
    let words = tracer.words(&point.reds).into_vec();
    let mut chosen = None;
    if let Some((args, targets)) = &arrival {
        let mut runtime = tracer::runtime_values(&tracer, &point);
        runtime.truncate(args.len());
        jit.log_recorded(&tracer.trace, start);
        let whole = jit.optimise_bridge(
            &tracer.trace,
            tracer.jd,
            targets,
            &runtime,
            None,
            jit.guard(start),
        );
        chosen = match whole {
            Ok(whole) if whole.cost * 4 <= retrace.cost => Some((whole.trace, None)),
            _ => None,
        };
        let alike = own
            && retrace.shape == shape
            && args.len() == retrace.from.reds.len()
            && retrace.info.clean == tracer.vables_synced_since(retrace.from.position);
        if chosen.is_none()
            && alike
            && let Some(body) = tracer.cut(&retrace.from, &retrace.bridge.strings)
            && let Ok(Some((trace, target))) =
                compile::optimise_retrace(jit, &retrace, &body, &runtime)
        {
            chosen = Some((trace, Some(target)));
        }
    }
    let retraced = &retrace.info.targets.retraced;
    retraced.set(retraced.get() + 1);
    let (trace, target) = chosen.unwrap_or((retrace.fallback, None));
    let installed = match target {
        Some(target) => compile::install_retraced(jit, trace, target, &retrace.info, start),
        None => jit.install_arriving(trace, start),
    };
    match (installed, existing) {
        (Ok(owner), Some(info)) => {
            jit.keep(&mut tracer, owner);
            Next::Execute(info.entry, words)
        }
        (Ok(owner), None) => {
            jit.keep(&mut tracer, owner);
            leaving::leave_at(jit, tracer, &point, transfer)
        }
        (Err(reason), _) => give_up(jit, tracer, &point, start, reason, transfer),
    }
}

/// The end of what [`Retrace`] is for.
fn take_retrace<C: Cpu>(jit: &Jit<C>, tracer: &mut Tracer<'_, C::Mem>) -> Option<Box<Retrace>> {
    let mut retrace = tracer.retrace.take()?;
    jit.memory.pending.borrow_mut().append(&mut retrace.consts);
    jit.memory.close();
    Some(retrace)
}

/// The tracer came to no loop after it came to one that the trace did not fit: what was recorded up to there is used.
fn install_fallback<C: Cpu>(jit: &Jit<C>, tracer: &mut Tracer<'_, C::Mem>, start: Start) -> bool {
    let Some(retrace) = take_retrace(jit, tracer) else { return false };
    if !tracer.promises_hold() {
        return false;
    }
    let retraced = &retrace.info.targets.retraced;
    retraced.set(retraced.get() + 1);
    match jit.install_arriving(retrace.fallback, start) {
        Ok(owner) => {
            jit.keep(tracer, owner);
            true
        }
        Err(_) => false,
    }
}

/// Makes the code that reads the virtualizables and enters their loop. The words are the present ones.
fn entry_of<C: Cpu>(
    jit: &Jit<C>,
    info: &LoopInfo,
    greens: &[i64],
    reds: &[i64],
) -> Result<Rc<LoopInfo>, AbortReason> {
    let data = &*jit.data;
    let jd = jit.warm.borrow().cell(info.cell).jd;
    let kinds: Vec<Kind> = data.drivers[jd].reds.iter().map(|r| r.0).collect();
    let tracer = Tracer::new(data, jit.cpu.mem(), &jit.roots, jit, jd, &kinds);
    let mut tracer = tracer.map_err(|_| AbortReason::OutOfRoots)?;
    if tracer.enter_portal(greens, reds).is_err() {
        too_deep();
    }
    let args = tracer::begin_at_merge_point(&mut tracer);
    if tracer.vable_shape() != info.vable {
        return Err(AbortReason::VableEscape);
    }
    tracer::record_future_condition(&mut tracer);
    tracer.trace.record_token(ResOp::Jump, &args, TokenId(0));
    let runtime = tracer::runtime_values(&tracer, &tracer.portal_merge_point());
    if let Some(reason) = tracer.failed() {
        return Err(reason);
    }
    let entry = compile::compile_entry(jit, &tracer.trace, info, &runtime)?;
    jit.constants_belong(entry.entry, tracer.keep_consts());
    Ok(entry)
}

/// Gives up at a merge point: the interpreter goes on there.
fn give_up<C: Cpu>(
    jit: &Jit<C>,
    mut tracer: Box<Tracer<'_, C::Mem>>,
    point: &MergePoint,
    start: Start,
    reason: AbortReason,
    transfer: &mut Transfer,
) -> Next {
    take_retrace(jit, &mut tracer);
    log_abort(jit, &tracer, start, reason);
    policy::aborted(jit, start, reason);
    leaving::leave_at(jit, tracer, point, transfer)
}

impl<C: Cpu> Jit<C> {
    /// Compiled code now depends on what the tracer collected.
    pub(crate) fn keep(&self, tracer: &mut Tracer<'_, C::Mem>, owner: TokenId) {
        self.constants_belong(owner, tracer.keep_consts());
        self.watch(&tracer.promised.quasi, owner);
    }
}
