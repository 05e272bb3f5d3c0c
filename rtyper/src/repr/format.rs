//! `str()` and `repr()`.

use crate::graph::cx::{Cx, konst};
use crate::helpers::Unknown;
use crate::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::{Hook, Kind};
use flowmodel::{HlConst, HlValue, LlValue, Type};
use flowspace::host::generation;

impl RTyper<'_> {
    /// `str(x)` (or `repr(x)`) of an operand.
    pub(crate) fn str_of(&mut self, cx: &mut Cx, x: &HlValue, repr: bool) -> Res<LlValue> {
        let s = self.s(cx, x);
        let c = match x {
            HlValue::Const(c) => Some(c.clone()),
            HlValue::Var(_) => s.konst.clone(),
        };
        match (&c, repr) {
            (Some(HlConst::Str(b)), false) => return Ok(konst(self.string_const(b))),
            (Some(HlConst::Int(i)), _) => {
                return Ok(konst(self.string_const(i.to_string().as_bytes())));
            }
            (Some(HlConst::Bool(b)), _) => {
                return Ok(konst(self.string_const(if *b { b"True" } else { b"False" })));
            }
            (Some(HlConst::None), _) => return Ok(konst(self.string_const(b"None"))),
            _ => {}
        }
        if s.kind == Kind::None_ {
            return Ok(konst(self.string_const(b"None")));
        }
        let (v, r) = self.val(cx, x)?;
        // In Python 2 `str` gives what is in it.
        if s.kind == Kind::ByteArray && !repr && self.ann.host.generation.python2 {
            return self.helper_call(cx, "ll_bytearray", "ll_to_str", vec![v]);
        }
        let none = s.can_be_none();
        self.str_of_value(cx, v, r, repr, none)
    }

    pub(crate) fn str_of_value(
        &mut self,
        cx: &mut Cx,
        v: LlValue,
        r: ReprId,
        repr: bool,
        may_be_none: bool,
    ) -> Res<LlValue> {
        let none = konst(self.string_const(b"None"));
        Ok(match self.repr(r).clone() {
            Repr::Prim(Type::Char) if !repr => self.char_to_str(cx, v)?,
            Repr::Prim(Type::Char) => {
                let s = self.char_to_str(cx, v)?;
                self.helper_call(cx, "ll_str", "ll_strrepr", vec![s])?
            }
            Repr::Prim(Type::Bool) => {
                let t = konst(self.string_const(b"True"));
                let f = konst(self.string_const(b"False"));
                self.helper_call(cx, "ll_print", "ll_choose", vec![v, t, f])?
            }
            Repr::Prim(t) if t.is_signed() => {
                let i = self.convert_prim(cx, v, t, Type::Signed)?;
                self.helper_call(cx, "ll_int", "ll_int2dec", vec![i])?
            }
            Repr::Prim(t) if t.is_unsigned() => {
                let i = self.convert_prim(cx, v, t, Type::Unsigned)?;
                self.helper_call(cx, "ll_int", "ll_uint2dec", vec![i])?
            }
            Repr::Prim(t @ (Type::Float | Type::SingleFloat)) => {
                let f = self.convert_prim(cx, v, t, Type::Float)?;
                // In Python 2 `str` gives 12 digits.
                let short =
                    !repr && generation::program_python(&self.ann.host) == flowspace::Python::Two;
                let helper = if short { "ll_float2str_short" } else { "ll_float2str" };
                self.helper_call(cx, "ll_float", helper, vec![f])?
            }
            Repr::Str if repr => {
                let f = if may_be_none { "ll_strrepr_or_none" } else { "ll_strrepr" };
                if may_be_none {
                    self.helper_call(cx, "ll_print", f, vec![v, none])?
                } else {
                    self.helper_call(cx, "ll_str", f, vec![v])?
                }
            }
            Repr::Str if may_be_none => {
                self.helper_call(cx, "ll_print", "ll_str_or_none", vec![v, none])?
            }
            Repr::Str => v,
            Repr::Unicode if repr => {
                self.helper_call(cx, "ll_unirepr", "ll_unicode_text", vec![v])?
            }
            Repr::Unicode if may_be_none => {
                self.helper_call(cx, "ll_unicode", "ll_encode_utf8_or_none", vec![v, none])?
            }
            Repr::Unicode => self.helper_call(cx, "ll_unicode", "ll_encode_utf8", vec![v])?,
            Repr::Prim(Type::UniChar) => {
                let s = self.char_to_str(cx, v)?;
                if repr {
                    self.helper_call(cx, "ll_unirepr", "ll_unicode_text", vec![s])?
                } else {
                    self.helper_call(cx, "ll_unicode", "ll_encode_utf8", vec![s])?
                }
            }
            Repr::Prim(Type::Ptr(p)) if p == self.layouts.string => v,
            Repr::Void | Repr::Known(_) => none,
            Repr::Instance(_)
                if let Some(f) =
                    self.object_hook(r, if repr { Hook::Repr } else { Hook::Str })? =>
            {
                self.call_host_helper(cx, f, vec![v.into()])?
            }
            Repr::Instance(c) if self.is_exception(c) => {
                let helper = if repr { self.exception_repr_helper() } else { "ll_exc_str" };
                self.exception_helper(cx, v, helper)?
            }
            Repr::Instance(_) => {
                let root = self.cast(cx, v, Type::Ptr(self.layouts.object));
                self.helper_call(cx, "ll_print", "ll_instance_str", vec![root, none])?
            }
            Repr::Class => self.helper_call(cx, "ll_print", "ll_class_str", vec![v, none])?,
            // `e.args`
            Repr::BuiltinMethod(i) if matches!(self.repr(i), Repr::Instance(_)) => {
                self.exception_helper(cx, v, "ll_exc_args")?
            }
            Repr::Tuple(items) => {
                let mut acc = konst(self.string_const(b"("));
                for (i, ir) in items.iter().enumerate() {
                    if i > 0 {
                        let comma = konst(self.string_const(b", "));
                        acc = self.concat(cx, acc, comma)?;
                    }
                    let x = self.tuple_item(cx, v, &items, i)?;
                    let s = self.str_of_value(cx, x, *ir, true, true)?;
                    acc = self.concat(cx, acc, s)?;
                }
                let end = konst(self.string_const(if items.len() == 1 { b",)" } else { b")" }));
                self.concat(cx, acc, end)?
            }
            Repr::List(_)
            | Repr::Dict(_)
            | Repr::Set(_)
            | Repr::ByteArray
            | Repr::Deque(_)
            | Repr::Range(_) => {
                let f = self.str_fn(r, Unknown::Error)?;
                self.call_host_helper(cx, f, vec![v.into()])?
            }
            other => {
                return Err(error(format!("str() of {} is not supported", other.describe())));
            }
        })
    }

    fn concat(&mut self, cx: &mut Cx, a: LlValue, b: LlValue) -> Res<LlValue> {
        self.helper_call(cx, "ll_str", "ll_strconcat", vec![a, b])
    }

    /// The function that gives the repr of items of a list.
    pub(crate) fn str_fn(&mut self, r: ReprId, unknown: Unknown) -> Res<flowmodel::HostRef> {
        match self.repr(r).clone() {
            Repr::Prim(Type::Signed) => self.helper_fn("ll_int", "ll_int2dec"),
            Repr::Prim(Type::Unsigned) => self.helper_fn("ll_int", "ll_uint2dec"),
            Repr::Prim(Type::Float) => self.helper_fn("ll_float", "ll_float2str"),
            Repr::Prim(Type::Char) => self.helper_fn("ll_print", "ll_char_repr"),
            Repr::Prim(Type::Bool) => self.helper_fn("ll_print", "ll_bool_str"),
            Repr::Str => self.helper_fn("ll_text", "ll_str_text"),
            Repr::Unicode => self.helper_fn("ll_unirepr", "ll_unicode_text"),
            Repr::Prim(Type::UniChar) => self.helper_fn("ll_unirepr", "ll_unichar_text"),
            Repr::Void | Repr::Known(_) => self.helper_fn("ll_text", "ll_none_text"),
            Repr::List(_)
            | Repr::Tuple(_)
            | Repr::Dict(_)
            | Repr::Set(_)
            | Repr::ByteArray
            | Repr::Deque(_)
            | Repr::Range(_) => self.container_text_fn(r, unknown),
            Repr::Instance(_) => match self.repr_hook(r, unknown)? {
                Some(f) => Ok(f),
                None => {
                    if let Repr::Instance(c) = *self.repr(r) {
                        self.setup_class(c)?;
                        if self.is_exception(c) {
                            return self.helper_fn("ll_exc", self.exception_repr_helper());
                        }
                    }
                    self.helper_fn("ll_print", "ll_object_str")
                }
            },
            other => Err(error(format!("str() of a list of {}s", other.describe()))),
        }
    }
}
