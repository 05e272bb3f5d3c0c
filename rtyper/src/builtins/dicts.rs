//! The functions of `rpython.rlib.rordereddict` and `rpython.rlib.objectmodel` on dicts.

use crate::base::cx::{Cx, konst};
use crate::{RTyper, Res};
use annotator::builtins::table::Special;
use flowmodel::{Const, Hl, HlValue, SpaceOperation};

impl RTyper<'_> {
    /// Functions of rlib.objectmodel on dicts.
    pub(crate) fn rlib_dict(
        &mut self,
        cx: &mut Cx,
        op: &SpaceOperation<Hl>,
        which: Special,
        a: &[HlValue],
    ) -> Res {
        let (d, r) = self.val(cx, &a[0])?;
        if which == Special::ReversedDict {
            let rr = self.result_repr(cx, op)?;
            let it = self.make_iter(cx, d, r, rr)?;
            return self.own_result(cx, op, it);
        }
        let info = self.dict_of(r)?;
        let mut args = vec![d, self.val_as(cx, &a[1], info.key)?];
        match which {
            Special::MoveToEnd => args.push(match a.get(2) {
                Some(last) => self.truth_value(cx, last)?,
                None => konst(Const::Bool(true)),
            }),
            Special::DelItemIfValueIs => args.push(self.val_as(cx, &a[2], info.value)?),
            _ => args.push(self.signed(cx, &a[2])?),
        }
        if which == Special::SetItemWithHash {
            args.push(self.val_as(cx, &a[3], info.value)?);
        }
        let helper = match which {
            Special::MoveToEnd => "ll_move_to_end",
            Special::ContainsWithHash => "ll_contains_with_hash",
            Special::GetItemWithHash => "ll_getitem_with_hash",
            Special::SetItemWithHash => "ll_setitem_with_hash",
            Special::DelItemWithHash => "ll_delitem_with_hash",
            _ => "ll_delitem_if_value_is",
        };
        let v = self.dict_call(cx, info, helper, args)?;
        match which {
            Special::ContainsWithHash => self.bool_result(cx, op, v),
            Special::GetItemWithHash => self.value_result(cx, op, v, info.value),
            _ => self.none_result(cx, op),
        }
    }
}
