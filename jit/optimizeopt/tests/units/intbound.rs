//! Tests of `optimizeopt::intbound`.

use optimizeopt::intbound::*;

/// Says whether `a < b` is known.
fn known_lt(a: &IntBound, b: &IntBound) -> Option<bool> {
    if a.hi < b.lo {
        Some(true)
    } else if a.lo >= b.hi {
        Some(false)
    } else {
        None
    }
}

const POINTS: [i64; 12] =
    [i64::MIN, i64::MIN + 1, -129, -5, -1, 0, 1, 2, 7, 130, i64::MAX - 1, i64::MAX];

fn samples() -> Vec<IntBound> {
    let mut out = vec![IntBound::ANY, IntBound::BOOL];
    for (i, &lo) in POINTS.iter().enumerate() {
        for &hi in &POINTS[i..] {
            out.push(IntBound::range(lo, hi));
            let odd = IntBound { zeros: 0, ones: 1, ..IntBound::ANY };
            out.extend(IntBound::range(lo, hi).intersect(&odd));
        }
    }
    out
}

#[test]
#[allow(clippy::type_complexity)] // two local tables
fn operations_contain_the_results() {
    type Binary = fn(&IntBound, &IntBound) -> IntBound;
    let binary: [(Binary, fn(i64, i64) -> i64); 3] = [
        (IntBound::and, |a, b| a & b),
        (IntBound::or, |a, b| a | b),
        (IntBound::xor, |a, b| a ^ b),
    ];
    type Exact = fn(&IntBound, &IntBound) -> Option<IntBound>;
    let exact: [(Exact, fn(i64, i64) -> Option<i64>); 3] = [
        (IntBound::add_exact, i64::checked_add),
        (IntBound::sub_exact, i64::checked_sub),
        (IntBound::mul_exact, i64::checked_mul),
    ];
    let samples = samples();
    for a in &samples {
        for b in &samples {
            for x in POINTS.into_iter().filter(|&x| a.contains(x)) {
                for y in POINTS.into_iter().filter(|&y| b.contains(y)) {
                    for (bound, value) in binary {
                        assert!(bound(a, b).contains(value(x, y)), "{a:?} {b:?} {x} {y}");
                    }
                    for (bound, value) in exact {
                        if let Some(r) = bound(a, b) {
                            assert!(r.contains(value(x, y).unwrap()), "{a:?} {b:?} {x} {y}");
                        }
                    }
                    if let Some(known) = known_lt(a, b) {
                        assert_eq!(known, x < y);
                    }
                    if x == y {
                        assert!(a.intersect(b).unwrap().contains(x));
                    }
                }
            }
        }
        for x in POINTS.into_iter().filter(|&x| a.contains(x)) {
            for count in [0, 1, 3, 62, 63] {
                assert!(a.lshift(count).contains(x << count), "{a:?} {x} << {count}");
                assert!(a.rshift(count).contains(x >> count));
                assert!(a.urshift(count).contains((x as u64 >> count) as i64));
            }
            assert!(a.invert().contains(!x));
            assert!(a.widened().contains(x));
            if x != 0 {
                assert!(a.without_zero().unwrap().contains(x));
            }
        }
    }
}
