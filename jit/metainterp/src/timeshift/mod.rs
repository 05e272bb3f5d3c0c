//! The timeshifter: compiles the interpreter's code for known greens without running it (`--jit=timeshift`), after "Automatic
//! Generation of JIT Compilers for Dynamic Languages in .NET" (Cuni, Ancona, Rigo; 2007).
//!
//! It goes through the same jitcode as the tracer, over values of two binding times ([`SBox`]): what is known now is computed,
//! what is not becomes an operation. The result is a small control-flow graph, made piece by piece:
//!
//! * **Splits.** A test of what is not known goes on with one side; the other side is behind a guard, and is compiled when
//!   it is first taken.
//! * **Merges.** A position of the interpreted program (greens) that has code already is jumped to. One that a second
//!   piece reaches gets a label of its own, so that code behind the joins of the interpreted program is not made twice.
//! * **Promotion.** A value that is asked for (`promote`, a class) ends the piece, unless it is known for what the program has at
//!   this moment ([`facts::Facts::witness`]). Where it ends stands an exit that grows a test for each value that occurs: the
//!   updatable switch of the paper, as a chain of guards.
//! * **Virtual objects** and what is known of memory: [`facts`] for what must be known now, the trace optimiser for the rest.
//!
//! Pieces are traces for the optimiser and the backend. Nothing of the program is executed on the way but elidable calls with
//! known arguments; so an exit of compiled code is finished by the blackhole interpreter.

mod choices;
mod extended;
mod facts;
mod frame;
mod interp;
pub mod meetings;
mod memory;
pub(crate) mod spots;
pub(crate) mod state;
pub(crate) mod vable;
pub(crate) mod values;

use crate::ends::TraceEnd;
use crate::frame::StackOverflow;
use crate::jitprof::AbortReason;
use crate::step::MergePoint;
use crate::timeshift::extended::MAX_STEPS;
use crate::timeshift::frame::SFrame;
use crate::timeshift::state::MAX_DEPTH;
pub use crate::timeshift::state::Shifter;
use crate::timeshift::values::SBox;
use alloc::vec::Vec;
use jitbackend::Memory;
use jitmodel::hash::FxHashSet;
use jitmodel::*;

impl<'a, M: Memory> Shifter<'a, M> {
    /// Pushes the portal's frame at its merge point: the greens are known, the reds are the inputs. `words`: what the reds are
    /// at this moment, if the program is there.
    pub fn enter_portal(
        &mut self,
        greens: &[i64],
        words: Option<&[i64]>,
    ) -> Result<(), StackOverflow> {
        let desc = &self.data.drivers[self.jd].desc;
        let (jitcode, pc) = (desc.portal as usize, desc.merge_point_pc as usize);
        self.stack.push(self.data, jitcode, SFrame::default())?;
        let point = MergePoint::decode(&self.data.jitcodes[jitcode], pc);
        for (&(kind, reg), &word) in point.greens.iter().zip(greens) {
            let v = SBox::Const(self.const_value(kind, word));
            self.put(kind, reg, v);
        }
        for (n, &(kind, reg)) in point.reds.iter().enumerate() {
            let op = OpRef::value(n);
            self.put(kind, reg, SBox::Op(op, kind));
            if let Some(words) = words {
                self.facts.see(op, kind, words[n]);
            }
        }
        let top = self.stack.top_mut();
        top.pc = pc;
        top.extra.set_live(pc - JitCode::LIVE_SIZE);
        self.at_start = true;
        Ok(())
    }
    // ------------------------------------------------------------ values

    // ------------------------------------------------------------ operations

