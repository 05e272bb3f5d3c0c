//! From SSI form (every block has its own variables) to ordinary SSA: which variables are always the same value.
//!
//! A block input whose every incoming argument is one and the same value (besides itself, through loops) *is* that
//! value. The answer is optimistic (greatest fixpoint), so loop invariants that pass through nested loops are found.

use crate::graph::{BlockId, Dialect, Graph, SpaceOperation, Value, VarId};
use cranelift_entity::SecondaryMap;

/// For each variable the value that it always equals: another variable that dominates it, a constant, or itself.
pub struct SsaValues<D: Dialect> {
    rep: SecondaryMap<VarId, Option<Value<D>>>,
}

impl<D: Dialect> SsaValues<D> {
    /// The value that stands for `v`.
    pub fn of(&self, v: VarId) -> Value<D> {
        self.rep[v].clone().unwrap_or(Value::Var(v))
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
        self.of(v).as_var()
    }
    /// Whether `v` stands for itself.
    pub fn is_root(&self, v: VarId) -> bool {
        matches!(self.of(v), Value::Var(w) if w == v)
    }
}

/// For every variable, the one value that it always holds: a constant, or the variable (itself, if no other)
/// whose definition dominates it and from which it was passed on unchanged along all links.
pub fn origins<D: Dialect>(g: &Graph<D>) -> SecondaryMap<VarId, Option<Value<D>>> {
    ssa_values(g, false, &|_| None).rep
}

/// Computes [`SsaValues`]. `copy_of` says which operations only pass an operand on. With `same_type`, an input that is
/// fed by a variable of another type (a pointer to a subtype) is a value of its own.
pub fn ssa_values<D: Dialect>(
    g: &Graph<D>,
    same_type: bool,
    copy_of: &dyn Fn(&SpaceOperation<D>) -> Option<&Value<D>>,
) -> SsaValues<D> {
    let order = g.reverse_postorder();
    let preds = g.predecessors();
    let mut place: SecondaryMap<BlockId, usize> = SecondaryMap::new();
    for (at, b) in order.iter().enumerate() {
        place[*b] = at;
    }
    // Only where a link comes back can a value differ from what the walk took it for.
    let is_back = |b: &&BlockId| preds[**b].iter().any(|(p, _)| place[*p] >= place[**b]);
    let headers: Vec<BlockId> = order.iter().filter(is_back).copied().collect();
    // Inputs that different values come into: they are values of their own.
    let mut own: SecondaryMap<VarId, bool> = SecondaryMap::with_capacity(g.vars.len());
    for v in &g.blocks[g.startblock].inputargs {
        own[*v] = true;
    }
    loop {
        // Optimistic: whatever is not known to differ is taken as equal, in each round from the beginning. One walk
        // that prefers what comes first gives values to all; values that then differ differ really.
        let mut rep: SecondaryMap<VarId, Option<Known<D>>> =
            SecondaryMap::with_capacity(g.vars.len());
        for b in &order {
            let blk = &g.blocks[*b];
            for (k, input) in blk.inputargs.iter().enumerate() {
                if !own[*input] {
                    match incoming(g, &preds[*b], k, *input, same_type, &rep) {
                        Ok(value) => rep[*input] = value,
                        Err(Differ) => own[*input] = true,
                    }
                }
                if own[*input] {
                    rep[*input] = Some(Known::Var(*input));
                }
            }
            for op in &blk.operations {
                rep[op.result] = match copy_of(op) {
                    Some(Value::Var(v)) => rep[*v],
                    Some(Value::Const(c)) => Some(Known::Const(c)),
                    None => Some(Known::Var(op.result)),
                };
            }
            for l in &blk.exits {
                for v in [l.last_exception, l.last_exc_value].into_iter().flatten() {
                    rep[v] = Some(Known::Var(v));
                }
            }
        }
        let mut again = false;
        for b in &headers {
            for (k, input) in g.blocks[*b].inputargs.iter().enumerate() {
                if !own[*input] && incoming(g, &preds[*b], k, *input, same_type, &rep).is_err() {
                    own[*input] = true;
                    again = true;
                }
            }
        }
        if !again {
            let mut values = SecondaryMap::with_capacity(g.vars.len());
            for (v, known) in rep.iter() {
                values[v] = known.map(|known| match known {
                    Known::Var(w) => Value::Var(w),
                    Known::Const(c) => Value::Const(c.clone()),
                });
            }
            return SsaValues { rep: values };
        }
    }
}

/// What a variable is known to be, as long as nothing says otherwise.
enum Known<'g, D: Dialect> {
    Var(VarId),
    Const(&'g D::Const),
}

impl<D: Dialect> Clone for Known<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Dialect> Copy for Known<'_, D> {}

impl<D: Dialect> PartialEq for Known<'_, D> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Known::Var(a), Known::Var(b)) => a == b,
            (Known::Const(a), Known::Const(b)) => std::ptr::eq(*a, *b) || a == b,
            _ => false,
        }
    }
}

/// Different values come into a block input.
struct Differ;

/// The one value that comes into input number `k` along all links; None as long as nothing is known.
fn incoming<'g, D: Dialect>(
    g: &'g Graph<D>,
    preds: &[(BlockId, usize)],
    k: usize,
    input: VarId,
    same_type: bool,
    rep: &SecondaryMap<VarId, Option<Known<'g, D>>>,
) -> Result<Option<Known<'g, D>>, Differ> {
    let mut value = None;
    for (b, i) in preds {
        let link = &g.blocks[*b].exits[*i];
        let a = match &link.args[k] {
            Value::Const(c) => Some(Known::Const(c)),
            // Exists on this link only: its definition dominates nothing but the input.
            Value::Var(v) if Some(*v) == link.last_exception || Some(*v) == link.last_exc_value => {
                return Err(Differ);
            }
            Value::Var(v) => rep[*v],
        };
        let Some(known) = a else { continue };
        if same_type && matches!(known, Known::Var(w) if g.ty(w) != g.ty(input)) {
            return Err(Differ);
        }
        if value.is_some_and(|value| value != known) {
            return Err(Differ);
        }
        value = a;
    }
    Ok(value)
}

/// The block that defines each variable.
pub fn def_blocks<D: Dialect>(g: &Graph<D>) -> SecondaryMap<VarId, Option<BlockId>> {
    let mut d = SecondaryMap::new();
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
