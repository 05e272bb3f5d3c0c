//! Malloc removal: objects that never leave the function are replaced by variables for their fields.
//!
//! Pointers are grouped by union of values across blocks (links, casts). A group is removable if all its
//! objects come from `malloc` of one type (without finalizer), it is only used to read, write and test the
//! object, and every block deals with one object of the group at most; then each variable of the group is
//! replaced by one variable per field. Applied repeatedly: an object that was stored in a removed object may
//! be removable next.

use flowmodel::analysis::values::origins;
use flowmodel::surgery::{Subst, remove_ops, resolve, substitute};
use flowmodel::{
    BlockId, Const, FuncId, Ll, LlGraph, LlOp, LlValue, Program, SecondaryMap, SpaceOperation,
    StructId, Type, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

/// Removes what it can. Returns the number of `malloc` operations that are gone, or 1 if there were none and the graph has
/// changed nevertheless.
pub fn remove_mallocs(p: &Program, f: FuncId, g: &mut LlGraph) -> usize {
    let mut total = 0;
    let mut merged = false;
    loop {
        merged |= merge_duplicate_inputs(p, g);
        let n = remove_once(p, g);
        if n == 0 {
            return total.max(merged as usize);
        }
        total += n;
        // Fields that hold constants, or objects, become visible.
        crate::simplify::remove_noops(p, g);
        crate::constfold::constfold(p, f, g);
        crate::simplify::simplify(p, f, g);
    }
}

/// Makes each value one variable in functions with a merge point: arguments of the merge point that were on the stack
/// while a call computed the next one have two names for what goes on behind it. Returns whether anything changed.
pub fn merge_portal_inputs(p: &Program, g: &mut LlGraph) -> bool {
    let mut ops = g.blocks.values().flat_map(|b| &b.operations);
    ops.any(|op| op.op == LlOp::JitMarker) && merge_duplicate_inputs(p, g)
}

/// Inputs of one block that always hold the same value become one.
fn merge_duplicate_inputs(p: &Program, g: &mut LlGraph) -> bool {
    let org = origins(g);
    let mut any = false;
    let preds = g.predecessors();
    // By hash of what comes in: the first such input of the block.
    let mut first: FxHashMap<u64, usize> = FxHashMap::default();
    for b in g.reachable() {
        if b == g.startblock || g.is_final(b) {
            continue;
        }
        let inputs = &g.blocks[b].inputargs;
        let coming = |k: usize| {
            let links = preds[b].iter().map(|(p, i)| &g.blocks[*p].exits[*i as usize]);
            links.map(move |l| &l.args[k])
        };
        let origin = |v: VarId| org.var(v).filter(|o| *o != v);
        let mut s = Subst::default();
        first.clear();
        for (k, v) in inputs.iter().enumerate() {
            let mut hash = FxHasher::default();
            g.ty(*v).hash(&mut hash);
            match origin(*v) {
                Some(o) => o.hash(&mut hash),
                None => coming(k).for_each(|a| a.hash(&mut hash)),
            }
            let j = *first.entry(hash.finish()).or_insert(k);
            let w = inputs[j];
            let same = g.ty(*v) == g.ty(w)
                && match (origin(*v), origin(w)) {
                    (None, None) => coming(k).eq(coming(j)),
                    (a, b) => a == b,
                };
            if j != k && same {
                s.insert(*v, LlValue::Var(w));
            }
        }
        // The input stays for the liveness pass, unused.
        if !s.is_empty() {
            any = true;
            substitute(&mut g.blocks[b], &s);
        }
    }
    any |= crate::simplify::remove_dead(p, g);
    any
}

#[derive(Default)]
struct Groups {
    parent: SecondaryMap<VarId, Option<VarId>>,
}

impl Groups {
    fn find(&mut self, v: VarId) -> VarId {
        let mut r = v;
        while let Some(p) = self.parent[r] {
            r = p;
        }
        let mut v = v;
        while let Some(p) = self.parent[v] {
            self.parent[v] = Some(r);
            v = p;
        }
        r
    }
    fn union(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            let (lo, hi) = (a.min(b), a.max(b));
            self.parent[hi] = Some(lo);
        }
    }
}

/// Holds what is known of a group.
#[derive(Default)]
struct Info {
    bad: bool,
    ty: Option<StructId>,
    mallocs: usize,
    reads: BTreeSet<u32>,
}

