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
pub(crate) mod drive;
mod extended;
mod facts;
mod interp;
pub mod meetings;
mod vable;

use crate::codes::StaticData;
use crate::frame::{Stack, StackOverflow};
use crate::jitprof::AbortReason;
use crate::promised::QuasiRead;
use crate::step::MergePoint;
use crate::tracer::{Host, PassedMergePoint, RootedConsts, TraceEnd};
use crate::vable::Shape;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
pub(crate) use drive::MEETING;
use extended::SFrame;
use facts::Facts;
use jitbackend::{Memory, RootTable};
use jitmodel::hash::{FxHashMap, FxHashSet};
use jitmodel::*;

/// Maximum number of times that a test is passed between two merge points: more is a loop of the interpreter itself,
/// which is left to the next piece.
const MAX_VISITS: u32 = 8;

/// Calls of the interpreter are followed so deep, and so much code of spots is made on the way to other code, one in the other. (A bound for
/// the run time's own stack: each level takes some KB.)
const MAX_DEPTH: usize = 60;

/// Instructions that one piece may go through.
const MAX_STEPS: usize = 400_000;

/// A value of the interpreter while its code is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SBox {
    /// Known: green, or red with a constant value.
    Const(ConstValue),
    /// The result of an operation, or an input.
    Op(OpRef, Kind),
}

impl SBox {
    fn op(self) -> Option<OpRef> {
        match self {
            SBox::Const(_) => None,
            SBox::Op(op, _) => Some(op),
        }
    }

    fn int(n: i64) -> SBox {
        SBox::Const(ConstValue::Int(n))
    }
}

/// One piece of code in the making.
pub struct Shifter<'a, M> {
    data: &'a StaticData,
    mem: &'a M,
    roots: &'a Rc<RootTable>,
    host: &'a dyn Host,
    stack: Stack<SFrame>,
    /// The operations.
    pub trace: Trace,
    /// The jitdriver.
    pub jd: usize,
    /// Merge points that may become the beginning of a loop.
    pub passed: Vec<PassedMergePoint>,
    /// Cells of all merge points on the way.
    pub cells: Vec<usize>,
    /// Root slots of constants.
    pub consts: RefCell<RootedConsts>,
    facts: Facts,
    /// Index of the inputarg that each fail arg of the guard is that the piece begins at.
    inputs: Vec<usize>,
    /// The last exception: its class and its instance.
    exc: (i64, SBox),
    left: Rc<LeftMarks>,
    /// The exception that comes next was raised again: the marks that it left stay.
    again: bool,
    /// The piece ends here: numbers of operations and guards.
    stop: Option<(usize, usize)>,
    /// The jitdriver of a loop header since the last merge point.
    loop_header: Option<usize>,
    /// True if the merge point that was reached last stands behind a loop header.
    pub closes: bool,
    /// Tests since the last merge point.
    visits: FxHashMap<(usize, usize, usize), u32>,
    /// It is code that was traced before.
    handed_over: bool,
    /// The merge point that the piece begins at is still to be passed.
    at_start: bool,
    /// Quasi-immutable fields that the piece relies on.
    pub quasi: Vec<QuasiRead>,
    /// Quasi-immutable fields that it writes, whatever the object.
    quasi_written: FxHashSet<DescrRef>,
    /// The next operation reads a field that was just relied on.
    promised: bool,
    /// The piece begins at a guard of the merge point.
    at_merge_point: bool,
    vables: vable::Vables,
    /// The virtualizable's, where the piece begins at a position.
    shape: Shape,
    /// Reason why the piece cannot be made.
    abort: Option<AbortReason>,
    extended: extended::Extended,
    /// Meeting of it with other pieces.
    pub meeting: meetings::Meeting,
}

