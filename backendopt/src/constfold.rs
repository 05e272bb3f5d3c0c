//! Sparse conditional constant propagation: evaluates operations on constants, follows only exits that can be
//! taken, and carries constants through links on which all taken predecessors agree. Reads of immutable
//! prebuilt objects fold, too; calls through constant function pointers become direct. The graph's meaning
//! stays; operations that would raise, or whose precondition is violated, stay as they are.

use flowmodel::eval::{EvalResult, eval};
use flowmodel::surgery::{Subst, fold_switch, keep_exits, remove_ops, substitute};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, FuncId, Items, LlGraph, LlOp, LlValue, Mutability, ObjId,
    Program, SecondaryMap, Type, VarId,
};
use rustc_hash::FxHashSet;

/// What is known of a variable: nothing yet, one constant, or that it varies.
#[derive(Clone, PartialEq, Debug, Default)]
enum Known {
    #[default]
    Nothing,
    Is(Const),
    Varies,
}

struct Sccp<'a> {
    p: &'a Program,
    g: &'a LlGraph,
    known: SecondaryMap<VarId, Known>,
    taken: FxHashSet<(BlockId, usize)>,
    reached: FxHashSet<BlockId>,
    work: Vec<BlockId>,
    /// The blocks in `work`.
    waiting: FxHashSet<BlockId>,
}

impl Sccp<'_> {
    fn value(&self, v: &LlValue) -> Known {
        match v {
            LlValue::Const(c) => Known::Is(c.clone()),
            LlValue::Var(v) => self.known[*v].clone(),
        }
    }
    fn visit(&mut self, b: BlockId) {
        let g = self.g;
        let blk = &g.blocks[b];
        for op in &blk.operations {
            let args: Vec<Known> = op.args.iter().map(|a| self.value(a)).collect();
            self.known[op.result] = if args.contains(&Known::Nothing) {
                Known::Nothing
            } else {
                let consts: Option<Vec<Const>> = args
                    .into_iter()
                    .map(|k| if let Known::Is(c) = k { Some(c) } else { None })
                    .collect();
                match consts.and_then(|c| fold_op(self.p, op.op, &c, g.ty(op.result))) {
                    Some(c) => Known::Is(c),
                    None => Known::Varies,
                }
            };
        }
        let switch = match blk.exitswitch {
            ExitSwitch::Var(v) => self.known[v].clone(),
            _ => Known::Varies,
        };
        if switch == Known::Nothing {
            return;
        }
        // A raising last operation that folded to a value does not raise.
        let folded = blk.raising_op().is_some_and(|o| matches!(self.known[o.result], Known::Is(_)));
        let mut found = false;
        for (i, l) in blk.exits.iter().enumerate() {
            let possible = match (&switch, &l.case) {
                (Known::Is(c), ExitCase::Value(k)) => c == k,
                (Known::Is(_), ExitCase::Default) => !found,
                _ => !(folded && i > 0),
            };
            found |= possible;
            if possible {
                self.take(b, i);
            }
        }
    }
    fn take(&mut self, b: BlockId, i: usize) {
        let g = self.g;
        let l = &g.blocks[b].exits[i];
        let mut changed = self.taken.insert((b, i)) && self.reached.insert(l.target);
        for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
            let mut new = match a {
                LlValue::Var(v) if Some(*v) == l.last_exception || Some(*v) == l.last_exc_value => {
                    Known::Varies
                }
                a => self.value(a),
            };
            if let (LlValue::Var(v), ExitCase::Value(c)) = (a, &l.case)
                && g.blocks[b].exitswitch == ExitSwitch::Var(*v)
            {
                new = Known::Is(c.clone());
            }
            let old = &self.known[*input];
            let joined = match (old, new) {
                (Known::Nothing, n) => n,
                (o, Known::Nothing) => o.clone(),
                (Known::Is(x), Known::Is(y)) if *x == y => Known::Is(y),
                _ => Known::Varies,
            };
            if joined != *old {
                self.known[*input] = joined;
                changed = true;
            }
        }
        if changed && self.waiting.insert(l.target) {
            self.work.push(l.target);
        }
    }
}

