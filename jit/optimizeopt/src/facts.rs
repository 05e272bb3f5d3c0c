//! Facts that a bridge may rely on: at each guard the optimiser notes what it knows of memory and of the values there;
//! what is about values that live on is kept with the guard's resume data. The bridge's optimiser begins with it.

use crate::error::Res;
use crate::guards;
use crate::heap;
use crate::intbound::IntBound;
use crate::rewrite;
use crate::state::{Optimizer, PureKey, WOp};
use crate::values::V;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::*;
use smallvec::SmallVec;

/// Maximum number of facts of one sort at a guard: more cost more time than they save. (Measured on 59 guests: with 24 they take 5 %
/// longer in the mean, with 200 8 %; with 6 as long; with 3 one takes twice the time.)
const MOST_FACTS: usize = 8;

impl Optimizer<'_> {
    /// Adds a value, if it is not there already.
    #[inline]
    fn is_about(&mut self, v: V, about: &mut SmallVec<[V; 32]>) {
        let v = self.vals.get(v);
        if self.vals[v].konst.is_none() && !self.vals.is_virtual(v) && self.numbering.new_fact(v) {
            about.push(v);
        }
    }
}

/// Gives what is known now. `boxes`: the fail args' values; `test`: what the guard tests, if it is an integer, and
/// what it finds when it fails.
pub(crate) fn facts(
    opt: &mut Optimizer<'_>,
    boxes: &[V],
    test: Option<(V, bool)>,
) -> Vec<Fact<OpRef>> {
    let mut memory: SmallVec<[Fact<V>; MOST_FACTS + 4]> = SmallVec::new();
    for (&descr, slot) in &opt.heap.fields {
        if memory.len() >= MOST_FACTS {
            break;
        }
        for &(object, value) in slot.known.iter().rev().take(4) {
            memory.push(Fact::Field(descr, object, value));
        }
    }
    for (&descr, cache) in &opt.heap.arrays {
        if memory.len() >= MOST_FACTS {
            break;
        }
        for &(array, index, value) in cache.variable.iter().rev().take(4) {
            memory.push(Fact::Item(descr, array, index, value));
        }
    }
    for &(descr, array, length) in opt.lengths.iter().rev() {
        if memory.len() >= MOST_FACTS {
            break;
        }
        memory.push(Fact::Length(descr, array, length));
    }
    if memory.len() < MOST_FACTS {
        items(opt, MOST_FACTS - memory.len(), &mut memory);
    }
    memory.truncate(MOST_FACTS);
    let mut out: Vec<Fact<OpRef>> = Vec::with_capacity(2 * memory.len() + boxes.len() + 1);
    let mut about: SmallVec<[V; 32]> = SmallVec::new();
    opt.numbering.next_facts();
    for &v in boxes {
        opt.is_about(v, &mut about);
    }
    for mut fact in memory {
        if let Some(placed) = fact.map(|v| opt.place(v)) {
            out.push(placed);
            fact.for_each_value(&mut |v| opt.is_about(*v, &mut about));
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
            .take(MOST_FACTS)
            .filter_map(|(a, b, d)| Some(Fact::Difference(opt.vals[a].out?, opt.vals[b].out?, d))),
    );
    sums(opt, &about, &mut out);
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

/// Adds what is known of items at constant indices, of so many at most.
fn items(opt: &mut Optimizer<'_>, most: usize, memory: &mut SmallVec<[Fact<V>; MOST_FACTS + 4]>) {
    let known = opt.heap.arrays.iter().flat_map(|(&descr, cache)| {
        cache.items.iter().filter_map(move |(&n, slot)| Some((descr, n, *slot.known.last()?)))
    });
    let known: SmallVec<[_; MOST_FACTS]> = known.take(most).collect();
    for (descr, n, (array, value)) in known {
        let index = opt.int_const(n);
        memory.push(Fact::Item(descr, array, index, value));
    }
}

/// Adds which values are sums of others: calls that were inlined in each other have arguments that follow from one another, and a bridge
/// that inlines further ones computes them again.
fn sums(opt: &Optimizer<'_>, about: &[V], out: &mut Vec<Fact<OpRef>>) {
    let mut first: SmallVec<[(V, i64, OpRef); 8]> = SmallVec::new();
    let mut left = MOST_FACTS;
    for &v in about.iter().filter(|&&v| opt.vals[v].kind == Kind::Int) {
        let Some(place) = opt.vals[v].out else { continue };
        let (root, k) = opt.vals.wrap_linear(v);
        match first.iter().find(|f| f.0 == root) {
            None => first.push((root, k, place)),
            Some(&(_, other, base)) if left > 0 => {
                out.push(Fact::Sum(place, base, k.wrapping_sub(other)));
                left -= 1;
            }
            Some(_) => {}
        }
    }
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
                heap::remember_length(opt, array, descr, length);
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
            Some(Fact::Sum(v, base, k)) => rewrite::know_sum(opt, v, base, k),
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
