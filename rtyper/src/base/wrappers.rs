//! Functions of one block that the RTyper makes around others.

use crate::base::cx::Cx;
use crate::base::functions;
use crate::state::RTyper;
use annotator::AnnGraphId;
use flowmodel::diag::Span;
use flowmodel::{
    Body, FuncAttrs, FuncId, FuncTypeId, Function, HlGraph, Link, LlValue, Type, VarId,
};
use std::rc::Rc;

/// Begins such a function, which belongs to an annotated graph: its place and name, its parameters (names and types) and the
/// type of its result. Gives the parameters, too.
pub(crate) fn begin(
    rt: &RTyper<'_>,
    (gid, hl): (AnnGraphId, Rc<HlGraph>),
    span: Span,
    name: &str,
    params: &[(&str, Type)],
    result: Type,
) -> (Cx, Vec<LlValue>) {
    let g = functions::new_graph(rt, name, result, span);
    let mut cx = Cx::new(gid, hl, g);
    let params: Vec<VarId> = params.iter().map(|(name, ty)| cx.g.new_var(name, *ty)).collect();
    let start = cx.g.startblock;
    cx.g.blocks[start].inputargs.extend(params.iter().copied());
    (cx, params.into_iter().map(Into::into).collect())
}

/// Ends it with a return of a value, and adds it to the program.
pub(crate) fn end(
    rt: &mut RTyper<'_>,
    mut cx: Cx,
    name: Rc<str>,
    ty: FuncTypeId,
    result: LlValue,
    attrs: FuncAttrs,
) -> FuncId {
    let (start, ret) = (cx.g.startblock, cx.g.returnblock);
    cx.g.blocks[start].operations = std::mem::take(&mut cx.ops);
    cx.g.blocks[start].exits = vec![Link::new(ret, vec![result])];
    rt.prog.funcs.push(Function { name, ty, body: Body::Graph(cx.g), attrs, span: cx.span })
}
