//! Resume data as bytes. Each compiled guard keeps its own as long as its code lives, and few guards ever fail: what is small
//! matters more than what is read at once.
//!
//! Integers are LEB128 ([`crate::blob`]). A slot is one integer: what it is in the lower three bits, its number above them.
//! Facts come last, in bytes of their own: only bridges want them.

use crate::ResOp;
use crate::blob::Writer;
use crate::descr::DescrRef;
use crate::operand::{ConstValue, RefConst};
use crate::resume::{
    Fact, GuardPlace, LeftMarks, PendingWrite, ResumeData, ResumeFrame, ResumeSlot, VablePlace,
    VableState, VableValue, VirtualInfo,
};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;

/// The resume data of a compiled guard.
#[derive(Clone, Debug, Default)]
pub struct PackedResume {
    /// All but the facts, and what is below.
    state: Box<[u8]>,
    facts: Box<[u8]>,
    /// Marks of an exception that is being handled.
    pub marks: Option<Rc<LeftMarks>>,
    /// Where the guard is in the guest program.
    pub place: GuardPlace,
}

impl PackedResume {
    /// Packs resume data.
    pub fn new(data: &ResumeData) -> PackedResume {
        let mut w = writer();
        w.list(&data.virtuals, |w, virt| write_virtual(w, virt));
        w.list(&data.pending, |w, write| {
            w.uint(write.descr.0.into());
            write_slot(w, &write.object);
            w.list(write.index.as_slice(), write_slot);
            write_slot(w, &write.value);
        });
        w.list(&data.vables, |w, vable| {
            w.uint(vable.which.into());
            write_slot(w, &vable.object);
            w.list(&vable.values, write_vable_value);
        });
        w.list(&data.vrefs, |w, (vref, frame)| {
            write_slot(w, vref);
            write_slot(w, frame);
        });
        w.list(&data.frames, |w, frame| {
            w.uint(frame.jitcode.into());
            w.uint(frame.pc.into());
            w.list(&frame.slots, write_slot);
        });
        PackedResume {
            state: w.bytes.as_slice().into(),
            facts: pack_facts(&data.known),
            marks: data.marks.clone(),
            place: data.place.clone(),
        }
    }

    /// What is needed to go on behind the guard: all but the facts.
    pub fn state(&self) -> ResumeData {
        let (mut data, mut frames) = self.open();
        data.frames.reserve_exact(frames.count());
        for _ in 0..frames.count() {
            frames.next(|jitcode, pc, slots| {
                data.frames.push(ResumeFrame { jitcode, pc, slots: slots.collect() });
            });
        }
        data
    }

    /// The same, the frames to be read one by one.
    pub fn open(&self) -> (ResumeData, Frames<'_>) {
        let r = &mut Reader(&self.state);
        let data = ResumeData {
            frames: Vec::new(),
            virtuals: r.list(|r| Rc::new(read_virtual(r))),
            pending: r.list(|r| PendingWrite {
                descr: read_descr(r),
                object: read_slot(r),
                index: r.option(read_slot),
                value: read_slot(r),
            }),
            vables: r.list(|r| {
                let (which, object) = (r.uint() as u32, read_slot(r));
                VableState { which, object, values: r.list(read_vable_value) }
            }),
            vrefs: r.list(|r| (read_slot(r), read_slot(r))),
            known: Vec::new(),
            marks: self.marks.clone(),
            place: self.place.clone(),
        };
        let count = r.uint() as usize;
        (data, Frames { reader: Reader(r.0), count })
    }

    /// Facts that a bridge may rely on when it starts.
    pub fn known(&self) -> Vec<Fact<ResumeSlot>> {
        match self.facts.is_empty() {
            true => Vec::new(),
            false => Reader(&self.facts).list(read_fact),
        }
    }

    /// Puts other facts in their place.
    pub fn set_known(&mut self, known: &[Fact<ResumeSlot>]) {
        self.facts = pack_facts(known);
    }

    /// All of it.
    pub fn unpack(&self) -> ResumeData {
        ResumeData { known: self.known(), ..self.state() }
    }
}

/// Most guards need less.
fn writer() -> Writer {
    Writer { bytes: Vec::with_capacity(512) }
}

