//! Frame states: what the flow space knows at an instruction, and how two such states merge.

use crate::bytecode::{CodeObject, Instruction};
use crate::host::Host;
use crate::interp::Frame;
use crate::space::OpError;
use flowmodel::diag::{Diagnostic, Span};
use flowmodel::{BlockId, Hl, HlConst, HlGraph, HostRef, Link, VarId};
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Result of an operation of the flow space.
pub(crate) type W<T = FlowValue> = Result<T, OpError<FlowValue>>;

/// A value of the flow space.
#[derive(Clone, PartialEq, Debug)]
pub enum FlowValue {
    /// It is known only at run time.
    Var(VarId),
    /// It is known now.
    Const(HlConst),
    /// Iterator over an `unrolling_iterable`: never merges with another position, so the loop body
    /// is recorded once for each item.
    Unroller(Rc<[HostRef]>, usize),
    /// `super(cls, this)`: only good for getting a method.
    Super(HostRef, Box<FlowValue>),
    /// A method got from `Super`: only good for being called.
    Bound(HostRef, Box<FlowValue>),
}

impl FlowValue {
    /// The `None` object.
    pub const NONE: FlowValue = FlowValue::Const(HlConst::None);

    /// The constant, if it is one.
    pub fn as_const(&self) -> Option<&HlConst> {
        match self {
            FlowValue::Const(c) => Some(c),
            _ => None,
        }
    }

    /// The variable, if it is one.
    pub fn as_var(&self) -> Option<VarId> {
        match self {
            FlowValue::Var(v) => Some(*v),
            _ => None,
        }
    }

    /// The variable that it is or that `super` is about: another one in each block.
    pub fn var_mut(&mut self) -> Option<&mut VarId> {
        match self {
            FlowValue::Var(v) => Some(v),
            FlowValue::Super(_, this) | FlowValue::Bound(_, this) => this.var_mut(),
            FlowValue::Const(_) | FlowValue::Unroller(..) => None,
        }
    }

    /// Gives what `super` of the same class is about in both, or a method of it.
    fn of_super<'a>(&'a self, other: &'a FlowValue) -> Option<(&'a FlowValue, &'a FlowValue)> {
        use FlowValue::{Bound, Super};
        match (self, other) {
            (Super(f, a), Super(g, b)) | (Bound(f, a), Bound(g, b)) if f == g => Some((a, b)),
            _ => None,
        }
    }

    /// The most special value that covers both.
    fn union(&self, other: &FlowValue, fresh: &mut dyn FnMut() -> VarId) -> FlowValue {
        match (self, self.of_super(other)) {
            (FlowValue::Super(c, _), Some((a, b))) => {
                FlowValue::Super(*c, Box::new(a.union(b, fresh)))
            }
            (FlowValue::Bound(f, _), Some((a, b))) => {
                FlowValue::Bound(*f, Box::new(a.union(b, fresh)))
            }
            (FlowValue::Var(_), _) => self.clone(),
            _ if self == other => self.clone(),
            _ => FlowValue::Var(fresh()),
        }
    }

    /// Says whether both are variables, or the same.
    fn same_shape(&self, other: &FlowValue) -> bool {
        match (self, other, self.of_super(other)) {
            (_, _, Some((a, b))) => a.same_shape(b),
            (FlowValue::Var(_), FlowValue::Var(_), _) => true,
            _ => self == other,
        }
    }

    /// Gives what goes along a link for the variable of `to`, if there is one.
    pub fn for_var_of<'a>(&'a self, to: &'a FlowValue) -> Option<&'a FlowValue> {
        match (to, self.of_super(to)) {
            (_, Some((a, b))) => a.for_var_of(b),
            (FlowValue::Var(_), _) => Some(self),
            _ => None,
        }
    }
}

