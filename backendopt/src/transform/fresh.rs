//! Clearing of objects that are allocated inline: their memory is not zero, and the collector must find no rubbish in
//! it.
//!
//! Most objects are filled at once. What is written before anything can read it, or collect, needs no zero.

use flowmodel::effects::{ALLOCATES, CALLS, COLLECTS, ORDERED};
use flowmodel::lltype::GC_HEADER;
use flowmodel::{
    Const, ExitCase, ExitSwitch, Items, Link, Ll, LlGraph, LlOp, LlValue, Program, SpaceOperation,
    StructId, Type, Value, VarId,
};
use rustc_hash::FxHashSet;

/// Maximum number of blocks that are looked at.
const BLOCKS: usize = 16;

/// Offsets (from the header) of the words to be cleared in an object of type `s` with `n` items that is the variable `r` at the start
/// of the link: those of which a byte is not surely written before it may be read. (The length is written.)
pub fn words_to_clear(
    p: &Program,
    g: &LlGraph,
    link: &Link<Ll>,
    r: VarId,
    s: StructId,
    n: u32,
) -> Vec<i64> {
    let mut fresh = Fresh { p, g, missing: bytes_of(p, s, n), names: [r].into_iter().collect() };
    let mut link = link;
    for _ in 0..BLOCKS {
        let block = &g.blocks[link.target];
        let inputs = block.inputargs.iter().zip(&link.args);
        fresh.names = inputs.filter(|(_, a)| fresh.is(a)).map(|(v, _)| *v).collect();
        if !block.operations.iter().all(|op| fresh.passes(op)) {
            break;
        }
        let (ExitSwitch::None, [next]) = (block.exitswitch, &block.exits[..]) else { break };
        link = next;
    }
    let words = fresh.missing.iter().enumerate().filter(|(_, bytes)| **bytes != 0);
    words.map(|(i, _)| (GC_HEADER as usize + 8 * i) as i64).collect()
}

/// The bytes of fields and of `n` items, a bit each, in a byte for each word behind the header.
fn bytes_of(p: &Program, s: StructId, n: u32) -> Vec<u8> {
    let layout = p.types.layout(s);
    let st = &p.types.structs[s];
    let end = layout.items + n * layout.item_size;
    let mut bytes = vec![0; layout.size.max(end).div_ceil(8) as usize];
    let mut mark = |from: u32, to: u32| {
        for at in from..to {
            bytes[at as usize / 8] |= 1 << (at % 8);
        }
    };
    for (i, f) in st.fields.iter().enumerate() {
        if p.types.is_in_header(s, i) {
            continue;
        }
        let size = st.room(i).map_or(f.ty.size(), |r| r.size);
        mark(layout.fields[i], layout.fields[i] + size);
    }
    mark(layout.items, end);
    bytes
}

/// Tells whether all of an array with `n` items is surely written before anything of it may be read: it has nothing but its length
/// and items, and these are copied from another array, or set one after the other in a loop.
pub fn is_filled(
    p: &Program,
    g: &LlGraph,
    link: &Link<Ll>,
    r: VarId,
    s: StructId,
    n: &LlValue,
) -> bool {
    let st = &p.types.structs[s];
    if st.nolength || !st.fields.is_empty() || !matches!(st.items, Some(Items::Plain(_))) {
        return false;
    }
    let mut fresh = Fresh { p, g, missing: vec![], names: [r].into_iter().collect() };
    let (mut link, mut n) = (link, *n);
    for _ in 0..BLOCKS {
        let block = &g.blocks[link.target];
        let input = |of: &dyn Fn(&LlValue) -> bool| link.args.iter().position(of);
        if fresh.is_filling_loop(link, &n) {
            return true;
        }
        let Some(new) = input(&|a| *a == n) else { return false };
        let inputs = block.inputargs.iter().zip(&link.args);
        fresh.names = inputs.filter(|(_, a)| fresh.is(a)).map(|(v, _)| *v).collect();
        n = block.inputargs[new].into();
        for op in &block.operations {
            if fresh.copies_all(op, &n) {
                return true;
            }
            if !fresh.passes(op) {
                return false;
            }
        }
        let (ExitSwitch::None, [next]) = (block.exitswitch, &block.exits[..]) else {
            return false;
        };
        link = next;
    }
    false
}

struct Fresh<'a> {
    p: &'a Program,
    g: &'a LlGraph,
    /// Bytes that are not written yet.
    missing: Vec<u8>,
    /// Variables of the block that are the object.
    names: FxHashSet<VarId>,
}