/// Frames of a guard, outermost first, that are read when they are made.
pub struct Frames<'a> {
    reader: Reader<'a>,
    count: usize,
}

impl Frames<'_> {
    /// Number of them.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Reads the next one: its jitcode, its position, and what is in its live registers.
    pub fn next<T>(&mut self, frame: impl FnOnce(u32, u32, Slots<'_, '_>) -> T) -> T {
        let r = &mut self.reader;
        let (jitcode, pc, count) = (r.uint() as u32, r.uint() as u32, r.uint());
        frame(jitcode, pc, Slots { reader: r, count })
    }
}

/// What is in the live registers of a frame; all of it has to be read.
pub struct Slots<'r, 'a> {
    reader: &'r mut Reader<'a>,
    count: u64,
}

impl Iterator for Slots<'_, '_> {
    type Item = ResumeSlot;
    #[inline]
    fn next(&mut self) -> Option<ResumeSlot> {
        self.count = self.count.checked_sub(1)?;
        Some(read_slot(self.reader))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count as usize, Some(self.count as usize))
    }
}

/// Reads what [`PackedResume::new`] wrote. That is so often done that errors, of which there are none, are not looked for: other
/// bytes than those of a [`Writer`] make it panic, or give something else.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    #[inline]
    fn u8(&mut self) -> u8 {
        let (&byte, rest) = self.0.split_first().expect("packed by this module");
        self.0 = rest;
        byte
    }

    #[inline]
    fn uint(&mut self) -> u64 {
        // Most are small.
        match self.u8() {
            byte if byte < 0x80 => byte.into(),
            byte => self.long(byte),
        }
    }

    #[inline(never)]
    fn long(&mut self, first: u8) -> u64 {
        let (mut value, mut shift) = (u64::from(first & 0x7f), 7);
        loop {
            let byte = self.u8();
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return value;
            }
            shift += 7;
        }
    }

    fn int(&mut self) -> i64 {
        let raw = self.uint();
        (raw >> 1) as i64 ^ -((raw & 1) as i64)
    }

    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.uint() as usize).map(|_| each(self)).collect()
    }

    /// A list of one item at most.
    fn option<T>(&mut self, mut each: impl FnMut(&mut Self) -> T) -> Option<T> {
        (self.uint() != 0).then(|| each(self))
    }
}

fn pack_facts(known: &[Fact<ResumeSlot>]) -> Box<[u8]> {
    let mut w = writer();
    if !known.is_empty() {
        w.list(known, write_fact);
    }
    w.bytes.as_slice().into()
}

/// What a slot is.
mod slot {
    pub const BOX: u64 = 0;
    pub const VIRTUAL: u64 = 1;
    pub const ZERO: u64 = 2;
    pub const NULL: u64 = 3;
    pub const INT: u64 = 4;
    pub const ROOTED: u64 = 5;
    pub const PREBUILT: u64 = 6;
    pub const FLOAT: u64 = 7;
    pub const BITS: u32 = 3;
}

fn write_slot(w: &mut Writer, value: &ResumeSlot) {
    let numbered = |what: u64, number: u32| u64::from(number) << slot::BITS | what;
    // What may have all 64 bits follows.
    let (first, more) = match *value {
        ResumeSlot::Box(n) => (numbered(slot::BOX, n), None),
        ResumeSlot::Virtual(n) => (numbered(slot::VIRTUAL, n), None),
        ResumeSlot::Zero => (slot::ZERO, None),
        ResumeSlot::Const(ConstValue::Ref(RefConst::Null)) => (slot::NULL, None),
        ResumeSlot::Const(ConstValue::Ref(RefConst::Rooted(n))) => {
            (numbered(slot::ROOTED, n), None)
        }
        ResumeSlot::Const(ConstValue::Ref(RefConst::Prebuilt(at))) => (slot::PREBUILT, Some(at)),
        ResumeSlot::Const(ConstValue::Float(bits)) => (slot::FLOAT, Some(bits)),
        ResumeSlot::Const(ConstValue::Int(n)) => {
            w.uint(slot::INT);
            return w.int(n);
        }
    };
    w.uint(first);
    if let Some(more) = more {
        w.uint(more);
    }
}

