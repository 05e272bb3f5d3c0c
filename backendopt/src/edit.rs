//! What passes share: substitution, switches, origins of values, making a value available in another block.

use flowmodel::{
    Block, BlockId, Const, ExitCase, ExitSwitch, Ll, LlGraph, LlOp, LlValue, ObjId, Program,
    SecondaryMap, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A block of a low-level graph.
pub type LlBlock = Block<Ll>;
/// What variables are replaced by.
pub type Subst = FxHashMap<VarId, LlValue>;

/// The value after all replacements.
pub fn resolve(s: &Subst, v: &LlValue) -> LlValue {
    let mut v = v.clone();
    while let LlValue::Var(x) = v
        && let Some(n) = s.get(&x)
    {
        v = n.clone();
    }
    v
}

/// Replaces variables in operands, switch and link arguments of a block. A switch on what has become a
/// constant is resolved.
pub fn substitute(blk: &mut LlBlock, s: &Subst) {
    if s.is_empty() {
        return;
    }
    blk.for_each_value(&mut |v| *v = resolve(s, v));
    if let ExitSwitch::Var(v) = blk.exitswitch {
        match resolve(s, &LlValue::Var(v)) {
            LlValue::Var(n) => blk.exitswitch = ExitSwitch::Var(n),
            LlValue::Const(c) => fold_switch(blk, &c),
        }
    }
}

/// Leaves only the exit that is taken for this value of the switch.
pub fn fold_switch(blk: &mut LlBlock, c: &Const) {
    let hit = blk.exits.iter().position(|l| match &l.case {
        ExitCase::Value(k) => k == c,
        _ => true,
    });
    // No exit fits: the program never comes here with this value; any exit will do.
    let mut link = blk.exits.swap_remove(hit.unwrap_or(0));
    link.case = ExitCase::None;
    blk.exits = vec![link];
    blk.exitswitch = ExitSwitch::None;
}

/// Turns a block that catches exceptions into one that goes on normally.
pub fn drop_exception_exits(blk: &mut LlBlock) {
    if blk.can_raise() {
        blk.exits.truncate(1);
        blk.exitswitch = ExitSwitch::None;
    }
}

/// Removes operations by index; where the protected last operation of a block goes, so do its handlers.
pub fn remove_ops(blk: &mut LlBlock, gone: &FxHashSet<usize>) {
    if gone.is_empty() {
        return;
    }
    if gone.contains(&(blk.operations.len().wrapping_sub(1))) {
        drop_exception_exits(blk);
    }
    let mut i = 0;
    blk.operations.retain(|_| {
        i += 1;
        !gone.contains(&(i - 1))
    });
}

/// For every variable, the one value that it always holds: a constant, or the variable (itself, if no other)
/// whose definition dominates it and from which it was passed on unchanged along all links.
pub fn origins(g: &LlGraph) -> SecondaryMap<VarId, Option<LlValue>> {
    let order = g.reverse_postorder();
    let preds = g.predecessors();
    // Inputs that different values come into: they are values of their own.
    let mut own: FxHashSet<VarId> = g.blocks[g.startblock].inputargs.iter().copied().collect();
    loop {
        // Optimistic: whatever is not known to differ is taken as equal, in each round from the beginning. One walk
        // that prefers what comes first gives values to all; values that then differ differ really.
        let mut org: SecondaryMap<VarId, Option<LlValue>> = SecondaryMap::new();
        let mut new = vec![];
        for check in [false, true] {
            for b in &order {
                for (k, input) in g.blocks[*b].inputargs.iter().enumerate() {
                    let mut value = None;
                    let mut differ = own.contains(input);
                    for (pb, i) in &preds[*b] {
                        let link = &g.blocks[*pb].exits[*i];
                        let a = match &link.args[k] {
                            LlValue::Const(c) => Some(LlValue::Const(c.clone())),
                            // Exists on this link only: its definition dominates nothing but the input.
                            LlValue::Var(v)
                                if Some(*v) == link.last_exception
                                    || Some(*v) == link.last_exc_value =>
                            {
                                differ = true;
                                None
                            }
                            LlValue::Var(v) => org[*v].clone(),
                        };
                        differ |= a.is_some() && value.is_some() && a != value;
                        value = value.or(a);
                    }
                    if differ {
                        value = Some(LlValue::Var(*input));
                    }
                    if !check {
                        if differ {
                            own.insert(*input);
                        }
                        org[*input] = value;
                    } else if differ && !own.contains(input) {
                        new.push(*input);
                    }
                }
                if !check {
                    for op in &g.blocks[*b].operations {
                        org[op.result] = Some(LlValue::Var(op.result));
                    }
                    for l in &g.blocks[*b].exits {
                        for v in [l.last_exception, l.last_exc_value].into_iter().flatten() {
                            org[v] = Some(LlValue::Var(v));
                        }
                    }
                }
            }
        }
        if new.is_empty() {
            return org;
        }
        own.extend(new);
    }
}

/// The block that defines each variable.
pub fn def_blocks(g: &LlGraph) -> SecondaryMap<VarId, Option<BlockId>> {
    let mut d = SecondaryMap::new();
    for b in g.reachable() {
        let blk = &g.blocks[b];
        let links = blk.exits.iter().flat_map(|l| [l.last_exception, l.last_exc_value]).flatten();
        let ops = blk.operations.iter().map(|o| o.result);
        for v in blk.inputargs.iter().copied().chain(ops).chain(links) {
            d[v] = Some(b);
        }
    }
    d
}

/// Makes values available in blocks that their definitions dominate, as long as links and blocks stay the same.
pub struct Available {
    preds: SecondaryMap<BlockId, Vec<(BlockId, usize)>>,
    /// The variables that were made for a value.
    made: FxHashMap<VarId, FxHashMap<BlockId, VarId>>,
}

impl Available {
    /// For the links of the graph as they are now.
    pub fn new(g: &LlGraph) -> Available {
        Available { preds: g.predecessors(), made: FxHashMap::default() }
    }

    /// Makes the value of `v`, whose definition (in block `def`) dominates `b`, available in `b`: passes it along
    /// all links in between. Returns the variable that holds it there.
    pub fn make(&mut self, g: &mut LlGraph, v: VarId, def: BlockId, b: BlockId) -> VarId {
        if def == b {
            return v;
        }
        let have = self.made.entry(v).or_default();
        have.insert(def, v);
        let mut work = vec![b];
        let mut new = vec![];
        while let Some(b) = work.pop() {
            if have.contains_key(&b) {
                continue;
            }
            let n = g.copy_var(v);
            g.blocks[b].inputargs.push(n);
            have.insert(b, n);
            new.push(b);
            work.extend(self.preds[b].iter().map(|(p, _)| *p));
        }
        for t in new {
            for (p, i) in &self.preds[t] {
                g.blocks[*p].exits[*i].args.push(have[p].into());
            }
        }
        have[&b]
    }
}

/// Moves the operations of `b` after the first `n` and its exits to a new block. Variables that it needs are
/// passed on; their new names are returned. `b` is left without exits.
pub fn split_block(g: &mut LlGraph, b: BlockId, n: usize) -> (BlockId, Vec<(VarId, VarId)>) {
    let tail: Vec<_> = g.blocks[b].operations.drain(n..).collect();
    let exits = std::mem::take(&mut g.blocks[b].exits);
    let exitswitch = std::mem::replace(&mut g.blocks[b].exitswitch, ExitSwitch::None);
    let mut new = Block { inputargs: vec![], operations: tail, exitswitch, exits };
    let mut own = FxHashSet::default();
    new.for_each_def(&mut |v| {
        own.insert(*v);
    });
    let mut map: Vec<(VarId, VarId)> = vec![];
    let mut seen: FxHashMap<VarId, VarId> = FxHashMap::default();
    new.for_each_use(&mut |v| {
        if !own.contains(v) {
            let fresh = *seen.entry(*v).or_insert_with(|| {
                let f = g.copy_var(*v);
                map.push((*v, f));
                f
            });
            *v = fresh;
        }
    });
    new.inputargs = map.iter().map(|(_, f)| *f).collect();
    (g.blocks.push(new), map)
}

/// Range of subclass numbers of a vtable, if it has one.
pub fn subclass_range(p: &Program, class: ObjId) -> Option<(i64, i64)> {
    let o = &p.heap[class];
    let st = &p.types.structs[o.ty];
    let get = |name: &str| match o.fields.get(st.field_index(name)? as usize)? {
        Const::Int(n) => Some(*n),
        _ => None,
    };
    Some((get("subclassrange_min")?, get("subclassrange_max")?))
}

/// Whether exceptions of class `sub` are caught by a handler for `sup`.
pub fn is_subclass(p: &Program, sub: ObjId, sup: ObjId) -> bool {
    if sub == sup {
        return true;
    }
    match (subclass_range(p, sub), subclass_range(p, sup)) {
        (Some((at, _)), Some((lo, hi))) => lo <= at && at < hi,
        _ => false,
    }
}

/// Whether a handler for this class catches every exception of the program.
pub fn catches_all(p: &Program, class: ObjId) -> bool {
    !p.exc.classes.is_empty() && p.exc.classes.values().all(|c| is_subclass(p, *c, class))
}

/// Whether the operation may be dropped when its result is not used. Differs from the table for hints: they
/// stay where a JIT is made (another pass removes them otherwise).
pub fn is_removable(op: LlOp) -> bool {
    op.is_removable()
        && !matches!(
            op,
            LlOp::Hint | LlOp::JitRecordExactClass | LlOp::GcCollect | LlOp::GcIdentityHash
        )
}

/// Links that go back to a block on the current path of a depth-first walk: they close loops.
pub fn back_edges(g: &LlGraph) -> FxHashSet<(BlockId, usize)> {
    let mut back = FxHashSet::default();
    let mut state: SecondaryMap<BlockId, u8> = SecondaryMap::new();
    let mut stack = vec![(g.startblock, 0)];
    state[g.startblock] = 1;
    while let Some((b, i)) = stack.pop() {
        match g.blocks[b].exits.get(i) {
            None => state[b] = 2,
            Some(l) => {
                stack.push((b, i + 1));
                match state[l.target] {
                    0 => {
                        state[l.target] = 1;
                        stack.push((l.target, 0));
                    }
                    1 => {
                        back.insert((b, i));
                    }
                    _ => {}
                }
            }
        }
    }
    back
}
