//! Marks that exceptions leave for tracebacks while the JIT interprets: the same marks as in ahead-of-time code, in a
//! table of the program.
//!
//! An exception that is caught for good where the JIT looks leaves nothing: nobody asks for its traceback any more. Where the program
//! prints the traceback of what was caught last, that is so unless the function that catches it may print it afterwards.

use flowmodel::ReservedValue;
use flowmodel::analysis::caught::gives_again;
use flowmodel::analysis::flow::reaching;
use flowmodel::analysis::tracebacks::{Frames, Tracebacks, frames};
use flowmodel::analysis::{Callees, call_targets};
use flowmodel::diag::{SourceMap, Span};
use flowmodel::traceback::{Leaves, TracebackKind};
use flowmodel::{
    BlockId, Body, FuncId, Link, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, StructId,
    Type, VarId,
};
use indexmap::IndexSet;
use jitmodel::program::MARK_BITS;
use rustc_hash::{FxHashMap, FxHashSet};

/// The C function that takes marks: the exception's class, and numbers of marks (see `jitmodel::program::MARK_BITS`).
pub const TRACEBACK_FUNCTION: &str = "tw_jit_traceback";

/// The C function that prints where the exception came from that was caught last.
const PRINTS_LAST: &str = "tw_print_last_traceback";

/// A mark: what happens to an exception, in which function, at which place.
pub type Mark = (TracebackKind, FuncId, Span);

/// The marks of all jitcodes.
#[derive(Debug)]
pub struct Marks {
    table: IndexSet<Mark>,
    /// Functions that may print where the exception came from that was caught last.
    printers: FxHashSet<FuncId>,
}

impl Marks {
    /// No marks yet.
    pub fn new(p: &Program) -> Marks {
        Marks { table: IndexSet::new(), printers: printers(p) }
    }

    /// Gives what the marks show.
    pub fn frames(&self, p: &Program, sources: &SourceMap) -> Vec<(TracebackKind, Frames)> {
        let shown = |(kind, f, span): &Mark| {
            let mut places = frames(p, *f, Some(sources), *span);
            if places.is_empty() {
                // An exception begins in a helper: its place is not shown.
                places.push(("".into(), "".into()));
            }
            (*kind, places)
        };
        self.table.iter().map(shown).collect()
    }
}

/// The marks of one graph.
pub struct GraphMarks<'a> {
    p: &'a Program,
    f: FuncId,
    tracebacks: Tracebacks<'a>,
    marks: &'a mut Marks,
    /// Values that may be raised again, or stored, if they are exceptions.
    kept: FxHashSet<VarId>,
    /// Blocks from which the program may ask, in this function, for the traceback of what was caught last.
    asking: FxHashSet<BlockId>,
    keeps: Keeps,
}

impl<'a> GraphMarks<'a> {
    /// Prepares the marks of a function with this graph, in which exits that only pass exceptions
    /// on are dropped.
    pub fn new(p: &'a Program, f: FuncId, g: &mut LlGraph, marks: &'a mut Marks) -> Self {
        let tracebacks = Tracebacks::new(p, f, g);
        let asking = asking(p, g, &marks.printers);
        let catches = |b: BlockId| {
            g.blocks[b].exits.iter().any(|l| l.last_exc_value.is_some())
                || g.blocks[b].operations.iter().any(|op| op.op == LlOp::ExcTraceback)
        };
        let (mut in_graph, mut keeps) = (FxHashSet::default(), Keeps::default());
        if g.reachable().into_iter().any(catches) {
            in_graph = kept(p, g);
            keeps = Keeper::new(p, g, &in_graph, &marks.printers, &asking).places();
        }
        GraphMarks { p, f, tracebacks, marks, kept: in_graph, asking, keeps }
    }

    fn mark(&mut self, kind: TracebackKind, span: Span) -> Option<u32> {
        let number = self.marks.table.insert_full((kind, self.f, span)).0;
        // Further ones are left out.
        (number + 1 < 1 << MARK_BITS).then_some(number as u32)
    }

