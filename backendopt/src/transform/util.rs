//! Small graph surgery that the transformers share.

use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, Link, LlGraph, LlOp, LlValue, SpaceOperation, Type,
    Value, VarId, diag::Span,
};
use rustc_hash::FxHashMap;
use rustc_hash::FxHashSet;

/// The two exits of a switch on a Bool, in the order that the model wants.
pub fn bool_exits(
    mut when_false: Link<flowmodel::Ll>,
    mut when_true: Link<flowmodel::Ll>,
) -> Vec<Link<flowmodel::Ll>> {
    when_false.case = ExitCase::Value(Const::Bool(false));
    when_true.case = ExitCase::Value(Const::Bool(true));
    vec![when_false, when_true]
}

/// Appends an operation and returns its result.
pub fn emit(
    g: &mut LlGraph,
    b: BlockId,
    op: LlOp,
    args: Vec<LlValue>,
    name: &str,
    ty: Type,
    span: Span,
) -> VarId {
    g.add_op(b, op, args, name, ty, span)
}

/// Makes an operation with a fresh Void result, without appending it.
pub fn void_op(
    g: &mut LlGraph,
    op: LlOp,
    args: Vec<LlValue>,
    span: Span,
) -> SpaceOperation<flowmodel::Ll> {
    let result = g.new_var("v", Type::Void);
    SpaceOperation { op, args, result, span }
}

/// Moves the operations from index `at` on, the switch and the exits of `b` to a new block, and lets `b` end in an
/// unconditional link to it. Variables that the moved part needs become the new block's inputs.
pub fn split_block(g: &mut LlGraph, b: BlockId, at: usize) -> BlockId {
    let nb = g.new_block();
    let ops = g.blocks[b].operations.split_off(at);
    let exitswitch = std::mem::replace(&mut g.blocks[b].exitswitch, ExitSwitch::None);
    let exits = std::mem::take(&mut g.blocks[b].exits);
    g.blocks[nb].operations = ops;
    g.blocks[nb].exitswitch = exitswitch;
    g.blocks[nb].exits = exits;
    let outer = import_outer(g, nb);
    let args = outer.into_iter().map(Value::Var).collect();
    g.blocks[b].exits = vec![Link::new(nb, args)];
    nb
}

/// Makes every variable that `b` uses but does not define a new input of it (renaming the uses); returns the
/// outer variables in the order of the new inputs.
pub fn import_outer(g: &mut LlGraph, b: BlockId) -> Vec<VarId> {
    let mut blk = std::mem::take(&mut g.blocks[b]);
    let mut defs = FxHashSet::default();
    blk.for_each_def(&mut |v| {
        defs.insert(*v);
    });
    let mut map: FxHashMap<VarId, VarId> = FxHashMap::default();
    let mut outer = vec![];
    let mut inputs = vec![];
    blk.for_each_use(&mut |v| {
        if defs.contains(v) {
            return;
        }
        let old = *v;
        *v = *map.entry(old).or_insert_with(|| {
            let n = g.copy_var(old);
            outer.push(old);
            inputs.push(n);
            n
        });
    });
    blk.inputargs.extend(inputs);
    g.blocks[b] = blk;
    outer
}

/// Removes block inputs whose value is never needed, and the link arguments that feed them.
pub fn remove_dead_inputs(g: &mut LlGraph) {
    let order = g.reachable();
    let preds = g.predecessors();
    let mut needed: FxHashSet<VarId> = FxHashSet::default();
    let mut work: Vec<VarId> = vec![];
    let mut owner: FxHashMap<VarId, (BlockId, usize)> = FxHashMap::default();
    for &b in &order {
        let blk = &g.blocks[b];
        for (i, v) in blk.inputargs.iter().enumerate() {
            owner.insert(*v, (b, i));
            if b == g.startblock || g.is_final(b) {
                work.push(*v);
            }
        }
        for op in &blk.operations {
            work.extend(op.args.iter().filter_map(Value::as_var));
        }
        if let ExitSwitch::Var(v) = blk.exitswitch {
            work.push(v);
        }
    }
    while let Some(v) = work.pop() {
        if !needed.insert(v) {
            continue;
        }
        if let Some(&(b, i)) = owner.get(&v) {
            for &(p, e) in &preds[b] {
                work.extend(g.blocks[p].exits[e].args[i].as_var());
            }
        }
    }
    for &b in &order {
        if b == g.startblock || g.is_final(b) {
            continue;
        }
        let keep: Vec<bool> = g.blocks[b].inputargs.iter().map(|v| needed.contains(v)).collect();
        if keep.iter().all(|k| *k) {
            continue;
        }
        retain_by(&mut g.blocks[b].inputargs, &keep);
        for &(p, e) in &preds[b] {
            retain_by(&mut g.blocks[p].exits[e].args, &keep);
        }
    }
}

fn retain_by<T>(items: &mut Vec<T>, keep: &[bool]) {
    let mut it = keep.iter();
    items.retain(|_| *it.next().expect("same length"));
}

/// Puts operations on the link `exit` of block `b`: at the end of `b`, at the start of the target, or in a new block.
/// `make` gets the graph and returns the operations (which use no variables).
pub fn insert_on_edge(
    g: &mut LlGraph,
    b: BlockId,
    exit: usize,
    target_preds: usize,
    ops: Vec<SpaceOperation<flowmodel::Ll>>,
) {
    let target = g.blocks[b].exits[exit].target;
    if g.blocks[b].exits.len() == 1 {
        g.blocks[b].operations.extend(ops);
    } else if target_preds == 1 && !g.is_final(target) {
        g.blocks[target].operations.splice(0..0, ops);
    } else {
        let inputs: Vec<VarId> = g.blocks[target].inputargs.clone();
        let inputs: Vec<VarId> = inputs.into_iter().map(|v| g.copy_var(v)).collect();
        let mid = g.new_block_with(inputs.clone());
        g.blocks[mid].operations = ops;
        g.blocks[mid].exits = vec![Link::new(target, inputs.into_iter().map(Value::Var).collect())];
        g.blocks[b].exits[exit].target = mid;
    }
}
