//! Built-in functions, by the registry names of the annotator.

pub(crate) mod arguments;
pub(crate) mod casts;
pub(crate) mod debug;
pub(crate) mod external;
pub(crate) mod inline;
pub(crate) mod instances;
pub(crate) mod instantiate;
pub(crate) mod jit;
pub(crate) mod lists;
pub(crate) mod lowlevel;
pub(crate) mod memory;
pub(crate) mod methods;
pub(crate) mod print;
pub(crate) mod program_has;
pub(crate) mod rffi;
pub(crate) mod texts;
pub(crate) mod threads;

use crate::base::cx::Cx;
use crate::base::task::Task;
use crate::graph::lower;
use crate::{RTyper, Res, error};
use annotator::Kind;
use annotator::lowers::{Code, Lowers};
use flowmodel::{Hl, SpaceOperation};

/// A call of a built-in function, by its row in the table.
pub(crate) fn call(rt: &mut RTyper<'_>, cx: &mut Cx, op: &SpaceOperation<Hl>, name: &str) -> Res {
    let name = name.strip_prefix("builtins.").unwrap_or(name);
    let Some(row) = annotator::builtins::lookup(name) else {
        let text = format!("the built-in function {name}() is not supported at run time");
        return Err(error(text));
    };
    let (types, lowers) = (row.types, row.lowers);
    let mut t = Task { op, name, types, this: None, args: &[], keywords: &[] };
    if let Lowers::Code(Code::LlOperation | Code::External | Code::LowLevel) = lowers {
        return lower::execute(rt, cx, &t, lowers);
    }
    let call = arguments::call_operands(rt, op)?;
    // What the annotator knows already needs no code, except where the call has an effect.
    if !matches!(rt.ann.binding(cx.gid, op.result).kind, Kind::None_) && rt.known_result(cx, op)? {
        return Ok(());
    }
    (t.args, t.keywords) = (&call.pos, &call.kw);
    lower::execute(rt, cx, &t, lowers)
}
