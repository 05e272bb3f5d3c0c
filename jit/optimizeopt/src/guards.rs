//! Guards: removed when known to hold, made stronger, and what they teach.

use crate::error::{InvalidLoop, Res};
use crate::intbound::IntBound;
use crate::ranges::{MAX_ADD, RangeGuard};
use crate::rewrite;
use crate::state::{LastOvf, Optimizer, PureKey, WOp};
use crate::values::{V, Virtual};
use crate::vrefs;
use jitmodel::ResOp as R;
use jitmodel::*;
use smallvec::SmallVec;

impl Optimizer<'_> {
    fn guard_value(&mut self, op: WOp) -> Res {
        let v = op.args[0];
        let Some(want) = self.vals.konst(op.args[1]) else {
            return self.emit(op).map(|_| ());
        };
        if let Some(have) = self.vals.konst(v) {
            let same = match (have, want) {
                (ConstValue::Ref(a), ConstValue::Ref(b)) => self.env.same_object(a, b),
                _ => Some(have == want),
            };
            return match same {
                Some(true) => Ok(()),
                Some(false) => Err(InvalidLoop::new("guard_value always fails")),
                None => self.emit(op).map(|_| ()),
            };
        }
        if self.vals.virt(v).is_some_and(Virtual::is_text) {
            self.force(v)?;
        }
        if self.vals.is_virtual(v) {
            return Err(InvalidLoop::new("guard_value on a new object"));
        }
        if let Some(value) = want.int() {
            let bound = self.vals.bound(v);
            if !bound.contains(value) {
                return Err(InvalidLoop::new("guard_value always fails"));
            }
            if bound.is_bool() {
                let opnum = if value == 1 { R::GuardTrue } else { R::GuardFalse };
                let args = SmallVec::from_slice(&[v]);
                return optimize_guard(self, WOp { opnum, args, ..op });
            }
        }
        if let (Some(have), Some(want)) = (self.known_class(v), self.known_class(op.args[1]))
            && have != want
        {
            return Err(InvalidLoop::new("guard_value on an object of another class"));
        }
        let is_ref = want.kind() == Kind::Ref;
        let old = if is_ref { self.vals[v].ptr.last_guard } else { None };
        let want_v = op.args[1];
        match old {
            // The earlier, weaker guard becomes this one: it continues at its own, earlier place.
            Some(index) => {
                let constant = self.out_of(want_v)?;
                let value = self.out_of(v)?;
                strengthen(self, index, R::GuardValue, &[value, constant]);
            }
            None => {
                self.emit(op)?;
            }
        }
        if let Some(value) = want.int() {
            self.narrow(v, IntBound::constant(value))?;
        }
        self.make_constant(v, want);
        Ok(())
    }
}

/// All guards come here.
pub(crate) fn optimize_guard(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    if let Some(&v) = op.args.first()
        && opt.vals.virt(v).is_some_and(Virtual::is_call)
    {
        opt.force(v)?;
    }
    match op.opnum {
        R::GuardTrue => guard_truth(opt, op, true),
        R::GuardFalse => guard_truth(opt, op, false),
        R::GuardValue => opt.guard_value(op),
        R::GuardClass => guard_class(opt, op, false),
        R::GuardNonnullClass => guard_class(opt, op, true),
        R::GuardNonnull => guard_nonnull(opt, op),
        R::GuardIsnull => guard_isnull(opt, op),
        R::GuardNoOverflow => match opt.last_ovf {
            LastOvf::Removed => Ok(()),
            LastOvf::Always => Err(InvalidLoop::new("an operation always overflows")),
            LastOvf::Kept(def) => {
                opt.emit(op)?;
                rewrite::note_no_overflow(opt, def)
            }
        },
        R::GuardOverflow => match opt.last_ovf {
            LastOvf::Always => Ok(()),
            LastOvf::Removed => Err(InvalidLoop::new("an operation never overflows")),
            LastOvf::Kept(_) => opt.emit(op).map(|_| ()),
        },
        R::GuardNoException => {
            if opt.exc_possible {
                opt.emit(op)?;
                opt.exc_possible = false;
            }
            Ok(())
        }
        R::GuardException => {
            let (class, result) = (opt.vals.int(op.args[0]), op.result);
            opt.emit(op)?;
            opt.exc_possible = false;
            opt.vals[result].ptr.nonnull = true;
            opt.vals[result].ptr.class = class;
            Ok(())
        }
        R::GuardNotInvalidated => {
            if !opt.validity_checked {
                opt.emit(op)?;
                opt.validity_checked = true;
            }
            Ok(())
        }
        R::GuardNotForced => vrefs::guard_not_forced(opt, op),
        R::GuardFutureCondition => {
            if let OpDescr::Guard(guard) = op.descr {
                opt.future_guard = Some(guard);
            }
            Ok(())
        }
        _ => opt.emit(op).map(|_| ()),
    }
}

