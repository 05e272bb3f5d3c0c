//! Allocations that may fail, and recursion that may go too deep, where a handler wants to know.

use crate::builtins;
use crate::hostview as hv;
use crate::model::knowledge::Throws;
use crate::model::state::{Annotator, Facts};
use crate::model::{Kind, SomeValue};
use flowmodel::graph::Block;
use flowmodel::{
    BlockId, ExitCase, ExitSwitch, Hl, HlConst, HlGraph, HlOp, HlValue, SpaceOperation, VarId,
};
use rustc_hash::FxHashMap;

/// Says what is known of a variable on the way of a MemoryError through `except` clauses.
#[derive(Clone, PartialEq)]
enum CaughtValue {
    Class,
    Instance,
    Truth(bool),
    Other,
}

/// Says what an operation may run out of (memory, stack), wherever it stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Lacks {
    /// Memory for an object.
    pub memory: bool,
    /// Room on the stack.
    pub stack: bool,
}

impl Lacks {
    /// The exceptions that say so.
    pub(crate) fn raises(self) -> impl Iterator<Item = &'static str> {
        let all = [(self.memory, "MemoryError"), (self.stack, "RecursionError")];
        all.into_iter().filter(|(lacks, _)| *lacks).map(|(_, name)| name)
    }

    /// Says whether the operation may run out of anything.
    pub fn any(self) -> bool {
        self.memory || self.stack
    }
}

/// Lacks at the end of a block that are caught in the function.
pub fn taken(ann: &Facts, g: &HlGraph, b: BlockId) -> Lacks {
    if !g.blocks[b].can_raise() {
        return Lacks::default();
    }
    let [memory, stack] = ["MemoryError", "RecursionError"].map(|name| takes(ann, g, b, name));
    Lacks { memory, stack }
}

