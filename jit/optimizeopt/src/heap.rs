//! Heap stage: values of fields and items that are in memory, and writes not made yet.
//!
//! Guarantees: a write is postponed ("lazy") until something may read it, a call may write the
//! same field, or the trace ends; guards do not force it but list it as pending. A read of known
//! memory is removed. Reads and writes of different descrs never touch the same memory; writes
//! through one descr kill what is known about other objects unless these cannot be the same.

use crate::optimizer::{MAX_SURE_ITEMS, Optimizer, PureKey, Res, WOp};
use crate::ranges::Move;
use crate::values::{V, Values, Virtual};
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::effects::COLLECTS;
use jitmodel::hash::{FxHashSet, FxIndexMap};
use jitmodel::*;
use smallvec::SmallVec;

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
    origin: (usize, usize),
    /// (array, index) of what was known then, and it may change.
    killed: Vec<(V, V)>,
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

/// Maximum number of entries of a field: more cost more time than they save.
const MAX_KNOWN: usize = 64;

/// (descr, object, index, value) of a write not made yet.
pub type Pending = (DescrRef, V, Option<V>, V);

/// Says whether two references may be to one object.
pub fn can_alias(vals: &Values, a: V, b: V) -> bool {
    let (a, b) = (vals.get(a), vals.get(b));
    if a == b {
        return true;
    }
    if vals.are_apart(a, b) {
        return false;
    }
    let (x, y) = (&vals[a], &vals[b]);
    if let (Some(ConstValue::Ref(p)), Some(ConstValue::Ref(q))) = (x.konst, y.konst) {
        return !matches!((p, q), (RefConst::Prebuilt(_), RefConst::Prebuilt(_)));
    }
    // Two different objects of this trace, or one of them and a constant, are different.
    if (x.ptr.fresh && (y.ptr.fresh || y.konst.is_some())) || (y.ptr.fresh && x.konst.is_some()) {
        return false;
    }
    match (x.ptr.class, y.ptr.class) {
        (Some(c), Some(d)) => c == d,
        _ => true,
    }
}

impl SlotCache {
    /// The known value of the field of this object.
    pub fn lookup(&self, vals: &Values, object: V) -> Option<V> {
        let object = vals.get(object);
        self.known.iter().rev().find(|(o, _)| vals.get(*o) == object).map(|(_, v)| vals.get(*v))
    }

    fn note(&mut self, object: V, value: V) {
        self.known.retain(|(o, _)| *o != object);
        if self.known.len() >= MAX_KNOWN {
            self.known.remove(0);
        }
        self.known.push((object, value));
    }

