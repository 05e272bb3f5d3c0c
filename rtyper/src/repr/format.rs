//! `str()` and `repr()`.

use crate::base::cx::{Cx, konst};
use crate::helpers;
use crate::helpers::Unknown;
use crate::repr::{class, convert, exc, tuple};
use crate::state::helper_functions::Sort;
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::{DictKind, Hook, Kind};
use flowmodel::{Hl, HlConst, HlOp, HlValue, HostRef, LlValue, SpaceOperation, Type};
use flowspace::host::generation;
use rustc_hash::FxHashSet;

/// Translates `str(x)` and `repr(x)`.
pub(crate) fn text(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let v = str_of(rt, cx, &op.args[0], op.op == HlOp::Repr)?;
    rt.set_str_result(cx, op, v)
}

/// `str(x)` (or `repr(x)`) of an operand.
pub(crate) fn str_of(rt: &mut RTyper<'_>, cx: &mut Cx, x: &HlValue, repr: bool) -> Res<LlValue> {
    let s = rt.s(cx, x);
    let c = match x {
        HlValue::Const(c) => Some(c.clone()),
        HlValue::Var(_) => s.konst.clone(),
    };
    match (&c, repr) {
        (Some(HlConst::Str(b)), false) => return Ok(konst(rt.string_const(b))),
        (Some(HlConst::Int(i)), _) => {
            return Ok(konst(rt.string_const(i.to_string().as_bytes())));
        }
        (Some(HlConst::Bool(b)), _) => {
            return Ok(konst(rt.string_const(if *b { b"True" } else { b"False" })));
        }
        (Some(HlConst::None), _) => return Ok(konst(rt.string_const(b"None"))),
        _ => {}
    }
    if s.kind == Kind::None_ {
        return Ok(konst(rt.string_const(b"None")));
    }
    let (v, r) = rt.val(cx, x)?;
    // In Python 2 `str` gives what is in it.
    if s.kind == Kind::ByteArray && !repr && rt.ann.host.generation.python2 {
        return rt.helper_call(cx, "ll_bytearray", "ll_to_str", vec![v]);
    }
    let none = s.can_be_none();
    str_of_value(rt, cx, v, r, repr, none)
}

