//! The tracing interpreter: runs jitcode on words, and records what it does with trace operands beside them.
//!
//! A register holds a word and, in a parallel file, the operand that names the value in the trace; [`CONST`] stands for a
//! constant (its value is the word, so that a moving collector keeps it right), which enters the trace's pool
//! only when an operation uses it. The recorder does not optimise; what is constant is computed and not recorded.

pub(crate) mod memory;
pub(crate) mod promises;
pub(crate) mod promotions;
pub(crate) mod state;
pub(crate) mod vables;
pub(crate) mod values;
pub(crate) mod vrefs;

use crate::codes::needs_live_before;
use crate::compiled::LoopInfo;
use crate::ends::{PassedMergePoint, TraceEnd};
use crate::frame::{Stack, StackOverflow};
use crate::host::PortalCell;
use crate::jitprof::AbortReason;
use crate::nesting::{Asked, Nesting};
use crate::premises::Operation;
use crate::step::{Interp, Merge, MergePoint, PortalCall, Raised, wants_memory_guard};
use crate::straight::foldable_read;
use crate::tracer::state::{Inlining, TFrame, Tracer, length, run_outside};
use crate::tracer::values::{CONST, TBox};
use crate::{nesting, places, unrolled};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use jitbackend::Memory;
use jitbackend::exec::{execute, execute_pure};
use jitmodel::Insn;
use jitmodel::effects::{ALLOCATES, READS};
use jitmodel::hash::FxHashSet;
use jitmodel::program::Virtualizable;
use jitmodel::*;
use optimizeopt::TargetToken;

/// Maximum number of operations of one pass through a loop of an inlined call, which is unrolled then. (Measured on 59 guests: with 800
/// they take 5 % longer in the mean, with 100 1 %; with 6 as long.)
const MAX_PASS_OPS: usize = 50;

/// An inlined call is to blame for a trace that is too long if it has made this part of it: to leave out one of many small ones would
/// not make the trace short enough. (Measured on PyPy's benchmarks: where no call is to blame telco and raytrace take twice the time.)
const BLAMED_PART: usize = 4;

impl<'a, M: Memory> Tracer<'a, M> {
    /// Pushes the portal's frame at its merge point, the reds being the inputargs.
    pub fn enter_portal(&mut self, greens: &[i64], reds: &[i64]) -> Result<(), StackOverflow> {
        let desc = &self.data.drivers[self.jd].desc;
        let (jitcode, pc) = (desc.portal as usize, desc.merge_point_pc as usize);
        self.stack.push(self.data, jitcode, TFrame::default())?;
        let point = MergePoint::decode(&self.data.jitcodes[jitcode], pc);
        for (&(kind, reg), &word) in point.greens.iter().zip(greens) {
            self.set(kind, reg, TBox { word, op: CONST, kind });
        }
        for (n, (&(kind, reg), &word)) in point.reds.iter().zip(reds).enumerate() {
            self.set(kind, reg, TBox { word, op: OpRef::value(n), kind });
        }
        let top = self.stack.top_mut();
        top.pc = pc;
        top.extra.live = pc - JitCode::LIVE_SIZE;
        Ok(())
    }
    /// Runs until the trace ends, or may end.
    pub fn run(&mut self) -> TraceEnd {
        loop {
            if let Some(reason) = self.abort {
                return TraceEnd::Abort(reason);
            }
            self.straight();
            if self.trace.ops.len() - self.begun > self.limit
                && let Some(end) = too_long(self)
            {
                return end;
            }
            let data = self.data;
            if let Err(end) = crate::step::step(self, data) {
                return match (self.abort, end) {
                    // A trace with a hole must not be compiled; the end itself has happened, though.
                    (Some(reason), TraceEnd::LoopHeader { .. }) => TraceEnd::Abort(reason),
                    (_, end) => end,
                };
            }
        }
    }
    /// Says whether, and why, the trace must not be compiled.
    pub fn failed(&self) -> Option<AbortReason> {
        self.abort.or_else(|| (!self.promises_hold()).then_some(AbortReason::ForceQuasiImmut))
    }
    /// Records a guard that resumes before the current instruction.
    pub(crate) fn guard_before(&mut self, op: ResOp, args: &[TBox]) -> OpRef {
        let live = self.stack.top().extra.live;
        self.guard(op, args, live, None)
    }
    fn guard(&mut self, op: ResOp, args: &[TBox], pc: usize, result: Option<OpRef>) -> OpRef {
        let args: Args = few(args.iter().map(|&v| self.opref(v)));
        let snapshot = snapshot(self, pc, result);
        let vables = self.vable_snapshot();
        let vrefs = vrefs::vrefs_snapshot(self);
        let place = places::guest_place(self);
        let guard = self.trace.record_guard(op, &args, snapshot);
        if let Some(info) = self.trace.guards.last_mut() {
            (info.vables, info.vrefs) = (vables, vrefs);
            info.marks = (!self.left.marks.is_empty()).then(|| self.left.clone());
            info.place = place;
        }
        guard
    }
    /// Records a guard that resumes behind the current call. `result` is the call's, for the case that it returns
    /// although the guard expects an exception.
    pub fn guard_after(&mut self, op: ResOp, args: &[TBox], result: Option<OpRef>) -> OpRef {
        let pc = self.stack.top().pc;
        self.guard(op, args, pc, result)
    }
    /// The trace comes to the labels of a loop at `point`: the jump's arguments, and the labels that take them.
    pub fn arrive(
        &mut self,
        info: &LoopInfo,
        point: &MergePoint,
        mut args: Vec<OpRef>,
    ) -> (Vec<OpRef>, Vec<TargetToken>) {
        if info.vable == self.vable_shape() {
            if info.clean {
                self.vables_sync();
            }
            return (args, info.targets.all());
        }
        self.vables_sync();
        args.truncate(point.reds.len());
        let plain = info.plain.clone();
        (args, plain.map_or_else(|| info.targets.all(), |plain| vec![plain]))
    }
    /// Records the trace's end: the jump to a loop.
    pub fn record_jump(&mut self, args: &[OpRef]) {
        record_future_condition(self);
        self.trace.record_token(ResOp::Jump, args, TokenId(0));
    }
    /// A call left an exception pending: takes it and records that. `result` as in [`Tracer::guard_after`].
    pub fn take_exception(&mut self, result: Option<OpRef>) {
        let class = self.mem.exc_class();
        self.stack.set_exc(self.mem.exc_value());
        self.mem.set_exc(0, 0);
        let class = self.constant(Kind::Int, class);
        let op = self.guard_after(ResOp::GuardException, &[class], result);
        self.exc_op = op;
        self.heap_cache.learn_class(op);
    }
    pub(crate) fn promote_value(&mut self, v: TBox) {
        if v.is_const() {
            return;
        }
        let c = TBox { op: CONST, ..v };
        self.guard_before(ResOp::GuardValue, &[v, c]);
        promotions::promotes(self, v);
        promises::mark_promoted(self, v);
        replace_by_const(self, v.op);
    }
    /// Makes the reds, and then the virtualizables' values, different names of their own (so that a loop can begin here),
    /// and returns them.
    pub fn box_reds(&mut self, point: &MergePoint) -> Vec<OpRef> {
        vrefs::tell_all(self);
        let mut seen = FxHashSet::default();
        let mut reds = Vec::new();
        for &(kind, reg) in &point.reds {
            let v = self.get(kind, reg);
            let op = if v.is_const() || !seen.insert(v.op) {
                let op = self.record(ResOp::same_as(kind), &[v], None);
                self.set(kind, reg, TBox { op, ..v });
                seen.insert(op);
                op
            } else {
                v.op
            };
            reds.push(op);
        }
        self.lengths.clear();
        self.promised.forget_variables();
        let values = self.vable_boxes(&mut seen);
        reds.extend(values);
        self.heap_cache.clear();
        reds
    }
    /// The recorded operations from a passed merge point on, as a trace of its own whose inputargs are the reds.
    /// `None` if it uses something that is not among them. Without a sync in it the virtualizables' values count as dirty, as
    /// they are when the loop comes back to its beginning.
    /// Its strings begin with `strings`.
    pub fn cut(&self, from: &PassedMergePoint, strings: &[String]) -> Option<Trace> {
        crate::plain::cut(&self.trace, from, strings, !self.vables_synced_since(from.position))
    }
}