    fn written(&mut self, vals: &Values, object: V, value: V) {
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

impl Optimizer<'_> {
    /// The writes that are not made yet.
    pub fn pending_writes(&mut self) -> Vec<Pending> {
        let mut out = Vec::new();
        for (&descr, slot) in &self.heap.fields {
            out.extend(slot.lazy.map(|(object, value)| (descr, object, None, value)));
        }
        for (&descr, array) in &self.heap.arrays {
            for (&index, slot) in &array.items {
                if let Some((object, value)) = slot.lazy {
                    let index = self.vals.constant(ConstValue::Int(index));
                    out.push((descr, object, Some(index), value));
                }
            }
            out.extend(array.lazy.map(|(array, index, value)| (descr, array, Some(index), value)));
        }
        out
    }

    /// Makes one of them.
    pub fn make_pending(&mut self, &(descr, _, index, _): &Pending) -> Res {
        match index {
            None => self.force_lazy_field(descr),
            Some(index) => {
                let variable = self.heap.arrays.get(&descr).and_then(|c| c.lazy);
                if variable.is_some_and(|(_, at, _)| at == index) {
                    return self.force_lazy_variable(descr);
                }
                match self.vals.int(index) {
                    Some(n) => self.force_lazy_item(descr, n),
                    None => Ok(()),
                }
            }
        }
    }

    /// The heap stage (and all operations that no other stage knows).
    pub fn optimize_heap(&mut self, op: WOp) -> Res {
        match op.opnum {
            R::GetfieldGcI | R::GetfieldGcR | R::GetfieldGcF => self.getfield(op),
            R::SetfieldGc => self.setfield(op),
            R::GetarrayitemGcI | R::GetarrayitemGcR | R::GetarrayitemGcF => self.getitem(op),
            R::GetarrayitemGcPureI | R::GetarrayitemGcPureR | R::GetarrayitemGcPureF => {
                self.getitem_pure(op)
            }
            R::SetarrayitemGc => self.setitem(op),
            R::GetinteriorfieldGcI | R::GetinteriorfieldGcR | R::GetinteriorfieldGcF => {
                self.getinterior(op)
            }
            R::SetinteriorfieldGc => self.setinterior(op),
            R::ArraylenGc => self.arraylen(op),
            R::SingleItemGc => self.single_item(op),
            R::GetfieldRawI | R::GetfieldRawR | R::GetfieldRawF => self.getfield_raw(op),
            R::New | R::NewWithVtable | R::NewArray | R::NewArrayClear => {
                let result = op.result;
                let length = op.args.first().copied();
                let descr = op.descr();
                let opnum = op.opnum;
                self.emit(op)?;
                let ptr = &mut self.vals[result].ptr;
                ptr.nonnull = true;
                ptr.fresh = true;
                if let Some(length) = length {
                    self.made_array = self.vals.int(length).is_none_or(|n| n > MAX_SURE_ITEMS);
                    let args = SmallVec::from_slice(&[result]);
                    let key = PureKey { opnum: R::ArraylenGc, descr: Some(descr), args };
                    self.pure.insert(key, length);
                } else if opnum == R::NewWithVtable {
                    self.vals[result].ptr.class = self.vtable(descr);
                }
                Ok(())
            }
            _ => {
                self.force_args(&op)?;
                // Raw memory is disjoint from the GC heap; everything else unknown is a barrier.
                let raw = matches!(
                    op.opnum,
                    R::GetarrayitemRawI
                        | R::GetarrayitemRawR
                        | R::GetarrayitemRawF
                        | R::RawLoadI
                        | R::RawLoadF
                        | R::SetfieldRaw
                        | R::SetarrayitemRaw
                        | R::RawStore
                        | R::CastPtrToInt
                        | R::CastIntToPtr
                        | R::Keepalive
                        | R::ForceToken
                );
                if !raw && !Self::is_debug(&op) {
                    self.force_all_lazy()?;
                    if op.opnum.has(COLLECTS) {
                        self.forget_all();
                    }
                }
                self.emit(op)?;
                Ok(())
            }
        }
    }

    /// Allocates virtual arguments.
    pub fn force_args(&mut self, op: &WOp) -> Res {
        for &arg in &op.args {
            self.force(arg)?;
        }
        Ok(())
    }

    // ------------------------------------------------------------ fields

    fn getfield(&mut self, op: WOp) -> Res {
        let (object, descr) = (op.args[0], op.descr());
        let field = self.descrs.field(descr);
        if field.volatile {
            self.emit(op)?;
            return Ok(());
        }
        let immutable = field.immutable;
        if immutable
            && let Some(c) = self.vals.konst(object)
            && let Some(value) = self.env.read_field(c, descr)
        {
            self.make_constant(op.result, value);
            return Ok(());
        }
        if self.descrs.typeptr == Some(descr)
            && let Some(class) = self.known_class(object)
        {
            self.make_int(op.result, class);
            return Ok(());
        }
        if let Some((o, value)) = self.heap.fields.entry(descr).or_default().lazy {
            if self.vals.get(o) == object {
                self.make_equal(op.result, value);
                return Ok(());
            }
            if can_alias(&self.vals, o, object) {
                self.force_lazy_field(descr)?;
            }
        }
        if let Some(value) = self.heap.fields[&descr].lookup(&self.vals, object) {
            self.use_short(value)?;
            self.make_equal(op.result, value);
            return Ok(());
        }
        let (result, bound) = (op.result, self.load_bound(descr));
        self.emit_defining(op)?;
        self.vals[result].bound = bound;
        self.make_nonnull(object);
        self.heap.note_field(descr, object, result);
        Ok(())
    }

    /// The range that a load of this descr can give.
    fn load_bound(&self, descr: DescrRef) -> crate::intbound::IntBound {
        if matches!(self.descrs.get(descr), Descr::Field(field) if field.length) {
            return crate::intbound::IntBound::range(*LENGTHS.start(), *LENGTHS.end());
        }
        self.size_bound(descr)
    }

    /// The range that memory of this descr has room for.
    fn size_bound(&self, descr: DescrRef) -> crate::intbound::IntBound {
        use crate::intbound::IntBound;
        if self.descrs.value_kind(descr) != Kind::Int {
            return IntBound::ANY;
        }
        match self.descrs.value_size(descr) {
            Some((size @ (1 | 2 | 4), signed)) => {
                let bits = size * 8;
                if signed {
                    IntBound::range(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
                } else {
                    IntBound::range(0, (1 << bits) - 1)
                }
            }
            _ => IntBound::ANY,
        }
    }

    /// Says whether storing `value` and loading it again gives `value`.
    fn survives_store(&self, descr: DescrRef, value: V) -> bool {
        self.size_bound(descr).includes(&self.vals.bound(value))
            || self.descrs.value_kind(descr) != Kind::Int
    }

    /// Gives what a load gives after `value` was stored: for stores into virtual objects.
    pub fn truncated(&mut self, descr: DescrRef, value: V) -> Res<V> {
        if self.survives_store(descr, value) {
            return Ok(value);
        }
        let Some((size, signed)) = self.descrs.value_size(descr) else { return Ok(value) };
        let op = if signed {
            let size = self.int_const(size as i64);
            self.new_op(R::IntSignext, &[value, size], OpDescr::None)
        } else {
            let mask = self.int_const((1 << (size * 8)) - 1);
            self.new_op(R::IntAnd, &[value, mask], OpDescr::None)
        };
        let result = op.result;
        self.propagate(op)?;
        Ok(self.vals.get(result))
    }

    fn setfield(&mut self, op: WOp) -> Res {
        let (object, value, descr) = (op.args[0], op.args[1], op.descr());
        self.make_nonnull(object);
        if self.descrs.field(descr).volatile {
            self.force_args(&op)?;
            self.emit(op)?;
            return Ok(());
        }
        if !self.survives_store(descr, value) {
            // The stored value is cut off: nothing is known about it afterwards.
            self.force_lazy_field(descr)?;
            self.emit(op)?;
            let slot = self.heap.fields.entry(descr).or_default();
            slot.known.retain(|(o, _)| !can_alias(&self.vals, *o, object));
            return Ok(());
        }
        let slot = self.heap.fields.entry(descr).or_default();
        if slot.lazy.is_some_and(|(o, _)| self.vals.get(o) != object) {
            self.force_lazy_field(descr)?;
        }
        let slot = &self.heap.fields[&descr];
        let known = slot.lookup(&self.vals, object);
        let same = known.filter(|&known| self.same_value(known, value));
        if let Some(known) = same {
            self.use_short(known)?;
        }
        self.heap.fields[&descr].lazy = if same.is_some() { None } else { Some((object, value)) };
        Ok(())
    }

    fn same_value(&self, known: V, value: V) -> bool {
        known == value || self.short_const(known).is_some_and(|c| self.vals.konst(value) == Some(c))
    }

    /// Makes the postponed write of a field.
    fn force_lazy_field(&mut self, descr: DescrRef) -> Res {
        let Some(slot) = self.heap.fields.get_mut(&descr) else { return Ok(()) };
        let Some((object, value)) = slot.lazy.take() else { return Ok(()) };
        let op = self.new_op(R::SetfieldGc, &[object, value], OpDescr::Descr(descr));
        self.emit(op)?;
        let (object, value) = (self.vals.get(object), self.vals.get(value));
        self.heap.fields[&descr].written(&self.vals, object, value);
        Ok(())
    }

    fn getfield_raw(&mut self, op: WOp) -> Res {
        let (object, descr) = (op.args[0], op.descr());
        if !self.descrs.field(descr).immutable {
            self.emit(op)?;
            return Ok(());
        }
        if let Some(c) = self.vals.konst(object)
            && let Some(value) = self.env.read_field(c, descr)
        {
            self.make_constant(op.result, value);
            return Ok(());
        }
        let bound = self.load_bound(descr);
        self.emit_once(op, bound)
    }

    /// Emits a load of memory that never changes, unless it was made before.
    fn emit_once(&mut self, op: WOp, bound: crate::intbound::IntBound) -> Res {
        let args = op.args.iter().copied().collect();
        let key = PureKey { opnum: op.opnum, descr: Some(op.descr()), args };
        if let Some(value) = self.lookup_pure(&key)? {
            self.make_equal(op.result, value);
            return Ok(());
        }
        let result = op.result;
        self.emit_defining(op)?;
        self.vals[result].bound = bound;
        if key.opnum == R::ArraylenGc {
            self.lengths.extend(key.descr.map(|d| (d, key.args[0], result)));
        }
        self.pure.insert(key, result);
        Ok(())
    }

    // ------------------------------------------------------------ arrays

    fn arraylen(&mut self, op: WOp) -> Res {
        let array = op.args[0];
        if let Some(c) = self.vals.konst(array)
            && let Some(len) = self.env.array_len(c, op.descr())
        {
            self.make_int(op.result, len);
            return Ok(());
        }
        let min = self.vals[array].ptr.min_len.max(0);
        let bound = crate::intbound::IntBound::range(min, min.max(*LENGTHS.end()));
        self.make_nonnull(array);
        self.emit_once(op, bound)
    }

    /// The last writes to an item of a builder's buffer are made if they are not yet.
    fn settle_item(&mut self, descr: DescrRef, array: V, index: V) -> Res {
        if self.heap.arrays.contains_key(&descr) {
            self.force_lazy_items_maybe_at(descr, array, index)?;
            let lazy = self.heap.arrays[&descr].lazy;
            if lazy.is_some_and(|(a, i, _)| self.may_be_same_item((a, i), (array, index))) {
                self.force_lazy_variable(descr)?;
            }
        }
        Ok(())
    }

    fn single_item(&mut self, op: WOp) -> Res {
        let (array, descr) = (op.args[0], op.descr());
        let zero = self.int_const(0);
        self.force(array)?;
        self.settle_item(descr, array, zero)?;
        let bound = crate::intbound::IntBound::range(-1, self.load_bound(descr).hi);
        self.emit_once(op, bound)
    }

    fn getitem_pure(&mut self, op: WOp) -> Res {
        let (array, index) = (op.args[0], op.args[1]);
        if let (Some(c), Some(index)) = (self.vals.konst(array), self.vals.int(index))
            && let Some(value) = self.env.read_item(c, index, op.descr())
        {
            self.make_constant(op.result, value);
            return Ok(());
        }
        self.make_nonnull(array);
        let descr = op.descr();
        let bound = self.load_bound(descr);
        self.settle_item(descr, array, index)?;
        self.emit_once(op, bound)?;
        match self.vals.int(index) {
            Some(n) => self.make_min_len(array, descr, n),
            None => self.note_in_range(array, index),
        }
        Ok(())
    }

    fn getitem(&mut self, op: WOp) -> Res {
        let (array, index, descr) = (op.args[0], op.args[1], op.descr());
        if self.descrs.array(descr).pure {
            return self.getitem_pure(op);
        }
        self.heap.arrays.entry(descr).or_default();
        if let Some((a, i, value)) = self.heap.arrays[&descr].lazy {
            if self.same_item((a, i), (array, index)) {
                self.note_in_range(array, index);
                self.make_equal(op.result, value);
                return Ok(());
            }
            if self.may_be_same_item((a, i), (array, index)) {
                self.force_lazy_variable(descr)?;
            }
        }
        if let Some(n) = self.vals.int(index) {
            self.make_min_len(array, descr, n);
            let slot = self.heap.arrays[&descr].items.entry(n).or_default();
            if let Some((o, value)) = slot.lazy {
                if self.vals.get(o) == array {
                    self.make_equal(op.result, value);
                    return Ok(());
                }
                if can_alias(&self.vals, o, array) {
                    self.force_lazy_item(descr, n)?;
                }
            }
            let slot = &self.heap.arrays[&descr].items[&n];
            if let Some(value) = slot.lookup(&self.vals, array) {
                self.use_short(value)?;
                self.make_equal(op.result, value);
                return Ok(());
            }
            let (result, bound) = (op.result, self.load_bound(descr));
            self.emit_defining(op)?;
            self.vals[result].bound = bound;
            self.make_nonnull(array);
            self.heap.note_item(descr, array, n, result);
            return Ok(());
        }
        self.force_lazy_items_maybe_at(descr, array, index)?;
        if let Some(value) = self.lookup_variable(descr, array, index) {
            self.use_short(value)?;
            self.note_in_range(array, index);
            self.make_equal(op.result, value);
            return Ok(());
        }
        let (result, bound) = (op.result, self.load_bound(descr));
        self.emit_defining(op)?;
        self.vals[result].bound = bound;
        self.make_nonnull(array);
        self.note_in_range(array, index);
        self.note_variable(descr, array, index, result);
        Ok(())
    }

    /// The known value of an item at a variable index, postponed writes aside.
    pub fn lookup_variable(&self, descr: DescrRef, array: V, index: V) -> Option<V> {
        let vals = &self.vals;
        let at = vals.wrap_linear(index);
        let entries = &self.heap.arrays.get(&descr)?.variable;
        let same = |(a, i, _): &&(V, V, V)| vals.get(*a) == array && vals.wrap_linear(*i) == at;
        entries.iter().rev().find(same).map(|e| vals.get(e.2))
    }

    /// The array has an item at this variable index.
    pub fn note_in_range(&mut self, array: V, index: V) {
        let (base, k) = self.vals.wrap_linear(index);
        self.heap.in_range.insert((self.vals.get(array), base, k));
    }

    /// Says whether a read of this item, put here by the optimiser, stays inside the array.
    pub fn item_exists(&self, descr: DescrRef, array: V, index: V) -> bool {
        let (array, index) = (self.vals.get(array), self.vals.get(index));
        let Some(n) = self.vals.int(index) else {
            let (base, k) = self.vals.wrap_linear(index);
            return self.heap.in_range.contains(&(array, base, k))
                || self.lookup_variable(descr, array, index).is_some();
        };
        let min_len = match self.vals.virt(array) {
            Some(Virtual::Array { items, .. }) => items.len() as i64,
            _ => self.vals[array].ptr.min_len,
        };
        let slot = self.heap.arrays.get(&descr).and_then(|c| c.items.get(&n));
        let known = slot.is_some_and(|s| {
            s.lookup(&self.vals, array).is_some()
                || s.lazy.is_some_and(|(a, _)| self.vals.get(a) == array)
        });
        known || n >= 0 && n < min_len
    }

    /// Memory holds `value` at this index (a fact that does not invalidate others).
    pub fn note_variable(&mut self, descr: DescrRef, array: V, index: V, value: V) {
        let variable = &mut self.heap.arrays.entry(descr).or_default().variable;
        if variable.len() >= MAX_KNOWN {
            variable.remove(0);
        }
        variable.push((array, index, value));
    }

    /// An item at the constant index was accessed: the array is that long.
    fn make_min_len(&mut self, array: V, descr: DescrRef, index: i64) {
        if index >= 0 && self.vals[array].konst.is_none() {
            let ptr = &mut self.vals[array].ptr;
            ptr.min_len = ptr.min_len.max(index + 1);
            ptr.array = Some(descr);
        }
    }

    /// Says whether two indices are known to differ.
    fn indices_differ(&self, a: V, b: V) -> bool {
        let ((x, k), (y, l)) = (self.vals.wrap_linear(a), self.vals.wrap_linear(b));
        if x == y && k != l {
            return true;
        }
        let (ba, bb) = (self.vals.bound(a), self.vals.bound(b));
        crate::intbound::IntBound::disjoint(&ba, &bb)
            || self.vals.known_difference(a, b, -1)
            || self.vals.known_difference(b, a, -1)
    }

    /// Makes the postponed writes that an access at a variable index may meet.
    fn force_lazy_items_maybe_at(&mut self, descr: DescrRef, array: V, index: V) -> Res {
        let lazies: Vec<(i64, V)> = match self.heap.arrays.get(&descr) {
            Some(cache) => {
                cache.items.iter().filter_map(|(&n, s)| s.lazy.map(|(o, _)| (n, o))).collect()
            }
            None => return Ok(()),
        };
        for (n, object) in lazies {
            let at = self.int_const(n);
            if can_alias(&self.vals, object, array) && !self.indices_differ(at, index) {
                self.force_lazy_item(descr, n)?;
            }
        }
        Ok(())
    }

    fn setitem(&mut self, op: WOp) -> Res {
        let (array, index, value) = (op.args[0], op.args[1], op.args[2]);
        let descr = op.descr();
        self.make_nonnull(array);
        self.heap.arrays.entry(descr).or_default();
        let keeps = self.survives_store(descr, value);
        if let Some((a, i, _)) = self.heap.arrays[&descr].lazy {
            let same = keeps && self.same_item((a, i), (array, index));
            let apart = !self.may_be_same_item((a, i), (array, index));
            // One such write can wait; those at constant indices have their own places.
            if if self.vals.int(index).is_some() { !apart } else { !same } {
                self.force_lazy_variable(descr)?;
            }
        }
        if let Some(n) = self.vals.int(index) {
            self.make_min_len(array, descr, n);
            let slot = self.heap.arrays[&descr].items.entry(n).or_default();
            if slot.lazy.is_some_and(|(o, _)| self.vals.get(o) != array) || !keeps {
                self.force_lazy_item(descr, n)?;
            }
            if keeps {
                let slot = &self.heap.arrays[&descr].items[&n];
                let known = slot.lookup(&self.vals, array);
                let same = known.filter(|&known| self.same_value(known, value));
                if let Some(known) = same {
                    self.use_short(known)?;
                }
                let lazy = if same.is_some() { None } else { Some((array, value)) };
                let cache = &mut self.heap.arrays[&descr];
                cache.items[&n].lazy = lazy;
                if lazy.is_some() {
                    self.kill_variable(descr, array, index);
                }
                return Ok(());
            }
        }
        self.force_lazy_items_maybe_at(descr, array, index)?;
        if self.vals.int(index).is_none() {
            self.note_in_range(array, index);
            if keeps {
                let known = self.lookup_variable(descr, array, index);
                let same = known.filter(|&known| self.same_value(known, value));
                if let Some(known) = same {
                    self.use_short(known)?;
                }
                let (index, value) = (self.vals.get(index), self.vals.get(value));
                let killed = self.items_killed(descr, array, index);
                let cache = &mut self.heap.arrays[&descr];
                cache.killed = killed;
                cache.lazy = if same.is_some() { None } else { Some((array, index, value)) };
                cache.origin = (self.out.ops.len(), self.out.guards.len());
                return Ok(());
            }
        }
        self.write_item(op, keeps)
    }

    /// Writes an item, and forgets what the write may change.
    fn write_item(&mut self, op: WOp, keeps: bool) -> Res {
        let (array, index, value) = (op.args[0], op.args[1], op.args[2]);
        let descr = op.descr();
        self.force(value)?;
        self.emit(op)?;
        let (array, index) = (self.vals.get(array), self.vals.get(index));
        self.kill_variable(descr, array, index);
        let mut kill: Vec<i64> = Vec::new();
        let indices: Vec<i64> = self.heap.arrays[&descr].items.keys().copied().collect();
        for n in indices {
            let at = self.int_const(n);
            if !self.indices_differ(at, index) {
                kill.push(n);
            }
        }
        let vals = &self.vals;
        let cache = &mut self.heap.arrays[&descr];
        for n in kill {
            cache.items[&n].known.retain(|(o, _)| !can_alias(vals, *o, array));
        }
        if keeps {
            let value = self.vals.get(value);
            self.note_variable(descr, array, index, value);
        }
        Ok(())
    }

    /// Forgets items at variable indices that a write may change.
    fn kill_variable(&mut self, descr: DescrRef, array: V, index: V) {
        let Some(cache) = self.heap.arrays.get_mut(&descr) else { return };
        let entries = core::mem::take(&mut cache.variable);
        let kept = entries
            .into_iter()
            .filter(|&(a, i, _)| !can_alias(&self.vals, a, array) || self.indices_differ(i, index))
            .collect();
        self.heap.arrays[&descr].variable = kept;
    }

    /// Says whether two (array, index) may be one item.
    pub fn may_be_same_item(&self, a: (V, V), b: (V, V)) -> bool {
        can_alias(&self.vals, a.0, b.0) && !self.indices_differ(a.1, b.1)
    }

    /// Says whether two (array, index) are one item.
    fn same_item(&self, a: (V, V), b: (V, V)) -> bool {
        self.vals.get(a.0) == self.vals.get(b.0)
            && self.vals.wrap_linear(a.1) == self.vals.wrap_linear(b.1)
    }

    /// Makes the postponed write of an item at a variable index.
    fn force_lazy_variable(&mut self, descr: DescrRef) -> Res {
        let Some(cache) = self.heap.arrays.get_mut(&descr) else { return Ok(()) };
        let (to, guard) = cache.origin;
        let killed = core::mem::take(&mut cache.killed);
        let Some((array, index, value)) = cache.lazy.take() else { return Ok(()) };
        let op = self.new_op(R::SetarrayitemGc, &[array, index, value], OpDescr::Descr(descr));
        self.write_item(op, true)?;
        // No later write made this one needless: its place is where it stood.
        let from = self.out.ops.len() - 1;
        let guards = guard..self.out.guards.len();
        let first = self.out.inputargs.len() + to;
        let there = |v: &OpRef| v.is_const() || v.index() < first;
        // Nothing may have become known since about what it writes.
        let unchanged = [array, index, value].iter().all(|&v| self.vals.get(v) == v);
        if unchanged
            && !guards.is_empty()
            && self.out.ops[from].args.iter().all(there)
            && let Some(killed) = self.item_places(&killed)
        {
            self.moves.push(Move { from, to, guards, killed });
        }
        Ok(())
    }

    /// Makes the postponed write of an item.
    fn force_lazy_item(&mut self, descr: DescrRef, n: i64) -> Res {
        let Some(slot) = self.heap.arrays.get_mut(&descr).and_then(|c| c.items.get_mut(&n)) else {
            return Ok(());
        };
        let Some((array, value)) = slot.lazy.take() else { return Ok(()) };
        let index = self.int_const(n);
        let op = self.new_op(R::SetarrayitemGc, &[array, index, value], OpDescr::Descr(descr));
        self.emit(op)?;
        let (array, value) = (self.vals.get(array), self.vals.get(value));
        self.kill_variable(descr, array, index);
        self.heap.arrays[&descr].items[&n].written(&self.vals, array, value);
        Ok(())
    }

    // ------------------------------------------------------------ arrays of structs

    fn getinterior(&mut self, op: WOp) -> Res {
        let (array, index, descr) = (op.args[0], op.args[1], op.descr());
        let entries = self.heap.interior.entry(descr).or_default();
        let vals = &self.vals;
        let hit = entries
            .iter()
            .rev()
            .find(|(a, i, _)| vals.get(*a) == array && vals.get(*i) == index)
            .map(|e| vals.get(e.2));
        if let Some(value) = hit {
            self.make_equal(op.result, value);
            return Ok(());
        }
        let (result, bound) = (op.result, self.load_bound(descr));
        self.emit_defining(op)?;
        self.vals[result].bound = bound;
        self.make_nonnull(array);
        self.heap.interior[&descr].push((array, index, result));
        Ok(())
    }

    fn setinterior(&mut self, op: WOp) -> Res {
        let (array, index, value) = (op.args[0], op.args[1], op.args[2]);
        let descr = op.descr();
        self.make_nonnull(array);
        let keeps = self.survives_store(descr, value);
        self.emit(op)?;
        let entries = core::mem::take(self.heap.interior.entry(descr).or_default());
        let mut kept: Vec<_> = entries
            .into_iter()
            .filter(|&(a, i, _)| !can_alias(&self.vals, a, array) || self.indices_differ(i, index))
            .collect();
        if keeps {
            kept.push((array, index, self.vals.get(value)));
        }
        self.heap.interior[&descr] = kept;
        Ok(())
    }

    // ------------------------------------------------------------ calls and ends

    /// Makes all postponed writes.
    pub fn force_all_lazy(&mut self) -> Res {
        for write in self.pending_writes() {
            self.make_pending(&write)?;
        }
        Ok(())
    }

    /// Forgets all memory that can change.
    pub fn forget_all(&mut self) {
        self.heap.arrays.clear();
        self.heap.interior.clear();
        let descrs = self.descrs;
        self.heap.fields.retain(|&descr, _| descrs.field(descr).immutable);
    }

    /// Prepares memory knowledge for a call that is about to be emitted.
    pub fn call_effects(&mut self, effect: &EffectInfo) -> Res {
        if effect.has_random_effects() {
            self.force_all_lazy()?;
            self.forget_all();
            return Ok(());
        }
        for write in self.pending_writes() {
            if effect.may_read(write.0) || effect.may_write(write.0) {
                self.make_pending(&write)?;
            }
        }
        for &descr in &effect.writes {
            match self.descrs.get(descr) {
                Descr::Field(field) if !field.immutable => {
                    self.heap.fields.shift_remove(&descr);
                }
                Descr::Array(_) => {
                    self.heap.arrays.shift_remove(&descr);
                }
                Descr::InteriorField(_) => {
                    self.heap.interior.shift_remove(&descr);
                }
                _ => {}
            }
        }
        Ok(())
    }
}
