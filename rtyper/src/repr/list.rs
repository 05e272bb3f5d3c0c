//! Lists and ranges.

use crate::base::cx::{Cx, Virtual, konst, void};
use crate::base::{objects, operands};
use crate::helpers::HArg;
use crate::repr::{convert, layouts, numbers, pair_eq, tuple};
use crate::state::repr::{ListInfo, Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlOp, HlValue, LlOp, LlValue, SpaceOperation, Type, VarId};

/// Room that is allocated in advance for a loop over a range.
const MAX_RANGE_ROOM: i64 = 4096;

/// Layout of a repr that is a list.
pub(crate) fn list_of(rt: &mut RTyper<'_>, r: ReprId) -> Res<ListInfo> {
    match rt.repr(r).clone() {
        Repr::List(l) => rt.list_info(l),
        other => Err(error(format!("a list is expected here, not {}", other.describe()))),
    }
}

/// Items array and number of items of a list.
pub(crate) fn list_parts(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    l: LlValue,
    info: ListInfo,
) -> Res<(LlValue, LlValue)> {
    if info.list.is_some() {
        let n = rt.getfield(cx, l, "length")?;
        let items = rt.getfield(cx, l, "items")?;
        Ok((items, n))
    } else {
        let l = frozen_list(rt, cx, l, info);
        let n = cx.op(LlOp::GetArraySize, vec![l], Type::Signed);
        Ok((l, n))
    }
}

/// Tells the JIT if a list never changes.
pub(crate) fn frozen_list(rt: &mut RTyper<'_>, cx: &mut Cx, l: LlValue, info: ListInfo) -> LlValue {
    let ty = rt.vtype(cx, &l);
    if !rt.opts.jit || !info.frozen || !matches!(ty, Type::Ptr(_)) {
        return l;
    }
    cx.op(LlOp::Hint, vec![l, konst(Const::Text("frozen_list".into()))], ty)
}

/// A list over a new array that has exactly n items.
pub(crate) fn from_array(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    info: ListInfo,
    array: LlValue,
    n: LlValue,
) -> Res<LlValue> {
    let Some(s) = info.list else { return Ok(array) };
    let l = cx.malloc(s);
    rt.setfield(cx, l, "length", n)?;
    rt.setfield(cx, l, "items", array)?;
    Ok(l)
}

/// The list of a comprehension, complete: becomes one of fixed length where nothing changes its length later.
pub(crate) fn done(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    v: LlValue,
    r: ReprId,
) -> Res {
    let rr = rt.result_repr(cx, op)?;
    if !matches!(rt.repr(r), Repr::List(_)) || !matches!(rt.repr(rr), Repr::List(_)) {
        return rt.set_result(cx, op, v, r);
    }
    let (from, to) = (list_of(rt, r)?, list_of(rt, rr)?);
    let v = match (from.list, to.list) {
        // A list that can contain itself has an array of its own.
        _ if from.array != to.array => {
            let (items, n) = list_parts(rt, cx, v, from)?;
            let items = convert_items(rt, cx, items, n, from.item, to)?;
            match to.list {
                Some(_) => from_array(rt, cx, to, items, n)?,
                None => items,
            }
        }
        (Some(_), None) => {
            let (items, n) = list_parts(rt, cx, v, from)?;
            rt.helper_call(cx, "ll_list", "ll_list_done", vec![items, n])?
        }
        (None, Some(_)) => from_whole(rt, cx, to, v)?,
        _ => v,
    };
    rt.own_result(cx, op, v)
}