/// The groups of variables that may be one object, and what is known of each.
#[derive(Default)]
struct Found {
    groups: Groups,
    infos: FxHashMap<VarId, Info>,
}

impl Found {
    /// Puts variables into one group that operations and links make the same.
    fn join(&mut self, g: &LlGraph, order: &[BlockId]) {
        for b in order {
            let blk = &g.blocks[*b];
            for op in &blk.operations {
                if let (LlOp::SameAs | LlOp::CastPointer, Some(LlValue::Var(a))) =
                    (op.op, op.args.first())
                {
                    self.groups.union(op.result, *a);
                }
            }
            for l in &blk.exits {
                for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    if let LlValue::Var(a) = a {
                        self.groups.union(*a, *input);
                    }
                }
            }
        }
    }

    fn info(&mut self, v: VarId) -> &mut Info {
        self.infos.entry(self.groups.find(v)).or_default()
    }

    /// The object has to be made.
    fn bad(&mut self, v: VarId) {
        self.info(v).bad = true;
    }

    /// Notes what the operations and links of a block say of the groups.
    fn block(&mut self, p: &Program, g: &LlGraph, b: BlockId) {
        let blk = &g.blocks[b];
        // Objects of each group in this block.
        let mut objects: FxHashMap<VarId, usize> = FxHashMap::default();
        for v in &blk.inputargs {
            *objects.entry(self.groups.find(*v)).or_default() += 1;
        }
        for op in &blk.operations {
            if op.op == LlOp::Malloc {
                *objects.entry(self.groups.find(op.result)).or_default() += 1;
            }
            self.operation(p, op);
        }
        for (r, n) in objects {
            if n > 1 {
                self.infos.entry(r).or_default().bad = true;
            }
        }
        for l in &blk.exits {
            for v in [l.last_exception, l.last_exc_value].into_iter().flatten() {
                self.bad(v);
            }
            for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                if a.as_const().is_some() {
                    self.bad(*input);
                }
            }
        }
    }

    fn operation(&mut self, p: &Program, op: &SpaceOperation<Ll>) {
        // The arguments of which the object itself is not needed.
        let free = match op.op {
            LlOp::Malloc => {
                let info = self.info(op.result);
                info.mallocs += 1;
                let LlValue::Const(Const::Type(t)) = &op.args[0] else { return };
                info.bad |= info.ty.is_some_and(|x| x != *t);
                info.bad |= p.types.structs[*t].finalizer.is_some();
                info.ty = Some(*t);
                return;
            }
            LlOp::SameAs | LlOp::CastPointer => {
                if op.args[0].as_const().is_some() {
                    self.bad(op.result);
                }
                return;
            }
            LlOp::GetField => {
                if let (LlValue::Var(v), LlValue::Const(Const::Field(f))) =
                    (&op.args[0], &op.args[1])
                {
                    self.info(*v).reads.insert(*f);
                }
                1
            }
            LlOp::SetField => {
                // Stored in itself: the field variable would be of the group.
                if let (LlValue::Var(o), LlValue::Var(v)) = (&op.args[0], &op.args[2])
                    && self.groups.find(*o) == self.groups.find(*v)
                {
                    self.bad(*v);
                }
                1
            }
            LlOp::PtrEq | LlOp::PtrNe => 2,
            LlOp::PtrNonzero | LlOp::PtrIszero => 1,
            LlOp::JitRecordExactClass => 1,
            // Also what it refers to is to be kept alive: the object stays.
            _ => 0,
        };
        self.bad(op.result);
        for a in op.args.iter().skip(free) {
            if let LlValue::Var(v) = a {
                self.bad(*v);
            }
        }
    }
}

