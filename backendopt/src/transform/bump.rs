//! The bump-pointer case of an allocation inline; the rest is a call.

use super::fresh;
use crate::transform::collector::GcFunctions;
use crate::transform::collector::cast_from;
use crate::transform::collector::int;
use flowmodel::diag::Span;
use flowmodel::lltype::GC_HEADER;
use flowmodel::surgery::{bool_exits, link_into, rename_all};
use flowmodel::{
    BlockId, Const, ExitCase, ExitSwitch, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation,
    StructId, Type, Value, VarId,
};

/// Number of words of which more are cleared by one operation.
const MANY_WORDS: usize = 16;

/// Arrays of more bytes are always allocated by a call: collectors may have another place for them.
const SMALL_ARRAY: i64 = 1024;

/// Describes an object that is allocated.
struct Shape {
    /// The type.
    s: StructId,
    /// The number of items, if it is an array.
    items: Option<LlValue>,
}

impl Shape {
    fn of(op: &SpaceOperation<Ll>) -> Option<Shape> {
        let Some(Value::Const(Const::Type(s))) = op.args.first() else { return None };
        let items = (op.op == LlOp::MallocVarsize).then(|| op.args[1]);
        Some(Shape { s: *s, items })
    }
}

/// Puts allocations into a graph.
pub struct Allocation<'a> {
    /// The program.
    pub p: &'a Program,
    /// The collector.
    pub gc: GcFunctions,
}

