//! Compiles by the timeshifter: from a position or a failed guard to installed code.

use crate::blackhole::Outcome;
use crate::codes::Transfer;
use crate::compiled::{FailDescr, Labels, LoopInfo, MEETING, Start, Targets};
use crate::ends::{PassedMergePoint, TraceEnd};
use crate::jit::leaving;
use crate::jit::state::{Jit, Next, shifts, too_deep};
use crate::jitprof::{AbortReason, add, num_calls};
use crate::meter::Doing;
use crate::resume::{Left, rebuild};
use crate::step::MergePoint;
use crate::timeshift::spots::{LiveConstants, Spot};
use crate::timeshift::state::{MAX_DEPTH, Shifter};
use crate::timeshift::vable::{kinds as place_kinds, shape_of};
use crate::timeshift::values::SBox;
use crate::timeshift::{meetings, vable};
use crate::vable::Shape;
use crate::warmstate::ATTEMPTS;
use crate::{compile, plain, policy, sampling, seen, timeshift};
use alloc::string::ToString;
use alloc::vec::Vec;
use jitbackend::{Cpu, FailId, Memory, RootBlock};
use jitmodel::*;
use optimizeopt::TargetToken;

/// Says what became of a piece.
enum Made {
    /// It is installed.
    Code,
    /// Code that it leads to is installed: once more.
    Again,
    /// It cannot be made.
    Nothing,
}

impl<C: Cpu> Jit<C> {
    /// References that must survive a collection.
    fn hold(&self, kinds: &[Kind], words: &[i64]) -> RootBlock {
        let Some(block) = self.roots.push_block(words.len()) else { too_deep() };
        for (n, (kind, word)) in kinds.iter().zip(words).enumerate() {
            if *kind == Kind::Ref {
                block.set(&self.roots, n, *word);
            }
        }
        block
    }
    fn release(&self, block: RootBlock, kinds: &[Kind], words: &mut [i64]) {
        for (n, (kind, word)) in kinds.iter().zip(words).enumerate() {
            if *kind == Kind::Ref {
                *word = block.get(&self.roots, n);
            }
        }
        self.roots.pop_block(block);
    }
    fn make(&self, mut shifter: Shifter<'_, C::Mem>, start: Start, depth: usize) -> Made {
        add(&self.prof.traces_started, 1);
        shifter.handed_over = !shifts(self, shifter.jd);
        let before = self.meter.switch(Doing::Tracing);
        let (began, backend) = (self.meter.begin_trace(), self.meter.spent(Doing::Backend));
        let made = loop {
            let end = self.meter.during(Doing::Shifting, || shifter.run());
            shifter.extended.tell(&self.prof);
            if let Some(made) = ended_piece(self, &mut shifter, end, start, depth) {
                break made;
            }
        };
        self.meter.switch(before);
        let time = self.meter.end_trace(began);
        policy::note_making(self, start, time + self.meter.spent(Doing::Backend) - backend);
        self.log.section("jit-tracing", || {
            format!("shifted from {start:?} in {} us", self.meter.nanoseconds(time) / 1000)
        });
        made
    }
    fn result_of(
        &self,
        shifter: &Shifter<'_, C::Mem>,
        start: Start,
        result: Result<(), AbortReason>,
    ) -> Made {
        let Err(reason) = result else { return Made::Code };
        seen::note_abort(self, shifter.jd, reason, Some(&shifter.trace));
        self.log.section("jit-abort", || reason.text().to_string());
        policy::aborted(self, start, reason);
        Made::Nothing
    }
    /// The piece came to a merge point again: what is in between is a loop.
    fn close(
        &self,
        shifter: &mut Shifter<'_, C::Mem>,
        point: &MergePoint,
        start: Start,
        (cell, passed): (usize, PassedMergePoint),
    ) -> Made {
        let args = shifter.box_reds(point);
        shifter.record_jump(&args);
        if passed.reds.len() != args.len() {
            return self.result_of(shifter, start, Err(AbortReason::VableEscape));
        }
        let Some(trace) = plain::cut(&shifter.trace, &passed, &[], false) else {
            return self.result_of(shifter, start, Err(AbortReason::LoopEscapes));
        };
        let shape = shifter.vable_shape();
        let made =
            match compile::compile_as_loop(self, &trace, cell, &[], (shape.clone(), false, true)) {
                Ok(info) => install_way_in(self, &info).map(|()| info.entry),
                // What is known of its first pass contradicts the second: as one piece, without what is known.
                Err(AbortReason::BadLoop) => {
                    self.forget_constants();
                    install_trace(self, trace, (shifter.jd, &shape), Start::Cell(cell), &[])
                }
                Err(reason) => Err(reason),
            };
        match made {
            Ok(entry) => {
                keep_piece(self, shifter, entry);
                match start {
                    Start::Cell(own) if own == cell => Made::Code,
                    _ => Made::Again,
                }
            }
            Err(reason) => self.result_of(shifter, start, Err(reason)),
        }
    }
}

