//! Knowledge about an integer: a signed range and known bits (`knownbits.rs`).

use crate::knownbits::Bits;

/// Set of integers: `lo <= x <= hi`, no bit of `zeros` set, all bits of `ones` set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntBound {
    /// Lower limit.
    pub lo: i64,
    /// Upper limit.
    pub hi: i64,
    /// Bits known to be 0.
    pub zeros: u64,
    /// Bits known to be 1.
    pub ones: u64,
}

/// The bits that two integers begin with: those above the first one in which they differ.
#[inline]
fn common_bits(a: i64, b: i64) -> u64 {
    match ((a ^ b) as u64).leading_zeros() {
        0 => 0,
        common => !0 << (64 - common),
    }
}

/// The set became empty: the code cannot be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Empty;

impl IntBound {
    /// All integers.
    pub const ANY: IntBound = IntBound { lo: i64::MIN, hi: i64::MAX, zeros: 0, ones: 0 };
    /// 0 and 1.
    pub const BOOL: IntBound = IntBound { lo: 0, hi: 1, zeros: !1, ones: 0 };

    /// One integer.
    pub fn constant(value: i64) -> Self {
        IntBound { lo: value, hi: value, zeros: !value as u64, ones: value as u64 }
    }

    /// A range; `lo <= hi`.
    pub fn range(lo: i64, hi: i64) -> Self {
        debug_assert!(lo <= hi);
        // The bits that both limits begin with are those of all members.
        let common = common_bits(lo, hi);
        IntBound { lo, hi, zeros: !lo as u64 & common, ones: lo as u64 & common }
    }

    /// Members with these bits.
    pub fn from_bits(Bits { zeros, ones }: Bits) -> Self {
        let raw = IntBound { zeros, ones, ..Self::ANY };
        raw.normalised().unwrap_or(Self::ANY)
    }

    /// The known bits.
    pub fn bits(&self) -> Bits {
        Bits { zeros: self.zeros, ones: self.ones }
    }

    /// The members that have these bits, too. (Both are known to hold, so there are some.)
    pub fn with_bits(&self, bits: Bits) -> Self {
        self.intersect(&Self::from_bits(bits)).unwrap_or(*self)
    }

    /// Lets range and bits sharpen each other.
    fn normalised(mut self) -> Result<Self, Empty> {
        for _ in 0..2 {
            if self.lo > self.hi {
                return Err(Empty);
            }
            let common = common_bits(self.lo, self.hi);
            self.ones |= self.lo as u64 & common;
            self.zeros |= !self.lo as u64 & common;
            if self.zeros & self.ones != 0 {
                return Err(Empty);
            }
            let bits = self.bits();
            if bits.has(self.lo) && bits.has(self.hi) {
                break;
            }
            // The limits are members.
            let (Some(lo), Some(hi)) = (bits.next(self.lo), bits.previous(self.hi)) else {
                return Err(Empty);
            };
            if (lo, hi) == (self.lo, self.hi) {
                break;
            }
            (self.lo, self.hi) = (lo, hi);
        }
        match self.lo.cmp(&self.hi) {
            core::cmp::Ordering::Greater => Err(Empty),
            core::cmp::Ordering::Equal => Ok(Self::constant(self.lo)),
            core::cmp::Ordering::Less => Ok(self),
        }
    }

    /// The only member.
    pub fn as_const(&self) -> Option<i64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Says whether all integers are members.
    pub fn is_any(&self) -> bool {
        *self == Self::ANY
    }

    /// All members are 0 or 1.
    pub fn is_bool(&self) -> bool {
        self.lo >= 0 && self.hi <= 1
    }

    /// All members are >= 0.
    pub fn nonneg(&self) -> bool {
        self.lo >= 0
    }

    /// Membership.
    pub fn contains(&self, v: i64) -> bool {
        self.lo <= v && v <= self.hi && self.bits().has(v)
    }

    /// Subset.
    pub fn includes(&self, other: &IntBound) -> bool {
        self.lo <= other.lo
            && other.hi <= self.hi
            && self.zeros & !other.zeros == 0
            && self.ones & !other.ones == 0
    }

