//! Virtualizables in the trace ([`crate::vable`]): accesses to them, and what guards, labels and calls are told.

use crate::jitprof::AbortReason;
use crate::rooted::RootedConsts;
use crate::step::Interp;
use crate::tracer::state::Tracer;
use crate::tracer::values::{CONST, TBox};
use crate::vable;
use crate::vable::{Held, Shape, Slot, VArray, VableRole, Vables};
use alloc::vec::Vec;
use jitbackend::Memory;
use jitbackend::exec::execute;
use jitmodel::hash::FxHashSet;
use jitmodel::program::Virtualizable;
use jitmodel::*;

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
            (0..layout.arrays.len()).map(|k| vable_length(self, which, k)).collect();
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
        let known = vable::sources(layouts, |which, other| is_standard(self, which, reds[other]));
        for which in (0..layouts.len()).filter(|which| !known.contains(&Some(*which))) {
            vable_let_go(self, which);
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
                layouts[other].shares(&layouts[which]) && tested_standard(self, other, red)
            });
            if !taken {
                self.vable_begin(which, red);
            }
        }
    }
    /// An operation on memory that concerns a virtualizable: its result, if nothing else is to be recorded.
    pub fn vable_memory(&mut self, op: ResOp, args: &[TBox], descr: DescrRef) -> Option<TBox> {
        (0..self.layouts().len()).find_map(|which| {
            self.vables.list[which].object?;
            memory_of_vable(self, which, op, args, descr)
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
    /// Array `k` of the virtualizable.
    fn vable_array(&mut self, which: usize, k: usize) -> TBox {
        let (field, _) = self.layouts()[which].arrays[k];
        let word = vable_array_word(self, which, k);
        let op = match self.vables.list[which].arrays[k].op {
            Some(op) => op,
            None => {
                let object = vable_box(self, which);
                let op = self.record(ResOp::GetfieldGcR, &[object], Some(field));
                self.vables.list[which].arrays[k].op = Some(op);
                op
            }
        };
        TBox { word, op, kind: Kind::Ref }
    }
    /// Gives the index of the virtualizable's array that `v` is.
    fn vable_array_of(&self, which: usize, v: TBox, items: DescrRef) -> Option<usize> {
        let layout = &self.layouts()[which];
        let known = |k: &usize| {
            let op = self.vables.list[which].arrays[*k].op;
            let same = || vable_array_word(self, which, *k) == v.word;
            layout.arrays[*k].1 == items && op == Some(v.op) && (v.op != CONST || same())
        };
        (0..layout.arrays.len()).find(known)
    }
    /// Says whether a call is given an array of a virtualizable.
    pub fn takes_vable_array(&self, args: &[TBox]) -> bool {
        self.present().any(|(which, _)| takes_array_of(self, which, args))
    }
    /// The places of one that is there.
    fn places(&self, which: usize) -> Vec<VablePlace> {
        match self.lengths_of(which) {
            Some(lengths) => vable::places(&self.layouts()[which], &lengths).collect(),
            None => Vec::new(),
        }
    }
    /// Writes dirty values: from here on the compiled code's memory holds all.
    pub fn vables_sync(&mut self) {
        (0..self.layouts().len()).for_each(|which| self.vable_sync(which));
    }
    fn vable_sync(&mut self, which: usize) {
        if let Some(held) = vable_dirty(self, which) {
            vable_write_dirty(self, held);
        }
    }
    /// The portal is left: writes what is dirty if somebody may look at it later.
    pub fn vables_at_end(&mut self) {
        for (which, layout) in self.layouts().iter().enumerate() {
            if !layout.dies {
                vable_let_go(self, which);
            }
        }
    }
    /// Takes the virtualizables back after that call, which is not recorded yet. Says whether nobody looked at one or
    /// more of them. What was dirty of the others is written before the call, and read from memory behind it.
    pub fn vables_held(&mut self, all: Vec<Held>) -> bool {
        let mut any = false;
        let mut kept: u64 = 0;
        for held in all {
            let which = held.which;
            let Some(token) = self.layouts()[which].token else { continue };
            let word = vable_word(self, which);
            if self.mem.getfield(word, token) == 0 {
                vable_write_dirty(self, held);
                continue;
            }
            self.mem.setfield(word, token, 0);
            any = true;
            kept |= 1 << which;
        }
        // (A private one was given to the call, and is forgotten already, or cannot be changed by it.)
        for (which, layout) in self.present() {
            if kept >> which & 1 == 0 && layout.token.is_some() {
                vable_forget(self, which);
            }
        }
        any
    }
    /// A call may look at virtualizables: writes what is dirty, and forgets what the call may change. `held`: somebody can ask for it during
    /// the call.
    pub fn vables_before_call(&mut self, effect: &EffectInfo, args: &[TBox], held: bool) {
        for (which, layout) in self.present() {
            let fields = layout.fields.iter().chain(layout.arrays.iter().map(|a| &a.0));
            let sees = match layout.token {
                Some(_) => {
                    vable_is_given(self, which, args) || !held && effect.has_random_effects()
                }
                None => !layout.private || effect.takes_virtualizable,
            };
            let touches = |d: &DescrRef| effect.may_read(*d) || effect.may_write(*d);
            let touched = !effect.is_elidable()
                && (sees && fields.clone().any(touches) || takes_array_of(self, which, args));
            if touched {
                vable_give(self, which);
            }
        }
    }
    /// The compiled code of a portal is called. With virtualizables of its own it cannot look at a private one.
    pub fn vables_before_portal(&mut self, jd: usize, args: &[TBox]) {
        let first_red = 1 + self.data.drivers[jd].greens.len();
        for (which, layout) in self.present() {
            let may_be = |red: &u32| !is_other(self, which, args[first_red + *red as usize]);
            let sees = vable_is_given(self, which, args)
                || layout.token.is_none()
                    && (!layout.private
                        || jd != self.jd
                        || layout.alike.iter().chain([&layout.red]).any(may_be));
            if sees {
                vable_give(self, which);
            }
        }
    }
    /// Gives all values of virtualizables different names, so that a loop can begin here, and returns them.
    /// `seen`: names in use.
    pub fn vable_boxes(&mut self, seen: &mut FxHashSet<OpRef>) -> Vec<OpRef> {
        for (which, layout) in self.present() {
            for k in 0..layout.arrays.len() {
                vable_length_guard(self, which, k);
            }
        }
        let mut out = Vec::new();
        for (which, _) in self.present() {
            for place in self.places(which) {
                let v = vable_value(self, which, place);
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
    /// Lengths of the arrays of one that is there.
    fn lengths_of(&self, which: usize) -> Option<Vec<usize>> {
        let vable = &self.vables.list[which];
        vable.object?;
        Some(vable.arrays.iter().map(|a| a.items.len()).collect())
    }
    /// The shape of the virtualizables.
    pub fn vable_shape(&self) -> Shape {
        vable::shape((0..self.layouts().len()).map(|which| self.lengths_of(which)))
    }
    /// Says whether a sync stands at or behind a position of the trace.
    pub fn vables_synced_since(&self, position: usize) -> bool {
        self.vables.last_sync.is_some_and(|at| at >= position)
    }
    /// The virtualizables' values for a guard.
    pub fn vable_snapshot(&mut self) -> Option<u32> {
        if self.vables.snapshot.is_none() {
            let mut states = Vec::new();
            for (which, _) in self.present() {
                let object = vable_box(self, which);
                let object = self.opref(object);
                let mut values = Vec::new();
                for place in self.places(which) {
                    let Slot { op: Some(_), dirty } = *self.slot(which, place) else { continue };
                    let value = vable_value(self, which, place);
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
                let array = vable_array_word(self, which, k);
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
        vable::write_back(self.mem, &self.layouts()[which], object.word, dirty);
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

fn vable_word<M: Memory>(tracer: &Tracer<'_, M>, which: usize) -> i64 {
    tracer.vables.list[which].root.first().map_or(0, |slot| tracer.roots.get(slot))
}

/// The length of array `k`, in memory.
fn vable_length<M: Memory>(tracer: &Tracer<'_, M>, which: usize, k: usize) -> usize {
    let (field, items) = tracer.layouts()[which].arrays[k];
    let array = tracer.mem.getfield(vable_word(tracer, which), field);
    if array == 0 { 0 } else { tracer.mem.arraylen(array, items) as usize }
}

/// Leaves the virtualizable in memory from now on.
fn vable_let_go<M: Memory>(tracer: &mut Tracer<'_, M>, which: usize) {
    tracer.vable_sync(which);
    if let Some(token) = tracer.layouts()[which].token
        && core::mem::take(&mut tracer.vables.list[which].token_set)
    {
        let (object, zero) = (vable_box(tracer, which), tracer.constant(Kind::Int, 0));
        tracer.record(ResOp::SetfieldGc, &[object, zero], Some(token));
    }
}

pub(crate) fn is_standard<M: Memory>(tracer: &Tracer<'_, M>, which: usize, v: TBox) -> bool {
    let object = tracer.vables.list[which].object;
    object == Some(v.op) && (v.op != CONST || v.word == vable_word(tracer, which))
}

/// Says whether `v` is known to be another object.
pub(crate) fn is_other<M: Memory>(tracer: &Tracer<'_, M>, which: usize, v: TBox) -> bool {
    let layouts = tracer.layouts();
    v.word == 0
        || tracer.vables.list[which].others.contains(&v.op)
        || tracer.is_made(v)
        || (0..layouts.len()).any(|other| {
            // Two that could be one object were compared.
            other != which
                && is_standard(tracer, other, v)
                && layouts[other].shares(&layouts[which])
        })
}

/// Says whether `v` is the virtualizable; what is not known is tested in the trace.
pub(crate) fn tested_standard<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    which: usize,
    v: TBox,
) -> bool {
    if is_standard(tracer, which, v) {
        return true;
    }
    let Some(object) = tracer.vables.list[which].object else { return false };
    if is_other(tracer, which, v) {
        return false;
    }
    let word = vable_word(tracer, which);
    let standard = TBox { word, op: object, kind: Kind::Ref };
    let same = v.word == word;
    if v.op != CONST || object != CONST {
        let cond = tracer.pure(ResOp::PtrEq, &[v, standard]);
        tracer.test(cond);
    }
    if !same && v.op != CONST {
        tracer.vables.list[which].others.insert(v.op);
    }
    same
}

pub(crate) fn memory_of_vable<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    which: usize,
    op: ResOp,
    args: &[TBox],
    descr: DescrRef,
) -> Option<TBox> {
    let layout = &tracer.layouts()[which];
    if layout.token == Some(descr) && op == ResOp::GetfieldGcI {
        let known = tested_standard(tracer, which, args[0]);
        return known.then(|| tracer.constant(Kind::Int, 0));
    }
    match op {
        ResOp::GetfieldGcI | ResOp::GetfieldGcR | ResOp::GetfieldGcF => {
            match (vable::place(layout, descr)?, tested_standard(tracer, which, args[0])) {
                (_, false) => None,
                (VableRole::Field(n), _) => {
                    let place = VablePlace::Field(n as u32);
                    Some(vable_read(tracer, which, place, op, args, descr))
                }
                (VableRole::Array(k), _) => Some(tracer.vable_array(which, k)),
            }
        }
        ResOp::SetfieldGc => {
            match (vable::place(layout, descr)?, tested_standard(tracer, which, args[0])) {
                (_, false) => None,
                (VableRole::Field(n), _) => {
                    let place = VablePlace::Field(n as u32);
                    vable_write(tracer, which, place, op, args, args[1].op, descr);
                    Some(args[1])
                }
                (VableRole::Array(_), _) => {
                    // Another array: nothing is known of it.
                    tracer.vable_sync(which);
                    let words: Vec<i64> = args.iter().map(|v| v.word).collect();
                    tracer.record(op, args, Some(descr));
                    tracer.heap_cache.written(descr);
                    tracer.heap_cache.escape_all(args);
                    execute(tracer.mem, op, &words, descr).expect("a memory operation");
                    let object = vable_box(tracer, which);
                    tracer.vable_begin(which, object);
                    Some(args[1])
                }
            }
        }
        ResOp::ArraylenGc => {
            let k = tracer.vable_array_of(which, args[0], descr)?;
            vable_length_guard(tracer, which, k);
            let word = tracer.vables.list[which].arrays[k].items.len() as i64;
            Some(tracer.constant(Kind::Int, word))
        }
        ResOp::GetarrayitemGcI | ResOp::GetarrayitemGcR | ResOp::GetarrayitemGcF => {
            let k = tracer.vable_array_of(which, args[0], descr)?;
            let place = vable_item(tracer, which, k, args[1])?;
            Some(vable_read(tracer, which, place, op, &[args[0], tracer.as_const(args[1])], descr))
        }
        ResOp::SetarrayitemGc => {
            let k = tracer.vable_array_of(which, args[0], descr)?;
            let place = vable_item(tracer, which, k, args[1])?;
            let args = [args[0], tracer.as_const(args[1]), args[2]];
            vable_write(tracer, which, place, op, &args, args[2].op, descr);
            Some(args[2])
        }
        _ => None,
    }
}

/// Says whether an inlined call with these reds goes on with a frame that was there before: it is neither made in this trace, nor one of its
/// virtualizables.
pub(crate) fn is_frame_resumed<M: Memory>(
    tracer: &Tracer<'_, M>,
    jd: usize,
    reds: &[TBox],
) -> bool {
    let mut layouts = tracer.data.drivers[jd].desc.virtualizables.iter();
    layouts.any(|layout| {
        let frame = reds[layout.red as usize];
        let mut present = tracer.present();
        frame.word != 0
            && !tracer.is_made(frame)
            && present.all(|(which, _)| vable_word(tracer, which) != frame.word)
    })
}

/// Says whether the operation concerns an array of an object that could be a virtualizable, and is none in this trace, nor made in it: the
/// frame of a generator that goes on. It is in memory, but the interpreter uses it as it does the others: indices and the length
/// are worth being constants.
pub(crate) fn is_array_of_frame<M: Memory>(
    tracer: &Tracer<'_, M>,
    op: ResOp,
    args: &[TBox],
    items: DescrRef,
) -> bool {
    use ResOp::*;
    let accesses = matches!(
        op,
        ArraylenGc | GetarrayitemGcI | GetarrayitemGcR | GetarrayitemGcF | SetarrayitemGc
    );
    let arrays = || tracer.layouts().iter().flat_map(|layout| &layout.arrays);
    accesses
        && arrays().any(|a| a.1 == items)
        && !args[0].is_const()
        && tracer.trace.op_of(args[0].op).is_some_and(|read| {
            read.opnum == GetfieldGcR
                && arrays().any(|a| a.0 == read.descr())
                && !tracer.heap_cache.is_made(read.args[0])
        })
}

pub(crate) fn vable_read<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    which: usize,
    place: VablePlace,
    op: ResOp,
    args: &[TBox],
    descr: DescrRef,
) -> TBox {
    let words: Vec<i64> = args.iter().map(|v| v.word).collect();
    let word = execute(tracer.mem, op, &words, descr).expect("a memory operation");
    let known = tracer.slot(which, place).op;
    let op = match known {
        Some(op) => op,
        None => {
            let op = tracer.record(op, args, Some(descr));
            *tracer.slot(which, place) = Slot { op: Some(op), dirty: false };
            op
        }
    };
    TBox { word, op, kind: tracer.data.descrs.value_kind(descr) }
}

pub(crate) fn vable_write<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    which: usize,
    place: VablePlace,
    op: ResOp,
    args: &[TBox],
    value: OpRef,
    descr: DescrRef,
) {
    let words: Vec<i64> = args.iter().map(|v| v.word).collect();
    execute(tracer.mem, op, &words, descr).expect("a memory operation");
    *tracer.slot(which, place) = Slot { op: Some(value), dirty: true };
    tracer.vables.snapshot = None;
    // Written to memory later, for others to see. With a token nobody sees it before that.
    if tracer.layouts()[which].token.is_none() {
        tracer.heap_cache.escape(value);
    }
}

fn vable_box<M: Memory>(tracer: &Tracer<'_, M>, which: usize) -> TBox {
    let op = tracer.vables.list[which].object.unwrap_or(CONST);
    TBox { word: vable_word(tracer, which), op, kind: Kind::Ref }
}

fn takes_array_of<M: Memory>(tracer: &Tracer<'_, M>, which: usize, args: &[TBox]) -> bool {
    let arrays = &tracer.layouts()[which].arrays;
    let is = |v: &TBox| {
        v.kind == Kind::Ref
            && arrays.iter().any(|a| tracer.vable_array_of(which, *v, a.1).is_some())
    };
    args.iter().any(is)
}

pub(crate) fn vable_length_guard<M: Memory>(tracer: &mut Tracer<'_, M>, which: usize, k: usize) {
    if core::mem::replace(&mut tracer.vables.list[which].arrays[k].length_known, true) {
        return;
    }
    let array = tracer.vable_array(which, k);
    let kind = Kind::Int;
    let word = tracer.vables.list[which].arrays[k].items.len() as i64;
    let items = tracer.layouts()[which].arrays[k].1;
    let op = tracer.record(ResOp::ArraylenGc, &[array], Some(items));
    tracer.promote_value(TBox { word, op, kind });
}

/// The item at `index`, which becomes a constant.
pub(crate) fn vable_item<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    which: usize,
    k: usize,
    index: TBox,
) -> Option<VablePlace> {
    vable_length_guard(tracer, which, k);
    let length = tracer.vables.list[which].arrays[k].items.len();
    if index.word < 0 || index.word as usize >= length {
        return None;
    }
    tracer.promote_value(index);
    Some(VablePlace::Item(k as u32, index.word as u32))
}

/// The value of a place.
pub(crate) fn vable_value<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    which: usize,
    place: VablePlace,
) -> TBox {
    let layout = &tracer.layouts()[which];
    match place {
        VablePlace::Field(n) => {
            let descr = layout.fields[n as usize];
            let op = ResOp::getfield_gc(tracer.data.descrs.value_kind(descr));
            let object = vable_box(tracer, which);
            vable_read(tracer, which, place, op, &[object], descr)
        }
        VablePlace::Item(k, n) => {
            let descr = layout.arrays[k as usize].1;
            let op = ResOp::getarrayitem_gc(tracer.data.descrs.value_kind(descr));
            let index = tracer.constant(Kind::Int, n as i64);
            let array = match tracer.slot(which, place).op {
                // Not needed, so not read in the trace.
                Some(_) => tracer.constant(Kind::Ref, vable_array_word(tracer, which, k as usize)),
                None => tracer.vable_array(which, k as usize),
            };
            vable_read(tracer, which, place, op, &[array, index], descr)
        }
    }
}

fn vable_array_word<M: Memory>(tracer: &Tracer<'_, M>, which: usize, k: usize) -> i64 {
    tracer.mem.getfield(vable_word(tracer, which), tracer.layouts()[which].arrays[k].0)
}

/// Gives what is dirty of a virtualizable.
fn vable_dirty<M: Memory>(tracer: &mut Tracer<'_, M>, which: usize) -> Option<Held> {
    tracer.vables.list[which].object?;
    let mut dirty = Vec::new();
    for place in tracer.places(which) {
        if tracer.slot(which, place).dirty {
            let value = vable_value(tracer, which, place);
            dirty.push((place, tracer.opref(value)));
        }
    }
    Some(Held { which, dirty })
}

fn vable_write_dirty<M: Memory>(tracer: &mut Tracer<'_, M>, Held { which, dirty }: Held) {
    let layout = &tracer.layouts()[which];
    for (place, value) in dirty {
        let kind = tracer.trace.kind(value);
        let value = TBox { word: 0, op: value, kind };
        match place {
            VablePlace::Field(n) => {
                let object = vable_box(tracer, which);
                let descr = layout.fields[n as usize];
                tracer.record(ResOp::SetfieldGc, &[object, value], Some(descr));
            }
            VablePlace::Item(k, n) => {
                let array = tracer.vable_array(which, k as usize);
                let index = tracer.constant(Kind::Int, n as i64);
                let descr = layout.arrays[k as usize].1;
                tracer.record(ResOp::SetarrayitemGc, &[array, index, value], Some(descr));
            }
        }
        if !value.op.is_const() {
            tracer.heap_cache.escape(value.op);
        }
        tracer.slot(which, place).dirty = false;
    }
    tracer.vables.snapshot = None;
    tracer.vables.last_sync = Some(tracer.trace.ops.len());
    let items = layout.arrays.iter().map(|a| &a.1);
    layout.fields.iter().chain(items).for_each(|&descr| tracer.heap_cache.written(descr));
}

/// Says whether a call is given the virtualizable, or one of its arrays.
fn vable_is_given<M: Memory>(tracer: &Tracer<'_, M>, which: usize, args: &[TBox]) -> bool {
    let word = vable_word(tracer, which);
    let is = |v: &TBox| v.kind == Kind::Ref && (v.word == word || is_standard(tracer, which, *v));
    args.iter().any(is) || takes_array_of(tracer, which, args)
}

/// Lets the tokens of virtualizables name the machine frame before a call that may look at these, and is not given
/// them. Memory holds all of those that are not in the result.
pub(crate) fn vables_hold<M: Memory>(tracer: &mut Tracer<'_, M>) -> Vec<Held> {
    let mut frame = None;
    tracer
        .present()
        .filter_map(|(which, layout)| vable_hold(tracer, which, layout.token?, &mut frame))
        .collect()
}

/// `frame`: the machine frame, if that was asked for.
fn vable_hold<M: Memory>(
    tracer: &mut Tracer<'_, M>,
    which: usize,
    token: DescrRef,
    frame: &mut Option<OpRef>,
) -> Option<Held> {
    let vable = &mut tracer.vables.list[which];
    let array = |a: &VArray| a.length_known || a.items.iter().any(|slot| slot.op.is_some());
    if !vable.fields.iter().any(|slot| slot.op.is_some()) && !vable.arrays.iter().any(array) {
        return None;
    }
    if !core::mem::replace(&mut vable.token_set, true) {
        let frame = match *frame {
            Some(frame) => frame,
            None => *frame.insert(tracer.record(ResOp::ForceToken, &[], None)),
        };
        let frame = TBox { word: VirtualRefs::TRACING, op: frame, kind: Kind::Int };
        tracer.record(ResOp::SetfieldGc, &[vable_box(tracer, which), frame], Some(token));
    }
    // (Memory may hold something else afterwards.)
    let dirty = vable_dirty(tracer, which);
    tracer.mem.setfield(vable_word(tracer, which), token, VirtualRefs::TRACING);
    dirty
}

/// Somebody may have changed the virtualizable: its values are read from memory again.
fn vable_forget<M: Memory>(tracer: &mut Tracer<'_, M>, which: usize) {
    let object = vable_box(tracer, which);
    let others = core::mem::take(&mut tracer.vables.list[which].others);
    tracer.vable_begin(which, object);
    tracer.vables.list[which].others = others;
}

/// Somebody else may look at the virtualizable and change it.
pub(crate) fn vable_give<M: Memory>(tracer: &mut Tracer<'_, M>, which: usize) {
    tracer.vable_sync(which);
    vable_forget(tracer, which);
}

/// Notes, after a call that had effects, that arrays may have other lengths.
pub(crate) fn vables_after_call<M: Memory>(tracer: &mut Tracer<'_, M>) {
    for (which, layout) in tracer.present() {
        for k in 0..layout.arrays.len() {
            if !tracer.vables.list[which].arrays[k].length_known {
                let length = vable_length(tracer, which, k);
                tracer.vables.list[which].arrays[k].items.resize(length, Slot::default());
            }
        }
    }
}

/// The words of all values.
pub(crate) fn vable_words<M: Memory>(tracer: &Tracer<'_, M>) -> Vec<(Kind, i64)> {
    let (mem, descrs) = (tracer.mem, &tracer.data.descrs);
    let mut out = Vec::new();
    for (which, layout) in tracer.present() {
        let object = vable_word(tracer, which);
        out.extend(tracer.places(which).into_iter().map(|place| match place {
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

/// `op` has become a constant.
pub(crate) fn vable_replace_by_const<M: Memory>(tracer: &mut Tracer<'_, M>, op: OpRef) {
    let mut changed = false;
    let mut replace = |known: &mut Option<OpRef>| {
        if *known == Some(op) {
            *known = Some(CONST);
            changed = true;
        }
    };
    for vable in &mut tracer.vables.list {
        replace(&mut vable.object);
        vable.fields.iter_mut().for_each(|slot| replace(&mut slot.op));
        for array in &mut vable.arrays {
            replace(&mut array.op);
            array.items.iter_mut().for_each(|slot| replace(&mut slot.op));
        }
    }
    if changed {
        tracer.vables.snapshot = None;
    }
}
