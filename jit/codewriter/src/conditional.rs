//! `conditional_call`, `conditional_call_elidable`, and `record_known_result`. The library's functions for the first two test their
//! first argument; in traces that test is part of the call, and the function is called only if something is to be done. That for
//! the last one has a call that is never made, and tells which one it is about.

use crate::descrs::kind_of;
use crate::error::CodewriterError;
use crate::instructions::Oper;
use crate::lower::Lower;
use flowmodel::{Const, FuncId, Ll, LlOp, SpaceOperation, Type, Value, VarId};
use jitmodel::{Insn, Kind, ResOp};

/// The `oopspec` of the library's functions.
const CALL: &str = "jit.conditional_call()";
const VALUE: &str = "jit.conditional_call_elidable()";
const KNOWN: &str = "jit.record_known_result()";

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
        let func = self.function(f);
        let result = if plain { None } else { result };
        self.push(insn, vec![Oper::Val(first), func, i, r, fl, Oper::Descr(d)], result);
        self.live();
        Ok(true)
    }
    /// Lowers a call of the library's function that promises a result.
    pub(crate) fn known_result(
        &mut self,
        op: &SpaceOperation<Ll>,
        f: FuncId,
    ) -> Result<bool, CodewriterError> {
        if self.p.funcs[f].attrs.oopspec.as_deref() != Some(KNOWN) {
            return Ok(false);
        }
        let wrong =
            |what: &str| CodewriterError::at(op.span, format!("record_known_result() {what}"));
        let g = self.p.funcs[f].graph();
        let ops = g.into_iter().flat_map(|g| g.reachable().into_iter().map(|b| &g.blocks[b]));
        let promised = ops.flat_map(|b| &b.operations).find_map(|op| match op.args.first() {
            Some(Value::Const(Const::Func(f))) if op.op == LlOp::DirectCall => Some(*f),
            _ => None,
        });
        // (A call of another one may have been inlined.)
        let promised = promised.filter(|f| self.p.funcs[*f].attrs.elidable);
        let promised = promised.ok_or_else(|| wrong("wants an elidable function"))?;
        let args = &op.args[2..];
        let given: Vec<Type> = args.iter().map(|a| self.p.value_type(self.g, a)).collect();
        let wanted = &self.p.types.funcs[self.p.funcs[promised].ty];
        let kinds = |types: &[Type]| -> Vec<Kind> {
            let kinds = types.iter().filter_map(|ty| kind_of(self.p, *ty));
            kinds.filter(|kind| *kind != Kind::Void).collect()
        };
        let value = self.val(&op.args[1], op.span)?;
        if kinds(&given) != kinds(&wanted.args)
            || Some(value.kind()) != kind_of(self.p, wanted.result)
        {
            return Err(wrong("wants values of the types of the function"));
        }
        let insn = match value.kind() {
            Kind::Int => Insn::RecordKnownResultI,
            Kind::Ref => Insn::RecordKnownResultR,
            _ => return Err(wrong("of a float")),
        };
        let [i, r, fl] = self.lists(args, op.span)?;
        let d = self.descrs.call_of(self.p, promised, self.effects);
        let func = self.function(promised);
        self.push(insn, vec![Oper::Val(value), func, i, r, fl, Oper::Descr(d)], None);
        Ok(true)
    }
}