impl<'a, M: Memory> Shifter<'a, M> {
    /// A piece without frames.
    pub fn new(
        data: &'a StaticData,
        mem: &'a M,
        roots: &'a Rc<RootTable>,
        host: &'a dyn Host,
        jd: usize,
        inputargs: &[Kind],
    ) -> Result<Self, StackOverflow> {
        Ok(Shifter {
            data,
            mem,
            roots,
            host,
            stack: Stack::without_registers(roots)?,
            trace: Trace::new("", inputargs),
            jd,
            passed: Vec::new(),
            cells: Vec::new(),
            consts: RefCell::new(RootedConsts::new(roots)),
            facts: Facts::new(roots),
            inputs: (0..inputargs.len()).collect(),
            exc: (0, SBox::Const(ConstValue::Ref(RefConst::Null))),
            left: Rc::default(),
            again: false,
            stop: None,
            loop_header: None,
            closes: false,
            visits: FxHashMap::default(),
            handed_over: false,
            at_start: false,
            quasi: Vec::new(),
            quasi_written: FxHashSet::default(),
            promised: false,
            at_merge_point: false,
            vables: vable::Vables::new(&data.drivers[jd].desc.virtualizables),
            shape: Shape::new(),
            abort: None,
            extended: extended::Extended::new(host.extends(jd), host.limit(jd)),
            meeting: meetings::Meeting::default(),
        })
    }
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
    /// The merge point of the portal.
    pub fn portal_merge_point(&self) -> MergePoint {
        let desc = &self.data.drivers[self.jd].desc;
        MergePoint::decode(&self.data.jitcodes[desc.portal as usize], desc.merge_point_pc as usize)
    }
    /// The words of registers that are known.
    pub fn words(&self, regs: &[(Kind, u8)]) -> Vec<i64> {
        let top = self.stack.frames.len() - 1;
        let word = |&(kind, reg)| match self.frame_get(top, kind, reg) {
            SBox::Const(c) => self.word_of(c),
            SBox::Op(..) => 0,
        };
        regs.iter().map(word).collect()
    }
    // ------------------------------------------------------------ values

    fn word_of(&self, c: ConstValue) -> i64 {
        self.roots.word(c)
    }
    fn const_value(&self, kind: Kind, word: i64) -> ConstValue {
        match kind {
            Kind::Float => ConstValue::Float(word as u64),
            Kind::Ref if word == 0 => ConstValue::Ref(RefConst::Null),
            Kind::Ref if self.mem.is_prebuilt(word) => {
                ConstValue::Ref(RefConst::Prebuilt(word as u64))
            }
            Kind::Ref => {
                let mut consts = self.consts.borrow_mut();
                let slot = consts.find(word).or_else(|| {
                    let slot = self.roots.share(word)?;
                    consts.add(slot);
                    Some(slot)
                });
                // The table is large: it is exhausted by endless recursion only.
                ConstValue::Ref(RefConst::Rooted(slot.expect("root slots exhausted")))
            }
            _ => ConstValue::Int(word),
        }
    }
    fn opref(&mut self, v: SBox) -> OpRef {
        match v {
            SBox::Const(c) => self.trace.constant(c),
            SBox::Op(op, _) => op,
        }
    }
    /// The value, or what it is known to be equal to.
    fn current(&self, v: SBox) -> SBox {
        match v {
            SBox::Op(op, _) => self.facts.equal(op).map_or(v, SBox::Const),
            v => v,
        }
    }
    fn frame_get(&self, frame: usize, kind: Kind, reg: u8) -> SBox {
        let frame = &self.stack.frames[frame];
        let code = &self.data.jitcodes[frame.jitcode];
        let variables = code.num_regs[kind as usize] as usize;
        let reg = reg as usize;
        if let Some(n) = reg.checked_sub(variables) {
            let consts = &self.data.consts[frame.jitcode];
            return SBox::Const(match kind {
                Kind::Float => ConstValue::Float(consts.floats[n] as u64),
                Kind::Ref => self.const_value(kind, consts.refs[n]),
                _ => ConstValue::Int(consts.ints[n]),
            });
        }
        let v = frame.extra.get(kind, reg);
        v.map_or_else(|| SBox::Const(self.const_value(kind, 0)), |v| self.current(v))
    }
    fn put(&mut self, kind: Kind, reg: u8, v: SBox) {
        self.stack.top_mut().extra.put(kind, reg, v);
    }
    /// Gives the value in the program at this moment, if that is known.
    fn witness(&self, v: SBox) -> Option<i64> {
        match v {
            SBox::Const(c) => Some(self.word_of(c)),
            SBox::Op(op, _) => self.facts.witness(self.roots, op),
        }
    }
    // ------------------------------------------------------------ operations

    fn record(&mut self, op: ResOp, args: &[SBox], descr: Option<DescrRef>) -> SBox {
        let args: Args = args.iter().map(|&v| self.opref(v)).collect();
        let descr = descr.map_or(OpDescr::None, OpDescr::Descr);
        SBox::Op(self.trace.push(Op { opnum: op, args, descr }), op.result())
    }
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
    fn guard_before(&mut self, op: ResOp, args: &[SBox]) -> OpRef {
        let live = self.stack.top().extra.live();
        self.guard(op, args, live, None)
    }
    /// A guard that resumes behind the current call.
    fn guard_after(&mut self, op: ResOp, args: &[SBox], result: Option<OpRef>) -> OpRef {
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
    fn becomes(&mut self, v: SBox, c: ConstValue) {
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
    fn take_exception(&mut self, class: i64, result: Option<OpRef>) {
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
