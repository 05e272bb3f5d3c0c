//! Known bits of integers: each bit is 0, 1 or not known. Functions on them are as exact as bits allow, and hold for
//! arithmetic that wraps around.

/// The integers whose bits are 0 where `zeros` has a 1, and 1 where `ones` has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// Bits known to be 0.
    pub zeros: u64,
    /// Bits known to be 1.
    pub ones: u64,
}

const SIGN: u64 = 1 << 63;

#[allow(clippy::should_implement_trait)] // of references, and of more than these
impl Bits {
    /// Nothing is known.
    pub const ANY: Bits = Bits { zeros: 0, ones: 0 };

    /// One integer.
    pub fn constant(word: u64) -> Self {
        Bits { zeros: !word, ones: word }
    }

    /// Membership.
    #[inline]
    pub fn has(self, v: i64) -> bool {
        v as u64 & self.zeros == 0 && !v as u64 & self.ones == 0
    }

    /// The bits that are known.
    pub fn known(self) -> u64 {
        self.zeros | self.ones
    }

    /// The greatest member, unsigned.
    pub fn max(self) -> u64 {
        !self.zeros
    }

    /// Number of low bits known to be 0.
    pub fn low_zeros(self) -> u32 {
        (!self.zeros).trailing_zeros()
    }

    /// Keeps what is known of `word` where `known` is set.
    fn of(word: u64, known: u64) -> Self {
        Bits { zeros: !word & known, ones: word & known }
    }

    /// Sums: a carry is known where the least and the greatest sum agree.
    pub fn add(self, other: Bits) -> Bits {
        let (least, greatest) =
            (self.ones.wrapping_add(other.ones), self.max().wrapping_add(other.max()));
        Bits::of(least, !(least ^ greatest) & self.known() & other.known())
    }

    /// Differences.
    pub fn sub(self, other: Bits) -> Bits {
        let (least, greatest) =
            (self.ones.wrapping_sub(other.max()), self.max().wrapping_sub(other.ones));
        Bits::of(least, !(least ^ greatest) & self.known() & other.known()).corrected(self, other)
    }

    /// The value of known bits of a difference is that of the known parts.
    fn corrected(self, a: Bits, b: Bits) -> Bits {
        Bits::of(a.ones.wrapping_sub(b.ones), self.known())
    }

    /// Products: the low bits that only known low bits decide.
    pub fn mul(self, other: Bits) -> Bits {
        let decided = |b: Bits| (!b.known()).trailing_zeros();
        let low = (decided(self) + other.low_zeros()).min(decided(other) + self.low_zeros());
        let mask = if low >= 64 { !0 } else { (1 << low) - 1 };
        Bits::of(self.ones.wrapping_mul(other.ones), mask)
    }

    /// Bitwise and.
    pub fn and(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros | other.zeros, ones: self.ones & other.ones }
    }

    /// Bitwise or.
    pub fn or(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros & other.zeros, ones: self.ones | other.ones }
    }

    /// Bitwise exclusive or.
    pub fn xor(self, other: Bits) -> Bits {
        Bits::of(self.ones ^ other.ones, self.known() & other.known())
    }

    /// Complement.
    pub fn invert(self) -> Bits {
        Bits { zeros: self.ones, ones: self.zeros }
    }

    /// Left shift by a count below 64.
    pub fn lshift(self, count: u32) -> Bits {
        Bits { zeros: self.zeros << count | !(!0 << count), ones: self.ones << count }
    }

    /// Arithmetic right shift by a count below 64.
    pub fn rshift(self, count: u32) -> Bits {
        Bits {
            zeros: (self.zeros as i64 >> count) as u64,
            ones: (self.ones as i64 >> count) as u64,
        }
    }

    /// Logical right shift by a count below 64.
    pub fn urshift(self, count: u32) -> Bits {
        Bits { zeros: self.zeros >> count | !(!0 >> count), ones: self.ones >> count }
    }

    /// Gives what both say; `None` if they contradict each other.
    pub fn intersect(self, other: Bits) -> Option<Bits> {
        let both = Bits { zeros: self.zeros | other.zeros, ones: self.ones | other.ones };
        (both.zeros & both.ones == 0).then_some(both)
    }

    /// Gives what holds for members of either.
    pub fn join(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros & other.zeros, ones: self.ones & other.ones }
    }

    /// Gives what `a` is if `a & other` is one of `self`.
    pub fn before_and(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros & other.ones, ones: self.ones }
    }

    /// Gives what `a` is if `a | other` is one of `self`.
    pub fn before_or(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros, ones: self.ones & other.zeros }
    }

    /// Gives what `a` is if `a << count` is one of `self`.
    pub fn before_lshift(self, count: u32) -> Bits {
        Bits { zeros: self.zeros >> count, ones: self.ones >> count }
    }

    /// Gives what `a` is if `a >> count` (of either kind) is one of `self`.
    pub fn before_rshift(self, count: u32) -> Bits {
        Bits { zeros: self.zeros << count, ones: self.ones << count }
    }

    /// The least member that is not less than `from`, signed.
    pub fn next(self, from: i64) -> Option<i64> {
        // In the order of unsigned integers, with the sign bit turned round.
        let turn = |b: Bits| Bits {
            zeros: b.zeros & !SIGN | b.ones & SIGN,
            ones: b.ones & !SIGN | b.zeros & SIGN,
        };
        let (bits, from) = (turn(self), from as u64 ^ SIGN);
        let forced = (from | bits.ones) & !bits.zeros;
        if forced == from {
            return Some((from ^ SIGN) as i64);
        }
        let top = 63 - (forced ^ from).leading_zeros();
        let place = if forced >> top & 1 == 1 {
            // That bit becomes 1, so all bits below may be as small as they can.
            top
        } else {
            // A bit above has to grow: the lowest that can.
            let above = if top == 63 { 0 } else { !0u64 << (top + 1) };
            let can = !from & !bits.zeros & above;
            if can == 0 {
                return None;
            }
            can.trailing_zeros()
        };
        let kept = if place == 63 { 0 } else { from & (!0u64 << (place + 1)) };
        let least = kept | 1 << place | bits.ones;
        Some((least ^ SIGN) as i64)
    }

    /// The greatest member that is not greater than `from`, signed.
    pub fn previous(self, from: i64) -> Option<i64> {
        self.invert().next(!from).map(|v| !v)
    }
}
