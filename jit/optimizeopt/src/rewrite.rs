//! Pure operations: folding, cheaper forms, bounds, reuse of results. And calls.

use crate::callshape;
use crate::error::{InvalidLoop, Res};
use crate::gaps;
use crate::heap;
use crate::intbound::IntBound;
use crate::raw;
use crate::rules::{self, Simplified};
use crate::state::{LastOvf, Optimizer, PureKey, WOp};
use crate::strings;
use crate::values::{V, Virtual};
use alloc::boxed::Box;
use alloc::vec::Vec;
use jitmodel::ResOp as R;
use jitmodel::effects::COMMUTATIVE;
use jitmodel::*;
use smallvec::SmallVec;

fn words(consts: &[ConstValue]) -> Option<SmallVec<[i64; 4]>> {
    consts
        .iter()
        .map(|c| match c {
            ConstValue::Int(v) => Some(*v),
            ConstValue::Float(bits) => Some(*bits as i64),
            ConstValue::Ref(_) => None,
        })
        .collect()
}

impl Optimizer<'_> {
    /// The result of an operation that was made before.
    pub fn lookup_pure(&mut self, key: &PureKey) -> Res<Option<V>> {
        let Some(&value) = self.pure.get(key) else { return Ok(None) };
        let value = self.vals.get(value);
        self.use_short(value)?;
        let value = self.vals.get(value);
        if matches!(key.opnum, R::PtrEq | R::InstancePtrEq) && self.vals.int(value) == Some(0) {
            // (It may be another label that knows so.)
            self.vals.record_apart(key.args[0], key.args[1]);
        }
        Ok(Some(value))
    }
    /// The result of a test that was made before.
    pub fn test_result(&mut self, opnum: R, args: &[V]) -> Res<Option<bool>> {
        if let Some(truth) = known_truth(self, opnum, args)? {
            return Ok(Some(truth));
        }
        match opnum.negated() {
            Some(inverse) => Ok(known_truth(self, inverse, args)?.map(|t| !t)),
            None => Ok(None),
        }
    }
    /// Says what bounds and known differences tell about a comparison.
    pub fn known_comparison(&self, opnum: R, a: V, b: V) -> Option<bool> {
        let (ba, bb) = (self.vals.sum_bound(a), self.vals.sum_bound(b));
        if let Some(truth) = self.range_of(opnum, &ba, &bb).truth_of_test() {
            return Some(truth);
        }
        // What bounds do not tell of a constant nothing does.
        if self.vals.konst(a).is_some() || self.vals.konst(b).is_some() {
            return None;
        }
        // The greatest differences, of a to b and of b to a.
        let (over, under) = self.vals.differences((a, &ba), (b, &bb));
        let decide = |yes: bool, no: bool| match (yes, no) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        let unsigned = ba.nonneg() && bb.nonneg();
        match opnum {
            R::IntLt => decide(over < 0, under <= 0),
            R::IntLe => decide(over <= 0, under < 0),
            R::IntGt => decide(under < 0, over <= 0),
            R::IntGe => decide(under <= 0, over < 0),
            R::IntEq => decide(over <= 0 && under <= 0, over < 0 || under < 0),
            R::IntNe => decide(over < 0 || under < 0, over <= 0 && under <= 0),
            R::UintLt if unsigned => decide(over < 0, under <= 0),
            R::UintLe if unsigned => decide(over <= 0, under < 0),
            R::UintGt if unsigned => decide(under < 0, over <= 0),
            R::UintGe if unsigned => decide(under <= 0, over < 0),
            _ => None,
        }
    }
    /// The range and bits of the results of an operation on integers.
    pub fn range_of(&self, opnum: R, a: &IntBound, b: &IntBound) -> IntBound {
        let count = b.as_const().filter(|c| (0..64).contains(c)).map(|c| c as u32);
        let not = |truth: Option<bool>| truth.map(|t| !t);
        let test = IntBound::from_truth;
        match opnum {
            R::IntAdd => a.add(b),
            R::IntSub => a.sub(b),
            R::IntMul => a.mul(b),
            R::IntAnd => a.and(b),
            R::IntOr => a.or(b),
            R::IntXor => a.xor(b),
            R::IntInvert => a.invert(),
            R::IntNeg => IntBound::constant(0).sub(a),
            R::IntForceGeZero => IntBound::range(a.lo.max(0), a.hi.max(0)),
            R::IntLshift => count.map_or_else(|| a.lshift_by(b), |c| a.lshift(c)),
            R::IntRshift => count.map_or_else(|| a.rshift_by(b), |c| a.rshift(c)),
            R::UintRshift => match count {
                Some(c) => a.urshift(c),
                None if a.nonneg() => IntBound::range(0, a.hi),
                None => IntBound::ANY,
            },
            R::IntPyMod => match b.as_const() {
                Some(m) if m < 0 => IntBound::range(m + 1, 0),
                _ if b.lo > 0 && a.nonneg() => IntBound::range(0, a.hi.min(b.hi - 1)),
                _ if b.lo > 0 => IntBound::range(0, b.hi - 1),
                _ => IntBound::ANY,
            },
            R::UintMod if b.lo > 0 => IntBound::range(0, b.hi - 1),
            R::UintFloorDiv => match b.as_const() {
                Some(d) if d > 1 => IntBound::range(0, (u64::MAX / d as u64) as i64),
                _ if b.lo > 0 && a.nonneg() => IntBound::range(0, a.hi),
                _ => IntBound::ANY,
            },
            R::IntPyDiv => match b.as_const() {
                Some(d) if d > 0 => {
                    IntBound::range(arith::floordiv(a.lo, d), arith::floordiv(a.hi, d))
                }
                _ if b.lo > 0 && a.nonneg() => IntBound::range(0, a.hi),
                _ => IntBound::ANY,
            },
            R::IntSignext => match b.as_const() {
                Some(bytes @ (1 | 2 | 4)) => {
                    let unused = 64 - 8 * bytes as u32;
                    let least = i64::MIN >> unused;
                    let bits = a.bits().lshift(unused).rshift(unused);
                    IntBound::range(least, !least).with_bits(bits)
                }
                _ => *a,
            },
            R::IntIsTrue => test(a.truth()),
            R::IntIsZero => test(not(a.truth())),
            R::IntEq => test(a.equal(b)),
            R::IntNe => test(not(a.equal(b))),
            R::IntLt => test(a.less(b)),
            R::IntGe => test(not(a.less(b))),
            R::IntGt => test(b.less(a)),
            R::IntLe => test(not(b.less(a))),
            R::UintLt => test(a.below(b)),
            R::UintGe => test(not(a.below(b))),
            R::UintGt => test(b.below(a)),
            R::UintLe => test(not(b.below(a))),
            _ if opnum.is_bool() => IntBound::BOOL,
            _ => IntBound::ANY,
        }
    }
    /// Says whether an integer is known to be true or false.
    pub fn truth(&self, v: V) -> Option<bool> {
        self.vals.bound(v).truth()
    }
    fn same_object(&mut self, a: V, b: V) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let maybe_old = |virt: &Virtual| virt.is_text() || virt.is_call();
        let maybe_old = |v| self.vals.virt(v).is_some_and(maybe_old);
        if maybe_old(a) || maybe_old(b) {
            return None;
        }
        if self.vals.is_virtual(a) || self.vals.is_virtual(b) {
            return Some(false);
        }
        let null = Some(ConstValue::Ref(RefConst::Null));
        let (ka, kb) = (self.vals.konst(a), self.vals.konst(b));
        if (ka == null && self.known_nonnull(b) == Some(true))
            || (kb == null && self.known_nonnull(a) == Some(true))
        {
            return Some(false);
        }
        if let (Some(ConstValue::Ref(x)), Some(ConstValue::Ref(y))) = (ka, kb) {
            return self.env.same_object(x, y);
        }
        let (x, y) = (&self.vals[a].ptr, &self.vals[b].ptr);
        if x.fresh && y.fresh {
            return Some(false);
        }
        if !(x.nonnull && y.nonnull) {
            return None;
        }
        // What is compared with an instance is one.
        let (c, d) = match (x.class, y.class) {
            (Some(c), None) if kb.is_some() => (c, self.class_of_instance(b)?),
            (None, Some(d)) if ka.is_some() => (self.class_of_instance(a)?, d),
            (c, d) => (c?, d?),
        };
        (c != d).then_some(false)
    }
    /// `v` is in `bound` from now on.
    pub fn narrow(&mut self, v: V, bound: IntBound) -> Res {
        narrow_with(self, v, bound, &mut (FEW as u32))
    }
}

