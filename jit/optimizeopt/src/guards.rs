//! Guards: removed when known to hold, made stronger, and what they teach.

use crate::InvalidLoop;
use crate::intbound::IntBound;
use crate::optimizer::{LastOvf, Optimizer, PureKey, Res, WOp};
use crate::values::{V, Virtual};
use jitmodel::ResOp as R;
use jitmodel::*;
use smallvec::SmallVec;

impl Optimizer<'_> {
    /// All guards come here.
    pub fn optimize_guard(&mut self, op: WOp) -> Res {
        if let Some(&v) = op.args.first()
            && self.vals.virt(v).is_some_and(Virtual::is_call)
        {
            self.force(v)?;
        }
        match op.opnum {
            R::GuardTrue => self.guard_truth(op, true),
            R::GuardFalse => self.guard_truth(op, false),
            R::GuardValue => self.guard_value(op),
            R::GuardClass => self.guard_class(op, false),
            R::GuardNonnullClass => self.guard_class(op, true),
            R::GuardNonnull => self.guard_nonnull(op),
            R::GuardIsnull => self.guard_isnull(op),
            R::GuardNoOverflow => match self.last_ovf {
                LastOvf::Removed => Ok(()),
                LastOvf::Always => Err(InvalidLoop::new("an operation always overflows")),
                LastOvf::Kept(def) => {
                    self.emit(op)?;
                    self.note_no_overflow(def)
                }
            },
            R::GuardOverflow => match self.last_ovf {
                LastOvf::Always => Ok(()),
                LastOvf::Removed => Err(InvalidLoop::new("an operation never overflows")),
                LastOvf::Kept(_) => self.emit(op).map(|_| ()),
            },
            R::GuardNoException => {
                if self.exc_possible {
                    self.emit(op)?;
                    self.exc_possible = false;
                }
                Ok(())
            }
            R::GuardException => {
                let (class, result) = (self.vals.int(op.args[0]), op.result);
                self.emit(op)?;
                self.exc_possible = false;
                self.vals[result].ptr.nonnull = true;
                self.vals[result].ptr.class = class;
                Ok(())
            }
            R::GuardNotInvalidated => {
                if !self.validity_checked {
                    self.emit(op)?;
                    self.validity_checked = true;
                }
                Ok(())
            }
            R::GuardNotForced => self.guard_not_forced(op),
            R::GuardFutureCondition => {
                if let OpDescr::Guard(guard) = op.descr {
                    self.future_guard = Some(guard);
                }
                Ok(())
            }
            _ => self.emit(op).map(|_| ()),
        }
    }

    fn guard_truth(&mut self, op: WOp, truth: bool) -> Res {
        let v = op.args[0];
        match self.truth(v) {
            Some(known) if known == truth => return Ok(()),
            Some(_) => return Err(InvalidLoop::new("guard_true/false always fails")),
            None => {}
        }
        if let Some(def) = self.def(v) {
            // A test for null becomes a guard on the reference itself.
            let nonnull = match def.opnum {
                R::PtrNonzero => Some(truth),
                R::PtrIszero => Some(!truth),
                _ => None,
            };
            if let Some(nonnull) = nonnull {
                let args = SmallVec::from_slice(&[self.vals.get(def.args[0])]);
                let opnum = if nonnull { R::GuardNonnull } else { R::GuardIsnull };
                // The guard's snapshot may hold the test's result: it is known only afterwards.
                self.optimize_guard(WOp { opnum, args, ..op })?;
                self.make_int(v, truth as i64);
                return Ok(());
            }
        }
        let index = self.emit(op)?;
        self.note_range_guard(index, v, truth);
        self.note_unequal(v, truth, index);
        self.learn_truth(v, truth)
    }

    /// Says whether the guard at `index` stands behind the operation whose result it tests, and does not pass this on:
    /// it may test something else.
    fn tests_only(&self, index: usize) -> bool {
        let guard = &self.out.ops[index];
        let tested = guard.args[0];
        let made_before = index > 0 && !tested.is_const() && {
            let inputs = self.out.inputargs.len();
            tested.index() + 1 == inputs + index
        };
        let info = guard.guard().map(|g| &self.out.guards[g.0 as usize]);
        made_before && info.is_some_and(|i| !i.fail_args.contains(&Some(tested)))
    }

    /// A guard told that an object is not a constant one.
    fn note_unequal(&mut self, v: V, truth: bool, index: usize) {
        let Some(def) = self.def(v) else { return };
        let unequal = match def.opnum {
            R::PtrEq | R::InstancePtrEq => !truth,
            R::PtrNe | R::InstancePtrNe => truth,
            _ => false,
        };
        if !unequal {
            return;
        }
        let (a, b) = (self.vals.get(def.args[0]), self.vals.get(def.args[1]));
        let (object, c) = match (self.vals.konst(a), self.vals.konst(b)) {
            (None, Some(ConstValue::Ref(c))) => (a, c),
            (Some(ConstValue::Ref(c)), None) => (b, c),
            _ => return,
        };
        self.vals[object].ptr.unequal.push((c, index));
    }

    /// `v` is tested to be of a class: tests for constants of other classes are superfluous behind guard `from`. Without it:
    /// the first such test that may become the test of the class.
    fn unequal_by_class(&mut self, v: V, class: i64, from: Option<usize>) -> Option<usize> {
        let mut from = from;
        let tests = core::mem::take(&mut self.vals[v].ptr.unequal);
        for &(object, index) in &tests {
            // It is compared with an instance.
            let other =
                if object == RefConst::Null { None } else { self.env.instance_class(object) };
            if other.is_none_or(|other| other == class) {
                continue;
            }
            match from {
                Some(from) if from < index => {
                    let one = self.out.const_int(1);
                    self.strengthen(index, R::GuardTrue, &[one]);
                }
                None if self.tests_only(index) => from = Some(index),
                _ => {}
            }
        }
        from
    }

    /// `v` is known to be true or false from now on.
    pub fn learn_truth(&mut self, v: V, truth: bool) -> Res {
        let v = self.vals.get(v);
        let def = self.def(v).cloned();
        if !truth {
            self.narrow(v, IntBound::constant(0))?;
        } else if self.vals.bound(v).is_bool() {
            self.narrow(v, IntBound::constant(1))?;
        } else {
            let Ok(bound) = self.vals.bound(v).without_zero() else {
                return Err(InvalidLoop::new("guard_true always fails"));
            };
            self.narrow(v, bound)?;
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
        let a = self.vals.get(def.args[0]);
        let b = def.args.get(1).map_or(a, |&b| self.vals.get(b));
        match opnum {
            R::IntLt => self.learn_less(a, b, 1),
            R::IntLe => self.learn_less(a, b, 0),
            R::IntGt => self.learn_less(b, a, 1),
            R::IntGe => self.learn_less(b, a, 0),
            R::IntEq => {
                let (ba, bb) = (self.vals.bound(a), self.vals.bound(b));
                self.narrow(a, bb)?;
                self.narrow(b, ba)
            }
            R::IntNe => {
                for (x, y) in [(a, b), (b, a)] {
                    let bound = self.vals.bound(x);
                    if let Some(c) = self.vals.int(y) {
                        let mut new = bound;
                        new.lo += (bound.lo == c && bound.lo < bound.hi) as i64;
                        new.hi -= (bound.hi == c && bound.lo < bound.hi) as i64;
                        self.narrow(x, IntBound::range(new.lo, new.hi.max(new.lo)))?;
                    }
                }
                Ok(())
            }
            R::IntIsTrue => match self.vals.bound(a).without_zero() {
                Ok(bound) => self.narrow(a, bound),
                Err(_) => Err(InvalidLoop::new("guard_true always fails")),
            },
            R::IntIsZero => self.narrow(a, IntBound::constant(0)),
            R::PtrNe | R::InstancePtrNe => {
                self.vals.record_apart(a, b);
                Ok(())
            }
            R::UintLt | R::UintLe | R::UintGt | R::UintGe => {
                let (small, big, strict) = match opnum {
                    R::UintLt => (a, b, 1),
                    R::UintLe => (a, b, 0),
                    R::UintGt => (b, a, 1),
                    _ => (b, a, 0),
                };
                if self.vals.bound(big).nonneg() {
                    self.narrow(small, IntBound::range(0, i64::MAX))?;
                    self.learn_less(small, big, strict)?;
                    // A loop's body may ask for the signed one.
                    let opnum = if strict == 1 { R::IntLt } else { R::IntLe };
                    let args = SmallVec::from_slice(&[self.vals.get(small), self.vals.get(big)]);
                    let yes = self.int_const(1);
                    self.pure.entry(PureKey { opnum, descr: None, args }).or_insert(yes);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// `a + strict <= b`.
    fn learn_less(&mut self, a: V, b: V, strict: i64) -> Res {
        let impossible = || InvalidLoop::new("a comparison contradicts known bounds");
        let hi = self.vals.bound(b).hi.checked_sub(strict).ok_or_else(impossible)?;
        self.narrow(a, IntBound::range(i64::MIN, hi))?;
        let mut lo = self.vals.bound(a).lo.checked_add(strict).ok_or_else(impossible)?;
        if self.vals.int(a).is_none() {
            // What a limit is more than follows from the difference.
            lo = lo.min(self.vals.bound(b).lo.max(1));
        }
        self.narrow(b, IntBound::range(lo, i64::MAX))?;
        self.vals.record_difference(a, b, -strict);
        Ok(())
    }

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
                return self.optimize_guard(WOp { opnum, args, ..op });
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
                self.strengthen(index, R::GuardValue, &[value, constant]);
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

    fn strengthen(&mut self, index: usize, opnum: R, args: &[OpRef]) {
        let old = &mut self.out.ops[index];
        old.opnum = opnum;
        old.args = Args::from_slice(args);
    }

    fn guard_class(&mut self, op: WOp, test_null: bool) -> Res {
        let v = op.args[0];
        let want = self.vals.int(op.args[1]);
        if let (Some(have), Some(want)) = (self.class_of_instance(v), want) {
            if have != want {
                return Err(InvalidLoop::new("guard_class always fails"));
            }
            if !test_null || self.known_nonnull(v) == Some(true) {
                self.make_nonnull(v);
                return Ok(());
            }
        }
        if self.known_nonnull(v) == Some(false) {
            return Err(InvalidLoop::new("guard_class on null"));
        }
        if self.vals.is_virtual(v) {
            return Err(InvalidLoop::new("guard_class on a struct without class"));
        }
        let known_nonnull = self.known_nonnull(v) == Some(true);
        let class_arg = op.args[1];
        let mut old = self.vals[v].ptr.last_guard.filter(|_| self.vals[v].konst.is_none());
        if let Some(class) = want
            && self.vals[v].konst.is_none()
        {
            old = self.unequal_by_class(v, class, old);
        }
        let index = match old {
            Some(index) => {
                let (value, class) = (self.out_of(v)?, self.out_of(class_arg)?);
                self.strengthen(index, R::GuardNonnullClass, &[value, class]);
                index
            }
            None => {
                let opnum =
                    if known_nonnull || !test_null { R::GuardClass } else { R::GuardNonnullClass };
                self.emit(WOp { opnum, ..op })?
            }
        };
        let ptr = &mut self.vals[v].ptr;
        ptr.nonnull = true;
        ptr.class = want;
        // Only null-tested values may be tested again at that place.
        ptr.last_guard =
            if self.out.ops[index].opnum == R::GuardNonnullClass { Some(index) } else { None };
        Ok(())
    }

    fn guard_nonnull(&mut self, op: WOp) -> Res {
        let v = op.args[0];
        match self.known_nonnull(v) {
            Some(true) => return Ok(()),
            Some(false) => return Err(InvalidLoop::new("guard_nonnull on null")),
            None => {}
        }
        let index = self.emit(op)?;
        self.vals[v].ptr.nonnull = true;
        self.vals[v].ptr.last_guard = Some(index);
        Ok(())
    }

    fn guard_isnull(&mut self, op: WOp) -> Res {
        let v = op.args[0];
        match self.known_nonnull(v) {
            Some(false) => return Ok(()),
            Some(true) => return Err(InvalidLoop::new("guard_isnull on an object")),
            None => {}
        }
        self.emit(op)?;
        self.make_constant(v, ConstValue::Ref(RefConst::Null));
        Ok(())
    }
}
