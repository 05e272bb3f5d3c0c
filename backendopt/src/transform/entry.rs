//! The wrapper that turns C's `argc, argv` into the list of strings that the program's entry takes.

use crate::changes::Changes;
use flowmodel::diag::Diagnostic;
use flowmodel::surgery::bool_exits;
use flowmodel::{
    Body, Const, ExitSwitch, External, FuncAttrs, FuncId, Function, Items, Link, LlGraph, LlOp,
    LlValue, Program, StructId, Type, Value, VarId, diag::Span,
};

/// Name of the wrapper.
pub const MAIN_WRAPPER: &str = "tw_entry";

/// Adds a function `(argc: Signed, argv: Address) -> Signed` that builds the argument list and calls
/// [`Program::entry`]. An entry without parameters, or with exactly these two, is accepted too. A program without an
/// entry gets none.
pub fn add_entry_wrapper(p: &mut Program) -> Result<Changes, Diagnostic> {
    let Some(entry) = p.entry else { return Ok(Changes::default()) };
    if p.func_by_name(MAIN_WRAPPER).is_some() {
        return Ok(Changes::default());
    }
    let span = p.funcs[entry].span;
    let ft = p.types.funcs[p.funcs[entry].ty].clone();
    if ft.result != Type::Signed {
        return Err(Diagnostic::error("target", "the entry point must return an int", span));
    }
    let exc =
        (p.exc.vtable.map_or(Type::Void, Type::Ptr), p.exc.object.map_or(Type::Void, Type::Ptr));
    let mut g = LlGraph::new(MAIN_WRAPPER, Type::Signed, exc);
    g.span = span;
    let start = g.startblock;
    let argc = g.new_var("argc", Type::Signed);
    let argv = g.new_var("argv", Type::Address);
    g.blocks[start].inputargs = vec![argc, argv];
    let callee: LlValue = Value::Const(Const::Func(entry));
    if ft.args.is_empty() || ft.args == [Type::Signed, Type::Address] {
        let mut args = vec![callee];
        if !ft.args.is_empty() {
            args.extend([argc, argv].map(LlValue::Var));
        }
        let r = g.add_op(start, LlOp::DirectCall, args, "r", Type::Signed, span);
        g.blocks[start].exits = vec![Link::new(g.returnblock, vec![r.into()])];
    } else {
        let Some(shape) = list_shape(p, &ft.args) else {
            return Err(Diagnostic::error(
                "target",
                format!(
                    "the entry point must take a list of strings, not {}",
                    p.types.show(ft.args[0])
                ),
                span,
            ));
        };
        build_list(p, &mut g, shape, callee, (argc, argv), span);
    }
    let ty = p.types.func(vec![Type::Signed, Type::Address], Type::Signed);
    let attrs = FuncAttrs { helper: true, dont_inline: true, ..FuncAttrs::default() };
    let f = Function { name: MAIN_WRAPPER.into(), ty, body: Body::Graph(g), attrs, span };
    let f = p.funcs.push(f);
    Ok(Changes { count: 1, graphs: vec![f] })
}

/// Describes how a list of strings looks: the outer struct (with its length and items fields) if resizable,
/// array, string.
struct ListShape {
    list: Option<(StructId, u32, u32)>,
    array: StructId,
    string: StructId,
}

fn list_shape(p: &Program, args: &[Type]) -> Option<ListShape> {
    let [Type::Ptr(outer)] = args else { return None };
    let array_of = |s: StructId| match &p.types.structs[s].items {
        Some(Items::Plain(Type::Ptr(i))) if is_string(p, *i) => Some(*i),
        _ => None,
    };
    if let Some(string) = array_of(*outer) {
        return Some(ListShape { list: None, array: *outer, string });
    }
    let fields = &p.types.structs[*outer].fields;
    let length = fields.iter().position(|f| f.ty == Type::Signed)? as u32;
    let (items, array, string) = fields.iter().enumerate().find_map(|(i, f)| {
        let a = f.ty.struct_id()?;
        Some((i as u32, a, array_of(a)?))
    })?;
    Some(ListShape { list: Some((*outer, length, items)), array, string })
}

fn is_string(p: &Program, s: StructId) -> bool {
    match p.string {
        Some(string) => string == s,
        None => p.types.structs[s].gc && p.types.structs[s].item_type() == Some(Type::Char),
    }
}