    /// Intersection.
    pub fn intersect(&self, other: &IntBound) -> Result<IntBound, Empty> {
        IntBound {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        }
        .normalised()
    }

    /// The members between other limits, none of which is wider.
    pub fn with_limits(&self, lo: i64, hi: i64) -> Result<IntBound, Empty> {
        IntBound { lo, hi, ..*self }.normalised()
    }

    /// Members without 0, as far as a range can say.
    pub fn without_zero(&self) -> Result<IntBound, Empty> {
        let mut out = *self;
        if out.lo == 0 {
            out.lo = 1;
        }
        if out.hi == 0 {
            out.hi = -1;
        }
        out.normalised()
    }

    /// Drops limits that hardly any value exceeds: to test them costs more than to know them helps.
    pub fn without_far_limits(&self) -> IntBound {
        const FAR: i64 = 1 << 62;
        let lo = if self.lo < -FAR { i64::MIN } else { self.lo };
        let hi = if self.hi > FAR { i64::MAX } else { self.hi };
        IntBound { lo, hi, ..*self }
    }

    /// Gives what remains when only the sign is kept.
    pub fn widened(&self) -> IntBound {
        if self.is_bool() {
            Self::BOOL
        } else if self.lo >= 0 {
            Self::range(0, i64::MAX)
        } else {
            Self::ANY
        }
    }

    /// Sums, if no sum overflows.
    #[inline]
    pub fn add_exact(&self, other: &IntBound) -> Option<IntBound> {
        Some(Self::range(self.lo.checked_add(other.lo)?, self.hi.checked_add(other.hi)?))
    }

    /// Differences, if none overflows.
    #[inline]
    pub fn sub_exact(&self, other: &IntBound) -> Option<IntBound> {
        Some(Self::range(self.lo.checked_sub(other.hi)?, self.hi.checked_sub(other.lo)?))
    }

    /// Products, if none overflows.
    pub fn mul_exact(&self, other: &IntBound) -> Option<IntBound> {
        let first = self.lo.checked_mul(other.lo)?;
        let (mut lo, mut hi) = (first, first);
        for (a, b) in [(self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)] {
            let product = a.checked_mul(b)?;
            (lo, hi) = (lo.min(product), hi.max(product));
        }
        Some(Self::range(lo, hi))
    }

    /// Sums that did not overflow.
    pub fn add_saturating(&self, other: &IntBound) -> IntBound {
        Self::range(self.lo.saturating_add(other.lo), self.hi.saturating_add(other.hi))
    }

    /// Differences that did not overflow.
    pub fn sub_saturating(&self, other: &IntBound) -> IntBound {
        Self::range(self.lo.saturating_sub(other.hi), self.hi.saturating_sub(other.lo))
    }

    /// Bitwise and.
    pub fn and(&self, other: &IntBound) -> IntBound {
        let out = Self::from_bits(self.bits().and(other.bits()));
        let limit = [self, other].into_iter().filter(|s| s.nonneg()).map(|s| s.hi).min();
        match limit {
            Some(limit) => out.intersect(&Self::range(0, limit)).unwrap_or(out),
            None => out,
        }
    }

    /// Bitwise or.
    pub fn or(&self, other: &IntBound) -> IntBound {
        let out = Self::from_bits(self.bits().or(other.bits()));
        if self.nonneg() && other.nonneg() {
            out.intersect(&Self::range(self.lo.max(other.lo), i64::MAX)).unwrap_or(out)
        } else {
            out
        }
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &IntBound) -> IntBound {
        Self::from_bits(self.bits().xor(other.bits()))
    }

    /// Complement.
    pub fn invert(&self) -> IntBound {
        IntBound { lo: !self.hi, hi: !self.lo, zeros: self.ones, ones: self.zeros }
    }

    /// Sums that may wrap around.
    pub fn add(&self, other: &IntBound) -> IntBound {
        self.add_exact(other).unwrap_or(Self::ANY).with_bits(self.bits().add(other.bits()))
    }

    /// Differences that may wrap around.
    pub fn sub(&self, other: &IntBound) -> IntBound {
        self.sub_exact(other).unwrap_or(Self::ANY).with_bits(self.bits().sub(other.bits()))
    }

