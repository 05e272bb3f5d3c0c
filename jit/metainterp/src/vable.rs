//! Virtualizables while tracing.
//!
//! A jitdriver may name some of its reds as *virtualizables*: objects (the interpreter's frame, as a rule) some of whose
//! fields, and items of arrays in fields, live in the trace instead of in memory. The tracer reads and writes memory as the
//! program does, but records nothing for these places: it keeps the operand that names each place's value. The values are further
//! inputs of a loop, behind the reds, so that the optimiser sees boxes in them as it sees local variables; guards list them
//! ([`jitmodel::VableState`]), and what memory does not hold (*dirty*) is written when a guard fails.
//!
//! * Which objects: the reds of the outermost frame as of the last merge point (the *standard* ones). Accesses to other objects of
//!   their types are compared with them (`ptr_eq` and a guard) unless they were allocated in the trace.
//! * A red that is null is no virtualizable at that merge point, nor is one that is the same object as another red which is one: of two
//!   that could be, this is tested, too. Code is made for the *shape* that is found: which reds are virtualizables, and the lengths
//!   of their arrays. It takes the other reds for ordinary references, so that it is right whatever they are.
//! * Arrays are known by the operand that was read from the standard object's field; nothing else may hold them
//!   (the codewriter looks at that). Indices become constants.
//! * Before what may look at the object (a call with such effects, the end of the portal) dirty values are written
//!   ([`Tracer::vable_sync`]); after a call all are read from memory again. A *private* object is seen only by calls that are
//!   given it, and what *dies* with the portal is not written at its end ([`Virtualizable`]).
//! * One that is not private has a *token* ([`Virtualizable::token`]): before a call that may look at it, but is not given it, nothing is
//!   written. The token names the machine frame, and whoever looks asks for the values first ([`crate::vrefs`]).
//! * A loop is entered with dirty values from its own end, so that from its beginning all count as dirty. If its trace has a
//!   sync, which wrote only what the trace itself made dirty, the loop's end writes the rest, and all are clean.

use crate::jitprof::AbortReason;
use crate::step::Interp;
use crate::tracer::{CONST, RootedConsts, TBox, Tracer};
use alloc::vec::Vec;
use jitbackend::Memory;
use jitbackend::exec::execute;
use jitmodel::hash::FxHashSet;
use jitmodel::program::Virtualizable;
use jitmodel::*;

/// One place of the virtualizable.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Its value's operand (or [`CONST`]: what memory holds now); None: it is to be read from memory.
    op: Option<OpRef>,
    /// The compiled code's memory does not hold it.
    dirty: bool,
}

#[derive(Debug, Default)]
struct VArray {
    /// The operand of the array itself.
    op: Option<OpRef>,
    /// Its length is tested.
    length_known: bool,
    items: Vec<Slot>,
}

/// What a tracer knows of a virtualizable.
#[derive(Default)]
struct Vable {
    /// `None`: the red is null, or the object of another virtualizable.
    object: Option<OpRef>,
    /// Holds the object's address, in the first slot.
    root: RootedConsts,
    fields: Vec<Slot>,
    arrays: Vec<VArray>,
    /// Objects that are known to be others.
    others: FxHashSet<OpRef>,
    /// The object names the machine frame, in the trace.
    token_set: bool,
}

/// What a tracer knows of its virtualizables.
#[derive(Default)]
pub struct Vables {
    list: Vec<Vable>,
    /// In `Trace::vables`, as long as nothing changes.
    snapshot: Option<u32>,
    /// Position of the last sync in the trace.
    last_sync: Option<usize>,
}

impl Vables {
    /// Knows nothing of them.
    pub fn new(layouts: &[Virtualizable]) -> Vables {
        let list = layouts.iter().map(|_| Vable::default()).collect();
        Vables { list, ..Vables::default() }
    }
}

/// What memory does not hold of a virtualizable, before a call that may look at it.
pub struct Held {
    which: usize,
    dirty: Vec<(VablePlace, OpRef)>,
}

/// For each virtualizable the lengths of its arrays, or `None` if the red is none at this point; empty if no red is. Loops whose labels agree
/// in this have the same arguments.
pub type Shape = Vec<Option<Vec<usize>>>;

/// The shape with these parts.
pub fn shape(parts: impl Iterator<Item = Option<Vec<usize>>>) -> Shape {
    let parts: Shape = parts.collect();
    if parts.iter().any(Option::is_some) { parts } else { Shape::new() }
}

