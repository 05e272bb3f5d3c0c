//! Virtualizables while code is made: as with the tracer ([`crate::vable`]) their values are in the code instead of in memory, and further
//! inputs behind the reds. What differs: nothing is executed, so that the program's memory tells their values as they are now and not
//! where the code stands; and every label takes all values as not written yet, so that no label wants memory to hold them.

use crate::compiled::LoopInfo;
use crate::step::MergePoint;
use crate::timeshift::memory;
use crate::timeshift::spots::Held;
use crate::timeshift::state::{Shifter, Slot, VArray, Vable, Vables};
use crate::timeshift::values::SBox;
use crate::vable::{Shape, VableRole, place, places, shape, sources};
use alloc::vec::Vec;
use jitbackend::Memory;
use jitmodel::hash::FxHashSet;
use jitmodel::program::Virtualizable;
use jitmodel::*;
use optimizeopt::TargetToken;

/// Lengths of the arrays of the virtualizable at this address.
fn lengths<M: Memory>(mem: &M, layout: &Virtualizable, object: i64) -> Vec<usize> {
    let length = |&(field, items): &(DescrRef, DescrRef)| match mem.getfield(object, field) {
        0 => 0,
        array => mem.arraylen(array, items) as usize,
    };
    layout.arrays.iter().map(length).collect()
}

/// The shape with these reds.
pub fn shape_of<M: Memory>(mem: &M, layouts: &[Virtualizable], reds: &[i64]) -> Shape {
    let object = |layout: &Virtualizable| reds[layout.red as usize];
    let mut parts: Shape = Vec::with_capacity(layouts.len());
    for (which, layout) in layouts.iter().enumerate() {
        let same = |other: usize| {
            parts[other].is_some()
                && object(&layouts[other]) == object(layout)
                && layouts[other].shares(layout)
        };
        let there = object(layout) != 0 && !(0..which).any(same);
        parts.push(there.then(|| lengths(mem, layout, object(layout))));
    }
    shape(parts.into_iter())
}