/// The position that the program is at is hot: its code is made, and run.
pub(crate) fn shift_position<C: Cpu>(
    jit: &Jit<C>,
    jd: usize,
    cell: usize,
    transfer: &mut Transfer,
) -> Next {
    let driver = &jit.data.drivers[jd];
    let kinds: Vec<Kind> = driver.positions().map(|p| p.0).collect();
    let mut words: Vec<i64> = driver.positions().map(|(kind, n)| transfer.get(kind, n)).collect();
    let block = jit.hold(&kinds, &words);
    jit.warm.borrow_mut().cell_mut(cell).tracing += 1;
    make_position(jit, jd, cell, Some(&words[driver.greens.len()..]), Shape::new(), 0);
    jit.warm.borrow_mut().cell_mut(cell).tracing -= 1;
    jit.release(block, &kinds, &mut words);
    for ((kind, n), word) in driver.positions().zip(&words) {
        transfer.set(kind, n, *word);
    }
    let entry = jit.warm.borrow().cell(cell).entry;
    match entry {
        Some(entry) => Next::Execute(entry, transfer.reds(driver)),
        None => {
            policy::keeps_tracing(jit, cell);
            Next::Leave(Outcome::Continue)
        }
    }
}

/// Makes the code of a position. `reds`: what they are at this moment, if the program is there. `shape`: of the
/// virtualizables, where the reds do not tell.
fn make_position<C: Cpu>(
    jit: &Jit<C>,
    jd: usize,
    cell: usize,
    reds: Option<&[i64]>,
    shape: Shape,
    depth: usize,
) {
    let data = &*jit.data;
    let driver = &data.drivers[jd];
    let kinds: Vec<Kind> = driver.reds.iter().map(|r| r.0).collect();
    let layouts = &driver.desc.virtualizables;
    let shape = reds.map_or(shape, |reds| shape_of(jit.cpu.mem(), layouts, reds));
    let mut inputs = kinds.clone();
    inputs.extend(place_kinds(&data.descrs, layouts, &shape));
    let held = reds.map(|reds| jit.hold(&kinds, reds));
    let mut words = reds.map(<[i64]>::to_vec);
    for _ in 0..ATTEMPTS {
        if let (Some(block), Some(words)) = (held, &mut words) {
            for (n, word) in words.iter_mut().enumerate() {
                if kinds[n] == Kind::Ref {
                    *word = block.get(&jit.roots, n);
                }
            }
        }
        let greens = jit.warm.borrow().green_words(&jit.roots, cell);
        let shifter = Shifter::new(data, jit.cpu.mem(), &jit.roots, jit, jd, &inputs);
        let Ok(mut shifter) = shifter else { too_deep() };
        if shifter.enter_portal(&greens, words.as_deref()).is_err() {
            too_deep();
        }
        vable::vables_enter(&mut shifter, &shape);
        shifter.shape = shape.clone();
        shifter.meeting.place = cell as u32 + 1;
        let reds = shifter.box_reds(&shifter.portal_merge_point());
        let position = shifter.trace.ops.len();
        let shape = shifter.vable_shape();
        shifter.passed.push(PassedMergePoint { cell, position, reds, shape });
        if sampling::wants_samples(jit, cell) {
            shifter.guard_before(ResOp::GuardCountdown, &[SBox::int(cell as i64)]);
        }
        match jit.make(shifter, Start::Cell(cell), depth) {
            Made::Again => {}
            Made::Code | Made::Nothing => break,
        }
    }
    if let Some(block) = held {
        jit.roots.pop_block(block);
    }
}

