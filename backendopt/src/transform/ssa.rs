//! From SSI form (every block has its own variables) to ordinary SSA: which variables are always the same value.
//!
//! A block input whose every incoming argument is one and the same value (besides itself, through loops) *is* that
//! value. The answer is optimistic (greatest fixpoint), so loop invariants that pass through nested loops are found.

use flowmodel::{Dialect, Graph, SpaceOperation, Value, VarId};

/// For each variable the value that it always equals: another variable that dominates it, a constant, or itself.
pub struct SsaValues<D: Dialect> {
    rep: Vec<Option<Value<D>>>,
}

impl<D: Dialect> SsaValues<D> {
    /// The value that stands for `v`.
    pub fn of(&self, v: VarId) -> Value<D> {
        self.rep.get(v.as_u32() as usize).cloned().flatten().unwrap_or(Value::Var(v))
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

/// Computes [`SsaValues`]. `copy_of` says which operations only pass an operand on. With `same_type`, an input that is
/// fed by a variable of another type (a pointer to a subtype) is a value of its own.
pub fn ssa_values<D: Dialect>(
    g: &Graph<D>,
    same_type: bool,
    copy_of: &dyn Fn(&SpaceOperation<D>) -> Option<Value<D>>,
) -> SsaValues<D> {
    let order = g.reverse_postorder();
    let preds = g.predecessors();
    let n = g.vars.len();
    // Inputs known to be values of their own. Each round assumes as few as is known so far; a conflict found in a round
    // is real, because later rounds only split classes further.
    let mut pinned = vec![false; n];
    for v in &g.blocks[g.startblock].inputargs {
        pinned[v.as_u32() as usize] = true;
    }
    loop {
        let mut rep: Vec<Option<Value<D>>> = vec![None; n];
        let mut new_pins = false;
        let mut changed = true;
        while changed {
            changed = false;
            for &b in &order {
                let blk = &g.blocks[b];
                for (i, v) in blk.inputargs.iter().enumerate() {
                    let vi = v.as_u32() as usize;
                    if pinned[vi] {
                        if rep[vi].is_none() {
                            rep[vi] = Some(Value::Var(*v));
                            changed = true;
                        }
                        continue;
                    }
                    for &(p, e) in &preds[b] {
                        let arg = &g.blocks[p].exits[e].args[i];
                        let val = match arg {
                            Value::Var(a) => match &rep[a.as_u32() as usize] {
                                Some(r) => r.clone(),
                                None => continue,
                            },
                            c => c.clone(),
                        };
                        let type_differs =
                            same_type && matches!(&val, Value::Var(w) if g.ty(*w) != g.ty(*v));
                        match &rep[vi] {
                            _ if type_differs => {
                                pinned[vi] = true;
                                new_pins = true;
                            }
                            None => {
                                rep[vi] = Some(val);
                                changed = true;
                            }
                            Some(r) if *r == val => {}
                            Some(_) => {
                                pinned[vi] = true;
                                new_pins = true;
                            }
                        }
                        if pinned[vi] {
                            if rep[vi].is_none() {
                                rep[vi] = Some(Value::Var(*v));
                                changed = true;
                            }
                            break;
                        }
                    }
                }
                for op in &blk.operations {
                    let ri = op.result.as_u32() as usize;
                    if rep[ri].is_some() {
                        continue;
                    }
                    let val = match copy_of(op) {
                        Some(Value::Var(a)) => rep[a.as_u32() as usize].clone(),
                        Some(c) => Some(c),
                        None => Some(Value::Var(op.result)),
                    };
                    if val.is_some() {
                        rep[ri] = val;
                        changed = true;
                    }
                }
                for l in &blk.exits {
                    for v in [l.last_exception, l.last_exc_value].into_iter().flatten() {
                        let vi = v.as_u32() as usize;
                        if rep[vi].is_none() {
                            rep[vi] = Some(Value::Var(v));
                            changed = true;
                        }
                    }
                }
            }
        }
        if !new_pins {
            return SsaValues { rep };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flowmodel::{Const, ExitSwitch, Link, Ll, LlOp, Type, diag::Span};

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
            g.add_op(body, LlOp::IntAdd, vec![i.into(), k.into()], "i2", Type::Signed, Span::NONE);
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
