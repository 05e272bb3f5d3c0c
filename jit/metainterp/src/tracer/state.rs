//! State of the tracer, and access to the values of its frames and of its trace.

use crate::codes::StaticData;
use crate::compiled::LoopInfo;
use crate::ends::PassedMergePoint;
use crate::frame::{Stack, StackOverflow};
use crate::heapcache::HeapCache;
use crate::host::Host;
use crate::jitprof::AbortReason;
use crate::meter::Doing;
use crate::premises::Promotions;
use crate::promised::Promised;
use crate::rooted::RootedConsts;
use crate::step::{Interp, MergePoint, Vals};
use crate::tracer::values::{CONST, TBox};
use crate::vable::{Shape, Vables};
use crate::vrefs::Tracking;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::{Memory, RootTable};
use jitmodel::hash::FxHashMap;
use jitmodel::*;

/// Says which calls of the guest program a trace inlines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inlining {
    /// It inlines all that may be: the trace is the first way through a loop or function.
    All,
    /// It inlines functions that are not branchy: others would need their bridges once more.
    Straight,
    /// It inlines no calls: there are copies enough in the code whose bridge it is.
    Nothing,
}

/// Holds what the tracer keeps in a frame.
#[derive(Debug, Default)]
pub struct TFrame {
    /// Position of the last `-live-`.
    pub(crate) live: usize,
    /// This frame as caller, for snapshots of its callees.
    pub(crate) snapshot: Option<FrameRef>,
    /// The cell of the greens that a recursive call of the portal was inlined with.
    pub(crate) inlined: Option<usize>,
    /// The trace's length before that.
    pub(crate) inlined_at: usize,
    /// Loops that the frame is in, or was, with the trace's operations when they began.
    pub(crate) loops: Vec<(u32, usize)>,
    /// The call goes on in the middle of a guest function: its frame was there before.
    pub(crate) resumed: bool,
    /// Cells of the loop headers that this (inlined) frame passed.
    pub(crate) headers: Vec<usize>,
    /// Operands of the registers, by kind; missing = constant.
    pub(crate) ops: [Vec<OpRef>; 3],
}

impl TFrame {
    /// Number of reference registers that may hold variables.
    pub(crate) fn num_refs(&self) -> usize {
        self.ops[Kind::Ref as usize].len()
    }

    /// Writes the operand of a register.
    #[inline]
    pub(crate) fn put(&mut self, kind: Kind, reg: u8, op: OpRef) {
        self.snapshot = None;
        put(&mut self.ops[kind as usize], reg, op);
    }

    /// Gives it without its contents, for another frame.
    pub(crate) fn emptied(mut self) -> TFrame {
        let mut ops = core::mem::take(&mut self.ops);
        ops.iter_mut().for_each(Vec::clear);
        TFrame { ops, ..TFrame::default() }
    }
}

