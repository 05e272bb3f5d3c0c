//! The arguments of an exception, `e.args`: they are no tuple, but what can be asked of one is answered.

use crate::definitions::exc_args;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what operations on `e.args` give. There are no rows for those that move values about.
pub(crate) const ROWS: &[Row] = &[
    row(&[Len], EXCEPTION_ARGS, ANY, A_COUNT).when(noted).code(Code::ExceptionArgsLength),
    row(&[Bool, Not], EXCEPTION_ARGS, ANY, A_BOOL).when(noted).code(Code::ExceptionArgsTruth),
    row(&[Str, Repr], EXCEPTION_ARGS, ANY, Gives::Always(|| SomeValue::STR))
        .when(noted)
        .code(Code::Text),
    row(&[GetItem], EXCEPTION_ARGS, INT, Gives::Joins(item)).when(noted).code(Code::ExceptionArg),
    row(&[Iter], EXCEPTION_ARGS, ANY, Gives::Library("objects.iterate_args")).when(noted),
    row(&[Eq], EXCEPTION_ARGS, TUPLE, Gives::Library("objects.args_equal")).when(noted),
    row(&[Ne], EXCEPTION_ARGS, TUPLE, Gives::Library("objects.args_differ")).when(noted),
    row(HlOp::ALL, EXCEPTION_ARGS, ANY, Gives::Reads(unsupported)).when(uses_value),
    row(HlOp::ALL, ANY, EXCEPTION_ARGS, Gives::Reads(unsupported))
        .when(|ann, q| q.operation() != Mod && uses_value(ann, q)),
    row(HlOp::ALL, ANY, ANY, Gives::Reads(unsupported)).when(|ann, q| {
        q.args.iter().skip(2).any(|a| exc_args::args_of_exception(a).is_some())
            && uses_value(ann, q)
    }),
];

/// Notes that the arguments of exceptions are read here: the place is annotated again when there are others.
fn noted(ann: &mut Facts, q: &Asked) -> bool {
    ann.exc_args.readers.extend(q.site.position);
    true
}

/// Says whether an operation does more than move its operands about.
fn uses_value(ann: &mut Facts, q: &Asked) -> bool {
    let moves = matches!(
        q.operation(),
        SimpleCall | CallArgs | SetAttr | Is | NewTuple | NewList | SameAs | Hint
    );
    !moves && noted(ann, q)
}

/// `e.args[i]`
fn item(ann: &mut Facts, q: &Asked) -> AResult {
    let class =
        exc_args::args_of_exception(&q.args[0]).expect("the row is for arguments of exceptions");
    let index = q.args[1].const_int().and_then(|i| usize::try_from(i).ok());
    exc_args::exception_arg(ann, q.site, class, index)
}

fn unsupported(ann: &Facts, q: &Asked) -> AResult {
    let text = format!("operation '{}' on the arguments of an exception", q.operation().name());
    Err(ann.error(q.site, "exception-arguments", text))
}