/// Makes the text (or with `repr` the repr) of a value.
pub(crate) fn str_of_value(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    v: LlValue,
    r: ReprId,
    repr: bool,
    may_be_none: bool,
) -> Res<LlValue> {
    let none = konst(rt.string_const(b"None"));
    Ok(match rt.repr(r).clone() {
        Repr::Prim(Type::Char) if !repr => convert::char_to_str(rt, cx, v)?,
        Repr::Prim(Type::Char) => {
            let s = convert::char_to_str(rt, cx, v)?;
            rt.helper_call(cx, "ll_str", "ll_strrepr", vec![s])?
        }
        Repr::Prim(Type::Bool) => {
            let t = konst(rt.string_const(b"True"));
            let f = konst(rt.string_const(b"False"));
            rt.helper_call(cx, "ll_print", "ll_choose", vec![v, t, f])?
        }
        Repr::Prim(t) if t.is_signed() => {
            let i = convert::prim(rt, cx, v, t, Type::Signed)?;
            rt.helper_call(cx, "ll_int", "ll_int2dec", vec![i])?
        }
        Repr::Prim(t) if t.is_unsigned() => {
            let i = convert::prim(rt, cx, v, t, Type::Unsigned)?;
            rt.helper_call(cx, "ll_int", "ll_uint2dec", vec![i])?
        }
        Repr::Prim(t @ (Type::Float | Type::SingleFloat)) => {
            let f = convert::prim(rt, cx, v, t, Type::Float)?;
            // In Python 2 `str` gives 12 digits.
            let short = !repr && generation::program_python(&rt.ann.host) == flowspace::Python::Two;
            let helper = if short { "ll_float2str_short" } else { "ll_float2str" };
            rt.helper_call(cx, "ll_float", helper, vec![f])?
        }
        Repr::Str if repr => {
            let f = if may_be_none { "ll_strrepr_or_none" } else { "ll_strrepr" };
            if may_be_none {
                rt.helper_call(cx, "ll_print", f, vec![v, none])?
            } else {
                rt.helper_call(cx, "ll_str", f, vec![v])?
            }
        }
        Repr::Str if may_be_none => {
            rt.helper_call(cx, "ll_print", "ll_str_or_none", vec![v, none])?
        }
        Repr::Str => v,
        Repr::Unicode if repr => rt.helper_call(cx, "ll_unirepr", "ll_unicode_text", vec![v])?,
        Repr::Unicode if may_be_none => {
            rt.helper_call(cx, "ll_unicode", "ll_encode_utf8_or_none", vec![v, none])?
        }
        Repr::Unicode => rt.helper_call(cx, "ll_unicode", "ll_encode_utf8", vec![v])?,
        Repr::Prim(Type::UniChar) => {
            let s = convert::char_to_str(rt, cx, v)?;
            if repr {
                rt.helper_call(cx, "ll_unirepr", "ll_unicode_text", vec![s])?
            } else {
                rt.helper_call(cx, "ll_unicode", "ll_encode_utf8", vec![s])?
            }
        }
        Repr::Prim(Type::Ptr(p)) if p == rt.layouts.string => v,
        Repr::Void | Repr::Known(_) => none,
        Repr::Instance(_)
            if let Some(f) =
                helpers::object_hook(rt, r, if repr { Hook::Repr } else { Hook::Str })? =>
        {
            rt.call_host_helper(cx, f, vec![v.into()])?
        }
        Repr::Instance(c) if class::is_exception(rt, c) => {
            let helper = if repr { exc::repr_helper(rt) } else { "ll_exc_str" };
            exc::call_helper(rt, cx, v, helper)?
        }
        Repr::Instance(_) => {
            let root = rt.cast(cx, v, Type::Ptr(rt.layouts.object));
            rt.helper_call(cx, "ll_print", "ll_instance_str", vec![root, none])?
        }
        Repr::Class => rt.helper_call(cx, "ll_print", "ll_class_str", vec![v, none])?,
        // `e.args`
        Repr::BuiltinMethod(i) if matches!(rt.repr(i), Repr::Instance(_)) => {
            exc::call_helper(rt, cx, v, "ll_exc_args")?
        }
        Repr::Tuple(items) => {
            let mut acc = konst(rt.string_const(b"("));
            for (i, ir) in items.iter().enumerate() {
                if i > 0 {
                    let comma = konst(rt.string_const(b", "));
                    acc = concat(rt, cx, acc, comma)?;
                }
                let x = tuple::field(rt, cx, v, &items, i)?;
                let s = str_of_value(rt, cx, x, *ir, true, true)?;
                acc = concat(rt, cx, acc, s)?;
            }
            let end = konst(rt.string_const(if items.len() == 1 { b",)" } else { b")" }));
            concat(rt, cx, acc, end)?
        }
        Repr::List(_)
        | Repr::Dict(_)
        | Repr::Set(_)
        | Repr::ByteArray
        | Repr::Deque(_)
        | Repr::Range(_) => {
            let f = str_fn(rt, r, Unknown::Error)?;
            rt.call_host_helper(cx, f, vec![v.into()])?
        }
        other => {
            return Err(error(format!("str() of {} is not supported", other.describe())));
        }
    })
}

fn concat(rt: &mut RTyper<'_>, cx: &mut Cx, a: LlValue, b: LlValue) -> Res<LlValue> {
    rt.helper_call(cx, "ll_str", "ll_strconcat", vec![a, b])
}