impl<'a, M: Memory> Shifter<'a, M> {
    /// The outermost frame is at a merge point with these reds. False: the piece ends here, because the lengths of arrays are
    /// not known.
    pub fn vables_at_merge_point(&mut self, reds: &[(Kind, u8)]) -> bool {
        let layouts = layouts(self);
        let red = |layout: &Virtualizable| reds[layout.red as usize];
        let reds: Vec<SBox> =
            layouts.iter().map(red).map(|(kind, reg)| self.frame_get(0, kind, reg)).collect();
        let known = sources(layouts, |which, other| is_standard(self, which, reds[other]));
        for which in (0..layouts.len()).filter(|which| !known.contains(&Some(*which))) {
            vable_sync(self, which);
            self.vables.list[which] = Vable::default();
            self.vables.snapshot = None;
        }
        if known.iter().enumerate().any(|(which, from)| from.is_some_and(|from| from != which)) {
            let mut old = core::mem::replace(&mut self.vables, Vables::new(layouts));
            for (which, from) in known.iter().enumerate() {
                if let Some(from) = *from {
                    self.vables.list[which] = core::mem::take(&mut old.list[from]);
                }
            }
        }
        for (which, layout) in layouts.iter().enumerate() {
            let red = reds[which];
            if self.vables.list[which].object.is_some() {
                continue;
            }
            let Some(word) = self.witness(red).filter(|&word| word != 0) else { continue };
            if layout.arrays.iter().any(|&(field, _)| self.facts.is_written(field)) {
                continue;
            }
            self.guard_before(ResOp::GuardNonnull, &[red]);
            let mut others = 0..layouts.len();
            let taken = others
                .any(|other| layouts[other].shares(layout) && tested_standard(self, other, red));
            if !taken && self.stop.is_none() {
                let lengths = lengths(self.mem, layout, word);
                vable_begin(self, which, red, &lengths);
            }
        }
        present(self).all(|(which, layout)| {
            (0..layout.arrays.len()).all(|k| vable_length_guard(self, which, k))
        })
    }
    /// An operation on memory that concerns a virtualizable: its result, if nothing else is to be recorded.
    pub fn vable_memory(&mut self, op: ResOp, args: &[SBox], descr: DescrRef) -> Option<SBox> {
        (0..layouts(self).len()).find_map(|which| {
            self.vables.list[which].object?;
            memory_of_vable(self, which, op, args, descr)
        })
    }
    fn slot(&mut self, which: usize, place: VablePlace) -> &mut Slot {
        let vable = &mut self.vables.list[which];
        match place {
            VablePlace::Field(n) => &mut vable.fields[n as usize],
            VablePlace::Item(array, n) => &mut vable.arrays[array as usize].items[n as usize],
        }
    }
    fn takes_vable_array(&self, which: usize, args: &[SBox]) -> bool {
        let arrays = &layouts(self)[which].arrays;
        let is = |v: SBox| arrays.iter().any(|a| vable_array_of(self, which, v, a.1).is_some());
        args.iter().any(|v| is(*v))
    }
    /// Writes dirty values: from here on memory holds all.
    pub fn vables_sync(&mut self) {
        (0..layouts(self).len()).for_each(|which| vable_sync(self, which));
    }
    /// The portal is left: writes what is dirty if somebody may look at it later.
    pub fn vables_at_end(&mut self) {
        for (which, _) in present(self).filter(|(_, layout)| !layout.dies) {
            vable_sync(self, which);
        }
    }
    /// A call may look at virtualizables: writes what is dirty, and forgets what the call may change.
    pub fn vables_before_call(&mut self, effect: &EffectInfo, args: &[SBox]) {
        for (which, layout) in present(self) {
            let fields = layout.fields.iter().chain(layout.arrays.iter().map(|a| &a.0));
            let sees = !layout.private || effect.takes_virtualizable;
            let touches = |d: &DescrRef| effect.may_read(*d) || effect.may_write(*d);
            let touched = !effect.is_elidable()
                && (sees && fields.clone().any(touches) || self.takes_vable_array(which, args));
            if touched {
                vable_give(self, which);
            }
        }
    }
    /// The compiled code of a portal is called. With virtualizables of its own it cannot look at a private one.
    pub fn vables_before_portal(&mut self, jd: usize, args: &[SBox]) {
        let first_red = 1 + self.data.drivers[jd].greens.len();
        for (which, layout) in present(self) {
            let may_be = |red: &u32| !is_other(self, which, args[first_red + *red as usize]);
            if !layout.private
                || jd != self.jd
                || layout.alike.iter().chain([&layout.red]).any(may_be)
            {
                vable_give(self, which);
            }
        }
    }
    /// Gives all values of virtualizables different names, so that a label can stand here, and returns them. `seen`: names
    /// in use. The lengths of their arrays are known.
    pub fn vable_boxes(&mut self, seen: &mut FxHashSet<OpRef>) -> Vec<OpRef> {
        let mut out = Vec::new();
        for (which, layout) in present(self) {
            for place in places(layout, &lengths_of(self, which).unwrap_or_default()) {
                let v = vable_value(self, which, place);
                let v = self.boxed(v, seen);
                *self.slot(which, place) = Slot { v: Some(v), dirty: true };
                out.extend(v.op());
            }
        }
        for vable in &mut self.vables.list {
            vable.arrays.iter_mut().for_each(|array| array.v = None);
            vable.others.clear();
        }
        self.vables.snapshot = None;
        out
    }
    /// The shape of the virtualizables.
    pub fn vable_shape(&self) -> Shape {
        shape((0..layouts(self).len()).map(|which| lengths_of(self, which)))
    }
    /// The piece comes to the labels of a position: the jump's arguments, and the labels that take them.
    pub fn arrive(
        &mut self,
        info: &LoopInfo,
        point: &MergePoint,
    ) -> (Vec<OpRef>, Vec<TargetToken>) {
        if !info.vable.is_empty() && info.vable == self.vable_shape() {
            let args = self.box_reds(point);
            if info.clean {
                self.vables_sync();
            }
            return (args, info.targets.all());
        }
        self.vables_sync();
        self.vables = Vables::new(layouts(self));
        let args = self.box_reds(point);
        let plain = info.plain.clone();
        (args, plain.map_or_else(|| info.targets.all(), |plain| vec![plain]))
    }
    /// The virtualizables that the piece knows, where registers have these values. None: one is in none of them, or lengths are not
    /// known.
    pub fn vables_held(&self, registers: &[SBox]) -> Option<Vec<Held>> {
        let place = |v: SBox| registers.iter().position(|r| *r == self.current(v));
        let held = present(self).map(|(which, _)| {
            let vable = &self.vables.list[which];
            vable.arrays.iter().all(|array| array.length_known).then_some(())?;
            Some(Held {
                which,
                lengths: vable.arrays.iter().map(|array| array.items.len()).collect(),
                object: place(vable.object?)?,
                arrays: vable.arrays.iter().map(|array| array.v.and_then(place)).collect(),
            })
        });
        held.collect()
    }
    /// The virtualizables' values for a guard.
    pub fn vable_snapshot(&mut self) -> Option<u32> {
        if self.vables.snapshot.is_none() {
            let mut states = Vec::new();
            for (which, layout) in present(self) {
                let object = vable_object(self, which);
                let object = self.opref(object);
                let mut values = Vec::new();
                for place in places(layout, &lengths_of(self, which)?) {
                    let Slot { v: Some(v), dirty } = *self.slot(which, place) else { continue };
                    let value = self.current(v);
                    values.push(VableValue { place, dirty, value: self.opref(value) });
                }
                states.push(VableState { which: which as u32, object, values });
            }
            if states.is_empty() {
                return None;
            }
            self.trace.vables.push(states);
            self.vables.snapshot = Some(self.trace.vables.len() as u32 - 1);
        }
        self.vables.snapshot
    }
    /// The frames of a guard are there: those of their registers that hold an array of a virtualizable are known as it.
    pub fn vable_find_arrays(&mut self) {
        let frames = self.stack.frames.iter().enumerate();
        let held: Vec<SBox> = frames
            .flat_map(|(n, f)| (0..f.extra.num_refs()).map(move |reg| (n, reg as u8)))
            .map(|(n, reg)| self.frame_get(n, Kind::Ref, reg))
            .collect();
        for (which, layout) in present(self) {
            let Some(word) = self.witness(vable_object(self, which)) else { continue };
            for (k, (field, _)) in layout.arrays.iter().enumerate() {
                let array = self.mem.getfield(word, *field);
                let is = |v: &&SBox| array != 0 && self.witness(**v) == Some(array);
                self.vables.list[which].arrays[k].v = held.iter().find(is).copied();
            }
        }
    }
    /// The state of a guard from which this piece goes on.
    pub fn vable_rebuilt(
        &mut self,
        which: usize,
        object: SBox,
        values: &[(VablePlace, bool, SBox)],
    ) {
        let layout = &layouts(self)[which];
        let Some(word) = self.witness(object) else {
            return write_back(self, layout, object, values);
        };
        let lengths = lengths(self.mem, layout, word);
        vable_begin(self, which, object, &lengths);
        for &(place, dirty, v) in values {
            // Items were listed only if the length was tested.
            if let VablePlace::Item(k, _) = place {
                self.vables.list[which].arrays[k as usize].length_known = true;
            }
            self.facts.escape(v);
            *self.slot(which, place) = Slot { v: Some(v), dirty };
        }
    }
}

