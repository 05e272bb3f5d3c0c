//! Lists and ranges.

use crate::graph::cx::{Cx, Virtual, konst, void};
use crate::helpers::HArg;
use crate::helpers::Unknown;
use crate::repr::{ListInfo, Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlOp, HlValue, LlOp, LlValue, SpaceOperation, Type, VarId};

/// Room that is allocated in advance for a loop over a range.
const MAX_RANGE_ROOM: i64 = 4096;

impl RTyper<'_> {
    /// Layout of a repr that is a list.
    pub(crate) fn list_of(&mut self, r: ReprId) -> Res<ListInfo> {
        match self.repr(r).clone() {
            Repr::List(l) => self.list_info(l),
            other => Err(error(format!("a list is expected here, not {}", other.describe()))),
        }
    }
    /// Items array and number of items of a list.
    pub(crate) fn list_parts(
        &mut self,
        cx: &mut Cx,
        l: LlValue,
        info: ListInfo,
    ) -> Res<(LlValue, LlValue)> {
        if info.list.is_some() {
            let n = self.getfield(cx, l, "length")?;
            let items = self.getfield(cx, l, "items")?;
            Ok((items, n))
        } else {
            let l = self.frozen_list(cx, l, info);
            let n = cx.op(LlOp::GetArraySize, vec![l], Type::Signed);
            Ok((l, n))
        }
    }
    /// Tells the JIT if a list never changes.
    pub(crate) fn frozen_list(&mut self, cx: &mut Cx, l: LlValue, info: ListInfo) -> LlValue {
        let ty = self.vtype(cx, &l);
        if !self.opts.jit || !info.frozen || !matches!(ty, Type::Ptr(_)) {
            return l;
        }
        cx.op(LlOp::Hint, vec![l, konst(Const::Text("frozen_list".into()))], ty)
    }
    /// A list over a new array that has exactly n items.
    pub(crate) fn list_from_array(
        &mut self,
        cx: &mut Cx,
        info: ListInfo,
        array: LlValue,
        n: LlValue,
    ) -> Res<LlValue> {
        let Some(s) = info.list else { return Ok(array) };
        let l = self.malloc(cx, s);
        self.setfield(cx, l, "length", n)?;
        self.setfield(cx, l, "items", array)?;
        Ok(l)
    }
    /// The list of a comprehension, complete: becomes one of fixed length where nothing changes its length later.
    pub(crate) fn list_done(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        v: LlValue,
        r: ReprId,
    ) -> Res {
        let rr = self.result_repr(cx, op)?;
        if !matches!(self.repr(r), Repr::List(_)) || !matches!(self.repr(rr), Repr::List(_)) {
            return self.set_result(cx, op, v, r);
        }
        let (from, to) = (self.list_of(r)?, self.list_of(rr)?);
        let v = match (from.list, to.list) {
            // A list that can contain itself has an array of its own.
            _ if from.array != to.array => {
                let (items, n) = self.list_parts(cx, v, from)?;
                let items = self.convert_items(cx, items, n, from.item, to)?;
                match to.list {
                    Some(_) => self.list_from_array(cx, to, items, n)?,
                    None => items,
                }
            }
            (Some(_), None) => {
                let (items, n) = self.list_parts(cx, v, from)?;
                self.helper_call(cx, "ll_list", "ll_list_done", vec![items, n])?
            }
            (None, Some(_)) => self.list_from_whole(cx, to, v)?,
            _ => v,
        };
        self.own_result(cx, op, v)
    }
    /// Before a loop that appends in each round to a list, which is empty or nearly so: room for as many items as the
    /// loop's iterable has. A range can be large for a loop that ends early.
    pub(crate) fn list_room(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        v: LlValue,
        r: ReprId,
    ) -> Res {
        let info = self.list_of(r)?;
        let over = self.s(cx, &op.args[2]);
        if info.list.is_some() && !self.ann.meets_none(&over) {
            let (c, rc) = self.val(cx, &op.args[2])?;
            let n = match self.repr(rc).clone() {
                Repr::List(_) => {
                    let from = self.list_of(rc)?;
                    Some(self.list_parts(cx, c, from)?.1)
                }
                Repr::Str => Some(cx.op(LlOp::GetArraySize, vec![c], Type::Signed)),
                Repr::Dict(_) | Repr::Set(_) => Some(self.getfield(cx, c, "num_live")?),
                Repr::Range(_) => {
                    let n = self.range_len(cx, c, rc)?;
                    let most = cx.int(MAX_RANGE_ROOM);
                    Some(self.helper_call(cx, "ll_list", "ll_least", vec![n, most])?)
                }
                _ => None,
            };
            if let Some(n) = n {
                self.helper_call(cx, "ll_list", "ll_room", vec![v, n])?;
            }
        }
        self.none_result(cx, op)
    }
    /// The same, where the length is that of the array.
    pub(crate) fn list_from_whole(
        &mut self,
        cx: &mut Cx,
        info: ListInfo,
        array: LlValue,
    ) -> Res<LlValue> {
        if info.list.is_none() {
            return Ok(array);
        }
        let n = cx.op(LlOp::GetArraySize, vec![array], Type::Signed);
        self.list_from_array(cx, info, array, n)
    }
    /// Items and length of an operand that is a list, range or string, as items of another list's array.
    pub(crate) fn sequence_as(
        &mut self,
        cx: &mut Cx,
        a: &HlValue,
        info: ListInfo,
    ) -> Res<(LlValue, LlValue)> {
        let (v, r) = self.val(cx, a)?;
        let t = self.lltype(info.item)?;
        match self.repr(r).clone() {
            Repr::List(l) => {
                let other = self.list_info(l)?;
                let (items, n) = self.list_parts(cx, v, other)?;
                if other.array == info.array {
                    return Ok((items, n));
                }
                let new = self.convert_items(cx, items, n, other.item, info)?;
                Ok((new, n))
            }
            Repr::Range(_) if t == Type::Signed => {
                let n = self.range_len(cx, v, r)?;
                let step = self.range_step(cx, v, r)?;
                let start = self.getfield(cx, v, "start")?;
                let new = self.malloc_varsize(cx, info.array, n);
                self.helper_call(cx, "ll_list", "ll_rangefill", vec![new, start, step, n])?;
                Ok((new, n))
            }
            Repr::Str | Repr::Unicode => {
                let n = cx.op(LlOp::GetArraySize, vec![v], Type::Signed);
                let new = self.malloc_varsize(cx, info.array, n);
                if *self.repr(r) == Repr::Str && t == Type::UniChar {
                    let args = vec![v, new, n];
                    self.helper_call(cx, "ll_unicode", "ll_widen_chars", args)?;
                    return Ok((new, n));
                }
                let f = if matches!(t, Type::Char | Type::UniChar) {
                    "ll_chars"
                } else {
                    "ll_chars_as_strings"
                };
                let module = if f == "ll_chars" { "ll_str" } else { "ll_misc" };
                self.helper_call(cx, module, f, vec![v, new])?;
                Ok((new, n))
            }
            Repr::Prim(Type::Char | Type::UniChar) => {
                let c = self.convert(cx, v, r, info.item)?;
                let one = cx.int(1);
                let new = self.malloc_varsize(cx, info.array, one);
                let zero = cx.int(0);
                self.setitem_op(cx, new, zero, c);
                Ok((new, one))
            }
            Repr::Tuple(items) => {
                let n = cx.int(items.len() as i64);
                let new = self.malloc_varsize(cx, info.array, n);
                for (i, ir) in items.iter().enumerate() {
                    let x = self.tuple_item(cx, v, &items, i)?;
                    let x = self.convert(cx, x, *ir, info.item)?;
                    let k = cx.int(i as i64);
                    self.setitem_op(cx, new, k, x);
                }
                Ok((new, n))
            }
            Repr::Dict(d) | Repr::Set(d) => {
                let n = self.getfield(cx, v, "num_live")?;
                let key = self.dict_info(d)?.key;
                let key_type = self.lltype(key)?;
                let array = match key_type == t {
                    true => info.array,
                    false => self.array_of(key_type),
                };
                let keys = self.malloc_varsize(cx, array, n);
                self.helper_call(cx, "ll_dict", "ll_keys", vec![v, keys])?;
                let new = self.convert_items(cx, keys, n, key, info)?;
                Ok((new, n))
            }
            other => Err(error(format!("{} cannot be used as a sequence here", other.describe()))),
        }
    }

    /// The first items of an array as items of a list's array: a new one, unless the types are the same.
    pub(crate) fn convert_items(
        &mut self,
        cx: &mut Cx,
        items: LlValue,
        n: LlValue,
        from: ReprId,
        info: ListInfo,
    ) -> Res<LlValue> {
        let (f, t) = (self.lltype(from)?, self.lltype(info.item)?);
        if self.vtype(cx, &items) == Type::Ptr(info.array) {
            return Ok(items);
        }
        let new = self.malloc_varsize(cx, info.array, n);
        let copy = match (f, t) {
            (a, b) if a == b => "ll_copy_number",
            (Type::Ptr(a), Type::Ptr(b))
                if self.ann.types.is_subtype(a, b) || self.ann.types.is_subtype(b, a) =>
            {
                "ll_copy_cast"
            }
            (Type::Bool, Type::Signed)
            | (Type::Signed, Type::Float)
            | (Type::Bool, Type::Float) => "ll_copy_number",
            (Type::Char, Type::Ptr(s)) if s == self.layouts.string => "ll_copy_chars",
            (Type::Void, _) => return Ok(new),
            _ => {
                let f = self.item_converter(cx, from, info.item)?;
                cx.op0(LlOp::DirectCall, vec![konst(Const::Func(f)), items, new, n]);
                return Ok(new);
            }
        };
        self.helper_call(cx, "ll_misc", copy, vec![items, new, n])?;
        Ok(new)
    }

    fn setitem_op(&mut self, cx: &mut Cx, array: LlValue, i: LlValue, v: LlValue) {
        if self.vtype(cx, &v) != Type::Void {
            cx.op0(LlOp::SetArrayItem, vec![array, i, v]);
        }
    }

    pub(crate) fn rtype_newlist(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let r = self.result_repr(cx, op)?;
        let info = self.list_of(r)?;
        // The product's items count: those of `[None]` alone have no value.
        if let [item] = &op.args[..]
            && let Some(product) = only_multiplied(cx, op.result)
            && let made = self.result_repr(cx, product)?
            && let items = self.list_of(made)?.item
            && self.lltype(items)? != Type::Void
        {
            cx.virtuals.insert(op.result, Virtual::OneItem(item.clone()));
            return Ok(());
        }
        let n = cx.int(op.args.len() as i64);
        let array = match info.list {
            // Items come into another array, so nobody sees that lists share this one.
            Some(_) if op.args.is_empty() => konst(self.empty_array(info.array)),
            _ => self.malloc_varsize(cx, info.array, n),
        };
        for (i, a) in op.args.iter().enumerate() {
            let v = self.val_as(cx, a, info.item)?;
            let k = cx.int(i as i64);
            self.setitem_op(cx, array, k, v);
        }
        let l = self.list_from_array(cx, info, array, n)?;
        self.own_result(cx, op, l)
    }

    /// A slice bound; `None` at the end is the largest int, which helpers clip.
    pub(crate) fn bound(&mut self, cx: &mut Cx, a: &HlValue, end: bool) -> Res<LlValue> {
        if self.s(cx, a).kind == Kind::None_ {
            return Ok(cx.int(if end { i64::MAX } else { 0 }));
        }
        self.signed(cx, a)
    }
    /// The step of a slice if it is not 1.
    pub(crate) fn slice_step(&mut self, cx: &Cx, a: &HlValue) -> Res<Option<HlValue>> {
        let s = self.s(cx, a);
        Ok(if s.kind == Kind::None_ || s.const_int() == Some(1) { None } else { Some(a.clone()) })
    }
    /// Start, stop and step as `slice.indices(n)` gives them.
    pub(crate) fn slice_indices(
        &mut self,
        cx: &mut Cx,
        parts: &[HlValue; 3],
        n: LlValue,
    ) -> Res<[LlValue; 3]> {
        let step = self.signed(cx, &parts[2])?;
        let mut out = vec![];
        for (i, p) in parts[..2].iter().enumerate() {
            let none = self.s(cx, p).kind == Kind::None_;
            let v = if none { cx.int(0) } else { self.signed(cx, p)? };
            let f = if i == 0 { "ll_slice_start" } else { "ll_slice_stop" };
            out.push(self.helper_call(
                cx,
                "ll_misc",
                f,
                vec![v, konst(Const::Bool(none)), n, step],
            )?);
        }
        let stop = out.pop().expect("two");
        let start = out.pop().expect("two");
        Ok([start, stop, step])
    }

    pub(crate) fn list_getitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let info = self.list_of(r)?;
        let (l, _) = self.val(cx, &op.args[0])?;
        let (items, n) = self.list_parts(cx, l, info)?;
        if let Some(parts) = self.slice_parts(cx, &op.args[1])? {
            let rr = self.result_repr(cx, op)?;
            let rinfo = self.list_of(rr)?;
            let array = match self.slice_step(cx, &parts[2])? {
                None => {
                    let start = self.bound(cx, &parts[0], false)?;
                    let stop = self.bound(cx, &parts[1], true)?;
                    self.helper_call(cx, "ll_list", "ll_getslice", vec![items, n, start, stop])?
                }
                Some(_) => {
                    let [a, b, c] = self.slice_indices(cx, &parts, n)?;
                    self.helper_call(cx, "ll_list", "ll_getslice_step", vec![items, n, a, b, c])?
                }
            };
            let array = if rinfo.array == info.array {
                array
            } else {
                let n = cx.op(LlOp::GetArraySize, vec![array], Type::Signed);
                self.convert_items(cx, array, n, info.item, rinfo)?
            };
            let v = self.list_from_whole(cx, rinfo, array)?;
            return self.own_result(cx, op, v);
        }
        if self.lltype(info.item)? == Type::Void {
            // Nothing to fetch, but the index may be wrong: always so in a list that never gets an item.
            let i = self.signed(cx, &op.args[1])?;
            self.helper_call(cx, "ll_list", "ll_check_index", vec![n, i])?;
            return self.set_result(cx, op, void(), info.item);
        }
        let nonneg = self.s(cx, &op.args[1]).is_nonneg();
        let i = self.signed(cx, &op.args[1])?;
        let f = if nonneg { "ll_getitem_nonneg" } else { "ll_getitem" };
        let f = self.index_helper(cx, f);
        let v = self.helper_call(cx, "ll_list", &f, vec![items, n, i])?;
        self.set_result(cx, op, v, info.item)
    }

    pub(crate) fn list_setitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let info = self.list_of(r)?;
        let (l, _) = self.val(cx, &op.args[0])?;
        if let Some(parts) = self.slice_parts(cx, &op.args[1])? {
            if self.slice_step(cx, &parts[2])?.is_some() {
                let (src, srclen) = self.sequence_as(cx, &op.args[2], info)?;
                let (items, n) = self.list_parts(cx, l, info)?;
                let [a, b, c] = self.slice_indices(cx, &parts, n)?;
                let args = vec![items, a, b, c, src, srclen];
                self.helper_call(cx, "ll_list", "ll_setslice_step", args)?;
                return self.none_result(cx, op);
            }
            let start = self.bound(cx, &parts[0], false)?;
            let stop = self.bound(cx, &parts[1], true)?;
            let (src, srclen) = self.sequence_as(cx, &op.args[2], info)?;
            if info.list.is_some() {
                self.helper_call(cx, "ll_list", "ll_setslice", vec![l, start, stop, src, srclen])?;
            } else {
                let (items, n) = self.list_parts(cx, l, info)?;
                self.helper_call(
                    cx,
                    "ll_list",
                    "ll_setslice_fixed",
                    vec![items, n, start, stop, src, srclen],
                )?;
            }
            return self.none_result(cx, op);
        }
        let (items, n) = self.list_parts(cx, l, info)?;
        let nonneg = self.s(cx, &op.args[1]).is_nonneg();
        let i = self.signed(cx, &op.args[1])?;
        let v = self.val_as(cx, &op.args[2], info.item)?;
        if self.vtype(cx, &v) != Type::Void {
            let f = if nonneg { "ll_setitem_nonneg" } else { "ll_setitem" };
            let f = self.index_helper(cx, f);
            self.helper_call(cx, "ll_list", &f, vec![items, n, i, v])?;
        }
        self.none_result(cx, op)
    }

    pub(crate) fn list_delitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let info = self.list_of(r)?;
        let (l, _) = self.val(cx, &op.args[0])?;
        if info.list.is_none() {
            return Err(error("internal: an item is deleted from a list of fixed size"));
        }
        if let Some(parts) = self.slice_parts(cx, &op.args[1])? {
            if self.slice_step(cx, &parts[2])?.is_some() {
                let (_, n) = self.list_parts(cx, l, info)?;
                let [a, b, c] = self.slice_indices(cx, &parts, n)?;
                self.helper_call(cx, "ll_list", "ll_delslice_step", vec![l, a, b, c])?;
                return self.none_result(cx, op);
            }
            let start = self.bound(cx, &parts[0], false)?;
            let stop = self.bound(cx, &parts[1], true)?;
            self.helper_call(cx, "ll_list", "ll_delslice", vec![l, start, stop])?;
            return self.none_result(cx, op);
        }
        let i = self.signed(cx, &op.args[1])?;
        self.helper_call(cx, "ll_list", "ll_delitem", vec![l, i])?;
        self.none_result(cx, op)
    }

    pub(crate) fn list_contains(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let info = self.list_of(r)?;
        let (l, _) = self.val(cx, &op.args[0])?;
        let (items, n) = self.list_parts(cx, l, info)?;
        let v = self.val_as(cx, &op.args[1], info.item)?;
        let eq = self.eq_fn(info.item)?;
        let b = self.helper_call_with(
            cx,
            "ll_list",
            "ll_contains",
            vec![items.into(), n.into(), v.into(), HArg::F(eq)],
        )?;
        self.bool_result(cx, op, b)
    }

    pub(crate) fn list_add(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let rr = self.result_repr(cx, op)?;
        let info = self.list_of(rr)?;
        let (a, an) = self.sequence_as(cx, &op.args[0], info)?;
        let (b, bn) = self.sequence_as(cx, &op.args[1], info)?;
        let array = self.helper_call(cx, "ll_list", "ll_concat", vec![a, an, b, bn])?;
        let v = self.list_from_whole(cx, info, array)?;
        self.own_result(cx, op, v)
    }
    pub(crate) fn list_inplace_add(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (l, r) = self.val(cx, &op.args[0])?;
        self.list_extend(cx, l, r, &op.args[1])?;
        self.set_result(cx, op, l, r)
    }
    pub(crate) fn list_extend(&mut self, cx: &mut Cx, l: LlValue, r: ReprId, b: &HlValue) -> Res {
        let info = self.list_of(r)?;
        if info.list.is_none() {
            return Err(error("internal: a list of fixed size is extended"));
        }
        let (items, n) = self.sequence_as(cx, b, info)?;
        self.helper_call(cx, "ll_list", "ll_extend", vec![l, items, n])?;
        Ok(())
    }
    pub(crate) fn list_inplace_mul(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (l, r) = self.val(cx, &op.args[0])?;
        let n = self.signed(cx, &op.args[1])?;
        self.helper_call(cx, "ll_list", "ll_inplace_mul", vec![l, n])?;
        self.set_result(cx, op, l, r)
    }
    pub(crate) fn list_mul(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, which: usize) -> Res {
        let rr = self.result_repr(cx, op)?;
        let info = self.list_of(rr)?;
        let single = op.args[which].as_var().and_then(|v| cx.virtuals.get(&v).cloned());
        let array = if let Some(Virtual::OneItem(item)) = single {
            let v = self.val_as(cx, &item, info.item)?;
            let k = self.signed(cx, &op.args[1 - which])?;
            let model = konst(Const::Null(Type::Ptr(info.array)));
            let blank = self.is_blank(cx, &v);
            self.helper_call(cx, "ll_list", "ll_alloc_and_set", vec![model, k, v, blank])?
        } else {
            let (a, an) = self.sequence_as(cx, &op.args[which], info)?;
            let k = self.signed(cx, &op.args[1 - which])?;
            self.helper_call(cx, "ll_list", "ll_mul", vec![a, an, k])?
        };
        let v = self.list_from_whole(cx, info, array)?;
        self.own_result(cx, op, v)
    }

    pub(crate) fn list_eq(
        &mut self,
        cx: &mut Cx,
        a: &HlValue,
        b: &HlValue,
        ra: ReprId,
        rb: ReprId,
    ) -> Res<LlValue> {
        let (ia, ib) = (self.list_of(ra)?, self.list_of(rb)?);
        let (x, _) = self.val(cx, a)?;
        let (y, _) = self.val(cx, b)?;
        if ia.array != ib.array {
            let Some(f) = self.pair_eq_fn(ra, rb)? else {
                return Err(error("lists with items of different types are compared"));
            };
            return self.call_host_helper(cx, f, vec![x.into(), y.into()]);
        }
        let (sa, sb) = (self.s(cx, a), self.s(cx, b));
        if self.ann.meets_none(&sa) || self.ann.meets_none(&sb) {
            let (fa, fb) = (ia.list.is_none(), ib.list.is_none());
            let eq = self.eq_fn(ia.item)?;
            let f = self.listeq_none_fn(fa, fb, eq)?;
            return self.call_host_helper(cx, f, vec![x.into(), y.into()]);
        }
        let (x, xn) = self.list_parts(cx, x, ia)?;
        let (y, yn) = self.list_parts(cx, y, ib)?;
        let eq = self.eq_fn(ia.item)?;
        self.helper_call_with(
            cx,
            "ll_list",
            "ll_listeq",
            vec![x.into(), xn.into(), y.into(), yn.into(), HArg::F(eq)],
        )
    }

    /// `l.pop(i)`
    pub(crate) fn list_pop(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        l: LlValue,
        r: ReprId,
        index: &HlValue,
    ) -> Res {
        let info = self.list_of(r)?;
        let s = self.s(cx, index);
        let v = if s.const_int() == Some(-1) {
            self.helper_call(cx, "ll_list", "ll_pop_last", vec![l])?
        } else {
            let i = self.signed(cx, index)?;
            self.helper_call(cx, "ll_list", "ll_pop", vec![l, i])?
        };
        self.set_result(cx, op, v, info.item)
    }

    /// `l.reverse()`
    pub(crate) fn list_reverse(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        l: LlValue,
        r: ReprId,
    ) -> Res {
        let info = self.list_of(r)?;
        let (items, n) = self.list_parts(cx, l, info)?;
        self.helper_call(cx, "ll_list", "ll_reverse", vec![items, n])?;
        self.none_result(cx, op)
    }

    /// `l.sort()`
    pub(crate) fn list_sort(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        l: LlValue,
        r: ReprId,
    ) -> Res {
        let info = self.list_of(r)?;
        let (items, n) = self.list_parts(cx, l, info)?;
        let lt = self.lt_fn(info.item)?;
        let args = vec![items.into(), n.into(), HArg::F(lt)];
        self.helper_call_with(cx, "ll_list", "ll_sort", args)?;
        self.none_result(cx, op)
    }

    /// What a search for `x` gets: items, length, value and equality; and the repr of the items.
    fn search_args(
        &mut self,
        cx: &mut Cx,
        l: LlValue,
        r: ReprId,
        x: &HlValue,
    ) -> Res<(Vec<HArg>, ReprId)> {
        let info = self.list_of(r)?;
        let (items, n) = self.list_parts(cx, l, info)?;
        let v = self.val_as(cx, x, info.item)?;
        let eq = self.eq_fn(info.item)?;
        Ok((vec![items.into(), n.into(), v.into(), HArg::F(eq)], info.item))
    }

    /// `l.count(x)`
    pub(crate) fn list_count(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        l: LlValue,
        r: ReprId,
        x: &HlValue,
    ) -> Res {
        let (args, _) = self.search_args(cx, l, r, x)?;
        let i = self.helper_call_with(cx, "ll_list", "ll_count", args)?;
        self.int_result(cx, op, i)
    }

    /// `l.index(x)`
    pub(crate) fn list_index(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        l: LlValue,
        r: ReprId,
        x: &HlValue,
    ) -> Res {
        let (mut args, item) = self.search_args(cx, l, r, x)?;
        // The message shows the value, if values of the type have a text.
        let text = match self.str_fn(item, Unknown::Error) {
            Ok(f) => f,
            Err(_) => self.helper_fn("ll_list", "ll_nameless_text")?,
        };
        args.push(HArg::F(text));
        let i = self.helper_call_with(cx, "ll_list", "ll_index", args)?;
        self.int_result(cx, op, i)
    }

    /// `l.remove(x)`
    pub(crate) fn list_remove(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        l: LlValue,
        r: ReprId,
        x: &HlValue,
    ) -> Res {
        let info = self.list_of(r)?;
        let v = self.val_as(cx, x, info.item)?;
        let eq = self.eq_fn(info.item)?;
        let args = vec![l.into(), v.into(), HArg::F(eq)];
        self.helper_call_with(cx, "ll_list", "ll_remove", args)?;
        self.none_result(cx, op)
    }

    /// `l.copy()`
    pub(crate) fn list_copy(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        l: LlValue,
        r: ReprId,
    ) -> Res {
        let info = self.list_of(r)?;
        let rr = self.result_repr(cx, op)?;
        let (items, n) = self.list_parts(cx, l, info)?;
        let array = self.helper_call(cx, "ll_list", "ll_copy", vec![items, n])?;
        let rinfo = self.list_of(rr)?;
        let v = self.list_from_whole(cx, rinfo, array)?;
        self.own_result(cx, op, v)
    }

    // ---- ranges

    /// `range(…)`
    pub(crate) fn rtype_range(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        args: &[HlValue],
    ) -> Res {
        let zero = cx.int(0);
        let (start, stop) = match args.len() {
            1 => (zero, self.signed(cx, &args[0])?),
            _ => (self.signed(cx, &args[0])?, self.signed(cx, &args[1])?),
        };
        let step = match args.get(2) {
            Some(s) => self.signed(cx, s)?,
            None => cx.int(1),
        };
        if !matches!(step, LlValue::Const(_)) {
            self.helper_call(cx, "ll_list", "ll_range_check_step", vec![step])?;
        } else if step == cx.int(0) {
            return Err(error("range() with step 0"));
        }
        let rr = self.result_repr(cx, op)?;
        match self.repr(rr).clone() {
            Repr::Range(k) => {
                let s = self.range_struct(k);
                let p = self.malloc(cx, s);
                self.setfield(cx, p, "start", start)?;
                self.setfield(cx, p, "stop", stop)?;
                if k == 0 {
                    self.setfield(cx, p, "step", step)?;
                }
                self.own_result(cx, op, p)
            }
            Repr::List(_) => {
                let info = self.list_of(rr)?;
                let n = self.helper_call(cx, "ll_list", "ll_rangelen", vec![start, stop, step])?;
                let array = self.malloc_varsize(cx, info.array, n);
                self.helper_call(cx, "ll_list", "ll_rangefill", vec![array, start, step, n])?;
                let l = self.list_from_array(cx, info, array, n)?;
                self.own_result(cx, op, l)
            }
            other => Err(error(format!("range() giving {}", other.describe()))),
        }
    }
    /// Step of a range.
    pub(crate) fn range_step(&mut self, cx: &mut Cx, v: LlValue, r: ReprId) -> Res<LlValue> {
        match *self.repr(r) {
            Repr::Range(0) => self.getfield(cx, v, "step"),
            Repr::Range(k) => Ok(cx.int(k)),
            _ => Err(error("a range is expected here")),
        }
    }
    /// Number of items of a range.
    pub(crate) fn range_len(&mut self, cx: &mut Cx, v: LlValue, r: ReprId) -> Res<LlValue> {
        let step = self.range_step(cx, v, r)?;
        let start = self.getfield(cx, v, "start")?;
        let stop = self.getfield(cx, v, "stop")?;
        self.helper_call(cx, "ll_list", "ll_rangelen", vec![start, stop, step])
    }
    pub(crate) fn range_getitem(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        r: ReprId,
        _step: i64,
    ) -> Res {
        if self.slice_parts(cx, &op.args[1])?.is_some() {
            return Err(error("a slice of a range is not supported"));
        }
        let (v, _) = self.val(cx, &op.args[0])?;
        let step = self.range_step(cx, v, r)?;
        let i = self.signed(cx, &op.args[1])?;
        let x = self.helper_call(cx, "ll_list", "ll_rangeitem", vec![v, step, i])?;
        self.int_result(cx, op, x)
    }

    /// The helper for an item: with `--unchecked` and no handler around the operation, the one that tests no index.
    pub(crate) fn index_helper(&self, cx: &Cx, name: &str) -> String {
        let (block, i) = cx.at;
        let b = &cx.hl.blocks[block];
        let handled = b.can_raise() && i + 1 == b.operations.len();
        let bare = self.opts.unchecked && !handled && !self.ann.graphs[cx.gid].helper;
        if bare { format!("{name}_unchecked") } else { name.into() }
    }
}

/// Whether all that happens to the value is a multiplication later in the block that is translated.
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
