//! Strings and string builders.

use crate::base::cx::{Cx, konst};
use crate::base::{objects, operands};
use crate::repr::{layouts, list, numbers};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlConst, HlOp, HlValue, HostRef, LlOp, LlValue, SpaceOperation, Type};

/// The string repr that goes with a text repr: characters become strings.
pub(crate) fn text_repr(rt: &mut RTyper<'_>, r: ReprId) -> ReprId {
    let wide = matches!(rt.repr(r), Repr::Unicode | Repr::Prim(Type::UniChar));
    rt.intern(if wide { Repr::Unicode } else { Repr::Str })
}

/// Translates `s[i]` and `s[a:b]`.
pub(crate) fn getitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (_, r) = rt.val(cx, &op.args[0])?;
    let rs = text_repr(rt, r);
    let s = rt.val_as(cx, &op.args[0], rs)?;
    if let Some(parts) = operands::slice_parts(rt, cx, &op.args[1])? {
        let v = if list::slice_step(rt, cx, &parts[2])?.is_some() {
            let n = cx.op(LlOp::GetArraySize, vec![s], Type::Signed);
            let [a, b, c] = list::slice_indices(rt, cx, &parts, n)?;
            rt.helper_call(cx, "ll_str", "ll_strslice_step", vec![s, a, b, c])?
        } else {
            let start = list::bound(rt, cx, &parts[0], false)?;
            if rt.s(cx, &parts[1]).kind == Kind::None_ {
                rt.helper_call(cx, "ll_str", "ll_strslice_startonly", vec![s, start])?
            } else {
                let stop = list::bound(rt, cx, &parts[1], true)?;
                rt.helper_call(cx, "ll_str", "ll_strslice", vec![s, start, stop])?
            }
        };
        return rt.set_result(cx, op, v, rs);
    }
    let nonneg = rt.s(cx, &op.args[1]).is_nonneg();
    let i = rt.signed(cx, &op.args[1])?;
    let f = if nonneg { "ll_stritem_nonneg" } else { "ll_stritem" };
    let f = list::index_helper(rt, cx, f);
    let c = rt.helper_call(cx, "ll_str", &f, vec![s, i])?;
    let rc = match *rt.repr(rs) {
        Repr::Unicode => rt.prim(Type::UniChar),
        _ => rt.prim(Type::Char),
    };
    rt.set_result(cx, op, c, rc)
}

/// Tells whether a value is a character.
pub(crate) fn is_char(rt: &RTyper<'_>, cx: &Cx, v: &LlValue) -> bool {
    matches!(rt.vtype(cx, v), Type::Char | Type::UniChar)
}

/// An operand as the character type of `rs` if it is a character, else as a string.
pub(crate) fn text_or_char(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    a: &HlValue,
    rs: ReprId,
) -> Res<LlValue> {
    let s = rt.s(cx, a);
    let r = rt.repr_of(&s)?;
    let wide = matches!(rt.repr(rs), Repr::Unicode);
    match *rt.repr(r) {
        Repr::Prim(Type::Char | Type::UniChar) => {
            let rc = rt.prim(if wide { Type::UniChar } else { Type::Char });
            rt.val_as(cx, a, rc)
        }
        _ => rt.val_as(cx, a, rs),
    }
}

/// Translates `s + t`.
pub(crate) fn add(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let rs = text_repr(rt, rr);
    let a = rt.val_as(cx, &op.args[0], rs)?;
    let b = rt.val_as(cx, &op.args[1], rs)?;
    let v = rt.helper_call(cx, "ll_str", "ll_strconcat", vec![a, b])?;
    rt.set_result(cx, op, v, rs)
}

/// Translates `s * n` and `n * s`.
pub(crate) fn mul(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let which = usize::from(rt.s(cx, &op.args[0]).is_integral());
    let rr = rt.result_repr(cx, op)?;
    let rs = text_repr(rt, rr);
    let n = rt.signed(cx, &op.args[1 - which])?;
    let a = text_or_char(rt, cx, &op.args[which], rs)?;
    let v = if is_char(rt, cx, &a) {
        let model = konst(Const::Null(rt.lltype(rs)?));
        rt.helper_call(cx, "ll_str", "ll_char_mul", vec![model, a, n])?
    } else {
        rt.helper_call(cx, "ll_str", "ll_strmul", vec![a, n])?
    };
    rt.set_result(cx, op, v, rs)
}