pub(crate) fn layouts<'a, M: Memory>(shifter: &Shifter<'a, M>) -> &'a [Virtualizable] {
    &shifter.data.drivers[shifter.jd].desc.virtualizables
}

/// The numbers of those that are there, with their layouts.
pub(crate) fn present<'a, M: Memory>(
    shifter: &Shifter<'a, M>,
) -> impl Iterator<Item = (usize, &'a Virtualizable)> + use<'a, M> {
    let there: u64 = shifter
        .vables
        .list
        .iter()
        .enumerate()
        .fold(0, |there, (n, vable)| there | (vable.object.is_some() as u64) << n);
    layouts(shifter).iter().enumerate().filter(move |(n, _)| there >> n & 1 != 0)
}

/// `object` is the virtualizable from now on; all its values are in memory.
pub(crate) fn vable_begin<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    which: usize,
    object: SBox,
    lengths: &[usize],
) {
    shifter.facts.escape(object);
    let array = |&n: &usize| VArray { items: vec![Slot::default(); n], ..VArray::default() };
    shifter.vables.list[which] = Vable {
        object: Some(object),
        fields: vec![Slot::default(); layouts(shifter)[which].fields.len()],
        arrays: lengths.iter().map(array).collect(),
        ..Vable::default()
    };
    shifter.vables.snapshot = None;
}

