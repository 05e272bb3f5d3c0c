//! The values of the trace being optimised and what is known about them.

use crate::intbound::IntBound;
use alloc::boxed::Box;
use alloc::vec::Vec;
use jitmodel::hash::{FxHashMap, FxHashSet};
use jitmodel::{ConstValue, DescrRef, Kind, OpRef, RefConst, ResOp};
use smallvec::SmallVec;

/// A value: an input value, a constant, or one made by the optimiser.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct V(pub u32);

/// An object that has not been allocated.
#[derive(Clone, Debug)]
pub enum Virtual {
    /// Struct or instance. Fields that are not listed are zero.
    Struct {
        /// Its `SizeDescr`.
        size: DescrRef,
        /// Its fields.
        fields: Vec<(DescrRef, V)>,
    },
    /// Array of primitives or references. `None` = zero.
    Array {
        /// Its `ArrayDescr`.
        descr: DescrRef,
        /// `new_array_clear`.
        clear: bool,
        /// The items.
        items: Vec<Option<V>>,
    },
    /// Array of structs. Fields that are not listed are zero.
    ArrayStruct {
        /// Its `ArrayDescr`.
        descr: DescrRef,
        /// Number of items.
        length: u32,
        /// (item, field) → value.
        fields: Vec<(u32, DescrRef, V)>,
    },
    /// A concatenation of two strings. See `strings.rs`.
    Concat {
        /// The strings' `ArrayDescr`.
        descr: DescrRef,
        /// The first string.
        left: V,
        /// The second string.
        right: V,
        /// Depth to which concatenations are nested.
        depth: u8,
    },
    /// A slice of a string, with `0 <= start <= stop <= length`.
    Slice {
        /// The string's `ArrayDescr`.
        descr: DescrRef,
        /// The string; not a slice itself.
        base: V,
        /// Index at which it starts.
        start: V,
        /// Index at which it stops.
        stop: V,
    },
    /// The result of an elidable call that is not made yet. It may be null, or an object that exists
    /// already.
    Call {
        /// The `CallDescr`.
        descr: DescrRef,
        /// The function and its arguments.
        args: SmallVec<[V; 4]>,
    },
    /// Raw memory (a word, not a reference). See `raw.rs`.
    Raw {
        /// The `CallDescr` of what allocates it.
        call: DescrRef,
        /// The function and its arguments.
        args: SmallVec<[V; 4]>,
        /// Values that were written, not overlapping; the rest is zero.
        cells: Vec<Cell>,
    },
}

/// A written place of raw memory.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its offset.
    pub at: i64,
    /// Size in bytes.
    pub size: u32,
    /// Int or Float.
    pub kind: Kind,
    /// The operation that writes it.
    pub opnum: ResOp,
    /// Its descr.
    pub descr: DescrRef,
    /// Its index or offset.
    pub index: Option<i64>,
    /// The value that was written.
    pub value: V,
}

impl Virtual {
    /// Raw memory.
    pub fn is_raw(&self) -> bool {
        matches!(self, Virtual::Raw { .. })
    }
    /// The result of a call, which may be anything.
    pub fn is_call(&self) -> bool {
        matches!(self, Virtual::Call { .. } | Virtual::Raw { .. })
    }
    /// A string of which only the parts are known: it may be an object that exists already.
    pub fn is_text(&self) -> bool {
        matches!(self, Virtual::Concat { .. } | Virtual::Slice { .. })
    }
}

/// Holds what few values have: takes one word where it is the default.
#[derive(Clone, Debug)]
pub struct Rare<T>(Option<Box<T>>);

impl<T> Rare<T> {
    const NONE: Rare<T> = Rare(None);
}

/// The default of a type, as long as the program runs.
pub trait Nothing: Sized + 'static {
    /// It.
    const NOTHING: &'static Self;
    /// A new one.
    fn nothing() -> Self;
}

