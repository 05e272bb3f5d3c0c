//! Strings and string builders.

use crate::base::cx::{Cx, konst};
use crate::base::repr::{Repr, ReprId};
use crate::{RTyper, Res, error};
use annotator::Kind;
use flowmodel::{Const, Hl, HlConst, HlOp, HlValue, HostRef, LlOp, LlValue, SpaceOperation, Type};

impl RTyper<'_> {
    /// The string repr that goes with a text repr: characters become strings.
    pub(crate) fn text_repr(&mut self, r: ReprId) -> ReprId {
        let wide = matches!(self.repr(r), Repr::Unicode | Repr::Prim(Type::UniChar));
        self.intern(if wide { Repr::Unicode } else { Repr::Str })
    }

    pub(crate) fn str_getitem(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let rs = self.text_repr(r);
        let s = self.val_as(cx, &op.args[0], rs)?;
        if let Some(parts) = self.slice_parts(cx, &op.args[1])? {
            let v = if self.slice_step(cx, &parts[2])?.is_some() {
                let n = cx.op(LlOp::GetArraySize, vec![s], Type::Signed);
                let [a, b, c] = self.slice_indices(cx, &parts, n)?;
                self.helper_call(cx, "ll_str", "ll_strslice_step", vec![s, a, b, c])?
            } else {
                let start = self.bound(cx, &parts[0], false)?;
                if self.s(cx, &parts[1]).kind == Kind::None_ {
                    self.helper_call(cx, "ll_str", "ll_strslice_startonly", vec![s, start])?
                } else {
                    let stop = self.bound(cx, &parts[1], true)?;
                    self.helper_call(cx, "ll_str", "ll_strslice", vec![s, start, stop])?
                }
            };
            return self.set_result(cx, op, v, rs);
        }
        let nonneg = self.s(cx, &op.args[1]).is_nonneg();
        let i = self.signed(cx, &op.args[1])?;
        let f = if nonneg { "ll_stritem_nonneg" } else { "ll_stritem" };
        let f = self.index_helper(cx, f);
        let c = self.helper_call(cx, "ll_str", &f, vec![s, i])?;
        let rc = match *self.repr(rs) {
            Repr::Unicode => self.prim(Type::UniChar),
            _ => self.prim(Type::Char),
        };
        self.set_result(cx, op, c, rc)
    }

    pub(crate) fn str_contains(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, r: ReprId) -> Res {
        let rs = self.text_repr(r);
        let s = self.val_as(cx, &op.args[0], rs)?;
        let b = self.text_or_char(cx, &op.args[1], rs)?;
        let f = if self.is_char(cx, &b) { "ll_contains_char" } else { "ll_contains" };
        let v = self.helper_call(cx, "ll_str", f, vec![s, b])?;
        self.bool_result(cx, op, v)
    }
    pub(crate) fn is_char(&self, cx: &Cx, v: &LlValue) -> bool {
        matches!(self.vtype(cx, v), Type::Char | Type::UniChar)
    }
    /// An operand as the character type of `rs` if it is a character, else as a string.
    pub(crate) fn text_or_char(&mut self, cx: &mut Cx, a: &HlValue, rs: ReprId) -> Res<LlValue> {
        let s = self.s(cx, a);
        let r = self.repr_of(&s)?;
        let wide = matches!(self.repr(rs), Repr::Unicode);
        match *self.repr(r) {
            Repr::Prim(Type::Char | Type::UniChar) => {
                let rc = self.prim(if wide { Type::UniChar } else { Type::Char });
                self.val_as(cx, a, rc)
            }
            _ => self.val_as(cx, a, rs),
        }
    }

    pub(crate) fn str_add(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let rr = self.result_repr(cx, op)?;
        let rs = self.text_repr(rr);
        let a = self.val_as(cx, &op.args[0], rs)?;
        let b = self.val_as(cx, &op.args[1], rs)?;
        let v = self.helper_call(cx, "ll_str", "ll_strconcat", vec![a, b])?;
        self.set_result(cx, op, v, rs)
    }
    pub(crate) fn str_mul(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>, which: usize) -> Res {
        let rr = self.result_repr(cx, op)?;
        let rs = self.text_repr(rr);
        let n = self.signed(cx, &op.args[1 - which])?;
        let a = self.text_or_char(cx, &op.args[which], rs)?;
        let v = if self.is_char(cx, &a) {
            let model = konst(Const::Null(self.lltype(rs)?));
            self.helper_call(cx, "ll_str", "ll_char_mul", vec![model, a, n])?
        } else {
            self.helper_call(cx, "ll_str", "ll_strmul", vec![a, n])?
        };
        self.set_result(cx, op, v, rs)
    }

    /// Start and end arguments of search methods.
    pub(crate) fn range_args(&mut self, cx: &mut Cx, args: &[HlValue]) -> Res<(LlValue, LlValue)> {
        let start = match args.first() {
            Some(a) => self.bound(cx, a, false)?,
            None => cx.int(0),
        };
        let end = match args.get(1) {
            Some(a) => self.bound(cx, a, true)?,
            None => cx.int(i64::MAX),
        };
        Ok((start, end))
    }

    /// A list of the strings that a counting and a filling helper give.
    pub(crate) fn string_list(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        n: LlValue,
        fill: &str,
        before: Vec<LlValue>,
        after: Vec<LlValue>,
    ) -> Res {
        let rr = self.result_repr(cx, op)?;
        let info = self.list_of(rr)?;
        let array = self.malloc_varsize(cx, info.array, n);
        let mut args = before;
        args.push(array);
        args.extend(after);
        self.helper_call(cx, "ll_str", fill, args)?;
        let l = self.list_from_array(cx, info, array, n)?;
        self.own_result(cx, op, l)
    }

    /// `s.find(x, start, end)` and its like, with the helpers for a text and for a character.
    pub(crate) fn str_find(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        (s, rs): (LlValue, ReprId),
        args: &[HlValue],
        helpers: (&str, &str),
    ) -> Res {
        let p = self.text_or_char(cx, &args[0], rs)?;
        let (start, end) = self.range_args(cx, &args[1..])?;
        let f = if self.is_char(cx, &p) { helpers.1 } else { helpers.0 };
        let v = self.helper_call(cx, "ll_str", f, vec![s, p, start, end])?;
        self.int_result(cx, op, v)
    }

    /// `s.strip(chars)` on these sides.
    pub(crate) fn str_strip(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        (s, rs): (LlValue, ReprId),
        args: &[HlValue],
        sides: i64,
    ) -> Res {
        let which = cx.int(sides);
        let none = args.first().is_none_or(|a| self.s(cx, a).kind == Kind::None_);
        let v = if none {
            self.helper_call(cx, "ll_str", "ll_strip_space", vec![s, which])?
        } else {
            let chars = self.val_as(cx, &args[0], rs)?;
            self.helper_call(cx, "ll_str", "ll_strip_chars", vec![s, chars, which])?
        };
        self.set_result(cx, op, v, rs)
    }

    /// `s.replace(old, new, count)`
    pub(crate) fn str_replace(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        (s, rs): (LlValue, ReprId),
        args: &[HlValue],
    ) -> Res {
        let old = self.text_or_char(cx, &args[0], rs)?;
        let new = self.text_or_char(cx, &args[1], rs)?;
        if args.len() == 2 && self.is_char(cx, &old) && self.is_char(cx, &new) {
            let v = self.helper_call(cx, "ll_str", "ll_replace_char", vec![s, old, new])?;
            return self.set_result(cx, op, v, rs);
        }
        let old = self.val_as(cx, &args[0], rs)?;
        let new = self.val_as(cx, &args[1], rs)?;
        let limit = match args.get(2) {
            Some(a) => self.signed(cx, a)?,
            None => cx.int(-1),
        };
        let v = self.helper_call(cx, "ll_str", "ll_replace", vec![s, old, new, limit])?;
        self.set_result(cx, op, v, rs)
    }

    /// `s.split(sep, count)`, with the helper for a separator.
    pub(crate) fn str_split(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        (s, rs): (LlValue, ReprId),
        args: &[HlValue],
        by_separator: &str,
    ) -> Res {
        let none = args.first().is_none_or(|a| self.s(cx, a).kind == Kind::None_);
        let limit = match args.get(1) {
            Some(a) => self.signed(cx, a)?,
            None => cx.int(-1),
        };
        if none {
            let n = self.helper_call(cx, "ll_str", "ll_split_space_count", vec![s, limit])?;
            return self.string_list(cx, op, n, "ll_split_space", vec![s], vec![n, limit]);
        }
        let sep = self.val_as(cx, &args[0], rs)?;
        let n = self.helper_call(cx, "ll_str", "ll_split_count", vec![s, sep, limit])?;
        self.string_list(cx, op, n, by_separator, vec![s, sep], vec![n])
    }

    /// `s.join(list)`
    pub(crate) fn str_join(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        (s, rs): (LlValue, ReprId),
        list: &HlValue,
    ) -> Res {
        let (l, lr) = self.val(cx, list)?;
        let (items, n, item) = match self.repr(lr).clone() {
            Repr::List(d) => {
                let info = self.list_info(d)?;
                let (items, n) = self.list_parts(cx, l, info)?;
                (items, n, info.item)
            }
            other => {
                return Err(error(format!("join() of {}", other.describe())));
            }
        };
        let wide = *self.repr(rs) == Repr::Unicode;
        let items = match self.repr(item) {
            Repr::Prim(Type::Char) if wide => {
                let array = self.array_of(Type::UniChar);
                let new = self.malloc_varsize(cx, array, n);
                self.helper_call(cx, "ll_unicode", "ll_widen_chars", vec![items, new, n])?;
                new
            }
            _ => items,
        };
        let f = match self.repr(item) {
            Repr::Prim(Type::Char | Type::UniChar) => "ll_join_chars",
            r if r.is_text() => "ll_join",
            // A list that never gets an item.
            Repr::Void => {
                let empty = konst(self.string_const(b""));
                return self.set_result(cx, op, empty, rs);
            }
            _ => return Err(error("join() wants strings: make them with str(x)")),
        };
        let v = self.helper_call(cx, "ll_str", f, vec![s, items, n])?;
        self.set_result(cx, op, v, rs)
    }

    /// `s.decode(encoding)`, `u.encode(encoding)`
    pub(crate) fn str_codec(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        s: LlValue,
        args: &[HlValue],
        name: &str,
        to: Repr,
    ) -> Res {
        let enc = match args.first() {
            Some(a) => self.s(cx, a).const_str().map(|e| {
                e.chars()
                    .filter(char::is_ascii_alphanumeric)
                    .collect::<String>()
                    .to_ascii_lowercase()
            }),
            None => Some("utf8".into()),
        };
        let f = match (name, enc.as_deref()) {
            ("decode", Some("utf8")) => "ll_decode_utf8",
            ("encode", Some("utf8")) => "ll_encode_utf8",
            ("decode", Some("ascii" | "usascii")) => "ll_decode_ascii",
            ("encode", Some("ascii" | "usascii")) => "ll_encode_ascii",
            ("decode", Some("latin1" | "iso88591" | "l1")) => "ll_decode_latin1",
            ("encode", Some("latin1" | "iso88591" | "l1")) => "ll_encode_latin1",
            _ => {
                return Err(error(format!("{name}() with this encoding is not supported")));
            }
        };
        let v = self.helper_call(cx, "ll_unicode", f, vec![s])?;
        let to = self.intern(to);
        self.set_result(cx, op, v, to)
    }

    // ---- builders

    /// `StringBuilder(n)`
    pub(crate) fn new_builder(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        unicode: bool,
        args: &[HlValue],
    ) -> Res {
        let s = self.builder_struct(unicode);
        let size = match args.first() {
            Some(a) => {
                let n = self.signed(cx, a)?;
                cx.op(LlOp::IntForceGeZero, vec![n], Type::Signed)
            }
            None => cx.int(50),
        };
        let str_type = if unicode { self.layouts.unicode } else { self.layouts.string };
        let buf = self.malloc_varsize(cx, str_type, size);
        let b = self.malloc(cx, s);
        self.setfield(cx, b, "buf", buf)?;
        self.own_result(cx, op, b)
    }

    /// A builder that was made, and perhaps filled, at import time. Its text is its buffer, which is full: the first
    /// `append` moves to a new one.
    pub(crate) fn prebuilt_builder(&mut self, h: HostRef, r: ReprId, unicode: bool) -> Res<Const> {
        if let Some(o) = self.prebuilt.objects.get(&(h, r)) {
            return Ok(Const::Obj(*o));
        }
        let host = &mut self.ann.host;
        let text = match host.getattr_opt(h, "build") {
            Ok(Some(build)) => host.call(build, &[], &[]).ok().map(|t| host.to_const(t)),
            _ => None,
        };
        let (buf, used) = match text {
            Some(HlConst::Str(s)) if !unicode => (self.string_const(&s), s.len()),
            Some(HlConst::Unicode(s)) if unicode => (self.unicode_const(&s), s.chars().count()),
            _ => return Err(error("the text of a prebuilt string builder is not known")),
        };
        let s = self.builder_struct(unicode);
        let o = self.new_obj("builder", s, vec![]);
        self.set_obj_field(o, "buf", buf);
        self.set_obj_field(o, "used", Const::Int(used as i64));
        self.prebuilt.objects.insert((h, r), o);
        Ok(Const::Obj(o))
    }

    pub(crate) fn text_compare(
        &mut self,
        cx: &mut Cx,
        op: HlOp,
        a: &HlValue,
        b: &HlValue,
        pa: &Repr,
        pb: &Repr,
    ) -> Res<LlValue> {
        let wide = |r: &Repr| matches!(r, Repr::Unicode | Repr::Prim(Type::UniChar));
        let r =
            if wide(pa) || wide(pb) { self.intern(Repr::Unicode) } else { self.intern(Repr::Str) };
        // A string against a character constant: no string is made.
        if matches!(op, HlOp::Eq | HlOp::Ne) {
            for (x, y, px, py) in [(a, b, pa, pb), (b, a, pb, pa)] {
                if matches!(px, Repr::Str) && matches!(py, Repr::Prim(Type::Char)) {
                    let (s, _) = self.val(cx, x)?;
                    let (c, _) = self.val(cx, y)?;
                    let v = self.helper_call(cx, "ll_misc", "ll_str_eq_char", vec![s, c])?;
                    return Ok(if op == HlOp::Ne { self.negate(cx, v) } else { v });
                }
            }
        }
        let x = self.val_as(cx, a, r)?;
        let y = self.val_as(cx, b, r)?;
        if matches!(op, HlOp::Eq | HlOp::Ne) {
            let v = self.helper_call(cx, "ll_str", "ll_streq", vec![x, y])?;
            return Ok(if op == HlOp::Ne { self.negate(cx, v) } else { v });
        }
        let c = self.helper_call(cx, "ll_str", "ll_strcmp", vec![x, y])?;
        let zero = cx.int(0);
        self.prim_compare(cx, op, c, zero, Type::Signed)
    }
}
