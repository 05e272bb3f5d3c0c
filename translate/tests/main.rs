//! All tests of the command, in one executable: `cargo test -p translate --test all NAME` runs those whose name, `GROUP/TEST`,
//! contains this. A group is a file of this folder; its head says what it tests.

mod bf;
mod book;
mod check;
mod commands;
mod common;
mod compare;
mod conformance;
mod docs;
mod editors;
mod errors;
mod generations;
mod good;
mod interpreters;
mod lab;
mod library;
mod long_runs;
mod lua;
mod objects;
mod options;
mod random;
mod sanitizers;
mod shell;
mod specialize;
mod structure;
mod system;
mod test_jit;
mod tidy;
mod traces;
mod tutorial;
mod view;

use common::suite::{self, Test};
use std::process::ExitCode;

/// A name, and what lists the tests.
type Group = (&'static str, fn() -> Vec<Test>);

/// The groups. Those with tests of many seconds come first: what is begun last should be short.
const GROUPS: [Group; 29] = [
    ("interpreters", interpreters::tests),
    ("lua", lua::tests),
    ("bf", bf::tests),
    ("compare", compare::tests),
    ("specialize", specialize::tests),
    ("view", view::tests),
    ("options", options::tests),
    ("random", random::tests),
    ("objects", objects::tests),
    ("sanitizers", sanitizers::tests),
    ("long_runs", long_runs::tests),
    ("traces", traces::tests),
    ("good", good::tests),
    ("tutorial", tutorial::tests),
    ("check", check::tests),
    ("generations", generations::tests),
    ("docs", docs::tests),
    ("lab", lab::tests),
    ("test_jit", test_jit::tests),
    ("shell", shell::tests),
    ("system", system::tests),
    ("commands", commands::tests),
    ("editors", editors::tests),
    ("library", library::tests),
    ("structure", structure::tests),
    ("tidy", tidy::tests),
    ("book", book::tests),
    ("errors", errors::tests),
    ("conformance", conformance::tests),
];

/// Groups whose programs the C back end makes once more in the long run. (The others say what makes theirs.)
const BY_BOTH: [&str; 8] =
    ["interpreters", "lua", "bf", "traces", "good", "tutorial", "generations", "docs"];

fn main() -> ExitCode {
    // (This executable also translates, as a child of itself.)
    allocator::keep_memory();
    if let Some(code) = common::matrix::child() {
        return code;
    }
    let mut trials = vec![];
    for (group, tests) in GROUPS {
        trials.extend(tests().into_iter().map(|t| t.trial(group, suite::USUAL)));
        if common::flag("TRACEWRIGHT_ALL") && BY_BOTH.contains(&group) {
            trials.extend(tests().into_iter().map(|t| t.trial(group, "c")));
        }
    }
    let conclusion = libtest_mimic::run(&common::arguments(), trials);
    common::settings::summary();
    suite::report();
    common::clean();
    conclusion.exit_code()
}
