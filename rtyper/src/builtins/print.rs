//! `print(…)`.

use crate::base::cx::{Cx, konst};
use crate::base::repr::Repr;
use crate::{RTyper, Res};
use annotator::Kind;
use flowmodel::{Const, Hl, HlValue, LlValue, SpaceOperation};
use std::rc::Rc;

impl RTyper<'_> {
    /// `print(…)`: its texts one after the other, to the buffer of print.
    pub(crate) fn builtin_print(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        a: &[HlValue],
        kw: &[(Rc<str>, HlValue)],
    ) -> Res {
        let mut sep = konst(self.string_const(b" "));
        let mut end = konst(self.string_const(b"\n"));
        let rs = self.intern(Repr::Str);
        for (k, v) in kw {
            if self.s(cx, v).kind == Kind::None_ {
                continue;
            }
            match &**k {
                "sep" => sep = self.val_as(cx, v, rs)?,
                "end" => end = self.val_as(cx, v, rs)?,
                _ => {}
            }
        }
        let flush =
            kw.iter().any(|(k, v)| &**k == "flush" && self.s(cx, v).const_bool() != Some(false));
        // All texts are made before the first is printed; constant ones that follow each other are one.
        let mut parts: Vec<LlValue> = vec![];
        for (i, x) in a.iter().enumerate() {
            if i > 0 {
                self.add_text(&mut parts, sep);
            }
            let s = self.str_of(cx, x, false)?;
            self.add_text(&mut parts, s);
        }
        let newline = self.const_text(&end).is_some_and(|t| t == b"\n");
        let lines = newline && parts.last().is_some_and(|p| self.const_text(p).is_none());
        if !lines {
            self.add_text(&mut parts, end);
        }
        let count = parts.len();
        for (i, text) in parts.into_iter().enumerate() {
            let f = if lines && i + 1 == count { "ll_print_line" } else { "ll_print_text" };
            self.helper_call(cx, "ll_print", f, vec![text])?;
        }
        if flush {
            self.helper_call(cx, "ll_os", "ll_flush", vec![])?;
        }
        self.none_result(cx, op)
    }

    /// The text of a constant.
    pub(crate) fn const_text(&self, v: &LlValue) -> Option<Vec<u8>> {
        let LlValue::Const(Const::Obj(o)) = v else { return None };
        let byte = |c: &Const| if let Const::Char(b) = c { Some(*b) } else { None };
        self.prog.heap[*o].items.iter().map(byte).collect()
    }

    /// Appends a text to others that go to the same place.
    pub(crate) fn add_text(&mut self, parts: &mut Vec<LlValue>, text: LlValue) {
        if let Some(new) = self.const_text(&text) {
            if let Some(mut old) = parts.last().and_then(|p| self.const_text(p)) {
                old.extend(new);
                let joined = konst(self.string_const(&old));
                *parts.last_mut().expect("the old text") = joined;
                return;
            }
            if new.is_empty() {
                return;
            }
        }
        parts.push(text);
    }
}
