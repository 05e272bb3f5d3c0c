//! Slices, and instances with `__index__`, as indices.

use crate::definitions::special_methods;
use crate::ops::rows;
use crate::ops::rows::*;
use crate::prelude::*;
use HlOp::*;

/// The rows: what slices are, and what operations with a slice object, or an instance that counts as an int, between
/// brackets give.
pub(crate) const ROWS: &[Row] = &[
    row(&[NewSlice], ANY, ANY, Gives::Library("objects.slice_of")).when(any_is_index),
    row(&[NewSlice], ANY, ANY, Gives::Reads(new)).code(Code::Slice),
    row(&[GetItem], NO_INSTANCE, SLICE_OBJECT, Gives::Library("slices.take")),
    row(&[SetItem], NO_INSTANCE, SLICE_OBJECT, Gives::Library("slices.put")),
    row(&[DelItem], LIST.or(BYTEARRAY), SLICE_OBJECT, Gives::Library("slices.drop")),
    row(&[GetItem], SEQUENCE, INSTANCE, Gives::Library("objects.get_at")).when(second_is_index),
    row(&[SetItem], SEQUENCE, INSTANCE, Gives::Library("objects.set_at")).when(second_is_index),
    row(&[DelItem], SEQUENCE, INSTANCE, Gives::Library("objects.delete_at")).when(second_is_index),
];

/// `a:b:c`
fn new(_: &Facts, q: &Asked) -> AResult {
    let parts = [q.args[0].clone(), q.args[1].clone(), q.args[2].clone()];
    Ok(Kind::Slice(Rc::new(parts)).into())
}

/// Says whether a value is an instance with `__index__`.
pub(crate) fn has_index(ann: &mut Facts, site: Site, s: &SomeValue) -> bool {
    match s.kind {
        Kind::Instance { class, .. } => {
            !rows::is_slice_object(ann, s)
                && special_methods::has_special(ann, site, class, "__index__")
        }
        _ => false,
    }
}

fn any_is_index(ann: &mut Facts, q: &Asked) -> bool {
    q.args.iter().any(|a| has_index(ann, q.site, a))
}

fn second_is_index(ann: &mut Facts, q: &Asked) -> bool {
    has_index(ann, q.site, &q.args[1])
}

/// Checks a slice operand; absent parts are None. The helpers clip the bounds and count negative ones from the end.
pub(crate) fn check_slice(ann: &Facts, site: Site, s: &[SomeValue; 3]) -> AResult<()> {
    for s in s.iter().filter(|s| s.kind != Kind::None_) {
        ann.want_int(site, s, "a slice")?;
    }
    match s[2].const_int() {
        Some(0) => Err(ann.error(site, "slice-step", "the step of a slice cannot be 0")),
        _ => Ok(()),
    }
}

pub(crate) fn slice_bound(s: &SomeValue, default: i64) -> SomeValue {
    if s.kind == Kind::None_ { SomeValue::int_const(default) } else { s.clone() }
}

/// Exceptions of a slice with a step of 0, and of one for which there is no memory.
pub(crate) const BAD_SLICE: &[&str] = &["ValueError", "MemoryError"];
