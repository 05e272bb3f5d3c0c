//! Write barriers: `gc_write_barrier` before operations that store references in objects.
//!
//! None is needed for a store of null or of a prebuilt object, nor for a store in an object that has had a barrier, or was
//! allocated, since the last operation that can collect: it is in the nursery then, or remembered. Arrays that may be large
//! are different: a collector may remember single items of them, also of new ones.

use flowmodel::analysis::values::{SsaValues, ssa_values};
use flowmodel::{
    BlockId, Const, EntitySet, FuncId, Items, Link, Ll, LlGraph, LlOp, LlValue, Program,
    SecondaryMap, SpaceOperation, Type, Value, VarId,
};
use rustc_hash::FxHashSet;

/// The functions that barriers call.
#[derive(Copy, Clone, Debug)]
pub struct BarrierFunctions {
    /// `(object: Address)`: before a reference is stored in an object whose header has bit 0 set. It does nothing if the bit is
    /// not set, and must not collect.
    pub remember: FuncId,
    /// `(object: Address, index: Signed, value: Address)`: before the value is stored as an item; -1: as `remember`.
    pub remember_item: FuncId,
    /// `(to: Address, source: Address, start, at, n: Signed)`: before n items of `source` are copied to such an array.
    pub remember_copy: FuncId,
}

impl BarrierFunctions {
    /// All of them.
    pub fn all(&self) -> [FuncId; 3] {
        [self.remember, self.remember_item, self.remember_copy]
    }
}

/// Puts the barriers in a graph.
pub fn insert(
    p: &Program,
    g: &mut LlGraph,
    collects: &dyn Fn(&SpaceOperation<Ll>) -> bool,
    functions: BarrierFunctions,
) {
    let order = g.reverse_postorder();
    let stores = |b: &BlockId| g.blocks[*b].operations.iter().any(|op| target(p, g, op).is_some());
    if !order.iter().any(stores) {
        return;
    }
    let values = ssa_values(g, false, &|op| match op.op {
        LlOp::SameAs | LlOp::CastPointer | LlOp::CastOpaquePtr | LlOp::Hint => Some(&op.args[0]),
        _ => None,
    });
    let b = Barriers { p, collects, values };
    let entry = b.flow(g, &order);
    for &block in &order {
        let mut known = entry[block].clone().unwrap_or_default();
        let places = b.walk(g, block, &mut known);
        for at in places.into_iter().rev() {
            let op = &g.blocks[block].operations[at];
            let span = op.span;
            let Some(object) = target(p, g, op).cloned() else { continue };
            let mut args = vec![Value::Const(Const::Func(functions.remember)), object];
            match op.op {
                LlOp::SetArrayItem | LlOp::SetInteriorField => {
                    args[0] = Value::Const(Const::Func(functions.remember_item));
                    args.push(op.args[1]);
                    args.extend(op.args.last().cloned());
                }
                LlOp::CopyItems => {
                    args[0] = Value::Const(Const::Func(functions.remember_copy));
                    args.push(op.args[0]);
                    args.extend(op.args[2..].iter().cloned());
                }
                _ => {}
            }
            let op = g.new_op(LlOp::GcWriteBarrier, args, "v", Type::Void, span);
            g.blocks[block].operations.insert(at, op);
        }
    }
}

/// The GC object in which the operation stores references, if it does.
fn target<'a>(p: &Program, g: &LlGraph, op: &'a SpaceOperation<Ll>) -> Option<&'a LlValue> {
    let object = match op.op {
        LlOp::SetField | LlOp::SetArrayItem | LlOp::SetInteriorField => {
            let stored = op.args.last()?;
            let known = matches!(stored, Value::Const(_));
            (!known && p.types.is_gc(p.value_type(g, stored))).then_some(&op.args[0])?
        }
        LlOp::CopyItems => &op.args[1],
        _ => return None,
    };
    let Type::Ptr(s) = p.value_type(g, object) else { return None };
    let st = &p.types.structs[s];
    if op.op == LlOp::CopyItems {
        let refers = match &st.items {
            Some(Items::Plain(t)) => p.types.is_gc(*t),
            Some(Items::Inline(fields)) => fields.iter().any(|f| p.types.is_gc(f.ty)),
            None => false,
        };
        refers.then_some(())?;
    }
    st.gc.then_some(object)
}

