//! Iterators: `iter`, `next`, `enumerate`, `reversed`.

use crate::base::cx::{Cx, konst};
use crate::base::task::Task;
use crate::repr::{deque, dict, list, tuple};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::IterVariant;
use flowmodel::{Const, Hl, HlValue, LlOp, LlValue, SpaceOperation, Type};

/// Translates the beginning of a loop: the iterator.
pub(crate) fn iter(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, x: &HlValue) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let it = over(rt, cx, x, rr)?;
    rt.own_result(cx, op, it)
}

/// A new iterator of repr `rr` over an operand. A tuple is made into a list first; a constant one is a prebuilt list.
pub(crate) fn over(rt: &mut RTyper<'_>, cx: &mut Cx, a: &HlValue, rr: ReprId) -> Res<LlValue> {
    let (v, r) = rt.val(cx, a)?;
    if matches!(rt.repr(r), Repr::Tuple(_))
        && let Repr::Iter(it) = rt.repr(rr).clone()
    {
        let l = tuple_to_list(rt, cx, a, it.container)?;
        return make(rt, cx, l, it.container, rr);
    }
    make(rt, cx, v, r, rr)
}

/// A tuple operand as a list of a given repr.
fn tuple_to_list(rt: &mut RTyper<'_>, cx: &mut Cx, a: &HlValue, list: ReprId) -> Res<LlValue> {
    let s = rt.s(cx, a);
    if let Some(h) = s.const_host() {
        let c = rt.const_of(&flowmodel::HlConst::Host(h), list)?;
        return Ok(konst(c));
    }
    let info = list::list_of(rt, list)?;
    let (array, n) = list::sequence_as(rt, cx, a, info)?;
    list::from_array(rt, cx, info, array, n)
}

/// `zip(…)` of operands that have iterators.
pub(crate) fn zip(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    args: &[HlValue],
) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let Repr::Iter(it) = rt.repr(rr).clone() else {
        return Err(error("internal: zip() that gives no iterator"));
    };
    let Repr::Tuple(reprs) = rt.repr(it.container).clone() else {
        return Err(error("internal: zip() over no tuple"));
    };
    let mut vals = vec![];
    for (a, r) in args.iter().zip(reprs.iter()) {
        vals.push(over(rt, cx, a, *r)?);
    }
    let t = tuple::new(rt, cx, &reprs, vals)?;
    rt.own_result(cx, op, t)
}

/// A new iterator of repr `rr` over a value.
fn make(rt: &mut RTyper<'_>, cx: &mut Cx, v: LlValue, r: ReprId, rr: ReprId) -> Res<LlValue> {
    if r == rr {
        return Ok(v);
    }
    let Repr::Iter(it) = rt.repr(rr).clone() else {
        return Err(error(format!("iteration over {} is not supported", rt.repr(r).describe())));
    };
    let v = match (rt.repr(r).clone(), rt.repr(it.container).clone()) {
        (Repr::Iter(_), _) => v,
        _ => rt.convert(cx, v, r, it.container)?,
    };
    if it.variant == IterVariant::Enumerate {
        let inner = it.inner.expect("enumerate");
        let from = if matches!(rt.repr(r), Repr::Iter(_)) { r } else { it.container };
        let i = make(rt, cx, v, from, inner)?;
        let p = cx.malloc(it.object);
        rt.setfield(cx, p, "iter", i)?;
        return Ok(p);
    }
    let p = cx.malloc(it.object);
    let reversed = it.variant == IterVariant::Reversed;
    match rt.repr(it.container).clone() {
        Repr::Range(_) => {
            let step = list::range_step(rt, cx, v, it.container)?;
            let start = rt.getfield(cx, v, "start")?;
            if reversed {
                // Counted: in front of the first item there may be no int that could be the end.
                let n = list::range_len(rt, cx, v, it.container)?;
                let all = cx.op(LlOp::IntMul, vec![n, step], Type::Signed);
                let end = cx.op(LlOp::IntAdd, vec![start, all], Type::Signed);
                rt.setfield(cx, p, "left", n)?;
                rt.setfield(cx, p, "end", end)?;
            } else {
                let stop = rt.getfield(cx, v, "stop")?;
                rt.setfield(cx, p, "next", start)?;
                rt.setfield(cx, p, "stop", stop)?;
            }
            if matches!(rt.repr(it.container), Repr::Range(0)) {
                rt.setfield(cx, p, "step", step)?;
            }
        }
        Repr::List(l) => {
            let info = rt.list_info(l)?;
            let v = list::frozen_list(rt, cx, v, info);
            rt.setfield(cx, p, "list", v)?;
            let index = if reversed { list::list_parts(rt, cx, v, info)?.1 } else { cx.int(0) };
            rt.setfield(cx, p, "index", index)?;
        }
        Repr::Str | Repr::Unicode => {
            rt.setfield(cx, p, "list", v)?;
            let index =
                if reversed { cx.op(LlOp::GetArraySize, vec![v], Type::Signed) } else { cx.int(0) };
            rt.setfield(cx, p, "index", index)?;
        }
        Repr::ByteArray => {
            rt.setfield(cx, p, "list", v)?;
        }
        Repr::Deque(_) => deque::iter(rt, cx, p, v, reversed)?,
        Repr::Dict(_) | Repr::Set(_) => {
            rt.setfield(cx, p, "dict", v)?;
            let n = rt.getfield(cx, v, "num_live")?;
            rt.setfield(cx, p, "size", n)?;
            let index = if reversed { rt.getfield(cx, v, "num_ever_used")? } else { cx.int(0) };
            rt.setfield(cx, p, "index", index)?;
        }
        other => return Err(error(format!("iteration over {}", other.describe()))),
    }
    Ok(p)
}

