//! Exception classes: which handlers catch what.

use crate::graph::{Block, ExitCase};
use crate::ll::{Const, Ll, ObjId, Program};
use crate::lltype::RANGE_FIELDS;
use lloperation::LlOp;

/// Range of subclass numbers of a vtable, if it has one.
pub fn subclass_range(p: &Program, class: ObjId) -> Option<(i64, i64)> {
    let o = &p.heap[class];
    let st = &p.types.structs[o.ty];
    let get = |name: &str| match o.fields.get(st.field_index(name)? as usize)? {
        Const::Int(n) => Some(*n),
        _ => None,
    };
    Some((get(RANGE_FIELDS[0])?, get(RANGE_FIELDS[1])?))
}

/// Says whether exceptions of class `sub` are caught by a handler for `sup`.
pub fn is_subclass(p: &Program, sub: ObjId, sup: ObjId) -> bool {
    if sub == sup {
        return true;
    }
    match (subclass_range(p, sub), subclass_range(p, sup)) {
        (Some((at, _)), Some((lo, hi))) => lo <= at && at < hi,
        _ => false,
    }
}

/// Says whether a handler for this class catches every exception of the program. In a program that names no class,
/// nothing is known of what is raised.
pub fn catches_all(p: &Program, class: ObjId) -> bool {
    !p.exc.classes.is_empty() && p.exc.classes.values().all(|c| is_subclass(p, *c, class))
}

/// Says whether one of the block's handlers catches every exception.
pub fn catches_everything(p: &Program, blk: &Block<Ll>) -> bool {
    blk.can_raise()
        && blk.exits.iter().any(|l| match &l.case {
            ExitCase::Value(Const::Obj(c)) => catches_all(p, *c),
            _ => false,
        })
}

/// Classes that an operation raises by itself; `None`: any class (a call).
pub fn raised_classes(p: &Program, op: LlOp) -> Option<Vec<ObjId>> {
    if op.is_call() {
        return None;
    }
    op.raises().iter().map(|n| p.exc.classes.get(*n).copied()).collect()
}

/// Says whether a handler for class `handler` can ever catch what `op` raises by itself.
pub fn handler_may_match(p: &Program, op: LlOp, handler: ObjId) -> bool {
    match raised_classes(p, op) {
        None => true,
        Some(cs) => cs.iter().any(|c| is_subclass(p, *c, handler)),
    }
}
