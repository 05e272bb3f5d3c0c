//! Calls of built-in functions with `*tuple`: the tuple's length is known when annotation is done, so they become
//! ordinary calls, and no later stage sees them.

use crate::hostview as hv;
use crate::model::state::Annotator;
use crate::{AnnGraphId, Kind};
use flowmodel::{Hl, HlConst, HlGraph, HlOp, HlValue, SpaceOperation};

/// Replaces the star operands of calls of built-in functions by the items of the tuple.
pub(crate) fn spread_builtin_stars(ann: &mut Annotator, id: AnnGraphId, g: &mut HlGraph) {
    for b in g.reachable() {
        if !g.blocks[b].operations.iter().any(|op| op.op == HlOp::CallArgs) {
            continue;
        }
        let mut operations = vec![];
        for mut op in std::mem::take(&mut g.blocks[b].operations) {
            if let Some(star) = builtin_star(ann, id, &op) {
                let HlValue::Var(tuple) = star.clone() else { unreachable!("a variable") };
                let Kind::Tuple(items) = ann.binding(id, tuple).kind.clone() else {
                    unreachable!("a tuple")
                };
                op.op = HlOp::SimpleCall;
                op.args.remove(1);
                op.args.pop();
                for (i, item) in items.iter().enumerate() {
                    let result = g.new_var("stararg", ());
                    let index = HlValue::Const(HlConst::Int(i as i64));
                    let args = vec![star.clone(), index];
                    ann.bind(id, result, item.clone());
                    operations.push(SpaceOperation {
                        op: HlOp::GetItem,
                        args,
                        result,
                        span: op.span,
                    });
                    op.args.push(HlValue::Var(result));
                }
            }
            operations.push(op);
        }
        g.blocks[b].operations = operations;
    }
}

/// The star operand of a call of a built-in function without keywords, if it is a tuple in a variable.
fn builtin_star(ann: &mut Annotator, id: AnnGraphId, op: &SpaceOperation<Hl>) -> Option<HlValue> {
    if op.op != HlOp::CallArgs {
        return None;
    }
    let HlValue::Const(HlConst::Host(shape)) = &op.args[1] else { return None };
    let (_, keywords, true) = hv::call_shape(&ann.host, *shape)? else { return None };
    let star = op.args.last()?;
    let HlValue::Var(v) = star else { return None };
    let tuple = matches!(ann.binding(id, *v).kind, Kind::Tuple(_));
    let callee = ann.operand(id, &op.args[0]);
    // What is a function of the library takes the tuple like any function.
    let library = ann.graphs[id].calls.contains_key(&op.result);
    (keywords.is_empty() && tuple && !library && matches!(callee.kind, Kind::Builtin(_)))
        .then(|| star.clone())
}