/// The key of a pure operation: equal keys give equal results.
fn pure_key(opt: &Optimizer<'_>, opnum: R, args: &[V], descr: Option<DescrRef>) -> PureKey {
    PureKey::new(opnum, descr, few(args.iter().map(|&a| opt.vals.get(a))))
}

/// The truth that a comparison is known to have.
fn known_truth(opt: &mut Optimizer<'_>, opnum: R, args: &[V]) -> Res<Option<bool>> {
    let key = pure_key(opt, opnum, args, None);
    let Some(&value) = opt.pure.get(&key) else { return Ok(None) };
    if opt.short_const(value).is_some() {
        opt.use_short(value)?;
    }
    Ok(opt.vals.int(value).map(|v| v != 0))
}

/// Constants stand right where that is possible.
fn constants_right(opt: &Optimizer<'_>, op: &mut WOp) {
    if let [a, b] = op.args[..]
        && opt.vals[a].konst.is_some()
        && opt.vals[b].konst.is_none()
    {
        let swapped = match op.opnum.has(COMMUTATIVE) {
            true => Some(op.opnum),
            false => op.opnum.swapped(),
        };
        if let Some(opnum) = swapped {
            op.opnum = opnum;
            op.args.swap(0, 1);
        }
    }
}

/// All pure operations come here.
pub(crate) fn optimize_pure(opt: &mut Optimizer<'_>, mut op: WOp) -> Res {
    constants_right(opt, &mut op);
    let consts: Option<SmallVec<[ConstValue; 4]>> =
        op.args.iter().map(|&a| opt.vals.konst(a)).collect();
    if let Some(consts) = consts
        && let Some(words) = words(&consts)
        && let Ok(value) = op.opnum.on_words(&words)
    {
        let c = match op.opnum.result() {
            Kind::Float => ConstValue::Float(value as u64),
            _ => ConstValue::Int(value),
        };
        opt.make_constant(op.result, c);
        return Ok(());
    }
    match simplify(opt, &op)? {
        Simplified::Value(v) => {
            opt.use_short(v)?;
            opt.make_equal(op.result, v);
            return Ok(());
        }
        Simplified::Int(i) => {
            opt.make_int(op.result, i);
            return Ok(());
        }
        Simplified::Op(opnum, args) => {
            // A smaller form of the same value: start again with it.
            return optimize_pure(
                opt,
                WOp { opnum, args, descr: OpDescr::None, result: op.result },
            );
        }
        Simplified::No => {}
    }
    let bound = result_range(opt, &op);
    if let Some(value) = bound.as_const()
        && op.opnum.result() == Kind::Int
    {
        opt.make_int(op.result, value);
        return Ok(());
    }
    let key = pure_key(opt, op.opnum, &op.args, None);
    if let Some(value) = opt.lookup_pure(&key)? {
        opt.make_equal(op.result, value);
        return Ok(());
    }
    if op.opnum.is_bool()
        && let Some(truth) = related_comparison(opt, &op)?
    {
        opt.make_int(op.result, truth as i64);
        return Ok(());
    }
    opt.force_args(&op)?;
    let result = op.result;
    note_linear(opt, &op);
    opt.vals[result].bound = bound;
    opt.emit_defining(op)?;
    opt.pure.insert(key, result);
    Ok(())
}

