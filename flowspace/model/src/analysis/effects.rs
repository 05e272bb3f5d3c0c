//! Effects of functions: what they do besides computing their result. There is one set of facts per function
//! ([`Effects`]), which all stages ask: passes, the transformers, the JIT's codewriter. The facts of single operations
//! come from the table (package lloperation).

use crate::analysis::callgraph::{CallGraph, Callee, Callees, call_targets, family_of_call};
use crate::analysis::classes::catches_everything;
use crate::analysis::engine::{Analysis, GraphAnalyzer};
use crate::analysis::escape::{FreshObjects, writes_object};
use crate::analysis::places::{Place, PlaceSet, Places, container, read, written};
use crate::graph::SpaceOperation;
use crate::ll::{Body, FuncId, Ll, LlGraph, Program};
use crate::lltype::Type;
use lloperation::effects::{COLLECTS, ORDERED, UNKNOWN};
use rustc_hash::FxHashSet;

/// Class of the exception that functions on cycles of the call graph raise when the recursion is too deep.
pub const STACK_OVERFLOW: &str = "RecursionError";

/// Lists what a function, its callees included, or an operation may do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Memory that may be read.
    pub reads: PlaceSet,
    /// Memory that may be written. Objects that the function makes do not count: callers cannot have seen them before.
    pub writes: PlaceSet,
    /// Unknown code may run: all memory may be read and written, also where `reads` and `writes` are empty.
    pub random: bool,
    /// An allocation may raise MemoryError.
    pub memory_error: bool,
    /// May raise in other ways.
    pub raises: bool,
    /// May run a collection.
    pub collects: bool,
    /// Something besides memory and exceptions happens: it must not be dropped.
    pub side: bool,
}

impl Effects {
    /// Anything.
    pub fn unknown() -> Effects {
        Effects {
            random: true,
            memory_error: true,
            raises: true,
            collects: true,
            side: true,
            ..Effects::default()
        }
    }
    /// May raise anything.
    pub fn can_raise(&self) -> bool {
        self.raises || self.memory_error
    }
    /// Says whether a call without use for its result may be dropped, as far as effects but exceptions are
    /// concerned.
    pub fn is_droppable(&self) -> bool {
        !self.random && self.writes.is_empty() && !self.side
    }
    /// Adds all of `o`; no exceptions if they are `caught`.
    pub fn add(&mut self, o: &Effects, caught: bool) {
        self.random |= o.random;
        self.memory_error |= o.memory_error && !caught;
        self.raises |= o.raises && !caught;
        self.collects |= o.collects;
        self.side |= o.side;
        if self.random {
            self.reads.clear();
            self.writes.clear();
        } else {
            self.reads.union(&o.reads);
            self.writes.union(&o.writes);
        }
    }
}

/// [`Effects`] as a client of the engine.
#[derive(Clone, Debug)]
pub struct EffectAnalysis {
    places: Places,
    /// Functions that raise when the recursion is too deep.
    deep: FxHashSet<FuncId>,
    /// Functions of which nothing is known.
    random: FxHashSet<FuncId>,
}

impl EffectAnalysis {
    /// An operation that is not a call.
    fn operation(
        &self,
        p: &Program,
        g: &LlGraph,
        op: &SpaceOperation<Ll>,
        caught: bool,
        fresh: bool,
        e: &mut Effects,
    ) {
        match op.op.raises() {
            _ if caught => {}
            [] => {}
            ["MemoryError"] => e.memory_error = true,
            _ => e.raises = true,
        }
        e.collects |= op.op.has(COLLECTS);
        e.side |= op.op.has(ORDERED);
        let known = fresh || written(p, g, op, &mut |pl| self.places.insert(p, &mut e.writes, pl));
        if !known || op.op.has(UNKNOWN) {
            e.add(&Effects { random: true, side: true, ..Effects::default() }, caught);
        } else if !e.random {
            read(p, g, op, &mut |pl| self.places.insert(p, &mut e.reads, pl));
        }
    }
}

impl Analysis for EffectAnalysis {
    type Result = Effects;
    fn bottom(&self) -> Effects {
        Effects::default()
    }
    fn top(&self) -> Effects {
        Effects::unknown()
    }
    fn add_call(&self, caller: &mut Effects, callee: &Effects, caught: bool) {
        caller.add(callee, caught);
    }
    fn graph(&self, p: &Program, g: &LlGraph) -> Effects {
        let mut own = Effects::default();
        let made = FreshObjects::of(g);
        for b in g.reachable() {
            let blk = &g.blocks[b];
            let all_caught = catches_everything(p, blk);
            for (i, op) in blk.operations.iter().enumerate() {
                let last = i + 1 == blk.operations.len();
                let caught = all_caught && last;
                match call_targets(p, op) {
                    Callees::Known(_) => {}
                    Callees::Unknown => own.add(&Effects::unknown(), caught),
                    // Anywhere else it is known not to overflow.
                    Callees::None if op.op.is_ovf() && !(last && blk.can_raise()) => {}
                    Callees::None => {
                        let fresh = writes_object(op.op)
                            && made.as_ref().is_some_and(|m| m.contains(&op.args[0]));
                        self.operation(p, g, op, caught, fresh, &mut own);
                    }
                }
            }
            own.raises |= blk.exits.iter().any(|l| l.target == g.exceptblock);
        }
        if own.random {
            own.writes.clear();
        }
        own
    }
    fn external(&self, p: &Program, f: FuncId) -> Effects {
        let func = &p.funcs[f];
        // Only an external that runs the program's code again can raise its exceptions.
        if matches!(&func.body, Body::External(x) if x.can_collect) {
            let raises = !func.attrs.cannot_raise;
            return Effects { raises, memory_error: raises, ..Effects::unknown() };
        }
        // C code sees raw memory, and containers that it is given.
        let mut e = Effects { side: !func.attrs.elidable, ..Effects::default() };
        if e.side {
            self.places.insert(p, &mut e.writes, Place::Raw);
        }
        for t in &p.types.funcs[func.ty].args {
            if let Type::Ptr(s) = t {
                container(p, *s, &mut |pl| self.places.insert(p, &mut e.writes, pl));
            }
        }
        e.reads = e.writes.clone();
        self.places.insert(p, &mut e.reads, Place::Raw);
        e
    }
    fn adjust(&self, p: &Program, f: FuncId, r: &mut Effects) {
        if self.random.contains(&f) {
            *r = Effects::unknown();
        }
        r.raises |= self.deep.contains(&f);
        r.collects &= !p.funcs[f].attrs.no_collect;
    }
}

