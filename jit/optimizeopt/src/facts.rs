//! Facts that a bridge may rely on: at each guard the optimiser notes what it knows of memory and of the values there;
//! what is about values that live on is kept with the guard's resume data. The bridge's optimiser begins with it.

use crate::guards;
use crate::heap;
use crate::intbound::IntBound;
use crate::optimizer::{Optimizer, PureKey, Res, WOp};
use crate::values::V;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;
use smallvec::SmallVec;

/// Maximum number of facts of one sort at a guard: more cost more time than they save.
const MOST: usize = 24;

impl Optimizer<'_> {
    /// The output's name of a value that is there already.
    fn place(&mut self, v: V) -> Option<OpRef> {
        let v = self.vals.get(v);
        match self.vals[v].konst {
            Some(c) => Some(self.out.constant(c)),
            None if self.vals.is_virtual(v) => None,
            None => self.vals[v].out,
        }
    }
    /// Adds a value, if it is not there already.
    fn is_about(&mut self, v: V, about: &mut SmallVec<[V; 32]>) {
        let v = self.vals.get(v);
        if self.vals[v].konst.is_none() && !self.vals.is_virtual(v) && self.numbering.new_fact(v) {
            about.push(v);
        }
    }
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
    known.retain(|&k| heap::may_be_same_item(opt, k, (array, index)));
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

/// Gives what is known now. `boxes`: the fail args' values; `test`: what the guard tests, if it is an integer, and
/// what it finds when it fails.
pub(crate) fn facts(
    opt: &mut Optimizer<'_>,
    boxes: &[V],
    test: Option<(V, bool)>,
) -> Vec<Fact<OpRef>> {
    let mut memory: SmallVec<[Fact<V>; MOST + 4]> = SmallVec::new();
    for (&descr, slot) in &opt.heap.fields {
        if memory.len() >= MOST {
            break;
        }
        memory.extend(slot.known.iter().rev().map(|k| Fact::Field(descr, k.0, k.1)).take(4));
    }
    for (&descr, cache) in &opt.heap.arrays {
        if memory.len() >= MOST {
            break;
        }
        let variable = cache.variable.iter().rev();
        memory.extend(variable.map(|k| Fact::Item(descr, k.0, k.1, k.2)).take(4));
    }
    for &(descr, array, length) in opt.lengths.iter().rev() {
        if memory.len() >= MOST {
            break;
        }
        memory.push(Fact::Length(descr, array, length));
    }
    let items = opt.heap.arrays.iter().flat_map(|(&d, c)| {
        c.items.iter().flat_map(move |(&n, s)| s.known.last().map(|k| (d, n, *k)))
    });
    let items: Vec<_> = items.take(MOST.saturating_sub(memory.len())).collect();
    for (descr, n, (array, value)) in items {
        let index = opt.int_const(n);
        memory.push(Fact::Item(descr, array, index, value));
    }
    memory.truncate(MOST);
    let mut out: Vec<Fact<OpRef>> = Vec::with_capacity(memory.len() + boxes.len());
    let mut about: SmallVec<[V; 32]> = SmallVec::new();
    opt.numbering.next_facts();
    for &v in boxes {
        opt.is_about(v, &mut about);
    }
    for fact in memory {
        if let Some(placed) = fact.map(|v| opt.place(v)) {
            out.push(placed);
            for v in fact.values() {
                opt.is_about(v, &mut about);
            }
        }
    }
    for &v in &about {
        let Some(place) = opt.vals[v].out else { continue };
        let val = &opt.vals[v];
        match val.kind {
            Kind::Int => {
                let bound = opt.vals.sum_bound(v);
                if !bound.is_any() {
                    out.push(Fact::Bound(place, bound.lo, bound.hi));
                }
            }
            Kind::Ref if val.ptr.nonnull => {
                let min_len = val.ptr.array.map(|d| (d, val.ptr.min_len));
                out.push(Fact::Object(place, val.ptr.class, min_len.filter(|m| m.1 > 0)));
            }
            _ => {}
        }
    }
    let ints = about.iter().copied().filter(|&v| opt.vals[v].kind == Kind::Int);
    let known = opt.vals.recorded_differences(ints);
    out.extend(
        known
            .into_iter()
            .take(MOST)
            .filter_map(|(a, b, d)| Some(Fact::Difference(opt.vals[a].out?, opt.vals[b].out?, d))),
    );
    if let Some((v, truth)) = test {
        let (v, def) = (opt.vals.get(v), opt.def(v).cloned());
        if let Some(def) = def.filter(|d| d.opnum.is_bool() && d.opnum.is_foldable()) {
            let args: Option<Vec<OpRef>> = def.args.iter().map(|&a| opt.place(a)).collect();
            out.extend(args.map(|args| Fact::Test(def.opnum, args, truth)));
        } else if let Some(place) = opt.place(v) {
            out.push(Fact::Test(R::IntIsTrue, vec![place], truth));
        }
    }
    out
}

