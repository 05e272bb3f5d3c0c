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
//! # skip-gc: NAME reason      not with this collector
//! # header: ffi.h             skipped where the C compiler does not find that header
//! # skip-llinterp: reason     the low-level interpreter cannot run it (it has no collector, for example)
//! ```
//!
//! `BLESS=1` writes the `.out` files. Which settings a program is tested in is said in `common/settings.rs`.

use crate::common::case::Case;
use crate::common::suite::Test;
use crate::common::*;

pub fn tests() -> Vec<Test> {
    let dir = root().join("tests/conformance");
    let mut all = vec![];
    for path in files(&dir, "rpy") {
        let relative = path.strip_prefix(&dir).unwrap_or(&path).with_extension("");
        let name = relative.display().to_string();
        let case = Case::read(&path);
        if let Some(header) = case.missing_header() {
            skipped(&format!("there is no {header}, so {name} is not run"));
            continue;
        }
        all.push(Test::new(name, move || Ok(case.check(&case.settings())?)));
    }
    all
}