/// A list of the strings that a counting and a filling helper give.
pub(crate) fn string_list(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    n: LlValue,
    fill: &str,
    before: Vec<LlValue>,
    after: Vec<LlValue>,
) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let info = list::list_of(rt, rr)?;
    let array = cx.malloc_varsize(info.array, n);
    let mut args = before;
    args.push(array);
    args.extend(after);
    rt.helper_call(cx, "ll_str", fill, args)?;
    let l = list::from_array(rt, cx, info, array, n)?;
    rt.own_result(cx, op, l)
}

/// `s.split(sep, count)`, with the helper for a separator.
pub(crate) fn split(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    (s, rs): (LlValue, ReprId),
    args: &[HlValue],
    by_separator: &str,
) -> Res {
    let none = args.first().is_none_or(|a| rt.s(cx, a).kind == Kind::None_);
    let limit = match args.get(1) {
        Some(a) => rt.signed(cx, a)?,
        None => cx.int(-1),
    };
    if none {
        let n = rt.helper_call(cx, "ll_str", "ll_split_space_count", vec![s, limit])?;
        return string_list(rt, cx, op, n, "ll_split_space", vec![s], vec![n, limit]);
    }
    let sep = rt.val_as(cx, &args[0], rs)?;
    let n = rt.helper_call(cx, "ll_str", "ll_split_count", vec![s, sep, limit])?;
    string_list(rt, cx, op, n, by_separator, vec![s, sep], vec![n])
}

/// `s.join(list)`
pub(crate) fn join(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    (s, rs): (LlValue, ReprId),
    list: &HlValue,
) -> Res {
    let (l, lr) = rt.val(cx, list)?;
    let (items, n, item) = match rt.repr(lr).clone() {
        Repr::List(d) => {
            let info = rt.list_info(d)?;
            let (items, n) = list::list_parts(rt, cx, l, info)?;
            (items, n, info.item)
        }
        other => {
            return Err(error(format!("join() of {}", other.describe())));
        }
    };
    let wide = *rt.repr(rs) == Repr::Unicode;
    let items = match rt.repr(item) {
        Repr::Prim(Type::Char) if wide => {
            let array = layouts::array_of(rt, Type::UniChar);
            let new = cx.malloc_varsize(array, n);
            rt.helper_call(cx, "ll_unicode", "ll_widen_chars", vec![items, new, n])?;
            new
        }
        _ => items,
    };
    let f = match rt.repr(item) {
        Repr::Prim(Type::Char | Type::UniChar) => "ll_join_chars",
        r if r.is_text() => "ll_join",
        // A list that never gets an item.
        Repr::Void => {
            let empty = konst(rt.string_const(b""));
            return rt.set_result(cx, op, empty, rs);
        }
        _ => return Err(error("join() wants strings: make them with str(x)")),
    };
    let v = rt.helper_call(cx, "ll_str", f, vec![s, items, n])?;
    rt.set_result(cx, op, v, rs)
}

/// `s.decode(encoding)`, `u.encode(encoding)`
pub(crate) fn codec(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    s: LlValue,
    args: &[HlValue],
    name: &str,
    to: Repr,
) -> Res {
    let enc = match args.first() {
        Some(a) => rt.s(cx, a).const_str().map(|e| {
            e.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
        }),
        None => Some("utf8".into()),
    };
    let f = match (name, enc.as_deref()) {
        ("decode", Some("utf8")) => "ll_decode_utf8",
        ("encode", Some("utf8")) => "ll_encode_utf8",
        ("decode", Some("ascii" | "usascii")) => "ll_decode_ascii",
        ("encode", Some("ascii" | "usascii")) => "ll_encode_ascii",
        ("decode", Some("latin1" | "iso88591" | "l1")) => "ll_decode_latin1",
        ("encode", Some("latin1" | "iso88591" | "l1")) => "ll_encode_latin1",
        _ => {
            return Err(error(format!("{name}() with this encoding is not supported")));
        }
    };
    let v = rt.helper_call(cx, "ll_unicode", f, vec![s])?;
    let to = rt.intern(to);
    rt.set_result(cx, op, v, to)
}

