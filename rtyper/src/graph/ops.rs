//! Translation of high-level operations: the row of the annotator that gave the result says what becomes of it, too.

use crate::base::cx::{Cx, konst};
use crate::graph::rules;
use crate::repr::{checks, comparison, dict, letters, numbers};
use crate::{RTyper, Res, calls, error};
use annotator::lowers::Lowers;
use annotator::{Kind, Meaning, SomeValue};
use flowmodel::{Hl, HlOp, LlOp, SpaceOperation, Type};

impl RTyper<'_> {
    /// Translates one operation.
    pub(crate) fn rtype_op(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        if matches!(op.op, HlOp::SimpleCall | HlOp::CallArgs) {
            return calls::call(self, cx, op);
        }
        let called = self.ann.call_site(cx.gid, op.result).is_some_and(|c| !c.targets.is_empty());
        let operands: Vec<_> = op.args.iter().map(|a| self.s(cx, a)).collect();
        let Meaning { not_none, folds, lowers } = annotator::meaning(self.ann, op, &operands);
        if called {
            return recorded_call(self, cx, op, &operands, not_none);
        }
        checks::none(self, cx, op, &operands, not_none)?;
        if folds && known_result(self, cx, op)? {
            return Ok(());
        }
        let Some(lowers) = lowers else {
            let shown: Vec<_> = operands.iter().map(|s| self.ann.show(s)).collect();
            let text = format!("operation '{}' on {}", op.op.name(), shown.join(" and "));
            return Err(error(text + " is not supported"));
        };
        execute(self, cx, op, lowers)
    }
}

/// Makes of an operation what its row says.
fn execute(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, lowers: Lowers) -> Res {
    match lowers {
        Lowers::Annotated => {
            Err(error(format!("operation '{}' is not supported at run time", op.op.name())))
        }
        Lowers::Op(ll) => low_level(rt, cx, op, ll),
        Lowers::Number(machines) => numbers::arithmetic(rt, cx, op, &machines),
        Lowers::Helper { module, function, types } => {
            let (this, r) = rt.val(cx, &op.args[0])?;
            let mut args = vec![this];
            args.extend(letters::operands(rt, cx, &types, r, &op.args[1..], r)?);
            let v = rt.helper_call(cx, module, function, args)?;
            letters::result(rt, cx, op, &types, r, v, r)
        }
        Lowers::Keyed(function, types) => {
            let (this, r) = rt.val(cx, &op.args[0])?;
            let info = dict::dict_of(rt, r)?;
            let mut args = vec![this];
            args.extend(letters::operands(rt, cx, &types, r, &op.args[1..], r)?);
            let v = dict::call(rt, cx, info, function, args)?;
            letters::result(rt, cx, op, &types, r, v, r)
        }
        Lowers::Field(name) => {
            let (v, _) = rt.val(cx, &op.args[0])?;
            let n = rt.getfield(cx, v, name)?;
            rt.int_result(cx, op, n)
        }
        Lowers::Compare(how) => comparison::compare(rt, cx, op, how),
        Lowers::Rule(rule) => rules::apply(rt, cx, op, rule),
    }
}

/// Gives an operation the result that the annotator knows; false: it knows none.
fn known_result(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res<bool> {
    let s = rt.ann.binding(cx.gid, op.result).clone();
    let Some(c) = &s.konst else { return Ok(false) };
    let r = rt.repr_of(&s)?;
    let k = rt.const_of(c, r)?;
    cx.map.insert(op.result, konst(k));
    Ok(true)
}

/// A low-level operation, on operands of the types of its row.
fn low_level(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, ll: LlOp) -> Res {
    let info = ll.info();
    let mut args = vec![];
    for (a, operand) in op.args.iter().zip(info.operands) {
        args.push(match Type::of_operand(*operand) {
            Some(t) => {
                let r = rt.prim(t);
                rt.val_as(cx, a, r)?
            }
            None => rt.val(cx, a)?.0,
        });
    }
    let ty = Type::of_operand(info.result).expect("a result on its own");
    let v = cx.op(ll, args, ty);
    let r = rt.prim(ty);
    rt.set_result(cx, op, v, r)
}

/// An operation for which the annotator recorded the call of a special method, or of code of the library.
fn recorded_call(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    operands: &[SomeValue],
    not_none: &[usize],
) -> Res {
    // A method of the other operand of `a + b` and its like may take None.
    let instance = |s: &SomeValue| matches!(s.kind, Kind::Instance { .. });
    if not_none != [0, 1] || !operands[..2].iter().any(instance) {
        checks::none(rt, cx, op, operands, not_none)?;
    }
    if matches!(op.op, HlOp::Pow | HlOp::InplacePow) {
        numbers::trap_power(rt, cx, op)?;
    }
    calls::call(rt, cx, op)
}