/// A guard has failed often enough: makes the code behind it. Then the program goes on from there.
pub(crate) fn shift_from_guard<C: Cpu>(
    jit: &Jit<C>,
    fail: FailId,
    descr: &FailDescr,
    mut words: Vec<i64>,
    transfer: &mut Transfer,
) -> Next {
    jit.memory.open(descr.owner);
    jit.next_generation();
    let held = jit.memory.hold();
    descr.busy.set(descr.busy.get() + 1);
    descr.count.set(0);
    let mem = jit.cpu.mem();
    // What is made must not be mistaken for something that raised.
    let pending = mem.exc_class();
    let exc = jit.hold(&[Kind::Ref], &[if pending == 0 { 0 } else { mem.exc_value() }]);
    mem.set_exc(0, 0);
    let block = jit.hold(&descr.kinds, &words);
    for _ in 0..ATTEMPTS {
        for (n, word) in words.iter_mut().enumerate() {
            if descr.kinds[n] == Kind::Ref {
                *word = block.get(&jit.roots, n);
            }
        }
        let value = exc.get(&jit.roots, 0);
        if !matches!(make_behind(jit, fail, descr, &words, (pending, value)), Made::Again) {
            break;
        }
    }
    jit.release(block, &descr.kinds, &mut words);
    let mut value = [0];
    jit.release(exc, &[Kind::Ref], &mut value);
    mem.set_exc(pending, value[0]);
    descr.busy.set(descr.busy.get() - 1);
    jit.memory.let_go(held);
    jit.memory.close();
    Next::Leave(leaving::blackhole(jit, descr, &words, None, transfer))
}

