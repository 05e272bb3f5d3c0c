//! Analyses of effects over the call graph. [`GraphAnalyzer`] is the fixpoint engine; an [`Analysis`] says what
//! each operation and each external function contributes. Used by passes here, the transformers and the
//! JIT's codewriter.

use crate::edit::{catches_all, is_subclass, origins};
use flowmodel::{
    Body, Const, ExitCase, FuncId, LlGraph, LlOp, LlValue, ObjId, Program, SecondaryMap,
    SpaceOperation, StructId, Type, VarId, effects,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What an analysis computes; results only grow.
pub trait Analysis {
    /// The result for a function or an operation.
    type Result: Clone + PartialEq;
    /// No effect.
    fn bottom(&self) -> Self::Result;
    /// Any effect.
    fn top(&self) -> Self::Result;
    /// Adds `b` to `a`.
    fn join(&self, a: &mut Self::Result, b: &Self::Result);
    /// An operation that is not a call.
    fn operation(
        &self,
        p: &Program,
        g: &LlGraph,
        op: &SpaceOperation<flowmodel::Ll>,
    ) -> Self::Result;
    /// A function without a graph.
    fn external(&self, p: &Program, f: FuncId) -> Self::Result;
    /// What is known of a function without looking at its graph.
    fn override_func(&self, _p: &Program, _f: FuncId) -> Option<Self::Result> {
        None
    }
    /// Contribution of a link to the except block (an exception raised by the function's own code).
    fn raise_link(&self) -> Self::Result {
        self.bottom()
    }
    /// Whether writes to objects that the function itself allocated do not count: callers cannot have seen
    /// the object before.
    fn ignores_fresh_objects(&self) -> bool {
        false
    }
    /// Whether what an operation does stays hidden from callers where all its exceptions are caught.
    fn hidden_when_caught(&self) -> bool {
        false
    }
}

/// What a graph does by itself, and the functions that it calls besides.
#[derive(Clone)]
struct Summary<R> {
    own: R,
    calls: BTreeSet<FuncId>,
}

/// The results of an analysis for all functions of a program.
pub struct GraphAnalyzer<A: Analysis> {
    analysis: A,
    results: SecondaryMap<FuncId, Option<A::Result>>,
    summaries: SecondaryMap<FuncId, Option<Summary<A::Result>>>,
}

impl<A: Analysis> GraphAnalyzer<A> {
    /// Computes the least fixpoint.
    pub fn new(p: &Program, analysis: A) -> Self {
        let mut a = GraphAnalyzer {
            analysis,
            results: SecondaryMap::new(),
            summaries: SecondaryMap::new(),
        };
        let all: Vec<_> = p.funcs.keys().collect();
        a.summarise(p, &all);
        a.solve(p);
        a
    }
    /// Computes the fixpoint anew where only these functions have changed since; looks at no other graph.
    pub fn update(&mut self, p: &Program, analysis: A, changed: &[FuncId]) {
        self.analysis = analysis;
        self.summarise(p, changed);
        self.solve(p);
    }
    fn summarise(&mut self, p: &Program, funcs: &[FuncId]) {
        for f in funcs {
            self.summaries[*f] = p.funcs[*f].graph().map(|g| self.summary(p, g));
        }
    }
    fn solve(&mut self, p: &Program) {
        // Callees first; functions that call each other share one result.
        let mut calls = petgraph::graph::DiGraph::<FuncId, ()>::new();
        let nodes: Vec<_> = p.funcs.keys().map(|f| calls.add_node(f)).collect();
        for (f, func) in p.funcs.iter() {
            let fixed = match (self.analysis.override_func(p, f), &func.body) {
                (Some(r), _) => Some(r),
                (None, Body::Graph(_)) => None,
                (None, Body::External(_)) => Some(self.analysis.external(p, f)),
                (None, Body::Declared) => Some(self.analysis.top()),
            };
            if fixed.is_none()
                && let Some(s) = &self.summaries[f]
            {
                for c in &s.calls {
                    calls.add_edge(nodes[f.as_u32() as usize], nodes[c.as_u32() as usize], ());
                }
            }
            self.results[f] = fixed;
        }
        for scc in petgraph::algo::tarjan_scc(&calls) {
            let members = || scc.iter().map(|n| calls[*n]);
            let mut r = self.analysis.bottom();
            for s in members().filter_map(|f| match &self.results[f] {
                Some(_) => None,
                None => self.summaries[f].as_ref(),
            }) {
                self.analysis.join(&mut r, &s.own);
                for c in s.calls.iter().filter_map(|c| self.results[*c].as_ref()) {
                    self.analysis.join(&mut r, c);
                }
            }
            for f in members().collect::<Vec<_>>() {
                self.results[f].get_or_insert_with(|| r.clone());
            }
        }
    }
    /// What a graph contributes whatever its callees do.
    fn summary(&self, p: &Program, g: &LlGraph) -> Summary<A::Result> {
        let mut own = self.analysis.bottom();
        let mut calls = BTreeSet::new();
        let fresh = if self.analysis.ignores_fresh_objects() { fresh_objects(g) } else { None };
        let is_fresh = |v: Option<&LlValue>| match (&fresh, v) {
            (Some((fresh, org)), Some(LlValue::Var(v))) => match &org[*v] {
                Some(LlValue::Var(o)) => fresh.contains(o),
                _ => false,
            },
            _ => false,
        };
        for b in g.reachable() {
            let blk = &g.blocks[b];
            let caught = self.analysis.hidden_when_caught()
                && blk.can_raise()
                && blk.exits.iter().any(|l| match &l.case {
                    ExitCase::Value(Const::Obj(c)) => catches_all(p, *c),
                    _ => false,
                });
            for (i, op) in blk.operations.iter().enumerate() {
                let last = i + 1 == blk.operations.len();
                if caught && last {
                    continue;
                }
                // Anywhere else it is known not to overflow.
                if op.op.is_ovf() && !(last && blk.can_raise()) {
                    continue;
                }
                if writes_object(op.op) && is_fresh(op.args.first()) {
                    continue;
                }
                let x = match call_targets(p, op) {
                    Callees::None => self.analysis.operation(p, g, op),
                    Callees::Known(fs) => {
                        calls.extend(fs);
                        continue;
                    }
                    Callees::Unknown => self.analysis.top(),
                };
                self.analysis.join(&mut own, &x);
            }
            if blk.exits.iter().any(|l| l.target == g.exceptblock) {
                self.analysis.join(&mut own, &self.analysis.raise_link());
            }
        }
        Summary { own, calls }
    }
    /// What an operation does, callees included.
    pub fn operation(
        &self,
        p: &Program,
        g: &LlGraph,
        op: &SpaceOperation<flowmodel::Ll>,
    ) -> A::Result {
        match call_targets(p, op) {
            Callees::None => self.analysis.operation(p, g, op),
            Callees::Known([f]) => self.func(*f),
            Callees::Known(fs) => {
                let mut r = self.analysis.bottom();
                for f in fs {
                    self.analysis.join(&mut r, &self.func(*f));
                }
                r
            }
            Callees::Unknown => self.analysis.top(),
        }
    }
    /// What a call of the function does.
    pub fn func(&self, f: FuncId) -> A::Result {
        self.results[f].clone().unwrap_or_else(|| self.analysis.top())
    }
}

/// Whom an operation calls.
enum Callees<'a> {
    /// It is no call.
    None,
    /// One of these.
    Known(&'a [FuncId]),
    /// Anyone.
    Unknown,
}

fn call_targets<'a>(p: &'a Program, op: &'a SpaceOperation<flowmodel::Ll>) -> Callees<'a> {
    match (op.op, op.args.first(), op.args.last()) {
        (LlOp::DirectCall | LlOp::IndirectCall, Some(LlValue::Const(Const::Func(f))), _) => {
            Callees::Known(std::slice::from_ref(f))
        }
        (LlOp::IndirectCall, _, Some(LlValue::Const(Const::Family(fam)))) => {
            Callees::Known(&p.families[*fam])
        }
        (LlOp::DirectCall | LlOp::IndirectCall, _, _) => Callees::Unknown,
        _ => Callees::None,
    }
}

fn writes_object(op: LlOp) -> bool {
    matches!(op, LlOp::SetField | LlOp::SetArrayItem | LlOp::SetInteriorField | LlOp::ZeroItems)
}

type Fresh = (FxHashSet<VarId>, SecondaryMap<VarId, Option<LlValue>>);

/// Results of allocations, and the origins of all variables; `None` if the graph allocates nothing or writes no object.
fn fresh_objects(g: &LlGraph) -> Option<Fresh> {
    let mut set = FxHashSet::default();
    let mut writes = false;
    for b in g.reachable() {
        for o in &g.blocks[b].operations {
            writes |= writes_object(o.op);
            if matches!(o.op, LlOp::Malloc | LlOp::MallocVarsize) {
                set.insert(o.result);
            }
        }
    }
    (writes && !set.is_empty()).then(|| (set, origins(g)))
}

/// Functions that a graph may call directly or through a known family.
pub fn callees(p: &Program, g: &LlGraph) -> Vec<FuncId> {
    let mut out = BTreeSet::new();
    for b in g.reachable() {
        for op in g.blocks[b].operations.iter().filter(|o| o.op.is_call()) {
            for a in &op.args {
                match a {
                    LlValue::Const(Const::Func(f)) => {
                        out.insert(*f);
                    }
                    LlValue::Const(Const::Family(fam)) => out.extend(p.families[*fam].iter()),
                    _ => {}
                }
            }
        }
    }
    out.into_iter().collect()
}

/// Whether a call can raise.
#[derive(Clone, Debug, Default)]
pub struct CanRaise {
    /// Allocation is taken as never failing.
    pub ignore_memory_error: bool,
    /// Functions that raise when the recursion is too deep.
    pub recursive: FxHashSet<FuncId>,
}

impl CanRaise {
    /// The analysis that knows of recursion, as the exception transformer will test it.
    pub fn with_recursion(p: &Program) -> CanRaise {
        CanRaise::with_recursion_in(p, || crate::inline::recursive_funcs(p))
    }
    /// The same, where the recursive functions are known.
    pub(crate) fn with_recursion_in(
        p: &Program,
        recursive: impl FnOnce() -> FxHashSet<FuncId>,
    ) -> CanRaise {
        let recursive = match p.exc.instances.contains_key("RecursionError") {
            true => recursive(),
            false => FxHashSet::default(),
        };
        CanRaise { recursive, ..CanRaise::default() }
    }
}

impl Analysis for CanRaise {
    type Result = bool;
    fn bottom(&self) -> bool {
        false
    }
    fn top(&self) -> bool {
        true
    }
    fn join(&self, a: &mut bool, b: &bool) {
        *a |= b;
    }
    fn operation(&self, _p: &Program, _g: &LlGraph, op: &SpaceOperation<flowmodel::Ll>) -> bool {
        match op.op.raises() {
            [] => false,
            ["MemoryError"] => !self.ignore_memory_error,
            _ => true,
        }
    }
    fn external(&self, p: &Program, f: FuncId) -> bool {
        !p.funcs[f].attrs.cannot_raise && calls_back(p, f)
    }
    fn override_func(&self, p: &Program, f: FuncId) -> Option<bool> {
        match p.funcs[f].attrs.cannot_raise {
            true => Some(false),
            false => self.recursive.contains(&f).then_some(true),
        }
    }
    fn raise_link(&self) -> bool {
        true
    }
    fn hidden_when_caught(&self) -> bool {
        true
    }
}

/// Only an external that runs the program's code again can raise its exceptions.
fn calls_back(p: &Program, f: FuncId) -> bool {
    matches!(&p.funcs[f].body, Body::External(e) if e.can_collect)
}

/// Whether a call can start a garbage collection.
#[derive(Copy, Clone, Debug, Default)]
pub struct CanCollect;

impl Analysis for CanCollect {
    type Result = bool;
    fn bottom(&self) -> bool {
        false
    }
    fn top(&self) -> bool {
        true
    }
    fn join(&self, a: &mut bool, b: &bool) {
        *a |= b;
    }
    fn operation(&self, _p: &Program, _g: &LlGraph, op: &SpaceOperation<flowmodel::Ll>) -> bool {
        op.op.has(effects::COLLECTS)
    }
    fn external(&self, p: &Program, f: FuncId) -> bool {
        calls_back(p, f)
    }
    fn override_func(&self, p: &Program, f: FuncId) -> Option<bool> {
        p.funcs[f].attrs.no_collect.then_some(false)
    }
}

/// A kind of memory that is read or written.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// A fixed field; the container is the ancestor that declares it.
    Field(StructId, u32),
    /// Plain items of a container.
    Items(StructId),
    /// A field of the inline items of a container.
    ItemField(StructId, u32),
    /// Raw memory.
    Raw,
}

