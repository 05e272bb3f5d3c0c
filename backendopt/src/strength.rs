//! Algebraic simplifications on single operations, looking through definitions of the same block: neutral and
//! absorbing operands, equal operands, powers of two, comparisons of casts, negations. Never makes an
//! operation partial that was not, and never touches what could raise differently.

use flowmodel::diag::Span;
use flowmodel::surgery::{Subst, drop_exception_exits, remove_ops, resolve, substitute};
use flowmodel::{Const, FuncId, LlGraph, LlOp, LlValue, Program, SpaceOperation, VarId, effects};
use rustc_hash::{FxHashMap, FxHashSet};

type LlOperation = SpaceOperation<flowmodel::Ll>;

/// Says what an operation becomes.
enum New {
    /// This value.
    Value(LlValue),
    /// Another operation on these operands.
    Op(LlOp, Vec<LlValue>),
}

/// Returns whether anything changed.
pub fn strength(p: &Program, _f: FuncId, g: &mut LlGraph) -> bool {
    let mut any = false;
    for b in g.reachable() {
        let mut s = Subst::default();
        let mut gone = FxHashSet::default();
        let mut defs: FxHashMap<VarId, LlOperation> = FxHashMap::default();
        for i in 0..g.blocks[b].operations.len() {
            // A few rounds: each result may simplify again.
            for _ in 0..4 {
                let mut op = g.blocks[b].operations[i].clone();
                op.args.iter_mut().for_each(|a| *a = resolve(&s, a));
                let new = rewrite(&op, &defs);
                let last = i + 1 == g.blocks[b].operations.len();
                match new {
                    None => {
                        defs.insert(op.result, op);
                        break;
                    }
                    Some(New::Value(v)) => {
                        // Types must agree (a rule may look through casts).
                        if !p.compatible(p.value_type(g, &v), g.ty(op.result)) {
                            break;
                        }
                        s.insert(op.result, v);
                        gone.insert(i);
                        any = true;
                        break;
                    }
                    Some(New::Op(code, args)) => {
                        any = true;
                        let was_raising = op.op.can_raise();
                        let o = &mut g.blocks[b].operations[i];
                        o.op = code;
                        o.args = args;
                        if last && was_raising && !code.can_raise() {
                            drop_exception_exits(&mut g.blocks[b]);
                        }
                    }
                }
            }
        }
        remove_ops(&mut g.blocks[b], &gone);
        substitute(&mut g.blocks[b], &s);
    }
    any
}

fn int(v: &LlValue) -> Option<i64> {
    match v {
        LlValue::Const(Const::Int(n)) => Some(*n),
        _ => None,
    }
}
fn is_null(v: &LlValue) -> bool {
    matches!(v, LlValue::Const(Const::Null(_)))
}
fn value(n: i64) -> Option<New> {
    Some(New::Value(LlValue::Const(Const::Int(n))))
}
fn boolean(b: bool) -> Option<New> {
    Some(New::Value(LlValue::Const(Const::Bool(b))))
}

/// Results that are never negative.
fn is_nonneg(op: &LlOperation) -> bool {
    use LlOp::*;
    let arg = |i: usize| op.args.get(i).and_then(int);
    match op.op {
        code if code.has(effects::NONNEGATIVE) => true,
        IntPyMod => arg(1).is_some_and(|n| n > 0),
        IntAnd => arg(0).is_some_and(|n| n >= 0) || arg(1).is_some_and(|n| n >= 0),
        _ => false,
    }
}

/// The largest result of an operation that has only small ones, from 0 on.
fn largest(op: &LlOperation) -> Option<u64> {
    use LlOp::*;
    match op.op {
        CastCharToInt => Some(0xff),
        CastBoolToInt => Some(1),
        IntAnd => op.args.iter().filter_map(int).find_map(|n| u64::try_from(n).ok()),
        _ => None,
    }
}

/// Gives the result of an operation by its constant operands, or by two that are the same: `x & 0`, `x - x`, `b
/// and False`.
pub fn identity(op: LlOp, args: &[LlValue]) -> Option<LlValue> {
    let mut args = args.to_vec();
    if let [a, b] = &mut args[..]
        && op.is_commutative()
        && a.as_var().is_none()
    {
        std::mem::swap(a, b);
    }
    let op = LlOperation { op, args, result: VarId::from_u32(0), span: Span::default() };
    match rewrite(&op, &FxHashMap::default())? {
        New::Value(v) => Some(v),
        New::Op(..) => None,
    }
}

