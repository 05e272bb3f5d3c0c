//! Common subexpressions: an operation without effects that was already executed on the same values on every
//! way to here is replaced by the earlier result (whole graph, along the dominator tree); so are reads of
//! memory (within extended blocks, up to a write to the same place). A test that is already decided on the
//! way to here becomes a constant: that removes repeated bounds checks, and null tests of pointers that were gone
//! through before. Stores are forwarded to loads.

use flowmodel::analysis::flow::dominators;
use flowmodel::analysis::places::place;
use flowmodel::analysis::values::{SsaValues, def_blocks, origins};
use flowmodel::analysis::{EffectFacts, Place};
use flowmodel::effects::{ALLOCATES, CALLS, ORDERED, PRECONDITION, READS, WRITES};
use flowmodel::graph::Predecessors;
use flowmodel::surgery::{Available, Subst, remove_ops, substitute};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, FuncId, Ll, LlGraph, LlOp, LlValue, Operand, Program,
    SpaceOperation, Type, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

type Key = (LlOp, Vec<LlValue>, Type);

/// A read of memory: place, object, index (Void for fixed fields).
type Loc = (Place, LlValue, LlValue);

struct Cse<'a> {
    p: &'a Program,
    facts: &'a EffectFacts,
    g: &'a LlGraph,
    /// The value that stands for a variable; refined as operations are recognised.
    canon: SsaValues<Ll>,
    known: FxHashMap<Key, LlValue>,
    /// Operations (block, index) that are replaced by a value.
    found: Vec<(BlockId, usize, LlValue)>,
    /// Memory at the end of blocks.
    memory: FxHashMap<BlockId, FxHashMap<Loc, LlValue>>,
    preds: Predecessors,
    children: FxHashMap<BlockId, Vec<BlockId>>,
}