// ---- builders

/// `StringBuilder(n)`, `UnicodeBuilder(n)`
pub(crate) fn new_builder(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    args: &[HlValue],
) -> Res {
    let r = rt.result_repr(cx, op)?;
    let unicode = *rt.repr(r) == Repr::Builder(true);
    let s = layouts::builder_struct(rt, unicode);
    let size = match args.first() {
        Some(a) => {
            let n = rt.signed(cx, a)?;
            cx.op(LlOp::IntForceGeZero, vec![n], Type::Signed)
        }
        None => cx.int(50),
    };
    let str_type = if unicode { rt.layouts.unicode } else { rt.layouts.string };
    let buf = cx.malloc_varsize(str_type, size);
    let b = cx.malloc(s);
    rt.setfield(cx, b, "buf", buf)?;
    rt.own_result(cx, op, b)
}

/// A builder that was made, and perhaps filled, at import time. Its text is its buffer, which is full: the first
/// `append` moves to a new one.
pub(crate) fn prebuilt_builder(
    rt: &mut RTyper<'_>,
    h: HostRef,
    r: ReprId,
    unicode: bool,
) -> Res<Const> {
    if let Some(o) = rt.prebuilt.objects.get(&(h, r)) {
        return Ok(Const::Obj(*o));
    }
    let host = &mut rt.ann.host;
    let text = match host.getattr_opt(h, "build") {
        Ok(Some(build)) => host.call(build, &[], &[]).ok().map(|t| host.to_const(t)),
        _ => None,
    };
    let (buf, used) = match text {
        Some(HlConst::Str(s)) if !unicode => (rt.string_const(&s), s.len()),
        Some(HlConst::Unicode(s)) if unicode => (objects::unicode_const(rt, &s), s.chars().count()),
        _ => return Err(error("the text of a prebuilt string builder is not known")),
    };
    let s = layouts::builder_struct(rt, unicode);
    let o = rt.new_obj("builder", s, vec![]);
    rt.set_obj_field(o, "buf", buf);
    rt.set_obj_field(o, "used", Const::Int(used as i64));
    rt.prebuilt.objects.insert((h, r), o);
    Ok(Const::Obj(o))
}

/// Compares two texts.
pub(crate) fn compare(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: HlOp,
    a: &HlValue,
    b: &HlValue,
    pa: &Repr,
    pb: &Repr,
) -> Res<LlValue> {
    let wide = |r: &Repr| matches!(r, Repr::Unicode | Repr::Prim(Type::UniChar));
    let r = if wide(pa) || wide(pb) { rt.intern(Repr::Unicode) } else { rt.intern(Repr::Str) };
    // A string against a character constant: no string is made.
    if matches!(op, HlOp::Eq | HlOp::Ne) {
        for (x, y, px, py) in [(a, b, pa, pb), (b, a, pb, pa)] {
            if matches!(px, Repr::Str) && matches!(py, Repr::Prim(Type::Char)) {
                let (s, _) = rt.val(cx, x)?;
                let (c, _) = rt.val(cx, y)?;
                let v = rt.helper_call(cx, "ll_misc", "ll_str_eq_char", vec![s, c])?;
                return Ok(if op == HlOp::Ne { cx.negate(v) } else { v });
            }
        }
    }
    let x = rt.val_as(cx, a, r)?;
    let y = rt.val_as(cx, b, r)?;
    if matches!(op, HlOp::Eq | HlOp::Ne) {
        let v = rt.helper_call(cx, "ll_str", "ll_streq", vec![x, y])?;
        return Ok(if op == HlOp::Ne { cx.negate(v) } else { v });
    }
    let c = rt.helper_call(cx, "ll_str", "ll_strcmp", vec![x, y])?;
    let zero = cx.int(0);
    numbers::compare(cx, op, c, zero, Type::Signed)
}