    /// An exception comes out of operation `i` of a block, and no handler there takes it.
    pub fn passes(&mut self, g: &LlGraph, b: BlockId, i: usize) -> Option<u32> {
        let op = &g.blocks[b].operations[i];
        let span = self.tracebacks.user_span(g, b, i + 1);
        match op.op {
            LlOp::Malloc | LlOp::MallocVarsize => {
                self.mark(TracebackKind::Leaves(Leaves::Raised), span)
            }
            _ if op.op.is_call() => {
                let span = self.tracebacks.of_call(op, span)?;
                let shown = !frames(self.p, self.f, None, span).is_empty();
                shown.then(|| self.mark(TracebackKind::Passes, span))?
            }
            _ => None,
        }
    }

    /// A handler takes what the last operation of a block raised.
    pub fn caught(&mut self, g: &LlGraph, b: BlockId, handler: &Link<Ll>) -> Option<u32> {
        let ops = &g.blocks[b].operations;
        let span = self.tracebacks.user_span(g, b, ops.len());
        let frame = self.tracebacks.frame_with(span, handler.span);
        let op = ops.last()?;
        if !op.op.is_call() {
            // The operation itself raised it.
            let handled = TracebackKind::Handled { leaves: Leaves::Raised, frame, or_outer: false };
            return self.tracebacks.raises_again.then(|| self.mark(handled, span))?;
        }
        let span = self.tracebacks.of_call(op, span)?;
        let kept = self.asking.contains(&handler.target)
            || handler.last_exc_value.is_some_and(|v| self.kept.contains(&v));
        kept.then(|| self.mark(TracebackKind::Caught { frame }, span))?
    }

    /// A link to the except block is taken.
    pub fn raised(&mut self, g: &LlGraph, b: BlockId, link: &Link<Ll>) -> Option<u32> {
        let (leaves, span) = self.tracebacks.raised(g, b, link);
        self.mark(TracebackKind::Leaves(leaves), span)
    }

    /// The last operation of a block raises, and there is no handler.
    pub fn raises_itself(&mut self, g: &LlGraph, b: BlockId) -> Option<u32> {
        let span = self.tracebacks.user_span(g, b, g.blocks[b].operations.len());
        self.mark(TracebackKind::Leaves(Leaves::Raised), span)
    }

    /// Says whether what was caught is to be kept before operation `i` of a block.
    pub fn keeps_before(&self, b: BlockId, i: usize) -> bool {
        self.keeps.ops.contains(&(b, i))
    }

    /// Says whether it is to be kept on an exit of a block.
    pub fn keeps_on(&self, g: &LlGraph, b: BlockId, link: &Link<Ll>) -> bool {
        let exit = g.blocks[b].exits.iter().position(|l| l == link);
        exit.is_some_and(|e| self.keeps.exits.contains(&(b, e)))
    }

    /// A mark that the inliner made.
    pub fn made(&mut self, op: &SpaceOperation<Ll>) -> Option<u32> {
        self.mark(TracebackKind::of(op)?, op.span)
    }
}

/// Finds the functions that may print the traceback of the last exception: the external that does, and all that call it.
fn printers(p: &Program) -> FxHashSet<FuncId> {
    let prints =
        |f: &FuncId| matches!(&p.funcs[*f].body, Body::External(e) if &*e.c_name == PRINTS_LAST);
    let mut work: Vec<FuncId> = p.funcs.keys().filter(prints).collect();
    let mut found: FxHashSet<FuncId> = work.iter().copied().collect();
    if work.is_empty() {
        return found;
    }
    let mut callers: FxHashMap<FuncId, Vec<FuncId>> = FxHashMap::default();
    for (f, function) in &p.funcs {
        let blocks = function.graph().into_iter().flat_map(|g| g.blocks.values());
        for op in blocks.flat_map(|b| &b.operations) {
            if let Callees::Known(callees) = call_targets(p, op) {
                callees.iter().for_each(|c| callers.entry(*c).or_default().push(f));
            }
        }
    }
    while let Some(f) = work.pop() {
        let more = callers.remove(&f).unwrap_or_default();
        work.extend(more.into_iter().filter(|c| found.insert(*c)));
    }
    found
}

