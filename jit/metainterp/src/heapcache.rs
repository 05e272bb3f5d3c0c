//! While tracing: what the trace already knows of memory and of objects. What is read again is not recorded, what was tested
//! is not tested again, and constants stay constants (the length of a list, say), so that the tracer can act on them. The optimiser would
//! find most of it as well; an operation that is not recorded costs nothing at all.
//!
//! Knowledge of an object that the trace made and that nobody else has seen (*unescaped*) ends with a write to that
//! object only. All else that is known of a place ends with any write, or call, that may concern its descr: places are
//! not walked for that, they bear the number of the last such write.
//!
//! `tracer::memory` is what the tracer does with this.

use crate::tracer::values::{CONST, TBox};
use alloc::vec::Vec;
use jitmodel::hash::FxHashMap;
use jitmodel::*;

/// Flag of a value: the trace has made it. The next ones are further flags.
const MADE: u8 = 1;
pub(crate) const UNESCAPED: u8 = 2;
pub(crate) const NONNULL: u8 = 4;
const CLASS: u8 = 8;
/// It is equal to its concrete value.
const CONSTANT: u8 = 16;
/// Its memory was zero when the trace made it.
const ZEROED: u8 = 32;

#[derive(Clone, Copy, Default)]
pub(crate) struct ValueFacts {
    flags: u8,
    /// Counts writes to unknown items of it.
    pub(crate) version: u16,
    /// List of what is stored in it (if it is unescaped): its head in `stored`, + 1.
    stored: u32,
}

/// (object, descr, item's index or one of these).
pub(crate) type HeapPlace = (OpRef, DescrRef, i64);
pub(crate) const FIELD: i64 = -1;
/// A field that does not change, an array's length.
pub(crate) const FIXED: i64 = -2;
/// Any place of a descr.
pub(crate) const ANYWHERE: i64 = -3;

#[derive(Clone, Copy)]
struct Content {
    /// Is none if a value was written that the place may have cut off.
    value: Option<OpRef>,
    /// Writes before it was noted: those of its descr and index, of its descr, everywhere.
    writes: [u32; 3],
    version: u16,
}

/// Number of places in which pure operations are remembered.
const PURE: usize = 256;

#[derive(Clone, Copy, PartialEq, Eq)]
struct Pure {
    op: ResOp,
    args: [(OpRef, i64); 2],
    result: OpRef,
}

/// Remembers what a trace knows of memory; see the module.
#[derive(Default)]
pub struct HeapCache {
    /// Facts about each value, by its number.
    known: Vec<ValueFacts>,
    places: FxHashMap<HeapPlace, Content>,
    /// Number of the last write to objects that are not unescaped, by descr and index.
    writes: FxHashMap<(DescrRef, i64), u32>,
    /// Writes that may have been everywhere.
    all_writes: u32,
    /// (value, next).
    stored: Vec<(OpRef, u32)>,
    pure: Vec<Option<Pure>>,
    /// Results of functions without arguments that stay as long as a loop runs.
    invariants: Vec<(i64, OpRef)>,
    /// Operations that were not recorded.
    pub saved: usize,
    /// Recorded operations that make objects, or write to those that nobody else has seen. The optimiser leaves out most of them.
    pub(crate) virtuals: usize,
}

impl HeapCache {
    /// A loop may begin here: names can stand for other objects then. What is constant stays so.
    pub fn clear(&mut self) {
        for known in &mut self.known {
            *known = ValueFacts { flags: known.flags & CONSTANT, ..ValueFacts::default() };
        }
        self.places.clear();
        self.writes.clear();
        self.stored.clear();
        self.pure.clear();
        self.invariants.clear();
    }

    /// Forgets all but the first values.
    pub fn truncate(&mut self, values: usize) {
        self.known.truncate(values);
        self.clear();
    }

