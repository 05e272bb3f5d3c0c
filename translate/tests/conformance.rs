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
//! # origin: random programs   what it was made after: random programs, or `after published programs`
//! # stage: flow space         the stage whose decision it is about, if it is about one: `flow space` or `rtyper`
//! ```
//!
//! `BLESS=1` writes the `.out` files. The folder of a program says its feature; `README.md` there says which one is whose. Which settings a program is tested in is said in `common/settings.rs`.

use crate::common::case::Case;
use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use std::collections::BTreeSet;

/// Values of the comments that say where a program comes from.
const KNOWN: [(&str, &[&str]); 2] = [
    ("# origin: ", &["random programs", "after published programs"]),
    ("# stage: ", &["flow space", "rtyper"]),
];

/// Each program stands in a folder of which the README has a row, each row has a folder, and what comments say of a
/// program's origin is one of the values that there are.
fn order() -> Result<(), Failed> {
    let dir = root().join("tests/conformance");
    let page = std::fs::read_to_string(dir.join("README.md"))?;
    let rows = page.lines().filter_map(|l| l.strip_prefix("| ")?.split_once(" | "));
    let rows: BTreeSet<String> =
        rows.map(|(folder, _)| folder.to_string()).filter(|f| f != "Folder").collect();
    let mut folders = BTreeSet::new();
    let mut wrong = vec![];
    for path in files(&dir, "rpy") {
        let relative = path.strip_prefix(&dir)?;
        if relative.components().count() < 2 {
            wrong.push(format!("{} stands in no folder", relative.display()));
        }
        folders.extend(relative.iter().next().map(|f| f.to_string_lossy().into_owned()));
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for line in text.lines().take_while(|l| l.starts_with('#')) {
            let said = KNOWN.iter().find_map(|(key, known)| Some((line.strip_prefix(key)?, known)));
            if let Some((value, known)) = said.filter(|(value, known)| !known.contains(value)) {
                wrong.push(format!("{}: '{value}' is none of {known:?}", relative.display()));
            }
        }
    }
    folders.retain(|f| dir.join(f).is_dir());
    wrong.extend(folders.difference(&rows).map(|f| format!("README.md has no row for {f}")));
    wrong.extend(rows.difference(&folders).map(|f| format!("README.md has a row for {f}")));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

pub fn tests() -> Vec<Test> {
    let dir = root().join("tests/conformance");
    let mut all = vec![Test::new("order", order)];
    let cases: Vec<Case> = files(&dir, "rpy").iter().map(|path| Case::read(path)).collect();
    if let Err(wrong) = crate::common::settings::check_asked(cases.iter()) {
        eprintln!("{wrong}");
        std::process::exit(2);
    }
    for case in cases {
        let name = case.name();
        if let Some(header) = case.missing_header() {
            skipped(&format!("there is no {header}, so {name} is not run"));
            continue;
        }
        all.push(Test::new(name, move || Ok(case.check(&case.settings())?)));
    }
    all
}