/// The inputs behind the reds are the values of virtualizables of this shape.
pub(crate) fn vables_enter<M: Memory>(shifter: &mut Shifter<'_, M>, shape: &Shape) {
    let mut input = shifter.data.drivers[shifter.jd].reds.len();
    let point = shifter.portal_merge_point();
    for (which, (layout, lengths)) in layouts(shifter).iter().zip(shape).enumerate() {
        let Some(lengths) = lengths else { continue };
        let (kind, reg) = point.reds[layout.red as usize];
        let object = shifter.frame_get(0, kind, reg);
        vable_begin(shifter, which, object, lengths);
        let word = shifter.witness(object);
        for place in places(layout, lengths) {
            let kind = place_kind(&shifter.data.descrs, layout, place);
            let op = OpRef::value(input);
            input += 1;
            if let Some(word) = word {
                let value = match place {
                    VablePlace::Field(n) => shifter.mem.getfield(word, layout.fields[n as usize]),
                    VablePlace::Item(k, n) => {
                        let (field, items) = layout.arrays[k as usize];
                        shifter.mem.getarrayitem(shifter.mem.getfield(word, field), n as i64, items)
                    }
                };
                shifter.facts.see(op, kind, value);
            }
            *shifter.slot(which, place) = Slot { v: Some(SBox::Op(op, kind)), dirty: true };
        }
        shifter.vables.list[which].arrays.iter_mut().for_each(|array| array.length_known = true);
    }
}

fn is_standard<M: Memory>(shifter: &Shifter<'_, M>, which: usize, v: SBox) -> bool {
    let Some(object) = shifter.vables.list[which].object.map(|object| shifter.current(object))
    else {
        return false;
    };
    object == v
        || v.op().is_none()
            && object.op().is_none()
            && shifter.witness(v) == shifter.witness(object)
}

/// Says whether `v` is known to be another object.
fn is_other<M: Memory>(shifter: &Shifter<'_, M>, which: usize, v: SBox) -> bool {
    let known = match v {
        SBox::Const(c) => shifter.word_of(c) == 0,
        SBox::Op(op, _) => {
            shifter.vables.list[which].others.contains(&op) || shifter.facts.is_made(v)
        }
    };
    let layouts = layouts(shifter);
    known
        || (0..layouts.len()).any(|other| {
            // Two that could be one object were compared.
            other != which
                && is_standard(shifter, other, v)
                && layouts[other].shares(&layouts[which])
        })
}

