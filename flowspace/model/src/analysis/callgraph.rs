//! The call graph: what an operation and a graph may call, recursion, and the functions that are called from outside.

use crate::analysis::classes::catches_everything;
use crate::graph::{Block, BlockId, SpaceOperation};
use crate::ll::{Const, FamilyId, FuncId, Ll, LlGraph, LlValue, ObjId, Program};
use cranelift_entity::{EntitySet, SecondaryMap};
use indexmap::{IndexMap, IndexSet};
use lloperation::LlOp;
use petgraph::graph::DiGraph;
use rustc_hash::FxHashSet;

/// Whom an operation calls.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Callees<'a> {
    /// It is no call.
    None,
    /// One of these.
    Known(&'a [FuncId]),
    /// Anyone.
    Unknown,
}

/// Whom an operation calls.
pub fn call_targets<'a>(p: &'a Program, op: &'a SpaceOperation<Ll>) -> Callees<'a> {
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

/// Functions that a graph calls by name, in order of appearance.
pub fn direct_callees(p: &Program, g: &LlGraph) -> Vec<FuncId> {
    Calls::of(p, g).direct().collect()
}

/// The family that an operation calls through.
pub fn family_of_call(op: &SpaceOperation<Ll>) -> Option<FamilyId> {
    match (op.op, op.args.first(), op.args.last()) {
        (LlOp::IndirectCall, Some(LlValue::Const(Const::Func(_))), _) => None,
        (LlOp::IndirectCall, _, Some(LlValue::Const(Const::Family(f)))) => Some(*f),
        _ => None,
    }
}

/// A node of the call graph. A family stands for its members: large ones are called from many places.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// A function.
    Func(FuncId),
    /// One of a family.
    Family(FamilyId),
}

/// The calls of one function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Calls {
    /// Known callees, in order of appearance; whether all exceptions are caught at each of the calls.
    known: IndexMap<Callee, bool>,
    /// Some call may reach any function.
    unknown: bool,
}

impl Calls {
    /// Collects the calls of a graph.
    pub fn of(p: &Program, g: &LlGraph) -> Calls {
        let mut calls = Calls::default();
        for b in g.reachable() {
            let blk = &g.blocks[b];
            // Few blocks end in a handler.
            let caught = blk.can_raise() && catches_everything(p, blk);
            for (i, op) in blk.operations.iter().enumerate() {
                match call_targets(p, op) {
                    Callees::None => {}
                    Callees::Unknown => calls.unknown = true,
                    Callees::Known(fs) => {
                        let caught = caught && i + 1 == blk.operations.len();
                        let callee = match (family_of_call(op), fs) {
                            (Some(family), _) => Callee::Family(family),
                            (None, [f, ..]) => Callee::Func(*f),
                            (None, []) => continue,
                        };
                        *calls.known.entry(callee).or_insert(true) &= caught;
                    }
                }
            }
        }
        calls
    }
    /// Lists the functions that are called by name.
    pub fn direct(&self) -> impl Iterator<Item = FuncId> {
        self.known.keys().filter_map(|c| match c {
            Callee::Func(f) => Some(*f),
            Callee::Family(_) => None,
        })
    }
    /// Known callees.
    pub fn callees(&self) -> impl Iterator<Item = Callee> {
        self.known.keys().copied()
    }
    /// Known callees, and whether no exception of theirs gets out.
    pub fn edges(&self) -> impl Iterator<Item = (Callee, bool)> {
        self.known.iter().map(|(c, caught)| (*c, *caught))
    }
    /// Says whether some call may reach any function.
    pub fn any_function(&self) -> bool {
        self.unknown
    }
    /// Says whether there are no calls.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty() && !self.unknown
    }
}

/// The calls of all functions of a program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CallGraph {
    calls: SecondaryMap<FuncId, Calls>,
}