fn make_behind<C: Cpu>(
    jit: &Jit<C>,
    fail: FailId,
    descr: &FailDescr,
    words: &[i64],
    (class, value): (i64, i64),
) -> Made {
    let data = &*jit.data;
    let kinds: Vec<Kind> = descr.kinds.iter().copied().filter(|&k| k != Kind::Void).collect();
    let shifter = Shifter::new(data, jit.cpu.mem(), &jit.roots, jit, descr.jd, &kinds);
    let Ok(mut shifter) = shifter else { too_deep() };
    timeshift::set_inputs(&mut shifter, &descr.kinds);
    let real = descr.kinds.iter().zip(words).filter(|(kind, _)| **kind != Kind::Void);
    for (n, (kind, word)) in real.enumerate() {
        shifter.facts.see(OpRef::value(n), *kind, *word);
    }
    // Rebuilding may call functions of the program: not with an exception pending.
    let resume = descr.resume.state();
    let rebuilds = !resume.virtuals.is_empty() || !resume.pending.is_empty();
    let mut saved = None;
    if class != 0 && rebuilds {
        let class = shifter.trace.record(ResOp::SaveExcClass, &[]);
        saved = Some([class, shifter.trace.record(ResOp::SaveException, &[])]);
    }
    let (jd, kinds) = (descr.jd, &descr.kinds[..]);
    let left = Left { resume: &resume, jd, kinds, words };
    let rebuilt = rebuild(&mut shifter, data, &jit.roots, left, descr.resume.open().1, None);
    let Ok(result) = rebuilt else { too_deep() };
    shifter.vable_find_arrays();
    let portal = &data.drivers[descr.jd].desc;
    shifter.at_merge_point = matches!(&resume.frames[..], [frame] if frame.jitcode == portal.portal
        && frame.pc as usize + JitCode::LIVE_SIZE == portal.merge_point_pc as usize);
    shifter.left = descr.resume.marks.clone().unwrap_or_default();
    shifter.meeting.place = descr.resume.place.way;
    let frames = resume.frames.iter();
    shifter.meeting.begins =
        Some(frames.map(|frame| (frame.jitcode as usize, frame.pc as usize)).collect());
    shifter.meeting.eager = true;
    if let Some(n) = descr.tested {
        let v = crate::resume::Rebuild::input(&shifter, n, descr.kinds[n], 0);
        shifter.becomes(v, ConstValue::Int(words[n]));
    }
    if let Some(saved) = saved {
        shifter.trace.record(ResOp::RestoreException, &saved);
    }
    let start = Start::Guard(fail);
    if class != 0 {
        let result = result.map(|(kind, reg)| {
            let v = shifter.frame_get(shifter.stack.frames.len() - 1, kind, reg);
            shifter.opref(v)
        });
        shifter.take_exception(class, result);
        if let Some(op) = shifter.exc.1.op() {
            shifter.facts.see(op, Kind::Ref, value);
        }
        if let Err(end) = crate::step::unwind(&mut shifter, data) {
            return ended_piece(jit, &mut shifter, end, start, 0).unwrap_or(Made::Nothing);
        }
    } else if descr.opnum == ResOp::GuardException {
        // The call returned this time.
        shifter.guard_after(ResOp::GuardNoException, &[], None);
    }
    jit.make(shifter, start, 0)
}

/// The piece came to an end, or to a merge point. None: it goes on.
fn ended_piece<C: Cpu>(
    jit: &Jit<C>,
    shifter: &mut Shifter<'_, C::Mem>,
    end: TraceEnd,
    start: Start,
    depth: usize,
) -> Option<Made> {
    let result = match end {
        TraceEnd::LoopHeader { point } => {
            return at_merge_point(jit, shifter, point, start, depth);
        }
        TraceEnd::Meeting => return at_meeting(jit, shifter, start, depth),
        TraceEnd::Abort(reason) => Err(reason),
        TraceEnd::Segment => {
            jit.prof.abort(AbortReason::SegmentedTrace);
            install_piece(jit, shifter, start, &[])
        }
        TraceEnd::Finish { .. } | TraceEnd::Exception => install_piece(jit, shifter, start, &[]),
    };
    Some(jit.result_of(shifter, start, result))
}

/// Optimises and installs a piece that ends in `finish`, or in a jump to one of the targets.
fn install_piece<C: Cpu>(
    jit: &Jit<C>,
    shifter: &mut Shifter<'_, C::Mem>,
    start: Start,
    targets: &[TargetToken],
) -> Result<(), AbortReason> {
    jit.log_recorded(&shifter.trace, start);
    let trace = core::mem::take(&mut shifter.trace);
    let installed = install_trace(jit, trace, (shifter.jd, &shifter.shape), start, targets);
    let owner = installed?;
    keep_piece(jit, shifter, owner);
    let info = jit.by_entry.borrow().get(&owner).cloned();
    if let (Some((spot, known)), Some(info)) = (shifter.meeting.code.take(), info) {
        jit.meetings.borrow_mut().add_code(spot, known, info);
    }
    for &cell in &shifter.cells {
        jit.warm.borrow_mut().cell_mut(cell).shifted = true;
    }
    Ok(())
}

/// The piece is code of `owner` now.
fn keep_piece<C: Cpu>(jit: &Jit<C>, shifter: &mut Shifter<'_, C::Mem>, owner: TokenId) {
    jit.constants_belong(owner, shifter.consts.borrow_mut().keep());
    jit.watch(&shifter.quasi, owner);
    let passed = core::mem::take(&mut shifter.meeting.passed);
    jit.meetings.borrow_mut().add_passed(owner, passed);
}

