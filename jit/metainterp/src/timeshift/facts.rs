//! Facts that a piece of code knows of values and of memory while it is made.

use crate::rooted::RootedConsts;
use crate::timeshift::values::SBox;
use alloc::rc::Rc;
use alloc::vec::Vec;
use jitbackend::RootTable;
use jitmodel::hash::{FxHashMap, FxHashSet};
use jitmodel::*;

/// Names a part of an object: a field or items.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// A field.
    Field,
    /// The length of an array, or a field that does not change.
    Fixed,
    /// An item: its index as something unknown (if it is) plus a number.
    Item(Option<OpRef>, i64),
    /// Any item, or any object's.
    Any,
}

impl Part {
    /// Says whether the two are never the same.
    fn is_apart(self, other: Part) -> bool {
        match (self, other) {
            (Part::Item(a, n), Part::Item(b, m)) => a == b && n != m,
            _ => false,
        }
    }
}

/// A place in memory.
pub type PiecePlace = (SBox, DescrRef, Part);

#[derive(Clone, Copy)]
enum Word {
    Plain(i64),
    /// A reference: the slot that holds it.
    Slot(u32),
}

/// An object that the piece allocates.
#[derive(Clone, Copy)]
struct Made {
    /// Nobody else has it.
    own: bool,
    /// Its memory begins as zeros.
    zeroed: bool,
    /// Items at unknown indices were written.
    unknown: bool,
}

/// Holds what a piece of code knows; see the module.
pub struct Facts {
    roots: Rc<RootTable>,
    equal: FxHashMap<OpRef, ConstValue>,
    /// Values in the program at the moment at which the piece is made.
    words: FxHashMap<OpRef, Word>,
    held: RootedConsts,
    classes: FxHashMap<OpRef, i64>,
    nonnull: FxHashSet<OpRef>,
    made: FxHashMap<OpRef, Made>,
    places: FxHashMap<PiecePlace, SBox>,
    /// Places that the piece has written, object and part: the program's memory does not tell what is
    /// there.
    stale: FxHashMap<DescrRef, Vec<(SBox, Part)>>,
    all_stale: bool,
    pure: FxHashMap<(ResOp, SBox, SBox), SBox>,
    /// Lists and arrays that never change.
    lists: FxHashSet<OpRef>,
    marked: RootedConsts,
}

impl Facts {
    /// Nothing.
    pub fn new(roots: &Rc<RootTable>) -> Self {
        Facts {
            roots: roots.clone(),
            equal: FxHashMap::default(),
            words: FxHashMap::default(),
            held: RootedConsts::new(roots),
            classes: FxHashMap::default(),
            nonnull: FxHashSet::default(),
            made: FxHashMap::default(),
            places: FxHashMap::default(),
            stale: FxHashMap::default(),
            all_stale: false,
            pure: FxHashMap::default(),
            lists: FxHashSet::default(),
            marked: RootedConsts::new(roots),
        }
    }

    /// A label may stand here: what comes from elsewhere knows nothing of this piece.
    pub fn forget(&mut self) {
        self.classes.clear();
        self.nonnull.clear();
        self.made.clear();
        self.places.clear();
        self.pure.clear();
        self.lists.clear();
    }

    /// Gives the constant that the operation is equal to.
    pub fn equal(&self, op: OpRef) -> Option<ConstValue> {
        self.equal.get(&op).copied()
    }

    pub fn set_equal(&mut self, op: OpRef, c: ConstValue) {
        self.equal.insert(op, c);
    }

    /// Notes that the value in the program is this at the moment.
    pub fn see(&mut self, op: OpRef, kind: Kind, word: i64) {
        let word = match kind {
            Kind::Ref => {
                let Some(slot) = self.roots.alloc(word) else { return };
                self.held.add(slot);
                Word::Slot(slot)
            }
            _ => Word::Plain(word),
        };
        self.words.insert(op, word);
    }

    pub fn witness(&self, roots: &RootTable, op: OpRef) -> Option<i64> {
        Some(match *self.words.get(&op)? {
            Word::Plain(word) => word,
            Word::Slot(slot) => roots.get(slot),
        })
    }

    pub fn class(&self, op: OpRef) -> Option<i64> {
        self.classes.get(&op).copied()
    }