/// Makes room for as many items as a loop's iterable has, before a loop that appends in each round to a list,
/// which is empty or nearly so. A range can be large for a loop that ends early.
pub(crate) fn room(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    v: LlValue,
    r: ReprId,
) -> Res {
    let info = list_of(rt, r)?;
    let over = rt.s(cx, &op.args[2]);
    if info.list.is_some() && !annotator::meets_none(rt.ann, &over) {
        let (c, rc) = rt.val(cx, &op.args[2])?;
        let n = match rt.repr(rc).clone() {
            Repr::List(_) => {
                let from = list_of(rt, rc)?;
                Some(list_parts(rt, cx, c, from)?.1)
            }
            Repr::Str => Some(cx.op(LlOp::GetArraySize, vec![c], Type::Signed)),
            Repr::Dict(_) | Repr::Set(_) => Some(rt.getfield(cx, c, "num_live")?),
            Repr::Range(_) => {
                let n = range_len(rt, cx, c, rc)?;
                let most = cx.int(MAX_RANGE_ROOM);
                Some(rt.helper_call(cx, "ll_list", "ll_least", vec![n, most])?)
            }
            _ => None,
        };
        if let Some(n) = n {
            rt.helper_call(cx, "ll_list", "ll_room", vec![v, n])?;
        }
    }
    rt.none_result(cx, op)
}

/// Makes a list of all items of an array.
fn from_whole(rt: &mut RTyper<'_>, cx: &mut Cx, info: ListInfo, array: LlValue) -> Res<LlValue> {
    if info.list.is_none() {
        return Ok(array);
    }
    let n = cx.op(LlOp::GetArraySize, vec![array], Type::Signed);
    from_array(rt, cx, info, array, n)
}

/// Items and length of an operand that is a list, range or string, as items of another list's array.
pub(crate) fn sequence_as(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    a: &HlValue,
    info: ListInfo,
) -> Res<(LlValue, LlValue)> {
    let (v, r) = rt.val(cx, a)?;
    let t = rt.lltype(info.item)?;
    match rt.repr(r).clone() {
        Repr::List(l) => {
            let other = rt.list_info(l)?;
            let (items, n) = list_parts(rt, cx, v, other)?;
            if other.array == info.array {
                return Ok((items, n));
            }
            let new = convert_items(rt, cx, items, n, other.item, info)?;
            Ok((new, n))
        }
        Repr::Range(_) if t == Type::Signed => {
            let n = range_len(rt, cx, v, r)?;
            let step = range_step(rt, cx, v, r)?;
            let start = rt.getfield(cx, v, "start")?;
            let new = cx.malloc_varsize(info.array, n);
            rt.helper_call(cx, "ll_list", "ll_rangefill", vec![new, start, step, n])?;
            Ok((new, n))
        }
        Repr::Str | Repr::Unicode => {
            let n = cx.op(LlOp::GetArraySize, vec![v], Type::Signed);
            let new = cx.malloc_varsize(info.array, n);
            if *rt.repr(r) == Repr::Str && t == Type::UniChar {
                let args = vec![v, new, n];
                rt.helper_call(cx, "ll_unicode", "ll_widen_chars", args)?;
                return Ok((new, n));
            }
            let f = if matches!(t, Type::Char | Type::UniChar) {
                "ll_chars"
            } else {
                "ll_chars_as_strings"
            };
            let module = if f == "ll_chars" { "ll_str" } else { "ll_misc" };
            rt.helper_call(cx, module, f, vec![v, new])?;
            Ok((new, n))
        }
        Repr::Prim(Type::Char | Type::UniChar) => {
            let c = rt.convert(cx, v, r, info.item)?;
            let one = cx.int(1);
            let new = cx.malloc_varsize(info.array, one);
            let zero = cx.int(0);
            setitem_op(rt, cx, new, zero, c);
            Ok((new, one))
        }
        Repr::Tuple(items) => {
            let n = cx.int(items.len() as i64);
            let new = cx.malloc_varsize(info.array, n);
            for (i, ir) in items.iter().enumerate() {
                let x = tuple::field(rt, cx, v, &items, i)?;
                let x = rt.convert(cx, x, *ir, info.item)?;
                let k = cx.int(i as i64);
                setitem_op(rt, cx, new, k, x);
            }
            Ok((new, n))
        }
        Repr::Dict(d) | Repr::Set(d) => {
            let n = rt.getfield(cx, v, "num_live")?;
            let key = rt.dict_info(d)?.key;
            let key_type = rt.lltype(key)?;
            let array = match key_type == t {
                true => info.array,
                false => layouts::array_of(rt, key_type),
            };
            let keys = cx.malloc_varsize(array, n);
            rt.helper_call(cx, "ll_dict", "ll_keys", vec![v, keys])?;
            let new = convert_items(rt, cx, keys, n, key, info)?;
            Ok((new, n))
        }
        other => Err(error(format!("{} cannot be used as a sequence here", other.describe()))),
    }
}

