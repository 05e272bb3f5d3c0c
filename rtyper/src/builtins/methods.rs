//! Methods of built-in types, by the rows of the annotator's table.

use crate::base::cx::Cx;
use crate::base::task::Task;
use crate::builtins::{arguments, jit};
use crate::graph::lower;
use crate::{RTyper, Res, error};
use annotator::find_method;
use annotator::methods::Kinds;
use annotator::{Kind, SomeValue};
use flowmodel::{Hl, HlValue, SpaceOperation};

/// A call of a method of a built-in type.
pub(crate) fn call(
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
