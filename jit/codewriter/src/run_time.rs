//! External functions of the run time, and calls of them.

use flowmodel::diag::Span;
use flowmodel::{
    BlockId, Body, Const, External, FuncAttrs, FuncId, Function, LlGraph, LlOp, LlValue, Program,
    Type, Value,
};

/// External functions of the run time, declared once.
pub fn external(
    p: &mut Program,
    name: &str,
    args: Vec<Type>,
    result: Type,
    raises: bool,
) -> FuncId {
    if let Some(f) = p.func_by_name(name) {
        return f;
    }
    let ty = p.types.func(args, result);
    p.funcs.push(Function {
        name: name.into(),
        ty,
        body: Body::External(External {
            c_name: name.into(),
            includes: vec!["\"tw_jit.h\"".into()],
            can_collect: raises,
        }),
        attrs: FuncAttrs { cannot_raise: !raises, dont_inline: true, ..FuncAttrs::default() },
        span: Span::NONE,
    })
}

/// Appends an operation to a block; gives its result.
pub fn emit(g: &mut LlGraph, b: BlockId, op: LlOp, args: Vec<LlValue>, ty: Type) -> LlValue {
    Value::Var(g.add_op(b, op, args, "v", ty, Span::NONE))
}

/// Appends a call to a block; gives its result.
pub fn call(p: &Program, g: &mut LlGraph, b: BlockId, f: FuncId, args: Vec<LlValue>) -> LlValue {
    let result = p.types.funcs[p.funcs[f].ty].result;
    let mut all = vec![Value::Const(Const::Func(f))];
    all.extend(args);
    emit(g, b, LlOp::DirectCall, all, result)
}