/// Reads the virtualizables: a loop can begin behind that. Returns its inputs, the reds and the virtualizables' values.
pub(crate) fn begin_at_merge_point<M: Memory>(tracer: &mut Tracer<'_, M>) -> Vec<OpRef> {
    let point = tracer.portal_merge_point();
    tracer.vables_at_merge_point(&point.reds);
    tracer.box_reds(&point)
}

/// Counts how often the code of the cell is called that the trace starts at.
pub(crate) fn record_countdown<M: Memory>(tracer: &mut Tracer<'_, M>, cell: usize) {
    let cell = tracer.constant(Kind::Int, cell as i64);
    tracer.guard_before(ResOp::GuardCountdown, &[cell]);
}

/// Values of the reds and the virtualizables, in order.
pub(crate) fn runtime_values<M: Memory>(
    tracer: &Tracer<'_, M>,
    point: &MergePoint,
) -> Vec<(Kind, i64)> {
    let reds = point.reds.iter().map(|&(kind, reg)| (kind, tracer.get(kind, reg).word));
    reds.chain(vables::vable_words(tracer)).collect()
}

/// The trace has as many operations as it may have. If no inlined call is to blame it ends as soon as it can be gone on with
/// at the instruction that comes next: in a guard that always fails. Its bridge is the rest.
fn too_long<M: Memory>(tracer: &mut Tracer<'_, M>) -> Option<TraceEnd> {
    let inlined = tracer.stack.frames.iter().find(|f| f.extra.inlined.is_some());
    let inlined = inlined.map(|f| length(tracer) - f.extra.inlined_at);
    if inlined.is_some_and(|operations| operations >= tracer.limit / BLAMED_PART) {
        return Some(TraceEnd::Abort(AbortReason::TraceTooLong));
    }
    let top = tracer.stack.top();
    let code = &tracer.data.jitcodes[top.jitcode];
    let row = &tracer.data.rows[code.code[top.pc] as usize];
    let live = top.extra.live;
    if inlined.is_some()
        || !needs_live_before(row)
        || live + JitCode::LIVE_SIZE != top.pc
        || holds_vable_array(tracer, live)
    {
        // Instructions between two of these are few.
        let far = tracer.trace.ops.len() - tracer.begun > 2 * tracer.limit + MAX_PASS_OPS;
        return far.then_some(TraceEnd::Abort(AbortReason::TraceTooLong));
    }
    tracer.guard_before(ResOp::GuardAlwaysFails, &[]);
    tracer.trace.record(ResOp::Finish, &[]);
    Some(TraceEnd::Segment)
}

