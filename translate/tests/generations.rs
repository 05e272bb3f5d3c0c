//! Programs in three forms, as Python 2, neutral and Python 3: `tests/generations/NAME.two.rpy`, `NAME.neutral.rpy`
//! and `NAME.three.rpy`. All must print `NAME.out`: translated, under CPython 3 (not `two`), and under CPython 2.7
//! (not `three`) where `TRACEWRIGHT_PYTHON2=/path/to/python2.7` names one.
//!
//! `BLESS=1` records `NAME.out` with that CPython 2.7. The comments `# args:`,
//! `# stdin:` and `# exit:` at the head of a file are those of `conformance`.
//!
//! The other tests here are about the rule itself: markers, `--python`, programs of several files.

use crate::common::case::Case;
use crate::common::matrix::{self, Request};
use crate::common::suite::Test;
use crate::common::*;
use libtest_mimic::Failed;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a program under CPython 2, which has no `rpython` package here.
const RUN2: &str = "
import os, sys
path = sys.argv[1]
sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
namespace = {'__name__': '__rpython_target__', '__file__': path}
exec(compile(open(path).read(), path, 'exec'), namespace)
result = namespace['target'](None, [])
entry = result[0] if isinstance(result, tuple) else result
sys.exit(entry(sys.argv[1:]))
";

fn python2(program: &Path) -> Option<Command> {
    let mut c = Command::new(std::env::var_os("TRACEWRIGHT_PYTHON2").filter(|v| !v.is_empty())?);
    c.args(["-B", "-c", RUN2]).arg(program);
    Some(c)
}

/// The text of stdout, in a folder of its own.
fn output(c: &mut Command, case: &Case) -> Result<Vec<u8>, String> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let o = run(c.args(&case.args).current_dir(&dir), &case.stdin, 60)?;
    case.check_process(&o)?;
    Ok(o.stdout)
}

fn translated(case: &Case) -> Result<Vec<u8>, String> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let levels = [if backend() == "c" { "c0-gcc" } else { "obj0" }];
    let (gc, low, verify_passes) = (None, None, flag("TRACEWRIGHT_ALL"));
    let request = Request { program: &case.path, levels: &levels, gc, verify_passes, low };
    let made = matrix::make(&request, dir.path())?;
    output(&mut Command::new(made.executables[0].as_ref()?), case)
}

/// A program in its three forms; what differs, of all of them.
fn program(path: &Path) -> Result<(), Failed> {
    if bless() && python2(Path::new("")).is_none() {
        return Err("BLESS=1 needs TRACEWRIGHT_PYTHON2=/path/to/python2.7".into());
    }
    let expected = path.with_extension("out");
    let mut wrong = vec![];
    let mut stored = std::fs::read(&expected).ok();
    for form in ["two", "neutral", "three"] {
        let mut note = |who: &str, got: Result<Vec<u8>, String>| {
            let result = got.and_then(|got| match &stored {
                _ if bless() && who == "CPython 2" && form == "two" => {
                    std::fs::write(&expected, &got).map_err(|e| e.to_string())?;
                    stored = Some(got);
                    Ok(())
                }
                Some(stored) => same("stdout", stored, &got),
                None => Err("nothing is recorded; BLESS=1 does it with TRACEWRIGHT_PYTHON2".into()),
            });
            wrong.extend(result.err().map(|m| format!("{form}, {who}: {m}")));
        };
        let case = Case::read(&path.with_extension(format!("{form}.rpy")));
        if form != "three"
            && let Some(mut c) = python2(&case.path)
        {
            note("CPython 2", output(&mut c, &case));
        }
        if form != "two"
            && let Some(mut c) = cpython(&case.path)
        {
            note("CPython 3", output(&mut c, &case));
        }
        if !bless() {
            note("translated", translated(&case));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Translates files of which the first is the program, with options, and compares what it prints.
fn rule(files: &[(&str, &str)], options: &[&str], expected: &str) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text)?;
    }
    let exe = dir.path().join("program");
    let by = ["-O", "0", "--backend", backend()];
    build(&dir.path().join(files[0].0), &[&by, options].concat(), &exe)?;
    let o = run(&mut Command::new(&exe), b"ab", 60)?;
    if o.code != 0 {
        return Err(o.report().into());
    }
    Ok(same("stdout", expected.as_bytes(), &o.stdout)?)
}

/// Neutral: says which Python it is told to be, and how it divides.
const HELPER: &str = "
import os, sys
MAJOR = sys.version_info[0]
def divide(a, b):
    return a / b
def read(n):
    if sys.version_info[0] >= 3:
        return os.read(0, n).decode('latin-1')
    return os.read(0, n)
