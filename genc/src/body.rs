//! Facts that both back ends want to know of a graph before they write it: which variables are one value, which values
//! somebody needs, which blocks run seldom.

use crate::database::Database;
use crate::options::Error;
use backendopt::transform::GcChoice;
use flowmodel::analysis::flow::closure;
use flowmodel::analysis::values::{SsaValues, ssa_values};
use flowmodel::{
    Block, BlockId, Const, ExitCase, ExitSwitch, FuncId, Items, Link, Ll, LlGraph, LlOp, LlValue,
    SpaceOperation, StructId, Type, Value, VarId, effects,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function's graph, and what is known of it.
pub struct Body<'a> {
    /// The database of the whole program.
    pub db: &'a Database<'a>,
    /// The graph.
    pub g: &'a LlGraph,
    /// The function.
    pub f: FuncId,
    /// Variables that are always the same value share one.
    pub values: SsaValues<Ll>,
    /// SSA values that are used.
    pub needed: FxHashSet<VarId>,
    /// The blocks that can be reached, in reverse postorder.
    pub order: Vec<BlockId>,
    /// The blocks that run seldom.
    pub cold: FxHashSet<BlockId>,
    /// Blocks where somebody else goes on, with what links to them pass, and whether that happens seldom.
    pub ends: FxHashMap<BlockId, bool>,
}

impl<'a> Body<'a> {
    /// Looks at the graph of a function.
    pub fn new(db: &'a Database<'a>, f: FuncId, g: &'a LlGraph) -> Body<'a> {
        Body::of_part(db, f, g, FxHashMap::default())
    }

    /// Looks at the graph of a part of a function, which ends in these blocks, too.
    pub fn of_part(
        db: &'a Database<'a>,
        f: FuncId,
        g: &'a LlGraph,
        ends: FxHashMap<BlockId, bool>,
    ) -> Body<'a> {
        let values = ssa_values(g, true, &|op| match op.op {
            LlOp::SameAs | LlOp::Hint => match &op.args[0] {
                Value::Var(v) if g.ty(*v) == g.ty(op.result) => Some(&op.args[0]),
                Value::Const(_) => Some(&op.args[0]),
                _ => None,
            },
            _ => None,
        });
        let mut order = g.reverse_postorder();
        let live = live_blocks(g, &values);
        order.retain(|b| live.contains(b));
        let cold = cold_blocks(db, g, &order, &ends);
        let mut body = Body { db, g, f, values, needed: FxHashSet::default(), order, cold, ends };
        body.find_needed();
        body
    }

    /// An error that names the function.
    pub fn err<T>(&self, what: impl std::fmt::Display) -> Result<T, Error> {
        Err(Error::Internal(format!("{what} (in function {})", self.db.p.funcs[self.f].name)))
    }