impl<T: Nothing> core::ops::Deref for Rare<T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or(T::NOTHING)
    }
}

impl<T: Nothing> core::ops::DerefMut for Rare<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_with(|| Box::new(T::nothing()))
    }
}

static NO_PTR: PtrInfo = PtrInfo {
    nonnull: false,
    class: None,
    min_len: 0,
    array: None,
    fresh: false,
    virt: None,
    last_guard: None,
    unequal: Vec::new(),
};

impl Nothing for PtrInfo {
    const NOTHING: &'static PtrInfo = &NO_PTR;
    fn nothing() -> PtrInfo {
        PtrInfo::default()
    }
}

static NO_SUM: Sum = Sum { wrap: None, exact: None };

impl Nothing for Sum {
    const NOTHING: &'static Sum = &NO_SUM;
    fn nothing() -> Sum {
        Sum::default()
    }
}

/// Int kind: what it is a sum of.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// `self == base + k`, wrapping.
    pub wrap: Option<(V, i64)>,
    /// `self == base + k` without overflow.
    pub exact: Option<(V, i64)>,
}

/// Holds what is known about a reference.
#[derive(Clone, Debug, Default)]
pub struct PtrInfo {
    /// True if it is not null.
    pub nonnull: bool,
    /// The exact class: address of the vtable.
    pub class: Option<i64>,
    /// An array with at least that many items.
    pub min_len: i64,
    /// The `ArrayDescr` through which that became known.
    pub array: Option<DescrRef>,
    /// Allocated in this trace, at this count of allocations (for alias analysis).
    pub fresh: bool,
    /// The object, if it is not allocated yet.
    pub virt: Option<Box<Virtual>>,
    /// Index (in the output) of the last guard about this value, for strengthening it.
    pub last_guard: Option<usize>,
    /// Objects that it is not, and the guards (in the output) that test so.
    pub unequal: Vec<(RefConst, usize)>,
}

/// One value's data.
#[derive(Clone, Debug)]
pub struct Val {
    /// Its kind.
    pub kind: Kind,
    /// Replaced by this value.
    pub fwd: Option<V>,
    /// Constant.
    pub konst: Option<ConstValue>,
    /// Its name in the output, once it is defined there.
    pub out: Option<OpRef>,
    /// Index of the defining operation in `Optimizer::defs`.
    pub def: Option<u32>,
    /// Int kind: bounds.
    pub bound: IntBound,
    /// Int kind.
    pub sum: Rare<Sum>,
    /// Ref kind.
    pub ptr: Rare<PtrInfo>,
    /// Index in the imported short boxes: only usable after `use_short`.
    pub short: Option<u32>,
    /// True if a difference to another one was recorded.
    compared: bool,
}

/// All values.
#[derive(Debug, Default)]
pub struct Values {
    vals: Vec<Val>,
    consts: FxHashMap<ConstValue, V>,
    /// Known differences: `x - y <= d`.
    diffs: FxHashMap<(V, V), i64>,
    /// References that were tested to be to different objects, the lesser value first.
    apart: FxHashSet<(V, V)>,
}

impl core::ops::Index<V> for Values {
    type Output = Val;
    fn index(&self, v: V) -> &Val {
        &self.vals[v.0 as usize]
    }
}

impl core::ops::IndexMut<V> for Values {
    fn index_mut(&mut self, v: V) -> &mut Val {
        &mut self.vals[v.0 as usize]
    }
}

/// Zero of a kind.
pub fn zero(kind: Kind) -> ConstValue {
    match kind {
        Kind::Ref => ConstValue::Ref(RefConst::Null),
        Kind::Float => ConstValue::Float(0),
        _ => ConstValue::Int(0),
    }
}

impl Values {
    /// Makes room for so many.
    pub fn reserve(&mut self, n: usize) {
        self.vals.reserve(n);
    }

