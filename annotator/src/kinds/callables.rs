//! Calls, and hints.

use crate::calls;
use crate::definitions::special_methods;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what calls give and raise.
pub(crate) const ROWS: &[Row] = &[
    row(
        &[SimpleCall],
        ANY,
        ANY,
        Gives::By(|ann, q| calls::op_simple_call(ann, q.site, q.op, q.args)),
    )
    .raises(Raises::By(raises)),
    row(&[CallArgs], ANY, ANY, Gives::By(|ann, q| calls::op_call_args(ann, q.site, q.op, q.args)))
        .raises(Raises::By(raises)),
    row(&[Hint], ANY, ANY, Gives::Joins(hint)).code(Code::Hint),
    row(&[Yield], ANY, ANY, Gives::Reads(yield_)),
];

fn hint(ann: &mut Facts, q: &Asked) -> AResult {
    let kind = constant_text(ann, &q.args[0]);
    (ann.meanings.hint)(ann, q.site, kind.as_deref().unwrap_or(""), &q.args[1])
}

fn yield_(ann: &Facts, q: &Asked) -> AResult {
    let text = "'yield' outside of a generator function cannot be annotated";
    Err(ann.error(q.site, "unsupported", text))
}

/// Gives the exceptions that the call of a built-in function or method raises; other calls are
/// known from their graphs.
fn raises(ann: &mut Facts, q: &Asked) -> Throws {
    match &q.args[0].kind {
        // Of a tuple of the right length: nothing happens.
        Kind::Builtin(n) if n.starts_with("flow_support.unpack_") => Throws::Only(vec![]),
        Kind::Builtin(_) if special_methods::calls_user_methods(ann, q.site, &q.args[1..]) => {
            Throws::Anything
        }
        Kind::BuiltinMethod { this, .. }
            if special_methods::calls_user_methods(ann, q.site, &[(**this).clone()]) =>
        {
            Throws::Anything
        }
        // An integer type of a float.
        Kind::Builtin(n)
            if n.starts_with("rpython.rlib.rarithmetic.r_")
                && !n.ends_with("float")
                && q.args.get(1).is_some_and(|x| x.kind == Kind::Float) =>
        {
            Throws::Only(vec!["ValueError", "OverflowError"])
        }
        Kind::Builtin(n) => match (ann.meanings.builtin)(n).and_then(|b| b.throws) {
            Some(names) => Throws::Only(names.to_vec()),
            None => Throws::Anything,
        },
        Kind::BuiltinMethod { name, this } => (ann.meanings.method_throws)(ann, name, this),
        _ => Throws::Anything,
    }
}

/// A key function as it is called: `d.get` of a dict without None gives what `d[k]` gives.
pub(crate) fn key_function(a: &Facts, s: &SomeValue) -> SomeValue {
    if let Kind::BuiltinMethod { name, this } = &s.kind
        && &**name == "get"
        && let Kind::Dict(d) = this.kind
        && !a.dict_def(d).value.can_be_none()
    {
        return Kind::BuiltinMethod { name: "_item".into(), this: this.clone() }.into();
    }
    s.clone()
}
