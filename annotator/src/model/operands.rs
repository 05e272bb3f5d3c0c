//! Operands that say something by themselves: names of attributes, constant texts, None.

use crate::hostview;
use crate::model::state::Facts;
use crate::model::{Kind, SomeValue};
use flowmodel::{Hl, HlConst, HlOp, HlValue, SpaceOperation};

/// Operands that are no values: attribute names, call shapes, hint kinds.
pub(crate) fn is_immediate_operand(op: HlOp, index: usize) -> bool {
    match op {
        HlOp::CallArgs => index == 1,
        HlOp::Hint => index == 0,
        _ => false,
    }
}

/// The attribute that `getattr` and `setattr` name.
pub(crate) fn attr_name(op: &SpaceOperation<Hl>) -> String {
    match op.args.get(1) {
        Some(HlValue::Const(HlConst::Str(n))) => String::from_utf8_lossy(n).into_owned(),
        _ => String::new(),
    }
}

/// Text of an operand that is a constant string.
pub(crate) fn constant_text(a: &Facts, s: &SomeValue) -> Option<String> {
    match &s.konst {
        Some(HlConst::Host(h)) => hostview::text(&a.host, *h).map(|t| t.to_string()),
        _ => s.const_str().map(str::to_string),
    }
}

/// Says what an operation does with its first operand that None cannot do.
pub(crate) fn none_operand(op: &SpaceOperation<Hl>, args: &[SomeValue]) -> Option<String> {
    if args.first()?.kind != Kind::None_ {
        return None;
    }
    match op.op {
        HlOp::GetAttr => Some(format!("attribute '{}' is read from None", attr_name(op))),
        HlOp::SetAttr => Some(format!("attribute '{}' is set on None", attr_name(op))),
        HlOp::SimpleCall | HlOp::CallArgs => Some("None is called".into()),
        _ => None,
    }
}
