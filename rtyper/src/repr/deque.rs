//! Deques.

use crate::base::cx::{Cx, void};
use crate::base::repr::{Repr, ReprId};
use crate::helpers::HArg;
use crate::{RTyper, Res, error};
use annotator::{Kind, ListDefId};
use flowmodel::{Field, Hl, HlValue, LlValue, SpaceOperation, StructId, Type};

impl RTyper<'_> {
    /// Container of a deque: `length` items of the ring `items` from `start`; `maxlen` or -1.
    pub(crate) fn deque_struct(&mut self, l: ListDefId) -> Res<StructId> {
        let array = self.list_info(l)?.array;
        if let Some(s) = self.layouts.deques.get(&array) {
            return Ok(*s);
        }
        let name = format!("deque_{}", self.ann.types.structs[array].name);
        let fields = vec![
            Field::new("length", Type::Signed),
            Field::new("start", Type::Signed),
            Field::new("maxlen", Type::Signed),
            Field::new("items", Type::Ptr(array)),
        ];
        let s = self.ann.types.add(&name, true, None, fields, None);
        self.layouts.deques.insert(array, s);
        Ok(s)
    }

    /// Repr of the items of a deque.
    pub(crate) fn deque_item(&mut self, r: ReprId) -> Res<ReprId> {
        match *self.repr(r) {
            Repr::Deque(l) => Ok(self.list_info(l)?.item),
            _ => Err(error("a deque is expected here")),
        }
    }

    /// `deque(maxlen=…)`
    pub(crate) fn new_deque(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        maxlen: Option<&HlValue>,
    ) -> Res {
        let max = match maxlen {
            Some(m) if self.s(cx, m).kind != Kind::None_ => self.signed(cx, m)?,
            _ => cx.int(-1),
        };
        self.new_deque_of(cx, op, max)
    }

    pub(crate) fn new_deque_of(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        max: LlValue,
    ) -> Res {
        let rr = self.result_repr(cx, op)?;
        let Repr::Deque(l) = *self.repr(rr) else {
            return Err(error("internal: a deque that is not one"));
        };
        let s = self.deque_struct(l)?;
        let array = self.list_info(l)?.array;
        let d = self.malloc(cx, s);
        let n = cx.int(8);
        let items = self.malloc_varsize(cx, array, n);
        self.setfield(cx, d, "items", items)?;
        self.setfield(cx, d, "maxlen", max)?;
        self.own_result(cx, op, d)
    }

    pub(crate) fn deque_getitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let item = self.deque_item(r)?;
        let (d, _) = self.val(cx, &op.args[0])?;
        let i = self.signed(cx, &op.args[1])?;
        let v = self.helper_call(cx, "ll_deque", "ll_getitem", vec![d, i])?;
        self.deque_result(cx, op, v, item)
    }

    pub(crate) fn deque_result(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        v: LlValue,
        r: ReprId,
    ) -> Res {
        let v = if self.lltype(r)? == Type::Void { void() } else { v };
        self.set_result(cx, op, v, r)
    }

    pub(crate) fn deque_setitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let item = self.deque_item(r)?;
        let (d, _) = self.val(cx, &op.args[0])?;
        let i = self.signed(cx, &op.args[1])?;
        let v = self.val_as(cx, &op.args[2], item)?;
        self.helper_call(cx, "ll_deque", "ll_setitem", vec![d, i, v])?;
        self.none_result(cx, op)
    }

    pub(crate) fn deque_delitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (d, _) = self.val(cx, &op.args[0])?;
        let i = self.signed(cx, &op.args[1])?;
        self.helper_call(cx, "ll_deque", "ll_delitem", vec![d, i])?;
        self.none_result(cx, op)
    }

    pub(crate) fn deque_contains(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        r: ReprId,
    ) -> Res {
        let item = self.deque_item(r)?;
        let (d, _) = self.val(cx, &op.args[0])?;
        let v = self.val_as(cx, &op.args[1], item)?;
        let eq = self.eq_fn(item)?;
        let args = vec![d.into(), v.into(), HArg::F(eq)];
        let b = self.helper_call_with(cx, "ll_deque", "ll_contains", args)?;
        self.bool_result(cx, op, b)
    }

    /// Fields of a new iterator.
    pub(crate) fn deque_iter(
        &mut self,
        cx: &mut Cx,
        it: LlValue,
        d: LlValue,
        reversed: bool,
    ) -> Res {
        self.setfield(cx, it, "deque", d)?;
        let n = self.getfield(cx, d, "length")?;
        self.setfield(cx, it, "size", n)?;
        let index = if reversed { n } else { cx.int(0) };
        self.setfield(cx, it, "index", index)?;
        Ok(())
    }
}
