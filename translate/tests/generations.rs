//! The same programs as Python 2, neutral and Python 3: `tests/generations/NAME.two.rpy`, `NAME.neutral.rpy` and
//! `NAME.three.rpy`. All must print `NAME.out`: translated, under CPython 3 (not `two`), and under CPython 2.7 (not
//! `three`) where `TRACEWRIGHT_PYTHON2=/path/to/python2.7` names one.
//!
//! `BLESS=1` records `NAME.out` with that CPython 2.7. `TRACEWRIGHT_ONLY=part` selects by name. The comments `# args:`,
//! `# stdin:` and `# exit:` at the head of a file are those of `conformance`.
//!
//! The other tests here are about the rule itself: markers, `--python`, programs of several files.

mod common;

use common::case::Case;
use common::matrix::{self, Request};
use common::*;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

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
    let request = Request { program: &case.path, levels: &["0"], gc: None, low: None };
    let made = matrix::make(&request, dir.path())?;
    output(&mut Command::new(made.executables[0].as_ref()?), case)
}

/// A program in its three forms; what differs, of all of them.
fn program(path: &Path) -> Result<(), Failed> {
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
    build(&dir.path().join(files[0].0), &[&["-O", "0"], options].concat(), &exe)?;
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

fn the_rule() -> Vec<Trial> {
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
    let main_three = MAIN.replace("entry_point(argv)", "entry_point(argv: list) -> int");
    let metadata = "# /// script\n# requires-python = \">=3.9\"\n# ///\n";
    vec![
        Trial::test("rule/neutral", with_main("", &[], two)),
        Trial::test("rule/option_2", with_main("", &["--python", "2"], two)),
        Trial::test("rule/option_3", with_main("", &["--python", "3"], three)),
        Trial::test("rule/line_2", with_main("#!/usr/bin/env python2\n", &[], two)),
        Trial::test("rule/line_3", with_main("#!/usr/bin/env python3\n", &[], three)),
        Trial::test("rule/line_python", with_main("#!/usr/bin/python\n", &[], two)),
        Trial::test("rule/metadata_3", with_main(metadata, &[], three)),
        Trial::test("rule/metadata_2", with_main("# requires-python: ~=2.7\n", &[], two)),
        Trial::test("rule/metadata_both", with_main("# requires-python = \">=2.7\"\n", &[], two)),
        Trial::test("rule/python3_file_late", move || {
            let files = [("main.rpy", &*late), ("helper.py", HELPER), ("three.py", THREE)];
            rule(&files, &[], "X3 1.5\n3 3 3.5 ab!\n")
        }),
        Trial::test("rule/python3_main", move || {
            rule(&[("main.rpy", &*main_three), ("helper.py", HELPER)], &[], three)
        }),
    ]
}

fn main() -> ExitCode {
    if let Some(code) = matrix::child() {
        return code;
    }
    if bless() && python2(Path::new("")).is_none() {
        eprintln!("BLESS=1 needs TRACEWRIGHT_PYTHON2=/path/to/python2.7");
        return ExitCode::FAILURE;
    }
    let dir = root().join("tests/generations");
    let names: BTreeSet<PathBuf> =
        files(&dir, "rpy").iter().map(|p| p.with_extension("").with_extension("")).collect();
    let mut trials = the_rule();
    trials.extend(names.into_iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name, move || program(&path))
    }));
    trials.retain(|t| selected(t.name()));
    libtest_mimic::run(&arguments(), trials).exit_code()
}
