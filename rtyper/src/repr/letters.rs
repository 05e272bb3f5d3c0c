//! Operands and results of helpers, by the letters that rows have for their types.

use crate::base::cx::{Cx, konst, void};
use crate::repr::{bytearray, deque, dict, list, string, truth};
use crate::state::repr::{Repr, ReprId};
use crate::state::{RTyper, Res, error};
use annotator::lowers::Constant;
use flowmodel::{Const, Hl, HlValue, LlValue, SpaceOperation, Type};

/// The object of which letters speak.
#[derive(Copy, Clone)]
pub(crate) struct Object {
    pub value: LlValue,
    pub repr: ReprId,
    /// Repr of its texts.
    pub texts: ReprId,
}

impl Object {
    /// An object as helpers take it: characters as strings.
    pub fn new(rt: &mut RTyper<'_>, cx: &mut Cx, (value, repr): (LlValue, ReprId)) -> Res<Object> {
        Ok(match *rt.repr(repr) {
            Repr::Str | Repr::Unicode | Repr::Prim(Type::Char | Type::UniChar) => {
                let texts = string::text_repr(rt, repr);
                Object { value: rt.convert(cx, value, repr, texts)?, repr, texts }
            }
            Repr::Builder(unicode) => {
                let texts = rt.intern(if unicode { Repr::Unicode } else { Repr::Str });
                Object { value, repr, texts }
            }
            _ => Object { value, repr, texts: repr },
        })
    }
    /// Repr of what a container iterates over.
    pub fn item(self, rt: &mut RTyper<'_>) -> Res<ReprId> {
        match *rt.repr(self.repr) {
            Repr::Deque(_) => deque::item_repr(rt, self.repr),
            Repr::Set(_) => Ok(dict::dict_of(rt, self.repr)?.key),
            _ => Ok(list::list_of(rt, self.repr)?.item),
        }
    }
    /// The array and the number of its items.
    pub fn items(self, rt: &mut RTyper<'_>, cx: &mut Cx) -> Res<[LlValue; 2]> {
        if let Repr::ByteArray = rt.repr(self.repr) {
            let items = rt.getfield(cx, self.value, "items")?;
            return Ok([items, rt.getfield(cx, self.value, "length")?]);
        }
        let info = list::list_of(rt, self.repr)?;
        let (items, n) = list::list_parts(rt, cx, self.value, info)?;
        Ok([items, n])
    }
}

fn needed(object: Option<Object>) -> Res<Object> {
    object.ok_or_else(|| error("internal: the letters of a row speak of an object"))
}

/// The repr that a letter stands for; `None`: whatever the operand or the helper has.
pub(crate) fn repr_of(
    rt: &mut RTyper<'_>,
    object: Option<Object>,
    letter: char,
) -> Res<Option<ReprId>> {
    Ok(Some(match letter {
        '0' => rt.void(),
        'i' | 'n' => rt.prim(Type::Signed),
        'u' => rt.prim(Type::Unsigned),
        'f' => rt.prim(Type::Float),
        'g' => rt.prim(Type::SingleFloat),
        'b' => rt.prim(Type::Bool),
        'c' => rt.prim(Type::Char),
        'w' => rt.prim(Type::UniChar),
        'a' => rt.prim(Type::Address),
        's' | 'S' => rt.intern(Repr::Str),
        'U' => rt.intern(Repr::Unicode),
        't' | 'T' | 'C' => needed(object)?.texts,
        'h' => {
            let wide = *rt.repr(needed(object)?.texts) == Repr::Unicode;
            rt.prim(if wide { Type::UniChar } else { Type::Char })
        }
        'e' => needed(object)?.item(rt)?,
        'k' => dict::dict_of(rt, needed(object)?.repr)?.key,
        'v' => dict::dict_of(rt, needed(object)?.repr)?.value,
        'x' | 'O' => needed(object)?.repr,
        _ => return Ok(None),
    }))
}

/// The operands that a helper gets, as the letters say.
pub(crate) fn operands(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    letters: &[char],
    object: Option<Object>,
    operands: &[HlValue],
) -> Res<Vec<LlValue>> {
    let mut out = vec![];
    for (x, letter) in operands.iter().zip(letters.iter().copied()) {
        let v = match letter {
            'N' => continue,
            'm' => {
                let object = needed(object)?;
                let (items, n) = match *rt.repr(object.repr) {
                    Repr::ByteArray => bytearray::byte_parts(rt, cx, x)?,
                    _ => {
                        let info = list::list_of(rt, object.repr)?;
                        list::sequence_as(rt, cx, x, info)?
                    }
                };
                out.push(items);
                n
            }
            'p' => list::bound(rt, cx, x, false)?,
            'q' => list::bound(rt, cx, x, true)?,
            'B' => truth::of(rt, cx, x)?,
            'y' => string::text_or_char(rt, cx, x, needed(object)?.texts)?,
            _ => match repr_of(rt, object, letter)? {
                Some(r) => rt.val_as(cx, x, r)?,
                None => rt.val(cx, x)?.0,
            },
        };
        out.push(v);
    }
    Ok(out)
}

/// A constant in the place of an operand that is not given.
pub(crate) fn constant(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    letter: char,
    object: Option<Object>,
    c: Constant,
) -> Res<LlValue> {
    Ok(match (c, repr_of(rt, object, letter)?) {
        (Constant::Int(i), _) => cx.int(i),
        (Constant::Bool(b), _) => konst(Const::Bool(b)),
        (Constant::None, Some(want)) => {
            let none = rt.void();
            rt.convert(cx, void(), none, want)?
        }
        (Constant::None, None) => void(),
    })
}

/// Sets the result of an operation or a call to what a helper gave.
pub(crate) fn result(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    letter: char,
    object: Option<Object>,
    v: LlValue,
) -> Res {
    let r = repr_of(rt, object, letter)?;
    match (letter, r) {
        ('0', _) => rt.none_result(cx, op),
        ('e' | 'k' | 'v', Some(r)) => rt.value_result(cx, op, v, r),
        ('O', Some(r)) => rt.set_result(cx, op, needed(object)?.value, r),
        (_, Some(r)) => rt.set_result(cx, op, v, r),
        (_, None) => rt.own_result(cx, op, v),
    }
}
