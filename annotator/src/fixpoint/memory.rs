//! Allocations that may fail where a handler wants to know.

use crate::model::knowledge::Throws;
use crate::model::{Kind, SomeValue};
use crate::{Annotator, builtins, hostview as hv};
use flowmodel::graph::Block;
use flowmodel::{
    BlockId, ExitCase, ExitSwitch, Hl, HlConst, HlGraph, HlOp, HlValue, SpaceOperation, VarId,
};
use rustc_hash::FxHashMap;

/// What is known of a variable on the way of a MemoryError through `except` clauses.
#[derive(Clone, PartialEq)]
enum Known {
    Class,
    Instance,
    Truth(bool),
    Other,
}

/// Whether a MemoryError raised at the end of a block is caught in the function: some exit is for it, and does not just raise
/// it again after a look at its class.
pub fn takes_memory_error(ann: &Annotator, g: &HlGraph, b: BlockId) -> bool {
    let Some(class) = hv::exception(&ann.host, "MemoryError") else { return false };
    let is_for_it = |case: &ExitCase<Hl>| match case {
        ExitCase::Value(HlConst::Host(c)) => ann.host.is_subclass(class, *c),
        _ => true,
    };
    let Some(link) = g.blocks[b].exits.iter().skip(1).find(|l| is_for_it(&l.case)) else {
        return false;
    };
    let mut known: FxHashMap<VarId, Known> = FxHashMap::default();
    known.extend(link.last_exception.map(|v| (v, Known::Class)));
    known.extend(link.last_exc_value.map(|v| (v, Known::Instance)));
    let value = |known: &FxHashMap<VarId, Known>, v: &HlValue| match v {
        HlValue::Var(v) => known.get(v).cloned().unwrap_or(Known::Other),
        HlValue::Const(HlConst::Host(c)) if *c == class => Known::Class,
        HlValue::Const(HlConst::Bool(b)) => Known::Truth(*b),
        HlValue::Const(_) => Known::Other,
    };
    let mut link = link;
    for _ in 0..g.blocks.len() {
        if link.target == g.exceptblock {
            return value(&known, &link.args[1]) != Known::Instance;
        }
        let blk = &g.blocks[link.target];
        let inputs: Vec<Known> = link.args.iter().map(|a| value(&known, a)).collect();
        known = blk.inputargs.iter().copied().zip(inputs).collect();
        for op in &blk.operations {
            let (Some(x), Some(y)) = (op.args.first(), op.args.get(1)) else { return true };
            let result = match (op.op, value(&known, x), value(&known, y), y) {
                (HlOp::IsSubtype, Known::Class, _, HlValue::Const(HlConst::Host(c))) => {
                    ann.host.is_subclass(class, *c)
                }
                (HlOp::Or, Known::Truth(a), Known::Truth(b), _) => a | b,
                _ => return true,
            };
            known.insert(op.result, Known::Truth(result));
        }
        let next = match blk.exitswitch {
            ExitSwitch::None => blk.exits.first(),
            ExitSwitch::Var(v) => match known.get(&v) {
                Some(Known::Truth(t)) => {
                    let case = ExitCase::Value(HlConst::Bool(*t));
                    blk.exits.iter().find(|l| l.case == case)
                }
                _ => None,
            },
            ExitSwitch::LastException => None,
        };
        match next {
            Some(l) => link = l,
            None => return true,
        }
    }
    true
}

/// Whether an operation belongs to the instruction at the end of its block: all operations of that may lack memory.
pub fn in_last_instruction(b: &Block<Hl>, i: usize) -> bool {
    b.operations.last().is_some_and(|last| last.span == b.operations[i].span)
}

impl Annotator {
    /// Whether an operation may make an object. `result`: what it gives, if it gives something.
    pub(crate) fn op_allocates(
        &mut self,
        op: &SpaceOperation<Hl>,
        args: &[SomeValue],
        result: Option<&SomeValue>,
    ) -> bool {
        use HlOp::*;
        let number = |s: &SomeValue| {
            matches!(s.kind, Kind::Integer { .. } | Kind::Bool | Kind::Float | Kind::SingleFloat)
        };
        let sliced = || matches!(args.get(1).map(|s| &s.kind), Some(Kind::Slice(_)));
        match op.op {
            NewList | NewTuple | NewDict | NewSet | Repr | Hex | Oct | Bin | Iter | Format => true,
            Str => !args[0].is_str(),
            Add | Mul | InplaceAdd | InplaceMul => !args.iter().all(number),
            Next => result.is_some_and(|s| matches!(s.kind, Kind::Tuple(_))),
            GetItem => sliced(),
            SetItem => sliced() || matches!(args[0].kind, Kind::Dict(_)),
            GetAttr => {
                result.is_some_and(|s| s.konst.is_none() && matches!(s.kind, Kind::Pbc { .. }))
            }
            SimpleCall | CallArgs => match &args[0].kind {
                Kind::Builtin(n) => {
                    matches!(
                        &**n,
                        "print" | "weakref.ref" | "_weakref.ref" | "rpython.rlib.rerased.erase"
                    ) || builtins::lookup(n).is_none_or(|b| b.throws.is_none_or(|t| !t.is_empty()))
                }
                Kind::BuiltinMethod { name, this } => {
                    !matches!(builtins::method_throws(self, name, this), Throws::Only(n) if n.is_empty())
                }
                _ => true,
            },
            _ => false,
        }
    }
}