impl CallGraph {
    /// Makes the graph of a program.
    pub fn new(p: &Program) -> CallGraph {
        let mut c = CallGraph::default();
        let all: Vec<_> = p.funcs.keys().collect();
        c.update(p, &all);
        c
    }
    /// Looks at functions that have changed.
    pub fn update(&mut self, p: &Program, changed: &[FuncId]) {
        for f in changed {
            self.calls[*f] = p.funcs[*f].graph().map(|g| Calls::of(p, g)).unwrap_or_default();
        }
    }
    /// The calls of a function.
    pub fn calls(&self, f: FuncId) -> &Calls {
        &self.calls[f]
    }
    /// Groups of functions and families that call each other, callees first.
    pub fn components(&self, p: &Program) -> Vec<Vec<Callee>> {
        let mut graph = DiGraph::<Callee, ()>::new();
        let funcs: Vec<_> = p.funcs.keys().map(|f| graph.add_node(Callee::Func(f))).collect();
        let families: Vec<_> =
            p.families.keys().map(|f| graph.add_node(Callee::Family(f))).collect();
        let node = |c: Callee| match c {
            Callee::Func(f) => funcs[f.as_u32() as usize],
            Callee::Family(f) => families[f.as_u32() as usize],
        };
        for f in p.funcs.keys() {
            for c in self.calls[f].callees() {
                graph.add_edge(node(Callee::Func(f)), node(c), ());
            }
        }
        for (family, members) in p.families.iter() {
            for f in members {
                graph.add_edge(node(Callee::Family(family)), node(Callee::Func(*f)), ());
            }
        }
        let groups = petgraph::algo::tarjan_scc(&graph);
        groups.into_iter().map(|c| c.into_iter().map(|n| graph[n]).collect()).collect()
    }
    /// Says whether the function calls itself by name.
    pub fn calls_itself(&self, f: FuncId) -> bool {
        self.calls[f].known.contains_key(&Callee::Func(f))
    }
    /// Functions that can call themselves through known calls, directly or not.
    pub fn recursive(&self, p: &Program) -> FxHashSet<FuncId> {
        let mut found = FxHashSet::default();
        for group in self.components(p) {
            let many = group.len() > 1;
            found.extend(group.into_iter().filter_map(|c| match c {
                Callee::Func(f) if many || self.calls_itself(f) => Some(f),
                _ => None,
            }));
        }
        found
    }
    /// The targets of back edges of the call graph: no recursion goes without coming to one of them. A function that may call
    /// anyone may call itself.
    pub fn back_edge_targets(&self, p: &Program) -> Vec<FuncId> {
        /// Holds what a family's members have come to. A large family is called from many places: nobody looks at all
        /// members again.
        #[derive(Clone, Default)]
        struct Members {
            /// Number of members that were visited: those before it.
            next: usize,
            on_path: Vec<FuncId>,
            /// Number of members that are known to be called.
            called: usize,
        }
        let mut families_of: SecondaryMap<FuncId, Vec<FamilyId>> = SecondaryMap::new();
        for (family, members) in p.families.iter() {
            members.iter().for_each(|f| families_of[*f].push(family));
        }
        let mut members: SecondaryMap<FamilyId, Members> = SecondaryMap::new();
        let mut state: SecondaryMap<FuncId, u8> = SecondaryMap::new(); // 1: on the path, 2: done
        let mut found = IndexSet::new();
        for root in p.funcs.keys() {
            if state[root] != 0 {
                continue;
            }
            // Functions, and how many of the callees of each were looked at.
            let mut path: Vec<(FuncId, usize)> = vec![];
            let mut enter = Some(root);
            loop {
                if let Some(f) = enter.take() {
                    state[f] = 1;
                    families_of[f].iter().for_each(|m| members[*m].on_path.push(f));
                    path.push((f, 0));
                }
                let Some((f, at)) = path.last_mut() else { break };
                let called = match self.calls[*f].known.get_index(*at).map(|(c, _)| *c) {
                    Some(Callee::Func(c)) => {
                        *at += 1;
                        Some(c)
                    }
                    Some(Callee::Family(family)) => {
                        let m = &mut members[family];
                        found.extend(m.on_path[m.called..].iter().copied());
                        m.called = m.on_path.len();
                        let next = p.families[family].get(m.next).copied();
                        match next {
                            Some(_) => m.next += 1,
                            None => *at += 1,
                        }
                        next
                    }
                    None => {
                        let f = *f;
                        if self.calls[f].unknown {
                            found.insert(f);
                        }
                        state[f] = 2;
                        for family in &families_of[f] {
                            let m = &mut members[*family];
                            m.on_path.pop();
                            m.called = m.called.min(m.on_path.len());
                        }
                        path.pop();
                        None
                    }
                };
                match called {
                    Some(c) if state[c] == 0 => enter = Some(c),
                    Some(c) if state[c] == 1 => {
                        found.insert(c);
                    }
                    _ => {}
                }
            }
        }
        found.into_iter().filter(|f| p.funcs[*f].graph().is_some()).collect()
    }
}

