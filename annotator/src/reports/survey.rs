//! Further errors: what stands behind an error is annotated as far as it does not need what the error should have given.
//!
//! Nothing is translated after that. So it does not matter that functions are annotated whose callers are wrong. An operation that
//! is an error, or that needs a value that is not there, is passed over, and its result has no value. What then has other
//! values than it would have without the error shows no errors ([`causes::present`]).

use crate::AnnGraphId;
use crate::model::reported::ErrorPlace;
use crate::model::site::BlockState;
use crate::model::state::Facts;
use crate::model::{Kind, SomeValue};
use flowmodel::{HlOp, HlValue, VarId};
use flowspace::Span;
use flowspace::bytecode::Instruction;

/// Says whether a function that is reached, or a method of the object's class that an error may keep from being reached, sets an
/// attribute of this name. (What stands behind the place that reads it, in the same function, does not count: it waits for it.)
pub(crate) fn is_set_somewhere(ann: &Facts, object: &SomeValue, name: &str, read: Span) -> bool {
    let of = match object.kind {
        Kind::Instance { class, .. } => Some(class),
        _ => None,
    };
    // (An object without a value may be of any class.)
    let may_be_it = |g: AnnGraphId, o: &HlValue| match (o.as_var(), of) {
        (Some(v), Some(c)) => match ann.binding(g, v).kind {
            Kind::Instance { class, .. } => {
                ann.is_subclassdef(class, c) || ann.is_subclassdef(c, class)
            }
            Kind::Impossible => true,
            _ => false,
        },
        _ => true,
    };
    let reached = ann.graphs.iter().any(|(gid, g)| {
        let ops = g.full.blocks.values().flat_map(|b| &b.operations);
        sets_unless_waiting(ops.map(|o| (o, o.span)), read, |o| {
            o.op == HlOp::SetAttr
                && crate::model::operands::attr_name(o) == name
                && may_be_it(gid, &o.args[0])
        })
    });
    let Some(class) = of else { return reached };
    reached
        || ann.class_mro(class).into_iter().any(|c| {
            let members = ann.host.class(ann.classdefs[c].host).map(|c| c.dict);
            members.into_iter().flat_map(|dict| ann.host.dict_items(dict)).any(|(_, f)| {
                ann.host.func(f).is_some_and(|f| {
                    let instrs = f.code.instrs.iter().zip(f.code.spans.iter().copied());
                    sets_unless_waiting(instrs, read, |i| {
                        matches!(i, Instruction::StoreAttr(n) if f.code.names[*n as usize].as_str() == name)
                    })
                })
            })
        })
}

/// Says whether it goes on behind errors.
pub(crate) fn surveys(ann: &Facts) -> bool {
    ann.reports.first_errors.is_some()
}

/// Says whether the result of an operation has no value because of an error before it: in an operand, or in all functions
/// that it calls and that come to their end. That error, if it is known.
pub(crate) fn lacks_value(
    ann: &Facts,
    g: AnnGraphId,
    operands: &[VarId],
    result: VarId,
) -> Option<Option<ErrorPlace>> {
    let lacking = |g: AnnGraphId, v: VarId| ann.reports.without_value.get(&(g, v)).copied();
    let of_operand = operands.iter().find_map(|v| lacking(g, *v));
    of_operand.or_else(|| {
        let mut callees = ann.graphs[g].calls.get(&result)?.targets.iter();
        callees.find_map(|t| {
            let graph = &ann.graphs[t.graph?];
            let ended = graph.block_state[graph.full.returnblock] == BlockState::Done;
            ended.then(|| lacking(t.graph?, graph.full.return_var()).flatten())
        })
    })
}

/// Notes that a variable has no value because of this error, if it is known.
pub(crate) fn pass_over(ann: &mut Facts, g: AnnGraphId, v: VarId, cause: Option<ErrorPlace>) {
    let known = ann.reports.without_value.entry((g, v)).or_insert(cause);
    *known = known.or(cause);
}

/// Tells whether an operation of a function sets the attribute, and does not wait for the place that reads it: where that is in the
/// same function, those behind it do.
fn sets_unless_waiting<T>(
    mut ops: impl Iterator<Item = (T, Span)> + Clone,
    read: Span,
    sets: impl Fn(T) -> bool,
) -> bool {
    let reads = ops.clone().any(|(_, at)| at == read);
    ops.any(|(op, at)| !(reads && at.start > read.start) && sets(op))
}