";

const MAIN: &str = "
import sys
import helper
def entry_point(argv):
    s = helper.read(2)
    print('%d %d %s %s' % (sys.version_info[0], helper.MAJOR, helper.divide(7, 2), s + '!'))
    return 0
def target(driver, args):
    return entry_point, None
";

/// Python 3 by its annotation.
const THREE: &str = "
import sys
def shout(text: str) -> str:
    return text.upper() + str(sys.version_info[0]) + ' ' + str(3 / 2)
";

/// Tells nothing but that it is RPython's.
const RPYTHON: &str = "
import sys
import helper
from rpython.rlib.rarithmetic import intmask
def entry_point(argv):
    text = str(float(argv[0] != '') * 0.1 + 0.2)
    print('%s %d %s' % (text, intmask(sys.version_info[0]), helper.divide(7, 2)))
    return 0
def target(driver, args):
    return entry_point, None
";

/// Python 2 by its statement.
const TWO: &str = "
def say():
    print 'two'
";

fn the_rule() -> Vec<Test> {
    let with_main = |head: &str, options: &'static [&'static str], expected: &'static str| {
        let main = format!("{head}{MAIN}");
        move || rule(&[("main.rpy", &main), ("helper.py", HELPER)], options, expected)
    };
    // A file that is not told divides as its program's Python does.
    let (two, three) = ("2 2 3 ab!\n", "3 3 3.5 ab!\n");
    let late = format!(
        "{}\nimport three\nprint_three = three.shout\n",
        MAIN.replace("print(", "print(print_three('x'))\n    print(")
    );
    let rpython = RPYTHON.to_string();
    let rpython_rpy = rpython.clone();
    let shouts = RPYTHON.replace("    text =", "    print(three.shout('x'))\n    text =");
    let rpython_late = format!("{shouts}\nimport three\n");
    let rpython_mixed = format!("{shouts}\nimport two\nimport three\n");
    let main_three = MAIN.replace("entry_point(argv)", "entry_point(argv: list) -> int");
    let metadata = "# /// script\n# requires-python = \">=3.9\"\n# ///\n";
    vec![
        Test::new("rule/neutral", with_main("", &[], two)),
        Test::new("rule/option_2", with_main("", &["--python", "2"], two)),
        Test::new("rule/option_3", with_main("", &["--python", "3"], three)),
        Test::new("rule/line_2", with_main("#!/usr/bin/env python2\n", &[], two)),
        Test::new("rule/line_3", with_main("#!/usr/bin/env python3\n", &[], three)),
        Test::new("rule/line_python", with_main("#!/usr/bin/python\n", &[], two)),
        Test::new("rule/metadata_3", with_main(metadata, &[], three)),
        Test::new("rule/metadata_2", with_main("# requires-python: ~=2.7\n", &[], two)),
        Test::new("rule/metadata_both", with_main("# requires-python = \">=2.7\"\n", &[], two)),
        Test::new("rule/imports_rpython", move || {
            rule(&[("main.py", &rpython), ("helper.py", HELPER)], &[], "0.3 2 3\n")
        }),
        Test::new("rule/imports_rpython_rpy", move || {
            let files = [("main.rpy", &*rpython_rpy), ("helper.py", HELPER)];
            rule(&files, &[], "0.30000000000000004 2 3\n")
        }),
        Test::new("rule/imports_rpython_python3_late", move || {
            let files = [("main.py", &*rpython_late), ("helper.py", HELPER), ("three.py", THREE)];
            rule(&files, &[], "X3 1.5\n0.30000000000000004 3 3.5\n")
        }),
        Test::new("rule/imports_rpython_mixed", move || {
            let files = [
                ("main.py", &*rpython_mixed),
                ("helper.py", HELPER),
                ("two.py", TWO),
                ("three.py", THREE),
            ];
            rule(&files, &[], "X2 1.5\n0.3 2 3\n")
        }),
        Test::new("rule/python3_file_late", move || {
            let files = [("main.rpy", &*late), ("helper.py", HELPER), ("three.py", THREE)];
            rule(&files, &[], "X3 1.5\n3 3 3.5 ab!\n")
        }),
        Test::new("rule/python3_main", move || {
            rule(&[("main.rpy", &*main_three), ("helper.py", HELPER)], &[], three)
        }),
    ]
}

pub fn tests() -> Vec<Test> {
    let dir = root().join("tests/generations");
    let names: BTreeSet<PathBuf> =
        files(&dir, "rpy").iter().map(|p| p.with_extension("").with_extension("")).collect();
    let mut all = the_rule();
    all.extend(names.into_iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Test::new(name, move || program(&path))
    }));
    all
}