    /// A new value about which nothing is known.
    #[inline]
    pub fn fresh(&mut self, kind: Kind) -> V {
        self.vals.push(Val {
            kind,
            fwd: None,
            konst: None,
            out: None,
            def: None,
            bound: IntBound::ANY,
            sum: Rare::NONE,
            ptr: Rare::NONE,
            short: None,
            compared: false,
        });
        V(self.vals.len() as u32 - 1)
    }

    /// The value of a constant.
    pub fn constant(&mut self, c: ConstValue) -> V {
        if let Some(&v) = self.consts.get(&c) {
            return v;
        }
        let v = self.fresh(c.kind());
        self[v].konst = Some(c);
        if let ConstValue::Int(i) = c {
            self[v].bound = IntBound::constant(i);
        }
        if let ConstValue::Ref(r) = c {
            self[v].ptr.nonnull = r != RefConst::Null;
        }
        self.consts.insert(c, v);
        v
    }

    /// Gives the value that `v` stands for now.
    pub fn get(&self, mut v: V) -> V {
        while let Some(next) = self[v].fwd {
            v = next;
        }
        v
    }

    /// Its constant.
    pub fn konst(&self, v: V) -> Option<ConstValue> {
        self[self.get(v)].konst
    }

    /// Its integer constant.
    #[inline]
    pub fn int(&self, v: V) -> Option<i64> {
        self.konst(v)?.int()
    }

    /// Its bounds.
    #[inline]
    pub fn bound(&self, v: V) -> IntBound {
        self[self.get(v)].bound
    }

    /// Its virtual object.
    #[inline]
    pub fn virt(&self, v: V) -> Option<&Virtual> {
        self[self.get(v)].ptr.virt.as_deref()
    }

    /// Says whether it is a virtual object.
    #[inline]
    pub fn is_virtual(&self, v: V) -> bool {
        self.virt(v).is_some()
    }

    /// `(base, k)` with `v == base + k`, wrapping.
    #[inline]
    pub fn wrap_linear(&self, v: V) -> (V, i64) {
        let v = self.get(v);
        let (mut base, mut k) = (v, 0i64);
        while let Some((next, more)) = self[base].sum.wrap {
            base = self.get(next);
            k = k.wrapping_add(more);
        }
        (base, k)
    }

    /// The value that `v` is a sum of, and by how much it is more, if that sum does not overflow.
    pub fn exact_step(&self, v: V) -> Option<(V, i64)> {
        let val = &self[self.get(v)];
        if val.sum.exact.is_some() {
            return val.sum.exact;
        }
        let (base, k) = val.sum.wrap?;
        let (from, to) = (self.bound(base), val.bound);
        let room = from.lo.checked_add(k).is_some() && from.hi.checked_add(k).is_some()
            || to.lo.checked_sub(k).is_some() && to.hi.checked_sub(k).is_some();
        room.then_some((base, k))
    }

    /// All `(base, k)` with `v == base + k` in the integers, `v` first. Constants are `(zero, k)`.
    fn exact_sums(&self, v: V) -> impl Iterator<Item = (Option<V>, i128)> {
        let mut next = Some((self.get(v), 0i128));
        core::iter::from_fn(move || {
            let (base, k) = next.take()?;
            if let Some(c) = self[base].konst.and_then(ConstValue::int) {
                return Some((None, k + c as i128));
            }
            next = self.exact_step(base).map(|(base, more)| (self.get(base), k + more as i128));
            Some((Some(base), k))
        })
    }

    /// The last of these sums whose base is no constant.
    fn exact_root(&self, v: V) -> Option<(V, i128)> {
        self.exact_sums(v).take_while(|sum| sum.0.is_some()).last().and_then(|(v, k)| Some((v?, k)))
    }

