//! The work list: blocks that are still to be annotated, each from an operation on.

use crate::AnnGraphId;
use crate::model::site::{BlockState, Position, Site};
use crate::model::{ClassDefId, DescId, DictDefId, SomeValue};
use flowmodel::{BlockId, FuncTypeId, HostRef};
use indexmap::{IndexMap, IndexSet};

/// Chooses the next one of so many waiting blocks.
pub type Order = Box<dyn FnMut(usize) -> usize>;

/// Blocks to be annotated, each from an operation on: what stands before it has not changed.
#[derive(Default)]
pub(crate) struct Worklist(IndexMap<(AnnGraphId, BlockId), usize, rustc_hash::FxBuildHasher>);

impl Worklist {
    pub(crate) fn insert(&mut self, p: Position) {
        let from = self.0.entry((p.graph, p.block)).or_insert(p.op);
        *from = (*from).min(p.op);
    }
    /// Puts a block on the list that is there already; false if it is not.
    fn insert_known(&mut self, p: Position) -> bool {
        let known = self.0.contains_key(&(p.graph, p.block));
        if known {
            self.insert(p);
        }
        known
    }
    /// Takes the last one, or the one that `order` says.
    fn take(&mut self, order: &mut Option<Order>) -> Option<Position> {
        let taken = match order {
            Some(order) if !self.0.is_empty() => {
                let i = order(self.0.len());
                self.0.swap_remove_index(i)
            }
            _ => self.0.pop(),
        };
        taken.map(|((graph, block), op)| Position { graph, block, op })
    }
}

/// Measures the definitions: it differs if there are new ones, or old ones have changed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Extent {
    pub changes: u64,
    pub classes: usize,
    pub lists: usize,
    pub dicts: usize,
    pub descs: usize,
    /// Dicts and sets that are changed at run time.
    pub changed_dicts: usize,
    /// Counts what the flow space took for granted.
    pub assumed: usize,
}

/// Calls that joined values want, as they are made by the annotator when the operation that joined the values is done.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Owed {
    /// The functions that a dict has for its keys are called with these.
    Keys(DictDefId),
    /// A function takes the two functions of a dict, and another one takes the result.
    Functions { make: HostRef, select: HostRef, of_dict: [SomeValue; 2] },
    /// A function is called by code of C that has this object and type for it.
    Callback { object: HostRef, function: DescId, of: FuncTypeId },
    /// There are instances of a class: its `__del__` is part of the program.
    Finalizer(ClassDefId),
    /// A function is called with instances of a class that are dead.
    OnDeath { function: HostRef, of: ClassDefId },
}

/// The work of the fixpoint.
#[derive(Default)]
pub struct Work {
    /// Order of the worklist: which of so many waiting blocks is next; `None` is last-in first-out.
    pub order: Option<Box<dyn FnMut(usize) -> usize>>,
    /// True if functions of the program ran at translation time, which may have changed prebuilt objects.
    pub(crate) functions_ran: bool,
    /// Counts changes of what definitions say: of lists, dicts and classes.
    pub(crate) changes: u64,
    /// The extent of what there was when nothing was left to do: while it is the same there is no need to look at all
    /// definitions again. (Each helper that the RTyper asks for is a fixpoint of its own.)
    pub(crate) settled: Option<Extent>,
    /// Calls that are still to be made, each with the place that wants it.
    pub(crate) owed: Vec<(Site, Owed)>,
    pub(crate) pending: Worklist,
    /// Blocks that waited for something, to be annotated again when nothing is pending.
    pub(crate) again: Worklist,
    /// Blocks that were annotated to their end, to be looked at again when nothing else is to be done.
    pub(crate) later: Worklist,
    /// Graphs that were annotated since they were last simplified.
    pub(crate) dirty: std::collections::BTreeSet<AnnGraphId>,
    /// Graphs that were simplified once and then annotated again (by a later helper): whoever has used them must do so again.
    pub changed_after_complete: IndexSet<AnnGraphId>,
}

impl Work {
    /// Says whether nothing waits.
    pub(crate) fn is_settled(&self) -> bool {
        [&self.pending, &self.again, &self.later].iter().all(|w| w.0.is_empty())
            && !self.functions_ran
            && self.owed.is_empty()
    }
    pub(crate) fn clear(&mut self) {
        self.pending.0.clear();
        self.again.0.clear();
        self.later.0.clear();
        self.owed.clear();
    }
    /// Notes that a call is to be made.
    pub(crate) fn owe(&mut self, site: Site, call: Owed) {
        if self.owed.last().is_none_or(|last| last.1 != call) {
            self.owed.push((site, call));
        }
    }
    pub(crate) fn next(&mut self) -> Option<Position> {
        if self.pending.0.is_empty() {
            // Only now: a block that calls many functions waits for all their results.
            std::mem::swap(&mut self.pending, &mut self.again);
        }
        if self.pending.0.is_empty() {
            // Only when all is known that new code can tell: a block that reads what a thousand classes define is not
            // looked at again for each of them.
            std::mem::swap(&mut self.pending, &mut self.later);
        }
        self.pending.take(&mut self.order)
    }
    /// Schedules a block that was reached before, by its state.
    pub(crate) fn schedule_again(&mut self, p: Position, state: BlockState) {
        if state == BlockState::Unseen || self.pending.insert_known(p) {
            return;
        }
        match state {
            BlockState::Done => self.later.insert(p),
            _ => self.again.insert(p),
        }
    }
    /// Notes that a graph is annotated again.
    pub(crate) fn mark_dirty(&mut self, g: AnnGraphId) {
        if self.dirty.insert(g) {
            self.changed_after_complete.insert(g);
        }
    }
}
