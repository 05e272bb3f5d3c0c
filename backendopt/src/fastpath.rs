//! Inlining of the fast cases of functions that are too large to be inlined, or on cycles of the call graph: what an interpreter does
//! for two small integers, a hit in a cache, an index within the bounds. Callers get these cases, and behind them the call.
//!
//! A function's fast cases are ways from its start to a return without calls and loops. Up to a point such a way only computes,
//! reads and tests; whatever it allocates or writes stands behind that point. Until there it can be left for the call: nothing has
//! happened, and the function begins anew. The inlined code holds no part of the function's slow ways, so there is no other function
//! and no other frame in tracebacks.

use crate::changes::Changes;
use crate::cost::{block_weight, static_count};
use crate::inline::{InlineConfig, calls_itself, inline_in_place_of, may_inline, tidy};
use flowmodel::analysis::EffectFacts;
use flowmodel::analysis::callgraph::direct_callees;
use flowmodel::analysis::frequency::worthwhile;
use flowmodel::analysis::loops::in_loops;
use flowmodel::effects::{ALLOCATES, CALLS, COLLECTS, ORDERED, RAISES, UNKNOWN, WRITES};
use flowmodel::surgery::join_blocks;
use flowmodel::{
    BlockId, Body, Const, FuncId, Link, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation, VarId,
};
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Tells whether a function can be called after the operation as if it had not been done.
fn is_repeatable(op: &SpaceOperation<Ll>) -> bool {
    let happens = WRITES | ALLOCATES | COLLECTS | ORDERED | CALLS | UNKNOWN;
    !op.op.has(happens)
}

/// Says whether a fast way may do the operation once it has decided to be one.
fn is_fast(op: &SpaceOperation<Ll>) -> bool {
    !op.op.has(CALLS | ORDERED | UNKNOWN)
}

/// Larger graphs are not looked at.
const MAX_BLOCKS: usize = 400;

/// A function's fast ways.
struct Ways<'a> {
    g: &'a LlGraph,
    /// Blocks on cycles.
    loops: FxHashSet<BlockId>,
    /// Blocks from which all ways are fast and lead to a return.
    ends: FxHashMap<BlockId, bool>,
    /// Blocks that only compute, read and test.
    tests: IndexSet<BlockId>,
}