/// The function that gives the repr of items of a list.
pub(crate) fn str_fn(rt: &mut RTyper<'_>, r: ReprId, unknown: Unknown) -> Res<flowmodel::HostRef> {
    match rt.repr(r).clone() {
        Repr::Prim(Type::Signed) => rt.helper_fn("ll_int", "ll_int2dec"),
        Repr::Prim(Type::Unsigned) => rt.helper_fn("ll_int", "ll_uint2dec"),
        Repr::Prim(Type::Float) => rt.helper_fn("ll_float", "ll_float2str"),
        Repr::Prim(Type::Char) => rt.helper_fn("ll_print", "ll_char_repr"),
        Repr::Prim(Type::Bool) => rt.helper_fn("ll_print", "ll_bool_str"),
        Repr::Str => rt.helper_fn("ll_text", "ll_str_text"),
        Repr::Unicode => rt.helper_fn("ll_unirepr", "ll_unicode_text"),
        Repr::Prim(Type::UniChar) => rt.helper_fn("ll_unirepr", "ll_unichar_text"),
        Repr::Void | Repr::Known(_) => rt.helper_fn("ll_text", "ll_none_text"),
        Repr::List(_)
        | Repr::Tuple(_)
        | Repr::Dict(_)
        | Repr::Set(_)
        | Repr::ByteArray
        | Repr::Deque(_)
        | Repr::Range(_) => container_text_fn(rt, r, unknown),
        Repr::Instance(_) => match helpers::repr_hook(rt, r, unknown)? {
            Some(f) => Ok(f),
            None => {
                if let Repr::Instance(c) = *rt.repr(r) {
                    class::setup(rt, c)?;
                    if class::is_exception(rt, c) {
                        return rt.helper_fn("ll_exc", exc::repr_helper(rt));
                    }
                }
                rt.helper_fn("ll_print", "ll_object_str")
            }
        },
        other => Err(error(format!("str() of a list of {}s", other.describe()))),
    }
}

/// The function that gives the text of a container.
fn container_text_fn(rt: &mut RTyper<'_>, r: ReprId, unknown: Unknown) -> Res<HostRef> {
    helpers::made_of_items(rt, Sort::Text, r, |rt, r| make_container_text_fn(rt, r, unknown))
}

fn make_container_text_fn(rt: &mut RTyper<'_>, r: ReprId, unknown: Unknown) -> Res<HostRef> {
    let f = plain_text_fn(rt, r, unknown)?;
    let Some(again) = text_of_itself(rt, r, unknown)? else { return Ok(f) };
    let again = rt.ann.host.str(&again);
    helpers::made_in(rt, "ll_text", "make_recursive_text", &r.0.to_string(), &[f, again])
}

/// Gives what stands for a container in its own text, if it may contain itself: by its type, or by way of an instance
/// whose class has a `__repr__`.
fn text_of_itself(rt: &mut RTyper<'_>, container: ReprId, unknown: Unknown) -> Res<Option<String>> {
    let mut seen = FxHashSet::default();
    let mut todo = vec![container];
    let mut found = false;
    while let Some(r) = todo.pop() {
        let inner = match rt.repr(r).clone() {
            Repr::Tuple(items) => items.to_vec(),
            Repr::List(l) | Repr::Deque(l) => vec![rt.list_info(l)?.item],
            Repr::Dict(d) | Repr::Set(d) => {
                let info = rt.dict_info(d)?;
                vec![info.key, info.value]
            }
            Repr::Instance(_) => {
                found |= helpers::repr_hook(rt, r, unknown)?.is_some();
                vec![]
            }
            _ => vec![],
        };
        found |= inner.contains(&container);
        todo.extend(inner.into_iter().filter(|i| seen.insert(*i)));
    }
    let text = match *rt.repr(container) {
        _ if !found => return Ok(None),
        Repr::Tuple(_) => "(...)",
        Repr::Set(d) if rt.ann.dict_def(d).frozen => "frozenset(...)",
        Repr::Set(_) => "set(...)",
        Repr::Dict(d) => match rt.ann.dict_def(d).kind {
            // Nothing stops it in CPython.
            DictKind::Counter => return Ok(None),
            DictKind::Ordered => "...",
            kind @ DictKind::Default(_) => {
                return Ok(Some(format!("{}...}})", text_of_default(rt, kind)?)));
            }
            _ => "{...}",
        },
        _ => "[...]",
    };
    Ok(Some(text.to_string()))
}

