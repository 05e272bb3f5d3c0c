//! Memory that does not change as far as later code can see: what is written there was written before, or is written to objects
//! of which nobody else knows yet.
//!
//! *Later* is what can run behind certain places ([`Later`]). An object is *new* from its allocation to where it is stored,
//! returned, merged with other values or given to somebody who does that. It is followed into functions: a parameter is new if
//! all calls pass new objects, as those of constructors do. A place (a field, the items of a type of arrays) is stable if all later writes to it are
//! to new objects, and none of them comes behind a read of the same place of that object, or behind a write in another function.

use crate::analysis::phases::Later;
use crate::analysis::places::{Place, container, place, read, written};
use crate::analysis::values::{SsaValues, ssa_values};
use crate::analysis::{Callees, call_targets};
use crate::diag::Span;
use crate::graph::{BlockId, SpaceOperation, VarId};
use crate::ll::{Body, FuncId, Ll, LlGraph, LlValue, Program};
use crate::lltype::Type;
use lloperation::LlOp;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Names what later code changes.
#[derive(Debug, Default)]
pub struct Changing {
    /// The changed places, each with a place in the program that does it.
    places: FxHashMap<Place, Span>,
    /// Something is written of which nothing is known.
    all: bool,
}

impl Changing {
    /// Finds what changes in a program.
    pub fn new(p: &Program, later: &Later) -> Changing {
        let mut search = Search {
            p,
            later,
            objects: FxHashMap::default(),
            kept: FxHashSet::default(),
            known: FxHashSet::default(),
        };
        search.look();
        search.find_kept();
        search.find_known();
        search.changing()
    }
    /// Gives the position of a write to a place that changes.
    pub fn written_at(&self, place: Place) -> Option<Span> {
        self.places.get(&place).copied()
    }
    fn add(&mut self, place: Place, at: Span) {
        let known = self.places.entry(place).or_insert(at);
        if !known.is_known() {
            *known = at;
        }
    }
    /// Tells if a place of objects of the program never changes in later code.
    pub fn is_stable(&self, place: Place) -> bool {
        !self.all && place != Place::Raw && !self.places.contains_key(&place)
    }
}

/// A parameter of a function.
type Param = (FuncId, usize);

/// The position of an event in a graph: a block and an operation's index.
type At = (BlockId, usize);

/// Says what happens to an object in the function that made it, or was given it.
#[derive(Default)]
struct Object {
    /// The operation that makes it; nothing for a parameter.
    made: Option<At>,
    /// It becomes known to others.
    kept: Vec<At>,
    reads: Vec<(At, Place)>,
    writes: Vec<(At, Place)>,
    /// It is given to these functions.
    given: Vec<(At, Vec<Param>)>,
}

/// Holds what is known of a graph: its objects by the variable that stands for each, parameters
/// first.
struct Objects {
    values: SsaValues<Ll>,
    by_var: FxHashMap<VarId, Object>,
}

struct Search<'a> {
    p: &'a Program,
    later: &'a Later,
    objects: FxHashMap<FuncId, Objects>,
    /// Parameters that become known to others.
    kept: FxHashSet<Param>,
    /// Parameters that others may know already.
    known: FxHashSet<Param>,
}

/// Operations that look at an object, but not at what it holds.
fn only_looks(op: LlOp) -> bool {
    use LlOp::*;
    matches!(
        op,
        GetArraySize
            | PtrNonzero
            | PtrIszero
            | PtrEq
            | PtrNe
            | Keepalive
            | GcIdentityHash
            | JitRecordExactClass
    )
}

fn copies(op: &SpaceOperation<Ll>) -> Option<&LlValue> {
    op.args.first().filter(|_| matches!(op.op, LlOp::SameAs | LlOp::CastPointer | LlOp::Hint))
}

