//! bytearrays: resizable lists of chars.

use crate::graph::cx::{Cx, konst};
use crate::repr::{Repr, ReprId};
use crate::{RTyper, Res};
use flowmodel::{Const, Hl, HlOp, HlValue, LlOp, LlValue, SpaceOperation, StructId, Type};
use flowspace::host::generation;

impl RTyper<'_> {
    fn byte_items(&mut self) -> StructId {
        self.array_of(Type::Char)
    }
    /// Container of bytearrays.
    pub(crate) fn bytearray_struct(&mut self) -> StructId {
        let a = self.byte_items();
        self.list_struct(a)
    }
    fn byte_model(&mut self) -> LlValue {
        konst(Const::Null(Type::Ptr(self.byte_items())))
    }
    fn new_bytearray(&mut self, cx: &mut Cx, items: LlValue) -> Res<LlValue> {
        let s = self.bytearray_struct();
        let n = cx.op(LlOp::GetArraySize, vec![items], Type::Signed);
        let l = self.malloc(cx, s);
        self.setfield(cx, l, "length", n)?;
        self.setfield(cx, l, "items", items)?;
        Ok(l)
    }
    /// Items and length of a bytearray or string.
    fn byte_parts(&mut self, cx: &mut Cx, a: &HlValue) -> Res<(LlValue, LlValue)> {
        let (v, r) = self.val(cx, a)?;
        if let Repr::ByteArray = self.repr(r) {
            let items = self.getfield(cx, v, "items")?;
            return Ok((items, self.getfield(cx, v, "length")?));
        }
        let rs = self.intern(Repr::Str);
        let s = self.convert(cx, v, r, rs)?;
        let n = cx.op(LlOp::GetArraySize, vec![s], Type::Signed);
        let model = self.byte_model();
        let items = self.helper_call(cx, "ll_bytearray", "ll_from_str", vec![s, model])?;
        Ok((items, n))
    }
    fn list_helper(&mut self, cx: &mut Cx, f: &str, args: Vec<LlValue>) -> Res<LlValue> {
        self.helper_call(cx, "ll_list", f, args)
    }

    /// `bytearray()`, of a string, of a bytearray, or of a length.
    pub(crate) fn builtin_bytearray(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        a: &[HlValue],
    ) -> Res {
        let model = self.byte_model();
        let items = match a.first() {
            None => {
                let zero = cx.int(0);
                self.helper_call(cx, "ll_bytearray", "ll_zeros", vec![zero, model])?
            }
            Some(x) if self.s(cx, x).is_integral() => {
                let n = self.signed(cx, x)?;
                self.helper_call(cx, "ll_bytearray", "ll_zeros", vec![n, model])?
            }
            Some(x) => {
                let (items, n) = self.byte_parts(cx, x)?;
                self.list_helper(cx, "ll_copy", vec![items, n])?
            }
        };
        let l = self.new_bytearray(cx, items)?;
        self.own_result(cx, op, l)
    }

    pub(crate) fn bytearray_getitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        if let Some(parts) = self.slice_parts(cx, &op.args[1])? {
            let (items, n) = self.byte_parts(cx, &op.args[0])?;
            let items = match self.slice_step(cx, &parts[2])? {
                None => {
                    let start = self.bound(cx, &parts[0], false)?;
                    let stop = self.bound(cx, &parts[1], true)?;
                    self.list_helper(cx, "ll_getslice", vec![items, n, start, stop])?
                }
                Some(_) => {
                    let [a, b, c] = self.slice_indices(cx, &parts, n)?;
                    self.list_helper(cx, "ll_getslice_step", vec![items, n, a, b, c])?
                }
            };
            let l = self.new_bytearray(cx, items)?;
            return self.own_result(cx, op, l);
        }
        let (l, _) = self.val(cx, &op.args[0])?;
        let i = self.signed(cx, &op.args[1])?;
        let v = self.helper_call(cx, "ll_bytearray", "ll_get_byte", vec![l, i])?;
        self.int_result(cx, op, v)
    }

    pub(crate) fn bytearray_setitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (l, _) = self.val(cx, &op.args[0])?;
        if let Some(parts) = self.slice_parts(cx, &op.args[1])? {
            let (src, srclen) = self.byte_parts(cx, &op.args[2])?;
            if self.slice_step(cx, &parts[2])?.is_some() {
                let (items, n) = self.byte_parts(cx, &op.args[0])?;
                let [a, b, c] = self.slice_indices(cx, &parts, n)?;
                self.list_helper(cx, "ll_setslice_step", vec![items, a, b, c, src, srclen])?;
            } else {
                let start = self.bound(cx, &parts[0], false)?;
                let stop = self.bound(cx, &parts[1], true)?;
                self.list_helper(cx, "ll_setslice", vec![l, start, stop, src, srclen])?;
            }
            return self.none_result(cx, op);
        }
        let i = self.signed(cx, &op.args[1])?;
        let v = self.signed(cx, &op.args[2])?;
        let helper = match generation::program_python(&self.ann.host) {
            flowspace::Python::Two => "ll_set_low_byte",
            _ => "ll_set_byte",
        };
        self.helper_call(cx, "ll_bytearray", helper, vec![l, i, v])?;
        self.none_result(cx, op)
    }

    pub(crate) fn bytearray_delitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (l, _) = self.val(cx, &op.args[0])?;
        if let Some(parts) = self.slice_parts(cx, &op.args[1])? {
            if self.slice_step(cx, &parts[2])?.is_some() {
                let n = self.getfield(cx, l, "length")?;
                let [a, b, c] = self.slice_indices(cx, &parts, n)?;
                self.list_helper(cx, "ll_delslice_step", vec![l, a, b, c])?;
            } else {
                let start = self.bound(cx, &parts[0], false)?;
                let stop = self.bound(cx, &parts[1], true)?;
                self.list_helper(cx, "ll_delslice", vec![l, start, stop])?;
            }
            return self.none_result(cx, op);
        }
        let i = self.signed(cx, &op.args[1])?;
        self.helper_call(cx, "ll_bytearray", "ll_del_byte", vec![l, i])?;
        self.none_result(cx, op)
    }

    pub(crate) fn bytearray_contains(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (l, _) = self.val(cx, &op.args[0])?;
        let i = self.signed(cx, &op.args[1])?;
        let b = self.helper_call(cx, "ll_bytearray", "ll_contains_byte", vec![l, i])?;
        self.bool_result(cx, op, b)
    }

    /// `==` of bytearrays and strings.
    pub(crate) fn bytearray_eq(&mut self, cx: &mut Cx, a: &HlValue, b: &HlValue) -> Res<LlValue> {
        let ((v, rv), (w, rw)) = (self.val(cx, a)?, self.val(cx, b)?);
        let (bytes, str) = (Repr::ByteArray, Repr::Str);
        let helper = match (self.repr(rv), self.repr(rw)) {
            (x, y) if *x == bytes && *y == bytes => Some(("ll_bytearray_eq", vec![v, w])),
            (x, y) if *x == bytes && *y == str => Some(("ll_bytearray_eq_str", vec![v, w])),
            (x, y) if *x == str && *y == bytes => Some(("ll_bytearray_eq_str", vec![w, v])),
            _ => None,
        };
        if let Some((f, args)) = helper {
            return self.helper_call(cx, "ll_bytearray", f, args);
        }
        let (x, xn) = self.byte_parts(cx, a)?;
        let (y, yn) = self.byte_parts(cx, b)?;
        self.helper_call(cx, "ll_bytearray", "ll_bytes_eq", vec![x, xn, y, yn])
    }

    /// `+` and `+=`
    pub(crate) fn bytearray_add(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let (b, bn) = self.byte_parts(cx, &op.args[1])?;
        if op.op == HlOp::InplaceAdd {
            let (l, r) = self.val(cx, &op.args[0])?;
            self.list_helper(cx, "ll_extend", vec![l, b, bn])?;
            return self.set_result(cx, op, l, r);
        }
        let (a, an) = self.byte_parts(cx, &op.args[0])?;
        let items = self.list_helper(cx, "ll_concat", vec![a, an, b, bn])?;
        let l = self.new_bytearray(cx, items)?;
        self.own_result(cx, op, l)
    }

    /// Methods of bytearrays; `args` without the bytearray.
    /// `b.extend(x)` with a string or bytearray
    pub(crate) fn bytearray_extend(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        l: LlValue,
        x: &HlValue,
    ) -> Res {
        let (b, n) = self.byte_parts(cx, x)?;
        self.list_helper(cx, "ll_extend", vec![l, b, n])?;
        self.none_result(cx, op)
    }

    /// `b.reverse()`
    pub(crate) fn bytearray_reverse(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        l: LlValue,
    ) -> Res {
        let items = self.getfield(cx, l, "items")?;
        let n = self.getfield(cx, l, "length")?;
        self.list_helper(cx, "ll_reverse", vec![items, n])?;
        self.none_result(cx, op)
    }

    /// `b.copy()`
    pub(crate) fn bytearray_copy(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        l: LlValue,
    ) -> Res {
        let items = self.getfield(cx, l, "items")?;
        let n = self.getfield(cx, l, "length")?;
        let items = self.list_helper(cx, "ll_copy", vec![items, n])?;
        let new = self.new_bytearray(cx, items)?;
        self.own_result(cx, op, new)
    }

    /// The heap object of a prebuilt bytearray.
    pub(crate) fn prebuilt_bytearray(
        &mut self,
        h: flowmodel::HostRef,
        r: ReprId,
        bytes: &[u8],
    ) -> Const {
        if let Some(o) = self.prebuilt.objects.get(&(h, r)) {
            return Const::Obj(*o);
        }
        let (s, array) = (self.bytearray_struct(), self.byte_items());
        let items = bytes.iter().map(|b| Const::Char(*b)).collect();
        let items = self.new_obj("items", array, items);
        let o = self.new_obj("bytearray", s, vec![]);
        self.set_obj_field(o, "length", Const::Int(bytes.len() as i64));
        self.set_obj_field(o, "items", Const::Obj(items));
        self.prebuilt.objects.insert((h, r), o);
        Const::Obj(o)
    }
}