fn read_slot(r: &mut Reader<'_>) -> ResumeSlot {
    let first = r.uint();
    let number = (first >> slot::BITS) as u32;
    match first & ((1 << slot::BITS) - 1) {
        slot::BOX => ResumeSlot::Box(number),
        slot::VIRTUAL => ResumeSlot::Virtual(number),
        slot::ZERO => ResumeSlot::Zero,
        slot::NULL => ResumeSlot::Const(ConstValue::Ref(RefConst::Null)),
        slot::ROOTED => ResumeSlot::Const(ConstValue::Ref(RefConst::Rooted(number))),
        slot::PREBUILT => ResumeSlot::Const(ConstValue::Ref(RefConst::Prebuilt(r.uint()))),
        slot::FLOAT => ResumeSlot::Const(ConstValue::Float(r.uint())),
        _ => ResumeSlot::Const(ConstValue::Int(r.int())),
    }
}

fn read_descr(r: &mut Reader<'_>) -> DescrRef {
    DescrRef(r.uint() as u32)
}

fn read_op(r: &mut Reader<'_>) -> ResOp {
    ResOp::ALL[r.u8() as usize]
}

fn write_virtual(w: &mut Writer, virt: &VirtualInfo) {
    let descr = |w: &mut Writer, kind: u8, descr: &DescrRef| {
        w.u8(kind);
        w.uint(descr.0.into());
    };
    match virt {
        VirtualInfo::Struct { size, fields } => {
            descr(w, 0, size);
            w.list(fields, |w, (field, value)| {
                w.uint(field.0.into());
                write_slot(w, value);
            });
        }
        VirtualInfo::Array { descr: d, items } => {
            descr(w, 1, d);
            w.list(items, write_slot);
        }
        VirtualInfo::ArrayStruct { descr: d, length, fields } => {
            descr(w, 2, d);
            w.uint((*length).into());
            w.list(fields, |w, (item, field, value)| {
                w.uint((*item).into());
                w.uint(field.0.into());
                write_slot(w, value);
            });
        }
        VirtualInfo::Concat { descr: d, parts } => {
            descr(w, 3, d);
            parts.iter().for_each(|part| write_slot(w, part));
        }
        VirtualInfo::Slice { descr: d, parts } => {
            descr(w, 4, d);
            parts.iter().for_each(|part| write_slot(w, part));
        }
        VirtualInfo::Call { descr: d, args } => {
            descr(w, 5, d);
            w.list(args, write_slot);
        }
        VirtualInfo::Raw { descr: d, args, writes } => {
            descr(w, 6, d);
            w.list(args, write_slot);
            w.list(writes, |w, (op, descr, index, value)| {
                w.u8(*op as u8);
                w.uint(descr.0.into());
                w.list(index.as_slice(), |w, index| w.int(*index));
                write_slot(w, value);
            });
        }
    }
}

fn read_virtual(r: &mut Reader<'_>) -> VirtualInfo {
    let (kind, descr) = (r.u8(), read_descr(r));
    match kind {
        0 => VirtualInfo::Struct { size: descr, fields: r.list(|r| (read_descr(r), read_slot(r))) },
        1 => VirtualInfo::Array { descr, items: r.list(read_slot) },
        2 => VirtualInfo::ArrayStruct {
            descr,
            length: r.uint() as u32,
            fields: r.list(|r| (r.uint() as u32, read_descr(r), read_slot(r))),
        },
        3 => VirtualInfo::Concat { descr, parts: [read_slot(r), read_slot(r)] },
        4 => VirtualInfo::Slice { descr, parts: [read_slot(r), read_slot(r), read_slot(r)] },
        5 => VirtualInfo::Call { descr, args: r.list(read_slot) },
        6 => VirtualInfo::Raw {
            descr,
            args: r.list(read_slot),
            writes: r.list(|r| {
                let (op, descr) = (read_op(r), read_descr(r));
                (op, descr, r.option(Reader::int), read_slot(r))
            }),
        },
        _ => unreachable!("no virtual object"),
    }
}

fn write_vable_value(w: &mut Writer, value: &VableValue<ResumeSlot>) {
    let flags = |number: u32, item: bool| {
        u64::from(number) << 2 | u64::from(item) << 1 | u64::from(value.dirty)
    };
    match value.place {
        VablePlace::Field(field) => w.uint(flags(field, false)),
        VablePlace::Item(array, item) => {
            w.uint(flags(array, true));
            w.uint(item.into());
        }
    }
    write_slot(w, &value.value);
}