/// `result == base + k` facts of sums and differences with a constant.
pub(crate) fn note_linear(opt: &mut Optimizer<'_>, op: &WOp) {
    let (base, k) = match op.opnum {
        R::IntAdd => match (opt.vals.int(op.args[0]), opt.vals.int(op.args[1])) {
            (_, Some(k)) => (op.args[0], k),
            (Some(k), _) => (op.args[1], k),
            _ => return,
        },
        R::IntSub => match opt.vals.int(op.args[1]) {
            Some(k) if k != i64::MIN => (op.args[0], -k),
            _ => return,
        },
        _ => return,
    };
    opt.vals[op.result].sum.wrap = Some((base, k));
    if opt.vals.bound(base).add_exact(&IntBound::constant(k)).is_some() {
        opt.vals[op.result].sum.exact = Some((base, k));
    }
}

/// Says whether a comparison follows from one that is already decided.
fn related_comparison(opt: &mut Optimizer<'_>, op: &WOp) -> Res<Option<bool>> {
    let a = op.args[0];
    let mut truth = None;
    let mut ask = |this: &mut Optimizer<'_>, opnum: R, args: &[V], flip: bool| -> Res {
        if truth.is_none() {
            truth = known_truth(this, opnum, args)?.map(|t| t != flip);
        }
        Ok(())
    };
    if let Some(inverse) = op.opnum.negated() {
        ask(opt, inverse, &op.args, true)?;
    }
    if let Some(&b) = op.args.get(1) {
        if let Some(swapped) = op.opnum.swapped() {
            ask(opt, swapped, &[b, a], false)?;
            if let Some(inverse) = swapped.negated() {
                ask(opt, inverse, &[b, a], true)?;
            }
        }
        if truth.is_none() {
            truth = opt.known_comparison(op.opnum, a, b);
        }
        if truth.is_none() {
            truth = gaps::decide(opt, op.opnum, a, b)?;
        }
    }
    Ok(truth)
}

