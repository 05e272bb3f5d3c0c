//! Recording operations.

use super::{FlowSpace, FlowValue, gives_bool};
use crate::space::OpError;
use flowmodel::{HlConst, HlOp, HostRef};

/// Result of an operation of the flow space.
pub type W<T = FlowValue> = Result<T, OpError<FlowValue>>;

impl FlowSpace<'_> {
    /// Folds the operation if its operands are constants, else records it.
    pub(super) fn op(&mut self, op: HlOp, args: &[FlowValue]) -> W {
        if let Some(c) = self.fold(op, args) {
            return Ok(FlowValue::Const(c));
        }
        self.record(op, args)
    }

    /// Records an operation.
    pub(super) fn record(&mut self, op: HlOp, args: &[FlowValue]) -> W {
        let raises = if self.no_raise { &[] } else { op.raises() };
        self.record_raising(op, args, raises)
    }

    /// Records an operation that cannot raise here.
    pub(super) fn record_safe(&mut self, op: HlOp, args: &[FlowValue]) -> W {
        self.record_raising(op, args, &[])
    }

    fn record_raising(
        &mut self,
        op: HlOp,
        args: &[FlowValue],
        raises: &'static [&'static str],
    ) -> W {
        let mut operands = Vec::with_capacity(args.len());
        for a in args {
            operands.push(self.operand(a).map_err(OpError::Fatal)?);
        }
        let v = self.graph.add_op(self.block, op, operands, "v", (), self.span);
        debug_assert!(self.raising.is_empty(), "an operation follows one that may raise");
        self.raising.extend(raises);
        Ok(FlowValue::Var(v))
    }

    /// Truth of a value: known, or a variable to test.
    pub(super) fn truth(&mut self, w: &FlowValue) -> W<bool> {
        match self.op(HlOp::Bool, std::slice::from_ref(w)) {
            Ok(FlowValue::Const(c)) => Ok(c == HlConst::Bool(true)),
            Ok(FlowValue::Var(v)) => {
                // `bool` of what the operation before gave as a bool is not needed.
                let ops = &mut self.graph.blocks[self.block].operations;
                let n = ops.len();
                let mut switch = v;
                if n >= 2 && Some(ops[n - 2].result) == w.as_var() && gives_bool(ops[n - 2].op) {
                    switch = ops[n - 2].result;
                    ops.pop();
                }
                self.tested = Some(switch);
                Err(OpError::Undecided(w.clone()))
            }
            Ok(_) => self.fail("internal: a truth value is neither constant nor variable"),
            Err(e) => Err(e),
        }
    }

    /// A host object as constant.
    pub(super) fn wrap(&self, r: HostRef) -> FlowValue {
        FlowValue::Const(self.host.to_const(r))
    }

    /// An int constant.
    pub(super) fn int(i: usize) -> FlowValue {
        FlowValue::Const(HlConst::Int(i as i64))
    }

    /// A tuple constant; equal ones are the same object.
    pub(super) fn const_tuple(&mut self, items: Vec<HlConst>) -> HlConst {
        if let Some(&r) = self.tuples.get(&items) {
            return HlConst::Host(r);
        }
        let refs: Vec<HostRef> = items.iter().map(|c| self.host.from_const(c)).collect();
        let r = self.host.tuple(&refs);
        self.tuples.insert(items, r);
        HlConst::Host(r)
    }
}