fn read_vable_value(r: &mut Reader<'_>) -> VableValue<ResumeSlot> {
    let first = r.uint();
    let (number, item, dirty) = ((first >> 2) as u32, first & 2 != 0, first & 1 != 0);
    let place = match item {
        true => VablePlace::Item(number, r.uint() as u32),
        false => VablePlace::Field(number),
    };
    VableValue { place, dirty, value: read_slot(r) }
}

fn write_fact(w: &mut Writer, fact: &Fact<ResumeSlot>) {
    let about = |w: &mut Writer, kind: u8, descr: Option<&DescrRef>, values: &[ResumeSlot]| {
        w.u8(kind);
        if let Some(descr) = descr {
            w.uint(descr.0.into());
        }
        values.iter().for_each(|value| write_slot(w, value));
    };
    match fact {
        Fact::Field(descr, a, b) => about(w, 0, Some(descr), &[*a, *b]),
        Fact::Item(descr, a, b, c) => about(w, 1, Some(descr), &[*a, *b, *c]),
        Fact::Length(descr, a, b) => about(w, 2, Some(descr), &[*a, *b]),
        Fact::Object(a, class, min) => {
            about(w, 3 + class.is_some() as u8 + 2 * min.is_some() as u8, None, &[*a]);
            if let Some(class) = class {
                w.int(*class);
            }
            if let Some((descr, length)) = min {
                w.uint(descr.0.into());
                w.int(*length);
            }
        }
        Fact::Bound(a, least, greatest) => {
            about(w, 7, None, &[*a]);
            w.int(*least);
            w.int(*greatest);
        }
        Fact::Difference(a, b, most) => {
            about(w, 8, None, &[*a, *b]);
            w.int(*most);
        }
        Fact::Sum(a, b, more) => {
            about(w, 11, None, &[*a, *b]);
            w.int(*more);
        }
        Fact::Test(op, args, value) => {
            w.u8(9 + *value as u8);
            w.u8(*op as u8);
            w.list(args, write_slot);
        }
    }
}