/// The first items of an array as items of a list's array: a new one, unless the types are the same.
pub(crate) fn convert_items(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    items: LlValue,
    n: LlValue,
    from: ReprId,
    info: ListInfo,
) -> Res<LlValue> {
    let (f, t) = (rt.lltype(from)?, rt.lltype(info.item)?);
    if rt.vtype(cx, &items) == Type::Ptr(info.array) {
        return Ok(items);
    }
    let new = cx.malloc_varsize(info.array, n);
    let copy = match (f, t) {
        (a, b) if a == b => "ll_copy_number",
        (Type::Ptr(a), Type::Ptr(b))
            if rt.ann.types.is_subtype(a, b) || rt.ann.types.is_subtype(b, a) =>
        {
            "ll_copy_cast"
        }
        (Type::Bool, Type::Signed) | (Type::Signed, Type::Float) | (Type::Bool, Type::Float) => {
            "ll_copy_number"
        }
        (Type::Char, Type::Ptr(s)) if s == rt.layouts.string => "ll_copy_chars",
        (Type::Void, _) => return Ok(new),
        _ => {
            let f = convert::item_converter(rt, cx, from, info.item)?;
            cx.op0(LlOp::DirectCall, vec![konst(Const::Func(f)), items, new, n]);
            return Ok(new);
        }
    };
    rt.helper_call(cx, "ll_misc", copy, vec![items, new, n])?;
    Ok(new)
}

fn setitem_op(rt: &mut RTyper<'_>, cx: &mut Cx, array: LlValue, i: LlValue, v: LlValue) {
    if rt.vtype(cx, &v) != Type::Void {
        cx.op0(LlOp::SetArrayItem, vec![array, i, v]);
    }
}

/// Translates `[a, b, …]`.
pub(crate) fn newlist(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let r = rt.result_repr(cx, op)?;
    let info = list_of(rt, r)?;
    // The product's items count: those of `[None]` alone have no value.
    if let [item] = &op.args[..]
        && let Some(product) = only_multiplied(cx, op.result)
        && let made = rt.result_repr(cx, product)?
        && let items = list_of(rt, made)?.item
        && rt.lltype(items)? != Type::Void
    {
        cx.virtuals.insert(op.result, Virtual::OneItem(item.clone()));
        return Ok(());
    }
    let n = cx.int(op.args.len() as i64);
    let array = match info.list {
        // Items come into another array, so nobody sees that lists share this one.
        Some(_) if op.args.is_empty() => konst(objects::empty_array(rt, info.array)),
        _ => cx.malloc_varsize(info.array, n),
    };
    for (i, a) in op.args.iter().enumerate() {
        let v = rt.val_as(cx, a, info.item)?;
        let k = cx.int(i as i64);
        setitem_op(rt, cx, array, k, v);
    }
    let l = from_array(rt, cx, info, array, n)?;
    rt.own_result(cx, op, l)
}

/// A slice bound; `None` at the end is the largest int, which helpers clip.
pub(crate) fn bound(rt: &mut RTyper<'_>, cx: &mut Cx, a: &HlValue, end: bool) -> Res<LlValue> {
    if rt.s(cx, a).kind == Kind::None_ {
        return Ok(cx.int(if end { i64::MAX } else { 0 }));
    }
    rt.signed(cx, a)
}

/// The step of a slice if it is not 1.
pub(crate) fn slice_step(rt: &mut RTyper<'_>, cx: &Cx, a: &HlValue) -> Res<Option<HlValue>> {
    let s = rt.s(cx, a);
    Ok(if s.kind == Kind::None_ || s.const_int() == Some(1) { None } else { Some(a.clone()) })
}

