//! `int(x)`, `float(x)` and the integer types of `rpython.rlib.rarithmetic`.

use crate::base::cx::Cx;
use crate::base::repr::Repr;
use crate::{RTyper, Res, error};
use flowmodel::{Hl, HlValue, SpaceOperation, Type};

impl RTyper<'_> {
    /// `int(x)`, `int(s, base)`
    pub(crate) fn rtype_int(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        x: &HlValue,
        base: Option<&HlValue>,
    ) -> Res {
        let (v, r) = self.val(cx, x)?;
        let v = match self.repr(r).clone() {
            Repr::Prim(Type::Float) => self.helper_call(cx, "ll_float", "ll_float2int", vec![v])?,
            Repr::Prim(t)
                if t == Type::Bool || t != Type::Unsigned && (t.is_signed() || t.is_unsigned()) =>
            {
                self.convert_prim(cx, v, t, Type::Signed)?
            }
            Repr::Prim(Type::Unsigned) => return self.set_result(cx, op, v, r),
            Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
                let rs = self.text_repr(r);
                let s = self.convert(cx, v, r, rs)?;
                let b = match base {
                    Some(b) => self.signed(cx, b)?,
                    None => cx.int(10),
                };
                self.helper_call(cx, "ll_int", "ll_str2int", vec![s, b])?
            }
            other => return Err(error(format!("int() of {}", other.describe()))),
        };
        self.int_result(cx, op, v)
    }

    /// `float(x)`
    pub(crate) fn rtype_float(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, x: &HlValue) -> Res {
        let (v, r) = self.val(cx, x)?;
        let rf = self.prim(Type::Float);
        let v = match self.repr(r).clone() {
            Repr::Prim(t) if !matches!(t, Type::Char | Type::UniChar) => {
                self.convert_prim(cx, v, t, Type::Float)?
            }
            Repr::Str | Repr::Prim(Type::Char) => {
                let rs = self.text_repr(r);
                let s = self.convert(cx, v, r, rs)?;
                self.helper_call(cx, "ll_float", "ll_str2float", vec![s])?
            }
            other => return Err(error(format!("float() of {}", other.describe()))),
        };
        self.set_result(cx, op, v, rf)
    }

    /// `r_uint(x)` and its like.
    pub(crate) fn machine_int(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, x: &HlValue) -> Res {
        let rr = self.result_repr(cx, op)?;
        let ty = self.lltype(rr)?;
        let (v, r) = self.val(cx, x)?;
        let Repr::Prim(t) = *self.repr(r) else {
            return Err(error("an int type of what is not a number"));
        };
        let v = match (t, ty) {
            (Type::Float, Type::Unsigned) => {
                self.helper_call(cx, "ll_float", "ll_float2uint", vec![v])?
            }
            (Type::Float, _) => {
                let i = self.helper_call(cx, "ll_float", "ll_float2int", vec![v])?;
                self.convert_prim(cx, i, Type::Signed, ty)?
            }
            _ => self.convert_prim(cx, v, t, ty)?,
        };
        self.own_result(cx, op, v)
    }
}
