//! What passes ask about graphs and classes: origins of values, blocks of definitions, handlers, loops.

use flowmodel::{BlockId, Const, LlGraph, LlOp, LlValue, ObjId, Program, SecondaryMap, VarId};
use rustc_hash::FxHashSet;

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