fn guard_truth(opt: &mut Optimizer<'_>, op: WOp, truth: bool) -> Res {
    let v = op.args[0];
    match opt.truth(v) {
        Some(known) if known == truth => return Ok(()),
        Some(_) => return Err(InvalidLoop::new("guard_true/false always fails")),
        None => {}
    }
    if let Some(def) = opt.def(v) {
        // A test for null becomes a guard on the reference itself.
        let nonnull = match def.opnum {
            R::PtrNonzero => Some(truth),
            R::PtrIszero => Some(!truth),
            _ => None,
        };
        if let Some(nonnull) = nonnull {
            let args = SmallVec::from_slice(&[opt.vals.get(def.args[0])]);
            let opnum = if nonnull { R::GuardNonnull } else { R::GuardIsnull };
            // The guard's snapshot may hold the test's result: it is known only afterwards.
            optimize_guard(opt, WOp { opnum, args, ..op })?;
            opt.make_int(v, truth as i64);
            return Ok(());
        }
    }
    let index = opt.emit(op)?;
    note_range_guard(opt, index, v, truth);
    note_unequal(opt, v, truth, index);
    learn_truth(opt, v, truth)
}

/// Says whether the guard at `index` stands behind the operation whose result it tests, and does not pass this on:
/// it may test something else.
fn tests_only(opt: &Optimizer<'_>, index: usize) -> bool {
    let guard = &opt.out.ops[index];
    let tested = guard.args[0];
    let made_before = index > 0 && !tested.is_const() && {
        let inputs = opt.out.inputargs.len();
        tested.index() + 1 == inputs + index
    };
    let info = guard.guard().map(|g| &opt.out.guards[g.0 as usize]);
    made_before && info.is_some_and(|i| !i.fail_args.contains(&Some(tested)))
}

/// A guard told that an object is not a constant one.
fn note_unequal(opt: &mut Optimizer<'_>, v: V, truth: bool, index: usize) {
    let Some(def) = opt.def(v) else { return };
    let unequal = match def.opnum {
        R::PtrEq | R::InstancePtrEq => !truth,
        R::PtrNe | R::InstancePtrNe => truth,
        _ => false,
    };
    if !unequal {
        return;
    }
    let (a, b) = (opt.vals.get(def.args[0]), opt.vals.get(def.args[1]));
    let (object, c) = match (opt.vals.konst(a), opt.vals.konst(b)) {
        (None, Some(ConstValue::Ref(c))) => (a, c),
        (Some(ConstValue::Ref(c)), None) => (b, c),
        _ => return,
    };
    opt.vals[object].ptr.unequal.push((c, index));
}

/// `v` is tested to be of a class: tests for constants of other classes are superfluous behind guard `from`. Without it:
/// the first such test that may become the test of the class.
fn unequal_by_class(
    opt: &mut Optimizer<'_>,
    v: V,
    class: i64,
    from: Option<usize>,
) -> Option<usize> {
    let mut from = from;
    let tests = core::mem::take(&mut opt.vals[v].ptr.unequal);
    for &(object, index) in &tests {
        // It is compared with an instance.
        let other = if object == RefConst::Null { None } else { opt.env.instance_class(object) };
        if other.is_none_or(|other| other == class) {
            continue;
        }
        match from {
            Some(from) if from < index => {
                let one = opt.out.const_int(1);
                strengthen(opt, index, R::GuardTrue, &[one]);
            }
            None if tests_only(opt, index) => from = Some(index),
            _ => {}
        }
    }
    from
}

