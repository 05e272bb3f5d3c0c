//! The tests as a list: each with its name, grouped by file, with their times.

use libtest_mimic::{Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The back end that makes the programs of tests. In the long run the C back end makes them, too.
pub const USUAL: &str = "obj";

/// One test: its name within its group, and what it does.
pub struct Test {
    name: String,
    run: Box<dyn FnOnce() -> Result<(), Failed> + Send>,
}

impl Test {
    pub fn new(
        name: impl Into<String>,
        run: impl FnOnce() -> Result<(), Failed> + Send + 'static,
    ) -> Test {
        Test { name: name.into(), run: Box::new(run) }
    }

    /// A test that panics if something is wrong.
    pub fn panicking(name: &str, run: fn()) -> Test {
        Test::new(name, move || {
            run();
            Ok(())
        })
    }

    /// Gives it the form that the test runner wants: with the name `GROUP/NAME`, and timed; its programs are
    /// made by a back end.
    pub fn trial(self, group: &'static str, backend: &'static str) -> Trial {
        let by = if backend == USUAL { "" } else { " by C" };
        let name = format!("{group}/{}{by}", self.name);
        Trial::test(name.clone(), move || {
            let start = Instant::now();
            super::set_backend(backend);
            let result = (self.run)();
            note(name, start.elapsed());
            result
        })
    }
}

/// A test that returns what is wrong.
pub type Check = fn() -> Result<(), Failed>;

/// The functions as tests of these names.
pub fn named<const N: usize>(checks: [(&str, Check); N]) -> Vec<Test> {
    checks.into_iter().map(|(name, f)| Test::new(name, f)).collect()
}

/// The functions as tests that panic if something is wrong.
macro_rules! tests {
    ($($f:ident),* $(,)?) => {
        vec![$($crate::common::suite::Test::panicking(stringify!($f), $f)),*]
    };
}
pub(crate) use tests;

static SKIPPED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Notes that something is not tested here, and why; that is said at the end, once.
pub fn skipped(what: &str) {
    SKIPPED.lock().unwrap_or_else(|e| e.into_inner()).insert(what.into());
}

static TIMES: Mutex<Vec<(String, Duration)>> = Mutex::new(vec![]);

fn note(name: String, time: Duration) {
    TIMES.lock().unwrap_or_else(|e| e.into_inner()).push((name, time));
}

/// Number of the longest tests that are told.
const LONGEST: usize = 15;

/// Reports where the time went, by group and for the longest tests; and what was not tested.
pub fn report() {
    for what in SKIPPED.lock().unwrap_or_else(|e| e.into_inner()).iter() {
        println!("SKIPPED: {what}");
    }
    let mut all = std::mem::take(&mut *TIMES.lock().unwrap_or_else(|e| e.into_inner()));
    if all.len() < 2 {
        return;
    }
    let mut groups: BTreeMap<&str, Duration> = BTreeMap::new();
    for (name, time) in &all {
        *groups.entry(name.split('/').next().unwrap_or_default()).or_default() += *time;
    }
    let mut groups: Vec<(&str, Duration)> = groups.into_iter().collect();
    groups.sort_by_key(|g| std::cmp::Reverse(g.1));
    let told = |list: &[(&str, Duration)]| {
        let each = list.iter().map(|(name, time)| format!("{name} {:.1}", time.as_secs_f64()));
        each.collect::<Vec<_>>().join(", ")
    };
    println!("seconds by group: {}", told(&groups));
    all.sort_by_key(|t| std::cmp::Reverse(t.1));
    let longest: Vec<(&str, Duration)> =
        all.iter().take(LONGEST).map(|(name, time)| (&name[..], *time)).collect();
    println!("longest tests: {}", told(&longest));
}
