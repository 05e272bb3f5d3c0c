//! Calls of built-in functions, and of methods of built-in types, by the rows of the annotator's tables.

use crate::base::cx::Cx;
use crate::base::task::Task;
use crate::builtins::{arguments, jit};
use crate::lower;
use crate::state::{RTyper, Res, error};
use annotator::lowers::{Code, Lowers};
use annotator::methods::Kinds;
use annotator::{Kind, SomeValue, find_method};
use flowmodel::{Hl, HlValue, SpaceOperation};

/// A call of a built-in function, by its row in the table.
pub(crate) fn function(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    name: &str,
) -> Res {
    let name = name.strip_prefix("builtins.").unwrap_or(name);
    let Some(row) = annotator::builtins::lookup(name) else {
        let text = format!("the built-in function {name}() is not supported at run time");
        return Err(error(text));
    };
    let (types, lowers) = (row.types, row.lowers);
    let mut t = Task { op, name, types, this: None, args: &[], keywords: &[] };
    if let Lowers::Code(Code::LlOperation | Code::External | Code::LowLevel) = lowers {
        return lower::execute(rt, cx, &t, lowers);
    }
    let call = arguments::call_operands(rt, op)?;
    // What the annotator knows already needs no code, except where the call has an effect.
    if !matches!(rt.ann.binding(cx.gid, op.result).kind, Kind::None_) && rt.known_result(cx, op)? {
        return Ok(());
    }
    (t.args, t.keywords) = (&call.pos, &call.kw);
    lower::execute(rt, cx, &t, lowers)
}

/// A call of a method of a built-in type.
pub(crate) fn method(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    name: &str,
    callee: HlValue,
) -> Res {
    let s = rt.s(cx, &callee);
    let Kind::BuiltinMethod { this: object, .. } = &s.kind else {
        return Err(error("internal: a method that is not one"));
    };
    if let Kind::Builtin(class) = &object.kind {
        let class = class.clone();
        return jit::object_method(rt, cx, op, &class, name, object.const_host());
    }
    let this = arguments::method_object(rt, cx, &callee)?;
    let operands = arguments::call_operands(rt, op)?;
    let given: Vec<SomeValue> = operands.pos.iter().map(|a| rt.s(cx, a)).collect();
    let of = Kinds::of(rt.ann, object);
    let row = find_method(of, name, &given, !operands.kw.is_empty())
        .ok_or_else(|| error(format!("method {name}() of {}", rt.repr(this.1).describe())))?;
    let (args, keywords) = (&operands.pos[..], &operands.kw[..]);
    let t = Task { op, name, types: row.types, this: Some(this), args, keywords };
    lower::execute(rt, cx, &t, row.lowers)
}