/// For each virtualizable at a merge point which one its red was before. `is(m, n)`: the red of number `n` is the object of number `m`. (The
/// program may exchange objects.)
pub fn sources(layouts: &[Virtualizable], is: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> =
        (0..layouts.len()).map(|n| Some(n).filter(|&n| is(n, n))).collect();
    for n in 0..layouts.len() {
        if found[n].is_none() {
            let fits = |m: &usize| layouts[*m].is_like(&layouts[n]) && is(*m, n);
            found[n] = (0..layouts.len()).find(|m| !found.contains(&Some(*m)) && fits(m));
        }
    }
    found
}

/// Its places: the fields, and the items of its arrays with these lengths.
pub fn places(
    layout: &Virtualizable,
    lengths: &[usize],
) -> impl Iterator<Item = VablePlace> + use<> {
    let lengths = lengths.to_vec();
    let items = lengths.into_iter().enumerate();
    let items = items.flat_map(|(k, n)| (0..n as u32).map(move |n| VablePlace::Item(k as u32, n)));
    (0..layout.fields.len() as u32).map(VablePlace::Field).chain(items)
}

/// What a descr of memory is in a virtualizable.
pub(crate) enum Place {
    /// A field, by its number.
    Field(usize),
    /// A field with an array, by the array's number.
    Array(usize),
}

/// What a descr is in a virtualizable, if it concerns that.
pub(crate) fn place(layout: &Virtualizable, descr: DescrRef) -> Option<Place> {
    if let Some(n) = layout.fields.iter().position(|d| *d == descr) {
        return Some(Place::Field(n));
    }
    layout.arrays.iter().position(|a| a.0 == descr).map(Place::Array)
}

/// Writes values of a virtualizable to memory.
pub fn write_back<M: Memory>(
    mem: &M,
    layout: &Virtualizable,
    object: i64,
    values: impl Iterator<Item = (VablePlace, i64)>,
) {
    if let Some(token) = layout.token {
        mem.setfield(object, token, 0);
    }
    for (place, word) in values {
        match place {
            VablePlace::Field(n) => mem.setfield(object, layout.fields[n as usize], word),
            VablePlace::Item(array, n) => {
                let (field, items) = layout.arrays[array as usize];
                mem.setarrayitem(mem.getfield(object, field), n as i64, items, word);
            }
        }
    }
}