    fn guard(&mut self, op: ResOp, args: &[SBox], pc: usize, result: Option<OpRef>) -> OpRef {
        let args: Args = args.iter().map(|&v| self.opref(v)).collect();
        let snapshot = snapshot(self, pc, result);
        let vables = self.vable_snapshot();
        let guard = self.trace.record_guard(op, &args, snapshot);
        if let Some(info) = self.trace.guards.last_mut() {
            info.vables = vables;
            let (way, point) = (self.meeting.place, self.meeting.place);
            info.place = GuardPlace { way, point, ..GuardPlace::default() };
            info.marks = (!self.left.marks.is_empty()).then(|| self.left.clone());
        }
        guard
    }
    /// A guard that resumes before the current instruction.
    pub(crate) fn guard_before(&mut self, op: ResOp, args: &[SBox]) -> OpRef {
        let live = self.stack.top().extra.live();
        self.guard(op, args, live, None)
    }
    /// A guard that resumes behind the current call.
    pub(crate) fn guard_after(&mut self, op: ResOp, args: &[SBox], result: Option<OpRef>) -> OpRef {
        let pc = self.stack.top().pc;
        self.guard(op, args, pc, result)
    }
    /// The piece ends before the current instruction; what is behind it is compiled when the program gets there.
    fn stop(&mut self) {
        if self.stop.is_none() {
            self.guard_before(ResOp::GuardAlwaysFails, &[]);
            self.stop = Some((self.trace.ops.len(), self.trace.guards.len()));
        }
    }
    /// Makes `v` this constant from here on.
    pub(crate) fn becomes(&mut self, v: SBox, c: ConstValue) {
        if let SBox::Op(op, _) = v {
            self.facts.set_equal(op, c);
        }
    }
    /// Makes `v` a constant: the one that it is in the program at this moment. False: that is not known.
    fn promote_value(&mut self, v: SBox) -> bool {
        let SBox::Op(_, kind) = v else { return true };
        let Some(word) = self.witness(v) else {
            self.stop();
            return false;
        };
        let c = self.const_value(kind, word);
        self.guard_before(ResOp::GuardValue, &[v, SBox::Const(c)]);
        if kind == Kind::Ref && self.facts.is_list(self.roots, v) {
            self.facts.add_list(self.roots, SBox::Const(c));
        }
        self.becomes(v, c);
        true
    }
    /// A call left an exception pending with this class. `result` is the call's, for the case that it returns another time.
    pub(crate) fn take_exception(&mut self, class: i64, result: Option<OpRef>) {
        let op = self.guard_after(ResOp::GuardException, &[SBox::int(class)], result);
        self.facts.set_class(op, class);
        self.exc = (class, SBox::Op(op, Kind::Ref));
    }
    /// The traceback gets what the last exception left.
    fn leave_marks(&mut self) {
        let left = core::mem::take(&mut self.left);
        let Some((function, descr)) = self.data.traceback else { return };
        if left.marks.is_empty() {
            return;
        }
        let words = [self.data.address(function), left.class, self.data.marks_word(&left.marks)];
        self.record(ResOp::CallN, &words.map(SBox::int), Some(descr));
    }
    // ------------------------------------------------------------ the way

