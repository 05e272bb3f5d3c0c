//! Tests that Python makes and that `--unchecked` leaves out: of operands that may be None (an exception instead of a null
//! pointer that is followed), and of attributes that some classes lack.

use crate::base::cx::{Cx, konst};
use crate::base::operands;
use crate::repr::class::has_field;
use crate::repr::identity::missing_field;
use crate::repr::{class, instance};
use crate::state::repr::Repr;
use crate::state::{RTyper, Res};
use annotator::{DescId, Kind, SomeValue};
use flowmodel::operators::OperatorKind;
use flowmodel::{Hl, HlOp, HlValue, LlValue, SpaceOperation, Type};

/// Puts a test in front of an operation whose operands may be None, as far as the annotator knows, and must not be.
pub(crate) fn none(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    args: &[SomeValue],
    which: &[usize],
) -> Res {
    if rt.opts.unchecked || rt.ann.graphs[cx.gid].helper {
        return Ok(());
    }
    if matches!(op.op, HlOp::GetAttr | HlOp::SetAttr) {
        if let Some(v) = none_operand(rt, cx, &op.args[0])? {
            if annotator::is_with_method(&op.args[1]) {
                let text = "'NoneType' object does not support the context manager protocol";
                none_test(rt, cx, "ll_check_none", v, text)?;
            } else {
                let name = operands::attr_name(rt, cx, &op.args[1])?;
                let text = format!("'NoneType' object has no attribute '{name}'");
                none_test(rt, cx, "ll_check_attr", v, &text)?;
            }
        }
        return if op.op == HlOp::GetAttr { check_has_attr(rt, cx, op) } else { Ok(()) };
    }
    let first = match which {
        [] => return Ok(()),
        [0, ..] => none_operand(rt, cx, &op.args[0])?,
        _ => None,
    };
    let second = match which {
        [_, i] if op.args.len() > *i => none_operand(rt, cx, &op.args[*i])?,
        _ => None,
    };
    let none = "NoneType".to_string();
    let name = |i: usize| args.get(i).map_or("object".into(), |s| type_name(rt, s));
    let texts = [
        none_text(op, [&none, &name(1)]),
        none_text(op, [&name(0), &none]),
        none_text(op, [&none, &none]),
    ];
    match (first, second) {
        (None, None) => Ok(()),
        (Some(v), None) => none_test(rt, cx, "ll_check_none", v, &texts[0]),
        (None, Some(w)) => none_test(rt, cx, "ll_check_none", w, &texts[1]),
        (Some(v), Some(w)) => {
            let mut call = vec![v, w];
            call.extend(texts.map(|t| konst(rt.string_const(t.as_bytes()))));
            rt.helper_call(cx, "ll_exc", "ll_check_two", call).map(drop)
        }
    }
}

/// Puts a test in front of a call of what may be None.
pub(crate) fn callable(rt: &mut RTyper<'_>, cx: &mut Cx, callee: &HlValue) -> Res {
    if rt.opts.unchecked || rt.ann.graphs[cx.gid].helper {
        return Ok(());
    }
    let Some(v) = none_operand(rt, cx, callee)? else { return Ok(()) };
    none_test(rt, cx, "ll_check_none", v, "'NoneType' object is not callable")
}

/// Puts tests in front of the call of a built-in function or method whose arguments may be None.
pub(crate) fn arguments(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    if rt.opts.unchecked || rt.ann.graphs[cx.gid].helper {
        return Ok(());
    }
    let callee = rt.s(cx, &op.args[0]);
    let first = annotator::first_argument(op.op);
    let count = op.args.len().saturating_sub(first);
    for i in 0..count {
        let Some(text) = annotator::none_argument(rt.ann, &callee, i, count) else { continue };
        if let Some(v) = none_operand(rt, cx, &op.args[first + i])? {
            none_test(rt, cx, "ll_check_none", v, text)?;
        }
    }
    Ok(())
}

fn none_test(rt: &mut RTyper<'_>, cx: &mut Cx, helper: &str, v: LlValue, text: &str) -> Res {
    let text = konst(rt.string_const(text.as_bytes()));
    rt.helper_call(cx, "ll_exc", helper, vec![v, text]).map(drop)
}

/// The value of an operand that may be None and whose representation has None.
fn none_operand(rt: &mut RTyper<'_>, cx: &mut Cx, x: &HlValue) -> Res<Option<LlValue>> {
    let s = rt.s(cx, x);
    if !annotator::meets_none(rt.ann, &s) || s.konst.is_some() || x.as_var().is_none() {
        return Ok(None);
    }
    let (v, r) = rt.val(cx, x)?;
    let nullable = matches!(rt.lltype(r)?, Type::Ptr(_) | Type::FuncPtr(_));
    Ok(nullable.then_some(v))
}

/// A method or class attribute read where not all classes have it: an instance of one that has not raises.
fn check_has_attr(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let name = operands::attr_name(rt, cx, &op.args[1])?;
    let class = match rt.s(cx, &op.args[0]).kind {
        Kind::Instance { class, .. } => class,
        Kind::Pbc { descs, .. } => return check_class_has(rt, cx, op, &descs, &name),
        _ => return Ok(()),
    };
    let Some((level, attr)) = annotator::find_attr(rt.ann, class, &name) else { return Ok(()) };
    if !attr.readonly || !annotator::lacks_class_attr(rt.ann, class, &name) {
        return Ok(());
    }
    let (obj, r) = rt.val(cx, &op.args[0])?;
    if !matches!(rt.repr(r), Repr::Instance(_)) {
        return Ok(());
    }
    let root = Type::Ptr(rt.layouts.object);
    let obj = rt.cast(cx, obj, root);
    let having = annotator::roots_of_class_attr(rt.ann, class, &name);
    let has = match &having[..] {
        [one] => instance::isinstance(rt, cx, obj, false, *one)?,
        _ => {
            class::setup(rt, level)?;
            let vt = instance::typeptr(rt, cx, obj, level)?;
            rt.getfield(cx, vt, &has_field(&name))?
        }
    };
    let text = konst(rt.string_const(name.as_bytes()));
    rt.helper_call(cx, "ll_exc", "ll_check_has", vec![has, obj, text])?;
    Ok(())
}

