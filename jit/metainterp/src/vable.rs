//! The virtualizable while tracing.
//!
//! A jitdriver may name one of its reds as *virtualizable*: an object (the interpreter's frame, as a rule) some of whose
//! fields, and items of arrays in fields, live in the trace instead of in memory. The tracer reads and writes memory as the
//! program does, but records nothing for these places: it keeps the operand that names each place's value. The values are further
//! inputs of a loop, behind the reds, so that the optimiser sees boxes in them as it sees local variables; guards list them
//! ([`jitmodel::VableState`]), and what memory does not hold (*dirty*) is written when a guard fails.
//!
//! * Which object: the red of the outermost frame as of the last merge point (the *standard* one). Accesses to other objects of
//!   the type are compared with it (`ptr_eq` and a guard) unless they were allocated in the trace.
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

/// What a tracer knows of its virtualizable.
#[derive(Default)]
pub struct Vable {
    object: OpRefOrNone,
    /// Holds the object's address, in the first slot.
    root: RootedConsts,
    fields: Vec<Slot>,
    arrays: Vec<VArray>,
    /// In `Trace::vables`, as long as nothing changes.
    snapshot: Option<u32>,
    /// Objects that are known to be others.
    others: FxHashSet<OpRef>,
    /// Position of the last sync in the trace.
    last_sync: Option<usize>,
    /// The object names the machine frame, in the trace.
    token_set: bool,
}

/// What memory does not hold of the virtualizable, before a call that may look at it.
pub struct Held(Vec<(VablePlace, OpRef)>);

type OpRefOrNone = Option<OpRef>;

/// Lengths of the virtualizable's arrays; None without a virtualizable. Loops whose labels agree in this have the same arguments.
pub type Shape = Option<Vec<usize>>;

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

enum Place {
    Field(usize),
    Array(usize),
}

