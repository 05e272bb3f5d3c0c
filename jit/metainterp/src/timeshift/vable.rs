//! The virtualizable while code is made: as with the tracer ([`crate::vable`]) its values are in the code instead of in memory, and further
//! inputs behind the reds. What differs: nothing is executed, so that the program's memory tells its values as they are now and not
//! where the code stands; and every label takes all values as not written yet, so that no label wants memory to hold them.

use super::meetings::Held;
use super::{SBox, Shifter};
use crate::compile::LoopInfo;
use crate::step::MergePoint;
use crate::vable::{Shape, places};
use alloc::vec::Vec;
use jitbackend::Memory;
use jitmodel::hash::FxHashSet;
use jitmodel::program::Virtualizable;
use jitmodel::*;
use optimizeopt::TargetToken;

/// One place.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Its value; None: it is to be read from memory.
    v: Option<SBox>,
    /// Memory does not hold it.
    dirty: bool,
}

#[derive(Debug, Default)]
struct VArray {
    /// The array itself.
    v: Option<SBox>,
    /// Its length is tested.
    length_known: bool,
    items: Vec<Slot>,
}

/// What a piece knows of its virtualizable.
#[derive(Debug, Default)]
pub struct Vable {
    object: Option<SBox>,
    fields: Vec<Slot>,
    arrays: Vec<VArray>,
    /// In `Trace::vables`, as long as nothing changes.
    snapshot: Option<u32>,
    /// Objects that are known to be others.
    others: FxHashSet<OpRef>,
}

/// Lengths of the arrays of the virtualizable at this address.
pub fn lengths<M: Memory>(mem: &M, layout: &Virtualizable, object: i64) -> Vec<usize> {
    let length = |&(field, items): &(DescrRef, DescrRef)| match mem.getfield(object, field) {
        0 => 0,
        array => mem.arraylen(array, items) as usize,
    };
    layout.arrays.iter().map(length).collect()
}