impl Cse<'_> {
    fn value(&self, v: &LlValue) -> LlValue {
        let mut v = *v;
        while let LlValue::Var(x) = v
            && !self.canon.is_root(x)
        {
            v = self.canon.of(x);
        }
        v
    }
    fn key(&self, op: &SpaceOperation<flowmodel::Ll>) -> Key {
        let mut args: Vec<_> = op.args.iter().map(|a| self.value(a)).collect();
        if op.op.is_commutative() && rank(&args[0]) > rank(&args[1]) {
            args.swap(0, 1);
        }
        (op.op, args, self.g.ty(op.result))
    }
    fn record(&mut self, k: Key, v: LlValue, undo: &mut Vec<(Key, Option<LlValue>)>) {
        let old = self.known.insert(k.clone(), v);
        undo.push((k, old));
    }
    fn loc(&self, op: &SpaceOperation<flowmodel::Ll>) -> Option<Loc> {
        let pl = place(self.p, self.g, op)?;
        if pl == Place::Raw {
            return None;
        }
        let index = match op.op {
            LlOp::GetField | LlOp::SetField => LlValue::Const(Const::Void),
            LlOp::RawLoad | LlOp::RawStore => return None,
            _ => self.value(&op.args[1]),
        };
        Some((pl, self.value(&op.args[0]), index))
    }

    /// Notes what the decision for exit `i` of `b` tells.
    fn learn(&mut self, b: BlockId, i: usize, undo: &mut Vec<(Key, Option<LlValue>)>) {
        let blk = &self.g.blocks[b];
        if let Some(op) = blk.raising_op()
            && op.op.is_foldable()
            && i == 0
        {
            // Did not raise, so it has a result.
            let k = self.key(op);
            self.record(k, LlValue::Var(op.result), undo);
        }
        let (ExitSwitch::Var(v), ExitCase::Value(Const::Bool(x))) =
            (blk.exitswitch, &blk.exits[i].case)
        else {
            return;
        };
        let Some(def) = blk.operations.iter().find(|o| o.result == v) else { return };
        if !def.op.is_foldable() {
            return;
        }
        let k = self.key(def);
        if let Some(op) = def.op.negated() {
            let n = (op, k.1.clone(), Type::Bool);
            self.record(n, LlValue::Const(Const::Bool(!x)), undo);
        }
        if let Some(op) = def.op.swapped() {
            let args: Vec<_> = k.1.iter().rev().cloned().collect();
            if let Some(neg) = op.negated() {
                let n = (neg, args.clone(), Type::Bool);
                self.record(n, LlValue::Const(Const::Bool(!x)), undo);
            }
            self.record((op, args, Type::Bool), LlValue::Const(Const::Bool(*x)), undo);
        }
        self.record(k, LlValue::Const(Const::Bool(*x)), undo);
    }

    fn block(&mut self, b: BlockId) -> Vec<(Key, Option<LlValue>)> {
        let mut undo = vec![];
        let mut mem = FxHashMap::default();
        if let [(pb, i)] = self.preds[b][..] {
            mem = self.memory.get(&pb).cloned().unwrap_or_default();
            // The protected operation may have raised in the middle of its writes, but what it may write
            // is forgotten already.
            self.learn(pb, i as usize, &mut undo);
        }
        let g = self.g;
        let blk = &g.blocks[b];
        for (i, op) in blk.operations.iter().enumerate() {
            let result = LlValue::Var(op.result);
            match op.op.effects() {
                _ if self.is_address(op) => {}
                _ if op.op == LlOp::GetArraySize || op.op.is_foldable() => {
                    let k = self.key(op);
                    match self.known.get(&k).cloned() {
                        Some(v) => {
                            self.found.push((b, i, v));
                            self.canon.set(op.result, v);
                        }
                        // On its exception exits an operation has no result.
                        None if blk.can_raise() && i + 1 == blk.operations.len() => {}
                        None => self.record(k, result, &mut undo),
                    }
                }
                e if e.any(READS) => {
                    let Some(loc) = self.loc(op) else { continue };
                    match mem.get(&loc).cloned() {
                        Some(v) if self.fits(&v, op.result) => {
                            self.found.push((b, i, v));
                            self.canon.set(op.result, v);
                        }
                        _ => {
                            mem.insert(loc, result);
                        }
                    }
                }
                e if e.any(WRITES) => match (self.loc(op), op.args.last()) {
                    (Some(loc), Some(v)) => {
                        // Another object of the type, or another index, may be the same one.
                        mem.retain(|l, _| l.0 != loc.0 || differs(&l.1, &l.2, &loc));
                        let v = self.value(v);
                        mem.insert(loc, v);
                    }
                    _ => self.kill(&mut mem, op),
                },
                e if e.any(CALLS | ORDERED) => self.kill(&mut mem, op),
                _ => {}
            }
            self.learn_nonnull(op, &mut undo);
        }
        self.memory.insert(b, mem);
        undo
    }
    /// Says whether the result is the address of an object of the collector: that is another one after a
    /// collection.
    fn is_address(&self, op: &SpaceOperation<flowmodel::Ll>) -> bool {
        matches!(op.op, LlOp::CastPtrToAdr | LlOp::CastPtrToInt)
            && op.args[0].as_var().is_some_and(|v| self.p.types.is_gc(self.g.ty(v)))
    }
    /// New objects, and pointers that an operation has gone through, are not null.
    fn learn_nonnull(
        &mut self,
        op: &SpaceOperation<flowmodel::Ll>,
        undo: &mut Vec<(Key, Option<LlValue>)>,
    ) {
        let row = op.op.info();
        let mut pointers = vec![];
        if op.op.has(ALLOCATES) {
            pointers.push(LlValue::Var(op.result));
        } else if op.op.has(PRECONDITION) {
            let operands = op.args.iter().zip(row.operands);
            pointers.extend(operands.filter(|(_, o)| **o == Operand::Container).map(|(a, _)| *a));
        }
        for v in pointers {
            let v = self.value(&v);
            if v.as_var().is_none() {
                continue;
            }
            for (test, truth) in [(LlOp::PtrNonzero, true), (LlOp::PtrIszero, false)] {
                let k = (test, vec![v], Type::Bool);
                if !self.known.contains_key(&k) {
                    self.record(k, LlValue::Const(Const::Bool(truth)), undo);
                }
            }
        }
    }
    /// Says whether a value of memory may stand for the result: its type must not be wider.
    fn fits(&self, v: &LlValue, result: VarId) -> bool {
        self.p.compatible(self.p.value_type(self.g, v), self.g.ty(result))
    }
    fn kill(&self, mem: &mut FxHashMap<Loc, LlValue>, op: &SpaceOperation<flowmodel::Ll>) {
        let e = self.facts.operation(self.p, self.g, op);
        mem.retain(|l, _| !self.facts.may_write(self.p, &e, l.0));
    }
}

