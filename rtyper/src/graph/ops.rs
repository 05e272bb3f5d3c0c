//! Translation of high-level operations: the row of the annotator that gave the result says what becomes of it, too.

use crate::base::cx::Cx;
use crate::base::task::Task;
use crate::repr::{checks, numbers};
use crate::state::{RTyper, Res, error};
use crate::{calls, lower};
use annotator::{Kind, Meaning, SomeValue};
use flowmodel::{Hl, HlOp, SpaceOperation};

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
        if folds && self.known_result(cx, op)? {
            return Ok(());
        }
        let Some((lowers, types)) = lowers else {
            let shown: Vec<_> = operands.iter().map(|s| self.ann.show(s)).collect();
            let text = format!("operation '{}' on {}", op.op.name(), shown.join(" and "));
            return Err(error(text + " is not supported"));
        };
        let (name, args) = (op.op.name(), &op.args[..]);
        lower::execute(self, cx, &Task { op, name, types, this: None, args, keywords: &[] }, lowers)
    }
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