/// Says whether `v` is the virtualizable; what is not known is tested.
fn tested_standard<M: Memory>(shifter: &mut Shifter<'_, M>, which: usize, v: SBox) -> bool {
    if is_standard(shifter, which, v) {
        return true;
    }
    let Some(object) = shifter.vables.list[which].object else { return false };
    if is_other(shifter, which, v) {
        return false;
    }
    let (Some(word), Some(standard)) = (shifter.witness(v), shifter.witness(object)) else {
        shifter.stop();
        return false;
    };
    let same = word == standard;
    let guard = if same { ResOp::GuardTrue } else { ResOp::GuardFalse };
    let cond = shifter.record(ResOp::PtrEq, &[v, object], None);
    shifter.guard_before(guard, &[cond]);
    match v {
        SBox::Op(op, _) if !same => {
            shifter.vables.list[which].others.insert(op);
        }
        _ => {}
    }
    same
}

fn memory_of_vable<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    which: usize,
    op: ResOp,
    args: &[SBox],
    descr: DescrRef,
) -> Option<SBox> {
    use ResOp::*;
    let layout = &layouts(shifter)[which];
    match op {
        GetfieldGcI | GetfieldGcR | GetfieldGcF => {
            match (place(layout, descr)?, tested_standard(shifter, which, args[0])) {
                (_, false) => None,
                (VableRole::Field(n), _) => {
                    let place = VablePlace::Field(n as u32);
                    Some(vable_read(shifter, which, place, op, args, descr))
                }
                (VableRole::Array(k), _) => Some(vable_array(shifter, which, k)),
            }
        }
        SetfieldGc => {
            match (place(layout, descr)?, tested_standard(shifter, which, args[0])) {
                (_, false) => None,
                (VableRole::Field(n), _) => {
                    vable_write(shifter, which, VablePlace::Field(n as u32), args[1]);
                    Some(args[1])
                }
                (VableRole::Array(_), _) => {
                    // Another array: nothing is known of it.
                    vable_sync(shifter, which);
                    memory::plain_memory(shifter, op, args, descr);
                    let object = shifter.vables.list[which].object?;
                    let lengths = lengths_of(shifter, which)?;
                    vable_begin(shifter, which, object, &lengths);
                    Some(args[1])
                }
            }
        }
        ArraylenGc => {
            let k = vable_array_of(shifter, which, args[0], descr)?;
            match vable_length_guard(shifter, which, k) {
                true => Some(SBox::int(shifter.vables.list[which].arrays[k].items.len() as i64)),
                false => Some(SBox::int(0)),
            }
        }
        GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF => {
            let k = vable_array_of(shifter, which, args[0], descr)?;
            let (place, index) = vable_item(shifter, which, k, args[1])?;
            Some(vable_read(shifter, which, place, op, &[args[0], index], descr))
        }
        SetarrayitemGc => {
            let k = vable_array_of(shifter, which, args[0], descr)?;
            let (place, _) = vable_item(shifter, which, k, args[1])?;
            vable_write(shifter, which, place, args[2]);
            Some(args[2])
        }
        _ => None,
    }
}

fn vable_read<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    which: usize,
    place: VablePlace,
    op: ResOp,
    args: &[SBox],
    descr: DescrRef,
) -> SBox {
    match shifter.slot(which, place).v {
        Some(v) => shifter.current(v),
        None => {
            let v = memory::plain_memory(shifter, op, args, descr);
            *shifter.slot(which, place) = Slot { v: Some(v), dirty: false };
            v
        }
    }
}

fn vable_write<M: Memory>(shifter: &mut Shifter<'_, M>, which: usize, place: VablePlace, v: SBox) {
    *shifter.slot(which, place) = Slot { v: Some(v), dirty: true };
    shifter.vables.snapshot = None;
    // Written to memory later, for others to see.
    shifter.facts.escape(v);
}

/// Array `k` of the virtualizable.
pub(crate) fn vable_array<M: Memory>(shifter: &mut Shifter<'_, M>, which: usize, k: usize) -> SBox {
    if let Some(v) = shifter.vables.list[which].arrays[k].v {
        return v;
    }
    let object = vable_object(shifter, which);
    let field = layouts(shifter)[which].arrays[k].0;
    let v = memory::plain_memory(shifter, ResOp::GetfieldGcR, &[object], field);
    shifter.vables.list[which].arrays[k].v = Some(v);
    v
}