impl Objects {
    fn of(p: &Program, g: &LlGraph) -> Objects {
        let values = ssa_values(g, false, &copies);
        let mut by_var: FxHashMap<VarId, Object> = FxHashMap::default();
        for v in g.params() {
            if matches!(g.ty(*v), Type::Ptr(s) if p.types.structs[s].gc) {
                by_var.insert(*v, Object::default());
            }
        }
        let blocks = g.reachable();
        for b in &blocks {
            for (i, op) in g.blocks[*b].operations.iter().enumerate() {
                if matches!(op.op, LlOp::Malloc | LlOp::MallocVarsize) {
                    by_var.insert(op.result, Object { made: Some((*b, i)), ..Object::default() });
                }
            }
        }
        let mut found = Objects { values, by_var };
        if found.by_var.is_empty() {
            return found;
        }
        for b in &blocks {
            let blk = &g.blocks[*b];
            for (i, op) in blk.operations.iter().enumerate() {
                if copies(op).is_none() {
                    found.operation(p, g, op, (*b, i));
                }
            }
            let end = (*b, blk.operations.len());
            for l in &blk.exits {
                for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    let Some(root) = found.root(a) else { continue };
                    let same = !g.is_final(l.target) && found.values.var(*input) == Some(root);
                    if !same && let Some(o) = found.by_var.get_mut(&root) {
                        o.kept.push(end);
                    }
                }
            }
        }
        found
    }
    /// The object that an operand is.
    fn root(&self, v: &LlValue) -> Option<VarId> {
        self.values.var(v.as_var()?).filter(|root| self.by_var.contains_key(root))
    }
    fn operation(&mut self, p: &Program, g: &LlGraph, op: &SpaceOperation<Ll>, at: At) {
        let callees = call_targets(p, op);
        for (n, a) in op.args.iter().enumerate() {
            let Some(root) = self.root(a) else { continue };
            let o = self.by_var.get_mut(&root).expect("an object");
            match (op.op, n) {
                _ if callees != Callees::None => match callees {
                    Callees::Known(fs) if fs.iter().all(|f| p.funcs[*f].graph().is_some()) => {
                        o.given.push((at, fs.iter().map(|f| (*f, n - 1)).collect()));
                    }
                    _ => o.kept.push(at),
                },
                (
                    LlOp::SetField | LlOp::SetArrayItem | LlOp::SetInteriorField | LlOp::ZeroItems,
                    0,
                )
                | (LlOp::CopyItems | LlOp::CopyFromRaw, 1) => {
                    written(p, g, op, &mut |place| o.writes.push((at, place)));
                }
                (LlOp::GetField | LlOp::GetArrayItem | LlOp::GetInteriorField, 0)
                | (LlOp::CopyItems | LlOp::CopyToRaw | LlOp::FindChar, 0) => {
                    read(p, g, op, &mut |place| o.reads.push((at, place)));
                }
                (other, _) if only_looks(other) => {}
                _ => o.kept.push(at),
            }
        }
    }
}

/// The blocks of a graph that can be executed behind a place in it, until `made` is executed.
struct Behind(FxHashSet<BlockId>);

impl Behind {
    fn new(g: &LlGraph, from: impl Iterator<Item = BlockId>, made: Option<At>) -> Behind {
        let mut found = FxHashSet::default();
        let exits = |b: BlockId| g.blocks[b].exits.iter().map(|l| l.target);
        let mut work: Vec<BlockId> = from.flat_map(exits).collect();
        while let Some(b) = work.pop() {
            if made.is_none_or(|m| m.0 != b) && found.insert(b) {
                work.extend(exits(b));
            }
        }
        Behind(found)
    }
}