    pub fn set_class(&mut self, op: OpRef, class: i64) {
        self.classes.insert(op, class);
        self.nonnull.insert(op);
    }

    pub fn is_nonnull(&self, op: OpRef) -> bool {
        self.nonnull.contains(&op)
    }

    pub fn set_nonnull(&mut self, op: OpRef) {
        self.nonnull.insert(op);
    }

    /// The piece allocates the object.
    pub fn allocated(&mut self, op: OpRef, zeroed: bool) {
        self.made.insert(op, Made { own: true, zeroed, unknown: false });
        self.nonnull.insert(op);
    }

    /// Says whether the piece made it.
    pub fn is_made(&self, v: SBox) -> bool {
        v.op().is_some_and(|op| self.made.contains_key(&op))
    }

    /// Says whether nobody else has it.
    pub fn is_own(&self, v: SBox) -> bool {
        v.op().and_then(|op| self.made.get(&op)).is_some_and(|made| made.own)
    }

    /// Others may have the object, and what is stored in it.
    pub fn escape(&mut self, v: SBox) {
        let Some(made) = v.op().and_then(|op| self.made.get_mut(&op)) else { return };
        if !core::mem::replace(&mut made.own, false) {
            return;
        }
        let inner: Vec<SBox> =
            self.places.iter().filter(|(place, _)| place.0 == v).map(|(_, inner)| *inner).collect();
        inner.into_iter().for_each(|v| self.escape(v));
    }

    /// Gives what is at a place, if that is known.
    pub fn read(&self, place: PiecePlace, zero: ConstValue) -> Option<SBox> {
        if let Some(v) = self.places.get(&place) {
            return Some(*v);
        }
        let made = self.made.get(&place.0.op()?)?;
        let content = match place.2 {
            Part::Item(index, _) => index.is_none(),
            part => part == Part::Field,
        };
        (made.own && made.zeroed && !made.unknown && content).then_some(SBox::Const(zero))
    }

    /// Places whose contents are known.
    pub fn known_places(&self) -> impl Iterator<Item = &PiecePlace> {
        self.places.keys()
    }

    /// Notes what was read from a place.
    pub fn note(&mut self, place: PiecePlace, v: SBox) {
        self.places.insert(place, v);
    }

    /// `v` is written; to an unknown item if there is no place.
    pub fn write(&mut self, object: SBox, descr: DescrRef, place: Option<PiecePlace>, v: SBox) {
        let own = self.is_own(object);
        if !own {
            self.escape(v);
            self.makes_stale(descr, object, place.map_or(Part::Any, |place| place.2));
        }
        let made = &self.made;
        let is_own = |o: SBox| o.op().and_then(|op| made.get(&op)).is_some_and(|m| m.own);
        self.places.retain(|other, _| {
            let apart = place.is_some_and(|place| place.2.is_apart(other.2));
            let same_object = if own { other.0 == object } else { !is_own(other.0) };
            other.1 != descr || other.2 == Part::Fixed || apart || !same_object
        });
        match place {
            Some(place) => {
                self.places.insert(place, v);
                if let Part::Item(Some(_), _) = place.2
                    && let Some(made) = object.op().and_then(|op| self.made.get_mut(&op))
                {
                    made.unknown = true;
                }
            }
            None => {
                if let Some(made) = object.op().and_then(|op| self.made.get_mut(&op)) {
                    made.unknown = true;
                }
                self.escape(v);
            }
        }
    }

    /// A call with these effects.
    pub fn called(&mut self, effect: &EffectInfo, args: &[SBox]) {
        args.iter().for_each(|v| self.escape(*v));
        if effect.has_random_effects() {
            return self.called_anything();
        }
        let made = &self.made;
        let is_own = |o: SBox| o.op().and_then(|op| made.get(&op)).is_some_and(|m| m.own);
        self.places.retain(|place, _| {
            !effect.writes.contains(&place.1) || place.2 == Part::Fixed || is_own(place.0)
        });
        for &descr in &effect.writes {
            self.makes_stale(descr, SBox::int(0), Part::Any);
        }
    }

