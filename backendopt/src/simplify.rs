//! Simplification of control flow and data flow; keeps the graph's meaning and hardly makes it larger
//! (a small block is copied where that saves its test):
//! no-op removal (`same_as`, upcasts), dead operations and dead block inputs (whole-graph liveness), empty
//! blocks, joining of blocks, jump threading over constant switches, `bool_not` before a switch, exits that
//! lead to the same place, identical blocks.

use flowmodel::analysis::loops::headers;
use flowmodel::surgery::{
    self, Subst, arrival, fold_switch, keep_exits, remove_ops, renamed, renew, resolve, substitute,
};
use flowmodel::{
    Block, BlockId, Const, ExitCase, ExitSwitch, FuncId, Ll, LlGraph, LlOp, LlValue, Program,
    SpaceOperation, Type, VarId, effects,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs all simplifications until nothing changes. Returns whether anything did.
pub fn simplify(p: &Program, _f: FuncId, g: &mut LlGraph) -> bool {
    // Each gets the graph's blocks in order, and says whether it has changed anything.
    type Simplification<'a> = &'a dyn Fn(&mut LlGraph, &[BlockId]) -> bool;
    let all: [Simplification; 8] = [
        &|g, order| remove_noops_in(p, g, order),
        &|g, order| surgery::remove_dead_in(g, order, &|o, _| is_removable(p, o)),
        &bool_not_switch,
        &same_exits,
        &thread_jumps,
        &|g, order| duplicate_tests(p, g, order),
        &|g, order| surgery::skip_empty_blocks_in(g, order, |_, link, on| on.span.or(link.span)),
        &surgery::join_blocks_in,
    ];
    let mut any = false;
    // Large graphs wait for memory: they are walked for their order only where it may have changed.
    let mut order = g.reachable();
    // Each one that changes something removes an operation, a block, an input or a link. It is over when none of them has
    // found anything in a row.
    let (mut next, mut in_vain) = (0, 0);
    loop {
        let mut changed = all[next](g, &order);
        if changed {
            order = g.reachable();
        }
        next = (next + 1) % all.len();
        in_vain = if changed { 0 } else { in_vain + 1 };
        if in_vain == all.len() {
            changed = merge_identical_blocks(g, &order);
            if !changed {
                break;
            }
            order = g.reachable();
            (next, in_vain) = (0, 0);
        }
        any |= changed;
    }
    if any {
        g.compact();
    }
    any
}

/// Removes `same_as`, casts that change nothing or go up, and shortens chains of casts.
pub fn remove_noops(p: &Program, g: &mut LlGraph) -> bool {
    let order = g.reachable();
    remove_noops_in(p, g, &order)
}

fn remove_noops_in(p: &Program, g: &mut LlGraph, order: &[BlockId]) -> bool {
    let mut any = false;
    for b in order.iter().copied() {
        let mut s = Subst::default();
        let mut gone = FxHashSet::default();
        // Operand of each cast in this block.
        let mut casts: FxHashMap<VarId, LlValue> = FxHashMap::default();
        for i in 0..g.blocks[b].operations.len() {
            let op = &g.blocks[b].operations[i];
            if !op.op.has(effects::IDENTITY) {
                continue;
            }
            let mut arg = resolve(&s, &op.args[0]);
            if op.op != LlOp::SameAs
                && let LlValue::Var(v) = arg
                && let Some(inner) = casts.get(&v)
                && p.value_type(g, inner) != Type::GcRef
            {
                arg = *inner;
            }
            let (from, to) = (p.value_type(g, &arg), g.ty(op.result));
            if op.op == LlOp::SameAs || from == to || (p.compatible(from, to) && to != Type::GcRef)
            {
                s.insert(op.result, arg);
                gone.insert(i);
            } else {
                casts.insert(op.result, arg);
                any |= op.args[0] != arg && resolve(&s, &op.args[0]) != arg;
                let both_ptr = matches!((from, to), (Type::Ptr(_), Type::Ptr(_)));
                let op = &mut g.blocks[b].operations[i];
                op.args[0] = arg;
                if both_ptr {
                    op.op = LlOp::CastPointer;
                }
            }
        }
        any |= !gone.is_empty();
        remove_ops(&mut g.blocks[b], &gone);
        substitute(&mut g.blocks[b], &s);
    }
    any
}

/// Removes operations whose results nobody needs, and block inputs likewise.
pub fn remove_dead(p: &Program, g: &mut LlGraph) -> bool {
    surgery::remove_dead(g, &|o, _| is_removable(p, o))
}

/// Says whether an operation may go if nobody needs its result.
fn is_removable(p: &Program, o: &SpaceOperation<Ll>) -> bool {
    // A finalizer will run even if nobody uses the object.
    let finalizer = match (o.op, o.args.first()) {
        (LlOp::Malloc, Some(LlValue::Const(Const::Type(t)))) => {
            p.types.structs[*t].finalizer.is_some()
        }
        _ => false,
    };
    o.op.is_removable() && !finalizer
}

/// A switch on the result of `bool_not` switches on its operand instead.
fn bool_not_switch(g: &mut LlGraph, order: &[BlockId]) -> bool {
    let mut any = false;
    for b in order.iter().copied() {
        let blk = &mut g.blocks[b];
        while let ExitSwitch::Var(v) = blk.exitswitch
            && let Some(op) = blk.operations.iter().find(|o| o.result == v)
            && op.op == LlOp::BoolNot
            && blk.exits.len() == 2
            && let LlValue::Var(inner) = op.args[0]
        {
            blk.exitswitch = ExitSwitch::Var(inner);
            for l in &mut blk.exits {
                if let ExitCase::Value(Const::Bool(x)) = &mut l.case {
                    *x = !*x;
                }
            }
            if !matches!(blk.exits[1].case, ExitCase::Default) {
                blk.exits.sort_by_key(|l| l.case == ExitCase::Value(Const::Bool(true)));
            }
            any = true;
        }
    }
    any
}

/// Uses that on an exit for a known value of the switch the switch variable is that value. Exits that lead
/// to the same place with the same arguments need no test.
fn same_exits(g: &mut LlGraph, order: &[BlockId]) -> bool {
    let mut any = false;
    for b in order.iter().copied() {
        let blk = &mut g.blocks[b];
        let ExitSwitch::Var(v) = blk.exitswitch else { continue };
        for l in &mut blk.exits {
            if let ExitCase::Value(c) = &l.case {
                for a in &mut l.args {
                    if *a == LlValue::Var(v) {
                        *a = LlValue::Const(*c);
                        any = true;
                    }
                }
            }
        }
        let same = |i: usize, j: usize| {
            let (a, b) = (&blk.exits[i], &blk.exits[j]);
            a.target == b.target && a.args == b.args
        };
        let n = blk.exits.len();
        if n > 1 && (1..n).all(|i| same(0, i)) {
            blk.exits.truncate(1);
            blk.exits[0].case = ExitCase::None;
            blk.exitswitch = ExitSwitch::None;
            any = true;
        } else if n > 2 && blk.exits[n - 1].case == ExitCase::Default {
            let keep: Vec<bool> = (0..n).map(|i| i == n - 1 || !same(i, n - 1)).collect();
            if keep.contains(&false) {
                keep_exits(blk, &keep);
                any = true;
            }
        }
    }
    any
}

/// A link that passes a constant to a block that does nothing but switch on it goes directly to the target.
fn thread_jumps(g: &mut LlGraph, order: &[BlockId]) -> bool {
    let mut any = false;
    for b in order.iter().copied() {
        for i in 0..g.blocks[b].exits.len() {
            // Bounded: empty blocks may form a cycle.
            for _ in 0..8 {
                let link = &g.blocks[b].exits[i];
                let t = &g.blocks[link.target];
                let ExitSwitch::Var(v) = t.exitswitch else { break };
                if !t.operations.is_empty() {
                    break;
                }
                let Some(pos) = t.inputargs.iter().position(|x| *x == v) else { break };
                let LlValue::Const(c) = &link.args[pos] else { break };
                let mut copy = t.clone();
                fold_switch(&mut copy, c);
                let new = copy.exits.remove(0);
                let args = renamed(&new.args, &arrival(t, &link.args));
                let link = &mut g.blocks[b].exits[i];
                link.target = new.target;
                link.args = args;
                link.span = new.span.or(link.span);
                any = true;
            }
        }
    }
    any
}

/// Operations that a duplicated test may have.
const MAX_DUPLICATED: usize = 4;

/// A link whose constants decide the test at the end of a small block without effects gets a copy of that
/// block, without the test. Loop headers are not copied (that would unroll).
fn duplicate_tests(p: &Program, g: &mut LlGraph, order: &[BlockId]) -> bool {
    // Seldom needed.
    let mut loops: Option<FxHashSet<BlockId>> = None;
    let mut any = false;
    for b in order.iter().copied() {
        for i in 0..g.blocks[b].exits.len() {
            let link = &g.blocks[b].exits[i];
            let t = &g.blocks[link.target];
            let ExitSwitch::Var(v) = t.exitswitch else { continue };
            let small = (1..=MAX_DUPLICATED).contains(&t.operations.len())
                && t.operations.iter().all(|o| o.op.is_pure())
                && link.target != b;
            if !small {
                continue;
            }
            let mut known = arrival(t, &link.args);
            known.retain(|_, a| a.as_const().is_some());
            for op in &t.operations {
                let args: Option<Vec<Const>> =
                    renamed(&op.args, &known).iter().map(|a| a.as_const().cloned()).collect();
                if let Some(c) =
                    args.and_then(|a| crate::constfold::fold_op(p, op.op, &a, g.ty(op.result)))
                {
                    known.insert(op.result, LlValue::Const(c));
                }
            }
            let Some(LlValue::Const(c)) = known.get(&v).cloned() else { continue };
            if loops.get_or_insert_with(|| headers(g)).contains(&link.target) {
                continue;
            }
            let mut copy = t.clone();
            fold_switch(&mut copy, &c);
            renew(&mut copy, &mut |v| g.copy_var(v));
            let n = g.blocks.push(copy);
            g.blocks[b].exits[i].target = n;
            any = true;
        }
    }
    any
}

/// Blocks that do the same (also at the same source position) become one.
fn merge_identical_blocks(g: &mut LlGraph, order: &[BlockId]) -> bool {
    // Blocks that look alike at a glance; few do.
    let mut alike: FxHashMap<_, Vec<BlockId>> = FxHashMap::default();
    for b in order.iter().copied() {
        let blk = &g.blocks[b];
        // Larger ones are never equal in practice.
        if b == g.startblock || g.is_final(b) || blk.operations.len() > 6 {
            continue;
        }
        let ops: Vec<_> = blk.operations.iter().map(|o| (o.op, o.span)).collect();
        let targets: Vec<_> = blk.exits.iter().map(|l| (l.target, l.span)).collect();
        alike.entry((blk.inputargs.len(), ops, targets)).or_default().push(b);
    }
    let mut into: FxHashMap<BlockId, BlockId> = FxHashMap::default();
    for group in alike.into_values().filter(|g| g.len() > 1) {
        let mut kinds: Vec<(Shape, BlockId)> = vec![];
        for b in group {
            let shape = numbered(g, b);
            match kinds.iter().find(|(k, _)| *k == shape) {
                Some((_, first)) => {
                    into.insert(b, *first);
                }
                None => kinds.push((shape, b)),
            }
        }
    }
    if into.is_empty() {
        return false;
    }
    for b in order.iter().copied() {
        for l in &mut g.blocks[b].exits {
            if let Some(n) = into.get(&l.target) {
                l.target = *n;
            }
        }
    }
    true
}

/// A block, and the types of its variables in the order of their definitions.
type Shape = (Block<Ll>, Vec<Type>);

/// A block with its variables numbered in the order of their definitions, and their types.
fn numbered(g: &LlGraph, b: BlockId) -> Shape {
    let mut copy = g.blocks[b].clone();
    let mut types = vec![];
    renew(&mut copy, &mut |v| {
        types.push(g.ty(v));
        VarId::from_u32(types.len() as u32 - 1)
    });
    (copy, types)
}