/// Begins with what is known where a guard failed; the fail args are the inputs.
pub(crate) fn rely_on(opt: &mut Optimizer<'_>, facts: &[Fact<ResumeSlot>]) -> Res {
    for fact in facts {
        let fact = fact.map(|slot| match slot {
            ResumeSlot::Box(n) => opt.map.get(n as usize).copied(),
            ResumeSlot::Const(c) => Some(opt.const_value(c)),
            _ => None,
        });
        match fact {
            Some(Fact::Field(descr, object, value)) => {
                let (object, value) = (opt.vals.get(object), opt.vals.get(value));
                opt.heap.note_field(descr, object, value);
            }
            Some(Fact::Item(descr, array, index, value)) => match opt.vals.int(index) {
                Some(n) => opt.heap.note_item(descr, array, n, value),
                None => {
                    opt.note_variable(descr, array, index, value);
                    opt.note_in_range(array, index);
                }
            },
            Some(Fact::Length(descr, array, length)) => {
                let args = SmallVec::from_slice(&[array]);
                let key = PureKey { opnum: R::ArraylenGc, descr: Some(descr), args };
                opt.pure.insert(key, length);
            }
            Some(Fact::Object(v, class, min_len)) => {
                let ptr = &mut opt.vals[v].ptr;
                (ptr.nonnull, ptr.class) = (true, class);
                if let Some((descr, min_len)) = min_len {
                    (ptr.array, ptr.min_len) = (Some(descr), min_len);
                }
            }
            Some(Fact::Bound(v, lo, hi)) => opt.narrow(v, IntBound::range(lo, hi))?,
            Some(Fact::Difference(a, b, d)) => opt.vals.record_difference(a, b, d),
            Some(Fact::Test(opnum, args, value)) => {
                let op = opt.new_op(opnum, &args, OpDescr::None);
                let WOp { result, args, .. } = op.clone();
                opt.vals[result].bound = IntBound::BOOL;
                opt.note_def(op);
                let args = args.iter().copied().collect();
                opt.pure.insert(PureKey { opnum, descr: None, args }, result);
                guards::learn_truth(opt, result, value)?;
            }
            None => {}
        }
    }
    Ok(())
}

/// Index of the values among the fail args of one guard. The table is kept from guard to guard: an entry counts if it
/// bears the guard's number.
pub struct Places {
    guard: u32,
    by_value: Vec<(u32, u32)>,
    /// Room for the facts of one guard.
    kept: Vec<Fact<ResumeSlot>>,
}

impl Places {
    /// Makes the index for so many values.
    pub fn new(values: usize) -> Places {
        Places { guard: 0, by_value: vec![(0, 0); values], kept: vec![] }
    }
    fn begin(&mut self, fail_args: &[Option<OpRef>]) {
        self.guard += 1;
        for (n, v) in fail_args.iter().enumerate().rev() {
            if let Some(v) = v {
                self.add(*v, n);
            }
        }
    }
    fn add(&mut self, v: OpRef, n: usize) {
        self.by_value[v.index()] = (self.guard, n as u32);
    }
    fn get(&self, v: OpRef) -> Option<u32> {
        let (guard, n) = self.by_value[v.index()];
        (guard == self.guard).then_some(n)
    }
}

/// The facts about values that are fail args or live behind the guard: those become fail args, too.
pub fn settle(
    known: &[Fact<OpRef>],
    fail_args: &mut Vec<Option<OpRef>>,
    places: &mut Places,
    constant: impl Fn(OpRef) -> Option<ConstValue>,
    lives_on: impl Fn(OpRef) -> bool,
) -> Vec<Fact<ResumeSlot>> {
    places.begin(fail_args);
    let given = fail_args.len();
    // What is known of memory is worth a further fail arg, bounds alone are not.
    for fact in
        known.iter().filter(|f| matches!(f, Fact::Field(..) | Fact::Item(..) | Fact::Length(..)))
    {
        let there = |v: OpRef| {
            let place = || places.get(v).is_some_and(|n| (n as usize) < given);
            v.is_const() || place() || lives_on(v)
        };
        if fact.values().all(there) {
            for v in fact.values().filter(|v| !v.is_const()) {
                if places.get(v).is_none() {
                    places.add(v, fail_args.len());
                    fail_args.push(Some(v));
                }
            }
        }
    }
    // Most guards keep few of them, for as long as the trace lives.
    let mut kept = core::mem::take(&mut places.kept);
    let slot = |v: OpRef| match v.is_const() {
        true => constant(v).map(ResumeSlot::Const),
        false => places.get(v).map(ResumeSlot::Box),
    };
    kept.extend(known.iter().filter_map(|fact| fact.map(slot)));
    let mut out = Vec::with_capacity(kept.len());
    out.append(&mut kept);
    places.kept = kept;
    out
}