fn place(layout: &Virtualizable, descr: DescrRef) -> Option<Place> {
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
    fn layout(&self) -> Option<&'a Virtualizable> {
        self.data.drivers[self.jd].desc.virtualizable.as_ref()
    }

    fn vable_word(&self) -> i64 {
        self.vable.root.first().map_or(0, |slot| self.roots.get(slot))
    }

    /// The length of array `k`, in memory.
    fn vable_length(&self, layout: &Virtualizable, k: usize) -> usize {
        let (field, items) = layout.arrays[k];
        let array = self.mem.getfield(self.vable_word(), field);
        if array == 0 { 0 } else { self.mem.arraylen(array, items) as usize }
    }

    /// `object` is the virtualizable from now on; all its values are in memory.
    fn vable_begin(&mut self, layout: &Virtualizable, object: TBox) {
        if self.vable.root.first().is_none() {
            match self.roots.alloc(object.word) {
                Some(slot) => {
                    self.vable.root = RootedConsts::new(self.roots);
                    self.vable.root.add(slot);
                }
                None => return self.fail(AbortReason::OutOfRoots),
            }
        }
        if let Some(slot) = self.vable.root.first() {
            self.roots.set(slot, object.word);
        }
        if let Some(token) = layout.token {
            // Of code that is no more.
            self.mem.setfield(object.word, token, 0);
        }
        self.vable.token_set = false;
        self.vable.object = Some(object.op);
        self.heap_cache.escape(object.op);
        self.vable.others.clear();
        self.vable.fields = vec![Slot::default(); layout.fields.len()];
        self.vable.arrays.clear();
        for k in 0..layout.arrays.len() {
            let items = vec![Slot::default(); self.vable_length(layout, k)];
            self.vable.arrays.push(VArray { items, ..VArray::default() });
        }
        self.vable.snapshot = None;
    }

    /// The outermost frame is at a merge point with these reds.
    pub fn vable_at_merge_point(&mut self, reds: &[(Kind, u8)]) {
        let Some(layout) = self.layout() else { return };
        let (kind, reg) = reds[layout.red as usize];
        let object = self.get(kind, reg);
        if object.word == 0 {
            self.vable_let_go();
            self.vable.object = None;
        } else if !self.is_standard(object) {
            self.vable_let_go();
            self.vable_begin(layout, object);
        }
    }

    /// From now on memory holds the virtualizable.
    fn vable_let_go(&mut self) {
        self.vable_sync();
        if let Some(token) = self.layout().and_then(|layout| layout.token)
            && core::mem::take(&mut self.vable.token_set)
        {
            let (object, zero) = (self.vable_box(), self.constant(Kind::Int, 0));
            self.record(ResOp::SetfieldGc, &[object, zero], Some(token));
        }
    }

    fn is_standard(&self, v: TBox) -> bool {
        self.vable.object == Some(v.op) && (v.op != CONST || v.word == self.vable_word())
    }

    /// Whether `v` is known to be another object.
    fn is_other(&self, v: TBox) -> bool {
        v.word == 0 || self.vable.others.contains(&v.op) || self.is_made(v)
    }

    /// Whether `v` is the virtualizable; what is not known is tested in the trace.
    fn tested_standard(&mut self, v: TBox) -> bool {
        if self.is_standard(v) {
            return true;
        }
        let Some(object) = self.vable.object else { return false };
        if self.is_other(v) {
            return false;
        }
        let word = self.vable_word();
        let standard = TBox { word, op: object, kind: Kind::Ref };
        let same = v.word == word;
        if v.op != CONST || object != CONST {
            let cond = self.pure(ResOp::PtrEq, &[v, standard]);
            self.test(cond);
        }
        if !same && v.op != CONST {
            self.vable.others.insert(v.op);
        }
        same
    }

    /// An operation on memory that concerns the virtualizable: its result, if nothing else is to be recorded.
    pub fn vable_memory(&mut self, op: ResOp, args: &[TBox], descr: DescrRef) -> Option<TBox> {
        let layout = self.layout()?;
        self.vable.object?;
        if layout.token == Some(descr) && op == ResOp::GetfieldGcI {
            let known = self.tested_standard(args[0]);
            return known.then(|| self.constant(Kind::Int, 0));
        }
        match op {
            ResOp::GetfieldGcI | ResOp::GetfieldGcR | ResOp::GetfieldGcF => {
                match (place(layout, descr)?, self.tested_standard(args[0])) {
                    (_, false) => None,
                    (Place::Field(n), _) => {
                        Some(self.vable_read(VablePlace::Field(n as u32), op, args, descr))
                    }
                    (Place::Array(k), _) => Some(self.vable_array(layout, k)),
                }
            }
            ResOp::SetfieldGc => match (place(layout, descr)?, self.tested_standard(args[0])) {
                (_, false) => None,
                (Place::Field(n), _) => {
                    self.vable_write(VablePlace::Field(n as u32), op, args, args[1].op, descr);
                    Some(args[1])
                }
                (Place::Array(_), _) => {
                    // Another array: nothing is known of it.
                    self.vable_sync();
                    let words: Vec<i64> = args.iter().map(|v| v.word).collect();
                    self.record(op, args, Some(descr));
                    self.heap_cache.written(descr);
                    self.heap_cache.escape_all(args);
                    execute(self.mem, op, &words, descr).expect("a memory operation");
                    let word = self.vable_word();
                    let object = self.vable.object?;
                    self.vable_begin(layout, TBox { word, op: object, kind: Kind::Ref });
                    Some(args[1])
                }
            },
            ResOp::ArraylenGc => {
                let k = self.vable_array_of(layout, args[0], descr)?;
                self.vable_length_guard(layout, k);
                let word = self.vable.arrays[k].items.len() as i64;
                Some(self.constant(Kind::Int, word))
            }
            ResOp::GetarrayitemGcI | ResOp::GetarrayitemGcR | ResOp::GetarrayitemGcF => {
                let k = self.vable_array_of(layout, args[0], descr)?;
                let place = self.vable_item(layout, k, args[1])?;
                Some(self.vable_read(place, op, &[args[0], self.as_const(args[1])], descr))
            }
            ResOp::SetarrayitemGc => {
                let k = self.vable_array_of(layout, args[0], descr)?;
                let place = self.vable_item(layout, k, args[1])?;
                let args = [args[0], self.as_const(args[1]), args[2]];
                self.vable_write(place, op, &args, args[2].op, descr);
                Some(args[2])
            }
            _ => None,
        }
    }

    fn as_const(&self, v: TBox) -> TBox {
        TBox { op: CONST, ..v }
    }

    fn slot(&mut self, place: VablePlace) -> &mut Slot {
        match place {
            VablePlace::Field(n) => &mut self.vable.fields[n as usize],
            VablePlace::Item(array, n) => &mut self.vable.arrays[array as usize].items[n as usize],
        }
    }

    fn vable_read(&mut self, place: VablePlace, op: ResOp, args: &[TBox], descr: DescrRef) -> TBox {
        let words: Vec<i64> = args.iter().map(|v| v.word).collect();
        let word = execute(self.mem, op, &words, descr).expect("a memory operation");
        let known = self.slot(place).op;
        let op = match known {
            Some(op) => op,
            None => {
                let op = self.record(op, args, Some(descr));
                *self.slot(place) = Slot { op: Some(op), dirty: false };
                op
            }
        };
        TBox { word, op, kind: self.data.descrs.value_kind(descr) }
    }

    fn vable_write(
        &mut self,
        place: VablePlace,
        op: ResOp,
        args: &[TBox],
        value: OpRef,
        descr: DescrRef,
    ) {
        let words: Vec<i64> = args.iter().map(|v| v.word).collect();
        execute(self.mem, op, &words, descr).expect("a memory operation");
        *self.slot(place) = Slot { op: Some(value), dirty: true };
        self.vable.snapshot = None;
        // Written to memory later, for others to see. With a token nobody sees it before that.
        if self.layout().is_some_and(|layout| layout.token.is_none()) {
            self.heap_cache.escape(value);
        }
    }

    /// Array `k` of the virtualizable.
    fn vable_array(&mut self, layout: &Virtualizable, k: usize) -> TBox {
        let object = self.vable_word();
        let (field, _) = layout.arrays[k];
        let word = self.mem.getfield(object, field);
        let op = match self.vable.arrays[k].op {
            Some(op) => op,
            None => {
                let object = self.vable_box();
                let op = self.record(ResOp::GetfieldGcR, &[object], Some(field));
                self.vable.arrays[k].op = Some(op);
                op
            }
        };
        TBox { word, op, kind: Kind::Ref }
    }

    fn vable_box(&self) -> TBox {
        let op = self.vable.object.unwrap_or(CONST);
        TBox { word: self.vable_word(), op, kind: Kind::Ref }
    }

    /// Which of the virtualizable's arrays `v` is.
    fn vable_array_of(&self, layout: &Virtualizable, v: TBox, items: DescrRef) -> Option<usize> {
        let known = |k: &usize| {
            let op = self.vable.arrays[*k].op;
            let same = || self.mem.getfield(self.vable_word(), layout.arrays[*k].0) == v.word;
            layout.arrays[*k].1 == items && op == Some(v.op) && (v.op != CONST || same())
        };
        (0..layout.arrays.len()).find(known)
    }

    /// Whether a call is given one of the virtualizable's arrays.
    pub fn takes_vable_array(&self, args: &[TBox]) -> bool {
        let layout = self.layout().filter(|_| self.vable.object.is_some());
        layout.is_some_and(|layout| args.iter().any(|v| self.is_vable_array(layout, *v)))
    }

    fn is_vable_array(&self, layout: &Virtualizable, v: TBox) -> bool {
        v.kind == Kind::Ref
            && layout.arrays.iter().any(|a| self.vable_array_of(layout, v, a.1).is_some())
    }

    fn vable_length_guard(&mut self, layout: &Virtualizable, k: usize) {
        if core::mem::replace(&mut self.vable.arrays[k].length_known, true) {
            return;
        }
        let array = self.vable_array(layout, k);
        let kind = Kind::Int;
        let word = self.vable.arrays[k].items.len() as i64;
        let op = self.record(ResOp::ArraylenGc, &[array], Some(layout.arrays[k].1));
        self.promote_value(TBox { word, op, kind });
    }

    /// The item at `index`, which becomes a constant.
    fn vable_item(&mut self, layout: &Virtualizable, k: usize, index: TBox) -> Option<VablePlace> {
        self.vable_length_guard(layout, k);
        if index.word < 0 || index.word as usize >= self.vable.arrays[k].items.len() {
            return None;
        }
        self.promote_value(index);
        Some(VablePlace::Item(k as u32, index.word as u32))
    }

    fn places(&self) -> Vec<VablePlace> {
        match (self.layout(), self.vable_shape()) {
            (Some(layout), Some(lengths)) => places(layout, &lengths).collect(),
            _ => Vec::new(),
        }
    }

    /// The value of a place.
    fn vable_value(&mut self, layout: &Virtualizable, place: VablePlace) -> TBox {
        match place {
            VablePlace::Field(n) => {
                let descr = layout.fields[n as usize];
                let op = ResOp::getfield_gc(self.data.descrs.value_kind(descr));
                let object = self.vable_box();
                self.vable_read(place, op, &[object], descr)
            }
            VablePlace::Item(k, n) => {
                let descr = layout.arrays[k as usize].1;
                let op = ResOp::getarrayitem_gc(self.data.descrs.value_kind(descr));
                let index = self.constant(Kind::Int, n as i64);
                let array = match self.slot(place).op {
                    // Not needed, so not read in the trace.
                    Some(_) => self.constant(Kind::Ref, self.vable_array_word(layout, k)),
                    None => self.vable_array(layout, k as usize),
                };
                self.vable_read(place, op, &[array, index], descr)
            }
        }
    }

    fn vable_array_word(&self, layout: &Virtualizable, k: u32) -> i64 {
        self.mem.getfield(self.vable_word(), layout.arrays[k as usize].0)
    }

    /// Writes dirty values: from here on the compiled code's memory holds all.
    pub fn vable_sync(&mut self) {
        if let Some(held) = self.vable_dirty() {
            self.vable_write_dirty(held);
        }
    }

    /// What is dirty.
    fn vable_dirty(&mut self) -> Option<Held> {
        let layout = self.layout().filter(|_| self.vable.object.is_some())?;
        let mut dirty = Vec::new();
        for place in self.places() {
            if self.slot(place).dirty {
                let value = self.vable_value(layout, place);
                dirty.push((place, self.opref(value)));
            }
        }
        Some(Held(dirty))
    }

    fn vable_write_dirty(&mut self, Held(dirty): Held) {
        let Some(layout) = self.layout() else { return };
        for (place, value) in dirty {
            let kind = self.trace.kind(value);
            let value = TBox { word: 0, op: value, kind };
            match place {
                VablePlace::Field(n) => {
                    let object = self.vable_box();
                    let descr = layout.fields[n as usize];
                    self.record(ResOp::SetfieldGc, &[object, value], Some(descr));
                }
                VablePlace::Item(k, n) => {
                    let array = self.vable_array(layout, k as usize);
                    let index = self.constant(Kind::Int, n as i64);
                    let descr = layout.arrays[k as usize].1;
                    self.record(ResOp::SetarrayitemGc, &[array, index, value], Some(descr));
                }
            }
            if !value.op.is_const() {
                self.heap_cache.escape(value.op);
            }
            self.slot(place).dirty = false;
        }
        self.vable.snapshot = None;
        self.vable.last_sync = Some(self.trace.ops.len());
        let items = layout.arrays.iter().map(|a| &a.1);
        layout.fields.iter().chain(items).for_each(|&descr| self.heap_cache.written(descr));
    }

    /// The portal is left: writes what is dirty if somebody may look at it later.
    pub fn vable_at_end(&mut self) {
        if self.layout().is_some_and(|layout| !layout.dies) {
            self.vable_let_go();
        }
    }

    /// Whether a call is given the virtualizable, or one of its arrays.
    fn vable_is_given(&self, args: &[TBox]) -> bool {
        let word = self.vable_word();
        let is = |v: &TBox| v.kind == Kind::Ref && (v.word == word || self.is_standard(*v));
        args.iter().any(is) || self.takes_vable_array(args)
    }

    /// Before a call that may look at a virtualizable with a token, and is not given it: the token names the machine frame. `None`: memory
    /// holds all.
    pub fn vable_hold(&mut self) -> Option<Held> {
        let layout = self.layout().filter(|_| self.vable.object.is_some())?;
        let token = layout.token?;
        let array = |a: &VArray| a.length_known || a.items.iter().any(|slot| slot.op.is_some());
        if !self.vable.fields.iter().any(|slot| slot.op.is_some())
            && !self.vable.arrays.iter().any(array)
        {
            return None;
        }
        if !core::mem::replace(&mut self.vable.token_set, true) {
            let frame = self.record(ResOp::ForceToken, &[], None);
            let (object, frame) =
                (self.vable_box(), TBox { word: VirtualRefs::TRACING, op: frame, kind: Kind::Int });
            self.record(ResOp::SetfieldGc, &[object, frame], Some(token));
        }
        // (Memory may hold something else afterwards.)
        let dirty = self.vable_dirty();
        self.mem.setfield(self.vable_word(), token, VirtualRefs::TRACING);
        dirty
    }

    /// After that call, which is not recorded yet. Whether nobody looked; otherwise what was dirty is written before the call.
    pub fn vable_held(&mut self, dirty: Held) -> bool {
        let Some(token) = self.layout().and_then(|layout| layout.token) else { return false };
        let word = self.vable_word();
        let held = self.mem.getfield(word, token) != 0;
        self.mem.setfield(word, token, 0);
        if !held {
            self.vable_write_dirty(dirty);
        }
        held
    }

    /// Somebody may have changed the virtualizable: its values are read from memory again.
    pub fn vable_forget(&mut self) {
        let Some(layout) = self.layout() else { return };
        let Some(op) = self.vable.object else { return };
        let (word, others) = (self.vable_word(), core::mem::take(&mut self.vable.others));
        self.vable_begin(layout, TBox { word, op, kind: Kind::Ref });
        self.vable.others = others;
    }

    /// A call may look at the virtualizable: writes what is dirty, and forgets what the call may change. `held`: somebody can ask for it during
    /// the call.
    pub fn vable_before_call(&mut self, effect: &EffectInfo, args: &[TBox], held: bool) {
        let Some(layout) = self.layout().filter(|_| self.vable.object.is_some()) else { return };
        let fields = layout.fields.iter().chain(layout.arrays.iter().map(|a| &a.0));
        let sees = match layout.token {
            Some(_) => self.vable_is_given(args) || !held && effect.has_random_effects(),
            None => !layout.private || effect.takes_virtualizable,
        };
        let touches = |d: &DescrRef| effect.may_read(*d) || effect.may_write(*d);
        let touched = !effect.is_elidable()
            && (sees && fields.clone().any(touches) || self.takes_vable_array(args));
        if touched {
            self.vable_give();
        }
    }

    /// The compiled code of a portal is called. With a virtualizable of its own it cannot look at a private one.
    pub fn vable_before_portal(&mut self, jd: usize, args: &[TBox]) {
        let Some(layout) = self.layout().filter(|_| self.vable.object.is_some()) else { return };
        let red = 1 + self.data.drivers[jd].greens.len() + layout.red as usize;
        let sees = match layout.token {
            Some(_) => self.vable_is_given(args),
            None => !layout.private || jd != self.jd || !self.is_other(args[red]),
        };
        if sees {
            self.vable_give();
        }
    }

    /// Somebody else may look at the virtualizable and change it.
    fn vable_give(&mut self) {
        self.vable_sync();
        self.vable_forget();
    }

    /// After a call that had effects: arrays may have other lengths.
    pub fn vable_after_call(&mut self) {
        let Some(layout) = self.layout().filter(|_| self.vable.object.is_some()) else { return };
        for k in 0..layout.arrays.len() {
            if !self.vable.arrays[k].length_known {
                let length = self.vable_length(layout, k);
                self.vable.arrays[k].items.resize(length, Slot::default());
            }
        }
    }

    /// Gives all values of the virtualizable different names, so that a loop can begin here, and returns them.
    /// `seen`: names in use.
    pub fn vable_boxes(&mut self, seen: &mut FxHashSet<OpRef>) -> Vec<OpRef> {
        let Some(layout) = self.layout().filter(|_| self.vable.object.is_some()) else {
            return Vec::new();
        };
        for k in 0..layout.arrays.len() {
            self.vable_length_guard(layout, k);
        }
        let mut out = Vec::new();
        for place in self.places() {
            let v = self.vable_value(layout, place);
            if v.op == CONST || !seen.insert(v.op) {
                let op = self.record(ResOp::same_as(v.kind), &[v], None);
                self.slot(place).op = Some(op);
                seen.insert(op);
                out.push(op);
            } else {
                out.push(v.op);
            }
        }
        for array in &mut self.vable.arrays {
            array.op = None;
        }
        self.vable.others.clear();
        self.vable.snapshot = None;
        self.vable.token_set = false;
        out
    }

    /// The words of all values.
    pub fn vable_words(&self) -> Vec<(Kind, i64)> {
        let Some(layout) = self.layout().filter(|_| self.vable.object.is_some()) else {
            return Vec::new();
        };
        let (mem, descrs, object) = (self.mem, &self.data.descrs, self.vable_word());
        let word = |place| match place {
            VablePlace::Field(n) => {
                let descr = layout.fields[n as usize];
                (descrs.value_kind(descr), mem.getfield(object, descr))
            }
            VablePlace::Item(k, n) => {
                let (field, items) = layout.arrays[k as usize];
                let array = mem.getfield(object, field);
                (descrs.value_kind(items), mem.getarrayitem(array, n as i64, items))
            }
        };
        self.places().into_iter().map(word).collect()
    }

    /// The shape of the virtualizable.
    pub fn vable_shape(&self) -> Shape {
        self.vable.object?;
        Some(self.vable.arrays.iter().map(|a| a.items.len()).collect())
    }

    /// Whether a sync stands at or behind a position of the trace.
    pub fn vable_synced_since(&self, position: usize) -> bool {
        self.vable.last_sync.is_some_and(|at| at >= position)
    }

    /// The virtualizable's values for a guard.
    pub fn vable_snapshot(&mut self) -> Option<u32> {
        let layout = self.layout()?;
        self.vable.object?;
        if self.vable.snapshot.is_none() {
            let object = self.vable_box();
            let object = self.opref(object);
            let mut values = Vec::new();
            for place in self.places() {
                let Slot { op: Some(_), dirty } = *self.slot(place) else { continue };
                let value = self.vable_value(layout, place);
                values.push(VableValue { place, dirty, value: self.opref(value) });
            }
            self.trace.vables.push(VableState { object, values });
            self.vable.snapshot = Some(self.trace.vables.len() as u32 - 1);
        }
        self.vable.snapshot
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
        replace(&mut self.vable.object);
        self.vable.fields.iter_mut().for_each(|slot| replace(&mut slot.op));
        for array in &mut self.vable.arrays {
            replace(&mut array.op);
            array.items.iter_mut().for_each(|slot| replace(&mut slot.op));
        }
        if changed {
            self.vable.snapshot = None;
        }
    }

    /// The frames of a guard are there: those of their registers that hold an array of the virtualizable are known as it.
    pub fn vable_find_arrays(&mut self) {
        let Some(layout) = self.layout().filter(|_| self.vable.object.is_some()) else { return };
        let frames = self.stack.frames.iter().enumerate();
        let registers =
            frames.flat_map(|(n, f)| (0..f.extra.num_refs() as u8).map(move |reg| (n, reg)));
        let held: Vec<TBox> = registers
            .map(|(n, reg)| self.frame_get(n, Kind::Ref, reg))
            .filter(|v| v.op != CONST && v.word != 0)
            .collect();
        for (k, (field, _)) in layout.arrays.iter().enumerate() {
            let array = self.mem.getfield(self.vable_word(), *field);
            if let Some(v) = held.iter().find(|v| v.word == array) {
                self.vable.arrays[k].op = Some(v.op);
            }
        }
    }

    /// The state of a guard from which this trace goes on.
    pub fn vable_rebuilt(&mut self, object: TBox, values: &[(VablePlace, bool, TBox)]) {
        let Some(layout) = self.layout() else { return };
        let dirty = values.iter().filter(|v| v.1).map(|v| (v.0, v.2.word));
        write_back(self.mem, layout, object.word, dirty);
        self.vable_begin(layout, object);
        // Items were listed only if the length was tested.
        for (place, ..) in values {
            if let VablePlace::Item(k, _) = place {
                self.vable.arrays[*k as usize].length_known = true;
            }
        }
        for &(place, dirty, v) in values {
            self.heap_cache.escape(v.op);
            *self.slot(place) = Slot { op: Some(v.op), dirty };
        }
    }
}