/// A snapshot of a frame between two instructions.
///
/// Its *slots* are locals, cells and value stack, numbered one after the other. A function may have thousands of locals, of which few
/// are in use at a time: so of the locals only those with a value are kept.
#[derive(Clone, PartialEq, Debug)]
pub struct FrameState {
    /// Next instruction.
    pub pc: usize,
    /// True if control came out of such a `with`; see `FlowSpace::suppressed`.
    pub suppressed: bool,
    /// The locals that have a value, in order.
    locals: Vec<(usize, FlowValue)>,
    /// Cells and value stack.
    rest: Vec<Option<FlowValue>>,
    nlocals: usize,
    ncells: usize,
}

impl FrameState {
    /// The state of a frame.
    pub fn of(frame: &Frame<FlowSpace<'_>>) -> FrameState {
        let mut stored = frame.stored.clone();
        stored.sort_unstable();
        stored.dedup();
        let bound = |i: u32| Some((i as usize, frame.locals[i as usize].clone()?));
        let locals = stored.into_iter().filter_map(bound).collect();
        let mut rest: Vec<_> = frame.cells.iter().map(|c| c.value.clone()).collect();
        rest.extend(frame.stack.iter().cloned().map(Some));
        let (nlocals, ncells) = (frame.locals.len(), frame.cells.len());
        FrameState { pc: frame.pc, suppressed: false, locals, rest, nlocals, ncells }
    }

    /// Puts a frame into this state.
    pub fn restore(&self, frame: &mut Frame<FlowSpace<'_>>) {
        frame.pc = self.pc;
        for i in frame.stored.drain(..) {
            frame.locals[i as usize] = None;
        }
        for (i, w) in &self.locals {
            frame.locals[*i] = Some(w.clone());
            frame.stored.push(*i as u32);
        }
        let (cells, stack) = self.rest.split_at(self.ncells);
        for (cell, w) in frame.cells.iter_mut().zip(cells) {
            cell.value = w.clone();
        }
        frame.stack = stack.iter().flatten().cloned().collect();
    }

    /// The values of the slots, for those that have one.
    pub fn values(&self) -> impl Iterator<Item = &FlowValue> {
        self.locals.iter().map(|(_, w)| w).chain(self.rest.iter().flatten())
    }

    /// Slots that have a value, to be changed.
    pub fn slots_mut(&mut self) -> impl Iterator<Item = (usize, &mut FlowValue)> {
        let first = self.nlocals;
        let rest = self.rest.iter_mut().enumerate();
        let rest = rest.filter_map(move |(i, w)| Some((first + i, w.as_mut()?)));
        self.locals.iter_mut().map(|(i, w)| (*i, w)).chain(rest)
    }

    /// The slots that have a value in one of two states at the same instruction.
    pub fn pairs<'a>(&'a self, other: &'a FrameState) -> impl Iterator<Item = Pair<'a>> {
        debug_assert_eq!(self.rest.len(), other.rest.len());
        let (mut ours, mut theirs) =
            (self.locals.iter().peekable(), other.locals.iter().peekable());
        let locals = std::iter::from_fn(move || {
            let slot = match (ours.peek(), theirs.peek()) {
                (None, None) => return None,
                (Some((a, _)), Some((b, _))) => *a.min(b),
                (Some((a, _)), None) => *a,
                (None, Some((b, _))) => *b,
            };
            let a = ours.next_if(|l| l.0 == slot).map(|l| &l.1);
            let b = theirs.next_if(|l| l.0 == slot).map(|l| &l.1);
            Some((slot, a, b))
        });
        let first = self.nlocals;
        let rest = self.rest.iter().zip(&other.rest).enumerate();
        locals.chain(rest.map(move |(i, (a, b))| (first + i, a.as_ref(), b.as_ref())))
    }

    /// Number of slots.
    fn len(&self) -> usize {
        self.nlocals + self.rest.len()
    }

    /// Cuts the value stack to `depth` values and pushes two.
    pub fn enter_handler(&mut self, pc: usize, depth: usize, ty: FlowValue, value: FlowValue) {
        self.rest.truncate(self.ncells + depth);
        self.rest.extend([Some(ty), Some(value)]);
        self.pc = pc;
    }

    /// Removes values from the top of the stack.
    pub fn pop(&mut self, n: usize) {
        debug_assert!(self.ncells + n <= self.rest.len());
        self.rest.truncate(self.rest.len() - n);
    }

