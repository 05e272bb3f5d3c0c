//! This measures how long a guest program takes with the JIT until it runs at nearly its full speed.
//!
//! A program is run with more and more rounds. What a run does is measured by the time that the same run takes without a JIT, so that rounds
//! may differ; the speed between two runs is what the longer one does more, by the time that it takes longer.

/// Part of the peak that counts as reached.
const NEARLY: f64 = 0.9;

/// This is the number of runs between the shortest and the longest.
const STEPS: usize = 12;

/// CPU seconds of one number of rounds.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub without: f64,
    pub with: f64,
}

/// Numbers of rounds from the least to the greatest, by the same factor each.
pub fn rounds(least: u64, greatest: u64) -> Vec<u64> {
    let (least, greatest) = (least.max(1) as f64, greatest.max(1) as f64);
    let step = |n: usize| least * (greatest / least).powf(n as f64 / STEPS as f64);
    let mut all: Vec<u64> = (0..=STEPS).map(|n| step(n).round() as u64).collect();
    all.dedup();
    all
}

/// CPU seconds after which a program runs at nearly the speed of its longest run; `runs` get longer. `None`: the runs are too few, or do not differ
/// enough to tell.
pub fn until_peak(runs: &[Run]) -> Option<f64> {
    let speed = |pair: &[Run]| {
        let (more, longer) = (pair[1].without - pair[0].without, pair[1].with - pair[0].with);
        (more > 0.0 && longer > 0.0).then(|| more / longer)
    };
    let last = runs.len().checked_sub(2)?;
    let peak = speed(&runs[last..])?;
    // The longest stretch at the end in which all are fast.
    let slow = (0..last).rev().find(|&n| speed(&runs[n..n + 2]).is_some_and(|s| s < peak * NEARLY));
    Some(slow.map_or(runs[0].with, |n| runs[n + 1].with))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that does a unit of work in a second without the JIT, or for its first half second, and ten later.
    fn run(work: f64) -> Run {
        Run { without: work, with: if work < 0.5 { work } else { 0.5 + (work - 0.5) / 10.0 } }
    }

    #[test]
    fn the_time_of_the_last_slow_stretch_is_told() {
        let runs: Vec<Run> = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 50.0].map(run).into();
        let found = until_peak(&runs).unwrap();
        assert!((found - run(0.8).with).abs() < 1e-9, "{found}");
    }

    #[test]
    fn who_is_fast_at_once_is_so_from_the_first_run_on() {
        let runs: Vec<Run> = [1.0, 2.0, 4.0, 90.0].map(run).into();
        assert_eq!(until_peak(&runs), Some(run(1.0).with));
        assert_eq!(until_peak(&runs[..1]), None);
    }

    #[test]
    fn rounds_grow_by_a_factor() {
        assert_eq!(rounds(1, 4096), (0..=12).map(|n| 1 << n).collect::<Vec<u64>>());
        assert_eq!(rounds(27, 30), [27, 28, 29, 30]);
    }
}