/// The range of an operation's result.
fn result_range(opt: &Optimizer<'_>, op: &WOp) -> IntBound {
    if op.opnum.result() != Kind::Int {
        return IntBound::ANY;
    }
    let a = opt.vals.bound(op.args[0]);
    let b = op.args.get(1).map_or(IntBound::ANY, |&b| opt.vals.bound(b));
    opt.range_of(op.opnum, &a, &b)
}

fn simplify(opt: &mut Optimizer<'_>, op: &WOp) -> Res<Simplified> {
    use Simplified::*;
    let a = op.args[0];
    let b = op.args.get(1).copied().unwrap_or(a);
    match op.opnum {
        R::SameAsI | R::SameAsR | R::SameAsF => return Ok(Value(a)),
        R::IntAdd | R::IntSub => {
            let (ca, cb) = (opt.vals.int(a), opt.vals.int(b));
            let sum = simplify_sum(opt, op, a, b, ca, cb)?;
            if !matches!(sum, No) {
                return Ok(sum);
            }
        }
        R::PtrEq | R::InstancePtrEq | R::PtrNe | R::InstancePtrNe => {
            if let Some(answer) = opt.same_object(a, b) {
                let eq = matches!(op.opnum, R::PtrEq | R::InstancePtrEq);
                return Ok(Int((answer == eq) as i64));
            }
        }
        R::PtrNonzero | R::PtrIszero => {
            if let Some(nonnull) = opt.known_nonnull(a) {
                return Ok(Int((nonnull == (op.opnum == R::PtrNonzero)) as i64));
            }
        }
        _ => {}
    }
    rules::apply(opt, op)
}

/// Gives the one form in which a sum is emitted: `x + k`, or `x - k` for negative k.
fn shown_sum(k: i64) -> (R, i64) {
    if k < 0 && k != i64::MIN { (R::IntSub, -k) } else { (R::IntAdd, k) }
}

/// A value is known to be `base + k`: it is not computed again.
pub(crate) fn know_sum(opt: &mut Optimizer<'_>, v: V, base: V, k: i64) {
    let (v, base) = (opt.vals.get(v), opt.vals.get(base));
    let known = |v: V| opt.vals.int(v).is_some();
    // (what is a sum already is one of something else, or of itself)
    let settled = opt.vals.wrap_linear(v).0 != v || opt.vals.wrap_linear(base).0 == v;
    if k == 0 || known(v) || known(base) || settled {
        return;
    }
    let (opnum, shown) = shown_sum(k);
    let shown = opt.int_const(shown);
    let key = pure_key(opt, opnum, &[base, shown], None);
    opt.pure.insert(key, v);
    opt.vals[v].sum.wrap = Some((base, k));
}