/// A trace with this start, which may jump to its own beginning if it starts at a position (`targets` are then other ones,
/// or none). Gives the token that the code belongs to.
fn install_trace<C: Cpu>(
    jit: &Jit<C>,
    mut trace: Trace,
    (jd, shape): (usize, &Shape),
    start: Start,
    targets: &[TargetToken],
) -> Result<TokenId, AbortReason> {
    add(&jit.prof.recorded_ops, trace.ops.len() as u64);
    add(&jit.prof.guards, trace.guards.len() as u64);
    add(&jit.prof.calls, num_calls(&trace));
    // Other pieces may jump to its beginning.
    let (label, guard) = match start {
        Start::Cell(_) | Start::Meeting(_) => (Some(jit.new_token()), None),
        Start::Guard(fail) => (None, Some(jit.fail_descr(fail))),
    };
    let begin = label.map(|label| TargetToken::start(label, &trace.inputargs));
    let own: Vec<TargetToken> = begin.iter().cloned().collect();
    let loops = trace.ops.last().is_some_and(|op| op.opnum == ResOp::Jump) && targets.is_empty();
    let targets = if loops { &own } else { targets };
    let out = compile::possible_part(jit, &mut trace, (jd, true), targets, label, guard)?;
    match start {
        Start::Cell(cell) => {
            let targets = Targets::new(own);
            let labels =
                Labels { targets, vable: shape.clone(), shifted: true, ..Labels::default() };
            let info = jit.install_entry(out, labels, cell, "piece")?;
            install_way_in(jit, &info)?;
            Ok(info.entry)
        }
        Start::Meeting(cell) => {
            let targets = Targets::new(own);
            let labels = Labels { targets, shifted: true, ..Labels::default() };
            Ok(jit.install_entry(out, labels, cell, MEETING)?.entry)
        }
        Start::Guard(_) => jit.install_arriving(out, start),
    }
}

/// The code of a position takes the values of virtualizables: makes the way in from the interpreter, which has the reds only.
fn install_way_in<C: Cpu>(jit: &Jit<C>, info: &LoopInfo) -> Result<(), AbortReason> {
    if info.vable.is_empty() {
        return Ok(());
    }
    let data = &*jit.data;
    let (jd, greens) = {
        let warm = jit.warm.borrow();
        (warm.cell(info.cell).jd, warm.green_words(&jit.roots, info.cell))
    };
    let kinds: Vec<Kind> = data.drivers[jd].reds.iter().map(|r| r.0).collect();
    let shifter = Shifter::new(data, jit.cpu.mem(), &jit.roots, jit, jd, &kinds);
    let Ok(mut shifter) = shifter else { too_deep() };
    if shifter.enter_portal(&greens, None).is_err() {
        too_deep();
    }
    let args = vable::vable_read_all(&mut shifter, &info.vable);
    shifter.record_jump(&args);
    let entry = compile::compile_entry(jit, &shifter.trace, info, &[])?;
    jit.constants_belong(entry.entry, shifter.consts.borrow_mut().keep());
    Ok(())
}