impl Search<'_> {
    fn look(&mut self) {
        for (f, function) in &self.p.funcs {
            if let Some(g) = function.graph()
                && self.later.has_some_of(f)
            {
                self.objects.insert(f, Objects::of(self.p, g));
            }
        }
    }
    fn params(&self, f: FuncId) -> Vec<(usize, VarId)> {
        let g = self.p.funcs[f].graph().expect("a graph");
        g.params().iter().copied().enumerate().collect()
    }
    /// Parameters that the function, or one that it gives them to, lets others know.
    fn find_kept(&mut self) {
        let mut givers: FxHashMap<Param, Vec<Param>> = FxHashMap::default();
        let mut work = vec![];
        for (f, objects) in &self.objects {
            for (n, v) in self.params(*f) {
                let Some(o) = objects.by_var.get(&v) else { continue };
                if !o.kept.is_empty() {
                    work.push((*f, n));
                }
                for (_, params) in &o.given {
                    for given in params {
                        match self.objects.contains_key(&given.0) {
                            true => givers.entry(*given).or_default().push((*f, n)),
                            false => work.push((*f, n)),
                        }
                    }
                }
            }
        }
        while let Some(param) = work.pop() {
            if self.kept.insert(param) {
                work.extend(givers.get(&param).into_iter().flatten());
            }
        }
    }
    /// Lists the places where an object becomes known to others, calls included.
    fn keepers(&self, o: &Object) -> Vec<At> {
        let unknown =
            |param: &Param| self.kept.contains(param) || !self.objects.contains_key(&param.0);
        let given = o.given.iter().filter(|(_, params)| params.iter().any(unknown));
        o.kept.iter().copied().chain(given.map(|g| g.0)).collect()
    }
    /// Parameters for which a later call gives what others may know.
    fn find_known(&mut self) {
        let mut receivers: FxHashMap<Param, Vec<Param>> = FxHashMap::default();
        let mut work: Vec<Param> = vec![];
        let mut called: FxHashSet<FuncId> = FxHashSet::default();
        for (f, objects) in &self.objects {
            let g = self.p.funcs[*f].graph().expect("a graph");
            let param_of: FxHashMap<VarId, usize> =
                self.params(*f).into_iter().map(|(n, v)| (v, n)).collect();
            let mut seen: FxHashMap<VarId, (Vec<At>, Behind)> = FxHashMap::default();
            for b in g.reachable() {
                for (i, op) in g.blocks[b].operations.iter().enumerate() {
                    let Callees::Known(callees) = call_targets(self.p, op) else { continue };
                    if !self.later.contains(*f, b, i) {
                        continue;
                    }
                    called.extend(callees);
                    let roots: Vec<_> = op.args.iter().map(|a| objects.root(a)).collect();
                    for n in 1..op.args.len() {
                        let Some(root) = roots[n] else {
                            if matches!(self.p.value_type(g, &op.args[n]), Type::Ptr(s) if self.p.types.structs[s].gc)
                            {
                                work.extend(callees.iter().map(|c| (*c, n - 1)));
                            }
                            continue;
                        };
                        let o = &objects.by_var[&root];
                        let (keepers, behind) = seen.entry(root).or_insert_with(|| {
                            let keepers = self.keepers(o);
                            let behind = Behind::new(g, keepers.iter().map(|k| k.0), o.made);
                            (keepers, behind)
                        });
                        let twice = roots.iter().filter(|r| **r == Some(root)).count() > 1;
                        let gone =
                            behind.0.contains(&b) || keepers.iter().any(|k| k.0 == b && k.1 < i);
                        if twice || gone {
                            work.extend(callees.iter().map(|c| (*c, n - 1)));
                        } else if let Some(own) = param_of.get(&root) {
                            let given = callees.iter().map(|c| (*c, n - 1));
                            receivers.entry((*f, *own)).or_default().extend(given);
                        }
                    }
                }
            }
        }
        // Nothing is known of who calls the others.
        for f in self.objects.keys().filter(|f| !called.contains(f)) {
            work.extend(self.params(*f).iter().map(|(n, _)| (*f, *n)));
        }
        for f in crate::analysis::callgraph::all_roots(self.p, &[]).into_iter().flatten() {
            let n = self.p.types.funcs[self.p.funcs[f].ty].args.len();
            work.extend((0..n).map(|n| (f, n)));
        }
        work.extend(self.given_away());
        while let Some(param) = work.pop() {
            if self.known.insert(param) {
                work.extend(receivers.get(&param).into_iter().flatten());
            }
        }
    }
    /// Parameters of functions that unknown calls may reach.
    fn given_away(&self) -> Vec<Param> {
        let roots: Vec<FuncId> = self.p.funcs.keys().collect();
        let mut unknown = false;
        for g in self.p.funcs.values().filter_map(|f| f.graph()) {
            let mut ops = g.reachable().into_iter().flat_map(|b| &g.blocks[b].operations);
            unknown |= ops.any(|op| call_targets(self.p, op) == Callees::Unknown);
        }
        let mut taken =
            crate::analysis::callgraph::address_taken(self.p, &roots, &mut |_, _, _| {}).funcs;
        if !unknown {
            // Those in families only are called by calls that are known.
            let members: FxHashSet<FuncId> = self.p.families.values().flatten().copied().collect();
            taken.retain(|f| !members.contains(f));
        }
        let params = |f: FuncId| {
            let n = self.p.types.funcs[self.p.funcs[f].ty].args.len();
            (0..n).map(move |n| (f, n))
        };
        taken.into_iter().flat_map(params).collect()
    }
    /// Finds what later code writes to objects that others may know.
    fn changing(&self) -> Changing {
        let touched = self.touched();
        let mut found = Changing::default();
        for (f, objects) in &self.objects {
            let g = self.p.funcs[*f].graph().expect("a graph");
            let new = self.new_writes(*f, g, objects, &touched, &mut found);
            for b in g.reachable() {
                for (i, op) in g.blocks[b].operations.iter().enumerate() {
                    if !self.later.contains(*f, b, i) || new.contains(&(b, i)) {
                        continue;
                    }
                    if !written(self.p, g, op, &mut |place| found.add(place, op.span)) {
                        found.all = true;
                    }
                    if let Callees::Known(callees) = call_targets(self.p, op) {
                        self.outside(g, op, callees, &mut found);
                    }
                }
            }
        }
        found
    }
    /// C code may write to the objects that it is given.
    fn outside(
        &self,
        g: &LlGraph,
        op: &SpaceOperation<Ll>,
        callees: &[FuncId],
        found: &mut Changing,
    ) {
        if !callees.iter().any(|f| matches!(self.p.funcs[*f].body, Body::External(_))) {
            return;
        }
        for a in &op.args[1..] {
            if let Type::Ptr(s) = self.p.value_type(g, a) {
                container(self.p, s, &mut |place| found.add(place, op.span));
            }
        }
    }
    /// The places of parameters that functions read and write, through those that they call, too. Parameters that are given to
    /// each other share one answer: those of recursive functions are many, and so are their places.
    fn touched(&self) -> FxHashMap<Param, Rc<Touched>> {
        let mut graph: DiGraph<Param, ()> = DiGraph::new();
        let mut nodes: FxHashMap<Param, NodeIndex> = FxHashMap::default();
        let mut objects: Vec<&Object> = vec![];
        for (f, of_function) in &self.objects {
            for (n, v) in self.params(*f) {
                let Some(o) = of_function.by_var.get(&v) else { continue };
                nodes.insert((*f, n), graph.add_node((*f, n)));
                objects.push(o);
            }
        }
        for (giver, o) in graph.node_indices().zip(&objects) {
            let given = o.given.iter().flat_map(|g| &g.1).filter_map(|param| nodes.get(param));
            for given in given {
                graph.add_edge(giver, *given, ());
            }
        }
        let mut all: FxHashMap<Param, Rc<Touched>> = FxHashMap::default();
        // (Those that are given something come before their givers.)
        for group in petgraph::algo::tarjan_scc(&graph) {
            let mut places = Touched::default();
            for node in &group {
                let own = objects[node.index()];
                places.reads.extend(own.reads.iter().map(|r| r.1));
                places.writes.extend(own.writes.iter().map(|w| w.1));
                for given in graph.neighbors(*node).filter_map(|to| all.get(&graph[to])) {
                    places.reads.extend(&given.reads);
                    places.writes.extend(&given.writes);
                }
            }
            let places = Rc::new(places);
            all.extend(group.iter().map(|node| (graph[*node], places.clone())));
        }
        all
    }
    /// The writes of a function to objects that are new there, in an order in which nobody can see a change.
    fn new_writes(
        &self,
        f: FuncId,
        g: &LlGraph,
        objects: &Objects,
        touched: &FxHashMap<Param, Rc<Touched>>,
        found: &mut Changing,
    ) -> FxHashSet<At> {
        let mut new = FxHashSet::default();
        let params: FxHashMap<VarId, usize> =
            self.params(f).into_iter().map(|(n, v)| (v, n)).collect();
        for (v, o) in &objects.by_var {
            let known = params.get(v).is_some_and(|n| self.known.contains(&(f, *n)));
            let writes_some = !o.writes.is_empty()
                || o.given
                    .iter()
                    .flat_map(|g| &g.1)
                    .any(|p| touched.get(p).is_some_and(|t| !t.writes.is_empty()));
            if known || !writes_some {
                continue;
            }
            let keepers = self.keepers(o);
            let behind = Behind::new(g, keepers.iter().map(|k| k.0), o.made);
            let is_new = |at: At| {
                !behind.0.contains(&at.0) && keepers.iter().all(|k| k.0 != at.0 || k.1 >= at.1)
            };
            new.extend(o.writes.iter().map(|w| w.0).filter(|at| is_new(*at)));
            self.order(g, o, touched, found);
        }
        new
    }
    /// Finds places of an object that are written behind a read, or behind a write elsewhere.
    fn order(
        &self,
        g: &LlGraph,
        o: &Object,
        touched: &FxHashMap<Param, Rc<Touched>>,
        found: &mut Changing,
    ) {
        // What is seen where: (where, place, it is written there, in another function).
        let mut events: Vec<(At, Place, bool, bool)> = vec![];
        events.extend(o.reads.iter().map(|(at, place)| (*at, *place, false, false)));
        events.extend(o.writes.iter().map(|(at, place)| (*at, *place, true, false)));
        for (at, params) in &o.given {
            for t in params.iter().filter_map(|param| touched.get(param)) {
                events.extend(t.reads.iter().map(|place| (*at, *place, false, true)));
                events.extend(t.writes.iter().map(|place| (*at, *place, true, true)));
            }
        }
        let mut by_place: FxHashMap<Place, Vec<(At, bool, bool)>> = FxHashMap::default();
        for (at, place, writes, elsewhere) in events {
            by_place.entry(place).or_default().push((at, writes, elsewhere));
        }
        let mut reach: FxHashMap<BlockId, Behind> = FxHashMap::default();
        for (place, events) in by_place {
            if events.len() < 2 && !events[0].2 || events.iter().all(|e| !e.1) {
                continue;
            }
            // Writes in this function that follow each other are seen by nobody.
            let elsewhere: Vec<_> = events.iter().filter(|e| e.1 && e.2).collect();
            let writes: Vec<_> = events.iter().filter(|e| e.1).collect();
            for first in &events {
                let seconds = if !first.1 || first.2 { &writes } else { &elsewhere };
                for second in seconds {
                    let behind = reach
                        .entry(first.0.0)
                        .or_insert_with(|| Behind::new(g, std::iter::once(first.0.0), o.made));
                    let follows = behind.0.contains(&second.0.0)
                        || (first.0.0 == second.0.0 && first.0.1 < second.0.1);
                    if follows {
                        found.add(place, g.blocks[second.0.0].operations[second.0.1].span);
                    }
                }
            }
        }
    }
}

/// Places of an object.
#[derive(Default)]
struct Touched {
    reads: FxHashSet<Place>,
    writes: FxHashSet<Place>,
}

/// The place that a read operation reads, if it is one of an object.
pub fn read_place(p: &Program, g: &LlGraph, op: &SpaceOperation<Ll>) -> Option<Place> {
    match op.op {
        LlOp::GetField | LlOp::GetArrayItem | LlOp::GetInteriorField => place(p, g, op),
        _ => None,
    }
}
