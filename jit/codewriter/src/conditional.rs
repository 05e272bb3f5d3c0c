//! `conditional_call` and `conditional_call_elidable`. The library's functions test their first argument; in traces that
//! test is part of the call, and the function is called only if something is to be done.

use crate::error::CodewriterError;
use crate::instructions::{Arg, Oper};
use crate::lower::Lower;
use flowmodel::{Const, FuncId, Ll, SpaceOperation, Type, VarId};
use jitmodel::{Insn, JitConst, Kind, ResOp};

/// The `oopspec` of the library's functions.
const CALL: &str = "jit.conditional_call()";
const VALUE: &str = "jit.conditional_call_elidable()";

impl Lower<'_> {
    /// Lowers a call of such a function.
    pub(crate) fn conditional_call(
        &mut self,
        op: &SpaceOperation<Ll>,
        f: FuncId,
        kind: Kind,
        result: Option<(VarId, Kind)>,
    ) -> Result<bool, CodewriterError> {
        let plain = match self.p.funcs[f].attrs.oopspec.as_deref() {
            Some(CALL) => true,
            Some(VALUE) => false,
            _ => return Ok(false),
        };
        // Empty strings are false, too.
        let ty = op.args.get(1).map(|a| self.p.value_type(self.g, a));
        let text = matches!(ty, Some(Type::Ptr(s)) if self.p.types.structs[s].items.is_some());
        let insn = match (plain, kind) {
            (true, _) => Insn::CondCallV,
            (false, Kind::Int) => Insn::CondCallValueI,
            (false, Kind::Ref) if !text => Insn::CondCallValueR,
            _ => return Ok(false),
        };
        let mut first = self.val(&op.args[1], op.span)?;
        match first.kind() {
            Kind::Float => return Ok(false),
            Kind::Ref if plain => first = self.pure(ResOp::PtrNonzero, &[first], None),
            _ => {}
        }
        let [i, r, fl] = self.lists(&op.args[1..], op.span)?;
        let d = self.descrs.call_of(self.p, f, self.effects);
        let addr = self.descrs.addr(&Const::Func(f));
        let func = Oper::Val(Arg::Int(JitConst::Addr(addr)));
        let result = if plain { None } else { result };
        self.push(insn, vec![Oper::Val(first), func, i, r, fl, Oper::Descr(d)], result);
        self.live();
        Ok(true)
    }
}