    /// Products that may wrap around.
    pub fn mul(&self, other: &IntBound) -> IntBound {
        self.mul_exact(other).unwrap_or(Self::ANY).with_bits(self.bits().mul(other.bits()))
    }

    /// Left shift by a known count below 64.
    pub fn lshift(&self, count: u32) -> IntBound {
        let bits = Self::from_bits(self.bits().lshift(count));
        let fits = |v: i64| (v << count) >> count == v;
        if fits(self.lo) && fits(self.hi) {
            bits.intersect(&Self::range(self.lo << count, self.hi << count)).unwrap_or(bits)
        } else {
            bits
        }
    }

    /// Arithmetic right shift by a known count below 64.
    pub fn rshift(&self, count: u32) -> IntBound {
        Self::range(self.lo >> count, self.hi >> count).with_bits(self.bits().rshift(count))
    }

    /// Logical right shift by a known count below 64.
    pub fn urshift(&self, count: u32) -> IntBound {
        if count == 0 || self.nonneg() {
            self.rshift(count)
        } else {
            let bits = Self::from_bits(self.bits().urshift(count));
            let all_negative = self.hi < 0;
            let shifted = |v: i64| (v as u64 >> count) as i64;
            if all_negative {
                bits.intersect(&Self::range(shifted(self.lo), shifted(self.hi))).unwrap_or(bits)
            } else {
                bits
            }
        }
    }

    /// Left shift by an unknown count.
    pub fn lshift_by(&self, count: &IntBound) -> IntBound {
        let low = self.bits().low_zeros() as u64 + count.lo.clamp(0, 64) as u64;
        let zeros = if low >= 64 { !0 } else { (1 << low) - 1 };
        if count.nonneg() { Self::from_bits(Bits { zeros, ones: 0 }) } else { Self::ANY }
    }

    /// Arithmetic right shift by an unknown count; one that is out of range leaves the sign.
    pub fn rshift_by(&self, count: &IntBound) -> IntBound {
        let (least, most) = match (0..64).contains(&count.lo) && count.hi < 64 {
            true => (count.lo as u32, count.hi as u32),
            false => (0, 63),
        };
        let lo = self.lo >> if self.lo < 0 { least } else { most };
        let hi = self.hi >> if self.hi < 0 { most } else { least };
        Self::range(lo, hi)
    }

    /// The truth of a test that has this result.
    pub fn truth_of_test(&self) -> Option<bool> {
        self.as_const().map(|c| c != 0)
    }

    /// The least and greatest member as unsigned integers.
    fn unsigned(&self) -> (u64, u64) {
        if self.lo >= 0 || self.hi < 0 {
            (self.lo as u64, self.hi as u64)
        } else {
            (self.ones, !self.zeros)
        }
    }

    /// Says whether `self < other` is known, for signed integers.
    pub fn less(&self, other: &IntBound) -> Option<bool> {
        decide(self.hi < other.lo, self.lo >= other.hi)
    }

    /// Says whether `self < other` is known, for unsigned integers.
    pub fn below(&self, other: &IntBound) -> Option<bool> {
        let ((lo, hi), (least, most)) = (self.unsigned(), other.unsigned());
        decide(hi < least, lo >= most)
    }

    /// Says whether the two are known to be equal, or not.
    pub fn equal(&self, other: &IntBound) -> Option<bool> {
        decide(
            self.as_const().is_some() && self.as_const() == other.as_const(),
            Self::disjoint(self, other),
        )
    }

    /// Says whether all members are true, or none.
    pub fn truth(&self) -> Option<bool> {
        if self.contains(0) { (self.lo == self.hi).then_some(false) } else { Some(true) }
    }

    /// 0 or 1, or either.
    pub fn from_truth(truth: Option<bool>) -> IntBound {
        truth.map_or(Self::BOOL, |t| Self::constant(t as i64))
    }

    /// Says whether the two sets have no common member.
    pub fn disjoint(a: &IntBound, b: &IntBound) -> bool {
        a.intersect(b).is_err()
    }
}

fn decide(yes: bool, no: bool) -> Option<bool> {
    match (yes, no) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