impl<'a, M: Memory> Tracer<'a, M> {
    /// A tracer without frames.
    pub fn new(
        data: &'a StaticData,
        mem: &'a M,
        roots: &'a Rc<RootTable>,
        host: &'a dyn Host,
        jd: usize,
        inputargs: &[Kind],
    ) -> Result<Self, StackOverflow> {
        Ok(Tracer {
            data,
            mem,
            roots,
            stack: Stack::new(roots)?,
            trace: Trace::new("", inputargs),
            jd,
            passed: Vec::new(),
            place: None,
            host,
            start: None,
            bridge_of: None,
            calls_shapes: false,
            inlining: Inlining::All,
            pending_call: None,
            limit: host.limit(jd),
            begun: 0,
            spare: Vec::new(),
            seen_loop_header: None,
            abort: None,
            exc_op: CONST,
            left: Rc::default(),
            again: false,
            heap_cache: HeapCache::default(),
            lengths: FxHashMap::default(),
            inputs: (0..inputargs.len()).collect(),
            consts: RootedConsts::new(roots),
            names: [(-1, 0, CONST); 8],
            unlogged: false,
            long_loop: false,
            retrace: None,
            promised: Promised::new(roots),
            promotions: Promotions::default(),
            vables: Vables::new(&data.drivers[jd].desc.virtualizables),
            vrefs: Tracking::default(),
        })
    }
    /// The merge point of the traced portal.
    pub fn portal_merge_point(&self) -> MergePoint {
        let desc = &self.data.drivers[self.jd].desc;
        MergePoint::decode(&self.data.jitcodes[desc.portal as usize], desc.merge_point_pc as usize)
    }
    /// The trace must not be compiled; interpretation goes on to the end of the instruction.
    pub fn fail(&mut self, reason: AbortReason) {
        self.abort.get_or_insert(reason);
    }
    /// A bridge's fail args: which inputarg each is (holes have none).
    pub fn set_inputs(&mut self, kinds: &[Kind]) {
        let mut next = 0;
        self.inputs = kinds
            .iter()
            .map(|kind| {
                next += (*kind != Kind::Void) as usize;
                next.wrapping_sub(1)
            })
            .collect();
    }
    /// Forgets what was recorded from operation `ops` and guard `guards` on.
    pub fn truncate(&mut self, ops: usize, guards: usize) {
        self.trace.ops.truncate(ops);
        self.trace.guards.truncate(guards);
        self.heap_cache.truncate(self.trace.num_values());
        self.promised.valid = None;
    }
    /// A word as a constant.
    pub(crate) fn const_value(&mut self, kind: Kind, word: i64) -> ConstValue {
        match kind {
            Kind::Ref => ConstValue::Ref(self.ref_const(word)),
            Kind::Float => ConstValue::Float(word as u64),
            _ => ConstValue::Int(word),
        }
    }
    pub(crate) fn ref_const(&mut self, word: i64) -> RefConst {
        if word == 0 {
            return RefConst::Null;
        }
        if self.mem.is_prebuilt(word) {
            return RefConst::Prebuilt(word as u64);
        }
        if let Some(slot) = self.consts.find(word) {
            return RefConst::Rooted(slot);
        }
        match self.roots.share(word) {
            Some(slot) => {
                self.consts.add(slot);
                if self.promised.was_marked(word) {
                    self.roots.mark_unchanging(slot);
                }
                RefConst::Rooted(slot)
            }
            None => {
                self.fail(AbortReason::OutOfRoots);
                RefConst::Null
            }
        }
    }
    /// Root slots of the constants so far, which belong to compiled code now.
    pub fn keep_consts(&mut self) -> Vec<u32> {
        self.names.fill((-1, 0, CONST));
        self.consts.keep()
    }
    /// The operand of a value.
    pub fn opref(&mut self, v: TBox) -> OpRef {
        if v.is_const() { const_op(self, v.kind, v.word) } else { v.op }
    }
    pub(crate) fn record(&mut self, op: ResOp, args: &[TBox], descr: Option<DescrRef>) -> OpRef {
        let args: Args = few(args.iter().map(|&v| self.opref(v)));
        let descr = descr.map_or(OpDescr::None, OpDescr::Descr);
        self.trace.push(Op { opnum: op, args, descr })
    }
    /// Reads a register of any frame.
    pub fn frame_get(&self, frame: usize, kind: Kind, reg: u8) -> TBox {
        let reg = reg as usize;
        let ops = &self.stack.frames[frame].extra.ops[kind as usize];
        let op = ops.get(reg).map_or(CONST, |&op| self.heap_cache.current(op));
        TBox { word: self.stack.get(frame, kind, reg), op, kind }
    }
    /// What these are now, as constants; `None` if one is an object that the trace makes.
    pub(super) fn constants(&mut self, args: &[TBox]) -> Option<Vec<ConstValue>> {
        let made = args.iter().any(|v| self.is_made(*v));
        (!made).then(|| args.iter().map(|v| self.const_value(v.kind, v.word)).collect())
    }
    /// Says whether the trace made the object.
    pub(crate) fn is_made(&self, v: TBox) -> bool {
        self.heap_cache.is_made(v.op)
    }
    /// The words of registers, in order.
    pub fn words(&self, regs: &[(Kind, u8)]) -> Vals<i64> {
        few(regs.iter().map(|&(kind, reg)| self.get(kind, reg).word))
    }
}

/// Writes a register's operand.
#[inline]
pub(crate) fn put(ops: &mut Vec<OpRef>, reg: u8, op: OpRef) {
    if ops.len() <= reg as usize {
        ops.resize(reg as usize + 1, CONST);
    }
    ops[reg as usize] = op;
}

/// Says how to retrace a loop; see [`Tracer::retrace`].
pub struct Retrace {
    /// The loop's cell.
    pub cell: usize,
    /// The loop.
    pub info: Rc<LoopInfo>,
    /// The trace up to the jump to the loop.
    pub bridge: Trace,
    /// It, optimised, with the jump to the label that fits it best.
    pub fallback: Trace,
    /// Cost of that, in operations.
    pub cost: usize,
    /// Merge point at which the iteration begins.
    pub from: PassedMergePoint,
    /// The virtualizables there.
    pub shape: Shape,
    /// Root slots of constants that the optimiser made for the fallback.
    pub consts: Vec<u32>,
}