/// Says whether an exception of this class raised at the end of a block is caught in the function: some exit is for it,
/// and does not just raise it again after a look at its class.
fn takes(ann: &Facts, g: &HlGraph, b: BlockId, name: &str) -> bool {
    let Some(class) = hv::exception(&ann.host, name) else { return false };
    let is_for_it = |case: &ExitCase<Hl>| match case {
        ExitCase::Value(HlConst::Host(c)) => ann.host.is_subclass(class, *c),
        _ => true,
    };
    let Some(link) = g.blocks[b].exits.iter().skip(1).find(|l| is_for_it(&l.case)) else {
        return false;
    };
    let mut known: FxHashMap<VarId, CaughtValue> = FxHashMap::default();
    known.extend(link.last_exception.map(|v| (v, CaughtValue::Class)));
    known.extend(link.last_exc_value.map(|v| (v, CaughtValue::Instance)));
    let value = |known: &FxHashMap<VarId, CaughtValue>, v: &HlValue| match v {
        HlValue::Var(v) => known.get(v).cloned().unwrap_or(CaughtValue::Other),
        HlValue::Const(HlConst::Host(c)) if *c == class => CaughtValue::Class,
        HlValue::Const(HlConst::Bool(b)) => CaughtValue::Truth(*b),
        HlValue::Const(_) => CaughtValue::Other,
    };
    let mut link = link;
    for _ in 0..g.blocks.len() {
        if link.target == g.exceptblock {
            return value(&known, &link.args[1]) != CaughtValue::Instance;
        }
        let blk = &g.blocks[link.target];
        let inputs: Vec<CaughtValue> = link.args.iter().map(|a| value(&known, a)).collect();
        known = blk.inputargs.iter().copied().zip(inputs).collect();
        for op in &blk.operations {
            let (Some(x), Some(y)) = (op.args.first(), op.args.get(1)) else { return true };
            let result = match (op.op, value(&known, x), value(&known, y), y) {
                (HlOp::IsSubtype, CaughtValue::Class, _, HlValue::Const(HlConst::Host(c))) => {
                    ann.host.is_subclass(class, *c)
                }
                (HlOp::Or, CaughtValue::Truth(a), CaughtValue::Truth(b), _) => a | b,
                _ => return true,
            };
            known.insert(op.result, CaughtValue::Truth(result));
        }
        let next = match blk.exitswitch {
            ExitSwitch::None => blk.exits.first(),
            ExitSwitch::Var(v) => match known.get(&v) {
                Some(CaughtValue::Truth(t)) => {
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

/// Says whether an operation belongs to the instruction at the end of its block: all operations of that may lack
/// memory.
pub fn in_last_instruction(b: &Block<Hl>, i: usize) -> bool {
    b.operations.last().is_some_and(|last| last.span == b.operations[i].span)
}

/// Says whether a value may go into a place of another representation by way of a new object: a character as a string,
/// a tuple as one of other items, a function as one of several.
fn may_be_converted(s: &SomeValue) -> bool {
    match s.kind {
        Kind::Char | Kind::UniChar => true,
        _ => {
            !is_flat(s) && !matches!(s.kind, Kind::Instance { .. } | Kind::List(_) | Kind::Dict(_))
        }
    }
}

fn is_number(s: &SomeValue) -> bool {
    matches!(
        s.kind,
        Kind::Integer { .. } | Kind::Bool | Kind::Float | Kind::SingleFloat | Kind::LongFloat
    )
}

/// Tells whether a value keeps hashes: a prebuilt dict or set gets its table of them when it is used first.
fn has_hashes(s: &SomeValue) -> bool {
    matches!(s.kind, Kind::Dict(_) | Kind::Set(_))
}

/// Says whether a value has no parts that are compared or printed one by one.
fn is_flat(s: &SomeValue) -> bool {
    is_number(s)
        || matches!(s.kind, Kind::None_ | Kind::Char | Kind::UniChar | Kind::ByteArray)
        || s.is_str()
        || s.is_unicode()
}

/// Says what an operation may run out of. `result`: what it gives, if it gives something.
pub(crate) fn op_lacks(
    ann: &mut Annotator,
    op: &SpaceOperation<Hl>,
    args: &[SomeValue],
    result: Option<&SomeValue>,
) -> Lacks {
    let memory = op_allocates(ann, op, args, result);
    Lacks { memory, stack: op_recurses(op.op, args) }
}

/// Says whether an operation may make an object.
fn op_allocates(
    ann: &mut Annotator,
    op: &SpaceOperation<Hl>,
    args: &[SomeValue],
    result: Option<&SomeValue>,
) -> bool {
    use HlOp::*;
    let sliced = || matches!(args.get(1).map(|s| &s.kind), Some(Kind::Slice(_)));
    let plain = result.is_some_and(|s| is_number(s) || s.kind == Kind::None_);
    match op.op {
        NewList | NewTuple | NewDict | NewSet | Repr | Hex | Oct | Bin | Iter | Format
        | StrFormat | DivMod | MatMul | InplaceMatMul | DelItem => true,
        Hint => match args[0].const_str() {
            Some("fence") => true,
            Some("result") => may_be_converted(&args[1]),
            _ => false,
        },
        Str => !matches!(args[0].kind, Kind::String { .. }),
        Int | Float => !is_number(&args[0]),
        // The message of its TypeError.
        Ord => !matches!(args[0].kind, Kind::Char | Kind::UniChar),
        // (Also the message of a TypeError.)
        Lt | Le | Eq | Ne | Gt | Ge => {
            !args.iter().all(is_flat) || args.iter().any(may_be_converted)
        }
        Contains => has_hashes(&args[0]) || may_be_converted(&args[1]),
        Add | Mul | InplaceAdd | InplaceMul | Sub | InplaceSub | Mod | InplaceMod | And
        | InplaceAnd | Or | InplaceOr | Xor | InplaceXor => !args.iter().all(is_number),
        Next => !plain,
        // (The result may be converted for the place that it goes to. The items of a tuple become a list for an index that
        // is not known.)
        GetItem => {
            sliced()
                || has_hashes(&args[0])
                || matches!(args[0].kind, Kind::Tuple(_)) && args[1].konst.is_none()
                || may_be_converted(&args[1])
                || result.is_some_and(may_be_converted)
        }
        SetItem => sliced() || has_hashes(&args[0]) || args[1..].iter().any(may_be_converted),
        SetAttr => args.get(2).is_some_and(may_be_converted),
        // (A bound method that is kept. A class that is not known may lack the attribute, which is an error with a message.)
        GetAttr => {
            let varies = |s: &SomeValue| s.konst.is_none() && matches!(s.kind, Kind::Pbc { .. });
            varies(&args[0]) || result.is_some_and(varies)
        }
        SimpleCall | CallArgs => match &args[0].kind {
            Kind::Builtin(n) => {
                !plain
                    || args[1..].iter().any(may_be_converted)
                    || matches!(&**n, "print" | "weakref.ref" | "_weakref.ref")
                    || builtins::lookup(n).is_none_or(|b| b.throws.is_none_or(|t| !t.is_empty()))
            }
            Kind::BuiltinMethod { name, this } => {
                !plain
                    || has_hashes(this)
                    || args[1..].iter().any(may_be_converted)
                    || !matches!(builtins::method_throws(ann, name, this), Throws::Only(n) if n.is_empty())
            }
            _ => true,
        },
        _ => false,
    }
}

/// Says whether an operation may go down nested objects.
fn op_recurses(op: HlOp, args: &[SomeValue]) -> bool {
    use HlOp::*;
    match op {
        Repr | Str | Format | StrFormat => !args.iter().all(is_flat),
        Lt | Le | Eq | Ne | Gt | Ge => !args.iter().any(is_flat),
        Mod | InplaceMod => !args.iter().all(is_number),
        Contains => !is_flat(&args[1]),
        SimpleCall | CallArgs => match &args[0].kind {
            Kind::BuiltinMethod { this, .. } => !is_flat(this) || !args[1..].iter().all(is_flat),
            _ => !args[1..].iter().all(is_flat),
        },
        _ => false,
    }
}