    /// Pushes a value.
    pub fn push(&mut self, w: FlowValue) {
        self.rest.push(Some(w));
    }

    /// Forgets locals that no later instruction reads.
    pub fn kill_dead(&mut self, live: &Liveness) {
        let pc = self.pc;
        self.locals.retain(|(i, _)| live.is_live(pc, *i));
    }

    /// Name of a local for a slot, if it is one of a local the user wrote.
    pub fn slot_name<'a>(&self, i: usize, code: &'a CodeObject) -> Option<&'a str> {
        let n = code.varnames.get(i).filter(|_| i < self.nlocals)?.as_str();
        let n = n.rsplit('.').next().unwrap_or(n);
        (!n.starts_with('$') && !n.is_empty()).then_some(n)
    }

    /// Says whether this state and `other` may share a block. Different constant exception classes in
    /// an `except` chain do not: so the tests of the chain fold.
    fn compatible(&self, other: &FrameState, code: &CodeObject) -> bool {
        if self.suppressed != other.suppressed && !self.same_bound(other) {
            return false;
        }
        let chain = catch_slot(code, self.pc).map(|below| self.len() - below);
        let of_super = |w: &FlowValue| matches!(w, FlowValue::Super(..) | FlowValue::Bound(..));
        for (i, a, b) in self.pairs(other) {
            if let (Some(a), Some(b)) = (a, b)
                && (of_super(a) || of_super(b))
                && a.of_super(b).is_none()
            {
                return false;
            }
            let exact = match (a, b) {
                (Some(FlowValue::Unroller(..)), Some(_)) => true,
                (Some(_), Some(FlowValue::Unroller(..))) => true,
                (Some(FlowValue::Const(_)), Some(_)) | (Some(_), Some(FlowValue::Const(_))) => {
                    chain == Some(i)
                        || i < self.nlocals && code.varnames[i].as_str().starts_with("$etype")
                }
                _ => false,
            };
            if exact && a != b {
                return false;
            }
        }
        true
    }

    /// Says whether the states have different values where one of the two is of the kind asked for.
    pub fn differ_where(&self, other: &FrameState, kind: impl Fn(&FlowValue) -> bool) -> bool {
        self.pairs(other).any(|pair| match pair {
            (_, Some(a), Some(b)) => a != b && (kind(a) || kind(b)),
            _ => false,
        })
    }

    /// Says whether the same variables have values in both states.
    pub fn same_bound(&self, other: &FrameState) -> bool {
        self.pairs(other).all(|(_, a, b)| a.is_some() == b.is_some())
    }

    /// The most special state that covers both; `None` if they must stay apart. New variables
    /// are marked by `fresh`.
    pub fn union(
        &self,
        other: &FrameState,
        code: &CodeObject,
        fresh: &mut dyn FnMut(usize) -> VarId,
    ) -> Option<FrameState> {
        if !self.compatible(other, code) {
            return None;
        }
        let mut merged = FrameState {
            pc: self.pc,
            suppressed: self.suppressed && other.suppressed,
            locals: Vec::with_capacity(self.locals.len()),
            rest: Vec::with_capacity(self.rest.len()),
            nlocals: self.nlocals,
            ncells: self.ncells,
        };
        for (i, a, b) in self.pairs(other) {
            let w = match (a, b) {
                (None, _) | (_, None) => None,
                (Some(x), Some(y)) => Some(x.union(y, &mut || fresh(i))),
            };
            match w {
                w if i >= self.nlocals => merged.rest.push(w),
                Some(w) => merged.locals.push((i, w)),
                None => {}
            }
        }
        Some(merged)
    }

    /// Says whether merging gave nothing more general than `self` already is.
    pub fn same_shape(&self, merged: &FrameState) -> bool {
        self.suppressed == merged.suppressed
            && self.pairs(merged).all(|(_, a, b)| match (a, b) {
                (Some(a), Some(b)) => a.same_shape(b),
                _ => a == b,
            })
    }
}

