//! Clean-up of a freshly built graph: what the way of recording leaves behind.

use flowmodel::graph::{BlockId, ExitCase, ExitSwitch, Value, VarId};
use flowmodel::{HlGraph, HlOp, HlValue, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs all clean-ups and renumbers.
pub fn simplify(g: &mut HlGraph) {
    eliminate_empty_blocks(g);
    remove_reraising_exits(g);
    join_blocks(g);
    remove_dead(g);
    eliminate_empty_blocks(g);
    g.compact();
}

/// Links to blocks that only pass on go to where these lead.
pub fn eliminate_empty_blocks(g: &mut HlGraph) {
    let returns = g.returnblock;
    let mut entries: FxHashMap<BlockId, usize> = FxHashMap::default();
    for b in g.reachable() {
        for l in &g.blocks[b].exits {
            *entries.entry(l.target).or_default() += 1;
        }
    }
    for b in g.reachable() {
        for i in 0..g.blocks[b].exits.len() {
            let mut seen = FxHashSet::default();
            loop {
                let target = g.blocks[b].exits[i].target;
                let t = &g.blocks[target];
                // An endless loop of empty blocks stays one.
                if !t.operations.is_empty()
                    || t.exitswitch != ExitSwitch::None
                    || t.exits.len() != 1
                    || target == g.startblock
                    || !seen.insert(target)
                {
                    break;
                }
                let next = t.exits[0].clone();
                if next.target == target {
                    break;
                }
                let map: FxHashMap<VarId, HlValue> =
                    t.inputargs.iter().copied().zip(g.blocks[b].exits[i].args.clone()).collect();
                let args = next
                    .args
                    .iter()
                    .map(|a| match a {
                        Value::Var(v) => map.get(v).cloned().unwrap_or_else(|| a.clone()),
                        c => c.clone(),
                    })
                    .collect();
                let link = &mut g.blocks[b].exits[i];
                link.target = next.target;
                link.args = args;
                // The place of a `return`, unless it joins the values of several paths.
                if next.target == returns && entries[&target] == 1 {
                    link.span = link.span.or(next.span);
                }
            }
        }
    }
}

/// An exit that only raises what it caught is not needed: the exception leaves the function by
/// itself.
pub fn remove_reraising_exits(g: &mut HlGraph) {
    let exceptblock = g.exceptblock;
    for b in g.reachable() {
        let blk = &mut g.blocks[b];
        if !blk.can_raise() {
            continue;
        }
        // Only from the end: an earlier exit shields the later ones from its class.
        while let Some(l) = blk.exits.last()
            && blk.exits.len() > 1
            && l.target == exceptblock
            && l.args[1].as_var().is_some_and(|v| Some(v) == l.last_exc_value)
            && match (&l.args[0], &l.case) {
                (Value::Var(v), _) => Some(*v) == l.last_exception,
                (Value::Const(c), ExitCase::Value(case)) => c == case,
                _ => false,
            }
        {
            blk.exits.pop();
        }
        if blk.exits.len() == 1 {
            blk.exitswitch = ExitSwitch::None;
        }
    }
}

/// A block with one exit to a block with one entry becomes one block with it.
pub fn join_blocks(g: &mut HlGraph) {
    let mut entries = SecondaryMap::<BlockId, u32>::new();
    let blocks = g.reachable();
    for &b in &blocks {
        for l in &g.blocks[b].exits {
            entries[l.target] += 1;
        }
    }
    let mut gone = FxHashSet::default();
    for b in blocks {
        if gone.contains(&b) {
            continue;
        }
        loop {
            let blk = &g.blocks[b];
            if blk.exitswitch != ExitSwitch::None || blk.exits.len() != 1 {
                break;
            }
            let target = blk.exits[0].target;
            if entries[target] != 1 || g.is_final(target) || target == b {
                break;
            }
            let args = blk.exits[0].args.clone();
            let mut t = std::mem::take(&mut g.blocks[target]);
            gone.insert(target);
            let map: FxHashMap<VarId, HlValue> = t.inputargs.iter().copied().zip(args).collect();
            t.for_each_value(&mut |v| {
                if let Value::Var(x) = v
                    && let Some(new) = map.get(x)
                {
                    *v = new.clone();
                }
            });
            if let ExitSwitch::Var(v) = t.exitswitch {
                match map.get(&v) {
                    Some(Value::Var(new)) => t.exitswitch = ExitSwitch::Var(*new),
                    Some(Value::Const(c)) => {
                        // The switch is decided.
                        let case = ExitCase::Value(c.clone());
                        let i = t
                            .exits
                            .iter()
                            .position(|l| l.case == case || l.case == ExitCase::Default)
                            .unwrap_or(0);
                        let mut link = t.exits.swap_remove(i);
                        link.case = ExitCase::None;
                        for other in t.exits.drain(..) {
                            entries[other.target] -= 1;
                        }
                        t.exits = vec![link];
                        t.exitswitch = ExitSwitch::None;
                    }
                    None => {}
                }
            }
            let blk = &mut g.blocks[b];
            blk.operations.append(&mut t.operations);
            blk.exitswitch = t.exitswitch;
            blk.exits = t.exits;
        }
    }
}

fn removable(op: HlOp) -> bool {
    matches!(
        op,
        HlOp::Is
            | HlOp::Type
            | HlOp::IsSubtype
            | HlOp::IsInstance
            | HlOp::Bool
            | HlOp::Not
            | HlOp::NewTuple
            | HlOp::NewList
            | HlOp::NewDict
            | HlOp::NewSlice
            | HlOp::SameAs
    )
}

/// Removes operations without effect whose result is not used, and inputs that nobody reads.
pub fn remove_dead(g: &mut HlGraph) {
    let blocks = g.reachable();
    // A variable is needed if an operation that stays, a switch, or the input of a block that is
    // itself needed uses it.
    let mut needed: FxHashSet<VarId> = FxHashSet::default();
    // What needs what: for link arguments and operands of removable operations.
    let mut depends: FxHashMap<VarId, Vec<VarId>> = FxHashMap::default();
    let mut work: Vec<VarId> = Vec::new();
    for &b in &blocks {
        let blk = &g.blocks[b];
        if g.is_final(b) {
            work.extend(&blk.inputargs);
        }
        let last = blk.operations.len().wrapping_sub(1);
        for (i, op) in blk.operations.iter().enumerate() {
            let vars = op.args.iter().filter_map(|a| a.as_var());
            if removable(op.op) && !(blk.can_raise() && i == last) {
                depends.entry(op.result).or_default().extend(vars);
            } else {
                work.extend(vars);
            }
        }
        if let ExitSwitch::Var(v) = blk.exitswitch {
            work.push(v);
        }
        for l in &blk.exits {
            for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                if let Value::Var(v) = a {
                    depends.entry(*input).or_default().push(*v);
                }
            }
        }
    }
    // Parameters stay: they are the function's signature.
    work.extend(&g.blocks[g.startblock].inputargs);
    while let Some(v) = work.pop() {
        if needed.insert(v)
            && let Some(d) = depends.get(&v)
        {
            work.extend(d);
        }
    }
    for &b in &blocks {
        let keep: Vec<Vec<bool>> = g.blocks[b]
            .exits
            .iter()
            .map(|l| g.blocks[l.target].inputargs.iter().map(|v| needed.contains(v)).collect())
            .collect();
        let blk = &mut g.blocks[b];
        for (l, keep) in blk.exits.iter_mut().zip(keep) {
            let mut k = keep.iter();
            l.args.retain(|_| *k.next().unwrap_or(&true));
        }
        let n = blk.operations.len();
        let protected = blk.can_raise();
        let mut i = 0;
        blk.operations.retain(|op| {
            i += 1;
            !removable(op.op) || needed.contains(&op.result) || protected && i == n
        });
    }
    for &b in &blocks {
        g.blocks[b].inputargs.retain(|v| needed.contains(v));
    }
}
