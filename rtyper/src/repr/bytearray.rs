//! bytearrays: resizable lists of chars.

use crate::base::cx::{Cx, konst};
use crate::base::operands;
use crate::repr::{layouts, list};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use flowmodel::{Const, Hl, HlValue, LlOp, LlValue, SpaceOperation, StructId, Type};
use flowspace::host::generation;

fn byte_items(rt: &mut RTyper<'_>) -> StructId {
    layouts::array_of(rt, Type::Char)
}

/// Container of bytearrays.
pub(crate) fn container(rt: &mut RTyper<'_>) -> StructId {
    let a = byte_items(rt);
    layouts::list_struct(rt, a)
}

fn byte_model(rt: &mut RTyper<'_>) -> LlValue {
    konst(Const::Null(Type::Ptr(byte_items(rt))))
}

fn new(rt: &mut RTyper<'_>, cx: &mut Cx, items: LlValue) -> Res<LlValue> {
    let s = container(rt);
    let n = cx.op(LlOp::GetArraySize, vec![items], Type::Signed);
    let l = cx.malloc(s);
    rt.setfield(cx, l, "length", n)?;
    rt.setfield(cx, l, "items", items)?;
    Ok(l)
}

/// Items and length of a bytearray or string.
pub(crate) fn byte_parts(rt: &mut RTyper<'_>, cx: &mut Cx, a: &HlValue) -> Res<(LlValue, LlValue)> {
    let (v, r) = rt.val(cx, a)?;
    if let Repr::ByteArray = rt.repr(r) {
        let items = rt.getfield(cx, v, "items")?;
        return Ok((items, rt.getfield(cx, v, "length")?));
    }
    let rs = rt.intern(Repr::Str);
    let s = rt.convert(cx, v, r, rs)?;
    let n = cx.op(LlOp::GetArraySize, vec![s], Type::Signed);
    let model = byte_model(rt);
    let items = rt.helper_call(cx, "ll_bytearray", "ll_from_str", vec![s, model])?;
    Ok((items, n))
}

fn list_helper(rt: &mut RTyper<'_>, cx: &mut Cx, f: &str, args: Vec<LlValue>) -> Res<LlValue> {
    rt.helper_call(cx, "ll_list", f, args)
}

/// `bytearray()`, of a string, of a bytearray, or of a length.
pub(crate) fn builtin(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    a: &[HlValue],
) -> Res {
    let model = byte_model(rt);
    let items = match a.first() {
        None => {
            let zero = cx.int(0);
            rt.helper_call(cx, "ll_bytearray", "ll_zeros", vec![zero, model])?
        }
        Some(x) if rt.s(cx, x).is_integral() => {
            let n = rt.signed(cx, x)?;
            rt.helper_call(cx, "ll_bytearray", "ll_zeros", vec![n, model])?
        }
        Some(x) => {
            let (items, n) = byte_parts(rt, cx, x)?;
            list_helper(rt, cx, "ll_copy", vec![items, n])?
        }
    };
    let l = new(rt, cx, items)?;
    rt.own_result(cx, op, l)
}

/// Translates `b[i:j]`.
pub(crate) fn getslice(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let parts = slice_of(rt, cx, op)?;
    let (items, n) = byte_parts(rt, cx, &op.args[0])?;
    let items = match list::slice_step(rt, cx, &parts[2])? {
        None => {
            let start = list::bound(rt, cx, &parts[0], false)?;
            let stop = list::bound(rt, cx, &parts[1], true)?;
            list_helper(rt, cx, "ll_getslice", vec![items, n, start, stop])?
        }
        Some(_) => {
            let [a, b, c] = list::slice_indices(rt, cx, &parts, n)?;
            list_helper(rt, cx, "ll_getslice_step", vec![items, n, a, b, c])?
        }
    };
    let l = new(rt, cx, items)?;
    rt.own_result(cx, op, l)
}

/// The parts of the slice that is the second operand.
fn slice_of(rt: &mut RTyper<'_>, cx: &Cx, op: &SpaceOperation<Hl>) -> Res<[HlValue; 3]> {
    let parts = operands::slice_parts(rt, cx, &op.args[1])?;
    parts.ok_or_else(|| error("internal: a slice that is none"))
}