/// Gives how the text of a defaultdict begins.
fn text_of_default(rt: &RTyper<'_>, kind: DictKind) -> Res<String> {
    match kind {
        DictKind::Default(f) if rt.ann.host.class(f).is_some() => {
            let name = rt.ann.host.class(f).map(|c| c.name.clone());
            Ok(format!("defaultdict(<class '{}'>, {{", name.unwrap_or_default()))
        }
        DictKind::Default(_) => Err(error("the text of a defaultdict with this factory")),
        _ => Ok(String::new()),
    }
}

fn plain_text_fn(rt: &mut RTyper<'_>, r: ReprId, unknown: Unknown) -> Res<HostRef> {
    match rt.repr(r).clone() {
        Repr::Tuple(items) if items.is_empty() => rt.helper_fn("ll_text", "ll_empty_text"),
        Repr::Tuple(items) => {
            let mut fns = vec![];
            for i in items.iter() {
                fns.push(str_fn(rt, *i, unknown)?);
            }
            let (names, list, key) = helpers::names_and(rt, &fns);
            helpers::made_in(rt, "ll_text", "make_tuple_text", &key, &[names, list])
        }
        Repr::List(l) => {
            let info = rt.list_info(l)?;
            let f = str_fn(rt, info.item, unknown)?;
            let view = rt.ann.list_def(l).view_name;
            if info.list.is_some() && !view.is_empty() {
                let texts = [format!("{view}(["), "])".into()].map(|t| rt.ann.host.str(&t));
                let key = format!("{},{view}", f.0);
                return helpers::made_in(
                    rt,
                    "ll_text",
                    "make_list_text",
                    &key,
                    &[f, texts[0], texts[1]],
                );
            }
            let factory = if info.list.is_some() { "make_list_text" } else { "make_array_text" };
            helpers::made_in(rt, "ll_text", factory, &f.0.to_string(), &[f])
        }
        Repr::Dict(d) => {
            let info = rt.dict_info(d)?;
            let (k, v) = (str_fn(rt, info.key, unknown)?, str_fn(rt, info.value, unknown)?);
            let kind = rt.ann.dict_def(d).kind;
            if kind == DictKind::Counter {
                return helpers::made_in(
                    rt,
                    "ll_text",
                    "make_counter_text",
                    &k.0.to_string(),
                    &[k, v],
                );
            }
            let class = text_of_default(rt, kind)?;
            let texts = match kind {
                DictKind::Ordered => {
                    ["OrderedDict([", "(", ", ", ")", "])", "OrderedDict()"].map(String::from)
                }
                DictKind::Default(_) => {
                    let empty = format!("{class}}})");
                    [class, "".into(), ": ".into(), "".into(), "})".into(), empty]
                }
                _ => ["{", "", ": ", "", "}", "{}"].map(String::from),
            };
            let key = format!("{},{},{}", k.0, v.0, texts[0]);
            let mut args = vec![k, v];
            args.extend(texts.iter().map(|t| rt.ann.host.str(t)));
            helpers::made_in(rt, "ll_text", "make_dict_text", &key, &args)
        }
        Repr::ByteArray => rt.helper_fn("ll_bytearray", "ll_bytearray_text"),
        Repr::Deque(l) => {
            let item = rt.list_info(l)?.item;
            let f = str_fn(rt, item, unknown)?;
            helpers::made_in(rt, "ll_text", "make_deque_text", &f.0.to_string(), &[f])
        }
        Repr::Set(d) => {
            let info = rt.dict_info(d)?;
            let f = str_fn(rt, info.key, unknown)?;
            let texts = if rt.ann.dict_def(d).frozen {
                ["frozenset({", "frozenset()", "})"]
            } else {
                ["{", "set()", "}"]
            };
            let key = format!("{},{}", f.0, texts[0]);
            let mut args = vec![f];
            args.extend(texts.iter().map(|t| rt.ann.host.str(t)));
            helpers::made_in(rt, "ll_text", "make_set_text", &key, &args)
        }
        Repr::Range(step) => {
            let step = rt.ann.host.int(step);
            helpers::made_in(rt, "ll_text", "make_range_text", &step.0.to_string(), &[step])
        }
        other => Err(error(format!("str() of {} is not supported", other.describe()))),
    }
}
