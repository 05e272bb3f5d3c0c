//! Sparse conditional constant propagation: evaluates operations on constants, follows only exits that can be
//! taken, and carries constants through links on which all taken predecessors agree. Reads of immutable
//! prebuilt objects fold, too; calls through constant function pointers become direct. The graph's meaning
//! stays; operations that would raise, or whose precondition is violated, stay as they are.

use flowmodel::eval::{EvalResult, eval};
use flowmodel::surgery::{Subst, fold_switch, keep_exits, remove_ops, substitute};
use flowmodel::{
    BlockId, Const, EntitySet, ExitCase, ExitSwitch, FuncId, Items, Ll, LlGraph, LlOp, LlValue,
    Mutability, ObjId, Program, SecondaryMap, SpaceOperation, Type, VarId,
};
use rustc_hash::FxHashSet;

/// Says what is known of a variable: nothing yet, one constant, or that it varies.
#[derive(Clone, PartialEq, Debug, Default)]
enum Constancy {
    #[default]
    Nothing,
    Is(Const),
    Varies,
}

struct Sccp<'a> {
    p: &'a Program,
    g: &'a LlGraph,
    known: SecondaryMap<VarId, Constancy>,
    /// Exits that can be taken, of blocks with several.
    taken: FxHashSet<(BlockId, usize)>,
    reached: EntitySet<BlockId>,
    work: Vec<BlockId>,
    /// The blocks in `work`.
    waiting: EntitySet<BlockId>,
    /// Operands of an operation, for a moment.
    consts: Vec<Const>,
}

/// Says what is known of a value.
#[derive(Clone, Copy, PartialEq)]
enum Seen<'a> {
    Nothing,
    Is(&'a Const),
    Varies,
}

fn seen<'a>(known: &'a SecondaryMap<VarId, Constancy>, v: &'a LlValue) -> Seen<'a> {
    match v {
        LlValue::Const(c) => Seen::Is(c),
        LlValue::Var(v) => match &known[*v] {
            Constancy::Nothing => Seen::Nothing,
            Constancy::Is(c) => Seen::Is(c),
            Constancy::Varies => Seen::Varies,
        },
    }
}

impl Sccp<'_> {
    /// Gives the result of an operation, by what is known of its operands.
    fn operation(&mut self, op: &SpaceOperation<Ll>) -> Constancy {
        let of = |a| seen(&self.known, a);
        if op.args.iter().any(|a| of(a) == Seen::Nothing) {
            return Constancy::Nothing;
        }
        if op.args.iter().any(|a| of(a) == Seen::Varies) {
            return Constancy::Varies;
        }
        self.consts.clear();
        for a in &op.args {
            if let Seen::Is(c) = seen(&self.known, a) {
                self.consts.push(*c);
            }
        }
        match fold_op(self.p, op.op, &self.consts, self.g.ty(op.result)) {
            Some(c) => Constancy::Is(c),
            None => Constancy::Varies,
        }
    }
    fn visit(&mut self, b: BlockId) {
        let g = self.g;
        let blk = &g.blocks[b];
        for op in &blk.operations {
            self.known[op.result] = self.operation(op);
        }
        let switch = match blk.exitswitch {
            ExitSwitch::Var(v) => self.known[v].clone(),
            _ => Constancy::Varies,
        };
        if switch == Constancy::Nothing {
            return;
        }
        // A raising last operation that folded to a value does not raise.
        let folded =
            blk.raising_op().is_some_and(|o| matches!(self.known[o.result], Constancy::Is(_)));
        let mut found = false;
        for (i, l) in blk.exits.iter().enumerate() {
            let possible = match (&switch, &l.case) {
                (Constancy::Is(c), ExitCase::Value(k)) => c == k,
                (Constancy::Is(_), ExitCase::Default) => !found,
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
        if g.blocks[b].exits.len() > 1 {
            self.taken.insert((b, i));
        }
        let mut changed = self.reached.insert(l.target);
        for (a, input) in l.args.iter().zip(&g.blocks[l.target].inputargs) {
            let mut new = match a {
                LlValue::Var(v) if Some(*v) == l.last_exception || Some(*v) == l.last_exc_value => {
                    Seen::Varies
                }
                a => seen(&self.known, a),
            };
            if let (LlValue::Var(v), ExitCase::Value(c)) = (a, &l.case)
                && g.blocks[b].exitswitch == ExitSwitch::Var(*v)
            {
                new = Seen::Is(c);
            }
            let old = &self.known[*input];
            let joined = match (old, new) {
                (_, Seen::Nothing) | (Constancy::Varies, _) => continue,
                (Constancy::Is(x), Seen::Is(y)) if x == y => continue,
                (Constancy::Nothing, Seen::Is(c)) => Constancy::Is(*c),
                _ => Constancy::Varies,
            };
            self.known[*input] = joined;
            changed = true;
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
        known: SecondaryMap::with_capacity(g.vars.len()),
        taken: FxHashSet::default(),
        reached: EntitySet::with_capacity(g.blocks.len()),
        work: vec![g.startblock],
        waiting: EntitySet::with_capacity(g.blocks.len()),
        consts: vec![],
    };
    s.reached.insert(g.startblock);
    s.waiting.insert(g.startblock);
    for v in g.params() {
        s.known[*v] = Constancy::Varies;
    }
    while let Some(b) = s.work.pop() {
        s.waiting.remove(b);
        s.visit(b);
    }
    let Sccp { known, taken, reached, .. } = s;
    let mut any = false;
    for b in g.reachable() {
        if !reached.contains(b) {
            continue;
        }
        let mut subst = Subst::default();
        let mut gone = FxHashSet::default();
        for v in &g.blocks[b].inputargs {
            if let Constancy::Is(c) = &known[*v]
                && !g.is_final(b)
            {
                subst.insert(*v, LlValue::Const(*c));
            }
        }
        for (i, op) in g.blocks[b].operations.iter().enumerate() {
            if let Constancy::Is(c) = &known[op.result] {
                subst.insert(op.result, LlValue::Const(*c));
                gone.insert(i);
            }
        }
        let blk = &mut g.blocks[b];
        let exits = blk.exits.len();
        let live = |i: usize| taken.contains(&(b, i));
        let one_way = exits > 1
            && matches!(blk.exitswitch, ExitSwitch::Var(_))
            && (0..exits).filter(|i| live(*i)).count() == 1;
        let switch_known =
            matches!(blk.exitswitch, ExitSwitch::Var(v) if matches!(known[v], Constancy::Is(_)));
        if subst.is_empty() && gone.is_empty() && !one_way && !switch_known {
            any |= direct_calls(p, g, b);
            continue;
        }
        any |= !gone.is_empty();
        // Constants replace uses; unused inputs are left to the liveness pass.
        let before = blk.clone();
        remove_ops(blk, &gone);
        if let ExitSwitch::Var(v) = blk.exitswitch
            && let Constancy::Is(c) = &known[v]
        {
            fold_switch(blk, c);
        } else if one_way {
            keep_exits(blk, &(0..exits).map(live).collect::<Vec<_>>());
        }
        substitute(blk, &subst);
        any |= *blk != before;
        any |= direct_calls(p, g, b);
    }
    any
}

/// Says whether the types allow a direct call of the function in place of an indirect call.
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
            let c = *p.heap[o].fields.get(*i as usize)?;
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
