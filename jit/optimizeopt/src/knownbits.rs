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

    /// What both say; `None` if they contradict each other.
    pub fn intersect(self, other: Bits) -> Option<Bits> {
        let both = Bits { zeros: self.zeros | other.zeros, ones: self.ones | other.ones };
        (both.zeros & both.ones == 0).then_some(both)
    }

    /// What holds for members of either.
    pub fn join(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros & other.zeros, ones: self.ones & other.ones }
    }

    /// What `a` is if `a & other` is one of `self`.
    pub fn before_and(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros & other.ones, ones: self.ones }
    }

    /// What `a` is if `a | other` is one of `self`.
    pub fn before_or(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros, ones: self.ones & other.zeros }
    }

    /// What `a` is if `a << count` is one of `self`.
    pub fn before_lshift(self, count: u32) -> Bits {
        Bits { zeros: self.zeros >> count, ones: self.ones >> count }
    }

    /// What `a` is if `a >> count` (of either kind) is one of `self`.
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

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 4;
    const MASK: u64 = (1 << WIDTH) - 1;

    /// All sets of four bits; the bits above are known, as those of a sign-extended number.
    fn all() -> Vec<(Bits, Vec<u64>)> {
        let mut out = Vec::new();
        for zeros in 0..=MASK {
            for ones in (0..=MASK).filter(|o| o & zeros == 0) {
                let bits = Bits { zeros: zeros | !MASK, ones };
                let members = (0..=MASK).filter(|v| v & zeros == 0 && !v & ones == 0).collect();
                out.push((bits, members));
            }
        }
        out
    }

    /// The best that bits can say about these words.
    fn best(words: impl Iterator<Item = u64>) -> Bits {
        words.map(Bits::constant).reduce(Bits::join).unwrap()
    }

    fn covers(a: Bits, b: Bits) -> bool {
        a.zeros & !b.zeros == 0 && a.ones & !b.ones == 0
    }

    #[test]
    fn binary_operations_are_sound_and_exact() {
        type Op = (&'static str, fn(Bits, Bits) -> Bits, fn(u64, u64) -> u64, bool);
        let ops: [Op; 6] = [
            ("add", Bits::add, u64::wrapping_add, true),
            ("sub", Bits::sub, u64::wrapping_sub, true),
            ("and", Bits::and, |a, b| a & b, true),
            ("or", Bits::or, |a, b| a | b, true),
            ("xor", Bits::xor, |a, b| a ^ b, true),
            ("mul", Bits::mul, u64::wrapping_mul, false),
        ];
        for (a, xs) in all() {
            for (b, ys) in all() {
                for (name, on_bits, on_words, exact) in ops {
                    let pairs = xs.iter().flat_map(|&x| ys.iter().map(move |&y| (x, y)));
                    let best = best(pairs.map(|(x, y)| on_words(x, y)));
                    let got = on_bits(a, b);
                    assert!(covers(got, best), "{name} {a:?} {b:?}: {got:?}, but {best:?}");
                    if exact {
                        assert_eq!(got, best, "{name} {a:?} {b:?}");
                    }
                }
                for &x in &xs {
                    for &y in &ys {
                        assert!(
                            a.before_and(b).intersect(Bits::constant(x)).is_some() || {
                                // `a` as the result: only where some operand gives it.
                                let result = Bits::constant(x & y);
                                result.intersect(a).is_none()
                            }
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn inverse_operations_keep_the_operand() {
        for (a, xs) in all() {
            for (b, ys) in all() {
                for &x in &xs {
                    for &y in &ys {
                        let (and, or) = (a.and(b), a.or(b));
                        assert!(and.before_and(b).intersect(Bits::constant(x)).is_some());
                        assert!(or.before_or(b).intersect(Bits::constant(x)).is_some());
                        let exact = Bits::constant(x & y).before_and(Bits::constant(y));
                        assert!(exact.intersect(Bits::constant(x)).is_some());
                    }
                }
            }
            for &x in &xs {
                for count in [0, 1, 2, 62, 63] {
                    let same = |b: Bits| assert!(b.intersect(Bits::constant(x)).is_some());
                    same(a.lshift(count).before_lshift(count));
                    same(a.rshift(count).before_rshift(count));
                    same(a.urshift(count).before_rshift(count));
                }
            }
        }
    }

    #[test]
    fn next_and_previous_members() {
        for (a, xs) in all() {
            let b = Bits { zeros: a.zeros & MASK | (!MASK & !SIGN), ones: a.ones };
            // Members of `b` have any sign.
            let mut members: Vec<i64> =
                xs.iter().flat_map(|&x| [x as i64, (x | SIGN) as i64]).collect();
            members.sort_unstable();
            let low = i64::MIN..i64::MIN + 18;
            for from in low.chain(-18..18).chain(i64::MAX - 18..=i64::MAX) {
                let next = members.iter().copied().find(|&m| m >= from);
                assert_eq!(b.next(from), next, "{b:?} from {from}");
                let previous = members.iter().copied().rev().find(|&m| m <= from);
                assert_eq!(b.previous(from), previous, "{b:?} from {from}");
            }
        }
    }
}