/// Begins to count operations for the limit.
pub(crate) fn begin_counting<M: Memory>(tracer: &mut Tracer<'_, M>) {
    tracer.begun = tracer.trace.ops.len();
    tracer.heap_cache.virtuals = 0;
}

/// The outermost call of the portal that is being inlined: the cell of its greens.
pub(crate) fn inlined_call<M: Memory>(tracer: &Tracer<'_, M>) -> Option<usize> {
    tracer.stack.frames.iter().find_map(|f| f.extra.inlined)
}

/// The guard's failure tells the value of its fail arg `n`.
pub(crate) fn input_is_known<M: Memory>(tracer: &mut Tracer<'_, M>, n: usize) {
    replace_by_const(tracer, OpRef::value(tracer.inputs[n]));
}

// ------------------------------------------------------------ recording

fn live_slots<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    frame: usize,
    pc: usize,
) -> Option<Vec<OpRef>> {
    let data = tracer.data;
    let code = &data.jitcodes[tracer.stack.frames[frame].jitcode];
    let live = data.liveness.get(code.live_at(pc)?);
    // (and one for a call's result)
    let registers = live.ints.len() + live.refs.len() + live.floats.len();
    let mut slots = Vec::with_capacity(registers + 1);
    for (kind, regs) in [(Kind::Int, live.ints), (Kind::Ref, live.refs), (Kind::Float, live.floats)]
    {
        for &reg in regs {
            let v = tracer.frame_get(frame, kind, reg);
            slots.push(tracer.opref(v));
        }
    }
    Some(slots)
}

/// Says whether a register that is live at `pc` (of the innermost frame) holds an array of a virtualizable: a bridge from there
/// would not know it for what it is.
fn holds_vable_array<M: Memory>(tracer: &Tracer<'_, M>, pc: usize) -> bool {
    let last = tracer.stack.frames.len() - 1;
    tracer.stack.frames.iter().enumerate().any(|(n, frame)| {
        let code = &tracer.data.jitcodes[frame.jitcode];
        let pc = if n == last { pc } else { frame.pc };
        let live = code.live_at(pc).map(|live| tracer.data.liveness.get(live));
        live.is_some_and(|live| {
            live.refs
                .iter()
                .any(|&reg| tracer.takes_vable_array(&[tracer.frame_get(n, Kind::Ref, reg)]))
        })
    })
}

pub(crate) fn snapshot<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    pc: usize,
    extra: Option<OpRef>,
) -> Option<FrameRef> {
    let depth = tracer.stack.frames.len();
    // Known for this call, or for an earlier one, after which no register was written.
    let known = |n: usize| {
        let frame = &tracer.stack.frames[n];
        let known = frame.extra.snapshot?;
        let same = tracer.trace.snapshots[known.0 as usize].pc as usize == frame.pc;
        same.then_some((n + 1, known))
    };
    let known = (0..depth.saturating_sub(1)).rev().find_map(known);
    let mut parent = known.map(|(_, frame)| frame);
    for n in known.map_or(0, |(next, _)| next)..depth {
        let inner = n + 1 == depth;
        let pc = if inner { pc } else { tracer.stack.frames[n].pc };
        let Some(mut slots) = live_slots(tracer, n, pc) else {
            tracer.fail(AbortReason::MissingLiveness);
            return parent;
        };
        slots.extend(extra.filter(|_| inner));
        let jitcode = tracer.stack.frames[n].jitcode as u32;
        let frame = SnapshotFrame { parent, jitcode, pc: pc as u32, slots };
        parent = Some(tracer.trace.add_snapshot(frame));
        tracer.stack.frames[n].extra.snapshot = parent.filter(|_| !inner);
    }
    parent
}

/// Records the state before the final jump, for guards that the optimiser may need there.
pub(crate) fn record_future_condition<M: Memory>(tracer: &mut Tracer<'_, M>) {
    tracer.guard_before(ResOp::GuardFutureCondition, &[]);
}

/// `op` is known to be equal to its concrete value from now on: it becomes a constant in all frames.
fn replace_by_const<M: Memory>(tracer: &mut Tracer<'_, M>, op: OpRef) {
    // Registers are not walked for that: see `frame_get`.
    tracer.heap_cache.promoted(op);
    tracer.vrefs.changed();
    vables::vable_replace_by_const(tracer, op);
}