/// Sums with constants are kept as `base + k` of the first value of a chain.
fn simplify_sum(
    opt: &mut Optimizer<'_>,
    op: &WOp,
    a: V,
    b: V,
    ca: Option<i64>,
    cb: Option<i64>,
) -> Res<Simplified> {
    use Simplified::*;
    let add = op.opnum == R::IntAdd;
    let (base, k) = match (ca, cb) {
        (None, Some(k)) => (a, if add { k } else { k.wrapping_neg() }),
        (Some(k), None) if add => (b, k),
        (None, None) if !add => {
            // (x + k) - (x + l)
            let ((x, k), (y, l)) = (opt.vals.wrap_linear(a), opt.vals.wrap_linear(b));
            return Ok(if x == y { Int(k.wrapping_sub(l)) } else { No });
        }
        _ => return Ok(No),
    };
    if k == 0 {
        return Ok(Value(base));
    }
    let (root, offset) = opt.vals.wrap_linear(base);
    let total = offset.wrapping_add(k);
    if total == 0 {
        opt.use_short(root)?;
        return Ok(Value(root));
    }
    let (opnum, shown) = shown_sum(total);
    let canonical = op.opnum == opnum && a == root && cb == Some(shown);
    if canonical {
        return Ok(No);
    }
    Ok(Op(opnum, SmallVec::from_slice(&[root, opt.int_const(shown)])))
}

// ------------------------------------------------------------ overflow checks

/// `int_add_ovf` & co.
pub(crate) fn optimize_ovf(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    let (a, b) = (op.args[0], op.args[1]);
    let (ba, bb) = (opt.vals.bound(a), opt.vals.bound(b));
    if let (Some(x), Some(y)) = (ba.as_const(), bb.as_const())
        && let Some((value, overflowed)) = op.opnum.with_overflow(x, y)
    {
        opt.last_ovf = if overflowed { LastOvf::Always } else { LastOvf::Removed };
        opt.make_int(op.result, value);
        return Ok(());
    }
    let exact = match op.opnum {
        R::IntAddOvf => ba.add_exact(&bb),
        R::IntSubOvf => ba.sub_exact(&bb),
        _ => ba.mul_exact(&bb),
    };
    let key = pure_key(opt, op.opnum, &op.args, None);
    if exact.is_some() {
        opt.last_ovf = LastOvf::Removed;
        let opnum = op.opnum.unchecked().unwrap_or(op.opnum);
        return optimize_pure(opt, WOp { opnum, ..op });
    }
    if op.opnum == R::IntSubOvf && a == b {
        opt.last_ovf = LastOvf::Removed;
        opt.make_int(op.result, 0);
        return Ok(());
    }
    if let Some(value) = opt.lookup_pure(&key)? {
        opt.last_ovf = LastOvf::Removed;
        opt.make_equal(op.result, value);
        return Ok(());
    }
    let def = opt.emit_defining(op)?;
    opt.last_ovf = LastOvf::Kept(def);
    Ok(())
}

/// Notes what `guard_no_overflow` tells about the operation before it.
pub(crate) fn note_no_overflow(opt: &mut Optimizer<'_>, def: u32) -> Res {
    let op = opt.defs[def as usize].clone();
    let (a, b, result) = (op.args[0], op.args[1], op.result);
    let (ba, bb) = (opt.vals.bound(a), opt.vals.bound(b));
    let bound = match op.opnum {
        R::IntAddOvf => ba.add_saturating(&bb),
        R::IntSubOvf => ba.sub_saturating(&bb),
        _ => ba.mul_exact(&bb).unwrap_or(IntBound::ANY),
    };
    opt.narrow(result, bound)?;
    let linear = match (op.opnum, opt.vals.int(a), opt.vals.int(b)) {
        (R::IntAddOvf, _, Some(k)) => Some((a, k)),
        (R::IntAddOvf, Some(k), _) => Some((b, k)),
        (R::IntSubOvf, _, Some(k)) if k != i64::MIN => Some((a, -k)),
        _ => None,
    };
    opt.vals[result].sum.wrap = linear;
    opt.vals[result].sum.exact = linear;
    if let Some((base, k)) = linear {
        // The sum exists, so the base leaves room for it.
        let room = opt.vals.bound(result).sub_saturating(&IntBound::constant(k));
        opt.narrow(base, room)?;
    }
    let key = pure_key(opt, op.opnum, &op.args, None);
    opt.pure.insert(key, result);
    if let Some(plain) = op.opnum.unchecked() {
        let key = pure_key(opt, plain, &op.args, None);
        opt.pure.insert(key, result);
    }
    Ok(())
}