struct Barriers<'a> {
    p: &'a Program,
    collects: &'a dyn Fn(&SpaceOperation<Ll>) -> bool,
    values: SsaValues<Ll>,
}

/// Arrays of fewer bytes are never born outside of the nursery.
const SMALL_ARRAY: i64 = 1024;

/// Values that need no barrier.
type YoungVars = FxHashSet<VarId>;

impl Barriers<'_> {
    /// The operations of a block that need a barrier; `known` becomes what is known at its end.
    fn walk(&self, g: &LlGraph, b: BlockId, known: &mut YoungVars) -> Vec<usize> {
        let mut places = vec![];
        for (at, op) in g.blocks[b].operations.iter().enumerate() {
            if let Some(object) = target(self.p, g, op) {
                match self.values.value(object) {
                    Value::Var(v) if known.contains(&v) => {}
                    Value::Var(v) => {
                        if op.op == LlOp::SetField {
                            known.insert(v);
                        }
                        places.push(at);
                    }
                    Value::Const(_) => places.push(at),
                }
            }
            if (self.collects)(op) {
                known.clear();
            }
            known.remove(&op.result);
            if self.is_young(op) {
                known.insert(op.result);
            }
        }
        places
    }

    /// Says whether the operation makes an object that needs no barrier until the next collection.
    fn is_young(&self, op: &SpaceOperation<Ll>) -> bool {
        match (op.op, op.args.as_slice()) {
            (LlOp::Malloc, _) => true,
            (LlOp::MallocVarsize, [Value::Const(Const::Type(s)), Value::Const(Const::Int(n))]) => {
                let l = self.p.types.layout(*s);
                let size = l.item_size as i64;
                n.checked_mul(size).is_some_and(|all| all + (l.items as i64) < SMALL_ARRAY)
            }
            _ => false,
        }
    }

    /// Finds what is known at the start of each block (greatest fixpoint).
    fn flow(&self, g: &LlGraph, order: &[BlockId]) -> SecondaryMap<BlockId, Option<YoungVars>> {
        let mut entry: SecondaryMap<BlockId, Option<YoungVars>> = SecondaryMap::new();
        entry[g.startblock] = Some(YoungVars::default());
        // Blocks whose start has changed since they were looked at.
        let mut due = EntitySet::with_capacity(g.blocks.len());
        due.insert(g.startblock);
        while !due.is_empty() {
            for &b in order {
                if !due.remove(b) {
                    continue;
                }
                let Some(mut known) = entry[b].clone() else { continue };
                self.walk(g, b, &mut known);
                for l in &g.blocks[b].exits {
                    let there = self.along(g, l, &known);
                    match &mut entry[l.target] {
                        unseen @ None => {
                            *unseen = Some(there);
                            due.insert(l.target);
                        }
                        Some(old) => {
                            let before = old.len();
                            old.retain(|v| there.contains(v));
                            if old.len() != before {
                                due.insert(l.target);
                            }
                        }
                    }
                }
            }
        }
        entry
    }

    /// Gives what is known behind a link.
    fn along(&self, g: &LlGraph, l: &Link<Ll>, known: &YoungVars) -> YoungVars {
        let mut there = known.clone();
        if known.is_empty() {
            return there;
        }
        let inputs = &g.blocks[l.target].inputargs;
        for v in inputs {
            there.remove(v);
        }
        for (a, v) in l.args.iter().zip(inputs) {
            if self.values.is_root(*v)
                && let Value::Var(rep) = self.values.value(a)
                && known.contains(&rep)
            {
                there.insert(*v);
            }
        }
        there
    }
}
