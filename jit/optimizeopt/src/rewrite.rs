//! Pure operations: folding, cheaper forms, bounds, reuse of results. And calls.

use crate::InvalidLoop;
use crate::intbound::IntBound;
use crate::optimizer::{LastOvf, Optimizer, PureKey, Res, WOp};
use crate::values::V;
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
    /// The key of a pure operation: equal keys give equal results.
    fn pure_key(&self, opnum: R, args: &[V], descr: Option<DescrRef>) -> PureKey {
        let mut args: SmallVec<[V; 3]> = args.iter().map(|&a| self.vals.get(a)).collect();
        if opnum.has(COMMUTATIVE) {
            args.sort_unstable();
        }
        PureKey { opnum, descr, args }
    }

    /// The result of an operation that was made before.
    pub fn lookup_pure(&mut self, key: &PureKey) -> Res<Option<V>> {
        let Some(&value) = self.pure.get(key) else { return Ok(None) };
        let value = self.vals.get(value);
        self.use_short(value)?;
        Ok(Some(self.vals.get(value)))
    }

    /// The truth that a comparison is known to have.
    fn known_truth(&mut self, opnum: R, args: &[V]) -> Res<Option<bool>> {
        let key = self.pure_key(opnum, args, None);
        let Some(&value) = self.pure.get(&key) else { return Ok(None) };
        if self.short_const(value).is_some() {
            self.use_short(value)?;
        }
        Ok(self.vals.int(value).map(|v| v != 0))
    }

    /// All pure operations come here.
    pub fn optimize_pure(&mut self, op: WOp) -> Res {
        let consts: Option<SmallVec<[ConstValue; 4]>> =
            op.args.iter().map(|&a| self.vals.konst(a)).collect();
        if let Some(consts) = consts
            && let Some(words) = words(&consts)
            && let Ok(value) = op.opnum.on_words(&words)
        {
            let c = match op.opnum.result() {
                Kind::Float => ConstValue::Float(value as u64),
                _ => ConstValue::Int(value),
            };
            self.make_constant(op.result, c);
            return Ok(());
        }
        match self.simplify(&op)? {
            Simplified::Value(v) => {
                self.make_equal(op.result, v);
                return Ok(());
            }
            Simplified::Int(i) => {
                self.make_int(op.result, i);
                return Ok(());
            }
            Simplified::Op(opnum, args) => {
                // A smaller form of the same value: start again with it.
                let args = SmallVec::from_slice(&args);
                return self.optimize_pure(WOp {
                    opnum,
                    args,
                    descr: OpDescr::None,
                    result: op.result,
                });
            }
            Simplified::No => {}
        }
        let bound = self.result_bound(&op);
        if let Some(value) = bound.as_const()
            && op.opnum.result() == Kind::Int
        {
            self.make_int(op.result, value);
            return Ok(());
        }
        let key = self.pure_key(op.opnum, &op.args, None);
        if let Some(value) = self.lookup_pure(&key)? {
            self.make_equal(op.result, value);
            return Ok(());
        }
        if op.opnum.is_bool()
            && let Some(truth) = self.related_comparison(&op)?
        {
            self.make_int(op.result, truth as i64);
            return Ok(());
        }
        self.force_args(&op)?;
        let result = op.result;
        self.note_linear(&op);
        self.vals[result].bound = bound;
        self.emit_defining(op)?;
        self.pure.insert(key, result);
        Ok(())
    }

    /// `result == base + k` facts of sums and differences with a constant.
    pub fn note_linear(&mut self, op: &WOp) {
        let (base, k) = match op.opnum {
            R::IntAdd => match (self.vals.int(op.args[0]), self.vals.int(op.args[1])) {
                (_, Some(k)) => (op.args[0], k),
                (Some(k), _) => (op.args[1], k),
                _ => return,
            },
            R::IntSub => match self.vals.int(op.args[1]) {
                Some(k) if k != i64::MIN => (op.args[0], -k),
                _ => return,
            },
            _ => return,
        };
        self.vals[op.result].wrap = Some((base, k));
        if self.vals.bound(base).add_exact(&IntBound::constant(k)).is_some() {
            self.vals[op.result].exact = Some((base, k));
        }
    }

    /// Whether a comparison follows from one that is already decided.
    fn related_comparison(&mut self, op: &WOp) -> Res<Option<bool>> {
        let a = op.args[0];
        let mut truth = None;
        let mut ask = |this: &mut Self, opnum: R, args: &[V], flip: bool| -> Res {
            if truth.is_none() {
                truth = this.known_truth(opnum, args)?.map(|t| t != flip);
            }
            Ok(())
        };
        if let Some(inverse) = op.opnum.negated() {
            ask(self, inverse, &op.args, true)?;
        }
        if let Some(&b) = op.args.get(1) {
            if let Some(swapped) = op.opnum.swapped() {
                ask(self, swapped, &[b, a], false)?;
                if let Some(inverse) = swapped.negated() {
                    ask(self, inverse, &[b, a], true)?;
                }
            }
            if truth.is_none() {
                truth = self.known_comparison(op.opnum, a, b);
            }
        }
        Ok(truth)
    }

    /// What bounds and known differences say about a comparison.
    fn known_comparison(&self, opnum: R, a: V, b: V) -> Option<bool> {
        let lt = |a, b| self.vals.known_difference(a, b, -1);
        let le = |a, b| self.vals.known_difference(a, b, 0);
        let (ba, bb) = (self.vals.sum_bound(a), self.vals.sum_bound(b));
        let decide = |yes: bool, no: bool| match (yes, no) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        let unsigned = ba.nonneg() && bb.nonneg();
        match opnum {
            R::IntLt => decide(lt(a, b), le(b, a)),
            R::IntLe => decide(le(a, b), lt(b, a)),
            R::IntGt => decide(lt(b, a), le(a, b)),
            R::IntGe => decide(le(b, a), lt(a, b)),
            R::IntEq | R::IntNe => {
                let differ = lt(a, b) || lt(b, a) || IntBound::disjoint(&ba, &bb);
                let same = le(a, b) && le(b, a);
                let answer = decide(same, differ);
                if opnum == R::IntNe { answer.map(|x| !x) } else { answer }
            }
            R::UintLt if unsigned => decide(lt(a, b), le(b, a)),
            R::UintLe if unsigned => decide(le(a, b), lt(b, a)),
            R::UintGt if unsigned => decide(lt(b, a), le(a, b)),
            R::UintGe if unsigned => decide(le(b, a), lt(a, b)),
            // A negative number is a huge unsigned one.
            R::UintLt | R::UintLe if ba.hi < 0 && bb.nonneg() => Some(false),
            R::UintLt | R::UintLe if ba.nonneg() && bb.hi < 0 => Some(true),
            R::UintGt | R::UintGe if ba.hi < 0 && bb.nonneg() => Some(true),
            R::UintGt | R::UintGe if ba.nonneg() && bb.hi < 0 => Some(false),
            _ => None,
        }
    }

    /// The range of the result.
    fn result_bound(&self, op: &WOp) -> IntBound {
        if op.opnum.result() != Kind::Int {
            return IntBound::ANY;
        }
        if op.opnum.is_bool() {
            return IntBound::BOOL;
        }
        let a = self.vals.bound(op.args[0]);
        let b = op.args.get(1).map_or(IntBound::ANY, |&b| self.vals.bound(b));
        let count = b.as_const().filter(|c| (0..64).contains(c)).map(|c| c as u32);
        match op.opnum {
            R::IntAdd => a.add_exact(&b).unwrap_or(IntBound::ANY),
            R::IntSub => a.sub_exact(&b).unwrap_or(IntBound::ANY),
            R::IntMul => a.mul_exact(&b).unwrap_or(IntBound::ANY),
            R::IntAnd => a.and(&b),
            R::IntOr => a.or(&b),
            R::IntXor => a.xor(&b),
            R::IntInvert => a.invert(),
            R::IntNeg => IntBound::constant(0).sub_exact(&a).unwrap_or(IntBound::ANY),
            R::IntForceGeZero => IntBound::range(a.lo.max(0), a.hi.max(0)),
            R::IntLshift => count.map_or(IntBound::ANY, |c| a.lshift(c)),
            R::IntRshift => count
                .map_or(if a.nonneg() { IntBound::range(0, a.hi) } else { IntBound::ANY }, |c| {
                    a.rshift(c)
                }),
            R::UintRshift => count.map_or(IntBound::ANY, |c| a.urshift(c)),
            R::IntPyMod => match b.as_const() {
                Some(m) if m > 0 => IntBound::range(0, m - 1),
                Some(m) if m < 0 => IntBound::range(m + 1, 0),
                _ if b.lo > 0 => IntBound::range(0, b.hi - 1),
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
                    let bits = bytes * 8;
                    IntBound::range(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
                }
                _ => a,
            },
            _ => IntBound::ANY,
        }
    }

    fn simplify(&mut self, op: &WOp) -> Res<Simplified> {
        use Simplified::*;
        let a = op.args[0];
        let b = op.args.get(1).copied().unwrap_or(a);
        let (ca, cb) = (self.vals.int(a), self.vals.int(b));
        let (ba, bb) = (self.vals.bound(a), self.vals.bound(b));
        let same = a == b && op.args.len() == 2;
        Ok(match op.opnum {
            R::SameAsI | R::SameAsR | R::SameAsF => Value(a),
            R::IntAdd | R::IntSub => return self.simplify_sum(op, a, b, ca, cb),
            R::IntMul => match (ca, cb) {
                (Some(_), None) => Op(R::IntMul, vec![b, a]),
                (_, Some(0)) => Int(0),
                (_, Some(1)) => Value(a),
                (_, Some(-1)) => Op(R::IntNeg, vec![a]),
                (_, Some(k)) if k > 0 && k & (k - 1) == 0 => {
                    Op(R::IntLshift, vec![a, self.int_const(k.trailing_zeros() as i64)])
                }
                _ => No,
            },
            R::IntPyDiv => match cb {
                Some(1) => Value(a),
                Some(k) if k > 0 && k & (k - 1) == 0 => {
                    Op(R::IntRshift, vec![a, self.int_const(k.trailing_zeros() as i64)])
                }
                _ => No,
            },
            R::IntPyMod => match cb {
                Some(k) if k > 0 && k & (k - 1) == 0 => {
                    Op(R::IntAnd, vec![a, self.int_const(k - 1)])
                }
                Some(k) if k > 0 && ba.nonneg() && ba.hi < k => Value(a),
                _ => No,
            },
            R::UintFloorDiv => match cb {
                Some(1) => Value(a),
                Some(k) if k > 0 && k & (k - 1) == 0 => {
                    Op(R::UintRshift, vec![a, self.int_const(k.trailing_zeros() as i64)])
                }
                _ => No,
            },
            R::UintMod => match cb {
                Some(k) if k > 0 && k & (k - 1) == 0 => {
                    Op(R::IntAnd, vec![a, self.int_const(k - 1)])
                }
                _ => No,
            },
            R::IntAnd => {
                // Where one side is 1, the other passes; where one side is 0, the result is.
                if same || !(bb.ones | ba.zeros) == 0 {
                    Value(a)
                } else if !(ba.ones | bb.zeros) == 0 {
                    Value(b)
                } else {
                    No
                }
            }
            R::IntOr => {
                if same || !(bb.zeros | ba.ones) == 0 {
                    Value(a)
                } else if !(ba.zeros | bb.ones) == 0 {
                    Value(b)
                } else {
                    No
                }
            }
            R::IntXor => match (ca, cb) {
                _ if same => Int(0),
                (_, Some(0)) => Value(a),
                (Some(0), _) => Value(b),
                (_, Some(-1)) => Op(R::IntInvert, vec![a]),
                _ => No,
            },
            R::IntLshift | R::IntRshift | R::UintRshift => match (ca, cb) {
                (_, Some(0)) => Value(a),
                (Some(0), _) => Int(0),
                _ => No,
            },
            R::IntNeg | R::IntInvert => match self.def(a) {
                Some(def) if def.opnum == op.opnum => Value(self.vals.get(def.args[0])),
                _ => No,
            },
            R::IntForceGeZero if ba.nonneg() => Value(a),
            R::IntForceGeZero if ba.hi <= 0 => Int(0),
            R::IntSignext => match cb {
                Some(8) => Value(a),
                Some(_) if self.result_bound(op).includes(&ba) => Value(a),
                _ => No,
            },
            R::IntIsTrue => match self.truth(a) {
                Some(t) => Int(t as i64),
                None if ba.is_bool() => Value(a),
                None => No,
            },
            R::IntIsZero => match self.truth(a) {
                Some(t) => Int(!t as i64),
                None => match self.def(a) {
                    Some(def) if def.opnum.is_bool() => match def.opnum.negated() {
                        Some(inverse) => Op(inverse, def.args.to_vec()),
                        None => No,
                    },
                    _ => No,
                },
            },
            R::IntEq | R::IntLe | R::IntGe | R::UintLe | R::UintGe if same => Int(1),
            R::IntNe | R::IntLt | R::IntGt | R::UintLt | R::UintGt if same => Int(0),
            R::IntEq | R::IntNe => {
                let eq = op.opnum == R::IntEq;
                match (ca, cb) {
                    (Some(_), None) => Op(op.opnum, vec![b, a]),
                    (_, Some(0)) => Op(if eq { R::IntIsZero } else { R::IntIsTrue }, vec![a]),
                    (_, Some(1)) if ba.is_bool() => {
                        Op(if eq { R::IntIsTrue } else { R::IntIsZero }, vec![a])
                    }
                    _ => No,
                }
            }
            R::UintLt if cb == Some(0) => Int(0),
            R::UintGe if cb == Some(0) => Int(1),
            R::PtrEq | R::InstancePtrEq | R::PtrNe | R::InstancePtrNe => {
                let eq = matches!(op.opnum, R::PtrEq | R::InstancePtrEq);
                if let Some(answer) = self.same_object(a, b) {
                    Int((answer == eq) as i64)
                } else if self.vals.konst(b) == Some(ConstValue::Ref(RefConst::Null)) {
                    Op(if eq { R::PtrIszero } else { R::PtrNonzero }, vec![a])
                } else if self.vals.konst(a) == Some(ConstValue::Ref(RefConst::Null)) {
                    Op(if eq { R::PtrIszero } else { R::PtrNonzero }, vec![b])
                } else {
                    No
                }
            }
            R::PtrNonzero => self.known_nonnull(a).map_or(No, |n| Int(n as i64)),
            R::PtrIszero => self.known_nonnull(a).map_or(No, |n| Int(!n as i64)),
            R::FloatMul | R::FloatTrueDiv => match self.vals.konst(b) {
                Some(ConstValue::Float(bits)) if f64::from_bits(bits) == 1.0 => Value(a),
                Some(ConstValue::Float(bits)) if f64::from_bits(bits) == -1.0 => {
                    Op(R::FloatNeg, vec![a])
                }
                _ => No,
            },
            R::FloatNeg => match self.def(a) {
                Some(def) if def.opnum == R::FloatNeg => Value(self.vals.get(def.args[0])),
                _ => No,
            },
            R::FloatToBits => match self.def(a) {
                Some(d) if d.opnum == R::BitsToFloat => Value(self.vals.get(d.args[0])),
                _ => No,
            },
            R::BitsToFloat => match self.def(a) {
                Some(d) if d.opnum == R::FloatToBits => Value(self.vals.get(d.args[0])),
                _ => No,
            },
            _ => No,
        })
    }

    /// Sums with constants are kept as `base + k` of the first value of a chain.
    fn simplify_sum(
        &mut self,
        op: &WOp,
        a: V,
        b: V,
        ca: Option<i64>,
        cb: Option<i64>,
    ) -> Res<Simplified> {
        use Simplified::*;
        let add = op.opnum == R::IntAdd;
        if !add && a == b {
            return Ok(Int(0));
        }
        let (base, k) = match (ca, cb) {
            (None, Some(k)) => (a, if add { k } else { k.wrapping_neg() }),
            (Some(k), None) if add => (b, k),
            (None, None) if !add => {
                // (x + k) - (x + l)
                let ((x, k), (y, l)) = (self.vals.wrap_linear(a), self.vals.wrap_linear(b));
                return Ok(if x == y { Int(k.wrapping_sub(l)) } else { No });
            }
            _ => return Ok(No),
        };
        if k == 0 {
            return Ok(Value(base));
        }
        let (root, offset) = self.vals.wrap_linear(base);
        let total = offset.wrapping_add(k);
        if total == 0 {
            self.use_short(root)?;
            return Ok(Value(root));
        }
        // The one form in which a sum is emitted: `x + k`, or `x - k` for negative k.
        let opnum = if total < 0 && total != i64::MIN { R::IntSub } else { R::IntAdd };
        let shown = if opnum == R::IntSub { -total } else { total };
        let canonical = op.opnum == opnum && a == root && cb == Some(shown);
        if canonical {
            return Ok(No);
        }
        Ok(Op(opnum, vec![root, self.int_const(shown)]))
    }

    /// Whether an integer is known to be true or false.
    pub fn truth(&self, v: V) -> Option<bool> {
        let bound = self.vals.bound(v);
        if bound.as_const() == Some(0) {
            Some(false)
        } else if bound.contains(0) {
            None
        } else {
            Some(true)
        }
    }

    fn same_object(&mut self, a: V, b: V) -> Option<bool> {
        if a == b {
            return Some(true);
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
        match (x.class, y.class) {
            (Some(c), Some(d)) if c != d && x.nonnull && y.nonnull => Some(false),
            _ => None,
        }
    }

    // ------------------------------------------------------------ overflow checks

    /// `int_add_ovf` & co.
    pub fn optimize_ovf(&mut self, op: WOp) -> Res {
        let (a, b) = (op.args[0], op.args[1]);
        let (ba, bb) = (self.vals.bound(a), self.vals.bound(b));
        if let (Some(x), Some(y)) = (ba.as_const(), bb.as_const())
            && let Some((value, overflowed)) = op.opnum.with_overflow(x, y)
        {
            self.last_ovf = if overflowed { LastOvf::Always } else { LastOvf::Removed };
            self.make_int(op.result, value);
            return Ok(());
        }
        let exact = match op.opnum {
            R::IntAddOvf => ba.add_exact(&bb),
            R::IntSubOvf => ba.sub_exact(&bb),
            _ => ba.mul_exact(&bb),
        };
        let key = self.pure_key(op.opnum, &op.args, None);
        if exact.is_some() {
            self.last_ovf = LastOvf::Removed;
            let opnum = op.opnum.unchecked().unwrap_or(op.opnum);
            return self.optimize_pure(WOp { opnum, ..op });
        }
        if op.opnum == R::IntSubOvf && a == b {
            self.last_ovf = LastOvf::Removed;
            self.make_int(op.result, 0);
            return Ok(());
        }
        if let Some(value) = self.lookup_pure(&key)? {
            self.last_ovf = LastOvf::Removed;
            self.make_equal(op.result, value);
            return Ok(());
        }
        let def = self.emit_defining(op)?;
        self.last_ovf = LastOvf::Kept(def);
        Ok(())
    }

    /// What `guard_no_overflow` tells about the operation before it.
    pub fn note_no_overflow(&mut self, def: u32) -> Res {
        let op = self.defs[def as usize].clone();
        let (a, b, result) = (op.args[0], op.args[1], op.result);
        let (ba, bb) = (self.vals.bound(a), self.vals.bound(b));
        let bound = match op.opnum {
            R::IntAddOvf => ba.add_saturating(&bb),
            R::IntSubOvf => ba.sub_saturating(&bb),
            _ => ba.mul_exact(&bb).unwrap_or(IntBound::ANY),
        };
        self.narrow(result, bound)?;
        let linear = match (op.opnum, self.vals.int(a), self.vals.int(b)) {
            (R::IntAddOvf, _, Some(k)) => Some((a, k)),
            (R::IntAddOvf, Some(k), _) => Some((b, k)),
            (R::IntSubOvf, _, Some(k)) if k != i64::MIN => Some((a, -k)),
            _ => None,
        };
        self.vals[result].wrap = linear;
        self.vals[result].exact = linear;
        if let Some((base, k)) = linear {
            // The sum exists, so the base leaves room for it.
            let room = self.vals.bound(result).sub_saturating(&IntBound::constant(k));
            self.narrow(base, room)?;
        }
        let key = self.pure_key(op.opnum, &op.args, None);
        self.pure.insert(key, result);
        if let Some(plain) = op.opnum.unchecked() {
            let key = self.pure_key(plain, &op.args, None);
            self.pure.insert(key, result);
        }
        Ok(())
    }

    /// `v` is in `bound` from now on.
    pub fn narrow(&mut self, v: V, bound: IntBound) -> Res {
        let v = self.vals.get(v);
        let old = self.vals[v].bound;
        let Ok(new) = old.intersect(&bound) else {
            return Err(InvalidLoop::new("a guard contradicts what is known about an integer"));
        };
        if new == old {
            return Ok(());
        }
        self.vals[v].bound = new;
        let sum = self.vals.exact_step(v);
        if let Some(value) = new.as_const()
            && self.vals[v].konst.is_none()
        {
            self.make_int(v, value);
        }
        if let Some((base, k)) = sum {
            let room = new.sub_saturating(&IntBound::constant(k));
            self.narrow(base, room)?;
        }
        Ok(())
    }

    // ------------------------------------------------------------ calls

    /// All calls come here.
    pub fn optimize_call(&mut self, op: WOp) -> Res {
        if op.opnum.is_call_assembler() {
            let op = self.unpacked_call(&op)?.unwrap_or(op);
            self.force_args(&op)?;
            self.force_all_lazy()?;
            self.forget_all();
            self.validity_checked = false;
            self.exc_possible = true;
            self.emit(op)?;
            return Ok(());
        }
        let descrs = self.descrs;
        let call = descrs.call(op.descr());
        let effect = &call.effect;
        match op.opnum {
            R::CondCallN if self.truth(op.args[0]) == Some(false) => return Ok(()),
            R::CondCallN if self.truth(op.args[0]) == Some(true) => {
                let args = op.args[1..].iter().copied().collect();
                return self.optimize_call(WOp { opnum: R::CallN, args, ..op });
            }
            R::CondCallValueI if self.truth(op.args[0]) == Some(true) => {
                self.make_equal(op.result, op.args[0]);
                return Ok(());
            }
            R::CondCallValueR if self.known_nonnull(op.args[0]) == Some(true) => {
                self.make_equal(op.result, op.args[0]);
                return Ok(());
            }
            _ => {}
        }
        let elidable = op.opnum.is_call_pure();
        if elidable {
            let consts: Option<Vec<ConstValue>> =
                op.args.iter().map(|&a| self.vals.konst(a)).collect();
            if let Some(consts) = consts
                && let Some(func) = consts[0].int()
                && call.result != Kind::Void
                && let Some(value) = self.env.call_pure(op.descr(), func, &consts[1..])
            {
                self.make_constant(op.result, value);
                return Ok(());
            }
        }
        let key = if elidable {
            Some(self.pure_key(op.opnum, &op.args, Some(op.descr())))
        } else if op.opnum.is_call_loopinvariant() {
            Some(self.pure_key(op.opnum, &op.args[..1], Some(op.descr())))
        } else {
            None
        };
        if let Some(key) = &key
            && call.result != Kind::Void
            && let Some(value) = self.lookup_pure(key)?
        {
            self.make_equal(op.result, value);
            return Ok(());
        }
        let opnum = if key.is_some() { R::call(call.result) } else { op.opnum };
        let result = op.result;
        // Virtual arguments escape before memory effects are looked at.
        self.force_args(&op)?;
        self.call_effects(effect)?;
        if effect.can_invalidate || effect.has_random_effects() {
            self.validity_checked = false;
        }
        let raises = effect.can_raise(false);
        self.emit(WOp { opnum, ..op })?;
        if raises {
            self.exc_possible = true;
        }
        if let Some(key) = key
            && call.result != Kind::Void
        {
            self.pure.insert(key, result);
        }
        Ok(())
    }
}

enum Simplified {
    No,
    Value(V),
    Int(i64),
    Op(R, Vec<V>),
}