/// A slot, and its value in two states.
pub type Pair<'a> = (usize, Option<&'a FlowValue>, Option<&'a FlowValue>);

/// Gives, at the start of an `except` chain, the number of slots from their end down to the type.
fn catch_slot(code: &CodeObject, pc: usize) -> Option<usize> {
    let is_store = |pc: usize, prefix: &str| match code.instrs.get(pc) {
        Some(Instruction::StoreFast(i)) => code.varnames[*i as usize].as_str().starts_with(prefix),
        _ => false,
    };
    (is_store(pc, "$evalue") && is_store(pc + 1, "$etype")).then_some(2)
}

/// Says, for each instruction, which locals may still be read.
pub struct Liveness {
    /// Ranges of instructions where each local is live, in order: first instruction, and the one behind the last.
    ranges: Vec<Vec<(u32, u32)>>,
}

impl Liveness {
    /// Backward from where each local is read to where it is set: so it costs as much as there is to tell.
    pub fn of(code: &CodeObject) -> Liveness {
        let before = Predecessors::of(code);
        let mut reads: Vec<Vec<u32>> = vec![vec![]; code.varnames.len()];
        for (pc, op) in code.instrs.iter().enumerate() {
            if let Instruction::LoadFast(i)
            | Instruction::DeleteFast(i)
            | Instruction::KeepFast(i, _) = op
            {
                reads[*i as usize].push(pc as u32);
            }
        }
        // By instruction, the last local that is known to be live there.
        let mut seen = vec![u32::MAX; code.instrs.len()];
        let ranges = reads.into_iter().enumerate();
        let ranges = ranges.map(|(i, reads)| {
            let i = i as u32;
            let mut live = vec![];
            let mut work = reads;
            while let Some(pc) = work.pop() {
                if std::mem::replace(&mut seen[pc as usize], i) == i {
                    continue;
                }
                live.push(pc);
                let sets = |pc: &u32| {
                    matches!(code.instrs[*pc as usize],
                        Instruction::StoreFast(j) | Instruction::ClearFast(j) if i == j)
                };
                let above =
                    pc.checked_sub(1).filter(|pc| !code.instrs[*pc as usize].is_terminator());
                let jumps = before.jumps.get(&pc).into_iter().flatten().copied();
                work.extend(above.into_iter().chain(jumps).filter(|pc| !sets(pc)));
                work.extend(before.raising.get(&pc).into_iter().flatten());
            }
            joined(live)
        });
        Liveness { ranges: ranges.collect() }
    }

    /// Says whether local `i` may be read from `pc` on.
    pub fn is_live(&self, pc: usize, i: usize) -> bool {
        let pc = pc as u32;
        let ranges = &self.ranges[i];
        let behind = ranges.partition_point(|(first, _)| *first <= pc);
        behind > 0 && pc < ranges[behind - 1].1
    }
}

/// Instructions as ranges.
fn joined(mut pcs: Vec<u32>) -> Vec<(u32, u32)> {
    pcs.sort_unstable();
    let mut ranges: Vec<(u32, u32)> = vec![];
    for pc in pcs {
        match ranges.last_mut() {
            Some((_, end)) if *end == pc => *end += 1,
            _ => ranges.push((pc, pc + 1)),
        }
    }
    ranges
}

/// Lists, for each instruction, those from which control comes, otherwise than from the one before.
struct Predecessors {
    jumps: FxHashMap<u32, Vec<u32>>,
    /// Instructions from which control comes by an exception.
    raising: FxHashMap<u32, Vec<u32>>,
}

impl Predecessors {
    fn of(code: &CodeObject) -> Predecessors {
        let mut all = Predecessors { jumps: Default::default(), raising: Default::default() };
        for (pc, op) in code.instrs.iter().enumerate() {
            if let Some(target) = op.target() {
                all.jumps.entry(target).or_default().push(pc as u32);
            }
            if let Some(handler) = code.handler_at(pc) {
                all.raising.entry(handler.target).or_default().push(pc as u32);
            }
        }
        all
    }
}