impl Ways<'_> {
    fn of(g: &LlGraph) -> Ways<'_> {
        let loops = in_loops(g).into_iter().filter(|(_, cyclic)| *cyclic).map(|(b, _)| b).collect();
        let mut ways = Ways { g, loops, ends: FxHashMap::default(), tests: IndexSet::new() };
        if ways.is_test(g.startblock) {
            ways.tests.insert(g.startblock);
        }
        let mut next = 0;
        while let Some(b) = ways.tests.get_index(next).copied() {
            next += 1;
            for l in &g.blocks[b].exits {
                if !ways.is_end(l.target) && ways.is_test(l.target) {
                    ways.tests.insert(l.target);
                }
            }
        }
        ways
    }

    /// Tells whether a block may be done again; if it raises, what raises is its last operation, which is not a fast way.
    fn is_test(&self, b: BlockId) -> bool {
        let blk = &self.g.blocks[b];
        let n = blk.operations.len() - usize::from(blk.can_raise());
        let known = |o: &SpaceOperation<Ll>| o.op.is_ovf() || !o.op.has(RAISES);
        !self.g.is_final(b)
            && !self.loops.contains(&b)
            && blk.operations.iter().all(is_repeatable)
            && blk.operations[..n].iter().all(known)
    }

    fn is_end(&mut self, b: BlockId) -> bool {
        if b == self.g.returnblock {
            return true;
        }
        if let Some(known) = self.ends.get(&b) {
            return *known;
        }
        let blk = &self.g.blocks[b];
        let own = !self.g.is_final(b)
            && !self.loops.contains(&b)
            && !blk.can_raise()
            && blk.operations.iter().all(is_fast);
        let end = own && blk.exits.iter().all(|l| self.is_end(l.target));
        self.ends.insert(b, end);
        end
    }

    /// The blocks behind one from which all ways are fast.
    fn behind(&self, b: BlockId, into: &mut IndexSet<BlockId>) {
        if b != self.g.returnblock && into.insert(b) {
            self.g.blocks[b].exits.iter().for_each(|l| self.behind(l.target, into));
        }
    }

    /// The fast blocks to take: ways with few tests first, as long as their weights fit the limit.
    fn choose(&mut self, limit: f64) -> IndexSet<BlockId> {
        // The first way to each block of tests is the shortest.
        let mut before: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        for b in &self.tests {
            for l in &self.g.blocks[*b].exits {
                if self.tests.contains(&l.target) && l.target != self.g.startblock {
                    before.entry(l.target).or_insert(*b);
                }
            }
        }
        let mut chosen = IndexSet::new();
        let mut total = 0.0;
        for b in self.tests.clone() {
            for k in 0..self.g.blocks[b].exits.len() {
                let target = self.g.blocks[b].exits[k].target;
                if !self.is_end(target) || self.g.blocks[b].can_raise() && k > 0 {
                    continue;
                }
                let mut way = IndexSet::new();
                let mut at = Some(b);
                while let Some(test) = at {
                    way.insert(test);
                    at = before.get(&test).copied();
                }
                self.behind(target, &mut way);
                let new = way.iter().filter(|b| !chosen.contains(*b));
                let more: f64 = new.map(|b| block_weight(self.g, *b)).sum();
                if total + more <= limit {
                    total += more;
                    chosen.extend(way);
                }
            }
        }
        chosen
    }
}

/// Functions inlined in fast cases, one in the other.
const DEPTH: usize = 3;

/// Number of exits of a switch that make the loop around it one that matters.
const DISPATCH: usize = 8;

/// Remembers what was found out about functions.
struct Cases<'a> {
    facts: &'a EffectFacts,
    cfg: &'a InlineConfig,
    /// The graphs that are inlined for functions, by how many may be inlined in each, one in the
    /// other.
    known: FxHashMap<(FuncId, usize), Option<Rc<LlGraph>>>,
}

/// Inlines fast cases where a loop around a large switch calls functions. Counts the calls.
pub fn inline_fast_cases(p: &mut Program, facts: &EffectFacts, cfg: &InlineConfig) -> Changes {
    let mut cases = Cases { facts, cfg, known: FxHashMap::default() };
    let mut done = Changes::default();
    let loops: Vec<FuncId> =
        p.funcs.keys().filter(|f| p.funcs[*f].graph().is_some_and(has_dispatch)).collect();
    // What is left of the calls in loops is next.
    let mut callers: IndexSet<FuncId> = loops.iter().copied().collect();
    for f in loops {
        callers.extend(p.funcs[f].graph().into_iter().flat_map(|g| direct_callees(p, g)));
    }
    for caller in callers {
        let Some(mut g) = p.funcs[caller].graph().cloned() else { continue };
        let n = cases.inline_in(p, caller, &mut g, DEPTH);
        if n > 0 {
            p.funcs[caller].body = Body::Graph(g);
            tidy(p, caller);
            done.count += n;
            done.graphs.push(caller);
        }
    }
    done
}

/// Tells whether a large switch of the graph is on a cycle.
fn has_dispatch(g: &LlGraph) -> bool {
    let large = |b: BlockId| g.blocks[b].exits.len() >= DISPATCH;
    g.reachable().into_iter().any(large)
        && in_loops(g).into_iter().any(|(b, cyclic)| cyclic && large(b))
}