fn at_merge_point<C: Cpu>(
    jit: &Jit<C>,
    shifter: &mut Shifter<'_, C::Mem>,
    point: MergePoint,
    start: Start,
    depth: usize,
) -> Option<Made> {
    let greens = shifter.words(&point.greens);
    let Some(cell) = jit.cell_for(point.jd, greens.as_slice()) else {
        return Some(jit.result_of(shifter, start, Err(AbortReason::OutOfRoots)));
    };
    let shape = shifter.vable_shape();
    let mut passed = shifter.passed.iter().rev();
    let passed = passed.find(|p| p.cell == cell && p.shape == shape).cloned();
    if passed.is_none() && code_of(jit, cell).is_none() {
        // Behind a join of the interpreted program, or in a loop that another piece leads to as well.
        let wanted = {
            let warm = jit.warm.borrow();
            let cell = warm.cell(cell);
            cell.shifted && cell.aborts < ATTEMPTS && cell.tracing == 0
        };
        if wanted && depth < ATTEMPTS as usize {
            make_position(jit, point.jd, cell, None, shifter.vable_shape(), depth + 1);
        }
    }
    // The way into a position whose virtualizables have another shape leads here: not there again.
    let begins = core::mem::take(&mut shifter.at_merge_point);
    if passed.is_none()
        && let Some(info) = code_of(jit, cell)
        && (!begins || info.vable == shifter.vable_shape())
    {
        let (args, targets) = shifter.arrive(&info, &point);
        shifter.record_jump(&args);
        let result = install_piece(jit, shifter, start, &targets);
        return Some(jit.result_of(shifter, start, result));
    }
    if let Some(passed) = passed {
        return Some(jit.close(shifter, &point, start, (cell, passed)));
    }
    if shifter.closes {
        let reds = shifter.box_reds(&point);
        let position = shifter.trace.ops.len();
        let shape = shifter.vable_shape();
        shifter.passed.push(PassedMergePoint { cell, position, reds, shape });
    }
    shifter.cells.push(cell);
    shifter.meeting.place = cell as u32 + 1;
    shifter.record_location(&point);
    None
}

/// The piece came to a spot where others have been: it jumps to the code that begins there. None: there is none, and it goes on.
fn at_meeting<C: Cpu>(
    jit: &Jit<C>,
    shifter: &mut Shifter<'_, C::Mem>,
    start: Start,
    depth: usize,
) -> Option<Made> {
    let (spot, known) = shifter.meeting.arrived.take()?;
    let code = || jit.meetings.borrow().code(&jit.roots, &spot, &known);
    let found = code().or_else(|| {
        make_meeting(jit, shifter, &spot, &known, depth + 1);
        code()
    });
    let Some((info, takes)) = found else {
        shifter.passes_by();
        return None;
    };
    let args = meetings::meeting_args(shifter, &spot, &takes);
    shifter.record_jump(&args);
    let result = install_piece(jit, shifter, start, &info.targets.all());
    Some(jit.result_of(shifter, start, result))
}

/// Makes the code of a spot, for what the piece that came there has in common with one that was there before.
fn make_meeting<C: Cpu>(
    jit: &Jit<C>,
    from: &Shifter<'_, C::Mem>,
    spot: &Spot,
    known: &LiveConstants,
    depth: usize,
) {
    let cell = spot.cell();
    let in_use = jit.warm.borrow().is_in_use(cell);
    let common = jit.meetings.borrow().in_common(&jit.roots, spot, known);
    let Some(known) = common.filter(|_| in_use && depth < MAX_DEPTH) else { return };
    let (data, jd) = (&*jit.data, from.jd);
    let kinds = meetings::meeting_kinds(from, spot, &known);
    for _ in 0..ATTEMPTS {
        let shifter = Shifter::new(data, jit.cpu.mem(), &jit.roots, jit, jd, &kinds);
        let Ok(mut shifter) = shifter else { too_deep() };
        if meetings::enter_spot(&mut shifter, from, spot, &known).is_none() {
            too_deep();
        }
        match jit.make(shifter, Start::Meeting(cell), depth) {
            Made::Again => {}
            Made::Code | Made::Nothing => return,
        }
    }
}

/// The code of a position, if other pieces may jump to it.
fn code_of<C: Cpu>(jit: &Jit<C>, cell: usize) -> Option<alloc::rc::Rc<crate::compiled::LoopInfo>> {
    let entry = jit.warm.borrow().cell(cell).entry?;
    let info = jit.by_entry.borrow().get(&entry).cloned()?;
    (!info.targets.is_empty()).then_some(info)
}
