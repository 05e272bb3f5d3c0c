//! `translate test-jit`: interpreters with their JIT, untranslated.

use crate::common::suite::{Test, tests};
use crate::common::*;
use std::fs;

/// An interpreter of one loop, whose `extra` is called in each round.
fn program(extra: &str) -> String {
    format!(
        "import os
from rpython.rlib.jit import JitDriver, elidable, promote

driver = JitDriver(greens=['step'], reds=['left', 'total'])


class Box(object):
    _immutable_fields_ = ['number']

    def __init__(self, number):
        self.number = number


class Calls(object):
    seen = 0


calls = Calls()


{extra}


def run(left, step):
    total = Box(0)
    while left > 0:
        driver.jit_merge_point(step=step, left=left, total=total)
        total = Box(total.number + extra(step))
        left -= 1
    return total.number


def entry_point(argv):
    os.write(2, 'counting\\n')
    print(run(int(argv[1]), int(argv[2])))
    return 3


def target(driver, args):
    return entry_point, None
"
    )
}

fn test_jit(extra: &str, options: &[&str], args: &[&str]) -> Outcome {
    let dir = tempfile::tempdir().expect("temporary folder");
    fs::write(dir.path().join("loop.rpy"), program(extra)).expect("written");
    let mut command = translate();
    command.arg("test-jit").args(options).arg("loop.rpy").args(args).current_dir(dir.path());
    run(&mut command, b"", 60).expect("runs")
}

const HONEST: &str = "@elidable
def extra(step):
    return step * step";

const LYING: &str = "@elidable
def extra(step):
    calls.seen += 1
    return calls.seen";

fn a_good_interpreter() {
    let o = test_jit(HONEST, &["--expect", "new_with_vtable=0,call*=0,int_add>=1"], &["20", "3"]);
    assert_eq!((o.code, o.stdout.as_slice()), (3, &b"180\n"[..]), "{}", o.report());
    assert!(o.stderr.starts_with("counting\ntest-jit: 1 loops, 0 bridges, "), "{}", o.stderr);
    assert!(!o.stderr.contains(", 0 in traces"), "{}", o.stderr);
}

fn what_is_not_there() {
    let o = test_jit(HONEST, &["--expect", "guard_class>=2"], &["20", "3"]);
    assert_eq!(o.code, 1, "{}", o.report());
    let said =
        "test-jit: the loops have 0 times guard_class, expected is at least 2 times guard_class\n";
    assert!(o.stderr.contains(said), "{}", o.stderr);
}

fn a_hint_that_is_not_true() {
    let o = test_jit(LYING, &[], &["20", "3"]);
    assert_eq!(o.code, 1, "{}", o.report());
    assert!(
        o.stderr.contains("test-jit: line 1 of the output is `210` without the JIT and `"),
        "{}",
        o.stderr
    );
    assert!(o.stderr.contains("a hint may promise what is not true"), "{}", o.stderr);
}

fn traces_and_the_log() {
    let log = tempfile::NamedTempFile::new().expect("temporary file");
    let path = log.path().to_string_lossy().into_owned();
    let o = test_jit(HONEST, &["--show", "optimized", "--log", &path], &["20", "3"]);
    assert_eq!(o.code, 3, "{}", o.report());
    assert!(o.stderr.contains("\n# Loop 0 ") && o.stderr.contains("\njump("), "{}", o.stderr);
    let log = fs::read_to_string(log.path()).expect("written");
    for section in ["jit-log-noopt-loop", "jit-log-opt-loop", "jit-resume", "jit-summary"] {
        assert!(log.contains(&format!("{{{section}\n")), "no {section} in {log}");
    }
}

fn errors() {
    let o = test_jit(HONEST, &["--expect", "int_ad=1"], &["20", "3"]);
    assert!(
        o.code == 2 && o.stderr.contains("there is no operation `int_ad` in traces"),
        "{}",
        o.stderr
    );
    let o = test_jit(HONEST, &["--jit", "treshold=2"], &["20", "3"]);
    let said = "translate: --jit: unknown JIT parameter 'treshold'\n";
    assert_eq!((o.code, o.stderr.as_str()), (1, said));
    let o = test_jit("def extra(step):\n    return step.nothing", &[], &["20", "3"]);
    assert!(o.code == 1 && o.stderr.contains("loop.rpy:"), "{}", o.stderr);
    let dir = tempfile::tempdir().expect("temporary folder");
    let plain = "def entry_point(argv):\n    return 0\n\n\ndef target(driver, args):\n    return entry_point, None\n";
    fs::write(dir.path().join("plain.rpy"), plain).expect("written");
    let mut command = translate();
    command.args(["test-jit", "plain.rpy"]).current_dir(dir.path());
    let o = run(&mut command, b"", 60).expect("runs");
    assert!(o.code == 1 && o.stderr.contains("no jit_merge_point"), "{}", o.stderr);
}

/// Programs that read and write files as Python does.
fn files() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let reading = "def copy(name):
    with open(name) as f:
        lines = f.read().split('\\n')
    with open(name + '.copy', 'w') as f:
        for line in lines:
            if line:
                f.write('<' + line + '>\\n')
    status = os.stat(name + '.copy')
    print(status.st_size, os.path.isdir('.'), os.fstat(1).st_mode != 0)
    try:
        open('.')
    except (IOError, OSError) as e:
        print('no file: %d' % e.errno)
    try:
        os.stat('missing')
    except OSError as e:
        print('missing: %d' % e.errno)


@elidable
def extra(step):
    return step";
    let text = program(reading);
    let text = text.replace("    os.write(2, 'counting\\n')\n", "    copy(argv[3])\n");
    fs::write(dir.path().join("loop.rpy"), text).expect("written");
    fs::write(dir.path().join("some.txt"), "one\ntwo\n").expect("written");
    let mut command = translate();
    command.args(["test-jit", "loop.rpy", "20", "3", "some.txt"]).current_dir(dir.path());
    let o = run(&mut command, b"", 60).expect("runs");
    let expected = "12 True True\nno file: 21\nmissing: 2\n60\n";
    assert_eq!(
        (o.code, String::from_utf8_lossy(&o.stdout).as_ref()),
        (3, expected),
        "{}",
        o.report()
    );
    let copied = fs::read_to_string(dir.path().join("some.txt.copy")).expect("there");
    assert_eq!(copied, "<one>\n<two>\n");
}

/// Tests that what cannot be run untranslated is named with the line of the program that leads to
/// it.
fn what_cannot_be_run() {
    let asking = "def extra(step):
    return ask('true') + step


def ask(command):
    return os.system(command)";
    let o = test_jit(asking, &[], &["20", "3"]);
    assert_eq!((o.code, o.stdout.len()), (1, 0), "{}", o.report());
    let line = program(asking).lines().position(|l| l.contains("os.system")).unwrap_or(0) + 1;
    let place =
        format!("translate: loop.rpy:{line}:12-30: the low-level interpreter cannot run this: ");
    assert!(o.stderr.starts_with(&place) && o.stderr.contains("tw_system"), "{}", o.stderr);
}

pub fn tests() -> Vec<Test> {
    tests![
        a_good_interpreter,
        what_is_not_there,
        a_hint_that_is_not_true,
        traces_and_the_log,
        files,
        what_cannot_be_run,
        errors,
    ]
}
