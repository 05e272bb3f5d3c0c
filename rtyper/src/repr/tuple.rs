//! Tuples.

use crate::base::cx::{Cx, konst, void};
use crate::base::operands;
use crate::repr::layouts;
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use flowmodel::{Const, Hl, HostRef, LlOp, LlValue, SpaceOperation, Type};
use flowspace::host::HostObj;
use std::rc::Rc;

/// Item of a tuple by constant number.
pub(crate) fn field(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    t: LlValue,
    items: &[ReprId],
    i: usize,
) -> Res<LlValue> {
    if rt.lltype(items[i])? == Type::Void {
        return Ok(void());
    }
    rt.getfield(cx, t, &format!("item{i}"))
}

/// The reprs of the items of a tuple.
pub(crate) fn items(rt: &RTyper<'_>, r: ReprId) -> Res<Rc<[ReprId]>> {
    match rt.repr(r) {
        Repr::Tuple(items) => Ok(items.clone()),
        other => Err(error(format!("a tuple is expected here, not {}", other.describe()))),
    }
}

/// Translates `t[i]` and `t[a:b]`.
pub(crate) fn getitem(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (t, r) = rt.val(cx, &op.args[0])?;
    let items = &*items(rt, r)?;
    let n = items.len() as i64;
    if let Some(parts) = operands::slice_parts(rt, cx, &op.args[1])? {
        let sl = [rt.s(cx, &parts[0]), rt.s(cx, &parts[1]), rt.s(cx, &parts[2])];
        let Some(picked) = annotator::constant_slice(&sl, items.len()) else {
            return Err(error("the bounds of a tuple's slice must be constants"));
        };
        let mut reprs = vec![];
        let mut vals = vec![];
        for i in picked {
            vals.push(field(rt, cx, t, items, i)?);
            reprs.push(items[i]);
        }
        let v = new(rt, cx, &reprs, vals)?;
        let r = rt.intern(Repr::Tuple(reprs.into()));
        return rt.set_result(cx, op, v, r);
    }
    let s = rt.s(cx, &op.args[1]);
    let Some(k) = s.const_int() else {
        return getitem_by_variable(rt, cx, op, items);
    };
    let i = if k < 0 { k + n } else { k };
    if i < 0 || i >= n {
        return Err(error("a tuple is indexed out of its range"));
    }
    let v = field(rt, cx, t, items, i as usize)?;
    rt.set_result(cx, op, v, items[i as usize])
}

/// Item of a tuple by a variable index: the items have one type and are put into an array (a constant tuple is one).
fn getitem_by_variable(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    items: &[ReprId],
) -> Res {
    let item = rt.result_repr(cx, op)?;
    let index = rt.s(cx, &op.args[1]);
    let i = rt.signed(cx, &op.args[1])?;
    if rt.lltype(item)? == Type::Void {
        return rt.set_result(cx, op, void(), item);
    }
    let ty = rt.lltype(item)?;
    let array = layouts::array_of(rt, ty);
    let n = cx.int(items.len() as i64);
    let items = match rt.s(cx, &op.args[0]).const_host() {
        Some(h) => konst(prebuilt_items(rt, h, item, array)?),
        None => {
            let (t, _) = rt.val(cx, &op.args[0])?;
            let new = cx.malloc_varsize(array, n);
            for (k, r) in items.iter().enumerate() {
                let x = field(rt, cx, t, items, k)?;
                let x = rt.convert(cx, x, *r, item)?;
                let k = cx.int(k as i64);
                cx.op0(LlOp::SetArrayItem, vec![new, k, x]);
            }
            new
        }
    };
    let f = if index.is_nonneg() { "ll_getitem_nonneg" } else { "ll_getitem" };
    let v = rt.helper_call(cx, "ll_list", f, vec![items, n, i])?;
    rt.set_result(cx, op, v, item)
}

/// A new tuple with these items (of these reprs).
pub(crate) fn new(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    reprs: &[ReprId],
    items: Vec<LlValue>,
) -> Res<LlValue> {
    if reprs.is_empty() {
        return Ok(void());
    }
    let s = layouts::tuple_struct(rt, reprs)?;
    let t = cx.malloc(s);
    for (i, v) in items.into_iter().enumerate() {
        rt.setfield(cx, t, &format!("item{i}"), v)?;
    }
    Ok(t)
}

/// The items of a constant tuple as an array.
fn prebuilt_items(
    rt: &mut RTyper<'_>,
    h: HostRef,
    item: ReprId,
    array: flowmodel::StructId,
) -> Res<Const> {
    // A tuple is never an item of itself: no other prebuilt object has this key.
    if let Some(o) = rt.prebuilt.objects.get(&(h, item)) {
        return Ok(Const::Obj(*o));
    }
    let base = rt.ann.host.base(h);
    let HostObj::Tuple(items) = rt.ann.host.obj(base) else {
        return Err(error("a prebuilt object is not a tuple"));
    };
    let mut consts = vec![];
    for x in items.clone().iter() {
        consts.push(rt.host_const(*x, item)?);
    }
    let o = rt.new_obj("items", array, consts);
    rt.prebuilt.objects.insert((h, item), o);
    Ok(Const::Obj(o))
}

/// `(a, b, …)`
pub(crate) fn newtuple(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let r = rt.result_repr(cx, op)?;
    let items = items(rt, r)?;
    let mut vals = vec![];
    for (a, r) in op.args.iter().zip(items.iter()) {
        vals.push(rt.val_as(cx, a, *r)?);
    }
    let t = new(rt, cx, &items, vals)?;
    rt.set_result(cx, op, t, r)
}

/// Translates `t + u`.
pub(crate) fn add(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
    let (x, rx) = rt.val(cx, &op.args[0])?;
    let (y, ry) = rt.val(cx, &op.args[1])?;
    let (a, b) = (items(rt, rx)?, items(rt, ry)?);
    let mut vals = vec![];
    for (t, items) in [(x, &a), (y, &b)] {
        for i in 0..items.len() {
            vals.push(field(rt, cx, t, items, i)?);
        }
    }
    let all: Vec<ReprId> = a.iter().chain(b.iter()).copied().collect();
    let v = new(rt, cx, &all, vals)?;
    let r = rt.intern(Repr::Tuple(all.into()));
    rt.set_result(cx, op, v, r)
}