fn vable_object<M: Memory>(shifter: &Shifter<'_, M>, which: usize) -> SBox {
    let object = shifter.vables.list[which].object;
    object.map(|object| shifter.current(object)).expect("there is a virtualizable")
}

/// Gives the index of the virtualizable's array that `v` is.
pub(crate) fn vable_array_of<M: Memory>(
    shifter: &Shifter<'_, M>,
    which: usize,
    v: SBox,
    items: DescrRef,
) -> Option<usize> {
    let arrays = &layouts(shifter)[which].arrays;
    (0..arrays.len())
        .find(|&k| arrays[k].1 == items && shifter.vables.list[which].arrays[k].v == Some(v))
}

/// Tests the length of array `k`. False: the piece ends here.
fn vable_length_guard<M: Memory>(shifter: &mut Shifter<'_, M>, which: usize, k: usize) -> bool {
    if shifter.vables.list[which].arrays[k].length_known {
        return true;
    }
    let array = vable_array(shifter, which, k);
    let items = layouts(shifter)[which].arrays[k].1;
    let length = memory::plain_memory(shifter, ResOp::ArraylenGc, &[array], items);
    if !shifter.promote_value(length) {
        return false;
    }
    let length = shifter.witness(length).unwrap_or(0) as usize;
    let array = &mut shifter.vables.list[which].arrays[k];
    array.items.resize(length, Slot::default());
    array.length_known = true;
    true
}

/// The item at `index`, which becomes a constant. None: there is none; or the piece ends here.
fn vable_item<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    which: usize,
    k: usize,
    index: SBox,
) -> Option<(VablePlace, SBox)> {
    if !vable_length_guard(shifter, which, k) || !shifter.promote_value(index) {
        return None;
    }
    let index = shifter.current(index);
    let n = shifter.witness(index).and_then(|n| usize::try_from(n).ok())?;
    let exists = n < shifter.vables.list[which].arrays[k].items.len();
    exists.then_some((VablePlace::Item(k as u32, n as u32), index))
}

/// The value of a place.
fn vable_value<M: Memory>(shifter: &mut Shifter<'_, M>, which: usize, place: VablePlace) -> SBox {
    if let Some(v) = shifter.slot(which, place).v {
        return shifter.current(v);
    }
    let layout = &layouts(shifter)[which];
    let kind = place_kind(&shifter.data.descrs, layout, place);
    match place {
        VablePlace::Field(n) => {
            let object = vable_object(shifter, which);
            let op = ResOp::getfield_gc(kind);
            vable_read(shifter, which, place, op, &[object], layout.fields[n as usize])
        }
        VablePlace::Item(k, n) => {
            let array = vable_array(shifter, which, k as usize);
            let args = [array, SBox::int(n as i64)];
            let op = ResOp::getarrayitem_gc(kind);
            vable_read(shifter, which, place, op, &args, layout.arrays[k as usize].1)
        }
    }
}

pub(crate) fn vable_sync<M: Memory>(shifter: &mut Shifter<'_, M>, which: usize) {
    let Some(lengths) = lengths_of(shifter, which) else { return };
    let layout = &layouts(shifter)[which];
    for place in places(layout, &lengths) {
        if !shifter.slot(which, place).dirty {
            continue;
        }
        let value = vable_value(shifter, which, place);
        match place {
            VablePlace::Field(n) => {
                let object = vable_object(shifter, which);
                let descr = layout.fields[n as usize];
                memory::plain_memory(shifter, ResOp::SetfieldGc, &[object, value], descr);
            }
            VablePlace::Item(k, n) => {
                let array = vable_array(shifter, which, k as usize);
                let args = [array, SBox::int(n as i64), value];
                let descr = layout.arrays[k as usize].1;
                memory::plain_memory(shifter, ResOp::SetarrayitemGc, &args, descr);
            }
        }
        shifter.slot(which, place).dirty = false;
    }
    shifter.vables.snapshot = None;
}