/// Functions that are called from outside of the program's graphs; `None` without an entry point.
pub fn all_roots(p: &Program, more_roots: &[FuncId]) -> Option<Vec<FuncId>> {
    let mut roots = vec![p.entry?];
    roots.extend(p.uncaught);
    roots.extend(more_roots);
    for d in &p.jitdrivers {
        roots.extend(d.functions().iter().map(|f| f.1));
    }
    for (_, st) in p.types.structs.iter() {
        roots.extend(st.finalizer.as_ref().and_then(|n| p.func_by_name(n)));
    }
    roots.extend(p.funcs.iter().filter(|(_, f)| f.attrs.export_name.is_some()).map(|(id, _)| id));
    Some(roots)
}

/// Functions that can be reached from `roots` (calls, function constants, families, prebuilt objects), in order of discovery.
pub fn reachable_funcs(p: &Program, roots: &[FuncId]) -> Vec<FuncId> {
    walk(p, roots, &mut |_, _, _| {})
}

/// Functions that `consts` hold: themselves, members of families, those in prebuilt objects and in what these refer to.
pub fn funcs_of_consts<'a>(
    p: &Program,
    consts: impl IntoIterator<Item = &'a Const>,
) -> Vec<FuncId> {
    let (mut seen, mut found) = (Seen::default(), vec![]);
    consts.into_iter().for_each(|c| funcs_of_const(p, c, &mut seen, &mut found));
    found
}

/// Finds the reachable functions as [`reachable_funcs`] does, and shows each of their reachable
/// blocks.
fn walk(
    p: &Program,
    roots: &[FuncId],
    show: &mut dyn FnMut(FuncId, BlockId, &Block<Ll>),
) -> Vec<FuncId> {
    let mut seen = EntitySet::new();
    let mut seen_data = Seen::default();
    let mut order = vec![];
    let mut work: Vec<FuncId> = roots.iter().rev().copied().collect();
    while let Some(f) = work.pop() {
        if !seen.insert(f) {
            continue;
        }
        order.push(f);
        let Some(g) = p.funcs[f].graph() else { continue };
        let mut found = vec![];
        for b in g.reachable() {
            let blk = &g.blocks[b];
            show(f, b, blk);
            let ops = blk.operations.iter().flat_map(|o| &o.args);
            for c in ops.chain(blk.exits.iter().flat_map(|l| &l.args)).filter_map(|v| v.as_const())
            {
                funcs_of_const(p, c, &mut seen_data, &mut found);
            }
        }
        work.extend(found.into_iter().rev());
    }
    order
}

/// Remembers what was looked at.
#[derive(Default)]
struct Seen {
    objects: EntitySet<ObjId>,
    families: EntitySet<FamilyId>,
}

fn funcs_of_const(p: &Program, c: &Const, seen: &mut Seen, out: &mut Vec<FuncId>) {
    let mut stack = vec![c];
    while let Some(c) = stack.pop() {
        match c {
            Const::Func(f) => out.push(*f),
            Const::Family(f) if seen.families.insert(*f) => {
                out.extend(p.families[*f].iter().copied());
            }
            Const::Obj(o) if seen.objects.insert(*o) => {
                let obj = &p.heap[*o];
                stack.extend(obj.fields.iter().chain(&obj.items));
            }
            _ => {}
        }
    }
}

/// Holds what [`address_taken`] finds.
pub struct Taken {
    /// The functions whose address is in a prebuilt object, a family, an operand or a link.
    pub funcs: FxHashSet<FuncId>,
    /// All functions that can be reached, as [`reachable_funcs`] has them.
    pub reachable: Vec<FuncId>,
}

/// The functions of which others know than the direct calls in graphs reachable from `roots`. Calls `direct` with caller, block and
/// callee of each of these calls.
pub fn address_taken(
    p: &Program,
    roots: &[FuncId],
    direct: &mut dyn FnMut(FuncId, BlockId, FuncId),
) -> Taken {
    let func = |c: &Const| if let Const::Func(f) = c { Some(*f) } else { None };
    let in_heap = p.heap.values().flat_map(|o| o.fields.iter().chain(&o.items));
    let mut taken: FxHashSet<FuncId> = in_heap.filter_map(func).collect();
    taken.extend(p.families.values().flatten());
    let reachable = walk(p, roots, &mut |caller, b, blk| {
        for op in &blk.operations {
            for (i, a) in op.args.iter().enumerate() {
                let Some(f) = a.as_const().and_then(func) else { continue };
                match (op.op, i) {
                    (LlOp::DirectCall, 0) => direct(caller, b, f),
                    _ => {
                        taken.insert(f);
                    }
                }
            }
        }
        let on_links = blk.exits.iter().flat_map(|l| &l.args);
        taken.extend(on_links.filter_map(|a| a.as_const().and_then(func)));
    });
    Taken { funcs: taken, reachable }
}