    /// Goes on until something has to be decided.
    pub fn run(&mut self) -> TraceEnd {
        let mut steps = 0;
        loop {
            if let Some((ops, guards)) = self.stop {
                self.trace.ops.truncate(ops);
                self.trace.guards.truncate(guards);
                self.trace.record(ResOp::Finish, &[]);
                return TraceEnd::Segment;
            }
            if self.meeting.arrived.is_some() {
                return TraceEnd::Meeting;
            }
            steps += 1;
            let long = extended::is_long(self) || self.stack.frames.len() > MAX_DEPTH;
            if long && stands_at_guard(self) {
                self.stop();
                continue;
            }
            let data = self.data;
            if let Some(reason) = self.abort {
                return TraceEnd::Abort(reason);
            }
            if steps > MAX_STEPS || self.stack.frames.len() > 2 * MAX_DEPTH {
                return TraceEnd::Abort(AbortReason::TraceTooLong);
            }
            if !long && let Some(way) = self.extend(&mut steps) {
                match way {
                    Err(end) if self.stop.is_none() => return end,
                    _ => continue,
                }
            }
            self.extended.interpreted += 1;
            if !long && self.chooses() {
                continue;
            }
            if let Err(end) = crate::step::step(self, data)
                && self.stop.is_none()
            {
                return end;
            }
        }
    }
    /// Makes the reds, and then the virtualizables' values, different names of their own, so that a label can stand here, and
    /// returns them.
    pub fn box_reds(&mut self, point: &MergePoint) -> Vec<OpRef> {
        let top = self.stack.frames.len() - 1;
        let mut seen = FxHashSet::default();
        let mut reds = Vec::new();
        for &(kind, reg) in &point.reds {
            let v = self.frame_get(top, kind, reg);
            let v = self.boxed(v, &mut seen);
            self.put(kind, reg, v);
            reds.extend(v.op());
        }
        reds.extend(self.vable_boxes(&mut seen));
        self.facts.forget();
        reds
    }
    /// The value under a name that is not in use.
    fn boxed(&mut self, v: SBox, seen: &mut FxHashSet<OpRef>) -> SBox {
        let kind = match v {
            SBox::Op(op, _) if seen.insert(op) => return v,
            SBox::Op(_, kind) => kind,
            SBox::Const(c) => c.kind(),
        };
        let word = self.witness(v);
        let new = self.record(ResOp::same_as(kind), &[v], None);
        if let Some(op) = new.op() {
            seen.insert(op);
            if let Some(word) = word {
                self.facts.see(op, kind, word);
            }
        }
        new
    }
    /// The state before the final jump, for guards that the optimiser may need there; and the jump.
    pub fn record_jump(&mut self, args: &[OpRef]) {
        self.guard_before(ResOp::GuardFutureCondition, &[]);
        self.trace.record_token(ResOp::Jump, args, TokenId(0));
    }
    /// Says in the log where in the interpreted program the merge point is.
    pub fn record_location(&mut self, point: &MergePoint) {
        if let Some(text) = self.host.location(point.jd, &self.words(&point.greens)) {
            self.trace.record_debug_merge_point(text, 0);
        }
    }
}

/// A bridge's fail args: which inputarg each is (holes have none).
pub(crate) fn set_inputs<M: Memory>(shifter: &mut Shifter<'_, M>, kinds: &[Kind]) {
    let mut next = 0usize;
    let number = kinds.iter().map(|kind| {
        next += (*kind != Kind::Void) as usize;
        next.wrapping_sub(1)
    });
    shifter.inputs = number.collect();
}

fn snapshot<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    pc: usize,
    extra: Option<OpRef>,
) -> Option<FrameRef> {
    let data = shifter.data;
    let depth = shifter.stack.frames.len();
    let mut parent = None;
    for n in 0..depth {
        let inner = n + 1 == depth;
        let frame = &shifter.stack.frames[n];
        let (jitcode, pc) = (frame.jitcode, if inner { pc } else { frame.pc });
        let Some(live) = data.jitcodes[jitcode].live_at(pc) else {
            shifter.abort = Some(AbortReason::MissingLiveness);
            return parent;
        };
        let live = data.liveness.get(live);
        let mut slots = Vec::new();
        let files = [(Kind::Int, live.ints), (Kind::Ref, live.refs), (Kind::Float, live.floats)];
        for (kind, regs) in files {
            for &reg in regs {
                let v = shifter.frame_get(n, kind, reg);
                slots.push(shifter.opref(v));
            }
        }
        slots.extend(extra.filter(|_| inner));
        let frame = SnapshotFrame { parent, jitcode: jitcode as u32, pc: pc as u32, slots };
        parent = Some(shifter.trace.add_snapshot(frame));
    }
    parent
}

/// Says whether execution can go on at the next instruction.
fn stands_at_guard<M: Memory>(shifter: &Shifter<'_, M>) -> bool {
    let top = shifter.stack.top();
    let code = &shifter.data.jitcodes[top.jitcode];
    let row = &shifter.data.rows[code.code[top.pc] as usize];
    crate::codes::needs_live_before(row) && top.extra.live() + JitCode::LIVE_SIZE == top.pc
}
