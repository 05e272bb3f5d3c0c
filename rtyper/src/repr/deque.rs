//! Deques.

use crate::base::cx::Cx;
use crate::base::task::Task;
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::{Kind, ListDefId};
use flowmodel::{Field, Hl, HlValue, LlValue, SpaceOperation, StructId, Type};

/// Container of a deque: `length` items of the ring `items` from `start`; `maxlen` or -1.
pub(crate) fn container(rt: &mut RTyper<'_>, l: ListDefId) -> Res<StructId> {
    let array = rt.list_info(l)?.array;
    if let Some(s) = rt.layouts.deques.get(&array) {
        return Ok(*s);
    }
    let name = format!("deque_{}", rt.ann.types.structs[array].name);
    let fields = vec![
        Field::new("length", Type::Signed),
        Field::new("start", Type::Signed),
        Field::new("maxlen", Type::Signed),
        Field::new("items", Type::Ptr(array)),
    ];
    let s = rt.ann.types.add(&name, true, None, fields, None);
    rt.layouts.deques.insert(array, s);
    Ok(s)
}

/// Repr of the items of a deque.
pub(crate) fn item_repr(rt: &mut RTyper<'_>, r: ReprId) -> Res<ReprId> {
    match *rt.repr(r) {
        Repr::Deque(l) => Ok(rt.list_info(l)?.item),
        _ => Err(error("a deque is expected here")),
    }
}

/// `deque(maxlen=…)`
pub(crate) fn builtin(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    maxlen: Option<&HlValue>,
) -> Res {
    let max = match maxlen {
        Some(m) if rt.s(cx, m).kind != Kind::None_ => rt.signed(cx, m)?,
        _ => cx.int(-1),
    };
    new(rt, cx, op, max)
}

/// An empty deque with the `maxlen` of another one.
pub(crate) fn empty_like(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task) -> Res {
    let (d, _) = t.object(rt, cx)?;
    let max = rt.getfield(cx, d, "maxlen")?;
    new(rt, cx, t.op, max)
}

/// Makes an empty deque of the given maximal length.
fn new(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, max: LlValue) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let Repr::Deque(l) = *rt.repr(rr) else {
        return Err(error("internal: a deque that is not one"));
    };
    let s = container(rt, l)?;
    let array = rt.list_info(l)?.array;
    let d = cx.malloc(s);
    let n = cx.int(8);
    let items = cx.malloc_varsize(array, n);
    rt.setfield(cx, d, "items", items)?;
    rt.setfield(cx, d, "maxlen", max)?;
    rt.own_result(cx, op, d)
}

/// Fields of a new iterator.
pub(crate) fn iter(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    it: LlValue,
    d: LlValue,
    reversed: bool,
) -> Res {
    rt.setfield(cx, it, "deque", d)?;
    let n = rt.getfield(cx, d, "length")?;
    rt.setfield(cx, it, "size", n)?;
    let index = if reversed { n } else { cx.int(0) };
    rt.setfield(cx, it, "index", index)?;
    Ok(())
}
