//! Frequency of execution of places, as far as the program's text says: bounds for functions ([`Frequency`]), the
//! blocks of a graph whose speed matters ([`worthwhile`]), and objects made outside of loops that loops work on
//! ([`Outside`]).
//!
//! Start-up code runs a known number of times. There, smaller code is better than faster code.

use crate::analysis::callgraph::{Callee, Calls, address_taken, all_roots};
use crate::analysis::flow::reaching;
use crate::analysis::loops::in_loops;
use crate::graph::{BlockId, Link, VarId};
use crate::ll::{FuncId, Ll, LlGraph, LlValue, Program};
use cranelift_entity::SecondaryMap;
use lloperation::LlOp;
use petgraph::graph::DiGraph;
use petgraph::unionfind::UnionFind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of times that start-up code is executed: what a call costs there is never noticed.
const SELDOM: u32 = 1000;

/// Upper bounds of the number of times that functions are called in one run of the program.
#[derive(Clone, Debug, Default)]
pub struct Frequency {
    /// `None`: any number of times.
    bound: SecondaryMap<FuncId, Option<u32>>,
    /// Roots, and functions whose address is taken. `None`: not known.
    known: Option<FxHashSet<FuncId>>,
}

impl Frequency {
    /// Estimates the frequency of each function of a whole program. The entry point runs once; other roots, members of
    /// recursion cycles and functions whose address is taken run any number of times.
    pub fn new(p: &Program, more_roots: &[FuncId]) -> Frequency {
        let mut bound = SecondaryMap::new();
        let (Some(entry), Some(roots)) = (p.entry, all_roots(p, more_roots)) else {
            return Frequency { bound, known: None };
        };
        let once = |f| f == entry || Some(f) == p.uncaught;
        // Direct calls outside of loops, by caller and callee; all other references make a function one of `any`.
        let mut sites: FxHashMap<(FuncId, FuncId), u32> = FxHashMap::default();
        let mut often: FxHashSet<FuncId> = FxHashSet::default();
        let mut loops = (None, FxHashSet::default());
        let taken = address_taken(p, &roots, &mut |caller, b, callee| {
            if loops.0 != Some(caller) {
                let blocks = p.funcs[caller].graph().map(in_loops).unwrap_or_default();
                let cyclic = blocks.into_iter().filter(|(_, often)| *often).map(|(b, _)| b);
                loops = (Some(caller), cyclic.collect());
            }
            match loops.1.contains(&b) {
                true => {
                    often.insert(callee);
                }
                false => *sites.entry((caller, callee)).or_default() += 1,
            }
        });
        let (mut any, reachable) = (taken.funcs, taken.reachable);
        let known = any.iter().chain(&roots).copied().collect();
        any.extend(often);
        any.extend(roots.iter().filter(|f| !once(**f)));

        let mut graph = DiGraph::<Callee, u32>::new();
        let mut nodes = FxHashMap::default();
        let all = reachable.iter().copied().map(Callee::Func);
        for c in all.chain(p.families.keys().map(Callee::Family)) {
            nodes.insert(c, graph.add_node(c));
        }
        // Calls through families and in loops count for recursion only.
        for f in &reachable {
            let Some(g) = p.funcs[*f].graph() else { continue };
            for c in Calls::of(p, g).callees() {
                let n = match c {
                    Callee::Func(callee) => sites.get(&(*f, callee)).copied().unwrap_or(0),
                    Callee::Family(_) => 0,
                };
                if let Some(to) = nodes.get(&c) {
                    graph.add_edge(nodes[&Callee::Func(*f)], *to, n);
                }
            }
        }
        for (family, members) in p.families.iter() {
            for f in members {
                if let Some(to) = nodes.get(&Callee::Func(*f)) {
                    graph.add_edge(nodes[&Callee::Family(family)], *to, 0);
                }
            }
        }
        // Callers come before their callees.
        for scc in petgraph::algo::tarjan_scc(&graph).into_iter().rev() {
            let [node] = scc[..] else { continue };
            let Callee::Func(f) = graph[node] else { continue };
            if any.contains(&f) {
                continue;
            }
            let mut total = u32::from(once(f));
            let mut known = true;
            for e in graph.edges_directed(node, petgraph::Direction::Incoming) {
                use petgraph::visit::EdgeRef;
                let caller = match graph[e.source()] {
                    Callee::Func(caller) if caller != f => bound[caller],
                    _ => None,
                };
                match caller {
                    Some(n) => total = total.saturating_add(n * *e.weight()),
                    None => known = false,
                }
            }
            if known && total <= SELDOM {
                bound[f] = Some(total);
            }
        }
        Frequency { bound, known: Some(known) }
    }

    /// Says whether only direct calls lead to the function: without them it is dead.
    pub fn is_only_called(&self, f: FuncId) -> bool {
        self.known.as_ref().is_some_and(|known| !known.contains(&f))
    }

    /// Gives how often the function is called in one run at most; `None`: any number of times.
    pub fn times(&self, f: FuncId) -> Option<u32> {
        self.bound.get(f).copied().flatten()
    }

    /// Says whether the function is start-up code, apart from its loops.
    pub fn is_seldom(&self, f: FuncId) -> bool {
        self.bound[f].is_some()
    }
}

/// The reachable blocks, and whether their speed matters: those on a cycle always, the others unless they are start-up code
/// (`seldom`) or lead to an exception in any case.
pub fn worthwhile(g: &LlGraph, seldom: bool) -> Vec<(BlockId, bool)> {
    let mut blocks = in_loops(g);
    if seldom {
        return blocks;
    }
    let returns = reaching(g, [g.returnblock]);
    blocks.iter_mut().for_each(|(b, often)| *often |= returns.contains(b));
    blocks
}

/// Objects made outside of a graph's loops and used in them. Each is followed along links; where values meet they count
/// as one.
pub struct Outside {
    classes: UnionFind<usize>,
    /// Objects that an operation in a loop uses, by representative; the next one: objects that are
    /// made here.
    used: Vec<bool>,
    made: Vec<bool>,
}

impl Outside {
    /// Finds such objects of a graph.
    pub fn new(g: &LlGraph) -> Outside {
        let blocks = in_loops(g);
        let n = g.vars.len();
        let mut classes = UnionFind::new(n);
        let pass = |l: &Link<Ll>, classes: &mut UnionFind<usize>| {
            for (a, v) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                if let LlValue::Var(a) = a {
                    classes.union(index(*a), index(*v));
                }
            }
        };
        for (b, _) in &blocks {
            g.blocks[*b].exits.iter().for_each(|l| pass(l, &mut classes));
        }
        let (mut used, mut made) = (vec![false; n], vec![false; n]);
        for (b, often) in &blocks {
            for op in &g.blocks[*b].operations {
                if op.op == LlOp::Malloc {
                    made[classes.find_mut(index(op.result))] = true;
                }
                if *often {
                    for a in op.args.iter().filter_map(|a| a.as_var()) {
                        used[classes.find_mut(index(a))] = true;
                    }
                }
            }
        }
        Outside { classes, used, made }
    }

    /// Says whether a loop works on the value.
    pub fn is_used(&self, v: VarId) -> bool {
        self.used[self.classes.find(index(v))]
    }

    /// Says whether a loop works on the value and it is an object that this graph makes.
    pub fn is_made_and_used(&self, v: VarId) -> bool {
        let class = self.classes.find(index(v));
        self.used[class] && self.made[class]
    }
}

fn index(v: VarId) -> usize {
    v.as_u32() as usize
}
