//! `str()`, `repr()` and the `%` operator on strings.

use crate::cx::{Cx, konst};
use crate::repr::{Repr, ReprId};
use crate::{RTyper, Res};
use annotator::Kind;
use flowmodel::{Const, Hl, HlConst, HlValue, LlOp, LlValue, SpaceOperation, Type};

/// A piece of a format string.
enum Piece {
    Text(String),
    Conv {
        conv: char,
        left: bool,
        plus: bool,
        zero: bool,
        alt: bool,
        width: usize,
        prec: Option<i64>,
    },
}

fn parse_format(text: &str) -> Option<Vec<Piece>> {
    let mut out = vec![];
    let mut lit = String::new();
    let mut it = text.chars().peekable();
    while let Some(c) = it.next() {
        if c != '%' {
            lit.push(c);
            continue;
        }
        let (mut left, mut plus, mut zero, mut alt) = (false, false, false, false);
        while let Some(f) = it.peek() {
            match f {
                '-' => left = true,
                '+' => plus = true,
                '0' => zero = true,
                '#' => alt = true,
                ' ' => {}
                _ => break,
            }
            it.next();
        }
        let number = |it: &mut std::iter::Peekable<std::str::Chars>| {
            let mut n = None;
            while let Some(d) = it.peek().and_then(|c| c.to_digit(10)) {
                n = Some(n.unwrap_or(0) * 10 + d as i64);
                it.next();
            }
            n
        };
        let width = number(&mut it).unwrap_or(0) as usize;
        let mut prec = None;
        if it.peek() == Some(&'.') {
            it.next();
            prec = Some(number(&mut it).unwrap_or(0));
        }
        match it.next()? {
            '%' => lit.push('%'),
            conv => {
                if !lit.is_empty() {
                    out.push(Piece::Text(std::mem::take(&mut lit)));
                }
                out.push(Piece::Conv { conv, left, plus, zero, alt, width, prec });
            }
        }
    }
    if !lit.is_empty() {
        out.push(Piece::Text(lit));
    }
    Some(out)
}

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
        let none = s.can_be_none();
        self.str_of_value(cx, v, r, repr, none)
    }

    fn str_of_value(
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
            Repr::Prim(t @ (Type::Signed | Type::Int32)) => {
                let i = self.convert_prim(cx, v, t, Type::Signed)?;
                self.helper_call(cx, "ll_int", "ll_int2dec", vec![i])?
            }
            Repr::Prim(t @ (Type::Unsigned | Type::UInt32)) => {
                let i = self.convert_prim(cx, v, t, Type::Unsigned)?;
                self.helper_call(cx, "ll_int", "ll_uint2dec", vec![i])?
            }
            Repr::Prim(t @ (Type::Float | Type::SingleFloat)) => {
                let f = self.convert_prim(cx, v, t, Type::Float)?;
                self.helper_call(cx, "ll_float", "ll_float2str", vec![f])?
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
            Repr::Unicode => self.helper_call(cx, "ll_unicode", "ll_encode_ascii", vec![v])?,
            Repr::Prim(Type::UniChar) => {
                let s = self.char_to_str(cx, v)?;
                self.helper_call(cx, "ll_unicode", "ll_encode_ascii", vec![s])?
            }
            Repr::Prim(Type::Ptr(p)) if p == self.string => v,
            Repr::Void => none,
            Repr::Instance(_) => {
                let root = self.cast(cx, v, Type::Ptr(self.object));
                self.helper_call(cx, "ll_print", "ll_instance_str", vec![root, none])?
            }
            Repr::Tuple(items) => {
                let mut acc = konst(self.string_const(b"("));
                for (i, ir) in items.iter().enumerate() {
                    if i > 0 {
                        let comma = konst(self.string_const(b", "));
                        acc = self.concat(cx, acc, comma)?;
                    }
                    let x = self.tuple_item(cx, v.clone(), &items, i)?;
                    let s = self.str_of_value(cx, x, *ir, true, true)?;
                    acc = self.concat(cx, acc, s)?;
                }
                let end = konst(self.string_const(if items.len() == 1 { b",)" } else { b")" }));
                self.concat(cx, acc, end)?
            }
            Repr::List(l) => {
                let info = self.list_info(l)?;
                let (items, n) = self.list_parts(cx, v, info)?;
                let f = self.str_fn(info.item)?;
                self.helper_call_with(
                    cx,
                    "ll_print",
                    "ll_list_str",
                    vec![items.into(), n.into(), crate::helpers::HArg::F(f)],
                )?
            }
            Repr::Dict(_) | Repr::Range(_) => {
                let f = self.str_fn(r)?;
                self.call_host_helper(cx, f, vec![v.into()])?
            }
            other => {
                return Err(self.error(format!("str() of {} is not supported", other.describe())));
            }
        })
    }

    fn concat(&mut self, cx: &mut Cx, a: LlValue, b: LlValue) -> Res<LlValue> {
        self.helper_call(cx, "ll_str", "ll_strconcat", vec![a, b])
    }

    /// The function that gives the repr of items of a list.
    pub(crate) fn str_fn(&mut self, r: ReprId) -> Res<flowmodel::HostRef> {
        match self.repr(r).clone() {
            Repr::Prim(Type::Signed) => self.helper_fn("ll_int", "ll_int2dec"),
            Repr::Prim(Type::Unsigned) => self.helper_fn("ll_int", "ll_uint2dec"),
            Repr::Prim(Type::Float) => self.helper_fn("ll_float", "ll_float2str"),
            Repr::Prim(Type::Char) => self.helper_fn("ll_print", "ll_char_repr"),
            Repr::Prim(Type::Bool) => self.helper_fn("ll_print", "ll_bool_str"),
            Repr::Str => self.helper_fn("ll_text", "ll_str_text"),
            Repr::Void => self.helper_fn("ll_text", "ll_none_text"),
            Repr::List(_) | Repr::Tuple(_) | Repr::Dict(_) | Repr::Range(_) => {
                self.container_text_fn(r)
            }
            other => Err(self.error(format!("str() of a list of {}s", other.describe()))),
        }
    }

    /// `format % values`
    pub(crate) fn rtype_format(&mut self, cx: &mut Cx, op: &SpaceOperation<Hl>) -> Res {
        let sf = self.s(cx, &op.args[0]);
        let text = match (&op.args[0], &sf.konst) {
            (HlValue::Const(HlConst::Str(b)), _) | (_, Some(HlConst::Str(b))) => {
                // Bytes that are no UTF-8 are kept as Latin-1 and written back below.
                b.iter().map(|c| *c as char).collect::<String>()
            }
            (HlValue::Const(HlConst::Unicode(_)), _) | (_, Some(HlConst::Unicode(_))) => {
                return Err(self.error("the % operator on unicode strings is not supported yet"));
            }
            _ => return Err(self.error("the format string of % must be a constant")),
        };
        let Some(pieces) = parse_format(&text) else {
            return Err(self.error("incomplete format"));
        };
        // Values: the items of a tuple, or one value.
        let (v, r) = self.val(cx, &op.args[1])?;
        let sv = self.s(cx, &op.args[1]);
        let values: Vec<(LlValue, ReprId, bool)> = match (self.repr(r).clone(), &sv.kind) {
            (Repr::Tuple(items), Kind::Tuple(ss)) => {
                let mut out = vec![];
                for (i, ir) in items.iter().enumerate() {
                    let x = self.tuple_item(cx, v.clone(), &items, i)?;
                    out.push((x, *ir, ss[i].can_be_none()));
                }
                out
            }
            _ => vec![(v, r, sv.can_be_none())],
        };
        let mut next = values.into_iter();
        let mut parts: Vec<LlValue> = vec![];
        for p in pieces {
            match p {
                Piece::Text(t) => {
                    let bytes: Vec<u8> = t.chars().map(|c| c as u32 as u8).collect();
                    parts.push(konst(self.string_const(&bytes)));
                }
                Piece::Conv { conv, left, plus, zero, alt, width, prec } => {
                    let Some((v, r, none)) = next.next() else {
                        return Err(self.error("not enough values for the format string"));
                    };
                    let s = self.format_one(cx, conv, v, r, none, (plus, alt, prec))?;
                    let numeric =
                        matches!(conv, 'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'f' | 'F' | 'g' | 'e');
                    let s = if width == 0 {
                        s
                    } else if left {
                        let w = cx.int(width as i64);
                        let blank = konst(Const::Char(b' '));
                        self.helper_call(
                            cx,
                            "ll_str",
                            "ll_pad",
                            vec![s, w, blank, konst(Const::Bool(false))],
                        )?
                    } else {
                        let w = cx.int(width as i64);
                        self.helper_call(
                            cx,
                            "ll_int",
                            "ll_pad_number",
                            vec![s, w, konst(Const::Bool(zero && numeric))],
                        )?
                    };
                    parts.push(s);
                }
            }
        }
        let mut it = parts.into_iter();
        let mut acc = match it.next() {
            Some(p) => p,
            None => konst(self.string_const(b"")),
        };
        for p in it {
            acc = self.concat(cx, acc, p)?;
        }
        self.set_str_result(cx, op, acc)
    }

    fn format_one(
        &mut self,
        cx: &mut Cx,
        conv: char,
        v: LlValue,
        r: ReprId,
        none: bool,
        (plus, alt, prec): (bool, bool, Option<i64>),
    ) -> Res<LlValue> {
        let s = match conv {
            's' | 'r' => {
                let s = self.str_of_value(cx, v, r, conv == 'r', none)?;
                return match prec {
                    None => Ok(s),
                    Some(p) => {
                        let (zero, p) = (cx.int(0), cx.int(p));
                        self.helper_call(cx, "ll_str", "ll_strslice", vec![s, zero, p])
                    }
                };
            }
            'c' => {
                return match *self.repr(r) {
                    Repr::Prim(Type::Char) => self.char_to_str(cx, v),
                    Repr::Prim(t @ (Type::Signed | Type::Bool)) => {
                        let i = self.convert_prim(cx, v, t, Type::Signed)?;
                        let c = self.helper_call(cx, "ll_int", "ll_chr", vec![i])?;
                        self.char_to_str(cx, c)
                    }
                    _ => Err(self.error("%c wants a character")),
                };
            }
            'd' | 'i' | 'u' => {
                if prec.is_some() {
                    return Err(self.error("a precision in %d is not supported"));
                }
                let Repr::Prim(t) = *self.repr(r) else {
                    return Err(self.error("%d wants an int"));
                };
                match t {
                    Type::Unsigned | Type::UInt32 => {
                        let i = self.convert_prim(cx, v, t, Type::Unsigned)?;
                        self.helper_call(cx, "ll_int", "ll_uint2dec", vec![i])?
                    }
                    Type::Float => {
                        let i = self.helper_call(cx, "ll_float", "ll_float2int", vec![v])?;
                        self.helper_call(cx, "ll_int", "ll_int2dec", vec![i])?
                    }
                    _ => {
                        let i = self.convert_prim(cx, v, t, Type::Signed)?;
                        self.helper_call(cx, "ll_int", "ll_int2dec", vec![i])?
                    }
                }
            }
            'x' | 'X' | 'o' => {
                let Repr::Prim(t) = *self.repr(r) else {
                    return Err(self.error(format!("%{conv} wants an int")));
                };
                let base = if conv == 'o' { 8 } else { 16 };
                let letter = match (alt, conv) {
                    (false, _) => 0,
                    (true, 'o') => b'o' as i64,
                    _ => b'x' as i64,
                };
                let (base, letter) = (cx.int(base), cx.int(letter));
                let (work, f) = if matches!(t, Type::Unsigned | Type::UInt32) {
                    (Type::Unsigned, "ll_uint2base")
                } else {
                    (Type::Signed, "ll_int2base")
                };
                let i = self.convert_prim(cx, v, t, work)?;
                let s = self.helper_call(cx, "ll_int", f, vec![i, base, letter])?;
                if conv == 'X' {
                    self.helper_call(cx, "ll_int", "ll_upper_digits", vec![s])?
                } else {
                    s
                }
            }
            'f' | 'F' | 'e' | 'g' => {
                let Repr::Prim(t) = *self.repr(r) else {
                    return Err(self.error(format!("%{conv} wants a float")));
                };
                let f = self.convert_prim(cx, v, t, Type::Float)?;
                let code = cx.int(conv.to_ascii_lowercase() as i64);
                let p = cx.int(prec.unwrap_or(6));
                self.helper_call(cx, "ll_float", "ll_format_float", vec![f, code, p])?
            }
            other => return Err(self.error(format!("the conversion '%{other}' is not supported"))),
        };
        if plus {
            return self.helper_call(cx, "ll_int", "ll_plus_sign", vec![s]);
        }
        Ok(s)
    }
    /// Length of a string operand (for completeness of the string interface).
    #[allow(dead_code)]
    pub(crate) fn str_len(&mut self, cx: &mut Cx, s: LlValue) -> LlValue {
        cx.op(LlOp::GetArraySize, vec![s], Type::Signed)
    }
}