/// Start, stop and step as `slice.indices(n)` gives them.
pub(crate) fn slice_indices(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    parts: &[HlValue; 3],
    n: LlValue,
) -> Res<[LlValue; 3]> {
    let step = rt.signed(cx, &parts[2])?;
    let mut out = vec![];
    for (i, p) in parts[..2].iter().enumerate() {
        let none = rt.s(cx, p).kind == Kind::None_;
        let v = if none { cx.int(0) } else { rt.signed(cx, p)? };
        let f = if i == 0 { "ll_slice_start" } else { "ll_slice_stop" };
        out.push(rt.helper_call(cx, "ll_misc", f, vec![v, konst(Const::Bool(none)), n, step])?);
    }
    let stop = out.pop().expect("two");
    let start = out.pop().expect("two");
    Ok([start, stop, step])
}

/// Translates `len(l)`.
pub(crate) fn length(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (l, r) = rt.val(cx, &op.args[0])?;
    let n = if let Repr::Range(_) = rt.repr(r) {
        range_len(rt, cx, l, r)?
    } else if list_of(rt, r)?.list.is_some() {
        rt.getfield(cx, l, "length")?
    } else {
        cx.op(LlOp::GetArraySize, vec![l], Type::Signed)
    };
    rt.int_result(cx, op, n)
}

/// Translates `l[i]` and `l[a:b]`.
pub(crate) fn getitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (l, r) = rt.val(cx, &op.args[0])?;
    if let Repr::Range(_) = rt.repr(r) {
        return range_getitem(rt, cx, op, l, r);
    }
    let info = list_of(rt, r)?;
    let (items, n) = list_parts(rt, cx, l, info)?;
    if let Some(parts) = operands::slice_parts(rt, cx, &op.args[1])? {
        let rr = rt.result_repr(cx, op)?;
        let rinfo = list_of(rt, rr)?;
        let array = match slice_step(rt, cx, &parts[2])? {
            None => {
                let start = bound(rt, cx, &parts[0], false)?;
                let stop = bound(rt, cx, &parts[1], true)?;
                rt.helper_call(cx, "ll_list", "ll_getslice", vec![items, n, start, stop])?
            }
            Some(_) => {
                let [a, b, c] = slice_indices(rt, cx, &parts, n)?;
                rt.helper_call(cx, "ll_list", "ll_getslice_step", vec![items, n, a, b, c])?
            }
        };
        let array = if rinfo.array == info.array {
            array
        } else {
            let n = cx.op(LlOp::GetArraySize, vec![array], Type::Signed);
            convert_items(rt, cx, array, n, info.item, rinfo)?
        };
        let v = from_whole(rt, cx, rinfo, array)?;
        return rt.own_result(cx, op, v);
    }
    if rt.lltype(info.item)? == Type::Void {
        // Nothing to fetch, but the index may be wrong: always so in a list that never gets an item.
        let i = rt.signed(cx, &op.args[1])?;
        rt.helper_call(cx, "ll_list", "ll_check_index", vec![n, i])?;
        return rt.set_result(cx, op, void(), info.item);
    }
    let nonneg = rt.s(cx, &op.args[1]).is_nonneg();
    let i = rt.signed(cx, &op.args[1])?;
    let f = if nonneg { "ll_getitem_nonneg" } else { "ll_getitem" };
    let f = index_helper(rt, cx, f);
    let v = rt.helper_call(cx, "ll_list", &f, vec![items, n, i])?;
    rt.set_result(cx, op, v, info.item)
}