impl<'a, M: Memory> Shifter<'a, M> {
    fn layout(&self) -> Option<&'a Virtualizable> {
        self.data.drivers[self.jd].desc.virtualizable.as_ref()
    }

    /// Whether the piece knows its virtualizable.
    pub fn has_vable(&self) -> bool {
        self.known_layout().is_some()
    }

    fn known_layout(&self) -> Option<&'a Virtualizable> {
        self.layout().filter(|_| self.vable.object.is_some())
    }

    /// `object` is the virtualizable from now on; all its values are in memory.
    fn vable_begin(&mut self, layout: &Virtualizable, object: SBox, lengths: &[usize]) {
        self.facts.escape(object);
        let array = |&n: &usize| VArray { items: vec![Slot::default(); n], ..VArray::default() };
        self.vable = Vable {
            object: Some(object),
            fields: vec![Slot::default(); layout.fields.len()],
            arrays: lengths.iter().map(array).collect(),
            ..Vable::default()
        };
    }

    /// The inputs behind the reds are the values of the virtualizable with these lengths.
    pub fn vable_enter(&mut self, lengths: &[usize]) {
        let Some(layout) = self.layout() else { return };
        let first = self.data.drivers[self.jd].reds.len();
        let (kind, reg) = self.portal_merge_point().reds[layout.red as usize];
        let object = self.frame_get(0, kind, reg);
        self.vable_begin(layout, object, lengths);
        let word = self.witness(object);
        let descrs = &self.data.descrs;
        for (n, place) in places(layout, lengths).enumerate() {
            let kind = place_kind(descrs, layout, place);
            let op = OpRef::value(first + n);
            if let Some(word) = word {
                let value = match place {
                    VablePlace::Field(n) => self.mem.getfield(word, layout.fields[n as usize]),
                    VablePlace::Item(k, n) => {
                        let (field, items) = layout.arrays[k as usize];
                        self.mem.getarrayitem(self.mem.getfield(word, field), n as i64, items)
                    }
                };
                self.facts.see(op, kind, value);
            }
            *self.slot(place) = Slot { v: Some(SBox::Op(op, kind)), dirty: true };
        }
        self.vable.arrays.iter_mut().for_each(|array| array.length_known = true);
    }

    /// The outermost frame is at a merge point with these reds. False: the piece ends here, because the lengths of arrays are
    /// not known.
    pub fn vable_at_merge_point(&mut self, reds: &[(Kind, u8)]) -> bool {
        let Some(layout) = self.layout() else { return true };
        let (kind, reg) = reds[layout.red as usize];
        let object = self.frame_get(0, kind, reg);
        if !self.is_standard(object) {
            self.vable_sync();
            self.vable = Vable::default();
            if let Some(word) = self.witness(object).filter(|&word| word != 0)
                && layout.arrays.iter().all(|&(field, _)| !self.facts.is_written(field))
            {
                let lengths = lengths(self.mem, layout, word);
                self.vable_begin(layout, object, &lengths);
            }
        }
        (0..self.vable.arrays.len()).all(|k| self.vable_length_guard(layout, k))
    }

    fn is_standard(&self, v: SBox) -> bool {
        let Some(object) = self.vable.object.map(|object| self.current(object)) else {
            return false;
        };
        object == v
            || v.op().is_none() && object.op().is_none() && self.witness(v) == self.witness(object)
    }

    /// Whether `v` is known to be another object.
    fn is_other(&self, v: SBox) -> bool {
        match v {
            SBox::Const(c) => self.word_of(c) == 0,
            SBox::Op(op, _) => self.vable.others.contains(&op) || self.facts.is_made(v),
        }
    }

    /// Whether `v` is the virtualizable; what is not known is tested.
    fn tested_standard(&mut self, v: SBox) -> bool {
        if self.is_standard(v) {
            return true;
        }
        let Some(object) = self.vable.object else { return false };
        if self.is_other(v) {
            return false;
        }
        let (Some(word), Some(standard)) = (self.witness(v), self.witness(object)) else {
            self.stop();
            return false;
        };
        let same = word == standard;
        let guard = if same { ResOp::GuardTrue } else { ResOp::GuardFalse };
        let cond = self.record(ResOp::PtrEq, &[v, object], None);
        self.guard_before(guard, &[cond]);
        match v {
            SBox::Op(op, _) if !same => {
                self.vable.others.insert(op);
            }
            _ => {}
        }
        same
    }

    /// An operation on memory that concerns the virtualizable: its result, if nothing else is to be recorded.
    pub fn vable_memory(&mut self, op: ResOp, args: &[SBox], descr: DescrRef) -> Option<SBox> {
        use ResOp::*;
        let layout = self.known_layout()?;
        let field = layout.fields.iter().position(|d| *d == descr);
        let array = layout.arrays.iter().position(|a| a.0 == descr);
        match op {
            GetfieldGcI | GetfieldGcR | GetfieldGcF if field.is_some() || array.is_some() => {
                if !self.tested_standard(args[0]) {
                    return None;
                }
                match (field, array) {
                    (Some(n), _) => {
                        Some(self.vable_read(VablePlace::Field(n as u32), op, args, descr))
                    }
                    (_, k) => Some(self.vable_array(layout, k?)),
                }
            }
            SetfieldGc if field.is_some() || array.is_some() => {
                if !self.tested_standard(args[0]) {
                    return None;
                }
                if let Some(n) = field {
                    self.vable_write(VablePlace::Field(n as u32), args[1]);
                    return Some(args[1]);
                }
                // Another array: nothing is known of it.
                self.vable_sync();
                self.plain_memory(op, args, descr);
                let (object, lengths) = (self.vable.object?, self.vable_shape()?);
                self.vable_begin(layout, object, &lengths);
                Some(args[1])
            }
            ArraylenGc => {
                let k = self.vable_array_of(layout, args[0], descr)?;
                match self.vable_length_guard(layout, k) {
                    true => Some(SBox::int(self.vable.arrays[k].items.len() as i64)),
                    false => Some(SBox::int(0)),
                }
            }
            GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF => {
                let k = self.vable_array_of(layout, args[0], descr)?;
                let (place, index) = self.vable_item(layout, k, args[1])?;
                Some(self.vable_read(place, op, &[args[0], index], descr))
            }
            SetarrayitemGc => {
                let k = self.vable_array_of(layout, args[0], descr)?;
                let (place, _) = self.vable_item(layout, k, args[1])?;
                self.vable_write(place, args[2]);
                Some(args[2])
            }
            _ => None,
        }
    }

    fn slot(&mut self, place: VablePlace) -> &mut Slot {
        match place {
            VablePlace::Field(n) => &mut self.vable.fields[n as usize],
            VablePlace::Item(array, n) => &mut self.vable.arrays[array as usize].items[n as usize],
        }
    }

    fn vable_read(&mut self, place: VablePlace, op: ResOp, args: &[SBox], descr: DescrRef) -> SBox {
        match self.slot(place).v {
            Some(v) => self.current(v),
            None => {
                let v = self.plain_memory(op, args, descr);
                *self.slot(place) = Slot { v: Some(v), dirty: false };
                v
            }
        }
    }

    fn vable_write(&mut self, place: VablePlace, v: SBox) {
        *self.slot(place) = Slot { v: Some(v), dirty: true };
        self.vable.snapshot = None;
        // Written to memory later, for others to see.
        self.facts.escape(v);
    }

    /// Array `k` of the virtualizable.
    fn vable_array(&mut self, layout: &Virtualizable, k: usize) -> SBox {
        if let Some(v) = self.vable.arrays[k].v {
            return v;
        }
        let object = self.vable_object();
        let v = self.plain_memory(ResOp::GetfieldGcR, &[object], layout.arrays[k].0);
        self.vable.arrays[k].v = Some(v);
        v
    }

    fn vable_object(&self) -> SBox {
        self.vable.object.map(|object| self.current(object)).expect("there is a virtualizable")
    }

    /// Which of the virtualizable's arrays `v` is.
    fn vable_array_of(&self, layout: &Virtualizable, v: SBox, items: DescrRef) -> Option<usize> {
        (0..layout.arrays.len())
            .find(|&k| layout.arrays[k].1 == items && self.vable.arrays[k].v == Some(v))
    }

    fn takes_vable_array(&self, layout: &Virtualizable, args: &[SBox]) -> bool {
        let is =
            |v: SBox| layout.arrays.iter().any(|a| self.vable_array_of(layout, v, a.1).is_some());
        args.iter().any(|v| is(*v))
    }

    /// Tests the length of array `k`. False: the piece ends here.
    fn vable_length_guard(&mut self, layout: &Virtualizable, k: usize) -> bool {
        if self.vable.arrays[k].length_known {
            return true;
        }
        let array = self.vable_array(layout, k);
        let length = self.plain_memory(ResOp::ArraylenGc, &[array], layout.arrays[k].1);
        if !self.promote_value(length) {
            return false;
        }
        let length = self.witness(length).unwrap_or(0) as usize;
        let array = &mut self.vable.arrays[k];
        array.items.resize(length, Slot::default());
        array.length_known = true;
        true
    }

    /// The item at `index`, which becomes a constant. None: there is none; or the piece ends here.
    fn vable_item(
        &mut self,
        layout: &Virtualizable,
        k: usize,
        index: SBox,
    ) -> Option<(VablePlace, SBox)> {
        if !self.vable_length_guard(layout, k) || !self.promote_value(index) {
            return None;
        }
        let index = self.current(index);
        let n = self.witness(index).and_then(|n| usize::try_from(n).ok())?;
        let exists = n < self.vable.arrays[k].items.len();
        exists.then_some((VablePlace::Item(k as u32, n as u32), index))
    }

    /// The value of a place.
    fn vable_value(&mut self, layout: &Virtualizable, place: VablePlace) -> SBox {
        if let Some(v) = self.slot(place).v {
            return self.current(v);
        }
        let kind = place_kind(&self.data.descrs, layout, place);
        match place {
            VablePlace::Field(n) => {
                let object = self.vable_object();
                let op = ResOp::getfield_gc(kind);
                self.vable_read(place, op, &[object], layout.fields[n as usize])
            }
            VablePlace::Item(k, n) => {
                let array = self.vable_array(layout, k as usize);
                let args = [array, SBox::int(n as i64)];
                let op = ResOp::getarrayitem_gc(kind);
                self.vable_read(place, op, &args, layout.arrays[k as usize].1)
            }
        }
    }

    /// Writes dirty values: from here on memory holds all.
    pub fn vable_sync(&mut self) {
        let (Some(layout), Some(lengths)) = (self.known_layout(), self.vable_shape()) else {
            return;
        };
        for place in places(layout, &lengths) {
            if !self.slot(place).dirty {
                continue;
            }
            let value = self.vable_value(layout, place);
            match place {
                VablePlace::Field(n) => {
                    let object = self.vable_object();
                    let descr = layout.fields[n as usize];
                    self.plain_memory(ResOp::SetfieldGc, &[object, value], descr);
                }
                VablePlace::Item(k, n) => {
                    let array = self.vable_array(layout, k as usize);
                    let args = [array, SBox::int(n as i64), value];
                    let descr = layout.arrays[k as usize].1;
                    self.plain_memory(ResOp::SetarrayitemGc, &args, descr);
                }
            }
            self.slot(place).dirty = false;
        }
        self.vable.snapshot = None;
    }

    /// The portal is left: writes what is dirty if somebody may look at it later.
    pub fn vable_at_end(&mut self) {
        if self.layout().is_some_and(|layout| !layout.dies) {
            self.vable_sync();
        }
    }

    /// A call may look at the virtualizable: writes what is dirty, and forgets what the call may change.
    pub fn vable_before_call(&mut self, effect: &EffectInfo, args: &[SBox]) {
        let Some(layout) = self.known_layout() else { return };
        let fields = layout.fields.iter().chain(layout.arrays.iter().map(|a| &a.0));
        let sees = !layout.private || effect.takes_virtualizable;
        let touches = |d: &DescrRef| effect.may_read(*d) || effect.may_write(*d);
        let touched = !effect.is_elidable()
            && (sees && fields.clone().any(touches) || self.takes_vable_array(layout, args));
        if touched {
            self.vable_give(layout);
        }
    }

    /// The compiled code of a portal is called. With a virtualizable of its own it cannot look at a private one.
    pub fn vable_before_portal(&mut self, jd: usize, args: &[SBox]) {
        let Some(layout) = self.known_layout() else { return };
        let red = 1 + self.data.drivers[jd].greens.len() + layout.red as usize;
        if !layout.private || jd != self.jd || !self.is_other(args[red]) {
            self.vable_give(layout);
        }
    }

    /// Somebody else may look at the virtualizable and change it.
    fn vable_give(&mut self, layout: &Virtualizable) {
        self.vable_sync();
        let (Some(object), Some(lengths)) = (self.vable.object, self.vable_shape()) else { return };
        let others = core::mem::take(&mut self.vable.others);
        self.vable_begin(layout, object, &lengths);
        self.vable.others = others;
    }

    /// Gives all values of the virtualizable different names, so that a label can stand here, and returns them. `seen`: names
    /// in use. The lengths of its arrays are known.
    pub fn vable_boxes(&mut self, seen: &mut FxHashSet<OpRef>) -> Vec<OpRef> {
        let Some(layout) = self.known_layout() else { return Vec::new() };
        let mut out = Vec::new();
        for place in places(layout, &self.vable_shape().unwrap_or_default()) {
            let v = self.vable_value(layout, place);
            let v = self.boxed(v, seen);
            *self.slot(place) = Slot { v: Some(v), dirty: true };
            out.extend(v.op());
        }
        self.vable.arrays.iter_mut().for_each(|array| array.v = None);
        self.vable.others.clear();
        self.vable.snapshot = None;
        out
    }

    /// The shape of the virtualizable.
    pub fn vable_shape(&self) -> Shape {
        self.vable.object?;
        Some(self.vable.arrays.iter().map(|a| a.items.len()).collect())
    }

    /// The piece comes to the labels of a position: the jump's arguments, and the labels that take them.
    pub fn arrive(
        &mut self,
        info: &LoopInfo,
        point: &MergePoint,
    ) -> (Vec<OpRef>, Vec<TargetToken>) {
        if info.vable.is_some() && info.vable == self.vable_shape() {
            let args = self.box_reds(point);
            if info.clean {
                self.vable_sync();
            }
            return (args, info.targets.all());
        }
        self.vable_sync();
        self.vable = Vable::default();
        let args = self.box_reds(point);
        let plain = info.plain.clone();
        (args, plain.map_or_else(|| info.targets.all(), |plain| vec![plain]))
    }

    /// From the reds to the values of a virtualizable with these lengths: what a position's code takes.
    pub fn vable_read_all(&mut self, lengths: &[usize]) -> Vec<OpRef> {
        let point = self.portal_merge_point();
        if let Some(layout) = self.layout() {
            let (kind, reg) = point.reds[layout.red as usize];
            let object = self.frame_get(0, kind, reg);
            self.guard_before(ResOp::GuardNonnull, &[object]);
            self.vable_begin(layout, object, lengths);
            for (k, &length) in lengths.iter().enumerate() {
                let array = self.vable_array(layout, k);
                let n = self.record(ResOp::ArraylenGc, &[array], Some(layout.arrays[k].1));
                self.guard_before(ResOp::GuardValue, &[n, SBox::int(length as i64)]);
                self.vable.arrays[k].length_known = true;
            }
        }
        self.box_reds(&point)
    }

    /// The virtualizable, where registers have these values. None: it is in none of them, or lengths are not known.
    pub fn vable_held(&self, registers: &[SBox]) -> Option<Held> {
        let place = |v: SBox| registers.iter().position(|r| *r == self.current(v));
        let vable = &self.vable;
        vable.arrays.iter().all(|array| array.length_known).then_some(())?;
        Some(Held {
            lengths: vable.arrays.iter().map(|array| array.items.len()).collect(),
            object: place(vable.object?)?,
            arrays: vable.arrays.iter().map(|array| array.v.and_then(place)).collect(),
        })
    }

    /// How many values there are.
    pub fn vable_size(&self, lengths: &[usize]) -> usize {
        self.layout().map_or(0, |layout| places(layout, lengths).count())
    }

    /// Their kinds.
    pub fn vable_kinds(&self, lengths: &[usize]) -> Vec<Kind> {
        self.layout().map_or_else(Vec::new, |layout| kinds(&self.data.descrs, layout, lengths))
    }

    /// Those that are constants.
    pub fn vable_known(&mut self, lengths: &[usize]) -> Vec<Option<ConstValue>> {
        let Some(layout) = self.layout() else { return Vec::new() };
        let known = places(layout, lengths).map(|place| {
            match self.slot(place).v.map(|v| self.current(v)) {
                Some(SBox::Const(c)) => Some(c),
                _ => None,
            }
        });
        known.collect()
    }

    /// Gives those that are not `known` names that are not in use.
    pub fn vable_give_unknown(
        &mut self,
        lengths: &[usize],
        known: &[Option<ConstValue>],
        seen: &mut FxHashSet<OpRef>,
    ) -> Vec<OpRef> {
        let Some(layout) = self.layout() else { return Vec::new() };
        let mut out = Vec::new();
        for (place, _) in places(layout, lengths).zip(known).filter(|(_, known)| known.is_none()) {
            let v = self.vable_value(layout, place);
            let v = self.boxed(v, seen);
            out.extend(v.op());
        }
        out
    }

    /// The piece begins where another one is, whose registers are these values here. Those of the virtualizable that are not
    /// `known` are its inputs from `inputs` on. Gives the constants as its own.
    pub fn vable_take(
        &mut self,
        from: &Self,
        held: &Held,
        registers: &[SBox],
        known: &[Option<ConstValue>],
        mut inputs: usize,
    ) -> Vec<Option<ConstValue>> {
        let Some(layout) = self.layout() else { return Vec::new() };
        self.vable_begin(layout, registers[held.object], &held.lengths);
        let mut own = Vec::new();
        for (place, known) in places(layout, &held.lengths).zip(known) {
            let kind = place_kind(&self.data.descrs, layout, place);
            let v = match known {
                Some(c) => SBox::Const(self.const_value(kind, self.word_of(*c))),
                None => {
                    inputs += 1;
                    let op = OpRef::value(inputs - 1);
                    if let Some(word) = from.value_at(place).and_then(|v| from.witness(v)) {
                        self.facts.see(op, kind, word);
                    }
                    SBox::Op(op, kind)
                }
            };
            own.push(match v {
                SBox::Const(c) => Some(c),
                SBox::Op(..) => None,
            });
            *self.slot(place) = Slot { v: Some(v), dirty: true };
        }
        for (array, register) in self.vable.arrays.iter_mut().zip(&held.arrays) {
            array.v = register.map(|n| registers[n]);
            array.length_known = true;
        }
        own
    }

    /// The value of a place, if it was read or written.
    fn value_at(&self, place: VablePlace) -> Option<SBox> {
        let slot = match place {
            VablePlace::Field(n) => self.vable.fields.get(n as usize),
            VablePlace::Item(k, n) => self.vable.arrays.get(k as usize)?.items.get(n as usize),
        };
        slot?.v.map(|v| self.current(v))
    }

    /// The virtualizable's values for a guard.
    pub fn vable_snapshot(&mut self) -> Option<u32> {
        let layout = self.known_layout()?;
        if self.vable.snapshot.is_none() {
            let object = self.vable_object();
            let object = self.opref(object);
            let mut values = Vec::new();
            for place in places(layout, &self.vable_shape()?) {
                let Slot { v: Some(v), dirty } = *self.slot(place) else { continue };
                let value = self.current(v);
                values.push(VableValue { place, dirty, value: self.opref(value) });
            }
            self.trace.vables.push(VableState { object, values });
            self.vable.snapshot = Some(self.trace.vables.len() as u32 - 1);
        }
        self.vable.snapshot
    }

    /// The frames of a guard are there: those of their registers that hold an array of the virtualizable are known as it.
    pub fn vable_find_arrays(&mut self) {
        let Some(layout) = self.known_layout() else { return };
        let Some(word) = self.vable.object.and_then(|object| self.witness(object)) else { return };
        let frames = self.stack.frames.iter().enumerate();
        let held: Vec<SBox> = frames
            .flat_map(|(n, f)| (0..f.extra.num_refs()).map(move |reg| (n, reg as u8)))
            .map(|(n, reg)| self.frame_get(n, Kind::Ref, reg))
            .collect();
        for (k, (field, _)) in layout.arrays.iter().enumerate() {
            let array = self.mem.getfield(word, *field);
            let is = |v: &&SBox| array != 0 && self.witness(**v) == Some(array);
            self.vable.arrays[k].v = held.iter().find(is).copied();
        }
    }

    /// The state of a guard from which this piece goes on.
    pub fn vable_rebuilt(
        &mut self,
        layout: &Virtualizable,
        object: SBox,
        values: &[(VablePlace, bool, SBox)],
    ) {
        let Some(word) = self.witness(object) else {
            return self.write_back(layout, object, values);
        };
        let lengths = lengths(self.mem, layout, word);
        self.vable_begin(layout, object, &lengths);
        for &(place, dirty, v) in values {
            // Items were listed only if the length was tested.
            if let VablePlace::Item(k, _) = place {
                self.vable.arrays[k as usize].length_known = true;
            }
            self.facts.escape(v);
            *self.slot(place) = Slot { v: Some(v), dirty };
        }
    }

    /// The object is one that the piece makes: its values are in memory from the beginning.
    fn write_back(
        &mut self,
        layout: &Virtualizable,
        object: SBox,
        values: &[(VablePlace, bool, SBox)],
    ) {
        for &(place, _, v) in values.iter().filter(|v| v.1) {
            match place {
                VablePlace::Field(n) => {
                    self.plain_memory(ResOp::SetfieldGc, &[object, v], layout.fields[n as usize]);
                }
                VablePlace::Item(k, n) => {
                    let (field, items) = layout.arrays[k as usize];
                    let array = self.plain_memory(ResOp::GetfieldGcR, &[object], field);
                    let args = [array, SBox::int(n as i64), v];
                    self.plain_memory(ResOp::SetarrayitemGc, &args, items);
                }
            }
        }
    }
}

/// Kinds of the places.
pub fn kinds(descrs: &DescrTable, layout: &Virtualizable, lengths: &[usize]) -> Vec<Kind> {
    places(layout, lengths).map(|place| place_kind(descrs, layout, place)).collect()
}

fn place_kind(descrs: &DescrTable, layout: &Virtualizable, place: VablePlace) -> Kind {
    descrs.value_kind(match place {
        VablePlace::Field(n) => layout.fields[n as usize],
        VablePlace::Item(array, _) => layout.arrays[array as usize].1,
    })
}