/// `v` is known to be true or false from now on.
pub(crate) fn learn_truth(opt: &mut Optimizer<'_>, v: V, truth: bool) -> Res {
    let v = opt.vals.get(v);
    let def = opt.def(v).cloned();
    if !truth {
        opt.narrow(v, IntBound::constant(0))?;
    } else if opt.vals.bound(v).is_bool() {
        opt.narrow(v, IntBound::constant(1))?;
    } else {
        let Ok(bound) = opt.vals.bound(v).without_zero() else {
            return Err(InvalidLoop::new("guard_true always fails"));
        };
        opt.narrow(v, bound)?;
    }
    let Some(def) = def else { return Ok(()) };
    let opnum = if truth {
        def.opnum
    } else {
        match def.opnum.negated() {
            Some(inverse) if def.opnum.is_bool() => inverse,
            _ => return Ok(()),
        }
    };
    let a = opt.vals.get(def.args[0]);
    let b = def.args.get(1).map_or(a, |&b| opt.vals.get(b));
    match opnum {
        R::IntLt => learn_less(opt, a, b, 1),
        R::IntLe => learn_less(opt, a, b, 0),
        R::IntGt => learn_less(opt, b, a, 1),
        R::IntGe => learn_less(opt, b, a, 0),
        R::IntEq => {
            let (ba, bb) = (opt.vals.bound(a), opt.vals.bound(b));
            opt.narrow(a, bb)?;
            opt.narrow(b, ba)
        }
        R::IntNe => {
            for (x, y) in [(a, b), (b, a)] {
                let bound = opt.vals.bound(x);
                if let Some(c) = opt.vals.int(y) {
                    let mut new = bound;
                    new.lo += (bound.lo == c && bound.lo < bound.hi) as i64;
                    new.hi -= (bound.hi == c && bound.lo < bound.hi) as i64;
                    opt.narrow(x, IntBound::range(new.lo, new.hi.max(new.lo)))?;
                }
            }
            Ok(())
        }
        R::IntIsTrue => match opt.vals.bound(a).without_zero() {
            Ok(bound) => opt.narrow(a, bound),
            Err(_) => Err(InvalidLoop::new("guard_true always fails")),
        },
        R::IntIsZero => opt.narrow(a, IntBound::constant(0)),
        R::PtrNe | R::InstancePtrNe => {
            opt.vals.record_apart(a, b);
            Ok(())
        }
        R::UintLt | R::UintLe | R::UintGt | R::UintGe => {
            let (small, big, strict) = match opnum {
                R::UintLt => (a, b, 1),
                R::UintLe => (a, b, 0),
                R::UintGt => (b, a, 1),
                _ => (b, a, 0),
            };
            if opt.vals.bound(big).nonneg() {
                opt.narrow(small, IntBound::range(0, i64::MAX))?;
                learn_less(opt, small, big, strict)?;
                // A loop's body may ask for the signed one.
                let opnum = if strict == 1 { R::IntLt } else { R::IntLe };
                let args = SmallVec::from_slice(&[opt.vals.get(small), opt.vals.get(big)]);
                let yes = opt.int_const(1);
                opt.pure.entry(PureKey { opnum, descr: None, args }).or_insert(yes);
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// `a + strict <= b`.
fn learn_less(opt: &mut Optimizer<'_>, a: V, b: V, strict: i64) -> Res {
    let impossible = || InvalidLoop::new("a comparison contradicts known bounds");
    let hi = opt.vals.bound(b).hi.checked_sub(strict).ok_or_else(impossible)?;
    opt.narrow(a, IntBound::range(i64::MIN, hi))?;
    let mut lo = opt.vals.bound(a).lo.checked_add(strict).ok_or_else(impossible)?;
    if opt.vals.int(a).is_none() {
        // What a limit is more than follows from the difference.
        lo = lo.min(opt.vals.bound(b).lo.max(1));
    }
    opt.narrow(b, IntBound::range(lo, i64::MAX))?;
    opt.vals.record_difference(a, b, -strict);
    Ok(())
}

fn strengthen(opt: &mut Optimizer<'_>, index: usize, opnum: R, args: &[OpRef]) {
    let old = &mut opt.out.ops[index];
    old.opnum = opnum;
    old.args = Args::from_slice(args);
}

fn guard_class(opt: &mut Optimizer<'_>, op: WOp, test_null: bool) -> Res {
    let v = op.args[0];
    let want = opt.vals.int(op.args[1]);
    if let (Some(have), Some(want)) = (opt.class_of_instance(v), want) {
        if have != want {
            return Err(InvalidLoop::new("guard_class always fails"));
        }
        if !test_null || opt.known_nonnull(v) == Some(true) {
            opt.make_nonnull(v);
            return Ok(());
        }
    }
    if opt.known_nonnull(v) == Some(false) {
        return Err(InvalidLoop::new("guard_class on null"));
    }
    if opt.vals.is_virtual(v) {
        return Err(InvalidLoop::new("guard_class on a struct without class"));
    }
    let known_nonnull = opt.known_nonnull(v) == Some(true);
    let class_arg = op.args[1];
    let mut old = opt.vals[v].ptr.last_guard.filter(|_| opt.vals[v].konst.is_none());
    if let Some(class) = want
        && opt.vals[v].konst.is_none()
    {
        old = unequal_by_class(opt, v, class, old);
    }
    let index = match old {
        Some(index) => {
            let (value, class) = (opt.out_of(v)?, opt.out_of(class_arg)?);
            strengthen(opt, index, R::GuardNonnullClass, &[value, class]);
            index
        }
        None => {
            let opnum =
                if known_nonnull || !test_null { R::GuardClass } else { R::GuardNonnullClass };
            opt.emit(WOp { opnum, ..op })?
        }
    };
    let ptr = &mut opt.vals[v].ptr;
    ptr.nonnull = true;
    ptr.class = want;
    // Only null-tested values may be tested again at that place.
    ptr.last_guard =
        if opt.out.ops[index].opnum == R::GuardNonnullClass { Some(index) } else { None };
    Ok(())
}

fn guard_nonnull(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    let v = op.args[0];
    match opt.known_nonnull(v) {
        Some(true) => return Ok(()),
        Some(false) => return Err(InvalidLoop::new("guard_nonnull on null")),
        None => {}
    }
    let index = opt.emit(op)?;
    opt.vals[v].ptr.nonnull = true;
    opt.vals[v].ptr.last_guard = Some(index);
    Ok(())
}

fn guard_isnull(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    let v = op.args[0];
    match opt.known_nonnull(v) {
        Some(false) => return Ok(()),
        Some(true) => return Err(InvalidLoop::new("guard_isnull on an object")),
        None => {}
    }
    opt.emit(op)?;
    opt.make_constant(v, ConstValue::Ref(RefConst::Null));
    Ok(())
}

/// The guard at `at` makes `v`, a comparison's result, true or false: remembers it if it is a range test.
fn note_range_guard(opt: &mut Optimizer<'_>, at: usize, v: V, truth: bool) {
    let Some(def) = opt.def(v) else { return };
    let opnum = if truth { Some(def.opnum) } else { def.opnum.negated() };
    let first = def.args[0];
    let (a, b) = match def.args.get(1) {
        Some(&second) => (first, second),
        None => (opt.int_const(0), first),
    };
    let (small, big, strict, unsigned) = match opnum {
        Some(R::IntIsTrue) if opt.vals.bound(b).nonneg() => (a, b, 1, false),
        Some(R::IntLt) => (a, b, 1, false),
        Some(R::IntLe) => (a, b, 0, false),
        Some(R::IntGt) => (b, a, 1, false),
        Some(R::IntGe) => (b, a, 0, false),
        Some(R::UintLt) => (a, b, 1, true),
        Some(R::UintGt) => (b, a, 1, true),
        _ => return,
    };
    let big = opt.vals.get(big);
    let Some(limit) = opt.vals[big].out.filter(|l| !l.is_const()) else { return };
    let limit_nonneg = opt.vals.bound(big).nonneg();
    if unsigned && !limit_nonneg {
        return;
    }
    let (base, mut add) = opt.vals.wrap_linear(small);
    let (mut lo, mut hi) = (opt.vals.bound(base).lo, opt.vals.bound(base).hi);
    let base = match opt.vals.int(base) {
        Some(c) => {
            let Some(sum) = add.checked_add(c) else { return };
            (add, lo, hi) = (sum, 0, 0);
            None
        }
        None => match opt.vals[base].out {
            Some(out) if !out.is_const() => Some(out),
            _ => return,
        },
    };
    if add.checked_abs().is_some_and(|a| a < MAX_ADD) {
        let add = add + strict - 1;
        opt.ranges.push(RangeGuard { at, base, add, limit, unsigned, limit_nonneg, lo, hi });
    }
}