/// Translates `l[i] = x` and `l[a:b] = m`.
pub(crate) fn setitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (l, r) = rt.val(cx, &op.args[0])?;
    let info = list_of(rt, r)?;
    if let Some(parts) = operands::slice_parts(rt, cx, &op.args[1])? {
        if slice_step(rt, cx, &parts[2])?.is_some() {
            let (src, srclen) = sequence_as(rt, cx, &op.args[2], info)?;
            let (items, n) = list_parts(rt, cx, l, info)?;
            let [a, b, c] = slice_indices(rt, cx, &parts, n)?;
            let args = vec![items, a, b, c, src, srclen];
            rt.helper_call(cx, "ll_list", "ll_setslice_step", args)?;
            return rt.none_result(cx, op);
        }
        let start = bound(rt, cx, &parts[0], false)?;
        let stop = bound(rt, cx, &parts[1], true)?;
        let (src, srclen) = sequence_as(rt, cx, &op.args[2], info)?;
        if info.list.is_some() {
            rt.helper_call(cx, "ll_list", "ll_setslice", vec![l, start, stop, src, srclen])?;
        } else {
            let (items, n) = list_parts(rt, cx, l, info)?;
            rt.helper_call(
                cx,
                "ll_list",
                "ll_setslice_fixed",
                vec![items, n, start, stop, src, srclen],
            )?;
        }
        return rt.none_result(cx, op);
    }
    let (items, n) = list_parts(rt, cx, l, info)?;
    let nonneg = rt.s(cx, &op.args[1]).is_nonneg();
    let i = rt.signed(cx, &op.args[1])?;
    let v = rt.val_as(cx, &op.args[2], info.item)?;
    if rt.vtype(cx, &v) != Type::Void {
        let f = if nonneg { "ll_setitem_nonneg" } else { "ll_setitem" };
        let f = index_helper(rt, cx, f);
        rt.helper_call(cx, "ll_list", &f, vec![items, n, i, v])?;
    }
    rt.none_result(cx, op)
}

/// Translates `del l[i]` and `del l[a:b]`.
pub(crate) fn delitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (l, r) = rt.val(cx, &op.args[0])?;
    let info = list_of(rt, r)?;
    if info.list.is_none() {
        return Err(error("internal: an item is deleted from a list of fixed size"));
    }
    if let Some(parts) = operands::slice_parts(rt, cx, &op.args[1])? {
        if slice_step(rt, cx, &parts[2])?.is_some() {
            let (_, n) = list_parts(rt, cx, l, info)?;
            let [a, b, c] = slice_indices(rt, cx, &parts, n)?;
            rt.helper_call(cx, "ll_list", "ll_delslice_step", vec![l, a, b, c])?;
            return rt.none_result(cx, op);
        }
        let start = bound(rt, cx, &parts[0], false)?;
        let stop = bound(rt, cx, &parts[1], true)?;
        rt.helper_call(cx, "ll_list", "ll_delslice", vec![l, start, stop])?;
        return rt.none_result(cx, op);
    }
    let i = rt.signed(cx, &op.args[1])?;
    rt.helper_call(cx, "ll_list", "ll_delitem", vec![l, i])?;
    rt.none_result(cx, op)
}

/// Translates `x in l`.
pub(crate) fn contains(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (l, r) = rt.val(cx, &op.args[0])?;
    if let Repr::Range(_) = rt.repr(r) {
        return range_contains(rt, cx, op, l, r);
    }
    let info = list_of(rt, r)?;
    let (items, n) = list_parts(rt, cx, l, info)?;
    let v = rt.val_as(cx, &op.args[1], info.item)?;
    let eq = rt.eq_fn(info.item)?;
    let args = vec![items.into(), n.into(), v.into(), HArg::F(eq)];
    let b = rt.helper_call_with(cx, "ll_list", "ll_contains", args)?;
    rt.bool_result(cx, op, b)
}

/// Translates `l + m`.
pub(crate) fn add(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let info = list_of(rt, rr)?;
    let (a, an) = sequence_as(rt, cx, &op.args[0], info)?;
    let (b, bn) = sequence_as(rt, cx, &op.args[1], info)?;
    let array = rt.helper_call(cx, "ll_list", "ll_concat", vec![a, an, b, bn])?;
    let v = from_whole(rt, cx, info, array)?;
    rt.own_result(cx, op, v)
}