    #[inline]
    fn of(&self, v: OpRef) -> ValueFacts {
        self.known.get(v.0 as usize).copied().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn has(&self, v: OpRef, flag: u8) -> bool {
        self.of(v).flags & flag != 0
    }

    #[inline]
    pub(crate) fn entry(&mut self, v: OpRef) -> &mut ValueFacts {
        let at = v.index();
        if self.known.len() <= at {
            self.known.resize(at + 1, ValueFacts::default());
        }
        &mut self.known[at]
    }

    #[inline]
    fn add(&mut self, v: OpRef, flags: u8) {
        if v != CONST {
            self.entry(v).flags |= flags;
        }
    }

    /// `v` is a constant from now on.
    pub fn promoted(&mut self, v: OpRef) {
        self.add(v, CONSTANT);
    }

    /// The operand of a value: [`CONST`] if it became a constant.
    #[inline]
    pub fn current(&self, v: OpRef) -> OpRef {
        if v != CONST && self.has(v, CONSTANT) { CONST } else { v }
    }

    /// The trace made this object.
    pub fn made(&mut self, v: OpRef, op: ResOp) {
        let class = match op {
            ResOp::NewWithVtable | ResOp::VirtualRef => CLASS,
            _ => 0,
        };
        // (What a virtual reference holds changes without writes.)
        let zeroed = match op {
            ResOp::NewArray | ResOp::VirtualRef => 0,
            _ => ZEROED,
        };
        self.add(v, MADE | UNESCAPED | NONNULL | class | zeroed);
    }

    /// Says whether nobody has written to a place since the trace made its object of zeros.
    #[inline]
    pub(crate) fn is_still_zero(&self, place: HeapPlace) -> bool {
        let object = self.of(place.0);
        let own = ZEROED | UNESCAPED;
        object.flags & own == own && object.version == 0 && !self.places.contains_key(&place)
    }

    /// Says whether the trace made the object.
    pub fn is_made(&self, v: OpRef) -> bool {
        self.has(v, MADE)
    }

    /// The class of `v` is known from now on. Whether it was not.
    pub fn learn_class(&mut self, v: OpRef) -> bool {
        let new = !self.has(v, CLASS);
        self.add(v, CLASS | NONNULL);
        new
    }

    /// `v` is not null.
    pub fn learn_nonnull(&mut self, v: OpRef) {
        self.add(v, NONNULL);
    }

    /// `v` is tested for null now. Whether that was not known.
    pub fn tests_nonnull(&mut self, v: OpRef) -> bool {
        let new = !self.has(v, NONNULL);
        self.add(v, NONNULL);
        new
    }

    /// Others may have this object now.
    pub fn escape(&mut self, v: OpRef) {
        if !self.has(v, UNESCAPED) {
            return;
        }
        self.entry(v).flags &= !UNESCAPED;
        self.escape_stored(v);
    }

    /// Notes that what is stored in `container` may get other names.
    pub(crate) fn escape_stored(&mut self, container: OpRef) {
        if self.of(container).stored == 0 {
            return;
        }
        let mut next = core::mem::take(&mut self.entry(container).stored);
        while next != 0 {
            let (inner, more) = self.stored[next as usize - 1];
            self.escape(inner);
            next = more;
        }
    }

    /// Others may have these objects now.
    pub fn escape_all(&mut self, values: &[TBox]) {
        for v in values.iter().filter(|v| v.kind == Kind::Ref) {
            self.escape(v.op);
        }
    }

    /// `v` is stored in `container`.
    pub(crate) fn store(&mut self, container: OpRef, v: TBox) {
        if v.kind != Kind::Ref || !self.has(v.op, UNESCAPED) {
            return;
        }
        if !self.has(container, UNESCAPED) {
            return self.escape(v.op);
        }
        let next = self.of(container).stored;
        self.stored.push((v.op, next));
        self.entry(container).stored = self.stored.len() as u32;
    }

    /// Places of this descr may have been written, in objects that are not unescaped.
    pub fn written(&mut self, descr: DescrRef) {
        self.written_at(descr, ANYWHERE);
    }

    pub(crate) fn written_at(&mut self, descr: DescrRef, index: i64) {
        *self.writes.entry((descr, index)).or_insert(0) += 1;
    }

    /// A call was made with these arguments.
    pub fn called(&mut self, effect: &EffectInfo, args: &[TBox]) {
        self.escape_all(args);
        if effect.has_random_effects() {
            self.called_anything();
        } else {
            effect.writes.iter().for_each(|&descr| self.written(descr));
        }
    }

    /// Anything that others have may have been written.
    pub fn called_anything(&mut self) {
        self.all_writes += 1;
    }

    fn now(&self, (_, descr, index): HeapPlace) -> [u32; 3] {
        let count = |index| self.writes.get(&(descr, index)).copied().unwrap_or(0);
        [count(index), count(ANYWHERE), self.all_writes]
    }

    pub(crate) fn read(&self, place: HeapPlace) -> Option<OpRef> {
        let content = self.places.get(&place)?;
        let object = self.of(place.0);
        let valid = place.2 == FIXED
            || content.version == object.version
                && (object.flags & UNESCAPED != 0 || content.writes == self.now(place));
        content.value.filter(|_| valid).map(|value| self.current(value))
    }

    pub(crate) fn note(&mut self, place: HeapPlace, value: Option<OpRef>) {
        let (writes, version) = (self.now(place), self.of(place.0).version);
        self.places.insert(place, Content { value, writes, version });
    }

    /// Gives the result of a call of the function at an address, if it stays so as long as a loop
    /// runs.
    pub fn invariant(&self, function: i64) -> Option<OpRef> {
        let known = self.invariants.iter().find(|known| known.0 == function)?;
        Some(self.current(known.1))
    }

    /// Such a call was recorded.
    pub fn note_invariant(&mut self, function: i64, result: OpRef) {
        self.invariants.push((function, result));
    }

    fn pure_at(op: ResOp, args: [(OpRef, i64); 2]) -> usize {
        let [a, b] = args;
        let mut hash = op as u64;
        for word in [a.0.0 as u64, a.1 as u64, b.0.0 as u64, b.1 as u64] {
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        (hash >> 56) as usize % PURE
    }

    /// The result of a pure operation that was recorded before.
    pub fn repeated(&self, op: ResOp, args: &[TBox]) -> Option<OpRef> {
        let args = pure_args(args)?;
        let known = (*self.pure.get(Self::pure_at(op, args))?)?;
        (known.op == op && known.args == args).then(|| self.current(known.result))
    }

    /// A pure operation was recorded.
    pub fn computed(&mut self, op: ResOp, args: &[TBox], result: OpRef) {
        let Some(args) = pure_args(args) else { return };
        if self.pure.is_empty() {
            self.pure.resize(PURE, None);
        }
        self.pure[Self::pure_at(op, args)] = Some(Pure { op, args, result });
    }
}

/// Arguments as keys: constants by their words, unless these may change.
fn pure_args(args: &[TBox]) -> Option<[(OpRef, i64); 2]> {
    let mut out = [(CONST, 0); 2];
    if args.len() > 2 {
        return None;
    }
    for (out, v) in out.iter_mut().zip(args) {
        if v.is_const() && v.kind == Kind::Ref && v.word != 0 {
            return None;
        }
        *out = (v.op, if v.is_const() { v.word } else { 0 });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const D: DescrRef = DescrRef(0);
    const OTHER: DescrRef = DescrRef(1);

    fn v(n: usize) -> OpRef {
        OpRef::value(n)
    }

    fn reference(n: usize) -> TBox {
        TBox { word: 8, op: v(n), kind: Kind::Ref }
    }

    #[test]
    fn writes_end_what_is_known_of_others() {
        let mut cache = HeapCache::default();
        cache.made(v(1), ResOp::NewWithVtable);
        for object in [0, 1] {
            cache.note((v(object), D, FIELD), Some(v(7)));
            cache.note((v(object), OTHER, 3), Some(v(8)));
            cache.note((v(object), OTHER, FIXED), Some(v(9)));
        }
        cache.written_at(OTHER, 4);
        assert_eq!(cache.read((v(0), OTHER, 3)), Some(v(8)));
        cache.written_at(OTHER, 3);
        assert_eq!(cache.read((v(0), OTHER, 3)), None);
        assert_eq!(cache.read((v(0), D, FIELD)), Some(v(7)));
        cache.called_anything();
        assert_eq!(cache.read((v(0), D, FIELD)), None);
        assert_eq!(cache.read((v(0), OTHER, FIXED)), Some(v(9)));
        // Nobody else has this one.
        assert_eq!(cache.read((v(1), D, FIELD)), Some(v(7)));
        assert_eq!(cache.read((v(1), OTHER, 3)), Some(v(8)));
        cache.promoted(v(7));
        assert_eq!(cache.read((v(1), D, FIELD)), Some(CONST));
        cache.escape(v(1));
        assert_eq!(cache.read((v(1), D, FIELD)), None);
    }

    #[test]
    fn constant_objects_are_known_by_their_names() {
        let mut cache = HeapCache::default();
        let mut trace = Trace::new("", &[]);
        let [a, b] = [8, 16].map(|address| trace.const_ref(RefConst::Prebuilt(address)));
        cache.note((a, D, FIELD), Some(v(7)));
        cache.note((b, D, FIELD), Some(CONST));
        assert_eq!(cache.read((a, D, FIELD)), Some(v(7)));
        assert_eq!(cache.read((b, D, FIELD)), Some(CONST));
        // A variable may be one of them.
        cache.written_at(D, FIELD);
        assert_eq!(cache.read((a, D, FIELD)), None);
    }

    #[test]
    fn what_is_stored_escapes_with_its_container() {
        let mut cache = HeapCache::default();
        for n in 1..5 {
            cache.made(v(n), ResOp::NewWithVtable);
        }
        cache.store(v(1), reference(2));
        cache.store(v(2), reference(3));
        cache.store(v(0), reference(4));
        let own = |cache: &HeapCache| [1, 2, 3, 4].map(|n| cache.has(v(n), UNESCAPED));
        assert_eq!(own(&cache), [true, true, true, false]);
        // Something was read out of it that is not known.
        cache.escape_stored(v(2));
        assert_eq!(own(&cache), [true, true, false, false]);
        cache.escape_all(&[reference(1)]);
        assert_eq!(own(&cache), [false; 4]);
        assert!(cache.is_made(v(2)) && !cache.learn_class(v(2)));
    }

    #[test]
    fn new_memory_is_zero_until_somebody_may_have_written_there() {
        let mut cache = HeapCache::default();
        cache.made(v(1), ResOp::NewArrayClear);
        cache.made(v(2), ResOp::NewArray);
        let (first, second) = ((v(1), D, 0), (v(1), D, 1));
        assert!(cache.is_still_zero(first) && !cache.is_still_zero((v(2), D, 0)));
        cache.note(first, Some(v(7)));
        assert!(!cache.is_still_zero(first) && cache.is_still_zero(second));
        // At an index that is not known.
        cache.entry(v(1)).version += 1;
        assert!(!cache.is_still_zero(second));
        cache.made(v(3), ResOp::New);
        cache.escape(v(3));
        assert!(!cache.is_still_zero((v(3), OTHER, FIELD)));
    }

    #[test]
    fn a_value_that_was_cut_off_hides_its_own_place_only() {
        let mut cache = HeapCache::default();
        cache.made(v(1), ResOp::NewWithVtable);
        let (whole, cut) = ((v(1), D, FIELD), (v(1), OTHER, FIELD));
        cache.note(whole, Some(v(7)));
        cache.note(cut, None);
        assert_eq!((cache.read(whole), cache.read(cut)), (Some(v(7)), None));
        assert!(!cache.is_still_zero(cut));
    }

    #[test]
    fn pure_operations_are_known_by_their_arguments() {
        let mut cache = HeapCache::default();
        let int = |op, word| TBox { word, op, kind: Kind::Int };
        let args = [int(v(0), 5), int(CONST, 3)];
        cache.computed(ResOp::IntLt, &args, v(1));
        assert_eq!(cache.repeated(ResOp::IntLt, &args), Some(v(1)));
        assert_eq!(cache.repeated(ResOp::IntLt, &[int(v(0), 5), int(CONST, 4)]), None);
        assert_eq!(cache.repeated(ResOp::IntLe, &args), None);
        cache.promoted(v(1));
        assert_eq!(cache.repeated(ResOp::IntLt, &args), Some(CONST));
        // A constant reference may move.
        assert!(pure_args(&[reference(0), TBox { op: CONST, ..reference(0) }]).is_none());
    }
}
