//! The fixpoint engine: least solution of a whole-program analysis over the call graph. Each graph is looked at once; after changes,
//! only those that changed.

use crate::analysis::callgraph::{CallGraph, Callee};
use crate::ll::{Body, FamilyId, FuncId, LlGraph, Program};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

/// Says what an analysis computes for each function; results only grow.
pub trait Analysis {
    /// The result for a function.
    type Result: Clone + PartialEq;
    /// Nothing.
    fn bottom(&self) -> Self::Result;
    /// Anything.
    fn top(&self) -> Self::Result;
    /// Adds what a call contributes to its caller. `caught`: no exception gets out of the call.
    fn add_call(&self, caller: &mut Self::Result, callee: &Self::Result, caught: bool);
    /// Gives what a graph does by itself; known callees are not looked at.
    fn graph(&self, p: &Program, g: &LlGraph) -> Self::Result;
    /// A function without a graph.
    fn external(&self, p: &Program, f: FuncId) -> Self::Result;
    /// Adds what else is known of a function. Must be monotonic.
    fn adjust(&self, _p: &Program, _f: FuncId, _r: &mut Self::Result) {}
}

/// The results of an analysis for all functions of a program.
#[derive(Clone)]
pub struct GraphAnalyzer<A: Analysis> {
    analysis: A,
    results: SecondaryMap<FuncId, Option<A::Result>>,
    /// Result of all members of a family together.
    families: SecondaryMap<FamilyId, Option<A::Result>>,
    /// Results of graphs by themselves, without their callees.
    own: SecondaryMap<FuncId, Option<A::Result>>,
}

impl<A: Analysis> GraphAnalyzer<A> {
    /// Computes the least fixpoint.
    pub fn new(p: &Program, calls: &CallGraph, analysis: A) -> Self {
        let all: Vec<_> = p.funcs.keys().collect();
        let (results, families) = (SecondaryMap::new(), SecondaryMap::new());
        let mut a = GraphAnalyzer { analysis, results, families, own: SecondaryMap::new() };
        a.look_at(p, &all);
        a.solve(p, calls);
        a
    }
    /// Computes the fixpoint anew where only these functions have changed since; looks at no other graph. `analysis` may differ in
    /// [`Analysis::adjust`] only. Returns those whose results are others than before.
    pub fn update(
        &mut self,
        p: &Program,
        calls: &CallGraph,
        analysis: A,
        changed: &[FuncId],
    ) -> FxHashSet<Callee> {
        self.analysis = analysis;
        self.look_at(p, changed);
        self.solve(p, calls)
    }
    fn look_at(&mut self, p: &Program, funcs: &[FuncId]) {
        for f in funcs {
            self.own[*f] = p.funcs[*f].graph().map(|g| self.analysis.graph(p, g));
        }
    }
    fn solve(&mut self, p: &Program, calls: &CallGraph) -> FxHashSet<Callee> {
        let mut others = FxHashSet::default();
        // Callees first.
        for group in calls.components(p) {
            let mut before = vec![];
            for c in &group {
                before.push(match c {
                    Callee::Func(f) => self.results[*f].take(),
                    Callee::Family(f) => self.families[*f].take(),
                });
                let f = match c {
                    Callee::Func(f) => f,
                    Callee::Family(f) => {
                        self.families[*f] = Some(self.analysis.bottom());
                        continue;
                    }
                };
                let mut r = match &p.funcs[*f].body {
                    Body::Graph(_) => self.analysis.bottom(),
                    Body::External(_) => self.analysis.external(p, *f),
                    Body::Declared => self.analysis.top(),
                };
                self.analysis.adjust(p, *f, &mut r);
                self.results[*f] = Some(r);
            }
            loop {
                let mut changed = false;
                for c in &group {
                    let f = match c {
                        Callee::Func(f) => f,
                        Callee::Family(family) => {
                            let mut r = self.analysis.bottom();
                            for member in p.families[*family].iter() {
                                if let Some(callee) = &self.results[*member] {
                                    self.analysis.add_call(&mut r, callee, false);
                                }
                            }
                            if self.families[*family].as_ref() != Some(&r) {
                                self.families[*family] = Some(r);
                                changed = group.len() > 1;
                            }
                            continue;
                        }
                    };
                    // A function that calls none of its group is done at once.
                    let Some(own) = &self.own[*f] else { continue };
                    let mut r = own.clone();
                    for (c, caught) in calls.calls(*f).edges() {
                        let known = match c {
                            Callee::Func(f) => &self.results[f],
                            Callee::Family(f) => &self.families[f],
                        };
                        if let Some(callee) = known {
                            self.analysis.add_call(&mut r, callee, caught);
                        }
                    }
                    self.analysis.adjust(p, *f, &mut r);
                    if self.results[*f].as_ref() != Some(&r) {
                        self.results[*f] = Some(r);
                        changed = group.len() > 1 || calls.calls_itself(*f);
                    }
                }
                if !changed {
                    break;
                }
            }
            for (c, before) in group.iter().zip(before) {
                let now = match c {
                    Callee::Func(f) => &self.results[*f],
                    Callee::Family(f) => &self.families[*f],
                };
                if *now != before {
                    others.insert(*c);
                }
            }
        }
        others
    }
    /// The analysis.
    pub fn analysis(&self) -> &A {
        &self.analysis
    }
    /// The result of a call through a family; `None` if that was added later.
    pub fn family(&self, f: FamilyId) -> Option<&A::Result> {
        self.families[f].as_ref()
    }
    /// The result of a function; `None` if it was added later.
    pub fn func(&self, f: FuncId) -> Option<&A::Result> {
        self.results[f].as_ref()
    }
}
