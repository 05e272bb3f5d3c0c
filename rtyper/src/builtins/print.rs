//! `print(…)`.

use crate::base::cx::{Cx, konst};
use crate::repr::format;
use crate::state::repr::Repr;
use crate::state::{RTyper, Res};
use annotator::Kind;
use flowmodel::{Const, Hl, HlValue, LlValue, SpaceOperation};
use std::rc::Rc;

/// `print(…)`: its texts one after the other, to the buffer of print.
pub(crate) fn call(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
    kw: &[(Rc<str>, HlValue)],
) -> Res {
    let mut sep = konst(rt.string_const(b" "));
    let mut end = konst(rt.string_const(b"\n"));
    let rs = rt.intern(Repr::Str);
    for (k, v) in kw {
        if rt.s(cx, v).kind == Kind::None_ {
            continue;
        }
        match &**k {
            "sep" => sep = rt.val_as(cx, v, rs)?,
            "end" => end = rt.val_as(cx, v, rs)?,
            _ => {}
        }
    }
    let flush = kw.iter().any(|(k, v)| &**k == "flush" && rt.s(cx, v).const_bool() != Some(false));
    // All texts are made before the first is printed; constant ones that follow each other are one.
    let mut parts: Vec<LlValue> = vec![];
    for (i, x) in a.iter().enumerate() {
        if i > 0 {
            add_text(rt, &mut parts, sep);
        }
        let s = format::str_of(rt, cx, x, false)?;
        add_text(rt, &mut parts, s);
    }
    let newline = const_text(rt, &end).is_some_and(|t| t == b"\n");
    let lines = newline && parts.last().is_some_and(|p| const_text(rt, p).is_none());
    if !lines {
        add_text(rt, &mut parts, end);
    }
    let count = parts.len();
    for (i, text) in parts.into_iter().enumerate() {
        let f = if lines && i + 1 == count { "ll_print_line" } else { "ll_print_text" };
        rt.helper_call(cx, "ll_print", f, vec![text])?;
    }
    if flush {
        rt.helper_call(cx, "ll_os", "ll_flush", vec![])?;
    }
    rt.none_result(cx, op)
}

/// The text of a constant.
fn const_text(rt: &RTyper<'_>, v: &LlValue) -> Option<Vec<u8>> {
    let LlValue::Const(Const::Obj(o)) = v else { return None };
    let byte = |c: &Const| if let Const::Char(b) = c { Some(*b) } else { None };
    rt.prog.heap[*o].items.iter().map(byte).collect()
}

/// Appends a text to others that go to the same place.
fn add_text(rt: &mut RTyper<'_>, parts: &mut Vec<LlValue>, text: LlValue) {
    if let Some(new) = const_text(rt, &text) {
        if let Some(mut old) = parts.last().and_then(|p| const_text(rt, p)) {
            old.extend(new);
            let joined = konst(rt.string_const(&old));
            *parts.last_mut().expect("the old text") = joined;
            return;
        }
        if new.is_empty() {
            return;
        }
    }
    parts.push(text);
}

/// Prints an item of a `print` statement.
pub(crate) fn item(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, x: &HlValue) -> Res {
    let kind = rt.s(cx, x).kind;
    let is_text =
        matches!(kind, Kind::String { .. } | Kind::Char | Kind::Unicode { .. } | Kind::UniChar);
    let s = format::str_of(rt, cx, x, false)?;
    let is_text = konst(Const::Bool(is_text));
    rt.helper_call(cx, "ll_print", "ll_print_item", vec![s, is_text])?;
    rt.none_result(cx, op)
}
