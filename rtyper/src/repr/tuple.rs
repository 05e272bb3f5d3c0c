//! Tuples.

use crate::base::cx::{Cx, konst, void};
use crate::base::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use flowmodel::{Const, Hl, HostRef, LlOp, LlValue, SpaceOperation, Type};
use flowspace::host::HostObj;

impl RTyper<'_> {
    /// Item of a tuple by constant number.
    pub(crate) fn tuple_item(
        &mut self,
        cx: &mut Cx,
        t: LlValue,
        items: &[ReprId],
        i: usize,
    ) -> Res<LlValue> {
        if self.lltype(items[i])? == Type::Void {
            return Ok(void());
        }
        self.getfield(cx, t, &format!("item{i}"))
    }

    pub(crate) fn tuple_getitem(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        items: &[ReprId],
    ) -> Res {
        let n = items.len() as i64;
        let (t, _) = self.val(cx, &op.args[0])?;
        if let Some(parts) = self.slice_parts(cx, &op.args[1])? {
            let sl = [self.s(cx, &parts[0]), self.s(cx, &parts[1]), self.s(cx, &parts[2])];
            let Some(picked) = annotator::constant_slice(&sl, items.len()) else {
                return Err(error("the bounds of a tuple's slice must be constants"));
            };
            let mut reprs = vec![];
            let mut vals = vec![];
            for i in picked {
                vals.push(self.tuple_item(cx, t, items, i)?);
                reprs.push(items[i]);
            }
            let v = self.new_tuple(cx, &reprs, vals)?;
            let r = self.intern(Repr::Tuple(reprs.into()));
            return self.set_result(cx, op, v, r);
        }
        let s = self.s(cx, &op.args[1]);
        let Some(k) = s.const_int() else {
            return self.tuple_getitem_var(cx, op, items);
        };
        let i = if k < 0 { k + n } else { k };
        if i < 0 || i >= n {
            return Err(error("a tuple is indexed out of its range"));
        }
        let v = self.tuple_item(cx, t, items, i as usize)?;
        self.set_result(cx, op, v, items[i as usize])
    }

    /// Item of a tuple by a variable index: the items have one type and are put into an array (a constant tuple is one).
    pub(crate) fn tuple_getitem_var(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        items: &[ReprId],
    ) -> Res {
        let item = self.result_repr(cx, op)?;
        let index = self.s(cx, &op.args[1]);
        let i = self.signed(cx, &op.args[1])?;
        if self.lltype(item)? == Type::Void {
            return self.set_result(cx, op, void(), item);
        }
        let ty = self.lltype(item)?;
        let array = self.array_of(ty);
        let n = cx.int(items.len() as i64);
        let items = match self.s(cx, &op.args[0]).const_host() {
            Some(h) => konst(self.prebuilt_array(h, item, array)?),
            None => {
                let (t, _) = self.val(cx, &op.args[0])?;
                let new = self.malloc_varsize(cx, array, n);
                for (k, r) in items.iter().enumerate() {
                    let x = self.tuple_item(cx, t, items, k)?;
                    let x = self.convert(cx, x, *r, item)?;
                    let k = cx.int(k as i64);
                    cx.op0(LlOp::SetArrayItem, vec![new, k, x]);
                }
                new
            }
        };
        let f = if index.is_nonneg() { "ll_getitem_nonneg" } else { "ll_getitem" };
        let v = self.helper_call(cx, "ll_list", f, vec![items, n, i])?;
        self.set_result(cx, op, v, item)
    }

    /// A new tuple with these items (of these reprs).
    pub(crate) fn new_tuple(
        &mut self,
        cx: &mut Cx,
        reprs: &[ReprId],
        items: Vec<LlValue>,
    ) -> Res<LlValue> {
        if reprs.is_empty() {
            return Ok(void());
        }
        let s = self.tuple_struct(reprs)?;
        let t = self.malloc(cx, s);
        for (i, v) in items.into_iter().enumerate() {
            self.setfield(cx, t, &format!("item{i}"), v)?;
        }
        Ok(t)
    }

    /// The items of a constant tuple as an array.
    pub(crate) fn prebuilt_array(
        &mut self,
        h: HostRef,
        item: ReprId,
        array: flowmodel::StructId,
    ) -> Res<Const> {
        // A tuple is never an item of itself: no other prebuilt object has this key.
        if let Some(o) = self.prebuilt.objects.get(&(h, item)) {
            return Ok(Const::Obj(*o));
        }
        let base = self.ann.host.base(h);
        let HostObj::Tuple(items) = self.ann.host.obj(base) else {
            return Err(error("a prebuilt object is not a tuple"));
        };
        let mut consts = vec![];
        for x in items.clone().iter() {
            consts.push(self.host_const(*x, item)?);
        }
        let o = self.new_obj("items", array, consts);
        self.prebuilt.objects.insert((h, item), o);
        Ok(Const::Obj(o))
    }
}