/// Folds and propagates. Returns whether anything changed.
pub fn constfold(p: &Program, _f: FuncId, g: &mut LlGraph) -> bool {
    let mut s = Sccp {
        p,
        g,
        known: SecondaryMap::new(),
        taken: FxHashSet::default(),
        reached: [g.startblock].into_iter().collect(),
        work: vec![g.startblock],
        waiting: [g.startblock].into_iter().collect(),
    };
    for v in g.params() {
        s.known[*v] = Known::Varies;
    }
    while let Some(b) = s.work.pop() {
        s.waiting.remove(&b);
        s.visit(b);
    }
    let Sccp { known, taken, reached, .. } = s;
    let mut any = false;
    for b in g.reachable() {
        if !reached.contains(&b) {
            continue;
        }
        let mut subst = Subst::default();
        let mut gone = FxHashSet::default();
        for v in &g.blocks[b].inputargs {
            if let Known::Is(c) = &known[*v]
                && !g.is_final(b)
            {
                subst.insert(*v, LlValue::Const(c.clone()));
            }
        }
        for (i, op) in g.blocks[b].operations.iter().enumerate() {
            if let Known::Is(c) = &known[op.result] {
                subst.insert(op.result, LlValue::Const(c.clone()));
                gone.insert(i);
            }
        }
        let blk = &mut g.blocks[b];
        any |= !gone.is_empty();
        // Constants replace uses; unused inputs are left to the liveness pass.
        let before = blk.clone();
        remove_ops(blk, &gone);
        if let ExitSwitch::Var(v) = blk.exitswitch
            && let Known::Is(c) = &known[v]
        {
            fold_switch(blk, c);
        } else if matches!(blk.exitswitch, ExitSwitch::Var(_)) {
            let live: Vec<bool> = (0..blk.exits.len()).map(|i| taken.contains(&(b, i))).collect();
            if live.iter().filter(|x| **x).count() == 1 && blk.exits.len() > 1 {
                keep_exits(blk, &live);
            }
        }
        substitute(blk, &subst);
        any |= *blk != before;
        any |= direct_calls(p, g, b);
    }
    any
}

/// Whether the types allow a direct call of the function in place of an indirect call.
pub(crate) fn fits_call(
    p: &Program,
    g: &LlGraph,
    op: &flowmodel::SpaceOperation<flowmodel::Ll>,
    callee: FuncId,
) -> bool {
    let ft = &p.types.funcs[p.funcs[callee].ty];
    let args = &op.args[1..op.args.len() - 1];
    ft.args.len() == args.len()
        && ft.result == g.ty(op.result)
        && args.iter().zip(&ft.args).all(|(a, t)| p.compatible(p.value_type(g, a), *t))
}

/// Indirect calls with a known callee become direct ones.
fn direct_calls(p: &Program, g: &mut LlGraph, b: BlockId) -> bool {
    let mut any = false;
    for i in 0..g.blocks[b].operations.len() {
        let op = &g.blocks[b].operations[i];
        if op.op != LlOp::IndirectCall {
            continue;
        }
        let callee = match (&op.args[0], op.args.last()) {
            (LlValue::Const(Const::Func(f)), _) => *f,
            (_, Some(LlValue::Const(Const::Family(fam)))) if p.families[*fam].len() == 1 => {
                p.families[*fam][0]
            }
            _ => continue,
        };
        if !fits_call(p, g, op, callee) {
            continue;
        }
        let op = &mut g.blocks[b].operations[i];
        op.args.pop();
        op.args[0] = LlValue::Const(Const::Func(callee));
        op.op = LlOp::DirectCall;
        any = true;
    }
    any
}

/// The value of an operation on constants, if it has one that is known now.
pub fn fold_op(p: &Program, op: LlOp, args: &[Const], ty: Type) -> Option<Const> {
    if op.is_foldable() {
        return match eval(op, args, ty) {
            // The constant must be usable where the result's type is expected.
            EvalResult::Value(c) if p.compatible(p.const_type(&c), ty) => Some(c),
            _ => None,
        };
    }
    let obj = |c: &Const| if let Const::Obj(o) = c { Some(*o) } else { None };
    match (op, args) {
        (LlOp::GetField, [o, Const::Field(i)]) => {
            let o = obj(o)?;
            let field = p.types.structs[p.heap[o].ty].fields.get(*i as usize)?;
            let immutable = field.mutability.fixed_if_prebuilt();
            let c = p.heap[o].fields.get(*i as usize)?.clone();
            (immutable && p.compatible(p.const_type(&c), ty)).then_some(c)
        }
        (LlOp::GetArraySize, [o]) => {
            let o = &p.heap[obj(o)?];
            let per = match &p.types.structs[o.ty].items {
                Some(Items::Inline(f)) => f.len().max(1),
                _ => 1,
            };
            Some(Const::Int((o.items.len() / per) as i64))
        }
        (LlOp::GetArrayItem, [o, Const::Int(i)]) => immutable_item(p, obj(o)?, *i, 0, 1),
        (LlOp::GetInteriorField, [o, Const::Int(i), Const::Field(k)]) => {
            let o = obj(o)?;
            let per = p.types.structs[p.heap[o].ty].item_fields().len();
            immutable_item(p, o, *i, *k as usize, per)
        }
        _ => None,
    }
}

fn immutable_item(p: &Program, o: ObjId, i: i64, k: usize, per: usize) -> Option<Const> {
    let obj = &p.heap[o];
    let st = &p.types.structs[obj.ty];
    let field_immutable =
        st.item_fields().get(k).is_some_and(|f| f.mutability == Mutability::Immutable);
    if !st.immutable_items && !field_immutable {
        return None;
    }
    obj.items.get(usize::try_from(i).ok()?.checked_mul(per)?.checked_add(k)?).cloned()
}