    /// The exits of a block that can be taken.
    pub fn open_exits(&self, b: BlockId) -> &'a [Link<Ll>] {
        open_exits(self.g, &self.values, b)
    }

    /// Marks every value that an effect depends on.
    fn find_needed(&mut self) {
        let g = self.g;
        let mut def: FxHashMap<VarId, Vec<LlValue>> = FxHashMap::default();
        let mut work: Vec<LlValue> = vec![];
        for &b in &self.order {
            let blk = &g.blocks[b];
            for op in &blk.operations {
                if !self.uses_operands(op) {
                    continue;
                }
                if op.op.is_removable() {
                    def.insert(op.result, op.args.clone());
                } else {
                    work.extend(op.args.iter().cloned());
                }
            }
            if let ExitSwitch::Var(v) = blk.exitswitch {
                work.push(v.into());
            }
            for l in open_exits(g, &self.values, b) {
                for (a, v) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
                    if l.target == g.returnblock || self.ends.contains_key(&l.target) {
                        work.push(*a);
                    } else if self.values.is_root(*v) {
                        def.entry(*v).or_default().push(*a);
                    }
                }
            }
        }
        while let Some(v) = work.pop() {
            if let Value::Var(v) = self.values.value(&v)
                && g.ty(v) != Type::Void
                && self.needed.insert(v)
                && let Some(args) = def.get(&v)
            {
                work.extend(args.iter().cloned());
            }
        }
    }

    /// Says whether the operation does anything with its operands.
    pub fn uses_operands(&self, op: &SpaceOperation<Ll>) -> bool {
        let p = self.db.p;
        let is_void = |v: &LlValue| p.value_type(self.g, v) == Type::Void;
        match op.op {
            LlOp::SetField | LlOp::SetArrayItem | LlOp::SetInteriorField => {
                !op.args.last().is_some_and(is_void)
            }
            LlOp::CopyItems | LlOp::ZeroItems => match p.value_type(self.g, &op.args[0]) {
                Type::Ptr(s) => has_items(self.db, s),
                _ => true,
            },
            _ => op.op.info().c != Some("") && self.of_itself(op).is_none(),
        }
    }

    /// Gives the result of the operation if it compares a value with itself.
    pub fn of_itself(&self, op: &SpaceOperation<Ll>) -> Option<bool> {
        let [a, b] = &op.args[..] else { return None };
        let a = self.values.value(a);
        op.op.of_itself().filter(|_| a.as_var().is_some() && a == self.values.value(b))
    }

    /// The variables that a link sets.
    pub fn moves(&self, l: &Link<Ll>) -> Vec<(VarId, LlValue)> {
        let g = self.g;
        let mut moves: Vec<(VarId, LlValue)> = vec![];
        for (a, v) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
            let same = matches!(self.values.value(a), Value::Var(w) if w == *v);
            if self.values.is_root(*v) && self.needed.contains(v) && !same && g.ty(*v) != Type::Void
            {
                moves.push((*v, self.values.value(a)));
            }
        }
        moves
    }

    /// Type of the field that an operand names.
    pub fn field_type(
        &self,
        op: &SpaceOperation<Ll>,
        i: usize,
        fields: &[flowmodel::Field],
    ) -> Type {
        match &op.args[i] {
            Value::Const(Const::Field(f)) => fields[*f as usize].ty,
            _ => Type::Void,
        }
    }

    /// A constant number.
    pub fn immediate(&self, op: &SpaceOperation<Ll>, i: usize) -> Result<i64, Error> {
        match op.args.get(i) {
            Some(Value::Const(Const::Int(n))) => Ok(*n),
            Some(Value::Const(Const::Field(n))) => Ok(*n as i64),
            Some(Value::Const(Const::Uint(n))) => Ok(*n as i64),
            Some(Value::Const(Const::Bool(n))) => Ok(*n as i64),
            _ => self.err(format!("{} needs a constant operand {i}", op.op.name())),
        }
    }

    /// A constant text.
    pub fn text(&self, op: &SpaceOperation<Ll>, i: usize) -> Result<String, Error> {
        match op.args.get(i) {
            Some(Value::Const(Const::Text(t))) => Ok(t.to_string()),
            Some(Value::Const(Const::Obj(s))) => {
                let bytes: Vec<u8> = self.db.p.heap[*s]
                    .items
                    .iter()
                    .filter_map(|c| if let Const::Char(b) = c { Some(*b) } else { None })
                    .collect();
                Ok(String::from_utf8_lossy(&bytes).into_owned())
            }
            _ => self.err(format!("{} needs a text", op.op.name())),
        }
    }
}

/// The exits of a block that can be taken: one if what it decides by is a constant.
fn open_exits<'g>(g: &'g LlGraph, values: &SsaValues<Ll>, b: BlockId) -> &'g [Link<Ll>] {
    let blk = &g.blocks[b];
    if let ExitSwitch::Var(v) = blk.exitswitch
        && let Value::Const(c) = values.of(v)
    {
        let taken = blk.exits.iter().position(|l| match &l.case {
            ExitCase::Value(k) => *k == c,
            _ => true,
        });
        return taken.map_or(&[], |i| &blk.exits[i..=i]);
    }
    &blk.exits
}

/// The blocks that can be reached.
fn live_blocks(g: &LlGraph, values: &SsaValues<Ll>) -> FxHashSet<BlockId> {
    closure([g.startblock], |b, work| {
        work.extend(open_exits(g, values, b).iter().map(|l| l.target));
    })
}