/// Somebody else may look at the virtualizable and change it.
fn vable_give<M: Memory>(shifter: &mut Shifter<'_, M>, which: usize) {
    vable_sync(shifter, which);
    let Some(object) = shifter.vables.list[which].object else { return };
    let lengths = lengths_of(shifter, which).unwrap_or_default();
    let others = core::mem::take(&mut shifter.vables.list[which].others);
    vable_begin(shifter, which, object, &lengths);
    shifter.vables.list[which].others = others;
}

/// Lengths of the arrays of one that is there.
pub(crate) fn lengths_of<M: Memory>(shifter: &Shifter<'_, M>, which: usize) -> Option<Vec<usize>> {
    let vable = &shifter.vables.list[which];
    vable.object?;
    Some(vable.arrays.iter().map(|a| a.items.len()).collect())
}

/// Reads the values of virtualizables of this shape, given the reds: that is what a position's code
/// takes.
pub(crate) fn vable_read_all<M: Memory>(shifter: &mut Shifter<'_, M>, shape: &Shape) -> Vec<OpRef> {
    let point = shifter.portal_merge_point();
    let layouts = layouts(shifter);
    for (which, (layout, lengths)) in layouts.iter().zip(shape).enumerate() {
        let Some(lengths) = lengths else { continue };
        let (kind, reg) = point.reds[layout.red as usize];
        let object = shifter.frame_get(0, kind, reg);
        shifter.guard_before(ResOp::GuardNonnull, &[object]);
        for (other, _) in present(shifter).filter(|(_, other)| other.shares(layout)) {
            let args = [object, vable_object(shifter, other)];
            let same = shifter.record(ResOp::PtrEq, &args, None);
            shifter.guard_before(ResOp::GuardFalse, &[same]);
        }
        vable_begin(shifter, which, object, lengths);
        for (k, &length) in lengths.iter().enumerate() {
            let array = vable_array(shifter, which, k);
            let n = shifter.record(ResOp::ArraylenGc, &[array], Some(layout.arrays[k].1));
            shifter.guard_before(ResOp::GuardValue, &[n, SBox::int(length as i64)]);
            shifter.vables.list[which].arrays[k].length_known = true;
        }
    }
    shifter.box_reds(&point)
}

/// Its places.
fn places_held<M: Memory>(shifter: &Shifter<'_, M>, held: &Held) -> Vec<VablePlace> {
    places(&layouts(shifter)[held.which], &held.lengths).collect()
}

/// Counts the values of a virtualizable that memory does not hold.
pub(crate) fn vable_size<M: Memory>(shifter: &Shifter<'_, M>, held: &Held) -> usize {
    places_held(shifter, held).len()
}

/// Their kinds.
pub(crate) fn vable_kinds<M: Memory>(shifter: &Shifter<'_, M>, held: &Held) -> Vec<Kind> {
    let layout = &layouts(shifter)[held.which];
    let places = places_held(shifter, held).into_iter();
    places.map(|place| place_kind(&shifter.data.descrs, layout, place)).collect()
}

/// Gives the values that are constants, of those that memory does not hold.
pub(crate) fn vable_known<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    held: &Held,
) -> Vec<Option<ConstValue>> {
    let places = places_held(shifter, held).into_iter();
    let known =
        places.map(|place| match shifter.slot(held.which, place).v.map(|v| shifter.current(v)) {
            Some(SBox::Const(c)) => Some(c),
            _ => None,
        });
    known.collect()
}

/// Gives those that are not `known` names that are not in use.
pub(crate) fn vable_give_unknown<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    held: &Held,
    known: &[Option<ConstValue>],
    seen: &mut FxHashSet<OpRef>,
) -> Vec<OpRef> {
    let mut out = Vec::new();
    let places = places_held(shifter, held).into_iter();
    for (place, _) in places.zip(known).filter(|(_, known)| known.is_none()) {
        let v = vable_value(shifter, held.which, place);
        let v = shifter.boxed(v, seen);
        out.extend(v.op());
    }
    out
}

