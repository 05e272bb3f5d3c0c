//! Writes that wait across a loop's label. What a round is about to write, and the next round writes again, stays in a label
//! argument: the loop makes no such write, its exits do, and who jumps to the label need not have made it. Only fields are
//! carried, of objects that are arguments of the loop or constants.

use crate::error::Res;
use crate::heap;
use crate::label::{Node, Object, Write};
use crate::memory::SlotCache;
use crate::state::Optimizer;
use crate::values::{V, can_alias};
use crate::virtualstate::leaf_fits;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;

/// Writes for a label, and their values.
#[derive(Default)]
pub struct Carried {
    /// The writes.
    pub writes: Vec<Write>,
    /// Values that they write.
    pub values: Vec<V>,
}

impl Optimizer<'_> {
    /// The postponed writes that may wait across a label for `args`. `made`: those that may not.
    pub fn carried(&mut self, args: &[V], made: &[Write]) -> Carried {
        let mut out = Carried::default();
        let lazy = |(&descr, slot): (_, &SlotCache)| Some((descr, slot.lazy?));
        let all: Vec<_> = self.heap.fields.iter().filter_map(lazy).collect();
        for (descr, (object, value)) in all {
            let object = self.vals.get(object);
            let object = match self.vals.konst(object) {
                Some(c) => Object::Const(c),
                // An object that is not made need not be written to.
                None if self.vals.is_virtual(object) => continue,
                None => match args.iter().position(|&a| self.vals.get(a) == object) {
                    Some(n) => Object::Arg(n),
                    None => continue,
                },
            };
            let write = Write { descr, object };
            // The write that allocates its value stays where it is.
            if !made.contains(&write) && !self.vals.is_virtual(value) {
                out.writes.push(write);
                out.values.push(value);
            }
        }
        out
    }
}

/// The object that a write is to, of a loop with these arguments.
fn object_of(opt: &mut Optimizer<'_>, write: &Write, args: &[V]) -> V {
    match write.object {
        Object::Arg(n) => opt.vals.get(args[n]),
        Object::Const(c) => opt.const_value(c),
    }
}

/// Forgets what memory holds at these places: it does not count any more.
pub(crate) fn forget_written(opt: &mut Optimizer<'_>, carried: &Carried, args: &[V]) {
    for write in &carried.writes {
        let object = object_of(opt, write, args);
        if let Some(slot) = opt.heap.fields.get_mut(&write.descr) {
            slot.known.retain(|(other, _)| !can_alias(&opt.vals, *other, object));
        }
    }
}

/// Puts writes off behind the label: they are not made yet.
pub(crate) fn put_off(opt: &mut Optimizer<'_>, writes: &[Write], args: &[V], values: &[V]) {
    for (write, &value) in writes.iter().zip(values) {
        let object = object_of(opt, write, args);
        opt.heap.fields.entry(write.descr).or_default().lazy = Some((object, value));
    }
}

/// Makes the postponed writes but these.
pub(crate) fn force_lazy_but(opt: &mut Optimizer<'_>, keep: &[Write], args: &[V]) -> Res {
    for pending in opt.pending_writes() {
        let (descr, object, index, value) = pending;
        let object = opt.vals.get(object);
        let kept = index.is_none()
            && !opt.vals.is_virtual(value)
            && keep.iter().any(|w| w.descr == descr && object_of(opt, w, args) == object);
        if !kept {
            heap::make_pending(opt, &pending)?;
        }
    }
    Ok(())
}

/// The value of a write that is not made yet.
pub(crate) fn value_put_off(opt: &mut Optimizer<'_>, write: &Write, args: &[V]) -> Option<V> {
    let object = object_of(opt, write, args);
    let (of, value) = opt.heap.fields.get(&write.descr)?.lazy?;
    (opt.vals.get(of) == object).then(|| opt.vals.get(value))
}

/// Gives the value that the write would write now: that what memory holds if it is made. `expected`: what the
/// label expects of the object. `None`: the object may not have the field.
pub(crate) fn value_to_write(
    opt: &mut Optimizer<'_>,
    write: &Write,
    args: &[V],
    expected: Option<&Node>,
) -> Res<Option<V>> {
    if let Some(value) = value_put_off(opt, write, args) {
        return Ok(Some(value));
    }
    let object = object_of(opt, write, args);
    if opt.vals.is_virtual(object)
        || opt.known_nonnull(object) != Some(true)
        || expected.is_some_and(|node| !leaf_fits(opt, object, node))
    {
        return Ok(None);
    }
    let read = R::getfield_gc(opt.descrs.field(write.descr).kind);
    let op = opt.new_op(read, &[object], OpDescr::Descr(write.descr));
    let result = op.result;
    opt.propagate(op)?;
    Ok(Some(opt.vals.get(result)))
}