impl<M: Memory> Interp for Tracer<'_, M> {
    type X = TFrame;
    type V = TBox;
    type Leave = TraceEnd;

    fn stack(&self) -> &Stack<TFrame> {
        &self.stack
    }

    fn stack_mut(&mut self) -> &mut Stack<TFrame> {
        &mut self.stack
    }

    fn get(&self, kind: Kind, reg: u8) -> TBox {
        self.frame_get(self.stack.frames.len() - 1, kind, reg)
    }

    fn set(&mut self, kind: Kind, reg: u8, v: TBox) {
        let top = self.stack.frames.len() - 1;
        self.stack.set(top, kind, reg as usize, v.word);
        self.stack.frames[top].extra.put(kind, reg, v.op);
    }

    fn word(v: TBox) -> i64 {
        v.word
    }

    fn constant(&self, kind: Kind, word: i64) -> TBox {
        TBox { word, op: CONST, kind }
    }

    fn live(&mut self, pc: usize) {
        self.stack.top_mut().extra.live = pc;
    }

    fn pure(&mut self, op: ResOp, args: &[TBox]) -> TBox {
        let words: smallvec::SmallVec<[i64; 4]> = few(args.iter().map(|v| v.word));
        let word =
            execute_pure(op, &words).unwrap_or_else(|| panic!("{op}{words:?} is not defined"));
        let kind = op.result();
        // Addresses of objects that may move are not constant.
        let movable = match op {
            ResOp::CastPtrToInt => words[0] != 0 && !self.mem.is_prebuilt(words[0]),
            ResOp::CastIntToPtr => word != 0 && !self.mem.is_prebuilt(word),
            _ => false,
        };
        if args.iter().all(|v| v.is_const()) && !movable {
            let result = self.constant(kind, word);
            return promotions::folded(self, Operation::Pure(op), args, result);
        }
        if let Some(op) = self.known_pure(op, args) {
            // A comparison has its guard.
            self.heap_cache.saved += 1 + (op == CONST) as usize;
            promotions::known_of(self, args);
            return TBox { word, op, kind };
        }
        let result = self.record(op, args, None);
        if movable || op == ResOp::CastPtrToInt {
            self.heap_cache.escape_all(args);
        } else {
            self.heap_cache.computed(op, args, result);
        }
        TBox { word, op: result, kind }
    }

    fn ovf(&mut self, op: ResOp, a: TBox, b: TBox) -> Option<TBox> {
        let (word, overflow) = op.with_overflow(a.word, b.word)?;
        if a.is_const() && b.is_const() {
            return (!overflow).then(|| self.constant(Kind::Int, word));
        }
        if let Some(op) = self.known_pure(op, &[a, b]) {
            // (with its guard)
            self.heap_cache.saved += 2;
            promotions::known_of(self, &[a, b]);
            return Some(TBox { word, op, kind: Kind::Int });
        }
        let result = self.record(op, &[a, b], None);
        if overflow {
            self.guard_before(ResOp::GuardOverflow, &[]);
            return None;
        }
        self.guard_before(ResOp::GuardNoOverflow, &[]);
        // It is not remembered before: a trace that it leaves in an overflow does it once more.
        self.heap_cache.computed(op, &[a, b], result);
        Some(TBox { word, op: result, kind: Kind::Int })
    }

    fn test(&mut self, cond: TBox) -> bool {
        let holds = cond.word != 0;
        if !cond.is_const() {
            let op = if holds { ResOp::GuardTrue } else { ResOp::GuardFalse };
            self.guard_before(op, &[cond]);
            memory::tested(self, cond.op, holds);
            // Known from now on: a boolean is 0 or 1 (others are at least not worth a second guard when 0).
            let boolean = self.trace.op_of(cond.op).is_some_and(|op| op.opnum.is_bool());
            if boolean || !holds {
                replace_by_const(self, cond.op);
            }
        }
        holds
    }

    fn switch(&mut self, v: TBox, cases: &SwitchDescr) -> Option<u32> {
        let target = cases.lookup(v.word);
        if v.is_const() {
            return target;
        }
        if target.is_some() {
            self.promote_value(v);
        } else {
            for &(case, _) in &cases.cases {
                let case = self.constant(Kind::Int, case);
                let op = self.record(ResOp::IntEq, &[v, case], None);
                self.guard_before(ResOp::GuardFalse, &[TBox { word: 0, op, kind: Kind::Int }]);
            }
        }
        target
    }

    fn memory(&mut self, op: ResOp, args: &[TBox], descr: DescrRef) -> TBox {
        let words: smallvec::SmallVec<[i64; 4]> = few(args.iter().map(|v| v.word));
        let kind = op.result();
        if self.data.descrs.virtual_refs.is_some_and(|refs| refs.has(descr)) {
            vrefs::look_at_vref(self, args[0]);
        }
        let (op, promised) = promises::promised_read(self, op, args, descr);
        if op.has(READS)
            && args.iter().all(|v| v.is_const())
            && foldable_read(self.data, op, args[0].word, descr, promised)
        {
            let word = execute(self.mem, op, &words, descr).expect("a memory operation");
            let result = promotions::folded(
                self,
                Operation::Memory(op, descr),
                args,
                self.constant(kind, word),
            );
            return promises::promised_result(self, op, args, descr, result);
        }
        if let Some(v) = self.vable_memory(op, args, descr) {
            self.decided_by(args);
            return promises::promised_result(self, op, args, descr, v);
        }
        let of_frame = vables::is_array_of_frame(self, op, args, descr);
        if of_frame && let Some(index) = args.get(1).filter(|index| !index.is_const()) {
            self.promote_value(*index);
            let mut args: crate::step::Vals<TBox> = args.iter().copied().collect();
            args[1].op = CONST;
            return self.memory(op, &args, descr);
        }
        let place = self.place(op, args, descr);
        if let Some(known) = memory::cached_read(self, place) {
            // Fields of what the trace makes are as good as registers.
            let field = matches!(self.data.descrs.get(descr), Descr::Field(_));
            self.heap_cache.saved += !(field && self.is_made(args[0])) as usize;
            promotions::known_of(self, args);
            let word = execute(self.mem, op, &words, descr).expect("a memory operation");
            return promises::promised_result(
                self,
                op,
                args,
                descr,
                TBox { word, op: known, kind },
            );
        }
        if op == ResOp::ArraylenGc
            && let Some(&length) = self.lengths.get(&args[0].op)
        {
            return self.constant(kind, length);
        }
        if memory::writes_nothing(self, place) {
            self.heap_cache.saved += 1;
            promotions::known_of(self, args);
            return self.constant(kind, 0);
        }
        let result = self.record(op, args, Some(descr));
        memory::cache_memory(self, op, args, descr, place, result);
        if op.has(ALLOCATES) {
            self.heap_cache.made(result, op);
            self.heap_cache.virtuals += 1;
            if let Some(length) = args.first().filter(|n| n.is_const()) {
                self.lengths.insert(result, length.word);
            }
        }
        let word = execute(self.mem, op, &words, descr).expect("a memory operation");
        if word != 0 && wants_memory_guard(self, self.data, op) {
            self.guard_after(ResOp::GuardNoException, &[], None);
            self.heap_cache.virtuals += 1;
        }
        let result = TBox { word, op: result, kind };
        if of_frame && op == ResOp::ArraylenGc {
            self.lengths.insert(args[0].op, word);
            self.promote_value(result);
            return self.constant(kind, word);
        }
        promises::promised_result(self, op, args, descr, result)
    }

    fn take_memory_error(&mut self) {
        // Nothing of it is recorded: compiled code leaves the portal instead.
        self.stack.set_exc(self.mem.exc_value());
        self.mem.set_exc(0, 0);
        self.exc_op = CONST;
        self.fail(AbortReason::OutOfMemory);
    }

    fn call(&mut self, op: ResOp, args: &[TBox], descr: DescrRef) -> Result<TBox, Raised> {
        let words: crate::step::Vals<i64> = few(args.iter().map(|v| v.word));
        let data = self.data;
        let call = data.descrs.call(descr);
        let effect = &call.effect;
        let kind = op.result();
        let plain = op.call_func_index() == Some(0);
        if let Some(result) = vrefs::vref_call(self, effect.oopspec, args, descr) {
            self.decided_by(args);
            return result;
        }
        if plain && let Some(v) = unrolled::unrolled(self, effect, args) {
            self.decided_by(args);
            return Ok(v);
        }
        let not_in_trace = effect.oopspec == OopSpec::NotInTrace;
        if not_in_trace {
            self.heap_cache.escape_all(args);
            self.heap_cache.called_anything();
        }
        if not_in_trace || plain && effect.is_elidable() && args.iter().all(|v| v.is_const()) {
            // Computed now, once and for all.
            let recorded: Args = few(args.iter().map(|&v| self.opref(v)));
            let word = run_outside(self, |mem| execute(mem, op, &words, descr).expect("a call"));
            if self.mem.exc_class() == 0 {
                let result = self.constant(kind, word);
                if not_in_trace {
                    self.decided_by(args);
                    return Ok(result);
                }
                return Ok(promotions::folded(self, Operation::Memory(op, descr), args, result));
            }
            self.decided_by(args);
            if not_in_trace {
                self.fail(AbortReason::UnexpectedException);
            }
            // Not as a `call_pure`: the optimiser would leave out the next such call, and expect its exception.
            let result =
                self.trace.push(Op { opnum: op, args: recorded, descr: OpDescr::Descr(descr) });
            self.take_exception(Some(result).filter(|_| kind != Kind::Void));
            return Err(Raised);
        }
        let opnum = if !plain {
            op
        } else if effect.is_elidable() {
            ResOp::call_pure(kind)
        } else if effect.is_loop_invariant() {
            ResOp::call_loopinvariant(kind)
        } else {
            op
        };
        let invariant = plain
            && args.len() == 1
            && kind != Kind::Void
            && effect.extra == ExtraEffect::LoopInvariant;
        if invariant && let Some(op) = self.heap_cache.invariant(words[0]) {
            self.heap_cache.saved += 1;
            let word = run_outside(self, |mem| execute(mem, opnum, &words, descr).expect("a call"));
            return Ok(TBox { word, op, kind });
        }
        self.vables_before_call(effect, args, plain);
        if !plain && effect.has_random_effects() {
            // It is not always made.
            vrefs::tell_live(self);
        }
        self.heap_cache.called(effect, args);
        // Others can be called once more when their arguments turn out to be constants.
        let remembered = opnum.is_call_pure() && effect.can_collect && kind != Kind::Void;
        let consts = if remembered { self.constants(args) } else { None };
        let call = |mem: &M| execute(mem, op, &words, descr).expect("a call");
        let (word, result) = if effect.has_random_effects() {
            let recorded: Args = few(args.iter().map(|&v| self.opref(v)));
            vrefs::call_anything(self, opnum, recorded, OpDescr::Descr(descr), call)
        } else {
            let result = self.record(opnum, args, Some(descr));
            if invariant {
                self.heap_cache.note_invariant(words[0], result);
            }
            (run_outside(self, call), result)
        };
        vables::vables_after_call(self);
        if opnum.is_call_pure() && self.mem.exc_class() != 0 {
            // As above.
            self.trace.ops[result.index() - self.trace.inputargs.len()].opnum = op;
        } else if let Some(args) = consts {
            let result = self.const_value(kind, word);
            self.trace.computed.push(Computed { call: descr, args, result });
        }
        if effect.can_raise(false) {
            return called(self, kind, word, result);
        }
        if self.mem.exc_class() != 0 {
            self.fail(AbortReason::UnexpectedException);
            self.take_exception(Some(result).filter(|_| kind != Kind::Void));
            return Err(Raised);
        }
        Ok(TBox { word, op: result, kind })
    }

    fn call_portal(
        &mut self,
        cell: Option<usize>,
        jd: usize,
        args: &[TBox],
    ) -> Result<TBox, Raised> {
        let driver = &self.data.drivers[jd];
        let kind = driver.desc.result;
        let (_, descr) = driver.desc.portal_runner.expect("the caller looked");
        let Some(cell) = cell else { return self.call(ResOp::call(kind), args, descr) };
        self.vables_before_portal(jd, args);
        let reds: Args = args[1 + driver.greens.len()..].iter().map(|&v| self.opref(v)).collect();
        self.heap_cache.escape_all(args);
        self.heap_cache.called_anything();
        let op = ResOp::call_assembler(kind);
        let words: crate::step::Vals<i64> = few(args.iter().map(|v| v.word));
        let call = |mem: &M| mem.call(words[0], &words[1..], descr);
        let token = OpDescr::Token(TokenId(cell as u32));
        let (word, result) = vrefs::call_anything(self, op, reds, token, call);
        vables::vables_after_call(self);
        called(self, kind, word, result)
    }

    fn promote(&mut self, kind: Kind, reg: u8) {
        let v = self.get(kind, reg);
        self.promote_value(v);
    }

    fn promote_class(&mut self, instance: TBox) -> TBox {
        let class = self.mem.class_of(instance.word);
        let class = self.constant(Kind::Int, class);
        if instance.is_const() {
            return promotions::folded(self, Operation::Class, &[instance], class);
        }
        if self.heap_cache.learn_class(instance.op) {
            self.guard_before(ResOp::GuardClass, &[instance, class]);
        }
        class
    }

    fn promote_string(&mut self, string: TBox, eq: TBox, descr: DescrRef) -> TBox {
        if string.is_const() {
            return string;
        }
        let c = TBox { op: CONST, ..string };
        if string.word == 0 {
            self.promote_value(string);
            return c;
        }
        let same = self.record(ResOp::CallPureI, &[eq, string, c], Some(descr));
        self.guard_before(ResOp::GuardTrue, &[TBox { word: 1, op: same, kind: Kind::Int }]);
        c
    }

    fn set_last_exc(&mut self, v: TBox) {
        self.decided_by(&[v]);
        self.stack.set_exc(v.word);
        self.exc_op = v.op;
    }

    fn last_exc(&self) -> (TBox, TBox) {
        let word = self.stack.exc();
        let class = self.constant(Kind::Int, self.mem.class_of(word));
        (class, TBox { word, op: self.exc_op, kind: Kind::Ref })
    }

    fn unwinds(&mut self) {
        if core::mem::take(&mut self.again) && !self.left.marks.is_empty() {
            return;
        }
        let class = self.mem.class_of(self.stack.exc());
        self.left = Rc::new(LeftMarks { class, marks: vec![] });
    }

    fn passes(&mut self, mark: u32) {
        Rc::make_mut(&mut self.left).marks.push(mark);
    }

    fn caught(&mut self, mark: u32, last: bool) {
        if !last {
            self.left = Rc::default();
        }
        self.passes(mark);
    }

    fn traceback_kept(&mut self) {
        self.leave_marks();
    }

    fn traceback_again(&mut self) {
        self.again = true;
    }

    fn handled(&mut self) {
        if !self.left.marks.is_empty() {
            self.left = Rc::default();
        }
    }

    fn exc_matches(&self, class: i64) -> bool {
        self.mem.is_subclass(self.mem.class_of(self.stack.exc()), class)
    }

    fn merge_point(&mut self, point: MergePoint) -> Result<Merge<TBox>, TraceEnd> {
        for &(kind, reg) in &point.greens {
            let v = self.get(kind, reg);
            self.promote_value(v);
            self.decided_by(&[v]);
        }
        places::reached(self, &point);
        if point.jd == self.jd && self.stack.frames.len() == 1 {
            self.vables_at_merge_point(&point.reds);
        }
        let closes = self.seen_loop_header == Some(point.jd);
        if closes {
            self.seen_loop_header = None;
        }
        if closes && point.jd == self.jd && self.stack.frames.len() == 1 {
            return Err(TraceEnd::LoopHeader { point });
        }
        if closes {
            // A loop in an inlined call is not unrolled: the call stops being inlined at its second pass, or at once if
            // one pass is long. (Where a generator goes on, the way to the header and that from there to where it stops
            // are one pass.) The jitdriver may know better.
            let cell = self.host.portal_cell(point.jd, &self.words(&point.greens)).map(|c| c.cell);
            let told = self.host.unroll_one(point.jd, &self.words(&point.greens));
            let now = length(self);
            let extra = &mut self.stack.top_mut().extra;
            let unroll = told.unwrap_or(extra.resumed || now - extra.inlined_at <= MAX_PASS_OPS);
            match cell {
                Some(cell) if unroll && !extra.headers.contains(&cell) => extra.headers.push(cell),
                _ if self.data.drivers[point.jd].desc.portal_runner.is_some() => {
                    let registers = point.greens.iter().chain(&point.reds);
                    let args = registers.map(|r| self.get(r.0, r.1)).collect();
                    return Ok(Merge::CallPortal { args, cell: callable(self, point.jd, cell) });
                }
                _ => {}
            }
        }
        self.record_location(&point);
        Ok(Merge::Proceed)
    }

    fn recursive_call(&mut self, at: usize, jd: usize, args: &mut [TBox]) -> PortalCall {
        let driver = &self.data.drivers[jd];
        let portal = driver.desc.portal as usize;
        let greens = &mut args[..driver.greens.len()];
        let constant = greens.iter().all(|v| v.is_const());
        let guards = self.stack.top().extra.live + JitCode::LIVE_SIZE == at;
        if !constant && !guards {
            return PortalCall::Residual;
        }
        let words: Vec<i64> = greens.iter().map(|v| v.word).collect();
        let num_greens = words.len();
        // The program's `can_never_inline` may collect.
        let Some(block) = self.roots.push_block(args.len()) else { return PortalCall::Residual };
        let refs = |v: &(usize, &mut TBox)| v.1.kind == Kind::Ref;
        for (n, v) in args.iter_mut().enumerate().filter(refs) {
            block.set(self.roots, n, v.word);
        }
        let answer = self.host.portal_cell(jd, &words);
        for (n, v) in args.iter_mut().enumerate().filter(refs) {
            v.word = block.get(self.roots, n);
        }
        self.roots.pop_block(block);
        let Some(answer) = answer else { return PortalCall::Residual };
        let PortalCell { cell, can_inline, nests, levels, most, branchy } = answer;
        let own = self.start.or(self.bridge_of) == Some(cell);
        let may = match self.inlining {
            Inlining::All => true,
            Inlining::Straight => !branchy,
            Inlining::Nothing => false,
        };
        // Code that inlines its function in itself does so whatever copies; other code calls it.
        let can_inline = can_inline && if own { may || levels > 1 } else { may && !nests };
        let nesting = nesting::nesting(self, cell, own, levels, most);
        if !can_inline || nesting != Nesting::None {
            self.decided_by(&args[..num_greens]);
            for green in &mut args[..num_greens] {
                self.promote_value(*green);
                green.op = CONST;
            }
            let cell = callable(self, jd, Some(cell));
            return cell.map_or(PortalCall::Residual, PortalCall::Assembler);
        }
        for green in &mut args[..num_greens] {
            self.promote_value(*green);
            green.op = CONST;
        }
        self.decided_by(&args[..num_greens]);
        let resumed = vables::is_frame_resumed(self, jd, &args[num_greens..]);
        self.pending_call = Some((cell, resumed));
        PortalCall::Inlined(portal)
    }

    fn inline_function(&self, function: TBox) -> Option<usize> {
        if !function.is_const() {
            return None;
        }
        self.data.by_address(function.word)
    }

    fn portal_inlined(&mut self) {
        let call = self.pending_call.take();
        let at = length(self);
        let extra = &mut self.stack.top_mut().extra;
        (extra.inlined, extra.inlined_at) = (call.map(|call| call.0), at);
        extra.resumed = call.is_some_and(|call| call.1);
    }

    fn loop_header(&mut self, jd: usize) {
        self.seen_loop_header = Some(jd);
    }

    fn hint(&mut self, insn: Insn, args: &[TBox], descr: Option<DescrRef>) {
        match insn {
            Insn::RecordQuasiimmutField => {
                if let Some(descr) = descr {
                    self.quasi_read(args[0], descr);
                }
            }
            Insn::RecordImmutableList => promises::mark_list(self, args[0]),
            Insn::RecordExactValueI | Insn::RecordExactValueR => {
                let [v, c] = [args[0], args[1]];
                // A promise that does not hold now is not taken.
                if !v.is_const() && c.is_const() && v.word == c.word {
                    self.decided_by(&[c]);
                    replace_by_const(self, v.op);
                }
            }
            Insn::JitDebug if args[0].word != 0 => {
                let text = self.mem.string_bytes(args[0].word);
                let index = self.trace.strings.len() as i64;
                self.trace.strings.push(String::from_utf8_lossy(&text).into_owned());
                let mut all = vec![self.constant(Kind::Int, index)];
                all.extend(&args[1..]);
                self.record(ResOp::JitDebug, &all, None);
            }
            Insn::RecordKnownResultI | Insn::RecordKnownResultR
                if args[2..].iter().any(|a| !a.is_const()) =>
            {
                self.record(ResOp::RecordKnownResult, args, descr);
            }
            Insn::RecordExactClass if !args[0].is_const() => {
                self.heap_cache.learn_class(args[0].op);
            }
            Insn::AssertNotNone => self.heap_cache.learn_nonnull(args[0].op),
            _ => {}
        }
    }

    fn ask(&mut self, insn: Insn, v: Option<TBox>) -> i64 {
        match (insn, v) {
            (Insn::CurrentTraceLength, _) => self.trace.ops.len() as i64,
            (Insn::CallsRest, Some(v)) => nesting::calls_rest(self, Asked(v.word)) as i64,
            (Insn::RefIsvirtual, Some(v)) => self.is_made(v) as i64,
            (_, Some(v)) => v.is_const() as i64,
            _ => 0,
        }
    }

    fn done(&mut self, kind: Kind, v: Option<TBox>) -> TraceEnd {
        vrefs::tell_all(self);
        self.vables_at_end();
        let args: Args = v.iter().map(|&v| self.opref(v)).collect();
        self.trace.record(ResOp::Finish, &args);
        TraceEnd::Finish { kind, word: v.map_or(0, |v| v.word) }
    }

    fn done_with_exception(&mut self) -> TraceEnd {
        vrefs::tell_all(self);
        self.vables_at_end();
        self.leave_marks();
        let (class, value) = self.last_exc();
        self.record(ResOp::RestoreException, &[class, value], None);
        self.trace.record(ResOp::Finish, &[]);
        TraceEnd::Exception
    }

    fn overflow(&mut self) -> TraceEnd {
        jitbackend::say!("fatal: JIT interpreter frames nest too deeply");
        jitbackend::system::abort()
    }
}

