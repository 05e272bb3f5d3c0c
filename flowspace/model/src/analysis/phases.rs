//! Parts of a program that can run once it has come to certain places: to a merge point, say, before which no compiled
//! code exists.
//!
//! Most interpreters read the guest program, make objects of it, and only then run it. What the first part writes is there
//! before the second one begins: seen from there it does not change.

use crate::analysis::callgraph::{CallGraph, Callee, all_roots};
use crate::analysis::{Callees, call_targets};
use crate::graph::{BlockId, SpaceOperation};
use crate::ll::{Body, Const, FamilyId, FuncId, Ll, LlGraph, Program};
use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;

/// The code that can run behind the places.
#[derive(Default)]
pub struct Later {
    /// Functions that can be called then.
    whole: EntitySet<FuncId>,
    /// It has, for each function that runs across the places, the blocks that can be executed then, and from which operation on.
    parts: FxHashMap<FuncId, FxHashMap<BlockId, usize>>,
    /// Functions that are called from code at such a place, or behind it within the functions called there.
    inside: EntitySet<FuncId>,
}

impl Later {
    /// Finds this for a program. `place` names the operations that are such places.
    pub fn new(p: &Program, place: &dyn Fn(&SpaceOperation<Ll>) -> bool) -> Later {
        let calls = CallGraph::new(p);
        let leads = Leads::new(p, &calls, place);
        let mut later = Later::default();
        let mut walk =
            Walk { p, calls: &calls, families: EntitySet::new(), any: false, work: vec![] };
        walk.work = uncertain(p, &calls);
        for f in p.funcs.keys().filter(|f| leads.funcs.contains(*f)) {
            let Some(g) = p.funcs[f].graph() else { continue };
            let part = leads.behind(p, g, place);
            for (b, from) in &part {
                for op in &g.blocks[*b].operations[*from..] {
                    walk.operation(op);
                }
            }
            later.parts.insert(f, part);
        }
        walk.run(&mut later.whole);
        // What a merge point's own function does behind it.
        let mut walk =
            Walk { p, calls: &calls, families: EntitySet::new(), any: false, work: vec![] };
        for (f, part) in &later.parts {
            let g = p.funcs[*f].graph().expect("it has parts");
            if g.reachable().iter().any(|b| g.blocks[*b].operations.iter().any(place)) {
                for (b, from) in part {
                    g.blocks[*b].operations[*from..].iter().for_each(|op| walk.operation(op));
                }
            }
        }
        walk.run(&mut later.inside);
        later
    }
    /// Tells whether all of a function can run then.
    pub fn has_all_of(&self, f: FuncId) -> bool {
        self.whole.contains(f)
    }
    /// Tells whether an operation can run then.
    pub fn contains(&self, f: FuncId, b: BlockId, i: usize) -> bool {
        self.whole.contains(f)
            || self.parts.get(&f).and_then(|part| part.get(&b)).is_some_and(|from| i >= *from)
    }
    /// Tells if anything of a function can run then.
    pub fn has_some_of(&self, f: FuncId) -> bool {
        self.whole.contains(f) || self.parts.get(&f).is_some_and(|part| !part.is_empty())
    }
    /// Tells if a function can be called, directly or not, by the code behind a place in the function that has the place.
    pub fn runs_inside(&self, f: FuncId) -> bool {
        self.inside.contains(f)
    }
}

/// Functions of which it is not known when they run: those that are not called from the entry point by known calls, and
/// those that are given to somebody.
fn uncertain(p: &Program, calls: &CallGraph) -> Vec<FuncId> {
    let Some(entry) = p.entry else { return p.funcs.keys().collect() };
    let mut walk = Walk { p, calls, families: EntitySet::new(), any: false, work: vec![entry] };
    let mut known = EntitySet::new();
    walk.run(&mut known);
    let mut found: Vec<FuncId> = p.funcs.keys().filter(|f| !known.contains(*f)).collect();
    found.extend(all_roots(p, &[]).into_iter().flatten().filter(|f| *f != entry));
    for function in p.funcs.values() {
        let Some(g) = function.graph() else { continue };
        for b in g.reachable() {
            let blk = &g.blocks[b];
            let given = blk.operations.iter().flat_map(|op| {
                let callee = usize::from(!matches!(call_targets(p, op), Callees::None));
                op.args[callee..].iter()
            });
            for a in given.chain(blk.exits.iter().flat_map(|l| &l.args)) {
                if let Some(Const::Func(f)) = a.as_const() {
                    found.push(*f);
                }
            }
        }
    }
    found
}

/// Knows which functions may come to a place.
struct Leads {
    funcs: EntitySet<FuncId>,
    families: EntitySet<FamilyId>,
}