/// Translates `l * n` and `n * l`.
pub(crate) fn mul(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let which = usize::from(!matches!(rt.s(cx, &op.args[0]).kind, Kind::List(_)));
    let rr = rt.result_repr(cx, op)?;
    let info = list_of(rt, rr)?;
    let single = op.args[which].as_var().and_then(|v| cx.virtuals.get(&v).cloned());
    let array = if let Some(Virtual::OneItem(item)) = single {
        let v = rt.val_as(cx, &item, info.item)?;
        let k = rt.signed(cx, &op.args[1 - which])?;
        let model = konst(Const::Null(Type::Ptr(info.array)));
        let blank = numbers::is_blank(rt, cx, &v);
        rt.helper_call(cx, "ll_list", "ll_alloc_and_set", vec![model, k, v, blank])?
    } else {
        let (a, an) = sequence_as(rt, cx, &op.args[which], info)?;
        let k = rt.signed(cx, &op.args[1 - which])?;
        rt.helper_call(cx, "ll_list", "ll_mul", vec![a, an, k])?
    };
    let v = from_whole(rt, cx, info, array)?;
    rt.own_result(cx, op, v)
}

/// Compares two lists for equality.
pub(crate) fn eq(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    a: &HlValue,
    b: &HlValue,
    ra: ReprId,
    rb: ReprId,
) -> Res<LlValue> {
    let (ia, ib) = (list_of(rt, ra)?, list_of(rt, rb)?);
    let (x, _) = rt.val(cx, a)?;
    let (y, _) = rt.val(cx, b)?;
    if ia.array != ib.array {
        let Some(f) = pair_eq::pair_eq_fn(rt, ra, rb)? else {
            return Err(error("lists with items of different types are compared"));
        };
        return rt.call_host_helper(cx, f, vec![x.into(), y.into()]);
    }
    let (sa, sb) = (rt.s(cx, a), rt.s(cx, b));
    if annotator::meets_none(rt.ann, &sa) || annotator::meets_none(rt.ann, &sb) {
        let (fa, fb) = (ia.list.is_none(), ib.list.is_none());
        let eq = rt.eq_fn(ia.item)?;
        let f = pair_eq::listeq_none_fn(rt, fa, fb, eq)?;
        return rt.call_host_helper(cx, f, vec![x.into(), y.into()]);
    }
    let (x, xn) = list_parts(rt, cx, x, ia)?;
    let (y, yn) = list_parts(rt, cx, y, ib)?;
    let eq = rt.eq_fn(ia.item)?;
    rt.helper_call_with(
        cx,
        "ll_list",
        "ll_listeq",
        vec![x.into(), xn.into(), y.into(), yn.into(), HArg::F(eq)],
    )
}

/// `l.copy()`
pub(crate) fn copy(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    l: LlValue,
    r: ReprId,
) -> Res {
    let info = list_of(rt, r)?;
    let rr = rt.result_repr(cx, op)?;
    let (items, n) = list_parts(rt, cx, l, info)?;
    let array = rt.helper_call(cx, "ll_list", "ll_copy", vec![items, n])?;
    let rinfo = list_of(rt, rr)?;
    let v = from_whole(rt, cx, rinfo, array)?;
    rt.own_result(cx, op, v)
}

// ---- ranges

