//! Tests of `optimizeopt::closed`.

use optimizeopt::closed::*;

#[test]
fn inverses() {
    for odd in [1, -1, 3, 5, -7, 255, i64::MAX, 0x1234_5677] {
        assert_eq!(inverse(odd).wrapping_mul(odd), 1);
    }
}
