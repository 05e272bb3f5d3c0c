//! Truth of values, and values of which only the truth can be used.

use crate::kinds::lists::is_never_filled;
use crate::ops;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what is true, and what cannot be done with what is None or a bool.
pub(crate) const ROWS: &[Row] = &[
    row(HlOp::ALL, TRUTH, ANY, Gives::Reads(only_truth)).when(wants_value),
    row(HlOp::ALL, ANY, TRUTH, Gives::Reads(only_truth)).when(wants_value),
    row(HlOp::ALL, ANY, ANY, Gives::Reads(only_truth)).when(further_truth),
    row(&[Bool, Not], ANY, ANY, Gives::Answers(truth)).code(Code::Truth),
];

/// Says whether an operation asks for more than the truth of what is None or a bool.
fn wants_value(_: &mut Facts, q: &Asked) -> bool {
    match q.operation() {
        SameAs | Bool | Not | SetAttr => false,
        SimpleCall | CallArgs => match &q.args[0].kind {
            Kind::Builtin(name) => name.trim_start_matches("builtins.") != "bool",
            Kind::BuiltinMethod { .. } | Kind::Truth => true,
            _ => false,
        },
        _ => true,
    }
}

fn further_truth(ann: &mut Facts, q: &Asked) -> bool {
    q.args.iter().skip(2).any(|a| a.kind == Kind::Truth) && wants_value(ann, q)
}

fn only_truth(ann: &Facts, q: &Asked) -> AResult {
    Err(ann
        .error(q.site, "operand", "this value is None or a bool: only its truth can be used")
        .note("bool(x) makes a bool of it"))
}

/// `bool(s)`, `not s`
fn truth(ann: &mut Facts, q: &Asked) -> AResult<Answer> {
    let (s, negate) = (&q.args[0], q.operation() == Not);
    let known = match (&s.kind, &s.konst) {
        (Kind::None_, _) => Some(false),
        (_, Some(HlConst::Bool(b))) => Some(*b),
        (_, Some(HlConst::Int(i))) => Some(*i != 0),
        (_, Some(HlConst::Float(f))) => Some(f64::from_bits(*f) != 0.0),
        (_, Some(HlConst::Str(t) | HlConst::Bytes(t))) => Some(!t.is_empty()),
        (_, Some(HlConst::Unicode(t))) => Some(!t.is_empty()),
        (Kind::Tuple(t), _) => Some(!t.is_empty()),
        (Kind::Char | Kind::UniChar, _) => Some(true),
        (
            Kind::Pbc { can_be_none: false, .. } | Kind::Builtin(_) | Kind::BuiltinMethod { .. },
            _,
        ) => Some(true),
        // Into what nothing is ever put nothing is.
        (Kind::List(l), _) => is_never_filled(ann, q.site, *l).then_some(false),
        (Kind::Dict(d), _) => ann.read_dict(q.site, *d).0.is_impossible().then_some(false),
        _ => None,
    };
    if let Kind::Instance { can_be_none, .. } = &s.kind {
        if let Some(r) = special::special_truth(ann, q.site, s, negate) {
            if let Some(v) = var(q.op, 0)
                && *can_be_none
            {
                let mut k =
                    Knowledge { if_true: vec![(v, s.nonnoneify())], ..Knowledge::default() };
                if negate {
                    std::mem::swap(&mut k.if_true, &mut k.if_false);
                }
                ann.learn(q.site, q.op, k);
            }
            return r;
        }
        if !can_be_none {
            return Ok(SomeValue::bool_const(!negate).into());
        }
    }
    if let Some(b) = known {
        return Ok(SomeValue::bool_const(b != negate).into());
    }
    match &s.kind {
        Kind::Bool
        | Kind::Truth
        | Kind::Integer { .. }
        | Kind::Float
        | Kind::String { .. }
        | Kind::Unicode { .. }
        | Kind::ByteArray
        | Kind::List(_)
        | Kind::Dict(_)
        | Kind::Set(_)
        | Kind::Deque(_)
        | Kind::Instance { .. }
        | Kind::Pbc { .. }
        | Kind::StringBuilder
        | Kind::UnicodeBuilder
        | Kind::WeakRef(_)
        | Kind::Iterator { .. }
        | Kind::Ptr(_)
        | Kind::Address
        | Kind::Type(_) => {}
        _ => return Err(ops::bad_operands(ann, q.site, q.operation(), std::slice::from_ref(s))),
    }
    let mut k = Knowledge::default();
    if let Some(v) = var(q.op, 0) {
        let graph = q.site.position.map(|p| &ann.graphs[p.graph]);
        if let Some(old) = graph.and_then(|g| g.knowledge.get(&v)) {
            k = old.clone();
        }
        if s.kind == Kind::Bool {
            k.if_true.push((v, SomeValue::bool_const(true)));
            k.if_false.push((v, SomeValue::bool_const(false)));
        } else if s.can_be_none() {
            k.if_true.push((v, s.nonnoneify()));
            // Instances and prebuilt objects are false only as None.
            if matches!(s.kind, Kind::Instance { .. } | Kind::Pbc { .. } | Kind::WeakRef(_)) {
                k.if_false.push((v, SomeValue::NONE));
            }
        }
    }
    if negate {
        std::mem::swap(&mut k.if_true, &mut k.if_false);
    }
    ann.learn(q.site, q.op, k);
    Ok(SomeValue::BOOL.into())
}
