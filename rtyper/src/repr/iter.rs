//! Iterators: `iter`, `next`, `enumerate`, `reversed`.

use crate::base::cx::{Cx, konst};
use crate::base::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::IterVariant;
use flowmodel::{Const, Hl, HlValue, LlOp, LlValue, SpaceOperation, Type};

impl RTyper<'_> {
    pub(crate) fn rtype_iter(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let rr = self.result_repr(cx, op)?;
        let it = self.iter_over(cx, &op.args[0], rr)?;
        self.own_result(cx, op, it)
    }

    /// A new iterator of repr `rr` over an operand. A tuple is made into a list first; a constant one is a prebuilt list.
    pub(crate) fn iter_over(&mut self, cx: &mut Cx, a: &HlValue, rr: ReprId) -> Res<LlValue> {
        let (v, r) = self.val(cx, a)?;
        if matches!(self.repr(r), Repr::Tuple(_))
            && let Repr::Iter(it) = self.repr(rr).clone()
        {
            let l = self.tuple_to_list(cx, a, it.container)?;
            return self.make_iter(cx, l, it.container, rr);
        }
        self.make_iter(cx, v, r, rr)
    }

    /// A tuple operand as a list of a given repr.
    pub(crate) fn tuple_to_list(&mut self, cx: &mut Cx, a: &HlValue, list: ReprId) -> Res<LlValue> {
        let s = self.s(cx, a);
        if let Some(h) = s.const_host() {
            let c = self.const_of(&flowmodel::HlConst::Host(h), list)?;
            return Ok(konst(c));
        }
        let info = self.list_of(list)?;
        let (array, n) = self.sequence_as(cx, a, info)?;
        self.list_from_array(cx, info, array, n)
    }

    /// `zip(…)` of operands that have iterators.
    pub(crate) fn rtype_zip(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        args: &[HlValue],
    ) -> Res {
        let rr = self.result_repr(cx, op)?;
        let Repr::Iter(it) = self.repr(rr).clone() else {
            return Err(error("internal: zip() that gives no iterator"));
        };
        let Repr::Tuple(reprs) = self.repr(it.container).clone() else {
            return Err(error("internal: zip() over no tuple"));
        };
        let mut vals = vec![];
        for (a, r) in args.iter().zip(reprs.iter()) {
            vals.push(self.iter_over(cx, a, *r)?);
        }
        let t = self.new_tuple(cx, &reprs, vals)?;
        self.own_result(cx, op, t)
    }

    /// A new iterator of repr `rr` over a value.
    pub(crate) fn make_iter(
        &mut self,
        cx: &mut Cx,
        v: LlValue,
        r: ReprId,
        rr: ReprId,
    ) -> Res<LlValue> {
        if r == rr {
            return Ok(v);
        }
        let Repr::Iter(it) = self.repr(rr).clone() else {
            return Err(error(format!(
                "iteration over {} is not supported",
                self.repr(r).describe()
            )));
        };
        let v = match (self.repr(r).clone(), self.repr(it.container).clone()) {
            (Repr::Iter(_), _) => v,
            _ => self.convert(cx, v, r, it.container)?,
        };
        if it.variant == IterVariant::Enumerate {
            let inner = it.inner.expect("enumerate");
            let from = if matches!(self.repr(r), Repr::Iter(_)) { r } else { it.container };
            let i = self.make_iter(cx, v, from, inner)?;
            let p = self.malloc(cx, it.object);
            self.setfield(cx, p, "iter", i)?;
            return Ok(p);
        }
        let p = self.malloc(cx, it.object);
        let reversed = it.variant == IterVariant::Reversed;
        match self.repr(it.container).clone() {
            Repr::Range(_) => {
                let step = self.range_step(cx, v, it.container)?;
                let start = self.getfield(cx, v, "start")?;
                if reversed {
                    // Counted: in front of the first item there may be no int that could be the end.
                    let n = self.range_len(cx, v, it.container)?;
                    let all = cx.op(LlOp::IntMul, vec![n, step], Type::Signed);
                    let end = cx.op(LlOp::IntAdd, vec![start, all], Type::Signed);
                    self.setfield(cx, p, "left", n)?;
                    self.setfield(cx, p, "end", end)?;
                } else {
                    let stop = self.getfield(cx, v, "stop")?;
                    self.setfield(cx, p, "next", start)?;
                    self.setfield(cx, p, "stop", stop)?;
                }
                if matches!(self.repr(it.container), Repr::Range(0)) {
                    self.setfield(cx, p, "step", step)?;
                }
            }
            Repr::List(l) => {
                let info = self.list_info(l)?;
                let v = self.frozen_list(cx, v, info);
                self.setfield(cx, p, "list", v)?;
                let index = if reversed { self.list_parts(cx, v, info)?.1 } else { cx.int(0) };
                self.setfield(cx, p, "index", index)?;
            }
            Repr::Str | Repr::Unicode => {
                self.setfield(cx, p, "list", v)?;
                let index = if reversed {
                    cx.op(LlOp::GetArraySize, vec![v], Type::Signed)
                } else {
                    cx.int(0)
                };
                self.setfield(cx, p, "index", index)?;
            }
            Repr::ByteArray => {
                self.setfield(cx, p, "list", v)?;
            }
            Repr::Deque(_) => self.deque_iter(cx, p, v, reversed)?,
            Repr::Dict(_) | Repr::Set(_) => {
                self.setfield(cx, p, "dict", v)?;
                let n = self.getfield(cx, v, "num_live")?;
                self.setfield(cx, p, "size", n)?;
                let index =
                    if reversed { self.getfield(cx, v, "num_ever_used")? } else { cx.int(0) };
                self.setfield(cx, p, "index", index)?;
            }
            other => return Err(error(format!("iteration over {}", other.describe()))),
        }
        Ok(p)
    }

    pub(crate) fn rtype_next(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (it, r) = self.val(cx, &op.args[0])?;
        let (v, vr) = self.next_item(cx, it, r)?;
        self.set_result(cx, op, v, vr)
    }

    /// The next item of an iterator; raises StopIteration.
    pub(crate) fn next_item(
        &mut self,
        cx: &mut Cx,
        it: LlValue,
        r: ReprId,
    ) -> Res<(LlValue, ReprId)> {
        let Repr::Iter(info) = self.repr(r).clone() else {
            return Err(error(format!("next() of {} is not supported", self.repr(r).describe())));
        };
        if info.variant == IterVariant::Zip {
            let Repr::Tuple(iterators) = self.repr(info.container).clone() else {
                return Err(error("internal: zip() over no tuple"));
            };
            let (mut vals, mut reprs) = (vec![], vec![]);
            for i in 0..iterators.len() {
                let x = self.tuple_item(cx, it, &iterators, i)?;
                let (v, r) = self.next_item(cx, x, iterators[i])?;
                vals.push(v);
                reprs.push(r);
            }
            let t = self.new_tuple(cx, &reprs, vals)?;
            return Ok((t, self.intern(Repr::Tuple(reprs.into()))));
        }
        if let Some(inner) = info.inner {
            let i = self.getfield(cx, it, "iter")?;
            let (v, vr) = self.next_item(cx, i, inner)?;
            let n = self.getfield(cx, it, "count")?;
            let one = cx.int(1);
            let n1 = cx.op(LlOp::IntAdd, vec![n, one], Type::Signed);
            self.setfield(cx, it, "count", n1)?;
            let rs = self.prim(Type::Signed);
            let reprs = [rs, vr];
            let t = self.new_tuple(cx, &reprs, vec![n, v])?;
            return Ok((t, self.intern(Repr::Tuple(reprs.to_vec().into()))));
        }
        let reversed = info.variant == IterVariant::Reversed;
        match self.repr(info.container).clone() {
            Repr::Range(step) => {
                let v = match step {
                    _ if reversed => {
                        let s = match step {
                            0 => self.getfield(cx, it, "step")?,
                            k => cx.int(k),
                        };
                        self.helper_call(cx, "ll_list", "ll_rangenext_rev", vec![it, s])?
                    }
                    0 => self.helper_call(cx, "ll_list", "ll_rangenext_any", vec![it])?,
                    1 => self.helper_call(cx, "ll_list", "ll_rangenext_up", vec![it])?,
                    k => {
                        let f = if k > 0 { "ll_rangenext_pos" } else { "ll_rangenext_neg" };
                        let s = cx.int(k);
                        self.helper_call(cx, "ll_list", f, vec![it, s])?
                    }
                };
                Ok((v, self.prim(Type::Signed)))
            }
            Repr::List(l) => {
                let li = self.list_info(l)?;
                let f = match (li.list.is_some(), reversed) {
                    (true, false) => "ll_listnext",
                    (true, true) => "ll_listnext_rev",
                    (false, false) => "ll_arraynext",
                    (false, true) => "ll_arraynext_rev",
                };
                Ok((self.helper_call(cx, "ll_list", f, vec![it])?, li.item))
            }
            Repr::Str | Repr::Unicode => {
                let wide = matches!(self.repr(info.container), Repr::Unicode);
                let f = if reversed { "ll_arraynext_rev" } else { "ll_arraynext" };
                let v = self.helper_call(cx, "ll_list", f, vec![it])?;
                Ok((v, self.prim(if wide { Type::UniChar } else { Type::Char })))
            }
            Repr::ByteArray => {
                let c = self.helper_call(cx, "ll_list", "ll_listnext", vec![it])?;
                let v = cx.op(LlOp::CastCharToInt, vec![c], Type::Signed);
                Ok((v, self.prim(Type::Signed)))
            }
            Repr::Deque(l) => {
                let item = self.list_info(l)?.item;
                let f = if reversed { "ll_next_rev" } else { "ll_next" };
                Ok((self.helper_call(cx, "ll_deque", f, vec![it])?, item))
            }
            Repr::Dict(d) | Repr::Set(d) => {
                let di = self.dict_info(d)?;
                match info.variant {
                    IterVariant::Items | IterVariant::Keys => {
                        let set = matches!(self.repr(info.container), Repr::Set(_));
                        let f = if set { "ll_nextmember" } else { "ll_nextkey" };
                        Ok((self.helper_call(cx, "ll_dict", f, vec![it])?, di.key))
                    }
                    IterVariant::Reversed => {
                        Ok((self.helper_call(cx, "ll_dict", "ll_nextkey_rev", vec![it])?, di.key))
                    }
                    IterVariant::Values => {
                        Ok((self.helper_call(cx, "ll_dict", "ll_nextvalue", vec![it])?, di.value))
                    }
                    IterVariant::KeyValues => {
                        let k = self.helper_call(cx, "ll_dict", "ll_dictnext", vec![it])?;
                        let dv = self.getfield(cx, it, "dict")?;
                        let key = self.entry_field(cx, dv, di.entries, k, "key")?;
                        let value = self.entry_field(cx, dv, di.entries, k, "value")?;
                        let reprs = [di.key, di.value];
                        let t = self.new_tuple(cx, &reprs, vec![key, value])?;
                        Ok((t, self.intern(Repr::Tuple(reprs.to_vec().into()))))
                    }
                    _ => Err(error("this iteration over a dict is not supported")),
                }
            }
            other => Err(error(format!("iteration over {} is not supported", other.describe()))),
        }
    }

    /// `enumerate(x[, start])`
    pub(crate) fn rtype_enumerate(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        args: &[HlValue],
        start: Option<&HlValue>,
    ) -> Res {
        let rr = self.result_repr(cx, op)?;
        let it = self.iter_over(cx, &args[0], rr)?;
        if let Some(s) = args.get(1).or(start) {
            let start = self.signed(cx, s)?;
            if start != konst(Const::Int(0)) {
                self.setfield(cx, it, "count", start)?;
            }
        }
        self.own_result(cx, op, it)
    }
}