/// Blocks that run only when something exceptional happens, or from which only such blocks are reached.
fn cold_blocks(
    db: &Database,
    g: &LlGraph,
    order: &[BlockId],
    ends: &FxHashMap<BlockId, bool>,
) -> FxHashSet<BlockId> {
    let (state, slow_malloc) = match &db.opts.gc {
        GcChoice::Collector(f) => (f.state, f.state.map(|_| f.malloc_fixed)),
        _ => (None, None),
    };
    // Whether an operation tells that there is no room for a new object before the limit that was read in front of it.
    let runs_out = |blk: &Block<Ll>, op: &SpaceOperation<Ll>| {
        let limit = state.map(|s| (Const::Obj(s.obj), Const::Field(s.limit)));
        op.op == LlOp::IntGt
            && limit.is_some_and(|(state, limit)| {
                let read =
                    blk.operations.iter().rev().take(4).find(|o| op.args[1] == o.result.into());
                read.is_some_and(|o| {
                    o.op == LlOp::GetField
                        && o.args[..] == [LlValue::Const(state), LlValue::Const(limit)]
                })
            })
    };
    // edges that are taken only when something exceptional happens
    let rare_edge = |b: BlockId, e: usize| {
        let blk = &g.blocks[b];
        let ExitSwitch::Var(v) = blk.exitswitch else { return false };
        let ExitCase::Value(Const::Bool(case)) = blk.exits[e].case else { return false };
        let test = blk.operations.iter().rev().take(4).find(|op| op.result == v);
        test.is_some_and(|op| match case {
            true => op.op.has(effects::SELDOM_TRUE) || tests_index(blk, op) || runs_out(blk, op),
            false => is_gate(op),
        })
    };
    let is_cold = |b: BlockId| {
        let cold_end = ends.get(&b) == Some(&true);
        cold_end
            || g.blocks[b].operations.iter().any(|op| match op.op {
                LlOp::ExcSet
                | LlOp::ExcTraceback
                | LlOp::ExcClear
                | LlOp::DebugFatalError
                | LlOp::DebugUnreachable => true,
                LlOp::DirectCall => match op.args.first() {
                    Some(Value::Const(Const::Func(f))) => Some(*f) == slow_malloc,
                    _ => false,
                },
                _ => false,
            })
    };
    let fixed = |b: BlockId| g.is_final(b) || b == g.startblock;
    let preds = g.predecessors();
    let mut cold: FxHashSet<BlockId> =
        order.iter().copied().filter(|b| !fixed(*b) && is_cold(*b)).collect();
    let mut work: Vec<BlockId> = cold.iter().copied().collect();
    loop {
        // where all ways lead to cold blocks
        while let Some(b) = work.pop() {
            for (p, _) in &preds[b] {
                let all = g.blocks[*p].exits.iter().all(|l| cold.contains(&l.target));
                if all && !fixed(*p) && cold.insert(*p) {
                    work.push(*p);
                }
            }
        }
        // where all ways come from them
        let mut warm: FxHashSet<BlockId> = FxHashSet::from_iter([g.startblock]);
        let mut ahead = vec![g.startblock];
        while let Some(b) = ahead.pop() {
            for (e, l) in g.blocks[b].exits.iter().enumerate() {
                if !cold.contains(&l.target) && !rare_edge(b, e) && warm.insert(l.target) {
                    ahead.push(l.target);
                }
            }
        }
        for b in order {
            if !warm.contains(b) && !fixed(*b) && cold.insert(*b) {
                work.push(*b);
            }
        }
        if work.is_empty() {
            return cold;
        }
    }
}

/// Says whether the operation tests that an index, or several at once, are in range, to go on without further tests:
/// between a constant and a variable. (Tests of classes are between constants.)
pub fn is_gate(op: &SpaceOperation<Ll>) -> bool {
    op.op == LlOp::IntBetween
        && matches!(&op.args[..], [Value::Const(_), Value::Var(_), Value::Var(_)])
}

/// Says whether the operation tests an index as the helpers of lists and strings do: numbers that are cast to unsigned
/// ones. Most indices are good. (The cast of a length may stand in another block.)
fn tests_index(blk: &Block<Ll>, op: &SpaceOperation<Ll>) -> bool {
    let of = |a: &LlValue| blk.operations.iter().find(|o| Some(o.result) == a.as_var());
    let is_cast =
        |a: &LlValue| of(a).map(|o| matches!(o.op, LlOp::CastPrimitive | LlOp::CastIntToUint));
    op.op == LlOp::UintGe
        && op.args.iter().any(|a| is_cast(a) == Some(true))
        && !op.args.iter().any(|a| is_cast(a) == Some(false))
}

/// Says whether the operation compares a function with a known one, which is tried because most calls go
/// there.
pub fn tries_function(op: &SpaceOperation<Ll>) -> bool {
    op.op == LlOp::PtrEq && op.args.iter().any(|a| matches!(a, Value::Const(Const::Func(_))))
}

/// Says whether a container has items that take room.
pub fn has_items(db: &Database, s: StructId) -> bool {
    !matches!(&db.p.types.structs[s].items, None | Some(Items::Plain(Type::Void)))
}