/// Records what is executed; see the module.
pub struct Tracer<'a, M> {
    /// The program.
    pub data: &'a StaticData,
    /// Its memory.
    pub mem: &'a M,
    /// Slots for references.
    pub roots: &'a Rc<RootTable>,
    /// The frames.
    pub stack: Stack<TFrame>,
    /// Operations that were recorded.
    pub trace: Trace,
    /// The traced jitdriver.
    pub jd: usize,
    /// Merge points passed, candidates for closing a loop.
    pub passed: Vec<PassedMergePoint>,
    /// Merge point that was passed last in the innermost open call, with those of its callers ([`crate::places`]).
    pub(crate) place: Option<Rc<GuardPlace>>,
    pub(crate) host: &'a dyn Host,
    /// The cell at which the trace begins.
    pub start: Option<usize>,
    /// The cell of the loop or function that the trace is a bridge of.
    pub bridge_of: Option<usize>,
    /// True if the trace is a bridge of code that is seldom entered, since calls go to its function's shapes ([`crate::unpack`]).
    pub(crate) calls_shapes: bool,
    /// Says which calls are inlined.
    pub(crate) inlining: Inlining,
    pub(crate) pending_call: Option<(usize, bool)>,
    pub(crate) limit: usize,
    /// Operations that do not count for limits: those recorded before the first instruction, and what only a log wants.
    pub(crate) begun: usize,
    /// Frames to be used again.
    pub(crate) spare: Vec<TFrame>,
    /// The driver of the loop header that was passed since the last merge point.
    pub(crate) seen_loop_header: Option<usize>,
    pub(crate) abort: Option<AbortReason>,
    pub(crate) exc_op: OpRef,
    /// Marks that the last exception left for its traceback since it was raised or came out of a call. It gets into the
    /// trace when somebody may want it; guards know it until then.
    pub left: Rc<LeftMarks>,
    /// The next exception that is raised is the last one again.
    pub(crate) again: bool,
    /// Holds what the trace knows of memory and of objects.
    pub(crate) heap_cache: HeapCache,
    /// Lengths of arrays that the trace makes.
    pub(crate) lengths: FxHashMap<OpRef, i64>,
    pub(crate) inputs: Vec<usize>,
    /// Root slots of the trace's constants.
    pub consts: RootedConsts,
    /// Some of them: reference, when it was this one, name in the trace.
    names: [(i64, u32, OpRef); 8],
    /// True if no log wants to know where in the interpreted program the trace is.
    pub(crate) unlogged: bool,
    /// A loop of the interpreter's main function got long ([`crate::nesting::calls_rest`]).
    pub(crate) long_loop: bool,
    /// The part that comes to a loop whose labels it does not fit, while the loop's next iteration is traced.
    pub retrace: Option<Box<Retrace>>,
    /// Promises that the trace relies on without guards.
    pub promised: Promised,
    /// Objects that it promoted.
    pub promotions: Promotions,
    /// The virtualizables.
    pub vables: Vables,
    /// Virtual references.
    pub vrefs: Tracking,
}

/// The number of operations that would have been recorded without the heap cache.
pub(crate) fn length<M: Memory>(tracer: &Tracer<'_, M>) -> usize {
    tracer.trace.ops.len() + tracer.heap_cache.saved
}

/// The trace constant for a word.
fn const_op<M: Memory>(tracer: &mut Tracer<'_, M>, kind: Kind, word: i64) -> OpRef {
    match kind {
        Kind::Float => tracer.trace.const_float_bits(word as u64),
        Kind::Ref => {
            let collections = tracer.roots.collections();
            let at = (word >> 4) as usize % tracer.names.len();
            match tracer.names[at] {
                (of, when, name) if of == word && when == collections => return name,
                _ => {}
            }
            let c = tracer.ref_const(word);
            let name = tracer.trace.const_ref(c);
            tracer.names[at] = (word, collections, name);
            name
        }
        _ => tracer.trace.const_int(word),
    }
}

/// Calls a function of the program. What happens in it, traces of its own maybe, is not part of tracing.
pub(crate) fn run_outside<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    call: impl FnOnce(&M) -> i64,
) -> i64 {
    tracer.host.meter().during(Doing::Program, || call(tracer.mem))
}