/// `range(…)`
pub(crate) fn range(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    args: &[HlValue],
) -> Res {
    let zero = cx.int(0);
    let (start, stop) = match args.len() {
        1 => (zero, rt.signed(cx, &args[0])?),
        _ => (rt.signed(cx, &args[0])?, rt.signed(cx, &args[1])?),
    };
    let step = match args.get(2) {
        Some(s) => rt.signed(cx, s)?,
        None => cx.int(1),
    };
    if !matches!(step, LlValue::Const(_)) {
        rt.helper_call(cx, "ll_list", "ll_range_check_step", vec![step])?;
    } else if step == cx.int(0) {
        return Err(error("range() with step 0"));
    }
    let rr = rt.result_repr(cx, op)?;
    match rt.repr(rr).clone() {
        Repr::Range(k) => {
            let s = layouts::range_struct(rt, k);
            let p = cx.malloc(s);
            rt.setfield(cx, p, "start", start)?;
            rt.setfield(cx, p, "stop", stop)?;
            if k == 0 {
                rt.setfield(cx, p, "step", step)?;
            }
            rt.own_result(cx, op, p)
        }
        Repr::List(_) => {
            let info = list_of(rt, rr)?;
            let n = rt.helper_call(cx, "ll_list", "ll_rangelen", vec![start, stop, step])?;
            let array = cx.malloc_varsize(info.array, n);
            rt.helper_call(cx, "ll_list", "ll_rangefill", vec![array, start, step, n])?;
            let l = from_array(rt, cx, info, array, n)?;
            rt.own_result(cx, op, l)
        }
        other => Err(error(format!("range() giving {}", other.describe()))),
    }
}

/// Step of a range.
pub(crate) fn range_step(rt: &mut RTyper<'_>, cx: &mut Cx, v: LlValue, r: ReprId) -> Res<LlValue> {
    match *rt.repr(r) {
        Repr::Range(0) => rt.getfield(cx, v, "step"),
        Repr::Range(k) => Ok(cx.int(k)),
        _ => Err(error("a range is expected here")),
    }
}

/// Number of items of a range.
pub(crate) fn range_len(rt: &mut RTyper<'_>, cx: &mut Cx, v: LlValue, r: ReprId) -> Res<LlValue> {
    let step = range_step(rt, cx, v, r)?;
    let start = rt.getfield(cx, v, "start")?;
    let stop = rt.getfield(cx, v, "stop")?;
    rt.helper_call(cx, "ll_list", "ll_rangelen", vec![start, stop, step])
}

/// Translates `r[i]` of a range.
fn range_getitem(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    v: LlValue,
    r: ReprId,
) -> Res {
    if operands::slice_parts(rt, cx, &op.args[1])?.is_some() {
        return Err(error("a slice of a range is not supported"));
    }
    let step = range_step(rt, cx, v, r)?;
    let i = rt.signed(cx, &op.args[1])?;
    let x = rt.helper_call(cx, "ll_list", "ll_rangeitem", vec![v, step, i])?;
    rt.int_result(cx, op, x)
}

/// The helper for an item: with `--unchecked` and no handler around the operation, the one that tests no index.
pub(crate) fn index_helper(rt: &RTyper<'_>, cx: &Cx, name: &str) -> String {
    let (block, i) = cx.at;
    let b = &cx.hl.blocks[block];
    let handled = b.can_raise() && i + 1 == b.operations.len();
    let bare = rt.opts.unchecked && !handled && !rt.ann.graphs[cx.gid].helper;
    if bare { format!("{name}_unchecked") } else { name.into() }
}

/// Tells whether all that happens to the value is a multiplication later in the block that is translated.
fn only_multiplied(cx: &Cx, v: VarId) -> Option<&SpaceOperation<Hl>> {
    let block = &cx.hl.blocks[cx.at.0];
    let uses = |a: &HlValue| a.as_var() == Some(v);
    let mut rest = block.operations[cx.at.1 + 1..].iter().filter(|op| op.args.iter().any(uses));
    let op = rest.next()?;
    let only = op.op == HlOp::Mul
        && op.args.iter().filter(|a| uses(a)).count() == 1
        && rest.next().is_none()
        && !block.exits.iter().any(|l| l.args.iter().any(uses));
    only.then_some(op)
}

/// `i in range(…)`
fn range_contains(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    v: LlValue,
    r: ReprId,
) -> Res {
    let ri = rt.prim(Type::Signed);
    let i = rt.val_as(cx, &op.args[1], ri)?;
    let step = range_step(rt, cx, v, r)?;
    let start = rt.getfield(cx, v, "start")?;
    let stop = rt.getfield(cx, v, "stop")?;
    let b = rt.helper_call(cx, "ll_misc", "ll_range_contains", vec![start, stop, step, i])?;
    rt.bool_result(cx, op, b)
}