impl Cases<'_> {
    /// Inlines the fast cases of the functions that a graph calls.
    fn inline_in(
        &mut self,
        p: &mut Program,
        caller: FuncId,
        g: &mut LlGraph,
        depth: usize,
    ) -> usize {
        let mut n = 0;
        let mut room = self.cfg.max_caller - static_count(g);
        let slow = worthwhile(g, false).into_iter().filter(|(_, often)| !often);
        let calls = slow.flat_map(|(b, _)| &g.blocks[b].operations).filter(|o| o.op.is_call());
        let stay: FxHashSet<VarId> = calls.map(|o| o.result).collect();
        for f in direct_callees(p, g) {
            if f == caller || !may_inline(p, f, self.cfg) {
                continue;
            }
            let Some(fast) = self.of(p, f, depth) else { continue };
            let calls = inline_in_place_of(p, self.facts, (f, &fast), g, stay.clone(), room);
            room -= calls as f64 * static_count(&fast);
            n += calls;
        }
        n
    }

    /// The fast cases of a function, with those of what it calls; the whole function if it must be inlined.
    fn of(&mut self, p: &mut Program, f: FuncId, depth: usize) -> Option<Rc<LlGraph>> {
        if let Some(known) = self.known.get(&(f, depth)) {
            return known.clone();
        }
        let mut g = p.funcs[f].graph().filter(|g| g.reachable().len() <= MAX_BLOCKS)?.clone();
        if depth > 0 && self.inline_in(p, f, &mut g, depth - 1) > 0 {
            crate::simplify::remove_dead(p, &mut g);
            join_blocks(&mut g);
        }
        let fast = match p.funcs[f].attrs.always_inline && !calls_itself(p, f) {
            // (Others that must be inlined may have led back to it.)
            true if direct_callees(p, &g).contains(&f) => p.funcs[f].graph().cloned(),
            true => Some(g),
            false => fast_graph(p, f, &g, self.cfg.fast),
        };
        let fast = fast.map(Rc::new);
        self.known.insert((f, depth), fast.clone());
        fast
    }
}

/// The fast cases of a function with this graph, which calls the function for the others; `None` if none fit the limit.
fn fast_graph(p: &Program, f: FuncId, g: &LlGraph, limit: f64) -> Option<LlGraph> {
    let mut ways = Ways::of(g);
    let chosen = ways.choose(limit);
    let others = |l: &Link<Ll>| l.target != g.returnblock && !chosen.contains(&l.target);
    if chosen.is_empty() {
        return None;
    }
    let tests: FxHashSet<BlockId> =
        ways.tests.into_iter().filter(|b| chosen.contains(b) && *b != g.startblock).collect();
    let mut fast = g.clone();
    let params: Vec<VarId> = g.params().to_vec();
    // The call.
    let names: Vec<VarId> = params.iter().map(|v| fast.copy_var(*v)).collect();
    let call = fast.new_block_with(names.clone());
    let mut args = vec![LlValue::Const(Const::Func(f))];
    args.extend(names.into_iter().map(LlValue::Var));
    let returned = g.ty(g.return_var());
    let result = fast.add_op(call, LlOp::DirectCall, args, "v", returned, g.span);
    fast.blocks[call].exits = vec![Link::new(g.returnblock, vec![result.into()])];
    // Blocks of tests hand the parameters on.
    let mut names = FxHashMap::default();
    for b in &tests {
        let own: Vec<VarId> = params.iter().map(|v| fast.copy_var(*v)).collect();
        fast.blocks[*b].inputargs.extend(&own);
        names.insert(*b, own);
    }
    for b in &chosen {
        let own = names.get(b).unwrap_or(&params);
        for l in &mut fast.blocks[*b].exits {
            let handed = own.iter().map(|v| LlValue::Var(*v));
            if others(l) {
                l.target = call;
                l.args = handed.collect();
            } else if tests.contains(&l.target) {
                l.args.extend(handed);
            }
        }
    }
    crate::simplify::remove_dead(p, &mut fast);
    join_blocks(&mut fast);
    fast.compact();
    Some(fast)
}