impl<'a, M: Memory> Tracer<'a, M> {
    fn layouts(&self) -> &'a [Virtualizable] {
        &self.data.drivers[self.jd].desc.virtualizables
    }

    /// The numbers of those that are there, with their layouts.
    fn present(&self) -> impl Iterator<Item = (usize, &'a Virtualizable)> + use<'a, M> {
        let there: u64 = self
            .vables
            .list
            .iter()
            .enumerate()
            .fold(0, |there, (n, vable)| there | (vable.object.is_some() as u64) << n);
        self.layouts().iter().enumerate().filter(move |(n, _)| there >> n & 1 != 0)
    }

    fn vable_word(&self, which: usize) -> i64 {
        self.vables.list[which].root.first().map_or(0, |slot| self.roots.get(slot))
    }

    /// The length of array `k`, in memory.
    fn vable_length(&self, which: usize, k: usize) -> usize {
        let (field, items) = self.layouts()[which].arrays[k];
        let array = self.mem.getfield(self.vable_word(which), field);
        if array == 0 { 0 } else { self.mem.arraylen(array, items) as usize }
    }

    /// `object` is the virtualizable from now on; all its values are in memory.
    fn vable_begin(&mut self, which: usize, object: TBox) {
        let layout = &self.layouts()[which];
        if self.vables.list[which].root.first().is_none() {
            match self.roots.alloc(object.word) {
                Some(slot) => {
                    let mut root = RootedConsts::new(self.roots);
                    root.add(slot);
                    self.vables.list[which].root = root;
                }
                None => return self.fail(AbortReason::OutOfRoots),
            }
        }
        if let Some(slot) = self.vables.list[which].root.first() {
            self.roots.set(slot, object.word);
        }
        if let Some(token) = layout.token {
            // Of code that is no more.
            self.mem.setfield(object.word, token, 0);
        }
        self.heap_cache.escape(object.op);
        let lengths: Vec<usize> =
            (0..layout.arrays.len()).map(|k| self.vable_length(which, k)).collect();
        let array = |n: usize| VArray { items: vec![Slot::default(); n], ..VArray::default() };
        let vable = &mut self.vables.list[which];
        vable.token_set = false;
        vable.object = Some(object.op);
        vable.others.clear();
        vable.fields = vec![Slot::default(); layout.fields.len()];
        vable.arrays = lengths.into_iter().map(array).collect();
        self.vables.snapshot = None;
    }

    /// The outermost frame is at a merge point with these reds.
    pub fn vables_at_merge_point(&mut self, reds: &[(Kind, u8)]) {
        let layouts = self.layouts();
        let red = |layout: &Virtualizable| reds[layout.red as usize];
        let reds: Vec<TBox> =
            layouts.iter().map(red).map(|(kind, reg)| self.get(kind, reg)).collect();
        let known = sources(layouts, |which, other| self.is_standard(which, reds[other]));
        for which in (0..layouts.len()).filter(|which| !known.contains(&Some(*which))) {
            self.vable_let_go(which);
            self.vables.list[which].object = None;
            self.vables.snapshot = None;
        }
        if known.iter().enumerate().any(|(which, from)| from.is_some_and(|from| from != which)) {
            let mut old = core::mem::replace(&mut self.vables, Vables::new(layouts));
            for (which, from) in known.iter().enumerate() {
                if let Some(from) = *from {
                    self.vables.list[which] = core::mem::take(&mut old.list[from]);
                }
            }
            self.vables.last_sync = old.last_sync;
        }
        for which in 0..layouts.len() {
            let red = reds[which];
            if red.word == 0 || self.vables.list[which].object.is_some() {
                continue;
            }
            if !red.is_const() && self.heap_cache.tests_nonnull(red.op) {
                self.guard_before(ResOp::GuardNonnull, &[red]);
            }
            let mut others = 0..layouts.len();
            let taken = others.any(|other| {
                layouts[other].shares(&layouts[which]) && self.tested_standard(other, red)
            });
            if !taken {
                self.vable_begin(which, red);
            }
        }
    }

    /// From now on memory holds the virtualizable.
    fn vable_let_go(&mut self, which: usize) {
        self.vable_sync(which);
        if let Some(token) = self.layouts()[which].token
            && core::mem::take(&mut self.vables.list[which].token_set)
        {
            let (object, zero) = (self.vable_box(which), self.constant(Kind::Int, 0));
            self.record(ResOp::SetfieldGc, &[object, zero], Some(token));
        }
    }

    fn is_standard(&self, which: usize, v: TBox) -> bool {
        let object = self.vables.list[which].object;
        object == Some(v.op) && (v.op != CONST || v.word == self.vable_word(which))
    }

    /// Whether `v` is known to be another object.
    fn is_other(&self, which: usize, v: TBox) -> bool {
        let layouts = self.layouts();
        v.word == 0
            || self.vables.list[which].others.contains(&v.op)
            || self.is_made(v)
            || (0..layouts.len()).any(|other| {
                // Two that could be one object were compared.
                other != which
                    && self.is_standard(other, v)
                    && layouts[other].shares(&layouts[which])
            })
    }

    /// Whether `v` is the virtualizable; what is not known is tested in the trace.
    fn tested_standard(&mut self, which: usize, v: TBox) -> bool {
        if self.is_standard(which, v) {
            return true;
        }
        let Some(object) = self.vables.list[which].object else { return false };
        if self.is_other(which, v) {
            return false;
        }
        let word = self.vable_word(which);
        let standard = TBox { word, op: object, kind: Kind::Ref };
        let same = v.word == word;
        if v.op != CONST || object != CONST {
            let cond = self.pure(ResOp::PtrEq, &[v, standard]);
            self.test(cond);
        }
        if !same && v.op != CONST {
            self.vables.list[which].others.insert(v.op);
        }
        same
    }

    /// An operation on memory that concerns a virtualizable: its result, if nothing else is to be recorded.
    pub fn vable_memory(&mut self, op: ResOp, args: &[TBox], descr: DescrRef) -> Option<TBox> {
        (0..self.layouts().len()).find_map(|which| {
            self.vables.list[which].object?;
            self.memory_of_vable(which, op, args, descr)
        })
    }

    fn memory_of_vable(
        &mut self,
        which: usize,
        op: ResOp,
        args: &[TBox],
        descr: DescrRef,
    ) -> Option<TBox> {
        let layout = &self.layouts()[which];
        if layout.token == Some(descr) && op == ResOp::GetfieldGcI {
            let known = self.tested_standard(which, args[0]);
            return known.then(|| self.constant(Kind::Int, 0));
        }
        match op {
            ResOp::GetfieldGcI | ResOp::GetfieldGcR | ResOp::GetfieldGcF => {
                match (place(layout, descr)?, self.tested_standard(which, args[0])) {
                    (_, false) => None,
                    (Place::Field(n), _) => {
                        let place = VablePlace::Field(n as u32);
                        Some(self.vable_read(which, place, op, args, descr))
                    }
                    (Place::Array(k), _) => Some(self.vable_array(which, k)),
                }
            }
            ResOp::SetfieldGc => {
                match (place(layout, descr)?, self.tested_standard(which, args[0])) {
                    (_, false) => None,
                    (Place::Field(n), _) => {
                        let place = VablePlace::Field(n as u32);
                        self.vable_write(which, place, op, args, args[1].op, descr);
                        Some(args[1])
                    }
                    (Place::Array(_), _) => {
                        // Another array: nothing is known of it.
                        self.vable_sync(which);
                        let words: Vec<i64> = args.iter().map(|v| v.word).collect();
                        self.record(op, args, Some(descr));
                        self.heap_cache.written(descr);
                        self.heap_cache.escape_all(args);
                        execute(self.mem, op, &words, descr).expect("a memory operation");
                        let object = self.vable_box(which);
                        self.vable_begin(which, object);
                        Some(args[1])
                    }
                }
            }
            ResOp::ArraylenGc => {
                let k = self.vable_array_of(which, args[0], descr)?;
                self.vable_length_guard(which, k);
                let word = self.vables.list[which].arrays[k].items.len() as i64;
                Some(self.constant(Kind::Int, word))
            }
            ResOp::GetarrayitemGcI | ResOp::GetarrayitemGcR | ResOp::GetarrayitemGcF => {
                let k = self.vable_array_of(which, args[0], descr)?;
                let place = self.vable_item(which, k, args[1])?;
                Some(self.vable_read(which, place, op, &[args[0], self.as_const(args[1])], descr))
            }
            ResOp::SetarrayitemGc => {
                let k = self.vable_array_of(which, args[0], descr)?;
                let place = self.vable_item(which, k, args[1])?;
                let args = [args[0], self.as_const(args[1]), args[2]];
                self.vable_write(which, place, op, &args, args[2].op, descr);
                Some(args[2])
            }
            _ => None,
        }
    }

    /// Whether an inlined call with these reds goes on with a frame that was there before: it is neither made in this trace, nor one of its
    /// virtualizables.
    pub fn is_frame_resumed(&self, jd: usize, reds: &[TBox]) -> bool {
        let mut layouts = self.data.drivers[jd].desc.virtualizables.iter();
        layouts.any(|layout| {
            let frame = reds[layout.red as usize];
            let mut present = self.present();
            frame.word != 0
                && !self.is_made(frame)
                && present.all(|(which, _)| self.vable_word(which) != frame.word)
        })
    }

    /// Whether the operation concerns an array of an object that could be a virtualizable, and is none in this trace, nor made in it: the
    /// frame of a generator that goes on. It is in memory, but the interpreter uses it as it does the others: indices and the length
    /// are worth being constants.
    pub fn is_array_of_frame(&self, op: ResOp, args: &[TBox], items: DescrRef) -> bool {
        use ResOp::*;
        let accesses = matches!(
            op,
            ArraylenGc | GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF | SetarrayitemGc
        );
        let arrays = || self.layouts().iter().flat_map(|layout| &layout.arrays);
        accesses
            && arrays().any(|a| a.1 == items)
            && !args[0].is_const()
            && self.trace.op_of(args[0].op).is_some_and(|read| {
                read.opnum == GetfieldGcR
                    && arrays().any(|a| a.0 == read.descr())
                    && !self.heap_cache.is_made(read.args[0])
            })
    }

    fn as_const(&self, v: TBox) -> TBox {
        TBox { op: CONST, ..v }
    }

    fn slot(&mut self, which: usize, place: VablePlace) -> &mut Slot {
        let vable = &mut self.vables.list[which];
        match place {
            VablePlace::Field(n) => &mut vable.fields[n as usize],
            VablePlace::Item(array, n) => &mut vable.arrays[array as usize].items[n as usize],
        }
    }

    fn vable_read(
        &mut self,
        which: usize,
        place: VablePlace,
        op: ResOp,
        args: &[TBox],
        descr: DescrRef,
    ) -> TBox {
        let words: Vec<i64> = args.iter().map(|v| v.word).collect();
        let word = execute(self.mem, op, &words, descr).expect("a memory operation");
        let known = self.slot(which, place).op;
        let op = match known {
            Some(op) => op,
            None => {
                let op = self.record(op, args, Some(descr));
                *self.slot(which, place) = Slot { op: Some(op), dirty: false };
                op
            }
        };
        TBox { word, op, kind: self.data.descrs.value_kind(descr) }
    }

    fn vable_write(
        &mut self,
        which: usize,
        place: VablePlace,
        op: ResOp,
        args: &[TBox],
        value: OpRef,
        descr: DescrRef,
    ) {
        let words: Vec<i64> = args.iter().map(|v| v.word).collect();
        execute(self.mem, op, &words, descr).expect("a memory operation");
        *self.slot(which, place) = Slot { op: Some(value), dirty: true };
        self.vables.snapshot = None;
        // Written to memory later, for others to see. With a token nobody sees it before that.
        if self.layouts()[which].token.is_none() {
            self.heap_cache.escape(value);
        }
    }

    /// Array `k` of the virtualizable.
    fn vable_array(&mut self, which: usize, k: usize) -> TBox {
        let (field, _) = self.layouts()[which].arrays[k];
        let word = self.vable_array_word(which, k);
        let op = match self.vables.list[which].arrays[k].op {
            Some(op) => op,
            None => {
                let object = self.vable_box(which);
                let op = self.record(ResOp::GetfieldGcR, &[object], Some(field));
                self.vables.list[which].arrays[k].op = Some(op);
                op
            }
        };
        TBox { word, op, kind: Kind::Ref }
    }

    fn vable_box(&self, which: usize) -> TBox {
        let op = self.vables.list[which].object.unwrap_or(CONST);
        TBox { word: self.vable_word(which), op, kind: Kind::Ref }
    }

    /// Which of the virtualizable's arrays `v` is.
    fn vable_array_of(&self, which: usize, v: TBox, items: DescrRef) -> Option<usize> {
        let layout = &self.layouts()[which];
        let known = |k: &usize| {
            let op = self.vables.list[which].arrays[*k].op;
            let same = || self.vable_array_word(which, *k) == v.word;
            layout.arrays[*k].1 == items && op == Some(v.op) && (v.op != CONST || same())
        };
        (0..layout.arrays.len()).find(known)
    }

    /// Whether a call is given an array of a virtualizable.
    pub fn takes_vable_array(&self, args: &[TBox]) -> bool {
        self.present().any(|(which, _)| self.takes_array_of(which, args))
    }

    fn takes_array_of(&self, which: usize, args: &[TBox]) -> bool {
        let arrays = &self.layouts()[which].arrays;
        let is = |v: &TBox| {
            v.kind == Kind::Ref
                && arrays.iter().any(|a| self.vable_array_of(which, *v, a.1).is_some())
        };
        args.iter().any(is)
    }

    fn vable_length_guard(&mut self, which: usize, k: usize) {
        if core::mem::replace(&mut self.vables.list[which].arrays[k].length_known, true) {
            return;
        }
        let array = self.vable_array(which, k);
        let kind = Kind::Int;
        let word = self.vables.list[which].arrays[k].items.len() as i64;
        let items = self.layouts()[which].arrays[k].1;
        let op = self.record(ResOp::ArraylenGc, &[array], Some(items));
        self.promote_value(TBox { word, op, kind });
    }

    /// The item at `index`, which becomes a constant.
    fn vable_item(&mut self, which: usize, k: usize, index: TBox) -> Option<VablePlace> {
        self.vable_length_guard(which, k);
        let length = self.vables.list[which].arrays[k].items.len();
        if index.word < 0 || index.word as usize >= length {
            return None;
        }
        self.promote_value(index);
        Some(VablePlace::Item(k as u32, index.word as u32))
    }

    /// The places of one that is there.
    fn places(&self, which: usize) -> Vec<VablePlace> {
        match self.lengths_of(which) {
            Some(lengths) => places(&self.layouts()[which], &lengths).collect(),
            None => Vec::new(),
        }
    }

    /// The value of a place.
    fn vable_value(&mut self, which: usize, place: VablePlace) -> TBox {
        let layout = &self.layouts()[which];
        match place {
            VablePlace::Field(n) => {
                let descr = layout.fields[n as usize];
                let op = ResOp::getfield_gc(self.data.descrs.value_kind(descr));
                let object = self.vable_box(which);
                self.vable_read(which, place, op, &[object], descr)
            }
            VablePlace::Item(k, n) => {
                let descr = layout.arrays[k as usize].1;
                let op = ResOp::getarrayitem_gc(self.data.descrs.value_kind(descr));
                let index = self.constant(Kind::Int, n as i64);
                let array = match self.slot(which, place).op {
                    // Not needed, so not read in the trace.
                    Some(_) => self.constant(Kind::Ref, self.vable_array_word(which, k as usize)),
                    None => self.vable_array(which, k as usize),
                };
                self.vable_read(which, place, op, &[array, index], descr)
            }
        }
    }

    fn vable_array_word(&self, which: usize, k: usize) -> i64 {
        self.mem.getfield(self.vable_word(which), self.layouts()[which].arrays[k].0)
    }

    /// Writes dirty values: from here on the compiled code's memory holds all.
    pub fn vables_sync(&mut self) {
        (0..self.layouts().len()).for_each(|which| self.vable_sync(which));
    }

    fn vable_sync(&mut self, which: usize) {
        if let Some(held) = self.vable_dirty(which) {
            self.vable_write_dirty(held);
        }
    }

    /// What is dirty of one that is there.
    fn vable_dirty(&mut self, which: usize) -> Option<Held> {
        self.vables.list[which].object?;
        let mut dirty = Vec::new();
        for place in self.places(which) {
            if self.slot(which, place).dirty {
                let value = self.vable_value(which, place);
                dirty.push((place, self.opref(value)));
            }
        }
        Some(Held { which, dirty })
    }

    fn vable_write_dirty(&mut self, Held { which, dirty }: Held) {
        let layout = &self.layouts()[which];
        for (place, value) in dirty {
            let kind = self.trace.kind(value);
            let value = TBox { word: 0, op: value, kind };
            match place {
                VablePlace::Field(n) => {
                    let object = self.vable_box(which);
                    let descr = layout.fields[n as usize];
                    self.record(ResOp::SetfieldGc, &[object, value], Some(descr));
                }
                VablePlace::Item(k, n) => {
                    let array = self.vable_array(which, k as usize);
                    let index = self.constant(Kind::Int, n as i64);
                    let descr = layout.arrays[k as usize].1;
                    self.record(ResOp::SetarrayitemGc, &[array, index, value], Some(descr));
                }
            }
            if !value.op.is_const() {
                self.heap_cache.escape(value.op);
            }
            self.slot(which, place).dirty = false;
        }
        self.vables.snapshot = None;
        self.vables.last_sync = Some(self.trace.ops.len());
        let items = layout.arrays.iter().map(|a| &a.1);
        layout.fields.iter().chain(items).for_each(|&descr| self.heap_cache.written(descr));
    }

    /// The portal is left: writes what is dirty if somebody may look at it later.
    pub fn vables_at_end(&mut self) {
        for (which, layout) in self.layouts().iter().enumerate() {
            if !layout.dies {
                self.vable_let_go(which);
            }
        }
    }

    /// Whether a call is given the virtualizable, or one of its arrays.
    fn vable_is_given(&self, which: usize, args: &[TBox]) -> bool {
        let word = self.vable_word(which);
        let is = |v: &TBox| v.kind == Kind::Ref && (v.word == word || self.is_standard(which, *v));
        args.iter().any(is) || self.takes_array_of(which, args)
    }

    /// Before a call that may look at virtualizables with a token, and is not given them: the tokens name the machine frame. Memory
    /// holds all of those that are not in the result.
    pub fn vables_hold(&mut self) -> Vec<Held> {
        let mut frame = None;
        self.present()
            .filter_map(|(which, layout)| self.vable_hold(which, layout.token?, &mut frame))
            .collect()
    }

    /// `frame`: the machine frame, if that was asked for.
    fn vable_hold(
        &mut self,
        which: usize,
        token: DescrRef,
        frame: &mut Option<OpRef>,
    ) -> Option<Held> {
        let vable = &mut self.vables.list[which];
        let array = |a: &VArray| a.length_known || a.items.iter().any(|slot| slot.op.is_some());
        if !vable.fields.iter().any(|slot| slot.op.is_some()) && !vable.arrays.iter().any(array) {
            return None;
        }
        if !core::mem::replace(&mut vable.token_set, true) {
            let frame = match *frame {
                Some(frame) => frame,
                None => *frame.insert(self.record(ResOp::ForceToken, &[], None)),
            };
            let frame = TBox { word: VirtualRefs::TRACING, op: frame, kind: Kind::Int };
            self.record(ResOp::SetfieldGc, &[self.vable_box(which), frame], Some(token));
        }
        // (Memory may hold something else afterwards.)
        let dirty = self.vable_dirty(which);
        self.mem.setfield(self.vable_word(which), token, VirtualRefs::TRACING);
        dirty
    }

    /// After that call, which is not recorded yet. Whether nobody looked at one or more of them. What was dirty of the others is written
    /// before the call, and read from memory behind it.
    pub fn vables_held(&mut self, all: Vec<Held>) -> bool {
        let mut any = false;
        let mut kept: u64 = 0;
        for held in all {
            let which = held.which;
            let Some(token) = self.layouts()[which].token else { continue };
            let word = self.vable_word(which);
            if self.mem.getfield(word, token) == 0 {
                self.vable_write_dirty(held);
                continue;
            }
            self.mem.setfield(word, token, 0);
            any = true;
            kept |= 1 << which;
        }
        // (A private one was given to the call, and is forgotten already, or cannot be changed by it.)
        for (which, layout) in self.present() {
            if kept >> which & 1 == 0 && layout.token.is_some() {
                self.vable_forget(which);
            }
        }
        any
    }

    /// Somebody may have changed the virtualizable: its values are read from memory again.
    fn vable_forget(&mut self, which: usize) {
        let object = self.vable_box(which);
        let others = core::mem::take(&mut self.vables.list[which].others);
        self.vable_begin(which, object);
        self.vables.list[which].others = others;
    }

    /// A call may look at virtualizables: writes what is dirty, and forgets what the call may change. `held`: somebody can ask for it during
    /// the call.
    pub fn vables_before_call(&mut self, effect: &EffectInfo, args: &[TBox], held: bool) {
        for (which, layout) in self.present() {
            let fields = layout.fields.iter().chain(layout.arrays.iter().map(|a| &a.0));
            let sees = match layout.token {
                Some(_) => self.vable_is_given(which, args) || !held && effect.has_random_effects(),
                None => !layout.private || effect.takes_virtualizable,
            };
            let touches = |d: &DescrRef| effect.may_read(*d) || effect.may_write(*d);
            let touched = !effect.is_elidable()
                && (sees && fields.clone().any(touches) || self.takes_array_of(which, args));
            if touched {
                self.vable_give(which);
            }
        }
    }

    /// The compiled code of a portal is called. With virtualizables of its own it cannot look at a private one.
    pub fn vables_before_portal(&mut self, jd: usize, args: &[TBox]) {
        let first_red = 1 + self.data.drivers[jd].greens.len();
        for (which, layout) in self.present() {
            let may_be = |red: &u32| !self.is_other(which, args[first_red + *red as usize]);
            let sees = self.vable_is_given(which, args)
                || layout.token.is_none()
                    && (!layout.private
                        || jd != self.jd
                        || layout.alike.iter().chain([&layout.red]).any(may_be));
            if sees {
                self.vable_give(which);
            }
        }
    }

    /// Somebody else may look at the virtualizable and change it.
    fn vable_give(&mut self, which: usize) {
        self.vable_sync(which);
        self.vable_forget(which);
    }

    /// After a call that had effects: arrays may have other lengths.
    pub fn vables_after_call(&mut self) {
        for (which, layout) in self.present() {
            for k in 0..layout.arrays.len() {
                if !self.vables.list[which].arrays[k].length_known {
                    let length = self.vable_length(which, k);
                    self.vables.list[which].arrays[k].items.resize(length, Slot::default());
                }
            }
        }
    }

    /// Gives all values of virtualizables different names, so that a loop can begin here, and returns them.
    /// `seen`: names in use.
    pub fn vable_boxes(&mut self, seen: &mut FxHashSet<OpRef>) -> Vec<OpRef> {
        for (which, layout) in self.present() {
            for k in 0..layout.arrays.len() {
                self.vable_length_guard(which, k);
            }
        }
        let mut out = Vec::new();
        for (which, _) in self.present() {
            for place in self.places(which) {
                let v = self.vable_value(which, place);
                if v.op == CONST || !seen.insert(v.op) {
                    let op = self.record(ResOp::same_as(v.kind), &[v], None);
                    self.slot(which, place).op = Some(op);
                    seen.insert(op);
                    out.push(op);
                } else {
                    out.push(v.op);
                }
            }
        }
        for vable in &mut self.vables.list {
            vable.arrays.iter_mut().for_each(|array| array.op = None);
            vable.others.clear();
            vable.token_set = false;
        }
        self.vables.snapshot = None;
        out
    }

    /// The words of all values.
    pub fn vable_words(&self) -> Vec<(Kind, i64)> {
        let (mem, descrs) = (self.mem, &self.data.descrs);
        let mut out = Vec::new();
        for (which, layout) in self.present() {
            let object = self.vable_word(which);
            out.extend(self.places(which).into_iter().map(|place| match place {
                VablePlace::Field(n) => {
                    let descr = layout.fields[n as usize];
                    (descrs.value_kind(descr), mem.getfield(object, descr))
                }
                VablePlace::Item(k, n) => {
                    let (field, items) = layout.arrays[k as usize];
                    let array = mem.getfield(object, field);
                    (descrs.value_kind(items), mem.getarrayitem(array, n as i64, items))
                }
            }));
        }
        out
    }

    /// Lengths of the arrays of one that is there.
    fn lengths_of(&self, which: usize) -> Option<Vec<usize>> {
        let vable = &self.vables.list[which];
        vable.object?;
        Some(vable.arrays.iter().map(|a| a.items.len()).collect())
    }

    /// The shape of the virtualizables.
    pub fn vable_shape(&self) -> Shape {
        shape((0..self.layouts().len()).map(|which| self.lengths_of(which)))
    }

    /// Whether a sync stands at or behind a position of the trace.
    pub fn vables_synced_since(&self, position: usize) -> bool {
        self.vables.last_sync.is_some_and(|at| at >= position)
    }

    /// The virtualizables' values for a guard.
    pub fn vable_snapshot(&mut self) -> Option<u32> {
        if self.vables.snapshot.is_none() {
            let mut states = Vec::new();
            for (which, _) in self.present() {
                let object = self.vable_box(which);
                let object = self.opref(object);
                let mut values = Vec::new();
                for place in self.places(which) {
                    let Slot { op: Some(_), dirty } = *self.slot(which, place) else { continue };
                    let value = self.vable_value(which, place);
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

    /// `op` has become a constant.
    pub fn vable_replace_by_const(&mut self, op: OpRef) {
        let mut changed = false;
        let mut replace = |known: &mut Option<OpRef>| {
            if *known == Some(op) {
                *known = Some(CONST);
                changed = true;
            }
        };
        for vable in &mut self.vables.list {
            replace(&mut vable.object);
            vable.fields.iter_mut().for_each(|slot| replace(&mut slot.op));
            for array in &mut vable.arrays {
                replace(&mut array.op);
                array.items.iter_mut().for_each(|slot| replace(&mut slot.op));
            }
        }
        if changed {
            self.vables.snapshot = None;
        }
    }

    /// The frames of a guard are there: those of their registers that hold an array of a virtualizable are known as it.
    pub fn vable_find_arrays(&mut self) {
        if self.present().next().is_none() {
            return;
        }
        let frames = self.stack.frames.iter().enumerate();
        let registers =
            frames.flat_map(|(n, f)| (0..f.extra.num_refs() as u8).map(move |reg| (n, reg)));
        let held: Vec<TBox> = registers
            .map(|(n, reg)| self.frame_get(n, Kind::Ref, reg))
            .filter(|v| v.op != CONST && v.word != 0)
            .collect();
        for (which, layout) in self.present() {
            for k in 0..layout.arrays.len() {
                let array = self.vable_array_word(which, k);
                if let Some(v) = held.iter().find(|v| v.word == array) {
                    self.vables.list[which].arrays[k].op = Some(v.op);
                }
            }
        }
    }

    /// The state of a guard from which this trace goes on.
    pub fn vable_rebuilt(
        &mut self,
        which: usize,
        object: TBox,
        values: &[(VablePlace, bool, TBox)],
    ) {
        let dirty = values.iter().filter(|v| v.1).map(|v| (v.0, v.2.word));
        write_back(self.mem, &self.layouts()[which], object.word, dirty);
        self.vable_begin(which, object);
        // Items were listed only if the length was tested.
        for (place, ..) in values {
            if let VablePlace::Item(k, _) = place {
                self.vables.list[which].arrays[*k as usize].length_known = true;
            }
        }
        for &(place, dirty, v) in values {
            self.heap_cache.escape(v.op);
            *self.slot(which, place) = Slot { op: Some(v.op), dirty };
        }
    }
}