impl<M: Memory> Tracer<'_, M> {
    /// The traceback gets what the last exception left, here and in the trace.
    fn leave_marks(&mut self) {
        let left = core::mem::take(&mut self.left);
        let Some((function, descr)) = self.data.traceback else { return };
        if left.marks.is_empty() {
            return;
        }
        let words = [self.data.address(function), left.class, self.data.marks_word(&left.marks)];
        self.mem.call(words[0], &words[1..], descr);
        let args = words.map(|word| self.constant(Kind::Int, word));
        self.record(ResOp::CallN, &args, Some(descr));
    }
    /// Records where in the interpreted program the merge point is, if a log wants to know.
    pub fn record_location(&mut self, point: &MergePoint) {
        if self.unlogged {
            return;
        }
        // May run code of the program, and collect: nothing is held across it.
        if let Some(text) = self.host.location(point.jd, &self.words(&point.greens)) {
            let portal = self.data.drivers[self.jd].desc.portal as usize;
            let portals = self.stack.frames.iter().filter(|f| f.jitcode == portal).count();
            let depth = portals.max(1) as i64 - 1;
            self.trace.record_debug_merge_point(text, depth);
            self.begun += 1;
        } else {
            self.unlogged = true;
        }
    }
}

/// Does what follows a recorded call that may raise.
pub(crate) fn called<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    kind: Kind,
    word: i64,
    result: OpRef,
) -> Result<TBox, Raised> {
    if tracer.mem.exc_class() != 0 {
        tracer.take_exception(Some(result).filter(|_| kind != Kind::Void));
        return Err(Raised);
    }
    tracer.guard_after(ResOp::GuardNoException, &[], None);
    Ok(TBox { word, op: result, kind })
}