/// The effects of all functions of a program, and its call graph.
#[derive(Clone)]
pub struct EffectFacts {
    calls: CallGraph,
    engine: GraphAnalyzer<EffectAnalysis>,
    unknown: Effects,
}

impl EffectFacts {
    /// Finds the effects in a program before the exception transformer: any function on a cycle of the call graph may
    /// come to raise when the recursion is too deep.
    pub fn new(p: &Program) -> EffectFacts {
        EffectFacts::with_random(p, &[])
    }
    /// Finds the effects as [`EffectFacts::new`] does, if nothing is known of the given functions.
    pub fn with_random(p: &Program, random: &[FuncId]) -> EffectFacts {
        let calls = CallGraph::new(p);
        let deep = deep(p, &calls);
        EffectFacts::with(p, calls, deep, random.iter().copied().collect())
    }
    /// Finds the effects if exactly the given functions test for stack overflow.
    pub fn with_stack_checks(p: &Program, calls: CallGraph, checks: &[FuncId]) -> EffectFacts {
        EffectFacts::with(p, calls, checks.iter().copied().collect(), FxHashSet::default())
    }
    fn with(
        p: &Program,
        calls: CallGraph,
        deep: FxHashSet<FuncId>,
        random: FxHashSet<FuncId>,
    ) -> EffectFacts {
        let analysis = EffectAnalysis { places: Places::new(p), deep, random };
        let engine = GraphAnalyzer::new(p, &calls, analysis);
        EffectFacts { calls, engine, unknown: Effects::unknown() }
    }
    /// Brings the facts of [`EffectFacts::new`] up to date where these functions have changed. Returns the functions with calls
    /// of these, or that have other effects than before.
    pub fn update(&mut self, p: &Program, changed: &[FuncId]) -> Vec<FuncId> {
        self.calls.update(p, changed);
        let deep = deep(p, &self.calls);
        let random = self.engine.analysis().random.clone();
        let analysis = EffectAnalysis { places: Places::new(p), deep, random };
        let mut others = self.engine.update(p, &self.calls, analysis, changed);
        others.extend(changed.iter().map(|f| Callee::Func(*f)));
        let calls_one = |f: &FuncId| self.calls.calls(*f).callees().any(|c| others.contains(&c));
        p.funcs.keys().filter(calls_one).collect()
    }
    /// The call graph.
    pub fn calls(&self) -> &CallGraph {
        &self.calls
    }
    /// Gives the effects of a call of the function.
    pub fn func(&self, f: FuncId) -> &Effects {
        self.engine.func(f).unwrap_or(&self.unknown)
    }
    /// Gives the effects of an operation, callees included.
    pub fn operation(&self, p: &Program, g: &LlGraph, op: &SpaceOperation<Ll>) -> Effects {
        let mut e = Effects::default();
        if let Some(of_family) = family_of_call(op).and_then(|f| self.engine.family(f)) {
            return of_family.clone();
        }
        match call_targets(p, op) {
            Callees::None => self.engine.analysis().operation(p, g, op, false, false, &mut e),
            Callees::Known([f]) => return self.func(*f).clone(),
            Callees::Known(fs) => fs.iter().for_each(|f| e.add(self.func(*f), false)),
            Callees::Unknown => return Effects::unknown(),
        }
        e
    }
    /// Says whether an operation may raise.
    pub fn op_raises(&self, p: &Program, op: &SpaceOperation<Ll>) -> bool {
        self.op_may(p, op, op.op.can_raise(), Effects::can_raise)
    }
    /// Says whether an operation may run a collection.
    pub fn op_collects(&self, p: &Program, op: &SpaceOperation<Ll>) -> bool {
        self.op_may(p, op, op.op.has(COLLECTS), |e| e.collects)
    }
    fn op_may(
        &self,
        p: &Program,
        op: &SpaceOperation<Ll>,
        itself: bool,
        what: impl Fn(&Effects) -> bool,
    ) -> bool {
        if let Some(of_family) = family_of_call(op).and_then(|f| self.engine.family(f)) {
            return what(of_family);
        }
        match call_targets(p, op) {
            Callees::None => itself,
            Callees::Known(fs) => fs.iter().any(|f| what(self.func(*f))),
            Callees::Unknown => true,
        }
    }
    /// Says whether something with these effects may write to `place`.
    pub fn may_write(&self, p: &Program, e: &Effects, place: Place) -> bool {
        e.random || self.engine.analysis().places.contains(p, &e.writes, place)
    }
    /// The places of a set.
    pub fn places(&self, set: &PlaceSet) -> Vec<Place> {
        self.engine.analysis().places.list(set)
    }
}

/// Functions that may come to test for stack overflow: the members of cycles.
fn deep(p: &Program, calls: &CallGraph) -> FxHashSet<FuncId> {
    match p.exc.instances.contains_key(STACK_OVERFLOW) {
        true => calls.recursive(p),
        false => FxHashSet::default(),
    }
}
