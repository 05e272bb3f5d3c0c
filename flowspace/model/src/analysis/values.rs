//! From SSI form (every block has its own variables) to ordinary SSA: which variables are always the same value.
//!
//! A block input whose every incoming argument is one and the same value (besides itself, through loops) *is* that
//! value. The answer is optimistic (greatest fixpoint), so loop invariants that pass through nested loops are found.

use crate::graph::{Block, Dialect, Graph, SpaceOperation, Value, VarId};
use crate::graph::{BlockId, Predecessors};
use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap;

/// For each variable the value that it always equals: another variable that dominates it, a constant, or itself.
#[derive(Clone)]
pub struct SsaValues<D: Dialect> {
    /// By variable. Graphs have very many: it is small.
    known: Vec<Known>,
    consts: Vec<D::Const>,
}

impl<D: Dialect> Default for SsaValues<D> {
    fn default() -> Self {
        SsaValues { known: vec![], consts: vec![] }
    }
}

impl<D: Dialect> SsaValues<D> {
    fn known(&self, v: VarId) -> Known {
        match self.known.get(v.index()) {
            Some(k) if *k != Known::NOTHING => *k,
            _ => Known::var(v),
        }
    }
    /// The value that stands for `v`.
    pub fn of(&self, v: VarId) -> Value<D> {
        let known = self.known(v);
        match known.as_var() {
            Some(w) => Value::Var(w),
            None => Value::Const(self.consts[known.index()].clone()),
        }
    }
    /// The value that stands for an operand.
    pub fn value(&self, v: &Value<D>) -> Value<D> {
        match v {
            Value::Var(v) => self.of(*v),
            c => c.clone(),
        }
    }
    /// The variable that stands for `v`, unless it is a constant.
    pub fn var(&self, v: VarId) -> Option<VarId> {
        self.known(v).as_var()
    }
    /// Whether `v` stands for itself.
    pub fn is_root(&self, v: VarId) -> bool {
        self.known(v) == Known::var(v)
    }
    /// From now on this value stands for `v`.
    pub fn set(&mut self, v: VarId, value: Value<D>) {
        if self.known.len() <= v.index() {
            self.known.resize(v.index() + 1, Known::NOTHING);
        }
        self.known[v.index()] = match value {
            Value::Var(w) => Known::var(w),
            Value::Const(c) => {
                self.consts.push(c);
                Known::constant(self.consts.len() - 1)
            }
        };
    }
}

/// For every variable, the one value that it always holds: a constant, or the variable (itself, if no other)
/// whose definition dominates it and from which it was passed on unchanged along all links.
pub fn origins<D: Dialect>(g: &Graph<D>) -> SsaValues<D> {
    ssa_values(g, false, &|_| None)
}

/// Computes [`SsaValues`]. `copy_of` says which operations only pass an operand on. With `same_type`, an input that is
/// fed by a variable of another type (a pointer to a subtype) is a value of its own.
pub fn ssa_values<D: Dialect>(
    g: &Graph<D>,
    same_type: bool,
    copy_of: &dyn Fn(&SpaceOperation<D>) -> Option<&Value<D>>,
) -> SsaValues<D> {
    let successors = g.successors();
    let (order, preds) = (successors.reverse_postorder(), successors.predecessors());
    let mut place: SecondaryMap<BlockId, usize> = SecondaryMap::with_capacity(g.blocks.len());
    for (at, b) in order.iter().enumerate() {
        place[*b] = at;
    }
    // Only where a link comes back can a value differ from what the walk took it for.
    let is_back = |b: &&BlockId| preds[**b].iter().any(|(p, _)| place[*p] >= place[**b]);
    let headers: Vec<BlockId> = order.iter().filter(is_back).copied().collect();
    let mut walk = Walk {
        g,
        preds,
        same_type,
        own: vec![false; g.vars.len()],
        known: vec![],
        consts: Consts { all: vec![], numbers: FxHashMap::default() },
    };
    for v in &g.blocks[g.startblock].inputargs {
        walk.own[v.index()] = true;
    }
    loop {
        // Optimistic: whatever is not known to differ is taken as equal, in each round from the beginning. One walk
        // that prefers what comes first gives values to all; values that then differ differ really.
        walk.known.clear();
        walk.known.resize(g.vars.len(), Known::NOTHING);
        let mut inputs = vec![];
        for b in &order {
            let blk = &g.blocks[*b];
            walk.incoming(*b, blk, &mut inputs);
            for (input, known) in blk.inputargs.iter().zip(&inputs) {
                let own = walk.own[input.index()];
                walk.known[input.index()] = if own { Known::var(*input) } else { *known };
            }
            for op in &blk.operations {
                let known = match copy_of(op) {
                    Some(Value::Var(v)) => walk.known[v.index()],
                    Some(Value::Const(c)) => walk.consts.known(c),
                    None => Known::var(op.result),
                };
                walk.known[op.result.index()] = known;
            }
            for l in &blk.exits {
                for v in [l.last_exception, l.last_exc_value].into_iter().flatten() {
                    walk.known[v.index()] = Known::var(v);
                }
            }
        }
        let mut again = false;
        for b in &headers {
            again |= walk.incoming(*b, &g.blocks[*b], &mut inputs);
        }
        if !again {
            let consts = walk.consts.all.into_iter().cloned().collect();
            return SsaValues { known: walk.known, consts };
        }
    }
}