/// `next(it)`, `it.next()`
pub(crate) fn next(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task) -> Res {
    let (it, r) = t.object(rt, cx)?;
    let (v, vr) = next_item(rt, cx, it, r)?;
    rt.set_result(cx, t.op, v, vr)
}

/// `d.iterkeys()` and its like, `reversed_dict(d)`
pub(crate) fn over_dict(rt: &mut RTyper<'_>, cx: &mut Cx, t: &Task) -> Res {
    let (d, r) = t.object(rt, cx)?;
    let rr = rt.result_repr(cx, t.op)?;
    let it = make(rt, cx, d, r, rr)?;
    rt.own_result(cx, t.op, it)
}

/// The next item of an iterator; raises StopIteration.
fn next_item(rt: &mut RTyper<'_>, cx: &mut Cx, it: LlValue, r: ReprId) -> Res<(LlValue, ReprId)> {
    let Repr::Iter(info) = rt.repr(r).clone() else {
        return Err(error(format!("next() of {} is not supported", rt.repr(r).describe())));
    };
    if info.variant == IterVariant::Zip {
        let Repr::Tuple(iterators) = rt.repr(info.container).clone() else {
            return Err(error("internal: zip() over no tuple"));
        };
        let (mut vals, mut reprs) = (vec![], vec![]);
        for i in 0..iterators.len() {
            let x = tuple::field(rt, cx, it, &iterators, i)?;
            let (v, r) = next_item(rt, cx, x, iterators[i])?;
            vals.push(v);
            reprs.push(r);
        }
        let t = tuple::new(rt, cx, &reprs, vals)?;
        return Ok((t, rt.intern(Repr::Tuple(reprs.into()))));
    }
    if let Some(inner) = info.inner {
        let i = rt.getfield(cx, it, "iter")?;
        let (v, vr) = next_item(rt, cx, i, inner)?;
        let n = rt.getfield(cx, it, "count")?;
        let one = cx.int(1);
        let n1 = cx.op(LlOp::IntAdd, vec![n, one], Type::Signed);
        rt.setfield(cx, it, "count", n1)?;
        let rs = rt.prim(Type::Signed);
        let reprs = [rs, vr];
        let t = tuple::new(rt, cx, &reprs, vec![n, v])?;
        return Ok((t, rt.intern(Repr::Tuple(reprs.to_vec().into()))));
    }
    let reversed = info.variant == IterVariant::Reversed;
    match rt.repr(info.container).clone() {
        Repr::Range(step) => {
            let v = match step {
                _ if reversed => {
                    let s = match step {
                        0 => rt.getfield(cx, it, "step")?,
                        k => cx.int(k),
                    };
                    rt.helper_call(cx, "ll_list", "ll_rangenext_rev", vec![it, s])?
                }
                0 => rt.helper_call(cx, "ll_list", "ll_rangenext_any", vec![it])?,
                1 => rt.helper_call(cx, "ll_list", "ll_rangenext_up", vec![it])?,
                k => {
                    let f = if k > 0 { "ll_rangenext_pos" } else { "ll_rangenext_neg" };
                    let s = cx.int(k);
                    rt.helper_call(cx, "ll_list", f, vec![it, s])?
                }
            };
            Ok((v, rt.prim(Type::Signed)))
        }
        Repr::List(l) => {
            let li = rt.list_info(l)?;
            let f = match (li.list.is_some(), reversed) {
                (true, false) => "ll_listnext",
                (true, true) => "ll_listnext_rev",
                (false, false) => "ll_arraynext",
                (false, true) => "ll_arraynext_rev",
            };
            Ok((rt.helper_call(cx, "ll_list", f, vec![it])?, li.item))
        }
        Repr::Str | Repr::Unicode => {
            let wide = matches!(rt.repr(info.container), Repr::Unicode);
            let f = if reversed { "ll_arraynext_rev" } else { "ll_arraynext" };
            let v = rt.helper_call(cx, "ll_list", f, vec![it])?;
            Ok((v, rt.prim(if wide { Type::UniChar } else { Type::Char })))
        }
        Repr::ByteArray => {
            let c = rt.helper_call(cx, "ll_list", "ll_listnext", vec![it])?;
            let v = cx.op(LlOp::CastCharToInt, vec![c], Type::Signed);
            Ok((v, rt.prim(Type::Signed)))
        }
        Repr::Deque(l) => {
            let item = rt.list_info(l)?.item;
            let f = if reversed { "ll_next_rev" } else { "ll_next" };
            Ok((rt.helper_call(cx, "ll_deque", f, vec![it])?, item))
        }
        Repr::Dict(d) | Repr::Set(d) => {
            let di = rt.dict_info(d)?;
            match info.variant {
                IterVariant::Items | IterVariant::Keys => {
                    let set = matches!(rt.repr(info.container), Repr::Set(_));
                    let f = if set { "ll_nextmember" } else { "ll_nextkey" };
                    Ok((rt.helper_call(cx, "ll_dict", f, vec![it])?, di.key))
                }
                IterVariant::Reversed => {
                    Ok((rt.helper_call(cx, "ll_dict", "ll_nextkey_rev", vec![it])?, di.key))
                }
                IterVariant::Values => {
                    Ok((rt.helper_call(cx, "ll_dict", "ll_nextvalue", vec![it])?, di.value))
                }
                IterVariant::KeyValues => {
                    let k = rt.helper_call(cx, "ll_dict", "ll_dictnext", vec![it])?;
                    let dv = rt.getfield(cx, it, "dict")?;
                    let key = dict::entry_field(rt, cx, dv, di.entries, k, "key")?;
                    let value = dict::entry_field(rt, cx, dv, di.entries, k, "value")?;
                    let reprs = [di.key, di.value];
                    let t = tuple::new(rt, cx, &reprs, vec![key, value])?;
                    Ok((t, rt.intern(Repr::Tuple(reprs.to_vec().into()))))
                }
                _ => Err(error("this iteration over a dict is not supported")),
            }
        }
        other => Err(error(format!("iteration over {} is not supported", other.describe()))),
    }
}

/// `enumerate(x[, start])`
pub(crate) fn enumerate(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    args: &[HlValue],
    start: Option<&HlValue>,
) -> Res {
    let rr = rt.result_repr(cx, op)?;
    let it = over(rt, cx, &args[0], rr)?;
    if let Some(s) = args.get(1).or(start) {
        let start = rt.signed(cx, s)?;
        if start != konst(Const::Int(0)) {
            rt.setfield(cx, it, "count", start)?;
        }
    }
    rt.own_result(cx, op, it)
}