impl Allocation<'_> {
    /// Lowers the allocation at index `i`; `often`: speed matters.
    pub fn lower(&self, g: &mut LlGraph, b: BlockId, i: usize, often: bool) {
        let Some(shape) = Shape::of(&g.blocks[b].operations[i]) else { return };
        if !often || !self.inline(g, b, i, &shape) {
            self.call_and_cast(g, b, i, self.call_args(&shape));
        }
    }

    fn call_args(&self, shape: &Shape) -> Vec<LlValue> {
        let l = self.p.types.layout(shape.s);
        let f = |f| Value::Const(Const::Func(f));
        let tid = Value::Const(Const::TypeId(shape.s));
        match shape.items {
            None => vec![f(self.gc.malloc_fixed), tid, int((GC_HEADER + l.size) as i64)],
            Some(n) => vec![
                f(self.gc.malloc_varsize),
                tid,
                int((GC_HEADER + l.items) as i64),
                int(l.item_size as i64),
                int((GC_HEADER + l.length.unwrap_or(0)) as i64),
                n,
            ],
        }
    }

    /// Replaces the allocation at index `i` by a call and a cast to the right pointer type.
    fn call_and_cast(&self, g: &mut LlGraph, b: BlockId, i: usize, call: Vec<LlValue>) {
        let span = g.blocks[b].operations[i].span;
        let result = g.blocks[b].operations[i].result;
        let Some(Value::Const(Const::Func(f))) = call.first() else { return };
        let ty = self.p.types.funcs[self.p.funcs[*f].ty].result;
        let adr = g.new_var("adr", ty);
        let ops = [
            SpaceOperation { op: LlOp::DirectCall, args: call, result: adr, span },
            SpaceOperation { op: cast_from(ty), args: vec![adr.into()], result, span },
        ];
        g.blocks[b].operations.splice(i..=i, ops);
    }

    /// The bump-pointer allocation inline, for the form that the exception transformer leaves: the allocation, a test
    /// for null, and a switch on it. The fast path needs no test. False if it is to be a call.
    fn inline(&self, g: &mut LlGraph, b: BlockId, i: usize, shape: &Shape) -> bool {
        let Some(state) = self.gc.state else { return false };
        let blk = &g.blocks[b];
        let span = blk.operations[i].span;
        let r = blk.operations[i].result;
        let (Some(test), ExitSwitch::Var(c), 2) =
            (blk.operations.get(i + 1), blk.exitswitch, blk.exits.len())
        else {
            return false;
        };
        if i + 2 != blk.operations.len()
            || test.op != LlOp::PtrIszero
            || test.result != c
            || test.args[0].as_var() != Some(r)
        {
            return false;
        }
        let Some(to_clear) = self.to_clear(g, b, r, shape) else { return false };
        let ty = g.ty(r);
        g.blocks[b].operations.truncate(i);
        let mut exits = std::mem::take(&mut g.blocks[b].exits);

        let slow = g.new_block();
        let call = self.call_args(shape);
        let Some(Value::Const(Const::Func(f))) = call.first() else { return false };
        let adr_ty = self.p.types.funcs[self.p.funcs[*f].ty].result;
        let adr = g.add_op(slow, LlOp::DirectCall, call, "adr", adr_ty, span);
        let r2 = g.add_op(slow, cast_from(adr_ty), vec![adr.into()], "obj", ty, span);
        let c2 = g.add_op(slow, LlOp::PtrIszero, vec![r2.into()], "nomem", Type::Bool, span);
        g.blocks[slow].exitswitch = ExitSwitch::Var(c2);

        let fast = g.new_block();
        let state_of = Value::Const(Const::Obj(state.obj));
        let field = |f: u32| -> LlValue { Value::Const(Const::Field(f)) };
        // Where the number of items is not known, the test whether there are few comes first.
        let few = match shape.items {
            Some(Value::Var(_)) => g.new_block(),
            _ => b,
        };
        let size = self.size(g, few, shape, span);
        let free = vec![state_of, field(state.free)];
        let free = g.add_op(few, LlOp::GetField, free, "free", Type::Signed, span);
        let end = g.add_op(few, LlOp::IntAdd, vec![free.into(), size], "end", Type::Signed, span);
        let limit = vec![state_of, field(state.limit)];
        let limit = g.add_op(few, LlOp::GetField, limit, "limit", Type::Signed, span);
        let full = vec![end.into(), limit.into()];
        let full = g.add_op(few, LlOp::IntGt, full, "full", Type::Bool, span);

        let moved = vec![state_of, field(state.free), end.into()];
        g.add_op(fast, LlOp::SetField, moved, "v", Type::Void, span);
        let adr = g.add_op(fast, LlOp::CastIntToAdr, vec![free.into()], "adr", Type::Address, span);
        let mut store = |at: i64, v: LlValue| {
            let args = vec![adr.into(), int(at), v];
            g.add_op(fast, LlOp::RawStore, args, "v", Type::Void, span);
        };
        store(0, Value::Const(Const::TypeId(shape.s)));
        if let (Some(n), Some(at)) = (shape.items, self.p.types.layout(shape.s).length) {
            store((GC_HEADER + at) as i64, n);
        }
        self.clear(g, fast, adr, &to_clear, span);
        let r1 = g.add_op(fast, LlOp::CastAdrToPtr, vec![adr.into()], "obj", ty, span);
        let mut go_on = exits[0].clone();
        go_on.case = ExitCase::None;
        rename_all(&mut go_on.args, &[(r, r1)].into_iter().collect());
        g.blocks[fast].exits = vec![go_on];
        let to_fast = link_into(g, fast);

        let names = [(r, r2)].into_iter().collect();
        exits.iter_mut().for_each(|l| rename_all(&mut l.args, &names));
        g.blocks[slow].exits = exits;
        let to_slow = link_into(g, slow);
        g.blocks[few].exitswitch = ExitSwitch::Var(full);
        g.blocks[few].exits = bool_exits(to_fast, to_slow.clone());
        if few != b {
            let to_few = link_into(g, few);
            let many = self.many(g, b, shape, span);
            g.blocks[b].exitswitch = ExitSwitch::Var(many);
            g.blocks[b].exits = bool_exits(to_few, to_slow);
        }
        true
    }

    /// The offsets of words to be cleared; `None`: the object cannot be allocated inline.
    fn to_clear(&self, g: &LlGraph, b: BlockId, r: VarId, shape: &Shape) -> Option<Vec<i64>> {
        let link = &g.blocks[b].exits[0];
        let l = self.p.types.layout(shape.s);
        match shape.items {
            None => Some(fresh::words_to_clear(self.p, g, link, r, shape.s, 0)),
            Some(Value::Const(Const::Int(n))) => {
                let size = n.checked_mul(l.item_size as i64)?.checked_add(l.items as i64)?;
                let fits = (0..=SMALL_ARRAY).contains(&n) && size < SMALL_ARRAY;
                fits.then(|| fresh::words_to_clear(self.p, g, link, r, shape.s, n as u32))
            }
            Some(n) => fresh::is_filled(self.p, g, link, r, shape.s, &n).then(Vec::new),
        }
    }

    /// The size of an object with its header.
    fn size(&self, g: &mut LlGraph, b: BlockId, shape: &Shape, span: Span) -> LlValue {
        let l = self.p.types.layout(shape.s);
        let n = match shape.items {
            None => return int((GC_HEADER + l.size) as i64),
            Some(Value::Const(Const::Int(n))) => {
                let size = (GC_HEADER + l.items) as i64 + n * l.item_size as i64;
                return int((size + 7) & -8);
            }
            Some(n) => n,
        };
        let mut op = |op, args| g.add_op(b, op, args, "size", Type::Signed, span).into();
        let all = op(LlOp::IntMul, vec![n, int(l.item_size as i64)]);
        let rest = !l.item_size.is_multiple_of(8);
        let fixed = (GC_HEADER + l.items) as i64 + if rest { 7 } else { 0 };
        let size = op(LlOp::IntAdd, vec![all, int(fixed)]);
        if rest { op(LlOp::IntAnd, vec![size, int(-8)]) } else { size }
    }

    /// Makes the test if an array of a size that is not known has too many items, or a negative number of them.
    fn many(&self, g: &mut LlGraph, b: BlockId, shape: &Shape, span: Span) -> VarId {
        let l = self.p.types.layout(shape.s);
        let most = (SMALL_ARRAY - l.items as i64) / (l.item_size as i64).max(1);
        let n = shape.items.unwrap_or(int(0));
        let n = g.add_op(b, LlOp::CastIntToUint, vec![n], "n", Type::Unsigned, span);
        let args = vec![n.into(), Value::Const(Const::Uint(most as u64))];
        g.add_op(b, LlOp::UintGe, args, "many", Type::Bool, span)
    }

    /// Clears words of a new object.
    fn clear(&self, g: &mut LlGraph, b: BlockId, adr: VarId, words: &[i64], span: Span) {
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
        if words.len() > MANY_WORDS {
            let at = vec![adr.into(), int(*first)];
            let at = g.add_op(b, LlOp::AdrAdd, at, "adr", Type::Address, span);
            let args = vec![at.into(), int(last + 8 - first)];
            g.add_op(b, LlOp::RawMemclear, args, "v", Type::Void, span);
            return;
        }
        for word in words {
            let args = vec![adr.into(), int(*word), int(0)];
            g.add_op(b, LlOp::RawStore, args, "v", Type::Void, span);
        }
    }
}