/// Translates `b[i] = x` and `b[i:j] = c`.
pub(crate) fn setitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (l, _) = rt.val(cx, &op.args[0])?;
    if let Some(parts) = operands::slice_parts(rt, cx, &op.args[1])? {
        let (src, srclen) = byte_parts(rt, cx, &op.args[2])?;
        if list::slice_step(rt, cx, &parts[2])?.is_some() {
            let (items, n) = byte_parts(rt, cx, &op.args[0])?;
            let [a, b, c] = list::slice_indices(rt, cx, &parts, n)?;
            list_helper(rt, cx, "ll_setslice_step", vec![items, a, b, c, src, srclen])?;
        } else {
            let start = list::bound(rt, cx, &parts[0], false)?;
            let stop = list::bound(rt, cx, &parts[1], true)?;
            list_helper(rt, cx, "ll_setslice", vec![l, start, stop, src, srclen])?;
        }
        return rt.none_result(cx, op);
    }
    let i = rt.signed(cx, &op.args[1])?;
    let v = rt.signed(cx, &op.args[2])?;
    let helper = match generation::program_python(&rt.ann.host) {
        flowspace::Python::Two => "ll_set_low_byte",
        _ => "ll_set_byte",
    };
    rt.helper_call(cx, "ll_bytearray", helper, vec![l, i, v])?;
    rt.none_result(cx, op)
}

/// Translates `del b[i:j]`.
pub(crate) fn delslice(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (l, _) = rt.val(cx, &op.args[0])?;
    let parts = slice_of(rt, cx, op)?;
    if list::slice_step(rt, cx, &parts[2])?.is_some() {
        let n = rt.getfield(cx, l, "length")?;
        let [a, b, c] = list::slice_indices(rt, cx, &parts, n)?;
        list_helper(rt, cx, "ll_delslice_step", vec![l, a, b, c])?;
    } else {
        let start = list::bound(rt, cx, &parts[0], false)?;
        let stop = list::bound(rt, cx, &parts[1], true)?;
        list_helper(rt, cx, "ll_delslice", vec![l, start, stop])?;
    }
    rt.none_result(cx, op)
}

/// `==` of bytearrays and strings.
pub(crate) fn eq(rt: &mut RTyper<'_>, cx: &mut Cx, a: &HlValue, b: &HlValue) -> Res<LlValue> {
    let ((v, rv), (w, rw)) = (rt.val(cx, a)?, rt.val(cx, b)?);
    let (bytes, str) = (Repr::ByteArray, Repr::Str);
    let helper = match (rt.repr(rv), rt.repr(rw)) {
        (x, y) if *x == bytes && *y == bytes => Some(("ll_bytearray_eq", vec![v, w])),
        (x, y) if *x == bytes && *y == str => Some(("ll_bytearray_eq_str", vec![v, w])),
        (x, y) if *x == str && *y == bytes => Some(("ll_bytearray_eq_str", vec![w, v])),
        _ => None,
    };
    if let Some((f, args)) = helper {
        return rt.helper_call(cx, "ll_bytearray", f, args);
    }
    let (x, xn) = byte_parts(rt, cx, a)?;
    let (y, yn) = byte_parts(rt, cx, b)?;
    rt.helper_call(cx, "ll_bytearray", "ll_bytes_eq", vec![x, xn, y, yn])
}

/// `+`
pub(crate) fn add(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (b, bn) = byte_parts(rt, cx, &op.args[1])?;
    let (a, an) = byte_parts(rt, cx, &op.args[0])?;
    let items = list_helper(rt, cx, "ll_concat", vec![a, an, b, bn])?;
    let l = new(rt, cx, items)?;
    rt.own_result(cx, op, l)
}

/// `b.copy()`
pub(crate) fn copy(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, l: LlValue) -> Res {
    let items = rt.getfield(cx, l, "items")?;
    let n = rt.getfield(cx, l, "length")?;
    let items = list_helper(rt, cx, "ll_copy", vec![items, n])?;
    let new = new(rt, cx, items)?;
    rt.own_result(cx, op, new)
}

/// The heap object of a prebuilt bytearray.
pub(crate) fn prebuilt(
    rt: &mut RTyper<'_>,
    h: flowmodel::HostRef,
    r: ReprId,
    bytes: &[u8],
) -> Const {
    if let Some(o) = rt.prebuilt.objects.get(&(h, r)) {
        return Const::Obj(*o);
    }
    let (s, array) = (container(rt), byte_items(rt));
    let items = bytes.iter().map(|b| Const::Char(*b)).collect();
    let items = rt.new_obj("items", array, items);
    let o = rt.new_obj("bytearray", s, vec![]);
    rt.set_obj_field(o, "length", Const::Int(bytes.len() as i64));
    rt.set_obj_field(o, "items", Const::Obj(items));
    rt.prebuilt.objects.insert((h, r), o);
    Const::Obj(o)
}