fn rewrite(op: &LlOperation, defs: &FxHashMap<VarId, LlOperation>) -> Option<New> {
    use LlOp::*;
    let keep = |v: &LlValue| Some(New::Value(*v));
    let def = |v: &LlValue| v.as_var().and_then(|v| defs.get(&v));
    let konst = |n: i64| LlValue::Const(Const::Int(n));
    match (op.op, &op.args[..]) {
        // Constants to the right.
        (code, [a, b]) if code.is_commutative() && int(a).is_some() && int(b).is_none() => {
            Some(New::Op(op.op, vec![*b, *a]))
        }
        (
            IntAdd | IntSub | IntOr | IntXor | IntLshift | IntRshift | IntAddOvf | IntSubOvf,
            [a, b],
        ) if int(b) == Some(0) => keep(a),
        (IntMul | IntMulOvf | IntPyDiv | IntFloorDiv, [a, b]) if int(b) == Some(1) => keep(a),
        (IntMul | IntMulOvf | IntAnd, [_, b]) if int(b) == Some(0) => value(0),
        (IntAnd, [a, b]) if int(b) == Some(-1) => keep(a),
        (IntPyMod | IntMod, [_, b]) if int(b) == Some(1) => value(0),
        (IntPyDiv, [a, b]) if int(b).is_some_and(|n| n > 1 && n.count_ones() == 1) => {
            Some(New::Op(IntRshift, vec![*a, konst(int(b)?.trailing_zeros() as i64)]))
        }
        (IntPyMod, [a, b]) if int(b).is_some_and(|n| n > 1 && n.count_ones() == 1) => {
            Some(New::Op(IntAnd, vec![*a, konst(int(b)? - 1)]))
        }
        (IntSub | IntXor | IntSubOvf, [a, b]) if a == b && a.as_var().is_some() => value(0),
        (IntAnd | IntOr | BoolAnd | BoolOr, [a, b]) if a == b => keep(a),
        (cmp, [a, b]) if cmp.of_itself().is_some() && a == b && a.as_var().is_some() => {
            boolean(cmp.of_itself()?)
        }
        (IntGe | IntLt, [a, b]) if int(b) == Some(0) && def(a).is_some_and(is_nonneg) => {
            boolean(op.op == IntGe)
        }
        // An index that fits any table of its kind: the test of the bounds is over.
        (UintGe | UintLt, [a, LlValue::Const(Const::Uint(n))]) => {
            let word = def(a).filter(|d| d.op == CastIntToUint)?;
            let most = largest(def(&word.args[0])?)?;
            if most < *n { boolean(op.op == UintLt) } else { None }
        }
        // (x + c1) + c2
        (IntAdd, [a, b]) if int(b).is_some() => {
            let d = def(a).filter(|d| d.op == IntAdd)?;
            let n = int(&d.args[1])?.wrapping_add(int(b)?);
            Some(New::Op(IntAdd, vec![d.args[0], konst(n)]))
        }
        (PtrEq, [a, b]) if is_null(b) => Some(New::Op(PtrIszero, vec![*a])),
        (PtrEq, [a, b]) if is_null(a) => Some(New::Op(PtrIszero, vec![*b])),
        (PtrNe, [a, b]) if is_null(b) => Some(New::Op(PtrNonzero, vec![*a])),
        (PtrNe, [a, b]) if is_null(a) => Some(New::Op(PtrNonzero, vec![*b])),
        (BoolNot, [a]) => {
            let d = def(a)?;
            if d.op == BoolNot {
                return keep(&d.args[0]);
            }
            Some(New::Op(d.op.negated()?, d.args.clone()))
        }
        (BoolAnd, [a, LlValue::Const(Const::Bool(x))])
        | (BoolAnd, [LlValue::Const(Const::Bool(x)), a]) => {
            if *x {
                keep(a)
            } else {
                boolean(false)
            }
        }
        (BoolOr, [a, LlValue::Const(Const::Bool(x))])
        | (BoolOr, [LlValue::Const(Const::Bool(x)), a]) => {
            if *x {
                boolean(true)
            } else {
                keep(a)
            }
        }
        (IntIsTrue, [a]) => {
            let d = def(a)?;
            (d.op == CastBoolToInt).then(|| New::Value(d.args[0]))
        }
        // Comparisons of a bool or char in the shape of an integer.
        (IntEq | IntNe, [a, b]) if int(b).is_some() => {
            let (d, n) = (def(a)?, int(b)?);
            match (d.op, n) {
                (CastBoolToInt, 0 | 1) if (op.op == IntEq) == (n == 1) => keep(&d.args[0]),
                (CastBoolToInt, 0 | 1) => Some(New::Op(BoolNot, vec![d.args[0]])),
                (CastCharToInt, 0..=255) => {
                    let code = if op.op == IntEq { CharEq } else { CharNe };
                    let c = LlValue::Const(Const::Char(n as u8));
                    Some(New::Op(code, vec![d.args[0], c]))
                }
                (CastCharToInt | CastBoolToInt, _) => boolean(op.op == IntNe),
                _ => None,
            }
        }
        // Back and forth.
        (CastIntToChar, [a]) => {
            let d = def(a)?;
            (d.op == CastCharToInt).then(|| New::Value(d.args[0]))
        }
        (CastUintToInt, [a]) => {
            let d = def(a)?;
            (d.op == CastIntToUint).then(|| New::Value(d.args[0]))
        }
        (CastIntToUint, [a]) => {
            let d = def(a)?;
            (d.op == CastUintToInt).then(|| New::Value(d.args[0]))
        }
        _ => None,
    }
}