impl Leads {
    fn new(p: &Program, calls: &CallGraph, place: &dyn Fn(&SpaceOperation<Ll>) -> bool) -> Leads {
        let mut callers: SecondaryMap<FuncId, Vec<FuncId>> = SecondaryMap::new();
        let mut of_family: SecondaryMap<FamilyId, Vec<FuncId>> = SecondaryMap::new();
        let mut families: SecondaryMap<FuncId, Vec<FamilyId>> = SecondaryMap::new();
        for (family, members) in p.families.iter() {
            members.iter().for_each(|f| families[*f].push(family));
        }
        let mut work = vec![];
        for (f, function) in &p.funcs {
            for c in calls.calls(f).callees() {
                match c {
                    Callee::Func(callee) => callers[callee].push(f),
                    Callee::Family(family) => of_family[family].push(f),
                }
            }
            let Some(g) = function.graph() else { continue };
            let has_place = || {
                let mut blocks = g.reachable().into_iter();
                blocks.any(|b| g.blocks[b].operations.iter().any(place))
            };
            if calls.calls(f).any_function() || calls_back(p, calls, f) || has_place() {
                work.push(f);
            }
        }
        let mut leads = Leads { funcs: EntitySet::new(), families: EntitySet::new() };
        while let Some(f) = work.pop() {
            if !leads.funcs.insert(f) {
                continue;
            }
            work.extend(&callers[f]);
            for family in &families[f] {
                if leads.families.insert(*family) {
                    work.extend(&of_family[*family]);
                }
            }
        }
        leads
    }
    /// Tells if an operation may come to a place, or is one.
    fn operation(
        &self,
        p: &Program,
        op: &SpaceOperation<Ll>,
        place: &dyn Fn(&SpaceOperation<Ll>) -> bool,
    ) -> bool {
        place(op)
            || match call_targets(p, op) {
                Callees::None => false,
                Callees::Unknown => true,
                Callees::Known(fs) => fs.iter().any(|f| self.funcs.contains(*f) || is_open(p, *f)),
            }
    }
    /// Finds the operations of a graph that can be executed behind such operations.
    fn behind(
        &self,
        p: &Program,
        g: &LlGraph,
        place: &dyn Fn(&SpaceOperation<Ll>) -> bool,
    ) -> FxHashMap<BlockId, usize> {
        let mut part = FxHashMap::default();
        let mut work = vec![];
        for b in g.reachable() {
            let operations = &g.blocks[b].operations;
            if let Some(i) = operations.iter().position(|op| self.operation(p, op, place)) {
                part.insert(b, i + 1);
                work.extend(g.blocks[b].exits.iter().map(|l| l.target));
            }
        }
        while let Some(b) = work.pop() {
            if part.insert(b, 0) != Some(0) {
                work.extend(g.blocks[b].exits.iter().map(|l| l.target));
            }
        }
        part
    }
}

/// Tells if C code may call functions of the program from this function.
fn is_open(p: &Program, f: FuncId) -> bool {
    matches!(&p.funcs[f].body, Body::External(x) if x.can_collect)
}

fn calls_back(p: &Program, calls: &CallGraph, f: FuncId) -> bool {
    calls.calls(f).direct().any(|c| is_open(p, c))
}

/// Goes along calls.
struct Walk<'a> {
    p: &'a Program,
    calls: &'a CallGraph,
    families: EntitySet<FamilyId>,
    /// Functions whose address is taken are called, too.
    any: bool,
    work: Vec<FuncId>,
}

impl Walk<'_> {
    fn operation(&mut self, op: &SpaceOperation<Ll>) {
        match call_targets(self.p, op) {
            Callees::None => {}
            Callees::Unknown => self.anyone(),
            Callees::Known(fs) => self.work.extend(fs),
        }
    }
    fn anyone(&mut self) {
        if !std::mem::replace(&mut self.any, true) {
            self.work.extend(self.p.families.values().flatten());
            let in_heap = self.p.heap.values().flat_map(|o| o.fields.iter().chain(&o.items));
            self.work.extend(in_heap.filter_map(|c| match c {
                Const::Func(f) => Some(*f),
                _ => None,
            }));
        }
    }
    fn run(&mut self, found: &mut EntitySet<FuncId>) {
        while let Some(f) = self.work.pop() {
            if !found.insert(f) {
                continue;
            }
            if self.calls.calls(f).any_function() || is_open(self.p, f) {
                self.anyone();
            }
            for c in self.calls.calls(f).callees() {
                match c {
                    Callee::Func(callee) => self.work.push(callee),
                    Callee::Family(family) => {
                        if self.families.insert(family) {
                            self.work.extend(&self.p.families[family]);
                        }
                    }
                }
            }
        }
    }
}