/// What a variable is known to be: a variable or a constant, by number.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Known(u32);

impl Known {
    /// As long as nothing is known.
    const NOTHING: Known = Known(u32::MAX);

    fn var(v: VarId) -> Known {
        Known(v.as_u32() << 1)
    }
    fn constant(number: usize) -> Known {
        Known((number as u32) << 1 | 1)
    }
    fn as_var(self) -> Option<VarId> {
        (self.0 & 1 == 0).then(|| VarId::from_u32(self.0 >> 1))
    }
    fn index(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// Constants by number: the same one has the same number.
struct Consts<'g, D: Dialect> {
    all: Vec<&'g D::Const>,
    numbers: FxHashMap<&'g D::Const, usize>,
}

impl<'g, D: Dialect> Consts<'g, D> {
    fn known(&mut self, c: &'g D::Const) -> Known {
        let next = self.all.len();
        let number = *self.numbers.entry(c).or_insert(next);
        if number == next {
            self.all.push(c);
        }
        Known::constant(number)
    }
}

/// What is found while the blocks are walked.
struct Walk<'g, D: Dialect> {
    g: &'g Graph<D>,
    preds: Predecessors,
    same_type: bool,
    /// By variable: block inputs that different values come into. They are values of their own.
    own: Vec<bool>,
    /// By variable.
    known: Vec<Known>,
    consts: Consts<'g, D>,
}

impl<D: Dialect> Walk<'_, D> {
    /// The one value that comes into each input of the block along all links; nothing as long as nothing is known. Says whether
    /// inputs are found to be values of their own.
    fn incoming(&mut self, b: BlockId, blk: &Block<D>, inputs: &mut Vec<Known>) -> bool {
        inputs.clear();
        inputs.resize(blk.inputargs.len(), Known::NOTHING);
        let mut more = false;
        for (p, i) in &self.preds[b] {
            let link = &self.g.blocks[*p].exits[*i];
            for ((arg, input), value) in link.args.iter().zip(&blk.inputargs).zip(&mut *inputs) {
                if self.own[input.index()] {
                    continue;
                }
                let known = match arg {
                    Value::Const(c) => self.consts.known(c),
                    Value::Var(v) => {
                        // (what exists on this link only: its definition dominates nothing but the input)
                        let thrown = [link.last_exception, link.last_exc_value].contains(&Some(*v));
                        if thrown { Known::var(*input) } else { self.known[v.index()] }
                    }
                };
                if known == Known::NOTHING {
                    continue;
                }
                let differs = known.as_var().is_some_and(|w| {
                    w == *input || self.same_type && self.g.ty(w) != self.g.ty(*input)
                });
                if differs || *value != Known::NOTHING && *value != known {
                    self.own[input.index()] = true;
                    more = true;
                }
                *value = known;
            }
        }
        more
    }
}

/// The block that defines each variable.
pub fn def_blocks<D: Dialect>(g: &Graph<D>) -> SecondaryMap<VarId, Option<BlockId>> {
    let mut d = SecondaryMap::with_capacity(g.vars.len());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Span;
    use crate::graph::{ExitSwitch, Link};
    use crate::ll::{Const, Ll};
    use crate::lltype::Type;
    use lloperation::LlOp;

    /// start(n) -> loop(i, k) -> loop | return: k is invariant, i is not.
    #[test]
    fn finds_loop_invariants() {
        let mut g: Graph<Ll> = Graph::new("f", Type::Signed, (Type::Void, Type::Void));
        let n = g.new_var("n", Type::Signed);
        let start = g.startblock;
        g.blocks[start].inputargs.push(n);
        let i = g.new_var("i", Type::Signed);
        let k = g.new_var("k", Type::Signed);
        let body = g.new_block_with(vec![i, k]);
        g.blocks[start].exits = vec![Link::new(body, vec![Value::Const(Const::Int(0)), n.into()])];
        let i2 =
            g.add_op(body, LlOp::IntSub, vec![i.into(), k.into()], "i2", Type::Signed, Span::NONE);
        let c = g.add_op(body, LlOp::IntLt, vec![i2.into(), k.into()], "c", Type::Bool, Span::NONE);
        g.blocks[body].exitswitch = ExitSwitch::Var(c);
        let ret = g.returnblock;
        g.blocks[body].exits = vec![
            Link::case(ret, vec![k.into()], Const::Bool(false)),
            Link::case(body, vec![i2.into(), k.into()], Const::Bool(true)),
        ];
        let s = ssa_values(&g, true, &|_| None);
        assert_eq!(s.of(k), Value::Var(n));
        assert_eq!(s.of(g.return_var()), Value::Var(n));
        assert!(s.is_root(i));
    }
}
