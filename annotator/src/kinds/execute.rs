//! Annotates operations, and makes the calls that rows answer with. Only here do the kinds use the annotator as a whole.

use crate::calls;
use crate::calls::callees;
use crate::kinds::table;
use crate::model::answers::{Call, Callee, What};
use crate::model::state::{Annotator, CallArgs};
use crate::ops;
use crate::ops::rows::Asked;
use crate::prelude::*;
use flowmodel::HlValue;

/// Annotation of the result of an operation.
pub(crate) fn consider_op(
    ann: &mut Annotator,
    site: Site,
    op: &HlOperation,
    args: &[SomeValue],
) -> AResult {
    library::forget_library_call(ann, site, op);
    match table::answer(ann, &Asked { site, op, args }) {
        Some(answer) => give(ann, site, answer?),
        None => Err(ops::bad_operands(ann, site, op.op, args)),
    }
}

/// The annotation that an answer means, once its calls are made.
pub(crate) fn give(ann: &mut Annotator, site: Site, answer: Answer) -> AResult {
    let mut result = match answer.what {
        What::Is(s) => s,
        What::Call(c) => call(ann, site, *c)?,
        What::Each(answers) => {
            for answer in answers {
                give(ann, site, answer)?;
            }
            SomeValue::NONE
        }
    };
    for step in answer.steps {
        result = step(ann, site, result)?;
    }
    Ok(result)
}

fn call(ann: &mut Annotator, site: Site, call: Call) -> AResult {
    let args = call.args;
    match call.callee {
        Callee::Library(module, function) => {
            library::call_library(ann, site, &module, &function, args)
        }
        Callee::Value(f, mark) => callees::call(ann, site, &f, &args, Some(mark)),
        Callee::Special(this, name) => callees::call_special_args(ann, site, &this, name, args),
        Callee::Operation(op) => operation(ann, site, op, args),
        Callee::Program(f, star) => calls::call_of_program(ann, site, &f, args, star),
    }
}

/// Annotates as if the operation stood in the graph.
fn operation(ann: &mut Annotator, site: Site, op: HlOp, args: CallArgs) -> AResult {
    let args: Vec<SomeValue> = args.positional.into_iter().map(|(s, _)| s).collect();
    let op = SpaceOperation {
        op,
        args: args.iter().map(|_| HlValue::Const(HlConst::None)).collect(),
        result: site.result.unwrap_or_else(|| VarId::from_u32(0)),
        span: site.span,
    };
    consider_op(ann, site, &op, &args)
}
