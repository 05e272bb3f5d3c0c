//! Operands and results of helpers, by the letters that rows of operations and methods have for their types.

use crate::base::cx::Cx;
use crate::base::repr::{Repr, ReprId};
use crate::repr::{deque, dict, list, string};
use crate::{RTyper, Res};
use annotator::lowers::Signature;
use flowmodel::{Hl, HlValue, LlValue, SpaceOperation, Type};

/// The operands behind an object, as letters say. `texts`: what letters call the object's texts.
pub(crate) fn operands(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    types: &Signature,
    this: ReprId,
    operands: &[HlValue],
    texts: ReprId,
) -> Res<Vec<LlValue>> {
    let mut out = vec![];
    for (x, letter) in operands.iter().zip(types.parameters().iter().copied()) {
        out.push(match letter {
            'i' | 'n' => rt.signed(cx, x)?,
            'p' => list::bound(rt, cx, x, false)?,
            'q' => list::bound(rt, cx, x, true)?,
            't' => rt.val_as(cx, x, texts)?,
            'y' => string::text_or_char(rt, cx, x, texts)?,
            'h' => {
                let wide = *rt.repr(texts) == Repr::Unicode;
                let r = rt.prim(if wide { Type::UniChar } else { Type::Char });
                rt.val_as(cx, x, r)?
            }
            'e' => {
                let r = item_of(rt, this)?;
                rt.val_as(cx, x, r)?
            }
            'k' => {
                let info = dict::dict_of(rt, this)?;
                rt.val_as(cx, x, info.key)?
            }
            'v' => {
                let info = dict::dict_of(rt, this)?;
                rt.val_as(cx, x, info.value)?
            }
            _ => rt.val(cx, x)?.0,
        });
    }
    Ok(out)
}

/// Repr of what a container iterates over.
fn item_of(rt: &mut RTyper<'_>, r: ReprId) -> Res<ReprId> {
    match *rt.repr(r) {
        Repr::Deque(_) => deque::item_repr(rt, r),
        Repr::Set(_) => Ok(dict::dict_of(rt, r)?.key),
        _ => Ok(list::list_of(rt, r)?.item),
    }
}

/// Sets the result as its letter says.
pub(crate) fn result(
    rt: &mut RTyper<'_>,
    cx: &mut Cx,
    op: &SpaceOperation<Hl>,
    types: &Signature,
    this: ReprId,
    v: LlValue,
    texts: ReprId,
) -> Res {
    match types.result() {
        '0' => rt.none_result(cx, op),
        'i' | 'n' => rt.int_result(cx, op, v),
        'b' => rt.bool_result(cx, op, v),
        'e' => {
            let r = item_of(rt, this)?;
            rt.value_result(cx, op, v, r)
        }
        'v' => {
            let r = dict::dict_of(rt, this)?.value;
            rt.value_result(cx, op, v, r)
        }
        _ => rt.set_result(cx, op, v, texts),
    }
}