/// Says whether two accesses to the same kind of place surely touch different memory.
fn differs(_obj: &LlValue, index: &LlValue, loc: &Loc) -> bool {
    match (index, &loc.2) {
        (LlValue::Const(a), LlValue::Const(b)) => a != b,
        _ => false,
    }
}

fn rank(v: &LlValue) -> u32 {
    match v {
        LlValue::Var(v) => v.as_u32(),
        // Constants go right.
        LlValue::Const(_) => u32::MAX,
    }
}

/// Returns whether anything was replaced.
pub fn cse(p: &Program, facts: &EffectFacts, _f: FuncId, g: &mut LlGraph) -> bool {
    let doms = dominators(g);
    let mut children: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
    for b in g.reverse_postorder() {
        if let Some(d) = doms.immediate_dominator(b) {
            children.entry(d).or_default().push(b);
        }
    }
    let mut c = Cse {
        p,
        facts,
        canon: origins(g),
        known: FxHashMap::default(),
        found: vec![],
        memory: FxHashMap::default(),
        preds: g.predecessors(),
        children,
        g,
    };
    // Depth-first over the dominator tree; leaving a block takes back what held only below it.
    enum Step {
        Enter(BlockId),
        Leave(Vec<(Key, Option<LlValue>)>),
    }
    let mut stack = vec![Step::Enter(c.g.startblock)];
    while let Some(s) = stack.pop() {
        match s {
            Step::Enter(b) => {
                let undo = c.block(b);
                stack.push(Step::Leave(undo));
                let kids = c.children.get(&b).cloned().unwrap_or_default();
                stack.extend(kids.into_iter().rev().map(Step::Enter));
            }
            Step::Leave(undo) => {
                for (k, old) in undo.into_iter().rev() {
                    match old {
                        Some(v) => c.known.insert(k, v),
                        None => c.known.remove(&k),
                    };
                }
            }
        }
    }
    let canon = std::mem::take(&mut c.canon);
    let found = c.found;
    if found.is_empty() {
        return false;
    }
    // The earlier value may itself have been replaced meanwhile.
    let last = |v: LlValue| {
        let mut v = v;
        while let LlValue::Var(x) = v
            && !canon.is_root(x)
        {
            v = canon.of(x);
        }
        v
    };
    let defs = def_blocks(g);
    let portal = is_portal(g);
    let mut available = Available::new(g);
    let mut by_block: FxHashMap<BlockId, (Subst<Ll>, FxHashSet<usize>)> = FxHashMap::default();
    let mut order = vec![];
    let mut have: FxHashMap<(BlockId, VarId), VarId> = FxHashMap::default();
    for (b, i, v) in found {
        let v = match last(v) {
            LlValue::Var(x) => {
                let Some(d) = defs[x] else { continue };
                let n = match have.get(&(b, x)) {
                    Some(n) => *n,
                    None => match local_copy(g, &canon, x, d, b, portal, &mut available) {
                        Some(n) => n,
                        None => continue,
                    },
                };
                have.insert((b, x), n);
                LlValue::Var(n)
            }
            k => k,
        };
        let r = g.blocks[b].operations[i].result;
        if !by_block.contains_key(&b) {
            order.push(b);
        }
        let (s, gone) = by_block.entry(b).or_default();
        s.insert(r, v);
        gone.insert(i);
    }
    for b in order {
        let (s, gone) = &by_block[&b];
        remove_ops(&mut g.blocks[b], gone);
        substitute(&mut g.blocks[b], s);
    }
    true
}

/// A variable of `b` that holds the value of `x`: an input that always does, or a new one.
fn local_copy(
    g: &mut LlGraph,
    canon: &SsaValues<Ll>,
    x: VarId,
    def: BlockId,
    b: BlockId,
    only_existing: bool,
    available: &mut Available,
) -> Option<VarId> {
    if def == b {
        return Some(x);
    }
    let is_x = |v: &VarId| canon.var(*v) == Some(x);
    if let Some(v) = g.blocks[b].inputargs.iter().find(|v| is_x(v))
        && g.ty(*v) == g.ty(x)
    {
        return Some(*v);
    }
    (!only_existing).then(|| available.make(g, x, def, b))
}

/// Says whether the function contains a `jit_merge_point`: only greens and reds may be alive there, so no
/// value may be handed to blocks that did not get it.
fn is_portal(g: &LlGraph) -> bool {
    g.reachable()
        .into_iter()
        .any(|b| g.blocks[b].operations.iter().any(crate::hints::is_merge_point))
}
