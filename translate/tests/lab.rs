//! `docs/partial-evaluation-and-tracing.md` never lies: what stands in it below a command is what the command prints.
//! `BLESS=1` rewrites it.

use crate::common::chapter;
use crate::common::suite::{Test, tests};
use crate::common::*;
use std::path::PathBuf;

const CHAPTER: &str = "docs/partial-evaluation-and-tracing.md";

fn folder() -> PathBuf {
    root().join(CHAPTER).with_extension("")
}

fn the_chapter() {
    let (text, commands) = chapter::held(CHAPTER, &folder());
    assert!(commands >= 15, "only {commands} commands");
    // All samples are explained, and none is forgotten.
    for entry in std::fs::read_dir(folder()).expect("samples") {
        let name = entry.expect("entry").file_name().to_string_lossy().into_owned();
        assert!(text.contains(&name), "{CHAPTER} never uses {name}");
    }
}

/// Gives what the command says on standard error when it refuses these arguments.
fn refused(args: &[&str]) -> String {
    let o = run(translate().arg("lab").args(args).current_dir(folder()), b"", 60).expect("runs");
    assert_eq!((o.code, o.stdout.len()), (1, 0), "{}", o.report());
    o.stderr
}

fn errors() {
    let e = refused(&["run", "nothing.ll"]);
    assert!(e.starts_with("translate lab: nothing.ll: No such file"), "{e}");
    let e = refused(&["run", "power.ll", "2"]);
    assert_eq!(e, "translate lab: power.ll: @power takes 2 arguments, not 1\n");
    let e = refused(&["specialize", "power.ll", "_", "3", "--limit", "blocks=3"]);
    assert_eq!(e, "translate lab: --limit blocks=3: there is no such limit\n");
    for limit in ["variants=0", "variants=many"] {
        let e = refused(&["specialize", "power.ll", "_", "3", "--limit", limit]);
        assert!(e.ends_with("a number from 1 on is expected\n"), "{e}");
    }
    let e = refused(&["trace", "boxes.trace"]);
    assert!(e.starts_with("translate lab: boxes.trace: line "), "{e}");
}

pub fn tests() -> Vec<Test> {
    tests![the_chapter, errors,]
}