fn remove_once(p: &Program, g: &mut LlGraph) -> usize {
    let order = g.reachable();
    let has_malloc =
        order.iter().any(|b| g.blocks[*b].operations.iter().any(|o| o.op == LlOp::Malloc));
    if !has_malloc {
        return 0;
    }
    let mut found = Found::default();
    found.join(g, &order);
    for b in [g.startblock, g.returnblock, g.exceptblock] {
        for v in &g.blocks[b].inputargs {
            found.bad(*v);
        }
    }
    for b in &order {
        found.block(p, g, *b);
    }
    let Found { mut groups, infos } = found;
    let mut chosen: Vec<VarId> =
        infos.iter().filter(|(_, i)| !i.bad && i.mallocs > 0).map(|(r, _)| *r).collect();
    if chosen.is_empty() {
        return 0;
    }
    chosen.sort();
    // The variables of each group, and the blocks that know the object.
    let mut members: FxHashMap<VarId, (FxHashSet<VarId>, Vec<BlockId>)> =
        chosen.iter().map(|r| (*r, Default::default())).collect();
    for b in &order {
        let blk = &g.blocks[*b];
        for v in blk.inputargs.iter().chain(blk.operations.iter().map(|o| &o.result)) {
            if let Some((vars, blocks)) = members.get_mut(&groups.find(*v)) {
                vars.insert(*v);
                if blocks.last() != Some(b) {
                    blocks.push(*b);
                }
            }
        }
    }
    let mut removed = 0;
    for r in chosen {
        let info = &infos[&r];
        let Some(ty) = info.ty else { continue };
        let (vars, blocks) = &members[&r];
        explode(p, g, blocks, vars, ty, &info.reads);
        removed += info.mallocs;
    }
    removed
}

/// Replaces the object of a group, whose variables are in the blocks `order`, by variables for the fields that are read.
fn explode(
    p: &Program,
    g: &mut LlGraph,
    order: &[BlockId],
    members: &FxHashSet<VarId>,
    ty: StructId,
    reads: &BTreeSet<u32>,
) {
    let fields: Vec<(u32, Type)> =
        reads.iter().map(|f| (*f, p.types.structs[ty].fields[*f as usize].ty)).collect();
    let names: Vec<String> = fields
        .iter()
        .map(|(f, _)| p.types.structs[ty].fields[*f as usize].name.to_string())
        .collect();
    let slot = |f: u32| fields.iter().position(|(x, _)| *x == f);
    // Positions of group inputs, before any block changes.
    let mut at: FxHashMap<BlockId, usize> = FxHashMap::default();
    for b in order {
        if let Some(i) = g.blocks[*b].inputargs.iter().position(|v| members.contains(v)) {
            at.insert(*b, i);
        }
    }
    for b in order {
        let mut state: Vec<LlValue> = vec![];
        if let Some(i) = at.get(b) {
            let new: Vec<VarId> =
                fields.iter().zip(&names).map(|((_, t), n)| g.new_var(n, *t)).collect();
            state = new.iter().map(|v| LlValue::Var(*v)).collect();
            g.blocks[*b].inputargs.splice(*i..*i + 1, new);
        }
        let mut s = Subst::default();
        let mut gone = FxHashSet::default();
        let blk = &g.blocks[*b];
        let is = |v: &LlValue| v.as_var().is_some_and(|v| members.contains(&v));
        let truth = |b: bool| LlValue::Const(Const::Bool(b));
        for (i, op) in blk.operations.iter().enumerate() {
            match op.op {
                LlOp::Malloc if members.contains(&op.result) => {
                    state = fields.iter().map(|(_, t)| LlValue::Const(p.zero(*t))).collect();
                }
                LlOp::GetField if is(&op.args[0]) => {
                    if let LlValue::Const(Const::Field(f)) = &op.args[1]
                        && let Some(k) = slot(*f)
                    {
                        s.insert(op.result, state[k]);
                    }
                }
                LlOp::SetField if is(&op.args[0]) => {
                    if let LlValue::Const(Const::Field(f)) = &op.args[1]
                        && let Some(k) = slot(*f)
                    {
                        state[k] = resolve(&s, &op.args[2]);
                    }
                }
                // One object per block: two pointers of the group are equal, others never are.
                LlOp::PtrEq if op.args.iter().any(&is) => {
                    s.insert(op.result, truth(op.args.iter().all(&is)));
                }
                LlOp::PtrNe if op.args.iter().any(&is) => {
                    s.insert(op.result, truth(!op.args.iter().all(&is)));
                }
                LlOp::PtrNonzero if is(&op.args[0]) => {
                    s.insert(op.result, truth(true));
                }
                LlOp::PtrIszero if is(&op.args[0]) => {
                    s.insert(op.result, truth(false));
                }
                LlOp::SameAs | LlOp::CastPointer if members.contains(&op.result) => {}
                LlOp::JitRecordExactClass if is(&op.args[0]) => {}
                _ => continue,
            }
            gone.insert(i);
        }
        let blk = &mut g.blocks[*b];
        remove_ops(blk, &gone);
        for l in &mut blk.exits {
            if let Some(i) = at.get(&l.target) {
                l.args.splice(*i..*i + 1, state.iter().cloned());
            }
        }
        substitute(blk, &s);
    }
}