fn strlen(p: &mut Program) -> FuncId {
    let name = "tw_strlen";
    if let Some(f) = p.func_by_name(name) {
        return f;
    }
    let ty = p.types.func(vec![Type::Address], Type::Signed);
    let body = Body::External(External {
        c_name: name.into(),
        includes: vec!["tw_support.h".into()],
        can_collect: false,
    });
    let attrs = FuncAttrs { cannot_raise: true, helper: true, ..FuncAttrs::default() };
    p.funcs.push(Function { name: name.into(), ty, body, attrs, span: Span::NONE })
}

fn build_list(
    p: &mut Program,
    g: &mut LlGraph,
    shape: ListShape,
    callee: LlValue,
    (argc, argv): (VarId, VarId),
    span: Span,
) {
    let strlen = strlen(p);
    let (arr_ty, str_ty) = (Type::Ptr(shape.array), Type::Ptr(shape.string));
    let int = |n: i64| -> LlValue { Value::Const(Const::Int(n)) };
    let ty = |s: StructId| -> LlValue { Value::Const(Const::Type(s)) };
    let start = g.startblock;
    let arr = g.add_op(
        start,
        LlOp::MallocVarsize,
        vec![ty(shape.array), argc.into()],
        "items",
        arr_ty,
        span,
    );

    // loop head: i, argc, argv, arr
    let h: Vec<VarId> =
        [("i", Type::Signed), ("argc", Type::Signed), ("argv", Type::Address), ("items", arr_ty)]
            .into_iter()
            .map(|(n, t)| g.new_var(n, t))
            .collect();
    let head = g.new_block_with(h.clone());
    g.blocks[start].exits =
        vec![Link::new(head, vec![int(0), argc.into(), argv.into(), arr.into()])];
    let more =
        g.add_op(head, LlOp::IntLt, vec![h[0].into(), h[1].into()], "more", Type::Bool, span);

    let b: Vec<VarId> = h.iter().map(|v| g.copy_var(*v)).collect();
    let body = g.new_block_with(b.clone());
    let off = g.add_op(body, LlOp::IntLshift, vec![b[0].into(), int(3)], "off", Type::Signed, span);
    let arg =
        g.add_op(body, LlOp::RawLoad, vec![b[2].into(), off.into()], "arg", Type::Address, span);
    let call = vec![Value::Const(Const::Func(strlen)), arg.into()];
    let n = g.add_op(body, LlOp::DirectCall, call, "n", Type::Signed, span);
    let s =
        g.add_op(body, LlOp::MallocVarsize, vec![ty(shape.string), n.into()], "s", str_ty, span);
    let copy = vec![arg.into(), s.into(), int(0), n.into()];
    g.add_op(body, LlOp::CopyFromRaw, copy, "v", Type::Void, span);
    g.add_op(
        body,
        LlOp::SetArrayItem,
        vec![b[3].into(), b[0].into(), s.into()],
        "v",
        Type::Void,
        span,
    );
    let next = g.add_op(body, LlOp::IntAdd, vec![b[0].into(), int(1)], "i", Type::Signed, span);
    g.blocks[body].exits =
        vec![Link::new(head, vec![next.into(), b[1].into(), b[2].into(), b[3].into()])];

    let (d_argc, d_arr) = (g.copy_var(argc), g.copy_var(arr));
    let done = g.new_block_with(vec![d_argc, d_arr]);
    let list = match shape.list {
        None => d_arr,
        Some((outer, length, items)) => {
            let l = g.add_op(done, LlOp::Malloc, vec![ty(outer)], "args", Type::Ptr(outer), span);
            for (f, v) in [(length, d_argc), (items, d_arr)] {
                let args = vec![l.into(), Value::Const(Const::Field(f)), v.into()];
                g.add_op(done, LlOp::SetField, args, "v", Type::Void, span);
            }
            l
        }
    };
    let r = g.add_op(done, LlOp::DirectCall, vec![callee, list.into()], "r", Type::Signed, span);
    g.blocks[done].exits = vec![Link::new(g.returnblock, vec![r.into()])];
    g.blocks[head].exitswitch = ExitSwitch::Var(more);
    g.blocks[head].exits = bool_exits(
        Link::new(done, vec![h[1].into(), h[3].into()]),
        Link::new(body, h.iter().map(|v| (*v).into()).collect()),
    );
}
