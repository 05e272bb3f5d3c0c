//! Tests of `flowmodel::analysis::places`.

use flowmodel::analysis::places::PlaceSet;
use std::collections::BTreeSet;

/// Sets of words are sets: against a set of numbers.
#[test]
fn unions() {
    let mut seed = 7u32;
    let mut next = |limit: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % limit
    };
    for limit in [70, 5_000] {
        let mut sets = vec![(PlaceSet::default(), BTreeSet::new()); 4];
        for _ in 0..2_000 {
            let (i, j) = (next(4) as usize, next(4) as usize);
            if next(40) == 0 {
                let (words, numbers) = sets[j].clone();
                sets[i].0.union(&words);
                sets[i].1.extend(numbers);
            } else if next(100) == 0 {
                sets[i] = Default::default();
            } else {
                let place = next(limit);
                sets[i].0.insert(place);
                sets[i].1.insert(place);
            }
            let (words, numbers) = &sets[i];
            let all = (0..limit).filter(|n| words.contains(*n));
            assert!(all.eq(numbers.iter().copied()));
            assert!(words.numbers().eq(numbers.iter().copied()));
            assert_eq!(words.is_empty(), numbers.is_empty());
            assert_eq!(words == &sets[j].0, numbers == &sets[j].1);
        }
    }
}