    /// Its bounds, those of what it is a sum of included.
    pub fn sum_bound(&self, v: V) -> IntBound {
        let bound = self.bound(v);
        let Some((base, k)) = self.exact_step(v) else { return bound };
        let of = self.bound(base);
        match (of.lo.checked_add(k), of.hi.checked_add(k)) {
            (Some(lo), Some(hi)) if lo > bound.lo || hi < bound.hi => {
                let (lo, hi) = (lo.max(bound.lo), hi.min(bound.hi));
                bound.with_limits(lo, hi).unwrap_or(bound)
            }
            _ => bound,
        }
    }

    /// Two references are to different objects.
    pub fn record_apart(&mut self, a: V, b: V) {
        let (a, b) = (self.get(a), self.get(b));
        self.apart.insert((a.min(b), a.max(b)));
    }

    /// Says whether two references were tested to be to different objects.
    pub fn are_apart(&self, a: V, b: V) -> bool {
        !self.apart.is_empty() && self.apart.contains(&(a.min(b), a.max(b)))
    }

    /// Records `a - b <= d`.
    pub fn record_difference(&mut self, a: V, b: V, d: i64) {
        let last = |v| self.exact_sums(v).last();
        let (Some((Some(x), kx)), Some((Some(y), ky))) = (last(a), last(b)) else { return };
        let Ok(d) = i64::try_from(d as i128 - kx + ky) else { return };
        (self[x].compared, self[y].compared) = (true, true);
        let known = self.diffs.entry((x, y)).or_insert(d);
        *known = d.min(*known);
    }

    /// All `(a, b, d)` of these values for which `a - b <= d` was recorded.
    pub fn recorded_differences(&self, values: impl Iterator<Item = V>) -> Vec<(V, V, i64)> {
        let mut out = Vec::new();
        if self.diffs.is_empty() {
            return out;
        }
        let mut sums: SmallVec<[(V, V, i128); 16]> = SmallVec::new();
        for v in values {
            sums.extend(self.compared_sums(v).map(|(base, k)| (v, base, k)));
        }
        for (&(x, y), &d) in &self.diffs {
            for &(a, _, kx) in sums.iter().filter(|s| s.1 == x) {
                for &(b, _, ky) in sums.iter().filter(|s| s.1 == y) {
                    if a != b
                        && let Ok(d) = i64::try_from(d as i128 + kx - ky)
                    {
                        out.push((a, b, d));
                    }
                }
            }
        }
        out
    }

    /// Says whether `a - b <= d` is known.
    pub fn known_difference(&self, a: V, b: V, d: i64) -> bool {
        self.differences((a, &self.sum_bound(a)), (b, &self.sum_bound(b))).0 <= d as i128
    }

    /// The greatest `a - b` and the greatest `b - a` that there may be, of values with these bounds.
    pub fn differences(&self, (a, x): (V, &IntBound), (b, y): (V, &IntBound)) -> (i128, i128) {
        let (mut most, mut back) = (x.hi as i128 - y.lo as i128, y.hi as i128 - x.lo as i128);
        let (Some((x, kx)), Some((y, ky))) = (self.exact_root(a), self.exact_root(b)) else {
            return (most, back);
        };
        // Sums that have a part in common have all that follow it.
        if x == y {
            return (kx - ky, ky - kx);
        }
        if self.diffs.is_empty() {
            return (most, back);
        }
        // What was recorded names the base that was known then.
        for (x, kx) in self.compared_sums(a) {
            for (y, ky) in self.compared_sums(b) {
                if let Some(&d) = self.diffs.get(&(x, y)) {
                    most = most.min(d as i128 + kx - ky);
                }
                if let Some(&d) = self.diffs.get(&(y, x)) {
                    back = back.min(d as i128 + ky - kx);
                }
            }
        }
        (most, back)
    }

    /// Those of its exact sums whose bases are in recorded differences.
    fn compared_sums(&self, v: V) -> impl Iterator<Item = (V, i128)> {
        let sums = self.exact_sums(v).filter_map(|(base, k)| Some((base?, k)));
        sums.filter(|&(base, _)| self[base].compared)
    }
}

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