    /// A call that may do anything to what others have.
    pub fn called_anything(&mut self) {
        let made = &self.made;
        let is_own = |o: SBox| o.op().and_then(|op| made.get(&op)).is_some_and(|m| m.own);
        self.places.retain(|place, _| place.2 == Part::Fixed || is_own(place.0));
        self.all_stale = true;
    }

    fn makes_stale(&mut self, descr: DescrRef, object: SBox, part: Part) {
        let writes = self.stale.entry(descr).or_default();
        match writes.len() {
            // It is not known any more which of them concern a place.
            MAX_KNOWN => *writes = vec![(SBox::int(0), Part::Any)],
            _ => writes.push((object, part)),
        }
    }

    /// Says whether the program's memory may hold something else there than the code would find. `word` tells what
    /// values are now.
    pub fn is_stale(
        &self,
        object: SBox,
        descr: DescrRef,
        part: Part,
        word: impl Fn(SBox) -> Option<i64>,
    ) -> bool {
        let index = |part: Part| match part {
            Part::Item(None, n) => Some(n),
            Part::Item(Some(op), n) => Some(word(SBox::Op(op, Kind::Int))?.wrapping_add(n)),
            _ => None,
        };
        let concerns = |&(other, at): &(SBox, Part)| {
            let apart = match (index(at), index(part)) {
                (Some(a), Some(b)) => a != b,
                _ => false,
            };
            let same = match (word(other), word(object)) {
                (Some(a), Some(b)) => a == b,
                _ => true,
            };
            // (an int stands for any object)
            matches!(other, SBox::Const(ConstValue::Int(_))) || !apart && same
        };
        self.all_stale || self.stale.get(&descr).is_some_and(|writes| writes.iter().any(concerns))
    }

    /// Says whether the piece may have written to the field of some object.
    pub fn is_written(&self, descr: DescrRef) -> bool {
        self.all_stale || self.stale.contains_key(&descr)
    }

    /// The program's memory tells what it told another piece, at most.
    pub fn is_as_stale_as(&mut self, other: &Facts) {
        self.all_stale |= other.all_stale;
        for &descr in other.stale.keys() {
            self.makes_stale(descr, SBox::int(0), Part::Any);
        }
    }

    /// Notes that from here on the code may be on another way than the program is: its memory tells
    /// nothing.
    pub fn go_astray(&mut self) {
        self.all_stale = true;
    }

    pub fn computed(&self, op: ResOp, args: &[SBox]) -> Option<SBox> {
        self.pure.get(&pure_key(op, args)?).copied()
    }

    pub fn note_pure(&mut self, op: ResOp, args: &[SBox], v: SBox) {
        if let Some(key) = pure_key(op, args) {
            self.pure.insert(key, v);
        }
    }

    /// Says whether the list or array never changes.
    pub fn is_list(&self, roots: &RootTable, v: SBox) -> bool {
        match v {
            SBox::Op(op, _) => self.lists.contains(&op),
            SBox::Const(ConstValue::Ref(RefConst::Prebuilt(a))) => {
                roots.is_prebuilt_unchanging(a as i64)
            }
            SBox::Const(ConstValue::Ref(RefConst::Rooted(slot))) => {
                roots.is_unchanging(slot) || self.marked.find(roots.get(slot)).is_some()
            }
            SBox::Const(_) => false,
        }
    }

    pub fn add_list(&mut self, roots: &RootTable, v: SBox) {
        match v {
            SBox::Op(op, _) => {
                self.lists.insert(op);
            }
            SBox::Const(ConstValue::Ref(RefConst::Prebuilt(a))) => {
                roots.mark_prebuilt_unchanging(a as i64);
            }
            SBox::Const(ConstValue::Ref(RefConst::Rooted(slot))) => {
                if !self.is_list(roots, v)
                    && let Some(own) = roots.alloc(roots.get(slot))
                {
                    self.marked.add(own);
                }
                roots.mark_unchanging(slot);
            }
            SBox::Const(_) => {}
        }
    }
}

fn pure_key(op: ResOp, args: &[SBox]) -> Option<(ResOp, SBox, SBox)> {
    match *args {
        [a] => Some((op, a, SBox::int(0))),
        [a, b] => Some((op, a, b)),
        _ => None,
    }
}
