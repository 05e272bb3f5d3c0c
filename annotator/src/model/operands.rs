//! Operands that say something by themselves: names of attributes, constant texts.

use crate::SomeValue;
use crate::hostview;
use crate::model::state::Annotator;
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
pub(crate) fn constant_text(a: &Annotator, s: &SomeValue) -> Option<String> {
    match &s.konst {
        Some(HlConst::Host(h)) => hostview::text(&a.host, *h).map(|t| t.to_string()),
        _ => s.const_str().map(str::to_string),
    }
}