/// The piece begins where another one is, whose registers are these values here. Those of the virtualizable that are not
/// `known` are its inputs from `inputs` on. Gives the constants as its own.
pub(crate) fn vable_take<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    from: &Shifter<'_, M>,
    held: &Held,
    registers: &[SBox],
    known: &[Option<ConstValue>],
    inputs: &mut usize,
) -> Vec<Option<ConstValue>> {
    let layout = &layouts(shifter)[held.which];
    vable_begin(shifter, held.which, registers[held.object], &held.lengths);
    let mut own = Vec::new();
    for (place, known) in places_held(shifter, held).into_iter().zip(known) {
        let kind = place_kind(&shifter.data.descrs, layout, place);
        let v = match known {
            Some(c) => SBox::Const(shifter.const_value(kind, shifter.word_of(*c))),
            None => {
                *inputs += 1;
                let op = OpRef::value(*inputs - 1);
                let value = value_at(from, held.which, place);
                if let Some(word) = value.and_then(|v| from.witness(v)) {
                    shifter.facts.see(op, kind, word);
                }
                SBox::Op(op, kind)
            }
        };
        own.push(match v {
            SBox::Const(c) => Some(c),
            SBox::Op(..) => None,
        });
        *shifter.slot(held.which, place) = Slot { v: Some(v), dirty: true };
    }
    let arrays = &mut shifter.vables.list[held.which].arrays;
    for (array, register) in arrays.iter_mut().zip(&held.arrays) {
        array.v = register.map(|n| registers[n]);
        array.length_known = true;
    }
    own
}

/// The value of a place, if it was read or written.
fn value_at<M: Memory>(shifter: &Shifter<'_, M>, which: usize, place: VablePlace) -> Option<SBox> {
    let vable = &shifter.vables.list[which];
    let slot = match place {
        VablePlace::Field(n) => vable.fields.get(n as usize),
        VablePlace::Item(k, n) => vable.arrays.get(k as usize)?.items.get(n as usize),
    };
    slot?.v.map(|v| shifter.current(v))
}

/// The object is one that the piece makes: its values are in memory from the beginning.
fn write_back<M: Memory>(
    shifter: &mut Shifter<'_, M>,
    layout: &Virtualizable,
    object: SBox,
    values: &[(VablePlace, bool, SBox)],
) {
    for &(place, _, v) in values.iter().filter(|v| v.1) {
        match place {
            VablePlace::Field(n) => {
                memory::plain_memory(
                    shifter,
                    ResOp::SetfieldGc,
                    &[object, v],
                    layout.fields[n as usize],
                );
            }
            VablePlace::Item(k, n) => {
                let (field, items) = layout.arrays[k as usize];
                let array = memory::plain_memory(shifter, ResOp::GetfieldGcR, &[object], field);
                let args = [array, SBox::int(n as i64), v];
                memory::plain_memory(shifter, ResOp::SetarrayitemGc, &args, items);
            }
        }
    }
}

/// Kinds of the places of virtualizables of this shape.
pub fn kinds(descrs: &DescrTable, layouts: &[Virtualizable], shape: &Shape) -> Vec<Kind> {
    let there =
        layouts.iter().zip(shape).filter_map(|(layout, part)| Some((layout, part.as_ref()?)));
    let places =
        there.flat_map(|(layout, lengths)| places(layout, lengths).map(move |p| (layout, p)));
    places.map(|(layout, place)| place_kind(descrs, layout, place)).collect()
}

fn place_kind(descrs: &DescrTable, layout: &Virtualizable, place: VablePlace) -> Kind {
    descrs.value_kind(match place {
        VablePlace::Field(n) => layout.fields[n as usize],
        VablePlace::Item(array, _) => layout.arrays[array as usize].1,
    })
}
