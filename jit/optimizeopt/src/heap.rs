//! Heap stage: values of fields and items that are in memory, and writes not made yet.
//!
//! Guarantees: a write is postponed ("lazy") until something may read it, a call may write the
//! same field, or the trace ends; guards do not force it but list it as pending. A read of known
//! memory is removed. Reads and writes of different descrs never touch the same memory; writes
//! through one descr kill what is known about other objects unless these cannot be the same.

use crate::error::Res;
use crate::intbound::IntBound;
use crate::ranges::Move;
use crate::state::{Optimizer, PureKey, WOp};
use crate::values;
use crate::values::{V, Virtual};
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::effects::COLLECTS;
use jitmodel::*;
use smallvec::SmallVec;

/// (descr, object, index, value) of a write not made yet.
pub type Pending = (DescrRef, V, Option<V>, V);

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
            if values::can_alias(&self.vals, o, object) {
                force_lazy_field(self, descr)?;
            }
        }
        if let Some(value) = self.heap.fields[&descr].lookup(&self.vals, object) {
            self.use_short(value)?;
            self.make_equal(op.result, value);
            return Ok(());
        }
        let result = emit_load(self, op)?;
        self.heap.note_field(descr, object, result);
        Ok(())
    }
    /// Gives what a load gives after `value` was stored: for stores into virtual objects.
    pub fn truncated(&mut self, descr: DescrRef, value: V) -> Res<V> {
        if survives_store(self, descr, value) {
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
        if !survives_store(self, descr, value) {
            // The stored value is cut off: nothing is known about it afterwards.
            force_lazy_field(self, descr)?;
            self.emit(op)?;
            let slot = self.heap.fields.entry(descr).or_default();
            slot.known.retain(|(o, _)| !values::can_alias(&self.vals, *o, object));
            return Ok(());
        }
        let slot = self.heap.fields.entry(descr).or_default();
        if slot.lazy.is_some_and(|(o, _)| self.vals.get(o) != object) {
            force_lazy_field(self, descr)?;
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
        let bound = IntBound::range(min, min.max(*LENGTHS.end()));
        self.make_nonnull(array);
        emit_once(self, op, bound)
    }
    fn single_item(&mut self, op: WOp) -> Res {
        let (array, descr) = (op.args[0], op.descr());
        let zero = self.int_const(0);
        self.force(array)?;
        settle_item(self, descr, array, zero)?;
        let bound = IntBound::range(-1, load_bound(self, descr).hi);
        emit_once(self, op, bound)
    }
    /// The array has an item at this variable index.
    pub fn note_in_range(&mut self, array: V, index: V) {
        let (base, k) = self.vals.wrap_linear(index);
        self.heap.in_range.insert((self.vals.get(array), base, k));
    }
    /// Memory holds `value` at this index (a fact that does not invalidate others).
    pub fn note_variable(&mut self, descr: DescrRef, array: V, index: V, value: V) {
        let variable = &mut self.heap.arrays.entry(descr).or_default().variable;
        if variable.len() >= MAX_KNOWN {
            variable.remove(0);
        }
        variable.push((array, index, value));
    }
    /// Prepares memory knowledge for a call that is about to be emitted.
    pub fn call_effects(&mut self, effect: &EffectInfo) -> Res {
        if effect.has_random_effects() {
            force_all_lazy(self)?;
            forget_all(self);
            return Ok(());
        }
        for write in self.pending_writes() {
            if effect.may_read(write.0) || effect.may_write(write.0) {
                make_pending(self, &write)?;
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

/// Makes one of them.
pub(crate) fn make_pending(opt: &mut Optimizer<'_>, &(descr, _, index, _): &Pending) -> Res {
    match index {
        None => force_lazy_field(opt, descr),
        Some(index) => {
            let variable = opt.heap.arrays.get(&descr).and_then(|c| c.lazy);
            if variable.is_some_and(|(_, at, _)| at == index) {
                return force_lazy_variable(opt, descr);
            }
            match opt.vals.int(index) {
                Some(n) => force_lazy_item(opt, descr, n),
                None => Ok(()),
            }
        }
    }
}

/// The heap stage (and all operations that no other stage knows).
pub(crate) fn optimize_heap(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    match op.opnum {
        R::GetfieldGcI | R::GetfieldGcR | R::GetfieldGcF => opt.getfield(op),
        R::SetfieldGc => opt.setfield(op),
        R::GetarrayitemGcI | R::GetarrayitemGcR | R::GetarrayitemGcF => getitem(opt, op),
        R::GetarrayitemGcPureI | R::GetarrayitemGcPureR | R::GetarrayitemGcPureF => {
            getitem_pure(opt, op)
        }
        R::SetarrayitemGc => setitem(opt, op),
        R::GetinteriorfieldGcI | R::GetinteriorfieldGcR | R::GetinteriorfieldGcF => {
            getinterior(opt, op)
        }
        R::SetinteriorfieldGc => setinterior(opt, op),
        R::ArraylenGc => opt.arraylen(op),
        R::SingleItemGc => opt.single_item(op),
        R::GetfieldRawI | R::GetfieldRawR | R::GetfieldRawF => getfield_raw(opt, op),
        R::New | R::NewWithVtable | R::NewArray | R::NewArrayClear => {
            let result = op.result;
            let length = op.args.first().copied();
            let descr = op.descr();
            let opnum = op.opnum;
            opt.emit(op)?;
            let ptr = &mut opt.vals[result].ptr;
            ptr.nonnull = true;
            ptr.fresh = true;
            if let Some(length) = length {
                // (A trace does not test whether there is memory for what an object may need.)
                opt.made_array = opt.vals.int(length).is_none_or(|n| n > MAX_KNOWN as i64);
                let args = SmallVec::from_slice(&[result]);
                let key = PureKey { opnum: R::ArraylenGc, descr: Some(descr), args };
                opt.pure.insert(key, length);
            } else if opnum == R::NewWithVtable {
                opt.vals[result].ptr.class = opt.vtable(descr);
            }
            Ok(())
        }
        _ => {
            opt.force_args(&op)?;
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
            if !raw && !Optimizer::is_debug(&op) {
                force_all_lazy(opt)?;
                if op.opnum.has(COLLECTS) {
                    forget_all(opt);
                }
            }
            opt.emit(op)?;
            Ok(())
        }
    }
}

/// The range that a load of this descr can give.
fn load_bound(opt: &Optimizer<'_>, descr: DescrRef) -> IntBound {
    if matches!(opt.descrs.get(descr), Descr::Field(field) if field.length) {
        return IntBound::range(*LENGTHS.start(), *LENGTHS.end());
    }
    size_bound(opt, descr)
}

/// The range that memory of this descr has room for.
fn size_bound(opt: &Optimizer<'_>, descr: DescrRef) -> IntBound {
    use crate::intbound::IntBound;
    if opt.descrs.value_kind(descr) != Kind::Int {
        return IntBound::ANY;
    }
    match opt.descrs.value_size(descr) {
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
fn survives_store(opt: &Optimizer<'_>, descr: DescrRef, value: V) -> bool {
    size_bound(opt, descr).includes(&opt.vals.bound(value))
        || opt.descrs.value_kind(descr) != Kind::Int
}

/// Makes the postponed write of a field.
fn force_lazy_field(opt: &mut Optimizer<'_>, descr: DescrRef) -> Res {
    let Some(slot) = opt.heap.fields.get_mut(&descr) else { return Ok(()) };
    let Some((object, value)) = slot.lazy.take() else { return Ok(()) };
    let op = opt.new_op(R::SetfieldGc, &[object, value], OpDescr::Descr(descr));
    opt.emit(op)?;
    let (object, value) = (opt.vals.get(object), opt.vals.get(value));
    opt.heap.fields[&descr].written(&opt.vals, object, value);
    Ok(())
}

fn getfield_raw(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    let (object, descr) = (op.args[0], op.descr());
    if !opt.descrs.field(descr).immutable {
        opt.emit(op)?;
        return Ok(());
    }
    if let Some(c) = opt.vals.konst(object)
        && let Some(value) = opt.env.read_field(c, descr)
    {
        opt.make_constant(op.result, value);
        return Ok(());
    }
    let bound = load_bound(opt, descr);
    emit_once(opt, op, bound)
}

/// Emits a load from an object or array, which is not null then, and gives its result.
fn emit_load(opt: &mut Optimizer<'_>, op: WOp) -> Res<V> {
    let (object, result, bound) = (op.args[0], op.result, load_bound(opt, op.descr()));
    opt.emit_defining(op)?;
    opt.vals[result].bound = bound;
    opt.make_nonnull(object);
    Ok(result)
}

/// Emits a load of memory that never changes, unless it was made before.
fn emit_once(opt: &mut Optimizer<'_>, op: WOp, bound: IntBound) -> Res {
    let args = op.args.iter().copied().collect();
    let key = PureKey { opnum: op.opnum, descr: Some(op.descr()), args };
    if let Some(value) = opt.lookup_pure(&key)? {
        opt.make_equal(op.result, value);
        return Ok(());
    }
    let result = op.result;
    opt.emit_defining(op)?;
    opt.vals[result].bound = bound;
    if key.opnum == R::ArraylenGc {
        opt.lengths.extend(key.descr.map(|d| (d, key.args[0], result)));
    }
    opt.pure.insert(key, result);
    Ok(())
}

/// The last writes to an item of a builder's buffer are made if they are not yet.
fn settle_item(opt: &mut Optimizer<'_>, descr: DescrRef, array: V, index: V) -> Res {
    if opt.heap.arrays.contains_key(&descr) {
        force_lazy_items_maybe_at(opt, descr, array, index)?;
        let lazy = opt.heap.arrays[&descr].lazy;
        if lazy.is_some_and(|(a, i, _)| may_be_same_item(opt, (a, i), (array, index))) {
            force_lazy_variable(opt, descr)?;
        }
    }
    Ok(())
}

fn getitem_pure(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    let (array, index) = (op.args[0], op.args[1]);
    if let (Some(c), Some(index)) = (opt.vals.konst(array), opt.vals.int(index))
        && let Some(value) = opt.env.read_item(c, index, op.descr())
    {
        opt.make_constant(op.result, value);
        return Ok(());
    }
    opt.make_nonnull(array);
    let descr = op.descr();
    let bound = load_bound(opt, descr);
    settle_item(opt, descr, array, index)?;
    emit_once(opt, op, bound)?;
    match opt.vals.int(index) {
        Some(n) => make_min_len(opt, array, descr, n),
        None => opt.note_in_range(array, index),
    }
    Ok(())
}

fn getitem(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    let (array, index, descr) = (op.args[0], op.args[1], op.descr());
    if opt.descrs.array(descr).pure {
        return getitem_pure(opt, op);
    }
    opt.heap.arrays.entry(descr).or_default();
    if let Some((a, i, value)) = opt.heap.arrays[&descr].lazy {
        if same_item(opt, (a, i), (array, index)) {
            opt.note_in_range(array, index);
            opt.make_equal(op.result, value);
            return Ok(());
        }
        if may_be_same_item(opt, (a, i), (array, index)) {
            force_lazy_variable(opt, descr)?;
        }
    }
    if let Some(n) = opt.vals.int(index) {
        make_min_len(opt, array, descr, n);
        let slot = opt.heap.arrays[&descr].items.entry(n).or_default();
        if let Some((o, value)) = slot.lazy {
            if opt.vals.get(o) == array {
                opt.make_equal(op.result, value);
                return Ok(());
            }
            if values::can_alias(&opt.vals, o, array) {
                force_lazy_item(opt, descr, n)?;
            }
        }
        let slot = &opt.heap.arrays[&descr].items[&n];
        if let Some(value) = slot.lookup(&opt.vals, array) {
            opt.use_short(value)?;
            opt.make_equal(op.result, value);
            return Ok(());
        }
        let result = emit_load(opt, op)?;
        opt.heap.note_item(descr, array, n, result);
        return Ok(());
    }
    force_lazy_items_maybe_at(opt, descr, array, index)?;
    if let Some(value) = lookup_variable(opt, descr, array, index) {
        opt.use_short(value)?;
        opt.note_in_range(array, index);
        opt.make_equal(op.result, value);
        return Ok(());
    }
    let result = emit_load(opt, op)?;
    opt.note_in_range(array, index);
    opt.note_variable(descr, array, index, result);
    Ok(())
}

/// The known value of an item at a variable index, postponed writes aside.
pub(crate) fn lookup_variable(
    opt: &Optimizer<'_>,
    descr: DescrRef,
    array: V,
    index: V,
) -> Option<V> {
    let vals = &opt.vals;
    let at = vals.wrap_linear(index);
    let entries = &opt.heap.arrays.get(&descr)?.variable;
    let same = |(a, i, _): &&(V, V, V)| vals.get(*a) == array && vals.wrap_linear(*i) == at;
    entries.iter().rev().find(same).map(|e| vals.get(e.2))
}

/// Says whether a read of this item, put here by the optimiser, stays inside the array.
pub(crate) fn item_exists(opt: &Optimizer<'_>, descr: DescrRef, array: V, index: V) -> bool {
    let (array, index) = (opt.vals.get(array), opt.vals.get(index));
    let Some(n) = opt.vals.int(index) else {
        let (base, k) = opt.vals.wrap_linear(index);
        return opt.heap.in_range.contains(&(array, base, k))
            || lookup_variable(opt, descr, array, index).is_some();
    };
    let min_len = match opt.vals.virt(array) {
        Some(Virtual::Array { items, .. }) => items.len() as i64,
        _ => opt.vals[array].ptr.min_len,
    };
    let slot = opt.heap.arrays.get(&descr).and_then(|c| c.items.get(&n));
    let known = slot.is_some_and(|s| {
        s.lookup(&opt.vals, array).is_some()
            || s.lazy.is_some_and(|(a, _)| opt.vals.get(a) == array)
    });
    known || n >= 0 && n < min_len
}

/// An item at the constant index was accessed: the array is that long.
fn make_min_len(opt: &mut Optimizer<'_>, array: V, descr: DescrRef, index: i64) {
    if index >= 0 && opt.vals[array].konst.is_none() {
        let ptr = &mut opt.vals[array].ptr;
        ptr.min_len = ptr.min_len.max(index + 1);
        ptr.array = Some(descr);
    }
}

/// Says whether two indices are known to differ.
fn indices_differ(opt: &Optimizer<'_>, a: V, b: V) -> bool {
    let ((x, k), (y, l)) = (opt.vals.wrap_linear(a), opt.vals.wrap_linear(b));
    if x == y && k != l {
        return true;
    }
    let (ba, bb) = (opt.vals.bound(a), opt.vals.bound(b));
    if IntBound::disjoint(&ba, &bb) {
        return true;
    }
    let (ba, bb) = (opt.vals.sum_bound(a), opt.vals.sum_bound(b));
    let (over, under) = opt.vals.differences((a, &ba), (b, &bb));
    over < 0 || under < 0
}

/// Makes the postponed writes that an access at a variable index may meet.
fn force_lazy_items_maybe_at(opt: &mut Optimizer<'_>, descr: DescrRef, array: V, index: V) -> Res {
    let lazies: Vec<(i64, V)> = match opt.heap.arrays.get(&descr) {
        Some(cache) => {
            cache.items.iter().filter_map(|(&n, s)| s.lazy.map(|(o, _)| (n, o))).collect()
        }
        None => return Ok(()),
    };
    for (n, object) in lazies {
        let at = opt.int_const(n);
        if values::can_alias(&opt.vals, object, array) && !indices_differ(opt, at, index) {
            force_lazy_item(opt, descr, n)?;
        }
    }
    Ok(())
}

fn setitem(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    let (array, index, value) = (op.args[0], op.args[1], op.args[2]);
    let descr = op.descr();
    opt.make_nonnull(array);
    opt.heap.arrays.entry(descr).or_default();
    let keeps = survives_store(opt, descr, value);
    if let Some((a, i, _)) = opt.heap.arrays[&descr].lazy {
        let same = keeps && same_item(opt, (a, i), (array, index));
        let apart = !may_be_same_item(opt, (a, i), (array, index));
        // One such write can wait; those at constant indices have their own places.
        if if opt.vals.int(index).is_some() { !apart } else { !same } {
            force_lazy_variable(opt, descr)?;
        }
    }
    if let Some(n) = opt.vals.int(index) {
        make_min_len(opt, array, descr, n);
        let slot = opt.heap.arrays[&descr].items.entry(n).or_default();
        if slot.lazy.is_some_and(|(o, _)| opt.vals.get(o) != array) || !keeps {
            force_lazy_item(opt, descr, n)?;
        }
        // Each guard lists what waits.
        if keeps && opt.heap.arrays[&descr].items.len() <= MAX_KNOWN {
            let slot = &opt.heap.arrays[&descr].items[&n];
            let known = slot.lookup(&opt.vals, array);
            let same = known.filter(|&known| opt.same_value(known, value));
            if let Some(known) = same {
                opt.use_short(known)?;
            }
            let lazy = if same.is_some() { None } else { Some((array, value)) };
            let cache = &mut opt.heap.arrays[&descr];
            cache.items[&n].lazy = lazy;
            if lazy.is_some() {
                kill_variable(opt, descr, array, index);
            }
            return Ok(());
        }
    }
    force_lazy_items_maybe_at(opt, descr, array, index)?;
    if opt.vals.int(index).is_none() {
        opt.note_in_range(array, index);
        if keeps {
            let known = lookup_variable(opt, descr, array, index);
            let same = known.filter(|&known| opt.same_value(known, value));
            if let Some(known) = same {
                opt.use_short(known)?;
            }
            let (index, value) = (opt.vals.get(index), opt.vals.get(value));
            let killed = items_killed(opt, descr, array, index);
            let cache = &mut opt.heap.arrays[&descr];
            cache.killed = killed;
            cache.lazy = if same.is_some() { None } else { Some((array, index, value)) };
            cache.origin = (opt.out.ops.len(), opt.out.guards.len());
            return Ok(());
        }
    }
    write_item(opt, op, keeps)
}

/// Writes an item, and forgets what the write may change.
fn write_item(opt: &mut Optimizer<'_>, op: WOp, keeps: bool) -> Res {
    let (array, index, value) = (op.args[0], op.args[1], op.args[2]);
    let descr = op.descr();
    opt.force(value)?;
    opt.emit(op)?;
    let (array, index) = (opt.vals.get(array), opt.vals.get(index));
    kill_variable(opt, descr, array, index);
    let mut kill: Vec<i64> = Vec::new();
    let indices: Vec<i64> = opt.heap.arrays[&descr].items.keys().copied().collect();
    for n in indices {
        let at = opt.int_const(n);
        if !indices_differ(opt, at, index) {
            kill.push(n);
        }
    }
    let vals = &opt.vals;
    let cache = &mut opt.heap.arrays[&descr];
    for n in kill {
        cache.items[&n].known.retain(|(o, _)| !values::can_alias(vals, *o, array));
    }
    if keeps {
        let value = opt.vals.get(value);
        opt.note_variable(descr, array, index, value);
    }
    Ok(())
}

/// Forgets items at variable indices that a write may change.
fn kill_variable(opt: &mut Optimizer<'_>, descr: DescrRef, array: V, index: V) {
    let Some(cache) = opt.heap.arrays.get_mut(&descr) else { return };
    let entries = core::mem::take(&mut cache.variable);
    let kept = entries
        .into_iter()
        .filter(|&(a, i, _)| {
            !values::can_alias(&opt.vals, a, array) || indices_differ(opt, i, index)
        })
        .collect();
    opt.heap.arrays[&descr].variable = kept;
}

/// Says whether two (array, index) may be one item.
pub(crate) fn may_be_same_item(opt: &Optimizer<'_>, a: (V, V), b: (V, V)) -> bool {
    values::can_alias(&opt.vals, a.0, b.0) && !indices_differ(opt, a.1, b.1)
}

/// Says whether two (array, index) are one item.
fn same_item(opt: &Optimizer<'_>, a: (V, V), b: (V, V)) -> bool {
    opt.vals.get(a.0) == opt.vals.get(b.0) && opt.vals.wrap_linear(a.1) == opt.vals.wrap_linear(b.1)
}

/// Makes the postponed write of an item at a variable index.
fn force_lazy_variable(opt: &mut Optimizer<'_>, descr: DescrRef) -> Res {
    let Some(cache) = opt.heap.arrays.get_mut(&descr) else { return Ok(()) };
    let (to, guard) = cache.origin;
    let killed = core::mem::take(&mut cache.killed);
    let Some((array, index, value)) = cache.lazy.take() else { return Ok(()) };
    let op = opt.new_op(R::SetarrayitemGc, &[array, index, value], OpDescr::Descr(descr));
    write_item(opt, op, true)?;
    // No later write made this one needless: its place is where it stood.
    let from = opt.out.ops.len() - 1;
    let guards = guard..opt.out.guards.len();
    let first = opt.out.inputargs.len() + to;
    let there = |v: &OpRef| v.is_const() || v.index() < first;
    // Nothing may have become known since about what it writes.
    let unchanged = [array, index, value].iter().all(|&v| opt.vals.get(v) == v);
    if unchanged
        && !guards.is_empty()
        && opt.out.ops[from].args.iter().all(there)
        && let Some(killed) = item_places(opt, &killed)
    {
        opt.moves.push(Move { from, to, guards, killed });
    }
    Ok(())
}

/// Makes the postponed write of an item.
fn force_lazy_item(opt: &mut Optimizer<'_>, descr: DescrRef, n: i64) -> Res {
    let Some(slot) = opt.heap.arrays.get_mut(&descr).and_then(|c| c.items.get_mut(&n)) else {
        return Ok(());
    };
    let Some((array, value)) = slot.lazy.take() else { return Ok(()) };
    let index = opt.int_const(n);
    let op = opt.new_op(R::SetarrayitemGc, &[array, index, value], OpDescr::Descr(descr));
    opt.emit(op)?;
    let (array, value) = (opt.vals.get(array), opt.vals.get(value));
    kill_variable(opt, descr, array, index);
    opt.heap.arrays[&descr].items[&n].written(&opt.vals, array, value);
    Ok(())
}

// ------------------------------------------------------------ arrays of structs

fn getinterior(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    let (array, index, descr) = (op.args[0], op.args[1], op.descr());
    let entries = opt.heap.interior.entry(descr).or_default();
    let vals = &opt.vals;
    let hit = entries
        .iter()
        .rev()
        .find(|(a, i, _)| vals.get(*a) == array && vals.get(*i) == index)
        .map(|e| vals.get(e.2));
    if let Some(value) = hit {
        opt.make_equal(op.result, value);
        return Ok(());
    }
    let result = emit_load(opt, op)?;
    opt.heap.interior[&descr].push((array, index, result));
    Ok(())
}

fn setinterior(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    let (array, index, value) = (op.args[0], op.args[1], op.args[2]);
    let descr = op.descr();
    opt.make_nonnull(array);
    let keeps = survives_store(opt, descr, value);
    opt.emit(op)?;
    let entries = core::mem::take(opt.heap.interior.entry(descr).or_default());
    let mut kept: Vec<_> = entries
        .into_iter()
        .filter(|&(a, i, _)| {
            !values::can_alias(&opt.vals, a, array) || indices_differ(opt, i, index)
        })
        .collect();
    if keeps {
        kept.push((array, index, opt.vals.get(value)));
    }
    opt.heap.interior[&descr] = kept;
    Ok(())
}

// ------------------------------------------------------------ calls and ends

/// Makes all postponed writes.
pub(crate) fn force_all_lazy(opt: &mut Optimizer<'_>) -> Res {
    for write in opt.pending_writes() {
        make_pending(opt, &write)?;
    }
    Ok(())
}

/// Forgets all memory that can change.
pub(crate) fn forget_all(opt: &mut Optimizer<'_>) {
    opt.heap.arrays.clear();
    opt.heap.interior.clear();
    let descrs = opt.descrs;
    opt.heap.fields.retain(|&descr, _| descrs.field(descr).immutable);
}

/// The array has this length.
pub(crate) fn remember_length(opt: &mut Optimizer<'_>, array: V, descr: DescrRef, length: V) {
    let args = SmallVec::from_slice(&[array]);
    opt.pure.insert(PureKey { opnum: R::ArraylenGc, descr: Some(descr), args }, length);
}

/// (array, index) of the items that are known, and that a write may change.
pub(crate) fn items_killed(
    opt: &mut Optimizer<'_>,
    descr: DescrRef,
    array: V,
    index: V,
) -> Vec<(V, V)> {
    let Some(cache) = opt.heap.arrays.get(&descr) else { return Vec::new() };
    let mut known: Vec<(V, V)> = cache.variable.iter().map(|k| (k.0, k.1)).collect();
    let items: Vec<_> =
        cache.items.iter().flat_map(|(&n, s)| s.known.iter().map(move |k| (n, k.0))).collect();
    for (n, array) in items {
        known.push((array, opt.int_const(n)));
    }
    known.retain(|&k| may_be_same_item(opt, k, (array, index)));
    known.into_iter().map(|(a, i)| (opt.vals.get(a), opt.vals.get(i))).collect()
}

/// The output's names of items, if they are what they were.
pub(crate) fn item_places(
    opt: &mut Optimizer<'_>,
    items: &[(V, V)],
) -> Option<Vec<(OpRef, OpRef)>> {
    let place = |this: &mut Optimizer<'_>, v: V| this.place(v).filter(|_| this.vals.get(v) == v);
    items.iter().map(|&(a, i)| Some((place(opt, a)?, place(opt, i)?))).collect()
}