/// Blocks of a graph from which a call of one of these functions is reached.
fn asking(p: &Program, g: &LlGraph, printers: &FxHashSet<FuncId>) -> FxHashSet<BlockId> {
    if printers.is_empty() {
        return FxHashSet::default();
    }
    let any = |b: &BlockId| g.blocks[*b].operations.iter().any(|op| asks(p, op, printers));
    let ends: Vec<BlockId> = g.reachable().into_iter().filter(any).collect();
    reaching(g, ends)
}

fn asks(p: &Program, op: &SpaceOperation<Ll>, printers: &FxHashSet<FuncId>) -> bool {
    matches!(call_targets(p, op), Callees::Known(callees) if callees.iter().any(|c| printers.contains(c)))
}

/// Variables of a graph whose value goes where more is done with it than reading its fields.
fn kept(p: &Program, g: &LlGraph) -> FxHashSet<VarId> {
    let mut kept: FxHashSet<VarId> = FxHashSet::default();
    loop {
        let before = kept.len();
        for b in g.reachable() {
            for l in &g.blocks[b].exits {
                let inputs = &g.blocks[l.target].inputargs;
                for (a, input) in l.args.iter().zip(inputs) {
                    if (g.is_final(l.target) || kept.contains(input))
                        && let Some(v) = a.as_var()
                    {
                        kept.insert(v);
                    }
                }
            }
            for op in g.blocks[b].operations.iter().rev() {
                let harmless =
                    reads_only(op.op) || gives_again(p, g, op) && !kept.contains(&op.result);
                if !harmless {
                    kept.extend(op.args.iter().filter_map(|a| a.as_var()));
                }
            }
        }
        if kept.len() == before {
            return kept;
        }
    }
}

fn reads_only(op: LlOp) -> bool {
    matches!(op, LlOp::GetField | LlOp::PtrEq | LlOp::PtrNe | LlOp::PtrIszero | LlOp::PtrNonzero)
}

/// Says where exceptions that were caught are kept: as late as possible, so that it costs nothing where they are
/// not.
#[derive(Default)]
struct Keeps {
    /// Operations before which they are kept.
    ops: FxHashSet<(BlockId, usize)>,
    /// Exits on which they are kept.
    exits: FxHashSet<(BlockId, usize)>,
}

/// Variables that hold an exception which was caught, and whose traceback may be lost yet; [`last`] stands for what was caught last,
/// where that may be asked for.
type Held = FxHashSet<VarId>;

fn last() -> VarId {
    VarId::reserved_value()
}

struct Keeper<'a> {
    p: &'a Program,
    g: &'a LlGraph,
    kept: &'a FxHashSet<VarId>,
    printers: &'a FxHashSet<FuncId>,
    asking: &'a FxHashSet<BlockId>,
    /// The type that all exceptions inherit from.
    exceptions: Option<StructId>,
}

impl<'a> Keeper<'a> {
    fn new(
        p: &'a Program,
        g: &'a LlGraph,
        kept: &'a FxHashSet<VarId>,
        printers: &'a FxHashSet<FuncId>,
        asking: &'a FxHashSet<BlockId>,
    ) -> Self {
        let one = p.exc.instances.values().next();
        let mut exceptions = one.map(|o| p.heap[*o].ty);
        while let Some(s) = exceptions
            && let parent @ Some(_) = p.types.structs[s].parent
            && parent != p.exc.object
        {
            exceptions = parent;
        }
        Keeper { p, g, kept, printers, asking, exceptions }
    }