/// Notes a bound, and what it tells about the operands of at most so many operations that led to the value.
fn narrow_with(opt: &mut Optimizer<'_>, v: V, bound: IntBound, operations: &mut u32) -> Res {
    let v = opt.vals.get(v);
    let old = opt.vals[v].bound;
    let Ok(new) = old.intersect(&bound) else {
        return Err(InvalidLoop::new("a guard contradicts what is known about an integer"));
    };
    if new == old {
        return Ok(());
    }
    opt.vals[v].bound = new;
    let (sum, def) = (opt.vals.exact_step(v), opt.vals[v].def);
    if let Some(value) = new.as_const()
        && opt.vals[v].konst.is_none()
    {
        opt.make_int(v, value);
    }
    if let Some((base, k)) = sum {
        let room = new.sub_saturating(&IntBound::constant(k));
        narrow_with(opt, base, room, operations)?;
    }
    if *operations > 0
        && let Some(def) = def
    {
        *operations -= 1;
        narrow_operands(opt, def, new, operations)?;
    }
    Ok(())
}

/// Notes what an operation's result tells about its operands.
fn narrow_operands(
    opt: &mut Optimizer<'_>,
    def: u32,
    result: IntBound,
    operations: &mut u32,
) -> Res {
    let op = &opt.defs[def as usize];
    let opnum = op.opnum.unchecked().unwrap_or(op.opnum);
    let Some(&a) = op.args.first() else { return Ok(()) };
    let b = op.args.get(1).copied().unwrap_or(a);
    if opt.vals[opt.vals.get(a)].kind != Kind::Int {
        return Ok(());
    }
    let (x, y) = (opt.vals.bound(a), opt.vals.bound(b));
    let bits = result.bits();
    let count = y.as_const().filter(|c| (0..64).contains(c)).map(|c| c as u32);
    let (for_a, for_b) = match (opnum, count) {
        (R::IntAdd, _) => (result.sub(&y), result.sub(&x)),
        (R::IntSub, _) => (result.add(&y), x.sub(&result)),
        (R::IntXor, _) => (result.xor(&y), result.xor(&x)),
        (R::IntAnd, _) => (
            IntBound::from_bits(bits.before_and(y.bits())),
            IntBound::from_bits(bits.before_and(x.bits())),
        ),
        (R::IntOr, _) => (
            IntBound::from_bits(bits.before_or(y.bits())),
            IntBound::from_bits(bits.before_or(x.bits())),
        ),
        (R::IntInvert, _) => (result.invert(), IntBound::ANY),
        (R::IntNeg, _) => (IntBound::constant(0).sub(&result), IntBound::ANY),
        (R::IntLshift, Some(c)) => (IntBound::from_bits(bits.before_lshift(c)), IntBound::ANY),
        (R::IntRshift, Some(c)) => {
            let (lo, hi) = (result.lo.max(i64::MIN >> c), result.hi.min(i64::MAX >> c));
            let room = IntBound { lo: lo << c, hi: hi << c | !(!0 << c), ..IntBound::ANY };
            (room.with_bits(bits.before_rshift(c)), IntBound::ANY)
        }
        (R::UintRshift, Some(c)) => (IntBound::from_bits(bits.before_rshift(c)), IntBound::ANY),
        _ => return Ok(()),
    };
    narrow_with(opt, a, for_a, operations)?;
    if a != b { narrow_with(opt, b, for_b, operations) } else { Ok(()) }
}

// ------------------------------------------------------------ calls

/// Notes what a call of an elidable function gives: a call with these arguments is not made.
pub(crate) fn note_result(opt: &mut Optimizer<'_>, op: &WOp) {
    let opnum = R::call_pure(opt.descrs.call(op.descr()).result);
    let key = pure_key(opt, opnum, &op.args[1..], Some(op.descr()));
    opt.pure.entry(key).or_insert(op.args[0]);
}