impl Fresh<'_> {
    fn is(&self, v: &LlValue) -> bool {
        v.as_var().is_some_and(|v| self.names.contains(&v))
    }

    /// Notes what an operation writes. False if the object must be whole before it.
    fn passes(&mut self, op: &SpaceOperation<Ll>) -> bool {
        let on_it = op.args.first().is_some_and(|a| self.is(a));
        match op.op {
            LlOp::SameAs | LlOp::CastPointer => {
                if on_it {
                    self.names.insert(op.result);
                }
                true
            }
            LlOp::SetField | LlOp::SetArrayItem if on_it => {
                self.write(op);
                true
            }
            // (It only looks at the header.)
            LlOp::GcWriteBarrier if op.args.get(1).is_some_and(|a| self.is(a)) => {
                !op.args[2..].iter().any(|a| self.is(a))
            }
            LlOp::PtrIszero | LlOp::PtrNonzero => true,
            _ => {
                let stays = ALLOCATES | CALLS | COLLECTS | ORDERED;
                !op.op.has(stays) && !op.args.iter().any(|a| self.is(a))
            }
        }
    }

    fn write(&mut self, op: &SpaceOperation<Ll>) {
        let Type::Ptr(s) = self.p.value_type(self.g, &op.args[0]) else { return };
        let layout = self.p.types.layout(s);
        let (at, size) = match op.args[1] {
            Value::Const(Const::Field(i)) => {
                let field = &self.p.types.structs[s].fields[i as usize];
                if self.p.types.is_in_header(s, i as usize) {
                    return;
                }
                (layout.fields[i as usize] as i64, field.ty.size())
            }
            Value::Const(Const::Int(i)) => {
                (layout.items as i64 + i.wrapping_mul(layout.item_size as i64), layout.item_size)
            }
            _ => return,
        };
        for at in at..at + size as i64 {
            // (An index may be out of range where the code does not come.)
            if let Some(word) = usize::try_from(at / 8).ok().and_then(|w| self.missing.get_mut(w)) {
                *word &= !(1 << (at % 8));
            }
        }
    }

    /// Tells whether an operation copies all `n` items of the object from another one.
    fn copies_all(&self, op: &SpaceOperation<Ll>, n: &LlValue) -> bool {
        let LlOp::CopyItems = op.op else { return false };
        let zero = Value::Const(Const::Int(0));
        !self.is(&op.args[0]) && self.is(&op.args[1]) && op.args[3] == zero && op.args[4] == *n
    }

    /// Tells whether a link leads to a loop that does nothing but set all `n` items of the object from the first on:
    /// a block with the test `i < n`, and one with the store and `i + 1`.
    fn is_filling_loop(&self, link: &Link<Ll>, n: &LlValue) -> bool {
        let g = self.g;
        let head = &g.blocks[link.target];
        let ([test], [_, into]) = (&head.operations[..], &head.exits[..]) else { return false };
        let (LlOp::IntLt, [Value::Var(i), limit]) = (test.op, &test.args[..]) else {
            return false;
        };
        let body = &g.blocks[into.target];
        if head.exitswitch != ExitSwitch::Var(test.result)
            || into.case != ExitCase::Value(Const::Bool(true))
            || body.exitswitch != ExitSwitch::None
        {
            return false;
        }
        // What an input of a block is given by a link.
        let given = |link: &Link<Ll>, v: &LlValue| match v {
            Value::Var(v) => {
                let inputs = &g.blocks[link.target].inputargs;
                inputs.iter().position(|x| x == v).map(|k| link.args[k])
            }
            v => Some(*v),
        };
        let back = &body.exits[0];
        // In the head: the object, the index and the limit; in the body, by what the head gives it.
        let in_head = |v: &LlValue| given(into, v);
        let (mut set, mut next) = (None, None);
        for op in &body.operations {
            match (op.op, &op.args[..]) {
                (LlOp::SetArrayItem, [object, at, v]) if set.is_none() && v != object => {
                    set = Some((in_head(object), in_head(at)));
                }
                (LlOp::IntAdd, [at, Value::Const(Const::Int(1))])
                    if in_head(at) == Some((*i).into()) =>
                {
                    next = Some(LlValue::from(op.result));
                }
                (LlOp::GcWriteBarrier, _) if set.is_none() => {}
                _ => return false,
            }
        }
        let Some((Some(object), Some(at))) = set else { return false };
        let stays = |v: &LlValue| match v {
            Value::Var(_) => given(back, v).and_then(|a| in_head(&a)) == Some(*v),
            _ => true,
        };
        let is_new = given(link, &object).is_some_and(|a| self.is(&a));
        let from_zero = given(link, &(*i).into()) == Some(Value::Const(Const::Int(0)));
        let to_end = given(link, limit) == Some(*n);
        back.target == link.target
            && at == Value::Var(*i)
            && given(back, &(*i).into()) == next
            && next.is_some()
            && is_new
            && from_zero
            && to_end
            && stays(&object)
            && stays(limit)
    }
}