    fn places(&self) -> Keeps {
        let order = self.g.reverse_postorder();
        // Absent: not reached yet. Empty: nothing is held there, on one way at least.
        let mut entry: FxHashMap<BlockId, Held> = FxHashMap::default();
        entry.insert(self.g.startblock, Held::default());
        loop {
            let mut next: FxHashMap<BlockId, (Held, bool)> = FxHashMap::default();
            next.insert(self.g.startblock, (Held::default(), false));
            for b in order.iter().filter(|b| entry.contains_key(b)) {
                for (l, held) in self.g.blocks[*b].exits.iter().zip(self.block(*b, &entry[b]).1) {
                    let (all, everywhere) =
                        next.entry(l.target).or_insert_with(|| (Held::default(), true));
                    *everywhere &= !held.is_empty();
                    all.extend(held);
                }
            }
            let found = next.into_iter().map(|(b, (held, everywhere))| {
                (b, if everywhere && !self.g.is_final(b) { held } else { Held::default() })
            });
            let found: FxHashMap<BlockId, Held> = found.collect();
            if found == entry {
                break;
            }
            entry = found;
        }
        let mut keeps = Keeps::default();
        for b in order.into_iter().filter(|b| entry.contains_key(b)) {
            let (ops, exits) = self.block(b, &entry[&b]);
            keeps.ops.extend(ops.into_iter().map(|i| (b, i)));
            for (e, held) in exits.into_iter().enumerate() {
                if !held.is_empty() && entry[&self.g.blocks[b].exits[e].target].is_empty() {
                    keeps.exits.insert((b, e));
                }
            }
        }
        keeps
    }

    /// Operations before which something must be kept, and what is held at the targets of the exits.
    fn block(&self, b: BlockId, entry: &Held) -> (Vec<usize>, Vec<Held>) {
        let blk = &self.g.blocks[b];
        let mut held = entry.clone();
        let mut ops = vec![];
        for (i, op) in blk.operations.iter().enumerate() {
            let used = op.args.iter().filter_map(|a| a.as_var()).any(|v| held.contains(&v));
            if used && gives_again(self.p, self.g, op) {
                held.insert(op.result);
                continue;
            }
            let other = op.op.is_call()
                || op.op.can_raise()
                || matches!(op.op, LlOp::JitMarker | LlOp::ExcTraceback);
            if !held.is_empty() && (other || used && !reads_only(op.op)) {
                let asked = held.contains(&last()) && self.asks_from(b, i);
                if asked || held.iter().any(|v| self.kept.contains(v)) {
                    ops.push(i);
                }
                held.clear();
            }
        }
        // The inliner's: what it hands on is the exception.
        let marked = blk.operations.last().is_some_and(|op| op.op == LlOp::ExcTraceback);
        let mut handed = blk.exits.iter().flat_map(|l| &l.args);
        if marked && !handed.any(|a| self.is_exception(a)) {
            ops.push(blk.operations.len());
        }
        let exits = blk.exits.iter().map(|l| {
            let inputs = &self.g.blocks[l.target].inputargs;
            let caught = blk.can_raise().then_some(l.last_exc_value).flatten();
            let holds = |a: &LlValue| match a.as_var() {
                _ if marked => self.is_exception(a),
                Some(v) => held.contains(&v) || Some(v) == caught,
                None => false,
            };
            let passed = l.args.iter().zip(inputs).filter(|(a, _)| holds(a));
            let mut passed: Held = passed.map(|(_, input)| *input).collect();
            let keep = self.g.is_final(l.target) || passed.iter().any(|v| self.kept.contains(v));
            if !keep {
                passed.clear();
            }
            let any = marked || caught.is_some() || held.contains(&last());
            if any && self.asking.contains(&l.target) {
                passed.insert(last());
            }
            passed
        });
        let exits = exits.collect();
        (ops, exits)
    }

    /// Tells whether operation `i` of a block, or a later one, may ask for the traceback of what was caught last.
    fn asks_from(&self, b: BlockId, i: usize) -> bool {
        let blk = &self.g.blocks[b];
        blk.operations[i..].iter().any(|op| asks(self.p, op, self.printers))
            || blk.exits.iter().any(|l| self.asking.contains(&l.target))
    }

    fn is_exception(&self, v: &LlValue) -> bool {
        let (Type::Ptr(s), Some(root)) = (self.p.value_type(self.g, v), self.p.exc.object) else {
            return false;
        };
        s == root || self.exceptions.is_some_and(|e| self.p.types.is_subtype(s, e))
    }
}
