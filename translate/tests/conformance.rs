//! Programs of tests/conformance: CPython 3 says what they print (`NAME.out` stores it), and the translated programs must
//! print the same and end with the same exit code: as C, not optimised and optimised, and on the low-level interpreter.
//!
//! Comments at the start of a program:
//!
//! ```text
//! # args: one two             command line
//! # stdin: text\n             input, with the escapes \n and \\
//! # exit: 3                   exit code (default 0)
//! # stderr: ValueError        a part of what goes to stderr
//! # each: one two             runs once for each word as its only argument; the output has what goes to stderr, with tracebacks,
//!                             and the exit code too; not on the low-level interpreter
//! # jit: yes                  also with --opt=jit: with the JIT off, with eager compilation, and that with GC stress
//! # oracle: stored            CPython 3 cannot run it: NAME.out is written by hand (BLESS=1: from the -O0 program)
//! # skip-gc: NAME reason      not with this collector (see TRACEWRIGHT_TEST_GC)
//! # header: ffi.h             skipped where the C compiler does not find that header
//! # skip-llinterp: reason     the low-level interpreter cannot run it (it has no collector, for example)
//! ```
//!
//! `BLESS=1` writes the `.out` files, `TRACEWRIGHT_ONLY=part` selects programs by path, `TRACEWRIGHT_STRESS=1` runs the
//! optimised programs once more with a collection at every allocation, `TRACEWRIGHT_TEST_GC=minimark` gives them another
//! collector. What is done with some programs only:
//!
//! | | always | `TRACEWRIGHT_ROTATION=N`: other programs with each N |
//! |---|---|---|
//! | CPython | all | one in 3 |
//! | C at -O0 | all | every other one |
//! | at -O2 | by turns C or an object file | the same |
//! | an object file at -O0, under GC stress, with another collector, with the JIT | one in 9 | the same |
//! | C with another collector | one in 17 | the same |
//! | untranslated | every other one | the same |
//!
//! `TRACEWRIGHT_ALL=1`: all of it but the other collectors and ways; `TRACEWRIGHT_OBJECT=all`: all ways of the object back end, and
//! nothing else; `TRACEWRIGHT_UNTRANSLATED=1`: all untranslated, and nothing else. tests/conformance/untranslated.txt tells which differ
//! then. The end of the output says how many programs ran where, and where the time went.

mod common;

use common::case::{Case, summary};
use common::matrix;
use common::*;
use libtest_mimic::Trial;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    if let Some(code) = matrix::child() {
        return code;
    }
    let start = Instant::now();
    let dir = root().join("tests/conformance");
    let rotates = chosen_gc().is_none() && !bless() && !all_objects();
    let mut trials = vec![];
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for path in files(&dir, "rpy") {
        let relative = path.strip_prefix(&dir).unwrap_or(&path).with_extension("");
        let name = relative.display().to_string();
        if !selected(&name) {
            continue;
        }
        let folder = relative.parent().map(|p| p.display().to_string()).unwrap_or_default();
        *folders.entry(if folder.is_empty() { "(top)".into() } else { folder }).or_default() += 1;
        let case = Case::read(&path);
        let stress = flag("TRACEWRIGHT_STRESS");
        if let Some((gc, why)) = case.skip_gc.iter().find(|s| Some(&s.0) == chosen_gc().as_ref()) {
            println!("skipped with --gc={gc}: {name}: {why}");
            continue;
        }
        if let Some(header) = case.missing_header() {
            println!("skipped: {name}: there is no {header}");
            continue;
        }
        let turn = case.turn();
        let other = (rotates && turn.is_multiple_of(EACH)).then_some(turn / EACH);
        let alone = flag("TRACEWRIGHT_UNTRANSLATED");
        let as_it_is = alone || flag("TRACEWRIGHT_ALL") || !case.has_turn_at_o0();
        trials.push(Trial::test(name, move || {
            if as_it_is {
                case.as_it_is()?;
            }
            if alone {
                return Ok(());
            }
            case.everywhere(stress)?;
            match other {
                Some(n) => Ok(case.with_other_collector(n)?),
                None => Ok(()),
            }
        }));
    }
    let conclusion = libtest_mimic::run(&arguments(), trials);
    summary(&folders, start.elapsed().as_secs_f64());
    conclusion.exit_code()
}

/// One program in so many also has another collector with the C back end.
const EACH: usize = 17;