/// The cell, if calls with its greens may be `call_assembler`s.
fn callable<M: Memory>(tracer: &Tracer<'_, M>, jd: usize, cell: Option<usize>) -> Option<usize> {
    cell.filter(|_| {
        tracer.host.calls_assembler() && tracer.data.drivers[jd].desc.confirm_enter_jit.is_none()
    })
}

impl<M: Memory> crate::resume::Rebuild for Tracer<'_, M> {
    const WANTS_ALL: bool = true;

    fn input(&self, n: usize, kind: Kind, word: i64) -> TBox {
        TBox { word, op: OpRef::value(self.inputs[n]), kind }
    }

    fn with_word(v: TBox, word: i64) -> TBox {
        TBox { word, ..v }
    }

    fn unchanging(&mut self, v: TBox) {
        promises::mark_list(self, v);
    }

    fn failed(&self) -> bool {
        self.mem.exc_class() != 0
    }

    fn late_call(&mut self, function: i64, args: &[TBox], descr: DescrRef) -> TBox {
        let function = self.constant(Kind::Int, function);
        let args: crate::step::Vals<TBox> =
            core::iter::once(function).chain(args.iter().copied()).collect();
        let call = self.data.descrs.call(descr);
        let kind = call.result;
        let op = match call.effect.is_elidable() {
            true => ResOp::call_pure(kind),
            false => ResOp::call(kind),
        };
        let op = self.record(op, &args, Some(descr));
        let words: crate::step::Vals<i64> = few(args.iter().map(|v| v.word));
        let word = run_outside(self, |mem| mem.call(words[0], &words[1..], descr));
        TBox { word, op, kind }
    }

    fn vable(
        &mut self,
        (which, _): (usize, &Virtualizable),
        object: TBox,
        values: &[(VablePlace, bool, TBox)],
    ) {
        self.vable_rebuilt(which, object, values);
    }

    fn vref(&mut self, refs: VirtualRefs, vref: TBox, frame: TBox) {
        vrefs::vref_rebuilt(self, refs, vref, frame);
    }
}
