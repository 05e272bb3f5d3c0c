//! Calls, and hints.

use crate::ArgSource;
use crate::definitions::special_methods;
use crate::definitions::variants;
use crate::model::answers;
use crate::model::descs::CallShape;
use crate::model::state::CallArgs;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what calls give and raise.
pub(crate) const ROWS: &[Row] = &[
    row(&[SimpleCall], ANY, ANY, Gives::Answers(call)).raises(Raises::By(raises)),
    row(&[CallArgs], ANY, ANY, Gives::Answers(call_with_shape)).raises(Raises::By(raises)),
    row(&[Hint], ANY, ANY, Gives::Joins(hint)).code(Code::Hint),
    row(&[Yield], ANY, ANY, Gives::Reads(yield_)),
];

/// `f(a, b)`
fn call(_: &mut Facts, q: &Asked) -> AResult<Answer> {
    let args = q.args[1..].iter().enumerate();
    let args = args.map(|(i, s)| (s.clone(), ArgSource::Operand(i + 1))).collect();
    Ok(Answer::program(&q.args[0], answers::positional(args), None))
}

/// `f(a, *items, k=v)`
fn call_with_shape(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let (site, args) = (q.site, q.args);
    let Some((pos, keywords, star)) =
        args[1].const_host().and_then(|h| hv::call_shape(&ann.host, h))
    else {
        return Err(ann
            .error(site, "star-arguments", "the names of the ** argument of this call are not known")
            .note("it must be the ** parameter of the function, which must not be changed or kept, or a dict display with constant keys"));
    };
    let mut call = CallArgs {
        shape: CallShape { pos, keywords: keywords.clone(), star },
        ..CallArgs::default()
    };
    let mut i = 2;
    for _ in 0..pos {
        call.positional.push((args[i].clone(), ArgSource::Operand(i)));
        i += 1;
    }
    for k in keywords {
        call.keywords.push((k, args[i].clone(), ArgSource::Operand(i)));
        i += 1;
    }
    if star {
        let items = (args[i].clone(), ArgSource::Operand(i));
        let class = match items.0.kind {
            Kind::Instance { class, .. } => Some(class),
            _ => None,
        };
        let iterable = match class {
            Some(c) if variants::is_record(ann, c) => true,
            Some(c) => special_methods::has_special(ann, site, c, "__iter__"),
            None => matches!(
                items.0.kind,
                Kind::List(_)
                    | Kind::Iterator { .. }
                    | Kind::String { .. }
                    | Kind::Unicode { .. }
                    | Kind::Dict(_)
                    | Kind::Set(_)
                    | Kind::Deque(_)
            ),
        };
        if iterable {
            call.shape.star = false;
            return Ok(Answer::program(&args[0], call, Some(items)));
        }
        let Kind::Tuple(items) = &args[i].kind else {
            return Err(ann
                .error(
                    site,
                    "star-arguments",
                    format!("the * argument of a call must be a tuple, not {}", ann.show(&args[i])),
                )
                .note("the number of arguments must be known"));
        };
        for (k, s) in items.iter().enumerate() {
            call.positional.push((s.clone(), ArgSource::StarItem(i, k)));
        }
        // They count as any others: calls with so many arguments stand in one row of a family.
        call.shape.pos = call.positional.len();
        call.shape.star = false;
    }
    Ok(Answer::program(&args[0], call, None))
}

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