/// A set of places, as numbered by [`ReadWrite`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlaceSet(Vec<u64>);

impl PlaceSet {
    fn insert(&mut self, place: u32) {
        let word = place as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (place % 64);
    }
    fn contains(&self, place: u32) -> bool {
        self.0.get(place as usize / 64).is_some_and(|w| w >> (place % 64) & 1 != 0)
    }
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    fn union(&mut self, other: &PlaceSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

/// What is written. `everything` covers also what has no name here (input and output, markers).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Unknown effects: all memory may be written.
    pub everything: bool,
    /// Memory that may be written.
    pub writes: PlaceSet,
    /// Something besides memory happens (allocation does not count): it must not be dropped.
    pub side: bool,
}

impl Effects {
    /// Whether a call without use for its result may be dropped, as far as effects are concerned.
    pub fn is_droppable(&self) -> bool {
        !self.everything && self.writes.is_empty() && !self.side
    }
}

/// The container that declares field `i` of `s`: the topmost ancestor that has it.
pub fn declaring(p: &Program, s: StructId, i: u32) -> StructId {
    let mut s = s;
    while let Some(parent) = p.types.structs[s].parent
        && p.types.structs[parent].fields.len() > i as usize
    {
        s = parent;
    }
    s
}

/// The place that an access operation touches.
pub fn place(p: &Program, g: &LlGraph, op: &SpaceOperation<flowmodel::Ll>) -> Option<Place> {
    let container = |i: usize| match p.value_type(g, &op.args[i]) {
        Type::Ptr(s) => Some(s),
        _ => None,
    };
    let field = |i: usize| match op.args.get(i) {
        Some(LlValue::Const(Const::Field(f))) => Some(*f),
        _ => None,
    };
    if let Some(Type::Ptr(s)) = op.args.first().map(|a| p.value_type(g, a))
        && p.types.structs[s].foreign
        && op.op.has(effects::READS | effects::WRITES)
        && op.op != LlOp::GetArraySize
    {
        // Casts and C code make any two of them the same.
        return Some(Place::Raw);
    }
    Some(match op.op {
        LlOp::GetField | LlOp::SetField => {
            let f = field(1)?;
            Place::Field(declaring(p, container(0)?, f), f)
        }
        LlOp::GetArrayItem | LlOp::SetArrayItem => Place::Items(container(0)?),
        LlOp::GetInteriorField | LlOp::SetInteriorField => {
            Place::ItemField(container(0)?, field(2)?)
        }
        LlOp::RawLoad | LlOp::RawStore => Place::Raw,
        _ => return None,
    })
}

/// Which memory a call writes.
#[derive(Clone, Debug)]
pub struct ReadWrite {
    /// Number of the first place of each container: its fields, its items, their fields.
    first: SecondaryMap<StructId, u32>,
}

impl ReadWrite {
    /// Numbers the places of a program.
    pub fn new(p: &Program) -> ReadWrite {
        let mut first = SecondaryMap::new();
        let mut next = 1;
        for (s, st) in p.types.structs.iter() {
            first[s] = next;
            next += (st.fields.len() + 1 + st.item_fields().len()) as u32;
        }
        ReadWrite { first }
    }
    fn number(&self, p: &Program, place: Place) -> u32 {
        let fields = |s: StructId| p.types.structs[s].fields.len() as u32;
        match place {
            Place::Raw => 0,
            Place::Field(s, i) => self.first[s] + i,
            Place::Items(s) => self.first[s] + fields(s),
            Place::ItemField(s, k) => self.first[s] + fields(s) + 1 + k,
        }
    }
    fn items(&self, p: &Program, g: &LlGraph, v: &LlValue, out: &mut PlaceSet) -> bool {
        let Type::Ptr(s) = p.value_type(g, v) else { return false };
        let n = p.types.structs[s].item_fields().len() as u32;
        match p.types.structs[s].item_type() {
            Some(_) => out.insert(self.number(p, Place::Items(s))),
            None => (0..n).for_each(|k| out.insert(self.number(p, Place::ItemField(s, k)))),
        }
        true
    }
}

impl GraphAnalyzer<ReadWrite> {
    /// Whether something with these effects may write to `place`.
    pub fn may_write(&self, p: &Program, e: &Effects, place: Place) -> bool {
        e.everything || e.writes.contains(self.analysis.number(p, place))
    }
}

impl Analysis for ReadWrite {
    type Result = Effects;
    fn ignores_fresh_objects(&self) -> bool {
        true
    }
    fn bottom(&self) -> Effects {
        Effects::default()
    }
    fn top(&self) -> Effects {
        Effects { everything: true, side: true, ..Effects::default() }
    }
    fn join(&self, a: &mut Effects, b: &Effects) {
        a.everything |= b.everything;
        a.side |= b.side;
        a.writes.union(&b.writes);
    }
    fn operation(&self, p: &Program, g: &LlGraph, op: &SpaceOperation<flowmodel::Ll>) -> Effects {
        let mut e = Effects::default();
        e.side =
            op.op.has(effects::ORDERED) || matches!(op.op, LlOp::Hint | LlOp::JitRecordExactClass);
        let known = match op.op.effects() {
            calls if calls.any(effects::CALLS) => false,
            writes if writes.any(effects::WRITES) => match (op.op, place(p, g, op)) {
                (_, Some(pl)) => {
                    e.writes.insert(self.number(p, pl));
                    true
                }
                (LlOp::CopyItems | LlOp::CopyFromRaw, _) => {
                    self.items(p, g, &op.args[1], &mut e.writes)
                }
                (LlOp::ZeroItems, _) => self.items(p, g, &op.args[0], &mut e.writes),
                (LlOp::CopyToRaw | LlOp::RawMemcopy | LlOp::RawMemmove | LlOp::RawMemclear, _) => {
                    e.writes.insert(self.number(p, Place::Raw));
                    true
                }
                _ => false,
            },
            _ => match op.op {
                LlOp::JitMarker | LlOp::JitForceVirtualizable => false,
                LlOp::RawMalloc | LlOp::RawFree | LlOp::RawFreeStruct => {
                    e.writes.insert(self.number(p, Place::Raw));
                    true
                }
                _ => true,
            },
        };
        if known { e } else { self.top() }
    }
    fn external(&self, p: &Program, f: FuncId) -> Effects {
        if calls_back(p, f) {
            return self.top();
        }
        // C code sees raw memory, and raw containers that it is given.
        let mut e = Effects { side: !p.funcs[f].attrs.elidable, ..Effects::default() };
        if e.side {
            e.writes.insert(self.number(p, Place::Raw));
        }
        for t in &p.types.funcs[p.funcs[f].ty].args {
            if let Type::Ptr(s) = t {
                let st = &p.types.structs[*s];
                let fields = (0..st.fields.len() as u32)
                    .map(|i| Place::Field(declaring(p, *s, i), i))
                    .chain(st.item_type().map(|_| Place::Items(*s)))
                    .chain((0..st.item_fields().len() as u32).map(|k| Place::ItemField(*s, k)));
                fields.for_each(|pl| e.writes.insert(self.number(p, pl)));
            }
        }
        e
    }
}

/// Classes that an operation raises by itself, with the handlers of `handlers` that can catch them;
/// `None`: any class (a call).
pub fn raised_classes(p: &Program, op: LlOp) -> Option<Vec<ObjId>> {
    if op.is_call() {
        return None;
    }
    op.raises().iter().map(|n| p.exc.classes.get(*n).copied()).collect()
}

/// Whether a handler for class `handler` can ever catch what `op` raises by itself.
pub fn handler_may_match(p: &Program, op: LlOp, handler: ObjId) -> bool {
    match raised_classes(p, op) {
        None => true,
        Some(cs) => cs.iter().any(|c| is_subclass(p, *c, handler)),
    }
}
