//! Tests of `optimizeopt::knownbits`.

use optimizeopt::knownbits::*;

const SIGN: u64 = 1 << 63;
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
