//! What is known about memory, and writes that are not made yet.

use crate::values::{V, Values, can_alias};
use alloc::vec::Vec;
use jitmodel::hash::{FxHashSet, FxIndexMap};
use jitmodel::*;

/// One field (of all structs) or one constant index (of all arrays of a descr).
#[derive(Clone, Debug, Default)]
pub struct SlotCache {
    /// (object, value): what memory holds, lazy write aside.
    pub known: Vec<(V, V)>,
    /// (object, value): a write not made yet.
    pub lazy: Option<(V, V)>,
}

/// Items of all arrays of a descr.
#[derive(Clone, Debug, Default)]
pub struct ArrayCache {
    /// Items by constant index.
    pub items: FxIndexMap<i64, SlotCache>,
    /// (array, index, value) for other indices: what memory holds, lazy write aside.
    pub variable: Vec<(V, V, V)>,
    /// (array, index, value): a write at such an index not made yet. No other write not made may be to the same item.
    pub lazy: Option<(V, V, V)>,
    /// The position of that write: operations and guards in the output before it.
    pub(crate) origin: (usize, usize),
    /// (array, index) of what was known then, and it may change.
    pub(crate) killed: Vec<(V, V)>,
}

/// Holds what is known about memory.
#[derive(Clone, Debug, Default)]
pub struct HeapCache {
    /// Fields by `FieldDescr`.
    pub fields: FxIndexMap<DescrRef, SlotCache>,
    /// Arrays by `ArrayDescr`.
    pub arrays: FxIndexMap<DescrRef, ArrayCache>,
    /// Fields of inline structs by `InteriorFieldDescr`: (array, index, value).
    pub interior: FxIndexMap<DescrRef, Vec<(V, V, V)>>,
    /// (array, base, k): the item at index `base + k` was accessed, so it exists. Nothing makes this untrue.
    pub in_range: FxHashSet<(V, V, i64)>,
}

impl SlotCache {
    /// The known value of the field of this object.
    pub fn lookup(&self, vals: &Values, object: V) -> Option<V> {
        let object = vals.get(object);
        self.known.iter().rev().find(|(o, _)| vals.get(*o) == object).map(|(_, v)| vals.get(*v))
    }

    pub(crate) fn note(&mut self, object: V, value: V) {
        self.known.retain(|(o, _)| *o != object);
        if self.known.len() >= MAX_KNOWN {
            self.known.remove(0);
        }
        self.known.push((object, value));
    }

    pub(crate) fn written(&mut self, vals: &Values, object: V, value: V) {
        self.known.retain(|(o, _)| !can_alias(vals, *o, object));
        self.note(object, value);
    }
}

impl HeapCache {
    /// Memory is known to hold `value` (a fact that does not invalidate others).
    pub fn note_field(&mut self, descr: DescrRef, object: V, value: V) {
        self.fields.entry(descr).or_default().note(object, value);
    }

    /// Notes the value of an item at a constant index.
    pub fn note_item(&mut self, descr: DescrRef, array: V, index: i64, value: V) {
        self.arrays.entry(descr).or_default().items.entry(index).or_default().note(array, value);
    }

    /// Notes the value of a field of an inline struct.
    pub fn note_interior(&mut self, descr: DescrRef, array: V, index: V, value: V) {
        self.interior.entry(descr).or_default().push((array, index, value));
    }
}