/// An attribute of a class that is only known at run time, where not all have it.
fn check_class_has(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    descs: &[DescId],
    name: &str,
) -> Res {
    if descs.len() < 2 || !descs.iter().any(|d| annotator::class_desc_lacks(rt.ann, *d, name)) {
        return Ok(());
    }
    let (object, r) = rt.val(cx, &op.args[0])?;
    if let Repr::Frozen(_) = rt.repr(r) {
        // The text of the error stands where the attribute would be.
        let text = rt.getfield(cx, object, &missing_field(name))?;
        rt.helper_call(cx, "ll_exc", "ll_check_not_missing", vec![text])?;
        return Ok(());
    }
    let set = rt.ann.access_set(descs[0]).cloned().unwrap_or_default();
    let Some(level) = class::set_base(rt, &set.descs)? else { return Ok(()) };
    let (class, r) = rt.val(cx, &op.args[0])?;
    if !matches!(rt.repr(r), Repr::Class) {
        return Ok(());
    }
    class::setup(rt, level)?;
    let vtable = class::class_info(rt, level).vtable;
    let vt = rt.cast(cx, class, Type::Ptr(vtable));
    let field = rt.classes.set_field(set.descs[0], name);
    let has = rt.getfield(cx, vt, &has_field(&field))?;
    let class = rt.cast(cx, class, Type::Ptr(rt.layouts.vtable));
    let text = konst(rt.string_const(name.as_bytes()));
    rt.helper_call(cx, "ll_exc", "ll_check_class_has", vec![has, class, text])?;
    Ok(())
}

/// Gives what Python says where an operand is None; the types of the operands.
fn none_text(op: &SpaceOperation<Hl>, [left, right]: [&str; 2]) -> String {
    let binary =
        |sign: &str| format!("unsupported operand type(s) for {sign}: '{left}' and '{right}'");
    let unary = |sign: &str| format!("bad operand type for {sign}: 'NoneType'");
    let order =
        |sign: &str| format!("'{sign}' not supported between instances of '{left}' and '{right}'");
    match op.op {
        HlOp::GetItem => "'NoneType' object is not subscriptable".into(),
        HlOp::SetItem if left != "NoneType" => "can only assign an iterable".into(),
        HlOp::SetItem => "'NoneType' object does not support item assignment".into(),
        HlOp::DelItem => "'NoneType' object does not support item deletion".into(),
        // With a second operand it is an unpacking.
        HlOp::Len if op.args.len() > 1 => "cannot unpack non-iterable NoneType object".into(),
        HlOp::Len => "object of type 'NoneType' has no len()".into(),
        HlOp::Iter => "'NoneType' object is not iterable".into(),
        HlOp::Next => "'NoneType' object is not an iterator".into(),
        HlOp::Contains if left == "NoneType" => {
            "argument of type 'NoneType' is not iterable".into()
        }
        HlOp::Contains => "'in <string>' requires string as left operand, not NoneType".into(),
        HlOp::Ord => "ord() expected string of length 1, but NoneType found".into(),
        HlOp::Int => "int() argument must be a string, a bytes-like object or a real number, \
            not 'NoneType'"
            .into(),
        HlOp::Float => "float() argument must be a string or a real number, not 'NoneType'".into(),
        HlOp::Hex | HlOp::Oct | HlOp::Bin => {
            "'NoneType' object cannot be interpreted as an integer".into()
        }
        HlOp::Add | HlOp::InplaceAdd
            if matches!(left, "str" | "list" | "tuple") && op.op == HlOp::Add || left == "str" =>
        {
            format!("can only concatenate {left} (not \"NoneType\") to {left}")
        }
        HlOp::Add if left == "bytearray" => "can't concat NoneType to bytearray".into(),
        HlOp::InplaceAdd if left == "list" => "'NoneType' object is not iterable".into(),
        HlOp::Abs => unary("abs()"),
        HlOp::Pow => binary("** or pow()"),
        o => match (o.operator(), o.sign()) {
            (Some((row, _)), Some(sign)) => match row.kind {
                OperatorKind::Unary(_) => unary(&format!("unary {sign}")),
                OperatorKind::Compare(_) => order(sign),
                OperatorKind::Binary(_) | OperatorKind::Function => binary(sign),
            },
            _ => format!("'NoneType' object does not support '{}'", o.name()),
        },
    }
}

/// Python's name of a type, for messages.
fn type_name(rt: &RTyper<'_>, s: &SomeValue) -> String {
    match &s.kind {
        Kind::None_ => "NoneType",
        Kind::Bool => "bool",
        Kind::Integer { .. } => "int",
        Kind::Float | Kind::SingleFloat | Kind::LongFloat => "float",
        Kind::Char | Kind::String { .. } | Kind::UniChar | Kind::Unicode { .. } => "str",
        Kind::ByteArray => "bytearray",
        Kind::List(_) => "list",
        Kind::Dict(_) => "dict",
        Kind::Set(d) if rt.ann.dict_def(*d).frozen => "frozenset",
        Kind::Set(_) => "set",
        Kind::Deque(_) => "collections.deque",
        Kind::Tuple(_) => "tuple",
        Kind::Instance { class, .. } => &rt.ann.classdefs[*class].name,
        _ => "object",
    }
    .to_string()
}