fn read_fact(r: &mut Reader<'_>) -> Fact<ResumeSlot> {
    let kind = r.u8();
    match kind {
        0 => Fact::Field(read_descr(r), read_slot(r), read_slot(r)),
        1 => Fact::Item(read_descr(r), read_slot(r), read_slot(r), read_slot(r)),
        2 => Fact::Length(read_descr(r), read_slot(r), read_slot(r)),
        3..=6 => {
            let object = read_slot(r);
            let class = if (kind - 3) & 1 != 0 { Some(r.int()) } else { None };
            let min = if (kind - 3) & 2 != 0 { Some((read_descr(r), r.int())) } else { None };
            Fact::Object(object, class, min)
        }
        7 => Fact::Bound(read_slot(r), r.int(), r.int()),
        8 => Fact::Difference(read_slot(r), read_slot(r), r.int()),
        9 | 10 => Fact::Test(read_op(r), r.list(read_slot), kind == 10),
        11 => Fact::Sum(read_slot(r), read_slot(r), r.int()),
        _ => unreachable!("no fact"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that differ, from few bits to all.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let bits = (self.0 >> 58) as u32;
            (self.0 ^ self.0 >> 31).rotate_left(bits) >> (bits + 1).min(63)
        }
        fn small(&mut self) -> u32 {
            self.next() as u32 >> (self.next() % 29)
        }
        fn below(&mut self, n: u64) -> u64 {
            self.next() % n
        }
        fn descr(&mut self) -> DescrRef {
            DescrRef(self.small())
        }
        fn slot(&mut self) -> ResumeSlot {
            match self.below(8) {
                0 => ResumeSlot::Virtual(self.small()),
                1 => ResumeSlot::Zero,
                2 => ResumeSlot::Const(ConstValue::Ref(RefConst::Null)),
                3 => ResumeSlot::Const(ConstValue::Ref(RefConst::Rooted(self.small() >> 1))),
                4 => ResumeSlot::Const(ConstValue::Ref(RefConst::Prebuilt(self.next() << 1))),
                5 => ResumeSlot::Const(ConstValue::Float(self.next() << 1)),
                6 => ResumeSlot::Const(ConstValue::Int((self.next() << 1) as i64)),
                _ => ResumeSlot::Box(self.small()),
            }
        }
        fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> T) -> Vec<T> {
            (0..self.below(5)).map(|_| each(self)).collect()
        }
        fn virt(&mut self) -> VirtualInfo {
            let descr = self.descr();
            match self.below(7) {
                0 => VirtualInfo::Struct {
                    size: descr,
                    fields: self.list(|n| (n.descr(), n.slot())),
                },
                1 => VirtualInfo::Array { descr, items: self.list(Self::slot) },
                2 => VirtualInfo::ArrayStruct {
                    descr,
                    length: self.small(),
                    fields: self.list(|n| (n.small(), n.descr(), n.slot())),
                },
                3 => VirtualInfo::Concat { descr, parts: [(); 2].map(|()| self.slot()) },
                4 => VirtualInfo::Slice { descr, parts: [(); 3].map(|()| self.slot()) },
                5 => VirtualInfo::Call { descr, args: self.list(Self::slot) },
                _ => VirtualInfo::Raw {
                    descr,
                    args: self.list(Self::slot),
                    writes: self.list(|n| (n.op(), n.descr(), n.maybe(Self::word), n.slot())),
                },
            }
        }
        fn word(&mut self) -> i64 {
            (self.next() << 1) as i64
        }
        fn op(&mut self) -> ResOp {
            ResOp::ALL[self.below(ResOp::ALL.len() as u64) as usize]
        }
        fn maybe<T>(&mut self, each: impl FnOnce(&mut Self) -> T) -> Option<T> {
            (self.below(2) > 0).then(|| each(self))
        }
        fn fact(&mut self) -> Fact<ResumeSlot> {
            match self.below(8) {
                0 => Fact::Field(self.descr(), self.slot(), self.slot()),
                1 => Fact::Item(self.descr(), self.slot(), self.slot(), self.slot()),
                2 => Fact::Length(self.descr(), self.slot(), self.slot()),
                3 => Fact::Object(
                    self.slot(),
                    self.maybe(Self::word),
                    self.maybe(|n| (n.descr(), n.word())),
                ),
                4 => Fact::Bound(self.slot(), self.word(), self.word()),
                5 => Fact::Difference(self.slot(), self.slot(), self.word()),
                6 => Fact::Sum(self.slot(), self.slot(), self.word()),
                _ => Fact::Test(self.op(), self.list(Self::slot), self.below(2) > 0),
            }
        }
        fn place(&mut self) -> VablePlace {
            match self.below(2) {
                0 => VablePlace::Field(self.small()),
                _ => VablePlace::Item(self.small(), self.small()),
            }
        }
        fn data(&mut self) -> ResumeData {
            ResumeData {
                frames: self.list(|n| ResumeFrame {
                    jitcode: n.small(),
                    pc: n.small(),
                    slots: n.list(Self::slot),
                }),
                virtuals: self.list(|n| Rc::new(n.virt())),
                pending: self.list(|n| PendingWrite {
                    descr: n.descr(),
                    object: n.slot(),
                    index: n.maybe(Self::slot),
                    value: n.slot(),
                }),
                vables: self.list(|n| VableState {
                    which: n.small(),
                    object: n.slot(),
                    values: n.list(|n| VableValue {
                        place: n.place(),
                        dirty: n.below(2) > 0,
                        value: n.slot(),
                    }),
                }),
                vrefs: self.list(|n| (n.slot(), n.slot())),
                known: self.list(Self::fact),
                marks: self
                    .maybe(|n| Rc::new(LeftMarks { class: n.word(), marks: n.list(Self::small) })),
                place: GuardPlace::default(),
            }
        }
    }

    #[test]
    fn what_was_packed_comes_back() {
        let mut numbers = Numbers(1);
        for _ in 0..20_000 {
            let data = numbers.data();
            let mut packed = PackedResume::new(&data);
            assert_eq!(packed.unpack(), data);
            packed.set_known(&[]);
            assert_eq!(packed.unpack(), packed.state());
        }
    }

    #[test]
    fn operations_are_numbered_in_their_order() {
        for (n, op) in ResOp::ALL.iter().enumerate() {
            assert_eq!(*op as usize, n);
        }
    }
}