/// All calls come here.
pub(crate) fn optimize_call(opt: &mut Optimizer<'_>, op: WOp) -> Res {
    if op.opnum.is_call_assembler() {
        let op = callshape::unpacked_call(opt, &op)?.unwrap_or(op);
        opt.force_args(&op)?;
        heap::force_all_lazy(opt)?;
        heap::forget_all(opt);
        opt.validity_checked = false;
        opt.exc_possible = true;
        opt.emit(op)?;
        return Ok(());
    }
    let descrs = opt.descrs;
    let call = descrs.call(op.descr());
    let effect = &call.effect;
    match op.opnum {
        R::CondCallN if opt.truth(op.args[0]) == Some(false) => return Ok(()),
        R::CondCallN if opt.truth(op.args[0]) == Some(true) => {
            let args = op.args[1..].iter().copied().collect();
            return optimize_call(opt, WOp { opnum: R::CallN, args, ..op });
        }
        R::CondCallValueI if opt.truth(op.args[0]) == Some(true) => {
            opt.make_equal(op.result, op.args[0]);
            return Ok(());
        }
        R::CondCallValueR if opt.known_nonnull(op.args[0]) == Some(true) => {
            opt.make_equal(op.result, op.args[0]);
            return Ok(());
        }
        _ => {}
    }
    let elidable = op.opnum.is_call_pure();
    if elidable {
        let consts: Option<Vec<ConstValue>> = op.args.iter().map(|&a| opt.vals.konst(a)).collect();
        if let Some(consts) = consts
            && let Some(func) = consts[0].int()
            && call.result != Kind::Void
        {
            let value = opt.env.call_pure(op.descr(), func, &consts[1..]);
            if let Some(value) = value.or_else(|| computed(opt, op.descr(), &consts)) {
                opt.make_constant(op.result, value);
                return Ok(());
            }
        }
        if effect.oopspec != OopSpec::None
            && let Some(value) = strings::string_call(opt, &op, effect)?
        {
            opt.make_equal(op.result, value);
            return Ok(());
        }
    }
    let key = if elidable {
        Some(pure_key(opt, op.opnum, &op.args, Some(op.descr())))
    } else if op.opnum.is_call_loopinvariant() {
        Some(pure_key(opt, op.opnum, &op.args[..1], Some(op.descr())))
    } else {
        None
    };
    if let Some(key) = &key
        && call.result != Kind::Void
        && let Some(value) = opt.lookup_pure(key)?
    {
        opt.make_equal(op.result, value);
        return Ok(());
    }
    if let Some(key) = &key
        && elidable
        && effect.late
        && call.result == Kind::Ref
    {
        // Maybe only a guard's exit wants the result.
        let virt = Virtual::Call { descr: op.descr(), args: op.args.clone() };
        opt.vals[op.result].ptr.virt = Some(Box::new(virt));
        opt.pure.insert(key.clone(), op.result);
        return Ok(());
    }
    if raw::raw_malloc(opt, &op, effect) || raw::raw_free(opt, &op, effect) {
        return Ok(());
    }
    if effect.oopspec == OopSpec::ArrayCopy && opt.copied(&op, effect)? {
        return Ok(());
    }
    let opnum = if key.is_some() { R::call(call.result) } else { op.opnum };
    let result = op.result;
    // Virtual arguments escape before memory effects are looked at.
    opt.force_args(&op)?;
    opt.call_effects(effect)?;
    if effect.can_invalidate || effect.has_random_effects() {
        opt.validity_checked = false;
    }
    let raises = effect.can_raise(false);
    opt.emit(WOp { opnum, ..op })?;
    if raises {
        opt.exc_possible = true;
    }
    if let Some(key) = key
        && call.result != Kind::Void
    {
        opt.pure.insert(key, result);
    }
    Ok(())
}

/// What a call of an elidable function with these constants gave while the trace was recorded: not all can be called now.
fn computed(opt: &Optimizer, call: DescrRef, args: &[ConstValue]) -> Option<ConstValue> {
    let same = |c: &&Computed| c.call == call && c.args[..] == *args;
    Some(opt.input.computed.iter().find(same)?.result)
}