/// A block that starts at a join, and the state it was recorded for.
pub(super) struct Join {
    pub(super) block: BlockId,
    pub(super) state: FrameState,
}

/// The instruction that is interpreted, and what has become of it so far.
#[derive(Default)]
pub(super) struct Current {
    pub(super) pc: usize,
    /// Its source.
    pub(super) span: Span,
    /// Exception classes that the operation just recorded can raise, where a handler is in force.
    pub(super) raising: Vec<&'static str>,
    /// Says whether it makes objects where a handler is in force: it may raise MemoryError, too. (Unlike other exceptions, not only
    /// its last operation.)
    pub(super) allocates: bool,
    /// Says whether it goes down nested objects where a handler is in force: it may raise RecursionError, too.
    pub(super) recurses: bool,
    /// Its operations cannot raise, whatever the table of operations says.
    pub(super) no_raise: bool,
    /// The next arithmetic operation is the argument of `ovfcheck`.
    pub(super) check_overflow: bool,
    /// The variable that decides the truth test in progress.
    pub(super) tested: Option<VarId>,
    /// Operations must fold: none may be recorded.
    pub(super) dry: bool,
}

/// The object space in which values are [`FlowValue`]s.
pub struct FlowSpace<'h> {
    pub(super) host: &'h mut Host,
    /// The instruction that is interpreted.
    pub(super) at: Current,
    pub(super) graph: HlGraph,
    /// The block in which operations are recorded.
    pub(super) block: BlockId,
    pub(super) code: Rc<CodeObject>,
    /// The class whose bases `super` follows, if it is another one than that of the definition.
    pub(super) home: Option<HostRef>,
    /// Exception instances made in this block: their class is known exactly.
    pub(super) exact_class: FxHashMap<VarId, HostRef>,
    /// Objects of literals, so that a literal is the same constant each time.
    pub(super) consts: FxHashMap<usize, HlConst>,
    pub(super) tuples: FxHashMap<Vec<HlConst>, HostRef>,
    /// Functions made by `def` and `lambda` inside this function (or their classes), by place and what is known of
    /// defaults and captured variables.
    pub(super) functions: FxHashMap<(usize, Vec<Option<HlConst>>), HostRef>,
    /// Says how its own variables that inner functions use are kept.
    pub(super) plans: Vec<CellPlan>,
    /// Their host cells, if they are captured before they are known.
    pub(super) late_cells: Vec<Option<HostRef>>,
    /// The cell because of which the graph must be built again.
    pub(super) retry: Option<u32>,
    pub(super) imports: FxHashMap<usize, HostRef>,
    pub(super) live: Liveness,
    /// Control came out of a `with` whose `__exit__` suppressed an exception: variables may be without value.
    pub(super) suppressed: bool,
    /// Some join is reached both with and without a value of a variable: reading it where it has none is an error at
    /// run time, not a mistake that is certain.
    pub(super) maybe_unbound: bool,
    /// A frame of the function.
    pub(super) template: Option<Frame<FlowSpace<'h>>>,
    /// Instructions where control can join.
    pub(super) candidate: Vec<bool>,
    pub(super) joins: BTreeMap<usize, Vec<Join>>,
    /// Blocks to record, in order of position: so that what flows into a join is known before
    /// the join is recorded, as far as possible.
    pub(super) pending: BTreeMap<(usize, u32), (BlockId, FrameState)>,
    pub(super) dead: FxHashSet<BlockId>,
    /// Blocks that were generalised while the current one was recorded, with their new exit.
    pub(super) patches: Vec<(BlockId, Link<Hl>)>,
    pub(super) seq: u32,
}

pub(super) type FlowResult<T = ()> = Result<T, Box<Diagnostic>>;

/// Says how a variable that inner functions use is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct CellPlan {
    /// True if it is in a cell object: it may change after it was captured.
    pub object: bool,
    /// It may be read while it has no value.
    pub checked: bool,
    /// It is only the name of the function or class made here, which uses itself.
    pub own_name_at: Option<usize>,
    /// It is the name of functions or classes and used before it has its value: a constant, as long as these are.
    pub late: bool,
}
