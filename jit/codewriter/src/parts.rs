//! Making a part of a function a function of its own, which the rest calls last.

use flowmodel::diag::Span;
use flowmodel::{
    BlockId, Body, Const, FuncAttrs, FuncId, FuncTypeId, Function, Link, LlGraph, LlOp, LlValue,
    Program, Type, Value,
};
use std::rc::Rc;

/// Adds a function that is a part of another one. It has the other one's attributes, but is not exported, and tracebacks
/// show it as the other one's frame.
pub fn add_part(p: &mut Program, of: FuncId, name: Rc<str>, ty: FuncTypeId, body: Body) -> FuncId {
    let whole = &p.funcs[of];
    let attrs = FuncAttrs {
        export_name: None,
        same_frame: true,
        shown: Some(whole.shown_name()),
        ..whole.attrs.clone()
    };
    let span = whole.span;
    p.funcs.push(Function { name, ty, body, attrs, span })
}

/// Ends a block with a call of a function, and returns what that gives.
pub fn call_last(g: &mut LlGraph, b: BlockId, callee: FuncId, args: Vec<LlValue>, span: Span) {
    let result = g.ty(g.return_var());
    let mut call = vec![Value::Const(Const::Func(callee))];
    call.extend(args);
    let r = g.add_op(b, LlOp::DirectCall, call, "result", result, span);
    let value = if result == Type::Void { Value::Const(Const::Void) } else { r.into() };
    g.blocks[b].exits = vec![Link::new(g.returnblock, vec![value])];
}
