//! What is lowered: an operation, or a call of a method or of a built-in function.

use crate::base::cx::Cx;
use crate::state::repr::ReprId;
use crate::state::{RTyper, Res};
use annotator::lowers::Signature;
use flowmodel::{Hl, HlOp, HlValue, LlValue, SpaceOperation};
use std::rc::Rc;

/// What rows of all tables are executed on.
pub(crate) struct Task<'a> {
    /// The operation; of a call, the call, whose result counts.
    pub op: &'a SpaceOperation<Hl>,
    /// Name of the operation, method or function.
    pub name: &'a str,
    /// The letters of the row.
    pub types: Signature,
    /// The object that a method is bound to.
    pub this: Option<(LlValue, ReprId)>,
    /// Positional operands, without the callee.
    pub args: &'a [HlValue],
    /// Keyword operands.
    pub keywords: &'a [(Rc<str>, HlValue)],
}

impl Task<'_> {
    /// The object: what a method is bound to, or the first operand.
    pub fn object(&self, rt: &mut RTyper<'_>, cx: &mut Cx) -> Res<(LlValue, ReprId)> {
        match self.this {
            Some(this) => Ok(this),
            None => rt.val(cx, &self.args[0]),
        }
    }
    /// The operand of a keyword.
    pub fn keyword(&self, name: &str) -> Option<&HlValue> {
        self.keywords.iter().find(|k| &*k.0 == name).map(|k| &k.1)
    }
    /// Names it in a message.
    pub fn describe(&self) -> String {
        let name = self.name;
        match self.op.op {
            HlOp::SimpleCall | HlOp::CallArgs if self.this.is_some() => format!("method {name}()"),
            HlOp::SimpleCall | HlOp::CallArgs => format!("the built-in function {name}()"),
            _ => format!("operation '{name}'"),
        }
    }
}
